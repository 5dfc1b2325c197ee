/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that px makes and keeps, which have no source.  */

#include "plugin/base/base.h"

/* What the unit has: KEPT is a list, which GCC's garbage collector marks.  */
struct px_unit_made
{
  tree kept;
  ggc_root_tab roots[2]; /* KEPT, and the end, once the collector knows them */
  tree functions[PX_OWNS];
};

static px_unit_made &
made ()
{
  return px_unit_part (px_this_unit.made);
}

tree
px_keep (tree t)
{
  px_unit_made &m = made ();
  if (!m.roots[0].base)
    {
      m.roots[0] = { &m.kept, 1, sizeof (tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node };
      register_callback ("px", PLUGIN_REGISTER_GGC_ROOTS, NULL, m.roots);
    }
  m.kept = tree_cons (NULL_TREE, t, m.kept);
  return t;
}

tree
px_own_function (px_own which, tree type)
{
  static const char *const names[] = {
#define PX_OWN(id, name) name,
    PX_OWN_FUNCTIONS
#undef PX_OWN
  };
  tree &fn = made ().functions[which];
  if (!fn)
    {
      fn = px_keep (build_fn_decl (names[which], type));
      DECL_ARTIFICIAL (fn) = 1;
      TREE_NOTHROW (fn) = 1;
    }
  return fn;
}

bool
px_own_made_p (px_own which)
{
  return made ().functions[which] != NULL_TREE;
}

bool
px_own_p (const_tree fn, px_own which)
{
  return fn && fn == made ().functions[which];
}

bool
px_calls_own_p (gimple *s, px_own which)
{
  return is_gimple_call (s) && px_own_p (gimple_call_fndecl (s), which);
}

tree
px_own_variable (const char *name, tree type)
{
  tree v = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier (name), type);
  SET_DECL_ASSEMBLER_NAME (v, get_identifier (name));
  TREE_STATIC (v) = 1;
  TREE_USED (v) = 1;
  TREE_ADDRESSABLE (v) = 1;
  DECL_ARTIFICIAL (v) = 1;
  DECL_IGNORED_P (v) = 1;
  DECL_CONTEXT (v) = NULL_TREE;
  px_keep (v);
  return v;
}

/* It is preserved, because GCC would otherwise assume that it is never written.  */
tree
px_own_record (const char *name, unsigned n)
{
  tree v = px_own_variable (name, build_array_type_nelts (uint64_type_node, n));
  DECL_PRESERVE_P (v) = 1;
  return v;
}
