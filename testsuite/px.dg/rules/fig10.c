/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 10 (Snap Fig. 9): not aligned. */
#include <px.h>

__device __requires (thread (4)) void
f (void)
{
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (1) { }
      __case (2) { }	/* { dg-error "PX102" } */
    }
}
