/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that a loop carries from turn to turn and that no counter explains, as in
   p = i & 1 ? p + 1 : a: whether an address depends on one.  Then rule R2 is asked of single
   turns (px_race_access_at).

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* Returns true if T, an SSA name or an expression, is computed in loop L, at last, of a phi of L's header that is
   not MAIN.  SEEN: names that have been looked at.  */
static bool
rests_on_phi (tree t, loop_p l, tree main, std::set<tree> *seen)
{
  enum
  {
    MANY = 64
  };
  if (EXPR_P (t) || REFERENCE_CLASS_P (t) || TREE_CODE (t) == ADDR_EXPR)
    {
      for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	if (TREE_OPERAND (t, i) && rests_on_phi (TREE_OPERAND (t, i), l, main, seen))
	  return true;
      return false;
    }
  if (TREE_CODE (t) != SSA_NAME || px_race_invariant_p (t, l) || t == main
      || !seen->insert (t).second || seen->size () > MANY)
    return false;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      if (gimple_bb (phi) == l->header)
	return true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (rests_on_phi (gimple_phi_arg_def (phi, i), l, main, seen))
	  return true;
      return false;
    }
  if (!is_gimple_assign (s) || gimple_assign_load_p (s))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (rests_on_phi (gimple_op (s, i), l, main, seen))
      return true;
  return false;
}

loop_p
px_race_carried (gimple *s, const px_reach &reach)
{
  loop_p l = gimple_bb (s)->loop_father;
  edge out = l->num ? single_exit (l) : NULL;
  /* Each turn is made if the header's test lets it and those before.  */
  tree main = out && out->src == l->header ? px_race_main_counter (l) : NULL_TREE;
  std::set<tree> seen;
  return main && reach.ref && rests_on_phi (reach.ref, l, main, &seen) ? l : NULL;
}
