/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An operator's result lives at the narrowest of its arguments. */
#include <px.h>

__device __attribute__ ((const)) int
twice (int n)
{
  return n + n;
}

__kernel __requires (grid (1), block (1), thread (32)) void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x = twice (n);
  int y __perspective (thread, 1) = twice (t);
  (void) x, (void) y;
}
