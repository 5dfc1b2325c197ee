/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* && chains with side effects at thread[1]. */
#include <px.h>

__device void
f (int *p, int n)
{
  if (n > 1 && p[0] > 2 && (p[1] = 3) && n < 8)
    p[2] = 4;
  p[3] = n ? p[0] ? 1 : 2 : p[1] ? 3 : 4;
}
