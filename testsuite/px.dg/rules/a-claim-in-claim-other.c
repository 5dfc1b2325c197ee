/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p, int *r)
{
  __claim (thread, 32, int *c = p)
    __claim (thread, 32, int *d = r)
      __split (thread)
	{
	  __case (32)	/* { dg-message "it was used in this '__case' before" } */
	    __partition (thread, 1, int *x = c + px_id (thread))
	      *x = d[0];
	  __case (32)
	    __partition (thread, 1, int *x = d + px_id (thread))	/* { dg-error "PX206" } */
	      *x = 1;
	}
}
