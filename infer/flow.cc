/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verifier: a forward data-flow problem that decides whether the synchronisations at their
   places order every hazard on every path, including paths that skip a loop.

   A fact is a key (access a, carrying loop, distance): an execution of a that may precede
   the current point.  It maps to struct st.  The join of two states is the union of the
   keys and the minimum of the values.  All units of a scope pass its synchronisations in
   program order, so a key whose mask includes the scope of a hazard is ordered.  */
#include "infer/infer.h"
#include <stdlib.h>
#include <string.h>

struct st
{
  uint64_t arr;	 /* arrives (px_sync.bit) passed since the access completed */
  uint64_t load; /* runs of bulk loads that the access's issuer had issued and waited for before
		    the access */
  uint32_t ord;	 /* scopes at which the access is ordered, and DRAINED; 0: it is not complete */
  int8_t n;	 /* groups committed after the access's group; -1: its group is not committed
		    yet */
  uint8_t there;
  uint8_t fenced; /* PX_FENCE_… */
  uint8_t pad;	  /* always 0, since states are compared bytewise */
};

/* For a fill: it is complete for the units that know that its number was drained (informed).  */
#define DRAINED ((uint32_t) 1 << PX_MAX_SCOPES)

static inline int
key_of (const struct px_acc *a, const struct px_stmt *loop, int d)
{
  return a->key
	 + (loop ? a->off[loop->loops] + (d > a->far[loop->loops] ? a->far[loop->loops] : d) - 1
		 : 0);
}

/* Computes a->far of each loop: the number of distances that A's hazards distinguish.  From
   that distance on all hazards are the same.  */
static void
distances (struct px_fn *f)
{
  for (int h = 0; h < f->nhz;)
    {
      const struct px_edge *e = &f->hz[h]->e;
      int at[PX_FAR + 1], k = h, d = PX_FAR;
      for (int i = 0; i <= PX_FAR; i++)
	at[i] = -1;
      for (; k < f->nhz && f->hz[k]->e.a == e->a && f->hz[k]->e.b == e->b
	     && f->hz[k]->e.loop == e->loop;
	   k++)
	at[f->hz[k]->e.d] = f->hz[k]->e.scope * 2 + f->hz[k]->e.fence;
      while (d > 1 && at[d - 1] == at[PX_FAR])
	d--;
      if (e->loop && e->a->far[e->loop->loops] < d)
	e->a->far[e->loop->loops] = d;
      h = k;
    }
  for (int h = 0; h < f->nhz; h++)
    {
      const struct px_edge *e = &f->hz[h]->e;
      f->hz[h]->same = e->loop && e->d > e->a->far[e->loop->loops];
    }
}

static const struct px_hazard *
find_hazard (const struct px_fn *f, const struct px_acc *a, const struct px_acc *b,
	     const struct px_stmt *loop, int d)
{
  for (int h = f->hz_first[b->id]; h < f->hz_first[b->id + 1]; h++)
    if (f->hz[h]->e.a == a && f->hz[h]->e.loop == loop && f->hz[h]->e.d == d)
      return f->hz[h];
  return NULL;
}

/* A is a fill before the loop, TWIN the fill of the same ring in the loop.  Returns true if
   every drain that has a hazard with A has a hazard at least as broad with TWIN, at the
   distance of their numbers.  */
static bool
stands_for (const struct px_fn *f, const struct px_acc *a, const struct px_acc *twin)
{
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *b = f->acc[i];
      if (!b->numbered || b->num_loop != twin->num_loop || b->op->timeline == PX_END)
	continue;
      int d = twin->num - b->num;
      const struct px_hazard *h
	= find_hazard (f, a, b, NULL, 0),
	*t = d > 0 ? find_hazard (f, twin, b, b->num_loop, d < PX_FAR ? d : PX_FAR) : NULL;
      if (h && d > 0 && (!t || !px_holds (f, t->e.scope, h->e.scope) || t->e.fence < h->e.fence))
	return false;
    }
  return true;
}

/* Finds for each fill before a loop the fill in the loop that it can be treated as.  The fill
   before the loop then belongs to a (negative) iteration, the difference of both numbers.  */
static void
twins (struct px_fn *f)
{
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      for (int j = 0; j < f->nacc && a->numbered && !a->num_loop && !a->twin; j++)
	{
	  struct px_acc *b = f->acc[j];
	  if (b->numbered && b->num_loop && b->obj == a->obj && b->kind == a->kind
	      && b->op->timeline == a->op->timeline && b->num > a->num
	      && a->op->order < b->op->order && px_inside (b->num_loop, b->op)
	      && stands_for (f, a, b))
	    a->twin = b;
	}
    }
}

/* The number of loops whose iterations are distinguished by keys of A: those around A, and the
   loop after it (ahead).  */
static int
keyed_loops (const struct px_acc *a)
{
  return a->depth + (a->ahead != NULL);
}

/* Makes the keys.  An access has one without a loop, then one for each distance of each loop
   around it, outermost first, and of the loop after it (ahead).  */
void
px_keys (struct px_fn *f)
{
  int n = 0;
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      a->loop[a->depth] = a->ahead;
      a->far = (int *) px_alloc (&f->pool, 3 * (a->depth + 1) * sizeof (int));
      a->off = a->far + a->depth + 1;
      a->sure = a->off + a->depth + 1;
      for (int l = 0; l <= a->depth; l++)
	{
	  int turns
	    = f->opts.sure && a->op->timeline == PX_CPASYNC && a->kind == PX_WRITE && a->loop[l]
		? f->opts.sure (f->opts.ctx, f, a, a->loop[l])
		: 0;
	  a->sure[l] = turns;
	  a->far[l] = turns > 1 ? turns : 1;
	}
    }
  distances (f);
  twins (f);
  for (int i = 0; i < f->nhz; i++)
    f->hz[i]->e.a->key = 0;
  for (int i = 0; i < f->nacc; i++)
    if (f->acc[i]->key >= 0 && f->acc[i]->twin)
      f->acc[i]->twin->key = 0;
  for (int i = 0; i < f->nacc; i++)
    if (f->acc[i]->key >= 0)
      {
	struct px_acc *a = f->acc[i];
	a->key = n++;
	for (int l = 0; l < keyed_loops (a); l++)
	  {
	    a->off[l] = n - a->key;
	    n += a->far[l];
	  }
      }
  f->nkey = n;
  f->keyacc = (struct px_acc **) px_alloc (&f->pool, n * sizeof *f->keyacc);
  f->keyloop = (struct px_stmt **) px_alloc (&f->pool, n * sizeof *f->keyloop);
  f->keyd = (int *) px_alloc (&f->pool, n * sizeof *f->keyd);
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      if (a->key < 0)
	continue;
      f->keyacc[a->key] = a;
      for (int l = 0; l < keyed_loops (a); l++)
	for (int d = 1; d <= a->far[l]; d++)
	  {
	    int k = key_of (a, a->loop[l], d);
	    f->keyacc[k] = a;
	    f->keyloop[k] = a->loop[l];
	    f->keyd[k] = d;
	  }
    }
  for (int i = 0; i < f->nhz; i++)
    {
      struct px_edge *e = &f->hz[i]->e;
      f->hz[i]->key = key_of (e->a, e->loop, e->d);
    }
}

struct flow
{
  struct px_fn *f;
  int bad;
  bool stop;
  struct st *left; /* joined state where the surrounding loop is left; NULL: outside loops */
};

static inline void
join1 (struct st *x, const struct st *y)
{
  if (!y->there)
    return;
  if (!x->there)
    {
      *x = *y;
      return;
    }
  x->ord &= y->ord;
  x->fenced &= y->fenced;
  x->arr &= y->arr;
  x->load &= y->load;
  if (y->n < x->n)
    x->n = y->n;
}

static void
join_states (const struct px_fn *f, struct st *x, const struct st *y)
{
  for (int k = 0; k < f->nkey; k++)
    join1 (&x[k], &y[k]);
}

static struct st *
copy (const struct px_fn *f, const struct st *x)
{
  struct st *r = (struct st *) malloc ((f->nkey + 1) * sizeof *r);
  if (!r)
    abort ();
  memcpy (r, x, f->nkey * sizeof *r);
  return r;
}

/* --- transfer --- */

static bool
completes (const struct px_fn *f, const struct px_sync *s, int k, const struct st *x)
{
  const struct px_acc *a = f->keyacc[k];
#define GROUPS(W) (s->wait[W] >= 0 && x->n >= s->wait[W])
  switch (a->op->timeline)
    {
    case PX_CPASYNC: return GROUPS (PX_W_CPASYNC);
    case PX_BULK_STORE:
      return GROUPS (PX_W_BULK) || (a->kind == PX_READ && GROUPS (PX_W_BULK_READ));
    case PX_WGMMA: return GROUPS (PX_W_WGMMA);
    case PX_BULK_LOAD:
      /* Each number has a phase of its own: who waits for one knows nothing of those before.  */
      for (int i = 0; i < s->ntw; i++)
	if ((s->tw[i].a->op == a->op || (a->op->run >= 0 && s->tw[i].a->op->run == a->op->run))
	    && (!s->tw[i].loop || (f->keyloop[k] == s->tw[i].loop && f->keyd[k] == s->tw[i].d)
		|| (!f->keyloop[k] && s->tw[i].d <= 0)))
	  return true;
      return false;
    }
#undef GROUPS
  return false;
}

/* Returns the runs of bulk loads, as bits, that S at Q waits for completely.  What the issuers
   of these had waited for before is complete, too.  */
static uint64_t
waited (const struct px_seq *q, const struct px_sync *s)
{
  uint64_t r = 0;
  for (int i = 0; i < s->ntw; i++)
    {
      const struct px_stmt *op = s->tw[i].a->op;
      if (!s->tw[i].loop && op->run < 64 && op->seq->persp.level == q->persp.level
	  && op->seq->persp.n == q->persp.n)
	r |= (uint64_t) 1 << op->run;
    }
  return r;
}

/* Drain S releases its slot: waits for its operations that have N or more groups after them.  Marks
   these as ordered.  */
static void
released (const struct px_fn *f, const struct px_stmt *s, int n, struct st *x)
{
  const struct px_ring_sync *r = px_ring_sync_of (f, s->ring);
  for (int k = 0; k < f->nkey && r; k++)
    {
      const struct px_acc *a = f->keyacc[k];
      if (!x[k].there || x[k].n < n || !px_inside (s, a->op))
	continue;
      if (a->op->timeline == PX_WGMMA && r->wait[PX_W_WGMMA] >= 0)
	x[k].ord |= f->down[px_scope_of (f, { PX_THREAD, a->op->coll })];
      if (a->op->timeline == PX_BULK_STORE && a->kind == PX_READ && r->wait[PX_W_BULK_READ] >= 0)
	x[k].ord |= 1;
    }
}

/* Applies the items before statement I of Q: if BACK only those of the back edge, which run if
   another iteration follows; otherwise all but those.  */
static void
apply_items (struct flow *w, struct px_seq *q, int i, struct st *x, bool back)
{
  const struct px_fn *f = w->f;
  for (struct px_item *it = q->at[i]; it; it = it->next)
    {
      if (it->kind == PX_I_RELEASE && !back)
	released (f, it->drain, it->drain->newer, x);
      for (int k = 0; k < f->nkey && (it->kind == PX_I_BACK) == back; k++)
	{
	  struct st *v = &x[k];
	  if (!v->there)
	    continue;
	  const struct px_acc *a = f->keyacc[k];
	  const struct px_sync *s = it->sync;
	  switch (it->kind)
	    {
	    case PX_I_COMMIT:
	      if (a->op->timeline == it->timeline && v->n < PX_FAR)
		v->n++;
	      break;
	    case PX_I_SYNC:
	    case PX_I_BACK:
	      if (s->ntw && v->load & waited (q, s))
		v->ord |= f->down[q->scope];
	      if (completes (f, s, k, v))
		v->ord |= a->op->timeline == PX_BULK_LOAD ? f->down[q->scope]
			  : a->op->timeline == PX_WGMMA
			    ? f->down[px_scope_of (f, { PX_THREAD, a->op->coll })]
			    : 1;
	      if (v->ord)
		{
		  v->fenced |= s->fence;
		  if (s->scope)
		    v->ord |= f->down[s->scope];
		}
	      break;
	    case PX_I_ARRIVE:
	      if (v->ord)
		v->arr |= (uint64_t) 1 << s->bit;
	      break;
	    case PX_I_WAIT:
	      if (v->arr >> s->bit & 1)
		v->ord |= f->down[s->scope];
	      break;
	    }
	}
    }
}

/* Returns true if all units of branch Q know when a slot is full: each waits for it, or all
   meet at a barrier before one of them arrives at full.  */
static bool
units_know_full (const struct px_ring_sync *rs, const struct px_seq *q)
{
  bool r = false;
  for (int i = 0; i < rs->nfill + rs->ndrain; i++)
    r |= px_ring_role (rs, px_nth_end (rs, i)) == q
	 && (i < rs->nfill ? rs->full_elect == q->span : !rs->alone[i - rs->nfill]);
  return r;
}

/* Returns true if only such units of ring R run B.  */
static bool
informed (const struct px_fn *f, const struct px_ring *r, const struct px_acc *b)
{
  const struct px_ring_sync *rs = px_ring_sync_of (f, r);
  const struct px_seq *p = b->op->seq;
  int others = p->span;
  for (int i = 0; rs && i < rs->split->nbody; i++)
    {
      const struct px_stmt *end = NULL;
      for (int k = 0; k < rs->nfill + rs->ndrain && !end; k++)
	{
	  end = px_nth_end (rs, k);
	  for (const struct px_seq *up = end->seq; end && up != rs->split->body[i];
	       up = up->up->seq)
	    if (up->up == rs->split)
	      end = NULL;
	}
      if (!end)
	continue;
      const struct px_seq *q = px_ring_role (rs, end);
      int lo = p->first > q->first ? p->first : q->first,
	  hi = p->first + p->span < q->first + q->span ? p->first + p->span : q->first + q->span;
      if (lo < hi && units_know_full (rs, q))
	others -= hi - lo;
    }
  return p->span && !others;
}

static void
flow_operation (struct flow *w, struct px_stmt *op, struct st *x)
{
  const struct px_fn *f = w->f;
  if (op->timeline == PX_BULK_LOAD && op->run >= 0 && op->run < 64)
    for (int k = 0; k < f->nkey; k++)
      if (x[k].there && x[k].ord && px_one_issuer (f->keyacc[k]->op, op))
	x[k].load |= (uint64_t) 1 << op->run;
  for (int j = 0; j < op->nacc; j++)
    {
      const struct px_acc *b = &op->acc[j];
      for (int i = f->hz_first[b->id]; i < f->hz_first[b->id + 1]; i++)
	{
	  struct px_hazard *h = f->hz[i];
	  const struct st *v = &x[h->key];
	  bool ordered
	    = v->ord >> h->e.scope & 1
	      || (v->ord & DRAINED
		  && (b->op->timeline == PX_END || informed (f, h->e.a->ringop->ring, b)));
	  if (h->same || !v->there
	      || (ordered && (!h->e.fence || (v->fenced & px_space_fence (b)))))
	    continue;
	  w->bad += !h->bad;
	  h->bad = true;
	}
    }
  for (int j = 0; j < op->nacc; j++)
    {
      const struct px_acc *b = &op->acc[j];
      if (b->key < 0)
	continue;
      struct st *v = &x[b->key];
      memset (v, 0, sizeof *v);
      v->there = 1;
      v->n = -1;
      v->ord = !px_asyn (b);
    }
}

static void seq_flow (struct flow *w, struct px_seq *q, struct st *x);

/* Returns the difference between the greatest and the least iteration of LOOP for which it is known, where S
   runs, that LOOP has both: S is in LOOP, under a condition that later iterations follow, or before it,
   under one on how many there are.  -1: nothing is known.  */
static int
follow (const struct px_stmt *s, const struct px_stmt *loop)
{
  const struct px_count *c = &loop->count;
  bool inside = px_inside (loop, s);
  int known = inside ? 0 : c->of || c->k < 1 ? -1 : c->k - 1;
  for (; s->seq->up && s->seq->up != loop; s = s->seq->up)
    {
      const struct px_stmt *up = s->seq->up;
      int k = -1;
      if (up->kind != PX_IF)
	continue;
      bool of_loop = inside && s->seq == up->body[0] && up->seq->up == loop;
      if (of_loop && up->before && !c->of)
	k = c->k - up->before;
      else if (of_loop && px_but_last (up, &k) != loop)
	k = -1;
      if (!inside && c->of && up->when.of == c->of && c->times == 1 && !c->k
	  && up->when.opposite == (s->seq != up->body[0]))
	k = up->when.kind == PX_C_ABOVE	    ? up->when.k - c->less
	    : up->when.kind == PX_C_NONZERO ? -c->less
					    : -1;
      known = k > known ? k : known;
    }
  return known;
}

/* Returns true if all threads of LOOP's code that run one of its iterations reach S there.  */
static bool
always_reached (const struct px_fn *f, const struct px_stmt *s, const struct px_stmt *loop)
{
  for (int i = 0; i < f->nstmt; i++)
    if (f->stmt[i]->leaves && px_inside (loop, f->stmt[i]))
      return false;
  for (; s->seq->up != loop; s = s->seq->up)
    if (s->seq->up->kind != PX_GROUP && s->seq->up->kind != PX_VIEW)
      return false;
  return true;
}

/* Returns the scopes at which A is complete when LOOP ends, for a fill A in LOOP or before it
   that has a number; else 0.  Reason: what surely follows A in LOOP is a drain of that number, which
   waits for it.  */
static uint32_t
drained (const struct px_fn *f, const struct px_acc *a, const struct px_stmt *loop)
{
  const struct px_acc *in = a->twin ? a->twin : a;
  if (in->num_loop != loop || !px_asyn (a) || a->kind == PX_READ)
    return 0;
  bool inside = px_inside (loop, a->op);
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *b = f->acc[i];
      int after = a->num - b->num;
      if (b->numbered && b->num_loop == loop && b->obj == a->obj && b->kind == PX_READ && after >= 0
	  && (after || !inside || a->op->order < b->op->order) && follow (a->op, loop) >= after
	  && always_reached (f, b->op, loop))
	return a->op->timeline == PX_BULK_LOAD ? f->down[b->op->seq->scope] : 1;
    }
  return 0;
}

static void
loop_flow (struct flow *w, struct px_stmt *s, struct st *x)
{
  struct px_fn *f = w->f;
  if (!s->may_repeat && !s->may_skip && s->count.k == 0 && !s->count.of)
    return;
  struct st *before = copy (f, x);
  for (int k = 0; k < f->nkey; k++)
    if (x[k].there)
      {
	const struct px_acc *a = f->keyacc[k],
			    *b = px_inside (s, a->op) || f->keyloop[k] ? NULL : a->twin;
	if (b && b->num_loop == s)
	  {
	    struct st v = x[k];
	    x[k].there = 0;
	    join1 (&x[key_of (b, s, b->num - a->num)], &v);
	  }
	else if (a->ahead == s && !f->keyloop[k])
	  {
	    x[key_of (a, s, 1)] = x[k];
	    x[k].there = 0;
	  }
      }
  struct st *entry = copy (f, x), *in = copy (f, x), *back = copy (f, x), *on = copy (f, x),
	    *left = copy (f, x), *around = w->left;
  memset (left, 0, f->nkey * sizeof *left);
  w->left = left;
  for (;;)
    {
      memcpy (x, in, f->nkey * sizeof *x);
      seq_flow (w, s->body[0], x);
      if (!s->may_repeat || (w->stop && w->bad))
	break;
      memcpy (on, x, f->nkey * sizeof *on);
      apply_items (w, s->body[0], s->body[0]->nst, on, true);
      memset (back, 0, f->nkey * sizeof *back);
      for (int k = 0; k < f->nkey; k++)
	if (on[k].there)
	  {
	    const struct px_acc *a = f->keyacc[k];
	    int to = k;
	    if (f->keyloop[k] == s)
	      to = key_of (a, s, f->keyd[k] + 1);
	    else if (px_inside (s, a->op) && (!f->keyloop[k] || px_inside (s, f->keyloop[k])))
	      to = key_of (a, s, 1);
	    join1 (&back[to], &on[k]);
	  }
      join_states (f, back, entry);
      if (!memcmp (back, in, f->nkey * sizeof *back))
	break;
      memcpy (in, back, f->nkey * sizeof *in);
    }
  w->left = around;
  join_states (f, left, x);
  memcpy (back, left, f->nkey * sizeof *x);
  memset (x, 0, f->nkey * sizeof *x);
  for (int k = 0; k < f->nkey; k++)
    if (back[k].there)
      {
	const struct px_acc *a = f->keyacc[k];
	bool out = f->keyloop[k] && px_inside (s, f->keyloop[k]);
	/* Before the last iteration, no execution of A precedes that is followed by more
	   iterations than A's sure ones.  */
	int since = f->keyloop[k] == s				      ? f->keyd[k]
		    : px_inside (s, a->op) && (out || !f->keyloop[k]) ? 0
								      : PX_FAR;
	if (since < PX_FAR && since < a->sure[s->loops])
	  continue;
	if (a->numbered)
	  back[k].ord |= drained (f, a, s);
	join1 (&x[out ? a->key : k], &back[k]);
      }
  for (int k = 0; k < f->nkey && s->may_skip; k++)
    {
      if (before[k].there && f->keyacc[k]->twin)
	before[k].ord |= drained (f, f->keyacc[k], s);
      if (f->keyacc[k]->ahead == s && !f->keyloop[k] && f->keyacc[k]->sure[s->loops])
	continue;
      join1 (&x[k], &before[k]);
    }
  free (before);
  free (entry);
  free (in);
  free (back);
  free (on);
  free (left);
}

/* Each branch is run by one side.  PAST: the state of the units that run no branch.  */
static void
branches (struct flow *w, struct px_stmt *s, struct st *x, bool past)
{
  struct px_fn *f = w->f;
  struct st *in = copy (f, x), *out = copy (f, x);
  if (!past)
    memset (out, 0, f->nkey * sizeof *out);
  for (int i = 0; i < s->nbody; i++)
    {
      memcpy (x, in, f->nkey * sizeof *x);
      seq_flow (w, s->body[i], x);
      join_states (f, out, x);
    }
  memcpy (x, out, f->nkey * sizeof *x);
  free (in);
  free (out);
}

static void
flow_statement (struct flow *w, struct px_stmt *s, struct st *x)
{
  const struct px_fn *f = w->f;
  switch (s->kind)
    {
    case PX_OP: flow_operation (w, s, x); break;
    case PX_WORK: break;
    case PX_LOOP: loop_flow (w, s, x); break;
    case PX_IF:
      if (s->leaves && w->left)
	join_states (f, w->left, x);
      branches (w, s, x, s->nbody < 2);
      break;
    case PX_SPLIT:
      {
	int n = 0, all = s->persp.level == PX_THREAD	   ? s->seq->size
			 : s->seq->persp.level == PX_BLOCK ? s->seq->persp.n
							   : 0;
	for (int i = 0; i < s->nbody; i++)
	  n += s->size[i];
	branches (w, s, x, !all || n < all);
	/* The fills of the ring are complete here, since the drains follow them in step.  For
	   bulk loads this is not known to the units that issued them.  */
	for (int k = 0; k < f->nkey; k++)
	  {
	    const struct px_acc *a = f->keyacc[k];
	    if (a->ringop && a->ringop->kind == PX_FILL && px_inside (s, a->op))
	      x[k].ord |= DRAINED | (a->op->timeline != PX_BULK_LOAD);
	  }
	break;
      }
    case PX_DRAIN:
      seq_flow (w, s->body[0], x);
      if (!s->hold)
	released (f, s, s->late, x);
      break;
    default: seq_flow (w, s->body[0], x);
    }
}

static void
seq_flow (struct flow *w, struct px_seq *q, struct st *x)
{
  for (int i = 0; i < q->nst; i++)
    {
      apply_items (w, q, i, x, false);
      flow_statement (w, q->st[i], x);
      if (w->stop && w->bad)
	return;
    }
  apply_items (w, q, q->nst, x, false);
}

int
px_verify (struct px_fn *f, bool stop)
{
  struct flow w = { f, 0, stop, NULL };
  struct st *x = (struct st *) calloc (f->nkey + 1, sizeof *x);
  if (!x)
    abort ();
  for (int i = 0; i < f->nhz; i++)
    f->hz[i]->bad = false;
  f->verifies++;
  seq_flow (&w, f->body, x);
  free (x);
  return w.bad;
}
