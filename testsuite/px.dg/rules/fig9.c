/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 9 (Snap Fig. 8): more than there are. */
#include <px.h>

__device __requires (thread (4)) void
f (void)
{
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (2) { }
      __case (2) { }
      __case (1) { }	/* { dg-error {units 4 to 4, but only 4[^\n]*PX102} } */
    }
}
