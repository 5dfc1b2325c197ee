/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often loops run and when IFs take their arms, for slot rings: handles of plugin/bridge/count.cc.

   Needs: loops, scalar evolutions, dominators; the statement of the tree that a loop or condition
   became.  Leaves its count or condition.  */

#include "plugin/bridge/count-int.h"
#include "plugin/bridge/race.h"

bool
px_even_p (const px_stmt *s)
{
  return px_counts.even.count (s);
}

gcond *
px_condition_of (const px_stmt *s, bool *when)
{
  auto i = px_counts.conditions.find (s);
  *when = i != px_counts.conditions.end () && i->second.second;
  return i == px_counts.conditions.end () ? NULL : i->second.first;
}

/* Returns true if what the last value stands for may differ between the blocks of F's cluster.  */
static bool
local_p (const px_fn *f)
{
  return !px_broader (px_counts.bound.persp, { PX_BLOCK, f->cluster });
}

/* The last value decides what S does.  */
static void
note_leaves (const px_fn *f, px_stmt *s)
{
  s->local = local_p (f);
  if (px_broader (px_counts.bound.persp, { PX_BLOCK, 1 }))
    px_counts.even.insert (s);
}

static const char *
narrow_leaf (px_fn *f, const px_stmt *s)
{
  return s->local && !px_counts.bound.narrow.empty ()
	   ? px_text (&f->pool, px_counts.bound.narrow.c_str (), -1)
	   : NULL;
}

static tree
constant_at (const px_fn *f, tree t, int rank, int tid, int depth)
{
  if (TREE_CODE (t) == INTEGER_CST)
    return t;
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (px_sreg r = s ? px_sreg_of (s) : PX_SREG_NONE)
    return tid >= 0 && r == PX_SREG_TID	   ? build_int_cst (TREE_TYPE (t), tid)
	   : tid >= 0 && r == PX_SREG_WARP ? build_int_cst (TREE_TYPE (t), tid - tid % 32)
					   : NULL_TREE;
  if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s) || gimple_num_ops (s) > 3
      || depth > 12 || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return NULL_TREE;
  tree_code c = gimple_assign_rhs_code (s);
  tree a = gimple_assign_rhs1 (s), b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  if ((c == TRUNC_MOD_EXPR || c == BIT_AND_EXPR) && tree_fits_shwi_p (b))
    {
      /* Of the block's number, whose remainder by the cluster's size is the rank.  */
      HOST_WIDE_INT n = tree_to_shwi (b) + (c == BIT_AND_EXPR);
      tree x = px_without_conversions (a);
      bool block = TREE_CODE (x) == SSA_NAME && px_sreg_of (SSA_NAME_DEF_STMT (x)) == PX_SREG_CTAID;
      if (rank >= 0 && block && n > 0 && f->cluster % n == 0
	  && (c == TRUNC_MOD_EXPR || !(n & (n - 1))))
	return build_int_cst (TREE_TYPE (t), rank % n);
    }
  a = constant_at (f, a, rank, tid, depth + 1);
  if (!a || (b && !(b = constant_at (f, b, rank, tid, depth + 1))))
    return NULL_TREE;
  tree v = b				       ? fold_binary (c, TREE_TYPE (t), a, b)
	   : c == SSA_NAME || c == INTEGER_CST ? a
					       : fold_unary (c, TREE_TYPE (t), a);
  return v && TREE_CODE (v) == INTEGER_CST && !TREE_OVERFLOW (v) ? v : NULL_TREE;
}

tree
px_constant_at (const px_fn *f, tree t, int rank, int tid)
{
  return constant_at (f, t, rank, tid, 0);
}

int
px_true_at (const px_fn *f, gcond *c, int rank, int tid)
{
  tree x = px_constant_at (f, gimple_cond_lhs (c), rank, tid),
       y = px_constant_at (f, gimple_cond_rhs (c), rank, tid);
  tree v = x && y ? fold_binary (gimple_cond_code (c), boolean_type_node, x, y) : NULL_TREE;
  return v && TREE_CODE (v) == INTEGER_CST ? !integer_zerop (v) : -1;
}

/* Returns the handle of R.  */
static const px_value *
handle (px_fn *f, px_dj_ref r)
{
  const px_value *&v = px_counts.values[r];
  if (!v)
    {
      px_value *n = px_add_value (f, NULL, r);
      n->words = px_value_words_p (r);
      n->loops = px_value_loops (r);
      px_dj_ref of[2];
      if (px_value_product (r, of))
	for (int i = 0; i < 2; i++)
	  n->factor[i] = handle (f, of[i]);
      v = n;
    }
  return v;
}

/* Returns true if each way through the function leads to BB.  */
static bool
always_runs (basic_block bb)
{
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    if (!dominated_by_p (CDI_DOMINATORS, e->src, bb))
      return false;
  return true;
}

/* The facts of __where and px_assume that hold whenever the function is run to its end.  */
static void
know_facts ()
{
  basic_block bb;
  px_leaf_bound others = px_counts.bound;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	px_fact_kind kind;
	const px_noted *what;
	tree c = px_fact_of (gsi_stmt (i), &kind, &what);
	if (c && kind != PX_MARK_CLAIM && TREE_CODE (c) == SSA_NAME && !bb_loop_depth (bb)
	    && always_runs (bb))
	  px_know (px_value_compare (NE_EXPR, c, build_zero_cst (TREE_TYPE (c)), bb, 0));
      }
  px_counts.bound = others;
  px_know_always ();
}

void
px_start_counts (px_fn *f)
{
  px_value_start (f);
  know_facts ();
}

px_count
px_count_of (px_fn *f, px_dj_ref r)
{
  r = px_less_zero (r);
  px_linear l = px_linear_of (r);
  if (!l.of || absu_hwi (l.add) > INT_MAX / 4)
    l = { r, 0, 1 };
  return { handle (f, l.of), (int) -l.add, (int) l.times, 0, NULL };
}

/* ---- conditions ------------------------------------------------------- */

static px_dj_ref
value_of_condition (gcond *c, bool when, int unique)
{
  tree a = gimple_cond_lhs (c), b = gimple_cond_rhs (c);
  tree_code code
    = when ? gimple_cond_code (c) : invert_tree_comparison (gimple_cond_code (c), HONOR_NANS (a));
  if (code != ERROR_MARK && op_symbol_code (code))
    return px_value_compare (code, a, b, gimple_bb (c), unique);
  px_add_leaf ({ PX_THREAD, 1 }, "");
  return px_value_own (gimple_location (c), true);
}

/* Condition R, as the engine has it.  */
static px_cond
condition_of (px_fn *f, px_dj_ref r)
{
  px_dj_op op = px_dj_op_of (px_counts.dj, r);
  bool compares = op == DJ_LT || op == DJ_LE || op == DJ_EQ || op == DJ_NE;
  px_dj_ref a = compares ? px_dj_operand (px_counts.dj, r, 0) : 0,
	    b = compares ? px_dj_operand (px_counts.dj, r, 1) : 0;
  int64_t k;
  bool opposite = op == DJ_LE || op == DJ_NE;
  const int64_t most = 1 << 20;
  /* K < X, K <= X; X < K, X <= K are not X > K - 1, not X > K.  */
  if ((op == DJ_LT || op == DJ_LE) && px_dj_type_of (px_counts.dj, a).bits == 64
      && (px_dj_const_p (px_counts.dj, a, &k) || px_dj_const_p (px_counts.dj, b, &k)))
    {
      bool above = px_dj_const_p (px_counts.dj, a, &k);
      px_linear x = px_linear_of (above ? b : a);
      if (above)
	px_dj_const_p (px_counts.dj, a, &k);
      k -= x.add + (above ? op == DJ_LE : op == DJ_LT);
      if (x.of && x.times == 1 && k >= 0 && k < most)
	return { PX_C_ABOVE, !above, handle (f, x.of), (int) k, NULL, NULL, false };
    }
  if ((op == DJ_EQ || op == DJ_NE) && px_dj_const_p (px_counts.dj, b, &k) && !k
      && px_dj_type_of (px_counts.dj, a).bits == 64)
    {
      px_linear x = px_linear_of (a);
      if (x.of && !x.add && x.times == 1)
	return { PX_C_NONZERO, op == DJ_EQ, handle (f, x.of), 0, NULL, NULL, false };
    }
  /* A <= B is not B < A; A != B not A == B.  */
  if (opposite)
    r = op == DJ_LE ? px_value_make (DJ_LT, b, a) : px_value_make (DJ_EQ, a, b);
  return { PX_C_OWN, opposite, handle (f, r), 0, NULL, NULL, false };
}

/* T is the counter of L, which goes up by one: what it starts with, if constant, plus *C is T.  */
static bool
counter_of (tree t, loop_p l, HOST_WIDE_INT *c)
{
  t = px_without_constants (t, c, PX_KEEP_ALL);
  gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
  HOST_WIDE_INT start, step;
  if (!phi || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2
      || !INTEGRAL_TYPE_P (TREE_TYPE (t)) || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t))
      || px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), &step, PX_KEEP_ALL)
	   != t
      || step != 1)
    return false;
  tree from = px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), &start,
				    PX_KEEP_ALL);
  if (!px_start_p (from))
    return false;
  *c += start + tree_to_shwi (from);
  return true;
}

/* C is true (WHEN: or false) in the first turns of L: in turn i, if i + *K is less than *BOUND, which
   does not change in L, or, but then false is returned, if i + *K is less than 0, and *BOUND is a constant.
   EXIT: L continues while it is: then != is <, for a signed counter that
   missed its limit would overflow.  */
static bool
holds_first (gcond *c, bool when, loop_p l, bool exit, tree *bound, HOST_WIDE_INT *k)
{
  tree a = gimple_cond_lhs (c), b = gimple_cond_rhs (c);
  tree_code code
    = when ? gimple_cond_code (c) : invert_tree_comparison (gimple_cond_code (c), false);
  HOST_WIDE_INT more;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (a)) || !TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (a)))
    return false;
  if (code == GT_EXPR || code == GE_EXPR || (code == NE_EXPR && !counter_of (a, l, k)))
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  if ((code != LT_EXPR && code != LE_EXPR && !(code == NE_EXPR && exit)) || !counter_of (a, l, k))
    return false;
  *bound = px_without_constants (b, &more, PX_KEEP_ALL);
  *k -= more + (code == LE_EXPR);
  if (TREE_CODE (*bound) == INTEGER_CST && tree_fits_shwi_p (*bound))
    *k -= tree_to_shwi (*bound);
  return TREE_CODE (*bound) == SSA_NAME
	 && (SSA_NAME_IS_DEFAULT_DEF (*bound)
	     || !flow_bb_inside_loop_p (l, gimple_bb (SSA_NAME_DEF_STMT (*bound))));
}

/* The number of turns of L after which C is not true (WHEN: or false), if that is a constant; else 0.  */
static int
turns_before (gcond *c, bool when, loop_p l)
{
  tree bound = NULL_TREE, last = number_of_latch_executions (l);
  HOST_WIDE_INT k = 0;
  holds_first (c, when, l, false, &bound, &k);
  /* What is not the last turn is one before it.  */
  if (!bound && last && tree_fits_shwi_p (last)
      && (holds_first (c, when, l, true, &bound, &k), k != -tree_to_shwi (last)))
    return 0;
  return bound && TREE_CODE (bound) == INTEGER_CST && k < 0 && k > -INT_MAX / 4 ? (int) -k : 0;
}

/* The way out of conditions that E is part of; WAYS.size (): it leads on to another of them.  */
static size_t
way_of (const std::vector<std::vector<edge>> &ways, edge e)
{
  size_t k = 0;
  while (k < ways.size () && std::find (ways[k].begin (), ways[k].end (), e) == ways[k].end ())
    k++;
  return k;
}

/* From condition BB on, joined with others by && and ||, way ARM is taken; UNIQUE: as px_value_compare, 0: each
   condition by itself.  */
static px_dj_ref
joined_take (basic_block bb, const std::vector<std::vector<edge>> &ways, size_t arm, int unique)
{
  gcond *c = as_a<gcond *> (last_stmt (bb));
  px_dj_ref by[2]; /* this edge is taken, and leads to ARM; 0: it does not */
  bool whole[2];   /* it leads there whatever follows */
  for (int i = 0; i < 2; i++)
    {
      edge e = EDGE_SUCC (bb, i);
      size_t way = way_of (ways, e);
      whole[i] = way == arm;
      by[i]
	= way == arm || way == ways.size ()
	    ? value_of_condition (c, !!(e->flags & EDGE_TRUE_VALUE), unique ? unique : -bb->index)
	    : 0;
      if (way == ways.size () && way_of (ways, EDGE_SUCC (bb, !i)) != arm)
	by[i] = px_value_make (DJ_LAND, by[i], joined_take (e->dest, ways, arm, unique));
      else if (way == ways.size ())
	by[i] = joined_take (e->dest, ways, arm, unique); /* the other edge leads there by itself */
    }
  return !by[0]	    ? by[1]
	 : !by[1]   ? by[0]
	 : whole[0] ? px_value_make (DJ_LOR, by[0], by[1])
		    : px_value_make (DJ_LOR, by[1], by[0]);
}

/* None of the first N of L's EXITS is taken.  */
static px_dj_ref
passes (loop_p l, const std::vector<px_exit_place> &exits, size_t n)
{
  std::set<px_dj_ref> all;
  for (size_t i = 0; i < n; i++)
    all.insert (joined_take (exits[i].bb, exits[i].ways, 1, l->num));
  px_dj_ref r = *all.begin ();
  for (px_dj_ref c : all)
    r = c == r ? r : px_value_make (DJ_LAND, r, c);
  return r;
}

/* C leaves its loop: whether the last turn does not end there; NULL: no later exit is known.  */
static const px_value *
passed (px_fn *f, gimple *c)
{
  auto i = px_counts.exits.find (gimple_bb (c)->loop_father);
  size_t n = 0;
  if (i == px_counts.exits.end ())
    return NULL;
  std::vector<px_exit_place> &exits = i->second;
  while (n < exits.size () && exits[n].bb != gimple_bb (c))
    n++;
  if (n < exits.size ())
    exits[n].seen = true;
  return n + 1 < exits.size ()
	   ? handle (f, px_value_passed (passes (i->first, exits, exits.size ()),
					 passes (i->first, exits, n + 1), gimple_location (c)))
	   : NULL;
}

void
px_note_branch (px_fn *f, px_stmt *s, gimple *last, bool when)
{
  gcond *c = last ? dyn_cast<gcond *> (last) : NULL;
  s->local = true;
  if (!c)
    {
      s->when
	= { PX_C_OWN, false, handle (f, px_value_own ((location_t) s->loc.loc, true)), 0, NULL,
	    NULL,     false };
      return;
    }
  px_counts.conditions[s] = { c, when };
  px_no_leaves ();
  loop_p l = gimple_bb (c)->loop_father;
  tree bound;
  HOST_WIDE_INT k;
  px_stmt *loop = s->seq->up;
  while (loop && loop->kind != PX_LOOP)
    loop = loop->seq->up;
  if (l->num && loop && loop->user == l && holds_first (c, when, l, false, &bound, &k) && k >= 0
      && k < INT_MAX / 4)
    {
      px_cond by = condition_of (f, value_of_condition (c, when, -gimple_bb (c)->index));
      px_no_leaves ();
      px_dj_ref r = px_value_at (bound, l->header, l->num);
      px_linear n = px_linear_of (r);
      if (!n.of || n.times != 1 || absu_hwi (n.add) > INT_MAX / 4)
	n = { r, 0, 1 };
      s->when = { PX_C_TURN, false, handle (f, n.of), (int) (k - n.add), loop, NULL, false };
      if (by.kind == PX_C_OWN)
	{
	  s->when.truth = by.of;
	  s->when.inverse = by.opposite;
	}
    }
  else
    {
      s->when = condition_of (f, value_of_condition (c, when, -gimple_bb (c)->index));
      if (l->num && loop && loop->user == l)
	s->before = turns_before (c, when, l);
    }
  note_leaves (f, s);
  s->local_by = narrow_leaf (f, s);
  if (s->leaves)
    s->passed = passed (f, c);
  s->ranked = f->cluster > 1 && f->cluster <= 32;
  s->ranks = 0;
  for (int r = 0; r < f->cluster && s->ranked; r++)
    {
      int v = px_true_at (f, c, r, -1);
      s->ranked = v >= 0;
      if (v == when)
	s->ranks |= (uint32_t) 1 << r;
    }
}

/* One of the labels of switch S that belong to way ARM, or, if not IN, to another one, is its value.  Only the
   default label belongs to none.  */
static px_dj_ref
switch_takes (gswitch *s, const std::vector<std::vector<edge>> &ways, size_t arm, bool in)
{
  basic_block bb = gimple_bb (s);
  tree x = gimple_switch_index (s);
  px_dj_ref any = 0;
  for (unsigned i = 1; i < gimple_switch_num_labels (s); i++)
    {
      tree label = gimple_switch_label (s, i), low = CASE_LOW (label), high = CASE_HIGH (label);
      if ((way_of (ways, gimple_switch_edge (cfun, s, i)) == arm) != in)
	continue;
      px_dj_ref is = px_value_compare (high ? GE_EXPR : EQ_EXPR, x, low, bb, -bb->index);
      if (high)
	is = px_value_make (DJ_LAND, is, px_value_compare (LE_EXPR, x, high, bb, -bb->index));
      any = any ? px_value_make (DJ_LOR, any, is) : is;
    }
  return any;
}

void
px_note_ways (px_fn *f, px_stmt *s, gimple *last, const std::vector<std::vector<edge>> &ways,
	      size_t arm)
{
  enum
  {
    LABELS = 16, /* more make messages that nobody reads */
    EDGES = 16	 /* likewise; and what several of ?: lead to would be read too often */
  };
  bool opposite;
  px_dj_ref r;
  size_t edges = 0;
  for (const std::vector<edge> &way : ways)
    edges += way.size ();
  gswitch *sw = dyn_cast<gswitch *> (last);
  if (sw ? gimple_switch_num_labels (sw) > LABELS : edges > EDGES)
    {
      px_note_branch (f, s, NULL, false);
      return;
    }
  px_no_leaves ();
  if (sw)
    {
      opposite = way_of (ways, gimple_switch_edge (cfun, sw, 0)) == arm;
      r = switch_takes (sw, ways, arm, !opposite);
    }
  else
    {
      /* Of two ways, that which the first condition leads to.  */
      basic_block bb = gimple_bb (last);
      size_t first = std::min (way_of (ways, EDGE_SUCC (bb, 0)), way_of (ways, EDGE_SUCC (bb, 1)));
      first = first == ways.size () ? 0 : first;
      opposite = first != arm;
      r = joined_take (bb, ways, first, 0);
    }
  s->when = condition_of (f, r);
  s->when.opposite ^= opposite;
  note_leaves (f, s);
  s->local_by = narrow_leaf (f, s);
  if (s->leaves)
    s->passed = passed (f, last);
}

/* ---- loops ------------------------------------------------------------ */

bool
px_tested_first (loop_p l)
{
  edge e = single_exit (l);
  return e && e->src == l->header && !single_succ_p (l->header);
}

/* X less conversions and constants, of which MORE is the sum; TYPES: those of all on the way.  */
static tree
step_back (tree x, HOST_WIDE_INT *more, std::vector<tree> *types)
{
  for (*more = 0; TREE_CODE (x) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (x));)
    {
      gimple *s = SSA_NAME_DEF_STMT (x);
      tree_code code = gimple_assign_rhs_code (s);
      tree by = code == PLUS_EXPR ? gimple_assign_rhs2 (s) : NULL_TREE;
      if (!INTEGRAL_TYPE_P (TREE_TYPE (x))
	  || !(CONVERT_EXPR_CODE_P (code) || code == SSA_NAME || by)
	  || (by && (!px_start_p (by) || tree_int_cst_sgn (by) < 0)))
	break;
      types->push_back (TREE_TYPE (x));
      *more += by ? tree_to_shwi (by) : 0;
      x = gimple_assign_rhs1 (s);
    }
  return x;
}

/* The most that counter PHI of L is, which starts with START and goes up by STEP, by a constant
   that it, as what is tested each turn has it, stays below; -1: there is none.  TYPES: as
   step_back.  */
static HOST_WIDE_INT
most_by_exits (gphi *phi, loop_p l, HOST_WIDE_INT start, HOST_WIDE_INT step,
	       std::vector<tree> *types)
{
  HOST_WIDE_INT most = -1, more;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    {
      gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
      std::vector<tree> way = *types;
      if (!c || gimple_bb (c)->loop_father != l
	  || !dominated_by_p (CDI_DOMINATORS, l->latch, e->src) || !px_start_p (gimple_cond_rhs (c))
	  || step_back (gimple_cond_lhs (c), &more, &way) != gimple_phi_result (phi))
	continue;
      tree_code stays = gimple_cond_code (c);
      if (e->flags & EDGE_TRUE_VALUE)
	stays = invert_tree_comparison (stays, false);
      HOST_WIDE_INT below = tree_to_shwi (gimple_cond_rhs (c)) - more + (stays == LE_EXPR);
      if (stays != LT_EXPR && stays != LE_EXPR
	  && !(stays == NE_EXPR && step == 1 && start <= below))
	continue;
      HOST_WIDE_INT m = MAX (start, below - 1 + step);
      if (most >= 0 && most <= m)
	continue;
      most = m;
      *types = way;
    }
  return most;
}

bool
px_fits (tree t, tree type)
{
  std::vector<tree> types;
  HOST_WIDE_INT behind, step;
  t = step_back (t, &behind, &types);
  if (!INTEGRAL_TYPE_P (type) || TREE_CODE (t) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t));
  loop_p l = phi ? gimple_bb (phi)->loop_father : NULL;
  if (!phi || !l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2)
    return false;
  tree start = PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l));
  tree next = step_back (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), &step, &types);
  if (next != t || !step || !px_start_p (start) || tree_int_cst_sgn (start) < 0)
    return false;
  HOST_WIDE_INT most = most_by_exits (phi, l, tree_to_shwi (start), step, &types);
  /* If all types on the way hold it, none makes it another number: the turns before it are
     right, by induction.  */
  types.push_back (TREE_TYPE (t));
  types.push_back (type);
  for (tree to : types)
    if (most < 0
	|| !int_fits_type_p (build_int_cst (long_long_integer_type_node, most + behind), to))
      return false;
  return true;
}

/* If it accesses nothing, too, then what counts is what follows it, else the header.  */
bool
px_tested_silently (loop_p l)
{
  bool silent = px_tested_first (l);
  if (silent)
    for (gimple_stmt_iterator i = gsi_start_bb (l->header); !gsi_end_p (i); gsi_next (&i))
      silent &= !gimple_vuse (gsi_stmt (i));
  return silent;
}

/* L runs COUNT times, or not at all if that is negative, and MORE.  */
static void
counts (px_fn *f, px_stmt *s, loop_p l, px_dj_ref count, int more)
{
  s->count = px_count_of (f, count);
  s->count.k = more;
  note_leaves (f, s);
  if (more)
    count = px_value_make (DJ_MAX, count, px_value_constant (0));
  px_counts.turns_of[l] = { px_value_plus (count, more), px_counts.bound };
}

/* L continues while a signed counter is less than what does not change, or is not equal to it.  */
static bool
counts_up (px_fn *f, px_stmt *s, loop_p l, tree_code only)
{
  edge one = single_exit (l);
  gcond *test = one ? safe_dyn_cast<gcond *> (last_stmt (one->src)) : NULL;
  tree bound;
  HOST_WIDE_INT k;
  if (!test || !px_tested_first (l)
      || !holds_first (test, one->flags & EDGE_FALSE_VALUE, l, true, &bound, &k)
      || (only != ERROR_MARK
	  && (one->flags & EDGE_FALSE_VALUE
		? gimple_cond_code (test)
		: invert_tree_comparison (gimple_cond_code (test), false))
	       != only))
    return false;
  px_no_leaves ();
  counts (f, s, l, px_value_plus (px_value_at (bound, l->header, l->num), -k),
	  !px_tested_silently (l));
  return true;
}

bool
px_only_tests (basic_block bb)
{
  bool is_exit;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    if (gimple *s = gsi_stmt (i);
	px_marker (s, &is_exit)
	|| (gimple_vuse (s)
	    && !(gimple_assign_load_p (s) && px_never_written_p (gimple_assign_rhs1 (s)))))
      return false;
  return EDGE_COUNT (bb->succs) == 2 && safe_dyn_cast<gcond *> (last_stmt (bb));
}

/* E does not end the turn of L.  */
static bool
goes_on_in (loop_p l, edge e)
{
  return flow_bb_inside_loop_p (l, e->dest) && e->dest != l->header;
}

/* Takes one more condition of L to ALL: one that only these lead to.  OUT: their edges that leave L, TO: the others
   to what is not in ALL.  Returns false if there is none.  */
static bool
take_condition (loop_p l, std::vector<basic_block> *all, std::vector<edge> *out,
		std::vector<edge> *to)
{
  for (edge way : *to)
    {
      basic_block x = way->dest;
      size_t from = 0;
      for (edge e : *to)
	from += e->dest == x;
      if (EDGE_COUNT (x->preds) != from || x->loop_father != l || !px_only_tests (x)
	  || (!goes_on_in (l, EDGE_SUCC (x, 0)) && !goes_on_in (l, EDGE_SUCC (x, 1))))
	continue;
      all->push_back (x);
      to->erase (std::remove_if (to->begin (), to->end (), [&] (edge e) { return e->dest == x; }),
		 to->end ());
      for (int i = 0; i < 2; i++)
	{
	  edge e = EDGE_SUCC (x, i);
	  (goes_on_in (l, e) ? to : out)->push_back (e);
	}
      return true;
    }
  return false;
}

bool
px_joined_exit (loop_p l, basic_block bb, std::vector<edge> *out, std::vector<edge> *stay,
		std::vector<basic_block> *joined)
{
  enum
  {
    MOST = 8 /* conditions; more make messages that nobody reads */
  };
  std::vector<edge> leave, to;
  std::vector<basic_block> all;
  if (!l->num || bb->loop_father != l || !safe_dyn_cast<gcond *> (last_stmt (bb)))
    return false;
  for (int i = 0; i < 2; i++)
    to.push_back (EDGE_SUCC (bb, i));
  for (edge e : to)
    if (!goes_on_in (l, e))
      return false;
  while (all.size () < MOST && take_condition (l, &all, &leave, &to))
    {
      bool one = !leave.empty () && !to.empty ();
      for (edge e : to)
	one &= e->dest == to[0]->dest;
      if (!one)
	continue;
      *out = leave;
      *stay = to;
      *joined = all;
      return true;
    }
  return false;
}

/* Adds to EXITS, places where L is left each turn or not, that of E.  */
static bool
exit_of (loop_p l, edge e, std::vector<px_exit_place> *exits)
{
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
  for (const px_exit_place &x : *exits)
    if (std::find (x.ways[0].begin (), x.ways[0].end (), e) != x.ways[0].end ())
      return true;
  if (!c || e->src->loop_father != l)
    return false;
  px_exit_place x = { e->src, { { e }, {} }, false, false };
  if (dominated_by_p (CDI_DOMINATORS, l->latch, e->src))
    x.ways[1] = { EDGE_SUCC (e->src, EDGE_SUCC (e->src, 0) == e) };
  else
    {
      while (!dominated_by_p (CDI_DOMINATORS, l->latch, x.bb))
	x.bb = get_immediate_dominator (CDI_DOMINATORS, x.bb);
      std::vector<basic_block> joined;
      x.joined = true;
      if (!px_joined_exit (l, x.bb, &x.ways[0], &x.ways[1], &joined)
	  || std::find (x.ways[0].begin (), x.ways[0].end (), e) == x.ways[0].end ())
	return false;
    }
  exits->push_back (x);
  return true;
}

/* Where L is left, in order; none: not all places are known.  */
static std::vector<px_exit_place>
ways_out (loop_p l)
{
  auto_vec<edge> edges = get_loop_exit_edges (l);
  std::vector<px_exit_place> exits;
  for (edge e : edges)
    if (!exit_of (l, e, &exits))
      return {};
  std::sort (exits.begin (), exits.end (), [] (const px_exit_place &a, const px_exit_place &b) {
    return a.bb != b.bb && dominated_by_p (CDI_DOMINATORS, b.bb, a.bb);
  });
  return exits;
}

px_dj_ref
px_turns_by_exits (loop_p l)
{
  std::vector<px_exit_place> exits = ways_out (l);
  tree n = number_of_latch_executions (l);
  if (n && tree_fits_shwi_p (n))
    return px_value_constant (tree_to_shwi (n) + !px_tested_silently (l));
  return exits.empty () ? 0
			: px_value_plus (px_value_turns (passes (l, exits, exits.size ()),
							 gimple_location (last_stmt (exits[0].bb))),
					 !px_tested_silently (l));
}

/* The turns after which L ends, if it continues while AGAIN: while its counters from 0 on are less than what
   does not change, or as much at most; they may be less than 0.  0: it is not known.  */
static px_dj_ref
most_turns (loop_p l, px_dj_ref again)
{
  px_dj_op op = px_dj_op_of (px_counts.dj, again);
  px_dj_ref a = px_dj_operand (px_counts.dj, again, 0), b = px_dj_operand (px_counts.dj, again, 1);
  if (op == DJ_LAND)
    {
      a = most_turns (l, a);
      b = a ? most_turns (l, b) : 0;
      return b ? px_value_make (DJ_MIN, MIN (a, b), MAX (a, b)) : 0;
    }
  return (op == DJ_LT || op == DJ_LE) && px_value_counts (a, loop_depth (l)) && !px_value_open (b)
	   ? px_value_plus (b, op == DJ_LE)
	   : 0;
}

/* How often L runs, by the conditions that end it.  */
static void
count_exits (px_fn *f, px_stmt *s, loop_p l)
{
  std::vector<px_exit_place> exits = ways_out (l);
  px_no_leaves ();
  if (exits.empty ())
    return;
  px_dj_ref goes_on = passes (l, exits, exits.size ()), most = most_turns (l, goes_on);
  px_counts.exits[l] = exits;
  counts (f, s, l,
	  most ? most : px_value_turns (goes_on, gimple_location (last_stmt (exits[0].bb))),
	  !px_tested_silently (l));
}

static void
count_loop (px_fn *f, px_stmt *s, loop_p l)
{
  if (counts_up (f, s, l, NE_EXPR))
    return;
  tree n = number_of_latch_executions (l);
  /* Analysis stops at the conversions of a counter in a narrow type, trying does not.  */
  if (edge tried = n == chrec_dont_know ? single_exit (l) : NULL)
    n = find_loop_niter_by_eval (l, &tried);
  if (!n || n == chrec_dont_know)
    {
      if (!counts_up (f, s, l, ERROR_MARK))
	count_exits (f, s, l);
      return;
    }
  bool first = px_tested_silently (l);
  px_no_leaves ();
  if (TREE_CODE (n) == INTEGER_CST)
    {
      if (!tree_fits_shwi_p (n) || tree_to_shwi (n) >= 1000000)
	return;
      note_leaves (f, s);
      s->count = {};
      s->count.k = tree_to_shwi (n) + !first;
      s->may_skip = first ? s->count.k == 0 : s->count.k == 1;
      s->may_repeat = s->count.k > 1;
      px_counts.turns_of[l] = { px_value_constant (s->count.k), px_counts.bound };
      return;
    }
  px_know_at (l->header, l->num);
  px_no_leaves ();
  counts (f, s, l, px_value_at (n, l->header, l->num), !first);
  px_forget ();
}

void
px_check_count (px_fn *f, px_stmt *s, loop_p l)
{
  auto i = px_counts.exits.find (l);
  if (i == px_counts.exits.end ())
    return;
  for (const px_exit_place &x : i->second)
    if (x.joined && !x.seen)
      s->count = { handle (f, px_value_own ((location_t) s->loc.loc, false)), 0, 1, 0, NULL };
}

void
px_note_test (px_fn *f, px_stmt *s, loop_p l)
{
  if (s->count.k < 1 || px_tested_silently (l)) /* none knows how often, or that is the count */
    return;
  s->count.k--;
  if (!s->count.of)
    {
      s->may_skip = s->count.k == 0;
      s->may_repeat = s->count.k > 1;
    }
  s->passed = passed (f, last_stmt (l->header));
}

void
px_count_loop (px_fn *f, px_stmt *s, loop_p l)
{
  s->var = px_textf (&f->pool, "i%d", l->num);
  px_dj_ref own = px_value_own ((location_t) s->loc.loc, false);
  s->count = { handle (f, own), 0, 1, 0, NULL };
  s->local = true;
  count_loop (f, s, l);
  if (!px_counts.turns_of.count (l)) /* the same as no other */
    px_counts.turns_of[l] = { own, { { PX_THREAD, 1 }, "" } };
  s->local_by = narrow_leaf (f, s);
}
