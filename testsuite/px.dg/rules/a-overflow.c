/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int
f (int a, int b)
{
  int r;
  return __builtin_add_overflow (a, b, &r) ? 0 : r;
}
