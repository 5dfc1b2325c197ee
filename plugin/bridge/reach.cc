/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calls access at their pointers: copies of the table of intrinsics, tiles,
   functions of the C library.

   Needs: SSA form.  Leaves: nothing changed.  */

#include "plugin/bridge/bridge.h"

tree
px_whole_tile (tree p)
{
  px_fragment f;
  for (int steps = 0; steps < 20 && POINTER_TYPE_P (TREE_TYPE (p)); steps++)
    {
      tree type = TREE_TYPE (TREE_TYPE (p));
      if (px_tile_type (type, &f) && COMPLETE_TYPE_P (type)
	  && tree_fits_uhwi_p (TYPE_SIZE_UNIT (type)))
	return build2 (MEM_REF, type, p, build_int_cst (ptr_type_node, 0));
      gimple *s = TREE_CODE (p) == SSA_NAME ? SSA_NAME_DEF_STMT (p) : NULL;
      if (!s || !is_gimple_assign (s)
	  || !(gimple_assign_ssa_name_copy_p (s) || gimple_assign_cast_p (s)))
	return NULL_TREE;
      p = gimple_assign_rhs1 (s);
    }
  return NULL_TREE;
}

/* BYTES, a value, from P on.  */
static px_reach
bytes_at (tree p, tree bytes)
{
  bool constant = tree_fits_uhwi_p (bytes);
  tree type = constant ? build_array_type_nelts (unsigned_char_type_node, tree_to_uhwi (bytes))
		       : unsigned_char_type_node;
  if (integer_zerop (bytes))
    return px_reach ();
  px_reach r = build2 (MEM_REF, type, p, build_int_cst (ptr_type_node, 0));
  r.count = constant ? NULL_TREE : bytes;
  return r;
}

px_reach
px_copy_reach (gimple *s, const px_intrinsic *x, tree p)
{
  tree size = NULL_TREE;
  for (unsigned i = 0; i < x->operands.size (); i++)
    if (x->operands[i].role == PX_ROLE_CONST
	|| (x->operands[i].role == PX_ROLE_UNIFORM && i == 2 && !size))
      size = gimple_call_arg (s, i);
  if (x->timeline == PX_T_CPASYNC && !size)
    size = build_int_cst (unsigned_type_node, 16);
  if (x->timeline == PX_T_GENERIC || x->timeline == PX_T_WGMMA)
    return px_reach ();
  if (px_copied_array (s))
    {
      HOST_WIDE_INT n = px_copied_bytes (s);
      return n ? bytes_at (p, size_int (n)) : px_reach (px_whole_tile (p));
    }
  return size && px_operand_with (s, PX_ROLE_COORDINATE) < 0 ? bytes_at (p, size)
							     : px_reach (px_whole_tile (p));
}

/* Of what is written through parameter I of the C library: all that it points to, if the function
   always writes one object there.  */
static bool
one_object_p (tree f, unsigned i)
{
  switch (DECL_FUNCTION_CODE (f))
    {
      CASE_FLT_FN (BUILT_IN_FREXP) : CASE_FLT_FN (BUILT_IN_MODF) : return i == 1;
      CASE_FLT_FN (BUILT_IN_SINCOS) : return i == 1 || i == 2;
      CASE_FLT_FN (BUILT_IN_REMQUO) : return i == 2;
    default: return false;
    }
}

px_reach
px_library_reach (gimple *s, unsigned i)
{
  tree f = gimple_call_fndecl (s), p = gimple_call_arg (s, i);
  if (!fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return px_reach ();
  switch (DECL_FUNCTION_CODE (f))
    {
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMSET_CHK:
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMPCPY_CHK: return bytes_at (p, gimple_call_arg (s, 2));
    default: break;
    }
  tree formal = TYPE_ARG_TYPES (gimple_call_fntype (s));
  for (unsigned k = 0; formal && k < i; k++)
    formal = TREE_CHAIN (formal);
  tree type = one_object_p (f, i) && formal && POINTER_TYPE_P (TREE_VALUE (formal))
		? TREE_TYPE (TREE_VALUE (formal))
		: NULL_TREE;
  return type ? px_reach (build2 (MEM_REF, type, p, build_int_cst (ptr_type_node, 0)))
	      : px_reach ();
}

/* The type that F, an atomic operation of GCC's, accesses; NULL: it is not known.  */
static tree
atomic_type (tree f)
{
  built_in_function code = DECL_FUNCTION_CODE (f);
  tree result = TREE_TYPE (TREE_TYPE (f));
  if (code == BUILT_IN_ATOMIC_TEST_AND_SET || code == BUILT_IN_ATOMIC_CLEAR)
    return unsigned_char_type_node;
  if (INTEGRAL_TYPE_P (result) && TREE_CODE (result) != BOOLEAN_TYPE)
    return result;
  /* The new value is the first argument that is no pointer.  */
  tree p = TYPE_ARG_TYPES (TREE_TYPE (f));
  if (!p || !POINTER_TYPE_P (TREE_VALUE (p)))
    return NULL_TREE;
  while (p && POINTER_TYPE_P (TREE_VALUE (p)))
    p = TREE_CHAIN (p);
  return p && INTEGRAL_TYPE_P (TREE_VALUE (p)) ? TREE_VALUE (p) : NULL_TREE;
}

px_reach
px_atomic_reach (gimple *s, unsigned i)
{
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE,
       type = px_compares_p (s) && i == 0 ? TREE_TYPE (gimple_call_arg (s, 2))
	      : f && fndecl_built_in_p (f, BUILT_IN_NORMAL) && px_atomic_p (f) ? atomic_type (f)
									       : NULL_TREE,
       p = type ? gimple_call_arg (s, i) : NULL_TREE;
  if (!p || !POINTER_TYPE_P (TREE_TYPE (p)))
    return px_reach ();
  /* The type that the user accesses, if the operation keeps it.  */
  tree own = TREE_TYPE (TREE_TYPE (p)), size = TYPE_SIZE_UNIT (own);
  if (size && tree_int_cst_equal (size, TYPE_SIZE_UNIT (type)))
    type = own;
  return build2 (MEM_REF, type, p, build_int_cst (ptr_type_node, 0));
}
