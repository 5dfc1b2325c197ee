/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An IF that units of a block, or of a branch of a split, take differently, where rings are used,
   becomes a split of the tree.

   Needs: the tree with its accesses, and where its places are.
   Leaves: __split statements with a group for each role.  */

#include "plugin/bridge/ring-int.h"

/* An IF that units of a block or branch take differently, where rings are used, is a split:
   __group (thread, n) { A; if (unit) B else C; D } is
   __group (thread, n) A; __split (thread) { __case B; __case C }; __group (thread, n) D.
   What stands in loops that all units of the group run equally often is taken out with them.  */
struct role
{
  px_seq *seq;
  std::vector<bool> unit;
};

/* Units of N threads each, next to each other from the block's thread FIRST on, of which WHO are
   meant.  */
struct units
{
  int first, n;
  std::vector<bool> who;
};

/* Who takes the arms of S, of ALL; an else that is such an IF is taken apart as well.  False: it is
   not known, or all take the same.  */
static bool
roles_of (const px_fn *f, const px_stmt *s, const units &all, std::vector<role> *roles)
{
  bool when;
  gcond *c = px_condition_of (s, &when);
  if (s->kind != PX_IF || !c || s->nbody != 2
      || !(px_uses_ring (s->body[0]) || px_uses_ring (s->body[1])))
    return false;
  role arm[2] = { { s->body[0], all.who }, { s->body[1], all.who } };
  int count[2] = {};
  for (size_t u = 0; u < all.who.size (); u++)
    {
      int v = all.who[u] ? px_true_at (f, c, -1, all.first + u * all.n) : 0;
      if (v < 0)
	return false;
      bool second = v != when;
      arm[!second].unit[u] = false;
      count[second] += all.who[u];
    }
  if (!count[0] || !count[1])
    return false;
  for (role &r : arm)
    if (!(r.seq->nst == 1 && roles_of (f, r.seq->st[0], { all.first, all.n, r.unit }, roles)))
      roles->push_back (r);
  return true;
}

/* True if S is or contains, in loops, an IF that some of ALL take differently.  */
static bool
has_roles (const px_fn *f, const px_stmt *s, const units &all)
{
  std::vector<role> roles;
  if (s->kind == PX_LOOP && px_even_p (s))
    for (int i = 0; i < s->body[0]->nst; i++)
      if (has_roles (f, s->body[0]->st[i], all))
	return true;
  return roles_of (f, s, all, &roles);
}

/* True if S is a loop that uses rings by its counter, and that all threads of a block run equally often.  */
static bool
ring_loop (const px_stmt *s)
{
  return s->kind == PX_LOOP && px_even_p (s) && px_uses_ring (s->body[0])
	 && px_names_slots ((loop_p) s->user);
}

static px_stmt *
add_group (px_fn *f, px_places *places, px_seq *q, int n, const px_stmt *first)
{
  px_stmt *g = px_add_stmt (f, q, PX_GROUP, first->loc);
  g->persp = { PX_THREAD, n };
  places->before[g] = places->before[first];
  px_add_body (f, g);
  return g;
}

static void
move_to (px_fn *f, px_seq *q, px_stmt *s)
{
  PX_PUSH (&f->pool, q->st, q->nst, q->cap, s);
  s->seq = q;
}

/* IF S, whose ROLES are of units of N threads, as a split in Q.  */
static bool
add_split (px_fn *f, px_places *places, px_seq *q, const px_stmt *s, int n,
	   std::vector<role> &roles)
{
  auto first = [] (const role &r) {
    return std::find (r.unit.begin (), r.unit.end (), true) - r.unit.begin ();
  };
  std::sort (roles.begin (), roles.end (),
	     [&] (const role &a, const role &b) { return first (a) < first (b); });
  px_stmt *split = px_add_stmt (f, q, PX_SPLIT, s->loc);
  split->persp = { PX_THREAD, 0 };
  places->before[split] = places->before[s];
  for (const role &r : roles)
    {
      if (!r.seq->nst) /* who has nothing to do there needs no case */
	continue;
      int start = first (r), size = std::count (r.unit.begin (), r.unit.end (), true);
      if (std::find (r.unit.begin () + start, r.unit.end (), false) - r.unit.begin ()
	    != start + size
	  && std::find (r.unit.begin () + start, r.unit.begin () + start + size, false)
	       != r.unit.begin () + start + size)
	return false;
      px_seq *b = px_add_case (f, split, start * n, size * n), *to = b;
      places->end[b] = places->end[r.seq];
      if (size > 1 && r.seq->nst)
	{
	  px_stmt *g = add_group (f, places, b, n, r.seq->st[0]);
	  to = g->body[0];
	  places->end[to] = places->end[r.seq];
	}
      for (int i = 0; i < r.seq->nst; i++)
	move_to (f, to, r.seq->st[i]);
    }
  return true;
}

/* The statements of FROM, code of ALL units, to TO, outside their group, where roles are in them;
   of nobody known: where they are loops that use rings.  */
static bool
take_out (px_fn *f, px_places *places, px_seq *to, px_seq *from, const units &all)
{
  px_stmt *group = NULL;
  for (int i = 0; i < from->nst; i++)
    {
      px_stmt *s = from->st[i];
      std::vector<role> roles;
      px_point here = places->before[s];
      if (all.who.empty () ? !ring_loop (s) : !has_roles (f, s, all))
	{
	  if (!group)
	    group = add_group (f, places, to, all.n, s);
	  move_to (f, group->body[0], s);
	  continue;
	}
      if (group)
	places->end[group->body[0]] = here;
      group = NULL;
      if (s->kind != PX_LOOP)
	{
	  roles_of (f, s, all, &roles);
	  if (!add_split (f, places, to, s, all.n, roles))
	    return false;
	  continue;
	}
      px_seq *body = s->body[0], old = *body;
      move_to (f, to, s);
      body->st = NULL;
      body->nst = body->cap = 0;
      if (!take_out (f, places, body, &old, all))
	return false;
      auto e = places->end.find (body);
      if (body->nst && e != places->end.end ())
	for (int k = 0;
	     k < body->st[body->nst - 1]->nbody && body->st[body->nst - 1]->kind == PX_GROUP; k++)
	  places->end[body->st[body->nst - 1]->body[k]] = e->second;
    }
  if (group && places->end.count (from))
    places->end[group->body[0]] = places->end[from];
  return true;
}

/* __group (thread, 1) for (…) A is for (…) __group (thread, 1) A, where that uses a ring.  */
void
px_open_groups (px_fn *f, px_places *places, px_seq *q)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      bool found = false;
      for (int k = 0; s->kind == PX_GROUP && s->persp.level == PX_THREAD && s->persp.n == 1
		      && k < s->body[0]->nst;
	   k++)
	found |= ring_loop (s->body[0]->st[k]);
      for (int k = 0; k < s->nbody && !found; k++)
	px_open_groups (f, places, s->body[k]);
      if (!found)
	continue;
      std::vector<px_stmt *> after (q->st + i + 1, q->st + q->nst);
      q->nst = i;
      take_out (f, places, q, s->body[0], { 0, 1, {} });
      i = q->nst - 1;
      for (px_stmt *a : after)
	move_to (f, q, a);
    }
}

/* The number of threads that run body I of S as one unit, of N from thread *FIRST of the block on that run
   S so; *FIRST becomes the first of them.  0: it is not known, or they are several units.  */
static int
threads_of (const px_fn *f, const px_stmt *s, int i, int n, int *first)
{
  px_persp in = px_persp_in (f, s->body[i]), around = px_persp_in (f, s->seq);
  if (px_same (in, { PX_BLOCK, 1 }))
    return f->threads;
  if (s->kind == PX_SPLIT && n)
    {
      *first += s->start[i];
      return s->size[i];
    }
  return px_same (in, around) || px_same (in, { PX_THREAD, n }) ? n : 0;
}

int
px_threads_in (const px_fn *f, const px_seq *q, int *first)
{
  const px_stmt *up = q->up;
  if (!up)
    {
      *first = 0;
      return px_same (px_persp_in (f, q), { PX_BLOCK, 1 }) ? f->threads : 0;
    }
  int i = 0, n = px_threads_in (f, up->seq, first);
  while (up->body[i] != q)
    i++;
  return threads_of (f, up, i, n, first);
}

/* N threads from thread FIRST of the block on run Q as one unit (N 0: it is not known which).  */
static bool
find_roles (px_fn *f, px_places *places, px_seq *q, int first, int n)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      bool found = false;
      if (s->kind == PX_GROUP && s->persp.level == PX_THREAD && n && n % s->persp.n == 0)
	{
	  units all = { first, s->persp.n, std::vector<bool> (n / s->persp.n, true) };
	  for (int k = 0; k < s->body[0]->nst; k++)
	    found |= has_roles (f, s->body[0]->st[k], all);
	  if (found)
	    {
	      std::vector<px_stmt *> after (q->st + i + 1, q->st + q->nst);
	      q->nst = i;
	      if (!take_out (f, places, q, s->body[0], all))
		{
		  for (int r = 0; r < f->nring; r++)
		    px_ring_problem (
		      f, f->ring[r], s, NULL,
		      "the units that take a branch are not next to each other: write a __split");
		  return false;
		}
	      for (px_stmt *a : after)
		move_to (f, q, a);
	    }
	}
      for (int k = 0; k < s->nbody && !found; k++)
	{
	  int start = first, size = threads_of (f, s, k, n, &start);
	  if (!find_roles (f, places, s->body[k], start, size))
	    return false;
	}
    }
  return true;
}

bool
px_find_roles (px_fn *f, px_places *places)
{
  int first, n = px_threads_in (f, f->body, &first);
  return find_roles (f, places, f->body, first, n);
}

/* An IF in different arms of which V's accesses are.  */
const px_stmt *
px_if_between (const px_accesses &v)
{
  for (const px_acc *a : v)
    for (const px_stmt *s = a->op->seq->up; s; s = s->seq->up)
      for (const px_acc *b : v)
	if (s->kind == PX_IF && px_inside (s, b->op)
	    && px_branch_of (s, a->op) != px_branch_of (s, b->op)
	    && (a->kind == PX_READ) != (b->kind == PX_READ))
	  return s;
  return NULL;
}
