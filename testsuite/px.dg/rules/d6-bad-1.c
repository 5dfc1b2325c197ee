/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism 3.4.2: a claimed name in two branches. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  __claim (thread, 32, int *c = p)
    __split (thread)
      {
	__case (32)	/* { dg-message "it was used in this '__case' before" } */
	  __partition (thread, 1, int *d = c + px_id (thread))
	    *d = 1;
	__case (32)
	  __partition (thread, 1, int *d = c + px_id (thread))	/* { dg-error {claimed 'c' is used in a second '__case'[^\n]*PX206} } */
	    *d = 1;
      }
}
