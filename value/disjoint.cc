/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions: makes nodes, equal ones once, and drops them after a question.

   Operands must exist.  Each node is folded as far as its operands' values and ranges
   allow.  This file also has the memory functions of all of value/.  */

#include "value/disjoint-int.h"

const struct px_dj_type dj_i64 = { 64, true, false }, dj_bool = { 1, false, true };

const uint8_t dj_arity[] = {
  0,
#define DJ_OP(name, spelling, arity, result, comm) arity,
#include "value/disjoint.def"
#undef DJ_OP
};

static const bool commutes[] = {
  false,
#define DJ_OP(name, spelling, arity, result, comm) comm,
#include "value/disjoint.def"
#undef DJ_OP
};

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
  dj_finite_forget (A);
  dj_edges_forget (A);
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
hash_node (const dj_node *n)
{
  uint64_t h = n->op * 0x9e3779b97f4a7c15u + n->ty.bits * 4 + n->ty.is_signed * 2 + n->ty.wraps;
  h = (h ^ n->a) * 0xff51afd7ed558ccdu;
  h = (h ^ h >> 32 ^ n->b) * 0xc4ceb9fe1a85ec53u;
  h = (h ^ h >> 32 ^ n->c) * 0xff51afd7ed558ccdu;
  h = (h ^ h >> 32 ^ (uint64_t) n->v) * 0xc4ceb9fe1a85ec53u;
  return h >> 32;
}

static px_dj_ref
intern_node (px_dj *A, const dj_node *n)
{
  uint32_t h = hash_node (n) & (A->n_buckets - 1);
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

void
dj_forget (px_dj *A, int nodes, int vars)
{
  while (A->node.n > nodes)
    {
      dj_node *n = &A->node.e[--A->node.n];
      A->bucket[hash_node (n) & (A->n_buckets - 1)] = n->next;
    }
  A->var.n = vars;
}

static void
grow_buckets (px_dj *A)
{
  if ((uint32_t) A->node.n < A->n_buckets)
    return;
  A->n_buckets *= 4;
  A->bucket = (px_dj_ref *) dj_realloc (A->bucket, A->n_buckets * sizeof (px_dj_ref));
  memset (A->bucket, 0, A->n_buckets * sizeof (px_dj_ref));
  for (int r = 1; r < A->node.n; r++)
    {
      uint32_t h = hash_node (&A->node.e[r]) & (A->n_buckets - 1);
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

bool
px_dj_some_powers_p (const px_dj *A, px_dj_ref r)
{
  return dj_at (A, r)->op == DJ_POW2 && !dj_var_of (A, r)->every;
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
  return intern_node (A, &n);
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
  if (A->launch.max_blocks && A->launch.max_blocks < g)
    g = A->launch.max_blocks;
  if (op == DJ_NBLOCKS && g == A->launch.min_blocks)
    return px_dj_const (A, ty, (int64_t) g);
  if (op == DJ_BLOCK && g == 1)
    return px_dj_const (A, ty, 0);
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
  return px_dj_cast (A, ty, intern_node (A, &n));
}

static px_dj_ref
new_var (px_dj *A, dj_node *n, const dj_var *v)
{
  n->v = A->var.n;
  dj_push (&A->var, *v);
  grow_buckets (A);
  return intern_node (A, n);
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
  dj_clamp (&n);
  v.name = s->name;
  v.persp = s->persp;
  v.loop = s->loop;
  v.free = s->free;
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

/* STEPS limits the walk, since a shared node is visited each time that it occurs.  */
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

/* Returns true if the counter cannot leave its type while the loop's test admits another
   iteration.  */
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
  /* With step 1, != is < if the start is not past the bound, whatever else ends the loop: that
     only leaves values out.  A start past the bound, known at run time only, leads to every value up
     to the type's last one and beyond it, if != alone ends the loop and each iteration ends;
     where C leaves overflow undefined (C11 6.5 paragraph 5), no execution with a meaning does
     that, and the start may be taken to be at most the bound.  So not in a type that wraps around,
     which comes to the bound by way of zero; not with another exit, which such a start may reach
     before it overflows; not with another step, as the bound may be jumped over.  A trap is an error
     of the whole launch, and for a thread that asm in an __unsafe ends its author answers.  */
  bool meets = v.every && !n.ty.wraps;
  if (v.test == DJ_CTR_NE && d->lo == 1 && d->hi == 1 && (meets || s->hi <= e->lo))
    v.test = DJ_CTR_LT;
  if (v.test == DJ_CTR_NE && d->lo == -1 && d->hi == -1 && (meets || s->lo >= e->hi))
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
  dj_clamp (m);
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
  dj_clamp (&n);
  return new_var (A, &n, &v);
}

/* Makes a new counter with values lo … hi that replaces an expression.  */
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
}; /* a conversion moves from the result of these operators to their operands */

static px_dj_ref
cast (px_dj *A, struct px_dj_type ty, px_dj_ref a, int depth)
{
  while (dj_at (A, a)->op == DJ_CAST && dj_at (A, a)->ty.bits >= ty.bits)
    a = dj_at (A, a)->a; /* an inner conversion to at least as many bits does not change the
			    value modulo 2^bits */
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
  dj_range (A, &n);
  grow_buckets (A);
  return intern_node (A, &n);
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
  dj_range (A, &n);
  grow_buckets (A);
  return intern_node (A, &n);
}

enum
{
  MAX_ZEROS = 6 /* operators that trailing_zeros looks through */
};

/* At least so many of the last bits of R are zero.  */
static int
trailing_zeros (px_dj *A, px_dj_ref r, int depth)
{
  const dj_node x = *dj_at (A, r);
  int64_t v;
  if (x.op == DJ_CONST)
    return x.v ? __builtin_ctzll (x.v) : 64;
  if (!x.a || depth >= MAX_ZEROS)
    return 0;
  int a = trailing_zeros (A, x.a, depth + 1), b;
  switch (x.op)
    {
    case DJ_CAST:
    case DJ_NEG: return a;
    case DJ_SHL: return dj_is_const (A, x.b, &v) && v >= 0 && v < 64 ? a + (int) v : a;
    case DJ_MUL:
    case DJ_ADD:
    case DJ_SUB:
    case DJ_AND:
    case DJ_OR:
    case DJ_XOR: break;
    default: return 0;
    }
  b = trailing_zeros (A, x.b, depth + 1);
  return x.op == DJ_MUL ? a + b : (x.op == DJ_AND) == (a > b) ? a : b;
}

/* What R OP Y says of the condition that chooses between two constants in R: the condition, or its
   negation; 0 if R is no such choice or the constants do not differ in this.  */
static px_dj_ref
constant_choice (px_dj *A, enum px_dj_op op, px_dj_ref r, int64_t y)
{
  const dj_node n = *dj_at (A, r);
  int64_t yes, no;
  bool und = false;
  if (n.op != DJ_SEL || !dj_comparison (op) || !dj_is_const (A, n.b, &yes)
      || !dj_is_const (A, n.c, &no))
    return 0;
  yes = dj_apply (op, dj_bool, n.ty, yes, y, &und);
  no = dj_apply (op, dj_bool, n.ty, no, y, &und);
  return und || yes == no ? 0 : yes ? n.a : px_dj_un (A, DJ_LNOT, n.a);
}

/* 0 <= (signed) x, or (signed) x < 0, for an unsigned x of as many bits, as a comparison of x, whose
   range it bounds; else 0.  */
static px_dj_ref
sign_test (px_dj *A, enum px_dj_op op, px_dj_ref a, px_dj_ref b)
{
  int64_t v;
  bool positive = op == DJ_LE && dj_is_const (A, a, &v) && !v;
  if (!positive && (op != DJ_LT || !dj_is_const (A, b, &v) || v))
    return 0;
  const dj_node n = *dj_at (A, positive ? b : a);
  if (n.op != DJ_CAST || !n.ty.is_signed)
    return 0;
  struct px_dj_type ty = dj_at (A, n.a)->ty;
  if (ty.is_signed || ty.bits != n.ty.bits)
    return 0;
  px_dj_ref most = px_dj_const (A, ty, (int64_t) dj_type_hi (n.ty));
  return positive ? px_dj_bin (A, DJ_LE, n.a, most) : px_dj_bin (A, DJ_LT, most, n.a);
}

/* No bit is one both in A's value and in B's.  */
static bool
apart_in_bits (px_dj *A, px_dj_ref a, px_dj_ref b)
{
  int k = trailing_zeros (A, a, 0);
  const dj_node *y = dj_at (A, b);
  return y->lo >= 0 && y->hi < (dj_wide) 1 << (k < 64 ? k : 64);
}

/* R / Y as a product, where R is one with a multiple of Y that does not wrap around; else 0.  */
static px_dj_ref
exact_quotient (px_dj *A, px_dj_ref r, int64_t y)
{
  const dj_node n = *dj_at (A, r);
  int64_t k;
  if (n.op != DJ_MUL || !(n.flags & DJ_EXACT) || !dj_is_const (A, n.b, &k) || y <= 0 || k <= 0
      || k % y)
    return 0;
  return px_dj_bin (A, DJ_MUL, n.a, px_dj_const (A, n.ty, k / y));
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
      /* The count becomes a signed 64-bit value: only its range matters, not its type.  */
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
  if ((op == DJ_OR || op == DJ_XOR) && (apart_in_bits (A, a, b) || apart_in_bits (A, b, a)))
    return px_dj_bin (A, DJ_ADD, a, b);
  if (px_dj_ref r = cy ? constant_choice (A, op, a, y) : 0)
    return r;
  if (px_dj_ref r = sign_test (A, op, a, b))
    return r;
  if (cy
      && ((y == 0 && (op == DJ_ADD || op == DJ_SUB || op == DJ_SHL || op == DJ_SHR))
	  || (y == 1 && (op == DJ_MUL || op == DJ_DIV))))
    return a;
  if (px_dj_ref r = op == DJ_DIV && cy ? exact_quotient (A, a, y) : 0)
    return r;
  /* The bits of a complement, as GCC 15 makes them of 1 - (x & 1), are those that X leaves of the mask.  */
  if (op == DJ_AND && cy && y > 0 && dj_at (A, a)->op == DJ_NOT)
    return px_dj_bin (A, DJ_SUB, b, px_dj_bin (A, DJ_AND, dj_at (A, a)->a, b));
  n.a = a;
  n.b = b;
  dj_range (A, &n);
  grow_buckets (A);
  return intern_node (A, &n);
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
  dj_range (A, &n);
  grow_buckets (A);
  return intern_node (A, &n);
}

/* Returns r with other operands.  */
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
