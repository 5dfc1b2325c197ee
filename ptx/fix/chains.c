/* SPDX-License-Identifier: MIT */
/* Addresses as chains of multiplications and additions.

   GCC's nvptx compiler adds indices as numbers of 64 bits, and shifts the sum:

       cvt.s64.s32 a, x;                         mul.wide.s32 t, x, 4;
       cvt.s64.s32 b, y;                         add.u64 u, p, t;
       add.u64 s, a, b;                          mul.wide.s32 v, y, 4;
       shl.b64 o, s, 2;                          add.u64 d, u, v;
       add.u64 d, p, o;

   A GPU needs two instructions to add 64 bits, but only one for a product of 32-bit numbers added to
   64 bits, which ptxas makes of a mul.wide and an add.  Both sides are the same sum of factors
   times values, and arithmetic modulo 2^64 is distributive, so they are equal wherever they wrap.
   An address in shared memory has 32 bits in the end, and one instruction adds; a chain still
   needs no sum of its own, and two chains that are the same sum are computed once.

   A sum goes through what is written once, without a guard, and
     - earlier in the same block, of what has not been written since; or
     - in a block that dominates, if all that it is computed from is written once, in blocks that
       dominate in turn, and it is a factor times one value: then nothing moves into a loop.
   Sums that share parts are changed together, if that makes fewer instructions.  The old ones
   stay where they are; they may be dead (dead.c).  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  MOST_TERMS = 6, /* as of indices in opt/index.cc: a tile of a tile of a matrix */
  MOST_DEPTH = 12,
  MOST_ROOTS = 256 /* that are looked at together: each is compared with those before it */
};

/* FACTOR * value of REG, which is extended from 32 bits if HOW is PTX_S32 or PTX_U32, and has 64
   if it is PTX_B64.  */
typedef struct term
{
  uint32_t reg;
  ptx_mod how;
  uint64_t factor;
  int64_t product; /* a register that holds this, -1: none */
} term;

typedef struct sum
{
  term t[MOST_TERMS];
  uint32_t n;
  uint64_t constant;
  bool failed; /* too many terms */
} sum;

/* What writes a register that is written once, or 0.  */
typedef struct writer
{
  ptx_stmt *s;
  uint32_t at, block; /* position, block of s */
  uint32_t writes;    /* how many write the register in all */
} writer;

/* The end of a sum: an addition that something else than another sum of its block reads.  */
typedef struct root
{
  ptx_stmt *s;
  uint32_t at;
  uint32_t group; /* the first root that shares a part with this one; itself if there is none */
  int64_t same;	  /* an earlier root of the block with the same sum, -1: none */
  bool shared;	  /* an address in shared memory */
  sum sum;
} root;

typedef struct chains
{
  ptx_func *f;
  ptx_flow *flow;
  uint32_t nregs;    /* registers that the tables know: not those made here */
  uint32_t now;	     /* position */
  uint32_t block;    /* number of the block */
  writer *by;	     /* by register */
  writer *lately;    /* by register: what wrote it last so far, if that is written several times */
  uint32_t *last;    /* by register: the position of its last write so far */
  uint32_t *reads;   /* by register: how many read it in all */
  uint32_t *inner;   /* by register: how many of these are sums of the block that writes it */
  uint32_t *bases;   /* by register: how many of these are addresses of accesses */
  uint8_t *tag;	     /* by register: ptx_space_tags */
  int64_t *owner;    /* by register: the first root of the block that goes through it, or -1 */
  uint32_t *visited; /* by register: how many sums that roots go through read it */
  uint32_t *parts;   /* registers that the roots of this block go through, in this block */
  uint32_t nparts, parts_cap;
  root *roots; /* of this block */
  uint32_t nroots, roots_cap;
} chains;

/* ---- sums ---- */

/* The kind of sum that I is.  Its operands from 1 on are registers or constants.  */
typedef enum kind
{
  NOT_SUM,
  COPY,	   /* mov */
  ADD,	   /* also sub */
  PRODUCT, /* shl, mul.lo by a constant */
  WIDE,	   /* mul.wide by a constant */
  EXTEND   /* cvt from 32 bits */
} kind;

static bool
is_64 (const chains *w, const ptx_opnd *o)
{
  return ptx_whole_reg (o) && o->reg < w->nregs && w->f->regs[o->reg].vec == 1
	 && ptx_bits (w->f->regs[o->reg].type) == 64;
}

static bool
is_32 (const chains *w, const ptx_opnd *o)
{
  return ptx_whole_reg (o) && o->reg < w->nregs && w->f->regs[o->reg].vec == 1
	 && ptx_bits (w->f->regs[o->reg].type) == 32;
}

static bool
integer_64 (ptx_mod type)
{
  return type == PTX_S64 || type == PTX_U64 || type == PTX_B64;
}

static kind
sum_kind (const chains *w, const ptx_insn *i)
{
  ptx_mod type = ptx_type (i, 0);
  if (i->guard >= 0 || i->nopnds < 2 || i->nopnds > 3 || !is_64 (w, &i->opnds[0]))
    return NOT_SUM;
  const ptx_opnd *x = &i->opnds[1], *y = i->nopnds == 3 ? &i->opnds[2] : 0;
  switch (i->op)
    {
    case PTX_OP_MOV: return i->nmods == 1 && integer_64 (type) && is_64 (w, x) ? COPY : NOT_SUM;
    case PTX_OP_ADD:
    case PTX_OP_SUB:
      return i->nmods == 1 && integer_64 (type) && y && is_64 (w, x)
		 && (is_64 (w, y) || y->kind == PTX_O_IMM)
	       ? ADD
	       : NOT_SUM;
    case PTX_OP_SHL:
      return i->nmods == 1 && type == PTX_B64 && y && is_64 (w, x) && y->kind == PTX_O_IMM
		 && y->u < 64
	       ? PRODUCT
	       : NOT_SUM;
    case PTX_OP_MUL:
      if (i->nmods != 2 || !y || y->kind != PTX_O_IMM)
	return NOT_SUM;
      if (ptx_has (i, PTX_M_WIDE))
	return (type == PTX_S32 || type == PTX_U32) && is_32 (w, x) ? WIDE : NOT_SUM;
      return ptx_has (i, PTX_M_LO) && integer_64 (type) && is_64 (w, x) ? PRODUCT : NOT_SUM;
    case PTX_OP_CVT:
      return i->nmods == 2 && is_32 (w, x)
		 && ((type == PTX_S64 && ptx_type (i, 1) == PTX_S32)
		     || (type == PTX_U64 && ptx_type (i, 1) == PTX_U32))
	       ? EXTEND
	       : NOT_SUM;
    default: return NOT_SUM;
    }
}

/* The number that mul.wide multiplies by, extended as its type says.  */
static uint64_t
wide_factor (const ptx_insn *i)
{
  uint32_t c = (uint32_t) i->opnds[2].u;
  return ptx_type (i, 0) == PTX_S32 ? (uint64_t) (int64_t) (int32_t) c : c;
}

static void
add_multiple (sum *s, uint32_t reg, ptx_mod how, uint64_t factor, int64_t product)
{
  uint32_t k = 0;
  while (k < s->n && (s->t[k].reg != reg || s->t[k].how != how))
    k++;
  if (k == MOST_TERMS)
    {
      s->failed = true;
      return;
    }
  if (k == s->n)
    s->t[s->n++] = (term){ reg, how, 0, product };
  else
    s->t[k].product = -1;
  s->t[k].factor += factor;
  if (!s->t[k].factor)
    s->t[k] = s->t[--s->n];
}

/* True if what register R holds is what it held when position AT of block BLOCK was executed last:
   nothing has written it since in this block, or it is written once and that dominates.  */
static bool
as_then (const chains *w, uint32_t r, uint32_t at, uint32_t block)
{
  const writer *d = &w->by[r];
  if (block == w->block && at <= w->now && w->last[r] < at)
    return true;
  return d->writes == 1 && d->s && d->at < at
	 && (d->block == block || ptx_dominates (w->flow, d->block, block));
}

/* Where a sum reads an operand, and how deep that is.  */
typedef struct place
{
  uint32_t at, block;
  unsigned depth;
} place;

static void add_operand (chains *w, sum *s, const ptx_opnd *o, uint64_t factor, place p, bool note);

/* S += FACTOR * what the sum I is, which is at P.  */
static void
add_insn (chains *w, sum *s, const ptx_insn *i, uint64_t factor, place p, bool note)
{
  switch (sum_kind (w, i))
    {
    case COPY: add_operand (w, s, &i->opnds[1], factor, p, note); break;
    case ADD:
      add_operand (w, s, &i->opnds[1], factor, p, note);
      add_operand (w, s, &i->opnds[2], i->op == PTX_OP_ADD ? factor : -factor, p, note);
      break;
    case PRODUCT:
      factor *= i->op == PTX_OP_SHL ? UINT64_C (1) << i->opnds[2].u : i->opnds[2].u;
      add_operand (w, s, &i->opnds[1], factor, p, note);
      break;
    case WIDE:
      add_multiple (s, i->opnds[1].reg, ptx_type (i, 0), factor * wide_factor (i), -1);
      break;
    case EXTEND: add_multiple (s, i->opnds[1].reg, ptx_type (i, 1), factor, -1); break;
    default: s->failed = true;
    }
}

/* What has written the value of R that is read at P, or 0.  */
static const writer *
writer_of (const chains *w, uint32_t r, place p)
{
  const writer *d = &w->by[r];
  if (d->writes > 1 && p.block == w->block && w->lately[r].block == w->block
      && w->lately[r].at == w->last[r])
    d = &w->lately[r];
  else if (d->writes != 1)
    return 0;
  return d->s && d->at < p.at ? d : 0;
}

/* True if a sum that reads R at P may read what D, the writer of R, reads instead.  */
static bool
goes_through (const chains *w, const writer *d, place p)
{
  if (!d || p.depth == MOST_DEPTH)
    return false;
  const ptx_insn *i = &d->s->insn;
  if (sum_kind (w, i) == NOT_SUM
      || (d->block != p.block && !ptx_dominates (w->flow, d->block, p.block)))
    return false;
  for (unsigned k = 1; k < i->nopnds; k++)
    if (i->opnds[k].kind == PTX_O_REG && !as_then (w, i->opnds[k].reg, d->at, d->block))
      return false;
  return true;
}

/* The root being looked at goes through R, in its own block.  */
static void
note_part (chains *w, uint32_t r)
{
  uint32_t g = w->nroots; /* the root that is not in w->roots yet */
  if (w->owner[r] < 0)
    {
      w->owner[r] = g;
      w->parts = ptx_grow (w->parts, w->nparts, &w->parts_cap, sizeof *w->parts);
      w->parts[w->nparts++] = r;
      const ptx_insn *i = &w->by[r].s->insn;
      for (unsigned k = 1; k < i->nopnds; k++)
	if (i->opnds[k].kind == PTX_O_REG)
	  w->visited[i->opnds[k].reg]++;
    }
}

static void
add_operand (chains *w, sum *s, const ptx_opnd *o, uint64_t factor, place p, bool note)
{
  if (o->kind == PTX_O_IMM)
    {
      s->constant += factor * o->u;
      return;
    }
  uint32_t r = o->reg;
  const writer *d = writer_of (w, r, p);
  if (goes_through (w, d, p))
    {
      place q = { d->at, d->block, p.depth + 1 };
      sum part = { 0 };
      bool here = d->block == w->block;
      if (here && d->writes == 1 && w->reads[r] == w->inner[r])
	{
	  if (note)
	    note_part (w, r);
	  add_insn (w, s, &d->s->insn, factor, q, note);
	  return;
	}
      /* Elsewhere, or what is needed anyway: only a multiple of one value.  */
      add_insn (w, &part, &d->s->insn, 1, q, false);
      if (!part.failed && part.n == 1 && !part.constant && part.t[0].how != PTX_B64)
	{
	  add_multiple (s, part.t[0].reg, part.t[0].how, factor * part.t[0].factor,
			factor == 1 && d->writes == 1 ? (int64_t) r : -1);
	  return;
	}
    }
  add_multiple (s, r, PTX_B64, factor, -1);
}

/* ---- costs, in halves of an instruction of the machine ---- */

static bool
power_of_two (uint64_t x)
{
  return x && !(x & (x - 1));
}

/* True if T can be a term of a chain: mul.wide takes its factor, or shl, or it is added as it
   is.  */
static bool
fits_chain (const term *t)
{
  if (t->how == PTX_S32)
    return (uint64_t) (int64_t) (int32_t) t->factor == t->factor;
  if (t->how == PTX_U32)
    return t->factor >> 32 == 0;
  return power_of_two (t->factor) || t->factor == UINT64_MAX;
}

/* The term of S that a chain begins with, or -1: it begins with the first product.  */
static int
base_of (const sum *s)
{
  for (uint32_t k = 0; k < s->n; k++)
    if (s->t[k].how == PTX_B64 && s->t[k].factor == 1)
      return (int) k;
  return -1;
}

/* Of a constant in the sum that D gets: an access adds it to its address for nothing.  */
static unsigned
cost_of_constant (const chains *w, uint32_t d, bool shared)
{
  return w->bases[d] == w->reads[d] ? 0 : shared ? 2 : 3;
}

static unsigned
cost_of_chain (const chains *w, const root *r)
{
  const sum *s = &r->sum;
  bool shared = r->shared;
  unsigned cost = s->constant ? cost_of_constant (w, r->s->insn.opnds[0].reg, shared) : 0;
  int base = base_of (s);
  for (uint32_t k = 0; k < s->n; k++)
    if ((int) k != base)
      cost += shared || s->t[k].how != PTX_B64 ? 2 : s->t[k].factor == 1 ? 3 : 4;
  return cost;
}

/* What ptxas makes of I: shl and add become one LEA, of two halves each for 64 bits; mul.wide and
   add one IMAD.WIDE; the upper half of a sum needs the sign of what cvt extends.  */
static unsigned
cost_of_insn (const chains *w, const ptx_insn *i, bool shared)
{
  switch (sum_kind (w, i))
    {
    case ADD:
      if (i->opnds[2].kind == PTX_O_IMM)
	return cost_of_constant (w, i->opnds[0].reg, shared);
      for (unsigned k = 1; k < 3; k++)
	if (is_64 (w, &i->opnds[k]) && w->by[i->opnds[k].reg].writes == 1
	    && w->by[i->opnds[k].reg].s && sum_kind (w, &w->by[i->opnds[k].reg].s->insn) == WIDE)
	  return 2;
      return shared ? 2 : 3;
    case PRODUCT: return shared ? 0 : i->op == PTX_OP_SHL ? 1 : 4;
    case EXTEND: return ptx_type (i, 1) == PTX_S32 && !shared;
    default: return 0;
    }
}

/* ---- roots ---- */

static uint32_t
group_root (const chains *w, uint32_t g)
{
  while (w->roots[g].group != g)
    g = w->roots[g].group;
  return g;
}

static bool
equal_sums (const sum *a, const sum *b)
{
  if (a->n != b->n || a->constant != b->constant)
    return false;
  for (uint32_t k = 0; k < a->n; k++)
    {
      uint32_t l = 0;
      while (l < b->n
	     && (a->t[k].reg != b->t[l].reg || a->t[k].how != b->t[l].how
		 || a->t[k].factor != b->t[l].factor))
	l++;
      if (l == b->n)
	return false;
    }
  return true;
}

/* The first root of the block with the sum of R, whose terms have not been written since, -1: there
   is none.  */
static int64_t
same_root (const chains *w, const root *r)
{
  for (uint32_t k = 0; k < w->nroots; k++)
    {
      const root *q = &w->roots[k];
      uint32_t d = q->s->insn.opnds[0].reg;
      if (q->same >= 0 || w->by[d].writes != 1 || !equal_sums (&q->sum, &r->sum))
	continue;
      bool kept = true;
      for (uint32_t t = 0; t < r->sum.n; t++)
	kept &= w->last[r->sum.t[t].reg] < q->at;
      if (kept)
	return k;
    }
  return -1;
}

/* Roots whose sums go through one part are of one group.  */
static void
join_groups (chains *w, const ptx_insn *i, uint32_t g)
{
  for (unsigned k = 1; k < i->nopnds; k++)
    {
      if (i->opnds[k].kind != PTX_O_REG)
	continue;
      uint32_t r = i->opnds[k].reg;
      if (w->owner[r] < 0)
	continue;
      uint32_t a = group_root (w, (uint32_t) w->owner[r]), b = group_root (w, g);
      w->roots[a < b ? b : a].group = a < b ? a : b;
    }
}

/* S, an addition at the present position, may be a root.  */
static void
note_root (chains *w, ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  if (sum_kind (w, i) != ADD)
    return;
  uint32_t d = i->opnds[0].reg;
  if (w->by[d].writes == 1 && w->reads[d] == w->inner[d])
    return;
  root r = { .s = s, .at = w->now, .group = w->nroots, .shared = w->tag[d] == PTX_TAG_SHARED };
  place p = { w->now, w->block, 0 };
  add_insn (w, &r.sum, i, 1, p, false);
  bool ok = !r.sum.failed && r.sum.n;
  unsigned pointers = 0;
  for (uint32_t k = 0; k < r.sum.n; k++)
    {
      unsigned tag = w->tag[r.sum.t[k].reg];
      pointers += tag > PTX_TAG_NONE && tag < PTX_TAG_ANY;
      ok &= fits_chain (&r.sum.t[k]);
    }
  /* With two pointers spaces.c would no longer see whose space the address is in.  */
  if (!ok || pointers > 1)
    return;
  sum again = { 0 };
  add_insn (w, &again, i, 1, p, true);
  for (unsigned k = 1; k < i->nopnds; k++)
    if (i->opnds[k].kind == PTX_O_REG)
      w->visited[i->opnds[k].reg]++;
  r.same = same_root (w, &r);
  w->roots = ptx_grow (w->roots, w->nroots, &w->roots_cap, sizeof *w->roots);
  w->roots[w->nroots++] = r;
}

/* ---- chains ---- */

static ptx_opnd
new_number (chains *w)
{
  return ptx_reg_opnd (ptx_new_reg (w->f, PTX_B64, "%px_sum"));
}

/* T computed before S, or by what has made a product of it before.  */
static ptx_opnd
make_product (chains *w, ptx_stmt *s, const term *t, bool shared)
{
  if (t->product >= 0)
    {
      ptx_insn *i = &w->by[t->product].s->insn;
      ptx_opnd p[] = { i->opnds[0], ptx_reg_opnd (t->reg), ptx_imm_opnd ((int64_t) t->factor) };
      if (!shared && sum_kind (w, i) != WIDE)
	*i = ptx_new_insn (w->f->module, t->how == PTX_S32 ? "mul.wide.s32" : "mul.wide.u32", p, 3)
	       ->insn;
      return p[0];
    }
  ptx_opnd o[3] = { new_number (w), ptx_reg_opnd (t->reg), ptx_imm_opnd ((int64_t) t->factor) };
  bool shift = power_of_two (t->factor) && (t->how == PTX_B64 || shared);
  if (!shift)
    {
      ptx_insert_insn (w->f, s, t->how == PTX_S32 ? "mul.wide.s32" : "mul.wide.u32", o, 3);
      return o[0];
    }
  /* Of a shifted number ptxas knows by what it can be divided, of a product it does not, and then
     it joins no loads from shared memory.  */
  if (t->how != PTX_B64)
    {
      ptx_insert_insn (w->f, s, t->how == PTX_S32 ? "cvt.s64.s32" : "cvt.u64.u32", o, 2);
      o[1] = o[0];
    }
  unsigned k = 0;
  while (t->factor >> k != 1)
    k++;
  if (!k)
    return o[1];
  o[0] = new_number (w);
  o[2] = ptx_imm_opnd (k);
  ptx_insert_insn (w->f, s, "shl.b64", o, 3);
  return o[0];
}

/* Terms in the order in which they are added: first what is known first.  */
static void
sort_terms (const chains *w, sum *s)
{
  for (uint32_t k = 1; k < s->n; k++)
    for (uint32_t l = k; l > 0; l--)
      {
	const writer *a = &w->by[s->t[l - 1].reg], *b = &w->by[s->t[l].reg];
	uint32_t x = a->writes == 1 ? a->at : UINT32_MAX, y = b->writes == 1 ? b->at : UINT32_MAX;
	if (x <= y)
	  break;
	term t = s->t[l];
	s->t[l] = s->t[l - 1];
	s->t[l - 1] = t;
      }
}

/* R's sum is computed by a chain that ends with R's addition.  */
static void
make_chain (chains *w, root *r)
{
  ptx_insn *i = &r->s->insn;
  sum *s = &r->sum;
  if (r->same >= 0)
    {
      ptx_opnd copy[] = { i->opnds[0], w->roots[r->same].s->insn.opnds[0] };
      *i = ptx_new_insn (w->f->module, "mov.u64", copy, 2)->insn;
      return;
    }
  sort_terms (w, s);
  int base = base_of (s);
  ptx_opnd sum = base >= 0 ? ptx_reg_opnd (s->t[base].reg) : ptx_imm_opnd (0);
  uint32_t left = s->n - (base >= 0) + (s->constant != 0);
  if (!left)
    {
      ptx_opnd copy[] = { i->opnds[0], sum };
      *i = ptx_new_insn (w->f->module, "mov.u64", copy, 2)->insn;
      return;
    }
  for (uint32_t k = 0; k <= s->n; k++)
    {
      ptx_opnd x;
      bool negative = k < s->n && s->t[k].how == PTX_B64 && s->t[k].factor == UINT64_MAX;
      if (k == s->n ? !s->constant : (int) k == base)
	continue;
      left--;
      if (k == s->n)
	x = ptx_imm_opnd ((int64_t) s->constant);
      else
	x = negative ? ptx_reg_opnd (s->t[k].reg) : make_product (w, r->s, &s->t[k], r->shared);
      if (sum.kind == PTX_O_IMM && !negative && left)
	{
	  sum = x; /* the first of a chain without a base */
	  continue;
	}
      const char *name = negative ? "sub.u64" : "add.u64";
      ptx_opnd o[] = { left ? new_number (w) : i->opnds[0], sum, x };
      if (left)
	ptx_insert_insn (w->f, r->s, name, o, 3);
      else
	*i = ptx_new_insn (w->f->module, name, o, 3)->insn;
      sum = o[0];
    }
}

/* Change the groups of roots that chains make shorter, and forget the block.  */
static void
end_block (chains *w)
{
  for (uint32_t g = 0; g < w->nroots; g++)
    join_groups (w, &w->roots[g].s->insn, g);
  for (uint32_t k = 0; k < w->nparts; k++)
    join_groups (w, &w->by[w->parts[k]].s->insn, (uint32_t) w->owner[w->parts[k]]);
  unsigned *before = calloc (w->nroots + 1, sizeof *before);
  unsigned *after = calloc (w->nroots + 1, sizeof *after);
  if (!before || !after)
    ptx_oom ();
  for (uint32_t g = 0; g < w->nroots; g++)
    {
      const root *r = &w->roots[g];
      before[group_root (w, g)] += cost_of_insn (w, &r->s->insn, r->shared);
      if (r->same < 0)
	after[group_root (w, g)] += cost_of_chain (w, r);
    }
  for (uint32_t k = 0; k < w->nparts; k++)
    {
      uint32_t p = w->parts[k], g = (uint32_t) w->owner[p];
      /* A part that something else reads, too, stays.  */
      if (w->visited[p] == w->reads[p])
	before[group_root (w, g)] += cost_of_insn (w, &w->by[p].s->insn, w->roots[g].shared);
    }
  for (uint32_t g = 0; g < w->nroots; g++)
    if (after[group_root (w, g)] < before[group_root (w, g)])
      make_chain (w, &w->roots[g]);
  free (before);
  free (after);
  for (uint32_t k = 0; k < w->nparts; k++)
    w->owner[w->parts[k]] = -1;
  w->nparts = w->nroots = 0;
}

static void
count_access (void *closure, ptx_opnd *o, bool written)
{
  chains *w = closure;
  if (written)
    w->by[o->reg].writes++;
  else
    w->reads[o->reg]++;
}

static void
note_writing (void *closure, ptx_opnd *o, bool written)
{
  chains *w = closure;
  if (written && o->reg < w->nregs)
    w->last[o->reg] = w->now;
}

/* S, at the present position, has written what it writes.  */
static void
note_last_write (chains *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  ptx_visit_regs (i, note_writing, w);
  if (i->guard < 0 && i->nopnds && ptx_whole_reg (&i->opnds[0]) && i->opnds[0].reg < w->nregs
      && w->by[i->opnds[0].reg].writes > 1)
    w->lately[i->opnds[0].reg] = (writer){ s, w->now, w->block, 2 };
}

/* Where S is written, and what it reads as an address.  */
static void
note_insn (chains *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  ptx_visit_regs (i, count_access, w);
  for (unsigned k = 0; k < i->nopnds; k++)
    if (i->opnds[k].kind == PTX_O_ADDR && i->opnds[k].base == PTX_O_REG)
      w->bases[i->opnds[k].reg]++;
  if (i->guard < 0 && i->nopnds && ptx_whole_reg (&i->opnds[0]))
    {
      writer *d = &w->by[i->opnds[0].reg];
      d->s = s, d->at = w->now, d->block = w->block;
    }
}

static void
note_inner (chains *w, const ptx_insn *i)
{
  kind k = sum_kind (w, i);
  if (k == NOT_SUM || (k != ADD && w->by[i->opnds[0].reg].writes != 1))
    return;
  for (unsigned n = 1; n < i->nopnds; n++)
    if (i->opnds[n].kind == PTX_O_REG)
      {
	const writer *d = &w->by[i->opnds[n].reg];
	w->inner[i->opnds[n].reg] += d->writes == 1 && d->s && d->block == w->block
				     && d->at < w->now && sum_kind (w, &d->s->insn) != NOT_SUM;
      }
}

/* Go to S, the next statement.  */
static void
step (chains *w, const ptx_stmt *s)
{
  w->now++;
  w->block += ptx_begins_block (s);
}

static void *
table (const chains *w, size_t size)
{
  void *p = calloc (w->nregs + 1, size);
  if (!p)
    ptx_oom ();
  return p;
}

bool
ptx_chain_sums (ptx_func *f, const ptx_pointer_param *pointers, unsigned n)
{
  if (!f->defined || f->module->address_size == 32)
    return true;
  chains w = { .f = f, .nregs = f->nregs };
  w.flow = ptx_flow_of (f);
  w.tag = ptx_space_tags (f, pointers, n);
  w.by = table (&w, sizeof *w.by);
  w.lately = table (&w, sizeof *w.lately);
  w.last = table (&w, sizeof *w.last);
  w.reads = table (&w, sizeof *w.reads);
  w.inner = table (&w, sizeof *w.inner);
  w.bases = table (&w, sizeof *w.bases);
  w.owner = table (&w, sizeof *w.owner);
  w.visited = table (&w, sizeof *w.visited);
  for (uint32_t r = 0; r < w.nregs; r++)
    {
      w.owner[r] = -1;
      w.reads[r] = w.by[r].writes = f->regs[r].param;
    }
  /* The first statement is the start of block 0.  */
  w.block = UINT32_MAX;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      step (&w, s);
      if (s->kind == PTX_ST_INSN)
	note_insn (&w, s);
    }
  w.now = 0, w.block = UINT32_MAX;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      step (&w, s);
      if (s->kind == PTX_ST_INSN)
	note_inner (&w, &s->insn);
    }
  w.now = 0, w.block = UINT32_MAX;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      if (ptx_begins_block (s) || w.nroots == MOST_ROOTS)
	end_block (&w);
      step (&w, s);
      if (s->kind != PTX_ST_INSN)
	continue;
      note_root (&w, s);
      note_last_write (&w, s);
    }
  end_block (&w);
  ptx_flow_free (w.flow);
  free (w.tag);
  free (w.by);
  free (w.lately);
  free (w.last);
  free (w.reads);
  free (w.inner);
  free (w.bases);
  free (w.owner);
  free (w.visited);
  free (w.parts);
  free (w.roots);
  return true;
}
