/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.fence} 1 } } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 2 } } */
/* { dg-final { scan-ptx-times {multicast::cluster} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx} 1 } } */
/* { dg-final { scan-ptx-times {arrive\.release\.cta\.shared::cluster} 1 } } */
/* { dg-final { scan-ptx-not {(acquire|release)\.cluster\.shared} } } */
/* C = A B^T of px_bf16: two blocks of a cluster share the tiles of B, of which each brings
   half to both, and have their own of A: one full and one empty wait serve both.  Copies and
   wgmma are all that touches the slots, so the scope of their barriers is the block's.  One
   thread arrives in each block.  */
#include "aux/elements.h"

enum { BM = 128, BN = 256, BK = 64, S = 4, THREADS = 384 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;
typedef px_tile (px_bf16, BN / 2, BK, 128) half_tile;

__kernel __requires (grid (1), threads (384), cluster (2), smem (S * (BM + BN) * BK * 2)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int n, int k,
      px_bf16 *c __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  int steps __perspective (block, 1) = k / BK;
  int pair __perspective (block, 2) = px_id (block, 2), col __perspective (block, 2) = pair % (n / BN) * BN;
  int row __perspective (block, 1) = (pair / (n / BN) * 2 + blk % 2) * BM;
  __partition (block, 1, px_bf16 *cb = c + row * n + col)
    __group (block, 2)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (S) a_tile a[S][2];
	__shared __slots (S) half_tile b[S][2];
	__group (block, 1)
	  __claim (thread, 256, px_bf16 *mine = cb)
	    __split (thread)
	      {
		__case (256)
		  {
		    int w __perspective (thread, 128) = px_id (thread, 128);
		    px_acc (float, 64, BN) sum __perspective (thread, 128);
		    px_setmaxnreg_inc (232);
		    px_zero (&sum);
		    for (int i = 0; i < steps; i++)
		      px_mma_nt (&sum, &a[i % S][w], (b_tile *) b[i % S]);
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
		    for (int i = 0; i < steps; i++)
		      __async (a_tile *x = a[i % S])
			__async (half_tile *y = b[i % S])
			  {
			    px_tensor_load (x, &ma, i * BK, row);
			    px_tensor_load (x + 1, &ma, i * BK, row + 64);
			    px_tensor_load_multicast (y + r, &mb, 3, i * BK, col + r * (BN / 2));
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
  s = s ? s : px_tensor_map_for (&mb, half_tile, b, .size = { k, n });
  return s ? s : px_launch (px_grid (blocks, THREADS), gemm, ma, mb, n, k, c);
}

int
main (void)
{
  return try (256, 512, 320, 256 / BM * (512 / BN));
}
