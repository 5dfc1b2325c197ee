/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Parallax Fig. 10: a size that does not divide. */
#include <px.h>

__device __requires (thread (8)) void
f (void)
{
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (3) { }	/* { dg-error "PX102" } */
    }
}
