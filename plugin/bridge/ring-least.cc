/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): which of two numbers is less, as conditions say, and what a counter is
   where its loop is left that began with a name: min (i + 4, n), in chunks of four.

   Numbers here are what mathematics says: signed, as these do not wrap around (C11 6.5p5).

   Needs: SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

enum
{
  DEEPEST = 6 /* operations in each other: of a condition, or of minima */
};

/* Returns true if numbers of T's type do not wrap around.  */
static bool
exact_type (tree t)
{
  return INTEGRAL_TYPE_P (TREE_TYPE (t)) && TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t))
	 && TYPE_PRECISION (TREE_TYPE (t)) >= 32;
}

px_shifted
px_shifted_of (tree t)
{
  px_shifted r = { NULL_TREE, 0 };
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return r;
  r.name = px_without_constants (t, &r.k, PX_KEEP_ALL);
  if (TREE_CODE (r.name) == INTEGER_CST && px_start_p (r.name))
    {
      r.k += tree_to_shwi (r.name);
      r.name = NULL_TREE;
    }
  return r;
}

static bool
named (const px_shifted &a)
{
  return a.name && TREE_CODE (a.name) == SSA_NAME && exact_type (a.name);
}

/* Adds to ALL the comparisons that hold if X CODE Y does: the less, or as much, on the left.  */
static void
add_held (tree_code code, tree x, tree y, std::vector<px_held> *all, int depth)
{
  if (TREE_CODE_CLASS (code) != tcc_comparison)
    return;
  gimple *s = TREE_CODE (x) == SSA_NAME ? SSA_NAME_DEF_STMT (x) : NULL;
  if (s && is_gimple_assign (s) && integer_zerop (y) && (code == NE_EXPR || code == EQ_EXPR)
      && depth < DEEPEST && TYPE_PRECISION (TREE_TYPE (x)) == 1)
    {
      tree_code inner = gimple_assign_rhs_code (s);
      tree a = gimple_assign_rhs1 (s),
	   b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
      if (TREE_CODE_CLASS (inner) == tcc_comparison)
	{
	  if (code == EQ_EXPR && INTEGRAL_TYPE_P (TREE_TYPE (a)))
	    inner = invert_tree_comparison (inner, false);
	  if (code == NE_EXPR || INTEGRAL_TYPE_P (TREE_TYPE (a)))
	    add_held (inner, a, b, all, depth + 1);
	}
      else if (inner == (code == NE_EXPR ? BIT_AND_EXPR : BIT_IOR_EXPR))
	{
	  add_held (code, a, build_zero_cst (TREE_TYPE (a)), all, depth + 1);
	  add_held (code, b, build_zero_cst (TREE_TYPE (b)), all, depth + 1);
	}
      else
	all->push_back ({ {}, {} });
      return;
    }
  if (code == GT_EXPR || code == GE_EXPR)
    {
      std::swap (x, y);
      code = swap_tree_comparison (code);
    }
  px_held held = {};
  if ((code == LT_EXPR || code == LE_EXPR) && exact_type (x))
    {
      held = { px_shifted_of (x), px_shifted_of (y) };
      held.less.k += code == LT_EXPR;
    }
  all->push_back (held);
}

std::vector<px_held>
px_held_on (edge e)
{
  std::vector<px_held> all;
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
  if (c && INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (c)))
      && (e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)))
    {
      tree_code code = gimple_cond_code (c);
      if (e->flags & EDGE_FALSE_VALUE)
	code = invert_tree_comparison (code, false);
      add_held (code, gimple_cond_lhs (c), gimple_cond_rhs (c), &all, 0);
    }
  return all;
}

bool
px_says_not_above (const px_held &held, const px_shifted &a, const px_shifted &b)
{
  return held.less.name && held.less.name == a.name && held.more.name == b.name
	 && a.k - b.k <= held.less.k - held.more.k;
}

/* True if A is never more than B where BB begins.  */
static bool
not_above (const px_shifted &a, const px_shifted &b, basic_block bb)
{
  if (a.name == b.name)
    return a.k <= b.k;
  for (basic_block up; bb; bb = up)
    {
      up = get_immediate_dominator (CDI_DOMINATORS, bb);
      if (up && single_pred_p (bb))
	for (const px_held &held : px_held_on (single_pred_edge (bb)))
	  if (px_says_not_above (held, a, b))
	    return true;
    }
  return false;
}

/* Way I to PHI, as an edge that has a condition; NULL: none that is its own.  */
static edge
way_to (gphi *phi, unsigned i)
{
  edge e = gimple_phi_arg_edge (phi, i);
  return e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE) ? e
	 : single_pred_p (e->src)			 ? single_pred_edge (e->src)
							 : NULL;
}

/* Sets *A and *B to what T is the lesser of: MIN_EXPR, or a phi after a comparison of both.  */
static bool
lesser_of (tree t, tree *a, tree *b)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (is_gimple_assign (s) && gimple_assign_rhs_code (s) == MIN_EXPR)
    {
      *a = gimple_assign_rhs1 (s);
      *b = gimple_assign_rhs2 (s);
      return true;
    }
  gphi *phi = dyn_cast<gphi *> (s);
  if (!phi || gimple_phi_num_args (phi) != 2)
    return false;
  for (unsigned i = 0; i < 2; i++)
    {
      edge e = way_to (phi, i);
      bool less = false;
      px_shifted x = px_shifted_of (gimple_phi_arg_def (phi, i)),
		 y = px_shifted_of (gimple_phi_arg_def (phi, 1 - i));
      if (e && e->src == get_immediate_dominator (CDI_DOMINATORS, gimple_bb (phi)))
	for (const px_held &held : px_held_on (e))
	  less |= px_says_not_above (held, x, y);
      if (!less)
	return false;
    }
  *a = gimple_phi_arg_def (phi, 0);
  *b = gimple_phi_arg_def (phi, 1);
  return true;
}

/* Adds to LIMITS the names outside of L, and what is added to them, of which A is the least.  */
static bool
add_limits (const px_shifted &a, loop_p l, std::vector<px_shifted> *limits, int depth)
{
  tree x, y;
  if (!named (a) || depth > DEEPEST)
    return false;
  if (lesser_of (a.name, &x, &y))
    {
      for (tree part : { x, y })
	{
	  px_shifted b = px_shifted_of (part);
	  b.k += a.k;
	  if (!add_limits (b, l, limits, depth + 1))
	    return false;
	}
      return true;
    }
  basic_block at = gimple_bb (SSA_NAME_DEF_STMT (a.name));
  if (at && flow_bb_inside_loop_p (l, at))
    return false;
  for (px_shifted &known : *limits)
    if (known.name == a.name)
      {
	known.k = MIN (known.k, a.k);
	return true;
      }
  limits->push_back (a);
  return true;
}

bool
px_counter_limits (gphi *phi, std::vector<px_shifted> *limits, std::vector<edge> *exits,
		   HOST_WIDE_INT *step)
{
  loop_p l = gimple_bb (phi)->loop_father;
  tree t = gimple_phi_result (phi);
  if (!l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2 || !exact_type (t)
      || px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), step, PX_KEEP_ALL)
	   != t
      || *step < 1)
    return false;
  auto_vec<edge> all = get_loop_exit_edges (l);
  for (edge out : all)
    {
      if (!dominated_by_p (CDI_DOMINATORS, l->latch, out->src) || EDGE_COUNT (out->src->succs) != 2)
	continue;
      /* Left if one of these does not hold.  */
      std::vector<px_held> stays
	= px_held_on (EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out));
      bool own = !stays.empty ();
      for (const px_held &held : stays)
	{
	  px_shifted limit = held.more;
	  limit.k -= held.less.k - 1;
	  own &= held.less.name == t && add_limits (limit, l, limits, 0);
	}
      if (own)
	exits->push_back (out);
    }
  return !limits->empty () && !exits->empty ();
}

bool
px_begins_below (gphi *phi, const std::vector<px_shifted> &limits)
{
  edge in = loop_preheader_edge (gimple_bb (phi)->loop_father);
  px_shifted start = px_shifted_of (PHI_ARG_DEF_FROM_EDGE (phi, in));
  if (!named (start))
    return false;
  for (const px_shifted &limit : limits)
    if (!not_above (start, limit, in->src))
      return false;
  return true;
}
