/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attributes that px.h's keywords expand to.

   px_kernel, px_device, px_constant, px_shared, px_slots (is-constant, S)
   px_mathematics: px/math.h's px_device
   px_perspective ("level", is-constant, n)
   px_requires ("text") together with one attribute for each of its clauses:
   grid (g), block (b), thread (t), threads (T), smem (bytes), cluster (c),
   minblocks (k), maxregs (n), barriers (k), cooperative.
   px_alias ("text"), px_where ("text")

   A handler only judges an attribute by itself and by the kind of its
   declaration; what declarations mean together is for later passes.  */

#include "plugin/front/front.h"

/* What a declaration of a function promises and asks for, part by part.  */
struct promise
{
  location_t loc;
  std::vector<std::pair<std::string, std::string>> parts; /* name, value */
};

/* The attributes of the unit.  */
struct px_unit_attributes
{
  bool used;				/* it has any of px's */
  std::map<std::string, promise> first; /* of the first declaration of each function, by name */
};

static px_unit_attributes &
attributes ()
{
  return px_unit_part (px_this_unit.attributes);
}

/* Attributes of GCC's that mean nothing on a device.  */
static void
check_foreign (tree d)
{
  static const char *const refused[]
    = { "ifunc", "weakref", "alias",	     "constructor", "destructor", "naked",
	"simd",	 "target",  "target_clones", "weak",	    "section" };
  for (const char *a : refused)
    if (px_has (d, a) && (VAR_P (d) || strcmp (a, "section")))
      {
	px_error (px_user_loc (DECL_SOURCE_LOCATION (d)), PX_D_FOREIGN_ATTRIBUTE, d, a);
	return;
      }
}

/* Returns true in a function that would be the device's, but is refused.  */
static bool
in_refused_p ()
{
  return current_function_decl && !px_checkable_p (current_function_decl);
}

/* The __perspective of a variable.  */
static void
check_persp (tree d)
{
  location_t loc = px_user_loc (DECL_SOURCE_LOCATION (d));
  px_persp p, own = { PX_GRID, 1 };
  if (!VAR_P (d) || !px_declared_persp (d, &p) || in_refused_p ())
    return;
  if (!px_device_var_p (d) && (!current_function_decl || !px_device_fn_p (current_function_decl)))
    px_error (loc, PX_D_PERSP_HOST, d);
  else if (px_shared_p (d) || px_device_var_p (d))
    {
      if (px_shared_p (d))
	own.level = PX_BLOCK;
      if (!px_same (p, own))
	px_error (loc, PX_D_PERSP_ONE, d, px_name (own), px_name (p));
    }
}

/* Rule F5 for what stands in the initialiser of variable D: it reaches no function.  */
static tree
judge_initialiser (tree *tp, int *sub, void *data)
{
  tree t = *tp, d = (tree) data;
  bool device = px_device_var_p (d);
  if (TYPE_P (t))
    *sub = 0;
  if (!DECL_P (t) || !px_device_p (t) || px_kernel_p (t) || !px_checkable_p (t)
      || (device && VAR_P (t)))
    return NULL_TREE;
  auto_diagnostic_group g;
  location_t loc = px_user_loc (DECL_SOURCE_LOCATION (d));
  if (VAR_P (t))
    px_error (loc, PX_D_DEVICE_VARIABLE, t, t);
  else if (device)
    px_error (loc, PX_D_ADDRESS_OF_FUNCTION, t);
  else
    px_error (loc, PX_D_CALL_FROM_HOST, t);
  inform (px_user_loc (DECL_SOURCE_LOCATION (t)), "%qD is declared here", t);
  return t;
}

void
px_finish_declaration (tree d)
{
  if (d && attributes ().used && !error_operand_p (d))
    {
      check_persp (d);
      if (VAR_P (d) && TREE_STATIC (d) && DECL_INITIAL (d))
	walk_tree_without_duplicates (&DECL_INITIAL (d), judge_initialiser, d);
      if (px_device_var_p (d))
	{
	  check_foreign (d);
	  if (DECL_THREAD_LOCAL_P (d))
	    px_error (px_user_loc (DECL_SOURCE_LOCATION (d)), PX_D_THREAD_LOCAL, d);
	  if (tree type = px_foreign_type (TREE_TYPE (d)))
	    px_error (px_user_loc (DECL_SOURCE_LOCATION (d)), PX_D_NO_TYPE, d, type);
	}
    }
  /* The host may give it another value: GCC must not fold its initialiser.
     Assignments are refused by its type.  */
  if (d && VAR_P (d) && px_has (d, "px_constant"))
    TREE_READONLY (d) = 0;
  px_fragment f;
  if (d && VAR_P (d) && DECL_FILE_SCOPE_P (d) && px_fragment_inside (TREE_TYPE (d)))
    px_error (DECL_SOURCE_LOCATION (d), PX_D_FRAGMENT_PLACE, d);
  else if (d && VAR_P (d) && DECL_FILE_SCOPE_P (d) && px_tile_type (TREE_TYPE (d), &f))
    px_error (DECL_SOURCE_LOCATION (d), PX_D_TILE_PLACE, d);
}

/* Attributes in front of a type alone reach no handler.  */
void
px_finish_type (tree type)
{
  location_t at;
  if (!type || !TYPE_P (type) || !TYPE_STUB_DECL (type) || !px_header_p ())
    return;
  location_t loc = DECL_SOURCE_LOCATION (TYPE_STUB_DECL (type));
  std::string keyword = in_system_header_at (loc) ? "" : px_keyword_alone (loc, &at);
  if (!keyword.empty ())
    px_error (at, PX_D_TYPE_PLACE, keyword.c_str ());
}

static location_t
loc_of (tree d)
{
  return px_user_loc (DECL_SOURCE_LOCATION (d));
}

/* Attribute NAME (ARGS) met a type.  If a declarator is still to come it is for
   what that declares.  */
static tree
refuse_on_type (tree name, tree args, int flags)
{
  if (flags & (ATTR_FLAG_DECL_NEXT | ATTR_FLAG_FUNCTION_NEXT | ATTR_FLAG_ARRAY_NEXT))
    return tree_cons (name, args, NULL_TREE);
  std::string keyword = std::string ("__") + (IDENTIFIER_POINTER (name) + strlen ("px_"));
  px_error (input_location, PX_D_TYPE_PLACE, keyword.c_str ());
  return NULL_TREE;
}

/* f () as f (void): an old-style definition will then clash with it.  */
static void
make_prototype (tree fn)
{
  if (!prototype_p (TREE_TYPE (fn)))
    TREE_TYPE (fn) = build_function_type (TREE_TYPE (TREE_TYPE (fn)), void_list_node);
}

/* Returns true if D was declared before, as something of the host's.  */
static bool
host_before (tree d)
{
  tree old
    = DECL_FILE_SCOPE_P (d) && DECL_NAME (d) ? identifier_global_value (DECL_NAME (d)) : NULL_TREE;
  if (!old || TREE_CODE (old) != TREE_CODE (d) || DECL_IS_UNDECLARED_BUILTIN (old)
      || px_device_p (old))
    return false;
  auto_diagnostic_group g;
  px_error (loc_of (d), PX_D_DECLARED_FOR_HOST, d);
  inform (loc_of (old), "first declared here");
  return true;
}

/* The parser itself instruments.  (Only if asked: attribute copy of GCC 12 and before cannot copy
   this one.)  */
static void
not_sanitized (tree fn)
{
  if (flag_sanitize)
    add_no_sanitize_value (fn, ~0u);
}

/* It warns of the host's ways to pass arguments, too.  */
static void
no_host_code (tree fn)
{
  warn_psabi = 0;
  not_sanitized (fn);
}

/* __kernel, on functions only.  */
static tree
on_kernel (tree *node, tree name, tree args, int flags, bool *refused)
{
  tree d = *node;
  *refused = true;
  if (TYPE_P (d))
    return refuse_on_type (name, args, flags);
  if (TREE_CODE (d) != FUNCTION_DECL)
    {
      px_error (loc_of (d), PX_D_KERNEL_PLACE, d);
      px_refuse (d);
      return NULL_TREE;
    }
  if (px_has (d, "px_device"))
    px_error (loc_of (d), PX_D_KERNEL_DEVICE, d);
  else if (!VOID_TYPE_P (TREE_TYPE (TREE_TYPE (d))))
    px_error (loc_of (d), PX_D_KERNEL_RESULT, d);
  else if (stdarg_p (TREE_TYPE (d)))
    px_error (loc_of (d), PX_D_KERNEL_VARIADIC, d);
  else if (!px_refuse_parameters (d, loc_of (d)) && !host_before (d))
    {
      *refused = false;
      attributes ().used = true;
      make_prototype (d);
      g->have_offload = true;
      DECL_UNINLINABLE (d) = 1;
      no_host_code (d);
    }
  if (*refused)
    px_refuse (d);
  return NULL_TREE;
}

/* __device, on functions and file-scope variables.  */
static tree
on_device (tree *node, tree name, tree args, int flags, bool *refused)
{
  tree d = *node;
  *refused = true;
  if (TYPE_P (d))
    return refuse_on_type (name, args, flags);
  if (TREE_CODE (d) == FUNCTION_DECL && px_has (d, "px_kernel"))
    px_error (loc_of (d), PX_D_DEVICE_KERNEL, d);
  else if (TREE_CODE (d) == FUNCTION_DECL && stdarg_p (TREE_TYPE (d)))
    px_error (loc_of (d), PX_D_DEVICE_VARIADIC, d);
  else if (TREE_CODE (d) != FUNCTION_DECL && (!VAR_P (d) || current_function_decl))
    px_error (loc_of (d), PX_D_DEVICE_PLACE);
  else if (!(TREE_CODE (d) == FUNCTION_DECL && px_refuse_parameters (d, loc_of (d)))
	   && !host_before (d))
    {
      *refused = false;
      attributes ().used = true;
      g->have_offload = true;
      if (TREE_CODE (d) == FUNCTION_DECL)
	{
	  make_prototype (d);
	  no_host_code (d);
	}
    }
  if (*refused && (VAR_P (d) || TREE_CODE (d) == FUNCTION_DECL))
    px_refuse (d);
  return NULL_TREE;
}

/* A function of px/math.h, which every unit has: it is the device's, but does not say that the
   unit has device code, as a kernel that calls one has said so.  */
static tree
on_mathematics (tree *node, tree, tree, int, bool *refused)
{
  tree d = *node;
  *refused = TREE_CODE (d) != FUNCTION_DECL;
  if (!*refused)
    {
      not_sanitized (d);
      DECL_ATTRIBUTES (d)
	= tree_cons (get_identifier ("px_device"), NULL_TREE, DECL_ATTRIBUTES (d));
    }
  return NULL_TREE;
}

/* __constant, on file-scope variables: read only on the device.  */
static tree
on_constant (tree *node, tree name, tree args, int flags, bool *refused)
{
  tree d = *node;
  *refused = true;
  if (TYPE_P (d))
    return refuse_on_type (name, args, flags);
  if (!VAR_P (d) || current_function_decl)
    px_error (loc_of (d), PX_D_CONSTANT_PLACE);
  else
    *refused = host_before (d);
  if (*refused)
    ;
  else
    g->have_offload = true;
  return NULL_TREE;
}

/* __shared and __slots, on variables of device functions; __shared also on pointers among
   parameters and members, in structures that are some.  */
static tree
on_shared (tree *node, tree name, tree args, int flags, bool *refused)
{
  tree d = *node;
  if (TYPE_P (d))
    {
      *refused = true;
      return refuse_on_type (name, args, flags);
    }
  bool shared = is_attribute_p ("px_shared", name);
  if (shared && (TREE_CODE (d) == PARM_DECL || TREE_CODE (d) == FIELD_DECL))
    {
      *refused = !POINTER_TYPE_P (TREE_TYPE (d));
      if (*refused)
	px_error (loc_of (d), PX_D_SHARED_POINTER_PLACE);
      return NULL_TREE;
    }
  bool sized_at_launch
    = VAR_P (d) && TREE_CODE (TREE_TYPE (d)) == ARRAY_TYPE && !TYPE_DOMAIN (TREE_TYPE (d));
  *refused = !VAR_P (d) || !current_function_decl || !px_device_fn_p (current_function_decl);
  if (*refused && in_refused_p ())
    ;
  else if (*refused || (shared && (TREE_STATIC (d) || (DECL_EXTERNAL (d) && !sized_at_launch))))
    px_error (loc_of (d), PX_D_SHARED_ATTRIBUTE_PLACE, shared ? "__shared" : "__slots");
  else if (!shared)
    {
      tree s = list_length (args) == 2 ? TREE_VALUE (TREE_CHAIN (args)) : NULL_TREE,
	   type = TREE_TYPE (d);
      *refused = true;
      if (!s)
	px_error (loc_of (d), PX_D_KEYWORD_ARGUMENTS, px_form ("__slots"));
      else if (s == error_mark_node)
	; /* the parser has reported it */
      else if (!integer_onep (TREE_VALUE (args)) || TREE_CODE (s) != INTEGER_CST
	       || !tree_fits_shwi_p (s) || tree_to_shwi (s) < 1)
	px_error (loc_of (d), PX_D_SLOTS_RANGE);
      /* A single slot may be the variable itself.  */
      else if (!px_has (d, "px_shared")
	       || (tree_to_shwi (s) > 1
		   && (TREE_CODE (type) != ARRAY_TYPE || !TYPE_DOMAIN (type)
		       || !TYPE_MAX_VALUE (TYPE_DOMAIN (type))
		       || compare_tree_int (TYPE_MAX_VALUE (TYPE_DOMAIN (type)),
					    tree_to_shwi (s) - 1))))
	px_error (loc_of (d), PX_D_SLOTS_PLACE, s);
      else
	*refused = false;
    }
  else
    {
      TREE_ADDRESSABLE (d) = 1; /* a scalar is in memory, too */
      /* Nor does -ftrivial-auto-var-init store to it.  */
      DECL_ATTRIBUTES (d)
	= tree_cons (get_identifier ("uninitialized"), NULL_TREE, DECL_ATTRIBUTES (d));
    }
  if (!shared && *refused && VAR_P (d))
    px_refuse (d);
  if (shared && !*refused && sized_at_launch)
    {
      /* To GCC, as long as nothing.  May be declared extern, which other
       compilers want.  */
      DECL_EXTERNAL (d) = TREE_PUBLIC (d) = 0;
      TREE_TYPE (d) = build_array_type (TREE_TYPE (TREE_TYPE (d)),
					build_range_type (sizetype, size_zero_node, NULL_TREE));
      TYPE_SIZE (TREE_TYPE (d)) = bitsize_zero_node;
      TYPE_SIZE_UNIT (TREE_TYPE (d)) = size_zero_node;
      SET_TYPE_MODE (TREE_TYPE (d), BLKmode);
      DECL_ATTRIBUTES (d)
	= tree_cons (get_identifier ("px dynamic"), NULL_TREE, DECL_ATTRIBUTES (d));
    }
  return NULL_TREE;
}

/* A perspective of a declaration.  ARGS: level, is n a constant expression?, n; or the level
   alone, of which it is a single unit.  */
static tree
on_perspective (tree *node, tree name, tree args, int flags, bool *refused)
{
  tree level = args ? TREE_VALUE (args) : error_mark_node;
  if (list_length (args) == 1 && TREE_CODE (level) == STRING_CST
      && px_word_p (TREE_STRING_POINTER (level)))
    TREE_CHAIN (args)
      = tree_cons (NULL_TREE, integer_one_node, build_tree_list (NULL_TREE, integer_one_node));
  px_level l = PX_THREAD;
  *refused = true;
  if (TYPE_P (*node))
    return refuse_on_type (name, args, flags);
  if ((!VAR_P (*node) && TREE_CODE (*node) != PARM_DECL && TREE_CODE (*node) != FIELD_DECL
       && TREE_CODE (*node) != FUNCTION_DECL)
      || (TREE_CODE (*node) == FUNCTION_DECL && VOID_TYPE_P (TREE_TYPE (TREE_TYPE (*node)))))
    px_error (loc_of (*node), PX_D_PERSP_PLACE);
  else if (list_length (args) != 3
	   || (TREE_CODE (level) == STRING_CST && !*TREE_STRING_POINTER (level)))
    px_error (loc_of (*node), PX_D_KEYWORD_ARGUMENTS, px_form ("__perspective"));
  else if (tree n = TREE_VALUE (TREE_CHAIN (TREE_CHAIN (args))); n == error_mark_node)
    ; /* the parser has reported it */
  else if (px_has (*node, "px_perspective"))
    px_error (loc_of (*node), PX_D_PERSP_TWICE, *node);
  else if (TREE_CODE (level) != STRING_CST || !px_level_named (TREE_STRING_POINTER (level), &l))
    {
      const char *given = TREE_CODE (level) == STRING_CST ? TREE_STRING_POINTER (level) : "";
      px_error (px_edit_level (loc_of (*node), given), loc_of (*node), PX_D_UNKNOWN_LEVEL, given,
		"__perspective");
    }
  else if (TREE_CODE (n) != INTEGER_CST || !integer_onep (TREE_VALUE (TREE_CHAIN (args))))
    px_error (loc_of (*node), PX_D_PERSP_NOT_CONSTANT);
  else if (!tree_fits_shwi_p (n) || tree_to_shwi (n) < 1 || tree_to_shwi (n) > INT_MAX)
    px_error (loc_of (*node), PX_D_PERSP_RANGE, n);
  else if (l == PX_GRID && !integer_onep (n))
    px_error (loc_of (*node), PX_D_PERSP_GRID, n);
  else if (TREE_CODE (*node) == FIELD_DECL
	   && !POINTER_TYPE_P (strip_array_types (TREE_TYPE (*node))))
    px_error (loc_of (*node), PX_D_PERSP_MEMBER, *node);
  else
    {
      *refused = false;
      attributes ().used = true;
    }
  if (*refused && VAR_P (*node))
    px_refuse (*node);
  return NULL_TREE;
}

/* The clauses of __requires: how many arguments each has, and the largest.  */
static const struct
{
  const char *name;
  int arguments, most;
} clauses[] = { { "grid", 1, 1 },	{ "block", 1, INT_MAX }, { "thread", 1, 1024 },
		{ "threads", 1, 1024 }, { "smem", 1, INT_MAX },	 { "cluster", 1, 16 },
		{ "minblocks", 1, 32 }, { "maxregs", 1, 255 },	 { "barriers", 1, 16 },
		{ "cooperative", 0, 0 } };

static int
clause_named (const char *name)
{
  for (size_t i = 0; i < ARRAY_SIZE (clauses); i++)
    if (!strcmp (clauses[i].name, name))
      return i;
  return -1;
}

static tree
on_clause (tree *node, tree name, tree args, int, bool *refused)
{
  tree d = *node, n = args ? TREE_VALUE (args) : NULL_TREE;
  const auto &c = clauses[clause_named (IDENTIFIER_POINTER (name))];
  *refused = true;
  if (TREE_CODE (d) != FUNCTION_DECL)
    ; /* on_requires reports it */
  else if (list_length (args) != c.arguments)
    px_error (loc_of (d), PX_D_CLAUSE_ARGUMENTS, name,
	      c.arguments ? "one argument" : "no arguments");
  else if (n == error_mark_node)
    ; /* the parser has reported it */
  else if (px_has (d, IDENTIFIER_POINTER (name)))
    px_error (loc_of (d), PX_D_CLAUSE_TWICE, IDENTIFIER_POINTER (name));
  else if (n && TREE_CODE (n) != INTEGER_CST)
    px_error (loc_of (d), PX_D_CLAUSE_NOT_CONSTANT, name, n);
  else if (n && is_attribute_p ("grid", name) && tree_int_cst_sgn (n) > 0 && !integer_onep (n))
    px_error (loc_of (d), PX_D_CLAUSE_GRID, n);
  else if (n
	   && (!tree_fits_shwi_p (n) || tree_to_shwi (n) < 0 || tree_to_shwi (n) > c.most
	       || (tree_to_shwi (n) == 0 && !is_attribute_p ("smem", name))))
    px_error (loc_of (d), PX_D_CLAUSE_RANGE, name, c.most, n);
  else
    *refused = false;
  return NULL_TREE;
}

/* A word of __requires that is not a clause, which has been reported.  */
static tree
on_unknown (tree *, tree, tree, int, bool *refused)
{
  *refused = true;
  return NULL_TREE;
}

/* Parameters that may be one object (F7); ARGS: their names, as text.  */
static tree
on_alias (tree *node, tree name, tree args, int flags, bool *refused)
{
  *refused = true;
  if (TYPE_P (*node))
    return refuse_on_type (name, args, flags);
  tree text = TREE_VALUE (args);
  *refused = TREE_CODE (*node) != FUNCTION_DECL || TREE_CODE (text) != STRING_CST;
  if (*refused)
    px_error (loc_of (*node), PX_D_ALIAS_PLACE);
  else if (strchr (TREE_STRING_POINTER (text), '"'))
    {
      *refused = true;
      px_error (loc_of (*node), PX_D_KEYWORD_ARGUMENTS, px_form ("__alias"));
    }
  attributes ().used = true;
  return NULL_TREE;
}

/* Facts about parameters, as text; plugin/front/where.cc reads them.  */
static tree
on_where (tree *node, tree name, tree args, int flags, bool *refused)
{
  *refused = true;
  if (TYPE_P (*node))
    return refuse_on_type (name, args, flags);
  *refused = TREE_CODE (*node) != FUNCTION_DECL || TREE_CODE (TREE_VALUE (args)) != STRING_CST;
  if (*refused)
    px_error (loc_of (*node), PX_D_WHERE_PLACE);
  else
    px_note_where (*node, TREE_STRING_POINTER (TREE_VALUE (args)));
  attributes ().used = true;
  return NULL_TREE;
}

/* Each name of an __alias of FN is a parameter, a pointer, and in no other.  */
static void
check_alias (tree fn)
{
  std::set<std::string> seen;
  if (!DECL_ARGUMENTS (fn))
    return;
  for (tree a = DECL_ATTRIBUTES (fn); (a = lookup_attribute ("px_alias", a)); a = TREE_CHAIN (a))
    {
      std::vector<std::string> names
	= px_alias_names (TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (a))));
      if (names.size () < 2)
	px_error (loc_of (fn), PX_D_ALIAS_FEW);
      for (const std::string &s : names)
	{
	  tree p = DECL_ARGUMENTS (fn);
	  while (p && !(DECL_NAME (p) && s == IDENTIFIER_POINTER (DECL_NAME (p))))
	    p = DECL_CHAIN (p);
	  if (!p || !POINTER_TYPE_P (TREE_TYPE (p)))
	    px_error (loc_of (fn), PX_D_ALIAS_NAME, s.c_str (), fn);
	  else if (!seen.insert (s).second)
	    px_error (loc_of (fn), PX_D_ALIAS_TWICE, s.c_str ());
	}
    }
}

static tree on_requires (tree *, tree, tree, int, bool *);

/* name, least and most arguments, decl_required, type_required,
   function_type_required, affects_type_identity, handler, exclusions.  */
#define ATTR(name, n, handler) \
  { \
    name, n, n, false, false, false, false, handler, NULL \
  }
/* The handler counts the arguments.  */
#define COUNTED(name, handler) \
  { \
    name, 0, -1, false, false, false, false, handler, NULL \
  }
#define CLAUSE(name, handler) \
  { \
    name, 0, -1, true, false, false, false, handler, NULL \
  }
static const attribute_spec specs[] = {
  ATTR ("px_kernel", 0, on_kernel),	ATTR ("px_device", 0, on_device),
  ATTR ("px_constant", 0, on_constant), ATTR ("px_shared", 0, on_shared),
  COUNTED ("px_slots", on_shared),	COUNTED ("px_perspective", on_perspective),
  ATTR ("px_requires", 1, on_requires), ATTR ("px_alias", 1, on_alias),
  ATTR ("px_where", 1, on_where),	CLAUSE ("grid", on_clause),
  CLAUSE ("block", on_clause),		CLAUSE ("thread", on_clause),
  CLAUSE ("threads", on_clause),	CLAUSE ("smem", on_clause),
  CLAUSE ("cluster", on_clause),	CLAUSE ("minblocks", on_clause),
  CLAUSE ("maxregs", on_clause),	CLAUSE ("barriers", on_clause),
  CLAUSE ("cooperative", on_clause),	ATTR ("px_mathematics", 0, on_mathematics),
};

/* The clauses of __requires, as text: which they are.  Their values are
   attributes of their own.  */
static tree
on_requires (tree *node, tree name, tree args, int flags, bool *refused)
{
  tree d = *node, text = TREE_VALUE (args);
  if (TYPE_P (d))
    {
      *refused = true;
      return refuse_on_type (name, args, flags);
    }
  *refused = TREE_CODE (d) != FUNCTION_DECL || TREE_CODE (text) != STRING_CST;
  if (*refused)
    {
      if (px_checkable_p (d))
	px_error (loc_of (d), PX_D_REQUIRES_PLACE);
      return NULL_TREE;
    }
  int depth = 0;
  bool empty = true, any_empty = false; /* no word since the last comma */
  for (const char *s = TREE_STRING_POINTER (text); *s;)
    {
      if (depth || !(ISIDST (*s)))
	{
	  depth += *s == '(' ? 1 : *s == ')' ? -1 : 0;
	  if (!depth && *s == ',')
	    {
	      any_empty |= empty;
	      empty = true;
	    }
	  s++;
	  continue;
	}
      empty = false;
      const char *start = s;
      while (ISIDNUM (*s))
	s++;
      std::string clause (start, s - start);
      if (clause_named (clause.c_str ()) < 0)
	{
	  px_error (loc_of (d), PX_D_CLAUSE_UNKNOWN, clause.c_str ());
	  if (!lookup_attribute_spec (get_identifier (clause.c_str ())))
	    {
	      register_attribute (
		new attribute_spec CLAUSE (xstrdup (clause.c_str ()), on_unknown));
	    }
	}
    }
  if (!*TREE_STRING_POINTER (text))
    px_error (loc_of (d), PX_D_CLAUSE_NONE);
  else if (any_empty || empty)
    px_error (loc_of (d), PX_D_CLAUSE_EMPTY);
  attributes ().used = true;
  return NULL_TREE;
}

void
px_register_attributes ()
{
  for (const attribute_spec &s : specs)
    register_attribute (&s);
}

/* ---- C++, which has no device code ------------------------------------- */

/* For px.h, which knows from them that the plugin is loaded for another language.  */
void
px_register_foreign_attributes ()
{
  static const attribute_spec kernel = ATTR ("px_kernel", 0, NULL),
			      device = ATTR ("px_device", 0, NULL);
  register_attribute (&kernel);
  register_attribute (&device);
}

void
px_refuse_foreign (tree d)
{
  if (px_device_fn_p (d) ? DECL_INITIAL (d) != NULL_TREE
			 : px_device_var_p (d) && !DECL_EXTERNAL (d))
    px_error (loc_of (d), PX_D_NOT_C, d);
}

/* ---- declarations that repeat ----------------------------------------- */

static std::string
persp_text (tree d)
{
  px_persp p;
  return px_declared_persp (d, &p) ? px_name (p) : "";
}

static promise
promise_of (tree fn)
{
  promise p;
  p.loc = px_user_loc (DECL_SOURCE_LOCATION (fn));
  for (const attribute_spec &s : specs)
    {
      if (s.handler != on_clause && s.handler != on_kernel && s.handler != on_device)
	continue;
      /* All of that name: GCC keeps those of all declarations.  */
      std::set<std::string> values;
      for (tree a = DECL_ATTRIBUTES (fn); (a = lookup_attribute (s.name, a)); a = TREE_CHAIN (a))
	values.insert (TREE_VALUE (a) ? std::to_string (tree_to_shwi (TREE_VALUE (TREE_VALUE (a))))
				      : "is there");
      std::string text;
      for (const std::string &v : values)
	text += v + " ";
      std::string name = s.name;
      p.parts.push_back ({ name.compare (0, 3, "px_") ? name : "__" + name.substr (3), text });
    }
  p.parts.push_back ({ "__where", px_where_text (fn) });
  p.parts.push_back ({ "the result", persp_text (fn) });
  int i = 0;
  for (tree d = DECL_ARGUMENTS (fn); d; d = DECL_CHAIN (d))
    p.parts.push_back ({ "parameter " + std::to_string (++i),
			 persp_text (d) + (px_alias_group (fn, d) ? " __alias" : "")
			   + (px_shared_pointer_p (d) ? " __shared" : "") });
  return p;
}

static void
check_host_function (tree fn)
{
  px_persp p;
  if (!px_checkable_p (fn))
    return;
  if (px_has (fn, "px_requires"))
    px_error (px_user_loc (DECL_SOURCE_LOCATION (fn)), PX_D_REQUIRES_HOST, fn);
  if (px_has (fn, "px_alias"))
    px_error (px_user_loc (DECL_SOURCE_LOCATION (fn)), PX_D_ALIAS_PLACE);
  if (px_has (fn, "px_where"))
    px_error (px_user_loc (DECL_SOURCE_LOCATION (fn)), PX_D_WHERE_PLACE);
  if (px_declared_persp (fn, &p))
    px_error (px_user_loc (DECL_SOURCE_LOCATION (fn)), PX_D_PERSP_HOST, fn);
  for (tree d = DECL_ARGUMENTS (fn); d; d = DECL_CHAIN (d))
    {
      location_t loc = px_user_loc (DECL_SOURCE_LOCATION (d));
      if (px_declared_persp (d, &p))
	px_error (loc, PX_D_PERSP_HOST, d);
      if (px_shared_pointer_p (d))
	px_error (loc, PX_D_SHARED_POINTER_PLACE);
    }
}

static void
check_device_function (tree fn)
{
  location_t loc = px_user_loc (DECL_SOURCE_LOCATION (fn));
  px_signature s = px_signature_of (fn);
  check_foreign (fn);
  check_alias (fn);
  px_check_where (fn);
  if (DECL_DECLARED_INLINE_P (fn) && TREE_PUBLIC (fn))
    px_error (loc, PX_D_INLINE_NOT_STATIC, fn);
  bool told = false; /* of a parameter, by GCC */
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    {
      told |= TREE_TYPE (p) == error_mark_node;
      if (px_kernel_p (fn) && px_shared_pointer_p (p))
	px_error (px_user_loc (DECL_SOURCE_LOCATION (p)), PX_D_KERNEL_SHARED, p);
    }
  if (DECL_ARGUMENTS (fn) && !told
      && (!prototype_p (TREE_TYPE (fn)) || TYPE_ARG_TYPES (TREE_TYPE (fn)) == void_list_node))
    px_error (loc, PX_D_OLD_STYLE, fn);
  if (s.threads && s.thread && s.threads % s.thread)
    px_error (loc, PX_D_CLAUSES_CLASH, "threads", s.threads, "thread", s.thread);
  if (s.cluster && s.block && s.block % s.cluster && s.block != 1)
    px_error (loc, PX_D_CLAUSES_CLASH, "block", s.block, "cluster", s.cluster);
  if (!px_kernel_p (fn) && (s.minblocks || s.maxregs))
    px_error (loc, PX_D_CLAUSE_KERNEL, s.minblocks ? "minblocks" : "maxregs", fn);
}

void
px_check_declaration (tree fn)
{
  if (!fn || TREE_CODE (fn) != FUNCTION_DECL || !DECL_NAME (fn) || !attributes ().used)
    return;
  if (!px_device_fn_p (fn))
    check_host_function (fn);
  else
    check_device_function (fn);
  /* A function without a device attribute may be one that gets it later: GCC
     then keeps both.  */
  promise now = promise_of (fn);
  auto i = attributes ().first.insert ({ IDENTIFIER_POINTER (DECL_NAME (fn)), now });
  const promise &was = i.first->second;
  if (i.second || !px_device_fn_p (fn) || (!TREE_PUBLIC (fn) && !DECL_FILE_SCOPE_P (fn)))
    return;
  for (size_t k = 0; k < now.parts.size () && k < was.parts.size (); k++)
    if (now.parts[k] != was.parts[k])
      {
	auto_diagnostic_group d;
	px_error (now.loc, PX_D_DECLARATIONS_DIFFER, fn, now.parts[k].first.c_str ());
	inform (was.loc, "first declared here");
	attributes ().first.erase (i.first);
	return;
      }
}
