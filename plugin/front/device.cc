/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Device code as a whole: how it is compiled, what C it may use, which symbols
   travel to the device, and its leaving the host program.  */

#include "plugin/front/front.h"

/* ---- compilation options ---------------------------------------------- */

/* Device code is compiled at -O2 whatever the host's -O, without the passes
   that copy barriers into divergent paths (backward threading, unswitching,
   path and loop splitting, partial inlining, tracer, unrolling by RTL), without
   calls that replace loops, without Graphite, which the nvptx compiler lacks, and with
   mathematics that has no errno.  Nor is anything inlined early but what px asks for (static
   inline functions): GCC takes one function after another through all early passes, px's
   among them, so that a plain function is lowered already when it would be inlined, and px-sync
   sees in the caller no access of it.  The device compiler inlines it, barriers and all.  */
static const char *const fast[] = { "O2",
				    "no-thread-jumps",
				    "no-unswitch-loops",
				    "no-split-paths",
				    "no-split-loops",
				    "no-early-inlining",
				    "no-partial-inlining",
				    "no-tracer",
				    "no-unroll-loops",
				    "no-unroll-all-loops",
				    "no-tree-loop-distribute-patterns",
				    "no-graphite-identity",
				    "no-loop-nest-optimize",
				    "no-loop-parallelize-all",
				    "tree-parallelize-loops=1",
				    "no-math-errno",
				    "no-trapping-math",
				    "no-stack-protector",
				    "no-stack-clash-protection",
				    "no-exceptions",
				    "no-non-call-exceptions" };
static const char *const debuggable[] = { "O0", "no-stack-protector", "no-stack-clash-protection",
					  "no-exceptions", "no-non-call-exceptions" };

static tree
optimization (const char *const *opts, size_t n)
{
  tree list = NULL_TREE;
  for (size_t i = n; i-- > 0;)
    list = tree_cons (NULL_TREE, build_string (strlen (opts[i]) + 1, opts[i]), list);
  cl_optimization saved;
  cl_optimization_save (&saved, &global_options, &global_options_set);
  parse_optimize_options (list, true);
  tree node = build_optimization_node (&global_options, &global_options_set);
  cl_optimization_restore (&global_options, &global_options_set, &saved);
  return node;
}

/* The target's options as they are, but small copies as integers of at most 128 bits,
   which nvptx has: with AVX GCC 12 may take 256 and 512.  */
static tree
narrow_copies ()
{
#if GCCPLUGIN_VERSION_MAJOR >= 12 && defined __x86_64__
  cl_target_option saved;
  cl_target_option_save (&saved, &global_options, &global_options_set);
  global_options.x_ix86_move_max = global_options.x_ix86_store_max = PVW_AVX128;
  tree node = build_target_option_node (&global_options, &global_options_set);
  cl_target_option_restore (&global_options, &global_options_set, &saved);
  return node;
#else
  return NULL_TREE;
#endif
}

static void
add_attribute (tree fn, const char *name)
{
  if (!lookup_attribute (name, DECL_ATTRIBUTES (fn)))
    DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (name), NULL_TREE, DECL_ATTRIBUTES (fn));
}

void
px_device_options (tree fn)
{
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn) = px_opt.debug
					       ? optimization (debuggable, ARRAY_SIZE (debuggable))
					       : optimization (fast, ARRAY_SIZE (fast));
  if (MOVE_MAX > 16)
    DECL_FUNCTION_SPECIFIC_TARGET (fn) = narrow_copies ();
  DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT (fn) = 1;
  add_attribute (fn, "no_profile_instrument_function");
  add_attribute (fn, "no_icf"); /* a folded kernel would call the other */
  if (!TREE_PUBLIC (fn) && DECL_DECLARED_INLINE_P (fn) && !px_kernel_p (fn))
    {
      add_attribute (fn, "always_inline");
      DECL_DISREGARD_INLINE_LIMITS (fn) = 1; /* GCC has looked for the attribute by now */
    }
}

/* ---- device C --------------------------------------------------------- */

tree
px_foreign_type (tree type)
{
  while (type
	 && (TREE_CODE (type) == ARRAY_TYPE || TREE_CODE (type) == COMPLEX_TYPE
	     || TREE_CODE (type) == VECTOR_TYPE))
    type = TREE_TYPE (type);
  if (!type || !TYPE_P (type))
    return NULL_TREE;
  if (TREE_CODE (type) == REAL_TYPE)
    return DECIMAL_FLOAT_TYPE_P (type)
	       || (TYPE_MODE (type) != TYPE_MODE (float_type_node)
		   && TYPE_MODE (type) != TYPE_MODE (double_type_node))
	     ? type
	     : NULL_TREE;
  if (RECORD_OR_UNION_TYPE_P (type))
    for (tree m = TYPE_FIELDS (type); m; m = DECL_CHAIN (m))
      if (tree t = TREE_CODE (m) == FIELD_DECL ? px_foreign_type (TREE_TYPE (m)) : NULL_TREE)
	return t;
  return NULL_TREE;
}

bool
px_refuse_parameters (tree fn, location_t loc)
{
  int n = 1;
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (fn)); t; t = TREE_CHAIN (t), n++)
    if (TREE_CODE (TREE_VALUE (t)) == UNION_TYPE && TYPE_TRANSPARENT_AGGR (TREE_VALUE (t)))
      {
	px_error (loc, PX_D_TRANSPARENT, n, fn);
	return true;
      }
  return false;
}

/* Conditions of this translation unit, by their places.  */
struct px_unit_conditions
{
  std::map<location_t, location_t> wholes; /* of each operand of && and the like, the condition
					      that it is part of */
  std::map<location_t, bool> returns;	   /* of those that decide on a return (C5), true if it is
					      a loop's */
};

static px_unit_conditions &
conditions ()
{
  return px_unit_part (px_this_unit.conditions);
}

static tree
find_return (tree *tp, int *sub, void *)
{
  if (TYPE_P (*tp) || DECL_P (*tp))
    *sub = 0;
  return TREE_CODE (*tp) == RETURN_EXPR ? *tp : NULL_TREE;
}

static void
note_parts (tree t, location_t whole)
{
  if (!t || !EXPR_P (t))
    return;
  if (EXPR_HAS_LOCATION (t))
    conditions ().wholes.insert ({ get_pure_location (EXPR_LOCATION (t)), whole });
  switch ((int) TREE_CODE (t))
    {
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
    case TRUTH_AND_EXPR:
    case TRUTH_OR_EXPR:
    case TRUTH_NOT_EXPR:
    case COND_EXPR:
    case NOP_EXPR:
    case NE_EXPR:
    case EQ_EXPR:
    case SAVE_EXPR:
    case COMPOUND_EXPR:
      for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	note_parts (TREE_OPERAND (t, i), whole);
      break;
    default: break;
    }
}

/* Statement T decides by CONDITION on ARMS.  */
static void
note_condition (tree t, tree condition, std::initializer_list<tree *> arms, bool loop = false)
{
  location_t whole = get_pure_location (EXPR_LOCATION (t));
  if (condition && EXPR_P (condition) && EXPR_HAS_LOCATION (condition))
    whole = get_pure_location (EXPR_LOCATION (condition));
  conditions ().wholes.insert ({ get_pure_location (EXPR_LOCATION (t)), whole });
  note_parts (condition, whole);
  for (tree *arm : arms)
    if (*arm && walk_tree_without_duplicates (arm, find_return, NULL))
      conditions ().returns.insert ({ whole, loop });
}

location_t
px_whole_condition (gimple *cond)
{
  location_t l = get_pure_location (gimple_location (cond));
  std::map<location_t, location_t>::iterator i = conditions ().wholes.find (l);
  return i == conditions ().wholes.end () ? l : i->second;
}

bool
px_decides_return (gimple *cond, bool *loop)
{
  std::map<location_t, bool>::iterator i = conditions ().returns.find (px_whole_condition (cond));
  *loop = i != conditions ().returns.end () && i->second;
  return i != conditions ().returns.end ();
}

/* T, C ? A : B: a temporary that each arm gives its value.  GCC alone may store in each arm to what T is
   assigned to, a structure always, a number since GCC 15; then it looks like an if.  */
static tree
in_temporary (tree t, tree fn)
{
  location_t loc = EXPR_LOCATION (t);
  tree v = create_tmp_var_raw (TYPE_MAIN_VARIANT (TREE_TYPE (t)));
  DECL_CONTEXT (v) = fn;
  tree arms[2];
  for (int i = 0; i < 2; i++)
    arms[i] = build2_loc (loc, MODIFY_EXPR, void_type_node, v, TREE_OPERAND (t, i + 1));
  tree set = build3_loc (loc, COND_EXPR, void_type_node, COND_EXPR_COND (t), arms[0], arms[1]);
  return build4_loc (loc, TARGET_EXPR, TREE_TYPE (v), v, set, NULL_TREE, NULL_TREE);
}

/* The same for the value *TP that is assigned, if it is such a T.  */
static void
assign_temporary (tree *tp, tree fn)
{
  while (*tp && TREE_CODE (*tp) == COMPOUND_EXPR)
    tp = &TREE_OPERAND (*tp, 1);
  if (*tp && TREE_CODE (*tp) == COND_EXPR && !VOID_TYPE_P (TREE_TYPE (*tp)))
    *tp = in_temporary (*tp, fn);
}

struct device_check
{
  tree fn;
  location_t loc;
  bool said_type, refused, said_label;
};

static void
check_local (tree v, device_check *c)
{
  tree fn = c->fn;
  location_t loc = DECL_SOURCE_LOCATION (v);
  if (TREE_CODE (v) == FUNCTION_DECL && DECL_INITIAL (v))
    px_error (loc, PX_D_NESTED, v);
  if (!VAR_P (v))
    return;
  bool sized
    = POINTER_TYPE_P (TREE_TYPE (v)) || !variably_modified_type_p (TREE_TYPE (v), NULL_TREE);
  c->refused |= !sized;
  if (!px_checkable_p (v))
    return;
  if (DECL_THREAD_LOCAL_P (v))
    px_error (loc, PX_D_THREAD_LOCAL, v);
  else if (TREE_STATIC (v) && !DECL_ARTIFICIAL (v)
	   && !lookup_attribute ("px_shared", DECL_ATTRIBUTES (v)))
    px_error (loc, PX_D_LOCAL_STATIC, v, fn, TREE_READONLY (v) ? "__constant" : "__device");
  else if (tree type = px_foreign_type (TREE_TYPE (v)))
    {
      px_error (loc, PX_D_NO_TYPE, v, type);
      c->said_type = true;
    }
  else if (!sized)
    {
      px_error (loc, PX_D_VLA, v);
      px_refuse (v);
    }
  else if (DECL_INITIAL (v) && lookup_attribute ("px_shared", DECL_ATTRIBUTES (v)))
    {
      px_error (loc, PX_D_SHARED_INIT, v);
      px_refuse (v);
    }
}

static tree
check_tree (tree *tp, int *sub, void *data)
{
  device_check *c = (device_check *) data;
  tree t = *tp;
  if (TYPE_P (t))
    {
      *sub = 0;
      return NULL_TREE;
    }
  if (EXPR_P (t) && EXPR_HAS_LOCATION (t))
    c->loc = px_user_loc (EXPR_LOCATION (t));
  if ((EXPR_P (t) || TREE_CODE (t) == REAL_CST || TREE_CODE (t) == COMPLEX_CST) && !c->said_type)
    if (tree type = px_foreign_type (TREE_TYPE (t)))
      {
	auto_diagnostic_group g;
	px_error (c->loc, PX_D_NO_TYPE_VALUE, type);
	if (SCALAR_FLOAT_TYPE_P (type) && TYPE_PRECISION (type) == 16)
	  px_advise (c->loc, PX_D_NO_TYPE_VALUE,
		     "a number of 16 bits is a %<px_half%> here; %<px_to_half%> and "
		     "%<px_to_float%> convert");
	c->said_type = true;
      }
  switch ((int) TREE_CODE (t))
    {
    case BIND_EXPR:
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	{
	  check_local (v, c);
	  if (VAR_P (v) && !TREE_STATIC (v))
	    assign_temporary (&DECL_INITIAL (v), c->fn);
	}
      break;
    case INIT_EXPR:
    case MODIFY_EXPR: assign_temporary (&TREE_OPERAND (t, 1), c->fn); break;
    case COND_EXPR:
      if (AGGREGATE_TYPE_P (TREE_TYPE (t)))
	{
	  *tp = in_temporary (t, c->fn);
	  break;
	}
      note_condition (t, COND_EXPR_COND (t), { &COND_EXPR_THEN (t), &COND_EXPR_ELSE (t) });
      break;
    case SWITCH_STMT: note_condition (t, SWITCH_STMT_COND (t), { &SWITCH_STMT_BODY (t) }); break;
    case WHILE_STMT: note_condition (t, WHILE_COND (t), { &WHILE_BODY (t) }, true); break;
    case FOR_STMT: note_condition (t, FOR_COND (t), { &FOR_BODY (t) }, true); break;
    case DO_STMT: note_condition (t, DO_COND (t), {}, true); break;
    case ADDR_EXPR:
      if (TREE_CODE (TREE_OPERAND (t, 0)) == LABEL_DECL)
	{
	  px_error (c->loc, PX_D_LABEL_VALUE);
	  c->said_label = true;
	}
      break;
    case GOTO_EXPR:
      if (TREE_CODE (GOTO_DESTINATION (t)) != LABEL_DECL && !c->said_label)
	px_error (c->loc, PX_D_COMPUTED_GOTO);
      break;
    case VAR_DECL:
      if (DECL_THREAD_LOCAL_P (t) && DECL_FILE_SCOPE_P (t))
	px_error (c->loc, PX_D_THREAD_LOCAL, t);
      break;
    case VA_ARG_EXPR: px_error (c->loc, PX_D_VA_ARG); break;
    case CALL_EXPR:
      {
	tree f = get_callee_fndecl (t);
	if (f && fndecl_built_in_p (f, BUILT_IN_NORMAL)
	    && (DECL_FUNCTION_CODE (f) == BUILT_IN_ALLOCA
		|| DECL_FUNCTION_CODE (f) == BUILT_IN_ALLOCA_WITH_ALIGN
		|| DECL_FUNCTION_CODE (f) == BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX))
	  px_error (c->loc, PX_D_ALLOCA, f);
	else if (!px_note_assume (tp, c->loc))
	  px_replace_library (tp);
	break;
      }
    }
  return NULL_TREE;
}

/* ---- operators -------------------------------------------------------- */

/* A reason why a static inline function is no operator (F6).  */
static tree
not_operator (tree *tp, int *sub, void *)
{
  tree t = *tp, f;
  if (TYPE_P (t))
    {
      *sub = 0;
      return NULL_TREE;
    }
  switch ((int) TREE_CODE (t))
    {
    case INDIRECT_REF:
    case MEM_REF:
    case ASM_EXPR:
    case VA_ARG_EXPR: return t;
    case VAR_DECL:
      if (TREE_THIS_VOLATILE (t) || ((TREE_STATIC (t) || DECL_EXTERNAL (t)) && !TREE_READONLY (t)))
	return t;
      break;
    case CALL_EXPR:
      f = get_callee_fndecl (t);
      if (f && px_intrinsic_of (f))
	return px_intrinsic_of (f)->kind == PX_I_OPERATOR ? NULL_TREE : t;
      if (!f || (!fndecl_built_in_p (f) && !px_device_fn_p (f))
	  || (px_device_fn_p (f) && !TREE_READONLY (f)
	      && !lookup_attribute ("px operator", DECL_ATTRIBUTES (f)))
	  || (fndecl_built_in_p (f) && !px_mathematics_p (f)
	      && !(flags_from_decl_or_type (f) & ECF_NOVOPS)))
	return t;
      break;
    }
  return NULL_TREE;
}

static void
mark_operator (tree fn)
{
  if (!TREE_PUBLIC (fn) && DECL_DECLARED_INLINE_P (fn) && !VOID_TYPE_P (TREE_TYPE (TREE_TYPE (fn)))
      && !walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), not_operator, NULL))
    DECL_ATTRIBUTES (fn)
      = tree_cons (get_identifier ("px operator"), NULL_TREE, DECL_ATTRIBUTES (fn));
}

/* ---- the whole -------------------------------------------------------- */

bool
px_check_device_tree (tree fn)
{
  int before = errorcount;
  device_check c = { fn, DECL_SOURCE_LOCATION (fn), false, false, false };
  if (stdarg_p (TREE_TYPE (fn)))
    px_error (DECL_SOURCE_LOCATION (fn), PX_D_DEVICE_VARIADIC, fn);
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    if (tree type = px_foreign_type (TREE_TYPE (p)))
      {
	px_error (DECL_SOURCE_LOCATION (p), PX_D_NO_TYPE, p, type);
	c.said_type = true;
      }
  if (tree type = px_foreign_type (TREE_TYPE (TREE_TYPE (fn))))
    {
      px_error (DECL_SOURCE_LOCATION (fn), PX_D_NO_TYPE_RESULT, fn, type);
      c.said_type = true;
    }
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), check_tree, &c);
  if (errorcount == before && !c.refused)
    {
      mark_operator (fn);
      return true;
    }
  px_refuse (fn);
  return false;
}

/* ---- what travels ----------------------------------------------------- */

static location_t
stmt_loc (gimple *s, tree fn)
{
  location_t l = s ? gimple_location (s) : UNKNOWN_LOCATION;
  return px_user_loc (l == UNKNOWN_LOCATION ? DECL_SOURCE_LOCATION (fn) : l);
}

/* What the device code of this translation unit consists of and uses.  Names are those in PTX.  */
struct px_unit_device_code
{
  std::vector<tree> kept_for_checks;		   /* static functions */
  std::map<std::string, location_t> library_calls; /* calls of functions of the device libraries */
  std::set<std::string> symbols;
  std::set<tree> refused; /* variables of the host, reported where they are used */
  std::set<std::pair<tree, int>> refused_at; /* these with the line: v++ has two uses */
};

static px_unit_device_code &
device ()
{
  return px_unit_part (px_this_unit.device_code);
}

location_t
px_call_location (const char *name)
{
  std::map<std::string, location_t>::iterator i = device ().library_calls.find (name);
  return i == device ().library_calls.end () ? UNKNOWN_LOCATION : i->second;
}

bool
px_device_symbol_p (const char *name)
{
  return device ().symbols.count (name);
}

/* Returns true if device code cannot use V, a variable at file scope.  Constants are copied
   to the device.  */
static bool
host_variable_p (tree v)
{
  return !px_device_var_p (v)
	 && !(TREE_READONLY (v) && !TREE_THIS_VOLATILE (v)
	      && (DECL_INITIAL (v) || !DECL_EXTERNAL (v)));
}

bool
px_check_host_variable (tree v, location_t loc)
{
  varpool_node *n = varpool_node::get (v);
  if ((n && n->offloadable) || !host_variable_p (v) || !px_checkable_p (v))
    return true;
  device ().refused.insert (v);
  if (!device ().refused_at.insert ({ v, expand_location (px_user_loc (loc)).line }).second)
    return false;
  auto_diagnostic_group g;
  px_error (loc, PX_D_HOST_VARIABLE, v);
  inform (px_user_loc (DECL_SOURCE_LOCATION (v)),
	  "declared here; a variable on the device is declared %<__device%>");
  return false;
}

/* The same where REF, of device code FROM, is what is left of a use.  */
static void
check_variable (ipa_ref *ref, tree from)
{
  symtab_node *n = ref->referred;
  if (px_device_var_p (n->decl) || device ().refused.count (n->decl))
    return;
  if (px_check_host_variable (n->decl, stmt_loc (ref->stmt, from)))
    n->offloadable = 1;
}

/* The function that a call of N's reaches: by an asm label that may be one of another name.  */
static cgraph_node *
defined_as (cgraph_node *n)
{
  for (symtab_node *s = symtab_node::get_for_asmname (DECL_ASSEMBLER_NAME (n->decl)); s;
       s = s->next_sharing_asm_name)
    if (cgraph_node *c = dyn_cast<cgraph_node *> (s))
      if (c->definition)
	return c;
  return n;
}

/* Depth first over calls: a back edge is a recursion, reported once for each function.  */
static void
check_recursion (cgraph_node *n, std::map<cgraph_node *, int> &state)
{
  enum
  {
    OPEN = 1,
    TOLD,
    DONE
  };
  state[n] = OPEN;
  for (cgraph_edge *e = n->callees; e; e = e->next_callee)
    {
      if (!px_device_fn_p (e->callee->decl))
	continue;
      cgraph_node *callee = defined_as (e->callee);
      int s = state[callee];
      if (s == OPEN)
	{
	  state[callee] = TOLD;
	  px_error (stmt_loc (e->call_stmt, n->decl), PX_D_CALL_RECURSIVE, callee->decl);
	  inform (px_user_loc (DECL_SOURCE_LOCATION (callee->decl)), "defined here");
	  px_advise (
	    stmt_loc (e->call_stmt, n->decl), PX_D_CALL_RECURSIVE,
	    "write a loop; what is still to do can stand in a local array of constant size");
	}
      else if (!s)
	check_recursion (callee, state);
    }
  state[n] = DONE;
}

/* PTX names consist of letters, digits, _ and $, and _ alone is not one (PTX ISA 4.4).  */
std::string
px_ptx_name (tree d)
{
  const char *id = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (d));
  std::string s;
  if (*id == '*')
    id++;
  for (; *id; id++)
    if (ISALNUM (*id) || *id == '_' || *id == '$' || *id == '.')
      s += *id;
    else
      {
	char hex[8];
	snprintf (hex, sizeof hex, "$x%02X", (unsigned char) *id);
	s += hex;
      }
  if (s[0] == '$') /* ptxas takes that for a label */
    s.insert (0, "_");
  return s == "_" ? "_$" : s;
}

void
px_check_though_unused (tree fn)
{
  cgraph_node *n = cgraph_node::get_create (fn);
  if (!TREE_PUBLIC (fn) && !n->force_output && !px_has (fn, "px_mathematics"))
    {
      n->force_output = 1;
      device ().kept_for_checks.push_back (fn);
    }
}

void
px_keep_device_code ()
{
  symtab_node *s;
  cgraph_node *n;
  std::map<cgraph_node *, int> state;
  std::vector<cgraph_node *> functions;
  for (tree fn : device ().kept_for_checks)
    if ((n = cgraph_node::get (fn)))
      n->force_output = 0;
  FOR_EACH_FUNCTION (n)
    if (px_device_body_p (n->decl))
      functions.push_back (n);
  /* In the order of the source.  */
  std::sort (functions.begin (), functions.end (),
	     [] (cgraph_node *a, cgraph_node *b) { return a->order < b->order; });
  for (cgraph_node *f : functions)
    if (!state[f])
      check_recursion (f, state);
  FOR_EACH_SYMBOL (s)
    if (px_device_p (s->decl) && !px_kernel_p (s->decl))
      {
	std::string name = px_ptx_name (s->decl);
	if (name != IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (s->decl)))
	  symtab->change_decl_assembler_name (s->decl, get_identifier (name.c_str ()));
	s->offloadable = 1;
	px_note_symbol (s->decl);
	if (VAR_P (s->decl) && s->definition && !COMPLETE_TYPE_P (TREE_TYPE (s->decl)))
	  px_error (DECL_SOURCE_LOCATION (s->decl), PX_D_DEVICE_INCOMPLETE, s->decl);
	if (s->definition && TREE_PUBLIC (s->decl))
	  {
	    s->force_output = 1;
	    DECL_PRESERVE_P (s->decl) = 1; /* for the device compiler */
	  }
      }
}

/* D, a result or a value for the debugger, has the mode that the device compiler would give it: it has vectors of
   two ints of 32 or 64 bits, others are memory.  That of GCC 15 stops at one that it does not have; of
   other declarations and of types it computes them anew.  */
static void
set_device_mode (tree d)
{
  tree type = d ? TREE_TYPE (d) : NULL_TREE;
  if (type && VECTOR_TYPE_P (type)
      && !(INTEGRAL_TYPE_P (TREE_TYPE (type)) && known_eq (TYPE_VECTOR_SUBPARTS (type), 2u)
	   && TYPE_PRECISION (TREE_TYPE (type)) >= 32))
    SET_DECL_MODE (d, BLKmode);
}

static void
set_device_modes (function *f)
{
  basic_block bb;
  set_device_mode (DECL_RESULT (f->decl));
  if (f->cfg)
    FOR_EACH_BB_FN (bb, f)
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	if (gimple_debug_bind_p (gsi_stmt (i))
	    && TREE_CODE (gimple_debug_bind_get_var (gsi_stmt (i))) == DEBUG_EXPR_DECL)
	  set_device_mode (gimple_debug_bind_get_var (gsi_stmt (i)));
}

static void
mark_offloadable ()
{
  symtab_node *s;
  std::vector<symtab_node *> todo;

  FOR_EACH_SYMBOL (s)
    if (s->offloadable)
      todo.push_back (s);
  for (size_t i = 0; i < todo.size (); i++)
    {
      ipa_ref *ref;
      for (unsigned k = 0; todo[i]->iterate_reference (k, ref); k++)
	if (VAR_P (ref->referred->decl))
	  {
	    bool was = ref->referred->offloadable;
	    check_variable (ref, todo[i]->decl);
	    if (!was && ref->referred->offloadable)
	      todo.push_back (ref->referred);
	  }
      if (cgraph_node *f = dyn_cast<cgraph_node *> (todo[i]))
	{
	  for (cgraph_edge *e = f->callees; e; e = e->next_callee)
	    if (!px_device_p (e->callee->decl))
	      device ().library_calls.insert (
		{ IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (e->callee->decl)),
		  stmt_loc (e->call_stmt, f->decl) });
	}
      device ().symbols.insert (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (todo[i]->decl)));
    }
  for (symtab_node *t : todo)
    {
      if (function *f
	  = TREE_CODE (t->decl) == FUNCTION_DECL ? DECL_STRUCT_FUNCTION (t->decl) : NULL)
	set_device_modes (f);
      DECL_VISIBILITY (t->decl) = VISIBILITY_DEFAULT; /* PTX has none of this kind */
      /* Else no line is reported of a body that has the function's alone, as a macro's.  */
      if (TREE_CODE (t->decl) == FUNCTION_DECL && px_twin_p (t->decl))
	DECL_SOURCE_LOCATION (t->decl) = UNKNOWN_LOCATION;
    }
}

namespace
{
const pass_data mark_data = { SIMPLE_IPA_PASS, "pxmark", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };
class mark_pass : public simple_ipa_opt_pass
{
public:
  mark_pass (gcc::context *c) : simple_ipa_opt_pass (mark_data, c)
  {
  }
  bool
  gate (function *) final override
  {
    return g->have_offload;
  }
  unsigned
  execute (function *) final override
  {
    mark_offloadable ();
    return 0;
  }
};
}

opt_pass *
px_pass_mark (gcc::context *c)
{
  return new mark_pass (c);
}

/* ---- and leaves ------------------------------------------------------- */

static void
drop_body (cgraph_node *n)
{
  function *f = DECL_STRUCT_FUNCTION (n->decl);
  if (f && f->cfg)
    {
      push_cfun (f);
      free_dominance_info (CDI_DOMINATORS);
      free_dominance_info (CDI_POST_DOMINATORS);
      if (loops_for_fn (f))
	loop_optimizer_finalize (f);
      pop_cfun ();
    }
  n->release_body ();
  n->remove ();
}

/* Returns true if something that stays on the host uses S.  */
static bool
used_on_host (symtab_node *s)
{
  ipa_ref *ref;
  for (unsigned i = 0; s->iterate_referring (i, ref); i++)
    if (!px_device_p (ref->referring->decl))
      return true;
  return false;
}

void
px_drop_device_code ()
{
  cgraph_node *n;
  varpool_node *v;
  std::vector<cgraph_node *> functions;
  std::vector<varpool_node *> variables;

  FOR_EACH_DEFINED_FUNCTION (n)
    if (n->offloadable && px_device_fn_p (n->decl) && !px_kernel_p (n->decl))
      functions.push_back (n);
  for (cgraph_node *f : functions)
    drop_body (f);
  FOR_EACH_DEFINED_VARIABLE (v)
    if (px_device_var_p (v->decl) && !used_on_host (v))
      variables.push_back (v);
  for (varpool_node *x : variables)
    x->remove ();
}
