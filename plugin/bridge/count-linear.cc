/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of plugin/bridge/count.cc as sums with constants, and products of these: written one way.

   Needs: px_counts.dj.  Leaves: nothing else.  */

#include "plugin/bridge/count-int.h"
#include <algorithm>

static px_dj_ref
value_sum (px_dj_ref r, HOST_WIDE_INT k)
{
  return px_value_make (DJ_ADD, r, px_value_constant (k));
}

static px_dj_ref
value_product (px_dj_ref r, HOST_WIDE_INT k)
{
  return px_value_make (DJ_MUL, r, px_value_constant (k));
}

px_linear
px_linear_of (px_dj_ref r)
{
  px_linear l = { 0, 0, 1 };
  int64_t k;
  if (px_dj_const_p (px_counts.dj, r, &k))
    return { 0, k, 1 };
  if (px_dj_op_of (px_counts.dj, r) == DJ_MUL
      && px_dj_const_p (px_counts.dj, px_dj_operand (px_counts.dj, r, 1), &k) && k > 0
      && k <= 1 << 10)
    {
      l.times = k;
      r = px_dj_operand (px_counts.dj, r, 0);
    }
  if (px_dj_op_of (px_counts.dj, r) == DJ_ADD
      && px_dj_const_p (px_counts.dj, px_dj_operand (px_counts.dj, r, 1), &k)
      && absu_hwi (k) < 1 << 20)
    {
      l.add = k;
      r = px_dj_operand (px_counts.dj, r, 0);
    }
  l.of = r;
  return l;
}

static px_dj_ref
of_linear (const px_linear &l)
{
  return !l.of ? px_value_constant (l.add) : value_product (value_sum (l.of, l.add), l.times);
}

/* Sums with constants, and products of them, are written one way.  */
px_dj_ref
px_value_plus (px_dj_ref r, HOST_WIDE_INT k)
{
  px_linear l = px_linear_of (r);
  if (l.times != 1)
    return value_sum (r, k);
  l.add += k;
  return of_linear (l);
}

px_dj_ref
px_less_zero (px_dj_ref r)
{
  int64_t k;
  return px_dj_op_of (px_counts.dj, r) == DJ_MAX
	     && px_dj_const_p (px_counts.dj, px_dj_operand (px_counts.dj, r, 1), &k) && !k
	   ? px_dj_operand (px_counts.dj, r, 0)
	   : r;
}

px_dj_ref
px_value_times (px_dj_ref r, HOST_WIDE_INT k)
{
  px_linear l = px_linear_of (r);
  if (k <= 0 || !l.of || l.times * k > 1 << 10)
    return value_product (r, k);
  l.times *= k;
  return of_linear (l);
}

bool
px_value_product (px_dj_ref r, px_dj_ref of[2])
{
  int64_t k;
  for (int i = 0; i < 2; i++)
    of[i] = px_dj_operand (px_counts.dj, r, i);
  return px_dj_op_of (px_counts.dj, r) == DJ_MUL && px_dj_type_of (px_counts.dj, r).bits == 64
	 && !px_dj_const_p (px_counts.dj, of[0], &k) && !px_dj_const_p (px_counts.dj, of[1], &k)
	 && px_never_negative (of[0]) && px_never_negative (of[1]);
}

px_dj_ref
px_value_not (px_dj_ref r)
{
  px_dj_ref a = px_dj_operand (px_counts.dj, r, 0), b = px_dj_operand (px_counts.dj, r, 1);
  switch (px_dj_op_of (px_counts.dj, r))
    {
    case DJ_LAND: return px_value_make (DJ_LOR, px_value_not (a), px_value_not (b));
    case DJ_LOR: return px_value_make (DJ_LAND, px_value_not (a), px_value_not (b));
    case DJ_LT: return px_value_make (DJ_LE, b, a);
    case DJ_LE: return px_value_make (DJ_LT, b, a);
    default: return px_dj_un (px_counts.dj, DJ_LNOT, r);
    }
}

bool
px_value_counts (px_dj_ref r, unsigned depth)
{
  const px_leaf *l = px_find_leaf (r);
  int64_t k;
  if (!l || l->key.kind != PX_L_COUNTER || l->key.depth != depth || l->key.place != PX_IN_LOOP
      || !px_dj_const_p (px_counts.dj, l->key.a, &k) || k)
    return false;
  px_linear next = px_linear_of (l->key.b);
  const px_leaf *self = next.of ? px_find_leaf (next.of) : NULL;
  return self && self->key.kind == PX_L_SELF && !self->key.which && next.add == 1
	 && next.times == 1;
}

/* ---- what changes it -------------------------------------------------- */

static int
loops_of (px_dj_ref r, std::map<px_dj_ref, int> *seen)
{
  if (!r || !seen->insert ({ r, 0 }).second)
    return (*seen)[r];
  int n = 0;
  const px_leaf *l = px_find_leaf (r);
  tree t = l && l->key.kind == PX_L_VALUE ? l->key.what : NULL_TREE;
  if (t && gimple_bb (SSA_NAME_DEF_STMT (t)))
    n = bb_loop_depth (gimple_bb (SSA_NAME_DEF_STMT (t)));
  else if (l && (l->key.kind == PX_L_NUMBER || l->key.kind == PX_L_OWN))
    n = INT_MAX; /* it is not known what it depends on */
  else if (l && l->key.kind == PX_L_COUNTER && l->key.place == PX_IN_LOOP)
    n = l->key.depth;
  for (int i = 0; i < 3 && !l; i++)
    n = std::max (n, loops_of (px_dj_operand (px_counts.dj, r, i), seen));
  if (l)
    for (px_dj_ref part : { l->key.a, l->key.b, l->key.turns })
      n = std::max (n, loops_of (part, seen));
  return (*seen)[r] = n;
}

int
px_value_loops (px_dj_ref r)
{
  std::map<px_dj_ref, int> seen;
  return loops_of (r, &seen);
}
