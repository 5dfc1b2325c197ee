/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that px makes and keeps, which have no source.  */

#include "plugin/base/base.h"

static GTY (()) tree kept; /* a list, which GCC's garbage collector marks */

tree
px_keep (tree t)
{
  static const ggc_root_tab roots[]
    = { { &kept, 1, sizeof (tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	LAST_GGC_ROOT_TAB };
  static bool rooted;
  if (!rooted)
    {
      register_callback ("px", PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *) roots);
      rooted = true;
    }
  kept = tree_cons (NULL_TREE, t, kept);
  return t;
}

tree
px_own_function (tree *fn, const char *name, tree type)
{
  if (!*fn)
    {
      *fn = px_keep (build_fn_decl (name, type));
      DECL_ARTIFICIAL (*fn) = 1;
      TREE_NOTHROW (*fn) = 1;
    }
  return *fn;
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
