/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Nested claims. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  __claim (thread, 32, int *c = p)
    __split (thread)
      {
	__case (32)
	  __claim (thread, 16, int *d = c)
	    __split (thread)
	      {
		__case (16)
		  __claim (thread, 1, int *e = d)
		    __split (thread)
		      {
			__case (1)
			  *e = 1;
		      }
		__case (16) { }
	      }
	__case (32) { }
      }
}
