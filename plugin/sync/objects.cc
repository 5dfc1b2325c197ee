/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects of the current function: those that a pointer, a value or a reference may lead to
   (by plugin/model/points.cc), which addresses the function stores in memory, and which objects
   form one store.

   Needs: the function in SSA form; px_now->f, to which it adds objects; summaries of callees.
   Leaves: px_now->objects, and px_now->remote for the last value followed.  */

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

/* Returns the object of the __shared array whose address T is, with its ring if it is one.  */
static px_obj *
shared_object (tree t)
{
  tree d = px_shared_array (SSA_NAME_DEF_STMT (t));
  px_obj *o = px_object_of (t, px_name_of (d), PX_SHARED, { PX_BLOCK, 1 });
  int slots = px_slots_of (d);
  if (slots && !o->user)
    {
      px_ring *r = px_add_ring (px_now->f, o->name, slots);
      px_ring_obj (px_now->f, r, o);
      if (px_turn_p (d))
	r->nobj = 0; /* OBJ[0] remains until plugin/bridge/ring.cc has found its uses */
      o->user = d;
    }
  return o;
}

/* Adds the objects of targets, from number FROM of P on.  The parameters of a kernel come from
   the host, so that a number there may be any address.  */
static void
add_targets (std::vector<px_obj *> *to, const px_targets &p, size_t from = 0)
{
  for (; from < p.to.size (); from++)
    {
      tree d = p.to[from].root;
      switch (p.to[from].kind)
	{
	case PX_TO_VARIABLE:
	  if (!px_constant_p (d))
	    px_add_object (to, px_variable_object (d));
	  break;
	case PX_TO_SHARED: px_add_object (to, shared_object (d)); break;
	case PX_TO_PARAMETER: px_add_object (to, parameter_object (d)); break;
	case PX_TO_MEMBER:
	  px_add_object (to, px_object_of (d, px_name_of (d), PX_GLOBAL, parameter_persp (d)));
	  break;
	case PX_TO_NUMBER:
	  px_add_object (to, px_now->f->kernel ? px_now->loaded
					       : px_object_of (d, px_name_of (d), PX_GLOBAL,
							       px_code_persp (px_now->fun->decl)));
	  break;
	case PX_TO_LOADED: px_add_loaded (to); break;
	case PX_TO_KEPT: add_kept (to); break;
	case PX_TO_OWN:
	case PX_TO_OTHER: break;
	}
    }
}

/* Returns all of them.  */
static std::vector<px_obj *>
objects_at (const px_targets &p)
{
  std::vector<px_obj *> v;
  px_now->remote = p.remote;
  add_targets (&v, p);
  return v;
}

std::vector<px_obj *>
px_objects_of (tree pointer)
{
  px_targets p;
  px_point_pointer (&p, pointer);
  return objects_at (p);
}

std::vector<px_obj *>
px_objects_in_value (tree t)
{
  px_targets p;
  px_point_value (&p, t);
  return objects_at (p);
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
px_plain_objects_p (const std::vector<px_obj *> &v)
{
  for (const px_obj *o : v)
    {
      tree d = px_decl_of (o);
      bool memory = d && d != px_shared_base ()
		    && (VAR_P (d) || (TREE_CODE (d) == PARM_DECL && POINTER_TYPE_P (TREE_TYPE (d)))
			|| (TREE_CODE (d) == SSA_NAME && o->space == PX_SHARED));
      if (!memory || o->anywhere || o->boxes || o->ring)
	return false;
    }
  return !v.empty () && !px_now->remote;
}

/* Returns true if they have bytes of the frame in common.  */
static bool
share_p (const px_obj *a, const px_obj *b)
{
  for (const px_shared_item &x : px_now->bytes[a])
    for (const px_shared_item &y : px_now->bytes[b])
      if (x.start < y.end && y.start < x.end)
	return true;
  return false;
}

bool
px_may_overlap_p (const px_obj *a, const px_obj *b)
{
  return a == b || (a->store == b->store && (a->space != PX_SHARED || share_p (a, b)));
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
      px_objects::iterator i = px_now->objects.find (x.array ? lhs : integer_one_node);
      if (i != px_now->objects.end () && !x.dynamic)
	px_now->bytes[i->second].push_back (x);
    }
  px_objects::iterator all = px_now->objects.find (px_shared_base ());
  if (all != px_now->objects.end ())
    px_now->bytes[all->second].push_back (
      { NULL, NULL_TREE, NULL_TREE, UNKNOWN_LOCATION, false, 1, 0, INT64_MAX });
  for (auto &a : px_now->bytes)
    for (auto &b : px_now->bytes)
      if (a.first->store != b.first->store && share_p (a.first, b.first))
	{
	  int from = b.first->store;
	  for (int i = 0; i < px_now->f->nobj; i++)
	    if (px_now->f->obj[i]->store == from)
	      px_now->f->obj[i]->store = a.first->store;
	}
}

std::vector<px_obj *>
px_passed_in_structures (gimple *s, bool written, tree member)
{
  px_targets p;
  px_point_passed (&p, s, written, member);
  return objects_at (p);
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
    if (px_has_member_p (TREE_TYPE (gimple_call_arg (s, i)), member))
      {
	if (d || !DECL_P (gimple_call_arg (s, i)))
	  return false;
	d = gimple_call_arg (s, i);
      }
  *pointer = NULL_TREE;
  if (!d || TREE_CODE (d) == PARM_DECL)
    return d;
  if (!px_named_only_p (d))
    return false;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *g = gsi_stmt (i);
	tree lhs = gimple_get_lhs (g);
	if (!lhs || get_base_address (lhs) != d || gimple_clobber_p (g)
	    || px_other_member_p (lhs, member))
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

/* Adds the targets whose addresses call S stores in memory, among those that are passed to it.  */
static void
stored_by_call (gimple *s, px_targets *p)
{
  tree f = gimple_call_fndecl (s), lhs = gimple_call_lhs (s);
  const px_summary *known = f ? px_summary_of (f) : NULL;
  /* Its result may lead to its arguments.  */
  if (lhs && gimple_store_p (s) && !px_named_only_p (lhs))
    px_point_result (p, s);
  if (known)
    for (tree d : known->stored)
      {
	if (VAR_P (d))
	  px_point_variable (p, d);
	for (unsigned k = 0; !VAR_P (d) && k < gimple_call_num_args (s); k++)
	  if (TREE_CODE (d) == FIELD_DECL ? AGGREGATE_TYPE_P (TREE_TYPE (gimple_call_arg (s, k)))
					  : (int) k == px_parameter_number (f, d))
	    px_point_value (p, gimple_call_arg (s, k));
      }
  else if (px_may_store_arguments_p (s) || px_atomic_call_p (s) || px_intrinsic_of (f))
    for (unsigned k = 0; k < gimple_call_num_args (s); k++)
      {
	const px_intrinsic *x = px_intrinsic_of (f);
	if (x ? k < x->operands.size () && x->operands[k].role < PX_ROLE_ADDRESS
	      : !px_atomic_call_p (s) || k)
	  px_point_value (p, gimple_call_arg (s, k));
      }
}

/* Returns true if call S, of a function that is not an operation of px, may write addresses
   that it finds in memory to variables of this function.  */
static bool
fills_own_p (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  px_targets p;
  for (unsigned i = 0;
       f && !px_intrinsic_of (f) && !px_atomic_p (f) && i < gimple_call_num_args (s); i++)
    if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, i))) && px_writable_argument_p (s, i))
      px_point_pointer (&p, gimple_call_arg (s, i));
  return p.own;
}

std::vector<px_obj *>
px_find_escaped ()
{
  std::vector<px_obj *> v;
  px_targets p;
  basic_block bb;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	px_now->keeps_loaded |= (gimple_code (s) == GIMPLE_ASM && gimple_vdef (s))
				|| (is_gimple_call (s) && fills_own_p (s));
	size_t before = p.to.size ();
	p.own = false;
	if (is_gimple_call (s))
	  stored_by_call (s, &p);
	else if (gimple_assign_single_p (s) && gimple_store_p (s) && !gimple_clobber_p (s)
		 && !px_named_only_p (gimple_assign_lhs (s)))
	  px_point_value (&p, gimple_assign_rhs1 (s));
	add_targets (&v, p, before);
	/* Code that finds the address of such a variable may write there.  */
	tree lhs = gimple_get_lhs (s);
	px_now->keeps_loaded |= p.own
				&& !(gimple_assign_single_p (s) && POINTER_TYPE_P (TREE_TYPE (lhs))
				     && px_reads_only_p (TREE_TYPE (lhs)));
      }
  px_now->keeps_loaded |= std::find (v.begin (), v.end (), px_now->loaded) != v.end ();
  v.erase (std::remove (v.begin (), v.end (), px_now->loaded), v.end ());
  return v;
}
