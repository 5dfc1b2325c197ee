/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes operations of statements: what a statement accesses becomes an operation of the tree.

   Needs: points-to (points.cc) and summaries of callees.
   Leaves: operations in the given sequence, px_now->seen, ->places.before and
   ->places.asked; statements of __unsafe in px_now->unchecked.  */

#include "plugin/sync/sync-int.h"
#include "plugin/bridge/count.h"

/* Returns the location of S; if GCC made it (a load of a whole struct), that of the next
   statement in its block.  */
px_loc
px_loc_of (gimple *s)
{
  location_t l = px_user_loc (gimple_location (s));
  gimple_stmt_iterator i = gsi_for_stmt (s);
  for (; l == UNKNOWN_LOCATION && !gsi_end_p (i); gsi_next (&i))
    if (!is_gimple_debug (gsi_stmt (i)))
      l = px_user_loc (gimple_location (gsi_stmt (i)));
  return { expand_location (l).line, l };
}

/* Adds to *OP that S accesses OBJECTS at REACH, or what is at POINTER (both NULL: at an unknown
   place).  */
static void
add_accesses (px_stmt **op, px_seq *q, gimple *s, const std::vector<px_obj *> &objects, int kind,
	      px_reach reach = NULL_TREE, tree pointer = NULL_TREE, int alike = 0)
{
  bool plain = objects.size () > 1 && px_plain_objects_p (objects);
  for (px_obj *o : objects)
    {
      if (!*op)
	{
	  *op = px_add_stmt (px_now->f, q, PX_OP, px_loc_of (s));
	  (*op)->timeline = PX_GENERIC;
	  px_now->places.before[*op] = { s, {} };
	}
      px_source *source = (px_source *) px_alloc (&px_now->f->pool, sizeof *source);
      bool one = objects.size () == 1 && !px_now->remote;
      *source
	= { s, one ? reach : px_reach (), one ? pointer : NULL_TREE, px_types_of (reach, pointer) };
      px_acc *a = px_add_acc (px_now->f, *op, o, kind);
      if (plain && reach.known ())
	{
	  source->reach = reach;
	  source->reach.root = px_decl_of (o);
	}
      a->user = source;
      a->alike = alike;
      a->remote = px_now->remote && o->space == PX_SHARED;
    }
}

/* Notes that A also writes to other blocks.  */
static void
multicast (px_acc *a)
{
  if (a->obj->space != PX_SHARED)
    return;
  a->remote = true;
  ((px_source *) a->user)->reach = px_reach ();
}

/* Notes what S, a bulk load, brings through A, one of its writes.  */
static void
note_load (px_acc *a, gimple *s)
{
  tree bytes = px_loaded_bytes (s), to = px_destinations_of (s);
  if (bytes && tree_fits_uhwi_p (bytes) && tree_to_uhwi (bytes) <= PX_MOST_EXPECTED)
    a->bytes = tree_to_uhwi (bytes);
  if (to)
    px_note_mask (a, to);
}

/* Returns true if an object of TYPE may lead to further pointers through those that it
   contains.  */
static bool
leads_far_p (tree type)
{
  type = strip_array_types (type);
  if (POINTER_TYPE_P (type))
    return px_type_has_pointers_p (TREE_TYPE (type));
  if (!RECORD_OR_UNION_TYPE_P (type) || !COMPLETE_TYPE_P (type))
    return !COMPLETE_TYPE_P (type);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && leads_far_p (TREE_TYPE (f)))
      return true;
  return false;
}

/* Returns true if what ARG leads to may contain pointers, for a callee with a parameter of type FORMAL.  For
   prototypes GCC forgets what is in a structure; the argument's type is then the same one, if it has
   the same tag.  */
static bool
leads_to_pointers_p (tree formal, tree arg)
{
  tree to = TREE_TYPE (formal), same = TREE_TYPE (TREE_TYPE (arg));
  bool forgotten = RECORD_OR_UNION_TYPE_P (to) && !COMPLETE_TYPE_P (to) && TYPE_IDENTIFIER (to)
		   && TREE_CODE (same) == TREE_CODE (to) && COMPLETE_TYPE_P (same)
		   && TYPE_IDENTIFIER (same) == TYPE_IDENTIFIER (to);
  return px_type_has_pointers_p (forgotten ? same : to);
}

/* Adds the accesses of a device function without a summary, which S calls: what its parameters lead to, also
   in the other blocks if it runs in a CLUSTER.  */
static void
add_unsummarised (px_stmt **op, px_seq *q, gimple *s, bool cluster)
{
  tree formal = TYPE_ARG_TYPES (gimple_call_fntype (s));
  for (unsigned i = 0; i < gimple_call_num_args (s);
       i++, formal = formal ? TREE_CHAIN (formal) : NULL_TREE)
    {
      tree arg = gimple_call_arg (s, i),
	   t = formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (arg);
      if (POINTER_TYPE_P (t))
	{
	  std::vector<px_obj *> objects = px_objects_of (arg);
	  px_now->remote |= cluster;
	  add_accesses (op, q, s, objects, px_reads_only_p (t) ? PX_READ : PX_WRITE, px_reach (),
			arg);
	}
      bool own = TREE_CODE (arg) == ADDR_EXPR && px_own_p (TREE_OPERAND (arg, 0))
		 && !px_now->keeps_loaded
		 && !leads_far_p (TREE_TYPE (get_base_address (TREE_OPERAND (arg, 0))));
      if (POINTER_TYPE_P (t) && leads_to_pointers_p (t, arg) && !own)
	add_accesses (op, q, s, { px_now->loaded },
		      px_found_written_p (TREE_TYPE (arg)) ? PX_ATOMIC : PX_READ);
      if (POINTER_TYPE_P (t))
	add_accesses (op, q, s, px_now->escaped,
		      px_found_written_p (TREE_TYPE (arg)) ? PX_ATOMIC : PX_READ);
    }
  std::vector<px_obj *> written = px_passed_in_structures (s, true);
  px_now->remote |= cluster;
  add_accesses (op, q, s, written, PX_WRITE);
  for (px_obj *o : px_passed_in_structures (s, false))
    if (std::find (written.begin (), written.end (), o) == written.end ())
      add_accesses (op, q, s, { o }, PX_READ);
}

/* Adds the accesses in SUMMARY, of the function that S calls.  */
static void
add_summarised (px_stmt **op, px_seq *q, gimple *s, const px_summary &summary)
{
  for (const px_summary::access &a : summary.accesses)
    {
      tree arg = a.called.parameter >= 0 ? gimple_call_arg (s, a.called.parameter) : NULL_TREE;
      px_now->remote = false;
      std::vector<px_obj *> objects;
      if (arg)
	objects = px_objects_in_value (arg);
      else if (!a.object)
	px_add_loaded (&objects);
      else if (a.object == px_boxes_key)
	objects = { px_boxes_object (NULL_TREE) };
      else if (TREE_CODE (a.object) == FIELD_DECL)
	objects = px_passed_in_structures (s, false, a.object);
      else
	objects = { px_variable_object (a.object) };
      px_now->remote |= a.remote;
      px_reach reach (&a.called);
      if (a.object && TREE_CODE (a.object) == FIELD_DECL
	  && !px_pointer_in_structure (s, a.object, &reach.base))
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
}

/* Adds the accesses of device function F, which S calls, with those of its frame (in a cluster of those of the
   other blocks, too).  */
static void
add_callee (px_stmt **op, px_seq *q, gimple *s, tree f)
{
  const px_summary *known = px_summary_of (f);
  bool cluster = px_signature_of (f).cluster > 1;
  if (known)
    add_summarised (op, q, s, *known);
  else
    add_unsummarised (op, q, s, cluster);
  px_now->remote = known ? known->remote : cluster;
  if (px_signature_of (f).smem > 0)
    add_accesses (op, q, s,
		  { px_object_of (integer_one_node, "frames of called functions", PX_SHARED,
				  { PX_BLOCK, 1 }) },
		  PX_WRITE);
  px_now->remote = false;
  if (*op)
    (*op)->callee = px_text (&px_now->f->pool, px_name_of (f), -1);
}

/* Adds to Q what S does in functions of which nothing is known, if it calls any: an operation of its own, before
   that of S, as what follows S is placed before the operation after it.  */
static void
add_others (px_seq *q, gimple *s)
{
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  const px_summary *known = f ? px_summary_of (f) : NULL;
  if (!f || gimple_call_internal_p (s) || px_intrinsic_of (f) || px_fragment_op_of (f)
      || !px_device_fn_p (f) || (known && !known->others))
    return;
  px_stmt *op = NULL;
  px_now->others = true;
  px_now->remote = false;
  add_accesses (&op, q, s, px_variables (), PX_WRITE);
  if (px_now->maps)
    add_accesses (&op, q, s, { px_boxes_object (NULL_TREE) }, PX_WRITE);
  if (op)
    op->unsafe = true;
}

/* Returns the kind of access of call S, an atomic operation, through argument I: operations
   that only load have a pointer to const.  */
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

/* Adds to *OP that S gives a turn, as ROLE says, or takes one, its argument I: as if it wrote or read it,
   until plugin/bridge/ring.cc knows where.  */
static void
add_turn (px_stmt **op, px_seq *q, gimple *s, px_role role, unsigned i)
{
  tree arg = gimple_call_arg (s, i);
  std::vector<px_obj *> objects = px_objects_of (arg);
  tree d = objects.size () == 1 ? (tree) objects[0]->user : NULL_TREE;
  if (objects.size () == 1 && objects[0]->ring && d && px_turn_p (d))
    add_accesses (op, q, s, objects, role == PX_ROLE_GIVE ? PX_WRITE : PX_READ, px_reach (), arg);
  else
    {
      px_error (gimple_location (s), PX_D_TURN, px_intrinsic_of (gimple_call_fndecl (s))->generic);
      px_now->refused = true;
    }
}

/* Adds the accesses of intrinsic X, which S calls.  */
static void
add_intrinsic (px_stmt **op, px_seq *q, gimple *s, const px_intrinsic *x)
{
  for (unsigned i = 0; i < x->operands.size (); i++)
    {
      px_role role = x->operands[i].role;
      if (role == PX_ROLE_GIVE || role == PX_ROLE_TAKE)
	add_turn (op, q, s, role, i);
      if (role < PX_ROLE_READ)
	continue;
      tree ref = px_intrinsic_ref (s, i);
      px_reach reach = ref ? px_reach (ref) : px_copy_reach (s, x, gimple_call_arg (s, i));
      std::vector<px_obj *> objects = px_objects_of (gimple_call_arg (s, i));
      add_accesses (op, q, s, objects,
		    role == PX_ROLE_ATOMIC
		      ? (x->operands[i].space == PX_SPACE_ANY ? atomic_kind (s, i) : PX_ATOMIC)
		    : role == PX_ROLE_READ || role == PX_ROLE_FROM ? PX_READ
								   : PX_WRITE,
		    reach, gimple_call_arg (s, i), role == PX_ROLE_ATOMIC ? px_commutes (s) : 0);
      for (int k = 0; x->needs_cluster && role == PX_ROLE_TO && *op && k < (*op)->nacc; k++)
	multicast (&(*op)->acc[k]);
    }
  if (px_obj *boxes = px_boxes_of (s, x))
    add_accesses (op, q, s, { boxes }, px_boxes_kind (s, x), px_reach (), NULL_TREE,
		  px_boxes_kind (s, x) == PX_ATOMIC ? px_commutes (s) : 0);
  if (*op)
    {
      static const px_timeline timelines[]
	= { PX_GENERIC, PX_CPASYNC, PX_BULK_LOAD, PX_BULK_STORE, PX_WGMMA };
      px_persp p;
      (*op)->timeline = timelines[x->timeline];
      (*op)->elect = x->kind == PX_I_ELECTED;
      for (int k = 0; (*op)->timeline == PX_BULK_LOAD && k < (*op)->nacc; k++)
	if ((*op)->acc[k].kind == PX_WRITE)
	  note_load (&(*op)->acc[k], s);
      if (x->kind == PX_I_COLLECTIVE && px_collective_of (s, &p) && p.level == PX_THREAD)
	(*op)->coll = p.n;
    }
}

/* Adds the accesses of fragment operation O, which S calls.  */
static void
add_fragment_op (px_stmt **op, px_seq *q, gimple *s, const px_fragment_op *o)
{
  for (unsigned i = 0; o->roles[i]; i++)
    {
      tree arg = gimple_call_arg (s, i), d;
      bool write = strchr ("wuqQs", o->roles[i]);
      if (!strchr ("wrumpPqQts", o->roles[i]))
	continue;
      if (!px_fragment_argument (s, i))
	add_accesses (op, q, s, px_objects_of (arg), write ? PX_WRITE : PX_READ,
		      strchr ("pPqQ", o->roles[i]) ? px_fragment_reach (s, i)
						   : px_reach (px_whole_tile (arg)),
		      arg);
      else if ((d = px_fragment_root (arg)))
	add_accesses (op, q, s, { px_object_of (d, px_name_of (d), PX_FRAGMENT, { PX_THREAD, 1 }) },
		      write ? PX_WRITE : PX_READ);
    }
  if (*op && px_wgmma_p (s))
    {
      (*op)->timeline = PX_WGMMA;
      (*op)->coll = 128;
      if (!px_now->unchecked.count (s))
	px_wgmma_ordered (s);
    }
}

/* Adds the accesses of function F of GCC's or of the host's library, which S calls.  */
static void
add_library_call (px_stmt **op, px_seq *q, gimple *s, tree f)
{
  tree type = gimple_call_fntype (s);
  bool builtin = fndecl_built_in_p (f), atomic = builtin && px_atomic_p (f);
  tree formal = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      tree arg = gimple_call_arg (s, i);
      tree t = formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (arg);
      if (POINTER_TYPE_P (t))
	add_accesses (op, q, s, px_objects_of (arg),
		      atomic		    ? atomic_kind (s, i)
		      : px_reads_only_p (t) ? PX_READ
					    : PX_WRITE,
		      builtin ? px_library_reach (s, i) : px_reach (), arg,
		      atomic ? px_commutes (s) : 0);
      formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
    }
}

static void
add_call (px_stmt **op, px_seq *q, gimple *s)
{
  tree f = gimple_call_fndecl (s);
  if (px_compares_p (s))
    {
      tree p = gimple_call_arg (s, 0);
      add_accesses (op, q, s, px_objects_of (p), PX_ATOMIC, px_reach (), p);
    }
  if (!f || gimple_call_internal_p (s))
    return;
  if (const px_intrinsic *x = px_intrinsic_of (f))
    add_intrinsic (op, q, s, x);
  else if (const px_fragment_op *o = px_fragment_op_of (f))
    add_fragment_op (op, q, s, o);
  else if (fndecl_built_in_p (f) && !px_atomic_p (f)
	   && (gimple_call_flags (s) & (ECF_CONST | ECF_NOVOPS)))
    return;
  else if (px_device_fn_p (f))
    add_callee (op, q, s, f);
  else
    add_library_call (op, q, s, f);
}

void
px_add_operation (px_seq *q, gimple *s)
{
  bool unsafe = px_now->unchecked.count (s);
  px_asked asked = { s, q, 0, 0, 0, 0 };
  /* The tree contains code that several cases of a switch lead to once for each: record it
     once.  */
  if (px_now->seen.insert (s).second && px_barriers_asked (s, &asked.k, &asked.n))
    px_now->places.asked.push_back (asked);
  if (unsafe && px_now->by_hand)
    return;
  px_stmt *op = unsafe ? px_now->unsafe : NULL;
  if (gimple_clobber_p (s) || is_gimple_debug (s))
    return;
  add_others (q, s);
  if (gimple_assign_load_p (s))
    add_accesses (&op, q, s, px_objects_in (gimple_assign_rhs1 (s)), PX_READ,
		  gimple_assign_rhs1 (s));
  if (gimple_store_p (s) && !is_gimple_call (s))
    add_accesses (&op, q, s, px_objects_in (gimple_get_lhs (s)), PX_WRITE, gimple_get_lhs (s));
  if (is_gimple_call (s))
    {
      /* A structure is passed from its memory, which is read.  */
      for (unsigned i = 0; i < gimple_call_num_args (s); i++)
	if (tree arg = gimple_call_arg (s, i); !is_gimple_reg_type (TREE_TYPE (arg)))
	  add_accesses (&op, q, s, px_objects_in (arg), PX_READ, arg);
      add_call (&op, q, s);
      if (gimple_store_p (s))
	add_accesses (&op, q, s, px_objects_in (gimple_get_lhs (s)), PX_WRITE, gimple_get_lhs (s));
    }
  if (op)
    op->unsafe = unsafe;
}

/* Finds the statements between the markers of __unsafe.  If jumps cross its boundary, the least
   depth counts.  */
void
px_find_unchecked ()
{
  std::map<int, int> depth; /* at the start of a block */
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (px_now->fun));
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
	    px_now->unchecked.insert (gsi_stmt (i));
	    if (gasm *a = dyn_cast<gasm *> (gsi_stmt (i)))
	      px_now->by_hand |= px_orders_p (a);
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
  FOR_EACH_BB_FN (bb, px_now->fun)
    if (depth.count (bb->index))
      walk (bb, true);
}

/* Checks that every statement that may access memory has become an operation, and that there is
   no asm outside __unsafe: intrinsics become asm after this pass, so a function that was
   lowered already would have been inlined here.  Both are errors of px.  */
void
px_check_seen ()
{
  basic_block bb;
  bool is_exit;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (!gimple_vuse (s) || gimple_code (s) == GIMPLE_RETURN || px_marker (s, &is_exit))
	  continue;
	if (gimple_code (s) == GIMPLE_ASM && !px_now->unchecked.count (s))
	  internal_error ("px: at %s:%d, in %qD, is code that was lowered before its "
			  "synchronisation was inferred",
			  expand_location (gimple_location (s)).file,
			  expand_location (gimple_location (s)).line, px_now->fun->decl);
	if (!px_now->seen.count (s))
	  internal_error ("px: an access at %s:%d, in %qD, is not in the tree that its "
			  "synchronisation is inferred from",
			  expand_location (gimple_location (s)).file,
			  expand_location (gimple_location (s)).line, px_now->fun->decl);
      }
}
