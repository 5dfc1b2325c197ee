/* SPDX-License-Identifier: MIT */
/* The sanitizer: what may be the padding of structures, which nobody writes, and which is copied
   along with the members beside it.  That is no defect (undefined.c); where it is copied to, it is
   as unwritten as it was.

   The compilers' ways to copy a structure: as its members and, as small integers, the padding
   after them (nvcc: four bytes as .v4.u8, six as three .v2.u8, or a word); word by word; in vectors
   of words.  So padding is part of a value that has other bytes, or a value that lies after some
   (follows_members).  */

#include "emulator/sanitize/undefined.h"
#include "emulator/run/device.h"

/* Returns true if MISSING, the bytes that nobody has set of a value of SIZE bytes, may be the padding of
   a structure.  SHORT_CHAR: three bytes of four are a member of two and one of one.  */
static bool
may_be_padding (uint32_t missing, uint32_t size, bool short_char)
{
  if (size == 2)
    return missing == 2;
  /* Padding begins after a member and ends where the next may begin; of the members that end
     in a word, only one that is alone there is thought of, or a short and a char after it.  Three
     bytes that were set one by one and one that was not are four of which one was forgotten.  */
  for (uint32_t k = 0; k < size; k += 4)
    switch (missing >> k & 0xf)
      {
      case 0:
      case 0x2: /* char, then short */
      case 0xc: /* short */
      case 0xe: /* char */ break;
      case 0x8:
	if (short_char)
	  break;
	return false;
      case 0xf:
	/* The upper half of what is aligned to 8 bytes.  */
	if (k % 8 == 4 && (missing >> (k - 4) & 0xf) != 0xf)
	  break;
	return false;
      default: return false;
      }
  return size >= 4;
}

/* Returns true if what R holds lacks the last of four bytes because it ends in a char that follows
   a short.  */
static bool
ends_in_char (const struct warp *w, const struct undef_ref *r)
{
  const struct origin *from = origin_of (w, r->mark);
  /* What has been written in global memory by other launches is on no record.  */
  return from && from->size == 1 && from->at % 4 == 3
	 && (from->from == FROM_GLOBAL
	     || (from->from == FROM_SHARED && shadow_one_write (w, from->at - 3)));
}

uint32_t
not_padding (const struct warp *w, const struct op *o, const struct undef_ref *r, uint32_t lanes)
{
  const struct origin *from = origin_of (w, r->mark);
  bool members = ends_in_char (w, r);
  if (from && from->gap
      && (from->from == FROM_LOCAL || from->from == FROM_SHARED || from->from == FROM_GLOBAL))
    return 0;
  EACH_LANE (i, lanes)
    if (may_be_padding (undefined_bytes (w, r, i, o->ck_bytes), o->ck_bytes, members))
      lanes &= ~(1u << i);
  return lanes;
}

bool
follows_members (uint32_t lacks, unsigned at, uint32_t size, bool loose)
{
  if ((lacks >> at & bytes_within (0, 0, size)) != bytes_within (0, 0, size))
    return false;
  /* Members are aligned to 8 bytes, or the structure to 16.  */
  for (unsigned align = 8; align <= CHUNK; align *= 2)
    {
      unsigned start = at & -align;
      uint32_t set = ~lacks >> start & ((1u << align) - 1);
      if (!set || set >> (at - start))
	continue;
      unsigned last = 31 - __builtin_clz (set);
      if ((loose && align == (size < 8 ? 8 : 2 * size)) || (set >> (last & -4) & 0xf) != 0xf)
	return true;
    }
  return false;
}

/* ---- marks that copies carry ---- */

/* The word of marks that has address A's, of shared memory or global, and the bytes of SIZE from A on
   that this memory has; NULL: they have no marks.  */
static uint64_t *
marks_at (const struct warp *w, uint64_t a, uint32_t *size, unsigned *first)
{
  const struct block *b = shared_at (w, a);
  const struct valid *v = b ? NULL : valid_at (w->block->launch->check->dev, a);
  if (b)
    a -= (uintptr_t) b->shared;
  else if (v && v->base + v->size - a < *size)
    *size = v->base + v->size - a;
  *first = a % LINE;
  return b ? &b->check->written[a / LINE] : v ? marks (v, a & -(uint64_t) LINE) : NULL;
}

uint64_t
unwritten_bytes (const struct warp *w, uint64_t a, uint32_t size)
{
  unsigned first;
  const uint64_t *m = marks_at (w, a, &size, &first);
  uint64_t missing = m ? ~m[0] >> first : 0;
  if (m && first + size > LINE)
    missing |= ~m[1] << (LINE - first);
  return missing & bytes_within (0, 0, size);
}

void
unwrite (const struct warp *w, uint64_t a, uint32_t size, uint64_t missing)
{
  unsigned first;
  uint64_t *m = marks_at (w, a, &size, &first);
  if (!m)
    return;
  missing &= bytes_within (0, 0, size);
  m[0] &= ~(missing << first);
  if (first + size > LINE)
    m[1] &= ~(missing >> (LINE - first));
  if (!shared_at (w, a))
    valid_at (w->block->launch->check->dev, a)->prefix = 0;
}

void
tell_unwritten (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t size)
{
  struct access_at at = { "read", site_of (w, o), block_number (w->block), w->index, lane, 0, 0 };
  report (w, REP_INIT,
	  shared_at (w, a) ? "read of shared memory that nobody has written"
			   : "read of global memory that nobody has written",
	  &at, 1, a, size, "a write before it");
}

void
check_carry (struct warp *w, const struct op *o, uint32_t lane, uint64_t to, uint64_t from,
	     uint32_t bytes)
{
  for (uint32_t done = 0; done < bytes; done += LINE)
    {
      uint64_t lacks = unwritten_bytes (w, from + done, bytes - done < LINE ? bytes - done : LINE);
      for (uint32_t at = done; lacks; at += CHUNK, lacks >>= CHUNK)
	{
	  uint32_t missing = lacks & 0xffff, size = bytes - at < CHUNK ? bytes - at : CHUNK,
		   all = (1u << size) - 1, tail = ~missing & all;
	  /* Members first, then nothing, as a structure of a larger alignment; or the gaps between.  */
	  bool behind = tail && !(tail & (tail + 1));
	  if (!missing)
	    continue;
	  if ((behind && size == CHUNK) || may_be_padding (missing, size, true))
	    unwrite (w, to + at, size, missing);
	  else
	    tell_unwritten (w, o, lane, from + at + __builtin_ctz (missing),
			    __builtin_popcount (missing));
	}
    }
}

/* ---- loads of padding altogether ---- */

/* REG + OFF.  */
struct place_of
{
  uint32_t reg;
  int64_t off;
};

struct wanted
{
  uint32_t reg;
  bool found;
};

static void
is_written (void *closure, ptx_opnd *o, bool written)
{
  struct wanted *x = closure;
  x->found |= written && o->reg == x->reg;
}

/* P as far back as additions of constants give it, in F.  Without optimisation nvcc adds an
   offset of a member, then that of its upper half: CHAIN is enough for a structure in structures.  */
static struct place_of
root_of (const ptx_func *f, struct place_of p)
{
  enum
  {
    CHAIN = 4
  };
  for (int k = 0; k < CHAIN; k++)
    {
      const ptx_insn *def = NULL;
      for (ptx_stmt *s = f->first; s; s = s->next)
	{
	  struct wanted x = { p.reg, false };
	  if (s->kind == PTX_ST_INSN)
	    ptx_visit_regs (&s->insn, is_written, &x);
	  if (x.found && def)
	    return p;
	  def = x.found ? &s->insn : def;
	}
      if (!def || def->op != PTX_OP_ADD || def->opnds[1].kind != PTX_O_REG
	  || def->opnds[2].kind != PTX_O_IMM)
	return p;
      p.reg = def->opnds[1].reg;
      p.off += def->opnds[2].i;
    }
  return p;
}

/* Returns true if IN is a load from a register's address, which is put in *P.  */
static bool
load_at (const ptx_func *f, const ptx_insn *in, struct place_of *p)
{
  const ptx_opnd *a = in->nopnds > 1 ? &in->opnds[1] : NULL;
  if (in->op != PTX_OP_LD || a->kind != PTX_O_ADDR || a->base != PTX_O_REG)
    return false;
  *p = root_of (f, (struct place_of){ a->reg, a->off });
  return true;
}

enum gaps
copies_gaps (const struct warp *w, const struct op *o)
{
  const ptx_func *f = w->frame->func->ir;
  const ptx_insn *in = &w->frame->func->src[o->src].stmt->insn;
  int64_t size = o->ck_bytes * o->ck_n;
  struct place_of p, q;
  /* As nvcc copies a word of padding, or half of one, or two, or sixteen bytes; a word as one if it
     does not optimise, or after a float.  */
  bool row = size == 16, word = size == 4 && o->ck_n == 1,
       parts = (o->ck_bytes == 1 && o->ck_n > 1) || (o->ck_bytes == 2 && o->ck_n == 4);
  if (!(parts || row || word) || check_is_float (w, o) || !load_at (f, in, &p))
    return NO_GAPS;
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN && &s->insn != in && load_at (f, &s->insn, &q) && q.reg == p.reg
	&& q.off >= p.off - size && q.off < p.off)
      return !word || w->frame->func->ptx->target.debug || insn_is_float (&s->insn) ? GAPS
										    : GAPS_IN_WORDS;
  return NO_GAPS;
}
