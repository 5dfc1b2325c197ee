/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays that are members of structures: an index takes an access to one of them, and pointer
   arithmetic on its elements' addresses does not leave it (C11 6.5.6 paragraph 8), so that GCC
   takes what is beyond for another object.  Slots of rings: an access names one of them, and stays there.

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* MEMBER names an array in a structure that has members after it.  The last one's bound is often a
   fiction (the array is as long as what was allocated), and the whole object's is judged too.  */
static bool
bounded_member_p (tree member)
{
  if (TREE_CODE (member) != COMPONENT_REF || TREE_CODE (TREE_TYPE (member)) != ARRAY_TYPE)
    return false;
  tree d = TREE_OPERAND (member, 1), size = DECL_SIZE_UNIT (d), next = DECL_CHAIN (d);
  while (next && TREE_CODE (next) != FIELD_DECL)
    next = DECL_CHAIN (next);
  return next && TREE_CODE (DECL_CONTEXT (d)) == RECORD_TYPE && size && tree_fits_shwi_p (size)
	 && tree_to_shwi (size) > 0;
}

/* Adds to V the arrays that REF is a part of, or all of.  */
static void
add_arrays (tree ref, std::vector<tree> *v)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (bounded_member_p (ref))
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
      return bounded_member_p (ref) ? ref : NULL_TREE;
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
		 && gimple_assign_rhs1 (n) == p
	       ? pointed_array (init, depth + 1)
	       : NULL_TREE;
    }
  if (!is_gimple_assign (s) || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s)))
      || (gimple_assign_rhs_code (s) != POINTER_PLUS_EXPR && !gimple_assign_single_p (s)
	  && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))))
    return NULL_TREE;
  return pointed_array (gimple_assign_rhs1 (s), depth + 1);
}

std::vector<tree>
px_race_member_arrays (const px_reach &reach)
{
  std::vector<tree> v;
  tree ref = reach.called ? NULL_TREE : reach.ref, base = ref ? get_base_address (ref) : NULL_TREE;
  if (!base)
    return v;
  add_arrays (ref, &v);
  /* Elsewhere bytes and vectors are a user's way to say that he means the memory, not the array.  */
  if (tree a = TREE_CODE (base) == MEM_REF ? pointed_array (TREE_OPERAND (base, 0), 0) : NULL_TREE)
    if (TYPE_MAIN_VARIANT (strip_array_types (TREE_TYPE (a)))
	== TYPE_MAIN_VARIANT (strip_array_types (TREE_TYPE (base))))
      v.push_back (a);
  return v;
}

bool
px_race_in_array (gimple *s, tree array, const px_dj_access &whole, px_dj_access *in,
		  HOST_WIDE_INT *extent)
{
  HOST_WIDE_INT width;
  px_race_at at (gimple_bb (s)->loop_father);
  px_dj_ref start = px_race_reference (array, &width);
  if (!start)
    return false;
  *in = whole;
  in->offset = px_dj_bin (R->dj, DJ_SUB, whole.offset, start);
  *extent = tree_to_shwi (DECL_SIZE_UNIT (TREE_OPERAND (array, 1)));
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
