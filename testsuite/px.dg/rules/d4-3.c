/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A thread's own parameter is a view at thread[1]; atomics go through any. */
#include <px.h>

__device void
f (int *p, int n)
{
  p[n] = n;
  *p = 3;
  __atomic_fetch_add (p, 1, __ATOMIC_RELAXED);
}

__device __requires (block (1), thread (32)) void
g (int *p)
{
  __atomic_fetch_add (p, 1, __ATOMIC_RELAXED);
}
