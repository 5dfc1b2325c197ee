/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): which of two numbers is less, as conditions say, and what a counter is
   where its loop is left that began with a name: min (i + 4, n), in chunks of four.

   Numbers here are what mathematics says (px_affine).  Signed ones do not wrap around (C11 6.5p5).  Of unsigned ones
   these do not:
   - a counter that begins with a small constant, or with such a counter, and goes up by few each turn: it comes to
     2^32 in more turns than a ring may be used in (small_counter), as ring-floor.cc has it;
   - the same and a small constant more, and the sum of two such counters, by the same reason;
   - a difference where a condition on the way there says that it is not negative.
   All others are names of their own, about which nothing is said.

   Needs: SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

enum
{
  DEEPEST = 6,	     /* operations in each other: of a condition, a number, or of minima */
  LARGEST = 1 << 30, /* what is added; more is not counted with */
  SMALL = 1 << 10    /* a constant that is added to a counter, not each turn */
};

/* ---- numbers -------------------------------------------------------------- */

static px_affine
not_known (void)
{
  return { {}, 0, false };
}

px_affine
px_affine_sum (const px_affine &a, const px_affine &b, HOST_WIDE_INT times)
{
  if (!a.known || !b.known || abs_hwi (times) >= LARGEST)
    return not_known ();
  px_affine r = a;
  r.k += times * b.k;
  for (auto &n : b.of)
    if (HOST_WIDE_INT c = r.of[n.first] += times * n.second; !c)
      r.of.erase (n.first);
    else if (abs_hwi (c) >= LARGEST)
      return not_known ();
  return abs_hwi (r.k) < LARGEST ? r : not_known ();
}

/* True if T is an unsigned counter that does not wrap around, as the head of this file says.  */
static bool
small_counter (tree t, int slots, int depth)
{
  gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
  loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
  int bits = TYPE_PRECISION (TREE_TYPE (t));
  if (!l || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2 || bits < 32
      || depth > DEEPEST)
    return false;
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)),
       start
       = px_without_conversions (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), PX_KEEP_ALL);
  gimple *s = TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
  HOST_WIDE_INT most = bits < 64 ? PX_RING_SLOTS_A_TURN * slots : PX_RING_64_BITS_A_TURN;
  return s && is_gimple_assign (s) && gimple_assign_rhs_code (s) == PLUS_EXPR
	 && gimple_assign_rhs1 (s) == t && px_start_p (gimple_assign_rhs2 (s))
	 && tree_int_cst_sgn (gimple_assign_rhs2 (s)) > 0
	 && tree_to_shwi (gimple_assign_rhs2 (s)) <= most
	 && (px_start_p (start)
	     || (TREE_CODE (start) == SSA_NAME && TYPE_UNSIGNED (TREE_TYPE (start))
		 && small_counter (start, slots, depth + 1)));
}

/* T, or, of several conversions of one number to one type, one of them.  */
static tree
one_of_conversions (tree t)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (!is_gimple_assign (s) || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
      || TREE_CODE (gimple_assign_rhs1 (s)) != SSA_NAME)
    return t;
  gimple *use;
  imm_use_iterator i;
  tree r = t;
  FOR_EACH_IMM_USE_STMT (use, i, gimple_assign_rhs1 (s))
    if (is_gimple_assign (use) && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (use))
	&& TREE_TYPE (gimple_assign_lhs (use)) == TREE_TYPE (t)
	&& dominated_by_p (CDI_DOMINATORS, gimple_bb (SSA_NAME_DEF_STMT (r)), gimple_bb (use))
	&& SSA_NAME_VERSION (gimple_assign_lhs (use)) < SSA_NAME_VERSION (r))
      r = gimple_assign_lhs (use);
  return r;
}

static bool not_negative (const px_affine &d, basic_block bb, int slots, int depth);

static px_affine
form_of (tree t, int slots, int depth)
{
  t = px_without_conversions (t, PX_KEEP_ALL);
  if (TREE_CODE (t) == INTEGER_CST)
    return px_start_p (t) ? px_affine{ {}, tree_to_shwi (t), true } : not_known ();
  if (TREE_CODE (t) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return not_known ();
  const px_affine name = { { { SSA_NAME_VERSION (one_of_conversions (t)), 1 } }, 0, true };
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (!is_gimple_assign (s) || gimple_num_ops (s) < 3 || TYPE_PRECISION (TREE_TYPE (t)) < 32
      || depth > DEEPEST)
    return name;
  tree a = gimple_assign_rhs1 (s), b = gimple_assign_rhs2 (s);
  tree_code code = gimple_assign_rhs_code (s);
  bool exact = TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t));
  if (code == PLUS_EXPR && !exact)
    exact = small_counter (a, slots, 0)
	    && (small_counter (b, slots, 0) || (px_start_p (b) && tree_to_shwi (b) <= SMALL));
  if (code != PLUS_EXPR && code != MINUS_EXPR && !(exact && code == MULT_EXPR && px_start_p (b)))
    return name;
  px_affine x = form_of (a, slots, depth + 1), y = form_of (b, slots, depth + 1), r = name;
  if (code == MULT_EXPR)
    r = px_affine_sum ({ {}, 0, true }, x, tree_to_shwi (b));
  else if (exact)
    r = px_affine_sum (x, y, code == PLUS_EXPR ? 1 : -1);
  else if (code == MINUS_EXPR && TYPE_UNSIGNED (TREE_TYPE (t)))
    {
      px_affine d = px_affine_sum (x, y, -1);
      r = d.known && not_negative (d, gimple_bb (s), slots, depth + 1) ? d : name;
    }
  return r.known ? r : name;
}

px_affine
px_affine_of (tree t, int slots)
{
  return form_of (t, slots, 0);
}

bool
px_never_negative (const px_affine &d)
{
  bool ok = d.known && d.k >= 0;
  for (auto &n : d.of)
    ok &= n.second > 0 && TYPE_UNSIGNED (TREE_TYPE (ssa_name (n.first)));
  return ok;
}

/* ---- what conditions say -------------------------------------------------- */

/* Adds to ALL what is not negative if X CODE Y.  */
static void
add_held (tree_code code, tree x, tree y, int slots, std::vector<px_affine> *all, int depth)
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
	    add_held (inner, a, b, slots, all, depth + 1);
	}
      else if (inner == (code == NE_EXPR ? BIT_AND_EXPR : BIT_IOR_EXPR))
	{
	  add_held (code, a, build_zero_cst (TREE_TYPE (a)), slots, all, depth + 1);
	  add_held (code, b, build_zero_cst (TREE_TYPE (b)), slots, all, depth + 1);
	}
      else
	all->push_back (not_known ());
      return;
    }
  if (code == GT_EXPR || code == GE_EXPR)
    {
      std::swap (x, y);
      code = swap_tree_comparison (code);
    }
  px_affine held = not_known ();
  if ((code == LT_EXPR || code == LE_EXPR) && INTEGRAL_TYPE_P (TREE_TYPE (x)))
    {
      held = px_affine_sum (form_of (y, slots, depth), form_of (x, slots, depth), -1);
      held.k -= code == LT_EXPR;
    }
  all->push_back (held);
}

static std::vector<px_affine>
held_on (edge e, int slots, int depth)
{
  std::vector<px_affine> all;
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
  if (c && INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (c)))
      && (e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)))
    {
      tree_code code = gimple_cond_code (c);
      if (e->flags & EDGE_FALSE_VALUE)
	code = invert_tree_comparison (code, false);
      add_held (code, gimple_cond_lhs (c), gimple_cond_rhs (c), slots, &all, depth);
    }
  return all;
}

std::vector<px_affine>
px_held_on (edge e, int slots)
{
  return held_on (e, slots, 0);
}

/* True if D is not negative where HELD is not.  */
static bool
implied (const px_affine &held, const px_affine &d)
{
  px_affine more = px_affine_sum (d, held, -1);
  return more.known && more.of.empty () && more.k >= 0;
}

bool
px_says_not_above (const px_affine &held, const px_affine &a, const px_affine &b)
{
  return implied (held, px_affine_sum (b, a, -1));
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
lesser_of (tree t, int slots, px_affine *a, px_affine *b, int depth)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (depth > DEEPEST)
    return false;
  if (is_gimple_assign (s) && gimple_assign_rhs_code (s) == MIN_EXPR)
    {
      *a = form_of (gimple_assign_rhs1 (s), slots, depth);
      *b = form_of (gimple_assign_rhs2 (s), slots, depth);
      return a->known && b->known;
    }
  gphi *phi = dyn_cast<gphi *> (s);
  if (!phi || gimple_phi_num_args (phi) != 2 || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  *a = form_of (gimple_phi_arg_def (phi, 0), slots, depth);
  *b = form_of (gimple_phi_arg_def (phi, 1), slots, depth);
  for (unsigned i = 0; i < 2; i++)
    {
      edge e = way_to (phi, i);
      bool less = false;
      if (e && e->src == get_immediate_dominator (CDI_DOMINATORS, gimple_bb (phi)))
	for (const px_affine &held : held_on (e, slots, depth))
	  less |= i ? px_says_not_above (held, *b, *a) : px_says_not_above (held, *a, *b);
      if (!less)
	return false;
    }
  return true;
}

/* Sets *X and *Y to A with what one of its names, which it has TIMES, is the lesser of, for that.  So A is the lesser
   of these or, if TIMES is -1, the greater.  */
static bool
lesser_in (const px_affine &a, HOST_WIDE_INT times, int slots, px_affine *x, px_affine *y,
	   int depth)
{
  for (auto &n : a.of)
    if (px_affine p, q; n.second == times && lesser_of (ssa_name (n.first), slots, &p, &q, depth))
      {
	px_affine rest = a;
	rest.of.erase (n.first);
	*x = px_affine_sum (rest, p, times);
	*y = px_affine_sum (rest, q, times);
	return true;
      }
  return false;
}

static bool
no_less (const px_affine &held, const px_affine &a, const std::vector<px_affine> &others, int slots,
	 int depth)
{
  px_affine x, y;
  for (const px_affine &b : others)
    if (px_says_not_above (held, b, a))
      return true;
  if (!held.known || depth > DEEPEST)
    return false;
  if (lesser_in (held, 1, slots, &x, &y, depth))
    return no_less (x, a, others, slots, depth + 1) || no_less (y, a, others, slots, depth + 1);
  return lesser_in (held, -1, slots, &x, &y, depth) && no_less (x, a, others, slots, depth + 1)
	 && no_less (y, a, others, slots, depth + 1);
}

bool
px_no_less (const px_affine &held, const px_affine &a, const std::vector<px_affine> &others,
	    int slots)
{
  return no_less (held, a, others, slots, 0);
}

/* True if D is never negative where BB begins.  */
static bool
not_negative (const px_affine &d, basic_block bb, int slots, int depth)
{
  if (px_never_negative (d))
    return true;
  if (!d.known || d.of.empty () || depth > DEEPEST)
    return false;
  for (basic_block up; bb; bb = up)
    {
      up = get_immediate_dominator (CDI_DOMINATORS, bb);
      if (up && single_pred_p (bb))
	for (const px_affine &held : held_on (single_pred_edge (bb), slots, depth + 1))
	  if (no_less (held, d, { { {}, 0, true } }, slots, depth))
	    return true;
    }
  return false;
}

/* ---- counters ------------------------------------------------------------- */

/* Adds to LIMITS the numbers of names outside of L of which A is the least.  */
static bool
add_limits (const px_affine &a, loop_p l, int slots, std::vector<px_affine> *limits, int depth)
{
  px_affine x, y;
  if (!a.known || depth > DEEPEST)
    return false;
  if (lesser_in (a, 1, slots, &x, &y, depth))
    return add_limits (x, l, slots, limits, depth + 1)
	   && add_limits (y, l, slots, limits, depth + 1);
  for (auto &n : a.of)
    {
      basic_block at = gimple_bb (SSA_NAME_DEF_STMT (ssa_name (n.first)));
      if (at && flow_bb_inside_loop_p (l, at))
	return false;
    }
  for (px_affine &known : *limits)
    if (known.of == a.of)
      {
	known.k = MIN (known.k, a.k);
	return true;
      }
  limits->push_back (a);
  return true;
}

bool
px_counter_limits (gphi *phi, int slots, std::vector<px_affine> *limits, std::vector<edge> *exits,
		   HOST_WIDE_INT *step)
{
  loop_p l = gimple_bb (phi)->loop_father;
  tree t = gimple_phi_result (phi);
  if (!l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2
      || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  const px_affine self = { { { SSA_NAME_VERSION (t), 1 } }, 0, true };
  const px_affine more
    = px_affine_sum (px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), slots), self,
		     -1);
  if (!more.known || (more.of.empty () ? more.k < 1 : more.of.count (SSA_NAME_VERSION (t))))
    return false;
  *step = more.of.empty () ? more.k : 0;
  auto_vec<edge> all = get_loop_exit_edges (l);
  for (edge out : all)
    {
      if (!dominated_by_p (CDI_DOMINATORS, l->latch, out->src) || EDGE_COUNT (out->src->succs) != 2)
	continue;
      /* Left if one of these does not hold.  */
      std::vector<px_affine> stays
	= px_held_on (EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out), slots);
      bool own = !stays.empty ();
      for (const px_affine &held : stays)
	{
	  px_affine limit = px_affine_sum (held, self, 1);
	  limit.k++;
	  own &= limit.known && !limit.of.count (SSA_NAME_VERSION (t))
		 && add_limits (limit, l, slots, limits, 0);
	}
      if (own)
	exits->push_back (out);
    }
  return !limits->empty () && !exits->empty ();
}

bool
px_begins_below (gphi *phi, int slots, const std::vector<px_affine> &limits)
{
  edge in = loop_preheader_edge (gimple_bb (phi)->loop_father);
  px_affine start = px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, in), slots);
  for (const px_affine &limit : limits)
    if (!not_negative (px_affine_sum (limit, start, -1), in->src, slots, 0))
      return false;
  return true;
}
