/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which instructions of a launch need not be executed: what they compute decides no branch, guard, address or operand of what
   threads do together, and is not kept in memory.

   Needs the code, decoded.  Mostly these are floats.  An instruction that is not understood gives what is not known, of whatever
   operands; a register that only such ones write holds that from the beginning on.  */

#include "prove/exact.h"

namespace
{
struct register_sets
{
  std::vector<char> needed;   /* it may decide something */
  std::vector<char> informed; /* it may hold something that is known */
  bool changed;
};
}

static void
need (struct register_sets *s, int64_t r)
{
  if (r >= 0 && !s->needed[r])
    s->needed[r] = s->changed = true;
}

static void
need_read (void *closure, ptx_opnd *o, bool written)
{
  if (!written)
    need ((struct register_sets *) closure, o->reg);
}

/* Returns true if N does nothing but set registers.  */
static bool
only_computes (const struct ex_insn *n)
{
  return n->kind == EX_COMPUTES && !n->writes.empty () && !n->fences && !n->releases;
}

/* Returns true if what N, which only computes, gives is known for some operands.  */
static bool
informs (const struct ex_insn *n)
{
  return n->i->op == PTX_OP_SETP || (n->dst >= 0 && n->understood);
}

/* Returns true if nothing keeps what N, a store, stores: it is not to the thread's own memory.  */
static bool
not_kept (const struct ex_run *x, const struct ex_insn *n)
{
  ptx_mod space = ptx_space (n->i);
  return !x->o->remembers && n->i->op == PTX_OP_ST
	 && (space == PTX_M_GLOBAL || space == PTX_M_SHARED || space == PTX_M_SHARED_CTA
	     || space == PTX_M_SHARED_CLUSTER);
}

/* Needs what N reads, and marks it if it is idle.  */
static void
of_insn (struct ex_run *x, struct register_sets *s, struct ex_insn *n)
{
  bool wanted = !only_computes (n);
  for (uint32_t r : n->writes)
    wanted |= s->needed[r] && s->informed[r];
  n->idle = !wanted;
  if (!wanted)
    return;
  need (s, n->guard);
  if (only_computes (n) && !informs (n))
    return;
  const ptx_opnd *at = &n->i->opnds[0];
  if (not_kept (x, n) && at->kind == PTX_O_ADDR)
    need (s, at->base == PTX_O_REG ? (int64_t) at->reg : -1);
  else
    ptx_visit_regs (const_cast<ptx_insn *> (n->i), need_read, s);
}

void
ex_find_idle (struct ex_run *x)
{
  const struct pv_kernel *k = x->k;
  struct register_sets s;
  s.needed.assign (k->f->nregs, 0);
  s.informed.assign (k->f->nregs, 0);
  for (const std::vector<ex_insn> &code : x->code)
    for (const ex_insn &n : code)
      if (!only_computes (&n) || informs (&n))
	for (uint32_t r : n.writes)
	  s.informed[r] = true;
  for (int b : k->g.rpo)
    if (k->g.block[b].branch)
      need (&s, k->g.block[b].branch->insn.guard);
  do
    {
      s.changed = false;
      for (std::vector<ex_insn> &code : x->code)
	for (ex_insn &n : code)
	  of_insn (x, &s, &n);
    }
  while (s.changed);
}
