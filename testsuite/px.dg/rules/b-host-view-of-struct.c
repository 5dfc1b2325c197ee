/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An array of pointers in a struct is one view. */
#include <px.h>

struct s { int n; int *p[2]; };
__device void
f (struct s a, int i)
{
  a.p[0][1] = 1;
  a.p[i][1] = 2;
}
