/* SPDX-License-Identifier: MIT */
/* Arithmetic and logic of one thread become ops.  Section numbers are those of the PTX ISA.  */

#include "emulator/code/decode-op.h"
#include "emulator/run/device.h"
#include "emulator/code/ops.h"

#include <stdio.h>
#include <stdlib.h>

ptx_mod
type_of (struct dec *c)
{
  ptx_mod t = cls (c, PTX_C_TYPE);
  if (t == PTX_NOMOD)
    bad (c, "type is missing");
  return t;
}

unsigned
int_bits (struct dec *c, ptx_mod t)
{
  unsigned b = tbits (t);
  if (!is_int (t) || (b != 16 && b != 32 && b != 64))
    bad (c, "type .%s is not supported here", ptx_mods[t].name);
  return b;
}

enum rounding
round_of (struct dec *c, ptx_mod m)
{
  switch (m)
    {
    case PTX_NOMOD:
    case PTX_M_RN:
    case PTX_M_RNI: return RN;
    case PTX_M_RZ:
    case PTX_M_RZI: return RZ;
    case PTX_M_RM:
    case PTX_M_RMI: return RM;
    case PTX_M_RP:
    case PTX_M_RPI: return RP;
    default: bad (c, "rounding .%s is not supported", ptx_mods[m].name);
    }
}

/* Floating point NAME of N sources with rounding, .ftz and .sat (9.7.3, 9.7.4).  */
void
decode_float (struct dec *c, const char *name, unsigned n)
{
  enum rounding r = round_of (c, cls (c, PTX_C_ROUND));
  bool ftz = flag (c, PTX_M_FTZ), sat = flag (c, PTX_M_SAT), relu = flag (c, PTX_M_RELU);
  bool oob = flag (c, PTX_M_OOB);
  flag (c, PTX_M_NOFTZ);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  uint32_t s[3] = { NONE, NONE, NONE };
  for (unsigned k = 0; k < n; k++)
    s[k] = fsrc (c, k + 1, b);
  if (is_float (t))
    {
      if (relu || oob)
	bad (c, "modifier .%s is not supported here", relu ? "relu" : "oob");
      bool env = r != RN || ftz || sat;
      struct op *o = emit_named (c, dst (c, b), s[0], s[1], s[2], "%s_%s%s", name,
				 env ? "env_" : "", ptx_mods[t].name);
      o->imm = ENV (r, ftz);
      o->flags = sat;
      return;
    }
  if (!is_half (t) || r != RN)
    bad (c, "type .%s is not supported here", ptx_mods[t].name);
  struct op *o = emit_named (c, dst (c, b), s[0], s[1], s[2], "%s_%s", name, ptx_mods[t].name);
  o->flags = sat | ftz << 1 | relu << 2 | oob << 3;
}

/* 9.7.1.3 and others with .cc and carries: D = A + B + carry and the like.  */
static void
carry_op (struct dec *c, uint32_t d, uint32_t a, uint32_t b, unsigned bits, bool subtract, bool in,
	  bool out)
{
  if (c->carry == NONE)
    c->carry = new_vreg (c, 1);
  struct op *o = emit_named (c, d, a, b, NONE, "carry_b%u", bits);
  o->flags = in | out << 1 | subtract << 2;
  refer (c, 'e', c->carry, false);
  if (out)
    refer (c, 'f', c->carry, true);
  else
    refer (c, 'f', new_vreg (c, 1), true);
}

void
decode_add_sub (struct dec *c, const char *name, bool with_carry)
{
  bool subtract = name[0] == 's';
  bool cc = flag (c, PTX_M_CC);
  ptx_mod last = PTX_NOMOD;
  for (int i = 0; i < c->in->nmods; i++)
    if (ptx_mod_class (c->in->mods[i]) == PTX_C_TYPE)
      last = c->in->mods[i];
  if (last == PTX_NOMOD)
    bad (c, "type is missing");
  if (is_float (last) || is_half (last))
    {
      decode_float (c, name, 2);
      return;
    }
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  if (cc || with_carry)
    {
      uint32_t x = src (c, 1, b), y = src (c, 2, b);
      carry_op (c, dst (c, int_bits (c, t)), x, y, b, subtract, with_carry, cc);
    }
  else if (t == PTX_U16X2 || t == PTX_S16X2)
    emit_named (c, dst (c, 32), src (c, 1, 32), src (c, 2, 32), NONE, "%s_b16x2", name);
  else if (flag (c, PTX_M_SAT))
    {
      if (t != PTX_S32)
	bad (c, "modifier .sat needs .s32");
      emit_named (c, dst (c, 32), src (c, 1, 32), src (c, 2, 32), NONE, "%s_sat_s32", name);
    }
  else
    emit_named (c, dst (c, b), src (c, 1, b), src (c, 2, b), NONE, "%s_b%u", name, int_bits (c, t));
}

void
decode_mul_mad (struct dec *c, bool mad, bool with_carry)
{
  ptx_mod half = cls (c, PTX_C_HALF);
  if (half == PTX_NOMOD)
    {
      decode_float (c, mad ? "fma" : "mul", mad ? 3 : 2);
      return;
    }
  bool cc = flag (c, PTX_M_CC), sat = flag (c, PTX_M_SAT);
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  uint32_t x = src (c, 1, b), y = src (c, 2, b);
  char s = is_signed (t) ? 's' : 'u';
  if (half == PTX_M_WIDE)
    {
      if (b == 64 || cc || with_carry)
	bad (c, "this form of .wide does not exist");
      if (mad)
	emit_named (c, dst (c, 2 * b), x, y, src (c, 3, 2 * b), "mad_wide_%c%u", s, b);
      else
	emit_named (c, dst (c, 2 * b), x, y, NONE, "mul_wide_%c%u", s, b);
      return;
    }
  char name[32];
  if (half == PTX_M_LO)
    snprintf (name, sizeof name, "lo_b%u", b);
  else
    snprintf (name, sizeof name, "hi_%c%u", s, b);
  if (!mad)
    emit_named (c, dst (c, b), x, y, NONE, "mul_%s", name);
  else if (cc || with_carry || sat)
    {
      uint32_t z = src (c, 3, b), p = new_vreg (c, b);
      emit_named (c, p, x, y, NONE, "mul_%s", name);
      if (!sat)
	carry_op (c, dst (c, b), p, z, b, false, with_carry, cc);
      else if (t == PTX_S32 && half == PTX_M_HI)
	emit (c, dst (c, 32), p, z, NONE, OPC_add_sat_s32);
      else
	bad (c, "modifier .sat needs .hi.s32");
    }
  else
    emit_named (c, dst (c, b), x, y, src (c, 3, b), "mad_%s", name);
}

/* 9.7.1.5, 9.7.1.6 */
void
decode_mul24 (struct dec *c, bool mad)
{
  ptx_mod half = cls (c, PTX_C_HALF);
  bool sat = flag (c, PTX_M_SAT);
  ptx_mod t = type (c);
  if (tbits (t) != 32 || !is_int (t) || (half != PTX_M_LO && half != PTX_M_HI))
    bad (c, "this form does not exist");
  uint32_t p = mad ? new_vreg (c, 32) : dst (c, 32);
  emit_named (c, p, src (c, 1, 32), src (c, 2, 32), NONE, "mul24_%s_%s",
	      half == PTX_M_LO ? "lo" : "hi", ptx_mods[t].name);
  if (mad)
    emit (c, dst (c, 32), p, src (c, 3, 32), NONE, sat ? OPC_add_sat_s32 : OPC_add_b32);
}

/* Minimum and maximum (9.7.1.11, 9.7.3.11, 9.7.4.7).  */
void
decode_min_max (struct dec *c, const char *name)
{
  bool ftz = flag (c, PTX_M_FTZ), nan = flag (c, PTX_M_NAN), relu = flag (c, PTX_M_RELU);
  bool xorsign = flag (c, PTX_M_XORSIGN);
  if (xorsign)
    flag (c, PTX_M_ABS);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  if (c->in->nopnds > 3)
    bad (c, "minimum and maximum of three are not supported");
  if (is_float (t))
    {
      uint32_t x = fsrc (c, 1, b), y = fsrc (c, 2, b), d = dst (c, b);
      uint32_t v[2] = { x, y };
      if (relu)
	bad (c, "modifier .relu is not supported here");
      for (int k = 0; k < 2; k++)
	{
	  if (ftz)
	    {
	      uint32_t n = new_vreg (c, b);
	      emit (c, n, v[k], NONE, NONE, OPC_ftz_f32);
	      v[k] = n;
	    }
	  if (xorsign)
	    {
	      uint32_t n = new_vreg (c, b);
	      emit_named (c, n, v[k], NONE, NONE, "abs_f%u", b);
	      v[k] = n;
	    }
	}
      uint32_t r = xorsign ? new_vreg (c, b) : d;
      emit_named (c, r, v[0], v[1], NONE, "%s_%sf%u", name, nan ? "nan_" : "", b);
      if (xorsign)
	{
	  uint32_t s = new_vreg (c, b);
	  emit_named (c, s, x, y, NONE, "xor_b%u", b);
	  emit_named (c, d, s, r, NONE, "copysign_f%u", b);
	}
    }
  else if (is_half (t))
    {
      uint32_t x = src (c, 1, b), y = src (c, 2, b);
      emit_named (c, dst (c, b), x, y, NONE, "%s_%s", name, ptx_mods[t].name)->flags
	= nan | ftz << 1 | relu << 2 | xorsign << 3;
    }
  else if (t == PTX_U16X2 || t == PTX_S16X2)
    {
      uint32_t x = src (c, 1, 32), y = src (c, 2, 32);
      emit_named (c, dst (c, 32), x, y, NONE, "%s_%s%s", name, relu ? "relu_" : "",
		  ptx_mods[t].name);
    }
  else
    {
      uint32_t x = src (c, 1, int_bits (c, t)), y = src (c, 2, b);
      emit_named (c, dst (c, b), x, y, NONE, "%s_%s%c%u", name, relu ? "relu_" : "",
		  is_signed (t) ? 's' : 'u', b);
    }
}

void
decode_abs_neg (struct dec *c, const char *name)
{
  bool neg = name[0] == 'n', ftz = flag (c, PTX_M_FTZ);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  uint32_t x = fsrc (c, 1, b);
  if (is_float (t))
    {
      if (ftz)
	{
	  uint32_t n = new_vreg (c, b);
	  emit (c, n, x, NONE, NONE, OPC_ftz_f32);
	  x = n;
	}
      emit_named (c, dst (c, b), x, NONE, NONE, "%s_f%u", name, b);
    }
  else if (is_half (t))
    {
      uint64_t m = b == 32 ? 0x80008000 : 0x8000;
      if (ftz)
	{
	  uint32_t n = new_vreg (c, b);
	  emit_named (c, n, x, NONE, NONE, "ftz_%s", ptx_mods[t].name);
	  x = n;
	}
      emit_named (c, dst (c, b), x, constant (c, b, neg ? m : ~m), NONE,
		  neg ? "xor_b%u" : "and_b%u", b);
    }
  else if (flag (c, PTX_M_SAT))
    bad (c, "modifier .sat is not supported here");
  else
    emit_named (c, dst (c, b), x, NONE, NONE, "%s_b%u", name, int_bits (c, t));
}

/* div, rcp, sqrt (9.7.3.8, 9.7.3.14, 9.7.3.16).  The approximations are computed
   exactly rounded, which every bound in the PTX ISA allows; their domain limits
   (.approx division of huge divisors) are not reproduced.  */
void
decode_divide (struct dec *c, const char *name, unsigned n)
{
  flag (c, PTX_M_APPROX);
  flag (c, PTX_M_FULL);
  decode_float (c, name, n);
}

/* NAME.approx.ftz.f64, which calculates with the upper 32 bits.  */
static void
upper_half (struct dec *c, const char *name)
{
  flag (c, PTX_M_APPROX);
  flag (c, PTX_M_FTZ);
  type (c);
  emit_named (c, dst (c, 64), fsrc (c, 1, 64), NONE, NONE, "%s_upper_f64", name);
}

static bool
of_upper_half (const struct dec *c)
{
  return ptx_has (c->in, PTX_M_FTZ) && ptx_type (c->in, 0) == PTX_F64;
}

void
decode_div_rem (struct dec *c, const char *name)
{
  for (int i = 0; i < c->in->nmods; i++)
    if (is_float (c->in->mods[i]))
      {
	decode_divide (c, name, 2);
	return;
      }
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  emit_named (c, dst (c, b), src (c, 1, b), src (c, 2, b), NONE, "%s_%c%u", name,
	      is_signed (t) ? 's' : 'u', b);
}

/* sin, cos, lg2, ex2, tanh, rsqrt: computed in double and rounded once.  */
void
decode_transcendental (struct dec *c, const char *name)
{
  flag (c, PTX_M_APPROX);
  bool ftz = flag (c, PTX_M_FTZ);
  ptx_mod t = type (c);
  if (!is_float (t) && !is_half (t))
    bad (c, "type .%s is not supported here", ptx_mods[t].name);
  uint32_t x = fsrc (c, 1, tbits (t));
  emit_named (c, dst (c, tbits (t)), x, NONE, NONE, "%s_%s", name, ptx_mods[t].name)->flags = ftz
											      << 1;
}

/* ---- all ---- */

static bool
predicate_op (struct dec *c, ptx_mod t, const char *name)
{
  if (t != PTX_PRED)
    return false;
  uint32_t a = src (c, 1, 1), b = name[0] == 'n' ? a : src (c, 2, 1);
  emit_named (c, dst (c, 1), a, b, NONE, "%s_pred", name);
  return true;
}

void
decode_logic (struct dec *c, const char *name, unsigned n)
{
  ptx_mod t = type (c);
  if (predicate_op (c, t, name))
    return;
  unsigned b = int_bits (c, t);
  uint32_t x = src (c, 1, b), y = n > 1 ? src (c, 2, b) : NONE;
  emit_named (c, dst (c, b), x, y, NONE, "%s_b%u", name, b);
}

void
decode_rcp (struct dec *c)
{
  if (of_upper_half (c))
    upper_half (c, "rcp");
  else
    decode_divide (c, "rcp", 1);
}

void
decode_rsqrt (struct dec *c)
{
  if (of_upper_half (c))
    upper_half (c, "rsqrt");
  else
    decode_transcendental (c, "rsqrt");
}
