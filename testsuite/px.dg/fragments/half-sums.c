/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* Sums of px_half, 64 x 256; blocks share K, and add what they have by bulk copies to
   memory that all of them have.  */
#include "aux/elements.h"

enum { BM = 64, BN = 256, BK = 64, T = 128 };
typedef px_tile (px_half, BM, BK, 128) a_tile;
typedef px_tile (px_half, BN, BK, 128) b_tile;

__kernel __requires (grid (1), block (1), threads (128), smem (sizeof (a_tile) + sizeof (b_tile) + BM * BN * 2)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int k, px_half *c)
{
  int b __perspective (block, 1) = px_id (block), all __perspective (block, 1) = px_units (block);

  __group (block, 1)
    {
      __shared a_tile as;
      __shared b_tile bs;
      __shared px_half cs[BM * BN];
      px_acc (px_half, BM, BN) sum __perspective (thread, 128);
      px_zero (&sum);
      for (int kk = b * BK; kk < k; kk += all * BK)
	{
	  __async (a_tile *x = &as)
	    __async (b_tile *y = &bs)
	      {
		px_tensor_load (x, &ma, kk, 0);
		px_tensor_load (y, &mb, kk, 0);
	      }
	  px_mma_nt (&sum, &as, &bs);
	}
      __partition (thread, 128, px_half *q = cs)
	__group (thread, 128)
	  px_stmatrix (q, BN, &sum);
      __async (px_half *x = cs)
	px_bulk_add (c, x, BM * BN * 2);
    }
}

int
main (void)
{
  enum { M = BM, N = BN, K = 384 };
  static px_half a[M * K], b[N * K];
  static px_half c[M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = make_px_half (i * 7 % 3 == 0);
  for (int i = 0; i < N * K; i++)
    b[i] = make_px_half (i * 3 % 4 == 1);
  void *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  px_half *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb;
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b)) || px_check (px_copy (dc, c, sizeof c))
      || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { K, M }))
      || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { K, N }))
      || px_check (px_launch (px_grid (3, T), gemm, ma, mb, K, dc)) || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	double want = 0;
	for (int l = 0; l < K; l++)
	  want += (double) ((i * K + l) * 7 % 3 == 0) * ((j * K + l) * 3 % 4 == 1);
	if (number_px_half (c[i * N + j]) != want)
	  {
	    printf ("%d %d: %g %g\n", i, j, number_px_half (c[i * N + j]), want);
	    return 1;
	  }
      }
  return 0;
}
