/* SPDX-License-Identifier: MIT */
/* One wgmma.fence serves products that follow one another: of two sums; and of one, as long as their instructions have
   the same shape.  One comes between if a thread has touched a sum; if the shape is another; and after a wait for
   something else, since ptxas would add its own.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.fence} 7 } } */
#include "aux/elements.h"

enum { M = 64, N = 32, K = 64, T = 128 };
typedef px_tile (px_bf16, M, K, 128) a_tile;
typedef px_tile (px_bf16, N, K, 128) b_tile;
typedef px_tile (px_e4m3, M, 2 * K, 128) a8_tile;
typedef px_tile (px_e4m3, N, 2 * K, 128) b8_tile;

/* The sums, of a block of T threads: what PRODUCTS makes of tiles of ones.  */
#define KERNEL(NAME, PRODUCTS) \
  __kernel __requires (grid (1), block (1), threads (T), smem (2 * (sizeof (a_tile) + sizeof (b_tile)))) void \
  NAME (px_tensor_map ma, px_tensor_map mb, px_tensor_map ma8, px_tensor_map mb8, float *c) \
  { \
    __claim (block, 1, float *own = c) \
      __split (block) __case (1) \
	{ \
	  __shared a_tile a; \
	  __shared b_tile b; \
	  __shared a8_tile a8; \
	  __shared b8_tile b8; \
	  px_acc (float, M, N) x __perspective (thread, T), y __perspective (thread, T); \
	  __async (a_tile *p = &a) px_tensor_load (p, &ma, 0, 0); \
	  __async (b_tile *p = &b) px_tensor_load (p, &mb, 0, 0); \
	  __async (a8_tile *p = &a8) px_tensor_load (p, &ma8, 0, 0); \
	  __async (b8_tile *p = &b8) px_tensor_load (p, &mb8, 0, 0); \
	  px_zero (&x); \
	  px_zero (&y); \
	  __partition (thread, T, float *q = own) \
	  __partition (thread, T, a8_tile *own8 = &a8) \
	    __group (thread, T) \
	      { \
		PRODUCTS \
		px_store (q, N, &x); \
		px_store (q + M * N, N, &y); \
	      } \
	} \
  }

/* 64 and 128.  */
KERNEL (one, px_mma_nt (&x, &a, &b); px_mma_nt (&y, &a, &b); px_mma_nt (&y, &a, &b);)
/* 128 and 64.  */
KERNEL (touched, px_mma_nt (&x, &a, &b); px_scale (&x, 2.f); px_mma_nt (&y, &a, &b);)
/* 192 and 64.  */
KERNEL (shape, px_mma_nt (&x, &a, &b); px_mma_nt (&x, own8, &b8); px_mma_nt (&y, &a, &b);)
/* 64 and 128.  */
KERNEL (late, px_mma_nt (&x, &a, &b); __async (a8_tile *p = own8) px_tensor_load (p, &ma8, 0, 0); px_mma_nt (&y, own8, &b8);)

#define TRY(NAME, X, Y) \
  do \
    { \
      if (px_check (px_launch (px_grid (1, T), NAME, ma, mb, ma8, mb8, c)) || px_check (px_copy (got, c, sizeof got))) \
	return 1; \
      for (int i = 0; i < M * N; i++) \
	if (got[i] != X || got[M * N + i] != Y) \
	  { \
	    printf ("%s: %d: %g, %g\n", #NAME, i, got[i], got[M * N + i]); \
	    return 1; \
	  } \
    } \
  while (0)

int
main (void)
{
  static px_bf16 ones[M * K];
  static px_e4m3 ones8[M * 2 * K];
  static float got[2 * M * N];
  for (int i = 0; i < M * K; i++)
    ones[i] = make_px_bf16 (1);
  for (int i = 0; i < M * 2 * K; i++)
    ones8[i] = make_px_e4m3 (1);
  px_bf16 *d = px_alloc (sizeof ones);
  px_e4m3 *d8 = px_alloc (sizeof ones8);
  float *c = px_alloc (sizeof got);
  px_tensor_map ma, mb, ma8, mb8;
  if (px_check (px_copy (d, ones, sizeof ones)) || px_check (px_copy (d8, ones8, sizeof ones8))
      || px_check (px_tensor_map_for (&ma, a_tile, d, .size = { K, M })) || px_check (px_tensor_map_for (&mb, b_tile, d, .size = { K, N }))
      || px_check (px_tensor_map_for (&ma8, a8_tile, d8, .size = { 2 * K, M }))
      || px_check (px_tensor_map_for (&mb8, b8_tile, d8, .size = { 2 * K, N })))
    return 1;
  TRY (one, 64, 128);
  TRY (touched, 128, 64);
  TRY (shape, 192, 64);
  TRY (late, 64, 128);
  return 0;
}
