/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct m { int *p; const float *q; int n; };
__device __requires (block (1), thread (32)) float
f (struct m s)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *v = s.p + t)
    *v = s.n;
  return s.q[s.n];
}
