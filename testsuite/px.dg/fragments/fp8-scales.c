/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* C = A B^T of px_e4m3 with a scale for each row of A and 128 columns, and each 128 x 128
   of B: each step's sum is scaled and added to another.  */
#include "aux/elements.h"
#include <math.h>
enum { BM = 128, BN = 128, BK = 128, S = 3, THREADS = 384 };
typedef px_tile (px_e4m3, 64, BK, 128) a_tile;
typedef px_tile (px_e4m3, BN, BK, 128) b_tile;

__kernel __requires (grid (1), block (1), threads (384), smem (S * (BM + BN) * BK)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1),
      const float *sa __perspective (grid, 1), const float *sb __perspective (grid, 1), int m, int n, int k,
      float *c __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  int across __perspective (block, 1) = n / BN;
  int steps __perspective (block, 1) = k / BK;
  int row __perspective (block, 1) = blk / across * BM, col __perspective (block, 1) = blk % across * BN;
  __partition (block, 1, float *cb = c + row * n + col)
  __group (block, 1)
    {
      __shared __slots (S) a_tile a[S][2];
      __shared __slots (S) b_tile b[S];
      __claim (thread, 256, float *cc = cb)
      __split (thread)
	{
	  __case (256)
	    {
	      int w __perspective (thread, 128) = px_id (thread, 128), t __perspective (thread, 1) = px_id (thread);
	      px_acc (float, 64, BN) sum __perspective (thread, 128), part __perspective (thread, 128);
	      px_setmaxnreg_inc (232);
	      px_zero (&sum);
	      for (int i = 0; i < steps; i++)
		{
		  px_mul_nt (&part, &a[i % S][w], &b[i % S]);
		  int r __perspective (thread, 1) = row + t / 32 * 16 + t % 32 / 4;
		  float bs __perspective (thread, 1) = sb[i * across + col / BN];
		  float s0 __perspective (thread, 1) = sa[r * steps + i] * bs, s1 __perspective (thread, 1) = sa[(r + 8) * steps + i] * bs;
		  for (int e = 0; e < px_count (&sum); e++)
		    px_set (&sum, e, px_get (&sum, e) + px_get (&part, e) * (e % 4 < 2 ? s0 : s1));
		}
	      __partition (thread, 128, float *q = cc + w * 64 * n)
		__group (thread, 128)
		  px_store (q, n, &sum);
	    }
	  __case (128)
	    {
	      px_setmaxnreg_dec (40);
	      for (int i = 0; i < steps; i++)
		__async (a_tile *x = a[i % S])
		  __async (b_tile *y = &b[i % S])
		    {
		      px_tensor_load (x, &ma, i * BK, row);
		      px_tensor_load (x + 1, &ma, i * BK, row + 64);
		      px_tensor_load (y, &mb, i * BK, col);
		    }
	    }
	}
    }
}

int
main (void)
{
  enum { M = 256, N = 256, K = 512 };
  static px_e4m3 a[M * K], b[N * K];
  static float sa[M * K / BK], sb[K / BK * N / BN], c[M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = make_px_e4m3 (i * 7 % 5);
  for (int i = 0; i < N * K; i++)
    b[i] = make_px_e4m3 (i * 3 % 7);
  for (int i = 0; i < M * K / BK; i++)
    sa[i] = 0.25f * (i % 9 + 1);
  for (int i = 0; i < K / BK * N / BN; i++)
    sb[i] = 0.5f * (i % 3 + 1);
  void *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  float *dsa = px_alloc (sizeof sa), *dsb = px_alloc (sizeof sb), *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb;
  if (px_check (px_copy (da, a, sizeof a))
      || px_check (px_copy (db, b, sizeof b))
      || px_check (px_copy (dsa, sa, sizeof sa))
      || px_check (px_copy (dsb, sb, sizeof sb))
      || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { K, M }))
      || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { K, N }))
      || px_check (px_launch (px_grid (M / BM * (N / BN), THREADS), gemm, ma, mb, dsa, dsb, M, N, K, dc))
      || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  double worst = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	double want = 0;
	for (int l = 0; l < K; l++)
	  want += (double) ((i * K + l) * 7 % 5) * ((j * K + l) * 3 % 7) * sa[i * (K / BK) + l / BK] * sb[l / BK * (N / BN) + j / BN];
	worst = fmax (worst, fabs (c[i * N + j] - want) / (1 + fabs (want)));
      }
  printf ("worst %g\n", worst);
  return worst > 1e-5;
}
