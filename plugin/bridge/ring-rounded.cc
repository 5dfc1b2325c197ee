/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): what quotients, remainders and last bits say of other numbers, as in loops that end
   at n / 4 * 4 and uses where n & 1 is not 0.  ring-least.cc, which knows sums, asks here for what it does not know.

   The numbers of a question, what conditions, facts and assumptions say of them, and how they are rounded, go to value/
   (px_dj_prove), as what mathematics says they are: names of at most 32 bits, sums of 64 that do not wrap around.
   Of n / 4 little is known while the sign of n is not: then a proof for each sign is a proof.

   Needs: SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-order.h"

enum
{
  DEEPEST = 6, /* names in each other */
  WAYS = 3,    /* lists of conditions of which each is tried */
  FEW = 4      /* what is divided by for which all remainders are */
};

/* What S rounds.  Conversions leave the last bits as they are.  */
static tree
rounded_operand (gimple *s)
{
  const bool bits = gimple_assign_rhs_code (s) == BIT_AND_EXPR
		    && tree_int_cst_sgn (gimple_assign_rhs2 (s)) > 0
		    && px_start_p (gimple_assign_rhs2 (s));
  return bits ? px_without_conversions (gimple_assign_rhs1 (s)) : gimple_assign_rhs1 (s);
}

bool
px_rounding_of (unsigned version, int slots, px_rounding *r)
{
  tree t = ssa_name (version);
  gimple *s = t ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || !is_gimple_assign (s) || gimple_num_ops (s) != 3 || !INTEGRAL_TYPE_P (TREE_TYPE (t))
      || TYPE_PRECISION (TREE_TYPE (t)) != 32 || TREE_CODE (gimple_assign_rhs2 (s)) != INTEGER_CST)
    return false;
  const HOST_WIDE_INT most = 1 << 10, k = wi::to_wide (gimple_assign_rhs2 (s)).to_shwi ();
  r->code = gimple_assign_rhs_code (s);
  r->by = k;
  switch (r->code)
    {
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
      if (k < 2 || k > most)
	return false;
      break;
    case RSHIFT_EXPR:
      if (k < 1 || k > 10)
	return false;
      break;
    case BIT_AND_EXPR: /* the last bits, or all others */
      if (abs_hwi (k) > most || (k >= 0 ? !k || (k & (k + 1)) : (-k & (-k - 1)) != 0))
	return false;
      break;
    default: return false;
    }
  r->of = px_affine_of (rounded_operand (s), slots);
  return r->of.known;
}

/* True if T does not change while the function runs.  */
static bool
set_once (tree t)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (t));
  return !bb || bb->loop_father->num == 0;
}

/* What a quotient or remainder T is computed from: CODE and K of a name, if that is set once, and ADDED to it.  NULL: it is no
   such.  Conversions on the way do not matter, as T has 32 bits, and all of these are what mathematics says modulo
   2^32.  */
static tree
rounded_from (tree t, tree_code *code, tree *k, HOST_WIDE_INT *added)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (!is_gimple_assign (s) || gimple_num_ops (s) != 3 || !INTEGRAL_TYPE_P (TREE_TYPE (t))
      || TYPE_PRECISION (TREE_TYPE (t)) != 32)
    return NULL_TREE;
  *code = gimple_assign_rhs_code (s);
  *k = gimple_assign_rhs2 (s);
  if ((*code != TRUNC_DIV_EXPR && *code != TRUNC_MOD_EXPR && *code != RSHIFT_EXPR
       && *code != BIT_AND_EXPR)
      || TREE_CODE (*k) != INTEGER_CST)
    return NULL_TREE;
  tree of = px_without_constants (gimple_assign_rhs1 (s), added, PX_KEEP_32);
  return TREE_CODE (of) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (of)) && set_once (of)
	   ? of
	   : NULL_TREE;
}

/* True if S and R round what is the same sum of names where each of them is set: one may be where n is known not to be
   negative, so that (unsigned) n is n, and the other not.  */
static bool
same_operand (gimple *s, gimple *r, int slots)
{
  const px_affine a = px_affine_of (gimple_assign_rhs1 (s), slots),
		  b = px_affine_of (gimple_assign_rhs1 (r), slots);
  return a.known && b.known && a.of == b.of && a.k == b.k;
}

/* Of the uses of T, and of what T is converted to or has constants added to, LAST, if that is more, or the first name with
   the same type, quotient or remainder as LAST.  */
static tree
first_alike (tree t, tree last, int slots, int depth)
{
  enum
  {
    DEPTH = 3
  };
  tree_code code, own;
  tree k, own_k, r = last;
  HOST_WIDE_INT added, own_added;
  tree of = rounded_from (last, &own, &own_k, &own_added);
  use_operand_p used;
  imm_use_iterator i;
  FOR_EACH_IMM_USE_FAST (used, i, t)
    {
      gimple *use = USE_STMT (used);
      tree next = is_gimple_assign (use) ? gimple_assign_lhs (use) : NULL_TREE;
      if (!next || TREE_CODE (next) != SSA_NAME)
	continue;
      if (TREE_TYPE (next) == TREE_TYPE (last) && rounded_from (next, &code, &k, &added) == of
	  && code == own && added == own_added && tree_int_cst_equal (k, own_k)
	  && SSA_NAME_VERSION (next) < SSA_NAME_VERSION (r)
	  && same_operand (use, SSA_NAME_DEF_STMT (last), slots))
	r = next;
      else if (depth < DEPTH
	       && (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (use))
		   || gimple_assign_rhs_code (use) == PLUS_EXPR))
	if (tree other = first_alike (next, last, slots, depth + 1);
	    SSA_NAME_VERSION (other) < SSA_NAME_VERSION (r))
	  r = other;
    }
  return r;
}

tree
px_one_rounding (tree t, int slots)
{
  tree_code code;
  tree k;
  HOST_WIDE_INT added;
  tree of = TREE_CODE (t) == SSA_NAME ? rounded_from (t, &code, &k, &added) : NULL_TREE;
  return of ? first_alike (of, t, slots, 1) : t;
}

basic_block
px_known_in (unsigned version)
{
  tree_code code;
  tree k, of;
  HOST_WIDE_INT added;
  while ((of = rounded_from (ssa_name (version), &code, &k, &added)))
    version = SSA_NAME_VERSION (of);
  return gimple_bb (SSA_NAME_DEF_STMT (ssa_name (version)));
}

/* Sums of T, a counter, and others of its loop that are always 0, as each goes up by a constant: with i = 0 and k = 0 at first,
   i += 4 and k++, that is 4 * k - i.  */
static std::vector<px_affine>
counters_beside (tree t, int slots)
{
  px_affine start, other;
  HOST_WIDE_INT step, by;
  std::vector<px_affine> all;
  if (!px_rising_from (t, slots, &start, &step))
    return all;
  start = px_affine_sum ({ { { SSA_NAME_VERSION (t), 1 } }, 0, true }, start, -1);
  for (gphi_iterator i = gsi_start_phis (gimple_bb (SSA_NAME_DEF_STMT (t))); !gsi_end_p (i);
       gsi_next (&i))
    if (tree of = gimple_phi_result (i.phi ());
	of != t && INTEGRAL_TYPE_P (TREE_TYPE (of)) && px_rising_from (of, slots, &other, &by))
      {
	other = px_affine_sum ({ { { SSA_NAME_VERSION (of), 1 } }, 0, true }, other, -1);
	px_affine d = px_affine_sum ({ {}, 0, true }, other, step);
	d = px_affine_sum (d, start, -by);
	if (d.known)
	  all.push_back (d);
      }
  return all;
}

/* ---- questions --------------------------------------------------------------- */

struct rounded_query
{
  px_dj *dj;
  int slots;
  const px_assumptions *given;
  bool turns; /* how far counters go is asked, too */
  std::map<unsigned, px_dj_ref> of;
  std::vector<px_dj_ref> facts;
  /* Of each list of conditions one holds: signs of dividends, values of small remainders, what is not 0.  */
  std::vector<std::vector<px_dj_ref>> ways;
};

static px_dj_ref value_of_name (rounded_query *q, unsigned version, int depth);

static px_dj_ref
constant (const rounded_query *q, HOST_WIDE_INT k)
{
  return px_dj_const (q->dj, px_whole, k);
}

/* One of CONDITIONS holds.  */
static void
add_ways (rounded_query *q, const std::vector<px_dj_ref> &conditions)
{
  if (std::find (q->ways.begin (), q->ways.end (), conditions) == q->ways.end ())
    q->ways.push_back (conditions);
}

/* R is not negative, or it is.  */
static void
add_sign (rounded_query *q, px_dj_ref r)
{
  add_ways (q, { px_dj_bin (q->dj, DJ_LE, constant (q, 0), r),
		 px_dj_bin (q->dj, DJ_LT, r, constant (q, 0)) });
}

/* A; 0: it has names of more than 32 bits.  */
static px_dj_ref
value_of_sum (rounded_query *q, const px_affine &a, int depth)
{
  px_dj_ref r = constant (q, a.k);
  for (auto &n : a.of)
    {
      px_dj_ref name = value_of_name (q, n.first, depth);
      if (!name)
	return 0;
      r = px_dj_bin (q->dj, DJ_ADD, r, px_dj_bin (q->dj, DJ_MUL, name, constant (q, n.second)));
    }
  return a.known ? r : 0;
}

static px_dj_ref
value_of_rounding (rounded_query *q, const px_rounding &r, int depth)
{
  const px_dj_ref of = value_of_sum (q, r.of, depth);
  if (!of)
    return 0;
  if (!px_never_negative (r.of, q->slots))
    add_sign (q, of);
  /* The remainder is what the quotient leaves, so that value/ sees both as one.  */
  const bool floor = r.code == RSHIFT_EXPR || r.code == BIT_AND_EXPR;
  const HOST_WIDE_INT by = r.code == RSHIFT_EXPR    ? HOST_WIDE_INT_1 << r.by
			   : r.code != BIT_AND_EXPR ? r.by
			   : r.by > 0		    ? r.by + 1
						    : -r.by;
  const px_dj_ref quotient
    = px_dj_bin (q->dj, floor ? DJ_SHR : DJ_DIV, of, constant (q, floor ? exact_log2 (by) : by)),
    whole = px_dj_bin (q->dj, DJ_MUL, quotient, constant (q, by));
  if (r.code == TRUNC_DIV_EXPR || r.code == RSHIFT_EXPR)
    return quotient;
  const px_dj_ref rest = px_dj_bin (q->dj, DJ_SUB, of, whole);
  std::vector<px_dj_ref> values;
  for (HOST_WIDE_INT k = floor ? 0 : 1 - by; k < by && by <= FEW; k++)
    values.push_back (px_dj_bin (q->dj, DJ_EQ, rest, constant (q, k)));
  if (r.by > 0 && by <= FEW)
    add_ways (q, values);
  return r.by < 0 ? whole : rest;
}

/* D is not negative, or not 0 if UNEQUAL.  */
static void
add_fact (rounded_query *q, const px_affine &d, bool unequal, int depth)
{
  px_dj_ref r = d.known ? value_of_sum (q, d, depth) : 0;
  if (r && unequal)
    add_ways (q, { px_dj_bin (q->dj, DJ_LT, constant (q, 0), r),
		   px_dj_bin (q->dj, DJ_LT, r, constant (q, 0)) });
  else if (r)
    q->facts.push_back (px_dj_bin (q->dj, DJ_LE, constant (q, 0), r));
}

/* What is known of T, a counter: it is never less than what it begins with, by a multiple of what a turn adds, and, if Q
   asks, not by more than a turn beyond what it is compared with.  */
static void
add_counter_facts (rounded_query *q, tree t, int depth)
{
  HOST_WIDE_INT step;
  px_affine start;
  const px_affine name = { { { SSA_NAME_VERSION (t), 1 } }, 0, true };
  if (!px_rising_from (t, q->slots, &start, &step))
    return;
  const px_affine more = px_affine_sum (name, start, -1);
  add_fact (q, more, false, depth);
  if (px_dj_ref r = step > 1 && more.known ? value_of_sum (q, more, depth) : 0)
    q->facts.push_back (
      px_dj_bin (q->dj, DJ_EQ, constant (q, 0), px_dj_bin (q->dj, DJ_MOD, r, constant (q, step))));
  for (const px_affine &d : counters_beside (t, q->slots))
    {
      add_fact (q, d, false, depth);
      add_fact (q, px_affine_sum ({ {}, 0, true }, d, -1), false, depth);
    }
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  HOST_WIDE_INT same;
  if (q->turns
      && px_counter_limits (as_a<gphi *> (SSA_NAME_DEF_STMT (t)), 1, q->slots, &limits, &exits,
			    &same))
    for (px_affine &limit : limits)
      {
	limit.k += step - 1;
	const px_affine below = px_affine_sum (limit, name, -1);
	if (px_never_in_turn (below, q->slots, q->given))
	  add_fact (q, below, false, depth);
      }
}

static px_dj_ref
value_of_name (rounded_query *q, unsigned version, int depth)
{
  auto known = q->of.find (version);
  if (known != q->of.end ())
    return known->second;
  tree t = ssa_name (version);
  px_rounding r;
  px_dj_ref value = 0;
  if (depth < DEEPEST && px_rounding_of (version, q->slots, &r))
    value = value_of_rounding (q, r, depth + 1);
  if (!value && TYPE_PRECISION (TREE_TYPE (t)) <= 32)
    {
      px_dj_sym s = {};
      s.name = "?";
      s.type.bits = TYPE_PRECISION (TREE_TYPE (t));
      s.type.is_signed = !TYPE_UNSIGNED (TREE_TYPE (t));
      s.persp = { DJ_LEVEL_THREAD, 1 };
      value = px_dj_cast (q->dj, px_whole, px_dj_sym_new (q->dj, &s));
      q->of[version] = value;
      if (depth < DEEPEST)
	add_counter_facts (q, t, depth + 1);
    }
  q->of[version] = value;
  return value;
}

/* CLAIM follows, whichever of Q's ways from the Ith on hold.  */
static bool
prove (rounded_query *q, px_dj_ref claim, size_t i)
{
  int64_t c;
  if ((px_dj_const_p (q->dj, claim, &c) && c)
      || px_dj_prove (q->dj, q->facts.data (), q->facts.size (), claim))
    return true;
  if (i >= q->ways.size () || i >= WAYS)
    return false;
  bool ok = true;
  for (px_dj_ref way : q->ways[i])
    {
      /* First: a quotient is read as its sign is known then.  */
      q->facts.insert (q->facts.begin () + i, way);
      ok = ok && prove (q, claim, i + 1);
      q->facts.erase (q->facts.begin () + i);
    }
  return ok;
}

/* Adds to NAMES those of A, and of what they are rounded from and begin with.  Returns true if one is rounded.  */
static bool
add_connected (const px_affine &a, int slots, std::set<unsigned> *names, int depth)
{
  bool rounded = false;
  for (auto &n : a.of)
    {
      px_rounding r;
      px_affine start;
      HOST_WIDE_INT step;
      if (!names->insert (n.first).second || depth >= DEEPEST)
	continue;
      if (px_rounding_of (n.first, slots, &r))
	{
	  add_connected (r.of, slots, names, depth + 1);
	  rounded = true;
	}
      else if (px_rising_from (ssa_name (n.first), slots, &start, &step))
	{
	  rounded |= add_connected (start, slots, names, depth + 1);
	  for (const px_affine &d : counters_beside (ssa_name (n.first), slots))
	    rounded |= add_connected (d, slots, names, depth + 1);
	}
    }
  return rounded;
}

/* What is said of a number: it is not negative, or not 0.  */
struct said
{
  px_affine d;
  bool unequal;
};

/* Those of ALL that have a name in common with D, or with another one of them.  None: none of their names is
   rounded.  */
static std::vector<said>
connected (const px_affine &d, const std::vector<said> &all, int slots)
{
  enum
  {
    MOST = 16
  };
  std::set<unsigned> names;
  std::vector<said> r;
  std::vector<std::set<unsigned>> of (all.size ());
  std::vector<bool> is_rounded (all.size (), false);
  bool rounded = add_connected (d, slots, &names, 0);
  for (size_t i = 0; i < all.size (); i++)
    is_rounded[i] = all[i].d.known && add_connected (all[i].d, slots, &of[i], 0);
  for (bool again = true; again && r.size () < MOST;)
    {
      again = false;
      for (size_t i = 0; i < all.size (); i++)
	if (std::any_of (of[i].begin (), of[i].end (),
			 [&names] (unsigned n) { return names.count (n) > 0; }))
	  {
	    again = true;
	    rounded |= is_rounded[i];
	    r.push_back (all[i]);
	    names.insert (of[i].begin (), of[i].end ());
	    of[i].clear ();
	  }
    }
  if (!rounded)
    r.clear ();
  return r;
}

bool
px_rounded_says (const px_affine &d, basic_block bb, edge e, int slots, const px_assumptions *given,
		 bool turns)
{
  static const px_dj_launch any = {};
  std::vector<px_affine> above, unequal;
  std::vector<said> all;
  if (!d.known || d.of.empty ())
    return false;
  if (given)
    for (const px_assumption &a : *given)
      above.push_back (px_assumption_says (a, slots));
  px_add_said (bb, e, slots, &above, &unequal);
  for (const px_affine &a : above)
    all.push_back ({ a, false });
  for (const px_affine &a : unequal)
    all.push_back ({ a, true });
  all = connected (d, all, slots);
  if (all.empty ())
    return false;
  rounded_query q = { px_dj_new (&any), slots, given, turns, {}, {}, {} };
  const px_dj_ref r = value_of_sum (&q, d, 0);
  /* First what is not rounded, as of quotients more is known when the sign of what they are of is.  */
  for (bool rounded : { false, true })
    for (const said &s : all)
      if (std::set<unsigned> names; add_connected (s.d, slots, &names, 0) == rounded)
	add_fact (&q, s.d, s.unequal, 0);
  const bool ok = r && prove (&q, px_dj_bin (q.dj, DJ_LE, constant (&q, 0), r), 0);
  px_dj_free (q.dj);
  return ok;
}

/* ---- what names are where an edge is taken ----------------------------------- */

/* True if A and B are one number where E is taken.  */
static bool
same_on (const px_order_query *q, const px_affine &a, const px_affine &b, edge e)
{
  const px_affine d = px_affine_sum (a, b, -1);
  return d.known && px_rounded_says (d, NULL, e, q->ring, &q->given, true)
	 && px_rounded_says (px_affine_sum ({ {}, 0, true }, d, -1), NULL, e, q->ring, &q->given,
			     true);
}

/* T, a counter, where its loop has been left: a quotient, or, if it goes up by more than one a turn, what it was compared
   with, or less than a turn more.  Not known: it is no such counter, or which of these is not.  */
static px_affine
counter_left (const px_order_query *q, tree t, edge e)
{
  enum
  {
    MOST = 8
  };
  px_affine start;
  const px_affine name = { { { SSA_NAME_VERSION (t), 1 } }, 0, true };
  HOST_WIDE_INT step;
  std::vector<px_affine> limits;
  std::vector<edge> exits;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t));
  if (!phi || !px_rising_from (t, q->ring, &start, &step) || step > MOST
      || flow_bb_inside_loop_p (gimple_bb (phi)->loop_father, e->dest))
    return { {}, 0, false };
  px_counter_limits (phi, 1, q->ring, &limits, &exits, &step);
  /* As many times what a counter beside it that goes up by one is compared with.  */
  for (const px_affine &d : counters_beside (t, q->ring))
    for (auto &n : d.of)
      if (gphi *beside = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ssa_name (n.first)));
	  beside && n.second == step && d.of.count (SSA_NAME_VERSION (t))
	  && d.of.find (SSA_NAME_VERSION (t))->second == -1)
	{
	  std::vector<px_affine> others;
	  HOST_WIDE_INT by;
	  if (px_counter_limits (beside, 1, q->ring, &others, &exits, &by))
	    for (const px_affine &other : others)
	      {
		px_affine limit
		  = px_affine_sum (d, name, 1); /* of names that do not change, and N */
		limit = px_affine_sum (limit, { { { n.first, 1 } }, 0, true }, -step);
		limits.push_back (px_affine_sum (limit, other, step));
	      }
	}
  if (step == 1)
    {
      limits.clear ();
      for (unsigned version : q->quotients)
	limits.push_back ({ { { version, 1 } }, 0, true });
    }
  for (px_affine limit : limits)
    if (limit.known)
      for (HOST_WIDE_INT k = 0; k < step; k++, limit.k++)
	if (same_on (q, name, limit, e))
	  return limit;
  return { {}, 0, false };
}

/* T, of which there is a quotient by a constant, where a condition on E asks for a remainder of T by that: the quotient's
   multiple and what remains.  */
static px_affine
whole_parts (const px_order_query *q, tree t, edge e)
{
  gcond *c = as_a<gcond *> (last_stmt (e->src));
  for (unsigned version : q->quotients)
    {
      px_rounding r;
      if (!px_rounding_of (version, q->ring, &r) || r.of.of.size () != 1
	  || !r.of.of.count (SSA_NAME_VERSION (t)) || r.of.of.begin ()->second != 1)
	continue;
      const bool masked = r.code == BIT_AND_EXPR;
      const HOST_WIDE_INT by = masked		       ? -r.by
			       : r.code == RSHIFT_EXPR ? HOST_WIDE_INT_1 << r.by
						       : r.by;
      px_affine value = { { { version, masked ? 1 : by } }, -r.of.k, true };
      const px_affine name = { { { SSA_NAME_VERSION (t), 1 } }, 0, true };
      for (unsigned other : q->remainders)
	{
	  px_rounding m;
	  const px_affine rest = { { { other, 1 } }, 0, true };
	  if (!px_rounding_of (other, q->ring, &m) || m.of.of != r.of.of || m.of.k != r.of.k
	      || (m.code == TRUNC_MOD_EXPR ? m.by : m.by + 1) != by)
	    continue;
	  if (!px_affine_of (gimple_cond_lhs (c), q->ring).of.count (other)
	      && !px_affine_of (gimple_cond_rhs (c), q->ring).of.count (other))
	    continue;
	  px_affine sum = value;
	  for (HOST_WIDE_INT k = 0; k < by && by <= 8; k++, sum.k++)
	    if (same_on (q, name, sum, e))
	      return sum;
	  if (sum = px_affine_sum (value, rest, 1); same_on (q, name, sum, e))
	    return sum;
	}
    }
  return { {}, 0, false };
}

void
px_order_find_rounded (function *fun, px_order_query *q)
{
  enum
  {
    MOST = 4
  };
  unsigned version;
  tree t;
  FOR_EACH_SSA_NAME (version, t, fun)
    if (px_rounding r; px_rounding_of (version, q->ring, &r))
      {
	const bool quotient = r.code == TRUNC_DIV_EXPR || r.code == RSHIFT_EXPR || r.by < 0;
	std::vector<unsigned> *to = quotient ? &q->quotients : &q->remainders;
	px_affine start;
	HOST_WIDE_INT step;
	bool counts = false; /* as in the slots of numbers */
	for (auto &n : r.of.of)
	  counts |= px_rising_from (ssa_name (n.first), q->ring, &start, &step);
	if (to->size () < MOST && !counts
	    && version == SSA_NAME_VERSION (px_one_rounding (t, q->ring)))
	  to->push_back (version);
      }
}

px_sum
px_order_rounded (px_order_query *q, const px_sum &a, edge e)
{
  if ((q->quotients.empty () && q->remainders.empty ())
      || !safe_dyn_cast<gcond *> (last_stmt (e->src)))
    return a;
  return px_sum_replace (a, [q, e] (unsigned version) {
    px_sum name = px_sum_name (q->slots, version);
    tree t = version && !px_least_in (q, version) ? ssa_name (version) : NULL_TREE;
    basic_block set = t ? px_known_in (version) : NULL;
    if (!t || (set && !dominated_by_p (CDI_DOMINATORS, e->src, set)))
      return name;
    auto known = q->rounded.insert ({ { e, version }, name });
    if (known.second)
      {
	px_affine value = counter_left (q, t, e);
	if (!value.known)
	  value = whole_parts (q, t, e);
	if (value.known)
	  known.first->second = px_affine_sum_in (q, value);
      }
    return known.first->second;
  });
}

void
px_order_find_signs (px_order_query *q, tree limit, loop_p l, basic_block start)
{
  for (auto &n : px_affine_of (limit, q->ring).of)
    if (px_rounding r; px_rounding_of (n.first, q->ring, &r) && r.of.of.size () == 1
		       && r.of.of.begin ()->second == 1 && !px_never_negative (r.of, q->ring))
      if (tree of = ssa_name (r.of.of.begin ()->first); px_unchanged (of, start, l))
	px_order_assume_least (q, of, -r.of.k, NULL);
}
