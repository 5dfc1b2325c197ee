/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Partition after partition, over several levels at once, and a claim. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *p __perspective (grid, 1), int *r __perspective (grid, 1))
{
  int i __perspective (thread, 1) = px_id (thread);
  int b __perspective (block, 1) = px_id (block);
  __partition (thread, 1, int *q = p + i)
    *q = 1;
  __partition (block, 1, int *q = r + b * 64)
    __group (block, 1)
      {
	__claim (thread, 32, int *c = q)
	  __split (thread)
	    {
	      __case (32)
		{
		  __partition (thread, 1, int *d = c + px_id (thread))
		    *d = 2;
		}
	    }
	__partition (thread, 32, int *w = q + px_id (thread, 32) * 32)
	  __group (thread, 32)
	    __partition (thread, 1, int *d = w + px_id (thread))
	      *d = 3;
      }
}
