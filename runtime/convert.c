/* SPDX-License-Identifier: MIT */
/* The conversions of <px/intrinsics.def> that host code may call as well (PX_HOST), bit for bit
   those of the device (PTX ISA, cvt): to nearest, ties to even; tf32: ties away from 0; those to 8
   bits saturate; NaN is all ones without the sign, but of tf32 (px_to_tf32_float).  No state; any thread may call them.  */

#include "base/small-float.h"
#include "runtime/rt.h"

#include <px/intrinsics.h>

#include <math.h>

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

/* Returns the number BITS of format F, with the NaN of the device.  */
static float
widened (struct px_small_float f, uint32_t bits)
{
  float v = px_small_float_value (f, bits);
  return v == v ? v : single_of (0x7fffffff);
}

PX_EXPORT px_half
px_to_half_float (float a)
{
  return (px_half){ (uint16_t) px_small_float_bits (PX_BINARY16, a, PX_ROUND_NEAREST, false) };
}

PX_EXPORT px_half
px_to_half_double (double a)
{
  return (px_half){ (uint16_t) px_small_float_bits (PX_BINARY16, a, PX_ROUND_NEAREST, false) };
}

PX_EXPORT px_bf16
px_to_bf16_float (float a)
{
  return (px_bf16){ (uint16_t) px_small_float_bits (PX_BFLOAT16, a, PX_ROUND_NEAREST, false) };
}

PX_EXPORT px_tf32
px_to_tf32_float (float a)
{
  /* As cvt.rna.tf32 does: what is not finite loses its low bits, so that a NaN may become infinity.  */
  uint32_t bits = bits_of (a);
  return (px_tf32){ (isfinite (a) ? bits + 0x1000 : bits) & 0xffffe000 };
}

PX_EXPORT px_e4m3
px_to_e4m3_float (float a)
{
  return (px_e4m3){ (uint8_t) px_small_float_bits (PX_E4M3, a, PX_ROUND_NEAREST, true) };
}

PX_EXPORT px_e5m2
px_to_e5m2_float (float a)
{
  return (px_e5m2){ (uint8_t) px_small_float_bits (PX_E5M2, a, PX_ROUND_NEAREST, true) };
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
  return widened (PX_BINARY16, a.bits);
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
  return px_to_half_float (widened (PX_E4M3, a.bits));
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
