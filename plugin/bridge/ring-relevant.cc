/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): which sums the flow of ring-order.cc must know, and of which limits it must
   assume something, so that the indices of a branch's uses can be among what it knows.

   Needs: loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-order.h"

enum
{
  MANY = 200 /* sums */
};

/* True if A has VERSION TIMES times, and no other product with it.  */
static bool
has_times (const px_order_query *q, const px_sum &a, unsigned version, HOST_WIDE_INT times)
{
  HOST_WIDE_INT seen = 0;
  for (auto &n : a.of)
    for (unsigned of : n.first)
      if (const px_least_of *least = px_least_in (q, of))
	{
	  for (const px_affine &x : least->all)
	    if (x.of.count (version))
	      return false;
	}
      else if (of == version)
	{
	  if (n.first.size () > 1)
	    return false;
	  seen = n.second;
	}
  return (seen - times) % q->slots == 0;
}

/* True if A has the least of several with a counter of the loop that BB begins, and is not for that made: it would be
   ahead of it by more each turn.  */
static bool
runs_ahead (const px_order_query *q, const px_sum &a, basic_block bb)
{
  for (auto &n : a.of)
    for (unsigned version : n.first)
      if (const px_least_of *least = px_least_in (q, version))
	for (const px_affine &x : least->all)
	  for (auto &m : x.of)
	    {
	      gimple *s = SSA_NAME_DEF_STMT (ssa_name (m.first));
	      if (gimple_bb (s) == bb && gimple_code (s) == GIMPLE_PHI
		  && !least->counters.count (m.first))
		return true;
	    }
  return false;
}

/* The names of sums A, with what they are where loops of theirs are left, to TODO; with limits of theirs, which
   are needed in chunks only, to LATER.  */
static void
more_sums (px_order_query *q, const px_sum &a, std::vector<px_sum> *todo,
	   std::vector<px_sum> *later)
{
  auto name = [q, &a, todo] (tree t) {
    gimple *d = t ? SSA_NAME_DEF_STMT (t) : NULL;
    if (!d || gimple_code (d) != GIMPLE_PHI || runs_ahead (q, a, gimple_bb (d)))
      return;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, gimple_bb (d)->preds)
      todo->push_back (px_order_on_edge (q, a, e));
    loop_p l = gimple_bb (d)->loop_father;
    if (!l->num)
      return;
    auto_vec<edge> all = get_loop_exit_edges (l);
    for (edge out : all)
      todo->push_back (px_order_on_exit (q, a, out));
  };
  for (auto &n : a.of)
    for (unsigned version : n.first)
      if (const px_least_of *least = px_least_in (q, version))
	{
	  std::set<unsigned> names;
	  for (const px_affine &x : least->all)
	    for (auto &m : x.of)
	      names.insert (m.first);
	  for (unsigned of : names)
	    name (ssa_name (of));
	}
      else if (version)
	{
	  name (ssa_name (version));
	  later->push_back (px_order_with_limit (q, a, version, 1));
	}
  for (auto &n : q->scaled)
    if (has_times (q, a, n.first, n.second))
      later->push_back (px_order_with_limit (q, a, n.first, n.second));
}

/* True if what is no counter is in A more often than a number of uses has it: by what each turn adds it comes to
   that in sums that nobody needs.  */
static bool
grows (const px_order_query *q, const px_sum &a)
{
  enum
  {
    MOST = 4
  };
  for (auto &n : a.of)
    if (px_counting (q) && MIN (n.second, q->slots - n.second) > MOST)
      for (unsigned version : n.first)
	if (!version || px_least_in (q, version)
	    || gimple_code (SSA_NAME_DEF_STMT (ssa_name (version))) != GIMPLE_PHI)
	  return true;
  return false;
}

void
px_order_find_sums (px_order_query *q)
{
  std::vector<px_sum> todo, later;
  q->sums = { {} };
  for (const px_summed_use &u : q->uses)
    todo.push_back (u.at);
  if (q->seek)
    todo.push_back (q->seek->slot);
  todo.insert (todo.end (), q->seeds.begin (), q->seeds.end ());
  while ((!todo.empty () || !later.empty ()) && q->sums.size () < MANY)
    {
      std::vector<px_sum> *from = todo.empty () ? &later : &todo;
      px_sum s = from->back ();
      from->pop_back ();
      if (!grows (q, s) && q->sums.insert (s.of).second)
	more_sums (q, s, &todo, &later);
    }
}

void
px_order_assume_least (px_order_query *q, tree limit, HOST_WIDE_INT least, edge stay)
{
  limit = px_one_rounding (limit, q->ring);
  auto known
    = std::find_if (q->given.begin (), q->given.end (), [limit, least] (const px_assumption &a) {
	return a.limit == limit && a.least == least;
      });
  if (known == q->given.end ())
    {
      if (q->given.size () >= PX_LIMITS)
	return;
      known = q->given.insert (known, { limit, least, true, {} });
    }
  if (stay && std::find (known->stay.begin (), known->stay.end (), stay) == known->stay.end ())
    known->stay.push_back (stay);
}

/* The same for what must be so that L, left by OUT, takes a turn at all.  */
static void
assume_first (px_order_query *q, loop_p l, edge out, basic_block start)
{
  if (out->src->loop_father != l || !dominated_by_p (CDI_DOMINATORS, l->latch, out->src))
    return;
  edge stay = EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out);
  for (const px_affine &held : px_order_held (q, stay))
    {
      px_affine first = px_affine_on_edge (held, loop_preheader_edge (l), q->ring);
      if (!first.known || first.of.size () != 1 || first.of.begin ()->second != 1)
	continue;
      tree limit = ssa_name (first.of.begin ()->first);
      if (px_unchanged (limit, start, l))
	px_order_assume_least (q, limit, -first.k - 1, stay);
    }
}

/* Limits of loops around uses.  */
void
px_order_find_limits (px_order_query *q)
{
  basic_block start = px_block_before (q->start);
  std::set<loop_p> seen;
  for (const px_summed_use &u : q->uses)
    for (loop_p l = px_block_at (u.before) ? px_block_at (u.before)->loop_father : NULL;
	 l && l->num; l = loop_outer (l))
      {
	edge out = seen.insert (l).second ? single_exit (l) : NULL;
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  for (HOST_WIDE_INT times : px_counter_scales (i.phi (), q->ring))
	    q->scaled.insert ({ SSA_NAME_VERSION (gimple_phi_result (i.phi ())), times });
	px_counted_exit x;
	HOST_WIDE_INT step;
	if (!out || !start)
	  continue;
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  if (px_stepped_exit_of (i.phi (), out, &x, &step) && px_unchanged (x.limit, start, l))
	    {
	      px_order_assume_least (q, x.limit, x.start - x.more, x.stay);
	      px_order_find_signs (q, x.limit, l, start);
	    }
	assume_first (q, l, out, start);
      }
}
