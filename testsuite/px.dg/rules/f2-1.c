/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Scalars may be broader than the parameter. */
#include <px.h>

__device __requires (thread (32)) int g (int a, int b __perspective (thread, 1), float c __perspective (thread, 8));
__kernel __requires (grid (1), block (1), thread (32)) void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int q __perspective (thread, 16) = px_id (thread, 16);
  int x __perspective (thread, 32) = g (n, t, q);
  (void) x;
}
