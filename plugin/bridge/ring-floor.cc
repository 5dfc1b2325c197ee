/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): whether a number that a slot is computed from is never negative, and does not
   wrap around.

   Needs: SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

/* What is known and what was asked about a number: BASE is never below LEAST, and, if SMALL, less than
   SLOTS; a phi that is asked about again, in its loop, is more by what that adds each turn.  PARTS: the
   sums of names and products around, of which each grows by itself; WRAPS: those of them, and the
   conversions, that may wrap around, NARROW those of fewer than 64 bits; RESTS: the remainders around, which do not
   grow; CONDITIONS: those by which another number, of the same turn, is asked about.  */
struct floor_query
{
  int slots;
  tree base;
  HOST_WIDE_INT least;
  bool small;
  struct asked
  {
    gphi *phi;
    HOST_WIDE_INT k, added;
    int parts, wraps, rests, conditions;
  };
  std::vector<asked> phis;
  int parts, wraps, narrow, rests, conditions, steps;
  HOST_WIDE_INT added; /* by constants around, where that may wrap around */
  basic_block at;      /* where it is asked, or NULL */
  /* Names, and products of two, that may have any value that their unsigned type of 32 bits holds.
     Such a term does not wrap around if it is a term of the use's number, which is no larger than
     the number of uses.  */
  std::vector<px_sum_product> large;
};

/* Constants are no larger: else 32 bits do not last for long.  */
enum
{
  LARGEST = 1 << 20
};

/* True if T + K is never negative, and T is what mathematics says it is: no unsigned type on the way
   wraps around.  Signed ones do not (C11 6.5p5); what goes up by a few each turn does not within 32
   bits (doc/internals/35-rings).  */
static bool never_below (tree t, HOST_WIDE_INT k, floor_query *q);

/* True if signed T + K is never negative in Q->at, as a fact, or a condition on the way there, says that T is more
   than something that is never negative.  */
static bool
above_others (tree t, HOST_WIDE_INT k, floor_query *q)
{
  if (!q->at || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)))
    return false;
  /* In earlier turns T may have been another.  */
  basic_block set = gimple_bb (SSA_NAME_DEF_STMT (t));
  for (const floor_query::asked &p : q->phis)
    if (set && flow_bb_inside_loop_p (gimple_bb (p.phi)->loop_father, set))
      return false;
  if (px_not_negative (px_affine_sum (px_affine_of (t, q->slots), { {}, k, true }, 1), q->at,
		       q->slots))
    return true;
  for (basic_block bb = q->at, up; bb; bb = up)
    {
      up = get_immediate_dominator (CDI_DOMINATORS, bb);
      edge in = up && single_pred_p (bb) ? single_pred_edge (bb) : NULL;
      gcond *c = in ? safe_dyn_cast<gcond *> (last_stmt (in->src)) : NULL;
      if (!c || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (c)))
	  || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (gimple_cond_lhs (c))))
	continue;
      tree_code code = gimple_cond_code (c);
      if (in->flags & EDGE_FALSE_VALUE)
	code = invert_tree_comparison (code, false);
      tree less = gimple_cond_lhs (c), more = gimple_cond_rhs (c);
      if (code == GT_EXPR || code == GE_EXPR)
	{
	  std::swap (less, more);
	  code = swap_tree_comparison (code);
	}
      HOST_WIDE_INT added;
      if ((code == LT_EXPR || code == LE_EXPR)
	  && px_without_constants (more, &added, PX_KEEP_ALL) == t)
	{
	  /* T + ADDED is more than LESS, or as much: so is T + K than LESS + K - ADDED.  */
	  q->conditions++;
	  bool ok = never_below (less, k - added + (code == LT_EXPR), q);
	  q->conditions--;
	  return ok;
	}
    }
  return false;
}

/* The same of X + K, from which what is asked about is computed in a type that WRAPS, in fewer than 64 bits if NARROW.  */
static bool
wrapped_never_below (tree x, HOST_WIDE_INT k, bool wraps, bool narrow, floor_query *q)
{
  q->wraps += wraps;
  q->narrow += narrow;
  bool ok = never_below (x, k, q);
  q->wraps -= wraps;
  q->narrow -= narrow;
  return ok;
}

/* The same of X + K, a part of what T is set to: a term or factor, or what is divided.  WHICH of Q counts those
   around.  */
static bool
part_never_below (tree t, tree x, HOST_WIDE_INT k, int floor_query::*which, floor_query *q)
{
  bool wraps = !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t));
  q->*which += 1;
  bool ok = wrapped_never_below (x, k, wraps, wraps && TYPE_PRECISION (TREE_TYPE (t)) < 64, q);
  q->*which -= 1;
  return ok;
}

/* The same where PHI sets it.  In a loop it comes back to PHI, with what a turn adds: that is what PHI was a turn ago, of
   which the same holds already.  What comes back by a condition is PHI in this turn: i, which begins with 2 * n, is not
   proved by n, of which i < n says that it is more.  */
static bool
phi_never_below (gphi *phi, HOST_WIDE_INT k, floor_query *q)
{
  bool wide = TYPE_PRECISION (TREE_TYPE (gimple_phi_result (phi))) >= 64 && !q->narrow;
  for (const floor_query::asked &seen : q->phis)
    {
      bool rest = q->rests > seen.rests;
      if (seen.phi == phi && seen.conditions < q->conditions)
	return false;
      if (seen.phi != phi || (rest && k < seen.k))
	continue;
      return rest
	     || ((seen.parts == q->parts || seen.wraps == q->wraps) && k >= seen.k
		 && q->added - seen.added
		      <= (wide ? PX_RING_64_BITS_A_TURN : PX_RING_SLOTS_A_TURN * q->slots));
    }
  q->phis.push_back ({ phi, k, q->added, q->parts, q->wraps, q->rests, q->conditions });
  bool ok = true;
  for (unsigned i = 0; i < gimple_phi_num_args (phi) && ok; i++)
    ok = never_below (gimple_phi_arg_def (phi, i), k, q);
  q->phis.pop_back ();
  return ok;
}

/* True if sums with constant C may leave T's type, as it is narrower than int.  Those of a number that is small
   do not leave a type that holds many times as much.  */
static bool
too_narrow (tree t, HOST_WIDE_INT c, const floor_query *q)
{
  enum
  {
    TIMES = 4
  };
  tree type = TREE_TYPE (t);
  return TYPE_PRECISION (type) < 32
	 && !(q->small && abs_hwi (c) <= q->slots
	      && int_fits_type_p (build_int_cst (integer_type_node, TIMES * q->slots), type));
}

/* The same where T is A converted; NARROW if too_narrow.  */
static bool
conversion_never_below (tree t, tree a, HOST_WIDE_INT k, bool narrow, floor_query *q)
{
  tree from = TREE_TYPE (a), to = TREE_TYPE (t);
  if (!INTEGRAL_TYPE_P (from))
    return false;
  if (narrow && TYPE_PRECISION (to) <= TYPE_PRECISION (from))
    return k >= 0 && (TYPE_UNSIGNED (to) || px_fits (a, to));
  /* A negative number that was made unsigned is another one in more bits.  */
  bool more = TYPE_PRECISION (to) > TYPE_PRECISION (from) && TYPE_UNSIGNED (from),
       wraps = !px_keeps_value (to, from);
  return wrapped_never_below (a, more ? MIN (k, 0) : k, wraps, wraps && TYPE_PRECISION (to) < 64,
			      q);
}

/* The same where T is A + C, if ADDEND is a constant, or A + ADDEND.  */
static bool
sum_never_below (tree t, tree a, tree addend, HOST_WIDE_INT c, HOST_WIDE_INT k, floor_query *q)
{
  if (TREE_CODE (addend) == INTEGER_CST)
    {
      HOST_WIDE_INT more = !q->wraps && TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)) ? 0 : c;
      q->added += more;
      bool ok = abs_hwi (c) < LARGEST && never_below (a, k + c, q);
      q->added -= more;
      return ok;
    }
  k = MIN (k, 0); /* which either makes up for */
  int floor_query::*parts = &floor_query::parts;
  return (part_never_below (t, a, k, parts, q) && part_never_below (t, addend, 0, parts, q))
	 || (k && part_never_below (t, a, 0, parts, q)
	     && part_never_below (t, addend, k, parts, q));
}

/* The same where T is the product of A and B, which is C if that is a constant.  */
static bool
product_never_below (tree t, tree a, tree b, HOST_WIDE_INT c, HOST_WIDE_INT k, floor_query *q)
{
  int floor_query::*parts = &floor_query::parts;
  if (TREE_CODE (b) != SSA_NAME)
    return c > 0 && c <= PX_RING_SLOTS_A_TURN * q->slots
	   && part_never_below (t, a, k < 0 ? -((c - 1 - k) / c) : 0, parts, q);
  if (TYPE_UNSIGNED (TREE_TYPE (t)))
    {
      tree x = px_without_conversions (a), y = px_without_conversions (b);
      if (TREE_CODE (x) != SSA_NAME || TREE_CODE (y) != SSA_NAME)
	return false;
      px_sum_product both = { SSA_NAME_VERSION (x), SSA_NAME_VERSION (y) };
      std::sort (both.begin (), both.end ());
      q->large.push_back (both);
    }
  return k >= 0 && part_never_below (t, a, 0, parts, q) && part_never_below (t, b, 0, parts, q);
}

/* The same where assignment S sets T.  */
static bool
assignment_never_below (tree t, gimple *s, HOST_WIDE_INT k, floor_query *q)
{
  tree_code code = gimple_assign_rhs_code (s);
  tree a = gimple_assign_rhs1 (s), b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  HOST_WIDE_INT c = b && TREE_CODE (b) == INTEGER_CST && TYPE_PRECISION (TREE_TYPE (b)) <= 64
		      ? wi::to_wide (b).to_shwi ()
		      : 0;
  bool narrow = too_narrow (t, c, q), is_unsigned = TYPE_UNSIGNED (TREE_TYPE (t));
  switch (code)
    {
    case SSA_NAME:
    case INTEGER_CST:
      return never_below (a, k, q);
    CASE_CONVERT:
      return conversion_never_below (t, a, k, narrow, q);
    case PLUS_EXPR:
    case MINUS_EXPR:
      if (narrow)
	return k >= 0 && is_unsigned;
      return (code == PLUS_EXPR || TREE_CODE (b) == INTEGER_CST)
	     && sum_never_below (t, a, b, code == PLUS_EXPR ? c : -c, k, q);
    case MULT_EXPR: return !narrow && product_never_below (t, a, b, c, k, q);
    case LSHIFT_EXPR:
      return !narrow && c > 0 && c < 30 && HOST_WIDE_INT_1 << c <= PX_RING_SLOTS_A_TURN * q->slots
	     && k >= 0 && part_never_below (t, a, 0, &floor_query::parts, q);
    case TRUNC_MOD_EXPR:
    case TRUNC_DIV_EXPR:
    case RSHIFT_EXPR:
      return k >= 0 && c > 0
	     && ((is_unsigned && !(q->slots & (q->slots - 1)))
		 || part_never_below (
		   t, a, 0, code == TRUNC_MOD_EXPR ? &floor_query::rests : &floor_query::parts, q));
    case BIT_AND_EXPR: return k >= 0 && c > 0;
    case BIT_XOR_EXPR: return k >= 0 && c > 0 && part_never_below (t, a, 0, &floor_query::parts, q);
    default: return false;
    }
}

/* The same, by how T is set.  */
static bool
set_never_below (tree t, HOST_WIDE_INT k, floor_query *q)
{
  enum
  {
    STEPS = 10000
  }; /* many ways may lead to one phi */
  if (t == q->base)
    return q->least + k >= 0;
  if (q->steps++ > STEPS)
    return false;
  if (TREE_CODE (t) == INTEGER_CST)
    return tree_fits_shwi_p (t) && abs_hwi (tree_to_shwi (t)) < LARGEST
	   && tree_to_shwi (t) + k >= 0;
  if (TREE_CODE (t) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gphi *phi = dyn_cast<gphi *> (s))
    return phi_never_below (phi, k, q);
  if (is_gimple_assign (s) && !gimple_assign_load_p (s))
    return assignment_never_below (t, s, k, q);
  if (!TYPE_UNSIGNED (TREE_TYPE (t)) || k < 0)
    return false;
  if (TYPE_PRECISION (TREE_TYPE (t)) >= 32)
    q->large.push_back ({ SSA_NAME_VERSION (t) });
  return true;
}

/* True if signed T + K is never negative, as T is a difference to a counter that goes down each turn, and so is never above
   what it begins with: n - i, where i begins with n.  */
static bool
above_falling (tree t, HOST_WIDE_INT k, floor_query *q)
{
  if (!TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)))
    return false;
  px_affine d = px_affine_sum (px_affine_of (t, q->slots), { {}, k, true }, 1);
  for (auto &n : d.of)
    {
      px_affine start
	= n.second < 0 ? px_falling_from (n.first, q->slots) : px_affine{ {}, 0, false };
      if (start.known)
	{
	  d = px_affine_sum (d, { { { n.first, 1 } }, 0, true }, -n.second);
	  return px_never_negative (px_affine_sum (d, start, n.second), q->slots);
	}
    }
  return false;
}

static bool
never_below (tree t, HOST_WIDE_INT k, floor_query *q)
{
  return set_never_below (t, k, q)
	 || (TREE_CODE (t) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (t))
	     && (above_others (t, k, q) || above_falling (t, k, q)));
}

bool
px_never_below (tree t, int ring_slots, tree base, HOST_WIDE_INT least, bool small, basic_block at)
{
  floor_query q = { ring_slots, base, least, small, {}, 0, 0, 0, 0, 0, 0, 0, at, {} };
  if (!never_below (t, 0, &q))
    return false;
  px_sum sum = px_sum_of (t, ring_slots);
  for (const px_sum_product &large : q.large)
    if (!sum.of.count (large))
      return false;
  return true;
}

bool
px_rest_is_slot (gimple *s, int ring_slots, tree base, HOST_WIDE_INT least, basic_block at)
{
  bool wraps = !(ring_slots & (ring_slots - 1)); /* where the slots do, or at a multiple */
  return gimple_assign_rhs_code (s) == BIT_AND_EXPR
	 || (wraps && TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (s))))
	 || px_never_below (gimple_assign_rhs1 (s), ring_slots, base, least, false, at);
}
