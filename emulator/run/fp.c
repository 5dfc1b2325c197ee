/* SPDX-License-Identifier: MIT */
/* Conversions between all types, one value at a time.  Every format but 64-bit
   integers is exact in double.  */

#include "base/small-float.h"
#include "emulator/run/engine.h"
#include "emulator/run/fp.h"
#include "emulator/code/ops.h"

#include <math.h>

double
float_value (int type, uint64_t bits)
{
  switch (type)
    {
    case CT_F64: return f64_of (bits);
    case CT_F32: return f32_of (bits);
    case CT_TF32: return f32_of (bits & 0xffffe000);
    case CT_BF16: return f32_of ((uint32_t) bits << 16);
    case CT_F16: return px_small_float_value (PX_BINARY16, bits);
    case CT_E5M2: return px_small_float_value (PX_E5M2, bits);
    default: return px_small_float_value (PX_E4M3, bits);
    }
}

/* X >= 0 to an integer.  NEG is the sign it will get.  */
static double
round_integer (double x, int round, bool neg)
{
  double f = floor (x), r = x - f;
  switch (round)
    {
    case CVT_RNA: return r >= 0.5 ? f + 1 : f;
    case RN: return r > 0.5 || (r == 0.5 && fmod (f, 2) != 0) ? f + 1 : f;
    case RM: return neg && r > 0 ? f + 1 : f;
    case RP: return !neg && r > 0 ? f + 1 : f;
    default: return f;
    }
}

/* X in a small format (or f64, f32), rounded once.  */
uint64_t
float_bits (int type, double x, int round, bool satfinite)
{
  _Static_assert((int) PX_ROUND_NEAREST == RN && (int) PX_ROUND_DOWN == RM
		   && (int) PX_ROUND_UP == RP && (int) PX_ROUND_ZERO == RZ,
		 "both are in the same order");
  enum px_rounding r = round == CVT_RNA ? PX_ROUND_AWAY : (enum px_rounding) round;
  if (type == CT_F64)
    return bits_f64 (canon_f64 (x));
  if (type == CT_F32)
    {
      float_env env = env_enter (ENV (round & 3, false));
      volatile float f = (float) x;
      env_leave (env);
      return bits_f32 (canon_f32 (f));
    }
  /* These two are frequent, and fast if the compiler knows how to round.  */
  if (type == CT_F16 && r == PX_ROUND_NEAREST)
    return px_small_float_bits (PX_BINARY16, x, PX_ROUND_NEAREST, satfinite);
  if (type == CT_BF16 && r == PX_ROUND_NEAREST)
    return px_small_float_bits (PX_BFLOAT16, x, PX_ROUND_NEAREST, satfinite);
  switch (type)
    {
    case CT_F16: return px_small_float_bits (PX_BINARY16, x, r, satfinite);
    case CT_BF16: return px_small_float_bits (PX_BFLOAT16, x, r, satfinite);
    case CT_TF32:
      /* In the high bits of a float, whose NaN is the canonical one.  */
      return x == x ? px_small_float_bits (PX_TF32, x, r, satfinite) << 13 : 0x7fffe000;
    case CT_E5M2: return px_small_float_bits (PX_E5M2, x, r, satfinite);
    default: return px_small_float_bits (PX_E4M3, x, r, satfinite);
    }
}

/* A + B rounded to odd: a later rounding to half the precision is then correct.  */
double
add_odd (double a, double b)
{
  double s = a + b, bb = s - a, err = (a - (s - bb)) + (b - bb);
  if (err != 0 && isfinite (s) && !(bits_f64 (s) & 1))
    s = nextafter (s, err > 0 ? INFINITY : -INFINITY);
  return s;
}

static int
int_bits_of (int type)
{
  return 8 << type / 2;
}

/* PTX cvt of one value, by its operand HOW (ops.h): types, rounding, flags.  */
struct cvt
{
  int to, from, mode, flags;
  bool integral; /* rounds to an integer of the same floating-point type (.rni and the like) */
};

/* Returns S, or U if it is not SIGNED, as an integer of type TO; .sat: as the nearest one.  */
static uint64_t
integer_to_integer (const struct cvt *c, bool is_signed, int64_t s, uint64_t u)
{
  bool negative = is_signed && s < 0, to_signed = c->to & 1;
  uint64_t max = ~(uint64_t) 0 >> (64 - int_bits_of (c->to) + to_signed);
  if (!(c->flags & CVT_SAT))
    return is_signed ? (uint64_t) s : u;
  if (negative && !to_signed)
    return 0;
  if (negative)
    return s < -(int64_t) max - 1 ? -max - 1 : (uint64_t) s;
  return u > max ? max : u;
}

/* The same as a floating-point number.  */
static uint64_t
integer_to_float (const struct cvt *c, bool is_signed, int64_t s, uint64_t u)
{
  bool negative = is_signed && s < 0, sat = c->flags & CVT_SAT;
  if (c->to == CT_F32)
    {
      float_env env = env_enter (ENV (c->mode, false));
      volatile float f = is_signed ? (float) s : (float) u;
      env_leave (env);
      return bits_f32 (sat ? saturate_f32 (f) : f);
    }
  if (c->to == CT_F64)
    {
      float_env env = env_enter (ENV (c->mode, false));
      volatile double f = is_signed ? (double) s : (double) u;
      env_leave (env);
      return bits_f64 (sat ? saturate_f64 (f) : f);
    }
  /* A double holds 53 bits; of more, the lowest one says that some below it are set, so that the second
     rounding sees on which side of a tie the number is.  */
  uint64_t mag = negative ? -(uint64_t) s : u;
  double x = mag >> 53 ? ldexp ((double) (mag >> 11 | ((mag & 2047) != 0)), 11) : (double) mag;
  x = negative ? -x : x;
  return float_bits (c->to, sat ? saturate_f64 (x) : x, c->mode, c->flags & CVT_SATFINITE);
}

/* Returns X as an integer, the nearest one if it is out of range.  */
static uint64_t
float_to_integer (const struct cvt *c, double x)
{
  int m = int_bits_of (c->to);
  bool negative = signbit (x), to_signed = c->to & 1;
  if (isnan (x)) /* 9.7.9.21  */
    return c->from == CT_F64 || m == 64 ? (uint64_t) 1 << (m - 1) : 0;
  double a = isinf (x) ? INFINITY : round_integer (fabs (x), c->mode, negative);
  double limit = ldexp (1, m - to_signed);
  if (negative && !to_signed)
    return 0;
  if (negative)
    return a >= limit ? -(uint64_t) 1 << (m - 1) : -(uint64_t) a;
  return a >= limit ? ~(uint64_t) 0 >> (64 - m + to_signed) : (uint64_t) a;
}

/* Returns X as a floating-point number of type TO.  */
static uint64_t
float_to_float (const struct cvt *c, double x)
{
  if (c->integral && isfinite (x))
    x = copysign (round_integer (fabs (x), c->mode, signbit (x)), x);
  if (c->flags & CVT_SAT)
    x = saturate_f64 (x);
  if (c->flags & CVT_RELU && (x < 0 || (x == 0 && signbit (x))))
    x = 0;
  uint64_t r = float_bits (c->to, x, c->integral ? RN : c->mode, c->flags & CVT_SATFINITE);
  if (c->flags & CVT_FTZ && c->to == CT_F32 && !(r & 0x7f800000))
    r &= 0x80000000;
  return r;
}

uint64_t
convert (int64_t how, uint64_t bits)
{
  int round = how >> 16 & 255;
  struct cvt c = { .to = how & 255,
		   .from = how >> 8 & 255,
		   .mode = round & CVT_RNA ? CVT_RNA : round & 3,
		   .flags = how >> 24 & 255,
		   .integral = round & CVT_INTEGRAL };
  uint64_t r;
  if (c.to == CT_TF32 && c.mode == CVT_RNA)
    {
      /* .satfinite takes the number before one that is not finite, also of a NaN.  */
      uint32_t x = tf32_away (f32_of ((uint32_t) bits));
      return x - (c.flags & CVT_SATFINITE && (x & 0x7f800000) == 0x7f800000 ? 0x2000 : 0);
    }
  if (c.from <= CT_S64)
    {
      int n = int_bits_of (c.from);
      int64_t s = (int64_t) (bits << (64 - n)) >> (64 - n);
      uint64_t u = n == 64 ? bits : bits & (((uint64_t) 1 << n) - 1);
      r = c.to <= CT_S64 ? integer_to_integer (&c, c.from & 1, s, u)
			 : integer_to_float (&c, c.from & 1, s, u);
    }
  else
    {
      double x = float_value (c.from, bits);
      /* A GPU does not flush what becomes a half.  */
      if (c.flags & CVT_FTZ && c.from == CT_F32 && c.to != CT_F16 && fabs (x) < 0x1p-126)
	x = copysign (0, x);
      r = c.to <= CT_S64 ? float_to_integer (&c, x) : float_to_float (&c, x);
    }
  if (c.to <= CT_S64)
    {
      /* The register may be wider than the type.  */
      int m = int_bits_of (c.to);
      r = (c.to & 1) && (c.flags & CVT_WIDE) ? (uint64_t) ((int64_t) (r << (64 - m)) >> (64 - m))
	  : m == 64			     ? r
					     : r & (((uint64_t) 1 << m) - 1);
    }
  return r;
}
