/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the value of an expression lives, as far as SSA form shows.

   Needs: a value of a function in SSA form.
   Leaves: nothing changed; needs no px_race.  */

#include "plugin/bridge/race-int.h"

px_persp
px_race_value_persp (tree t, int depth)
{
  const px_persp narrow = { PX_THREAD, 1 };
  if (is_gimple_min_invariant (t))
    return PX_TOP;
  if (TREE_CODE (t) != SSA_NAME || depth > 20)
    return narrow;
  tree d = SSA_NAME_VAR (t);
  if (d && !DECL_ARTIFICIAL (d) && DECL_NAME (d))
    return px_variable_persp (d);
  gimple *s = SSA_NAME_DEF_STMT (t);
  switch (px_sreg_of (s))
    {
    case PX_SREG_CTAID: return { PX_BLOCK, 1 };
    case PX_SREG_NTID:
    case PX_SREG_NCTAID: return { PX_GRID, 1 };
    default: break;
    }
  if (!is_gimple_assign (s) || gimple_has_volatile_ops (s))
    return narrow;
  if (gimple_assign_load_p (s))
    {
      tree b = get_base_address (gimple_assign_rhs1 (s));
      if (!b || (TREE_CODE (b) != MEM_REF && TREE_CODE (b) != PARM_DECL))
	return narrow;
      /* By its own index and that of the pointer; views narrow the pointer.  */
      px_persp p = TREE_CODE (b) == PARM_DECL
		     ? px_variable_persp (b)
		     : px_race_value_persp (TREE_OPERAND (b, 0), depth + 1);
      for (tree r = gimple_assign_rhs1 (s); handled_component_p (r); r = TREE_OPERAND (r, 0))
	if (TREE_CODE (r) == ARRAY_REF)
	  p = px_narrowest (p, px_race_value_persp (TREE_OPERAND (r, 1), depth + 1));
      return p.n ? p : narrow;
    }
  px_persp p = PX_TOP;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (gimple_op (s, i))
      p = px_narrowest (p, px_race_value_persp (gimple_op (s, i), depth + 1));
  return p;
}

px_persp
px_race_persp_of (tree t)
{
  return px_race_value_persp (t, 0);
}
