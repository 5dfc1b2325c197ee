/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* So are those of mathematics, and declared ones of other files; with loops and local arrays. */
#include <px.h>

#include <math.h>
__device __attribute__ ((const)) int g (int n);
__device __attribute__ ((const)) int
h (int n)
{
  int v[4] = { 1, 2, 3, 4 }, s = 0;
  for (int i = 0; i < n; i++)
    s += v[i & 3];
  return s;
}

__device __requires (block (1), thread (32)) float
f (float x, int n)
{
  return sqrtf (x) + g (n) + h (n);
}
