/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism 6.1.2: items_per_thread must be the same for all. */
#include <px.h>


__device __requires (block (1), thread (32)) void
block_load (const int *input, int *output __perspective (thread, 1), int items_per_thread);	/* { dg-message "'items_per_thread' is declared here" } */
__kernel __requires (grid (1), block (1), thread (32)) void
f (const int *p __perspective (grid, 1))
{
  __group (block, 1)
    {
      int data[4] __perspective (thread, 1);
      int t __perspective (thread, 1) = px_id (thread);
      block_load (p, data, t);	/* { dg-error {argument 3 of 'block_load' must live at block.1. or broader, but lives at thread.1.[^\n]*PX302} } */
      (void) data;
    }
}
