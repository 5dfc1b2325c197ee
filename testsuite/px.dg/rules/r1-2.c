/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), threads (64)) void f (int *p __perspective (grid, 1), int n)
{
  __partition (thread, 1, int *w = p + px_id (thread) * 4)
    for (int i = 0; i < 4; i++)
      w[i] = n;
}
