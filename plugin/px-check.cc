/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The perspectives of data (manual: rules C3, C5, D1 to D7, F1 to F7).

   Needs: a device function as GIMPLE with a CFG, right after "cfg": nothing is
   optimised yet, variables are the user's, compiler temporaries are SSA names
   without a variable or artificial variables.  Regions (px-region.cc) give the
   code perspective of every statement.
   Leaves: errors.  Changes nothing.

   Every value has a perspective and, if it is a pointer, the views that it may
   come from.  Variables have theirs by declaration; those of temporaries, and
   the views of pointer variables, are the least fixed point over all
   assignments, whatever their order.  Then each statement is judged once.  */

#include "px-plugin.h"

/* ---- values ----------------------------------------------------------- */

/* What a pointer may point into: a parameter, a member of a parameter, a
   __shared array, a view made by a construct, a local or file-scope variable;
   or, with no declaration, memory whose address was loaded (read only).  */
struct view {
  tree decl;
  px_persp persp;
  int region;                   /* of the construct that made it, or 0 */
  std::vector<int> source;      /* views it was made of */
  bool read_only;
  bool mapped = false;          /* SOURCE in another block of the cluster */
};

/* A value: where it lives and what it may point to (sorted indices).  */
struct value {
  px_persp p;
  std::vector<int> views;
};

/* How a branch of a __split uses an object.  */
struct branch_use {
  int branch;
  bool write, plain;            /* plain: other than by atomics */
  bool maybe;                   /* by a function of another file */
};

static struct check {
  tree fn;
  std::vector<view> views;
  std::map<tree, int> view_of;          /* by declaration */
  std::map<tree, value> temps;          /* temporaries, and pointer variables */
  std::map<std::pair<tree, HOST_WIDE_INT>, std::vector<int>> inside;
					/* what the pointers in a local array or
					   struct point to, by byte (-1: any) */
  std::map<std::pair<tree, HOST_WIDE_INT>, int> member_views;
					/* those of parameters by value */
  std::map<gimple *, px_persp> control; /* perspective of the expressions'
					   conditions that decide on it */
  std::map<int, int> claimed_by;        /* view: the __case that uses it */
  std::set<std::pair<tree, int>> hidden_uses;   /* reported (D5): object and line */
  std::set<std::pair<int, int>> second_uses;    /* reported (D6): view, __case */
  std::set<int> refused_claims;         /* root views whose claim is reported (D6) */
  std::set<int> refused_views;          /* constructs whose source is (D5) */
  std::map<std::pair<int, int>, std::vector<branch_use>> branch_uses;
					/* by __split and root view */
  std::vector<gimple *> register_calls; /* setmaxnreg */
  std::set<location_t> refused_conditions;      /* reported (C3, C5) */
  bool changed;
} *C;

static const value nothing = { PX_TOP, {} };

static void merge_views (std::vector<int> *to, const std::vector<int> &from)
{
  for (int v : from) {
    std::vector<int>::iterator i = std::lower_bound (to->begin (), to->end (), v);
    if (i == to->end () || *i != v)
      to->insert (i, v);
  }
}

static value meet (value a, const value &b)
{
  a.p = px_narrowest (a.p, b.p);
  merge_views (&a.views, b.views);
  return a;
}

/* Does the compiler choose where D lives?  */
static bool temporary_p (tree d)
{
  return (TREE_CODE (d) == SSA_NAME && !SSA_NAME_VAR (d))
	 || (VAR_P (d) && !TREE_STATIC (d) && !DECL_EXTERNAL (d)
	     && (DECL_ARTIFICIAL (d) || !DECL_NAME (d)));
}

static tree variable_of (tree t)
{
  return TREE_CODE (t) == SSA_NAME && SSA_NAME_VAR (t) ? SSA_NAME_VAR (t) : t;
}

static bool global_p (tree d)
{
  return VAR_P (d) && !px_shared_p (d) && (TREE_STATIC (d) || DECL_EXTERNAL (d));
}

/* Where variable or parameter D lives (D1): declared, or that of the code where
   it is declared; a view lives where its construct narrows to.  */
static px_persp persp_of (tree d)
{
  px_persp p;
  int r = px_stamp (d, "px view");
  if (r) {
    const px_region &c = px_region_at (r);
    if (c.kind != PX_R_ASYNC)
      return { c.level, c.n ? c.n : 1 };
    return px_code_persp_in (r, C->fn);
  }
  if (px_declared_persp (d, &p))
    return p;
  if (px_shared_p (d))
    return { PX_BLOCK, 1 };
  if (global_p (d))
    return { PX_GRID, 1 };
  return px_code_persp_in (px_stamp (d, "px region"), C->fn);
}

px_persp px_variable_persp (tree d)
{
  check c;
  check *outer = C;
  tree origin = DECL_ORIGIN (d);
  c.fn = DECL_CONTEXT (origin) && TREE_CODE (DECL_CONTEXT (origin)) == FUNCTION_DECL
	 ? DECL_CONTEXT (origin) : current_function_decl;
  C = &c;
  px_persp p = persp_of (d);
  C = outer;
  return p;
}

/* The view that declaration D is.  */
static int view_of (tree d)
{
  std::map<tree, int>::iterator i = C->view_of.find (d);
  if (i != C->view_of.end ())
    return i->second;
  view v;
  v.decl = d;
  v.region = px_stamp (d, "px view");
  v.read_only = false;
  v.persp = persp_of (d);
  C->views.push_back (v);
  C->view_of[d] = C->views.size () - 1;
  return C->views.size () - 1;
}

/* The view that pointer member F at byte AT of parameter PARM is.  */
static int member_view (tree parm, tree f, HOST_WIDE_INT at)
{
  std::map<std::pair<tree, HOST_WIDE_INT>, int>::iterator i = C->member_views.find ({ parm, at });
  if (i != C->member_views.end ())
    return i->second;
  view v = { f, px_code_persp (C->fn), 0, {}, false };
  px_declared_persp (f, &v.persp);
  C->views.push_back (v);
  C->member_views[{ parm, at }] = C->views.size () - 1;
  return C->views.size () - 1;
}

/* Memory at an address that was itself loaded, with value perspective P.  */
static int loaded_view (px_persp p)
{
  for (size_t i = 0; i < C->views.size (); i++)
    if (!C->views[i].decl && px_same (C->views[i].persp, p))
      return i;
  C->views.push_back ({ NULL_TREE, p, 0, {}, true });
  return C->views.size () - 1;
}

static value value_of (tree t);

/* The perspective of all that chooses an element in reference T: array indices
   and, for memory, the pointer.  *BASE gets the declaration or MEM_REF at its
   bottom.  */
static px_persp indices_of (tree t, tree *base)
{
  px_persp p = PX_TOP;
  for (; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == ARRAY_REF || TREE_CODE (t) == ARRAY_RANGE_REF)
      p = px_narrowest (p, value_of (TREE_OPERAND (t, 1)).p);
  if (TREE_CODE (t) == MEM_REF || TREE_CODE (t) == TARGET_MEM_REF) {
    value a = value_of (TREE_OPERAND (t, 0));
    /* The address of a variable, written as memory.  */
    if (TREE_CODE (TREE_OPERAND (t, 0)) == ADDR_EXPR) {
      tree inner = TREE_OPERAND (TREE_OPERAND (t, 0), 0);
      return px_narrowest (p, indices_of (inner, base));
    }
    p = px_narrowest (p, a.p);
  }
  *base = t;
  return p;
}

/* Local variable or parameter that reference T names a part of, and the byte
   where it starts, -1 if that is not constant; NULL: other memory.  */
static tree part_of (tree t, HOST_WIDE_INT *at)
{
  poly_int64 off = 0;
  tree base = t;
  if (!DECL_P (t)) {
    base = get_addr_base_and_unit_offset (t, &off);
    if (!base) {
      off = -1;
      base = get_base_address (t);
    }
  }
  *at = base ? off.to_constant () : 0;
  base = base ? variable_of (base) : NULL_TREE;
  return base && ((VAR_P (base) && !px_shared_p (base) && !global_p (base))
		  || TREE_CODE (base) == PARM_DECL) ? base : NULL_TREE;
}

/* Can variable D hold an address: as a pointer, or an integer as wide?  */
static bool address_p (tree d)
{
  tree type = TREE_TYPE (d);
  return POINTER_TYPE_P (type) || (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= POINTER_SIZE);
}

/* What a pointer at byte AT of local variable D may point to.  */
static std::vector<int> views_inside (tree d, HOST_WIDE_INT at)
{
  std::vector<int> v;
  for (auto &i : C->inside)
    if (i.first.first == d && (at < 0 || i.first.second < 0 || i.first.second == at))
      merge_views (&v, i.second);
  if (address_p (d)) {
    if (C->temps.count (d))
      merge_views (&v, C->temps[d].views);
    if (TREE_CODE (d) == PARM_DECL && POINTER_TYPE_P (TREE_TYPE (d)))
      merge_views (&v, { view_of (d) });
  }
  return v;
}

/* Views that may not be kept in variable D leave its value: they are told (D5).  */
static std::vector<int> that_stay (tree d, const std::vector<int> &views)
{
  std::vector<int> stay;
  int inner = px_stamp (d, "px region");
  for (int i : views)
    if (!C->views[i].region || px_region_in (inner, C->views[i].region))
      stay.push_back (i);
  return stay;
}

/* A pointer with VIEWS is stored at byte AT of D, which is no pointer.  */
static void put_inside (tree d, HOST_WIDE_INT at, const std::vector<int> &views)
{
  if (views.empty ())
    return;
  std::vector<int> &v = C->inside[{ d, at }];
  size_t n = v.size ();
  merge_views (&v, temporary_p (d) ? views : that_stay (d, views));
  C->changed |= v.size () != n;
}

/* What reading memory reference T gives.  */
static value load_of (tree t)
{
  tree base;
  value v = nothing;
  px_persp index = indices_of (t, &base);
  v.p = index;
  if (TREE_THIS_VOLATILE (t))
    v.p = { PX_THREAD, 1 };
  else if (DECL_P (base)) {
    tree d = variable_of (base);
    if (temporary_p (d)) {
      value w = C->temps.count (d) ? C->temps[d] : nothing;
      v = meet (v, w);
    } else if (!global_p (d) || !px_constant_p (d))
      v.p = px_narrowest (v.p, persp_of (d));
  } else if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
    for (int i : value_of (TREE_OPERAND (base, 0)).views)
      v.p = px_narrowest (v.p, C->views[i].persp);
  if (POINTER_TYPE_P (TREE_TYPE (t)) && v.views.empty ()) {
    HOST_WIDE_INT at;
    tree d = part_of (t, &at);
    if (d && !temporary_p (d))
      v.views = views_inside (d, at);
    /* The pointers of an array are one view.  */
    tree member = t;
    while (TREE_CODE (member) == ARRAY_REF)
      member = TREE_OPERAND (member, 0);
    HOST_WIDE_INT start;
    if (d && TREE_CODE (d) == PARM_DECL && TREE_CODE (member) == COMPONENT_REF
	&& part_of (member, &start) == d && start >= 0)
      merge_views (&v.views, { member_view (d, TREE_OPERAND (member, 1), start) });
    /* Through a pointer to local variables.  */
    bool local = !d && TREE_CODE (base) == MEM_REF;
    if (local)
      for (int i : value_of (TREE_OPERAND (base, 0)).views) {
	tree l = C->views[i].decl;
	local &= l && VAR_P (l) && !C->views[i].region && !px_shared_p (l) && !global_p (l);
	if (local)
	  merge_views (&v.views, views_inside (l, -1));
      }
    if (v.views.empty () || (!d && !local))
      v.views = { loaded_view (v.p) };
  }
  return v;
}

static value value_of (tree t)
{
  value v = nothing;
  if (!t)
    return v;
  if (DECL_P (t) || TREE_CODE (t) == SSA_NAME)
    t = variable_of (t);
  switch (TREE_CODE (t)) {
  case SSA_NAME:
    return C->temps.count (t) ? C->temps[t] : v;
  case VAR_DECL: case PARM_DECL: case RESULT_DECL:
    if (temporary_p (t))
      return C->temps.count (t) ? C->temps[t] : v;
    if (global_p (t))
      return load_of (t);
    v.p = persp_of (t);
    if (address_p (t)) {
      if (px_stamp (t, "px view"))
	v.views.push_back (view_of (t));
      else
	v.views = views_inside (t, 0);
    }
    return v;
  case ADDR_EXPR: {
    tree base;
    v.p = indices_of (TREE_OPERAND (t, 0), &base);
    if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
      v.views = value_of (TREE_OPERAND (base, 0)).views;
    else if (VAR_P (base) || TREE_CODE (base) == PARM_DECL)
      v.views.push_back (view_of (variable_of (base)));
    return v;
  }
  case MEM_REF: case TARGET_MEM_REF: case COMPONENT_REF: case ARRAY_REF: case ARRAY_RANGE_REF:
  case BIT_FIELD_REF: case REALPART_EXPR: case IMAGPART_EXPR: case VIEW_CONVERT_EXPR:
    return load_of (t);
  case CONSTRUCTOR: {
    tree e;
    unsigned i;
    FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (t), i, e)
      v = meet (v, value_of (e));
    return v;
  }
  default:
    if (EXPR_P (t))
      for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	v = meet (v, value_of (TREE_OPERAND (t, i)));
    return v;
  }
}

/* ---- calls ------------------------------------------------------------ */

/* How a function uses a variable of file scope for the device.  */
struct named_use {
  bool write, plain;            /* as in branch_use */
  bool maybe;                   /* it, or what it calls, is in another file */
};
struct by_declaration {
  bool operator() (tree a, tree b) const { return DECL_UID (a) < DECL_UID (b); }
};
typedef std::map<tree, named_use, by_declaration> named_uses;

/* What the bodies of this unit say of that, and whom they call, by name.  */
struct body {
  named_uses uses;
  std::set<std::string> calls;
};
static std::map<std::string, body> bodies;
static std::set<tree, by_declaration> public_variables; /* that other files may use */

static void add_use (named_uses *to, tree d, const named_use &u)
{
  named_use &v = to->insert ({ d, u }).first->second;
  v.write |= u.write;
  v.plain |= u.plain;
  v.maybe &= u.maybe;
}

/* The variable that T, a reference (LEVEL 0) or an address (-1), is in, or NULL.
   WITHIN gets the expressions that choose the place.  */
static tree named_in (tree t, int level, std::vector<tree *> *within)
{
  for (;;) {
    if (VAR_P (t))
      return !level && px_device_var_p (t) && !px_constant_p (t) ? t : NULL_TREE;
    if (TREE_CODE (t) == ARRAY_REF || TREE_CODE (t) == ARRAY_RANGE_REF || TREE_CODE (t) == POINTER_PLUS_EXPR)
      within->push_back (&TREE_OPERAND (t, 1));
    else if (TREE_CODE (t) == ADDR_EXPR)
      level++;
    else if (TREE_CODE (t) == INDIRECT_REF || TREE_CODE (t) == MEM_REF)
      level--;
    else if (!handled_component_p (t) && !CONVERT_EXPR_P (t) && TREE_CODE (t) != NON_LVALUE_EXPR)
      return NULL_TREE;
    t = TREE_OPERAND (t, 0);
  }
}

static tree scan_uses (tree *, int *, void *);

/* T is used so, if it is in a variable; its other parts are scanned.  */
static bool scan_use (body *b, tree t, int level, bool write, bool plain)
{
  std::vector<tree *> within;
  tree d = named_in (t, level, &within);
  if (!d)
    return false;
  add_use (&b->uses, d, { write, plain, false });
  if (TREE_PUBLIC (d))
    public_variables.insert (d);
  for (tree *w : within)
    walk_tree (w, scan_uses, b, NULL);
  return true;
}

static bool const_pointer_p (tree type)
{
  return POINTER_TYPE_P (type) && px_reads_only_p (type);
}

static void scan_call (body *b, tree call)
{
  tree f = get_callee_fndecl (call);
  const px_intrinsic *x = px_intrinsic_of (f);
  if (f && px_device_fn_p (f) && !x && !px_fragment_op_of (f) && !TREE_READONLY (f))
    b->calls.insert (IDENTIFIER_POINTER (DECL_NAME (f)));
  tree formal = f ? TYPE_ARG_TYPES (TREE_TYPE (f)) : NULL_TREE;
  for (int i = 0; i < call_expr_nargs (call); i++) {
    tree *arg = &CALL_EXPR_ARG (call, i);
    bool write = !const_pointer_p (formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (*arg));
    bool plain = !px_atomic_p (f);
    if (x && (unsigned) i < x->operands.size ()) {
      px_role role = x->operands[i].role;
      write = role > PX_ROLE_READ && role != PX_ROLE_FROM;
      plain = role != PX_ROLE_ATOMIC;
    }
    if (!POINTER_TYPE_P (TREE_TYPE (*arg)) || !scan_use (b, *arg, -1, write, plain))
      walk_tree (arg, scan_uses, b, NULL);
    formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
  }
}

static tree scan_uses (tree *tp, int *sub, void *data)
{
  body *b = (body *) data;
  tree t = *tp;
  std::vector<tree *> within;
  switch (TREE_CODE (t)) {
  case CALL_EXPR:
    scan_call (b, t);
    *sub = 0;
    break;
  case MODIFY_EXPR: case INIT_EXPR:
  case PREINCREMENT_EXPR: case PREDECREMENT_EXPR: case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
    if (tree d = named_in (TREE_OPERAND (t, 0), 0, &within))
      add_use (&b->uses, d, { true, true, false });
    break;
  CASE_CONVERT:
    if (const_pointer_p (TREE_TYPE (t)) && scan_use (b, TREE_OPERAND (t, 0), -1, false, true))
      *sub = 0;
    break;
  case ADDR_EXPR:
    if (scan_use (b, t, -1, true, true))
      *sub = 0;
    break;
  case VAR_DECL: case INDIRECT_REF: case MEM_REF:
    if (scan_use (b, t, 0, false, true))
      *sub = 0;
    break;
  default:
    if (TYPE_P (t))
      *sub = 0;
    else if (handled_component_p (t) && scan_use (b, t, 0, false, true))
      *sub = 0;
    break;
  }
  return NULL_TREE;
}

void px_note_uses (tree fn)
{
  walk_tree (&DECL_SAVED_TREE (fn), scan_uses, &bodies[IDENTIFIER_POINTER (DECL_NAME (fn))], NULL);
}

static void reach_body (const std::string &name, named_uses *uses, std::set<std::string> *seen)
{
  if (!seen->insert (name).second)
    return;
  std::map<std::string, body>::iterator i = bodies.find (name);
  if (i == bodies.end ()) {
    for (tree d : public_variables)
      add_use (uses, d, { true, true, true });
    return;
  }
  for (const auto &u : i->second.uses)
    add_use (uses, u.first, u.second);
  for (const std::string &c : i->second.calls)
    reach_body (c, uses, seen);
}

/* The variables of file scope that the function which S calls uses by name, itself
   or in what it calls.  */
static named_uses touched_by (gimple *s)
{
  named_uses uses;
  std::set<std::string> seen;
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (f && px_device_fn_p (f) && !px_kernel_p (f) && !px_intrinsic_of (f) && !px_fragment_op_of (f)
      && !TREE_READONLY (f))
    reach_body (IDENTIFIER_POINTER (DECL_NAME (f)), &uses, &seen);
  return uses;
}

/* Is a call of F an operator: its result depends on the arguments alone (F6)?
   Built-in functions of mathematics are.  */
static bool operator_p (tree f, gimple *s)
{
  if (!f)
    return gimple_call_internal_p (s);
  if (const px_intrinsic *x = px_intrinsic_of (f))
    return x->kind == PX_I_OPERATOR;
  if (px_device_fn_p (f))
    return TREE_READONLY (f) || lookup_attribute ("px operator", DECL_ATTRIBUTES (f));
  return fndecl_built_in_p (f) && (flags_from_decl_or_type (f) & (ECF_CONST | ECF_PURE));
}

static bool named (tree f, const char *name)
{
  return f && DECL_NAME (f) && id_equal (DECL_NAME (f), name);
}

bool px_atomic_p (tree f)
{
  if (!f || !fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return false;
  const char *s = IDENTIFIER_POINTER (DECL_NAME (f));
  return startswith (s, "__atomic_") || startswith (s, "__sync_");
}

static const char *string_of (tree s)
{
  while (TREE_CODE (s) == ADDR_EXPR || TREE_CODE (s) == ARRAY_REF || TREE_CODE (s) == MEM_REF)
    s = TREE_OPERAND (s, 0);
  return TREE_CODE (s) == STRING_CST ? TREE_STRING_POINTER (s) : "";
}

bool px_id_target (gimple *s, px_persp *p)
{
  tree n = gimple_call_arg (s, 2);
  if (!px_level_named (string_of (gimple_call_arg (s, 0)), &p->level)
      || !integer_onep (gimple_call_arg (s, 1)) || TREE_CODE (n) != INTEGER_CST
      || !tree_fits_shwi_p (n) || tree_to_shwi (n) < 1 || tree_to_shwi (n) > INT_MAX)
    return false;
  p->n = tree_to_shwi (n);
  return true;
}

/* View I in another block of the cluster.  */
static int mapped_view (int i)
{
  for (size_t k = 0; k < C->views.size (); k++)
    if (C->views[k].mapped && C->views[k].source[0] == i)
      return k;
  view v = C->views[i];
  v.source = { i };
  v.read_only = v.mapped = true;
  C->views.push_back (v);
  return C->views.size () - 1;
}

/* What a call of intrinsic X gives.  */
static value intrinsic_result (gimple *s, const px_intrinsic *x)
{
  value v = nothing;
  switch (x->at) {
  case PX_AT_OPERANDS: case PX_AT_LOAD:
    for (unsigned i = 0; i < gimple_call_num_args (s); i++) {
      value a = value_of (gimple_call_arg (s, i));
      for (int k : a.views)
	a.p = px_narrowest (a.p, C->views[k].persp);
      v.p = px_narrowest (v.p, a.p);
    }
    break;
  case PX_AT_CODE:
    px_collective_of (s, &v.p);
    break;
  case PX_AT_THREAD:
    v.p = { PX_THREAD, 1 };
    break;
  case PX_AT_GRID:
    v.p = { PX_GRID, 1 };
    break;
  case PX_AT_NONE:
    break;
  }
  tree lhs = gimple_call_lhs (s);
  if (lhs && POINTER_TYPE_P (TREE_TYPE (lhs)))
    for (unsigned i = 0; i < gimple_call_num_args (s); i++)
      for (int k : value_of (gimple_call_arg (s, i)).views)
	merge_views (&v.views, { mapped_view (k) });
  return v;
}

bool px_count_p (gimple *s) { return gimple_call_num_args (s) > 3; }

static value result_of (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  value v = nothing;
  if (named (f, "__px_id")) {
    if (!px_id_target (s, &v.p))
      v.p = { PX_GRID, 1 };             /* reported */
    else if (px_count_p (s))
      v.p = { PX_GRID, 1 };
    return v;
  }
  if (px_atomic_p (f)) {
    v.p = { PX_THREAD, 1 };
    return v;
  }
  if (const px_intrinsic *x = px_intrinsic_of (f))
    return intrinsic_result (s, x);
  if (const px_fragment_op *o = px_fragment_op_of (f)) {
    if (o->id != PX_FO_count)
      v.p = { PX_THREAD, 1 };
    return v;
  }
  if (operator_p (f, s)) {
    for (unsigned i = 0; i < gimple_call_num_args (s); i++)
      v = meet (v, value_of (gimple_call_arg (s, i)));
    return v;
  }
  if (f && px_device_fn_p (f)) {
    if (!px_declared_persp (f, &v.p))
      v.p = px_code_persp (f);
  } else {
    /* A function of the C library: like an operator, on what it may read.  */
    for (unsigned i = 0; i < gimple_call_num_args (s); i++) {
      value a = value_of (gimple_call_arg (s, i));
      for (int k : a.views)
	a.p = px_narrowest (a.p, C->views[k].persp);
      v.p = px_narrowest (v.p, a.p);
    }
  }
  tree lhs = gimple_call_lhs (s);
  if (lhs && POINTER_TYPE_P (TREE_TYPE (lhs)))
    v.views.push_back (loaded_view (v.p));
  return v;
}

/* ---- fixed point ------------------------------------------------------ */

/* D, a temporary or a pointer variable, is assigned V.  */
static void assign (tree d, value v)
{
  d = variable_of (d);
  if (!temporary_p (d)) {
    if (!DECL_P (d) || !address_p (d) || global_p (d) || px_stamp (d, "px view"))
      return;
    v.p = PX_TOP;
    v.views = that_stay (d, v.views);
  }
  std::pair<std::map<tree, value>::iterator, bool> i = C->temps.insert ({ d, v });
  if (i.second) {
    C->changed = true;
    return;
  }
  value &old = i.first->second, now = meet (old, v);
  if (!px_same (old.p, now.p) || old.views != now.views) {
    old = now;
    C->changed = true;
  }
}

/* What S, an assignment or a call, assigns.  */
static value rhs_of (gimple *s)
{
  value v = nothing;
  if (is_gimple_call (s))
    v = result_of (s);
  else if (is_gimple_assign (s)) {
    for (unsigned i = 1; i < gimple_num_ops (s); i++)
      v = meet (v, value_of (gimple_op (s, i)));
    /* An address may pass through an integer, but not through a comparison; one
       that was made of an integer is like a loaded one.  */
    tree type = TREE_TYPE (gimple_assign_lhs (s));
    if (TREE_CODE_CLASS (gimple_assign_rhs_code (s)) == tcc_comparison
	|| gimple_assign_rhs_code (s) == POINTER_DIFF_EXPR
	|| (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < POINTER_SIZE))
      v.views.clear ();
    else if (POINTER_TYPE_P (type) && v.views.empty () && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
	     && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
      v.views.push_back (loaded_view (v.p));
  }
  std::map<gimple *, px_persp>::iterator c = C->control.find (s);
  if (c != C->control.end ())
    v.p = px_narrowest (v.p, c->second);
  return v;
}

/* Is S the initialiser of view D?  It stands before the body.  */
static bool initialiser_p (gimple *s, tree d)
{
  int r = px_stamp (d, "px view");
  return r && !px_region_in (px_region_of (s), r);
}

static void flow (gimple *s)
{
  tree lhs = gimple_get_lhs (s);
  if (!lhs)
    return;
  value v = rhs_of (s);
  tree base = lhs;
  while (handled_component_p (base))
    base = TREE_OPERAND (base, 0);
  if (DECL_P (base) || TREE_CODE (base) == SSA_NAME)
    assign (base, v);
  tree type = TREE_TYPE (lhs);
  if (POINTER_TYPE_P (type) || AGGREGATE_TYPE_P (type)) {
    HOST_WIDE_INT at, from;
    tree d = part_of (lhs, &at), e;
    if (AGGREGATE_TYPE_P (type)) {
      at = -1;
      if (gimple_assign_single_p (s) && (e = part_of (gimple_assign_rhs1 (s), &from)))
	v.views = views_inside (e, -1);
      else
	v.views.clear ();
    }
    if (d && !POINTER_TYPE_P (TREE_TYPE (d)))
      put_inside (d, at, v.views);
    else if (!d && TREE_CODE (base) == MEM_REF)
      for (int i : value_of (TREE_OPERAND (base, 0)).views) {
	tree l = C->views[i].decl;
	if (l && VAR_P (l) && !C->views[i].region && !px_shared_p (l) && !global_p (l))
	  put_inside (l, -1, v.views);
      }
  }
  /* A view's sources are what its initialiser comes from.  */
  base = variable_of (base);
  if (DECL_P (base) && initialiser_p (s, base)) {
    view &w = C->views[view_of (base)];
    size_t n = w.source.size ();
    merge_views (&w.source, v.views);
    C->changed |= w.source.size () != n;
    if (!v.views.empty ()) {
      bool ro = true;
      for (int i : v.views)
	ro &= C->views[i].read_only;
      w.read_only = ro;
    }
  }
}

/* ---- judging ---------------------------------------------------------- */

static location_t place (gimple *s)
{
  location_t l = gimple_location (s);
  return l == UNKNOWN_LOCATION ? DECL_SOURCE_LOCATION (C->fn) : l;
}

/* Where the code perspective of region R was set.  */
static void note_code (int r)
{
  for (; r; r = px_region_at (r).up) {
    px_region_kind k = px_region_at (r).kind;
    if (k == PX_R_GROUP || k == PX_R_CASE) {
      inform (px_region_at (r).loc, "the code perspective was set here");
      return;
    }
  }
  inform (px_user_loc (DECL_SOURCE_LOCATION (C->fn)), "the code perspective was set here");
}

static void note_decl (tree d)
{
  inform (px_user_loc (DECL_SOURCE_LOCATION (d)), "%qD is declared here", d);
}

/* Why D, a variable of file scope, is used by a CALL.  */
static void note_use (gimple *call, tree d)
{
  tree f = gimple_call_fndecl (call);
  location_t loc = px_user_loc (DECL_SOURCE_LOCATION (f));
  if (touched_by (call)[d].maybe)
    inform (loc, "%qD, or what it calls, is of another file and may use %qD", f, d);
  else
    inform (loc, "%qD uses %qD", f, d);
}

/* Rule D1: variable D gets a value V, chosen by indices at INDEX, in code of
   region R.  */
static void judge_variable (location_t loc, tree d, px_persp v, px_persp index, int r)
{
  px_persp p = persp_of (d), code = px_code_persp_in (r, C->fn);
  auto_diagnostic_group g;
  if (!px_broader (v, p))
    px_error (px_edit_persp (d, v), loc, PX_D_NARROW_VALUE, px_name (v), d, px_name (p));
  else if (!px_broader (index, p))
    px_error (px_edit_persp (d, index), loc, PX_D_NARROW_INDEX, px_name (index), d, px_name (p));
  else if (!px_broader (code, p)) {
    px_error (loc, PX_D_NARROW_CODE, px_name (code), d, px_name (p));
    note_code (r);
  } else
    return;
  note_decl (d);
}

/* The group of D among the parameters that may be one object (F7), or 0.  */
static int alias_group (tree d)
{
  return d && TREE_CODE (d) == PARM_DECL ? px_alias_group (C->fn, d) : 0;
}

/* The declaration of V, or of what is the same object, if it is in USED, sorted.  */
static tree used_object (const std::vector<int> &used, int v)
{
  tree d = C->views[v].decl;
  if (std::binary_search (used.begin (), used.end (), v))
    return d;
  if (int group = alias_group (d))
    for (int u : used)
      if (alias_group (C->views[u].decl) == group)
	return C->views[u].decl;
  return NULL_TREE;
}

static int root_of (int v)
{
  for (int depth = 0; depth < 100; depth++) {
    const view &w = C->views[v];
    if ((!w.region && !w.mapped) || w.source.size () != 1)
      break;
    v = w.source[0];
  }
  /* Parameters that are one object: the first of them.  */
  if (int group = alias_group (C->views[v].decl))
    for (tree p = DECL_ARGUMENTS (C->fn); p; p = DECL_CHAIN (p))
      if (alias_group (p) == group)
	return view_of (p);
  return v;
}

/* Rule D4: a store through view I.  */
static bool judge_store_view (location_t loc, int i, px_persp v, px_persp index, int r)
{
  const view &w = C->views[i];
  px_persp thread = { PX_THREAD, 1 };
  if (!w.decl || w.read_only) {
    px_error (loc, PX_D_STORE_READ_ONLY);
    return false;
  }
  bool memory = w.region || TREE_CODE (w.decl) == FIELD_DECL
		|| (TREE_CODE (w.decl) == PARM_DECL && POINTER_TYPE_P (TREE_TYPE (w.decl)))
		|| (VAR_P (w.decl) && (px_shared_p (w.decl) || global_p (w.decl)));
  if (!memory) {
    if (!temporary_p (w.decl))
      judge_variable (loc, w.decl, v, index, r);
    return true;
  }
  if (VAR_P (w.decl) && global_p (w.decl) && px_constant_p (w.decl)) {
    px_error (loc, PX_D_STORE_CONST, w.decl);
    return false;
  }
  if (px_same (w.persp, thread))
    return true;
  auto_diagnostic_group g;
  px_error (loc, PX_D_STORE_VIEW, w.decl, px_name (w.persp));
  note_decl (w.decl);
  return false;
}

/* A store of V to LHS by S in region R.  */
static void judge_store (gimple *s, tree lhs, const value &v, int r)
{
  location_t loc = place (s);
  tree base;
  if (TREE_CODE (lhs) == SSA_NAME && !SSA_NAME_VAR (lhs))
    return;
  px_persp index = indices_of (lhs, &base);
  tree d = DECL_P (base) || TREE_CODE (base) == SSA_NAME ? variable_of (base) : NULL_TREE;
  bool memory = !d;
  if (d && temporary_p (d))
    return;
  if (d && VAR_P (d) && (px_shared_p (d) || global_p (d))) {
    judge_store_view (loc, view_of (d), v.p, index, r);
    memory = true;
  } else if (d)
    judge_variable (loc, d, v.p, index, r);
  else if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF) {
    std::vector<int> views = value_of (TREE_OPERAND (base, 0)).views;
    if (views.empty ())
      px_error (loc, PX_D_STORE_READ_ONLY);
    for (int i : views)
      if (!judge_store_view (loc, i, v.p, index, r))
	break;
  }

  /* Rule D5: a view does not leave its body.  */
  if (d && px_stamp (d, "px view"))     /* moved, but still itself */
    return;
  for (int i : v.views) {
    const view &w = C->views[i];
    if (!w.region)
      continue;
    int inner = d ? px_stamp (d, "px region") : 0;
    int body = w.region;
    if (memory || !px_region_in (inner, body)) {
      px_error (loc, PX_D_VIEW_LEAVES, w.decl, px_region_name (w.region));
      return;
    }
  }
}

/* Is T a variable that several threads may have?  */
static bool in_memory_p (tree t)
{
  return VAR_P (t) && (px_shared_p (t) || global_p (t));
}

/* The views that operand OP of a statement uses: those of a pointer, and of the
   memory that it names.  */
static std::vector<int> views_used (tree op)
{
  tree base;
  if (!op || TYPE_P (op) || TREE_CODE (op) == FUNCTION_DECL || TREE_CODE (op) == TREE_LIST)
    return {};
  if (handled_component_p (op) || TREE_CODE (op) == MEM_REF || TREE_CODE (op) == TARGET_MEM_REF) {
    indices_of (op, &base);
    if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
      return value_of (TREE_OPERAND (base, 0)).views;
    if (VAR_P (base))
      return { view_of (variable_of (base)) };
    return {};
  }
  if (in_memory_p (op))
    return { view_of (op) };
  return value_of (op).views;
}

/* All views that S uses.  A variable that is only assigned is not used.  */
static std::vector<int> views_used (gimple *s)
{
  std::vector<int> all;
  tree lhs = gimple_get_lhs (s);
  bool whole = lhs && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME) && !in_memory_p (lhs);
  bool pointer = lhs && POINTER_TYPE_P (TREE_TYPE (lhs));
  for (unsigned k = 0; k < gimple_num_ops (s); k++) {
    tree op = gimple_op (s, k);
    /* An integer that was an address is used when it becomes one again.  */
    if (op && (DECL_P (op) || TREE_CODE (op) == SSA_NAME) && INTEGRAL_TYPE_P (TREE_TYPE (op)) && !pointer
	&& !is_gimple_call (s) && !in_memory_p (op))
      continue;
    if (op != lhs || !whole)
      merge_views (&all, views_used (op));
  }
  return all;
}

/* Rule D5: views that are out of reach in region R are not used by S, or by the
   function that it calls (CALLED).  True if so, as for the next two.  */
static bool judge_reach (gimple *s, int r, const std::vector<int> &used, bool called = false)
{
  for (int q = r; q; q = px_region_at (q).up) {
    if (px_region_at (q).kind != PX_R_VIEW)
      continue;
    int construct = px_region_at (q).up;
    for (const view &v : C->views) {
      if (v.region != construct)
	continue;
      for (int src : v.source)
	if (tree d = used_object (used, src)) {
	  int line = expand_location (px_user_loc (place (s))).line;
	  if (!C->hidden_uses.insert ({ d, line }).second)
	    return false;
	  auto_diagnostic_group g;
	  px_error (place (s), PX_D_VIEW_HIDDEN, d, v.decl);
	  if (called)
	    note_use (s, d);
	  px_note_region (construct);
	  return false;
	}
    }
  }
  return true;
}

/* Rule D6: S, in region R, uses claimed views only within one branch of their
   size.  */
static bool judge_claims (gimple *s, int r, const std::vector<int> &used)
{
  for (int i : used) {
    const view &v = C->views[i];
    if (!v.region || px_region_at (v.region).kind != PX_R_CLAIM || C->refused_views.count (v.region))
      continue;
    const px_region &c = px_region_at (v.region);
    int branch = 0;
    bool replicated = false;
    for (int q = r; q && q != v.region; q = px_region_at (q).up)
      if (px_region_at (q).kind == PX_R_CASE && px_region_at (q).level == c.level
	  && px_region_at (q).n == c.n) {
	branch = q;
	replicated = false;
      } else if (px_region_at (q).kind == PX_R_GROUP)
	/* Around the branch it makes several units of it.  */
	replicated |= !px_same (px_code_persp_in (q, C->fn), px_code_persp_in (px_region_at (q).up, C->fn));
    auto_diagnostic_group g;
    if (branch && replicated) {
      px_error (place (s), PX_D_CLAIM_REPLICATED, v.decl);
      inform (px_region_at (branch).loc, "several units take this %<__case%>");
      px_note_region (v.region);
      return false;
    }
    if (!branch) {
      px_error (place (s), PX_D_CLAIM_OUTSIDE, v.decl, px_name (px_persp { c.level, c.n }));
      px_note_region (v.region);
      return false;
    }
    int &first = C->claimed_by.insert ({ i, branch }).first->second;
    if (first != branch) {
      C->refused_claims.insert (root_of (i));
      if (!C->second_uses.insert ({ i, branch }).second)
	return false;
      px_error (place (s), PX_D_CLAIM_TWICE, v.decl);
      inform (px_region_at (first).loc, "it was used in this %<__case%> before");
      return false;
    }
  }
  return true;
}

/* Rule D7: S, which uses these views, only computes the address of an
   asynchronous one.  */
static bool judge_async (gimple *s, const std::vector<int> &used)
{
  tree lhs = gimple_get_lhs (s);
  if (is_gimple_assign (s) && !gimple_assign_load_p (s) && POINTER_TYPE_P (TREE_TYPE (lhs))
      && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME) && temporary_p (variable_of (lhs)))
    return true;
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  for (int i : used) {
    const view &v = C->views[i];
    if (!v.region || px_region_at (v.region).kind != PX_R_ASYNC)
      continue;
    bool copied = false;
    for (unsigned k = 0; x && k < x->operands.size (); k++)
      if (x->operands[k].role == PX_ROLE_FROM || x->operands[k].role == PX_ROLE_TO) {
	std::vector<int> views = value_of (gimple_call_arg (s, k)).views;
	copied |= std::binary_search (views.begin (), views.end (), i);
      }
    if (copied)
      continue;
    auto_diagnostic_group g;
    px_error (place (s), PX_D_ASYNC_USE, v.decl);
    px_note_region (v.region);
    return false;
  }
  return true;
}

/* Rule F5: S takes the address of a function.  */
static void judge_function_address (gimple *s)
{
  for (unsigned i = 0; i < gimple_num_ops (s); i++) {
    tree t = gimple_op (s, i);
    if (t && TREE_CODE (t) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (t, 0)) == FUNCTION_DECL
	&& !(is_gimple_call (s) && t == gimple_call_fn (s)))
      px_error (place (s), PX_D_ADDRESS_OF_FUNCTION, TREE_OPERAND (t, 0));
  }
}

static tree refuse_host_variable (tree *t, int *subtrees, void *s)
{
  if (TYPE_P (*t))
    *subtrees = 0;
  if (global_p (*t) && !DECL_THREAD_LOCAL_P (*t) && !decl_function_context (*t)
      && !in_system_header_at (DECL_SOURCE_LOCATION (*t)))
    px_check_host_variable (*t, place ((gimple *) s));
  return NULL_TREE;
}

/* Rule F5: S uses a variable of the host.  Those of the C library are operands of
   functions that are refused.  */
static void judge_host_variable (gimple *s)
{
  for (unsigned i = 0; i < gimple_num_ops (s); i++)
    if (tree *t = gimple_op_ptr (s, i))
      walk_tree_without_duplicates (t, refuse_host_variable, s);
}

/* An access of a statement to memory.  */
struct mem_access {
  int view;
  bool write, atomic;
  bool maybe = false, inside = false;   /* as in branch_use; inside: of a callee */
};

static std::vector<mem_access> accesses_of (gimple *s)
{
  std::vector<mem_access> v;
  tree lhs = gimple_get_lhs (s);
  auto add = [&] (const std::vector<int> &views, bool write, bool atomic) {
    for (int i : views)
      v.push_back ({ i, write, atomic }); };
  for (unsigned k = 0; k < gimple_num_ops (s); k++) {
    tree op = gimple_op (s, k);
    if (op && (handled_component_p (op) || TREE_CODE (op) == MEM_REF || TREE_CODE (op) == TARGET_MEM_REF
	       || in_memory_p (op)))
      add (views_used (op), op == lhs, false);
  }
  if (!is_gimple_call (s) || gimple_call_internal_p (s))
    return v;
  tree f = gimple_call_fndecl (s), type = gimple_call_fntype (s);
  if (const px_intrinsic *x = px_intrinsic_of (f)) {
    for (unsigned i = 0; i < x->operands.size (); i++) {
      px_role role = x->operands[i].role;
      if (role >= PX_ROLE_READ)
	add (value_of (gimple_call_arg (s, i)).views, role != PX_ROLE_READ && role != PX_ROLE_FROM, role == PX_ROLE_ATOMIC);
    }
    return v;
  }
  tree formal = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++) {
    tree t = formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (gimple_call_arg (s, i));
    if (POINTER_TYPE_P (t))
      add (value_of (gimple_call_arg (s, i)).views, !px_reads_only_p (t), px_atomic_p (f));
    formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
  }
  return v;
}

/* Rule D6: what one branch of a __split writes is touched in no other.  */
static bool judge_branches (gimple *s, int r)
{
  std::vector<mem_access> list;
  bool listed = false;
  for (int q = r; q; q = px_region_at (q).up) {
    if (px_region_at (q).kind != PX_R_CASE)
      continue;
    if (!listed) {
      list = accesses_of (s);
      for (const auto &t : touched_by (s))
	list.push_back ({ view_of (t.first), t.second.write, !t.second.plain, t.second.maybe, true });
    }
    listed = true;
    int split = px_region_at (q).up;
    for (const mem_access &a : list) {
      int root = root_of (a.view);
      tree d = C->views[root].decl;
      if (!d || C->refused_claims.count (root) || lookup_attribute ("px_slots", DECL_ATTRIBUTES (d))
	  || (VAR_P (d) && !px_shared_p (d) && !global_p (d)))
	continue;
      std::vector<branch_use> &uses = C->branch_uses[{ split, root }];
      bool known = false;
      for (branch_use &u : uses) {
	if (u.branch == q) {
	  if (u.maybe == a.maybe) {
	    u.write |= a.write;
	    u.plain |= !a.atomic;
	    known = true;
	  }
	} else if ((u.write || a.write) && (u.plain || !a.atomic) && !(u.maybe && a.maybe)) {
	  auto_diagnostic_group g;
	  px_error (place (s), PX_D_BRANCH_CONFLICT, d);
	  if (a.inside)
	    note_use (s, d);
	  inform (px_region_at (u.branch).loc, "the other branch is this %<__case%>");
	  uses.clear ();
	  return false;
	}
      }
      if (!known)
	uses.push_back ({ q, a.write, !a.atomic, a.maybe });
    }
  }
  return true;
}

/* Rules D5 for view D itself, at its initialisation by S.  */
static void judge_view (gimple *s, tree d, const value &v)
{
  int r = px_stamp (d, "px view");
  const px_region &c = px_region_at (r);
  px_persp code = px_code_persp_in (c.up, C->fn), target = persp_of (d);
  auto_diagnostic_group g;
  if (!POINTER_TYPE_P (TREE_TYPE (d)))
    return;
  if (v.views.size () != 1) {
    px_error (place (s), PX_D_VIEW_NO_SOURCE, px_region_name (r));
    px_note_region (r);
    return;
  }
  const view &src = C->views[v.views[0]];
  if (c.kind != PX_R_ASYNC && !c.n)
    return;
  /* A slot of a ring belongs to the code that names it.  */
  bool slot = src.decl && lookup_attribute ("px_slots", DECL_ATTRIBUTES (src.decl));
  if (!px_same (src.persp, code) && !src.read_only && !slot) {
    px_error (c.loc, PX_D_VIEW_SOURCE_PERSP, px_region_name (r), px_name (src.persp), px_name (code));
    C->refused_views.insert (r);
    if (src.decl)
      note_decl (src.decl);
  } else if (c.kind == PX_R_ASYNC)
    return;
  else if (!px_broader (code, target) || px_same (code, target))
    px_error (c.loc, PX_D_VIEW_TARGET, px_region_name (r), px_name (target), px_name (code));
  else if (c.kind == PX_R_CLAIM ? !c.bound.n[c.level] : !px_in_bound (target, c.bound))
    px_error (c.loc, PX_D_VIEW_TARGET_BOUND, px_region_name (r), px_name (target), px_name (c.bound));
  else if (!px_broader (v.p, target)) {
    px_error (place (s), PX_D_NARROW_VALUE, px_name (v.p), d, px_name (target));
    note_decl (d);
  }
}

/* Rule F1: can the code here provide what F needs?  */
static bool judge_bound (gimple *s, tree f, int r)
{
  px_bound have = px_bound_in (r, C->fn);
  px_signature sig = px_signature_of (f), own = px_signature_of (C->fn);
  px_bound need = px_bound_of (sig);
  auto_diagnostic_group g;
  for (int l = PX_THREAD; l <= PX_GRID; l++) {
    if (!need.n[l])
      continue;
    px_persp p = { (px_level) l, need.n[l] };
    if (px_in_bound (p, have))
      continue;
    px_error (place (s), PX_D_CALL_BOUND, f, px_name (p), px_name (have));
    note_code (r);
    note_decl (f);
    return false;
  }
  if (sig.threads && sig.threads != own.threads) {
    if (own.threads)
      px_error (place (s), PX_D_CALL_THREADS, f, sig.threads,
		px_name (px_persp { PX_THREAD, own.threads }));
    else
      px_error (place (s), PX_D_CALL_THREADS, f, sig.threads, "no fixed number");
    note_decl (f);
    return false;
  }
  return true;
}

/* ---- fragments -------------------------------------------------------- */

/* Is view I a fragment, by what type?  */
static bool fragment_view (int i, px_fragment *f)
{
  tree d = C->views[i].decl;
  if (!d)
    return false;
  tree type = TREE_TYPE (d);
  return px_fragment_type (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type, f) && f->whole;
}

/* The one fragment that pointer T points to; its view, or -1.  */
static int fragment_of (tree t, px_fragment *f)
{
  value a = value_of (t);
  return a.views.size () == 1 && fragment_view (a.views[0], f) ? a.views[0] : -1;
}

/* Fragments, their pointers and their parameters as they are declared.  */
static void judge_fragment_declaration (tree d)
{
  px_fragment f;
  if (px_tile_type (TREE_TYPE (d), &f) && !temporary_p (d)) {
    std::string fault = px_tile_fault (f);
    if (!px_shared_p (d))
      px_error (DECL_SOURCE_LOCATION (d), PX_D_TILE_PLACE, d);
    else if (!fault.empty ())
      px_error (DECL_SOURCE_LOCATION (d), PX_D_TILE_SHAPE, px_fragment_name (f).c_str (), fault.c_str ());
    return;
  }
  tree type = TREE_TYPE (d), inner = POINTER_TYPE_P (type) ? TREE_TYPE (type) : type;
  location_t loc = DECL_SOURCE_LOCATION (d);
  if (!px_fragment_inside (type) || temporary_p (d))
    return;
  if (!px_fragment_type (inner, &f)) {
    px_error (loc, PX_D_FRAGMENT_MEMBER, d);
    return;
  }
  if (!f.whole) {
    px_error (loc, PX_D_FRAGMENT_VALUE, d);
    return;
  }
  if (TREE_CODE (d) == PARM_DECL && !px_inlined_p (C->fn)) {
    px_error (loc, PX_D_FRAGMENT_CALL, d, C->fn);
    return;
  }
  if (VAR_P (d) && (px_shared_p (d) || global_p (d))) {
    px_error (loc, PX_D_FRAGMENT_PLACE, d);
    return;
  }
  if (POINTER_TYPE_P (type) && VAR_P (d))
    return;
  px_persp p = persp_of (d);
  std::string name = px_fragment_name (f);
  if (p.level != PX_THREAD || (p.n != 32 && p.n != 128))
    px_error (loc, PX_D_FRAGMENT_PERSP, d, px_name (p));
  else {
    std::string fault = px_fragment_fault (f, p.n);
    if (!fault.empty ())
      px_error (loc, PX_D_FRAGMENT_SHAPE, name.c_str (), px_name (p), fault.c_str ());
  }
}

static void judge_fragment_declarations (function *fun)
{
  unsigned i;
  tree d;
  for (d = DECL_ARGUMENTS (fun->decl); d; d = DECL_CHAIN (d))
    judge_fragment_declaration (d);
  FOR_EACH_LOCAL_DECL (fun, i, d)
    if (VAR_P (d))
      judge_fragment_declaration (d);
}

/* S, which is no operation on fragments, only hands on their addresses.  */
static bool judge_fragment_use (gimple *s)
{
  px_fragment f;
  tree lhs = gimple_get_lhs (s), callee = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  for (int i : views_used (s)) {
    if (!fragment_view (i, &f))
      continue;
    if (callee && px_device_fn_p (callee) && !lhs)
      continue;                 /* its arguments are judged */
    if (is_gimple_assign (s) && !gimple_assign_load_p (s) && POINTER_TYPE_P (TREE_TYPE (lhs))
	&& (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME)
	&& (temporary_p (variable_of (lhs)) || px_fragment_inside (TREE_TYPE (lhs))))
      continue;
    auto_diagnostic_group g;
    if (px_error (place (s), PX_D_FRAGMENT_USE, C->views[i].decl))
      note_decl (C->views[i].decl);
    return false;
  }
  return true;
}

/* Operation O on fragments, in region R.  */
static void judge_fragment_op (gimple *s, const px_fragment_op *o, int r)
{
  location_t loc = place (s);
  px_bound have = px_bound_in (r, C->fn);
  px_persp p = PX_TOP, code = px_code_persp_in (r, C->fn);
  std::vector<px_fragment> types;
  for (unsigned i = 0; o->roles[i]; i++) {
    px_fragment f;
    if (!strchr ("wruamts", o->roles[i]))
      continue;
    if (!px_fragment_argument (s, i)) {
      types.push_back (px_tile_argument (s, i));
      continue;
    }
    int v = fragment_of (gimple_call_arg (s, i), &f);
    if (v < 0) {
      if (value_of (gimple_call_arg (s, i)).views.size () > 1)
	px_error (loc, PX_D_FRAGMENT_UNKNOWN);
      else
	px_error (loc, PX_D_FRAGMENT_ARGUMENT, i + 1, o->name);
      return;
    }
    px_persp q = C->views[v].persp;
    if (q.level != PX_THREAD || (q.n != 32 && q.n != 128) || !px_fragment_fault (f, q.n).empty ())
      return;                   /* reported at its declaration */
    if (p.n && !px_same (p, q)) {
      px_error (loc, PX_D_FRAGMENT_OP, o->name, "they live at different perspectives");
      return;
    }
    p = q;
    types.push_back (f);
  }
  std::string fault = px_fragment_op_fault (o, types, p.n);
  auto_diagnostic_group g;
  if (!fault.empty ()) {
    px_error (loc, PX_D_FRAGMENT_OP, o->name, fault.c_str ());
    return;
  }
  if (px_unsafe_p (r))
    return;
  if (o->unit == PX_U_ASK)
    return;
  if (!px_in_bound (p, have) && !(o->unit == PX_U_OWN && px_broader (p, code))) {
    px_error (loc, PX_D_FRAGMENT_CODE, o->name, px_name (p), px_name (have));
    note_code (r);
    return;
  }
  for (unsigned i = 0; o->roles[i]; i++) {
    value a = value_of (gimple_call_arg (s, i));
    bool read = !strchr ("qs", o->roles[i]);
    if (!strchr ("npqmts", o->roles[i]) || px_fragment_argument (s, i))
      continue;
    if (!px_broader (a.p, p)) {
      px_error (loc, PX_D_UNIFORM_OPERAND, i + 1, o->name, px_name (p), px_name (a.p));
      return;
    }
    for (int k : a.views) {
      const view &w = C->views[k];
      if (o->roles[i] == 'n' || (read ? px_broader (w.persp, p) : px_same (w.persp, p) && w.decl && !w.read_only))
	continue;
      px_error (loc, PX_D_FRAGMENT_VIEW, i + 1, o->name, px_name (p), px_name (w.persp));
      if (w.decl)
	note_decl (w.decl);
      return;
    }
  }
}

/* Argument I of a call of F for a parameter that is a pointer of TYPE to
   fragments.  */
static void judge_fragment_argument (gimple *s, tree f, unsigned i, tree parm, tree type, px_persp want)
{
  px_fragment given, wanted;
  auto_diagnostic_group g;
  int v = fragment_of (gimple_call_arg (s, i), &given);
  if (!px_inlined_p (f))
    px_error (place (s), PX_D_FRAGMENT_CALL, parm ? parm : f, f);
  else if (v < 0)
    px_error (place (s), PX_D_FRAGMENT_ARGUMENT, i + 1, IDENTIFIER_POINTER (DECL_NAME (f)));
  else if (!px_fragment_type (TREE_TYPE (type), &wanted) || !wanted.whole)
    return;                     /* reported at its declaration */
  else if (px_fragment_name (given) != px_fragment_name (wanted))
    px_error (place (s), PX_D_FRAGMENT_TYPES, i + 1, f, px_fragment_name (given).c_str (),
	      px_fragment_name (wanted).c_str ());
  else if (!px_same (C->views[v].persp, want))
    px_error (place (s), PX_D_CALL_POINTER, i + 1, f, px_name (want), px_name (C->views[v].persp));
  else
    return;
  note_decl (parm ? parm : f);
}

/* Rules F2, F3: argument I, with type TYPE, of parameter PARM (or NULL).  */
static void judge_argument (gimple *s, tree f, unsigned i, tree parm, tree type, px_persp code)
{
  value a = value_of (gimple_call_arg (s, i));
  px_persp want = code;
  if (parm)
    px_declared_persp (parm, &want);
  if (POINTER_TYPE_P (type) && px_fragment_inside (type)) {
    judge_fragment_argument (s, f, i, parm, type, want);
    return;
  }
  auto_diagnostic_group g;
  if (!POINTER_TYPE_P (type)) {
    if (px_broader (a.p, want))
      return;
    px_error (place (s), PX_D_CALL_SCALAR, i + 1, f, px_name (want), px_name (a.p));
  } else {
    bool ro = px_reads_only_p (type);
    px_diag d = PX_D_CALL_POINTER;
    bool local_copies = false;
    const view *bad = NULL;
    for (int k : a.views) {
      const view &w = C->views[k];
      bool local = w.decl && VAR_P (w.decl) && !w.region && !px_shared_p (w.decl) && !global_p (w.decl);
      if (ro ? px_broader (w.persp, want) : px_same (w.persp, want) && !w.read_only && w.decl
	  && (!local || px_same (w.persp, { PX_THREAD, 1 })))
	continue;
      local_copies = local && px_same (w.persp, want);
      bad = &w;
      d = local_copies ? PX_D_CALL_LOCAL
	  : !ro && (w.read_only || !w.decl) ? PX_D_CALL_READ_ONLY : PX_D_CALL_POINTER;
      break;
    }
    if (bad && d == PX_D_CALL_LOCAL)
      px_error (place (s), d, i + 1, f, bad->decl, px_name (bad->persp));
    else if (bad && d == PX_D_CALL_READ_ONLY)
      px_error (place (s), d, i + 1, f);
    else if (bad)
      px_error (place (s), d, i + 1, f, px_name (want), px_name (bad->persp));
    else if (!px_broader (a.p, want))
      px_error (place (s), PX_D_CALL_SCALAR, i + 1, f, px_name (want), px_name (a.p));
    else
      return;
  }
  note_decl (parm ? parm : f);
}

/* Rule F7: no object twice, if one of the parameters is not const.  */
static void judge_aliases (gimple *s, tree f, const std::vector<tree> &types)
{
  std::vector<int> groups (types.size ());
  size_t at = 0;
  for (tree p = DECL_ARGUMENTS (f); p && at < groups.size (); p = DECL_CHAIN (p))
    groups[at++] = px_alias_group (f, p);
  std::vector<std::vector<int>> roots (types.size ());
  for (size_t i = 0; i < types.size (); i++)
    if (POINTER_TYPE_P (types[i]))
      for (int k : value_of (gimple_call_arg (s, i)).views)
	if (C->views[root_of (k)].decl)
	  roots[i].push_back (root_of (k));
  for (size_t i = 0; i < types.size (); i++)
    for (size_t k = i + 1; k < types.size (); k++)
      for (int d : groups[i] && groups[i] == groups[k] ? std::vector<int> {} : roots[i]) {
	if (std::find (roots[k].begin (), roots[k].end (), d) == roots[k].end ()
	    || (px_reads_only_p (types[i]) && px_reads_only_p (types[k])))
	  continue;
	px_error (place (s), PX_D_SAME_OBJECT, (int) i + 1, (int) k + 1, f);
	return;
      }
  /* Nor what the function has by its name.  */
  for (const auto &t : touched_by (s))
    for (size_t i = 0; i < types.size (); i++) {
      if (t.second.maybe || !POINTER_TYPE_P (types[i])
	  || (!t.second.write && px_reads_only_p (types[i]))
	  || std::find (roots[i].begin (), roots[i].end (), view_of (t.first)) == roots[i].end ())
	continue;
      px_error (place (s), PX_D_SAME_NAMED, (int) i + 1, f, t.first);
      return;
    }
}

static void judge_id (gimple *s, int r)
{
  px_persp p, code = px_code_persp_in (r, C->fn);
  px_level l;
  tree n = gimple_call_arg (s, 2);
  const char *level = string_of (gimple_call_arg (s, 0));
  location_t loc = place (s);
  auto_diagnostic_group g;
  if (!px_level_named (level, &l))
    px_error (px_edit_level (px_user_loc (loc), level), loc, PX_D_UNKNOWN_LEVEL, level, "px_id");
  else if (!integer_onep (gimple_call_arg (s, 1)) || TREE_CODE (n) != INTEGER_CST)
    px_error (loc, PX_D_ID_NOT_CONSTANT);
  else if (!px_id_target (s, &p))
    px_error (loc, PX_D_ID_RANGE, n);
  else if (!px_broader (code, p) || px_same (code, p) || !px_in_bound (p, px_bound_in (r, C->fn))) {
    px_error (loc, PX_D_ID_TARGET, px_name (p), px_name (code));
    note_code (r);
  }
}

/* The number of operand I of X as users count: they do not write those that px
   fills in, and seldom those that have a usual value.  */
static int operand_number (const px_intrinsic *x, unsigned i)
{
  int n = 1;
  for (unsigned k = 0; k < i; k++) {
    px_role r = x->operands[k].role;
    n += r != PX_ROLE_UNIT && r != PX_ROLE_BARRIER && r != PX_ROLE_SHAPE && r != PX_ROLE_PICK;
  }
  return n;
}

/* Rule D7: operand I of copy X, with value A, is an asynchronous name; one that is
   only read may be const instead.  Its space is the one that the copy is for.  */
static void judge_copy_operand (gimple *s, const px_intrinsic *x, unsigned i, const value &a)
{
  px_operand_space space = x->operands[i].space;
  for (int k : a.views) {
    const view &v = C->views[k];
    bool async = v.region && px_region_at (v.region).kind == PX_R_ASYNC;
    bool read_only = v.read_only || !v.decl
		     || (POINTER_TYPE_P (TREE_TYPE (v.decl)) ? px_reads_only_p (TREE_TYPE (v.decl))
							     : TREE_READONLY (v.decl));
    auto_diagnostic_group g;
    if (!async && (x->operands[i].role == PX_ROLE_TO || !read_only)) {
      px_error (place (s), PX_D_COPY_OPERAND, operand_number (x, i), x->generic);
      if (v.decl)
	note_decl (v.decl);
      return;
    }
    tree d = C->views[root_of (k)].decl;
    bool shared = d && VAR_P (d) && px_shared_p (d);
    if (d && ((space == PX_SPACE_SHARED && VAR_P (d) && global_p (d)) || (space == PX_SPACE_GLOBAL && shared))) {
      px_error (place (s), PX_D_COPY_SPACE, operand_number (x, i), x->generic, space == PX_SPACE_SHARED ? "shared" : "global");
      note_decl (d);
      return;
    }
  }
}

int px_first_registers (const px_signature &s)
{
  int n = 65536 / (s.threads * std::max (s.minblocks, 1)) / 8 * 8;
  return s.maxregs ? s.maxregs : std::min (n, 255);
}

/* Calls of setmaxnreg: each changes in its direction, and the branches of a
   __split have no more than the block.  */
static void judge_registers ()
{
  px_signature sig = px_signature_of (C->fn);
  std::map<int, std::map<int, int>> most;       /* by __split and __case */
  for (gimple *s : C->register_calls) {
    const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
    if (!sig.threads) {
      px_error (place (s), PX_D_REGISTERS_THREADS, x->generic, C->fn);
      note_decl (C->fn);
      return;
    }
    int n = tree_to_shwi (gimple_call_arg (s, 0)), start = px_first_registers (sig);
    bool inc = !strcmp (x->generic, "px_setmaxnreg_inc");
    if (inc ? n < start : n > start) {
      px_error (place (s), inc ? PX_D_REGISTERS_INC : PX_D_REGISTERS_DEC, x->generic, n, C->fn, start);
      return;
    }
    for (int r = px_region_of (s); r; r = px_region_at (r).up)
      if (px_region_at (r).kind == PX_R_CASE && px_region_at (r).level == PX_THREAD) {
	int &m = most[px_region_at (r).up][r];
	m = std::max (m, n);
      }
  }
  for (const auto &split : most) {
    int start = px_first_registers (sig), sum = start * sig.threads;
    for (const auto &c : split.second)
      sum += (c.second - start) * px_region_at (c.first).n;
    if (sum > start * sig.threads) {
      px_error (px_region_at (split.first).loc, PX_D_REGISTERS_SUM, sum, start * sig.threads);
      return;
    }
  }
}

/* Tensor copy S of X, if it is one of a tile.  */
static void judge_tile_copy (gimple *s, const px_intrinsic *x)
{
  px_fragment f;
  tree type = px_copied_array (s);
  int rank = 0;
  for (const px_operand &o : x->operands)
    rank += o.role == PX_ROLE_COORDINATE;
  if (!type || !px_tile_type (type, &f))
    return;
  if (!f.whole || f.copies != 1)
    px_error (place (s), PX_D_TILE_COPY, x->generic, f.whole ? "these are several" : "this is a part of one");
  else if (rank < 2)
    px_error (place (s), PX_D_TILE_COPY, x->generic, "it has rows and columns, so that two coordinates are needed");
  else if (strstr (x->generic, "im2col") && f.rows > 256)
    px_error (place (s), PX_D_TILE_COPY, x->generic, "its rows are one copy's pixels, up to 256");
}

/* Rule F4: call S of intrinsic X, in region R.  */
static void judge_intrinsic (gimple *s, const px_intrinsic *x, int r)
{
  px_persp p;
  location_t loc = place (s);
  judge_tile_copy (s, x);
  for (unsigned i = 0; i < x->operands.size (); i++) {
    const px_operand &o = x->operands[i];
    tree arg = gimple_call_arg (s, i);
    bool constant = TREE_CODE (arg) == INTEGER_CST;
    if (o.role == PX_ROLE_WIDTH && !px_collective_of (s, &p)) {
      px_error (loc, PX_D_INTRINSIC_WIDTH, x->generic);
      return;
    }
    if (o.role == PX_ROLE_PICK && (!constant || wi::to_widest (arg) < 0
				   || wi::to_widest (arg) >= (int) o.pick.size ()
				   || o.pick[tree_to_shwi (arg)] == "!")) {
      px_error (loc, PX_D_INTRINSIC_PICK, i + 1, x->generic);
      return;
    }
    if (o.role == PX_ROLE_CONST && !o.pick.empty ()
	&& !(constant && tree_fits_shwi_p (arg)
	     && std::count (o.pick.begin (), o.pick.end (), std::to_string (tree_to_shwi (arg))))) {
      std::string all;
      for (const std::string &n : o.pick)
	all += (all.empty () ? "" : ", ") + n;
      px_error (loc, PX_D_INTRINSIC_NUMBER, i + 1, x->generic, all.c_str ());
      return;
    }
  }
  if (startswith (x->name, "px_setmaxnreg_"))
    C->register_calls.push_back (s);
  if (px_unsafe_p (r))
    return;
  auto_diagnostic_group g;
  px_collective_of (s, &p);
  if (x->needs_cluster && !px_signature_of (C->fn).cluster) {
    px_error (loc, PX_D_INTRINSIC_CLUSTER, x->generic);
    note_decl (C->fn);
    return;
  }
  px_bound have = px_bound_in (r, C->fn);
  if (!x->by_unit && !px_in_bound (p, have)) {
    px_error (loc, PX_D_INTRINSIC_BOUND, x->generic, px_name (p), px_name (have));
    note_code (r);
    return;
  }
  for (unsigned i = 0; i < x->operands.size (); i++) {
    const px_operand &o = x->operands[i];
    value a = value_of (gimple_call_arg (s, i));
    if ((o.role == PX_ROLE_UNIFORM || o.role == PX_ROLE_COORDINATE) && !px_broader (a.p, p))
      px_error (loc, PX_D_UNIFORM_OPERAND, operand_number (x, i), x->generic, px_name (p), px_name (a.p));
    else if (o.role == PX_ROLE_WRITE || o.role == PX_ROLE_ATOMIC)
      for (int k : a.views) {
	const view &w = C->views[k];
	if (o.role == PX_ROLE_WRITE ? !judge_store_view (loc, k, { PX_THREAD, 1 }, a.p, r)
	    : w.decl && VAR_P (w.decl) && global_p (w.decl) && px_constant_p (w.decl)) {
	  if (o.role == PX_ROLE_ATOMIC)
	    px_error (loc, PX_D_STORE_CONST, w.decl);
	  break;
	}
      }
    else if (o.role == PX_ROLE_FROM || o.role == PX_ROLE_TO)
      judge_copy_operand (s, x, i, a);
  }
}

/* Is F, a built-in function, one of the C library's that the device lacks?  GCC
   makes calls of some by itself (printf becomes puts).  */
static bool lacking_p (tree f)
{
  if (!fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return false;
  switch (DECL_FUNCTION_CODE (f)) {
  case BUILT_IN_PRINTF_CHK: case BUILT_IN_VPRINTF_CHK:
  case BUILT_IN_FPRINTF: case BUILT_IN_FPRINTF_UNLOCKED: case BUILT_IN_FPRINTF_CHK: case BUILT_IN_VFPRINTF:
  case BUILT_IN_VFPRINTF_CHK: case BUILT_IN_FPUTS: case BUILT_IN_FPUTS_UNLOCKED: case BUILT_IN_FPUTC:
  case BUILT_IN_FPUTC_UNLOCKED: case BUILT_IN_FWRITE: case BUILT_IN_FWRITE_UNLOCKED:
  case BUILT_IN_SPRINTF: case BUILT_IN_SPRINTF_CHK: case BUILT_IN_SNPRINTF: case BUILT_IN_SNPRINTF_CHK:
  case BUILT_IN_VSPRINTF: case BUILT_IN_VSPRINTF_CHK: case BUILT_IN_VSNPRINTF: case BUILT_IN_VSNPRINTF_CHK:
  case BUILT_IN_SCANF: case BUILT_IN_FSCANF: case BUILT_IN_SSCANF: case BUILT_IN_VSCANF:
  case BUILT_IN_EXIT: case BUILT_IN__EXIT: case BUILT_IN__EXIT2:
  case BUILT_IN_FORK: case BUILT_IN_EXECL: case BUILT_IN_EXECV: case BUILT_IN_STRFTIME:
  case BUILT_IN_SETJMP: case BUILT_IN_LONGJMP:
    return true;
  default:
    return false;
  }
}

static tree is_function (tree *tp, int *, void *f) { return *tp == (tree) f ? *tp : NULL_TREE; }

/* Does host code use F?  Bodies are GENERIC until their turn comes.  */
static bool host_calls_p (tree f)
{
  cgraph_node *n;
  basic_block bb;
  FOR_EACH_FUNCTION (n) {
    tree d = n->decl;
    if (px_device_fn_p (d) || d == f)
      continue;
    if (DECL_SAVED_TREE (d) && walk_tree_without_duplicates (&DECL_SAVED_TREE (d), is_function, f))
      return true;
    function *host = DECL_STRUCT_FUNCTION (d);
    if (host && host->cfg)
      FOR_EACH_BB_FN (bb, host)
	for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	  for (unsigned k = 0; k < gimple_num_ops (gsi_stmt (i)); k++)
	    if (tree *op = gimple_op_ptr (gsi_stmt (i), k))
	      if (*op && walk_tree_without_duplicates (op, is_function, f))
		return true;
  }
  return false;
}

static void judge_call (gimple *s, int r)
{
  tree f = gimple_call_fndecl (s);
  if (gimple_call_internal_p (s))
    return;
  if (!f) {
    px_error (place (s), PX_D_CALL_INDIRECT);
    return;
  }
  if (named (f, "__px_id")) {
    judge_id (s, r);
    return;
  }
  if (const px_intrinsic *x = px_intrinsic_of (f)) {
    judge_intrinsic (s, x, r);
    return;
  }
  if (const px_fragment_op *o = px_fragment_op_of (f)) {
    judge_fragment_op (s, o, r);
    return;
  }
  if (px_kernel_p (f)) {
    auto_diagnostic_group g;
    px_error (place (s), PX_D_CALL_KERNEL, f);
    note_decl (f);
    return;
  }
  if (!px_device_fn_p (f)) {
    if (r && (gimple_call_flags (s) & ECF_RETURNS_TWICE))
      return;                   /* reported (C4) */
    if (lacking_p (f)) {
      px_error (place (s), PX_D_NO_SUCH_FUNCTION, IDENTIFIER_POINTER (DECL_NAME (f)));
      return;
    }
    if (!fndecl_built_in_p (f) && !DECL_ARTIFICIAL (f)) {
      auto_diagnostic_group g;
      px_error (place (s), PX_D_CALL_HOST, f);
      gcc_rich_location at (px_user_loc (DECL_SOURCE_LOCATION (f)));
      if (!host_calls_p (f))
	px_propose (&at, px_edit_device (f));
      inform (&at, "declared here; a function for the device is declared %<__device%>");
      return;
    }
    /* What the C library writes, it writes through a view.  */
    if (!px_unsafe_p (r) && !px_atomic_p (f) && !px_print_p (f))
      for (unsigned i = 0; i < gimple_call_num_args (s); i++) {
	tree type = TREE_TYPE (gimple_call_arg (s, i));
	tree formal = gimple_call_fntype (s) ? TYPE_ARG_TYPES (gimple_call_fntype (s)) : NULL_TREE;
	for (unsigned k = 0; formal && k < i; k++)
	  formal = TREE_CHAIN (formal);
	if (formal && TREE_VALUE (formal))
	  type = TREE_VALUE (formal);
	if (!POINTER_TYPE_P (type) || px_reads_only_p (type))
	  continue;
	value a = value_of (gimple_call_arg (s, i));
	for (int k : a.views)
	  if (!judge_store_view (place (s), k, { PX_THREAD, 1 }, a.p, r))
	    break;
      }
    return;
  }
  if (px_unsafe_p (r))
    return;
  if (!judge_bound (s, f, r))
    return;
  px_persp code = px_code_persp (f);
  std::vector<tree> types;
  tree parm = DECL_ARGUMENTS (f);
  tree formal = TYPE_ARG_TYPES (TREE_TYPE (f));
  for (unsigned i = 0; i < gimple_call_num_args (s); i++) {
    tree type = parm ? TREE_TYPE (parm) : formal ? TREE_VALUE (formal) : TREE_TYPE (gimple_call_arg (s, i));
    types.push_back (type);
    judge_argument (s, f, i, parm, type, code);
    parm = parm ? DECL_CHAIN (parm) : NULL_TREE;
    formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
  }
  judge_aliases (s, f, types);
}

/* Rule D1 for T, which return S returns from a function with a result at P.
   Several returns are assignments of one temporary.  */
static void judge_result (gimple *s, tree t, px_persp p)
{
  px_persp v = value_of (t).p;
  if (px_broader (v, p))
    return;
  location_t loc = place (s);
  basic_block bb;
  if (temporary_p (variable_of (t)))
    FOR_EACH_BB_FN (bb, cfun)
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
	gimple *a = gsi_stmt (i);
	if (gimple_get_lhs (a) == t && !px_broader (rhs_of (a).p, p)) {
	  loc = place (a);
	  v = rhs_of (a).p;
	}
      }
  px_error (loc, PX_D_NARROW_RESULT, px_name (v), C->fn, px_name (p));
}

/* Rule F6: a function declared const does nothing but compute.  */
static void judge_const (gimple *s)
{
  const char *what = NULL;
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (gimple_code (s) == GIMPLE_ASM)
    what = "has inline PTX";
  else if (named (f, "__px_id"))
    what = "asks for the number of its unit";
  else if (is_gimple_call (s) && !operator_p (f, s))
    what = "calls a function that is not";
  else if (gimple_has_volatile_ops (s))
    what = "has volatile accesses";
  else
    for (const mem_access &a : accesses_of (s))
      if (tree d = C->views[a.view].decl) {
	if (!VAR_P (d) || px_shared_p (d) || (global_p (d) && !px_constant_p (d)))
	  what = a.write ? "writes memory" : "reads memory";
      } else
	what = "reads memory";
  if (what)
    px_error (place (s), PX_D_CONST_FUNCTION, C->fn, what);
}

static void judge (gimple *s)
{
  bool exit;
  if (px_marker (s, &exit))
    return;
  int r = px_region_of (s);
  bool unsafe = px_unsafe_p (r);
  if (px_refused_p (r))
    return;
  if (TREE_READONLY (C->fn))
    judge_const (s);
  judge_function_address (s);
  if (!unsafe && !judge_async (s, views_used (s)))
    return;
  if (!(is_gimple_call (s) && px_fragment_op_of (gimple_call_fndecl (s))) && !judge_fragment_use (s))
    return;
  switch (gimple_code (s)) {
  case GIMPLE_ASM:
    if (!unsafe)
      px_error (place (s), PX_D_ASM_OUTSIDE);
    return;
  case GIMPLE_CALL: {
    int before = errorcount;
    judge_call (s, r);
    if (errorcount == before && !(gimple_call_flags (s) & ECF_RETURNS_TWICE))
      judge_host_variable (s);
    break;
  }
  case GIMPLE_ASSIGN: {
    judge_host_variable (s);
    tree lhs = gimple_assign_lhs (s), d = variable_of (lhs);
    if (DECL_P (d) && px_stamp (d, "px view") && !initialiser_p (s, d)) {
      value v = rhs_of (s);
      if (!unsafe && v.views != std::vector<int> { view_of (d) }) {
	auto_diagnostic_group g;
	px_error (place (s), PX_D_VIEW_CHANGED, d);
	px_note_region (px_stamp (d, "px view"));
	return;
      }
    } else if (DECL_P (d) && px_stamp (d, "px view")) {
      judge_view (s, d, rhs_of (s));
      std::vector<int> used = views_used (s);
      (void) (judge_reach (s, r, used) && judge_claims (s, r, used));
      return;
    }
    break;
  }
  case GIMPLE_RETURN: {
    tree t = gimple_return_retval (as_a <greturn *> (s)), result = DECL_RESULT (C->fn);
    if (!t || unsafe)
      return;
    px_persp p;
    if (t != result && !TREE_READONLY (C->fn)) {
      if (!px_declared_persp (C->fn, &p))
	p = px_code_persp (C->fn);
      judge_result (s, t, p);
    }
    return;
  }
  default:
    break;
  }
  tree lhs = gimple_get_lhs (s);
  if (unsafe)
    return;
  if (lhs && TREE_CODE (lhs) != RESULT_DECL)    /* judged at the return */
    judge_store (s, lhs, rhs_of (s), r);
  std::vector<int> used = views_used (s);
  std::vector<int> inside;
  for (const auto &t : touched_by (s))
    merge_views (&inside, { view_of (t.first) });
  (void) (judge_reach (s, r, used) && judge_reach (s, r, inside, true)
	  && judge_claims (s, r, used) && judge_branches (s, r));
}

/* ---- conditions ------------------------------------------------------- */

/* A branch, and the assignments that it decides on if it is but the condition
   of an expression (C3), or on several returns.  */
struct branch {
  gimple *cond;
  bool expression, returns;     /* returns: decides on an early return (C5) */
  std::vector<gimple *> decided;
};

/* May S stand in an arm of ?:, && or || that stays an expression?  */
static bool arm_statement_p (gimple *s)
{
  switch (gimple_code (s)) {
  case GIMPLE_LABEL: case GIMPLE_NOP: case GIMPLE_PREDICT: case GIMPLE_DEBUG:
  case GIMPLE_COND: case GIMPLE_GOTO:
    return true;
  case GIMPLE_CALL:
    if (!operator_p (gimple_call_fndecl (s), s) && !named (gimple_call_fndecl (s), "__px_id"))
      return false;
    break;
  case GIMPLE_ASSIGN:
    if (gimple_has_volatile_ops (s))
      return false;
    break;
  default:
    return false;
  }
  tree lhs = gimple_get_lhs (s);
  return lhs && (DECL_P (lhs) || TREE_CODE (lhs) == SSA_NAME) && temporary_p (variable_of (lhs));
}

/* What the function returns, if it does in several places.  */
static tree returned_temporary ()
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    if (greturn *s = safe_dyn_cast <greturn *> (last_stmt (e->src)))
      if (tree t = gimple_return_retval (s))
	if (temporary_p (variable_of (t)))
	  return t;
  return NULL_TREE;
}

static branch branch_of (basic_block bb, gimple *cond)
{
  bool loop, returns = px_decides_return (cond, &loop);
  branch b = { cond, !returns, returns && !loop, {} };
  basic_block join = get_immediate_dominator (CDI_POST_DOMINATORS, bb);
  std::vector<basic_block> todo;
  hash_set<basic_block> seen;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest != join && !seen.add (e->dest))
      todo.push_back (e->dest);
  tree result = returns ? returned_temporary () : NULL_TREE;
  while (!todo.empty () && (b.expression || returns)) {
    basic_block x = todo.back ();
    todo.pop_back ();
    if (x == bb || x == EXIT_BLOCK_PTR_FOR_FN (cfun))
      b.expression = false;
    else
      for (gimple_stmt_iterator i = gsi_start_bb (x); !gsi_end_p (i); gsi_next (&i)) {
	b.expression &= arm_statement_p (gsi_stmt (i));
	if (!returns || (result && gimple_get_lhs (gsi_stmt (i)) == result))
	  b.decided.push_back (gsi_stmt (i));
      }
    FOR_EACH_EDGE (e, ei, x->succs)
      if (e->dest != join && !seen.add (e->dest))
	todo.push_back (e->dest);
  }
  /* Arms without any assignment decide on where the flow goes on.  */
  bool any = false;
  for (gimple *s : b.decided)
    any |= gimple_get_lhs (s) != NULL_TREE;
  b.expression &= any;
  return b;
}

static px_persp persp_of_condition (gimple *s)
{
  px_persp p = PX_TOP;
  for (unsigned i = 0; i < gimple_num_ops (s); i++)
    if (gimple_op (s, i) && (gimple_code (s) != GIMPLE_SWITCH || i == 0))
      p = px_narrowest (p, value_of (gimple_op (s, i)).p);
  return p;
}

/* Rules C3 and C5.  */
static void judge_branch (const branch &b)
{
  if (b.expression)
    return;
  int r = px_region_of (b.cond);
  px_persp p = persp_of_condition (b.cond), code = px_code_persp_in (r, C->fn);
  if (px_refused_p (r) || px_broader (p, code))
    return;
  auto_diagnostic_group g;
  if (!C->refused_conditions.insert (px_whole_condition (b.cond)).second)
    return;
  if (b.returns)
    px_error (place (b.cond), PX_D_RETURN_CONDITION, px_name (p), px_name (code));
  else
    px_error (place (b.cond), PX_D_CONDITION, px_name (p), px_name (code));
  note_code (r);
}

/* Rule F3 for the launch: what a kernel writes through a parameter is one object
   for the whole grid.  */
static void judge_parameters ()
{
  px_persp p;
  if (!px_twin_p (C->fn))
    return;
  for (tree d = DECL_ARGUMENTS (C->fn); d; d = DECL_CHAIN (d))
    if (POINTER_TYPE_P (TREE_TYPE (d)) && !px_reads_only_p (TREE_TYPE (d))
	&& px_declared_persp (d, &p) && p.level != PX_GRID)
      px_error (DECL_SOURCE_LOCATION (d), PX_D_KERNEL_POINTER, d, px_name (p));
}

/* ---- host functions --------------------------------------------------- */

static tree device_in (tree *tp, int *sub, void *data)
{
  walk_stmt_info *wi = (walk_stmt_info *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *sub = 0;
  else if (VAR_P (t) && px_device_var_p (t)) {
    auto_diagnostic_group g;
    px_error (gimple_location (wi->stmt), PX_D_DEVICE_VARIABLE, t, t);
    note_decl (t);
    return t;
  } else if (TREE_CODE (t) == FUNCTION_DECL && px_intrinsic_of (t)) {
    px_error (gimple_location (wi->stmt), PX_D_INTRINSIC_HOST, px_intrinsic_of (t)->generic);
    return t;
  } else if (TREE_CODE (t) == FUNCTION_DECL && px_fragment_op_of (t)) {
    px_error (gimple_location (wi->stmt), PX_D_INTRINSIC_HOST, px_fragment_op_of (t)->name);
    return t;
  } else if (TREE_CODE (t) == FUNCTION_DECL && px_device_fn_p (t) && !px_kernel_p (t)) {
    auto_diagnostic_group g;
    px_error (gimple_location (wi->stmt), PX_D_CALL_FROM_HOST, t);
    note_decl (t);
    return t;
  }
  return NULL_TREE;
}

/* Rule F5, from the host's side.  */
static void check_host_function (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
      if (is_gimple_debug (gsi_stmt (i)))
	continue;
      walk_stmt_info wi;
      memset (&wi, 0, sizeof wi);
      wi.stmt = gsi_stmt (i);
      walk_gimple_op (gsi_stmt (i), device_in, &wi);
    }
}

/* ---- the pass --------------------------------------------------------- */

static unsigned check_function (function *f)
{
  if (!px_device_body_p (f->decl)) {
    check_host_function (f);
    return 0;
  }
  check c;
  std::vector<branch> branches;
  basic_block bb;
  c.fn = f->decl;
  C = &c;

  judge_parameters ();
  judge_fragment_declarations (f);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  FOR_EACH_BB_FN (bb, f)
    if (gimple *s = last_stmt (bb))
      if (gimple_code (s) == GIMPLE_COND || gimple_code (s) == GIMPLE_SWITCH)
	branches.push_back (branch_of (bb, s));
  free_dominance_info (CDI_POST_DOMINATORS);

  do {
    c.changed = false;
    for (const branch &b : branches)
      if (b.expression || !b.decided.empty ()) {
	px_persp p = persp_of_condition (b.cond);
	if (!b.expression && !px_broader (p, px_code_persp (C->fn)))
	  continue;             /* told (C5) */
	for (gimple *s : b.decided) {
	  std::map<gimple *, px_persp>::iterator i = c.control.insert ({ s, PX_TOP }).first;
	  i->second = px_narrowest (i->second, p);
	}
      }
    FOR_EACH_BB_FN (bb, f)
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	if (!gimple_clobber_p (gsi_stmt (i)))
	  flow (gsi_stmt (i));
  } while (c.changed);

  FOR_EACH_BB_FN (bb, f) {
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (!is_gimple_debug (gsi_stmt (i)) && !gimple_clobber_p (gsi_stmt (i)))
	judge (gsi_stmt (i));
  }
  for (const branch &b : branches)
    judge_branch (b);
  judge_registers ();
  C = NULL;
  return 0;
}

namespace {
const pass_data data = {
  GIMPLE_PASS, "pxcheck", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0
};
class pass : public gimple_opt_pass {
public:
  pass (gcc::context *c) : gimple_opt_pass (data, c) {}
  bool gate (function *f) final override { return g->have_offload && px_checkable_p (f->decl); }
  unsigned execute (function *f) final override { return check_function (f); }
};
}

opt_pass *px_pass_check (gcc::context *c) { return new pass (c); }
