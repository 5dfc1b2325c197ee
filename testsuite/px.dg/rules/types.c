/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f0 (int *p)
{
  *p = sizeof (long double);
}
#ifndef __clang__               /* it has not these types in C */
__device void
f1 (double *p)
{
  _Float64 x = *p;
  _Float32 y = x;
  *p = y;
}
#endif
struct n
{
  struct n *next;
  int v;
};
__device void
f2 (struct n *p)
{
  p->v = 1;
}
