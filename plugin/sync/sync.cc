/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Synchronisation: a function as the tree that infer/infer.h works on, and its
   verdict as instructions.

   Needs: a device function after early inlining, in SSA form, with markers.
   Leaves: the barriers that px_infer found.

     *w = t;  n = (*x)[63 - t];     of an array of the block becomes

     *w = t;  asm volatile ("bar.sync 0;" : : : "memory");  .GOMP_SIMT_VOTE_ANY (0);
     n = (*x)[63 - t];      its text ends in a comment with its number (px_placed)

   The tree follows the control flow graph.  A level is the function or a
   natural loop, its inner loops taken as one block each; in a level, a branch
   is an IF whose arms end where all ways to the level's end meet.  What leaves
   a loop early ends its arm: the tree then has more ways than the program, so
   what it orders, the program orders.  Code at thread[1] is one run of
   operations, whatever its control flow: nothing can stand in it.  */

#include "plugin/sync/sync.h"
#include "plugin/bridge/race.h"

/* ---- the tree and where it stands ------------------------------------- */

static struct sync_fn
{
  function *fun;
  px_fn *f;
  std::map<tree, px_obj *> objects; /* by declaration, or SSA name of a __shared address */
  px_obj *loaded;		    /* memory whose address was loaded */
  std::vector<px_obj *> escaped;    /* it may be in one of these, whose address was stored */
  bool keeps_loaded; /* an address that was loaded may be in a variable of its own, too */
  bool remote;	     /* does the pointer that was traced last lead into
					   another block? */
  bool own;	     /* a variable of the function's own? */
  bool parts;	     /* do the values that are traced make up an address? */
  std::map<const px_obj *, std::vector<px_shared_item>> bytes; /* of the block's frame */
  px_places places;
  std::map<px_stmt *, int> constructs; /* of views: the region */
  int steps;			       /* blocks, and constructs in them, parsed so far */
  int most_steps;		       /* of a function with structure */
  std::set<gimple *> unchecked;	       /* statements of __unsafe */
  std::set<gimple *> seen; /* statements that became operations, if they access anything */
  px_stmt *unsafe;	   /* the operation that holds the last __unsafe's accesses */
  bool rings;		   /* there are some, of __slots */
  bool by_hand;		   /* a barrier in __unsafe: its author orders what it accesses */
  bool others;		   /* calls functions that have no summary */
} * B;
static int parts;			/* of the functions so far */
static std::map<tree, unsigned> counts; /* by function: what explain lists */

unsigned
px_sync_count (tree fn)
{
  std::map<tree, unsigned>::iterator i = counts.find (fn);
  return i == counts.end () ? 0 : i->second;
}

/* Of a statement that GCC made (a load of a whole struct): what comes next in its block.  */
static px_loc
loc_of (gimple *s)
{
  location_t l = px_user_loc (gimple_location (s));
  gimple_stmt_iterator i = gsi_for_stmt (s);
  for (; l == UNKNOWN_LOCATION && !gsi_end_p (i); gsi_next (&i))
    if (!is_gimple_debug (gsi_stmt (i)))
      l = px_user_loc (gimple_location (gsi_stmt (i)));
  return { expand_location (l).line, (unsigned) l };
}

/* ---- objects ---------------------------------------------------------- */

static px_obj *
object (tree key, const char *name, int space, px_persp persp)
{
  px_obj *&o = B->objects[key];
  if (!o)
    {
      o = px_add_obj (B->f, name, space);
      o->persp = persp;
      o->restricted = px_restricted_p (key);
    }
  return o;
}

static const char *name_of (tree d);

/* Variable D of file scope; the block's shared memory, which functions with a frame that
   GCC has inlined name, is its blocks'.  */
static px_obj *
variable_object (tree d)
{
  bool shared = d == px_shared_base ();
  return object (d, shared ? "the frame of an inlined function" : name_of (d),
		 shared ? PX_SHARED : PX_GLOBAL, { shared ? PX_BLOCK : PX_GRID, 1 });
}

static const char *
name_of (tree d)
{
  return d && DECL_P (d) && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d)) : "an object";
}

static void
add_object (std::vector<px_obj *> *to, px_obj *o)
{
  if (std::find (to->begin (), to->end (), o) == to->end ())
    to->push_back (o);
}

static px_persp
parameter_persp (tree d)
{
  px_persp p;
  return px_declared_persp (d, &p) ? p : px_code_persp (B->fun->decl);
}

/* The object of pointer parameter D; those declared to be one object (F7) share
   their storage.  */
static px_obj *
parameter_object (tree d)
{
  px_obj *o = object (d, name_of (d), PX_GLOBAL, parameter_persp (d));
  int group = px_alias_group (B->fun->decl, d);
  o->restricted &= !group;
  if (group)
    for (tree p = DECL_ARGUMENTS (B->fun->decl); p; p = DECL_CHAIN (p))
      if (p != d && px_alias_group (B->fun->decl, p) == group && B->objects.count (p))
	o->store = B->objects[p]->store;
  return o;
}

static void
add_loaded (std::vector<px_obj *> *to)
{
  add_object (to, B->loaded);
  for (px_obj *o : B->escaped)
    add_object (to, o);
}

/* The same for an address that a variable of the function's own holds.  */
static void
add_kept (std::vector<px_obj *> *to)
{
  if (B->keeps_loaded)
    add_object (to, B->loaded);
  for (px_obj *o : B->escaped)
    add_object (to, o);
}

/* Is D, or the variable that it is a part of, a local one?  */
static bool
own_p (tree d)
{
  d = d ? get_base_address (d) : NULL_TREE;
  return d && VAR_P (d) && auto_var_in_fn_p (d, B->fun->decl);
}

/* Values and variables that were traced, these whole or one member.  */
typedef std::set<std::pair<tree, tree>> traced;

static void trace (tree t, std::vector<px_obj *> *to, traced *seen);
static bool trace_local (tree d, std::vector<px_obj *> *to, traced *seen, bool written = false,
			 tree member = NULL_TREE);
static void member_objects (tree type, std::vector<px_obj *> *to, bool written);

/* Has TYPE the member M, or a member that has?  */
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

/* Is R, a part of a variable, a member that is not M, and not M's memory either?  */
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

/* The same for parameter D, of any type: an integer may be an address, a structure hold some.  Those
   of a kernel the host made.  MEMBER: only that, a pointer in D, if it is not NULL.  */
static void
trace_parameter (tree d, std::vector<px_obj *> *to, tree member = NULL_TREE)
{
  if (member)
    {
      if (has_member_p (TREE_TYPE (d), member))
	add_object (to, object (member, name_of (member), PX_GLOBAL, parameter_persp (member)));
      return;
    }
  if (POINTER_TYPE_P (TREE_TYPE (d)))
    add_object (to, parameter_object (d));
  else if (AGGREGATE_TYPE_P (TREE_TYPE (d)))
    member_objects (TREE_TYPE (d), to, false);
  if (!POINTER_TYPE_P (TREE_TYPE (d)))
    add_object (to, B->f->kernel
		      ? B->loaded
		      : object (d, name_of (d), PX_GLOBAL, px_code_persp (B->fun->decl)));
}

/* The same for T, a value of any type.  */
static void
trace_value (tree t, std::vector<px_obj *> *to, traced *seen)
{
  tree base;
  if (is_gimple_reg_type (TREE_TYPE (t)))
    trace (t, to, seen);
  else if ((base = get_base_address (t)) && TREE_CODE (base) == PARM_DECL)
    trace_parameter (base, to);
  else if (!is_gimple_min_invariant (t) && !(base && trace_local (base, to, seen)))
    add_loaded (to);
}

/* The same for what call S gives: loaded, or what it was given.  */
static void
trace_result (gimple *s, std::vector<px_obj *> *to, traced *seen)
{
  add_loaded (to);
  for (unsigned i = 0; gimple_call_fndecl (s) && i < gimple_call_num_args (s); i++)
    trace_value (gimple_call_arg (s, i), to, seen);
}

/* Is T, or the variable that it is a part of, one that only its name reaches?  */
static bool
local_p (tree t)
{
  tree d = get_base_address (t);
  return d
	 && (TREE_CODE (d) == RESULT_DECL
	     || (VAR_P (d) && !TREE_ADDRESSABLE (d) && auto_var_in_fn_p (d, B->fun->decl)));
}

/* The same for the pointers in local variable D, which only its name reaches; WRITTEN:
   without those to const; MEMBER: only in that, a pointer, if it is not NULL.  False: D is none.  */
static bool
trace_local (tree d, std::vector<px_obj *> *to, traced *seen, bool written, tree member)
{
  basic_block bb;
  if (!VAR_P (d) || !local_p (d))
    return false;
  if (!seen->insert ({ d, member }).second)
    return true;
  FOR_EACH_BB_FN (bb, B->fun)
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
	  trace (rhs, to, seen);
	else if (rhs && (base = get_base_address (rhs)) && TREE_CODE (base) == PARM_DECL)
	  trace_parameter (base, to, member);
	else if (!rhs
		 || !(is_gimple_min_invariant (rhs) || TREE_CODE (rhs) == CONSTRUCTOR
		      || ((base = get_base_address (rhs))
			  && trace_local (base, to, seen, written, member))))
	  add_loaded (to);
      }
  return true;
}

/* May T, a value, be an address: as wide as one, or shifted to be a part of one?  */
static bool
wide_p (tree t)
{
  HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (t));
  return B->parts || size < 0 || size * BITS_PER_UNIT >= POINTER_SIZE;
}

/* Does S put parts together?  Shifts by less than a byte scale an index.  */
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

/* The objects that pointer T may point into.  */
static void
trace (tree t, std::vector<px_obj *> *to, traced *seen)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      tree b = get_base_address (TREE_OPERAND (t, 0));
      if (b && (TREE_CODE (b) == MEM_REF || TREE_CODE (b) == TARGET_MEM_REF))
	trace (TREE_OPERAND (b, 0), to, seen);
      else if (b && VAR_P (b) && (TREE_STATIC (b) || DECL_EXTERNAL (b)) && !px_constant_p (b))
	add_object (to, variable_object (b));
      B->own |= own_p (b);
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
	trace (gimple_phi_arg_def (phi, i), to, seen);
      return;
    }
  if (is_gimple_call (s))
    {
      if (tree d = px_shared_array (s))
	{
	  px_obj *o = object (t, name_of (d), PX_SHARED, { PX_BLOCK, 1 });
	  tree slots = lookup_attribute ("px_slots", DECL_ATTRIBUTES (d));
	  if (slots && !o->user)
	    {
	      px_ring_obj (B->f,
			   px_add_ring (B->f, o->name,
					tree_to_shwi (
					  TREE_VALUE (TREE_CHAIN (TREE_VALUE (slots))))),
			   o);
	      o->user = d;
	    }
	  add_object (to, o);
	}
      else if (const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s)))
	{
	  B->remote |= x->needs_cluster; /* px_map_shared */
	  for (unsigned i = 0; i < x->operands.size () && i < gimple_call_num_args (s); i++)
	    if (x->operands[i].role < PX_ROLE_READ)
	      trace (gimple_call_arg (s, i), to, seen);
	    else if (wide_p (t))
	      add_loaded (to);
	}
      else if (px_atomic_p (gimple_call_fndecl (s)))
	{
	  if (wide_p (t))
	    add_loaded (to);
	}
      else if (wide_p (t))
	trace_result (s, to, seen);
      return;
    }
  if (gasm *a = dyn_cast<gasm *> (s))
    for (unsigned i = 0; i < gimple_asm_ninputs (a); i++)
      trace (TREE_VALUE (gimple_asm_input_op (a, i)), to, seen);
  if (!is_gimple_assign (s))
    return;
  if (gimple_assign_load_p (s))
    {
      /* A pointer member of a parameter passed by value is one of its own, an
       array of pointers is one object.  */
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
	  add_object (to, object (field, name_of (field), PX_GLOBAL, parameter_persp (field)));
	}
      else if (base
	       && trace_local (base, to, seen, false,
			       TREE_CODE (r) == COMPONENT_REF ? TREE_OPERAND (r, 1) : NULL_TREE))
	return;
      else if (own_p (base))
	add_kept (to);
      else if (wide_p (t))
	add_loaded (to);
      return;
    }
  /* An address may go through values of any type, but not through what does not keep its bits.  */
  tree_code code = gimple_assign_rhs_code (s);
  if (TREE_CODE_CLASS (code) == tcc_comparison || code == POINTER_DIFF_EXPR)
    return;
  bool parts = B->parts;
  B->parts |= assembles_p (s);
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    {
      tree op = gimple_op (s, i), e;
      unsigned k;
      if (!op || (code == POINTER_PLUS_EXPR && i > 1) || (code == COND_EXPR && i == 1))
	continue;
      if (TREE_CODE (op) == CONSTRUCTOR)
	FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (op), k, e)
	  trace (e, to, seen);
      while (handled_component_p (op))
	op = TREE_OPERAND (op, 0);
      trace (op, to, seen);
    }
  B->parts = parts;
}

static std::vector<px_obj *>
objects_of (tree pointer)
{
  std::vector<px_obj *> v;
  traced seen;
  B->remote = false;
  trace (pointer, &v, &seen);
  return v;
}

static std::vector<px_obj *>
objects_in_value (tree t)
{
  std::vector<px_obj *> v;
  traced seen;
  B->remote = false;
  trace_value (t, &v, &seen);
  return v;
}

static std::vector<px_obj *>
objects_in (tree ref)
{
  tree b = get_base_address (ref);
  if (!b)
    return {};
  if (TREE_CODE (b) == MEM_REF || TREE_CODE (b) == TARGET_MEM_REF)
    return objects_of (TREE_OPERAND (b, 0));
  B->remote = false;
  std::vector<px_obj *> v;
  if (VAR_P (b) && (TREE_STATIC (b) || DECL_EXTERNAL (b)) && !px_constant_p (b))
    v.push_back (variable_object (b));
  return v;
}

static bool
share_p (const px_obj *a, const px_obj *b)
{
  for (const px_shared_item &x : B->bytes[a])
    for (const px_shared_item &y : B->bytes[b])
      if (x.start < y.end && y.start < x.end)
	return true;
  return false;
}

/* Objects of the frame whose bytes overlap are one store (D3).  */
static void
find_stores ()
{
  for (const px_shared_item &x : px_shared_items (B->fun))
    {
      tree lhs = gimple_call_lhs (x.call);
      std::map<tree, px_obj *>::iterator i = B->objects.find (x.array ? lhs : integer_one_node);
      if (i != B->objects.end () && !x.dynamic)
	B->bytes[i->second].push_back (x);
    }
  std::map<tree, px_obj *>::iterator all = B->objects.find (px_shared_base ());
  if (all != B->objects.end ())
    B->bytes[all->second].push_back (
      { NULL, NULL_TREE, NULL_TREE, UNKNOWN_LOCATION, false, 1, 0, INT64_MAX });
  for (auto &a : B->bytes)
    for (auto &b : B->bytes)
      if (a.first->store != b.first->store && share_p (a.first, b.first))
	{
	  int from = b.first->store;
	  for (int i = 0; i < B->f->nobj; i++)
	    if (B->f->obj[i]->store == from)
	      B->f->obj[i]->store = a.first->store;
	}
}

/* ---- functions that are called ---------------------------------------- */

/* What a function accesses that is in this unit and not inlined, for its callers: by pointer
   parameter, pointer member of a structure passed, or variable of file scope; its frame aside.  */
struct summary
{
  struct access
  {
    tree object;     /* PARM_DECL, FIELD_DECL, VAR_DECL; NULL: memory whose address was loaded */
    int kind, alike; /* these and the next are px_acc's */
    bool remote;
    px_persp before, after;
    px_called called;
  };
  std::vector<access> accesses; /* once made, stays as it is: px_reach points into it */
  std::vector<tree>
    stored; /* objects, as in ACCESSES, and parameters of other types, whose addresses it leaves in memory */
  bool others; /* calls functions that have none */
  bool remote; /* its frame is accessed from other blocks */
};
static std::map<tree, summary> summaries; /* by function */

static const summary *
summary_of (tree f)
{
  std::map<tree, summary>::iterator i = summaries.find (f);
  return i == summaries.end () ? NULL : &i->second;
}

static int
parameter_number (tree fn, tree d)
{
  int i = 0;
  for (tree p = DECL_ARGUMENTS (fn); p && p != d; p = DECL_CHAIN (p))
    i++;
  return i;
}

/* The objects that pointer members of TYPE, of a parameter, point to; WRITTEN: without
   those to const.  */
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
	    add_object (to, object (f, name_of (f), PX_GLOBAL, parameter_persp (f)));
	}
      else if (t)
	member_objects (t, to, written);
    }
}

/* Those that pointers in the structures point to that call S passes; WRITTEN: without those
   to const; MEMBER: only that, if it is not NULL.  */
static std::vector<px_obj *>
passed_in_structures (gimple *s, bool written, tree member = NULL_TREE)
{
  std::vector<px_obj *> v;
  traced seen;
  B->remote = false;
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
	add_loaded (&v);
    }
  return v;
}

/* Has A run wherever B does?  */
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

/* The pointer that call S passes as MEMBER of a structure; NULL_TREE: a parameter's own.  False: it is
   not known, or not the same in all iterations that pass it.  */
static bool
pointer_in_structure (gimple *s, tree member, tree *pointer)
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
  if (!local_p (d))
    return false;
  FOR_EACH_BB_FN (bb, B->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *g = gsi_stmt (i);
	tree lhs = gimple_get_lhs (g);
	if (!lhs || get_base_address (lhs) != d || gimple_clobber_p (g)
	    || other_member_p (lhs, member))
	  continue;
	/* A structure may be all zeros before it gets its members.  */
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

/* Those of the variables that the function names and other files may, too.  */
static std::vector<px_obj *>
variables ()
{
  std::vector<px_obj *> v;
  basic_block bb;
  auto note = [&] (tree t) {
    t = t ? get_base_address (TREE_CODE (t) == ADDR_EXPR ? TREE_OPERAND (t, 0) : t) : NULL_TREE;
    if (t && VAR_P (t) && (TREE_PUBLIC (t) || DECL_EXTERNAL (t)) && px_device_var_p (t)
	&& !px_constant_p (t))
      add_object (&v, variable_object (t));
  };
  FOR_EACH_BB_FN (bb, B->fun)
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

/* ---- operations ------------------------------------------------------- */

/* S accesses OBJECTS at REACH, or what is at POINTER (both NULL: it is not known
   where).  */
static void
add_accesses (px_stmt **op, px_seq *q, gimple *s, const std::vector<px_obj *> &objects, int kind,
	      px_reach reach = NULL_TREE, tree pointer = NULL_TREE, int alike = 0)
{
  for (px_obj *o : objects)
    {
      if (!*op)
	{
	  *op = px_add_stmt (B->f, q, PX_OP, loc_of (s));
	  (*op)->timeline = PX_GENERIC;
	  B->places.before[*op] = { s, {} };
	}
      px_source *source = (px_source *) px_alloc (&B->f->pool, sizeof *source);
      bool one = objects.size () == 1 && !B->remote;
      *source
	= { s, one ? reach : px_reach (), one ? pointer : NULL_TREE, px_types_of (reach, pointer) };
      px_acc *a = px_add_acc (B->f, *op, o, kind);
      a->user = source;
      a->alike = alike;
      a->remote = B->remote && o->space == PX_SHARED;
    }
}

/* A goes to other blocks, too.  */
static void
multicast (px_acc *a)
{
  if (a->obj->space != PX_SHARED)
    return;
  a->remote = true;
  ((px_source *) a->user)->reach = px_reach ();
}

/* May an object of TYPE lead to pointers by those that it has?  */
static bool
leads_far_p (tree type)
{
  type = strip_array_types (type);
  if (POINTER_TYPE_P (type))
    return px_leads_on_p (TREE_TYPE (type));
  if (!RECORD_OR_UNION_TYPE_P (type) || !COMPLETE_TYPE_P (type))
    return !COMPLETE_TYPE_P (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && leads_far_p (TREE_TYPE (f)))
      return true;
  return false;
}

/* S calls device function F: what F accesses.  Without a summary: what its parameters lead to,
   its frame (in a cluster those of the other blocks, too), and where that can be ordered,
   variables.  */
static void
add_callee (px_stmt **op, px_seq *q, gimple *s, tree f)
{
  const summary *known = summary_of (f);
  bool cluster = px_signature_of (f).cluster > 1;
  tree formal = TYPE_ARG_TYPES (gimple_call_fntype (s));
  for (unsigned i = 0; !known && i < gimple_call_num_args (s);
       i++, formal = formal ? TREE_CHAIN (formal) : NULL_TREE)
    {
      tree arg = gimple_call_arg (s, i),
	   t = formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (arg);
      if (POINTER_TYPE_P (t))
	{
	  std::vector<px_obj *> objects = objects_of (arg);
	  B->remote |= cluster;
	  add_accesses (op, q, s, objects, px_reads_only_p (t) ? PX_READ : PX_WRITE, px_reach (),
			arg);
	}
      bool own = TREE_CODE (arg) == ADDR_EXPR && own_p (TREE_OPERAND (arg, 0)) && !B->keeps_loaded
		 && !leads_far_p (TREE_TYPE (get_base_address (TREE_OPERAND (arg, 0))));
      if (POINTER_TYPE_P (t) && px_leads_on_p (TREE_TYPE (t)) && !own)
	add_accesses (op, q, s, { B->loaded },
		      px_found_written_p (TREE_TYPE (arg)) ? PX_ATOMIC : PX_READ);
      if (POINTER_TYPE_P (t))
	add_accesses (op, q, s, B->escaped,
		      px_found_written_p (TREE_TYPE (arg)) ? PX_ATOMIC : PX_READ);
    }
  if (!known)
    {
      std::vector<px_obj *> written = passed_in_structures (s, true);
      B->remote |= cluster;
      add_accesses (op, q, s, written, PX_WRITE);
      for (px_obj *o : passed_in_structures (s, false))
	if (std::find (written.begin (), written.end (), o) == written.end ())
	  add_accesses (op, q, s, { o }, PX_READ);
    }
  for (size_t i = 0; known && i < known->accesses.size (); i++)
    {
      const summary::access &a = known->accesses[i];
      tree arg = a.called.parameter >= 0 ? gimple_call_arg (s, a.called.parameter) : NULL_TREE;
      B->remote = false;
      std::vector<px_obj *> objects;
      if (arg)
	objects = objects_in_value (arg);
      else if (!a.object)
	add_loaded (&objects);
      else if (TREE_CODE (a.object) == FIELD_DECL)
	objects = passed_in_structures (s, false, a.object);
      else
	objects = { variable_object (a.object) };
      B->remote |= a.remote;
      px_reach reach (&a.called);
      if (a.object && TREE_CODE (a.object) == FIELD_DECL
	  && !pointer_in_structure (s, a.object, &reach.base))
	reach = px_reach ();
      add_accesses (op, q, s, objects, a.kind, reach,
		    arg && POINTER_TYPE_P (TREE_TYPE (arg)) ? arg : NULL_TREE, a.alike);
      for (size_t k = 0; k < objects.size (); k++)
	{
	  px_acc &x = (*op)->acc[(*op)->nacc - 1 - k];
	  x.before = a.before;
	  x.after = a.after;
	}
    }
  B->remote = known ? known->remote : cluster;
  if (px_signature_of (f).smem > 0)
    add_accesses (op, q, s,
		  { object (integer_one_node, "frames of called functions", PX_SHARED,
			    { PX_BLOCK, 1 }) },
		  PX_WRITE);
  B->remote = false;
  B->others |= !known || known->others;
  if (!known || known->others)
    {
      px_stmt *unknown = NULL;
      add_accesses (&unknown, q, s, variables (), PX_WRITE);
      if (unknown)
	unknown->unsafe = true;
    }
  if (*op)
    (*op)->callee = px_text (&B->f->pool, name_of (f), -1);
}

/* What call S, an atomic operation, does at its argument I: those that load have a pointer to const.  */
static int
atomic_kind (gimple *s, unsigned i)
{
  tree formal = TYPE_ARG_TYPES (gimple_call_fntype (s));
  for (; formal && i; i--)
    formal = TREE_CHAIN (formal);
  return formal && POINTER_TYPE_P (TREE_VALUE (formal)) && px_reads_only_p (TREE_VALUE (formal))
	   ? PX_ATOMIC_READ
	   : PX_ATOMIC;
}

static void
add_call (px_stmt **op, px_seq *q, gimple *s)
{
  tree f = gimple_call_fndecl (s), type = gimple_call_fntype (s);
  if (!f || gimple_call_internal_p (s))
    return;
  if (const px_intrinsic *x = px_intrinsic_of (f))
    {
      for (unsigned i = 0; i < x->operands.size (); i++)
	{
	  px_role role = x->operands[i].role;
	  if (role < PX_ROLE_READ)
	    continue;
	  tree ref = px_intrinsic_ref (s, i);
	  px_reach reach = ref ? px_reach (ref) : px_copy_reach (s, x, gimple_call_arg (s, i));
	  std::vector<px_obj *> objects = objects_of (gimple_call_arg (s, i));
	  add_accesses (op, q, s, objects,
			role == PX_ROLE_ATOMIC
			  ? (x->operands[i].space == PX_SPACE_ANY ? atomic_kind (s, i) : PX_ATOMIC)
			: role == PX_ROLE_READ || role == PX_ROLE_FROM ? PX_READ
								       : PX_WRITE,
			reach, gimple_call_arg (s, i),
			role == PX_ROLE_ATOMIC ? px_commutes (s) : 0);
	  for (int k = 0; x->needs_cluster && role == PX_ROLE_TO && *op && k < (*op)->nacc; k++)
	    multicast (&(*op)->acc[k]);
	}
      if (*op)
	{
	  static const px_timeline timelines[]
	    = { PX_GENERIC, PX_CPASYNC, PX_BULK_LOAD, PX_BULK_STORE, PX_WGMMA };
	  px_persp p;
	  (*op)->timeline = timelines[x->timeline];
	  (*op)->elect = x->kind == PX_I_ELECTED;
	  if (x->kind == PX_I_COLLECTIVE && px_collective_of (s, &p) && p.level == PX_THREAD)
	    (*op)->coll = p.n;
	}
      return;
    }
  if (const px_fragment_op *o = px_fragment_op_of (f))
    {
      for (unsigned i = 0; o->roles[i]; i++)
	{
	  tree arg = gimple_call_arg (s, i), d;
	  bool write = strchr ("wuqQs", o->roles[i]);
	  if (!strchr ("wrumpPqQts", o->roles[i]))
	    continue;
	  if (!px_fragment_argument (s, i))
	    add_accesses (op, q, s, objects_of (arg), write ? PX_WRITE : PX_READ,
			  strchr ("pPqQ", o->roles[i]) ? px_fragment_reach (s, i)
						       : px_reach (px_whole_tile (arg)),
			  arg);
	  else if ((d = px_fragment_root (arg)))
	    add_accesses (op, q, s, { object (d, name_of (d), PX_FRAGMENT, { PX_THREAD, 1 }) },
			  write ? PX_WRITE : PX_READ);
	}
      if (*op && px_wgmma_p (s))
	{
	  (*op)->timeline = PX_WGMMA;
	  (*op)->coll = 128;
	  if (!B->unchecked.count (s))
	    px_wgmma_ordered (s);
	}
      return;
    }
  bool builtin = fndecl_built_in_p (f), atomic = builtin && px_atomic_p (f);
  if (builtin && !atomic && (gimple_call_flags (s) & (ECF_CONST | ECF_NOVOPS)))
    return;
  if (px_device_fn_p (f))
    {
      add_callee (op, q, s, f);
      return;
    }
  tree formal = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      tree arg = gimple_call_arg (s, i);
      tree t = formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (arg);
      if (POINTER_TYPE_P (t))
	add_accesses (op, q, s, objects_of (arg),
		      atomic		    ? atomic_kind (s, i)
		      : px_reads_only_p (t) ? PX_READ
					    : PX_WRITE,
		      builtin ? px_library_reach (s, i) : px_reach (), arg,
		      atomic ? px_commutes (s) : 0);
      formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
    }
}

static void
add_operation (px_seq *q, gimple *s)
{
  bool unsafe = B->unchecked.count (s);
  px_asked asked = { s, q, 0, 0, 0, 0 };
  /* What several cases of a switch lead to is in the tree as often.  */
  if (B->seen.insert (s).second && px_barriers_asked (s, &asked.k, &asked.n))
    B->places.asked.push_back (asked);
  if (unsafe && B->by_hand)
    return;
  px_stmt *op = unsafe ? B->unsafe : NULL;
  if (gimple_clobber_p (s) || is_gimple_debug (s))
    return;
  if (gimple_assign_load_p (s))
    add_accesses (&op, q, s, objects_in (gimple_assign_rhs1 (s)), PX_READ, gimple_assign_rhs1 (s));
  if (gimple_store_p (s) && !is_gimple_call (s))
    add_accesses (&op, q, s, objects_in (gimple_get_lhs (s)), PX_WRITE, gimple_get_lhs (s));
  if (is_gimple_call (s))
    {
      /* Structures are passed from where they lie.  */
      for (unsigned i = 0; i < gimple_call_num_args (s); i++)
	if (tree arg = gimple_call_arg (s, i); !is_gimple_reg_type (TREE_TYPE (arg)))
	  add_accesses (&op, q, s, objects_in (arg), PX_READ, arg);
      add_call (&op, q, s);
      if (gimple_store_p (s))
	add_accesses (&op, q, s, objects_in (gimple_get_lhs (s)), PX_WRITE, gimple_get_lhs (s));
    }
  if (op)
    op->unsafe = unsafe;
}

/* Statements between the markers of __unsafe.  Where jumps cross its edges, the
   least depth counts.  */
static void
find_unchecked ()
{
  std::map<int, int> depth; /* at the start of a block */
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (B->fun));
  std::vector<basic_block> todo = { first };
  bool is_exit;
  depth[first->index] = 0;
  auto walk = [&] (basic_block bb, bool keep) {
    int d = depth[bb->index];
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	int m = px_marker (gsi_stmt (i), &is_exit);
	if (keep && d && !(m && is_exit))
	  {
	    B->unchecked.insert (gsi_stmt (i));
	    if (gasm *a = dyn_cast<gasm *> (gsi_stmt (i)))
	      B->by_hand |= px_orders_p (a);
	  }
	if (m && px_region_at (m).kind == PX_R_UNSAFE)
	  d = is_exit ? MAX (d - 1, 0) : d + 1;
      }
    return d;
  };
  while (!todo.empty ())
    {
      basic_block bb = todo.back ();
      todo.pop_back ();
      int d = walk (bb, false);
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	{
	  std::map<int, int>::iterator i = depth.find (e->dest->index);
	  if (i != depth.end () && i->second <= d)
	    continue;
	  depth[e->dest->index] = d;
	  todo.push_back (e->dest);
	}
    }
  basic_block bb;
  FOR_EACH_BB_FN (bb, B->fun)
    if (depth.count (bb->index))
      walk (bb, true);
}

/* ---- levels ----------------------------------------------------------- */

/* The function (LOOP is the root) or a loop, as a graph without cycles.  */
struct level
{
  loop_p loop;
  std::map<int, basic_block> join; /* where all ways from a block meet again;
					   NULL: at the level's end */
};

static basic_block const level_end = NULL;

/* The block of LV that stands for T: T itself, or the header of the inner loop
   that T is in.  False if T is outside or the header (a back edge).  */
static bool
in_level (const level &lv, basic_block t, basic_block *as)
{
  if (t == EXIT_BLOCK_PTR_FOR_FN (B->fun) || !flow_bb_inside_loop_p (lv.loop, t))
    return false;
  if (lv.loop->num && t == lv.loop->header)
    return false;
  loop_p l = t->loop_father;
  while (l != lv.loop && loop_outer (l) != lv.loop)
    l = loop_outer (l);
  *as = l == lv.loop ? t : l->header;
  return true;
}

static bool
inner_header_p (const level &lv, basic_block bb)
{
  return bb->loop_father != lv.loop && bb->loop_father->header == bb;
}

/* Destinations of the edges that leave the loop with header H.  */
static std::vector<basic_block>
exits_of (loop_p l)
{
  std::vector<basic_block> v;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (std::find (v.begin (), v.end (), e->dest) == v.end ())
      v.push_back (e->dest);
  return v;
}

static std::vector<basic_block>
next_of (const level &lv, basic_block bb)
{
  std::vector<basic_block> v;
  if (inner_header_p (lv, bb))
    return exits_of (bb->loop_father);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    v.push_back (e->dest);
  return v;
}

static void
make_level (level *lv, loop_p l)
{
  int n = n_basic_blocks_for_fn (B->fun), *order = XNEWVEC (int, n);
  std::map<int, int> depth; /* in the tree of joins; present: reaches the end */
  int count = pre_and_rev_post_order_compute_fn (B->fun, NULL, order, false);
  lv->loop = l;
  for (int i = count - 1; i >= 0; i--)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (B->fun, order[i]), as;
      if (!(l->num && bb == l->header) && (!in_level (*lv, bb, &as) || as != bb))
	continue;
      bool reaches = false, first = true;
      basic_block j = level_end;
      for (basic_block t : next_of (*lv, bb))
	{
	  basic_block x = level_end;
	  bool end = (l->num && t == l->header) || (!l->num && t == EXIT_BLOCK_PTR_FOR_FN (B->fun));
	  if (!end && (!in_level (*lv, t, &x) || !depth.count (x->index)))
	    continue; /* leaves the level, or never ends */
	  reaches = true;
	  if (first)
	    j = x;
	  first = false;
	  /* The nearest common ancestor.  */
	  while (j != x)
	    {
	      int dj = j ? depth[j->index] : 0, dx = x ? depth[x->index] : 0;
	      if (dj >= dx && j)
		j = lv->join[j->index];
	      else
		x = lv->join[x->index];
	    }
	}
      if (!reaches)
	continue;
      lv->join[bb->index] = j;
      depth[bb->index] = j ? depth[j->index] + 1 : 1;
    }
  free (order);
}

/* ---- parsing ---------------------------------------------------------- */

struct cursor
{
  basic_block bb; /* NULL: nothing follows */
  gimple_stmt_iterator i;
};

static cursor
at_start (basic_block bb)
{
  return { bb, gsi_start_bb (bb) };
}
static const cursor nowhere = { NULL, {} };

/* Does BB lead to nothing but a trap, an assertion that failed and the like?  */
static bool
ends_thread (basic_block bb)
{
  while (single_succ_p (bb) && single_succ (bb)->index > bb->index)
    bb = single_succ (bb);
  return bb != EXIT_BLOCK_PTR_FOR_FN (B->fun) && !EDGE_COUNT (bb->succs);
}

static cursor parse (px_seq *q, cursor c, basic_block stop, const level &lv, int exit_region);

static px_persp
code_of (int r)
{
  return px_broadest (px_region_at (r).bound);
}

/* Work between arrive and wait that is worth an mbarrier, in statements; what
   is less than a part of it is not noted.  */
enum
{
  OVERLAP = 48,
  NOTED = 16
};

/* Statements that access no object, from FIRST on, as work of WEIGHT.  */
static void
add_work (px_seq *q, gimple *first, int weight)
{
  if (weight < NOTED)
    return;
  px_stmt *s = px_add_stmt (B->f, q, PX_WORK, loc_of (first));
  s->weight = weight;
  B->places.before[s] = { first, {} };
}

static bool
work_p (gimple *s)
{
  return is_gimple_assign (s) && !gimple_assign_single_p (s) && !gimple_assign_cast_p (s);
}

static void
ends_at (px_seq *q, edge e)
{
  B->places.end[q].edges.push_back (e);
}

/* Where BODY ends, Q does.  */
static void
ends_with (px_seq *q, const px_seq *body)
{
  std::vector<edge> v = B->places.end[body].edges;
  for (edge e : v)
    ends_at (q, e);
}

/* To the blocks behind BB that were not seen.  */
static void
go_on (basic_block bb, hash_set<basic_block> *seen, std::vector<cursor> *todo)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest != EXIT_BLOCK_PTR_FOR_FN (B->fun) && !seen->add (e->dest))
      todo->push_back (at_start (e->dest));
}

/* Code at thread[1] from C on to the exit marker of region R: one run.  */
static cursor
parse_flat (px_seq *q, cursor c, int r)
{
  cursor end = nowhere;
  hash_set<basic_block> seen;
  std::vector<cursor> todo = { c };
  seen.add (c.bb);
  bool is_exit;
  std::vector<gimple *> statements;
  gimple *last = NULL;
  while (!todo.empty ())
    {
      cursor x = todo.back ();
      todo.pop_back ();
      bool out = false;
      for (; !gsi_end_p (x.i); gsi_next (&x.i))
	{
	  gimple *s = gsi_stmt (x.i);
	  int m = px_marker (s, &is_exit);
	  if (m == r && is_exit)
	    {
	      end = x;
	      last = s;
	      gsi_next (&end.i);
	      out = true;
	      break;
	    }
	  if (!m)
	    statements.push_back (s);
	}
      if (!out)
	go_on (x.bb, &seen, &todo);
    }
  int weight = 0;
  B->unsafe = NULL;
  for (gimple *s : statements)
    {
      add_operation (q, s);
      weight += !work_p (s) ? 0 : gimple_bb (s)->loop_father == c.bb->loop_father ? 1 : 8;
    }
  if (last)
    {
      add_work (q, last, weight);
      B->places.end[q] = { last, {} };
    }
  return end;
}

/* Does a loop of region R, whose entry is at C, name slots of a ring by its counter?  */
static bool
ring_in_loops (cursor c, int r)
{
  hash_set<basic_block> seen;
  std::vector<cursor> todo = { c };
  seen.add (c.bb);
  bool is_exit;
  while (!todo.empty ())
    {
      cursor x = todo.back ();
      todo.pop_back ();
      bool out = false;
      if (x.bb->loop_father != c.bb->loop_father && x.bb == x.bb->loop_father->header
	  && px_names_slots (x.bb->loop_father))
	return true;
      for (; !gsi_end_p (x.i) && !out; gsi_next (&x.i))
	out = px_marker (gsi_stmt (x.i), &is_exit) == r && is_exit;
      if (!out)
	go_on (x.bb, &seen, &todo);
    }
  return false;
}

/* A loop with header H, entered from the level around; then what follows it.  */
static cursor
parse_loop (px_seq *q, basic_block h, const level &around)
{
  loop_p l = h->loop_father;
  px_stmt *s = px_add_stmt (B->f, q, PX_LOOP, { 0, 0 });
  s->user = l;
  px_point &p = B->places.before[s];
  edge e;
  edge_iterator ei;
  p.stmt = NULL;
  FOR_EACH_EDGE (e, ei, h->preds)
    if (!flow_bb_inside_loop_p (l, e->src))
      p.edges.push_back (e);
  gimple *last = last_stmt (h);
  if (last)
    s->loc = loc_of (last);
  px_count_loop (B->f, s, l);
  level inner;
  make_level (&inner, l);
  px_seq *body = px_add_body (B->f, s);
  parse (body, at_start (h), NULL, inner, 0);

  std::vector<basic_block> exits = exits_of (l);
  if (exits.empty ())
    return nowhere;
  if (exits.size () == 1)
    return at_start (exits[0]);
  /* Several ways out: a branch that starts on the edges out of the loop.  */
  std::map<int, basic_block>::const_iterator j = around.join.find (h->index);
  basic_block join = j == around.join.end () ? NULL : j->second;
  px_point out;
  out.stmt = NULL;
  auto_vec<edge> all = get_loop_exit_edges (l);
  for (edge x : all)
    out.edges.push_back (x);
  px_seq *at = q;
  for (size_t i = 0; i < exits.size (); i++)
    {
      if (i + 1 < exits.size ())
	{
	  px_stmt *branch = px_add_stmt (B->f, at, PX_IF, s->loc);
	  px_note_branch (B->f, branch, NULL, false);
	  B->places.before[branch] = out;
	  px_seq *arm = px_add_body (B->f, branch), *other = px_add_body (B->f, branch);
	  if (exits[i] != join)
	    parse (arm, at_start (exits[i]), join, around, 0);
	  at = other;
	}
      else if (exits[i] != join)
	parse (at, at_start (exits[i]), join, around, 0);
    }
  return join ? at_start (join) : nowhere;
}

/* Does the way from BB lead at once to the entry of a __case of SPLIT?  */
static int
leads_to_case (basic_block bb, int split)
{
  bool is_exit;
  for (int steps = 0; steps < 4; steps++)
    {
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	{
	  gimple *s = gsi_stmt (i);
	  int m = px_marker (s, &is_exit);
	  if (m && !is_exit && px_region_at (m).kind == PX_R_CASE && px_region_at (m).up == split)
	    return m;
	  if (gimple_code (s) != GIMPLE_LABEL && !is_gimple_debug (s)
	      && gimple_code (s) != GIMPLE_NOP)
	    return 0;
	}
      if (!single_succ_p (bb))
	return 0;
      bb = single_succ (bb);
    }
  return 0;
}

/* The branches of split R, from C, after its entry marker, on.  */
static cursor
parse_split (px_stmt *s, cursor c, int r, const level &lv)
{
  bool is_exit;
  while (c.bb)
    {
      while (!gsi_end_p (c.i))
	{
	  gimple *g = gsi_stmt (c.i);
	  int m = px_marker (g, &is_exit);
	  gsi_next (&c.i);
	  if (m == r && is_exit)
	    return c;
	  if (m && !is_exit && px_region_at (m).kind == PX_R_CASE)
	    {
	      px_seq *b = px_add_case (B->f, s, px_region_at (m).start, px_region_at (m).n);
	      c = code_of (m).level == PX_THREAD && code_of (m).n == 1 ? parse_flat (b, c, m)
								       : parse (b, c, NULL, lv, m);
	      if (!c.bb)
		return nowhere;
	    }
	}
      basic_block go = NULL;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, c.bb->succs)
	if (leads_to_case (e->dest, r))
	  go = e->dest;
      if (!go && single_succ_p (c.bb))
	go = single_succ (c.bb);
      if (!go)
	{
	  /* A guard whose branch never ends: the other units go on.  */
	  FOR_EACH_EDGE (e, ei, c.bb->succs)
	    go = e->dest;
	}
      if (!go || go == EXIT_BLOCK_PTR_FOR_FN (B->fun))
	return nowhere;
      c = at_start (go);
    }
  return nowhere;
}

/* The objects that view marker S is about, one for each name that it declares; two names of one
   object are one view.  */
static std::vector<px_obj *>
view_objects (gimple *s)
{
  std::vector<px_obj *> all;
  for (unsigned i = 1; i < gimple_call_num_args (s); i++)
    {
      std::vector<px_obj *> v = objects_of (gimple_call_arg (s, i));
      if (v.size () == 1)
	add_object (&all, v[0]);
    }
  return all;
}

/* Construct R, from C, after its entry marker, on, has no sequence of its own: it ends
   where it does, Q does not.  */
static cursor
parse_within (px_seq *q, cursor c, int r, const level &lv)
{
  auto had = B->places.end.find (q);
  gimple *end = had == B->places.end.end () ? NULL : had->second.stmt;
  c = parse (q, c, NULL, lv, r);
  auto has = B->places.end.find (q);
  if (has != B->places.end.end ())
    {
      has->second.stmt = end;
      if (!end && has->second.edges.empty ())
	B->places.end.erase (has);
    }
  return c;
}

/* A construct in code at P begins in Q: all of P's units come there, what conditions and
   loops there are around it.  (The arms of ?: have none.)  */
static void
note_together (px_seq *q, px_persp p)
{
  for (; q; q = q->up && (q->up->kind == PX_IF || q->up->kind == PX_LOOP) ? q->up->seq : NULL)
    if (!q->together.n || px_broader (p, q->together))
      q->together = p;
}

/* Construct R, whose entry marker is at C.  */
static cursor
parse_construct (px_seq *q, cursor c, int r, const level &lv)
{
  const px_region &g = px_region_at (r);
  gimple *marker = gsi_stmt (c.i);
  gsi_next (&c.i);
  px_stmt *s = NULL;
  std::vector<px_seq *> outer;
  note_together (q, px_code_persp_in (g.up, g.fn));
  switch (g.kind)
    {
    case PX_R_GROUP:
      s = px_add_stmt (B->f, q, PX_GROUP, loc_of (marker));
      s->persp = { g.level, g.n };
      break;
    case PX_R_SPLIT:
      s = px_add_stmt (B->f, q, PX_SPLIT, loc_of (marker));
      s->persp = { g.level, 0 };
      B->places.before[s] = { marker, {} };
      return parse_split (s, c, r, lv);
    case PX_R_VIEW:
      {
	const px_region &construct = px_region_at (g.up);
	if (construct.kind == PX_R_ASYNC)
	  return parse_within (q, c, r, lv);
	for (px_obj *o : view_objects (marker))
	  {
	    outer.push_back (q);
	    s = px_add_stmt (B->f, q, PX_VIEW, loc_of (marker));
	    s->persp = { construct.level, construct.n };
	    s->obj = o;
	    s->view = construct.kind == PX_R_CLAIM ? PX_CLAIM : PX_PARTITION;
	    B->constructs[s] = g.up;
	    B->places.before[s] = { marker, {} };
	    q = px_add_body (B->f, s);
	  }
	if (!s)
	  return parse_within (q, c, r, lv);
	c = parse (q, c, NULL, lv, r);
	/* Views of one construct end together.  */
	auto end = B->places.end.find (q);
	for (size_t i = 1; i < outer.size () && end != B->places.end.end (); i++)
	  B->places.end[outer[i]] = end->second;
	return c;
      }
    default: return parse_within (q, c, r, lv);
    }
  B->places.before[s] = { marker, {} };
  px_seq *b = px_add_body (B->f, s);
  px_persp code = code_of (r);
  if (g.kind == PX_R_GROUP && code.level == PX_THREAD && code.n == 1
      && !(B->rings && ring_in_loops (c, r)))
    return parse_flat (b, c, r);
  return parse (b, c, NULL, lv, r);
}

/* Control flow without structure (a goto into a loop) has no tree.  */
static bool
unstructured ()
{
  return B->steps > B->most_steps;
}

/* BB, a condition of LV alone: it computes, accesses nothing and ends in a test whose
   ways stay in the level.  */
static bool
condition_p (const level &lv, basic_block bb)
{
  basic_block as;
  edge e;
  edge_iterator ei;
  bool is_exit;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!in_level (lv, e->dest, &as))
      return false;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    if (gimple_vuse (gsi_stmt (i)) || px_marker (gsi_stmt (i), &is_exit))
      return false;
  return single_pred_p (bb) && EDGE_COUNT (bb->succs) == 2 && !inner_header_p (lv, bb);
}

/* A and B, the edge to each side of a condition, become all edges there of what && and || join
   with it: it is parsed as one, as what both parts lead to would be twice, unless it is JOIN,
   where the tree goes on.  False: nothing is joined.  */
static bool
join_conditions (const level &lv, std::vector<edge> *a, std::vector<edge> *b, basic_block join)
{
  bool any = false;
  for (bool more = true; more;)
    {
      more = false;
      for (int turn = 0; turn < 2 && !more; turn++, std::swap (a, b))
	{
	  basic_block x = (*a)[0]->dest, other = (*b)[0]->dest;
	  if (other == join || !condition_p (lv, x))
	    continue;
	  edge e0 = EDGE_SUCC (x, 0), e1 = EDGE_SUCC (x, 1);
	  if (e0->dest != other && e1->dest != other)
	    continue;
	  b->push_back (e0->dest == other ? e0 : e1);
	  *a = { e0->dest == other ? e1 : e0 };
	  any = more = true;
	}
    }
  return any;
}

/* Statements from C on into Q: up to STOP (a block), the end of the level, or
   the exit marker of EXIT_REGION.  Return what follows that marker.  */
static cursor
parse (px_seq *q, cursor c, basic_block stop, const level &lv, int exit_region)
{
  bool is_exit;
  gimple *work = NULL; /* the first statement of */
  int weight = 0;
  auto note_work = [&] {
    add_work (q, work, weight);
    weight = 0;
  };
  while (c.bb)
    {
      B->steps++;
      if (unstructured ())
	return nowhere;
      if (inner_header_p (lv, c.bb))
	{
	  note_work ();
	  loop_p l = c.bb->loop_father;
	  c = parse_loop (q, c.bb, lv);
	  basic_block as;
	  if (c.bb && c.bb != stop && in_level (lv, c.bb, &as))
	    continue;
	  auto_vec<edge> exits = get_loop_exit_edges (l);
	  for (edge e : exits)
	    if (c.bb == e->dest)
	      ends_at (q, e);
	  return nowhere;
	}
      while (!gsi_end_p (c.i))
	{
	  gimple *s = gsi_stmt (c.i);
	  int m = px_marker (s, &is_exit);
	  if (m && is_exit && m == exit_region)
	    {
	      note_work ();
	      B->places.end[q] = { s, {} };
	      gsi_next (&c.i);
	      return c;
	    }
	  if (m && !is_exit && px_region_at (m).kind != PX_R_UNSAFE)
	    {
	      note_work ();
	      c = parse_construct (q, c, m, lv);
	      if (!c.bb)
		return nowhere;
	      continue;
	    }
	  if (m && !is_exit && !B->unchecked.count (s))
	    {
	      /* No barrier stands in it: what it accesses is one operation at its start.  */
	      B->unsafe = px_add_stmt (B->f, q, PX_OP, loc_of (s));
	      B->unsafe->unsafe = true;
	      B->places.before[B->unsafe] = { s, {} };
	    }
	  if (gimple_code (s) == GIMPLE_RETURN)
	    B->places.returns.push_back (s);
	  else if (!m)
	    {
	      int n = q->nst;
	      add_operation (q, s);
	      if (q->nst > n && weight)
		{
		  px_stmt *op = q->st[--q->nst];
		  note_work ();
		  PX_PUSH (&B->f->pool, q->st, q->nst, q->cap, op);
		}
	      else if (work_p (s) && !weight++)
		work = s;
	    }
	  gsi_next (&c.i);
	}
      note_work ();

      std::vector<edge> inside; /* edges that stay in the level */
      bool leaves = false, goes_on = false;
      edge e;
      edge_iterator ei;
      basic_block as;
      FOR_EACH_EDGE (e, ei, c.bb->succs)
	if (in_level (lv, e->dest, &as))
	  inside.push_back (e);
	else
	  {
	    leaves = true;
	    goes_on |= !ends_thread (e->dest);
	    if (lv.loop->num && e->dest == lv.loop->header)
	      ends_at (q, e);
	  }
      if (inside.empty ())
	return nowhere;
      gimple *last = last_stmt (c.bb);
      bool test = lv.loop->num && c.bb == lv.loop->header && !q->nst;
      if (inside.size () == 1 && (!leaves || test))
	{
	  if (inside[0]->dest == stop)
	    {
	      ends_at (q, inside[0]);
	      return nowhere;
	    }
	  c = at_start (inside[0]->dest);
	  continue;
	}
      std::map<int, basic_block>::const_iterator j = lv.join.find (c.bb->index);
      basic_block join = j == lv.join.end () ? NULL : j->second;
      if (leaves)
	join = NULL;
      px_seq *at = q;
      size_t arms = inside.size () + leaves;
      std::vector<std::vector<edge>> ways;
      for (edge in : inside)
	ways.push_back ({ in });
      bool joined
	= arms == 2 && !leaves && join_conditions (lv, &ways[0], &ways[1], join ? join : stop);
      for (size_t i = 0; i < arms; i++)
	{
	  px_seq *arm = at;
	  if (i + 1 < arms)
	    {
	      px_stmt *s = px_add_stmt (B->f, at, PX_IF, last ? loc_of (last) : px_loc{ 0, 0 });
	      B->places.before[s] = { last, {} };
	      s->leaves = goes_on;
	      /* A switch, and what is joined, have no condition that px knows.  */
	      px_note_branch (B->f, s, arms == 2 && !joined ? last : NULL,
			      !(inside[0]->flags & EDGE_TRUE_VALUE) == leaves);
	      arm = px_add_body (B->f, s);
	      at = px_add_body (B->f, s);
	    }
	  /* The arm that leaves comes first: it is empty.  */
	  if (leaves && i == 0)
	    continue;
	  basic_block d = ways[i - leaves][0]->dest;
	  if (d == join || d == stop)
	    for (edge way : ways[i - leaves])
	      ends_at (arm, way);
	  else
	    parse (arm, at_start (d), join ? join : stop, lv, 0);
	  if (arm != q && (!join || join == stop))
	    ends_with (q, arm);
	}
      if (!join || join == stop)
	return nowhere;
      c = at_start (join);
    }
  return nowhere;
}

/* Of access REACH of S, a call: where it is.  */
static void
inform_called (gimple *s, const px_reach &reach)
{
  if (reach.called)
    inform (reach.called->loc, "by %qD, which it calls, here", gimple_call_fndecl (s));
}

static void
inform_called (const px_acc *a)
{
  if (const px_source *s = (const px_source *) a->user)
    inform_called (s->stmt, s->reach);
}

static location_t
access_loc (const px_acc *a)
{
  return a->op->loc.loc ? (location_t) a->op->loc.loc : DECL_SOURCE_LOCATION (B->fun->decl);
}

static const char *
access_word (const px_acc *a)
{
  return a->op->callee		? "a use"
	 : a->kind == PX_READ	? "a read"
	 : a->kind == PX_WRITE	? "a write"
	 : a->kind == PX_ATOMIC ? "an atomic"
				: "an atomic read";
}

/* The declaration of O, or the name of a __shared array.  */
static tree
decl_of (const px_obj *o)
{
  for (auto &i : B->objects)
    if (i.second == o)
      return i.first;
  return NULL_TREE;
}

/* ---- who meets whom (R1) ---------------------------------------------- */

/* Access A as value/ wants it; false: not understood.  */
static bool
disjoint_access (const px_acc *a, px_dj_access *d)
{
  const px_source *s = (const px_source *) a->user;
  return s && s->reach.known () && px_race_access (s->stmt, s->reach, d);
}

/* The same in iteration K of LOOP.  */
static bool
disjoint_access_at (const px_acc *a, loop_p loop, int k, px_dj_access *d)
{
  const px_source *s = (const px_source *) a->user;
  return s && s->reach.known () && px_race_access_at (s->stmt, s->reach, loop, k, d);
}

/* Does A copy a fragment from or to a view?  Kernels for a single warp or warpgroup give it
   the whole matrix: that larger launches would meet there is not told.  */
static bool
of_fragment (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  if (s && s->reach.called)
    return s->reach.called->fragment;
  const px_fragment_op *o
    = s && is_gimple_call (s->stmt) ? px_fragment_op_of (gimple_call_fndecl (s->stmt)) : NULL;
  return o && strpbrk (o->roles, "pq");
}

static loop_p
loop_around (const px_seq *q)
{
  for (const px_stmt *s = q->up; s; s = s->seq->up)
    if (s->kind == PX_LOOP)
      return (loop_p) s->user;
  return get_loop (B->fun, 0);
}

/* The perspective of the innermost view of A's object that the way from A to B
   over LOOP does not leave.  */
static px_persp
whole_of (const px_acc *a, const px_acc *b, const px_stmt *loop)
{
  for (const px_stmt *s = loop && px_inside (loop, a->op) ? loop->seq->up : a->op->seq->up; s;
       s = s->seq->up)
    if (s->kind == PX_VIEW && s->obj->store == a->obj->store && px_inside (s, b->op))
      return s->persp;
  return a->obj->persp;
}

/* px_need: by R1, narrowing.  */
static int
need (void *, const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop, int d)
{
  px_dj_access x, y;
  px_dj_edge e = {};
  px_dj_scope chain[DJ_MAX_CHAIN];
  px_dj_result r;
  if (a->obj->anywhere || b->obj->anywhere) /* two addresses from memory may be of one object */
    return PX_UNKNOWN;
  if (a->obj != b->obj) /* of one store: bytes of a frame, or parameters that are one object (F7) */
    return a->obj->space != PX_SHARED || share_p (a->obj, b->obj) ? PX_UNKNOWN : PX_APART;
  const px_stmt *behind = loop && !px_inside (loop, a->op) ? loop : NULL;
  if (behind)
    loop = NULL;
  if (!disjoint_access (a, &x)
      || !(behind && d < PX_FAR ? disjoint_access_at (b, (loop_p) behind->user, d - 1, &y)
				: disjoint_access (b, &y)))
    return PX_UNKNOWN;
  px_persp whole = whole_of (a, b, loop);
  e.whole = px_race_persp (whole);
  e.shared = a->obj->space == PX_SHARED;
  /* Innermost loop with both ends in one iteration.  */
  const px_stmt *common = loop ? loop->seq->up : a->op->seq->up;
  for (; common; common = common->seq->up)
    if (common->kind == PX_LOOP && px_inside (common, b->op))
      break;
  e.loop = common ? px_race_loop ((loop_p) common->user) : 0;
  if (loop)
    {
      e.carrier = px_race_loop ((loop_p) loop->user);
      e.distance = d;
      e.distance_max = d == PX_FAR ? 0 : d;
    }
  int n = px_dj_chain (px_race_arena (), e.whole, f->cluster, chain);
  if (!n)
    return PX_UNKNOWN;
  int i = px_dj_narrow (px_race_arena (), &e, &x, &y, chain, n, &r);
  for (; i >= 0 && i < n; i++)
    {
      if (chain[i].kind == DJ_SCOPE_NOTHING)
	return PX_APART;
      int scope = chain[i].kind == DJ_SCOPE_UNITS
		    ? px_scope_of (f, px_persp{ (int) chain[i].persp.level, chain[i].persp.n })
		    : -1;
      if (scope >= 0)
	{
	  /* Across blocks only what is shown counts.  */
	  if (f->scope[scope].level == PX_GRID
	      && (r.verdict != DJ_SHOWN || of_fragment (a) || of_fragment (b)))
	    return PX_UNKNOWN;
	  return scope;
	}
    }
  return PX_UNKNOWN;
}

/* px_sure: by the counter that LOOP's header tests.  */
static int
sure (void *, const px_fn *, const px_acc *a, const px_stmt *loop)
{
  const px_source *s = (const px_source *) a->user;
  return s ? px_race_sure (s->stmt, (loop_p) loop->user, PX_FAR) : 0;
}

/* The byte of W's first access, as in the message: in a grid of BLOCKS (0: of any number),
   with the variables that it depends on, or "a byte".  */
static std::string
witness_byte (const px_dj_witness &w, int64_t *blocks)
{
  int64_t at = w.offset[0];
  std::string names;
  char text[80];
  *blocks = 0;
  for (int i = 0; i < w.n_base; i++)
    {
      px_dj_ref node = px_dj_uncast (px_race_arena (), w.base[i].node);
      px_dj_op op = px_dj_op_of (px_race_arena (), node);
      px_dj_print (px_race_arena (), node, text, sizeof text);
      if (op == DJ_NBLOCKS)
	{
	  int b = px_signature_of (current_function_decl).block;
	  *blocks = std::max (w.block[0], w.block[1]) / (b ? b : 1) + 1;
	  *blocks *= b ? b : 1;
	  at += w.base[i].coef * *blocks;
	}
      else if (op == DJ_BLOCK && w.block[0] == w.block[1])
	at += w.base[i].coef * w.block[0];
      else if ((op != DJ_SYM && op != DJ_CTR && op != DJ_POW2)
	       || text[strspn (text,
			       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")])
	return "a byte";
      else
	names += (names.empty () ? "" : " + ") + std::to_string (w.base[i].coef) + " * " + text;
    }
  if (names.empty ())
    return "byte " + std::to_string (at);
  return "byte " + names + (at < 0 ? " - " : " + ") + std::to_string (at < 0 ? -at : at);
}

static bool
back (void *, const px_fn *, const px_stmt *loop)
{
  return px_back_edge ((loop_p) loop->user);
}

/* Rule R1 for partition V: no two units of it meet.  */
static void
judge_partition (const px_stmt *v)
{
  const px_region &c = px_region_at (B->constructs[const_cast<px_stmt *> (v)]);
  px_dj_relation rel = {};
  rel.unit = px_race_persp ({ c.level, c.n });
  rel.parent = px_race_persp (px_broadest (c.bound));
  rel.shared = v->obj->space == PX_SHARED;
  rel.loop = px_race_loop (loop_around (v->seq));
  bool proved = true;
  std::vector<std::pair<px_dj_access, px_dj_access>> by_facts;
  for (int i = 0; i < B->f->nacc; i++)
    for (int k = 0; k <= i; k++)
      {
	px_acc *a = B->f->acc[k], *b = B->f->acc[i];
	px_dj_access x, y;
	px_dj_result r;
	if ((a->obj == v->obj || b->obj == v->obj) && px_inside (v, a->op) && px_inside (v, b->op)
	    && px_changes (a->kind, b->kind) && px_may_be_one (B->f, a, b))
	  proved = false;
	if (a->obj->store != v->obj->store || b->obj->store != v->obj->store
	    || (a->obj != v->obj && b->obj != v->obj) || a->op->synth || b->op->synth
	    || a->op->unsafe || b->op->unsafe || !px_inside (v, a->op) || !px_inside (v, b->op)
	    || (a->kind == PX_READ && b->kind == PX_READ) || px_is_atomic (a->kind)
	    || px_is_atomic (b->kind))
	  continue;
	/* Parameters that are one object (F7), and at which distance is not known.  */
	if (a->obj != b->obj)
	  {
	    proved &= v->obj->space == PX_SHARED;
	    continue;
	  }
	if (!disjoint_access (a, &x) || !disjoint_access (b, &y))
	  {
	    proved = false;
	    continue;
	  }
	px_dj_r1 (px_race_arena (), &rel, &x, &y, &r);
	const px_dj_witness &w = r.witness;
	bool known
	  = r.verdict == DJ_SHOWN && !(w.more_units && (of_fragment (a) || of_fragment (b)));
	proved &= r.verdict == DJ_PROVED;
	if (r.by_facts && px_opt.explain)
	  by_facts.push_back ({ x, y });
	if (!known)
	  continue;
	auto_diagnostic_group g;
	int64_t blocks;
	std::string at = witness_byte (w, &blocks);
	px_error (c.loc, PX_D_RACE, at.c_str (), v->obj->name, px_name (px_persp{ c.level, c.n }),
		  w.thread[0], w.block[0], w.thread[1], w.block[1],
		  w.more_units ? ", in any launch of more than one" : "",
		  blocks ? (", with a grid of " + std::to_string (blocks)).c_str () : "");
	inform (access_loc (a), "%s by one is here", access_word (a));
	inform_called (a);
	inform (access_loc (b), "%s by the other is here", access_word (b));
	inform_called (b);
	return;
      }
  std::string facts = proved ? px_race_rests_on (rel, by_facts) : "";
  if (px_opt.explain && !facts.empty ())
    inform (c.loc, "race-free if %qs: no two units of %s meet in %qs", facts.c_str (),
	    px_name (px_persp{ c.level, c.n }), v->obj->name);
  else if (px_opt.explain)
    inform (c.loc,
	    proved ? G_ ("race-free: no two units of %s meet in %qs")
		   : G_ ("%s: not decided whether two units meet in %qs"),
	    px_name (px_persp{ c.level, c.n }), v->obj->name);
}

/* Rule R1 for asynchronous write A: its own units are not ordered, what else writes there is.  */
static void
judge_copy (const px_acc *a)
{
  px_dj_relation rel = {};
  px_dj_access x;
  px_dj_result r;
  px_persp unit = a->op->elect ? a->op->seq->persp : px_persp{ PX_THREAD, 1 },
	   whole = whole_of (a, a, NULL);
  rel.unit = px_race_persp (unit);
  rel.parent = px_race_persp (whole);
  rel.shared = a->obj->space == PX_SHARED;
  rel.loop = px_race_loop (loop_around (a->op->seq));
  if (!px_asyn (a) || a->kind != PX_WRITE || a->op->timeline == PX_WGMMA || a->op->unsafe
      || a->remote || !px_broader (whole, unit) || px_same (whole, unit))
    return;
  bool known = disjoint_access (a, &x);
  if (known)
    px_dj_r1 (px_race_arena (), &rel, &x, &x, &r);
  if (known && r.verdict == DJ_SHOWN)
    {
      const px_dj_witness &w = r.witness;
      int64_t blocks;
      std::string at = witness_byte (w, &blocks);
      px_error (access_loc (a), PX_D_RACE_COPY, at.c_str (), a->obj->name, px_name (unit),
		w.thread[0], w.block[0], w.thread[1], w.block[1],
		w.more_units ? ", in any launch of more than one" : "",
		blocks ? (", with a grid of " + std::to_string (blocks)).c_str () : "");
    }
  else if (px_opt.explain)
    inform (access_loc (a),
	    known && r.verdict == DJ_PROVED
	      ? G_ ("race-free: no two units of %s copy to one place in %qs")
	      : G_ ("%s: not decided whether two units copy to one place in %qs"),
	    px_name (unit), a->obj->name);
}

/* Rule R2 for access S, once for a line and an array (x[i] += 1).  */
static void
judge_bounds (gimple *s, const px_reach &reach, const char *name, uint64_t extent,
	      std::set<std::pair<std::string, int>> *told)
{
  px_dj_access x;
  px_dj_result r;
  if (!px_race_access (s, reach, &x))
    return;
  px_dj_r2 (px_race_arena (), &x, extent, &r);
  expanded_location at = expand_location (px_user_loc (gimple_location (s)));
  if (r.verdict != DJ_SHOWN || !told->insert ({ name, at.line }).second)
    return;
  auto_diagnostic_group g;
  px_error (gimple_location (s), PX_D_BOUNDS, name, r.witness.offset[0], (HOST_WIDE_INT) extent,
	    r.witness.thread[0]);
  inform_called (s, reach);
}

static void
judge_races ()
{
  std::set<std::pair<std::string, int>> told;
  for (auto &v : B->constructs)
    if (v.first->view == PX_PARTITION)
      judge_partition (v.first);
  px_judge_loaded (B->f, decl_of);
  for (int i = 0; i < B->f->nacc; i++)
    {
      px_acc *a = B->f->acc[i];
      const px_source *k = (const px_source *) a->user;
      if (k && !k->reach.called)
	judge_copy (a);
      if (!k || !k->reach.known () || a->op->unsafe)
	continue;
      for (auto &o : B->objects)
	if (o.second == a->obj && TREE_CODE (o.first) == SSA_NAME)
	  if (tree d = px_shared_array (SSA_NAME_DEF_STMT (o.first)))
	    if (tree_fits_uhwi_p (DECL_SIZE_UNIT (d))
		&& !lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d)))
	      judge_bounds (k->stmt, k->reach, a->obj->name, tree_to_uhwi (DECL_SIZE_UNIT (d)),
			    &told);
    }
  /* Arrays of a thread's own.  */
  basic_block bb;
  FOR_EACH_BB_FN (bb, B->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (!is_gimple_assign (s) || gimple_clobber_p (s) || B->unchecked.count (s))
	  continue;
	tree ref = gimple_assign_load_p (s) ? gimple_assign_rhs1 (s)
		   : gimple_store_p (s)	    ? gimple_assign_lhs (s)
					    : NULL_TREE;
	tree base = ref && handled_component_p (ref) ? get_base_address (ref) : NULL_TREE;
	if (base && VAR_P (base) && !TREE_STATIC (base) && !DECL_EXTERNAL (base) && DECL_NAME (base)
	    && tree_fits_uhwi_p (DECL_SIZE_UNIT (base)))
	  judge_bounds (s, ref, name_of (base), tree_to_uhwi (DECL_SIZE_UNIT (base)), &told);
      }
}

/* All units that run the function run Q, once.  */
static bool
always (const px_seq *q)
{
  for (; q->up; q = q->up->seq)
    if (q->up->kind != PX_GROUP && q->up->kind != PX_VIEW)
      return false;
  return true;
}

/* The broader of P and the units of SCOPE.  */
static void
broaden (const px_fn *f, px_persp *p, int scope)
{
  int s = p->n ? px_scope_of (f, *p) : -1;
  if (!p->n || (s >= 0 && px_holds (f, scope, s)))
    *p = f->scope[scope];
}

static bool
same (px_persp a, px_persp b)
{
  return a.level == b.level && a.n == b.n;
}

/* What callers may know of the function; RACE is kept with it.  False: nothing.  */
static bool
summarise (const px_fn *f, const px_race *race)
{
  enum
  {
    MOST = 16
  }; /* of one object, told apart */
  tree fn = B->fun->decl;
  if (f->kernel || lookup_attribute ("noipa", DECL_ATTRIBUTES (fn)) || !B->unchecked.empty ())
    return false;
  std::map<const px_obj *, tree> keys;
  std::map<const px_obj *, int> count;
  for (auto &o : B->objects)
    keys[o.second] = o.first;
  summary sum = {};
  sum.others = B->others;
  for (px_obj *o : B->escaped)
    if (o->space == PX_GLOBAL)
      sum.stored.push_back (keys[o]);
  for (int i = 0; i < f->nacc; i++)
    count[f->acc[i]->obj]++;
  for (int i = 0; i < f->nacc; i++)
    {
      const px_acc *a = f->acc[i];
      const px_source *s = (const px_source *) a->user;
      tree key = a->obj == B->loaded ? NULL_TREE : keys[a->obj];
      if (a->op->synth || a->obj->space == PX_FRAGMENT)
	continue;
      if (a->obj->space == PX_SHARED)
	{
	  sum.remote |= a->remote;
	  continue;
	}
      summary::access x = { key, a->kind, a->alike, a->remote, a->before, a->after, {} };
      for (int k = 0; k < f->nsync; k++)
	{
	  const px_sync *y = f->sync[k];
	  bool ahead
	    = a->op->order >= (y->idx < y->seq->nst ? y->seq->st[y->idx]->order : y->seq->end);
	  if (y->scope > 0 && y->arrive < 0 && always (y->seq) && (ahead || !px_asyn (a)))
	    broaden (f, ahead ? &x.before : &x.after, y->scope);
	}
      x.called.parameter = key && TREE_CODE (key) == PARM_DECL ? parameter_number (fn, key) : -1;
      x.called.fragment = of_fragment (a);
      x.called.types = s ? s->types : px_types ();
      x.called.loc = s && s->reach.called ? s->reach.called->loc : access_loc (a);
      bool apart = a->op->timeline == PX_GENERIC || a->op->timeline == PX_CPASYNC;
      if (apart && !a->op->elect && count[a->obj] <= MOST && disjoint_access (a, &x.called.at))
	x.called.in = race;
      bool again = false;
      for (const summary::access &y : sum.accesses)
	again |= !x.called.in && !y.called.in && x.object == y.object
		 && x.called.types.base == y.called.types.base
		 && x.called.types.part == y.called.types.part && x.kind == y.kind
		 && x.alike == y.alike && x.remote == y.remote && same (x.before, y.before)
		 && same (x.after, y.after);
      if (!again)
	sum.accesses.push_back (x);
    }
  summaries[fn] = sum;
  return true;
}

/* ---- from GIMPLE ------------------------------------------------------ */

static bool
has_rings ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, B->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (tree d = px_shared_array (gsi_stmt (i)))
	if (lookup_attribute ("px_slots", DECL_ATTRIBUTES (d)))
	  return true;
  return false;
}

/* How many entries and exits of constructs there are.  */
static int
markers ()
{
  basic_block bb;
  bool is_exit;
  int n = 0;
  FOR_EACH_BB_FN (bb, B->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      n += px_marker (gsi_stmt (i), &is_exit) != 0;
  return n;
}

/* The addresses that call S leaves in memory, of what it is given.  */
static void
stored_by_call (gimple *s, std::vector<px_obj *> *to, traced *seen)
{
  tree f = gimple_call_fndecl (s), lhs = gimple_call_lhs (s);
  const summary *known = f ? summary_of (f) : NULL;
  /* What it gives may lead to its arguments.  */
  if (lhs && gimple_store_p (s) && !local_p (lhs))
    trace_result (s, to, seen);
  if (known)
    for (tree d : known->stored)
      {
	if (VAR_P (d))
	  add_object (to, variable_object (d));
	for (unsigned k = 0; !VAR_P (d) && k < gimple_call_num_args (s); k++)
	  if (TREE_CODE (d) == FIELD_DECL ? AGGREGATE_TYPE_P (TREE_TYPE (gimple_call_arg (s, k)))
					  : (int) k == parameter_number (f, d))
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

/* Does call S, of a function that is no operation of px, write to variables of this function's own?
   It may be what it finds in memory.  */
static bool
fills_own_p (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  bool fills = false;
  for (unsigned i = 0;
       f && !px_intrinsic_of (f) && !px_atomic_p (f) && i < gimple_call_num_args (s); i++)
    if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, i))) && px_writable_argument_p (s, i))
      {
	B->own = false;
	objects_of (gimple_call_arg (s, i));
	fills |= B->own;
      }
  return fills;
}

/* The objects whose addresses are stored where a load may find them.  */
static std::vector<px_obj *>
find_escaped ()
{
  std::vector<px_obj *> v;
  traced seen;
  basic_block bb;
  FOR_EACH_BB_FN (bb, B->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	B->keeps_loaded |= (gimple_code (s) == GIMPLE_ASM && gimple_vdef (s))
			   || (is_gimple_call (s) && fills_own_p (s));
	B->own = false;
	if (is_gimple_call (s))
	  stored_by_call (s, &v, &seen);
	else if (gimple_assign_single_p (s) && gimple_store_p (s) && !gimple_clobber_p (s)
		 && !local_p (gimple_assign_lhs (s)))
	  trace_value (gimple_assign_rhs1 (s), &v, &seen);
	/* Who finds the address of one may write there.  */
	tree lhs = gimple_get_lhs (s);
	B->keeps_loaded |= B->own
			   && !(gimple_assign_single_p (s) && POINTER_TYPE_P (TREE_TYPE (lhs))
				&& px_reads_only_p (TREE_TYPE (lhs)));
      }
  B->keeps_loaded |= std::find (v.begin (), v.end (), B->loaded) != v.end ();
  v.erase (std::remove (v.begin (), v.end (), B->loaded), v.end ());
  return v;
}

/* Nothing that accesses memory escapes the tree: each statement that may is an operation, and none
   is asm outside of __unsafe, as intrinsics become after this pass: a function that has been lowered
   was inlined here then.  Both are errors of px.  */
static void
check_seen ()
{
  basic_block bb;
  bool is_exit;
  FOR_EACH_BB_FN (bb, B->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (!gimple_vuse (s) || gimple_code (s) == GIMPLE_RETURN || px_marker (s, &is_exit))
	  continue;
	if (gimple_code (s) == GIMPLE_ASM && !B->unchecked.count (s))
	  internal_error ("px: at %s:%d, in %qD, is code that was lowered before its "
			  "synchronisation was inferred",
			  expand_location (gimple_location (s)).file,
			  expand_location (gimple_location (s)).line, B->fun->decl);
	if (!B->seen.count (s))
	  internal_error ("px: an access at %s:%d, in %qD, is not in the tree that its "
			  "synchronisation is inferred from",
			  expand_location (gimple_location (s)).file,
			  expand_location (gimple_location (s)).line, B->fun->decl);
      }
}

static bool
build (function *fun)
{
  px_signature s = px_signature_of (fun->decl);
  px_bound bound = px_bound_of (s);
  bool kernel = px_twin_p (fun->decl);
  px_fn *f = px_fn_new (name_of (fun->decl), kernel);
  px_start_counts (f);
  B->fun = fun;
  B->f = f;
  f->persp = px_broadest (bound);
  f->threads = s.threads;
  f->tmin = s.threads ? s.threads : s.thread ? s.thread : 1;
  f->cluster = s.cluster ? s.cluster : 1;
  f->cooperative = s.cooperative;
  f->barriers = kernel ? -1 : s.barriers;
  f->part0 = parts;
  B->loaded = px_add_obj (f, "memory whose address was loaded", PX_GLOBAL);
  B->loaded->anywhere = true;
  if (!kernel)
    B->loaded->persp = f->persp;
  B->rings = has_rings ();
  B->escaped = find_escaped ();
  B->most_steps = 50 * (n_basic_blocks_for_fn (fun) + markers ());
  find_unchecked ();
  level lv;
  make_level (&lv, get_loop (fun, 0));
  parse (f->body, at_start (single_succ (ENTRY_BLOCK_PTR_FOR_FN (fun))), NULL, lv, 0);
  if (!unstructured ())
    check_seen ();
  find_stores ();
  return px_find_rings (f, &B->places);
}

/* ---- what the user hears ---------------------------------------------- */

static location_t
stmt_loc (const px_stmt *s)
{
  return s && s->loc.loc ? (location_t) s->loc.loc : DECL_SOURCE_LOCATION (B->fun->decl);
}

/* Where the function is that A's operation calls, if it is one.  */
static void
explain_call (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  inform_called (a);
  tree fn = s && a->op->callee ? gimple_call_fndecl (s->stmt) : NULL_TREE;
  function *f = fn ? DECL_STRUCT_FUNCTION (fn) : NULL;
  if (f && f->function_end_locus != UNKNOWN_LOCATION)
    inform (DECL_SOURCE_LOCATION (fn), "%qD, which it calls, ends at line %d", fn,
	    expand_location (px_user_loc (f->function_end_locus)).line);
}

/* "A, then B", by units of SCOPE (NULL: not told).  */
static void
explain_edge (const px_acc *a, const px_acc *b, bool later, const char *scope)
{
  if (px_start (a))
    inform (DECL_SOURCE_LOCATION (B->fun->decl), "the start of another block");
  else if (a->op->timeline == PX_ENTRY)
    inform (access_loc (a), "a write of %qs by the caller", a->obj->name);
  else
    inform (access_loc (a), "%s of %qs here", access_word (a), a->obj->name);
  explain_call (a);
  if (b->op->timeline == PX_END)
    inform (DECL_SOURCE_LOCATION (B->fun->decl), "then the end of %qD", B->fun->decl);
  else if (a->obj->anywhere != b->obj->anywhere)
    inform (access_loc (b),
	    "then %s of %qs here: an address that was loaded may be of any object that is not "
	    "%<restrict%>",
	    access_word (b), b->obj->name);
  else if (!scope)
    inform (access_loc (b), "then %s here", access_word (b));
  else
    inform (access_loc (b),
	    later ? G_ ("then, in a later iteration, %s here, by units of the same %s")
		  : G_ ("then %s here, by units of the same %s"),
	    access_word (b), scope);
  explain_call (b);
}

/* Why there is a barrier for EDGE; of none, nothing.  */
static void
explain_need (const px_edge &e)
{
  if (e.a)
    explain_edge (e.a, e.b, e.loop && px_inside (e.loop, e.a->op), NULL);
}

static void
report (px_fn *f)
{
  for (int i = 0; i < f->nproblem; i++)
    {
      const px_problem &p = f->problem[i];
      auto_diagnostic_group g;
      const px_obj *named = p.edge.a && p.edge.a->obj->anywhere ? p.edge.b->obj
			    : p.edge.a				? p.edge.a->obj
								: NULL;
      switch (p.kind)
	{
	case PX_E_PLACE:
	  px_error (access_loc (p.edge.b), PX_D_SYNC_PLACE, named->name, px_scope_name (f, p.scope),
		    px_scope_name (f, p.scope2));
	  inform (access_loc (p.edge.a), "it must come after %s here", access_word (p.edge.a));
	  if (p.edge.a->obj->anywhere != p.edge.b->obj->anywhere)
	    px_advise_restrict (named, decl_of (named));
	  break;
	case PX_E_GRID:
	  px_error (access_loc (p.edge.b), PX_D_SYNC_GRID, p.edge.a->obj->name);
	  inform (access_loc (p.edge.a), "%s of another block is here", access_word (p.edge.a));
	  break;
	case PX_E_BLOCKS:
	  px_error (access_loc (p.edge.b), PX_D_SYNC_BLOCKS, p.edge.a->obj->name,
		    px_scope_name (f, p.scope));
	  inform (access_loc (p.edge.a), "it must come after %s here", access_word (p.edge.a));
	  break;
	case PX_E_BARRIERS:
	  px_error (DECL_SOURCE_LOCATION (B->fun->decl), PX_D_SYNC_BARRIERS, B->fun->decl,
		    p.need + px_signature_of (B->fun->decl).barriers - f->barriers);
	  explain_need (p.edge);
	  inform (DECL_SOURCE_LOCATION (B->fun->decl),
		  "with %<barriers (%d)%> in %<__requires%> it has them",
		  p.need + px_signature_of (B->fun->decl).barriers - f->barriers);
	  break;
	case PX_E_MBARRIERS:
	  px_error (DECL_SOURCE_LOCATION (B->fun->decl), PX_D_SYNC_MBARRIERS, B->fun->decl);
	  explain_need (p.edge);
	  break;
	case PX_E_RING:
	  px_error (stmt_loc (p.stmt), PX_D_RING_SHAPE, p.ring->name, p.text);
	  if (p.stmt2)
	    inform (stmt_loc (p.stmt2), "the other use is here");
	  break;
	case PX_E_STEP:
	  px_error (stmt_loc (p.stmt), PX_D_RING_STEP, p.ring->name, p.text, p.text2);
	  inform (stmt_loc (p.stmt2), "it is drained here");
	  break;
	case PX_E_LIVE: px_error (stmt_loc (p.stmt), PX_D_RING_LIVE, p.ring->name, p.text); break;
	default:
	  px_error (DECL_SOURCE_LOCATION (B->fun->decl), PX_D_SYNC_OTHER, B->fun->decl,
		    px_problem_name (f, &p));
	}
    }
}

static bool
end_of_ring (const px_acc *a, const px_ring *r, int kind)
{
  return a->ringop && a->ringop->kind == kind
	 && (a->ringop->ring == r || a->ringop->ring->with == r) && a->ringop->ring == a->obj->ring;
}

/* Part P, of a ring: what the fills do, then the drains; or the other way, of the
   slot's next number.  */
static void
explain_ring (px_fn *f, const px_part *p)
{
  const px_ring_sync *r = px_ring_sync_of (f, p->ring);
  bool empty = p->kind == PX_P_EMPTY || p->kind == PX_P_RELEASE || p->kind == PX_P_GATHER;
  auto_diagnostic_group g;
  inform (stmt_loc (empty ? r->drain[0] : r->fill[0]), "synchronisation %d of %qD here: %s", p->num,
	  B->fun->decl, px_part_words (f, p).c_str ());
  for (int i = 0; i < f->nacc; i++)
    for (int k = 0; k < f->nacc; k++)
      {
	const px_acc *a = f->acc[i], *b = f->acc[k];
	if (a->obj == b->obj && end_of_ring (a, p->ring, empty ? PX_DRAIN : PX_FILL)
	    && end_of_ring (b, p->ring, empty ? PX_FILL : PX_DRAIN))
	  explain_edge (a, b, false, NULL);
      }
}

static void
explain (px_fn *f)
{
  for (int i = 0; i < f->nobj; i++)
    for (const px_shared_item &x : B->bytes[f->obj[i]])
      if (f->nsync + f->npart && f->kernel && x.array)
	inform (DECL_SOURCE_LOCATION (x.array), "%qD: bytes %wd to %wd of the shared memory of %qD",
		x.array, (HOST_WIDE_INT) x.start, (HOST_WIDE_INT) x.end - 1, B->fun->decl);
  for (int i = 0; i < f->nsync; i++)
    {
      px_sync *s = f->sync[i];
      bool end = s->idx == s->seq->nst || s->seq->st[s->idx]->synth;
      std::set<std::pair<location_t, location_t>> told;
      auto_diagnostic_group g;
      inform (!end	? stmt_loc (s->seq->st[s->idx])
	      : s->back ? stmt_loc (s->seq->up)
			: DECL_SOURCE_LOCATION (B->fun->decl),
	      s->back
		? G_ ("synchronisation %d of %qD before this, but not in the first iteration: %s")
	      : end ? G_ ("synchronisation %d of %qD at the end: %s")
		    : G_ ("synchronisation %d of %qD before this: %s"),
	      s->num, B->fun->decl, px_sync_words (f, s).c_str ());
      for (int k = 0; k < s->nwhy; k++)
	{
	  const px_edge &e = s->why[k];
	  if (told.insert ({ access_loc (e.a), access_loc (e.b) }).second)
	    explain_edge (e.a, e.b, e.loop && px_inside (e.loop, e.a->op),
			  px_scope_name (f, e.scope));
	}
    }
  for (int i = 0; i < f->npart; i++)
    if (!f->part[i].sync)
      explain_ring (f, &f->part[i]);
  for (int i = 0; i < f->nundecided; i++)
    inform (access_loc (f->undecided[i].b), "%qs: it is not known whether blocks meet here",
	    f->undecided[i].a->obj->name);
}

/* ---- named barriers of callees ------------------------------------------ */

/* The last of the function's named barriers are its callees': for each size of their units as
   many as one that needs most, for each unit that calls.  F keeps the others.  */
static bool
allot_barriers (px_fn *f)
{
  struct range
  {
    int lo, hi, most, base;
  };
  std::map<int, range> ranges;
  int have = f->kernel ? 16 : px_signature_of (B->fun->decl).barriers, need = 0;
  for (px_asked &a : B->places.asked)
    {
      int lo = a.n ? a.seq->first : 0;
      int all = a.seq->span				    ? a.seq->span
		: !f->kernel && f->persp.level == PX_THREAD ? f->persp.n
		: f->threads				    ? f->threads
							    : 1024;
      range &r = ranges.insert ({ a.n, { lo, lo, 0, 0 } }).first->second;
      r.lo = std::min (r.lo, lo);
      r.hi = std::max (r.hi, a.n ? lo + all : 1);
      r.most = std::max (r.most, a.k);
    }
  for (auto &r : ranges)
    {
      r.second.base = need;
      need += r.second.most * (r.first ? (r.second.hi - r.second.lo) / r.first : 1);
    }
  if (need > have - f->kernel)
    {
      px_error (gimple_location (B->places.asked[0].s), PX_D_SYNC_BARRIERS_CALLED, need,
		B->fun->decl, have - f->kernel);
      return false;
    }
  for (px_asked &a : B->places.asked)
    {
      const range &r = ranges[a.n];
      a.first = r.lo;
      a.k = r.most;
      a.bar = have - need + r.base;
    }
  f->barriers = f->kernel ? need : have - need;
  return true;
}

/* ---- the pass --------------------------------------------------------- */

/* For plugin/sync/seen.cc, of a kernel.  */
static void
note_seen ()
{
  px_note_kernel (B->fun->decl, !B->unchecked.empty () || B->others);
  for (auto &o : B->objects)
    for (int k = 0; TREE_CODE (o.first) == PARM_DECL && k < B->f->nacc; k++)
      if (B->f->acc[k]->obj == o.second && !B->f->acc[k]->op->synth)
	px_note_seen (B->fun->decl, o.first, B->f->acc[k]->kind);
}

static void
infer (function *fun, bool ok)
{
  px_fn *f = B->f;
  px_race *race = px_race_new (fun);
  px_opts o = {};
  o.need = need;
  o.apart = px_apart_by_types;
  o.ahead = true;
  o.sure = sure;
  o.back = back;
  o.split_weight = OVERLAP;
  ok = ok && px_infer (f, &o) && allot_barriers (f) && px_select (f);
  if (ok && f->kernel)
    note_seen ();
  {
    px_timer timer (PX_W_RACES);
    px_race_judge_claims ();
    judge_races ();
  }
  if (ok && summarise (f, race))
    px_race_keep ();
  else
    px_race_free (race);
  if (!ok)
    report (f);
  if (px_opt.explain)
    explain (f);
  if (px_opt.dcfg)
    if (FILE *out = fopen (px_opt.dcfg, "a"))
      {
	px_dcfg_dot (f, out);
	fclose (out);
      }
  if (px_opt.dump_sync)
    px_fn_print (f, stderr);
  parts += f->npart;
  counts[fun->decl] = f->nsync;
  for (int i = 0; i < f->npart; i++)
    counts[fun->decl] += !f->part[i].sync;
  /* Without a part of it, too, a function is what it is with all: its callers would
     otherwise supply what is missing.  */
  if (ok && px_opt.drop_sync && px_drop (f, px_opt.drop_sync))
    px_stays_one (fun->decl);
  if (ok)
    px_emit (fun, f, B->places);
}

static unsigned
synchronise (function *fun)
{
  sync_fn b = {};
  B = &b;
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize ();
  bool ok = build (fun);
  scev_finalize ();
  if (unstructured ())
    px_error (DECL_SOURCE_LOCATION (fun->decl), PX_D_SYNC_OTHER, fun->decl,
	      "its control flow has no structure");
  else
    infer (fun, ok);
  loop_optimizer_finalize ();
  px_fn_free (b.f);
  B = NULL;
  return 0;
}

namespace
{
const pass_data data = { GIMPLE_PASS, "pxsync", OPTGROUP_NONE,	TV_NONE, PROP_cfg | PROP_ssa, 0,
			 0,	      0,	TODO_update_ssa };
class pass : public gimple_opt_pass
{
public:
  pass (gcc::context *c) : gimple_opt_pass (data, c)
  {
  }
  bool
  gate (function *f) final override
  {
    return px_device_body_p (f->decl) && !px_inlined_p (f->decl) && px_right_so_far (f->decl);
  }
  unsigned
  execute (function *f) final override
  {
    px_timer timer (PX_W_SYNC);
    px_keep_names ();
    px_make_scalars (f);
    px_unroll_ahead (f);
    return synchronise (f);
  }
};
}

opt_pass *
px_pass_sync (gcc::context *c)
{
  return new pass (c);
}
