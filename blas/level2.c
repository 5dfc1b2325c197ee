/* SPDX-License-Identifier: MIT */
/* Operations on a matrix and vectors: gemv, ger (px/blas.h).  */
#include "blas/blas.h"
#include <px/warp.h>

/* The warps of a block.  */
#define LANES (BLAS_THREADS / 32)

/* The name's macros are expanded before parts are appended to it.  */
#define WARP_REDUCE(NAME, T) PX_WARP_REDUCE (NAME, T, PX_PLUS, 32)

/* Returns what is wrong with the arguments of FUNCTION.  */
static px_status
refused (const char *function, pxblas_op op, int64_t m, int64_t n, int64_t lda, int64_t incx, int64_t incy,
	 int count, const struct blas_array *arrays)
{
  if (op != PXBLAS_N && op != PXBLAS_T)
    return px__fail (PX_ERR_INVALID, "%s: the operation is neither PXBLAS_N nor PXBLAS_T", function);
  if (blas_bad_size (function, "m", m, BLAS_MOST_DIM) || blas_bad_size (function, "n", n, BLAS_MOST_DIM)
      || blas_bad_ld (function, "lda", lda, m) || blas_bad_increment (function, "incx", incx)
      || blas_bad_increment (function, "incy", incy))
    return PX_ERR_INVALID;
  return blas_refused (function, count, arrays);
}

/* The most results of gemv: a warp each.  */
#define MOST_RESULTS ((int64_t) BLAS_MOST_BLOCKS * LANES)

/* A grid for N results, EACH of them a block.  */
static struct px_config
over (int64_t n, int each, px_stream stream)
{
  return px_with_stream (px_grid ((n + each - 1) / each, BLAS_THREADS), stream);
}

#define F(name) s##name
#define F_PUBLIC(name) pxblas_s##name
#define NAME(name) "pxblas_s" #name
#define T float
#include "blas/level2.inc"
#define F(name) d##name
#define F_PUBLIC(name) pxblas_d##name
#define NAME(name) "pxblas_d" #name
#define T double
#include "blas/level2.inc"
