/* SPDX-License-Identifier: MIT */
/* What each intrinsic should give, in C on the host: want_NAME.  In operators, of
   the operands; in warp collectives, of the values V of the unit, this thread's
   number T in it, its second operand L, and the width W; in atomics, the new value
   of memory, of the old one and of two operands.  */
#include "../px.dg/aux/t.h"
#include <fenv.h>
#include <math.h>

#pragma GCC diagnostic ignored "-Wunused-function"
#define N 512

static int failed;
static void
result (const char *name, int ok)
{
  printf ("%s: intrinsics: %s\n", ok ? "PASS" : "FAIL", name);
  failed |= !ok;
}

/* ---- inputs: any bits, special values first; small ones ---- */

static double
special (int i)
{
  static const double v[] = { 0, -0.0, 1, -1, 0.5, 2, 3, -3, 100, 1.0 / 3, 65504, 0x1p-14, 448, 0x1p-9, 1e-3, -1e3 };
  return v[i % 16];
}
static double
real (int i)
{
  double m = (double) (t_random () >> 11) * 0x1p-53;
  return i < 16 ? special (i) : ldexp (1 + m, (int) (t_random () % 13) - 6) * (t_random () & 1 ? 1 : -1);
}
#define IN_INT(T, id) \
  static inline T in_##id (int i, int k) { return i < 32 ? (T) ((long) (i >> 2 * k & 3) - 1) : (T) (t_random () >> (i % 50)); } \
  static inline T small_##id (int i) { return i * 7 % 23 - 5; } \
  static inline int same_##id (T a, T b, int slack, int i) { (void) slack, (void) i; return a == b; }
IN_INT (int, int) IN_INT (unsigned, unsigned) IN_INT (long, long) IN_INT (unsigned long, unsigned_long)
IN_INT (short, short) IN_INT (unsigned short, unsigned_short)
IN_INT (long long, long_long) IN_INT (unsigned long long, unsigned_long_long)
static float in_float (int i, int k) { return k ? real (i * 5 / 4) : real (i); }
static double in_double (int i, int k) { return k ? real (i * 5 / 4) : real (i); }
static float small_float (int i) { return i % 7 * 0.5f - 1; }
static double small_double (int i) { return i % 7 * 0.25 - 1; }

/* A number of FRACTION bits of fraction and exponents from LEAST on, nearest to X,
   ties to even; exact if it fits.  */
static double
nearest (double x, int fraction, int least)
{
  int e;
  if (!x || isnan (x) || isinf (x))
    return x;
  frexp (x, &e);
  e = e - 1 < least ? least : e - 1;
  return ldexp (nearbyint (ldexp (x, fraction - e)), e - fraction);
}
/* The bits of X, which has such a form; BIAS 0: none.  */
static unsigned
bits_of (double x, int fraction, int bias)
{
  unsigned sign = signbit (x) ? 1u << 31 : 0;
  int e;
  x = fabs (x);
  frexp (x, &e);
  e--;
  unsigned m = !x ? 0 : e < 1 - bias ? (unsigned) ldexp (x, fraction + bias - 1)
	       : ((unsigned) (e + bias) << fraction) + (unsigned) (ldexp (x, fraction - e) - ldexp (1, fraction));
  return sign | m;
}
static double
value_of (unsigned bits, int fraction, int exponent)
{
  int bias = (1 << (exponent - 1)) - 1, e = bits >> fraction & ((1 << exponent) - 1);
  unsigned m = bits & ((1u << fraction) - 1);
  double v = e ? ldexp (m + ldexp (1, fraction), e - bias - fraction) : ldexp (m, 1 - bias - fraction);
  return bits >> (fraction + exponent) & 1 ? -v : v;
}
static px_half half (double x) { unsigned b = bits_of (nearest (x, 10, -14), 10, 15); return (px_half) { b >> 16 | b }; }
static px_bf16 bf16 (double x) { unsigned b = bits_of (nearest (x, 7, -126), 7, 127); return (px_bf16) { b >> 16 | b }; }
static double of_half (px_half h) { return value_of (h.bits, 10, 5); }
static double of_bf16 (px_bf16 h) { return value_of (h.bits, 7, 8); }
static px_half2 half2 (px_half a, px_half b) { return (px_half2) { a.bits | (unsigned) b.bits << 16 }; }
static px_bf162 bf162 (px_bf16 a, px_bf16 b) { return (px_bf162) { a.bits | (unsigned) b.bits << 16 }; }
static px_half low (px_half2 a) { return (px_half) { a.bits }; }
static px_half high (px_half2 a) { return (px_half) { a.bits >> 16 }; }
static px_bf16 lowb (px_bf162 a) { return (px_bf16) { a.bits }; }
static px_bf16 highb (px_bf162 a) { return (px_bf16) { a.bits >> 16 }; }
static px_half in_px_half (int i, int k) { return half (in_double (i, k)); }
static px_bf16 in_px_bf16 (int i, int k) { return bf16 (in_double (i, k)); }
static px_half2 in_px_half2 (int i, int k) { return half2 (in_px_half (i, k), in_px_half (i + 1, k)); }
static px_bf162 in_px_bf162 (int i, int k) { return bf162 (in_px_bf16 (i, k), in_px_bf16 (i + 1, k)); }
static px_half small_px_half (int i) { return half (i % 7 - 3); }
static px_bf16 small_px_bf16 (int i) { return bf16 (i % 7 - 3); }
static px_half2 small_px_half2 (int i) { return half2 (half (i % 5), half (i % 3)); }
static px_bf162 small_px_bf162 (int i) { return bf162 (bf16 (i % 5), bf16 (i % 3)); }
#define SMALL(N, T) \
  static px_##N##2 small_px_##N##2 (int i) { return (px_##N##2) { small_##T (i), small_##T (i + 1) }; }
SMALL (int, int) SMALL (uint, unsigned) SMALL (long, long) SMALL (ulong, unsigned_long) SMALL (float, float) SMALL (double, double)
#define SMALL4(N, T) \
  static px_##N##4 small_px_##N##4 (int i) \
  { return (px_##N##4) { small_##T (i), small_##T (i + 1), small_##T (i + 2), small_##T (i + 3) }; }
SMALL4 (int, int) SMALL4 (uint, unsigned) SMALL4 (float, float)
#define SMALLX(N) \
  static px_##N##x2 small_px_##N##x2 (int i) { return (px_##N##x2) { small_px_##N (i), small_px_##N (i + 1) }; } \
  static px_##N##x4 small_px_##N##x4 (int i) \
  { return (px_##N##x4) { small_px_##N (i), small_px_##N (i + 1), small_px_##N (i + 2), small_px_##N (i + 3) }; }
SMALLX (half) SMALLX (bf16) SMALLX (half2) SMALLX (bf162)
#define SMALL8(N) \
  static px_##N##x8 small_px_##N##x8 (int i) \
  { return (px_##N##x8) { small_px_##N (i), small_px_##N (i + 1), small_px_##N (i + 2), small_px_##N (i + 3), \
			  small_px_##N (i + 4), small_px_##N (i + 5), small_px_##N (i + 6), small_px_##N (i + 7) }; }
SMALL8 (half) SMALL8 (bf16)
static int same_px_ulong2 (px_ulong2 a, px_ulong2 b, int slack, int i) { (void) slack, (void) i; return a.x == b.x && a.y == b.y; }
static px_tf32 in_px_tf32 (int i, int k)
{
  float f = nearest (in_double (i, k), 10, -126);
  px_tf32 t;
  memcpy (&t, &f, 4);
  return t;
}
/* All of the 256, NaN and infinities left out.  */
static px_e4m3 in_px_e4m3 (int i, int k) { (void) k; return (px_e4m3) { (i & 0x7f) == 0x7f ? 0 : i }; }
static px_e5m2 in_px_e5m2 (int i, int k) { (void) k; return (px_e5m2) { (i & 0x7c) == 0x7c ? 0 : i }; }
static px_e4m3x2 in_px_e4m3x2 (int i, int k)
{
  return (px_e4m3x2) { in_px_e4m3 (i, k).bits | in_px_e4m3 (i * 3 + 1, k).bits << 8 };
}
static px_e5m2x2 in_px_e5m2x2 (int i, int k)
{
  return (px_e5m2x2) { in_px_e5m2 (i, k).bits | in_px_e5m2 (i * 3 + 1, k).bits << 8 };
}

/* ---- comparisons: bits, NaN like NaN; SLACK units in the last place, or
   -SLACK as exponent of an absolute error ---- */

static int
close_to (double a, double b, double ulp, int slack, int i)
{
  if ((isnan (a) && isnan (b)) || (a == b && signbit (a) == signbit (b)))
    return 1;
  int ok = slack > 0 ? fabs (a - b) <= slack * ulp || fabs (a - b) < 0x1p-126 : slack < 0 && fabs (a - b) <= ldexp (1, slack);
  if (!ok)
    fprintf (stderr, "case %d: device %.17g, host %.17g\n", i, a, b);
  return ok;
}
static int same_float (float a, float b, int slack, int i) { return close_to (a, b, nextafterf (fabsf (b), INFINITY) - fabsf (b), slack, i); }
static int same_double (double a, double b, int slack, int i) { return close_to (a, b, nextafter (fabs (b), INFINITY) - fabs (b), slack, i); }
static int same_px_half (px_half a, px_half b, int slack, int i)
{
  return a.bits == b.bits || close_to (of_half (a), of_half (b), ldexp (fabs (of_half (b)), -10), slack, i);
}
static int same_px_bf16 (px_bf16 a, px_bf16 b, int slack, int i) { return close_to (of_bf16 (a), of_bf16 (b), ldexp (fabs (of_bf16 (b)), -7), slack, i); }
static int same_px_half2 (px_half2 a, px_half2 b, int slack, int i)
{
  return same_px_half (low (a), low (b), slack, i) && same_px_half (high (a), high (b), slack, i);
}
static int same_px_bf162 (px_bf162 a, px_bf162 b, int slack, int i)
{
  return same_px_bf16 (lowb (a), lowb (b), slack, i) && same_px_bf16 (highb (a), highb (b), slack, i);
}
static int same_px_float2 (px_float2 a, px_float2 b, int slack, int i) { return same_float (a.x, b.x, slack, i) && same_float (a.y, b.y, slack, i); }
#define SAME_BITS(T) static int same_##T (T a, T b, int slack, int i) { (void) slack, (void) i; return a.bits == b.bits; }
SAME_BITS (px_tf32) SAME_BITS (px_e4m3) SAME_BITS (px_e5m2) SAME_BITS (px_e4m3x2) SAME_BITS (px_e5m2x2)

/* The error that the manual allows.  */
static int
slack (const char *name)
{
  static const struct { const char *name; int slack; } all[] = {
    { "px_fast_sin_float", -12 }, { "px_fast_cos_float", -12 }, { "px_fast_exp2_float", 4 }, { "px_fast_exp_float", 200 },
    { "px_fast_log2_float", -20 }, { "px_fast_log_float", -20 }, { "px_fast_tanh_float", 4096 },
    { "px_approx_exp2", 2 }, { "px_fast_rsqrt_float", 2 }, { "px_fast_rcp_float", 1 }, { "px_fast_sqrt_float", 2 }, { "px_fast_div_float", 2 },
    { "px_fast_exp2_half", 2 }, { "px_fast_exp2_half2", 2 }, { "px_fast_tanh_half", 2 }, { "px_fast_tanh_half2", 2 },
    { "px_fast_exp2_bf16", 1 }, { "px_fast_exp2_bf162", 1 }, { "px_fast_tanh_bf16", 1 }, { "px_fast_tanh_bf162", 1 }
  };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp (name, all[i].name))
      return all[i].slack;
  return 0;
}

/* ---- operators ---- */

#define FAST(name, C) \
  static float want_px_fast_##name##_float (float a) { return C (a); }
FAST (sin, sin) FAST (cos, cos) FAST (exp2, exp2) FAST (exp, exp) FAST (log2, log2) FAST (log, log) FAST (tanh, tanh) FAST (sqrt, sqrt)
static float want_px_approx_exp2 (float a) { return exp2 (a); }
static float want_px_fast_rsqrt_float (float a) { return 1 / sqrt (a); }
static float want_px_fast_rcp_float (float a) { return 1 / (double) a; }
static float want_px_fast_div_float (float a, float b) { return (double) a / b; }
static px_half halves (double x) { return fabs (x) > 65519 ? (px_half) { x > 0 ? 0x7c00 : 0xfc00 } : half (x); }
static px_half want_px_fast_exp2_half (px_half a) { return halves (exp2 (of_half (a))); }
static px_half want_px_fast_tanh_half (px_half a) { return halves (tanh (of_half (a))); }
#define PAIR1(op) static px_half2 want_px_##op##_half2 (px_half2 a) { return half2 (want_px_##op##_half (low (a)), want_px_##op##_half (high (a))); }
PAIR1 (fast_exp2) PAIR1 (fast_tanh)
static px_bf16 want_px_fast_exp2_bf16 (px_bf16 a) { return of_bf16 (a) < 128 ? bf16 (exp2 (of_bf16 (a))) : (px_bf16) { 0x7f80 }; }
static px_bf16 want_px_fast_tanh_bf16 (px_bf16 a) { return bf16 (tanh (of_bf16 (a))); }
#define PAIRB(op) static px_bf162 want_px_##op##_bf162 (px_bf162 a) { return bf162 (want_px_##op##_bf16 (lowb (a)), want_px_##op##_bf16 (highb (a))); }
PAIRB (fast_exp2) PAIRB (fast_tanh)

/* In another rounding mode: volatile keeps GCC from computing before.  */
#define IN_MODE(mode, T, expr) \
  { fesetround (mode); volatile T v = expr; fesetround (FE_TONEAREST); return v; }
#define ROUNDED(r, mode) \
  ROUNDED_2 (r, mode, float, float, fmaf, sqrtf) ROUNDED_2 (r, mode, double, double, fma, sqrt)
#define ROUNDED_2(r, mode, T, s, FMA, SQRT) \
  static T want_px_add_##r##_##s (volatile T a, volatile T b) IN_MODE (mode, T, a + b) \
  static T want_px_sub_##r##_##s (volatile T a, volatile T b) IN_MODE (mode, T, a - b) \
  static T want_px_mul_##r##_##s (volatile T a, volatile T b) IN_MODE (mode, T, a * b) \
  static T want_px_div_##r##_##s (volatile T a, volatile T b) IN_MODE (mode, T, a / b) \
  static T want_px_fma_##r##_##s (volatile T a, volatile T b, volatile T c) IN_MODE (mode, T, FMA (a, b, c)) \
  static T want_px_rcp_##r##_##s (volatile T a) IN_MODE (mode, T, 1 / a) \
  static T want_px_sqrt_##r##_##s (volatile T a) IN_MODE (mode, T, SQRT (a))
ROUNDED (rn, FE_TONEAREST) ROUNDED (rz, FE_TOWARDZERO) ROUNDED (rm, FE_DOWNWARD) ROUNDED (rp, FE_UPWARD)
static float want_px_saturate_float (float a) { return a > 0 ? a < 1 ? a : 1 : 0; }

#define EACH_BIT(T, n) T r = 0; for (int i = 0; i < n; i++)
static unsigned want_px_brev_uint (unsigned a) { EACH_BIT (unsigned, 32) r |= (a >> i & 1) << (31 - i); return r; }
static unsigned long want_px_brev_ulong (unsigned long a) { EACH_BIT (unsigned long, 64) r |= (a >> i & 1) << (63 - i); return r; }
static int want_px_clz_uint (unsigned a) { return a ? __builtin_clz (a) : 32; }
static int want_px_clz_ulong (unsigned long a) { return a ? __builtin_clzl (a) : 64; }
static int want_px_popc_uint (unsigned a) { return __builtin_popcount (a); }
static int want_px_popc_ulong (unsigned long a) { return __builtin_popcountl (a); }
static unsigned want_px_sad_int (int a, int b, unsigned c) { return c + (a > b ? (unsigned) a - b : (unsigned) b - a); }
static unsigned want_px_sad_uint (unsigned a, unsigned b, unsigned c) { return c + (a > b ? a - b : b - a); }
/* PTX ISA 9.7.1.20, 9.7.1.21: start and length are up to 255 (a GPU takes the low 8 bits for 32 bits, all of
   them for 64); bits past the top are the sign, or 0.  */
#define FIELD(x, n) ((n) == 32 ? (x) & 255 : (x) < 255 ? (x) : 255)
#define WANT_BFE(s, T, U, n, signed_) \
  static T want_px_bfe_##s (T a, unsigned start, unsigned length) \
  { \
    unsigned p = FIELD (start, n), l = FIELD (length, n); \
    U u = a, r = 0, sign = !signed_ || !l ? 0 : p + l - 1 < n ? u >> (p + l - 1) & 1 : u >> (n - 1) & 1; \
    for (unsigned i = 0; i < n; i++) \
      r |= (i < l && p + i < n ? u >> (p + i) & 1 : sign) << i; \
    return r; \
  }
WANT_BFE (int, int, unsigned, 32, 1) WANT_BFE (uint, unsigned, unsigned, 32, 0)
WANT_BFE (long, long, unsigned long, 64, 1) WANT_BFE (ulong, unsigned long, unsigned long, 64, 0)
#define WANT_BFI(s, T, n) \
  static T want_px_bfi_##s (T a, T b, unsigned start, unsigned length) \
  { \
    unsigned p = FIELD (start, n), l = FIELD (length, n); \
    for (unsigned i = 0; i < l && p + i < n; i++) \
      b = (b & ~((T) 1 << (p + i))) | (a >> i & 1) << (p + i); \
    return b; \
  }
WANT_BFI (uint, unsigned, 32) WANT_BFI (ulong, unsigned long, 64)
static unsigned
want_px_prmt_uint (unsigned a, unsigned b, unsigned s)
{
  unsigned long ab = a | (unsigned long) b << 32;
  unsigned r = 0;
  for (int i = 0; i < 4; i++)
    {
      unsigned k = s >> 4 * i & 15, byte = ab >> 8 * (k & 7) & 255;
      r |= (k & 8 ? byte & 128 ? 255 : 0 : byte) << 8 * i;
    }
  return r;
}
static unsigned want_px_funnel_left_uint (unsigned l, unsigned h, unsigned n) { return (((unsigned long) h << 32 | l) << (n & 31)) >> 32; }
static unsigned want_px_funnel_right_uint (unsigned l, unsigned h, unsigned n) { return ((unsigned long) h << 32 | l) >> (n & 31); }
static unsigned
want_px_lop3_uint (unsigned a, unsigned b, unsigned c, int table)
{
  EACH_BIT (unsigned, 32)
    r |= (unsigned) (table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i;
  return r;
}
static int want_px_mul24_int (int a, int b) { return (unsigned) ((int) ((unsigned) a << 8) >> 8) * ((int) ((unsigned) b << 8) >> 8); }
static unsigned want_px_mul24_uint (unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static int want_px_mulhi_int (int a, int b) { return (long) a * b >> 32; }
static unsigned want_px_mulhi_uint (unsigned a, unsigned b) { return (unsigned long) a * b >> 32; }
static long want_px_mulhi_long (long a, long b) { return (__int128) a * b >> 64; }
static unsigned long want_px_mulhi_ulong (unsigned long a, unsigned long b) { return (unsigned __int128) a * b >> 64; }
static long long want_px_mulhi_llong (long long a, long long b) { return (__int128) a * b >> 64; }
static unsigned long long want_px_mulhi_ullong (unsigned long long a, unsigned long long b) { return (unsigned __int128) a * b >> 64; }
/* S: suffix, T, U: types of A and B, R: of C and the sum, TB, TH: byte and half of A, UB: byte of B.  */
#define WANT_DP(s, T, U, R, TB, TH, UB) \
  static R want_px_dp4a_##s (T a, U b, R c) \
  { for (int i = 0; i < 4; i++) c = (unsigned) c + (TB) (a >> 8 * i) * (UB) (b >> 8 * i); return c; } \
  static R want_px_dp2a_lo_##s (T a, U b, R c) \
  { for (int i = 0; i < 2; i++) c = (unsigned) c + (TH) (a >> 16 * i) * (UB) (b >> 8 * i); return c; } \
  static R want_px_dp2a_hi_##s (T a, U b, R c) \
  { for (int i = 0; i < 2; i++) c = (unsigned) c + (TH) (a >> 16 * i) * (UB) (b >> (16 + 8 * i)); return c; }
WANT_DP (int, int, int, int, signed char, short, signed char)
WANT_DP (uint, unsigned, unsigned, unsigned, unsigned char, unsigned short, unsigned char)
WANT_DP (uint_int, unsigned, int, int, unsigned char, unsigned short, signed char)
WANT_DP (int_uint, int, unsigned, int, signed char, short, unsigned char)

static px_half want_px_to_half_float (float a) { return half (a); }
static px_half want_px_to_half_double (double a) { return half (a); }
static px_bf16 want_px_to_bf16_float (float a) { return bf16 (a); }
static px_tf32
want_px_to_tf32_float (float a)
{
  px_tf32 t;
  memcpy (&t, &a, 4);
  t.bits = (isfinite (a) ? t.bits + 0x1000 : t.bits) & ~0x1fffu;
  return t;
}
static float want_px_to_float_half (px_half a) { return of_half (a); }
static float want_px_to_float_bf16 (px_bf16 a) { return of_bf16 (a); }
static float want_px_to_float_tf32 (px_tf32 a) { float f; memcpy (&f, &a, 4); return f; }
static px_half2 want_px_to_half2_float (float a, float b) { return half2 (half (a), half (b)); }
static px_bf162 want_px_to_bf162_float (float a, float b) { return bf162 (bf16 (a), bf16 (b)); }
static px_float2 want_px_to_float2_half2 (px_half2 a) { return (px_float2) { of_half (low (a)), of_half (high (a)) }; }
static px_float2 want_px_to_float2_bf162 (px_bf162 a) { return (px_float2) { of_bf16 (lowb (a)), of_bf16 (highb (a)) }; }
static px_half2 want_px_pack_half (px_half a, px_half b) { return half2 (a, b); }
static px_bf162 want_px_pack_bf16 (px_bf16 a, px_bf16 b) { return bf162 (a, b); }
static px_half want_px_low_half2 (px_half2 a) { return low (a); }
static px_half want_px_high_half2 (px_half2 a) { return high (a); }
static px_bf16 want_px_low_bf162 (px_bf162 a) { return lowb (a); }
static px_bf16 want_px_high_bf162 (px_bf162 a) { return highb (a); }
static unsigned e4m3 (double x) { unsigned b = bits_of (nearest (fmax (fmin (x, 448), -448), 3, -6), 3, 7); return (b >> 24 | b) & 255; }
static unsigned e5m2 (double x) { unsigned b = bits_of (nearest (fmax (fmin (x, 57344), -57344), 2, -14), 2, 15); return (b >> 24 | b) & 255; }
static px_e4m3 want_px_to_e4m3_float (float a) { return (px_e4m3) { e4m3 (a) }; }
static px_e5m2 want_px_to_e5m2_float (float a) { return (px_e5m2) { e5m2 (a) }; }
static px_e4m3x2 want_px_to_e4m3x2_float (float a, float b) { return (px_e4m3x2) { e4m3 (a) | e4m3 (b) << 8 }; }
static px_e5m2x2 want_px_to_e5m2x2_float (float a, float b) { return (px_e5m2x2) { e5m2 (a) | e5m2 (b) << 8 }; }
static px_e4m3x2 want_px_narrow_e4m3_half2 (px_half2 a) { return (px_e4m3x2) { e4m3 (of_half (low (a))) | e4m3 (of_half (high (a))) << 8 }; }
static px_e5m2x2 want_px_narrow_e5m2_half2 (px_half2 a) { return (px_e5m2x2) { e5m2 (of_half (low (a))) | e5m2 (of_half (high (a))) << 8 }; }
static px_half want_px_widen_e4m3 (px_e4m3 a) { return half (value_of (a.bits, 3, 4)); }
static px_half want_px_widen_e5m2 (px_e5m2 a) { return half (value_of (a.bits, 2, 5)); }
static px_half2 want_px_widen_e4m3x2 (px_e4m3x2 a) { return half2 (half (value_of (a.bits & 255, 3, 4)), half (value_of (a.bits >> 8, 3, 4))); }
static px_half2 want_px_widen_e5m2x2 (px_e5m2x2 a) { return half2 (half (value_of (a.bits & 255, 2, 5)), half (value_of (a.bits >> 8, 2, 5))); }

/* Exact in double, so rounded once.  */
#define WANT_2(op, expr) \
  static px_half want_px_##op##_half (px_half p, px_half q) { double a = of_half (p), b = of_half (q); return halves (expr); } \
  static px_bf16 want_px_##op##_bf16 (px_bf16 p, px_bf16 q) { double a = of_bf16 (p), b = of_bf16 (q); return bf16 (expr); } \
  static px_half2 want_px_##op##_half2 (px_half2 p, px_half2 q) \
  { return half2 (want_px_##op##_half (low (p), low (q)), want_px_##op##_half (high (p), high (q))); } \
  static px_bf162 want_px_##op##_bf162 (px_bf162 p, px_bf162 q) \
  { return bf162 (want_px_##op##_bf16 (lowb (p), lowb (q)), want_px_##op##_bf16 (highb (p), highb (q))); }
#define WANT_1(op, expr) \
  static px_half want_px_##op##_half (px_half p) { double a = of_half (p); return half (expr); } \
  static px_bf16 want_px_##op##_bf16 (px_bf16 p) { double a = of_bf16 (p); return bf16 (expr); } \
  static px_half2 want_px_##op##_half2 (px_half2 p) { return half2 (want_px_##op##_half (low (p)), want_px_##op##_half (high (p))); } \
  static px_bf162 want_px_##op##_bf162 (px_bf162 p) { return bf162 (want_px_##op##_bf16 (lowb (p)), want_px_##op##_bf16 (highb (p))); }
static double lesser (double a, double b) { return a == b ? signbit (a) ? a : b : a < b ? a : b; }
WANT_2 (add, a + b) WANT_2 (sub, a - b) WANT_2 (mul, a * b) WANT_2 (min, lesser (a, b)) WANT_2 (max, -lesser (-a, -b))
WANT_1 (neg, -a) WANT_1 (abs, fabs (a))
static px_half want_px_fma_half (px_half a, px_half b, px_half c) { return halves (fma (of_half (a), of_half (b), of_half (c))); }
static px_bf16 want_px_fma_bf16 (px_bf16 a, px_bf16 b, px_bf16 c) { return bf16 (fma (of_bf16 (a), of_bf16 (b), of_bf16 (c))); }
static px_half2 want_px_fma_half2 (px_half2 a, px_half2 b, px_half2 c)
{
  return half2 (want_px_fma_half (low (a), low (b), low (c)), want_px_fma_half (high (a), high (b), high (c)));
}
static px_bf162 want_px_fma_bf162 (px_bf162 a, px_bf162 b, px_bf162 c)
{
  return bf162 (want_px_fma_bf16 (lowb (a), lowb (b), lowb (c)), want_px_fma_bf16 (highb (a), highb (b), highb (c)));
}

/* ---- warp ---- */

/* The second operand of a shuffle.  */
static int lane (const char *name, int i) { return strstr (name, "idx") ? i * 5 % 37 : i % 9; }
#define ANY(T, v, t, l, w) (const T *v, int t, int l, int w)
#define WANT_SHFL(s, T) \
  static T want_px_shfl_up_##s ANY (T, v, t, l, w) { (void) w; return v[t >= l ? t - l : t]; } \
  static T want_px_shfl_down_##s ANY (T, v, t, l, w) { return v[t + l < w ? t + l : t]; } \
  static T want_px_shfl_xor_##s ANY (T, v, t, l, w) { return v[t ^ (l & (w - 1))]; } \
  static T want_px_shfl_idx_##s ANY (T, v, t, l, w) { (void) t; return v[l & (w - 1)]; } \
  static T want_px_broadcast_##s ANY (T, v, t, l, w) { (void) t, (void) l, (void) w; return *v; } \
  static unsigned want_px_match_##s ANY (T, v, t, l, w) \
  { unsigned r = 0; (void) l; for (int i = 0; i < w; i++) r |= (unsigned) !memcmp (v + i, v + t, sizeof *v) << i; return r; } \
  static int want_px_match_all_##s ANY (T, v, t, l, w) \
  { int r = 1; (void) l; for (int i = 0; i < w; i++) r &= !memcmp (v + i, v + t, sizeof *v); return r; }
WANT_SHFL (int, int) WANT_SHFL (uint, unsigned) WANT_SHFL (long, long) WANT_SHFL (ulong, unsigned long)
WANT_SHFL (llong, long long) WANT_SHFL (ullong, unsigned long long) WANT_SHFL (float, float) WANT_SHFL (double, double)
WANT_SHFL (half2, px_half2) WANT_SHFL (bf162, px_bf162)
#define OVER(T, name, init, step, end) \
  static T name ANY (IN, v, t, l, w) { T r = init; (void) t, (void) l; for (int i = 0; i < w; i++) { step; } return end; }
#define IN int
OVER (int, want_px_any_int, 0, r |= v[i] != 0, r)
OVER (int, want_px_all_int, 1, r &= v[i] != 0, r)
OVER (int, want_px_uni_int, 1, r &= !v[i] == !v[0], r)
OVER (unsigned, want_px_ballot_int, 0, r |= (unsigned) (v[i] != 0) << i, r)
#define WANT_REDUCE(s, T) \
  OVER (T, want_px_reduce_add_##s, 0, r += v[i], r) OVER (T, want_px_reduce_min_##s, v[0], r = v[i] < r ? v[i] : r, r) \
  OVER (T, want_px_reduce_max_##s, v[0], r = v[i] > r ? v[i] : r, r) OVER (T, want_px_reduce_and_##s, ~(T) 0, r &= v[i], r) \
  OVER (T, want_px_reduce_or_##s, 0, r |= v[i], r) OVER (T, want_px_reduce_xor_##s, 0, r ^= v[i], r)
WANT_REDUCE (int, int)
#undef IN
#define IN unsigned
WANT_REDUCE (uint, unsigned)

/* ---- memory ---- */

#define WANT_NEW(op, s, T, expr) static T want_px_atomic_##op##_##s (T p, T e, T v) { (void) e, (void) v; return expr; }
#define WANT_SUM(s, T) \
  WANT_NEW (add, s, T, p + v) WANT_NEW (sub, s, T, p - v) WANT_NEW (exchange, s, T, v) WANT_NEW (cas, s, T, !memcmp (&p, &e, sizeof p) ? v : p)
#define WANT_ATOMIC(s, T) \
  WANT_SUM (s, T) WANT_NEW (min, s, T, p < v ? p : v) WANT_NEW (max, s, T, p > v ? p : v) WANT_NEW (and, s, T, p & v) \
  WANT_NEW (or, s, T, p | v) WANT_NEW (xor, s, T, p ^ v)
WANT_ATOMIC (int, int) WANT_ATOMIC (uint, unsigned) WANT_ATOMIC (long, long) WANT_ATOMIC (ulong, unsigned long)
WANT_ATOMIC (llong, long long) WANT_ATOMIC (ullong, unsigned long long) WANT_SUM (float, float) WANT_SUM (double, double)
WANT_NEW (add, half2, px_half2, want_px_add_half2 (p, v)) WANT_NEW (add, bf162, px_bf162, want_px_add_bf162 (p, v))
WANT_NEW (add, half, px_half, want_px_add_half (p, v)) WANT_NEW (add, bf16, px_bf16, want_px_add_bf16 (p, v))
#define NEW_LESS(s, T) WANT_NEW (min, s, T, want_px_min_##s (p, v)) WANT_NEW (max, s, T, want_px_max_##s (p, v))
NEW_LESS (half, px_half) NEW_LESS (half2, px_half2) NEW_LESS (bf16, px_bf16) NEW_LESS (bf162, px_bf162)
WANT_NEW (cas, short, short, p == e ? v : p) WANT_NEW (cas, ushort, unsigned short, p == e ? v : p)
WANT_NEW (exchange, ulong2, px_ulong2, v) WANT_NEW (cas, ulong2, px_ulong2, !memcmp (&p, &e, sizeof p) ? v : p)
WANT_NEW (inc, uint, unsigned, p >= v ? 0 : p + 1) WANT_NEW (dec, uint, unsigned, !p || p > v ? v : p - 1)
#define WANT_STORE(s, T) WANT_NEW (store, s, T, v)
WANT_STORE (int, int) WANT_STORE (uint, unsigned) WANT_STORE (long, long) WANT_STORE (ulong, unsigned long)
WANT_STORE (llong, long long) WANT_STORE (ullong, unsigned long long) WANT_STORE (float, float) WANT_STORE (double, double)

/* ---- copies: of old and what is copied ---- */

static unsigned copied_unsigned (unsigned p, unsigned v) { (void) p; return v; }
static unsigned want_px_bulk_store_at (unsigned p, unsigned v) { (void) p; return v; }
#define WANT_BULK_SUM(s, T) static T want_px_bulk_add_##s (T p, T v) { return p + v; }
#define WANT_BULK(s, T) \
  WANT_BULK_SUM (s, T) static T want_px_bulk_min_##s (T p, T v) { return p < v ? p : v; } \
  static T want_px_bulk_max_##s (T p, T v) { return p > v ? p : v; } static T want_px_bulk_and_##s (T p, T v) { return p & v; } \
  static T want_px_bulk_or_##s (T p, T v) { return p | v; } static T want_px_bulk_xor_##s (T p, T v) { return p ^ v; }
WANT_BULK (int, int) WANT_BULK (uint, unsigned) WANT_BULK (long, long) WANT_BULK (ulong, unsigned long)
WANT_BULK (llong, long long) WANT_BULK (ullong, unsigned long long) WANT_BULK_SUM (float, float) WANT_BULK_SUM (double, double)
static px_half want_px_bulk_add_half (px_half p, px_half v) { return want_px_add_half (p, v); }
static px_half want_px_bulk_min_half (px_half p, px_half v) { return want_px_min_half (p, v); }
static px_half want_px_bulk_max_half (px_half p, px_half v) { return want_px_max_half (p, v); }
static px_bf16 want_px_bulk_add_bf16 (px_bf16 p, px_bf16 v) { return want_px_add_bf16 (p, v); }
static px_bf16 want_px_bulk_min_bf16 (px_bf16 p, px_bf16 v) { return want_px_min_bf16 (p, v); }
static px_bf16 want_px_bulk_max_bf16 (px_bf16 p, px_bf16 v) { return want_px_max_bf16 (p, v); }

/* A tensor of 80 × 6 × … unsigned and its map: boxes are of 64 in all, INNER × 2 ×
   …; element I of the box at 4, 1, 2, 3, 4.  */
enum { TENSOR = 80 * 6 * 6 * 6 * 6 };
#define INNER(dims) (64 >> ((dims) - 1))
static unsigned tensor_old[TENSOR], tensor_new[TENSOR], *tensor_data;
static px_tensor_map tensor_map;
static void
tensor (int dims)
{
  struct px_tensor t = { .type = PX_TENSOR_U32, .rank = dims };
  for (int d = 0; d < dims; d++)
    {
      t.size[d] = d ? 6 : 80;
      t.box[d] = d ? 2 : INNER (dims);
    }
  for (int i = 0; i < TENSOR; i++)
    tensor_old[i] = i % 19;
  tensor_data = t_dev (tensor_old, sizeof tensor_old);
  OK (px_tensor_map_tiled (&tensor_map, tensor_data, &t));
}
static void tensor_back (void) { t_back (tensor_new, tensor_data, sizeof tensor_new); }
static int
at (int i, int dims)
{
  int index = 4 + i % INNER (dims), stride = 80;
  i /= INNER (dims);
  for (int d = 1; d < dims; d++, stride *= 6, i /= 2)
    index += (d + i % 2) * stride;
  return index;
}
#define WANT_TENSOR(op, expr) \
  static unsigned want_px_tensor_##op (unsigned p, unsigned v) { return expr; }
#define WANT_TENSORS(n) \
  WANT_TENSOR (store_##n, ((void) p, v)) WANT_TENSOR (add_##n, p + v) WANT_TENSOR (min_##n, p < v ? p : v) \
  WANT_TENSOR (max_##n, p > v ? p : v) WANT_TENSOR (inc_##n, p >= v ? 0 : p + 1) \
  WANT_TENSOR (dec_##n, !p || p > v ? v : p - 1) WANT_TENSOR (and_##n, p & v) WANT_TENSOR (or_##n, p | v) \
  WANT_TENSOR (xor_##n, p ^ v)
WANT_TENSORS (1) WANT_TENSORS (2) WANT_TENSORS (3) WANT_TENSORS (4) WANT_TENSORS (5)
