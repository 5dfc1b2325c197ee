/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings across the branches of a split (doc/internals/35-rings): that their
   loops run in step, that they are live, and what their full and empty barriers
   are.  Syntactic: no data flow.  Needs px_prepare; leaves f->rsync.  */
#include "infer/infer.h"
#include <stdlib.h>
#include <string.h>

/* --- counts: sums of products of factors --- */

/* What OF is more than K, or 0; or 1 where that is more, or OF not 0, or where OF is
   true, or where that is not so; else 0.  */
enum
{
  BEYOND,
  ABOVE,
  NONZERO,
  TRUTH,
  NOT_ABOVE,
  NOT_NONZERO,
  NOT_TRUTH
};
struct factor
{
  int kind;
  const struct px_value *of;
  int k;
};

struct mono
{
  int coef, n;
  struct factor *v;
}; /* V: in order */
struct poly
{
  struct mono *m;
  int n, cap;
};

static bool
same_factor (struct factor x, struct factor y)
{
  return x.kind == y.kind && x.of == y.of && x.k == y.k;
}

static int
factor_cmp (struct factor x, struct factor y)
{
  int c = (x.kind == BEYOND) - (y.kind == BEYOND);
  c = c ? c : x.of->id - y.of->id;
  c = c ? c : x.kind - y.kind;
  return c ? c : (x.k > y.k) - (x.k < y.k);
}

static int
product_cmp (const struct mono *x, const struct mono *y)
{
  for (int i = 0; i < x->n && i < y->n; i++)
    if (int c = factor_cmp (x->v[i], y->v[i]))
      return c;
  return y->n - x->n;
}

/* X holds wherever Y is not 0.  */
static bool
implied (struct factor x, struct factor y)
{
  return (x.kind == ABOVE || x.kind == NONZERO) && (y.kind == ABOVE || y.kind == BEYOND)
	 && x.of == y.of && (x.kind == ABOVE ? x.k : 0) <= y.k && !same_factor (x, y);
}

/* M's product but for factor I (-1: all), and X, if that is not NULL.  */
static struct mono
product (struct px_fn *f, const struct mono *m, int i, const struct factor *x)
{
  struct mono r
    = { m->coef, 0, (struct factor *) px_alloc (&f->pool, (m->n + 1) * sizeof (struct factor)) };
  for (int k = 0; k < m->n; k++)
    if (k != i)
      r.v[r.n++] = m->v[k];
  if (!x)
    return r;
  bool is_new = x->kind == BEYOND; /* a condition twice is the same once */
  for (int k = 0; k < r.n; k++)
    {
      if (!is_new && (same_factor (*x, r.v[k]) || implied (*x, r.v[k])))
	return r;
      if (implied (r.v[k], *x))
	{
	  for (int l = k--; l + 1 < r.n; l++)
	    r.v[l] = r.v[l + 1];
	  r.n--;
	}
    }
  int at = r.n++;
  for (; at && factor_cmp (r.v[at - 1], *x) > 0; at--)
    r.v[at] = r.v[at - 1];
  r.v[at] = *x;
  return r;
}

static void
plus (struct px_fn *f, struct poly *p, struct mono m)
{
  int i = 0;
  while (i < p->n && product_cmp (&p->m[i], &m) < 0)
    i++;
  if (i < p->n && !product_cmp (&p->m[i], &m))
    {
      if (!(p->m[i].coef += m.coef))
	{
	  p->n--;
	  memmove (p->m + i, p->m + i + 1, (p->n - i) * sizeof m);
	}
    }
  else if (m.coef)
    {
      PX_PUSH (&f->pool, p->m, p->n, p->cap, m);
      memmove (p->m + i + 1, p->m + i, (p->n - 1 - i) * sizeof m);
      p->m[i] = m;
    }
}

static void
add_all (struct px_fn *f, struct poly *p, const struct poly *q, int times)
{
  for (int i = 0; i < q->n; i++)
    {
      struct mono m = q->m[i];
      m.coef *= times;
      plus (f, p, m);
    }
}

static struct poly
number (struct px_fn *f, int k)
{
  struct poly p = {};
  plus (f, &p, { k, 0, NULL });
  return p;
}

/* Where OF > K and what it is beyond K + 1 are added, that is what it is beyond K.  */
static void
collect (struct px_fn *f, struct poly *p)
{
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->m[i].n; j++)
      {
	struct factor x = p->m[i].v[j];
	if (x.kind != ABOVE)
	  continue;
	x.kind = BEYOND;
	struct factor next = { BEYOND, x.of, x.k + 1 };
	struct mono rest = product (f, &p->m[i], j, &next), sum = product (f, &p->m[i], j, &x);
	for (int l = 0; l < p->n; l++)
	  if (p->m[l].coef == rest.coef && !product_cmp (&p->m[l], &rest))
	    {
	      struct mono old = p->m[i];
	      old.coef = -old.coef;
	      rest.coef = -rest.coef;
	      plus (f, p, old);
	      plus (f, p, rest);
	      plus (f, p, sum);
	      collect (f, p);
	      return;
	    }
      }
}

static struct poly
times_factor (struct px_fn *f, const struct poly *p, struct factor x, int times)
{
  struct poly r = {};
  for (int i = 0; i < p->n; i++)
    {
      struct mono m = product (f, &p->m[i], -1, &x);
      m.coef *= times;
      plus (f, &r, m);
    }
  return r;
}

static struct poly
times (struct px_fn *f, const struct poly *p, struct px_count c)
{
  struct poly r = {};
  if (c.of)
    r = times_factor (f, p, { BEYOND, c.of, c.less }, c.times);
  add_all (f, &r, p, c.k);
  return r;
}

/* --- counts as a reader of C writes them --- */

/* What X is, or where it holds; OPERAND: of an operator.  */
static const char *
factor_text (struct px_fn *f, struct factor x, bool operand)
{
  const char *v = px_value_text (f, x.of, x.kind != TRUTH && (x.kind != BEYOND || x.k || operand));
  switch (x.kind)
    {
    case BEYOND:
      return !x.k ? v
		  : px_textf (&f->pool,
			      x.k > 0	? "max (%s - %d, 0)"
			      : operand ? "(%s + %d)"
					: "%s + %d",
			      v, abs (x.k));
    case ABOVE: return px_textf (&f->pool, "%s > %d", v, x.k);
    case NOT_ABOVE: return px_textf (&f->pool, "%s <= %d", v, x.k);
    case NONZERO: return px_textf (&f->pool, "%s != 0", v);
    case NOT_NONZERO: return px_textf (&f->pool, "%s == 0", v);
    default:
      return px_textf (&f->pool,
		       x.of->words	 ? (x.kind == TRUTH ? "%s is true" : "%s is false")
		       : x.kind == TRUTH ? "%s"
					 : "!%s",
		       v);
    }
}

/* What M holds under, "" if always.  */
static const char *
conditions_text (struct px_fn *f, const struct mono *m)
{
  const char *r = "";
  for (int j = 0; j < m->n; j++)
    if (m->v[j].kind != BEYOND)
      r = px_textf (&f->pool, "%s%s%s", r, *r ? " && " : "", factor_text (f, m->v[j], true));
  return r;
}

/* M without its sign and what it holds under.  */
static const char *
product_text (struct px_fn *f, const struct mono *m, bool operand)
{
  int c = abs (m->coef), n = c != 1;
  for (int j = 0; j < m->n; j++)
    n += m->v[j].kind == BEYOND;
  if (n < 2 && c == 1)
    for (int j = 0; j < m->n; j++)
      if (m->v[j].kind == BEYOND)
	return factor_text (f, m->v[j], operand);
  const char *r = c != 1 || !n ? px_textf (&f->pool, "%d", c) : "";
  for (int j = 0; j < m->n; j++)
    if (m->v[j].kind == BEYOND)
      r = px_textf (&f->pool, "%s%s%s", r, *r ? " * " : "", factor_text (f, m->v[j], true));
  return r;
}

static const char *
poly_text (struct px_fn *f, const struct poly *p)
{
  const char *r = "";
  for (int i = 0; i < p->n; i++)
    {
      const struct mono *m = &p->m[i];
      const char *when = conditions_text (f, m), *k = product_text (f, m, p->n > 1 || m->coef < 0);
      r = px_textf (&f->pool, *when ? "%s%s(%s ? %s : 0)" : "%s%s%s%s", r,
		    m->coef < 0 ? (i ? " - " : "-")
		    : i		? " + "
				: "",
		    *when ? when : k, *when ? k : "");
    }
  return *r ? r : "0";
}

/* How often: "n times", "once if n > m".  */
static const char *
poly_words (struct px_fn *f, const struct poly *p)
{
  const struct mono *m = p->n == 1 ? &p->m[0] : NULL;
  const struct factor *one = NULL; /* all that M has, but for conditions */
  int n = 0;
  if (!p->n)
    return "never";
  for (int j = 0; m && j < m->n; j++)
    if (m->v[j].kind == BEYOND && n++ == 0)
      one = &m->v[j];
  const char *when = m && m->coef > 0 ? conditions_text (f, m) : "", *r;
  if (!m || m->coef < 0)
    r = px_textf (&f->pool, "%s times", poly_text (f, p));
  else if (!n && m->coef == 1)
    r = "once";
  else if (n == 1 && m->coef == 1 && !one->k && one->of->words)
    r = px_textf (&f->pool, "once in each of the %s", px_value_text (f, one->of, false));
  else if (n == 1 && m->coef == 1 && one->k > 0)
    r = px_textf (&f->pool, "%s - %d times", px_value_text (f, one->of, true), one->k);
  else
    r = px_textf (&f->pool, "%s times", product_text (f, m, true));
  return *when ? px_textf (&f->pool, "%s if %s", r, when) : r;
}

/* X - Y, if constant.  */
static bool
difference (struct px_fn *f, const struct poly *x, const struct poly *y, int *d)
{
  struct poly r = {};
  add_all (f, &r, x, 1);
  add_all (f, &r, y, -1);
  *d = r.n ? r.m[0].coef : 0;
  return r.n == 0 || (r.n == 1 && !r.m[0].n);
}

const struct px_stmt *
px_but_last (const struct px_stmt *s, int *k)
{
  const struct px_stmt *loop = s->seq->up;
  if (s->kind != PX_IF || s->when.kind != PX_C_TURN || s->when.opposite || !loop
      || s->when.loop != loop || s->when.of != loop->count.of || loop->count.times != 1
      || loop->count.k)
    return NULL;
  *k = s->when.k - loop->count.less;
  return *k >= 0 ? loop : NULL;
}

bool
px_behind_exit (const struct px_stmt *s)
{
  const struct px_stmt *up = s->seq->up;
  return up && up->kind == PX_IF && up->leaves && s->seq == up->body[1];
}

/* 1 where IF S takes its first body (else FIRST is false), else 0.  */
static struct factor
condition (struct px_fn *f, const struct px_stmt *s, bool first)
{
  static const int kinds[] = { TRUTH, ABOVE, NONZERO, TRUTH }, opposite = NOT_ABOVE - ABOVE;
  bool known = s->when.of && s->when.kind != PX_C_TURN;
  struct factor x = { known ? kinds[s->when.kind] : TRUTH, known ? s->when.of : NULL,
		      s->when.kind == PX_C_ABOVE ? s->when.k : 0 };
  for (int i = 0; i < f->nvalue && !x.of; i++)
    if (f->value[i]->of == s)
      x.of = f->value[i];
  if (!x.of)
    {
      struct px_value *own = px_add_value (f, s->cond ? s->cond : "?", 0);
      own->of = s;
      x.of = own;
    }
  if (first == s->when.opposite)
    x.kind += opposite;
  return x;
}

/* How often S runs each time that branch BODY does.  A condition counts as a factor,
   unless the ring is REMOTE and blocks are told apart by it.  */
static struct poly
runs (struct px_fn *f, const struct px_stmt *s, const struct px_seq *body, bool remote)
{
  struct poly p = number (f, 1);
  int k, left = 0; /* the turn in which the loop is left does not come that far */
  for (; s->seq != body; s = s->seq->up)
    {
      if (px_behind_exit (s))
	{
	  left = 1;
	  continue;
	}
      struct px_stmt *up = s->seq->up;
      const struct px_stmt *loop = up->kind == PX_IF && s->seq == up->body[0] && up->seq != body
				     ? px_but_last (up, &k)
				     : NULL;
      if (loop)
	{
	  struct px_count c = loop->count;
	  c.less += k;
	  p = times (f, &p, c);
	  s = up;
	}
      else if (up->kind == PX_LOOP)
	{
	  struct px_count c = up->count;
	  c.k -= left;
	  p = times (f, &p, c);
	  left = 0;
	}
      else if (up->kind == PX_IF && !(remote && up->ranked))
	p = times_factor (f, &p, condition (f, up, s->seq == up->body[0]), 1);
    }
  return p;
}

/* Conditions in P that are sure to hold where S runs are 1.  */
static void
known_at (struct px_fn *f, struct poly *p, const struct px_stmt *s, const struct px_seq *body)
{
  int k;
  for (; s->seq != body; s = s->seq->up)
    {
      const struct px_stmt *up = s->seq->up, *loop = up->kind == PX_IF && s->seq == up->body[0]
						       ? px_but_last (up, &k)
						       : NULL;
      struct factor known;
      if (loop)
	known = { BEYOND, loop->count.of, loop->count.less + k };
      else if (up->kind == PX_LOOP && up->count.of && !up->count.k)
	known = { BEYOND, up->count.of, up->count.less };
      else if (up->kind == PX_IF)
	known = condition (f, up, s->seq == up->body[0]);
      else
	continue;
      for (int i = 0; i < p->n; i++)
	if (p->m[i].n == 1 && known.kind <= ABOVE
	    && (implied (p->m[i].v[0], known) || same_factor (p->m[i].v[0], known))
	    && p->m[i].v[0].kind != BEYOND)
	  {
	    struct mono m = p->m[i], one = { m.coef, 0, NULL };
	    m.coef = -m.coef;
	    plus (f, p, m);
	    plus (f, p, one);
	    i = -1;
	  }
    }
}

/* --- shape --- */

static void
problem (struct px_fn *f, int kind, struct px_ring *r, struct px_stmt *s, struct px_stmt *s2,
	 const char *t, const char *t2)
{
  struct px_problem p = {};
  p.kind = kind;
  p.ring = r;
  p.stmt = s;
  p.stmt2 = s2;
  p.text = t;
  p.text2 = t2;
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

/* The branch of SPLIT that S stands in.  */
static int
branch (const struct px_stmt *split, const struct px_stmt *s)
{
  while (s->seq->up != split)
    s = s->seq->up;
  for (int i = 0; i < split->nbody; i++)
    if (split->body[i] == s->seq)
      return i;
  return -1;
}

/* The split whose branches hold the ring's ends.  */
static struct px_stmt *
split_of (const struct px_stmt *fill, const struct px_stmt *drain)
{
  struct px_stmt *s = fill->seq->up;
  while (s && !(s->kind == PX_SPLIT && px_inside (s, drain)))
    s = s->seq->up;
  return s && branch (s, fill) != branch (s, drain) ? s : NULL;
}

const struct px_seq *
px_ring_role (const struct px_ring_sync *rs, const struct px_stmt *end)
{
  const struct px_seq *q = rs->split->body[branch (rs->split, end)], *in;
  do
    {
      in = NULL;
      for (int i = 0; i < rs->nfill + rs->ndrain; i++)
	{
	  const struct px_stmt *s = i < rs->nfill ? rs->fill[i] : rs->drain[i - rs->nfill];
	  if (!px_inside (q->up, s) || q->up->body[branch (q->up, s)] != q)
	    continue;
	  const struct px_seq *part = NULL;
	  for (; s->seq != q; s = s->seq->up)
	    if (s->seq->up->kind == PX_SPLIT)
	      part = s->seq;
	  bool same = part && part->up->seq->persp.level == q->persp.level
		      && part->up->seq->persp.n == q->persp.n;
	  if (!same || (in && in != part))
	    return q;
	  in = part;
	}
      q = in ? in : q;
    }
  while (in);
  return q;
}

/* The k-th execution of end I of OP, all of ring R in BODY, is of number k + its c: what runs
   before it in its branch, TOTAL, and nothing else, makes up c.  FROM: the first number.  */
static bool
follows (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op, int i,
	 int from, const struct poly *total)
{
  struct poly here = {}, zero = {};
  int before = 0;
  add_all (f, &here, total, 1);
  known_at (f, &here, op[i], body);
  bool known = difference (f, &here, &zero, &before), again = false;
  if (known && (op[i]->num - from - before) % r->slots == 0)
    op[i]->num = from + before; /* of the same slot */
  struct px_stmt *prev = i ? op[i - 1] : NULL;
  for (const struct px_stmt *out = op[i]->seq->up; prev && out != body->up; out = out->seq->up)
    again |= out->kind == PX_LOOP && px_inside (out, prev);
  if (again)
    problem (f, PX_E_RING, r, op[i], prev,
	     "two places of one loop use it, and not each the slot behind that of the one before",
	     NULL);
  else if (!known || op[i]->num != from + before)
    problem (f, PX_E_RING, r, op[i], prev,
	     px_textf (&f->pool,
		       "its first number is %d, what runs before ends at %s; one loop over "
		       "all numbers will do",
		       op[i]->num, poly_text (f, total)),
	     NULL);
  else
    return true;
  return false;
}

/* The numbers of the ends OP of R in BODY: from *FROM on, *TOTAL of them.  */
static bool
numbers (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op, int n,
	 int *from, struct poly *total)
{
  *total = {};
  if (!op[0]->next) /* x[(i + slots) % slots] is x[i % slots] */
    op[0]->num %= r->slots;
  *from = op[0]->num;
  for (int i = 0; i < n; i++)
    {
      struct poly p = runs (f, op[i], body, r->remote);
      if (!op[i]->next && !follows (f, r, body, op, i, *from, total))
	return false;
      add_all (f, total, &p, 1);
    }
  collect (f, total);
  return true;
}

/* --- barriers --- */

/* The blocks of the cluster that run S.  */
static uint32_t
ranks_of (const struct px_fn *f, const struct px_stmt *s)
{
  uint32_t ranks = f->cluster < 32 ? ((uint32_t) 1 << f->cluster) - 1 : ~(uint32_t) 0;
  for (; s->seq->up; s = s->seq->up)
    if (s->seq->up->kind == PX_IF && s->seq->up->ranked)
      ranks &= s->seq == s->seq->up->body[0] ? s->seq->up->ranks : ~s->seq->up->ranks;
  return ranks;
}

/* The blocks that run all N statements OP; 0: not the same run all.  */
static uint32_t
common_ranks (const struct px_fn *f, struct px_stmt *const *op, int n)
{
  uint32_t ranks = ranks_of (f, op[0]);
  for (int i = 1; i < n; i++)
    if (ranks_of (f, op[i]) != ranks)
      return 0;
  return ranks;
}

static int
gcd (int a, int b)
{
  return b ? gcd (b, a % b) : a;
}

static void
ends (struct px_fn *f, struct px_ring_sync *rs, struct px_ring *r, int *nproxy, int *ngen)
{
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      if (!a->ringop || a->ringop->ring != r)
	continue;
      if (a->ringop->kind == PX_DRAIN)
	{
	  *nproxy += px_proxy (a);
	  if (a->op->timeline == PX_WGMMA)
	    rs->wait[PX_W_WGMMA] = a->ringop->late;
	  else if (a->op->timeline == PX_BULK_STORE)
	    rs->wait[PX_W_BULK_READ] = a->ringop->late;
	}
      else
	{
	  *ngen += !px_proxy (a) && a->kind != PX_READ;
	  rs->tx |= a->op->timeline == PX_BULK_LOAD;
	  rs->cpasync |= a->op->timeline == PX_CPASYNC;
	}
    }
}

/* Threads of warpgroups whose wgmma's wait makes a gather superfluous: all
   accesses of the drain to the rings that share are wgmma; 0: not so.  */
static int
together (struct px_fn *f, struct px_stmt *drain)
{
  int coll = 0;
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      if (!a->ringop || !px_inside (drain, a->op)
	  || !(a->ringop->ring == drain->ring || a->ringop->ring->with == drain->ring))
	continue;
      if (a->op->timeline != PX_WGMMA)
	return 0;
      coll = a->op->coll;
    }
  return coll;
}

/* Does one thread of the branch Q do all that DRAIN does with the rings that share?  */
static bool
alone (struct px_fn *f, const struct px_stmt *drain, const struct px_seq *q)
{
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *a = f->acc[i];
      if (a->ringop && px_inside (drain, a->op)
	  && (a->ringop->ring == drain->ring || a->ringop->ring->with == drain->ring)
	  && (a->op->elect != 1 || a->op->seq->persp.level != q->persp.level
	      || a->op->seq->persp.n != q->persp.n))
	return false;
    }
  return true;
}

static void
barriers (struct px_fn *f, struct px_ring_sync *rs, struct px_stmt *split)
{
  struct px_ring *r = rs->ring;
  int nproxy = 0, ngen = 0, fillers = r->remote ? __builtin_popcount (rs->fillers) : 1;
  for (int w = 0; w < PX_WAITS; w++)
    rs->wait[w] = -1;
  ends (f, rs, r, &nproxy, &ngen);
  for (int i = 0; i < f->nring; i++)
    if (f->ring[i]->with == r)
      ends (f, rs, f->ring[i], &nproxy, &ngen);
  for (int w = 0; w < PX_WAITS && !rs->empty; w++)
    rs->wait[w] = -1;
  if (ngen && nproxy)
    rs->fence = PX_FENCE_SHARED;
  int size = px_ring_role (rs, rs->fill[0])->span;
  rs->full_elect = rs->tx && !ngen ? 0 : gcd (size, f->warp);
  rs->full_count = (rs->full_elect ? size / rs->full_elect : 1) * fillers;
  rs->empty_elect = (int *) px_alloc (&f->pool, rs->ndrain * sizeof (int));
  rs->empty_threads = (int *) px_alloc (&f->pool, rs->ndrain * sizeof (int));
  rs->gather = (bool *) px_alloc (&f->pool, rs->ndrain * sizeof (bool));
  rs->alone = (bool *) px_alloc (&f->pool, rs->ndrain * sizeof (bool));
  for (int i = 0; i < rs->ndrain; i++)
    {
      int b = branch (split, rs->drain[i]), coll = together (f, rs->drain[i]);
      const struct px_seq *role = px_ring_role (rs, rs->drain[i]);
      size = role->span;
      rs->empty_threads[i] = size;
      rs->alone[i] = true;
      for (int j = 0; j < rs->ndrain; j++)
	rs->alone[i] &= branch (split, rs->drain[j]) != b || alone (f, rs->drain[j], role);
      rs->empty_elect[i] = rs->alone[i]			  ? size
			   : coll > 1 && size % coll == 0 ? coll
							  : gcd (size, f->warp);
      rs->gather[i] = !coll && !rs->alone[i] && rs->empty_elect[i] > 1;
    }
  /* One arrival count a branch: its drains elect alike.  */
  for (int i = 0; i < rs->ndrain; i++)
    for (int j = 0; j < rs->ndrain; j++)
      if (branch (split, rs->drain[i]) == branch (split, rs->drain[j])
	  && rs->empty_elect[j] < rs->empty_elect[i])
	rs->empty_elect[i] = rs->empty_elect[j];
  rs->empty_count = 0;
  for (int i = 0; i < rs->ndrain; i++)
    {
      bool again = false;
      for (int j = 0; j < i; j++)
	again |= branch (split, rs->drain[i]) == branch (split, rs->drain[j]);
      if (!again)
	rs->empty_count += rs->empty_threads[i] / rs->empty_elect[i]
			   * (r->remote ? __builtin_popcount (ranks_of (f, rs->drain[i])) : 1);
    }
}

/* The one statement in S, but for the engine's own; NULL: there are others.  */
static const struct px_stmt *
only_child (const struct px_stmt *s)
{
  const struct px_seq *q = s->body[0];
  return q->nst == 1 || (q->nst == 2 && q->st[1]->synth) ? q->st[0] : NULL;
}

/* T is ring Q's end of the same number as S.  */
static bool
partner (const struct px_stmt *s, const struct px_stmt *t, const struct px_ring *q)
{
  return t && t->kind == s->kind && t->ring == q && t->num == s->num && t->next == s->next
	 && t->late == s->late;
}

/* Is a fill or drain of S's kind run by all blocks of the cluster, whatever it is of?  */
static bool
by_all (const struct px_fn *f, const struct px_stmt *s)
{
  return __builtin_popcount (ranks_of (f, s)) == (f->cluster < 32 ? f->cluster : 32);
}

/* Rings that are filled one after the other or in nested fills, and drained in nested
   drains; Q of each block's own may join R, which reaches others, if all blocks do all.  */
static bool
alike (struct px_fn *f, const struct px_ring *r, const struct px_ring *q)
{
  int fills[2] = {}, drains[2] = {};
  if (r->slots != q->slots || (q->remote && !r->remote) || !r->nobj || !q->nobj)
    return false;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      const struct px_stmt *next = s->idx + 1 < s->seq->nst ? s->seq->st[s->idx + 1] : NULL;
      if ((s->kind == PX_FILL || s->kind == PX_DRAIN) && s->ring == r && r->remote != q->remote
	  && !by_all (f, s))
	return false;
      if ((s->kind == PX_FILL || s->kind == PX_DRAIN) && s->ring == r
	  && !partner (s, only_child (s), q) && (s->kind == PX_DRAIN || !partner (s, next, q)))
	return false;
      fills[s->ring == q] += s->kind == PX_FILL && (s->ring == r || s->ring == q);
      drains[s->ring == q] += s->kind == PX_DRAIN && (s->ring == r || s->ring == q);
    }
  return fills[0] == fills[1] && drains[0] == drains[1];
}

struct px_ring_sync *
px_ring_sync_of (const struct px_fn *f, const struct px_ring *r)
{
  for (int i = 0; i < f->nrsync; i++)
    if (f->rsync[i]->ring == (r->with ? r->with : r))
      return f->rsync[i];
  return NULL;
}

/* --- live: the branches are processes that block on slots only, so one run
   decides for given counts; unknown counts take several values --- */

enum
{
  BEGIN_FILL,
  END_FILL,
  BEGIN_DRAIN,
  END_DRAIN,
  FLUSH
};
/* A longer run (of constant counts) is not made: the rings then count as live.  */
enum
{
  EVENTS = 200000
};
/* NUM: as counted in the branch, whatever its counter does; SLOT: where it is.  */
struct event
{
  int kind, num, slot;
  struct px_stmt *s;
};
struct proc
{
  struct event *e;
  int n, cap, pc;
};
/* Executions so far: in the branch, by ring; since its counter started, by statement; turns of loops.  */
struct counts
{
  int *ring, *stmt, *turn;
};

/* In a run where BIG is W and all others are V.  */
static int
value_of (struct px_count c, const struct px_value *big, int v, int w)
{
  if (!c.of)
    return c.k;
  int n = (c.of == big ? w : v) - c.less;
  return c.k + (n > 0 ? n : 0) * c.times;
}

/* S is an end of a ring between the branches of SPLIT.  */
static bool
is_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  const struct px_ring_sync *rs
    = s->kind == PX_FILL || s->kind == PX_DRAIN ? px_ring_sync_of (f, s->ring) : NULL;
  return rs && !s->ring->with && rs->split == split;
}

static bool
has_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  bool r = is_end (f, split, s);
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst && !r; j++)
      r = has_end (f, split, s->body[i]->st[j]);
  return r;
}

/* Does S run its body I?  Of an IF that is not known, or that some blocks of a cluster take: all.  */
static bool
takes (const struct px_stmt *s, int i, struct counts c, const struct px_value *big, int v, int w)
{
  int k;
  if (s->kind != PX_IF || s->ranked)
    return true;
  if (const struct px_stmt *loop = px_but_last (s, &k))
    return (c.turn[loop->id] + k < value_of (loop->count, big, v, w)) == !i;
  if (s->leaves)
    {
      const struct px_stmt *loop = s->seq->up;
      while (loop && loop->kind != PX_LOOP)
	loop = loop->seq->up;
      return !loop || (c.turn[loop->id] + 1 == value_of (loop->count, big, v, w)) == !i;
    }
  if (s->when.of && (s->when.kind == PX_C_ABOVE || s->when.kind == PX_C_NONZERO))
    return (((s->when.of == big ? w : v) > (s->when.kind == PX_C_ABOVE ? s->when.k : 0))
	    != s->when.opposite)
	   == !i;
  return true;
}

static void
expand (struct px_fn *f, struct px_stmt *split, struct proc *p, struct px_seq *q, struct counts c,
	const struct px_value *big, int v, int w)
{
  for (int i = 0; i < q->nst && p->n < EVENTS; i++)
    {
      struct px_stmt *s = q->st[i];
      int n = s->kind == PX_LOOP ? value_of (s->count, big, v, w) : 1;
      if (!has_end (f, split, s))
	continue;
      struct event e = { s->kind == PX_FILL ? BEGIN_FILL : BEGIN_DRAIN, 0, 0, s };
      bool end = is_end (f, split, s);
      if (end)
	{
	  int slots = s->ring->slots;
	  e.num = px_ring_sync_of (f, s->ring)->from + c.ring[s->ring->id]++;
	  e.slot = ((s->restart && !s->next ? s->num + (s->restart != s) * c.stmt[s->id]++ : e.num)
		      % slots
		    + slots)
		   % slots;
	  PX_PUSH (&f->pool, p->e, p->n, p->cap, e);
	}
      for (int k = 0; s->kind == PX_LOOP && k < f->nstmt; k++)
	if (f->stmt[k]->restart == s)
	  c.stmt[f->stmt[k]->id] = 0;
      for (int k = 0; k < n && p->n < EVENTS; k++)
	for (int j = 0; j < s->nbody; j++)
	  {
	    c.turn[s->id] = k;
	    if (takes (s, j, c, big, v, w))
	      expand (f, split, p, s->body[j], c, big, v, w);
	  }
      if (end)
	{
	  e.kind = s->kind == PX_FILL ? END_FILL : END_DRAIN;
	  PX_PUSH (&f->pool, p->e, p->n, p->cap, e);
	}
      for (int k = 0; s->kind == PX_LOOP && k < s->body[0]->nst; k++)
	{
	  struct px_stmt *t = s->body[0]->st[k];
	  if (t->kind == PX_DRAIN && t->flush && is_end (f, split, t))
	    PX_PUSH (&f->pool, p->e, p->n, p->cap,
		     (event{ FLUSH, px_ring_sync_of (f, t->ring)->from + c.ring[t->ring->id] - 1, 0,
			     t }));
	}
    }
}

static bool
drains (const struct px_ring_sync *rs, const struct px_stmt *split, int b)
{
  for (int i = 0; i < rs->ndrain; i++)
    if (branch (split, rs->drain[i]) == b)
      return true;
  return false;
}

/* FILLED: numbers filled up to; GONE[branch]: released up to; HELD[slot]: the number filled there last.  */
static bool
ready (const struct px_fn *f, const struct px_stmt *split, const struct event *e, const int *filled,
       const int *gone, const int *held)
{
  const struct px_ring_sync *rs = px_ring_sync_of (f, e->s->ring);
  int id = rs->ring->id, last = held[e->slot];
  if (e->kind == BEGIN_DRAIN)
    return e->num < filled[id];
  if (e->kind == BEGIN_FILL && rs->empty)
    for (int b = 0; b < split->nbody; b++)
      if (drains (rs, split, b) && last >= gone[id * split->nbody + b] && last >= rs->from)
	return false;
  return true;
}

static bool
live (struct px_fn *f, struct px_stmt *split, const struct px_value *big, int v, int w)
{
  int nb = split->nbody;
  struct proc *p = (struct proc *) px_alloc (&f->pool, nb * sizeof *p);
  int *filled = (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)),
      *gone = (int *) px_alloc (&f->pool, (f->nring * nb + 1) * sizeof (int));
  int **held = (int **) px_alloc (&f->pool, (f->nring + 1) * sizeof *held);
  for (int i = 0; i < f->nrsync; i++)
    {
      const struct px_ring *r = f->rsync[i]->ring;
      filled[r->id] = f->rsync[i]->from;
      held[r->id] = (int *) px_alloc (&f->pool, r->slots * sizeof (int));
      for (int k = 0; k < r->slots; k++)
	held[r->id][k] = f->rsync[i]->from - 1;
      for (int b = 0; b < nb; b++)
	gone[f->rsync[i]->ring->id * nb + b] = f->rsync[i]->from;
    }
  for (int b = 0; b < nb; b++)
    {
      struct counts c = { (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)),
			  (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)),
			  (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)) };
      expand (f, split, &p[b], split->body[b], c, big, v, w);
      if (p[b].n >= EVENTS)
	return true;
    }
  for (bool moved = true; moved;)
    {
      moved = false;
      for (int b = 0; b < nb; b++)
	while (
	  p[b].pc < p[b].n
	  && ready (f, split, &p[b].e[p[b].pc], filled, gone, held[p[b].e[p[b].pc].s->ring->id]))
	  {
	    const struct event *e = &p[b].e[p[b].pc++];
	    int id = e->s->ring->id;
	    if (e->kind == BEGIN_FILL)
	      held[id][e->slot] = e->num;
	    if (e->kind == END_FILL)
	      filled[id] = e->num + 1;
	    if (e->kind == FLUSH)
	      gone[id * nb + b] = e->num + 1;
	    if (e->kind == END_DRAIN)
	      gone[id * nb + b] = e->num + 1 - e->s->late;
	    moved = true;
	  }
    }
  const char *text = "";
  struct px_stmt *at = NULL;
  for (int b = 0; b < nb; b++)
    if (p[b].pc < p[b].n)
      {
	const struct event *e = &p[b].e[p[b].pc];
	text
	  = px_textf (&f->pool, "%s%sbranch %d waits to %s number %d of %s%s", text, at ? ", " : "",
		      b + 1, e->kind == BEGIN_FILL ? "fill" : "drain", e->num, e->s->ring->name,
		      e->s->loc.line ? px_textf (&f->pool, " (line %d)", e->s->loc.line) : "");
	at = e->s;
      }
  if (at)
    problem (f, PX_E_LIVE, at->ring, at, NULL, text, NULL);
  return !at;
}

static bool
all_live (struct px_fn *f, struct px_stmt *split)
{
  int slots = 2;
  const struct px_value *value[16];
  int n = 0;
  for (int i = 0; i < f->nring; i++)
    slots += f->ring[i]->slots;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      bool old = s->kind != PX_LOOP || !s->count.of || !px_inside (split, s);
      for (int j = 0; j < n && !old; j++)
	old = value[j] == s->count.of;
      if (!old && n < 16)
	value[n++] = s->count.of;
    }
  for (int v = 1; v <= (n ? slots : 1); v++)
    if (!live (f, split, NULL, v, v))
      return false;
  for (int i = 0; i < n; i++)
    if (!live (f, split, value[i], 1, slots) || !live (f, split, value[i], slots, 1))
      return false;
  return true;
}

static bool
one_ring (struct px_fn *f, struct px_ring *r)
{
  struct px_stmt **fill = NULL, **drain = NULL;
  int nfill = 0, ndrain = 0, capf = 0, capd = 0;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      if (s->kind == PX_FILL && s->ring == r)
	PX_PUSH (&f->pool, fill, nfill, capf, s);
      if (s->kind == PX_DRAIN && s->ring == r)
	PX_PUSH (&f->pool, drain, ndrain, capd, s);
    }
  if (!nfill && !ndrain)
    return true;
  if (!nfill || !ndrain)
    {
      problem (f, PX_E_RING, r, nfill ? fill[0] : drain[0], NULL,
	       nfill ? "filled but not drained" : "drained but not filled", NULL);
      return false;
    }
  struct px_stmt *split = split_of (fill[0], drain[0]);
  struct px_stmt *wrong = split ? NULL : drain[0]; /* with the first fill in sight */
  for (int i = 0; i < nfill && !wrong; i++)
    if (!px_inside (split, fill[i]) || branch (split, fill[i]) != branch (split, fill[0]))
      wrong = fill[i];
  for (int i = 0; i < ndrain && !wrong; i++)
    if (!px_inside (split, drain[i]) || branch (split, drain[i]) == branch (split, fill[0]))
      wrong = drain[i];
  if (wrong)
    {
      problem (f, PX_E_RING, r, fill[0], wrong,
	       "one branch of a split must fill it and others drain it", NULL);
      return false;
    }
  struct poly fills, drained;
  int from, dfrom, d;
  struct px_seq *fb = split->body[branch (split, fill[0])];
  if (!numbers (f, r, fb, fill, nfill, &from, &fills))
    return false;
  for (int b = 0; b < split->nbody; b++)
    {
      struct px_stmt **op = (struct px_stmt **) px_alloc (&f->pool, ndrain * sizeof *op);
      int n = 0;
      for (int i = 0; i < ndrain; i++)
	if (branch (split, drain[i]) == b)
	  op[n++] = drain[i];
      if (!n)
	continue;
      if (!numbers (f, r, split->body[b], op, n, &dfrom, &drained))
	return false;
      if (dfrom != from)
	{
	  problem (f, PX_E_RING, r, op[0], fill[0],
		   px_textf (&f->pool, "drained from number %d, filled from number %d", dfrom,
			     from),
		   NULL);
	  return false;
	}
      if (!difference (f, &fills, &drained, &d) || d < 0 || (d && r->nobj))
	{
	  problem (f, PX_E_STEP, r, fill[nfill - 1], op[n - 1], poly_words (f, &fills),
		   poly_words (f, &drained));
	  return false;
	}
    }
  struct px_ring_sync *rs = (struct px_ring_sync *) px_alloc (&f->pool, sizeof *rs);
  struct poly zero = {};
  rs->ring = r;
  rs->split = split;
  rs->fill = fill;
  rs->nfill = nfill;
  rs->drain = drain;
  rs->ndrain = ndrain;
  rs->from = from;
  rs->barrier = -1;
  for (int i = 0; r->remote && i < nfill + ndrain; i++)
    for (struct px_stmt *s = (i < nfill ? fill[i] : drain[i - nfill])->seq->up; s; s = s->seq->up)
      if (s->local && !s->ranked)
	{
	  const char *what = s->kind == PX_LOOP
			       ? "other blocks of the cluster may take another number of turns"
			       : "other blocks of the cluster may take another branch";
	  problem (f, PX_E_RING, r, s, NULL,
		   !s->local_by
		     ? what
		     : px_textf (&f->pool,
				 "%s, as that depends on %s, which does not live at block[%d]",
				 what, s->local_by, f->cluster),
		   NULL);
	  return false;
	}
  if (r->remote && !common_ranks (f, fill, nfill))
    {
      problem (f, PX_E_RING, r, fill[nfill - 1], fill[0],
	       "different blocks of the cluster fill it at different places", NULL);
      return false;
    }
  if (r->remote)
    {
      rs->fillers = common_ranks (f, fill, nfill);
      for (int i = 0; i < ndrain; i++)
	rs->drainers |= ranks_of (f, drain[i]);
    }
  for (int b = 0; r->remote && b < split->nbody; b++)
    for (int i = 0; i < ndrain; i++)
      for (int j = 0; j < i; j++)
	if (branch (split, drain[i]) == branch (split, drain[j])
	    && ranks_of (f, drain[i]) != ranks_of (f, drain[j]))
	  {
	    problem (f, PX_E_RING, r, drain[i], drain[j],
		     "different blocks of the cluster drain it at different places", NULL);
	    return false;
	  }
  bool again = false; /* the split itself runs more than once */
  for (struct px_stmt *s = split->seq->up; s; s = s->seq->up)
    again |= s->kind == PX_LOOP && s->may_repeat;
  rs->fills = difference (f, &fills, &zero, &d) && !again ? d : -1;
  rs->empty = rs->fills < 0 || rs->fills > r->slots;
  rs->fill_end = (struct px_stmt **) px_alloc (&f->pool, nfill * sizeof *rs->fill_end);
  for (int i = 0; i < nfill; i++)
    {
      rs->fill_end[i] = fill[i];
      for (int j = 0; j < f->nring; j++)
	if (f->ring[j]->with == r)
	  for (struct px_stmt *t = fill[i]; t->idx + 1 < t->seq->nst;)
	    {
	      t = t->seq->st[t->idx + 1];
	      if (t->kind != PX_FILL || t->ring->with != r)
		break;
	      rs->fill_end[i] = t;
	    }
    }
  if (r->with)
    return true;
  barriers (f, rs, split);
  PX_PUSH (&f->pool, f->rsync, f->nrsync, f->caprsync, rs);
  return true;
}

/* A ring of one loop that prefetches: what is drained was filled, each number
   once, and nothing is filled that is not drained.  */
static bool
unsplit (struct px_fn *f, struct px_ring *r)
{
  const struct px_acc *fill = NULL, *drain = NULL;
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *a = f->acc[i];
      if (a->obj->ring != r || !a->num_loop)
	continue;
      const struct px_acc **end = a->kind == PX_READ ? &drain : &fill;
      if (!*end)
	*end = a;
      else if (a->num_loop != (*end)->num_loop || a->num != (*end)->num)
	{
	  problem (f, PX_E_RING, r, a->op, (*end)->op, "two places with different numbers", NULL);
	  return false;
	}
    }
  if (!fill && !drain)
    return true;
  if (!fill || !drain || fill->num_loop != drain->num_loop)
    {
      problem (f, PX_E_RING, r, (fill ? fill : drain)->op, NULL,
	       "one loop must fill it and drain it", NULL);
      return false;
    }
  for (int n = drain->num; n < fill->num; n++)
    {
      bool found = false;
      for (int i = 0; i < f->nacc && !found; i++)
	found = f->acc[i]->obj->ring == r && f->acc[i]->numbered && !f->acc[i]->num_loop
		&& f->acc[i]->kind != PX_READ && f->acc[i]->num == n;
      if (!found)
	{
	  problem (f, PX_E_RING, r, drain->op, fill->op,
		   px_textf (&f->pool, "number %d is drained but not filled", n), NULL);
	  return false;
	}
    }
  bool guarded = fill->num <= drain->num;
  for (const struct px_stmt *s = fill->op->seq->up; s != fill->num_loop; s = s->seq->up)
    guarded |= s->kind == PX_IF;
  if (!guarded)
    {
      struct poly one = number (f, 1), n = times (f, &one, fill->num_loop->count),
		  m = number (f, fill->num - drain->num);
      add_all (f, &m, &n, 1);
      problem (f, PX_E_STEP, r, fill->op, drain->op, poly_words (f, &m), poly_words (f, &n));
    }
  return guarded;
}

/* Q shares the barriers of R, and so do those that shared Q's.  */
static void
lead (struct px_fn *f, struct px_ring *r, struct px_ring *q)
{
  q->with = r;
  for (int i = 0; i < f->nring; i++)
    if (f->ring[i]->with == q)
      f->ring[i]->with = r;
}

static bool
all_rings (struct px_fn *f)
{
  bool ok = true;
  for (int i = 0; i < f->nring; i++)
    for (int j = 0; j < f->nring && !f->ring[i]->with; j++)
      if (i != j && !f->ring[j]->with && alike (f, f->ring[j], f->ring[i]))
	lead (f, f->ring[j], f->ring[i]);
  for (int i = 0; i < f->nring; i++)
    ok &= one_ring (f, f->ring[i]) && unsplit (f, f->ring[i]);
  for (int i = 0; i < f->nstmt && ok; i++)
    if (f->stmt[i]->kind == PX_SPLIT && f->nrsync)
      ok = all_live (f, f->stmt[i]);
  return ok;
}

bool
px_rings (struct px_fn *f)
{
  int old = f->nproblem;
  if (all_rings (f))
    return true;
  bool again = false;
  for (int i = 0; i < f->nstmt; i++)
    if (f->stmt[i]->may_late)
      {
	f->stmt[i]->late = 0;
	f->stmt[i]->may_late = f->stmt[i]->flush = false;
	again = true;
      }
  if (!again)
    return false;
  f->nproblem = old;
  f->nrsync = 0;
  for (int i = 0; i < f->nring; i++)
    f->ring[i]->with = NULL;
  return all_rings (f);
}
