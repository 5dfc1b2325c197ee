/* SPDX-License-Identifier: MIT */
/* L1, F7: pointers in structures that a launch passes are arguments of their own; elements of one array of
   pointers may be equal, members of a union are one.  */
/* { dg-do run } */
#include "../aux/t.h"

struct pair { int n; int *to; const int *from; };
struct row { int *p[2]; };
struct either { union { int *p; const int *q; } u; };

__kernel __requires (grid (1), block (1), threads (32))
void copy (struct pair s)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v __perspective (thread, 1) = s.from[t ^ 1];
  __partition (thread, 1, int *w = s.to + t)
    *w = v;
}

__kernel __requires (grid (1), block (1), threads (32))
void mixed (struct pair s, int *o)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = o + t)
    *w = s.from[t];
}

__kernel __requires (grid (1), block (1), threads (32))
void rows (struct row r, struct either e)
{
  __partition (thread, 1, int *w = e.u.p + px_id (thread))
    *w = 1;
}

int
main (void)
{
  int *a = t_dev (NULL, 128), *b = t_dev (NULL, 128);
  CHECK (px_launch (px_grid (1, 32), copy, ((struct pair) { 1, a, a })) == PX_ERR_LAUNCH);
  CHECK (strstr (px_status_text (px_last_status ()), "argument 1 (its pointer at byte 8) and argument 1 "
		 "(its pointer at byte 16) are the same pointer"));
  CHECK (px_launch (px_grid (1, 32), mixed, ((struct pair) { 1, NULL, a }), a) == PX_ERR_LAUNCH);
  CHECK (px_launch (px_grid (1, 32), rows, ((struct row) { { NULL, a } }), ((struct either) { { a } })) == PX_ERR_LAUNCH);
  CHECK (px_launch (px_grid (1, 32), copy, ((struct pair) { 1, a, b })) == PX_OK);
  CHECK (px_launch (px_grid (1, 32), mixed, ((struct pair) { 1, NULL, a }), b) == PX_OK);
  CHECK (px_launch (px_grid (1, 32), rows, ((struct row) { { a, a } }), ((struct either) { { b } })) == PX_OK);
  OK (px_synchronize ());
  return 0;
}
