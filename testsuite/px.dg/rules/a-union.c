/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

union u { int i; float f; char c[4]; };
__device float
f (int n)
{
  union u u;
  u.i = n;
  u.c[1] ^= 1;
  return u.f;
}
