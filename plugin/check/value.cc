/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where values live, and what pointers point to (manual: data perspectives, D1).

   Every value has a perspective and, if it is a pointer, the views that it may
   come from.  Variables have theirs by declaration; those of temporaries, and
   the views of pointer variables, are the least fixed point over all
   assignments, whatever their order.

   Needs, leaves: as plugin/check/rules.cc, whose rules ask px_value_of and its like
   between px_find_values and px_forget_values.  */

#include "plugin/check/check-int.h"

/* All that is known of the function at hand.  */
static struct values
{
  tree fn;
  std::deque<px_view> views;
  std::map<tree, int> view_of; /* by declaration */
  std::map<tree, int>
    own_view; /* of views and of parameters that are pointers: the pointer itself */
  std::map<tree, px_value> temps; /* temporaries, and pointer variables */
  std::map<std::pair<tree, HOST_WIDE_INT>, std::vector<int>> inside;
  /* what the pointers in a local array or
					   struct point to, by byte (-1: any) */
  std::map<std::pair<tree, HOST_WIDE_INT>, int> member_views;
  /* those of parameters by value */
  std::map<gimple *, int> result_views; /* of calls: what the pointers lead to that they give */
  std::vector<int> stored;		/* what addresses in memory, and in values that collectives
					   give, lead to */
  std::vector<px_branch> branches;
  std::map<gimple *, px_persp> control; /* perspective of the expressions'
					   conditions that decide on it */
  bool changed;
} * V;

static const px_value nothing = { PX_TOP, {} };
static void assign (tree d, px_value v);

void
px_merge_views (std::vector<int> *to, const std::vector<int> &from)
{
  for (int v : from)
    {
      std::vector<int>::iterator i = std::lower_bound (to->begin (), to->end (), v);
      if (i == to->end () || *i != v)
	to->insert (i, v);
    }
}

static px_value
meet (px_value a, const px_value &b)
{
  a.p = px_narrowest (a.p, b.p);
  px_merge_views (&a.views, b.views);
  return a;
}

bool
px_temporary_p (tree d)
{
  return (TREE_CODE (d) == SSA_NAME && !SSA_NAME_VAR (d))
	 || (VAR_P (d) && !TREE_STATIC (d) && !DECL_EXTERNAL (d)
	     && (DECL_ARTIFICIAL (d) || !DECL_NAME (d)));
}

tree
px_variable_of (tree t)
{
  return TREE_CODE (t) == SSA_NAME && SSA_NAME_VAR (t) ? SSA_NAME_VAR (t) : t;
}

bool
px_global_p (tree d)
{
  return VAR_P (d) && !px_shared_p (d) && (TREE_STATIC (d) || DECL_EXTERNAL (d));
}

bool
px_in_memory_p (tree t)
{
  return VAR_P (t) && (px_shared_p (t) || px_global_p (t));
}

bool
px_local_view_p (int i)
{
  const px_view &v = V->views[i];
  return v.decl && !v.region
	 && (VAR_P (v.decl) ? !px_in_memory_p (v.decl)
			    : TREE_CODE (v.decl) == PARM_DECL
				&& (v.own || !POINTER_TYPE_P (TREE_TYPE (v.decl))));
}

/* Where variable or parameter D of FN lives (D1): declared, or that of the code
   where it is declared; a view lives where its construct narrows to.  */
static px_persp
persp_in (tree d, tree fn)
{
  px_persp p;
  int r = px_stamp (d, "px view");
  if (r)
    {
      const px_region &c = px_region_at (r);
      if (c.kind != PX_R_ASYNC)
	return { c.level, c.n ? c.n : 1 };
      return px_code_persp_in (r, fn);
    }
  if (px_declared_persp (d, &p))
    return p;
  if (px_global_p (d))
    return { PX_GRID, 1 };
  p = px_code_persp_in (px_stamp (d, "px region"), fn);
  if (px_shared_p (d) && p.level == PX_BLOCK) /* else reported (D3) */
    p.n = 1;
  return p;
}

px_persp
px_variable_persp (tree d)
{
  tree fn = DECL_CONTEXT (DECL_ORIGIN (d));
  return persp_in (d, fn && TREE_CODE (fn) == FUNCTION_DECL ? fn : current_function_decl);
}

px_persp
px_persp_of (tree d)
{
  return persp_in (d, V->fn);
}

int
px_view_of (tree d)
{
  std::map<tree, int>::iterator i = V->view_of.find (d);
  if (i != V->view_of.end ())
    return i->second;
  px_view v;
  v.decl = d;
  v.region = px_stamp (d, "px view");
  v.read_only = false;
  v.persp = px_persp_of (d);
  v.refused
    = (px_shared_p (d) && v.persp.level != PX_BLOCK) || !px_checkable_p (d); /* D3, __slots */
  if (px_temporary_p (d) && V->temps.count (d))
    v.persp = px_narrowest (v.persp, V->temps[d].p);
  V->views.push_back (v);
  V->view_of[d] = V->views.size () - 1;
  return V->views.size () - 1;
}

/* The view that the address of D, a variable or parameter, is.  */
static int
address_view (tree d)
{
  if (!px_stamp (d, "px view") && (TREE_CODE (d) != PARM_DECL || !POINTER_TYPE_P (TREE_TYPE (d))))
    return px_view_of (d);
  auto i = V->own_view.insert ({ d, (int) V->views.size () });
  if (i.second)
    {
      px_view v = { d, px_persp_of (d), 0, {}, false };
      v.own = true;
      V->views.push_back (v);
    }
  return i.first->second;
}

/* The view that pointer member F at byte AT of parameter PARM is.  */
static int
member_view (tree parm, tree f, HOST_WIDE_INT at)
{
  std::map<std::pair<tree, HOST_WIDE_INT>, int>::iterator i = V->member_views.find ({ parm, at });
  if (i != V->member_views.end ())
    return i->second;
  px_view v = { f, px_code_persp (V->fn), 0, {}, false };
  px_declared_persp (f, &v.persp);
  V->views.push_back (v);
  V->member_views[{ parm, at }] = V->views.size () - 1;
  return V->views.size () - 1;
}

/* Where bytes of an address of one of VIEWS live, if that may be lost: every thread has a
   local variable of its own there.  */
static px_persp
bytes_persp (const std::vector<int> &views)
{
  px_persp p = PX_TOP;
  for (int i : views)
    if (px_local_view_p (i))
      p = px_narrowest (p, V->views[i].persp);
  return p;
}

/* Memory at an address that was itself loaded, with value perspective P.  */
static int
loaded_view (px_persp p)
{
  p = px_narrowest (p, bytes_persp (V->stored));
  for (size_t i = 0; i < V->views.size (); i++)
    if (!V->views[i].decl && !V->views[i].given && px_same (V->views[i].persp, p))
      return i;
  V->views.push_back ({ NULL_TREE, p, 0, {}, true });
  return V->views.size () - 1;
}

px_persp
px_indices_of (tree t, tree *base)
{
  px_persp p = PX_TOP;
  for (; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == ARRAY_REF || TREE_CODE (t) == ARRAY_RANGE_REF)
      p = px_narrowest (p, px_value_of (TREE_OPERAND (t, 1)).p);
  if (TREE_CODE (t) == MEM_REF || TREE_CODE (t) == TARGET_MEM_REF)
    {
      px_value a = px_value_of (TREE_OPERAND (t, 0));
      /* The address of a variable, written as memory.  */
      if (TREE_CODE (TREE_OPERAND (t, 0)) == ADDR_EXPR)
	{
	  tree inner = TREE_OPERAND (TREE_OPERAND (t, 0), 0);
	  return px_narrowest (p, px_indices_of (inner, base));
	}
      p = px_narrowest (p, a.p);
    }
  *base = t;
  return p;
}

/* Local variable or parameter that reference T names a part of, and the byte
   where it starts, -1 if that is not constant; NULL: other memory.  */
static tree
part_of (tree t, HOST_WIDE_INT *at)
{
  poly_int64 off = 0;
  tree base = t;
  if (!DECL_P (t))
    {
      base = get_addr_base_and_unit_offset (t, &off);
      if (!base)
	{
	  off = -1;
	  base = get_base_address (t);
	}
    }
  *at = base ? off.to_constant () : 0;
  base = base ? px_variable_of (base) : NULL_TREE;
  return base && ((VAR_P (base) && !px_in_memory_p (base)) || TREE_CODE (base) == PARM_DECL)
	   ? base
	   : NULL_TREE;
}

/* The byte of local variable D where T starts, a reference through a pointer to it; -1: not
   known.  */
static HOST_WIDE_INT
byte_through (tree t, tree d)
{
  poly_int64 off;
  tree base = get_addr_base_and_unit_offset (t, &off);
  bool start = base && TREE_CODE (base) == MEM_REF && integer_zerop (TREE_OPERAND (base, 1))
	       && TYPE_MAIN_VARIANT (TREE_TYPE (base)) == TYPE_MAIN_VARIANT (TREE_TYPE (d));
  return start ? off.to_constant () : -1;
}

/* Can a variable of TYPE hold an address: as a pointer, or an integer as wide?  */
static bool
address_p (tree type)
{
  return POINTER_TYPE_P (type) || (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= POINTER_SIZE);
}

/* The pointers of TYPE, a structure or union at byte AT, of an array as one.  */
static void
pointers_of (tree type, HOST_WIDE_INT at, std::vector<px_member> *list)
{
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    {
      if (TREE_CODE (f) != FIELD_DECL || DECL_BIT_FIELD (f))
	continue;
      tree t = TREE_TYPE (f);
      while (TREE_CODE (t) == ARRAY_TYPE)
	t = TREE_TYPE (t);
      HOST_WIDE_INT start = at + int_byte_position (f);
      if (POINTER_TYPE_P (t))
	list->push_back ({ f, t, start, {} });
      else if (RECORD_OR_UNION_TYPE_P (t))
	pointers_of (t, start, list);
    }
}

/* What the pointers at byte AT of local variable D, SIZE bytes, may point to.  */
static std::vector<int>
views_inside (tree d, HOST_WIDE_INT at, HOST_WIDE_INT size = 1)
{
  std::vector<int> v;
  for (auto &i : V->inside)
    if (i.first.first == d
	&& (at < 0 || i.first.second < 0 || (i.first.second >= at && i.first.second < at + size)))
      px_merge_views (&v, i.second);
  if (address_p (TREE_TYPE (d)))
    {
      if (V->temps.count (d))
	px_merge_views (&v, V->temps[d].views);
      if ((TREE_CODE (d) == PARM_DECL && POINTER_TYPE_P (TREE_TYPE (d))) || px_stamp (d, "px view"))
	px_merge_views (&v, { px_view_of (d) });
    }
  else if (TREE_CODE (d) == PARM_DECL && RECORD_OR_UNION_TYPE_P (TREE_TYPE (d)))
    {
      std::vector<px_member> list;
      pointers_of (TREE_TYPE (d), 0, &list);
      for (const px_member &m : list)
	if (at < 0 || (m.at < at + size && at < m.at + int_size_in_bytes (TREE_TYPE (m.field))))
	  px_merge_views (&v, { member_view (d, m.field, m.at) });
    }
  return v;
}

std::vector<px_member>
px_members_of (tree t)
{
  std::vector<px_member> list;
  if (RECORD_OR_UNION_TYPE_P (TREE_TYPE (t)))
    pointers_of (TREE_TYPE (t), 0, &list);
  if (list.empty ())
    return list;
  HOST_WIDE_INT from;
  tree d = part_of (t, &from), base = get_base_address (t);
  for (px_member &m : list)
    {
      HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (m.field));
      if (d)
	{
	  m.views = views_inside (d, from < 0 ? -1 : from + m.at, size > 0 ? size : 1);
	  if (TREE_CODE (d) == PARM_DECL && from >= 0)
	    px_merge_views (&m.views, { member_view (d, m.field, from + m.at) });
	  continue;
	}
      bool local = base && TREE_CODE (base) == MEM_REF;
      if (local)
	for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
	  {
	    local &= px_local_view_p (i);
	    if (local)
	      px_merge_views (&m.views, views_inside (V->views[i].decl, -1));
	  }
      if (!local)
	m.views = { loaded_view (px_value_of (t).p) };
    }
  return list;
}

/* What pointers in T, a part of local variables, maybe through a pointer to them, may point
   to.  */
static std::vector<int>
views_in_part (tree t)
{
  HOST_WIDE_INT at, size = int_size_in_bytes (TREE_TYPE (t));
  std::vector<int> v;
  tree base = get_base_address (t);
  if (tree d = part_of (t, &at))
    return views_inside (d, at, size);
  if (base && TREE_CODE (base) == MEM_REF)
    for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
      if (px_local_view_p (i))
	px_merge_views (&v,
			views_inside (V->views[i].decl, byte_through (t, V->views[i].decl), size));
  return v;
}

/* Views that may not be kept in variable D leave its value: they are told (D5).  */
static std::vector<int>
that_stay (tree d, const std::vector<int> &views)
{
  std::vector<int> stay;
  int inner = px_stamp (d, "px region");
  for (int i : views)
    if (!V->views[i].region || px_region_in (inner, V->views[i].region))
      stay.push_back (i);
  return stay;
}

/* V is written through a pointer to one of VIEWS by S: what has no name lives where its
   value does (D1).  */
static void
assign_through (gimple *s, const std::vector<int> &views, px_value v)
{
  v.p = px_narrowest (v.p, px_code_persp_in (px_region_of (s), V->fn));
  v.views.clear ();
  for (int i : views)
    if (px_local_view_p (i) && px_temporary_p (V->views[i].decl))
      assign (V->views[i].decl, v);
}

/* A pointer with VIEWS, or bytes of some, is stored at byte AT of D.  */
static void
put_inside (tree d, HOST_WIDE_INT at, const std::vector<int> &views, bool all = false)
{
  if (views.empty ())
    return;
  std::vector<int> &v = V->inside[{ d, at }];
  size_t n = v.size ();
  px_merge_views (&v, all || px_temporary_p (d) ? views : that_stay (d, views));
  V->changed |= v.size () != n;
}

/* SIZE bytes at byte FROM of local variable E, which may hold pointers, are copied to byte AT
   of D.  */
static void
copy_inside (tree d, HOST_WIDE_INT at, tree e, HOST_WIDE_INT from, HOST_WIDE_INT size)
{
  std::map<std::pair<tree, HOST_WIDE_INT>, std::vector<int>> inside = V->inside;
  for (const auto &i : inside)
    {
      HOST_WIDE_INT byte = i.first.second;
      if (i.first.first != e || (byte >= 0 && from >= 0 && (byte < from || byte >= from + size)))
	continue;
      put_inside (d, at < 0 || from < 0 || byte < 0 ? -1 : at + byte - from, i.second);
    }
}

/* Addresses that lead to VIEWS go where any address may come from that is loaded.  */
static void
store_addresses (const std::vector<int> &views)
{
  size_t n = V->stored.size ();
  for (int i : views)
    if (!V->views[i].region)
      px_merge_views (&V->stored, { i });
  V->changed |= V->stored.size () != n;
}

/* S calls a function of the C library that writes to VIEWS, maybe what its other arguments
   lead to.  */
static void
library_writes (gimple *s, const std::vector<int> &views)
{
  assign_through (s, views, { px_library_value (s), {} });
  for (int to : views)
    for (unsigned i = 0; i < gimple_call_num_args (s); i++)
      for (int from : px_value_of (gimple_call_arg (s, i)).views)
	if (from != to && px_local_view_p (from))
	  {
	    if (px_local_view_p (to))
	      put_inside (V->views[to].decl, -1, views_inside (V->views[from].decl, -1));
	    else
	      store_addresses (views_inside (V->views[from].decl, -1));
	  }
}

/* May pointers in memory of TYPE lead to objects of TO?  */
static bool
may_lead_to_p (tree type, tree to)
{
  type = strip_array_types (type);
  if (POINTER_TYPE_P (type))
    {
      tree t = TYPE_MAIN_VARIANT (strip_array_types (TREE_TYPE (type)));
      return VOID_TYPE_P (t) || VOID_TYPE_P (to) || t == TYPE_MAIN_VARIANT (strip_array_types (to));
    }
  if (!RECORD_OR_UNION_TYPE_P (type) || !COMPLETE_TYPE_P (type))
    return address_p (type) || !COMPLETE_TYPE_P (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && may_lead_to_p (TREE_TYPE (f), to))
      return true;
  return false;
}

/* Call S may leave what it is given in the local variables that its arguments lead to: views of
   constructs, too, which then leave their bodies with them.  */
static void
stored_in_locals (gimple *s)
{
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      if (!px_writable_argument_p (s, i))
	continue;
      tree type = TREE_TYPE (TREE_TYPE (gimple_call_arg (s, i)));
      std::vector<int> from;
      for (unsigned k = 0; k < gimple_call_num_args (s); k++)
	{
	  tree arg = gimple_call_arg (s, k);
	  if (k == i)
	    continue;
	  if (!POINTER_TYPE_P (TREE_TYPE (arg))
	      || may_lead_to_p (type, TREE_TYPE (TREE_TYPE (arg))))
	    px_merge_views (&from, px_value_of (arg).views);
	  for (const px_member &m : px_members_of (arg))
	    px_merge_views (&from, m.views);
	}
      for (int to : px_value_of (gimple_call_arg (s, i)).views)
	if (px_local_view_p (to))
	  {
	    from.erase (std::remove (from.begin (), from.end (), to), from.end ());
	    put_inside (V->views[to].decl, -1, from, true);
	  }
    }
}

/* Addresses that call S puts in memory, or gives to other threads.  */
static void
call_stores (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  const px_intrinsic *x = px_intrinsic_of (f);
  bool keeps = px_may_store_arguments_p (s);
  if (keeps)
    stored_in_locals (s);
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    if (keeps
	|| (x ? i < x->operands.size () && x->operands[i].role < PX_ROLE_ADDRESS
	      : i && px_atomic_p (f) && !POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, i)))))
      store_addresses (px_value_of (gimple_call_arg (s, i)).views);
}

/* What reading memory reference T gives.  */
static px_value
load_of (tree t)
{
  tree base;
  px_value v = nothing;
  px_persp index = px_indices_of (t, &base);
  v.p = index;
  if (TREE_THIS_VOLATILE (t))
    v.p = { PX_THREAD, 1 };
  else if (DECL_P (base) || TREE_CODE (base) == SSA_NAME)
    {
      tree d = px_variable_of (base);
      if (px_temporary_p (d))
	{
	  px_value w = V->temps.count (d) ? V->temps[d] : nothing;
	  v = meet (v, w);
	}
      else if (!px_global_p (d) || !px_constant_p (d))
	v.p = px_narrowest (v.p, px_persp_of (d));
    }
  else if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
    for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
      v.p = px_narrowest (v.p, V->views[i].persp);
  if (address_p (TREE_TYPE (t)) && v.views.empty ())
    {
      HOST_WIDE_INT at;
      tree d = part_of (t, &at);
      /* The pointers of an array are one view.  */
      tree member = t;
      while (TREE_CODE (member) == ARRAY_REF)
	member = TREE_OPERAND (member, 0);
      HOST_WIDE_INT start = -1;
      bool known = d && TREE_CODE (d) == PARM_DECL && TREE_CODE (member) == COMPONENT_REF
		   && part_of (member, &start) == d && start >= 0;
      if (known)
	v.views = { member_view (d, TREE_OPERAND (member, 1), start) };
      if (d && !px_temporary_p (d))
	px_merge_views (&v.views,
			views_inside (d, known ? start : at,
				      int_size_in_bytes (TREE_TYPE (known ? member : t))));
      /* Through a pointer to local variables.  */
      bool local = !d && TREE_CODE (base) == MEM_REF;
      if (local)
	for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
	  {
	    local &= px_local_view_p (i);
	    if (local)
	      px_merge_views (&v.views,
			      views_inside (V->views[i].decl, byte_through (t, V->views[i].decl),
					    int_size_in_bytes (TREE_TYPE (t))));
	  }
      if (POINTER_TYPE_P (TREE_TYPE (t)) && (v.views.empty () || (!d && !local)))
	v.views = { loaded_view (v.p) };
    }
  else if (is_gimple_reg_type (TREE_TYPE (t)))
    v.p = px_narrowest (v.p, bytes_persp (views_in_part (t)));
  return v;
}

px_value
px_value_of (tree t)
{
  px_value v = nothing;
  if (!t)
    return v;
  if (DECL_P (t) || TREE_CODE (t) == SSA_NAME)
    t = px_variable_of (t);
  switch (TREE_CODE (t))
    {
    case SSA_NAME: return V->temps.count (t) ? V->temps[t] : v;
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
      if (px_temporary_p (t))
	return V->temps.count (t) ? V->temps[t] : v;
      if (px_global_p (t))
	return load_of (t);
      v.p = px_persp_of (t);
      if (address_p (TREE_TYPE (t)))
	{
	  if (px_stamp (t, "px view"))
	    v.views.push_back (px_view_of (t));
	  else
	    v.views = views_inside (t, 0);
	}
      return v;
    case ADDR_EXPR:
      {
	tree base;
	v.p = px_indices_of (TREE_OPERAND (t, 0), &base);
	if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
	  v.views = px_value_of (TREE_OPERAND (base, 0)).views;
	else if (VAR_P (base) || TREE_CODE (base) == PARM_DECL)
	  v.views.push_back (address_view (px_variable_of (base)));
	return v;
      }
    case MEM_REF:
    case TARGET_MEM_REF:
    case COMPONENT_REF:
    case ARRAY_REF:
    case ARRAY_RANGE_REF:
    case BIT_FIELD_REF:
    case REALPART_EXPR:
    case IMAGPART_EXPR:
    case VIEW_CONVERT_EXPR: return load_of (t);
    case CONSTRUCTOR:
      {
	tree e;
	unsigned i;
	FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (t), i, e)
	  v = meet (v, px_value_of (e));
	return v;
      }
    default:
      if (EXPR_P (t))
	for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	  v = meet (v, px_value_of (TREE_OPERAND (t, i)));
      return v;
    }
}

/* ---- results of calls ------------------------------------------------- */

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
  /* Of the atomic ones this has what was found instead of what was expected.  */
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
	p = px_narrowest (p, V->views[k].persp);
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

/* View I in another block of the cluster.  */
static int
mapped_view (int i)
{
  for (size_t k = 0; k < V->views.size (); k++)
    if (V->views[k].mapped && V->views[k].source[0] == i)
      return k;
  px_view v = V->views[i];
  v.source = { i };
  v.read_only = v.mapped = true;
  V->views.push_back (v);
  return V->views.size () - 1;
}

/* What a call of intrinsic X gives.  */
static px_value
intrinsic_result (gimple *s, const px_intrinsic *x)
{
  px_value v = nothing;
  switch (x->at)
    {
    case PX_AT_OPERANDS:
    case PX_AT_LOAD: v.p = px_operands_persp (s); break;
    case PX_AT_CODE:
      if (!px_collective_of (s, &v.p))
	v.p = PX_TOP; /* reported */
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

/* What the pointer at P leads to that call S gives: memory whose address was loaded, or that
   of an argument.  */
static int
result_view (gimple *s, px_persp p)
{
  std::pair<std::map<gimple *, int>::iterator, bool> i
    = V->result_views.insert ({ s, (int) V->views.size () });
  if (i.second)
    V->views.push_back ({ NULL_TREE, p, 0, {}, true, false, true, px_call_refused_p (s) });
  std::vector<int> from;
  for (unsigned k = 0; k < gimple_call_num_args (s); k++)
    {
      tree arg = gimple_call_arg (s, k);
      if (POINTER_TYPE_P (TREE_TYPE (arg)))
	px_merge_views (&from, px_value_of (arg).views);
      for (const px_member &m : px_members_of (arg))
	px_merge_views (&from, m.views);
    }
  px_view &v = V->views[i.first->second];
  V->changed |= v.source != from;
  v.source = from;
  for (int k : from)
    v.persp = px_narrowest (v.persp, V->views[k].persp);
  return i.first->second;
}

bool
px_count_p (gimple *s)
{
  return integer_onep (gimple_call_arg (s, 1));
}

static px_value
result_of (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  px_value v = nothing;
  if (px_named_p (f, "__px_id"))
    {
      if (!px_id_target (s, &v.p))
	v.p = { PX_GRID, 1 }; /* reported */
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
	v = meet (v, px_value_of (gimple_call_arg (s, i)));
      if (gimple_call_flags (s) & ECF_PURE)
	v.p = px_operands_persp (s); /* of memory, too */
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
	  || (address_p (TREE_TYPE (lhs)) && f && px_device_fn_p (f))))
    {
      int i = result_view (s, v.p);
      V->views[i].number = !POINTER_TYPE_P (TREE_TYPE (lhs));
      if (!V->views[i].number || !V->views[i].source.empty ())
	v.views.push_back (i);
    }
  return v;
}

/* ---- conditions ------------------------------------------------------- */

/* May S stand in an arm of ?:, && or || that stays an expression?  */
static bool
arm_statement_p (gimple *s)
{
  switch (gimple_code (s))
    {
    case GIMPLE_LABEL:
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_DEBUG:
    case GIMPLE_COND:
    case GIMPLE_GOTO: return true;
    case GIMPLE_CALL:
      {
	const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
	if (!px_operator_p (gimple_call_fndecl (s), s)
	    && !px_named_p (gimple_call_fndecl (s), "__px_id") && !(o && o->id == PX_FO_get))
	  return false;
	break;
      }
    case GIMPLE_ASSIGN:
      if (gimple_has_volatile_ops (s))
	return false;
      break;
    default: return false;
    }
  tree lhs = gimple_get_lhs (s);
  while (lhs && handled_component_p (lhs))
    lhs = TREE_OPERAND (lhs, 0);
  return lhs && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME)
	 && px_temporary_p (px_variable_of (lhs));
}

/* What the function returns, if it does in several places.  */
static tree
returned_temporary ()
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    if (greturn *s = safe_dyn_cast<greturn *> (last_stmt (e->src)))
      if (tree t = gimple_return_retval (s))
	if (px_temporary_p (px_variable_of (t)))
	  return t;
  return NULL_TREE;
}

static px_branch
branch_of (basic_block bb, gimple *cond)
{
  bool loop, returns = px_decides_return (cond, &loop);
  px_branch b = { cond, !returns, returns && !loop, {} };
  basic_block join = get_immediate_dominator (CDI_POST_DOMINATORS, bb);
  std::vector<basic_block> todo;
  hash_set<basic_block> seen;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest != join && !seen.add (e->dest))
      todo.push_back (e->dest);
  tree result = returns ? returned_temporary () : NULL_TREE;
  while (!todo.empty () && (b.expression || returns))
    {
      basic_block x = todo.back ();
      todo.pop_back ();
      if (x == bb || x == EXIT_BLOCK_PTR_FOR_FN (cfun))
	b.expression = false;
      else
	for (gimple_stmt_iterator i = gsi_start_bb (x); !gsi_end_p (i); gsi_next (&i))
	  {
	    b.expression &= arm_statement_p (gsi_stmt (i));
	    if (!returns || (result && gimple_get_lhs (gsi_stmt (i)) == result))
	      b.decided.push_back (gsi_stmt (i));
	  }
      FOR_EACH_EDGE (e, ei, x->succs)
	if (e->dest != join && !seen.add (e->dest))
	  todo.push_back (e->dest);
    }
  /* Arms without any assignment decide on where the flow goes on.  */
  bool any = false;
  for (gimple *s : b.decided)
    any |= gimple_get_lhs (s) != NULL_TREE;
  b.expression &= any;
  return b;
}

px_persp
px_persp_of_condition (gimple *s)
{
  px_persp p = PX_TOP;
  for (unsigned i = 0; i < gimple_num_ops (s); i++)
    if (gimple_op (s, i) && (gimple_code (s) != GIMPLE_SWITCH || i == 0))
      p = px_narrowest (p, px_value_of (gimple_op (s, i)).p);
  return p;
}

/* ---- fixed point ------------------------------------------------------ */

/* D, a temporary or a pointer variable, is assigned V.  */
static void
assign (tree d, px_value v)
{
  d = px_variable_of (d);
  if (!px_temporary_p (d))
    {
      if (!DECL_P (d) || !address_p (TREE_TYPE (d)) || px_global_p (d) || px_stamp (d, "px view"))
	return;
      v.p = PX_TOP;
      v.views = that_stay (d, v.views);
    }
  std::pair<std::map<tree, px_value>::iterator, bool> i = V->temps.insert ({ d, v });
  if (i.second)
    {
      V->changed = true;
      return;
    }
  px_value &old = i.first->second, now = meet (old, v);
  if (!px_same (old.p, now.p) || old.views != now.views)
    {
      old = now;
      V->changed = true;
    }
}

/* Is operand K of S a distance, that to an address is no address?  */
static bool
distance_p (gimple *s, unsigned k)
{
  return k == 2 && is_gimple_assign (s) && gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR
	 && !px_value_of (gimple_assign_rhs1 (s)).views.empty ();
}

px_value
px_rhs_of (gimple *s)
{
  px_value v = nothing;
  if (is_gimple_call (s))
    v = result_of (s);
  else if (is_gimple_assign (s))
    {
      for (unsigned i = 1; i < gimple_num_ops (s); i++)
	{
	  px_value a = px_value_of (gimple_op (s, i));
	  if (distance_p (s, i))
	    a.views.clear ();
	  v = meet (v, a);
	}
      /* An address may pass through an integer, but not through a comparison; one
       that was made of an integer is like a loaded one.  */
      tree type = TREE_TYPE (gimple_assign_lhs (s));
      if (TREE_CODE_CLASS (gimple_assign_rhs_code (s)) == tcc_comparison
	  || gimple_assign_rhs_code (s) == POINTER_DIFF_EXPR)
	v.views.clear ();
      else if (is_gimple_reg_type (type) && !address_p (type))
	{
	  v.p = px_narrowest (v.p, bytes_persp (v.views));
	  if (INTEGRAL_TYPE_P (type))
	    v.views.clear ();
	}
      else if (POINTER_TYPE_P (type) && v.views.empty ()
	       && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
	       && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
	v.views.push_back (loaded_view (v.p));
    }
  std::map<gimple *, px_persp>::iterator c = V->control.find (s);
  if (c != V->control.end ())
    v.p = px_narrowest (v.p, c->second);
  return v;
}

bool
px_initialiser_p (gimple *s, tree d)
{
  int r = px_stamp (d, "px view");
  return r && !px_region_in (px_region_of (s), r);
}

static void
flow (gimple *s)
{
  tree lhs = gimple_get_lhs (s);
  if (gasm *a = dyn_cast<gasm *> (s))
    {
      /* An address that it gives may be one that it was given.  */
      px_value v = nothing;
      for (unsigned i = 0; i < gimple_asm_ninputs (a); i++)
	px_merge_views (&v.views, px_value_of (TREE_VALUE (gimple_asm_input_op (a, i))).views);
      for (unsigned i = 0; i < gimple_asm_noutputs (a); i++)
	if (tree t = TREE_VALUE (gimple_asm_output_op (a, i)); DECL_P (t) && !px_temporary_p (t))
	  assign (t, v);
      return;
    }
  if (is_gimple_call (s))
    call_stores (s);
  if (is_gimple_call (s))
    for (unsigned i = 0; i < gimple_call_num_args (s); i++)
      if (px_library_writes_p (s, i))
	library_writes (s, px_value_of (gimple_call_arg (s, i)).views);
  if (!lhs)
    return;
  px_value v = px_rhs_of (s);
  tree base = lhs;
  while (handled_component_p (base))
    base = TREE_OPERAND (base, 0);
  tree place;
  v.p = px_narrowest (v.p, px_indices_of (lhs, &place));
  if (DECL_P (base) || TREE_CODE (base) == SSA_NAME)
    assign (base, v);
  tree type = TREE_TYPE (lhs);
  if (address_p (type) || AGGREGATE_TYPE_P (type))
    {
      HOST_WIDE_INT at, from, size = int_size_in_bytes (type);
      tree rhs = gimple_assign_single_p (s) ? gimple_assign_rhs1 (s) : NULL_TREE;
      tree d = part_of (lhs, &at), e = rhs ? part_of (rhs, &from) : NULL_TREE;
      if (d && e)
	copy_inside (d, at, e, from, size);
      if (d && RECORD_OR_UNION_TYPE_P (type) && rhs
	  && (is_gimple_variable (rhs) || handled_component_p (rhs) || TREE_CODE (rhs) == MEM_REF))
	{
	  v.views.clear ();
	  for (const px_member &m : px_members_of (rhs))
	    put_inside (d, at < 0 ? at : at + m.at, m.views);
	}
      else if (AGGREGATE_TYPE_P (type))
	{
	  at = -1;
	  if (!is_gimple_call (s) || px_members_of (lhs).empty ())
	    v.views.clear ();
	  else if (!px_operator_p (gimple_call_fndecl (s), s))
	    v.views = { result_view (s, v.p) };
	  if (rhs && !(d && e))
	    v.views = views_in_part (rhs);
	}
      else if (size > POINTER_SIZE / BITS_PER_UNIT)
	at = -1; /* an integer that is several pointers */
      if (d && (d != px_variable_of (lhs) || AGGREGATE_TYPE_P (type)))
	put_inside (d, at, v.views);
      else if (!d && TREE_CODE (base) == MEM_REF)
	{
	  for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
	    if (px_local_view_p (i))
	      put_inside (V->views[i].decl,
			  AGGREGATE_TYPE_P (type) ? -1 : byte_through (lhs, V->views[i].decl),
			  v.views);
	    else
	      store_addresses (v.views);
	}
    }
  if (TREE_CODE (place) == MEM_REF || TREE_CODE (place) == TARGET_MEM_REF)
    assign_through (s, px_value_of (TREE_OPERAND (place, 0)).views, v);
  /* A view's sources are what its initialiser comes from.  */
  base = px_variable_of (base);
  if (DECL_P (base) && px_initialiser_p (s, base))
    {
      px_view &w = V->views[px_view_of (base)];
      size_t n = w.source.size ();
      px_merge_views (&w.source, v.views);
      V->changed |= w.source.size () != n;
      if (!v.views.empty ())
	{
	  bool ro = true;
	  for (int i : v.views)
	    ro &= V->views[i].read_only;
	  w.read_only = ro;
	}
    }
}

void
px_find_values (function *f)
{
  basic_block bb;
  V = new values;
  V->fn = f->decl;
  calculate_dominance_info (CDI_POST_DOMINATORS);
  FOR_EACH_BB_FN (bb, f)
    if (gimple *s = last_stmt (bb))
      if (gimple_code (s) == GIMPLE_COND || gimple_code (s) == GIMPLE_SWITCH)
	V->branches.push_back (branch_of (bb, s));
  free_dominance_info (CDI_POST_DOMINATORS);

  do
    {
      V->changed = false;
      for (const px_branch &b : V->branches)
	if (b.expression || !b.decided.empty ())
	  {
	    px_persp p = px_persp_of_condition (b.cond);
	    if (!b.expression && !px_broader (p, px_code_persp (V->fn)))
	      continue; /* told (C5) */
	    for (gimple *s : b.decided)
	      {
		std::map<gimple *, px_persp>::iterator i = V->control.insert ({ s, PX_TOP }).first;
		i->second = px_narrowest (i->second, p);
	      }
	  }
      FOR_EACH_BB_FN (bb, f)
	for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	  if (!gimple_clobber_p (gsi_stmt (i)))
	    flow (gsi_stmt (i));
      for (px_view &v : V->views)
	if (v.decl && px_temporary_p (v.decl) && V->temps.count (v.decl))
	  {
	    px_persp p = px_narrowest (v.persp, V->temps[v.decl].p);
	    V->changed |= !px_same (p, v.persp);
	    v.persp = p;
	  }
    }
  while (V->changed);
}

void
px_forget_values ()
{
  delete V;
  V = NULL;
}

/* ---- what others ask ---------------------------------------------------- */

const px_view &
px_view_at (int i)
{
  return V->views[i];
}
int
px_views ()
{
  return V->views.size ();
}
const std::vector<px_branch> &
px_branches ()
{
  return V->branches;
}

int
px_alias_group_of (tree d)
{
  return d && TREE_CODE (d) == PARM_DECL ? px_alias_group (V->fn, d) : 0;
}

tree
px_const_source (int i)
{
  for (int depth = 0; depth < 100; depth++)
    {
      const px_view &v = V->views[i];
      tree type = v.decl ? strip_array_types (TREE_TYPE (v.decl)) : NULL_TREE;
      if (px_local_view_p (i))
	return NULL_TREE;
      if (v.decl
	  && (VAR_P (v.decl) && !v.region ? px_in_memory_p (v.decl) && px_constant_p (v.decl)
					  : POINTER_TYPE_P (type) && px_reads_only_p (type)))
	return v.decl;
      if ((!v.region && !v.mapped) || v.source.size () != 1)
	break;
      i = v.source[0];
    }
  return NULL_TREE;
}

int
px_root_of (int v)
{
  for (int depth = 0; depth < 100; depth++)
    {
      const px_view &w = V->views[v];
      if ((!w.region && !w.mapped) || w.source.size () != 1)
	break;
      v = w.source[0];
    }
  /* Parameters that are one object: the first of them.  */
  if (int group = px_local_view_p (v) ? 0 : px_alias_group_of (V->views[v].decl))
    for (tree p = DECL_ARGUMENTS (V->fn); p; p = DECL_CHAIN (p))
      if (px_alias_group_of (p) == group)
	return px_view_of (p);
  return v;
}

std::vector<int>
px_with_arguments (std::vector<int> views)
{
  for (size_t n = 0; n < views.size ();)
    {
      n = views.size ();
      for (int i : std::vector<int> (views))
	if (V->views[i].given)
	  px_merge_views (&views, V->views[i].source);
	else if (!V->views[i].decl)
	  px_merge_views (&views, V->stored);
	else if (V->views[i].mapped) /* another unit's part */
	  px_merge_views (&views, { px_root_of (i) });
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

/* VIEWS without those that integers may be that calls gave.  */
static std::vector<int>
without_numbers (const std::vector<int> &views)
{
  std::vector<int> v;
  for (int i : views)
    if (!V->views[i].number)
      v.push_back (i);
  return v;
}

/* May an address be in memory of TYPE: as a pointer or as bytes of a number.  Halves of one are not
   looked for.  */
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
  return address_p (type) || !COMPLETE_TYPE_P (type) || VECTOR_TYPE_P (type)
	 || TYPE_PRECISION (type) == BITS_PER_UNIT;
}

std::vector<int>
px_views_found (gimple *s, unsigned i)
{
  tree f = gimple_call_fndecl (s), arg = gimple_call_arg (s, i);
  std::vector<int> all;
  if (!f || !px_device_fn_p (f) || px_intrinsic_of (f) || px_fragment_op_of (f)
      || !address_p (TREE_TYPE (arg)))
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
	inside = views_inside (V->views[k].decl, -1);
      else if (!leads_nowhere)
	inside = V->stored;
      px_merge_views (&all, inside);
      todo.insert (todo.end (), inside.begin (), inside.end ());
    }
  return all;
}

bool
px_leads_on_p (tree type)
{
  type = strip_array_types (type);
  /* Of prototypes GCC forgets what structures are.  */
  if (!RECORD_OR_UNION_TYPE_P (type) || !COMPLETE_TYPE_P (type))
    return POINTER_TYPE_P (type) || !COMPLETE_TYPE_P (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && px_leads_on_p (TREE_TYPE (f)))
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
	&& px_leads_on_p (TREE_TYPE (TREE_TYPE (gimple_call_arg (s, i)))))
      return true;
  return false;
}

bool
px_found_written_p (tree type)
{
  std::vector<px_member> list;
  tree to = POINTER_TYPE_P (type) ? strip_array_types (TREE_TYPE (type)) : type;
  if (RECORD_OR_UNION_TYPE_P (to))
    pointers_of (to, 0, &list);
  for (const px_member &m : list)
    if (!px_reads_only_p (m.type))
      return true;
  return POINTER_TYPE_P (to) && !px_reads_only_p (to);
}

std::vector<int>
px_views_inside (tree rhs)
{
  return views_in_part (rhs);
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
      /* An integer that was an address is used when it becomes one again.  */
      if (op && (DECL_P (op) || TREE_CODE (op) == SSA_NAME) && INTEGRAL_TYPE_P (TREE_TYPE (op))
	  && (!pointer || distance_p (s, k)) && !is_gimple_call (s) && !px_in_memory_p (op))
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
