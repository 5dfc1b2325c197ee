/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct m { int *p __perspective (grid, 1); int n; };
__kernel void
f (struct m s)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *v = s.p + t)
    *v = s.n;
}
