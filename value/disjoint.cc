/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions and their ranges; which cases a question of R1, R2 or an edge falls into.  */

#include "value/disjoint-int.h"

/* Effort of one question.  */
enum
{
  MAX_OPS = 1000000,
  MAX_PROGRAMS = 600,
  MAX_ROWS = 1 << 19,
  QUESTIONS = 64
};

const struct px_dj_type dj_i64 = { 64, true, false }, dj_bool = { 1, false, true };

const uint8_t dj_arity[] = {
  0,
#define DJ_OP(name, spelling, arity, result, comm) arity,
#include "value/disjoint.def"
#undef DJ_OP
};

static const char *const spelling[] = {
  "",
#define DJ_OP(name, spelling, arity, result, comm) spelling,
#include "value/disjoint.def"
#undef DJ_OP
};

static const bool commutes[] = {
  false,
#define DJ_OP(name, spelling, arity, result, comm) comm,
#include "value/disjoint.def"
#undef DJ_OP
};

/* ---- memory ---- */

void *
dj_realloc (void *p, size_t n)
{
  p = realloc (p, n ? n : 1);
  if (!p)
    {
      fputs ("px: out of memory\n", stderr);
      abort ();
    }
  return p;
}

struct dj_chunk
{
  struct dj_chunk *next;
  size_t used, size;
  alignas (16) char mem[];
};

void *
dj_alloc (struct dj_pool *p, size_t n)
{
  n = (n + 15) & ~(size_t) 15;
  if (!p->chunk || p->chunk->size - p->chunk->used < n)
    {
      size_t size = n > 32000 ? n : 32000;
      struct dj_chunk *c = (struct dj_chunk *) dj_realloc (NULL, sizeof *c + size);
      c->next = p->chunk;
      c->used = 0;
      c->size = size;
      p->chunk = c;
    }
  void *r = p->chunk->mem + p->chunk->used;
  p->chunk->used += n;
  return r;
}

void
dj_pool_free (struct dj_pool *p)
{
  while (p->chunk)
    {
      struct dj_chunk *c = p->chunk;
      p->chunk = c->next;
      free (c);
    }
}

/* ---- ranges ---- */

static dj_wide
low_bits_above (dj_wide v) /* least 2^k - 1 >= v >= 0 */
{
  dj_wide r = 0;
  while (r < v)
    r = r * 2 + 1;
  return r;
}

static void
hull_of_4 (dj_wide p, dj_wide q, dj_wide r, dj_wide s, dj_wide *lo, dj_wide *hi)
{
  dj_wide a = p < q ? p : q, b = r < s ? r : s, c = p < q ? q : p, d = r < s ? s : r;
  *lo = a < b ? a : b;
  *hi = c > d ? c : d;
}

static bool
products (dj_wide a, dj_wide b, dj_wide c, dj_wide d, dj_wide *lo, dj_wide *hi)
{
  dj_wide p, q, r, s;
  if (__builtin_mul_overflow (a, c, &p) || __builtin_mul_overflow (a, d, &q)
      || __builtin_mul_overflow (b, c, &r) || __builtin_mul_overflow (b, d, &s))
    return false;
  hull_of_4 (p, q, r, s, lo, hi);
  return true;
}

bool
dj_hull2 (int op, struct px_dj_type ty, dj_wide a, dj_wide b, dj_wide c, dj_wide d, dj_wide *lo,
	  dj_wide *hi)
{
  switch (op)
    {
    case DJ_ADD:
      *lo = a + c;
      *hi = b + d;
      return true;
    case DJ_SUB:
      *lo = a - d;
      *hi = b - c;
      return true;
    case DJ_NEG:
      *lo = -b;
      *hi = -a;
      return true;
    case DJ_NOT:
      if (!ty.is_signed)
	{
	  *lo = dj_type_hi (ty) - b;
	  *hi = dj_type_hi (ty) - a;
	}
      else
	{
	  *lo = ~b;
	  *hi = ~a;
	}
      return true;
    case DJ_MUL: return products (a, b, c, d, lo, hi);
    case DJ_DIV:
      if (c <= 0 && d >= 0) /* 0 is no divisor, but ±1 may be left */
	{
	  dj_wide m = b > -a ? b : -a;
	  *lo = a >= 0 && c == 0 ? 0 : -m;
	  *hi = m;
	  return true;
	}
      hull_of_4 (a / c, a / d, b / c, b / d, lo, hi);
      return true;
    case DJ_MOD:
      {
	dj_wide m = (d > -c ? d : -c) - 1;
	if (m < 0)
	  m = 0;
	*lo = a >= 0 ? 0 : a > -m ? a : -m;
	*hi = b <= 0 ? 0 : b < m ? b : m;
	return true;
      }
    case DJ_AND:
      if (a < 0 && c < 0)
	return false;
      *lo = 0;
      *hi = a < 0 ? d : c < 0 ? b : b < d ? b : d;
      return true;
    case DJ_OR:
    case DJ_XOR:
      if (a < 0 || c < 0)
	return false;
      *lo = op == DJ_XOR ? 0 : a > c ? a : c;
      *hi = low_bits_above (b > d ? b : d);
      return true;
    case DJ_SHL:
      if (c < 0 || d >= ty.bits)
	return false;
      return products (a, b, (dj_wide) 1 << c, (dj_wide) 1 << d, lo, hi);
    case DJ_SHR:
      if (c < 0)
	c = 0;
      if (d >= ty.bits)
	d = ty.bits - 1;
      if (c > d)
	return false;
      hull_of_4 (a >> c, a >> d, b >> c, b >> d, lo, hi);
      return true;
    case DJ_MIN:
      *lo = a < c ? a : c;
      *hi = b < d ? b : d;
      return true;
    case DJ_MAX:
      *lo = a > c ? a : c;
      *hi = b > d ? b : d;
      return true;
    default: return false;
    }
}

static void
clamp (dj_node *n)
{
  if (n->lo < dj_type_lo (n->ty))
    n->lo = dj_type_lo (n->ty);
  if (n->hi > dj_type_hi (n->ty))
    n->hi = dj_type_hi (n->ty);
  if (n->lo > n->hi) /* never evaluated */
    {
      n->lo = dj_type_lo (n->ty);
      n->hi = dj_type_hi (n->ty);
    }
}

/* sets the range of an operator and whether its value is the integer one */
static void
range (px_dj *A, dj_node *n)
{
  const dj_node *x = n->a ? dj_at (A, n->a) : NULL, *y = n->b ? dj_at (A, n->b) : NULL;
  dj_wide tl = dj_type_lo (n->ty), th = dj_type_hi (n->ty), lo, hi;
  n->lo = tl;
  n->hi = th;
  switch (n->op)
    {
    case DJ_CAST:
      if (tl <= x->lo && x->hi <= th)
	{
	  n->lo = x->lo;
	  n->hi = x->hi;
	  n->flags = DJ_EXACT;
	}
      return;
    case DJ_SEL:
      y = dj_at (A, n->b);
      x = dj_at (A, n->c);
      n->lo = x->lo < y->lo ? x->lo : y->lo;
      n->hi = x->hi > y->hi ? x->hi : y->hi;
      return;
    case DJ_LT:
      if (x->hi < y->lo)
	n->lo = 1;
      else if (x->lo >= y->hi)
	n->hi = 0;
      return;
    case DJ_LE:
      if (x->hi <= y->lo)
	n->lo = 1;
      else if (x->lo > y->hi)
	n->hi = 0;
      return;
    case DJ_EQ:
    case DJ_NE:
    case DJ_LAND:
    case DJ_LOR:
    case DJ_LNOT: return;
    default: break;
    }
  if (!dj_hull2 (n->op, n->ty, x->lo, x->hi, y ? y->lo : 0, y ? y->hi : 0, &lo, &hi))
    return;
  if (tl <= lo && hi <= th)
    {
      n->lo = lo;
      n->hi = hi;
      n->flags = DJ_EXACT;
    }
  else if (!n->ty.wraps && n->op != DJ_SHL)
    {
      n->lo = lo;
      n->hi = hi;
      n->flags = DJ_EXACT | DJ_EXACT_UB;
      clamp (n);
    }
}

/* ---- arenas ---- */

px_dj *
px_dj_new (const struct px_dj_launch *l)
{
  px_dj *A = (px_dj *) dj_realloc (NULL, sizeof *A);
  memset (A, 0, sizeof *A);
  A->launch = *l;
  if (A->launch.min_threads < 1)
    A->launch.min_threads = 1;
  if (A->launch.min_blocks < 1)
    A->launch.min_blocks = 1;
  A->n_buckets = 256;
  A->bucket = (px_dj_ref *) dj_realloc (NULL, A->n_buckets * sizeof (px_dj_ref));
  memset (A->bucket, 0, A->n_buckets * sizeof (px_dj_ref));
  dj_push (&A->node, dj_node ());
  dj_push (&A->loop, -1);
  return A;
}

void
px_dj_free (px_dj *A)
{
  if (!A)
    return;
  dj_drop (&A->node);
  dj_drop (&A->var);
  dj_drop (&A->loop);
  free (A->bucket);
  free (A);
}

int
px_dj_loop (px_dj *A, int parent)
{
  dj_push (&A->loop, parent);
  return A->loop.n - 1;
}

static uint32_t
hash (const dj_node *n)
{
  uint64_t h = n->op * 0x9e3779b97f4a7c15u + n->ty.bits * 4 + n->ty.is_signed * 2 + n->ty.wraps;
  h = (h ^ n->a) * 0xff51afd7ed558ccdu;
  h = (h ^ h >> 32 ^ n->b) * 0xc4ceb9fe1a85ec53u;
  h = (h ^ h >> 32 ^ n->c) * 0xff51afd7ed558ccdu;
  h = (h ^ h >> 32 ^ (uint64_t) n->v) * 0xc4ceb9fe1a85ec53u;
  return h >> 32;
}

static px_dj_ref
intern (px_dj *A, const dj_node *n)
{
  uint32_t h = hash (n) & (A->n_buckets - 1);
  for (px_dj_ref r = A->bucket[h]; r; r = A->node.e[r].next)
    {
      const dj_node *m = dj_at (A, r);
      if (m->op == n->op && m->ty.bits == n->ty.bits && m->ty.is_signed == n->ty.is_signed
	  && m->ty.wraps == n->ty.wraps && m->a == n->a && m->b == n->b && m->c == n->c
	  && m->v == n->v)
	return r;
    }
  px_dj_ref r = A->node.n;
  dj_push (&A->node, *n)->next = A->bucket[h];
  A->bucket[h] = r;
  return r;
}

/* forgets the nodes and variables made since there were so many */
void
dj_forget (px_dj *A, int nodes, int vars)
{
  while (A->node.n > nodes)
    {
      dj_node *n = &A->node.e[--A->node.n];
      A->bucket[hash (n) & (A->n_buckets - 1)] = n->next;
    }
  A->var.n = vars;
}

static void
rehash (px_dj *A)
{
  if ((uint32_t) A->node.n < A->n_buckets)
    return;
  A->n_buckets *= 4;
  A->bucket = (px_dj_ref *) dj_realloc (A->bucket, A->n_buckets * sizeof (px_dj_ref));
  memset (A->bucket, 0, A->n_buckets * sizeof (px_dj_ref));
  for (int r = 1; r < A->node.n; r++)
    {
      uint32_t h = hash (&A->node.e[r]) & (A->n_buckets - 1);
      A->node.e[r].next = A->bucket[h];
      A->bucket[h] = r;
    }
}

struct px_dj_type
px_dj_type_of (const px_dj *A, px_dj_ref r)
{
  return dj_at (A, r)->ty;
}

enum px_dj_op
px_dj_op_of (const px_dj *A, px_dj_ref r)
{
  return (enum px_dj_op) dj_at (A, r)->op;
}

px_dj_ref
px_dj_uncast (const px_dj *A, px_dj_ref r)
{
  while (dj_at (A, r)->op == DJ_CAST)
    r = dj_at (A, r)->a;
  return r;
}

px_dj_ref
px_dj_const (px_dj *A, struct px_dj_type ty, int64_t v)
{
  dj_node n = dj_node ();
  n.op = DJ_CONST;
  n.ty = ty;
  n.v = dj_wrap (ty, v);
  n.lo = n.hi = dj_value (ty, n.v);
  return intern (A, &n);
}

px_dj_ref
dj_int (px_dj *A, int64_t v)
{
  return px_dj_const (A, dj_i64, v);
}

px_dj_ref
px_dj_id (px_dj *A, enum px_dj_op op, struct px_dj_type ty)
{
  int T = A->launch.threads, t = A->launch.min_threads;
  dj_wide most = ((dj_wide) 1 << 31) - 1, g = A->launch.limit ? most / (T ? T : t) : most;
  if (op == DJ_NTHREADS && T)
    return px_dj_const (A, ty, T);
  dj_node n = dj_node ();
  n.op = op;
  n.ty.bits = 32;
  n.ty.is_signed = true;
  switch (op)
    {
    case DJ_THREAD: n.hi = (T ? T : 1024) - 1; break;
    case DJ_BLOCK: n.hi = g - 1; break;
    case DJ_NTHREADS:
      n.lo = t;
      n.hi = 1024;
      break;
    case DJ_NBLOCKS:
      n.lo = A->launch.min_blocks;
      n.hi = g;
      break;
    default: abort ();
    }
  return px_dj_cast (A, ty, intern (A, &n));
}

px_dj_ref
px_dj_px_id (px_dj *A, struct px_dj_type ty, struct px_dj_persp id, struct px_dj_persp within)
{
  px_dj_ref x = px_dj_id (A, id.level == DJ_LEVEL_THREAD ? DJ_THREAD : DJ_BLOCK, ty);
  if (within.level == id.level)
    x = px_dj_bin (A, DJ_MOD, x, px_dj_const (A, ty, within.n));
  return px_dj_bin (A, DJ_DIV, x, px_dj_const (A, ty, id.n));
}

static px_dj_ref
new_var (px_dj *A, dj_node *n, const dj_var *v)
{
  n->v = A->var.n;
  dj_push (&A->var, *v);
  rehash (A);
  return intern (A, n);
}

px_dj_ref
px_dj_sym_new (px_dj *A, const struct px_dj_sym *s)
{
  dj_node n = dj_node ();
  dj_var v = dj_var ();
  n.op = DJ_SYM;
  n.ty = s->type;
  n.lo = s->bounded ? s->lo : dj_type_lo (s->type);
  n.hi = s->bounded ? s->hi : dj_type_hi (s->type);
  clamp (&n);
  v.name = s->name;
  v.persp = s->persp;
  v.loop = s->loop;
  return new_var (A, &n, &v);
}

px_dj_ref
px_dj_operand (const px_dj *A, px_dj_ref r, int i)
{
  const dj_node *n = dj_at (A, r);
  return i == 0 ? n->a : i == 1 ? n->b : n->c;
}

bool
px_dj_const_p (const px_dj *A, px_dj_ref r, int64_t *v)
{
  return dj_is_const (A, r, v);
}

/* STEPS are left: what is shared is walked each time.  */
static bool
fixed_in (const px_dj *A, px_dj_ref r, int loop, int *steps)
{
  if (!r)
    return true;
  if (--*steps < 0)
    return false;
  const dj_node *n = dj_at (A, r);
  if (n->op == DJ_SYM || n->op == DJ_CTR || n->op == DJ_POW2)
    {
      for (int l = dj_var_of (A, r)->loop; l >= 0; l = A->loop.e[l])
	if (l == loop)
	  return false;
      return true;
    }
  return fixed_in (A, n->a, loop, steps) && fixed_in (A, n->b, loop, steps)
	 && fixed_in (A, n->c, loop, steps);
}

bool
px_dj_fixed_in (const px_dj *A, px_dj_ref r, int loop)
{
  int steps = 1000;
  return fixed_in (A, r, loop, &steps);
}

/* A counter that stays within its type whenever the loop's test lets it go on.  */
bool
dj_ctr_nowrap (const px_dj *A, px_dj_ref r)
{
  const dj_node *n = dj_at (A, r);
  const dj_var *v = dj_var_of (A, r);
  const dj_node *step = dj_at (A, v->step), *bound = dj_at (A, v->bound);
  if (!n->ty.wraps)
    return true;
  dj_wide lo = dj_type_lo (n->ty), hi = dj_type_hi (n->ty);
  switch (v->test)
    {
    case DJ_CTR_LT: return step->lo >= 0 && bound->hi - 1 + step->hi <= hi;
    case DJ_CTR_LE: return step->lo >= 0 && bound->hi + step->hi <= hi;
    case DJ_CTR_GT: return step->hi <= 0 && bound->lo + 1 + step->lo >= lo;
    case DJ_CTR_GE: return step->hi <= 0 && bound->lo + step->lo >= lo;
    default: return false;
    }
}

px_dj_ref
px_dj_ctr_new (px_dj *A, const struct px_dj_ctr *c)
{
  dj_node n = dj_node ();
  dj_var v = dj_var ();
  const dj_node *s = dj_at (A, c->start), *d = dj_at (A, c->step);
  const dj_node *e = c->bound ? dj_at (A, c->bound) : NULL;
  n.op = DJ_CTR;
  n.ty = s->ty;
  n.lo = dj_type_lo (n.ty);
  n.hi = dj_type_hi (n.ty);
  v.name = c->name;
  v.counter = true;
  v.start = c->start;
  v.step = c->step;
  v.bound = e ? c->bound : 0;
  v.test = e ? c->test : DJ_CTR_ANY;
  v.every = c->every && e;
  v.persp = c->persp;
  v.loop = c->loop;
  /* != with step 1 is < unless the loop is left early or the start lies beyond */
  if (v.test == DJ_CTR_NE && d->lo == 1 && d->hi == 1 && s->hi <= e->lo)
    v.test = DJ_CTR_LT;
  if (v.test == DJ_CTR_NE && d->lo == -1 && d->hi == -1 && s->lo >= e->hi)
    v.test = DJ_CTR_GT;
  px_dj_ref r = new_var (A, &n, &v);
  dj_node *m = &A->node.e[r];
  bool nowrap = dj_ctr_nowrap (A, r);
  s = dj_at (A, c->start);
  d = dj_at (A, c->step);
  e = c->bound ? dj_at (A, c->bound) : NULL;
  if (nowrap && d->lo >= 0)
    m->lo = s->lo;
  if (nowrap && d->hi <= 0)
    m->hi = s->hi;
  if (v.test == DJ_CTR_LT && e->hi - 1 < m->hi)
    m->hi = e->hi - 1;
  if (v.test == DJ_CTR_LE && e->hi < m->hi)
    m->hi = e->hi;
  if (v.test == DJ_CTR_GT && e->lo + 1 > m->lo)
    m->lo = e->lo + 1;
  if (v.test == DJ_CTR_GE && e->lo > m->lo)
    m->lo = e->lo;
  clamp (m);
  return r;
}

px_dj_ref
px_dj_pow2_new (px_dj *A, const struct px_dj_pow2 *p)
{
  dj_node n = dj_node ();
  dj_var v = dj_var ();
  n.op = DJ_POW2;
  n.ty = p->type;
  v.name = p->name;
  v.counter = true;
  v.lo = p->lo;
  v.hi = p->hi;
  if (v.lo < 1)
    v.lo = 1;
  if (v.hi > dj_type_hi (p->type))
    v.hi = (int64_t) dj_type_hi (p->type);
  v.down = p->down;
  v.every = p->every;
  v.persp = p->persp;
  v.loop = p->loop;
  n.lo = v.lo;
  n.hi = v.hi;
  clamp (&n);
  return new_var (A, &n, &v);
}

/* A counter lo … hi of its own that stands for something.  */
px_dj_ref
dj_box (px_dj *A, struct px_dj_type ty, int64_t lo, int64_t hi, bool common, const char *name)
{
  struct px_dj_ctr c = px_dj_ctr ();
  c.name = name;
  c.start = px_dj_const (A, ty, lo);
  c.step = px_dj_const (A, ty, 1);
  c.bound = px_dj_const (A, ty, hi);
  c.test = DJ_CTR_LE;
  c.persp.level = common ? DJ_LEVEL_GRID : DJ_LEVEL_THREAD;
  c.persp.n = 1;
  if (!common)
    c.loop = -1;
  px_dj_ref r = px_dj_ctr_new (A, &c);
  A->var.e[A->node.e[r].v].box = true;
  A->node.e[r].lo = lo;
  A->node.e[r].hi = hi;
  return r;
}

static bool
same_type (struct px_dj_type a, struct px_dj_type b)
{
  return a.bits == b.bits && a.is_signed == b.is_signed && a.wraps == b.wraps;
}

enum
{
  MAX_CAST = 8
}; /* operators that a conversion is pulled through */

static px_dj_ref
cast (px_dj *A, struct px_dj_type ty, px_dj_ref a, int depth)
{
  while (dj_at (A, a)->op == DJ_CAST && dj_at (A, a)->ty.bits >= ty.bits)
    a = dj_at (A, a)->a; /* the conversion between changes nothing modulo 2^bits */
  const dj_node x = *dj_at (A, a);
  if (same_type (x.ty, ty))
    return a;
  if (x.op == DJ_CONST)
    return px_dj_const (A, ty, x.v);
  /* A sum that wraps as unsigned may be exact as signed: (sizetype) i · 4 - 4.  */
  if (x.ty.bits == ty.bits && x.ty.wraps && !(x.flags & DJ_EXACT) && depth < MAX_CAST
      && (x.op == DJ_ADD || x.op == DJ_SUB || x.op == DJ_MUL || x.op == DJ_NEG))
    {
      struct px_dj_type w = { ty.bits, ty.is_signed, true };
      px_dj_ref p = cast (A, w, x.a, depth + 1), r;
      r = x.b ? px_dj_bin (A, (enum px_dj_op) x.op, p, cast (A, w, x.b, depth + 1))
	      : px_dj_un (A, DJ_NEG, p);
      if (dj_at (A, r)->op != x.op || (dj_at (A, r)->flags & DJ_EXACT))
	{
	  if (same_type (w, ty))
	    return r;
	  a = r;
	}
    }
  dj_node n = dj_node ();
  n.op = DJ_CAST;
  n.ty = ty;
  n.a = a;
  range (A, &n);
  rehash (A);
  return intern (A, &n);
}

px_dj_ref
px_dj_cast (px_dj *A, struct px_dj_type ty, px_dj_ref a)
{
  return cast (A, ty, a, 0);
}

px_dj_ref
px_dj_un (px_dj *A, enum px_dj_op op, px_dj_ref a)
{
  dj_node n = dj_node ();
  bool und = false;
  int64_t v;
  n.op = op;
  n.ty = dj_at (A, a)->ty;
  n.a = a;
  if (dj_is_const (A, a, &v))
    {
      v = dj_apply (op, n.ty, n.ty, v, 0, &und);
      if (!und)
	return px_dj_const (A, n.ty, v);
    }
  range (A, &n);
  rehash (A);
  return intern (A, &n);
}

px_dj_ref
px_dj_bin (px_dj *A, enum px_dj_op op, px_dj_ref a, px_dj_ref b)
{
  struct px_dj_type t = dj_at (A, a)->ty;
  int64_t x = 0, y = 0;
  bool cx = dj_is_const (A, a, &x), cy = dj_is_const (A, b, &y);
  dj_node n = dj_node ();
  n.op = op;
  n.ty = dj_comparison (op) || op == DJ_LAND || op == DJ_LOR ? dj_bool : t;
  if (op == DJ_SHL || op == DJ_SHR)
    {
      /* a count is a signed 64-bit value: its range, not its type, matters */
      b = px_dj_cast (A, dj_i64, b);
      if (cy)
	y = dj_at (A, b)->v;
      if (cx && cy)
	{
	  bool und = false;
	  int64_t r = y < 0 || y >= t.bits ? und = true, 0
	    : dj_wrap (t, op == DJ_SHL ? (dj_wide) ((uint64_t) x << y) : dj_value (t, x) >> y);
	  if (!und)
	    return px_dj_const (A, t, r);
	}
    }
  else if (op == DJ_LAND || op == DJ_LOR)
    {
      if (cx)
	return !x == (op == DJ_LAND) ? a : b;
    }
  else
    {
      bool und = false;
      if (cx && cy)
	{
	  int64_t r = dj_apply (op, n.ty, t, x, y, &und);
	  if (!und)
	    return px_dj_const (A, n.ty, r);
	}
      if (commutes[op] && (cx ? !cy : !cy && a > b))
	{
	  px_dj_ref s = a;
	  a = b;
	  b = s;
	  y = x;
	  cy = cx;
	}
    }
  if (cy
      && ((y == 0 && (op == DJ_ADD || op == DJ_SUB || op == DJ_SHL || op == DJ_SHR))
	  || (y == 1 && (op == DJ_MUL || op == DJ_DIV))))
    return a;
  n.a = a;
  n.b = b;
  range (A, &n);
  rehash (A);
  return intern (A, &n);
}

px_dj_ref
px_dj_sel (px_dj *A, px_dj_ref c, px_dj_ref a, px_dj_ref b)
{
  int64_t v;
  if (dj_is_const (A, c, &v))
    return v ? a : b;
  dj_node n = dj_node ();
  n.op = DJ_SEL;
  n.ty = dj_at (A, a)->ty;
  n.a = c;
  n.b = a;
  n.c = b;
  range (A, &n);
  rehash (A);
  return intern (A, &n);
}

/* r with other operands */
px_dj_ref
dj_rebuild (px_dj *A, px_dj_ref r, px_dj_ref a, px_dj_ref b, px_dj_ref c)
{
  dj_node n = *dj_at (A, r);
  if (n.a == a && n.b == b && n.c == c)
    return r;
  if (n.op == DJ_CAST)
    return px_dj_cast (A, n.ty, a);
  if (n.op == DJ_SEL)
    return px_dj_sel (A, a, b, c);
  return dj_arity[n.op] == 1 ? px_dj_un (A, (enum px_dj_op) n.op, a)
			     : px_dj_bin (A, (enum px_dj_op) n.op, a, b);
}

/* ---- copies ---- */

struct px_dj_copies
{
  px_dj *to;
  const px_dj *from;
  px_dj_ref *ref; /* per node of FROM; 0: not yet */
  int *loop;	  /* per loop of FROM; -1: not yet */
};

px_dj_copies *
px_dj_copies_new (px_dj *to, const px_dj *from, int outer)
{
  px_dj_copies *c = (px_dj_copies *) dj_realloc (NULL, sizeof *c);
  c->to = to;
  c->from = from;
  c->ref = (px_dj_ref *) dj_realloc (NULL, from->node.n * sizeof *c->ref);
  memset (c->ref, 0, from->node.n * sizeof *c->ref);
  c->loop = (int *) dj_realloc (NULL, from->loop.n * sizeof *c->loop);
  memset (c->loop, -1, from->loop.n * sizeof *c->loop);
  c->loop[0] = outer;
  return c;
}

void
px_dj_copies_free (px_dj_copies *c)
{
  free (c->ref);
  free (c->loop);
  free (c);
}

void
px_dj_bind (px_dj_copies *c, px_dj_ref from, px_dj_ref to)
{
  c->ref[from] = to;
}

static int
copied_loop (px_dj_copies *c, int l)
{
  if (c->loop[l] < 0)
    c->loop[l] = px_dj_loop (c->to, copied_loop (c, c->from->loop.e[l]));
  return c->loop[l];
}

static px_dj_ref
copied_var (px_dj_copies *c, const dj_node *n, const dj_var *v)
{
  struct px_dj_sym s = {
    v->name, n->ty, true, (int64_t) n->lo, (int64_t) n->hi, v->persp, copied_loop (c, v->loop)
  };
  struct px_dj_ctr k = { v->name, 0, 0, 0, v->test, v->every, v->persp, s.loop };
  struct px_dj_pow2 p = { v->name, n->ty, v->lo, v->hi, v->down, v->every, v->persp, s.loop };
  if (n->op == DJ_POW2)
    return px_dj_pow2_new (c->to, &p);
  if (n->op == DJ_SYM)
    {
      s.bounded = n->lo != dj_type_lo (n->ty) || n->hi != dj_type_hi (n->ty);
      return px_dj_sym_new (c->to, &s);
    }
  k.start = px_dj_copy (c, v->start);
  k.step = px_dj_copy (c, v->step);
  k.bound = v->bound ? px_dj_copy (c, v->bound) : 0;
  return px_dj_ctr_new (c->to, &k);
}

px_dj_ref
px_dj_copy (px_dj_copies *c, px_dj_ref from)
{
  const dj_node *n = dj_at (c->from, from);
  px_dj_ref a, b;
  if (c->ref[from])
    return c->ref[from];
  switch (n->op)
    {
    case DJ_CONST: return c->ref[from] = px_dj_const (c->to, n->ty, n->v);
    case DJ_THREAD:
    case DJ_BLOCK:
    case DJ_NTHREADS:
    case DJ_NBLOCKS: return c->ref[from] = px_dj_id (c->to, (enum px_dj_op) n->op, n->ty);
    case DJ_SYM:
    case DJ_CTR:
    case DJ_POW2: return c->ref[from] = copied_var (c, n, dj_var_of (c->from, from));
    case DJ_CAST: return c->ref[from] = px_dj_cast (c->to, n->ty, px_dj_copy (c, n->a));
    case DJ_SEL:
      a = px_dj_copy (c, n->b);
      b = px_dj_copy (c, n->c);
      return c->ref[from] = px_dj_sel (c->to, px_dj_copy (c, n->a), a, b);
    default:
      a = px_dj_copy (c, n->a);
      return c->ref[from] = dj_arity[n->op] == 1
			      ? px_dj_un (c->to, (enum px_dj_op) n->op, a)
			      : px_dj_bin (c->to, (enum px_dj_op) n->op, a, px_dj_copy (c, n->b));
    }
}

/* ---- printing ---- */

namespace
{
struct out
{
  char *p;
  size_t n, size;
};
}

static void
put (struct out *o, const char *s)
{
  while (*s && o->n + 1 < o->size)
    o->p[o->n++] = *s++;
}

static void
print (const px_dj *A, px_dj_ref r, struct out *o)
{
  const dj_node *n = dj_at (A, r);
  char s[32];
  if (o->n + 1 >= o->size)
    return;
  switch (n->op)
    {
    case DJ_NONE: put (o, "nothing"); return;
    case DJ_CONST:
      if (!n->ty.is_signed && n->ty.bits == 64)
	snprintf (s, sizeof s, "%llu", (unsigned long long) n->v);
      else
	snprintf (s, sizeof s, "%lld", (long long) n->v);
      put (o, s);
      return;
    case DJ_THREAD:
    case DJ_BLOCK:
    case DJ_NTHREADS:
    case DJ_NBLOCKS: put (o, spelling[n->op]); return;
    case DJ_SYM:
    case DJ_CTR:
    case DJ_POW2: put (o, dj_var_of (A, r)->name); return;
    case DJ_CAST:
      snprintf (s, sizeof s, "(%s%d) ", n->ty.is_signed ? "i" : "u", n->ty.bits);
      put (o, s);
      print (A, n->a, o);
      return;
    case DJ_MIN:
    case DJ_MAX:
      put (o, spelling[n->op]);
      put (o, " (");
      print (A, n->a, o);
      put (o, ", ");
      print (A, n->b, o);
      put (o, ")");
      return;
    case DJ_SEL:
      put (o, "(");
      print (A, n->a, o);
      put (o, " ? ");
      print (A, n->b, o);
      put (o, " : ");
      print (A, n->c, o);
      put (o, ")");
      return;
    default: break;
    }
  if (dj_arity[n->op] == 1)
    {
      put (o, spelling[n->op]);
      print (A, n->a, o);
      return;
    }
  put (o, "(");
  print (A, n->a, o);
  put (o, " ");
  put (o, spelling[n->op]);
  put (o, " ");
  print (A, n->b, o);
  put (o, ")");
}

void
px_dj_print (const px_dj *A, px_dj_ref r, char *buf, size_t size)
{
  struct out o = { buf, 0, size };
  if (!size)
    return;
  print (A, r, &o);
  buf[o.n] = 0;
}

/* ---- cases ---- */

bool
dj_broader_eq (struct px_dj_persp p, struct px_dj_persp q)
{
  return p.level > q.level || (p.level == q.level && p.n % q.n == 0);
}

static bool
loop_holds (const px_dj *A, int outer, int inner)
{
  if (outer < 0)
    return false;
  for (; inner > 0; inner = A->loop.e[inner])
    if (inner == outer)
      return true;
  return outer == 0;
}

bool
dj_var_common (const px_dj *A, const dj_case *c, const dj_var *v)
{
  return dj_broader_eq (v->persp, c->common)
	 && (loop_holds (A, v->loop, c->loop)
	     || (c->carrier && v->counter && v->loop == c->carrier));
}

static const struct px_dj_persp one_block = { DJ_LEVEL_BLOCK, 1 };

/* What a question may spend when those of its kind before it have USED so much: functions
   with hundreds of accesses must not take minutes.  */
static long
budget (long most, long used)
{
  return used < QUESTIONS * most ? most : most / 64;
}

static void
begin (px_dj *A, enum dj_question kind, struct px_dj_result *r)
{
  memset (r, 0, sizeof *r);
  A->first_scratch = A->node.n;
  A->all = &A->spent[kind];
  A->ops_left = budget (MAX_OPS, A->all->ops);
  A->programs_left = budget (MAX_PROGRAMS, A->all->programs);
  A->rows_left = budget (MAX_ROWS, A->all->rows);
  r->ops = A->ops_left;
  r->programs = A->programs_left;
  r->rows = A->rows_left;
  A->out_of_budget = false;
}

static void
end (px_dj *A, struct px_dj_result *r)
{
  A->all->ops += r->ops -= A->ops_left;
  A->all->programs += r->programs -= A->programs_left;
  A->all->rows += r->rows -= A->rows_left;
  if (r->verdict == DJ_UNDECIDED && A->out_of_budget)
    r->why = DJ_WHY_BUDGET;
}

/* Pairs of units of one block (or of one thread[n], if that is what the question is about).  */
static dj_case
inside_block (struct px_dj_persp whole, int loop)
{
  dj_case c = { whole.level == DJ_LEVEL_THREAD ? whole : one_block, loop, 0, false, 1 };
  return c;
}

/* Pairs of units of different block[n].  */
static dj_case
across_blocks (struct px_dj_persp whole, int n, int loop)
{
  dj_case c = { whole, loop, 0, true, n };
  return c;
}

static bool
apart (px_dj *A, const dj_case *c, struct px_dj_persp unit, const px_dj_access *a,
       const px_dj_access *b)
{
  struct dj_rel rel = { DJ_REL_LT, unit, 0, 0 };
  if (!dj_linear_apart (A, c, &rel, a, b))
    return false;
  if (a == b)
    return true;
  rel.kind = DJ_REL_GT;
  return dj_linear_apart (A, c, &rel, a, b);
}

/* The reason for an answer without a witness.  */
static void
unknown (const px_dj *A, px_dj_ref node, struct px_dj_result *r)
{
  int op = dj_at (A, node)->op;
  bool value = (op == DJ_SYM || op == DJ_CTR) && node < (px_dj_ref) A->first_scratch;
  r->why = value ? DJ_WHY_UNKNOWN : DJ_WHY_UNPROVED;
  r->node = value ? node : 0;
}

/* One case of R1: both procedures.  Returns true if it is proved; else r tells.  */
static bool
r1_case (px_dj *A, const dj_case *c, const dj_key *key, struct px_dj_persp unit,
	 const px_dj_access *a, const px_dj_access *b, struct px_dj_result *r)
{
  struct px_dj_witness w = px_dj_witness ();
  px_dj_ref node = 0;
  switch (dj_finite_meet (A, c, key, a, b, &w, &node))
    {
    case DJ_F_NEVER: return true;
    case DJ_F_ALWAYS:
      r->verdict = DJ_SHOWN;
      r->witness = w;
      return false;
    case DJ_F_MAYBE:
      if (apart (A, c, unit, a, b))
	return true;
      r->why = DJ_WHY_MAYBE;
      r->witness = w;
      return false;
    default:
      if (apart (A, c, unit, a, b))
	return true;
      unknown (A, node, r);
      return false;
    }
}

void
dj_r1 (px_dj *A, const struct px_dj_relation *rel, const px_dj_access *a, const px_dj_access *b,
       struct px_dj_result *r)
{
  int nodes = A->node.n, vars = A->var.n;
  bool threads = rel->unit.level == DJ_LEVEL_THREAD;
  bool ok = true;
  begin (A, DJ_Q_RULE, r);
  if (threads)
    {
      dj_case c = inside_block (rel->parent, rel->loop);
      dj_key key = { DJ_KEY_THREADS, rel->unit.n, 0, 0 };
      ok = r1_case (A, &c, &key, rel->unit, a, b, r);
    }
  if (r->verdict != DJ_SHOWN && !rel->shared && rel->parent.level != DJ_LEVEL_THREAD
      && !(threads && rel->parent.level == DJ_LEVEL_BLOCK && rel->parent.n == 1))
    {
      struct px_dj_result s = px_dj_result ();
      struct px_dj_persp unit = { DJ_LEVEL_BLOCK, threads ? 1 : rel->unit.n };
      dj_case c = across_blocks (rel->parent, unit.n, rel->loop);
      dj_key key = { DJ_KEY_BLOCKS, unit.n, 0, 0 };
      if (!r1_case (A, &c, &key, unit, a, b, &s))
	{
	  if (ok || s.verdict == DJ_SHOWN)
	    {
	      r->verdict = s.verdict;
	      r->why = s.why;
	      r->node = s.node;
	      r->witness = s.witness;
	    }
	  ok = false;
	}
    }
  if (ok)
    r->verdict = DJ_PROVED;
  else if (r->verdict == DJ_SHOWN)
    r->why = DJ_WHY_NONE;
  end (A, r);
  dj_forget (A, nodes, vars);
}

void
px_dj_r2 (px_dj *A, const px_dj_access *a, int64_t extent, struct px_dj_result *r)
{
  int nodes = A->node.n, vars = A->var.n;
  px_dj_ref node = 0;
  begin (A, DJ_Q_RULE, r);
  switch (dj_finite_outside (A, a, extent, &r->witness, &node))
    {
    case DJ_F_NEVER: r->verdict = DJ_PROVED; break;
    case DJ_F_ALWAYS: r->verdict = DJ_SHOWN; break;
    case DJ_F_MAYBE: r->why = DJ_WHY_MAYBE; break;
    default: unknown (A, node, r);
    }
  if (r->verdict == DJ_UNDECIDED && dj_linear_inside (A, a, extent))
    {
      r->verdict = DJ_PROVED;
      r->why = DJ_WHY_NONE;
    }
  end (A, r);
  dj_forget (A, nodes, vars);
}

bool
dj_prove (px_dj *A, const px_dj_ref *fact, int n, px_dj_ref claim)
{
  struct px_dj_result r;
  int nodes = A->node.n, vars = A->var.n;
  begin (A, DJ_Q_RULE, &r);
  bool ok = dj_linear_prove (A, fact, n, claim);
  end (A, &r);
  dj_forget (A, nodes, vars);
  return ok;
}

/* ---- edges ---- */

int
px_dj_chain (const px_dj *A, struct px_dj_persp whole, int cluster,
	     struct px_dj_scope chain[DJ_MAX_CHAIN])
{
  int n = 0, most = A->launch.threads ? A->launch.threads : 1024;
  if (whole.level == DJ_LEVEL_THREAD)
    most = whole.n;
  chain[n++].kind = DJ_SCOPE_NOTHING;
  for (int k = 1; k < most && n < DJ_MAX_CHAIN - 3; k *= 2)
    if (whole.level != DJ_LEVEL_THREAD || whole.n % k == 0)
      {
	chain[n].kind = DJ_SCOPE_UNITS;
	chain[n].persp.level = DJ_LEVEL_THREAD;
	chain[n++].persp.n = k;
      }
  if (whole.level > DJ_LEVEL_BLOCK || (whole.level == DJ_LEVEL_BLOCK && whole.n > 1))
    {
      chain[n].kind = DJ_SCOPE_UNITS;
      chain[n++].persp = one_block;
    }
  if (whole.level == DJ_LEVEL_GRID && cluster > 1)
    {
      chain[n].kind = DJ_SCOPE_UNITS;
      chain[n].persp.level = DJ_LEVEL_BLOCK;
      chain[n++].persp.n = cluster;
    }
  chain[n].kind = DJ_SCOPE_UNITS;
  chain[n++].persp = whole;
  return n;
}

/* Expressions of the access that is `distance' iterations of the case's carrier later: counters
   that the units share run in step.  */
namespace
{
struct later
{
  px_dj *A;
  const dj_case *c;
  px_dj_ref distance; /* of dj_i64 */
  dj_vec<px_dj_ref> memo;
};
}

static bool
moves (struct later *l, px_dj_ref r)
{
  const dj_var *v = dj_var_of (l->A, r);
  return v->loop == l->c->carrier && dj_var_common (l->A, l->c, v);
}

static px_dj_ref move (struct later *, px_dj_ref);

/* A counter that does not move, but whose limits may.  */
static px_dj_ref
move_limits (struct later *l, px_dj_ref r)
{
  const dj_var v = *dj_var_of (l->A, r);
  struct px_dj_ctr c = px_dj_ctr ();
  c.start = move (l, v.start);
  c.step = move (l, v.step);
  c.bound = move (l, v.bound);
  if (c.start == v.start && c.step == v.step && c.bound == v.bound)
    return r;
  c.name = v.name;
  c.test = v.test;
  c.every = v.every;
  c.persp = v.persp;
  c.loop = v.loop;
  return px_dj_ctr_new (l->A, &c);
}

static px_dj_ref
move (struct later *l, px_dj_ref r)
{
  px_dj *A = l->A;
  if (!r)
    return 0;
  while (l->memo.n <= (int) r)
    dj_push (&l->memo, (px_dj_ref) 0);
  if (l->memo.e[r])
    return l->memo.e[r];
  dj_node n = *dj_at (A, r);
  px_dj_ref s = r;
  if (n.op == DJ_CTR && moves (l, r))
    s = px_dj_bin (A, DJ_ADD, r,
		   px_dj_bin (A, DJ_MUL, px_dj_cast (A, n.ty, l->distance),
			      dj_var_of (A, r)->step));
  else if (n.op == DJ_POW2 && moves (l, r))
    s = px_dj_bin (A, dj_var_of (A, r)->down ? DJ_SHR : DJ_SHL, r, l->distance);
  else if (n.op == DJ_CTR)
    s = move_limits (l, r);
  else if (dj_arity[n.op])
    s = dj_rebuild (A, r, move (l, n.a), move (l, n.b), move (l, n.c));
  l->memo.e[r] = s;
  return s;
}

/* what the loop's test says of the moved counter; 0: nothing */
static px_dj_ref
moved_test (struct later *l, px_dj_ref r)
{
  px_dj *A = l->A;
  dj_node n = *dj_at (A, r);
  dj_var v = *dj_var_of (A, r);
  px_dj_ref x = move (l, r), y, z;
  if (n.op == DJ_POW2)
    {
      y = px_dj_const (A, n.ty, v.lo);
      z = px_dj_const (A, n.ty, v.hi);
      return px_dj_bin (A, DJ_LAND, px_dj_bin (A, DJ_LE, y, x), px_dj_bin (A, DJ_LE, x, z));
    }
  y = v.bound ? move (l, v.bound) : 0;
  switch (v.test)
    {
    case DJ_CTR_LT: return px_dj_bin (A, DJ_LT, x, y);
    case DJ_CTR_LE: return px_dj_bin (A, DJ_LE, x, y);
    case DJ_CTR_GT: return px_dj_bin (A, DJ_LT, y, x);
    case DJ_CTR_GE: return px_dj_bin (A, DJ_LE, y, x);
    default: return 0;
    }
}

/* The questions of an edge, by what holds both units.  */
enum
{
  INSIDE,
  ACROSS,
  SAME_THREAD,
  N_CASES
};
namespace
{
struct edge
{
  px_dj *A;
  const struct px_dj_edge *e;
  const px_dj_access *a;
  struct
  {
    bool made;
    dj_case c;
    px_dj_access b;
  } in[N_CASES];
  dj_vec<px_dj_ref> guard[N_CASES], ctr[N_CASES];
  bool one;   /* no pair of different blocks */
  int widest; /* thread[widest] is the broadest scope of threads asked about */
  int cross;  /* such pairs: 0 not asked, 1 apart, 2 may meet */
  struct px_dj_witness cross_witness;
  bool cross_shown;
};
}

/* The most iterations between two of the counter's, INT32_MAX if unknown.  */
static int64_t
span (const px_dj *A, px_dj_ref r)
{
  const dj_node *n = dj_at (A, r);
  int64_t step;
  if (n->op == DJ_POW2)
    return 62;
  if (!dj_is_const (A, dj_var_of (A, r)->step, &step) || !step)
    return INT32_MAX;
  dj_wide k = (n->hi - n->lo) / (step < 0 ? -step : step);
  return k > INT32_MAX ? INT32_MAX : (int64_t) k;
}

/* The child as case k sees it.  */
static const px_dj_access *
child (struct edge *x, int k, const px_dj_access *c)
{
  px_dj *A = x->A;
  const struct px_dj_edge *e = x->e;
  px_dj_access *b = &x->in[k].b;
  dj_case *in = &x->in[k].c;
  if (x->in[k].made)
    return b;
  x->in[k].made = true;
  *in = k == ACROSS ? across_blocks (e->whole, 1, e->loop) : inside_block (e->whole, e->loop);
  if (k == SAME_THREAD)
    {
      in->common.level = DJ_LEVEL_THREAD;
      in->common.n = 1;
    }
  *b = *c;
  if (!e->carrier)
    return b;
  in->carrier = e->carrier;
  struct later l = later ();
  int64_t most = e->distance_max ? e->distance_max : INT32_MAX;
  int i, m = 0, tests = 0;
  l.A = A;
  l.c = in;
  for (i = 0; i < c->n_ctrs; i++)
    if (moves (&l, c->ctr[i]))
      {
	int64_t s = span (A, c->ctr[i]);
	m++;
	if (s < most)
	  most = s;
      }
  if (most < e->distance)
    most = e->distance;
  l.distance = e->distance == e->distance_max
		 ? dj_int (A, e->distance)
		 : dj_box (A, dj_i64, e->distance, most, true, "distance");
  if (e->distance != e->distance_max)
    A->var.e[A->node.e[l.distance].v].box = false;
  for (i = 0; i < c->n_ctrs; i++)
    if (moves (&l, c->ctr[i]))
      {
	px_dj_ref g = moved_test (&l, c->ctr[i]);
	if (g)
	  {
	    dj_push (&x->guard[k], g);
	    tests++;
	  }
      }
  for (i = 0; i < c->n_guards; i++)
    dj_push (&x->guard[k], move (&l, c->guard[i]));
  b->offset = move (&l, c->offset);
  b->guard = x->guard[k].e;
  b->n_guards = x->guard[k].n;
  for (i = 0; i < c->n_ctrs; i++)
    dj_push (&x->ctr[k], moves (&l, c->ctr[i]) ? c->ctr[i] : move (&l, c->ctr[i]));
  b->ctr = x->ctr[k].e;
  if (!m || tests < m)
    b->complete = false;
  dj_drop (&l.memo);
  return b;
}

static bool
blocks_apart (struct edge *x, int n, const px_dj_access *c, struct px_dj_witness *w, bool *shown)
{
  const px_dj_access *b = child (x, ACROSS, c);
  dj_case in = x->in[ACROSS].c;
  dj_key key = { DJ_KEY_BLOCKS, n, 0, 0 };
  struct px_dj_persp unit = { DJ_LEVEL_BLOCK, n };
  struct px_dj_result r = px_dj_result ();
  in.n_block = n;
  if (r1_case (x->A, &in, &key, unit, x->a, b, &r))
    return true;
  *shown = r.verdict == DJ_SHOWN;
  *w = r.witness;
  return false;
}

/* Pairs of one block that the scope does not hold.  MET is one that may meet, or NULL.  */
static bool
threads_apart (struct edge *x, const struct px_dj_scope *s, const px_dj_access *c,
	       const struct px_dj_witness *met, struct px_dj_witness *w, bool *shown)
{
  const px_dj_access *b = child (x, INSIDE, c);
  const dj_case *in = &x->in[INSIDE].c;
  dj_key key = { DJ_KEY_NONE, 1, 0, x->widest };
  dj_rel rel = { DJ_REL_ANY, { DJ_LEVEL_THREAD, 1 }, 0, 0 };
  px_dj_ref node;
  px_dj *A = x->A;
  if (s->kind == DJ_SCOPE_CASE)
    {
      key.kind = DJ_KEY_CASE;
      key.n = rel.size = s->size;
      key.start = rel.start = s->start;
    }
  else if (s->kind == DJ_SCOPE_UNITS)
    {
      key.kind = DJ_KEY_THREADS;
      key.n = s->persp.n;
    }
  if (met)
    *w = *met;
  enum dj_finite_answer f = met ? DJ_F_MAYBE : dj_finite_meet (A, in, &key, x->a, b, w, &node);
  *shown = f == DJ_F_ALWAYS;
  if (f == DJ_F_NEVER)
    return true;
  if (f == DJ_F_ALWAYS)
    return false;
  if (s->kind == DJ_SCOPE_UNITS)
    return apart (A, in, s->persp, x->a, b);
  if (s->kind == DJ_SCOPE_CASE)
    {
      rel.kind = DJ_REL_OUT_1;
      if (!dj_linear_apart (A, in, &rel, x->a, b))
	return false;
      rel.kind = DJ_REL_OUT_2;
      return dj_linear_apart (A, in, &rel, x->a, b);
    }
  if (dj_linear_apart (A, in, &rel, x->a, b))
    return true;
  const px_dj_access *same = child (x, SAME_THREAD, c);
  return dj_linear_apart (A, &x->in[SAME_THREAD].c, &rel, x->a, same)
	 && apart (A, in, rel.unit, x->a, b);
}

/* No pair outside the scope meets?  */
static bool
scope_holds (struct edge *x, const struct px_dj_scope *s, const px_dj_access *c,
	     const struct px_dj_witness *met, struct px_dj_witness *w, bool *shown)
{
  bool blocks = s->kind == DJ_SCOPE_UNITS && s->persp.level != DJ_LEVEL_THREAD;
  *shown = false;
  memset (w, 0, sizeof *w);
  if (s->kind == DJ_SCOPE_UNITS && (dj_broader_eq (s->persp, x->e->whole) || (blocks && x->one)))
    return true;
  if (blocks && s->persp.n > 1)
    return blocks_apart (x, s->persp.n, c, w, shown);
  if (!x->one && !x->cross)
    x->cross = blocks_apart (x, 1, c, &x->cross_witness, &x->cross_shown) ? 1 : 2;
  if (!x->one && x->cross == 2)
    {
      *w = x->cross_witness;
      *shown = x->cross_shown;
      return false;
    }
  return blocks || threads_apart (x, s, c, met, w, shown);
}

/* Does the scope hold the pair that the witness names?  */
static bool
holds_witness (const struct px_dj_scope *s, const struct px_dj_witness *w)
{
  bool same_block = w->block[0] == w->block[1];
  if (s->kind == DJ_SCOPE_NOTHING)
    return false;
  if (s->kind == DJ_SCOPE_CASE)
    return same_block && w->thread[0] >= s->start && w->thread[1] >= s->start
	   && w->thread[0] < s->start + s->size && w->thread[1] < s->start + s->size;
  if (s->persp.level == DJ_LEVEL_GRID)
    return true;
  if (s->persp.level == DJ_LEVEL_BLOCK)
    return w->block[0] / s->persp.n == w->block[1] / s->persp.n;
  return same_block && w->thread[0] / s->persp.n == w->thread[1] / s->persp.n;
}

int
dj_narrow (px_dj *A, const struct px_dj_edge *e, const px_dj_access *parent, const px_dj_access *c,
	   const struct px_dj_scope *chain, int n, struct px_dj_result *r)
{
  int nodes = A->node.n, vars = A->var.n, i;
  struct edge x = edge ();
  struct px_dj_witness w, last = px_dj_witness ();
  bool shown, last_shown = false;
  begin (A, e->carrier ? DJ_Q_CARRIED : DJ_Q_EDGE, r);
  x.A = A;
  x.e = e;
  x.a = parent;
  x.one = e->shared || e->whole.level == DJ_LEVEL_THREAD
	  || (e->whole.level == DJ_LEVEL_BLOCK && e->whole.n == 1);
  for (i = 0; i < n - 1; i++)
    if (chain[i].kind == DJ_SCOPE_UNITS && chain[i].persp.level == DJ_LEVEL_THREAD)
      x.widest = chain[i].persp.n;
  for (i = 0; i < n - 1; i++)
    {
      /* a pair that was found rules this scope out as well, or need not be sought again */
      bool met = last.valid && !holds_witness (&chain[i], &last);
      if (met && last_shown)
	continue;
      if (scope_holds (&x, &chain[i], c, met ? &last : NULL, &w, &shown))
	break;
      if (shown || !last_shown)
	{
	  last = w;
	  last_shown = shown;
	}
    }
  /* the last pair is outside every scope before i only if it ruled out the one before */
  bool tight = i > 0 && last.valid && last_shown && !holds_witness (&chain[i - 1], &last);
  end (A, r);
  r->verdict = tight ? DJ_SHOWN : DJ_PROVED;
  r->why = DJ_WHY_NONE;
  r->witness = last;
  for (int k = 0; k < N_CASES; k++)
    {
      dj_drop (&x.guard[k]);
      dj_drop (&x.ctr[k]);
    }
  dj_forget (A, nodes, vars);
  return i;
}
