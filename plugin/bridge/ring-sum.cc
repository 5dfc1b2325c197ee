/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of products of SSA names, modulo the slots of a ring (doc/internals/35-rings): what an index
   is, and what it becomes where a name is known to be something else.

   Needs: SSA form and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

/* The most names of a product and products of a sum: what has more is a name of its own.  */
enum
{
  FACTORS = 3,
  TERMS = 32
};

static HOST_WIDE_INT
modulo (HOST_WIDE_INT k, int slots)
{
  return (k % slots + slots) % slots;
}

HOST_WIDE_INT
px_sum_number (const px_sum &a)
{
  return modulo (a.k, a.slots);
}

px_sum
px_sum_constant (int slots, HOST_WIDE_INT k)
{
  return { slots, {}, k };
}

px_sum
px_sum_name (int slots, unsigned version)
{
  return { slots, { { { version }, 1 } }, 0 };
}

px_sum
px_sum_unknown (int slots)
{
  return px_sum_name (slots, 0);
}

/* *TO += K, which stays as it is while it is small.  */
static void
add_number (px_sum *to, HOST_WIDE_INT k)
{
  const HOST_WIDE_INT small = 1 << 30;
  to->k += abs_hwi (k) >= small ? modulo (k, to->slots) : k;
  if (abs_hwi (to->k) >= small)
    to->k = modulo (to->k, to->slots);
}

static void
add_product (px_sum *to, const px_sum_product &names, HOST_WIDE_INT times)
{
  HOST_WIDE_INT &c = to->of[names];
  c = modulo (c + modulo (times, to->slots), to->slots);
  if (!c)
    to->of.erase (names);
}

void
px_sum_add (px_sum *a, const px_sum &b, HOST_WIDE_INT times)
{
  const HOST_WIDE_INT small = 1 << 30;
  add_number (a, abs_hwi (times) < small && abs_hwi (b.k) < small
		   ? b.k * times
		   : modulo (b.k, a->slots) * modulo (times, a->slots));
  for (auto &n : b.of)
    add_product (a, n.first, n.second * modulo (times, a->slots));
}

px_sum
px_sum_times (const px_sum &a, const px_sum &b)
{
  px_sum r = px_sum_constant (a.slots, 0);
  if (a.of.size () * b.of.size () > TERMS)
    return px_sum_unknown (a.slots);
  px_sum_add (&r, { a.slots, a.of, 0 }, b.k);
  px_sum_add (&r, b, a.k);
  for (auto &x : a.of)
    for (auto &y : b.of)
      {
	px_sum_product names = x.first;
	names.insert (names.end (), y.first.begin (), y.first.end ());
	if (names.size () > FACTORS)
	  return px_sum_unknown (a.slots);
	std::sort (names.begin (), names.end ());
	add_product (&r, names, x.second * y.second);
      }
  return r;
}

px_sum
px_sum_replace (const px_sum &a, const std::function<px_sum (unsigned)> &value)
{
  px_sum r = px_sum_constant (a.slots, a.k);
  for (auto &n : a.of)
    {
      px_sum product = px_sum_constant (a.slots, 1);
      for (unsigned version : n.first)
	product = px_sum_times (product, value (version));
      px_sum_add (&r, product, n.second);
    }
  return r;
}

bool
px_sum_known (const px_sum_terms &a)
{
  for (auto &n : a)
    if (n.first[0] == 0) /* in order: it is the first of them */
      return false;
  return true;
}

tree
px_slot_before (gimple *s, int slots)
{
  gphi *phi = dyn_cast<gphi *> (s);
  basic_block fork = phi ? get_immediate_dominator (CDI_DOMINATORS, gimple_bb (phi)) : NULL;
  gcond *c = fork ? safe_dyn_cast<gcond *> (last_stmt (fork)) : NULL;
  HOST_WIDE_INT k;
  tree t = c ? px_less_constants (gimple_cond_lhs (c), &k) : NULL_TREE;
  return t && TREE_CODE (t) == SSA_NAME && slots > 1
	     && px_next_slot_p (gimple_phi_result (phi), NULL, gimple_bb (phi), t, slots)
	   ? t
	   : NULL_TREE;
}

static px_sum
sum_of (tree t, int slots, int depth)
{
  if (tree_fits_shwi_p (t) && abs_hwi (tree_to_shwi (t)) < HOST_WIDE_INT_1 << 30)
    return px_sum_constant (slots, tree_to_shwi (t));
  if (TREE_CODE (t) != SSA_NAME)
    return px_sum_unknown (slots);
  if (slots == 1)
    return px_sum_constant (slots, 0);
  gimple *s = SSA_NAME_DEF_STMT (t);
  px_sum r = px_sum_name (slots, SSA_NAME_VERSION (px_one_rounding (t, slots))), v;
  if (depth > 20)
    return r;
  if (tree before = px_slot_before (s, slots))
    {
      v = sum_of (before, slots, depth + 1);
      add_number (&v, 1);
      return v;
    }
  if (!is_gimple_assign (s) || gimple_assign_load_p (s) || !INTEGRAL_TYPE_P (TREE_TYPE (t))
      || (TYPE_PRECISION (TREE_TYPE (t)) < 32 && !px_wraps_at (TREE_TYPE (t), slots)
	  && !px_fits (t, TREE_TYPE (t))))
    return r;
  tree a = gimple_assign_rhs1 (s), b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  HOST_WIDE_INT k = b && tree_fits_shwi_p (b) ? tree_to_shwi (b) : -1;
  switch (tree_code c = gimple_assign_rhs_code (s))
    {
    case SSA_NAME:
    case INTEGER_CST:
    CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (a)) ? sum_of (a, slots, depth + 1) : r;
    case PLUS_EXPR:
    case MINUS_EXPR:
      v = sum_of (a, slots, depth + 1);
      if (TREE_CODE (b) == INTEGER_CST) /* of an unsigned type the largest is -1 */
	px_sum_add (&v, px_sum_constant (slots, wi::to_wide (b).to_shwi ()),
		    c == PLUS_EXPR ? 1 : -1);
      else
	px_sum_add (&v, sum_of (b, slots, depth + 1), c == PLUS_EXPR ? 1 : -1);
      return v;
    case MULT_EXPR:
    case LSHIFT_EXPR:
      if (c == MULT_EXPR && TREE_CODE (b) == SSA_NAME)
	{
	  v = px_sum_times (sum_of (a, slots, depth + 1), sum_of (b, slots, depth + 1));
	  return px_sum_known (v.of) ? v : r;
	}
      if (k < 0 || k > (c == MULT_EXPR ? INT_MAX : 30))
	return r;
      v = px_sum_constant (slots, 0);
      px_sum_add (&v, sum_of (a, slots, depth + 1), c == MULT_EXPR ? k : (HOST_WIDE_INT) 1 << k);
      return v;
    case TRUNC_MOD_EXPR: return k > 0 && k % slots == 0 ? sum_of (a, slots, depth + 1) : r;
    case BIT_AND_EXPR:
      return k > 0 && !(k & (k + 1)) && (k + 1) % slots == 0 ? sum_of (a, slots, depth + 1) : r;
    case BIT_XOR_EXPR:
    case BIT_NOT_EXPR:
      /* All of the last bits change: -1 less it, where the slots are a power of 2.  */
      if ((slots & (slots - 1)) || (b && k != slots - 1))
	return r;
      v = px_sum_constant (slots, -1);
      px_sum_add (&v, sum_of (a, slots, depth + 1), -1);
      return v;
    default: return r;
    }
}

px_sum
px_sum_of (tree t, int slots)
{
  return sum_of (t, slots, 0);
}

bool
px_same_slot (tree a, tree b, int slots)
{
  if (!a || !b)
    return false;
  px_sum x = px_sum_of (a, slots), y = px_sum_of (b, slots);
  return x.of == y.of && x.k == y.k && px_sum_known (x.of);
}
