/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enumeration.  What is left of two offsets once equal common terms are gone often depends on
   the thread index (at most 1024 values), small counters and values seen modulo constants: it
   is evaluated with machine arithmetic, sorted and swept.

   A sum of terms stands for the mathematical integer: a node is looked through only where its
   flags say that it is exact, or undefined (then the node must be defined in a row that counts).  */

#include "value/disjoint-int.h"

enum
{
  MAX_BOX = 1024, /* values of an abstracted expression, and of all in a guard */
  MAX_ABSTRACT = 1 << 20,
  MAX_PERIOD = 4096,
  MAX_FLATTEN = 20000, /* nodes, shared ones each time */
  MAX_COMMON = 4096,   /* values of the common counters together */
  CHUNK = 256
};

namespace
{
struct term
{
  int64_t coef;
  px_dj_ref node;
};

struct sum
{
  dj_vec<term> t;
  int64_t base;
};

struct pair
{
  px_dj_ref from, to;
};

struct span /* a counter whose iterations touch one interval */
{
  px_dj_ref ctr;
  int64_t first, step, n, stride; /* stride: bytes from one to the next, may be < 0 */
};

struct side
{
  px_dj_ref offset;
  int64_t width;	   /* of an interval, folds included */
  dj_vec<span> fold;	   /* innermost first */
  dj_vec<px_dj_ref> guard; /* rows count where these hold, tested in order */
  dj_vec<px_dj_ref> check; /* ... and these are defined */
};

enum
{
  SMALL = 1,
  COMMON = 2,
  USES_BLOCK = 4,
  KNOWN = 8,
  USES_THREAD = 16,
  GROUP = 32 /* COMMON, if the thread's number were */
};
static const px_dj_ref CANNOT = ~(px_dj_ref) 0;

struct query
{
  px_dj *A;
  const dj_case *c;
  bool blocks;	 /* BLOCK takes sample values: no proof if it is used */
  bool same;	 /* both sides are one access */
  bool exact;	 /* nothing was dropped or abstracted */
  bool overflow; /* a coefficient left 64 bits */
  bool reduced;	 /* residues stand for values: undefined ones say nothing */
  struct side s[2];
  int n_sides;
  dj_vec<uint8_t> attr;		/* of nodes */
  dj_vec<px_dj_ref> abstracted; /* of nodes: 0 not yet, or CANNOT */
  dj_vec<int> mark;		/* of nodes: the last walk that came by */
  int walk;
  int flattened; /* nodes seen by flatten */
  dj_vec<pair> box, iter;
  dj_vec<term> base; /* what was cancelled */
  px_dj_ref culprit;
};
}

/* ---- properties ---- */

static int
attr (struct query *q, px_dj_ref r)
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
	int all = attr (q, start) & attr (q, step) & (bound ? attr (q, bound) : ~0);
	int any = attr (q, start) | attr (q, step) | (bound ? attr (q, bound) : 0);
	/* what it is made of lives where it does: if from the thread's number, then from
	   what is common of that, as from the warp's */
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
	      int b = attr (q, k[i]);
	      a = (a & (b | KNOWN)) | ((a | b) & (USES_BLOCK | USES_THREAD));
	    }
      }
    }
  q->attr.e[r] = a | KNOWN;
  return a | KNOWN;
}

/* true the first time that this walk comes by */
static bool
visit (struct query *q, px_dj_ref r)
{
  while (q->mark.n < q->A->node.n)
    dj_push (&q->mark, 0);
  if (q->mark.e[r] == q->walk)
    return false;
  q->mark.e[r] = q->walk;
  return true;
}

static bool
small (struct query *q, px_dj_ref r)
{
  return attr (q, r) & SMALL;
}

static bool
common (struct query *q, px_dj_ref r)
{
  return attr (q, r) & COMMON;
}

/* a leaf that is not enumerable */
static px_dj_ref
culprit (struct query *q, px_dj_ref r)
{
  const dj_node *n = dj_at (q->A, r);
  px_dj_ref k[3] = { n->a, n->b, n->c };
  if (n->op == DJ_CTR && !small (q, r))
    {
      const dj_var *v = dj_var_of (q->A, r);
      k[0] = v->start;
      k[1] = v->step;
      k[2] = v->bound;
    }
  for (int i = 0; i < 3; i++)
    if (k[i] && !small (q, k[i]))
      return culprit (q, k[i]);
  return r;
}

/* ---- sums ---- */

static void
add_base (struct query *q, struct sum *s, int64_t k, int64_t v)
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

/* Sums are of this type: they must not wrap, which no rule of C excludes.  */
static const struct px_dj_type sum_type = { 64, true, true };

static px_dj_ref
sum_node (struct query *q, const struct sum *s)
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

/* Is the sum the integer that it stands for, by the ranges of its terms?  */
static bool
sum_exact (struct query *q, px_dj_ref r)
{
  const dj_node *n = dj_at (q->A, r);
  if ((n->op != DJ_ADD && n->op != DJ_MUL && n->op != DJ_CAST) || !n->ty.wraps || n->ty.bits != 64)
    return true;
  return (n->flags & DJ_EXACT)
	 && (n->op == DJ_CAST || (sum_exact (q, n->a) && sum_exact (q, n->b)));
}

static int64_t
floor_mod (int64_t a, int64_t d)
{
  int64_t r = a % d;
  return r < 0 ? r + d : r;
}

static void flatten (struct query *, px_dj_ref, int64_t, struct sum *, dj_vec<px_dj_ref> *);
static int64_t trips (const px_dj *, px_dj_ref, int64_t, int64_t, int64_t);

/* (d·x + y) / d = x + y / d and (d·x + y) % d = y % d; floor: rounding down, else y >= 0 */
static bool
split (struct query *q, px_dj_ref r, int64_t k, struct sum *s, dj_vec<px_dj_ref> *check)
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
  flatten (q, n.a, 1, &in, check);
  for (int i = 0; i < in.t.n; i++)
    if (in.t.e[i].coef % d)
      add_term (q, &y, in.t.e[i].coef, in.t.e[i].node);
    else if (in.t.e[i].coef)
      any = true;
  y.base = floor_mod (in.base, d);
  if (any && !q->overflow)
    {
      px_dj_ref rest = sum_node (q, &y);
      if (sum_exact (q, rest) && (floor || dj_at (A, rest)->lo >= 0))
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
	      add_base (q, s, k, (in.base - y.base) / d);
	    }
	  px_dj_ref o = px_dj_const (A, sum_type,
				     n.op == DJ_SHR   ? __builtin_ctzll (d)
				     : n.op == DJ_AND ? d - 1
						      : d);
	  rest = px_dj_bin (A, (enum px_dj_op) n.op, rest, o);
	  int64_t v;
	  if (dj_is_const (A, rest, &v))
	    add_base (q, s, k, v);
	  else
	    add_term (q, s, k, rest);
	}
    }
  dj_drop (&in.t);
  dj_drop (&y.t);
  return ok;
}

/* A counter that is not enumerable but whose distance from its start is: start + the result,
   0 if it is not so.  */
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
      flatten (q, v.bound, 1, &d, check);
      flatten (q, v.start, -1, &d, check);
      px_dj_ref bound = sum_node (q, &d);
      dj_drop (&d.t);
      if (small (q, bound) && sum_exact (q, bound))
	{
	  struct px_dj_ctr c = px_dj_ctr ();
	  c.name = v.name;
	  c.start = dj_int (A, 0);
	  c.step = dj_int (A, step);
	  c.bound = bound;
	  c.test = v.test;
	  c.every = v.every;
	  c.persp = v.persp;
	  c.loop = common (q, r) ? v.loop : -1;
	  p.to = px_dj_ctr_new (A, &c);
	}
    }
  dj_push (&q->iter, p);
  return p.to;
}

/* s += k · (value of r) */
static void
flatten (struct query *q, px_dj_ref r, int64_t k, struct sum *s, dj_vec<px_dj_ref> *check)
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
      add_base (q, s, k, n.v);
      return;
    }
  if ((n.flags & DJ_EXACT)
      && (n.op == DJ_ADD || n.op == DJ_SUB || n.op == DJ_NEG || n.op == DJ_CAST
	  || ((n.op == DJ_MUL || n.op == DJ_SHL) && dj_is_const (A, n.b, &v))))
    {
      if (check && (n.flags & DJ_EXACT_UB) && small (q, r))
	{
	  dj_push (check, r);
	  check = NULL;
	}
      switch (n.op)
	{
	case DJ_ADD:
	case DJ_SUB:
	  flatten (q, n.a, k, s, check);
	  flatten (q, n.b, n.op == DJ_ADD ? k : -k, s, check);
	  return;
	case DJ_CAST: flatten (q, n.a, k, s, check); return;
	case DJ_NEG: flatten (q, n.a, -k, s, check); return;
	default:
	  if (n.op == DJ_SHL && v > 61)
	    q->overflow = true;
	  else if (__builtin_mul_overflow (k, n.op == DJ_SHL ? (int64_t) 1 << v : v, &c))
	    q->overflow = true;
	  else if (c)
	    flatten (q, n.a, c, s, check);
	  return;
	}
    }
  if ((n.op == DJ_DIV || n.op == DJ_MOD || n.op == DJ_SHR || n.op == DJ_AND)
      && split (q, r, k, s, check))
    return;
  if (n.op == DJ_CTR && !small (q, r))
    {
      px_dj_ref it = iteration (q, r, check);
      if (it)
	{
	  flatten (q, dj_var_of (A, r)->start, k, s, check);
	  add_term (q, s, k, it);
	  return;
	}
    }
  add_term (q, s, k, r);
}

/* ---- values seen modulo constants ---- */

namespace
{
struct period
{
  px_dj_ref var; /* or another node, once seen through l */
  int64_t l;	 /* 0: seen bare */
};
}

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

/* the moduli through which variables that are not enumerable are seen, per: that of r (0: none) */
static void
periods (struct query *q, px_dj_ref r, int64_t per, dj_vec<period> *out)
{
  px_dj *A = q->A;
  const dj_node *n = dj_at (A, r);
  int64_t c;
  bool pow2 = per && !(per & (per - 1));
  if (small (q, r))
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
	/* a ring homomorphism where nothing wraps, or per divides what it wraps at */
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

/* m: the variables, then every node that was met */
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
  if (dj_arity[n.op] && !small (q, r))
    s = dj_rebuild (A, r, substitute (q, n.a, m), substitute (q, n.b, m), substitute (q, n.c, m));
  m->e[r] = s;
  return s;
}

/* replaces variables that the offsets see only modulo constants by their residues */
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
	/* as near to 0 as the range allows */
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
	m.e[p.e[i].var] = dj_box (A, n.ty, (int64_t) lo, (int64_t) hi, common (q, p.e[i].var),
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
	      /* a guard stays if it sees no more of them than the offsets do */
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

/* values that the boxes made since number from have together */
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

/* r with expressions of few values but unbounded things replaced by free counters, the same
   one for equal expressions; 0: cannot */
static px_dj_ref abstract (struct query *, px_dj_ref);

static px_dj_ref
make_abstract (struct query *q, px_dj_ref r)
{
  px_dj *A = q->A;
  if (small (q, r))
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
  pair p = { r, dj_box (A, n.ty, (int64_t) n.lo, (int64_t) n.hi, common (q, r), "some value") };
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

/* a condition in a form that may be enumerable: differences instead of operands */
static px_dj_ref
simplify (struct query *q, px_dj_ref r)
{
  px_dj *A = q->A;
  const dj_node n = *dj_at (A, r);
  if (small (q, r))
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
  flatten (q, n.b, 1, &s, NULL);
  flatten (q, n.a, -1, &s, NULL);
  px_dj_ref d = sum_node (q, &s);
  dj_drop (&s.t);
  if (!q->overflow && small (q, d) && sum_exact (q, d))
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

/* a condition that the counter's loop runs at all */
static px_dj_ref
runs (px_dj *A, px_dj_ref ctr)
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

/* the variables of r that this walk has not met, what bounds them first */
static void
more_leaves (struct query *q, px_dj_ref r, dj_vec<px_dj_ref> *out)
{
  const dj_node *n = dj_at (q->A, r);
  if (!visit (q, r))
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

/* of one side, or (to add to those of the other) of both; the first call makes it a new walk */
static void
side_leaves (struct query *q, const struct side *s, dj_vec<px_dj_ref> *out)
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

/* An own counter of constant trip count that is only a term of the offset, in strides of at
   most the width, makes the access an interval.  */
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
	  if (!coef || dj_at (A, r)->op != DJ_CTR || common (q, r))
	    continue;
	  const dj_var v = *dj_var_of (A, r);
	  if (!v.bound || !dj_is_const (A, v.start, &first) || !dj_is_const (A, v.step, &step)
	      || !dj_is_const (A, v.bound, &bound))
	    continue;
	  int64_t n = trips (A, r, first, step, bound);
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
	  add_base (q, s, coef, first);
	  if (last < 0)
	    add_base (q, s, last, 1);
	  again = true;
	}
    }
}

/* Made of constants, values and what counts on them, not of the launch?  */
static bool
plain (px_dj *A, px_dj_ref r)
{
  const dj_node n = *dj_at (A, r);
  if (n.op == DJ_CTR)
    {
      const dj_var v = *dj_var_of (A, r);
      return plain (A, v.start) && plain (A, v.step) && (!v.bound || plain (A, v.bound));
    }
  if (n.op == DJ_CONST || n.op == DJ_SYM)
    return true;
  return dj_arity[n.op] && n.op != DJ_SEL && plain (A, n.a)
	 && (dj_arity[n.op] < 2 || plain (A, n.b));
}

static bool
among (const dj_vec<px_dj_ref> *v, px_dj_ref r)
{
  for (int i = 0; i < v->n; i++)
    if (v->e[i] == r)
      return true;
  return false;
}

/* The counter of a loop around all accesses, in one iteration of it, whose test is R; or 0.  */
static px_dj_ref
tested (struct query *q, px_dj_ref r)
{
  const dj_node n = *dj_at (q->A, r);
  if ((n.op != DJ_LT && n.op != DJ_LE && n.op != DJ_NE) || !plain (q->A, r))
    return 0;
  px_dj_ref ctr = dj_at (q->A, n.a)->op == DJ_CTR ? n.a : n.b;
  if (dj_at (q->A, ctr)->op != DJ_CTR || (q->n_sides == 2 && !common (q, ctr)))
    return 0;
  for (int i = 0; i < q->n_sides; i++)
    if (!among (&q->s[i].guard, r))
      return 0;
  return ctr;
}

/* A loop around all that the question is about, whose count matters to nothing else, is
   taken to run: code that is wrong whenever it runs is wrong.  Returns the counters of such
   loops; their tests are guards no more.  */
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
      if (c && !among (&used, c))
	{
	  dj_push (&test, g);
	  dj_push (&ctr, c);
	}
    }
  for (i = 0; i < q->n_sides; i++)
    {
      struct side *d = &q->s[i];
      for (j = k = 0; j < d->guard.n; j++)
	if (!among (&test, d->guard.e[j]))
	  d->guard.e[k++] = d->guard.e[j];
      d->guard.n = k;
    }
  dj_drop (&used);
  dj_drop (&test);
  return ctr;
}

/* Fills q->s from the accesses.  False: something cannot be enumerated.  */
static bool
prepare (struct query *q, const px_dj_access *const acc[2])
{
  px_dj *A = q->A;
  struct sum s[2] = { sum (), sum () };
  int i, j, k;
  bool ok = true;
  q->exact = true;
  for (i = 0; i < q->n_sides; i++)
    {
      q->exact &= acc[i]->complete;
      q->s[i].width = acc[i]->width;
      flatten (q, acc[i]->offset, 1, &s[i], &q->s[i].check);
    }
  if (q->n_sides == 2 || q->same)
    {
      struct sum *other = &s[q->same ? 0 : 1];
      for (i = 0; i < s[0].t.n; i++)
	for (j = 0; j < other->t.n; j++)
	  if (s[0].t.e[i].node == other->t.e[j].node && common (q, s[0].t.e[i].node)
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
  for (i = 0; i < q->n_sides; i++)
    {
      for (j = 0; j < acc[i]->n_guards; j++)
	add_guard (q, acc[i]->guard[j], &q->s[i].guard);
      fold (q, &s[i], &q->s[i]);
      q->s[i].offset = sum_node (q, &s[i]);
    }
  for (i = 0; i < 2; i++)
    dj_drop (&s[i].t);
  if (q->overflow)
    return false;
  dj_vec<px_dj_ref> running = assume_runs (q);
  /* other loops whose counter does not matter must still run */
  for (i = 0; i < q->n_sides; i++)
    {
      dj_vec<px_dj_ref> used = dj_vec<px_dj_ref> ();
      side_leaves (q, &q->s[i], &used);
      for (j = 0; j < acc[i]->n_ctrs; j++)
	{
	  px_dj_ref r = acc[i]->ctr[j], g, it = 0;
	  int64_t v;
	  for (k = 0; k < q->iter.n; k++)
	    if (q->iter.e[k].from == r)
	      it = q->iter.e[k].to;
	  for (k = 0; k < used.n; k++)
	    if (used.e[k] == r || (it && used.e[k] == it))
	      break;
	  for (int l = 0; l < q->s[i].fold.n; l++)
	    if (q->s[i].fold.e[l].ctr == r || (it && q->s[i].fold.e[l].ctr == it))
	      k = -1;
	  if (k < used.n || dj_at (A, r)->op == DJ_POW2 || among (&running, r))
	    continue;
	  g = runs (A, r);
	  if (g)
	    g = simplify (q, g);
	  if (g && dj_is_const (A, g, &v) && v)
	    continue;
	  if (g && small (q, g))
	    dj_push (&q->s[i].guard, g);
	  else
	    q->exact = false;
	}
      dj_drop (&used);
    }
  dj_drop (&running);
  reduce (q);
  if (q->overflow)
    return false;
  for (i = 0; i < q->n_sides && ok; i++)
    {
      struct side *d = &q->s[i];
      px_dj_ref o = abstract (q, d->offset);
      if (!o || !sum_exact (q, o))
	{
	  q->culprit = culprit (q, d->offset);
	  ok = false;
	  break;
	}
      d->offset = o;
      for (j = k = 0; j < d->guard.n; j++)
	{
	  int boxes = q->box.n;
	  px_dj_ref g = abstract (q, d->guard.e[j]);
	  /* what many values decide that no offset has costs more than it tells */
	  if (g && box_values (q, boxes) > MAX_BOX)
	    {
	      q->box.n = boxes;
	      g = 0;
	    }
	  if (!g)
	    q->exact = false;
	  else
	    d->guard.e[k++] = g;
	}
      d->guard.n = k;
    }
  return ok;
}

/* ---- rows ---- */

namespace
{
struct column
{
  px_dj_ref var;
  int64_t *v;
};

struct rows
{
  int n;
  dj_vec<column> col;
};
}

static void
rows_free (struct rows *r)
{
  for (int i = 0; i < r->col.n; i++)
    free (r->col.e[i].v);
  dj_drop (&r->col);
}

static int64_t *
new_column (struct rows *r, px_dj_ref var)
{
  column c = { var, (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t)) };
  dj_push (&r->col, c);
  return c.v;
}

static const int64_t *
find_column (const struct rows *r, px_dj_ref var)
{
  for (int i = 0; i < r->col.n; i++)
    if (r->col.e[i].var == var)
      return r->col.e[i].v;
  return NULL;
}

/* values of the common variables: row of a table */
namespace
{
struct env
{
  const struct rows *r;
  int row;
};

struct instr
{
  uint8_t op;
  bool may_und; /* by itself */
  struct px_dj_type ty, t;
  int a, b, c;
  int64_t imm;
  const int64_t *col;
  int64_t *v;
  uint8_t *u; /* NULL: always defined */
};

struct program
{
  dj_vec<instr> i;
  dj_vec<int> slot; /* of nodes, -1: none */
  struct dj_pool pool;
};
}

static int
compile (struct query *q, struct program *p, px_dj_ref r, const struct rows *rows,
	 const struct env *env)
{
  px_dj *A = q->A;
  while (p->slot.n < A->node.n)
    dj_push (&p->slot, -1);
  if (p->slot.e[r] >= 0)
    return p->slot.e[r];
  const dj_node *n = dj_at (A, r);
  instr x = instr ();
  x.op = n->op;
  x.ty = x.t = n->ty;
  x.a = x.b = x.c = -1;
  if (dj_arity[n->op])
    {
      bool u;
      x.a = compile (q, p, n->a, rows, env);
      x.t = dj_at (A, n->a)->ty;
      if (n->b)
	x.b = compile (q, p, n->b, rows, env);
      if (n->c)
	x.c = compile (q, p, n->c, rows, env);
      const dj_node *y = n->b ? dj_at (A, n->b) : NULL;
      if (n->op == DJ_DIV || n->op == DJ_MOD)
	x.may_und = (y->lo <= 0 && y->hi >= 0) || (n->flags & DJ_EXACT_UB);
      else if (n->op == DJ_SHL || n->op == DJ_SHR)
	x.may_und = y->lo < 0 || y->hi >= n->ty.bits;
      else
	x.may_und = n->flags & DJ_EXACT_UB;
      u = x.may_und || p->i.e[x.a].u || (x.b >= 0 && p->i.e[x.b].u) || (x.c >= 0 && p->i.e[x.c].u);
      x.v = (int64_t *) dj_alloc (&p->pool, CHUNK * sizeof (int64_t));
      if (u)
	x.u = (uint8_t *) dj_alloc (&p->pool, CHUNK);
    }
  else
    {
      const int64_t *c;
      x.imm = n->v;
      if (n->op != DJ_CONST)
	{
	  x.col = find_column (rows, r);
	  if (!x.col)
	    {
	      c = env ? find_column (env->r, r) : NULL;
	      if (!c)
		abort ();
	      x.imm = c[env->row];
	    }
	}
      if (!x.col)
	{
	  x.v = (int64_t *) dj_alloc (&p->pool, CHUNK * sizeof (int64_t));
	  for (int i = 0; i < CHUNK; i++)
	    x.v[i] = x.imm;
	}
    }
  p->slot.e[r] = p->i.n;
  dj_push (&p->i, x);
  return p->i.n - 1;
}

/* evaluates rows from … from + n - 1 */
static void
run (struct program *p, int from, int n)
{
  for (int k = 0; k < p->i.n; k++)
    {
      instr *x = &p->i.e[k];
      if (!dj_arity[x->op])
	{
	  if (x->col)
	    x->v = (int64_t *) x->col + from;
	  continue;
	}
      int64_t *v = x->v;
      const int64_t *a = p->i.e[x->a].v, *b = x->b >= 0 ? p->i.e[x->b].v : a;
      const uint8_t *ua = p->i.e[x->a].u, *ub = x->b >= 0 ? p->i.e[x->b].u : NULL;
      bool narrow = x->ty.bits <= 32 && x->t.bits <= 32;
      bool plain = !x->may_und && (x->ty.bits == 64 || narrow);
      int i;
      if (x->u)
	{
	  uint8_t *u = x->u;
	  const uint8_t *uc = x->c >= 0 ? p->i.e[x->c].u : NULL;
	  for (i = 0; i < n; i++)
	    {
	      bool und = ua && ua[i];
	      if (x->op == DJ_SEL)
		und |= a[i] ? ub && ub[i] : uc && uc[i];
	      else if (ub && ub[i])
		und |= x->op == DJ_LAND ? a[i] != 0 : x->op == DJ_LOR ? a[i] == 0 : true;
	      u[i] = und;
	    }
	}
#define EACH(expr) \
  for (i = 0; i < n; i++) \
    v[i] = (expr); \
  break
#define WRAP(expr) \
  if (x->ty.bits == 64 || (x->ty.is_signed && !x->ty.wraps)) \
    { \
      EACH (expr) \
	; \
    } \
  EACH (dj_wrap (x->ty, expr))
      switch (x->op)
	{
	case DJ_LAND: EACH (a[i] && b[i]) ;
	case DJ_LOR: EACH (a[i] || b[i]) ;
	case DJ_LNOT: EACH (!a[i]) ;
	case DJ_SEL:
	  {
	    const int64_t *c = p->i.e[x->c].v;
	    EACH (a[i] ? b[i] : c[i])
	      ;
	  }
	case DJ_AND: EACH (a[i] & b[i]) ;
	case DJ_OR: EACH (a[i] | b[i]) ;
	case DJ_XOR: EACH (a[i] ^ b[i]) ;
	case DJ_EQ: EACH (a[i] == b[i]) ;
	case DJ_NE: EACH (a[i] != b[i]) ;
	case DJ_ADD:
	  if (!plain)
	    goto slow;
	  WRAP ((int64_t) ((uint64_t) a[i] + (uint64_t) b[i]));
	case DJ_SUB:
	  if (!plain)
	    goto slow;
	  WRAP ((int64_t) ((uint64_t) a[i] - (uint64_t) b[i]));
	case DJ_MUL:
	  if (!plain)
	    goto slow;
	  WRAP ((int64_t) ((uint64_t) a[i] * (uint64_t) b[i]));
	case DJ_LT:
	  if (x->t.bits == 64 && !x->t.is_signed)
	    goto slow;
	  EACH (a[i] < b[i])
	    ;
	case DJ_LE:
	  if (x->t.bits == 64 && !x->t.is_signed)
	    goto slow;
	  EACH (a[i] <= b[i])
	    ;
	case DJ_DIV:
	  if (x->may_und || !narrow)
	    goto slow;
	  WRAP (b[i] ? a[i] / b[i] : 0);
	case DJ_MOD:
	  if (x->may_und || !narrow)
	    goto slow;
	  EACH (b[i] ? a[i] % b[i] : 0)
	    ;
	default:
	slow:
	  for (i = 0; i < n; i++)
	    {
	      bool und = false;
	      v[i] = dj_apply (x->op, x->ty, x->t, a[i], b[i], &und);
	      if (und && x->u)
		x->u[i] = 1;
	    }
	}
#undef EACH
#undef WRAP
    }
}

static void
program_free (struct program *p)
{
  dj_drop (&p->i);
  dj_drop (&p->slot);
  dj_pool_free (&p->pool);
}

static bool
spend (struct query *q, long n)
{
  q->A->rows_left -= n;
  if (q->A->rows_left >= 0)
    return true;
  q->A->rows_left = 0;
  q->A->out_of_budget = true;
  return false;
}

/* how many iterations; -1: unbounded or wrapping */
static int64_t
trips (const px_dj *A, px_dj_ref r, int64_t sr, int64_t dr, int64_t er)
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

/* what a new program costs, which has a place for each node */
static bool
spend_program (struct query *q)
{
  return spend (q, q->A->node.n / 8);
}

/* adds a column with every value of the variable */
static bool
expand (struct query *q, struct rows *r, px_dj_ref var, const struct env *env)
{
  px_dj *A = q->A;
  if (!spend_program (q))
    return false;
  const dj_var v = *dj_var_of (A, var);
  struct program p = program ();
  int64_t *count = (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t));
  int64_t *first = (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t));
  int64_t *step = (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t));
  int64_t total = 0;
  bool ok = true, pow2 = dj_at (A, var)->op == DJ_POW2;
  if (pow2)
    {
      int64_t lo = 1;
      int n = 0;
      while (lo < v.lo)
	lo *= 2;
      for (int64_t x = lo; x <= v.hi; x *= 2)
	{
	  n++;
	  if (x > v.hi / 2)
	    break;
	}
      for (int i = 0; i < r->n; i++)
	{
	  count[i] = n;
	  first[i] = lo;
	}
      total = (int64_t) n * r->n;
    }
  else
    {
      int s = compile (q, &p, v.start, r, env), d = compile (q, &p, v.step, r, env);
      int e = compile (q, &p, v.bound, r, env);
      for (int from = 0; from < r->n && ok; from += CHUNK)
	{
	  int n = r->n - from < CHUNK ? r->n - from : CHUNK;
	  run (&p, from, n);
	  for (int i = 0; i < n; i++)
	    {
	      const instr *is = &p.i.e[s], *id = &p.i.e[d], *ie = &p.i.e[e];
	      int64_t c = trips (A, var, is->v[i], id->v[i], ie->v[i]);
	      if ((is->u && is->u[i]) || (id->u && id->u[i]) || (ie->u && ie->u[i]))
		c = 0;
	      if (c < 0)
		{
		  q->culprit = var;
		  ok = false;
		  break;
		}
	      count[from + i] = c;
	      first[from + i] = is->v[i];
	      step[from + i] = id->v[i];
	      total += c;
	    }
	}
    }
  if (ok && (total > A->rows_left || !spend (q, total)))
    {
      A->out_of_budget = true;
      ok = false;
    }
  if (ok)
    {
      struct rows m = rows ();
      m.n = (int) total;
      for (int k = 0; k < r->col.n; k++)
	{
	  int64_t *to = new_column (&m, r->col.e[k].var);
	  const int64_t *f = r->col.e[k].v;
	  for (int i = 0; i < r->n; i++)
	    for (int64_t j = 0; j < count[i]; j++)
	      *to++ = f[i];
	}
      int64_t *to = new_column (&m, var);
      for (int i = 0; i < r->n; i++)
	for (int64_t j = 0; j < count[i]; j++)
	  *to++ = pow2 ? first[i] << j : first[i] + step[i] * j;
      rows_free (r);
      *r = m;
    }
  free (count);
  free (first);
  free (step);
  program_free (&p);
  return ok;
}

/* ---- sweep ---- */

namespace
{
struct item
{
  int64_t lo, key;
  int row;
  int side;
};
}

/* sorts by lo: bytes of lo - min, least first */
static void
sort (dj_vec<item> *v)
{
  int n = v->n, i;
  bool sorted = true;
  for (i = 1; i < n && sorted; i++)
    sorted = v->e[i - 1].lo <= v->e[i].lo;
  if (sorted)
    return;
  uint64_t min = v->e[0].lo, range = 0;
  for (i = 1; i < n; i++)
    if (v->e[i].lo < (int64_t) min)
      min = v->e[i].lo;
  for (i = 0; i < n; i++)
    if ((uint64_t) v->e[i].lo - min > range)
      range = (uint64_t) v->e[i].lo - min;
  item *a = v->e, *b = (item *) dj_realloc (NULL, n * sizeof (item)), *c;
  for (int shift = 0; shift < 64 && range >> shift; shift += 8)
    {
      int count[257];
      memset (count, 0, sizeof count);
      for (i = 0; i < n; i++)
	count[(((uint64_t) a[i].lo - min) >> shift & 255) + 1]++;
      for (i = 0; i < 256; i++)
	count[i + 1] += count[i];
      for (i = 0; i < n; i++)
	b[count[((uint64_t) a[i].lo - min) >> shift & 255]++] = a[i];
      c = a;
      a = b;
      b = c;
    }
  free (b);
  v->e = a;
  v->cap = n;
}

/* Two items of different keys and (unless same) sides that share a byte; the farthest two ends
   of different keys are all that need be kept of each side.  */
static bool
sweep (const dj_vec<item> *v, const int64_t width[2], bool same, int hit[2])
{
  struct
  {
    int64_t end[2], key[2];
    int item[2];
  } far[2];
  for (int s = 0; s < 2; s++)
    far[s].end[0] = far[s].end[1] = INT64_MIN;
  for (int i = 0; i < v->n; i++)
    {
      const item *x = &v->e[i];
      int o = same ? 0 : 1 - x->side;
      for (int k = 0; k < 2; k++)
	if (far[o].end[k] > x->lo && far[o].key[k] != x->key)
	  {
	    hit[x->side] = i;
	    hit[1 - x->side] = far[o].item[k];
	    return true;
	  }
      int64_t end = x->lo + width[x->side];
      int s = same ? 0 : x->side, k;
      if (far[s].end[0] != INT64_MIN && far[s].key[0] == x->key)
	{
	  if (end <= far[s].end[0])
	    continue;
	  k = 0;
	}
      else if (end > far[s].end[0])
	{
	  far[s].end[1] = far[s].end[0];
	  far[s].key[1] = far[s].key[0];
	  far[s].item[1] = far[s].item[0];
	  k = 0;
	}
      else if (end > far[s].end[1])
	k = 1;
      else
	continue;
      far[s].end[k] = end;
      far[s].key[k] = x->key;
      far[s].item[k] = i;
    }
  return false;
}

static int64_t
unit (const dj_key *k, int side, int64_t b, int64_t t)
{
  switch (k->kind)
    {
    case DJ_KEY_NONE: return side;
    case DJ_KEY_THREADS: return b * 2048 + t / k->n;
    case DJ_KEY_BLOCKS: return b / k->n;
    default: return t >= k->start && t < k->start + k->n ? -1 : side;
    }
}

/* HIT, a pair that sweep found, becomes one of threads that are farther apart.  */
static void
widen (dj_vec<item> *v, const struct rows *r, const int64_t width[2], bool same, const dj_key *key,
       int hit[2])
{
  for (dj_key k = { DJ_KEY_THREADS, key->widest, 0, 0 };
       k.n > (key->kind == DJ_KEY_NONE ? 0 : key->n); k.n /= 2)
    {
      int wider[2];
      for (int i = 0; i < v->n; i++)
	{
	  item *x = &v->e[i];
	  x->key = unit (&k, x->side, r[x->side].col.e[1].v[x->row], r[x->side].col.e[0].v[x->row]);
	}
      if (sweep (v, width, same, wider))
	{
	  hit[0] = wider[0];
	  hit[1] = wider[1];
	  return;
	}
    }
}

/* ---- tables ---- */

/* the rows of a side that count: their offsets go to off, which rows to keep */
static bool
table (struct query *q, int side, struct rows *r, const struct env *env, dj_vec<int64_t> *off,
       dj_vec<int> *keep)
{
  struct side *s = &q->s[side];
  dj_vec<px_dj_ref> vars = dj_vec<px_dj_ref> ();
  struct program p = program ();
  bool ok = true;
  side_leaves (q, s, &vars);
  for (int i = 0; i < vars.n && ok; i++)
    if (!env || !find_column (env->r, vars.e[i]))
      ok = expand (q, r, vars.e[i], env);
  dj_drop (&vars);
  off->n = keep->n = 0;
  ok = ok && spend_program (q);
  if (ok)
    {
      int o = compile (q, &p, s->offset, r, env);
      dj_vec<int> g = dj_vec<int> ();
      for (int i = 0; i < s->guard.n; i++)
	dj_push (&g, compile (q, &p, s->guard.e[i], r, env));
      for (int i = 0; i < s->check.n; i++)
	dj_push (&g, compile (q, &p, s->check.e[i], r, env));
      ok = spend (q, (long) r->n * p.i.n / 16);
      for (int from = 0; from < r->n && ok; from += CHUNK)
	{
	  int n = r->n - from < CHUNK ? r->n - from : CHUNK;
	  run (&p, from, n);
	  const instr *io = &p.i.e[o];
	  for (int i = 0; i < n && ok; i++)
	    {
	      bool in = true, und = false;
	      for (int k = 0; k < g.n && in && !und; k++)
		{
		  const instr *ig = &p.i.e[g.e[k]];
		  und = ig->u && ig->u[i];
		  in = k >= s->guard.n || ig->v[i];
		}
	      und |= in && io->u && io->u[i];
	      in &= !und;
	      ok = !(und && q->reduced);
	      if (in)
		{
		  dj_push (keep, from + i);
		  dj_push (off, io->v[i]);
		}
	    }
	}
      dj_drop (&g);
    }
  program_free (&p);
  return ok;
}

static void
finish (struct query *q)
{
  for (int i = 0; i < 2; i++)
    {
      dj_drop (&q->s[i].guard);
      dj_drop (&q->s[i].check);
      dj_drop (&q->s[i].fold);
    }
  dj_drop (&q->attr);
  dj_drop (&q->abstracted);
  dj_drop (&q->mark);
  dj_drop (&q->box);
  dj_drop (&q->iter);
  dj_drop (&q->base);
}

/* threads first … first + n - 1 of each block */
static struct rows
threads (px_dj *A, const int *block, int n_blocks, int first, int n)
{
  struct rows r = rows ();
  px_dj_ref t = px_dj_id (A, DJ_THREAD, px_dj_type{ 32, true, false });
  px_dj_ref b = px_dj_id (A, DJ_BLOCK, px_dj_type{ 32, true, false });
  r.n = n * n_blocks;
  int64_t *ct = new_column (&r, t), *cb = new_column (&r, b);
  for (int i = 0; i < n_blocks; i++)
    for (int j = 0; j < n; j++)
      {
	*ct++ = first + j;
	*cb++ = block[i];
      }
  return r;
}

/* ---- questions ---- */

static void
add_values (struct query *q, const struct rows *r, int row, int side, struct px_dj_witness *w)
{
  for (int k = 0; k < r->col.n && w->n_values < DJ_MAX_VALUES; k++)
    {
      px_dj_ref c = r->col.e[k].var;
      if (c >= (px_dj_ref) q->A->first_scratch)
	continue;
      int op = dj_at (q->A, c)->op;
      if (op != DJ_CTR && op != DJ_POW2)
	continue;
      w->value[w->n_values].ctr = c;
      w->value[w->n_values].side = side;
      w->value[w->n_values++].value = r->col.e[k].v[row];
    }
}

/* The iterations of folded counters that touch byte p; *lo: start of the interval, becomes that
   of the access.  */
static void
unfold (struct query *q, const struct side *s, int64_t p, int64_t *lo, int side,
	struct px_dj_witness *w)
{
  for (int i = s->fold.n; i-- > 0;)
    {
      const span *f = &s->fold.e[i];
      int64_t a = f->stride < 0 ? -f->stride : f->stride;
      int64_t k = a ? (p - *lo) / a : 0;
      if (k > f->n - 1)
	k = f->n - 1;
      *lo += k * a;
      if (f->stride < 0)
	k = f->n - 1 - k;
      if (w->n_values < DJ_MAX_VALUES && f->ctr < (px_dj_ref) q->A->first_scratch)
	{
	  w->value[w->n_values].ctr = f->ctr;
	  w->value[w->n_values].side = side;
	  w->value[w->n_values++].value = f->first + k * f->step;
	}
    }
}

/* A column for each common counter of vars, and one for THREAD, the number of a thread of these
   units, on which counters may depend.  */
static bool
common_values (struct query *q, const dj_vec<px_dj_ref> *vars, int thread, struct rows *r)
{
  r->n = 1;
  *new_column (r, px_dj_id (q->A, DJ_THREAD, px_dj_type{ 32, true, false })) = thread;
  for (int i = 0; i < vars->n; i++)
    if (common (q, vars->e[i]) && !(attr (q, vars->e[i]) & USES_BLOCK)
	&& !expand (q, r, vars->e[i], NULL))
      return false;
  return r->n <= MAX_COMMON;
}

/* Looks for a meeting among n threads of each of the blocks, from number first on; env has the
   common counters' values.  */
static enum dj_finite_answer
search_units (struct query *q, const dj_key *key, const int *block, int n_blocks, int first, int n,
	      const struct env *env, struct px_dj_witness *w)
{
  px_dj *A = q->A;
  dj_vec<int64_t> off[2] = { dj_vec<int64_t> (), dj_vec<int64_t> () };
  dj_vec<int> keep[2] = { dj_vec<int> (), dj_vec<int> () };
  dj_vec<item> items = dj_vec<item> ();
  enum dj_finite_answer answer = DJ_F_NEVER;
  int64_t widths[2] = { q->s[0].width, q->s[q->same ? 0 : 1].width };
  struct rows r[2] = { rows (), rows () };
  int hit[2];
  for (int i = 0; i < q->n_sides && answer == DJ_F_NEVER; i++)
    {
      r[i] = threads (A, block, n_blocks, first, n);
      if (!spend (q, r[i].n) || !table (q, i, &r[i], env, &off[i], &keep[i]))
	{
	  answer = DJ_F_CANNOT;
	  break;
	}
      const int64_t *t = r[i].col.e[0].v, *b = r[i].col.e[1].v;
      for (int k = 0; k < keep[i].n; k++)
	{
	  int row = keep[i].e[k];
	  item x = { off[i].e[k], unit (key, i, b[row], t[row]), row, i };
	  dj_push (&items, x);
	}
    }
  if (answer == DJ_F_NEVER && items.n)
    {
      sort (&items);
      if (sweep (&items, widths, q->same, hit))
	{
	  answer = DJ_F_ALWAYS;
	  if (key->kind == DJ_KEY_NONE || key->kind == DJ_KEY_THREADS)
	    widen (&items, r, widths, q->same, key, hit);
	  memset (w, 0, sizeof *w);
	  w->valid = true;
	  add_values (q, env->r, env->row, 2, w);
	  for (int i = 0; i < 2; i++)
	    {
	      const item *x = &items.e[hit[i]];
	      const struct rows *z = &r[q->same ? 0 : i];
	      w->thread[i] = z->col.e[0].v[x->row];
	      w->block[i] = z->col.e[1].v[x->row];
	      w->offset[i] = x->lo;
	      add_values (q, z, x->row, i, w);
	    }
	  int64_t p = w->offset[0] > w->offset[1] ? w->offset[0] : w->offset[1];
	  for (int i = 0; i < 2; i++)
	    unfold (q, &q->s[q->same ? 0 : i], p, &w->offset[i], i, w);
	  for (int i = 0; i < q->base.n && w->n_base < DJ_MAX_BASE; i++)
	    {
	      w->base[w->n_base].coef = q->base.e[i].coef;
	      w->base[w->n_base++].node = q->base.e[i].node;
	    }
	}
    }
  dj_drop (&items);
  for (int i = 0; i < 2; i++)
    {
      rows_free (&r[i]);
      dj_drop (&off[i]);
      dj_drop (&keep[i]);
    }
  return answer;
}

/* Looks for a meeting among the first n threads of the blocks.  */
static enum dj_finite_answer
search (struct query *q, const dj_key *key, const int *block, int n_blocks, int n,
	struct px_dj_witness *w)
{
  dj_vec<px_dj_ref> vars = dj_vec<px_dj_ref> ();
  enum dj_finite_answer answer = DJ_F_NEVER;
  int width = q->c->common.level == DJ_LEVEL_THREAD ? q->c->common.n : n;
  bool each = false; /* each group of threads has common counters of its own */
  for (int i = 0; i < q->n_sides; i++)
    side_leaves (q, &q->s[i], &vars);
  for (int i = 0; i < vars.n; i++)
    if (common (q, vars.e[i]))
      each |= (attr (q, vars.e[i]) & USES_THREAD) != 0;
    else if (dj_var_common (q->A, q->c, dj_var_of (q->A, vars.e[i])))
      q->exact = false; /* the sides take different iterations of one */
  for (int from = 0; from < n && answer == DJ_F_NEVER; from += each ? width : n)
    {
      struct rows shared = rows ();
      if (!common_values (q, &vars, from, &shared))
	answer = DJ_F_CANNOT;
      for (int e = 0; e < shared.n && answer == DJ_F_NEVER; e++)
	for (int first = from; first < (each ? from + width : n) && answer == DJ_F_NEVER;
	     first += width)
	  {
	    struct env env = { &shared, e };
	    answer = search_units (q, key, block, n_blocks, first,
				   first + width <= n ? width : n - first, &env, w);
	  }
      rows_free (&shared);
    }
  dj_drop (&vars);
  return answer;
}

/* every value that was enumerated occurs, unless the loop is left early */
static bool
all_occur (struct query *q)
{
  bool yes = true;
  dj_vec<px_dj_ref> vars = dj_vec<px_dj_ref> ();
  for (int i = 0; i < q->n_sides; i++)
    side_leaves (q, &q->s[i], &vars);
  for (int i = 0; i < vars.n; i++)
    yes &= dj_var_of (q->A, vars.e[i])->every;
  dj_drop (&vars);
  return yes;
}

static bool
uses_block (struct query *q)
{
  int a = 0;
  for (int i = 0; i < q->n_sides; i++)
    {
      a |= attr (q, q->s[i].offset);
      for (int j = 0; j < q->s[i].guard.n; j++)
	a |= attr (q, q->s[i].guard.e[j]);
    }
  return a & USES_BLOCK;
}

enum dj_finite_answer
dj_finite_meet (px_dj *A, const dj_case *c, const dj_key *key, const px_dj_access *a,
		const px_dj_access *b, struct px_dj_witness *w, px_dj_ref *node)
{
  struct query q = query ();
  const px_dj_access *const acc[2] = { a, b };
  enum dj_finite_answer answer = DJ_F_CANNOT;
  int T = A->launch.threads, n = c->n_block, least = A->launch.min_blocks;
  int block[6] = { 0 }, n_blocks = 1;
  q.A = A;
  q.c = c;
  q.blocks = c->other_block;
  q.same = a == b;
  q.n_sides = q.same ? 1 : 2;
  memset (w, 0, sizeof *w);
  if (c->other_block)
    {
      /* the ends of the first two units, and the last block that is there in every launch */
      int last = c->common.level == DJ_LEVEL_BLOCK ? c->common.n : least;
      int cand[4] = { n - 1, n, 2 * n - 1, last - 1 };
      for (int i = 0; i < 4; i++)
	if (cand[i] > block[n_blocks - 1] && (c->common.level != DJ_LEVEL_BLOCK || cand[i] < last))
	  block[n_blocks++] = cand[i];
    }
  if (!A->no_finite && prepare (&q, acc))
    {
      struct px_dj_witness v;
      answer = search (&q, key, block, n_blocks, T ? T : 1024, w);
      if (answer == DJ_F_NEVER && q.blocks && uses_block (&q))
	answer = DJ_F_CANNOT;
      if (answer == DJ_F_ALWAYS)
	{
	  answer = DJ_F_MAYBE;
	  if (q.exact && all_occur (&q))
	    {
	      if (T)
		answer = DJ_F_ALWAYS;
	      else if (search (&q, key, block, n_blocks, A->launch.min_threads, &v) == DJ_F_ALWAYS)
		{
		  answer = DJ_F_ALWAYS;
		  *w = v;
		}
	    }
	  if (c->other_block && c->common.level == DJ_LEVEL_GRID)
	    w->more_units = w->block[0] >= least || w->block[1] >= least;
	}
    }
  *node = q.culprit;
  for (int i = 0; i < w->n_base && w->valid; i++)
    if (w->base[i].node >= (px_dj_ref) A->first_scratch)
      w->base[i].node = 0;
  finish (&q);
  return answer;
}

enum dj_finite_answer
dj_finite_outside (px_dj *A, const px_dj_access *a, int64_t extent, struct px_dj_witness *w,
		   px_dj_ref *node)
{
  struct query q = query ();
  dj_case c = { { DJ_LEVEL_GRID, 1 }, -1, 0, true, 1 };
  const px_dj_access *const acc[2] = { a, a };
  enum dj_finite_answer answer = DJ_F_CANNOT;
  int T = A->launch.threads, least = A->launch.min_blocks;
  int block[2] = { 0, least - 1 };
  dj_vec<int64_t> off = dj_vec<int64_t> ();
  dj_vec<int> keep = dj_vec<int> ();
  q.A = A;
  q.c = &c;
  q.blocks = true;
  q.n_sides = 1;
  memset (w, 0, sizeof *w);
  if (!A->no_finite && prepare (&q, acc))
    {
      struct rows r = threads (A, block, least > 1 ? 2 : 1, 0, T ? T : 1024);
      if (spend (&q, r.n) && table (&q, 0, &r, NULL, &off, &keep))
	{
	  const int64_t *t = r.col.e[0].v, *b = r.col.e[1].v;
	  answer = uses_block (&q) ? DJ_F_CANNOT : DJ_F_NEVER;
	  bool exact = q.exact && all_occur (&q);
	  for (int i = 0; i < off.n; i++)
	    if (off.e[i] < 0 || off.e[i] > extent - q.s[0].width)
	      {
		int row = keep.e[i];
		bool there = exact && t[row] < (T ? T : A->launch.min_threads);
		if (w->valid && !there)
		  continue;
		memset (w, 0, sizeof *w);
		w->valid = true;
		w->thread[0] = t[row];
		w->block[0] = b[row];
		w->offset[0] = off.e[i];
		add_values (&q, &r, row, 0, w);
		unfold (&q, &q.s[0], off.e[i] < 0 ? off.e[i] : off.e[i] + q.s[0].width - 1,
			&w->offset[0], 0, w);
		answer = there ? DJ_F_ALWAYS : DJ_F_MAYBE;
		if (there)
		  break;
	      }
	}
      rows_free (&r);
    }
  *node = q.culprit;
  dj_drop (&off);
  dj_drop (&keep);
  finish (&q);
  return answer;
}
