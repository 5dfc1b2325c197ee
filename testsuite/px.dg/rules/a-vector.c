/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

typedef float v4 __attribute__ ((vector_size (16)));
__device void
f (v4 *p, int n)
{
  v4 x = *p * 2;
  x[n & 3] = 1;
  *p = x + (v4) { 1, 2, 3, 4 };
}
