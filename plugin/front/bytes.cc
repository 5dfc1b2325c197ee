/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies and fills of the C library (memcpy, memset and their kin) of a constant number of bytes at a constant place of an array
   that is a member.  GCC makes loads and stores of the structure of them while it makes GIMPLE, which
   do not show any more that the array was meant: rule R2 judges these here, all others in plugin/sync/bounds.cc.

   px_judge_bytes needs: a call in the C tree, before that.  Leaves: an error, or nothing changed.  */

#include "plugin/front/front.h"

/* Returns how many pointers to bytes function F has, which copies or sets as many bytes of each as its argument 2 says.  */
static unsigned
pointers_to_bytes (tree f)
{
  if (!f || !fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return 0;
  switch (DECL_FUNCTION_CODE (f))
    {
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMSET_CHK: return 1;
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMPCPY_CHK:
    case BUILT_IN_MEMCMP: return 2;
    default: return 0;
    }
}

/* The member, an array, that P points to, and the bytes between its start and there in *AT; NULL: P does not, or the place is
   not constant.  */
static tree
constant_place (tree p, HOST_WIDE_INT *at)
{
  *at = 0;
  STRIP_NOPS (p);
  while (TREE_CODE (p) == POINTER_PLUS_EXPR && TREE_CODE (TREE_OPERAND (p, 1)) == INTEGER_CST)
    {
      *at += (HOST_WIDE_INT) TREE_INT_CST_LOW (TREE_OPERAND (p, 1));
      p = TREE_OPERAND (p, 0);
      STRIP_NOPS (p);
    }
  if (TREE_CODE (p) != ADDR_EXPR)
    return NULL_TREE;
  tree ref = TREE_OPERAND (p, 0);
  for (; TREE_CODE (ref) == ARRAY_REF; ref = TREE_OPERAND (ref, 0))
    {
      tree index = TREE_OPERAND (ref, 1), size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
      if (!tree_fits_shwi_p (index) || !size || !tree_fits_shwi_p (size))
	return NULL_TREE;
      *at += tree_to_shwi (index) * tree_to_shwi (size);
    }
  /* That of a vector stands for those of the vectors that follow.  */
  return px_member_array_p (ref) && !px_all_of_structure_p (ref) ? ref : NULL_TREE;
}

bool
px_judge_bytes (tree call, location_t loc)
{
  tree bytes = call_expr_nargs (call) > 2 ? CALL_EXPR_ARG (call, 2) : NULL_TREE;
  if (!bytes || !tree_fits_shwi_p (bytes) || integer_zerop (bytes))
    return true;
  for (unsigned i = 0, n = pointers_to_bytes (get_callee_fndecl (call)); i < n; i++)
    {
      HOST_WIDE_INT at, width = tree_to_shwi (bytes);
      tree array = constant_place (CALL_EXPR_ARG (call, i), &at);
      HOST_WIDE_INT end = array ? px_member_extent (array) : -1;
      if (!array || (at >= 0 && (end < 0 || at <= end - width)))
	continue;
      const char *name = IDENTIFIER_POINTER (DECL_NAME (TREE_OPERAND (array, 1)));
      auto_diagnostic_group g;
      px_error (loc, PX_D_BOUNDS, name, at, px_member_size (array), (HOST_WIDE_INT) 0, "");
      inform (loc, PX_ARRAY_IN_STRUCTURE, name);
      return false;
    }
  return true;
}
