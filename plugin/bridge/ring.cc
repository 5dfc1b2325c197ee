/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): which number of a ring an access is of, what
   fills and what drains, and how often loops run.

   Needs: the tree with its accesses, their places and sources.
   Leaves: rings between branches of a __split with their fills and drains as
   statements around what px_accesses them; accesses of other rings numbered.  */

#include "plugin/bridge/ring-int.h"

/* ---- fills and drains ------------------------------------------------- */

px_persp
px_persp_in (const px_fn *f, const px_seq *q)
{
  for (; q->up; q = q->up->seq)
    {
      if (q->up->kind == PX_GROUP)
	return q->up->persp;
      if (q->up->kind == PX_SPLIT)
	for (int i = 0; i < q->up->nbody; i++)
	  if (q->up->body[i] == q)
	    return { q->up->persp.level, q->up->size[i] };
    }
  return f->persp;
}

/* The branch of a split that S is in: the outermost of SPLIT's bodies.  */
px_seq *
px_branch_of (const px_stmt *split, const px_stmt *s)
{
  while (s && s->seq->up != split)
    s = s->seq->up;
  return s ? s->seq : NULL;
}

int
px_index_in (const px_stmt *s)
{
  for (int i = 0; i < s->seq->nst; i++)
    if (s->seq->st[i] == s)
      return i;
  return -1;
}

/* Statements LO … HI of Q become the body of a new statement there.  */
static px_stmt *
wrap (px_fn *f, px_places *places, px_seq *q, int lo, int hi, int kind)
{
  px_stmt *first = q->st[lo];
  px_stmt *w = px_add_stmt (f, q, kind, first->loc);
  px_seq *body = px_add_body (f, w);
  q->nst--;
  const px_point end = hi + 1 < q->nst ? places->before[q->st[hi + 1]] : places->end[q];
  for (int i = lo; i <= hi; i++)
    {
      PX_PUSH (&f->pool, body->st, body->nst, body->cap, q->st[i]);
      q->st[i]->seq = body;
    }
  q->st[lo] = w;
  for (int i = hi + 1; i < q->nst; i++)
    q->st[lo + 1 + i - hi - 1] = q->st[i];
  q->nst -= hi - lo;
  px_point start = places->before[first];
  places->before[w] = start;
  places->end[body] = end;
  return w;
}

/* What one branch does to one number of a ring.  */
struct use
{
  px_ring *ring;
  px_seq *seq;
  loop_p loop;
  HOST_WIDE_INT c;
  px_stmt *first, *last; /* in SEQ */
  bool writes, reads;
  loop_p start;		 /* that starts the counter: LOOP or one around it */
  const px_count *again; /* a loop around START starts it anew: how many numbers that is */
  bool next; /* C is its place among the branch's uses, which take the slots in turn from FROM on,
		each time that SPLIT runs */
  int from;
  const px_stmt *split;
  int num;   /* the first number of it */
  int async; /* the region of its last access, as async_around */
};

void
px_ring_problem (px_fn *f, px_ring *r, px_stmt *s, px_stmt *s2, const char *text)
{
  px_problem p = {};
  p.kind = PX_E_RING;
  p.ring = r;
  p.stmt = s;
  p.stmt2 = s2;
  p.text = text;
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

static void
collect (px_seq *q, px_obj *o, px_accesses *v)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      for (int k = 0; k < s->nacc; k++)
	if (s->acc[k].obj == o)
	  v->push_back (&s->acc[k]);
      for (int k = 0; k < s->nbody; k++)
	collect (s->body[k], o, v);
    }
}

/* The outermost split that has accesses of V in two branches.  */
static px_stmt *
split_of (const px_accesses &v)
{
  px_stmt *found = NULL;
  std::map<px_stmt *, px_seq *> first; /* the branch of each split that was seen first */
  for (px_acc *a : v)
    for (px_seq *q = a->op->seq; q->up; q = q->up->seq)
      if (px_stmt *s = q->up; s->kind == PX_SPLIT && first.insert ({ s, q }).first->second != q
			      && (!found || px_inside (s, found)))
	found = s;
  return found;
}

/* The code of the threads of BRANCH that have V: it, or the branch of the innermost split in it, by the
   same units, that has all of V which BRANCH has.  (px_ring_role finds it again.)  */
static px_seq *
role_of (const px_fn *f, const px_accesses &v, px_seq *branch)
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
	 std::vector<use> *uses, px_stmt **where)
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
  for (use &u : *uses)
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
  use u = { ring,
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
several_a_turn (const std::vector<use> &uses, const px_ring *ring)
{
  for (const use &u : uses)
    for (const use &v : uses)
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

/* Returns true if uses U and V have a statement in common, or one is in a statement of the other.  */
static bool
overlap (const use &u, const use &v)
{
  for (const px_stmt *s = v.first; s; s = s->seq->up)
    if (s->seq == u.seq)
      return px_index_in (s) <= px_index_in (u.last)
	     && px_index_in (s->seq == v.seq ? v.last : s) >= px_index_in (u.first);
  return false;
}

/* Returns true if one of USES of RING is in another one.  */
static bool
one_in_other (const std::vector<use> &uses, const px_ring *ring)
{
  for (const use &u : uses)
    for (const use &v : uses)
      if (&u != &v && u.ring == ring && v.ring == ring && overlap (u, v))
	return true;
  return false;
}

/* What condition C is for all threads that run Q; -1: it is not known, or differs.  */
static int
true_in (const px_fn *f, const px_seq *q, gcond *c)
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
	      std::vector<use> *uses)
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
      use &u = (*uses)[i - 1];
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
	if (i != k && overlap ((*uses)[i], (*uses)[k]))
	  return false;
      order.push_back ({ index[i], &places->before.find ((*uses)[i].first)->second });
    }
  const px_seq *whole = px_branch_of (split, branch->st[0]);
  auto known = [f, branch] (gcond *c) {
    return true_in (f, branch, c);
  };
  if (!px_ring_in_order (cfun, ring->slots, step, &places->before.find (whole->st[0])->second,
			 order, known, seek, &from))
    return false;
  for (use &u : *uses)
    {
      u.from = from;
      u.split = split;
    }
  return true;
}

/* Accesses V of RING in BRANCHES of SPLIT to USES, if one fills it and others take turns to drain it.  */
static bool
add_turns (px_fn *f, px_places *places, px_ring *ring, const px_accesses &v, const px_stmt *split,
	   const std::vector<px_seq *> &branches, std::map<px_seq *, std::vector<use>> *uses)
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
      for (use &u : (*uses)[fills])
	if (px_inside (parts[i].fill, u.first))
	  u.ring = part;
      for (use &u : (*uses)[parts[i].drains])
	{
	  u.ring = part;
	  u.from = (*uses)[fills][0].from;
	}
      parts[i].seek.ring = part;
      places->seeks.push_back (parts[i].seek);
    }
  return true;
}

static bool
near (const use &u, const use &v)
{
  const use &a = px_index_in (u.first) <= px_index_in (v.first) ? u : v, &b = &a == &u ? v : u;
  int i = px_index_in (a.last) + 1;
  while (i < px_index_in (b.first) && a.seq->st[i]->kind == PX_WORK)
    i++;
  return i >= px_index_in (b.first);
}

/* Uses U and V are of the same number, in one place.  */
static bool
together (const use &u, const use &v)
{
  return u.seq == v.seq && u.loop == v.loop && u.c == v.c && u.writes == v.writes
	 && u.reads == v.reads && near (u, v);
}

/* Returns true if all branches fill rings R and Q together and drain them together.  Rings of one
   slot, which have no slot numbers to compare, may be the named slots of a pipeline, each used by
   itself (Prism §6.2): two of these are together only if some statement uses both.  */
static bool
used_together (const px_ring *r, const px_ring *q, const std::map<px_seq *, std::vector<use>> &uses)
{
  bool both = r->slots > 1;
  if (r->slots != q->slots)
    return false;
  for (auto &branch : uses)
    for (const use &u : branch.second)
      {
	const px_ring *other = u.ring == r ? q : u.ring == q ? r : NULL;
	bool found = !other;
	for (const use &v : branch.second)
	  if (v.ring == other && together (u, v))
	    {
	      found = true;
	      both |= overlap (u, v);
	    }
	if (!found)
	  return false;
      }
  return both;
}

/* Gives the same ends to uses of one sequence that overlap but are not one in the other, and to uses that
   are together of rings that are one of PAIRS.  */
static void
join (std::vector<use> *uses, const std::set<std::pair<px_ring *, px_ring *>> &pairs)
{
  for (bool again = true; again;)
    {
      again = false;
      for (use &u : *uses)
	for (use &v : *uses)
	  {
	    int a = px_index_in (u.first), b = px_index_in (u.last), c = px_index_in (v.first),
		d = px_index_in (v.last);
	    bool nest = b < c || d < a || (a <= c && d <= b) || (c <= a && b <= d);
	    if (&u == &v || u.seq != v.seq || (a == c && b == d)
		|| (nest && !(pairs.count ({ u.ring, v.ring }) && together (u, v))))
	      continue;
	    u.first = v.first = u.seq->st[std::min (a, c)];
	    u.last = v.last = u.seq->st[std::max (b, d)];
	    again = true;
	  }
    }
}

bool
px_uses_ring_in (const px_stmt *s, const px_ring *ring)
{
  for (int k = 0; k < s->nacc; k++)
    if (ring ? s->acc[k].obj->ring == ring : s->acc[k].obj->ring != NULL)
      return true;
  for (int k = 0; k < s->nbody; k++)
    if (px_uses_ring (s->body[k], ring))
      return true;
  return false;
}

bool
px_uses_ring (const px_seq *q, const px_ring *ring)
{
  for (int i = 0; i < q->nst; i++)
    if (px_uses_ring_in (q->st[i], ring))
      return true;
  return false;
}

bool
px_left_in (const px_stmt *s)
{
  if (s->kind == PX_LOOP)
    return false;
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i]->nst; k++)
      if (px_left_in (s->body[i]->st[k]))
	return true;
  return s->leaves;
}

/* A use in all turns of a loop but the last is that, not one of each turn.  */
static void
leave_guard (px_fn *f, use *u)
{
  int k;
  px_stmt *s = u->first;
  if (s != u->last || !px_but_last (s, &k) || (s->nbody > 1 && px_uses_ring (s->body[1], u->ring)))
    return;
  u->seq = s->body[0];
  for (int i = 0; i < u->seq->nst; i++)
    if (px_stmt *x = u->seq->st[i]; px_uses_ring_in (x, u->ring))
      {
	u->first = u->first == s ? x : u->first;
	u->last = x;
      }
}

static void
wrap_uses (px_fn *f, px_places *places, std::vector<use> *uses,
	   const std::set<std::pair<px_ring *, px_ring *>> &pairs)
{
  join (uses, pairs);
  /* The first of several rings is the innermost, in all branches.  */
  std::stable_sort (uses->begin (), uses->end (),
		    [] (const use &u, const use &v) { return u.ring->id < v.ring->id; });
  std::map<px_ring *, HOST_WIDE_INT> next; /* number, of constant slots */
  for (use &u : *uses)
    {
      if (u.writes && u.reads)
	{
	  px_ring_problem (f, u.ring, u.first, NULL,
			   u.ring->nobj ? "one branch both fills and drains it"
					: "one branch both gives and takes it");
	  return;
	}
      u.num = u.next ? u.from : u.c;
      if (!u.next && !u.loop && next.count (u.ring) && next[u.ring] % u.ring->slots == u.c)
	u.num = next[u.ring];
      next[u.ring] = u.num + 1;
    }
  /* Those that others are in come first, which are then wrapped in what they have become.  */
  std::stable_sort (uses->begin (), uses->end (), [] (const use &u, const use &v) {
    return px_index_in (u.last) - px_index_in (u.first)
	   > px_index_in (v.last) - px_index_in (v.first);
  });
  for (size_t i = 0; i < uses->size (); i++)
    {
      use &u = (*uses)[i];
      int lo = px_index_in (u.first), hi = px_index_in (u.last);
      for (int k = lo; k <= hi; k++)
	if (px_left_in (u.first->seq->st[k]))
	  {
	    px_ring_problem (f, u.ring, u.first, NULL, "the loop is left while it is used");
	    return;
	  }
      px_stmt *w = wrap (f, places, u.first->seq, lo, hi, u.writes ? PX_FILL : PX_DRAIN);
      w->ring = u.ring;
      w->num = u.num;
      w->user = u.start;
      int drains = 0;
      for (const use &v : *uses)
	drains += v.ring == u.ring;
      if (!u.writes && drains == 1 && px_late_p (w))
	{
	  w->late = 1;
	  w->may_late = true;
	  /* Else the next turn may need the slot that the last one holds.  */
	  for (const px_stmt *up = w->seq->up->seq->up; up; up = up->seq->up)
	    w->flush |= up->kind == PX_LOOP;
	}
      w->restart = u.next ? u.split : u.start ? px_loop_stmt (w, u.start) : w;
      w->next = u.next;
      /* Uses of the same statements are now around W.  */
      for (size_t k = i + 1; k < uses->size (); k++)
	if ((*uses)[k].first == u.first && (*uses)[k].last == u.last)
	  (*uses)[k].first = (*uses)[k].last = w;
    }
}

/* Removes the accesses of turn O in Q, whose fills and drains are found: infer/ knows no object of it.  */
static void
forget_accesses (px_seq *q, const px_obj *o)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      for (int k = 0; k < s->nbody; k++)
	forget_accesses (s->body[k], o);
      if (s->kind == PX_OP && s->nacc == 1 && s->acc[0].obj == o)
	{
	  s->kind = PX_WORK;
	  s->nacc = 0;
	}
    }
}

/* Returns true, and says so, if RING's accesses V are those of one branch of a split, and only fill it or only
   drain it.  */
static bool
one_way (px_fn *f, px_ring *ring, const px_accesses &v)
{
  bool writes = false, reads = false, branch = false;
  for (const px_stmt *s = v.empty () ? NULL : v[0]->op->seq->up; s; s = s->seq->up)
    branch |= s->kind == PX_SPLIT;
  for (const px_acc *a : v)
    {
      writes |= a->kind != PX_READ;
      reads |= a->kind == PX_READ;
    }
  if (!branch || (writes && reads))
    return false;
  px_ring_problem (f, ring, v[0]->op, NULL,
		   writes ? "filled but not drained" : "drained but not filled");
  return true;
}

/* Whether the branches of ORDER use R, of which V are the accesses, equally often (px_same_total).  */
static bool
same_total (px_fn *f, const px_places *places, px_ring *r, const px_accesses &v,
	    const std::vector<px_seq *> &order, const std::map<px_seq *, std::vector<use>> &uses)
{
  std::vector<px_branch_uses> all;
  const px_stmt *split = split_of (v);
  for (px_seq *b : order)
    {
      px_branch_uses mine = { b, NULL, {}, [f, b] (gcond *c) {
			       return true_in (f, b, c);
			     } };
      if (auto of = uses.find (b); of != uses.end ())
	for (const use &u : of->second)
	  if (u.ring == r)
	    mine.uses.push_back ({ u.first, u.last });
      mine.whole = split && !mine.uses.empty () ? px_branch_of (split, b->st[0]) : NULL;
      if (mine.whole)
	all.push_back (mine);
    }
  return px_same_total (places, r, v, all);
}

/* ---- roles ------------------------------------------------------------ */

bool
px_find_rings (px_fn *f, px_places *places)
{
  px_open_groups (f, places, f->body);
  bool known = px_find_roles (f, places);
  if (!known)
    return false;
  std::map<px_seq *, std::vector<use>> uses; /* by branch */
  std::vector<px_seq *> order;
  for (int i = 0; i < f->nring; i++)
    {
      px_ring *r = f->ring[i];
      px_accesses v;
      if (r->of)
	continue;
      collect (f->body, r->obj[0], &v);
      px_stmt *split = split_of (v);
      for (const px_acc *a : v)
	r->remote |= a->remote;
      if (!split && !r->nobj && !v.empty ())
	{
	  px_ring_problem (f, r, v[0]->op, NULL,
			   "one branch of a split must give it and others take it");
	  return false;
	}
      if (!split && one_way (f, r, v))
	return false;
      if (!split)
	{
	  if (const px_stmt *s = px_if_between (v))
	    {
	      px_ring_problem (f, r, const_cast<px_stmt *> (s), NULL,
			       "px can not tell which units take which branch: write a __split");
	      return false;
	    }
	  /* Numbers help if all have one of one loop, or of none.  */
	  std::vector<px_slot> n (v.size ());
	  bool all = true, continues;
	  loop_p one = NULL;
	  for (size_t k = 0; k < v.size (); k++)
	    {
	      all &= px_slot_of (f, v[k], r->slots, &n[k], &continues) && !continues
		     && !(n[k].loop && !px_loop_stmt (v[k]->op, n[k].loop))
		     && !(one && n[k].loop && n[k].loop != one);
	      one = n[k].loop ? n[k].loop : one;
	    }
	  for (size_t k = 0; k < v.size () && all; k++)
	    {
	      v[k]->numbered = true;
	      v[k]->num_loop = n[k].loop ? px_loop_stmt (v[k]->op, n[k].loop) : NULL;
	      v[k]->num = n[k].c;
	    }
	  if (!all)
	    r->obj[0]->ring = NULL;
	  continue;
	}
      std::map<px_seq *, std::vector<use>> mine, in_turn;
      const char *text = NULL;
      px_stmt *where = NULL;
      bool several = false, refused = false; /* REFUSED: in any order */
      for (px_acc *a : v)
	{
	  px_seq *b = role_of (f, v, px_branch_of (split, a->op));
	  if (!b)
	    continue;
	  if (std::find (order.begin (), order.end (), b) == order.end ())
	    order.push_back (b);
	  if (!text && !r->nobj && !whole_branch (f, a, a->op, b, true))
	    {
	      text = "all threads of a branch give it or take it together, not each by itself or "
		     "some of them";
	      where = a->op;
	      refused = true;
	    }
	  if (!text)
	    text = add_use (f, places, r, a, b, &mine[b], &where);
	}
      for (auto &b : mine)
	several |= several_a_turn (b.second, r) || one_in_other (b.second, r);
      if ((text || several) && !refused)
	{
	  bool all = false;
	  for (int step : { 1, -1 })
	    if (!all)
	      {
		all = true;
		for (px_seq *b : order)
		  {
		    bool one = false;
		    for (lift how : { NO_IF, IF_IN_NAME, ANY_IF })
		      if (!one && all && (how == NO_IF || r->nobj))
			{
			  in_turn.erase (b);
			  one = add_in_order (f, places, r, v, split, b, how, step, NULL,
					      &in_turn[b]);
			}
		    all &= one;
		  }
		r->down = all && step < 0;
	      }
	  if (!all)
	    {
	      in_turn.clear ();
	      all = add_turns (f, places, r, v, split, order, &in_turn);
	    }
	  if (all)
	    {
	      mine = in_turn;
	      text = NULL;
	    }
	}
      if (text)
	{
	  px_ring_problem (f, r, where, NULL, px_with_hint (f, v, r->slots, text));
	  return false;
	}
      for (auto &b : mine)
	uses[b.first].insert (uses[b.first].end (), b.second.begin (), b.second.end ());
    }
  /* A counter that starts anew must do so at the same numbers in all branches.  */
  std::map<px_ring *, use *> first;
  for (px_seq *b : order)
    for (use &u : uses[b])
      {
	use *&v = first[u.ring];
	if (v && (!v->again != !u.again || (u.again && !px_same_count (*u.again, *v->again))))
	  {
	    px_ring_problem (f, u.ring, u.first, v->first,
			     "its counter does not start anew at the same numbers in all branches");
	    return false;
	  }
	v = &u;
      }
  for (px_seq *b : order)
    for (use &u : uses[b])
      if (!u.next)
	leave_guard (f, &u);
  std::map<px_ring *, std::pair<use *, px_ring_guard>> guards;
  for (px_seq *b : order)
    for (use &u : uses[b])
      {
	px_ring_guard g
	  = px_ring_guard_of (f, u.ring, u.seq, px_index_in (u.first), px_index_in (u.last), b);
	auto other = guards.insert ({ u.ring, { &u, g } }).first->second;
	for (const px_cond &c : g.when)
	  PX_PUSH (&f->pool, u.ring->asked, u.ring->nasked, u.ring->capasked, c.of);
	if (!px_same_guard (g, other.second))
	  {
	    px_ring_problem (
	      f, u.ring, u.first, other.first->first,
	      "only one of two uses is under a condition, or they are under different ones");
	    return false;
	  }
      }
  for (auto &x : first)
    if (x.first->nobj && !x.first->parts)
      {
	px_accesses v;
	collect (f->body, x.first->obj[0], &v);
	x.first->level = same_total (f, places, x.first, v, order, uses);
      }
  std::set<std::pair<px_ring *, px_ring *>> pairs;
  for (auto &x : first)
    for (auto &y : first)
      if (x.first != y.first && used_together (x.first, y.first, uses))
	pairs.insert ({ x.first, y.first });
  for (px_seq *b : order)
    wrap_uses (f, places, &uses[b], pairs);
  px_find_carried (f);
  px_hold_drains (f->body);
  for (int i = 0; i < f->nring; i++)
    if (!f->ring[i]->nobj)
      forget_accesses (f->body, f->ring[i]->obj[0]);
  return f->nproblem == 0;
}
