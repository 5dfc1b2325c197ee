/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): whether the uses of a ring in one branch take its slots in turn,
   wherever they stand: each the slot after that of the use before it, on every path.

   A data flow over GIMPLE.  The fact at a point is which sums of SSA names, modulo the number of
   slots, are the number that comes next; a use asks whether its index is one of them, and adds
   one.  Where the branch starts it is a constant.  Loops start from what holds as they are entered; what does not come back is dropped.

   Needs: loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

/* Sums less their numbers: what is added to each for the number that comes next.  */
typedef std::map<px_sum_terms, HOST_WIDE_INT> facts;

static int slots;

/* ---- numbers that are not negative ------------------------------------- */

/* What is known and what was asked about a number: BASE is never below LEAST, and, if SMALL, less than
   SLOTS; a phi that is asked about again, in its loop, is more by what that adds each turn.  PARTS: the
   sums of names and products around, of which each grows by itself; WRAPS: those of them, and the
   conversions, that may wrap around; RESTS: the remainders around, which do not grow.  */
struct floor_query
{
  tree base;
  HOST_WIDE_INT least;
  bool small;
  struct asked
  {
    gphi *phi;
    HOST_WIDE_INT k;
    int parts, wraps, rests;
  };
  std::vector<asked> phis;
  int parts, wraps, rests, steps;
  basic_block at; /* where it is asked, or NULL */
  /* Names, and products of two, that may have any value that their unsigned type of 32 bits holds.
     Such a term does not wrap around if it is a term of the use's number, which is no larger than
     the number of uses.  */
  std::vector<px_sum_product> large;
};

/* A loop adds so many times the slots at most each turn, and constants are no larger: else 32 bits do
   not last for long.  */
enum
{
  SLOTS_A_TURN = 2,
  LARGEST = 1 << 20
};

/* True if T + K is never negative, and T is what mathematics says it is: no unsigned type on the way
   wraps around.  Signed ones do not (C11 6.5p5); what goes up by a few each turn does not within 32
   bits (doc/internals/35-rings).  */
static bool never_below (tree t, HOST_WIDE_INT k, floor_query *q);

/* True if signed T + K is never negative in Q->at, as a condition on the way there says that T is more
   than something that is never negative.  */
static bool
above_others (tree t, HOST_WIDE_INT k, floor_query *q)
{
  if (!q->at || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)))
    return false;
  /* In earlier turns T may have been another.  */
  basic_block set = gimple_bb (SSA_NAME_DEF_STMT (t));
  for (const floor_query::asked &p : q->phis)
    if (set && flow_bb_inside_loop_p (gimple_bb (p.phi)->loop_father, set))
      return false;
  for (basic_block bb = q->at, up; bb; bb = up)
    {
      up = get_immediate_dominator (CDI_DOMINATORS, bb);
      edge in = up && single_pred_p (bb) ? single_pred_edge (bb) : NULL;
      gcond *c = in ? safe_dyn_cast<gcond *> (last_stmt (in->src)) : NULL;
      if (!c || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (c)))
	  || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (gimple_cond_lhs (c))))
	continue;
      tree_code code = gimple_cond_code (c);
      if (in->flags & EDGE_FALSE_VALUE)
	code = invert_tree_comparison (code, false);
      tree less = gimple_cond_lhs (c), more = gimple_cond_rhs (c);
      if (code == GT_EXPR || code == GE_EXPR)
	{
	  std::swap (less, more);
	  code = swap_tree_comparison (code);
	}
      HOST_WIDE_INT added;
      if ((code == LT_EXPR || code == LE_EXPR)
	  && px_without_constants (more, &added, PX_KEEP_ALL) == t)
	/* T + ADDED is more than LESS, or as much: so is T + K than LESS + K - ADDED.  */
	return never_below (less, k - added + (code == LT_EXPR), q);
    }
  return false;
}

/* The same, by how T is set.  */
static bool
set_never_below (tree t, HOST_WIDE_INT k, floor_query *q)
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
		 || ((seen.parts == q->parts || seen.wraps == q->wraps) && k >= seen.k
		     && k - seen.k <= SLOTS_A_TURN * slots);
	}
      q->phis.push_back ({ phi, k, q->parts, q->wraps, q->rests });
      bool ok = true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi) && ok; i++)
	ok = never_below (gimple_phi_arg_def (phi, i), k, q);
      q->phis.pop_back ();
      return ok;
    }
  if (!is_gimple_assign (s) || gimple_assign_load_p (s))
    {
      if (!TYPE_UNSIGNED (TREE_TYPE (t)) || k < 0)
	return false;
      if (TYPE_PRECISION (TREE_TYPE (t)) >= 32)
	q->large.push_back ({ SSA_NAME_VERSION (t) });
      return true;
    }
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
  auto part = [q, t] (tree x, HOST_WIDE_INT more, int *which) {
    bool wraps = !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t));
    ++*which;
    q->wraps += wraps;
    bool ok = never_below (x, more, q);
    --*which;
    q->wraps -= wraps;
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
	bool more = TYPE_PRECISION (to) > TYPE_PRECISION (from) && TYPE_UNSIGNED (from),
	     wraps = !px_keeps_value (to, from);
	q->wraps += wraps;
	bool ok = never_below (a, more ? MIN (k, 0) : k, q);
	q->wraps -= wraps;
	return ok;
      }
    case PLUS_EXPR:
    case MINUS_EXPR:
      c = gimple_assign_rhs_code (s) == PLUS_EXPR ? c : -c;
      if (narrow)
	return k >= 0 && TYPE_UNSIGNED (TREE_TYPE (t));
      if (TREE_CODE (b) == INTEGER_CST)
	return abs_hwi (c) < LARGEST && never_below (a, k + c, q);
      if (gimple_assign_rhs_code (s) != PLUS_EXPR)
	return false;
      k = MIN (k, 0); /* which either makes up for */
      return (part (a, k, &q->parts) && part (b, 0, &q->parts))
	     || (k && part (a, 0, &q->parts) && part (b, k, &q->parts));
    case MULT_EXPR:
      if (TREE_CODE (b) == SSA_NAME)
	{
	  if (TYPE_UNSIGNED (TREE_TYPE (t)))
	    {
	      tree x = px_without_conversions (a), y = px_without_conversions (b);
	      if (TREE_CODE (x) != SSA_NAME || TREE_CODE (y) != SSA_NAME)
		return false;
	      px_sum_product both = { SSA_NAME_VERSION (x), SSA_NAME_VERSION (y) };
	      std::sort (both.begin (), both.end ());
	      q->large.push_back (both);
	    }
	  return !narrow && k >= 0 && part (a, 0, &q->parts) && part (b, 0, &q->parts);
	}
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

static bool
never_below (tree t, HOST_WIDE_INT k, floor_query *q)
{
  return set_never_below (t, k, q)
	 || (TREE_CODE (t) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (t))
	     && above_others (t, k, q));
}

bool
px_never_below (tree t, int ring_slots, tree base, HOST_WIDE_INT least, bool small, basic_block at)
{
  floor_query q = { base, least, small, {}, 0, 0, 0, 0, at, {} };
  slots = ring_slots;
  if (!never_below (t, 0, &q))
    return false;
  px_sum sum = px_sum_of (t, slots);
  for (const px_sum_product &large : q.large)
    if (!sum.of.count (large))
      return false;
  return true;
}

bool
px_rest_is_slot (gimple *s, int ring_slots, tree base, HOST_WIDE_INT least, basic_block at)
{
  bool wraps = !(ring_slots & (ring_slots - 1)); /* where the slots do, or at a multiple */
  return gimple_assign_rhs_code (s) == BIT_AND_EXPR
	 || (wraps && TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (s))))
	 || px_never_below (gimple_assign_rhs1 (s), ring_slots, base, least, false, at);
}

/* ---- counters and their limits ------------------------------------------ */

/* LIMIT, which does not change while the branch runs, is at least LEAST (HOLDS) or less (not HOLDS): the
   flow assumes each of these in a run of its own.  If it holds, the loops that have this limit end when
   their counter has reached it; else they never take their edge STAY.  */
struct assumption
{
  tree limit;
  HOST_WIDE_INT least;
  bool holds;
  std::vector<edge> stay;
};
typedef std::vector<assumption> assumptions;

bool
px_counted_exit_of (gphi *phi, edge out, px_counted_exit *x)
{
  loop_p l = gimple_bb (phi)->loop_father;
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (out->src));
  tree type = TREE_TYPE (gimple_phi_result (phi));
  HOST_WIDE_INT step, first, seen;
  if (!c || gimple_bb (c)->loop_father != l || !dominated_by_p (CDI_DOMINATORS, l->latch, out->src)
      || gimple_phi_num_args (phi) != 2 || !INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) < 32
      || px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), &step, PX_KEEP_ALL)
	   != gimple_phi_result (phi)
      || step != 1)
    return false;
  tree from = px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), &first,
				    PX_KEEP_ALL);
  tree a = gimple_cond_lhs (c), b = gimple_cond_rhs (c);
  tree_code stays = gimple_cond_code (c);
  if (out->flags & EDGE_TRUE_VALUE)
    stays = invert_tree_comparison (stays, false);
  if (px_without_constants (a, &seen, PX_KEEP_ALL) != gimple_phi_result (phi))
    {
      std::swap (a, b);
      stays = swap_tree_comparison (stays);
    }
  /* A signed counter that missed its limit would overflow.  */
  bool is_signed = TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (a)) && TYPE_OVERFLOW_UNDEFINED (type);
  if (!px_start_p (from) || px_without_constants (a, &seen, PX_KEEP_ALL) != gimple_phi_result (phi)
      || !(stays == LT_EXPR || (is_signed && (stays == LE_EXPR || stays == NE_EXPR)))
      || !(is_signed || (seen == 0 && tree_to_shwi (from) + first >= 0)))
    return false;
  x->limit = is_signed ? px_without_constants (b, &x->more, PX_KEEP_ALL) : b;
  x->more = (is_signed ? x->more : 0) - seen + (stays == LE_EXPR);
  x->start = tree_to_shwi (from) + first;
  x->stay = EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out);
  return TREE_CODE (x->limit) == SSA_NAME;
}

static assumption *
assumed (assumptions &all, const px_counted_exit &x)
{
  for (assumption &a : all)
    if (a.limit == x.limit && a.least == x.start - x.more)
      return &a;
  return NULL;
}

/* True if nothing that T is computed from wraps around, so that its sum is its value.  */
static bool
exact (tree t, int depth)
{
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s))
    return true;
  if (depth > 20 || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  tree from = TREE_TYPE (gimple_assign_rhs1 (s));
  if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
	? !INTEGRAL_TYPE_P (from) || !px_keeps_value (TREE_TYPE (t), from)
	: !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (!exact (gimple_op (s, i), depth + 1))
      return false;
  return true;
}

px_sum
px_limit_sum (tree t, int ring_slots)
{
  return exact (t, 0) ? px_sum_of (t, ring_slots) : px_sum_name (ring_slots, SSA_NAME_VERSION (t));
}

/* ---- what sums become ----------------------------------------------------- */

px_sum
px_sum_on_edge (const px_sum &a, edge e)
{
  return px_sum_replace (a, [&a, e] (unsigned version) {
    gimple *s = version ? SSA_NAME_DEF_STMT (ssa_name (version)) : NULL;
    return s && gimple_code (s) == GIMPLE_PHI && gimple_bb (s) == e->dest
	     ? px_sum_of (PHI_ARG_DEF_FROM_EDGE (as_a<gphi *> (s), e), a.slots)
	     : px_sum_name (a.slots, version);
  });
}

/* A where E leaves loops, with what their counters are then: of a constant number of turns, or by
   what is ASSUMED of their limits.  */
static px_sum
on_exit (const px_sum &a, edge e, assumptions &all)
{
  return px_sum_replace (a, [e, &all] (unsigned version) {
    gphi *phi = version ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (version))) : NULL;
    loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
    px_sum name = px_sum_name (slots, version), step, value;
    if (!l || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2
	|| single_exit (l) != e)
      return name;
    tree turns = number_of_latch_executions (l);
    step = px_sum_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), slots);
    px_sum_add (&step, name, -1);
    if (turns && tree_fits_shwi_p (turns) && step.of.empty ())
      {
	value = px_sum_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), slots);
	px_sum_add (&value, step, tree_to_shwi (turns) % slots);
	return value;
      }
    px_counted_exit x;
    const assumption *known = px_counted_exit_of (phi, e, &x) ? assumed (all, x) : NULL;
    if (!known)
      return name;
    value = known->holds ? px_limit_sum (x.limit, slots) : px_sum_constant (slots, x.start);
    px_sum_add (&value, px_sum_constant (slots, known->holds ? x.more : 0), 1);
    return value;
  });
}

bool
px_sum_set_at (const px_sum_terms &a, basic_block bb)
{
  if (!px_sum_known (a))
    return false;
  for (auto &n : a)
    for (unsigned version : n.first)
      {
	gimple *s = SSA_NAME_DEF_STMT (ssa_name (version));
	basic_block at = gimple_bb (s);
	if (at
	    && (at == bb ? gimple_code (s) != GIMPLE_PHI
			 : !dominated_by_p (CDI_DOMINATORS, bb, at)))
	  return false;
      }
  return true;
}

/* ---- the flow ------------------------------------------------------------- */

/* A use, and what its index is.  */
struct summed_use
{
  px_sum at;
  const px_point *before;
};

/* What the flow of one branch is about.  */
struct order_query
{
  const px_point *start;
  std::vector<summed_use> uses;
  std::set<px_sum_terms>
    sums; /* that matter: of the indices, and of what their names are made of */
  facts first;
  const px_ring_seek *seek; /* or NULL */
  assumptions given;
  std::set<edge> never; /* taken by the branch's threads */
};

enum
{
  MANY = 200, /* sums */
  LIMITS = 3  /* assumptions, of which each way is tried */
};

/* The names of sums A, with what they are where loops of theirs are left.  */
static void
more_sums (const px_sum &a, assumptions &given, std::vector<px_sum> *todo)
{
  for (auto &n : a.of)
    for (unsigned version : n.first)
      {
	gimple *d = version ? SSA_NAME_DEF_STMT (ssa_name (version)) : NULL;
	if (!d || gimple_code (d) != GIMPLE_PHI)
	  continue;
	edge e;
	edge_iterator ei;
	FOR_EACH_EDGE (e, ei, gimple_bb (d)->preds)
	  todo->push_back (px_sum_on_edge (a, e));
	loop_p l = gimple_bb (d)->loop_father;
	if (edge out = l->num ? single_exit (l) : NULL)
	  todo->push_back (on_exit (a, out, given));
      }
}

static void
find_sums (order_query *q)
{
  std::vector<px_sum> todo;
  q->sums = { {} };
  for (const summed_use &u : q->uses)
    todo.push_back (u.at);
  if (q->seek)
    todo.push_back (q->seek->slot);
  while (!todo.empty () && q->sums.size () < MANY)
    {
      px_sum s = todo.back ();
      todo.pop_back ();
      if (q->sums.insert (s.of).second)
	more_sums (s, q->given, &todo);
    }
}

/* True if a use whose index is A takes the next number, by facts *X.  Leaves those after the use.  */
static bool
take (facts *x, const px_sum &a)
{
  auto i = x->find (a.of);
  bool next = i != x->end () && i->second == px_sum_number (a);
  for (auto &f : *x)
    f.second = (f.second + 1) % slots;
  return next;
}

/* A where E is taken: with the values of names that have only one there, as the last slot where a counter
   starts over.  */
static px_sum
at_one_value (const px_sum &a, edge e)
{
  bool asks = safe_dyn_cast<gcond *> (last_stmt (e->src));
  return px_sum_replace (a, [e, asks] (unsigned version) {
    HOST_WIDE_INT v;
    return version && asks && px_one_value (ssa_name (version), slots, e, &v)
	     ? px_sum_constant (slots, v)
	     : px_sum_name (slots, version);
  });
}

/* What of X, which holds at the end of E's source, holds at the start of its destination; false: a use
   on E takes another number.  */
static bool
cross (order_query &q, edge e, facts x, facts *to)
{
  bool ok = true;
  facts left = x;
  for (auto &f : left)
    for (px_sum a : { on_exit ({ slots, f.first, f.second }, e, q.given),
		      at_one_value ({ slots, f.first, f.second }, e) })
      if (px_sum_set_at (a.of, e->dest))
	x[a.of] = px_sum_number (a);
  const std::vector<edge> &starts = q.start->edges;
  if (std::find (starts.begin (), starts.end (), e) != starts.end ())
    x = q.first;
  if (q.seek)
    for (edge at : q.seek->before->edges)
      if (at == e)
	x = { { q.seek->slot.of, px_sum_number (q.seek->slot) } };
  for (const summed_use &u : q.uses)
    for (edge at : u.before->edges)
      if (at == e)
	ok &= take (&x, px_sum_on_edge (u.at, e));
  to->clear ();
  for (auto &a : q.sums)
    {
      px_sum there = px_sum_on_edge ({ slots, a, 0 }, e);
      auto i = x.find (there.of);
      if (i != x.end () && px_sum_set_at (a, e->dest))
	{
	  px_sum number = px_sum_constant (slots, i->second);
	  px_sum_add (&number, px_sum_constant (slots, there.k), -1);
	  (*to)[a] = px_sum_number (number);
	}
    }
  return ok;
}

/* Facts *X at the start of BB become those at its end.  False: a use in BB takes another number.  */
static bool
pass (const order_query &q, basic_block bb, facts *x)
{
  bool ok = true;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      if (q.start->stmt == gsi_stmt (i))
	*x = q.first;
      if (q.seek && q.seek->before->stmt == gsi_stmt (i))
	*x = { { q.seek->slot.of, px_sum_number (q.seek->slot) } };
      for (const summed_use &u : q.uses)
	if (u.before->stmt == gsi_stmt (i))
	  ok &= take (x, u.at);
    }
  return ok;
}

/* True if E is taken only where A is not so: by a condition that compares its limit with a constant.  */
static bool
excluded (const assumption &a, edge e)
{
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
  HOST_WIDE_INT more;
  if (!c || TREE_CODE (gimple_cond_rhs (c)) != INTEGER_CST
      || !tree_fits_shwi_p (gimple_cond_rhs (c))
      || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (gimple_cond_lhs (c)))
      || px_without_constants (gimple_cond_lhs (c), &more, PX_KEEP_ALL) != a.limit)
    return false;
  HOST_WIDE_INT with = tree_to_shwi (gimple_cond_rhs (c)) - more;
  tree_code code = gimple_cond_code (c);
  if (e->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  /* The limit is CODE WITH there.  */
  switch (code)
    {
    case EQ_EXPR: return a.holds == (with < a.least);
    case GT_EXPR: return !a.holds && with + 1 >= a.least;
    case GE_EXPR: return !a.holds && with >= a.least;
    case LT_EXPR: return a.holds && with <= a.least;
    case LE_EXPR: return a.holds && with < a.least;
    default: return false;
    }
}

/* True if the threads of the branch never take E, or not by what is assumed.  */
static bool
never_taken (const order_query &q, edge e)
{
  if (q.never.count (e))
    return true;
  for (const assumption &a : q.given)
    if ((!a.holds && std::find (a.stay.begin (), a.stay.end (), e) != a.stay.end ())
	|| excluded (a, e))
      return true;
  return false;
}

/* True if the assumptions contradict neither each other nor the limits' types.  */
static bool
possible (const assumptions &given)
{
  for (const assumption &a : given)
    if (!a.holds && a.least <= 0 && TYPE_UNSIGNED (TREE_TYPE (a.limit)))
      return false;
  for (const assumption &a : given)
    for (const assumption &b : given)
      if (a.limit == b.limit && a.least >= b.least && a.holds && !b.holds)
	return false;
  return true;
}

static bool
in_order (function *fun, order_query &q)
{
  std::map<basic_block, facts> at; /* none: not reached yet */
  std::vector<basic_block> order;
  int *post = XNEWVEC (int, n_basic_blocks_for_fn (fun));
  int n = pre_and_rev_post_order_compute_fn (fun, NULL, post, false);
  for (int i = 0; i < n; i++)
    order.push_back (BASIC_BLOCK_FOR_FN (fun, post[i]));
  XDELETEVEC (post);
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
	      if (p == at.end () || never_taken (q, e))
		continue;
	      facts x = p->second;
	      ok &= pass (q, e->src, &x);
	      ok &= cross (q, e, x, &one);
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

/* True if T, a limit of loop L, does not change from the end of block START, where the branch begins, on:
   it is set before, or once after it.  */
static bool
unchanged (tree t, basic_block start, loop_p l)
{
  basic_block at = gimple_bb (SSA_NAME_DEF_STMT (t));
  return !at || at == start || dominated_by_p (CDI_DOMINATORS, start, at)
	 || (dominated_by_p (CDI_DOMINATORS, l->header, at)
	     && at->loop_father == start->loop_father);
}

/* What follows P.  */
static basic_block
block_at (const px_point *p)
{
  return p->stmt ? gimple_bb (p->stmt) : p->edges.empty () ? NULL : p->edges[0]->dest;
}

/* Limits of loops around uses.  */
static void
find_limits (order_query *q)
{
  basic_block start = q->start->stmt		     ? gimple_bb (q->start->stmt)
		      : q->start->edges.size () == 1 ? q->start->edges[0]->src
						     : NULL;
  std::set<loop_p> seen;
  for (const summed_use &u : q->uses)
    for (loop_p l = block_at (u.before) ? block_at (u.before)->loop_father : NULL; l && l->num;
	 l = loop_outer (l))
      {
	edge out = seen.insert (l).second ? single_exit (l) : NULL;
	px_counted_exit x;
	if (!out || !start)
	  continue;
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  {
	    if (!px_counted_exit_of (i.phi (), out, &x) || !unchanged (x.limit, start, l))
	      continue;
	    assumption *a = assumed (q->given, x);
	    if (a)
	      a->stay.push_back (x.stay);
	    else if (q->given.size () < LIMITS)
	      q->given.push_back ({ x.limit, x.start - x.more, true, { x.stay } });
	  }
      }
}

bool
px_ring_in_order (function *fun, int ring_slots, const px_point *start,
		  const std::vector<px_ring_use> &uses, const std::function<int (gcond *)> &known,
		  const px_ring_seek *seek, int *from)
{
  slots = ring_slots;
  order_query q = { start, {}, {}, {}, seek, {}, {} };
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (gcond *c = safe_dyn_cast<gcond *> (last_stmt (bb)))
      if (int is = known (c); is >= 0)
	q.never.insert (EDGE_SUCC (bb, !(EDGE_SUCC (bb, 0)->flags & EDGE_TRUE_VALUE) == !is));
  for (const px_ring_use &u : uses)
    {
      if (slots > 1 && (!u.index || !px_in_slots (u.index, slots, block_at (u.before))))
	return false;
      q.uses.push_back (
	{ slots > 1 ? px_sum_of (u.index, slots) : px_sum_constant (slots, 0), u.before });
    }
  find_limits (&q);
  for (*from = 0; *from < slots; ++*from)
    {
      bool ok = true;
      q.first = { { {}, *from } };
      for (unsigned ways = 0; ways < 1u << q.given.size () && ok; ways++)
	{
	  for (size_t i = 0; i < q.given.size (); i++)
	    q.given[i].holds = !(ways >> i & 1);
	  if (!possible (q.given))
	    continue;
	  find_sums (&q);
	  ok = in_order (fun, q);
	}
      if (ok)
	return true;
    }
  return false;
}
