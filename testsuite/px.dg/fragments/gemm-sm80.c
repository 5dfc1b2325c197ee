/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
/* C = A B, of px_half: tiles of 64 x 64 a block, 32 x 32 a warp, through shared
   memory with rows that are padded, by ldmatrix and mma.sync.  */
#include <px.h>
#include <stdio.h>

enum { TILE = 64, KK = 32, PAD = 8, THREADS = 128 };

__kernel __requires (grid (1), block (1), threads (128), smem (9728)) void
gemm (int m, int n, int k, const px_half *a __perspective (grid, 1), const px_half *b __perspective (grid, 1),
      float *c __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *cb = c + (blk / (n / TILE)) * TILE * n + blk % (n / TILE) * TILE)
    __group (block, 1)
      {
	const px_half *ab = a + blk / (n / TILE) * TILE * k, *bb = b + blk % (n / TILE) * TILE;
	__shared px_half as[TILE][KK + PAD], bs[KK][TILE + PAD];
	int w __perspective (thread, 32) = px_id (thread, 32);
	px_acc (float, 32, 32) acc __perspective (thread, 32);
	px_zero (&acc);
	for (int k0 = 0; k0 < k; k0 += KK)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    __partition (thread, 1, px_half *aw = &as[t / 2][t % 2 * 16])
	      __group (thread, 1)
		for (int i = 0; i < 16; i++)
		  aw[i] = ab[t / 2 * k + k0 + t % 2 * 16 + i];
	    __partition (thread, 1, px_half *bw = &bs[t / 4][t % 4 * 16])
	      __group (thread, 1)
		for (int i = 0; i < 16; i++)
		  bw[i] = bb[(k0 + t / 4) * n + t % 4 * 16 + i];
	    __group (thread, 32)
	      {
		px_lhs (px_half, 32, KK) x;
		px_rhs (px_half, KK, 32) y;
		px_ldmatrix (&x, &as[w / 2 * 32][0], KK + PAD);
		px_ldmatrix (&y, &bs[0][w % 2 * 32], TILE + PAD);
		px_mma (&acc, &x, &y);
	      }
	  }
	__partition (thread, 32, float *cw = cb + w / 2 * 32 * n + w % 2 * 32)
	  px_store (cw, n, &acc);
      }
}

/* A number from 0 on as IEEE binary16, if it is an integer up to 2048.  */
static px_half
half (int v)
{
  int e = 0;
  for (int x = v; x > 1; x /= 2)
    e++;
  return v ? (px_half) { (e + 15) << 10 | ((v << 10 >> e) & 0x3ff) } : (px_half) { 0 };
}

int
main (void)
{
  enum { M = 128, N = 192, K = 96 };
  static px_half a[M][K], b[K][N];
  static float c[M][N];
  for (int i = 0; i < M; i++)
    for (int j = 0; j < K; j++)
      a[i][j] = half ((i * 7 + j * 3) % 11);
  for (int i = 0; i < K; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = half ((i * 5 + j * 13) % 17);
  px_half *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  float *dc = px_alloc (sizeof c);
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))
      || px_check (px_launch (px_grid (M / TILE * (N / TILE), THREADS), gemm, M, N, K, da, db, dc))
      || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	int want = 0;
	for (int l = 0; l < K; l++)
	  want += (i * 7 + l * 3) % 11 * ((l * 5 + j * 13) % 17);
	if (c[i][j] != want)
	  {
	    printf ("c[%d][%d] = %g, not %d\n", i, j, c[i][j], want);
	    return 1;
	  }
      }
  return 0;
}
