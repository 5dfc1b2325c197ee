/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays that are members of structures: an index takes an access to one of them, and pointer
   arithmetic on its elements' addresses does not leave it (C11 6.5.6 paragraph 8), so that GCC
   takes what is beyond for another object.  Slots of rings: an access names one of them, and stays there.

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* REF names an array that is a member of a structure or union.  */
static bool
member_array_p (tree ref)
{
  return TREE_CODE (ref) == COMPONENT_REF && TREE_CODE (TREE_TYPE (ref)) == ARRAY_TYPE;
}

/* Returns true if a member follows the one that REF names.  */
static bool
followed_p (tree ref)
{
  tree next = DECL_CHAIN (TREE_OPERAND (ref, 1));
  while (next && TREE_CODE (next) != FIELD_DECL)
    next = DECL_CHAIN (next);
  return next;
}

/* The bytes from the start of ARRAY, a member, that are its own, or, in a union, the union's; DJ_NO_EXTENT: all that
   follow.  That is so where no member follows in any structure around it: the bound is often a fiction then (the array
   is as long as what was allocated), and the whole object's is judged too.  In an element of an array the next element
   follows.  */
static int64_t
extent_of (tree array)
{
  tree whole = TREE_TYPE (array);
  int64_t before = 0, skipped = 0; /* bytes before ARRAY, of what is around it and of WHOLE */
  for (tree r = array; handled_component_p (r); r = TREE_OPERAND (r, 0))
    {
      bool followed = TREE_CODE (r) == ARRAY_REF;
      if (TREE_CODE (r) == COMPONENT_REF)
	{
	  before += int_byte_position (TREE_OPERAND (r, 1));
	  if (TREE_CODE (TREE_TYPE (TREE_OPERAND (r, 0))) == RECORD_TYPE)
	    followed = followed_p (r);
	  else
	    {
	      whole = TREE_TYPE (TREE_OPERAND (r, 0));
	      skipped = before;
	    }
	}
      else if (!followed)
	break;
      tree size = TYPE_SIZE_UNIT (whole);
      if (followed)
	return size && tree_fits_shwi_p (size) && tree_to_shwi (size) > skipped
		 ? tree_to_shwi (size) - skipped
		 : DJ_NO_EXTENT;
    }
  return DJ_NO_EXTENT;
}

/* Adds to V the arrays that REF is a part of, or all of.  */
static void
add_arrays (tree ref, std::vector<tree> *v)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (member_array_p (ref))
      v->push_back (ref);
}

/* Returns true if ARRAY, a member, is all of its structure, as of a vector of three numbers: a pointer to these is a user's
   way to say that he means those of all elements of an array of such structures.  */
static bool
all_of_structure_p (tree array)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (array));
  return size && tree_int_cst_equal (size, TYPE_SIZE_UNIT (TREE_TYPE (TREE_OPERAND (array, 0))));
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
      return member_array_p (ref) ? ref : NULL_TREE;
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

/* Returns true if S accesses elements of ARRAY, by TYPE, or, if that is NULL, by alias set SET; what an intrinsic accesses is
   known by its size alone.  Elsewhere bytes and vectors are a user's way to say that he means the memory, not the array.  */
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

std::vector<tree>
px_race_member_arrays (gimple *s, const px_reach &reach)
{
  std::vector<tree> v;
  const px_called *x = reach.called;
  tree ref = x ? NULL_TREE : reach.ref, base = ref ? get_base_address (ref) : NULL_TREE,
       pointer = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0)
		 : x && x->parameter >= 0	     ? gimple_call_arg (s, x->parameter)
						     : NULL_TREE;
  if (base)
    add_arrays (ref, &v);
  tree a = pointer ? pointed_array (pointer, 0) : NULL_TREE;
  if (a && of_elements_p (s, a, base ? TREE_TYPE (base) : NULL_TREE, x ? x->types.part : 0))
    add_arrays (all_of_structure_p (a) ? TREE_OPERAND (a, 0) : a, &v);
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
  *extent = extent_of (array);
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
