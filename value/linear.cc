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
  struct strings *s[] = { &x->atoms, &x->monos, &x->stems, &x->quotients, &x->proved };
  for (unsigned i = 0; i < sizeof s / sizeof *s; i++)
    dj_strings_free (s[i]);
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
  dj_pool_free (&x->pool);
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
  else if (rel->kind != DJ_REL_ANY)
    {
      /* The thread is before the case's threads or after them.  */
      struct alternatives out = alternatives ();
      poly t = dj_linear_id (&x, DJ_THREAD, rel->kind == DJ_REL_OUT_1 ? SIDE_1 : SIDE_2);
      if (rel->start > 0)
	dj_linear_one (&x, &out, dj_poly_plus (&x, t, 1 - rel->start), true);
      dj_linear_one (&x, &out, dj_poly_plus (&x, t, -rel->start - rel->size), false);
      dj_linear_assume (&x, &out, false);
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

/* Finds in R, as far as it is evaluated in any case, a divisor of either sign that is no
   constant; 0: none.  */
static px_dj_ref
find_divisor (const px_dj *A, px_dj_ref r, int *steps)
{
  if (!r || --*steps < 0)
    return 0;
  const dj_node n = *dj_at (A, r);
  if ((n.op == DJ_DIV || n.op == DJ_MOD) && dj_at (A, n.b)->lo < 0 && dj_at (A, n.b)->hi > 0)
    return n.b;
  px_dj_ref d = find_divisor (A, n.a, steps);
  bool both = n.op != DJ_SEL && n.op != DJ_LAND && n.op != DJ_LOR;
  return d || !both ? d : find_divisor (A, n.b, steps);
}

/* As apart, where FIRST holds as well.  */
static bool
apart_where (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
	     const px_dj_access *b, px_dj_ref first)
{
  const px_dj_access *const acc[2] = { a, b };
  px_dj_access with[2];
  dj_vec<px_dj_ref> guard[2] = { dj_vec<px_dj_ref> (), dj_vec<px_dj_ref> () };
  for (int i = 0; i < 2; i++)
    {
      with[i] = *acc[i];
      dj_push (&guard[i], first);
      for (int j = 0; j < acc[i]->n_guards; j++)
	dj_push (&guard[i], acc[i]->guard[j]);
      with[i].guard = guard[i].e;
      with[i].n_guards = guard[i].n;
    }
  bool yes = apart (A, c, rel, &with[0], &with[1], 0, 0);
  dj_drop (&guard[0]);
  dj_drop (&guard[1]);
  return yes;
}

/* A divisor of the offset of A that has either sign and is shared by both sides, or 0.  Only of
   rules: an edge asks once for each scope, which would cost five times as much, and a broader
   barrier is right.  */
static px_dj_ref
shared_divisor (px_dj *A, const dj_case *c, const px_dj_access *a)
{
  int steps = 1000;
  px_dj_ref d = A->all == &A->spent[DJ_Q_RULE] ? find_divisor (A, a->offset, &steps) : 0;
  return d && common_in (A, c, d) ? d : 0;
}

/* Proves the question for both signs of divisor D: where it is 0, neither access runs.  */
static bool
apart_by_sign (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
	       const px_dj_access *b, px_dj_ref d)
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
  px_dj_ref positive = px_dj_bin (A, DJ_LE, px_dj_const (A, ty, least), d),
	    negative = px_dj_bin (A, DJ_LE, d, px_dj_const (A, ty, -least));
  return apart_where (A, c, rel, a, b, negative) && apart_where (A, c, rel, a, b, positive);
}

bool
dj_linear_apart (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
		 const px_dj_access *b)
{
  /* Nothing is known of a quotient whose divisor has an unknown sign.  */
  if (px_dj_ref d = shared_divisor (A, c, a))
    if (apart_by_sign (A, c, rel, a, b, d))
      return true;
  if (apart (A, c, rel, a, b, 0, 0))
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
  for (int k = 0; k < 2 && ok; k++)
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
