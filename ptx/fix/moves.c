/* SPDX-License-Identifier: MIT */
/* Removes moves between registers.  Inline PTX keeps an accumulator in a register of its own, so GCC
   moves what it reads and writes:

       mov.f32 %r1, %pxf0;
       add.f32 %r2, %r1, %r3;                    add.f32 %pxf0, %pxf0, %r3;
       mov.f32 %pxf0, %r2;

   ptxas finds the same; without the moves the text is shorter, and the emulator is faster.

     - mov a, b: what reads a reads b, if this is the only write of a, and all reads of a come after
       it before the next label, and before b is written.
     - mov b, r: what computes r writes b, if it is the only write of r and the move its only read,
       and nothing between them reads or writes b, or may leave the block.

     - cvt.sat.f32.f32 b, r: the same, for a sum or product, which is computed by .sat then: both clamp what
       was rounded.

     - not a, b, of predicates: what has the guard a has the guard !b, if all reads of a are guards, and the
       rest is as for the first one.

   Both registers are of one type.  A scope ends the search, as its names may hide others, and so
   does wgmma: its operands are read and written later, in an order of their own (PTX ISA,
   wgmma.fence).

   A function with comments for the debugger stays as it is: they name registers.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* How far the other instructions may be: unrolled code is one block, and each move would be
   compared with all of it.  */
#define FARTHEST 256

typedef struct uses
{
  uint32_t reads, writes;
} uses;

typedef struct moves
{
  ptx_func *f;
  uses *all;	 /* by register: in the whole function */
  uint32_t reg;	 /* the register that is counted or replaced */
  uint32_t with; /* what replaces it */
  uses of_reg;	 /* in the instructions that were looked at */
  uses of_with;
} moves;

static void
count_all (void *closure, ptx_opnd *o, bool written)
{
  moves *w = closure;
  if (written)
    w->all[o->reg].writes++;
  else
    w->all[o->reg].reads++;
}

static void
count_both (void *closure, ptx_opnd *o, bool written)
{
  moves *w = closure;
  uses *u = o->reg == w->reg ? &w->of_reg : o->reg == w->with ? &w->of_with : 0;
  if (u && written)
    u->writes++;
  else if (u)
    u->reads++;
}

static void
replace_read (void *closure, ptx_opnd *o, bool written)
{
  moves *w = closure;
  if (!written && o->reg == w->reg)
    o->reg = w->with;
}

/* Return true if S is a move between two registers of one type.  */
static bool
moves_register (const moves *w, const ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  if (s->kind != PTX_ST_INSN || i->op != PTX_OP_MOV || i->guard >= 0 || i->nopnds != 2
      || !ptx_whole_reg (&i->opnds[0]) || !ptx_whole_reg (&i->opnds[1]))
    return false;
  const ptx_reg *to = &w->f->regs[i->opnds[0].reg], *from = &w->f->regs[i->opnds[1].reg];
  return to != from && to->type == from->type && to->vec == 1 && from->vec == 1;
}

/* Return true if a search may go past S.  */
static bool
is_passed (const ptx_stmt *s)
{
  if (s->kind == PTX_ST_LOC)
    return true;
  if (s->kind != PTX_ST_INSN || s->insn.op == PTX_OP_UNKNOWN)
    return false;
  uint32_t flags = ptx_opinfos ()[s->insn.op].flags;
  return !(flags & PTX_TENSORCORE && flags & (PTX_ASYNC | PTX_ORDERS));
}

/* Remove the move at S if all that reads its result can read its operand.  */
static void
move_forward (moves *w, ptx_stmt *s)
{
  w->reg = s->insn.opnds[0].reg;
  w->with = s->insn.opnds[1].reg;
  uses *u = &w->all[w->reg];
  if (u->writes != 1 || !u->reads)
    return;
  w->of_reg = w->of_with = (uses){ 0 };
  ptx_stmt *t = s->next;
  for (unsigned n = 0; t && n < FARTHEST && is_passed (t); t = t->next, n++)
    {
      if (t->kind != PTX_ST_INSN)
	continue;
      ptx_visit_regs (&t->insn, count_both, w);
      if (w->of_reg.reads == u->reads || w->of_with.writes)
	break;
    }
  if (w->of_reg.reads != u->reads)
    return;
  for (t = s->next; u->reads; t = t->next)
    if (t->kind == PTX_ST_INSN)
      {
	w->of_reg.reads = 0;
	ptx_visit_regs (&t->insn, count_both, w);
	ptx_visit_regs (&t->insn, replace_read, w);
	u->reads -= w->of_reg.reads;
	w->all[w->with].reads += w->of_reg.reads;
      }
  w->all[w->with].reads--;
  u->writes--;
  ptx_remove (w->f, s);
}

/* Return true if S is cvt.sat.f32.f32 of a register.  */
static bool
saturates (const moves *w, const ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  return s->kind == PTX_ST_INSN && i->op == PTX_OP_CVT && i->guard < 0 && i->nopnds == 2
	 && i->nmods == 3 && i->mods[0] == PTX_M_SAT && ptx_ntypes (i) == 2
	 && ptx_type (i, 0) == PTX_F32 && ptx_type (i, 1) == PTX_F32 && ptx_whole_reg (&i->opnds[0])
	 && ptx_whole_reg (&i->opnds[1])
	 && w->f->regs[i->opnds[0].reg].type == w->f->regs[i->opnds[1].reg].type;
}

/* Return true if I, which computes what is saturated, does that by itself from now on.  */
static bool
add_saturation (moves *w, ptx_insn *i)
{
  const ptx_mod *m = i->mods;
  if ((i->op != PTX_OP_ADD && i->op != PTX_OP_SUB && i->op != PTX_OP_MUL && i->op != PTX_OP_FMA)
      || i->nmods != 2 || m[0] != PTX_M_RN || ptx_ntypes (i) != 1 || ptx_type (i, 0) != PTX_F32)
    return false;
  const ptx_mod with[] = { PTX_M_RN, PTX_M_SAT, m[1] };
  ptx_replace_mods (w->f->module, i, with, 3);
  return true;
}

/* Remove the move at S if what computes its operand can write its result.  */
static void
move_backward (moves *w, ptx_stmt *s)
{
  w->reg = s->insn.opnds[1].reg;
  w->with = s->insn.opnds[0].reg;
  uses *u = &w->all[w->reg];
  if (u->writes != 1 || u->reads != 1)
    return;
  w->of_reg = w->of_with = (uses){ 0 };
  ptx_stmt *t = s->prev;
  for (unsigned n = 0; t && n < FARTHEST && is_passed (t); t = t->prev, n++)
    {
      if (t->kind != PTX_ST_INSN)
	continue;
      uses before = w->of_with;
      ptx_visit_regs (&t->insn, count_both, w);
      if (w->of_reg.writes)
	{
	  w->of_with = before;
	  break;
	}
      if (w->of_with.writes || w->of_with.reads || ptx_opinfos ()[t->insn.op].flags & PTX_CONTROL)
	return;
    }
  if (!w->of_reg.writes || t->insn.guard >= 0 || !ptx_whole_reg (&t->insn.opnds[0])
      || t->insn.opnds[0].reg != w->reg
      || (s->insn.op == PTX_OP_CVT && !add_saturation (w, &t->insn)))
    return;
  t->insn.opnds[0].reg = w->with;
  *u = (uses){ 0 };
  ptx_remove (w->f, s);
}

/* S negates a predicate.  Remove it if all that reads its result are guards.  */
static void
negate_guards (moves *w, ptx_stmt *s)
{
  w->reg = s->insn.opnds[0].reg;
  w->with = s->insn.opnds[1].reg;
  uses *u = &w->all[w->reg];
  uint32_t left = u->reads;
  if (u->writes != 1 || !left)
    return;
  ptx_stmt *t = s->next;
  for (unsigned n = 0; t && left && n < FARTHEST && is_passed (t); t = t->next, n++)
    {
      if (t->kind != PTX_ST_INSN)
	continue;
      w->of_reg = w->of_with = (uses){ 0 };
      ptx_visit_regs (&t->insn, count_both, w);
      if (w->of_reg.reads && (w->of_reg.reads > 1 || t->insn.guard != (int32_t) w->reg))
	return;
      left -= w->of_reg.reads;
      if (w->of_with.writes)
	break;
    }
  if (left)
    return;
  for (t = s->next; u->reads; t = t->next)
    if (t->kind == PTX_ST_INSN && t->insn.guard == (int32_t) w->reg)
      {
	t->insn.guard = (int32_t) w->with;
	t->insn.guard_not = !t->insn.guard_not;
	u->reads--;
	w->all[w->with].reads++;
      }
  w->all[w->with].reads--;
  u->writes--;
  ptx_remove (w->f, s);
}

bool
ptx_drop_moves (ptx_func *f)
{
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT)
      return true;
  moves w = { .f = f, .all = calloc (f->nregs + 1, sizeof *w.all) };
  if (!w.all)
    ptx_oom ();
  for (uint32_t r = 0; r < f->nregs; r++)
    if (f->regs[r].param) /* a caller writes or reads it */
      w.all[r] = (uses){ 1, 1 };
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, count_all, &w);
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      const ptx_insn *i = &s->insn;
      if (moves_register (&w, s))
	move_forward (&w, s);
      else if (s->kind == PTX_ST_INSN && i->op == PTX_OP_NOT && ptx_type (i, 0) == PTX_PRED
	       && i->guard < 0 && ptx_whole_reg (&i->opnds[0]) && ptx_whole_reg (&i->opnds[1]))
	negate_guards (&w, s);
    }
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      if (moves_register (&w, s) || saturates (&w, s))
	move_backward (&w, s);
    }
  free (w.all);
  return true;
}
