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
/* As it is printed.  */
__device __requires (thread (3)) void
g (void)
{
  __group (thread, 3)
    __split (thread)	/* { dg-message "'__split' begins here" } */
      {
	__case (1) { }
	__case (2) { }	/* { dg-error {branch of 2 units starts at unit 1[^\n]*PX102} } */
      }
}
/* Snap Fig. 9, as it is printed.  */
__device __requires (thread (32)) void simple_mma (void);
__device __requires (thread (33)) void
h (void)
{
  __group (thread, 33)
    __split (thread)	/* { dg-message "'__split' begins here" } */
      {
	__case (1) { }
	__case (32) simple_mma ();	/* { dg-error {branch of 32 units starts at unit 1[^\n]*PX102} } */
      }
}
