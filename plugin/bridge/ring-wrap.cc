/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): uses of rings become PX_FILL and PX_DRAIN, statements around what they are made
   of.  Uses that only overlap get the same ends before, and so do those of rings that are always used together.

   Needs: the uses of each branch, with their first numbers.
   Leaves: the tree with their statements, whose places are those of what is in them.  */

#include "plugin/bridge/ring-use.h"

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

static bool
near (const px_use &u, const px_use &v)
{
  const px_use &a = px_index_in (u.first) <= px_index_in (v.first) ? u : v, &b = &a == &u ? v : u;
  int i = px_index_in (a.last) + 1;
  while (i < px_index_in (b.first) && a.seq->st[i]->kind == PX_WORK)
    i++;
  return i >= px_index_in (b.first);
}

/* Uses U and V are of the same number, in one place.  */
static bool
together (const px_use &u, const px_use &v)
{
  return u.seq == v.seq && u.loop == v.loop && u.c == v.c && u.writes == v.writes
	 && u.reads == v.reads && near (u, v);
}

/* Returns true if all branches fill rings R and Q together and drain them together.  Rings of one
   slot, which have no slot numbers to compare, may be the named slots of a pipeline, each used by
   itself (Prism §6.2): two of these are together only if some statement uses both.  */
static bool
used_together (const px_ring *r, const px_ring *q, const px_uses &uses)
{
  bool both = r->slots > 1;
  if (r->slots != q->slots)
    return false;
  for (auto &branch : uses)
    for (const px_use &u : branch.second)
      {
	const px_ring *other = u.ring == r ? q : u.ring == q ? r : NULL;
	bool found = !other;
	for (const px_use &v : branch.second)
	  if (v.ring == other && together (u, v))
	    {
	      found = true;
	      both |= px_uses_overlap (u, v);
	    }
	if (!found)
	  return false;
      }
  return both;
}

/* Gives the same ends to uses of one sequence that overlap but are not one in the other, and to uses that
   are together of rings that are one of PAIRS.  */
static void
join (std::vector<px_use> *uses, const std::set<std::pair<px_ring *, px_ring *>> &pairs)
{
  for (bool again = true; again;)
    {
      again = false;
      for (px_use &u : *uses)
	for (px_use &v : *uses)
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

void
px_leave_guard (px_fn *f, px_use *u)
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

/* Makes statements of USES, of one branch; PAIRS: rings that are always used together.  */
static void
wrap_branch (px_fn *f, px_places *places, std::vector<px_use> *uses,
	     const std::set<std::pair<px_ring *, px_ring *>> &pairs)
{
  join (uses, pairs);
  /* The first of several rings is the innermost, in all branches.  */
  std::stable_sort (uses->begin (), uses->end (),
		    [] (const px_use &u, const px_use &v) { return u.ring->id < v.ring->id; });
  std::map<px_ring *, HOST_WIDE_INT> next; /* number, of constant slots */
  for (px_use &u : *uses)
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
  std::stable_sort (uses->begin (), uses->end (), [] (const px_use &u, const px_use &v) {
    return px_index_in (u.last) - px_index_in (u.first)
	   > px_index_in (v.last) - px_index_in (v.first);
  });
  for (size_t i = 0; i < uses->size (); i++)
    {
      px_use &u = (*uses)[i];
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
      for (const px_use &v : *uses)
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

void
px_wrap_uses (px_fn *f, px_places *places, px_uses *uses, const std::vector<px_seq *> &order,
	      const std::set<px_ring *> &rings)
{
  std::set<std::pair<px_ring *, px_ring *>> pairs;
  for (px_ring *r : rings)
    for (px_ring *q : rings)
      if (r != q && used_together (r, q, *uses))
	pairs.insert ({ r, q });
  for (px_seq *b : order)
    wrap_branch (f, places, &(*uses)[b], pairs);
}
