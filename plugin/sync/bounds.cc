/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides with value/ whether accesses stay inside of what they are of: rule R2.

   Needs: the tree and the function's px_race.  Leaves: errors and warnings.  */

#include "plugin/sync/sync-int.h"

/* Returns true if D, a variable of file scope, is as long as it is here: another file may define it, longer, if it has no definition
   here that counts.  */
static bool
defined_here_p (tree d)
{
  return !DECL_EXTERNAL (d) && !DECL_WEAK (d) && !DECL_COMMON (d);
}

/* The bytes of OBJ, an array of the block or a variable of file scope; -1: not known.  */
static int64_t
object_bytes (const px_obj *obj)
{
  tree d = px_decl_of (obj);
  if (!d || !VAR_P (d) || d == px_shared_base ())
    return px_array_bytes (obj);
  return defined_here_p (d) && DECL_SIZE_UNIT (d) && tree_fits_shwi_p (DECL_SIZE_UNIT (d))
	   ? tree_to_shwi (DECL_SIZE_UNIT (d))
	   : -1;
}

/* The declaration of START, or of the __shared array that it is the address of.  */
static tree
name_of_start (tree start)
{
  return TREE_CODE (start) == SSA_NAME ? px_shared_array (SSA_NAME_DEF_STMT (start)) : start;
}

/* Places where rule R2 was found broken: by an array and a line (x[i] += 1 is two accesses).  */
typedef std::set<std::pair<std::string, int>> told_places;

/* Returns true if access X leaves the EXTENT bytes, *R: in each launch; or, *M, in one that a SEARCH finds, if no limit that
   the user may have in mind excludes it, or (MAYBE) in any.  R's witness is that of either.  That it stays inside is proved
   only if PROVE.  */
static bool
leaves_bytes (const px_dj_access &x, int64_t extent, bool prove, bool search, bool maybe,
	      px_dj_result *r, px_dj_model *m)
{
  (prove ? px_dj_r2 : px_dj_r2_values) (px_race_arena (), &x, extent, r);
  if (r->verdict == DJ_UNDECIDED && search && px_dj_model_r2 (px_race_arena (), &x, extent, m))
    r->witness = m->witness;
  return r->verdict == DJ_SHOWN || (m->witness.valid && (m->wide || maybe));
}

/* Whether an access is inside what it is to be in.  */
enum inside
{
  OUTSIDE, /* an error has been reported, or is not to be */
  PERHAPS,
  PROVED
};

/* What an access is to be inside of: EXTENT bytes of NAME, of which messages say that it has SIZE.  MAYBE: launches that perhaps nobody makes count, too.  Of
   memory that lasts they do not: its owner may know which indices there are.  HINT: what to say of NAME, a part of
   the object, of which all may be meant; or NULL.  */
struct bounds
{
  const char *name;
  int64_t extent, size;
  bool maybe;
  told_places *told;
  const char *hint = NULL;
};

/* Checks that access X, of S and REACH, is inside of B.  PROVE as for leaves_bytes.  */
static inside
judge_inside (gimple *s, const px_reach &reach, const px_dj_access &x, const bounds &b,
	      bool prove = true)
{
  px_dj_result r;
  px_dj_model m = {};
  expanded_location at = expand_location (px_user_loc (gimple_location (s)));
  bool search = !(reach.called && px_library_p (reach.called->loc));
  bool leaves = leaves_bytes (x, b.extent, prove, search, b.maybe, &r, &m),
       if_it_runs = !leaves && search && px_dj_never_inside (px_race_arena (), &x, b.extent, &r);
  if (!leaves && !if_it_runs)
    return r.verdict == DJ_PROVED ? PROVED : PERHAPS;
  if (!b.told->insert ({ b.name, at.line }).second)
    return OUTSIDE;
  auto_diagnostic_group g;
  std::string where = px_launches_of (m);
  bool warned = true;
  if (r.verdict == DJ_SHOWN || m.wide)
    px_error (gimple_location (s), PX_D_BOUNDS, b.name, r.witness.offset[0], (HOST_WIDE_INT) b.size,
	      r.witness.thread[0], where.c_str ());
  else if (if_it_runs && !r.witness.valid)
    warned
      = px_warn_race (gimple_location (s), PX_D_BOUNDS_WHEREVER, b.name, (HOST_WIDE_INT) b.size);
  else
    warned = px_warn_race (gimple_location (s), if_it_runs ? PX_D_BOUNDS_IF_RUN : PX_D_BOUNDS_MAYBE,
			   b.name, r.witness.offset[0], (HOST_WIDE_INT) b.size, r.witness.thread[0],
			   where.c_str ());
  if (!warned)
    return OUTSIDE;
  px_inform_called (s, reach);
  if (b.hint)
    inform (px_user_loc (gimple_location (s)), b.hint, b.name);
  if (r.verdict != DJ_SHOWN && !m.wide && !if_it_runs)
    px_inform_of_facts (gimple_location (s));
  return OUTSIDE;
}

/* The same of the first turns of the loop that carries what the address depends on: what no counter explains is
   known in each of them.  */
static inside
judge_turns (gimple *s, const px_reach &reach, const bounds &b)
{
  enum
  {
    TURNS = 16
  };
  loop_p l = px_race_carried (s, reach);
  px_dj_access x;
  for (int k = 0; l && k < TURNS && px_race_access_at (s, reach, l, k, &x); k++)
    if (judge_inside (s, reach, x, b, false) == OUTSIDE)
      return OUTSIDE;
  return PERHAPS;
}

/* What an access is to be inside of, as judge_bounds gets it: NAME, EXTENT and MAYBE as of bounds; EXTENT is
   negative where the bytes are not known.  START: its declaration, or a pointer to its start; NULL: what is accessed may be
   something else.  */
struct object_bounds
{
  const char *name;
  int64_t extent;
  bool maybe;
  tree start;
};

/* Checks that access S is inside of object O, and of members of it that are arrays.  Once it is outside of one, the others
   are not judged, but noted.  */
static inside
judge_object (gimple *s, const px_reach &reach, const object_bounds &o, told_places *told)
{
  px_dj_access x, y;
  int64_t bytes;
  std::vector<tree> arrays = px_race_member_arrays (s, reach);
  bool known = (o.extent >= 0 || !arrays.empty ()) && px_race_access (s, reach, &x);
  inside all = PERHAPS;
  if (o.extent >= 0)
    {
      bounds b = { o.name, o.extent, o.extent, o.maybe, told };
      if (known)
	all = judge_inside (s, reach, x, b);
      if (all != PROVED && o.start)
	px_note_unproved (s, reach, o.start, o.extent, name_of_start (o.start));
      if (known && all == PERHAPS)
	all = judge_turns (s, reach, b);
    }
  for (tree a : arrays)
    {
      const char *name = px_name_of (TREE_OPERAND (a, 1));
      inside in = known && all != OUTSIDE && px_race_in_array (s, a, x, &y, &bytes)
		    ? judge_inside (s, reach, y,
				    { name, bytes, px_member_size (a), o.maybe, told,
				      PX_ARRAY_IN_STRUCTURE })
		    : PERHAPS;
      if (in != PROVED)
	px_note_unproved (s, reach, a, px_member_extent (a), TREE_OPERAND (a, 1));
      if (in == OUTSIDE)
	all = OUTSIDE;
    }
  return all;
}

/* Checks rule R2 for access S: judge_object, and that an index into a row of an array of arrays does not leave that.  Which index
   a device function gets, its callers know.  */
static void
judge_bounds (gimple *s, const px_reach &reach, const object_bounds &o, told_places *told)
{
  px_dj_access x;
  bool outside = judge_object (s, reach, o, told) == OUTSIDE;
  for (const px_row &row : px_race_rows (s, reach))
    {
      inside in = PERHAPS;
      if (!outside && px_race_in_row (s, row, &x))
	in
	  = judge_inside (s, reach, x,
			  { row.array ? px_name_of (row.array) : "*", row.count * row.size,
			    row.count * row.size,
			    px_now->f->kernel || TREE_CODE (row.index) == INTEGER_CST, told,
			    "this is one row of %qs: an index takes an element of it, and does not "
			    "leave it; a pointer to an element may go on to the next row" });
      if (in != PROVED)
	px_note_index (s, row);
      outside |= in == OUTSIDE;
    }
}

/* Checks that S, if it asks where a place is in another block, means a block of the cluster.  Numbers that depend on arguments
   are not judged: the launch knows them.  */
static void
judge_rank (gimple *s)
{
  if (!px_maps_shared_p (s))
    return;
  px_dj_access x;
  px_dj_result r;
  px_dj_model m = {};
  int blocks = px_now->f->cluster;
  px_reach reach;
  reach.number = gimple_call_arg (s, 1);
  reach.size = 1;
  if (!px_race_access (s, reach, &x) || !leaves_bytes (x, blocks, true, true, false, &r, &m))
    return;
  px_error (gimple_location (s), PX_D_RANK, r.witness.offset[0], blocks, r.witness.thread[0],
	    px_launches_of (m).c_str ());
}

/* Checks that access A, to REACH, of a ring stays in the slot that it names: what lies beside it is another's.  */
static void
judge_slot (const px_acc *a, const px_reach &reach, told_places *told)
{
  const px_source *s = (const px_source *) a->user;
  HOST_WIDE_INT size = object_bytes (a->obj) / a->obj->ring->slots;
  tree index = px_slot_of_access (a);
  px_dj_access x;
  if (!index || size <= 0)
    return;
  inside in = PERHAPS;
  if (px_race_in_slot (s->stmt, reach, index, size, &x))
    in = judge_inside (
      s->stmt, reach, x,
      { a->obj->name, size, size, true, told,
	"these are the bytes of one slot of ring %qs: an access stays in the slot that it names" });
  tree start = px_opt.bounds && in != PROVED ? px_decl_of (a->obj) : NULL_TREE;
  if (start && TREE_CODE (start) == SSA_NAME)
    px_note_unproved (s->stmt, reach,
		      fold_build_pointer_plus (start, fold_build2 (MULT_EXPR, sizetype,
								   fold_convert (sizetype, index),
								   size_int (size))),
		      size, name_of_start (start));
}

/* What A accesses, by its own block's memory: a multicast writes in each block where it would write in its own.  */
static px_reach
reach_of (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  if (!s || a->op->unsafe)
    return px_reach ();
  if (!s->reach.known () && px_multicast_p (a) && s->pointer && !a->obj->boxes)
    return px_multicast_reach (s);
  if (!s->reach.known () && s->pointer && is_gimple_call (s->stmt))
    for (unsigned i = 0; i < gimple_call_num_args (s->stmt); i++)
      if (gimple_call_arg (s->stmt, i) == s->pointer)
	return px_atomic_reach (s->stmt, i);
  return s->reach;
}

px_reach
px_reach_at (gimple *s, unsigned i)
{
  tree f = gimple_call_fndecl (s), p = gimple_call_arg (s, i);
  if (!f)
    return px_atomic_reach (s, i);
  if (const px_intrinsic *x = px_intrinsic_of (f))
    {
      if (i >= x->operands.size () || x->operands[i].role < PX_ROLE_READ)
	return px_reach ();
      tree ref = px_intrinsic_ref (s, i);
      return ref ? px_reach (ref) : px_copy_reach (s, x, p);
    }
  if (!fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return px_reach ();
  px_reach r = i < 2 ? px_library_reach (s, i) : px_reach ();
  return r.known () ? r : px_atomic_reach (s, i);
}

/* Returns true if REF is a part of a variable at a constant place, and inside of it.  */
static bool
constant_and_inside (tree ref)
{
  poly_int64 at;
  tree base = get_addr_base_and_unit_offset (ref, &at);
  if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR
      && DECL_P (TREE_OPERAND (TREE_OPERAND (base, 0), 0)))
    {
      at += mem_ref_offset (base).force_shwi ();
      base = TREE_OPERAND (TREE_OPERAND (base, 0), 0);
    }
  tree whole = base && DECL_P (base)			? DECL_SIZE_UNIT (base)
	       : base && TREE_CODE (base) == STRING_CST ? TYPE_SIZE_UNIT (TREE_TYPE (base))
							: NULL_TREE,
       part = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  HOST_WIDE_INT n;
  return whole && tree_fits_shwi_p (whole) && part && tree_fits_shwi_p (part) && at.is_constant (&n)
	 && n >= 0 && n <= tree_to_shwi (whole) - tree_to_shwi (part);
}

/* The string literal, or the parameter that is passed by value, into which POINTER leads, which points.cc does not follow; NULL:
   it does not lead to one, or may lead to several.  */
static tree
pointed_constant (tree pointer)
{
  enum
  {
    MOST = 64 /* names that it is made of */
  };
  std::vector<tree> todo = { pointer };
  std::set<tree> seen;
  tree one = NULL_TREE;
  while (!todo.empty ())
    {
      tree p = todo.back ();
      todo.pop_back ();
      gimple *s = TREE_CODE (p) == SSA_NAME ? SSA_NAME_DEF_STMT (p) : NULL;
      gphi *phi = s ? dyn_cast<gphi *> (s) : NULL;
      tree base = TREE_CODE (p) == ADDR_EXPR ? get_base_address (TREE_OPERAND (p, 0)) : NULL_TREE;
      if (s && !seen.insert (p).second)
	continue;
      if (base && (TREE_CODE (base) == STRING_CST || TREE_CODE (base) == PARM_DECL)
	  && (!one || one == base))
	one = base;
      else if (base && TREE_CODE (base) == MEM_REF)
	todo.push_back (TREE_OPERAND (base, 0));
      else if (phi && seen.size () < MOST)
	for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	  todo.push_back (gimple_phi_arg_def (phi, i));
      else if (s && is_gimple_assign (s) && !gimple_assign_load_p (s) && seen.size () < MOST
	       && (gimple_assign_single_p (s) || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
		   || gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR))
	todo.push_back (gimple_assign_rhs1 (s));
      else
	return NULL_TREE;
    }
  return one;
}

/* Checks that access S to REACH, by REF or, if that is NULL, at POINTER, stays in the variable or the parameter that it is of: a local one, or one
   of file scope that is no object, since nothing writes it.  */
static void
judge_local (gimple *s, const px_reach &reach, tree ref, tree pointer, told_places *told)
{
  tree base = ref ? get_base_address (ref) : NULL_TREE;
  px_target to;
  poly_int64 at;
  if (base && TREE_CODE (base) == MEM_REF)
    pointer = TREE_OPERAND (base, 0);
  bool follows = pointer && POINTER_TYPE_P (TREE_TYPE (pointer));
  if (tree d = follows ? pointed_constant (pointer) : NULL_TREE)
    base = d;
  else if (follows)
    base = px_points_to_one (pointer, &to) && (to.kind == PX_TO_OWN || to.kind == PX_TO_VARIABLE)
	     ? to.root
	     : NULL_TREE;
  else if (ref && DECL_P (ref))
    return;
  if (base && TREE_CODE (base) == STRING_CST)
    {
      if (!ref || !constant_and_inside (ref))
	judge_bounds (s, reach, { px_bounded_name (base), TREE_STRING_LENGTH (base), true, base },
		      told);
      return;
    }
  if (!base
      || (ref && constant_and_inside (ref) && px_race_rows (s, reach).empty ()
	  && px_race_member_arrays (s, reach).empty ()))
    return;
  /* Of the variables that have no name an index is only into compound literals.  */
  bool literal = VAR_P (base) && !DECL_NAME (base) && TREE_CODE (TREE_TYPE (base)) == ARRAY_TYPE,
       file = VAR_P (base) && (TREE_STATIC (base) || DECL_EXTERNAL (base)),
       judged = file ? defined_here_p (base) && !px_now->objects.count (base)
		     : (VAR_P (base) && (literal || !DECL_ARTIFICIAL (base)))
			 || TREE_CODE (base) == PARM_DECL;
  if (judged && (DECL_NAME (base) || literal) && DECL_SIZE_UNIT (base)
      && tree_fits_uhwi_p (DECL_SIZE_UNIT (base)))
    judge_bounds (s, reach,
		  { px_bounded_name (base), (int64_t) tree_to_uhwi (DECL_SIZE_UNIT (base)),
		    !file
		      && (VAR_P (base) || px_now->f->kernel
			  || (ref && get_addr_base_and_unit_offset (ref, &at))),
		    base },
		  told);
}

/* The same of what S accesses of its function's own variables, also by what it calls of the C library and of this file.  */
static void
judge_own (gimple *s, told_places *told)
{
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (gimple_clobber_p (s))
    return;
  if (is_gimple_assign (s)
      && (gimple_assign_load_p (s) || TREE_CODE (gimple_assign_rhs1 (s)) == ARRAY_REF))
    judge_local (s, gimple_assign_rhs1 (s), gimple_assign_rhs1 (s), NULL_TREE, told);
  if (is_gimple_assign (s) && gimple_store_p (s))
    judge_local (s, gimple_assign_lhs (s), gimple_assign_lhs (s), NULL_TREE, told);
  const px_summary *callee = f && px_device_fn_p (f) ? px_summary_of (f) : NULL;
  for (size_t i = 0; callee && i < callee->accesses.size (); i++)
    {
      const px_summary::access &a = callee->accesses[i];
      if (a.called.parameter >= 0 && a.object && TREE_CODE (a.object) == PARM_DECL)
	judge_local (s, &a.called, NULL_TREE, gimple_call_arg (s, a.called.parameter), told);
    }
  for (unsigned i = 0; is_gimple_call (s) && i < gimple_call_num_args (s); i++)
    if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, i))))
      if (px_reach reach = px_reach_at (s, i); reach.known ())
	judge_local (s, reach, NULL_TREE, gimple_call_arg (s, i), told);
}

/* The objects that each reference may be a part of.  */
typedef std::map<tree, std::set<const px_obj *>> objects_of_references;

/* The start of A's object, as of object_bounds.  */
static tree
object_start (const px_acc *a, const objects_of_references &of)
{
  objects_of_references::const_iterator i = of.find (((const px_source *) a->user)->reach.ref);
  return a->obj->anywhere || (i != of.end () && i->second.size () > 1) ? NULL_TREE
								       : px_decl_of (a->obj);
}

/* Returns true if ROOTS are all objects that the pointer of REF may lead to.  What nobody writes is no object of the tree.  */
static bool
leads_only_to (tree ref, const std::set<tree> &roots)
{
  tree base = get_base_address (ref);
  px_targets all;
  if (!base || TREE_CODE (base) != MEM_REF)
    return false;
  px_point_pointer (&all, TREE_OPERAND (base, 0));
  bool only = !all.remote;
  for (const px_target &to : all.to)
    only &= roots.count (to.root) > 0;
  return only;
}

/* Checks that what a pointer leads to, of which it is not known which one of several objects it is, is inside of the longest of
   them; accesses I and following, of one statement, are those that it may be.  Only where it is at one byte of each.  Returns
   the first access after them.  */
static int
judge_longest (int i, told_places *told)
{
  const px_fn *f = px_now->f;
  const px_acc *a = f->acc[i], *most = NULL;
  const px_source *k = (const px_source *) a->user;
  px_reach reach = reach_of (a);
  if (!k || !reach.ref || !reach.root)
    return i + 1;
  px_dj_access x, y;
  bool same = true, told_of = false;
  std::set<tree> roots;
  int n = i, line = expand_location (px_user_loc (gimple_location (k->stmt))).line;
  for (; n < f->nacc && f->acc[n]->user; n++)
    {
      const px_acc *b = f->acc[n];
      px_reach other = reach_of (b);
      if (((const px_source *) b->user)->stmt != k->stmt || other.ref != reach.ref)
	break;
      roots.insert (other.root);
      if (!same || !(same = !b->obj->anywhere && !b->obj->ring && object_bytes (b->obj) > 0))
	continue;
      same = px_race_access (k->stmt, other, &y, true) && (!most || x.offset == y.offset);
      told_of |= told->count ({ b->obj->name, line }) > 0;
      if (!most || object_bytes (b->obj) > object_bytes (most->obj))
	most = b, x = y;
    }
  if (same && most && n > i + 1 && !told_of && leads_only_to (reach.ref, roots))
    judge_inside (k->stmt, reach_of (most), x,
		  { most->obj->name, object_bytes (most->obj), object_bytes (most->obj),
		    most->obj->space == PX_SHARED, told,
		    "of the arrays that the pointer may lead to, %qs is the longest" });
  return n > i ? n : i + 1;
}

void
px_judge_bounds ()
{
  told_places told;
  objects_of_references of; /* for px_note_unproved */
  for (int i = 0; px_opt.bounds && i < px_now->f->nacc; i++)
    if (const px_source *k = (const px_source *) px_now->f->acc[i]->user; k && k->reach.ref)
      of[k->reach.ref].insert (px_now->f->acc[i]->obj);
  for (int i = 0; i < px_now->f->nacc; i++)
    {
      px_acc *a = px_now->f->acc[i];
      const px_source *k = (const px_source *) a->user;
      px_reach reach = reach_of (a);
      if (k && !k->reach.known () && !a->op->unsafe)
	if (px_reach there = px_in_other_block (a, k->stmt); there.known ())
	  judge_bounds (k->stmt, there, { a->obj->name, object_bytes (a->obj), true, NULL_TREE },
			&told);
      if (!reach.known ())
	continue;
      if (a->obj->ring && a->obj->ring->slots > 1)
	judge_slot (a, reach, &told);
      judge_bounds (k->stmt, reach,
		    { a->obj->name, object_bytes (a->obj), a->obj->space == PX_SHARED,
		      object_start (a, of) },
		    &told);
    }
  for (int i = 0; i < px_now->f->nacc;)
    i = judge_longest (i, &told);
  /* Arrays of a single thread, and blocks of the cluster.  */
  basic_block bb;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (px_now->unchecked.count (s))
	  continue;
	judge_rank (s);
	judge_own (s, &told);
      }
}
