/* SPDX-License-Identifier: MIT */
/* Linear algebra on the device, for host code: libpxblas, whose kernels are written in px's
   dialect.  Link with -lpxblas -lpx; the program itself needs no plugin.

   Conventions, for all functions.

   Names.  The letter after pxblas_ is the type of the elements: s float, d double.

   Memory.  Pointers lead to memory that the device reaches (px_alloc, px_alloc_managed,
   px_alloc_pinned and the like).  The caller owns it, and keeps it until the work is done.
   Results that are single numbers are such pointers too; scalars (alpha, beta) are values.
   Pointers are aligned as their type.

   Matrices are stored by columns, as in BLAS and cuBLAS: element (i, j) of A, counted from 0, is
   a[i + j * lda], and the leading dimension lda, in elements, is at least the number of stored
   rows, and at least 1.  A matrix that is stored by rows is its own transpose stored by columns:
   C = A B by rows is C^T = B^T A^T by columns, so swap the operands, and m and n.

   Vectors have an increment, in elements, which is not 0.  Element i is x[i * incx] if incx > 0,
   and x[(n - 1 - i) * -incx] if incx < 0, as in BLAS: x is always the lowest address.

   Sizes are not negative.  Where an operation has no elements, the function returns PX_OK and
   nothing is read or written, except where its comment says more.

   Order.  A function gives its work to STREAM, NULL for the default one, and returns.  It may
   be called from any thread, and for a stream that is being captured: the graph then has its
   kernels.  What it needs of workspace it gets in the stream's order (px_alloc_async).

   Results.  The same call gives the same bits on every device: no sum depends on the order in
   which threads happen to run, or on how many of them a device has.

   Status.  PX_ERR_INVALID, and nothing is launched or written, if
     - a size is negative or more than can be done: 2^31 - 1 for m, n and k of matrices, rows and
       batches; 2^34 elements of vectors,
     - a leading dimension is too small, or an increment is 0,
     - a pointer is NULL or not aligned, although there are elements,
     - what is written overlaps another argument, except where the function says that it may be
       the same array.  Parts of one matrix that interleave, as two of its rows, do not overlap.
       Interleaved arguments of different increments are refused without a closer look if each
       has more than 65536 columns (elements of a vector),
     - a pointer leads to host memory that the device does not reach.
   PX_ERR_PEER if a pointer leads to memory of another device to which this one has no access.
   Else what the launches return.  px_status_text says more.  The extents of arrays are not
   known: a size that is more than an array has reads and writes beyond it.  */
#ifndef PX_BLAS_H
#define PX_BLAS_H

#include <px/runtime.h>

#if defined __GNUC__
#pragma GCC system_header
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a matrix is taken as it is stored, or transposed.  */
typedef enum pxblas_op { PXBLAS_N, PXBLAS_T } pxblas_op;

/* ---- Vectors -----------------------------------------------------------

   In the formulas x and y are vectors of N elements.  */

/* y = alpha x + y.  With alpha == 0 nothing is read or written.  */
px_status pxblas_saxpy (int64_t n, float alpha, const float *x, int64_t incx, float *y,
			int64_t incy, px_stream stream);
px_status pxblas_daxpy (int64_t n, double alpha, const double *x, int64_t incx, double *y,
			int64_t incy, px_stream stream);

/* x = alpha x.  With alpha == 0 x is set to 0, and not read.  */
px_status pxblas_sscal (int64_t n, float alpha, float *x, int64_t incx, px_stream stream);
px_status pxblas_dscal (int64_t n, double alpha, double *x, int64_t incx, px_stream stream);

/* y = x.  */
px_status pxblas_scopy (int64_t n, const float *x, int64_t incx, float *y, int64_t incy,
			px_stream stream);
px_status pxblas_dcopy (int64_t n, const double *x, int64_t incx, double *y, int64_t incy,
			px_stream stream);

/* x and y change places.  */
px_status pxblas_sswap (int64_t n, float *x, int64_t incx, float *y, int64_t incy,
			px_stream stream);
px_status pxblas_dswap (int64_t n, double *x, int64_t incx, double *y, int64_t incy,
			px_stream stream);

/* *RESULT = the sum of x[i] y[i]; 0 if there are no elements.  That of floats is computed in
   double.  x and y may be the same or overlap.  */
px_status pxblas_sdot (int64_t n, const float *x, int64_t incx, const float *y, int64_t incy,
		       float *result, px_stream stream);
px_status pxblas_ddot (int64_t n, const double *x, int64_t incx, const double *y, int64_t incy,
		       double *result, px_stream stream);

/* *RESULT = the sum of |x[i]|; 0 if there are no elements.  That of floats is computed in
   double.  */
px_status pxblas_sasum (int64_t n, const float *x, int64_t incx, float *result, px_stream stream);
px_status pxblas_dasum (int64_t n, const double *x, int64_t incx, double *result,
			px_stream stream);

/* *RESULT = the square root of the sum of x[i]^2; 0 if there are no elements.  No square
   overflows or underflows where the result does not: floats are squared in double, doubles are
   scaled.  */
px_status pxblas_snrm2 (int64_t n, const float *x, int64_t incx, float *result, px_stream stream);
px_status pxblas_dnrm2 (int64_t n, const double *x, int64_t incx, double *result,
			px_stream stream);

/* *RESULT = the least i, counted from 0, for which |x[i]| is largest; a NaN is larger than all
   numbers; -1 if there are no elements.  */
px_status pxblas_isamax (int64_t n, const float *x, int64_t incx, int64_t *result,
			 px_stream stream);
px_status pxblas_idamax (int64_t n, const double *x, int64_t incx, int64_t *result,
			 px_stream stream);

#ifdef __cplusplus
}
#endif
#endif
