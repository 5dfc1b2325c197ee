/* SPDX-License-Identifier: MIT */
/* C = A B^T of px_bf16 by two warpgroups that take turns, as gemm-pingpong.c, but a block takes pairs of tiles as it
   comes to them: a third warpgroup's warp takes a pair's number, hands it to both by a ring, and fills one ring for
   them, first the tile of the one, then that of the other.  Which of them has a tile depends on its turn only.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 2 } } */
/* { dg-final { scan-ptx-times {bar\.arrive} 3 } } */
#include "aux/pingpong.h"

/* Tile W of each pair, whose halves leave by *C; who has TURN gives OTHER.  */
#define MULTIPLY(W, C, TURN, OTHER) \
  { \
    int i = W * steps; \
    px_acc (float, 64, BN) sum[2]; \
    px_lhs (px_bf16, 64, BN) half; \
    px_setmaxnreg_inc (240); \
    if (W) \
      px_give_turn (&OTHER); \
    for (int p = 0;; p++) \
      { \
	int q = 2 * ticket[p % 2]; \
	if (q >= all) \
	  break; \
	px_zero (&sum[0]); \
	px_zero (&sum[1]); \
	px_take_turn (&TURN); \
	for (int j = 0; j < steps; j++, i++) \
	  { \
	    px_mma_nt (&sum[0], &a[i % S][0], &b[i % S]); \
	    px_mma_nt (&sum[1], &a[i % S][1], &b[i % S]); \
	  } \
	i += steps; \
	px_give_turn (&OTHER); \
	for (int h = 0; h < 2; h++) \
	  { \
	    px_convert (&half, &sum[h]); \
	    px_tile_store (C, 0, 0, &half); \
	    __async (c_tile *x = C) \
	      px_tensor_store (&mc, x, (q + (W)) % across * BN, (q + (W)) / across * BM + h * 64); \
	  } \
      } \
  }

__kernel __requires (grid (1), block (1), threads (T), smem (S * (BM + BN) * BK * 2 + 2 * sizeof (c_tile) + 8)) void
gemm (const px_tensor_map ma, const px_tensor_map mb, const px_tensor_map mc, int m, int n, int k, unsigned *next)
{
  int across __perspective (block, 1) = (n + BN - 1) / BN, all __perspective (block, 1) = (m + BM - 1) / BM * across;
  int steps __perspective (block, 1) = (k + BK - 1) / BK;
  __group (block, 1)
    {
      __shared __slots (S) a_tile a[S][2];
      __shared __slots (S) b_tile b[S];
      __shared c_tile c0, c1;
      __shared px_turn t0, t1;
      __shared __slots (2) int ticket[2];
      __claim (thread, 128, c_tile *d0 = &c0)
	__claim (thread, 128, c_tile *d1 = &c1)
	  __split (thread)
	    {
	      __case (128) MULTIPLY (0, d0, t0, t1)
	      __case (128) MULTIPLY (1, d1, t1, t0)
	      __case (128)
		{
		  px_setmaxnreg_dec (24);
		  __split (thread)
		    __case (32)
		      {
			int i = 0;
			for (int p = 0;; p++)
			  {
			    unsigned own __perspective (thread, 1) = 0;
			    __split (thread)
			      __case (1) own = px_atomic_add (next, 1u);
			    int pair = px_broadcast (own), q = 2 * pair;
			    __claim (thread, 1, int *x = ticket + p % 2)
			      __split (thread) __case (1) *x = pair;
			    if (q >= all)
			      break;
			    FILL (q)
			    FILL (q + 1)
			  }
		      }
		}
	    }
    }
}

static void
run (px_tensor_map ma, px_tensor_map mb, px_tensor_map mc, int m, int n, int k, int blocks)
{
  unsigned *next = t_dev (&(unsigned) { 0 }, sizeof *next);
  LAUNCH (blocks, T, gemm, ma, mb, mc, m, n, k, next);
}

int
main (void)
{
  try (256, 256, 320, 1);
  try (200, 392, 72, 2);
  try (72, 136, 8, 3);
  return 0;
}
