/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): whether the uses of a ring in one branch take its slots in turn,
   wherever they stand: each the slot after that of the use before it, on every path.

   A data flow over GIMPLE.  The fact at a point is which sums of SSA names, modulo the number of
   slots, are the number that comes next; a use asks whether its index is one of them, and adds
   one.  Where the branch starts it is a constant.  Loops start from what holds as they are entered; what does not come back is dropped.

   Needs: loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

/* Sums less their numbers, and what is added to each for the number that comes next.  Until all ways to a point are
   known there may be two for one sum, of which one goes.  */
typedef std::set<std::pair<px_sum_terms, HOST_WIDE_INT>> facts;

static int slots;

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

/* px_counted_exit_of for a counter that goes up by *STEP.  */
static bool
stepped_exit_of (gphi *phi, edge out, px_counted_exit *x, HOST_WIDE_INT *step)
{
  loop_p l = gimple_bb (phi)->loop_father;
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (out->src));
  tree type = TREE_TYPE (gimple_phi_result (phi));
  HOST_WIDE_INT first, seen;
  if (!c || gimple_bb (c)->loop_father != l || !dominated_by_p (CDI_DOMINATORS, l->latch, out->src)
      || gimple_phi_num_args (phi) != 2 || !INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) < 32
      || px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), step, PX_KEEP_ALL)
	   != gimple_phi_result (phi)
      || *step < 1)
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
      || !(stays == LT_EXPR
	   || (is_signed && (stays == LE_EXPR || (stays == NE_EXPR && *step == 1))))
      || !(is_signed || (seen == 0 && tree_to_shwi (from) + first >= 0)))
    return false;
  x->limit = is_signed ? px_without_constants (b, &x->more, PX_KEEP_ALL) : b;
  x->more = (is_signed ? x->more : 0) - seen + (stays == LE_EXPR);
  x->start = tree_to_shwi (from) + first;
  x->stay = EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out);
  return TREE_CODE (x->limit) == SSA_NAME;
}

bool
px_counted_exit_of (gphi *phi, edge out, px_counted_exit *x)
{
  HOST_WIDE_INT step;
  return stepped_exit_of (phi, out, x, &step) && step == 1;
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

/* The least of numbers, less the first of them, in an order that does not depend on what is added to all: so 0 is one
   of them.  COUNTERS: those of which it is the lesser of the counter and the limits of its loop.  */
struct least_of
{
  std::vector<px_affine> all;
  std::set<unsigned> counters;
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
  unsigned names;	/* of SSA form: what is the least of several has a number from here on */
  std::vector<least_of> least;
};

enum
{
  MANY = 200, /* sums */
  LIMITS = 3  /* assumptions, of which each way is tried */
};

/* ---- the least of several -------------------------------------------------- */

/* That of which VERSION is the name; NULL: it is a name of SSA form, or none.  */
static const least_of *
least_in (const order_query *q, unsigned version)
{
  return version >= q->names && version - q->names < q->least.size ()
	   ? &q->least[version - q->names]
	   : NULL;
}

static px_sum
form_sum (const px_affine &a)
{
  px_sum s = px_sum_constant (slots, a.k);
  for (auto &n : a.of)
    px_sum_add (&s, px_limit_sum (ssa_name (n.first), slots), n.second);
  return s;
}

/* True if D is not negative, by what is assumed of limits.  */
static bool
assumed_not_negative (const order_query *q, const px_affine &d)
{
  if (px_never_negative (d))
    return true;
  for (const assumption &known : q->given)
    {
      px_affine limit = px_affine_of (known.limit, slots);
      limit.k -= known.least; /* not negative if it HOLDS */
      px_affine least = known.holds ? limit : px_affine_sum ({ {}, -1, true }, limit, -1);
      if (px_says_not_above (least, { {}, 0, true }, d))
	return true;
    }
  return false;
}

/* Takes out of ALL each that is no less than another one that is left: MORE (A, OTHERS) says so.  */
template <typename F>
static void
keep_least (std::vector<px_affine> *all, F more)
{
  for (size_t i = 0; i < all->size ();)
    {
      std::vector<px_affine> others = *all;
      others.erase (others.begin () + i);
      if (more ((*all)[i], others))
	*all = others;
      else
	i++;
    }
}

/* The sum that stands for the least of ALL.  */
static px_sum
least_sum (order_query *q, std::vector<px_affine> all)
{
  enum
  {
    MOST = 4
  };
  for (const px_affine &a : all)
    if (!a.known)
      return px_sum_unknown (slots);
  keep_least (&all, [q] (const px_affine &a, const std::vector<px_affine> &others) {
    bool more = false;
    for (const px_affine &b : others)
      {
	px_affine d = px_affine_sum (a, b, -1);
	more |= d.known && assumed_not_negative (q, d);
      }
    return more;
  });
  std::sort (all.begin (), all.end (), [] (const px_affine &a, const px_affine &b) {
    px_affine d = px_affine_sum (b, a, -1);
    return d.known && !d.of.empty () && d.of.begin ()->second > 0;
  });
  px_affine first = all[0];
  for (px_affine &a : all)
    {
      a = px_affine_sum (a, first, -1);
      if (!a.known || all.size () > MOST)
	return px_sum_unknown (slots);
    }
  px_sum sum = form_sum (first);
  if (all.size () == 1)
    return sum;
  size_t i = 0;
  for (const least_of &known : q->least)
    {
      bool same = known.all.size () == all.size ();
      for (size_t k = 0; k < all.size () && same; k++)
	same = known.all[k].of == all[k].of && known.all[k].k == all[k].k;
      if (same)
	break;
      i++;
    }
  if (i == q->least.size ())
    q->least.push_back ({ all, {} });
  px_sum_add (&sum, px_sum_name (slots, q->names + i), 1);
  return sum;
}

/* A as it is before E, with what the phis are where that leads to.  */
static px_affine
form_on_edge (const px_affine &a, edge e)
{
  px_affine r = { {}, a.k, true };
  for (auto &n : a.of)
    {
      gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (n.first)));
      px_affine there = phi && gimple_bb (phi) == e->dest
			  ? px_affine_of (PHI_ARG_DEF_FROM_EDGE (phi, e), slots)
			  : px_affine{ { { n.first, 1 } }, 0, true };
      r = px_affine_sum (r, there, n.second);
    }
  return r;
}

/* px_sum_on_edge, also of what is the least of several.  */
static px_sum
on_edge (order_query *q, const px_sum &a, edge e)
{
  px_sum r = px_sum_replace (a, [q, e] (unsigned version) {
    if (const least_of *least = least_in (q, version))
      {
	std::vector<px_affine> all = least->all;
	for (px_affine &x : all)
	  x = form_on_edge (x, e);
	return least_sum (q, all);
      }
    return px_sum_on_edge (px_sum_name (slots, version), e);
  });
  return r;
}

/* A with the least of several without those of which the condition on E says that they are no less than another.  */
static px_sum
at_lesser (order_query *q, const px_sum &a, edge e)
{
  const std::vector<px_affine> held = px_held_on (e, slots);
  return px_sum_replace (a, [q, &held] (unsigned version) {
    const least_of *least = least_in (q, version);
    if (!least)
      return px_sum_name (slots, version);
    std::vector<px_affine> all = least->all;
    keep_least (&all, [&held] (const px_affine &a, const std::vector<px_affine> &others) {
      bool more = false;
      for (const px_affine &h : held)
	more |= px_no_less (h, a, others, slots);
      return more;
    });
    return all.size () == least->all.size () || all.empty () ? px_sum_name (slots, version)
							     : least_sum (q, all);
  });
}

/* A with the least of VERSION, a counter, and the limits of its loop instead of that: it is the counter while the
   loop is repeated.  */
static px_sum
with_limit (order_query *q, const px_sum &a, unsigned version)
{
  tree t = ssa_name (version);
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t));
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  HOST_WIDE_INT step;
  if (!phi || !px_counter_limits (phi, slots, &limits, &exits, &step))
    return a;
  if (limits.size () == 1 && limits[0].of.empty ())
    return a; /* a constant, which on_exit knows */
  limits.push_back ({ { { version, 1 } }, 0, true });
  px_sum least = least_sum (q, limits);
  for (auto &n : least.of)
    for (unsigned name : n.first)
      if (name >= q->names && least_in (q, name))
	q->least[name - q->names].counters.insert (version);
  return px_sum_replace (a, [&least, version] (unsigned of) {
    return of == version ? least : px_sum_name (slots, of);
  });
}

/* ---- what sums become where loops end ----------------------------------- */

/* What counter PHI is on E, which leaves its loop, if it began with a name.  */
static px_sum
counter_on_exit (order_query *q, gphi *phi, edge e)
{
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  HOST_WIDE_INT step;
  if (!px_counter_limits (phi, slots, &limits, &exits, &step) || step != 1
      || std::find (exits.begin (), exits.end (), e) == exits.end ()
      || !px_begins_below (phi, slots, limits))
    return px_sum_name (slots, SSA_NAME_VERSION (gimple_phi_result (phi)));
  return least_sum (q, limits);
}

/* A where E leaves loops, with what their counters are then: of a constant number of turns, or by
   what Q assumes of their limits.  */
static px_sum
on_exit (order_query *q, const px_sum &a, edge e)
{
  return px_sum_replace (a, [q, e] (unsigned version) {
    gphi *phi = version && !least_in (q, version)
		  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (version)))
		  : NULL;
    loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
    px_sum name = px_sum_name (slots, version), step, value;
    if (!l || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2)
      return name;
    if (single_exit (l) != e)
      return counter_on_exit (q, phi, e);
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
    const assumption *known = px_counted_exit_of (phi, e, &x) ? assumed (q->given, x) : NULL;
    if (!known)
      return counter_on_exit (q, phi, e);
    value = known->holds ? px_limit_sum (x.limit, slots) : px_sum_constant (slots, x.start);
    px_sum_add (&value, px_sum_constant (slots, known->holds ? x.more : 0), 1);
    return value;
  });
}

/* True if A has the least of several with a counter of the loop that BB begins, and is not for that made: it would be
   ahead of it by more each turn.  */
static bool
runs_ahead (const order_query *q, const px_sum &a, basic_block bb)
{
  for (auto &n : a.of)
    for (unsigned version : n.first)
      if (const least_of *least = least_in (q, version))
	for (const px_affine &x : least->all)
	  for (auto &m : x.of)
	    {
	      gimple *s = SSA_NAME_DEF_STMT (ssa_name (m.first));
	      if (gimple_bb (s) == bb && gimple_code (s) == GIMPLE_PHI
		  && !least->counters.count (m.first))
		return true;
	    }
  return false;
}

/* The names of sums A, with what they are where loops of theirs are left, to TODO; with limits of theirs, which
   are needed in chunks only, to LATER.  */
static void
more_sums (order_query *q, const px_sum &a, std::vector<px_sum> *todo, std::vector<px_sum> *later)
{
  auto name = [q, &a, todo] (tree t) {
    gimple *d = t ? SSA_NAME_DEF_STMT (t) : NULL;
    if (!d || gimple_code (d) != GIMPLE_PHI || runs_ahead (q, a, gimple_bb (d)))
      return;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, gimple_bb (d)->preds)
      todo->push_back (on_edge (q, a, e));
    loop_p l = gimple_bb (d)->loop_father;
    if (!l->num)
      return;
    auto_vec<edge> all = get_loop_exit_edges (l);
    for (edge out : all)
      todo->push_back (on_exit (q, a, out));
  };
  for (auto &n : a.of)
    for (unsigned version : n.first)
      if (const least_of *least = least_in (q, version))
	{
	  std::set<unsigned> names;
	  for (const px_affine &x : least->all)
	    for (auto &m : x.of)
	      names.insert (m.first);
	  for (unsigned of : names)
	    name (ssa_name (of));
	}
      else if (version)
	{
	  name (ssa_name (version));
	  later->push_back (with_limit (q, a, version));
	}
}

static void
find_sums (order_query *q)
{
  std::vector<px_sum> todo, later;
  q->sums = { {} };
  for (const summed_use &u : q->uses)
    todo.push_back (u.at);
  if (q->seek)
    todo.push_back (q->seek->slot);
  while ((!todo.empty () || !later.empty ()) && q->sums.size () < MANY)
    {
      std::vector<px_sum> *from = todo.empty () ? &later : &todo;
      px_sum s = from->back ();
      from->pop_back ();
      if (q->sums.insert (s.of).second)
	more_sums (q, s, &todo, &later);
    }
}

/* True if a use whose index is A takes the next number, by facts *X.  Leaves those after the use.  */
static bool
take (facts *x, const px_sum &a)
{
  bool next = x->count ({ a.of, px_sum_number (a) });
  facts after;
  for (auto &f : *x)
    after.insert ({ f.first, (f.second + 1) % slots });
  *x = after;
  return next;
}

/* A where E is taken: with the values of names that have only one there, as the last slot where a counter
   starts over.  */
static px_sum
at_one_value (const order_query *q, const px_sum &a, edge e)
{
  bool asks = safe_dyn_cast<gcond *> (last_stmt (e->src));
  return px_sum_replace (a, [q, e, asks] (unsigned version) {
    HOST_WIDE_INT v;
    return version && asks && !least_in (q, version)
	       && px_one_value (ssa_name (version), slots, e, &v)
	     ? px_sum_constant (slots, v)
	     : px_sum_name (slots, version);
  });
}

/* px_sum_set_at, also of what is the least of several.  */
static bool
set_at (const order_query *q, const px_sum_terms &a, basic_block bb)
{
  px_sum names = px_sum_constant (slots, 0);
  for (auto &n : a)
    for (unsigned version : n.first)
      if (const least_of *least = least_in (q, version))
	{
	  for (const px_affine &x : least->all)
	    for (auto &m : x.of)
	      names.of[{ m.first }] = 1;
	}
      else
	names.of[{ version }] = 1;
  return px_sum_set_at (names.of, bb);
}

/* What of X, which holds at the end of E's source, holds at the start of its destination; false: a use
   on E takes another number.  */
static bool
cross (order_query &q, edge e, facts x, facts *to)
{
  bool ok = true;
  facts left = x;
  for (auto &f : left)
    for (px_sum a : { on_exit (&q, { slots, f.first, f.second }, e),
		      at_one_value (&q, { slots, f.first, f.second }, e),
		      at_lesser (&q, { slots, f.first, f.second }, e) })
      if (set_at (&q, a.of, e->dest))
	x.insert ({ a.of, px_sum_number (a) });
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
	ok &= take (&x, on_edge (&q, u.at, e));
  to->clear ();
  for (auto &a : q.sums)
    {
      px_sum there = on_edge (&q, { slots, a, 0 }, e);
      if (!set_at (&q, a, e->dest))
	continue;
      for (auto f = x.lower_bound ({ there.of, 0 }); f != x.end () && f->first == there.of; ++f)
	to->insert ({ a, px_sum_number ({ slots, {}, f->second - there.k }) });
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
		  f = one.count (*f) ? std::next (f) : here.erase (f);
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
	HOST_WIDE_INT step;
	if (!out || !start)
	  continue;
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  {
	    if (!stepped_exit_of (i.phi (), out, &x, &step) || !unchanged (x.limit, start, l))
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
  order_query q = { start, {}, {}, {}, seek, {}, {}, num_ssa_names, {} };
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
