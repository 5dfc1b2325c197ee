/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classifies callees by GCC's declarations: atomic operations, mathematical
   functions, functions by name; and finds properties of their arguments.

   Needs: a declaration or a call of one.
   Leaves: nothing changed.  */

#include "plugin/base/base.h"

bool
px_mathematics_p (tree f)
{
  if (!fndecl_built_in_p (f))
    return false;
  if (flags_from_decl_or_type (f) & ECF_CONST)
    return true;
  bool of_reals = false;
  function_args_iterator i;
  tree type;
  FOREACH_FUNCTION_ARGS (TREE_TYPE (f), type, i)
  {
    if (!FLOAT_TYPE_P (type) && !INTEGRAL_TYPE_P (type) && !VOID_TYPE_P (type))
      return false;
    of_reals |= FLOAT_TYPE_P (type);
  }
  return of_reals;
}

bool
px_named_p (tree f, const char *name)
{
  return f && DECL_NAME (f) && id_equal (DECL_NAME (f), name);
}

bool
px_atomic_p (tree f)
{
  if (!f || !fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return false;
  const char *s = IDENTIFIER_POINTER (DECL_NAME (f));
  return startswith (s, "__atomic_") || startswith (s, "__sync_");
}

bool
px_compares_p (gimple *s)
{
  return gimple_call_internal_p (s, IFN_ATOMIC_COMPARE_EXCHANGE);
}

bool
px_atomic_call_p (gimple *s)
{
  return px_compares_p (s) || px_atomic_p (gimple_call_fndecl (s));
}

bool
px_writable_argument_p (gimple *s, unsigned i)
{
  tree type = TREE_TYPE (gimple_call_arg (s, i));
  tree formal = gimple_call_fntype (s) ? TYPE_ARG_TYPES (gimple_call_fntype (s)) : NULL_TREE;
  for (; formal && i; i--)
    formal = TREE_CHAIN (formal);
  if (formal && TREE_VALUE (formal))
    type = TREE_VALUE (formal);
  return POINTER_TYPE_P (type) && !px_reads_only_p (type);
}

const char *
px_string_of (tree s)
{
  while (TREE_CODE (s) == ADDR_EXPR || TREE_CODE (s) == ARRAY_REF || TREE_CODE (s) == MEM_REF)
    s = TREE_OPERAND (s, 0);
  return TREE_CODE (s) == STRING_CST ? TREE_STRING_POINTER (s) : "";
}
