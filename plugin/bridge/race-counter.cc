/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that a loop's header has and its body changes, for value/: those that go around, those that add,
   those that double or halve.

   Needs and leaves what plugin/bridge/race.cc does.  What an iteration does to the number is its step;
   what the loop tests bounds it.  */

#include "plugin/bridge/race-int.h"

/* T, of L's header, whose next value is NEXT, changes places there with others, which begin with constants
   (x = a; a = b; b = x): these in turn are V.  Returns how many, 0 if it does not.  */
static int
changing_places (tree t, tree init, tree next, loop_p l, HOST_WIDE_INT v[PX_MOST_AROUND])
{
  for (int n = 0; n < PX_MOST_AROUND && tree_fits_shwi_p (init);)
    {
      v[n++] = tree_to_shwi (init);
      if (next == t)
	return n;
      gphi *phi = TREE_CODE (next) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (next)) : NULL;
      if (!phi || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2)
	return 0;
      px_race_arguments (phi, l, &init, &next);
      if (!init || !next)
	return 0;
    }
  return 0;
}

px_dj_ref
px_race_cycle (tree t, tree init, tree next, loop_p l)
{
  HOST_WIDE_INT v[PX_MOST_AROUND + 1];
  int n = changing_places (t, init, next, l, v);
  if (n > 1)
    {
      px_dj_ref r = px_race_around (v, n, t, l);
      return r ? px_dj_cast (R->dj, px_race_type (TREE_TYPE (t)), r) : 0;
    }
  n = 0;
  for (tree x = px_race_value_where (init, NULL_TREE, NULL_TREE);
       n <= PX_MOST_AROUND && x && tree_fits_shwi_p (x); x = px_race_value_where (next, t, x))
    {
      v[n++] = tree_to_shwi (x);
      if (n > 1 && v[n - 1] == v[0])
	break;
    }
  px_dj_ref r = n < 3 || v[n - 1] != v[0] ? 0 : px_race_around (v, n - 1, t, l);
  return r ? px_dj_cast (R->dj, px_race_type (TREE_TYPE (t)), r) : 0;
}

/* Returns what NEXT is more than T each iteration of L, as a number of TYPE: a sum of several numbers, of which
   at most one is no constant.  0: that is not known.  */
static px_dj_ref
sum_added (tree t, tree next, loop_p l, px_dj_type type)
{
  enum
  {
    TERMS = 8,
    SMALL = 1 << 20
  };
  HOST_WIDE_INT k = 0;
  px_dj_ref sum = 0;
  for (int i = 0; i < TERMS && next != t; i++)
    {
      gimple *s = TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
      tree_code op = s && is_gimple_assign (s) ? gimple_assign_rhs_code (s) : ERROR_MARK;
      if (op != PLUS_EXPR && op != MINUS_EXPR)
	return 0;
      tree was = px_race_original (gimple_assign_rhs1 (s)),
	   by = px_race_constant (gimple_assign_rhs2 (s));
      if (op == PLUS_EXPR && (px_race_original (by) == t || !px_race_steady_p (by, l)))
	std::swap (was, by);
      bool small = tree_fits_shwi_p (by) && abs_hwi (tree_to_shwi (by)) < SMALL;
      if (small)
	k += op == PLUS_EXPR ? tree_to_shwi (by) : -tree_to_shwi (by);
      else if (sum || !px_race_steady_p (by, l))
	return 0;
      else
	sum = op == PLUS_EXPR ? px_race_expr (by) : px_dj_un (R->dj, DJ_NEG, px_race_expr (by));
      next = was;
    }
  if (next != t || !sum || !k)
    return next == t ? sum : 0;
  /* S - 64 may overflow where T + S - 64 does not.  */
  return px_dj_cast (R->dj, type,
		     px_dj_bin (R->dj, DJ_ADD, px_dj_cast (R->dj, s64, sum),
				px_dj_const (R->dj, s64, k)));
}

/* A loop's step of a number T: next = t OP step, from INIT on, while t TEST bound.  */
struct step
{
  tree t;
  loop_p l;
  tree_code op;
  tree init, by;
  px_dj_ref sum; /* what several additions add, or 0: BY */
  tree_code test = ERROR_MARK;
  tree bound = NULL_TREE;
  bool tested = false; /* TEST and BOUND are known */
  bool first = true;   /* and hold in the first iteration */
  bool every = false;  /* the loop has no other exit */
};

static bool
adds_p (const step &s)
{
  return s.op == PLUS_EXPR || s.op == MINUS_EXPR;
}

/* Returns X as it is before loop L.  */
static px_dj_ref
before_loop (tree x, loop_p l)
{
  px_race_at at (loop_outer (l));
  return px_race_expr (x);
}

/* Finds the step of S->t, which is NEXT in the next iteration of S->l.  Returns false if that is not
   understood.  */
static bool
find_step (step *s, tree next)
{
  tree type = TREE_TYPE (s->t);
  gimple *def = SSA_NAME_DEF_STMT (next);
  if (!is_gimple_assign (def) || gimple_num_ops (def) != 3)
    return false;
  s->op = gimple_assign_rhs_code (def);
  tree was = gimple_assign_rhs1 (def), by = gimple_assign_rhs2 (def);
  if (s->op == PLUS_EXPR && px_race_original (by) == s->t)
    std::swap (was, by);
  s->by = px_race_constant (by);
  s->sum = px_race_original (was) != s->t ? sum_added (s->t, next, s->l, px_race_type (type)) : 0;
  if (!s->sum && (px_race_original (was) != s->t || !px_race_steady_p (s->by, s->l)))
    return false;
  s->tested = px_race_header_test (s->l, s->t, &s->test, &s->bound)
	      || px_race_end_test (s->l, s->t, &s->test, &s->bound, &s->first);
  /* A number that wraps around and is compared for equality is better known by where it lives.  */
  if (TYPE_OVERFLOW_WRAPS (type) && was != s->t && (!s->tested || s->test == NE_EXPR))
    return false;
  if (s->bound)
    s->bound = px_race_constant (s->bound);
  auto_vec<edge> exits = get_loop_exit_edges (s->l);
  s->every = exits.length () == 1 && s->tested;
  return true;
}

/* Returns S as a linear function of its loop's main counter, which S.t is not, if its step is constant;
   else 0.  */
static px_dj_ref
by_main_counter (const step &s)
{
  tree main = !s.sum && TREE_CODE (s.by) == INTEGER_CST && adds_p (s) ? px_race_main_counter (s.l)
								      : NULL_TREE;
  if (!main || main == s.t)
    return 0;
  px_dj_type type = px_race_type (TREE_TYPE (s.t));
  px_dj_ref each
    = s.op == MINUS_EXPR ? px_dj_un (R->dj, DJ_NEG, px_race_expr (s.by)) : px_race_expr (s.by);
  return px_dj_bin (R->dj, DJ_ADD, px_dj_cast (R->dj, type, before_loop (s.init, s.l)),
		    px_dj_bin (R->dj, DJ_MUL,
			       px_dj_cast (R->dj, type, px_race_iteration (s.l, s.t)),
			       px_dj_cast (R->dj, type, each)));
}

/* Returns S, which adds, as a counter.  */
static px_dj_ref
sum_counter (const step &s)
{
  px_dj_ctr c = {};
  c.name = px_race_name (s.t, "i");
  c.start = before_loop (s.init, s.l);
  c.step = s.sum ? s.sum : px_race_expr (s.by);
  if (s.op == MINUS_EXPR && !s.sum)
    c.step = px_dj_un (R->dj, DJ_NEG, c.step);
  c.test = DJ_CTR_ANY;
  if (s.tested)
    {
      c.test = s.test == LT_EXPR   ? DJ_CTR_LT
	       : s.test == LE_EXPR ? DJ_CTR_LE
	       : s.test == GT_EXPR ? DJ_CTR_GT
	       : s.test == GE_EXPR ? DJ_CTR_GE
	       : s.test == NE_EXPR ? DJ_CTR_NE
				   : DJ_CTR_ANY;
      c.bound = px_race_expr (s.bound);
      if (!s.first && s.sum)
	c.test = DJ_CTR_ANY;
      else if (!s.first)
	px_race_at_least_once (&c, px_race_type (TREE_TYPE (s.t)), s.op == PLUS_EXPR, s.by,
			       s.every);
    }
  c.every = s.every && c.test != DJ_CTR_ANY;
  c.persp = px_race_persp (px_race_value_persp (s.t, 0));
  c.loop = px_race_loop (s.l);
  return px_dj_ctr_new (R->dj, &c);
}

/* Returns true if S divides by two.  */
static bool
halves_p (const step &s)
{
  return ((s.op == TRUNC_DIV_EXPR || s.op == EXACT_DIV_EXPR)
	  && integer_zerop (
	    fold_build2 (MINUS_EXPR, TREE_TYPE (s.by), s.by, build_int_cst (TREE_TYPE (s.by), 2))))
	 || (s.op == RSHIFT_EXPR && integer_onep (s.by));
}

/* Returns true if S multiplies by two.  */
static bool
doubles_p (const step &s)
{
  return (s.op == MULT_EXPR && tree_int_cst_equal (s.by, build_int_cst (TREE_TYPE (s.by), 2)))
	 || (s.op == LSHIFT_EXPR && integer_onep (s.by));
}

/* Returns S as a power of two, at first START at most; 0 if it is not one.  */
static px_dj_ref
power_counter (const step &s, HOST_WIDE_INT start)
{
  const HOST_WIDE_INT largest = HOST_WIDE_INT_1 << 40;
  bool known = TREE_CODE (s.init) == INTEGER_CST && TREE_CODE (s.bound) == INTEGER_CST;
  px_dj_ref r = 0;
  px_dj_pow2 p = {};
  p.name = px_race_name (s.t, "i");
  p.type = px_race_type (TREE_TYPE (s.t));
  p.down = halves_p (s);
  p.every = s.every && known;
  p.persp = px_race_persp (px_race_value_persp (s.t, 0));
  p.loop = px_race_loop (s.l);
  p.lo = p.hi = start;
  if (p.down && TREE_CODE (s.bound) == INTEGER_CST && tree_fits_shwi_p (s.bound)
      && (s.test == GT_EXPR || s.test == GE_EXPR || s.test == NE_EXPR))
    {
      HOST_WIDE_INT b = tree_to_shwi (s.bound), least = s.test == GE_EXPR ? b : b + 1;
      if ((s.test == NE_EXPR && b != 0) || (!known && least < 1))
	return 0;
      while (p.lo > 1 && p.lo / 2 >= least)
	p.lo /= 2;
      if (start >= least)
	r = px_dj_pow2_new (R->dj, &p);
    }
  else if (doubles_p (s) && TREE_CODE (s.init) == INTEGER_CST
	   && (s.test == LT_EXPR || s.test == LE_EXPR))
    {
      tree top = TREE_CODE (s.bound) == INTEGER_CST ? s.bound : TYPE_MAX_VALUE (TREE_TYPE (s.t));
      HOST_WIDE_INT b = tree_fits_shwi_p (top) ? tree_to_shwi (top) : largest,
		    most = s.test == LE_EXPR ? b : b - 1;
      while (p.hi < largest && p.hi <= most / 2)
	p.hi *= 2;
      if (start <= most)
	r = px_dj_pow2_new (R->dj, &p);
    }
  if (r)
    R->powers[s.t] = p.hi;
  return r;
}

px_dj_ref
px_race_counter (tree t, gphi *phi)
{
  step s;
  s.t = t;
  s.l = gimple_bb (phi)->loop_father;
  if (s.l->header != gimple_bb (phi) || gimple_phi_num_args (phi) != 2
      || !px_race_integer_p (TREE_TYPE (t)) || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return 0;
  tree init, next;
  px_race_arguments (phi, s.l, &init, &next);
  if (!init || !next || TREE_CODE (next) != SSA_NAME)
    return 0;
  if (px_dj_ref r = px_race_cycle (t, init, next, s.l))
    return r;
  if (!find_step (&s, next))
    return 0;
  s.init = px_race_constant (init);
  if (px_dj_ref r = by_main_counter (s))
    return r;
  px_dj_ref r = 0;
  if (adds_p (s))
    r = sum_counter (s);
  else if (HOST_WIDE_INT start
	   = s.tested && s.first ? px_race_largest_power (loop_outer (s.l), s.init) : 0)
    r = power_counter (s, start);
  if (r)
    R->counters.push_back ({ r, s.l, true });
  return r;
}
