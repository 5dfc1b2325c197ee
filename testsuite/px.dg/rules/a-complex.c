/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device _Complex float
f (_Complex float a, int n)
{
  __real__ a = n;
  return a * a + __imag__ a;
}
