/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* wgmma of each element, A from shared memory and from registers, columns from 8 to
   256, two blocks of 64 rows. */
#include "aux/elements.h"

#define PRODUCTS(X) \
  X (half, float, px_half, px_half, 64, 8, 64) X (hh, px_half, px_half, px_half, 128, 24, 64) \
  X (bf, float, px_bf16, px_bf16, 64, 256, 64) X (tf, float, px_tf32, px_tf32, 64, 64, 32) \
  X (ss, int, int8_t, int8_t, 64, 32, 128) X (uu, int, uint8_t, uint8_t, 64, 16, 128) \
  X (su, int, int8_t, uint8_t, 64, 8, 128) X (us, int, uint8_t, int8_t, 64, 24, 128) \
  X (e44, float, px_e4m3, px_e4m3, 64, 16, 128) X (e45, px_half, px_e4m3, px_e5m2, 64, 16, 128) \
  X (e54, float, px_e5m2, px_e4m3, 64, 8, 128) X (e55, px_half, px_e5m2, px_e5m2, 64, 40, 128)

#define KERNEL(NAME, TD, TA, TB, M, N, K)						\
__kernel __requires (grid (1), block (1), threads (128)) void				\
NAME (const TA *a __perspective (grid, 1), const TB *b __perspective (grid, 1),		\
      TD *d __perspective (grid, 1))							\
{											\
  int blk __perspective (block, 1) = px_id (block);					\
  __partition (block, 1, TD *db = d + blk * M * N)					\
    __group (block, 1)									\
      {											\
	__shared px_tile (TA, M, K, 128) as;						\
	__shared px_tile (TB, N, K, 128) bs;						\
	int t __perspective (thread, 1) = px_id (thread);				\
	__partition (thread, 1, px_tile (TA, M, K, 128) *w = &as)			\
	  __group (thread, 1)								\
	    for (int i = t; i < M * K; i += 128)					\
	      px_at (w, i / K, i % K) = a[i];						\
	__partition (thread, 1, px_tile (TB, N, K, 128) *w = &bs)			\
	  __group (thread, 1)								\
	    for (int i = t; i < N * K; i += 128)					\
	      px_at (w, i / K, i % K) = b[i];						\
	__partition (thread, 128, TD *p = db)						\
	  __group (thread, 128)								\
	    {										\
	      px_acc (TD, M, N) sum;							\
	      px_lhs (TA, M, K) x;							\
	      px_tile_load (&x, &as, 0, 0);						\
	      px_mul_nt (&sum, &as, &bs);						\
	      px_mma_nt (&sum, &x, &bs);						\
	      px_store (p, N, &sum);							\
	    }										\
      }											\
}
PRODUCTS (KERNEL)

#define TEST(NAME, TD, TA, TB, M, N, K)	PRODUCT_TEST (NAME, TD, TA, TB, M, N, K, 128, K, j * K + l)
PRODUCTS (TEST)

int
main (void)
{
  int bad = 0;
#define RUN(NAME, TD, TA, TB, M, N, K) bad |= test_##NAME ();
  PRODUCTS (RUN)
  return bad;
}
