/* SPDX-License-Identifier: MIT */
/* Operations that reduce vectors to one number: dot, asum, nrm2, iamax (px/blas.h).  */
#include "blas/blas.h"
#include <px/block.h>

/* The most blocks of the first step: four parts for each thread of the second.  */
enum
{
  MOST_PARTS = 4 * BLAS_THREADS
};

/* The name's macros are expanded before parts are appended to it.  */
#define BLOCK_REDUCE(NAME, W, ADD) PX_BLOCK_REDUCE (NAME, W, ADD, BLAS_THREADS, 1)

#define SAME(x) (x)
#define ROUNDED(x) ((float) (x))

/* ---- dot, asum ---- */

#define F(name) sdot_##name
#define T float
#define W double
#define ADD PX_PLUS
#define FINISH ROUNDED
#define NOTHING 0
#define TERM(i) ((double) x[(i) * incx] * (double) y[(i) * incy])
#define RESULT float
#define PUBLIC pxblas_sdot
#define TEXT "pxblas_sdot"
#define TWO
#include "blas/reduce.inc"

#define F(name) ddot_##name
#define T double
#define W double
#define ADD PX_PLUS
#define FINISH SAME
#define NOTHING 0
#define TERM(i) (x[(i) * incx] * y[(i) * incy])
#define RESULT double
#define PUBLIC pxblas_ddot
#define TEXT "pxblas_ddot"
#define TWO
#include "blas/reduce.inc"

#define F(name) sasum_##name
#define T float
#define W double
#define ADD PX_PLUS
#define FINISH ROUNDED
#define NOTHING 0
#define TERM(i) __builtin_fabs ((double) x[(i) * incx])
#define RESULT float
#define PUBLIC pxblas_sasum
#define TEXT "pxblas_sasum"
#include "blas/reduce.inc"

#define F(name) dasum_##name
#define T double
#define W double
#define ADD PX_PLUS
#define FINISH SAME
#define NOTHING 0
#define TERM(i) __builtin_fabs (x[(i) * incx])
#define RESULT double
#define PUBLIC pxblas_dasum
#define TEXT "pxblas_dasum"
#include "blas/reduce.inc"

/* ---- nrm2 ---- */

#define ROOT(x) ((float) __builtin_sqrt (x))
#define F(name) snrm2_##name
#define T float
#define W double
#define ADD PX_PLUS
#define FINISH ROOT
#define NOTHING 0
#define TERM(i) ((double) x[(i) * incx] * (double) x[(i) * incx])
#define RESULT float
#define PUBLIC pxblas_snrm2
#define TEXT "pxblas_snrm2"
#include "blas/reduce.inc"

/* Sums of squares, of numbers whose squares are near 0, are ordinary, are near infinity (J. Blue,
   A Portable Fortran Program to Find the Euclidean Norm of a Vector, ACM TOMS 4, 1978).
   Below TINY a number is multiplied by GROW, above HUGE by SHRINK, before it is squared: so is no
   square subnormal, and sums of 2^34 squares are finite.  All four are powers of two.  */
struct squares
{
  double tiny, ordinary, huge;
};
#define TINY 0x1p-511
#define HUGE 0x1p486
#define GROW 0x1p537
#define SHRINK 0x1p-538

__device static inline struct squares
square (double x)
{
  double a = __builtin_fabs (x), small = a * GROW, large = a * SHRINK;
  if (a > HUGE)
    return (struct squares) { 0, 0, large * large };
  if (a < TINY)
    return (struct squares) { small * small, 0, 0 };
  return (struct squares) { 0, a * a, 0 };
}

__device static inline struct squares
add_squares (struct squares a, struct squares b)
{
  return (struct squares) { a.tiny + b.tiny, a.ordinary + b.ordinary, a.huge + b.huge };
}

/* A NaN among the numbers is in `ordinary'.  */
__device static inline double
root_of_squares (struct squares s)
{
  if (s.huge > 0)
    return __builtin_sqrt (s.huge + s.ordinary * SHRINK * SHRINK) / SHRINK;
  if (!(s.tiny > 0))
    return __builtin_sqrt (s.ordinary);
  double small = __builtin_sqrt (s.tiny) / GROW, large = __builtin_sqrt (s.ordinary);
  if (!(s.ordinary != 0))
    return small;
  double least = small < large ? small : large, most = small < large ? large : small;
  return most * __builtin_sqrt (1 + (least / most) * (least / most));
}

#define F(name) dnrm2_##name
#define T double
#define W struct squares
#define ADD add_squares
#define FINISH root_of_squares
#define NOTHING { 0, 0, 0 }
#define TERM(i) square (x[(i) * incx])
#define RESULT double
#define PUBLIC pxblas_dnrm2
#define TEXT "pxblas_dnrm2"
#include "blas/reduce.inc"

/* ---- iamax ---- */

/* An element's absolute value, and its number.  */
struct place
{
  unsigned long size;
  long at;
};

/* The bits of numbers without a sign are ordered as the numbers are, those of infinity before
   NaNs, which all get the same.  */
__device static inline struct place
place_float (float x, long at)
{
  unsigned u;
  __builtin_memcpy (&u, &x, sizeof u);
  u &= 0x7fffffff;
  return (struct place) { u > 0x7f800000 ? 0x7fffffff : u, at };
}

__device static inline struct place
place_double (double x, long at)
{
  unsigned long u;
  __builtin_memcpy (&u, &x, sizeof u);
  u &= 0x7fffffffffffffff;
  return (struct place) { u > 0x7ff0000000000000 ? 0x7fffffffffffffff : u, at };
}

__device static inline struct place
larger (struct place a, struct place b)
{
  return b.size > a.size || (b.size == a.size && b.at < a.at) ? b : a;
}

#define NO_PLACE 0x7fffffffffffffff
#define INDEX(p) ((p).at == NO_PLACE ? -1 : (p).at)
#define F(name) isamax_##name
#define T float
#define W struct place
#define ADD larger
#define FINISH INDEX
#define NOTHING { 0, NO_PLACE }
#define TERM(i) place_float (x[(i) * incx], i)
#define RESULT int64_t
#define PUBLIC pxblas_isamax
#define TEXT "pxblas_isamax"
#include "blas/reduce.inc"

#define F(name) idamax_##name
#define T double
#define W struct place
#define ADD larger
#define FINISH INDEX
#define NOTHING { 0, NO_PLACE }
#define TERM(i) place_double (x[(i) * incx], i)
#define RESULT int64_t
#define PUBLIC pxblas_idamax
#define TEXT "pxblas_idamax"
#include "blas/reduce.inc"
