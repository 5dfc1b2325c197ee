/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions at a point: for one thread, or in one turn of a loop.  */

#include "prove/prove-int.h"

enum
{
  /* Steps of the concrete evaluation of one expression: masks that px computes have fewer than ten.  */
  MOST_STEPS = 200,
  MOST_PARTS = 400 /* of an expression in which leaves are replaced */
};

/* Returns true if the point says what leaf R is, in *V.  */
static bool
leaf_at (const struct pv_kernel *k, px_dj_ref r, const struct pv_point *p, int64_t *v)
{
  enum px_dj_op op = px_dj_op_of (k->A, r);
  if (op == DJ_THREAD && p->thread >= 0)
    {
      *v = p->thread;
      return true;
    }
  for (const pv_leaf &l : p->also)
    if (l.ref == r)
      {
	*v = l.value;
	return true;
      }
  for (const pv_cycle &c : k->cycles)
    if (c.ref == r && c.loop == p->loop && (c.total || !k->g.loop[c.loop].parent))
      {
	unsigned first = (unsigned) c.value.size () - c.period;
	*v = c.value[p->turn < first ? p->turn : first + (p->turn - first) % c.period];
	return true;
      }
  return false;
}

/* Evaluates r at point p.  *steps < 0: it depends on more.  */
static int64_t
evaluate (struct pv_kernel *k, px_dj_ref r, const struct pv_point *p, int *steps)
{
  struct px_dj *A = k->A;
  struct px_dj_type ty = px_dj_type_of (A, r);
  enum px_dj_op op = px_dj_op_of (A, r);
  int64_t v, x, y;
  if (--*steps < 0)
    return 0;
  if (px_dj_const_p (A, r, &v))
    return v;
  if (op == DJ_THREAD || op == DJ_SYM || op == DJ_CTR || op == DJ_POW2 || op == DJ_BLOCK
      || op == DJ_NTHREADS || op == DJ_NBLOCKS)
    {
      if (leaf_at (k, r, p, &v))
	return v;
      *steps = -1;
      return 0;
    }
  px_dj_ref a = px_dj_operand (A, r, 0), b = px_dj_operand (A, r, 1);
  x = evaluate (k, a, p, steps);
  if (op == DJ_SEL)
    return evaluate (k, x ? b : px_dj_operand (A, r, 2), p, steps);
  y = b ? evaluate (k, b, p, steps) : 0;
  if (*steps < 0)
    return 0;
  /* value/ folds constants: the same arithmetic.  */
  px_dj_ref c = px_dj_const (A, px_dj_type_of (A, a), x),
	    q = b ? px_dj_const (A, px_dj_type_of (A, b), y) : 0;
  px_dj_ref s = op == DJ_CAST ? px_dj_cast (A, ty, c)
		: q	      ? px_dj_bin (A, op, c, q)
			      : px_dj_un (A, op, c);
  if (!px_dj_const_p (A, s, &v))
    *steps = -1;
  return v;
}

bool
pv_value_at (struct pv_kernel *k, px_dj_ref r, const struct pv_point *p, int64_t *v)
{
  int steps = MOST_STEPS;
  *v = evaluate (k, r, p, &steps);
  return steps >= 0;
}

bool
pv_value_of_thread (struct pv_kernel *k, px_dj_ref r, int t, int64_t *v)
{
  const struct pv_point p = { t, -1, 0, std::vector<pv_leaf> () };
  return pv_value_at (k, r, &p, v);
}

namespace
{
/* Parts of an expression for which there are others.  */
struct replaced
{
  const struct pv_point *p;
  std::vector<px_dj_ref> from, to;
  bool many; /* there are too many: what is not replaced stays, which is right as well */
};
}

static px_dj_ref
replace (struct pv_kernel *k, px_dj_ref r, struct replaced *x)
{
  struct px_dj *A = k->A;
  int64_t v;
  if (px_dj_const_p (A, r, &v) || x->many)
    return r;
  for (unsigned i = 0; i < x->from.size (); i++)
    if (x->from[i] == r)
      return x->to[i];
  enum px_dj_op op = px_dj_op_of (A, r);
  px_dj_ref a = px_dj_operand (A, r, 0), b = px_dj_operand (A, r, 1), c, n = r;
  bool leaf = op == DJ_THREAD || op == DJ_SYM || op == DJ_CTR || op == DJ_POW2 || op == DJ_BLOCK
	      || op == DJ_NTHREADS || op == DJ_NBLOCKS;
  if (leaf && leaf_at (k, r, x->p, &v))
    n = px_dj_const (A, px_dj_type_of (A, r), v);
  else if (!leaf)
    {
      a = replace (k, a, x);
      b = b ? replace (k, b, x) : 0;
      if (op == DJ_SEL)
	{
	  c = replace (k, px_dj_operand (A, r, 2), x);
	  n = px_dj_sel (A, a, b, c);
	}
      else if (op == DJ_CAST)
	n = px_dj_cast (A, px_dj_type_of (A, r), a);
      else if (!b)
	n = op == DJ_LNOT ? pv_not (k, a) : px_dj_un (A, op, a);
      else if ((op == DJ_LAND || op == DJ_LOR) && px_dj_const_p (A, b, &v))
	n = !v == (op == DJ_LAND) ? b : a;
      else
	n = px_dj_bin (A, op, a, b);
    }
  x->from.push_back (r);
  x->to.push_back (n);
  x->many |= x->from.size () > MOST_PARTS;
  return n;
}

px_dj_ref
pv_at (struct pv_kernel *k, px_dj_ref r, const struct pv_point *p)
{
  struct replaced x = { p, std::vector<px_dj_ref> (), std::vector<px_dj_ref> (), false };
  return replace (k, r, &x);
}
