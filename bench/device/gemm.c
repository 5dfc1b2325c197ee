/* SPDX-License-Identifier: MIT */
/* Products of square matrices by libpxblas, whose sources are compiled with this: float, double,
   half, bf16; and a matrix times a vector.  */
/* { dg-do run } */
#include "bench.h"
#include "blas/arguments.c"
#include "blas/product.c"
#include "blas/gemm.c"
#undef PAD
#undef VALUE
#include "blas/gemm16.c"
#undef T
#include "blas/level2.c"

/* C = A B of N x N elements of TYPE by pxblas_T##gemm; all elements of A and B are ONE, a word of bits
   that has one element or two.  */
#define PRODUCT(t, TYPE, N, ONE, SUM)					\
  do									\
    {									\
      int n = N;							\
      size_t bytes = sizeof (TYPE) * n * n;				\
      TYPE *a = allocate (bytes), *c = allocate (bytes), got;		\
      float ms[TIMES];							\
      MUST (px_memset32 (a, ONE, bytes / 4));				\
      MUST (px_memset32 (c, 0xffffffff, bytes / 4));			\
      MEASURE (ms, MUST (pxblas_##t##gemm (PXBLAS_N, PXBLAS_N, n, n, n, 1, a, n, a, n, 0, c, n, NULL))); \
      MUST (px_copy (&got, c + (size_t) n * n - 1, sizeof got));	\
      report (#t "gemm", ms, 2.0 * n * n * n / 1e9, "GFLOP/s");		\
      bad |= got != (SUM);						\
      MUST (px_free (a));						\
      MUST (px_free (c));						\
    }									\
  while (0)

int
main (void)
{
  int bad = 0, large = scaled (4096, 128);
  PRODUCT (s, float, large, 0x3f800000, n);
  /* Doubles of these two words are 1 + 2^-12 or so: the sum need only be a number.  */
  PRODUCT (d, double, large, 0x3ff00000, got);
  PRODUCT (h, uint16_t, large, 0x3c003c00, n == 4096 ? 0x6c00 : 0x5800);
  PRODUCT (b, uint16_t, large, 0x3f803f80, n == 4096 ? 0x4580 : 0x4300);
  int m = scaled (16384, 300);
  float ms[TIMES], *a = allocate (sizeof *a * m * m), *x = allocate (sizeof *x * m), *y = allocate (sizeof *y * m), got;
  MUST (px_memset32 (a, 0x3f800000, (size_t) m * m));
  MUST (px_memset32 (x, 0x3f800000, m));
  for (int op = 0; op < 2; op++)
    {
      MEASURE (ms, MUST (pxblas_sgemv (op ? PXBLAS_T : PXBLAS_N, m, m, 1, a, m, x, 1, 0, y, 1, NULL)));
      MUST (px_copy (&got, y + m - 1, sizeof got));
      report (op ? "sgemv T" : "sgemv N", ms, 4.0 * m * m / 1e9, "GB/s");
      bad |= got != m;
    }
  return bad;
}
