/* SPDX-License-Identifier: MIT */
/* px's own mathematics.  In device code the plugin calls __px_NAME for NAME of <math.h>, or
   __px_fast_NAME (plugin/front/library.cc; px/math.def lists the names and the errors); the host's
   code keeps its C library's.

   Without the plugin the same functions are plain C: they compute the same bits on the host, if the
   host rounds fmaf once; those of ex2.approx the emulator's.  The coefficients are from testsuite/math/remez: `remez log' prints those
   of the logarithms, `remez sin' and `remez cos' the sine's and so on, with the errors said here.
   */
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

/* 2^I, I from -126 to 127.  */
__px_math float
__px_power (int i)
{
  return __px_of_bits ((unsigned) (i + 127) << 23);
}

/* The addition of 1.5 * 2^23 rounds to an integer, which is in the low bits.  Where a sum must not
   be exchanged with others, as -fassociative-math would, it is an fma by 1.  */
#define __px_rounder 0x1.8p23f
/* The same with 254, twice the bias of an exponent, in the low bits: for __px_scale.  */
#define __px_scaler (__px_rounder + 254.0f)

/* P 2^I with T = I + __px_scaler, I from -252 to 254, P about 1.  2^I is two factors: the first
   product is exact or infinite, so that a subnormal result is rounded once.  The low bits of T are
   those of I + 254, and of its half and of what is left the exponents of both.  */
__px_math float
__px_scale (float p, float t)
{
  unsigned b = __px_bits_of (t), h = b >> 1;
  return p * __px_of_bits (h << 23) * __px_of_bits ((b - h) << 23);
}

/* X with the sign of S.  */
__px_math float
__px_sign_of (float x, float s)
{
  return __px_of_bits ((__px_bits_of (x) & 0x7fffffff) | (__px_bits_of (s) & 0x80000000));
}

/* e^x 2^K = 2^(n + K) e^r with n integer, |r| <= 0.3475, for x from -126; K is 0 or -1.  Error of
   the polynomial: 2^-27.5 of e^r.  From 90 on n stays, and e^r is that much too large: the product
   is infinite all the same.  A NaN is in r.  */
__px_math float
__px_exp_scaled (float x, int k)
{
  const float c = __px_scaler + (float) k;
  float t = __builtin_fminf (__px_fma (x, 0x1.715476p+0f, c), c + 130.0f), n = t - c;
  float r = __px_fma (n, -0x1.62e430p-1f, x);   /* log (2) = 0x1.62e430p-1 - 0x1.05c610p-29 */
  r = __px_fma (n, 0x1.05c610p-29f, r);
  float p = 0x1.6ff2c6p-10f;
  p = __px_fma (p, r, 0x1.125914p-7f);
  p = __px_fma (p, r, 0x1.5552fap-5f);
  p = __px_fma (p, r, 0x1.555464p-3f);
  p = __px_fma (p, r, 0.5f);
  p = __px_fma (p, r, 1.0f);
  p = __px_fma (p, r, 1.0f);
  return __px_scale (p, t);
}

/* 2^X by the GPU's unit: ex2.approx.ftz, and ex2.approx, which has subnormal numbers.  Of its error
   PTX says 2^-22.5 and CUDA, whose expf and exp2f are made of it as those below are, 2 ulp.  */
#if __has_attribute (px_mathematics)
#define __px_ex2 px_fast_exp2
#define __px_ex2_full px_approx_exp2
#define __px_saturated px_saturate_float
#else
__px_math float
__px_ex2_full (float x)
{
  return (float) __builtin_exp2 (x);
}

__px_math float
__px_ex2 (float x)
{
  float y = __px_ex2_full (x);
  return y < 0x1p-126f ? 0 : y;
}

__px_math float
__px_saturated (float x)
{
  return __builtin_fminf (__builtin_fmaxf (x, 0.0f), 1.0f);
}
#endif

/* e^x = 2^n 2^y: n is the integer next to x / log (2) from -126 to 127, so that 2^n is a number, and y
   what is left, to 2^-25 where |y| <= 1/2.  Beyond that 2^y is below 1/2 or above 2, and the
   product is rounded as a subnormal number, or infinite.  (x / log (2) + 126) / 253 is brought between 0 and 1
   by the instruction that computes it, in which a NaN is 0; it is in y, too.  */
__px_math float
__px_expf (float x)
{
  const float c = __px_rounder + 127.0f;
  float s = __px_saturated (__px_fma (x, 0x1.715476p+0f / 253.0f, 126.0f / 253.0f));
  float t = __px_fma (s, 253.0f, c - 126.0f);
  float y = __px_fma (x, 0x1.715476p+0f, c - t);
  y = __px_fma (x, 0x1.4ae0c0p-26f, y);	/* 1 / log (2) is the sum of both factors */
  return __px_ex2 (y) * __px_of_bits (__px_bits_of (t) << 23);
}

/* 2^r, |r| <= 1/2, with an error of 2^-27.5 of that.  */
__px_math float
__px_exp2_p (float r)
{
  float p = 0x1.4bc11cp-13f;
  p = __px_fma (p, r, 0x1.5fc042p-10f);
  p = __px_fma (p, r, 0x1.3b21c8p-7f);
  p = __px_fma (p, r, 0x1.c6ada6p-5f);
  p = __px_fma (p, r, 0x1.ebfbe6p-3f);
  p = __px_fma (p, r, 0x1.62e432p-1f);
  return __px_fma (p, r, 1.0f);
}

__px_math float
__px_exp2f (float x)
{
  return __px_ex2_full (x);
}

/* Logarithms: log (x) = e log (2) + log (1 + f), 2/3 <= 1 + f < 4/3.  Subnormal numbers are made
   normal first.  */
__px_math float
__px_normal (float x)
{
  return x < 0x1p-126f ? x * 0x1p23f : x;
}

/* e, in the exponent's bits, of the bits B of a normal number.  */
__px_math unsigned
__px_exponent (unsigned b)
{
  return (b - 0x3f2aaaab) & 0xff800000;
}

/* p of log (1 + f) = f - f^2 / 2 + f^3 p (f).  Error: 2^-27.3 of that and of log (2) + that.  */
__px_math float
__px_log_p (float f)
{
  float p = 0x1.f9c936p-4f;
  p = __px_fma (p, f, -0x1.0848fep-3f);
  p = __px_fma (p, f, 0x1.b5446ep-4f);
  p = __px_fma (p, f, -0x1.f31686p-4f);
  p = __px_fma (p, f, 0x1.2515a8p-3f);
  p = __px_fma (p, f, -0x1.559c96p-3f);
  p = __px_fma (p, f, 0x1.999680p-3f);
  p = __px_fma (p, f, -0x1.fffefep-3f);
  return __px_fma (p, f, 0x1.555558p-2f);
}

/* P, or what a logarithm of X is where P is not it: 0 gives minus infinity, a number below it and
   NaN give NaN.  */
__px_math float
__px_log_result (float x, float p)
{
  if (!(x > 0 && x < __builtin_inff ()))
    p = x == 0 ? -__builtin_inff () : x > 0 ? x : x < 0 ? __builtin_nanf ("") : x + x;
  return p;
}

__px_math float
__px_logf (float x)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __px_fma ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float p = __px_fma (__px_fma (__px_log_p (f), f, -0.5f) * f, f, f);
  return __px_log_result (x, __px_fma (e, 0x1.62e430p-1f, p));
}

/* The logarithm times log2 (e) = 0x1.715476p+0 + 0x1.4ae0c0p-26. e + f log2 (e) is two words, as
   they may have opposite signs.  */
__px_math float
__px_log2f (float x)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __px_fma ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float h = __px_fma (f, 0x1.715476p+0f, e), l = __px_fma (f, 0x1.715476p+0f, e - h), u = f * f;
  l = __px_fma (f, 0x1.4ae0c0p-26f, l);
  l = __px_fma (__px_log_p (f) * f * u, 0x1.715476p+0f, l);
  return __px_log_result (x, h + __px_fma (u, -0x1.715476p-1f, l));
}

/* The logarithm times log10 (e) = 0x1.bcb7b2p-2 - 0x1.5b235ep-27; log10 (2) = 0x1.344136p-2
   - 0x1.ec10c0p-27.  */
__px_math float
__px_log10f (float x)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __px_fma ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float q = __px_fma (__px_log_p (f), f, -0.5f) * f * f;
  float h = f * 0x1.bcb7b2p-2f, l = __px_fma (f, 0x1.bcb7b2p-2f, -h);
  l = __px_fma (q, 0x1.bcb7b2p-2f, __px_fma (f, -0x1.5b235ep-27f, l));
  h = __px_fma (e, 0x1.344136p-2f, h);
  return __px_log_result (x, h + __px_fma (e, -0x1.ec10c0p-27f, l));
}

/* X / (pi / 2) modulo 4 in units of 2^-62, for X from 2^17 to the largest float (Payne and Hanek,
   Radian reduction for trigonometric functions, SIGNUM Newsletter 18, 1983).  X is m 2^e with m of
   24 bits.  What 2 / pi has above bit 2 - e gives multiples of 4, and what is behind the 96 bits
   from there is below a unit; w has these bits and 31 before them at most.  */
__px_math unsigned long long
__px_turns (float x)
{
  unsigned b = __px_bits_of (x), m = (b & 0x7fffff) | 0x800000, p = (b >> 23) - 120, s = p & 31;
  unsigned w0 = 0, w1 = 0xa2f9836e, w2 = 0x4e441529, w3 = 0xfc2757d1, w4 = 0xf534ddc0;
  unsigned w5 = 0xdb629599, w6 = 0x3c439041;
  if (p & 128)
    {
      w0 = w4;
      w1 = w5;
      w2 = w6;
      w3 = 0xfe5163ab;
    }
  if (p & 64)
    {
      w0 = w2;
      w1 = w3;
      w2 = w4;
      w3 = w5;
      w4 = w6;
    }
  if (p & 32)
    {
      w0 = w1;
      w1 = w2;
      w2 = w3;
      w3 = w4;
    }
  unsigned h = (unsigned) (((unsigned long long) w0 << 32 | w1) << s >> 32);
  unsigned l = (unsigned) (((unsigned long long) w1 << 32 | w2) << s >> 32);
  unsigned t = (unsigned) (((unsigned long long) w2 << 32 | w3) << s >> 32);
  return ((unsigned long long) h << 32 | l) * m + ((unsigned long long) t * m >> 32);
}

/* X is n pi / 2 + r with |r| <= pi / 4 (1 + 2^-7).  */
struct __px_reduced
{
  float r;
  unsigned n;   /* its low bits */
};

/* Below 2^17 the three words of pi / 2 leave enough of r: 0x1.921fb4p+0 + 0x1.4442d0p-24
   + 0x1.84698ap-48.  */
__px_math struct __px_reduced
__px_reduce (float x)
{
  struct __px_reduced d;
  float t = __px_fma (x, 0x1.45f306p-1f, __px_rounder), n = t - __px_rounder;
  d.n = __px_bits_of (t);
  d.r = __px_fma (n, -0x1.921fb4p+0f, x);
  d.r = __px_fma (n, -0x1.4442d0p-24f, d.r);
  d.r = __px_fma (n, -0x1.84698ap-48f, d.r);
  if (__builtin_expect (__builtin_fabsf (x) >= 0x1p17f, 0))
    {
      unsigned long long w = __px_turns (__builtin_fabsf (x)), q;
      w = x < 0 ? -w : w;
      q = (w + (1ull << 61)) >> 62;
      d.n = (unsigned) q;
      d.r = (float) ((double) (long long) (w - (q << 62)) * (0x1.921fb54442d18p+0 * 0x1p-62));
      d.r += x - x;   /* NaN for infinity */
    }
  return d;
}

/* sin (r + n pi / 2): r + r u p (u) or 1 + u p (u), u = r^2.  Errors: 2^-32.4 of the sine, 2^-32.8
   of the cosine.  The sine of -0 is -0, as p is negative and r u + 0 is not.  */
__px_math float
__px_sin_of (struct __px_reduced d)
{
  float r = d.r, u = r * r, a = d.n & 1 ? 1.0f : r;
  float p = d.n & 1 ? 0x1.99e140p-16f : 0x1.7b5850p-19f;
  p = __px_fma (p, u, d.n & 1 ? -0x1.6c0c1ap-10f : -0x1.a056a2p-13f);
  p = __px_fma (p, u, d.n & 1 ? 0x1.55554ap-5f : 0x1.111172p-7f);
  p = __px_fma (p, u, d.n & 1 ? -0.5f : -0x1.555556p-3f);
  p = __px_fma (p, __px_fma (a, u, 0.0f), a);
  return __px_of_bits (__px_bits_of (p) ^ (d.n << 30 & 0x80000000));
}

__px_math float
__px_sinf (float x)
{
  return __px_sin_of (__px_reduce (x));
}

__px_math float
__px_cosf (float x)
{
  struct __px_reduced d = __px_reduce (x);
  d.n++;
  return __px_sin_of (d);
}

/* r + r u p (u) for even n, -1 by that for odd ones.  Error: 2^-28 of the tangent.  */
__px_math float
__px_tanf (float x)
{
  struct __px_reduced d = __px_reduce (x);
  float r = d.r, u = r * r;
  float p = 0x1.23c360p-8f;
  p = __px_fma (p, u, -0x1.39adc8p-14f);
  p = __px_fma (p, u, 0x1.67818ep-7f);
  p = __px_fma (p, u, 0x1.5bd264p-6f);
  p = __px_fma (p, u, 0x1.baf0d8p-5f);
  p = __px_fma (p, u, 0x1.110d1ap-3f);
  p = __px_fma (p, u, 0x1.555562p-2f);
  p = __px_fma (p, r * u, r);
  return d.n & 1 ? -1.0f / p : p;
}

/* tanh (y) = y + y u p (u), u = y^2, y at most 0.55, with an error of 2^-29.7 of that; beyond
   1 - 2 / (e^2y + 1), which is 1 from y = 10 on.  */
__px_math float
__px_tanhf (float x)
{
  float y = __builtin_fabsf (x), u = y * y;
  float p = -0x1.9921a0p-8f;
  p = __px_fma (p, u, 0x1.58e518p-6f);
  p = __px_fma (p, u, -0x1.b91e7ep-5f);
  p = __px_fma (p, u, 0x1.110ceep-3f);
  p = __px_fma (p, u, -0x1.55554ap-2f);
  p = __px_fma (p, y * u, y);
  if (!(y <= 0.55f))
    p = __px_fma (-2.0f, 1.0f / (__px_exp_scaled (y > 10.0f ? 20.0f : y + y, 0) + 1.0f), 1.0f);
  return __px_sign_of (p, x);
}

/* With w = e^|x| / 2, sinh (|x|) is w - 1 / 4w, or below 1 |x| + |x| u p (u), u = x^2, with an
   error of 2^-31.6 of that; cosh (x) is w + 1 / 4w.  */
__px_math float
__px_sinhf (float x)
{
  float y = __builtin_fabsf (x), u = y * y;
  float p = 0x1.756c1ep-19f;
  p = __px_fma (p, u, 0x1.a022bcp-13f);
  p = __px_fma (p, u, 0x1.1110e0p-7f);
  p = __px_fma (p, u, 0x1.555556p-3f);
  p = __px_fma (p, y * u, y);
  if (!(y <= 1.0f))
    {
      float w = __px_exp_scaled (y > 90.0f ? 90.0f : y, -1);
      p = __px_fma (-0.25f, 1.0f / w, w);
    }
  return __px_sign_of (p, x);
}

__px_math float
__px_coshf (float x)
{
  float y = __builtin_fabsf (x), w = __px_exp_scaled (y > 90.0f ? 90.0f : y, -1);
  return __px_fma (0.25f, 1.0f / w, w);
}

/* e^x - 1 = 2 (h (e^r - 1) + h - 1/2), h = 2^(n - 1), where e^r - 1 = r + r^2 p (r); n is 0 below
   1/2, so that r is exact there.  Error of the polynomial: 2^-27.6 of e^r - 1.  Below -17.4 the
   result is -1.  */
__px_math float
__px_expm1f (float x)
{
  float y = x > 89.0f ? 89.0f : x;
  y = y < -17.5f ? -17.5f : y;
  float t = __px_fma (y, __builtin_fabsf (y) < 0.5f ? 0.0f : 0x1.715476p+0f, __px_rounder);
  float n = t - __px_rounder;
  float r = __px_fma (n, -0x1.62e430p-1f, y);   /* log (2) = 0x1.62e430p-1 - 0x1.05c610p-29 */
  r = __px_fma (n, 0x1.05c610p-29f, r);
  float p = 0x1.a1432ep-13f;
  p = __px_fma (p, r, 0x1.6f0000p-10f);
  p = __px_fma (p, r, 0x1.11108ap-7f);
  p = __px_fma (p, r, 0x1.555232p-5f);
  p = __px_fma (p, r, 0x1.555558p-3f);
  p = __px_fma (p, r, 0x1.000002p-1f);
  p *= r * r;
  float h = __px_power ((int) __px_bits_of (t) - 0x4b400001);
  /* From 2^24 on h - 1/2 is h.  */
  p = __px_fma (r, h, __px_fma (p, h, h >= 0x1p24f ? -0.5f : 0.0f));
  p = __px_fma (h, 1.0f, -0.5f) + p;
  return __builtin_fabsf (x) < 0x1p-24f ? x : p + p;
}

/* 1 + x = 2^e (1 + f), 2/3 <= 1 + f < 4/3; f = 2^-e x + 2^-e - 1 is rounded, l is what it lacks,
   which is l (1 - f) in the logarithm to the first order. s is 4 2^-e, as e may be 128.  Below
   2^-24 the result is x.  */
__px_math float
__px_log1pf (float x)
{
  unsigned k = __px_exponent (__px_bits_of (1.0f + x));
  float e = (float) (int) k * 0x1p-23f, s = __px_of_bits (0x40800000 - k);
  float c = __px_fma (s, 0.25f, -1.0f), y = x * 0.25f;
  float f = __px_fma (y, s, c), l = __px_fma (y, s, c - f);
  float p = __px_fma (__px_fma (__px_log_p (f), f, -0.5f) * f, f, l * (1.0f - f));
  p = __px_fma (e, 0x1.62e430p-1f, __px_fma (f, 1.0f, p));
  if (!(x > -1.0f && x < __builtin_inff ()))
    p = x == -1.0f ? -__builtin_inff () : x > 0 ? x : x < 0 ? __builtin_nanf ("") : x + x;
  return __builtin_fabsf (x) < 0x1p-24f ? x : p;
}

/* atan (a) = a + a u p (u), u = a^2, 0 <= a <= 1, with an error of 2^-28.5 of that.  */
__px_math float
__px_atan_of (float a)
{
  float u = a * a;
  float p = -0x1.d32dbcp-10f;
  p = __px_fma (p, u, 0x1.6410e6p-7f);
  p = __px_fma (p, u, -0x1.fd6fbcp-6f);
  p = __px_fma (p, u, 0x1.da24cap-5f);
  p = __px_fma (p, u, -0x1.580814p-4f);
  p = __px_fma (p, u, 0x1.c08c1ap-4f);
  p = __px_fma (p, u, -0x1.242084p-3f);
  p = __px_fma (p, u, 0x1.9991e4p-3f);
  p = __px_fma (p, u, -0x1.55553ep-2f);
  return __px_fma (p, a * u, a);
}

/* pi / 2 - P.  */
__px_math float
__px_complement (float p)
{
  return __px_fma (0x1.921fb6p+0f, 1.0f, -0x1.777a5cp-25f - p);
}

__px_math float
__px_atanf (float x)
{
  float y = __builtin_fabsf (x);
  float p = __px_atan_of (y > 1.0f ? 1.0f / y : y);
  return __px_sign_of (y > 1.0f ? __px_complement (p) : p, x);
}

/* The quotient of the smaller by the larger of |x| and |y|, and from there to the quadrant.  */
__px_math float
__px_atan2f (float y, float x)
{
  float a = __builtin_fabsf (x), b = __builtin_fabsf (y), l = a < b ? b : a, s = a < b ? a : b;
  float q = s / l;
  if (l == 0 || s == __builtin_inff ())
    q = l == 0 ? 0.0f : 1.0f;
  float p = __px_atan_of (q);
  p = a < b ? __px_complement (p) : p;
  if (__px_bits_of (x) >> 31)
    p = __px_fma (0x1.921fb6p+1f, 1.0f, -0x1.777a5cp-24f - p);
  return x != x || y != y ? x + y : __px_sign_of (p, y);
}

/* asin (a) - a = a u p (u), u = a^2, 0 <= a <= 1/2, with an error of 2^-27.6 of asin (a).  */
__px_math float
__px_asin_rest (float a, float u)
{
  float p = 0x1.595c58p-5f;
  p = __px_fma (p, u, 0x1.8c3e54p-6f);
  p = __px_fma (p, u, 0x1.747bb8p-5f);
  p = __px_fma (p, u, 0x1.330204p-4f);
  p = __px_fma (p, u, 0x1.5555c8p-3f);
  return p * (a * u);
}

/* Beyond 1/2, asin (y) = pi / 2 - 2 asin (sqrt ((1 - y) / 2)), and acos (y) is its last part;
   pi / 2 - 2 a is h + l.  */
__px_math float
__px_asinf (float x)
{
  float y = __builtin_fabsf (x), u = y > 0.5f ? __px_fma (-0.5f, y, 0.5f) : y * y;
  float a = y > 0.5f ? __builtin_sqrtf (u) : y, r = __px_asin_rest (a, u);
  float h = __px_fma (-2.0f, a, 0x1.921fb6p+0f), l = __px_fma (-2.0f, a, 0x1.921fb6p+0f - h);
  float p = y > 0.5f ? h + __px_fma (-2.0f, r, l - 0x1.777a5cp-25f) : a + r;
  return y <= 1.0f ? __px_sign_of (p, x) : __builtin_nanf ("");
}

__px_math float
__px_acosf (float x)
{
  float y = __builtin_fabsf (x), u = y > 0.5f ? __px_fma (-0.5f, y, 0.5f) : y * y;
  float a = y > 0.5f ? __builtin_sqrtf (u) : y, p = a + __px_asin_rest (a, u);
  if (!(y > 0.5f))
    return __px_complement (x < 0 ? -p : p);
  p += p;
  return x < 0 ? __px_fma (0x1.921fb6p+1f, 1.0f, -0x1.777a5cp-24f - p) : p;
}

/* sqrt (x^2 + y^2): the larger is made about 1 by a power of 2, in two steps as that may be 2^127.
   An infinity gives infinity even beside a NaN.  */
__px_math float
__px_hypotf (float x, float y)
{
  float a = __builtin_fabsf (x), b = __builtin_fabsf (y), l = a < b ? b : a, s = a < b ? a : b;
  unsigned k = __px_bits_of (l) & 0x7f800000;
  k = k < 0x01000000 ? 0x01000000 : k > 0x7e000000 ? 0x7e000000 : k;
  float d = __px_of_bits (0x7f000000 - k);
  l *= d;
  s *= d;
  float p = __builtin_sqrtf (__px_fma (l, l, s * s)) * __px_of_bits (k);
  if (!(a < __builtin_inff () && b < __builtin_inff ()))
    p = a == __builtin_inff () || b == __builtin_inff () ? __builtin_inff () : x + y;
  return p;
}

/* y becomes x^(-1/3), from a guess by the bits with an error of 4 % over a step of the fourth order
   and one of the second: with c = 1 - x y^3 it is y (1 - c)^(-1/3) = y (1 + c / 3 + 2 c^2 / 9 +
   ...). z = x y^2 then gets what z^3 lacks.  Small numbers are made larger first.  */
__px_math float
__px_cbrtf (float x)
{
  float a = __builtin_fabsf (x);
  float b = a < 0x1p-80f ? a * 0x1p48f : a;
  float y = __px_of_bits (0x54a21d2a - __px_bits_of (b) / 3);
  float c = __px_fma (-(b * y), y * y, 1.0f);
  float p = __px_fma (c, 0x1.61f9aep-3f, 0x1.c71c72p-3f);   /* 14/81, 2/9 */
  p = __px_fma (c, p, 0x1.555556p-2f);
  y = __px_fma (y * c, p, y);
  c = __px_fma (-(b * y), y * y, 1.0f);
  y = __px_fma (y * c, 0x1.555556p-2f, y);
  float z = b * y * y, h = z * z, l = __px_fma (z, z, -h);
  float d = __px_fma (-l, z, __px_fma (-h, z, b));
  z = __px_fma (d, y * y * 0x1.555556p-2f, z);
  z = a < 0x1p-80f ? z * 0x1p-16f : z;
  if (!(a > 0 && a < __builtin_inff ()))
    z = x + x;
  return __px_sign_of (z, x);
}

/* x^y where both are numbers and x is neither zero nor infinite: 2^(y log2 (x)) with the logarithm
   as h + l.

   log2 (m) of the mantissa 1 + f is 2 log2 (e) (s + v) + s^3 p (s^2) with s + v = f / (2 + f), |s|
   <= 1/5; v is what s lacks, about 2^-19 of it, and the logarithm's derivative by s is 2 log2 (e) /
   (1 - s^2).  Error of the polynomial: 2^-33.7 of the logarithm.  */
__px_math float
__px_power_of (float x, float y)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __px_fma ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float r = __px_fma (__px_fma (0x1.057268p-3f, f, -0x1.057268p-2f), f, 0.5f);
  r = __px_fma (r, __px_fma (-r, f, __px_fma (-2.0f, r, 1.0f)), r);
  float s = f * r, v = __px_fma (-s, f, __px_fma (-2.0f, s, f)) * r, u = s * s;
  float p = 0x1.641f64p-2f;
  p = __px_fma (p, u, 0x1.a5220ap-2f);
  p = __px_fma (p, u, 0x1.27786cp-1f);
  p = __px_fma (p, u, 0x1.ec709cp-1f);
  float m = s * 0x1.715476p+1f, l = __px_fma (s, 0x1.715476p+1f, -m);
  l = __px_fma (s, 0x1.4ae0c0p-25f, l);
  l = __px_fma (v, __px_fma (__px_fma (u, u, u), 0x1.715476p+1f, 0x1.715476p+1f), l);
  l = __px_fma (p * u, s, l);
  float h = __px_fma (e, 1.0f, m);
  l += __px_fma (__px_fma (e, 1.0f, -h), 1.0f, m);
  float g = __px_fma (l, 1.0f, h);
  l = __px_fma (h - g, 1.0f, l);
  h = y * g;
  l = __px_fma (y, l, __px_fma (y, g, -h));
  if (!(__builtin_fabsf (h) < 160.0f))
    {
      h = h > 0 ? 160.0f : -160.0f;
      l = 0;
    }
  float t = __px_fma (h, 1.0f, __px_scaler), n = t - __px_scaler;
  r = __px_fma (n, -1.0f, h) + l;
  return __px_scale (__px_exp2_p (r), t);
}

__px_math float
__px_powf (float x, float y)
{
  float a = __builtin_fabsf (x), p = __px_power_of (a, y), z = __builtin_fabsf (y);
  if (x > 0 && x < __builtin_inff () && z < __builtin_inff ())
    return p;
  if (x == 1.0f || y == 0)
    return 1.0f;
  if (x != x || y != y)
    return x + y;
  if (z == __builtin_inff ())
    return a == 1.0f ? 1.0f : (a > 1.0f) == (y > 0) ? z : 0.0f;
  if (a == 0 || a == __builtin_inff ())
    p = (a == 0) == (y > 0) ? 0.0f : __builtin_inff ();
  else if (__builtin_truncf (y) != y)
    return __builtin_nanf ("");
  /* An odd integer keeps the sign of x.  */
  int odd = __builtin_truncf (y) == y && __builtin_truncf (y * 0.5f) != y * 0.5f;
  return odd && __px_bits_of (x) >> 31 ? -p : p;
}

/* erf (a) = a + a p (a^2) up to 1, with an error of 2^-29.3 of that, then 1 - e^-p (a), with one of
   2^-29.7, until that is 1 from 4 on.  */
__px_math float
__px_erff (float x)
{
  float a = __builtin_fabsf (x), u = a * a, p;
  if (a <= 1.0f)
    {
      p = 0x1.4771fcp-14f;
      p = __px_fma (p, u, -0x1.a3515ep-11f);
      p = __px_fma (p, u, 0x1.53f224p-8f);
      p = __px_fma (p, u, -0x1.b7f71ap-6f);
      p = __px_fma (p, u, 0x1.ce2ce6p-4f);
      p = __px_fma (p, u, -0x1.81273ep-2f);
      p = __px_fma (p, u, 0x1.06eba8p-3f);
      p = __px_fma (p, a, a);
    }
  else
    {
      a = a > 4.0f ? 4.0f : a;
      p = -0x1.852db2p-13f;
      p = __px_fma (p, a, 0x1.814d4ap-9f);
      p = __px_fma (p, a, -0x1.654260p-6f);
      p = __px_fma (p, a, 0x1.a60a9ep-4f);
      p = __px_fma (p, a, 0x1.46c582p-1f);
      p = __px_fma (p, a, 0x1.2085b2p+0f);
      p = __px_fma (p, a, 0x1.72ea90p-12f);
      p = 1.0f - __px_exp_scaled (-p, 0);
    }
  return __px_sign_of (p, x);
}

/* What -funsafe-math-optimizations makes of some: instructions that approximate, as CUDA's
   -use_fast_math takes them.  Their results for subnormal numbers are those for 0.  */
#if __has_attribute (px_mathematics)
__px_math float
__px_fast_expf (float x)
{
  return px_fast_exp (x);
}

__px_math float
__px_fast_exp2f (float x)
{
  return px_fast_exp2 (x);
}

__px_math float
__px_fast_logf (float x)
{
  return px_fast_log (x);
}

__px_math float
__px_fast_log2f (float x)
{
  return px_fast_log2 (x);
}

__px_math float
__px_fast_log10f (float x)
{
  return px_fast_log2 (x) * 0x1.344136p-2f;
}

__px_math float
__px_fast_sinf (float x)
{
  return px_fast_sin (x);
}

__px_math float
__px_fast_cosf (float x)
{
  return px_fast_cos (x);
}

__px_math float
__px_fast_tanf (float x)
{
  return px_fast_div (px_fast_sin (x), px_fast_cos (x));
}

__px_math float
__px_fast_powf (float x, float y)
{
  return px_fast_exp2 (y * px_fast_log2 (x));
}
#endif
#endif
