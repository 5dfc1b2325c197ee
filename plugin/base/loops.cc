/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unrolls loops; finds the loops whose counters a value depends on.

   Needs: a function in SSA form, with loops whose `unroll' says how far.
   Leaves: those loops as straight code, with SSA form and CFG updated.  */

#include "plugin/base/base.h"

px_known_loops::px_known_loops ()
{
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize ();
}

px_known_loops::~px_known_loops ()
{
  scev_finalize ();
  loop_optimizer_finalize ();
}

/* The loops that are not marked, and whose turns GCC counts only by going through them.  It would give such a loop a
   counter of its own, some versions do, in place of the test that bounds what the loop computes.  */
static std::vector<loop_p>
loops_to_leave (function *f)
{
  std::vector<loop_p> leave;
  px_known_loops known;
  for (unsigned i = 1; i < vec_safe_length (get_loops (f)); i++)
    if (loop_p l = get_loop (f, i))
      if (l->unroll != USHRT_MAX && !l->force_vectorize
	  && TREE_CODE (number_of_latch_executions (l)) == SCEV_NOT_KNOWN)
	leave.push_back (l);
  return leave;
}

void
px_unroll_marked (function *f)
{
  /* GCC does not unroll loops that the vectorizer shall see; copies of these will be marked, too.  */
  std::vector<loop_p> leave = loops_to_leave (f);
  for (loop_p l : leave)
    l->force_vectorize = true;
  /* Without a pass of its own for that GCC also counts turns by going through them, as for
     a counter that doubles.  */
  int canonical = flag_tree_loop_ivcanon;
  flag_tree_loop_ivcanon = 0;
  px_run_pass (f, make_pass_complete_unrolli (g));
  flag_tree_loop_ivcanon = canonical;
  for (unsigned i = 1; !leave.empty () && i < vec_safe_length (get_loops (f)); i++)
    if (loop_p l = get_loop (f, i))
      l->force_vectorize = false;
}

/* True if S loads from what only this thread has, so that unrolling may make it constant.  */
static bool
local_load_p (gimple *s)
{
  tree base = gimple_assign_load_p (s) ? get_base_address (gimple_assign_rhs1 (s)) : NULL_TREE;
  return base && VAR_P (base) && !is_global_var (base);
}

static bool
find_counters (tree t, basic_block bb, std::set<loop_p> *loops, std::set<tree> *seen)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      bool only = true;
      for (tree r = TREE_OPERAND (t, 0); handled_component_p (r); r = TREE_OPERAND (r, 0))
	if (TREE_CODE (r) == ARRAY_REF)
	  only &= find_counters (TREE_OPERAND (r, 1), bb, loops, seen);
      return only;
    }
  if (TREE_CODE (t) != SSA_NAME)
    return is_gimple_min_invariant (t);
  if (SSA_NAME_IS_DEFAULT_DEF (t))
    return false;
  if (!seen->insert (t).second)
    return true;
  gimple *s = SSA_NAME_DEF_STMT (t);
  bool only = true;
  if (gimple_code (s) == GIMPLE_PHI)
    {
      loop_p l = gimple_bb (s)->loop_father;
      if (loop_outer (l) && l->header == gimple_bb (s) && flow_bb_inside_loop_p (l, bb))
	loops->insert (l);
      for (unsigned i = 0; i < gimple_phi_num_args (s); i++)
	only &= find_counters (gimple_phi_arg_def (s, i), bb, loops, seen);
    }
  else if (!is_gimple_assign (s))
    return false;
  else if (gimple_vuse (s))
    return local_load_p (s);
  else
    for (unsigned i = 1; i < gimple_num_ops (s); i++)
      only &= find_counters (gimple_op (s, i), bb, loops, seen);
  return only;
}

bool
px_counters (tree t, basic_block bb, std::set<loop_p> *loops)
{
  std::set<tree> seen;
  return find_counters (t, bb, loops, &seen);
}
