/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, step 1: determines which expressions can be enumerated, and makes sums of them.

   In the sums exact operations are looked through, multiples are moved out of divisions by
   constants, and a counter that cannot be enumerated is its start plus a distance that can.  */

#include "value/finite.h"

int
dj_finite_attr (struct query *q, px_dj_ref r)
{
  px_dj *A = q->A;
  while (q->attr.n < A->node.n)
    dj_push (&q->attr, (uint8_t) 0);
  if (q->attr.e[r])
    return q->attr.e[r];
  const dj_node *n = dj_at (A, r);
  int a = KNOWN | SMALL | COMMON | GROUP;
  switch (n->op)
    {
    case DJ_CONST: break;
    case DJ_THREAD:
      a |= USES_THREAD;
      if (q->c->common.level != DJ_LEVEL_THREAD || q->c->common.n != 1)
	a &= ~COMMON;
      break;
    case DJ_BLOCK:
      if (q->blocks)
	a = KNOWN | SMALL | USES_BLOCK;
      else
	a = KNOWN | COMMON | GROUP;
      break;
    case DJ_NTHREADS:
    case DJ_NBLOCKS: a &= ~SMALL; break;
    case DJ_SYM:
      a = KNOWN | (dj_var_common (A, q->c, dj_var_of (A, r)) ? COMMON | GROUP : 0);
      break;
    case DJ_POW2:
      if (!dj_var_common (A, q->c, dj_var_of (A, r)))
	a &= ~(COMMON | GROUP);
      break;
    case DJ_CTR:
      {
	const dj_var *v = dj_var_of (A, r);
	px_dj_ref start = v->start, step = v->step, bound = v->bound;
	int all = dj_finite_attr (q, start) & dj_finite_attr (q, step)
		  & (bound ? dj_finite_attr (q, bound) : ~0);
	int any = dj_finite_attr (q, start) | dj_finite_attr (q, step)
		  | (bound ? dj_finite_attr (q, bound) : 0);
	/* It belongs to the perspective of its operands.  If they depend on the thread number,
	   it depends on a common part of that, for example on the warp's number.  */
	a = (any & (USES_BLOCK | USES_THREAD)) | KNOWN;
	if (v->test != DJ_CTR_ANY)
	  a |= all & SMALL;
	if ((all & GROUP) && dj_var_common (A, q->c, v))
	  a |= COMMON | GROUP;
	break;
      }
    default:
      {
	px_dj_ref k[3] = { n->a, n->b, n->c };
	for (int i = 0; i < 3; i++)
	  if (k[i])
	    {
	      int b = dj_finite_attr (q, k[i]);
	      a = (a & (b | KNOWN)) | ((a | b) & (USES_BLOCK | USES_THREAD));
	    }
      }
    }
  q->attr.e[r] = a | KNOWN;
  return a | KNOWN;
}

bool
dj_finite_visit (struct query *q, px_dj_ref r)
{
  while (q->mark.n < q->A->node.n)
    dj_push (&q->mark, 0);
  if (q->mark.e[r] == q->walk)
    return false;
  q->mark.e[r] = q->walk;
  return true;
}

bool
dj_finite_small (struct query *q, px_dj_ref r)
{
  return dj_finite_attr (q, r) & SMALL;
}

bool
dj_finite_common (struct query *q, px_dj_ref r)
{
  return dj_finite_attr (q, r) & COMMON;
}

px_dj_ref
dj_finite_culprit (struct query *q, px_dj_ref r)
{
  const dj_node *n = dj_at (q->A, r);
  px_dj_ref k[3] = { n->a, n->b, n->c };
  if (n->op == DJ_CTR && !dj_finite_small (q, r))
    {
      const dj_var *v = dj_var_of (q->A, r);
      k[0] = v->start;
      k[1] = v->step;
      k[2] = v->bound;
    }
  for (int i = 0; i < 3; i++)
    if (k[i] && !dj_finite_small (q, k[i]))
      return dj_finite_culprit (q, k[i]);
  return r;
}

void
dj_finite_add_base (struct query *q, struct sum *s, int64_t k, int64_t v)
{
  int64_t x;
  if (__builtin_mul_overflow (k, v, &x) || __builtin_add_overflow (s->base, x, &s->base))
    q->overflow = true;
}

static void
add_term (struct query *q, struct sum *s, int64_t k, px_dj_ref r)
{
  const dj_node *n = dj_at (q->A, r);
  if (n->hi > INT64_MAX)
    q->overflow = true;
  for (int i = 0; i < s->t.n; i++)
    if (s->t.e[i].node == r)
      {
	if (__builtin_add_overflow (s->t.e[i].coef, k, &s->t.e[i].coef))
	  q->overflow = true;
	return;
      }
  term t = { k, r };
  dj_push (&s->t, t);
}

px_dj_ref
dj_finite_sum_node (struct query *q, const struct sum *s)
{
  px_dj *A = q->A;
  px_dj_ref r = px_dj_const (A, sum_type, s->base);
  for (int i = 0; i < s->t.n; i++)
    if (s->t.e[i].coef)
      r = px_dj_bin (A, DJ_ADD, r,
		     px_dj_bin (A, DJ_MUL, px_dj_cast (A, sum_type, s->t.e[i].node),
				px_dj_const (A, sum_type, s->t.e[i].coef)));
  return r;
}

bool
dj_finite_sum_exact (struct query *q, px_dj_ref r)
{
  const dj_node *n = dj_at (q->A, r);
  if ((n->op != DJ_ADD && n->op != DJ_MUL && n->op != DJ_CAST) || !n->ty.wraps || n->ty.bits != 64)
    return true;
  return (n->flags & DJ_EXACT)
	 && (n->op == DJ_CAST || (dj_finite_sum_exact (q, n->a) && dj_finite_sum_exact (q, n->b)));
}

static int64_t
floor_mod (int64_t a, int64_t d)
{
  int64_t r = a % d;
  return r < 0 ? r + d : r;
}

/* (d·x + y) / d = x + y / d and (d·x + y) % d = y % d, for division that rounds down, or y >=
   0.  */
static bool
split_division (struct query *q, px_dj_ref r, int64_t k, struct sum *s, dj_vec<px_dj_ref> *check)
{
  px_dj *A = q->A;
  const dj_node n = *dj_at (A, r);
  int64_t d;
  bool quotient = n.op == DJ_DIV || n.op == DJ_SHR, floor = n.op == DJ_SHR || n.op == DJ_AND;
  if (!dj_is_const (A, n.b, &d))
    return false;
  if (n.op == DJ_SHR)
    {
      if (d < 0 || d > 61)
	return false;
      d = (int64_t) 1 << d;
    }
  else if (n.op == DJ_AND)
    {
      if (d <= 0 || (d & (d + 1)) || d == INT64_MAX)
	return false;
      d++;
    }
  if (d < 2 || (!floor && dj_at (A, n.a)->lo < 0))
    return false;
  struct sum in = sum (), y = sum ();
  bool any = false, ok = false;
  dj_finite_flatten (q, n.a, 1, &in, check);
  for (int i = 0; i < in.t.n; i++)
    if (in.t.e[i].coef % d)
      add_term (q, &y, in.t.e[i].coef, in.t.e[i].node);
    else if (in.t.e[i].coef)
      any = true;
  y.base = floor_mod (in.base, d);
  if (any && !q->overflow)
    {
      px_dj_ref rest = dj_finite_sum_node (q, &y);
      if (dj_finite_sum_exact (q, rest) && (floor || dj_at (A, rest)->lo >= 0))
	{
	  ok = true;
	  if (quotient)
	    {
	      for (int i = 0; i < in.t.n; i++)
		if (in.t.e[i].coef % d == 0)
		  {
		    int64_t c;
		    if (__builtin_mul_overflow (k, in.t.e[i].coef / d, &c))
		      q->overflow = true;
		    else
		      add_term (q, s, c, in.t.e[i].node);
		  }
	      dj_finite_add_base (q, s, k, (in.base - y.base) / d);
	    }
	  px_dj_ref o = px_dj_const (A, sum_type,
				     n.op == DJ_SHR   ? __builtin_ctzll (d)
				     : n.op == DJ_AND ? d - 1
						      : d);
	  rest = px_dj_bin (A, (enum px_dj_op) n.op, rest, o);
	  int64_t v;
	  if (dj_is_const (A, rest, &v))
	    dj_finite_add_base (q, s, k, v);
	  else
	    add_term (q, s, k, rest);
	}
    }
  dj_drop (&in.t);
  dj_drop (&y.t);
  return ok;
}

/* For a counter that cannot be enumerated although its distance from the start can, returns the
   distance; else 0.  */
static px_dj_ref
iteration (struct query *q, px_dj_ref r, dj_vec<px_dj_ref> *check)
{
  px_dj *A = q->A;
  for (int i = 0; i < q->iter.n; i++)
    if (q->iter.e[i].from == r)
      return q->iter.e[i].to;
  pair p = { r, 0 };
  dj_var v = *dj_var_of (A, r);
  int64_t step;
  if (v.bound && v.test >= DJ_CTR_LT && v.test <= DJ_CTR_GE && dj_is_const (A, v.step, &step)
      && step && dj_ctr_nowrap (A, r))
    {
      struct sum d = sum ();
      dj_finite_flatten (q, v.bound, 1, &d, check);
      dj_finite_flatten (q, v.start, -1, &d, check);
      px_dj_ref bound = dj_finite_sum_node (q, &d);
      dj_drop (&d.t);
      if (dj_finite_small (q, bound) && dj_finite_sum_exact (q, bound))
	{
	  struct px_dj_ctr c = px_dj_ctr ();
	  c.name = v.name;
	  c.start = dj_int (A, 0);
	  c.step = dj_int (A, step);
	  c.bound = bound;
	  c.test = v.test;
	  c.every = v.every;
	  c.persp = v.persp;
	  c.loop = dj_finite_common (q, r) ? v.loop : -1;
	  p.to = px_dj_ctr_new (A, &c);
	}
    }
  dj_push (&q->iter, p);
  return p.to;
}

void
dj_finite_flatten (struct query *q, px_dj_ref r, int64_t k, struct sum *s, dj_vec<px_dj_ref> *check)
{
  px_dj *A = q->A;
  const dj_node n = *dj_at (A, r);
  int64_t v = 0, c;
  if (++q->flattened > MAX_FLATTEN)
    {
      q->overflow = true;
      return;
    }
  if (n.op == DJ_CONST && n.hi <= INT64_MAX)
    {
      dj_finite_add_base (q, s, k, n.v);
      return;
    }
  if ((n.flags & DJ_EXACT)
      && (n.op == DJ_ADD || n.op == DJ_SUB || n.op == DJ_NEG || n.op == DJ_CAST
	  || ((n.op == DJ_MUL || n.op == DJ_SHL) && dj_is_const (A, n.b, &v))))
    {
      if (check && (n.flags & DJ_EXACT_UB) && dj_finite_small (q, r))
	{
	  dj_push (check, r);
	  check = NULL;
	}
      switch (n.op)
	{
	case DJ_ADD:
	case DJ_SUB:
	  dj_finite_flatten (q, n.a, k, s, check);
	  dj_finite_flatten (q, n.b, n.op == DJ_ADD ? k : -k, s, check);
	  return;
	case DJ_CAST: dj_finite_flatten (q, n.a, k, s, check); return;
	case DJ_NEG: dj_finite_flatten (q, n.a, -k, s, check); return;
	default:
	  if (n.op == DJ_SHL && v > 61)
	    q->overflow = true;
	  else if (__builtin_mul_overflow (k, n.op == DJ_SHL ? (int64_t) 1 << v : v, &c))
	    q->overflow = true;
	  else if (c)
	    dj_finite_flatten (q, n.a, c, s, check);
	  return;
	}
    }
  if ((n.op == DJ_DIV || n.op == DJ_MOD || n.op == DJ_SHR || n.op == DJ_AND)
      && split_division (q, r, k, s, check))
    return;
  if (n.op == DJ_CTR && !dj_finite_small (q, r))
    {
      px_dj_ref it = iteration (q, r, check);
      if (it)
	{
	  dj_finite_flatten (q, dj_var_of (A, r)->start, k, s, check);
	  add_term (q, s, k, it);
	  return;
	}
    }
  add_term (q, s, k, r);
}

int64_t
dj_finite_trips (const px_dj *A, px_dj_ref r, int64_t sr, int64_t dr, int64_t er)
{
  const dj_var *v = dj_var_of (A, r);
  struct px_dj_type ty = dj_at (A, r)->ty;
  dj_wide s = dj_value (ty, sr), d = dj_value (ty, dr), e = dj_value (ty, er), n;
  if (v->box)
    return (int64_t) (e - s + 1);
  switch (v->test)
    {
    case DJ_CTR_LT: n = s >= e ? 0 : d <= 0 ? -1 : (e - s - 1) / d + 1; break;
    case DJ_CTR_LE: n = s > e ? 0 : d <= 0 ? -1 : (e - s) / d + 1; break;
    case DJ_CTR_GT: n = s <= e ? 0 : d >= 0 ? -1 : (s - e - 1) / -d + 1; break;
    case DJ_CTR_GE: n = s < e ? 0 : d >= 0 ? -1 : (s - e) / -d + 1; break;
    case DJ_CTR_NE: n = !d || (e - s) % d || (e - s) / d < 0 ? -1 : (e - s) / d; break;
    default: n = -1;
    }
  if (n > 0 && ty.wraps && (s + d * n < dj_type_lo (ty) || s + d * n > dj_type_hi (ty)))
    n = -1;
  return n > MAX_COMMON * 1024 ? -1 : (int64_t) n;
}
