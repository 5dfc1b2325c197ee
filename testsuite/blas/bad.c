/* SPDX-License-Identifier: MIT */
/* What is refused: a status with a text that names function and argument, and nothing is written;
   beside it the nearest call that is taken.  Threads that call at the same time.  */
#include <pthread.h>
#include "t.h"

#define TAKEN(call) \
  do \
    { \
      DOING ("%s", #call); \
      OK (call); \
      OK (px_synchronize ()); \
    } \
  while (0)

static const int64_t most = INT64_MAX, least = INT64_MIN, huge = ((int64_t) 1 << 34) + 1;

static void
vectors (void)
{
  struct array a = new_array ('s', 100, false), b = new_array ('d', 100, false);
  float *x = (float *) a.p, *y = x + 50, on_stack[4] = { 0 };
  double *d = (double *) b.p;
  int64_t *place = (int64_t *) (d + 99);
  REFUSED (pxblas_saxpy (-1, 1, x, 1, y, 1, NULL), "pxblas_saxpy: n is -1");
  REFUSED (pxblas_saxpy (least, 1, x, 1, y, 1, NULL), "pxblas_saxpy: n is");
  REFUSED (pxblas_saxpy (huge, 1, x, 1, y, 1, NULL), "not within 0 ...");
  REFUSED (pxblas_saxpy (most, 1, x, 1, y, 1, NULL), "not within 0 ...");
  REFUSED (pxblas_saxpy (2, 1, x, 0, y, 1, NULL), "incx is 0");
  REFUSED (pxblas_saxpy (2, 1, x, 1, y, 0, NULL), "incy is 0");
  REFUSED (pxblas_saxpy (2, 1, x, least, y, 1, NULL), "incx is");
  REFUSED (pxblas_saxpy (0, 1, x, 1, y, 0, NULL), "incy is 0");
  REFUSED (pxblas_saxpy (1 << 30, 1, x, most / 2, y, 1, NULL), "x is larger than memory");
  REFUSED (pxblas_saxpy (1 << 30, 1, x, 1, y, least + 1, NULL), "y is larger than memory");
  REFUSED (pxblas_saxpy (1, 1, NULL, 1, y, 1, NULL), "x is NULL");
  REFUSED (pxblas_saxpy (1, 1, x, 1, NULL, 1, NULL), "y is NULL");
  REFUSED (pxblas_saxpy (1, 1, (float *) ((char *) x + 2), 1, y, 1, NULL), "no multiple of 4");
  REFUSED (pxblas_daxpy (1, 1, d, 1, (double *) ((char *) (d + 1) + 4), 1, NULL), "no multiple of 8");
  REFUSED (pxblas_saxpy (1, 1, on_stack, 1, y, 1, NULL), "x, ");
  REFUSED (pxblas_saxpy (4, 1, x, 1, x, 1, NULL), "x, at");
  REFUSED (pxblas_saxpy (4, 1, x, 1, x + 3, 1, NULL), "overlap");
  REFUSED (pxblas_saxpy (4, 1, x + 3, 1, x, 1, NULL), "overlap");
  REFUSED (pxblas_saxpy (10, 1, x, 2, x + 4, 2, NULL), "overlap");
  REFUSED (pxblas_saxpy (10, 1, x, 2, x + 9, -3, NULL), "overlap");
  REFUSED (pxblas_sswap (7, x, 6, x + 4, 1, NULL), "overlap");
  REFUSED (pxblas_sscal (-1, 1, x, 1, NULL), "pxblas_sscal");
  REFUSED (pxblas_scopy (3, x, 1, x + 2, 1, NULL), "overlap");
  REFUSED (pxblas_sdot (-1, x, 1, x, 1, y, NULL), "pxblas_sdot: n is -1");
  REFUSED (pxblas_sdot (5, x, 1, x, 1, NULL, NULL), "result is NULL");
  REFUSED (pxblas_sdot (0, x, 1, x, 1, NULL, NULL), "result is NULL");
  REFUSED (pxblas_sdot (5, x, 1, x + 3, 1, x + 7, NULL), "overlap");
  REFUSED (pxblas_sasum (5, x, 0, y, NULL), "incx is 0");
  REFUSED (pxblas_dnrm2 (5, d, 1, d + 4, NULL), "x, at");
  REFUSED (pxblas_dnrm2 (5, d, 2, d + 4, NULL), "overlap");
  REFUSED (pxblas_isamax (7, x, 1, (int64_t *) (x + 5), NULL), "overlap");
  REFUSED (pxblas_isamax (5, x, 1, (int64_t *) ((char *) place + 4), NULL), "no multiple of 8");
  CHECK (unchanged (&a) && unchanged (&b));
  /* Rows of one matrix, parts that interleave, operands that are only read.  */
  TAKEN (pxblas_saxpy (10, 1, x, 2, x + 5, 2, NULL));
  TAKEN (pxblas_saxpy (4, 1, x, 1, x + 4, 1, NULL));
  TAKEN (pxblas_sswap (7, x, 6, x + 5, 6, NULL));
  TAKEN (pxblas_sswap (3, x, 6, x + 7, 4, NULL));
  TAKEN (pxblas_sdot (5, x, 1, x + 3, 1, x + 9, NULL));
  TAKEN (pxblas_dnrm2 (5, d, 2, d + 5, NULL));
  free_array (&a);
  free_array (&b);
}

static void
matrices (void)
{
  struct array a = new_array ('s', 400, false), b = new_array ('d', 400, false);
  float *x = (float *) a.p, *y = x + 100, *z = x + 200;
  double *d = (double *) b.p;
  const pxblas_op N = PXBLAS_N, T = PXBLAS_T;
  const int64_t large = (int64_t) 1 << 31;
  REFUSED (pxblas_sgemv (7, 2, 2, 1, x, 2, y, 1, 0, z, 1, NULL), "pxblas_sgemv: the operation");
  REFUSED (pxblas_sgemv (N, -1, 2, 1, x, 2, y, 1, 0, z, 1, NULL), "pxblas_sgemv: ");
  REFUSED (pxblas_sgemv (N, 2, large, 1, x, 2, y, 1, 0, z, 1, NULL), "n is 2147483648");
  REFUSED (pxblas_sgemv (N, large, 2, 1, x, large, y, 1, 0, z, 1, NULL), "the size of y is 2147483648");
  REFUSED (pxblas_sgemv (T, large, 2, 1, x, large, y, 1, 0, z, 1, NULL), "m is 2147483648");
  REFUSED (pxblas_sgemv (T, 2, 1 << 27, 1, x, 2, y, 1, 0, z, 1, NULL), "the size of y");
  REFUSED (pxblas_sgemv (N, 3, 2, 1, x, 2, y, 1, 0, z, 1, NULL), "lda is 2, less than 3");
  REFUSED (pxblas_sgemv (N, 0, 2, 1, x, 0, y, 1, 0, z, 1, NULL), "lda is 0, less than 1");
  REFUSED (pxblas_sgemv (N, 3, 2, 1, x, 3, y, 0, 0, z, 1, NULL), "incx is 0");
  REFUSED (pxblas_sgemv (N, 3, 2, 1, x, 3, y, 1, 0, z, 0, NULL), "incy is 0");
  REFUSED (pxblas_sgemv (N, 3, 2, 1, NULL, 3, y, 1, 0, z, 1, NULL), "a is NULL");
  REFUSED (pxblas_sgemv (N, 3, 2, 1, x, 3, NULL, 1, 0, z, 1, NULL), "x is NULL");
  REFUSED (pxblas_sgemv (N, 3, 2, 0, NULL, 3, NULL, 1, 0, NULL, 1, NULL), "y is NULL");
  REFUSED (pxblas_sgemv (N, 3, 2, 1, x, 3, y, 1, 0, x + 5, 1, NULL), "a, at");
  REFUSED (pxblas_sgemv (N, 3, 2, 1, x, 3, y, 1, 0, y - 2, 1, NULL), "x, at");
  REFUSED (pxblas_dgemv (T, 3, 2, 1, d, most, d + 9, 1, 0, d + 20, 1, NULL), "a is larger than memory");
  REFUSED (pxblas_sger (2, -1, 1, x, 1, y, 1, z, 2, NULL), "pxblas_sger: n is -1");
  REFUSED (pxblas_sger (2, 2, 1, x, 1, y, 1, z, 1, NULL), "lda is 1, less than 2");
  REFUSED (pxblas_sger (2, 2, 1, x, 1, y, 1, x + 1, 2, NULL), "x, at");
  REFUSED (pxblas_sger (2, 2, 1, x, 1, NULL, 1, z, 2, NULL), "y is NULL");
  REFUSED (pxblas_sger (1 << 20, 1 << 20, 1, x, 1, y, 1, z, 1 << 20, NULL), "tiles");
  REFUSED (pxblas_sgemm (N, 9, 2, 2, 2, 1, x, 2, y, 2, 0, z, 2, NULL), "pxblas_sgemm: an operation");
  REFUSED (pxblas_sgemm (N, N, -2, 2, 2, 1, x, 2, y, 2, 0, z, 2, NULL), "m is -2");
  REFUSED (pxblas_sgemm (N, N, 2, 2, large, 1, x, 2, y, 2, 0, z, 2, NULL), "k is 2147483648");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 1, x, 2, y, 5, 0, z, 3, NULL), "lda is 2, less than 3");
  REFUSED (pxblas_sgemm (T, N, 3, 4, 5, 1, x, 4, y, 5, 0, z, 3, NULL), "lda is 4, less than 5");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 1, x, 3, y, 4, 0, z, 3, NULL), "ldb is 4, less than 5");
  REFUSED (pxblas_sgemm (N, T, 3, 4, 5, 1, x, 3, y, 3, 0, z, 3, NULL), "ldb is 3, less than 4");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 1, x, 3, y, 5, 0, z, 2, NULL), "ldc is 2, less than 3");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 1, NULL, 3, y, 5, 0, z, 3, NULL), "a is NULL");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 1, x, 3, NULL, 5, 0, z, 3, NULL), "b is NULL");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 0, NULL, 3, NULL, 5, 0, NULL, 3, NULL), "c is NULL");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 1, x, 3, y, 5, 0, x + 14, 3, NULL), "a, at");
  REFUSED (pxblas_sgemm (N, N, 3, 4, 5, 1, x, 3, y, 5, 0, y + 2, 3, NULL), "b, at");
  REFUSED (pxblas_sgemm (N, N, 1 << 20, 1 << 20, 5, 1, x, 1 << 20, y, 5, 0, z, 1 << 20, NULL), "tiles");
  REFUSED (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, x, 3, 0, y, 5, 0, 0, z, 3, 12, -1, NULL), "count is -1");
  REFUSED (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, x, 3, 0, y, 5, 0, 0, z, 3, 11, 2, NULL), "stride_c is 11");
  REFUSED (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, x, 3, -1, y, 5, 0, 0, z, 3, 12, 2, NULL), "stride_a is -1");
  REFUSED (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, x, 3, 0, y, 5, -1, 0, z, 3, 12, 2, NULL), "stride_b is -1");
  REFUSED (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, x, 3, 0, y, 5, most, 0, z, 3, 12, 3, NULL), "b is larger");
  REFUSED (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, x, 3, 95, y, 5, 0, 0, z, 3, 12, 3, NULL), "overlap");
  REFUSED (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, x, 3, 0, y, 5, 0, 0, z, 3, 12, 1 << 24, NULL), "tiles");
  REFUSED (pxblas_dgemm (N, N, 3, 4, 5, 1, d, 3, d + 50, 5, 0, (double *) ((char *) d + 804), 3, NULL), "no multiple of 8");
  const uint16_t *h = (const uint16_t *) x;
  uint16_t *hz = (uint16_t *) z;
  REFUSED (pxblas_hgemm (N, N, 3, 4, 5, 1, h, 2, h, 5, 0, hz, 3, NULL), "pxblas_hgemm: lda is 2");
  REFUSED (pxblas_bgemm (N, N, 3, 4, 5, 1, h, 3, h, 5, 0, NULL, 3, NULL), "pxblas_bgemm: c is NULL");
  REFUSED (pxblas_hgemm_batched (N, N, 3, 4, 5, 1, h, 3, 0, h, 5, 0, 0, hz, 3, 11, 2, NULL), "pxblas_hgemm_batched: stride_c");
  REFUSED (pxblas_bgemm (N, N, 3, 4, 5, 1, (const uint16_t *) ((const char *) h + 1), 3, h, 5, 0, hz, 3, NULL), "no multiple of 2");
  const uint8_t *e = (const uint8_t *) x;
  REFUSED (pxblas_tf32gemm (N, N, 3, 4, 5, 1, x, 2, y, 5, 0, z, 3, NULL), "pxblas_tf32gemm: lda is 2");
  REFUSED (pxblas_tf32gemm_batched (N, N, 3, 4, 5, 1, x, 3, 0, y, 5, 0, 0, z, 3, 11, 2, NULL), "pxblas_tf32gemm_batched: stride_c");
  REFUSED (pxblas_tf32gemm (N, N, 3, 4, 5, 1, x, 3, y, 5, 0, y + 2, 3, NULL), "b, at");
  REFUSED (pxblas_i8gemm (N, T, 3, 4, 5, 1, (int8_t *) x, 3, (int8_t *) y, 3, 0, (int32_t *) z, 3, NULL), "pxblas_i8gemm: ldb is 3");
  REFUSED (pxblas_i8gemm (N, N, 3, 4, 5, 1, (int8_t *) x, 3, (int8_t *) y, 5, 0, (int32_t *) ((char *) z + 2), 3, NULL), "c, ");
  REFUSED (pxblas_i8gemm (N, N, 3, 4, 5, 1, (int8_t *) z + 8, 3, (int8_t *) y, 5, 0, (int32_t *) z, 3, NULL), "overlap");
  REFUSED (pxblas_e4m3gemm (N, N, 3, 4, 5, 1, e, 3, NULL, 5, 0, z, 3, NULL), "pxblas_e4m3gemm: b is NULL");
  REFUSED (pxblas_e5m2gemm_batched (N, N, 3, 4, 5, 1, e, 3, -1, e, 5, 0, 0, z, 3, 12, 2, NULL), "pxblas_e5m2gemm_batched: stride_a is -1");
  pxblas_gemm_problem on_stack = { 0 };
  REFUSED (pxblas_bgemm_grouped (N, N, 1, 0, &on_stack, 1, NULL), "pxblas_bgemm_grouped: problems, ");
  pxblas_gemm_options how = { 0 };
#define WITH_OPTIONS(c) pxblas_sgemm_options (N, N, 3, 4, 5, 1, x, 3, 0, y, 5, 0, 0, c, 3, 0, 1, &how, NULL)
  how.activation = 3;
  REFUSED (WITH_OPTIONS (z), "pxblas_sgemm_options: there is no activation 3");
  how.activation = -1;
  REFUSED (WITH_OPTIONS (z), "there is no activation -1");
  how.activation = PXBLAS_RELU;
  how.bias_along = 3;
  REFUSED (WITH_OPTIONS (z), "there is no bias along 3");
  how.bias_along = PXBLAS_BIAS_ROWS;
  REFUSED (WITH_OPTIONS (z), "bias is NULL");
  how.bias = (const char *) y + 2;
  REFUSED (WITH_OPTIONS (z), "no multiple of 4");
  how.bias = z + 9;
  REFUSED (WITH_OPTIONS (z), "c, at");
  how.bias = z - 2;
  REFUSED (WITH_OPTIONS (z), "overlap");
  CHECK (unchanged (&a) && unchanged (&b));
  OK (pxblas_sgemm (N, N, 0, 4, 5, 1, NULL, 1, NULL, 5, 0, NULL, 1, NULL));
  OK (pxblas_sgemm_batched (N, N, 3, 4, 5, 1, NULL, 3, 0, NULL, 5, 0, 0, NULL, 3, 12, 0, NULL));
  OK (pxblas_sgemm (N, N, 3, 4, 0, 1, NULL, 3, NULL, 1, 1, z, 3, NULL));
  OK (pxblas_sgemv (N, 0, 4, 1, NULL, 1, NULL, 1, 0, NULL, 1, NULL));
  OK (pxblas_sger (0, 4, 1, NULL, 1, NULL, 1, NULL, 1, NULL));
  OK (px_synchronize ());
  CHECK (unchanged (&a) && unchanged (&b));
  how.bias = z - 3;
  TAKEN (WITH_OPTIONS (z));
  how.bias_along = PXBLAS_BIAS_COLUMNS;
  REFUSED (WITH_OPTIONS (z), "overlap");
  how.bias = y;
  TAKEN (WITH_OPTIONS (z));
  CHECK (pxblas_gemm_kernel () == PXBLAS_KERNEL_FMA);
  how.activation = 3;
  REFUSED (WITH_OPTIONS (z), "there is no activation 3");
  CHECK (pxblas_gemm_kernel () == PXBLAS_KERNEL_NONE);
  how.activation = PXBLAS_GELU;
  how.bias = NULL;
  for (int i = 0; i < 3; i++)
    TAKEN (pxblas_sgemm_options (N, N, i == 0 ? 0 : 3, i == 1 ? 0 : 4, 5, 1, x, 3, 0, y, 5, 0, 0, z, 3, 12, i == 2 ? 0 : 1, &how, NULL));
  REFUSED (pxblas_sgemm_options (N, N, large, 4, 5, 1, x, large, 0, y, 5, 0, 0, z, large, 0, 1, &how, NULL), "m is 2147483648");
  /* Blocks of one matrix of 8 rows, beside and below each other.  */
  TAKEN (pxblas_sgemm (N, N, 3, 4, 5, 1, x, 8, y, 8, 0, x + 3, 8, NULL));
  TAKEN (pxblas_sgemm (T, N, 3, 4, 5, 1, x, 8, y, 8, 0, x + 5, 8, NULL));
  REFUSED (pxblas_sgemm (T, N, 3, 4, 5, 1, x, 8, y, 8, 0, x + 4, 8, NULL), "overlap");
  REFUSED (pxblas_sgemm (N, N, 4, 4, 5, 1, x, 8, y, 8, 0, x + 29, 8, NULL), "overlap");
  TAKEN (pxblas_sgemm (N, N, 4, 4, 5, 1, x, 8, y, 8, 0, x + 28, 8, NULL));
  TAKEN (pxblas_sgemv (N, 3, 4, 1, x, 8, y, 1, 1, x + 3, 8, NULL));
  TAKEN (pxblas_i8gemm (N, N, 3, 4, 5, 1, (int8_t *) x + 1, 3, (int8_t *) y + 3, 5, 0, (int32_t *) z, 3, NULL));
  free_array (&a);
  free_array (&b);
}

static void
many (void)
{
  struct array a = new_array ('s', 400, false), b = new_array ('d', 100, false);
  float *x = (float *) a.p, *y = x + 200, *g = x + 100;
  double *d = (double *) b.p;
  const int64_t large = (int64_t) 1 << 31;
  REFUSED (pxblas_ssoftmax (-1, 2, x, 5, y, 5, NULL), "pxblas_ssoftmax: n is -1");
  REFUSED (pxblas_ssoftmax (5, -2, x, 5, y, 5, NULL), "count is -2");
  REFUSED (pxblas_ssoftmax (5, large, x, 5, y, 5, NULL), "count is 2147483648");
  REFUSED (pxblas_ssoftmax (large, 1, x, large, y, large, NULL), "n is 2147483648");
  REFUSED (pxblas_ssoftmax (5, 2, x, 4, y, 5, NULL), "ldx is 4");
  REFUSED (pxblas_ssoftmax (5, 2, x, 5, y, 4, NULL), "ldy is 4");
  REFUSED (pxblas_ssoftmax (5, 2, NULL, 5, y, 5, NULL), "x is NULL");
  REFUSED (pxblas_ssoftmax (5, 2, x, 5, NULL, 5, NULL), "y is NULL");
  REFUSED (pxblas_ssoftmax (5, 2, x, 5, x, 5, NULL), "overlap");
  REFUSED (pxblas_ssoftmax (5, 2, x, 5, x + 9, 5, NULL), "overlap");
  REFUSED (pxblas_slayer_norm (5, 2, 0, g, (float *) ((char *) g + 1), x, 5, y, 5, NULL), "beta, ");
  REFUSED (pxblas_slayer_norm (5, 2, 0, y + 3, g, x, 5, y, 5, NULL), "gamma, at");
  REFUSED (pxblas_srms_norm (5, 2, 0, g, x, 5, g + 4, 5, NULL), "gamma, at");
  REFUSED (pxblas_srms_norm (5, 2, 0, g, x, 0, y, 5, NULL), "pxblas_srms_norm: ldx is 0");
  REFUSED (pxblas_stranspose (-1, 2, x, 5, y, 5, NULL), "m is -1");
  REFUSED (pxblas_stranspose (3, 2, x, 2, y, 2, NULL), "lda is 2");
  REFUSED (pxblas_stranspose (3, 2, x, 3, y, 1, NULL), "ldb is 1");
  REFUSED (pxblas_stranspose (3, 2, x, 3, x + 5, 2, NULL), "overlap");
  REFUSED (pxblas_dtranspose (3, 2, d, 3, NULL, 2, NULL), "b is NULL");
  REFUSED (pxblas_dtranspose (1 << 20, 1 << 20, d, 1 << 20, d, 1 << 20, NULL), "tiles");
  const pxblas_rotary turn = { 3, 2, 8, 6, 0, 10000, 0, 0 };
  int64_t positions[3] = { 0 };
  REFUSED (pxblas_srotary (&turn, positions, x, 16, y, 16, NULL), "pxblas_srotary: positions, ");
  CHECK (unchanged (&a) && unchanged (&b));
  TAKEN (pxblas_slayer_norm (5, 2, 1, g, g + 2, x, 5, y, 5, NULL));
  TAKEN (pxblas_ssoftmax (5, 2, x, 12, x + 6, 12, NULL));
  TAKEN (pxblas_stranspose (3, 2, x, 3, x + 6, 2, NULL));
  free_array (&a);
  free_array (&b);
}

static void
heads (void)
{
  struct array a = new_array ('s', 800, false);
  float *q = (float *) a.p, *k = q + 100, *v = q + 200, *y = q + 300, *lse = q + 400, *dy = q + 500, *dq = q + 600;
  pxblas_attention good = { .batch = 1, .queries = 3, .keys = 4, .heads = 2, .key_heads = 1, .d = 5, .scale = 1, .causal = 1 };
#define FORWARD(s) pxblas_sattention (s, q, 10, k, 5, v, 5, y, 10, lse, NULL)
#define REFUSED_WITH(MEMBER, N, words) \
  { \
    pxblas_attention p = good; \
    p.MEMBER = N; \
    REFUSED (FORWARD (&p), words); \
    REFUSED (pxblas_sattention_backward (&p, q, 10, k, 5, v, 5, y, 10, lse, dy, 10, dq, 10, dq + 50, 5, dq + 70, 5, NULL), words); \
  }
  REFUSED_WITH (batch, -1, "batch is -1")
  REFUSED_WITH (queries, -1, "queries is -1")
  REFUSED_WITH (keys, most, "keys is 9223372036854775807")
  REFUSED_WITH (heads, 1ll << 31, "heads is 2147483648")
  REFUSED_WITH (key_heads, 0, "heads is 2, no multiple of key_heads, 0")
  REFUSED_WITH (key_heads, 4, "heads is 2, no multiple of key_heads, 4")
  REFUSED_WITH (d, 257, "d is 257, not within 0 ... 256")
  REFUSED_WITH (heads, 1 << 30, "more than 2147483392 elements")
  REFUSED_WITH (queries, 1 << 30, "more than 8388607 tiles of 32 vectors, or 134217712 vectors")
  REFUSED_WITH (batch, 1 << 25, "tiles")
  int32_t *numbers = (int32_t *) a.p + 700;
  REFUSED_WITH (query_starts, (int32_t *) ((char *) numbers + 2), "query_starts, ")
#define PART_REFUSED(MEMBER, N, words) \
  { \
    pxblas_attention p = good; \
    p.MEMBER = N; \
    REFUSED (FORWARD (&p), words); \
  }
  PART_REFUSED (query_starts, (int32_t *) (y + 29), "y, at")
  PART_REFUSED (key_starts, (int32_t *) y, "y, at")
  PART_REFUSED (key_lengths, (int32_t *) lse, "lse, at")
  good.key_lengths = good.pages = numbers;
  good.page = 1, good.most_pages = 4;
  REFUSED (pxblas_sattention_backward (&good, q, 10, k, 5, v, 5, y, 10, lse, dy, 10, dq, 10, dq + 50, 5, dq + 70, 5, NULL), "keys are in pages");
  PART_REFUSED (page, 0, "page is 0, no power of 2")
  PART_REFUSED (page, 48, "page is 48, no power of 2")
  PART_REFUSED (page, -16, "page is -16")
  PART_REFUSED (page, 1ll << 31, "page is 2147483648")
  PART_REFUSED (most_pages, -1, "most_pages is -1")
  PART_REFUSED (key_lengths, NULL, "have key_lengths and no key_starts")
  PART_REFUSED (key_starts, numbers, "have key_lengths and no key_starts")
  PART_REFUSED (pages, (int32_t *) y, "y, at")
  good.key_lengths = good.pages = NULL;
  REFUSED_WITH (batch, (1ll << 31) - 256, "tiles")
  REFUSED_WITH (heads, 4, "ldq is 10, less than 20")
  REFUSED_WITH (key_heads, 2, "ldk is 5, less than 10")
  REFUSED (pxblas_battention (&good, (uint16_t *) q, 9, (uint16_t *) k, 5, (uint16_t *) v, 5, (uint16_t *) y, 10, lse, NULL), "pxblas_battention: ldq is 9");
  REFUSED (pxblas_hattention (&good, (uint16_t *) q, 10, (uint16_t *) k, 5, (uint16_t *) v, 5, (uint16_t *) q + 5, 10, lse, NULL), "q, at");
  REFUSED (pxblas_sattention (&good, NULL, 10, k, 5, v, 5, y, 10, lse, NULL), "q is NULL");
  REFUSED (pxblas_sattention (&good, q, 10, k, 5, v, 5, NULL, 10, lse, NULL), "y is NULL");
  REFUSED (pxblas_sattention (&good, q, 10, k, 5, v, 5, q + 5, 10, lse, NULL), "q, at");
  REFUSED (pxblas_sattention (&good, q, 10, k, 5, v, 5, y, 10, y + 29, NULL), "lse, at");
  REFUSED (pxblas_sattention_backward (&good, q, 10, k, 5, v, 5, y, 10, NULL, dy, 10, dq, 10, dq + 50, 5, dq + 70, 5, NULL), "lse is NULL");
  REFUSED (pxblas_sattention_backward (&good, q, 10, k, 5, v, 5, y, 10, lse, dy, 10, dq, 10, dq + 29, 5, dq + 70, 5, NULL), "dk, at");
#define BACKWARD_16(T, LSE, DK) \
  pxblas_##T##attention_backward (&good, (uint16_t *) q, 10, (uint16_t *) k, 5, (uint16_t *) v, 5, (uint16_t *) y, 10, LSE, \
				  (uint16_t *) dy, 10, (uint16_t *) dq, 10, (uint16_t *) DK, 5, (uint16_t *) (dq + 70), 5, NULL)
  REFUSED (BACKWARD_16 (h, NULL, dq + 50), "pxblas_hattention_backward: lse is NULL");
  REFUSED (BACKWARD_16 (b, lse, y + 2), "dk, at");
  CHECK (unchanged (&a));
  TAKEN (FORWARD (&good));
  TAKEN (pxblas_sattention_backward (&good, q, 10, k, 5, v, 5, y, 10, lse, dy, 10, dq, 10, dq + 30, 5, dq + 50, 5, NULL));
  free_array (&a);
}

/* Random matrices that overlap, and that do not, by all pairs of their elements.  */
static void
blocks (void)
{
  struct array a = new_array ('s', 400, false);
  int met = 0;
  for (int i = 0; i < 2000; i++)
    {
      long m = next_random () % 4 + 1, n = next_random () % 4 + 1, lda = m + next_random () % 9, ldc = i % 3 ? lda : m + (long) (next_random () % 9),
	   from = next_random () % 60, to = next_random () % 60;
      bool meet = false;
      for (long k = 0; k < m * n; k++)
	for (long j = 0; j < m * n; j++)
	  meet |= from + k % m + k / m * lda == to + j % m + j / m * ldc;
      /* B is elsewhere.  */
      px_status s = pxblas_sgemm (PXBLAS_N, PXBLAS_N, m, n, n, 1, (float *) a.p + from, lda, (float *) a.p + 300, n, 0,
				  (float *) a.p + to, ldc, NULL);
      DOING ("blocks m = %ld, n = %ld, %ld + j %ld, %ld + j %ld", m, n, from, lda, to, ldc);
      CHECK (s == (meet ? PX_ERR_INVALID : PX_OK));
      met += meet;
    }
  CHECK (met > 100 && met < 1900);
  OK (px_synchronize ());
  free_array (&a);
}

/* Random vectors that overlap, and that do not, by all pairs of their elements.  */
static void
overlaps (void)
{
  struct array a = new_array ('s', 400, false);
  int met = 0;
  for (int i = 0; i < 2000; i++)
    {
      long n = next_random () % 8 + 1, incx = next_random () % 9 + 1, incy = next_random () % 9 + 1,
	   from = next_random () % 90, to = next_random () % 90;
      bool meet = false;
      for (long k = 0; k < n; k++)
	for (long j = 0; j < n; j++)
	  meet |= from + k * incx == to + j * incy;
      px_status s = pxblas_scopy (n, (float *) a.p + from, i % 3 ? incx : -incx, (float *) a.p + to,
				  i % 5 ? incy : -incy, NULL);
      DOING ("overlap n = %ld, %ld + i %ld, %ld + i %ld", n, from, incx, to, incy);
      CHECK (s == (meet ? PX_ERR_INVALID : PX_OK));
      met += meet;
    }
  CHECK (met > 100 && met < 1900);
  OK (px_synchronize ());
  free_array (&a);
}

/* Each thread works on its own arrays and stream.  */
static void *
caller (void *data)
{
  long bad = 0;
  px_stream s;
  struct array *a = data;
  float *x = (float *) a[0].p, *y = (float *) a[1].p, *r = (float *) a[2].p;
  bad += px_stream_create (&s) != PX_OK;
  for (int i = 0; i < 10; i++)
    {
      bad += pxblas_saxpy (1000, 1, x, 1, y, 1, s) != PX_OK;
      bad += pxblas_saxpy (i, 1, x, 0, y, 1, s) != PX_ERR_INVALID;
      bad += !strstr (px_status_text (PX_ERR_INVALID), "incx");
      bad += pxblas_sasum (1000, y, 1, r, s) != PX_OK;
    }
  bad += px_stream_synchronize (s) != PX_OK;
  bad += px_stream_destroy (s) != PX_OK;
  return (void *) bad;
}

static void
threads (void)
{
  enum { N = 6 };
  pthread_t id[N];
  struct array a[N][3];
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      a[i][k] = new_array ('s', k < 2 ? 1000 : 1, false);
  for (int i = 0; i < N; i++)
    CHECK (!pthread_create (&id[i], NULL, caller, a[i]));
  for (int i = 0; i < N; i++)
    {
      void *bad;
      DOING ("thread %d", i);
      CHECK (!pthread_join (id[i], &bad) && !bad);
      double sum = 0;
      for (int k = 0; k < 1000; k++)
	sum += fabs (GET (a[i][1], k));
      CHECK (near ('s', GET (a[i][2], 0), sum, sum, 1));
      CHECK (near ('s', GET (a[i][1], 5), OLD (a[i][1], 5) + 10 * OLD (a[i][0], 5), 10, 10));
      for (int k = 0; k < 3; k++)
	free_array (&a[i][k]);
    }
}

int
main (void)
{
  begin ();
  vectors ();
  matrices ();
  many ();
  heads ();
  blocks ();
  overlaps ();
  threads ();
  return done ("bad input");
}
