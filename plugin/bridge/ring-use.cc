/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): the uses of a ring, what each branch does to each of its numbers.

   First the index of each access by itself (add_use): a counter and a constant.  If that does not say it, or several
   uses stand in one loop, whether the uses of a branch take the slots in turn (add_in_order), and whether branches take
   turns (add_turns).

   Needs: the tree with its accesses, their places and sources; roles.
   Leaves: uses, no statement of the tree changed; parts of rings that branches drain in turns.  */

#include "plugin/bridge/ring-use.h"

px_seq *
px_role_of (const px_fn *f, const px_accesses &v, px_seq *branch)
{
  for (px_seq *in = branch; in;)
    {
      branch = in;
      in = NULL;
      for (px_acc *a : v)
	{
	  if (px_branch_of (branch->up, a->op) != branch)
	    continue;
	  px_seq *part = NULL;
	  for (const px_stmt *s = a->op; s->seq != branch; s = s->seq->up)
	    if (s->seq->up->kind == PX_SPLIT)
	      part = s->seq;
	  if (!part || !px_same (px_persp_in (f, part->up->seq), px_persp_in (f, branch))
	      || (in && in != part))
	    return branch;
	  in = part;
	}
    }
  return branch;
}

/* Where the slot that A is of is named.  */
static px_stmt *
named_by (const px_acc *a)
{
  for (px_stmt *up = a->op->seq->up; up; up = up->seq->up)
    if (up->kind == PX_VIEW && up->view != PX_READS && up->obj == a->obj)
      return up;
  return a->op;
}

/* Returns true if the units that run S, which has access A, are all units that run BRANCH.  If
   OR_WARPS, units of whole warps may also make A each by itself, unless A is what a bulk load writes.  */
static bool
whole_branch (const px_fn *f, const px_acc *a, const px_stmt *s, const px_seq *branch,
	      bool or_warps)
{
  px_persp unit = px_persp_in (f, s->seq);
  if (or_warps && unit.level == PX_THREAD && unit.n % f->warp == 0
      && (a->kind == PX_READ || a->op->timeline != PX_BULK_LOAD))
    return true;
  return px_same (unit, px_persp_in (f, branch->st[0]->seq));
}

/* True if UP is around a use of each warp of a branch, as it would be where one warp is the branch: a
   loop, or an IF that all warps take equally.  */
static bool
of_warps (const px_stmt *up)
{
  return up->kind == PX_LOOP || (up->kind == PX_IF && px_even_p (up));
}

/* The region in which A is of what an __async names, 0: there is none.  All that A's like access there is of one
   number: the name is given its value once.  */
static int
async_around (const px_acc *a)
{
  const px_source *source = (const px_source *) a->user;
  int r = source && a->op->timeline != PX_GENERIC ? px_region_of (source->stmt) : 0;
  while (r
	 && !(px_region_at (r).kind == PX_R_VIEW
	      && px_region_at (px_region_at (r).up).kind == PX_R_ASYNC))
    r = px_region_at (r).up;
  return r;
}

/* Returns true if S, which contains A, is in the view, or in what an __async names (ASYNC, as async_around), that A goes
   through: all that it executes has A of one number.  */
static bool
named_once (const px_acc *a, const px_stmt *s, int async, const px_places *places)
{
  auto at = places->before.find (s);
  gimple *x = s->kind == PX_LOOP	    ? last_stmt (((loop_p) s->user)->header)
	      : at == places->before.end () ? NULL
					    : at->second.stmt;
  int r = x ? px_region_of (x) : 0;
  while (r && r != async)
    r = px_region_at (r).up;
  const px_stmt *view = named_by (a);
  return (async && r == async) || (view != a->op && px_inside (view, s));
}

/* Access A of RING, in BRANCH, to USES; else what keeps it from there, and WHERE.  */
static const char *
add_use (px_fn *f, const px_places *places, px_ring *ring, px_acc *a, px_seq *branch,
	 std::vector<px_use> *uses, px_stmt **where)
{
  px_slot n;
  bool continues;
  *where = named_by (a);
  if (!px_slot_of (f, a, ring->slots, &n, &continues))
    return "the slot is not (i + c) % slots, with a counter i that begins with a constant and goes "
	   "up by one a turn, and a constant c, nor a counter that goes around";
  px_stmt *s = a->op, *loop = n.loop ? px_loop_stmt (s, n.loop) : NULL;
  int async = async_around (a);
  for (px_stmt *up = a->op->seq->up; !n.loop && up != branch->up; up = up->seq->up)
    if (up->kind == PX_LOOP && named_once (a, up, async, places))
      s = up;
    else if (up->kind == PX_LOOP && ring->slots > 1)
      return "the slot is the same each time around this loop";
  while (s->seq != branch
	 && (loop ? s->seq->up != loop && !px_behind_exit (s)
		  : !whole_branch (f, a, s, branch, of_warps (s->seq->up))))
    s = s->seq->up;
  *where = a->op;
  if (!whole_branch (f, a, s, branch, true))
    return "only part of a branch uses it here: give those threads a __case of their own in the "
	   "outer __split, and the others another";
  for (px_use &u : *uses)
    if (ring->nobj && u.ring == ring && u.seq == s->seq && u.loop == n.loop && u.c == n.c)
      {
	bool near
	  = n.loop || px_index_in (s) <= px_index_in (u.last) + 1 || (async && async == u.async);
	if (!near)
	  continue;
	if (px_index_in (s) < px_index_in (u.first))
	  u.first = s;
	if (px_index_in (s) > px_index_in (u.last))
	  u.last = s;
	u.writes |= a->kind != PX_READ;
	u.reads |= a->kind == PX_READ;
	u.async = async;
	return NULL;
      }
  px_use u = { ring,
	       s->seq,
	       n.loop,
	       n.c,
	       s,
	       s,
	       a->kind != PX_READ,
	       a->kind == PX_READ,
	       n.loop && continues ? loop_outer (n.loop) : n.loop,
	       NULL,
	       false,
	       0,
	       NULL,
	       0,
	       async };
  px_stmt *start = u.start ? px_loop_stmt (s, u.start) : NULL;
  for (px_stmt *up = start ? start->seq->up : NULL; up && up->seq != branch->up->seq;
       up = up->seq->up)
    if (up->kind == PX_LOOP)
      u.again = &start->count;
  uses->push_back (u);
  return NULL;
}

/* Returns true if one loop of a branch contains two USES of RING.  */
static bool
several_a_turn (const std::vector<px_use> &uses, const px_ring *ring)
{
  for (const px_use &u : uses)
    for (const px_use &v : uses)
      for (const px_stmt *up = u.seq->up;
	   &u != &v && u.ring == ring && v.ring == ring && up && up->kind != PX_SPLIT;
	   up = up->seq->up)
	if (up->kind == PX_LOOP && px_inside (up, v.first))
	  return true;
  return false;
}

/* Returns true if T, or all that it is computed from, is set before S.  */
static bool
set_outside (tree t, const px_stmt *s, const px_places *places, int depth)
{
  gimple *d = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!d || !gimple_bb (d))
    return true;
  auto at = places->before.find (s);
  if (at == places->before.end () || depth > 12)
    return false;
  const px_point &p = at->second;
  bool before = p.stmt ? stmt_dominates_stmt_p (d, p.stmt) : !p.edges.empty ();
  for (edge e : p.edges)
    before &= dominated_by_p (CDI_DOMINATORS, e->src, gimple_bb (d));
  if (before)
    return true;
  for (unsigned i = 1; is_gimple_assign (d) && !gimple_assign_load_p (d) && i < gimple_num_ops (d);
       i++)
    if (!set_outside (gimple_op (d, i), s, places, depth + 1))
      return false;
  return is_gimple_assign (d) && !gimple_assign_load_p (d);
}

/* Returns true if all accesses of V in S are of slot T of SLOTS.  */
static bool
only_slot (const px_accesses &v, const px_stmt *s, tree t, int slots)
{
  for (const px_acc *a : v)
    if (px_inside (s, a->op) && !px_same_slot (px_slot_of_access (a), t, slots))
      return false;
  return true;
}

bool
px_uses_overlap (const px_use &u, const px_use &v)
{
  for (const px_stmt *s = v.first; s; s = s->seq->up)
    if (s->seq == u.seq)
      return px_index_in (s) <= px_index_in (u.last)
	     && px_index_in (s->seq == v.seq ? v.last : s) >= px_index_in (u.first);
  return false;
}

/* Returns true if one of USES of RING is in another one.  */
static bool
one_in_other (const std::vector<px_use> &uses, const px_ring *ring)
{
  for (const px_use &u : uses)
    for (const px_use &v : uses)
      if (&u != &v && u.ring == ring && v.ring == ring && px_uses_overlap (u, v))
	return true;
  return false;
}

int
px_true_in (const px_fn *f, const px_seq *q, gcond *c)
{
  int first, n = px_threads_in (f, q, &first), known = n ? px_true_at (f, c, -1, first) : -1;
  for (int i = 1; i < n && known >= 0; i++)
    if (px_true_at (f, c, -1, first + i) != known)
      return -1;
  return known;
}

/* Which IFs around an access are in its use: none, those where the slot has a name, or all that do not set it.  */
enum lift
{
  NO_IF,
  IF_IN_NAME,
  ANY_IF
};

/* Accesses V of RING in BRANCH, or a role in one, of SPLIT to USES, if they take its slots in turn, each STEP (1 or -1)
   after the one before, from that of SEEK on where it is not NULL.  */
static bool
add_in_order (px_fn *f, const px_places *places, px_ring *ring, const px_accesses &v,
	      const px_stmt *split, px_seq *branch, lift lift, int step, const px_ring_seek *seek,
	      std::vector<px_use> *uses)
{
  std::vector<tree> index;
  for (px_acc *a : v)
    {
      px_stmt *s = a->op;
      /* The one slot may have a name without an index.  */
      tree t = ring->slots == 1 ? integer_zero_node : px_slot_of_access (a);
      int async = async_around (a);
      /* Of a constant slot, and one of several, what a loop reads is one use: another one would be of another slot.  */
      bool again = t && (TREE_CODE (t) != INTEGER_CST || (ring->slots > 1 && a->kind == PX_READ));
      if (px_branch_of (branch->up, s) != branch)
	continue;
      auto leave = [&] (const px_stmt *up) {
	/* A part of each warp's own, in which it uses other slots, too, or numbers that it counts.  */
	bool around = (up->kind == PX_GROUP || (up->kind == PX_VIEW && up->obj != a->obj))
		      && !(only_slot (v, up, t, ring->slots) && set_outside (t, up, places, 0));
	return !whole_branch (f, a, s, branch, around || of_warps (up))
	       || (up->kind == PX_VIEW && !around)
	       || ((up->kind == PX_LOOP || (up->kind == PX_IF && lift == IF_IN_NAME))
		   && named_once (a, up, async, places))
	       || (((up->kind == PX_LOOP && again) || (up->kind == PX_IF && lift == ANY_IF))
		   && set_outside (t, up, places, 0) && only_slot (v, up, t, ring->slots));
      };
      while (t && s->seq != branch && leave (s->seq->up))
	s = s->seq->up;
      if (!t || !whole_branch (f, a, s, branch, true))
	return false;
      /* More of the last use in this sequence.  */
      size_t i = uses->size ();
      while (i && (*uses)[i - 1].seq != s->seq)
	i--;
      if (i
	  && !(ring->nobj && px_same_slot (index[i - 1], t, ring->slots)
	       && ((TREE_CODE (t) != INTEGER_CST && ring->slots > 1)
		   || (async && async == (*uses)[i - 1].async)
		   || abs (px_index_in (s) - px_index_in ((*uses)[i - 1].last)) <= 1)))
	i = 0;
      if (!i)
	{
	  uses->push_back ({ ring, s->seq, NULL, (HOST_WIDE_INT) uses->size (), s, s, false, false,
			     NULL, NULL, true, 0, NULL, 0, async });
	  index.push_back (t);
	  i = uses->size ();
	}
      px_use &u = (*uses)[i - 1];
      u.first = px_index_in (s) < px_index_in (u.first) ? s : u.first;
      u.last = px_index_in (s) > px_index_in (u.last) ? s : u.last;
      u.writes |= a->kind != PX_READ;
      u.reads |= a->kind == PX_READ;
      u.async = async;
    }
  if (uses->empty ())
    return true;
  std::vector<px_ring_use> order;
  int from;
  for (size_t i = 0; i < uses->size (); i++)
    {
      for (size_t k = 0; k < uses->size (); k++)
	if (i != k && px_uses_overlap ((*uses)[i], (*uses)[k]))
	  return false;
      order.push_back ({ index[i], &places->before.find ((*uses)[i].first)->second });
    }
  const px_seq *whole = px_branch_of (split, branch->st[0]);
  auto known = [f, branch] (gcond *c) {
    return px_true_in (f, branch, c);
  };
  if (!px_ring_in_order (cfun, ring->slots, step, &places->before.find (whole->st[0])->second,
			 order, known, seek, &from))
    return false;
  for (px_use &u : *uses)
    {
      u.from = from;
      u.split = split;
    }
  return true;
}

/* Accesses V of RING in BRANCHES of SPLIT to USES, if one fills it and others take turns to drain it.  */
static bool
add_turns (px_fn *f, px_places *places, px_ring *ring, const px_accesses &v, const px_stmt *split,
	   const std::vector<px_seq *> &branches, px_uses *uses)
{
  std::vector<px_ring_part> parts;
  px_seq *fills;
  if (!px_ring_parts_of (places, ring, v, branches, &fills, &parts)
      || !add_in_order (f, places, ring, v, split, fills, NO_IF, 1, NULL, &(*uses)[fills]))
    return false;
  for (px_ring_part &p : parts)
    if (!add_in_order (f, places, ring, v, split, p.drains, NO_IF, 1, &p.seek, &(*uses)[p.drains]))
      return false;
  px_ring **others = px_ring_in_parts (f, ring, parts.size ());
  for (size_t i = 0; i < parts.size (); i++)
    {
      px_ring *part = i ? others[i - 1] : ring;
      for (px_use &u : (*uses)[fills])
	if (px_inside (parts[i].fill, u.first))
	  u.ring = part;
      for (px_use &u : (*uses)[parts[i].drains])
	{
	  u.ring = part;
	  u.from = (*uses)[fills][0].from;
	}
      parts[i].seek.ring = part;
      places->seeks.push_back (parts[i].seek);
    }
  return true;
}

/* Finds out whether all BRANCHES take RING's slots in turn, each STEP after the one before, and adds their uses
   to *USES.  */
static bool
all_in_order (px_fn *f, const px_places *places, px_ring *ring, const px_accesses &v,
	      const px_stmt *split, const std::vector<px_seq *> &branches, int step, px_uses *uses)
{
  for (px_seq *b : branches)
    {
      bool one = false;
      for (lift how : { NO_IF, IF_IN_NAME, ANY_IF })
	if (!one && (how == NO_IF || ring->nobj))
	  {
	    uses->erase (b);
	    one = add_in_order (f, places, ring, v, split, b, how, step, NULL, &(*uses)[b]);
	  }
      if (!one)
	return false;
    }
  return true;
}

/* The same, from the first to the last, from the last to the first, or in turns of branches.  */
static bool
find_in_order (px_fn *f, px_places *places, px_ring *ring, const px_accesses &v,
	       const px_stmt *split, const std::vector<px_seq *> &branches, px_uses *uses)
{
  for (int step : { 1, -1 })
    if (all_in_order (f, places, ring, v, split, branches, step, uses))
      {
	ring->down = step < 0;
	return true;
      }
  uses->clear ();
  return add_turns (f, places, ring, v, split, branches, uses);
}

const char *
px_find_uses (px_fn *f, px_places *places, px_ring *ring, const px_accesses &v,
	      const px_stmt *split, const std::vector<px_seq *> &branches, px_uses *uses,
	      px_stmt **where)
{
  px_uses alone, in_order;
  const char *text = NULL;
  bool several = false;
  for (px_acc *a : v)
    if (px_seq *b = px_role_of (f, v, px_branch_of (split, a->op)); b && !text)
      {
	if (!ring->nobj && !whole_branch (f, a, a->op, b, true))
	  {
	    *where = a->op;
	    return "all threads of a branch give it or take it together, not each by itself or "
		   "some of them";
	  }
	text = add_use (f, places, ring, a, b, &alone[b], where);
      }
  for (auto &b : alone)
    several |= several_a_turn (b.second, ring) || one_in_other (b.second, ring);
  if ((text || several) && find_in_order (f, places, ring, v, split, branches, &in_order))
    {
      alone = in_order;
      text = NULL;
    }
  if (!text)
    for (auto &b : alone)
      (*uses)[b.first].insert ((*uses)[b.first].end (), b.second.begin (), b.second.end ());
  return text;
}
