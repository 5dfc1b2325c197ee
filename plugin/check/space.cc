/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that pointers lead to (manual: F9).  For a pointer that a function gets, only its
   declaration matters: a __shared parameter leads to shared memory; the parameters of a
   kernel, which the host sets, do not.

   Needs, leaves: as plugin/check/rules.cc.  Called by it and by the other files of rules.  */

#include "plugin/check/check-int.h"

/* The memory that VIEW leads to.  */
enum memory
{
  NOT_KNOWN,
  SHARED, /* the block's own shared memory */
  GLOBAL,
  LOCAL
};

/* VISITED: the views on the path, as views may be made from each other.  */
static memory
memory_of_made (int view, std::set<int> *visited)
{
  const px_view &v = px_view_at (view);
  if (px_local_view_p (view))
    return LOCAL;
  if (v.mapped || v.given || !v.decl)
    return NOT_KNOWN;
  if (v.region)
    {
      memory all = NOT_KNOWN;
      bool first = true;
      for (int k : v.source)
	if (visited->insert (k).second)
	  {
	    memory m = memory_of_made (k, visited);
	    all = first || m == all ? m : NOT_KNOWN;
	    first = false;
	  }
      return all;
    }
  if (VAR_P (v.decl))
    return px_shared_p (v.decl) ? SHARED : GLOBAL;
  /* A parameter, or a member of one.  */
  if (px_kernel_p (current_function_decl) || px_twin_p (current_function_decl))
    return GLOBAL;
  return px_shared_pointer_p (v.decl) ? SHARED : NOT_KNOWN;
}

static memory
memory_of (int view)
{
  std::set<int> visited = { view };
  return memory_of_made (view, &visited);
}

/* Returns the declaration that determines where VIEW leads, or NULL.  */
static tree
what_leads (int view)
{
  return px_view_at (px_roots_of (view)[0]).decl;
}

/* Prints at LOC why VIEW does not lead to the required memory, and what to write.  */
static void
note_memory (location_t loc, int view)
{
  tree d = what_leads (view);
  memory m = memory_of (view);
  if (!d)
    inform (px_user_loc (loc),
	    "a pointer that was loaded, or that a call gave, may lead to any memory");
  else if (m == GLOBAL && !VAR_P (d))
    inform (px_user_loc (DECL_SOURCE_LOCATION (d)),
	    "%qD is given by the host: it leads to global memory", d);
  else if (m != NOT_KNOWN || TREE_CODE (d) != PARM_DECL)
    px_note_decl (d);
  else
    {
      gcc_rich_location at (px_user_loc (DECL_SOURCE_LOCATION (d)));
      px_propose (&at, px_edit_shared (d));
      inform (&at, "a parameter that leads to shared memory is declared %<__shared%>");
    }
}

bool
px_judge_space (location_t loc, px_operand_space space, const std::vector<int> &views, int operand,
		const char *name)
{
  for (int k : views)
    {
      memory m = memory_of (k);
      if (px_root_refused_p (k)
	  || (space == PX_SPACE_SHARED ? m == SHARED : m == GLOBAL || m == NOT_KNOWN))
	continue;
      auto_diagnostic_group g;
      px_error (loc, PX_D_OPERAND_SPACE, operand, name,
		space == PX_SPACE_SHARED ? "shared" : "global");
      note_memory (loc, k);
      return false;
    }
  return true;
}

bool
px_judge_shared_argument (location_t loc, tree f, unsigned i, tree declared,
			  const std::vector<int> &views)
{
  if (!px_shared_pointer_p (declared))
    return true;
  for (int k : views)
    {
      if (memory_of (k) == SHARED || px_root_refused_p (k))
	continue;
      px_error (loc, PX_D_ARGUMENT_SPACE, i + 1, f, declared);
      note_memory (loc, k);
      return false;
    }
  return true;
}
