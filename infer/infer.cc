/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the function as a tree, numbers it and collects its scopes; px_infer is the pipeline.  */
#include "infer/infer.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *
px_text (struct px_pool *p, const char *s, int n)
{
  if (n < 0)
    n = strlen (s);
  char *r = (char *) px_alloc (p, n + 1);
  memcpy (r, s, n);
  return r;
}

const char *
px_textf (struct px_pool *p, const char *fmt, ...)
{
  va_list ap, aq;
  va_start (ap, fmt);
  va_copy (aq, ap);
  int n = vsnprintf (NULL, 0, fmt, ap);
  char *r = (char *) px_alloc (p, n + 1);
  vsnprintf (r, n + 1, fmt, aq);
  va_end (ap);
  va_end (aq);
  return r;
}

void *
px_grow (struct px_pool *p, void *arr, int n, int *cap, size_t size)
{
  if (n < *cap)
    return arr;
  *cap = *cap ? 2 * *cap : 8;
  void *r = px_alloc (p, *cap * size);
  if (n)
    memcpy (r, arr, n * size);
  return r;
}

static struct px_seq *
seq_new (struct px_fn *f, struct px_stmt *up)
{
  struct px_seq *q = (struct px_seq *) px_alloc (&f->pool, sizeof *q);
  q->up = up;
  return q;
}

struct px_fn *
px_fn_new (const char *name, bool kernel)
{
  struct px_fn *f = (struct px_fn *) calloc (1, sizeof *f);
  if (!f)
    abort ();
  f->name = px_text (&f->pool, name, -1);
  f->kernel = kernel;
  f->persp.level = kernel ? PX_BLOCK : PX_THREAD;
  f->persp.n = f->tmin = f->cluster = 1;
  f->warp = 32;
  f->barriers = kernel ? -1 : 0;
  f->body = seq_new (f, NULL);
  return f;
}

void
px_fn_free (struct px_fn *f)
{
  px_pool_free (&f->pool);
  free (f);
}

struct px_obj *
px_add_obj (struct px_fn *f, const char *name, int space)
{
  static const struct px_persp own[] = { { PX_BLOCK, 1 }, { PX_GRID, 1 }, { PX_THREAD, 1 } };
  struct px_obj *o = (struct px_obj *) px_alloc (&f->pool, sizeof *o);
  o->name = px_text (&f->pool, name, -1);
  o->id = f->nobj;
  o->space = space;
  o->store = f->nstore++;
  o->size = 1;
  o->persp = own[space];
  PX_PUSH (&f->pool, f->obj, f->nobj, f->capobj, o);
  return o;
}

struct px_value *
px_add_value (struct px_fn *f, const char *text, unsigned what)
{
  struct px_value *v = (struct px_value *) px_alloc (&f->pool, sizeof *v);
  v->text = text;
  v->what = what;
  v->of = NULL;
  v->words = false;
  v->by = NULL;
  v->nby = 0;
  v->id = f->nvalue;
  PX_PUSH (&f->pool, f->value, f->nvalue, f->capvalue, v);
  return v;
}

const char *
px_value_text (struct px_fn *f, const struct px_value *v, bool operand)
{
  return v->text ? v->text : f->spell (f, v, operand);
}

struct px_ring *
px_add_ring (struct px_fn *f, const char *name, int slots)
{
  struct px_ring *r = (struct px_ring *) px_alloc (&f->pool, sizeof *r);
  r->name = px_text (&f->pool, name, -1);
  r->id = f->nring;
  r->slots = slots;
  PX_PUSH (&f->pool, f->ring, f->nring, f->capring, r);
  return r;
}

void
px_ring_obj (struct px_fn *f, struct px_ring *r, struct px_obj *o)
{
  struct px_obj **old = r->obj;
  r->obj = (struct px_obj **) px_alloc (&f->pool, (r->nobj + 1) * sizeof *r->obj);
  for (int i = 0; i < r->nobj; i++)
    r->obj[i] = old[i];
  r->obj[r->nobj++] = o;
  o->ring = r;
}

struct px_ring **
px_ring_in_parts (struct px_fn *f, struct px_ring *r, int parts)
{
  int first = f->nring;
  r->parts = parts;
  for (int i = 1; i < parts; i++)
    {
      struct px_ring *part = px_add_ring (f, r->name, r->slots);
      int id = part->id;
      *part = *r;
      part->id = id;
      part->of = r;
      part->part = i;
    }
  return f->ring + first;
}

struct px_seq *
px_add_body (struct px_fn *f, struct px_stmt *s)
{
  struct px_seq **old = s->body;
  s->body = (struct px_seq **) px_alloc (&f->pool, (s->nbody + 1) * sizeof *s->body);
  for (int i = 0; i < s->nbody; i++)
    s->body[i] = old[i];
  return s->body[s->nbody++] = seq_new (f, s);
}

struct px_seq *
px_add_case (struct px_fn *f, struct px_stmt *s, int start, int size)
{
  int n = s->nbody, *st = (int *) px_alloc (&f->pool, (n + 1) * sizeof (int)),
      *sz = (int *) px_alloc (&f->pool, (n + 1) * sizeof (int));
  for (int i = 0; i < n; i++)
    st[i] = s->start[i], sz[i] = s->size[i];
  st[n] = start;
  sz[n] = size;
  s->start = st;
  s->size = sz;
  return px_add_body (f, s);
}

static struct px_stmt *
insert_stmt (struct px_fn *f, struct px_seq *q, int at, int kind, struct px_loc loc)
{
  struct px_stmt *s = (struct px_stmt *) px_alloc (&f->pool, sizeof *s);
  s->kind = kind;
  s->loc = loc;
  s->coll = 1;
  PX_PUSH (&f->pool, q->st, q->nst, q->cap, s);
  for (int i = q->nst - 1; i > at; i--)
    q->st[i] = q->st[i - 1];
  q->st[at] = s;
  return s;
}

struct px_stmt *
px_add_stmt (struct px_fn *f, struct px_seq *q, int kind, struct px_loc loc)
{
  struct px_stmt *s = insert_stmt (f, q, q->nst, kind, loc);
  s->seq = q;
  if (kind == PX_LOOP)
    s->may_skip = s->may_repeat = true;
  return s;
}

struct px_acc *
px_add_acc (struct px_fn *f, struct px_stmt *op, struct px_obj *o, int kind)
{
  struct px_acc *old = op->acc;
  op->acc = (struct px_acc *) px_alloc (&f->pool, (op->nacc + 1) * sizeof *op->acc);
  for (int i = 0; i < op->nacc; i++)
    op->acc[i] = old[i];
  struct px_acc *a = &op->acc[op->nacc++];
  a->op = op;
  a->obj = o;
  a->kind = kind;
  a->key = -1;
  return a;
}

bool
px_inside (const struct px_stmt *a, const struct px_stmt *b)
{
  while (b && b != a)
    b = b->seq->up;
  return b != NULL;
}

bool
px_repeats_p (const struct px_seq *q)
{
  const struct px_stmt *up = q->up;
  while (up && !(up->kind == PX_LOOP && up->may_repeat))
    up = up->seq->up;
  return up != NULL;
}

/* Sets the loops around A, an access in Q.  */
static void
find_loops (struct px_fn *f, struct px_acc *a, const struct px_seq *q)
{
  int n = a->depth = q->loops;
  a->loop = (struct px_stmt **) px_alloc (&f->pool, (n + 1) * sizeof *a->loop);
  for (struct px_stmt *s = q->up; s; s = s->seq->up)
    if (s->kind == PX_LOOP)
      a->loop[--n] = s;
}

bool
px_fence_due (const struct px_acc *a, const struct px_acc *b)
{
  return px_proxy (b) && b->obj->space != PX_FRAGMENT && a->kind != PX_READ
	 && a->kind != PX_ATOMIC_READ
	 && (a->op->timeline == PX_GENERIC || a->op->timeline == PX_CPASYNC
	     || a->op->timeline == PX_ENTRY);
}

/* --- scopes --- */

/* thread[n] with n of at least the whole block is block[1].  */
static struct px_persp
normal (const struct px_fn *f, struct px_persp p)
{
  if (p.level == PX_THREAD && f->threads && p.n >= f->threads)
    p.level = PX_BLOCK, p.n = 1;
  if (p.level == PX_GRID)
    p.n = 1;
  return p;
}

int
px_scope_of (const struct px_fn *f, struct px_persp p)
{
  p = normal (f, p);
  for (int i = 0; i < f->nscope; i++)
    if (f->scope[i].level == p.level && f->scope[i].n == p.n)
      return i;
  return -1;
}

int
px_scope_join (const struct px_fn *f, int s, int t)
{
  for (int i = 0; i < f->nscope; i++)
    if (px_holds (f, i, s) && px_holds (f, i, t))
      return i;
  return f->s_grid;
}

int
px_scope_threads (const struct px_fn *f, int s)
{
  struct px_persp p = f->scope[s];
  return p.level == PX_THREAD ? p.n : p.level == PX_BLOCK && p.n == 1 ? f->threads : 0;
}

/* Adds P to f->scope, which is sorted.  Returns false if there are too many.  */
static bool
scope_add (struct px_fn *f, struct px_persp p)
{
  p = normal (f, p);
  if (p.n < 1 || px_scope_of (f, p) >= 0)
    return true;
  if (f->nscope == PX_MAX_SCOPES)
    return false;
  int i = f->nscope++;
  for (; i
	 && (f->scope[i - 1].level > p.level
	     || (f->scope[i - 1].level == p.level && f->scope[i - 1].n > p.n));
       i--)
    f->scope[i] = f->scope[i - 1];
  f->scope[i] = p;
  return true;
}

static bool
scopes (struct px_fn *f)
{
  bool ok = true;
  f->nscope = 0;
  for (int n = 1; n <= f->warp; n *= 2)
    if (f->warp % n == 0)
      ok &= scope_add (f, { PX_THREAD, n });
  ok &= scope_add (f, { PX_BLOCK, 1 });
  ok &= scope_add (f, { PX_BLOCK, f->cluster });
  ok &= scope_add (f, { PX_GRID, 1 });
  ok &= scope_add (f, f->persp);
  for (int i = 0; i < f->nobj; i++)
    ok &= scope_add (f, f->obj[i]->persp);
  for (int i = 0; i < f->nseq; i++)
    ok &= scope_add (f, f->seq[i]->persp);
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      if (s->kind == PX_VIEW)
	ok &= scope_add (f, s->persp);
      if (s->kind == PX_OP)
	ok &= scope_add (f, { PX_THREAD, s->coll });
    }
  for (int s = 0; s < f->nscope; s++)
    {
      f->down[s] = 0;
      for (int t = 0; t <= s; t++)
	if (f->scope[s].level == PX_GRID
	    || (f->scope[s].level == PX_BLOCK && f->scope[t].level == PX_THREAD)
	    || f->scope[s].n % f->scope[t].n == 0)
	  f->down[s] |= 1u << t;
    }
  f->s_block = px_scope_of (f, { PX_BLOCK, 1 });
  f->s_cluster = px_scope_of (f, { PX_BLOCK, f->cluster });
  f->s_grid = px_scope_of (f, { PX_GRID, 1 });
  for (int i = 0; i < f->nseq; i++)
    f->seq[i]->scope = px_scope_of (f, f->seq[i]->persp);
  return ok;
}

/* --- numbering --- */

static void
number_seq (struct px_fn *f, struct px_seq *q, int *order)
{
  q->id = f->nseq;
  PX_PUSH (&f->pool, f->seq, f->nseq, f->capseq, q);
  q->at = (struct px_item **) px_alloc (&f->pool, (q->nst + 1) * sizeof *q->at);
  for (int i = 0; i < q->nst; i++)
    {
      struct px_stmt *s = q->st[i];
      s->seq = q;
      s->idx = i;
      s->order = ++*order;
      s->id = f->nstmt;
      s->loops = q->loops;
      PX_PUSH (&f->pool, f->stmt, f->nstmt, f->capstmt, s);
      for (int j = 0; j < s->nacc; j++)
	{
	  s->acc[j].id = f->nacc;
	  s->acc[j].op = s;
	  find_loops (f, &s->acc[j], q);
	  PX_PUSH (&f->pool, f->acc, f->nacc, f->capacc, &s->acc[j]);
	}
      for (int j = 0; j < s->nbody; j++)
	{
	  struct px_seq *b = s->body[j];
	  b->persp = s->kind == PX_GROUP ? s->persp : q->persp;
	  b->first = q->first;
	  b->span = q->span;
	  if (s->kind == PX_SPLIT)
	    {
	      b->persp.level = s->persp.level;
	      b->persp.n = s->size[j];
	      /* In replicated code every unit has such a case.  */
	      if (s->persp.level == PX_THREAD
		  && (q->persp.level != PX_THREAD || q->persp.n == q->span))
		{
		  b->first += s->start[j];
		  b->span = s->size[j];
		}
	    }
	  b->persp = normal (f, b->persp);
	  b->size = b->persp.level == PX_THREAD			    ? b->persp.n
		    : b->persp.level == PX_BLOCK && b->persp.n == 1 ? f->threads
								    : 0;
	  b->depth = q->depth + 1;
	  b->loops = q->loops + (s->kind == PX_LOOP);
	  number_seq (f, b, order);
	}
    }
  q->end = ++*order;
}

static struct px_obj *
obj_find (struct px_fn *f, const char *name)
{
  for (int i = 0; i < f->nobj; i++)
    if (!strcmp (f->obj[i]->name, name))
      return f->obj[i];
  return NULL;
}

/* Inserts at place AT of the body a new operation that accesses each store for which KEEP is
   true.  */
static void
boundary (struct px_fn *f, int at, int timeline,
	  bool (*keep) (const struct px_fn *, const struct px_obj *))
{
  struct px_stmt *s = NULL;
  for (int i = 0; i < f->nobj; i++)
    {
      struct px_obj *o = f->obj[i];
      bool first = keep (f, o);
      for (int j = 0; j < i && first; j++)
	first = f->obj[j]->store != o->store || !keep (f, f->obj[j]);
      if (!first)
	continue;
      if (!s)
	{
	  s = insert_stmt (f, f->body, at, PX_OP, { 0, 0 });
	  s->timeline = timeline;
	  s->synth = true;
	}
      px_add_acc (f, s, o, timeline == PX_ENTRY && f->kernel ? PX_READ : PX_WRITE);
    }
}

static bool
is_shared (const struct px_fn *, const struct px_obj *o)
{
  return o->space == PX_SHARED;
}
static bool
is_memory (const struct px_fn *, const struct px_obj *o)
{
  return o->space != PX_FRAGMENT;
}
static bool
is_proxied (const struct px_fn *f, const struct px_obj *o)
{
  if (o->space == PX_FRAGMENT)
    return false;
  for (int i = 0; i < f->nstmt; i++)
    for (int j = 0; j < f->stmt[i]->nacc; j++)
      if (px_proxy (&f->stmt[i]->acc[j]) && f->stmt[i]->acc[j].obj->store == o->store)
	return true;
  return false;
}

/* Returns true if O is accessed from another block, which must have started before.  Slots of
   rings are excluded: they are accessed only after the barrier that publishes their mbarriers.  */
static bool
is_reached (const struct px_fn *f, const struct px_obj *o)
{
  for (int i = 0; i < f->nacc; i++)
    if (f->acc[i]->remote && f->acc[i]->obj->store == o->store && !o->ours && !f->acc[i]->obj->ring)
      return true;
  return false;
}

/* Adds the arrivals of drains at the mbarriers of other blocks, for rings that reach other
   blocks.  */
static void
remote_arrivals (struct px_fn *f)
{
  int n = f->nstmt;
  for (int i = 0; i < n; i++)
    {
      struct px_stmt *s = f->stmt[i];
      if (s->kind != PX_DRAIN || !s->ring->remote)
	continue;
      struct px_obj *o = obj_find (f, "mbarriers of px");
      if (!o)
	{
	  o = px_add_obj (f, "mbarriers of px", PX_SHARED);
	  o->ours = true;
	}
      struct px_stmt *op = insert_stmt (f, s->body[0], s->body[0]->nst, PX_OP, s->loc);
      op->synth = true;
      struct px_acc *a = px_add_acc (f, op, o, PX_ATOMIC);
      a->remote = true;
      a->alike = 1;
    }
}

static void
renumber (struct px_fn *f)
{
  int order = 0;
  f->nseq = f->nstmt = f->nacc = 0;
  f->body->persp = normal (f, f->persp);
  f->body->span = f->threads;
  f->body->size = f->body->persp.level == PX_THREAD			      ? f->body->persp.n
		  : f->body->persp.level == PX_BLOCK && f->body->persp.n == 1 ? f->threads
									      : 0;
  number_seq (f, f->body, &order);
}

bool
px_prepare (struct px_fn *f)
{
  if (f->threads)
    f->tmin = f->threads;
  renumber (f);
  remote_arrivals (f);
  if (f->kernel)
    {
      boundary (f, f->body->nst, PX_END, is_shared);
      boundary (f, 0, PX_ENTRY, is_reached);
    }
  else
    {
      boundary (f, f->body->nst, PX_END, is_memory);
      boundary (f, 0, PX_ENTRY, is_proxied);
    }
  renumber (f);
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      for (struct px_stmt *s = a->op->seq->up; s; s = s->seq->up)
	{
	  if ((s->kind == PX_FILL || s->kind == PX_DRAIN) && px_whole_ring (s->ring) == a->obj->ring
	      && !a->ringop)
	    a->ringop = s;
	  if (s->kind == PX_LOOP && a->num_var && !a->num_loop && !strcmp (s->var, a->num_var))
	    a->num_loop = s;
	}
      if (a->remote)
	for (int j = 0; j < f->nobj; j++)
	  if (f->obj[j]->store == a->obj->store)
	    f->obj[j]->remote = true;
    }
  if (scopes (f))
    return true;
  struct px_problem p = {};
  p.kind = PX_E_SCOPES;
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
  return false;
}

/* --- the pipeline --- */

bool
px_infer (struct px_fn *f, const struct px_opts *o)
{
  if (o)
    f->opts = *o;
  if (!px_prepare (f)) /* order, scopes, entry and end */
    return false;
  bool ok = px_rings (f); /* fill and drain: in step, live, full and empty barriers */
  px_hazards (f);	  /* pairs that must be ordered */
  ok &= f->nproblem == 0;
  px_keys (f);
  px_commits (f);		 /* runs of asynchronous operations */
  px_points (f);		 /* Prism's graph */
  return px_place_all (f) && ok; /* place, drop, narrow, split; number */
}
