/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commits, then a set of synchronisations that the verifier
   accepts and that has no part to spare.  Failures of the verifier drive it:
   place, drop, sink into the one branch that needs it, narrow; twice, and the
   cheaper wins; then split into arrive and wait.  */
#include "infer/infer.h"
#include <stdlib.h>
#include <string.h>

/* --- what stands at a place, in the order commit, wait, synchronisation, arrive --- */

static struct px_item *
put (struct px_fn *f, struct px_seq *q, int i, int kind)
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
      put (f, s->seq, s->arrive, PX_I_ARRIVE)->sync = s;
      put (f, s->seq, s->idx, PX_I_WAIT)->sync = s;
    }
  else
    put (f, s->seq, s->back ? s->seq->nst : s->idx, s->back ? PX_I_BACK : PX_I_SYNC)->sync = s;
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

/* Keeps f->sync in program order.  */
static void
add (struct px_fn *f, struct px_sync *s)
{
  PX_PUSH (&f->pool, f->sync, f->nsync, f->capsync, s);
  int i = f->nsync - 1;
  for (; i && order_of (f->sync[i - 1]) > order_of (s); i--)
    f->sync[i] = f->sync[i - 1];
  f->sync[i] = s;
  px_attach (f, s);
}

static void
del (struct px_fn *f, struct px_sync *s)
{
  int n = 0;
  px_detach (f, s);
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i] != s)
      f->sync[n++] = f->sync[i];
  f->nsync = n;
}

/* --- commits (doc/internals/30-sync: outside guards that hold only fills, before a fill
   that must wait for another) --- */

struct run
{
  struct px_stmt **op;
  int n, cap;
};

static bool
collect (struct px_fn *f, struct px_stmt *s, int timeline, struct run *r)
{
  if (s->kind == PX_OP)
    {
      if (s->timeline == timeline)
	PX_PUSH (&f->pool, r->op, r->n, r->cap, s);
      return s->timeline == timeline;
    }
  /* Who leaves the loop here would come past no commit.  */
  bool out = s->kind == PX_IF && s->leaves && r->n;
  if (out || s->kind == PX_FILL || s->kind == PX_DRAIN || s->kind == PX_SPLIT || s->kind == PX_WORK)
    return false;
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst; j++)
      if (!collect (f, s->body[i]->st[j], timeline, r))
	return false;
  return true;
}

static bool
same_number (const struct px_stmt *a, const struct px_stmt *b)
{
  /* The numbers of a ring take turns with its mbarriers.  */
  if (a->timeline == PX_BULK_LOAD && a->acc[0].numbered != b->acc[0].numbered)
    return false;
  for (int i = 0; i < a->nacc; i++)
    for (int j = 0; j < b->nacc; j++)
      {
	const struct px_acc *x = &a->acc[i], *y = &b->acc[j];
	bool differ = x->numbered != y->numbered || x->num != y->num || x->num_loop != y->num_loop;
	if (differ && ((x->numbered && y->numbered) || x->obj == y->obj))
	  return false;
      }
  return true;
}

/* The iteration of the loop behind OP that first asks for what it did, from 1 on; 0: none.  */
static int
needed_by (const struct px_fn *f, const struct px_stmt *op)
{
  int first = 0;
  for (int h = 0; h < f->nhz; h++)
    {
      const struct px_edge *e = &f->hz[h]->e;
      if (e->a->op == op && e->loop && e->loop == e->a->ahead && (!first || e->d < first))
	first = e->d;
    }
  return first;
}

/* No operation of the run, which lies within statements FROM … TO of Q, must
   wait for another of it.  */
static bool
free_run (const struct px_fn *f, const struct run *r, const struct px_seq *q, int from, int to)
{
  for (int i = 0; i < r->n; i++)
    for (int j = 0; j < r->n; j++)
      {
	if (!same_number (r->op[i], r->op[j]) || needed_by (f, r->op[i]) != needed_by (f, r->op[j]))
	  return false;
	for (int k = 0; k < r->op[j]->nacc; k++)
	  {
	    int b = r->op[j]->acc[k].id;
	    for (int h = f->hz_first[b]; h < f->hz_first[b + 1]; h++)
	      {
		const struct px_edge *e = &f->hz[h]->e;
		if (e->a->op != r->op[i])
		  continue;
		bool within = !e->loop;
		for (int t = from; t <= to && !within; t++)
		  within = px_inside (q->st[t], e->loop);
		if (within)
		  return false;
	      }
	  }
      }
  return true;
}

void
px_commits (struct px_fn *f)
{
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *op = f->stmt[i], *top = op;
      op->run = -1;
      if (op->kind != PX_OP || op->timeline < PX_CPASYNC || op->timeline > PX_WGMMA
	  || (op->timeline == PX_BULK_LOAD && op->acc[0].ringop))
	continue;
      struct run r = {}, t;
      PX_PUSH (&f->pool, r.op, r.n, r.cap, op);
      while (top->seq->up)
	{
	  struct px_stmt *up = top->seq->up;
	  t = {};
	  /* A number that is not filled has no phase.  */
	  if (up->kind == PX_IF && op->timeline == PX_BULK_LOAD && op->acc[0].numbered)
	    break;
	  if (up->kind == PX_FILL || up->kind == PX_DRAIN || up->kind == PX_SPLIT
	      || !collect (f, up, op->timeline, &t) || !free_run (f, &t, up->seq, up->idx, up->idx))
	    break;
	  r = t;
	  top = up;
	}
      struct px_seq *q = top->seq;
      int to = top->idx;
      while (to + 1 < q->nst)
	{
	  t = {};
	  for (int k = top->idx; k <= to + 1; k++)
	    if (!collect (f, q->st[k], op->timeline, &t))
	      {
		t.n = 0;
		break;
	      }
	  if (t.n <= r.n || !free_run (f, &t, q, top->idx, to + 1))
	    break;
	  r = t;
	  to++;
	}
      for (int k = 0; k < f->ncommit && op->run < 0; k++)
	if (f->commit[k].seq == q && f->commit[k].idx == to + 1
	    && f->commit[k].timeline == op->timeline)
	  op->run = k;
      if (op->run >= 0)
	continue;
      op->run = f->ncommit;
      put (f, q, to + 1, PX_I_COMMIT)->timeline = op->timeline;
      struct px_commit c = { op->timeline, q, top->idx, to + 1, false, -1, 0 };
      for (const struct px_stmt *up = q->up;
	   up && op->timeline == PX_BULK_LOAD && !op->acc[0].numbered; up = up->seq->up)
	c.again |= up->kind == PX_LOOP && up->may_repeat;
      PX_PUSH (&f->pool, f->commit, f->ncommit, f->capcommit, c);
    }
  /* The issuers wait for the last phase: that orders two loads of a run.  */
  for (int h = 0; h < f->nhz; h++)
    {
      const struct px_stmt *a = f->hz[h]->e.a->op, *b = f->hz[h]->e.b->op;
      f->hz[h]->same |= a->timeline == PX_BULK_LOAD && b->timeline == PX_BULK_LOAD && a->run >= 0
			&& a->run == b->run && f->commit[a->run].again && f->hz[h]->e.loop;
    }
}

/* --- places --- */

/* Before the outermost construct that holds B and not A; of an edge that LOOP
   around A carries: inside LOOP.  */
static struct px_stmt *
position (const struct px_edge *e)
{
  struct px_stmt *s = e->b->op;
  for (;; s = s->seq->up)
    if (e->loop && px_inside (e->loop, e->a->op) ? s->seq->up == e->loop
						 : !s->seq->up || px_inside (s->seq->up, e->a->op))
      return s;
}

/* Prism's points: a node has one, at the deepest of its places.  */
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

/* A barrier of scope S where the code is Q's runs in whole units only.  */
static bool
whole (const struct px_fn *f, const struct px_seq *q, int s)
{
  struct px_persp p = f->scope[s];
  if (!px_holds (f, q->scope, s))
    return false;
  if (q->persp.level == PX_THREAD || p.level != PX_THREAD || p.n <= 1)
    return true;
  return f->tmin % p.n == 0;
}

/* The first scope that holds S and T and is whole at Q.  */
static int
widen (const struct px_fn *f, const struct px_seq *q, int s, int t)
{
  for (int i = 0; i < f->nscope; i++)
    if (px_holds (f, i, s) && px_holds (f, i, t) && (i == 0 || whole (f, q, i)))
      return i;
  return q->scope;
}

static int
space_bit (const struct px_acc *a)
{
  return a->obj->space == PX_GLOBAL ? PX_FENCE_GLOBAL : PX_FENCE_SHARED;
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

/* What E asks for, added to S.  Every unit of the code waits for bulk loads, so
   they need no barrier, but for those of a ring, of which who drained it knows.  */
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
	if (s->tw[i].a->op == a->op)
	  {
	    old = true;
	    if (!t.loop || (s->tw[i].loop && s->tw[i].d > t.d))
	      s->tw[i] = t;
	  }
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
      s->scope = widen (f, s->seq, s->scope, e->scope);
    }
  if (e->fence)
    s->fence |= space_bit (b);
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

/* Let an earlier barrier complete the operations as well, rather than add one.  */
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

/* A synchronisation for the failures of the first access that has any (LAST:
   the last), at its deepest place.  */
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
    add (f, s);
  return true;
}

/* --- nothing to spare --- */

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

static bool
ok (struct px_fn *f)
{
  return px_verify (f, true) == 0;
}

/* By depth of loops, deepest first, then last first: what can go goes.  */
static void
drop (struct px_fn *f)
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
	  del (f, order[i]);
	  if (!ok (f))
	    add (f, order[i]);
	}
}

/* A barrier of a loop's body that only what the next iteration does needs goes to the back
   edge: before the first iteration and behind the last there is none.  */
static void
turn_back (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      const struct px_stmt *loop = s->seq->up;
      bool waits = s->ntw || s->fence;
      for (int k = 0; k < s->idx; k++) /* worth splitting, perhaps */
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
      if (ok (f))
	continue;
      px_detach (f, s);
      s->back = false;
      px_attach (f, s);
    }
}

/* The first statement of Q that has a failure, as px_verify found them; Q's end: there are
   others, or none.  */
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

/* All units of scope S come to Q, an arm of a condition, or none.  */
static bool
together (const struct px_fn *f, const struct px_seq *q, int s)
{
  int t = q->together.n ? px_scope_of (f, q->together) : -1;
  return t >= 0 && px_holds (f, t, s) && px_holds (f, q->scope, s) && whole (f, q, s);
}

/* Before a split or a condition, of which one branch needs it: into that branch.  */
static void
sink (struct px_fn *f)
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
      del (f, s);
      if (!split)
	px_verify (f, false);
      for (int j = 0; j < in->nbody && !done; j++)
	{
	  struct px_seq *q = in->body[j];
	  int at = split ? 0 : needed_in (f, q), scope = split ? q->scope : s->scope;
	  if (split ? scope == s->seq->scope : at == q->nst || !together (f, q, scope))
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
	  add (f, t);
	  done = ok (f);
	  if (!done)
	    del (f, t);
	}
      if (!done)
	add (f, s);
      else
	i = -1; /* further, perhaps */
    }
}

/* As many groups pending at S as verify.  */
static void
relax (struct px_fn *f, struct px_sync *s, int w)
{
  while (s->wait[w] < PX_FAR)
    {
      s->wait[w]++;
      if (ok (f))
	continue;
      s->wait[w]--;
      break;
    }
}

static void
narrow (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      /* A hazard that fails without the barrier passes with it iff its scope holds the hazard's.  */
      int wide = s->scope, least = 0;
      s->scope = 0;
      px_verify (f, false);
      for (int h = 0; h < f->nhz; h++)
	if (f->hz[h]->bad)
	  least = widen (f, s->seq, least, f->hz[h]->e.scope);
      s->scope = least;
      if (least != wide && !ok (f))
	s->scope = wide;
      for (int bit = 1; bit <= PX_FENCE_GLOBAL; bit *= 2)
	if (s->fence & bit)
	  {
	    s->fence &= ~bit;
	    if (!ok (f))
	      s->fence |= bit;
	  }
      for (int t = 0; t < s->ntw; t++)
	{
	  struct px_twait keep = s->tw[t];
	  s->tw[t] = s->tw[--s->ntw];
	  if (ok (f))
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
	    if (ok (f))
	      continue;
	    s->wait[w] = n;
	    relax (f, s, w);
	  }
    }
}

/* A wait alone goes into a barrier that stands elsewhere, later ones first, if
   that need not wait for more.  */
static void
join_waits (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      bool joined = false;
      if (s->scope || s->fence || s->ntw)
	continue;
      del (f, s);
      for (int k = 0; k < f->nsync && !joined; k++)
	{
	  struct px_sync *t = f->sync[(i + k) % f->nsync], old = *t;
	  if (!t->scope)
	    continue;
	  for (int w = 0; w < PX_WAITS; w++)
	    if (s->wait[w] >= 0)
	      t->wait[w] = 0;
	  joined = ok (f);
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
	add (f, s);
    }
}

/* FROM goes, and TO, in no deeper a loop, does for both.  */
static bool
merge_into (struct px_fn *f, struct px_sync *to, struct px_sync *from)
{
  struct px_sync old = *to;
  if (to->seq->loops > from->seq->loops || from->ntw)
    return false;
  for (int w = 0; w < PX_WAITS; w++)
    if (from->wait[w] >= 0)
      return false;
  del (f, from);
  to->scope = widen (f, to->seq, to->scope, from->scope);
  to->fence |= from->fence;
  if (ok (f))
    return true;
  *to = old;
  add (f, from);
  return false;
}

/* Two barriers, one broader than the other, where one of the broader alone will do.  */
static void
merge (struct px_fn *f)
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

static bool
place (struct px_fn *f, bool last)
{
  int most = 2 * f->nacc * (f->nseq + 1) + 16;
  while (px_verify (f, false))
    {
      if (!place_one (f, last))
	return false;
      /* Each access asks at most once for each of its places.  */
      if (!most--)
	abort ();
    }
  drop (f);
  sink (f);
  narrow (f);
  merge (f);
  narrow (f);
  join_waits (f);
  return true;
}

/* --- phases --- */

/* S, a wait for bulk loads that sank into a branch, goes out of it again: not all units of
   SCOPE come there.  False: they do.  */
static bool
lift (struct px_fn *f, struct px_sync *s, int scope)
{
  if (px_holds (f, s->seq->scope, scope))
    return false;
  for (int i = f->nsync - 1; i >= 0; i--)
    if (f->sync[i] == s || f->sync[i]->gate == s)
      del (f, f->sync[i]);
  s->idx = s->seq->up->idx;
  s->seq = s->seq->up->seq;
  add (f, s);
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
	del (f, gate);
	add (f, s);
	add (f, gate);
      }
    else
      {
	turn->scope = px_scope_join (f, turn->scope, scope);
	turn->turn = true;
      }
}

/* --- split --- */

static int
weight (const struct px_stmt *s)
{
  int n = s->kind == PX_WORK ? s->weight : 0;
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst; j++)
      n += weight (s->body[i]->st[j]);
  return n;
}

/* There is one cluster barrier, so an open one allows no other; and none of the grid is split.  */
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

/* An arrive as early in the same sequence as the verifier allows, where enough
   work lies between.  Barriers of a warp are not worth it.  (One with
   completions or fences never verifies: they would stand at neither half.)  */
static void
split (struct px_fn *f)
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
	  bool good = ok (f) && px_phases (f, &gate, &turn, &scope);
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

/* --- reasons and numbers --- */

static void
reason (struct px_fn *f, struct px_sync *s, int *cap, const struct px_edge *e)
{
  for (int k = 0; k < s->nwhy; k++)
    if (s->why[k].a == e->a && s->why[k].b == e->b && s->why[k].loop == e->loop)
      return;
  PX_PUSH (&f->pool, s->why, s->nwhy, *cap, *e);
}

/* Each hazard that fails without S; with a fill, those before the loop that count as it;
   of a gate those of its wait.  */
static void
reasons (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      int cap = 0;
      px_detach (f, s);
      px_verify (f, false);
      px_attach (f, s);
      s->nwhy = 0;
      s->why = NULL;
      for (int h = 0; h < f->nhz; h++)
	if (f->hz[h]->bad)
	  reason (f, s, &cap, &f->hz[h]->e);
      for (int k = s->nwhy - 1; k >= 0; k--)
	for (int h = f->hz_first[s->why[k].b->id]; h < f->hz_first[s->why[k].b->id + 1]; h++)
	  if (f->hz[h]->e.a->twin == s->why[k].a && s->why[k].loop && !f->hz[h]->e.loop)
	    reason (f, s, &cap, &f->hz[h]->e);
    }
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i]->gate)
      {
	f->sync[i]->why = f->sync[i]->gate->why;
	f->sync[i]->nwhy = f->sync[i]->gate->nwhy;
      }
}

static void
part (struct px_fn *f, int kind, struct px_sync *s, int which, struct px_ring *r)
{
  struct px_part p = { f->part0 + f->npart + 1, kind, s, which, r };
  PX_PUSH (&f->pool, f->part, f->npart, f->cappart, p);
}

static void
number (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      s->num = f->part0 + f->npart + 1;
      for (int w = 0; w < PX_WAITS; w++)
	if (s->wait[w] >= 0)
	  part (f, PX_P_WAIT, s, w, NULL);
      if (s->ntw)
	part (f, PX_P_LOAD, s, 0, NULL);
      if (s->fence)
	part (f, PX_P_FENCE, s, 0, NULL);
      if (s->scope)
	part (f, PX_P_BARRIER, s, 0, NULL);
    }
  for (int i = 0; i < f->nrsync; i++)
    {
      struct px_ring_sync *r = f->rsync[i];
      if (r->cpasync)
	part (f, PX_P_COMPLETE, NULL, 0, r->ring);
      if (r->fence)
	part (f, PX_P_FILL_FENCE, NULL, 0, r->ring);
      if (r->full_elect > 1)
	part (f, PX_P_FILL_GATHER, NULL, 0, r->ring);
      part (f, PX_P_FULL, NULL, 0, r->ring);
      for (int w = 0; w < PX_WAITS; w++)
	if (r->wait[w] >= 0)
	  part (f, PX_P_RELEASE, NULL, w, r->ring);
      bool gather = false;
      for (int d = 0; d < r->ndrain; d++)
	gather |= r->gather[d];
      if (gather && r->empty)
	part (f, PX_P_GATHER, NULL, 0, r->ring);
      if (r->empty)
	part (f, PX_P_EMPTY, NULL, 0, r->ring);
    }
}

bool
px_drop (struct px_fn *f, int num)
{
  num -= f->part0;
  if (num < 1 || num > f->npart)
    return false;
  const struct px_part *p = &f->part[num - 1];
  struct px_sync *s = p->sync;
  switch (p->kind)
    {
    case PX_P_WAIT: s->wait[p->which] = -1; break;
    case PX_P_LOAD: s->ntw = 0; break;
    case PX_P_FENCE: s->fence = 0; break;
    case PX_P_BARRIER: s->scope = s->prim = 0; break;
    default:
      for (int i = 0; i < f->nrsync; i++)
	if (f->rsync[i]->ring == p->ring)
	  {
	    if (p->kind == PX_P_RELEASE)
	      f->rsync[i]->wait[p->which] = -1;
	    f->rsync[i]->dropped |= 1u << p->kind;
	  }
    }
  return true;
}

bool
px_place_all (struct px_fn *f)
{
  struct px_sync **first, **second;
  int nfirst, nsecond;
  if (!place (f, false))
    return false;
  first = f->sync;
  nfirst = f->nsync;
  while (f->nsync)
    px_detach (f, f->sync[--f->nsync]);
  f->sync = NULL;
  f->capsync = 0;
  if (!place (f, true))
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
    turn_back (f);
  phases (f);
  reasons (f);
  if (f->opts.split_weight && f->kernel) /* a function compiled alone has no mbarriers */
    split (f);
  number (f);
  return true;
}
