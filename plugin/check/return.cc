/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A return: the perspective of its value is that of the function's result, or broader.

   Needs: a return, between px_find_values and px_forget_values.
   Leaves: everything as it was.  */

#include "plugin/check/check-int.h"

/* Rule D1 for T, which return statement S returns from a function with a result of perspective
   P.  Several returns are assignments of one temporary.  */
static void
judge_result (gimple *s, tree t, px_persp p)
{
  px_persp v = px_value_of (t).p;
  if (px_broader (v, p))
    return;
  location_t loc = px_place (s);
  basic_block bb;
  if (px_temporary_p (px_variable_of (t)))
    FOR_EACH_BB_FN (bb, cfun)
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	{
	  gimple *a = gsi_stmt (i);
	  if (gimple_get_lhs (a) == t && !px_broader (px_rhs_of (a).p, p))
	    {
	      loc = px_place (a);
	      v = px_rhs_of (a).p;
	    }
	}
  px_error (loc, PX_D_NARROW_RESULT, px_name (v), current_function_decl, px_name (p));
}

void
px_judge_return (gimple *s)
{
  tree t = gimple_return_retval (as_a<greturn *> (s));
  if (!t || t == DECL_RESULT (current_function_decl) || TREE_READONLY (current_function_decl)
      || px_return_refused_p (current_function_decl))
    return;
  px_persp p;
  if (!px_declared_persp (current_function_decl, &p))
    p = px_code_persp (current_function_decl);
  judge_result (s, t, p);
}
