/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A shared variable that is no array is stored to through a view, like an array.  */
#include <px.h>

struct range { int low, high; };

__kernel __requires (grid (1), block (1), threads (64), smem (64)) void
f (int n)
{
  __group (block, 1)
    {
      __shared int sum;		/* { dg-message "'sum' is declared here" } */
      __shared struct range r;	/* { dg-message "'r' is declared here" } */
      int t __perspective (thread, 1) = px_id (thread);
      sum = n;			/* { dg-error {a store needs a view at thread.1., but 'sum' lives at block.1. .PX204.} } */
      r.low = n;		/* { dg-error {PX204} } */
      __group (thread, 1)
	sum++;			/* { dg-error {PX204} } */
      int mine = 0;
      mine = px_atomic_add (&sum, t);	/* { dg-error {PX201} }
						   { dg-message "declared here" "" { target *-*-* } .-2 } */
      (void) mine;
    }
}
