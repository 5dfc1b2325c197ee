/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions: which assignments a branch controls, and the perspective of its condition.

   Needs: a function with a CFG between px_find_values and px_forget_values.
   Leaves: nothing changed.  */

#include "plugin/check/value-int.h"

bool
px_volatile_p (gimple *s)
{
  if (gimple_clobber_p (s))
    return false;
  for (unsigned i = 0; i < gimple_num_ops (s); i++)
    for (tree t = gimple_op (s, i); t;
	 t = handled_component_p (t) ? TREE_OPERAND (t, 0) : NULL_TREE)
      if (TREE_THIS_VOLATILE (t))
	return true;
  return false;
}

/* Returns true if S can be in an arm of ?:, && or || that is still an expression.  */
static bool
arm_statement_p (gimple *s)
{
  switch (gimple_code (s))
    {
    case GIMPLE_LABEL:
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_DEBUG:
    case GIMPLE_COND:
    case GIMPLE_GOTO: return true;
    case GIMPLE_CALL:
      {
	const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
	if (!px_operator_p (gimple_call_fndecl (s), s)
	    && !px_named_p (gimple_call_fndecl (s), "__px_id") && !(o && o->id == PX_FO_get))
	  return false;
	break;
      }
    case GIMPLE_ASSIGN:
      if (px_volatile_p (s))
	return false;
      break;
    default: return false;
    }
  tree lhs = gimple_get_lhs (s);
  while (lhs && handled_component_p (lhs))
    lhs = TREE_OPERAND (lhs, 0);
  return lhs && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME)
	 && px_temporary_p (px_variable_of (lhs));
}

/* Returns the variable that the function returns, if it returns in several places.  */
static tree
returned_temporary ()
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    if (greturn *s = safe_dyn_cast<greturn *> (last_stmt (e->src)))
      if (tree t = gimple_return_retval (s))
	if (px_temporary_p (px_variable_of (t)))
	  return t;
  return NULL_TREE;
}

px_branch
px_find_branch (basic_block bb, gimple *cond)
{
  bool loop, returns = px_decides_return (cond, &loop);
  px_branch b = { cond, !returns, returns && !loop, {} };
  basic_block join = get_immediate_dominator (CDI_POST_DOMINATORS, bb);
  std::vector<basic_block> todo;
  hash_set<basic_block> seen;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest != join && !seen.add (e->dest))
      todo.push_back (e->dest);
  tree result = returns ? returned_temporary () : NULL_TREE;
  while (!todo.empty () && (b.expression || returns))
    {
      basic_block x = todo.back ();
      todo.pop_back ();
      if (x == bb || x == EXIT_BLOCK_PTR_FOR_FN (cfun))
	b.expression = false;
      else
	for (gimple_stmt_iterator i = gsi_start_bb (x); !gsi_end_p (i); gsi_next (&i))
	  {
	    b.expression &= arm_statement_p (gsi_stmt (i));
	    if (!returns || (result && gimple_get_lhs (gsi_stmt (i)) == result))
	      b.decided.push_back (gsi_stmt (i));
	  }
      FOR_EACH_EDGE (e, ei, x->succs)
	if (e->dest != join && !seen.add (e->dest))
	  todo.push_back (e->dest);
    }
  /* Arms without any assignment control where execution continues.  */
  bool any = false;
  for (gimple *s : b.decided)
    any |= gimple_get_lhs (s) != NULL_TREE;
  b.expression &= any;
  return b;
}

px_persp
px_persp_of_condition (gimple *s)
{
  px_persp p = PX_TOP;
  for (unsigned i = 0; i < gimple_num_ops (s); i++)
    if (gimple_op (s, i) && (gimple_code (s) != GIMPLE_SWITCH || i == 0))
      p = px_narrowest (p, px_value_of (gimple_op (s, i)).p);
  return p;
}
