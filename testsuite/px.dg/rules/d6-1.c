/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A claim used in one branch only, and again in what that branch contains. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  __claim (thread, 32, int *c = p)
    __split (thread)
      {
	__case (32)
	  {
	    __partition (thread, 1, int *d = c + px_id (thread))
	      *d = 1;
	    __group (thread, 32)
	      __partition (thread, 1, int *d = c + px_id (thread))
		*d += 2;
	  }
	__case (32) { }
      }
}
