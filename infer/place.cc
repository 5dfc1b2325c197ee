/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places commits, then a set of synchronisations that the verifier accepts and of which no part
   can be removed.  The verifier's failures drive it: place, drop, sink into the only branch
   that needs it, narrow.  This is done twice and the cheaper result is kept; then barriers are
   split into arrive and wait.

   This file places and splits; trim.cc removes, commit.cc has the commits, parts.cc the
   reasons and numbers of the result.  Needs the hazards.  Sets f->sync.  */
#include "infer/infer.h"
#include <stdlib.h>
#include <string.h>

struct px_item *
px_item_put (struct px_fn *f, struct px_seq *q, int i, int kind)
{
  struct px_item **p = &q->at[i], *it = (struct px_item *) px_alloc (&f->pool, sizeof *it);
  while (*p && (*p)->kind <= kind)
    p = &(*p)->next;
  it->kind = kind;
  it->next = *p;
  return *p = it;
}

void
px_attach (struct px_fn *f, struct px_sync *s)
{
  if (s->arrive >= 0)
    {
      px_item_put (f, s->seq, s->arrive, PX_I_ARRIVE)->sync = s;
      px_item_put (f, s->seq, s->idx, PX_I_WAIT)->sync = s;
    }
  else
    px_item_put (f, s->seq, s->back ? s->seq->nst : s->idx, s->back ? PX_I_BACK : PX_I_SYNC)->sync
      = s;
}

void
px_detach (struct px_fn *, struct px_sync *s)
{
  for (int i = 0; i <= s->seq->nst; i++)
    for (struct px_item **p = &s->seq->at[i]; *p;)
      if ((*p)->sync == s)
	*p = (*p)->next;
      else
	p = &(*p)->next;
}

struct px_sync *
px_sync_new (struct px_fn *f, struct px_seq *q, int idx, int scope)
{
  struct px_sync *s = (struct px_sync *) px_alloc (&f->pool, sizeof *s);
  s->seq = q;
  s->idx = idx;
  s->arrive = -1;
  s->scope = scope;
  s->bar = s->mbar = -1;
  for (int w = 0; w < PX_WAITS; w++)
    s->wait[w] = -1;
  return s;
}

static int
order_of (const struct px_sync *s)
{
  return s->idx < s->seq->nst ? s->seq->st[s->idx]->order : s->seq->end;
}

void
px_sync_add (struct px_fn *f, struct px_sync *s)
{
  PX_PUSH (&f->pool, f->sync, f->nsync, f->capsync, s);
  int i = f->nsync - 1;
  for (; i && order_of (f->sync[i - 1]) > order_of (s); i--)
    f->sync[i] = f->sync[i - 1];
  f->sync[i] = s;
  px_attach (f, s);
}

void
px_sync_del (struct px_fn *f, struct px_sync *s)
{
  int n = 0;
  px_detach (f, s);
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i] != s)
      f->sync[n++] = f->sync[i];
  f->nsync = n;
}

/* Returns the place for E: before the outermost construct that contains B and not A; if a LOOP
   around A carries E, inside LOOP.  */
static struct px_stmt *
position (const struct px_edge *e)
{
  struct px_stmt *s = e->b->op;
  for (;; s = s->seq->up)
    if (e->loop && px_inside (e->loop, e->a->op) ? s->seq->up == e->loop
						 : !s->seq->up || px_inside (s->seq->up, e->a->op))
      return s;
}

/* Computes Prism's points.  A node has one, at the deepest of its places.  */
void
px_points (struct px_fn *f)
{
  px_verify (f, false);
  for (int b = 0; b < f->nacc; b++)
    {
      struct px_stmt *best = NULL;
      for (int h = f->hz_first[b]; h < f->hz_first[b + 1]; h++)
	if (f->hz[h]->bad)
	  {
	    struct px_stmt *s = position (&f->hz[h]->e);
	    if (!best || s->seq->depth > best->seq->depth)
	      best = s;
	  }
      bool old = !best;
      for (int i = 0; i < f->npoint && !old; i++)
	old = f->point[i].seq == best->seq && f->point[i].idx == best->idx;
      if (old)
	continue;
      struct px_place p = { best->seq, best->idx, f->acc[b] };
      PX_PUSH (&f->pool, f->point, f->npoint, f->cappoint, p);
    }
}

bool
px_scope_whole (const struct px_fn *f, const struct px_seq *q, int s)
{
  struct px_persp p = f->scope[s];
  if (!px_holds (f, q->scope, s))
    return false;
  if (q->persp.level == PX_THREAD || p.level != PX_THREAD || p.n <= 1)
    return true;
  return f->tmin % p.n == 0;
}

int
px_scope_widen (const struct px_fn *f, const struct px_seq *q, int s, int t)
{
  for (int i = 0; i < f->nscope; i++)
    if (px_holds (f, i, s) && px_holds (f, i, t) && (i == 0 || px_scope_whole (f, q, i)))
      return i;
  return q->scope;
}

static int
wait_of (const struct px_acc *a)
{
  switch (a->op->timeline)
    {
    case PX_CPASYNC: return PX_W_CPASYNC;
    case PX_BULK_STORE: return a->kind == PX_READ ? PX_W_BULK_READ : PX_W_BULK;
    case PX_WGMMA: return PX_W_WGMMA;
    }
  return -1;
}

/* Adds to S what E needs.  Every unit of the code waits for bulk loads itself, so these need no
   barrier, except for the loads of a ring, which only the units that drained it know about.  */
static void
serve (struct px_fn *f, struct px_sync *s, const struct px_edge *e)
{
  struct px_acc *a = e->a, *b = e->b;
  if (a->op->timeline == PX_BULK_LOAD && !a->ringop)
    {
      struct px_twait t = { a, NULL, 0, 0 };
      if (a->numbered && a->num_loop && (!e->loop || e->loop == a->num_loop)
	  && px_inside (a->num_loop, b->op))
	{
	  t.loop = a->num_loop;
	  t.d = e->loop ? e->d : 0;
	  t.num = a->num - t.d;
	}
      bool old = false;
      for (int i = 0; i < s->ntw; i++)
	if (s->tw[i].a->op == a->op && (!s->tw[i].loop || (t.loop && s->tw[i].d == t.d)))
	  old = true;
	else if (s->tw[i].a->op == a->op && !t.loop)
	  s->tw[i--] = s->tw[--s->ntw]; /* a wait for all is one for each */
      if (!old)
	{
	  struct px_twait *tw = (struct px_twait *) px_alloc (&f->pool, (s->ntw + 1) * sizeof *tw);
	  if (s->ntw)
	    memcpy (tw, s->tw, s->ntw * sizeof *tw);
	  tw[s->ntw++] = t;
	  s->tw = tw;
	}
    }
  else
    {
      int w = wait_of (a);
      if (w >= 0)
	s->wait[w] = 0;
      s->scope = px_scope_widen (f, s->seq, s->scope, e->scope);
    }
  if (e->fence)
    s->fence |= px_space_fence (b);
}

static void
unplaceable (struct px_fn *f, const struct px_edge *e, const struct px_seq *q)
{
  struct px_problem p = {};
  p.kind = PX_E_PLACE;
  p.edge = *e;
  p.scope = e->scope;
  p.scope2 = q->scope;
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

/* Makes an earlier barrier wait for the operations, too, instead of adding one.  Returns true
   if one did.  */
static bool
upgrade (struct px_fn *f, const struct px_acc *b, const struct px_sync *s)
{
  bool any = false;
  for (int w = 0; w < PX_WAITS; w++)
    any |= s->wait[w] >= 0;
  if (!s->scope || !any)
    return false;
  for (int i = f->nsync - 1; i >= 0; i--)
    {
      struct px_sync *q = f->sync[i], old = *q;
      if (!px_holds (f, q->scope, s->scope))
	continue;
      for (int w = 0; w < PX_WAITS; w++)
	if (s->wait[w] >= 0)
	  q->wait[w] = 0;
      q->fence |= s->fence;
      px_verify (f, false);
      bool bad = false;
      for (int h = f->hz_first[b->id]; h < f->hz_first[b->id + 1]; h++)
	bad |= f->hz[h]->bad;
      if (!bad)
	return true;
      *q = old;
    }
  return false;
}

/* Adds a synchronisation for the failures of the first access that has any (LAST: the last), at
   its deepest place.  */
static bool
place_one (struct px_fn *f, bool last)
{
  int b = -1;
  for (int h = 0; h < f->nhz; h++)
    if (f->hz[h]->bad && (b < 0 || last))
      b = f->hz[h]->e.b->id;
  struct px_stmt *deep = NULL;
  for (int h = f->hz_first[b]; h < f->hz_first[b + 1]; h++)
    if (f->hz[h]->bad)
      {
	struct px_stmt *s = position (&f->hz[h]->e);
	if (!px_holds (f, s->seq->scope, f->hz[h]->e.scope))
	  {
	    if (f->hz[h]->e.a->op->unsafe || f->hz[h]->e.b->op->unsafe)
	      {
		f->hz[h]->e.scope = 0;
		f->hz[h]->e.fence = false;
		continue;
	      }
	    unplaceable (f, &f->hz[h]->e, s->seq);
	    return false;
	  }
	if (!deep || s->seq->depth > deep->seq->depth)
	  deep = s;
      }
  if (!deep)
    return true;
  struct px_sync *s = px_sync_new (f, deep->seq, deep->idx, 0), *old = NULL;
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i]->seq == s->seq && f->sync[i]->idx == s->idx)
      old = f->sync[i];
  struct px_sync both = old ? *old : *s;
  for (int h = f->hz_first[b]; h < f->hz_first[b + 1]; h++)
    if (f->hz[h]->bad && px_holds (f, deep->seq->scope, f->hz[h]->e.scope))
      {
	serve (f, s, &f->hz[h]->e);
	serve (f, &both, &f->hz[h]->e);
      }
  if (upgrade (f, f->acc[b], s))
    return true;
  if (old)
    *old = both;
  else
    px_sync_add (f, s);
  return true;
}

static bool
place_syncs (struct px_fn *f, bool last)
{
  int most = 2 * f->nacc * (f->nseq + 1) + 16;
  while (px_verify (f, false))
    {
      if (!place_one (f, last))
	return false;
      /* Each access needs at most one synchronisation at each of its places; more is an error
	 of px.  */
      if (!most--)
	abort ();
    }
  px_drop_spare (f);
  px_sink_syncs (f);
  px_narrow_syncs (f);
  px_merge_syncs (f);
  px_narrow_syncs (f);
  px_join_waits (f);
  return true;
}

/* Moves S, a wait for bulk loads that was moved into a branch, out of it again, because not all
   units of SCOPE run the branch.  Returns false if they all do.  */
static bool
lift (struct px_fn *f, struct px_sync *s, int scope)
{
  if (px_holds (f, s->seq->scope, scope))
    return false;
  for (int i = f->nsync - 1; i >= 0; i--)
    if (f->sync[i] == s || f->sync[i]->gate == s)
      px_sync_del (f, f->sync[i]);
  s->idx = s->seq->up->idx;
  s->seq = s->seq->up->seq;
  px_sync_add (f, s);
  return true;
}

static void
phases (struct px_fn *f)
{
  struct px_sync *gate, *turn;
  int scope;
  while (!px_phases (f, &gate, &turn, &scope))
    if (lift (f, gate ? gate : turn, gate ? scope : px_scope_join (f, turn->scope, scope)))
      continue;
    else if (gate)
      {
	struct px_sync *s = px_sync_new (f, gate->seq, gate->idx, scope);
	s->gate = gate;
	px_sync_del (f, gate);
	px_sync_add (f, s);
	px_sync_add (f, gate);
      }
    else
      {
	turn->scope = px_scope_join (f, turn->scope, scope);
	turn->turn = true;
      }
}

static int
weight (const struct px_stmt *s)
{
  int n = s->kind == PX_WORK ? s->weight : 0;
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst; j++)
      n += weight (s->body[i]->st[j]);
  return n;
}

/* Returns true if S can be split.  There is one cluster barrier, so no other may stand between
   its arrive and wait; a barrier of the grid cannot be split.  */
static bool
splittable (const struct px_fn *f, const struct px_sync *s)
{
  struct px_persp p = f->scope[s->scope];
  if (!s->scope || s->back || p.level == PX_GRID || px_in_warp (f, s->scope))
    return false;
  for (int i = 0; i < f->nsync && p.level == PX_BLOCK && p.n > 1; i++)
    if (f->sync[i] != s && f->sync[i]->scope == s->scope)
      return false;
  return true;
}

/* Splits barriers: the arrive stands as early in the same sequence as the verifier allows, if
   enough work is between.  For barriers of a warp it does not pay.  Barriers with waits or
   fences never verify, since these would stand at neither half.  */
static void
split_barriers (struct px_fn *f)
{
  int bit = 0;
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      if (bit == 64 || !splittable (f, s))
	continue;
      int best = -1, work = 0;
      s->bit = bit;
      for (int j = s->idx - 1; j >= 0; j--)
	{
	  px_detach (f, s);
	  s->arrive = j;
	  px_attach (f, s);
	  struct px_sync *gate, *turn;
	  int scope;
	  bool good = px_verified (f) && px_phases (f, &gate, &turn, &scope);
	  px_detach (f, s);
	  s->arrive = -1;
	  px_attach (f, s);
	  if (!good)
	    break;
	  int w = weight (s->seq->st[j]);
	  work += w;
	  if (w && work >= f->opts.split_weight)
	    best = j;
	}
      if (best >= 0)
	{
	  px_detach (f, s);
	  s->arrive = best;
	  px_attach (f, s);
	  bit++;
	}
    }
}

bool
px_place_all (struct px_fn *f)
{
  struct px_sync **first, **second;
  int nfirst, nsecond;
  if (!place_syncs (f, false))
    return false;
  first = f->sync;
  nfirst = f->nsync;
  while (f->nsync)
    px_detach (f, f->sync[--f->nsync]);
  f->sync = NULL;
  f->capsync = 0;
  if (!place_syncs (f, true))
    return false;
  second = f->sync;
  nsecond = f->nsync;
  if (px_cost_cmp (f, first, nfirst, second, nsecond) <= 0)
    {
      for (int i = 0; i < nsecond; i++)
	px_detach (f, second[i]);
      f->sync = first;
      f->nsync = f->capsync = nfirst;
      for (int i = 0; i < nfirst; i++)
	px_attach (f, first[i]);
    }
  if (f->opts.back)
    px_turn_back (f);
  phases (f);
  px_reasons (f);
  if (f->opts.split_weight && f->kernel) /* a function compiled alone has no mbarriers */
    split_barriers (f);
  px_number_parts (f);
  return true;
}
