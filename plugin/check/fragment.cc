/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the rules of fragments and tiles (manual: fragments): where they may be declared, and
   that only operations on them, and inlined functions, use their addresses.  Called by
   plugin/check/rules.cc.  */

#include "plugin/check/check-int.h"

/* Returns true if view I is a fragment, and sets *F by its type.  */
static bool
fragment_view (int i, px_fragment *f)
{
  tree d = px_view_at (i).decl;
  if (!d)
    return false;
  tree type = TREE_TYPE (d);
  return px_fragment_type (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type, f) && f->whole;
}

/* Returns the view of the only fragment that pointer T points to, or -1.  */
static int
fragment_of (tree t, px_fragment *f)
{
  px_value a = px_value_of (t);
  return a.views.size () == 1 && fragment_view (a.views[0], f) ? a.views[0] : -1;
}

/* Checks declarations of fragments, of pointers to them and of parameters.  */
static void
judge_fragment_declaration (tree d)
{
  px_fragment f;
  if (px_tile_type (TREE_TYPE (d), &f) && !px_temporary_p (d))
    {
      std::string fault = px_tile_fault (f);
      if (!px_shared_p (d))
	px_error (DECL_SOURCE_LOCATION (d), PX_D_TILE_PLACE, d);
      else if (!fault.empty ())
	px_error (DECL_SOURCE_LOCATION (d), PX_D_TILE_SHAPE, px_fragment_name (f).c_str (),
		  fault.c_str ());
      return;
    }
  tree type = TREE_TYPE (d), inner = POINTER_TYPE_P (type) ? TREE_TYPE (type) : type;
  location_t loc = DECL_SOURCE_LOCATION (d);
  if (!px_fragment_inside (type) || px_temporary_p (d))
    return;
  if (!px_fragment_type (inner, &f))
    {
      px_error (loc, PX_D_FRAGMENT_MEMBER, d);
      return;
    }
  if (!f.whole)
    {
      px_error (loc, PX_D_FRAGMENT_VALUE, d);
      return;
    }
  if (TREE_CODE (d) == PARM_DECL && !px_inlined_p (current_function_decl))
    {
      px_error (loc, PX_D_FRAGMENT_CALL, d, current_function_decl);
      return;
    }
  if (px_in_memory_p (d))
    {
      px_error (loc, PX_D_FRAGMENT_PLACE, d);
      return;
    }
  if (POINTER_TYPE_P (type) && VAR_P (d))
    return;
  px_persp p = px_persp_of (d);
  std::string name = px_fragment_name (f);
  if (p.level != PX_THREAD || (p.n != 32 && p.n != 128))
    px_error (loc, PX_D_FRAGMENT_PERSP, d, px_name (p));
  else
    {
      std::string fault = px_fragment_fault (f, p.n);
      if (!fault.empty ())
	px_error (loc, PX_D_FRAGMENT_SHAPE, name.c_str (), px_name (p), fault.c_str ());
    }
}

void
px_judge_fragment_declarations (function *fun)
{
  unsigned i;
  tree d;
  for (d = DECL_ARGUMENTS (fun->decl); d; d = DECL_CHAIN (d))
    judge_fragment_declaration (d);
  FOR_EACH_LOCAL_DECL (fun, i, d)
    if (VAR_P (d))
      judge_fragment_declaration (d);
}

/* Checks that S, which is not an operation on fragments, only passes on their addresses.  */
bool
px_judge_fragment_use (gimple *s)
{
  px_fragment f;
  tree lhs = gimple_get_lhs (s), callee = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  std::vector<int> views = px_views_used (s);
  if (gimple_code (s) == GIMPLE_ASM)
    for (unsigned k = 0; k < gimple_num_ops (s); k++)
      if (tree op = gimple_op (s, k))
	px_merge_views (&views, px_views_used (TREE_VALUE (op)));
  for (int i : views)
    {
      if (!fragment_view (i, &f))
	continue;
      if (callee && px_device_fn_p (callee) && !lhs)
	continue; /* its arguments are checked */
      if (is_gimple_assign (s) && !gimple_assign_load_p (s) && POINTER_TYPE_P (TREE_TYPE (lhs))
	  && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME)
	  && (px_temporary_p (px_variable_of (lhs)) || px_fragment_inside (TREE_TYPE (lhs))))
	continue;
      auto_diagnostic_group g;
      if (px_error (px_place (s), PX_D_FRAGMENT_USE, px_view_at (i).decl))
	px_note_decl (px_view_at (i).decl);
      return false;
    }
  return true;
}

/* Checks operation O on fragments, in region R.  */
void
px_judge_fragment_op (gimple *s, const px_fragment_op *o, int r)
{
  location_t loc = px_place (s);
  px_bound have = px_bound_in (r, current_function_decl);
  px_persp p = PX_TOP, code = px_code_persp_in (r, current_function_decl);
  std::vector<px_fragment> types;
  for (unsigned i = 0; o->roles[i]; i++)
    {
      px_fragment f;
      if (!strchr ("wruamts", o->roles[i]))
	continue;
      if (!px_fragment_argument (s, i))
	{
	  types.push_back (px_tile_argument (s, i));
	  continue;
	}
      int v = fragment_of (gimple_call_arg (s, i), &f);
      if (v < 0)
	{
	  if (px_value_of (gimple_call_arg (s, i)).views.size () > 1)
	    px_error (loc, PX_D_FRAGMENT_UNKNOWN);
	  else
	    px_error (loc, PX_D_FRAGMENT_ARGUMENT, i + 1, o->name);
	  return;
	}
      px_persp q = px_view_at (v).persp;
      if (q.level != PX_THREAD || (q.n != 32 && q.n != 128) || !px_fragment_fault (f, q.n).empty ())
	return; /* was reported at its declaration */
      if (p.n && !px_same (p, q))
	{
	  px_error (loc, PX_D_FRAGMENT_OP, o->name, "they live at different perspectives");
	  return;
	}
      p = q;
      types.push_back (f);
    }
  std::string fault = px_fragment_op_fault (o, types, p.n);
  auto_diagnostic_group g;
  if (!fault.empty ())
    {
      px_error (loc, PX_D_FRAGMENT_OP, o->name, fault.c_str ());
      return;
    }
  if (px_unsafe_p (r))
    return;
  if (o->unit == PX_U_ASK)
    return;
  if (!px_in_bound (p, have) && !(o->unit == PX_U_OWN && px_broader (p, code)))
    {
      px_error (loc, PX_D_FRAGMENT_CODE, o->name, px_name (p), px_name (have));
      px_note_code (r);
      return;
    }
  for (unsigned i = 0; o->roles[i]; i++)
    {
      px_value a = px_value_of (gimple_call_arg (s, i));
      bool read = !strchr ("qQs", o->roles[i]);
      if (!strchr ("npPqQmts", o->roles[i]) || px_fragment_argument (s, i))
	continue;
      if (px_rows_overlap (s, i))
	{
	  px_error (loc, PX_D_FRAGMENT_OP, o->name, "its rows would overlap");
	  return;
	}
      if (!px_broader (a.p, p))
	{
	  px_error (loc, PX_D_UNIFORM_OPERAND, i + 1, o->name, px_name (p), px_name (a.p));
	  return;
	}
      if (strchr ("PQmts", o->roles[i])
	  && !px_judge_space (loc, PX_SPACE_SHARED, a.views, i + 1, o->name))
	return;
      for (int k : a.views)
	{
	  const px_view &w = px_view_at (k);
	  if (!read && !px_judge_constant (loc, k))
	    return;
	  if (o->roles[i] == 'n'
	      || (read ? px_broader (w.persp, p) : px_same (w.persp, p) && w.decl && !w.read_only))
	    continue;
	  px_error (loc, PX_D_FRAGMENT_VIEW, i + 1, o->name, px_name (p), px_name (w.persp));
	  if (w.decl)
	    px_note_decl (w.decl);
	  return;
	}
    }
}

bool
px_judge_fragment_lost (gimple *s, unsigned i)
{
  px_fragment f;
  for (int v : px_value_of (gimple_call_arg (s, i)).views)
    if (fragment_view (v, &f))
      {
	auto_diagnostic_group g;
	if (px_error (px_place (s), PX_D_FRAGMENT_USE, px_view_at (v).decl))
	  px_note_decl (px_view_at (v).decl);
	return true;
      }
  return false;
}

/* Checks argument I of a call of F for a parameter that is a pointer of TYPE to fragments.  */
void
px_judge_fragment_argument (gimple *s, tree f, unsigned i, tree parm, tree type, px_persp want)
{
  px_fragment given, wanted;
  auto_diagnostic_group g;
  int v = fragment_of (gimple_call_arg (s, i), &given);
  if (!px_inlined_p (f))
    px_error (px_place (s), PX_D_FRAGMENT_CALL, parm ? parm : f, f);
  else if (v < 0 && px_value_of (gimple_call_arg (s, i)).views.size () > 1)
    px_error (px_place (s), PX_D_FRAGMENT_UNKNOWN);
  else if (v < 0)
    px_error (px_place (s), PX_D_FRAGMENT_ARGUMENT, i + 1, IDENTIFIER_POINTER (DECL_NAME (f)));
  else if (!px_fragment_type (TREE_TYPE (type), &wanted) || !wanted.whole)
    return; /* was reported at its declaration */
  else if (px_fragment_name (given) != px_fragment_name (wanted))
    px_error (px_place (s), PX_D_FRAGMENT_TYPES, i + 1, f, px_fragment_name (given).c_str (),
	      px_fragment_name (wanted).c_str ());
  else if (!px_same (px_view_at (v).persp, want))
    px_error (px_place (s), PX_D_CALL_POINTER, i + 1, f, px_name (want),
	      px_name (px_view_at (v).persp));
  else
    return;
  px_note_decl (parm ? parm : f);
}
