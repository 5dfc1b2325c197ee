/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include <px.h>

__kernel int
f (int *p)	/* { dg-error {kernel 'f' must return 'void'[^\n]*PX501} "" { target *-*-* } . } */
{
  return *p;
}

__kernel void
g (int *p)
{
  (void) p;
}
