/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces members of local structs, and local variables whose addresses were passed to functions
   that are inlined now, by values, so that pointers in them lead to their objects.

   The same is done for local vectors.  Where nvptx's GCC cannot handle a vector in a register, px
   uses its elements: changing one makes a new vector of all elements, and phi nodes join
   elements.

     s.a = x; s.b = 7; m = s.a; n = s.b; r = m + n;     becomes     r = x + 7;

   Needs: a device function after early inlining, in SSA form.
   Leaves: the function in SSA form, its statements where they were.  Variables that it
   makes are artificial; the user's keep their declarations.  */

#include "plugin/sync/sync.h"

/* Returns the address of a local variable that is the value of pointer T, or NULL.  */
static tree
address_of (tree t)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (!gimple_assign_single_p (s) || TREE_CODE (gimple_assign_rhs1 (s)) != ADDR_EXPR)
    return NULL_TREE;
  tree a = gimple_assign_rhs1 (s), base = get_base_address (TREE_OPERAND (a, 0));
  return base && VAR_P (base) && auto_var_in_fn_p (base, current_function_decl)
	     && is_gimple_min_invariant (a)
	   ? a
	   : NULL_TREE;
}

/* Replaces names of addresses by the addresses.  Returns true if there were any.  */
static bool
place_addresses (function *f)
{
  bool any = false;
  unsigned i;
  tree t;
  FOR_EACH_SSA_NAME (i, t, f)
    {
      tree a = POINTER_TYPE_P (TREE_TYPE (t)) && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (t)
		 ? address_of (t)
		 : NULL_TREE;
      gimple *s;
      imm_use_iterator it;
      use_operand_p use;
      if (!a)
	continue;
      FOR_EACH_IMM_USE_STMT (s, it, t)
	{
	  if (is_gimple_debug (s) || (!gimple_assign_load_p (s) && !gimple_store_p (s)))
	    continue;
	  FOR_EACH_IMM_USE_ON_STMT (use, it)
	    propagate_value (use, a);
	  gimple_stmt_iterator gsi = gsi_for_stmt (s);
	  fold_stmt_inplace (&gsi);
	  update_stmt (s);
	  any = true;
	}
      if (has_zero_uses (t))
	{
	  gimple_stmt_iterator gsi = gsi_for_stmt (SSA_NAME_DEF_STMT (t));
	  gsi_remove (&gsi, true);
	  release_ssa_name (t);
	}
    }
  return any;
}

/* A condition that compares the result of a comparison with 0, as in loops with a pragma, is
   replaced by the comparison.  */
static void
place_conditions (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    {
      gcond *c = safe_dyn_cast<gcond *> (last_stmt (bb));
      if (!c || (gimple_cond_code (c) != NE_EXPR && gimple_cond_code (c) != EQ_EXPR)
	  || !integer_zerop (gimple_cond_rhs (c)) || TREE_CODE (gimple_cond_lhs (c)) != SSA_NAME)
	continue;
      gimple *s = SSA_NAME_DEF_STMT (gimple_cond_lhs (c));
      while (gimple_assign_single_p (s) && TREE_CODE (gimple_assign_rhs1 (s)) == SSA_NAME)
	s = SSA_NAME_DEF_STMT (gimple_assign_rhs1 (s));
      if (!is_gimple_assign (s) || TREE_CODE_CLASS (gimple_assign_rhs_code (s)) != tcc_comparison)
	continue;
      tree a = gimple_assign_rhs1 (s), b = gimple_assign_rhs2 (s);
      tree_code code = gimple_assign_rhs_code (s);
      if (gimple_cond_code (c) == EQ_EXPR)
	code = invert_tree_comparison (code, HONOR_NANS (a));
      if (code == ERROR_MARK)
	continue;
      gimple_cond_set_condition (c, code, a, b);
      update_stmt (c);
    }
}

/* Removes conditions that a constant decides, for example an argument of a function that is
   inlined now, and the code that they exclude: otherwise that would be in the tree of px-sync,
   where GCC's inliner has replaced the markers by __builtin_unreachable.  A debugger no longer
   shows variables that were replaced by constants, so with -fplugin-arg-px-debug everything
   stays.  */
static void
decide_conditions (function *f)
{
  if (px_opt.debug)
    return;
  opt_pass *ccp = make_pass_ccp (g);
  ccp->execute (f);
  delete ccp;
  update_ssa (TODO_update_ssa);
  cleanup_tree_cfg ();
}

/* Returns the number of elements of vector T; 0 if it is not a vector, or one of conditions.  */
static unsigned
elements_of (tree t)
{
  unsigned HOST_WIDE_INT n;
  return VECTOR_TYPE_P (t) && !VECTOR_BOOLEAN_TYPE_P (t)
	     && TYPE_VECTOR_SUBPARTS (t).is_constant (&n) && n <= 64
	   ? n
	   : 0;
}

/* Returns element K of V.  */
static tree
element (tree v, unsigned k)
{
  tree type = TREE_TYPE (TREE_TYPE (v)), size = TYPE_SIZE (type);
  return build3 (BIT_FIELD_REF, type, v, size, bitsize_int (k * tree_to_uhwi (size)));
}

/* Replaces phi nodes of vectors by phi nodes of their elements.  */
static void
place_joins (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    {
      auto_vec<gphi *> phis;
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	if (elements_of (TREE_TYPE (gimple_phi_result (i.phi ())))
	    && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_phi_result (i.phi ())))
	  phis.safe_push (i.phi ());
      for (gphi *phi : phis)
	{
	  tree v = gimple_phi_result (phi), type = TREE_TYPE (v);
	  vec<constructor_elt, va_gc> *parts = NULL;
	  for (unsigned k = 0; k < elements_of (type); k++)
	    {
	      tree part = make_ssa_name (TREE_TYPE (type));
	      gphi *p = create_phi_node (part, bb);
	      edge e;
	      edge_iterator ei;
	      FOR_EACH_EDGE (e, ei, bb->preds)
		{
		  tree from = PHI_ARG_DEF_FROM_EDGE (phi, e), x = part;
		  if (TREE_CODE (from) == VECTOR_CST)
		    x = vector_cst_elt (from, k);
		  else if (from != v)
		    {
		      gimple_stmt_iterator at = gsi_last_bb (e->src);
		      x = make_ssa_name (TREE_TYPE (type));
		      gimple *s = gimple_build_assign (x, element (from, k));
		      if (!gsi_end_p (at) && stmt_ends_bb_p (gsi_stmt (at)))
			gsi_insert_before (&at, s, GSI_SAME_STMT);
		      else
			gsi_insert_after (&at, s, GSI_NEW_STMT);
		    }
		  add_phi_arg (p, x, e, gimple_phi_arg_location_from_edge (phi, e));
		}
	      CONSTRUCTOR_APPEND_ELT (parts, NULL_TREE, part);
	    }
	  gimple_stmt_iterator old = gsi_for_stmt (phi), at = gsi_after_labels (bb);
	  remove_phi_node (&old, false);
	  gsi_insert_before (&at, gimple_build_assign (v, build_constructor (type, parts)),
			     GSI_SAME_STMT);
	}
    }
}

/* Replaces vectors with one element changed by vectors made of elements.  */
static void
place_elements (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (!is_gimple_assign (s) || gimple_assign_rhs_code (s) != BIT_INSERT_EXPR)
	  continue;
	tree from = gimple_assign_rhs1 (s), value = gimple_assign_rhs2 (s), type = TREE_TYPE (from);
	unsigned HOST_WIDE_INT at = tree_to_uhwi (gimple_assign_rhs3 (s));
	if (!elements_of (type) || !useless_type_conversion_p (TREE_TYPE (type), TREE_TYPE (value)))
	  continue;
	vec<constructor_elt, va_gc> *parts = NULL;
	for (unsigned k = 0; k < elements_of (type); k++)
	  {
	    tree part = value;
	    if (k * tree_to_uhwi (TYPE_SIZE (TREE_TYPE (type))) != at)
	      {
		part = make_ssa_name (TREE_TYPE (type));
		gsi_insert_before (&i, gimple_build_assign (part, element (from, k)),
				   GSI_SAME_STMT);
	      }
	    CONSTRUCTOR_APPEND_ELT (parts, NULL_TREE, part);
	  }
	gimple_assign_set_rhs_from_tree (&i, build_constructor (type, parts));
	update_stmt (gsi_stmt (i));
      }
}

/* Returns true if S computes with vectors of bytes, which GCC 11's nvptx puts in a register and
   then cannot handle.  */
static bool
of_bytes (gimple *s)
{
  if (!is_gimple_assign (s))
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (s));
  tree_code_class c = TREE_CODE_CLASS (gimple_assign_rhs_code (s));
  if ((c != tcc_binary && c != tcc_unary) || !elements_of (type)
      || !INTEGRAL_TYPE_P (TREE_TYPE (type)) || TYPE_PRECISION (TREE_TYPE (type)) != 8)
    return false;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (VECTOR_TYPE_P (TREE_TYPE (gimple_op (s, i)))
	&& !types_compatible_p (TREE_TYPE (gimple_op (s, i)), type))
      return false;
  return true;
}

/* Replaces computations with vectors of bytes by computations with their elements.  */
static void
place_bytes (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (!of_bytes (s))
	  continue;
	tree type = TREE_TYPE (gimple_assign_lhs (s));
	vec<constructor_elt, va_gc> *parts = NULL;
	for (unsigned k = 0; k < elements_of (type); k++)
	  {
	    tree op[2] = {};
	    for (unsigned j = 1; j < gimple_num_ops (s); j++)
	      {
		tree v = gimple_op (s, j);
		op[j - 1] = TREE_CODE (v) == VECTOR_CST ? vector_cst_elt (v, k) : v;
		if (TREE_CODE (v) != SSA_NAME || !VECTOR_TYPE_P (TREE_TYPE (v)))
		  continue;
		op[j - 1] = make_ssa_name (TREE_TYPE (type));
		gsi_insert_before (&i, gimple_build_assign (op[j - 1], element (v, k)),
				   GSI_SAME_STMT);
	      }
	    tree part = make_ssa_name (TREE_TYPE (type));
	    gsi_insert_before (&i,
			       gimple_build_assign (part, gimple_assign_rhs_code (s), op[0], op[1]),
			       GSI_SAME_STMT);
	    CONSTRUCTOR_APPEND_ELT (parts, NULL_TREE, part);
	  }
	gimple_assign_set_rhs_from_tree (&i, build_constructor (type, parts));
	update_stmt (gsi_stmt (i));
      }
}

void
px_make_scalars (function *f)
{
  place_conditions (f);
  opt_pass *sra = make_pass_sra_early (g);
  bool again;
  /* A pointer to a pointer takes two rounds.  */
  for (int round = 0; round < 4; round++)
    {
      again = place_addresses (f);
      execute_update_addresses_taken ();
      update_ssa (TODO_update_ssa);
      sra->execute (f);
      update_ssa (TODO_update_ssa);
      if (!again)
	break;
    }
  decide_conditions (f);
  place_elements (f);
  place_bytes (f);
  place_joins (f);
  delete sra;
}
