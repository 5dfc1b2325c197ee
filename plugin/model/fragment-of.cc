/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which fragment and which memory an operation accesses: a local variable or a parameter, at a
   constant offset in it (points.cc).

   Needs: a call of an operation in SSA form.
   Leaves: nothing changed.  */

#include "plugin/model/model.h"

/* ---- constants -------------------------------------------------------- */

/* Returns T's value if it is an integer constant, however it is computed.  */
tree
px_constant_of (tree t)
{
  for (int i = 0; i < 4 && TREE_CODE (t) == SSA_NAME; i++)
    {
      gimple *s = SSA_NAME_DEF_STMT (t);
      if (gphi *phi = dyn_cast<gphi *> (s))
	{
	  tree v = NULL_TREE;
	  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	    {
	      tree a = gimple_phi_arg_def (phi, k);
	      if (TREE_CODE (a) == SSA_NAME && gimple_phi_num_args (phi) == 1)
		a = px_constant_of (a);
	      if (!a || TREE_CODE (a) != INTEGER_CST || (v && !tree_int_cst_equal (v, a)))
		return NULL_TREE;
	      v = a;
	    }
	  return v;
	}
      if (!is_gimple_assign (s) || gimple_vuse (s))
	return NULL_TREE;
      tree v = gimple_fold_stmt_to_constant (s, px_valueize);
      if (!v)
	return NULL_TREE;
      t = v;
    }
  return TREE_CODE (t) == INTEGER_CST ? t : NULL_TREE;
}

tree
px_valueize (tree t)
{
  tree v = TREE_CODE (t) == SSA_NAME ? px_constant_of (t) : NULL_TREE;
  return v ? v : t;
}

/* ---- which variable --------------------------------------------------- */

tree
px_traced_fragment (tree t, HOST_WIDE_INT *at)
{
  px_target to;
  *at = 0;
  if (TREE_CODE (t) == PARM_DECL)
    return t;
  if (!px_points_to_one (t, &to)
      || (to.kind != PX_TO_OWN && to.kind != PX_TO_PARAMETER && to.kind != PX_TO_VARIABLE))
    return NULL_TREE;
  *at = to.at;
  return to.root;
}

tree
px_fragment_root (tree pointer)
{
  HOST_WIDE_INT at;
  return px_traced_fragment (pointer, &at);
}

px_reach
px_fragment_reach (gimple *s, unsigned i)
{
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  tree ld = gimple_call_arg (s, i + 1), d = px_fragment_root (gimple_call_arg (s, i ? 0 : 2));
  while (TREE_CODE (ld) == SSA_NAME && gimple_assign_single_p (SSA_NAME_DEF_STMT (ld))
	 && (is_gimple_min_invariant (gimple_assign_rhs1 (SSA_NAME_DEF_STMT (ld)))
	     || TREE_CODE (gimple_assign_rhs1 (SSA_NAME_DEF_STMT (ld))) == SSA_NAME))
    ld = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (ld)); /* a parameter of an inlined function */
  bool constant = TREE_CODE (ld) == INTEGER_CST;
  tree type = d ? TREE_TYPE (d) : NULL_TREE;
  px_fragment f;
  if (!d || !px_fragment_type (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type, &f)
      || f.part == PX_F_META || f.elem->bits < 8
      || (constant && absu_hwi (tree_to_shwi (ld)) >> 40))
    return px_reach ();
  px_reach r;
  r.size = f.elem->bits / 8;
  r.rows = px_transposed_p (o) ? f.cols : f.rows;
  r.stride = ld;
  r.apart = i == 0; /* all threads would store the same rows */
  HOST_WIDE_INT width = f.rows * f.cols / r.rows;
  if (constant && tree_to_shwi (ld) == width)
    {
      width *= r.rows;
      r.rows = 1;
    }
  tree bytes = build_array_type_nelts (unsigned_char_type_node, width * r.size);
  r.ref = build2 (MEM_REF, bytes, gimple_call_arg (s, i), build_int_cst (ptr_type_node, 0));
  return r;
}

bool
px_rows_overlap (gimple *s, unsigned i)
{
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  px_fragment f;
  if (!strchr ("qQ", o->roles[i]) || !tree_fits_shwi_p (gimple_call_arg (s, i + 1)))
    return false;
  tree d = px_fragment_root (gimple_call_arg (s, 2)), type = d ? TREE_TYPE (d) : NULL_TREE;
  return type && px_fragment_type (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type, &f)
	 && tree_to_shwi (gimple_call_arg (s, i + 1)) < (px_transposed_p (o) ? f.rows : f.cols);
}
