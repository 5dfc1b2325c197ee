/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Nested, with units left over; a branch starts where those before it end. */
#include <px.h>

__device __requires (block (1), thread (64)) void
f (void)
{
  __split (thread)
    {
      __case (32)
	__split (thread)
	  {
	    __case (8) { }
	    __case (8)
	      __group (thread, 4)
		__split (thread)
		  {
		    __case (2) { }
		  }
	  }
      __case (16) { }
    }
}
