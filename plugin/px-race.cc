/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIMPLE for px-disjoint.h: rules R1 and R2, and which units two accesses can
   join.

   Needs: a device function in SSA form after early inlining, with loops.
   Leaves: nothing changed.  An expression of px-disjoint's is made of the
   definitions that lead to an address; what is not understood is a symbol that
   is the same for all units of the perspective that it lives at.  */

#include "px-plugin.h"
#include "px-race.h"

static const px_dj_type s64 = { 64, true, false };

struct px_race {
  function *fun;
  px_dj *dj;
  std::map<tree, px_dj_ref> exprs;      /* of SSA names, where they are defined and in the loops there */
  std::map<std::pair<tree, int>, px_dj_ref> last;       /* of SSA names behind loops that define them, by
					   GCC's number of the loop that both are in */
  basic_block use;                      /* where names are looked at; NULL: where they are defined */
  std::map<int, int> loops;             /* GCC's number: px-disjoint's */
  struct counter { px_dj_ref ref; loop_p loop; bool whole; };   /* WHOLE: it tells how often the loop runs */
  std::vector<counter> counters;
  std::map<int, px_dj_ref> iterations;  /* of loops that test no counter: how many are done */
  std::map<std::pair<int, int>, px_dj_ref> ended;       /* of loops that are over, as LAST: how many they were, modulo 2^32 */
  std::map<tree, HOST_WIDE_INT> powers; /* counters that double or halve: their largest value */
  std::map<std::pair<int, HOST_WIDE_INT>, px_dj_ref> rows;      /* by GCC's number of the loop around, and how many */
  std::vector<std::vector<px_dj_ref> *> lists;  /* that accesses point into */
  std::map<int, px_dj_ref> parameters;  /* once kept: by number */
  std::map<gimple *, px_dj_copies *> calls;     /* by call: its callee's expressions */
};
static px_race *R;

static px_dj_persp dj_persp (px_persp p)
{
  px_dj_persp q = { (px_dj_level) p.level, p.n ? p.n : 1 };
  return q;
}

static int dj_loop (loop_p l)
{
  if (!l || !l->num)
    return 0;
  std::map<int, int>::iterator i = R->loops.find (l->num);
  if (i != R->loops.end ())
    return i->second;
  int up = dj_loop (loop_outer (l));
  return R->loops[l->num] = px_dj_loop (R->dj, up);
}

static px_dj_type dj_type (tree t)
{
  if (TREE_CODE (t) == BOOLEAN_TYPE)
    return { 1, false, true };
  if (POINTER_TYPE_P (t))
    return s64;
  return { (uint8_t) TYPE_PRECISION (t), !TYPE_UNSIGNED (t), TYPE_OVERFLOW_WRAPS (t) };
}

static bool integer_p (tree t)
{
  return (INTEGRAL_TYPE_P (t) || POINTER_TYPE_P (t)) && TYPE_PRECISION (t) <= 64;
}

/* ---- where values live ------------------------------------------------ */

static px_persp value_persp (tree t, int depth)
{
  const px_persp narrow = { PX_THREAD, 1 };
  if (is_gimple_min_invariant (t))
    return PX_TOP;
  if (TREE_CODE (t) != SSA_NAME || depth > 20)
    return narrow;
  tree d = SSA_NAME_VAR (t);
  if (d && !DECL_ARTIFICIAL (d) && DECL_NAME (d))
    return px_variable_persp (d);
  gimple *s = SSA_NAME_DEF_STMT (t);
  switch (px_sreg_of (s)) {
  case PX_SREG_CTAID: return { PX_BLOCK, 1 };
  case PX_SREG_NTID: case PX_SREG_NCTAID: return { PX_GRID, 1 };
  default: break;
  }
  if (!is_gimple_assign (s) || gimple_has_volatile_ops (s))
    return narrow;
  if (gimple_assign_load_p (s)) {
    tree b = get_base_address (gimple_assign_rhs1 (s));
    if (!b || TREE_CODE (b) != MEM_REF)
      return narrow;
    /* By its own index and that of the pointer; views narrow the pointer.  */
    px_persp p = value_persp (TREE_OPERAND (b, 0), depth + 1);
    for (tree r = gimple_assign_rhs1 (s); handled_component_p (r); r = TREE_OPERAND (r, 0))
      if (TREE_CODE (r) == ARRAY_REF)
	p = px_narrowest (p, value_persp (TREE_OPERAND (r, 1), depth + 1));
    return p.n ? p : narrow;
  }
  px_persp p = PX_TOP;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (gimple_op (s, i))
      p = px_narrowest (p, value_persp (gimple_op (s, i), depth + 1));
  return p;
}

px_persp px_race_persp_of (tree t) { return value_persp (t, 0); }

/* ---- expressions ------------------------------------------------------ */

static px_dj_ref expr (tree t);

/* Is R->use behind a loop that BB is in?  */
static bool behind (basic_block bb)
{
  return R->use && !flow_bb_inside_loop_p (bb->loop_father, R->use);
}

/* What is not understood: T, which loop L gives another value in each iteration.  */
static px_dj_ref symbol (tree t, loop_p l)
{
  px_dj_sym s = {};
  tree d = TREE_CODE (t) == SSA_NAME ? SSA_NAME_VAR (t) : NULL_TREE;
  s.name = d && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d)) : "?";
  s.type = dj_type (TREE_TYPE (t));
  s.persp = dj_persp (value_persp (t, 0));
  s.loop = dj_loop (l);
  return px_dj_sym_new (R->dj, &s);
}

/* Names are looked at in block BB as long as this lives.  */
struct looked_at {
  basic_block before;
  looked_at (basic_block bb) : before (R->use) { R->use = bb; }
  ~looked_at () { R->use = before; }
};

static bool invariant_p (tree t, loop_p l)
{
  if (is_gimple_min_invariant (t))
    return true;
  if (TREE_CODE (t) != SSA_NAME)
    return false;
  gimple *s = SSA_NAME_DEF_STMT (t);
  return !gimple_bb (s) || !flow_bb_inside_loop_p (l, gimple_bb (s));
}

/* What holds in the body of loop L for counter C, which its header tests:
   C *TEST *BOUND.  */
static bool header_test (loop_p l, tree c, tree_code *test, tree *bound)
{
  gimple *s = last_stmt (l->header);
  if (!s || gimple_code (s) != GIMPLE_COND)
    return false;
  edge yes, no;
  extract_true_false_edges_from_block (l->header, &yes, &no);
  bool stay = flow_bb_inside_loop_p (l, yes->dest);
  if (stay == flow_bb_inside_loop_p (l, no->dest))
    return false;
  tree a = gimple_cond_lhs (s), b = gimple_cond_rhs (s);
  tree_code code = gimple_cond_code (s);
  if (b == c) {
    std::swap (a, b);
    code = swap_tree_comparison (code);
  }
  if (a != c || !invariant_p (b, l))
    return false;
  *test = stay ? code : invert_tree_comparison (code, false);
  *bound = b;
  return true;
}

/* The condition that decides between the two values of PHI, YES if it holds, else NO;
   NULL if there is none.  */
static gimple *choice (gphi *phi, tree *yes, tree *no)
{
  basic_block join = gimple_bb (phi), fork = get_immediate_dominator (CDI_DOMINATORS, join);
  gimple *c = join == join->loop_father->header || !fork || fork->loop_father != join->loop_father ? NULL : last_stmt (fork);
  if (!c || gimple_code (c) != GIMPLE_COND || gimple_phi_num_args (phi) != 2)
    return NULL;
  edge out[2];
  tree value[2] = {};
  extract_true_false_edges_from_block (fork, &out[0], &out[1]);
  for (unsigned i = 0; i < 2; i++) {
    edge in = gimple_phi_arg_edge (phi, i);
    for (int k = 0; k < 2; k++)
      if (out[k]->dest == join ? in == out[k]
	  : in->src != fork && single_pred_p (out[k]->dest) && dominated_by_p (CDI_DOMINATORS, in->src, out[k]->dest))
	value[k] = gimple_phi_arg_def (phi, i);
  }
  *yes = value[0];
  *no = value[1];
  return value[0] && value[1] ? c : NULL;
}

/* The constant that T is where X is the constant V, both in the same iteration
   of X's loop; NULL if that is not known.  */
static tree value_where (tree t, tree x, tree v, int depth)
{
  if (t == x)
    return v;
  if (TREE_CODE (t) == INTEGER_CST)
    return t;
  if (TREE_CODE (t) != SSA_NAME || depth > 10)
    return NULL_TREE;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gphi *phi = dyn_cast <gphi *> (s)) {
    tree yes, no;
    gimple *c = choice (phi, &yes, &no);
    if (!c)
      return NULL_TREE;
    tree a = value_where (gimple_cond_lhs (c), x, v, depth + 1), b = value_where (gimple_cond_rhs (c), x, v, depth + 1);
    tree r = a && b ? fold_binary (gimple_cond_code (c), boolean_type_node, a, b) : NULL_TREE;
    if (!r || TREE_CODE (r) != INTEGER_CST)
      return NULL_TREE;
    return value_where (integer_zerop (r) ? no : yes, x, v, depth + 1);
  }
  if (!is_gimple_assign (s) || gimple_has_volatile_ops (s) || gimple_assign_load_p (s) || !integer_p (TREE_TYPE (t)))
    return NULL_TREE;
  tree op[3] = {};
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (i > 3 || !(op[i - 1] = value_where (gimple_op (s, i), x, v, depth + 1)))
      return NULL_TREE;
  tree_code code = gimple_assign_rhs_code (s);
  tree r = code == COND_EXPR ? NULL_TREE
	   : op[1] ? fold_binary (code, TREE_TYPE (t), op[0], op[1])
	   : code == INTEGER_CST || code == SSA_NAME ? op[0] : fold_unary (code, TREE_TYPE (t), op[0]);
  return r && TREE_CODE (r) == INTEGER_CST && !TREE_OVERFLOW (r) ? r : NULL_TREE;
}

/* The constant that T is, else T.  */
static tree constant (tree t)
{
  tree c = value_where (t, NULL_TREE, NULL_TREE, 0);
  return c ? c : t;
}

/* What PHI of loop L's header starts as, and is in the next iteration.  */
static void arguments (gphi *phi, loop_p l, tree *init, tree *next)
{
  *init = *next = NULL_TREE;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    *(flow_bb_inside_loop_p (l, gimple_phi_arg_edge (phi, i)->src) ? next : init) = gimple_phi_arg_def (phi, i);
}

/* The counter that L's header tests, one more each time, or NULL.  */
static tree main_counter (loop_p l)
{
  for (gphi_iterator g = gsi_start_phis (l->header); !gsi_end_p (g); gsi_next (&g)) {
    tree t = gimple_phi_result (g.phi ()), init, next, bound;
    tree_code test;
    if (virtual_operand_p (t) || !INTEGRAL_TYPE_P (TREE_TYPE (t)) || gimple_phi_num_args (g.phi ()) != 2)
      continue;
    arguments (g.phi (), l, &init, &next);
    gimple *s = next && TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
    if (init && s && is_gimple_assign (s) && gimple_assign_rhs_code (s) == PLUS_EXPR && gimple_assign_rhs1 (s) == t
	&& integer_onep (gimple_assign_rhs2 (s)) && header_test (l, t, &test, &bound) && (test == LT_EXPR || test == LE_EXPR))
      return t;
  }
  return NULL_TREE;
}

/* How many iterations of L are done, of 64 bits, for T, a value of its header.  */
static px_dj_ref iteration (loop_p l, tree t)
{
  const px_dj_type counts = s64;
  tree first, next, main = main_counter (l);
  looked_at at (l->header);
  if (main) {
    arguments (as_a <gphi *> (SSA_NAME_DEF_STMT (main)), l, &first, &next);
    return px_dj_bin (R->dj, DJ_SUB, px_dj_cast (R->dj, counts, expr (main)), px_dj_cast (R->dj, counts, expr (constant (first))));
  }
  px_dj_ref &k = R->iterations[l->num];
  if (!k) {
    px_dj_ctr c = {};
    c.name = "k";
    c.start = px_dj_const (R->dj, counts, 0);
    c.step = px_dj_const (R->dj, counts, 1);
    c.test = DJ_CTR_ANY;
    c.persp = dj_persp (value_persp (t, 0));
    c.loop = dj_loop (l);
    k = px_dj_ctr_new (R->dj, &c);
    R->counters.push_back ({ k, l, false });
  }
  return k;
}

/* How many iterations L had, looked at behind it: any number.  */
static px_dj_ref iterations_had (loop_p l, tree t)
{
  loop_p common = find_common_loop (l, R->use->loop_father);
  px_dj_ref &k = R->ended[{ l->num, common->num }];
  if (!k) {
    px_dj_sym s = {};
    s.name = "?";
    s.type = { 32, false, true };
    s.persp = dj_persp (value_persp (t, 0));
    s.loop = dj_loop (common);
    k = px_dj_cast (R->dj, s64, px_dj_sym_new (R->dj, &s));
  }
  return k;
}

/* The most values that go around.  */
enum { MOST_AROUND = 32 };

/* T, of L's header, is V[0], V[1], …, V[N - 1], V[0], … in turn: as a number of 64 bits, if
   they are A, A + k, …, A + (N - 1)·k, from any of them on; else 0.  */
static px_dj_ref around (const HOST_WIDE_INT *v, int n, tree t, loop_p l)
{
  int first = 0;
  auto even = [&] {
    for (int i = 1; i + 1 < n; i++)
      if (v[(first + i + 1) % n] - v[(first + i) % n] != v[(first + 1) % n] - v[first])
	return false;
    return true; };
  while (first < n && !even ())
    first++;
  if (first == n)
    return 0;
  HOST_WIDE_INT step = v[(first + 1) % n] - v[first];
  px_dj_ref k = px_dj_bin (R->dj, DJ_ADD, behind (l->header) ? iterations_had (l, t) : iteration (l, t), px_dj_const (R->dj, s64, (n - first) % n));
  px_dj_ref slot = px_dj_bin (R->dj, DJ_MOD, k, px_dj_const (R->dj, s64, n));
  px_dj_ref far = px_dj_bin (R->dj, DJ_MUL, slot, px_dj_const (R->dj, s64, step));
  return px_dj_bin (R->dj, DJ_ADD, px_dj_const (R->dj, s64, v[first]), far);
}

/* T, of L's header, starts as INIT, is NEXT in the next iteration, and goes around, as
   the slots of buffers do (s ^= 1; s = s == 2 ? 0 : s + 1).  0 if it does not.  */
static px_dj_ref cycle (tree t, tree init, tree next, loop_p l)
{
  HOST_WIDE_INT v[MOST_AROUND + 1];
  int n = 0;
  for (tree x = value_where (init, NULL_TREE, NULL_TREE, 0); n <= MOST_AROUND && x && tree_fits_shwi_p (x); x = value_where (next, t, x, 0)) {
    v[n++] = tree_to_shwi (x);
    if (n > 1 && v[n - 1] == v[0])
      break;
  }
  px_dj_ref r = n < 3 || v[n - 1] != v[0] ? 0 : around (v, n - 1, t, l);
  return r ? px_dj_cast (R->dj, dj_type (TREE_TYPE (t)), r) : 0;
}

/* T is a power of two, or 0 where it was divided: the largest that it may be; else 0.  */
static HOST_WIDE_INT largest_power (tree t)
{
  const HOST_WIDE_INT most = HOST_WIDE_INT_1 << 40;
  t = constant (t);
  if (TREE_CODE (t) == INTEGER_CST)
    return tree_fits_shwi_p (t) && tree_to_shwi (t) > 0 && pow2p_hwi (tree_to_shwi (t)) && tree_to_shwi (t) <= most ? tree_to_shwi (t) : 0;
  if (TREE_CODE (t) != SSA_NAME || !integer_p (TREE_TYPE (t)))
    return 0;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gimple_code (s) == GIMPLE_PHI) {
    (void) expr (t);
    auto p = R->powers.find (t);
    return p == R->powers.end () ? 0 : p->second;
  }
  if (!is_gimple_assign (s) || gimple_assign_load_p (s))
    return 0;
  HOST_WIDE_INT x = largest_power (gimple_assign_rhs1 (s)), by = 1;
  tree_code code = gimple_assign_rhs_code (s);
  if (CONVERT_EXPR_CODE_P (code) || code == SSA_NAME)
    return x && int_fits_type_p (build_int_cst (long_long_integer_type_node, x), TREE_TYPE (t)) ? x : 0;
  if (!x || gimple_num_ops (s) != 3 || TREE_CODE (gimple_assign_rhs2 (s)) != INTEGER_CST || !tree_fits_shwi_p (gimple_assign_rhs2 (s)))
    return 0;
  by = tree_to_shwi (gimple_assign_rhs2 (s));
  if (code == RSHIFT_EXPR || code == LSHIFT_EXPR)
    by = by < 0 || by > 40 ? 0 : HOST_WIDE_INT_1 << by;
  if (by <= 0 || !pow2p_hwi (by))
    return 0;
  switch (code) {
  case RSHIFT_EXPR: case TRUNC_DIV_EXPR: case EXACT_DIV_EXPR:
    return x / by;
  case LSHIFT_EXPR: case MULT_EXPR:
    return x <= most / by && int_fits_type_p (build_int_cst (long_long_integer_type_node, x * by), TREE_TYPE (t)) ? x * by : 0;
  default:
    return 0;
  }
}

/* T, defined by PHI at a loop's header, as a counter; 0 if it is none.  */
static px_dj_ref counter (tree t, gphi *phi)
{
  loop_p l = gimple_bb (phi)->loop_father;
  if (l->header != gimple_bb (phi) || gimple_phi_num_args (phi) != 2 || !integer_p (TREE_TYPE (t))
      || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return 0;
  tree init, next;
  arguments (phi, l, &init, &next);
  if (!init || !next || TREE_CODE (next) != SSA_NAME)
    return 0;
  if (px_dj_ref r = cycle (t, init, next, l))
    return r;
  gimple *s = SSA_NAME_DEF_STMT (next);
  if (!is_gimple_assign (s) || gimple_num_ops (s) != 3 || gimple_assign_rhs1 (s) != t)
    return 0;
  tree_code op = gimple_assign_rhs_code (s), test = ERROR_MARK;
  tree step = constant (gimple_assign_rhs2 (s)), bound = NULL_TREE;
  looked_at at (l->header);
  if (!invariant_p (step, l))
    return 0;
  bool tested = header_test (l, t, &test, &bound);
  init = constant (init);
  if (bound)
    bound = constant (bound);
  auto_vec<edge> exits = get_loop_exit_edges (l);
  bool every = exits.length () == 1 && tested;
  tree d = SSA_NAME_VAR (t);
  const char *name = d && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d)) : "i";
  px_dj_ref r = 0;

  /* Beside the main counter another that goes on by constants is in step with it.  */
  tree main = TREE_CODE (step) == INTEGER_CST && (op == PLUS_EXPR || op == MINUS_EXPR) ? main_counter (l) : NULL_TREE;
  if (main && main != t) {
    px_dj_type type = dj_type (TREE_TYPE (t));
    px_dj_ref by = op == MINUS_EXPR ? px_dj_un (R->dj, DJ_NEG, expr (step)) : expr (step);
    return px_dj_bin (R->dj, DJ_ADD, px_dj_cast (R->dj, type, expr (init)),
		      px_dj_bin (R->dj, DJ_MUL, px_dj_cast (R->dj, type, iteration (l, t)), px_dj_cast (R->dj, type, by)));
  }
  if (op == PLUS_EXPR || op == MINUS_EXPR) {
    px_dj_ctr c = {};
    c.name = name;
    c.start = expr (init);
    c.step = expr (step);
    if (op == MINUS_EXPR)
      c.step = px_dj_un (R->dj, DJ_NEG, c.step);
    c.test = DJ_CTR_ANY;
    if (tested) {
      c.test = test == LT_EXPR ? DJ_CTR_LT : test == LE_EXPR ? DJ_CTR_LE : test == GT_EXPR ? DJ_CTR_GT
	       : test == GE_EXPR ? DJ_CTR_GE : test == NE_EXPR ? DJ_CTR_NE : DJ_CTR_ANY;
      c.bound = expr (bound);
    }
    c.every = every && c.test != DJ_CTR_ANY;
    c.persp = dj_persp (value_persp (t, 0));
    c.loop = dj_loop (l);
    r = px_dj_ctr_new (R->dj, &c);
  } else if (HOST_WIDE_INT first = tested ? largest_power (init) : 0) {
    bool known = TREE_CODE (init) == INTEGER_CST && TREE_CODE (bound) == INTEGER_CST;
    bool down = ((op == TRUNC_DIV_EXPR || op == EXACT_DIV_EXPR) && integer_zerop (fold_build2 (MINUS_EXPR, TREE_TYPE (step), step, build_int_cst (TREE_TYPE (step), 2))))
		|| (op == RSHIFT_EXPR && integer_onep (step));
    bool up = (op == MULT_EXPR && tree_int_cst_equal (step, build_int_cst (TREE_TYPE (step), 2)))
	      || (op == LSHIFT_EXPR && integer_onep (step));
    px_dj_pow2 p = {};
    p.name = name;
    p.type = dj_type (TREE_TYPE (t));
    p.down = down;
    p.every = every && known;
    p.persp = dj_persp (value_persp (t, 0));
    p.loop = dj_loop (l);
    p.lo = p.hi = first;
    if (down && TREE_CODE (bound) == INTEGER_CST && tree_fits_shwi_p (bound) && (test == GT_EXPR || test == GE_EXPR || test == NE_EXPR)) {
      HOST_WIDE_INT b = tree_to_shwi (bound), least = test == GE_EXPR ? b : b + 1;
      if ((test == NE_EXPR && b != 0) || (!known && least < 1))
	return 0;
      while (p.lo > 1 && p.lo / 2 >= least)
	p.lo /= 2;
      if (first >= least)
	r = px_dj_pow2_new (R->dj, &p);
    } else if (up && TREE_CODE (init) == INTEGER_CST && (test == LT_EXPR || test == LE_EXPR)) {
      tree top = TREE_CODE (bound) == INTEGER_CST ? bound : TYPE_MAX_VALUE (TREE_TYPE (t));
      HOST_WIDE_INT b = tree_fits_shwi_p (top) ? tree_to_shwi (top) : HOST_WIDE_INT_1 << 40, most = test == LE_EXPR ? b : b - 1;
      while (p.hi < (HOST_WIDE_INT_1 << 40) && p.hi <= most / 2)
	p.hi *= 2;
      if (first <= most)
	r = px_dj_pow2_new (R->dj, &p);
    }
    if (r)
      R->powers[t] = p.hi;
  }
  if (r)
    R->counters.push_back ({ r, l, true });
  return r;
}

/* Comparison A CODE B; 0 if it is none of integers.  */
static px_dj_ref compare (tree_code code, tree a, tree b)
{
  if (!integer_p (TREE_TYPE (a)) || POINTER_TYPE_P (TREE_TYPE (a)))
    return 0;
  if (TREE_CODE (TREE_TYPE (a)) == BOOLEAN_TYPE && TREE_CODE (b) == INTEGER_CST
      && (code == NE_EXPR || code == EQ_EXPR)) {
    px_dj_ref c = expr (a);
    return c && (code == NE_EXPR) != (bool) integer_zerop (b) ? px_dj_un (R->dj, DJ_LNOT, c) : c;
  }
  px_dj_ref x = expr (a), y = expr (b);
  switch (code) {
  case LT_EXPR: return px_dj_bin (R->dj, DJ_LT, x, y);
  case LE_EXPR: return px_dj_bin (R->dj, DJ_LE, x, y);
  case GT_EXPR: return px_dj_bin (R->dj, DJ_LT, y, x);
  case GE_EXPR: return px_dj_bin (R->dj, DJ_LE, y, x);
  case EQ_EXPR: return px_dj_bin (R->dj, DJ_EQ, x, y);
  case NE_EXPR: return px_dj_bin (R->dj, DJ_NE, x, y);
  default: return 0;
  }
}

/* X of type FROM as a value of type TO.  */
static px_dj_ref convert_to (tree to, tree from, px_dj_ref x)
{
  if (TREE_CODE (from) == BOOLEAN_TYPE && TREE_CODE (to) != BOOLEAN_TYPE)
    return px_dj_sel (R->dj, x, px_dj_const (R->dj, dj_type (to), 1), px_dj_const (R->dj, dj_type (to), 0));
  if (TREE_CODE (to) == BOOLEAN_TYPE)
    return TREE_CODE (from) == BOOLEAN_TYPE ? x
	   : px_dj_bin (R->dj, DJ_NE, x, px_dj_const (R->dj, dj_type (from), 0));
  return px_dj_cast (R->dj, dj_type (to), x);
}

/* A CODE B with result TYPE; B may be NULL.  0 if it is not understood.  */
static px_dj_ref operation (tree_code code, tree type, tree a, tree b)
{
  if (!integer_p (type) || POINTER_TYPE_P (type) || !a || !integer_p (TREE_TYPE (a)) || POINTER_TYPE_P (TREE_TYPE (a)))
    return 0;
  bool cond = TREE_CODE (type) == BOOLEAN_TYPE;
  switch (code) {
  CASE_CONVERT: case SSA_NAME: case INTEGER_CST: case NON_LVALUE_EXPR:
    return convert_to (type, TREE_TYPE (a), expr (a));
  case NEGATE_EXPR: return px_dj_un (R->dj, DJ_NEG, expr (a));
  case BIT_NOT_EXPR: return px_dj_un (R->dj, cond ? DJ_LNOT : DJ_NOT, expr (a));
  case TRUTH_NOT_EXPR: return px_dj_un (R->dj, DJ_LNOT, expr (a));
  case LT_EXPR: case LE_EXPR: case GT_EXPR: case GE_EXPR: case EQ_EXPR: case NE_EXPR: {
    px_dj_ref c = compare (code, a, b);
    return c && !cond ? convert_to (type, boolean_type_node, c) : c;
  }
  default:
    break;
  }
  px_dj_op op;
  switch (code) {
  case PLUS_EXPR: op = DJ_ADD; break;
  case MINUS_EXPR: op = DJ_SUB; break;
  case MULT_EXPR: op = DJ_MUL; break;
  case TRUNC_DIV_EXPR: case EXACT_DIV_EXPR: op = DJ_DIV; break;
  case TRUNC_MOD_EXPR: op = DJ_MOD; break;
  case BIT_AND_EXPR: case TRUTH_AND_EXPR: op = cond ? DJ_LAND : DJ_AND; break;
  case BIT_IOR_EXPR: case TRUTH_OR_EXPR: op = cond ? DJ_LOR : DJ_OR; break;
  case BIT_XOR_EXPR: if (cond) return 0; op = DJ_XOR; break;
  case LSHIFT_EXPR: op = DJ_SHL; break;
  case RSHIFT_EXPR: op = DJ_SHR; break;
  case MIN_EXPR: op = DJ_MIN; break;
  case MAX_EXPR: op = DJ_MAX; break;
  default: return 0;
  }
  if (!b || !integer_p (TREE_TYPE (b)))
    return 0;
  return px_dj_bin (R->dj, op, expr (a), expr (b));
}

/* The value of T that its definition says, where that is.  0: it says none.  */
static px_dj_ref define (tree t)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  switch (px_sreg_of (s)) {
  case PX_SREG_NONE: break;
  case PX_SREG_TID: case PX_SREG_WARP: return px_dj_id (R->dj, DJ_THREAD, dj_type (TREE_TYPE (t)));
  case PX_SREG_NTID: return px_dj_id (R->dj, DJ_NTHREADS, dj_type (TREE_TYPE (t)));
  case PX_SREG_CTAID: return px_dj_id (R->dj, DJ_BLOCK, dj_type (TREE_TYPE (t)));
  case PX_SREG_NCTAID: return px_dj_id (R->dj, DJ_NBLOCKS, dj_type (TREE_TYPE (t)));
  }
  if (gphi *phi = dyn_cast <gphi *> (s)) {
    tree yes, no;
    gimple *g = choice (phi, &yes, &no);
    if (!g)
      return counter (t, phi);
    bool number = INTEGRAL_TYPE_P (TREE_TYPE (t)) && TREE_CODE (TREE_TYPE (t)) != BOOLEAN_TYPE;
    px_dj_ref c = number ? compare (gimple_cond_code (g), gimple_cond_lhs (g), gimple_cond_rhs (g)) : 0;
    return c ? px_dj_sel (R->dj, c, expr (yes), expr (no)) : 0;
  }
  if (!is_gimple_assign (s) || gimple_has_volatile_ops (s) || gimple_assign_load_p (s))
    return 0;
  tree_code code = gimple_assign_rhs_code (s);
  tree a = gimple_assign_rhs1 (s), b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  if (code == COND_EXPR)
    return 0;
  return operation (code, TREE_TYPE (t), a, b);
}

/* T, a name, behind loops that define it, the innermost loop around both being COMMON: as in the
   last iteration.  Counters say what holds inside: of what they count to nothing is known.  */
static px_dj_ref last_value (tree t, loop_p common)
{
  px_dj_ref &r = R->last[{ t, common->num }];
  if (r)
    return r;
  r = symbol (t, common);               /* where a cycle ends */
  gimple *s = SSA_NAME_DEF_STMT (t);
  loop_p l = gimple_bb (s)->loop_father;
  tree init, next;
  px_dj_ref d = 0;
  if (!integer_p (TREE_TYPE (t)))
    ;
  else if (gimple_code (s) != GIMPLE_PHI || gimple_bb (s) != l->header)
    d = define (t);
  else if (gimple_phi_num_args (s) == 2) {
    arguments (as_a <gphi *> (s), l, &init, &next);
    d = init && next ? cycle (t, init, next, l) : 0;
  }
  if (d)
    R->last[{ t, common->num }] = d;
  return R->last[{ t, common->num }];
}

/* The integer value T, looked at in R->use: an SSA name, a constant, or an expression of these.  */
static px_dj_ref expr (tree t)
{
  STRIP_NOPS (t);
  if (TREE_CODE (t) == INTEGER_CST)
    return px_dj_const (R->dj, dj_type (TREE_TYPE (t)),
			tree_fits_shwi_p (t) ? tree_to_shwi (t) : (int64_t) TREE_INT_CST_LOW (t));
  if (TREE_CODE (t) != SSA_NAME) {
    px_dj_ref r = EXPR_P (t) && TREE_OPERAND_LENGTH (t) <= 2
		  ? operation (TREE_CODE (t), TREE_TYPE (t), TREE_OPERAND (t, 0),
			       TREE_OPERAND_LENGTH (t) > 1 ? TREE_OPERAND (t, 1) : NULL_TREE) : 0;
    return r ? r : symbol (t, NULL);
  }
  basic_block def = gimple_bb (SSA_NAME_DEF_STMT (t));
  std::map<tree, px_dj_ref>::iterator i = R->exprs.find (t);
  if (def && behind (def))
    return last_value (t, find_common_loop (def->loop_father, R->use->loop_father));
  if (i != R->exprs.end ())
    return i->second;
  looked_at at (def);
  R->exprs[t] = symbol (t, def ? def->loop_father : NULL);      /* where a cycle ends */
  px_dj_ref r = integer_p (TREE_TYPE (t)) && def ? define (t) : 0;
  if (r)
    R->exprs[t] = r;
  return R->exprs[t];
}

/* A byte offset: of type sizetype to GCC, but signed, and its sums and its
   products with the size of an element do not wrap within an object.  */
static px_dj_ref offset (tree t)
{
  tree a = NULL_TREE, b = NULL_TREE;
  tree_code code = ERROR_MARK;
  if (TREE_CODE (t) == INTEGER_CST)
    return px_dj_const (R->dj, s64, (int64_t) TREE_INT_CST_LOW (t));
  if (TREE_CODE (t) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (t))) {
    gimple *s = SSA_NAME_DEF_STMT (t);
    code = gimple_assign_rhs_code (s);
    a = gimple_assign_rhs1 (s);
    b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  } else if (EXPR_P (t)) {
    code = TREE_CODE (t);
    a = TREE_OPERAND (t, 0);
    b = TREE_OPERAND_LENGTH (t) > 1 ? TREE_OPERAND (t, 1) : NULL_TREE;
  }
  bool wide = TYPE_PRECISION (TREE_TYPE (t)) == 64;
  if (wide && (code == PLUS_EXPR || code == MINUS_EXPR))
    return px_dj_bin (R->dj, code == PLUS_EXPR ? DJ_ADD : DJ_SUB, offset (a), offset (b));
  if (wide && code == MULT_EXPR && TREE_CODE (b) == INTEGER_CST)
    return px_dj_bin (R->dj, DJ_MUL, offset (a), offset (b));
  if (wide && CONVERT_EXPR_CODE_P (code) && integer_p (TREE_TYPE (a)) && !POINTER_TYPE_P (TREE_TYPE (a))) {
    if (TYPE_PRECISION (TREE_TYPE (a)) == 64)
      return offset (a);
    return px_dj_cast (R->dj, s64, convert_to (TREE_TYPE (t), TREE_TYPE (a), expr (a)));
  }
  return px_dj_cast (R->dj, s64, expr (t));
}

static px_dj_ref pointer (tree p, int depth);
static px_dj_ref reference (tree ref, HOST_WIDE_INT *width);

/* The pointer that P is, *BYTES further.  */
static tree constant_part (tree p, HOST_WIDE_INT *bytes)
{
  *bytes = 0;
  for (;;) {
    if (TREE_CODE (p) == ADDR_EXPR) {
      poly_int64 at;
      HOST_WIDE_INT n;
      tree base = get_addr_base_and_unit_offset (TREE_OPERAND (p, 0), &at);
      if (!base || TREE_CODE (base) != MEM_REF || !at.is_constant (&n))
	return p;
      *bytes += n;
      p = TREE_OPERAND (base, 0);
      continue;
    }
    gimple *s = TREE_CODE (p) == SSA_NAME ? SSA_NAME_DEF_STMT (p) : NULL;
    if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s) || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
      return p;
    if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR) {
      tree by = gimple_assign_rhs2 (s);
      if (TREE_CODE (by) != INTEGER_CST)
	return p;
      *bytes += (HOST_WIDE_INT) TREE_INT_CST_LOW (by);
    } else if (!gimple_assign_single_p (s) && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
      return p;
    p = gimple_assign_rhs1 (s);
  }
}

/* P, of a loop's header, changes places with others there in each iteration
   (x = a; a = b; b = x), all of them at constant distances.  0 if it does not.  */
static px_dj_ref in_turn (tree p, int depth)
{
  HOST_WIDE_INT v[MOST_AROUND], moved;
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (p));
  loop_p l = bb->loop_father;
  tree base = NULL_TREE, t = p;
  int n = 0;
  do {
    gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast <gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
    tree init, next;
    if (n == MOST_AROUND || !phi || gimple_bb (phi) != bb || l->header != bb || gimple_phi_num_args (phi) != 2)
      return 0;
    arguments (phi, l, &init, &next);
    if (!init || !next)
      return 0;
    tree b = constant_part (init, &v[n++]);
    if (n > 1 && b != base)
      return 0;
    base = b;
    t = constant_part (next, &moved);
    if (moved)
      return 0;
  } while (t != p);
  px_dj_ref r = n > 1 ? around (v, n, p, l) : 0, start = r ? pointer (base, depth + 1) : 0;
  return start ? px_dj_bin (R->dj, DJ_ADD, start, r) : 0;
}

/* The byte offset of pointer P from its object; 0 if it is not known.  */
static px_dj_ref pointer (tree p, int depth)
{
  if (depth > 40)
    return 0;
  if (TREE_CODE (p) == ADDR_EXPR) {
    HOST_WIDE_INT width;
    return reference (TREE_OPERAND (p, 0), &width);
  }
  if (TREE_CODE (p) != SSA_NAME)
    return 0;
  gimple *s = SSA_NAME_DEF_STMT (p);
  if (SSA_NAME_IS_DEFAULT_DEF (p) || is_gimple_call (s))
    return px_dj_const (R->dj, s64, 0);
  if (gimple_code (s) == GIMPLE_PHI)
    return in_turn (p, depth);
  if (!is_gimple_assign (s))
    return 0;
  if (gimple_assign_load_p (s))
    return px_dj_const (R->dj, s64, 0);
  tree a = gimple_assign_rhs1 (s);
  if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR) {
    px_dj_ref x = pointer (a, depth + 1);
    return x ? px_dj_bin (R->dj, DJ_ADD, x, offset (gimple_assign_rhs2 (s))) : 0;
  }
  if (gimple_assign_single_p (s) || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
    return POINTER_TYPE_P (TREE_TYPE (a)) ? pointer (a, depth + 1) : 0;
  return 0;
}

/* The byte offset of reference REF from the start of its object; *WIDTH its
   bytes.  0 if it is not known.  */
static px_dj_ref reference (tree ref, HOST_WIDE_INT *width)
{
  /* A store to a bit-field reads and writes what lies around it: adjacent bit-fields are one
     memory location (C11 3.14), which GCC calls their representative.  */
  if (TREE_CODE (ref) == COMPONENT_REF)
    if (tree unit = DECL_BIT_FIELD_REPRESENTATIVE (TREE_OPERAND (ref, 1)))
      return reference (build3 (COMPONENT_REF, TREE_TYPE (unit), TREE_OPERAND (ref, 0), unit, NULL_TREE), width);
  poly_int64 size, at;
  tree off;
  machine_mode mode;
  int unsignedp, reversep, volatilep;
  tree base = get_inner_reference (ref, &size, &at, &off, &mode, &unsignedp, &reversep, &volatilep);
  HOST_WIDE_INT bits, start;
  if (!base || !size.is_constant (&bits) || !at.is_constant (&start))
    return 0;
  /* Bits that are no field (BIT_FIELD_REF) are their bytes.  */
  HOST_WIDE_INT first = start >> 3, last = bits > 0 ? (start + bits - 1) >> 3 : first;
  if (bits < 0) {
    if (!tree_fits_shwi_p (TYPE_SIZE_UNIT (TREE_TYPE (ref))))
      return 0;
    last = first + tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (ref))) - 1;
  }
  *width = last - first + 1;
  px_dj_ref r = px_dj_const (R->dj, s64, first);
  if (off)
    r = px_dj_bin (R->dj, DJ_ADD, r, offset (off));
  if (TREE_CODE (base) == MEM_REF) {
    px_dj_ref p = pointer (TREE_OPERAND (base, 0), 0);
    if (!p || !tree_fits_shwi_p (TREE_OPERAND (base, 1)))
      return 0;
    r = px_dj_bin (R->dj, DJ_ADD, r, p);
    return px_dj_bin (R->dj, DJ_ADD, r, px_dj_const (R->dj, s64, tree_to_shwi (TREE_OPERAND (base, 1))));
  }
  return DECL_P (base) ? r : 0;
}

/* ---- conditions ------------------------------------------------------- */

/* Conditions on the way to BB; false if there are others.  That by which a loop before BB was left
   held in its last iteration.  */
static bool guards (basic_block bb, std::vector<px_dj_ref> *v)
{
  bool all = true;
  looked_at at (bb);
  for (basic_block x = bb, d; x != ENTRY_BLOCK_PTR_FOR_FN (R->fun); x = d) {
    d = get_immediate_dominator (CDI_DOMINATORS, x);
    if (!d || d == ENTRY_BLOCK_PTR_FOR_FN (R->fun))
      break;
    if (dominated_by_p (CDI_POST_DOMINATORS, d, x))
      continue;                 /* always goes on to X */
    gimple *s = last_stmt (d);
    px_dj_ref c = 0;
    edge e = NULL;
    edge_iterator ei;
    edge through = NULL;
    FOR_EACH_EDGE (e, ei, d->succs)
      if (e->dest == x && single_pred_p (x))
	through = e;
    if (s && gimple_code (s) == GIMPLE_COND && through)
      c = compare (gimple_cond_code (s), gimple_cond_lhs (s), gimple_cond_rhs (s));
    if (!c) {
      all = false;
      continue;
    }
    v->push_back (through->flags & EDGE_TRUE_VALUE ? c : px_dj_un (R->dj, DJ_LNOT, c));
  }
  /* In the order of evaluation.  */
  std::reverse (v->begin (), v->end ());
  return all;
}

/* A counter 0, …, N - 1 in a loop of its own within L.  */
static px_dj_ref row_of (loop_p l, HOST_WIDE_INT n)
{
  px_dj_ref &r = R->rows[{ l->num, n }];
  if (!r) {
    px_dj_ctr c = {};
    c.name = "row";
    c.start = px_dj_const (R->dj, s64, 0);
    c.step = px_dj_const (R->dj, s64, 1);
    c.bound = px_dj_const (R->dj, s64, n);
    c.test = DJ_CTR_LT;
    c.every = true;
    c.persp = dj_persp ({ PX_THREAD, 1 });
    c.loop = px_dj_loop (R->dj, dj_loop (l));
    r = px_dj_ctr_new (R->dj, &c);
  }
  return r;
}

/* The expressions of IN, which call S calls: its parameters are the arguments.  */
static px_dj_copies *copies_for (gimple *s, const px_race *in)
{
  px_dj_copies *&c = R->calls[s];
  if (c)
    return c;
  c = px_dj_copies_new (R->dj, in->dj, dj_loop (gimple_bb (s)->loop_father));
  for (auto &p : in->parameters) {
    tree arg = (unsigned) p.first < gimple_call_num_args (s) ? gimple_call_arg (s, p.first) : NULL_TREE;
    px_dj_type type = px_dj_type_of (in->dj, p.second);
    if (arg && INTEGRAL_TYPE_P (TREE_TYPE (arg)) && integer_p (TREE_TYPE (arg))
	&& (TREE_CODE (TREE_TYPE (arg)) == BOOLEAN_TYPE) == (type.bits == 1))
      px_dj_bind (c, p.second, px_dj_cast (R->dj, type, expr (arg)));
  }
  return c;
}

bool px_race_access (gimple *s, const px_reach &reach, px_dj_access *a)
{
  looked_at here (gimple_bb (s));
  HOST_WIDE_INT width = 0;
  px_dj_copies *copies = NULL;
  px_dj_ref at, apart = 0;
  if (const px_called *x = reach.called) {
    if (!x->in)
      return false;
    copies = copies_for (s, x->in);
    px_dj_ref from = x->parameter < 0 ? px_dj_const (R->dj, s64, 0) : pointer (gimple_call_arg (s, x->parameter), 0);
    width = x->at.width;
    at = from ? px_dj_bin (R->dj, DJ_ADD, from, px_dj_copy (copies, x->at.offset)) : 0;
  } else
    at = reference (reach.ref, &width);
  if (!at || width < 1)
    return false;
  std::vector<px_dj_ref> *g = new std::vector<px_dj_ref>, *c = new std::vector<px_dj_ref>;
  R->lists.push_back (g);
  R->lists.push_back (c);
  if (reach.rows > 1) {
    px_dj_ref row = row_of (gimple_bb (s)->loop_father, reach.rows);
    px_dj_ref stride = px_dj_bin (R->dj, DJ_MUL, px_dj_cast (R->dj, s64, expr (reach.stride)), px_dj_const (R->dj, s64, reach.size));
    at = px_dj_bin (R->dj, DJ_ADD, at, px_dj_bin (R->dj, DJ_MUL, row, stride));
    c->push_back (row);
    if (reach.apart && TREE_CODE (reach.stride) != INTEGER_CST)
      apart = px_dj_bin (R->dj, DJ_LE, px_dj_const (R->dj, s64, width), stride);
  }
  memset (a, 0, sizeof *a);
  a->offset = at;
  a->width = width;
  a->complete = guards (gimple_bb (s), g);
  if (apart)
    g->push_back (apart);
  for (const px_race::counter &k : R->counters)
    if (flow_bb_inside_loop_p (k.loop, gimple_bb (s)))
      c->push_back (k.ref);
  /* A loop that no counter explains may not run.  */
  for (loop_p l = gimple_bb (s)->loop_father; l->num; l = loop_outer (l)) {
    bool explained = false;
    for (const px_race::counter &k : R->counters)
      explained |= k.loop == l && k.whole;
    a->complete &= explained;
  }
  if (copies) {
    const px_dj_access &x = reach.called->at;
    a->complete &= x.complete;
    for (int i = 0; i < x.n_guards; i++)
      g->push_back (px_dj_copy (copies, x.guard[i]));
    for (int i = 0; i < x.n_ctrs; i++)
      c->push_back (px_dj_copy (copies, x.ctr[i]));
  }
  a->guard = g->data ();
  a->n_guards = g->size ();
  a->ctr = c->data ();
  a->n_ctrs = c->size ();
  return true;
}

static void free_calls (std::map<gimple *, px_dj_copies *> *calls)
{
  for (auto &c : *calls)
    px_dj_copies_free (c.second);
  calls->clear ();
}

bool px_race_access_at (gimple *s, const px_reach &reach, loop_p l, int k, px_dj_access *a)
{
  std::map<tree, px_dj_ref> inside, next;
  std::vector<px_race::counter> counters;
  std::map<int, px_dj_ref> iterations = R->iterations;
  std::map<gimple *, px_dj_copies *> calls;
  std::map<std::pair<tree, int>, px_dj_ref> last;
  looked_at head (l->header);
  std::swap (last, R->last);
  auto within = [l] (loop_p x) { return x == l || flow_loop_nested_p (l, x); };
  /* Values of L's own give way to those of one iteration, and come back.  */
  auto varies = [l] (tree t) { return !invariant_p (t, l); };
  auto take_out = [&] (std::map<tree, px_dj_ref> *to) {
    for (auto i = R->exprs.begin (); i != R->exprs.end (); )
      if (varies (i->first)) {
	to->insert (*i);
	i = R->exprs.erase (i);
      } else
	i++; };
  for (const px_race::counter &c : R->counters)
    if (within (c.loop))
      counters.push_back (c);
  for (int i = 0; i <= k; i++) {
    next.clear ();
    for (gphi_iterator g = gsi_start_phis (l->header); !gsi_end_p (g); gsi_next (&g)) {
      tree t = gimple_phi_result (g.phi ());
      if (!virtual_operand_p (t) && integer_p (TREE_TYPE (t)))
	next[t] = expr (PHI_ARG_DEF_FROM_EDGE (g.phi (), i ? loop_latch_edge (l) : loop_preheader_edge (l)));
    }
    std::map<tree, px_dj_ref> gone;
    take_out (i ? &gone : &inside);
    R->exprs.insert (next.begin (), next.end ());
    R->last.clear ();
  }
  std::swap (calls, R->calls);
  bool known = px_race_access (s, reach, a);
  std::swap (calls, R->calls);
  free_calls (&calls);
  take_out (&next);
  std::swap (last, R->last);
  R->exprs.insert (inside.begin (), inside.end ());
  R->counters.erase (std::remove_if (R->counters.begin (), R->counters.end (), [&] (const px_race::counter &c) {
    return within (c.loop); }), R->counters.end ());
  for (auto &i : R->iterations)
    if (within (get_loop (R->fun, i.first)))
      i.second = iterations[i.first];
  R->counters.insert (R->counters.end (), counters.begin (), counters.end ());
  return known;
}

int px_race_sure (gimple *s, loop_p l, int most)
{
  tree t = main_counter (l), bound, init, next;
  tree_code test;
  edge out = single_exit (l);
  if (!t || !out || out->src != l->header || !header_test (l, t, &test, &bound))
    return 0;
  std::vector<px_dj_ref> facts;
  looked_at here (gimple_bb (s));
  guards (gimple_bb (s), &facts);
  arguments (as_a <gphi *> (SSA_NAME_DEF_STMT (t)), l, &init, &next);
  bool inside = flow_bb_inside_loop_p (l, gimple_bb (s));
  px_dj_ref from = px_dj_cast (R->dj, s64, expr (inside ? t : constant (init))), to = px_dj_cast (R->dj, s64, expr (constant (bound)));
  int n = 0;
  while (n < most
	 && px_dj_prove (R->dj, facts.data (), facts.size (),
			 px_dj_bin (R->dj, test == LT_EXPR ? DJ_LT : DJ_LE, px_dj_bin (R->dj, DJ_ADD, from, px_dj_const (R->dj, s64, n + inside)), to)))
    n++;
  return n;
}

/* ---- questions -------------------------------------------------------- */

px_race *px_race_new (function *fun)
{
  px_signature s = px_signature_of (fun->decl);
  px_dj_launch l = { s.threads, s.threads ? s.threads : s.thread ? s.thread : 1, s.block ? s.block : 1, true };
  R = new px_race;
  R->fun = fun;
  R->dj = px_dj_new (&l);
  calculate_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  return R;
}

static void leave ()
{
  free_calls (&R->calls);
  R = NULL;
  free_dominance_info (CDI_POST_DOMINATORS);
}

void px_race_free (px_race *r)
{
  leave ();
  for (std::vector<px_dj_ref> *v : r->lists)
    delete v;
  px_dj_free (r->dj);
  delete r;
}

px_race *px_race_keep ()
{
  px_race *r = R;
  int i = 0;
  for (tree d = DECL_ARGUMENTS (R->fun->decl); d; d = DECL_CHAIN (d), i++)
    if (tree t = INTEGRAL_TYPE_P (TREE_TYPE (d)) ? ssa_default_def (R->fun, d) : NULL_TREE) {
      auto e = R->exprs.find (t);
      if (e != R->exprs.end ())
	R->parameters[i] = e->second;
    }
  R->exprs.clear ();
  leave ();
  return r;
}

px_dj *px_race_arena () { return R->dj; }
int px_race_loop (loop_p l) { return dj_loop (l); }
px_dj_persp px_race_persp (px_persp p) { return dj_persp (p); }
