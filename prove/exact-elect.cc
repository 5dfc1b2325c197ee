/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elect.sync in a launch that is executed.  PTX does not say which lane of the member mask is elected, only that it is the same
   each time for the same mask.

   First the lanes of a warp are made uniform where it elects one: a register holds what it holds in all of them, or is
   not known; each knows of other threads what all know; what it asks for its number is not known from then on.
   So it does not matter which lane is elected: another execution is this one with two lanes exchanged.  If that is
   not possible, or does not prove the launch, each lane is elected, one execution after the other.
   doc/internals/25-prove has the proof.  */

#include "prove/exact.h"

/* The lane of MASK that is elected in this execution, by decision.  */
static unsigned
decided (struct ex_symbols *symbols, uint32_t mask)
{
  /* Symbols of predicates are no negative numbers.  */
  int64_t number = -1 - (int64_t) mask;
  unsigned choice = 0, lane = 0;
  bool found = false;
  for (const struct ex_decision &d : symbols->decided)
    if (d.symbol == number)
      found = true, choice = d.choice;
  if (!found)
    symbols->decided.push_back ({ number, 0, (unsigned) __builtin_popcount (mask) });
  for (; !(mask >> lane & 1) || choice; lane++)
    choice -= mask >> lane & 1;
  return lane;
}

/* Makes the threads ALL, a whole warp, uniform.  Returns false if what they did before distinguishes them: then each must know
   of the others' accesses that they are over, and none may have copies of its own.  */
static bool
make_uniform (struct ex_run *x, const std::vector<unsigned> &all)
{
  struct ex_thread *first = &x->thread[all[0]];
  for (unsigned t : all)
    {
      const struct ex_thread *h = &x->thread[t];
      if (h->arrived != first->arrived || h->waited != first->waited || x->o->has_copies[t])
	return false;
      for (unsigned u : all)
	if (!ex_knows_last (x->o, t, u))
	  return false;
    }
  for (size_t r = 0; r < first->reg.size (); r++)
    {
      struct ex_value v = first->reg[r];
      for (unsigned t : all)
	v = ex_either (v, x->thread[t].reg[r]);
      for (unsigned t : all)
	x->thread[t].reg[r] = v;
    }
  for (unsigned t : all)
    x->thread[t].own.clear ();
  ex_forget_differences (x->o, all);
  return true;
}

void
ex_elect (struct ex_run *x, const struct ex_insn *n, const std::vector<unsigned> &all)
{
  const ptx_opnd *o = n->i->opnds;
  uint32_t mask = x->thread[all[0]].mask;
  unsigned lane = 0;
  bool uniform = !x->each_lane && all.size () > 1;
  if (uniform && !x->o->uniform[all[0]])
    {
      x->elects = true;
      if (all.size () != EX_WARP || !make_uniform (x, all))
	ex_give_up (x->o, n->stmt, "it is not known which lane is elected");
    }
  if (!uniform)
    lane = decided (&x->o->symbols, mask);
  for (unsigned t : all)
    {
      struct ex_place p = ex_place_of (x, t);
      for (uint32_t r : n->writes)
	ex_write (&p, r, ex_anything (), 1);
      if (o[0].kind != PTX_O_PAIR)
	continue;
      if (o[0].sub[0].kind == PTX_O_REG && !uniform)
	ex_write (&p, o[0].sub[0].reg, ex_number (lane, 32), 1);
      if (o[0].sub[1].kind == PTX_O_REG)
	ex_write (&p, o[0].sub[1].reg, ex_number (lane == t % EX_WARP, 1), 1);
    }
}
