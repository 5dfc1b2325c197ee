/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop is left at one place where it can be: threads that leave at two wait for each other at
   each of them, and what unrolls loops, px's "partial" and GCC, wants one test at the head.

   Two tests become one, if the second computes little and reads no memory:

     while (k < limit && x * x + y * y < 4)          while ((k < limit) & (x * x + y * y < 4))

   And a guard that stays false once it is false becomes the loop's test, if all of a turn is
   under it.  So ends what is partitioned a turn at a time:

     for (i = 0; i < n; i += 256)                    for (i = 0; i < max (n, 0) - t; i += 256)
       if (i + t < n)                                  out[i + t] = 0;
	 out[i + t] = 0;

   t is not negative, so that the new test implies the old one; and i starts from a constant that
   is not negative, so that neither loop turns if n is.  max (n, 0) - t does not wrap, and i + t is
   computed in no turn in which it was not.

   Needs: a device function in SSA form, after "settle".
   Leaves: in loops that it has changed one test, at the head, where there were two.  */

#include "plugin/opt/opt.h"
#include "tree-ssa-loop-ivopts.h"

/* What a second test computes, in GCC's estimate of instructions: it is executed once more, when the first one
   fails.  */
enum
{
  MOST_SECOND = 12
};

/* True if S may be executed where it was not: it only computes, in a few instructions, and GCC
   concludes nothing from its being executed, as it would from a signed sum or a quotient.  */
static bool
harmless_p (gimple *s)
{
  if (is_gimple_debug (s))
    return true;
  if (!is_gimple_assign (s))
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (s));
  switch (gimple_assign_rhs_code (s))
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case NEGATE_EXPR:
    case ABS_EXPR: return SCALAR_FLOAT_TYPE_P (type) || TYPE_OVERFLOW_WRAPS (type);
    case SSA_NAME:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
    case BIT_NOT_EXPR:
    case MIN_EXPR:
    case MAX_EXPR:
    CASE_CONVERT:
      return true;
    default: return TREE_CODE_CLASS (gimple_assign_rhs_code (s)) == tcc_comparison;
    }
}

/* The edge out of B, which ends with a condition, that leaves L, with the other one in *STAY; NULL: none, or
   both do.  */
static edge
way_out (basic_block b, loop_p l, edge *stay)
{
  if (!safe_dyn_cast<gcond *> (last_stmt (b)))
    return NULL;
  edge a = EDGE_SUCC (b, 0), c = EDGE_SUCC (b, 1);
  if (flow_bb_inside_loop_p (l, a->dest))
    std::swap (a, c);
  *stay = c;
  return !flow_bb_inside_loop_p (l, a->dest) && flow_bb_inside_loop_p (l, c->dest) ? a : NULL;
}

/* True if X and Y are equal where E is gone along, as its condition says.  */
static bool
equal_along_p (edge e, tree x, tree y)
{
  gcond *c = as_a<gcond *> (last_stmt (e->src));
  tree a = gimple_cond_lhs (c), b = gimple_cond_rhs (c);
  return gimple_cond_code (c) == (e->flags & EDGE_TRUE_VALUE ? EQ_EXPR : NE_EXPR)
	 && INTEGRAL_TYPE_P (TREE_TYPE (a))
	 && ((operand_equal_p (a, x, 0) && operand_equal_p (b, y, 0))
	     || (operand_equal_p (a, y, 0) && operand_equal_p (b, x, 0)));
}

/* True if A and B, which lead to one block, bring the same values there.  Of two names of one value the one that holds
   for both ways is put at B then.  */
static bool
bring_same_p (edge a, edge b)
{
  if (a->dest != b->dest)
    return false;
  std::vector<std::pair<use_operand_p, tree>> renamed;
  for (gphi_iterator p = gsi_start_phis (a->dest); !gsi_end_p (p); gsi_next (&p))
    {
      tree x = PHI_ARG_DEF_FROM_EDGE (p.phi (), a), y = PHI_ARG_DEF_FROM_EDGE (p.phi (), b);
      if (operand_equal_p (x, y, 0) || equal_along_p (a, x, y))
	continue;
      if (!equal_along_p (b, x, y))
	return false;
      renamed.push_back ({ PHI_ARG_DEF_PTR_FROM_EDGE (p.phi (), b), x });
    }
  for (auto &r : renamed)
    SET_USE (r.first, r.second);
  return true;
}

/* True if B only makes a test, which may be made whenever the one before it was.  */
static bool
only_tests_p (basic_block b)
{
  int size = 0;
  if (!single_pred_p (b) || !gimple_seq_empty_p (phi_nodes (b)))
    return false;
  for (gimple_stmt_iterator g = gsi_start_bb (b); !gsi_end_p (g); gsi_next (&g))
    if (gimple_code (gsi_stmt (g)) != GIMPLE_COND)
      {
	if (!harmless_p (gsi_stmt (g)))
	  return false;
	size += estimate_num_insns (gsi_stmt (g), &eni_size_weights);
      }
  return size <= MOST_SECOND;
}

/* The comparison that holds if C goes along E; ERROR_MARK: there is none, as of numbers that may be NaN.  */
static tree_code
comparison_along (gcond *c, edge e)
{
  tree_code code = gimple_cond_code (c);
  return e->flags & EDGE_TRUE_VALUE
	   ? code
	   : invert_tree_comparison (code, HONOR_NANS (gimple_cond_lhs (c)));
}

/* A value, computed before the condition C, that is true if C goes along E.  */
static tree
goes_along (gcond *c, edge e)
{
  tree v = make_ssa_name (boolean_type_node);
  gimple_stmt_iterator g = gsi_for_stmt (c);
  gimple *s
    = gimple_build_assign (v, comparison_along (c, e), gimple_cond_lhs (c), gimple_cond_rhs (c));
  gimple_set_location (s, gimple_location (c));
  gsi_insert_before (&g, s, GSI_SAME_STMT);
  return v;
}

/* C goes along E always.  */
static void
go_along (gcond *c, edge e)
{
  if (e->flags & EDGE_TRUE_VALUE)
    gimple_cond_make_true (c);
  else
    gimple_cond_make_false (c);
  update_stmt (c);
}

/* Reports WHAT, at S, to dumps.  */
static void
report_exit (gimple *s, const char *what)
{
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, s, "%s\n", what);
}

/* Makes one test of those at the ends of B and of the next block, if both leave L to one place.  */
static bool
join_tests (basic_block b, loop_p l)
{
  edge stay, stay2, out = way_out (b, l, &stay);
  if (!out || !only_tests_p (stay->dest))
    return false;
  edge out2 = way_out (stay->dest, l, &stay2);
  gcond *first = as_a<gcond *> (last_stmt (b));
  if (!out2 || comparison_along (first, stay) == ERROR_MARK)
    return false;
  gcond *second = as_a<gcond *> (last_stmt (stay->dest));
  if (comparison_along (second, stay2) == ERROR_MARK || !bring_same_p (out, out2))
    return false;
  tree x = goes_along (first, stay), y = goes_along (second, stay2);
  tree both = make_ssa_name (boolean_type_node);
  gimple_stmt_iterator g = gsi_for_stmt (second);
  gsi_insert_before (&g, gimple_build_assign (both, BIT_AND_EXPR, x, y), GSI_SAME_STMT);
  gimple_cond_set_condition (second, stay2->flags & EDGE_TRUE_VALUE ? NE_EXPR : EQ_EXPR, both,
			     boolean_false_node);
  update_stmt (second);
  go_along (first, stay);
  report_exit (second, "two tests of a loop are one");
  return true;
}

/* The test of a loop: it turns while COUNTER < BOUND.  */
struct test
{
  gcond *c;
  tree counter, bound;
};

/* Puts into T the condition at the end of B that goes along E if one number is less than another.  */
static bool
less_test (basic_block b, edge e, test *t)
{
  t->c = safe_dyn_cast<gcond *> (last_stmt (b));
  if (!t->c)
    return false;
  tree_code code = gimple_cond_code (t->c);
  t->counter = gimple_cond_lhs (t->c);
  t->bound = gimple_cond_rhs (t->c);
  tree type = TREE_TYPE (t->counter);
  if (TREE_CODE (type) != INTEGER_TYPE || !TYPE_OVERFLOW_UNDEFINED (type))
    return false;
  if (e->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  if (code == GT_EXPR)
    {
      std::swap (t->counter, t->bound);
      code = LT_EXPR;
    }
  return code == LT_EXPR && TREE_CODE (t->counter) == SSA_NAME;
}

/* What is added to COUNTER, which does not change in L, in what T compares; NULL: something else is done.  */
static tree
added (const test &t, tree counter, loop_p l)
{
  gassign *s = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (t.counter));
  if (!s || gimple_assign_rhs_code (s) != PLUS_EXPR)
    return NULL_TREE;
  tree a = gimple_assign_rhs1 (s), b = gimple_assign_rhs2 (s);
  if (b == counter)
    std::swap (a, b);
  return a == counter && TREE_CODE (b) == SSA_NAME && expr_invariant_in_loop_p (l, b) ? b
										      : NULL_TREE;
}

/* True if S, in L, changes nothing but what it computes, and that is not read outside L.  */
static bool
stays_inside_p (gimple *s, loop_p l)
{
  if (is_gimple_debug (s) || gimple_code (s) == GIMPLE_COND || gimple_code (s) == GIMPLE_LABEL)
    return true;
  if (gimple_code (s) != GIMPLE_PHI
      && (!is_gimple_assign (s) || gimple_vdef (s) || gimple_has_volatile_ops (s)))
    return false;
  tree v = gimple_get_lhs (s);
  imm_use_iterator it;
  use_operand_p use;
  if (!virtual_operand_p (v))
    FOR_EACH_IMM_USE_FAST (use, it, v)
      if (!is_gimple_debug (USE_STMT (use))
	  && !flow_bb_inside_loop_p (l, gimple_bb (USE_STMT (use))))
	return false;
  return true;
}

static bool
all_stay_inside_p (basic_block b, loop_p l)
{
  for (gphi_iterator p = gsi_start_phis (b); !gsi_end_p (p); gsi_next (&p))
    if (!stays_inside_p (p.phi (), l))
      return false;
  for (gimple_stmt_iterator g = gsi_start_bb (b); !gsi_end_p (g); gsi_next (&g))
    if (!stays_inside_p (gsi_stmt (g), l))
      return false;
  return true;
}

/* True if a turn of L that goes along PAST, from the block GUARD after L's head, only moves COUNTER: what else
   L's head has from the turn before is memory.  */
static bool
only_counts_p (loop_p l, basic_block guard, edge past, tree counter)
{
  for (gphi_iterator p = gsi_start_phis (l->header); !gsi_end_p (p); gsi_next (&p))
    if (!virtual_operand_p (gimple_phi_result (p.phi ()))
	&& gimple_phi_result (p.phi ()) != counter)
      return false;
  if (!all_stay_inside_p (l->header, l) || !all_stay_inside_p (guard, l))
    return false;
  for (basic_block b = past->dest; b != l->header; b = single_succ (b))
    if (!single_succ_p (b) || !all_stay_inside_p (b, l))
      return false;
  return true;
}

/* Makes L's test of the guard of all that its turns do, if L has such a one.  */
static bool
end_by_guard (loop_p l)
{
  edge stay, out = way_out (l->header, l, &stay);
  test head, guard;
  affine_iv iv;
  if (!out || single_exit (l) != out || !single_pred_p (stay->dest)
      || !less_test (l->header, stay, &head) || !expr_invariant_in_loop_p (l, head.bound))
    return false;
  basic_block b = stay->dest;
  if (EDGE_COUNT (b->succs) != 2)
    return false;
  for (edge in : { EDGE_SUCC (b, 0), EDGE_SUCC (b, 1) })
    {
      edge past = in == EDGE_SUCC (b, 0) ? EDGE_SUCC (b, 1) : EDGE_SUCC (b, 0);
      if (!less_test (b, in, &guard) || !operand_equal_p (guard.bound, head.bound, 0))
	continue;
      tree more = added (guard, head.counter, l);
      if (!more || !px_not_negative_p (more) || !simple_iv (l, l, head.counter, &iv, false)
	  || TREE_CODE (iv.base) != INTEGER_CST || TREE_CODE (iv.step) != INTEGER_CST
	  || tree_int_cst_sgn (iv.base) < 0 || tree_int_cst_sgn (iv.step) <= 0
	  || !only_counts_p (l, b, past, head.counter))
	continue;
      tree type = TREE_TYPE (head.counter);
      tree bound
	= fold_build2 (MINUS_EXPR, type,
		       fold_build2 (MAX_EXPR, type, head.bound, build_zero_cst (type)), more);
      gimple_seq seq = NULL;
      bound = force_gimple_operand (bound, &seq, true, NULL_TREE);
      gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l), seq);
      gimple_cond_set_condition (head.c, stay->flags & EDGE_TRUE_VALUE ? LT_EXPR : GE_EXPR,
				 head.counter, bound);
      update_stmt (head.c);
      go_along (guard.c, in);
      report_exit (guard.c, "a loop ends with its guard");
      return true;
    }
  return false;
}

/* Returns true if a loop of F was changed.  */
static bool
change_exits (function *f)
{
  px_known_loops known;
  bool changed = false;
  for (unsigned i = 1; i < number_of_loops (f); i++)
    if (loop_p l = get_loop (f, i))
      changed |= end_by_guard (l);
  basic_block b;
  FOR_EACH_BB_FN (b, f)
    if (loop_outer (b->loop_father))
      changed |= join_tests (b, b->loop_father);
  return changed;
}

static unsigned
exits (function *f)
{
  if (change_exits (f))
    {
      free_dominance_info (CDI_DOMINATORS);
      cleanup_tree_cfg ();
      update_ssa (TODO_update_ssa);
    }
  return 0;
}

opt_pass *
px_pass_exits (gcc::context *c)
{
  return px_function_pass (c, { "pxexits", PROP_cfg | PROP_ssa, 0, OPTGROUP_LOOP }, px_wanted_p,
			   exits);
}
