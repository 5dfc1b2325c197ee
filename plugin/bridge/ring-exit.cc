/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): loops that end where a counter has reached a limit, and sums where they do.

   Needs: SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

bool
px_stepped_exit_of (gphi *phi, edge out, px_counted_exit *x, HOST_WIDE_INT *step)
{
  loop_p l = gimple_bb (phi)->loop_father;
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (out->src));
  tree type = TREE_TYPE (gimple_phi_result (phi));
  HOST_WIDE_INT first, seen;
  if (!c || gimple_bb (c)->loop_father != l || !dominated_by_p (CDI_DOMINATORS, l->latch, out->src)
      || gimple_phi_num_args (phi) != 2 || !INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) < 32
      || px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), step, PX_KEEP_ALL)
	   != gimple_phi_result (phi)
      || *step < 1)
    return false;
  tree from = px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), &first,
				    PX_KEEP_ALL);
  tree a = gimple_cond_lhs (c), b = gimple_cond_rhs (c);
  tree_code stays = gimple_cond_code (c);
  if (out->flags & EDGE_TRUE_VALUE)
    stays = invert_tree_comparison (stays, false);
  if (px_without_constants (a, &seen, PX_KEEP_ALL) != gimple_phi_result (phi))
    {
      std::swap (a, b);
      stays = swap_tree_comparison (stays);
    }
  /* A signed counter that missed its limit would overflow.  */
  bool is_signed = TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (a)) && TYPE_OVERFLOW_UNDEFINED (type);
  if (!px_start_p (from) || px_without_constants (a, &seen, PX_KEEP_ALL) != gimple_phi_result (phi)
      || !(stays == LT_EXPR
	   || (is_signed && (stays == LE_EXPR || (stays == NE_EXPR && *step == 1))))
      || !(is_signed || (seen == 0 && tree_to_shwi (from) + first >= 0)))
    return false;
  x->limit = is_signed ? px_without_constants (b, &x->more, PX_KEEP_ALL) : b;
  x->more = (is_signed ? x->more : 0) - seen + (stays == LE_EXPR);
  x->start = tree_to_shwi (from) + first;
  x->stay = EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out);
  return TREE_CODE (x->limit) == SSA_NAME;
}

bool
px_counted_exit_of (gphi *phi, edge out, px_counted_exit *x)
{
  HOST_WIDE_INT step;
  return px_stepped_exit_of (phi, out, x, &step) && step == 1;
}

/* True if nothing that T is computed from wraps around, so that its sum is its value.  */
static bool
exact (tree t, int depth)
{
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s))
    return true;
  if (depth > 20 || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  tree from = TREE_TYPE (gimple_assign_rhs1 (s));
  if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
	? !INTEGRAL_TYPE_P (from) || !px_keeps_value (TREE_TYPE (t), from)
	: !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (!exact (gimple_op (s, i), depth + 1))
      return false;
  return true;
}

px_sum
px_limit_sum (tree t, int ring_slots)
{
  return exact (t, 0) ? px_sum_of (t, ring_slots) : px_sum_name (ring_slots, SSA_NAME_VERSION (t));
}

/* ---- what sums become ----------------------------------------------------- */

px_sum
px_sum_on_edge (const px_sum &a, edge e)
{
  return px_sum_replace (a, [&a, e] (unsigned version) {
    gimple *s = version ? SSA_NAME_DEF_STMT (ssa_name (version)) : NULL;
    return s && gimple_code (s) == GIMPLE_PHI && gimple_bb (s) == e->dest
	     ? px_sum_of (PHI_ARG_DEF_FROM_EDGE (as_a<gphi *> (s), e), a.slots)
	     : px_sum_name (a.slots, version);
  });
}

bool
px_sum_set_at (const px_sum_terms &a, basic_block bb)
{
  if (!px_sum_known (a))
    return false;
  for (auto &n : a)
    for (unsigned version : n.first)
      {
	basic_block at = px_known_in (version);
	if (at
	    && (at == bb ? gimple_code (SSA_NAME_DEF_STMT (ssa_name (version))) != GIMPLE_PHI
			 : !dominated_by_p (CDI_DOMINATORS, bb, at)))
	  return false;
      }
  return true;
}

/* ---- what is assumed of limits --------------------------------------------- */

px_assumption *
px_assumed (px_assumptions &all, const px_counted_exit &x, int slots)
{
  for (px_assumption &a : all)
    if (a.limit == px_one_rounding (x.limit, slots) && a.least == x.start - x.more)
      return &a;
  return NULL;
}

px_affine
px_assumption_says (const px_assumption &a, int slots)
{
  px_affine limit = px_affine_of (a.limit, slots);
  limit.k -= a.least; /* not negative if it HOLDS */
  return a.holds ? limit : px_affine_sum ({ {}, -1, true }, limit, -1);
}

/* True if D is not negative, by what is assumed of limits.  */
bool
px_assumed_not_negative (const px_assumptions &given, const px_affine &d, int slots)
{
  if (px_never_negative (d, slots))
    return true;
  for (const px_assumption &known : given)
    {
      if (px_never_negative (px_affine_sum (d, px_assumption_says (known, slots), -1), slots))
	return true;
    }
  return false;
}

/* True if E is taken only where A is not so: by a condition that compares its limit with a constant.  */
bool
px_excluded (const px_assumption &a, edge e)
{
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
  HOST_WIDE_INT more;
  if (!c || TREE_CODE (gimple_cond_rhs (c)) != INTEGER_CST
      || !tree_fits_shwi_p (gimple_cond_rhs (c))
      || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (gimple_cond_lhs (c)))
      || px_without_constants (gimple_cond_lhs (c), &more, PX_KEEP_ALL) != a.limit)
    return false;
  HOST_WIDE_INT with = tree_to_shwi (gimple_cond_rhs (c)) - more;
  tree_code code = gimple_cond_code (c);
  if (e->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  /* The limit is CODE WITH there.  */
  switch (code)
    {
    case EQ_EXPR: return a.holds == (with < a.least);
    case GT_EXPR: return !a.holds && with + 1 >= a.least;
    case GE_EXPR: return !a.holds && with >= a.least;
    case LT_EXPR: return a.holds && with <= a.least;
    case LE_EXPR: return a.holds && with < a.least;
    default: return false;
    }
}

bool
px_possible (const px_assumptions &given, basic_block start, int slots)
{
  for (const px_assumption &a : given)
    if (px_affine d = px_affine_sum (px_affine_of (a.limit, slots), { {}, -a.least, true }, 1);
	!a.holds && start && px_not_negative (d, start, slots))
      return false;
  for (const px_assumption &a : given)
    if (px_rounded_says (px_affine_sum ({ {}, -1, true }, px_assumption_says (a, slots), -1), NULL,
			 NULL, slots, &given, false))
      return false;
  for (const px_assumption &a : given)
    if (!a.holds && a.least <= 0 && TYPE_UNSIGNED (TREE_TYPE (a.limit)))
      return false;
  for (const px_assumption &a : given)
    for (const px_assumption &b : given)
      if (a.limit == b.limit && a.least >= b.least && a.holds && !b.holds)
	return false;
  return true;
}

/* True if T, a limit of loop L, does not change from the end of block START, where the branch begins, on:
   it is set before, or once after it.  */
bool
px_unchanged (tree t, basic_block start, loop_p l)
{
  px_affine sum = px_affine_of (t, 0);
  basic_block at = gimple_bb (SSA_NAME_DEF_STMT (t));
  if (sum.known && sum.of.size () == 1)
    at = px_known_in (sum.of.begin ()->first);
  return !at || at == start || dominated_by_p (CDI_DOMINATORS, start, at)
	 || (dominated_by_p (CDI_DOMINATORS, l->header, at)
	     && at->loop_father == start->loop_father);
}

basic_block
px_block_at (const px_point *p)
{
  return p->stmt ? gimple_bb (p->stmt) : p->edges.empty () ? NULL : p->edges[0]->dest;
}

basic_block
px_block_before (const px_point *p)
{
  return p->stmt ? gimple_bb (p->stmt) : p->edges.size () == 1 ? p->edges[0]->src : NULL;
}
