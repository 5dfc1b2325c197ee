/* SPDX-License-Identifier: MIT */
/* Rotary embedding (px/blas.h).  */
#include "blas/blas.h"
#include <math.h>

enum
{
  WARP = 32,
  UNITS = BLAS_THREADS / WARP /* of a block: warps */
};

/* 2^x for -1000 < x <= 0, to about 2^-46 of it: the Taylor series of what is left of x, at most 1/2.  */
__device static inline double
power_of_2 (double x)
{
  int n = (int) (x - 0.5);
  double u = (x - n) * 0x1.62e42fefa39efp-1, sum = 1;
#pragma GCC unroll 11
  for (int i = 11; i > 0; i--)
    sum = 1 + sum * u / i;
  union
  {
    long bits;
    double number;
  } power = { (long) (n + 1023) << 52 };
  return power.number * sum;
}

/* The angle of pair P at POSITION, within -pi ... pi.  A position times a frequency has more whole turns than a float has bits
   for: they are taken off in double.  STEP is log2 (base) of a pair.  */
__device static inline float
angle_of (long position, int p, double step)
{
  double turns = position * (power_of_2 (-p * step) * 0x1.45f306dc9c883p-3);
  return (float) (turns - (double) (long) (turns + (turns < 0 ? -0.5 : 0.5))) * 0x1.921fb6p+2f;
}

/* A warp turns head h of vector v, D elements, of which the first 2 HALF are turned, and the others are copied.  The elements of
   pair p are at FIRST (p), and GAP elements after it.  Where X is NULL, Y is turned in its place.  */
#define KERNEL(NAME, T, WIDEN, NARROW, FIRST, GAP) \
  static __kernel __requires (grid (1), block (1), threads (BLAS_THREADS)) \
    __where (heads > 0, d > 0, half >= 0, 2 * half <= d, ldy >= (long) heads * d) void \
    NAME (int count, int heads, int d, int half, double step, bool inverse, const long *positions, long from, \
	  const T *x, long ldx, T *y, long ldy) \
  { \
    int id __perspective (thread, WARP) = px_id (thread, WARP); \
    int v __perspective (thread, WARP) = id / heads, h __perspective (thread, WARP) = id % heads; \
    __partition (thread, WARP, T *yh = y + v * ldy + h * d) \
      __group (thread, WARP) \
	if (v < count) \
	  { \
	    int t OWN = px_id (thread); \
	    long position = positions ? positions[v] : from + v; \
	    const T *xh = x + v * ldx + h * d; \
	    for (int k = 0; k < half; k += WARP) \
	      __partition (thread, 1, T *own = yh + FIRST (k + t)) \
		__group (thread, 1) \
		  if (k + t < half) \
		    { \
		      float a = angle_of (position, k + t, step), c = cosf (a), s = inverse ? -sinf (a) : sinf (a); \
		      T p, q; \
		      if (x) \
			p = xh[FIRST (k + t)], q = xh[FIRST (k + t) + GAP]; \
		      else \
			p = own[0], q = own[GAP]; \
		      float u = WIDEN (p), w = WIDEN (q); \
		      own[0] = NARROW (u * c - w * s); \
		      own[GAP] = NARROW (w * c + u * s); \
		    } \
	    if (x) \
	      for (int k = 2 * half; k < d; k += WARP) \
		__partition (thread, 1, T *own = yh + k + t) \
		  __group (thread, 1) \
		    if (k + t < d) \
		      *own = xh[k + t]; \
	  } \
  }
#define HALVES(p) (p)
#define NEIGHBOURS(p) 2 * (p)

/* The host function with the letter t, of elements T, and its kernels, of elements K.  */
#define ROTARY(t, T, K, WIDEN, NARROW) \
  KERNEL (t##_halves, K, WIDEN, NARROW, HALVES, half) \
  KERNEL (t##_neighbours, K, WIDEN, NARROW, NEIGHBOURS, 1) \
\
  PXBLAS_EXPORT px_status pxblas_##t##rotary (const pxblas_rotary *r, const int64_t *positions, const T *x, int64_t ldx, \
					      T *y, int64_t ldy, px_stream stream) \
  { \
    const char *f = "pxblas_" #t "rotary"; \
    bool same = x == y && ldx == ldy; \
    px_status s = rotary_refused (f, r, ldx, ldy); \
    const struct blas_array arrays[] = { \
      BLAS_VECTOR (positions, positions && r->heads && r->d ? r->count : 0, 1, false), \
      BLAS_MATRIX (x, same ? 0 : r->heads * r->d, r->count, ldx, false), \
      BLAS_MATRIX (y, r->heads * r->d, r->count, ldy, true), \
    }; \
    if (s || (s = blas_refused (f, 3, arrays)) || !r->count || !r->heads || !r->d || (same && !r->turned)) \
      return s; \
    struct px_config to \
      = px_with_stream (px_grid ((r->count * r->heads + UNITS - 1) / UNITS, BLAS_THREADS), stream); \
    const K *from = same ? NULL : (const K *) x; \
    int half = r->turned / 2; \
    double step = half ? log2 (r->base) / half : 0; \
    return r->interleaved ? px_launch (to, t##_neighbours, r->count, r->heads, r->d, half, step, r->inverse, positions, \
				       r->first, from, ldx, (K *) y, ldy) \
			  : px_launch (to, t##_halves, r->count, r->heads, r->d, half, step, r->inverse, positions, \
				       r->first, from, ldx, (K *) y, ldy); \
  }

static px_status
rotary_refused (const char *f, const pxblas_rotary *r, int64_t ldx, int64_t ldy)
{
  if (blas_bad_size (f, "count", r->count, BLAS_MOST_DIM)
      || blas_bad_size (f, "heads", r->heads, BLAS_MOST_DIM)
      || blas_bad_size (f, "d", r->d, BLAS_MOST_DIM) || blas_bad_size (f, "turned", r->turned, r->d))
    return PX_ERR_INVALID;
  if (r->heads * r->d > BLAS_MOST_DIM)
    return px__fail (PX_ERR_INVALID, "%s: a vector of all heads has more than %lld elements", f,
		     (long long) BLAS_MOST_DIM);
  if (r->count * r->heads > (int64_t) BLAS_MOST_BLOCKS * UNITS)
    return px__fail (PX_ERR_INVALID, "%s: there are more than %lld heads", f, (long long) BLAS_MOST_BLOCKS * UNITS);
  if (r->turned % 2)
    return px__fail (PX_ERR_INVALID, "%s: turned is %lld, which is odd", f, (long long) r->turned);
  /* Then no frequency is more than 1, or too small for power_of_2.  */
  if (!(r->base >= 1 && r->base <= 0x1p1000))
    return px__fail (PX_ERR_INVALID, "%s: base is %g, not within 1 ... 2^1000", f, r->base);
  return blas_bad_ld (f, "ldx", ldx, r->heads * r->d) || blas_bad_ld (f, "ldy", ldy, r->heads * r->d)
	   ? PX_ERR_INVALID : PX_OK;
}

ROTARY (s, float, float, , )
ROTARY (h, uint16_t, px_half, px_to_float, px_to_half)
ROTARY (b, uint16_t, px_bf16, px_to_float, px_to_bf16)
