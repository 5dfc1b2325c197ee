/* SPDX-License-Identifier: MIT */
/* Each unit has a number of its own: the loops of two branches that go up to it do not run equally often.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
__kernel __requires (grid (1), block (1), threads (2 * C), smem (4 * S * P)) void
units (const int *in, int *out)
{
  __partition (block, 1, int *o = out + px_id (block) * C)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][C];
	int u __perspective (thread, C) = px_id (thread, C) + 3;
	__claim (thread, C, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  for (int c = 0; c < u; c += 2)
		    for (int j = c; j < MIN (c + 2, u); j++)
		      __partition (thread, 1, int *w = x[j % S] + t) /* { dg-error "PX708" } */
			__group (thread, 1) *w = in[j * C + t];
		}
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int j = 0; j < u; j++)
		    __group (thread, 1) sum = sum * 3 + x[j % S][C - 1 - t]; /* { dg-message "drained here" } */
		  __partition (thread, 1, int *q = mine + t)
		    __group (thread, 1) *q = sum;
		}
	    }
      }
}
