/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Device functions call device functions, also of a file that is not this one. */
#include <px.h>

__device int g (int n);
__device static int h (int n) { return n + 1; }
__device int
f (int n)
{
  return g (h (n)) + __builtin_popcount (n);
}
