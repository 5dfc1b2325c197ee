/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A claimed name outside of a branch, and in one of another size. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  __claim (thread, 32, int *c = p)	/* { dg-message "'__claim' begins here" } */
    {
      int x __perspective (thread, 1) = c[0];	/* { dg-error {claimed 'c' is used outside of a '__case' of thread.32.[^\n]*PX206} } */
      __split (thread)
	{
	  __case (16)
	    x = c[1];	/* { dg-error "PX206" } */
	}
      (void) x;
    }
}
