/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the C library's functions that print or stop are on the device.  The CUDA
   driver has vprintf (format, arguments), which prints when the host
   synchronises; until the device's libraries are linked, which have another, it is
   px_vprintf.  What assert calls is in px's own library (plugin/device/finalize.cc).

   px_replace_library needs: a call in the C tree, before GCC makes others of it.
   Leaves: a call of a function that only px knows, or of the driver's.
   px_lower_print needs: such a call in GIMPLE.  Leaves: its arguments in memory,
   as C promotes them, each at a multiple of its size, and a call of vprintf.  */

#include "plugin/lower/lower.h"

bool
px_lower_print (gimple_stmt_iterator *gsi, gcall *s)
{
  if (!px_print_p (gimple_call_fndecl (s)))
    return false;
  unsigned HOST_WIDE_INT end = 0;
  std::vector<unsigned HOST_WIDE_INT> at;
  for (unsigned i = 1; i < gimple_call_num_args (s); i++)
    {
      unsigned HOST_WIDE_INT size
	= tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (gimple_call_arg (s, i))));
      end = ROUND_UP (end, MIN (size ? size : 1, 8u));
      at.push_back (end);
      end += size;
    }
  tree arguments = null_pointer_node;
  if (end)
    {
      tree buffer = create_tmp_var (build_array_type_nelts (unsigned_char_type_node, end));
      SET_DECL_ALIGN (buffer, 64);
      TREE_ADDRESSABLE (buffer) = 1;
      arguments = build_fold_addr_expr (buffer);
      for (unsigned i = 1; i < gimple_call_num_args (s); i++)
	{
	  tree a = gimple_call_arg (s, i);
	  tree to
	    = build2 (MEM_REF, TREE_TYPE (a), arguments, build_int_cst (ptr_type_node, at[i - 1]));
	  gimple *g = gimple_build_assign (to, a);
	  gimple_set_location (g, gimple_location (s));
	  gimple_set_block (g, gimple_block (s));
	  gsi_insert_before (gsi, g, GSI_SAME_STMT);
	}
    }
  tree type
    = build_function_type_list (integer_type_node, const_ptr_type_node, ptr_type_node, NULL_TREE);
  gcall *c = gimple_build_call (px_own_function (PX_OWN_VPRINTF, type), 2, gimple_call_arg (s, 0),
				arguments);
  gimple_set_location (c, gimple_location (s));
  gimple_set_block (c, gimple_block (s));
  gimple_call_set_lhs (c, gimple_call_lhs (s));
  gimple_call_set_lhs (s, NULL_TREE);
  unlink_stmt_vdef (s);
  gsi_replace (gsi, c, false);
  mark_virtual_operands_for_renaming (cfun);
  return true;
}
