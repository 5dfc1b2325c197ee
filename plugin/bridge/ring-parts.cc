/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings whose numbers several branches drain in turns (doc/internals/35-rings): with which slot each
   turn of a loop begins.

   A branch that fills all of a ring in parts, one after the other in a loop, and a branch that drains one of
   the parts have the same slots if their loops begin with the same slot and each turn adds as much: as sums of
   names that are set before both.

   Needs: loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

/* The slots that turns of a loop begin with: FIRST in the first turn, STEP more in each later one.  AT:
   the slot of a turn, as a sum of what is set where it begins.  */
struct slots_of_turns
{
  px_sum first, step, at;
};

enum
{
  STEPS = 20 /* of loops that are left, or begun, one after the other */
};

/* True if all names of A are set before L.  */
static bool
set_before (const px_sum &a, loop_p l)
{
  if (!px_sum_known (a.of))
    return false;
  for (auto &n : a.of)
    for (unsigned version : n.first)
      if (basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (ssa_name (version)));
	  bb && flow_bb_inside_loop_p (l, bb))
	return false;
  return true;
}

/* Sets *X to how M, a loop, is left by its counter before a turn accesses anything; false: it is not, or has
   a turn whatever the limit is.  */
static bool
left_by_counter (loop_p m, px_counted_exit *x)
{
  edge out = px_tested_silently (m) ? single_exit (m) : NULL;
  for (gphi_iterator i = out ? gsi_start_phis (m->header) : gphi_iterator (); !gsi_end_p (i);
       gsi_next (&i))
    if (px_counted_exit_of (i.phi (), out, x))
      return true;
  return false;
}

static bool
same_limit (const px_counted_exit &a, const px_counted_exit &b)
{
  return a.limit == b.limit && a.start - a.more == b.start - b.more;
}

/* How often M is repeated until it is left, to *TURNS.  COUNTED: other loops whose turns count; all must have
   the same limit (only_counted).  */
static bool
times_around (loop_p m, int slots, std::vector<px_counted_exit> *counted, px_sum *turns)
{
  tree n = number_of_latch_executions (m);
  px_counted_exit x;
  if (n && tree_fits_shwi_p (n))
    {
      *turns = px_sum_constant (slots, tree_to_shwi (n) % slots);
      return true;
    }
  if (!left_by_counter (m, &x) || (!counted->empty () && !same_limit (x, counted->front ())))
    return false;
  counted->push_back (x);
  *turns = px_limit_sum (x.limit, slots);
  px_sum_add (turns, px_sum_constant (slots, x.more - x.start), 1);
  return true;
}

/* A as it is in block BB of L: counters of loops in L that BB is in have just begun, those of others are
   what they were when their loops were left.  */
static bool
sum_in_turn (px_sum *a, loop_p l, basic_block bb, int depth, std::vector<px_counted_exit> *counted)
{
  bool ok = true, again = true;
  for (int steps = 0; again && ok && steps < STEPS; steps++)
    {
      again = false;
      *a = px_sum_replace (*a, [&] (unsigned version) {
	gphi *phi = version ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (version))) : NULL;
	loop_p m = phi ? gimple_bb (phi)->loop_father : NULL;
	px_sum name = px_sum_name (a->slots, version), step, turns;
	if (!m || m == l || !flow_loop_nested_p (l, m) || gimple_bb (phi) != m->header
	    || gimple_phi_num_args (phi) != 2)
	  return name;
	px_sum first = px_sum_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (m)), a->slots);
	again = true;
	if (flow_bb_inside_loop_p (m, bb))
	  return first;
	step = px_sum_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (m)), a->slots);
	ok = ok && depth < STEPS && sum_in_turn (&step, m, m->latch, depth + 1, counted)
	     && times_around (m, a->slots, counted, &turns);
	if (!ok)
	  return name;
	px_sum_add (&step, name, -1);
	ok = set_before (step, m);
	px_sum_add (&first, px_sum_times (step, turns), 1);
	return first;
      });
    }
  return ok && !again;
}

/* The turns of L, an access in which, by S, is of slot INDEX and the first one of its turn, which begins in
   PLACE.  COUNTED as for times_around.  False: they are not known.  */
static bool
turns_of_loop (tree index, gimple *s, loop_p l, int slots, basic_block place,
	       std::vector<px_counted_exit> *counted, slots_of_turns *r)
{
  r->at = px_sum_of (index, slots);
  /* Of the first access of a turn, all loops around it have just begun.  */
  for (loop_p m = gimple_bb (s)->loop_father; m != l; m = loop_outer (m))
    if (!m->num)
      return false;
    else
      r->at = px_sum_on_edge (r->at, loop_preheader_edge (m));
  px_sum turn = r->at, next;
  if (!px_sum_set_at (turn.of, place) || !sum_in_turn (&turn, l, gimple_bb (s), 0, counted))
    return false;
  r->first = px_sum_on_edge (turn, loop_preheader_edge (l));
  next = px_sum_on_edge (turn, loop_latch_edge (l));
  if (!sum_in_turn (&next, l, l->latch, 0, counted))
    return false;
  r->step = next;
  px_sum_add (&r->step, turn, -1);
  return set_before (r->first, l) && set_before (r->step, l);
}

/* ---- the loops of the branches ------------------------------------------ */

/* Those of V that stand in BRANCH.  */
static px_accesses
in_branch (const px_accesses &v, const px_seq *branch)
{
  px_accesses r;
  for (px_acc *a : v)
    if (px_branch_of (branch->up, a->op) == branch)
      r.push_back (a);
  return r;
}

static bool
all_inside (const px_stmt *s, const px_accesses &v)
{
  for (const px_acc *a : v)
    if (!px_inside (s, a->op))
      return false;
  return true;
}

/* The loop a turn of which runs S, unless it was left before; NULL: S is in something else.  */
static px_stmt *
loop_of_turn (const px_stmt *s)
{
  while (px_behind_exit (s))
    s = s->seq->up;
  return s->seq->up && s->seq->up->kind == PX_LOOP ? s->seq->up : NULL;
}

/* The statement of a turn of LOOP that contains A.  */
static px_stmt *
child_of (px_stmt *loop, const px_acc *a)
{
  px_stmt *s = a->op;
  while (loop_of_turn (s) != loop)
    s = s->seq->up;
  return s;
}

/* Where the turns of LOOP begin that run CHILD, a statement of a turn, in which A of RING is the first access.  */
static bool
turns_from (const px_places *places, const px_ring *ring, const px_acc *a, const px_stmt *loop,
	    const px_stmt *child, std::vector<px_counted_exit> *counted, slots_of_turns *r)
{
  const px_point &before = places->before.find (child)->second;
  basic_block bb = before.stmt		   ? gimple_bb (before.stmt)
		   : before.edges.empty () ? NULL
					   : before.edges[0]->src;
  tree t = px_slot_of_access (a);
  gimple *s = ((const px_source *) a->user)->stmt;
  return bb && t && child->kind != PX_IF
	 && flow_bb_inside_loop_p ((loop_p) loop->user, gimple_bb (s))
	 && turns_of_loop (t, s, (loop_p) loop->user, ring->slots, bb, counted, r);
}

static bool
same_slots (const slots_of_turns &a, const slots_of_turns &b)
{
  auto same = [] (const px_sum &x, const px_sum &y) {
    return x.of == y.of && px_sum_number (x) == px_sum_number (y);
  };
  return same (a.first, b.first) && same (a.step, b.step);
}

/* The innermost loop around all of V, in BRANCH; NULL: there is none.  */
static px_stmt *
loop_with (const px_accesses &v, const px_seq *branch)
{
  for (px_stmt *s = v[0]->op; s->seq != branch; s = s->seq->up)
    if (s->seq->up->kind == PX_LOOP && all_inside (s->seq->up, v))
      return s->seq->up;
  return NULL;
}

/* True if none of PARTS is used where the limit of the COUNTED loops is below what their counters start with:
   their turns are then none, not their limit less that.  */
static bool
only_counted (const std::vector<px_counted_exit> &counted, const std::vector<px_ring_part> &parts)
{
  auto has_limit = [&] (const px_stmt *s) {
    px_counted_exit x;
    return s->kind == PX_LOOP && left_by_counter ((loop_p) s->user, &x)
	   && same_limit (x, counted.front ());
  };
  for (const px_ring_part &p : parts)
    if (!counted.empty () && !(has_limit (p.fill) && has_limit (p.seek.at)))
      return false;
  return true;
}

bool
px_ring_parts_of (const px_places *places, px_ring *ring, const px_accesses &v,
		  const std::vector<px_seq *> &branches, px_seq **fills,
		  std::vector<px_ring_part> *parts)
{
  std::vector<px_counted_exit> counted;
  std::vector<slots_of_turns> turns;
  std::vector<px_seq *> drains;
  *fills = NULL;
  for (px_seq *b : branches)
    {
      px_accesses mine = in_branch (v, b);
      bool writes = !mine.empty () && mine[0]->kind != PX_READ;
      if (writes && *fills)
	return false;
      if (writes)
	*fills = b;
      else if (!mine.empty ())
	drains.push_back (b);
    }
  px_accesses filled = *fills ? in_branch (v, *fills) : px_accesses ();
  px_stmt *loop
    = *fills && drains.size () > 1 && ring->slots > 1 ? loop_with (filled, *fills) : NULL;
  if (!loop)
    return false;
  for (px_acc *a : filled)
    {
      px_stmt *child = child_of (loop, a);
      slots_of_turns t;
      if (!parts->empty () && parts->back ().fill == child)
	continue;
      if (!turns_from (places, ring, a, loop, child, &counted, &t))
	return false;
      parts->push_back ({ child, NULL, {} });
      turns.push_back (t);
    }
  if (parts->size () != drains.size ())
    return false;
  for (px_seq *b : drains)
    {
      px_accesses mine = in_branch (v, b);
      int found = 0;
      for (px_stmt *s = mine[0]->op; s->seq != b && !found; s = s->seq->up)
	{
	  px_stmt *l = loop_of_turn (s);
	  slots_of_turns t;
	  if (!l || !px_same_count (l->count, loop->count) || !all_inside (l, mine)
	      || !turns_from (places, ring, mine[0], l, s, &counted, &t))
	    continue;
	  for (size_t i = 0; i < parts->size (); i++)
	    if (same_slots (t, turns[i]))
	      {
		px_ring_part &p = (*parts)[i];
		/* Where several parts have these slots, px does not know which one is meant.  */
		if (found++ || p.drains)
		  return false;
		p.drains = b;
		p.seek = { ring, s, &places->before.find (s)->second, t.at };
	      }
	}
      if (!found)
	return false;
    }
  return only_counted (counted, *parts);
}
