/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the rules of code and data (manual: C3, C5, D1, D4 to D7, F6); the pass that
   checks a function by these, by the rules of calls (plugin/check/call.cc) and of fragments
   (plugin/check/fragment.cc).

   Needs: a device function as GIMPLE with a CFG, directly after "cfg": nothing is
   optimised yet, variables are the user's, compiler temporaries are SSA names
   without a variable or artificial variables.  Regions (plugin/front/region.cc) give the
   code perspective of every statement.
   Leaves: errors.  Changes nothing.

   plugin/check/value.cc computes the perspectives of all values; then each statement is checked
   once.  */

#include "plugin/check/check-int.h"

/* How a branch of a __split uses an object.  */
struct branch_use
{
  int branch;
  bool write, plain; /* plain: with accesses that are not atomic */
  bool maybe;	     /* a function of another file may do it */
};

/* What pxcheck has found in a function so far.  */
struct check
{
  std::map<int, int> claimed_by;	      /* by view: the __case that uses it */
  std::set<std::pair<tree, int>> hidden_uses; /* reported (D5): object and line */
  std::set<std::pair<int, int>> second_uses;  /* reported (D6): view, __case */
  std::set<std::pair<int, int>> loose_uses;   /* reported (D6, D7): view, line */
  std::set<int> refused_claims;		      /* root views whose claim was reported (D6) */
  std::map<std::pair<int, int>, std::vector<branch_use>> branch_uses;
  /* By __split and root view.  */
  std::set<location_t> refused_conditions; /* reported (C3, C5) */
  px_calls calls;
  bool function_address; /* the use of a function's address was reported (F5),
					      so its calls are not */
};

/* ---- checks ----------------------------------------------------------- */

location_t
px_place (gimple *s)
{
  /* GCC gives no location to a switch directly after a label, which has one.  */
  if (!gimple_has_location (s) && gimple_bb (s))
    for (gimple_stmt_iterator i = gsi_for_stmt (s); !gsi_end_p (i); gsi_prev (&i))
      if (gimple_has_location (gsi_stmt (i)) && !is_gimple_debug (gsi_stmt (i)))
	return gimple_location (gsi_stmt (i));
  return gimple_has_location (s) ? gimple_location (s)
				 : DECL_SOURCE_LOCATION (current_function_decl);
}

/* Prints why CALL uses D, a variable of file scope.  */
static void
note_use (gimple *call, tree d)
{
  tree f = gimple_call_fndecl (call);
  location_t loc = px_user_loc (DECL_SOURCE_LOCATION (f));
  if (px_touched_by (call).find (d)->second.maybe)
    inform (loc, "%qD, or what it calls, is of another file and may use %qD", f, d);
  else
    inform (loc, "%qD uses %qD", f, d);
}

/* Rule D1: checks that variable D may get a value of perspective V, chosen by indices of
   perspective INDEX, in code of region R.  */
static void
judge_variable (location_t loc, tree d, px_persp v, px_persp index, int r)
{
  px_persp p = px_persp_of (d), code = px_code_persp_in (r, current_function_decl);
  auto_diagnostic_group g;
  if (!px_checkable_p (d))
    return;
  if (!px_broader (v, p))
    px_error (px_edit_persp (d, v), loc, PX_D_NARROW_VALUE, px_name (v), d, px_name (p));
  else if (!px_broader (index, p))
    px_error (px_edit_persp (d, index), loc, PX_D_NARROW_INDEX, px_name (index), d, px_name (p));
  else if (!px_broader (code, p))
    {
      px_error (loc, PX_D_NARROW_CODE, px_name (code), d, px_name (p));
      px_note_code (r);
    }
  else
    return;
  px_note_decl (d);
}

bool
px_judge_constant (location_t loc, int i)
{
  auto_diagnostic_group g;
  tree d = px_const_source (i);
  if (d && px_in_memory_p (d))
    px_error (loc, PX_D_STORE_CONST, d);
  else if (d)
    {
      px_error (loc, PX_D_STORE_THROUGH_CONST, d);
      px_note_decl (d);
    }
  return !d;
}

bool
px_judge_view_kept (location_t loc, int i, const px_value &value)
{
  const px_view &w = px_view_at (i);
  if (!w.own || !px_stamp (w.decl, "px view")
      || value.views == std::vector<int>{ px_view_of (w.decl) })
    return true;
  auto_diagnostic_group g;
  px_error (loc, PX_D_VIEW_CHANGED, w.decl);
  px_note_region (px_stamp (w.decl, "px view"));
  return false;
}

/* Prints why px does not know the target of POINTER.  */
static void
report_stranger (location_t loc, tree pointer)
{
  for (int steps = 0; pointer && steps < 100; steps++)
    {
      tree base = TREE_CODE (pointer) == ADDR_EXPR ? get_base_address (TREE_OPERAND (pointer, 0))
						   : NULL_TREE;
      if (base && TREE_CODE (base) == STRING_CST)
	{
	  px_error (loc, PX_D_STORE_STRING);
	  return;
	}
      if (base && TREE_CODE (base) == MEM_REF)
	pointer = TREE_OPERAND (base, 0);
      gimple *s = px_made_by (pointer);
      if (TREE_CODE (pointer) == INTEGER_CST || INTEGRAL_TYPE_P (TREE_TYPE (pointer)))
	{
	  px_error (loc, PX_D_STORE_MADE);
	  return;
	}
      if (s && is_gimple_call (s) && gimple_call_fndecl (s))
	{
	  tree f = gimple_call_fndecl (s);
	  auto_diagnostic_group g;
	  px_error (loc, PX_D_STORE_GIVEN, f);
	  px_advise (loc, PX_D_STORE_GIVEN,
		     "let %qD give an index, and store by it through a view at thread[1]", f);
	  return;
	}
      pointer = !s						    ? NULL_TREE
		: gimple_code (s) == GIMPLE_PHI			    ? gimple_phi_arg_def (s, 0)
		: is_gimple_assign (s) && !gimple_assign_load_p (s) ? gimple_assign_rhs1 (s)
								    : NULL_TREE;
    }
  auto_diagnostic_group g;
  px_error (loc, PX_D_STORE_LOADED);
  px_advise (loc, PX_D_STORE_LOADED,
	     "let a parameter lead to all of it, and load an index: where each part begins");
}

/* True if view I is of another block's memory, or made of such a view.  */
static bool
of_other_block (int i)
{
  for (int depth = 0; depth < 100; depth++)
    {
      const px_view &w = px_view_at (i);
      if (w.mapped || w.source.size () != 1)
	return w.mapped;
      i = w.source[0];
    }
  return false;
}

bool
px_judge_store_view (location_t loc, tree pointer, int i, px_persp v, px_persp index, int r)
{
  const px_view &w = px_view_at (i);
  px_persp thread = { PX_THREAD, 1 };
  if (px_root_refused_p (i) || px_view_refused_p (px_view_at (i).region)
      || !px_judge_constant (loc, i))
    return false;
  if (!w.decl || w.read_only)
    {
      if (w.decl && of_other_block (i))
	px_error (loc, PX_D_STORE_MAPPED, w.decl);
      else
	report_stranger (loc, pointer);
      return false;
    }
  if (px_local_view_p (i))
    {
      if (!px_temporary_p (w.decl))
	judge_variable (loc, w.decl, v, index, r);
      return true;
    }
  if (px_same (w.persp, thread))
    return true;
  auto_diagnostic_group g;
  px_error (loc, PX_D_STORE_VIEW, w.decl, px_name (w.persp));
  px_note_decl (w.decl);
  px_advise_store (loc, w, r);
  return false;
}

/* Checks a store of V to LHS by S in region R.  A variable in registers, and one of the function whose
   address a pointer holds (LOCALS), is judged by rule D1, judge_variable; memory, by name or through
   each view that a pointer may lead to, by rule D4, px_judge_store_view.  Temporaries have no
   perspective of their own and get any value.  */
static void
judge_store (gimple *s, tree lhs, const px_value &v, int r)
{
  location_t loc = px_place (s);
  tree base;
  if (TREE_CODE (lhs) == SSA_NAME && !SSA_NAME_VAR (lhs))
    return;
  px_persp index = px_indices_of (lhs, &base);
  tree d = DECL_P (base) || TREE_CODE (base) == SSA_NAME ? px_variable_of (base) : NULL_TREE;
  bool deref = TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF;
  bool memory = d && px_in_memory_p (d);
  std::vector<tree> locals; /* that get the value; empty: memory gets it */
  std::vector<int> views;
  if (d && px_temporary_p (d))
    return;
  if (d && !memory)
    locals = { d };
  else if (!d && deref)
    {
      views = px_value_of (TREE_OPERAND (base, 0)).views;
      for (int i : views)
	if (px_local_view_p (i))
	  locals.push_back (px_view_at (i).decl);
	else
	  memory = true;
    }

  /* Rule D5: a view must not leave its body.  */
  std::vector<int> kept = v.views;
  if (gimple_assign_single_p (s) && AGGREGATE_TYPE_P (TREE_TYPE (lhs)))
    px_merge_views (&kept, px_views_inside (gimple_assign_rhs1 (s)));
  if (!(d && px_stamp (d, "px view"))) /* it may point elsewhere in the same object */
    for (int i : kept)
      {
	const px_view &w = px_view_at (i);
	if (!w.region)
	  continue;
	bool leaves = memory || locals.empty ();
	for (tree l : locals)
	  leaves |= l != w.decl && !px_temporary_p (l)
		    && !px_region_in (px_stamp (l, "px region"), w.region);
	if (leaves)
	  {
	    px_error (loc, PX_D_VIEW_LEAVES, w.decl, px_region_name (w.region));
	    return;
	  }
      }

  if (d && px_in_memory_p (d))
    px_judge_store_view (loc, NULL_TREE, px_view_of (d), v.p, index, r);
  else if (d)
    judge_variable (loc, d, v.p, index, r);
  else if (deref)
    {
      if (views.empty ())
	report_stranger (loc, TREE_OPERAND (base, 0));
      for (int i : views)
	if (!px_judge_view_kept (loc, i, v)
	    || !px_judge_store_view (loc, TREE_OPERAND (base, 0), i, v.p, index, r))
	  break;
    }
  else if (TREE_CODE (base) == STRING_CST)
    px_error (loc, PX_D_STORE_STRING);
}

static int
line_of (gimple *s)
{
  return expand_location (px_user_loc (px_place (s))).line;
}

/* Rule D5: checks that views that are not accessible in region R are not used by S, or by the
   function that it calls (CALLED).  This and the next two return true if right.  */
static bool
judge_reach (check *c, gimple *s, int r, const std::vector<int> &used, bool called = false)
{
  for (int q = r; q; q = px_region_at (q).up)
    {
      if (px_region_at (q).kind != PX_R_VIEW)
	continue;
      int construct = px_region_at (q).up;
      for (int i = 0; i < px_views (); i++)
	{
	  const px_view &v = px_view_at (i);
	  if (v.region != construct || v.mapped || px_view_refused_p (construct))
	    continue;
	  for (int src : v.source)
	    if (tree d = px_used_object (used, src))
	      {
		if (!called && d == px_view_at (src).decl && px_perhaps_another_p (s, v, src))
		  {
		    px_note_others (construct);
		    continue;
		  }
		if (!c->hidden_uses.insert ({ d, line_of (s) }).second)
		  return false;
		auto_diagnostic_group g;
		px_error (px_place (s), PX_D_VIEW_HIDDEN, d, v.decl);
		if (called)
		  note_use (s, d);
		px_note_region (construct);
		if (!called && px_region_at (construct).kind != PX_R_ASYNC)
		  px_advise (px_place (s), PX_D_VIEW_HIDDEN,
			     "use %qD for what is its part, and load what is not before %qs",
			     v.decl, px_region_name (construct));
		return false;
	      }
	}
    }
  return true;
}

/* Rule D5: checks that S, in region R, uses no view of a body that does not contain it, which a
   callee has stored.  */
static bool
judge_left (check *c, gimple *s, int r, const std::vector<int> &used)
{
  tree lhs = gimple_get_lhs (s);
  for (int i : used)
    {
      const px_view &v = px_view_at (i);
      if (!v.region || v.mapped || v.own || px_region_in (r, v.region)
	  || px_view_refused_p (v.region) || (lhs && px_variable_of (lhs) == v.decl))
	continue;
      if (!c->loose_uses.insert ({ i, line_of (s) }).second)
	return false;
      auto_diagnostic_group g;
      px_error (px_place (s), PX_D_VIEW_LEFT, v.decl, px_region_name (v.region));
      px_note_region (v.region);
      return false;
    }
  return true;
}

/* Rule D6: checks that S, in region R, uses claimed views only within one branch of their size.  */
static bool
judge_claims (check *c, gimple *s, int r, const std::vector<int> &used)
{
  for (int i : used)
    {
      const px_view &v = px_view_at (i);
      if (!v.region || px_region_at (v.region).kind != PX_R_CLAIM || px_view_refused_p (v.region))
	continue;
      const px_region &claim = px_region_at (v.region);
      int branch = 0;
      bool replicated = false;
      for (int q = r; q && q != v.region; q = px_region_at (q).up)
	if (px_region_at (q).kind == PX_R_CASE && px_region_at (q).level == claim.level
	    && px_region_at (q).n == claim.n)
	  {
	    branch = q;
	    replicated = false;
	  }
	else if (px_region_at (q).kind == PX_R_GROUP)
	  /* A construct around the branch divides it into several units.  */
	  replicated |= !px_same (px_code_persp_in (q, current_function_decl),
				  px_code_persp_in (px_region_at (q).up, current_function_decl));
      if ((!branch || replicated) && !c->loose_uses.insert ({ i, line_of (s) }).second)
	return false;
      auto_diagnostic_group g;
      if (branch && replicated)
	{
	  px_error (px_place (s), PX_D_CLAIM_REPLICATED, v.decl);
	  inform (px_region_at (branch).loc, "several units take this %<__case%>");
	  px_note_region (v.region);
	  return false;
	}
      if (!branch)
	{
	  px_error (px_place (s), PX_D_CLAIM_OUTSIDE, v.decl,
		    px_name (px_persp{ claim.level, claim.n }));
	  px_note_region (v.region);
	  return false;
	}
      int &first = c->claimed_by.insert ({ i, branch }).first->second;
      if (first != branch)
	{
	  for (int root : px_roots_of (i))
	    c->refused_claims.insert (root);
	  if (!c->second_uses.insert ({ i, branch }).second)
	    return false;
	  px_error (px_place (s), PX_D_CLAIM_TWICE, v.decl);
	  inform (px_region_at (first).loc, "it was used in this %<__case%> before");
	  return false;
	}
    }
  return true;
}

/* Rule D7: checks that S, which uses these views, only computes the address of an asynchronous
   one.  */
static bool
judge_async (check *c, gimple *s, const std::vector<int> &used)
{
  tree lhs = gimple_get_lhs (s);
  if (is_gimple_assign (s) && !gimple_assign_load_p (s) && POINTER_TYPE_P (TREE_TYPE (lhs))
      && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME) && px_temporary_p (px_variable_of (lhs)))
    return true;
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  for (int i : used)
    {
      const px_view &v = px_view_at (i);
      if (!v.region || px_region_at (v.region).kind != PX_R_ASYNC)
	continue;
      bool copied = false;
      for (unsigned k = 0; x && k < x->operands.size (); k++)
	if (x->operands[k].role == PX_ROLE_FROM || x->operands[k].role == PX_ROLE_TO
	    || (x->operands[k].role == PX_ROLE_ATOMIC && x->timeline != PX_T_GENERIC))
	  {
	    std::vector<int> views = px_value_of (gimple_call_arg (s, k)).views;
	    copied |= std::binary_search (views.begin (), views.end (), i);
	  }
      if (copied)
	continue;
      if (!c->loose_uses.insert ({ i, line_of (s) }).second)
	return false;
      auto_diagnostic_group g;
      px_error (px_place (s), PX_D_ASYNC_USE, v.decl);
      px_note_region (v.region);
      return false;
    }
  return true;
}

/* Rule F5: checks that S does not take the address of a function.  Returns true if right.  */
static bool
judge_function_address (gimple *s)
{
  for (unsigned i = 0; i < gimple_num_ops (s); i++)
    {
      tree t = gimple_op (s, i);
      if (t && TREE_CODE (t) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (t, 0)) == FUNCTION_DECL
	  && !(is_gimple_call (s) && t == gimple_call_fn (s)))
	{
	  px_error (px_place (s), PX_D_ADDRESS_OF_FUNCTION, TREE_OPERAND (t, 0));
	  return false;
	}
    }
  return true;
}

static tree
refuse_host_variable (tree *t, int *subtrees, void *s)
{
  if (TYPE_P (*t))
    *subtrees = 0;
  return px_global_p (*t) && !DECL_THREAD_LOCAL_P (*t) && !decl_function_context (*t)
	     && !in_system_header_at (DECL_SOURCE_LOCATION (*t))
	     && !px_check_host_variable (*t, px_place ((gimple *) s))
	   ? *t
	   : NULL_TREE;
}

/* Rule F5: checks that S uses no variable of the host.  Variables of the C library are operands
   of functions that are rejected anyway.  Returns true if right.  */
static bool
judge_host_variable (gimple *s)
{
  bool right = true;
  for (unsigned i = 0; i < gimple_num_ops (s); i++)
    if (tree *t = gimple_op_ptr (s, i))
      right &= !walk_tree_without_duplicates (t, refuse_host_variable, s);
  return right;
}

/* Rule D6: A, an access of S in __case Q to object ROOT, is no other branch's, if one of them writes.  */
static bool
judge_branch_use (check *c, gimple *s, int q, const px_mem_access &a, int root)
{
  tree d = px_view_at (root).decl;
  if (!d || px_view_at (root).refused || c->refused_claims.count (root)
      || lookup_attribute ("px_slots", DECL_ATTRIBUTES (d)) || (VAR_P (d) && !px_in_memory_p (d)))
    return true;
  std::vector<branch_use> &uses = c->branch_uses[{ px_region_at (q).up, root }];
  bool known = false;
  for (branch_use &u : uses)
    {
      if (u.branch == q)
	{
	  if (u.maybe == a.maybe)
	    {
	      u.write |= a.write;
	      u.plain |= !a.atomic;
	      known = true;
	    }
	}
      else if ((u.write || a.write) && (u.plain || !a.atomic) && !(u.maybe && a.maybe))
	{
	  auto_diagnostic_group g;
	  px_error (px_place (s), PX_D_BRANCH_CONFLICT, d);
	  if (a.inside)
	    note_use (s, d);
	  inform (px_region_at (u.branch).loc, "the other branch is this %<__case%>");
	  uses.clear ();
	  return false;
	}
    }
  if (!known)
    uses.push_back ({ q, a.write, !a.atomic, a.maybe });
  return true;
}

/* Rule D6: checks that no other branch of a __split accesses what one branch writes.  */
static bool
judge_branches (check *c, gimple *s, int r)
{
  std::vector<px_mem_access> list;
  bool listed = false;
  for (int q = r; q; q = px_region_at (q).up)
    {
      if (px_region_at (q).kind != PX_R_CASE)
	continue;
      if (!listed)
	{
	  list = px_accesses_of (s);
	  for (const auto &t : px_touched_by (s))
	    list.push_back (
	      { px_view_of (t.first), t.second.write, !t.second.plain, t.second.maybe, true });
	}
      listed = true;
      for (const px_mem_access &a : list)
	if (!px_view_refused_p (px_view_at (a.view).region))
	  for (int root : px_roots_of (a.view))
	    if (!judge_branch_use (c, s, q, a, root))
	      return false;
    }
  return true;
}

/* Rule D5: view D of construct R has one source, or is a __partition of one of several, each of which could be its source
   alone: while it exists all of them are out of reach (judge_reach), except to read what perhaps is another
   one; its units do not meet in any (R1).  */
static bool
judge_sources (gimple *s, int r, const std::vector<int> &sources)
{
  const px_region &c = px_region_at (r);
  tree one = px_view_at (sources[0]).decl, other = px_view_at (sources[1]).decl;
  for (int i : sources)
    {
      const px_view &w = px_view_at (i);
      if (!w.decl || w.given)
	{
	  px_error (px_place (s), PX_D_VIEW_NO_SOURCE, px_region_name (r));
	  px_note_region (r);
	  return false;
	}
      if (px_root_refused_p (i) || px_view_refused_p (w.region))
	return false;
      bool slot = lookup_attribute ("px_slots", DECL_ATTRIBUTES (w.decl));
      if (c.kind == PX_R_PARTITION && !w.read_only && !w.own && !slot
	  && px_same (w.persp, px_view_at (sources[0]).persp))
	continue;
      if (!px_same (w.persp, px_view_at (sources[0]).persp))
	px_error (px_place (s), PX_D_VIEW_SOURCES_PERSP, px_region_name (r), one,
		  px_name (px_view_at (sources[0]).persp), w.decl, px_name (w.persp));
      else
	px_error (px_place (s), PX_D_VIEW_SOURCES, px_region_name (r), one, other);
      px_note_region (r);
      return false;
    }
  return true;
}

/* The same for one of its sources, view I, of D in code at CODE.  */
static bool
judge_source (int i, tree d, px_persp code)
{
  int r = px_stamp (d, "px view");
  const px_region &c = px_region_at (r);
  const px_view &src = px_view_at (i);
  if (px_root_refused_p (i) || px_view_refused_p (src.region))
    return false;
  for (int root : px_roots_of (i))
    if (c.kind != PX_R_ASYNC && px_local_view_p (root) && !px_reads_only_p (TREE_TYPE (d)))
      {
	tree local = px_view_at (root).decl;
	px_error (c.loc, PX_D_VIEW_LOCAL, px_region_name (r), local, local);
	px_note_decl (local);
	return false;
      }
  if (c.kind != PX_R_ASYNC && !c.n)
    return true;
  /* A slot of a ring belongs to the code that names it.  */
  bool slot = src.decl && lookup_attribute ("px_slots", DECL_ATTRIBUTES (src.decl));
  /* A const object may be broader, as it is when a copy uses it by its own name (D7).  */
  bool read = c.kind == PX_R_ASYNC && px_broader (src.persp, code)
	      && px_reads_only_p (TREE_TYPE (d)) && src.decl
	      && POINTER_TYPE_P (TREE_TYPE (src.decl)) && px_reads_only_p (TREE_TYPE (src.decl));
  if (px_same (src.persp, code) || src.read_only || slot || read)
    return true;
  px_error (c.loc, PX_D_VIEW_SOURCE_PERSP, px_region_name (r), px_name (src.persp), px_name (code));
  if (src.decl)
    px_note_decl (src.decl);
  if (px_broader (src.persp, code))
    px_note_way (c.up, code);
  return false;
}

/* Rule D5 for view D itself, initialised by S.  Returns true if right.  */
static bool
judge_view (gimple *s, tree d, const px_value &v)
{
  int r = px_stamp (d, "px view");
  const px_region &c = px_region_at (r);
  px_persp code = px_code_persp_in (c.up, current_function_decl), target = px_persp_of (d);
  auto_diagnostic_group g;
  if (!POINTER_TYPE_P (TREE_TYPE (d)))
    return true;
  if (c.refused)
    return false;
  if (v.views.empty ())
    {
      px_error (px_place (s), PX_D_VIEW_NO_SOURCE, px_region_name (r));
      px_note_region (r);
      return false;
    }
  for (int i : v.views)
    if (i == px_view_of (d))
      {
	px_error (px_place (s), PX_D_VIEW_SELF, d);
	return false;
      }
  if (v.views.size () > 1 && !judge_sources (s, r, v.views))
    return false;
  for (int i : v.views)
    if (!judge_source (i, d, code))
      return false;
  if (c.kind == PX_R_ASYNC || !c.n)
    return true;
  if (!px_broader (code, target) || px_same (code, target))
    px_error (c.loc, PX_D_VIEW_TARGET, px_region_name (r), px_name (target), px_name (code));
  else if (c.kind == PX_R_CLAIM ? !c.bound.n[c.level] : !px_in_bound (target, c.bound))
    px_error (c.loc, PX_D_VIEW_TARGET_BOUND, px_region_name (r), px_name (target),
	      px_name (c.bound));
  else if (!px_broader (v.p, target))
    {
      px_error (px_place (s), PX_D_NARROW_VALUE, px_name (v.p), d, px_name (target));
      px_note_decl (d);
    }
  else
    return true;
  return false;
}

/* Rule F6: checks that a function declared const only computes.  */
static void
judge_const (gimple *s)
{
  const char *what = NULL;
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (gimple_code (s) == GIMPLE_ASM)
    what = "has inline PTX";
  else if (px_named_p (f, "__px_id"))
    what = "asks for the number of its unit";
  else if (is_gimple_call (s) && !px_operator_p (f, s))
    what = "calls a function that is not";
  else if (px_volatile_p (s))
    what = "has volatile accesses";
  else
    for (const px_mem_access &a : px_accesses_of (s))
      if (tree d = px_view_at (a.view).decl)
	{
	  if (!VAR_P (d) || px_shared_p (d) || (px_global_p (d) && !px_constant_p (d)))
	    what = a.write ? "writes memory" : "reads memory";
	}
      else
	what = "reads memory";
  if (what)
    px_error (px_place (s), PX_D_CONST_FUNCTION, current_function_decl, what);
}

/* Checks statement S by all rules but those of branches.  The order is that of what a mistake would
   hide: what S must not contain (F6, F5, D7, fragments), then a call or the making of a view, then
   how S gets at the views that it uses (D5), then what it stores (D1, D4).  It stops at the first
   error that makes later ones follow from it.  */
/* An assignment S, in region R.  Returns false if nothing more is to be judged.  */
static bool
judge_assign (check *c, gimple *s, int r, bool unsafe)
{
  tree d;
  if (!judge_host_variable (s))
    return false;
  px_indices_of (gimple_assign_lhs (s), &d);
  d = px_variable_of (d);
  int view = DECL_P (d) ? px_stamp (d, "px view") : 0;
  if (!view)
    return true;
  if (!px_initialiser_p (s, d))
    {
      if (unsafe || px_rhs_of (s).views == std::vector<int>{ px_view_of (d) })
	return true;
      auto_diagnostic_group g;
      px_error (px_place (s), PX_D_VIEW_CHANGED, d);
      px_note_region (view);
      return false;
    }
  std::vector<int> used = px_views_used (s);
  if (!judge_reach (c, s, r, used) || !judge_claims (c, s, r, used)
      || !judge_view (s, d, px_rhs_of (s)))
    px_refuse_view (view);
  return false;
}

static void
judge (check *c, gimple *s)
{
  bool exit;
  if (px_marker (s, &exit))
    return;
  int r = px_region_of (s);
  bool unsafe = px_unsafe_p (r), reported = false; /* reported: an error of the call */
  if (px_refused_p (r))
    return;
  if (TREE_READONLY (current_function_decl))
    judge_const (s);
  if (!judge_function_address (s))
    {
      c->function_address = true;
      return;
    }
  if (!unsafe && !judge_async (c, s, px_views_used (s)))
    return;
  if (!(is_gimple_call (s) && px_fragment_op_of (gimple_call_fndecl (s)))
      && !px_judge_fragment_use (s))
    return;
  switch (gimple_code (s))
    {
    case GIMPLE_ASM:
      if (!unsafe)
	px_error (px_place (s), PX_D_ASM_OUTSIDE);
      return;
    case GIMPLE_CALL:
      {
	tree f = gimple_call_fndecl (s);
	if (!f && !gimple_call_internal_p (s) && c->function_address)
	  return;
	if (!unsafe && f && px_device_fn_p (f) && !px_kernel_p (f)
	    && !judge_reach (c, s, r, px_views_used (s)))
	  return;
	int before = errorcount;
	px_judge_call (&c->calls, s, r);
	reported = errorcount > before;
	if (!reported && !(gimple_call_flags (s) & ECF_RETURNS_TWICE))
	  judge_host_variable (s);
	break;
      }
    case GIMPLE_ASSIGN:
      if (!judge_assign (c, s, r, unsafe))
	return;
      break;
    case GIMPLE_RETURN:
      if (!unsafe)
	px_judge_return (s);
      return;
    default: break;
    }
  if (unsafe)
    return;
  tree lhs = gimple_get_lhs (s);
  std::vector<int> used = px_views_used (s), inside;
  for (const auto &t : px_touched_by (s))
    px_merge_views (&inside, { px_view_of (t.first) });
  if (!reported
      && (!judge_reach (c, s, r, used) || (!is_gimple_call (s) && !judge_left (c, s, r, used))))
    return;
  if (lhs && TREE_CODE (lhs) != RESULT_DECL) /* checked at the return */
    judge_store (s, lhs, px_rhs_of (s), r);
  (void) ((reported || judge_reach (c, s, r, inside, true)) && judge_claims (c, s, r, used)
	  && judge_branches (c, s, r));
}

/* Checks rules C3 and C5.  */
static void
judge_branch (check *c, const px_branch &b)
{
  if (b.expression)
    return;
  int r = px_region_of (b.cond);
  px_persp p = px_persp_of_condition (b.cond), code = px_code_persp_in (r, current_function_decl);
  if (px_refused_p (r) || px_broader (p, code))
    return;
  auto_diagnostic_group g;
  location_t whole = px_whole_condition (b.cond);
  if (!c->refused_conditions.insert (whole == UNKNOWN_LOCATION ? px_place (b.cond) : whole).second)
    return;
  px_edit e;
  int narrow = 0;
  for (unsigned i = 0; i < gimple_num_ops (b.cond); i++)
    if (tree t = gimple_op (b.cond, i))
      if (!px_broader (px_value_of (t).p, code))
	e = narrow++ ? px_edit{} : px_edit_wider (t, code);
  px_error (e, px_place (b.cond), b.returns ? PX_D_RETURN_CONDITION : PX_D_CONDITION, px_name (p),
	    px_name (code));
  px_note_code (r);
  px_advise_condition (b, p);
}

/* Rule F3 for the launch: an object that a kernel writes through a parameter is shared by the
   whole grid.  */
static void
judge_parameters ()
{
  px_persp p;
  if (!px_twin_p (current_function_decl))
    return;
  for (tree d = DECL_ARGUMENTS (current_function_decl); d; d = DECL_CHAIN (d))
    {
      if (POINTER_TYPE_P (TREE_TYPE (d)) && !px_reads_only_p (TREE_TYPE (d))
	  && px_declared_persp (d, &p) && p.level != PX_GRID)
	px_error (DECL_SOURCE_LOCATION (d), PX_D_KERNEL_POINTER, d, px_name (p));
      for (const px_member &m : px_members_of (d))
	if (!px_reads_only_p (m.type) && px_declared_persp (m.field, &p) && p.level != PX_GRID)
	  {
	    auto_diagnostic_group g;
	    px_error (DECL_SOURCE_LOCATION (d), PX_D_KERNEL_POINTER, m.field, px_name (p));
	    px_note_decl (m.field);
	  }
    }
}

/* ---- the pass --------------------------------------------------------- */

/* Of what it makes of memcpy, GCC 11 gives the store a place alone, not the load before it.  */
static void
place_loads (basic_block bb)
{
  gimple *next = NULL;
  for (gimple_stmt_iterator i = gsi_last_bb (bb); !gsi_end_p (i); gsi_prev (&i))
    {
      gimple *s = gsi_stmt (i);
      if (next && gimple_assign_load_p (s) && !gimple_has_location (s))
	gimple_set_location (s, gimple_location (next));
      next = s;
    }
}

static unsigned
check_function (function *f)
{
  if (!px_device_body_p (f->decl))
    {
      px_judge_host_function (f);
      return 0;
    }
  check c = {};
  basic_block bb;

  FOR_EACH_BB_FN (bb, f)
    place_loads (bb);
  px_find_values (f);
  judge_parameters ();
  px_judge_fragment_declarations (f);
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (!is_gimple_debug (gsi_stmt (i)) && !gimple_clobber_p (gsi_stmt (i)))
	judge (&c, gsi_stmt (i));
  for (const px_branch &b : px_branches ())
    judge_branch (&c, b);
  px_judge_registers (c.calls);
  px_forget_values ();
  return 0;
}

opt_pass *
px_pass_check (gcc::context *c)
{
  return px_function_pass (
    c, { "pxcheck", PROP_cfg, 0 },
    [] (function *f) { return (g->have_offload || px_header_p ()) && px_checkable_p (f->decl); },
    [] (function *f) {
      px_timer timer (PX_W_RULES);
      return check_function (f);
    });
}
