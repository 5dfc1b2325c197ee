/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__kernel __requires (grid (1), block (1), thread (32)) void
f (int n)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  if (t >= n)	/* { dg-error {an early return that lives at thread.1. leaves only some units of grid.1.[^\n]*PX105} } */
    return;
  __group (block, 1) { }
}

/* What to write instead.  */
/* { dg-message {instead of returning, let the opposite condition hold what each } "" { target *-*-* } 10 } */
