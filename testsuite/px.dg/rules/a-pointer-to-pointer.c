/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p)
{
  int x = 3, *q = &x, **r = &q;
  **r = 4;
  *r = p;
}
