/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel void
f (int *p, int n)
{
  int a __perspective (thread, 1) = px_id (warp);	/* { dg-error {unknown level 'warp' in 'px_id'[^\n]*PX602} } */
  int b __perspective (thread, 1) = px_id (thread, n);	/* { dg-error {not an integer constant[^\n]*PX601} } */
  int c __perspective (thread, 1) = px_id (thread, 0);	/* { dg-error {must be from 1 to 2147483647, not .0.[^\n]*PX601} } */
  __group (thread, 1) __unsafe
    *p = a + b + c;
}
