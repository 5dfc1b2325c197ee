/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include <px.h>

__kernel void
f (int *p, ...)	/* { dg-error {kernel 'f' cannot take variable arguments[^\n]*PX501} } */
{
  (void) p;
}
