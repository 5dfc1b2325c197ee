/* SPDX-License-Identifier: MIT */
/* The conversions of <px/intrinsics.def> that host code may call as well (PX_HOST), bit for bit
   those of the device (PTX ISA, cvt): to nearest, ties to even; tf32: ties away from 0; those to 8
   bits saturate; NaN is all ones without the sign.  No state; any thread may call them.  */

#include "runtime/rt.h"

#include <px/intrinsics.h>

/* A format of 1 + EXPONENT + MANTISSA bits.  The e4m3 of PTX has no infinities: its last number
   alone is NaN.  */
struct format
{
  int exponent, mantissa;
  bool infinite;
};
static const struct format binary16 = { 5, 10, true }, bfloat16 = { 8, 7, true },
			   e5m2 = { 5, 2, true }, e4m3 = { 4, 3, false };

union single
{
  float value;
  uint32_t bits;
};

static float
single_of (uint32_t bits)
{
  return (union single){ .bits = bits }.value;
}

static uint32_t
bits_of (float v)
{
  return (union single){ .value = v }.bits;
}

/* Returns V in format F; what is too large is the largest number if SATURATE, else infinite.  */
static uint32_t
narrowed (double v, struct format f, bool saturate)
{
  uint64_t bits = (union {
		    double value;
		    uint64_t bits;
		  }){ v }
		    .bits;
  uint32_t sign = (uint32_t) (bits >> 63) << (f.exponent + f.mantissa);
  uint32_t ones = (1u << f.exponent) - 1, infinity = ones << f.mantissa;
  uint32_t most = f.infinite ? infinity - 1 : infinity + (1u << f.mantissa) - 2, r;
  int e = (int) (bits >> 52 & 0x7ff) - 1023, least = 2 - (1 << (f.exponent - 1));

  if (v != v)
    return infinity | ((1u << f.mantissa) - 1);
  if (e < least - f.mantissa - 1) /* less than half of the least number */
    return sign;
  if (e > 1023)
    r = most + 1;
  else
    {
      uint64_t m = (bits & 0xfffffffffffff) | (uint64_t) 1 << 52;
      int drop = 52 - f.mantissa + (e < least ? least - e : 0);
      uint64_t half = (uint64_t) 1 << (drop - 1), rest = m & (2 * half - 1), n = m >> drop;
      n += rest > half || (rest == half && n & 1);
      uint64_t all = ((uint64_t) (e < least ? 0 : e - least) << f.mantissa) + n;
      r = all > most ? most + 1 : (uint32_t) all;
    }
  return sign | (r > most ? (saturate ? most : infinity) : r);
}

/* Returns the number of a narrower format whose exponent and mantissa, at the places of a float's,
   are MAGNITUDE: UP is 2 to the power of the difference between the formats' biases, so that the
   product is exact, also of a number without a leading 1.  SPECIAL: infinite or NaN.  */
static float
widened (uint32_t magnitude, bool special, bool negative, float up)
{
  uint32_t m = special ? magnitude | 0x7f800000 : bits_of (single_of (magnitude) * up);
  if (special && m & 0x7fffff)
    return single_of (0x7fffffff);
  return single_of (m | (uint32_t) negative << 31);
}

PX_EXPORT px_half
px_to_half_float (float a)
{
  return (px_half){ (uint16_t) narrowed (a, binary16, false) };
}

PX_EXPORT px_half
px_to_half_double (double a)
{
  return (px_half){ (uint16_t) narrowed (a, binary16, false) };
}

PX_EXPORT px_bf16
px_to_bf16_float (float a)
{
  return (px_bf16){ (uint16_t) narrowed (a, bfloat16, false) };
}

PX_EXPORT px_tf32
px_to_tf32_float (float a)
{
  return (px_tf32){ a != a ? 0x7fffffff : (bits_of (a) + 0x1000) & 0xffffe000 };
}

PX_EXPORT px_e4m3
px_to_e4m3_float (float a)
{
  return (px_e4m3){ (uint8_t) narrowed (a, e4m3, true) };
}

PX_EXPORT px_e5m2
px_to_e5m2_float (float a)
{
  return (px_e5m2){ (uint8_t) narrowed (a, e5m2, true) };
}

PX_EXPORT px_half2
px_to_half2_float (float low, float high)
{
  return px_pack_half (px_to_half_float (low), px_to_half_float (high));
}

PX_EXPORT px_bf162
px_to_bf162_float (float low, float high)
{
  return px_pack_bf16 (px_to_bf16_float (low), px_to_bf16_float (high));
}

PX_EXPORT float
px_to_float_half (px_half a)
{
  return widened ((uint32_t) (a.bits & 0x7fff) << 13, (a.bits & 0x7c00) == 0x7c00, a.bits >> 15,
		  0x1p112f);
}

PX_EXPORT float
px_to_float_bf16 (px_bf16 a)
{
  return single_of ((uint32_t) a.bits << 16);
}

PX_EXPORT float
px_to_float_tf32 (px_tf32 a)
{
  return single_of (a.bits);
}

PX_EXPORT px_half
px_widen_e5m2 (px_e5m2 a)
{
  return (px_half){ (a.bits & 0x7f) > 0x7c ? 0x7fff : (uint16_t) (a.bits << 8) };
}

PX_EXPORT px_half
px_widen_e4m3 (px_e4m3 a)
{
  if ((a.bits & 0x7f) == 0x7f)
    return (px_half){ 0x7fff };
  return px_to_half_float (
    widened ((uint32_t) (a.bits & 0x7f) << 20, false, a.bits >> 7, 0x1p120f));
}

PX_EXPORT px_float2
px_to_float2_half2 (px_half2 a)
{
  return (px_float2){ px_to_float_half (px_low_half2 (a)), px_to_float_half (px_high_half2 (a)) };
}

PX_EXPORT px_float2
px_to_float2_bf162 (px_bf162 a)
{
  return (px_float2){ px_to_float_bf16 (px_low_bf162 (a)), px_to_float_bf16 (px_high_bf162 (a)) };
}

PX_EXPORT px_half2
px_pack_half (px_half low, px_half high)
{
  return (px_half2){ low.bits | (uint32_t) high.bits << 16 };
}

PX_EXPORT px_bf162
px_pack_bf16 (px_bf16 low, px_bf16 high)
{
  return (px_bf162){ low.bits | (uint32_t) high.bits << 16 };
}

PX_EXPORT px_half
px_low_half2 (px_half2 a)
{
  return (px_half){ (uint16_t) a.bits };
}

PX_EXPORT px_bf16
px_low_bf162 (px_bf162 a)
{
  return (px_bf16){ (uint16_t) a.bits };
}

PX_EXPORT px_half
px_high_half2 (px_half2 a)
{
  return (px_half){ (uint16_t) (a.bits >> 16) };
}

PX_EXPORT px_bf16
px_high_bf162 (px_bf162 a)
{
  return (px_bf16){ (uint16_t) (a.bits >> 16) };
}
