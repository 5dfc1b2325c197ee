/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses by pointers that lead to one of several arrays, for -fplugin-arg-px-bounds: where the pointer is chosen, the array's
   start and its bytes are chosen as well, so that the emulator looks whether an access stays in that array.

   Needs: the function in SSA form.  Leaves: px_now->unproved, and the code that chooses.  Without the option, nothing
   changed.  */

#include "plugin/sync/sync-int.h"

/* An array: where it starts and how many bytes it has, as operands.  */
struct extent
{
  tree start, bytes;
};

/* What is known of the pointers of a function: PLACE, by name, where what they point into starts; ARRAYS, the declarations of
   those for which nothing is chosen.  CHOOSES: statements may be made.  */
struct search
{
  std::map<tree, extent> place;
  std::vector<tree> arrays;
  std::vector<tree> starts; /* by array */
  bool chooses;
};

enum
{
  MOST_NAMES = 64
};

static bool extent_of (search *x, tree p, extent *e);

/* Sets *E to the array D, a declaration or a member, which starts at START.  */
static bool
known_array (search *x, tree d, tree start, HOST_WIDE_INT bytes, extent *e)
{
  size_t i = 0;
  while (i < x->starts.size () && !operand_equal_p (x->starts[i], start, 0))
    i++;
  if (i == x->starts.size ())
    {
      x->starts.push_back (start);
      x->arrays.push_back (d);
    }
  *e = { start, size_int (bytes) };
  return bytes > 0;
}

/* START, an address, as an operand: made after statement S, which computes one like it.  */
static tree
operand_after (gimple *s, tree start)
{
  gimple_seq made = NULL;
  gimple_stmt_iterator at = gsi_for_stmt (s);
  tree t = force_gimple_operand (start, &made, true, NULL_TREE);
  gsi_insert_seq_after (&at, made, GSI_SAME_STMT);
  return t;
}

/* extent_of of the address of REF, which S (NULL: it is a constant) computes.  Of a member array its elements' addresses lead into
   that alone.  */
static bool
extent_of_address (search *x, tree ref, gimple *s, extent *e)
{
  while (TREE_CODE (ref) == ARRAY_REF)
    ref = TREE_OPERAND (ref, 0);
  tree base = get_base_address (ref);
  if (px_member_array_p (ref))
    {
      tree start = build_fold_addr_expr (unshare_expr (ref));
      bool computed = !is_gimple_min_invariant (start);
      if ((computed && !s)
	  || !known_array (x, TREE_OPERAND (ref, 1), start, px_member_extent (ref), e))
	return false;
      if (computed && x->chooses)
	e->start = operand_after (s, start);
      return true;
    }
  if (base && TREE_CODE (base) == MEM_REF)
    return extent_of (x, TREE_OPERAND (base, 0), e);
  bool string = base && TREE_CODE (base) == STRING_CST;
  tree size = string		      ? TYPE_SIZE_UNIT (TREE_TYPE (base))
	      : base && DECL_P (base) ? DECL_SIZE_UNIT (base)
				      : NULL_TREE;
  return size && tree_fits_shwi_p (size) && !(VAR_P (base) && DECL_EXTERNAL (base))
	 && known_array (x, base, build_fold_addr_expr (base), tree_to_shwi (size), e);
}

/* Makes statement T, which chooses, for place AT after statement S, and returns its result.  */
static tree
made_after (gimple *s, tree condition, tree yes, tree no)
{
  gimple_stmt_iterator at = gsi_for_stmt (s);
  tree t = make_ssa_name (TREE_TYPE (yes));
  gsi_insert_after (&at, gimple_build_assign (t, COND_EXPR, unshare_expr (condition), yes, no),
		    GSI_SAME_STMT);
  return t;
}

/* extent_of of P, the result of PHI.  */
static bool
extent_of_phi (search *x, tree p, gphi *phi, extent *e)
{
  gphi *starts = NULL, *bytes = NULL;
  *e = { NULL_TREE, NULL_TREE };
  if (x->chooses)
    {
      *e = { make_ssa_name (ptr_type_node), make_ssa_name (sizetype) };
      starts = create_phi_node (e->start, gimple_bb (phi));
      bytes = create_phi_node (e->bytes, gimple_bb (phi));
    }
  x->place[p] = *e;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      extent one;
      if (!extent_of (x, gimple_phi_arg_def (phi, i), &one))
	return false;
      if (!x->chooses)
	continue;
      add_phi_arg (starts, one.start, gimple_phi_arg_edge (phi, i), UNKNOWN_LOCATION);
      add_phi_arg (bytes, one.bytes, gimple_phi_arg_edge (phi, i), UNKNOWN_LOCATION);
    }
  return true;
}

/* Sets *E to the array into which pointer P leads.  Returns false if that is not known.  */
static bool
extent_of (search *x, tree p, extent *e)
{
  if (TREE_CODE (p) == ADDR_EXPR)
    return extent_of_address (x, TREE_OPERAND (p, 0), NULL, e);
  if (TREE_CODE (p) != SSA_NAME || (!x->chooses && x->place.size () > MOST_NAMES))
    return false;
  auto known = x->place.find (p);
  if (known != x->place.end ())
    {
      *e = known->second;
      return true;
    }
  gimple *s = SSA_NAME_DEF_STMT (p);
  if (gphi *phi = dyn_cast<gphi *> (s))
    return extent_of_phi (x, p, phi, e);
  if (tree d = px_shared_array (s))
    return d != px_shared_base () && !lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d))
	   && tree_fits_shwi_p (DECL_SIZE_UNIT (d))
	   && known_array (x, d, p, tree_to_shwi (DECL_SIZE_UNIT (d)), e);
  if (!is_gimple_assign (s) || gimple_assign_load_p (s))
    return false;
  tree_code c = gimple_assign_rhs_code (s);
  if (c == COND_EXPR)
    {
      extent yes, no;
      if (!extent_of (x, gimple_assign_rhs2 (s), &yes)
	  || !extent_of (x, gimple_assign_rhs3 (s), &no))
	return false;
      *e = yes;
      if (x->chooses)
	*e = { made_after (s, gimple_assign_rhs1 (s), yes.start, no.start),
	       made_after (s, gimple_assign_rhs1 (s), yes.bytes, no.bytes) };
      x->place[p] = *e;
      return true;
    }
  if (c == ADDR_EXPR)
    {
      if (!extent_of_address (x, TREE_OPERAND (gimple_assign_rhs1 (s), 0), s, e))
	return false;
      x->place[p] = *e;
      return true;
    }
  return (c == POINTER_PLUS_EXPR || c == SSA_NAME || CONVERT_EXPR_CODE_P (c))
	 && POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s)))
	 && extent_of (x, gimple_assign_rhs1 (s), e);
}

/* Notes access S to REACH if that is at a pointer that leads to one of several arrays.  */
static void
note_if_chosen (gimple *s, const px_reach &reach, search *chosen)
{
  tree base = reach.ref && !reach.called ? get_base_address (reach.ref) : NULL_TREE;
  search x = {};
  extent e;
  if (!base || TREE_CODE (base) != MEM_REF || TREE_CODE (TREE_OPERAND (base, 0)) != SSA_NAME
      || !extent_of (&x, TREE_OPERAND (base, 0), &e) || x.starts.size () < 2)
    return;
  /* The names of each search are those of the one that chooses, so that a pointer's choice is made once.  */
  chosen->chooses = true;
  if (!extent_of (chosen, TREE_OPERAND (base, 0), &e))
    return;
  px_now->unproved.push_back ({ s, reach.ref, NULL_TREE, e.start, reach.count, 0, 1, x.arrays[0] });
  px_now->unproved.back ().bytes = e.bytes;
  px_now->unproved.back ().others.assign (x.arrays.begin () + 1, x.arrays.end ());
}

void
px_note_several ()
{
  search chosen = {};
  basic_block bb;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (gimple_clobber_p (s) || px_now->unchecked.count (s))
	  continue;
	for (unsigned k = 0; is_gimple_call (s) && k < gimple_call_num_args (s); k++)
	  if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, k))))
	    note_if_chosen (s, px_reach_at (s, k), &chosen);
	if (!is_gimple_assign (s))
	  continue;
	if (gimple_assign_load_p (s))
	  note_if_chosen (s, gimple_assign_rhs1 (s), &chosen);
	if (gimple_store_p (s))
	  note_if_chosen (s, gimple_assign_lhs (s), &chosen);
      }
}
