/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), threads (64)) void f (int *p __perspective (grid, 1))
{
  __partition (block, 1, int *b = p + px_id (block) * 64)
    __group (block, 1)
      __partition (thread, 1, int *w = b + (px_id (thread) ^ 1))
        *w = 1;
}
