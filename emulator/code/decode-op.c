/* SPDX-License-Identifier: MIT */
/* One instruction becomes ops: which handlers do what it says.  Section numbers
   are those of the PTX ISA.  */

#include "emulator/code/decode.h"
#include "emulator/run/device.h"
#include "emulator/code/ops.h"

#include <stdio.h>
#include <stdlib.h>

#define tbits(t) ptx_bits (t)
#define type(c) type_of (c)
#define is_float(t) ((t) == PTX_F32 || (t) == PTX_F64)

static bool
is_half (ptx_mod t)
{
  return t == PTX_F16 || t == PTX_BF16 || t == PTX_F16X2 || t == PTX_BF16X2;
}

static bool
is_signed (ptx_mod t)
{
  return ptx_type_kind (t) == PTX_K_SINT;
}

static bool
is_int (ptx_mod t)
{
  ptx_kind k = ptx_type_kind (t);
  return k == PTX_K_UINT || k == PTX_K_SINT || k == PTX_K_BITS;
}

ptx_mod
type_of (struct dec *c)
{
  ptx_mod t = cls (c, PTX_C_TYPE);
  if (t == PTX_NOMOD)
    bad (c, "type is missing");
  return t;
}

static unsigned
int_bits (struct dec *c, ptx_mod t)
{
  unsigned b = tbits (t);
  if (!is_int (t) || (b != 16 && b != 32 && b != 64))
    bad (c, "type .%s is not supported here", ptx_mods[t].name);
  return b;
}

static enum rounding
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

/* ---- comparison ---- */

static uint32_t
half_part (struct dec *c, uint32_t v, unsigned k)
{
  uint32_t t = new_vreg (c, 32), u = new_vreg (c, 16);
  if (k)
    {
      emit (c, t, v, constant (c, 32, 16), NONE, OPC_shr_u32);
      v = t;
    }
  emit (c, u, v, NONE, NONE, OPC_ext_b32_u16_b16);
  return u;
}

/* D = A cmp B; vregs.  */
static void
compare (struct dec *c, uint32_t d, uint32_t a, uint32_t b, ptx_mod cmp, ptx_mod t, bool ftz)
{
  unsigned bits = tbits (t);
  bool swap = false;
  const char *op;
  if (t == PTX_F16 || t == PTX_BF16)
    {
      uint32_t x = new_vreg (c, 32), y = new_vreg (c, 32);
      if (ftz)
	{
	  uint32_t fa = new_vreg (c, 16), fb = new_vreg (c, 16);
	  emit_named (c, fa, a, NONE, NONE, "ftz_%s", ptx_mods[t].name);
	  emit_named (c, fb, b, NONE, NONE, "ftz_%s", ptx_mods[t].name);
	  a = fa, b = fb;
	}
      emit_named (c, x, a, NONE, NONE, "cvt_f32_%s", ptx_mods[t].name);
      emit_named (c, y, b, NONE, NONE, "cvt_f32_%s", ptx_mods[t].name);
      compare (c, d, x, y, cmp, PTX_F32, false);
      return;
    }
  if (is_float (t))
    {
      switch (cmp)
	{
	case PTX_M_EQ: op = "eq"; break;
	case PTX_M_NE: op = "ne"; break;
	case PTX_M_LT: op = "lt"; break;
	case PTX_M_LE: op = "le"; break;
	case PTX_M_GT: op = "lt", swap = true; break;
	case PTX_M_GE: op = "le", swap = true; break;
	case PTX_M_EQU: op = "equ"; break;
	case PTX_M_NEU: op = "neu"; break;
	case PTX_M_LTU: op = "ltu"; break;
	case PTX_M_LEU: op = "leu"; break;
	case PTX_M_GTU: op = "ltu", swap = true; break;
	case PTX_M_GEU: op = "leu", swap = true; break;
	case PTX_M_NUM: op = "num"; break;
	case PTX_M_ISNAN: op = "nan"; break;
	default: bad (c, "this comparison does not exist");
	}
      if (ftz)
	{
	  uint32_t x = new_vreg (c, 32), y = new_vreg (c, 32);
	  emit (c, x, a, NONE, NONE, OPC_ftz_f32);
	  emit (c, y, b, NONE, NONE, OPC_ftz_f32);
	  a = x, b = y;
	}
      emit_named (c, d, swap ? b : a, swap ? a : b, NONE, "setp_%s_f%u", op, bits);
      return;
    }
  int_bits (c, t);
  char s = is_signed (t) ? 's' : 'u';
  switch (cmp)
    {
    case PTX_M_EQ: op = "eq", s = 'b'; break;
    case PTX_M_NE: op = "ne", s = 'b'; break;
    case PTX_M_LO: s = 'u'; /* Fall through.  */
    case PTX_M_LT: op = "lt"; break;
    case PTX_M_LS: s = 'u'; /* Fall through.  */
    case PTX_M_LE: op = "le"; break;
    case PTX_M_HI: s = 'u'; /* Fall through.  */
    case PTX_M_GT: op = "lt", swap = true; break;
    case PTX_M_HS: s = 'u'; /* Fall through.  */
    case PTX_M_GE: op = "le", swap = true; break;
    default: bad (c, "this comparison does not exist");
    }
  emit_named (c, d, swap ? b : a, swap ? a : b, NONE, "setp_%s_%c%u", op, s, bits);
}

static const char *
bool_name (struct dec *c, ptx_mod m)
{
  switch (m)
    {
    case PTX_M_AND: return "and";
    case PTX_M_OR: return "or";
    case PTX_M_XOR: return "xor";
    default: bad (c, "modifier .%s is not supported here", ptx_mods[m].name);
    }
}

static ptx_mod
cmp_of (struct dec *c)
{
  ptx_mod m = cls (c, PTX_C_CMP);
  return m != PTX_NOMOD ? m : cls (c, PTX_C_HALF);
}

/* 9.7.6.2, 9.7.7.2: p = (a cmp b) op c, q = !(a cmp b) op c */
static void
setp (struct dec *c)
{
  ptx_mod cmp = cmp_of (c), combine = cls (c, PTX_C_OPER);
  bool ftz = flag (c, PTX_M_FTZ);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  const ptx_opnd *d = arg (c, 0);
  const ptx_opnd *p = d->kind == PTX_O_PAIR ? &d->sub[0] : d;
  const ptx_opnd *q = d->kind == PTX_O_PAIR ? &d->sub[1] : NULL;
  bool flt = is_float (t), packed = t == PTX_F16X2 || t == PTX_BF16X2;
  if (b < 16 || b > 64)
    bad (c, "type .%s is not supported here", ptx_mods[t].name);
  uint32_t x = value (c, arg (c, 1), b, flt), y = value (c, arg (c, 2), b, flt);
  uint32_t cc = combine != PTX_NOMOD ? src (c, 3, 1) : NONE;
  uint32_t pv = target (c, p, 1), qv = q ? target (c, q, 1) : NONE;
  if (packed)
    {
      ptx_mod h = t == PTX_F16X2 ? PTX_F16 : PTX_BF16;
      for (int k = 0; k < 2; k++)
	{
	  uint32_t v = k ? qv : pv;
	  if (v == NONE)
	    continue;
	  uint32_t r = cc != NONE ? new_vreg (c, 1) : v;
	  compare (c, r, half_part (c, x, k), half_part (c, y, k), cmp, h, ftz);
	  if (cc != NONE)
	    emit_named (c, v, r, cc, NONE, "%s_pred", bool_name (c, combine));
	}
      return;
    }
  if (cc == NONE && !q)
    {
      compare (c, pv, x, y, cmp, t, ftz);
      return;
    }
  /* q may be the predicate that the comparison is combined with.  */
  uint32_t r = new_vreg (c, 1), n = new_vreg (c, 1), both = r;
  compare (c, r, x, y, cmp, t, ftz);
  emit (c, n, r, r, NONE, OPC_not_pred);
  if (cc != NONE)
    {
      both = new_vreg (c, 1);
      emit_named (c, both, r, cc, NONE, "%s_pred", bool_name (c, combine));
      if (q)
	emit_named (c, qv, n, cc, NONE, "%s_pred", bool_name (c, combine));
    }
  else if (q)
    emit (c, qv, n, n, NONE, OPC_mov_pred);
  emit (c, pv, both, both, NONE, OPC_mov_pred);
}

/* 9.7.6.1: all ones or 1.0 where true, else 0 */
static void
set (struct dec *c)
{
  ptx_mod cmp = cmp_of (c), combine = cls (c, PTX_C_OPER);
  bool ftz = flag (c, PTX_M_FTZ);
  ptx_mod dt = type (c), t = type (c);
  unsigned b = tbits (t), db = tbits (dt);
  if (b < 16 || b > 64)
    bad (c, "type .%s is not supported here", ptx_mods[t].name);
  bool packed = t == PTX_F16X2 || t == PTX_BF16X2;
  uint32_t x = value (c, arg (c, 1), b, is_float (t));
  uint32_t y = value (c, arg (c, 2), b, is_float (t));
  uint32_t cc = combine != PTX_NOMOD ? src (c, 3, 1) : NONE;
  uint32_t parts[2];
  uint64_t one = dt == PTX_F32			      ? 0x3f800000
		 : dt == PTX_F16 || dt == PTX_F16X2   ? 0x3c00
		 : dt == PTX_BF16 || dt == PTX_BF16X2 ? 0x3f80
						      : ~(uint64_t) 0;
  ptx_mod h = t == PTX_F16X2 ? PTX_F16 : PTX_BF16;
  for (int k = 0; k < 1 + packed; k++)
    {
      uint32_t r = new_vreg (c, 1);
      if (packed)
	compare (c, r, half_part (c, x, k), half_part (c, y, k), cmp, h, ftz);
      else
	compare (c, r, x, y, cmp, t, ftz);
      if (cc != NONE)
	{
	  uint32_t n = new_vreg (c, 1);
	  emit_named (c, n, r, cc, NONE, "%s_pred", bool_name (c, combine));
	  r = n;
	}
      unsigned rb = packed ? 32 : db;
      parts[k] = packed ? new_vreg (c, 32) : dst (c, db);
      emit_named (c, parts[k], constant (c, rb, packed ? one & 0xffff : one), constant (c, rb, 0),
		  r, "selp_b%u", rb);
    }
  if (packed)
    {
      uint32_t s = new_vreg (c, 32);
      emit (c, s, parts[1], constant (c, 32, 16), NONE, OPC_shl_b32);
      emit (c, dst (c, 32), parts[0], s, NONE, OPC_or_b32);
    }
}

/* ---- moves ---- */

/* A whole register of .vN as the vector of its elements, in *V with SUB.  */
static const ptx_opnd *
spread (struct dec *c, const ptx_opnd *o, ptx_opnd *v, ptx_opnd *sub)
{
  if (o->kind != PTX_O_REG || o->sel || c->ir->regs[o->reg].vec < 2)
    return o;
  *v = (ptx_opnd){ .kind = PTX_O_VEC, .n = c->ir->regs[o->reg].vec, .sub = sub };
  for (unsigned k = 0; k < v->n; k++)
    sub[k] = element (c, o, v->n, k);
  return v;
}

/* 9.7.9.1: vectors pack into and unpack from a register, low element first.  */
static void
mov (struct dec *c)
{
  unsigned vec = ptx_vec (c->in);
  cls (c, PTX_C_VEC);
  ptx_mod t = type (c);
  const ptx_opnd *d = arg (c, 0), *s = arg (c, 1);
  if (vec > 1)
    {
      uint32_t from[4];
      for (unsigned k = 0; k < vec && k < 4; k++)
	{
	  ptx_opnd e = element (c, s, vec, k);
	  uint32_t v = value (c, &e, tbits (t), ptx_type_kind (t) == PTX_K_FLOAT);
	  from[k] = new_vreg (c, tbits (t));
	  emit_named (c, from[k], v, NONE, NONE, "mov_b%u", tbits (t));
	}
      for (unsigned k = 0; k < vec && k < 4; k++)
	{
	  ptx_opnd e = element (c, d, vec, k);
	  emit_named (c, target (c, &e, tbits (t)), from[k], NONE, NONE, "mov_b%u", tbits (t));
	}
      return;
    }
  ptx_opnd dv, sv, dsub[4], ssub[4];
  d = spread (c, d, &dv, dsub);
  s = spread (c, s, &sv, ssub);
  if (d->kind == PTX_O_VEC)
    {
      unsigned n = d->n, b = tbits (t);
      if (n == 0 || b % n)
	bad (c, "elements do not fit the type");
      unsigned part = b / n;
      if (b == 128)
	{
	  uint32_t v = value (c, s, 128, false);
	  for (unsigned k = 0; k < n; k++)
	    if (d->sub[k].kind != PTX_O_SINK)
	      emit_named (c, target (c, &d->sub[k], part), v, NONE, NONE, "part_b128_b%u", part)
		->imm
		= k;
	  return;
	}
      uint32_t v = value (c, s, b, false);
      for (unsigned k = 0; k < n; k++)
	{
	  if (d->sub[k].kind == PTX_O_SINK)
	    continue;
	  uint32_t to = target (c, &d->sub[k], 0), x = v;
	  unsigned tb = c->v[to].bits;
	  if (tb < part && tb != 16)
	    bad (c, "element is of the wrong size");
	  if (k)
	    {
	      x = new_vreg (c, b);
	      emit_named (c, x, v, constant (c, 32, k * part), NONE, "shr_u%u", b);
	    }
	  if (part == 8 || part == 16 || part == 32)
	    emit_named (c, to, x, NONE, NONE, "ext_b%u_u%u_b%u", b, part, tb);
	  else
	    bad (c, "elements of %u bits are not supported", part);
	}
      return;
    }
  if (s->kind == PTX_O_VEC)
    {
      unsigned n = s->n, b = tbits (t);
      if (n == 0 || b % n)
	bad (c, "elements do not fit the type");
      unsigned part = b / n;
      uint32_t to = target (c, d, b), sum = NONE;
      if (b == 128)
	{
	  if (n != 2)
	    bad (c, "packing of four elements is not supported");
	  uint32_t lo = value (c, &s->sub[0], 64, false), hi = value (c, &s->sub[1], 64, false);
	  emit (c, to, lo, hi, NONE, OPC_pack_b128);
	  return;
	}
      for (unsigned k = 0; k < n; k++)
	{
	  uint32_t e = value (c, &s->sub[k], part < 16 ? 16 : part, false), x = new_vreg (c, b), y;
	  emit_named (c, x, e, NONE, NONE, "ext_b%u_u%u_b%u", part < 16 ? 16 : part, part, b);
	  if (k)
	    {
	      y = new_vreg (c, b);
	      emit_named (c, y, x, constant (c, 32, k * part), NONE, "shl_b%u", b);
	      x = k + 1 == n ? to : new_vreg (c, b);
	      emit_named (c, x, sum, y, NONE, "or_b%u", b);
	    }
	  sum = x;
	}
      return;
    }
  if (s->kind == PTX_O_SREG && ptx_sregs[s->reg].vec > 1)
    bad (c, "vector special registers are not supported");
  if (t == PTX_PRED)
    {
      move (c, d, value (c, s, 1, false));
      return;
    }
  if (tbits (t) == 128)
    {
      uint32_t v = value (c, s, 128, false);
      emit (c, target (c, d, 128), v, NONE, NONE, OPC_mov_b128);
      return;
    }
  unsigned b = tbits (t) < 16 ? 16 : tbits (t);
  move (c, d, value (c, s, b, ptx_type_kind (t) == PTX_K_FLOAT));
}

/* ---- conversion (9.7.9.21) ---- */

static unsigned
reg_bits (struct dec *c, const ptx_opnd *o, unsigned atleast)
{
  if (o->kind != PTX_O_REG)
    return atleast < 16 ? 16 : atleast;
  unsigned b = bits_of (c, vreg_of (c, o->reg, 0));
  if (b == 1 || b < atleast)
    bad (c, "operand is of the wrong size");
  return b;
}

static unsigned
type_code (struct dec *c, ptx_mod t)
{
  switch (t)
    {
    case PTX_U8: return CT_U8;
    case PTX_S8: return CT_S8;
    case PTX_U16: return CT_U16;
    case PTX_S16: return CT_S16;
    case PTX_U32: return CT_U32;
    case PTX_S32: return CT_S32;
    case PTX_U64: return CT_U64;
    case PTX_S64: return CT_S64;
    case PTX_B8: return CT_U8;
    case PTX_B16: return CT_U16;
    case PTX_B32: return CT_U32;
    case PTX_B64: return CT_U64;
    case PTX_F16: return CT_F16;
    case PTX_F32: return CT_F32;
    case PTX_F64: return CT_F64;
    case PTX_BF16: return CT_BF16;
    case PTX_TF32: return CT_TF32;
    case PTX_E4M3:
    case PTX_E4M3X2: return CT_E4M3;
    case PTX_E5M2:
    case PTX_E5M2X2: return CT_E5M2;
    default: bad (c, "conversion of type .%s is not supported", ptx_mods[t].name);
    }
}

static void
cvt (struct dec *c)
{
  ptx_mod rm = cls (c, PTX_C_ROUND);
  bool ftz = flag (c, PTX_M_FTZ), sat = flag (c, PTX_M_SAT), relu = flag (c, PTX_M_RELU);
  bool satfinite = flag (c, PTX_M_SATFINITE);
  ptx_mod dt = type (c), st = type (c);
  const ptx_opnd *d = arg (c, 0);
  unsigned db = tbits (dt), sb = tbits (st);
  uint64_t flags = ftz | sat << 1 | relu << 2 | satfinite << 3;
  /* The integral roundings, and .rna.  */
  unsigned r = rm == PTX_M_RNA
		 ? CVT_RNA
		 : round_of (c, rm)
		     | (rm == PTX_M_RNI || rm == PTX_M_RZI || rm == PTX_M_RMI || rm == PTX_M_RPI
			  ? CVT_INTEGRAL
			  : 0);

  if (c->in->nopnds == 3 || ptx_type_kind (st) == PTX_K_PACKED
	? tbits (st) != 8 && (c->in->nopnds == 3 || st == PTX_E4M3X2 || st == PTX_E5M2X2)
	: false)
    {
      /* Two at a time: a is the upper half.  */
      ptx_mod half = dt == PTX_F16X2 ? PTX_F16 : dt == PTX_BF16X2 ? PTX_BF16 : dt;
      if (c->in->nopnds == 3)
	{
	  if (st != PTX_F32 || (db != 32 && db != 16) || dt == PTX_F16 || dt == PTX_BF16)
	    bad (c, "this conversion is not supported");
	  uint32_t x = fsrc (c, 1, 32), y = fsrc (c, 2, 32);
	  if (r == RN && !flags && (half == PTX_F16 || half == PTX_BF16))
	    {
	      emit_named (c, target (c, d, db), x, y, NONE, "cvt_pair_%s", ptx_mods[half].name);
	      return;
	    }
	  emit (c, target (c, d, db), x, y, NONE, OPC_cvt_pair)->imm
	    = CVT (type_code (c, half), CT_F32, r, flags);
	}
      else
	{
	  if (dt != PTX_F16X2 || sb != 16)
	    bad (c, "this conversion is not supported");
	  emit (c, target (c, d, 32), src (c, 1, 16), NONE, NONE, OPC_cvt_unpair)->imm
	    = CVT (CT_F16, type_code (c, st), r, flags);
	}
      return;
    }
  if (st == PTX_F16X2 && (dt == PTX_E4M3X2 || dt == PTX_E5M2X2))
    {
      emit (c, target (c, d, 16), src (c, 1, 32), NONE, NONE, OPC_cvt_halves)->imm
	= CVT (type_code (c, dt), CT_F16, r, flags);
      return;
    }
  if (db > 64 || sb > 64 || arg (c, 1)->kind == PTX_O_VEC)
    bad (c, "this conversion is not supported");

  uint32_t v
    = value (c, arg (c, 1), reg_bits (c, arg (c, 1), sb), ptx_type_kind (st) == PTX_K_FLOAT);
  unsigned vb = c->v[v].bits;
  uint32_t to = target (c, d, 0);
  unsigned tb = c->v[to].bits;
  if (tb == 1 || tb == 128 || tb < db)
    bad (c, "destination is of the wrong size");

  if (is_int (dt) && is_int (st) && !sat)
    {
      /* The narrower type decides; a wider destination register is extended by the
	 destination's sign.  */
      ptx_mod n = db <= sb ? dt : st;
      if (db > sb && tb > db && is_signed (dt) != is_signed (st))
	{
	  uint32_t t = new_vreg (c, db);
	  emit_named (c, t, v, NONE, NONE, "ext_b%u_%c%u_b%u", vb, is_signed (st) ? 's' : 'u', sb,
		      db);
	  v = t, vb = db, n = dt;
	}
      emit_named (c, to, v, NONE, NONE, "ext_b%u_%c%u_b%u", vb, is_signed (n) ? 's' : 'u',
		  tbits (n), tb);
      return;
    }
  if (!relu && !satfinite && tb == db)
    {
      if ((dt == PTX_F32 || dt == PTX_F64) && is_int (st) && r == RN && !sat)
	{
	  if (sb < 32)
	    {
	      uint32_t t = new_vreg (c, 32);
	      emit_named (c, t, v, NONE, NONE, "ext_b%u_%c%u_b32", vb, is_signed (st) ? 's' : 'u',
			  sb);
	      v = t, sb = vb = 32;
	    }
	  v = widen (c, v, sb);
	  emit_named (c, to, v, NONE, NONE, "cvt_rn_f%u_%c%u", db, is_signed (st) ? 's' : 'u', sb);
	  return;
	}
      if (is_int (dt) && db == 32 && is_float (st) && r == (RZ | CVT_INTEGRAL))
	{
	  emit_named (c, to, v, NONE, NONE, "cvt_rzi_%c32_f%u", is_signed (dt) ? 's' : 'u', sb);
	  return;
	}
      if (dt == PTX_F64 && st == PTX_F32 && !ftz && !sat && !(r & CVT_INTEGRAL))
	{
	  emit (c, to, v, NONE, NONE, OPC_cvt_f64_f32);
	  return;
	}
      bool plain = st == PTX_F32 && !ftz && !sat;
      if (plain && (dt == PTX_F16 || dt == PTX_BF16 || dt == PTX_TF32)
	  && (r == RN || (r == CVT_RNA && dt == PTX_TF32)))
	{
	  emit_named (c, to, v, NONE, NONE, "cvt_rn%s_%s_f32", r == RN ? "" : "a",
		      ptx_mods[dt].name);
	  return;
	}
      if (dt == st && (dt == PTX_F32 || dt == PTX_F64) && r & CVT_INTEGRAL && !sat && vb == db)
	{
	  uint32_t x = v;
	  if (ftz)
	    emit (c, x = new_vreg (c, 32), v, NONE, NONE, OPC_ftz_f32);
	  emit_named (c, to, x, NONE, NONE, "cvt_%s_f%u", ptx_mods[rm].name, db);
	  return;
	}
      if (dt == PTX_F32 && st == PTX_F64 && r == RN && !ftz && !sat)
	{
	  emit (c, to, v, NONE, NONE, OPC_cvt_rn_f32_f64);
	  return;
	}
      if (dt == PTX_F32 && (st == PTX_F16 || st == PTX_BF16) && !sat && !ftz && vb == 16)
	{
	  emit_named (c, to, v, NONE, NONE, "cvt_f32_%s", ptx_mods[st].name);
	  return;
	}
    }
  /* Anything else, through one handler.  */
  v = widen (c, v, 64);
  uint32_t t = tb == 64 ? to : new_vreg (c, 64);
  emit (c, t, v, NONE, NONE, OPC_cvt_any)->imm
    = CVT (type_code (c, dt), type_code (c, st), r, flags | (uint64_t) (tb > db) << 4);
  if (tb != 64)
    emit_named (c, to, t, NONE, NONE, "ext_b64_u%u_b%u", tb, tb);
}

/* 9.7.9.23 */
static void
cvt_pack (struct dec *c)
{
  flag (c, PTX_M_SAT);
  ptx_mod dt = type (c), st = type (c);
  ptx_mod ct = cls (c, PTX_C_TYPE);
  bool with_c = ct != PTX_NOMOD;
  if (tbits (st) != 32 || !is_int (st) || !is_int (dt))
    bad (c, "this conversion is not supported");
  uint32_t a = src (c, 1, 32), b = src (c, 2, 32);
  uint32_t cc = with_c ? src (c, 3, 32) : constant (c, 32, 0);
  struct op *o = emit (c, dst (c, 32), a, b, cc, OPC_cvt_pack);
  o->imm = tbits (dt) | is_signed (dt) << 8;
}

/* 9.7.9.20 */
static void
cvta (struct dec *c, bool to)
{
  enum space s = space_of (c);
  ptx_mod t = type (c);
  if (tbits (t) != 64)
    bad (c, "addresses of 32 bits are not supported");
  const ptx_opnd *x = arg (c, 1);
  uint32_t v = value (c, x, 64, false);
  uint64_t window = s == SP_SHARED  ? WINDOW_SHARED
		    : s == SP_LOCAL ? WINDOW_LOCAL
		    : s == SP_PARAM ? WINDOW_PARAM
				    : 0;
  if (!window || (s == SP_PARAM && !c->ir->entry))
    move (c, arg (c, 0), v);
  else if (s == SP_PARAM)
    move (c, arg (c, 0), v);
  else if (to)
    emit (c, dst (c, 64), v, constant (c, 64, 0xffffffff), NONE, OPC_and_b64);
  else
    emit (c, dst (c, 64), v, constant (c, 64, window), NONE, OPC_or_b64);
}

/* ---- atomics (9.7.13.5) ---- */

static void
fence_for (struct dec *c, ptx_mod sem)
{
  /* Where the host orders loads and stores itself, acquire and release need
     nothing more than handlers that are calls.  */
#ifndef __x86_64__
  if (sem != PTX_NOMOD && sem != PTX_M_WEAK && sem != PTX_M_RELAXED && sem != PTX_M_VOLATILE)
    emit (c, NONE, NONE, NONE, NONE, OPC_fence);
#else
  (void) c;
  (void) sem;
#endif
}

void
cache_hints (struct dec *c)
{
  while (cls (c, PTX_C_CACHE) != PTX_NOMOD || cls (c, PTX_C_EVICT) != PTX_NOMOD
	 || cls (c, PTX_C_PREFETCH) != PTX_NOMOD || cls (c, PTX_C_HINT) != PTX_NOMOD)
    ;
}

static void
atomic (struct dec *c, bool red)
{
  ptx_mod sem = cls (c, PTX_C_SEM);
  cls (c, PTX_C_SCOPE);
  enum space space = space_of (c), known;
  ptx_mod op = cls (c, PTX_C_OPER);
  flag (c, PTX_M_NOFTZ);
  cache_hints (c);
  ptx_mod vec = cls (c, PTX_C_VEC);
  ptx_mod t = type (c);
  unsigned n = vec == PTX_M_V2 ? 2 : vec == PTX_M_V4 ? 4 : vec == PTX_M_V8 ? 8 : 1;
  unsigned b = tbits (t);
  const char *tn = ptx_mods[t].name;
  bool bitwise
    = op == PTX_M_AND || op == PTX_M_OR || op == PTX_M_XOR || op == PTX_M_EXCH || op == PTX_M_CAS;
  char name[48];
  if (bitwise || (op == PTX_M_ADD && is_int (t)))
    snprintf (name, sizeof name, "atom_%s_b%u", ptx_mods[op].name, b);
  else
    snprintf (name, sizeof name, "atom_%s_%s", op ? ptx_mods[op].name : "none", tn);
  unsigned base_arg = red ? 0 : 1;
  bool flt = is_float (t);
  int64_t off;
  fence_for (c, sem);
  for (unsigned k = 0; k < n; k++)
    {
      const ptx_opnd *x = arg (c, base_arg + 1), *d = red ? NULL : arg (c, 0);
      ptx_opnd xe, de;
      if (n > 1)
	{
	  xe = element (c, x, n, k), x = &xe;
	  if (d)
	    de = element (c, d, n, k), d = &de;
	}
      uint32_t a = address (c, arg (c, base_arg), &off, &known);
      uint32_t v = value (c, x, b, flt), w = NONE;
      if (op == PTX_M_CAS)
	w = value (c, arg (c, base_arg + 2), b, flt);
      uint32_t to = d ? target (c, d, b) : NONE;
      emit_named (c, NONE, NONE, v, w, "%s", name);
      if (to != NONE)
	refer (c, 'd', to, true);
      else
	c->ops[c->n_ops - 1].flags |= NO_RESULT;
      set_address (c, a, off + k * b / 8, space);
    }
  fence_for (c, sem);
}

/* ---- control ---- */

static uint32_t
label_of (struct dec *c, const ptx_opnd *o)
{
  if (o->kind != PTX_O_LABEL || o->reg >= c->ir->nlabels)
    bad (c, "branch target is not a label");
  return o->reg;
}

static void
bra (struct dec *c)
{
  flag (c, PTX_M_UNI);
  uint32_t l = label_of (c, arg (c, 0));
  if (c->in->guard >= 0)
    branch (c, vreg_of (c, c->in->guard, 0), c->in->guard_not, l);
  else
    jump (c, l);
}

/* 9.7.12.4 */
static void
brx (struct dec *c)
{
  flag (c, PTX_M_UNI);
  uint32_t i = src (c, 0, 32);
  ptx_stmt *table = ptx_label_table (c->ir, arg (c, 1));
  if (!table || table->kind != PTX_ST_BRANCHTARGETS)
    bad (c, "no .branchtargets");
  unsigned n = table->list.n;
  struct branch_table *t = malloc (sizeof *t + n * sizeof t->target[0]);
  if (!t)
    bad (c, "no memory");
  t->n = n;
  for (unsigned k = 0; k < n; k++)
    t->target[k] = NONE;
  t->next = c->f->tables;
  c->f->tables = t;
  for (unsigned k = 0; k < n; k++)
    t->target[k] = label_of (c, &table->list.sub[k]);
  emit (c, NONE, i, NONE, NONE, OPC_brx)->table = t;
  flow (c, FLOW_TABLE, NONE);
  c->blocks = true;
}

/* Puts argument O, of SIZE bytes, into local memory of the frame; its offset.  */
static uint32_t
stage (struct dec *c, const ptx_opnd *o, const ptx_var *formal, uint32_t *size, bool ret)
{
  uint32_t at;
  if (o->kind == PTX_O_SYM && local_offset (c, o->sym, &at))
    {
      *size = ptx_var_size (o->sym->var);
      return at;
    }
  unsigned bits = formal ? ptx_bits (formal->type) : 0, n = formal && formal->vec ? formal->vec : 1;
  if (o->kind == PTX_O_REG)
    {
      unsigned rb = bits_of (c, vreg_of (c, o->reg, 0)), vec = c->ir->regs[o->reg].vec;
      if (!formal)
	bits = rb, n = vec ? vec : 1;
      if (rb < bits || bits < 8 || bits > 64 || (o->sel ? n > 1 : n != (vec ? vec : 1)))
	bad (c, "argument is of the wrong size");
    }
  else if (ret || bits < 8 || bits > 64 || n > 1)
    bad (c, "argument is not understood");
  at = (c->local_bytes + 15) & -16;
  *size = n * bits / 8;
  c->local_bytes = (at + *size + 15) & -16;
  if (!ret && n > 1)
    frame_regs (c, o->reg, bits, at, true);
  else if (!ret)
    {
      uint32_t v = value (c, o, bits < 16 ? 16 : bits,
			  formal && ptx_type_kind (formal->type) == PTX_K_FLOAT);
      emit_named (c, NONE, v, NONE, NONE, "st_frame_u%u_b%u", bits, c->v[v].bits)->imm = at;
    }
  return at;
}

static void
call (struct dec *c)
{
  ptx_call parts;
  flag (c, PTX_M_UNI);
  if (!ptx_call_parts (c->in, &parts))
    bad (c, "call is not understood");
  struct call *call = calloc (1, sizeof *call);
  if (!call)
    bad (c, "no memory");
  call->next = c->f->calls;
  c->f->calls = call;
  call->builtin = -1;
  const ptx_proto *proto = NULL;
  uint32_t callee = NONE;
  if (parts.callee->kind == PTX_O_SYM)
    {
      struct symbol *s = symbol_of (c->f->mod, c->f->ptx, parts.callee->sym);
      if (s && s->kind == SYM_FUNC)
	{
	  call->func = s->func;
	  proto = &s->func->ir->sig;
	  if (s->func->ir->entry)
	    bad (c, "entries can not be called");
	}
      else if (s && s->kind == SYM_BUILTIN)
	{
	  call->builtin = s->addr;
	  if (parts.callee->sym->func)
	    proto = &parts.callee->sym->func->sig;
	}
      else
	bad (c, "'%s' is not defined", parts.callee->sym->name);
    }
  else
    {
      callee = value (c, parts.callee, 64, false);
      ptx_stmt *t = parts.proto ? ptx_label_table (c->ir, parts.proto) : NULL;
      if (t && t->kind == PTX_ST_CALLPROTO)
	proto = t->proto;
    }
  unsigned na = parts.args ? parts.args->n : 0;
  unsigned nr = parts.rets ? parts.rets->n : 0;
  if (na > MAX_ARGS || nr > MAX_ARGS)
    bad (c, "too many arguments");
  if (proto && (proto->nparams != na || proto->nrets != nr))
    bad (c, "call with %u arguments and %u results of a function with %u and %u", na, nr,
	 proto->nparams, proto->nrets);
  for (unsigned k = 0; k < na; k++)
    call->args[k].offset
      = stage (c, &parts.args->sub[k], proto ? proto->params[k] : NULL, &call->args[k].size, false);
  for (unsigned k = 0; k < nr; k++)
    call->rets[k].offset
      = stage (c, &parts.rets->sub[k], proto ? proto->rets[k] : NULL, &call->rets[k].size, true);
  call->n_args = na;
  call->n_rets = nr;
  if (proto && call->func)
    {
      for (unsigned k = 0; k < na; k++)
	if (ptx_var_size (proto->params[k]) != call->args[k].size)
	  bad (c, "argument %u has %u bytes, the parameter has %u", k + 1, call->args[k].size,
	       (unsigned) ptx_var_size (proto->params[k]));
      for (unsigned k = 0; k < nr; k++)
	if (ptx_var_size (proto->rets[k]) != call->rets[k].size)
	  bad (c, "result %u has %u bytes, the function gives %u", k + 1, call->rets[k].size,
	       (unsigned) ptx_var_size (proto->rets[k]));
    }
  /* Bytes of the arguments; of the result, 0: none.  */
  static const struct
  {
    enum opcode code;
    uint8_t n, args[5], ret;
  } builtins[N_BUILTINS] = { [BI_VPRINTF] = { OPC_call_vprintf, 2, { 8, 8 }, 4 },
			     [BI_MALLOC] = { OPC_call_malloc, 1, { 8 }, 8 },
			     [BI_FREE] = { OPC_call_free, 1, { 8 }, 0 },
			     [BI_ASSERTFAIL] = { OPC_call_assertfail, 5, { 8, 8, 4, 8, 8 }, 0 },
			     [BI_ASSUME] = { OPC_call_assume, 2, { 4, 8 }, 0 },
			     [BI_CDP_BUFFER] = { OPC_cdp_buffer, 4, { 8, 12, 12, 4 }, 8 },
			     [BI_CDP_LAUNCH] = { OPC_cdp_launch, 2, { 8, 8 }, 4 },
			     [BI_CDP_STREAM_CREATE] = { OPC_cdp_stream_create, 2, { 8, 4 }, 4 },
			     [BI_CDP_STREAM_DESTROY] = { OPC_cdp_stream_destroy, 1, { 8 }, 4 },
			     [BI_CDP_LAST_ERROR] = { OPC_cdp_last_error, 0, { 0 }, 4 },
			     [BI_CDP_PEEK_ERROR] = { OPC_cdp_peek_error, 0, { 0 }, 4 },
			     [BI_CDP_ERROR_STRING] = { OPC_cdp_error_string, 1, { 4 }, 8 },
			     [BI_CDP_MALLOC] = { OPC_cdp_malloc, 2, { 8, 8 }, 4 },
			     [BI_CDP_FREE] = { OPC_cdp_free, 1, { 8 }, 4 },
			     [BI_CDP_MEMCPY] = { OPC_cdp_memcpy, 5, { 8, 8, 8, 4, 8 }, 4 },
			     [BI_CDP_MEMSET] = { OPC_cdp_memset, 4, { 8, 4, 8, 8 }, 4 },
			     [BI_SET_CONDITIONAL] = { OPC_set_conditional, 2, { 8, 4 }, 0 } };
  if (call->builtin >= 0)
    {
      if (na != builtins[call->builtin].n)
	bad (c, "wrong number of arguments");
      for (unsigned k = 0; k < na; k++)
	if (call->args[k].size != builtins[call->builtin].args[k])
	  bad (c, "argument %u is of the wrong size", k + 1);
      if (nr > 1 || (nr && call->rets[0].size != builtins[call->builtin].ret))
	bad (c, "wrong result");
    }
  emit (c, NONE, callee, NONE, NONE,
	call->builtin >= 0 ? builtins[call->builtin].code
	: callee != NONE   ? OPC_call_reg
			   : OPC_call)
    ->call
    = call;
  /* Where lanes come back together.  */
  emit (c, NONE, NONE, NONE, NONE, OPC_join);
  c->blocks = true;
  for (unsigned k = 0; k < nr; k++)
    {
      const ptx_opnd *o = &parts.rets->sub[k];
      if (o->kind == PTX_O_REG && o->sel)
	{
	  uint32_t v = target (c, o, 0);
	  emit_named (c, v, NONE, NONE, NONE, "ld_frame_u%u_b%u", call->rets[k].size * 8,
		      bits_of (c, v))
	    ->imm
	    = call->rets[k].offset;
	}
      else if (o->kind == PTX_O_REG)
	frame_regs (c, o->reg,
		    call->rets[k].size * 8
		      / (c->ir->regs[o->reg].vec ? c->ir->regs[o->reg].vec : 1),
		    call->rets[k].offset, false);
    }
}

static void
ret (struct dec *c)
{
  flag (c, PTX_M_UNI);
  bool entry = c->ir->entry || c->in->op == PTX_OP_EXIT;
  if (!entry)
    for (uint32_t k = 0; k < c->ir->sig.nrets; k++)
      {
	const ptx_var *v = c->ir->sig.rets[k];
	if (v->reg < 0)
	  continue;
	unsigned bits = ptx_bits (v->type);
	if (bits < 8 || bits > 64)
	  bad (c, "result %s: its type is not supported", v->sym->name);
	frame_regs (c, v->reg, bits, c->f->rets[k].offset, true);
      }
  emit (c, NONE, NONE, NONE, NONE, entry ? OPC_exit : OPC_ret);
  flow (c, FLOW_END, NONE);
  c->blocks = true;
}

/* ---- barriers (9.7.13.1) ---- */

static void
barrier (struct dec *c, const char *what, bool red)
{
  bool arrive = what[0] == 'a';
  bool aligned = flag (c, PTX_M_ALIGNED) || c->in->op == PTX_OP_BAR_SYNC
		 || c->in->op == PTX_OP_BAR_ARRIVE || c->in->op == PTX_OP_BAR_RED;
  ptx_mod op = red ? cls (c, PTX_C_OPER) : PTX_NOMOD;
  ptx_mod t = red ? type (c) : PTX_NOMOD;
  unsigned n = c->in->nopnds, k = red ? 1 : 0;
  uint32_t id = src (c, k, 32), count, pred = NONE, d = NONE;
  unsigned given = n - k - red;
  count = given > 1 ? src (c, k + 1, 32) : constant (c, 32, 0);
  if (arrive && given < 2)
    bad (c, "an arrival needs a thread count");
  if (red)
    {
      pred = src (c, n - 1, 1);
      d = dst (c, t == PTX_PRED ? 1 : 32);
    }
  emit (c, d, id, count, pred,
	arrive		   ? OPC_bar_arrive
	: !red		   ? OPC_bar_sync
	: op == PTX_M_POPC ? OPC_bar_red_popc
	: op == PTX_M_AND  ? OPC_bar_red_and
			   : OPC_bar_red_or)
    ->imm
    = !red		 ? 0
      : op == PTX_M_POPC ? 1
      : op == PTX_M_AND	 ? 2
			 : 3;
  c->ops[c->n_ops - 1].flags = aligned;
  c->blocks = true;
}

/* ---- warps ---- */

static void
shfl (struct dec *c, bool sync)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  ptx_mod t = type (c);
  if (tbits (t) != 32)
    bad (c, "shuffles are of 32 bits");
  const ptx_opnd *d = arg (c, 0);
  const ptx_opnd *p = d->kind == PTX_O_PAIR ? &d->sub[1] : NULL;
  if (p)
    d = &d->sub[0];
  uint32_t a = src (c, 1, 32), b = src (c, 2, 32), cc = src (c, 3, 32);
  uint32_t members = sync ? src (c, 4, 32) : NONE;
  uint32_t dv = target (c, d, 32), pv = p ? target (c, p, 1) : new_vreg (c, 1);
  emit_named (c, dv, a, b, cc, "shfl_%s%s", mode ? ptx_mods[mode].name : "none",
	      sync ? "_sync" : "");
  if (sync)
    refer (c, 'e', members, false);
  refer (c, 'f', pv, true);
  c->blocks = sync;
}

static void
vote (struct dec *c, bool sync)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  if (mode == PTX_NOMOD)
    mode = cls (c, PTX_C_FLAG);
  ptx_mod t = type (c);
  uint32_t p = src (c, 1, 1), m = sync ? src (c, 2, 32) : NONE;
  bool ballot = t == PTX_B32;
  emit_named (c, dst (c, ballot ? 32 : 1), p, NONE, NONE, "vote_%s%s",
	      mode ? ptx_mods[mode].name : "none", sync ? "_sync" : "");
  if (sync)
    refer (c, 'e', m, false);
  c->blocks = sync;
}

static void
match (struct dec *c)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  flag (c, PTX_M_SYNC);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  const ptx_opnd *d = arg (c, 0);
  const ptx_opnd *p = d->kind == PTX_O_PAIR ? &d->sub[1] : NULL;
  if (p)
    d = &d->sub[0];
  uint32_t a = src (c, 1, b), m = src (c, 2, 32);
  uint32_t dv = target (c, d, 32), pv = p ? target (c, p, 1) : new_vreg (c, 1);
  emit_named (c, dv, a, NONE, NONE, "match_%s_b%u", mode ? ptx_mods[mode].name : "none", b);
  refer (c, 'e', m, false);
  refer (c, 'f', pv, true);
  c->blocks = true;
}

/* ---- video (9.7.18) ---- */

static unsigned
video_select (const ptx_opnd *o)
{
  switch (o->sel)
    {
    case PTX_M_SEL_B0: return 1;
    case PTX_B1: return 2;
    case PTX_M_SEL_B2: return 3;
    case PTX_M_SEL_B3: return 4;
    case PTX_M_SEL_H0: return 5;
    case PTX_M_SEL_H1: return 6;
    default: return 0;
    }
}

static enum video_compare
video_cmp (struct dec *c)
{
  switch (cls (c, PTX_C_CMP))
    {
    case PTX_M_EQ: return VC_EQ;
    case PTX_M_NE: return VC_NE;
    case PTX_M_LT: return VC_LT;
    case PTX_M_LE: return VC_LE;
    case PTX_M_GT: return VC_GT;
    case PTX_M_GE: return VC_GE;
    default: bad (c, "the comparison is missing");
    }
}

static unsigned
video_second (struct dec *c)
{
  ptx_mod op2 = cls (c, PTX_C_OPER);
  if (op2 != PTX_NOMOD && op2 != PTX_M_ADD && op2 != PTX_M_MIN && op2 != PTX_M_MAX)
    bad (c, "modifier .%s is not supported here", ptx_mods[op2].name);
  return op2 == PTX_M_ADD ? 1 : op2 == PTX_M_MIN ? 2 : op2 == PTX_M_MAX ? 3 : 0;
}

/* Operand K without its selector.  */
static ptx_opnd
plain (struct dec *c, unsigned k)
{
  ptx_opnd o = *arg (c, k);
  o.sel = 0;
  o.flags &= ~PTX_OF_NEG;
  return o;
}

static void
video (struct dec *c)
{
  static const struct
  {
    uint16_t op;
    uint8_t code;
  } map[] = { { PTX_OP_VADD, V_ADD }, { PTX_OP_VSUB, V_SUB }, { PTX_OP_VABSDIFF, V_ABSDIFF },
	      { PTX_OP_VMIN, V_MIN }, { PTX_OP_VMAX, V_MAX }, { PTX_OP_VSHL, V_SHL },
	      { PTX_OP_VSHR, V_SHR }, { PTX_OP_VSET, V_SET } };
  unsigned code = 0;
  for (size_t i = 0; i < sizeof map / sizeof *map; i++)
    if (map[i].op == c->in->op)
      code = map[i].code;
  bool shift = code == V_SHL || code == V_SHR;
  ptx_mod dt = code == V_SET ? PTX_U32 : type (c), at = type (c), bt = type (c);
  bool sat = flag (c, PTX_M_SAT), clamp = flag (c, PTX_M_CLAMP), wrap = flag (c, PTX_M_WRAP);
  unsigned cmp = code == V_SET ? video_cmp (c) : 0, op2 = video_second (c);
  if (shift && !clamp && !wrap)
    bad (c, "shift mode is missing");
  if ((arg (c, 1)->flags | arg (c, 2)->flags) & PTX_OF_NEG)
    bad (c, "negated operands are not supported");
  uint32_t cc = c->in->nopnds > 3 ? src (c, 3, 32) : constant (c, 32, 0);
  ptx_opnd dr = plain (c, 0), ar = plain (c, 1), br = plain (c, 2);
  uint32_t x = value (c, &ar, 32, false), y = value (c, &br, 32, false);
  struct op *o = emit (c, target (c, &dr, 32), x, y, cc, OPC_video);
  o->imm
    = VIDEO (code, is_signed (dt), is_signed (at), is_signed (bt), sat, clamp,
	     video_select (arg (c, 0)), video_select (arg (c, 1)), video_select (arg (c, 2)), op2)
      | (int64_t) cmp << 20;
}

/* 9.7.18.1.3: D = (A B + C (+ 1 if .po)) >> scale */
static void
vmad (struct dec *c)
{
  ptx_mod dt = type (c), at = type (c), bt = type (c);
  bool sat = flag (c, PTX_M_SAT), po = flag (c, PTX_M_PO);
  unsigned scale = flag (c, PTX_M_SHR7) ? 7 : flag (c, PTX_M_SHR15) ? 15 : 0;
  ptx_opnd dr = plain (c, 0), ar = plain (c, 1), br = plain (c, 2), cr = plain (c, 3);
  bool nab = !(arg (c, 1)->flags & PTX_OF_NEG) != !(arg (c, 2)->flags & PTX_OF_NEG);
  bool nc = arg (c, 3)->flags & PTX_OF_NEG;
  if (po && (nab || nc))
    bad (c, "negated operands do not go with .po");
  uint32_t x = value (c, &ar, 32, false), y = value (c, &br, 32, false),
	   z = value (c, &cr, 32, false);
  struct op *o = emit (c, target (c, &dr, 32), x, y, z, OPC_vmad);
  o->imm = VMAD (is_signed (dt), is_signed (at), is_signed (bt), sat, po, nab, nc, scale,
		 video_select (arg (c, 1)), video_select (arg (c, 2)));
}

/* The digits of selector .hxy or .bxyzw of operand K, four bits each, the last one in
   front; NORMAL without a selector.  */
static uint32_t
video_digits (struct dec *c, unsigned k, char letter, unsigned normal)
{
  const ptx_opnd *o = arg (c, k);
  if (!o->sel)
    return normal;
  const char *name = ptx_mod_name (c->f->ptx, o->sel);
  size_t n = strlen (name);
  uint32_t r = 0;
  if (n < 2 || n > 5 || *name != letter)
    bad (c, "selector .%s is not supported here", name);
  for (size_t i = 1; i < n; i++)
    {
      if (name[i] < '0' || name[i] > '7')
	bad (c, "selector .%s is not supported here", name);
      r = r << 4 | (uint32_t) (name[i] - '0');
    }
  if (k == 0)
    {
      /* A mask: the parts that are named.  */
      uint32_t mask = 0;
      for (size_t i = 1; i < n; i++)
	mask |= 1u << (name[i] - '0');
      return mask;
    }
  return r;
}

/* vadd2, vadd4 and the like: parts are chosen from A and B, the others of D are C's.  */
static void
video_simd (struct dec *c, enum opcode code, unsigned parts)
{
  bool compare = code == OPC_vset_simd;
  ptx_mod dt = compare ? PTX_U32 : type (c), at = type (c), bt = type (c);
  bool sat = flag (c, PTX_M_SAT), add = flag (c, PTX_M_ADD);
  unsigned cmp = compare ? video_cmp (c) : 0;
  char letter = parts == 2 ? 'h' : 'b';
  uint32_t mask = video_digits (c, 0, letter, (1u << parts) - 1);
  uint32_t as = video_digits (c, 1, letter, parts == 2 ? 0x10 : 0x3210);
  uint32_t bs = video_digits (c, 2, letter, parts == 2 ? 0x32 : 0x7654);
  if (mask >> parts || (parts == 2 && ((as | bs) & 0xcc)))
    bad (c, "selector is out of range");
  ptx_opnd dr = plain (c, 0), ar = plain (c, 1), br = plain (c, 2);
  uint32_t x = value (c, &ar, 32, false), y = value (c, &br, 32, false);
  uint32_t z = c->in->nopnds > 3 ? src (c, 3, 32) : constant (c, 32, 0);
  struct op *o = emit (c, target (c, &dr, 32), x, y, z, code);
  o->imm
    = SIMD (parts, is_signed (dt), is_signed (at), is_signed (bt), sat, add, cmp, mask, as, bs);
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
    case PTX_OP_RCP: divide (c, "rcp", 1); break;
    case PTX_OP_SQRT: divide (c, "sqrt", 1); break;
    case PTX_OP_RSQRT: transcendental (c, "rsqrt"); break;
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

    case PTX_OP_SETP: setp (c); break;
    case PTX_OP_SET: set (c); break;
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
	compare (c, p, z, constant (c, 32, 0), PTX_M_GE, ct, f);
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
			bool_name (c, comb));
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

    case PTX_OP_MOV: mov (c); break;
    case PTX_OP_CVT: cvt (c); break;
    case PTX_OP_CVT_PACK: cvt_pack (c); break;
    case PTX_OP_CVTA: cvta (c, false); break;
    case PTX_OP_CVTA_TO: cvta (c, true); break;
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
	fence_for (c, sem);
	access_memory (c, store, arg (c, store ? 1 : 0), arg (c, store ? 0 : 1), s, t, n);
	fence_for (c, sem);
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
    case PTX_OP_ATOM: atomic (c, false); break;
    case PTX_OP_RED: atomic (c, true); break;
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
      /* Grids run one after the other; the sanitizer is told where a thread waits.  */
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

    case PTX_OP_BRA: bra (c); break;
    case PTX_OP_BRX_IDX: brx (c); break;
    case PTX_OP_CALL: call (c); break;
    case PTX_OP_RET:
    case PTX_OP_EXIT: ret (c); break;
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
    case PTX_OP_BARRIER_SYNC: barrier (c, "sync", false); break;
    case PTX_OP_BAR_ARRIVE:
    case PTX_OP_BARRIER_ARRIVE: barrier (c, "arrive", false); break;
    case PTX_OP_BAR_RED:
    case PTX_OP_BARRIER_RED: barrier (c, "red", true); break;
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
    case PTX_OP_SHFL: shfl (c, false); break;
    case PTX_OP_SHFL_SYNC: shfl (c, true); break;
    case PTX_OP_VOTE: vote (c, false); break;
    case PTX_OP_VOTE_SYNC: vote (c, true); break;
    case PTX_OP_MATCH: match (c); break;
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
    case PTX_OP_VSET: video (c); break;
    case PTX_OP_VADD2: video_simd (c, OPC_vadd_simd, 2); break;
    case PTX_OP_VADD4: video_simd (c, OPC_vadd_simd, 4); break;
    case PTX_OP_VSUB2: video_simd (c, OPC_vsub_simd, 2); break;
    case PTX_OP_VSUB4: video_simd (c, OPC_vsub_simd, 4); break;
    case PTX_OP_VAVRG2: video_simd (c, OPC_vavrg_simd, 2); break;
    case PTX_OP_VAVRG4: video_simd (c, OPC_vavrg_simd, 4); break;
    case PTX_OP_VABSDIFF2: video_simd (c, OPC_vabsdiff_simd, 2); break;
    case PTX_OP_VABSDIFF4: video_simd (c, OPC_vabsdiff_simd, 4); break;
    case PTX_OP_VMIN2: video_simd (c, OPC_vmin_simd, 2); break;
    case PTX_OP_VMIN4: video_simd (c, OPC_vmin_simd, 4); break;
    case PTX_OP_VMAX2: video_simd (c, OPC_vmax_simd, 2); break;
    case PTX_OP_VMAX4: video_simd (c, OPC_vmax_simd, 4); break;
    case PTX_OP_VSET2: video_simd (c, OPC_vset_simd, 2); break;
    case PTX_OP_VSET4: video_simd (c, OPC_vset_simd, 4); break;
    case PTX_OP_VMAD: vmad (c); break;

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
