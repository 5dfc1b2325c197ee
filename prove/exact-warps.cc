/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What threads of a warp execute together, in a launch that is executed.  */

#include "prove/exact.h"

/* What shfl.sync gives to LANE: the lane whose value it gets; *in: the predicate.  */
static unsigned
shuffled (const ptx_insn *i, unsigned lane, uint32_t b, uint32_t c, bool *in)
{
  unsigned segment = c >> 8 & 31, clamp = c & 31, low = lane & segment,
	   high = (lane & segment) | (clamp & ~segment & 31);
  int j;
  b &= 31;
  if (ptx_has (i, PTX_M_UP))
    {
      j = (int) lane - (int) b;
      *in = j >= (int) high;
    }
  else
    {
      j = ptx_has (i, PTX_M_DOWN)   ? (int) (lane + b)
	  : ptx_has (i, PTX_M_BFLY) ? (int) (lane ^ b)
				    : (int) (low | (b & ~segment & 31));
      *in = j <= (int) high;
    }
  return *in ? (unsigned) j : lane;
}

/* The threads of T's warp or warpgroup have met at N.  */
static void
do_together (struct ex_run *x, const struct ex_insn *n, const std::vector<unsigned> &all)
{
  const ptx_insn *i = n->i;
  const ptx_opnd *o = i->opnds;
  if (i->op == PTX_OP_BAR_WARP_SYNC)
    {
      struct ex_clock clock;
      for (unsigned t : all)
	{
	  ex_release (x->o, t, &clock);
	  ex_tick (x->o, t);
	}
      for (unsigned t : all)
	ex_acquire (x->o, t, &clock);
      return;
    }
  /* None of them passes before all have come, which orders no effects.  */
  ex_met (x->o, all);
  if (i->op == PTX_OP_ELECT_SYNC)
    {
      ex_elect (x, n, all);
      return;
    }
  bool uniform = x->o->uniform[all[0]];
  if (uniform && (i->op == PTX_OP_LDMATRIX || i->op == PTX_OP_STMATRIX))
    ex_give_up (x->o, n->stmt, "it is not known which lane has which address");
  std::vector<ex_value> given (EX_WARP, ex_anything ());
  std::vector<bool> in (EX_WARP, false);
  if (i->op == PTX_OP_SHFL_SYNC && i->nopnds == 5)
    for (unsigned t : all)
      {
	struct ex_place p = ex_place_of (x, t);
	struct ex_value b = ex_operand_of (&p, &o[2], 32), c = ex_operand_of (&p, &o[3], 32);
	bool yes = false;
	if (!b.known || !c.known || b.base || c.base)
	  continue;
	unsigned lane = shuffled (i, t % EX_WARP, (uint32_t) b.v, (uint32_t) c.v, &yes);
	for (unsigned u : all)
	  if (u % EX_WARP == lane)
	    {
	      struct ex_place q = ex_place_of (x, u);
	      given[t % EX_WARP] = ex_operand_of (&q, &o[1], 32);
	    }
	in[t % EX_WARP] = yes;
	/* What the predicate would be is left unknown.  */
      }
  /* Which lane is which is not known then: only what all have.  */
  if (uniform)
    for (unsigned l = 0; l < EX_WARP; l++)
      given[0] = ex_either (given[0], given[l]);
  if (uniform)
    given.assign (EX_WARP, given[0]);
  bool vote = i->op == PTX_OP_VOTE_SYNC && i->nopnds == 3, known = vote, any = false, every = true;
  uint32_t ballot = 0;
  if (vote)
    for (unsigned t : all)
      {
	struct ex_place p = ex_place_of (x, t);
	struct ex_value v = ex_operand_of (&p, &o[1], 1);
	known &= v.known && !v.base;
	any |= v.v != 0;
	every &= v.v != 0;
	ballot |= v.v ? (uint32_t) 1 << t % EX_WARP : 0;
      }
  for (unsigned t : all)
    {
      struct ex_place p = ex_place_of (x, t);
      if ((i->op == PTX_OP_LDMATRIX || i->op == PTX_OP_STMATRIX) && i->nopnds >= 2)
	{
	  bool store = i->op == PTX_OP_STMATRIX;
	  unsigned lanes = ptx_has (i, PTX_M_X1) ? 8 : ptx_has (i, PTX_M_X2) ? 16 : EX_WARP;
	  if (t % EX_WARP < lanes)
	    ex_note_access (x, &p, n, &o[store ? 0 : 1], store ? PV_WRITE : PV_READ, 16,
			    PTX_M_SHARED);
	}
      for (uint32_t r : n->writes)
	ex_write (&p, r, ex_anything (), 1);
      if (i->op == PTX_OP_SHFL_SYNC && o[0].kind == PTX_O_REG)
	ex_write (&p, o[0].reg, given[t % EX_WARP], 1);
      if (known && o[0].kind == PTX_O_REG)
	{
	  if (ptx_has (i, PTX_M_BALLOT) && uniform && any && !every)
	    ;
	  else if (ptx_has (i, PTX_M_BALLOT))
	    ex_write (&p, o[0].reg, ex_number (ballot, 32), 1);
	  else if (ptx_has (i, PTX_M_ALL) || ptx_has (i, PTX_M_ANY))
	    ex_write (&p, o[0].reg, ex_number (ptx_has (i, PTX_M_ALL) ? every : any, 1), 1);
	}
    }
}

/* Thread T comes to an instruction that its warpgroup executes together.  */
static bool
meet_as_group (struct ex_run *x, unsigned t, const struct ex_insn *n)
{
  unsigned tid = t % x->o->threads, base = t - tid % EX_WARPGROUP;
  const struct ex_thread *h = &x->thread[t];
  if (tid / EX_WARPGROUP * EX_WARPGROUP + EX_WARPGROUP > x->o->threads)
    {
      ex_give_up (x->o, n->stmt, "its warp is not part of a whole warpgroup");
      return true;
    }
  for (unsigned u = base; u < base + EX_WARPGROUP; u++)
    if (u != t
	&& (x->thread[u].state != EX_STANDS || x->thread[u].block != h->block
	    || x->thread[u].at != h->at))
      return false;
  ex_do_wgmma (x, base, n);
  for (unsigned u = base; u < base + EX_WARPGROUP; u++)
    if (u != t)
      {
	x->thread[u].state = EX_RUNS;
	x->thread[u].at++;
	x->work.push_back (u);
      }
  return true;
}

bool
ex_meet (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_insn *i = n->i;
  unsigned t = p->thread, base = t / EX_WARP * EX_WARP;
  struct ex_thread *h = &x->thread[t];
  if (ex_wgmma_p (i))
    return meet_as_group (x, t, n);
  const ptx_opnd *named = pv_collective_mask (i);
  struct ex_value mask = named ? ex_operand_of (p, named, 32) : ex_number (~(uint32_t) 0, 32);
  if (!mask.known || mask.base || !(mask.v >> (t - base) & 1))
    {
      ex_give_up (x->o, n->stmt, "it is not known which threads of the warp execute it");
      return true;
    }
  h->mask = (uint32_t) mask.v;
  if (x->o->uniform[t] && h->mask != ~(uint32_t) 0)
    {
      ex_give_up (x->o, n->stmt, "it is not known which threads of the warp execute it");
      return true;
    }
  std::vector<unsigned> all;
  for (unsigned l = 0; l < EX_WARP; l++)
    if (h->mask >> l & 1)
      {
	unsigned u = base + l;
	if (u >= x->o->all)
	  {
	    ex_give_up (x->o, n->stmt, "its mask names threads that there are not");
	    return true;
	  }
	const struct ex_thread *o = &x->thread[u];
	if (u != t
	    && (o->state != EX_STANDS || o->block != h->block || o->at != h->at
		|| o->mask != h->mask))
	  return false;
	all.push_back (u);
      }
  do_together (x, n, all);
  for (unsigned u : all)
    if (u != t)
      {
	x->thread[u].state = EX_RUNS;
	x->thread[u].at++;
	x->work.push_back (u);
      }
  return true;
}
