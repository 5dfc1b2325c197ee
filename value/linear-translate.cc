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

/* Adds the alternative p >= 0, or -p >= 0 if negative.  */
static void
add_one (struct ctx *x, struct alternatives *a, poly p, bool negative)
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
    case DJ_LT: add_one (x, out, dj_poly_plus (x, d, -1), false); break;
    case DJ_LE: add_one (x, out, d, false); break;
    case DJ_EQ:
      add_one (x, out, d, false);
      dj_push (&out->p[0], dj_poly_scale (x, d, -1));
      break;
    default:
      if (!dj_linear_implied (x, dj_poly_scale (x, d, -1)))
	add_one (x, out, dj_poly_plus (x, d, -1), false);
      if (!dj_linear_implied (x, d))
	add_one (x, out, dj_poly_plus (x, d, 1), true);
      if (!out->n)
	add_one (x, out, dj_poly_con (x, -1), false);
    }
}

/* Assumes that one of the alternatives holds, and frees a.  weak: the search splits on it last.  */
static void
assume_one (struct ctx *x, struct alternatives *a, bool weak)
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
  assume_one (x, &a, false);
}

/* An operation that is being translated: R, of SIDE, whose node is N, with operands P and Q.  */
struct operation
{
  struct ctx *x;
  px_dj_ref r;
  int side;
  dj_node n;
  int own; /* 0 if both sides have it in common, else SIDE */
  poly p, q;
};

/* M is O's result if that does not wrap around: what O is.  */
static poly
exact_or_fit (const operation &o, poly m)
{
  return o.n.flags & DJ_EXACT ? m : dj_linear_fit (o.x, m, o.n.ty);
}

static poly
multiplied (const operation &o, poly p, poly q)
{
  poly m;
  return dj_poly_mul (o.x, p, q, &m) ? exact_or_fit (o, m) : dj_linear_opaque (o.x, o.r, o.own);
}

/* A shift by a constant is a product or a quotient.  */
static poly
shift (const operation &o)
{
  dj_wide c;
  if (!dj_poly_is_con (o.q, &c) || c < 0 || c >= o.n.ty.bits)
    return dj_linear_opaque (o.x, o.r, o.own);
  poly power = dj_poly_con (o.x, (dj_wide) 1 << c), quotient, rest;
  if (o.n.op == DJ_SHL)
    return multiplied (o, o.p, power);
  dj_linear_divide (o.x, o.r, o.p, power, true, &quotient, &rest);
  return quotient;
}

/* A new atom within what N's value can be; *FRESH: it was not there before.  */
static poly
own_atom (const operation &o, bool *fresh)
{
  return dj_poly_var (o.x, dj_linear_node_atom (o.x, T_NODE, o.r, o.own, A_PLAIN,
						dj_linear_within (o.n.lo, o.n.hi), fresh));
}

/* &, | or ^: with a constant by the bits that it has, p | q = p + q - (p & q), p ^ q = p + q - 2 (p & q);
   else what holds of numbers that are not negative: p & q <= p, q, and the others <= p + q.  */
static poly
bitwise (const operation &o)
{
  struct ctx *x = o.x;
  poly p = o.p, q = o.q;
  dj_wide c;
  bool fresh;
  if (dj_poly_is_con (p, &c) && c > INT64_MIN && c < INT64_MAX)
    {
      p = o.q;
      q = o.p;
    }
  if (dj_poly_is_con (q, &c) && c > INT64_MIN && c < INT64_MAX)
    {
      poly both = c >= 0 ? dj_linear_bits (x, o.r, p, (int64_t) c)
			 : dj_poly_add (x, p, dj_linear_bits (x, o.r, p, (int64_t) (-c - 1)), -1);
      return o.n.op == DJ_AND
	       ? both
	       : dj_poly_add (x, dj_poly_add (x, p, q, 1), both, o.n.op == DJ_OR ? -1 : -2);
    }
  poly m = own_atom (o, &fresh);
  if (dj_at (x->A, o.n.a)->lo < 0 || dj_at (x->A, o.n.b)->lo < 0)
    return m;
  if (o.n.op == DJ_AND)
    {
      dj_linear_ge (x, dj_poly_add (x, p, m, -1));
      dj_linear_ge (x, dj_poly_add (x, q, m, -1));
    }
  else
    dj_linear_ge (x, dj_poly_add (x, dj_poly_add (x, p, q, 1), m, -1));
  return m;
}

/* The least or greatest of two: it is beyond neither, and one of them.  */
static poly
extreme (const operation &o)
{
  struct ctx *x = o.x;
  dj_wide k = o.n.op == DJ_MIN ? 1 : -1;
  struct alternatives a = alternatives ();
  bool fresh;
  poly m = own_atom (o, &fresh);
  if (!fresh && o.own == o.side)
    return m;
  poly p = dj_poly_scale (x, dj_poly_add (x, o.p, m, -1), k);
  poly q = dj_poly_scale (x, dj_poly_add (x, o.q, m, -1), k);
  dj_linear_ge (x, p);
  dj_linear_ge (x, q);
  add_one (x, &a, p, true);
  add_one (x, &a, q, true);
  assume_one (x, &a, true);
  return m;
}

/* A choice is one of its values, each under its condition.  */
static poly
choice (const operation &o)
{
  struct ctx *x = o.x;
  poly p = dj_linear_opaque (x, o.r, o.own);
  struct alternatives yes = alternatives (), no = alternatives ();
  dj_linear_condition (x, o.n.a, true, o.side, &yes);
  dj_linear_condition (x, o.n.a, false, o.side, &no);
  x->maybe++;
  for (int k = 0; k < 2; k++)
    {
      struct alternatives *a = k ? &no : &yes;
      poly q = dj_poly_add (x, p, dj_linear_tr (x, k ? o.n.c : o.n.b, o.side), -1);
      for (int i = 0; i < a->n; i++)
	{
	  dj_push (&a->p[i], q);
	  dj_push (&a->p[i], dj_poly_scale (x, q, -1));
	}
    }
  x->maybe--;
  disjoin (&yes, &no);
  assume_one (x, &yes, true);
  return p;
}

/* An operation with operands, which are translated first.  */
static poly
with_operands (operation *o)
{
  struct ctx *x = o->x;
  const dj_node &n = o->n;
  poly d, m;
  o->p = dj_linear_tr (x, n.a, o->side);
  if (n.op == DJ_CAST)
    return exact_or_fit (*o, o->p);
  o->q = n.b ? dj_linear_tr (x, n.b, o->side) : dj_poly_con (x, 0);
  /* Undefined behaviour makes it exact only where it is evaluated.  */
  if ((n.flags & DJ_EXACT_UB) && x->maybe)
    return dj_linear_opaque (x, o->r, o->own);
  switch (n.op)
    {
    case DJ_NEG: return exact_or_fit (*o, dj_poly_scale (x, o->p, -1));
    case DJ_ADD: return exact_or_fit (*o, dj_poly_add (x, o->p, o->q, 1));
    case DJ_SUB: return exact_or_fit (*o, dj_poly_add (x, o->p, o->q, -1));
    case DJ_MUL: return multiplied (*o, o->p, o->q);
    case DJ_DIV:
    case DJ_MOD:
      dj_linear_divide (x, o->r, o->p, o->q, false, &d, &m);
      return n.op == DJ_DIV ? d : m;
    case DJ_SHL:
    case DJ_SHR: return shift (*o);
    case DJ_NOT:
      return dj_poly_plus (x, dj_poly_scale (x, o->p, -1), n.ty.is_signed ? -1 : dj_type_hi (n.ty));
    case DJ_AND:
    case DJ_OR:
    case DJ_XOR: return bitwise (*o);
    case DJ_MIN:
    case DJ_MAX: return extreme (*o);
    default: return dj_linear_opaque (x, o->r, o->own);
    }
}

static poly
translate (struct ctx *x, px_dj_ref r, int side)
{
  const dj_node n = *dj_at (x->A, r);
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
  operation o = { x, r, side, n, dj_linear_common (x, r) ? 0 : side, poly (), poly () };
  if (n.op == DJ_SEL)
    return choice (o);
  if (!dj_comparison (n.op) && n.op != DJ_LAND && n.op != DJ_LOR && n.op != DJ_LNOT)
    return with_operands (&o);
  /* Operands that are certainly evaluated leave their facts.  */
  if (dj_comparison (n.op))
    {
      dj_linear_tr (x, n.a, side);
      dj_linear_tr (x, n.b, side);
    }
  return dj_linear_opaque (x, r, o.own);
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
