/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes from a set of synchronisations what the verifier does not need: whole ones, then
   scopes, waits and fences; and moves what only one branch or the next iteration needs.

   Needs a set that the verifier accepts, and leaves one.  Each step is tried, and undone
   if the verifier rejects it.  */
#include "infer/infer.h"

int
px_cost_cmp (const struct px_fn *f, struct px_sync *const *x, int nx, struct px_sync *const *y,
	     int ny)
{
  int deep = 0;
  for (int i = 0; i < f->nseq; i++)
    if (f->seq[i]->loops > deep)
      deep = f->seq[i]->loops;
  for (; deep >= 0; deep--)
    {
      int c = 0;
      for (int i = 0; i < nx; i++)
	c += x[i]->seq->loops == deep && x[i]->scope;
      for (int i = 0; i < ny; i++)
	c -= y[i]->seq->loops == deep && y[i]->scope;
      if (c)
	return c;
    }
  return 0;
}

bool
px_verified (struct px_fn *f)
{
  return px_verify (f, true) == 0;
}

void
px_drop_spare (struct px_fn *f)
{
  int n = f->nsync, deep = 0;
  struct px_sync **order = (struct px_sync **) px_alloc (&f->pool, (n + 1) * sizeof *order);
  for (int i = 0; i < n; i++)
    {
      order[i] = f->sync[i];
      if (order[i]->seq->loops > deep)
	deep = order[i]->seq->loops;
    }
  for (; deep >= 0; deep--)
    for (int i = n - 1; i >= 0; i--)
      if (order[i]->seq->loops == deep)
	{
	  px_sync_del (f, order[i]);
	  if (!px_verified (f))
	    px_sync_add (f, order[i]);
	}
}

void
px_turn_back (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      const struct px_stmt *loop = s->seq->up;
      bool waits = s->ntw || s->fence;
      for (int k = 0; k < s->idx; k++) /* it may be split later */
	waits |= f->opts.split_weight && f->kernel && s->seq->st[k]->kind == PX_WORK
		 && s->seq->st[k]->weight >= f->opts.split_weight;
      for (int w = 0; w < PX_WAITS; w++)
	waits |= s->wait[w] >= 0;
      if (!loop || loop->kind != PX_LOOP || !loop->may_repeat || !s->scope || waits
	  || !f->opts.back (f->opts.ctx, f, loop))
	continue;
      px_detach (f, s);
      s->back = true;
      px_attach (f, s);
      if (px_verified (f))
	continue;
      px_detach (f, s);
      s->back = false;
      px_attach (f, s);
    }
}

/* Returns the index of the first statement of Q that has a failure (from px_verify); the number
   of statements if there is none, or if there are failures elsewhere.  */
static int
needed_in (const struct px_fn *f, const struct px_seq *q)
{
  int first = q->nst;
  for (int h = 0; h < f->nhz; h++)
    if (f->hz[h]->bad)
      {
	int k = 0;
	while (k < q->nst && !px_inside (q->st[k], f->hz[h]->e.b->op))
	  k++;
	if (k == q->nst)
	  return k;
	if (k < first)
	  first = k;
      }
  return first;
}

/* Returns true if either all units of scope S run Q, a branch of a condition, or none.  */
static bool
uniform_branch (const struct px_fn *f, const struct px_seq *q, int s)
{
  int t = q->together.n ? px_scope_of (f, q->together) : -1;
  return t >= 0 && px_holds (f, t, s) && px_holds (f, q->scope, s) && px_scope_whole (f, q, s);
}

void
px_sink_syncs (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      struct px_stmt *p = s->idx < s->seq->nst ? s->seq->st[s->idx] : NULL;
      struct px_stmt *in = p;
      while (in && in->kind == PX_VIEW && in->body[0]->nst)
	in = in->body[0]->st[0];
      if (!s->scope || !in || (in->kind != PX_SPLIT && (in->kind != PX_IF || s->ntw)))
	continue;
      bool split = in->kind == PX_SPLIT, done = false;
      px_sync_del (f, s);
      if (!split)
	px_verify (f, false);
      for (int j = 0; j < in->nbody && !done; j++)
	{
	  struct px_seq *q = in->body[j];
	  int at = split ? 0 : needed_in (f, q), scope = split ? q->scope : s->scope;
	  if (split ? scope == s->seq->scope : at == q->nst || !uniform_branch (f, q, scope))
	    continue;
	  struct px_sync *t = px_sync_new (f, q, at, scope);
	  *t = *s;
	  t->seq = q;
	  t->idx = at;
	  t->scope = scope;
	  bool taken = false;
	  for (int k = 0; k < f->nsync; k++)
	    taken |= f->sync[k]->seq == q && f->sync[k]->idx == at;
	  if (taken)
	    continue;
	  px_sync_add (f, t);
	  done = px_verified (f);
	  if (!done)
	    px_sync_del (f, t);
	}
      if (!done)
	px_sync_add (f, s);
      else
	i = -1; /* start again: it may move further */
    }
}

/* Increases the number of groups that may be pending at S as far as the verifier accepts.  */
static void
relax (struct px_fn *f, struct px_sync *s, int w)
{
  while (s->wait[w] < PX_FAR)
    {
      s->wait[w]++;
      if (px_verified (f))
	continue;
      s->wait[w]--;
      break;
    }
}

void
px_narrow_syncs (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      /* A hazard that fails without the barrier passes with it iff the barrier's scope holds
	 that of the hazard.  */
      int wide = s->scope, least = 0;
      s->scope = 0;
      px_verify (f, false);
      for (int h = 0; h < f->nhz; h++)
	if (f->hz[h]->bad)
	  least = px_scope_widen (f, s->seq, least, f->hz[h]->e.scope);
      s->scope = least;
      if (least != wide && !px_verified (f))
	s->scope = wide;
      for (int bit = 1; bit <= PX_FENCE_GLOBAL; bit *= 2)
	if (s->fence & bit)
	  {
	    s->fence &= ~bit;
	    if (!px_verified (f))
	      s->fence |= bit;
	  }
      for (int t = 0; t < s->ntw; t++)
	{
	  struct px_twait keep = s->tw[t];
	  s->tw[t] = s->tw[--s->ntw];
	  if (px_verified (f))
	    {
	      t--;
	      continue;
	    }
	  s->tw[s->ntw++] = s->tw[t];
	  s->tw[t] = keep;
	}
      for (int w = 0; w < PX_WAITS; w++)
	if (s->wait[w] >= 0)
	  {
	    int n = s->wait[w];
	    s->wait[w] = -1;
	    if (px_verified (f))
	      continue;
	    s->wait[w] = n;
	    relax (f, s, w);
	  }
    }
}

void
px_join_waits (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      bool joined = false;
      if (s->scope || s->fence || s->ntw)
	continue;
      px_sync_del (f, s);
      for (int k = 0; k < f->nsync && !joined; k++)
	{
	  struct px_sync *t = f->sync[(i + k) % f->nsync], old = *t;
	  if (!t->scope)
	    continue;
	  for (int w = 0; w < PX_WAITS; w++)
	    if (s->wait[w] >= 0)
	      t->wait[w] = 0;
	  joined = px_verified (f);
	  for (int w = 0; w < PX_WAITS && joined; w++)
	    if (s->wait[w] >= 0)
	      {
		relax (f, t, w);
		joined = t->wait[w] >= s->wait[w] && old.wait[w] < 0;
	      }
	  if (!joined)
	    *t = old;
	}
      if (joined)
	i--;
      else
	px_sync_add (f, s);
    }
}

/* Removes FROM if TO, which must not be in a deeper loop, can replace both.  */
static bool
merge_into (struct px_fn *f, struct px_sync *to, struct px_sync *from)
{
  struct px_sync old = *to;
  if (to->seq->loops > from->seq->loops || from->ntw)
    return false;
  for (int w = 0; w < PX_WAITS; w++)
    if (from->wait[w] >= 0)
      return false;
  px_sync_del (f, from);
  to->scope = px_scope_widen (f, to->seq, to->scope, from->scope);
  to->fence |= from->fence;
  if (px_verified (f))
    return true;
  *to = old;
  px_sync_add (f, from);
  return false;
}

void
px_merge_syncs (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    for (int j = 0; j < i; j++)
      if (f->sync[i]->scope && f->sync[j]->scope && f->sync[i]->scope != f->sync[j]->scope
	  && (px_holds (f, f->sync[i]->scope, f->sync[j]->scope)
	      || px_holds (f, f->sync[j]->scope, f->sync[i]->scope))
	  && (merge_into (f, f->sync[j], f->sync[i]) || merge_into (f, f->sync[i], f->sync[j])))
	{
	  i = 0;
	  break;
	}
}
