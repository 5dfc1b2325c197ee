/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which number of a ring an access is of: its slot, as an index of the ring's array, is a counter of
   a loop plus a constant, or goes around.

   Needs: the tree with its accesses and their sources; SSA form, loops, scalar evolution.
   Leaves: nothing changed.  */

#include "plugin/bridge/ring-int.h"

tree
px_whole_slots (tree bytes, HOST_WIDE_INT size)
{
  if (TREE_CODE (bytes) == INTEGER_CST)
    {
      HOST_WIDE_INT n = wi::to_wide (bytes).to_shwi ();
      return n % size == 0 ? build_int_cst (ssizetype, n / size) : NULL_TREE;
    }
  gimple *s = TREE_CODE (bytes) == SSA_NAME ? SSA_NAME_DEF_STMT (bytes) : NULL;
  tree_code c = s && is_gimple_assign (s) ? gimple_assign_rhs_code (s) : ERROR_MARK;
  tree by = c == MULT_EXPR || c == LSHIFT_EXPR ? gimple_assign_rhs2 (s) : NULL_TREE;
  HOST_WIDE_INT k = by && tree_fits_shwi_p (by) ? tree_to_shwi (by) : -1;
  if (c == LSHIFT_EXPR)
    k = k >= 0 && k < 31 ? HOST_WIDE_INT_1 << k : -1;
  if (k != size)
    return NULL_TREE;
  /* An index of an array is made as wide as an address likewise.  */
  tree n = gimple_assign_rhs1 (s);
  s = TREE_CODE (n) == SSA_NAME ? SSA_NAME_DEF_STMT (n) : NULL;
  if (s && is_gimple_assign (s) && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
    if (tree from = gimple_assign_rhs1 (s);
	INTEGRAL_TYPE_P (TREE_TYPE (from))
	&& TYPE_PRECISION (TREE_TYPE (from)) <= TYPE_PRECISION (TREE_TYPE (n)))
      return from;
  return n;
}

/* True if T is 0, as what it is the quotient of is less than the divisor: a remainder, times a constant.  */
static bool
no_quotient (tree t)
{
  widest_int times = 1;
  t = px_without_conversions (t, PX_KEEP_ALL);
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || !is_gimple_assign (s) || gimple_assign_rhs_code (s) != TRUNC_DIV_EXPR
      || !px_start_p (gimple_assign_rhs2 (s)))
    return false;
  widest_int by = tree_to_shwi (gimple_assign_rhs2 (s));
  for (int steps = 0; steps < 4; steps++)
    {
      t = px_without_conversions (gimple_assign_rhs1 (s), PX_KEEP_ALL);
      s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
      if (!s || !is_gimple_assign (s) || gimple_num_ops (s) < 3
	  || !px_start_p (gimple_assign_rhs2 (s)))
	return false;
      widest_int k = tree_to_shwi (gimple_assign_rhs2 (s));
      switch (gimple_assign_rhs_code (s))
	{
	case MULT_EXPR: times *= k; break;
	case LSHIFT_EXPR: times = k < 31 ? wi::lshift (times, k) : by; break;
	case TRUNC_MOD_EXPR: return k > 0 && (k - 1) * times < by;
	case BIT_AND_EXPR: return k >= 0 && k * times < by;
	default: return false;
	}
    }
  return false;
}

/* A sum or product, or a conversion of A: what its operands are, and, of a product, the constant K by which A is
   multiplied, 0: by no constant.  */
struct slot_term
{
  tree_code code; /* MULT_EXPR of a shift, too */
  tree a, b;
  HOST_WIDE_INT k;
};

static bool
slot_term_of (tree t, int depth, slot_term *r)
{
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || !is_gimple_assign (s) || depth > 12)
    return false;
  r->code = gimple_assign_rhs_code (s);
  r->a = gimple_assign_rhs1 (s);
  r->b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  bool constant = r->b && tree_fits_shwi_p (r->b);
  r->k = constant ? tree_to_shwi (r->b) : 0;
  if (r->code == LSHIFT_EXPR)
    {
      r->code = MULT_EXPR;
      r->k = constant && r->k >= 0 && r->k < 31 ? HOST_WIDE_INT_1 << r->k : 0;
    }
  return true;
}

/* True if one of the terms of TIMES * BYTES leads from a slot of SIZE bytes to a later one, unless it is 0.
   A constant that leads back may make up for what a thread's number is too large by.  */
static bool
leaves_slot (tree bytes, HOST_WIDE_INT times, HOST_WIDE_INT size, int depth)
{
  slot_term t;
  if (abs_hwi (times) >= size)
    return !no_quotient (bytes);
  if (TREE_CODE (bytes) == INTEGER_CST) /* of an unsigned type the largest is -1 */
    return wi::gts_p (wi::mul (widest_int::from (wi::to_wide (bytes), SIGNED), times), size - 1);
  if (!slot_term_of (bytes, depth, &t))
    return false;
  switch (t.code)
    {
    CASE_CONVERT:
    case SSA_NAME: return leaves_slot (t.a, times, size, depth + 1);
    case PLUS_EXPR:
    case MINUS_EXPR:
      return leaves_slot (t.a, times, size, depth + 1)
	     || leaves_slot (t.b, t.code == PLUS_EXPR ? times : -times, size, depth + 1);
    case MULT_EXPR:
      return t.k
	     && (abs_hwi (t.k) >= size ? !no_quotient (t.a)
				       : leaves_slot (t.a, times * t.k, size, depth + 1));
    default: return false;
    }
}

/* Of the terms of TIMES * BYTES the one that leads to a slot of SIZE bytes, as an index, if the others stay in that;
   NULL: it is not so.  sl[i % S] + t is one sum in GIMPLE, if sl is a pointer to slots.  */
static tree
slot_among (tree bytes, HOST_WIDE_INT times, HOST_WIDE_INT size, int depth)
{
  slot_term t;
  if (!slot_term_of (bytes, depth, &t))
    return NULL_TREE;
  switch (t.code)
    {
    CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (t.a))
		 && TYPE_PRECISION (TREE_TYPE (t.a)) <= TYPE_PRECISION (TREE_TYPE (bytes))
	       ? slot_among (t.a, times, size, depth + 1)
	       : NULL_TREE;
    case SSA_NAME: return slot_among (t.a, times, size, depth + 1);
    case PLUS_EXPR:
      if (tree index = slot_among (t.a, times, size, depth + 1))
	return leaves_slot (t.b, times, size, 0) ? NULL_TREE : index;
      return leaves_slot (t.a, times, size, 0) ? NULL_TREE
					       : slot_among (t.b, times, size, depth + 1);
    case MULT_EXPR:
      if (t.k < 1 || t.k > size)
	return NULL_TREE;
      return t.k * times == size ? px_without_conversions (t.a)
				 : slot_among (t.a, times * t.k, size, depth + 1);
    default: return NULL_TREE;
    }
}

HOST_WIDE_INT
px_slot_size (tree p)
{
  tree d = TREE_CODE (p) == SSA_NAME ? px_shared_array (SSA_NAME_DEF_STMT (p)) : NULL_TREE;
  tree size = d && TREE_CODE (TREE_TYPE (d)) == ARRAY_TYPE
		? TYPE_SIZE_UNIT (TREE_TYPE (TREE_TYPE (d)))
		: NULL_TREE;
  return size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : 0;
}

static bool
of_size (tree type, HOST_WIDE_INT size)
{
  return TYPE_SIZE_UNIT (type) && compare_tree_int (TYPE_SIZE_UNIT (type), size) == 0;
}

/* True if S, which adds to a pointer, results in a pointer to a whole slot of SIZE bytes, or to void.  What
   is added to a pointer to less need not stay in the slot.  */
static bool
to_slots (gimple *s, HOST_WIDE_INT size)
{
  tree type = TREE_TYPE (TREE_TYPE (gimple_assign_lhs (s)));
  return VOID_TYPE_P (type) || of_size (type, size);
}

/* The slot that reference or pointer T is in, as an index of the ring's array;
   NULL: it is not one.  */
tree
px_slot_index (tree t)
{
  std::vector<gimple *> added; /* what is added to pointers on the way */
  /* Of SIZE bytes, if the rest is in slot INDEX; or, if ALIAS, of slots from 0 on.  */
  auto moved = [&added] (tree index, HOST_WIDE_INT size, bool alias = false) {
    for (gimple *s : added)
      {
	tree bytes = gimple_assign_rhs2 (s), n = px_whole_slots (bytes, size);
	if (n ? integer_zerop (n) : !leaves_slot (bytes, 1, size, 0))
	  continue;
	if (!index || !integer_zerop (index))
	  return NULL_TREE;
	index = n	? to_slots (s, size) ? n : NULL_TREE
		: alias ? slot_among (bytes, 1, size, 0)
			: NULL_TREE;
      }
    return index;
  };
  for (int steps = 0; steps < 50; steps++)
    {
      const bool address = TREE_CODE (t) == ADDR_EXPR;
      if (address)
	t = TREE_OPERAND (t, 0);
      tree array = NULL_TREE;
      for (; handled_component_p (t); t = TREE_OPERAND (t, 0))
	array = t;
      if (TREE_CODE (t) == MEM_REF)
	{
	  tree p = TREE_OPERAND (t, 0);
	  if (HOST_WIDE_INT size = px_slot_size (p))
	    {
	      if (array && TREE_CODE (array) == ARRAY_REF && of_size (TREE_TYPE (array), size))
		return integer_zerop (TREE_OPERAND (t, 1)) ? moved (TREE_OPERAND (array, 1), size)
							   : NULL_TREE;
	      /* Of the whole ring, to which slots are added: what is given to a function may be meant as all.  */
	      if (address && !array && integer_zerop (TREE_OPERAND (t, 1))
		  && !of_size (TREE_TYPE (t), size))
		{
		  tree index = moved (integer_zero_node, size, true);
		  return index && !integer_zerop (index) ? index : NULL_TREE;
		}
	      return of_size (TREE_TYPE (t), size)
		       ? moved (px_whole_slots (TREE_OPERAND (t, 1), size), size)
		       : NULL_TREE;
	    }
	  t = p;
	  continue;
	}
      if (TREE_CODE (t) != SSA_NAME || !is_gimple_assign (SSA_NAME_DEF_STMT (t)))
	return NULL_TREE;
      gimple *s = SSA_NAME_DEF_STMT (t);
      tree_code c = gimple_assign_rhs_code (s);
      if (c != POINTER_PLUS_EXPR && c != ADDR_EXPR && c != SSA_NAME && !CONVERT_EXPR_CODE_P (c))
	return NULL_TREE;
      t = gimple_assign_rhs1 (s);
      if (c == POINTER_PLUS_EXPR)
	added.push_back (s);
      HOST_WIDE_INT size = px_slot_size (t);
      if (size && c == POINTER_PLUS_EXPR && to_slots (s, size))
	return moved (integer_zero_node, size);
    }
  return NULL_TREE;
}

/* True if T is the counter of LOOP, or one that a loop around LOOP continues: it starts with constant
   *START and increases by one a turn, or, if AROUND, to the next of SLOTS slots.  */
static bool
counter_p (tree t, loop_p loop, HOST_WIDE_INT *start, int slots, bool around)
{
  gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
  if (!phi || gimple_bb (phi) != loop->header || gimple_phi_num_args (phi) != 2)
    return false;
  edge latch = loop_latch_edge (loop), entry = loop_preheader_edge (loop);
  HOST_WIDE_INT step, c;
  if (!around && TYPE_PRECISION (TREE_TYPE (t)) < 32 && !px_wraps_at (TREE_TYPE (t), slots)
      && !px_fits (t, TREE_TYPE (t)))
    return false;
  if (around
	? !px_next_slot_p (PHI_ARG_DEF_FROM_EDGE (phi, latch), latch, NULL, t, slots)
	: px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, latch), &step, PX_KEEP_MODULO, slots)
	      != t
	    || step != 1)
    return false;
  tree from = px_less_constants (PHI_ARG_DEF_FROM_EDGE (phi, entry), &c);
  if (px_start_p (from))
    {
      *start = tree_to_shwi (from) + c;
      return !around || (*start >= 0 && *start < slots);
    }
  /* Of an outer loop, which takes this one's last value back.  */
  loop_p outer = loop_outer (loop);
  gphi *up = TREE_CODE (from) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (from)) : NULL;
  if (c || !up || !outer->num || gimple_bb (up) != outer->header || gimple_phi_num_args (up) != 2
      || !px_tested_first (loop))
    return false;
  tree back = px_without_conversions (PHI_ARG_DEF_FROM_EDGE (up, loop_latch_edge (outer)));
  if (back != t)
    return false;
  from = px_less_constants (PHI_ARG_DEF_FROM_EDGE (up, loop_preheader_edge (outer)), &c);
  if (!px_start_p (from))
    return false;
  *start = tree_to_shwi (from) + c;
  return !around || (*start >= 0 && *start < slots);
}

/* The LOOP around S that is L; NULL: it is not.  */
px_stmt *
px_loop_stmt (px_stmt *s, loop_p l)
{
  for (; s; s = s->seq->up)
    if (s->kind == PX_LOOP && s->user == l)
      return s;
  return NULL;
}

/* True if T is the turn of LOOP, from 0 on, plus constant *START, by its scalar evolution.  */
static bool
turn_p (tree t, loop_p loop, HOST_WIDE_INT *start)
{
  HOST_WIDE_INT every = 1;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t)) || TYPE_PRECISION (TREE_TYPE (t)) < 32)
    return false;
  /* Of what goes up by as much as it is divided by.  */
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  tree_code code = s && is_gimple_assign (s) ? gimple_assign_rhs_code (s) : ERROR_MARK;
  if ((code == TRUNC_DIV_EXPR || code == RSHIFT_EXPR) && tree_fits_shwi_p (gimple_assign_rhs2 (s)))
    {
      HOST_WIDE_INT by = tree_to_shwi (gimple_assign_rhs2 (s));
      if (by < 0 || by > (code == RSHIFT_EXPR ? 30 : INT_MAX))
	return false;
      every = code == RSHIFT_EXPR ? (HOST_WIDE_INT) 1 << by : by;
      t = px_without_conversions (gimple_assign_rhs1 (s));
    }
  tree e = instantiate_parameters (loop, analyze_scalar_evolution (loop, t));
  if (!every || !e || TREE_CODE (e) != POLYNOMIAL_CHREC || get_chrec_loop (e) != loop)
    return false;
  tree first = CHREC_LEFT (e);
  if (TREE_CODE (first) == MINUS_EXPR
      && px_without_conversions (TREE_OPERAND (first, 0))
	   == px_without_conversions (TREE_OPERAND (first, 1)))
    first = build_zero_cst (TREE_TYPE (first));
  if (!px_start_p (first) || !tree_fits_shwi_p (CHREC_RIGHT (e))
      || tree_to_shwi (CHREC_RIGHT (e)) != every || tree_to_shwi (first) % every)
    return false;
  *start = tree_to_shwi (first) / every;
  return *start >= 0 || every == 1;
}

tree
px_slot_of_access (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  return s && (s->reach.ref || s->pointer)
	   ? px_slot_index (s->reach.ref ? s->reach.ref : s->pointer)
	   : NULL_TREE;
}

/* The number of access A of a ring with SLOTS slots; CONTINUES: of a counter that
   outer loops do not reset.  */
bool
px_slot_of (px_fn *f, const px_acc *a, int slots, px_slot *r, bool *continues)
{
  const px_source *s = (const px_source *) a->user;
  tree t = px_slot_of_access (a);
  HOST_WIDE_INT c = 0;
  *continues = false;
  if (slots == 1)
    {
      *r = { NULL, 0 };
      return true;
    }
  if (!t)
    return false;
  t = px_without_conversions (t);
  tree known = px_constant_at (f, t, -1, -1);
  if (known && tree_fits_shwi_p (known))
    {
      *r = { NULL, tree_to_shwi (known) };
      return r->c >= 0 && r->c < slots;
    }
  if (TREE_CODE (t) != SSA_NAME)
    return false;
  gimple *mod = SSA_NAME_DEF_STMT (t);
  tree_code code = is_gimple_assign (mod) ? gimple_assign_rhs_code (mod) : ERROR_MARK;
  bool rest = (code == TRUNC_MOD_EXPR && compare_tree_int (gimple_assign_rhs2 (mod), slots) == 0)
	      || (code == BIT_AND_EXPR && !(slots & (slots - 1))
		  && compare_tree_int (gimple_assign_rhs2 (mod), slots - 1) == 0);
  if (rest)
    t = px_without_constants (gimple_assign_rhs1 (mod), &c, PX_KEEP_MODULO, slots);
  /* True if the rest is the slot of T + C, provided that T is never below START.  */
  auto right = [&] (HOST_WIDE_INT start) {
    return px_rest_is_slot (mod, slots, t, start);
  };
  loop_p loop = gimple_bb (s->stmt)->loop_father;
  for (; loop->num; loop = loop_outer (loop))
    {
      HOST_WIDE_INT start;
      if ((rest && counter_p (t, loop, &start, slots, false)
	   && px_rest_is_slot (mod, slots, NULL_TREE, 0))
	  || counter_p (t, loop, &start, slots, true))
	{
	  HOST_WIDE_INT k;
	  tree from = PHI_ARG_DEF_FROM_EDGE (as_a<gphi *> (SSA_NAME_DEF_STMT (t)),
					     loop_preheader_edge (loop));
	  *continues = TREE_CODE (px_less_constants (from, &k)) == SSA_NAME;
	}
      else if (!rest || !turn_p (t, loop, &start) || !right (start))
	continue;
      *r = { loop, start + c };
      return r->c >= 0;
    }
  return false;
}
