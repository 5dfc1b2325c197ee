/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants out of indices.  An address is a base, a sum of coefficients times values, and a
   constant.  Of accesses whose addresses differ by a constant the first one's is computed, and
   the others are at an offset from it, which costs nothing in PTX; so are those that differ by
   a multiple of one more value, the stride of a row, at a pointer that all in the row share.

     x = a[i * n + j];                 p = &a[i * n + j];          x = *p;
     y = a[i * n + j + 1];                                         y = p[1];
     z = a[(i + 2) * n + j + 1];       q = p + 2 * n;              z = q[1];

   GCC's nvptx compiler does not do that, since i, j and n have 32 bits and addresses 64: to
   take the constant out of (long) (j + 1) one must know that j + 1 does not overflow, which C
   says of signed numbers that GCC has not made unsigned, and PTX no longer shows it.
   What is computed anew is computed where the access is, which depends on the same values: so
   it relies on nothing that has not been relied on there.

   Accesses on several ways, none of which comes after another one, hang on a pointer that is made
   where the ways part, of the address without the constant:

     if (c) x = a[i * n + j - 1];      p = a + i * n + j;   if (c) x = p[-1];
     if (d) y = a[i * n + j + 1];                           if (d) y = p[1];

   It is computed in 64 bits without a sign, of values as they are, which may wrap; an access that
   is executed finds the address that it had.

   Needs: a device function in SSA form, when GCC's early passes have joined equal values.
   Leaves: the same accesses, of the same types, in the same order.  */

#include "plugin/opt/opt.h"

/* How deep a value is looked into, and how many terms an address may have: enough for a tile of
   a tile of a matrix.  */
enum
{
  MOST_STEPS = 16,
  MOST_TERMS = 6
};

/* An address: a base, which is a pointer or the address of a variable, and bytes.  */
struct address
{
  tree base;
  aff_tree bytes;
  std::set<tree> strides; /* values that a constant was taken out of a product with */
  bool few;		  /* other products are one term each: there would be too many */
};

/* An access, or the first one of a row, and the pointer that it is at.  */
struct place
{
  gimple *s;
  unsigned op; /* of S, the reference */
  address a;
  tree pointer; /* NULL: not made yet */
  HOST_WIDE_INT offset;
};

/* SUM += K * X, as 64 bits.  */
static void add_terms (address *a, aff_tree *sum, tree x, const widest_int &k, int depth);

/* T without conversions.  */
static tree
unconverted (tree t)
{
  while (CONVERT_EXPR_P (t))
    t = TREE_OPERAND (t, 0);
  return t;
}

/* X, or what it was converted from, signed or not, where that is not negative: both are the same
   in 64 bits.  */
static tree
same_in_64 (tree x)
{
  while (TREE_CODE (x) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (x)))
    {
      gimple *s = SSA_NAME_DEF_STMT (x);
      if (!is_gimple_assign (s) || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
	break;
      tree from = gimple_assign_rhs1 (s);
      if (TREE_CODE (from) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (from)
	  || !INTEGRAL_TYPE_P (TREE_TYPE (from))
	  || TYPE_PRECISION (TREE_TYPE (from)) != TYPE_PRECISION (TREE_TYPE (x))
	  || wi::neg_p (get_nonzero_bits (from), SIGNED))
	break;
      x = from;
    }
  return x;
}

static void
add_value (aff_tree *sum, tree x, const widest_int &k)
{
  aff_combination_add_elt (sum, fold_convert (sizetype, same_in_64 (x)), k);
}

/* True if arithmetic of TYPE has the same result in 64 bits wherever C defines it.  */
static bool
exact_p (tree type)
{
  return INTEGRAL_TYPE_P (type)
	 && (TYPE_PRECISION (type) == 64
	     || (TYPE_PRECISION (type) < 64 && TYPE_OVERFLOW_UNDEFINED (type)));
}

/* How good F is as the factor whose terms become products with the other one: best a sum with a
   constant, (x + 2) * y = x * y + 2 * y, then any other than one value, so that x * y and that have
   a product in common; 0: not at all.  */
static int
rank_of (const aff_tree &f)
{
  if (f.rest || !f.n || f.n > 2)
    return 0;
  return maybe_ne (f.offset, 0) ? 3 : f.n == 2 || f.elts[0].coef != 1 ? 2 : 1;
}

/* SUM += K * X * Y as products of two values and, from a constant in X or Y, of a stride.  */
static bool
walk_product (address *a, aff_tree *sum, tree x, tree y, const widest_int &k, int depth)
{
  aff_tree fx, fy, w, product;
  aff_combination_const (&fx, sizetype, 0);
  aff_combination_const (&fy, sizetype, 0);
  aff_combination_const (&w, sizetype, 0);
  add_terms (a, &fx, x, 1, depth);
  add_terms (a, &fy, y, 1, depth);
  bool swap = rank_of (fy) > rank_of (fx);
  aff_tree *f = swap ? &fy : &fx;
  if (!rank_of (*f) || (a->few && known_eq (f->offset, 0)))
    return false;
  tree other = swap ? x : y;
  add_value (&w, other, 1);
  if (maybe_ne (f->offset, 0))
    a->strides.insert (other);
  aff_combination_mult (f, &w, &product);
  aff_combination_scale (&product, k);
  aff_combination_add (sum, &product);
  return true;
}

static void
add_terms (address *a, aff_tree *sum, tree x, const widest_int &k, int depth)
{
  tree type = TREE_TYPE (x);
  if (TREE_CODE (x) == INTEGER_CST)
    {
      aff_tree c;
      aff_combination_const (&c, sizetype, k * wi::to_widest (x));
      aff_combination_add (sum, &c);
      return;
    }
  tree_code code = TREE_CODE (x);
  tree l = NULL_TREE, r = NULL_TREE;
  gimple *s = code == SSA_NAME ? SSA_NAME_DEF_STMT (x) : NULL;
  if (depth == MOST_STEPS || (s && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (x)))
    code = ERROR_MARK;
  else if (s && is_gimple_assign (s))
    {
      code = gimple_assign_rhs_code (s);
      l = gimple_assign_rhs1 (s);
      r = gimple_num_ops (s) == 3 ? gimple_assign_rhs2 (s) : NULL_TREE;
    }
  else if (EXPR_P (x))
    {
      l = TREE_OPERAND (x, 0);
      r = TREE_OPERAND_LENGTH (x) == 2 ? TREE_OPERAND (x, 1) : NULL_TREE;
    }
  switch (code)
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
      if (!exact_p (type))
	break;
      add_terms (a, sum, l, k, depth + 1);
      add_terms (a, sum, r, code == PLUS_EXPR ? k : -k, depth + 1);
      return;
    case MULT_EXPR:
      if (!exact_p (type))
	break;
      if (TREE_CODE (r) == INTEGER_CST)
	{
	  add_terms (a, sum, l, k * wi::to_widest (r), depth + 1);
	  return;
	}
      if (walk_product (a, sum, l, r, k, depth + 1))
	return;
      break;
    case LSHIFT_EXPR:
      /* Of fewer than 64 bits GCC lets it wrap.  */
      if (TYPE_PRECISION (type) != 64 || !tree_fits_uhwi_p (r) || tree_to_uhwi (r) >= 64)
	break;
      add_terms (a, sum, l, wi::lshift (k, tree_to_uhwi (r)), depth + 1);
      return;
    CASE_CONVERT:
      if (!INTEGRAL_TYPE_P (TREE_TYPE (l)) || !INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) != 64
	  || TYPE_PRECISION (TREE_TYPE (l)) > 64)
	break;
      if (TYPE_PRECISION (TREE_TYPE (l)) < 64 && TYPE_UNSIGNED (TREE_TYPE (l)))
	{
	  add_value (sum, l, k);
	  return;
	}
      add_terms (a, sum, l, k, depth + 1);
      return;
    default: break;
    }
  add_value (sum, x, k);
}

/* A += the address of REF, whose base becomes A's.  False: REF is not at a byte.  */
static bool
add_reference (address *a, tree ref)
{
  poly_int64 size, bits;
  tree offset;
  machine_mode mode;
  int is_unsigned, reversed, is_volatile;
  tree base = get_inner_reference (ref, &size, &bits, &offset, &mode, &is_unsigned, &reversed,
				   &is_volatile);
  HOST_WIDE_INT n;
  if (reversed || !bits.is_constant (&n) || n % BITS_PER_UNIT)
    return false;
  add_terms (a, &a->bytes, size_int (n / BITS_PER_UNIT), 1, 0);
  if (offset)
    add_terms (a, &a->bytes, offset, 1, 0);
  if (TREE_CODE (base) == MEM_REF)
    {
      add_terms (a, &a->bytes, TREE_OPERAND (base, 1), 1, 0);
      a->base = TREE_OPERAND (base, 0);
    }
  else if (VAR_P (base))
    a->base = build_fold_addr_expr (base);
  else
    return false;
  return true;
}

/* Follow A's base to where it comes from: a value that is not computed from a pointer, or the
   address of a variable.  */
static void
follow_base (address *a)
{
  for (int i = 0; i < MOST_STEPS; i++)
    {
      tree from = a->base;
      if (TREE_CODE (from) == SSA_NAME)
	{
	  gimple *s = SSA_NAME_DEF_STMT (from);
	  if (!is_gimple_assign (s) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (from))
	    return;
	  tree_code code = gimple_assign_rhs_code (s);
	  from = gimple_assign_rhs1 (s);
	  if (code == POINTER_PLUS_EXPR)
	    add_terms (a, &a->bytes, gimple_assign_rhs2 (s), 1, 0);
	  else if (code != SSA_NAME && code != ADDR_EXPR
		   && !(CONVERT_EXPR_CODE_P (code) && POINTER_TYPE_P (TREE_TYPE (from))))
	    return;
	  a->base = from;
	}
      else
	{
	  address b = *a;
	  if (TREE_CODE (from) != ADDR_EXPR || DECL_P (TREE_OPERAND (from, 0))
	      || !add_reference (&b, TREE_OPERAND (from, 0)))
	    return;
	  *a = b;
	}
    }
}

/* Find the address A of REF, with FEW terms or all.  False: it is too long, or has no plain base.  */
static bool
address_in (tree ref, address *a, bool few)
{
  a->base = NULL_TREE;
  a->few = few;
  a->strides.clear ();
  aff_combination_const (&a->bytes, sizetype, 0);
  if (!add_reference (a, ref))
    return false;
  follow_base (a);
  bool plain_base = TREE_CODE (a->base) == SSA_NAME
		    || (TREE_CODE (a->base) == ADDR_EXPR && VAR_P (TREE_OPERAND (a->base, 0)));
  return plain_base && !a->bytes.rest && a->bytes.n && a->bytes.n <= MOST_TERMS;
}

/* Operand OP of S as an access whose address may be another expression, or NULL.  */
static tree
access_of (gimple *s, unsigned op)
{
  tree r = gimple_op (s, op);
  if (!r || (!handled_component_p (r) && TREE_CODE (r) != MEM_REF) || TREE_THIS_VOLATILE (r))
    return NULL_TREE;
  switch (TREE_CODE (r))
    {
    case BIT_FIELD_REF:
    case REALPART_EXPR:
    case IMAGPART_EXPR:
    case VIEW_CONVERT_EXPR: return NULL_TREE;
    case COMPONENT_REF: return DECL_BIT_FIELD (TREE_OPERAND (r, 1)) ? NULL_TREE : r;
    default: return r;
    }
}

/* What all addresses have in common that may differ by a constant and a multiple of a stride: the
   base, then each term that is not a multiple of a stride or of a parameter, as the versions of one or two values
   and a coefficient.  Addresses of one key may still have nothing in common: values that are no
   names are all the same here.  */
typedef std::vector<std::array<HOST_WIDE_INT, 3>> address_key;

static HOST_WIDE_INT
version_of (tree t)
{
  t = unconverted (t);
  return TREE_CODE (t) == SSA_NAME ? (HOST_WIDE_INT) SSA_NAME_VERSION (t) : -1;
}

/* True if T is a parameter: what is often added to an index turn after turn, as a row's length.  */
static bool
parameter_p (tree t)
{
  return TREE_CODE (t) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (t) && SSA_NAME_VAR (t)
	 && TREE_CODE (SSA_NAME_VAR (t)) == PARM_DECL;
}

static address_key
key_of_address (const address &a)
{
  address_key k;
  for (unsigned i = 0; i < a.bytes.n; i++)
    {
      tree v = a.bytes.elts[i].val;
      bool product = TREE_CODE (v) == MULT_EXPR;
      HOST_WIDE_INT x = version_of (product ? TREE_OPERAND (v, 0) : v);
      HOST_WIDE_INT y = product ? version_of (TREE_OPERAND (v, 1)) : -2;
      if (!a.strides.count (unconverted (v)) && (product || !parameter_p (unconverted (v))))
	k.push_back ({ std::max (x, y), std::min (x, y), a.bytes.elts[i].coef.to_shwi () });
    }
  std::sort (k.begin (), k.end ());
  if (TREE_CODE (a.base) == SSA_NAME)
    k.insert (k.begin (), { SSA_NAME_VERSION (a.base), 0, 0 });
  else
    k.insert (k.begin (), { DECL_UID (TREE_OPERAND (a.base, 0)), 1, 0 });
  return k;
}

/* D = B - A.  */
static void
difference (const address &b, const address &a, aff_tree *d)
{
  *d = a.bytes;
  aff_combination_scale (d, -1);
  aff_tree x = b.bytes;
  aff_combination_add (d, &x);
}

/* The pointer that P is at, made before P if there is none; P is at an offset from it then.  */
static bool
make_pointer (place *p)
{
  if (p->pointer)
    return true;
  tree r = gimple_op (p->s, p->op);
  if (TREE_CODE (r) == MEM_REF && TREE_CODE (TREE_OPERAND (r, 0)) == SSA_NAME)
    {
      p->pointer = TREE_OPERAND (r, 0);
      p->offset = TREE_INT_CST_LOW (TREE_OPERAND (r, 1));
      return true;
    }
  tree pointer = build_fold_addr_expr (unshare_expr (r));
  if (TREE_CODE (pointer) != ADDR_EXPR)
    return false;
  gimple_stmt_iterator g = gsi_for_stmt (p->s);
  p->pointer = make_ssa_name (TREE_TYPE (pointer));
  p->offset = 0;
  gassign *s = gimple_build_assign (p->pointer, pointer);
  gimple_set_location (s, gimple_location (p->s));
  gsi_insert_before (&g, s, GSI_SAME_STMT);
  return true;
}

/* P becomes the access at its pointer.  */
static void
rewrite (place *p)
{
  tree r = gimple_op (p->s, p->op), type = TREE_TYPE (r);
  unsigned align = get_object_alignment (r);
  /* More than the type's for the first member of an aligned structure: "vectors" asks.  */
  if (align != TYPE_ALIGN (type))
    type = build_aligned_type (type, align);
  tree m
    = build2 (MEM_REF, type, p->pointer, build_int_cst (reference_alias_ptr_type (r), p->offset));
  tree base = get_base_address (r);
  if (base && TREE_CODE (base) == MEM_REF)
    {
      MR_DEPENDENCE_CLIQUE (m) = MR_DEPENDENCE_CLIQUE (base);
      MR_DEPENDENCE_BASE (m) = MR_DEPENDENCE_BASE (base);
    }
  gimple_set_op (p->s, p->op, m);
  update_stmt (p->s);
}

/* P gets a pointer of its own, FIRST's and multiples of the one stride in D further.  */
static void
make_row (place *p, const place &first, const aff_tree &d)
{
  gimple_stmt_iterator g = gsi_for_stmt (p->s);
  tree v = unshare_expr (d.elts[0].val);
  v = fold_build2 (MULT_EXPR, sizetype, v, wide_int_to_tree (sizetype, d.elts[0].coef));
  v = force_gimple_operand_gsi (&g, v, true, NULL_TREE, true, GSI_SAME_STMT);
  p->pointer = make_ssa_name (TREE_TYPE (first.pointer));
  gassign *s = gimple_build_assign (p->pointer, POINTER_PLUS_EXPR, first.pointer, v);
  gimple_set_location (s, gimple_location (p->s));
  gsi_insert_before (&g, s, GSI_SAME_STMT);
}

/* Accesses before, in this block or one that dominates it, of one key.  */
typedef std::map<address_key, std::vector<place>> places;

/* True if all that A is computed of is there at the end of BB.  */
static bool
computable_at (const address &a, basic_block bb)
{
  auto there = [bb] (tree t) {
    t = unconverted (t);
    return is_gimple_min_invariant (t)
	   || (TREE_CODE (t) == SSA_NAME
	       && (SSA_NAME_IS_DEFAULT_DEF (t)
		   || dominated_by_p (CDI_DOMINATORS, bb, gimple_bb (SSA_NAME_DEF_STMT (t)))));
  };
  if (!there (a.base))
    return false;
  for (unsigned i = 0; i < a.bytes.n; i++)
    {
      tree v = a.bytes.elts[i].val;
      if (TREE_CODE (v) == MULT_EXPR ? !there (TREE_OPERAND (v, 0)) || !there (TREE_OPERAND (v, 1))
				     : !there (v))
	return false;
    }
  return true;
}

/* True if A has a product that is not the same in all turns of L, the innermost loop or the function: what
   it takes to compute that again is worth a pointer, which sums and conversions are not.  */
static bool
product_in (const address &a, loop_p l)
{
  auto changes = [l] (tree t) {
    t = unconverted (t);
    return TREE_CODE (t) == SSA_NAME
	   && (!loop_outer (l)
	       || (!SSA_NAME_IS_DEFAULT_DEF (t)
		   && flow_bb_inside_loop_p (l, gimple_bb (SSA_NAME_DEF_STMT (t)))));
  };
  for (unsigned i = 0; i < a.bytes.n; i++)
    {
      tree v = a.bytes.elts[i].val;
      if (TREE_CODE (v) == MULT_EXPR
	  && (changes (TREE_OPERAND (v, 0)) || changes (TREE_OPERAND (v, 1))))
	return true;
    }
  return false;
}

/* FIRST's address without the constant, or ROW's and a multiple of a stride, computed at the end of BB.  */
static place
make_common (const place &first, const place *row, basic_block bb)
{
  place p = first;
  gimple_seq seq = NULL;
  aff_tree d = first.a.bytes;
  tree base = first.a.base;
  p.a.bytes.offset = 0;
  p.offset = 0;
  if (row)
    {
      difference (first.a, row->a, &d);
      base = row->pointer;
      p.a.bytes.offset = row->a.bytes.offset;
      p.offset = row->offset;
    }
  d.offset = 0;
  tree bytes
    = force_gimple_operand (unshare_expr (aff_combination_to_tree (&d)), &seq, true, NULL_TREE);
  gimple_stmt_iterator g = gsi_last_bb (bb);
  bool before = !gsi_end_p (g) && stmt_ends_bb_p (gsi_stmt (g));
  p.pointer = make_ssa_name (TREE_TYPE (base));
  p.s = gimple_build_assign (p.pointer, POINTER_PLUS_EXPR, unshare_expr (base), bytes);
  gimple_set_location (p.s, gimple_location (first.s));
  gimple_seq_add_stmt (&seq, p.s);
  if (before)
    gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
  else
    gsi_insert_seq_after (&g, seq, GSI_NEW_STMT);
  return p;
}

/* True if D, a difference, is a constant and a multiple of a stride.  */
static bool
one_stride (const aff_tree &d)
{
  return !d.rest && d.n == 1 && d.offset.is_constant () && TREE_CODE (d.elts[0].val) != MULT_EXPR;
}

/* P is at the offset of its constant from Q's pointer.  */
static void
hang_on (place *p, const place &q)
{
  p->pointer = q.pointer;
  p->offset
    = q.offset + p->a.bytes.offset.coeffs[0].to_shwi () - q.a.bytes.offset.coeffs[0].to_shwi ();
  rewrite (p);
}

/* Hang P, and one of BEFORE from which it differs by a constant, but that is on another way, on a pointer
   that is made where both ways come from.  */
static bool
hang_on_common (place *p, std::vector<place> *before)
{
  auto comparable = [p] (const place &q) {
    return operand_equal_p (p->a.base, q.a.base, 0);
  };
  for (size_t k = 0; k < before->size (); k++)
    {
      place *q = &(*before)[k];
      aff_tree d;
      if (!comparable (*q))
	continue;
      difference (p->a, q->a, &d);
      if (d.rest || d.n || !d.offset.is_constant () || !p->a.bytes.offset.is_constant ()
	  || !q->a.bytes.offset.is_constant ())
	continue;
      basic_block bb
	= nearest_common_dominator (CDI_DOMINATORS, gimple_bb (p->s), gimple_bb (q->s));
      /* Out of a loop it would be a register more in the loop.  */
      if (bb->loop_father != gimple_bb (p->s)->loop_father
	  || bb->loop_father != gimple_bb (q->s)->loop_father || bb == ENTRY_BLOCK_PTR_FOR_FN (cfun)
	  || !product_in (q->a, bb->loop_father) || !computable_at (q->a, bb))
	continue;
      place *row = NULL;
      for (place &r : *before)
	if (!row && r.pointer && comparable (r) && r.a.bytes.offset.is_constant ()
	    && TREE_CODE (r.pointer) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (r.pointer)
	    && dominated_by_p (CDI_DOMINATORS, bb, gimple_bb (SSA_NAME_DEF_STMT (r.pointer))))
	  {
	    difference (q->a, r.a, &d);
	    if (one_stride (d))
	      row = &r;
	  }
      place common = make_common (*q, row, bb);
      hang_on (q, common);
      hang_on (p, common);
      before->push_back (common);
      return true;
    }
  return false;
}

/* Hang P on one of BEFORE, or let it be the first of others.  True if it was hung.  */
static bool
hang (place *p, std::vector<place> *before)
{
  place *row = NULL;
  aff_tree far;
  for (place &q : *before)
    {
      aff_tree d;
      if (!operand_equal_p (p->a.base, q.a.base, 0)
	  || !dominated_by_p (CDI_DOMINATORS, gimple_bb (p->s), gimple_bb (q.s)))
	continue;
      difference (p->a, q.a, &d);
      if (!row && one_stride (d))
	{
	  row = &q;
	  far = d;
	}
      if (d.rest || d.n || !d.offset.is_constant ())
	continue;
      bool fresh = !q.pointer;
      if (!make_pointer (&q))
	continue;
      if (fresh)
	rewrite (&q);
      hang_on (p, q);
      return true;
    }
  if (hang_on_common (p, before))
    return true;
  bool fresh = row && !row->pointer;
  if (row && make_pointer (row))
    {
      if (fresh)
	rewrite (row);
      make_row (p, *row, far);
      p->offset = row->offset + far.offset.coeffs[0].to_shwi ();
      rewrite (p);
    }
  before->push_back (*p);
  return row;
}

static unsigned
index (function *f)
{
  places before;
  unsigned changed = 0;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  calculate_dominance_info (CDI_DOMINATORS);
  std::vector<basic_block> todo = { ENTRY_BLOCK_PTR_FOR_FN (f) };
  while (!todo.empty ())
    {
      basic_block bb = todo.back ();
      todo.pop_back ();
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	if (gimple_assign_single_p (gsi_stmt (g)) && !gimple_has_volatile_ops (gsi_stmt (g)))
	  for (unsigned op = 0; op < 2; op++)
	    {
	      place p = { gsi_stmt (g), op, {}, NULL_TREE, 0 };
	      tree r = access_of (p.s, op);
	      if (r && (address_in (r, &p.a, false) || address_in (r, &p.a, true)))
		changed += hang (&p, &before[key_of_address (p.a)]);
	    }
      for (basic_block k = first_dom_son (CDI_DOMINATORS, bb); k;
	   k = next_dom_son (CDI_DOMINATORS, k))
	todo.push_back (k);
    }
  loop_optimizer_finalize ();
  return changed ? TODO_update_ssa_only_virtuals : 0;
}

opt_pass *
px_pass_index (gcc::context *c)
{
  return px_function_pass (c, { "pxindex", PROP_cfg | PROP_ssa, 0 }, px_wanted_p, index);
}
