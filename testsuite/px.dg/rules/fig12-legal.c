/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
/* Its legal neighbour: write down. */
#include "../aux/t.h"

__device __requires (block (1), thread (4)) __attribute__ ((noinline)) void
barrier (int *b, int y __perspective (block, 1))
{
  __partition (thread, 1, int *w = b + px_id (thread))
    __group (thread, 1)
      *w = y;
}

__kernel __requires (grid (1), block (1), thread (4)) void
f (int *p __perspective (grid, 1))
{
  int y __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *b = p + 4 * y)
    __group (block, 1)
      {
	int x __perspective (thread, 1) = y;
	if (y)
	  barrier (b, y);
	__partition (thread, 1, int *w = b + px_id (thread))
	  __group (thread, 1)
	    *w += 10 * x;
      }
}

int
main (void)
{
  int zero[12] = { 0 }, got[12];
  int *d = t_dev (zero, sizeof zero);
  LAUNCH (3, 4, f, d);
  OK (px_copy (got, d, sizeof got));
  for (int i = 0; i < 12; i++)
    CHECK (got[i] == 11 * (i / 4));
  return 0;
}
