/* SPDX-License-Identifier: MIT */
/* Every unit's way through the function does not depend on data, so it is laid
   out first (struct act) and then run under a schedule.  Happens-before clocks
   find races whatever the schedule; an asynchronous operation is a unit of its
   own that acts as late, or as early, as allowed.  Each thread has two clocks:
   C, what it has seen, and P, what its asynchronous proxy has seen.  */
#include "testsuite/sync/sync.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const outcome_name[] = { "clean", "race", "deadlock", "wrong values" };

/* --- texts --- */

enum { VARS = 40 };
struct env { const char *name[VARS]; long v[VARS]; int n; const char *bad; };

static void
set (struct env *e, const char *name, long v)
{
  int i = 0;
  while (i < e->n && strcmp (e->name[i], name))
    i++;
  if (i == VARS)
    return;
  e->name[i] = name;
  e->v[i] = v;
  if (i == e->n)
    e->n++;
}

struct ex { const char *p; struct env *e; };
static long expr (struct ex *x, int level);

static void
space (struct ex *x)
{
  while (isspace ((unsigned char) *x->p))
    x->p++;
}

static long
primary (struct ex *x)
{
  space (x);
  char c = *x->p;
  if (c == '(')
    {
      x->p++;
      long v = expr (x, 0);
      space (x);
      if (*x->p == ')')
	x->p++;
      else
	x->e->bad = x->p;
      return v;
    }
  if (c == '-' || c == '!' || c == '~')
    {
      x->p++;
      long v = primary (x);
      return c == '-' ? -v : c == '!' ? !v : ~v;
    }
  if (isdigit ((unsigned char) c))
    {
      char *end;
      long v = strtol (x->p, &end, 10);
      x->p = end;
      return v;
    }
  const char *s = x->p;
  while (isalnum ((unsigned char) *x->p) || *x->p == '_')
    x->p++;
  for (int i = 0; i < x->e->n; i++)
    if (strlen (x->e->name[i]) == (size_t) (x->p - s) && x->p > s && !strncmp (x->e->name[i], s, x->p - s))
      return x->e->v[i];
  x->e->bad = s;
  return 0;
}

static const struct { const char *op; int level; } ops[] = {
  { "||", 1 }, { "&&", 2 }, { "|", 3 }, { "^", 4 }, { "&", 5 }, { "==", 6 }, { "!=", 6 }, { "<<", 8 }, { ">>", 8 },
  { "<=", 7 }, { ">=", 7 }, { "<", 7 }, { ">", 7 }, { "+", 9 }, { "-", 9 }, { "*", 10 }, { "/", 10 }, { "%", 10 }
};

static long
apply (const char *op, long a, long b)
{
  switch (op[0])
    {
    case '|': return op[1] ? a || b : a | b;
    case '&': return op[1] ? a && b : a & b;
    case '^': return a ^ b;
    case '=': return a == b;
    case '!': return a != b;
    case '<': return op[1] == '<' ? a << (b & 31) : op[1] ? a <= b : a < b;
    case '>': return op[1] == '>' ? a >> (b & 31) : op[1] ? a >= b : a > b;
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b ? a / b : 0;
    default: return b ? a % b : 0;
    }
}

static long
expr (struct ex *x, int level)
{
  long v = primary (x);
  for (;;)
    {
      space (x);
      unsigned i = 0;
      while (i < sizeof ops / sizeof *ops && strncmp (x->p, ops[i].op, strlen (ops[i].op)))
	i++;
      if (i < sizeof ops / sizeof *ops && ops[i].level > level)
	{
	  x->p += strlen (ops[i].op);
	  v = apply (ops[i].op, v, expr (x, ops[i].level));
	}
      else if (*x->p == '?' && level == 0)
	{
	  x->p++;
	  long a = expr (x, 0);
	  space (x);
	  if (*x->p == ':')
	    x->p++;
	  long b = expr (x, 0);
	  v = v ? a : b;
	}
      else
	return v;
    }
}

static long
eval (const char *text, struct env *e)
{
  struct ex x = { text, e };
  long v = expr (&x, 0);
  space (&x);
  if (*x.p && !e->bad)
    e->bad = x.p;
  return v;
}

/* --- layout --- */

struct rec { int comp; unsigned time; const struct px_acc *a; };
struct list { struct rec *r; int n, cap; };
struct cell { int store, owner, at, space; struct rec w; struct list reads, atomics; long value; };

struct opi {
  const struct px_stmt *op;
  int unit, comp, depth, *it;           /* COMP: of the operation; + 1: of a bulk store's writes */
  uint64_t salt;
  int **cell, *ncell;                   /* per access */
  int group;                            /* of a collective, or -1 */
  /* run */
  unsigned *C, *P;
  bool issued, done, written;
  long read;
};

struct group { struct opi **o; int n, cap, want, issued; };
struct barrier { int want, ops; /* run: */ int got; unsigned *C, *P; struct opi **o; int no, cap; };

/* The mbarrier of a run of bulk loads without numbers: OVER phases have ended.  */
struct phase { int *event; int nevent, cap; int arrived; };
struct mbarrier { int run, first; struct phase *phase; int nphase, cap; int issuers, over; };
struct wanted { struct mbarrier *m; int phase; };

enum { A_OP, A_GROUP, A_COMMIT, A_COMPLETE, A_LOADS, A_FENCE, A_ARRIVE, A_AWAIT, A_TAKEN, A_REMOTE };
struct act {
  int kind, n, which;
  struct opi *o;
  struct barrier *b;
  struct barrier **full; int nfull;     /* OP: a ring's bulk load; LOADS: events */
  int *event; int nevent;
  struct wanted *want; int nwant;       /* LOADS: phases to wait for; COMMIT: to arrive at */
  bool issuers;                         /* LOADS: only they wait */
  int *cell; int ncell; const struct px_acc *acc;       /* REMOTE */
};

struct event { const struct px_stmt *op; int number; int id; };
struct unit {
  struct act *act; int n, cap;
  int *runs;                            /* per statement and per place */
  struct event *ev; int nev, capev;
  int *begun;                           /* per run: phases that it has passed the beginning of */
  bool *issues;                         /* per run */
  /* run */
  int pc;
  unsigned *C, *P;
  uint64_t r;
  struct opi **loose[PX_TIMELINES]; int nloose[PX_TIMELINES], caploose[PX_TIMELINES];
  struct opi ***grp[PX_TIMELINES]; int *ngrp[PX_TIMELINES], groups[PX_TIMELINES], capgrp[PX_TIMELINES], capn[PX_TIMELINES];
};

/* Dense numbers for keys of four ints.  */
struct ids { uint64_t *key; int *id; int cap, n; };

struct model {
  struct px_pool pool, runpool;
  const struct px_fn *f;
  bool reference;
  int T, B, nu, ncomp, nops;
  struct unit *u;
  struct opi **op; int capops;
  struct ids cells, bars, groups, events;
  struct cell *cell; int ncell, capcell;
  struct barrier **bar; int nbar, capbar;
  struct ids mbars;
  struct mbarrier **mb; int nmb, capmb;
  struct group *group; int ngroup, capgroup;
  struct opi ***evop; int *nevop, *capevop; int nev, capev, capev2, capev3;
  int *comp_unit;
  char *err; size_t nerr; bool bad;
};

static uint64_t
mix (uint64_t x, uint64_t y)
{
  x = (x ^ y) * 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ x >> 32;
}

/* The number of KEY, in order of first sight.  */
static int
id_of (struct px_pool *pool, struct ids *t, uint64_t key)
{
  if (2 * t->n >= t->cap)
    {
      struct ids old = *t;
      t->cap = old.cap ? 2 * old.cap : 64;
      t->key = (uint64_t *) px_alloc (pool, t->cap * sizeof *t->key);
      t->id = (int *) px_alloc (pool, t->cap * sizeof *t->id);
      for (int i = 0; i < old.cap; i++)
	if (old.id[i])
	  {
	    int j = old.key[i] & (t->cap - 1);
	    while (t->id[j])
	      j = (j + 1) & (t->cap - 1);
	    t->key[j] = old.key[i];
	    t->id[j] = old.id[i];
	  }
    }
  int j = key & (t->cap - 1);
  while (t->id[j] && t->key[j] != key)
    j = (j + 1) & (t->cap - 1);
  if (!t->id[j])
    {
      t->key[j] = key;
      t->id[j] = ++t->n;
    }
  return t->id[j] - 1;
}

static uint64_t
key4 (int a, int b, int c, int d)
{
  return mix (mix (mix (mix (1, a + 7), b + 11), c + 13), d + 17);
}

static int
cell_of (struct model *m, const struct px_obj *o, int owner, int at)
{
  int i = id_of (&m->pool, &m->cells, key4 (o->store, owner, at, 0));
  if (i == m->ncell)
    {
      struct cell c = {};
      c.store = o->store;
      c.owner = owner;
      c.at = at;
      c.space = o->space;
      PX_PUSH (&m->pool, m->cell, m->ncell, m->capcell, c);
    }
  return i;
}

static struct barrier *
barrier_of (struct model *m, uint64_t key, int want)
{
  int i = id_of (&m->pool, &m->bars, key);
  if (i == m->nbar)
    {
      struct barrier *b = (struct barrier *) px_alloc (&m->pool, sizeof *b);
      b->want = want;
      PX_PUSH (&m->pool, m->bar, m->nbar, m->capbar, b);
    }
  return m->bar[i];
}

/* The unit of scope P that thread U of the launch belongs to, and its threads.  */
static int
unit_of (const struct model *m, struct px_persp p, int u, int *size)
{
  int b = u / m->T, t = u % m->T;
  if (p.level == PX_GRID)
    {
      *size = m->nu;
      return 0;
    }
  if (p.level == PX_BLOCK)
    {
      int first = b / p.n * p.n;
      *size = (m->B - first < p.n ? m->B - first : p.n) * m->T;
      return first;
    }
  int lo = t / p.n * p.n;
  *size = m->T - lo < p.n ? m->T - lo : p.n;
  return b * m->T + lo;
}

/* MORE: per loop: another iteration follows.  */
/* A number of a ring, or of a part of one.  */
struct number { const struct px_ring *ring; int num; };

/* FILLED: per whole ring: what the unit has filled, in order.  */
struct lay { struct model *m; int u; struct env e; int it[16], depth; bool more[16]; int ringnum[64], drained[64], released[64]; const struct px_ring_sync *rs; struct barrier **full; int nfull;
	     struct number *filled[64]; int nfilled[64], capfilled[64];
	     bool left; };   /* LEFT: the loop around, on the way to its end */

static struct act *
act (struct lay *l, int kind)
{
  struct unit *u = &l->m->u[l->u];
  struct act a = {};
  a.kind = kind;
  PX_PUSH (&l->m->pool, u->act, u->n, u->cap, a);
  return &u->act[u->n - 1];
}

static void
meet (struct lay *l, uint64_t id, struct px_persp p, bool arrive, bool wait)
{
  struct model *m = l->m;
  int size, unit = unit_of (m, p, l->u, &size);
  struct barrier *b = barrier_of (m, mix (id, unit), size);
  for (int k = 0; k < 2; k++)
    if (k ? wait : arrive)
      act (l, k ? A_AWAIT : A_ARRIVE)->b = b;
}

static int
passes (struct lay *l, uint64_t what)
{
  struct model *m = l->m;
  struct unit *u = &m->u[l->u];
  int i = id_of (&m->pool, &m->groups, mix (what, 99));
  static const int MOST = 4096;
  if (!u->runs)
    u->runs = (int *) px_alloc (&m->pool, MOST * sizeof (int));
  return i < MOST ? u->runs[i]++ : 0;
}

static int
loop_value (const struct lay *l, const struct px_stmt *loop)
{
  return l->it[loop->loops];
}

/* That of RUN, which has no numbers, for thread L->u; NULL: it has.  */
static struct mbarrier *
mbarrier_of (struct lay *l, int run)
{
  struct model *m = l->m;
  struct unit *u = &m->u[l->u];
  if (run < 0 || !m->f->ncommit || m->reference)
    return NULL;
  for (int i = 0; i < m->f->nstmt; i++)
    {
      const struct px_stmt *s = m->f->stmt[i];
      if (s->kind == PX_OP && s->timeline == PX_BULK_LOAD && s->run == run && s->acc[0].numbered)
	return NULL;
    }
  if (!u->begun)
    {
      u->begun = (int *) px_alloc (&m->pool, m->f->ncommit * sizeof *u->begun);
      u->issues = (bool *) px_alloc (&m->pool, m->f->ncommit * sizeof *u->issues);
    }
  int size, unit = unit_of (m, m->f->commit[run].seq->persp, l->u, &size), k = id_of (&m->pool, &m->mbars, key4 (run, unit, 0, 0));
  if (k == m->nmb)
    {
      struct mbarrier *b = (struct mbarrier *) px_alloc (&m->pool, sizeof *b);
      b->run = run;
      b->first = m->f->commit[run].seq->persp.level == PX_BLOCK ? unit * m->T : unit;
      PX_PUSH (&m->pool, m->mb, m->nmb, m->capmb, b);
    }
  struct mbarrier *b = m->mb[k];
  while (b->nphase <= u->begun[run])
    PX_PUSH (&m->pool, b->phase, b->nphase, b->cap, phase ());
  return b;
}

/* A thread waits for the phase of RUN that it saw begin last.  */
static void
want (struct lay *l, struct act *a, int run)
{
  struct mbarrier *b = mbarrier_of (l, run);
  int cap = a->nwant;
  PX_PUSH (&l->m->pool, a->want, a->nwant, cap, (wanted { b, l->m->u[l->u].begun[run] - 1 }));
}

static int index_of (struct px_stmt *const *s, int n, const struct px_stmt *x);
static void lay_release (struct lay *l, const struct px_ring_sync *rs, int k, int late);

static void
places (struct lay *l, const struct px_seq *q, int i)
{
  struct model *m = l->m;
  if (m->reference)
    {
      if (q->persp.level != PX_THREAD || q->persp.n > 1)
	meet (l, key4 (1, q->id, i, passes (l, key4 (1, q->id, i, 0))), q->persp, true, true);
      return;
    }
  for (const struct px_item *it = q->at[i]; it; it = it->next)
    {
      const struct px_sync *s = it->sync;
      if (it->kind == PX_I_BACK && !l->more[l->depth - 1])
	continue;
      if (it->kind == PX_I_COMMIT)
	{
	  act (l, A_COMMIT)->which = it->timeline;
	  for (int r = 0; r < m->f->ncommit && it->timeline == PX_BULK_LOAD; r++)
	    if (m->f->commit[r].seq == q && m->f->commit[r].idx == i && m->f->commit[r].timeline == it->timeline && mbarrier_of (l, r))
	      {
		struct act *a = &m->u[l->u].act[m->u[l->u].n - 1];
		m->u[l->u].begun[r]++;
		want (l, a, r);
	      }
	  continue;
	}
      if (it->kind == PX_I_RELEASE)
	{
	  const struct px_ring_sync *rs = px_ring_sync_of (m->f, it->drain->ring);
	  int k = rs ? index_of (rs->drain, rs->ndrain, it->drain) : -1;
	  if (k >= 0)
	    lay_release (l, rs, k, 0);
	  continue;
	}
      if (it->kind == PX_I_SYNC)
	{
	  for (int w = 0; w < PX_WAITS; w++)
	    if (s->wait[w] >= 0)
	      {
		struct act *a = act (l, A_COMPLETE);
		a->which = w;
		a->n = s->wait[w];
	      }
	  if (s->ntw)
	    {
	      struct unit *u = &m->u[l->u];
	      struct act *a = act (l, A_LOADS);
	      int cap = 0;
	      for (int k = 0; k < s->ntw; k++)
		for (int e = 0; e < u->nev; e++)
		  {
		    const struct px_twait *w = &s->tw[k];
		    const struct px_acc *x = &u->ev[e].op->acc[0];
		    if (mbarrier_of (l, w->a->op->run))
		      break;
		    bool mine = u->ev[e].op == w->a->op || (w->a->op->run >= 0 && u->ev[e].op->run == w->a->op->run) || (w->a->numbered && x->numbered && !x->num_loop && x->obj == w->a->obj);
		    if (w->loop)
		      mine = mine && u->ev[e].number <= loop_value (l, w->loop) + w->a->num - w->d;
		    if (mine)
		      PX_PUSH (&m->pool, a->event, a->nevent, cap, u->ev[e].id);
		  }
	      for (int k = 0; k < s->ntw; k++)
		if (mbarrier_of (l, s->tw[k].a->op->run))
		  want (l, a, s->tw[k].a->op->run);
	    }
	  if (s->fence)
	    act (l, A_FENCE);
	  if (!s->scope)
	    continue;
	}
      /* The k-th arrive and the k-th wait meet at one barrier.  */
      int k = passes (l, key4 (2, s->num, it->kind, 0));
      meet (l, key4 (3, s->num, k, 0), m->f->scope[s->scope], it->kind != PX_I_WAIT, it->kind != PX_I_ARRIVE);
    }
  for (int r = 0; r < m->f->ncommit; r++)
    if (m->f->commit[r].again && m->f->commit[r].seq == q && m->f->commit[r].begin == i)
      {
	struct act *a = act (l, A_LOADS);
	a->issuers = true;
	want (l, a, r);
      }
}

/* The elements of A, of thread L->u, in this iteration.  */
static int *
elements (struct lay *l, const struct px_acc *a, int *n)
{
  struct model *m = l->m;
  const struct px_obj *o = a->obj;
  int *r = NULL, cap = 0, shift = 0;
  *n = 0;
  if (a->guard && !eval (a->guard, &l->e))
    return NULL;
  if (m->reference && a->ringop)
    shift = 100000 * (1 + l->ringnum[o->ring->id]);
  int mine = o->space == PX_FRAGMENT ? l->u : o->space == PX_GLOBAL ? -1 : l->u / m->T;
  if (!a->map)
    {
      for (int i = 0; i < o->size; i++)
	PX_PUSH (&m->pool, r, *n, cap, cell_of (m, o, mine, o->off + i + shift));
      return r;
    }
  struct ex x = { a->map, &l->e };
  for (;;)
    {
      int owner = mine;
      long v = expr (&x, 0), v2;
      space (&x);
      if (*x.p == '@')
	{
	  x.p++;
	  owner = v;
	  v = expr (&x, 0);
	  space (&x);
	}
      v2 = v;
      if (x.p[0] == '.' && x.p[1] == '.')
	{
	  x.p += 2;
	  v2 = expr (&x, 0);
	  space (&x);
	}
      if (v < 0 || v2 >= o->size || v2 - v > 1000)
	{
	  if (!m->bad)
	    snprintf (m->err, m->nerr, "element %ld of %s [%s] does not exist", v < 0 ? v : v2, o->name, a->map);
	  m->bad = true;
	  return r;
	}
      for (; v <= v2; v++)
	PX_PUSH (&m->pool, r, *n, cap, cell_of (m, o, owner, o->off + (int) v + shift));
      if (*x.p != ',')
	break;
      x.p++;
    }
  if (*x.p)
    l->e.bad = x.p;
  return r;
}

static void
lay_op (struct lay *l, const struct px_stmt *s)
{
  struct model *m = l->m;
  struct unit *u = &m->u[l->u];
  if (s->synth)
    {
      if (s->timeline != PX_GENERIC || m->reference)
	return;
      struct act *a = act (l, A_REMOTE);        /* its arrivals at the other blocks' mbarriers */
      int cap = 0, mine = l->u / m->T, first = mine / m->f->cluster * m->f->cluster;
      a->acc = &s->acc[0];
      for (int b = first; b < first + m->f->cluster; b++)
	if (b != mine)
	  PX_PUSH (&m->pool, a->cell, a->ncell, cap, cell_of (m, s->acc[0].obj, b, 0));
      return;
    }
  struct opi *o = (struct opi *) px_alloc (&m->pool, sizeof *o);
  int **cell = (int **) px_alloc (&m->pool, s->nacc * sizeof *cell), *ncell = (int *) px_alloc (&m->pool, s->nacc * sizeof *ncell);
  for (int j = 0; j < s->nacc; j++)
    cell[j] = elements (l, &s->acc[j], &ncell[j]);
  uint64_t salt = mix (s->loc.line ? s->loc.line + 100000 : s->order, 5);
  for (int i = 0; i < l->depth; i++)
    salt = mix (salt, l->it[i]);
  if (s->timeline == PX_BULK_LOAD && !l->rs)
    {
      int size, unit = unit_of (m, s->seq->persp, l->u, &size);
      const struct px_acc *x = &s->acc[0];
      int e = id_of (&m->pool, &m->events, mix (mix (salt, unit), s->id));
      struct event ev = { s, x->numbered ? x->num + (x->num_loop ? loop_value (l, x->num_loop) : 0) : 0, e };
      PX_PUSH (&m->pool, u->ev, u->nev, u->capev, ev);
      while (m->nev <= e)
	{
	  int n = m->nev;
	  PX_PUSH (&m->pool, m->evop, n, m->capev, (opi **) NULL);
	  n = m->nev;
	  PX_PUSH (&m->pool, m->nevop, n, m->capev2, 0);
	  n = m->nev;
	  PX_PUSH (&m->pool, m->capevop, n, m->capev3, 0);
	  m->nev++;
	}
      if (ncell[0])
	PX_PUSH (&m->pool, m->evop[e], m->nevop[e], m->capevop[e], o);
      if (struct mbarrier *b = mbarrier_of (l, s->run))
	{
	  struct phase *h = &b->phase[u->begun[s->run]];
	  PX_PUSH (&m->pool, h->event, h->nevent, h->cap, e);
	  if (ncell[0])
	    {
	      b->issuers += !u->issues[s->run];
	      u->issues[s->run] = true;
	    }
	}
    }
  if (!ncell[0])
    return;
  o->op = s;
  o->unit = l->u;
  o->cell = cell;
  o->ncell = ncell;
  o->salt = salt;
  o->group = -1;
  o->depth = l->depth;
  o->it = (int *) px_alloc (&m->pool, 16 * sizeof (int));
  memcpy (o->it, l->it, sizeof l->it);
  PX_PUSH (&m->pool, m->op, m->nops, m->capops, o);
  struct act *a = act (l, A_OP);
  a->o = o;
  if (s->timeline == PX_BULK_LOAD && l->rs)
    {
      a->full = l->full;
      a->nfull = l->nfull;
      for (int i = 0; i < l->nfull; i++)
	l->full[i]->ops++;
    }
  if (s->coll > 1)
    {
      int size, unit = unit_of (m, { PX_THREAD, s->coll }, l->u, &size);
      int g = id_of (&m->pool, &m->events, mix (mix (salt, unit), s->id + 100000));
      while (m->ngroup <= g)
	PX_PUSH (&m->pool, m->group, m->ngroup, m->capgroup, group ());
      m->group[g].want = size;
      PX_PUSH (&m->pool, m->group[g].o, m->group[g].n, m->group[g].cap, o);
      o->group = g;
      act (l, A_GROUP)->o = o;
    }
}

static int
index_of (struct px_stmt *const *s, int n, const struct px_stmt *x)
{
  for (int i = 0; i < n; i++)
    if (s[i] == x)
      return i;
  return -1;
}

static void lay_seq (struct lay *l, const struct px_seq *q);

static struct barrier *
mbar (struct lay *l, const struct px_ring *r, bool full, int num, int block, int want)
{
  return barrier_of (l->m, mix (key4 (4 + full, r->id, num, block), 3), want);
}

/* Drain K of a ring, or its loop, ends: the slots that were drained are released, but for the
   last LATE.  */
static void
lay_release (struct lay *l, const struct px_ring_sync *rs, int k, int late)
{
  struct model *m = l->m;
  const struct px_ring *r = rs->ring;
  int block = l->u / m->T, b0 = r->remote ? block / m->f->cluster * m->f->cluster : block, nb = r->remote ? m->f->cluster : 1;
  for (int w = 0; w < PX_WAITS; w++)
    if (px_release_wait (rs, rs->drain[k], w) >= 0)
      {
	struct act *a = act (l, A_COMPLETE);
	a->which = w;
	a->n = rs->drain[k]->late ? late : px_release_wait (rs, rs->drain[k], w);
      }
  if (rs->circle)
    act (l, A_ARRIVE)->b = mbar (l, r, false, rs->from + l->drained[r->id] - 1, b0, rs->empty_threads[k]);
  if (!rs->empty)
    return;
  if (rs->gather[k] && !(rs->dropped >> PX_P_GATHER & 1))
    meet (l, key4 (8, rs->drain[k]->id, l->drained[r->id], late), { PX_THREAD, rs->empty_elect[k] }, true, true);
  for (int *n = &l->released[r->id]; *n < l->drained[r->id] - late; ++*n)
    for (int j = 0; j < nb && l->u % m->T % rs->empty_elect[k] == 0; j++)
      act (l, A_ARRIVE)->b = mbar (l, r, false, rs->from + *n, b0 + j, rs->empty_count);
}

static void
lay_ring (struct lay *l, const struct px_stmt *s)
{
  struct model *m = l->m;
  const struct px_ring_sync *rs = px_ring_sync_of (m->f, s->ring);
  int num = s->num + passes (l, s->next ? key4 (9, s->ring->id, 0, 0) : key4 (6, s->id, 0, 0)), block = l->u / m->T, k;
  l->ringnum[px_whole_ring (s->ring)->id] = s->ring->parts ? num * s->ring->parts + s->ring->part : num;
  if (!rs)
    {
      lay_seq (l, s->body[0]);
      return;
    }
#define HAS(PART) (!(rs->dropped >> (PART) & 1))
  const struct px_ring *r = rs->ring;
  int b0 = r->remote ? block / m->f->cluster * m->f->cluster : block, nb = r->remote ? m->f->cluster : 1;
  int i = num - rs->from;
  if (s->kind == PX_FILL)
    {
      int id = px_whole_ring (r)->id, old = l->nfilled[id] - r->slots;
      if ((k = index_of (rs->fill, rs->nfill, s)) >= 0)
	{
	  if (rs->empty && old >= 0 && !m->reference && HAS (PX_P_EMPTY))
	    act (l, A_AWAIT)->b = mbar (l, l->filled[id][old].ring, false, l->filled[id][old].num, block, rs->empty_count);
	  PX_PUSH (&m->pool, l->filled[id], l->nfilled[id], l->capfilled[id], (number{ r, num }));
	}
      if (rs->circle && i && !m->reference)
	act (l, A_TAKEN)->b = mbar (l, r, false, num - 1, block, rs->empty_threads[0]);
      const struct px_ring_sync *outer = l->rs;
      struct barrier **ofull = l->full;
      int onfull = l->nfull;
      l->rs = rs;
      l->nfull = nb;
      l->full = (struct barrier **) px_alloc (&m->pool, nb * sizeof *l->full);
      for (int j = 0; j < nb; j++)
	l->full[j] = mbar (l, r, true, num, b0 + j, rs->full_elect ? rs->full_count : 0);
      lay_seq (l, s->body[0]);
      l->rs = outer;
      l->full = ofull;
      l->nfull = onfull;
      if (index_of (rs->fill_end, rs->nfill, s) >= 0 && rs->full_elect)
	{
	  if (rs->cpasync && HAS (PX_P_COMPLETE))
	    act (l, A_COMPLETE)->which = PX_W_CPASYNC;
	  if (rs->fence && HAS (PX_P_FILL_FENCE))
	    act (l, A_FENCE);
	  if (rs->full_elect > 1 && HAS (PX_P_FILL_GATHER))
	    meet (l, key4 (7, s->id, num, 0), { PX_THREAD, rs->full_elect }, true, true);
	  if (l->u % m->T % rs->full_elect == 0)
	    for (int j = 0; j < nb; j++)
	      act (l, A_ARRIVE)->b = mbar (l, r, true, num, b0 + j, rs->full_count);
	}
      return;
    }
  k = index_of (rs->drain, rs->ndrain, s);
  if (k >= 0 && HAS (PX_P_FULL) && (!rs->alone[k] || l->u % m->T % rs->empty_threads[k] == 0))
    act (l, A_AWAIT)->b = mbar (l, r, true, num, block, rs->full_elect ? rs->full_count : 0);
  lay_seq (l, s->body[0]);
  l->drained[r->id] = i + 1;
  if (k >= 0 && !s->hold)
    lay_release (l, rs, k, s->late);
#undef HAS
}

static void
lay_stmt (struct lay *l, const struct px_stmt *s)
{
  struct model *m = l->m;
  int t = l->u % m->T, b = l->u / m->T;
  if (m->bad)
    return;
  switch (s->kind)
    {
    case PX_OP:
      lay_op (l, s);
      break;
    case PX_WORK:
      break;
    case PX_LOOP:
      {
	long n = s->count.k + (s->count.text ? eval (s->count.text, &l->e) : 0);
	if (n > 1000 || l->depth == 15)
	  {
	    snprintf (m->err, m->nerr, "loop %s runs %ld times", s->var, n);
	    m->bad = true;
	    return;
	  }
	l->depth++;
	for (long i = 0; i < n; i++)
	  {
	    l->it[l->depth - 1] = i;
	    l->more[l->depth - 1] = i + 1 < n;
	    set (&l->e, s->var, i);
	    lay_seq (l, s->body[0]);
	    if (l->left)
	      break;
	  }
	l->left = false;
	l->it[--l->depth] = 0;
	break;
      }
    case PX_IF:
      if (eval (s->cond, &l->e))
	{
	  lay_seq (l, s->body[0]);
	  l->left = s->leaves;
	}
      else if (s->nbody > 1)
	lay_seq (l, s->body[1]);
      break;
    case PX_SPLIT:
      for (int j = 0; j < s->nbody; j++)
	{
	  int x = s->persp.level == PX_THREAD ? t : b, lo = s->body[j]->first;
	  if (s->persp.level == PX_THREAD && s->seq->persp.level == PX_THREAD)
	    x %= s->seq->persp.n, lo = s->start[j];
	  else
	    lo = s->start[j];
	  if (x >= lo && x < lo + s->size[j])
	    lay_seq (l, s->body[j]);
	}
      break;
    case PX_FILL:
    case PX_DRAIN:
      lay_ring (l, s);
      break;
    default:
      lay_seq (l, s->body[0]);
    }
}

static void
lay_seq (struct lay *l, const struct px_seq *q)
{
  for (int i = 0; i < q->nst && !l->m->bad; i++)
    {
      places (l, q, i);
      lay_stmt (l, q->st[i]);
      if (l->left)
	return;
    }
  places (l, q, q->nst);
}

struct model *
model_new (const struct px_fn *f, int launch, bool reference, char *err, size_t nerr)
{
  struct model *m = (struct model *) calloc (1, sizeof *m);
  struct env e = {};
  if (!m)
    abort ();
  m->f = f;
  m->reference = reference;
  m->err = err;
  m->nerr = nerr;
  m->B = f->cluster;
  m->T = f->threads ? f->threads : f->tmin;
  for (const char *p = launch < f->nlaunch ? f->launch[launch] : ""; *p;)
    {
      while (isspace ((unsigned char) *p))
	p++;
      const char *s = p, *eq = strchr (p, '=');
      if (!eq)
	break;
      char *end;
      long v = strtol (eq + 1, &end, 10);
      p = end;
      const char *name = px_text (&m->pool, s, eq - s);
      set (&e, name, v);
      if (!strcmp (name, "blocks"))
	m->B = v;
    }
  m->nu = m->T * m->B;
  m->u = (struct unit *) px_alloc (&m->pool, m->nu * sizeof *m->u);
  for (int u = 0; u < m->nu && !m->bad; u++)
    {
      struct lay *l = (struct lay *) px_alloc (&m->pool, sizeof *l);
      l->m = m;
      l->u = u;
      l->e = e;
      set (&l->e, "t", u % m->T);
      set (&l->e, "b", u / m->T);
      set (&l->e, "g", u);
      lay_seq (l, f->body);
      if (l->e.bad && !m->bad)
	{
	  snprintf (err, nerr, "cannot read `%.60s'", l->e.bad);
	  m->bad = true;
	}
    }
  m->ncomp = m->nu;
  m->comp_unit = (int *) px_alloc (&m->pool, (m->nu + 2 * m->nops) * sizeof (int));
  for (int u = 0; u < m->nu; u++)
    m->comp_unit[u] = u;
  for (int i = 0; i < m->nops; i++)
    if (m->op[i]->op->timeline != PX_GENERIC)
      {
	m->op[i]->comp = m->ncomp;
	m->comp_unit[m->ncomp++] = m->op[i]->unit;
	m->comp_unit[m->ncomp++] = m->op[i]->unit;
      }
  if (!m->bad)
    return m;
  model_free (m);
  return NULL;
}

void
model_free (struct model *m)
{
  if (m)
    px_pool_free (&m->pool);
  free (m);
}

/* --- brute force --- */

void
brute_free (struct brute *b)
{
  free (b->mask);
  memset (b, 0, sizeof *b);
}

struct touch { int cell, acc, op; };
static int
by_cell (const void *x, const void *y)
{
  const struct touch *a = (const struct touch *) x, *b = (const struct touch *) y;
  return a->cell != b->cell ? (a->cell > b->cell) - (a->cell < b->cell) : a->acc != b->acc ? a->acc - b->acc : a->op - b->op;
}

/* Scopes whose units hold both threads.  */
static int
hold (const struct model *m, int u, int v)
{
  int r = 0, size;
  for (int s = 0; s < m->f->nscope; s++)
    if (unit_of (m, m->f->scope[s], u, &size) == unit_of (m, m->f->scope[s], v, &size) && (m->f->scope[s].level != PX_THREAD || u / m->T == v / m->T))
      r |= 1 << s;
  return r;
}

static void
brute_launch (struct brute *br, const struct px_fn *f, struct model *m)
{
  struct touch *t = NULL;
  int n = 0, cap = 0;
  for (int i = 0; i < m->nops; i++)
    for (int j = 0; j < m->op[i]->op->nacc; j++)
      for (int k = 0; k < m->op[i]->ncell[j]; k++)
	PX_PUSH (&m->pool, t, n, cap, (touch { m->op[i]->cell[j][k], m->op[i]->op->acc[j].id, i }));
  if (n)
    qsort (t, n, sizeof *t, by_cell);
  for (int i = 0, end; i < n; i = end)
    {
      for (end = i; end < n && t[end].cell == t[i].cell; end++)
	;
      for (int x = i; x < end; x++)
	for (int y = i; y < end; y++)
	  {
	    const struct px_acc *a = f->acc[t[x].acc], *b = f->acc[t[y].acc];
	    if (!px_changes (a->kind, b->kind) && !px_atomics_differ (a, b))
	      continue;
	    const struct opi *p = m->op[t[x].op], *q = m->op[t[y].op];
	    int key = 0, l = 0;
	    for (; l < a->depth && l < b->depth && a->loop[l] == b->loop[l]; l++)
	      if (p->it[l] != q->it[l])
		{
		  int d = q->it[l] - p->it[l];
		  key = d < 0 ? -1 : 1 + l * PX_FAR + (d > PX_FAR ? PX_FAR : d) - 1;
		  break;
		}
	    if (key < 0)
	      continue;
	    /* Of a loop behind A, B's iteration.  */
	    if (!key && l < b->depth)
	      br->mask[(a->id * f->nacc + b->id) * br->stride + l * PX_FAR + (q->it[l] + 1 > PX_FAR ? PX_FAR : q->it[l] + 1)]
		&= hold (m, p->unit, q->unit);
	    br->mask[(a->id * f->nacc + b->id) * br->stride + key] &= hold (m, p->unit, q->unit);
	  }
    }
}

int
brute_need (void *ctx, const struct px_fn *f, const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop, int d)
{
  struct brute *br = (struct brute *) ctx;
  if (a->unknown || b->unknown)
    return PX_UNKNOWN;
  if (loop && !d)
    return PX_ASK;
  if (!br->mask)
    {
      int deep = 0;
      for (int i = 0; i < f->nacc; i++)
	if (f->acc[i]->depth > deep)
	  deep = f->acc[i]->depth;
      br->stride = 1 + PX_FAR * deep;
      size_t size = (size_t) f->nacc * f->nacc * br->stride * sizeof (int);
      br->mask = (int *) malloc (size);
      if (!br->mask)
	abort ();
      memset (br->mask, -1, size);
      for (int l = 0; l < (f->nlaunch ? f->nlaunch : 1); l++)
	{
	  struct model *m = model_new (f, l, false, br->err, sizeof br->err);
	  if (m)
	    brute_launch (br, f, m);
	  model_free (m);
	}
    }
  int k = br->mask[(a->id * f->nacc + b->id) * br->stride + (loop ? 1 + loop->loops * PX_FAR + d - 1 : 0)];
  if (k == -1)
    return PX_APART;
  for (int s = 0; s < f->nscope; s++)
    if (k >> s & 1)
      return s;
  return f->s_grid;
}

/* --- run --- */

struct run { struct model *m; struct result res; bool races; uint64_t rnd; int policy; };

static unsigned
rnd (struct run *r, unsigned n)
{
  r->rnd = r->rnd * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (r->rnd >> 33) % n;
}

static void
merge (const struct model *m, unsigned *x, const unsigned *y)
{
  for (int i = 0; i < m->ncomp; i++)
    if (x[i] < y[i])
      x[i] = y[i];
}

static unsigned *
clock_new (struct model *m)
{
  return (unsigned *) px_alloc (&m->runpool, m->ncomp * sizeof (unsigned));
}

static void
race (struct run *r, const struct px_acc *a, const struct cell *c, const struct px_acc *b)
{
  if (r->res.outcome != CLEAN || !r->races)
    return;
  r->res.outcome = RACE;
  snprintf (r->res.text, sizeof r->res.text, "%s%s line %d (%d), then %s line %d (%d), element %d of block %d", a->obj->name,
	    a->kind == PX_READ ? " read" : " written", a->op->loc.line, a->id, b ? b->kind == PX_READ ? "read" : "written" : "the end", b ? b->op->loc.line : 0,
	    b ? b->id : 0, c->at, c->owner);
}

/* Do the units of components X and Y come to atomics A and B, that differ, one after the other?  */
static bool
in_turn (const struct model *m, const struct px_acc *a, int x, const struct px_acc *b, int y)
{
  int s = px_in_turn (a, b, NULL);
  return px_atomics_differ (a, b) && (m->f->scope[s].level != PX_GRID || m->f->cooperative)
	 && hold (m, m->comp_unit[x], m->comp_unit[y]) >> s & 1;
}

static void
touch (struct run *r, const struct px_acc *a, int cell, int comp, const unsigned *C, const unsigned *P, unsigned time)
{
  struct cell *c = &r->m->cell[cell];
  bool prox = px_proxy (a) && a->obj->space != PX_FRAGMENT, frag = a->obj->space == PX_FRAGMENT && a->op->timeline == PX_WGMMA;
#define SEEN(X) ((frag && (X)->a->op->timeline == PX_WGMMA) \
		 || ((prox && !px_proxy ((X)->a) && (X)->a->kind != PX_READ ? P : C)[(X)->comp] >= (X)->time))
  if (c->w.a && !SEEN (&c->w))
    race (r, c->w.a, c, a);
  for (int i = 0; i < c->atomics.n; i++)
    if ((px_changes (c->atomics.r[i].a->kind, a->kind) || in_turn (r->m, c->atomics.r[i].a, c->atomics.r[i].comp, a, comp))
	&& !SEEN (&c->atomics.r[i]))
      race (r, c->atomics.r[i].a, c, a);
  for (int i = 0; i < c->reads.n && px_changes (PX_READ, a->kind); i++)
    if (!SEEN (&c->reads.r[i]))
      race (r, c->reads.r[i].a, c, a);
#undef SEEN
  struct rec me = { comp, time, a };
  if (a->kind == PX_WRITE)
    {
      c->w = me;
      c->reads.n = c->atomics.n = 0;
    }
  else
    {
      struct list *l = a->kind == PX_READ ? &c->reads : &c->atomics;
      PX_PUSH (&r->m->runpool, l->r, l->n, l->cap, me);
    }
}

/* Values: a read folds what it sees, a write stores what it depends on.  */
static uint64_t
effect (struct run *r, const struct opi *o, int j, uint64_t in)
{
  const struct px_acc *a = &o->op->acc[j];
  for (int k = 0; k < o->ncell[j]; k++)
    {
      struct cell *c = &r->m->cell[o->cell[j][k]];
      if (a->kind == PX_READ)
	in = mix (in, c->value + k);
      else if (a->kind == PX_WRITE)
	c->value = (a->op->timeline == PX_WGMMA ? c->value : 0) + (mix (mix (o->salt, in), k) & 0xffffff);
      else if (a->kind == PX_ATOMIC)
	c->value += mix (o->salt, k) & 0xff;
    }
  return in;
}

static bool
at_issue (const struct px_acc *a)
{
  return a->obj->space == PX_FRAGMENT;
}

/* READS: the half of the operation that reads (all, but for bulk stores).  */
static void
finish (struct run *r, struct opi *o, bool all)
{
  bool store = o->op->timeline == PX_BULK_STORE;
  if (!o->done)
    {
      o->done = true;
      uint64_t v = o->salt;
      for (int pass = 0; pass < 2; pass++)
	for (int j = 0; j < o->op->nacc; j++)
	  {
	    const struct px_acc *a = &o->op->acc[j];
	    if ((a->kind == PX_READ) != (pass == 0) || (store && pass))
	      continue;
	    for (int k = 0; k < o->ncell[j] && !at_issue (a); k++)
	      touch (r, a, o->cell[j][k], o->comp, o->C, o->P, 1);
	    v = effect (r, o, j, v);
	  }
      o->read = v;
    }
  if (store && all && !o->written)
    {
      o->written = true;
      for (int j = 0; j < o->op->nacc; j++)
	if (o->op->acc[j].kind != PX_READ)
	  {
	    for (int k = 0; k < o->ncell[j]; k++)
	      touch (r, &o->op->acc[j], o->cell[j][k], o->comp + 1, o->C, o->P, 1);
	    effect (r, o, j, o->read);
	  }
    }
}

static void
issue (struct run *r, struct unit *u, int g, struct act *a)
{
  struct model *m = r->m;
  struct opi *o = a->o;
  int tl = o->op->timeline;
  if (tl == PX_GENERIC)
    {
      for (int pass = 0; pass < 2; pass++)
	for (int j = 0; j < o->op->nacc; j++)
	  {
	    const struct px_acc *x = &o->op->acc[j];
	    if ((x->kind == PX_READ) != (pass == 0))
	      continue;
	    for (int k = 0; k < o->ncell[j]; k++)
	      touch (r, x, o->cell[j][k], g, u->C, u->P, u->C[g]);
	    uint64_t v = effect (r, o, j, u->r);
	    if (x->kind == PX_READ)
	      u->r = v;
	  }
      u->C[g]++;
      return;
    }
  o->C = clock_new (m);
  o->P = clock_new (m);
  memcpy (o->C, u->C, m->ncomp * sizeof *o->C);
  memcpy (o->P, u->P, m->ncomp * sizeof *o->P);
  o->C[o->comp] = o->P[o->comp] = 1;
  o->issued = true;
  for (int j = 0; j < o->op->nacc; j++)
    for (int k = 0; k < o->ncell[j] && at_issue (&o->op->acc[j]); k++)
      touch (r, &o->op->acc[j], o->cell[j][k], o->comp, o->C, o->P, 1);
  if (o->group >= 0)
    m->group[o->group].issued++;
  for (int i = 0; i < a->nfull; i++)
    {
      struct barrier *b = a->full[i];
      PX_PUSH (&m->runpool, b->o, b->no, b->cap, o);
    }
  if (tl != PX_BULK_LOAD)
    PX_PUSH (&m->runpool, u->loose[tl], u->nloose[tl], u->caploose[tl], o);
  if (r->policy == EARLY || (r->policy == RANDOM && rnd (r, 10) < 3))
    finish (r, o, true);
}

static void
commit (struct run *r, struct unit *u, int tl)
{
  int n = u->groups[tl];
  PX_PUSH (&r->m->runpool, u->grp[tl], n, u->capgrp[tl], u->loose[tl]);
  n = u->groups[tl];
  PX_PUSH (&r->m->runpool, u->ngrp[tl], n, u->capn[tl], u->nloose[tl]);
  u->groups[tl]++;
  u->loose[tl] = NULL;
  u->nloose[tl] = u->caploose[tl] = 0;
}

/* Who would issue arrives even where nothing is ever loaded.  */
static bool
arrives (const struct model *m, const struct mbarrier *b, const struct unit *u)
{
  return b->issuers ? u->issues[b->run] : u == &m->u[b->first];
}

/* A phase ends when its issuers have arrived and its loads are there.  */
static bool
can_end (const struct mbarrier *b)
{
  return b->over < b->nphase && b->phase[b->over].arrived == (b->issuers ? b->issuers : 1);
}

static void
end_phase (struct run *r, struct mbarrier *b)
{
  const struct phase *h = &b->phase[b->over++];
  for (int e = 0; e < h->nevent; e++)
    for (int k = 0; k < r->m->nevop[h->event[e]]; k++)
      finish (r, r->m->evop[h->event[e]][k], true);
}

/* The test is of the parity: true if the phase two before is the last to have ended.  */
static bool
passed (const struct wanted *w)
{
  return (w->m->over - 1 - w->phase) % 2 == 0;
}

static void
complete1 (struct run *r, struct unit *u, struct opi *o, bool all)
{
  struct model *m = r->m;
  int tl = o->op->timeline;
  if (o->group >= 0)
    for (int i = 0; i < m->group[o->group].n; i++)
      {
	struct opi *p = m->group[o->group].o[i];
	finish (r, p, all);
	merge (m, u->C, p->C);
	merge (m, u->P, p->P);
      }
  finish (r, o, all);
  if (tl == PX_BULK_STORE && all)
    o->C[o->comp + 1] = o->P[o->comp + 1] = 1;
  merge (m, u->C, o->C);
  if (tl != PX_CPASYNC)
    merge (m, u->P, o->P);
}

static void
complete (struct run *r, struct unit *u, int w, int n)
{
  static const int of[] = { PX_CPASYNC, PX_BULK_STORE, PX_BULK_STORE, PX_WGMMA };
  int tl = of[w];
  for (int g = 0; g < u->groups[tl] - n; g++)
    for (int i = 0; i < u->ngrp[tl][g]; i++)
      complete1 (r, u, u->grp[tl][g][i], w != PX_W_BULK_READ);
}

static bool
ready (const struct run *r, const struct unit *u)
{
  struct model *m = r->m;
  const struct act *a = &u->act[u->pc];
  switch (a->kind)
    {
    case A_AWAIT:
      return a->b->no >= a->b->ops && a->b->got >= a->b->want;
    case A_GROUP:
      return m->group[a->o->group].issued >= m->group[a->o->group].want;
    case A_LOADS:
      for (int i = 0; i < a->nwant && !(a->issuers && !arrives (m, a->want[i].m, u)); i++)
	if (!passed (&a->want[i]) && !(a->want[i].m->over == a->want[i].phase && can_end (a->want[i].m)))
	  return false;
      for (int e = 0; e < a->nevent; e++)
	for (int k = 0; k < m->nevop[a->event[e]]; k++)
	  if (!m->evop[a->event[e]][k]->issued)
	    return false;
      return true;
    }
  return true;
}

static void
step (struct run *r, int g)
{
  struct model *m = r->m;
  struct unit *u = &m->u[g];
  struct act *a = &u->act[u->pc++];
  switch (a->kind)
    {
    case A_OP:
      issue (r, u, g, a);
      break;
    case A_COMMIT:
      commit (r, u, a->which);
      for (int i = 0; i < a->nwant; i++)
	{
	  struct mbarrier *b = a->want[i].m;
	  b->phase[a->want[i].phase].arrived += arrives (m, b, u);
	  if (can_end (b) && (r->policy == EARLY || (r->policy == RANDOM && rnd (r, 2))))
	    end_phase (r, b);
	}
      break;
    case A_COMPLETE:
      complete (r, u, a->which, a->n);
      break;
    case A_LOADS:
      for (int i = 0; i < a->nwant && !(a->issuers && !arrives (m, a->want[i].m, u)); i++)
	{
	  struct mbarrier *b = a->want[i].m;
	  if (!passed (&a->want[i]))
	    end_phase (r, b);
	  for (int j = 0; j < b->over && j <= a->want[i].phase; j++)
	    for (int e = 0; e < b->phase[j].nevent; e++)
	      for (int k = 0; k < m->nevop[b->phase[j].event[e]]; k++)
		{
		  merge (m, u->C, m->evop[b->phase[j].event[e]][k]->C);
		  merge (m, u->P, m->evop[b->phase[j].event[e]][k]->P);
		}
	}
      for (int e = 0; e < a->nevent; e++)
	for (int k = 0; k < m->nevop[a->event[e]]; k++)
	  {
	    struct opi *o = m->evop[a->event[e]][k];
	    finish (r, o, true);
	    merge (m, u->C, o->C);
	    merge (m, u->P, o->P);
	  }
      break;
    case A_FENCE:
      merge (m, u->P, u->C);
      break;
    case A_ARRIVE:
    case A_AWAIT:
      {
	struct barrier *b = a->b;
	if (!b->C)
	  {
	    b->C = clock_new (m);
	    b->P = clock_new (m);
	  }
	if (a->kind == A_ARRIVE)
	  {
	    b->got++;
	    merge (m, b->C, u->C);
	    merge (m, b->P, u->P);
	    u->C[g]++;
	    break;
	  }
	for (int i = 0; i < b->no; i++)
	  {
	    finish (r, b->o[i], true);
	    merge (m, u->C, b->o[i]->C);
	    merge (m, u->P, b->o[i]->P);
	  }
	merge (m, u->C, b->C);
	merge (m, u->P, b->P);
	break;
      }
    case A_TAKEN: /* a turn in a circle is not given again before all have taken it */
      if (a->b->got < a->b->want)
	{
	  r->res.outcome = WRONG;
	  snprintf (r->res.text, sizeof r->res.text, "thread %d gives a turn twice", g);
	}
      break;
    case A_REMOTE:
      for (int k = 0; k < a->ncell; k++)
	touch (r, a->acc, a->cell[k], g, u->C, u->P, u->C[g]);
      u->C[g]++;
      break;
    }
}

/* Shared memory dies with its block: some thread of the block has seen the end
   of every asynchronous operation on it and of every access by another block.  */
static void
the_end (struct run *r)
{
  struct model *m = r->m;
  for (int i = 0; i < m->ncell; i++)
    {
      struct cell *c = &m->cell[i];
      if (c->space != PX_SHARED)
	continue;
      for (int k = -1; k < c->reads.n + c->atomics.n; k++)
	{
	  const struct rec *x = k < 0 ? &c->w : k < c->reads.n ? &c->reads.r[k] : &c->atomics.r[k - c->reads.n];
	  if (!x->a || (x->comp < m->nu && x->comp / m->T == c->owner))
	    continue;
	  bool seen = false;
	  for (int t = 0; t < m->T && !seen; t++)
	    seen = m->u[c->owner * m->T + t].C[x->comp] >= x->time;
	  if (!seen)
	    race (r, x->a, c, NULL);
	}
    }
}

static void
reset (struct model *m)
{
  px_pool_free (&m->runpool);
  for (int i = 0; i < m->ncell; i++)
    {
      struct cell *c = &m->cell[i];
      memset (&c->w, 0, sizeof c->w);
      memset (&c->reads, 0, sizeof c->reads);
      memset (&c->atomics, 0, sizeof c->atomics);
      c->value = 0;
    }
  for (int i = 0; i < m->nops; i++)
    m->op[i]->issued = m->op[i]->done = m->op[i]->written = false;
  for (int i = 0; i < m->ngroup; i++)
    m->group[i].issued = 0;
  for (int i = 0; i < m->nbar; i++)
    {
      struct barrier *b = m->bar[i];
      b->got = b->no = b->cap = 0;
      b->C = b->P = NULL;
      b->o = NULL;
    }
  for (int i = 0; i < m->nmb; i++)
    {
      m->mb[i]->over = 0;
      for (int j = 0; j < m->mb[i]->nphase; j++)
	m->mb[i]->phase[j].arrived = 0;
    }
  for (int g = 0; g < m->nu; g++)
    {
      struct unit *u = &m->u[g];
      u->pc = 0;
      u->r = 0;
      u->C = clock_new (m);
      u->P = clock_new (m);
      u->C[g] = 1;
      for (int t = 0; t < PX_TIMELINES; t++)
	{
	  u->loose[t] = NULL;
	  u->grp[t] = NULL;
	  u->ngrp[t] = NULL;
	  u->nloose[t] = u->caploose[t] = u->groups[t] = u->capgrp[t] = u->capn[t] = 0;
	}
    }
}

struct result
simulate (struct model *m, int policy, unsigned seed, bool races)
{
  struct run r = {};
  int *list = NULL;
  r.m = m;
  r.races = races;
  r.policy = policy;
  r.rnd = mix (seed + 1, policy);
  reset (m);
  list = (int *) px_alloc (&m->runpool, m->nu * sizeof (int));
  int cur = -1, starved = policy == STARVING ? (int) rnd (&r, m->nu) : -1;
  while (r.res.outcome == CLEAN)
    {
      int n = 0, left = 0, others = 0;
      for (int k = 0; k < m->nu; k++)
	{
	  int g = policy == REVERSED ? m->nu - 1 - k : k;
	  if (m->u[g].pc == m->u[g].n)
	    continue;
	  left++;
	  if (!ready (&r, &m->u[g]))
	    continue;
	  others += g != starved;
	  list[n++] = g;
	  if (policy < STARVING && g == cur)
	    {
	      list[0] = g;
	      break;
	    }
	}
      if (!n && left)
	r.res.outcome = DEADLOCK;
      if (!n)
	break;
      int g = list[0];
      if (policy >= STARVING)
	do
	  g = list[rnd (&r, n)];
	while (g == starved && others);
      cur = g;
      step (&r, g);
    }
  if (r.res.outcome == CLEAN)
    {
      the_end (&r);
      for (int i = 0; i < m->nops; i++)
	if (m->op[i]->issued)
	  finish (&r, m->op[i], true);
    }
  uint64_t v = 0;
  for (int i = 0; i < m->ncell; i++)
    {
      const struct cell *c = &m->cell[i];
      if (c->space != PX_SHARED)
	v += mix (key4 (c->store, c->owner, c->at, 1), c->value);
    }
  for (int g = 0; g < m->nu; g++)
    v += mix (g, m->u[g].r);
  r.res.value = v;
  px_pool_free (&m->runpool);
  return r.res;
}
