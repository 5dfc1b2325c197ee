/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact simplex over bounds and slacks (the general form of Dutertre and de Moura, CAV 2006,
   with Bland's rule), then branching on fractions.  Rationals have 64-bit parts; if one
   overflows the same program is solved again with GMP.  */

#include "value/disjoint-int.h"
#include <gmp.h>

/* ---- rationals of 64-bit parts ---- */

namespace
{
struct rat
{
  int64_t n, d; /* d > 0, lowest terms */
};
}

static bool too_big; /* a result exceeded 64 bits */

static inline uint64_t
gcd64 (uint64_t a, uint64_t b)
{
  if (!a || !b)
    return a | b;
  int s = __builtin_ctzll (a | b);
  a >>= __builtin_ctzll (a);
  do
    {
      b >>= __builtin_ctzll (b);
      if (a > b)
	{
	  uint64_t t = a;
	  a = b;
	  b = t;
	}
      b -= a;
    }
  while (b);
  return a << s;
}

static void
set_rat (rat *r, dj_wide n, dj_wide d)
{
  unsigned __int128 a = n < 0 ? -(unsigned __int128) n : n, b = d;
  if (d != 1)
    {
      if (a >> 64 || b >> 64)
	{
	  unsigned __int128 x = a, y = b;
	  while (y)
	    {
	      unsigned __int128 z = x % y;
	      x = y;
	      y = z;
	    }
	  if (x > 1)
	    {
	      a /= x;
	      b /= x;
	    }
	}
      else
	{
	  uint64_t g = gcd64 ((uint64_t) a, (uint64_t) b);
	  if (g > 1)
	    {
	      a = (uint64_t) a / g;
	      b = (uint64_t) b / g;
	    }
	}
    }
  if (a > INT64_MAX || b > INT64_MAX)
    {
      too_big = true;
      a = 0;
      b = 1;
    }
  r->n = n < 0 ? -(int64_t) a : (int64_t) a;
  r->d = (int64_t) b;
}

static inline void
num_init (rat *)
{
}
static inline void
num_clear (rat *)
{
}
static inline void
num_copy (rat *r, const rat *x)
{
  *r = *x;
}
static inline int
num_sign (const rat *x)
{
  return (x->n > 0) - (x->n < 0);
}
static inline bool
num_integer (const rat *x)
{
  return x->d == 1;
}
static inline long
num_cost (const rat *)
{
  return 1;
}

static inline void
num_set (rat *r, dj_wide v)
{
  if (v > INT64_MIN && v <= INT64_MAX)
    *r = { (int64_t) v, 1 };
  else
    set_rat (r, v, 1);
}

/* sign of x - y */
static inline int
num_cmp (const rat *x, const rat *y)
{
  if (x->d == y->d)
    return (x->n > y->n) - (x->n < y->n);
  dj_wide a = (dj_wide) x->n * y->d, b = (dj_wide) y->n * x->d;
  return (a > b) - (a < b);
}

/* True if the product of three parts such as X's is of 64 bits, with room for a sum of two.  */
static inline bool
small_p (const rat *x)
{
  return x->n > -(1 << 20) && x->n < 1 << 20 && x->d < 1 << 20;
}

/* r += x · y, of any fractions.  */
static void
addmul_fractions (rat *r, const rat *x, const rat *y)
{
  rat p;
  if (small_p (r) && small_p (x) && small_p (y))
    {
      int64_t d = x->d * y->d, n = x->n * y->n;
      if (d == r->d)
	n += r->n;
      else
	{
	  n = n * r->d + r->n * d;
	  d *= r->d;
	}
      int64_t g = (int64_t) gcd64 (n < 0 ? -n : n, d);
      r->n = g > 1 ? n / g : n;
      r->d = g > 1 ? d / g : d;
      return;
    }
  set_rat (&p, (dj_wide) x->n * y->n, (dj_wide) x->d * y->d);
  dj_wide a = (dj_wide) p.n * r->d, b = (dj_wide) r->n * p.d, s;
  if (__builtin_add_overflow (a, b, &s))
    too_big = true;
  else
    set_rat (r, s, (dj_wide) p.d * r->d);
}

/* r += x · y */
static inline void
num_addmul (rat *r, const rat *x, const rat *y)
{
  if (!x->n || !y->n)
    return;
  int64_t p;
  if (r->d != 1 || x->d != 1 || y->d != 1)
    addmul_fractions (r, x, y);
  else if (__builtin_mul_overflow (x->n, y->n, &p) || __builtin_add_overflow (p, r->n, &p)
	   || p == INT64_MIN)
    too_big = true;
  else
    r->n = p;
}

/* r = x / y */
static void
num_div (rat *r, const rat *x, const rat *y)
{
  if (y->d == 1 && (y->n == 1 || y->n == -1))
    {
      *r = { x->n * y->n, x->d };
      return;
    }
  dj_wide n = (dj_wide) x->n * y->d, d = (dj_wide) x->d * y->n;
  set_rat (r, d < 0 ? -n : n, d < 0 ? -d : d);
}

static void
num_neg (rat *r)
{
  r->n = -r->n;
}

/* r = x - y */
static void
num_sub (rat *r, const rat *x, const rat *y)
{
  rat one = { -1, 1 }, s = *x;
  num_addmul (&s, y, &one);
  *r = s;
}

/* r = the largest integer <= x */
static void
num_floor (rat *r, const rat *x)
{
  r->n = x->n / x->d - (x->n % x->d < 0);
  r->d = 1;
}

/* ---- the same with GMP ---- */

namespace
{
struct big
{
  mpq_t q;
};
}

static inline void
num_init (big *r)
{
  mpq_init (r->q);
}
static inline void
num_clear (big *r)
{
  mpq_clear (r->q);
}
static inline void
num_copy (big *r, const big *x)
{
  mpq_set (r->q, x->q);
}
static inline int
num_sign (const big *x)
{
  return mpq_sgn (x->q);
}
static inline int
num_cmp (const big *x, const big *y)
{
  return mpq_cmp (x->q, y->q);
}
static inline void
num_neg (big *r)
{
  mpq_neg (r->q, r->q);
}
static inline void
num_div (big *r, const big *x, const big *y)
{
  mpq_div (r->q, x->q, y->q);
}
static inline void
num_sub (big *r, const big *x, const big *y)
{
  mpq_sub (r->q, x->q, y->q);
}
static inline bool
num_integer (const big *x)
{
  return !mpz_cmp_ui (mpq_denref (x->q), 1);
}
static inline long
num_cost (const big *)
{
  return 12;
}

static void
num_set (big *r, dj_wide v)
{
  unsigned __int128 a = v < 0 ? -(unsigned __int128) v : v;
  uint64_t word[2] = { (uint64_t) a, (uint64_t) (a >> 64) };
  mpz_import (mpq_numref (r->q), 2, -1, 8, 0, 0, word);
  mpz_set_ui (mpq_denref (r->q), 1);
  if (v < 0)
    mpq_neg (r->q, r->q);
}

static void
num_addmul (big *r, const big *x, const big *y)
{
  if (!mpq_sgn (x->q) || !mpq_sgn (y->q))
    return;
  mpq_t p;
  mpq_init (p);
  mpq_mul (p, x->q, y->q);
  mpq_add (r->q, r->q, p);
  mpq_clear (p);
}

static void
num_floor (big *r, const big *x)
{
  mpz_fdiv_q (mpq_numref (r->q), mpq_numref (x->q), mpq_denref (x->q));
  mpz_set_ui (mpq_denref (r->q), 1);
}

/* ---- the tableau ---- */

enum
{
  MAX_PIVOTS = 2000
};

/* Variables 0 … nv - 1 are those of the program; nv + i is the slack of row i.  Column j
   belongs to the nonbasic variable col[j]; row i expresses the basic variable row[i].  */
namespace
{
template <typename N> struct tableau
{
  int nv, nr, branches;
  long *ops;
  N *a;		    /* nr × nv */
  N *val, *lo, *hi; /* of all nv + nr variables */
  bool *has_lo, *has_hi;
  int *col, *row, *where; /* where[x]: the column of variable x, or nv + its row */
  int *some;		  /* of nv columns: pivot's own */
};
}

template <typename N>
static N *
number_array (int n)
{
  N *p = (N *) dj_realloc (NULL, n * sizeof (N));
  for (int i = 0; i < n; i++)
    {
      num_init (&p[i]);
      num_set (&p[i], 0);
    }
  return p;
}

template <typename N>
static void
release (N *p, int n)
{
  for (int i = 0; i < n; i++)
    num_clear (&p[i]);
  free (p);
}

/* Sets the nonbasic variable x to v.  */
template <typename N>
static void
set_nonbasic (tableau<N> *t, int x, const N *v)
{
  N d;
  int j = t->where[x];
  num_init (&d);
  num_sub (&d, v, &t->val[x]);
  num_copy (&t->val[x], v);
  for (int i = 0; i < t->nr; i++)
    num_addmul (&t->val[t->row[i]], &t->a[i * t->nv + j], &d);
  *t->ops -= t->nr * num_cost (v);
  num_clear (&d);
}

/* The variable of row r leaves the basis, that of column c enters.  */
template <typename N>
static void
pivot (tableau<N> *t, int r, int c)
{
  N *p = &t->a[r * t->nv], q, one, k;
  int nz = 0;
  num_init (&q);
  num_init (&one);
  num_init (&k);
  num_set (&one, 1);
  num_copy (&q, &p[c]);
  num_copy (&p[c], &one);
  for (int j = 0; j < t->nv; j++)
    if (num_sign (&p[j]))
      {
	num_div (&p[j], &p[j], &q);
	if (j != c)
	  num_neg (&p[j]);
	t->some[nz++] = j;
      }
  *t->ops -= t->nv * num_cost (&q);
  for (int i = 0; i < t->nr; i++)
    {
      N *s = &t->a[i * t->nv];
      if (i == r || !num_sign (&s[c]))
	continue;
      num_copy (&k, &s[c]);
      num_set (&s[c], 0);
      for (int j = 0; j < nz; j++)
	num_addmul (&s[t->some[j]], &k, &p[t->some[j]]);
      *t->ops -= nz * num_cost (&q) + t->nv / 4;
    }
  int x = t->row[r], y = t->col[c];
  t->row[r] = y;
  t->col[c] = x;
  t->where[y] = t->nv + r;
  t->where[x] = c;
  num_clear (&q);
  num_clear (&one);
  num_clear (&k);
}

enum outcome
{
  FEASIBLE,
  INFEASIBLE,
  GAVE_UP
};

/* Nonbasic variables must be within their bounds.  */
template <typename N>
static enum outcome
make_feasible (tableau<N> *t)
{
  N d;
  enum outcome out = GAVE_UP;
  num_init (&d);
  for (int it = 0; it<MAX_PIVOTS && * t->ops> 0 && !too_big; it++)
    {
      int r = -1, c = -1;
      bool up = false;
      for (int i = 0; i < t->nr; i++)
	{
	  int x = t->row[i];
	  bool low = t->has_lo[x] && num_cmp (&t->val[x], &t->lo[x]) < 0;
	  if ((low || (t->has_hi[x] && num_cmp (&t->val[x], &t->hi[x]) > 0))
	      && (r < 0 || x < t->row[r]))
	    {
	      r = i;
	      up = low;
	    }
	}
      *t->ops -= t->nr / 4 + 1;
      if (r < 0)
	{
	  out = FEASIBLE;
	  break;
	}
      for (int j = 0; j < t->nv; j++)
	{
	  int y = t->col[j], s = num_sign (&t->a[r * t->nv + j]);
	  if (!up)
	    s = -s;
	  if ((s > 0 ? !t->has_hi[y] || num_cmp (&t->val[y], &t->hi[y]) < 0
		     : s < 0 && (!t->has_lo[y] || num_cmp (&t->val[y], &t->lo[y]) > 0))
	      && (c < 0 || y < t->col[c]))
	    c = j;
	}
      if (c < 0)
	{
	  out = INFEASIBLE;
	  break;
	}
      /* The basic variable is set to its bound, so the column's variable moves by d.  */
      int x = t->row[r], y = t->col[c];
      const N *to = up ? &t->lo[x] : &t->hi[x];
      num_sub (&d, to, &t->val[x]);
      num_div (&d, &d, &t->a[r * t->nv + c]);
      for (int i = 0; i < t->nr; i++)
	if (i != r)
	  num_addmul (&t->val[t->row[i]], &t->a[i * t->nv + c], &d);
      num_copy (&t->val[x], to);
      N one;
      num_init (&one);
      num_set (&one, 1);
      num_addmul (&t->val[y], &d, &one);
      num_clear (&one);
      pivot (t, r, c);
    }
  num_clear (&d);
  return too_big ? GAVE_UP : out;
}

template <typename N>
static enum outcome
branch (tableau<N> *t)
{
  for (int j = 0; j < t->nv; j++)
    {
      int x = t->col[j];
      if (t->has_lo[x] && num_cmp (&t->val[x], &t->lo[x]) < 0)
	set_nonbasic (t, x, &t->lo[x]);
      else if (t->has_hi[x] && num_cmp (&t->val[x], &t->hi[x]) > 0)
	set_nonbasic (t, x, &t->hi[x]);
    }
  enum outcome o = make_feasible (t);
  if (o != FEASIBLE)
    return o;
  int x = 0;
  while (x < t->nv && num_integer (&t->val[x]))
    x++;
  if (x == t->nv || t->branches <= 0)
    return FEASIBLE;
  t->branches--;
  N below, above, saved, one;
  num_init (&below);
  num_init (&above);
  num_init (&saved);
  num_init (&one);
  num_set (&one, 1);
  num_floor (&below, &t->val[x]);
  num_copy (&above, &below);
  num_addmul (&above, &one, &one);
  bool had = t->has_hi[x];
  num_copy (&saved, &t->hi[x]);
  num_copy (&t->hi[x], &below);
  t->has_hi[x] = true;
  o = branch (t);
  num_copy (&t->hi[x], &saved);
  t->has_hi[x] = had;
  if (o == INFEASIBLE)
    {
      had = t->has_lo[x];
      num_copy (&saved, &t->lo[x]);
      num_copy (&t->lo[x], &above);
      t->has_lo[x] = true;
      o = branch (t);
      num_copy (&t->lo[x], &saved);
      t->has_lo[x] = had;
    }
  num_clear (&below);
  num_clear (&above);
  num_clear (&saved);
  num_clear (&one);
  return o;
}

template <typename N>
static enum outcome
solve (int nv, const dj_bounds *var, int nr, const dj_row *rows, int branches, long *ops)
{
  tableau<N> t;
  int n = nv + nr;
  bool ok = true;
  t.nv = nv;
  t.nr = nr;
  t.branches = branches;
  t.ops = ops;
  t.a = number_array<N> (nr * nv);
  t.val = number_array<N> (n);
  t.lo = number_array<N> (n);
  t.hi = number_array<N> (n);
  t.has_lo = (bool *) dj_realloc (NULL, 2 * n * sizeof (bool));
  t.has_hi = t.has_lo + n;
  t.col = (int *) dj_realloc (NULL, (2 * n + nv) * sizeof (int));
  t.row = t.col + nv;
  t.where = t.col + n;
  t.some = t.where + n;
  N k;
  num_init (&k);
  for (int x = 0; x < n; x++)
    {
      const dj_bounds *b = x < nv ? &var[x] : &rows[x - nv].b;
      t.has_lo[x] = b->has_lo;
      t.has_hi[x] = b->has_hi;
      if (b->has_lo)
	num_set (&t.lo[x], b->lo);
      if (b->has_hi)
	num_set (&t.hi[x], b->hi);
      if (b->has_lo && b->has_hi && b->lo > b->hi)
	ok = false;
      t.where[x] = x;
      if (x < nv)
	{
	  t.col[x] = x;
	  if (b->has_lo || b->has_hi)
	    num_copy (&t.val[x], b->has_lo ? &t.lo[x] : &t.hi[x]);
	}
      else
	{
	  const dj_row *r = &rows[x - nv];
	  t.row[x - nv] = x;
	  for (int j = 0; j < r->n; j++)
	    {
	      num_set (&k, r->coef[j]);
	      num_copy (&t.a[(x - nv) * nv + r->var[j]], &k);
	      num_addmul (&t.val[x], &k, &t.val[r->var[j]]);
	    }
	}
    }
  *ops -= (nr * nv / 4 + n) * num_cost (&k);
  enum outcome o = ok ? branch (&t) : INFEASIBLE;
  num_clear (&k);
  release (t.a, nr * nv);
  release (t.val, n);
  release (t.lo, n);
  release (t.hi, n);
  free (t.has_lo);
  free (t.col);
  return o;
}

bool
dj_simplex (int nv, const dj_bounds *var, int nr, const dj_row *rows, int branches, long *ops)
{
  too_big = false;
  enum outcome o = solve<rat> (nv, var, nr, rows, branches, ops);
  if (too_big)
    {
      too_big = false;
      o = solve<big> (nv, var, nr, rows, branches, ops);
    }
  return o == INFEASIBLE;
}
