/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), thread (32)) void f (const float *in __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, 1)
    px_bulk_prefetch (in, b * 16 + 16);
}
