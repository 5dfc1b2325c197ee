/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-not {wgmma\.wait_group\.sync\.aligned 1;} } } */
/* Stream-K: blocks share the steps of all tiles evenly, and add what they have of a tile
   by tensor copies.  */
#include "aux/elements.h"

enum { BM = 64, BN = 64, BK = 64, S = 4, THREADS = 160 };
typedef px_tile (px_bf16, BM, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;
typedef px_tile (float, BM, 32, 128) c_tile;

__kernel __requires (grid (1), block (1), threads (160), smem (S * (BM + BN) * BK * 2 + 2 * sizeof (c_tile))) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1),
      px_tensor_map mc __perspective (grid, 1), int m, int n, int k)
{
  int blk __perspective (block, 1) = px_id (block), blocks __perspective (block, 1) = px_units (block);
  int across __perspective (block, 1) = n / BN, steps __perspective (block, 1) = k / BK;
  int all __perspective (block, 1) = m / BM * across * steps;
  int first __perspective (block, 1) = (long) all * blk / blocks;
  int last __perspective (block, 1) = (long) all * (blk + 1) / blocks;
  __group (block, 1)
    {
      __shared __slots (S) a_tile a[S];
      __shared __slots (S) b_tile b[S];
      __shared c_tile c[2];
      __claim (thread, 128, c_tile *cc = c)
      __split (thread)
	{
	  __case (128)
	    {
	      px_acc (float, BM, BN) sum __perspective (thread, 128);
	      px_zero (&sum);
	      for (int i = 0; i < last - first; i++)
		{
		  px_mma_nt (&sum, &a[i % S], &b[i % S]);
		  if (i == last - first - 1 || (first + i + 1) % steps == 0)
		    {
		      int tile = (first + i) / steps, t __perspective (thread, 1) = px_id (thread);
		      __partition (thread, 1, c_tile *q = cc)
			__group (thread, 1)
			  for (int e = 0; e < px_count (&sum); e++)
			    {
			      int r __perspective (thread, 1) = t / 32 * 16 + t % 32 / 4 + e / 2 % 2 * 8;
			      int cl __perspective (thread, 1) = e / 4 * 8 + t % 4 * 2 + e % 2;
			      px_at (q + cl / 32, r, cl % 32) = px_get (&sum, e);
			    }
		      __async (c_tile *x = cc)
			{
			  px_tensor_add (&mc, x, tile % across * BN, tile / across * BM);
			  px_tensor_add (&mc, x + 1, tile % across * BN + 32, tile / across * BM);
			}
		      px_zero (&sum);
		    }
		}
	    }
	  __case (32)
	    for (int i = 0; i < last - first; i++)
	      {
		int tile = (first + i) / steps, kk = (first + i) % steps * BK;
		__async (a_tile *x = &a[i % S])
		  __async (b_tile *y = &b[i % S])
		    {
		      px_tensor_load (x, &ma, kk, tile / across * BM);
		      px_tensor_load (y, &mb, kk, tile % across * BN);
		    }
	      }
	}
    }
}

int
main (void)
{
  enum { M = 192, N = 128, K = 320 };
  static px_bf16 a[M * K], b[N * K];
  static float c[M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = make_px_bf16 (i * 7 % 5);
  for (int i = 0; i < N * K; i++)
    b[i] = make_px_bf16 (i * 3 % 7);
  void *da = px_alloc (sizeof a), *db = px_alloc (sizeof b), *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb, mc;
  for (int g = 1; g <= 11; g += 5)
    {
      memset (c, 0, sizeof c);
      if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b)) || px_check (px_copy (dc, c, sizeof c))
	  || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { K, M }))
	  || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { K, N }))
	  || px_check (px_tensor_map_for (&mc, c_tile, dc, .size = { N, M }))
	  || px_check (px_launch (px_grid (g, THREADS), gemm, ma, mb, mc, M, N, K)) || px_check (px_copy (c, dc, sizeof c)))
	return 1;
      for (int i = 0; i < M; i++)
	for (int j = 0; j < N; j++)
	  {
	    double want = 0;
	    for (int l = 0; l < K; l++)
	      want += (double) ((i * K + l) * 7 % 5) * ((j * K + l) * 3 % 7);
	    if (c[i * N + j] != want)
	      {
	        printf ("%d: %d %d: %g %g\n", g, i, j, c[i * N + j], want);
	        return 1;
	      }
	  }
    }
  return 0;
}
