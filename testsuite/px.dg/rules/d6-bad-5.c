/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* At any depth. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  int x __perspective (thread, 1) = 0;
  __split (thread)
    {
      __case (32)	/* { dg-message "the other branch is this '__case'" } */
	__group (thread, 32)
	  __split (thread)
	    {
	      __case (16)
		x = p[1];
	    }
      __case (32)
	__split (thread)
	  {
	    __case (16) { }
	    __case (16)
	      __group (thread, 1)
		__atomic_store_n (p, 1, __ATOMIC_RELAXED);	/* { dg-error "PX206" } */
	  }
    }
  (void) x;
}
