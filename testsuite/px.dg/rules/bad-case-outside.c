/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>





__device __requires (thread (32)) void
f (void)
{
  __case (2) { }	/* { dg-error "PX605" } */
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      int x = 0;	/* { dg-error "PX605" } */
      x++;	/* { dg-error "PX605" } */
      __group (thread, 4)	/* { dg-error "PX605" } */
	__case (4) { }	/* { dg-error "PX605" } */
    }
}
