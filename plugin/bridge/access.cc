/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses for value/disjoint.h: where they are, under which conditions, in which
   loops.

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* The loop that T is set in.  */
static loop_p
loop_of (tree t)
{
  basic_block bb = TREE_CODE (t) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (t)) : NULL;
  return bb ? bb->loop_father : R->where;
}

/* A byte offset: of type sizetype to GCC, but signed, and its sums and its
   products with the size of an element do not wrap within an object.  */
static px_dj_ref
offset (tree t)
{
  tree a = NULL_TREE, b = NULL_TREE;
  tree_code code = ERROR_MARK;
  if (TREE_CODE (t) == INTEGER_CST)
    return px_dj_const (R->dj, s64, (int64_t) TREE_INT_CST_LOW (t));
  if (px_race_left_p (t))
    return px_dj_cast (R->dj, s64, px_race_expr (t));
  px_race_at at (loop_of (t));
  if (TREE_CODE (t) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (t)))
    {
      gimple *s = SSA_NAME_DEF_STMT (t);
      code = gimple_assign_rhs_code (s);
      a = gimple_assign_rhs1 (s);
      b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
    }
  else if (EXPR_P (t))
    {
      code = TREE_CODE (t);
      a = TREE_OPERAND (t, 0);
      b = TREE_OPERAND_LENGTH (t) > 1 ? TREE_OPERAND (t, 1) : NULL_TREE;
    }
  bool wide = TYPE_PRECISION (TREE_TYPE (t)) == 64;
  if (wide && (code == PLUS_EXPR || code == MINUS_EXPR))
    return px_dj_bin (R->dj, code == PLUS_EXPR ? DJ_ADD : DJ_SUB, offset (a), offset (b));
  if (wide && code == MULT_EXPR && TREE_CODE (b) == INTEGER_CST)
    return px_dj_bin (R->dj, DJ_MUL, offset (a), offset (b));
  if (wide && CONVERT_EXPR_CODE_P (code) && px_race_integer_p (TREE_TYPE (a))
      && !POINTER_TYPE_P (TREE_TYPE (a)))
    {
      if (TYPE_PRECISION (TREE_TYPE (a)) == 64)
	return offset (a);
      return px_dj_cast (R->dj, s64,
			 px_race_convert (TREE_TYPE (t), TREE_TYPE (a), px_race_expr (a)));
    }
  return px_dj_cast (R->dj, s64, px_race_expr (t));
}

static px_dj_ref pointer (tree p, int depth);

/* In loop L, or after it: how far an iteration moves P, of its header, whose next value is NEXT;
   0 if that differs.  A loop inside moves it by as much for each of its own iterations.  */
static px_dj_ref
stride_of (loop_p l, tree p, tree next, int depth)
{
  px_dj_ref sum = px_dj_const (R->dj, s64, 0);
  for (tree t = next; t != p; depth++)
    {
      gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
      poly_int64 far;
      HOST_WIDE_INT n;
      px_dj_ref by = px_dj_const (R->dj, s64, 0);
      if (depth > 40)
	return 0;
      if (TREE_CODE (t) == ADDR_EXPR)
	{
	  tree base = get_addr_base_and_unit_offset (TREE_OPERAND (t, 0), &far);
	  if (!base || TREE_CODE (base) != MEM_REF || !far.is_constant (&n))
	    return 0;
	  by = px_dj_const (R->dj, s64, n);
	  t = TREE_OPERAND (base, 0);
	}
      else if (!s || !gimple_bb (s) || !px_race_within (gimple_bb (s)->loop_father, l))
	return 0;
      else if (gphi *phi = dyn_cast<gphi *> (s))
	{
	  loop_p inner = gimple_bb (s)->loop_father;
	  tree start, step;
	  if (inner == l || inner->header != gimple_bb (s) || gimple_phi_num_args (phi) != 2)
	    return 0;
	  px_race_arguments (phi, inner, &start, &step);
	  px_dj_ref each = stride_of (inner, t, step, depth + 1),
		    turns = each ? px_race_turns (inner) : 0;
	  if (!turns)
	    return 0;
	  by = px_dj_bin (R->dj, DJ_MUL, turns, each);
	  t = start;
	}
      else if (!is_gimple_assign (s) || gimple_assign_load_p (s)
	       || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
	return 0;
      else
	{
	  if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR)
	    {
	      px_race_at at (gimple_bb (s)->loop_father);
	      by = offset (gimple_assign_rhs2 (s));
	    }
	  else if (!gimple_assign_single_p (s) && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
	    return 0;
	  t = gimple_assign_rhs1 (s);
	}
      sum = px_dj_bin (R->dj, DJ_ADD, sum, by);
    }
  return px_dj_fixed_in (R->dj, sum, px_race_loop (l)) ? sum : 0;
}

/* P, of a loop's header, moves by as much in each iteration.  0 if it does not, or where the loop
   has been left and it is not known how often it ran.  */
static px_dj_ref
moved (tree p, int depth)
{
  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (p));
  loop_p l = gimple_bb (phi)->loop_father;
  tree init, next;
  if (l->header != gimple_bb (phi) || gimple_phi_num_args (phi) != 2)
    return 0;
  px_race_arguments (phi, l, &init, &next);
  px_dj_ref step = init && next ? stride_of (l, p, next, depth) : 0;
  if (!step)
    return 0;
  px_dj_ref turns = px_race_left_p (p) ? px_race_turns (l) : px_race_iteration (l, p);
  px_race_at at (loop_outer (l));
  px_dj_ref start = pointer (init, depth + 1);
  return start && turns ? px_dj_bin (R->dj, DJ_ADD, start, px_dj_bin (R->dj, DJ_MUL, turns, step))
			: 0;
}

/* The pointer that P is, *BYTES further.  */
static tree
constant_part (tree p, HOST_WIDE_INT *bytes)
{
  *bytes = 0;
  for (;;)
    {
      if (TREE_CODE (p) == ADDR_EXPR)
	{
	  poly_int64 at;
	  HOST_WIDE_INT n;
	  tree base = get_addr_base_and_unit_offset (TREE_OPERAND (p, 0), &at);
	  if (!base || TREE_CODE (base) != MEM_REF || !at.is_constant (&n))
	    return p;
	  *bytes += n;
	  p = TREE_OPERAND (base, 0);
	  continue;
	}
      gimple *s = TREE_CODE (p) == SSA_NAME ? SSA_NAME_DEF_STMT (p) : NULL;
      if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s)
	  || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
	return p;
      if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR)
	{
	  tree by = gimple_assign_rhs2 (s);
	  if (TREE_CODE (by) != INTEGER_CST)
	    return p;
	  *bytes += (HOST_WIDE_INT) TREE_INT_CST_LOW (by);
	}
      else if (!gimple_assign_single_p (s) && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
	return p;
      p = gimple_assign_rhs1 (s);
    }
}

/* P, of a loop's header, changes places with others there in each iteration
   (x = a; a = b; b = x), all of them at constant distances.  0 if it does not.  */
static px_dj_ref
in_turn (tree p, int depth)
{
  HOST_WIDE_INT v[PX_MOST_AROUND], moved;
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (p));
  loop_p l = bb->loop_father;
  tree base = NULL_TREE, t = p;
  int n = 0;
  do
    {
      gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
      tree init, next;
      if (n == PX_MOST_AROUND || !phi || gimple_bb (phi) != bb || l->header != bb
	  || gimple_phi_num_args (phi) != 2)
	return 0;
      px_race_arguments (phi, l, &init, &next);
      if (!init || !next)
	return 0;
      tree b = constant_part (init, &v[n++]);
      if (n > 1 && b != base)
	return 0;
      base = b;
      t = constant_part (next, &moved);
      if (moved)
	return 0;
    }
  while (t != p);
  px_dj_ref r = n > 1 ? px_race_around (v, n, p, l) : 0;
  px_race_at at (loop_outer (l));
  px_dj_ref start = r ? pointer (base, depth + 1) : 0;
  return start ? px_dj_bin (R->dj, DJ_ADD, start, r) : 0;
}

/* Returns true if P leads to one object, and its byte there counts from the object's start: that
   of what members and numbers of parameters contain is not known.  */
static bool
one_object (tree p, px_target *to)
{
  return px_points_to_one (p, to) && to->kind != PX_TO_MEMBER && to->kind != PX_TO_NUMBER;
}

/* That of P, which comes from memory or from a call: the one place where points.cc knows it to
   lead, or any.  */
static px_dj_ref
traced (tree p)
{
  px_target to;
  return one_object (p, &to) && to.at >= 0 ? px_dj_const (R->dj, s64, to.at)
					   : px_race_place (p, NULL_TREE, -1);
}

/* That of P, loaded from REF.  Pointers in structures that the function gets, of one field, are one object
   to px-sync; where each is in it, is not known, if there are several: elements of an array, members
   of one type, parameters of one type.  A pointer from other memory may lead to any byte of an
   object whose address the function has put there.  */
static px_dj_ref
loaded (tree p, tree ref)
{
  tree base = get_base_address (ref), d = NULL_TREE;
  poly_int64 at;
  HOST_WIDE_INT n;
  if (!base || TREE_CODE (base) != PARM_DECL)
    return traced (p);
  if (TREE_CODE (ref) == COMPONENT_REF && TREE_OPERAND (ref, 0) == base)
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (base));
      for (d = DECL_ARGUMENTS (R->fun->decl);
	   d && (d == base || TYPE_MAIN_VARIANT (TREE_TYPE (d)) != type);)
	d = DECL_CHAIN (d);
      if (!d)
	return px_dj_const (R->dj, s64, 0);
    }
  bool constant = get_addr_base_and_unit_offset (ref, &at) == base && at.is_constant (&n) && n >= 0;
  return px_race_place (p, base, constant ? n : -1);
}

/* That of P, which call S returns: px_map_shared keeps it, others may have changed it.  */
static px_dj_ref
of_result (tree p, gimple *s, int depth)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  bool mapped = x && x->needs_cluster && x->operands[0].role < PX_ROLE_READ
		&& POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, 0)));
  return mapped ? pointer (gimple_call_arg (s, 0), depth + 1) : traced (p);
}

/* What P's byte offset is from; NULL: there may be several objects, or it is not known.  */
static tree
root_of (tree p)
{
  px_target to;
  return one_object (p, &to) ? to.root : NULL_TREE;
}

/* That of P, one of two pointers into one object by a condition; 0 if it is not, or that is not
   understood.  */
static px_dj_ref
chosen_pointer (tree p, int depth)
{
  enum
  {
    MOST_DEPTH = 6 /* each such pointer has two ways */
  };
  tree yes, no, root;
  gimple *g = px_race_left_p (p) || depth > MOST_DEPTH
		? NULL
		: px_race_choice (as_a<gphi *> (SSA_NAME_DEF_STMT (p)), &yes, &no);
  if (!g || !(root = root_of (yes)) || root != root_of (no))
    return 0;
  px_race_at at (gimple_bb (g)->loop_father);
  px_dj_ref c = px_race_compare (gimple_cond_code (g), gimple_cond_lhs (g), gimple_cond_rhs (g)),
	    a = c ? pointer (yes, depth + 1) : 0, b = a ? pointer (no, depth + 1) : 0;
  return b ? px_dj_sel (R->dj, c, a, b) : 0;
}

/* T is computed from what L does not change.  */
static bool
made_of_invariants (tree t, loop_p l, int depth)
{
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (px_race_invariant_p (t, l))
    return true;
  if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s) || depth > 8)
    return false;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (!made_of_invariants (gimple_op (s, i), l, depth + 1))
      return false;
  return true;
}

/* The byte offset of pointer P from its object; 0 if it is not known.  */
static px_dj_ref
pointer (tree p, int depth)
{
  if (depth > 40)
    return 0;
  if (TREE_CODE (p) == ADDR_EXPR)
    {
      HOST_WIDE_INT width;
      return px_race_reference (TREE_OPERAND (p, 0), &width);
    }
  if (TREE_CODE (p) != SSA_NAME)
    return 0;
  gimple *s = SSA_NAME_DEF_STMT (p);
  if (SSA_NAME_IS_DEFAULT_DEF (p) || (is_gimple_call (s) && px_shared_array (s)))
    return px_dj_const (R->dj, s64, 0);
  if (is_gimple_call (s))
    return of_result (p, s, depth);
  if (gimple_code (s) == GIMPLE_PHI)
    {
      px_dj_ref r = in_turn (p, depth);
      r = r ? r : moved (p, depth);
      return r ? r : chosen_pointer (p, depth);
    }
  if (!is_gimple_assign (s) || px_race_left_p (p))
    return 0;
  px_race_at at (gimple_bb (s)->loop_father);
  if (gimple_assign_load_p (s))
    return loaded (p, gimple_assign_rhs1 (s));
  tree a = gimple_assign_rhs1 (s);
  if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR)
    {
      px_dj_ref x = pointer (a, depth + 1);
      return x ? px_dj_bin (R->dj, DJ_ADD, x, offset (gimple_assign_rhs2 (s))) : 0;
    }
  if (gimple_assign_single_p (s) || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
    return POINTER_TYPE_P (TREE_TYPE (a)) ? pointer (a, depth + 1) : 0;
  return 0;
}

px_dj_ref
px_race_by_pointer (loop_p l, px_dj_test *test)
{
  gimple *s = last_stmt (l->header);
  edge yes, no;
  if (!s || gimple_code (s) != GIMPLE_COND || !POINTER_TYPE_P (TREE_TYPE (gimple_cond_lhs (s)))
      || px_race_header_accesses (l))
    return 0;
  extract_true_false_edges_from_block (l->header, &yes, &no);
  bool stay = flow_bb_inside_loop_p (l, yes->dest);
  tree p = gimple_cond_lhs (s), end = gimple_cond_rhs (s), init, next;
  tree_code code
    = stay ? gimple_cond_code (s) : invert_tree_comparison (gimple_cond_code (s), false);
  if (stay == flow_bb_inside_loop_p (l, no->dest))
    return 0;
  auto of_header = [l] (tree t) {
    return TREE_CODE (t) == SSA_NAME && gimple_code (SSA_NAME_DEF_STMT (t)) == GIMPLE_PHI
	   && gimple_bb (SSA_NAME_DEF_STMT (t)) == l->header;
  };
  if (!of_header (p))
    {
      std::swap (p, end);
      code = swap_tree_comparison (code);
    }
  if (!of_header (p) || !made_of_invariants (end, l, 0)
      || (code != LT_EXPR && code != LE_EXPR && code != NE_EXPR))
    return 0;
  px_race_arguments (as_a<gphi *> (SSA_NAME_DEF_STMT (p)), l, &init, &next);
  tree root = init && next ? root_of (init) : NULL_TREE;
  px_dj_ref each = root && root == root_of (end) ? stride_of (l, p, next, 0) : 0;
  HOST_WIDE_INT bytes = 0;
  /* A stride that is no constant makes bounds that proofs do not gain by.  */
  bool known = each && px_dj_const_p (R->dj, each, &bytes);
  if (!each || (known ? bytes <= 0 : !R->counted || code == NE_EXPR))
    return 0;
  /* One element each time does not jump over the end.  */
  if (code == NE_EXPR
      && !tree_int_cst_equal (TYPE_SIZE_UNIT (TREE_TYPE (TREE_TYPE (p))), size_int (bytes)))
    return 0;
  px_race_at inside (l);
  px_dj_ref to = pointer (end, 0);
  px_race_at at (loop_outer (l));
  px_dj_ref from = pointer (init, 0);
  if (!from || !to)
    return 0;
  px_dj_ref far = px_dj_bin (R->dj, DJ_SUB, to, from);
  HOST_WIDE_INT a, b;
  if (constant_part (init, &a) == constant_part (end, &b))
    far = px_dj_const (R->dj, s64, b - a);
  if (code == NE_EXPR)
    {
      *test = DJ_CTR_NE;
      return px_dj_bin (R->dj, DJ_DIV, far, px_dj_const (R->dj, s64, bytes));
    }
  *test = DJ_CTR_LT;
  if (code == LT_EXPR)
    far = px_dj_bin (R->dj, DJ_SUB, far, px_dj_const (R->dj, s64, 1));
  px_dj_ref turns = px_dj_bin (R->dj, DJ_DIV, px_dj_bin (R->dj, DJ_ADD, far, each), each);
  return known ? turns
	       : px_dj_sel (R->dj, px_dj_bin (R->dj, DJ_LT, px_dj_const (R->dj, s64, 0), each),
			    turns, px_dj_const (R->dj, s64, INT64_MAX));
}

bool
px_race_same_object (tree a, tree b, px_dj_ref *x, px_dj_ref *y)
{
  tree root = root_of (a);
  return root && root == root_of (b) && (*x = pointer (a, 0)) && (*y = pointer (b, 0));
}

px_dj_ref
px_race_reference (tree ref, HOST_WIDE_INT *width)
{
  /* A store to a bit-field reads and writes what lies around it: adjacent bit-fields are one
     memory location (C11 3.14), which GCC calls their representative.  */
  if (TREE_CODE (ref) == COMPONENT_REF)
    if (tree unit = DECL_BIT_FIELD_REPRESENTATIVE (TREE_OPERAND (ref, 1)))
      return px_race_reference (build3 (COMPONENT_REF, TREE_TYPE (unit), TREE_OPERAND (ref, 0),
					unit, NULL_TREE),
				width);
  poly_int64 size, at;
  tree off;
  machine_mode mode;
  int unsignedp, reversep, volatilep;
  tree base = get_inner_reference (ref, &size, &at, &off, &mode, &unsignedp, &reversep, &volatilep);
  HOST_WIDE_INT bits, start;
  if (!base || !size.is_constant (&bits) || !at.is_constant (&start))
    return 0;
  /* Bits that are no field (BIT_FIELD_REF) are their bytes.  */
  HOST_WIDE_INT first = start >> 3, last = bits > 0 ? (start + bits - 1) >> 3 : first;
  if (bits < 0)
    {
      if (!tree_fits_shwi_p (TYPE_SIZE_UNIT (TREE_TYPE (ref))))
	return 0;
      last = first + tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (ref))) - 1;
    }
  *width = last - first + 1;
  px_dj_ref r = px_dj_const (R->dj, s64, first);
  if (off)
    r = px_dj_bin (R->dj, DJ_ADD, r, offset (off));
  if (TREE_CODE (base) == MEM_REF)
    {
      px_dj_ref p = pointer (TREE_OPERAND (base, 0), 0);
      if (!p || !tree_fits_shwi_p (TREE_OPERAND (base, 1)))
	return 0;
      r = px_dj_bin (R->dj, DJ_ADD, r, p);
      return px_dj_bin (R->dj, DJ_ADD, r,
			px_dj_const (R->dj, s64, tree_to_shwi (TREE_OPERAND (base, 1))));
    }
  return DECL_P (base) ? r : 0;
}

/* ---- conditions ------------------------------------------------------- */

/* What is looked at of the conditions on the way to an access.  */
enum
{
  MOST_CASES = 16, /* labels of a switch */
  MOST_DEPTH = 8   /* blocks between a dominator and what it dominates: a || b || c has three */
};

/* Whether control gets somewhere: known or not; ALWAYS, or if condition C holds.  */
struct way
{
  bool known, always;
  px_dj_ref c;
};

static way
way_both (way a, way b)
{
  if (!a.known || !b.known || a.always || b.always)
    return { a.known && b.known, a.always && b.always, a.always ? b.c : a.c };
  return { true, false, px_dj_bin (R->dj, DJ_LAND, a.c, b.c) };
}

static way
way_either (way a, way b)
{
  if (!a.known || !b.known || a.always || b.always)
    return { a.known && b.known, a.always || b.always, 0 };
  return { true, false, px_dj_bin (R->dj, DJ_LOR, a.c, b.c) };
}

/* Condition C, 0 if it is not understood, or, if NOT_SO, that it does not hold.  */
static way
if_holds (px_dj_ref c, bool not_so)
{
  return { c != 0, false, c && not_so ? px_dj_un (R->dj, DJ_LNOT, c) : c };
}

/* Value T is in the range of case label L.  */
static px_dj_ref
case_holds (tree t, tree l)
{
  tree low = fold_convert (TREE_TYPE (t), CASE_LOW (l));
  if (!CASE_HIGH (l))
    return px_race_compare (EQ_EXPR, t, low);
  px_dj_ref from = px_race_compare (GE_EXPR, t, low),
	    to = px_race_compare (LE_EXPR, t, fold_convert (TREE_TYPE (t), CASE_HIGH (l)));
  return from && to ? px_dj_bin (R->dj, DJ_LAND, from, to) : 0;
}

/* When control takes E at the end of its source.  */
static way
way_taken (edge e)
{
  gimple *s = last_stmt (e->src);
  if (single_succ_p (e->src))
    return { true, true, 0 };
  if (gcond *c = s ? dyn_cast<gcond *> (s) : NULL)
    return if_holds (px_race_compare (gimple_cond_code (c), gimple_cond_lhs (c),
				      gimple_cond_rhs (c)),
		     e->flags & EDGE_FALSE_VALUE);
  gswitch *w = s ? dyn_cast<gswitch *> (s) : NULL;
  if (!w || gimple_switch_num_labels (w) > MOST_CASES)
    return { false, false, 0 };
  bool rest = gimple_switch_default_edge (R->fun, w) == e; /* by default: E is not the others' */
  way r = { true, rest, 0 };
  for (unsigned i = 1; i < gimple_switch_num_labels (w); i++)
    if ((gimple_switch_edge (R->fun, w, i) == e) != rest)
      {
	px_dj_ref c = case_holds (gimple_switch_index (w), gimple_switch_label (w, i));
	way one = if_holds (c, rest);
	if (!one.known)
	  return one;
	r = rest ? way_both (r, one) : r.c ? way_either (r, one) : one;
      }
  return r;
}

/* When control that has come to D comes to X, which D dominates, for the first time.  DEPTH: of
   this recursion.  */
static way
reached (basic_block d, basic_block x, int depth)
{
  way r = { true, false, 0 };
  bool any = false;
  edge e;
  edge_iterator ei;
  if (x == d)
    return { true, true, 0 };
  if (depth > MOST_DEPTH)
    return { false, false, 0 };
  FOR_EACH_EDGE (e, ei, x->preds)
    {
      if (dominated_by_p (CDI_DOMINATORS, e->src, x))
	continue; /* it has come to X before */
      /* Of a loop that was left, only what decided that in its last iteration.  */
      if (e->src->loop_father != d->loop_father
	  || (e->src != d && x->loop_father != d->loop_father))
	return { false, false, 0 };
      way one = way_both (reached (d, e->src, depth + 1), way_taken (e));
      r = any ? way_either (r, one) : one;
      any = true;
      if (!r.known)
	break;
    }
  return any ? r : way{ false, false, 0 };
}

/* Conditions on the way to BB; false if there are others.  That by which a loop before BB was left
   held in its last iteration.  */
bool
px_race_guards (basic_block bb, std::vector<px_dj_ref> *v)
{
  bool all = true;
  px_race_at at (bb->loop_father);
  for (basic_block x = bb, d; x != ENTRY_BLOCK_PTR_FOR_FN (R->fun); x = d)
    {
      d = get_immediate_dominator (CDI_DOMINATORS, x);
      if (!d || d == ENTRY_BLOCK_PTR_FOR_FN (R->fun))
	break;
      if (dominated_by_p (CDI_POST_DOMINATORS, d, x))
	continue; /* always continues at X */
      way w = reached (d, x, 0);
      if (!w.known)
	all = false;
      else if (!w.always)
	v->push_back (w.c);
    }
  /* In the order of evaluation.  */
  std::reverse (v->begin (), v->end ());
  return all;
}

/* A counter 0, …, N - 1 in a loop of its own within L.  */
static px_dj_ref
row_of (loop_p l, px_dj_ref n)
{
  px_dj_ref &r = R->rows[{ l->num, n }];
  if (!r)
    {
      px_dj_ctr c = {};
      c.name = "row";
      c.start = px_dj_const (R->dj, s64, 0);
      c.step = px_dj_const (R->dj, s64, 1);
      c.bound = n;
      c.test = DJ_CTR_LT;
      c.every = true;
      c.persp = px_race_persp ({ PX_THREAD, 1 });
      c.loop = px_dj_loop (R->dj, px_race_loop (l));
      r = px_dj_ctr_new (R->dj, &c);
    }
  return r;
}

/* The expressions of IN, which call S calls: its parameters are the arguments.  */
static px_dj_copies *
copies_for (gimple *s, const px_race *in)
{
  px_dj_copies *&c = R->calls[s];
  if (c)
    return c;
  c = px_dj_copies_new (R->dj, in->dj, px_race_loop (gimple_bb (s)->loop_father));
  for (auto &p : in->parameters)
    {
      tree arg
	= (unsigned) p.first < gimple_call_num_args (s) ? gimple_call_arg (s, p.first) : NULL_TREE;
      px_dj_type type = px_dj_type_of (in->dj, p.second);
      if (arg && INTEGRAL_TYPE_P (TREE_TYPE (arg)) && px_race_integer_p (TREE_TYPE (arg))
	  && (TREE_CODE (TREE_TYPE (arg)) == BOOLEAN_TYPE) == (type.bits == 1))
	px_dj_bind (c, p.second, px_dj_cast (R->dj, type, px_race_expr (arg)));
    }
  return c;
}

/* Returns true if a counter says how often L runs.  */
static bool
explained (loop_p l)
{
  for (const px_race::counter &k : R->counters)
    if (k.loop == l && k.whole)
      return true;
  return false;
}

bool
px_race_access (gimple *s, const px_reach &reach, px_dj_access *a)
{
  HOST_WIDE_INT width = 0;
  px_dj_copies *copies = NULL;
  px_dj_ref at, apart = 0;
  px_race_at used (gimple_bb (s)->loop_father);
  if (const px_called *x = reach.called)
    {
      if (!x->in)
	return false;
      copies = copies_for (s, x->in);
      tree p = x->parameter < 0 ? reach.base : gimple_call_arg (s, x->parameter);
      px_dj_ref from = p ? pointer (p, 0) : px_dj_const (R->dj, s64, 0);
      width = x->at.width;
      at = from ? px_dj_bin (R->dj, DJ_ADD, from, px_dj_copy (copies, x->at.offset)) : 0;
    }
  else if (reach.number)
    {
      at = px_dj_cast (R->dj, s64, px_race_expr (reach.number));
      width = reach.size;
    }
  else
    at = px_race_reference (reach.ref, &width);
  if (!at || width < 1)
    return false;
  std::vector<px_dj_ref> *g = new std::vector<px_dj_ref>, *c = new std::vector<px_dj_ref>,
			 *known = new std::vector<px_dj_ref>;
  R->lists.push_back (g);
  R->lists.push_back (known);
  R->lists.push_back (c);
  if (reach.rows > 1)
    {
      px_dj_ref row = row_of (gimple_bb (s)->loop_father, px_dj_const (R->dj, s64, reach.rows));
      px_dj_ref stride
	= px_dj_bin (R->dj, DJ_MUL, px_dj_cast (R->dj, s64, px_race_expr (reach.stride)),
		     px_dj_const (R->dj, s64, reach.size));
      at = px_dj_bin (R->dj, DJ_ADD, at, px_dj_bin (R->dj, DJ_MUL, row, stride));
      c->push_back (row);
      if (reach.apart && TREE_CODE (reach.stride) != INTEGER_CST)
	apart = px_dj_bin (R->dj, DJ_LE, px_dj_const (R->dj, s64, width), stride);
    }
  if (reach.count)
    {
      px_dj_ref byte = row_of (gimple_bb (s)->loop_father, offset (reach.count));
      at = px_dj_bin (R->dj, DJ_ADD, at, byte);
      c->push_back (byte);
    }
  memset (a, 0, sizeof *a);
  a->offset = at;
  a->width = width;
  a->complete = px_race_guards (gimple_bb (s), g);
  px_race_facts (s, known);
  if (apart)
    g->push_back (apart);
  for (const px_race::counter &k : R->counters)
    if (flow_bb_inside_loop_p (k.loop, gimple_bb (s)))
      c->push_back (k.ref);
  /* A loop that no counter explains may not run.  */
  for (loop_p l = gimple_bb (s)->loop_father; l->num; l = loop_outer (l))
    a->complete &= explained (l);
  if (copies)
    {
      const px_dj_access &x = reach.called->at;
      a->complete &= x.complete;
      for (int i = 0; i < x.n_guards; i++)
	g->push_back (px_dj_copy (copies, x.guard[i]));
      for (int i = 0; i < x.n_ctrs; i++)
	c->push_back (px_dj_copy (copies, x.ctr[i]));
      for (int i = 0; i < x.n_facts; i++)
	known->push_back (px_dj_copy (copies, x.fact[i]));
    }
  a->guard = g->data ();
  a->n_guards = g->size ();
  a->ctr = c->data ();
  a->n_ctrs = c->size ();
  a->fact = known->data ();
  a->n_facts = known->size ();
  return true;
}

bool
px_race_access_at (gimple *s, const px_reach &reach, loop_p l, int k, px_dj_access *a)
{
  std::map<tree, px_dj_ref> inside, next;
  std::vector<px_race::counter> counters;
  std::map<int, px_dj_ref> iterations = R->iterations;
  std::map<gimple *, px_dj_copies *> calls;
  decltype (R->finals) finals;
  auto within = [l] (loop_p x) {
    return px_race_within (x, l);
  };
  /* Values of L's own give way to those of one iteration, and come back.  */
  auto varies = [l] (tree t) {
    return !px_race_invariant_p (t, l);
  };
  auto take_out = [&] (std::map<tree, px_dj_ref> *to) {
    for (auto i = R->exprs.begin (); i != R->exprs.end ();)
      if (varies (i->first))
	{
	  to->insert (*i);
	  i = R->exprs.erase (i);
	}
      else
	i++;
  };
  for (const px_race::counter &c : R->counters)
    if (within (c.loop))
      counters.push_back (c);
  std::swap (finals, R->finals);
  for (int i = 0; i <= k; i++)
    {
      px_race_at at (i ? l : loop_outer (l));
      next.clear ();
      R->finals.clear ();
      for (gphi_iterator g = gsi_start_phis (l->header); !gsi_end_p (g); gsi_next (&g))
	{
	  tree t = gimple_phi_result (g.phi ());
	  if (!virtual_operand_p (t) && px_race_integer_p (TREE_TYPE (t)))
	    next[t] = px_race_expr (
	      PHI_ARG_DEF_FROM_EDGE (g.phi (), i ? loop_latch_edge (l) : loop_preheader_edge (l)));
	}
      std::map<tree, px_dj_ref> gone;
      take_out (i ? &gone : &inside);
      R->exprs.insert (next.begin (), next.end ());
      R->finals.clear ();
    }
  std::swap (calls, R->calls);
  bool known = px_race_access (s, reach, a);
  std::swap (calls, R->calls);
  std::swap (finals, R->finals);
  px_race_free_calls (&calls);
  take_out (&next);
  R->exprs.insert (inside.begin (), inside.end ());
  R->counters.erase (std::remove_if (R->counters.begin (), R->counters.end (),
				     [&] (const px_race::counter &c) { return within (c.loop); }),
		     R->counters.end ());
  for (auto &i : R->iterations)
    if (within (get_loop (R->fun, i.first)))
      i.second = iterations[i.first];
  R->counters.insert (R->counters.end (), counters.begin (), counters.end ());
  return known;
}

/* What the next value of counter C, NEXT, is of *BOUND, which may change, if C itself is CODE of it
   (while (i++ < n)), where nothing else ends the loop; ERROR_MARK: it is not known.  With != a value
   past the bound would lead to an overflow, as px_dj_ctr_new has it.  */
static tree_code
of_last_value (tree_code code, tree c, tree next, tree *bound)
{
  gimple *s = next && TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
  tree type = TREE_TYPE (c);
  if (!s || !is_gimple_assign (s) || gimple_assign_rhs_code (s) != PLUS_EXPR
      || px_race_original (gimple_assign_rhs1 (s)) != c || !INTEGRAL_TYPE_P (type)
      || TYPE_OVERFLOW_WRAPS (type))
    return ERROR_MARK;
  tree by = gimple_assign_rhs2 (s);
  bool up = integer_onep (by), down = integer_minus_onep (by);
  /* The next value is one more than what is below the bound, or equal to it.  */
  if ((up && code == LE_EXPR) || (down && code == GE_EXPR))
    {
      tree last
	= TREE_CODE (*bound) == INTEGER_CST ? int_const_binop (PLUS_EXPR, *bound, by) : NULL_TREE;
      if (!last || TREE_OVERFLOW (last))
	return ERROR_MARK;
      *bound = last;
      return code;
    }
  if (up && (code == LT_EXPR || code == NE_EXPR))
    return LE_EXPR;
  return down && (code == GT_EXPR || code == NE_EXPR) ? GE_EXPR : ERROR_MARK;
}

bool
px_race_end_test (loop_p l, tree c, tree_code *test, tree *bound, bool *first)
{
  edge out = single_exit (l), yes, no;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (c));
  gimple *s = out ? last_stmt (out->src) : NULL;
  if (!phi || !s || gimple_code (s) != GIMPLE_COND || !l->latch
      || (out->src != l->latch
	  && (!single_pred_p (l->latch) || single_pred (l->latch) != out->src
	      || !empty_block_p (l->latch))))
    return false;
  tree init, next, a = px_race_original (gimple_cond_lhs (s)), b = gimple_cond_rhs (s);
  px_race_arguments (phi, l, &init, &next);
  extract_true_false_edges_from_block (out->src, &yes, &no);
  tree_code code = gimple_cond_code (s);
  if (yes == out)
    code = invert_tree_comparison (code, false);
  if (tree x = px_race_original (b); x == next || x == c)
    {
      b = a;
      a = x;
      code = swap_tree_comparison (code);
    }
  if (init && a == c)
    {
      code = of_last_value (code, c, next, &b);
      a = next;
    }
  if (!init || !next || a != next || code == ERROR_MARK || !px_race_steady_p (b, l))
    return false;
  init = px_race_constant (init);
  *first = TREE_CODE (init) == INTEGER_CST && TREE_CODE (b) == INTEGER_CST
	   && integer_onep (fold_build2 (code, boolean_type_node, init, b));
  *test = code;
  *bound = b;
  return true;
}

void
px_race_at_least_once (px_dj_ctr *c, px_dj_type type, bool added, tree by, bool every)
{
  if (c->test == DJ_CTR_NE && every && !type.wraps && TREE_CODE (by) == INTEGER_CST)
    return;
  bool up = c->test == DJ_CTR_LT || c->test == DJ_CTR_LE,
       down = c->test == DJ_CTR_GT || c->test == DJ_CTR_GE,
       more = TREE_CODE (by) == INTEGER_CST && (tree_int_cst_sgn (by) > 0) == added;
  if (type.wraps || TREE_CODE (by) != INTEGER_CST || integer_zerop (by) || !(more ? up : down))
    {
      c->test = DJ_CTR_ANY;
      return;
    }
  px_dj_ref one = px_dj_const (R->dj, type, 1), end = c->start;
  if (c->test == DJ_CTR_LT)
    end = px_dj_bin (R->dj, DJ_ADD, end, one);
  if (c->test == DJ_CTR_GT)
    end = px_dj_bin (R->dj, DJ_SUB, end, one);
  c->bound = px_dj_bin (R->dj, up ? DJ_MAX : DJ_MIN, c->bound, end);
}

int
px_race_sure (gimple *s, loop_p l, int most)
{
  tree t = px_race_main_counter (l), bound, init, next;
  tree_code test;
  edge out = single_exit (l);
  if (!t || !out || out->src != l->header || !px_race_header_test (l, t, &test, &bound))
    return 0;
  std::vector<px_dj_ref> facts;
  px_race_at at (gimple_bb (s)->loop_father);
  px_race_guards (gimple_bb (s), &facts);
  px_race_facts (s, &facts);
  px_race_arguments (as_a<gphi *> (SSA_NAME_DEF_STMT (t)), l, &init, &next);
  bool inside = flow_bb_inside_loop_p (l, gimple_bb (s));
  px_dj_ref from = px_dj_cast (R->dj, s64, inside ? px_race_expr (t) : px_race_first (l, init)),
	    to = px_dj_cast (R->dj, s64, px_race_expr (px_race_constant (bound)));
  int n = 0;
  while (n < most
	 && px_dj_prove (
	   R->dj, facts.data (), facts.size (),
	   px_dj_bin (R->dj, test == LT_EXPR ? DJ_LT : DJ_LE,
		      px_dj_bin (R->dj, DJ_ADD, from, px_dj_const (R->dj, s64, n + inside)), to)))
    n++;
  return n;
}
