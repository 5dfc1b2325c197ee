/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 10: the branch of two starts at one. */
#include <px.h>

__device __requires (thread (4)) void
f (void)
{
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (1) { }
      __case (2) { }	/* { dg-error {starts at unit 1, which is not a multiple of 2[^\n]*PX102} } */
    }
}
