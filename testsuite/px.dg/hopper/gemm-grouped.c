/* SPDX-License-Identifier: MIT */
/* Products C = A B^T of px_bf16 of many sizes in one launch.  Blocks that stay take the tiles of all from a list, in
   turn; a tile's number of steps, and so how often it uses the ring, is that of its product.  The tensor maps are in
   memory.  Sizes are multiples of 8.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 1 } } */
#include "../aux/t.h"
#include "aux/operands.h"

enum { BM = 128, BN = 128, BK = 64, S = 4, T = 288, GROUPS = 4 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;
typedef px_tile (px_bf16, 64, BN, 128) c_tile;

/* One tile: of which product, where, and how many steps of BK that has.  */
struct tile
{
  int group, row, col, steps;
};

__kernel __requires (grid (1), block (1), threads (T), smem (S * (BM + BN) * BK * 2 + 2 * sizeof (c_tile))) void
gemm (const px_tensor_map *ma, const px_tensor_map *mb, const px_tensor_map *mc, const struct tile *list, int all)
{
  int blk __perspective (block, 1) = px_id (block), blocks __perspective (block, 1) = px_units (block);
  __group (block, 1)
    {
      __shared __slots (S) a_tile a[S][2];
      __shared __slots (S) b_tile b[S];
      __shared c_tile c[2];
      __claim (thread, 256, c_tile *both = c)
	__split (thread)
	  {
	    __case (256)
	      {
		int w __perspective (thread, 128) = px_id (thread, 128), i = 0;
		px_acc (float, 64, BN) sum __perspective (thread, 128);
		for (int q = blk; q < all; q += blocks)
		  {
		    int steps = list[q].steps;
		    px_zero (&sum);
		    for (int j = 0; j < steps; j++, i++)
		      px_mma_nt (&sum, &a[i % S][w], &b[i % S]);
		    __partition (thread, 128, c_tile *mine = both + w)
		      __group (thread, 128)
			{
			  px_lhs (px_bf16, 64, BN) half;
			  px_convert (&half, &sum);
			  px_tile_store (mine, 0, 0, &half);
			  __async (c_tile *x = mine)
			    px_tensor_store (&mc[list[q].group], x, list[q].col, list[q].row + w * 64);
			}
		  }
	      }
	    __case (32)
	      {
		int i = 0;
		for (int q = blk; q < all; q += blocks)
		  {
		    int steps = list[q].steps, g = list[q].group, row = list[q].row, col = list[q].col;
		    for (int j = 0; j < steps; j++, i++)
		      __async (a_tile *x = a[i % S])
			__async (b_tile *y = &b[i % S])
			  {
			    px_tensor_load (x, &ma[g], j * BK, row);
			    px_tensor_load (x + 1, &ma[g], j * BK, row + 64);
			    px_tensor_load (y, &mb[g], j * BK, col);
			  }
		  }
	      }
	  }
    }
}

int
main (void)
{
  static const int m[GROUPS] = { 136, 64, 256, 8 }, n[GROUPS] = { 72, 200, 128, 8 }, k[GROUPS] = { 320, 8, 128, 456 };
  static px_tensor_map map[3][GROUPS];
  static struct tile list[20];
  px_bf16 *a[GROUPS], *b[GROUPS], *c[GROUPS];
  int all = 0;
  for (int g = 0; g < GROUPS; g++)
    {
      a[g] = NEW (px_bf16, m[g] * k[g]);
      b[g] = NEW (px_bf16, n[g] * k[g]);
      c[g] = NEW (px_bf16, m[g] * n[g]);
      fill_operands (a[g], m[g] * k[g], b[g], n[g] * k[g]);
      OK (px_tensor_map_for (&map[0][g], a_tile, a[g], .size = { k[g], m[g] }));
      OK (px_tensor_map_for (&map[1][g], b_tile, b[g], .size = { k[g], n[g] }));
      OK (px_tensor_map_for (&map[2][g], c_tile, c[g], .size = { n[g], m[g] }));
      for (int i = 0; i < m[g]; i += BM)
	for (int j = 0; j < n[g]; j += BN)
	  list[all++] = (struct tile) { g, i, j, (k[g] + BK - 1) / BK };
    }
  px_tensor_map *d = t_dev (map, sizeof map);
  struct tile *l = t_dev (list, sizeof list);
  for (int blocks = 1; blocks < 4; blocks += 2)
    {
      for (int g = 0; g < GROUPS; g++)
	memset (c[g], 0xff, m[g] * n[g] * sizeof *c[g]);
      LAUNCH (blocks, T, gemm, d, d + GROUPS, d + 2 * GROUPS, l, all);
      for (int g = 0; g < GROUPS; g++)
	for (int i = 0; i < m[g]; i++)
	  for (int j = 0; j < n[g]; j++)
	    {
	      int want = 0;
	      for (int e = 0; e < k[g]; e++)
		want += a[g][i * k[g] + e].bits && b[g][j * k[g] + e].bits;
	      CHECK (c[g][i * n[g] + j].bits == bf (want).bits);
	    }
    }
  OK (px_free (d));
  OK (px_free (l));
  return 0;
}
