/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local arrays.  A register has no address: an array is in registers if each of its accesses
   is at a constant place, and else in local memory, which costs a load or a store an access.

   Needs: a device function in SSA form.
   Leaves: nothing changed; with -fplugin-arg-px-warn-local a warning for each array that stays in
   memory.

     v[i] = x;      i a counter of a loop that is unrolled: registers
     v[in[t]] = x;  warning: 'v' stays in local memory, as this index is not constant  */

#include "plugin/opt/opt.h"

/* The local array, or structure with one, that REF is a part of, or NULL.  */
static tree
array_of (tree ref)
{
  tree base = get_base_address (ref);
  if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = get_base_address (TREE_OPERAND (TREE_OPERAND (base, 0), 0));
  return base && VAR_P (base) && AGGREGATE_TYPE_P (TREE_TYPE (base))
	     && auto_var_in_fn_p (base, current_function_decl)
	   ? base
	   : NULL_TREE;
}

/* REF is, or takes the address of, a part of an array: its indices that are not constant.  */
static void
note_indices (tree array, gimple *s, tree ref, std::vector<px_array_use> *uses)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF && TREE_CODE (TREE_OPERAND (ref, 1)) == SSA_NAME)
      uses->push_back ({ array, s, TREE_OPERAND (ref, 1) });
}

/* S copies an address or moves it: what it is moved by, if that is not constant.  */
static void
note_move (tree array, gimple *s, std::vector<px_array_use> *uses)
{
  if (gphi *phi = dyn_cast<gphi *> (s))
    uses->push_back ({ array, s, gimple_phi_result (phi) });
  else if (!is_gimple_assign (s))
    uses->push_back ({ array, s, NULL_TREE });
  else if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR
	   && TREE_CODE (gimple_assign_rhs2 (s)) == SSA_NAME)
    uses->push_back ({ array, s, gimple_assign_rhs2 (s) });
}

std::vector<px_array_use>
px_array_uses (function *f)
{
  std::vector<px_array_use> uses;
  basic_block bb;
  auto look = [&] (gimple *s, tree t) {
    bool address = t && TREE_CODE (t) == ADDR_EXPR;
    tree ref = address ? TREE_OPERAND (t, 0) : t;
    tree array = ref && !SSA_VAR_P (ref) && !handled_component_p (ref) && TREE_CODE (ref) != MEM_REF
		   ? NULL_TREE
		 : ref ? array_of (ref)
		       : NULL_TREE;
    if (!array)
      return;
    note_indices (array, s, ref, &uses);
    if (address)
      note_move (array, s, &uses);
    else if (TREE_THIS_VOLATILE (ref))
      uses.push_back ({ array, s, NULL_TREE });
  };
  FOR_EACH_BB_FN (bb, f)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	  look (i.phi (), gimple_phi_arg_def (i.phi (), k));
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	for (unsigned k = 0; !is_gimple_debug (gsi_stmt (i)) && k < gimple_num_ops (gsi_stmt (i));
	     k++)
	  look (gsi_stmt (i), gimple_op (gsi_stmt (i), k));
    }
  return uses;
}

void
px_warn_local (function *f)
{
  std::set<tree> told;
  for (const px_array_use &u : px_array_uses (f))
    if (!told.count (u.array) && !DECL_ARTIFICIAL (u.array))
      {
	location_t loc = gimple_location (u.s);
	if (loc == UNKNOWN_LOCATION)
	  loc = DECL_SOURCE_LOCATION (u.array);
	told.insert (u.array);
	auto_diagnostic_group g;
	if (u.index
	      ? warning_at (px_user_loc (loc), 0,
			    "%qD stays in local memory, as an index here is not constant", u.array)
	      : warning_at (px_user_loc (loc), 0,
			    "%qD stays in local memory, as its address is taken here", u.array))
	  inform (px_user_loc (DECL_SOURCE_LOCATION (u.array)), "%qD is declared here", u.array);
      }
}
