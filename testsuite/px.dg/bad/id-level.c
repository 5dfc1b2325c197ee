/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel void
f (int *p, int n)
{
  p[0] = px_id (warp);	/* { dg-error "unknown level 'warp' in 'px_id'" } */
  p[1] = px_id (thread, n);	/* { dg-error "not an integer constant" } */
  p[2] = px_id (thread, 0);	/* { dg-error "must be positive" } */
}
