/* SPDX-License-Identifier: MIT */
/* What the host functions of products of matrices ask, and how they cut the results to tiles.  */
#include "blas/gemm.h"

int64_t
blas_gemm_tiles (const struct gemm *g, int tm, int tn, int64_t *down, int64_t *each)
{
  int64_t all;
  *down = (g->m + tm - 1) / tm;
  *each = *down * ((g->n + tn - 1) / tn);
  return __builtin_mul_overflow (*each, g->count, &all) ? INT64_MAX : all;
}

/* Of pxblas_gemm_kernel.  */
static __thread pxblas_kernel last;

px_status
blas_gemm_launched (pxblas_kernel kernel, px_status s)
{
  if (!s)
    last = kernel;
  return s;
}

PXBLAS_EXPORT pxblas_kernel
pxblas_gemm_kernel (void)
{
  return last;
}

px_status
blas_gemm_options (const char *f, struct gemm *g, const pxblas_gemm_options *options)
{
  last = PXBLAS_KERNEL_NONE;
  if (!options)
    return PX_OK;
  if ((unsigned) options->activation > PXBLAS_GELU)
    return px__fail (PX_ERR_INVALID, "%s: there is no activation %d", f, (int) options->activation);
  if ((unsigned) options->bias_along > PXBLAS_BIAS_COLUMNS)
    return px__fail (PX_ERR_INVALID, "%s: there is no bias along %d", f, (int) options->bias_along);
  g->activation = options->activation;
  g->bias_row = options->bias_along == PXBLAS_BIAS_ROWS;
  g->bias_col = options->bias_along == PXBLAS_BIAS_COLUMNS;
  g->bias = options->bias_along ? options->bias : NULL;
  return PX_OK;
}

px_status
blas_gemm_refused (const char *f, const struct gemm *g, size_t size, const void *a, const void *b,
		   const void *c, bool reads)
{
  bool na = g->opa == PXBLAS_N, nb = g->opb == PXBLAS_N;
  int64_t rows_a = na ? g->m : g->k, rows_b = nb ? g->k : g->n;
  if ((!na && g->opa != PXBLAS_T) || (!nb && g->opb != PXBLAS_T))
    return px__fail (PX_ERR_INVALID, "%s: an operation is neither PXBLAS_N nor PXBLAS_T", f);
  if (blas_bad_size (f, "m", g->m, BLAS_MOST_DIM) || blas_bad_size (f, "n", g->n, BLAS_MOST_DIM)
      || blas_bad_size (f, "k", g->k, BLAS_MOST_DIM)
      || blas_bad_size (f, "count", g->count, BLAS_MOST_DIM)
      || blas_bad_ld (f, "lda", g->lda, rows_a) || blas_bad_ld (f, "ldb", g->ldb, rows_b)
      || blas_bad_ld (f, "ldc", g->ldc, g->m))
    return PX_ERR_INVALID;
  if (g->count > 1)
    {
      int64_t least;
      if (blas_bad_size (f, "stride_a", g->stride_a, INT64_MAX)
	  || blas_bad_size (f, "stride_b", g->stride_b, INT64_MAX))
	return PX_ERR_INVALID;
      if (__builtin_mul_overflow (g->ldc, g->n, &least) || g->stride_c < least)
	return px__fail (PX_ERR_INVALID, "%s: stride_c is %lld, less than ldc n", f,
			 (long long) g->stride_c);
    }
  int64_t down, each;
  if (blas_gemm_tiles (g, BLAS_GEMM_SIDE, BLAS_GEMM_SIDE, &down, &each) > BLAS_MOST_BLOCKS)
    return px__fail (PX_ERR_INVALID, "%s: the results have more than %d tiles of %d x %d", f,
		     BLAS_MOST_BLOCKS, BLAS_GEMM_SIDE, BLAS_GEMM_SIDE);
  int64_t read = reads && g->m && g->n ? g->count : 0;
  const struct blas_array arrays[] = {
    { "a", a, rows_a, na ? g->k : g->m, g->lda, read, g->stride_a, size, false },
    { "b", b, rows_b, nb ? g->n : g->k, g->ldb, read, g->stride_b, size, false },
    { "c", c, g->m, g->n, g->ldc, g->count, g->stride_c, size, true },
    { "bias", g->bias, 1, g->bias_row * g->m + g->bias_col * g->n, 1, g->m && g->n && g->count, 0,
      size, false },
  };
  return blas_refused (f, 4, arrays);
}
