/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): what the sums that the flow of ring-order.cc knows become where an edge is taken:
   phis are their arguments, counters what they are where their loops end, names what conditions say of them.

   The least of several numbers, as of a counter and the limits of its loop, is a name of its own
   (px_order_query.least).

   Needs: loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-order.h"

px_sum
px_affine_sum_in (const px_order_query *q, const px_affine &a)
{
  px_sum s = a.known ? px_sum_constant (q->slots, a.k) : px_sum_unknown (q->slots);
  for (auto &n : a.of)
    px_sum_add (&s,
		px_counting (q) ? px_sum_name (q->slots, n.first)
				: px_limit_sum (ssa_name (n.first), q->slots),
		n.second);
  return s;
}

px_sum
px_exact_sum (const px_order_query *q, tree t)
{
  return px_counting (q) ? px_affine_sum_in (q, px_affine_of (t, q->ring))
			 : px_sum_of (t, q->slots);
}

const px_least_of *
px_least_in (const px_order_query *q, unsigned version)
{
  return version >= q->names && version - q->names < q->least.size ()
	   ? &q->least[version - q->names]
	   : NULL;
}

const std::vector<px_affine> &
px_order_held (px_order_query *q, edge e)
{
  auto known = q->held.find (e);
  if (known == q->held.end ())
    known = q->held.insert ({ e, px_held_on (e, q->ring) }).first;
  return known->second;
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
least_sum (px_order_query *q, std::vector<px_affine> all)
{
  enum
  {
    MOST = 4
  };
  for (const px_affine &a : all)
    if (!a.known)
      return px_sum_unknown (q->slots);
  keep_least (&all, [q] (const px_affine &a, const std::vector<px_affine> &others) {
    bool more = false;
    for (const px_affine &b : others)
      {
	px_affine d = px_affine_sum (a, b, -1);
	more |= d.known && px_assumed_not_negative (q->given, d, q->ring);
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
	return px_sum_unknown (q->slots);
    }
  px_sum sum = px_affine_sum_in (q, first);
  if (all.size () == 1)
    return sum;
  size_t i = 0;
  for (const px_least_of &known : q->least)
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
  px_sum_add (&sum, px_sum_name (q->slots, q->names + i), 1);
  return sum;
}

px_sum
px_order_on_edge (px_order_query *q, const px_sum &a, edge e)
{
  return px_sum_replace (a, [q, e] (unsigned version) {
    if (const px_least_of *least = px_least_in (q, version))
      {
	std::vector<px_affine> all = least->all;
	for (px_affine &x : all)
	  x = px_affine_on_edge (x, e, q->ring);
	if (e->src == e->dest->loop_father->latch)
	  keep_least (&all, [q, e] (const px_affine &x, const std::vector<px_affine> &others) {
	    bool more = false;
	    for (const px_affine &y : others)
	      more |= px_not_negative (px_affine_sum (x, y, -1), e->src, q->ring, &q->given);
	    return more;
	  });
	return least_sum (q, all);
      }
    gphi *phi = version && px_counting (q)
		  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (version)))
		  : NULL;
    return phi && gimple_bb (phi) == e->dest ? px_exact_sum (q, PHI_ARG_DEF_FROM_EDGE (phi, e))
					     : px_sum_on_edge (px_sum_name (q->slots, version), e);
  });
}

/* A with the least of several without those of which the condition on E says that they are no less than another.  */
static px_sum
at_lesser (px_order_query *q, const px_sum &a, edge e)
{
  const std::vector<px_affine> &held = px_order_held (q, e);
  return px_sum_replace (a, [q, &held] (unsigned version) {
    const px_least_of *least = px_least_in (q, version);
    if (!least)
      return px_sum_name (q->slots, version);
    std::vector<px_affine> all = least->all;
    keep_least (&all, [q, &held] (const px_affine &x, const std::vector<px_affine> &others) {
      bool more = false;
      for (const px_affine &h : held)
	more |= px_no_less (h, x, others, q->ring);
      return more;
    });
    return all.size () == least->all.size () || all.empty () ? px_sum_name (q->slots, version)
							     : least_sum (q, all);
  });
}

px_sum
px_order_with_limit (px_order_query *q, const px_sum &a, unsigned version, HOST_WIDE_INT times)
{
  tree t = ssa_name (version);
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t));
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  HOST_WIDE_INT step;
  if (!phi || !px_counter_limits (phi, times, q->ring, &limits, &exits, &step))
    return a;
  if (limits.size () == 1 && limits[0].of.empty ())
    return a; /* a constant, which on_exit knows */
  limits.push_back ({ { { version, times } }, 0, true });
  px_sum least = least_sum (q, limits);
  for (auto &n : least.of)
    for (unsigned name : n.first)
      if (name >= q->names && px_least_in (q, name))
	q->least[name - q->names].counters.insert (version);
  if (times == 1)
    return px_sum_replace (a, [q, &least, version] (unsigned of) {
      return of == version ? least : px_sum_name (q->slots, of);
    });
  px_sum r = a;
  px_sum_add (&r, px_sum_name (q->slots, version), -times);
  px_sum_add (&r, least, 1);
  return r;
}

/* What counter PHI is on E, which leaves its loop, if it began with a name.  */
static px_sum
counter_on_exit (px_order_query *q, gphi *phi, edge e)
{
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  HOST_WIDE_INT step;
  if (!px_counter_limits (phi, 1, q->ring, &limits, &exits, &step) || step != 1
      || std::find (exits.begin (), exits.end (), e) == exits.end ()
      || !px_begins_below (phi, q->ring, limits, q->given))
    return px_sum_name (q->slots, SSA_NAME_VERSION (gimple_phi_result (phi)));
  return least_sum (q, limits);
}

static px_sum
limit_sum (const px_order_query *q, tree limit)
{
  return px_counting (q) ? px_exact_sum (q, limit) : px_limit_sum (limit, q->slots);
}

px_sum
px_order_on_exit (px_order_query *q, const px_sum &a, edge e)
{
  return px_sum_replace (a, [q, e] (unsigned version) {
    gphi *phi = version && !px_least_in (q, version)
		  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (version)))
		  : NULL;
    loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
    px_sum name = px_sum_name (q->slots, version), step, value;
    if (!l || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2)
      return name;
    if (single_exit (l) != e)
      return counter_on_exit (q, phi, e);
    tree turns = number_of_latch_executions (l);
    step = px_exact_sum (q, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)));
    px_sum_add (&step, name, -1);
    if (turns && tree_fits_shwi_p (turns) && step.of.empty ())
      {
	value = px_exact_sum (q, PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)));
	px_sum_add (&value, step, tree_to_shwi (turns) % q->slots);
	return value;
      }
    px_counted_exit x;
    const px_assumption *known
      = px_counted_exit_of (phi, e, &x) ? px_assumed (q->given, x, q->ring) : NULL;
    if (!known)
      return counter_on_exit (q, phi, e);
    /* Also where the limit, which is rounded, cannot be more than the start.  */
    const bool runs = known->holds
		      && !px_rounded_says (px_affine_sum ({ {}, x.start - x.more, true },
							  px_affine_of (x.limit, q->ring), -1),
					   NULL, NULL, q->ring, &q->given, false);
    value = runs ? limit_sum (q, x.limit) : px_sum_constant (q->slots, x.start);
    px_sum_add (&value, px_sum_constant (q->slots, runs ? x.more : 0), 1);
    return value;
  });
}

/* A where E is taken: with the values of names that have only one there, as the last slot where a counter
   starts over.  */
static px_sum
at_one_value (px_order_query *q, const px_sum &a, edge e)
{
  if (px_counting (q) || !safe_dyn_cast<gcond *> (last_stmt (e->src)))
    return a;
  return px_sum_replace (a, [q, e] (unsigned version) {
    px_sum name = px_sum_name (q->slots, version);
    if (!version || px_least_in (q, version))
      return name;
    auto known = q->one_value.insert ({ { e, version }, name });
    HOST_WIDE_INT v;
    if (known.second && px_one_value (ssa_name (version), q->slots, e, &v))
      known.first->second = px_sum_constant (q->slots, v);
    return known.first->second;
  });
}

/* A without a name that is a sum of others where E is taken, as it is neither more nor less than that.  */
static px_sum
at_equal (px_order_query *q, const px_sum &a, edge e)
{
  const std::vector<px_affine> &all = px_order_held (q, e);
  for (size_t i = 0; i < all.size (); i++)
    for (auto &n : all[i].of)
      if (abs_hwi (n.second) == 1 && a.of.count ({ n.first }))
	{
	  auto known = q->zero.find ({ e, i });
	  if (known == q->zero.end ())
	    {
	      px_affine less = px_affine_sum ({ {}, 0, true }, all[i], -1);
	      bool zero = px_not_negative (less, e->src, q->ring, &q->given);
	      known = q->zero.insert ({ { e, i }, zero }).first;
	    }
	  if (!known->second)
	    break;
	  px_sum value = px_sum_name (q->slots, n.first);
	  px_sum_add (&value, px_affine_sum_in (q, all[i]), -n.second);
	  const unsigned version = n.first;
	  return px_sum_replace (a, [q, &value, version] (unsigned of) {
	    return of == version ? value : px_sum_name (q->slots, of);
	  });
	}
  return a;
}

std::set<unsigned>
px_order_names (const px_order_query *q, const px_sum_terms &a)
{
  std::set<unsigned> names;
  for (auto &n : a)
    for (unsigned version : n.first)
      if (const px_least_of *least = px_least_in (q, version))
	{
	  for (const px_affine &x : least->all)
	    for (auto &m : x.of)
	      names.insert (m.first);
	}
      else
	names.insert (version);
  return names;
}

bool
px_order_set_at (const px_order_query *q, const px_sum_terms &a, basic_block bb)
{
  px_sum names = px_sum_constant (q->slots, 0);
  for (unsigned version : px_order_names (q, a))
    names.of[{ version }] = 1;
  return px_sum_set_at (names.of, bb);
}

const std::vector<px_sum> &
px_order_crossed (px_order_query *q, const px_sum_terms &of, edge e)
{
  auto known = q->crossed.insert ({ { e, of }, {} });
  std::vector<px_sum> &all = known.first->second;
  const px_sum a = { q->slots, of, 0 };
  if (known.second)
    for (const px_sum &x : { px_order_on_exit (q, a, e), at_one_value (q, a, e),
			     at_lesser (q, a, e), at_equal (q, a, e), px_order_rounded (q, a, e) })
      if (px_order_set_at (q, x.of, e->dest))
	all.push_back (x);
  return all;
}

const std::vector<px_sum> &
px_order_wanted (px_order_query *q, const px_sum_terms &of, edge e)
{
  auto known = q->wanted.insert ({ { e, of }, {} });
  std::vector<px_sum> &all = known.first->second;
  if (known.second && px_order_set_at (q, of, e->dest))
    {
      const px_sum same = px_order_on_edge (q, { q->slots, of, 0 }, e);
      all = { same, at_equal (q, same, e), px_order_rounded (q, same, e) };
    }
  return all;
}
