/* SPDX-License-Identifier: MIT */
/* L1, F7: a variable that the kernel uses by its name, itself or in what it calls, is not an argument, too,
   if one of the two is not const.  */
/* { dg-do run } */
#include "../aux/t.h"

__device int g[64], table[64];

/* What lane T reads, another thread has written if P is in G.  */
__kernel __requires (grid (1), block (1), threads (64))
void turn (int *p, int *o)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = p + t)
    *w = t;
  int v __perspective (thread, 1) = g[t ^ 33];
  __partition (thread, 1, int *q = o + t)
    *q = v;
}

__device __perspective (thread, 1) OPAQUE int called (int t __perspective (thread, 1))
{
  return g[t];
}

__kernel __requires (grid (1), block (1), threads (64))
void deep (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v __perspective (thread, 1);
  v = called (t);
  __partition (thread, 1, int *w = p + t)
    *w = v;
}

/* Both only read.  */
__kernel __requires (grid (1), block (1), threads (64))
void twice (const int *p, int *o)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = o + t)
    *q = p[t] + table[t];
}

int
main (void)
{
  int *o = t_dev (NULL, 64 * sizeof *o);
  void *a, *b;
  size_t n;
  OK (px_symbol_address (px_symbol (g), &a, &n));
  OK (px_symbol_address (px_symbol (table), &b, &n));
  CHECK (n == sizeof table);
  CHECK (px_launch (px_grid (1, 64), turn, a, o) == PX_ERR_LAUNCH);
  CHECK (strstr (px_status_text (px_last_status ()), "argument 1 leads to variable g"));
  CHECK (px_launch (px_grid (1, 64), turn, o, (int *) a + 63) == PX_ERR_LAUNCH);
  CHECK (strstr (px_status_text (px_last_status ()), "argument 2 leads to variable g"));
  CHECK (px_launch (px_grid (1, 64), deep, a) == PX_ERR_LAUNCH);
  CHECK (px_launch (px_grid (1, 64), turn, b, o) == PX_OK);
  CHECK (px_launch (px_grid (1, 64), turn, o, b) == PX_OK);
  CHECK (px_launch (px_grid (1, 64), deep, b) == PX_OK);
  CHECK (px_launch (px_grid (1, 64), twice, b, o) == PX_OK);
  OK (px_synchronize ());
  return 0;
}
