/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  int x __perspective (thread, 1) = 0;
  __claim (thread, 32, int *c = p)
    __split (thread)
      {
	__case (32)	/* { dg-message "it was used in this '__case' before" } */
	  {
	    int *d = c + 4;
	    x = *d;
	  }
	__case (32)
	  {
	    int *d = c + 4;	/* { dg-error "PX206" } */
	    x = *d;
	  }
      }
  (void) x;
}
