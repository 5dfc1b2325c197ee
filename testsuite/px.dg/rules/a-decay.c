/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p, int n)
{
  int a[3][4] = { { 0 } };
  int (*r)[4] = a;
  int *q = a[1];
  q[2] = n;
  r[2][3] = *(*(a + 1) + 2);
  (*r)[1] = 4;
  *p = a[n % 3][n & 3] + **a + sizeof a;
}
