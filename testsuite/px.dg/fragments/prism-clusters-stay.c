/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 2 } } */
/* { dg-final { scan-ptx-times {multicast::cluster} 1 } } */
/* As prism-cluster.c, by clusters that stay and walk over the tiles of C: how often they do is made
   of the cluster's number, so it is the same in both blocks.  */
#include "aux/elements.h"

enum { BM = 128, BN = 256, BK = 64, S = 3, THREADS = 384 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;
typedef px_tile (px_bf16, BN / 2, BK, 128) half_tile;
typedef px_tile (px_bf16, 64, 128, 128) c_tile;

__kernel __requires (grid (1), threads (384), cluster (2), smem (S * (BM + BN) * BK * 2 + 2 * sizeof (c_tile))) void
gemm (px_tensor_map ma, px_tensor_map mb, px_tensor_map mc, int m, int n, int k)
{
  int clusters __perspective (grid, 1) = px_units (block, 2), pair __perspective (block, 2) = px_id (block, 2);
  int across __perspective (grid, 1) = n / BN, all __perspective (grid, 1) = m / (2 * BM) * across, steps __perspective (grid, 1) = k / BK;
  __group (block, 2)
    {
      int r __perspective (block, 1) = px_id (block);
      __shared __slots (S) a_tile a[S][2];
      __shared __slots (S) half_tile b[S][2];
      __shared c_tile c[2];
      __group (block, 1)
	__claim (thread, 256, c_tile *both = c)
	  __split (thread)
	    {
	      __case (256)
		{
		  int w __perspective (thread, 128) = px_id (thread, 128), i = 0;
		  px_acc (float, 64, BN) sum __perspective (thread, 128);
		  px_setmaxnreg_inc (240);
		  for (int t = pair; t < all; t += clusters)
		    {
		      int row = t / across * 2 * BM + r * BM, col = t % across * BN;
		      px_zero (&sum);
		      for (int j = 0; j < steps; j++, i++)
			px_mma_nt (&sum, &a[i % S][w], (b_tile *) b[i % S]);
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
		  int i = 0;
		  px_setmaxnreg_dec (24);
		  for (int t = pair; t < all; t += clusters)
		    {
		      int row = t / across * 2 * BM + r * BM, col = t % across * BN;
		      for (int j = 0; j < steps; j++, i++)
			__async (a_tile *x = a[i % S])
			  __async (half_tile *y = b[i % S])
			    {
			      px_tensor_load (x, &ma, j * BK, row);
			      px_tensor_load (x + 1, &ma, j * BK, row + 64);
			      px_tensor_load_multicast (y + r, &mb, 3, j * BK, col + r * (BN / 2));
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
  s = s ? s : px_tensor_map_for (&mb, half_tile, b, .size = { k, n });
  s = s ? s : px_tensor_map_for (&mc, c_tile, c, .size = { n, m });
  return s ? s : px_launch (px_grid (blocks, THREADS), gemm, ma, mb, mc, m, n, k);
}

int
main (void)
{
  return try (256, 768, 256, 4) || try (512, 512, 64, 2);
}
