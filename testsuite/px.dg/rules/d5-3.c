/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The source is back after the body; a partition of a const pointer; one from ?: of one object. */
#include <px.h>

__device __requires (block (1), thread (32)) int
f (int *p, const int *q, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *v = n ? p + t : p + 32 + t)
    *v = q[t];
  __partition (thread, 1, const int *w = q + t)
    {
      int x __perspective (thread, 1) = *w;
      (void) x;
    }
  return p[n] + q[n];
}
