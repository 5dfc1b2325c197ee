/* SPDX-License-Identifier: MIT */
/* Another block's memory is read and changed atomically, and not stored to.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), cluster (2), threads (32), smem (128)) void
f (int *out)
{
  __partition (block, 2, int *oc = out + px_id (block, 2) * 64)
    __group (block, 2)
      {
	__shared int x[32];
	int q __perspective (block, 1) = px_id (block);
	__partition (block, 1, int *o = oc + q * 32)
	  __group (block, 1)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      __partition (thread, 1, int *w = x + t)
		__group (thread, 1)
		  *w = t;
	      int *other = px_map_shared (x, 1 - q);
	      __partition (thread, 1, int *w = other + t)
		__group (thread, 1)
		  *w = 3;	/* { dg-error {cannot store to .w. of another block[^\n]*PX204} } */
	      __partition (thread, 1, int *w = o + t)
		__group (thread, 1)
		  *w = other[31 - t];
	    }
      }
}
