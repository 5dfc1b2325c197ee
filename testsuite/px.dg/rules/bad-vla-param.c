/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int n, int a[n][n])
{
  a[1][0] = 1;
}
