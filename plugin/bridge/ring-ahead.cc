/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that fill a ring before others do are unrolled; conditions of loops that name slots are
   parted.

   Needs: a function in SSA form before its tree is made.
   Leaves: SSA form and the CFG up to date; straight code for loops of few rounds.  */

#include "plugin/bridge/ring-int.h"

/* A loop of a few rounds that names slots by its counter, before one that does, fills the
   slots that are drained first: it is unrolled, so that each fill has a number.  */
enum
{
  MOST_AHEAD = 32
};

/* The array that pointer P leads into, a slot of it by *INDEX; NULL: none.  */
static tree
slots_of (tree p, tree *index)
{
  *index = px_slot_index (p);
  if (!*index || TREE_CODE (*index) != SSA_NAME)
    return NULL_TREE;
  while (true)
    {
      tree b = TREE_CODE (p) == SSA_NAME
		 ? p
		 : get_base_address (TREE_CODE (p) == ADDR_EXPR ? TREE_OPERAND (p, 0) : p);
      if (TREE_CODE (b) == MEM_REF)
	b = TREE_OPERAND (b, 0);
      if (TREE_CODE (b) != SSA_NAME)
	return NULL_TREE;
      if (tree d = px_shared_array (SSA_NAME_DEF_STMT (b)))
	return d;
      p = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (b));
    }
}

/* Returns true if T depends on a counter of L.  */
static bool
counted_by (tree t, loop_p l, int depth)
{
  if (TREE_CODE (t) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (t) || depth > 12)
    return false;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gimple_code (s) == GIMPLE_PHI)
    return gimple_bb (s) == l->header;
  for (unsigned i = 1; is_gimple_assign (s) && i < gimple_num_ops (s); i++)
    if (counted_by (gimple_op (s, i), l, depth + 1))
      return true;
  return false;
}

/* Arrays slots of which L names by its counter; OWN: it has one that is its own.  */
static std::set<tree>
named_slots (loop_p l, bool *own)
{
  std::set<tree> v;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g); gsi_next (&g))
      {
	gimple *s = gsi_stmt (g);
	tree index, d;
	*own |= px_shared_array (s) != NULL_TREE;
	for (unsigned k = 0; k < gimple_num_ops (s); k++)
	  if (tree op = is_gimple_debug (s) ? NULL_TREE : gimple_op (s, k))
	    if ((EXPR_P (op) || REFERENCE_CLASS_P (op) || TREE_CODE (op) == SSA_NAME)
		&& (d = slots_of (op, &index)) && counted_by (index, l, 0))
	      v.insert (d);
      }
  free (body);
  return v;
}

bool
px_names_slots (loop_p l)
{
  bool own = false;
  for (tree d : named_slots (l, &own))
    if (lookup_attribute ("px_slots", DECL_ATTRIBUTES (d)))
      return true;
  return false;
}

/* C asks T.  */
static void
set_condition (gcond *c, tree t)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (is_gimple_assign (s) && TREE_CODE_CLASS (gimple_assign_rhs_code (s)) == tcc_comparison)
    gimple_cond_set_condition (c, gimple_assign_rhs_code (s), gimple_assign_rhs1 (s),
			       gimple_assign_rhs2 (s));
  else
    gimple_cond_set_condition (c, NE_EXPR, t, boolean_false_node);
}

/* While A and B, of which GCC has made one condition of two comparisons, is while A, and then
   while B: it counts the turns by either.  */
static void
part_condition (edge out)
{
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (out->src));
  tree t = c && gimple_cond_code (c) == NE_EXPR && integer_zerop (gimple_cond_rhs (c))
	     ? gimple_cond_lhs (c)
	     : NULL_TREE;
  gimple *both = t && TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!both || !(out->flags & EDGE_FALSE_VALUE) || !is_gimple_assign (both)
      || gimple_assign_rhs_code (both) != BIT_AND_EXPR || TREE_CODE (TREE_TYPE (t)) != BOOLEAN_TYPE
      || TREE_CODE (gimple_assign_rhs1 (both)) != SSA_NAME
      || TREE_CODE (gimple_assign_rhs2 (both)) != SSA_NAME)
    return;
  edge on;
  edge_iterator ei;
  FOR_EACH_EDGE (on, ei, out->src->succs)
    if (on != out)
      break;
  set_condition (c, gimple_assign_rhs1 (both));
  update_stmt (c);
  basic_block bb = split_edge (on);
  gimple_stmt_iterator i = gsi_last_bb (bb);
  gcond *second
    = gimple_build_cond (NE_EXPR, boolean_false_node, boolean_false_node, NULL_TREE, NULL_TREE);
  set_condition (second, gimple_assign_rhs2 (both));
  gimple_set_location (second, gimple_location (c));
  gsi_insert_after (&i, second, GSI_NEW_STMT);
  edge stay = single_succ_edge (bb);
  stay->flags = (stay->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  edge leave = make_edge (bb, out->dest, EDGE_FALSE_VALUE);
  for (gphi_iterator p = gsi_start_phis (out->dest); !gsi_end_p (p); gsi_next (&p))
    add_phi_arg (p.phi (), PHI_ARG_DEF_FROM_EDGE (p.phi (), out), leave, UNKNOWN_LOCATION);
  part_condition (out);
  part_condition (leave);
}

/* Loops that name slots and continue while one and while another condition holds.  */
static void
part_conditions (function *f)
{
  std::vector<edge> all;
  loop_optimizer_init (LOOPS_NORMAL);
  for (unsigned i = 1; i < number_of_loops (f); i++)
    if (loop_p l = get_loop (f, i))
      {
	bool own = false;
	auto_vec<edge> exits = get_loop_exit_edges (l);
	if (!named_slots (l, &own).empty ())
	  for (edge e : exits)
	    all.push_back (e);
      }
  loop_optimizer_finalize ();
  for (edge e : all)
    part_condition (e);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
}

/* Marks the loops that px_unroll_ahead unrolls.  Returns true if there are any.  */
static bool
mark_ahead (function *f)
{
  px_known_loops known;
  std::map<loop_p, std::set<tree>> names;
  std::set<loop_p> few;
  bool any = false;
  for (unsigned i = 1; i < number_of_loops (f); i++)
    if (loop_p l = get_loop (f, i))
      {
	bool own = false;
	names[l] = named_slots (l, &own);
	HOST_WIDE_INT rounds = max_loop_iterations_int (l);
	if (!own && !l->unroll && rounds > 0 && rounds <= MOST_AHEAD)
	  few.insert (l);
      }
  for (loop_p l : few)
    for (auto &m : names)
      for (tree d : names[l])
	if (m.second.count (d) && !few.count (m.first) && loop_outer (m.first) == loop_outer (l)
	    && dominated_by_p (CDI_DOMINATORS, m.first->header, l->header))
	  {
	    l->unroll = USHRT_MAX;
	    any = true;
	  }
  return any;
}

void
px_unroll_ahead (function *f)
{
  part_conditions (f);
  if (mark_ahead (f))
    px_unroll_marked (f);
}
