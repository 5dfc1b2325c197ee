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
/* As it is printed.  */
__device __requires (thread (3)) void
g (void)
{
  __group (thread, 3)
    __split (thread)	/* { dg-message "'__split' begins here" } */
      {
	__case (2) { }	/* { dg-error {size of this branch, 2, does not divide the 3 units[^\n]*PX102} } */
	__case (1) { }
      }
}
