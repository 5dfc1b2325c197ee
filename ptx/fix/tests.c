/* SPDX-License-Identifier: MIT */
/* Tests that GCC has made of numbers.

   GCC's nvptx compiler has no predicates but those of branches and selections.  A condition that
   is a conjunction is a number that is compared with 0:

       selp.u32 x, 1, 0, p;                      setp.lt.s32 q, z, 0;
       shr.u32 y, z, 31;                         and.pred t, p, q;
       and.b32 a, x, y;                          mov.pred c, t;
       setp.ne.u32 c, a, 0;

   What GCC adds to a negative number before it divides it by 2^k, the sign and a mask, is what
   ptxas knows as a shift, and adds in one instruction:

       shr.s32 y, x, 31;                         shr.s32 y, x, 31;
       and.b32 z, y, 2^k - 1;                    shr.u32 z, y, 32 - k;

   A bit is shifted to the lowest place before it is tested, and inverted as a number:

       shr.u32 y, x, k;                          and.b32 a, x, 1 << k;
       and.b32 z, y, 1;                          setp.eq.u32 c, a, 0;
       xor.b32 a, z, 1;
       setp.ne.u32 c, a, 0;

   The sign of a complement is tested as that of the number: ~x < 0 is x >= 0; and that of a negated
   number, where one less is known: -x < 0 is x - 1 >= 0, for -2^31, too.

   The numbers stay; they may be dead.  Between a number and its test there is no label and no end of a
   scope, and nothing of what the test reads now is written.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* How deep a condition is looked into.  */
enum
{
  MOST_DEPTH = 6,
  MOST_BACK = 16 /* statements that are looked at for a number one less: it is computed beside */
};

typedef struct tests
{
  ptx_func *f;
  uint32_t nregs;    /* registers that the tables know: not those made here */
  uint32_t now;	     /* position */
  uint32_t from;     /* position of the last label */
  uint32_t *written; /* by register: the position of its last write */
  ptx_stmt **by;     /* by register: what wrote it there */
  uint32_t *reads;   /* by register: how many instructions read it */
  uint32_t *uses;    /* by register: count_mask_uses */
  bool masks, zero; /* of the statement whose uses are counted: masks_bits, tests_zero of 32 bits */
} tests;

static bool
is_number (const ptx_opnd *o, int64_t i)
{
  return o->kind == PTX_O_IMM && o->i == i;
}

static void
note_test_write (void *closure, ptx_opnd *o, bool written)
{
  tests *w = closure;
  if (written && o->reg < w->nregs)
    w->written[o->reg] = w->now;
}

/* ---- numbers made of predicates ---- */

/* Return the instruction that gave r its value, if that is since the last label, without guard
   and what it reads is as it was; else 0.  */
static const ptx_insn *
origin (const tests *w, uint32_t r)
{
  if (r >= w->nregs || !w->by[r] || w->written[r] <= w->from)
    return 0;
  const ptx_insn *i = &w->by[r]->insn;
  for (unsigned k = 1; k < i->nopnds; k++)
    if (ptx_whole_reg (&i->opnds[k])
	&& (i->opnds[k].reg >= w->nregs || w->written[i->opnds[k].reg] >= w->written[r]))
      return 0;
  return i;
}

/* Return true if r, 0 or 1, can be a predicate.  *ANY: something is gained.  */
static bool
truth_value (const tests *w, uint32_t r, unsigned depth, bool *any)
{
  const ptx_insn *i = origin (w, r);
  if (!i || depth == MOST_DEPTH)
    return false;
  switch (i->op)
    {
    case PTX_OP_SELP:
      *any = true;
      return i->nopnds == 4 && ptx_whole_reg (&i->opnds[3])
	     && ((is_number (&i->opnds[1], 1) && is_number (&i->opnds[2], 0))
		 || (is_number (&i->opnds[1], 0) && is_number (&i->opnds[2], 1)));
    case PTX_OP_SHR:
      return i->nopnds == 3 && ptx_type (i, 0) == PTX_U32 && ptx_whole_reg (&i->opnds[1])
	     && is_number (&i->opnds[2], 31);
    case PTX_OP_AND:
    case PTX_OP_OR:
      *any = true;
      return i->nopnds == 3 && ptx_whole_reg (&i->opnds[1]) && ptx_whole_reg (&i->opnds[2])
	     && truth_value (w, i->opnds[1].reg, depth + 1, any)
	     && truth_value (w, i->opnds[2].reg, depth + 1, any);
    case PTX_OP_CVT:
    case PTX_OP_MOV:
      return i->nopnds == 2 && ptx_whole_reg (&i->opnds[1])
	     && ptx_type_kind (ptx_type (i, 0)) != PTX_K_FLOAT
	     && ptx_type_kind (ptx_type (i, ptx_ntypes (i) - 1)) != PTX_K_FLOAT
	     && truth_value (w, i->opnds[1].reg, depth + 1, any);
    default: return false;
    }
}

static ptx_opnd
new_predicate (tests *w)
{
  return ptx_reg_opnd (ptx_new_reg (w->f, PTX_PRED, "%px_"));
}

/* A register that holds one less than X, computed not far before S, or -1.  */
static int64_t
one_less (const tests *w, const ptx_stmt *s, uint32_t x)
{
  for (unsigned k = 0; s && k < MOST_BACK; k++, s = s->prev)
    {
      const ptx_insn *i = &s->insn;
      if (s->kind == PTX_ST_INSN && i->op == PTX_OP_ADD && i->nopnds == 3 && i->nmods == 1
	  && ptx_bits (ptx_type (i, 0)) == 32 && ptx_whole_reg (&i->opnds[0])
	  && ptx_whole_reg (&i->opnds[1]) && i->opnds[1].reg == x && is_number (&i->opnds[2], -1)
	  && origin (w, i->opnds[0].reg) == i)
	return i->opnds[0].reg;
    }
  return -1;
}

/* The predicate that r is negative, computed before a statement.  */
static ptx_opnd
negative (tests *w, ptx_stmt *before, uint32_t r)
{
  const ptx_insn *i = origin (w, r);
  ptx_opnd o[] = { new_predicate (w), ptx_reg_opnd (r), ptx_imm_opnd (0) };
  bool other = false;
  if (i && i->nopnds == 2 && ptx_whole_reg (&i->opnds[1]) && ptx_bits (ptx_type (i, 0)) == 32)
    {
      int64_t x = i->op == PTX_OP_NOT	? (int64_t) i->opnds[1].reg
		  : i->op == PTX_OP_NEG ? one_less (w, before->prev, i->opnds[1].reg)
					: -1;
      other = x >= 0 && ptx_type (i, 0) != PTX_F32;
      if (other)
	o[1] = ptx_reg_opnd ((uint32_t) x);
    }
  ptx_insert_insn (w->f, before, other ? "setp.ge.s32" : "setp.lt.s32", o, 3);
  return o[0];
}

/* The predicate of r, of which truth_value is true, computed before a statement.  */
static ptx_opnd
predicate (tests *w, ptx_stmt *before, uint32_t r)
{
  const ptx_insn *i = origin (w, r);
  ptx_opnd o[3];
  switch (i->op)
    {
    case PTX_OP_SELP:
      if (is_number (&i->opnds[1], 1))
	return i->opnds[3];
      o[0] = new_predicate (w), o[1] = i->opnds[3];
      ptx_insert_insn (w->f, before, "not.pred", o, 2);
      return o[0];
    case PTX_OP_SHR: return negative (w, before, i->opnds[1].reg);
    case PTX_OP_AND:
    case PTX_OP_OR:
      o[1] = predicate (w, before, i->opnds[1].reg);
      o[2] = predicate (w, before, i->opnds[2].reg);
      o[0] = new_predicate (w);
      ptx_insert_insn (w->f, before, i->op == PTX_OP_AND ? "and.pred" : "or.pred", o, 3);
      return o[0];
    default: return predicate (w, before, i->opnds[1].reg);
    }
}

/* True if I is setp.ne or setp.eq of an integer and 0.  */
static bool
tests_zero (const ptx_insn *i)
{
  ptx_mod how = i->op == PTX_OP_SETP ? ptx_cmp (i) : PTX_NOMOD;
  return (how == PTX_M_NE || how == PTX_M_EQ) && i->nopnds == 3 && i->nmods == 2
	 && ptx_whole_reg (&i->opnds[0]) && ptx_whole_reg (&i->opnds[1])
	 && is_number (&i->opnds[2], 0) && ptx_type_kind (ptx_type (i, 0)) != PTX_K_FLOAT;
}

/* s, which tests_zero.  */
static void
test_predicate (tests *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  bool any = false;
  if (i->guard >= 0 || !truth_value (w, i->opnds[1].reg, 0, &any) || !any)
    return;
  ptx_opnd o[] = { i->opnds[0], predicate (w, s, i->opnds[1].reg) };
  ptx_stmt *t
    = ptx_new_insn (w->f->module, ptx_cmp (i) == PTX_M_NE ? "mov.pred" : "not.pred", o, 2);
  s->insn = t->insn;
}

/* True if I masks a register of 32 bits.  */
static bool
masks_bits (const ptx_insn *i)
{
  return i && i->op == PTX_OP_AND && i->nopnds == 3 && ptx_bits (ptx_type (i, 0)) == 32
	 && ptx_whole_reg (&i->opnds[0]) && ptx_whole_reg (&i->opnds[1])
	 && i->opnds[2].kind == PTX_O_IMM;
}

/* s, which tests_zero, if of an inverted bit.  */
static void
test_bit (tests *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  const ptx_insn *x = ptx_bits (ptx_type (i, 0)) == 32 ? origin (w, i->opnds[1].reg) : 0;
  if (!x || x->op != PTX_OP_XOR || x->nopnds != 3 || !ptx_whole_reg (&x->opnds[1])
      || !is_number (&x->opnds[2], 1))
    return;
  const ptx_insn *mask = origin (w, x->opnds[1].reg);
  if (!masks_bits (mask) || !is_number (&mask->opnds[2], 1))
    return;
  ptx_opnd o[] = { i->opnds[0], x->opnds[1], ptx_imm_opnd (0) };
  ptx_stmt *t
    = ptx_new_insn (w->f->module, ptx_cmp (i) == PTX_M_EQ ? "setp.ne.u32" : "setp.eq.u32", o, 3);
  t->insn.guard = i->guard;
  t->insn.guard_not = i->guard_not;
  s->insn = t->insn;
}

/* s, an and whose result is only tested.  */
static void
unshift_mask (tests *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  if (!masks_bits (i) || i->opnds[0].reg >= w->nregs || w->uses[i->opnds[0].reg] != 0)
    return;
  const ptx_insn *shift = origin (w, i->opnds[1].reg);
  if (!shift || shift->op != PTX_OP_SHR || shift->nopnds != 3
      || ptx_bits (ptx_type (shift, 0)) != 32 || !ptx_whole_reg (&shift->opnds[1])
      || shift->opnds[2].kind != PTX_O_IMM || shift->opnds[2].u >= 32)
    return;
  unsigned k = (unsigned) shift->opnds[2].u;
  uint32_t mask = (uint32_t) i->opnds[2].u;
  /* The sign fills what a signed shift makes free.  */
  if (ptx_type (shift, 0) == PTX_S32 && mask << k >> k != mask)
    return;
  i->opnds[1] = shift->opnds[1];
  i->opnds[2] = ptx_imm_opnd ((int32_t) (mask << k));
}

static void
note_read (void *closure, ptx_opnd *o, bool written)
{
  tests *w = closure;
  if (o->reg < w->nregs)
    w->reads[o->reg] += !written;
}

static void
note_mask_use (void *closure, ptx_opnd *o, bool written)
{
  tests *w = closure;
  if (o->reg < w->nregs)
    w->uses[o->reg] += written ? !w->masks : !w->zero;
}

/* Count the uses of each register: what reads it and is no test for 0, and what writes it and is no mask.  Return false
   if there is text that may use any.  */
static bool
count_mask_uses (tests *w)
{
  for (uint32_t r = 0; r < w->nregs; r++)
    w->uses[r] = w->f->regs[r].param || w->f->regs[r].vec != 1;
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT)
      return false;
    else if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, note_read, w);
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	const ptx_insn *i = &s->insn;
	/* What test_bit has left.  */
	if (i->op == PTX_OP_XOR && ptx_whole_reg (&i->opnds[0]) && i->opnds[0].reg < w->nregs
	    && !w->reads[i->opnds[0].reg])
	  continue;
	w->masks = masks_bits (i);
	w->zero = tests_zero (i) && ptx_bits (ptx_type (i, 0)) == 32;
	ptx_visit_regs (&s->insn, note_mask_use, w);
      }
  return true;
}

/* s, an and of a mask.  */
static void
shift_sign (tests *w, ptx_stmt *s)
{
  const ptx_insn *i = &s->insn, *sign;
  if (i->op != PTX_OP_AND || i->guard >= 0 || i->nopnds != 3 || ptx_type (i, 0) != PTX_B32
      || !ptx_whole_reg (&i->opnds[1]) || i->opnds[2].kind != PTX_O_IMM)
    return;
  uint64_t mask = i->opnds[2].u;
  unsigned k = 1;
  while (k < 32 && mask != (UINT64_C (1) << k) - 1)
    k++;
  sign = origin (w, i->opnds[1].reg);
  if (k == 32 || !sign || sign->op != PTX_OP_SHR || ptx_type (sign, 0) != PTX_S32
      || sign->nopnds != 3 || !is_number (&sign->opnds[2], 31))
    return;
  ptx_opnd o[] = { i->opnds[0], i->opnds[1], ptx_imm_opnd (32 - k) };
  s->insn = ptx_new_insn (w->f->module, "shr.u32", o, 3)->insn;
}

static void
note_writes (tests *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  ptx_visit_regs (i, note_test_write, w);
  if (i->nopnds && ptx_whole_reg (&i->opnds[0]) && i->opnds[0].reg < w->nregs)
    w->by[i->opnds[0].reg] = i->guard < 0 && w->written[i->opnds[0].reg] == w->now ? s : 0;
}

/* Ask FIX of each instruction, in order.  */
static void
fix_each (tests *w, void (*fix) (tests *, ptx_stmt *))
{
  for (ptx_stmt *s = w->f->first, *next; s; s = next)
    {
      next = s->next;
      w->now++;
      /* Registers of a scope are gone after it.  */
      if (s->kind == PTX_ST_LABEL || s->kind == PTX_ST_CLOSE)
	w->from = w->now;
      if (s->kind == PTX_ST_INSN)
	{
	  fix (w, s);
	  note_writes (w, s);
	}
    }
}

static void
fix_test (tests *w, ptx_stmt *s)
{
  if (tests_zero (&s->insn))
    test_predicate (w, s);
  if (tests_zero (&s->insn))
    test_bit (w, s);
  shift_sign (w, s);
}

bool
ptx_fix_tests (ptx_func *f)
{
  tests w = { .f = f, .nregs = f->nregs };
  w.written = calloc (f->nregs + 1, sizeof *w.written);
  w.reads = calloc (f->nregs + 1, sizeof *w.reads);
  w.uses = calloc (f->nregs + 1, sizeof *w.uses);
  w.by = calloc (f->nregs + 1, sizeof *w.by);
  if (!w.written || !w.reads || !w.uses || !w.by)
    ptx_oom ();
  fix_each (&w, fix_test);
  w.from = w.now;
  if (count_mask_uses (&w))
    fix_each (&w, unshift_mask);
  free (w.written);
  free (w.reads);
  free (w.uses);
  free (w.by);
  return ptx_join_arms (f) && ptx_find_truths (f);
}
