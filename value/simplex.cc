/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact simplex over bounds and slacks (the general form of Dutertre and de Moura, CAV 2006,
   with Bland's rule), then branching on fractions.  A rational has parts of 64 bits, and is GMP's
   where these do not hold it.  */

#include "value/disjoint-int.h"
#include <gmp.h>

/* ---- rationals ---- */

namespace
{
/* n / d in lowest terms, d > 0, neither of them beyond ± INT64_MAX; or, d = 0, what BIG, which the
   number owns, points to.  */
struct num
{
  union
  {
    int64_t n;
    mpq_t *big;
  };
  int64_t d;
};
}

static const num ZERO = { { 0 }, 1 }, ONE = { { 1 }, 1 }, MINUS_ONE = { { -1 }, 1 };

enum
{
  GMP_COST = 12 /* operations that a result of GMP's counts as */
};

static long gmp_results; /* of the program that is solved, since they were last charged */

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

static inline uint64_t
magnitude (int64_t n)
{
  return n < 0 ? -(uint64_t) n : (uint64_t) n;
}

/* R, which is not GMP's, becomes n / d, which are in lowest terms, d > 0.  False: R cannot hold it,
   and stays.  */
static inline bool
set_lowest (num *r, dj_wide n, dj_wide d)
{
  if (n > INT64_MAX || n < -INT64_MAX || d > INT64_MAX)
    return false;
  r->n = (int64_t) n;
  r->d = (int64_t) d;
  return true;
}

/* R, which is not GMP's, becomes the product of A / B and C / D, both in lowest terms, B and D > 0.
   False: R cannot hold it, and stays.  */
static bool
set_product (num *r, int64_t a, int64_t b, int64_t c, int64_t d)
{
  int64_t g = (int64_t) gcd64 (magnitude (a), d), h = (int64_t) gcd64 (magnitude (c), b);
  return set_lowest (r, (dj_wide) (a / g) * (c / h), (dj_wide) (b / h) * (d / g));
}

static inline void
num_clear (num *r)
{
  if (r->d)
    return;
  mpq_clear (*r->big);
  free (r->big);
}

/* q, which is new, = x.  */
static void
to_gmp (mpq_t q, const num *x)
{
  mpq_init (q);
  if (x->d)
    mpq_set_si (q, x->n, x->d);
  else
    mpq_set (q, *x->big);
}

/* r = q, which ends here.  */
static void
from_gmp (num *r, mpq_t q)
{
  bool fits = mpz_cmpabs_ui (mpq_numref (q), INT64_MAX) <= 0
	      && mpz_cmpabs_ui (mpq_denref (q), INT64_MAX) <= 0;
  gmp_results++;
  if (fits)
    {
      num_clear (r);
      r->n = mpz_get_si (mpq_numref (q));
      r->d = mpz_get_si (mpq_denref (q));
    }
  else
    {
      if (r->d)
	{
	  r->big = (mpq_t *) dj_realloc (NULL, sizeof *r->big);
	  mpq_init (*r->big);
	  r->d = 0;
	}
      mpq_swap (*r->big, q);
    }
  mpq_clear (q);
}

static void
num_set (num *r, dj_wide v)
{
  num_clear (r);
  *r = ZERO;
  if (set_lowest (r, v, 1))
    return;
  unsigned __int128 a = v < 0 ? -(unsigned __int128) v : v;
  uint64_t word[2] = { (uint64_t) a, (uint64_t) (a >> 64) };
  mpq_t q;
  mpq_init (q);
  mpz_import (mpq_numref (q), 2, -1, 8, 0, 0, word);
  if (v < 0)
    mpq_neg (q, q);
  from_gmp (r, q);
}

static inline void
num_copy (num *r, const num *x)
{
  if (r->d && x->d)
    *r = *x;
  else if (r != x)
    {
      mpq_t q;
      to_gmp (q, x);
      from_gmp (r, q);
    }
}

static inline int
num_sign (const num *x)
{
  return x->d ? (x->n > 0) - (x->n < 0) : mpq_sgn (*x->big);
}

static inline bool
num_integer (const num *x)
{
  return x->d ? x->d == 1 : !mpz_cmp_ui (mpq_denref (*x->big), 1);
}

/* sign of x - y */
static int
num_cmp (const num *x, const num *y)
{
  if (x->d && y->d)
    {
      if (x->d == y->d)
	return (x->n > y->n) - (x->n < y->n);
      dj_wide a = (dj_wide) x->n * y->d, b = (dj_wide) y->n * x->d;
      return (a > b) - (a < b);
    }
  mpq_t p, q;
  to_gmp (p, x);
  to_gmp (q, y);
  int sign = mpq_cmp (p, q);
  mpq_clear (p);
  mpq_clear (q);
  return sign;
}

/* True if the product of three parts such as X's is of 64 bits, with room for a sum of two.  */
static inline bool
small_p (const num *x)
{
  return x->n > -(1 << 20) && x->n < 1 << 20 && x->d < 1 << 20;
}

/* r += x · y, none of which is GMP's.  False: R cannot hold it, and stays.  */
static bool
addmul_fractions (num *r, const num *x, const num *y)
{
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
      return true;
    }
  num p;
  if (!set_product (&p, x->n, x->d, y->n, y->d))
    return false;
  /* What n and the denominator share is a factor of g (Knuth, 4.5.1).  */
  int64_t g = (int64_t) gcd64 (p.d, r->d);
  dj_wide n = (dj_wide) p.n * (r->d / g) + (dj_wide) r->n * (p.d / g);
  if (g == 1)
    return set_lowest (r, n, (dj_wide) p.d * r->d);
  int64_t h = (int64_t) gcd64 (magnitude ((int64_t) (n % g)), g);
  return set_lowest (r, n / h, (dj_wide) (p.d / g) * (r->d / h));
}

/* r += x · y */
static inline void
num_addmul (num *r, const num *x, const num *y)
{
  if (!num_sign (x) || !num_sign (y))
    return;
  int64_t p;
  if (r->d == 1 && x->d == 1 && y->d == 1 && !__builtin_mul_overflow (x->n, y->n, &p)
      && !__builtin_add_overflow (p, r->n, &p) && p != INT64_MIN)
    {
      r->n = p;
      return;
    }
  if (r->d && x->d && y->d && addmul_fractions (r, x, y))
    return;
  mpq_t a, b, c;
  to_gmp (a, r);
  to_gmp (b, x);
  to_gmp (c, y);
  mpq_mul (b, b, c);
  mpq_add (a, a, b);
  mpq_clear (b);
  mpq_clear (c);
  from_gmp (r, a);
}

/* r = x / y */
static void
num_div (num *r, const num *x, const num *y)
{
  if (r->d && x->d && y->d)
    {
      if (y->d == 1 && (y->n == 1 || y->n == -1))
	{
	  *r = { { x->n * y->n }, x->d };
	  return;
	}
      if (y->n > 0 ? set_product (r, x->n, x->d, y->d, y->n)
		   : set_product (r, -x->n, x->d, y->d, -y->n))
	return;
    }
  mpq_t a, b;
  to_gmp (a, x);
  to_gmp (b, y);
  mpq_div (a, a, b);
  mpq_clear (b);
  from_gmp (r, a);
}

static inline void
num_neg (num *r)
{
  if (r->d)
    r->n = -r->n;
  else
    mpq_neg (*r->big, *r->big);
}

/* r = x - y; r is not y.  */
static void
num_sub (num *r, const num *x, const num *y)
{
  num_copy (r, x);
  num_addmul (r, y, &MINUS_ONE);
}

/* r = the largest integer <= x */
static void
num_floor (num *r, const num *x)
{
  if (r->d && x->d)
    {
      *r = { { x->n / x->d - (x->n % x->d < 0) }, 1 };
      return;
    }
  mpq_t q;
  to_gmp (q, x);
  mpz_fdiv_q (mpq_numref (q), mpq_numref (q), mpq_denref (q));
  mpz_set_ui (mpq_denref (q), 1);
  from_gmp (r, q);
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
struct tableau
{
  int nv, nr, branches;
  long *ops;
  num *a;	      /* nr × nv */
  num *val, *lo, *hi; /* of all nv + nr variables */
  bool *has_lo, *has_hi;
  int *col, *row, *where; /* where[x]: the column of variable x, or nv + its row */
  int *some;		  /* of nv columns: pivot's own */
};
}

static num *
number_array (int n)
{
  num *p = (num *) dj_realloc (NULL, n * sizeof (num));
  for (int i = 0; i < n; i++)
    p[i] = ZERO;
  return p;
}

static void
release (num *p, int n)
{
  for (int i = 0; i < n; i++)
    num_clear (&p[i]);
  free (p);
}

/* Sets the nonbasic variable x to v.  */
static void
set_nonbasic (tableau *t, int x, const num *v)
{
  num d = ZERO;
  int j = t->where[x];
  num_sub (&d, v, &t->val[x]);
  num_copy (&t->val[x], v);
  for (int i = 0; i < t->nr; i++)
    num_addmul (&t->val[t->row[i]], &t->a[i * t->nv + j], &d);
  *t->ops -= t->nr;
  num_clear (&d);
}

/* The variable of row r leaves the basis, that of column c enters.  */
static void
pivot (tableau *t, int r, int c)
{
  num *p = &t->a[r * t->nv], q = ZERO, k = ZERO;
  int nz = 0;
  num_copy (&q, &p[c]);
  num_copy (&p[c], &ONE);
  for (int j = 0; j < t->nv; j++)
    if (num_sign (&p[j]))
      {
	num_div (&p[j], &p[j], &q);
	if (j != c)
	  num_neg (&p[j]);
	t->some[nz++] = j;
      }
  *t->ops -= t->nv;
  for (int i = 0; i < t->nr; i++)
    {
      num *s = &t->a[i * t->nv];
      if (i == r || !num_sign (&s[c]))
	continue;
      num_copy (&k, &s[c]);
      num_set (&s[c], 0);
      for (int j = 0; j < nz; j++)
	num_addmul (&s[t->some[j]], &k, &p[t->some[j]]);
      *t->ops -= nz + t->nv / 4;
    }
  int x = t->row[r], y = t->col[c];
  t->row[r] = y;
  t->col[c] = x;
  t->where[y] = t->nv + r;
  t->where[x] = c;
  num_clear (&q);
  num_clear (&k);
}

enum outcome
{
  FEASIBLE,
  INFEASIBLE,
  GAVE_UP
};

/* Nonbasic variables must be within their bounds.  */
static enum outcome
make_feasible (tableau *t)
{
  num d = ZERO;
  enum outcome out = GAVE_UP;
  for (int it = 0; it<MAX_PIVOTS && * t->ops> 0; it++)
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
      *t->ops -= t->nr / 4 + 1 + gmp_results * (GMP_COST - 1);
      gmp_results = 0;
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
      const num *to = up ? &t->lo[x] : &t->hi[x];
      num_sub (&d, to, &t->val[x]);
      num_div (&d, &d, &t->a[r * t->nv + c]);
      for (int i = 0; i < t->nr; i++)
	if (i != r)
	  num_addmul (&t->val[t->row[i]], &t->a[i * t->nv + c], &d);
      num_copy (&t->val[x], to);
      num_addmul (&t->val[y], &d, &ONE);
      pivot (t, r, c);
    }
  num_clear (&d);
  return out;
}

static enum outcome
branch (tableau *t)
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
  num below = ZERO, above = ZERO, saved = ZERO;
  num_floor (&below, &t->val[x]);
  num_copy (&above, &below);
  num_addmul (&above, &ONE, &ONE);
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
  return o;
}
bool
dj_simplex (int nv, const dj_bounds *var, int nr, const dj_row *rows, int branches, long *ops)
{
  tableau t;
  int n = nv + nr;
  bool ok = true;
  gmp_results = 0;
  t.nv = nv;
  t.nr = nr;
  t.branches = branches;
  t.ops = ops;
  t.a = number_array (nr * nv);
  t.val = number_array (n);
  t.lo = number_array (n);
  t.hi = number_array (n);
  t.has_lo = (bool *) dj_realloc (NULL, 2 * n * sizeof (bool));
  t.has_hi = t.has_lo + n;
  t.col = (int *) dj_realloc (NULL, (2 * n + nv) * sizeof (int));
  t.row = t.col + nv;
  t.where = t.col + n;
  t.some = t.where + n;
  num k = ZERO;
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
  *ops -= (nr * nv / 4 + n);
  enum outcome o = ok ? branch (&t) : INFEASIBLE;
  num_clear (&k);
  release (t.a, nr * nv);
  release (t.val, n);
  release (t.lo, n);
  release (t.hi, n);
  free (t.has_lo);
  free (t.col);
  return o == INFEASIBLE;
}
