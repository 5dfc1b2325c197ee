/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 0;} 1 } } */
/* As many steps as slots: no slot is released, so the sum is waited for where it is read.  */
#include "aux/elements.h"

enum { BM = 128, BN = 256, BK = 64, S = 2, STEPS = 2, THREADS = 384 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;

__kernel __requires (grid (1), block (1), threads (384), smem (S * (BM + BN) * BK * 2)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int n,
      px_bf16 *c __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
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
		  px_zero (&sum);
		  for (int i = 0; i < STEPS; i++)
		    px_mma_nt (&sum, &a[i % S][w], &b[i % S]);
		  __partition (thread, 128, px_bf16 *out = mine + w * 64 * n)
		    __group (thread, 128)
		      {
			px_lhs (px_bf16, 64, BN) rounded;
			px_convert (&rounded, &sum);
			px_store (out, n, &rounded);
		      }
		}
	      __case (128)
		{
		  px_setmaxnreg_dec (40);
		  for (int i = 0; i < STEPS; i++)
		    __async (a_tile *x = a[i % S])
		      __async (b_tile *y = &b[i % S])
			{
			  px_tensor_load (x, &ma, i * BK, 0);
			  px_tensor_load (x + 1, &ma, i * BK, 64);
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
  return s ? s : px_launch (px_grid (blocks, THREADS), gemm, ma, mb, n, c);
}

int
main (void)
{
  return try (BM, 512, STEPS * BK, 512 / BN);
}
