/* SPDX-License-Identifier: MIT */
/* C2: the branches that come after the first that has no room are its consequence.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (64)) void
f (void)
{
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (32) { }
      __case (64) { }	/* { dg-error {this branch needs units 32 to 95, but only 64 are available to '__split' .PX102.} } */
      __case (32) { }
    }
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (2000000000) { }	/* { dg-error {this branch needs units 0 to 1999999999, but only 64[^\n]*PX102} } */
      __case (2000000000) { }	/* { dg-error {this branch needs units 2000000000 to 3999999999, but only 64[^\n]*PX102} } */
    }
}
