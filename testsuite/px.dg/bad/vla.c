/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int n, int *p)
{
  int a[n];	/* { dg-error {'a' has a variable-length type[^\n]*PX502} } */
  for (int i = 0; i < n; i++)
    a[i] = p[i];
  p[0] = a[n - 1];
}
