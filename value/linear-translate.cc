/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2, step 5: translates expressions to polynomials and conditions to facts.

   A condition becomes alternatives, of which one holds; || and != make several.  Needs the
   context with its case.  Leaves the facts of everything that is evaluated for certain
   (x->maybe is 0) in the context.  */

#include "value/linear.h"

void
dj_linear_alternatives_free (struct alternatives *a)
{
  for (int i = 0; i < MAX_DISJUNCTS; i++)
    dj_drop (&a->p[i]);
}

/* a := a or b */
static void
disjoin (struct alternatives *a, struct alternatives *b)
{
  a->lost |= b->lost || a->n + b->n > MAX_DISJUNCTS;
  if (!a->lost)
    for (int i = 0; i < b->n; i++)
      {
	a->p[a->n++] = b->p[i];
	b->p[i] = dj_vec<poly> ();
      }
  dj_linear_alternatives_free (b);
}

/* a := a and b */
static void
conjoin (struct alternatives *a, struct alternatives *b)
{
  struct alternatives r = alternatives ();
  if (b->lost)
    {
      dj_linear_alternatives_free (b);
      return;
    }
  if (a->lost)
    {
      dj_linear_alternatives_free (a);
      *a = *b;
      return;
    }
  if (a->n * b->n > MAX_DISJUNCTS)
    {
      /* Keeping only one of the two conjuncts is sound.  */
      dj_linear_alternatives_free (b);
      return;
    }
  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < b->n; j++)
      {
	for (int k = 0; k < a->p[i].n; k++)
	  dj_push (&r.p[r.n], a->p[i].e[k]);
	for (int k = 0; k < b->p[j].n; k++)
	  dj_push (&r.p[r.n], b->p[j].e[k]);
	r.n++;
      }
  dj_linear_alternatives_free (a);
  dj_linear_alternatives_free (b);
  *a = r;
}

void
dj_linear_one (struct ctx *x, struct alternatives *a, poly p, bool negative)
{
  a->n++;
  dj_push (&a->p[a->n - 1], negative ? dj_poly_scale (x, p, -1) : p);
}

void
dj_linear_condition (struct ctx *x, px_dj_ref r, bool holds, int side, struct alternatives *out)
{
  const dj_node n = *dj_at (x->A, r);
  struct alternatives b = alternatives ();
  int op = n.op;
  if (op == DJ_LNOT)
    {
      dj_linear_condition (x, n.a, !holds, side, out);
      return;
    }
  if (op == DJ_LAND || op == DJ_LOR)
    {
      dj_linear_condition (x, n.a, holds, side, out);
      /* The second operand is certainly evaluated only if both must hold (or both fail).  */
      bool maybe = (op == DJ_LAND) != holds;
      x->maybe += maybe;
      dj_linear_condition (x, n.b, holds, side, &b);
      x->maybe -= maybe;
      if (maybe)
	disjoin (out, &b);
      else
	conjoin (out, &b);
      return;
    }
  if (!dj_comparison (op))
    {
      poly p = dj_linear_tr (x, r, side);
      out->n = 1;
      dj_push (&out->p[0], holds ? dj_poly_plus (x, p, -1) : dj_poly_scale (x, p, -1));
      return;
    }
  poly p = dj_linear_tr (x, n.a, side), q = dj_linear_tr (x, n.b, side),
       d = dj_poly_add (x, q, p, -1);
  if (op == DJ_LT && !holds)
    {
      op = DJ_LE;
      d = dj_poly_scale (x, d, -1);
    }
  else if (op == DJ_LE && !holds)
    {
      op = DJ_LT;
      d = dj_poly_scale (x, d, -1);
    }
  else if (!holds)
    op = op == DJ_EQ ? DJ_NE : DJ_EQ;
  switch (op)
    {
    case DJ_LT: dj_linear_one (x, out, dj_poly_plus (x, d, -1), false); break;
    case DJ_LE: dj_linear_one (x, out, d, false); break;
    case DJ_EQ:
      dj_linear_one (x, out, d, false);
      dj_push (&out->p[0], dj_poly_scale (x, d, -1));
      break;
    default:
      if (!dj_linear_implied (x, dj_poly_scale (x, d, -1)))
	dj_linear_one (x, out, dj_poly_plus (x, d, -1), false);
      if (!dj_linear_implied (x, d))
	dj_linear_one (x, out, dj_poly_plus (x, d, 1), true);
      if (!out->n)
	dj_linear_one (x, out, dj_poly_con (x, -1), false);
    }
}

void
dj_linear_assume (struct ctx *x, struct alternatives *a, bool weak)
{
  if (!a->lost && a->n == 1)
    for (int i = 0; i < a->p[0].n; i++)
      dj_linear_ge (x, a->p[0].e[i]);
  else if (!a->lost)
    {
      disjunction d = disjunction ();
      d.n = a->n;
      for (int i = 0; i < a->n; i++)
	{
	  d.alt[i].n = a->p[i].n;
	  d.alt[i].p = (poly *) px_alloc (&x->pool, (a->p[i].n + 1) * sizeof (poly));
	  for (int k = 0; k < a->p[i].n; k++)
	    d.alt[i].p[k] = dj_poly_tight (x, a->p[i].e[k]);
	}
      dj_push (weak ? &x->weak_disj : &x->disj, d);
    }
  dj_linear_alternatives_free (a);
}

void
dj_linear_guard (struct ctx *x, px_dj_ref r, int side)
{
  const dj_node n = *dj_at (x->A, r);
  if (n.op == DJ_LAND)
    {
      dj_linear_guard (x, n.a, side);
      dj_linear_guard (x, n.b, side);
      return;
    }
  struct alternatives a = alternatives ();
  dj_linear_condition (x, r, true, side, &a);
  dj_linear_assume (x, &a, false);
}

static poly
translate (struct ctx *x, px_dj_ref r, int side)
{
  px_dj *A = x->A;
  const dj_node n = *dj_at (A, r);
  poly p, q, d, m;
  dj_wide c;
  bool fresh;
  if (r == x->fixed)
    return dj_poly_con (x, x->value);
  switch (n.op)
    {
    case DJ_CONST: return dj_poly_con (x, dj_value (n.ty, n.v));
    case DJ_THREAD:
    case DJ_BLOCK: return dj_linear_id (x, (enum px_dj_op) n.op, side);
    case DJ_NTHREADS:
    case DJ_NBLOCKS: return dj_linear_launch (x, (enum px_dj_op) n.op);
    case DJ_SYM:
    case DJ_POW2: return dj_linear_opaque (x, r, dj_linear_common (x, r) ? 0 : side);
    case DJ_CTR: return dj_linear_counter (x, r, side);
    default: break;
    }
  int own = dj_linear_common (x, r) ? 0 : side;
  if (dj_comparison (n.op) || n.op == DJ_LAND || n.op == DJ_LOR || n.op == DJ_LNOT)
    {
      /* Operands that are certainly evaluated leave their facts.  */
      if (dj_comparison (n.op))
	{
	  dj_linear_tr (x, n.a, side);
	  dj_linear_tr (x, n.b, side);
	}
      return dj_linear_opaque (x, r, own);
    }
  if (n.op == DJ_SEL)
    {
      p = dj_linear_opaque (x, r, own);
      struct alternatives yes = alternatives (), no = alternatives ();
      dj_linear_condition (x, n.a, true, side, &yes);
      dj_linear_condition (x, n.a, false, side, &no);
      x->maybe++;
      for (int k = 0; k < 2; k++)
	{
	  struct alternatives *a = k ? &no : &yes;
	  q = dj_poly_add (x, p, dj_linear_tr (x, k ? n.c : n.b, side), -1);
	  for (int i = 0; i < a->n; i++)
	    {
	      dj_push (&a->p[i], q);
	      dj_push (&a->p[i], dj_poly_scale (x, q, -1));
	    }
	}
      x->maybe--;
      disjoin (&yes, &no);
      dj_linear_assume (x, &yes, true);
      return p;
    }
  p = dj_linear_tr (x, n.a, side);
  if (n.op == DJ_CAST)
    return n.flags & DJ_EXACT ? p : dj_linear_fit (x, p, n.ty);
  q = n.b ? dj_linear_tr (x, n.b, side) : dj_poly_con (x, 0);
  bool exact = n.flags & DJ_EXACT;
  /* Undefined behaviour makes it exact only where it is evaluated.  */
  if ((n.flags & DJ_EXACT_UB) && x->maybe)
    return dj_linear_opaque (x, r, own);
  switch (n.op)
    {
    case DJ_NEG: m = dj_poly_scale (x, p, -1); return exact ? m : dj_linear_fit (x, m, n.ty);
    case DJ_ADD:
    case DJ_SUB:
      m = dj_poly_add (x, p, q, n.op == DJ_ADD ? 1 : -1);
      return exact ? m : dj_linear_fit (x, m, n.ty);
    case DJ_MUL:
      if (!dj_poly_mul (x, p, q, &m))
	return dj_linear_opaque (x, r, own);
      return exact ? m : dj_linear_fit (x, m, n.ty);
    case DJ_DIV:
    case DJ_MOD: dj_linear_divide (x, r, p, q, false, &d, &m); return n.op == DJ_DIV ? d : m;
    case DJ_SHL:
    case DJ_SHR:
      if (!dj_poly_is_con (q, &c) || c < 0 || c >= n.ty.bits)
	return dj_linear_opaque (x, r, own);
      d = dj_poly_con (x, (dj_wide) 1 << c);
      if (n.op == DJ_SHL)
	{
	  if (!dj_poly_mul (x, p, d, &m))
	    return dj_linear_opaque (x, r, own);
	  return exact ? m : dj_linear_fit (x, m, n.ty);
	}
      dj_linear_divide (x, r, p, d, true, &q, &m);
      return q;
    case DJ_NOT:
      return dj_poly_plus (x, dj_poly_scale (x, p, -1), n.ty.is_signed ? -1 : dj_type_hi (n.ty));
    case DJ_AND:
    case DJ_OR:
    case DJ_XOR:
      if (dj_poly_is_con (p, &c) && c > INT64_MIN && c < INT64_MAX)
	{
	  d = p;
	  p = q;
	  q = d;
	}
      if (dj_poly_is_con (q, &c) && c > INT64_MIN && c < INT64_MAX)
	{
	  m = c >= 0 ? dj_linear_bits (x, r, p, (int64_t) c)
		     : dj_poly_add (x, p, dj_linear_bits (x, r, p, (int64_t) (-c - 1)), -1);
	  return n.op == DJ_AND
		   ? m
		   : dj_poly_add (x, dj_poly_add (x, p, q, 1), m, n.op == DJ_OR ? -1 : -2);
	}
      m = dj_poly_var (x, dj_linear_node_atom (x, T_NODE, r, own, A_PLAIN,
					       dj_linear_within (n.lo, n.hi), &fresh));
      if (dj_at (A, n.a)->lo >= 0 && dj_at (A, n.b)->lo >= 0)
	{
	  if (n.op == DJ_AND)
	    {
	      dj_linear_ge (x, dj_poly_add (x, p, m, -1));
	      dj_linear_ge (x, dj_poly_add (x, q, m, -1));
	    }
	  else
	    dj_linear_ge (x, dj_poly_add (x, dj_poly_add (x, p, q, 1), m, -1));
	}
      return m;
    case DJ_MIN:
    case DJ_MAX:
      {
	dj_wide k = n.op == DJ_MIN ? 1 : -1;
	struct alternatives a = alternatives ();
	m = dj_poly_var (x, dj_linear_node_atom (x, T_NODE, r, own, A_PLAIN,
						 dj_linear_within (n.lo, n.hi), &fresh));
	if (!fresh && own == side)
	  return m;
	p = dj_poly_scale (x, dj_poly_add (x, p, m, -1), k);
	q = dj_poly_scale (x, dj_poly_add (x, q, m, -1), k);
	dj_linear_ge (x, p);
	dj_linear_ge (x, q);
	dj_linear_one (x, &a, p, true);
	dj_linear_one (x, &a, q, true);
	dj_linear_assume (x, &a, true);
	return m;
      }
    default: return dj_linear_opaque (x, r, own);
    }
}

poly
dj_linear_tr (struct ctx *x, px_dj_ref r, int side)
{
  dj_vec<poly> *memo = &x->memo[side + (x->maybe ? 3 : 0)];
  poly none = { -1, NULL };
  while (memo->n <= (int) r)
    dj_push (memo, none);
  if (memo->e[r].n >= 0)
    return memo->e[r];
  poly p = translate (x, r, side);
  if (p.n > MAX_TERMS)
    p = dj_linear_opaque (x, r, dj_linear_common (x, r) ? 0 : side);
  memo->e[r] = p;
  return p;
}
