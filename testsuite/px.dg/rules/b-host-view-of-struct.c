/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct s { int n; int *p[2]; };
__device void
f (struct s a, int i)
{
  a.p[0][1] = 1;	/* { dg-error "PX204" } */
  a.p[i][1] = 2;	/* { dg-error "PX204" } */
}
