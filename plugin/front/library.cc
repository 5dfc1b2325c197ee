/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the C library's functions that print or stop become.

   px_replace_library needs: a call in the C tree, before GCC makes others of it.
   Leaves: a call of a function that only px knows, which plugin/lower/print.cc lowers, or of
   px's own library (plugin/device/finalize.cc).  */

#include "plugin/front/front.h"

static tree
print ()
{
  return px_own_function (PX_OWN_PRINT,
			  build_varargs_function_type_list (integer_type_node, const_ptr_type_node,
							    NULL_TREE));
}

static tree
string_literal (const char *s)
{
  return build_string_literal (strlen (s) + 1, s);
}

bool
px_print_p (tree fn)
{
  return px_own_p (fn, PX_OWN_PRINT);
}

/* The functions of mathematics that px/math.h has.  */
static const struct
{
  built_in_function code;
  const char *own, *fast; /* FAST is OWN where nothing is faster */
} mathematics[] = {
#define FAST(NAME) "__px_fast_" #NAME
#define UNIT FAST
#define EXACT(NAME) "__px_" #NAME
#define PX_MATH(CODE, NAME, MEASURE, ERROR, BOUND, FORM) \
  { BUILT_IN_##CODE, "__px_" #NAME, FORM (NAME) },
#define PX_MATH2 PX_MATH
#include "include/px/math.def"
#undef PX_MATH
#undef PX_MATH2
#undef FAST
#undef UNIT
#undef EXACT
};

/* Makes CALL, of a mathematical function F of the C library, one of px's
   own, if px/math.h has it.  A call of constants stays, as GCC computes its value.  */
static void
use_own_mathematics (tree call, tree f)
{
  if (!fndecl_built_in_p (f, BUILT_IN_NORMAL) || px_device_fn_p (f))
    return;
  bool constant = true;
  for (int i = 0; i < call_expr_nargs (call); i++)
    constant &= CONSTANT_CLASS_P (CALL_EXPR_ARG (call, i));
  if (constant)
    return;
  for (const auto &m : mathematics)
    {
      if (DECL_FUNCTION_CODE (f) != m.code)
	continue;
      tree own = identifier_global_value (
	get_identifier (flag_unsafe_math_optimizations ? m.fast : m.own));
      if (!own || TREE_CODE (own) != FUNCTION_DECL || !px_device_fn_p (own))
	return;
      TREE_USED (own) = 1;
      CALL_EXPR_FN (call) = build_fold_addr_expr (own);
    }
}

void
px_replace_library (tree *tp)
{
  tree call = *tp, f = get_callee_fndecl (call);
  unsigned n = call_expr_nargs (call);
  location_t loc = EXPR_LOCATION (call);
  if (!f)
    return;
  use_own_mathematics (call, f);
  if (fndecl_built_in_p (f, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (f))
      {
      case BUILT_IN_PRINTF:
      case BUILT_IN_PRINTF_UNLOCKED:
	if (n > 0)
	  CALL_EXPR_FN (call) = build_fold_addr_expr (print ());
	return;
      case BUILT_IN_PUTS:
      case BUILT_IN_PUTS_UNLOCKED:
	if (n == 1)
	  *tp = build_call_expr_loc (loc, print (), 2, string_literal ("%s\n"),
				     CALL_EXPR_ARG (call, 0));
	return;
      case BUILT_IN_PUTCHAR:
      case BUILT_IN_PUTCHAR_UNLOCKED:
	if (n == 1)
	  *tp = build_call_expr_loc (loc, print (), 2, string_literal ("%c"),
				     CALL_EXPR_ARG (call, 0));
	return;
      case BUILT_IN_ABORT:
	*tp = build_call_expr_loc (loc, builtin_decl_explicit (BUILT_IN_TRAP), 0);
	return;
      default: return;
      }
  if (n == 4 && DECL_NAME (f) && id_equal (DECL_NAME (f), "__assert_fail") && !px_device_fn_p (f))
    {
      tree fail = px_own_function (PX_OWN_ASSERT_FAIL, TREE_TYPE (f));
      TREE_THIS_VOLATILE (fail) = 1;
      CALL_EXPR_FN (call) = build_fold_addr_expr (fail);
    }
}
