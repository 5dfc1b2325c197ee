/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that nobody writes while a function runs: __constant variables, what a parameter that is a pointer
   to const points to, members of parameters that are passed by value.  What is loaded from there twice is the
   same value, and loading it needs no synchronisation.

   Needs: SSA form.  Leaves everything as it was.  */

#include "plugin/bridge/bridge.h"

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

/* Returns true if T is an address in what a parameter, a pointer to const, points to.  */
static bool
to_const (tree t)
{
  while (TREE_CODE (t) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (t))
	 && (gimple_assign_rhs_code (SSA_NAME_DEF_STMT (t)) == POINTER_PLUS_EXPR
	     || gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (t))))
    t = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (t));
  tree d = TREE_CODE (t) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (t) ? SSA_NAME_VAR (t) : NULL_TREE;
  return d && TREE_CODE (d) == PARM_DECL && TYPE_READONLY (TREE_TYPE (TREE_TYPE (d)));
}

bool
px_never_written_p (tree ref)
{
  if (TREE_THIS_VOLATILE (ref))
    return false;
  switch (TREE_CODE (ref))
    {
    case VAR_DECL: return px_constant_p (ref) && TREE_STATIC (ref);
    case MEM_REF:
      return TREE_CODE (TREE_OPERAND (ref, 0)) == ADDR_EXPR
	       ? px_never_written_p (TREE_OPERAND (TREE_OPERAND (ref, 0), 0))
	       : to_const (TREE_OPERAND (ref, 0));
    case COMPONENT_REF:
    case ARRAY_REF: return px_never_written_p (TREE_OPERAND (ref, 0));
    default: return false;
    }
}
