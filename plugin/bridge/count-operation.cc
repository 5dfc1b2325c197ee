/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations of GIMPLE's types on values, which are integers without bounds: what a type does to a result stays
   an operation of its own, unless the result is shown to fit.

   Needs: px_counts.  Leaves: nothing else.  */

#include "plugin/bridge/count-int.h"

px_dj_type
px_value_type (tree t)
{
  return !INTEGRAL_TYPE_P (t) || TYPE_PRECISION (t) >= 64
	   ? px_whole
	   : px_dj_type{ (uint8_t) TYPE_PRECISION (t), !TYPE_UNSIGNED (t),
			 (bool) TYPE_UNSIGNED (t) };
}

px_dj_ref
px_value_condition (px_dj_ref r)
{
  px_dj_ref a = px_dj_uncast (px_counts.dj, r);
  return px_value_condition_p (r)   ? r
	 : px_value_condition_p (a) ? a
				    : px_value_make (DJ_NE, r, px_value_constant (0));
}

/* Of TYPE, which has less than 64 bits.  */
static HOST_WIDE_INT
least_of (tree type)
{
  return TYPE_UNSIGNED (type) ? 0 : -(HOST_WIDE_INT_1 << (TYPE_PRECISION (type) - 1));
}
static HOST_WIDE_INT
most_of (tree type)
{
  return (HOST_WIDE_INT_1 << (TYPE_PRECISION (type) - !TYPE_UNSIGNED (type))) - 1;
}

/* Returns true if R is proved to be a value of TYPE.  LOW, HIGH: it may be below or above what TYPE holds,
   if that has 64 bits.  The prover takes such values for those of a signed type, so the question is about
   half of what the type holds.  */
static bool
fits (px_dj_ref r, tree type, bool low, bool high)
{
  unsigned bits = TYPE_PRECISION (type);
  const HOST_WIDE_INT half = HOST_WIDE_INT_1 << 62;
  if (bits >= 64)
    return (!low
	    || px_proved (
	      px_value_make (DJ_LE, px_value_constant (TYPE_UNSIGNED (type) ? 0 : -half), r)))
	   && (!high || px_proved (px_value_make (DJ_LE, r, px_value_constant (half))));
  return px_proved (px_value_make (DJ_LE, px_value_constant (least_of (type)), r))
	 && px_proved (px_value_make (DJ_LE, r, px_value_constant (most_of (type))));
}

px_dj_op
px_value_op_of (tree_code code)
{
  switch (code)
    {
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR: return DJ_ADD;
    case MINUS_EXPR: return DJ_SUB;
    case MULT_EXPR: return DJ_MUL;
    case LSHIFT_EXPR: return DJ_SHL;
    case RSHIFT_EXPR: return DJ_SHR;
    case EXACT_DIV_EXPR:
    case TRUNC_DIV_EXPR: return DJ_DIV;
    case TRUNC_MOD_EXPR: return DJ_MOD;
    case BIT_AND_EXPR: return DJ_AND;
    case BIT_IOR_EXPR: return DJ_OR;
    case BIT_XOR_EXPR: return DJ_XOR;
    case MIN_EXPR: return DJ_MIN;
    case MAX_EXPR: return DJ_MAX;
    case LT_EXPR:
    case GT_EXPR: return DJ_LT;
    case LE_EXPR:
    case GE_EXPR: return DJ_LE;
    case EQ_EXPR: return DJ_EQ;
    case NE_EXPR: return DJ_NE;
    default: return DJ_NONE;
    }
}

/* A CODE B, of which nothing is known but that the same again is the same.  */
static px_dj_ref
opaque (tree_code code, tree type, px_dj_ref a, px_dj_ref b)
{
  bool asks = TREE_CODE_CLASS (code) == tcc_comparison;
  return px_leaf_new (
    px_leaf_key{
      .kind = PX_L_OPERATION, .a = a, .b = b, .code = code, .type = px_leaf_type_of (type) },
    asks ? px_truth : px_value_type (type), UNKNOWN_LOCATION);
}

px_dj_ref
px_value_comparison (tree_code code, tree type, px_dj_ref a, px_dj_ref b)
{
  px_dj_op op = px_value_op_of (code);
  if (!INTEGRAL_TYPE_P (type) && !POINTER_TYPE_P (type))
    op = DJ_NONE;
  if (op == DJ_NONE || TREE_CODE_CLASS (code) != tcc_comparison)
    return opaque (code, boolean_type_node, px_value_number (a), px_value_number (b));
  /* What is made of a condition, compared with 0, is that condition again.  */
  int64_t k;
  if ((op == DJ_NE || op == DJ_EQ) && px_dj_const_p (px_counts.dj, b, &k) && !k)
    if (px_dj_ref c = px_dj_uncast (px_counts.dj, a); px_value_condition_p (c))
      return op == DJ_NE ? c : px_value_not (c);
  if (code == GT_EXPR || code == GE_EXPR)
    std::swap (a, b);
  if (px_value_condition_p (a) != px_value_condition_p (b))
    {
      a = px_value_number (a);
      b = px_value_number (b);
    }
  return px_value_make (op, a, b);
}

/* R, or what is equal modulo 2^BITS and was not made a number from 0 on.  */
static px_dj_ref
congruent (px_dj_ref r, unsigned bits)
{
  px_dj_ref a = px_dj_op_of (px_counts.dj, r) == DJ_CAST ? px_dj_operand (px_counts.dj, r, 0) : 0;
  if (!a || px_dj_op_of (px_counts.dj, a) != DJ_CAST
      || px_dj_type_of (px_counts.dj, a).bits != bits)
    return r;
  return px_value_number (px_dj_operand (px_counts.dj, a, 0));
}

px_dj_ref
px_value_operation (tree_code code, tree type, px_dj_ref a, px_dj_ref b, tree b0)
{
  px_dj_op op = px_value_op_of (code);
  int64_t k;
  bool c = px_dj_const_p (px_counts.dj, b, &k),
       bits = code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR;
  if (bits && px_value_condition_p (a) && px_value_condition_p (b))
    return px_value_make (code == BIT_AND_EXPR	 ? DJ_LAND
			  : code == BIT_IOR_EXPR ? DJ_LOR
						 : DJ_NE,
			  a, b);
  a = px_value_number (a);
  b = px_value_number (b);
  if (op == DJ_NONE || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
      || TYPE_PRECISION (type) > 64)
    return opaque (code, type, a, b);
  if ((op == DJ_DIV || op == DJ_MOD || op == DJ_SHL || op == DJ_SHR)
      && (!c || k < (op == DJ_DIV || op == DJ_MOD) || (op == DJ_SHL && k > 30)))
    return opaque (code, type, a, b);
  bool whole = px_counts.in_address && TYPE_PRECISION (type) == 64;
  px_dj_ref r = 0;
  switch (op)
    {
    case DJ_ADD:
    case DJ_SUB:
      if (c)
	{
	  k = b0 && TREE_CODE (b0) == INTEGER_CST ? px_added (b0)
						  : k; /* of an unsigned type the largest is -1 */
	  r = px_value_plus (a, op == DJ_ADD ? k : -k);
	}
      else
	r = op == DJ_ADD && px_dj_const_p (px_counts.dj, a, &k) ? px_value_plus (b, k)
								: px_value_make (op, a, b);
      break;
    case DJ_MUL: r = c ? px_value_times (a, k) : px_value_make (op, a, b); break;
    case DJ_SHL: r = px_value_times (a, HOST_WIDE_INT_1 << k); break;
    case DJ_DIV:
      if (px_linear l = px_linear_of (a); code != EXACT_DIV_EXPR || !l.of || l.times % k)
	return px_value_make (op, a, b);
      else
	return px_value_times (px_value_plus (l.of, l.add), l.times / k);
    case DJ_SHR:
      return k < 31 && px_proved (px_value_make (DJ_LE, px_value_constant (0), a))
	       ? px_value_make (DJ_DIV, a, px_value_constant (HOST_WIDE_INT_1 << k))
	       : px_value_make (op, a, b);
    default: return px_value_make (op, a, b);
    }
  /* What a signed sum or product is beyond its type is undefined; not so a shift.  An unsigned number less
     another one is no larger.  */
  bool less = TYPE_UNSIGNED (type) && ((op == DJ_SUB && !c) || (op == DJ_ADD && c && k <= 0));
  if (whole || (op != DJ_SHL && !TYPE_OVERFLOW_WRAPS (type)) || fits (r, type, true, !less))
    return r;
  if (TYPE_PRECISION (type) == 64)
    return opaque (code, type, a, b);
  px_dj_ref a2 = congruent (a, TYPE_PRECISION (type)),
	    b2 = op == DJ_SHL ? b : congruent (b, TYPE_PRECISION (type));
  if (a2 != a || b2 != b)
    {
      r = px_value_operation (code, type, a2, b2, b0);
      if (fits (r, type, true, true))
	return r;
    }
  px_dj_type wraps = { (uint8_t) TYPE_PRECISION (type), !TYPE_UNSIGNED (type), true };
  px_dj_ref x = px_dj_cast (px_counts.dj, wraps, a),
	    y = op == DJ_SHL
		  ? b
		  : px_dj_cast (px_counts.dj, wraps, c && op != DJ_MUL ? px_value_constant (k) : b);
  return px_value_number (px_value_make (op, x, y));
}

px_dj_ref
px_value_conversion (tree type, tree from, px_dj_ref r)
{
  bool whole = px_counts.in_address && TYPE_PRECISION (type) == 64;
  if (TREE_CODE (type) == BOOLEAN_TYPE)
    return px_value_condition (r);
  if (!INTEGRAL_TYPE_P (type) || !INTEGRAL_TYPE_P (from) || TYPE_PRECISION (type) > 64)
    return INTEGRAL_TYPE_P (type) == INTEGRAL_TYPE_P (from) || whole
	     ? r
	     : px_leaf_new (px_leaf_key{ .kind = PX_L_CONVERTED,
					 .a = px_value_number (r),
					 .code = TREE_CODE (from),
					 .type = px_leaf_type_of (type) },
			    px_value_type (type), UNKNOWN_LOCATION);
  r = px_value_number (r);
  /* It is known to be one of FROM's.  */
  size_t outer = px_counts.known.size ();
  if (TYPE_PRECISION (from) < 64)
    {
      px_know (px_value_make (DJ_LE, px_value_constant (least_of (from)), r));
      px_know (px_value_make (DJ_LE, r, px_value_constant (most_of (from))));
    }
  bool same
    = px_keeps_value (type, from) || whole
      || fits (r, type, !TYPE_UNSIGNED (from), TYPE_UNSIGNED (from) || TYPE_PRECISION (from) > 64);
  px_counts.known.resize (outer);
  if (same)
    return r;
  if (TYPE_PRECISION (type) == 64)
    return px_leaf_new (px_leaf_key{ .kind = PX_L_CONVERTED,
				     .a = r,
				     .code = TREE_CODE (from),
				     .type = px_leaf_type_of (type) },
			px_whole, UNKNOWN_LOCATION);
  return px_value_number (
    px_dj_cast (px_counts.dj, { (uint8_t) TYPE_PRECISION (type), !TYPE_UNSIGNED (type), true }, r));
}
