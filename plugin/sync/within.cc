/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses of which rule R2 is undecided, for -fplugin-arg-px-bounds: a call before each lets the emulator look whether it stays in
   its array.

   Needs: what px_judge_bounds has noted.  Leaves: the calls of px_within, of px's library, which does nothing on a
   GPU; without the option, nothing changed.  */

#include "plugin/sync/sync-int.h"

const char *
px_bounded_name (tree d)
{
  return TREE_CODE (d) == STRING_CST	? "a string literal"
	 : DECL_P (d) && !DECL_NAME (d) ? "a compound literal"
					: px_name_of (d);
}

void
px_note_index (gimple *s, const px_row &row)
{
  if (px_opt.bounds)
    px_now->unproved.push_back (
      { s, NULL_TREE, row.index, NULL_TREE, NULL_TREE, row.count * row.size, row.size, row.array });
}

/* The bytes of an element of ARRAY, a declaration or NULL, that is no array.  */
static HOST_WIDE_INT
element_bytes (tree array)
{
  tree type = array ? TREE_TYPE (array) : NULL_TREE,
       size = type && TREE_CODE (type) == ARRAY_TYPE ? TYPE_SIZE_UNIT (strip_array_types (type))
						     : NULL_TREE;
  return size && tree_fits_shwi_p (size) && integer_nonzerop (size) ? tree_to_shwi (size) : 1;
}

void
px_note_unproved (gimple *s, const px_reach &reach, tree start, HOST_WIDE_INT extent, tree array)
{
  if (px_opt.bounds && reach.ref && !reach.called && !reach.root)
    px_now->unproved.push_back (
      { s, reach.ref, NULL_TREE, start, reach.count, extent, element_bytes (array), array });
}

/* The bytes from *BASE, a variable or what a pointer leads to, to REF.  */
static tree
bytes_from (tree ref, tree *base)
{
  poly_int64 size, at;
  tree offset;
  machine_mode mode;
  int is_unsigned, reversed, is_volatile;
  *base
    = get_inner_reference (ref, &size, &at, &offset, &mode, &is_unsigned, &reversed, &is_volatile);
  HOST_WIDE_INT bits;
  tree constant = size_int (at.is_constant (&bits) ? bits / BITS_PER_UNIT : 0);
  if (handled_component_p (*base))
    constant = size_binop (PLUS_EXPR, constant, bytes_from (*base, base));
  return offset ? size_binop (PLUS_EXPR, fold_convert (sizetype, offset), constant) : constant;
}

/* The address of REF, a reference, as a number; REF itself if it is a pointer.  */
static tree
number_of (tree ref)
{
  return fold_convert (sizetype, POINTER_TYPE_P (TREE_TYPE (ref))
				   ? ref
				   : build_fold_addr_expr (unshare_expr (ref)));
}

/* The bytes from the start of U's array to what U accesses there.  */
static tree
bytes_before (const px_unproved &u, tree ref)
{
  if (u.index)
    {
      /* The product of a wide index with the element's size does not wrap around.  */
      tree i = u.index, type = TREE_TYPE (i), most = size_int (HOST_WIDE_INT_1 << 40);
      if (TYPE_PRECISION (type) >= 64)
	i = fold_build3 (COND_EXPR, sizetype,
			 fold_build2 (GT_EXPR, boolean_type_node,
				      fold_build2 (PLUS_EXPR, sizetype, fold_convert (sizetype, i),
						   most),
				      size_int (HOST_WIDE_INT_1 << 41)),
			 most, fold_convert (sizetype, i));
      return fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, i), size_int (u.element));
    }
  tree base, from;
  bool is_pointer = POINTER_TYPE_P (TREE_TYPE (u.start));
  tree at = bytes_from (ref, &base), before = is_pointer ? NULL_TREE : bytes_from (u.start, &from);
  if (before && operand_equal_p (base, from, 0))
    return fold_build2 (MINUS_EXPR, sizetype, at, before);
  if (!before && (DECL_P (base) || TREE_CODE (base) == STRING_CST))
    return NULL_TREE;
  return fold_build2 (MINUS_EXPR, sizetype, number_of (ref), number_of (u.start));
}

/* What U accesses, or the structure around it if it is bits.  */
static tree
whole_bytes (const px_unproved &u)
{
  tree ref = u.ref;
  while (ref
	 && (TREE_CODE (ref) == BIT_FIELD_REF || TREE_CODE (ref) == REALPART_EXPR
	     || TREE_CODE (ref) == IMAGPART_EXPR || TREE_CODE (ref) == VIEW_CONVERT_EXPR
	     || (TREE_CODE (ref) == COMPONENT_REF && DECL_BIT_FIELD (TREE_OPERAND (ref, 1)))))
    ref = TREE_OPERAND (ref, 0);
  return ref;
}

/* For walk_tree: returns the name *TP if its value is not known where statement S is.  */
static tree
not_known_at (tree *tp, int *, void *s)
{
  basic_block bb = TREE_CODE (*tp) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (*tp)) : NULL;
  return bb && !dominated_by_p (CDI_DOMINATORS, gimple_bb ((gimple *) s), bb) ? *tp : NULL_TREE;
}

/* Returns true if T, the start of what is accessed, is known where S is.  */
static bool
start_known_at (tree t, gimple *s)
{
  return !t || !walk_tree_without_duplicates (&t, not_known_at, s);
}

/* What the emulator says where U leaves its array.  */
static std::string
text_of_check (const px_unproved &u)
{
  expanded_location at = expand_location (px_user_loc (gimple_location (u.s)));
  std::string names = std::string ("'") + (u.array ? px_bounded_name (u.array) : "*") + "'";
  for (tree d : u.others)
    if (std::string one = std::string ("'") + px_bounded_name (d) + "'";
	names.find (one) == std::string::npos)
      names += " or " + one;
  return std::string (at.file ? at.file : "?") + ":" + std::to_string (at.line)
	 + ": this access is outside of " + names;
}

static void
emit_check (const px_unproved &u)
{
  tree ref = whole_bytes (u), bytes = ref ? TYPE_SIZE_UNIT (TREE_TYPE (ref)) : NULL_TREE,
       size = u.index	? size_int (u.element)
	      : u.count ? u.count
			: bytes,
       at = (ref || u.index) && start_known_at (u.start, u.s) ? bytes_before (u, ref) : NULL_TREE,
       fn = px_own_function (PX_OWN_WITHIN,
			     build_function_type_list (void_type_node, sizetype, sizetype, sizetype,
						       sizetype, const_ptr_type_node, NULL_TREE));
  if (!at || !size)
    return;
  DECL_IS_NOVOPS (fn) = 1;
  std::string text = text_of_check (u);
  gimple_stmt_iterator gsi = gsi_for_stmt (u.s);
  gimple_seq seq = NULL, part = NULL;
  at = force_gimple_operand (unshare_expr (at), &part, true, NULL_TREE);
  gimple_seq_add_seq (&seq, part);
  size
    = force_gimple_operand (fold_convert (sizetype, unshare_expr (size)), &part, true, NULL_TREE);
  gimple_seq_add_seq (&seq, part);
  gimple_seq_add_stmt (&seq,
		       gimple_build_call (fn, 5, at, size,
					  u.bytes	 ? u.bytes
					  : u.extent < 0 ? size_int (HOST_WIDE_INT_MAX)
							 : size_int (u.extent),
					  size_int (u.element),
					  build_string_literal (text.size () + 1, text.c_str ())));
  for (gimple_stmt_iterator i = gsi_start (seq); !gsi_end_p (i); gsi_next (&i))
    {
      gimple_set_location (gsi_stmt (i), gimple_location (u.s));
      gimple_set_block (gsi_stmt (i), gimple_block (u.s));
    }
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

void
px_emit_checks ()
{
  if (px_opt.bounds)
    px_note_several ();
  /* Of the checks that fail for one access the first is reported: that of the smallest array, whose index its user knows.  */
  std::stable_sort (px_now->unproved.begin (), px_now->unproved.end (),
		    [] (const px_unproved &a, const px_unproved &b) {
		      return (unsigned HOST_WIDE_INT) a.extent < (unsigned HOST_WIDE_INT) b.extent;
		    });
  for (const px_unproved &u : px_now->unproved)
    emit_check (u);
}
