/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses for value/disjoint.h: where they are, under which conditions, in which
   loops.

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

px_dj_ref
px_race_reference (tree ref, HOST_WIDE_INT *width)
{
  return px_race_reference_in (ref, NULL_TREE, width).at;
}

px_race_spot
px_race_reference_in (tree ref, tree root, HOST_WIDE_INT *width)
{
  const px_race_spot unknown = { 0, 0, false, false };
  /* A store to a bit-field reads and writes what lies around it: adjacent bit-fields are one
     memory location (C11 3.14), which GCC calls their representative.  */
  if (TREE_CODE (ref) == COMPONENT_REF)
    if (tree unit = DECL_BIT_FIELD_REPRESENTATIVE (TREE_OPERAND (ref, 1)))
      return px_race_reference_in (build3 (COMPONENT_REF, TREE_TYPE (unit), TREE_OPERAND (ref, 0),
					   unit, NULL_TREE),
				   root, width);
  poly_int64 size, at;
  tree off;
  machine_mode mode;
  int unsignedp, reversep, volatilep;
  tree base = get_inner_reference (ref, &size, &at, &off, &mode, &unsignedp, &reversep, &volatilep);
  HOST_WIDE_INT bits, start;
  if (!base || !size.is_constant (&bits) || !at.is_constant (&start))
    return unknown;
  /* Bits that are no field (BIT_FIELD_REF) are their bytes.  */
  HOST_WIDE_INT first = start >> 3, last = bits > 0 ? (start + bits - 1) >> 3 : first;
  if (bits < 0)
    {
      if (!tree_fits_shwi_p (TYPE_SIZE_UNIT (TREE_TYPE (ref))))
	return unknown;
      last = first + tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (ref))) - 1;
    }
  *width = last - first + 1;
  px_dj_ref r = px_dj_const (R->dj, s64, first);
  if (off)
    r = px_dj_bin (R->dj, DJ_ADD, r, px_race_offset (off));
  if (TREE_CODE (base) == MEM_REF)
    {
      px_race_spot p = px_race_pointer (TREE_OPERAND (base, 0), root);
      if (!tree_fits_shwi_p (TREE_OPERAND (base, 1)))
	return unknown;
      if (!p.at)
	return p;
      r = px_dj_bin (R->dj, DJ_ADD, r, p.at);
      p.at = px_dj_bin (R->dj, DJ_ADD, r,
			px_dj_const (R->dj, s64, tree_to_shwi (TREE_OPERAND (base, 1))));
      return p;
    }
  /* What is at a constant address, &x.a[8], is that part of X.  */
  if (handled_component_p (base))
    {
      HOST_WIDE_INT part;
      px_race_spot p = px_race_reference_in (base, root, &part);
      if (p.at)
	p.at = px_dj_bin (R->dj, DJ_ADD, r, p.at);
      return p;
    }
  if (!DECL_P (base) && TREE_CODE (base) != STRING_CST)
    return unknown;
  return { !root || base == root ? r : 0, 0, false, root && base != root };
}

/* ---- conditions ------------------------------------------------------- */

/* What is looked at of the conditions on the way to an access.  */
enum
{
  MOST_CASES = 16, /* labels of a switch */
  MOST_DEPTH = 8   /* blocks between a dominator and what it dominates: a || b || c has three */
};

/* Whether control gets somewhere: known or not; ALWAYS, or if condition C holds.  */
struct way
{
  bool known, always;
  px_dj_ref c;
};

static way
way_both (way a, way b)
{
  if (!a.known || !b.known || a.always || b.always)
    return { a.known && b.known, a.always && b.always, a.always ? b.c : a.c };
  return { true, false, px_dj_bin (R->dj, DJ_LAND, a.c, b.c) };
}

static way
way_either (way a, way b)
{
  if (!a.known || !b.known || a.always || b.always)
    return { a.known && b.known, a.always || b.always, 0 };
  return { true, false, px_dj_bin (R->dj, DJ_LOR, a.c, b.c) };
}

/* Condition C, 0 if it is not understood, or, if NOT_SO, that it does not hold.  */
static way
if_holds (px_dj_ref c, bool not_so)
{
  return { c != 0, false, c && not_so ? px_dj_un (R->dj, DJ_LNOT, c) : c };
}

/* Value T is in the range of case label L.  */
static px_dj_ref
case_holds (tree t, tree l)
{
  tree low = fold_convert (TREE_TYPE (t), CASE_LOW (l));
  if (!CASE_HIGH (l))
    return px_race_compare (EQ_EXPR, t, low);
  px_dj_ref from = px_race_compare (GE_EXPR, t, low),
	    to = px_race_compare (LE_EXPR, t, fold_convert (TREE_TYPE (t), CASE_HIGH (l)));
  return from && to ? px_dj_bin (R->dj, DJ_LAND, from, to) : 0;
}

/* When control takes E at the end of its source.  */
static way
way_taken (edge e)
{
  gimple *s = last_stmt (e->src);
  if (single_succ_p (e->src))
    return { true, true, 0 };
  if (gcond *c = s ? dyn_cast<gcond *> (s) : NULL)
    return if_holds (px_race_compare (gimple_cond_code (c), gimple_cond_lhs (c),
				      gimple_cond_rhs (c)),
		     e->flags & EDGE_FALSE_VALUE);
  gswitch *w = s ? dyn_cast<gswitch *> (s) : NULL;
  if (!w || gimple_switch_num_labels (w) > MOST_CASES)
    return { false, false, 0 };
  bool rest = gimple_switch_default_edge (R->fun, w) == e; /* by default: E is not the others' */
  way r = { true, rest, 0 };
  for (unsigned i = 1; i < gimple_switch_num_labels (w); i++)
    if ((gimple_switch_edge (R->fun, w, i) == e) != rest)
      {
	px_dj_ref c = case_holds (gimple_switch_index (w), gimple_switch_label (w, i));
	way one = if_holds (c, rest);
	if (!one.known)
	  return one;
	r = rest ? way_both (r, one) : r.c ? way_either (r, one) : one;
      }
  return r;
}

/* When control that has come to D comes to X, which D dominates, for the first time.  DEPTH: of
   this recursion.  */
static way
reached (basic_block d, basic_block x, int depth)
{
  way r = { true, false, 0 };
  bool any = false;
  edge e;
  edge_iterator ei;
  if (x == d)
    return { true, true, 0 };
  if (depth > MOST_DEPTH)
    return { false, false, 0 };
  FOR_EACH_EDGE (e, ei, x->preds)
    {
      if (dominated_by_p (CDI_DOMINATORS, e->src, x))
	continue; /* it has come to X before */
      /* Of a loop that was left, only what decided that in its last iteration.  */
      if (e->src->loop_father != d->loop_father
	  || (e->src != d && x->loop_father != d->loop_father))
	return { false, false, 0 };
      way one = way_both (reached (d, e->src, depth + 1), way_taken (e));
      r = any ? way_either (r, one) : one;
      any = true;
      if (!r.known)
	break;
    }
  return any ? r : way{ false, false, 0 };
}

/* Conditions on the way to BB; false if there are others.  That by which a loop before BB was left
   held in its last iteration.  */
bool
px_race_guards (basic_block bb, std::vector<px_dj_ref> *v)
{
  bool all = true;
  px_race_at at (bb->loop_father);
  for (basic_block x = bb, d; x != ENTRY_BLOCK_PTR_FOR_FN (R->fun); x = d)
    {
      d = get_immediate_dominator (CDI_DOMINATORS, x);
      if (!d || d == ENTRY_BLOCK_PTR_FOR_FN (R->fun))
	break;
      if (dominated_by_p (CDI_POST_DOMINATORS, d, x))
	continue; /* always continues at X */
      way w = reached (d, x, 0);
      if (!w.known)
	all = false;
      else if (!w.always)
	v->push_back (w.c);
    }
  /* In the order of evaluation.  */
  std::reverse (v->begin (), v->end ());
  return all;
}

/* A counter 0, …, N - 1 in a loop of its own within L.  */
static px_dj_ref
row_of (loop_p l, px_dj_ref n)
{
  px_dj_ref &r = R->rows[{ l->num, n }];
  if (!r)
    {
      px_dj_ctr c = {};
      c.name = "row";
      c.start = px_dj_const (R->dj, s64, 0);
      c.step = px_dj_const (R->dj, s64, 1);
      c.bound = n;
      c.test = DJ_CTR_LT;
      c.every = true;
      c.persp = px_race_persp ({ PX_THREAD, 1 });
      c.loop = px_dj_loop (R->dj, px_race_loop (l));
      r = px_dj_ctr_new (R->dj, &c);
    }
  return r;
}

/* The expressions of IN, which call S calls: its parameters are the arguments.  */
static px_dj_copies *
copies_for (gimple *s, const px_race *in)
{
  px_dj_copies *&c = R->calls[s];
  if (c)
    return c;
  c = px_dj_copies_new (R->dj, in->dj, px_race_loop (gimple_bb (s)->loop_father));
  for (auto &p : in->parameters)
    {
      tree arg
	= (unsigned) p.first < gimple_call_num_args (s) ? gimple_call_arg (s, p.first) : NULL_TREE;
      px_dj_type type = px_dj_type_of (in->dj, p.second);
      if (arg && INTEGRAL_TYPE_P (TREE_TYPE (arg)) && px_race_integer_p (TREE_TYPE (arg))
	  && (TREE_CODE (TREE_TYPE (arg)) == BOOLEAN_TYPE) == (type.bits == 1))
	px_dj_bind (c, p.second, px_dj_cast (R->dj, type, px_race_expr (arg)));
    }
  return c;
}

/* Returns true if a counter says how often L runs.  */
static bool
explained (loop_p l)
{
  for (const px_race::counter &k : R->counters)
    if (k.loop == l && k.whole)
      return true;
  return false;
}

/* Returns true if a turn of L may go from the end of block FROM on to BB.  */
static bool
reaches_in_turn (basic_block from, basic_block bb, loop_p l)
{
  std::vector<basic_block> todo = { from };
  std::set<basic_block> seen;
  while (!todo.empty ())
    {
      basic_block at = todo.back ();
      edge e;
      edge_iterator i;
      todo.pop_back ();
      FOR_EACH_EDGE (e, i, at->succs)
	{
	  if (e->dest == l->header || !flow_bb_inside_loop_p (l, e->dest))
	    continue;
	  if (e->dest == bb)
	    return true;
	  if (seen.insert (e->dest).second)
	    todo.push_back (e->dest);
	}
    }
  return false;
}

/* Returns true if A, an access in BB, runs in the first iteration of L whatever L tests, where its guards hold, as all ways
   out of L come after it (do, while) or are not before it, and is the same in each iteration.  */
static bool
before_each_exit (const px_dj_access *a, basic_block bb, loop_p l)
{
  bool yes = px_dj_fixed_in (R->dj, a->offset, px_race_loop (l));
  for (int i = 0; i < a->n_guards && yes; i++)
    yes = px_dj_fixed_in (R->dj, a->guard[i], px_race_loop (l));
  loop_p inner = bb->loop_father;
  while (inner != l && loop_outer (inner) != l)
    inner = loop_outer (inner);
  if (inner != l)
    bb = inner->header;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    yes = yes && e->src->loop_father == l && (e->src == bb || !reaches_in_turn (e->src, bb, l));
  return yes;
}

bool
px_race_access (gimple *s, const px_reach &reach, px_dj_access *a, bool wherever)
{
  HOST_WIDE_INT width = 0;
  px_dj_copies *copies = NULL;
  px_race_spot spot = { 0, 0, false, false };
  px_dj_ref at, apart = 0;
  px_race_at used (gimple_bb (s)->loop_father);
  if (const px_called *x = reach.called)
    {
      if (!x->in)
	return false;
      copies = copies_for (s, x->in);
      tree p = x->parameter < 0 ? reach.base : gimple_call_arg (s, x->parameter);
      if (p)
	spot = px_race_pointer (p, reach.root);
      else
	spot.at = px_dj_const (R->dj, s64, 0);
      width = x->at.width;
      at = spot.at ? px_dj_bin (R->dj, DJ_ADD, spot.at, px_dj_copy (copies, x->at.offset)) : 0;
    }
  else if (reach.number)
    {
      at = px_dj_cast (R->dj, s64, px_race_expr (reach.number));
      width = reach.size;
    }
  else
    {
      spot = px_race_reference_in (reach.ref, reach.root, &width);
      at = spot.at;
    }
  if (!at || width < 1)
    return false;
  std::vector<px_dj_ref> *g = new std::vector<px_dj_ref>, *c = new std::vector<px_dj_ref>,
			 *known = new std::vector<px_dj_ref>;
  R->lists.push_back (g);
  R->lists.push_back (known);
  R->lists.push_back (c);
  if (reach.rows > 1)
    {
      px_dj_ref row = row_of (gimple_bb (s)->loop_father, px_dj_const (R->dj, s64, reach.rows));
      px_dj_ref stride
	= px_dj_bin (R->dj, DJ_MUL, px_dj_cast (R->dj, s64, px_race_expr (reach.stride)),
		     px_dj_const (R->dj, s64, reach.size));
      at = px_dj_bin (R->dj, DJ_ADD, at, px_dj_bin (R->dj, DJ_MUL, row, stride));
      c->push_back (row);
      if (reach.apart && TREE_CODE (reach.stride) != INTEGER_CST)
	apart = px_dj_bin (R->dj, DJ_LE, px_dj_const (R->dj, s64, width), stride);
    }
  if (reach.count)
    {
      px_dj_ref byte = row_of (gimple_bb (s)->loop_father, px_race_offset (reach.count));
      at = px_dj_bin (R->dj, DJ_ADD, at, byte);
      c->push_back (byte);
    }
  memset (a, 0, sizeof *a);
  a->offset = at;
  a->width = width;
  a->complete = px_race_guards (gimple_bb (s), g) && (wherever || !spot.maybe);
  if (spot.when && !wherever)
    g->push_back (spot.when);
  px_race_facts (s, known);
  if (apart)
    g->push_back (apart);
  for (const px_race::counter &k : R->counters)
    if (flow_bb_inside_loop_p (k.loop, gimple_bb (s)))
      c->push_back (k.ref);
  a->guard = g->data ();
  a->n_guards = g->size ();
  /* A loop that no counter explains may not run.  */
  for (loop_p l = gimple_bb (s)->loop_father; l->num; l = loop_outer (l))
    a->complete &= explained (l) || before_each_exit (a, gimple_bb (s), l);
  if (copies)
    {
      const px_dj_access &x = reach.called->at;
      a->complete &= x.complete;
      for (int i = 0; i < x.n_guards; i++)
	g->push_back (px_dj_copy (copies, x.guard[i]));
      for (int i = 0; i < x.n_ctrs; i++)
	c->push_back (px_dj_copy (copies, x.ctr[i]));
      for (int i = 0; i < x.n_facts; i++)
	known->push_back (px_dj_copy (copies, x.fact[i]));
    }
  a->guard = g->data ();
  a->n_guards = g->size ();
  a->ctr = c->data ();
  a->n_ctrs = c->size ();
  a->fact = known->data ();
  a->n_facts = known->size ();
  return true;
}

bool
px_race_access_at (gimple *s, const px_reach &reach, loop_p l, int k, px_dj_access *a)
{
  std::map<tree, px_dj_ref> inside, next;
  decltype (R->spots) spots, next_spots;
  std::vector<px_race::counter> counters;
  std::map<int, px_dj_ref> iterations = R->iterations;
  std::map<gimple *, px_dj_copies *> calls;
  decltype (R->finals) finals;
  auto within = [l] (loop_p x) {
    return px_race_within (x, l);
  };
  /* Values of L's own give way to those of one iteration, and come back.  */
  auto varies = [l] (tree t) {
    return !px_race_invariant_p (t, l);
  };
  auto take_out = [&] (std::map<tree, px_dj_ref> *to) {
    for (auto i = R->exprs.begin (); i != R->exprs.end ();)
      if (varies (i->first))
	{
	  to->insert (*i);
	  i = R->exprs.erase (i);
	}
      else
	i++;
  };
  for (const px_race::counter &c : R->counters)
    if (within (c.loop))
      counters.push_back (c);
  std::swap (finals, R->finals);
  for (int i = 0; i <= k; i++)
    {
      px_race_at at (i ? l : loop_outer (l));
      next.clear ();
      next_spots.clear ();
      R->finals.clear ();
      for (gphi_iterator g = gsi_start_phis (l->header); !gsi_end_p (g); gsi_next (&g))
	{
	  tree t = gimple_phi_result (g.phi ());
	  if (virtual_operand_p (t) || !px_race_integer_p (TREE_TYPE (t)))
	    continue;
	  tree was
	    = PHI_ARG_DEF_FROM_EDGE (g.phi (), i ? loop_latch_edge (l) : loop_preheader_edge (l));
	  next[t] = px_race_expr (was);
	  if (!POINTER_TYPE_P (TREE_TYPE (t)))
	    continue;
	  next_spots[{ t, NULL_TREE }] = px_race_pointer (was, NULL_TREE);
	  if (reach.root)
	    next_spots[{ t, reach.root }] = px_race_pointer (was, reach.root);
	}
      if (!i)
	std::swap (spots, R->spots);
      R->spots = next_spots;
      std::map<tree, px_dj_ref> gone;
      take_out (i ? &gone : &inside);
      R->exprs.insert (next.begin (), next.end ());
      R->finals.clear ();
    }
  std::swap (calls, R->calls);
  bool known = px_race_access (s, reach, a);
  std::swap (calls, R->calls);
  std::swap (finals, R->finals);
  std::swap (spots, R->spots);
  px_race_free_calls (&calls);
  take_out (&next);
  R->exprs.insert (inside.begin (), inside.end ());
  R->counters.erase (std::remove_if (R->counters.begin (), R->counters.end (),
				     [&] (const px_race::counter &c) { return within (c.loop); }),
		     R->counters.end ());
  for (auto &i : R->iterations)
    if (within (get_loop (R->fun, i.first)))
      i.second = iterations[i.first];
  R->counters.insert (R->counters.end (), counters.begin (), counters.end ());
  return known;
}

/* What the next value of counter C, NEXT, is of *BOUND, which may change, if C itself is CODE of it
   (while (i++ < n)), where nothing else ends the loop; ERROR_MARK: it is not known.  With != a value
   past the bound would lead to an overflow, as px_dj_ctr_new has it.  */
static tree_code
of_last_value (tree_code code, tree c, tree next, tree *bound)
{
  gimple *s = next && TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
  tree type = TREE_TYPE (c);
  if (!s || !is_gimple_assign (s) || gimple_assign_rhs_code (s) != PLUS_EXPR
      || px_race_original (gimple_assign_rhs1 (s)) != c || !INTEGRAL_TYPE_P (type)
      || TYPE_OVERFLOW_WRAPS (type))
    return ERROR_MARK;
  tree by = gimple_assign_rhs2 (s);
  bool up = integer_onep (by), down = integer_minus_onep (by);
  /* The next value is one more than what is below the bound, or equal to it.  */
  if ((up && code == LE_EXPR) || (down && code == GE_EXPR))
    {
      tree last
	= TREE_CODE (*bound) == INTEGER_CST ? int_const_binop (PLUS_EXPR, *bound, by) : NULL_TREE;
      if (!last || TREE_OVERFLOW (last))
	return ERROR_MARK;
      *bound = last;
      return code;
    }
  if (up && (code == LT_EXPR || code == NE_EXPR))
    return LE_EXPR;
  return down && (code == GT_EXPR || code == NE_EXPR) ? GE_EXPR : ERROR_MARK;
}

bool
px_race_end_test (loop_p l, tree c, tree_code *test, tree *bound, bool *first)
{
  edge out = single_exit (l), yes, no;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (c));
  gimple *s = out ? last_stmt (out->src) : NULL;
  if (!phi || !s || gimple_code (s) != GIMPLE_COND || !l->latch
      || (out->src != l->latch
	  && (!single_pred_p (l->latch) || single_pred (l->latch) != out->src
	      || !empty_block_p (l->latch))))
    return false;
  tree init, next, a = px_race_original (gimple_cond_lhs (s)), b = gimple_cond_rhs (s);
  px_race_arguments (phi, l, &init, &next);
  extract_true_false_edges_from_block (out->src, &yes, &no);
  tree_code code = gimple_cond_code (s);
  if (yes == out)
    code = invert_tree_comparison (code, false);
  if (tree x = px_race_original (b); x == next || x == c)
    {
      b = a;
      a = x;
      code = swap_tree_comparison (code);
    }
  if (init && a == c)
    {
      code = of_last_value (code, c, next, &b);
      a = next;
    }
  if (!init || !next || a != next || code == ERROR_MARK || !px_race_steady_p (b, l))
    return false;
  init = px_race_constant (init);
  *first = TREE_CODE (init) == INTEGER_CST && TREE_CODE (b) == INTEGER_CST
	   && integer_onep (fold_build2 (code, boolean_type_node, init, b));
  *test = code;
  *bound = b;
  return true;
}

void
px_race_at_least_once (px_dj_ctr *c, px_dj_type type, bool added, tree by, bool every)
{
  if (c->test == DJ_CTR_NE && every && !type.wraps && TREE_CODE (by) == INTEGER_CST)
    return;
  bool up = c->test == DJ_CTR_LT || c->test == DJ_CTR_LE,
       down = c->test == DJ_CTR_GT || c->test == DJ_CTR_GE,
       more = TREE_CODE (by) == INTEGER_CST && (tree_int_cst_sgn (by) > 0) == added;
  if (type.wraps || TREE_CODE (by) != INTEGER_CST || integer_zerop (by) || !(more ? up : down))
    {
      c->test = DJ_CTR_ANY;
      return;
    }
  px_dj_ref one = px_dj_const (R->dj, type, 1), end = c->start;
  if (c->test == DJ_CTR_LT)
    end = px_dj_bin (R->dj, DJ_ADD, end, one);
  if (c->test == DJ_CTR_GT)
    end = px_dj_bin (R->dj, DJ_SUB, end, one);
  c->bound = px_dj_bin (R->dj, up ? DJ_MAX : DJ_MIN, c->bound, end);
}

int
px_race_sure (gimple *s, loop_p l, int most)
{
  tree t = px_race_main_counter (l), bound, init, next;
  tree_code test;
  edge out = single_exit (l);
  if (!t || !out || out->src != l->header || !px_race_header_test (l, t, &test, &bound))
    return 0;
  std::vector<px_dj_ref> facts;
  px_race_at at (gimple_bb (s)->loop_father);
  px_race_guards (gimple_bb (s), &facts);
  px_race_facts (s, &facts);
  px_race_arguments (as_a<gphi *> (SSA_NAME_DEF_STMT (t)), l, &init, &next);
  bool inside = flow_bb_inside_loop_p (l, gimple_bb (s));
  px_dj_ref from = px_dj_cast (R->dj, s64, inside ? px_race_expr (t) : px_race_first (l, init)),
	    to = px_dj_cast (R->dj, s64, px_race_expr (px_race_constant (bound)));
  int n = 0;
  while (n < most
	 && px_dj_prove (
	   R->dj, facts.data (), facts.size (),
	   px_dj_bin (R->dj, test == LT_EXPR ? DJ_LT : DJ_LE,
		      px_dj_bin (R->dj, DJ_ADD, from, px_dj_const (R->dj, s64, n + inside)), to)))
    n++;
  return n;
}
