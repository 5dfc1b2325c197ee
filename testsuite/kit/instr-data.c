/* SPDX-License-Identifier: MIT */
/* What instructions are tried with, and by how much results may differ.  */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testsuite/kit/instr.h"

typedef enum bound_kind { EXACT, ULP, RELATIVE, ABSOLUTE, EITHER, IGNORE } bound_kind;
static const struct { uint16_t op, mod, type; bound_kind kind; double limit; } bounds[] = {
#define KIT_LEFT_OUT(id, why)
#define KIT_BOUND(id, mod, type, kind, limit) { PTX_OP_##id, mod, type, kind, limit },
#include "testsuite/kit/bounds.def"
#undef KIT_LEFT_OUT
#undef KIT_BOUND
};

bool
instr_is_float (ptx_mod t)
{
  return t == PTX_F32 || t == PTX_F64 || t == PTX_F16 || t == PTX_F16X2 || t == PTX_BF16
	 || t == PTX_BF16X2 || t == PTX_TF32;
}

/* ---- data ---- */

static const uint64_t int_edges[] = {
  0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000,
  0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa,
  0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff,
  0xffffffffffffff80, 0xffffffffffff8000, 0xffffffff80000000, 0xffffffff7fffffff
};
static const uint32_t f32_edges[] = {
  0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0xc0200000,
  0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0x7fffffff, 0x00000001, 0x80000001,
  0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x4b000000, 0x4b000001,
  0x4b800000, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x477fe000,
  0x477ff000, 0x43800000, 0x42fe0000, 0xc3000000, 0x3f7fffff, 0x3f800001, 0x33800000, 0x387fc000,
  0x34000000, 0x46ffffff, 0x4effffff, 0x322bcc77, 0x7e967699
};
static const uint64_t f64_edges[] = {
  0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000, 0x3ff8000000000000,
  0x4004000000000000, 0xc004000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
  0x7ff0000000000001, 0xfff8000000000123, 1, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
  0x7fefffffffffffff, 0xffefffffffffffff, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000,
  0x41efffffffe00000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
  0x4330000000000000, 0x4340000000000000, 0x40dfffc000000000, 0x40effff000000000, 0x3810000000000000,
  0x47efffffe0000000, 0x47effffff0000000, 0x36a0000000000000, 0x3690000000000000, 0x3f10000000000000,
  0x3feffffffffffff8, 0x3ff0000000000001, 0x406ff00000000000
};
static const uint16_t f16_edges[] = {
  0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x3e00, 0x4100, 0xc100, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0x7fff,
  1, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x7bff, 0xfbff, 0x6400, 0x3bff, 0x3c01, 0x5bf8, 0x1400
};
static const uint16_t bf16_edges[] = {
  0, 0x8000, 0x3f80, 0xbf80, 0x3f00, 0x3fc0, 0x4020, 0xc020, 0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x7f81, 0x7fff,
  1, 0x8001, 0x007f, 0x807f, 0x0080, 0x8080, 0x7f7f, 0xff7f, 0x4b00, 0x3f7f, 0x3f81, 0x4f00, 0xdf00
};
#define PICK(list, s) (list)[kit_random (s) % (sizeof (list) / sizeof *(list))]

unsigned
instr_unit_bits (ptx_mod t)
{
  switch (t)
    {
    case PTX_F16X2: case PTX_BF16X2: case PTX_U16X2: case PTX_S16X2: return 16;
    case PTX_E4M3X2: case PTX_E5M2X2: case PTX_E4M3: case PTX_E5M2: return 8;
    case PTX_PRED: return 32;
    default: return ptx_bits (t) >= 8 && ptx_bits (t) <= 64 ? ptx_bits (t) : ptx_bits (t) > 64 ? 64 : 32;
    }
}

static uint64_t
edge (ptx_mod t, uint64_t *s)
{
  switch (t)
    {
    case PTX_F32: case PTX_TF32: return PICK (f32_edges, s);
    case PTX_F64: return PICK (f64_edges, s);
    case PTX_F16: case PTX_F16X2: return PICK (f16_edges, s);
    case PTX_BF16: case PTX_BF16X2: return PICK (bf16_edges, s);
    default: return PICK (int_edges, s);
    }
}

uint64_t
instr_encode (double d, ptx_mod t)
{
  float f = d;
  uint32_t u;
  uint64_t v;
  memcpy (&u, &f, 4);
  memcpy (&v, &d, 8);
  int e;
  double m = frexp (fabs (d), &e);	/* [0.5, 1)  */
  uint64_t sign = d < 0;
  switch (t)
    {
    case PTX_F64: return v;
    case PTX_F32: case PTX_TF32: return u;
    case PTX_BF16: case PTX_BF16X2: return u >> 16;
    case PTX_F16: case PTX_F16X2:
      return sign << 15 | (d == 0 ? 0 : (uint64_t) (e + 14) << 10 | ((uint64_t) ldexp (m, 11) & 1023));
    case PTX_E4M3: return sign << 7 | (d == 0 ? 0 : (uint64_t) (e + 6) << 3 | ((uint64_t) ldexp (m, 4) & 7));
    case PTX_E5M2: return sign << 7 | (d == 0 ? 0 : (uint64_t) (e + 14) << 2 | ((uint64_t) ldexp (m, 3) & 3));
    default: return 0;
    }
}

/* One element of T for word W.  */
static uint64_t
make_unit (const in_word *w, uint64_t *s)
{
  static const double exact[] = { 0, 1, -1, 1, -1, 0.5, -0.5, 1.5, -1.5, 2, -2, 3, -3, 0.25, -0.25, 4 };
  uint64_t r = kit_random (s);
  switch (w->kind)
    {
    case W_BELOW: return r % w->param;
    case W_MIX:
      if (r & 3)
	return (r >> 8) % 72;
      break;
    case W_RANGE: return instr_encode (ldexp ((double) (int64_t) r, -63) * w->param, w->type);
    case W_EXACT: return instr_encode (exact[r % (w->param & 1 ? 5 : sizeof exact / sizeof *exact)], w->type);
    case W_NORMAL:
      return instr_encode (((r & 1) ? 1 : -1) * ldexp (1 + (double) (r >> 12) * 0x1p-52, (int) (r >> 1 & 3) - 2), w->type);
    case W_SPARSE: return 0x44444444 | (r >> 7 & 0x88888888) * 5 / 4; /* 4 or 14 each */
    case W_SEGMENT:
      {
	static const uint16_t masks[] = { 0, 0x10, 0x18, 0x1c, 0x1e };
	return (r & 31) | (uint32_t) masks[(r >> 8) % 5] << 8;
      }
    default:
      break;
    }
  if (r >> 60 < 9)
    return edge (w->type, s);
  r = kit_random (s);
  /* Random exponents are mostly extreme: half of the floats are near one.  */
  if (instr_is_float (w->type) && r & 1)
    {
      ptx_mod t = w->type;
      double d = ldexp (1 + (double) (r >> 12) * 0x1p-52, (int) (r >> 2 & 15) - 5);
      return instr_encode (r & 2 ? d : -d, t);
    }
  return r >> 1;
}

static uint64_t
make_word (const in_word *w, uint64_t *s)
{
  unsigned bits = instr_unit_bits (w->type), n = w->kind == W_FILL ? 64 / bits : 0;
  uint64_t v = 0, mask = bits == 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << bits) - 1;
  if (!n)
    n = ptx_bits (w->type) > bits ? ptx_bits (w->type) / bits : 1;
  if (w->kind == W_EXACT || w->kind == W_NORMAL)	/* a register full  */
    n = w->param >= 64 ? 64 / bits : bits < 32 ? 32 / bits : 1;
  if (n * bits > 64)
    n = 1;
  for (unsigned k = 0; k < n; k++)
    do
      v = (v & ~(mask << k * bits)) | (make_unit (w, s) & mask) << k * bits;
    while (w->kind == W_NONZERO && !v);
  return v;
}

void
instr_data (const kernel *k, uint64_t *data)
{
  uint64_t s = k->seed;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned w = 0; w < k->nin; w++)
      data[t * k->nin + w] = k->in[w].kind == W_GROUP && t % 8 ? data[(t - 1) * k->nin + w]
			     : make_word (&k->in[w], &s);
}

/* ---- comparing ---- */

double
instr_decode (uint64_t u, ptx_mod t)
{
  float f;
  double d;
  uint32_t v = u;
  switch (t)
    {
    case PTX_F64: memcpy (&d, &u, 8); return d;
    case PTX_BF16: case PTX_BF16X2: v = (uint32_t) (u & 0xffff) << 16; break;
    case PTX_F16: case PTX_F16X2:
      {
	int e = u >> 10 & 31;
	d = e == 31 ? (u & 1023 ? NAN : INFINITY) : e ? ldexp (1024 + (double) (u & 1023), e - 25)
	    : ldexp ((double) (u & 1023), -24);
	return u & 0x8000 ? -d : d;
      }
    default: break;
    }
  memcpy (&f, &v, 4);
  return f;
}

/* The distance of A and B in units of the last place: by the order of their bits.  */
static double
ulps (uint64_t a, uint64_t b, unsigned bits)
{
  int64_t min = bits == 64 ? INT64_MIN : -((int64_t) 1 << (bits - 1));
  int64_t x = bits == 64 ? (int64_t) a : (int64_t) (a << (64 - bits)) >> (64 - bits);
  int64_t y = bits == 64 ? (int64_t) b : (int64_t) (b << (64 - bits)) >> (64 - bits);
  x = x < 0 ? min - x : x;
  y = y < 0 ? min - y : y;
  return fabs ((double) x - (double) y);
}

/* Whether units A and B of type T agree within K's bound.  */
bool
instr_agree (const kernel *k, uint64_t a, uint64_t b, ptx_mod t, tally *sum)
{
  unsigned n, bits = instr_unit_bits (t);
  const ptx_form *f = &ptx_forms (&n)[k->c.form];
  if (a == b)
    return true;
  if (!instr_is_float (t))
    return false;
  double x = instr_decode (a, t), y = instr_decode (b, t);
  if (isnan (x) && isnan (y))
    {
      sum->nans++;
      return true;
    }
  double u = isnan (x) || isnan (y) ? INFINITY : ulps (a, b, bits), error = fabs (x - y);
  bool matrix = ptx_opinfos ()[f->op].flags & PTX_TENSORCORE;
  if (u > sum->ulp)
    sum->ulp = u;
  if (matrix && !k->c.round)
    return false;
  for (unsigned j = 0; j < sizeof bounds / sizeof *bounds; j++)
    {
      if (bounds[j].op != f->op || (bounds[j].type && bounds[j].type != t))
	continue;
      bool has = !bounds[j].mod;
      for (unsigned s = 0; s < f->nslots; s++)
	has |= k->c.choice[s] && f->slots[s].alts[k->c.choice[s] - 1] == bounds[j].mod;
      if (!has)
	continue;
      switch (bounds[j].kind)
	{
	case ULP: return u <= bounds[j].limit;
	case RELATIVE: return error <= bounds[j].limit * fabs (y) || u <= 2;
	case ABSOLUTE: return error <= bounds[j].limit || u <= 2;
	case EITHER: return error <= bounds[j].limit * (fabs (y) > 1 ? fabs (y) : 1) || u <= 2;
	case IGNORE: return true;
	default: return false;
	}
    }
  return false;
}
