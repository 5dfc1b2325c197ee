/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2, step 10: an index of several dimensions, taken apart.

   An offset as ((z·NY + y)·NX + x) is a number whose digits are x, y and z, if each is less than what
   the next is multiplied by.  Two are equal only if all of their digits are.  To find that by
   splits takes three cases for each digit, in each of which all those below it are split.
   Needs the facts of a context and the difference of two offsets.  Leaves the facts that
   the digits' differences are 0.  */

#include "value/linear.h"

enum
{
  LIKES = 256 /* chains of facts that may cancel each other */
};

/* True is a proof that CONS and P >= 0 have no integers.  Products cost most, so they come in only
   where P, which bounds a digit, has some.  */
static bool
refuted (struct ctx *x, const dj_vec<poly> *cons, poly p)
{
  dj_vec<poly> all = dj_vec<poly> ();
  bool products = false;
  for (int i = 0; i < cons->n; i++)
    dj_push (&all, cons->e[i]);
  dj_push (&all, dj_poly_tight (x, p));
  for (int i = 0; i < p.n; i++)
    products |= x->mono_tab.e[p.t[i].mon].n > 1;
  bool no = dj_linear_infeasible (x, all.e, all.n, true);
  if (!no && products)
    {
      dj_linear_close (x, &all);
      no = dj_linear_infeasible (x, all.e, all.n, true);
    }
  dj_drop (&all);
  return no;
}

/* Adds P = 0 to CONS.  */
static void
add_zero (struct ctx *x, dj_vec<poly> *cons, poly p)
{
  dj_push (cons, dj_poly_tight (x, p));
  dj_push (cons, dj_poly_tight (x, dj_poly_scale (x, p, -1)));
}

/* The monomial M without one factor S; *found: M has it.  */
static int
less_factor (struct ctx *x, int m, int S, bool *found)
{
  const mono y = x->mono_tab.e[m];
  mono rest = mono ();
  *found = false;
  for (int j = 0; j < y.n; j++)
    if (y.atom[j] == S && !*found)
      *found = true;
    else
      rest.atom[rest.n++] = y.atom[j];
  return *found ? dj_mono_of (x, &rest) : m;
}

/* D = S·A + B, where S is an atom or, if it is negative, the number -S, and no term of B is a
   multiple of it.  Returns false if A or B is 0.  */
static bool
divided (struct ctx *x, poly D, dj_wide S, poly *A, poly *B)
{
  *A = dj_poly_con (x, 0);
  *B = dj_poly_con (x, 0);
  for (int i = 0; i < D.n; i++)
    {
      bool found = S < 0 && D.t[i].mon && D.t[i].c % S == 0;
      poly p = dj_poly_new (x, 1);
      p.t[0].mon = S < 0 ? D.t[i].mon : less_factor (x, D.t[i].mon, (int) S, &found);
      p.t[0].pad = 0;
      p.t[0].c = 1;
      poly *to = found ? A : B;
      *to = dj_poly_add (x, *to, p, found && S < 0 ? D.t[i].c / -S : D.t[i].c);
    }
  return A->n && B->n;
}

/* If LO <= D <= HI make A = 0 for a D = S·A + B, adds that to CONS, and LO <= B <= HI.  A >= 1 would
   make |S| + B <= HI, and A <= -1 would make LO <= B - |S|.  */
static bool
peel_one (struct ctx *x, dj_vec<poly> *cons, poly D, dj_wide S, dj_wide lo, dj_wide hi, poly *A,
	  poly *B)
{
  if (!divided (x, D, S, A, B))
    return false;
  int sign = S < 0 ? 1 : dj_linear_sign (x, (int) S);
  if (!sign)
    return false;
  poly s = S < 0 ? dj_poly_con (x, -S) : dj_poly_scale (x, dj_poly_var (x, (int) S), sign);
  poly above = dj_poly_plus (x, dj_poly_scale (x, dj_poly_add (x, s, *B, 1), -1), hi),
       below = dj_poly_plus (x, dj_poly_add (x, *B, s, -1), -lo);
  if (!refuted (x, cons, above) || !refuted (x, cons, below))
    return false;
  add_zero (x, cons, *A);
  if (lo == hi)
    add_zero (x, cons, dj_poly_plus (x, *B, -lo));
  return true;
}

/* Peels digits off D, as many as there are.  */
static void
peel (struct ctx *x, dj_vec<poly> *cons, poly D, dj_wide lo, dj_wide hi)
{
  poly A, B;
  bool done = false;
  for (int S = 0; S < x->atom_tab.n && !done; S++)
    done = !x->atom_tab.e[S].side && peel_one (x, cons, D, S, lo, hi, &A, &B);
  for (int i = 0; i < D.n && !done; i++)
    {
      dj_wide c = D.t[i].c < 0 ? -D.t[i].c : D.t[i].c;
      done = D.t[i].mon && c > 1 && peel_one (x, cons, D, -c, lo, hi, &A, &B);
    }
  if (!done)
    return;
  peel (x, cons, A, 0, 0);
  peel (x, cons, B, lo, hi);
}

/* Returns an atom of P that is P's only term with it and has coefficient 1 or -1, or -1.  */
static int
solvable (const struct ctx *x, poly p)
{
  int best = -1;
  for (int i = 0; i < p.n; i++)
    {
      const mono *m = &x->mono_tab.e[p.t[i].mon];
      bool alone = m->n == 1 && (p.t[i].c == 1 || p.t[i].c == -1);
      for (int j = 0; j < p.n && alone; j++)
	for (int k = 0; k < x->mono_tab.e[p.t[j].mon].n && alone; k++)
	  alone = j == i || x->mono_tab.e[p.t[j].mon].atom[k] != m->atom[0];
      if (alone && (best < 0 || m->atom[0] < best))
	best = m->atom[0];
    }
  return best;
}

static bool
has_atom (const struct ctx *x, poly p, int a)
{
  for (int i = 0; i < p.n; i++)
    {
      const mono *m = &x->mono_tab.e[p.t[i].mon];
      for (int j = 0; j < m->n; j++)
	if (m->atom[j] == a)
	  return true;
    }
  return false;
}

/* *P with V for atom A, which V does not have.  Returns false if that is too large.  */
static bool
with_value (struct ctx *x, poly *p, int a, poly v)
{
  /* Most have not: the pool keeps each sum of theirs.  */
  if (!has_atom (x, *p, a))
    return p->n <= MAX_TERMS;
  poly r = dj_poly_con (x, 0);
  for (int i = 0; i < p->n; i++)
    {
      poly t = dj_poly_new (x, 1);
      bool found;
      int times = 0;
      t.t[0] = p->t[i];
      for (;; times++)
	{
	  int m = less_factor (x, t.t[0].mon, a, &found);
	  if (!found)
	    break;
	  t.t[0].mon = m;
	}
      while (times--)
	if (!dj_poly_mul (x, t, v, &t))
	  return false;
      r = dj_poly_add (x, r, t, 1);
      if (r.n > MAX_TERMS)
	return false;
    }
  *p = r;
  return true;
}

/* Returns true if P + Q is a number, *C.  Neither of them is 0.  */
static bool
cancel (poly p, poly q, dj_wide *c)
{
  /* Terms are in the order of their monomials, of which a number's is the first.  */
  bool con_p = p.t[0].mon == 0, con_q = q.t[0].mon == 0;
  if (p.n - con_p != q.n - con_q)
    return false;
  for (int i = 1; i <= p.n - con_p; i++)
    if (p.t[p.n - i].mon != q.t[q.n - i].mon || p.t[p.n - i].c != -q.t[q.n - i].c)
      return false;
  *c = (con_p ? p.t[0].c : 0) + (con_q ? q.t[0].c : 0);
  return true;
}

/* Sets CHAIN[i] to the next of ALL after I that may cancel it: -1 where there is none.  */
static void
chain_likes (const dj_vec<poly> *all, dj_vec<int> *chain)
{
  int head[LIKES];
  for (int &h : head)
    h = -1;
  chain->n = 0;
  for (int i = 0; i < all->n; i++)
    dj_push (chain, -1);
  for (int i = all->n - 1; i >= 0; i--)
    if (all->e[i].n)
      {
	int *h = &head[all->e[i].t[all->e[i].n - 1].mon % LIKES];
	chain->e[i] = *h;
	*h = i;
      }
}

/* Two of the facts in ALL are P >= a and P <= b of one P, with a > b.  */
static bool
two_apart (const dj_vec<poly> *all, const dj_vec<int> *chain)
{
  dj_wide c;
  for (int i = 0; i < all->n; i++)
    for (int j = chain->e[i]; j >= 0; j = chain->e[j])
      if (cancel (all->e[i], all->e[j], &c) && c < 0)
	return true;
  return false;
}

bool
dj_linear_contradicts (struct ctx *x, const dj_vec<poly> *cons)
{
  dj_vec<poly> all = dj_vec<poly> ();
  dj_vec<int> chain = dj_vec<int> ();
  bool no = false, more = true;
  dj_wide c;
  for (int i = 0; i < cons->n; i++)
    dj_push (&all, cons->e[i]);
  for (int a = 0; a < x->atom_tab.n; a++)
    {
      dj_bounds b = x->atom_tab.e[a].b;
      if (b.has_lo && b.has_hi && b.lo == b.hi)
	add_zero (x, &all, dj_poly_plus (x, dj_poly_var (x, a), -b.lo));
    }
  for (int round = 0; round < MAX_REPLACED && more && !no; round++)
    {
      more = false;
      x->A->ops_left -= all.n;
      chain_likes (&all, &chain);
      for (int i = 0; i < all.n && !more; i++)
	for (int j = chain.e[i]; j >= 0 && !more; j = chain.e[j])
	  if (cancel (all.e[i], all.e[j], &c) && c == 0)
	    {
	      int a = solvable (x, all.e[i]);
	      if (a < 0)
		continue;
	      /* p = c·a + rest = 0, so a = -c·rest */
	      poly p = all.e[i], y = dj_poly_var (x, a);
	      dj_wide k = 0;
	      for (int l = 0; l < p.n; l++)
		if (p.t[l].mon == y.t[0].mon)
		  k = p.t[l].c;
	      poly v = dj_poly_scale (x, dj_poly_add (x, p, y, -k), -k);
	      more = true;
	      int n = 0;
	      for (int l = 0; l < all.n; l++)
		{
		  poly q = all.e[l];
		  /* What grows too large is left out: that is one fact less.  */
		  bool other = has_atom (x, q, a);
		  if (!with_value (x, &q, a, v))
		    continue;
		  /* What a round before this one has left is tight.  */
		  if (other || !round)
		    q = dj_poly_tight (x, q);
		  if (!dj_poly_is_con (q, &c))
		    all.e[n++] = q;
		  else if (c < 0)
		    no = true;
		}
	      all.n = n;
	    }
    }
  chain_likes (&all, &chain);
  no = no || two_apart (&all, &chain);
  dj_drop (&all);
  dj_drop (&chain);
  return no;
}

bool
dj_linear_digits (struct ctx *x, dj_vec<poly> *cons, poly D, const poly extra[2])
{
  int had = cons->n;
  dj_wide g = 0, c = 0, lo, hi;
  for (int i = 0; i < D.n; i++)
    if (D.t[i].mon)
      g = dj_gcd (g, D.t[i].c);
    else
      c = D.t[i].c;
  if (!g || !dj_poly_is_con (dj_poly_add (x, extra[0], D, 1), &hi)
      || !dj_poly_is_con (dj_poly_add (x, D, extra[1], -1), &lo))
    return false;
  /* d = (D - c) / g */
  poly d = dj_poly_new (x, D.n);
  d.n = 0;
  for (int i = 0; i < D.n; i++)
    if (D.t[i].mon)
      {
	d.t[d.n] = D.t[i];
	d.t[d.n++].c /= g;
      }
  peel (x, cons, d, -dj_floor_div (c - lo, g), dj_floor_div (hi - c, g));
  return cons->n > had && dj_linear_contradicts (x, cons);
}
