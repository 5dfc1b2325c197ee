/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of calls: their perspectives, and the targets of pointers in them.

   Needs: a call, between px_find_values and px_forget_values.
   Leaves: views of results in px_known.  */

#include "plugin/check/value-int.h"

bool
px_operator_p (tree f, gimple *s)
{
  if (!f)
    return gimple_call_internal_p (s);
  if (const px_intrinsic *x = px_intrinsic_of (f))
    return x->kind == PX_I_OPERATOR;
  if (px_device_fn_p (f))
    return TREE_READONLY (f) || lookup_attribute ("px operator", DECL_ATTRIBUTES (f));
  return px_mathematics_p (f)
	 || (fndecl_built_in_p (f) && (flags_from_decl_or_type (f) & ECF_PURE));
}

bool
px_library_writes_p (gimple *s, unsigned i)
{
  tree f = gimple_call_fndecl (s);
  if (!f || !fndecl_built_in_p (f) || px_intrinsic_of (f) || px_fragment_op_of (f)
      || px_device_fn_p (f))
    return false;
  /* Compare-exchange writes the value that it found to the expected one.  */
  if (px_atomic_p (f)
      && !(i && startswith (IDENTIFIER_POINTER (DECL_NAME (f)), "__atomic_compare_exchange")))
    return false;
  return px_writable_argument_p (s, i);
}

px_persp
px_operands_persp (gimple *s)
{
  px_persp p = PX_TOP;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      px_value a = px_value_of (gimple_call_arg (s, i));
      p = px_narrowest (p, a.p);
      for (int k : a.views)
	p = px_narrowest (p, px_known->views[k].persp);
    }
  return p;
}

px_persp
px_library_value (gimple *s)
{
  if (px_call_refused_p (s))
    return PX_TOP;
  return px_atomic_p (gimple_call_fndecl (s)) ? px_persp{ PX_THREAD, 1 } : px_operands_persp (s);
}

bool
px_id_target (gimple *s, px_persp *p)
{
  unsigned args = gimple_call_num_args (s);
  tree n = integer_one_node, constant = n;
  if (args == 4)
    {
      constant = gimple_call_arg (s, 2);
      n = gimple_call_arg (s, 3);
    }
  else if (args != 2)
    return false;
  if (!px_level_named (px_string_of (gimple_call_arg (s, 0)), &p->level) || !integer_onep (constant)
      || TREE_CODE (n) != INTEGER_CST || !tree_fits_shwi_p (n) || tree_to_shwi (n) < 1
      || tree_to_shwi (n) > INT_MAX)
    return false;
  p->n = tree_to_shwi (n);
  return true;
}

/* Returns the view of view I in another block of the cluster.  */
static int
mapped_view (int i)
{
  for (size_t k = 0; k < px_known->views.size (); k++)
    if (px_known->views[k].mapped && px_known->views[k].source[0] == i)
      return k;
  px_view v = px_known->views[i];
  v.source = { i };
  v.read_only = v.mapped = true;
  px_known->views.push_back (v);
  return px_known->views.size () - 1;
}

/* Returns the result of a call of intrinsic X.  */
static px_value
intrinsic_result (gimple *s, const px_intrinsic *x)
{
  px_value v;
  switch (x->at)
    {
    case PX_AT_OPERANDS:
    case PX_AT_LOAD: v.p = px_operands_persp (s); break;
    case PX_AT_CODE:
      if (!px_collective_of (s, &v.p))
	v.p = PX_TOP; /* an error was reported */
      break;
    case PX_AT_THREAD: v.p = { PX_THREAD, 1 }; break;
    case PX_AT_GRID: v.p = { PX_GRID, 1 }; break;
    case PX_AT_NONE: break;
    }
  tree lhs = gimple_call_lhs (s);
  if (lhs && POINTER_TYPE_P (TREE_TYPE (lhs)))
    for (unsigned i = 0; i < gimple_call_num_args (s); i++)
      for (int k : px_value_of (gimple_call_arg (s, i)).views)
	px_merge_views (&v.views, { mapped_view (k) });
  return v;
}

/* Returns the view to which the pointer, of perspective P, in the result of call S leads:
   memory whose address was loaded, or the target of an argument.  */
int
px_result_view (gimple *s, px_persp p)
{
  std::pair<std::map<gimple *, int>::iterator, bool> i
    = px_known->result_views.insert ({ s, (int) px_known->views.size () });
  if (i.second)
    px_known->views.push_back ({ NULL_TREE, p, 0, {}, true, false, true, px_call_refused_p (s) });
  std::vector<int> from;
  for (unsigned k = 0; k < gimple_call_num_args (s); k++)
    {
      tree arg = gimple_call_arg (s, k);
      if (POINTER_TYPE_P (TREE_TYPE (arg)))
	px_merge_views (&from, px_value_of (arg).views);
      for (const px_member &m : px_members_of (arg))
	px_merge_views (&from, m.views);
    }
  px_view &v = px_known->views[i.first->second];
  px_known->changed |= v.source != from;
  v.source = from;
  for (int k : from)
    v.persp = px_narrowest (v.persp, px_known->views[k].persp);
  return i.first->second;
}

bool
px_count_p (gimple *s)
{
  return integer_onep (gimple_call_arg (s, 1));
}

px_value
px_result_of (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  px_value v;
  if (px_named_p (f, "__px_id"))
    {
      if (!px_id_target (s, &v.p))
	v.p = { PX_GRID, 1 }; /* an error was reported */
      else if (px_count_p (s))
	v.p = { PX_GRID, 1 };
      return v;
    }
  if (px_atomic_p (f))
    {
      v.p = { PX_THREAD, 1 };
      return v;
    }
  if (const px_intrinsic *x = px_intrinsic_of (f))
    return intrinsic_result (s, x);
  if (const px_fragment_op *o = px_fragment_op_of (f))
    {
      if (o->id != PX_FO_count)
	v.p = { PX_THREAD, 1 };
      return v;
    }
  if (px_operator_p (f, s))
    {
      for (unsigned i = 0; i < gimple_call_num_args (s); i++)
	v = px_meet (v, px_value_of (gimple_call_arg (s, i)));
      if (gimple_call_flags (s) & ECF_PURE)
	v.p = px_operands_persp (s); /* including memory */
      return v;
    }
  if (f && px_device_fn_p (f))
    {
      if (!px_declared_persp (f, &v.p))
	v.p = px_code_persp (f);
    }
  else
    v.p = px_library_value (s);
  tree lhs = gimple_call_lhs (s);
  if (lhs
      && (POINTER_TYPE_P (TREE_TYPE (lhs))
	  || (px_address_p (TREE_TYPE (lhs)) && f && px_device_fn_p (f))))
    {
      int i = px_result_view (s, v.p);
      px_known->views[i].number = !POINTER_TYPE_P (TREE_TYPE (lhs));
      if (!px_known->views[i].number || !px_known->views[i].source.empty ())
	v.views.push_back (i);
    }
  return v;
}
