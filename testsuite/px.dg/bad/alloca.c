/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int n, int *p)
{
  int *a = __builtin_alloca (n * sizeof *a);	/* { dg-error {alloca' in device code[^\n]*PX502} } */
  a[n - 1] = *p;
  *p = a[0];
}
