/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What instructions that count, find, move or choose bits give of numbers (9.7.1 and 9.7.8 of the ISA).  Forms that are not
   here, as bfind.shiftamt and the modes of prmt, give what is not known.  */

#include "prove/exact.h"

bool
ex_of_bits (const ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_POPC:
    case PTX_OP_CLZ:
    case PTX_OP_BREV:
    case PTX_OP_BFE:
    case PTX_OP_BFI:
    case PTX_OP_SHF: return true;
    case PTX_OP_BFIND:
    case PTX_OP_PRMT:
    case PTX_OP_LOP3: return i->nmods == 1; /* the type */
    default: return false;
    }
}

static uint64_t
reversed (uint64_t a, unsigned bits)
{
  uint64_t r = 0;
  for (unsigned j = 0; j < bits; j++)
    r |= (a >> j & 1) << (bits - 1 - j);
  return r;
}

/* The number of zeros above the highest one of A.  */
static unsigned
zeros_above (uint64_t a, unsigned bits)
{
  unsigned n = 0;
  while (n < bits && !(a >> (bits - 1 - n) & 1))
    n++;
  return n;
}

/* LENGTH bits of A from POS on, filled with its sign or zeros.  */
static uint64_t
extracted (uint64_t a, unsigned pos, unsigned length, unsigned bits, bool is_signed)
{
  unsigned last = pos + length - 1 < bits - 1 ? pos + length - 1 : bits - 1;
  uint64_t r = 0, fill = is_signed && length ? a >> last & 1 : 0;
  for (unsigned j = 0; j < bits; j++)
    r |= (j < length && pos + j < bits ? a >> (pos + j) & 1 : fill) << j;
  return r;
}

/* B with the lowest LENGTH bits of A at POS.  */
static uint64_t
inserted (uint64_t a, uint64_t b, unsigned pos, unsigned length, unsigned bits)
{
  for (unsigned j = 0; j < length && pos + j < bits; j++)
    b = (b & ~((uint64_t) 1 << (pos + j))) | (a >> j & 1) << (pos + j);
  return b;
}

/* Four bytes of A and B, which SELECTOR chooses.  */
static uint32_t
permuted (uint32_t a, uint32_t b, uint32_t selector)
{
  uint64_t both = (uint64_t) b << 32 | a;
  uint32_t r = 0;
  for (unsigned j = 0; j < 4; j++)
    {
      unsigned s = selector >> 4 * j & 15;
      uint32_t byte = (uint32_t) (both >> 8 * (s & 7)) & 255;
      if (s & 8)
	byte = byte & 128 ? 255 : 0;
      r |= byte << 8 * j;
    }
  return r;
}

/* The bits of TABLE that A, B and C choose.  */
static uint32_t
looked_up (uint32_t a, uint32_t b, uint32_t c, unsigned table)
{
  uint32_t r = 0;
  for (unsigned j = 0; j < 32; j++)
    r |= (table >> ((a >> j & 1) << 2 | (b >> j & 1) << 1 | (c >> j & 1)) & 1) << j;
  return r;
}

struct ex_value
ex_bits_of (const struct ex_place *p, const struct ex_insn *n, unsigned *bits)
{
  unsigned w = n->bits, op = n->i->op;
  uint64_t v[4] = { 0 };
  for (unsigned j = 0; j + 1 < n->i->nopnds && j < 4; j++)
    {
      bool count = (op == PTX_OP_BFE && j > 0) || (op == PTX_OP_BFI && j > 1);
      struct ex_value a = ex_source (p, &n->src[j], count ? 32 : w);
      if (!a.known || a.base)
	return ex_anything ();
      v[j] = (uint64_t) a.v;
    }
  unsigned shift = ptx_has (n->i, PTX_M_WRAP) ? (unsigned) v[2] & 31
		   : v[2] > 32		      ? 32
					      : (unsigned) v[2];
  uint64_t both = v[1] << 32 | (uint32_t) v[0];
  switch (op)
    {
    case PTX_OP_POPC: *bits = 32; return ex_number ((uint64_t) __builtin_popcountll (v[0]), 32);
    case PTX_OP_CLZ: *bits = 32; return ex_number (zeros_above (v[0], w), 32);
    case PTX_OP_BFIND:
      *bits = 32;
      if (n->is_signed && v[0] >> (w - 1) & 1)
	v[0] = ~v[0];
      return ex_number ((uint64_t) w - 1 - zeros_above (v[0], w), 32);
    case PTX_OP_BREV: return ex_number (reversed (v[0], w), w);
    case PTX_OP_BFE:
      return ex_number (extracted (v[0], v[1] & 255, v[2] & 255, w, n->is_signed), w);
    case PTX_OP_BFI: return ex_number (inserted (v[0], v[1], v[2] & 255, v[3] & 255, w), w);
    case PTX_OP_PRMT:
      return ex_number (permuted ((uint32_t) v[0], (uint32_t) v[1], (uint32_t) v[2]), w);
    case PTX_OP_LOP3:
      return ex_number (looked_up ((uint32_t) v[0], (uint32_t) v[1], (uint32_t) v[2],
				   (unsigned) v[3]),
			w);
    case PTX_OP_SHF:
      return ex_number (ptx_has (n->i, PTX_M_LEFT) ? both << shift >> 32 : both >> shift, w);
    default: return ex_anything ();
    }
}
