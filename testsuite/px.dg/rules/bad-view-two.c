/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Two names in one declaration, one of them no pointer. */
#include <px.h>

__device __requires (thread (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t, s = 3)	/* { dg-error "PX605" } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
    *q = s;
}
