/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* A sum gets a bias for each column, loses what is negative, and is staged in shared
   memory, from where threads pass elements to an intrinsic as the structures that they
   are.  The first product overwrites.  */
#include "aux/elements.h"

enum { M = 64, N = 64, K = 128, LD = N + 8, T = 128 };
typedef px_tile (px_bf16, M, 64, 128) tile;

static inline __device __requires (thread (128)) void
finish (px_acc (float, M, N) *sum, const float *bias __perspective (grid, 1))
{
  __group (thread, 1)
    for (int i = 0; i < px_count (sum); i++)
      {
	float v = px_get (sum, i) + bias[px_col (sum, i)];
	px_set (sum, i, v > 0 ? v : 0);
      }
}

__kernel __requires (grid (1), block (1), threads (128), smem (2 * sizeof (tile) + M * LD * 2)) void
k (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), const float *bias __perspective (grid, 1),
   const px_bf16 *res __perspective (grid, 1), px_bf16 *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, px_bf16 *ob = out + b * M * N)
    __group (block, 1)
      {
	__shared tile as, bs;
	__shared px_bf16 stage[M * LD];
	int t __perspective (thread, 1) = px_id (thread);
	px_acc (float, M, N) sum __perspective (thread, 128);
	for (int kk = 0; kk < K; kk += 64)
	  {
	    __async (tile *x = &as)
	      px_tensor_load (x, &ma, kk, b * M);
	    __async (tile *y = &bs)
	      px_tensor_load (y, &mb, kk, 0);
	    if (kk == 0)
	      px_mul_nt (&sum, &as, &bs);
	    else
	      px_mma_nt (&sum, &as, &bs);
	  }
	__group (thread, 128)
	  finish (&sum, bias);
	px_lhs (px_bf16, M, N) half __perspective (thread, 128);
	px_convert (&half, &sum);
	__partition (thread, 128, px_bf16 *q = stage)
	  __group (thread, 128)
	    px_stmatrix (q, LD, &half);
	__partition (thread, 1, px_bf16 *q = ob + t * 8)
	  __group (thread, 1)
	    for (int i = t; i < M * N / 8; i += T)
	      for (int e = 0; e < 8; e++)
		{
		  float v = px_to_float (stage[i / 8 * LD + i % 8 * 8 + e]) + px_to_float (res[b * M * N + i * 8 + e]);
		  q[(i - t) * 8 + e] = px_to_bf16 (v);
		}
      }
}

int
main (void)
{
  enum { B = 2 };
  static px_bf16 a[B * M * K], w[N * K], r[B * M * N], o[B * M * N];
  static float bias[N];
  for (int i = 0; i < B * M * K; i++)
    a[i] = make_px_bf16 (i * 7 % 3 == 0);
  for (int i = 0; i < N * K; i++)
    w[i] = make_px_bf16 (i * 3 % 5 == 0);
  for (int i = 0; i < N; i++)
    bias[i] = i % 2 ? -7 : 2;
  for (int i = 0; i < B * M * N; i++)
    r[i] = make_px_bf16 (i % 4);
  void *da = px_alloc (sizeof a), *dw = px_alloc (sizeof w);
  px_bf16 *dr = px_alloc (sizeof r), *d = px_alloc (sizeof o);
  float *dbias = px_alloc (sizeof bias);
  px_tensor_map ma, mb;
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (dw, w, sizeof w)) || px_check (px_copy (dr, r, sizeof r))
      || px_check (px_copy (dbias, bias, sizeof bias))
      || px_check (px_tensor_map_for (&ma, tile, da, .size = { K, B * M }))
      || px_check (px_tensor_map_for (&mb, tile, dw, .size = { K, N }))
      || px_check (px_launch (px_grid (B, T), k, ma, mb, dbias, dr, d)) || px_check (px_copy (o, d, sizeof o)))
    return 1;
  for (int i = 0; i < B * M; i++)
    for (int j = 0; j < N; j++)
      {
	int want = j % 2 ? -7 : 2;
	for (int l = 0; l < K; l++)
	  want += ((i * K + l) * 7 % 3 == 0) * ((j * K + l) * 3 % 5 == 0);
	want = (want > 0 ? want : 0) + (i * N + j) % 4;
	if (o[i * N + j].bits != make_px_bf16 (want).bits)
	  {
	    printf ("%d %d: %x %d\n", i, j, o[i * N + j].bits, want);
	    return 1;
	  }
      }
  return 0;
}
