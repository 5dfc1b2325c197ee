/* SPDX-License-Identifier: MIT */
/* For launched.test: each block stores a box of 64 by 64 elements, so many rows and columns from the one before.  */
#include <px.h>
typedef px_tile (px_half, 64, 64, 64) tile;

__kernel __requires (grid (1), block (1), threads (128), smem (sizeof (tile))) void
k (px_tensor_map from __perspective (grid, 1), px_tensor_map to __perspective (grid, 1), int rows __perspective (grid, 1),
   int columns __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared tile s;
      __async (tile *x = &s)
	px_tensor_load (x, &from, 0, blk * 64);
      __async (tile *x = &s)
	px_tensor_store (&to, x, blk * columns, blk * rows);
    }
}
