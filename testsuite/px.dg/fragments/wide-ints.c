/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* Products of integers of more than 256 columns: one of 256 and one of the 8, or 24, that remain.  */
#include "../aux/t.h"

#define PRODUCT(N) \
  __kernel __requires (grid (1), block (1), threads (128)) void \
  product##N (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1), int *out) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * 64 * N) \
      __group (block, 1) \
	{ \
	  __shared px_tile (int8_t, 64, 64, 64) x; \
	  __shared px_tile (int8_t, N, 64, 64) y; \
	  __async (px_tile (int8_t, 64, 64, 64) *p = &x) \
	    px_tensor_load (p, &ma, 0, 0); \
	  __async (px_tile (int8_t, N, 64, 64) *p = &y) \
	    px_tensor_load (p, &mb, 0, 0); \
	  __partition (thread, 128, int *q = o) \
	    __group (thread, 128) \
	      { \
		px_acc (int, 64, N) d; \
		px_zero (&d); \
		px_mma_nt (&d, &x, &y); \
		px_store (q, N, &d); \
	      } \
	} \
  } \
  static void \
  try##N (void) \
  { \
    int8_t a[64 * 64], b[N * 64]; \
    for (int i = 0; i < 64 * 64; i++) \
      a[i] = i * 7 % 255 - 127; \
    for (int i = 0; i < N * 64; i++) \
      b[i] = i * 11 % 251 - 125; \
    int8_t *da = t_dev (a, sizeof a), *db = t_dev (b, sizeof b); \
    int *d = t_dev (NULL, 64 * N * sizeof *d), got[64 * N]; \
    px_tensor_map ma, mb; \
    typedef px_tile (int8_t, 64, 64, 64) a_tile; \
    typedef px_tile (int8_t, N, 64, 64) b_tile; \
    OK (px_tensor_map_for (&ma, a_tile, da, .size = { 64, 64 })); \
    OK (px_tensor_map_for (&mb, b_tile, db, .size = { 64, N })); \
    LAUNCH (1, 128, product##N, ma, mb, d); \
    OK (px_copy (got, d, sizeof got)); \
    for (int i = 0; i < 64; i++) \
      for (int j = 0; j < N; j++) \
	{ \
	  int want = 0; \
	  for (int k = 0; k < 64; k++) \
	    want += a[i * 64 + k] * b[j * 64 + k]; \
	  CHECK (got[i * N + j] == want); \
	} \
  }

PRODUCT (264)
PRODUCT (280)

int
main (void)
{
  try264 ();
  try280 ();
  return 0;
}
