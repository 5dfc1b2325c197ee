/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers that a loop repeats: slots and phases of rings.

   Needs a loop that was evaluated with symbols for the registers that it writes, as counters.cc does.  Of those
   that begin with a constant, and whose next values are functions of such registers alone, the loop is run
   until they are all what they were before: so a register's value in turn i is known for all i, from some turn on by
   i modulo the period.  A loop in others may continue where it has stopped: then these are the turns of all its entries.  No matter how it is written: `s + 1 == S ? 0 : s + 1', `1 - s', or a phase that turns when the slot
   does.  One symbol for each period is the number of the turn modulo it; what is a linear function of that is
   expressed by it.  */

#include "prove/prove-int.h"

enum
{
  MOST_PERIOD = 64,   /* turns; slots of a ring, twice, are fewer */
  MOST_TOGETHER = 16, /* registers that depend on each other */
  MOST_NODES = 200    /* of an expression that is searched */
};

namespace
{
/* What a loop repeats.  */
struct repeated
{
  struct pv_kernel *k;
  int loop;
  const std::vector<pv_carried> *all;
  std::vector<char> closed;   /* by carried register: it may be one of those */
  std::vector<int64_t> first; /* of those: the first value */
};
}

/* Adds to *OF the carried registers that R depends on.  Returns false if it depends on something else.  */
static bool
depends (const struct repeated *x, px_dj_ref r, std::vector<unsigned> *of, int *nodes)
{
  struct px_dj *A = x->k->A;
  int64_t v;
  if (--*nodes < 0)
    return false;
  if (px_dj_const_p (A, r, &v))
    return true;
  for (unsigned i = 0; i < x->all->size (); i++)
    if ((*x->all)[i].phi == r)
      {
	if (!x->closed[i])
	  return false;
	for (unsigned o : *of)
	  if (o == i)
	    return true;
	of->push_back (i);
	return true;
      }
  if (!px_dj_operand (A, r, 0))
    return false;
  for (int i = 0; i < 3; i++)
    if (px_dj_ref o = px_dj_operand (A, r, i))
      if (!depends (x, o, of, nodes))
	return false;
  return true;
}

/* Returns register N and all that its values depend on.  Empty: on too much.  */
static std::vector<unsigned>
together (const struct repeated *x, unsigned n)
{
  std::vector<unsigned> of (1, n), none;
  for (unsigned i = 0; i < of.size (); i++)
    {
      int nodes = MOST_NODES;
      if (!depends (x, (*x->all)[of[i]].next, &of, &nodes) || of.size () > MOST_TOGETHER)
	return none;
    }
  return of;
}

/* Returns true if register REG is written in LOOP and not in the loops around it, and each entry of LOOP begins
   with what the turn before it has left: its only latch leaves it.  *V: its first value.  */
static bool
goes_on (const struct pv_kernel *k, int loop, uint32_t reg, int64_t *v)
{
  const struct pv_graph *g = &k->g;
  const pv_loop *l = &g->loop[loop];
  int outer = pv_outermost (g, loop);
  bool leaves = false;
  for (int b : g->rpo)
    {
      if (!l->has[b] && g->loop[outer].has[b]
	  && pv_writes_of (g->block[b].first, g->block[b].end, reg))
	return false;
      for (const pv_edge &e : g->block[b].succ)
	if (l->has[b] && !l->has[e.to])
	  {
	    leaves = true;
	    if (l->latches.size () != 1 || b != l->latches[0])
	      return false;
	  }
    }
  const pv_value *first = &k->entered[outer][reg];
  return leaves && first->ref && !first->base && px_dj_const_p (k->A, first->ref, v);
}

/* Runs the loop.  Sets the values of register N, and their period; returns false if they are not repeated.  */
static bool
values_of (const struct repeated *x, unsigned n, struct pv_cycle *c)
{
  std::vector<unsigned> of = together (x, n);
  std::vector<std::vector<int64_t>> seen;
  struct pv_point now = { -1, -1, 0, std::vector<pv_leaf> () };
  for (unsigned o : of)
    now.also.push_back ({ (*x->all)[o].phi, x->first[o] });
  while (!of.empty () && seen.size () < MOST_PERIOD)
    {
      std::vector<int64_t> at, next (of.size ());
      for (const pv_leaf &l : now.also)
	at.push_back (l.value);
      for (unsigned i = 0; i < seen.size (); i++)
	if (seen[i] == at)
	  {
	    c->period = (unsigned) seen.size () - i;
	    return true;
	  }
      seen.push_back (at);
      c->value.push_back (at[0]);
      for (unsigned i = 0; i < of.size (); i++)
	if (!pv_value_at (x->k, (*x->all)[of[i]].next, &now, &next[i]))
	  return false;
      for (unsigned i = 0; i < of.size (); i++)
	now.also[i].value = next[i];
    }
  return false;
}

/* Cuts what is repeated within the values to the shortest period and beginning.  */
static void
shorten (struct pv_cycle *c)
{
  std::vector<int64_t> *v = &c->value;
  unsigned first = (unsigned) v->size () - c->period;
  for (unsigned n = 1; n < c->period; n++)
    {
      bool same = c->period % n == 0;
      for (unsigned i = 0; same && i < c->period; i++)
	same = (*v)[first + i] == (*v)[first + i % n];
      if (same)
	c->period = n;
    }
  v->resize (first + c->period);
  while (v->size () > c->period && (*v)[v->size () - 1] == (*v)[v->size () - 1 - c->period])
    v->pop_back ();
}

/* A symbol of what C says.  */
static px_dj_ref
new_cycle (struct pv_kernel *k, unsigned bits, enum pv_level level, struct pv_cycle c)
{
  struct px_dj_sym s = px_dj_sym ();
  s.name = "slot";
  s.type = pv_signed (bits);
  s.bounded = true;
  s.lo = s.hi = c.value[0];
  for (int64_t v : c.value)
    {
      s.lo = v < s.lo ? v : s.lo;
      s.hi = v > s.hi ? v : s.hi;
    }
  s.persp = pv_persp (level);
  s.loop = k->dj_loop[c.loop];
  c.ref = px_dj_sym_new (k->A, &s);
  pv_set_level (k, c.ref, level);
  k->cycles.push_back (c);
  return c.ref;
}

/* The number of the turn modulo the period of C.  own: the cycles that this evaluation has made begin there.  */
static px_dj_ref
turn_modulo (struct pv_kernel *k, struct pv_cycle c, enum pv_level level, unsigned own)
{
  for (unsigned i = 0; i < c.period; i++)
    c.value[i] = i;
  for (unsigned i = own; i < k->cycles.size (); i++)
    if (k->cycles[i].loop == c.loop && k->cycles[i].total == c.total
	&& k->cycles[i].value == c.value && pv_level_of (k, k->cycles[i].ref) == level)
      return k->cycles[i].ref;
  return new_cycle (k, 32, level, c);
}

/* Gives the registers that X has closed their values.  */
static void
repeat (const struct repeated *x, bool total, unsigned own, pv_state *header)
{
  struct pv_kernel *k = x->k;
  for (unsigned i = 0; i < x->all->size (); i++)
    {
      const pv_carried *c = &(*x->all)[i];
      pv_cycle y = pv_cycle ();
      unsigned bits = px_dj_type_of (k->A, c->phi).bits;
      enum pv_level level = pv_level_of (k, c->phi);
      y.loop = x->loop;
      y.total = total;
      if (!x->closed[i] || (*header)[c->reg].ref != c->phi || bits < 8 || !values_of (x, i, &y))
	continue;
      shorten (&y);
      unsigned n = (unsigned) y.value.size ();
      struct px_dj_type t = pv_signed (bits);
      bool linear = n == y.period;
      int64_t start = y.value[0], by = n > 1 ? y.value[1] - start : 0;
      for (unsigned j = 0; j < n; j++)
	linear &= y.value[j] == start + by * (int64_t) j;
      if (n == 1)
	(*header)[c->reg].ref = px_dj_const (k->A, t, start);
      else if (!linear)
	(*header)[c->reg].ref = new_cycle (k, bits, level, y);
      else
	{
	  px_dj_ref turn = px_dj_cast (k->A, t, turn_modulo (k, y, level, own));
	  turn = px_dj_bin (k->A, DJ_MUL, turn, px_dj_const (k->A, t, by));
	  (*header)[c->reg].ref = px_dj_bin (k->A, DJ_ADD, turn, px_dj_const (k->A, t, start));
	}
    }
}

void
pv_repeat (struct pv_kernel *k, int loop, const std::vector<pv_carried> &carried, pv_state *header)
{
  std::vector<char> none (carried.size (), 0);
  struct repeated once = { k, loop, &carried, none, std::vector<int64_t> (carried.size (), 0) },
		  total = once;
  unsigned own = (unsigned) k->cycles.size ();
  for (unsigned i = 0; i < carried.size (); i++)
    {
      const pv_carried *c = &carried[i];
      if (c->init.base || c->step || c->next == c->phi)
	continue;
      once.closed[i] = px_dj_const_p (k->A, c->init.ref, &once.first[i]);
      total.closed[i] = !once.closed[i] && k->g.loop[loop].parent > 0
			&& goes_on (k, loop, c->reg, &total.first[i]);
    }
  repeat (&once, false, own, header);
  repeat (&total, true, own, header);
}
