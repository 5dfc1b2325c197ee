/* SPDX-License-Identifier: GPL-3.0-or-later */
/* After an error of the rules: where its causes stand, and what to write instead, in the program's
   own names.

   Needs: the current function as the checker sees it, right after "cfg".
   Leaves: notes; an edit only where one place is enough and what is there then is right.  */

#include "plugin/check/check-int.h"

/* The __group or __case that set the code perspective of region R, or 0.  */
static int
group_of (int r)
{
  while (r && px_region_at (r).kind != PX_R_GROUP && px_region_at (r).kind != PX_R_CASE)
    r = px_region_at (r).up;
  return r;
}

void
px_note_code (int r)
{
  int c = group_of (r);
  inform (c ? px_region_at (c).loc : px_user_loc (DECL_SOURCE_LOCATION (current_function_decl)),
	  "the code perspective was set here");
}

void
px_note_decl (tree d)
{
  inform (px_user_loc (DECL_SOURCE_LOCATION (d)), "%qD is declared here", d);
}

px_edit
px_edit_wider (tree d, px_persp p)
{
  px_persp own;
  basic_block bb;
  bool set = false;
  while (TREE_CODE (d) == SSA_NAME && !SSA_NAME_VAR (d)
	 && gimple_assign_cast_p (SSA_NAME_DEF_STMT (d)))
    d = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (d));
  d = px_variable_of (d);
  if (!VAR_P (d) || !DECL_NAME (d) || px_in_memory_p (d) || TREE_ADDRESSABLE (d)
      || AGGREGATE_TYPE_P (TREE_TYPE (d)) || px_stamp (d, "px view") || !px_declared_persp (d, &own)
      || !px_broader (p, own))
    return {};
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	tree lhs = gimple_get_lhs (s);
	if (!lhs || gimple_clobber_p (s) || px_variable_of (lhs) != d)
	  continue;
	if (!px_broader (px_rhs_of (s).p, p)
	    || !px_broader (px_code_persp_in (px_region_of (s), current_function_decl), p))
	  return {};
	set = true;
      }
  return set ? px_edit_declared (d, p) : px_edit{};
}

void
px_note_way (int r, px_persp code)
{
  r = group_of (r);
  const px_region &c = px_region_at (r);
  if (r && c.kind == PX_R_CASE)
    inform (px_region_at (c.up).loc,
	    "%<__claim (%s, %u, ...)%> around this %<__split%> gives it to the branch",
	    px_level_name (code.level), code.n);
  else if (r)
    inform (c.loc, "%<__partition (%s, %u, ...)%> around this %<__group%> gives each unit its part",
	    px_level_name (code.level), code.n);
}

/* `NAME + INDEX' for the `NAME[INDEX]' that is assigned at LOC; "" if the source has no such text
   there.  */
static std::string
element_text (location_t loc, const char *name)
{
  expanded_location x = expand_location (px_user_loc (get_start (loc)));
  std::string text = px_source_line (x.file, x.line);
  size_t i = x.column ? x.column - 1 : 0, n = strlen (name);
  if (!x.column || px_find_word (text, name, i) != i)
    return "";
  size_t open = text.find_first_not_of (" \t", i + n);
  if (open == std::string::npos || text[open] != '[')
    return "";
  int depth = 0;
  for (size_t c = open; c < text.size (); c++)
    {
      depth += text[c] == '[' ? 1 : text[c] == ']' ? -1 : 0;
      if (!depth)
	return std::string (name) + " + " + text.substr (open + 1, c - open - 1);
    }
  return "";
}

/* "__partition (thread, 1, float *part = SOURCE)", of view W.  */
static std::string
partition_text (const px_view &w, px_persp p, const std::string &source)
{
  tree type = TREE_TYPE (TREE_TYPE (w.decl));
  std::string element = "T";
  if (tree name = TYPE_NAME (strip_array_types (type)))
    {
      name = TREE_CODE (name) == TYPE_DECL ? DECL_NAME (name) : name;
      element = IDENTIFIER_POINTER (name);
    }
  return std::string ("__partition (") + px_level_name (p.level) + ", " + std::to_string (p.n)
	 + ", " + element + " *part = " + source + ")";
}

/* Returns true if a __partition can share out W: memory that has a name, and no fragment's.  */
static bool
has_parts (const px_view &w)
{
  return DECL_NAME (w.decl)
	 && (POINTER_TYPE_P (TREE_TYPE (w.decl)) || TREE_CODE (TREE_TYPE (w.decl)) == ARRAY_TYPE)
	 && !px_fragment_inside (TREE_TYPE (w.decl));
}

void
px_advise_store (location_t loc, const px_view &w, int r)
{
  if (!has_parts (w))
    return;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (w.decl));
  std::string source = element_text (loc, name);
  std::string text = partition_text (w, { PX_THREAD, 1 },
				     source.empty () ? std::string (name) + " + ..." : source);
  int g = group_of (r);
  if (g && px_region_at (g).kind == PX_R_GROUP)
    px_advise (px_region_at (g).loc, PX_D_STORE_VIEW,
	       "%qs around this %<__group%> gives each thread a part: store to %<*part%>",
	       text.c_str ());
  else
    px_advise (loc, PX_D_STORE_VIEW, "%qs around this gives each thread a part: store to %<*part%>",
	       text.c_str ());
}

void
px_advise_argument (location_t loc, tree f, const px_view &w, px_persp want, int r)
{
  if (!w.decl || !px_broader (w.persp, want))
    return;
  /* A variable of the function whose address is given is no memory of which units could have parts.  */
  if (VAR_P (w.decl) && !w.region && !px_in_memory_p (w.decl)
      && TREE_CODE (TREE_TYPE (w.decl)) != ARRAY_TYPE)
    {
      px_advise (loc, PX_D_CALL_POINTER,
		 "the units of %s have one %qD together: let %qD return the new value, or write a "
		 "macro instead of it",
		 px_name (w.persp), w.decl, f);
      return;
    }
  if (!has_parts (w))
    return;
  std::string text
    = partition_text (w, want, IDENTIFIER_POINTER (DECL_NAME (w.decl)) + std::string (" + ..."));
  int g = group_of (r);
  if (g && px_region_at (g).kind == PX_R_GROUP)
    px_advise (px_region_at (g).loc, PX_D_CALL_POINTER,
	       "%qs around this %<__group%> gives each unit a part: pass %<part%>", text.c_str ());
  else
    px_advise (loc, PX_D_CALL_POINTER,
	       "%qs around this gives each unit a part: pass %<part%> in %<__group (%s, %d)%>",
	       text.c_str (), px_level_name (want.level), want.n);
}

/* Returns true if units of P can do, one by one, all that condition C decides on: no construct,
   call or variable of broader code is in it.  */
static bool
units_alone_p (gimple *c, px_persp p)
{
  basic_block head = gimple_bb (c);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  basic_block end = get_immediate_dominator (CDI_POST_DOMINATORS, head);
  free_dominance_info (CDI_POST_DOMINATORS);
  std::vector<basic_block> work = { head };
  std::set<basic_block> seen = { head };
  while (!work.empty ())
    {
      basic_block bb = work.back ();
      work.pop_back ();
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->dest != end && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun)
	    && seen.insert (e->dest).second)
	  work.push_back (e->dest);
    }
  for (basic_block bb : seen)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	bool exit;
	tree lhs = gimple_get_lhs (s), d = lhs ? px_variable_of (lhs) : NULL_TREE;
	if (bb == head || is_gimple_debug (s))
	  continue;
	if (px_marker (s, &exit) || is_gimple_call (s) || gimple_code (s) == GIMPLE_ASM)
	  return false;
	if (d && VAR_P (d) && !px_temporary_p (d) && !px_broader (p, px_persp_of (d)))
	  return false;
      }
  return end;
}

/* "__group (P) " before the `if' whose condition is at LOC.  */
static px_edit
edit_group (location_t loc, px_persp p)
{
  expanded_location x = expand_location (px_user_loc (get_start (loc)));
  std::string text = px_source_line (x.file, x.line);
  size_t i = x.column ? text.rfind ("if", x.column - 1) : std::string::npos;
  if (i == std::string::npos || px_find_word (text, "if", i) != i
      || (i && text.find_last_not_of (" \t", i - 1) != std::string::npos
	  && !strchr (";{})", text[text.find_last_not_of (" \t", i - 1)])))
    return {};
  return { px_location_in (px_user_loc (loc), x.line, i + 1), 0,
	   std::string ("__group (") + px_level_name (p.level) + ", " + std::to_string (p.n)
	     + ") " };
}

void
px_advise_condition (const px_branch &b, px_persp p)
{
  if (!px_in_bound (p, px_bound_in (px_region_of (b.cond), current_function_decl)))
    return;
  const char *level = px_level_name (p.level);
  location_t loc = px_place (b.cond);
  if (b.returns)
    px_advise (loc, PX_D_RETURN_CONDITION,
	       "instead of returning, let the opposite condition hold what each unit does alone: "
	       "%<__group (%s, %d) if (...) { ... }%>",
	       level, p.n);
  else
    px_advise (units_alone_p (b.cond, p) ? edit_group (loc, p) : px_edit{}, loc, PX_D_CONDITION,
	       "in %<__group (%s, %d)%> each unit decides for itself", level, p.n);
}

void
px_advise_bound (location_t loc, px_persp p, int r)
{
  int g = group_of (r);
  const char *level = px_level_name (p.level), *around = px_region_name (g);
  bool has = px_in_bound (p, px_bound_in (g ? px_region_at (g).up : 0, current_function_decl));
  std::string clause
    = std::string (px_twin_p (current_function_decl) ? "grid (1), block (1), " : "") + level + " ("
      + std::to_string (p.n) + ")";
  if (g && has && px_region_at (g).kind == PX_R_CASE)
    return;
  if (g && has)
    px_advise (
      px_region_at (g).loc, PX_D_INTRINSIC_BOUND,
      "the units of %s do it together: write it before this %qs, and use here what it gives",
      px_name (p), around);
  else if (g)
    px_advise (px_region_at (g).loc, PX_D_INTRINSIC_BOUND,
	       "the units of %s do it together, before this %qs; that %qD has them is said by "
	       "%<__requires (%s)%>",
	       px_name (p), around, current_function_decl, clause.c_str ());
  else
    px_advise (loc, PX_D_INTRINSIC_BOUND, "that %qD has them is said by %<__requires (%s)%>",
	       current_function_decl, clause.c_str ());
}

void
px_advise_id (location_t loc, const char *name, px_persp p, int r)
{
  int g = group_of (r);
  if (g && px_in_bound (p, px_bound_in (px_region_at (g).up, current_function_decl))
      && !px_same (p, px_code_persp_in (px_region_at (g).up, current_function_decl)))
    px_advise (px_region_at (g).loc, PX_D_ID_TARGET,
	       "ask before this %qs: %<int i __perspective (%s, %d) = %s (%s, %d)%>",
	       px_region_name (g), px_level_name (p.level), p.n, name, px_level_name (p.level),
	       p.n);
  else
    px_advise (loc, PX_D_ID_TARGET, "code at %s is one such unit: its number is 0", px_name (p));
}
