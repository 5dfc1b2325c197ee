/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Perspectives of values, and targets of pointers (manual: data perspectives, D1).

   Every value has a perspective and, if it is a pointer, the views that it may
   point to.  Variables have theirs by declaration or initialiser.  Those of
   temporaries, and the views of pointer variables, are the least fixed point
   over all assignments, whatever their order.

   Needs, leaves: as plugin/check/rules.cc, whose rules call px_value_of and similar functions
   between px_find_values and px_forget_values.  */

#include "plugin/check/value-int.h"

px_known_values *px_known;

static void assign_value (tree d, px_value v);

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

px_value
px_meet (px_value a, const px_value &b)
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
  const px_view &v = px_known->views[i];
  return v.decl && !v.region
	 && (VAR_P (v.decl) ? !px_in_memory_p (v.decl)
			    : TREE_CODE (v.decl) == PARM_DECL
				&& (v.own || !POINTER_TYPE_P (TREE_TYPE (v.decl))));
}

/* Returns the perspective of variable or parameter D of FN (D1): the declared one, or that of
   the code where it is declared, or of the initialiser if that is narrower; for a view the one
   to which its construct narrows.  */
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
  if (px_known && px_known->initialised.count (d))
    p = px_narrowest (p, px_known->initialised[d]);
  if (px_shared_p (d) && p.level == PX_BLOCK) /* otherwise D3 was reported */
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
  return persp_in (d, px_known->fn);
}

int
px_view_of (tree d)
{
  std::map<tree, int>::iterator i = px_known->view_of.find (d);
  if (i != px_known->view_of.end ())
    return i->second;
  px_view v;
  v.decl = d;
  v.region = px_stamp (d, "px view");
  v.read_only = false;
  v.persp = px_persp_of (d);
  v.refused
    = (px_shared_p (d) && v.persp.level != PX_BLOCK) || !px_checkable_p (d); /* D3, __slots */
  if (px_temporary_p (d) && px_known->temps.count (d))
    v.persp = px_narrowest (v.persp, px_known->temps[d].p);
  px_known->views.push_back (v);
  px_known->view_of[d] = px_known->views.size () - 1;
  return px_known->views.size () - 1;
}

/* Returns the view that is the target of the address of D, a variable or parameter.  */
static int
address_view (tree d)
{
  if (!px_stamp (d, "px view") && (TREE_CODE (d) != PARM_DECL || !POINTER_TYPE_P (TREE_TYPE (d))))
    return px_view_of (d);
  auto i = px_known->own_view.insert ({ d, (int) px_known->views.size () });
  if (i.second)
    {
      px_view v = { d, px_persp_of (d), 0, {}, false };
      v.own = true;
      px_known->views.push_back (v);
    }
  return i.first->second;
}

/* Returns the view of pointer member F at offset AT of parameter PARM.  */
static int
member_view (tree parm, tree f, HOST_WIDE_INT at)
{
  std::map<std::pair<tree, HOST_WIDE_INT>, int>::iterator i
    = px_known->member_views.find ({ parm, at });
  if (i != px_known->member_views.end ())
    return i->second;
  px_view v = { f, px_code_persp (px_known->fn), 0, {}, false };
  px_declared_persp (f, &v.persp);
  px_known->views.push_back (v);
  px_known->member_views[{ parm, at }] = px_known->views.size () - 1;
  return px_known->views.size () - 1;
}

/* Returns the perspective of bytes of an address of one of VIEWS, in case the target is no
   longer known: every thread has a local variable of its own there.  */
static px_persp
bytes_persp (const std::vector<int> &views)
{
  px_persp p = PX_TOP;
  for (int i : views)
    if (px_local_view_p (i))
      p = px_narrowest (p, px_known->views[i].persp);
  return p;
}

/* Returns the view of memory at an address that was itself loaded, as a value of perspective P.  */
static int
loaded_view (px_persp p)
{
  p = px_narrowest (p, bytes_persp (px_known->stored));
  for (size_t i = 0; i < px_known->views.size (); i++)
    if (!px_known->views[i].decl && !px_known->views[i].given
	&& px_same (px_known->views[i].persp, p))
      return i;
  px_known->views.push_back ({ NULL_TREE, p, 0, {}, true });
  return px_known->views.size () - 1;
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
      /* The address of a variable, in the form of a memory reference.  */
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

/* Returns the local variable or parameter of which reference T names a part, and its offset in
   bytes, -1 if that is not constant; NULL: other memory.  */
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

/* Returns the offset in local variable D of T, a reference through a pointer to it; -1:
   unknown.  */
static HOST_WIDE_INT
byte_through (tree t, tree d)
{
  poly_int64 off;
  tree base = get_addr_base_and_unit_offset (t, &off);
  bool start = base && TREE_CODE (base) == MEM_REF && integer_zerop (TREE_OPERAND (base, 1))
	       && TYPE_MAIN_VARIANT (TREE_TYPE (base)) == TYPE_MAIN_VARIANT (TREE_TYPE (d));
  return start ? off.to_constant () : -1;
}

/* Returns true if a variable of TYPE can contain an address: a pointer, or an integer of that
   width.  */
bool
px_address_p (tree type)
{
  return POINTER_TYPE_P (type) || (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= POINTER_SIZE);
}

/* Appends the pointers in TYPE, a structure or union at offset AT, to LIST; those of an array
   as one.  */
void
px_pointers_of (tree type, HOST_WIDE_INT at, std::vector<px_member> *list)
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
	px_pointers_of (t, start, list);
    }
}

/* Returns the targets of the pointers in SIZE bytes from offset AT of local variable D.  */
std::vector<int>
px_views_held (tree d, HOST_WIDE_INT at, HOST_WIDE_INT size)
{
  std::vector<int> v;
  for (auto &i : px_known->inside)
    if (i.first.first == d
	&& (at < 0 || i.first.second < 0 || (i.first.second >= at && i.first.second < at + size)))
      px_merge_views (&v, i.second);
  if (px_address_p (TREE_TYPE (d)))
    {
      if (px_known->temps.count (d))
	px_merge_views (&v, px_known->temps[d].views);
      if ((TREE_CODE (d) == PARM_DECL && POINTER_TYPE_P (TREE_TYPE (d))) || px_stamp (d, "px view"))
	px_merge_views (&v, { px_view_of (d) });
    }
  else if (TREE_CODE (d) == PARM_DECL && RECORD_OR_UNION_TYPE_P (TREE_TYPE (d)))
    {
      std::vector<px_member> list;
      px_pointers_of (TREE_TYPE (d), 0, &list);
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
    px_pointers_of (TREE_TYPE (t), 0, &list);
  if (list.empty ())
    return list;
  HOST_WIDE_INT from;
  tree d = part_of (t, &from), base = get_base_address (t);
  for (px_member &m : list)
    {
      HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (m.field));
      if (d)
	{
	  m.views = px_views_held (d, from < 0 ? -1 : from + m.at, size > 0 ? size : 1);
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
	      px_merge_views (&m.views, px_views_held (px_known->views[i].decl, -1));
	  }
      if (!local)
	m.views = { loaded_view (px_value_of (t).p) };
    }
  return list;
}

/* Returns the targets of pointers in T, a part of local variables, perhaps through a pointer to
   them.  */
std::vector<int>
px_views_in_part (tree t)
{
  HOST_WIDE_INT at, size = int_size_in_bytes (TREE_TYPE (t));
  std::vector<int> v;
  tree base = get_base_address (t);
  if (tree d = part_of (t, &at))
    return px_views_held (d, at, size);
  if (base && TREE_CODE (base) == MEM_REF)
    for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
      if (px_local_view_p (i))
	px_merge_views (&v, px_views_held (px_known->views[i].decl,
					   byte_through (t, px_known->views[i].decl), size));
  return v;
}

/* Returns VIEWS without those that must not be kept in variable D, which are reported (D5).  */
static std::vector<int>
that_stay (tree d, const std::vector<int> &views)
{
  std::vector<int> stay;
  int inner = px_stamp (d, "px region");
  for (int i : views)
    if (!px_known->views[i].region || px_region_in (inner, px_known->views[i].region))
      stay.push_back (i);
  return stay;
}

/* S writes V through a pointer to one of VIEWS: memory without a name has the perspective of
   the values in it (D1).  */
static void
assign_through (gimple *s, const std::vector<int> &views, px_value v)
{
  v.p = px_narrowest (v.p, px_code_persp_in (px_region_of (s), px_known->fn));
  v.views.clear ();
  for (int i : views)
    if (px_local_view_p (i) && px_temporary_p (px_known->views[i].decl))
      assign_value (px_known->views[i].decl, v);
}

/* Stores a pointer with VIEWS, or bytes of some, at offset AT of D.  */
static void
put_inside (tree d, HOST_WIDE_INT at, const std::vector<int> &views, bool all = false)
{
  if (views.empty ())
    return;
  std::vector<int> &v = px_known->inside[{ d, at }];
  size_t n = v.size ();
  px_merge_views (&v, all || px_temporary_p (d) ? views : that_stay (d, views));
  px_known->changed |= v.size () != n;
}

/* Copies SIZE bytes, which may contain pointers, from offset FROM of local variable E to offset
   AT of D.  */
static void
copy_inside (tree d, HOST_WIDE_INT at, tree e, HOST_WIDE_INT from, HOST_WIDE_INT size)
{
  std::map<std::pair<tree, HOST_WIDE_INT>, std::vector<int>> inside = px_known->inside;
  for (const auto &i : inside)
    {
      HOST_WIDE_INT byte = i.first.second;
      if (i.first.first != e || (byte >= 0 && from >= 0 && (byte < from || byte >= from + size)))
	continue;
      put_inside (d, at < 0 || from < 0 || byte < 0 ? -1 : at + byte - from, i.second);
    }
}

/* Records that addresses of VIEWS are in memory, from where any address that is loaded may
   come.  */
static void
store_addresses (const std::vector<int> &views)
{
  size_t n = px_known->stored.size ();
  for (int i : views)
    if (!px_known->views[i].region)
      px_merge_views (&px_known->stored, { i });
  px_known->changed |= px_known->stored.size () != n;
}

/* S calls a function of the C library that writes to VIEWS, perhaps the targets of its other
   arguments.  */
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
	      put_inside (px_known->views[to].decl, -1,
			  px_views_held (px_known->views[from].decl, -1));
	    else
	      store_addresses (px_views_held (px_known->views[from].decl, -1));
	  }
}

/* Returns true if pointers in memory of TYPE may lead to objects of type TO.  */
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
    return px_address_p (type) || !COMPLETE_TYPE_P (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && may_lead_to_p (TREE_TYPE (f), to))
      return true;
  return false;
}

/* Call S may store its arguments in the local variables that other arguments lead to, also
   views of constructs, which then leave their bodies.  */
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
	    put_inside (px_known->views[to].decl, -1, from, true);
	  }
    }
}

/* Records addresses that call S stores in memory, or passes to other threads.  */
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

/* Returns the value of reading memory reference T.  */
static px_value
load_of (tree t)
{
  tree base;
  px_value v;
  px_persp index = px_indices_of (t, &base);
  v.p = index;
  if (TREE_THIS_VOLATILE (t))
    v.p = { PX_THREAD, 1 };
  else if (DECL_P (base) || TREE_CODE (base) == SSA_NAME)
    {
      tree d = px_variable_of (base);
      if (px_temporary_p (d))
	{
	  px_value w = px_known->temps.count (d) ? px_known->temps[d] : px_value ();
	  v = px_meet (v, w);
	}
      else if (!px_global_p (d) || !px_constant_p (d))
	v.p = px_narrowest (v.p, px_persp_of (d));
    }
  else if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
    for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
      v.p = px_narrowest (v.p, px_known->views[i].persp);
  if (px_address_p (TREE_TYPE (t)) && v.views.empty ())
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
			px_views_held (d, known ? start : at,
				       int_size_in_bytes (TREE_TYPE (known ? member : t))));
      /* Through a pointer to local variables.  */
      bool local = !d && TREE_CODE (base) == MEM_REF;
      if (local)
	for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
	  {
	    local &= px_local_view_p (i);
	    if (local)
	      px_merge_views (&v.views, px_views_held (px_known->views[i].decl,
						       byte_through (t, px_known->views[i].decl),
						       int_size_in_bytes (TREE_TYPE (t))));
	  }
      if (POINTER_TYPE_P (TREE_TYPE (t)) && (v.views.empty () || (!d && !local)))
	v.views = { loaded_view (v.p) };
    }
  else if (is_gimple_reg_type (TREE_TYPE (t)))
    v.p = px_narrowest (v.p, bytes_persp (px_views_in_part (t)));
  return v;
}

px_value
px_value_of (tree t)
{
  px_value v;
  if (!t)
    return v;
  if (DECL_P (t) || TREE_CODE (t) == SSA_NAME)
    t = px_variable_of (t);
  switch (TREE_CODE (t))
    {
    case SSA_NAME: return px_known->temps.count (t) ? px_known->temps[t] : v;
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
      if (px_temporary_p (t))
	return px_known->temps.count (t) ? px_known->temps[t] : v;
      if (px_global_p (t))
	return load_of (t);
      v.p = px_persp_of (t);
      if (px_address_p (TREE_TYPE (t)))
	{
	  if (px_stamp (t, "px view"))
	    v.views.push_back (px_view_of (t));
	  else
	    v.views = px_views_held (t, 0);
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
	  v = px_meet (v, px_value_of (e));
	return v;
      }
    default:
      if (EXPR_P (t))
	for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	  v = px_meet (v, px_value_of (TREE_OPERAND (t, i)));
      return v;
    }
}

/* ---- fixed point ------------------------------------------------------ */

/* Assigns V to D, a temporary or a pointer variable.  */
static void
assign_value (tree d, px_value v)
{
  d = px_variable_of (d);
  if (!px_temporary_p (d))
    {
      if (!DECL_P (d) || !px_address_p (TREE_TYPE (d)) || px_global_p (d)
	  || px_stamp (d, "px view"))
	return;
      v.p = PX_TOP;
      v.views = that_stay (d, v.views);
    }
  std::pair<std::map<tree, px_value>::iterator, bool> i = px_known->temps.insert ({ d, v });
  if (i.second)
    {
      px_known->changed = true;
      return;
    }
  px_value &old = i.first->second, now = px_meet (old, v);
  if (!px_same (old.p, now.p) || old.views != now.views)
    {
      old = now;
      px_known->changed = true;
    }
}

/* Returns true if operand K of S is an offset that is added to an address.  */
bool
px_distance_p (gimple *s, unsigned k)
{
  return k == 2 && is_gimple_assign (s) && gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR
	 && !px_value_of (gimple_assign_rhs1 (s)).views.empty ();
}

px_value
px_rhs_of (gimple *s)
{
  px_value v;
  if (is_gimple_call (s))
    v = px_result_of (s);
  else if (is_gimple_assign (s))
    {
      for (unsigned i = 1; i < gimple_num_ops (s); i++)
	{
	  px_value a = px_value_of (gimple_op (s, i));
	  if (px_distance_p (s, i))
	    a.views.clear ();
	  v = px_meet (v, a);
	}
      /* An address may pass through an integer, but not through a comparison; an address
	 computed from an integer is treated like a loaded one.  */
      tree type = TREE_TYPE (gimple_assign_lhs (s));
      if (TREE_CODE_CLASS (gimple_assign_rhs_code (s)) == tcc_comparison
	  || gimple_assign_rhs_code (s) == POINTER_DIFF_EXPR)
	v.views.clear ();
      else if (is_gimple_reg_type (type) && !px_address_p (type))
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
  std::map<gimple *, px_persp>::iterator c = px_known->control.find (s);
  if (c != px_known->control.end ())
    v.p = px_narrowest (v.p, c->second);
  return v;
}

bool
px_initialiser_p (gimple *s, tree d)
{
  int r = px_stamp (d, "px view");
  return r && !px_region_in (px_region_of (s), r);
}

/* Returns true if D, a variable of the current function, lives where its initialiser does.  */
static bool
lives_with_initialiser_p (tree d)
{
  px_persp p;
  return VAR_P (d) && DECL_NAME (d) && !TREE_STATIC (d) && !DECL_EXTERNAL (d) && !px_shared_p (d)
	 && !AGGREGATE_TYPE_P (TREE_TYPE (d)) && px_stamp (d, "px initialiser")
	 && !px_stamp (d, "px view") && !px_declared_persp (d, &p);
}

/* Finds the initialisers of such variables: the first assignment to each.  */
static void
find_initialisers (function *f)
{
  std::set<tree> seen;
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	tree lhs = gimple_get_lhs (gsi_stmt (i)), d = lhs ? px_variable_of (lhs) : NULL_TREE;
	if (d && !gimple_clobber_p (gsi_stmt (i)) && lives_with_initialiser_p (d)
	    && seen.insert (d).second)
	  px_known->initialises[gsi_stmt (i)] = d;
      }
}

/* S assigns V: the perspective of a variable that S initialises, and of the view that it is.  */
static void
initialised_by (gimple *s, px_persp v)
{
  auto i = px_known->initialises.find (s);
  if (i == px_known->initialises.end ())
    return;
  tree d = i->second;
  px_persp was = px_persp_of (d);
  px_known->initialised[d] = v;
  px_known->changed |= !px_same (was, px_persp_of (d));
  if (auto w = px_known->view_of.find (d); w != px_known->view_of.end ())
    px_known->views[w->second].persp = px_persp_of (d);
}

static void
flow (gimple *s)
{
  tree lhs = gimple_get_lhs (s);
  if (gasm *a = dyn_cast<gasm *> (s))
    {
      /* An address in the output may be one of the inputs.  */
      px_value v;
      for (unsigned i = 0; i < gimple_asm_ninputs (a); i++)
	px_merge_views (&v.views, px_value_of (TREE_VALUE (gimple_asm_input_op (a, i))).views);
      for (unsigned i = 0; i < gimple_asm_noutputs (a); i++)
	if (tree t = TREE_VALUE (gimple_asm_output_op (a, i)); DECL_P (t) && !px_temporary_p (t))
	  assign_value (t, v);
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
  initialised_by (s, v.p);
  if (DECL_P (base) || TREE_CODE (base) == SSA_NAME)
    assign_value (base, v);
  tree type = TREE_TYPE (lhs);
  if (px_address_p (type) || AGGREGATE_TYPE_P (type))
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
	    v.views = { px_result_view (s, v.p) };
	  if (rhs && !(d && e))
	    v.views = px_views_in_part (rhs);
	}
      else if (size > POINTER_SIZE / BITS_PER_UNIT)
	at = -1; /* an integer that spans several pointers */
      if (d && (d != px_variable_of (lhs) || AGGREGATE_TYPE_P (type)))
	put_inside (d, at, v.views);
      else if (!d && TREE_CODE (base) == MEM_REF)
	{
	  for (int i : px_value_of (TREE_OPERAND (base, 0)).views)
	    if (px_local_view_p (i))
	      put_inside (px_known->views[i].decl,
			  AGGREGATE_TYPE_P (type) ? -1
						  : byte_through (lhs, px_known->views[i].decl),
			  v.views);
	    else
	      store_addresses (v.views);
	}
    }
  if (TREE_CODE (place) == MEM_REF || TREE_CODE (place) == TARGET_MEM_REF)
    assign_through (s, px_value_of (TREE_OPERAND (place, 0)).views, v);
  /* The sources of a view are those of its initialiser.  */
  base = px_variable_of (base);
  if (DECL_P (base) && px_initialiser_p (s, base))
    {
      px_view &w = px_known->views[px_view_of (base)];
      size_t n = w.source.size ();
      px_merge_views (&w.source, v.views);
      px_known->changed |= w.source.size () != n;
      if (!v.views.empty ())
	{
	  bool ro = true;
	  for (int i : v.views)
	    ro &= px_known->views[i].read_only;
	  w.read_only = ro;
	}
    }
}

void
px_find_values (function *f)
{
  basic_block bb;
  px_known = new px_known_values;
  px_known->fn = f->decl;
  find_initialisers (f);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  FOR_EACH_BB_FN (bb, f)
    if (gimple *s = last_stmt (bb))
      if (gimple_code (s) == GIMPLE_COND || gimple_code (s) == GIMPLE_SWITCH)
	px_known->branches.push_back (px_find_branch (bb, s));
  free_dominance_info (CDI_POST_DOMINATORS);

  do
    {
      px_known->changed = false;
      for (const px_branch &b : px_known->branches)
	if (b.expression || !b.decided.empty ())
	  {
	    px_persp p = px_persp_of_condition (b.cond);
	    if (!b.expression && !px_broader (p, px_code_persp (px_known->fn)))
	      continue; /* was reported (C5) */
	    for (gimple *s : b.decided)
	      {
		std::map<gimple *, px_persp>::iterator i
		  = px_known->control.insert ({ s, PX_TOP }).first;
		i->second = px_narrowest (i->second, p);
	      }
	  }
      FOR_EACH_BB_FN (bb, f)
	for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	  if (!gimple_clobber_p (gsi_stmt (i)))
	    flow (gsi_stmt (i));
      for (px_view &v : px_known->views)
	if (v.decl && px_temporary_p (v.decl) && px_known->temps.count (v.decl))
	  {
	    px_persp p = px_narrowest (v.persp, px_known->temps[v.decl].p);
	    px_known->changed |= !px_same (p, v.persp);
	    v.persp = p;
	  }
    }
  while (px_known->changed);
  /* Later passes, and copies of the variable, find what the initialiser said.  */
  for (const auto &i : px_known->initialised)
    if (px_persp p = px_persp_of (i.first);
	!px_same (p, px_code_persp_in (px_stamp (i.first, "px region"), f->decl)))
      px_infer_persp (i.first, p);
}

void
px_forget_values ()
{
  delete px_known;
  px_known = NULL;
}
