/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2, refutation.  Expressions become integer polynomials over atoms.  Machine arithmetic
   is modelled exactly: an operation that may wrap gets an atom for the multiple of 2^bits.
   Conditions, ranges and the overlap itself become constraints p >= 0.  Products of facts are
   added, and the monomials are the variables of a linear program.  If that is feasible, the
   search splits on the signs of what symbolic strides multiply.

   This file formulates a meeting, an access outside and a false claim as systems (steps 6
   and 11).  */

#include "value/linear.h"

static struct ctx
new_system (px_dj *A, const dj_case *c)
{
  struct ctx x = ctx ();
  mono unit = mono ();
  x.A = A;
  x.c = c;
  dj_mono_of (&x, &unit);
  return x;
}

static void
free_system (struct ctx *x)
{
  struct keys *s[] = { &x->atoms, &x->monos, &x->stems, &x->quotients, &x->proved };
  for (unsigned i = 0; i < sizeof s / sizeof *s; i++)
    dj_linear_keys_free (s[i]);
  dj_drop (&x->key.v);
  dj_drop (&x->stem.v);
  dj_drop (&x->atom_tab);
  dj_drop (&x->mono_tab);
  dj_drop (&x->quot);
  dj_drop (&x->proof);
  dj_drop (&x->cons);
  dj_drop (&x->disj);
  dj_drop (&x->weak_disj);
  for (int i = 0; i < 6; i++)
    dj_drop (&x->memo[i]);
  dj_drop (&x->common);
  px_pool_free (&x->pool);
}

static void
path (struct ctx *x, const px_dj_access *a, int side)
{
  for (int i = 0; i < a->n_guards; i++)
    dj_linear_guard (x, a->guard[i], side);
  for (int i = 0; i < a->n_ctrs; i++)
    dj_linear_tr (x, a->ctr[i], side);
}

/* The unit's number on a side.  */
static poly
unit_index (struct ctx *x, struct px_dj_persp p, int side)
{
  enum px_dj_op op = p.level == DJ_LEVEL_THREAD ? DJ_THREAD : DJ_BLOCK;
  poly i = dj_linear_id (x, op, side), q, m;
  if (p.n == 1)
    return i;
  struct px_dj_type ty = { 32, true, false };
  dj_linear_divide (x, px_dj_id (x->A, op, ty), i, dj_poly_con (x, p.n), true, &q, &m);
  return q;
}

/* True is a proof that A and B do not both run, whatever their offsets are.  */
static bool
exclude (px_dj *A, const dj_case *c, const px_dj_access *a, const px_dj_access *b)
{
  struct ctx x = new_system (A, c);
  path (&x, a, SIDE_1);
  path (&x, b, SIDE_2);
  bool no = x.contradiction || dj_linear_infeasible (&x, x.cons.e, x.cons.n, true);
  no &= !x.too_many && !A->no_linear;
  free_system (&x);
  return no;
}

static bool
apart (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a, const px_dj_access *b,
       px_dj_ref fixed, int64_t value)
{
  struct ctx x = new_system (A, c);
  x.fixed = fixed;
  x.value = value;
  path (&x, a, SIDE_1);
  path (&x, b, SIDE_2);
  if (rel->kind == DJ_REL_LT || rel->kind == DJ_REL_GT)
    {
      poly d = dj_poly_add (&x, unit_index (&x, rel->unit, SIDE_2),
			    unit_index (&x, rel->unit, SIDE_1), -1);
      dj_linear_ge (&x,
		    dj_poly_plus (&x, rel->kind == DJ_REL_LT ? d : dj_poly_scale (&x, d, -1), -1));
    }
  poly p = dj_linear_tr (&x, a->offset, SIDE_1), q = dj_linear_tr (&x, b->offset, SIDE_2),
       D = dj_poly_add (&x, q, p, -1);
  poly extra[2] = { dj_poly_plus (&x, dj_poly_scale (&x, D, -1), a->width - 1),
		    dj_poly_plus (&x, D, b->width - 1) };
  bool no = dj_linear_unsat (&x, extra, 2, DEPTH, &D);
  free_system (&x);
  return no;
}

/* Finds the powers of two in R that are common in case C; *N counts them and stops at two.  */
static void
find_pow2 (px_dj *A, const dj_case *c, px_dj_ref r, dj_vec<bool> *seen, px_dj_ref *found, int *n)
{
  while (seen->n < A->node.n)
    dj_push (seen, false);
  if (!r || seen->e[r] || *n > 1)
    return;
  seen->e[r] = true;
  const dj_node m = *dj_at (A, r);
  if (m.op == DJ_POW2 && dj_var_common (A, c, dj_var_of (A, r)))
    {
      *found = r;
      ++*n;
    }
  px_dj_ref k[3] = { m.a, m.b, m.c };
  if (m.op == DJ_CTR)
    {
      const dj_var *v = dj_var_of (A, r);
      k[0] = v->start;
      k[1] = v->step;
      k[2] = v->bound;
    }
  for (int i = 0; i < 3; i++)
    find_pow2 (A, c, k[i], seen, found, n);
}

static bool
common_in (px_dj *A, const dj_case *c, px_dj_ref r)
{
  struct ctx x = new_system (A, c);
  bool yes = dj_linear_common (&x, r);
  free_system (&x);
  return yes;
}

enum
{
  MAX_SIGNS = 3 /* divisors whose signs are tried: 8 combinations */
};

/* The divisors of a question that have either sign.  */
struct divisors
{
  px_dj_ref d[MAX_SIGNS];
  int n, steps; /* nodes yet to be visited */
};

/* Adds the factors of divisor R that are no constants, may have either sign, and are shared by both
   sides.  */
static void
add_divisor (px_dj *A, const dj_case *c, px_dj_ref r, divisors *all)
{
  const dj_node n = *dj_at (A, r);
  if (n.op == DJ_MUL && (n.flags & DJ_EXACT))
    {
      add_divisor (A, c, n.a, all);
      add_divisor (A, c, n.b, all);
    }
  else if (n.lo < 0 && n.hi > 0 && !dj_among (r, all->d, all->n) && all->n < MAX_SIGNS
	   && common_in (A, c, r))
    all->d[all->n++] = r;
}

/* Adds the divisors in R, as far as it is evaluated in any case.  */
static void
find_divisors (px_dj *A, const dj_case *c, px_dj_ref r, divisors *all)
{
  if (!r || --all->steps < 0)
    return;
  const dj_node n = *dj_at (A, r);
  if (n.op == DJ_DIV || n.op == DJ_MOD)
    add_divisor (A, c, n.b, all);
  find_divisors (A, c, n.a, all);
  if (n.op != DJ_SEL && n.op != DJ_LAND && n.op != DJ_LOR)
    find_divisors (A, c, n.b, all);
}

/* A with the N conditions at FIRST; *GUARD holds its guards.  */
static px_dj_access
access_where (const px_dj_access *a, const px_dj_ref *first, int n, dj_vec<px_dj_ref> *guard)
{
  px_dj_access with = *a;
  for (int i = 0; i < n; i++)
    dj_push (guard, first[i]);
  for (int i = 0; i < a->n_guards; i++)
    dj_push (guard, a->guard[i]);
  with.guard = guard->e;
  with.n_guards = guard->n;
  return with;
}

/* The condition that D, a divisor and so not 0, is positive, or negative.  */
static px_dj_ref
sign_condition (px_dj *A, px_dj_ref d, bool positive)
{
  /* x / c, rounded towards 0, is >= 1 where x >= c, and <= -1 where x <= -c.  */
  struct px_dj_type ty = dj_at (A, d)->ty;
  int64_t least = 1, by;
  while (dj_at (A, d)->op == DJ_DIV && dj_is_const (A, dj_at (A, d)->b, &by) && by > 0
	 && least <= INT32_MAX / by)
    {
      least *= by;
      d = dj_at (A, d)->a;
    }
  return positive ? px_dj_bin (A, DJ_LE, px_dj_const (A, ty, least), d)
		  : px_dj_bin (A, DJ_LE, d, px_dj_const (A, ty, -least));
}

/* Proves the question for all signs of the divisors, of which the first N have those of
   FIRST.  Leaves out those with which the accesses do not run.  */
static bool
apart_by_signs (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
		const px_dj_access *b, const divisors *all, px_dj_ref first[MAX_SIGNS], int n)
{
  bool yes = true;
  for (int positive = 0; positive < 2 && yes; positive++)
    {
      dj_vec<px_dj_ref> guard[2] = { dj_vec<px_dj_ref> (), dj_vec<px_dj_ref> () };
      first[n] = sign_condition (A, all->d[n], positive);
      px_dj_access p = access_where (a, first, n + 1, &guard[0]),
		   q = access_where (b, first, n + 1, &guard[1]);
      yes = exclude (A, c, &p, &q)
	    || (n + 1 < all->n ? apart_by_signs (A, c, rel, a, b, all, first, n + 1)
			       : apart (A, c, rel, &p, &q, 0, 0));
      dj_drop (&guard[0]);
      dj_drop (&guard[1]);
    }
  return yes;
}

enum
{
  MAX_CHOICES = 2 /* conditions whose two sides are tried */
};

/* Finds in R, as far as it is evaluated in any case, a choice by a comparison that is the same for both
   sides; 0: none.  */
static px_dj_ref
find_choice (px_dj *A, const dj_case *c, px_dj_ref r, int *steps)
{
  if (!r || --*steps < 0)
    return 0;
  const dj_node n = *dj_at (A, r);
  if (n.op == DJ_SEL && dj_comparison (dj_at (A, n.a)->op) && common_in (A, c, n.a))
    return n.a;
  px_dj_ref found = find_choice (A, c, n.a, steps);
  return found || n.op == DJ_SEL ? found : find_choice (A, c, n.b, steps);
}

/* R where CONDITION holds, or does not.  */
static px_dj_ref
decided (px_dj *A, px_dj_ref r, px_dj_ref condition, bool holds, int *steps)
{
  if (!r || --*steps < 0)
    return r;
  const dj_node n = *dj_at (A, r);
  if (n.op == DJ_SEL && n.a == condition)
    return decided (A, holds ? n.b : n.c, condition, holds, steps);
  if (!dj_arity[n.op])
    return r;
  px_dj_ref k[3] = { n.a, n.b, n.c };
  for (int i = 0; i < dj_arity[n.op]; i++)
    k[i] = decided (A, k[i], condition, holds, steps);
  return dj_rebuild (A, r, k[0], k[1], k[2]);
}

/* Proves the question for both outcomes of a condition that chooses in an offset.  */
static bool
apart_by_choice (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
		 const px_dj_access *b, int choices)
{
  int steps = 1000;
  px_dj_ref choice = find_choice (A, c, a->offset, &steps);
  bool yes = choice;
  for (int holds = 0; holds < 2 && yes; holds++)
    {
      dj_vec<px_dj_ref> guard[2] = { dj_vec<px_dj_ref> (), dj_vec<px_dj_ref> () };
      px_dj_ref first = holds ? choice : px_dj_un (A, DJ_LNOT, choice);
      px_dj_access p = access_where (a, &first, 1, &guard[0]),
		   q = access_where (b, &first, 1, &guard[1]);
      steps = 2000;
      p.offset = decided (A, p.offset, choice, holds, &steps);
      q.offset = decided (A, q.offset, choice, holds, &steps);
      yes = apart (A, c, rel, &p, &q, 0, 0)
	    || (choices > 1 && apart_by_choice (A, c, rel, &p, &q, choices - 1));
      dj_drop (&guard[0]);
      dj_drop (&guard[1]);
    }
  return yes;
}

enum
{
  MOST_SIGN_OPS
  = 60000, /* of an edge's proof by signs: one that succeeds takes 24,000 at most in the kernels of bench/codegen */
  MOST_LOST = 2 /* proofs by signs of edges that fail one after another: then none is tried */
};

/* Proves the question for all signs of the divisors, if there are any; RULE: of a rule, which may take all operations.  */
static bool
apart_by_divisors (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
		   const px_dj_access *b, const divisors *all, bool rule)
{
  px_dj_ref first[MAX_SIGNS];
  if (!all->n || rule)
    return all->n && apart_by_signs (A, c, rel, a, b, all, first, 0);
  long kept = A->ops_left > MOST_SIGN_OPS ? A->ops_left - MOST_SIGN_OPS : 0;
  bool out = A->out_of_budget;
  A->ops_left -= kept;
  bool yes = apart_by_signs (A, c, rel, a, b, all, first, 0);
  A->ops_left += kept;
  A->out_of_budget = out;
  A->signs_lost = yes ? -1 : A->signs_lost < 0 ? 1 : A->signs_lost + 1;
  return yes;
}

bool
dj_linear_apart (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
		 const px_dj_access *b)
{
  /* Nothing is known of a quotient whose divisor has an unknown sign.  Most edges have a proof without, but those of
     one loop resemble one another.  */
  divisors all = { {}, 0, 1000 };
  bool rule = A->all == &A->spent[DJ_Q_RULE], signs_first = rule || A->signs_lost < 0;
  if (rule || A->signs_lost < MOST_LOST)
    find_divisors (A, c, a->offset, &all);
  if (signs_first && apart_by_divisors (A, c, rel, a, b, &all, rule))
    return true;
  if (apart (A, c, rel, a, b, 0, 0))
    return true;
  if (!signs_first && apart_by_divisors (A, c, rel, a, b, &all, rule))
    return true;
  if (rule && apart_by_choice (A, c, rel, a, b, MAX_CHOICES))
    return true;
  /* With exactly one common power of two: a proof for each of its values, at most 63.  */
  px_dj_ref r = 0;
  int n = 0;
  const px_dj_access *const acc[2] = { a, b };
  dj_vec<bool> seen = dj_vec<bool> ();
  /* Take it from the offsets; if they have none, from the guards.  */
  for (int i = 0; i < 2; i++)
    find_pow2 (A, c, acc[i]->offset, &seen, &r, &n);
  for (int i = 0; i < 2 && !n; i++)
    for (int j = 0; j < acc[i]->n_guards; j++)
      find_pow2 (A, c, acc[i]->guard[j], &seen, &r, &n);
  dj_drop (&seen);
  if (n != 1)
    return false;
  const dj_var v = *dj_var_of (A, r);
  px_dj_access p = *a, q = *b;
  p.n_guards = q.n_guards = 0;
  for (int k = 0; k < 63; k++)
    {
      int64_t x = (int64_t) 1 << k;
      /* Try again without the guards: conditions that are not needed may exceed the limits.  */
      if (x >= v.lo && x <= v.hi && !apart (A, c, rel, a, b, r, x)
	  && !apart (A, c, rel, &p, &q, r, x))
	return false;
    }
  return true;
}

bool
dj_linear_inside (px_dj *A, const px_dj_access *a, int64_t extent)
{
  dj_case c = { { DJ_LEVEL_GRID, 1 }, -1, 0, false, 1 };
  bool ok = true;
  for (int k = 0; k < (extent == DJ_NO_EXTENT ? 1 : 2) && ok; k++)
    {
      struct ctx x = new_system (A, &c);
      path (&x, a, SIDE_1);
      poly p = dj_linear_tr (&x, a->offset, SIDE_1);
      poly extra = k ? dj_poly_plus (&x, p, a->width - 1 - extent)
		     : dj_poly_plus (&x, dj_poly_scale (&x, p, -1), -1);
      ok = dj_linear_unsat (&x, &extra, 1, DEPTH, NULL);
      free_system (&x);
    }
  return ok;
}

bool
dj_linear_prove (px_dj *A, const px_dj_ref *fact, int n, px_dj_ref claim)
{
  dj_case c = { { DJ_LEVEL_GRID, 1 }, -1, 0, false, 1 };
  struct ctx x = new_system (A, &c);
  struct alternatives no = alternatives ();
  bool ok;
  for (int i = 0; i < n; i++)
    dj_linear_guard (&x, fact[i], SIDE_1);
  dj_linear_condition (&x, claim, false, SIDE_1, &no);
  ok = !no.lost || x.contradiction;
  for (int i = 0; i < no.n && ok; i++)
    ok = dj_linear_unsat (&x, no.p[i].e, no.p[i].n, DEPTH, NULL);
  dj_linear_alternatives_free (&no);
  free_system (&x);
  return ok;
}
