/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {shfl\.sync\.idx\.b32} 1 } } */
/* Where wgmma is used, as in the kernel `product', the branches of whole warps are told apart by the warp's
   number, which one shuffle makes, also those in a part of the block; those of 16 threads by the thread's.
   Elsewhere, as in `plain', all are by the thread's.  */
#include "aux/elements.h"

enum { N = 64, THREADS = 288 };
typedef px_tile (px_half, N, N, 128) tile;

#define SET(SIZE, X) \
  __case (SIZE) \
    __group (thread, 1) \
      branch = (X);

/* The branches behind the first 128 threads.  */
#define OTHERS \
  __case (128) \
    __split (thread) \
      { \
	SET (64, 1) \
	SET (32, 2) \
	SET (16, 3) \
	SET (16, 4) \
      } \
  SET (32, 5)

#define WRITE \
  __partition (thread, 1, int *o = wb + px_id (thread)) \
    __group (thread, 1) \
      *o = branch;

__kernel __requires (grid (1), threads (THREADS), smem (2 * sizeof (tile))) void
product (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1),
	 float *c __perspective (grid, 1), int *who __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *cb = c + blk * N * N)
    __partition (block, 1, int *wb = who + blk * THREADS)
      __group (block, 1)
	{
	  __shared tile a, b;
	  int branch __perspective (thread, 1) = 0;
	  __async (tile *x = &a)
	    __async (tile *y = &b)
	      {
		px_tensor_load (x, &ma, 0, 0);
		px_tensor_load (y, &mb, 0, 0);
	      }
	  __claim (thread, 128, float *mine = cb)
	    __split (thread)
	      {
		__case (128)
		  {
		    px_acc (float, N, N) sum __perspective (thread, 128);
		    px_zero (&sum);
		    px_mma_nt (&sum, &a, &b);
		    px_store (mine, N, &sum);
		  }
		OTHERS
	      }
	  WRITE
	}
}

__kernel __requires (grid (1), threads (THREADS)) void
plain (int *who __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *wb = who + blk * THREADS)
    __group (block, 1)
      {
	int branch __perspective (thread, 1) = 0;
	__split (thread)
	  {
	    SET (128, 6)
	    OTHERS
	  }
	WRITE
      }
}

static int
different (const int *who, int first)
{
  int n = 0;
  for (int i = 0; i < THREADS; i++)
    n += who[i] != (i < 128 ? first : i < 192 ? 1 : i < 224 ? 2 : i < 240 ? 3 : i < 256 ? 4 : 5);
  return n;
}

int
main (void)
{
  static px_half a[N * N], b[N * N];
  static float c[N * N];
  static int who[THREADS];
  int wrong = 0;
  px_tensor_map ma, mb;
  for (int i = 0; i < N * N; i++)
    {
      a[i] = make_px_half (i * 7 % 5);
      b[i] = make_px_half (i * 3 % 7);
    }
  void *da = px_alloc (sizeof a), *db = px_alloc (sizeof b), *dc = px_alloc (sizeof c), *dw = px_alloc (sizeof who);
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))
      || px_check (px_tensor_map_for (&ma, tile, da, .size = { N, N }))
      || px_check (px_tensor_map_for (&mb, tile, db, .size = { N, N }))
      || px_check (px_launch (px_grid (1, THREADS), product, ma, mb, dc, dw)) || px_check (px_copy (c, dc, sizeof c))
      || px_check (px_copy (who, dw, sizeof who)))
    return 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	float want = 0;
	for (int l = 0; l < N; l++)
	  want += (float) ((i * N + l) * 7 % 5) * ((j * N + l) * 3 % 7);
	wrong += c[i * N + j] != want;
      }
  wrong += different (who, 0);
  if (px_check (px_launch (px_grid (1, THREADS), plain, dw)) || px_check (px_copy (who, dw, sizeof who)))
    return 1;
  wrong += different (who, 6);
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}
