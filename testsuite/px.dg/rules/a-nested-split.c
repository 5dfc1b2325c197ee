/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (256)) void
f (int *p __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *q = p + b * 256)
    __group (block, 1)
      __claim (thread, 128, int *c = q)
	__split (thread)
	  {
	    __case (128)
	      __claim (thread, 64, int *d = c)
		__split (thread)
		  {
		    __case (64)
		      __partition (thread, 1, int *e = d + px_id (thread))
			*e = 1;
		    __case (32) { }
		  }
	    __case (64) { }
	  }
}
