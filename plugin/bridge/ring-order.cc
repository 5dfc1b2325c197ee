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

/* What sums are modulo: the slots of a ring, or, where its uses are counted, COUNTED, which no count comes to.  */
static struct
{
  int n, ring;
} slots;

enum
{
  COUNTED = INT_MAX
};

static bool
counting ()
{
  return slots.n == COUNTED;
}

static px_sum
form_sum (const px_affine &a)
{
  px_sum s = a.known ? px_sum_constant (slots.n, a.k) : px_sum_unknown (slots.n);
  for (auto &n : a.of)
    px_sum_add (&s,
		counting () ? px_sum_name (slots.n, n.first)
			    : px_limit_sum (ssa_name (n.first), slots.n),
		n.second);
  return s;
}

/* T, of which a count must be what mathematics says, an index only what it is modulo the slots.  */
static px_sum
exact_sum (tree t)
{
  return counting () ? form_sum (px_affine_of (t, slots.ring)) : px_sum_of (t, slots.n);
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
  int step; /* 1, or -1: the slots are taken from the last to the first */
  std::vector<summed_use> uses;
  std::set<px_sum_terms>
    sums; /* that matter: of the indices, and of what their names are made of */
  facts first;
  const px_ring_seek *seek;  /* or NULL */
  std::vector<px_sum> seeds; /* more sums that matter */
  const px_point *end;	     /* where LAST is wanted, or NULL */
  facts last;
  px_assumptions given;
  std::set<edge> never; /* taken by the branch's threads */
  std::set<edge> dead;	/* not taken by what is GIVEN */
  std::map<std::pair<edge, size_t>, bool>
    zero;	  /* is this one of px_held_on, which is not negative there, 0 */
  unsigned names; /* of SSA form: what is the least of several has a number from here on */
  std::vector<least_of> least;
  std::set<std::pair<unsigned, HOST_WIDE_INT>>
    scaled; /* counters of loops around uses, which compare so many times them */
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
      return px_sum_unknown (slots.n);
  keep_least (&all, [q] (const px_affine &a, const std::vector<px_affine> &others) {
    bool more = false;
    for (const px_affine &b : others)
      {
	px_affine d = px_affine_sum (a, b, -1);
	more |= d.known && px_assumed_not_negative (q->given, d, slots.ring);
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
	return px_sum_unknown (slots.n);
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
  px_sum_add (&sum, px_sum_name (slots.n, q->names + i), 1);
  return sum;
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
	  x = px_affine_on_edge (x, e, slots.ring);
	if (e->src == e->dest->loop_father->latch)
	  keep_least (&all, [q, e] (const px_affine &x, const std::vector<px_affine> &others) {
	    bool more = false;
	    for (const px_affine &y : others)
	      more |= px_not_negative (px_affine_sum (x, y, -1), e->src, slots.ring, &q->given);
	    return more;
	  });
	return least_sum (q, all);
      }
    gphi *phi
      = version && counting () ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (version))) : NULL;
    return phi && gimple_bb (phi) == e->dest ? exact_sum (PHI_ARG_DEF_FROM_EDGE (phi, e))
					     : px_sum_on_edge (px_sum_name (slots.n, version), e);
  });
  return r;
}

/* A with the least of several without those of which the condition on E says that they are no less than another.  */
static px_sum
at_lesser (order_query *q, const px_sum &a, edge e)
{
  const std::vector<px_affine> held = px_held_on (e, slots.ring);
  return px_sum_replace (a, [q, &held] (unsigned version) {
    const least_of *least = least_in (q, version);
    if (!least)
      return px_sum_name (slots.n, version);
    std::vector<px_affine> all = least->all;
    keep_least (&all, [&held] (const px_affine &x, const std::vector<px_affine> &others) {
      bool more = false;
      for (const px_affine &h : held)
	more |= px_no_less (h, x, others, slots.ring);
      return more;
    });
    return all.size () == least->all.size () || all.empty () ? px_sum_name (slots.n, version)
							     : least_sum (q, all);
  });
}

/* A with the least of TIMES * VERSION, a counter, and the limits of its loop instead of that: it is the counter while
   the loop is repeated.  */
static px_sum
with_limit (order_query *q, const px_sum &a, unsigned version, HOST_WIDE_INT times)
{
  tree t = ssa_name (version);
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t));
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  HOST_WIDE_INT step;
  if (!phi || !px_counter_limits (phi, times, slots.ring, &limits, &exits, &step))
    return a;
  if (limits.size () == 1 && limits[0].of.empty ())
    return a; /* a constant, which on_exit knows */
  limits.push_back ({ { { version, times } }, 0, true });
  px_sum least = least_sum (q, limits);
  for (auto &n : least.of)
    for (unsigned name : n.first)
      if (name >= q->names && least_in (q, name))
	q->least[name - q->names].counters.insert (version);
  if (times == 1)
    return px_sum_replace (a, [&least, version] (unsigned of) {
      return of == version ? least : px_sum_name (slots.n, of);
    });
  px_sum r = a;
  px_sum_add (&r, px_sum_name (slots.n, version), -times);
  px_sum_add (&r, least, 1);
  return r;
}

/* True if A has VERSION TIMES times, and no other product with it.  */
static bool
has_times (const order_query *q, const px_sum &a, unsigned version, HOST_WIDE_INT times)
{
  HOST_WIDE_INT seen = 0;
  for (auto &n : a.of)
    for (unsigned of : n.first)
      if (const least_of *least = least_in (q, of))
	{
	  for (const px_affine &x : least->all)
	    if (x.of.count (version))
	      return false;
	}
      else if (of == version)
	{
	  if (n.first.size () > 1)
	    return false;
	  seen = n.second;
	}
  return (seen - times) % slots.n == 0;
}

/* ---- what sums become where loops end ----------------------------------- */

/* What counter PHI is on E, which leaves its loop, if it began with a name.  */
static px_sum
counter_on_exit (order_query *q, gphi *phi, edge e)
{
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  HOST_WIDE_INT step;
  if (!px_counter_limits (phi, 1, slots.ring, &limits, &exits, &step) || step != 1
      || std::find (exits.begin (), exits.end (), e) == exits.end ()
      || !px_begins_below (phi, slots.ring, limits, q->given))
    return px_sum_name (slots.n, SSA_NAME_VERSION (gimple_phi_result (phi)));
  return least_sum (q, limits);
}

static px_sum
limit_sum (tree limit)
{
  return counting () ? exact_sum (limit) : px_limit_sum (limit, slots.n);
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
    px_sum name = px_sum_name (slots.n, version), step, value;
    if (!l || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2)
      return name;
    if (single_exit (l) != e)
      return counter_on_exit (q, phi, e);
    tree turns = number_of_latch_executions (l);
    step = exact_sum (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)));
    px_sum_add (&step, name, -1);
    if (turns && tree_fits_shwi_p (turns) && step.of.empty ())
      {
	value = exact_sum (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)));
	px_sum_add (&value, step, tree_to_shwi (turns) % slots.n);
	return value;
      }
    px_counted_exit x;
    const px_assumption *known = px_counted_exit_of (phi, e, &x) ? px_assumed (q->given, x) : NULL;
    if (!known)
      return counter_on_exit (q, phi, e);
    value = known->holds ? limit_sum (x.limit) : px_sum_constant (slots.n, x.start);
    px_sum_add (&value, px_sum_constant (slots.n, known->holds ? x.more : 0), 1);
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
	  later->push_back (with_limit (q, a, version, 1));
	}
  for (auto &n : q->scaled)
    if (has_times (q, a, n.first, n.second))
      later->push_back (with_limit (q, a, n.first, n.second));
}

/* True if what is no counter is in A more often than a number of uses has it: by what each turn adds it comes to
   that in sums that nobody needs.  */
static bool
grows (const order_query *q, const px_sum &a)
{
  enum
  {
    MOST = 4
  };
  for (auto &n : a.of)
    if (counting () && MIN (n.second, slots.n - n.second) > MOST)
      for (unsigned version : n.first)
	if (!version || least_in (q, version)
	    || gimple_code (SSA_NAME_DEF_STMT (ssa_name (version))) != GIMPLE_PHI)
	  return true;
  return false;
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
  todo.insert (todo.end (), q->seeds.begin (), q->seeds.end ());
  while ((!todo.empty () || !later.empty ()) && q->sums.size () < MANY)
    {
      std::vector<px_sum> *from = todo.empty () ? &later : &todo;
      px_sum s = from->back ();
      from->pop_back ();
      if (!grows (q, s) && q->sums.insert (s.of).second)
	more_sums (q, s, &todo, &later);
    }
}

/* True if a use whose index is A takes the next number, by facts *X.  Leaves those after the use, of which that goes
   up, or down, by one.  */
static bool
take (const order_query &q, facts *x, const px_sum &a)
{
  bool next = counting () || x->count ({ a.of, px_sum_number (a) });
  facts after;
  for (auto &f : *x)
    after.insert ({ f.first, px_sum_number ({ slots.n, {}, f.second + q.step }) });
  *x = after;
  return next;
}

/* A where E is taken: with the values of names that have only one there, as the last slot where a counter
   starts over.  */
static px_sum
at_one_value (const order_query *q, const px_sum &a, edge e)
{
  bool asks = !counting () && safe_dyn_cast<gcond *> (last_stmt (e->src));
  return px_sum_replace (a, [q, e, asks] (unsigned version) {
    HOST_WIDE_INT v;
    return version && asks && !least_in (q, version)
	       && px_one_value (ssa_name (version), slots.n, e, &v)
	     ? px_sum_constant (slots.n, v)
	     : px_sum_name (slots.n, version);
  });
}

/* The edges that are never taken by what Q assumes.  */
static void
find_dead (function *fun, order_query *q)
{
  basic_block bb;
  edge e;
  edge_iterator i;
  q->dead.clear ();
  q->zero.clear ();
  if (!q->given.empty ())
    FOR_EACH_BB_FN (bb, fun)
      if (safe_dyn_cast<gcond *> (last_stmt (bb)))
	FOR_EACH_EDGE (e, i, bb->succs)
	  for (const px_affine &held : px_held_on (e, slots.ring))
	    if (px_assumed_not_negative (q->given, px_affine_sum ({ {}, -1, true }, held, -1),
					 slots.ring))
	      q->dead.insert (e);
}

/* A where E is taken, without a name that is a sum of others there, as it is neither more nor less than that.  */
static px_sum
at_equal (order_query *q, const px_sum &a, edge e)
{
  const std::vector<px_affine> all = px_held_on (e, slots.ring);
  for (size_t i = 0; i < all.size (); i++)
    for (auto &n : all[i].of)
      if (abs_hwi (n.second) == 1 && a.of.count ({ n.first }))
	{
	  auto known = q->zero.find ({ e, i });
	  if (known == q->zero.end ())
	    {
	      px_affine less = px_affine_sum ({ {}, 0, true }, all[i], -1);
	      bool zero = px_not_negative (less, e->src, slots.ring, &q->given);
	      known = q->zero.insert ({ { e, i }, zero }).first;
	    }
	  if (!known->second)
	    break;
	  px_sum value = px_sum_name (slots.n, n.first);
	  px_sum_add (&value, form_sum (all[i]), -n.second);
	  const unsigned version = n.first;
	  return px_sum_replace (a, [&value, version] (unsigned of) {
	    return of == version ? value : px_sum_name (slots.n, of);
	  });
	}
  return a;
}

/* The names in A, and in what of it is the least of several.  */
static std::set<unsigned>
names_in (const order_query *q, const px_sum_terms &a)
{
  std::set<unsigned> names;
  for (auto &n : a)
    for (unsigned version : n.first)
      if (const least_of *least = least_in (q, version))
	{
	  for (const px_affine &x : least->all)
	    for (auto &m : x.of)
	      names.insert (m.first);
	}
      else
	names.insert (version);
  return names;
}

/* px_sum_set_at, also of what is the least of several.  */
static bool
set_at (const order_query *q, const px_sum_terms &a, basic_block bb)
{
  px_sum names = px_sum_constant (slots.n, 0);
  for (unsigned version : names_in (q, a))
    names.of[{ version }] = 1;
  return px_sum_set_at (names.of, bb);
}

/* True if all threads of the block know A's names, set before BB begins, as the same numbers.  */
static bool
same_for_all (const order_query *q, const px_sum_terms &a, basic_block bb)
{
  if (!set_at (q, a, bb))
    return false;
  for (unsigned version : names_in (q, a))
    if (!px_broader (px_race_persp_of (ssa_name (version)), { PX_BLOCK, 1 }))
      return false;
  return true;
}

/* What of X, which holds at the end of E's source, holds at the start of its destination; false: a use
   on E takes another number.  */
static bool
cross (order_query &q, edge e, facts x, facts *to)
{
  bool ok = true;
  facts left = x;
  for (auto &f : left)
    for (px_sum a : { on_exit (&q, { slots.n, f.first, f.second }, e),
		      at_one_value (&q, { slots.n, f.first, f.second }, e),
		      at_lesser (&q, { slots.n, f.first, f.second }, e),
		      at_equal (&q, { slots.n, f.first, f.second }, e) })
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
	ok &= take (q, &x, on_edge (&q, u.at, e));
  to->clear ();
  for (auto &a : q.sums)
    {
      if (!set_at (&q, a, e->dest))
	continue;
      const px_sum same = on_edge (&q, { slots.n, a, 0 }, e);
      for (const px_sum &there : { same, at_equal (&q, same, e) })
	for (auto f = x.lower_bound ({ there.of, 0 }); f != x.end () && f->first == there.of; ++f)
	  to->insert ({ a, px_sum_number ({ slots.n, {}, f->second - there.k }) });
    }
  return ok;
}

/* Facts *X at the start of BB become those at its end, or before UNTIL.  False: a use in BB takes another number.  */
static bool
pass (const order_query &q, basic_block bb, facts *x, const gimple *until = NULL)
{
  bool ok = true;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i) && gsi_stmt (i) != until;
       gsi_next (&i))
    {
      if (q.start->stmt == gsi_stmt (i))
	*x = q.first;
      if (q.seek && q.seek->before->stmt == gsi_stmt (i))
	*x = { { q.seek->slot.of, px_sum_number (q.seek->slot) } };
      for (const summed_use &u : q.uses)
	if (u.before->stmt == gsi_stmt (i))
	  ok &= take (q, x, u.at);
    }
  return ok;
}

/* True if the threads of the branch never take E, or not by what is assumed.  */
static bool
never_taken (const order_query &q, edge e)
{
  if (q.never.count (e) || q.dead.count (e))
    return true;
  for (const px_assumption &a : q.given)
    if ((!a.holds && std::find (a.stay.begin (), a.stay.end (), e) != a.stay.end ())
	|| px_excluded (a, e))
      return true;
  return false;
}

/* What holds at Q's end, by AT, what holds where blocks begin, to its LAST.  */
static void
find_last (order_query &q, const std::map<basic_block, facts> &at)
{
  q.last.clear ();
  if (q.end->stmt)
    {
      auto p = at.find (gimple_bb (q.end->stmt));
      if (p == at.end ())
	return;
      q.last = p->second;
      pass (q, gimple_bb (q.end->stmt), &q.last, q.end->stmt);
      return;
    }
  bool first = true;
  for (edge e : q.end->edges)
    {
      auto p = at.find (e->src);
      if (p == at.end () || never_taken (q, e))
	continue;
      facts x = p->second, there, both;
      pass (q, e->src, &x);
      cross (q, e, x, &there);
      for (auto &f : there)
	if (first || q.last.count (f))
	  both.insert (f);
      q.last = both;
      first = false;
    }
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
  find_dead (fun, &q);
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
  if (q.end)
    find_last (q, at);
  return ok;
}

/* Adds to what Q assumes that LIMIT is at least LEAST, or else STAY is never taken.  */
static void
assume (order_query *q, tree limit, HOST_WIDE_INT least, edge stay)
{
  for (px_assumption &a : q->given)
    if (a.limit == limit && a.least == least)
      {
	if (std::find (a.stay.begin (), a.stay.end (), stay) == a.stay.end ())
	  a.stay.push_back (stay);
	return;
      }
  if (q->given.size () < LIMITS)
    q->given.push_back ({ limit, least, true, { stay } });
}

/* The same for what must be so that L, left by OUT, takes a turn at all.  */
static void
assume_first (order_query *q, loop_p l, edge out, basic_block start)
{
  if (out->src->loop_father != l || !dominated_by_p (CDI_DOMINATORS, l->latch, out->src))
    return;
  edge stay = EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out);
  for (const px_affine &held : px_held_on (stay, slots.ring))
    {
      px_affine first = px_affine_on_edge (held, loop_preheader_edge (l), slots.ring);
      if (!first.known || first.of.size () != 1 || first.of.begin ()->second != 1)
	continue;
      tree limit = ssa_name (first.of.begin ()->first);
      if (px_unchanged (limit, start, l))
	assume (q, limit, -first.k - 1, stay);
    }
}

/* Limits of loops around uses.  */
static void
find_limits (order_query *q)
{
  basic_block start = px_block_before (q->start);
  std::set<loop_p> seen;
  for (const summed_use &u : q->uses)
    for (loop_p l = px_block_at (u.before) ? px_block_at (u.before)->loop_father : NULL;
	 l && l->num; l = loop_outer (l))
      {
	edge out = seen.insert (l).second ? single_exit (l) : NULL;
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  for (HOST_WIDE_INT times : px_counter_scales (i.phi (), slots.ring))
	    q->scaled.insert ({ SSA_NAME_VERSION (gimple_phi_result (i.phi ())), times });
	px_counted_exit x;
	HOST_WIDE_INT step;
	if (!out || !start)
	  continue;
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  if (px_stepped_exit_of (i.phi (), out, &x, &step) && px_unchanged (x.limit, start, l))
	    assume (q, x.limit, x.start - x.more, x.stay);
	assume_first (q, l, out, start);
      }
}

static order_query
query_of (function *fun, const px_point *start, int step, const std::function<int (gcond *)> &known)
{
  order_query q
    = { start, step, {}, {}, {}, NULL, {}, NULL, {}, {}, {}, {}, {}, num_ssa_names, {}, {} };
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (gcond *c = safe_dyn_cast<gcond *> (last_stmt (bb)))
      if (int is = known (c); is >= 0)
	q.never.insert (EDGE_SUCC (bb, !(EDGE_SUCC (bb, 0)->flags & EDGE_TRUE_VALUE) == !is));
  return q;
}

bool
px_ring_in_order (function *fun, int ring_slots, int step, const px_point *start,
		  const std::vector<px_ring_use> &uses, const std::function<int (gcond *)> &known,
		  const px_ring_seek *seek, int *from)
{
  slots = { ring_slots, ring_slots };
  order_query q = query_of (fun, start, step, known);
  q.seek = seek;
  for (const px_ring_use &u : uses)
    {
      if (slots.n > 1 && (!u.index || !px_in_slots (u.index, slots.n, px_block_at (u.before))))
	return false;
      q.uses.push_back (
	{ slots.n > 1 ? px_sum_of (u.index, slots.n) : px_sum_constant (slots.n, 0), u.before });
    }
  find_limits (&q);
  for (*from = 0; *from < slots.n; ++*from)
    {
      bool ok = true;
      q.first = { { {}, *from } };
      for (unsigned ways = 0; ways < 1u << q.given.size () && ok; ways++)
	{
	  for (size_t i = 0; i < q.given.size (); i++)
	    q.given[i].holds = !(ways >> i & 1);
	  if (!px_possible (q.given, px_block_at (q.start), slots.ring))
	    continue;
	  find_sums (&q);
	  ok = in_order (fun, q);
	}
      if (ok)
	return true;
    }
  return false;
}

/* What counts how often B does what it does.  */
static order_query
count_query (function *fun, const px_counted_branch &b)
{
  order_query q = query_of (fun, b.start, 1, b.known);
  q.end = b.end;
  q.first = { { {}, 0 } };
  for (const px_ring_use &u : b.uses)
    {
      q.uses.push_back ({ px_sum_unknown (slots.n), u.before });
      if (u.index)
	q.seeds.push_back (exact_sum (u.index));
      for (loop_p l = px_block_at (u.before) ? px_block_at (u.before)->loop_father : NULL;
	   l && l->num; l = loop_outer (l))
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  if (tree t = gimple_phi_result (i.phi ()); INTEGRAL_TYPE_P (TREE_TYPE (t)))
	    {
	      px_sum down = px_sum_name (slots.n, SSA_NAME_VERSION (t)), up = down;
	      if (gimple_phi_num_args (i.phi ()) == 2)
		down = exact_sum (PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_preheader_edge (l)));
	      px_sum_add (&down, up, -1);
	      q.seeds.insert (q.seeds.end (), { up, down });
	      std::set<HOST_WIDE_INT> scales = px_counter_scales (i.phi (), slots.ring);
	      scales.insert (1);
	      for (HOST_WIDE_INT times : scales)
		{
		  std::vector<px_affine> limits;
		  std::vector<edge> exits;
		  HOST_WIDE_INT step;
		  px_counter_limits (i.phi (), times, slots.ring, &limits, &exits, &step);
		  for (const px_affine &limit : limits)
		    q.seeds.push_back (form_sum (limit));
		}
	    }
    }
  find_limits (&q);
  return q;
}

bool
px_ring_same_total (function *fun, int ring_slots, const std::vector<px_counted_branch> &branches)
{
  slots = { COUNTED, ring_slots };
  std::vector<order_query> all;
  px_assumptions given;
  for (const px_counted_branch &b : branches)
    {
      all.push_back (count_query (fun, b));
      for (const px_assumption &a : all.back ().given)
	{
	  auto same = std::find_if (given.begin (), given.end (), [&a] (const px_assumption &x) {
	    return x.limit == a.limit && x.least == a.least;
	  });
	  if (same != given.end ())
	    same->stay.insert (same->stay.end (), a.stay.begin (), a.stay.end ());
	  else
	    given.push_back (a);
	}
    }
  if (given.size () > 2 * LIMITS)
    return false;
  for (unsigned ways = 0; ways < 1u << given.size (); ways++)
    {
      facts same; /* at the ends of all branches so far */
      std::vector<least_of> least;
      bool may = false;
      for (order_query &q : all)
	{
	  q.given = given;
	  for (size_t i = 0; i < given.size (); i++)
	    q.given[i].holds = !(ways >> i & 1);
	  may |= px_possible (q.given, px_block_at (q.start), slots.ring);
	}
      if (!may)
	continue;
      for (size_t b = 0; b < all.size (); b++)
	{
	  order_query &q = all[b];
	  basic_block start = px_block_before (q.start);
	  if (!start)
	    return false;
	  q.least = least;
	  find_sums (&q);
	  in_order (fun, q);
	  least = q.least;
	  facts here;
	  for (auto &f : q.last)
	    if (same_for_all (&q, f.first, start) && (!b || same.count (f)))
	      here.insert (f);
	  same = here;
	  if (same.empty ())
	    return false;
	}
    }
  return true;
}
