/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points-to analysis: which objects a pointer, a value or a reference of the current function may
   lead to, which addresses the function stores in memory, and which objects form one store.

   Needs: the function in SSA form; px_now->f, to which it adds objects; summaries of callees.
   Leaves: px_now->objects, and px_now->remote and ->own for the last value traced.  */

#include "plugin/sync/sync-int.h"

px_obj *
px_object_of (tree key, const char *name, int space, px_persp persp)
{
  px_obj *&o = px_now->objects[key];
  if (!o)
    {
      o = px_add_obj (px_now->f, name, space);
      o->persp = persp;
      o->restricted = px_restricted_p (key);
    }
  return o;
}

const char *px_name_of (tree d);

/* Returns the object of variable D of file scope.  The block's shared memory, which inlined
   functions with a frame name, belongs to the block.  */
px_obj *
px_variable_object (tree d)
{
  bool shared = d == px_shared_base ();
  return px_object_of (d, shared ? "the frame of an inlined function" : px_name_of (d),
		       shared ? PX_SHARED : PX_GLOBAL, { shared ? PX_BLOCK : PX_GRID, 1 });
}

const char *
px_name_of (tree d)
{
  return d && DECL_P (d) && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d)) : "an object";
}

void
px_add_object (std::vector<px_obj *> *to, px_obj *o)
{
  if (std::find (to->begin (), to->end (), o) == to->end ())
    to->push_back (o);
}

static px_persp
parameter_persp (tree d)
{
  px_persp p;
  return px_declared_persp (d, &p) ? p : px_code_persp (px_now->fun->decl);
}

/* Returns the object of pointer parameter D.  Parameters of one __alias group (F7) share their
   storage.  */
static px_obj *
parameter_object (tree d)
{
  px_obj *o = px_object_of (d, px_name_of (d), PX_GLOBAL, parameter_persp (d));
  int group = px_alias_group (px_now->fun->decl, d);
  o->restricted &= !group;
  if (group)
    for (tree p = DECL_ARGUMENTS (px_now->fun->decl); p; p = DECL_CHAIN (p))
      if (p != d && px_alias_group (px_now->fun->decl, p) == group && px_now->objects.count (p))
	o->store = px_now->objects[p]->store;
  return o;
}

void
px_add_loaded (std::vector<px_obj *> *to)
{
  px_add_object (to, px_now->loaded);
  for (px_obj *o : px_now->escaped)
    px_add_object (to, o);
}

/* Adds the objects of an address that a variable of the function contains.  */
static void
add_kept (std::vector<px_obj *> *to)
{
  if (px_now->keeps_loaded)
    px_add_object (to, px_now->loaded);
  for (px_obj *o : px_now->escaped)
    px_add_object (to, o);
}

/* Returns true if D, or the variable that contains it, is local.  */
bool
px_own_p (tree d)
{
  d = d ? get_base_address (d) : NULL_TREE;
  return d && VAR_P (d) && auto_var_in_fn_p (d, px_now->fun->decl);
}

/* Values and variables that were visited, the latter whole or for one member.  */
typedef std::set<std::pair<tree, tree>> traced;

static void trace_pointer (tree t, std::vector<px_obj *> *to, traced *seen);
static bool trace_local (tree d, std::vector<px_obj *> *to, traced *seen, bool written = false,
			 tree member = NULL_TREE);
static void member_objects (tree type, std::vector<px_obj *> *to, bool written);

/* Returns true if TYPE contains the member M.  */
static bool
has_member_p (tree type, tree m)
{
  type = strip_array_types (type);
  if (!RECORD_OR_UNION_TYPE_P (type))
    return false;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (f == m || (TREE_CODE (f) == FIELD_DECL && has_member_p (TREE_TYPE (f), m)))
      return true;
  return false;
}

/* Returns true if R, a part of a variable, is in a member that does not overlap M.  */
static bool
other_member_p (tree r, tree m)
{
  tree is = NULL_TREE;
  for (; handled_component_p (r); r = TREE_OPERAND (r, 0))
    {
      if (TREE_CODE (r) != ARRAY_REF
	  && (TREE_CODE (r) != COMPONENT_REF
	      || TREE_CODE (DECL_CONTEXT (TREE_OPERAND (r, 1))) != RECORD_TYPE))
	return false;
      if (!is && TREE_CODE (r) == COMPONENT_REF)
	is = TREE_OPERAND (r, 1);
    }
  return m && is && is != m && DECL_P (r) && !AGGREGATE_TYPE_P (strip_array_types (TREE_TYPE (is)));
}

/* The same for parameter D, of any type: an integer may be an address, a structure may contain
   some.  The parameters of a kernel come from the host.  MEMBER: only this pointer in D, if not
   NULL.  */
static void
trace_parameter (tree d, std::vector<px_obj *> *to, tree member = NULL_TREE)
{
  if (member)
    {
      if (has_member_p (TREE_TYPE (d), member))
	px_add_object (to, px_object_of (member, px_name_of (member), PX_GLOBAL,
					 parameter_persp (member)));
      return;
    }
  if (POINTER_TYPE_P (TREE_TYPE (d)))
    px_add_object (to, parameter_object (d));
  else if (AGGREGATE_TYPE_P (TREE_TYPE (d)))
    member_objects (TREE_TYPE (d), to, false);
  if (!POINTER_TYPE_P (TREE_TYPE (d)))
    px_add_object (to, px_now->f->kernel ? px_now->loaded
					 : px_object_of (d, px_name_of (d), PX_GLOBAL,
							 px_code_persp (px_now->fun->decl)));
}

/* The same for T, a value of any type.  */
static void
trace_value (tree t, std::vector<px_obj *> *to, traced *seen)
{
  tree base;
  if (is_gimple_reg_type (TREE_TYPE (t)))
    trace_pointer (t, to, seen);
  else if ((base = get_base_address (t)) && TREE_CODE (base) == PARM_DECL)
    trace_parameter (base, to);
  else if (!is_gimple_min_invariant (t) && !(base && trace_local (base, to, seen)))
    px_add_loaded (to);
}

/* The same for the result of call S: loaded from memory, or one of its arguments.  */
static void
trace_result (gimple *s, std::vector<px_obj *> *to, traced *seen)
{
  px_add_loaded (to);
  for (unsigned i = 0; gimple_call_fndecl (s) && i < gimple_call_num_args (s); i++)
    trace_value (gimple_call_arg (s, i), to, seen);
}

/* Returns true if T, or the variable that contains it, can only be accessed by its name.  */
static bool
named_only_p (tree t)
{
  tree d = get_base_address (t);
  return d
	 && (TREE_CODE (d) == RESULT_DECL
	     || (VAR_P (d) && !TREE_ADDRESSABLE (d) && auto_var_in_fn_p (d, px_now->fun->decl)));
}

/* The same for the pointers in local variable D, which can only be accessed by its name.
   WRITTEN: except pointers to const; MEMBER: only this pointer, if not NULL.  Returns false if
   D is not such a variable.  */
static bool
trace_local (tree d, std::vector<px_obj *> *to, traced *seen, bool written, tree member)
{
  basic_block bb;
  if (!VAR_P (d) || !named_only_p (d))
    return false;
  if (!seen->insert ({ d, member }).second)
    return true;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	tree lhs = gimple_get_lhs (s), base;
	if (!lhs || get_base_address (lhs) != d || gimple_clobber_p (s)
	    || other_member_p (lhs, member)
	    || (written && POINTER_TYPE_P (TREE_TYPE (lhs)) && px_reads_only_p (TREE_TYPE (lhs))))
	  continue;
	tree rhs = gimple_assign_single_p (s) ? gimple_assign_rhs1 (s) : NULL_TREE;
	if (is_gimple_call (s)
	    && (POINTER_TYPE_P (TREE_TYPE (lhs)) || AGGREGATE_TYPE_P (TREE_TYPE (lhs))))
	  trace_result (s, to, seen);
	else if (rhs && (TREE_CODE (rhs) == SSA_NAME || TREE_CODE (rhs) == ADDR_EXPR))
	  trace_pointer (rhs, to, seen);
	else if (rhs && (base = get_base_address (rhs)) && TREE_CODE (base) == PARM_DECL)
	  trace_parameter (base, to, member);
	else if (!rhs
		 || !(is_gimple_min_invariant (rhs) || TREE_CODE (rhs) == CONSTRUCTOR
		      || ((base = get_base_address (rhs))
			  && trace_local (base, to, seen, written, member))))
	  px_add_loaded (to);
      }
  return true;
}

/* Returns true if value T may be an address: it is as wide, or shifted to be a part of one.  */
static bool
wide_p (tree t)
{
  HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (t));
  return px_now->parts || size < 0 || size * BITS_PER_UNIT >= POINTER_SIZE;
}

/* Returns true if S combines parts of an address.  Shifts by less than a byte scale an index
   instead.  */
static bool
assembles_p (gimple *s)
{
  tree n = gimple_num_ops (s) > 2 ? gimple_op (s, 2) : NULL_TREE;
  bool constant = n && tree_fits_uhwi_p (n);
  switch (gimple_assign_rhs_code (s))
    {
    case LSHIFT_EXPR: return !constant || tree_to_uhwi (n) >= BITS_PER_UNIT;
    case MULT_EXPR: return !constant || tree_to_uhwi (n) >> BITS_PER_UNIT;
    case COMPLEX_EXPR:
    case CONSTRUCTOR:
    case VIEW_CONVERT_EXPR:
    case BIT_INSERT_EXPR:
    case VEC_PERM_EXPR: return true;
    default: return false;
    }
}

/* Adds the objects to which pointer T may point.  */
static void
trace_pointer (tree t, std::vector<px_obj *> *to, traced *seen)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      tree b = get_base_address (TREE_OPERAND (t, 0));
      if (b && (TREE_CODE (b) == MEM_REF || TREE_CODE (b) == TARGET_MEM_REF))
	trace_pointer (TREE_OPERAND (b, 0), to, seen);
      else if (b && VAR_P (b) && (TREE_STATIC (b) || DECL_EXTERNAL (b)) && !px_constant_p (b))
	px_add_object (to, px_variable_object (b));
      px_now->own |= px_own_p (b);
      return;
    }
  if (TREE_CODE (t) != SSA_NAME || !seen->insert ({ t, NULL_TREE }).second)
    return;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (SSA_NAME_IS_DEFAULT_DEF (t))
    {
      tree d = SSA_NAME_VAR (t);
      if (d && TREE_CODE (d) == PARM_DECL && wide_p (t))
	trace_parameter (d, to);
      return;
    }
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	trace_pointer (gimple_phi_arg_def (phi, i), to, seen);
      return;
    }
  if (is_gimple_call (s))
    {
      if (tree d = px_shared_array (s))
	{
	  px_obj *o = px_object_of (t, px_name_of (d), PX_SHARED, { PX_BLOCK, 1 });
	  tree slots = lookup_attribute ("px_slots", DECL_ATTRIBUTES (d));
	  if (slots && !o->user)
	    {
	      px_ring_obj (px_now->f,
			   px_add_ring (px_now->f, o->name,
					tree_to_shwi (
					  TREE_VALUE (TREE_CHAIN (TREE_VALUE (slots))))),
			   o);
	      o->user = d;
	    }
	  px_add_object (to, o);
	}
      else if (const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s)))
	{
	  px_now->remote |= x->needs_cluster; /* a result of px_map_shared */
	  for (unsigned i = 0; i < x->operands.size () && i < gimple_call_num_args (s); i++)
	    if (x->operands[i].role < PX_ROLE_READ)
	      trace_pointer (gimple_call_arg (s, i), to, seen);
	    else if (wide_p (t))
	      px_add_loaded (to);
	}
      else if (px_atomic_p (gimple_call_fndecl (s)))
	{
	  if (wide_p (t))
	    px_add_loaded (to);
	}
      else if (wide_p (t))
	trace_result (s, to, seen);
      return;
    }
  if (gasm *a = dyn_cast<gasm *> (s))
    for (unsigned i = 0; i < gimple_asm_ninputs (a); i++)
      trace_pointer (TREE_VALUE (gimple_asm_input_op (a, i)), to, seen);
  if (!is_gimple_assign (s))
    return;
  if (gimple_assign_load_p (s))
    {
      /* A pointer in a parameter passed by value belongs to its member; an array of pointers is
	 one object.  */
      tree r = gimple_assign_rhs1 (s), base = get_base_address (r);
      while (TREE_CODE (r) == ARRAY_REF)
	r = TREE_OPERAND (r, 0);
      if (TREE_CODE (r) == COMPONENT_REF && base && TREE_CODE (base) == PARM_DECL
	  && !POINTER_TYPE_P (strip_array_types (TREE_TYPE (r))))
	{
	  /* A number may be any address.  */
	  if (wide_p (t))
	    trace_parameter (base, to);
	}
      else if (TREE_CODE (r) == COMPONENT_REF && base && TREE_CODE (base) == PARM_DECL)
	{
	  tree field = TREE_OPERAND (r, 1);
	  px_add_object (to, px_object_of (field, px_name_of (field), PX_GLOBAL,
					   parameter_persp (field)));
	}
      else if (base
	       && trace_local (base, to, seen, false,
			       TREE_CODE (r) == COMPONENT_REF ? TREE_OPERAND (r, 1) : NULL_TREE))
	return;
      else if (px_own_p (base))
	add_kept (to);
      else if (wide_p (t))
	px_add_loaded (to);
      return;
    }
  /* An address may go through values of any type, but not through operations that do not keep
     its bits.  */
  tree_code code = gimple_assign_rhs_code (s);
  if (TREE_CODE_CLASS (code) == tcc_comparison || code == POINTER_DIFF_EXPR)
    return;
  bool parts = px_now->parts;
  px_now->parts |= assembles_p (s);
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    {
      tree op = gimple_op (s, i), e;
      unsigned k;
      if (!op || (code == POINTER_PLUS_EXPR && i > 1) || (code == COND_EXPR && i == 1))
	continue;
      if (TREE_CODE (op) == CONSTRUCTOR)
	FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (op), k, e)
	  trace_pointer (e, to, seen);
      while (handled_component_p (op))
	op = TREE_OPERAND (op, 0);
      trace_pointer (op, to, seen);
    }
  px_now->parts = parts;
}

std::vector<px_obj *>
px_objects_of (tree pointer)
{
  std::vector<px_obj *> v;
  traced seen;
  px_now->remote = false;
  trace_pointer (pointer, &v, &seen);
  return v;
}

std::vector<px_obj *>
px_objects_in_value (tree t)
{
  std::vector<px_obj *> v;
  traced seen;
  px_now->remote = false;
  trace_value (t, &v, &seen);
  return v;
}

std::vector<px_obj *>
px_objects_in (tree ref)
{
  tree b = get_base_address (ref);
  if (!b)
    return {};
  if (TREE_CODE (b) == MEM_REF || TREE_CODE (b) == TARGET_MEM_REF)
    return px_objects_of (TREE_OPERAND (b, 0));
  px_now->remote = false;
  std::vector<px_obj *> v;
  if (VAR_P (b) && (TREE_STATIC (b) || DECL_EXTERNAL (b)) && !px_constant_p (b))
    v.push_back (px_variable_object (b));
  return v;
}

bool
px_share_p (const px_obj *a, const px_obj *b)
{
  for (const px_shared_item &x : px_now->bytes[a])
    for (const px_shared_item &y : px_now->bytes[b])
      if (x.start < y.end && y.start < x.end)
	return true;
  return false;
}

/* Returns the declaration of O, or the SSA name of a __shared array.  */
tree
px_decl_of (const px_obj *o)
{
  for (auto &i : px_now->objects)
    if (i.second == o)
      return i.first;
  return NULL_TREE;
}

/* Makes one store of objects of the frame whose bytes overlap (D3).  */
void
px_find_stores ()
{
  for (const px_shared_item &x : px_shared_items (px_now->fun))
    {
      tree lhs = gimple_call_lhs (x.call);
      std::map<tree, px_obj *>::iterator i
	= px_now->objects.find (x.array ? lhs : integer_one_node);
      if (i != px_now->objects.end () && !x.dynamic)
	px_now->bytes[i->second].push_back (x);
    }
  std::map<tree, px_obj *>::iterator all = px_now->objects.find (px_shared_base ());
  if (all != px_now->objects.end ())
    px_now->bytes[all->second].push_back (
      { NULL, NULL_TREE, NULL_TREE, UNKNOWN_LOCATION, false, 1, 0, INT64_MAX });
  for (auto &a : px_now->bytes)
    for (auto &b : px_now->bytes)
      if (a.first->store != b.first->store && px_share_p (a.first, b.first))
	{
	  int from = b.first->store;
	  for (int i = 0; i < px_now->f->nobj; i++)
	    if (px_now->f->obj[i]->store == from)
	      px_now->f->obj[i]->store = a.first->store;
	}
}

/* Adds the objects to which pointer members of TYPE, the type of a parameter, point.  WRITTEN:
   except pointers to const.  */
static void
member_objects (tree type, std::vector<px_obj *> *to, bool written)
{
  while (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (!RECORD_OR_UNION_TYPE_P (type))
    return;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    {
      tree t = TREE_CODE (f) == FIELD_DECL ? strip_array_types (TREE_TYPE (f)) : NULL_TREE;
      if (t && POINTER_TYPE_P (t))
	{
	  if (!written || !px_reads_only_p (t))
	    px_add_object (to, px_object_of (f, px_name_of (f), PX_GLOBAL, parameter_persp (f)));
	}
      else if (t)
	member_objects (t, to, written);
    }
}

/* Returns the objects to which pointers in the structures point that call S passes.  WRITTEN:
   except pointers to const; MEMBER: only this member, if not NULL.  */
std::vector<px_obj *>
px_passed_in_structures (gimple *s, bool written, tree member)
{
  std::vector<px_obj *> v;
  traced seen;
  px_now->remote = false;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      tree arg = gimple_call_arg (s, i),
	   base = AGGREGATE_TYPE_P (TREE_TYPE (arg)) ? get_base_address (arg) : NULL_TREE;
      if (base && member && !has_member_p (TREE_TYPE (arg), member))
	continue;
      if (base && TREE_CODE (base) == PARM_DECL && member)
	trace_parameter (base, &v, member);
      else if (base && TREE_CODE (base) == PARM_DECL)
	member_objects (TREE_TYPE (arg), &v, written);
      else if (base && !trace_local (base, &v, &seen, written, member))
	px_add_loaded (&v);
    }
  return v;
}

/* Returns true if A dominates B.  */
static bool
comes_before_p (gimple *a, gimple *b)
{
  calculate_dominance_info (CDI_DOMINATORS);
  if (gimple_bb (a) != gimple_bb (b))
    return dominated_by_p (CDI_DOMINATORS, gimple_bb (b), gimple_bb (a));
  gimple_stmt_iterator i = gsi_for_stmt (a);
  while (!gsi_end_p (i) && gsi_stmt (i) != b)
    gsi_next (&i);
  return !gsi_end_p (i);
}

/* Finds the pointer that call S passes as MEMBER of a structure; NULL_TREE: a parameter's own.
   Returns false if it is unknown, or differs between the iterations that pass it.  */
bool
px_pointer_in_structure (gimple *s, tree member, tree *pointer)
{
  tree d = NULL_TREE;
  gimple *made = NULL;
  basic_block bb;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    if (has_member_p (TREE_TYPE (gimple_call_arg (s, i)), member))
      {
	if (d || !DECL_P (gimple_call_arg (s, i)))
	  return false;
	d = gimple_call_arg (s, i);
      }
  *pointer = NULL_TREE;
  if (!d || TREE_CODE (d) == PARM_DECL)
    return d;
  if (!named_only_p (d))
    return false;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *g = gsi_stmt (i);
	tree lhs = gimple_get_lhs (g);
	if (!lhs || get_base_address (lhs) != d || gimple_clobber_p (g)
	    || other_member_p (lhs, member))
	  continue;
	/* A structure may be zeroed before its members are set.  */
	bool zeros
	  = made && gimple_bb (made) == bb && TREE_CODE (gimple_assign_rhs1 (made)) == CONSTRUCTOR;
	if (!gimple_assign_single_p (g) || (made && !zeros))
	  return false;
	made = g;
      }
  if (!made || !comes_before_p (made, s)
      || !flow_bb_inside_loop_p (gimple_bb (made)->loop_father, gimple_bb (s)))
    return false;
  *pointer = gimple_assign_rhs1 (made);
  return TREE_CODE (*pointer) == SSA_NAME || TREE_CODE (*pointer) == ADDR_EXPR;
}

/* Returns the variables that the function names and that other files may name, too.  */
std::vector<px_obj *>
px_variables ()
{
  std::vector<px_obj *> v;
  basic_block bb;
  auto note = [&] (tree t) {
    t = t ? get_base_address (TREE_CODE (t) == ADDR_EXPR ? TREE_OPERAND (t, 0) : t) : NULL_TREE;
    if (t && VAR_P (t) && (TREE_PUBLIC (t) || DECL_EXTERNAL (t)) && px_device_var_p (t)
	&& !px_constant_p (t))
      px_add_object (&v, px_variable_object (t));
  };
  FOR_EACH_BB_FN (bb, px_now->fun)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	  note (gimple_phi_arg_def (i.phi (), k));
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	for (unsigned k = 0; k < gimple_num_ops (gsi_stmt (i)); k++)
	  note (gimple_op (gsi_stmt (i), k));
    }
  return v;
}

/* Adds the objects whose addresses call S stores in memory, among those that are passed to it.  */
static void
stored_by_call (gimple *s, std::vector<px_obj *> *to, traced *seen)
{
  tree f = gimple_call_fndecl (s), lhs = gimple_call_lhs (s);
  const px_summary *known = f ? px_summary_of (f) : NULL;
  /* Its result may lead to its arguments.  */
  if (lhs && gimple_store_p (s) && !named_only_p (lhs))
    trace_result (s, to, seen);
  if (known)
    for (tree d : known->stored)
      {
	if (VAR_P (d))
	  px_add_object (to, px_variable_object (d));
	for (unsigned k = 0; !VAR_P (d) && k < gimple_call_num_args (s); k++)
	  if (TREE_CODE (d) == FIELD_DECL ? AGGREGATE_TYPE_P (TREE_TYPE (gimple_call_arg (s, k)))
					  : (int) k == px_parameter_number (f, d))
	    trace_value (gimple_call_arg (s, k), to, seen);
      }
  else if (px_may_store_arguments_p (s) || px_atomic_p (f) || px_intrinsic_of (f))
    for (unsigned k = 0; k < gimple_call_num_args (s); k++)
      {
	const px_intrinsic *x = px_intrinsic_of (f);
	if (x ? k < x->operands.size () && x->operands[k].role < PX_ROLE_ADDRESS
	      : !px_atomic_p (f) || k)
	  trace_value (gimple_call_arg (s, k), to, seen);
      }
}

/* Returns true if call S, of a function that is not an operation of px, may write addresses
   that it finds in memory to variables of this function.  */
static bool
fills_own_p (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  bool fills = false;
  for (unsigned i = 0;
       f && !px_intrinsic_of (f) && !px_atomic_p (f) && i < gimple_call_num_args (s); i++)
    if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, i))) && px_writable_argument_p (s, i))
      {
	px_now->own = false;
	px_objects_of (gimple_call_arg (s, i));
	fills |= px_now->own;
      }
  return fills;
}

/* Returns the objects whose addresses are stored where a load may find them.  */
std::vector<px_obj *>
px_find_escaped ()
{
  std::vector<px_obj *> v;
  traced seen;
  basic_block bb;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	px_now->keeps_loaded |= (gimple_code (s) == GIMPLE_ASM && gimple_vdef (s))
				|| (is_gimple_call (s) && fills_own_p (s));
	px_now->own = false;
	if (is_gimple_call (s))
	  stored_by_call (s, &v, &seen);
	else if (gimple_assign_single_p (s) && gimple_store_p (s) && !gimple_clobber_p (s)
		 && !named_only_p (gimple_assign_lhs (s)))
	  trace_value (gimple_assign_rhs1 (s), &v, &seen);
	/* Code that finds the address of such a variable may write there.  */
	tree lhs = gimple_get_lhs (s);
	px_now->keeps_loaded |= px_now->own
				&& !(gimple_assign_single_p (s) && POINTER_TYPE_P (TREE_TYPE (lhs))
				     && px_reads_only_p (TREE_TYPE (lhs)));
      }
  px_now->keeps_loaded |= std::find (v.begin (), v.end (), px_now->loaded) != v.end ();
  v.erase (std::remove (v.begin (), v.end (), px_now->loaded), v.end ());
  return v;
}
