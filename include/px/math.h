/* SPDX-License-Identifier: MIT */
/* px's own mathematics.  In device code the plugin calls __px_NAME for NAME of <math.h>
   (plugin/front/library.cc); the host's code keeps its C library's.

   Without the plugin the same functions are plain C: they compute the same bits on the host, if
   the host rounds fmaf once.  The coefficients are from testsuite/math/remez.  */
#ifndef PX_MATH_H
#define PX_MATH_H

#if __has_attribute (px_mathematics)
#define __px_math __attribute__ ((px_mathematics)) static inline
#else
#define __px_math static inline __attribute__ ((__unused__))
#endif
#define __px_fma __builtin_fmaf

__px_math unsigned
__px_bits_of (float x)
{
  union { float f; unsigned u; } v = { x };
  return v.u;
}

__px_math float
__px_of_bits (unsigned x)
{
  union { unsigned u; float f; } v = { x };
  return v.f;
}

/* e^x = 2^n e^r with n integer, |r| <= 0.3475.  Beyond the bounds the result is 0 or infinite; a
   comparison leaves a NaN as it is.  2^n is two factors, as n may be 128 or below -126: the
   first product is exact, so that a subnormal result is rounded once.  */
__px_math float
__px_expf (float x)
{
  x = x > 89.0f ? 89.0f : x;
  x = x < -104.5f ? -104.5f : x;
  /* The addition of 1.5 * 2^23 rounds to an integer, which is in the low bits.  */
  float t = __px_fma (x, 0x1.715476p+0f, 0x1.8p23f), n = t - 0x1.8p23f;
  float r = __px_fma (n, -0x1.62e430p-1f, x);   /* log (2) = 0x1.62e430p-1 - 0x1.05c610p-29 */
  r = __px_fma (n, 0x1.05c610p-29f, r);
  float p = 0x1.6ff2c6p-10f;
  p = __px_fma (p, r, 0x1.125914p-7f);
  p = __px_fma (p, r, 0x1.5552fap-5f);
  p = __px_fma (p, r, 0x1.555464p-3f);
  p = __px_fma (p, r, 0.5f);
  p = __px_fma (p, r, 1.0f);
  p = __px_fma (p, r, 1.0f);
  int i = (int) __px_bits_of (t) - 0x4b400000, h = i >> 1;
  return p * __px_of_bits ((unsigned) (h + 127) << 23) * __px_of_bits ((unsigned) (i - h + 127) << 23);
}

/* log (x) = e log (2) + log (1 + f), 2/3 <= 1 + f < 4/3, by f - f^2 / 2 + f^3 p (f).  Subnormal
   numbers are made normal first.  */
__px_math float
__px_logf (float x)
{
  float a = x < 0x1p-126f ? x * 0x1p23f : x;
  unsigned b = __px_bits_of (a), k = (b - 0x3f2aaaab) & 0xff800000;
  float e = __px_fma ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float p = 0x1.e0298cp-4f;
  p = __px_fma (p, f, -0x1.076eecp-3f);
  p = __px_fma (p, f, 0x1.bb203cp-4f);
  p = __px_fma (p, f, -0x1.f33f4p-4f);
  p = __px_fma (p, f, 0x1.24d7fp-3f);
  p = __px_fma (p, f, -0x1.559bbp-3f);
  p = __px_fma (p, f, 0x1.99985ep-3f);
  p = __px_fma (p, f, -0x1.ffff02p-3f);
  p = __px_fma (p, f, 0x1.555556p-2f);
  p = __px_fma (p, f, -0.5f);
  p = __px_fma (p * f, f, f);
  p = __px_fma (e, 0x1.62e430p-1f, p);
  /* 0 gives minus infinity, a number below it and NaN give NaN.  */
  if (!(a > 0 && a < __builtin_inff ()))
    p = x == 0 ? -__builtin_inff () : x > 0 ? x : x < 0 ? __builtin_nanf ("") : x + x;
  return p;
}
#endif
