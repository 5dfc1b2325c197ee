/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* With a volatile access on a side ?: is no expression; nor is &&.  */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (int *out, const volatile int *flags)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = t > 3 ? flags[t] : 0;	/* { dg-error {PX103} } */
/* { dg-message "each unit decides for itself" "" { target *-*-* } .-1 } */
  int y __perspective (thread, 1) = t > 5 && flags[t];	/* { dg-error {PX103} } */
  __partition (thread, 1, int *o = out + t)
    *o = x + y;
}
