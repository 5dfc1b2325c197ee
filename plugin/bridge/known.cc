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

static tree compute_in (tree t, std::map<tree, tree> &where, int depth);

/* The constant that T is where the names in WHERE are the constants there, all in the same iteration
   of their loop; NULL if that is not known.  Adds to WHERE what it finds, so that nothing is computed
   twice.  */
static tree
value_in (tree t, std::map<tree, tree> &where, int depth)
{
  auto known = where.find (t);
  if (known != where.end ())
    return known->second;
  tree v = compute_in (t, where, depth);
  if (v && TREE_CODE (t) == SSA_NAME)
    where[t] = v;
  return v;
}

/* The same of a T that is not in WHERE.  */
static tree
compute_in (tree t, std::map<tree, tree> &where, int depth)
{
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
      tree a = value_in (gimple_cond_lhs (c), where, depth + 1),
	   b = value_in (gimple_cond_rhs (c), where, depth + 1);
      tree r = a && b ? fold_binary (gimple_cond_code (c), boolean_type_node, a, b) : NULL_TREE;
      if (!r || TREE_CODE (r) != INTEGER_CST)
	return NULL_TREE;
      return value_in (integer_zerop (r) ? no : yes, where, depth + 1);
    }
  if (!is_gimple_assign (s) || gimple_has_volatile_ops (s) || gimple_assign_load_p (s)
      || !px_race_integer_p (TREE_TYPE (t)))
    return NULL_TREE;
  tree op[3] = {};
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (i > 3 || !(op[i - 1] = value_in (gimple_op (s, i), where, depth + 1)))
      return NULL_TREE;
  tree_code code = gimple_assign_rhs_code (s);
  tree r = code == COND_EXPR ? NULL_TREE
	   : op[1]	     ? fold_binary (code, TREE_TYPE (t), op[0], op[1])
	   : code == INTEGER_CST || code == SSA_NAME ? op[0]
						     : fold_unary (code, TREE_TYPE (t), op[0]);
  return r && TREE_CODE (r) == INTEGER_CST && !TREE_OVERFLOW (r) ? r : NULL_TREE;
}

tree
px_race_value_where (tree t, tree x, tree v)
{
  std::map<tree, tree> where;
  if (x)
    where[x] = v;
  return value_in (t, where, 0);
}

/* The constant that T is, else T.  */
tree
px_race_constant (tree t)
{
  tree c = px_race_value_where (t, NULL_TREE, NULL_TREE);
  return c ? c : t;
}

/* T is a power of two, or 0 where it was divided: the largest that it may be; else 0.  */
static HOST_WIDE_INT
largest_power (tree t)
{
  const HOST_WIDE_INT most = HOST_WIDE_INT_1 << 40;
  t = px_race_constant (t);
  if (TREE_CODE (t) == INTEGER_CST)
    return tree_fits_shwi_p (t) && tree_to_shwi (t) > 0 && pow2p_hwi (tree_to_shwi (t))
	       && tree_to_shwi (t) <= most
	     ? tree_to_shwi (t)
	     : 0;
  if (TREE_CODE (t) != SSA_NAME || !px_race_integer_p (TREE_TYPE (t)))
    return 0;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gimple_code (s) == GIMPLE_PHI)
    {
      if (px_race_left_p (t))
	return 0; /* twice as much, perhaps */
      (void) px_race_expr (t);
      auto p = R->powers.find (t);
      return p == R->powers.end () ? 0 : p->second;
    }
  if (!is_gimple_assign (s) || gimple_assign_load_p (s))
    return 0;
  HOST_WIDE_INT x = largest_power (gimple_assign_rhs1 (s)), by = 1;
  tree_code code = gimple_assign_rhs_code (s);
  if (CONVERT_EXPR_CODE_P (code) || code == SSA_NAME)
    return x && int_fits_type_p (build_int_cst (long_long_integer_type_node, x), TREE_TYPE (t)) ? x
												: 0;
  if (!x || gimple_num_ops (s) != 3 || TREE_CODE (gimple_assign_rhs2 (s)) != INTEGER_CST
      || !tree_fits_shwi_p (gimple_assign_rhs2 (s)))
    return 0;
  by = tree_to_shwi (gimple_assign_rhs2 (s));
  if (code == RSHIFT_EXPR || code == LSHIFT_EXPR)
    by = by < 0 || by > 40 ? 0 : HOST_WIDE_INT_1 << by;
  if (by <= 0 || !pow2p_hwi (by))
    return 0;
  switch (code)
    {
    case RSHIFT_EXPR:
    case TRUNC_DIV_EXPR:
    case EXACT_DIV_EXPR: return x / by;
    case LSHIFT_EXPR:
    case MULT_EXPR:
      return x <= most / by
		 && int_fits_type_p (build_int_cst (long_long_integer_type_node, x * by),
				     TREE_TYPE (t))
	       ? x * by
	       : 0;
    default: return 0;
    }
}

HOST_WIDE_INT
px_race_largest_power (loop_p l, tree t)
{
  px_race_at at (l);
  return largest_power (t);
}

enum
{
  MOST_TURNS = 1024 /* a loop that runs more often is not run */
};

static tree last_value (tree t, loop_p use);

/* The values that the phis of L's header have in the first iteration, as far as they are constants.  */
static std::map<tree, tree>
first_values (loop_p l)
{
  std::map<tree, tree> now;
  for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
    {
      tree init, next;
      px_race_arguments (i.phi (), l, &init, &next);
      tree v = init ? px_race_value_where (init, NULL_TREE, NULL_TREE) : NULL_TREE;
      if (init && !v)
	v = last_value (init, l);
      if (v)
	now[gimple_phi_result (i.phi ())] = v;
    }
  return now;
}

/* Those of the iteration after the one in which they are NOW.  */
static std::map<tree, tree>
next_values (loop_p l, std::map<tree, tree> &now)
{
  std::map<tree, tree> then;
  for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
    {
      tree init, next;
      px_race_arguments (i.phi (), l, &init, &next);
      tree v = next ? value_in (next, now, 0) : NULL_TREE;
      if (v)
	then[gimple_phi_result (i.phi ())] = v;
    }
  return then;
}

/* Has the ranges LO … HI include the values NOW.  Drops those that are not known now.  */
static void
include_values (std::map<tree, tree> &lo, std::map<tree, tree> &hi, const std::map<tree, tree> &now)
{
  for (auto i = lo.begin (); i != lo.end ();)
    {
      auto v = now.find (i->first);
      if (v == now.end ())
	{
	  hi.erase (i->first);
	  i = lo.erase (i);
	  continue;
	}
      if (tree_int_cst_lt (v->second, i->second))
	i->second = v->second;
      if (tree_int_cst_lt (hi[i->first], v->second))
	hi[i->first] = v->second;
      ++i;
    }
}

/* Runs loop L, if its header tests before anything is accessed: so LO … HI have the turns whose body
   runs, not the last test, and a loop that tests after its body is not run.  */
static px_race_run
run_turns (loop_p l)
{
  px_race_run r = {}, unknown = {};
  bool stays;
  gcond *test = px_race_header_condition (l, &stays);
  if (!test)
    return unknown;
  std::map<tree, tree> now = first_values (l);
  for (int turn = 0; turn < MOST_TURNS; turn++)
    {
      const std::map<tree, tree> header = now;
      tree a = value_in (gimple_cond_lhs (test), now, 0),
	   b = value_in (gimple_cond_rhs (test), now, 0);
      tree c = a && b ? fold_binary (gimple_cond_code (test), boolean_type_node, a, b) : NULL_TREE;
      if (!c || TREE_CODE (c) != INTEGER_CST)
	return unknown;
      if ((bool) integer_zerop (c) == stays)
	{
	  r.last = header;
	  return r;
	}
      if (!turn)
	r.lo = r.hi = header;
      include_values (r.lo, r.hi, header);
      now = next_values (l, now);
    }
  return unknown;
}

/* What loop L does; it is run once.  */
static const px_race_run &
run_of (loop_p l)
{
  auto known = R->runs.find (l->num);
  if (known != R->runs.end ())
    return known->second;
  px_race_run r = run_turns (l);
  return R->runs[l->num] = r;
}

/* The constant that T, of the header of a loop that only its header ends, is after the loop, where loop
   USE begins; NULL if that is not known.  In the loop itself, T is not yet what it is in the end.  */
static tree
last_value (tree t, loop_p use)
{
  gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
  loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
  edge out = l && l->num && l->header == gimple_bb (phi) ? single_exit (l) : NULL;
  if (!out || out->src != l->header || flow_bb_inside_loop_p (l, use->header))
    return NULL_TREE;
  const px_race_run &r = run_of (l);
  auto v = r.last.find (t);
  return v == r.last.end () ? NULL_TREE : v->second;
}

bool
px_race_values_of_loop (gphi *phi, tree *lo, tree *hi)
{
  loop_p l = gimple_bb (phi)->loop_father;
  tree t = gimple_phi_result (phi);
  if (!l->num || l->header != gimple_bb (phi) || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  const px_race_run &r = run_of (l);
  auto least = r.lo.find (t), most = r.hi.find (t);
  if (least == r.lo.end () || most == r.hi.end ())
    return false;
  *lo = least->second;
  *hi = most->second;
  return true;
}
