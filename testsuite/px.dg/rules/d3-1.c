/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What fits, exactly. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32), smem (1024)) void
f (void)
{
  __group (block, 1)
    {
      __shared float a[128];
      __shared char b[512];
      (void) a;
      (void) b;
    }
}
