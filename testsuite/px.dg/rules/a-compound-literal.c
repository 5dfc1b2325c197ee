/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct s { int a; int *p; };
__device void g (struct s);
__device void
f (int *p, int n)
{
  g ((struct s) { n, p });
  int *q = (int [2]) { 1, 2 };
  p[0] = q[n & 1] + (int []) { 1, 2, 3 }[n % 3];
}
