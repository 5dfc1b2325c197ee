/* SPDX-License-Identifier: MIT */
/* Conditions of two branches.  What C calls a && b ? x : y has two branches, and as GCC's nvptx
   compiler prints it the way to y twice:

       @p bra A;                                 setp.eq.or.s32 t, x, 0, !p;
     B:                                          @!t bra A;
       mov r, 0;  bra M;                       B:
       …                                         mov r, 0;  bra M;
     A:                                          …
       setp.eq.s32 q, x, 0;                    A:
       @q bra C;                                 arm
       arm
       …
     C:
       mov r, 0;
     M:

   or A is what follows the first branch, and B where it goes.  A short arm of one branch ptxas
   executes by predicates, without a branch, and one of two it does not.

   A is entered by the first branch only, and has but a comparison that only the second one reads,
   or nothing.  The ways to B and C execute equal instructions until they meet.  A comparison traps
   nowhere, so it may be executed when A is not; what it finds then is not used.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  MOST_EQUAL = 2, /* instructions of a way out: a constant or two */
  MOST_JUMPS = 8  /* labels and branches from one instruction to the next: fewer than a loop */
};

typedef struct arms
{
  ptx_func *f;
  uint32_t nregs;
  uint32_t *reads; /* by register: how many read it in all */
  uint32_t *uses;  /* by label: how many operands name it */
} arms;

static void
count_reading (void *closure, ptx_opnd *o, bool written)
{
  arms *w = closure;
  if (!written)
    w->reads[o->reg]++;
}

static void
count_labels (arms *w, const ptx_opnd *o)
{
  if (o->kind == PTX_O_LABEL)
    w->uses[o->reg]++;
  if (o->kind == PTX_O_TUPLE || o->kind == PTX_O_VEC || o->kind == PTX_O_PAIR
      || o->kind == PTX_O_LIST)
    for (uint32_t k = 0; k < o->n; k++)
      count_labels (w, &o->sub[k]);
}

/* The instruction that is executed when s is reached, or what else is there; 0: the end.  */
static const ptx_stmt *
reached_from (const arms *w, const ptx_stmt *s)
{
  for (unsigned k = 0; s && k < MOST_JUMPS; k++)
    {
      const ptx_insn *b = ptx_branch_of (s);
      if (b && b->guard < 0)
	s = w->f->labels[b->opnds[0].reg].stmt;
      else if (s->kind == PTX_ST_LABEL || s->kind == PTX_ST_LOC)
	s = s->next;
      else
	break;
    }
  return s;
}

/* True if a and b do the same, and other threads take no part in it.  */
static bool
equal_insns (const ptx_insn *a, const ptx_insn *b)
{
  if (!a->op || a->op != b->op || ptx_opinfos ()[a->op].flags & PTX_CONVERGENT
      || a->nmods != b->nmods || a->nopnds != b->nopnds || a->guard != b->guard
      || a->guard_not != b->guard_not || memcmp (a->mods, b->mods, a->nmods * sizeof *a->mods))
    return false;
  for (unsigned k = 0; k < a->nopnds; k++)
    {
      const ptx_opnd *x = &a->opnds[k], *y = &b->opnds[k];
      bool plain = x->kind == PTX_O_REG || x->kind == PTX_O_IMM || x->kind == PTX_O_F32
		   || x->kind == PTX_O_F64;
      if (!plain || x->kind != y->kind || x->flags != y->flags || x->sel != y->sel
	  || (x->kind == PTX_O_REG ? x->reg != y->reg : x->u != y->u))
	return false;
    }
  return true;
}

/* True if who comes to a does what who comes to b does.  */
static bool
same_way (const arms *w, const ptx_stmt *a, const ptx_stmt *b)
{
  for (unsigned k = 0; k <= MOST_EQUAL; k++)
    {
      a = reached_from (w, a);
      b = reached_from (w, b);
      if (a == b)
	return a;
      if (!a || !b || a->kind != PTX_ST_INSN || b->kind != PTX_ST_INSN || ptx_branch_of (a)
	  || !equal_insns (&a->insn, &b->insn))
	return false;
      a = a->next;
      b = b->next;
    }
  return false;
}

/* True if only branches lead to label s.  */
static bool
jumped_to (const ptx_stmt *s)
{
  const ptx_stmt *p = s->prev;
  while (p && p->kind == PTX_ST_LOC)
    p = p->prev;
  const ptx_insn *b = p ? ptx_branch_of (p) : 0;
  return b && b->guard < 0;
}

/* The predicate of register r, negated or not, before a statement.  */
static ptx_opnd
signed_predicate (arms *w, ptx_stmt *before, uint32_t r, bool negated)
{
  ptx_opnd o[] = { ptx_reg_opnd (r), ptx_reg_opnd (r) };
  if (!negated)
    return o[1];
  o[0] = ptx_reg_opnd (ptx_new_reg (w->f, PTX_PRED, "%px_"));
  ptx_insert_insn (w->f, before, "not.pred", o, 2);
  return o[0];
}

/* The condition under which the arm is reached, computed before s: that b1 leads to A, if NOT1 the
   negation of its guard, and the second branch b2 from there, if NOT2 likewise, whose guard TEST
   computes, or 0.  *NEGATED: its negation is what was computed.  */
static uint32_t
arm_condition (arms *w, ptx_stmt *s, const ptx_insn *b1, bool not1, const ptx_insn *test,
	       const ptx_insn *b2, bool not2, bool *negated)
{
  *negated = test && not2;
  ptx_opnd o[4];
  if (test)
    {
      o[1] = test->opnds[1], o[2] = test->opnds[2], o[3] = ptx_reg_opnd (b1->guard);
      o[3].flags = not1 != not2 ? PTX_OF_NOT : 0;
    }
  else
    {
      o[1] = signed_predicate (w, s, b1->guard, not1);
      o[2] = signed_predicate (w, s, b2->guard, not2);
    }
  o[0] = ptx_reg_opnd (ptx_new_reg (w->f, PTX_PRED, "%px_"));
  if (test)
    {
      const ptx_mod mods[] = { test->mods[0], not2 ? PTX_M_OR : PTX_M_AND, test->mods[1] };
      ptx_stmt *t = ptx_insert_insn (w->f, s, "setp.ne.and.u32", o, 4);
      ptx_replace_mods (w->f->module, &t->insn, mods, 3);
    }
  else
    ptx_insert_insn (w->f, s, "and.pred", o, 3);
  return o[0].reg;
}

static bool
plain_test (const arms *w, const ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  return s->kind == PTX_ST_INSN && i->op == PTX_OP_SETP && i->guard < 0 && i->nopnds == 3
	 && i->nmods == 2 && ptx_whole_reg (&i->opnds[0]) && i->opnds[0].reg < w->nregs
	 && w->reads[i->opnds[0].reg] == 1;
}

/* Join branch s with the next one where it goes, if JUMP, or after it.  Return the branch that
   stands for both, or 0.  */
static ptx_stmt *
join_branches (arms *w, ptx_stmt *s, bool jump)
{
  const ptx_insn *b1 = ptx_branch_of (s);
  ptx_stmt *target = w->f->labels[b1->opnds[0].reg].stmt, *behind = ptx_code_from (s->next);
  if (!target || !behind || (jump && (w->uses[target->label] != 1 || !jumped_to (target))))
    return 0;
  ptx_stmt *first = jump ? ptx_code_from (target->next) : behind, *second = first;
  bool tested = first && plain_test (w, first);
  if (tested)
    second = ptx_code_from (first->next);
  const ptx_insn *b2 = second ? ptx_branch_of (second) : 0;
  if (!b2 || second == s || b2->guard < 0
      || (tested && (uint32_t) b2->guard != first->insn.opnds[0].reg)
      || w->f->labels[b2->opnds[0].reg].scope)
    return 0;
  uint32_t there = b2->opnds[0].reg;
  const ptx_stmt *out = jump ? behind : target;
  bool leaves = same_way (w, out, w->f->labels[there].stmt);
  if (leaves == same_way (w, out, second->next))
    return 0;
  bool negated, not1 = b1->guard_not != !jump, not2 = b2->guard_not != leaves;
  uint32_t t = arm_condition (w, s, b1, not1, tested ? &first->insn : 0, b2, not2, &negated);
  /* The new branch is taken to the arm, or else past it.  */
  bool out_jumps = leaves && !jump;
  ptx_opnd l = { .kind = PTX_O_LABEL, .reg = leaves ? target->label : there };
  ptx_stmt *joined = ptx_insert_insn (w->f, s, "bra", &l, 1);
  joined->insn.guard = t;
  joined->insn.guard_not = negated != out_jumps;
  w->uses[target->label]--;
  w->uses[there]--;
  w->uses[l.reg]++;
  ptx_remove (w->f, s);
  if (tested)
    ptx_remove (w->f, first);
  ptx_remove (w->f, second);
  return joined;
}

bool
ptx_join_arms (ptx_func *f)
{
  arms w = { .f = f, .nregs = f->nregs };
  uint32_t depth = 0;
  w.reads = calloc (f->nregs + 1, sizeof *w.reads);
  w.uses = calloc (f->nlabels + 1, sizeof *w.uses);
  if (!w.reads || !w.uses)
    ptx_oom ();
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	ptx_visit_regs (&s->insn, count_reading, &w);
	for (unsigned k = 0; k < s->insn.nopnds; k++)
	  count_labels (&w, &s->insn.opnds[k]);
      }
    else if (s->kind == PTX_ST_BRANCHTARGETS)
      count_labels (&w, &s->list);
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      depth += (s->kind == PTX_ST_OPEN) - (s->kind == PTX_ST_CLOSE);
      const ptx_insn *b = ptx_branch_of (s);
      if (!b || b->guard < 0 || depth || f->labels[b->opnds[0].reg].scope)
	continue;
      ptx_stmt *joined = join_branches (&w, s, true);
      if (!joined)
	joined = join_branches (&w, s, false);
      if (joined)
	next = joined;
    }
  free (w.reads);
  free (w.uses);
  return true;
}
