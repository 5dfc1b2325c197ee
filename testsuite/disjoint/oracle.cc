/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is true, by running small launches with machine arithmetic.  Shares no code with the
   library: its own evaluator, its own meeting of bytes.

   A launch: T, G, a value for each argument and a way to make loaded values.  Launches with
   undefined behaviour count for nothing.  */

#include "problem.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 3000000, MAX_WORK = 12000000, MODES = 4, MAX_ORDER = 8 };

static const struct problem *P;
static bool wrapv;
static int64_t cur_t, cur_b, cur_T, cur_G;
static int mode;                /* how loaded values are made */
static bool undefined;
static long work;               /* instances evaluated for the problem */

static __int128
int_value (struct type ty, int64_t v)
{
  return !ty.is_signed && ty.bits == 64 ? (__int128) (uint64_t) v : (__int128) v;
}

static int64_t
reduce (struct type ty, __int128 v)
{
  uint64_t u = (uint64_t) v;
  int s = 64 - ty.bits;
  return ty.is_signed ? (int64_t) (u << s) >> s : (int64_t) (u << s >> s);
}

static int64_t
loaded (const struct variable *v)
{
  int64_t id = v->persp.level == DJ_LEVEL_GRID ? 0 : cur_b / (v->persp.level == DJ_LEVEL_BLOCK
							      ? v->persp.n : 1);
  if (v->persp.level == DJ_LEVEL_THREAD)
    id = cur_b * cur_T + cur_t / v->persp.n;
  int64_t lo = v->bounded ? v->lo : v->ty.is_signed ? -40 : 0, hi = v->bounded ? v->hi : 700, x;
  uint64_t h = (uint64_t) id * 0x9e3779b97f4a7c15u + (uint64_t) (uintptr_t) v->name[0] * 77;
  if (hi > 255 && v->ty.bits == 8)
    hi = v->ty.is_signed ? 127 : 255;
  h ^= h >> 31;
  h *= 0xbf58476d1ce4e5b9u;
  h ^= h >> 27;
  switch (mode)
    {
    case 0: x = lo + (int64_t) (h % (uint64_t) (hi - lo + 1)); break;
    case 1: x = id; break;
    case 2: x = lo; break;
    default: x = -id;
    }
  return x < lo ? lo : x > hi ? hi : x;
}

/* value of e; sets undefined */
static int64_t
eval (const struct expr *e)
{
  if (e->op == DJ_CONST)
    return e->v;
  if (e->var)
    switch (e->var->kind)
      {
      case K_THREAD: return cur_t;
      case K_BLOCK: return cur_b;
      case K_NTHREADS: return cur_T;
      case K_NBLOCKS: return cur_G;
      case K_UNK: return loaded (e->var);
      default: return e->var->value;
      }
  int64_t a = eval (e->a), b;
  switch (e->op)
    {
    case DJ_CAST: return reduce (e->ty, int_value (e->a->ty, a));
    case DJ_LNOT: return !a;
    case DJ_NOT: return reduce (e->ty, ~int_value (e->ty, a));
    case DJ_LAND: return a ? eval (e->b) : 0;
    case DJ_LOR: return a ? 1 : eval (e->b);
    case DJ_SEL: return a ? eval (e->b) : eval (e->c);
    default: break;
    }
  b = e->b ? eval (e->b) : 0;
  struct type ty = e->a->ty;
  __int128 x = int_value (ty, a), y = e->b ? int_value (e->b->ty, b) : 0, r = 0;
  switch (e->op)
    {
    case DJ_NEG: r = -x; break;
    case DJ_ADD: r = x + y; break;
    case DJ_SUB: r = x - y; break;
    case DJ_MUL: r = (__int128) ((unsigned __int128) x * (unsigned __int128) y); break;
    case DJ_DIV: case DJ_MOD:
      if (!y)
	{
	  undefined = true;
	  return 0;
	}
      r = e->op == DJ_DIV ? x / y : x % y;
      break;
    case DJ_AND: return a & b;
    case DJ_OR: return a | b;
    case DJ_XOR: return a ^ b;
    case DJ_SHL: case DJ_SHR:
      if (y < 0 || y >= ty.bits)
	{
	  undefined = true;
	  return 0;
	}
      return reduce (ty, e->op == DJ_SHL ? (__int128) ((uint64_t) a << (int) y) : x >> (int) y);
    case DJ_MIN: return x < y ? a : b;
    case DJ_MAX: return x > y ? a : b;
    case DJ_LT: return x < y;
    case DJ_LE: return x <= y;
    case DJ_EQ: return x == y;
    case DJ_NE: return x != y;
    default: abort ();
    }
  int64_t w = reduce (ty, r);
  if (ty.is_signed && !wrapv && int_value (ty, w) != r)
    undefined = true;
  return w;
}

/* ---- rows: executed instances ---- */

struct row
{
  int64_t b, t, lo, values[MAX_ORDER];
};

struct rows
{
  struct row *r;
  int n, cap;
  bool too_many;
};

static struct variable *order[MAX_ORDER];       /* counters of the access, outer first */
static int n_order;
static bool left_early;                         /* a row was undefined */

/* is the loop's next value v inside?  */
static bool
inside (const struct variable *v, __int128 x, __int128 bound)
{
  switch (v->test)
    {
    case DJ_CTR_LT: return x < bound;
    case DJ_CTR_LE: return x <= bound;
    case DJ_CTR_GT: return x > bound;
    case DJ_CTR_GE: return x >= bound;
    default: return x != bound;
    }
}

static void
add_row (const struct access *a, struct rows *out)
{
  undefined = false;
  if (++work > MAX_WORK)
    {
      out->too_many = true;
      return;
    }
  for (int i = 0; i < a->n_guards; i++)
    {
      int64_t g = eval (a->guard[i]);
      if (undefined || (a->fact[i] && !g))
	{
	  left_early = true;
	  return;
	}
      if (!g)
	return;
    }
  __int128 off = eval (a->index);       /* an offset is signed */
  __int128 lo = off * a->size + a->at;
  if (undefined || lo != (int64_t) lo)
    {
      left_early = true;
      return;
    }
  if (out->n == out->cap)
    {
      if (out->cap >= MAX_ROWS)
	{
	  out->too_many = true;
	  return;
	}
      out->cap = out->cap ? out->cap * 2 : 1024;
      out->r = (struct row *) realloc (out->r, out->cap * sizeof *out->r);
    }
  struct row *r = &out->r[out->n++];
  r->b = cur_b;
  r->t = cur_t;
  r->lo = (int64_t) lo;
  for (int i = 0; i < n_order; i++)
    r->values[i] = order[i]->value;
}

/* runs the loops of the counters from number k on */
static void
loops (const struct access *a, int k, struct rows *out)
{
  if (k == n_order)
    {
      add_row (a, out);
      return;
    }
  struct variable *v = order[k];
  if (v->kind == K_POW2)
    {
      for (int64_t x = 1; x <= v->hi && !out->too_many; x *= 2)
	if (x >= v->lo)
	  {
	    v->value = x;
	    loops (a, k + 1, out);
	  }
      return;
    }
  undefined = false;
  int64_t x = eval (v->start), step = eval (v->step), bound = eval (v->bound);
  if (undefined)
    {
      left_early = true;
      return;
    }
  int turns = 0;
  while (inside (v, int_value (v->ty, x), int_value (v->ty, bound)) && !out->too_many)
    {
      v->value = x;
      loops (a, k + 1, out);
      __int128 next = int_value (v->ty, x) + int_value (v->ty, step);
      x = reduce (v->ty, next);
      if (++turns > 20000)
	{
	  out->too_many = true;
	  return;
	}
      if (v->ty.is_signed && !wrapv && int_value (v->ty, x) != next)
	{
	  left_early = true;
	  return;
	}
    }
}

static void
run (const struct access *a, struct rows *out)
{
  out->n = 0;
  out->too_many = false;
  n_order = 0;
  struct variable *v[MAX_VARS];
  int n = 0;
  variables (a->index, v, &n);
  for (int i = 0; i < a->n_guards; i++)
    variables (a->guard[i], v, &n);
  for (int i = 0; i < n; i++)
    if ((v[i]->kind == K_CTR || v[i]->kind == K_POW2) && v[i]->own)
      {
	if (n_order == MAX_ORDER)
	  {
	    out->too_many = true;
	    return;
	  }
	order[n_order++] = v[i];
      }
  for (cur_b = 0; cur_b < cur_G; cur_b++)
    for (cur_t = 0; cur_t < cur_T && !out->too_many; cur_t++)
      loops (a, 0, out);
}

/* ---- meetings ---- */

static int64_t
unit_of (struct px_dj_persp p, int64_t b, int64_t t)
{
  return p.level == DJ_LEVEL_GRID ? 0 : p.level == DJ_LEVEL_BLOCK ? b / p.n : b * 4096 + t / p.n;
}

/* is the pair asked about? */
typedef bool (*apart_fn) (const struct row *, const struct row *, const void *);

static int
by_lo (const void *x, const void *y)
{
  const struct row *a = (const struct row *) x, *b = (const struct row *) y;
  return a->lo != b->lo ? a->lo < b->lo ? -1 : 1 : 0;
}

/* Is there a pair that shares a byte and is told apart?  Stops after a while (*gave_up).  */
static bool
meets (struct rows *x, struct rows *y, int wx, int wy, apart_fn apart, const void *arg,
       bool *gave_up)
{
  long pairs = 0;
  int first = 0;
  for (int i = 0; i < x->n; i++)
    {
      const struct row *r = &x->r[i];
      while (first < y->n && y->r[first].lo + wy <= r->lo)
	first++;
      for (int j = first; j < y->n && y->r[j].lo < r->lo + wx; j++)
	{
	  if (apart (r, &y->r[j], arg))
	    return true;
	  if (++pairs > 10000000)
	    {
	      *gave_up = true;
	      return false;
	    }
	}
    }
  return false;
}

struct units
{
  struct px_dj_persp unit, parent;
  bool shared;
};

static bool
different_units (const struct row *x, const struct row *y, const void *arg)
{
  const struct units *u = (const struct units *) arg;
  if (u->shared && x->b != y->b)
    return false;
  return unit_of (u->parent, x->b, x->t) == unit_of (u->parent, y->b, y->t)
    && unit_of (u->unit, x->b, x->t) != unit_of (u->unit, y->b, y->t);
}

struct outside
{
  const struct px_dj_scope *s;
  struct px_dj_persp whole;
  bool shared;
};

static bool
outside_scope (const struct row *x, const struct row *y, const void *arg)
{
  const struct outside *o = (const struct outside *) arg;
  const struct px_dj_scope *s = o->s;
  if (unit_of (o->whole, x->b, x->t) != unit_of (o->whole, y->b, y->t)
      || (o->shared && x->b != y->b))
    return false;
  if (s->kind == DJ_SCOPE_NOTHING)
    return true;
  return unit_of (s->persp, x->b, x->t) != unit_of (s->persp, y->b, y->t);
}

struct exactly
{
  const struct answer *a;
  int n_order[2];
  struct variable *order[2][MAX_ORDER];
};

/* the pair that the witness names */
static bool
named (const struct row *x, const struct row *y, const void *arg)
{
  const struct exactly *e = (const struct exactly *) arg;
  const struct px_dj_witness *w = &e->a->witness;
  const struct row *r[2] = { x, y };
  for (int i = 0; i < 2; i++)
    {
      if (r[i]->b != w->block[i] || r[i]->t != w->thread[i])
	return false;
      for (int k = 0; k < e->a->n_values; k++)
	for (int j = 0; j < e->n_order[i]; j++)
	  if (e->order[i][j] == e->a->value[k].var && e->a->value[k].side == i
	      && r[i]->values[j] != e->a->value[k].value)
	    return false;
    }
  return true;
}

/* ---- launches ---- */

struct found
{
  int hits, misses, skipped;
  int scope;
  bool witness_ok, too_large;
};

static struct variable *shared_vars[MAX_VARS];
static int n_shared;

/* what was seen over all values of the common counters */
struct instance
{
  bool hit;
  int scope;
  bool witness;
};

static struct rows side[2];

static int
size_of (const struct access *a)
{
  return a->size * a->count;
}

static void
sort_rows (struct rows *r)
{
  qsort (r->r, r->n, sizeof *r->r, by_lo);
}

static void
remember (struct exactly *e, int i)
{
  e->n_order[i] = n_order;
  memcpy (e->order[i], order, sizeof order);
}

static void
look (const struct answer *ans, struct instance *in, struct found *f, int64_t later)
{
  bool gave_up = false;
  struct exactly ex;
  ex.a = ans;
  if (P->q == Q_PROVE)
    {
      cur_t = cur_b = 0;
      for (cur_b = 0; cur_b < cur_G; cur_b++)
	for (cur_t = 0; cur_t < cur_T; cur_t++)
	  {
	    bool all = true;
	    undefined = false;
	    for (int i = 0; i + 1 < P->n_acc && all; i++)
	      all = eval (P->acc[i].index) && !undefined;
	    if (all && !eval (P->acc[P->n_acc - 1].index) && !undefined)
	      in->hit = true;
	  }
      return;
    }
  for (int i = 0; i < P->n_acc && !f->too_large; i++)
    for (int j = P->q == Q_R2 ? i : P->q == Q_EDGE ? 1 : i; j < P->n_acc; j++)
      {
	const struct access *a = &P->acc[i], *c = &P->acc[j];
	if ((P->q == Q_R2 && j != i) || (P->q == Q_EDGE && (i != 0 || j != 1))
	    || (P->q == Q_R1 && !a->write && !c->write))
	  continue;
	run (a, &side[0]);
	remember (&ex, 0);
	if (later && P->carrier)
	  {
	    int64_t was = P->carrier->value;
	    P->carrier->value = later;
	    run (c, &side[1]);
	    P->carrier->value = was;
	  }
	else
	  run (c, &side[1]);
	remember (&ex, 1);
	if (side[0].too_many || side[1].too_many)
	  {
	    f->too_large = true;
	    return;
	  }
	sort_rows (&side[0]);
	sort_rows (&side[1]);
	bool mine = ans->witness.valid && ans->acc[0] == i && ans->acc[1] == j;
	if (P->q == Q_R2)
	  {
	    for (int k = 0; k < side[0].n; k++)
	      {
		const struct row *r = &side[0].r[k];
		if (r->lo < 0 || r->lo + size_of (a) > P->extent)
		  {
		    in->hit = true;
		    if (mine && r->b == ans->witness.block[0] && r->t == ans->witness.thread[0])
		      in->witness = true;
		  }
	      }
	    continue;
	  }
	if (P->q == Q_R1)
	  {
	    struct units u = { P->unit, P->parent, P->shared };
	    if (!in->hit)
	      in->hit = meets (&side[0], &side[1], size_of (a), size_of (c), different_units, &u,
			       &gave_up);
	  }
	else
	  {
	    int k = in->scope;
	    struct outside o = { NULL, P->parent, P->shared };
	    for (; k < ans->n_chain - 1; k++)
	      {
		o.s = &ans->chain[k];
		if (!meets (&side[0], &side[1], size_of (a), size_of (c), outside_scope, &o,
			    &gave_up))
		  break;
	      }
	    in->scope = k;
	  }
	if (mine && !in->witness)
	  in->witness = meets (&side[0], &side[1], size_of (a), size_of (c), named, &ex, &gave_up);
	f->too_large |= gave_up;
      }
}

/* every value of the common counters from number k on */
static void
instances (const struct answer *ans, int k, struct instance *in, struct found *f, int *budget)
{
  if (f->too_large)
    return;
  if (k == n_shared)
    {
      if (--*budget < 0)
	{
	  f->too_large = true;
	  return;
	}
      if (P->carrier)
	{
	  /* later iterations of the carrier */
	  struct variable *v = P->carrier;
	  int64_t from = v->value, step = v->kind == K_CTR ? eval (v->step) : 0, x = from;
	  int64_t bound = v->kind == K_CTR ? eval (v->bound) : 0;
	  for (int64_t d = 1; d <= (P->dist_max ? P->dist_max : 12); d++)
	    {
	      x = v->kind == K_CTR ? x + step : v->down ? x / 2 : x * 2;
	      if (v->kind == K_CTR ? !inside (v, x, bound) : x < v->lo || x > v->hi)
		break;
	      if (d >= P->dist)
		look (ans, in, f, x);
	    }
	  v->value = from;
	}
      else
	look (ans, in, f, 0);
      return;
    }
  struct variable *v = shared_vars[k];
  if (v->kind == K_POW2)
    {
      for (int64_t x = 1; x <= v->hi; x *= 2)
	if (x >= v->lo)
	  {
	    v->value = x;
	    instances (ans, k + 1, in, f, budget);
	  }
      return;
    }
  undefined = false;
  cur_t = cur_b = 0;
  int64_t x = eval (v->start), step = eval (v->step), bound = eval (v->bound);
  if (undefined)
    {
      left_early = true;
      return;
    }
  int turns = 0;
  while (inside (v, int_value (v->ty, x), int_value (v->ty, bound)) && !f->too_large)
    {
      v->value = x;
      instances (ans, k + 1, in, f, budget);
      x = reduce (v->ty, int_value (v->ty, x) + int_value (v->ty, step));
      if (++turns > 3000)
	f->too_large = true;
    }
}

static void
launch (const struct answer *ans, struct found *f)
{
  struct instance in = { false, 0, false };
  int budget = 3000;
  left_early = false;
  instances (ans, 0, &in, f, &budget);
  if (left_early || f->too_large)
    {
      f->skipped++;
      return;
    }
  if (in.hit)
    f->hits++;
  else
    f->misses++;
  if (in.scope > f->scope)
    f->scope = in.scope;
  if (!in.witness && ans->witness.valid
      && ans->witness.block[0] < cur_G && ans->witness.block[1] < cur_G)
    f->witness_ok = false;
}

static void
arguments (const struct answer *ans, struct variable **par, int n, struct found *f)
{
  static const int64_t usual[] = { 1, 5, 40 };
  if (f->too_large)
    return;
  if (!n)
    {
      launch (ans, f);
      return;
    }
  struct variable *v = par[0];
  int m = v->n_samples ? v->n_samples : 3;
  for (int i = 0; i < m; i++)
    {
      v->value = v->n_samples ? v->sample[i] : usual[i];
      arguments (ans, par + 1, n - 1, f);
    }
}

bool
oracle (const struct problem *p, const struct options *o, const struct answer *ans,
	struct truth_found *out)
{
  struct variable *v[MAX_VARS], *par[MAX_VARS];
  struct found f = found ();
  int n = 0, n_par = 0;
  bool loads = false;
  P = p;
  wrapv = o->wrapv;
  f.witness_ok = true;
  work = 0;
  problem_variables (p, v, &n);
  n_shared = 0;
  for (int i = 0; i < n; i++)
    {
      if (v[i]->kind == K_PAR)
	par[n_par++] = v[i];
      if (v[i]->kind == K_UNK)
	loads = true;
      if ((v[i]->kind == K_CTR || v[i]->kind == K_POW2) && !v[i]->own)
	shared_vars[n_shared++] = v[i];
    }
  for (int i = 0; i < p->n_Ts; i++)
    for (int j = 0; j < p->n_Gs; j++)
      for (mode = 0; mode < (loads ? MODES : 1); mode++)
	{
	  cur_T = p->Ts[i];
	  cur_G = p->Gs[j];
	  arguments (ans, par, n_par, &f);
	}
  out->any = f.hits + f.misses > 0;
  out->truth = p->q == Q_EDGE ? SCOPE : !f.hits ? DISJOINT : !f.misses && p->q != Q_PROVE ? ALWAYS
    : SOME;
  out->scope = f.scope;
  out->witness_ok = f.witness_ok;
  return !f.too_large;
}

const char *
contradiction (const struct problem *p, const struct answer *a, const struct truth_found *t)
{
  if (!t->any)
    return NULL;
  if (p->q == Q_EDGE)
    {
      if (a->scope < t->scope)
	return "scope too narrow";
      if (a->verdict == DJ_SHOWN && (a->scope > t->scope || !t->witness_ok))
	return "the witness does not meet";
      return NULL;
    }
  if (a->verdict == DJ_PROVED && t->truth != DISJOINT)
    return "proved, but false";
  if (a->verdict == DJ_SHOWN && t->truth != ALWAYS)
    return "an error that not every launch has";
  if (a->verdict == DJ_SHOWN && !t->witness_ok)
    return "the witness does not meet";
  return NULL;
}

/* Runs the launch of A's model, and those in which its numbers are N greater (or smaller).  */
static const char *
run_model (const struct problem *p, const struct options *o, const struct answer *a, int n,
	   bool *ran)
{
  const struct px_dj_model *m = &a->model;
  struct variable was[DJ_MAX_VALUES];
  struct problem q = *p;
  struct answer none = answer ();
  struct truth_found t;
  q.n_acc = 0;
  q.acc[q.n_acc++] = p->acc[a->acc[0]];
  if (a->acc[0] != a->acc[1])
    q.acc[q.n_acc++] = p->acc[a->acc[1]];
  q.n_Ts = q.n_Gs = 1;
  q.Ts[0] = m->threads + (m->any_threads && !p->T ? n * p->min_t : 0);
  q.Gs[0] = m->blocks + (m->any_blocks ? n * p->min_b : 0);
  if (q.Ts[0] > 1024)
    q.Ts[0] = m->threads;
  for (int i = 0; i < m->n_values; i++)
    {
      struct variable *v = a->model_var[i];
      int by = m->value[i].end == DJ_AT_LEAST ? n : m->value[i].end == DJ_AT_MOST ? -n : 0;
      was[i] = *v;
      v->sample[0] = m->value[i].value + by;
      if (!v->ty.is_signed && v->sample[0] < 0)
	v->sample[0] = 0;
      v->n_samples = 1;
    }
  bool small = oracle (&q, o, &none, &t);
  for (int i = 0; i < m->n_values; i++)
    {
      a->model_var[i]->n_samples = was[i].n_samples;
      a->model_var[i]->sample[0] = was[i].sample[0];
    }
  if (!small || !t.any)
    return NULL;
  *ran = true;
  return t.truth == ALWAYS ? NULL : n ? "the model is not wide" : "the model is not wrong";
}

const char *
model_contradiction (const struct problem *p, const struct options *o, const struct answer *a,
		     bool *ran)
{
  static const int more[] = { 0, 1, 2, 5, 40 };
  for (int n : more)
    if (!n || a->model.wide)
      if (const char *bad = run_model (p, o, a, n, ran))
	return bad;
  return NULL;
}
