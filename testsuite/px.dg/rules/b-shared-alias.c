/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32), smem (256)) void
f (void)
{
  __group (block, 1)
    {
      __shared int a[64];
      int *q = a + 3;
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *v = a + t)	/* { dg-message "'__partition' begins here" } */
	*v = q[1];	/* { dg-error "PX205" } */
      t = q[1];
      (void) t;
    }
}

/* What to write instead.  */
/* { dg-message {use 'v' for what is its part, and load what is not before '__par} "" { target *-*-* } 14 } */
