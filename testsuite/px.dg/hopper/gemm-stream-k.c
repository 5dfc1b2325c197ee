/* SPDX-License-Identifier: MIT */
/* C = A B^T of px_bf16 into floats, by stream-K: the steps of all tiles, one behind the other, are cut into pieces of
   the same length, of which a block takes one after the other as it comes to them.  A piece may begin and end within a
   tile; what it has of a tile is added to C.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
#include "../aux/t.h"
#include "aux/operands.h"

enum { BM = 128, BN = 128, BK = 64, S = 4, Q = 2, T = 288 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;

/* Steps from AT on, below END, that are of one tile of STEPS.  */
#define SAME_TILE(at, end) ((end) - (at) < steps - (at) % steps ? (end) - (at) : steps - (at) % steps)

__kernel __requires (grid (1), block (1), threads (T), smem (S * (BM + BN) * BK * 2 + 1024)) void
gemm (const px_tensor_map ma, const px_tensor_map mb, float *c, int m, int n, int k, int piece, unsigned *next)
{
  int across = (n + BN - 1) / BN, steps = (k + BK - 1) / BK, all = (m + BM - 1) / BM * across * steps;
  __group (block, 1)
    {
      __shared __slots (S) a_tile a[S][2];
      __shared __slots (S) b_tile b[S];
      __shared __slots (Q) int first[Q];
      __split (thread)
	{
	  __case (256)
	    {
	      int w __perspective (thread, 128) = px_id (thread, 128), i = 0;
	      px_acc (float, 64, BN) sum __perspective (thread, 128);
	      for (int q = 0;; q++)
		{
		  int begin = first[q % Q], end = begin + piece < all ? begin + piece : all;
		  if (begin >= all)
		    break;
		  for (int at = begin; at < end; at += SAME_TILE (at, end))
		    {
		      int count = SAME_TILE (at, end), row = at / steps / across * BM, col = at / steps % across * BN;
		      px_zero (&sum);
		      for (int j = 0; j < count; j++, i++)
			px_mma_nt (&sum, &a[i % S][w], &b[i % S]);
		      for (int e = 0; e < px_count (&sum); e++)
			{
			  int y __perspective (thread, 1) = row + w * 64 + px_row (&sum, e), x __perspective (thread, 1) = col + px_col (&sum, e);
			  float v __perspective (thread, 1) = px_get (&sum, e);
			  __group (thread, 1)
			    if (y < m && x < n)
			      px_atomic_add (&c[y * n + x], v);
			}
		    }
		}
	    }
	  __case (32)
	    {
	      int i = 0;
	      for (int q = 0;; q++)
		{
		  unsigned own __perspective (thread, 1) = 0;
		  __split (thread)
		    __case (1) own = px_atomic_add (next, 1u);
		  int begin = px_broadcast (own) * piece, end = begin + piece < all ? begin + piece : all;
		  __claim (thread, 1, int *x = first + q % Q)
		    __split (thread) __case (1) *x = begin;
		  if (begin >= all)
		    break;
		  for (int at = begin; at < end; at += SAME_TILE (at, end))
		    {
		      int count = SAME_TILE (at, end), row = at / steps / across * BM, col = at / steps % across * BN, from = at % steps;
		      for (int j = 0; j < count; j++, i++)
			__async (a_tile *x = a[i % S])
			  __async (b_tile *y = &b[i % S])
			    {
			      px_tensor_load (x, &ma, (from + j) * BK, row);
			      px_tensor_load (x + 1, &ma, (from + j) * BK, row + 64);
			      px_tensor_load (y, &mb, (from + j) * BK, col);
			    }
		    }
		}
	    }
	}
    }
}

static void
try (int m, int n, int k, int piece, int blocks)
{
  px_bf16 *a = NEW (px_bf16, m * k), *b = NEW (px_bf16, n * k);
  float *c = NEW (float, m * n);
  px_tensor_map ma, mb;
  fill_operands (a, m * k, b, n * k);
  OK (px_tensor_map_for (&ma, a_tile, a, .size = { k, m }));
  OK (px_tensor_map_for (&mb, b_tile, b, .size = { k, n }));
  unsigned *next = t_dev (&(unsigned) { 0 }, sizeof *next);
  LAUNCH (blocks, T, gemm, ma, mb, c, m, n, k, piece, next);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
	int want = 0;
	for (int l = 0; l < k; l++)
	  want += a[i * k + l].bits && b[j * k + l].bits;
	CHECK (c[i * n + j] == want);
      }
  OK (px_free (next));
}

int
main (void)
{
  try (136, 200, 320, 3, 2);
  try (64, 72, 456, 5, 3);
  try (264, 8, 64, 2, 2);
  try (8, 8, 200, 100, 2);
  return 0;
}
