/* SPDX-License-Identifier: MIT */
/* Operations on vectors that write vectors: axpy, copy, scal, swap (px/blas.h).  */
#include "blas/blas.h"

/* The first element of thread U of the grid; the others follow BLAS_THREADS apart.  */
#define FIRST(u) ((long) ((u) / BLAS_THREADS) * BLAS_TILE + (u) % BLAS_THREADS)

/* Makes *INCY positive: where it is negative both vectors are taken from the other end.  *X, which
   may be NULL, becomes the address of its element 0.  */
static void
normalise (const void **x, int64_t *incx, int64_t *incy, int64_t n, size_t size)
{
  if (*incy < 0)
    *incy = -*incy, *incx = -*incx;
  if (*x && *incx < 0)
    *x = (const char *) *x + (size_t) ((n - 1) * -*incx) * size;
}

/* A grid for N elements.  */
static struct px_config
grid_over (int64_t n, px_stream stream)
{
  return px_with_stream (px_grid ((n + BLAS_TILE - 1) / BLAS_TILE, BLAS_THREADS), stream);
}

#define F(name) s##name
#define F_PUBLIC(name) pxblas_s##name
#define NAME(name) "pxblas_s" #name
#define T float
#include "blas/level1.inc"
#undef F
#undef F_PUBLIC
#undef NAME
#undef T
#define F(name) d##name
#define F_PUBLIC(name) pxblas_d##name
#define NAME(name) "pxblas_d" #name
#define T double
#include "blas/level1.inc"
