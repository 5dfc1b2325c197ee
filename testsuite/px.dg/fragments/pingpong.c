/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 2 } } */
/* C = A B, both row-major, of px_half: two warpgroups take turns with tiles, each from a
   ring of its own, which one warpgroup fills for both.  */
#include "aux/elements.h"

enum { BM = 64, BN = 128, BK = 64, S = 3, THREADS = 384 };
typedef px_tile (px_half, BM, BK, 128) a_tile;
typedef px_tile (px_half, BK, BN, 128) b_tile;   /* B is K x N, row-major */
typedef px_tile (px_half, BM, BN, 128) c_tile;
#define LOAD(A, B, I, T) \
      for (int j = 0; j < steps; j++, I++) \
      __async (a_tile *x = &A[I % S]) \
	__async (b_tile *y = &B[I % S]) \
	  { \
	    px_tensor_load (x, &ma, j * BK, (T) / across * BM); \
	    px_tensor_load (y, &mb, (T) % across * BN, j * BK); \
	  }
#define CONSUME(A, B, C, FIRST) \
  { \
    int i = 0; \
    px_acc (float, BM, BN) sum __perspective (thread, 128); \
    px_setmaxnreg_inc (240); \
    for (int t = blk * 2; t < all; t += 2 * blocks) \
      { \
	px_zero (&sum); \
	for (int j = 0; j < steps; j++, i++) \
	  px_mma (&sum, &A[i % S], &B[i % S]); \
	px_lhs (px_half, BM, BN) half __perspective (thread, 128); \
	px_convert (&half, &sum); \
	px_tile_store (C, 0, 0, &half); \
	__async (c_tile *x = C) \
	  px_tensor_store (&mc, x, (t + FIRST) % across * BN, (t + FIRST) / across * BM); \
      } \
  }

__kernel __requires (grid (1), block (1), threads (384), smem (2 * S * (BM + BN) * BK * 2 + 2 * sizeof (c_tile))) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1),
      px_tensor_map mc __perspective (grid, 1), int m, int n, int k)
{
  int blk __perspective (block, 1) = px_id (block), blocks __perspective (block, 1) = px_units (block);
  int across __perspective (block, 1) = (n + BN - 1) / BN;
  int all __perspective (block, 1) = (m + BM - 1) / BM * across;
  int steps __perspective (block, 1) = (k + BK - 1) / BK;
  __group (block, 1)
    {
      __shared __slots (S) a_tile a0[S], a1[S];
      __shared __slots (S) b_tile b0[S], b1[S];
      __shared c_tile c0, c1;
      __claim (thread, 128, c_tile *d0 = &c0)
      __claim (thread, 128, c_tile *d1 = &c1)
      __split (thread)
	{
	  __case (128) CONSUME (a0, b0, d0, 0)
	  __case (128) CONSUME (a1, b1, d1, 1)
	  __case (128)
	    {
	      px_setmaxnreg_dec (24);
	      int i0 = 0, i1 = 0;
	      for (int t = blk * 2; t < all; t += 2 * blocks)
		{
		  LOAD (a0, b0, i0, t)
		  LOAD (a1, b1, i1, t + 1)
		}
	    }
	}
    }
}

int
main (void)
{
  enum { M = 328, N = 264, K = 200 };
  static px_half a[M * K], b[N * K];
  static px_half c[M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = make_px_half (i * 7 % 3);
  for (int i = 0; i < N * K; i++)
    b[i] = make_px_half (i * 3 % 4 == 0);
  void *da = px_alloc (sizeof a), *db = px_alloc (sizeof b), *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb, mc;
  for (int g = 1; g <= 4; g += 1)
    {
      memset (c, 0, sizeof c);
      if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b)) || px_check (px_copy (dc, c, sizeof c))
	  || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { K, M }))
	  || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { N, K }))
	  || px_check (px_tensor_map_for (&mc, c_tile, dc, .size = { N, M }))
	  || px_check (px_launch (px_grid (g, THREADS), gemm, ma, mb, mc, M, N, K)) || px_check (px_copy (c, dc, sizeof c)))
	return 1;
      for (int i = 0; i < M; i++)
	for (int j = 0; j < N; j++)
	  {
	    double want = 0;
	    for (int l = 0; l < K; l++)
	      want += (double) ((i * K + l) * 7 % 3) * ((l * N + j) * 3 % 4 == 0);
	    if (number_px_half (c[i * N + j]) != want)
	      {
	        printf ("%d: %d %d: %g %g\n", g, i, j, number_px_half (c[i * N + j]), want);
	        return 1;
	      }
	  }
    }
  return 0;
}
