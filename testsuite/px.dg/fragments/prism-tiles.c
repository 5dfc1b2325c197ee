/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.fence} 1 } } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 1 } } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 0;} 1 } } */
/* { dg-final { scan-ptx-not {bar\.sync 1} } } */
/* A persistent block goes over tiles, whose number of steps leaves one over in the rings of three:
   the slot that a tile ends with is the one that the next begins with, so it is released
   at the end of a tile, after a wait that its sum needs, too.  Nothing is between the tiles:
   they are rows that nobody else has, whatever n is.  */
#include "aux/elements.h"

enum { BM = 128, BN = 256, BK = 64, S = 3, THREADS = 384 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;

__kernel __requires (grid (1), block (1), threads (384), smem (S * (BM + BN) * BK * 2)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int n, int k,
      px_bf16 *c __perspective (grid, 1), int tiles)
{
  int blk __perspective (block, 1) = px_id (block);
  int steps __perspective (block, 1) = k / BK;
  __partition (block, 1, px_bf16 *cb = c + blk * BN)
    __group (block, 1)
      {
	__shared __slots (S) a_tile a[S][2];
	__shared __slots (S) b_tile b[S];
	__claim (thread, 256, px_bf16 *mine = cb)
	  __split (thread)
	    {
	      __case (256)
		{
		  int w __perspective (thread, 128) = px_id (thread, 128);
		  px_acc (float, 64, BN) sum __perspective (thread, 128);
		  px_setmaxnreg_inc (232);
		  for (int row = 0; row < tiles * BM; row += BM)
		    {
		      px_zero (&sum);
		      for (int i = 0; i < steps; i++)
			px_mma_nt (&sum, &a[i % S][w], &b[i % S]);
		      __partition (thread, 128, px_bf16 *out = mine + (row + w * 64) * n)
			__group (thread, 128)
			  {
			    px_lhs (px_bf16, 64, BN) rounded;
			    px_convert (&rounded, &sum);
			    px_store (out, n, &rounded);
			  }
		    }
		}
	      __case (128)
		{
		  px_setmaxnreg_dec (40);
		  for (int row = 0; row < tiles * BM; row += BM)
		    for (int i = 0; i < steps; i++)
		      __async (a_tile *x = a[i % S])
			__async (b_tile *y = &b[i % S])
			  {
			    px_tensor_load (x, &ma, i * BK, row);
			    px_tensor_load (x + 1, &ma, i * BK, row + 64);
			    px_tensor_load (y, &mb, i * BK, blk * BN);
			  }
		}
	    }
      }
}

#include "aux/prism.h"

static px_status
launch (px_bf16 *a, px_bf16 *b, px_bf16 *c, int m, int n, int k, int blocks)
{
  px_tensor_map ma, mb;
  px_status s = px_tensor_map_for (&ma, a_tile, a, .size = { k, m });
  s = s ? s : px_tensor_map_for (&mb, b_tile, b, .size = { k, n });
  return s ? s : px_launch (px_grid (blocks, THREADS), gemm, ma, mb, n, k, c, m / BM);
}

int
main (void)
{
  return try (256, 512, 256, 512 / BN);
}
