/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int *p)	/* { dg-message "'f' starts at this perspective" } */
{
  __group (thread, 2147483647) { }	/* { dg-error "PX101" } */
  __split (thread)	/* { dg-message "'__split' begins here" } */
    {
      __case (2147483647) { }	/* { dg-error "PX102" } */
      __case (2147483647) { }	/* { dg-error "PX102" } */
      __case (2147483647) { }	/* { dg-error "PX102" } */
    }
  __partition (thread, 2147483647, int *q = p)	/* { dg-error "PX205" } */
    (void) q;
}
