/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A shared array where a view at block[1] is wanted. */
#include <px.h>

__device __requires (block (1), thread (32)) void g (int *p);
__kernel __requires (grid (1), block (1), thread (32), smem (64)) void
f (void)
{
  __group (block, 1)
    {
      __shared int a[16];
      g (a);
      g (a + 4);
    }
}
