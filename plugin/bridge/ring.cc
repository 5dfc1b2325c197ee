/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): which number of a ring an access is of, what fills and what drains.

   px_find_rings is the order of the steps.  ring-use.cc finds the uses of a ring between branches, ring-wrap.cc makes
   statements of them; here stand what is asked of a ring before and after that, and rings of one loop.

   Needs: the tree with its accesses, their places and sources.
   Leaves: rings between branches of a __split with their fills and drains as
   statements around what accesses them; accesses of other rings numbered.  */

#include "plugin/bridge/ring-use.h"

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
	    const std::vector<px_seq *> &order, const px_uses &uses)
{
  std::vector<px_branch_uses> all;
  const px_stmt *split = split_of (v);
  for (px_seq *b : order)
    {
      px_branch_uses mine = { b, NULL, {}, [f, b] (gcond *c) {
			       return px_true_in (f, b, c);
			     } };
      if (auto of = uses.find (b); of != uses.end ())
	for (const px_use &u : of->second)
	  if (u.ring == r)
	    mine.uses.push_back ({ u.first, u.last });
      mine.whole = split && !mine.uses.empty () ? px_branch_of (split, b->st[0]) : NULL;
      if (mine.whole)
	all.push_back (mine);
    }
  return px_same_total (places, r, v, all);
}

/* Numbers the accesses V of ring R, which no split's branches share, if all have one of one loop, or of none; else R's
   object is no ring.  False: a problem.  */
static bool
number_unsplit (px_fn *f, px_ring *r, const px_accesses &v)
{
  if (one_way (f, r, v))
    return false;
  if (const px_stmt *s = px_if_between (v))
    {
      px_ring_problem (f, r, const_cast<px_stmt *> (s), NULL,
		       "px can not tell which units take which branch: write a __split");
      return false;
    }
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
  return true;
}

/* Finds the uses of ring R between branches of splits, to USES, and those branches, to ORDER; numbers the accesses of
   other rings.  False: a problem.  */
static bool
find_ring (px_fn *f, px_places *places, px_ring *r, px_uses *uses, std::vector<px_seq *> *order)
{
  px_accesses v;
  collect (f->body, r->obj[0], &v);
  px_stmt *split = split_of (v), *where = NULL;
  for (const px_acc *a : v)
    r->remote |= a->remote;
  if (!split && !r->nobj && !v.empty ())
    {
      px_ring_problem (f, r, v[0]->op, NULL,
		       "one branch of a split must give it and others take it");
      return false;
    }
  if (!split)
    return number_unsplit (f, r, v);
  for (px_acc *a : v)
    if (px_seq *b = px_role_of (f, v, px_branch_of (split, a->op));
	b && std::find (order->begin (), order->end (), b) == order->end ())
      order->push_back (b);
  if (const char *text = px_find_uses (f, places, r, v, split, *order, uses, &where))
    {
      px_ring_problem (f, r, where, NULL, px_with_hint (f, v, r->slots, text));
      return false;
    }
  return true;
}

/* A counter that starts anew must do so at the same numbers in all branches of ORDER.  Leaves the rings of USES, to
   *RINGS.  */
static bool
same_starts (px_fn *f, px_uses *uses, const std::vector<px_seq *> &order,
	     std::set<px_ring *> *rings)
{
  std::map<px_ring *, px_use *> last;
  for (px_seq *b : order)
    for (px_use &u : (*uses)[b])
      {
	px_use *&v = last[u.ring];
	if (v && (!v->again != !u.again || (u.again && !px_same_count (*u.again, *v->again))))
	  {
	    px_ring_problem (f, u.ring, u.first, v->first,
			     "its counter does not start anew at the same numbers in all branches");
	    return false;
	  }
	v = &u;
	rings->insert (u.ring);
      }
  return true;
}

/* All uses of a ring must be under the same conditions, which its ASKED gets.  */
static bool
same_guards (px_fn *f, px_uses *uses, const std::vector<px_seq *> &order)
{
  std::map<px_ring *, std::pair<px_use *, px_ring_guard>> guards;
  for (px_seq *b : order)
    for (px_use &u : (*uses)[b])
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
  return true;
}

bool
px_find_rings (px_fn *f, px_places *places)
{
  px_open_groups (f, places, f->body);
  if (!px_find_roles (f, places))
    return false;
  px_uses uses;
  std::vector<px_seq *> order; /* the branches of USES */
  for (int i = 0; i < f->nring; i++)
    if (!f->ring[i]->of && !find_ring (f, places, f->ring[i], &uses, &order))
      return false;
  std::set<px_ring *> rings;
  if (!same_starts (f, &uses, order, &rings))
    return false;
  for (px_seq *b : order)
    for (px_use &u : uses[b])
      if (!u.next)
	px_leave_guard (f, &u);
  if (!same_guards (f, &uses, order))
    return false;
  for (px_ring *r : rings)
    if (r->nobj && !r->parts)
      {
	px_accesses v;
	collect (f->body, r->obj[0], &v);
	r->level = same_total (f, places, r, v, order, uses);
      }
  px_wrap_uses (f, places, &uses, order, rings);
  px_find_carried (f);
  px_hold_drains (f->body);
  for (int i = 0; i < f->nring; i++)
    if (!f->ring[i]->nobj)
      forget_accesses (f->body, f->ring[i]->obj[0]);
  return f->nproblem == 0;
}
