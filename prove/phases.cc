/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Split barriers: an mbarrier at which all threads of a block arrive once, and for which they wait later.

   Needs the summary and the collectives.  pv_phases_only says before which instructions on mbarriers are modelled:
   those of a kernel that has no others.  pv_follow_phases believes of an mbarrier what it can show: that one
   thread initialises it for as many arrivals as the block has threads, before a barrier; that each thread arrives
   at most once, or none does; that a loop waits for that arrival's phase and does nothing else; and that no
   access touches it.  Then what a thread does before it arrives is ordered before what any other does after
   its wait (9.7.13.15.2: an arrival releases, a wait acquires).  Else every property is incomplete.  */

#include "prove/prove-int.h"

enum
{
  MBARRIER_BYTES = 8
};

/* Returns true if I, which is on mbarriers, is of a form that is modelled: here, or in rings.cc.  */
static bool
form (const ptx_insn *i)
{
  const ptx_opnd *o = i->opnds;
  for (ptx_mod m : { PTX_M_CLUSTER, PTX_M_SHARED_CLUSTER, PTX_M_NOCOMPLETE })
    if (ptx_has (i, m))
      return false;
  /* An expect_tx is relaxed always: its thread's arrival, which follows, releases.  */
  if (ptx_has (i, PTX_M_RELAXED) && i->op != PTX_OP_MBARRIER_EXPECT_TX)
    return false;
  switch (i->op)
    {
    case PTX_OP_MBARRIER_INIT: return i->nopnds == 2 && o[1].kind == PTX_O_IMM;
    case PTX_OP_MBARRIER_ARRIVE: return i->nopnds == (ptx_has (i, PTX_M_EXPECT_TX) ? 3 : 2);
    case PTX_OP_MBARRIER_EXPECT_TX: return i->nopnds == 2;
    case PTX_OP_MBARRIER_TEST_WAIT:
    case PTX_OP_MBARRIER_TRY_WAIT:
      return i->nopnds == 3 && o[0].kind == PTX_O_REG && i->guard < 0
	     && (o[2].kind == PTX_O_REG || (o[2].kind == PTX_O_IMM && ptx_has (i, PTX_M_PARITY)));
    default: return false;
    }
}

/* Returns true if I may be of a barrier in two parts.  */
static bool
of_two_parts (const ptx_insn *i)
{
  return !ptx_has (i, PTX_M_PARITY) && !ptx_has (i, PTX_M_EXPECT_TX)
	 && i->op != PTX_OP_MBARRIER_EXPECT_TX && i->op != PTX_OP_CP_ASYNC_BULK
	 && (i->op != PTX_OP_MBARRIER_ARRIVE || (i->opnds[0].kind == PTX_O_REG && i->guard < 0));
}

bool
pv_phases_only (const struct pv_kernel *k)
{
  for (int b : k->g.rpo)
    for (const ptx_stmt *s = k->g.block[b].first; s != k->g.block[b].end; s = s->next)
      if (s->kind == PTX_ST_INSN && ptx_opinfos ()[s->insn.op].flags & PTX_MBARRIER
	  && !form (&s->insn))
	return false;
  return true;
}

/* ---- where ---- */

/* Returns true if one instruction of the kernel writes register R.  */
static bool
written_once (const struct pv_kernel *k, uint32_t r)
{
  return pv_writes_of (k->f->first, NULL, r) == 1;
}

/* The block after the loop in which OP waits, if the loop is this block alone and ends when the wait succeeds; else
   -1.  */
int
pv_after_wait (const struct pv_kernel *k, const pv_phase_op *op)
{
  const pv_block *b = &k->g.block[op->block];
  const ptx_stmt *last = b->branch, *s = op->stmt->next;
  int self = -1, out = -1, when = 0;
  while (s != b->end && s->kind != PTX_ST_INSN)
    s = s->next;
  for (const pv_edge &e : b->succ)
    if (e.to == op->block)
      {
	self = e.to;
	when = e.when;
      }
    else
      out = e.to;
  if (!last || s != last || b->succ.size () != 2 || self < 0 || out < 0 || when != 1
      || last->insn.guard != (int32_t) op->stmt->insn.opnds[0].reg || !last->insn.guard_not
      || k->g.loop[b->loop].has[out] || k->g.loop[b->loop].header != op->block
      || !pv_dominates (&k->g, op->block, out))
    return -1;
  return out;
}

/* ---- one mbarrier ---- */

/* Returns NULL if INIT is executed by one thread, in each launch in which block AT is reached, and before it by a
   barrier of the block; else why that is not known.  */
const char *
pv_initialised (struct pv_kernel *k, const pv_phase_op *init, int at)
{
  const struct pv_graph *g = &k->g;
  int home = init->block;
  px_dj_ref c = init->guard;
  unsigned n = 0;
  if (g->block[home].loop)
    return "it is initialised in a loop";
  if (!pv_dominates (g, home, at))
    {
      /* Under one condition.  */
      if (g->block[home].pred.size () != 1 || g->block[home].pred[0].when < 0)
	return "it is not known who initialises it";
      const pv_edge *e = &g->block[home].pred[0];
      home = e->from;
      px_dj_ref way = k->cond[home];
      if (!way || g->block[home].loop || !pv_dominates (g, home, at))
	return "it is not known who initialises it";
      c = pv_and (k, e->when ? way : pv_not (k, way), c);
    }
  for (int t = 0; c && t < (int) k->sig->threads; t++)
    {
      int64_t v;
      if (!pv_value_of_thread (k, c, t, &v))
	return "it is not known who initialises it";
      n += v != 0;
    }
  if (n != 1)
    return "not one thread initialises it";
  for (int b : g->rpo)
    for (const pv_collective &w : k->collectives[b])
      if (w.barrier && w.convergent && !w.group && !w.warp && !g->block[b].loop
	  && pv_dominates (g, home, b) && pv_dominates (g, b, at) && b != at
	  && !pv_reached (g, b, NULL)[init->block])
	return NULL;
  return "no barrier of the block follows its initialisation";
}

/* Returns true if A cannot touch the mbarrier of INIT.  */
bool
pv_apart_from (struct pv_kernel *k, const pv_access *a, const pv_phase_op *init)
{
  struct px_dj_type t = px_dj_type_of (k->A, a->offset);
  if (a->space == PTX_M_GLOBAL)
    return true;
  if (!a->object)
    return false;
  /* In another variable, as far as the accesses stay in theirs, which check_variables finds for those that use
     several: here the mbarrier is one more.  */
  if (a->object != init->object)
    return k->object[init->object].size && pv_inside (k, a);
  struct px_dj_access d = pv_dj_access (k, a);
  struct px_dj_result r;
  px_dj_r2 (k->A, &d, init->offset, &r);
  return r.verdict == DJ_PROVED
	 || pv_implied (k, a->guards,
			px_dj_bin (k->A, DJ_LE,
				   px_dj_const (k->A, t, init->offset + MBARRIER_BYTES),
				   a->offset));
}

/* Returns NULL if the mbarrier that INIT initialises is a split barrier; then k->phase has what it
   orders, unless nobody waits.  Else says why it cannot be one, at *WHERE.  */
static const char *
one_mbarrier (struct pv_kernel *k, const std::vector<pv_phase_op> &all, const pv_phase_op *init,
	      const ptx_stmt **where)
{
  const pv_phase_op *arrive = NULL, *wait = NULL;
  *where = init->stmt;
  if (!k->sig->threads || init->stmt->insn.opnds[1].i != (int64_t) k->sig->threads)
    return "it does not expect one arrival of each thread of the block";
  for (const pv_phase_op &o : all)
    {
      enum ptx_op op = (enum ptx_op) o.stmt->insn.op;
      if (&o == init || o.object != init->object || o.offset != init->offset)
	continue;
      *where = o.stmt;
      if (op == PTX_OP_MBARRIER_INIT)
	return "it is initialised more than once";
      const pv_phase_op **to = op == PTX_OP_MBARRIER_ARRIVE ? &arrive : &wait;
      if (*to)
	return "it has more than one arrival, or wait";
      *to = &o;
    }
  if (!arrive)
    return "nobody arrives at it";
  *where = arrive->stmt;
  if (const char *why = pv_initialised (k, init, arrive->block))
    return why;
  uint32_t state = arrive->stmt->insn.opnds[0].reg;
  if (k->g.block[arrive->block].loop || !written_once (k, state))
    return "the arrival may be repeated, or its phase is not known where the wait is";
  if (!arrive->convergent)
    return "not shown that all threads of the block arrive";
  for (int b : k->g.rpo)
    for (const pv_access &a : k->accesses[b])
      if (!pv_apart_from (k, &a, init))
	{
	  *where = a.stmt;
	  return "an access is not shown to be apart from it";
	}
  if (!wait)
    return NULL;
  *where = wait->stmt;
  int next = pv_after_wait (k, wait);
  if (next < 0 || k->g.loop[k->g.block[wait->block].loop].parent)
    return "the loop that waits for it is not understood";
  if (wait->stmt->insn.opnds[2].reg != state || !pv_dominates (&k->g, arrive->block, wait->block))
    return "the wait is not known to be for the phase of its arrival";
  pv_phase p = { arrive->block, arrive->stmt, next, pv_reached (&k->g, arrive->block, NULL) };
  k->phase.push_back (p);
  return NULL;
}

void
pv_follow_phases (struct pv_kernel *k)
{
  std::vector<pv_phase_op> all;
  const char *why = NULL;
  const ptx_stmt *where = NULL;
  bool parts = true;
  for (int b : k->g.rpo)
    all.insert (all.end (), k->phase_ops[b].begin (), k->phase_ops[b].end ());
  for (const pv_phase_op &o : all)
    parts &= of_two_parts (&o.stmt->insn);
  if (!parts)
    {
      why = pv_follow_rings (k, all, &where);
      if (!why)
	return;
      k->window.clear ();
      for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
	pv_incomplete (k, (enum px_proof_property) p, PX_PROOF_WHY_INSTRUCTION, where,
		       "an mbarrier that is not of a ring: %s", why);
      return;
    }
  for (pv_phase_op &o : all)
    {
      bool of_one = false;
      for (const pv_phase_op &i : all)
	of_one |= i.stmt->insn.op == PTX_OP_MBARRIER_INIT && i.object == o.object
		  && i.offset == o.offset;
      if (why)
	continue;
      where = o.stmt;
      if (!o.object || o.offset < 0 || o.offset % MBARRIER_BYTES)
	why = "the mbarrier's address is not known";
      else if (k->object[o.object].space != PTX_M_SHARED
	       || (k->object[o.object].size
		   && k->object[o.object].size < (uint64_t) o.offset + MBARRIER_BYTES))
	why = "the mbarrier is not in a variable of shared memory";
      else if (!of_one)
	why = "nobody initialises it";
      else if (o.stmt->insn.op == PTX_OP_MBARRIER_ARRIVE)
	o.convergent = pv_convergent_at (k, o.block);
    }
  for (const pv_phase_op &o : all)
    if (!why && o.stmt->insn.op == PTX_OP_MBARRIER_INIT)
      why = one_mbarrier (k, all, &o, &where);
  if (!why)
    return;
  k->phase.clear ();
  for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
    pv_incomplete (k, (enum px_proof_property) p, PX_PROOF_WHY_INSTRUCTION, where,
		   "an mbarrier that is not a barrier of the block in two parts: %s", why);
}

/* ---- what they order ---- */

/* Returns true if X, by any thread, is before its arrival at P, and Y after the wait.  */
static bool
parts (const struct pv_kernel *k, const pv_phase *p, const pv_access *x, const pv_access *y)
{
  if (!pv_dominates (&k->g, p->next, y->block) || p->after[x->block])
    return false;
  if (x->block == p->block)
    for (const ptx_stmt *s = p->arrive; s != k->g.block[p->block].end; s = s->next)
      if (s == x->stmt)
	return false;
  return true;
}

bool
pv_in_phases (const struct pv_kernel *k, const pv_access *a, const pv_access *c)
{
  /* What is asynchronous may be under way after the arrival.  */
  if (a->copy || c->copy)
    return false;
  for (const pv_phase &p : k->phase)
    if (parts (k, &p, a, c) || parts (k, &p, c, a))
      return true;
  return false;
}
