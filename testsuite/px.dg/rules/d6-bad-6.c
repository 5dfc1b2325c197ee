/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Several units take the branch, because a group stands around it. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  __claim (thread, 16, int *c = p)	/* { dg-message "'__claim' begins here" } */
    __group (thread, 32)
      __split (thread)
	{
	  __case (16)	/* { dg-message "several units take this '__case'" } */
	    __partition (thread, 1, int *d = c + px_id (thread))	/* { dg-error "PX206" } */
	      *d = 1;
	}
}
