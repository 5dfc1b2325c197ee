/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void g (int *p, int n);
__device int
f (int n)
{
  int x = 0, v[4] = { 0 };
  g (&x, n);
  g (v + 1, n);
  g (&v[n & 3], n);
  return x + v[0];
}
