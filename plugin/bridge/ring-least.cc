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
#include "plugin/front/front.h"

enum
{
  DEEPEST = 6, /* operations in each other: of a condition, a number, or of minima */
  NEAR
  = 1, /* those in which conditions say what unsigned numbers are: what they say is not read so in turn */
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
one_of_conversions (tree t, int slots)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (!is_gimple_assign (s) || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
      || TREE_CODE (gimple_assign_rhs1 (s)) != SSA_NAME)
    return px_one_rounding (t, slots);
  use_operand_p used;
  imm_use_iterator i;
  tree r = t;
  FOR_EACH_IMM_USE_FAST (used, i, gimple_assign_rhs1 (s))
    if (gimple *use = USE_STMT (used);
	is_gimple_assign (use) && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (use))
	&& TREE_TYPE (gimple_assign_lhs (use)) == TREE_TYPE (t)
	&& dominated_by_p (CDI_DOMINATORS, gimple_bb (SSA_NAME_DEF_STMT (r)), gimple_bb (use))
	&& SSA_NAME_VERSION (gimple_assign_lhs (use)) < SSA_NAME_VERSION (r))
      r = gimple_assign_lhs (use);
  return r;
}

static bool not_negative (const px_affine &d, basic_block bb, int slots, int depth,
			  const px_assumptions *given = NULL);
static px_affine form_of (tree t, int slots, int depth);
static bool said_not_negative (const px_affine &d, basic_block bb, int slots);

/* True if S makes a signed number unsigned, and keeps it where it is not negative.  */
static bool
made_unsigned (gimple *s)
{
  tree a = gimple_assign_rhs1 (s), type = TREE_TYPE (gimple_assign_lhs (s));
  return CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)) && TREE_CODE (a) == SSA_NAME
	 && INTEGRAL_TYPE_P (TREE_TYPE (a)) && !TYPE_UNSIGNED (TREE_TYPE (a))
	 && TYPE_UNSIGNED (type) && TYPE_PRECISION (type) >= TYPE_PRECISION (TREE_TYPE (a));
}

/* True if unsigned T is so much less than what its type holds that with SMALL more it does not wrap around: as it was a
   signed number, or a condition on the way to BB, or a fact, says so.  */
static bool
far_from_end (tree t, basic_block bb, int slots, int depth)
{
  const px_affine a = form_of (t, slots, depth + 1);
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || !a.known)
    return false;
  if (is_gimple_assign (s) && made_unsigned (s))
    return said_not_negative (form_of (gimple_assign_rhs1 (s), slots, depth + 1), gimple_bb (s),
			      slots);
  return said_not_negative (px_affine_sum ({ {}, LARGEST - 1, true }, a, -1), bb, slots);
}

static px_affine
form_of (tree t, int slots, int depth)
{
  t = px_without_conversions (t, PX_KEEP_ALL);
  if (TREE_CODE (t) == INTEGER_CST)
    return px_start_p (t) ? px_affine{ {}, tree_to_shwi (t), true } : not_known ();
  if (TREE_CODE (t) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return not_known ();
  const px_affine name = { { { SSA_NAME_VERSION (one_of_conversions (t, slots)), 1 } }, 0, true };
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (!is_gimple_assign (s) || TYPE_PRECISION (TREE_TYPE (t)) < 32 || depth > DEEPEST)
    return name;
  if (made_unsigned (s))
    {
      px_affine x
	= depth > NEAR ? not_known () : form_of (gimple_assign_rhs1 (s), slots, depth + 1);
      return said_not_negative (x, gimple_bb (s), slots) ? x : name;
    }
  if (gimple_num_ops (s) < 3)
    return name;
  tree a = gimple_assign_rhs1 (s), b = gimple_assign_rhs2 (s);
  tree_code code = gimple_assign_rhs_code (s);
  bool exact = TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t));
  if (code == PLUS_EXPR && !exact)
    exact = (small_counter (a, slots, 0)
	     && (small_counter (b, slots, 0) || (px_start_p (b) && tree_to_shwi (b) <= SMALL)))
	    || (depth <= NEAR && TYPE_UNSIGNED (TREE_TYPE (t)) && px_start_p (b)
		&& tree_int_cst_sgn (b) >= 0 && tree_to_shwi (b) <= SMALL
		&& far_from_end (a, gimple_bb (s), slots, depth));
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

/* The name VERSION, TIMES times.  */
static px_affine
of_name (unsigned version, HOST_WIDE_INT times = 1)
{
  return { { { version, times } }, 0, true };
}

/* Sets *STEP to what T, a counter of a loop, is more each turn, if that is a constant.  */
static bool
counter_step (tree t, int slots, HOST_WIDE_INT *step, int depth = 0)
{
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t));
  loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
  if (!l || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2)
    return false;
  px_affine more
    = px_affine_sum (form_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), slots, depth),
		     of_name (SSA_NAME_VERSION (t)), -1);
  *step = more.k;
  return more.known && more.of.empty () && more.k > 0;
}

bool
px_rising_from (tree t, int slots, px_affine *start, HOST_WIDE_INT *step)
{
  if (!counter_step (t, slots, step))
    return false;
  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (t));
  *start
    = px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (gimple_bb (phi)->loop_father)),
		    slots);
  return true;
}

px_affine
px_falling_from (unsigned version, int slots)
{
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (version)));
  loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
  if (!l || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2)
    return not_known ();
  px_affine more
    = px_affine_sum (px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), slots),
		     of_name (version), -1);
  return more.known && more.of.empty () && more.k < 0
	   ? px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), slots)
	   : not_known ();
}

/* True if T is never negative: by its type, as n & 7 by what GCC knows of its operations, or as a counter that begins with what is not and goes up.  */
static bool
name_never_negative (tree t, int slots, int depth)
{
  HOST_WIDE_INT step;
  if (TYPE_UNSIGNED (TREE_TYPE (t)) || tree_expr_nonnegative_p (t))
    return true;
  if (!counter_step (t, slots, &step))
    return false;
  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (t));
  tree start = px_without_conversions (
    PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (gimple_bb (phi)->loop_father)), PX_KEEP_ALL);
  return px_start_p (start) ? tree_int_cst_sgn (start) >= 0
			    : TREE_CODE (start) == SSA_NAME && depth < DEEPEST
				&& name_never_negative (start, slots, depth + 1);
}

px_affine
px_affine_on_edge (const px_affine &a, edge e, int slots)
{
  px_affine r = { {}, a.k, a.known };
  for (auto &n : a.of)
    {
      gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (n.first)));
      px_affine there = phi && gimple_bb (phi) == e->dest
			  ? px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, e), slots)
			  : of_name (n.first);
      r = px_affine_sum (r, there, n.second);
    }
  return r;
}

bool
px_never_negative (const px_affine &d, int slots)
{
  bool ok = d.known && d.k >= 0;
  for (auto &n : d.of)
    ok &= n.second > 0 && name_never_negative (ssa_name (n.first), slots, 0);
  return ok;
}

/* ---- what conditions say -------------------------------------------------- */

/* One number in several forms: each is not negative if any other is.  None: nothing is known.  */
typedef std::vector<px_affine> forms;

/* Sets *OF and *BY to those of T = *OF / *BY, rounded down (*FLOOR) or to 0.  */
static bool
rounded_quotient (tree t, int slots, int depth, px_affine *of, HOST_WIDE_INT *by, bool *floor)
{
  t = px_without_conversions (t, PX_KEEP_ALL);
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || !is_gimple_assign (s) || !INTEGRAL_TYPE_P (TREE_TYPE (t))
      || TYPE_PRECISION (TREE_TYPE (t)) < 32
      || (gimple_assign_rhs_code (s) != TRUNC_DIV_EXPR && gimple_assign_rhs_code (s) != RSHIFT_EXPR)
      || !px_start_p (gimple_assign_rhs2 (s)))
    return false;
  bool shift = gimple_assign_rhs_code (s) == RSHIFT_EXPR;
  HOST_WIDE_INT k = tree_to_shwi (gimple_assign_rhs2 (s));
  if (k < 1 || k > (shift ? 10 : SMALL))
    return false;
  *of = form_of (gimple_assign_rhs1 (s), slots, depth);
  *by = shift ? HOST_WIDE_INT_1 << k : k;
  *floor = shift || TYPE_UNSIGNED (TREE_TYPE (t));
  return of->known;
}

/* HELD, of which one name, a counter that goes up by a constant, is less than what is a constant more than that which
   it begins with: what it is at most then, as it does not take all values.  */
static px_affine
in_steps (const px_affine &held, int slots, int depth)
{
  for (auto &n : held.of)
    {
      HOST_WIDE_INT step;
      if (n.second != -1 || !counter_step (ssa_name (n.first), slots, &step, depth))
	continue;
      gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (ssa_name (n.first)));
      px_affine start
	= form_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (gimple_bb (phi)->loop_father)),
		   slots, depth),
	far = px_affine_sum (px_affine_sum (held, of_name (n.first), 1), start, -1);
      if (far.known && far.of.empty () && far.k >= 0)
	return px_affine_sum (px_affine_sum (start, { {}, far.k / step * step, true }, 1),
			      of_name (n.first), -1);
    }
  return not_known ();
}

/* Adds to ALL what is not negative if X CODE Y.  */
static void
add_held (tree_code code, tree x, tree y, int slots, std::vector<forms> *all, int depth)
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
	all->push_back ({});
      return;
    }
  if (code == GT_EXPR || code == GE_EXPR)
    {
      std::swap (x, y);
      code = swap_tree_comparison (code);
    }
  forms held;
  if ((code == LT_EXPR || code == LE_EXPR) && INTEGRAL_TYPE_P (TREE_TYPE (x)))
    {
      const px_affine a = form_of (x, slots, depth), b = form_of (y, slots, depth),
		      one = { {}, 1, true };
      const bool less = code == LT_EXPR;
      auto add = [&held, slots] (const px_affine &form) {
	if (form.known)
	  held.push_back (form);
      };
      add (px_affine_sum (px_affine_sum (b, a, -1), one, less ? -1 : 0));
      px_affine of;
      HOST_WIDE_INT by;
      bool floor;
      /* Where OF / BY is at least LEAST, so is OF at least BY * LEAST, if what is rounded is not negative.  */
      if (px_affine least = px_affine_sum (a, one, less);
	  rounded_quotient (y, slots, depth, &of, &by, &floor)
	  && (floor || px_never_negative (px_affine_sum (least, one, -1), slots)))
	add (px_affine_sum (of, least, -by));
      /* Where it is at most MOST, OF is less than BY * (MOST + 1).  */
      if (px_affine most = px_affine_sum (b, one, less ? -1 : 0);
	  rounded_quotient (x, slots, depth, &of, &by, &floor))
	add (px_affine_sum (px_affine_sum ({ {}, by - 1, true }, most, by), of, -1));
    }
  if ((code == EQ_EXPR || code == NE_EXPR) && INTEGRAL_TYPE_P (TREE_TYPE (x)))
    {
      const px_affine d = px_affine_sum (form_of (x, slots, depth), form_of (y, slots, depth), -1);
      if (code == EQ_EXPR && d.known)
	{
	  all->push_back ({ px_affine_sum ({ {}, 0, true }, d, -1) });
	  held.push_back (d);
	}
      else if (depth <= NEAR && integer_zerop (y) && px_never_negative (d, slots))
	held.push_back (px_affine_sum (d, { {}, -1, true }, 1));
    }
  all->push_back (held);
}

/* What holds where E is taken: all of these.  */
static std::vector<forms>
held_on (edge e, int slots, int depth)
{
  std::vector<forms> all;
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

static std::vector<px_affine>
all_forms (const std::vector<forms> &held)
{
  std::vector<px_affine> all;
  for (const forms &one : held)
    all.insert (all.end (), one.begin (), one.end ());
  return all;
}

std::vector<px_affine>
px_held_on (edge e, int slots)
{
  return all_forms (held_on (e, slots, 0));
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
	for (const px_affine &held : all_forms (held_on (e, slots, depth)))
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
  const px_affine in = in_steps (held, slots, depth);
  for (const px_affine &b : others)
    if (px_says_not_above (held, b, a) || px_says_not_above (in, b, a))
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

/* What the facts of __where and px_assume in BB say.  */
static std::vector<forms>
facts_in (basic_block bb, int slots, int depth)
{
  std::vector<forms> all;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      px_fact_kind kind;
      const px_noted *what;
      tree c = px_fact_of (gsi_stmt (i), &kind, &what);
      gimple *s
	= c && kind != PX_MARK_CLAIM && TREE_CODE (c) == SSA_NAME ? SSA_NAME_DEF_STMT (c) : NULL;
      if (!s)
	continue;
      if (is_gimple_assign (s) && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
	  && TREE_CODE (TREE_TYPE (gimple_assign_rhs1 (s))) == BOOLEAN_TYPE)
	c = gimple_assign_rhs1 (s);
      add_held (NE_EXPR, c, build_zero_cst (TREE_TYPE (c)), slots, &all, depth);
    }
  return all;
}

/* True if SAYS of what a condition on the way to BB holds, or a fact, read at DEPTH.  */
template <typename F>
static bool
said_on_the_way (basic_block bb, int slots, int depth, const F &says)
{
  for (basic_block up; bb; bb = up)
    {
      up = get_immediate_dominator (CDI_DOMINATORS, bb);
      if (up
	  && ((single_pred_p (bb) && says (held_on (single_pred_edge (bb), slots, depth)))
	      || says (facts_in (up, slots, depth))))
	return true;
    }
  return false;
}

/* True if a condition on the way to BB or a fact says by itself that D is not negative.  */
static bool
said_not_negative (const px_affine &d, basic_block bb, int slots)
{
  if (!d.known)
    return false;
  auto says = [&d] (const std::vector<forms> &all) {
    const std::vector<px_affine> held = all_forms (all);
    return std::any_of (held.begin (), held.end (),
			[&d] (const px_affine &h) { return implied (h, d); });
  };
  return said_on_the_way (bb, slots, NEAR + 1, says);
}

/* True if D, of counters of one loop and what does not change in it, is never negative where that takes a turn: not in
   the first, nor in one after another.  */
static bool
never_in_turn (const px_affine &d, int slots, int depth, const px_assumptions *given, bool rounded)
{
  loop_p l = NULL;
  for (auto &n : d.of)
    if (gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (n.first)));
	phi && gimple_bb (phi)->loop_father->header == gimple_bb (phi)
	&& gimple_phi_num_args (phi) == 2 && (!l || flow_bb_inside_loop_p (l, gimple_bb (phi))))
      l = gimple_bb (phi)->loop_father;
  if (!l || !l->num)
    return false;
  for (auto &n : d.of)
    {
      basic_block at = px_known_in (n.first);
      if (at && flow_bb_inside_loop_p (l, at)
	  && (at != l->header
	      || gimple_code (SSA_NAME_DEF_STMT (ssa_name (n.first))) != GIMPLE_PHI))
	return false;
    }
  for (edge e : { loop_preheader_edge (l), loop_latch_edge (l) })
    if (const px_affine there = px_affine_on_edge (d, e, slots);
	!not_negative (there, e->src, slots, depth + 2, given)
	&& !(rounded && px_rounded_says (there, e->src, NULL, slots, given, false)))
      return false;
  return true;
}

bool
px_never_in_turn (const px_affine &d, int slots, const px_assumptions *given)
{
  return never_in_turn (d, slots, 0, given, true);
}

/* True if D is never negative where BB begins, or by what is GIVEN.  */
static bool
not_negative (const px_affine &d, basic_block bb, int slots, int depth, const px_assumptions *given)
{
  if (given ? px_assumed_not_negative (*given, d, slots) : px_never_negative (d, slots))
    return true;
  if (!d.known || d.of.empty () || depth > DEEPEST)
    return false;
  const basic_block at = bb;
  auto says = [&d, at, slots, depth, given] (const std::vector<forms> &all) {
    for (const px_affine &held : all_forms (all))
      {
	if (no_less (held, d, { { {}, 0, true } }, slots, depth))
	  return true;
	/* D is so many times HELD and a rest of fewer names.  */
	for (auto &n : held.of)
	  if (auto own = d.of.find (n.first);
	      own != d.of.end () && own->second / n.second > 0 && own->second % n.second == 0)
	    if (px_affine rest = px_affine_sum (d, held, -(own->second / n.second));
		rest.of.size () < d.of.size () && not_negative (rest, at, slots, depth + 1, given))
	      return true;
      }
    return false;
  };
  return said_on_the_way (bb, slots, depth + 1, says)
	 || never_in_turn (d, slots, depth, given, false);
}

bool
px_not_negative (const px_affine &d, basic_block bb, int slots, const px_assumptions *given)
{
  return not_negative (d, bb, slots, 0, given) || px_rounded_says (d, bb, NULL, slots, given, true);
}

void
px_add_said (basic_block bb, edge e, int slots, std::vector<px_affine> *all,
	     std::vector<px_affine> *unequal)
{
  auto add = [all] (const std::vector<forms> &said) {
    const std::vector<px_affine> one = all_forms (said);
    all->insert (all->end (), one.begin (), one.end ());
  };
  auto add_edge = [&add, slots, unequal] (edge on) {
    add (held_on (on, slots, 0));
    gcond *c = safe_dyn_cast<gcond *> (last_stmt (on->src));
    if (c && INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (c)))
	&& gimple_cond_code (c) == (on->flags & EDGE_TRUE_VALUE ? NE_EXPR : EQ_EXPR))
      unequal->push_back (px_affine_sum (px_affine_of (gimple_cond_lhs (c), slots),
					 px_affine_of (gimple_cond_rhs (c), slots), -1));
  };
  if (e)
    {
      add_edge (e);
      add (facts_in (e->src, slots, 0));
      bb = e->src;
    }
  for (basic_block up; bb; bb = up)
    {
      up = get_immediate_dominator (CDI_DOMINATORS, bb);
      if (up && single_pred_p (bb))
	add_edge (single_pred_edge (bb));
      if (up)
	add (facts_in (up, slots, 0));
    }
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
      basic_block at = px_known_in (n.first);
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

/* What is taken in a turn of L if OUT, where that is tested each turn, is not; NULL: OUT is no such way.  */
static edge
stays_by (loop_p l, edge out)
{
  return dominated_by_p (CDI_DOMINATORS, l->latch, out->src) && EDGE_COUNT (out->src->succs) == 2
	   ? EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out)
	   : NULL;
}

bool
px_counter_limits (gphi *phi, HOST_WIDE_INT times, int slots, std::vector<px_affine> *limits,
		   std::vector<edge> *exits, HOST_WIDE_INT *step)
{
  loop_p l = gimple_bb (phi)->loop_father;
  tree t = gimple_phi_result (phi);
  const unsigned version = SSA_NAME_VERSION (t);
  if (!l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2
      || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  const px_affine more
    = px_affine_sum (px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), slots),
		     of_name (version), -1);
  if (!more.known || (more.of.empty () ? more.k < 1 : more.of.count (version)))
    return false;
  *step = more.of.empty () ? more.k : 0;
  auto_vec<edge> all = get_loop_exit_edges (l);
  for (edge out : all)
    {
      edge stay = stays_by (l, out);
      std::vector<forms> stays;
      if (stay)
	stays = held_on (stay, slots, 0);
      /* Left if one of these does not hold.  */
      bool own = !stays.empty ();
      for (const forms &held : stays)
	{
	  bool known = false;
	  for (const px_affine &form : held)
	    if (px_affine limit = px_affine_sum (form, of_name (version, times), 1);
		!known && limit.known && !limit.of.count (version))
	      {
		limit.k++;
		known = add_limits (limit, l, slots, limits, 0);
	      }
	  own &= known;
	}
      if (own)
	exits->push_back (out);
    }
  return !limits->empty () && !exits->empty ();
}

std::set<HOST_WIDE_INT>
px_counter_scales (gphi *phi, int slots)
{
  loop_p l = gimple_bb (phi)->loop_father;
  std::set<HOST_WIDE_INT> times;
  if (!l->num || gimple_bb (phi) != l->header)
    return times;
  auto_vec<edge> all = get_loop_exit_edges (l);
  for (edge out : all)
    if (edge stay = stays_by (l, out))
      for (const px_affine &held : px_held_on (stay, slots))
	if (auto n = held.of.find (SSA_NAME_VERSION (gimple_phi_result (phi)));
	    n != held.of.end () && n->second < -1)
	  times.insert (-n->second);
  return times;
}

bool
px_begins_below (gphi *phi, int slots, const std::vector<px_affine> &limits,
		 const px_assumptions &given)
{
  edge in = loop_preheader_edge (gimple_bb (phi)->loop_father);
  px_affine start = px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, in), slots);
  for (const px_affine &limit : limits)
    if (!px_not_negative (px_affine_sum (limit, start, -1), in->src, slots, &given))
      return false;
  return true;
}
