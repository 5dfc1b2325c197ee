/* SPDX-License-Identifier: MIT */
/* The kernels of libcublas, in px's own dialect.  */
#include <px.h>
#include <stdbool.h>
#include "culib/how.h"

#define COLS CULIB_COLS
#define SAME(x) (x)

/* ---- real: s, d ---- */

#define SCALAR(re, im) (re)
#define MUL(x, y) ((x) * (y))
#define DIV(x, y) ((x) / (y))
#define CONJ(x) (x)
#define REAL(x) (x)
#define RE(x) (x)
#define IM(x) 0
#define ABS1(x) __builtin_fabs (x)
#define W double

#define F(name) s##name
#define T float
#define S float
#include "culib/linear.inc"
#define F(name) d##name
#define T double
#define S double
#include "culib/linear.inc"

#define F(name) s##name
#define T float
#define S float
#define IN T
#define OUT T
#define LOAD SAME
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"
#define F(name) d##name
#define T double
#define S double
#define IN T
#define OUT T
#define LOAD SAME
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"

/* ---- narrow elements, sums of 32 bits ---- */

union bits
{
  unsigned u;
  float f;
};

__device static inline float
of_bf16 (unsigned short x)
{
  return (union bits){ .u = (unsigned) x << 16 }.f;
}

/* Rounds to nearest, ties to even.  */
__device static inline unsigned short
to_bf16 (float x)
{
  unsigned u = (union bits){ .f = x }.u;
  return x != x ? 0x7fff : (u + 0x7fff + (u >> 16 & 1)) >> 16;
}

/* Exponent and fraction of a half are those of a float that is 2^112 times smaller.  */
__device static inline float
of_half (unsigned short x)
{
  float f = (union bits){ .u = (x & 0x7fffu) << 13 }.f * 0x1p112f;
  unsigned sign = (x & 0x8000u) << 16;
  unsigned u = (x & 0x7c00) == 0x7c00 ? 0x7f800000u | (x & 0x3ff) << 13 : (union bits){ .f = f }.u;
  return (union bits){ .u = u | sign }.f;
}

__device static inline unsigned short
to_half (float x)
{
  unsigned u = (union bits){ .f = x }.u, sign = u >> 16 & 0x8000, a = u & 0x7fffffff;
  if (a > 0x7f800000)
    return 0x7fff;
  if (a >= 0x477ff000) /* 65520 and above round to infinity */
    return sign | 0x7c00;
  if (a < 0x38800000) /* below 2^-14 the steps are 2^-24; adding 2^23 rounds to them */
    return sign
	   | ((union bits){ .f = (union bits){ .u = a }.f * 0x1p24f + 0x1p23f }.u - 0x4b000000);
  return sign | ((a - 0x38000000 + 0xfff + (a >> 13 & 1)) >> 13);
}

/* hh: halves; hs: halves, result floats; bb, bs: bf16; is: 8 bits, result floats; ii: 8 and 32
   bits.  */
#define F(name) hh##name
#define T float
#define S float
#define IN unsigned short
#define OUT unsigned short
#define LOAD of_half
#define FETCH of_half
#define STORE to_half
#include "culib/gemm.inc"
#define F(name) hs##name
#define T float
#define S float
#define IN unsigned short
#define OUT float
#define LOAD of_half
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"
#define F(name) bb##name
#define T float
#define S float
#define IN unsigned short
#define OUT unsigned short
#define LOAD of_bf16
#define FETCH of_bf16
#define STORE to_bf16
#include "culib/gemm.inc"
#define F(name) bs##name
#define T float
#define S float
#define IN unsigned short
#define OUT float
#define LOAD of_bf16
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"
#define F(name) ii##name
#define T int
#define S int
#define IN signed char
#define OUT int
#define LOAD SAME
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"
#define F(name) is##name
#define T float
#define S float
#define IN signed char
#define OUT float
#define LOAD SAME
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"

/* ---- complex: c, z.  Products as in the definition, without special cases for infinities.
   ---- */

#undef SCALAR
#undef MUL
#undef DIV
#undef CONJ
#undef REAL
#undef RE
#undef IM
#undef ABS1
#undef W
#define RE(x) __real__(x)
#define IM(x) __imag__(x)
#define SCALAR(re, im) __builtin_complex (re, im)
#define MUL(x, y) \
  __builtin_complex (RE (x) * RE (y) - IM (x) * IM (y), RE (x) * IM (y) + IM (x) * RE (y))
#define NORM(x) (RE (x) * RE (x) + IM (x) * IM (x))
#define DIV(x, y) \
  __builtin_complex ((RE (x) * RE (y) + IM (x) * IM (y)) / NORM (y), \
		     (IM (x) * RE (y) - RE (x) * IM (y)) / NORM (y))
#define CONJ(x) __builtin_complex (RE (x), -IM (x))
#define REAL(x) __builtin_complex (RE (x), 0 * RE (x))
#define ABS1(x) (__builtin_fabs (RE (x)) + __builtin_fabs (IM (x)))
#define W double _Complex

#define F(name) c##name
#define T float _Complex
#define S float
#include "culib/linear.inc"
#define F(name) z##name
#define T double _Complex
#define S double
#include "culib/linear.inc"

#define F(name) c##name
#define T float _Complex
#define S float
#define IN T
#define OUT T
#define LOAD SAME
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"
#define F(name) z##name
#define T double _Complex
#define S double
#define IN T
#define OUT T
#define LOAD SAME
#define FETCH SAME
#define STORE SAME
#include "culib/gemm.inc"
