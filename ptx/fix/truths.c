/* SPDX-License-Identifier: MIT */
/* Numbers that are only 0 or 1 are predicates beside, and tests of them are tests of predicates.

   tests.c does so for what is computed in the test's own block.  A condition that C compares with another
   one, or that several ways compute, is a number further away:

       selp.u32 a, 1, 0, p;                      mov.pred qa, p;
       cnot.b32 b, x;                            setp.eq.u32 qb, x, 0;
       …                                         …
       setp.ne.u32 t, a, b;                      xor.pred t, qa, qb;
       @t bra A;                                 @t bra A;
       selp.u32 r, 1, 0, c;                      mov.pred qr, c;
       bra B;                                    bra B;
     A:                                        A:
       selp.u32 r, 1, 0, d;                      mov.pred qr, d;
     B:                                        B:
       setp.eq.u32 u, r, 0;                      not.pred u, qr;

   A register is a truth value if each instruction that writes it gives 0 or 1: a selection of these, cnot,
   the bit of a sign, a mask of one bit, this or the lowest one after a shift, a constant, and conversions,
   conjunctions and the like of truth values.  Its predicate is written beside it, after each instruction that writes it, under the same
   guard: so it is 1 if the number is, wherever both are read.  The numbers stay; they may be dead.

   Registers of nested scopes, and those that a caller reads, are left alone.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef struct truth
{
  bool no;	    /* it may be something else */
  bool gains;	    /* a predicate saves something: not all that write it are masks */
  bool wanted;	    /* a test reads it */
  uint32_t mask;    /* what all that write it are masked with, one bit of 32; else 0 */
  uint32_t writers; /* that were looked at */
  uint32_t pred;    /* its predicate, if WANTED */
} truth;

typedef struct truths
{
  ptx_func *f;
  uint32_t nregs;
  truth *t;	 /* by register */
  bool whole;	 /* what an instruction writes is known: it is looked at by note_writer */
  uint32_t mask; /* one_bit_mask the instruction that is looked at */
  bool changed;
} truths;

static bool
is_imm (const ptx_opnd *o, int64_t n)
{
  return o->kind == PTX_O_IMM && o->i == n;
}

static bool
is_bit (const ptx_opnd *o)
{
  return is_imm (o, 0) || is_imm (o, 1);
}

static bool
integer_type (ptx_mod type)
{
  return ptx_type_kind (type) != PTX_K_FLOAT && type != PTX_PRED && ptx_bits (type) <= 64;
}

/* What I masks the register that it writes with, if that is one bit of 32; else 0.  */
static uint32_t
one_bit_mask (const ptx_insn *i)
{
  if (i->op != PTX_OP_AND || i->nopnds != 3 || ptx_bits (ptx_type (i, 0)) != 32
      || i->opnds[2].kind != PTX_O_IMM)
    return 0;
  uint32_t mask = (uint32_t) i->opnds[2].i;
  return mask & (mask - 1) ? 0 : mask;
}

/* True if I shifts the one bit that a register has to the lowest place.  */
static bool
shifts_mask (const truths *w, const ptx_insn *i)
{
  const ptx_opnd *a = &i->opnds[1], *b = &i->opnds[2];
  return i->op == PTX_OP_SHR && i->nopnds == 3 && ptx_type (i, 0) == PTX_U32 && ptx_whole_reg (a)
	 && a->reg < w->nregs && b->kind == PTX_O_IMM && b->i >= 0 && b->i < 32
	 && w->t[a->reg].mask == UINT32_C (1) << b->i;
}

/* True if O is 0 or 1 where the registers are that are not known to be something else.  */
static bool
truth_opnd (const truths *w, const ptx_opnd *o)
{
  return ptx_whole_reg (o) && o->reg < w->nregs && !w->t[o->reg].no;
}

/* True if I writes 0 or 1.  *GAINS: it is not only a mask.  */
static bool
gives_truth (const truths *w, const ptx_insn *i, bool *gains)
{
  if (i->nopnds < 2 || !ptx_whole_reg (&i->opnds[0]) || !i->nmods)
    return false;
  const ptx_opnd *a = &i->opnds[1], *b = &i->opnds[2];
  ptx_mod type = ptx_type (i, 0);
  if (!integer_type (type))
    return false;
  *gains = true;
  switch (i->op)
    {
    case PTX_OP_SELP:
      return i->nopnds == 4 && is_bit (a) && is_bit (b) && a->i != b->i
	     && ptx_whole_reg (&i->opnds[3]);
    case PTX_OP_CNOT: return i->nopnds == 2 && ptx_whole_reg (a);
    case PTX_OP_SHR:
      return (i->nopnds == 3 && type == PTX_U32 && ptx_whole_reg (a) && is_imm (b, 31))
	     || shifts_mask (w, i);
    case PTX_OP_MOV: return i->nopnds == 2 && (is_bit (a) || truth_opnd (w, a));
    case PTX_OP_CVT:
      return i->nopnds == 2 && i->nmods == 2 && integer_type (ptx_type (i, 1)) && truth_opnd (w, a);
    case PTX_OP_AND:
      if (i->nopnds == 3 && ptx_whole_reg (a) && is_imm (b, 1))
	{
	  *gains = false;
	  return true;
	}
      return i->nopnds == 3 && truth_opnd (w, a) && truth_opnd (w, b);
    case PTX_OP_OR: return i->nopnds == 3 && truth_opnd (w, a) && truth_opnd (w, b);
    case PTX_OP_XOR:
      return i->nopnds == 3 && truth_opnd (w, a) && (truth_opnd (w, b) || is_imm (b, 1));
    default: return false;
    }
}

static void
note_truth (void *closure, ptx_opnd *o, bool written)
{
  truths *w = closure;
  if (!written)
    return;
  truth *t = &w->t[o->reg];
  t->writers++;
  if (!w->whole && !t->no)
    t->no = w->changed = true;
}

static void
note_mask (void *closure, ptx_opnd *o, bool written)
{
  truths *w = closure;
  if (!written)
    return;
  truth *t = &w->t[o->reg];
  t->mask = !t->writers++ || t->mask == w->mask ? w->mask : 0;
}

static void
find_masks (truths *w)
{
  uint32_t depth = 0;
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    {
      depth += s->kind == PTX_ST_OPEN;
      depth -= s->kind == PTX_ST_CLOSE;
      if (s->kind != PTX_ST_INSN)
	continue;
      w->mask = depth ? 0 : one_bit_mask (&s->insn);
      ptx_visit_regs (&s->insn, note_mask, w);
    }
  /* A caller may give a parameter anything.  */
  for (uint32_t r = 0; r < w->nregs; r++)
    {
      w->t[r].writers = 0;
      if (w->f->regs[r].param || w->f->regs[r].vec != 1)
	w->t[r].mask = 0;
    }
}

/* Find the truth values: what is not shown to be something else.  */
static void
find_truths (truths *w)
{
  for (uint32_t r = 0; r < w->nregs; r++)
    w->t[r].no = w->f->regs[r].param || w->f->regs[r].vec != 1 || w->f->regs[r].type == PTX_PRED;
  do
    {
      uint32_t depth = 0;
      w->changed = false;
      for (ptx_stmt *s = w->f->first; s; s = s->next)
	{
	  depth += s->kind == PTX_ST_OPEN;
	  depth -= s->kind == PTX_ST_CLOSE;
	  if (s->kind != PTX_ST_INSN)
	    continue;
	  bool gains = false;
	  w->whole = !depth && gives_truth (w, &s->insn, &gains);
	  ptx_visit_regs (&s->insn, note_truth, w);
	  if (w->whole)
	    w->t[s->insn.opnds[0].reg].gains |= gains;
	}
    }
  while (w->changed);
  for (uint32_t r = 0; r < w->nregs; r++)
    w->t[r].no |= !w->t[r].writers;
}

/* True if I tests truth values, and predicates save something.  */
static bool
tests_truth (const truths *w, const ptx_insn *i)
{
  ptx_mod how = i->op == PTX_OP_SETP ? ptx_cmp (i) : PTX_NOMOD;
  if ((how != PTX_M_NE && how != PTX_M_EQ) || i->nopnds != 3 || i->nmods != 2
      || !ptx_whole_reg (&i->opnds[0]) || !integer_type (ptx_type (i, 0))
      || !truth_opnd (w, &i->opnds[1]))
    return false;
  if (truth_opnd (w, &i->opnds[2]))
    return w->t[i->opnds[1].reg].gains && w->t[i->opnds[2].reg].gains;
  return is_bit (&i->opnds[2]) && w->t[i->opnds[1].reg].gains;
}

/* R and what it is computed of need predicates.  */
static void
want (truths *w, uint32_t r)
{
  if (!w->t[r].wanted)
    {
      w->t[r].wanted = w->changed = true;
      w->t[r].pred = ptx_new_reg (w->f, PTX_PRED, "%px_");
    }
}

static bool
is_wanted (const truths *w, const ptx_opnd *o)
{
  return ptx_whole_reg (o) && o->reg < w->nregs && w->t[o->reg].wanted;
}

/* Find the truth values whose predicates are needed.  */
static void
find_wanted (truths *w)
{
  do
    {
      w->changed = false;
      for (const ptx_stmt *s = w->f->first; s; s = s->next)
	{
	  const ptx_insn *i = &s->insn;
	  if (s->kind != PTX_ST_INSN || i->nopnds < 2)
	    continue;
	  bool test = tests_truth (w, i);
	  bool part = (i->op == PTX_OP_MOV || i->op == PTX_OP_CVT || i->op == PTX_OP_AND
		       || i->op == PTX_OP_OR || i->op == PTX_OP_XOR)
		      && is_wanted (w, &i->opnds[0]);
	  if (part && i->op == PTX_OP_AND && is_imm (&i->opnds[2], 1))
	    part = false;
	  for (unsigned k = 1; (test || part) && k < i->nopnds; k++)
	    if (ptx_whole_reg (&i->opnds[k]))
	      want (w, i->opnds[k].reg);
	}
    }
  while (w->changed);
}

static ptx_opnd
pred_of (const truths *w, const ptx_opnd *o)
{
  return ptx_reg_opnd (w->t[o->reg].pred);
}

/* Write the predicate of what I, at S, writes.  */
static void
write_beside (truths *w, ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  const ptx_opnd *a = &i->opnds[1], *b = &i->opnds[2];
  ptx_opnd o[3] = { pred_of (w, &i->opnds[0]) };
  unsigned n = 3;
  const char *name = "setp.ne.u32";
  bool two = i->nopnds == 3 && ptx_whole_reg (b);
  switch (i->op)
    {
    case PTX_OP_SELP:
      name = is_imm (a, 1) ? "mov.pred" : "not.pred";
      o[1] = i->opnds[3], n = 2;
      break;
    case PTX_OP_CNOT:
      name = ptx_bits (ptx_type (i, 0)) == 64	? "setp.eq.u64"
	     : ptx_bits (ptx_type (i, 0)) == 16 ? "setp.eq.u16"
						: "setp.eq.u32";
      o[1] = *a, o[2] = ptx_imm_opnd (0);
      break;
    case PTX_OP_SHR:
      /* The highest bit is the sign.  */
      name = is_imm (b, 31) ? "setp.lt.s32" : "setp.ne.u32";
      o[1] = *a, o[2] = ptx_imm_opnd (0);
      break;
    case PTX_OP_MOV:
    case PTX_OP_CVT:
      if (a->kind == PTX_O_IMM)
	o[1] = *a, o[2] = ptx_imm_opnd (0);
      else
	name = "mov.pred", o[1] = pred_of (w, a), n = 2;
      break;
    default:
      if (i->op == PTX_OP_AND && !two)
	{
	  name = ptx_bits (ptx_type (i, 0)) == 64   ? "setp.ne.u64"
		 : ptx_bits (ptx_type (i, 0)) == 16 ? "setp.ne.u16"
						    : "setp.ne.u32";
	  o[1] = i->opnds[0], o[2] = ptx_imm_opnd (0);
	}
      else if (!two)
	name = "not.pred", o[1] = pred_of (w, a), n = 2;
      else
	{
	  name = i->op == PTX_OP_AND ? "and.pred" : i->op == PTX_OP_OR ? "or.pred" : "xor.pred";
	  o[1] = pred_of (w, a), o[2] = pred_of (w, b);
	}
    }
  ptx_stmt *t = ptx_new_insn (w->f->module, name, o, n);
  t->pos = s->pos;
  t->insn.guard = i->guard;
  t->insn.guard_not = i->guard_not;
  /* What it reads may be what S writes: a number before, a mask after.  */
  if (i->op == PTX_OP_CNOT || i->op == PTX_OP_SHR)
    ptx_insert_before (w->f, s, t);
  else
    ptx_insert_after (w->f, s, t);
}

/* S, a test of truth values, becomes one of predicates.  */
static void
test_predicates (truths *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  ptx_opnd o[3] = { i->opnds[0], pred_of (w, &i->opnds[1]) };
  bool equal = ptx_cmp (i) == PTX_M_EQ;
  ptx_stmt *t;
  if (ptx_whole_reg (&i->opnds[2]))
    {
      o[2] = pred_of (w, &i->opnds[2]);
      if (equal)
	{
	  ptx_opnd x[3] = { ptx_reg_opnd (ptx_new_reg (w->f, PTX_PRED, "%px_")), o[1], o[2] };
	  ptx_insert_insn (w->f, s, "xor.pred", x, 3);
	  o[1] = x[0];
	  t = ptx_new_insn (w->f->module, "not.pred", o, 2);
	}
      else
	t = ptx_new_insn (w->f->module, "xor.pred", o, 3);
    }
  else
    t = ptx_new_insn (w->f->module, equal == is_imm (&i->opnds[2], 0) ? "not.pred" : "mov.pred", o,
		      2);
  t->insn.guard = i->guard;
  t->insn.guard_not = i->guard_not;
  s->insn = t->insn;
}

bool
ptx_find_truths (ptx_func *f)
{
  truths w = { .f = f, .nregs = f->nregs };
  bool any = false;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    {
      if (s->kind == PTX_ST_TEXT)
	return true;
      any |= s->kind == PTX_ST_INSN && (s->insn.op == PTX_OP_SELP || s->insn.op == PTX_OP_CNOT);
    }
  if (!any)
    return true;
  w.t = calloc (f->nregs + 1, sizeof *w.t);
  if (!w.t)
    ptx_oom ();
  find_masks (&w);
  find_truths (&w);
  find_wanted (&w);
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_ST_INSN || s->insn.nopnds < 2)
	continue;
      if (tests_truth (&w, &s->insn))
	test_predicates (&w, s);
      else if (is_wanted (&w, &s->insn.opnds[0]) && gives_truth (&w, &s->insn, &any))
	write_beside (&w, s);
    }
  free (w.t);
  return true;
}
