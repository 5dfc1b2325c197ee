/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Shared memory, a view at thread[32], and pointers into them. */
#include <px.h>

__device __requires (block (1), threads (64), smem (256)) void
f (void)
{
  __shared int a[64];	/* { dg-message "'a' is declared here" } */
  int t __perspective (thread, 1) = px_id (thread);
  int w __perspective (thread, 32) = px_id (thread, 32);
  a[t] = 1;	/* { dg-error "PX204" } */
  __partition (thread, 32, int *p = a + w * 32)	/* { dg-message "'p' is declared here" } */
    {
      int *q __perspective (thread, 32) = p + 3;
      __group (thread, 32)
	{
	  p[0] = 1;	/* { dg-error {but 'p' lives at thread.32.[^\n]*PX204} } */
	  *q = 2;	/* { dg-error {but 'p' lives at thread.32.[^\n]*PX204} } */
	  __group (thread, 1)
	    q[1]++;	/* { dg-error {but 'p' lives at thread.32.[^\n]*PX204} } */
	}
    }
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = a \+ t.' around this gives e} "" { target *-*-* } 12 } */
