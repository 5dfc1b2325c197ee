/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p)
{
  int twice (int x) { return x * 2; }	/* { dg-error {nested function 'twice' in device code[^\n]*PX504} } */
  *p = twice (*p);
}
