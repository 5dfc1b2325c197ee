/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.commit_group} 1 } } */
/* Two sums in flight together, by a function that is inlined; the first step of each
   overwrites them.  */
#include "aux/elements.h"

enum { BK = 64, S = 2, T = 128, M = 128, N = 64 };
typedef px_tile (px_half, 64, BK, 128) a_tile;
typedef px_tile (px_half, N, BK, 128) b_tile;
typedef px_acc (float, 64, N) acc;

static inline __device __requires (thread (128)) void
step (acc *up, acc *down, const a_tile *a __shared __perspective (block, 1), const b_tile *b __shared __perspective (block, 1), int keep __perspective (block, 1))
{
  px_mma_keep_nt (up, a, b, keep);
  px_mma_keep_nt (down, a + 1, b, keep);
}

__kernel __requires (grid (1), block (1), threads (128), smem (S * (M + N) * BK * 2)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int n, int k, float *c)
{
  int b __perspective (block, 1) = px_id (block), steps __perspective (block, 1) = k / BK;
  __partition (block, 1, float *cb = c + b * M * N)
  __group (block, 1)
    {
      __shared __slots (S) a_tile as[S][2];
      __shared __slots (S) b_tile bs[S];
      acc up __perspective (thread, 128), down __perspective (thread, 128);
      __async (a_tile *x = as[0])
	__async (b_tile *y = &bs[0])
	  {
	    px_tensor_load (x, &ma, 0, 0);
	    px_tensor_load (x + 1, &ma, 0, 64);
	    px_tensor_load (y, &mb, 0, b * N);
	  }
      for (int i = 0; i < steps; i++)
	{
	  if (i + 1 < steps)
	    __async (a_tile *x = as[(i + 1) % S])
	      __async (b_tile *y = &bs[(i + 1) % S])
		{
		  px_tensor_load (x, &ma, (i + 1) * BK, 0);
		  px_tensor_load (x + 1, &ma, (i + 1) * BK, 64);
		  px_tensor_load (y, &mb, (i + 1) * BK, b * N);
		}
	  __group (thread, 128)
	    step (&up, &down, as[i % S], &bs[i % S], i);
	}
      __partition (thread, 128, float *q = cb)
	__group (thread, 128)
	  {
	    px_scale (&up, 2.f);
	    px_store (q, N, &up);
	    px_scale (&down, 2.f);
	    px_store (q + 64 * N, N, &down);
	  }
    }
}

int
main (void)
{
  enum { K = 320, B = 3 };
  static px_half a[M * K], b[B * N * K];
  static float c[B * M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = make_px_half (i * 7 % 5);
  for (int i = 0; i < B * N * K; i++)
    b[i] = make_px_half (i * 3 % 7);
  void *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  float *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb;
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))
      || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { K, M })) || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { K, B * N }))
      || px_check (px_launch (px_grid (B, T), gemm, ma, mb, N, K, dc)) || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  for (int x = 0; x < B; x++)
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
	{
	  int want = 0;
	  for (int l = 0; l < K; l++)
	    want += 2 * ((i * K + l) * 7 % 5) * (((x * N + j) * K + l) * 3 % 7);
	  if (c[(x * M + i) * N + j] != want)
	    {
	      printf ("%d %d %d: %g, not %d\n", x, i, j, c[(x * M + i) * N + j], want);
	      return 1;
	    }
	}
  /* Without a step the sums are undefined.  */
  return px_check (px_launch (px_grid (B, T), gemm, ma, mb, N, 0, dc)) || px_check (px_copy (c, dc, sizeof c));
}
