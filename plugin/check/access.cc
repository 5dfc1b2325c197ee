/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The accesses of a statement, for the rules.

   Needs: a statement, between px_find_values and px_forget_values.
   Leaves: nothing changed.  */

#include "plugin/check/check-int.h"

/* Returns the declaration of V, or of another view of the same object, if it is in USED,
   sorted.  */
tree
px_used_object (const std::vector<int> &used, int v)
{
  tree d = px_view_at (v).decl;
  if (std::binary_search (used.begin (), used.end (), v))
    return d;
  if (int group = px_alias_group_of (d))
    for (int u : used)
      if (px_alias_group_of (px_view_at (u).decl) == group)
	return px_view_at (u).decl;
  return NULL_TREE;
}

/* Returns the first statement that assigns T; NULL if there is none.  */
gimple *
px_made_by (tree t)
{
  basic_block bb;
  if (TREE_CODE (t) == SSA_NAME)
    return SSA_NAME_DEF_STMT (t);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (VAR_P (t) && gimple_get_lhs (gsi_stmt (i)) == t)
	return gsi_stmt (i);
  return NULL;
}

std::vector<px_mem_access>
px_accesses_of (gimple *s)
{
  std::vector<px_mem_access> v;
  tree lhs = gimple_get_lhs (s);
  auto add = [&] (const std::vector<int> &views, bool write, bool atomic) {
    for (int i : views)
      v.push_back ({ i, write, atomic });
  };
  for (unsigned k = 0; k < gimple_num_ops (s); k++)
    {
      tree op = gimple_op (s, k);
      if (op
	  && (handled_component_p (op) || TREE_CODE (op) == MEM_REF
	      || TREE_CODE (op) == TARGET_MEM_REF || px_in_memory_p (op)))
	add (px_views_used (op), op == lhs, false);
    }
  if (!is_gimple_call (s) || gimple_call_internal_p (s))
    return v;
  tree f = gimple_call_fndecl (s), type = gimple_call_fntype (s);
  if (const px_intrinsic *x = px_intrinsic_of (f))
    {
      for (unsigned i = 0; i < x->operands.size (); i++)
	{
	  px_role role = x->operands[i].role;
	  if (role >= PX_ROLE_READ)
	    add (px_with_arguments (px_value_of (gimple_call_arg (s, i)).views),
		 role != PX_ROLE_READ && role != PX_ROLE_FROM, role == PX_ROLE_ATOMIC);
	}
      return v;
    }
  tree formal = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      tree t
	= formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (gimple_call_arg (s, i));
      if (POINTER_TYPE_P (t))
	add (px_value_of (gimple_call_arg (s, i)).views, !px_reads_only_p (t), px_atomic_p (f));
      else
	for (const px_member &m : px_members_of (gimple_call_arg (s, i)))
	  add (m.views, !px_reads_only_p (m.type), false);
      add (px_views_found (s, i), px_found_written_p (t), false);
      formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
    }
  return v;
}

/* Returns true if object D is an array of arrays or has arrays as members, so that names may lead to different parts of
   it.  */
static bool
in_parts_p (tree d)
{
  tree t = TREE_TYPE (d);
  if (POINTER_TYPE_P (t) || TREE_CODE (t) == ARRAY_TYPE)
    t = TREE_TYPE (t);
  if (RECORD_OR_UNION_TYPE_P (t))
    for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL && TREE_CODE (TREE_TYPE (f)) == ARRAY_TYPE)
	return true;
  return TREE_CODE (t) == ARRAY_TYPE;
}

bool
px_perhaps_another_p (gimple *s, const px_view &v, int source)
{
  const px_view &w = px_view_at (source);
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  tree lhs = gimple_get_lhs (s);
  if (px_region_at (v.region).kind != PX_R_PARTITION || !w.decl || w.mapped
      || (v.source.size () < 2 && !in_parts_p (w.decl))
      || (lhs && DECL_P (lhs) && px_stamp (lhs, "px view"))
      || lookup_attribute ("px_slots", DECL_ATTRIBUTES (w.decl))
      || (is_gimple_call (s)
	  && (px_fragment_op_of (gimple_call_fndecl (s)) || (x && x->timeline != PX_T_GENERIC))))
    return false;
  for (const px_mem_access &a : px_accesses_of (s))
    if (a.view == source && (a.write || a.atomic))
      return false;
  return true;
}
