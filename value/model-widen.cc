/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which other launches two threads meet that meet in one.

   Each number and value of the launch is made a range, up to the largest or down to the smallest;
   interval arithmetic shows whether the same two threads still run and meet in all of it.

   Needs a search whose nodes model.cc has sorted, and two rows of it.  */

#include "value/model.h"

static struct range
whole_type (struct px_dj_type t)
{
  struct range r = { dj_type_lo (t), dj_type_hi (t), false };
  return r;
}

/* R cut to type T, in which what leaves the type is undefined or wraps.  */
static struct range
in_type (struct px_dj_type t, struct range r)
{
  if (r.lo >= dj_type_lo (t) && r.hi <= dj_type_hi (t))
    return r;
  struct range w = whole_type (t);
  w.undefined = r.undefined || !t.wraps;
  return w;
}

/* The truth of X < Y, or of X <= Y.  */
static struct range
less (struct range x, struct range y, bool or_equal)
{
  dj_wide d = or_equal;
  struct range r = { x.hi < y.lo + d, x.lo < y.hi + d, false };
  return r;
}

static struct range
value_range (const struct search *s, px_dj_ref k)
{
  px_dj *A = s->A;
  const dj_node n = *dj_at (A, k);
  struct px_dj_type t = n.a ? dj_at (A, n.a)->ty : n.ty;
  struct range x = n.a ? s->r.e[n.a] : range (), y = n.b ? s->r.e[n.b] : range ();
  struct range z = n.c ? s->r.e[n.c] : range (), r = whole_type (n.ty);
  switch (n.op)
    {
    case DJ_CAST:
      if (x.lo >= dj_type_lo (n.ty) && x.hi <= dj_type_hi (n.ty))
	r = x;
      break;
    case DJ_LT:
    case DJ_LE: r = less (x, y, n.op == DJ_LE); break;
    case DJ_EQ:
      r = range{ x.lo == x.hi && y.lo == y.hi && x.lo == y.lo, x.lo <= y.hi && y.lo <= x.hi,
		 false };
      break;
    case DJ_NE:
      r = range{ x.hi < y.lo || y.hi < x.lo, x.lo != x.hi || y.lo != y.hi || x.lo != y.lo, false };
      break;
    case DJ_LNOT: r = range{ 1 - x.hi, 1 - x.lo, false }; break;
    case DJ_LAND:
      r = range{ x.lo && y.lo, x.hi && y.hi, x.undefined || (x.hi && y.undefined) };
      return r;
    case DJ_LOR:
      r = range{ x.lo || y.lo, x.hi || y.hi, x.undefined || (!x.lo && y.undefined) };
      return r;
    case DJ_SEL:
      if (x.lo == x.hi)
	r = x.lo ? y : z;
      else
	r = range{ y.lo < z.lo ? y.lo : z.lo, y.hi > z.hi ? y.hi : z.hi,
		   y.undefined || z.undefined };
      r.undefined |= x.undefined;
      return r;
    default:
      {
	struct range b = range ();
	if (x.lo == x.hi && y.lo == y.hi)
	  {
	    bool und = false;
	    r.lo = r.hi
	      = dj_value (n.ty, dj_apply (n.op, n.ty, t, (int64_t) x.lo, (int64_t) y.lo, &und));
	    r.undefined = und;
	    break;
	  }
	if (dj_hull2 (n.op, n.ty, x.lo, x.hi, y.lo, y.hi, &b.lo, &b.hi))
	  r = in_type (n.ty, b);
	else
	  r.undefined = true;
	if ((n.op == DJ_DIV || n.op == DJ_MOD) && y.lo <= 0 && y.hi >= 0)
	  r.undefined = true;
	if ((n.op == DJ_SHL || n.op == DJ_SHR) && (y.lo < 0 || y.hi >= t.bits))
	  r.undefined = true;
      }
    }
  r.undefined |= x.undefined || (n.b && y.undefined);
  return r;
}

/* The range of counter K in iteration TURN.  Undefined: the loop may not get there.  */
static struct range
counter_range (const struct search *s, px_dj_ref k, int turn)
{
  const dj_node *n = dj_at (s->A, k);
  const dj_var *v = dj_var_of (s->A, k);
  struct range x = range ();
  if (n->op == DJ_POW2)
    {
      int64_t at;
      x.undefined = !dj_model_counter (s, k, turn, &at);
      x.lo = x.hi = at;
      return x;
    }
  bool tested = !dj_model_untested (s, k);
  struct range start = s->r.e[v->start], step = s->r.e[v->step],
	       bound = tested ? s->r.e[v->bound] : range ();
  x = start;
  for (int i = 0;; i++)
    {
      struct range on = !tested		       ? range{ 1, 1, false }
			: v->test == DJ_CTR_LT ? less (x, bound, false)
			: v->test == DJ_CTR_LE ? less (x, bound, true)
			: v->test == DJ_CTR_GT ? less (bound, x, false)
			: v->test == DJ_CTR_GE
			  ? less (bound, x, true)
			  : range{ x.hi < bound.lo || x.lo > bound.hi, 1, false };
      x.undefined |= start.undefined || step.undefined || bound.undefined || !on.lo;
      if (i == turn)
	return x;
      struct range y = { x.lo + step.lo, x.hi + step.hi, x.undefined };
      bool undefined = x.undefined;
      x = in_type (n->ty, y);
      x.undefined |= undefined;
    }
}

/* Sets the ranges of P's nodes for row R.  Returns true if it runs wherever the ranges hold, in one
   place: *AT.  */
static bool
runs_everywhere (struct search *s, const struct program *p, const struct row *r, int64_t *at)
{
  int ctr = 0;
  for (int i = 0; i < p->node.n; i++)
    {
      px_dj_ref k = p->node.e[i];
      const dj_node *n = dj_at (s->A, k);
      struct range *to = &s->r.e[k];
      dj_wide c = dj_value (n->ty, n->v);
      switch (n->op)
	{
	case DJ_CONST: *to = range{ c, c, false }; break;
	case DJ_THREAD: *to = range{ r->thread, r->thread, false }; break;
	case DJ_BLOCK: *to = range{ r->block, r->block, false }; break;
	case DJ_NTHREADS: *to = s->of_threads; break;
	case DJ_NBLOCKS: *to = s->of_blocks; break;
	case DJ_SYM:
	  for (int j = 0; j < s->sym.n; j++)
	    if (s->sym.e[j] == k)
	      *to = s->of_sym[j];
	  break;
	case DJ_CTR:
	case DJ_POW2: *to = counter_range (s, k, r->turn[p->of.e[ctr++]]); break;
	default: *to = value_range (s, k);
	}
    }
  s->A->ops_left -= p->node.n / NODES_AN_OP + 1;
  const px_dj_access *a = p->a;
  for (int i = 0; i < p->ctr.n; i++)
    if (s->r.e[p->ctr.e[i]].undefined)
      return false;
  for (int i = 0; i < a->n_guards; i++)
    if (s->r.e[a->guard[i]].undefined || !s->r.e[a->guard[i]].lo)
      return false;
  struct range x = s->r.e[a->offset];
  *at = (int64_t) x.lo;
  return !x.undefined && x.lo == x.hi;
}

/* Returns true if HIT is wrong in every launch of S's ranges.  */
static bool
wrong_everywhere (struct search *s, const struct row hit[2])
{
  int64_t x, y;
  if (!runs_everywhere (s, &s->p[0], &hit[0], &x))
    return false;
  if (!s->rel)
    return x < 0 || x > s->extent - s->p[0].a->width;
  return runs_everywhere (s, &s->p[s->n - 1], &hit[1], &y) && dj_model_overlap (s, x, y);
}

/* Moves R's end UP (else the lower one) as far as LIMIT if HIT stays wrong there.  Returns true if
   it does.  */
static bool
stretch (struct search *s, const struct row hit[2], struct range *r, bool up, dj_wide limit)
{
  struct range was = *r;
  *(up ? &r->hi : &r->lo) = limit;
  if (wrong_everywhere (s, hit))
    return true;
  *r = was;
  return false;
}

/* Moves the closed end of R, whose other end is its limit, as far as HIT stays wrong.  */
static void
tighten (struct search *s, const struct row hit[2], struct range *r, bool up, dj_wide limit)
{
  dj_wide *end = up ? &r->lo : &r->hi, good = *end, bad = limit;
  *end = limit;
  if (wrong_everywhere (s, hit))
    return;
  while (good - bad > 1 || bad - good > 1)
    {
      dj_wide middle = bad + (good - bad) / 2;
      *end = middle;
      *(wrong_everywhere (s, hit) ? &good : &bad) = middle;
    }
  *end = good;
}

enum outcome
{
  WRONG,
  RIGHT,
  IDLE /* no two units (R2: no thread) run the accesses */
};

/* What the launch of S is with *VALUE, one of its numbers or values, at X.  One that is right may be the
   limit that the user has in mind.  */
static enum outcome
launch_at (struct search *s, int64_t *value, dj_wide x)
{
  int64_t was = *value;
  struct row hit[2];
  bool run = false;
  *value = (int64_t) x;
  dj_model_run (s);
  bool wrong = dj_model_meeting (s, hit);
  for (int side = 0; side < s->n; side++)
    for (int k = 0; k < s->rows[side].n; k++)
      run |= !s->rel
	     || dj_model_unit (s->rel->unit, &s->rows[side].e[k])
		  != dj_model_unit (s->rel->unit, &s->rows[s->rows[0].n ? 0 : side].e[0]);
  *value = was;
  return wrong ? WRONG : run ? RIGHT : IDLE;
}

/* Returns true if a launch of S is right with *NUMBER, of threads or of blocks, at less than ONE more than
   MOST, where it is wrong; both are multiples of ONE.  */
static bool
right_with_fewer (struct search *s, int64_t *number, dj_wide most, int one)
{
  dj_wide lo = 0, hi = most / one + 1;
  for (dj_wide x = hi - 1; lo < x; x = lo + (hi - lo) / 2)
    switch (launch_at (s, number, x * one))
      {
      case RIGHT: return true;
      case WRONG: hi = x; break;
      case IDLE: lo = x;
      }
  return false;
}

void
dj_model_widen (struct search *s, const struct row hit[2], struct px_dj_model *m)
{
  const struct px_dj_launch *l = &s->A->launch;
  dj_wide T = hit[0].thread > hit[1].thread ? hit[0].thread : hit[1].thread;
  dj_wide G = hit[0].block > hit[1].block ? hit[0].block : hit[1].block;
  s->of_threads = range{ s->threads, s->threads, false };
  s->of_blocks = range{ s->blocks, s->blocks, false };
  for (int i = 0; i < s->sym.n; i++)
    s->of_sym[i] = range{ s->value[i], s->value[i], false };
  /* Of launches only those count that have both threads.  */
  dj_wide less_T = T / l->min_threads * l->min_threads, less_G = G / l->min_blocks * l->min_blocks;
  T = T + 1 > l->min_threads ? T + 1 : l->min_threads;
  G = G + 1 > l->min_blocks ? G + 1 : l->min_blocks;
  m->any_threads = l->threads
		   || (stretch (s, hit, &s->of_threads, true, 1024)
		       && stretch (s, hit, &s->of_threads, false, T));
  m->any_blocks
    = stretch (s, hit, &s->of_blocks, true, INT32_MAX) && stretch (s, hit, &s->of_blocks, false, G);
  m->wide = m->any_threads && m->any_blocks;
  if (!l->threads && less_T && m->wide)
    m->wide = !right_with_fewer (s, &s->threads, less_T, l->min_threads);
  if (less_G && m->wide)
    m->wide = !right_with_fewer (s, &s->blocks, less_G, l->min_blocks);
  m->least_threads = l->threads || !less_T ? 0 : (int64_t) less_T + l->min_threads;
  m->least_blocks = less_G ? (int64_t) less_G + l->min_blocks : 0;
  for (int i = 0; i < s->sym.n; i++)
    {
      const dj_node *n = dj_at (s->A, s->sym.e[i]);
      struct range *r = &s->of_sym[i];
      bool up = stretch (s, hit, r, true, n->hi);
      if (up)
	tighten (s, hit, r, true, n->lo);
      else if (stretch (s, hit, r, false, n->lo))
	tighten (s, hit, r, false, n->hi);
      else
	m->wide = false;
      if (r->lo == n->lo && r->hi == n->hi)
	continue;
      if (up && r->lo > n->lo)
	m->wide &= launch_at (s, &s->value[i], r->lo - 1) != RIGHT;
      if (!up && r->hi < n->hi)
	m->wide &= launch_at (s, &s->value[i], r->hi + 1) != RIGHT;
      m->value[m->n_values].sym = s->sym.e[i];
      m->value[m->n_values].end = r->lo == r->hi ? DJ_EXACTLY : up ? DJ_AT_LEAST : DJ_AT_MOST;
      m->value[m->n_values++].value = (int64_t) (up ? r->lo : r->hi);
    }
}
