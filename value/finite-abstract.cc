/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, steps 1 and 2: prepares both sides of a question for enumeration.

   Cancels the common terms of both offsets.  Replaces values that the offsets use only modulo
   constants by residues, subexpressions of few values by free counters, and counters with
   short strides by a wider access.  Needs the accesses.  Leaves q->s, which can be enumerated
   completely, and clears q->exact wherever something was lost.  */

#include "value/finite.h"

struct period
{
  px_dj_ref var; /* or another node, of which only the value modulo l is used */
  int64_t l;	 /* 0: the value itself is used */
};

static int64_t
lcm (int64_t a, int64_t b)
{
  int64_t x = a, y = b;
  while (y)
    {
      int64_t z = x % y;
      x = y;
      y = z;
    }
  a /= x;
  return a > MAX_PERIOD || b > MAX_PERIOD || a * b > MAX_PERIOD ? 0 : a * b;
}

/* Collects in OUT the moduli through which R uses variables that cannot be enumerated.  R
   itself is used modulo PER (0: its value is used).  */
static void
periods (struct query *q, px_dj_ref r, int64_t per, dj_vec<period> *out)
{
  px_dj *A = q->A;
  const dj_node *n = dj_at (A, r);
  int64_t c;
  bool pow2 = per && !(per & (per - 1));
  if (dj_finite_small (q, r))
    return;
  if (dj_arity[n->op])
    {
      period p = { r, per };
      for (int i = 0; i < out->n; i++)
	if (out->e[i].var == r && out->e[i].l == per)
	  return;
      if (out->n > MAX_PERIOD)
	{
	  q->overflow = true;
	  return;
	}
      dj_push (out, p);
    }
  switch (n->op)
    {
    case DJ_SYM:
    case DJ_CTR:
      {
	int i = 0;
	while (i < out->n && out->e[i].var != r)
	  i++;
	period p = { r, per };
	if (i == out->n)
	  dj_push (out, p);
	else
	  out->e[i].l = per && out->e[i].l ? lcm (out->e[i].l, per) : 0;
	return;
      }
    case DJ_MOD:
      if (dj_is_const (A, n->b, &c) && c > 0 && c <= MAX_PERIOD && dj_at (A, n->a)->lo >= 0)
	{
	  periods (q, n->a, c, out);
	  return;
	}
      break;
    case DJ_AND:
      if (dj_is_const (A, n->b, &c) && c > 0 && c < MAX_PERIOD && !(c & (c + 1)))
	{
	  periods (q, n->a, c + 1, out);
	  return;
	}
      break;
    case DJ_DIV:
      if (per && dj_is_const (A, n->b, &c) && c > 0 && c * per <= MAX_PERIOD && c <= MAX_PERIOD
	  && dj_at (A, n->a)->lo >= 0)
	{
	  periods (q, n->a, c * per, out);
	  return;
	}
      break;
    case DJ_SHR:
      if (per && dj_is_const (A, n->b, &c) && c >= 0 && c < 12 && per << c <= MAX_PERIOD)
	{
	  periods (q, n->a, per << c, out);
	  return;
	}
      break;
    case DJ_ADD:
    case DJ_SUB:
    case DJ_MUL:
    case DJ_NEG:
    case DJ_CAST:
      {
	/* The operation is a ring homomorphism if nothing wraps or PER divides the modulus of
	   wrapping.  */
	int bits = n->ty.bits;
	if (n->op == DJ_CAST && dj_at (A, n->a)->ty.bits < bits)
	  bits = dj_at (A, n->a)->ty.bits;
	if (!(n->flags & DJ_EXACT) && !(pow2 && (dj_wide) per <= (dj_wide) 1 << bits))
	  per = 0;
	periods (q, n->a, per, out);
	if (dj_arity[n->op] == 2)
	  periods (q, dj_at (A, r)->b, per, out);
	return;
      }
    default: break;
    }
  px_dj_ref k[3] = { n->a, n->b, n->c };
  for (int i = 0; i < 3; i++)
    if (k[i])
      periods (q, k[i], 0, out);
}

/* M: first the variables, then every visited node, with replacements.  */
static px_dj_ref
substitute (struct query *q, px_dj_ref r, dj_vec<px_dj_ref> *m)
{
  px_dj *A = q->A;
  if (!r)
    return 0;
  while (m->n <= (int) r)
    dj_push (m, (px_dj_ref) 0);
  if (m->e[r])
    return m->e[r];
  const dj_node n = *dj_at (A, r);
  px_dj_ref s = r;
  if (dj_arity[n.op] && !dj_finite_small (q, r))
    s = dj_rebuild (A, r, substitute (q, n.a, m), substitute (q, n.b, m), substitute (q, n.c, m));
  m->e[r] = s;
  return s;
}

/* Replaces variables that the offsets use only modulo constants by their residues.  */
static void
reduce (struct query *q)
{
  px_dj *A = q->A;
  dj_vec<period> p = dj_vec<period> (), g = dj_vec<period> ();
  dj_vec<px_dj_ref> m = dj_vec<px_dj_ref> ();
  for (int i = 0; i < q->n_sides; i++)
    periods (q, q->s[i].offset, 0, &p);
  for (int i = 0; i < p.n && !q->overflow; i++)
    if (p.e[i].l && !dj_arity[dj_at (A, p.e[i].var)->op])
      {
	/* Choose the interval of l residues nearest to 0 that the range allows.  */
	const dj_node n = *dj_at (A, p.e[i].var);
	dj_wide lo = n.hi - p.e[i].l + 1 < 0 ? n.hi - p.e[i].l + 1 : 0;
	if (lo < n.lo)
	  lo = n.lo;
	dj_wide hi = lo + p.e[i].l - 1 < n.hi ? lo + p.e[i].l - 1 : n.hi;
	if (hi > INT64_MAX)
	  continue;
	q->reduced = true;
	while (m.n <= (int) p.e[i].var)
	  dj_push (&m, (px_dj_ref) 0);
	m.e[p.e[i].var]
	  = dj_box (A, n.ty, (int64_t) lo, (int64_t) hi, dj_finite_common (q, p.e[i].var),
		    dj_var_of (A, p.e[i].var)->name);
      }
  if (m.n)
    {
      q->exact = false;
      for (int i = 0; i < q->n_sides; i++)
	{
	  struct side *s = &q->s[i];
	  int n = 0;
	  s->offset = substitute (q, s->offset, &m);
	  for (int j = 0; j < s->guard.n; j++)
	    {
	      /* Keep a guard only if it uses no more of the variables than the offsets do.  */
	      bool keep = true;
	      g.n = 0;
	      periods (q, s->guard.e[j], 0, &g);
	      for (int k = 0; k < g.n; k++)
		for (int l = 0; l < p.n; l++)
		  if (p.e[l].var == g.e[k].var && p.e[l].l && !dj_arity[dj_at (A, p.e[l].var)->op]
		      && (!g.e[k].l || p.e[l].l % g.e[k].l))
		    keep = false;
	      if (keep)
		s->guard.e[n++] = substitute (q, s->guard.e[j], &m);
	    }
	  s->guard.n = n;
	}
    }
  dj_drop (&p);
  dj_drop (&g);
  dj_drop (&m);
}

/* The number of combined values of the boxes made since number FROM.  */
static dj_wide
box_values (struct query *q, int from)
{
  dj_wide p = 1;
  for (int i = from; i < q->box.n && p < MAX_ABSTRACT; i++)
    {
      const dj_node *n = dj_at (q->A, q->box.e[i].to);
      p *= n->hi - n->lo + 1;
    }
  return p;
}

/* Returns R with subexpressions of few values but operands without limits replaced by free
   counters, equal expressions by the same one.  0: impossible.  */
static px_dj_ref abstract (struct query *, px_dj_ref);

static px_dj_ref
make_abstract (struct query *q, px_dj_ref r)
{
  px_dj *A = q->A;
  if (dj_finite_small (q, r))
    return r;
  const dj_node n = *dj_at (A, r);
  int boxes = q->box.n;
  bool few = n.ty.bits > 1 && n.hi - n.lo < MAX_BOX && n.lo >= INT64_MIN && n.hi <= INT64_MAX;
  for (int i = 0; i < boxes; i++)
    if (q->box.e[i].from == r)
      return q->box.e[i].to;
  if (dj_arity[n.op])
    {
      px_dj_ref a = abstract (q, n.a), b = a && n.b ? abstract (q, n.b) : 0;
      px_dj_ref c = b && n.c ? abstract (q, n.c) : 0;
      if (a && (b || !n.b) && (c || !n.c) && (!few || box_values (q, boxes) <= n.hi - n.lo + 1))
	return dj_rebuild (A, r, a, b, c);
      q->box.n = boxes;
    }
  if (!few)
    return 0;
  pair p = { r, dj_box (A, n.ty, (int64_t) n.lo, (int64_t) n.hi, dj_finite_common (q, r),
			"some value") };
  dj_push (&q->box, p);
  q->exact = false;
  return p.to;
}

static px_dj_ref
abstract (struct query *q, px_dj_ref r)
{
  while (q->abstracted.n <= (int) r)
    dj_push (&q->abstracted, (px_dj_ref) 0);
  if (!q->abstracted.e[r])
    {
      px_dj_ref to = make_abstract (q, r);
      q->abstracted.e[r] = to ? to : CANNOT;
    }
  return q->abstracted.e[r] == CANNOT ? 0 : q->abstracted.e[r];
}

/* Rewrites a condition in a form that may be enumerable: differences instead of operands.  */
static px_dj_ref
simplify (struct query *q, px_dj_ref r)
{
  px_dj *A = q->A;
  const dj_node n = *dj_at (A, r);
  if (dj_finite_small (q, r))
    return r;
  if (n.op == DJ_LAND || n.op == DJ_LOR || n.op == DJ_LNOT)
    {
      px_dj_ref a = simplify (q, n.a), b = n.b ? simplify (q, n.b) : 0;
      return dj_rebuild (A, r, a, b, 0);
    }
  if (!dj_comparison (n.op) || dj_at (A, n.a)->hi > INT64_MAX || dj_at (A, n.b)->hi > INT64_MAX)
    return r;
  struct sum s = sum ();
  bool before = q->overflow;
  q->overflow = false;
  dj_finite_flatten (q, n.b, 1, &s, NULL);
  dj_finite_flatten (q, n.a, -1, &s, NULL);
  px_dj_ref d = dj_finite_sum_node (q, &s);
  dj_drop (&s.t);
  if (!q->overflow && dj_finite_small (q, d) && dj_finite_sum_exact (q, d))
    r = px_dj_bin (A, (enum px_dj_op) n.op, px_dj_const (A, sum_type, 0), d);
  q->overflow = before;
  return r;
}

static void
add_guard (struct query *q, px_dj_ref r, dj_vec<px_dj_ref> *out)
{
  const dj_node n = *dj_at (q->A, r);
  int64_t v;
  if (n.op == DJ_LAND)
    {
      add_guard (q, n.a, out);
      add_guard (q, n.b, out);
      return;
    }
  r = simplify (q, r);
  if (!dj_is_const (q->A, r, &v) || !v)
    dj_push (out, r);
}

/* The condition that the counter's loop runs at least once.  */
static px_dj_ref
loop_runs (px_dj *A, px_dj_ref ctr)
{
  const dj_var v = *dj_var_of (A, ctr);
  switch (v.test)
    {
    case DJ_CTR_LT: return px_dj_bin (A, DJ_LT, v.start, v.bound);
    case DJ_CTR_LE: return px_dj_bin (A, DJ_LE, v.start, v.bound);
    case DJ_CTR_GT: return px_dj_bin (A, DJ_LT, v.bound, v.start);
    case DJ_CTR_GE: return px_dj_bin (A, DJ_LE, v.bound, v.start);
    case DJ_CTR_NE: return px_dj_bin (A, DJ_NE, v.start, v.bound);
    default: return 0;
    }
}

/* Appends the variables of R that this walk has not visited, each after those that bound it.  */
static void
more_leaves (struct query *q, px_dj_ref r, dj_vec<px_dj_ref> *out)
{
  const dj_node *n = dj_at (q->A, r);
  if (!dj_finite_visit (q, r))
    return;
  if (n->op == DJ_CTR)
    {
      const dj_var *v = dj_var_of (q->A, r);
      more_leaves (q, v->start, out);
      more_leaves (q, v->step, out);
      more_leaves (q, v->bound, out);
    }
  if (n->op == DJ_CTR || n->op == DJ_POW2)
    {
      dj_push (out, r);
      return;
    }
  px_dj_ref k[3] = { n->a, n->b, n->c };
  for (int i = 0; i < 3; i++)
    if (k[i])
      more_leaves (q, k[i], out);
}

void
dj_finite_side_leaves (struct query *q, const struct side *s, dj_vec<px_dj_ref> *out)
{
  if (!out->n)
    q->walk++;
  more_leaves (q, s->offset, out);
  for (int i = 0; i < s->guard.n; i++)
    more_leaves (q, s->guard.e[i], out);
  for (int i = 0; i < s->check.n; i++)
    more_leaves (q, s->check.e[i], out);
}

static bool
uses (struct query *q, px_dj_ref r, px_dj_ref var)
{
  dj_vec<px_dj_ref> v = dj_vec<px_dj_ref> ();
  bool yes = false;
  q->walk++;
  more_leaves (q, r, &v);
  for (int i = 0; i < v.n; i++)
    yes |= v.e[i] == var;
  dj_drop (&v);
  return yes;
}

/* If an own counter of constant trip count is only a term of the offset, in strides of at most
   the width, replaces the access by an interval.  */
static void
fold (struct query *q, struct sum *s, struct side *d)
{
  px_dj *A = q->A;
  for (bool again = true; again;)
    {
      again = false;
      for (int i = 0; i < s->t.n && !again; i++)
	{
	  px_dj_ref r = s->t.e[i].node;
	  int64_t coef = s->t.e[i].coef, first, step, bound, last, stride, most;
	  if (!coef || dj_at (A, r)->op != DJ_CTR || dj_finite_common (q, r))
	    continue;
	  const dj_var v = *dj_var_of (A, r);
	  if (!v.bound || !dj_is_const (A, v.start, &first) || !dj_is_const (A, v.step, &step)
	      || !dj_is_const (A, v.bound, &bound))
	    continue;
	  int64_t n = dj_finite_trips (A, r, first, step, bound);
	  if (n < 2 || __builtin_mul_overflow (coef, step, &stride) || stride > d->width
	      || stride < -d->width || __builtin_mul_overflow (stride, n - 1, &last)
	      || __builtin_mul_overflow (coef, first, &most)
	      || __builtin_add_overflow (d->width, last < 0 ? -last : last, &most))
	    continue;
	  bool elsewhere = false;
	  for (int j = 0; j < s->t.n; j++)
	    elsewhere |= j != i && s->t.e[j].coef && uses (q, s->t.e[j].node, r);
	  for (int j = 0; j < d->guard.n; j++)
	    elsewhere |= uses (q, d->guard.e[j], r);
	  for (int j = 0; j < d->check.n; j++)
	    elsewhere |= uses (q, d->check.e[j], r);
	  if (elsewhere)
	    continue;
	  span f = { r, first, step, n, stride };
	  dj_push (&d->fold, f);
	  d->width = most;
	  q->exact &= v.every;
	  s->t.e[i].coef = 0;
	  dj_finite_add_base (q, s, coef, first);
	  if (last < 0)
	    dj_finite_add_base (q, s, last, 1);
	  again = true;
	}
    }
}

/* Returns true if R consists of constants and counters over constants: it does not use the
   launch.  */
static bool
without_launch (px_dj *A, px_dj_ref r)
{
  const dj_node n = *dj_at (A, r);
  if (n.op == DJ_CTR)
    {
      const dj_var v = *dj_var_of (A, r);
      return without_launch (A, v.start) && without_launch (A, v.step)
	     && (!v.bound || without_launch (A, v.bound));
    }
  if (n.op == DJ_CONST || n.op == DJ_SYM)
    return true;
  return dj_arity[n.op] && n.op != DJ_SEL && without_launch (A, n.a)
	 && (dj_arity[n.op] < 2 || without_launch (A, n.b));
}

/* Returns the counter whose loop's test is R, if the loop is around all accesses and both are in
   the same iteration; else 0.  Other conditions on the counter are the user's, and may never hold.  */
static px_dj_ref
tested (struct query *q, px_dj_ref r)
{
  const dj_node n = *dj_at (q->A, r);
  if ((n.op != DJ_LT && n.op != DJ_LE && n.op != DJ_NE) || !without_launch (q->A, r))
    return 0;
  px_dj_ref ctr = dj_at (q->A, n.a)->op == DJ_CTR ? n.a : n.b;
  if (dj_at (q->A, ctr)->op != DJ_CTR || (q->n_sides == 2 && !dj_finite_common (q, ctr)))
    return 0;
  px_dj_ref bound = dj_var_of (q->A, ctr)->bound;
  if (!bound || px_dj_uncast (q->A, bound) != px_dj_uncast (q->A, ctr == n.a ? n.b : n.a))
    return 0;
  for (int i = 0; i < q->n_sides; i++)
    if (!dj_among (r, q->s[i].guard.e, q->s[i].guard.n))
      return 0;
  return ctr;
}

/* A loop around everything in the question, whose counter nothing else uses, is assumed to run:
   code that is wrong whenever it runs is reported.  Returns the counters of those loops; their
   tests are no longer guards.  */
static dj_vec<px_dj_ref>
assume_runs (struct query *q)
{
  dj_vec<px_dj_ref> used = dj_vec<px_dj_ref> (), test = used, ctr = used;
  int i, j, k;
  q->walk++;
  for (i = 0; i < q->n_sides; i++)
    {
      struct side *d = &q->s[i];
      more_leaves (q, d->offset, &used);
      for (j = 0; j < d->check.n; j++)
	more_leaves (q, d->check.e[j], &used);
      for (j = 0; j < d->guard.n; j++)
	if (!tested (q, d->guard.e[j]))
	  more_leaves (q, d->guard.e[j], &used);
    }
  for (j = 0; j < q->s[0].guard.n; j++)
    {
      px_dj_ref g = q->s[0].guard.e[j], c = tested (q, g);
      if (c && !dj_among (c, used.e, used.n))
	{
	  dj_push (&test, g);
	  dj_push (&ctr, c);
	}
    }
  for (i = 0; i < q->n_sides; i++)
    {
      struct side *d = &q->s[i];
      for (j = k = 0; j < d->guard.n; j++)
	if (!dj_among (d->guard.e[j], test.e, test.n))
	  d->guard.e[k++] = d->guard.e[j];
      d->guard.n = k;
    }
  dj_drop (&used);
  dj_drop (&test);
  return ctr;
}

/* Moves the terms that both offsets S have, of variables that both sides share, to the base: they do not matter.  */
static void
move_common (struct query *q, struct sum s[2])
{
  if (q->n_sides != 2 && !q->same)
    return;
  struct sum *other = &s[q->same ? 0 : 1];
  for (int i = 0; i < s[0].t.n; i++)
    for (int j = 0; j < other->t.n; j++)
      if (s[0].t.e[i].node == other->t.e[j].node && dj_finite_common (q, s[0].t.e[i].node)
	  && s[0].t.e[i].coef && other->t.e[j].coef)
	{
	  term t = s[0].t.e[i];
	  if (!q->same && t.coef != other->t.e[j].coef)
	    continue;
	  dj_push (&q->base, t);
	  s[0].t.e[i].coef = other->t.e[j].coef = 0;
	  break;
	}
}

/* True if counter R of a loop is among USED, or is folded into side D, by its own name or the iteration's.  */
static bool
counter_used (const struct query *q, const struct side *d, px_dj_ref r,
	      const dj_vec<px_dj_ref> &used)
{
  px_dj_ref it = 0;
  for (int k = 0; k < q->iter.n; k++)
    if (q->iter.e[k].from == r)
      it = q->iter.e[k].to;
  for (int k = 0; k < used.n; k++)
    if (used.e[k] == r || (it && used.e[k] == it))
      return true;
  for (int k = 0; k < d->fold.n; k++)
    if (d->fold.e[k].ctr == r || (it && d->fold.e[k].ctr == it))
      return true;
  return false;
}

/* Loops of access A whose counter is not used, and that are not among RUNNING, must still run: a guard of side D.  */
static void
guard_loops (struct query *q, const px_dj_access *a, struct side *d,
	     const dj_vec<px_dj_ref> &running)
{
  dj_vec<px_dj_ref> used = dj_vec<px_dj_ref> ();
  dj_finite_side_leaves (q, d, &used);
  for (int j = 0; j < a->n_ctrs; j++)
    {
      px_dj_ref r = a->ctr[j];
      int64_t v;
      if (counter_used (q, d, r, used) || dj_at (q->A, r)->op == DJ_POW2
	  || dj_among (r, running.e, running.n))
	continue;
      px_dj_ref g = loop_runs (q->A, r);
      if (g)
	g = simplify (q, g);
      if (g && dj_is_const (q->A, g, &v) && v)
	continue;
      if (g && dj_finite_small (q, g))
	dj_push (&d->guard, g);
      else
	q->exact = false;
    }
  dj_drop (&used);
}

/* Makes the offset and guards of side D small enough to be enumerated; false: the offset is not.  */
static bool
abstract_side (struct query *q, struct side *d)
{
  px_dj_ref o = abstract (q, d->offset);
  int n = 0;
  if (!o || !dj_finite_sum_exact (q, o))
    {
      q->culprit = dj_finite_culprit (q, d->offset);
      return false;
    }
  d->offset = o;
  for (int j = 0; j < d->guard.n; j++)
    {
      int boxes = q->box.n;
      px_dj_ref g = abstract (q, d->guard.e[j]);
      /* A guard over many values that no offset uses costs more than it excludes.  */
      if (g && box_values (q, boxes) > MAX_BOX)
	{
	  q->box.n = boxes;
	  g = 0;
	}
      if (!g)
	q->exact = false;
      else
	d->guard.e[n++] = g;
    }
  d->guard.n = n;
  return true;
}

bool
dj_finite_prepare (struct query *q, const px_dj_access *const acc[2])
{
  struct sum s[2] = { sum (), sum () };
  q->exact = true;
  for (int i = 0; i < q->n_sides; i++)
    {
      q->exact &= acc[i]->complete;
      q->s[i].width = acc[i]->width;
      dj_finite_flatten (q, acc[i]->offset, 1, &s[i], &q->s[i].check);
    }
  move_common (q, s);
  for (int i = 0; i < q->n_sides; i++)
    {
      for (int j = 0; j < acc[i]->n_guards; j++)
	add_guard (q, acc[i]->guard[j], &q->s[i].guard);
      fold (q, &s[i], &q->s[i]);
      q->s[i].offset = dj_finite_sum_node (q, &s[i]);
    }
  for (int i = 0; i < 2; i++)
    dj_drop (&s[i].t);
  if (q->overflow)
    return false;
  dj_vec<px_dj_ref> running = assume_runs (q);
  for (int i = 0; i < q->n_sides; i++)
    guard_loops (q, acc[i], &q->s[i], running);
  dj_drop (&running);
  reduce (q);
  if (q->overflow)
    return false;
  for (int i = 0; i < q->n_sides; i++)
    if (!abstract_side (q, &q->s[i]))
      return false;
  return true;
}
