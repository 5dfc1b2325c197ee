/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What values are known to be: copies of others, one of two, constants.

   Needs: the function that px_race_new has begun, in SSA form, its loops and dominators.
   Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* The one value that PHI has whichever way it is reached, if it is a constant or computed in PHI's
   loop or around it (after a loop it would be the last of many values); else NULL.  The
   loop optimizer makes such a PHI in front of a loop that two exits of another lead to.  */
static tree
only_value (gphi *phi)
{
  tree t = gimple_phi_arg_def (phi, 0);
  for (unsigned i = 1; i < gimple_phi_num_args (phi); i++)
    if (!operand_equal_p (gimple_phi_arg_def (phi, i), t, 0))
      return NULL_TREE;
  if (TREE_CODE (t) == INTEGER_CST)
    return t;
  if (TREE_CODE (t) != SSA_NAME || t == gimple_phi_result (phi))
    return NULL_TREE;
  loop_p here = gimple_bb (phi)->loop_father;
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (t));
  bool reaches = bb ? bb->loop_father == here || flow_loop_nested_p (bb->loop_father, here)
		    : SSA_NAME_IS_DEFAULT_DEF (t);
  return reaches ? t : NULL_TREE;
}

/* What T is a copy of (i++ tests a copy), or T.  */
tree
px_race_original (tree t)
{
  while (TREE_CODE (t) == SSA_NAME)
    {
      gimple *s = SSA_NAME_DEF_STMT (t);
      gphi *phi = dyn_cast<gphi *> (s);
      tree from = gimple_assign_ssa_name_copy_p (s) ? gimple_assign_rhs1 (s)
		  : phi				    ? only_value (phi)
						    : NULL_TREE;
      if (!from)
	break;
      t = from;
    }
  return t;
}

/* The condition that decides between the two values of PHI, YES if it holds, else NO;
   NULL if there is none.  */
gimple *
px_race_choice (gphi *phi, tree *yes, tree *no)
{
  basic_block join = gimple_bb (phi), fork = get_immediate_dominator (CDI_DOMINATORS, join);
  gimple *c = join == join->loop_father->header || !fork || fork->loop_father != join->loop_father
		? NULL
		: last_stmt (fork);
  if (!c || gimple_code (c) != GIMPLE_COND || gimple_phi_num_args (phi) != 2)
    return NULL;
  edge out[2];
  tree value[2] = {};
  extract_true_false_edges_from_block (fork, &out[0], &out[1]);
  for (unsigned i = 0; i < 2; i++)
    {
      edge in = gimple_phi_arg_edge (phi, i);
      for (int k = 0; k < 2; k++)
	if (out[k]->dest == join ? in == out[k]
				 : in->src != fork && single_pred_p (out[k]->dest)
				     && dominated_by_p (CDI_DOMINATORS, in->src, out[k]->dest))
	  value[k] = gimple_phi_arg_def (phi, i);
    }
  *yes = value[0];
  *no = value[1];
  return value[0] && value[1] ? c : NULL;
}

tree
px_race_value_where (tree t, tree x, tree v, int depth)
{
  if (t == x)
    return v;
  if (TREE_CODE (t) == INTEGER_CST)
    return t;
  if (TREE_CODE (t) != SSA_NAME || depth > 10)
    return NULL_TREE;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      tree yes, no;
      gimple *c = px_race_choice (phi, &yes, &no);
      if (!c)
	return NULL_TREE;
      tree a = px_race_value_where (gimple_cond_lhs (c), x, v, depth + 1),
	   b = px_race_value_where (gimple_cond_rhs (c), x, v, depth + 1);
      tree r = a && b ? fold_binary (gimple_cond_code (c), boolean_type_node, a, b) : NULL_TREE;
      if (!r || TREE_CODE (r) != INTEGER_CST)
	return NULL_TREE;
      return px_race_value_where (integer_zerop (r) ? no : yes, x, v, depth + 1);
    }
  if (!is_gimple_assign (s) || gimple_has_volatile_ops (s) || gimple_assign_load_p (s)
      || !px_race_integer_p (TREE_TYPE (t)))
    return NULL_TREE;
  tree op[3] = {};
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (i > 3 || !(op[i - 1] = px_race_value_where (gimple_op (s, i), x, v, depth + 1)))
      return NULL_TREE;
  tree_code code = gimple_assign_rhs_code (s);
  tree r = code == COND_EXPR ? NULL_TREE
	   : op[1]	     ? fold_binary (code, TREE_TYPE (t), op[0], op[1])
	   : code == INTEGER_CST || code == SSA_NAME ? op[0]
						     : fold_unary (code, TREE_TYPE (t), op[0]);
  return r && TREE_CODE (r) == INTEGER_CST && !TREE_OVERFLOW (r) ? r : NULL_TREE;
}

/* The constant that T is, else T.  */
tree
px_race_constant (tree t)
{
  tree c = px_race_value_where (t, NULL_TREE, NULL_TREE, 0);
  return c ? c : t;
}
