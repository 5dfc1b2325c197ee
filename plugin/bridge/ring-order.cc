/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): whether the uses of a ring in one branch take its slots in turn,
   wherever they stand: each the slot after that of the use before it, on every path.

   A data flow over GIMPLE.  The fact at a point is which sums of SSA names, modulo the number of
   slots, are the number that comes next; a use asks whether its index is one of them, and adds
   one.  Where the branch starts it is a constant.  Loops start from what holds as they are entered; what does not come
   back is dropped.  ring-relevant.cc has which sums that are, ring-edge.cc what they become on an edge; ring-total.cc
   counts uses by the same flow.

   Needs: loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-order.h"

/* True if a use whose index is A takes the next number, by facts *X.  Leaves those after the use, of which that goes
   up, or down, by one.  */
static bool
take (const px_order_query *q, px_facts *x, const px_sum &a)
{
  bool next = px_counting (q) || x->count ({ a.of, px_sum_number (a) });
  px_facts after;
  for (auto &f : *x)
    after.insert ({ f.first, px_sum_number ({ q->slots, {}, f.second + q->step }) });
  *x = after;
  return next;
}

/* The edges that are never taken by what Q assumes.  */
static void
find_dead (function *fun, px_order_query *q)
{
  basic_block bb;
  edge e;
  edge_iterator i;
  q->dead.clear ();
  if (!q->given.empty ())
    FOR_EACH_BB_FN (bb, fun)
      if (safe_dyn_cast<gcond *> (last_stmt (bb)))
	FOR_EACH_EDGE (e, i, bb->succs)
	  for (const px_affine &held : px_order_held (q, e))
	    if (const px_affine not_so = px_affine_sum ({ {}, -1, true }, held, -1);
		px_assumed_not_negative (q->given, not_so, q->ring)
		|| px_rounded_says (not_so, NULL, NULL, q->ring, &q->given, false))
	      q->dead.insert (e);
}

/* What of X, which holds at the end of E's source, holds at the start of its destination; false: a use
   on E takes another number.  */
static bool
cross (px_order_query *q, edge e, px_facts x, px_facts *to)
{
  bool ok = true;
  const px_facts left = x;
  for (auto &f : left)
    for (const px_sum &a : px_order_crossed (q, f.first, e))
      x.insert ({ a.of, px_sum_number ({ q->slots, {}, a.k + f.second }) });
  const std::vector<edge> &starts = q->start->edges;
  if (std::find (starts.begin (), starts.end (), e) != starts.end ())
    x = q->first;
  if (q->seek)
    for (edge at : q->seek->before->edges)
      if (at == e)
	x = { { q->seek->slot.of, px_sum_number (q->seek->slot) } };
  for (const px_summed_use &u : q->uses)
    for (edge at : u.before->edges)
      if (at == e)
	ok &= take (q, &x, px_order_on_edge (q, u.at, e));
  to->clear ();
  for (auto &a : q->sums)
    for (const px_sum &there : px_order_wanted (q, a, e))
      for (auto f = x.lower_bound ({ there.of, 0 }); f != x.end () && f->first == there.of; ++f)
	to->insert ({ a, px_sum_number ({ q->slots, {}, f->second - there.k }) });
  return ok;
}

/* Facts *X at the start of BB become those at its end, or before UNTIL.  False: a use in BB takes another number.  */
static bool
pass (const px_order_query *q, basic_block bb, px_facts *x, const gimple *until = NULL)
{
  bool ok = true;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i) && gsi_stmt (i) != until;
       gsi_next (&i))
    {
      if (q->start->stmt == gsi_stmt (i))
	*x = q->first;
      if (q->seek && q->seek->before->stmt == gsi_stmt (i))
	*x = { { q->seek->slot.of, px_sum_number (q->seek->slot) } };
      for (const px_summed_use &u : q->uses)
	if (u.before->stmt == gsi_stmt (i))
	  ok &= take (q, x, u.at);
    }
  return ok;
}

/* True if the threads of the branch never take E, or not by what is assumed.  */
static bool
never_taken (const px_order_query *q, edge e)
{
  if (q->never.count (e) || q->dead.count (e))
    return true;
  for (const px_assumption &a : q->given)
    if ((!a.holds && std::find (a.stay.begin (), a.stay.end (), e) != a.stay.end ())
	|| px_excluded (a, e))
      return true;
  return false;
}

/* What holds at Q's end, by AT, what holds where blocks begin, to its LAST.  */
static void
find_last (px_order_query *q, const std::map<basic_block, px_facts> &at)
{
  q->last.clear ();
  if (q->end->stmt)
    {
      auto p = at.find (gimple_bb (q->end->stmt));
      if (p == at.end ())
	return;
      q->last = p->second;
      pass (q, gimple_bb (q->end->stmt), &q->last, q->end->stmt);
      return;
    }
  bool first = true;
  for (edge e : q->end->edges)
    {
      auto p = at.find (e->src);
      if (p == at.end () || never_taken (q, e))
	continue;
      px_facts x = p->second, there, both;
      pass (q, e->src, &x);
      cross (q, e, x, &there);
      for (auto &f : there)
	if (first || q->last.count (f))
	  both.insert (f);
      q->last = both;
      first = false;
    }
}

bool
px_order_flow (function *fun, px_order_query *q)
{
  std::map<basic_block, px_facts> at; /* none: not reached yet */
  std::vector<basic_block> order;
  int *post = XNEWVEC (int, n_basic_blocks_for_fn (fun));
  int n = pre_and_rev_post_order_compute_fn (fun, NULL, post, false);
  for (int i = 0; i < n; i++)
    order.push_back (BASIC_BLOCK_FOR_FN (fun, post[i]));
  XDELETEVEC (post);
  at[ENTRY_BLOCK_PTR_FOR_FN (fun)] = {};
  bool ok = true;
  find_dead (fun, q);
  /* What holds on the edges that are known; what no longer does goes.  Only the last round, in
     which nothing changes, judges.  */
  for (bool again = true; again;)
    {
      again = false;
      ok = true;
      for (basic_block bb : order)
	{
	  px_facts here, one;
	  bool reached = false;
	  edge e;
	  edge_iterator ei;
	  FOR_EACH_EDGE (e, ei, bb->preds)
	    {
	      auto p = at.find (e->src);
	      if (p == at.end () || never_taken (q, e))
		continue;
	      px_facts x = p->second;
	      ok &= pass (q, e->src, &x);
	      ok &= cross (q, e, x, &one);
	      if (!reached)
		here = one;
	      else
		for (auto f = here.begin (); f != here.end ();)
		  f = one.count (*f) ? std::next (f) : here.erase (f);
	      reached = true;
	    }
	  if (reached && (!at.count (bb) || at[bb] != here))
	    {
	      at[bb] = here;
	      again = true;
	    }
	}
    }
  if (q->end)
    find_last (q, at);
  return ok;
}

px_order_query
px_order_query_of (function *fun, int slots, int ring, const px_point *start, int step,
		   const std::function<int (gcond *)> &known)
{
  px_order_query q = {};
  basic_block bb;
  q.slots = slots;
  q.ring = ring;
  q.start = start;
  q.step = step;
  q.names = num_ssa_names;
  FOR_EACH_BB_FN (bb, fun)
    if (gcond *c = safe_dyn_cast<gcond *> (last_stmt (bb)))
      if (int is = known (c); is >= 0)
	q.never.insert (EDGE_SUCC (bb, !(EDGE_SUCC (bb, 0)->flags & EDGE_TRUE_VALUE) == !is));
  px_order_find_rounded (fun, &q);
  return q;
}

void
px_order_assume (px_order_query *q, unsigned ways)
{
  for (size_t i = 0; i < q->given.size (); i++)
    q->given[i].holds = !(ways >> i & 1);
  q->zero.clear ();
  q->rounded.clear ();
  q->crossed.clear ();
  q->wanted.clear ();
}

bool
px_ring_in_order (function *fun, int slots, int step, const px_point *start,
		  const std::vector<px_ring_use> &uses, const std::function<int (gcond *)> &known,
		  const px_ring_seek *seek, int *from)
{
  px_order_query q = px_order_query_of (fun, slots, slots, start, step, known);
  q.seek = seek;
  for (const px_ring_use &u : uses)
    {
      if (slots > 1 && (!u.index || !px_in_slots (u.index, slots, px_block_at (u.before))))
	return false;
      q.uses.push_back (
	{ slots > 1 ? px_sum_of (u.index, slots) : px_sum_constant (slots, 0), u.before });
    }
  px_order_find_limits (&q);
  for (*from = 0; *from < slots; ++*from)
    {
      bool ok = true;
      q.first = { { {}, *from } };
      for (unsigned ways = 0; ways < 1u << q.given.size () && ok; ways++)
	{
	  px_order_assume (&q, ways);
	  if (!px_possible (q.given, px_block_at (q.start), slots))
	    continue;
	  px_order_find_sums (&q);
	  ok = px_order_flow (fun, &q);
	}
      if (ok)
	return true;
    }
  return false;
}
