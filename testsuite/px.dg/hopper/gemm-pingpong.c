/* SPDX-License-Identifier: MIT */
/* C = A B^T of px_bf16, persistent, by two warpgroups that take turns with tiles of 128 x 128: while one multiplies,
   the other converts and sends what it has.  A third one fills one ring for both.  Sizes are multiples of 8.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 2 } } */
/* { dg-final { scan-ptx-times {bar\.arrive} 3 } } */
/* { dg-final { scan-ptx-times {wgmma\.fence} 2 } } */
/* The turn is given before the last wgmma are waited for.  */
/* { dg-final { scan-ptx-times {(?s)bar\.arrive \d+, 256;(?:(?!wgmma\.mma_async).)*?wgmma\.wait_group\.sync\.aligned 0;} 2 } } */
#include "aux/pingpong.h"

/* Every second tile, from 2 * blk + W on, whose halves leave by *C; who has TURN gives OTHER.  */
#define MULTIPLY(W, C, TURN, OTHER) \
  { \
    int i = W * steps; \
    px_acc (float, 64, BN) sum[2]; \
    px_lhs (px_bf16, 64, BN) half; \
    px_setmaxnreg_inc (240); \
    if (W) \
      px_give_turn (&OTHER); \
    for (int q = 2 * blk; q < all; q += 2 * blocks) \
      { \
	px_zero (&sum[0]); \
	px_zero (&sum[1]); \
	px_take_turn (&TURN); \
	for (int j = 0; j < steps; j++, i++) \
	  { \
	    px_mma_nt (&sum[0], &a[i % S][0], &b[i % S]); \
	    px_mma_nt (&sum[1], &a[i % S][1], &b[i % S]); \
	  } \
	i += steps; \
	px_give_turn (&OTHER); \
	for (int h = 0; h < 2; h++) \
	  { \
	    px_convert (&half, &sum[h]); \
	    px_tile_store (C, 0, 0, &half); \
	    __async (c_tile *x = C) \
	      px_tensor_store (&mc, x, (q + (W)) % across * BN, (q + (W)) / across * BM + h * 64); \
	  } \
      } \
  }

__kernel __requires (grid (1), block (1), threads (T), smem (S * (BM + BN) * BK * 2 + 2 * sizeof (c_tile))) void
gemm (const px_tensor_map ma, const px_tensor_map mb, const px_tensor_map mc, int m, int n, int k)
{
  int blk __perspective (block, 1) = px_id (block), blocks __perspective (block, 1) = px_units (block);
  int across __perspective (block, 1) = (n + BN - 1) / BN, all __perspective (block, 1) = (m + BM - 1) / BM * across;
  int steps __perspective (block, 1) = (k + BK - 1) / BK;
  __group (block, 1)
    {
      __shared __slots (S) a_tile a[S][2];
      __shared __slots (S) b_tile b[S];
      __shared c_tile c0, c1;
      __shared px_turn t0, t1;
      __claim (thread, 128, c_tile *d0 = &c0)
	__claim (thread, 128, c_tile *d1 = &c1)
	  __split (thread)
	    {
	      __case (128) MULTIPLY (0, d0, t0, t1)
	      __case (128) MULTIPLY (1, d1, t1, t0)
	      __case (128)
		{
		  int i = 0;
		  px_setmaxnreg_dec (24);
		  for (int q = 2 * blk; q < all; q += 2 * blocks)
		    {
		      FILL (q)
		      FILL (q + 1)
		    }
		}
	    }
    }
}

static void
run (px_tensor_map ma, px_tensor_map mb, px_tensor_map mc, int m, int n, int k, int blocks)
{
  LAUNCH (blocks, T, gemm, ma, mb, mc, m, n, k);
}

int
main (void)
{
  try (256, 256, 320, 1);
  try (200, 392, 72, 2);
  try (72, 136, 8, 3);
  return 0;
}
