/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A size that does not divide the units. */
#include <px.h>

__device __requires (thread (6)) void
f (void)
{
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (4) { }	/* { dg-error "PX102" } */
    }
}
