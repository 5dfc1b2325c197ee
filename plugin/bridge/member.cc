/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays that are members of structures: an index takes an access to one of them, and pointer
   arithmetic on its elements' addresses does not leave it (C11 6.5.6 paragraph 8), so that GCC
   takes what is beyond for another object.  So does an index into a row of an array of arrays.  Slots of rings: an access names one of them, and stays there.

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* Adds to V the arrays that REF is a part of, or all of.  */
static void
add_arrays (tree ref, std::vector<tree> *v)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (px_member_array_p (ref))
      v->push_back (ref);
}

/* The array to whose element P points, as a reference; NULL: none, or it is not known.  */
static tree
pointed_array (tree p, int depth)
{
  if (TREE_CODE (p) == ADDR_EXPR)
    {
      tree ref = TREE_OPERAND (p, 0);
      while (TREE_CODE (ref) == ARRAY_REF)
	ref = TREE_OPERAND (ref, 0);
      return px_member_array_p (ref) ? ref : NULL_TREE;
    }
  gimple *s = TREE_CODE (p) == SSA_NAME ? SSA_NAME_DEF_STMT (p) : NULL;
  if (!s || depth > 20)
    return NULL_TREE;
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      /* A pointer that a loop moves on.  */
      loop_p l = gimple_bb (phi)->loop_father;
      tree init, next;
      if (l->header != gimple_bb (phi) || gimple_phi_num_args (phi) != 2)
	return NULL_TREE;
      px_race_arguments (phi, l, &init, &next);
      gimple *n = next && TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
      return init && n && is_gimple_assign (n) && gimple_assign_rhs_code (n) == POINTER_PLUS_EXPR
		 && px_race_original (gimple_assign_rhs1 (n)) == p
	       ? pointed_array (init, depth + 1)
	       : NULL_TREE;
    }
  if (!is_gimple_assign (s) || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s)))
      || (gimple_assign_rhs_code (s) != POINTER_PLUS_EXPR && !gimple_assign_single_p (s)
	  && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))))
    return NULL_TREE;
  return pointed_array (gimple_assign_rhs1 (s), depth + 1);
}

/* Returns true if S, at BASE, copies or sets bytes as the C library does: memcpy and its kin, also as the accesses that GCC
   makes of them, by pointers to which all types are one.  */
static bool
of_library_p (gimple *s, tree base)
{
  if (is_gimple_call (s))
    return gimple_call_builtin_p (s, BUILT_IN_NORMAL);
  tree pointer = base ? TREE_TYPE (TREE_OPERAND (base, 1)) : NULL_TREE;
  return pointer && POINTER_TYPE_P (pointer) && TYPE_REF_CAN_ALIAS_ALL (pointer)
	 && !lookup_attribute ("may_alias", TYPE_ATTRIBUTES (TREE_TYPE (pointer)));
}

/* Returns true if S accesses elements of ARRAY, by TYPE, or, if that is NULL, by alias set SET; what an intrinsic accesses is
   known by its size alone.  Elsewhere, but in what the C library does, bytes and vectors are a user's way to say that he means the memory, not the array.  */
static bool
of_elements_p (gimple *s, tree array, tree type, int set)
{
  tree element = TYPE_MAIN_VARIANT (strip_array_types (TREE_TYPE (array))),
       f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (!type)
    return set && get_alias_set (element) == set;
  const px_intrinsic *x = f ? px_intrinsic_of (f) : NULL;
  return element == TYPE_MAIN_VARIANT (strip_array_types (type))
	 || (x && x->timeline == PX_T_GENERIC
	     && tree_int_cst_equal (TYPE_SIZE_UNIT (element), TYPE_SIZE_UNIT (type)));
}

/* What REF is a part of: a variable, or what a pointer leads to, a MEM_REF, also where that is a constant (get_base_address
   returns what is at the constant).  */
static tree
accessed_base (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  return ref;
}

std::vector<tree>
px_race_member_arrays (gimple *s, const px_reach &reach)
{
  std::vector<tree> v;
  const px_called *x = reach.called;
  tree ref = x ? NULL_TREE : reach.ref, base = ref ? accessed_base (ref) : NULL_TREE,
       pointer = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0)
		 : x && x->parameter >= 0	     ? gimple_call_arg (s, x->parameter)
						     : NULL_TREE;
  if (base)
    add_arrays (ref, &v);
  tree a = pointer ? pointed_array (pointer, 0) : NULL_TREE;
  if (a
      && ((!x && of_library_p (s, base))
	  || of_elements_p (s, a, base ? TREE_TYPE (base) : NULL_TREE, x ? x->types.part : 0)))
    add_arrays (px_all_of_structure_p (a) ? TREE_OPERAND (a, 0) : a, &v);
  return v;
}

bool
px_race_in_array (gimple *s, tree array, const px_dj_access &whole, px_dj_access *in,
		  int64_t *extent)
{
  HOST_WIDE_INT width;
  px_race_at at (gimple_bb (s)->loop_father);
  /* By its first element: an array without a size has no bytes.  */
  px_dj_ref start = px_race_reference (build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (array)), array,
					       size_zero_node, NULL_TREE, NULL_TREE),
				       &width);
  if (!start)
    return false;
  *in = whole;
  in->offset = px_dj_bin (R->dj, DJ_SUB, whole.offset, start);
  *extent = px_member_extent (array);
  if (*extent < 0)
    *extent = DJ_NO_EXTENT;
  return true;
}

/* The variable, member, parameter or view that REF, an array, is a part of, or that leads to it; NULL: it has no name.  */
static tree
named_array (tree ref)
{
  while (TREE_CODE (ref) == ARRAY_REF)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) == COMPONENT_REF)
    return TREE_OPERAND (ref, 1);
  tree t = TREE_CODE (ref) == MEM_REF ? TREE_OPERAND (ref, 0) : ref;
  for (int steps = 0; steps < 20; steps++)
    {
      if (TREE_CODE (t) == ADDR_EXPR)
	t = get_base_address (TREE_OPERAND (t, 0));
      if (!t || TREE_CODE (t) != SSA_NAME)
	break;
      if (SSA_NAME_VAR (t) && DECL_NAME (SSA_NAME_VAR (t)) && !DECL_ARTIFICIAL (SSA_NAME_VAR (t)))
	return SSA_NAME_VAR (t);
      gimple *s = SSA_NAME_DEF_STMT (t);
      if (tree d = is_gimple_call (s) ? px_shared_array (s) : NULL_TREE)
	return d;
      if (!is_gimple_assign (s) || gimple_assign_load_p (s))
	return NULL_TREE;
      t = gimple_assign_rhs1 (s);
    }
  return t && DECL_P (t) && DECL_NAME (t) ? t : NULL_TREE;
}

/* Adds to V the rows that REF takes elements of; not by constant indices that are inside.  */
static void
add_rows_of (tree ref, std::vector<px_row> *v)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    {
      tree array = TREE_CODE (ref) == ARRAY_REF ? TREE_OPERAND (ref, 0) : NULL_TREE;
      if (!array || (TREE_CODE (array) != ARRAY_REF && TREE_CODE (array) != MEM_REF))
	continue;
      tree domain = TYPE_DOMAIN (TREE_TYPE (array)),
	   last = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE,
	   size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
      bool inside = last && TREE_CODE (last) == INTEGER_CST
		    && TREE_CODE (TREE_OPERAND (ref, 1)) == INTEGER_CST
		    && tree_int_cst_sgn (TREE_OPERAND (ref, 1)) >= 0
		    && tree_int_cst_le (TREE_OPERAND (ref, 1), last);
      if (!inside && last && tree_fits_shwi_p (last) && size && tree_fits_shwi_p (size))
	v->push_back ({ TREE_OPERAND (ref, 1), tree_to_shwi (last) + 1, tree_to_shwi (size),
			named_array (array) });
    }
}

std::vector<px_row>
px_race_rows (gimple *s, const px_reach &reach)
{
  std::vector<px_row> v;
  tree ref = reach.called ? NULL_TREE : reach.ref, base = ref ? accessed_base (ref) : NULL_TREE;
  if (!ref || reach.number)
    return v;
  add_rows_of (ref, &v);
  /* An access at the address of an element is one to that.  */
  tree p = base && TREE_CODE (base) == MEM_REF && integer_zerop (TREE_OPERAND (base, 1))
	     ? TREE_OPERAND (base, 0)
	     : NULL_TREE;
  for (gimple *d;
       p && TREE_CODE (p) == SSA_NAME && (d = SSA_NAME_DEF_STMT (p), is_gimple_assign (d))
       && (gimple_assign_single_p (d) || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (d)))
       && !gimple_assign_load_p (d);)
    p = gimple_assign_rhs1 (d);
  if (p && TREE_CODE (p) == ADDR_EXPR
      && tree_int_cst_equal (TYPE_SIZE_UNIT (TREE_TYPE (base)),
			     TYPE_SIZE_UNIT (TREE_TYPE (TREE_OPERAND (p, 0)))))
    add_rows_of (TREE_OPERAND (p, 0), &v);
  return v;
}

bool
px_race_in_row (gimple *s, const px_row &row, px_dj_access *in)
{
  px_reach index;
  index.number = row.index;
  index.size = 1;
  if (!px_race_access (s, index, in))
    return false;
  in->offset = px_dj_bin (R->dj, DJ_MUL, in->offset, px_dj_const (R->dj, s64, row.size));
  in->width = row.size;
  return true;
}

bool
px_race_in_slot (gimple *s, const px_reach &reach, tree index, HOST_WIDE_INT size, px_dj_access *in)
{
  if (!px_race_access (s, reach, in))
    return false;
  px_race_at at (gimple_bb (s)->loop_father);
  px_dj_ref start = px_dj_bin (R->dj, DJ_MUL, px_dj_cast (R->dj, s64, px_race_expr (index)),
			       px_dj_const (R->dj, s64, size));
  in->offset = px_dj_bin (R->dj, DJ_SUB, in->offset, start);
  return true;
}
