/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* px_id of each narrower unit. */
#include <px.h>

__kernel __requires (grid (1), cluster (2), thread (64)) void
f (void)
{
  int a __perspective (block, 2) = px_id (block, 2);
  int b __perspective (block, 1) = px_id (block);
  int c __perspective (thread, 1) = px_id (thread);
  __group (block, 2)
    {
      int d __perspective (block, 1) = px_id (block);
      __group (block, 1)
	{
	  int e __perspective (thread, 32) = px_id (thread, 32);
	  __group (thread, 32)
	    {
	      int g __perspective (thread, 8) = px_id (thread, 8);
	      (void) g;
	    }
	  (void) e;
	}
      (void) d;
    }
  (void) a, (void) b, (void) c;
}
