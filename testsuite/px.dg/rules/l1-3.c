/* SPDX-License-Identifier: MIT */
/* L1: equal pointers for parameters that are const, or declared __alias.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (32))
void sum (int *p __perspective (grid, 1), const int *a __perspective (grid, 1), const int *b __perspective (grid, 1))
{
  __partition (thread, 1, int *w = p + px_id (thread))
    __group (thread, 1)
      *w = a[0] + b[0];
}

__kernel __requires (grid (1), block (1), threads (32)) __alias (p, a)
void twice (int *p __perspective (grid, 1), int *a __perspective (grid, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = p + t)
    __group (thread, 1)
      *w = 2 * *w;
}

int
main (void)
{
  int one = 1, got[32];
  int *a = t_dev (&one, sizeof one), *p = t_dev (NULL, sizeof got);
  LAUNCH (1, 32, sum, p, a, a);
  LAUNCH (1, 32, twice, p, p);
  OK (px_copy (got, p, sizeof got));
  for (int i = 0; i < 32; i++)
    CHECK (got[i] == 4);
  return 0;
}
