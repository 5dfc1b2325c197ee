/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
#include <px.h>

__device static float
f (int a)
{
  return a ? a * f (a - 1) : 1;	/* { dg-error "PX305" } */
  /* { dg-message {write a loop; what is still to do can stand in a local array} "" { target *-*-* } .-1 } */
}

__kernel void
k (float *y)
{
  __partition (thread, 1, float *o = y + px_id (thread)) *o = f (3);
}

/* What to write instead.  */
/* { dg-message {defined here} "" { target *-*-* } 7 } */
