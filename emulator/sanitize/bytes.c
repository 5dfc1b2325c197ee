/* SPDX-License-Identifier: MIT */
/* The sanitizer: which bytes of a value nobody has set.

   Structures have padding, which nobody writes; compilers load and copy it along with the
   members beside it, and take these out of registers with shifts, masks, permutations and
   conversions.  So the marks of undefined.c know bytes, and this file carries them through
   the operations that do no more than move bits: the bytes that nobody has set become
   operands, 0xff each, of the same movement of bits, and a byte of the result is undefined if
   a bit of it is set then.  The result of all other operations is undefined altogether.

   Whether a lane's result may be undefined at all is decided by undefined.c; this file only
   takes away from that.  */

#include "emulator/sanitize/undefined.h"
#include "emulator/run/fp.h"

#include <string.h>

static uint32_t
low_bytes (uint32_t n)
{
  return (1u << n) - 1;
}

uint32_t
undefined_bytes (const struct warp *w, const struct undef_ref *r, uint32_t lane, uint32_t size)
{
  if (!(marks_of (w->frame)[r->mark] >> lane & 1))
    return 0;
  uint32_t m = bytes_of (w->frame, r->mark)[lane];
  if (r->bytes > 8)
    m = m ? low_bytes (r->bytes) : 0;
  return m & low_bytes (r->bytes < size ? r->bytes : size);
}

uint32_t
undefined_lanes (const struct warp *w, const struct undef_ref *r, uint32_t lanes, uint32_t size)
{
  uint32_t bad = 0;
  EACH_LANE (i, marks_of (w->frame)[r->mark] & lanes)
    bad |= (uint32_t) (undefined_bytes (w, r, i, size) != 0) << i;
  return bad;
}

/* The byte-mask MASK as bits, 8 a byte, and back.  */
static uint64_t
spread_bytes (uint32_t mask)
{
  uint64_t bits = 0;
  for (int k = 0; k < 8; k++)
    bits |= mask >> k & 1 ? UINT64_C (0xff) << 8 * k : 0;
  return bits;
}

static uint32_t
gather (uint64_t bits)
{
  uint32_t mask = 0;
  for (int k = 0; k < 8; k++)
    mask |= (uint32_t) ((bits >> 8 * k & 0xff) != 0) << k;
  return mask;
}

/* The value of lane LANE of the register in SLOT, of BYTES bytes.  */
static uint64_t
value_of (const struct warp *w, uint32_t slot, uint32_t bytes, uint32_t lane)
{
  return bytes == 8   ? REG (uint64_t, slot)[lane]
	 : bytes == 4 ? REG (uint32_t, slot)[lane]
		      : REG (uint16_t, slot)[lane];
}

/* The low BITS bits of V, those above like the highest of them if SIGN, else 0.  */
static uint64_t
extend_bits (uint64_t v, uint32_t bits, bool sign)
{
  if (!bits)
    return 0;
  if (bits >= 64)
    return v;
  v <<= 64 - bits;
  return sign ? (uint64_t) ((int64_t) v >> (64 - bits)) : v >> (64 - bits);
}

/* The undefined bits of the result, of BYTES bytes, of O in lane I of W.  V: those of its
   operands a, b, c and e.  */
static uint64_t
move_bits (const struct warp *w, const struct op *o, const struct undef_op *u, uint32_t i,
	   uint32_t bytes, const uint64_t *v)
{
  uint32_t bits = 8 * bytes, n;
  uint64_t a, b;
  switch ((enum byte_flow) u->flow)
    {
    case SAME_BYTES: return v[0];
    case EXTENDED: return extend_bits (v[0], 8 * u->low, u->sign);
    case BY_XOR: return v[0] | v[1];
    case BY_AND:
    case BY_OR:
      /* A bit that decides does it whatever the other one is.  */
      a = value_of (w, o->a, bytes, i), b = value_of (w, o->b, bytes, i);
      if (u->flow == BY_OR)
	a = ~a, b = ~b;
      return (v[0] & (b | v[1])) | (v[1] & (a | v[0]));
    case SHIFTED_LEFT:
    case SHIFTED_RIGHT:
      if (v[1])
	break;
      n = REG (uint32_t, o->b)[i];
      if (u->flow == SHIFTED_LEFT)
	return n >= bits ? 0 : v[0] << n;
      if (u->sign)
	return (int64_t) extend_bits (v[0], bits, true) >> (n >= bits ? bits - 1 : n);
      return n >= bits ? 0 : v[0] >> n;
    case FUNNEL_LEFT:
    case FUNNEL_LEFT_WRAPPED:
    case FUNNEL_RIGHT:
    case FUNNEL_RIGHT_WRAPPED:
      if (v[2])
	break;
      n = REG (uint32_t, o->c)[i];
      n = u->flow == FUNNEL_LEFT_WRAPPED || u->flow == FUNNEL_RIGHT_WRAPPED ? n & 31
	  : n > 32							    ? 32
									    : n;
      a = v[1] << 32 | v[0];
      return u->flow <= FUNNEL_LEFT_WRAPPED ? a << n >> 32 : a >> n;
    case PERMUTED:
      if (v[2])
	break;
      return prmt (v[0], v[1], REG (uint32_t, o->c)[i]);
    case FIELD:
    case INSERTED:
      {
	bool field = u->flow == FIELD;
	if (v[2] || v[field ? 1 : 3])
	  break;
	uint32_t at = bit_number (REG (uint32_t, field ? o->b : o->c)[i], bits),
		 len = bit_number (REG (uint32_t, field ? o->c : o->e)[i], bits);
	if (field)
	  {
	    /* After the register come zeros, or copies of its highest bit.  */
	    a = extend_bits (v[0], bits, u->sign);
	    a = at < 64 ? (u->sign ? (uint64_t) ((int64_t) a >> at) : a >> at)
			: (u->sign ? (uint64_t) ((int64_t) a >> 63) : 0);
	    return extend_bits (a, len, u->sign);
	  }
	b = at >= bits ? 0 : extend_bits (~UINT64_C (0), len, false) << at;
	return (v[1] & ~b) | (at >= bits ? 0 : v[0] << at & b);
      }
    case MIXED: break;
    }
  return ~UINT64_C (0);
}

/* The same of a shuffle, byte by byte, all lanes at once.  */
static void
shuffle_bytes (const struct warp *w, const struct op *o, const struct undef_ref *a, uint8_t *bytes)
{
  uint32_t all = marks_of (w->frame)[a->mark] & w->mask;
  for (uint32_t n = 0; n < 4; n++)
    {
      uint32_t bad = 0;
      EACH_LANE (i, all)
	bad |= (undefined_bytes (w, a, i, 4) >> n & 1) << i;
      bad = shuffled_bits (w, o, bad);
      EACH_LANE (i, bad)
	bytes[i] |= 1u << n;
    }
}

uint32_t
result_bytes (const struct warp *w, const struct op *o, const struct undef_op *u,
	      const struct undef_ref *uses, uint32_t lanes, uint8_t *bytes)
{
  static const char fields[] = "abce";
  const struct undef_ref *def = uses + u->n_uses, *in[4] = { NULL };
  memset (bytes, 0, LANES);
  if (u->flow == MIXED || !lanes)
    {
      memset (bytes, ALL_BYTES, LANES);
      return lanes;
    }
  for (int k = 0; k < u->n_uses; k++)
    for (int f = 0; f < 4; f++)
      if (uses[k].field == fields[f])
	in[f] = &uses[k];
  if (u->how == SHUFFLED && in[0])
    shuffle_bytes (w, o, in[0], bytes);
  uint32_t bad = 0;
  EACH_LANE (i, lanes)
    {
      uint64_t v[4] = { 0 };
      for (int f = 0; f < 4; f++)
	if (in[f])
	  v[f] = spread_bytes (undefined_bytes (w, in[f], i, 8));
      if (u->how == SHUFFLED)
	bytes[i] = v[1] || v[2] ? ALL_BYTES : bytes[i];
      else if (u->how == CHOICE)
	bytes[i] = v[2] ? ALL_BYTES : gather (v[!(PRED (o->c) >> i & 1)]);
      else
	bytes[i] = gather (move_bits (w, o, u, i, def->bytes, v));
      bytes[i] &= low_bytes (def->bytes);
      bad |= (uint32_t) (bytes[i] != 0) << i;
    }
  return bad;
}

uint8_t
loaded_bytes (const struct undef_op *u, uint32_t missing, uint32_t size, uint32_t reg)
{
  if (missing == low_bytes (size) || reg > 8)
    return missing ? ALL_BYTES : 0;
  return gather (extend_bits (spread_bytes (missing), 8 * size, u->sign)) & low_bytes (reg);
}
