/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries about views: the object of a view, and the views that an operand or a call uses.

   Needs: px_known, between px_find_values and px_forget_values.
   Leaves: nothing changed, except for views that a query makes.  */

#include "plugin/check/value-int.h"

const px_view &
px_view_at (int i)
{
  return px_known->views[i];
}

void
px_refuse_view (int construct)
{
  px_known->refused.insert (construct);
}

bool
px_view_refused_p (int construct)
{
  return px_known->refused.count (construct);
}

int
px_views ()
{
  return px_known->views.size ();
}
const std::vector<px_branch> &
px_branches ()
{
  return px_known->branches;
}

int
px_alias_group_of (tree d)
{
  return d && TREE_CODE (d) == PARM_DECL ? px_alias_group (px_known->fn, d) : 0;
}

/* View VIEW, the views of which it is made, and those of which these are.  */
static std::vector<int>
with_sources (int view)
{
  std::vector<int> all = { view };
  for (size_t i = 0; i < all.size (); i++)
    {
      const px_view &w = px_known->views[all[i]];
      if ((w.region || w.mapped) && !px_local_view_p (all[i]))
	for (int source : w.source)
	  if (std::find (all.begin (), all.end (), source) == all.end ())
	    all.push_back (source);
    }
  return all;
}

tree
px_const_source (int view)
{
  for (int i : with_sources (view))
    {
      const px_view &v = px_known->views[i];
      tree type = v.decl ? strip_array_types (TREE_TYPE (v.decl)) : NULL_TREE;
      if (!px_local_view_p (i) && v.decl
	  && (VAR_P (v.decl) && !v.region ? px_in_memory_p (v.decl) && px_constant_p (v.decl)
					  : POINTER_TYPE_P (type) && px_reads_only_p (type)))
	return v.decl;
    }
  return NULL_TREE;
}

/* The view that stands for the object of V, which is made of no other view.  */
static int
object_of (int v)
{
  /* Parameters of one __alias group are represented by the first of them.  */
  if (int group = px_local_view_p (v) ? 0 : px_alias_group_of (px_known->views[v].decl))
    for (tree p = DECL_ARGUMENTS (px_known->fn); p; p = DECL_CHAIN (p))
      if (px_alias_group_of (p) == group)
	return px_view_of (p);
  return v;
}

std::vector<int>
px_roots_of (int view)
{
  std::vector<int> roots;
  for (int i : with_sources (view))
    {
      const px_view &w = px_known->views[i];
      if ((!w.region && !w.mapped) || px_local_view_p (i) || w.source.empty ())
	px_merge_views (&roots, { object_of (i) });
    }
  /* Views made of each other only.  */
  return roots.empty () ? std::vector<int>{ view } : roots;
}

bool
px_root_refused_p (int view)
{
  for (int i : px_roots_of (view))
    if (px_known->views[i].refused)
      return true;
  return false;
}

std::vector<int>
px_with_arguments (std::vector<int> views)
{
  for (size_t n = 0; n < views.size ();)
    {
      n = views.size ();
      for (int i : std::vector<int> (views))
	if (px_known->views[i].given)
	  px_merge_views (&views, px_known->views[i].source);
	else if (!px_known->views[i].decl)
	  px_merge_views (&views, px_known->stored);
	else if (px_known->views[i].mapped) /* another unit's part */
	  px_merge_views (&views, px_roots_of (i));
    }
  return views;
}

std::vector<int>
px_views_used (tree op)
{
  tree base;
  if (!op || TYPE_P (op) || TREE_CODE (op) == FUNCTION_DECL || TREE_CODE (op) == TREE_LIST)
    return {};
  if (handled_component_p (op) || TREE_CODE (op) == MEM_REF || TREE_CODE (op) == TARGET_MEM_REF)
    {
      px_indices_of (op, &base);
      if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
	return px_with_arguments (px_value_of (TREE_OPERAND (base, 0)).views);
      if (VAR_P (base))
	return { px_view_of (px_variable_of (base)) };
      return {};
    }
  if (px_in_memory_p (op))
    return { px_view_of (op) };
  return px_with_arguments (px_value_of (op).views);
}

/* Returns VIEWS without those that come from integers which calls returned.  */
static std::vector<int>
without_numbers (const std::vector<int> &views)
{
  std::vector<int> v;
  for (int i : views)
    if (!px_known->views[i].number)
      v.push_back (i);
  return v;
}

/* Returns true if memory of TYPE may contain an address: as a pointer or as the bytes of a
   number.  Halves of an address are not considered.  */
static bool
may_hold_address_p (tree type)
{
  type = strip_array_types (type);
  if (RECORD_OR_UNION_TYPE_P (type) && COMPLETE_TYPE_P (type))
    {
      for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
	if (TREE_CODE (f) == FIELD_DECL && may_hold_address_p (TREE_TYPE (f)))
	  return true;
      return false;
    }
  return px_address_p (type) || !COMPLETE_TYPE_P (type) || VECTOR_TYPE_P (type)
	 || TYPE_PRECISION (type) == BITS_PER_UNIT;
}

std::vector<int>
px_views_found (gimple *s, unsigned i)
{
  tree f = gimple_call_fndecl (s), arg = gimple_call_arg (s, i);
  std::vector<int> all;
  if (!f || !px_device_fn_p (f) || px_intrinsic_of (f) || px_fragment_op_of (f)
      || !px_address_p (TREE_TYPE (arg)))
    return all;
  std::vector<int> todo = px_value_of (arg).views;
  bool leads_nowhere
    = POINTER_TYPE_P (TREE_TYPE (arg)) && !may_hold_address_p (TREE_TYPE (TREE_TYPE (arg)));
  if (!POINTER_TYPE_P (TREE_TYPE (arg)))
    px_merge_views (&all, todo = without_numbers (todo));
  std::set<int> seen;
  while (!todo.empty ())
    {
      int k = todo.back ();
      todo.pop_back ();
      if (!seen.insert (k).second)
	continue;
      std::vector<int> inside;
      if (px_local_view_p (k))
	inside = px_views_held (px_known->views[k].decl, -1);
      else if (!leads_nowhere)
	inside = px_known->stored;
      px_merge_views (&all, inside);
      todo.insert (todo.end (), inside.begin (), inside.end ());
    }
  return all;
}

bool
px_type_has_pointers_p (tree type)
{
  type = strip_array_types (type);
  /* For prototypes GCC forgets what is in structures.  */
  if (!RECORD_OR_UNION_TYPE_P (type) || !COMPLETE_TYPE_P (type))
    return POINTER_TYPE_P (type) || !COMPLETE_TYPE_P (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && px_type_has_pointers_p (TREE_TYPE (f)))
      return true;
  return false;
}

bool
px_may_store_arguments_p (gimple *s)
{
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (!f || !px_device_fn_p (f) || px_intrinsic_of (f) || px_fragment_op_of (f))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    if (px_writable_argument_p (s, i)
	&& px_type_has_pointers_p (TREE_TYPE (TREE_TYPE (gimple_call_arg (s, i)))))
      return true;
  return false;
}

bool
px_found_written_p (tree type)
{
  std::vector<px_member> list;
  tree to = POINTER_TYPE_P (type) ? strip_array_types (TREE_TYPE (type)) : type;
  if (RECORD_OR_UNION_TYPE_P (to))
    px_pointers_of (to, 0, &list);
  for (const px_member &m : list)
    if (!px_reads_only_p (m.type))
      return true;
  return POINTER_TYPE_P (to) && !px_reads_only_p (to);
}

std::vector<int>
px_views_inside (tree rhs)
{
  return px_views_in_part (rhs);
}

std::vector<int>
px_views_used (gimple *s)
{
  std::vector<int> all;
  tree lhs = gimple_get_lhs (s);
  bool whole = lhs && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME) && !px_in_memory_p (lhs);
  bool pointer = lhs && POINTER_TYPE_P (TREE_TYPE (lhs));
  for (unsigned k = 0; k < gimple_num_ops (s); k++)
    {
      tree op = gimple_op (s, k);
      /* An integer that was an address is used when it becomes an address again.  */
      if (op && (DECL_P (op) || TREE_CODE (op) == SSA_NAME) && INTEGRAL_TYPE_P (TREE_TYPE (op))
	  && (!pointer || px_distance_p (s, k)) && !is_gimple_call (s) && !px_in_memory_p (op))
	continue;
      bool number = op && is_gimple_call (s) && is_gimple_reg_type (TREE_TYPE (op))
		    && INTEGRAL_TYPE_P (TREE_TYPE (op)) && op != lhs;
      if (number)
	px_merge_views (&all, px_with_arguments (without_numbers (px_value_of (op).views)));
      else if (op != lhs || !whole)
	px_merge_views (&all, px_views_used (op));
    }
  if (is_gimple_call (s))
    for (unsigned i = 0; i < gimple_call_num_args (s); i++)
      {
	for (const px_member &m : px_members_of (gimple_call_arg (s, i)))
	  px_merge_views (&all, m.views);
	px_merge_views (&all, px_views_found (s, i));
      }
  return all;
}
