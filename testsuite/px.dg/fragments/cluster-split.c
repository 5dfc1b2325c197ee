/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.commit_group} 1 } } */
/* Each block of a cluster of four multiplies a quarter of K; the sums are added through
   mapped shared memory.  The loop ends with the product, which the next iteration's
   copies wait for.  */
#include "aux/elements.h"

enum { BM = 64, BN = 64, BK = 64, CL = 4, T = 128 };
typedef px_tile (px_half, BM, BK, 128) a_tile;
typedef px_tile (px_half, BN, BK, 128) b_tile;
__kernel __requires (grid (1), threads (128), cluster (CL), smem (sizeof (a_tile) + sizeof (b_tile) + BM * BN * 4)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int n, int k, float *c __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block), tile __perspective (block, CL) = px_id (block, CL);
  int across __perspective (grid, 1) = n / BN;
  __partition (block, 1, float *cb = c + b * (BM * BN / CL))
  __group (block, CL)
    {
      __shared float part[BM * BN];
      int r __perspective (block, 1) = px_id (block);
      __group (block, 1)
	{
	  __shared a_tile as;
	  __shared b_tile bs;
	  px_acc (float, BM, BN) sum __perspective (thread, 128);
	  px_zero (&sum);
	  for (int kk = r * (k / CL); kk < (r + 1) * (k / CL); kk += BK)
	    {
	      __async (a_tile *x = &as)
		__async (b_tile *y = &bs)
		  {
		    px_tensor_load (x, &ma, kk, tile / across * BM);
		    px_tensor_load (y, &mb, kk, tile % across * BN);
		  }
	      px_mma_nt (&sum, &as, &bs);
	    }
	  __partition (thread, 128, float *q = part)
	    __group (thread, 128)
	      px_store (q, BN, &sum);
	}
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, float *o = cb)
	    __group (thread, 1)
	      for (int i = t; i < BM * BN / CL; i += T)
		{
		  float s = 0;
		  for (int x = 0; x < CL; x++)
		    s += *px_map_shared (part + r * (BM * BN / CL) + i, x);
		  o[i] = s;
		}
	}
    }
}
int
main (void)
{
  enum { M = 128, N = 128, K = 512 };
  static px_half a[M * K], b[N * K];
  static float c[M * N];
  for (int i = 0; i < M * K; i++) a[i] = make_px_half (i * 7 % 5);
  for (int i = 0; i < N * K; i++) b[i] = make_px_half (i * 3 % 7);
  void *da = px_alloc (sizeof a), *db = px_alloc (sizeof b), *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb;
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))
      || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { K, M })) || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { K, N }))
      || px_check (px_launch (px_grid (CL * (M / BM) * (N / BN), T), gemm, ma, mb, N, K, dc)) || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	double want = 0;
	for (int l = 0; l < K; l++)
	  want += (double) ((i * K + l) * 7 % 5) * ((j * K + l) * 3 % 7);
	int tile = i / BM * (N / BN) + j / BN;
	float got = c[tile * BM * BN + i % BM * BN + j % BN];
	if (got != want)
	  {
	    printf ("%d %d: %g, not %g\n", i, j, got, want);
	    return 1;
	  }
      }
  return 0;
}
