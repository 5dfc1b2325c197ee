/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int
f (int n)
{
  int a[4] = { 0 };
  a[3] = n;
  return a[n & 3];
}
