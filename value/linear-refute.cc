/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2, steps 7 to 10: decides whether any integers satisfy the facts.

   Adds products of facts, solves the linear program over the monomials, and splits on the
   signs of differences where that is not enough.  Needs the facts of a context.  True is a
   proof; false says nothing.  */

#include "value/linear.h"

static const dj_wide FAR_END = (dj_wide) 1 << 60;

static bool
spend (struct ctx *x)
{
  px_dj *A = x->A;
  if (A->programs_left > 0 && A->ops_left > 0)
    return true;
  A->out_of_budget = true;
  return false;
}

bool
dj_linear_infeasible (struct ctx *x, const poly *cons, int n, bool inner)
{
  px_dj *A = x->A;
  if (!spend (x))
    return false;
  A->programs_left--;
  int n_vars = 0, n_rows = 0, n_terms = 0;
  bool out = false, fresh;
  for (int i = 0; i < n; i++)
    n_terms += cons[i].n;
  int *index = (int *) dj_realloc (NULL, x->mono_tab.n * sizeof (int));
  for (int i = 0; i < x->mono_tab.n; i++)
    index[i] = -1;
  dj_bounds *b = (dj_bounds *) dj_realloc (NULL, n_terms * sizeof (dj_bounds));
  dj_row *row = (dj_row *) dj_realloc (NULL, n * sizeof (dj_row));
  int *vars = (int *) dj_realloc (NULL, n_terms * sizeof (int));
  dj_wide *coef = (dj_wide *) dj_realloc (NULL, n_terms * sizeof (dj_wide));
  struct keys forms = keys ();
  struct key f = key ();
  int at = 0;
  for (int i = 0; i < n && !out; i++)
    {
      poly p = cons[i];
      dj_wide k = 0;
      int first = 0, len;
      if (p.n && p.t[0].mon == 0)
	{
	  k = p.t[0].c;
	  first = 1;
	}
      len = p.n - first;
      if (!len)
	{
	  out = k < 0;
	  continue;
	}
      /* sign · (sum) >= -k, where the first coefficient of the sum is positive.  */
      int sign = p.t[first].c > 0 ? 1 : -1;
      for (int j = 0; j < len; j++)
	{
	  int m = p.t[first + j].mon;
	  if (index[m] < 0)
	    {
	      /* Leave out ends beyond FAR_END: they would only need large numbers.  */
	      b[n_vars] = dj_mono_range (x, m);
	      b[n_vars].has_lo &= b[n_vars].lo >= -FAR_END;
	      b[n_vars].has_hi &= b[n_vars].hi <= FAR_END;
	      index[m] = n_vars++;
	    }
	  vars[at + j] = index[m];
	  coef[at + j] = p.t[first + j].c * sign;
	}
      dj_bounds *bound;
      if (len == 1)
	{
	  dj_wide c = coef[at];
	  bound = &b[vars[at]];
	  k = dj_floor_div (k, c);
	}
      else
	{
	  f.v.n = 0;
	  for (int j = 0; j < len; j++)
	    {
	      dj_linear_key_int (&f, vars[at + j]);
	      dj_linear_key_int (&f, (int64_t) coef[at + j]);
	      dj_linear_key_int (&f, (int64_t) (coef[at + j] >> 64));
	    }
	  int r = dj_linear_intern (&forms, &f, &fresh);
	  if (fresh)
	    {
	      n_rows++;
	      row[r].n = len;
	      row[r].var = vars + at;
	      row[r].coef = coef + at;
	      row[r].b.has_lo = row[r].b.has_hi = false;
	      at += len;
	    }
	  bound = &row[r].b;
	}
      if (sign > 0 && (!bound->has_lo || bound->lo < -k))
	{
	  bound->has_lo = true;
	  bound->lo = -k;
	}
      if (sign < 0 && (!bound->has_hi || bound->hi > k))
	{
	  bound->has_hi = true;
	  bound->hi = k;
	}
      if (bound->has_lo && bound->has_hi && bound->lo > bound->hi)
	out = true;
    }
  if (!out)
    {
      long ops = (inner || x->proving) && A->ops_left > INNER_OPS ? (long) INNER_OPS : A->ops_left,
	   had = ops;
      out = dj_simplex (n_vars, b, n_rows, row, inner ? 0 : (int) BRANCHES, &ops);
      A->ops_left -= had - ops;
    }
  dj_linear_keys_free (&forms);
  dj_drop (&f.v);
  free (index);
  free (b);
  free (row);
  free (vars);
  free (coef);
  return out;
}

int
dj_linear_sign (struct ctx *x, int a)
{
  const atom *y = &x->atom_tab.e[a];
  if (y->b.has_lo && y->b.lo >= 0)
    return 1;
  if (y->side || x->proving)
    return 0;
  poly p = dj_poly_var (x, a);
  return dj_linear_implied (x, p) ? 1 : dj_linear_implied (x, dj_poly_scale (x, p, -1)) ? -1 : 0;
}

/* Returns for each fact whether it has an atom that all facts which have it bound from the same
   side, and that has no bound of its own on the other but its type's: a limit, as h in y1 < h and
   y2 < h.  */
static dj_vec<bool>
limits (const struct ctx *x, const dj_vec<poly> *all)
{
  enum
  {
    FROM_BELOW = 1,
    FROM_ABOVE = 2,
    OTHERWISE = 4
  };
  dj_vec<uint8_t> use = dj_vec<uint8_t> (); /* by atom */
  dj_vec<bool> limit = dj_vec<bool> ();
  while (use.n < x->atom_tab.n)
    dj_push (&use, (uint8_t) (x->atom_tab.e[use.n].side ? OTHERWISE : 0));
  for (int i = 0; i < all->n; i++)
    for (int j = 0; j < all->e[i].n; j++)
      {
	const mono *m = &x->mono_tab.e[all->e[i].t[j].mon];
	for (int k = 0; k < m->n; k++)
	  use.e[m->atom[k]] |= m->n > 1		      ? OTHERWISE
			       : all->e[i].t[j].c > 0 ? FROM_BELOW
						      : FROM_ABOVE;
      }
  for (int i = 0; i < all->n; i++)
    {
      bool is = false;
      for (int j = 0; j < all->e[i].n && !is; j++)
	{
	  const mono *m = &x->mono_tab.e[all->e[i].t[j].mon];
	  if (m->n != 1)
	    continue;
	  dj_bounds b = x->atom_tab.e[m->atom[0]].b;
	  int u = use.e[m->atom[0]];
	  is = (u == FROM_BELOW && (!b.has_hi || b.hi >= INT32_MAX))
	       || (u == FROM_ABOVE && (!b.has_lo || b.lo <= INT32_MIN));
	}
      dj_push (&limit, is);
    }
  dj_drop (&use);
  return limit;
}

void
dj_linear_close (struct ctx *x, dj_vec<poly> *all)
{
  int n = all->n;
  struct keys seen = keys ();
  dj_vec<uint8_t> state = dj_vec<uint8_t> (); /* by monomial: 1 occurs, 2 has been multiplied */
  struct key k = key ();
  bool fresh;
  if (n >= MAX_CLOSE)
    return;
  dj_vec<bool> limit = limits (x, all);
  for (int i = 0; i < n; i++)
    {
      k.v.n = 0;
      dj_linear_key_poly (&k, all->e[i]);
      dj_linear_intern (&seen, &k, &fresh);
    }
  for (int pass = 0; pass < 2; pass++)
    {
      while (state.n < x->mono_tab.n)
	dj_push (&state, (uint8_t) 0);
      for (int i = 0; i < all->n; i++)
	for (int j = 0; j < all->e[i].n; j++)
	  state.e[all->e[i].t[j].mon] |= 1;
      int monos = state.n;
      for (int m = 0; m < monos; m++)
	{
	  if (state.e[m] != 1 || x->mono_tab.e[m].n < 2)
	    continue;
	  mono p = x->mono_tab.e[m];
	  for (int j = 0; j < p.n; j++)
	    {
	      mono s = mono ();
	      int sign = !j || p.atom[j] != p.atom[j - 1];
	      for (int l = 0; l < p.n && sign; l++)
		if (l != j)
		  {
		    s.atom[s.n++] = p.atom[l];
		    sign *= dj_linear_sign (x, p.atom[l]);
		  }
	      if (!sign)
		continue;
	      poly S = dj_poly_new (x, 1), one = dj_poly_var (x, p.atom[j]);
	      S.t[0].mon = dj_mono_of (x, &s);
	      S.t[0].pad = 0;
	      S.t[0].c = sign;
	      dj_bounds b = x->atom_tab.e[p.atom[j]].b;
	      for (int i = -2; i < n; i++)
		{
		  poly f, r;
		  if (i == -2)
		    {
		      if (!b.has_lo)
			continue;
		      f = dj_poly_plus (x, one, -b.lo);
		    }
		  else if (i == -1)
		    {
		      if (!b.has_hi || b.hi >= INT32_MAX)
			continue;
		      f = dj_poly_plus (x, dj_poly_scale (x, one, -1), b.hi);
		    }
		  else if (limit.e[i])
		    continue;
		  else
		    {
		      f = all->e[i];
		      int l = 0;
		      while (l < f.n && f.t[l].mon != one.t[0].mon)
			l++;
		      if (l == f.n)
			continue;
		    }
		  x->A->ops_left -= f.n;
		  if (!dj_poly_mul (x, f, S, &r))
		    continue;
		  bool known = true;
		  for (int l = 0; l < r.n && known; l++)
		    {
		      const mono *z = &x->mono_tab.e[r.t[l].mon];
		      if (z->n < 2 || (r.t[l].mon < monos && (state.e[r.t[l].mon] & 1)))
			continue;
		      for (int a = 0; a < z->n; a++)
			known &= !x->atom_tab.e[z->atom[a]].side;
		    }
		  if (!known || all->n >= MAX_FACTS)
		    continue;
		  k.v.n = 0;
		  dj_linear_key_poly (&k, r);
		  dj_linear_intern (&seen, &k, &fresh);
		  if (fresh)
		    dj_push (all, r);
		}
	    }
	}
      for (int m = 0; m < monos; m++)
	if (state.e[m] == 1)
	  state.e[m] = 2;
      /* Keep bit 2: the next round counts these monomials as occurring.  */
      for (int m = 0; m < monos; m++)
	if (state.e[m] == 2)
	  state.e[m] = 3;
    }
  dj_drop (&k.v);
  dj_drop (&state);
  dj_drop (&limit);
  dj_linear_keys_free (&seen);
}

namespace
{
struct todo
{
  poly d;		/* split on the sign of d */
  const disjunction *j; /* or, if not NULL, split on these alternatives */
};
}

static bool
split_on (struct ctx *x, dj_vec<poly> *cons, const todo *todo, int n, int depth)
{
  int had = cons->n;
  bool ok = true;
  if (!spend (x))
    return false;
  dj_vec<poly> all = dj_vec<poly> ();
  for (int i = 0; i < had; i++)
    dj_push (&all, cons->e[i]);
  dj_linear_close (x, &all);
  bool no = dj_linear_infeasible (x, all.e, all.n, n && depth);
  dj_drop (&all);
  if (no || !n || !depth)
    return no;
  if (todo->j)
    {
      for (int i = 0; i < todo->j->n && ok; i++)
	{
	  for (int k = 0; k < todo->j->alt[i].n; k++)
	    dj_push (cons, todo->j->alt[i].p[k]);
	  ok = split_on (x, cons, todo + 1, n - 1, depth - 1);
	  cons->n = had;
	}
      return ok;
    }
  for (int sign = 0; sign < 3 && ok; sign++)
    {
      poly neg = dj_poly_scale (x, todo->d, -1);
      switch (sign)
	{
	case 0: dj_push (cons, dj_poly_tight (x, dj_poly_plus (x, todo->d, -1))); break;
	case 1: dj_push (cons, dj_poly_tight (x, dj_poly_plus (x, neg, -1))); break;
	default: dj_push (cons, todo->d); dj_push (cons, neg);
	}
      ok = split_on (x, cons, todo + 1, n - 1, depth - 1);
      cons->n = had;
    }
  return ok;
}

static void
add_todo (struct ctx *x, dj_vec<todo> *v, poly d)
{
  dj_wide c;
  d = dj_poly_tight (x, d);
  if (dj_poly_is_con (d, &c))
    return;
  poly neg = dj_poly_scale (x, d, -1);
  for (int i = 0; i < v->n; i++)
    if (!v->e[i].j && (dj_poly_same (v->e[i].d, d) || dj_poly_same (v->e[i].d, neg)))
      return;
  todo t = { d, NULL };
  dj_push (v, t);
}

/* Collects what each product of common atoms multiplies in D, highest degree first.  */
static void
coefficients (struct ctx *x, const poly *D, dj_vec<todo> *v)
{
  for (int degree = MAX_DEGREE; degree > 0; degree--)
    {
      dj_vec<int> done = dj_vec<int> ();
      for (int i = 0; i < D->n; i++)
	{
	  mono s = mono ();
	  const mono m = x->mono_tab.e[D->t[i].mon];
	  for (int j = 0; j < m.n; j++)
	    if (!x->atom_tab.e[m.atom[j]].side)
	      s.atom[s.n++] = m.atom[j];
	  if (s.n != degree || s.n == m.n)
	    continue;
	  int S = dj_mono_of (x, &s), k = 0;
	  while (k < done.n && done.e[k] != S)
	    k++;
	  if (k < done.n)
	    continue;
	  dj_push (&done, S);
	  poly d = dj_poly_con (x, 0);
	  for (int l = i; l < D->n; l++)
	    {
	      mono o = mono (), t = mono ();
	      const mono q = x->mono_tab.e[D->t[l].mon];
	      for (int j = 0; j < q.n; j++)
		if (!x->atom_tab.e[q.atom[j]].side)
		  t.atom[t.n++] = q.atom[j];
		else
		  o.atom[o.n++] = q.atom[j];
	      if (t.n != s.n || memcmp (t.atom, s.atom, s.n * sizeof s.atom[0]))
		continue;
	      poly p = dj_poly_new (x, 1);
	      p.t[0].mon = dj_mono_of (x, &o);
	      p.t[0].pad = 0;
	      p.t[0].c = 1;
	      d = dj_poly_add (x, d, p, D->t[l].c);
	    }
	  add_todo (x, v, d);
	}
      dj_drop (&done);
    }
}

/* Collects the differences of the two sides' versions of own atoms; UNDER: only those in a
   product.  */
static void
differences (struct ctx *x, const dj_vec<poly> *cons, bool under, dj_vec<todo> *v)
{
  dj_vec<uint8_t> in = dj_vec<uint8_t> ();
  for (int a = 0; a < x->atom_tab.n; a++)
    dj_push (&in, (uint8_t) 0);
  for (int i = 0; i < cons->n; i++)
    for (int j = 0; j < cons->e[i].n; j++)
      {
	const mono *m = &x->mono_tab.e[cons->e[i].t[j].mon];
	if (m->n > under)
	  for (int k = 0; k < m->n; k++)
	    in.e[m->atom[k]] = 1;
      }
  for (int a = 0; a < x->atom_tab.n; a++)
    {
      const atom *y = &x->atom_tab.e[a];
      if (!in.e[a] || (y->side != SIDE_1 && y->side != SIDE_2) || (!under && y->kind != A_PLAIN))
	continue;
      for (int b = a + 1; b < x->atom_tab.n; b++)
	if (in.e[b] && x->atom_tab.e[b].stem == y->stem && x->atom_tab.e[b].side == 3 - y->side)
	  {
	    add_todo (x, v, dj_poly_add (x, dj_poly_var (x, a), dj_poly_var (x, b), -1));
	    break;
	  }
    }
  dj_drop (&in);
}

bool
dj_linear_unsat (struct ctx *x, const poly *extra, int n, int depth, const poly *D)
{
  if (x->too_many || x->A->no_linear)
    return false;
  if (x->contradiction)
    return true;
  dj_vec<poly> cons = dj_vec<poly> ();
  dj_vec<todo> todo_list = dj_vec<todo> ();
  bool no = false;
  dj_wide c;
  for (int i = 0; i < x->cons.n; i++)
    dj_push (&cons, x->cons.e[i]);
  for (int i = 0; i < n; i++)
    {
      poly p = dj_poly_tight (x, extra[i]);
      if (dj_poly_is_con (p, &c))
	no |= c < 0;
      else
	dj_push (&cons, p);
    }
  if (!no && depth && D)
    no = dj_linear_digits (x, &cons, *D, extra);
  if (!no && depth)
    {
      for (int i = 0; i < x->disj.n; i++)
	{
	  todo t = { dj_poly_con (x, 0), &x->disj.e[i] };
	  dj_push (&todo_list, t);
	}
      if (D)
	coefficients (x, D, &todo_list);
      differences (x, &cons, true, &todo_list);
      differences (x, &cons, false, &todo_list);
      for (int i = 0; i < x->weak_disj.n; i++)
	{
	  todo t = { dj_poly_con (x, 0), &x->weak_disj.e[i] };
	  dj_push (&todo_list, t);
	}
    }
  if (!no)
    no = split_on (x, &cons, todo_list.e, todo_list.n, depth);
  dj_drop (&cons);
  dj_drop (&todo_list);
  return no;
}
