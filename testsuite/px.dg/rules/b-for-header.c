/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p, int n)
{
  for (int *q = p, *e = p + n; q != e; q++)
    *q = 0;
}
