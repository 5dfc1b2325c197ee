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
/* As it is printed.  */
__device __requires (thread (32)) void
g (void)
{
  __group (thread, 4)
    __split (thread)	/* { dg-message "'__split' begins here" } */
      {
	__case (4) { }
	__case (1) { }	/* { dg-error {units 4 to 4, but only 4[^\n]*PX102} } */
      }
}
/* Snap Fig. 8, as it is printed: its last line calls it 33.  */
__device __requires (thread (32)) void simple_mma (void);
__device __requires (block (1), thread (64)) void
h (void)
{
  __group (thread, 32)
    __split (thread)	/* { dg-message "'__split' begins here" } */
      {
	__case (32) simple_mma ();
	__case (1) { }	/* { dg-error {units 32 to 32, but only 32[^\n]*PX102} } */
      }
}
