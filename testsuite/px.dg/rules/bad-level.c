/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__kernel __requires (grid (1), block (1), thread (32)) void
f (int n __perspective (warp, 1))	/* { dg-error {unknown level [^\n]*PX602} } */
{
  __group (warp, 1) { }	/* { dg-error "PX602" } */
  __split (warps) { }	/* { dg-error "PX602" } */
  __group (block, 1)
    __split (warp)	/* { dg-error "PX602" } */
      {
	__case (32) { }
	__case (2) { }
      }
  int t __perspective (thread, 1) = px_id (lane);	/* { dg-error "PX602" } */
  (void) t;
}
