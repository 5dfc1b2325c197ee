/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): the values that a slot's index has, where these are few, as those of
   a counter that goes around.

   A value set for each phi that the index is computed from.  It grows until nothing changes: on each
   edge, what the phi gets there is computed by machine arithmetic for each value of the phis that this is
   made of, and only for those with which the conditions that lead to the edge hold.  So x + 1 is not S
   where the condition was x + 1 != S, whatever form the condition has.

   Names are set before they are used, on every path, and so are those that a condition around a use tests: what
   they were when they were set last is what all of them are there.

   Needs: SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

enum
{
  DEEPEST
  = 40, /* operations in each other, of which a phi counts as four; conditions around a place */
  MANY = 20,	 /* names that a condition tests */
  STEPS = 200000 /* operations; rings of many slots have counters of as many values */
};

/* Values of a type: the largest of an unsigned one is -1.  */
struct value_set
{
  bool any;    /* nothing is known */
  bool unlike; /* one is, modulo the slots, not what px_sum_of says: it has wrapped around */
  std::set<HOST_WIDE_INT> in;
};
typedef std::map<tree, HOST_WIDE_INT> name_values;

struct values_query
{
  int slots;
  std::map<tree, value_set> of; /* of phis */
  int steps;
};

/* A counter may be off its slots' numbers by as many: before the first, or beside them.  */
static size_t
most_values (const values_query *q)
{
  return 4 * q->slots + 16;
}

static value_set
any_value ()
{
  return { true, false, {} };
}

static bool
countable (tree t)
{
  return INTEGRAL_TYPE_P (TREE_TYPE (t)) && TYPE_PRECISION (TREE_TYPE (t)) <= 64;
}

static HOST_WIDE_INT
remainder (const widest_int &k, int slots)
{
  return wi::mod_floor (k, slots, SIGNED).to_shwi ();
}

/* Adds to *TO what A CODE B (NULL: CODE A) is in TYPE.  What signed types have no value for is undefined.  */
static void
add_result (const values_query *q, value_set *to, tree_code code, tree type, tree a, tree b)
{
  bool converts = CONVERT_EXPR_CODE_P (code), copies = code == SSA_NAME || code == INTEGER_CST;
  tree r = copies     ? a
	   : converts ? fold_convert (type, a)
	   : b	      ? fold_binary (code, type, a, b)
		      : fold_unary (code, type, a);
  if (!r || TREE_CODE (r) != INTEGER_CST)
    {
      to->any = true;
      return;
    }
  if (TREE_OVERFLOW (r) && !converts && !copies && !TYPE_OVERFLOW_WRAPS (type))
    return;
  HOST_WIDE_INT v = wi::to_wide (r).to_shwi (), k = b ? wi::to_wide (b).to_shwi () : 0;
  widest_int sum = wi::to_wide (a).to_shwi ();
  to->in.insert (v);
  switch (code)
    {
    case PLUS_EXPR: sum += k; break;
    case MINUS_EXPR: sum -= k; break;
    case MULT_EXPR: sum *= k; break;
    case LSHIFT_EXPR: sum = wi::lshift (sum, MAX (k, 0)); break;
    case TRUNC_MOD_EXPR:
      if (k % q->slots)
	return;
      break;
    case BIT_AND_EXPR:
      if ((k & (k + 1)) || (k + 1) % q->slots)
	return;
      break;
    case BIT_XOR_EXPR:
      if ((q->slots & (q->slots - 1)) || k != q->slots - 1)
	return;
      sum = -1 - sum;
      break;
    default:
      if (!converts)
	return;
    }
  to->unlike |= remainder (sum, q->slots) != remainder (v, q->slots);
}

/* What S, of whose operand nothing is known, gives: a remainder, or some bits.  */
static value_set
few_rests (values_query *q, gimple *s, basic_block at)
{
  tree_code code = gimple_assign_rhs_code (s);
  tree by = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  HOST_WIDE_INT k = by && tree_fits_shwi_p (by) ? tree_to_shwi (by) : 0;
  bool rest = code == TRUNC_MOD_EXPR;
  if ((!rest && code != BIT_AND_EXPR) || k <= 0 || k > (HOST_WIDE_INT) most_values (q))
    return any_value ();
  value_set r = {};
  bool is_slot
    = (rest ? k : k + 1) % q->slots == 0 && px_rest_is_slot (s, q->slots, NULL_TREE, 0, at),
    below = rest && !is_slot && !TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (s)));
  r.unlike = rest && !is_slot && k % q->slots == 0;
  for (HOST_WIDE_INT i = below ? 1 - k : 0; i < k + !rest; i++)
    r.in.insert (i);
  return r;
}

static value_set few_of (values_query *q, tree t, const name_values &where, basic_block at,
			 int depth);

static void
include (const values_query *q, value_set *to, const value_set &more)
{
  to->in.insert (more.in.begin (), more.in.end ());
  to->unlike |= more.unlike;
  to->any |= more.any || to->in.size () > most_values (q);
}

static bool
of_header (const gphi *phi)
{
  return gimple_bb (phi) == gimple_bb (phi)->loop_father->header;
}

/* Adds to ALL the phis, and names in WHERE, that T is computed from; JOINS: not those phis where ways join,
   but what these are made of.  */
static void
find_roots (tree t, const name_values &where, bool joins, std::set<tree> *all, int depth)
{
  if (TREE_CODE (t) != SSA_NAME || depth > DEEPEST)
    return;
  gimple *s = SSA_NAME_DEF_STMT (t);
  gphi *phi = dyn_cast<gphi *> (s);
  if (where.count (t) || (phi && (!joins || of_header (phi))))
    all->insert (t);
  else if (phi)
    for (unsigned i = 0; i < gimple_phi_num_args (phi) && all->size () < MANY; i++)
      find_roots (gimple_phi_arg_def (phi, i), where, true, all, depth + 4);
  else if (is_gimple_assign (s) && !gimple_assign_load_p (s))
    for (unsigned i = 1; i < gimple_num_ops (s); i++)
      find_roots (gimple_op (s, i), where, joins, all, depth + 1);
}

/* A condition that is true, or not, where a value is wanted.  */
struct known_test
{
  gcond *test;
  bool is;
};

/* The conditions that lead to E, or, if NULL, to BB, and test what names in ROOTS decide.  */
static std::vector<known_test>
tests_before (edge e, basic_block bb, const std::set<tree> &roots)
{
  std::vector<known_test> v;
  auto add = [&v, &roots] (edge by) {
    gcond *c = safe_dyn_cast<gcond *> (last_stmt (by->src));
    std::set<tree> tested;
    if (!c || !(by->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)))
      return;
    name_values where;
    for (tree t : roots)
      where[t] = 0;
    find_roots (gimple_cond_lhs (c), where, true, &tested, 0);
    find_roots (gimple_cond_rhs (c), where, true, &tested, 0);
    for (tree t : tested)
      if (roots.count (t))
	{
	  v.push_back ({ c, (by->flags & EDGE_TRUE_VALUE) != 0 });
	  return;
	}
  };
  if (e)
    {
      add (e);
      bb = e->src;
    }
  for (int i = 0; bb && i < DEEPEST; i++)
    {
      basic_block up = get_immediate_dominator (CDI_DOMINATORS, bb);
      if (up && single_pred_p (bb) && single_pred (bb) == up)
	add (single_pred_edge (bb));
      bb = up;
    }
  return v;
}

/* Returns false if C is surely not what it is known to be where names are as in WHERE.  */
static bool
may_be (values_query *q, const known_test &c, const name_values &where)
{
  tree x = gimple_cond_lhs (c.test), y = gimple_cond_rhs (c.test);
  if (!countable (x) || !countable (y))
    return true;
  value_set a = few_of (q, x, where, gimple_bb (c.test), 1),
	    b = few_of (q, y, where, gimple_bb (c.test), 1);
  if (a.any || b.any)
    return true;
  for (HOST_WIDE_INT i : a.in)
    for (HOST_WIDE_INT k : b.in)
      {
	tree r = fold_binary (gimple_cond_code (c.test), boolean_type_node,
			      build_int_cst (TREE_TYPE (x), i), build_int_cst (TREE_TYPE (y), k));
	if (!r || TREE_CODE (r) != INTEGER_CST || !integer_zerop (r) == c.is)
	  return true;
      }
  return false;
}

/* The values of PHI where names are as in WHERE: of those ways to it whose conditions may hold.  */
static value_set
few_of_phi (values_query *q, gphi *phi, const name_values &where, int depth)
{
  auto known = q->of.find (gimple_phi_result (phi));
  value_set r = {}, all = known == q->of.end () ? any_value () : known->second;
  std::set<tree> roots;
  for (auto &name : where)
    roots.insert (name.first);
  if (of_header (phi) || where.empty ())
    return all;
  for (unsigned i = 0; i < gimple_phi_num_args (phi) && !r.any; i++)
    {
      bool may = true;
      edge e = gimple_phi_arg_edge (phi, i);
      for (const known_test &c : tests_before (e, NULL, roots))
	may = may && may_be (q, c, where);
      if (may)
	include (q, &r, few_of (q, gimple_phi_arg_def (phi, i), where, e->src, depth + 4));
    }
  return r.any ? all : r;
}

/* The values of T, where names are as in WHERE; of what is not in it, and is a phi, all.  AT: where it is
   used.  */
static value_set
few_of (values_query *q, tree t, const name_values &where, basic_block at, int depth)
{
  value_set r = {};
  if (TREE_CODE (t) == INTEGER_CST && countable (t))
    {
      r.in.insert (wi::to_wide (t).to_shwi ());
      return r;
    }
  auto known = where.find (t);
  if (known != where.end ())
    {
      r.in.insert (known->second);
      return r;
    }
  if (TREE_CODE (t) != SSA_NAME || !countable (t) || depth > DEEPEST || ++q->steps > STEPS)
    return any_value ();
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gphi *phi = dyn_cast<gphi *> (s))
    return few_of_phi (q, phi, where, depth);
  if (!is_gimple_assign (s) || gimple_assign_load_p (s) || gimple_num_ops (s) > 3)
    return any_value ();
  tree x = gimple_assign_rhs1 (s), y = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  if (!countable (x) || (y && !countable (y)))
    return any_value ();
  value_set a = few_of (q, x, where, gimple_bb (s), depth + 1), b = {};
  if (y)
    b = few_of (q, y, where, gimple_bb (s), depth + 1);
  if (a.any || b.any)
    return few_rests (q, s, depth ? gimple_bb (s) : at);
  r.unlike = a.unlike || b.unlike;
  for (HOST_WIDE_INT i : a.in)
    {
      tree v = build_int_cst (TREE_TYPE (x), i);
      if (!y)
	add_result (q, &r, gimple_assign_rhs_code (s), TREE_TYPE (t), v, NULL_TREE);
      for (HOST_WIDE_INT k : b.in)
	add_result (q, &r, gimple_assign_rhs_code (s), TREE_TYPE (t), v,
		    build_int_cst (TREE_TYPE (y), k));
    }
  return r.any || r.in.size () > most_values (q) ? any_value () : r;
}

/* Adds to TO the values of T where TESTS hold, for each value of ROOTS from number I on.  */
static void
add_few (values_query *q, tree t, basic_block at, const std::vector<tree> &roots, size_t i,
	 name_values *where, const std::vector<known_test> &tests, value_set *to)
{
  if (i < roots.size ())
    {
      value_set known = q->of[roots[i]];
      if (known.any)
	add_few (q, t, at, roots, i + 1, where, tests, to);
      else
	for (HOST_WIDE_INT v : known.in)
	  {
	    (*where)[roots[i]] = v;
	    add_few (q, t, at, roots, i + 1, where, tests, to);
	  }
      where->erase (roots[i]);
      to->unlike |= known.unlike;
      return;
    }
  for (const known_test &c : tests)
    if (!may_be (q, c, *where))
      return;
  include (q, to, few_of (q, t, *where, at, 0));
}

/* The phis that T is computed from, where names are as in GIVEN, which are not among them.  */
static std::vector<tree>
roots_of (tree t, const name_values &given)
{
  std::set<tree> all;
  std::vector<tree> v;
  find_roots (t, given, false, &all, 0);
  for (tree root : all)
    if (!given.count (root))
      v.push_back (root);
  return v;
}

/* The values of T on edge E, or, if that is NULL, in block BB, where names are as in GIVEN; Q knows those of T's
   phis.  */
static value_set
values_at (values_query *q, tree t, edge e, basic_block bb, const name_values &given)
{
  value_set r = {};
  name_values where = given;
  std::vector<tree> roots = roots_of (t, given);
  std::set<tree> all (roots.begin (), roots.end ());
  for (auto &g : given)
    all.insert (g.first);
  add_few (q, t, e ? e->src : bb, roots, 0, &where, tests_before (e, bb, all), &r);
  return r.any ? any_value () : r;
}

/* Has Q know the values of T's phis, and of those that they are made of: grows them by what comes on all edges,
   until nothing changes.  */
static void
find_few (values_query *q, tree t)
{
  std::vector<tree> todo;
  auto find = [q, &todo] (tree of) {
    for (tree root : roots_of (of, {}))
      if (q->of.insert ({ root, countable (root) ? value_set{} : any_value () }).second)
	todo.push_back (root);
  };
  find (t);
  for (size_t i = 0; i < todo.size (); i++)
    {
      gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (todo[i]));
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	find (gimple_phi_arg_def (phi, k));
    }
  for (bool again = true; again;)
    {
      again = false;
      for (tree root : todo)
	{
	  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (root));
	  value_set was = q->of[root], now = was;
	  for (unsigned k = 0; k < gimple_phi_num_args (phi) && !now.any; k++)
	    include (q, &now,
		     values_at (q, gimple_phi_arg_def (phi, k), gimple_phi_arg_edge (phi, k), NULL,
				{}));
	  if (now.any)
	    now = any_value ();
	  again |= was.any != now.any || was.in != now.in || was.unlike != now.unlike;
	  q->of[root] = now;
	}
    }
}

bool
px_in_slots (tree t, int slots, basic_block at)
{
  values_query q = { slots, {}, 0 };
  find_few (&q, t);
  value_set v = values_at (&q, t, NULL, at, {});
  bool in = !v.any && !v.unlike && !v.in.empty ();
  for (HOST_WIDE_INT k : v.in)
    in = in && k >= 0 && k < slots;
  return in;
}

bool
px_one_value (tree t, int slots, edge e, HOST_WIDE_INT *v)
{
  values_query q = { slots, {}, 0 };
  find_few (&q, t);
  value_set all = values_at (&q, t, e, NULL, {});
  if (all.any || all.unlike || all.in.size () != 1)
    return false;
  *v = *all.in.begin ();
  return true;
}

bool
px_next_slot_p (tree next, edge e, basic_block bb, tree t, int slots)
{
  values_query q = { slots, {}, 0 };
  find_few (&q, t);
  value_set all = values_at (&q, t, NULL, gimple_bb (SSA_NAME_DEF_STMT (t)), {});
  if (all.any || all.in.empty ())
    return false;
  for (HOST_WIDE_INT v : all.in)
    {
      const name_values where = { { t, v } };
      bool may = true;
      for (const known_test &c : tests_before (e, bb, { t }))
	may = may && may_be (&q, c, where);
      value_set n = may ? few_of (&q, next, where, bb, 0) : value_set{};
      if (n.any)
	return false;
      for (HOST_WIDE_INT k : n.in)
	if (remainder (widest_int (k) - v, slots) != 1 % slots)
	  return false;
    }
  return true;
}
