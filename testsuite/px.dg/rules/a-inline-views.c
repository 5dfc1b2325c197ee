/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device static inline void
set (int *p, int v)
{
  *p = v;
}
__device static inline int *
at (int *p, int i)
{
  return p + i;
}
__device __requires (block (1), thread (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)
    __group (thread, 1)
      set (q, t);
}
__device void
g (int *p, int n)
{
  *at (p, n) = 1;
}
