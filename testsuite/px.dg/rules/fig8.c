/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Prism Fig. 8: a legal split, whose branches write what they claimed. */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (8)) void
f (int *p __perspective (grid, 1), int *q __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *x = p + 8 * b)
    __partition (block, 1, int *y = q + b)
      __group (block, 1)
	__claim (thread, 4, int *four = x)
	  __claim (thread, 1, int *one = y)
	    __split (thread)
	      {
		__case (4)
		  {
		    int t __perspective (thread, 1) = px_id (thread);
		    __partition (thread, 1, int *w = four + t)
		      __group (thread, 1)
			*w = 40 + t;
		  }
		__case (1)
		  *one = 10;
	      }
}

int
main (void)
{
  static const int want[8] = { 40, 41, 42, 43, 7, 7, 7, 7 };
  int start[16], got[16], one[2];
  for (int i = 0; i < 16; i++)
    start[i] = 7;
  int *p = t_dev (start, sizeof start), *q = t_dev (start, sizeof one);
  LAUNCH (2, 8, f, p, q);
  OK (px_copy (got, p, sizeof got));
  OK (px_copy (one, q, sizeof one));
  for (int i = 0; i < 16; i++)
    CHECK (got[i] == want[i % 8]);
  CHECK (one[0] == 10 && one[1] == 10);
  return 0;
}
