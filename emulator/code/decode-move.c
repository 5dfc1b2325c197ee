/* SPDX-License-Identifier: MIT */
/* Comparisons, moves and conversions become ops.  Section numbers are those of the PTX ISA.  */

#include "emulator/code/decode-op.h"
#include "emulator/run/device.h"
#include "emulator/code/ops.h"

#include <stdio.h>
#include <stdlib.h>

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
void
decode_compare (struct dec *c, uint32_t d, uint32_t a, uint32_t b, ptx_mod cmp, ptx_mod t, bool ftz)
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
      decode_compare (c, d, x, y, cmp, PTX_F32, false);
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

const char *
combination (struct dec *c, ptx_mod m)
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
void
decode_setp (struct dec *c)
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
	  decode_compare (c, r, half_part (c, x, k), half_part (c, y, k), cmp, h, ftz);
	  if (cc != NONE)
	    emit_named (c, v, r, cc, NONE, "%s_pred", combination (c, combine));
	}
      return;
    }
  if (cc == NONE && !q)
    {
      decode_compare (c, pv, x, y, cmp, t, ftz);
      return;
    }
  /* q may be the predicate that the comparison is combined with.  */
  uint32_t r = new_vreg (c, 1), n = new_vreg (c, 1), both = r;
  decode_compare (c, r, x, y, cmp, t, ftz);
  emit (c, n, r, r, NONE, OPC_not_pred);
  if (cc != NONE)
    {
      both = new_vreg (c, 1);
      emit_named (c, both, r, cc, NONE, "%s_pred", combination (c, combine));
      if (q)
	emit_named (c, qv, n, cc, NONE, "%s_pred", combination (c, combine));
    }
  else if (q)
    emit (c, qv, n, n, NONE, OPC_mov_pred);
  emit (c, pv, both, both, NONE, OPC_mov_pred);
}

/* 9.7.6.1: all ones or 1.0 where true, else 0 */
void
decode_set (struct dec *c)
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
	decode_compare (c, r, half_part (c, x, k), half_part (c, y, k), cmp, h, ftz);
      else
	decode_compare (c, r, x, y, cmp, t, ftz);
      if (cc != NONE)
	{
	  uint32_t n = new_vreg (c, 1);
	  emit_named (c, n, r, cc, NONE, "%s_pred", combination (c, combine));
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
spread_vector (struct dec *c, const ptx_opnd *o, ptx_opnd *v, ptx_opnd *sub)
{
  if (o->kind != PTX_O_REG || o->sel || c->ir->regs[o->reg].vec < 2)
    return o;
  *v = (ptx_opnd){ .kind = PTX_O_VEC, .n = c->ir->regs[o->reg].vec, .sub = sub };
  for (unsigned k = 0; k < v->n; k++)
    sub[k] = element (c, o, v->n, k);
  return v;
}

/* 9.7.9.1: vectors pack into and unpack from a register, low element first.  */
/* mov.v2, mov.v4: all are read before one is set.  */
static void
move_elements (struct dec *c, ptx_mod t, const ptx_opnd *d, const ptx_opnd *s, unsigned n)
{
  uint32_t from[4];
  for (unsigned k = 0; k < n && k < 4; k++)
    {
      ptx_opnd e = element (c, s, n, k);
      uint32_t v = value (c, &e, tbits (t), ptx_type_kind (t) == PTX_K_FLOAT);
      from[k] = new_vreg (c, tbits (t));
      emit_named (c, from[k], v, NONE, NONE, "mov_b%u", tbits (t));
    }
  for (unsigned k = 0; k < n && k < 4; k++)
    {
      ptx_opnd e = element (c, d, n, k);
      emit_named (c, target (c, &e, tbits (t)), from[k], NONE, NONE, "mov_b%u", tbits (t));
    }
}

/* The bits of each of N parts of B bits.  */
static unsigned
part_bits (struct dec *c, unsigned b, unsigned n)
{
  if (n == 0 || b % n)
    bad (c, "elements do not fit the type");
  return b / n;
}

/* Takes S, of B bits, apart to the elements of D.  */
static void
unpack (struct dec *c, unsigned b, const ptx_opnd *d, const ptx_opnd *s)
{
  unsigned n = d->n, part = part_bits (c, b, n);
  uint32_t v = value (c, s, b, false);
  for (unsigned k = 0; k < n; k++)
    {
      if (d->sub[k].kind == PTX_O_SINK)
	continue;
      if (b == 128)
	{
	  emit_named (c, target (c, &d->sub[k], part), v, NONE, NONE, "part_b128_b%u", part)->imm
	    = k;
	  continue;
	}
      uint32_t to = target (c, &d->sub[k], 0), x = v;
      unsigned tb = c->v[to].bits;
      if (tb < part && tb != 16)
	bad (c, "element is of the wrong size");
      if (k)
	{
	  x = new_vreg (c, b);
	  emit_named (c, x, v, constant (c, 32, k * part), NONE, "shr_u%u", b);
	}
      if (part != 8 && part != 16 && part != 32)
	bad (c, "elements of %u bits are not supported", part);
      emit_named (c, to, x, NONE, NONE, "ext_b%u_u%u_b%u", b, part, tb);
    }
}

/* Puts the elements of S together to D, of B bits.  */
static void
pack (struct dec *c, unsigned b, const ptx_opnd *d, const ptx_opnd *s)
{
  unsigned n = s->n, part = part_bits (c, b, n), from = part < 16 ? 16 : part;
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
      uint32_t e = value (c, &s->sub[k], from, false), x = new_vreg (c, b);
      emit_named (c, x, e, NONE, NONE, "ext_b%u_u%u_b%u", from, part, b);
      if (k)
	{
	  uint32_t y = new_vreg (c, b);
	  emit_named (c, y, x, constant (c, 32, k * part), NONE, "shl_b%u", b);
	  x = k + 1 == n ? to : new_vreg (c, b);
	  emit_named (c, x, sum, y, NONE, "or_b%u", b);
	}
      sum = x;
    }
}

void
decode_mov (struct dec *c)
{
  unsigned vec = ptx_vec (c->in);
  cls (c, PTX_C_VEC);
  ptx_mod t = type (c);
  const ptx_opnd *d = arg (c, 0), *s = arg (c, 1);
  if (vec > 1)
    {
      move_elements (c, t, d, s, vec);
      return;
    }
  ptx_opnd dv, sv, dsub[4], ssub[4];
  d = spread_vector (c, d, &dv, dsub);
  s = spread_vector (c, s, &sv, ssub);
  if (d->kind == PTX_O_VEC)
    unpack (c, tbits (t), d, s);
  else if (s->kind == PTX_O_VEC)
    pack (c, tbits (t), d, s);
  else if (s->kind == PTX_O_SREG && ptx_sregs[s->reg].vec > 1)
    bad (c, "vector special registers are not supported");
  else if (t == PTX_PRED)
    move (c, d, value (c, s, 1, false));
  else if (tbits (t) == 128)
    {
      uint32_t v = value (c, s, 128, false);
      emit (c, target (c, d, 128), v, NONE, NONE, OPC_mov_b128);
    }
  else
    move (c, d, value (c, s, tbits (t) < 16 ? 16 : tbits (t), ptx_type_kind (t) == PTX_K_FLOAT));
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

/* A conversion that is decoded.  */
struct conversion
{
  ptx_mod to, from, rounding;
  unsigned round; /* RN to RZ, CVT_RNA, and CVT_INTEGRAL for .rni and the like */
  uint64_t flags; /* CVT_FTZ to CVT_SATFINITE */
  bool ftz, sat;
  unsigned to_bits, from_bits; /* of the types */
  uint32_t d, v;	       /* the vregs of both */
  unsigned d_bits, v_bits;     /* which may be wider */
};

/* The conversion's flags and types, which stand in this order.  */
static struct conversion
conversion_of (struct dec *c)
{
  ptx_mod rm = cls (c, PTX_C_ROUND);
  bool ftz = flag (c, PTX_M_FTZ), sat = flag (c, PTX_M_SAT), relu = flag (c, PTX_M_RELU);
  bool satfinite = flag (c, PTX_M_SATFINITE);
  ptx_mod to = type (c), from = type (c);
  bool integral = rm == PTX_M_RNI || rm == PTX_M_RZI || rm == PTX_M_RMI || rm == PTX_M_RPI;
  return (struct conversion){
    .to = to,
    .from = from,
    .rounding = rm,
    .round = rm == PTX_M_RNA ? CVT_RNA : round_of (c, rm) | (integral ? CVT_INTEGRAL : 0),
    .flags = (ftz ? CVT_FTZ : 0) | (sat ? CVT_SAT : 0) | (relu ? CVT_RELU : 0)
	     | (satfinite ? CVT_SATFINITE : 0),
    .ftz = ftz,
    .sat = sat,
    .to_bits = tbits (to),
    .from_bits = tbits (from),
  };
}

/* Two floats to a pair, of which the first operand is the upper half.  */
static void
make_pair (struct dec *c, const struct conversion *k)
{
  const ptx_opnd *d = arg (c, 0);
  ptx_mod half = k->to == PTX_F16X2 ? PTX_F16 : k->to == PTX_BF16X2 ? PTX_BF16 : k->to;
  if (k->from != PTX_F32 || (k->to_bits != 32 && k->to_bits != 16) || k->to == PTX_F16
      || k->to == PTX_BF16)
    bad (c, "this conversion is not supported");
  uint32_t x = fsrc (c, 1, 32), y = fsrc (c, 2, 32);
  if (k->round == RN && !k->flags && (half == PTX_F16 || half == PTX_BF16))
    emit_named (c, target (c, d, k->to_bits), x, y, NONE, "cvt_pair_%s", ptx_mods[half].name);
  else
    emit (c, target (c, d, k->to_bits), x, y, NONE, OPC_cvt_pair)->imm
      = CVT (type_code (c, half), CT_F32, k->round, k->flags);
}

/* A conversion from or to pairs; false: it is of single numbers.  */
static bool
of_pairs (struct dec *c, const struct conversion *k)
{
  const ptx_opnd *d = arg (c, 0);
  if (c->in->nopnds == 3)
    make_pair (c, k);
  else if (k->from == PTX_E4M3X2 || k->from == PTX_E5M2X2)
    {
      if (k->to != PTX_F16X2 || k->from_bits != 16)
	bad (c, "this conversion is not supported");
      emit (c, target (c, d, 32), src (c, 1, 16), NONE, NONE, OPC_cvt_unpair)->imm
	= CVT (CT_F16, type_code (c, k->from), k->round, k->flags);
    }
  else if (k->from == PTX_F16X2 && (k->to == PTX_E4M3X2 || k->to == PTX_E5M2X2))
    emit (c, target (c, d, 16), src (c, 1, 32), NONE, NONE, OPC_cvt_halves)->imm
      = CVT (type_code (c, k->to), CT_F16, k->round, k->flags);
  else
    return false;
  return true;
}

/* Between integers: the narrower type decides; a wider destination register is extended by the destination's
   sign.  */
static void
of_integers (struct dec *c, struct conversion *k)
{
  ptx_mod n = k->to_bits <= k->from_bits ? k->to : k->from;
  if (k->to_bits > k->from_bits && k->d_bits > k->to_bits
      && is_signed (k->to) != is_signed (k->from))
    {
      uint32_t t = new_vreg (c, k->to_bits);
      emit_named (c, t, k->v, NONE, NONE, "ext_b%u_%c%u_b%u", k->v_bits,
		  is_signed (k->from) ? 's' : 'u', k->from_bits, k->to_bits);
      k->v = t, k->v_bits = k->to_bits, n = k->to;
    }
  emit_named (c, k->d, k->v, NONE, NONE, "ext_b%u_%c%u_b%u", k->v_bits, is_signed (n) ? 's' : 'u',
	      tbits (n), k->d_bits);
}

/* From an integer to the nearest f32 or f64.  */
static void
from_integer (struct dec *c, struct conversion *k)
{
  char sign = is_signed (k->from) ? 's' : 'u';
  if (k->from_bits < 32)
    {
      uint32_t t = new_vreg (c, 32);
      emit_named (c, t, k->v, NONE, NONE, "ext_b%u_%c%u_b32", k->v_bits, sign, k->from_bits);
      k->v = t, k->from_bits = k->v_bits = 32;
    }
  emit_named (c, k->d, widen (c, k->v, k->from_bits), NONE, NONE, "cvt_rn_f%u_%c%u", k->to_bits,
	      sign, k->from_bits);
}

/* A conversion between types of the size of their registers that has a handler of its own, as it is often executed;
   false: it has none.  */
static bool
has_handler (struct dec *c, struct conversion *k)
{
  ptx_mod dt = k->to, st = k->from;
  unsigned r = k->round;
  bool plain = !k->ftz && !k->sat;
  if (k->flags & (CVT_RELU | CVT_SATFINITE) || k->d_bits != k->to_bits)
    return false;
  if ((dt == PTX_F32 || dt == PTX_F64) && is_int (st) && r == RN && !k->sat)
    from_integer (c, k);
  else if (is_int (dt) && k->to_bits == 32 && is_float (st) && r == (RZ | CVT_INTEGRAL))
    emit_named (c, k->d, k->v, NONE, NONE, "cvt_rzi_%c32_f%u", is_signed (dt) ? 's' : 'u',
		k->from_bits);
  else if (dt == PTX_F64 && st == PTX_F32 && plain && !(r & CVT_INTEGRAL))
    emit (c, k->d, k->v, NONE, NONE, OPC_cvt_f64_f32);
  else if (st == PTX_F32 && plain && (dt == PTX_F16 || dt == PTX_BF16 || dt == PTX_TF32)
	   && (r == RN || (r == CVT_RNA && dt == PTX_TF32)))
    emit_named (c, k->d, k->v, NONE, NONE, "cvt_rn%s_%s_f32", r == RN ? "" : "a",
		ptx_mods[dt].name);
  else if (dt == st && (dt == PTX_F32 || dt == PTX_F64) && r & CVT_INTEGRAL && !k->sat
	   && k->v_bits == k->to_bits)
    {
      uint32_t x = k->v;
      if (k->ftz)
	emit (c, x = new_vreg (c, 32), k->v, NONE, NONE, OPC_ftz_f32);
      emit_named (c, k->d, x, NONE, NONE, "cvt_%s_f%u", ptx_mods[k->rounding].name, k->to_bits);
    }
  else if (dt == PTX_F32 && st == PTX_F64 && r == RN && plain)
    emit (c, k->d, k->v, NONE, NONE, OPC_cvt_rn_f32_f64);
  else if (dt == PTX_F32 && (st == PTX_F16 || st == PTX_BF16) && plain && k->v_bits == 16)
    emit_named (c, k->d, k->v, NONE, NONE, "cvt_f32_%s", ptx_mods[st].name);
  else
    return false;
  return true;
}

void
decode_cvt (struct dec *c)
{
  struct conversion k = conversion_of (c);
  if (of_pairs (c, &k))
    return;
  if (k.to_bits > 64 || k.from_bits > 64 || arg (c, 1)->kind == PTX_O_VEC)
    bad (c, "this conversion is not supported");
  k.v = value (c, arg (c, 1), reg_bits (c, arg (c, 1), k.from_bits),
	       ptx_type_kind (k.from) == PTX_K_FLOAT);
  k.v_bits = c->v[k.v].bits;
  k.d = target (c, arg (c, 0), 0);
  k.d_bits = c->v[k.d].bits;
  if (k.d_bits == 1 || k.d_bits == 128 || k.d_bits < k.to_bits)
    bad (c, "destination is of the wrong size");
  if (is_int (k.to) && is_int (k.from) && !k.sat)
    {
      of_integers (c, &k);
      return;
    }
  if (has_handler (c, &k))
    return;
  /* Anything else, through one handler.  */
  uint32_t t = k.d_bits == 64 ? k.d : new_vreg (c, 64);
  emit (c, t, widen (c, k.v, 64), NONE, NONE, OPC_cvt_any)->imm
    = CVT (type_code (c, k.to), type_code (c, k.from), k.round,
	   k.flags | (k.d_bits > k.to_bits ? CVT_WIDE : 0));
  if (k.d_bits != 64)
    emit_named (c, k.d, t, NONE, NONE, "ext_b64_u%u_b%u", k.d_bits, k.d_bits);
}

/* 9.7.9.23 */
void
decode_cvt_pack (struct dec *c)
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
void
decode_cvta (struct dec *c, bool to)
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
  else if (s == SP_LOCAL && c->f->mod->emu->owned_locals)
    {
      if (to)
	emit (c, dst (c, 64), v, constant (c, 64, ~WINDOW_LOCAL), NONE, OPC_and_b64);
      else
	emit (c, dst (c, 64), v, NONE, NONE, OPC_cvta_local);
    }
  else if (to)
    emit (c, dst (c, 64), v, constant (c, 64, 0xffffffff), NONE, OPC_and_b64);
  else
    emit (c, dst (c, 64), v, constant (c, 64, window), NONE, OPC_or_b64);
}
