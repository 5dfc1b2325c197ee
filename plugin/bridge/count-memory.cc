/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that nobody writes while a function runs: members of parameters, and what parameters point to as const.

   Needs: SSA form.  Leaves: nothing changed.  */

#include "plugin/bridge/count-int.h"

bool
px_constant_member_p (tree ref)
{
  tree d = ref;
  while (TREE_CODE (d) == COMPONENT_REF)
    d = TREE_OPERAND (d, 0);
  if (TREE_CODE (d) != PARM_DECL || d == ref || TREE_ADDRESSABLE (d) || TREE_THIS_VOLATILE (ref))
    return false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gimple_store_p (gsi_stmt (i)) && get_base_address (gimple_get_lhs (gsi_stmt (i))) == d)
	return false;
  return true;
}

HOST_WIDE_INT
px_member_position (tree ref)
{
  HOST_WIDE_INT at = 0;
  for (; TREE_CODE (ref) == COMPONENT_REF; ref = TREE_OPERAND (ref, 0))
    at += int_bit_position (TREE_OPERAND (ref, 1));
  return at;
}

bool
px_to_const_p (tree t)
{
  while (TREE_CODE (t) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (t))
	 && (gimple_assign_rhs_code (SSA_NAME_DEF_STMT (t)) == POINTER_PLUS_EXPR
	     || gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (t))))
    t = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (t));
  tree d = TREE_CODE (t) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (t) ? SSA_NAME_VAR (t) : NULL_TREE;
  return d && TREE_CODE (d) == PARM_DECL && TYPE_READONLY (TREE_TYPE (TREE_TYPE (d)));
}
