/* SPDX-License-Identifier: MIT */
/* One instruction becomes ops: decode_op knows which file does it, and what a thread computes is here.
   Section numbers are those of the PTX ISA.  */

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
static void
float_op (struct dec *c, const char *name, unsigned n)
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

static void
add_sub (struct dec *c, const char *name, bool with_carry)
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
      float_op (c, name, 2);
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

static void
mul_mad (struct dec *c, bool mad, bool with_carry)
{
  ptx_mod half = cls (c, PTX_C_HALF);
  if (half == PTX_NOMOD)
    {
      float_op (c, mad ? "fma" : "mul", mad ? 3 : 2);
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
static void
mul24 (struct dec *c, bool mad)
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
static void
min_max (struct dec *c, const char *name)
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

static void
abs_neg (struct dec *c, const char *name)
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
static void
divide (struct dec *c, const char *name, unsigned n)
{
  flag (c, PTX_M_APPROX);
  flag (c, PTX_M_FULL);
  float_op (c, name, n);
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

static void
div_rem (struct dec *c, const char *name)
{
  for (int i = 0; i < c->in->nmods; i++)
    if (is_float (c->in->mods[i]))
      {
	divide (c, name, 2);
	return;
      }
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  emit_named (c, dst (c, b), src (c, 1, b), src (c, 2, b), NONE, "%s_%c%u", name,
	      is_signed (t) ? 's' : 'u', b);
}

/* sin, cos, lg2, ex2, tanh, rsqrt: computed in double and rounded once.  */
static void
transcendental (struct dec *c, const char *name)
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

static void
logic (struct dec *c, const char *name, unsigned n)
{
  ptx_mod t = type (c);
  if (predicate_op (c, t, name))
    return;
  unsigned b = int_bits (c, t);
  uint32_t x = src (c, 1, b), y = n > 1 ? src (c, 2, b) : NONE;
  emit_named (c, dst (c, b), x, y, NONE, "%s_b%u", name, b);
}

/* Translates C->in.  */
void
decode_op (struct dec *c)
{
  ptx_mod t;
  unsigned b;
  uint32_t x, y, z;
  bool f;
  switch (c->in->op)
    {
    case PTX_OP_ADD: add_sub (c, "add", false); break;
    case PTX_OP_SUB: add_sub (c, "sub", false); break;
    case PTX_OP_ADDC: add_sub (c, "add", true); break;
    case PTX_OP_SUBC: add_sub (c, "sub", true); break;
    case PTX_OP_MUL: mul_mad (c, false, false); break;
    case PTX_OP_MAD: mul_mad (c, true, false); break;
    case PTX_OP_MADC: mul_mad (c, true, true); break;
    case PTX_OP_MUL24: mul24 (c, false); break;
    case PTX_OP_MAD24: mul24 (c, true); break;
    case PTX_OP_FMA: float_op (c, "fma", 3); break;
    case PTX_OP_DIV: div_rem (c, "div"); break;
    case PTX_OP_REM: div_rem (c, "rem"); break;
    case PTX_OP_RCP: of_upper_half (c) ? upper_half (c, "rcp") : divide (c, "rcp", 1); break;
    case PTX_OP_SQRT: divide (c, "sqrt", 1); break;
    case PTX_OP_RSQRT:
      of_upper_half (c) ? upper_half (c, "rsqrt") : transcendental (c, "rsqrt");
      break;
    case PTX_OP_SIN: transcendental (c, "sin"); break;
    case PTX_OP_COS: transcendental (c, "cos"); break;
    case PTX_OP_LG2: transcendental (c, "lg2"); break;
    case PTX_OP_EX2: transcendental (c, "ex2"); break;
    case PTX_OP_TANH: transcendental (c, "tanh"); break;
    case PTX_OP_ABS: abs_neg (c, "abs"); break;
    case PTX_OP_NEG: abs_neg (c, "neg"); break;
    case PTX_OP_MIN: min_max (c, "min"); break;
    case PTX_OP_MAX: min_max (c, "max"); break;
    case PTX_OP_SAD:
      t = type (c), b = int_bits (c, t);
      x = src (c, 1, b), y = src (c, 2, b), z = src (c, 3, b);
      emit_named (c, dst (c, b), x, y, z, "sad_%c%u", is_signed (t) ? 's' : 'u', b);
      break;
    case PTX_OP_POPC:
    case PTX_OP_CLZ:
      t = type (c), b = tbits (t);
      emit_named (c, dst (c, 32), src (c, 1, b), NONE, NONE, "%s_b%u",
		  c->in->op == PTX_OP_POPC ? "popc" : "clz", b);
      break;
    case PTX_OP_BREV:
      t = type (c), b = tbits (t);
      emit_named (c, dst (c, b), src (c, 1, b), NONE, NONE, "brev_b%u", b);
      break;
    case PTX_OP_BFIND:
      f = flag (c, PTX_M_SHIFTAMT);
      t = type (c), b = tbits (t);
      emit_named (c, dst (c, 32), src (c, 1, b), NONE, NONE, "bfind_%c%u",
		  is_signed (t) ? 's' : 'u', b)
	->flags
	= f;
      break;
    case PTX_OP_FNS:
      type (c);
      x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
      emit (c, dst (c, 32), x, y, z, OPC_fns_b32);
      break;
    case PTX_OP_BFE:
      t = type (c), b = int_bits (c, t);
      x = src (c, 1, b), y = src (c, 2, 32), z = src (c, 3, 32);
      emit_named (c, dst (c, b), x, y, z, "bfe_%c%u", is_signed (t) ? 's' : 'u', b);
      break;
    case PTX_OP_BFI:
      t = type (c), b = int_bits (c, t);
      x = src (c, 1, b), y = src (c, 2, b), z = src (c, 3, 32);
      {
	uint32_t len = src (c, 4, 32);
	emit_named (c, dst (c, b), x, y, z, "bfi_b%u", b);
	refer (c, 'e', len, false);
      }
      break;
    case PTX_OP_SZEXT:
    case PTX_OP_BMSK:
      {
	ptx_mod mode = cls (c, PTX_C_MODE);
	if (mode == PTX_NOMOD)
	  mode = flag (c, PTX_M_CLAMP)	? PTX_M_CLAMP
		 : flag (c, PTX_M_WRAP) ? PTX_M_WRAP
					: PTX_NOMOD;
	t = type (c);
	x = src (c, 1, 32), y = src (c, 2, 32);
	if (c->in->op == PTX_OP_BMSK)
	  emit (c, dst (c, 32), x, y, NONE, OPC_bmsk_b32)->flags = mode == PTX_M_WRAP;
	else
	  emit_named (c, dst (c, 32), x, y, NONE, "szext_%c32", is_signed (t) ? 's' : 'u')->flags
	    = mode == PTX_M_WRAP;
	break;
      }
    case PTX_OP_DP4A:
    case PTX_OP_DP2A:
      {
	ptx_mod half = cls (c, PTX_C_HALF), at = type (c), bt = type (c);
	x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
	emit (c, dst (c, 32), x, y, z, c->in->op == PTX_OP_DP4A ? OPC_dp4a : OPC_dp2a)->flags
	  = is_signed (at) | is_signed (bt) << 1 | (half == PTX_M_HI) << 2;
	break;
      }
    case PTX_OP_TESTP:
      {
	ptx_mod mode = cls (c, PTX_C_MODE);
	t = type (c);
	x = fsrc (c, 1, tbits (t));
	emit_named (c, dst (c, 1), x, NONE, NONE, "testp_%s_f%u",
		    mode ? ptx_mods[mode].name : "none", tbits (t));
	break;
      }
    case PTX_OP_COPYSIGN:
      t = type (c), b = tbits (t);
      x = fsrc (c, 1, b), y = fsrc (c, 2, b);
      emit_named (c, dst (c, b), x, y, NONE, "copysign_f%u", b);
      break;

    case PTX_OP_SETP: decode_setp (c); break;
    case PTX_OP_SET: decode_set (c); break;
    case PTX_OP_SELP:
      t = type (c), b = tbits (t);
      x = fsrc (c, 1, b), y = fsrc (c, 2, b);
      if (!is_float (t))
	x = src (c, 1, b), y = src (c, 2, b);
      emit_named (c, dst (c, b), x, y, src (c, 3, 1), "selp_b%u", b);
      break;
    case PTX_OP_SLCT:
      f = flag (c, PTX_M_FTZ);
      t = type (c), b = tbits (t);
      {
	ptx_mod ct = type (c);
	bool flt = is_float (t);
	x = value (c, arg (c, 1), b, flt), y = value (c, arg (c, 2), b, flt);
	z = value (c, arg (c, 3), 32, ct == PTX_F32);
	uint32_t p = new_vreg (c, 1);
	/* c >= 0, which -0 is and NaN is not */
	decode_compare (c, p, z, constant (c, 32, 0), PTX_M_GE, ct, f);
	emit_named (c, dst (c, b), x, y, p, "selp_b%u", b);
	break;
      }

    case PTX_OP_AND: logic (c, "and", 2); break;
    case PTX_OP_OR: logic (c, "or", 2); break;
    case PTX_OP_XOR: logic (c, "xor", 2); break;
    case PTX_OP_NOT: logic (c, "not", 1); break;
    case PTX_OP_CNOT:
      t = type (c), b = int_bits (c, t);
      emit_named (c, dst (c, b), src (c, 1, b), NONE, NONE, "cnot_b%u", b);
      break;
    case PTX_OP_LOP3:
      {
	ptx_mod comb = cls (c, PTX_C_OPER);
	type (c);
	const ptx_opnd *d = arg (c, 0), *tab = arg (c, 4);
	if (tab->kind != PTX_O_IMM)
	  bad (c, "the table of lop3 is a constant");
	x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
	uint32_t to = d->kind == PTX_O_PAIR ? target (c, &d->sub[0], 32) : target (c, d, 32);
	emit (c, to, x, y, z, OPC_lop3_b32)->imm = tab->u & 255;
	if (d->kind == PTX_O_PAIR)
	  {
	    uint32_t p = new_vreg (c, 1);
	    emit (c, p, to, constant (c, 32, 0), NONE, OPC_setp_ne_b32);
	    emit_named (c, target (c, &d->sub[1], 1), p, src (c, 5, 1), NONE, "%s_pred",
			combination (c, comb));
	  }
	break;
      }
    case PTX_OP_SHF:
      {
	ptx_mod dir = flag (c, PTX_M_LEFT) ? PTX_M_LEFT : PTX_NOMOD;
	if (dir == PTX_NOMOD)
	  flag (c, PTX_M_RIGHT);
	f = flag (c, PTX_M_WRAP);
	if (!f)
	  flag (c, PTX_M_CLAMP);
	type (c);
	x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
	emit_named (c, dst (c, 32), x, y, z, "shf_%c_%s", dir != PTX_NOMOD ? 'l' : 'r',
		    f ? "wrap" : "clamp");
	break;
      }
    case PTX_OP_SHL:
    case PTX_OP_SHR:
      t = type (c), b = int_bits (c, t);
      x = src (c, 1, b), y = src (c, 2, 32);
      if (c->in->op == PTX_OP_SHL)
	emit_named (c, dst (c, b), x, y, NONE, "shl_b%u", b);
      else
	emit_named (c, dst (c, b), x, y, NONE, "shr_%c%u", is_signed (t) ? 's' : 'u', b);
      break;
    case PTX_OP_PRMT:
      {
	type (c);
	ptx_mod mode = cls (c, PTX_C_MODE);
	x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
	emit_named (c, dst (c, 32), x, y, z, mode == PTX_NOMOD ? "prmt_b32" : "prmt_%s",
		    mode == PTX_NOMOD ? "" : ptx_mods[mode].name);
	break;
      }

    case PTX_OP_MOV: decode_mov (c); break;
    case PTX_OP_CVT: decode_cvt (c); break;
    case PTX_OP_CVT_PACK: decode_cvt_pack (c); break;
    case PTX_OP_CVTA: decode_cvta (c, false); break;
    case PTX_OP_CVTA_TO: decode_cvta (c, true); break;
    case PTX_OP_ISSPACEP:
      {
	ptx_mod m = cls (c, PTX_C_SPACE);
	cls (c, PTX_C_SPACE);
	x = src (c, 1, 64);
	emit (c, dst (c, 1), x, NONE, NONE, OPC_isspacep)->imm
	  = m == PTX_M_SHARED || m == PTX_M_SHARED_CTA ? SP_SHARED
	    : m == PTX_M_LOCAL			       ? SP_LOCAL
	    : m == PTX_M_CONST			       ? SP_CONST
	    : m == PTX_M_GLOBAL			       ? SP_GLOBAL
	    : m == PTX_M_SHARED_CLUSTER		       ? N_SPACES
						       : SP_PARAM;
	break;
      }
    case PTX_OP_MAPA:
      {
	enum space s = space_of (c);
	t = type (c), b = tbits (t);
	x = src (c, 1, b), y = src (c, 2, 32);
	emit_named (c, dst (c, b), x, y, NONE, "mapa_b%u", b)->flags = s == SP_GENERIC;
	break;
      }
    case PTX_OP_GETCTARANK:
      space_of (c);
      t = type (c), b = tbits (t);
      emit_named (c, dst (c, 32), src (c, 1, b), NONE, NONE, "getctarank_b%u", b);
      break;
    case PTX_OP_LD:
    case PTX_OP_LDU:
    case PTX_OP_ST:
      {
	ptx_mod sem = cls (c, PTX_C_SEM);
	if (sem == PTX_M_MMIO)
	  sem = cls (c, PTX_C_SEM);
	cls (c, PTX_C_SCOPE);
	enum space s = space_of (c);
	cache_hints (c);
	flag (c, PTX_M_NC);
	flag (c, PTX_M_UNIFIED);
	unsigned n = ptx_vec (c->in);
	cls (c, PTX_C_VEC);
	t = type (c);
	bool store = c->in->op == PTX_OP_ST;
	decode_fence (c, sem);
	access_memory (c, store, arg (c, store ? 1 : 0), arg (c, store ? 0 : 1), s, t, n);
	decode_fence (c, sem);
	break;
      }
    case PTX_OP_PREFETCH:
    case PTX_OP_PREFETCHU:
    case PTX_OP_APPLYPRIORITY:
    case PTX_OP_DISCARD:
      /* Hints; what discard leaves is not defined.  */
      c->used = ~(uint64_t) 0;
      emit (c, NONE, NONE, NONE, NONE, OPC_nop);
      break;
    case PTX_OP_ATOM: decode_atomic (c, false); break;
    case PTX_OP_RED: decode_atomic (c, true); break;
    case PTX_OP_MEMBAR:
    case PTX_OP_FENCE:
    case PTX_OP_FENCE_PROXY:
    case PTX_OP_MEMBAR_PROXY:
    case PTX_OP_FENCE_MBARRIER_INIT:
      /* Every fence is a full one.  */
      c->used = ~(uint64_t) 0;
      emit (c, NONE, NONE, NONE, NONE, OPC_fence);
      break;

    case PTX_OP_GRIDDEPCONTROL:
      /* Grids run one after the other; the sanitizer is informed where a thread waits.  */
      c->f->mod->emu->griddepcontrol = true;
      emit (c, NONE, NONE, NONE, NONE, flag (c, PTX_M_LAUNCH_DEPENDENTS) ? OPC_nop : OPC_grid_wait);
      cls (c, PTX_C_MODE);
      break;
    case PTX_OP_CREATEPOLICY:
    case PTX_OP_CREATEPOLICY_CVT:
      /* A policy only says how to cache.  */
      c->used = ~(uint64_t) 0;
      move (c, arg (c, 0), constant (c, 64, 0));
      break;

    case PTX_OP_BRA: decode_bra (c); break;
    case PTX_OP_BRX_IDX: decode_brx (c); break;
    case PTX_OP_CALL: decode_call (c); break;
    case PTX_OP_RET:
    case PTX_OP_EXIT: decode_ret (c); break;
    case PTX_OP_TRAP:
    case PTX_OP_BRKPT: emit (c, NONE, NONE, NONE, NONE, OPC_trap); break;
    case PTX_OP_PMEVENT:
      c->used = ~(uint64_t) 0;
      emit (c, NONE, NONE, NONE, NONE, OPC_nop);
      break;
    case PTX_OP_NANOSLEEP:
      type (c);
      emit (c, NONE, NONE, NONE, NONE, OPC_nanosleep);
      c->blocks = true;
      break;

    case PTX_OP_BAR_SYNC:
    case PTX_OP_BARRIER_SYNC: decode_barrier (c, "sync", false); break;
    case PTX_OP_BAR_ARRIVE:
    case PTX_OP_BARRIER_ARRIVE: decode_barrier (c, "arrive", false); break;
    case PTX_OP_BAR_RED:
    case PTX_OP_BARRIER_RED: decode_barrier (c, "red", true); break;
    case PTX_OP_BAR_WARP_SYNC:
      x = src (c, 0, 32);
      emit (c, NONE, NONE, NONE, NONE, OPC_bar_warp_sync);
      refer (c, 'e', x, false);
      c->blocks = true;
      break;
    case PTX_OP_BARRIER_CLUSTER_ARRIVE:
    case PTX_OP_BARRIER_CLUSTER_WAIT:
      cls (c, PTX_C_SEM);
      flag (c, PTX_M_ALIGNED);
      emit (c, NONE, NONE, NONE, NONE,
	    c->in->op == PTX_OP_BARRIER_CLUSTER_ARRIVE ? OPC_cluster_arrive : OPC_cluster_wait);
      c->blocks = true;
      break;
    case PTX_OP_SHFL: decode_shfl (c, false); break;
    case PTX_OP_SHFL_SYNC: decode_shfl (c, true); break;
    case PTX_OP_VOTE: decode_vote (c, false); break;
    case PTX_OP_VOTE_SYNC: decode_vote (c, true); break;
    case PTX_OP_MATCH: decode_match (c); break;
    case PTX_OP_ACTIVEMASK:
      type (c);
      emit (c, dst (c, 32), NONE, NONE, NONE, OPC_activemask);
      break;
    case PTX_OP_REDUX_SYNC:
      {
	ptx_mod op = cls (c, PTX_C_OPER);
	t = type (c);
	x = src (c, 1, 32), y = src (c, 2, 32);
	bool sg = is_signed (t) && (op == PTX_M_MIN || op == PTX_M_MAX);
	if (!is_int (t))
	  bad (c, "type .%s is not supported here", ptx_mods[t].name);
	emit_named (c, dst (c, 32), x, NONE, NONE, "redux_%s_%c32", op ? ptx_mods[op].name : "none",
		    sg ? 's' : 'u');
	refer (c, 'e', y, false);
	c->blocks = true;
	break;
      }
    case PTX_OP_ELECT_SYNC:
      {
	const ptx_opnd *d = arg (c, 0);
	const ptx_opnd *p = d->kind == PTX_O_PAIR ? &d->sub[1] : NULL;
	if (!p)
	  bad (c, "elect has two results");
	y = src (c, 1, 32);
	x = d->sub[0].kind == PTX_O_SINK ? new_vreg (c, 32) : target (c, &d->sub[0], 32);
	emit (c, x, NONE, NONE, NONE, OPC_elect_sync);
	refer (c, 'e', y, false);
	refer (c, 'f', p->kind == PTX_O_SINK ? new_vreg (c, 1) : target (c, p, 1), true);
	c->blocks = true;
	break;
      }

    case PTX_OP_VADD:
    case PTX_OP_VSUB:
    case PTX_OP_VABSDIFF:
    case PTX_OP_VMIN:
    case PTX_OP_VMAX:
    case PTX_OP_VSHL:
    case PTX_OP_VSHR:
    case PTX_OP_VSET: decode_video (c); break;
    case PTX_OP_VADD2: decode_video_simd (c, OPC_vadd_simd, 2); break;
    case PTX_OP_VADD4: decode_video_simd (c, OPC_vadd_simd, 4); break;
    case PTX_OP_VSUB2: decode_video_simd (c, OPC_vsub_simd, 2); break;
    case PTX_OP_VSUB4: decode_video_simd (c, OPC_vsub_simd, 4); break;
    case PTX_OP_VAVRG2: decode_video_simd (c, OPC_vavrg_simd, 2); break;
    case PTX_OP_VAVRG4: decode_video_simd (c, OPC_vavrg_simd, 4); break;
    case PTX_OP_VABSDIFF2: decode_video_simd (c, OPC_vabsdiff_simd, 2); break;
    case PTX_OP_VABSDIFF4: decode_video_simd (c, OPC_vabsdiff_simd, 4); break;
    case PTX_OP_VMIN2: decode_video_simd (c, OPC_vmin_simd, 2); break;
    case PTX_OP_VMIN4: decode_video_simd (c, OPC_vmin_simd, 4); break;
    case PTX_OP_VMAX2: decode_video_simd (c, OPC_vmax_simd, 2); break;
    case PTX_OP_VMAX4: decode_video_simd (c, OPC_vmax_simd, 4); break;
    case PTX_OP_VSET2: decode_video_simd (c, OPC_vset_simd, 2); break;
    case PTX_OP_VSET4: decode_video_simd (c, OPC_vset_simd, 4); break;
    case PTX_OP_VMAD: decode_vmad (c); break;

    case PTX_OP_STACKSAVE:
    case PTX_OP_STACKRESTORE:
      t = type (c), b = tbits (t);
      if (c->in->op == PTX_OP_STACKSAVE)
	emit_named (c, dst (c, b), NONE, NONE, NONE, "stacksave_b%u", b);
      else
	emit_named (c, NONE, src (c, 0, b), NONE, NONE, "stackrestore_b%u", b);
      break;
    case PTX_OP_ALLOCA:
      t = type (c);
      {
	uint64_t align = c->in->nopnds > 2 ? arg (c, 2)->u : 8;
	if (align == 0 || align & (align - 1) || align > 1 << 23)
	  bad (c, "the alignment is no power of two up to 2^23");
	x = src (c, 1, 64);
	emit (c, dst (c, 64), x, NONE, NONE, OPC_alloca)->imm = align < 8 ? 8 : align;
	c->f->allocates = true;
      }
      break;

    case PTX_OP_MULTIMEM_LD_REDUCE:
    case PTX_OP_MULTIMEM_ST:
    case PTX_OP_MULTIMEM_RED:
      bad (c, "not supported: multimem is for a multicast object of several devices, the emulator "
	      "is one device");

    default:
      if (!decode_async (c) && !decode_matrix (c) && !decode_texture (c))
	bad (c, "instruction is not supported");
    }
}
