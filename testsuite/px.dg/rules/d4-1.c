/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Stores through a view at thread[1], from code as broad as the block's. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f (int *p __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *q = p + b * 32)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *r = q + t)
	  {
	    *r = 1;
	    r[0] += t;
	    __group (thread, 1)
	      *r *= 2;
	  }
      }
}
