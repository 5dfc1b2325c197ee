/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What conversions and constants leave of a value: an integer less what its types do to it.

   Needs: a value of a function in SSA form.
   Leaves: nothing changed.  */

#include "plugin/bridge/count.h"

/* Returns true if any value of type FROM is the same in type TO.  */
bool
px_keeps_value (tree to, tree from)
{
  if (!INTEGRAL_TYPE_P (to) || !INTEGRAL_TYPE_P (from))
    return false;
  return TYPE_UNSIGNED (from) == TYPE_UNSIGNED (to)
	   ? TYPE_PRECISION (to) >= TYPE_PRECISION (from)
	   : TYPE_UNSIGNED (from) && TYPE_PRECISION (to) > TYPE_PRECISION (from);
}

bool
px_wraps_at (tree type, int slots)
{
  return INTEGRAL_TYPE_P (type) && !(slots & (slots - 1))
	 && (TYPE_PRECISION (type) >= 31 || slots <= 1 << TYPE_PRECISION (type));
}

static bool
keeps (px_conversion how, HOST_WIDE_INT most, tree to, tree from)
{
  if (how == PX_KEEP_ALL || !INTEGRAL_TYPE_P (to) || !INTEGRAL_TYPE_P (from))
    return px_keeps_value (to, from);
  if (how == PX_KEEP_MODULO && px_wraps_at (to, most))
    return true;
  return TYPE_PRECISION (to) >= MIN (32, TYPE_PRECISION (from))
	 || (how == PX_KEEP_32 && most >= 0
	     && int_fits_type_p (build_int_cst (long_long_integer_type_node, most), to));
}

tree
px_without_conversions (tree t, px_conversion how, HOST_WIDE_INT most)
{
  while (TREE_CODE (t) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (t)))
    {
      gimple *s = SSA_NAME_DEF_STMT (t);
      tree a = gimple_assign_rhs1 (s);
      if (!(CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
	    && (keeps (how, most, TREE_TYPE (t), TREE_TYPE (a)) || px_fits (a, TREE_TYPE (t))))
	  && !(gimple_assign_single_p (s) && is_gimple_val (a)))
	break;
      t = a;
    }
  return t;
}

/* Constant T, of an unsigned type as what it adds there: the largest is -1.  */
HOST_WIDE_INT
px_added (tree t)
{
  return wi::to_wide (t).to_shwi ();
}

/* Not one from which they soon wrap around.  */
bool
px_start_p (tree t)
{
  return TREE_CODE (t) == INTEGER_CST && tree_fits_shwi_p (t)
	 && tree_to_shwi (t) < HOST_WIDE_INT_1 << 30 && tree_to_shwi (t) > -(HOST_WIDE_INT_1 << 30);
}

tree
px_without_constants (tree t, HOST_WIDE_INT *c, px_conversion how, HOST_WIDE_INT most)
{
  for (*c = 0;;)
    {
      t = px_without_conversions (t, how, most);
      if (TREE_CODE (t) != SSA_NAME || !is_gimple_assign (SSA_NAME_DEF_STMT (t)))
	return t;
      gimple *s = SSA_NAME_DEF_STMT (t);
      tree_code code = gimple_assign_rhs_code (s);
      if ((code != PLUS_EXPR && code != MINUS_EXPR)
	  || TREE_CODE (gimple_assign_rhs2 (s)) != INTEGER_CST
	  || TYPE_PRECISION (TREE_TYPE (t)) > 64
	  || (how == PX_KEEP_ALL && !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t))))
	return t;
      HOST_WIDE_INT k = px_added (gimple_assign_rhs2 (s));
      *c += code == PLUS_EXPR ? k : -k;
      t = gimple_assign_rhs1 (s);
    }
}

tree
px_less_constants (tree t, HOST_WIDE_INT *c)
{
  return px_without_constants (t, c, PX_KEEP_32);
}
