/* SPDX-License-Identifier: MIT */
/* F5: a launch in device code is one error.  */
/* { dg-do compile } */
#include <px.h>
/* { dg-message "declared here" "" { target *-*-* } 0 } */

__kernel void g (int *p) { }
__kernel void
f (int *o)
{
  px_launch (px_grid (1, 1), g, o);	/* { dg-error {device code calls host function 'px_grid' .PX305.} } */
}
__kernel void
h (int *o)
{
  px_check (px_launch (px_grid (1, 1), g, o));	/* { dg-error {device code calls host function 'px_grid' .PX305.} } */
}
