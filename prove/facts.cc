/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of the signature, as conditions on the symbols of loads from parameters.

   A launch that succeeds has checked them by C's rules: it has evaluated each node, except those
   in the second operand of && and ||, and C defines their values.  So signed arithmetic does not
   overflow where a node was surely evaluated, and value/ may rely on that; elsewhere it wraps
   around.  A fact with a node that is not understood is left out: then less is known.  */

#include "prove/prove-int.h"

namespace
{
/* A fact that is read.  */
struct reading
{
  struct pv_kernel *k;
  const struct px_fact *f;
};
}

static px_dj_ref value_of (const struct reading *r, uint32_t n, bool sure);

static struct px_dj_type
type_of (const struct px_fact_node *n, bool sure)
{
  struct px_dj_type t = { (uint8_t) n->bits, n->is_signed != 0, !n->is_signed || !sure };
  return t;
}

/* Node n as a condition; 0: not understood.  */
static px_dj_ref
truth (const struct reading *r, uint32_t n, bool sure)
{
  struct px_dj *A = r->k->A;
  px_dj_ref v = value_of (r, n, sure);
  if (!v || px_dj_type_of (A, v).bits == 1)
    return v;
  return px_dj_bin (A, DJ_NE, v, px_dj_const (A, px_dj_type_of (A, v), 0));
}

/* Node n as a number of type t.  */
static px_dj_ref
number (const struct reading *r, uint32_t n, struct px_dj_type t, bool sure)
{
  struct px_dj *A = r->k->A;
  px_dj_ref v = value_of (r, n, sure);
  if (v && px_dj_type_of (A, v).bits == 1)
    return px_dj_sel (A, v, px_dj_const (A, t, 1), px_dj_const (A, t, 0));
  return v ? px_dj_cast (A, t, v) : 0;
}

/* The value of the argument that the node names: its lowest bits.  */
static px_dj_ref
argument (const struct reading *r, const struct px_fact_node *n, bool sure)
{
  struct pv_kernel *k = r->k;
  if (n->a >= k->f->sig.nparams)
    return 0;
  /* What is narrower than 32 bits is widened in PTX.  */
  pv_value v = pv_parameter (k, k->f->sig.params[n->a]->sym, 0, n->bits <= 32 ? 32 : 64);
  if (!v.ref || v.base)
    return 0;
  if (n->bits == 1)
    return px_dj_bin (k->A, DJ_NE, v.ref, px_dj_const (k->A, px_dj_type_of (k->A, v.ref), 0));
  return px_dj_cast (k->A, type_of (n, sure), v.ref);
}

/* How many threads, or blocks, the launch has, where grids have one dimension.  The product does not
   overflow by rule L1.  */
static px_dj_ref
launched (const struct reading *r, const struct px_fact_node *n, bool sure)
{
  struct pv_kernel *k = r->k;
  struct px_dj_type t = { 32, true, false };
  bool blocks = n->op == PX_FACT_BLOCKS;
  if (!k->sig->one_dimension || (!blocks && !k->sig->limited))
    return 0;
  px_dj_ref v = px_dj_id (k->A, DJ_NBLOCKS, t);
  return px_dj_cast (k->A, type_of (n, sure),
		     blocks ? v : px_dj_bin (k->A, DJ_MUL, v, px_dj_id (k->A, DJ_NTHREADS, t)));
}

/* The quotient or remainder.  To value/ division by 0 and by negative numbers is undefined, while C
   defines the latter.  */
static px_dj_ref
divided (struct pv_kernel *k, enum px_dj_op op, px_dj_ref a, px_dj_ref b)
{
  struct px_dj_type t = px_dj_type_of (k->A, b);
  int64_t c;
  if (px_dj_const_p (k->A, b, &c))
    return c > 0 ? px_dj_bin (k->A, op, a, b) : 0;
  px_dj_ref q = px_dj_bin (k->A, op, a, b), other = pv_fresh (k, PV_GRID, t.bits);
  return px_dj_sel (k->A, px_dj_bin (k->A, DJ_LT, px_dj_const (k->A, t, 0), b), q,
		    px_dj_cast (k->A, t, other));
}

/* The value of node n, whose operands are before it; 0: not understood.  sure: the launch has
   evaluated it.  */
static px_dj_ref
value_of (const struct reading *r, uint32_t number_of, bool sure)
{
  static const struct
  {
    enum px_fact_op op;
    enum px_dj_op as;
  } same[] = { { PX_FACT_NEG, DJ_NEG }, { PX_FACT_NOT, DJ_NOT }, { PX_FACT_ADD, DJ_ADD },
	       { PX_FACT_SUB, DJ_SUB }, { PX_FACT_MUL, DJ_MUL }, { PX_FACT_DIV, DJ_DIV },
	       { PX_FACT_MOD, DJ_MOD }, { PX_FACT_AND, DJ_AND }, { PX_FACT_OR, DJ_OR },
	       { PX_FACT_XOR, DJ_XOR }, { PX_FACT_LT, DJ_LT },	 { PX_FACT_LE, DJ_LE },
	       { PX_FACT_EQ, DJ_EQ },	{ PX_FACT_NE, DJ_NE },	 { PX_FACT_SHL, DJ_SHL },
	       { PX_FACT_SHR, DJ_SHR } };
  const struct px_fact_node *n = &r->f->nodes[number_of];
  struct px_dj *A = r->k->A;
  struct px_dj_type t = type_of (n, sure);
  px_dj_ref a, b;
  enum px_dj_op op = DJ_NONE;
  for (const auto &s : same)
    if (s.op == n->op)
      op = s.as;
  switch (n->op)
    {
    case PX_FACT_CONST: return px_dj_const (A, t, n->value);
    case PX_FACT_PARAMETER: return argument (r, n, sure);
    case PX_FACT_BLOCKS:
    case PX_FACT_THREADS: return launched (r, n, sure);
    case PX_FACT_CAST: return n->bits > 1 ? number (r, n->a, t, sure) : truth (r, n->a, sure);
    case PX_FACT_LNOT: a = truth (r, n->a, sure); return a ? pv_not (r->k, a) : 0;
    case PX_FACT_LAND:
    case PX_FACT_LOR:
      a = truth (r, n->a, sure);
      b = truth (r, n->b, false);
      return a && b ? px_dj_bin (A, n->op == PX_FACT_LAND ? DJ_LAND : DJ_LOR, a, b) : 0;
    case PX_FACT_NEG:
    case PX_FACT_NOT:
      a = n->bits > 1 ? number (r, n->a, t, sure) : 0;
      return a ? px_dj_un (A, op, a) : 0;
    case PX_FACT_LT:
    case PX_FACT_LE:
    case PX_FACT_EQ:
    case PX_FACT_NE:
      {
	/* The operands' type, of which conditions are numbers.  */
	const struct px_fact_node *x = &r->f->nodes[n->a], *y = &r->f->nodes[n->b];
	t = type_of (x->bits > y->bits ? x : y, sure);
	if (t.bits == 1)
	  t = { 32, true, false };
	a = number (r, n->a, t, sure), b = number (r, n->b, t, sure);
	return a && b ? px_dj_bin (A, op, a, b) : 0;
      }
    case PX_FACT_SHL:
    case PX_FACT_SHR:
      /* A count beyond the width is undefined to value/, too.  */
      if (!sure && r->f->nodes[n->b].op != PX_FACT_CONST)
	return 0;
      a = n->bits > 1 ? number (r, n->a, t, sure) : 0;
      b = number (r, n->b, pv_unsigned (32), sure);
      return a && b ? px_dj_bin (A, op, a, b) : 0;
    default:
      if (op == DJ_NONE || n->bits == 1)
	return 0;
      a = number (r, n->a, t, sure), b = number (r, n->b, t, sure);
      if (!a || !b)
	return 0;
      return op == DJ_DIV || op == DJ_MOD ? divided (r->k, op, a, b) : px_dj_bin (A, op, a, b);
    }
}

void
pv_read_facts (struct pv_kernel *k)
{
  struct px_dj_type t = { 64, true, false };
  for (unsigned i = 0; i < k->sig->nfacts; i++)
    {
      const struct reading r = { k, &k->sig->facts[i] };
      uint32_t last = r.f->nnodes - 1;
      int64_t c;
      if (!r.f->element)
	{
	  px_dj_ref v = truth (&r, last, true);
	  if (v && !px_dj_const_p (k->A, v, &c))
	    k->facts.push_back (v);
	  continue;
	}
      /* The launch has refused a product of 2^63 or more.  */
      px_dj_ref count = number (&r, last, t, true);
      if (!count)
	continue;
      px_dj_ref least = px_dj_bin (k->A, DJ_LE, px_dj_const (k->A, t, 0), count);
      if (!px_dj_const_p (k->A, least, &c))
	k->facts.push_back (least);
      k->extents.push_back (
	{ r.f, px_dj_bin (k->A, DJ_MUL, count, px_dj_const (k->A, t, r.f->element)) });
    }
  px_dj_launch_facts (k->A, k->facts.data (), (int) k->facts.size ());
}

bool
pv_implied (struct pv_kernel *k, const std::vector<px_dj_ref> &conditions, px_dj_ref claim)
{
  int64_t v;
  if (px_dj_const_p (k->A, claim, &v))
    return v != 0;
  /* More conditions make more products, and value/ gives up sooner: so without the facts first.  */
  if (px_dj_prove (k->A, conditions.data (), (int) conditions.size (), claim))
    return true;
  std::vector<px_dj_ref> all = k->facts;
  all.insert (all.end (), conditions.begin (), conditions.end ());
  return !k->facts.empty () && px_dj_prove (k->A, all.data (), (int) all.size (), claim);
}

const struct pv_extent *
pv_extent_of (const struct pv_kernel *k, const pv_object *o)
{
  for (const pv_extent &e : k->extents)
    if (o->kind == PV_PARAMETER && e.fact->argument == o->param && !o->offset)
      return &e;
  return NULL;
}
