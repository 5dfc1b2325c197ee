/* SPDX-License-Identifier: MIT */
/* What both ways from a branch do first is done before it, loads, too:

       @p bra A;                                 ld.shared.u32 x, [a];
       ld.shared.u32 x, [a];                     @p bra A;
       setp.lt.u32 q, v, x;                      setp.lt.u32 q, v, x;
       …                                         …
     A:                                        A:
       ld.shared.u32 y, [a];                     setp.gt.u32 q, v, x;
       setp.gt.u32 q, v, y;

   common.c does so for what only computes, wherever on the ways it is.  A load may move only if nothing is
   before it: no store, and no synchronisation.  Arms that are left with a comparison ptxas executes by
   predicates.

   A is entered by the branch only, and what follows the branch by it only.  The instructions are equal
   except for the register that they write; that is the same one, or each is read in its own block only, as a
   register that nothing else writes.  A load that is volatile or ordered stays.

   A function with comments for the debugger stays as it is: they name registers.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  MOST_MOVED = 8 /* instructions of a branch */
};

typedef struct counts
{
  uint32_t reads, writes;
} counts;

typedef struct starts
{
  ptx_func *f;
  counts *all;	  /* by register: in the function */
  uint32_t *uses; /* by label: how many operands name it */
  uint32_t reg, with;
  uint32_t reads; /* of REG, in what was looked at */
  bool replace;	  /* by WITH */
} starts;

static void
count_use_of (void *closure, ptx_opnd *o, bool written)
{
  starts *w = closure;
  ++*(written ? &w->all[o->reg].writes : &w->all[o->reg].reads);
}

static void
count_uses (starts *w, const ptx_opnd *o)
{
  if (o->kind == PTX_O_LABEL)
    w->uses[o->reg]++;
  if (o->kind == PTX_O_TUPLE || o->kind == PTX_O_VEC || o->kind == PTX_O_PAIR
      || o->kind == PTX_O_LIST)
    for (uint32_t k = 0; k < o->n; k++)
      count_uses (w, &o->sub[k]);
}

static void
read_here (void *closure, ptx_opnd *o, bool written)
{
  starts *w = closure;
  if (written || o->reg != w->reg)
    return;
  w->reads++;
  if (w->replace)
    o->reg = w->with;
}

/* How often the block from S on reads R; each becomes WITH if REPLACE.  */
static uint32_t
reads_in_block (starts *w, ptx_stmt *s, uint32_t r, uint32_t with, bool replace)
{
  w->reg = r, w->with = with, w->replace = replace, w->reads = 0;
  do
    {
      if (s->kind == PTX_ST_INSN)
	ptx_visit_regs (&s->insn, read_here, w);
      s = s->next;
    }
  while (s && !ptx_begins_block (s) && s->kind != PTX_ST_OPEN && s->kind != PTX_ST_CLOSE);
  return w->reads;
}

/* True if only S writes R, and only the rest of its block reads it.  */
static bool
used_in_block (starts *w, ptx_stmt *s, uint32_t r)
{
  return w->all[r].writes == 1 && !w->f->regs[r].param
	 && reads_in_block (w, s, r, r, false) == w->all[r].reads;
}

/* True if S computes, or loads what is there: a load of its own.  */
static bool
may_be_earlier (const ptx_insn *i)
{
  if (i->guard >= 0 || i->nopnds < 2 || !ptx_whole_reg (&i->opnds[0]))
    return false;
  if (i->op != PTX_OP_LD)
    return ptx_only_computes (i);
  if (i->nopnds != 2 || i->opnds[1].kind != PTX_O_ADDR || i->opnds[1].base != PTX_O_REG)
    return false;
  for (unsigned k = 0; k < i->nmods; k++)
    switch (i->mods[k])
      {
      case PTX_M_GLOBAL:
      case PTX_M_SHARED:
      case PTX_M_LOCAL:
      case PTX_M_CONST:
      case PTX_M_NC: break;
      default:
	if (!ptx_bits (i->mods[k]))
	  return false;
      }
  return true;
}

/* True if A and B are the same except for what they write.  */
static bool
same_but_result (const ptx_insn *a, const ptx_insn *b)
{
  ptx_insn x = *a, y = *b;
  ptx_opnd o[4], p[4];
  if (a->nopnds != b->nopnds || a->nopnds > 4)
    return false;
  memcpy (o, a->opnds, a->nopnds * sizeof *o);
  memcpy (p, b->opnds, b->nopnds * sizeof *p);
  o[0] = p[0] = ptx_imm_opnd (0);
  x.opnds = o, y.opnds = p;
  if (a->op == PTX_OP_LD)
    {
      if (o[1].base != p[1].base || o[1].reg != p[1].reg || o[1].off != p[1].off
	  || o[1].flags != p[1].flags)
	return false;
      o[1] = p[1] = ptx_imm_opnd (0);
    }
  return ptx_same_insn (&x, &y);
}

/* True if the first instruction after S and that at the label TARGET are one before S now.  */
static bool
move_up (starts *w, ptx_stmt *s, ptx_stmt *target)
{
  ptx_stmt *a = ptx_code_from (s->next), *b = ptx_code_from (target->next);
  if (!a || !b || a->kind != PTX_ST_INSN || b->kind != PTX_ST_INSN || !may_be_earlier (&a->insn)
      || !may_be_earlier (&b->insn) || !same_but_result (&a->insn, &b->insn))
    return false;
  uint32_t x = a->insn.opnds[0].reg, y = b->insn.opnds[0].reg;
  const ptx_reg *p = &w->f->regs[x], *q = &w->f->regs[y];
  if (x == (uint32_t) s->insn.guard || y == (uint32_t) s->insn.guard)
    return false;
  if (x != y)
    {
      if (p->type != q->type || p->vec != 1 || q->vec != 1 || !used_in_block (w, a, x)
	  || !used_in_block (w, b, y))
	return false;
      w->all[x].reads += reads_in_block (w, b, y, x, true);
      w->all[y] = (counts){ 0 };
    }
  else
    w->all[x].writes--;
  ptx_remove (w->f, b);
  ptx_remove (w->f, a);
  ptx_insert_before (w->f, s, a);
  return true;
}

/* True if nothing comes to S but from what is before it.  */
static bool
only_falls_in (const ptx_stmt *s)
{
  for (; s && (s->kind == PTX_ST_LABEL || s->kind == PTX_ST_LOC); s = s->next)
    if (s->kind == PTX_ST_LABEL)
      return false;
  return s;
}

/* True if nothing falls into the label S.  */
static bool
never_falls_in (const ptx_stmt *s)
{
  const ptx_stmt *p = s->prev;
  while (p && p->kind == PTX_ST_LOC)
    p = p->prev;
  return p && ptx_ends_way (p);
}

bool
ptx_join_starts (ptx_func *f)
{
  starts w = { .f = f };
  uint32_t depth = 0;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT)
      return true;
  w.all = calloc (f->nregs + 1, sizeof *w.all);
  w.uses = calloc (f->nlabels + 1, sizeof *w.uses);
  if (!w.all || !w.uses)
    ptx_oom ();
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	ptx_visit_regs (&s->insn, count_use_of, &w);
	for (unsigned k = 0; k < s->insn.nopnds; k++)
	  count_uses (&w, &s->insn.opnds[k]);
      }
    else if (s->kind == PTX_ST_BRANCHTARGETS)
      count_uses (&w, &s->list);
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      depth += (s->kind == PTX_ST_OPEN) - (s->kind == PTX_ST_CLOSE);
      const ptx_insn *b = ptx_branch_of (s);
      if (!b || b->guard < 0 || depth || f->labels[b->opnds[0].reg].scope)
	continue;
      ptx_stmt *target = f->labels[b->opnds[0].reg].stmt;
      if (!target || w.uses[target->label] != 1 || !never_falls_in (target)
	  || !only_falls_in (s->next))
	continue;
      for (unsigned k = 0; k < MOST_MOVED && move_up (&w, s, target); k++)
	;
    }
  free (w.all);
  free (w.uses);
  return true;
}
