/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of declarations: the predicates on attributes that all layers use.

   Needs: a declaration, with the attributes that plugin/front/attribs.cc has accepted and that
   later passes have added ("px twin", "px refused").
   Leaves: nothing changed, except by px_refuse, whose mark px_checkable_p reads.  */

#include "plugin/base/base.h"

bool
px_has (const_tree d, const char *attr)
{
  return lookup_attribute (attr, DECL_ATTRIBUTES (d)) != NULL_TREE;
}

bool
px_kernel_p (const_tree d)
{
  return TREE_CODE (d) == FUNCTION_DECL && px_has (d, "px_kernel");
}

bool
px_twin_p (const_tree d)
{
  return px_has (d, "px twin");
}

bool
px_device_fn_p (const_tree d)
{
  return TREE_CODE (d) == FUNCTION_DECL
	 && (px_has (d, "px_device") || px_has (d, "px_kernel") || px_twin_p (d));
}

bool
px_shared_p (const_tree d)
{
  return VAR_P (d) && px_has (d, "px_shared");
}

bool
px_shared_pointer_p (const_tree d)
{
  return !VAR_P (d) && px_has (d, "px_shared");
}

bool
px_device_body_p (const_tree d)
{
  return px_device_fn_p (d) && !px_kernel_p (d);
}

bool
px_device_var_p (const_tree d)
{
  return VAR_P (d) && (px_has (d, "px_device") || px_has (d, "px_constant"));
}

bool
px_constant_p (const_tree d)
{
  return TREE_READONLY (d) || (VAR_P (d) && px_has (d, "px_constant"));
}

bool
px_device_p (const_tree d)
{
  return px_device_fn_p (d) || px_device_var_p (d);
}

/* Returns the names in TEXT, "a, b".  */
std::vector<std::string>
px_alias_names (const char *text)
{
  std::vector<std::string> v;
  for (const char *s = text; *s;)
    if (ISIDNUM (*s))
      {
	const char *start = s;
	while (ISIDNUM (*s))
	  s++;
	v.push_back (std::string (start, s - start));
      }
    else
      s++;
  return v;
}

int
px_alias_group (const_tree fn, const_tree parm)
{
  int n = 0;
  if (!DECL_NAME (parm))
    return 0;
  for (tree a = DECL_ATTRIBUTES (fn); (a = lookup_attribute ("px_alias", a)); a = TREE_CHAIN (a))
    {
      n++;
      for (const std::string &s :
	   px_alias_names (TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (a)))))
	if (s == IDENTIFIER_POINTER (DECL_NAME (parm)))
	  return n;
    }
  return 0;
}

bool
px_checkable_p (tree d)
{
  return !lookup_attribute ("px refused", DECL_ATTRIBUTES (d));
}

void
px_refuse (tree d)
{
  DECL_ATTRIBUTES (d) = tree_cons (get_identifier ("px refused"), NULL_TREE, DECL_ATTRIBUTES (d));
}

bool
px_inlined_p (tree fn)
{
  return lookup_attribute ("always_inline", DECL_ATTRIBUTES (fn));
}

/* For an array its elements are const.  */
bool
px_reads_only_p (const_tree pointer)
{
  return TYPE_READONLY (strip_array_types (TREE_TYPE (CONST_CAST_TREE (pointer))));
}

bool
px_header_p ()
{
  bool &header = px_this_unit.header;
  header = header || identifier_global_value (get_identifier ("__px_enter"));
  return header;
}
