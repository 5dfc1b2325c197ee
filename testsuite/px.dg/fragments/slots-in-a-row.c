/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* Products one after the other, each of slots that have names (Prism 6.2, without its tail): each
   pair of slots is a stage of its own, which the producer fills again while the other is in use.  */
/* { dg-final { scan-ptx-times {mbarrier\.init\.} 4 } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 4 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 4 } } */
/* { dg-final { scan-ptx-times {wgmma\.commit_group} 2 } } */
#include "aux/elements.h"
enum { M = 64, N = 64, K = 64 };
typedef px_tile (px_bf16, M, K, 128) tile;

#define BRING(X, Y, STEP)				\
  __async (tile *x = &X)				\
    __async (tile *y = &Y)				\
      {							\
	px_tensor_load (x, &ma, (STEP) * K, 0);		\
	px_tensor_load (y, &mb, (STEP) * K, 0);		\
      }

__kernel __requires (grid (1), block (1), threads (256)) void
product (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int steps, float *out)
{
  __partition (block, 1, float *o = out + px_id (block) * M * N)
    __group (block, 1)
      {
	__shared __slots (1) tile a0, a1, b0, b1;
	__claim (thread, 128, float *mine = o)
	  __split (thread)
	    {
	      __case (128)
		for (int k = 0; k < steps; k += 2)
		  {
		    BRING (a0, b0, k)
		    BRING (a1, b1, k + 1)
		  }
	      __case (128)
		{
		  px_acc (float, M, N) sum;
		  px_zero (&sum);
		  for (int k = 0; k < steps; k += 2)
		    {
		      px_mma_nt (&sum, &a0, &b0);
		      px_mma_nt (&sum, &a1, &b1);
		    }
		  px_store (mine, N, &sum);
		}
	    }
      }
}

int
main (void)
{
  enum { STEPS = 6, ROW = STEPS * K };
  static px_bf16 a[M * ROW], b[N * ROW];
  static float c[M * N];
  for (int i = 0; i < M * ROW; i++)
    {
      a[i] = make_px_bf16 ((i * 7 + i / ROW) % 5);
      b[i] = make_px_bf16 ((i * 3 + i / ROW) % 4);
    }
  px_bf16 *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  float *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb;
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))
      || px_check (px_tensor_map_for (&ma, tile, da, .size = { ROW, M })) || px_check (px_tensor_map_for (&mb, tile, db, .size = { ROW, N }))
      || px_check (px_launch (px_grid (1, 256), product, ma, mb, STEPS, dc)) || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	int want = 0;
	for (int l = 0; l < ROW; l++)
	  want += ((i * ROW + l) * 7 + i) % 5 * (((j * ROW + l) * 3 + j) % 4);
	if (c[i * N + j] != want)
	  {
	    printf ("c[%d][%d] = %g, not %d\n", i, j, c[i * N + j], want);
	    return 1;
	  }
      }
  return 0;
}
