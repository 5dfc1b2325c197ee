/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A static inline function that qualifies is one. */
#include <px.h>

__device static inline int
smaller (int a, int b)
{
  if (a < b)
    return a;
  return b;
}

__kernel __requires (grid (1), block (1), thread (32)) void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x = smaller (n, 7);
  int y __perspective (thread, 1) = smaller (t, x);
  (void) y;
}
