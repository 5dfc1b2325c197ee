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

   And of an arm and constants:

       @p bra A;                                 mov r, 0;
       arm, which writes r                       @p bra M;
       bra M;                                    arm, which writes r
     A:                                        M:
       mov r, 0;
     M:

   if the arm reads r at most when it has written it.  Then one arm is left.

   A is entered by the first branch only, and has but a few instructions that compute something,
   or none.  The ways to B and C execute equal instructions until they meet.  What only computes traps
   nowhere, so it may be executed when A is not; what it finds then is not used: it is written
   there only, and each way to who reads it leads through A.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  MOST_EQUAL = 2,  /* instructions of a way out: a constant or two */
  MOST_JUMPS = 8,  /* labels and branches from one instruction to the next: fewer than a loop */
  MOST_EARLY = 16, /* instructions that are executed for nothing where A is not: about what two
		      branches and the wait for who took them cost */
  MOST_ROUNDS = 64 /* of looking through a function */
};

typedef struct arms
{
  ptx_func *f;
  uint32_t nregs;
  uint32_t *reads;  /* by register: how many read it in all */
  uint32_t *writes; /* by register: how many write it in all */
  uint32_t *uses;   /* by label: how many operands name it */
  ptx_flow *flow;
  uint32_t block;    /* the number of the block that is looked at */
  uint32_t *readers; /* by register: a block that dominates all that read it; NOBODY */
  bool stale;	     /* a branch has been joined: the blocks are other ones */
} arms;

enum
{
  NOBODY = UINT32_MAX
};

static void
count_reading (void *closure, ptx_opnd *o, bool written)
{
  arms *w = closure;
  if (written)
    {
      w->writes[o->reg]++;
      return;
    }
  w->reads[o->reg]++;
  uint32_t *d = &w->readers[o->reg];
  *d = *d == NOBODY ? w->block : ptx_common_dominator (w->flow, *d, w->block);
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
	  || !ptx_same_insn (&a->insn, &b->insn))
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

/* True if I computes what only who comes through block A may read.  */
static bool
early_insn (const arms *w, const ptx_insn *i, uint32_t a)
{
  switch (i->op)
    {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MUL:
    case PTX_OP_MAD:
    case PTX_OP_FMA:
    case PTX_OP_NEG:
    case PTX_OP_ABS:
    case PTX_OP_MIN:
    case PTX_OP_MAX:
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_XOR:
    case PTX_OP_NOT:
    case PTX_OP_SHL:
    case PTX_OP_SHR:
    case PTX_OP_MOV:
    case PTX_OP_CVT:
    case PTX_OP_SELP:
    case PTX_OP_SETP: break;
    default: return false;
    }
  if (i->guard >= 0 || !i->nopnds || !ptx_whole_reg (&i->opnds[0]) || ptx_has (i, PTX_M_CC))
    return false;
  uint32_t r = i->opnds[0].reg;
  return r < w->nregs && w->writes[r] == 1
	 && (w->readers[r] == NOBODY || ptx_dominates (w->flow, a, w->readers[r]));
}

/* The first statement from S on, in block A, that is not to be executed early; *LAST: the one before
   it, or 0.  */
static ptx_stmt *
past_early (const arms *w, ptx_stmt *s, uint32_t a, ptx_stmt **last)
{
  *last = 0;
  for (unsigned k = 0;
       k < MOST_EARLY && !w->stale && s && s->kind == PTX_ST_INSN && early_insn (w, &s->insn, a);
       k++)
    {
      *last = s;
      s = ptx_code_from (s->next);
    }
  return s;
}

/* Move the statements from FROM to before END, which are in one block, before S.  */
static void
execute_before (const arms *w, ptx_stmt *from, const ptx_stmt *end, ptx_stmt *s)
{
  for (ptx_stmt *next; from != end; from = next)
    {
      next = ptx_code_from (from->next);
      ptx_remove (w->f, from);
      ptx_insert_before (w->f, s, from);
    }
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
  bool plain = first && plain_test (w, first);
  ptx_stmt *test = plain ? first : 0;
  if (plain)
    second = ptx_code_from (first->next);
  if (!plain || !ptx_branch_of (second))
    {
      second
	= past_early (w, first, jump ? ptx_block_of_label (w->flow, target->label) : w->block + 1,
		      &test);
      if (test && !plain_test (w, test))
	test = 0;
    }
  const ptx_insn *b2 = second ? ptx_branch_of (second) : 0;
  if (!b2 || second == s || b2->guard < 0 || w->f->labels[b2->opnds[0].reg].scope)
    return 0;
  if (test && (uint32_t) b2->guard != test->insn.opnds[0].reg)
    {
      if (plain)
	return 0;
      test = 0;
    }
  uint32_t there = b2->opnds[0].reg;
  const ptx_stmt *out = jump ? behind : target;
  bool leaves = same_way (w, out, w->f->labels[there].stmt);
  if (leaves == same_way (w, out, second->next))
    return 0;
  execute_before (w, first, test ? test : second, s);
  bool negated, not1 = b1->guard_not != !jump, not2 = b2->guard_not != leaves;
  uint32_t t = arm_condition (w, s, b1, not1, test ? &test->insn : 0, b2, not2, &negated);
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
  if (test)
    ptx_remove (w->f, test);
  ptx_remove (w->f, second);
  return joined;
}

/* What is known of the function before a round.  */
static void
start_round (arms *w)
{
  ptx_func *f = w->f;
  w->nregs = f->nregs;
  w->flow = ptx_flow_of (f);
  w->reads = calloc (f->nregs + 1, sizeof *w->reads);
  w->writes = calloc (f->nregs + 1, sizeof *w->writes);
  w->readers = malloc ((f->nregs + 1) * sizeof *w->readers);
  w->uses = calloc (f->nlabels + 1, sizeof *w->uses);
  if (!w->reads || !w->writes || !w->readers || !w->uses)
    ptx_oom ();
  memset (w->readers, 0xff, (f->nregs + 1) * sizeof *w->readers);
  w->block = NOBODY;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      w->block += ptx_begins_block (s);
      if (s->kind == PTX_ST_INSN)
	{
	  ptx_visit_regs (&s->insn, count_reading, w);
	  for (unsigned k = 0; k < s->insn.nopnds; k++)
	    count_labels (w, &s->insn.opnds[k]);
	}
      else if (s->kind == PTX_ST_BRANCHTARGETS)
	count_labels (w, &s->list);
    }
}

/* Join branches.  Return false if there are none.  */
static bool
join_all (arms *w)
{
  ptx_func *f = w->f;
  uint32_t depth = 0;
  w->block = NOBODY;
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      w->block += ptx_begins_block (s);
      depth += (s->kind == PTX_ST_OPEN) - (s->kind == PTX_ST_CLOSE);
      const ptx_insn *b = ptx_branch_of (s);
      if (!b || b->guard < 0 || depth || f->labels[b->opnds[0].reg].scope)
	continue;
      ptx_stmt *joined = join_branches (w, s, true);
      if (!joined)
	joined = join_branches (w, s, false);
      if (joined)
	{
	  next = joined;
	  w->stale = true;
	}
    }
  return w->stale;
}

/* ---- an arm, and constants ---- */

/* True if S gives a register a constant, or another register.  */
static bool
plain_move (const ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  return s->kind == PTX_ST_INSN && i->op == PTX_OP_MOV && i->guard < 0 && i->nopnds == 2
	 && ptx_whole_reg (&i->opnds[0])
	 && (i->opnds[1].kind == PTX_O_IMM || i->opnds[1].kind == PTX_O_F32
	     || i->opnds[1].kind == PTX_O_F64 || ptx_whole_reg (&i->opnds[1]));
}

/* The label where the moves from S on lead, or NONE; S to END are the moves.  */
static uint32_t
moves_lead (ptx_stmt *s, ptx_stmt **end)
{
  unsigned n = 0;
  while (s && n < MOST_EQUAL && plain_move (s))
    {
      s = ptx_code_from (s->next);
      n++;
    }
  *end = s;
  const ptx_insn *b = ptx_branch_of (s);
  if (!n || !s || (s->kind != PTX_ST_LABEL && !(b && b->guard < 0)))
    return NOBODY;
  return b ? b->opnds[0].reg : s->label;
}

typedef struct access
{
  uint32_t reg;
  bool read, written;
} access;

static void
note_register (void *closure, ptx_opnd *o, bool written)
{
  access *a = closure;
  if (o->reg == a->reg)
    {
      a->read |= !written;
      a->written |= written;
    }
}

/* True if the block from S on writes R, and does not read it before; *END: its last statement.  */
static bool
writes_first (ptx_stmt *s, uint32_t r, ptx_stmt **end)
{
  bool done = false;
  for (; s && s->kind != PTX_ST_LABEL && s->kind != PTX_ST_OPEN && s->kind != PTX_ST_CLOSE;
       s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	access a = { r, false, false };
	ptx_visit_regs (&s->insn, note_register, &a);
	if (!done && a.read)
	  return false;
	done |= a.written && s->insn.guard < 0;
	if (ptx_opinfos ()[s->insn.op].flags & PTX_CONTROL)
	  break;
      }
  *end = s;
  return done;
}

/* S is a branch to CONSTANTS, or else to the arm.  True if these are before it now.  */
static bool
move_constants_of (arms *w, ptx_stmt *s, ptx_stmt *constants, ptx_stmt *arm, bool taken)
{
  ptx_stmt *end, *last = 0;
  uint32_t m = constants ? moves_lead (constants, &end) : NOBODY;
  if (m == NOBODY || !arm || w->f->labels[m].scope || !w->f->labels[m].stmt)
    return false;
  for (ptx_stmt *k = constants; k != end; k = ptx_code_from (k->next))
    if (k->insn.opnds[0].reg == (uint32_t) s->insn.guard
	|| !writes_first (arm, k->insn.opnds[0].reg, &last))
      return false;
  /* Both lead to M.  */
  const ptx_stmt *there = reached_from (w, w->f->labels[m].stmt);
  if (!there || reached_from (w, last) != there)
    return false;
  bool moved = !taken;
  ptx_stmt *target = w->f->labels[s->insn.opnds[0].reg].stmt;
  if (taken)
    {
      w->uses[target->label]--;
      w->uses[m]++;
      s->insn.opnds[0].reg = m;
      moved = !w->uses[target->label] && jumped_to (target);
    }
  if (moved)
    execute_before (w, constants, end, s);
  else
    for (ptx_stmt *k = constants; k != end; k = ptx_code_from (k->next))
      ptx_insert_insn (w->f, s, "mov.u32", k->insn.opnds, 2)->insn = k->insn;
  if (moved && taken && ptx_branch_of (end))
    {
      w->uses[m]--;
      ptx_remove (w->f, end);
    }
  return true;
}

/* True if S is a branch to what follows it.  */
static bool
leads_on (const arms *w, const ptx_stmt *s)
{
  const ptx_insn *b = ptx_branch_of (s);
  if (!b || b->guard >= 0)
    return false;
  for (s = s->next; s && (s->kind == PTX_ST_LABEL || s->kind == PTX_ST_LOC); s = s->next)
    if (s == w->f->labels[b->opnds[0].reg].stmt)
      return true;
  return false;
}

static void
move_constants_up (arms *w)
{
  ptx_func *f = w->f;
  uint32_t depth = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      depth += (s->kind == PTX_ST_OPEN) - (s->kind == PTX_ST_CLOSE);
      const ptx_insn *b = ptx_branch_of (s);
      if (!b || b->guard < 0 || depth || f->labels[b->opnds[0].reg].scope)
	continue;
      ptx_stmt *there = f->labels[b->opnds[0].reg].stmt, *next = ptx_code_from (s->next);
      if (!there)
	continue;
      there = ptx_code_from (there->next);
      if (!move_constants_of (w, s, there, next, true))
	move_constants_of (w, s, next, there, false);
    }
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      if (leads_on (w, s))
	ptx_remove (f, s);
    }
}

bool
ptx_join_arms (ptx_func *f)
{
  bool more = true;
  for (unsigned k = 0; more && k < MOST_ROUNDS; k++)
    {
      arms w = { .f = f };
      start_round (&w);
      more = join_all (&w);
      if (!more)
	move_constants_up (&w);
      ptx_flow_free (w.flow);
      free (w.reads);
      free (w.writes);
      free (w.readers);
      free (w.uses);
    }
  return true;
}
