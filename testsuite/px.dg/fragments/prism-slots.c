/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.fence} 4 } } */
/* { dg-final { scan-ptx {\.maxntid 384|\.reqntid 384} } } */
/* As prism-persistent.c, with slots that have names, as Prism's own kernel has them: the
   loop over K is unrolled by hand.  */
#include "aux/elements.h"

enum { BM = 128, BN = 256, BK = 64, THREADS = 384 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;
typedef px_tile (px_bf16, 64, 128, 128) c_tile;

#define BRING(A, B, STEP)				\
  __async (a_tile *x = A)				\
    __async (b_tile *y = &B)				\
      {							\
	px_tensor_load (x, &ma, (STEP) * BK, row);	\
	px_tensor_load (x + 1, &ma, (STEP) * BK, row + 64);	\
	px_tensor_load (y, &mb, (STEP) * BK, col);	\
      }

__kernel __requires (grid (1), block (1), threads (384), smem (4 * (BM + BN) * BK * 2 + 2 * sizeof (c_tile))) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1),
      px_tensor_map mc __perspective (grid, 1), int m, int n, int k)
{
  int blk __perspective (block, 1) = px_id (block), blocks __perspective (block, 1) = px_units (block);
  int across __perspective (block, 1) = (n + BN - 1) / BN, all __perspective (block, 1) = (m + BM - 1) / BM * across;
  int steps __perspective (block, 1) = (k + BK - 1) / BK;
  __group (block, 1)
    {
      __shared __slots (1) a_tile a0[1][2], a1[1][2], a2[1][2], a3[1][2];
      __shared __slots (1) b_tile b0, b1, b2, b3;
      __shared c_tile c[2];
      __claim (thread, 256, c_tile *both = c)
	__split (thread)
	  {
	    __case (256)
	      {
		int w __perspective (thread, 128) = px_id (thread, 128);
		px_acc (float, 64, BN) sum __perspective (thread, 128);
		px_setmaxnreg_inc (240);
		for (int t = blk; t < all; t += blocks)
		  {
		    int row = t / across * BM, col = t % across * BN;
		    px_zero (&sum);
		    for (int j = 0; j < steps; j += 4)
		      {
			px_mma_nt (&sum, &a0[0][w], &b0);
			if (j + 1 < steps)
			  px_mma_nt (&sum, &a1[0][w], &b1);
			if (j + 2 < steps)
			  px_mma_nt (&sum, &a2[0][w], &b2);
			if (j + 3 < steps)
			  px_mma_nt (&sum, &a3[0][w], &b3);
		      }
		    __partition (thread, 128, c_tile *mine = both + w)
		      __group (thread, 128)
			for (int h = 0; h < 2; h++)
			  {
			    px_lhs (px_bf16, 64, 128) half;
			    px_part (&half, &sum, 0, h * 128);
			    px_tile_store (mine, 0, 0, &half);
			    __async (c_tile *x = mine)
			      px_tensor_store (&mc, x, col + h * 128, row + w * 64);
			  }
		  }
	      }
	    __case (128)
	      {
		px_setmaxnreg_dec (24);
		for (int t = blk; t < all; t += blocks)
		  {
		    int row = t / across * BM, col = t % across * BN;
		    for (int j = 0; j < steps; j += 4)
		      {
			BRING (a0[0], b0, j)
			if (j + 1 < steps)
			  BRING (a1[0], b1, j + 1)
			if (j + 2 < steps)
			  BRING (a2[0], b2, j + 2)
			if (j + 3 < steps)
			  BRING (a3[0], b3, j + 3)
		      }
		  }
	      }
	  }
    }
}

#include "aux/prism.h"

static px_status
launch (px_bf16 *a, px_bf16 *b, px_bf16 *c, int m, int n, int k, int blocks)
{
  px_tensor_map ma, mb, mc;
  px_status s = px_tensor_map_for (&ma, a_tile, a, .size = { k, m });
  s = s ? s : px_tensor_map_for (&mb, b_tile, b, .size = { k, n });
  s = s ? s : px_tensor_map_for (&mc, c_tile, c, .size = { n, m });
  return s ? s : px_launch (px_grid (blocks, THREADS), gemm, ma, mb, mc, m, n, k);
}

int
main (void)
{
  return try (256, 512, 320, 3) || try (200, 296, 136, 2) || try (8, 8, 8, 1) || try (136, 264, 576, 5);
}
