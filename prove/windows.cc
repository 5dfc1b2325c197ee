/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rings order: pairs of accesses in windows, which rings.cc and bulk.cc have found.  */

#include <algorithm>
#include "prove/prove-int.h"

static bool
in_window (const struct pv_kernel *k, const pv_window *w, const pv_access *a)
{
  const struct pv_graph *g = &k->g;
  if (w->copy || a->bulk)
    return a->bulk && w->copy == a->stmt;
  if (!g->loop[w->loop].has[a->block] || !pv_dominates (g, w->next, a->block))
    return false;
  if (w->beyond[a->block])
    return false;
  if (w->until && a->block == w->release)
    for (const ptx_stmt *s = w->until; s != g->block[a->block].end; s = s->next)
      if (s == a->stmt)
	return false;
  return true;
}

/* Guesses where A is in a turn, of all threads of its role; returns false if that depends on more.  */
static bool
guess (struct pv_kernel *k, const pv_window *w, const pv_access *a, px_dj_ref offset, int64_t *lo,
       int64_t *hi)
{
  bool any = false;
  for (unsigned t = 0; t < k->role[w->role].size (); t++)
    {
      int64_t v;
      if (!k->role[w->role][t])
	continue;
      if (!pv_value_of_thread (k, offset, (int) t, &v))
	return false;
      if (!any || v < *lo)
	*lo = v;
      if (!any || v + (int64_t) a->width > *hi)
	*hi = v + (int64_t) a->width;
      any = true;
    }
  return any;
}

/* Where access A of window number N is, by turn.  */
static const pv_reach *
reach_of (struct pv_kernel *k, const pv_access *a, int n)
{
  const pv_window *w = &k->window[n];
  for (const pv_reach &r : k->reach)
    if (r.access == a && r.window == n)
      return &r;
  pv_reach r = { a, n, true, std::vector<int64_t> (), std::vector<int64_t> () };
  for (unsigned i = 0; i < w->slot.size () && r.known; i++)
    {
      const struct pv_point p = { -1, w->loop, i, std::vector<pv_leaf> () };
      px_dj_ref offset = pv_at (k, a->offset, &p);
      struct px_dj_type t = px_dj_type_of (k->A, offset);
      int64_t lo = 0, hi = 0;
      std::vector<px_dj_ref> guards;
      for (px_dj_ref c : a->guards)
	guards.push_back (pv_at (k, c, &p));
      r.known
	= guess (k, w, a, offset, &lo, &hi)
	  && pv_implied (k, guards, px_dj_bin (k->A, DJ_LE, px_dj_const (k->A, t, lo), offset))
	  && pv_implied (k, guards,
			 px_dj_bin (k->A, DJ_LE, offset,
				    px_dj_const (k->A, t, hi - (int64_t) a->width)));
      r.lo.push_back (lo);
      r.hi.push_back (hi);
    }
  k->reach.push_back (r);
  return &k->reach.back ();
}

/* Returns true if A and C are apart wherever their slots differ.  */
static bool
apart_in_slots (struct pv_kernel *k, const pv_access *a, int v, const pv_access *c, int w)
{
  if (a->object != c->object)
    return a->object && c->object && !pv_may_alias (k, a->object, c->object);
  for (int s : k->window[v].slot)
    for (int t : k->window[w].slot)
      if (s != t)
	{
	  pv_reach x = *reach_of (k, a, v), y = *reach_of (k, c, w);
	  if (!x.known || !y.known)
	    return false;
	  for (unsigned i = 0; i < x.lo.size (); i++)
	    for (unsigned j = 0; j < y.lo.size (); j++)
	      if (k->window[v].slot[i] != k->window[w].slot[j] && x.lo[i] < y.hi[j]
		  && y.lo[j] < x.hi[i])
		return false;
	  return true;
	}
  return true;
}

bool
pv_apart_from_ring (struct pv_kernel *k, const pv_access *a, const pv_access *c)
{
  struct px_dj_type t = px_dj_type_of (k->A, c->offset);
  for (unsigned v = 0; v < k->window.size (); v++)
    if (k->window[v].copy == a->stmt)
      {
	pv_reach r = *reach_of (k, a, (int) v);
	if (!r.known)
	  return false;
	int64_t lo = *std::min_element (r.lo.begin (), r.lo.end ()),
		hi = *std::max_element (r.hi.begin (), r.hi.end ());
	px_dj_ref before
	  = px_dj_bin (k->A, DJ_LE, c->offset, px_dj_const (k->A, t, lo - (int64_t) c->width));
	px_dj_ref behind = px_dj_bin (k->A, DJ_LE, px_dj_const (k->A, t, hi), c->offset);
	return pv_implied (k, c->guards, px_dj_bin (k->A, DJ_LOR, before, behind));
      }
  return false;
}

enum pv_order
pv_in_rings (struct pv_kernel *k, const pv_access *a, const pv_access *c, int *loop)
{
  enum pv_order best = PV_UNORDERED;
  /* What is asynchronous may be under way after the arrival.  */
  if ((a->copy && !a->bulk) || (c->copy && !c->bulk))
    return best;
  for (unsigned v = 0; v < k->window.size () && best != PV_ORDERED; v++)
    if (in_window (k, &k->window[v], a))
      for (unsigned w = 0; w < k->window.size (); w++)
	{
	  const pv_window *x = &k->window[v], *y = &k->window[w];
	  if (!in_window (k, y, c) || (x->side == y->side && x->role != y->role)
	      || !apart_in_slots (k, a, (int) v, c, (int) w))
	    continue;
	  if (x->role != y->role || x->wait != y->wait)
	    return PV_ORDERED;
	  best = PV_SAME_TURN;
	  *loop = x->loop;
	}
  return best;
}
