/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays that are members of structures and unions: where they end.

   Needs: references, in the C tree or in GIMPLE.  Leaves: nothing changed.  */

#include "plugin/model/model.h"

bool
px_member_array_p (tree ref)
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

HOST_WIDE_INT
px_member_extent (tree array)
{
  tree whole = TREE_TYPE (array);
  HOST_WIDE_INT before = 0, skipped = 0; /* bytes before ARRAY, of what is around it and of WHOLE */
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
		 : -1;
    }
  return -1;
}

HOST_WIDE_INT
px_member_size (tree array)
{
  HOST_WIDE_INT extent = px_member_extent (array);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (array));
  return extent >= 0 ? extent : size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : 0;
}

bool
px_all_of_structure_p (tree array)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (array));
  return size && tree_int_cst_equal (size, TYPE_SIZE_UNIT (TREE_TYPE (TREE_OPERAND (array, 0))));
}
