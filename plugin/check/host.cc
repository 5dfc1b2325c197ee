/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Host functions: reports names of the device that they must not use, and launches whose status
   nobody looks at.

   Needs: a host function as GIMPLE.
   Leaves: errors and warnings.  */

#include "plugin/check/check-int.h"

static tree
device_in (tree *tp, int *sub, void *data)
{
  walk_stmt_info *wi = (walk_stmt_info *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *sub = 0;
  else if (VAR_P (t) && px_device_var_p (t))
    {
      auto_diagnostic_group g;
      px_error (gimple_location (wi->stmt), PX_D_DEVICE_VARIABLE, t, t);
      px_note_decl (t);
      return t;
    }
  else if (TREE_CODE (t) == FUNCTION_DECL && px_intrinsic_of (t) && !px_intrinsic_of (t)->on_host)
    {
      px_error (gimple_location (wi->stmt), PX_D_INTRINSIC_HOST, px_intrinsic_of (t)->generic);
      return t;
    }
  else if (TREE_CODE (t) == FUNCTION_DECL && px_fragment_op_of (t))
    {
      px_error (gimple_location (wi->stmt), PX_D_INTRINSIC_HOST, px_fragment_op_of (t)->name);
      return t;
    }
  else if (TREE_CODE (t) == FUNCTION_DECL && px_device_fn_p (t) && !px_kernel_p (t)
	   && px_checkable_p (t))
    {
      auto_diagnostic_group g;
      px_error (gimple_location (wi->stmt), PX_D_CALL_FROM_HOST, t);
      px_note_decl (t);
      return t;
    }
  return NULL_TREE;
}

/* GCC's own warning (PX__LOOK of px/runtime.h) would be about the inside of px_launch, a system
   header's macro, where GCC warns of nothing.  */
static void
judge_launch (gimple *s)
{
  if (is_gimple_call (s) && px_named_p (gimple_call_fndecl (s), "px__pop") && !gimple_call_lhs (s)
      && !seen_error ())
    warning_at (
      px_user_loc (gimple_location (s)), OPT_Wunused_result,
      "the status of this launch is not looked at; %<px_check (px_launch (...))%> tells what "
      "went wrong");
}

/* Rule F5, for host code.  */
void
px_judge_host_function (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	if (is_gimple_debug (gsi_stmt (i)))
	  continue;
	judge_launch (gsi_stmt (i));
	walk_stmt_info wi;
	memset (&wi, 0, sizeof wi);
	wi.stmt = gsi_stmt (i);
	walk_gimple_op (gsi_stmt (i), device_in, &wi);
      }
}
