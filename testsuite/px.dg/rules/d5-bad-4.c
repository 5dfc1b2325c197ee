/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Two objects of different perspectives for one view; none. */
#include <px.h>

__device __requires (block (1), thread (32), smem (512)) void
f (int *p __perspective (grid, 1), int n)
{
  __shared int a[32];
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = n ? p + t : a + t)	/* { dg-error {the source of '__partition' may be '[pa]', which lives at [a-z]*.1., or '[pa]', which lives at [a-z]*.1. .PX205} } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
    *q = 1;
  __partition (thread, 1, int *q = (int *) 64)	/* { dg-error "PX205" } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
    *q = 1;
}
