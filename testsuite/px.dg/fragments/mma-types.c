/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* mma.sync of each element and depth: 32 x 16 of K 32 to 4; of 8 rows and 24 where there
   are such instructions. */
#include "aux/elements.h"

enum { N = 16 };

#define PRODUCTS(X) \
  X (half16, float, px_half, px_half, 16) X (half8, float, px_half, px_half, 24) \
  X (hh16, px_half, px_half, px_half, 32) X (hh8, px_half, px_half, px_half, 8) \
  X (bf16, float, px_bf16, px_bf16, 16) X (bf8, float, px_bf16, px_bf16, 8) \
  X (tf8, float, px_tf32, px_tf32, 16) X (tf4, float, px_tf32, px_tf32, 12) \
  X (d4, double, double, double, 8) \
  X (s32, int, int8_t, int8_t, 32) X (s16, int, int8_t, int8_t, 16) X (u32, int, uint8_t, uint8_t, 64) \
  X (su, int, int8_t, uint8_t, 32) X (us, int, uint8_t, int8_t, 16) \
  X (e4, float, px_e4m3, px_e4m3, 32) X (e5, float, px_e5m2, px_e5m2, 32) \
  X (e45, float, px_e4m3, px_e5m2, 64) X (e54, float, px_e5m2, px_e4m3, 32) \
  X (e416, float, px_e4m3, px_e4m3, 16) X (e516, float, px_e5m2, px_e5m2, 48) X (e4516, float, px_e4m3, px_e5m2, 16) \
  X (e5416, float, px_e5m2, px_e4m3, 16) X (h4, px_half, px_e4m3, px_e4m3, 32) X (h5, px_half, px_e5m2, px_e5m2, 64) \
  X (h45, px_half, px_e4m3, px_e5m2, 32) X (h54, px_half, px_e5m2, px_e4m3, 32) X (h416, px_half, px_e4m3, px_e4m3, 16) \
  X (h516, px_half, px_e5m2, px_e5m2, 16) X (h4516, px_half, px_e4m3, px_e5m2, 48) X (h5416, px_half, px_e5m2, px_e4m3, 16)
#define EIGHTS(X) \
  X (s8, int, int8_t, int8_t, 16, 8) X (u8, int, uint8_t, uint8_t, 32, 24) X (su8, int, int8_t, uint8_t, 16, 24) \
  X (us8, int, uint8_t, int8_t, 48, 8) X (d8, double, double, double, 8, 8) X (d24, double, double, double, 4, 24)
#define KERNEL(...) KERNEL_OF (__VA_ARGS__, 32, 0)
#define TEST(...) TEST_OF (__VA_ARGS__, 32, 0)
#define TEST_OF(NAME, TD, TA, TB, K, M, ...)	PRODUCT_TEST (NAME, TD, TA, TB, M, N, K, 32, N, l * N + j)

#define KERNEL_OF(NAME, TD, TA, TB, K, M, ...)						\
__kernel __requires (grid (1), block (1), threads (32)) void				\
NAME (const TA *a __perspective (grid, 1), const TB *b __perspective (grid, 1),		\
      TD *d __perspective (grid, 1))							\
{											\
  __partition (thread, 32, TD *p = d + px_id (thread, 32) * M * N)			\
    __group (thread, 32)								\
      {											\
	px_acc (TD, M, N) sum;								\
	px_lhs (TA, M, K) x;								\
	px_rhs (TB, K, N) y;								\
	px_load (&x, a, K);								\
	px_load (&y, b, N);								\
	px_mul (&sum, &x, &y);								\
	px_mma (&sum, &x, &y);								\
	px_store (p, N, &sum);								\
      }											\
}
PRODUCTS (KERNEL)
EIGHTS (KERNEL)

PRODUCTS (TEST)
EIGHTS (TEST)

int
main (void)
{
  int bad = 0;
#define RUN(NAME, ...) bad |= test_##NAME ();
  PRODUCTS (RUN)
  EIGHTS (RUN)
  return bad;
}
