/* SPDX-License-Identifier: MIT */
/* For launched.test: kernels that load from the tensor to which they store, by the same map.  */
#include <px.h>
typedef px_tile (px_half, 64, 64, 64) tile;

/* Each block stores to a box of its own what is so many rows ahead of it.  */
__kernel __requires (grid (1), block (1), threads (128), smem (sizeof (tile))) void
own (px_tensor_map both __perspective (grid, 1), int rows __perspective (grid, 1), int ahead __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared tile s;
      __async (tile *x = &s)
	px_tensor_load (x, &both, 0, blk * rows + ahead);
      __async (tile *x = &s)
	px_tensor_store (&both, x, 0, blk * rows);
    }
}

/* It loads again when it has stored.  */
__kernel __requires (grid (1), block (1), threads (128), smem (2 * sizeof (tile))) void
again (px_tensor_map both __perspective (grid, 1), int rows __perspective (grid, 1), int ahead __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared tile s, r;
      __async (tile *y = &r)
	px_tensor_load (y, &both, 0, 64 * 100);
      __async (tile *y = &r)
	px_tensor_store (&both, y, 0, blk * rows);
      __async (tile *x = &s)
	px_tensor_load (x, &both, 0, blk * rows + ahead);
    }
}
