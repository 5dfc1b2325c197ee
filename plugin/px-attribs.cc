/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attributes that px.h's keywords expand to.

   px_kernel, px_device, px_constant, px_shared, px_slots (S)
   px_perspective ("level", n, is-constant)
   px_requires ("text") together with one attribute for each of its clauses:
   grid (g), block (b), thread (t), threads (T), smem (bytes), cluster (c),
   minblocks (k), maxregs (n), barriers (k), cooperative.

   A handler only judges an attribute by itself and by the kind of its
   declaration; what declarations mean together is for later passes.  */

#include "px-plugin.h"

static bool has (const_tree d, const char *attr)
{
  return lookup_attribute (attr, DECL_ATTRIBUTES (d)) != NULL_TREE;
}

bool px_kernel_p (const_tree d)
{
  return TREE_CODE (d) == FUNCTION_DECL && has (d, "px_kernel");
}

bool px_device_fn_p (const_tree d)
{
  return TREE_CODE (d) == FUNCTION_DECL
	 && (has (d, "px_device") || has (d, "px_kernel") || has (d, "px twin"));
}

bool px_device_body_p (const_tree d)
{
  return px_device_fn_p (d) && !px_kernel_p (d);
}

bool px_device_var_p (const_tree d)
{
  return VAR_P (d) && (has (d, "px_device") || has (d, "px_constant"));
}

bool px_constant_p (const_tree d)
{
  return TREE_READONLY (d) || (VAR_P (d) && has (d, "px_constant"));
}

void px_finish_declaration (tree d)
{
  /* The host may give it another value: GCC must not fold its initialiser.
     Assignments are refused by its type.  */
  if (d && VAR_P (d) && has (d, "px_constant"))
    TREE_READONLY (d) = 0;
}

bool px_device_p (const_tree d)
{
  return px_device_fn_p (d) || px_device_var_p (d);
}

static location_t loc_of (tree d)
{
  return DECL_P (d) ? px_user_loc (DECL_SOURCE_LOCATION (d)) : input_location;
}

/* __kernel, on functions only.  */
static tree on_kernel (tree *node, tree, tree, int, bool *refused)
{
  tree d = *node;
  *refused = true;
  if (TREE_CODE (d) != FUNCTION_DECL)
    px_error (loc_of (d), PX_D_KERNEL_PLACE, d);
  else if (has (d, "px_device"))
    px_error (loc_of (d), PX_D_KERNEL_DEVICE, d);
  else if (!VOID_TYPE_P (TREE_TYPE (TREE_TYPE (d))))
    px_error (loc_of (d), PX_D_KERNEL_RESULT, d);
  else if (stdarg_p (TREE_TYPE (d)))
    px_error (loc_of (d), PX_D_KERNEL_VARIADIC, d);
  else {
    *refused = false;
    g->have_offload = true;
    DECL_UNINLINABLE (d) = 1;
    add_no_sanitize_value (d, ~0u);     /* the parser itself instruments */
  }
  return NULL_TREE;
}

/* __device, on functions and file-scope variables.  */
static tree on_device (tree *node, tree, tree, int, bool *refused)
{
  tree d = *node;
  *refused = true;
  if (TREE_CODE (d) == FUNCTION_DECL && has (d, "px_kernel"))
    px_error (loc_of (d), PX_D_DEVICE_KERNEL, d);
  else if (TREE_CODE (d) == FUNCTION_DECL && stdarg_p (TREE_TYPE (d)))
    px_error (loc_of (d), PX_D_DEVICE_VARIADIC, d);
  else if (TREE_CODE (d) != FUNCTION_DECL && (!VAR_P (d) || current_function_decl))
    px_error (loc_of (d), PX_D_DEVICE_PLACE);
  else {
    *refused = false;
    g->have_offload = true;
    if (TREE_CODE (d) == FUNCTION_DECL)
      add_no_sanitize_value (d, ~0u);
  }
  return NULL_TREE;
}

/* __constant, on file-scope variables: read only on the device.  */
static tree on_constant (tree *node, tree, tree, int, bool *refused)
{
  tree d = *node;
  *refused = !VAR_P (d) || current_function_decl;
  if (*refused)
    px_error (loc_of (d), PX_D_CONSTANT_PLACE);
  else
    g->have_offload = true;
  return NULL_TREE;
}

/* __shared and __slots, on variables of device functions.  */
static tree on_shared (tree *node, tree name, tree, int, bool *refused)
{
  tree d = *node;
  bool shared = is_attribute_p ("px_shared", name);
  *refused = !VAR_P (d) || !current_function_decl;
  if (*refused)
    px_error (loc_of (d), PX_D_SHARED_ATTRIBUTE_PLACE,
	      shared ? "__shared" : "__slots");
  else if (shared && TREE_CODE (TREE_TYPE (d)) == ARRAY_TYPE && !TYPE_DOMAIN (TREE_TYPE (d))) {
    /* T x[]: sized at launch.  To GCC, as long as nothing.  */
    TREE_TYPE (d) = build_array_type (TREE_TYPE (TREE_TYPE (d)),
				      build_range_type (sizetype, size_zero_node, NULL_TREE));
    TYPE_SIZE (TREE_TYPE (d)) = bitsize_zero_node;
    TYPE_SIZE_UNIT (TREE_TYPE (d)) = size_zero_node;
    SET_TYPE_MODE (TREE_TYPE (d), BLKmode);
    DECL_ATTRIBUTES (d) = tree_cons (get_identifier ("px dynamic"), NULL_TREE, DECL_ATTRIBUTES (d));
  }
  return NULL_TREE;
}

/* A perspective of a declaration.  ARGS: level, n, is n a constant expression? */
static tree on_perspective (tree *node, tree, tree args, int, bool *refused)
{
  tree level = TREE_VALUE (args), n = TREE_VALUE (TREE_CHAIN (args));
  px_level l;
  *refused = true;
  if (TREE_CODE (*node) == TYPE_DECL)
    px_error (loc_of (*node), PX_D_PERSP_PLACE);
  else if (TREE_CODE (level) != STRING_CST || !px_level_named (TREE_STRING_POINTER (level), &l))
    px_error (loc_of (*node), PX_D_UNKNOWN_LEVEL, TREE_CODE (level) == STRING_CST ? TREE_STRING_POINTER (level) : "", "__perspective");
  else if (TREE_CODE (n) != INTEGER_CST)
    px_error (loc_of (*node), PX_D_PERSP_NOT_CONSTANT, n);
  else if (!tree_fits_shwi_p (n) || tree_to_shwi (n) < 1 || tree_to_shwi (n) > INT_MAX)
    px_error (loc_of (*node), PX_D_PERSP_RANGE, n);
  else
    *refused = false;
  return NULL_TREE;
}

/* A clause of __requires.  */
static tree on_clause (tree *node, tree name, tree args, int, bool *refused)
{
  tree d = *node, n = args ? TREE_VALUE (args) : NULL_TREE;
  *refused = true;
  if (TREE_CODE (d) != FUNCTION_DECL)
    px_error (loc_of (d), PX_D_REQUIRES_PLACE);
  else if (n && TREE_CODE (n) != INTEGER_CST)
    px_error (loc_of (d), PX_D_CLAUSE_NOT_CONSTANT, name, n);
  else if (n && (!tree_fits_shwi_p (n) || tree_to_shwi (n) < 0 || tree_to_shwi (n) > INT_MAX
		 || (tree_to_shwi (n) == 0 && !is_attribute_p ("smem", name))))
    px_error (loc_of (d), PX_D_CLAUSE_RANGE, name, n);
  else
    *refused = false;
  return NULL_TREE;
}

static tree on_requires (tree *node, tree, tree, int, bool *refused)
{
  *refused = TREE_CODE (*node) != FUNCTION_DECL;
  if (*refused)
    px_error (loc_of (*node), PX_D_REQUIRES_PLACE);
  return NULL_TREE;
}

/* name, least and most arguments, decl_required, type_required,
   function_type_required, affects_type_identity, handler, exclusions.  */
#define ATTR(name, n, handler) \
  { name, n, n, true, false, false, false, handler, NULL }
static struct attribute_spec specs[] = {
  ATTR ("px_kernel", 0, on_kernel),
  ATTR ("px_device", 0, on_device),
  ATTR ("px_constant", 0, on_constant),
  ATTR ("px_shared", 0, on_shared),
  ATTR ("px_slots", 1, on_shared),
  ATTR ("px_perspective", 2, on_perspective),
  ATTR ("px_requires", 1, on_requires),
  ATTR ("grid", 1, on_clause),
  ATTR ("block", 1, on_clause),
  ATTR ("thread", 1, on_clause),
  ATTR ("threads", 1, on_clause),
  ATTR ("smem", 1, on_clause),
  ATTR ("cluster", 1, on_clause),
  ATTR ("minblocks", 1, on_clause),
  ATTR ("maxregs", 1, on_clause),
  ATTR ("barriers", 1, on_clause),
  ATTR ("cooperative", 0, on_clause),
};

void px_register_attributes ()
{
  for (attribute_spec &s : specs)
    register_attribute (&s);
}
