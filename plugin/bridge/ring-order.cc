/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): whether the uses of a ring in one branch take its slots in turn,
   wherever they stand: each the one behind that of the use before it, on every path.

   A data flow over GIMPLE.  The fact at a point is which sums of SSA names, modulo the number of
   slots, are the number that comes next; a use asks whether its index is one of them, and adds
   one.  Where the branch starts it is a constant.  Loops start from what holds as they are entered; what does not come back is dropped.

   Needs: loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/count.h"

/* A sum of names, each times a number, and of a number, modulo the slots of the ring.  K is not
   reduced where it is small: of x[i] and x[i + slots], the slot is the same, but not the number.  */
struct slot_sum
{
  std::map<unsigned, HOST_WIDE_INT> of; /* by version, none 0 */
  HOST_WIDE_INT k;
};

/* Sums less their numbers: what is added to each for the number that comes next.  */
typedef std::map<std::map<unsigned, HOST_WIDE_INT>, HOST_WIDE_INT> facts;

static int slots;

static HOST_WIDE_INT
modulo (HOST_WIDE_INT k)
{
  return (k % slots + slots) % slots;
}

static void
add (slot_sum *a, const slot_sum &b, HOST_WIDE_INT times)
{
  const HOST_WIDE_INT small = 1 << 30;
  if (abs_hwi (b.k) >= small || abs_hwi (times) >= small)
    a->k = modulo (a->k) + modulo (b.k) * modulo (times);
  else
    a->k += b.k * times;
  if (abs_hwi (a->k) >= small)
    a->k = modulo (a->k);
  times = modulo (times);
  for (auto &n : b.of)
    {
      HOST_WIDE_INT c = modulo (a->of[n.first] + n.second * times);
      if (c)
	a->of[n.first] = c;
      else
	a->of.erase (n.first);
    }
}

/* What S, a counter that goes around, is ahead of by one; NULL: it is none.  */
static tree
around (gimple *s)
{
  gphi *phi = dyn_cast<gphi *> (s);
  basic_block fork = phi ? get_immediate_dominator (CDI_DOMINATORS, gimple_bb (phi)) : NULL;
  gcond *c = fork ? safe_dyn_cast<gcond *> (last_stmt (fork)) : NULL;
  HOST_WIDE_INT k;
  tree t = c ? px_less_constants (gimple_cond_lhs (c), &k) : NULL_TREE;
  return t && TREE_CODE (t) == SSA_NAME && px_goes_around (gimple_phi_result (phi), t, slots)
	   ? t
	   : NULL_TREE;
}

/* T as a sum.  */
static slot_sum
sum_of (tree t, int depth)
{
  slot_sum r = {}, one = { {}, 1 };
  if (tree_fits_shwi_p (t) && abs_hwi (tree_to_shwi (t)) < HOST_WIDE_INT_1 << 30)
    {
      add (&r, one, tree_to_shwi (t));
      return r;
    }
  if (TREE_CODE (t) != SSA_NAME)
    return { { { 0, 1 } }, 0 };
  gimple *s = SSA_NAME_DEF_STMT (t);
  r.of[SSA_NAME_VERSION (t)] = 1;
  if (slots == 1)
    return {};
  if (depth > 20)
    return r;
  if (tree before = around (s))
    {
      r = sum_of (before, depth + 1);
      add (&r, one, 1);
      return r;
    }
  if (!is_gimple_assign (s) || gimple_assign_load_p (s) || !INTEGRAL_TYPE_P (TREE_TYPE (t))
      || (TYPE_PRECISION (TREE_TYPE (t)) < 32 && !px_wraps_at (TREE_TYPE (t), slots)
	  && !px_fits (t, TREE_TYPE (t))))
    return r;
  tree a = gimple_assign_rhs1 (s), b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  HOST_WIDE_INT k = b && tree_fits_shwi_p (b) ? tree_to_shwi (b) : -1;
  slot_sum v = {};
  switch (tree_code c = gimple_assign_rhs_code (s))
    {
    case SSA_NAME:
    case INTEGER_CST:
    CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (a)) ? sum_of (a, depth + 1) : r;
    case PLUS_EXPR:
    case MINUS_EXPR:
      v = sum_of (a, depth + 1);
      if (TREE_CODE (b) == INTEGER_CST) /* of an unsigned type the largest is -1 */
	add (&v, one, c == PLUS_EXPR ? wi::to_wide (b).to_shwi () : -wi::to_wide (b).to_shwi ());
      else
	add (&v, sum_of (b, depth + 1), c == PLUS_EXPR ? 1 : -1);
      return v;
    case MULT_EXPR:
    case LSHIFT_EXPR:
      if (k < 0 || k > (c == MULT_EXPR ? INT_MAX : 30))
	return r;
      add (&v, sum_of (a, depth + 1), c == MULT_EXPR ? k : (HOST_WIDE_INT) 1 << k);
      return v;
    case TRUNC_MOD_EXPR: return k > 0 && k % slots == 0 ? sum_of (a, depth + 1) : r;
    case BIT_AND_EXPR:
      return k > 0 && !(k & (k + 1)) && (k + 1) % slots == 0 ? sum_of (a, depth + 1) : r;
    case BIT_XOR_EXPR:
      if (slots != 2 || k != 1)
	return r;
      v = sum_of (a, depth + 1);
      add (&v, one, 1);
      return v;
    default: return r;
    }
}

/* Does PHI count the turns of a loop, of at most as many as there are slots?  */
static bool
counts_slots (gphi *phi)
{
  loop_p l = gimple_bb (phi)->loop_father;
  edge out = l->num && gimple_bb (phi) == l->header && gimple_phi_num_args (phi) == 2
	       ? single_exit (l)
	       : NULL;
  tree turns = out ? number_of_latch_executions (l) : NULL_TREE;
  HOST_WIDE_INT first, step;
  if (!turns || !tree_fits_shwi_p (turns)
      || px_less_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), &step)
	   != gimple_phi_result (phi)
      || step != 1)
    return false;
  tree from = px_less_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), &first);
  return tree_fits_shwi_p (from) && tree_to_shwi (from) + first >= 0
	 && tree_to_shwi (from) + first + tree_to_shwi (turns) <= slots - (out->src != l->header);
}

/* ---- numbers that are not negative ------------------------------------- */

/* What is known and what was asked about a number: BASE is never below LEAST, and, if SMALL, less than
   SLOTS; a phi that is asked about again, in its loop, is more by what that adds each turn.  PARTS: the
   sums of names and products around, of which each grows by itself; RESTS: the remainders around, which
   do not grow.  */
struct floor_query
{
  tree base;
  HOST_WIDE_INT least;
  bool small;
  struct asked
  {
    gphi *phi;
    HOST_WIDE_INT k;
    int parts, rests;
  };
  std::vector<asked> phis;
  int parts, rests, steps;
};

/* A loop adds so many times the slots at most each turn, and constants are no larger: else 32 bits do
   not last for long.  */
enum
{
  SLOTS_A_TURN = 2,
  LARGEST = 1 << 20
};

/* Is T + K never negative, and is T what mathematics says it is: does no unsigned type on the way
   wrap around?  Signed ones do not (C11 6.5p5); what goes up by a few each turn does not within 32
   bits (doc/internals/35-rings).  */
static bool
never_below (tree t, HOST_WIDE_INT k, floor_query *q)
{
  enum
  {
    STEPS = 10000
  }; /* many ways may lead to one phi */
  if (t == q->base)
    return q->least + k >= 0;
  if (q->steps++ > STEPS)
    return false;
  if (TREE_CODE (t) == INTEGER_CST)
    return tree_fits_shwi_p (t) && abs_hwi (tree_to_shwi (t)) < LARGEST
	   && tree_to_shwi (t) + k >= 0;
  if (TREE_CODE (t) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      for (const floor_query::asked &seen : q->phis)
	{
	  bool rest = q->rests > seen.rests;
	  if (seen.phi != phi || (rest && k < seen.k))
	    continue;
	  return rest
		 || (seen.parts == q->parts && k >= seen.k && k - seen.k <= SLOTS_A_TURN * slots);
	}
      q->phis.push_back ({ phi, k, q->parts, q->rests });
      bool ok = true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi) && ok; i++)
	ok = never_below (gimple_phi_arg_def (phi, i), k, q);
      q->phis.pop_back ();
      return ok;
    }
  if (!is_gimple_assign (s) || gimple_assign_load_p (s))
    return k >= 0 && TYPE_UNSIGNED (TREE_TYPE (t));
  tree a = gimple_assign_rhs1 (s), b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  HOST_WIDE_INT c = b && TREE_CODE (b) == INTEGER_CST && TYPE_PRECISION (TREE_TYPE (b)) <= 64
		      ? wi::to_wide (b).to_shwi ()
		      : 0;
  /* Sums of a number that is small do not leave a type that holds many times as much.  */
  enum
  {
    TIMES = 4
  };
  bool narrow
    = TYPE_PRECISION (TREE_TYPE (t)) < 32
      && !(q->small && abs_hwi (c) <= slots
	   && int_fits_type_p (build_int_cst (integer_type_node, TIMES * slots), TREE_TYPE (t)));
  auto part = [q] (tree x, HOST_WIDE_INT more, int *which) {
    ++*which;
    bool ok = never_below (x, more, q);
    --*which;
    return ok;
  };
  switch (gimple_assign_rhs_code (s))
    {
    case SSA_NAME:
    case INTEGER_CST:
      return never_below (a, k, q);
    CASE_CONVERT:
      {
	tree from = TREE_TYPE (a), to = TREE_TYPE (t);
	if (!INTEGRAL_TYPE_P (from))
	  return false;
	if (narrow && TYPE_PRECISION (to) <= TYPE_PRECISION (from))
	  return k >= 0 && (TYPE_UNSIGNED (to) || px_fits (a, to));
	/* A negative number that was made unsigned is another one in more bits.  */
	bool more = TYPE_PRECISION (to) > TYPE_PRECISION (from) && TYPE_UNSIGNED (from);
	return never_below (a, more ? MIN (k, 0) : k, q);
      }
    case PLUS_EXPR:
    case MINUS_EXPR:
      c = gimple_assign_rhs_code (s) == PLUS_EXPR ? c : -c;
      if (narrow)
	return k >= 0 && TYPE_UNSIGNED (TREE_TYPE (t));
      if (TREE_CODE (b) == INTEGER_CST)
	return abs_hwi (c) < LARGEST && never_below (a, k + c, q);
      return gimple_assign_rhs_code (s) == PLUS_EXPR && part (a, MIN (k, 0), &q->parts)
	     && part (b, 0, &q->parts);
    case MULT_EXPR:
      return !narrow && c > 0 && c <= SLOTS_A_TURN * slots
	     && part (a, k < 0 ? -((c - 1 - k) / c) : 0, &q->parts);
    case LSHIFT_EXPR:
      return !narrow && c > 0 && c < 30 && HOST_WIDE_INT_1 << c <= SLOTS_A_TURN * slots && k >= 0
	     && part (a, 0, &q->parts);
    case TRUNC_MOD_EXPR:
    case TRUNC_DIV_EXPR:
    case RSHIFT_EXPR:
      return k >= 0 && c > 0
	     && ((TYPE_UNSIGNED (TREE_TYPE (t)) && !(slots & (slots - 1)))
		 || part (a, 0,
			  gimple_assign_rhs_code (s) == TRUNC_MOD_EXPR ? &q->rests : &q->parts));
    case BIT_AND_EXPR:
    case BIT_XOR_EXPR:
      return k >= 0 && c > 0
	     && (gimple_assign_rhs_code (s) == BIT_AND_EXPR || part (a, 0, &q->parts));
    default: return false;
    }
}

bool
px_never_below (tree t, int ring_slots, tree base, HOST_WIDE_INT least, bool small)
{
  floor_query q = { base, least, small, {}, 0, 0, 0 };
  slots = ring_slots;
  return never_below (t, 0, &q);
}

bool
px_rest_is_slot (gimple *s, int ring_slots, tree base, HOST_WIDE_INT least)
{
  bool wraps = !(ring_slots & (ring_slots - 1)); /* where the slots do, or at a multiple */
  return gimple_assign_rhs_code (s) == BIT_AND_EXPR
	 || (wraps && TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (s))))
	 || px_never_below (gimple_assign_rhs1 (s), ring_slots, base, least, false);
}

/* Is index T below the number of slots, and not negative?  SEEN: it is if these are.  */
static bool
in_ring (tree t, std::set<tree> *seen)
{
  HOST_WIDE_INT k;
  t = px_less_constants (t, &k);
  if (TREE_CODE (t) == INTEGER_CST)
    return tree_fits_shwi_p (t) && tree_to_shwi (t) + k >= 0 && tree_to_shwi (t) + k < slots;
  if (k || TREE_CODE (t) != SSA_NAME)
    return false;
  if (!seen->insert (t).second)
    return true;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (tree before = around (s))
    return in_ring (before, seen);
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      if (counts_slots (phi))
	return true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!in_ring (gimple_phi_arg_def (phi, i), seen))
	  return false;
      return true;
    }
  tree_code c = is_gimple_assign (s) ? gimple_assign_rhs_code (s) : ERROR_MARK;
  if (c == MINUS_EXPR)
    return slots == 2 && integer_onep (gimple_assign_rhs1 (s))
	   && in_ring (gimple_assign_rhs2 (s), seen);
  if (c == BIT_XOR_EXPR)
    return slots == 2 && integer_onep (gimple_assign_rhs2 (s))
	   && in_ring (gimple_assign_rhs1 (s), seen);
  if (c == BIT_AND_EXPR)
    return !(slots & (slots - 1)) && compare_tree_int (gimple_assign_rhs2 (s), slots - 1) == 0;
  if (c != TRUNC_MOD_EXPR || compare_tree_int (gimple_assign_rhs2 (s), slots) != 0)
    return false;
  return px_rest_is_slot (s, slots, NULL_TREE, 0);
}

/* A as it is where E enters a block: with what the phis there, which A names, are then.  */
static slot_sum
on_edge (const slot_sum &a, edge e)
{
  slot_sum r = { {}, a.k };
  for (auto &n : a.of)
    {
      gimple *s = n.first ? SSA_NAME_DEF_STMT (ssa_name (n.first)) : NULL;
      if (s && gimple_code (s) == GIMPLE_PHI && gimple_bb (s) == e->dest)
	add (&r, sum_of (PHI_ARG_DEF_FROM_EDGE (as_a<gphi *> (s), e), 0), n.second);
      else
	add (&r, { { { n.first, 1 } }, 0 }, n.second);
    }
  return r;
}

/* A where E leaves loops of a constant number of turns, with what their counters are then.  */
static slot_sum
on_exit (const slot_sum &a, edge e)
{
  slot_sum r = { {}, a.k };
  for (auto &n : a.of)
    {
      gphi *phi = n.first ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (n.first))) : NULL;
      loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
      slot_sum value = { { { n.first, 1 } }, 0 }, step;
      if (l && l->num && gimple_bb (phi) == l->header && gimple_phi_num_args (phi) == 2
	  && single_exit (l) == e)
	{
	  tree turns = number_of_latch_executions (l);
	  step = sum_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), 0);
	  add (&step, value, -1);
	  if (turns && tree_fits_shwi_p (turns) && step.of.empty ())
	    {
	      value = sum_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), 0);
	      add (&value, step, tree_to_shwi (turns) % slots);
	    }
	}
      add (&r, value, n.second);
    }
  return r;
}

/* Are all names of A set where BB begins?  */
static bool
set_at (const std::map<unsigned, HOST_WIDE_INT> &a, basic_block bb)
{
  for (auto &n : a)
    {
      if (!n.first)
	return false;
      gimple *s = SSA_NAME_DEF_STMT (ssa_name (n.first));
      basic_block at = gimple_bb (s);
      if (at
	  && (at == bb ? gimple_code (s) != GIMPLE_PHI : !dominated_by_p (CDI_DOMINATORS, bb, at)))
	return false;
    }
  return true;
}

/* A use, and what its index is.  */
struct summed_use
{
  slot_sum at;
  const px_point *before;
};

/* The sums that matter: of the indices, and of what their names are made of.  */
enum
{
  MANY = 200
};
static std::set<std::map<unsigned, HOST_WIDE_INT>>
sums_of (const std::vector<summed_use> &uses)
{
  std::set<std::map<unsigned, HOST_WIDE_INT>> all = { {} };
  std::vector<slot_sum> todo;
  for (const summed_use &u : uses)
    todo.push_back (u.at);
  while (!todo.empty () && all.size () < MANY)
    {
      slot_sum s = todo.back ();
      todo.pop_back ();
      if (!all.insert (s.of).second)
	continue;
      for (auto &n : s.of)
	{
	  gimple *d = n.first ? SSA_NAME_DEF_STMT (ssa_name (n.first)) : NULL;
	  if (!d || gimple_code (d) != GIMPLE_PHI)
	    continue;
	  edge e;
	  edge_iterator ei;
	  FOR_EACH_EDGE (e, ei, gimple_bb (d)->preds)
	    todo.push_back (on_edge (s, e));
	  loop_p l = gimple_bb (d)->loop_father;
	  if (edge out = l->num ? single_exit (l) : NULL)
	    todo.push_back (on_exit (s, out));
	}
    }
  return all;
}

/* Does use U, whose index is A here, take the number that comes next, by X?  X goes on.  */
static bool
take (facts *x, const slot_sum &a)
{
  auto i = x->find (a.of);
  bool next = i != x->end () && i->second == modulo (a.k);
  for (auto &f : *x)
    f.second = modulo (f.second + 1);
  return next;
}

/* What of X, which holds at the end of E's source, holds at the start of its destination, of ALL;
   false: a use on E takes another number.  */
static bool
cross (edge e, facts x, const px_point *start, const facts &first,
       const std::set<std::map<unsigned, HOST_WIDE_INT>> &all, const std::vector<summed_use> &uses,
       facts *to)
{
  bool ok = true;
  facts left = x;
  for (auto &f : left)
    {
      slot_sum a = on_exit ({ f.first, f.second }, e);
      if (set_at (a.of, e->dest))
	x[a.of] = modulo (a.k);
    }
  if (std::find (start->edges.begin (), start->edges.end (), e) != start->edges.end ())
    x = first;
  for (const summed_use &u : uses)
    for (edge at : u.before->edges)
      if (at == e)
	ok &= take (&x, on_edge (u.at, e));
  to->clear ();
  for (auto &a : all)
    {
      slot_sum there = on_edge ({ a, 0 }, e);
      auto i = x.find (there.of);
      if (i != x.end () && set_at (a, e->dest))
	(*to)[a] = modulo (i->second - there.k);
    }
  return ok;
}

/* The same behind BB.  */
static bool
pass (basic_block bb, facts *x, const px_point *start, const facts &first,
      const std::vector<summed_use> &uses)
{
  bool ok = true;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      if (start->stmt == gsi_stmt (i))
	*x = first;
      for (const summed_use &u : uses)
	if (u.before->stmt == gsi_stmt (i))
	  ok &= take (x, u.at);
    }
  return ok;
}

static bool
in_order_from (function *fun, const px_point *start, int from,
	       const std::set<std::map<unsigned, HOST_WIDE_INT>> &all,
	       const std::vector<summed_use> &uses)
{
  std::map<basic_block, facts> at; /* none: not reached yet */
  std::vector<basic_block> order;
  int *post = XNEWVEC (int, n_basic_blocks_for_fn (fun));
  int n = pre_and_rev_post_order_compute_fn (fun, NULL, post, false);
  for (int i = 0; i < n; i++)
    order.push_back (BASIC_BLOCK_FOR_FN (fun, post[i]));
  XDELETEVEC (post);
  const facts first = { { {}, from } };
  at[ENTRY_BLOCK_PTR_FOR_FN (fun)] = {};
  bool ok = true;
  /* What holds on the edges that are known; what no longer does goes.  Only the last round, in
     which nothing changes, judges.  */
  for (bool again = true; again;)
    {
      again = false;
      ok = true;
      for (basic_block bb : order)
	{
	  facts here, one;
	  bool reached = false;
	  edge e;
	  edge_iterator ei;
	  FOR_EACH_EDGE (e, ei, bb->preds)
	    {
	      auto p = at.find (e->src);
	      if (p == at.end ())
		continue;
	      facts x = p->second;
	      ok &= pass (e->src, &x, start, first, uses);
	      ok &= cross (e, x, start, first, all, uses, &one);
	      if (!reached)
		here = one;
	      else
		for (auto f = here.begin (); f != here.end ();)
		  {
		    auto o = one.find (f->first);
		    f = o == one.end () || o->second != f->second ? here.erase (f) : std::next (f);
		  }
	      reached = true;
	    }
	  if (reached && (!at.count (bb) || at[bb] != here))
	    {
	      at[bb] = here;
	      again = true;
	    }
	}
    }
  return ok;
}

bool
px_same_slot (tree a, tree b, int ring_slots)
{
  slots = ring_slots;
  if (!a || !b)
    return false;
  slot_sum x = sum_of (a, 0), y = sum_of (b, 0);
  return x.of == y.of && x.k == y.k && !x.of.count (0);
}

bool
px_ring_in_order (function *fun, int ring_slots, const px_point *start,
		  const std::vector<px_ring_use> &uses, int *from)
{
  slots = ring_slots;
  std::vector<summed_use> known;
  for (const px_ring_use &u : uses)
    {
      std::set<tree> seen;
      if (!u.index || (slots > 1 && !in_ring (u.index, &seen)))
	return false;
      known.push_back ({ sum_of (u.index, 0), u.before });
    }
  std::set<std::map<unsigned, HOST_WIDE_INT>> all = sums_of (known);
  for (*from = 0; *from < slots; ++*from)
    if (in_order_from (fun, start, *from, all, known))
      return true;
  return false;
}
