/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers that a loop repeats: slots and phases of rings.

   Needs a loop that was evaluated with symbols for the registers that it writes, as counters.cc does.  Of those
   that begin with a constant, and whose next values are functions of such registers alone, the loop is run
   until they are all what they were at first: so a register's value in turn i is known for all i, by i modulo
   the period.  No matter how it is written: `s + 1 == S ? 0 : s + 1', `1 - s', or a phase that turns when the slot
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
  std::vector<char> closed; /* by carried register: it may be one of those */
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

/* Runs the loop.  Returns the values of register N, one for each turn of the period; empty: it is not
   repeated.  */
static std::vector<int64_t>
values_of (const struct repeated *x, unsigned n)
{
  std::vector<unsigned> of = together (x, n);
  std::vector<int64_t> value, none, next (of.size ());
  struct pv_point first = { -1, -1, 0, std::vector<pv_leaf> () }, now;
  for (unsigned o : of)
    {
      pv_leaf l = { (*x->all)[o].phi, 0 };
      if (!px_dj_const_p (x->k->A, (*x->all)[o].init.ref, &l.value))
	return none;
      first.also.push_back (l);
    }
  now = first;
  while (!of.empty () && value.size () < MOST_PERIOD)
    {
      bool again = true;
      value.push_back (now.also[0].value);
      for (unsigned i = 0; i < of.size (); i++)
	if (!pv_value_at (x->k, (*x->all)[of[i]].next, &now, &next[i]))
	  return none;
      for (unsigned i = 0; i < of.size (); i++)
	{
	  now.also[i].value = next[i];
	  again &= next[i] == first.also[i].value;
	}
      if (again)
	return value;
    }
  return none;
}

/* Cuts what is repeated within VALUE to the shortest period.  */
static void
shorten (std::vector<int64_t> *value)
{
  for (unsigned n = 1; n < value->size (); n++)
    {
      bool same = value->size () % n == 0;
      for (unsigned i = 0; same && i < value->size (); i++)
	same = (*value)[i] == (*value)[i % n];
      if (same)
	{
	  value->resize (n);
	  return;
	}
    }
}

/* A symbol of which VALUE has the values.  */
static px_dj_ref
new_cycle (struct pv_kernel *k, int loop, unsigned bits, const std::vector<int64_t> &value)
{
  struct px_dj_sym s = px_dj_sym ();
  s.name = "slot";
  s.type = pv_signed (bits);
  s.bounded = true;
  s.lo = s.hi = value[0];
  for (int64_t v : value)
    {
      s.lo = v < s.lo ? v : s.lo;
      s.hi = v > s.hi ? v : s.hi;
    }
  s.persp = pv_persp (PV_GRID);
  s.loop = k->dj_loop[loop];
  pv_cycle c = { px_dj_sym_new (k->A, &s), loop, value };
  pv_set_level (k, c.ref, PV_GRID);
  k->cycles.push_back (c);
  return c.ref;
}

/* The number of LOOP's turn modulo PERIOD.  own: the cycles that this evaluation has made begin there.  */
static px_dj_ref
turn_modulo (struct pv_kernel *k, int loop, unsigned period, unsigned own)
{
  std::vector<int64_t> value;
  for (unsigned i = 0; i < period; i++)
    value.push_back (i);
  for (unsigned i = own; i < k->cycles.size (); i++)
    if (k->cycles[i].loop == loop && k->cycles[i].value == value)
      return k->cycles[i].ref;
  return new_cycle (k, loop, 32, value);
}

void
pv_repeat (struct pv_kernel *k, int loop, const std::vector<pv_carried> &carried, pv_state *header)
{
  struct repeated x = { k, loop, &carried, std::vector<char> (carried.size (), 0) };
  unsigned own = (unsigned) k->cycles.size ();
  int64_t v;
  for (unsigned i = 0; i < carried.size (); i++)
    x.closed[i] = !carried[i].init.base && !carried[i].step && carried[i].next != carried[i].phi
		  && px_dj_const_p (k->A, carried[i].init.ref, &v);
  for (unsigned i = 0; i < carried.size (); i++)
    {
      const pv_carried *c = &carried[i];
      unsigned bits = px_dj_type_of (k->A, c->phi).bits;
      if (!x.closed[i] || (*header)[c->reg].ref != c->phi || bits < 8)
	continue;
      std::vector<int64_t> value = values_of (&x, i);
      if (value.empty ())
	continue;
      shorten (&value);
      unsigned n = (unsigned) value.size ();
      struct px_dj_type t = pv_signed (bits);
      bool linear = true;
      int64_t by = n > 1 ? value[1] - value[0] : 0;
      for (unsigned j = 0; j < n; j++)
	linear &= value[j] == value[0] + by * (int64_t) j;
      if (n == 1)
	(*header)[c->reg].ref = px_dj_const (k->A, t, value[0]);
      else if (linear)
	(*header)[c->reg].ref
	  = px_dj_bin (k->A, DJ_ADD,
		       px_dj_bin (k->A, DJ_MUL, px_dj_cast (k->A, t, turn_modulo (k, loop, n, own)),
				  px_dj_const (k->A, t, by)),
		       px_dj_const (k->A, t, value[0]));
      else
	(*header)[c->reg].ref = new_cycle (k, loop, bits, value);
    }
}
