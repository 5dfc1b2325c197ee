/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p, int n)
{
  int i, j;
  for (i = 0, j = n; i < j; i++, j--)
    p[i] = (j++, i++, p[j]);
}
