/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What is but an expression may depend on anything. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (block, 1)
    {
      int x __perspective (thread, 1) = t < n ? t : n;
      int y __perspective (thread, 1) = t < n && x > 3;
      int z __perspective (thread, 1) = t > n || (x > 3 ? t : !y);
      (void) z;
    }
}
