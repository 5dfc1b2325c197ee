/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), thread (64)) void f (const float *in __perspective (grid, 1))
{
  __group (block, 1)
    px_bulk_prefetch (in, 16 + 16 * px_id (thread, 32));	/* { dg-error {operand 2 of 'px_bulk_prefetch' must be the same for all of block.1., but lives at thread.32. .PX202.} } */
}
