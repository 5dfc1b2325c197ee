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

/* Constraints as a linear program: variables are monomials, rows sums of them, and both have bounds.  */
struct program_of
{
  int n_vars, n_rows;
  int *index;	/* by monomial: its variable, or -1 */
  dj_bounds *b; /* of the variables */
  dj_row *row;
  int *vars, at; /* of the rows, one after the other; and COEF; AT are used */
  dj_wide *coef;
  struct keys forms; /* of the rows */
  struct key f;
};

/* The variable of monomial M.  Its ends beyond FAR_END are left out: they would only need large numbers.  */
static int
variable_of (struct ctx *x, struct program_of *lp, int m)
{
  if (lp->index[m] < 0)
    {
      dj_bounds *b = &lp->b[lp->n_vars];
      *b = dj_mono_range (x, m);
      b->has_lo &= b->lo >= -FAR_END;
      b->has_hi &= b->hi <= FAR_END;
      lp->index[m] = lp->n_vars++;
    }
  return lp->index[m];
}

/* The bounds of the row that has the LEN variables and coefficients at LP->at, a new one if there is none.  */
static dj_bounds *
program_row (struct program_of *lp, int len)
{
  bool fresh;
  int at = lp->at;
  lp->f.v.n = 0;
  for (int j = at; j < at + len; j++)
    {
      dj_linear_key_int (&lp->f, lp->vars[j]);
      dj_linear_key_int (&lp->f, (int64_t) lp->coef[j]);
      dj_linear_key_int (&lp->f, (int64_t) (lp->coef[j] >> 64));
    }
  dj_row *row = &lp->row[dj_linear_intern (&lp->forms, &lp->f, &fresh)];
  if (fresh)
    {
      lp->n_rows++;
      row->n = len;
      row->var = lp->vars + at;
      row->coef = lp->coef + at;
      row->b.has_lo = row->b.has_hi = false;
      lp->at += len;
    }
  return &row->b;
}

/* Adds P >= 0 to LP.  Returns true if that shows already that it has no solution.  */
static bool
add_constraint (struct ctx *x, struct program_of *lp, const poly &p)
{
  int first = p.n && p.t[0].mon == 0, len = p.n - first;
  dj_wide k = first ? p.t[0].c : 0;
  if (!len)
    return k < 0;
  /* sign · (sum) >= -k, where the first coefficient of the sum is positive.  */
  int sign = p.t[first].c > 0 ? 1 : -1;
  for (int j = 0; j < len; j++)
    {
      lp->vars[lp->at + j] = variable_of (x, lp, p.t[first + j].mon);
      lp->coef[lp->at + j] = p.t[first + j].c * sign;
    }
  dj_bounds *bound;
  if (len == 1)
    {
      bound = &lp->b[lp->vars[lp->at]];
      k = dj_floor_div (k, lp->coef[lp->at]);
    }
  else
    bound = program_row (lp, len);
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
  return bound->has_lo && bound->has_hi && bound->lo > bound->hi;
}

bool
dj_linear_infeasible (struct ctx *x, const poly *cons, int n, bool inner)
{
  px_dj *A = x->A;
  if (!spend (x))
    return false;
  A->programs_left--;
  int n_terms = 0;
  bool out = false;
  for (int i = 0; i < n; i++)
    n_terms += cons[i].n;
  struct program_of lp = {};
  lp.index = (int *) dj_realloc (NULL, x->mono_tab.n * sizeof (int));
  for (int i = 0; i < x->mono_tab.n; i++)
    lp.index[i] = -1;
  lp.b = (dj_bounds *) dj_realloc (NULL, n_terms * sizeof (dj_bounds));
  lp.row = (dj_row *) dj_realloc (NULL, n * sizeof (dj_row));
  lp.vars = (int *) dj_realloc (NULL, n_terms * sizeof (int));
  lp.coef = (dj_wide *) dj_realloc (NULL, n_terms * sizeof (dj_wide));
  lp.forms = keys ();
  lp.f = key ();
  for (int i = 0; i < n && !out; i++)
    out = add_constraint (x, &lp, cons[i]);
  if (!out)
    {
      long ops = (inner || x->proving) && A->ops_left > INNER_OPS ? (long) INNER_OPS : A->ops_left,
	   had = ops;
      out = dj_simplex (lp.n_vars, lp.b, lp.n_rows, lp.row, inner ? 0 : (int) BRANCHES, &ops);
      A->ops_left -= had - ops;
    }
  dj_linear_keys_free (&lp.forms);
  dj_drop (&lp.f.v);
  free (lp.index);
  free (lp.b);
  free (lp.row);
  free (lp.vars);
  free (lp.coef);
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

/* What dj_linear_close adds to: ALL, of which the first N were there.  */
struct closing
{
  struct ctx *x;
  dj_vec<poly> *all;
  int n;
  dj_vec<bool> limit; /* of those: not to be multiplied */
  struct keys seen;   /* of all */
  struct key k;
  int monos;		 /* that there are in this pass */
  dj_vec<uint8_t> state; /* of them: OCCURS, MULTIPLIED */
};

enum
{
  OCCURS = 1,
  MULTIPLIED = 2
};

/* True if P has not been seen; now it has.  */
static bool
is_new (struct closing *c, const poly &p)
{
  bool fresh;
  c->k.v.n = 0;
  dj_linear_key_poly (&c->k, p);
  dj_linear_intern (&c->seen, &c->k, &fresh);
  return fresh;
}

/* True if products in P occur already, or are of atoms that are not made for a proof.  */
static bool
occurs (const struct closing *c, const poly &p)
{
  struct ctx *x = c->x;
  for (int l = 0; l < p.n; l++)
    {
      const mono *z = &x->mono_tab.e[p.t[l].mon];
      if (z->n < 2 || (p.t[l].mon < c->monos && (c->state.e[p.t[l].mon] & OCCURS)))
	continue;
      for (int a = 0; a < z->n; a++)
	if (x->atom_tab.e[z->atom[a]].side)
	  return false;
    }
  return true;
}

/* Adds F · S, both not negative.  */
static void
keep_product (struct closing *c, const poly &f, const poly &s)
{
  poly r;
  c->x->A->ops_left -= f.n;
  if (dj_poly_mul (c->x, f, s, &r) && occurs (c, r) && c->all->n < MAX_FACTS && is_new (c, r))
    dj_push (c->all, r);
}

/* Adds products of S, which is not negative, and what is known of ATOM: its bounds, and facts that have it.  */
static void
multiply_by (struct closing *c, int atom, const poly &s)
{
  struct ctx *x = c->x;
  poly one = dj_poly_var (x, atom);
  dj_bounds b = x->atom_tab.e[atom].b;
  if (b.has_lo)
    keep_product (c, dj_poly_plus (x, one, -b.lo), s);
  if (b.has_hi && b.hi < INT32_MAX)
    keep_product (c, dj_poly_plus (x, dj_poly_scale (x, one, -1), b.hi), s);
  for (int i = 0; i < c->n; i++)
    {
      const poly f = c->all->e[i];
      int l = 0;
      while (l < f.n && f.t[l].mon != one.t[0].mon)
	l++;
      if (!c->limit.e[i] && l < f.n)
	keep_product (c, f, s);
    }
}

/* Adds products that have monomial P: of what is known of each of its atoms, and the others, if these have a
   sign.  */
static void
multiply_monomial (struct closing *c, mono p)
{
  for (int j = 0; j < p.n; j++)
    {
      mono s = mono ();
      int sign = !j || p.atom[j] != p.atom[j - 1];
      for (int l = 0; l < p.n && sign; l++)
	if (l != j)
	  {
	    s.atom[s.n++] = p.atom[l];
	    sign *= dj_linear_sign (c->x, p.atom[l]);
	  }
      if (!sign)
	continue;
      poly S = dj_poly_new (c->x, 1);
      S.t[0].mon = dj_mono_of (c->x, &s);
      S.t[0].pad = 0;
      S.t[0].c = sign;
      multiply_by (c, p.atom[j], S);
    }
}

void
dj_linear_close (struct ctx *x, dj_vec<poly> *all)
{
  if (all->n >= MAX_CLOSE)
    return;
  struct closing c = {};
  c.x = x;
  c.all = all;
  c.n = all->n;
  c.limit = limits (x, all);
  c.seen = keys ();
  c.k = key ();
  for (int i = 0; i < c.n; i++)
    is_new (&c, all->e[i]);
  for (int pass = 0; pass < 2; pass++)
    {
      while (c.state.n < x->mono_tab.n)
	dj_push (&c.state, (uint8_t) 0);
      for (int i = 0; i < all->n; i++)
	for (int j = 0; j < all->e[i].n; j++)
	  c.state.e[all->e[i].t[j].mon] |= OCCURS;
      c.monos = c.state.n;
      for (int m = 0; m < c.monos; m++)
	if (c.state.e[m] == OCCURS && x->mono_tab.e[m].n >= 2)
	  multiply_monomial (&c, x->mono_tab.e[m]);
      for (int m = 0; m < c.monos; m++)
	if (c.state.e[m] == OCCURS)
	  c.state.e[m] |= MULTIPLIED;
    }
  dj_drop (&c.k.v);
  dj_drop (&c.state);
  dj_drop (&c.limit);
  dj_linear_keys_free (&c.seen);
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
    no = split_on (x, &cons, todo_list.e, todo_list.n, depth) || dj_linear_contradicts (x, &cons);
  dj_drop (&cons);
  dj_drop (&todo_list);
  return no;
}
