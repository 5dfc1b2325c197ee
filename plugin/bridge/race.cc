/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIMPLE for value/disjoint.h: rules R1 and R2, and which units two accesses can
   join.

   Needs: a device function in SSA form after early inlining, with loops.
   Leaves: nothing changed.  An expression of value/'s is made of the
   definitions that lead to an address; what is not understood is a symbol that
   is the same for all units of the perspective that it lives at.  */

#include "plugin/bridge/race-int.h"

px_race *px_race_now;

px_dj_persp
px_race_persp (px_persp p)
{
  px_dj_persp q = { (px_dj_level) p.level, p.n ? p.n : 1 };
  return q;
}

int
px_race_loop (loop_p l)
{
  if (!l || !l->num)
    return 0;
  std::map<int, int>::iterator i = R->loops.find (l->num);
  if (i != R->loops.end ())
    return i->second;
  int up = px_race_loop (loop_outer (l));
  return R->loops[l->num] = px_dj_loop (R->dj, up);
}

px_dj_type
px_race_type (tree t)
{
  if (TREE_CODE (t) == BOOLEAN_TYPE)
    return { 1, false, true };
  if (POINTER_TYPE_P (t))
    return s64;
  return { (uint8_t) TYPE_PRECISION (t), !TYPE_UNSIGNED (t), TYPE_OVERFLOW_WRAPS (t) };
}

bool
px_race_integer_p (tree t)
{
  return (INTEGRAL_TYPE_P (t) || POINTER_TYPE_P (t)) && TYPE_PRECISION (t) <= 64;
}

/* ---- expressions ------------------------------------------------------ */

/* Returns true if A is loop B or in it.  */
bool
px_race_within (loop_p a, loop_p b)
{
  return a == b || flow_loop_nested_p (b, a);
}

/* Returns true if T is set in a loop that does not contain the use (where).  */
bool
px_race_left_p (tree t)
{
  basic_block bb = TREE_CODE (t) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (t)) : NULL;
  return bb && !px_race_within (R->where, bb->loop_father);
}

static px_dj_ref final_value (tree t);

const char *
px_race_name (tree t, const char *otherwise)
{
  tree d = TREE_CODE (t) == SSA_NAME ? SSA_NAME_VAR (t) : NULL_TREE;
  return d && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d)) : otherwise;
}

static px_dj_ref
symbol (tree t)
{
  px_dj_sym s = {};
  tree d = TREE_CODE (t) == SSA_NAME ? SSA_NAME_VAR (t) : NULL_TREE;
  s.name = px_race_name (t, "?");
  s.type = px_race_type (TREE_TYPE (t));
  s.persp = px_race_persp (px_race_value_persp (t, 0));
  if (TREE_CODE (t) == SSA_NAME)
    {
      s.free = SSA_NAME_IS_DEFAULT_DEF (t) && d && TREE_CODE (d) == PARM_DECL
	       && INTEGRAL_TYPE_P (TREE_TYPE (t));
      gimple *def = SSA_NAME_DEF_STMT (t);
      if (gimple_bb (def))
	s.loop = px_race_loop (gimple_bb (def)->loop_father);
    }
  return px_dj_sym_new (R->dj, &s);
}

/* REF is a number in a structure that the kernel gets by value, and that nobody writes: it is an argument.
   0: it is not.  */
static px_dj_ref
member (tree ref)
{
  tree d = ref, type = TREE_TYPE (ref);
  for (; TREE_CODE (d) == COMPONENT_REF; d = TREE_OPERAND (d, 0))
    if (TREE_CODE (TREE_TYPE (TREE_OPERAND (d, 0))) != RECORD_TYPE)
      return 0; /* members of a union share their bytes */
  if (!px_twin_p (R->fun->decl) || !INTEGRAL_TYPE_P (type) || !px_race_integer_p (type)
      || !px_constant_member_p (ref))
    return 0;
  px_dj_ref &r = R->members[{ d, px_member_position (ref) }];
  if (!r)
    {
      px_dj_sym s = {};
      tree name = DECL_NAME (TREE_OPERAND (ref, 1));
      s.name = name ? IDENTIFIER_POINTER (name) : "?";
      s.type = px_race_type (type);
      s.persp = px_race_persp (px_persp{ PX_GRID, 1 });
      s.free = true;
      r = px_dj_sym_new (R->dj, &s);
    }
  return r;
}

px_dj_ref
px_race_place (tree p, tree parm, HOST_WIDE_INT at)
{
  px_dj_ref &r = R->places[{ at < 0 ? p : parm, at }];
  if (!r)
    {
      px_dj_sym s = {};
      basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (p));
      s.name = "?";
      s.type = s64;
      s.bounded = true;
      s.hi = (int64_t) 1 << 48; /* more than any memory has bytes */
      s.lo = -s.hi;
      s.persp = px_race_persp (at < 0 ? px_race_value_persp (p, 0) : px_persp{ PX_GRID, 1 });
      s.loop = at < 0 && bb ? px_race_loop (bb->loop_father) : 0;
      r = px_dj_sym_new (R->dj, &s);
    }
  return r;
}

bool
px_race_invariant_p (tree t, loop_p l)
{
  if (is_gimple_min_invariant (t))
    return true;
  if (TREE_CODE (t) != SSA_NAME)
    return false;
  gimple *s = SSA_NAME_DEF_STMT (t);
  return !gimple_bb (s) || !flow_bb_inside_loop_p (l, gimple_bb (s));
}

/* Returns true if T has one value in all iterations of L.  Ids and numbers of units have one
   everywhere.  */
bool
px_race_steady_p (tree t, loop_p l)
{
  px_race_at at (l);
  return px_race_invariant_p (t, l) || px_dj_fixed_in (R->dj, px_race_expr (t), px_race_loop (l));
}

/* Returns true if the header of L accesses memory that somebody writes: it runs once more than the
   body.  */
bool
px_race_header_accesses (loop_p l)
{
  for (gimple_stmt_iterator i = gsi_start_bb (l->header); !gsi_end_p (i); gsi_next (&i))
    if (gimple_vuse (gsi_stmt (i))
	&& !(gimple_assign_load_p (gsi_stmt (i))
	     && px_constant_member_p (gimple_assign_rhs1 (gsi_stmt (i)))))
      return true;
  return false;
}

/* The condition that L's header tests before anything else, and whether L is not left where it holds; NULL:
   there is none.  */
gcond *
px_race_header_condition (loop_p l, bool *stay)
{
  gcond *test = safe_dyn_cast<gcond *> (last_stmt (l->header));
  if (!test || px_race_header_accesses (l))
    return NULL;
  edge yes, no;
  extract_true_false_edges_from_block (l->header, &yes, &no);
  *stay = flow_bb_inside_loop_p (l, yes->dest);
  return *stay == flow_bb_inside_loop_p (l, no->dest) ? NULL : test;
}

/* What holds in the body of loop L for counter C, which its header tests before anything
   else: C *TEST *BOUND.  */
bool
px_race_header_test (loop_p l, tree c, tree_code *test, tree *bound)
{
  bool stay;
  gcond *s = px_race_header_condition (l, &stay);
  if (!s)
    return false;
  tree a = px_race_original (gimple_cond_lhs (s)), b = px_race_original (gimple_cond_rhs (s));
  tree_code code = gimple_cond_code (s);
  if (b == c)
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  if (a != c || !px_race_steady_p (b, l))
    return false;
  *test = stay ? code : invert_tree_comparison (code, false);
  *bound = b;
  return true;
}

/* What a counter of loop L starts with, INIT, as a number of 64 bits.  */
px_dj_ref
px_race_first (loop_p l, tree init)
{
  px_race_at at (loop_outer (l));
  return px_dj_cast (R->dj, s64, px_race_expr (px_race_constant (init)));
}

/* What PHI of loop L's header starts as, and is in the next iteration.  */
void
px_race_arguments (gphi *phi, loop_p l, tree *init, tree *next)
{
  *init = *next = NULL_TREE;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    *(flow_bb_inside_loop_p (l, gimple_phi_arg_edge (phi, i)->src) ? next : init)
      = px_race_original (gimple_phi_arg_def (phi, i));
}

/* The counter that L's header tests, one more each time, or NULL.  */
tree
px_race_main_counter (loop_p l)
{
  for (gphi_iterator g = gsi_start_phis (l->header); !gsi_end_p (g); gsi_next (&g))
    {
      tree t = gimple_phi_result (g.phi ()), init, next, bound;
      tree_code test;
      if (virtual_operand_p (t) || !INTEGRAL_TYPE_P (TREE_TYPE (t))
	  || gimple_phi_num_args (g.phi ()) != 2)
	continue;
      px_race_arguments (g.phi (), l, &init, &next);
      gimple *s = next && TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
      if (init && s && is_gimple_assign (s) && gimple_assign_rhs_code (s) == PLUS_EXPR
	  && px_race_original (gimple_assign_rhs1 (s)) == t && integer_onep (gimple_assign_rhs2 (s))
	  && px_race_header_test (l, t, &test, &bound) && (test == LT_EXPR || test == LE_EXPR))
	return t;
    }
  return NULL_TREE;
}

/* How many iterations of L are done, of 64 bits, for T, a value of its header.  */
px_dj_ref
px_race_iteration (loop_p l, tree t)
{
  const px_dj_type counts = s64;
  tree first, next, main = px_race_main_counter (l);
  if (main)
    {
      px_race_arguments (as_a<gphi *> (SSA_NAME_DEF_STMT (main)), l, &first, &next);
      return px_dj_bin (R->dj, DJ_SUB, px_dj_cast (R->dj, counts, px_race_expr (main)),
			px_dj_cast (R->dj, counts, px_race_first (l, first)));
    }
  px_dj_ref &k = R->iterations[l->num];
  if (!k)
    {
      px_dj_ctr c = {};
      c.name = "k";
      c.start = px_dj_const (R->dj, counts, 0);
      c.step = px_dj_const (R->dj, counts, 1);
      c.test = DJ_CTR_ANY;
      c.bound = px_race_by_pointer (l, &c.test);
      edge out = single_exit (l);
      c.every = c.bound && out && out->src == l->header;
      c.persp = px_race_persp (px_race_value_persp (t, 0));
      c.loop = px_race_loop (l);
      k = px_dj_ctr_new (R->dj, &c);
      R->counters.push_back ({ k, l, c.bound != 0 });
    }
  return k;
}

/* The innermost loop that has loop L and is not left.  */
static loop_p
not_left (loop_p l)
{
  while (!px_race_within (R->where, l))
    l = loop_outer (l);
  return l;
}

/* Returns the number of iterations that L has had, for uses after it: any number.  */
static px_dj_ref
iterations_had (loop_p l, tree t)
{
  loop_p common = not_left (l);
  px_dj_ref &k = R->ended[{ l->num, common->num }];
  if (!k)
    {
      px_dj_sym s = {};
      s.name = "?";
      s.type = { 32, false, true };
      s.persp = px_race_persp (px_race_value_persp (t, 0));
      s.loop = px_race_loop (common);
      k = px_dj_cast (R->dj, s64, px_dj_sym_new (R->dj, &s));
    }
  return k;
}

/* T, of L's header, is V[0], V[1], …, V[N - 1], V[0], … in turn: as a number of 64 bits, if
   they are A, A + k, …, A + (N - 1)·k, from any of them on; else 0.  */
px_dj_ref
px_race_around (const HOST_WIDE_INT *v, int n, tree t, loop_p l)
{
  int first = 0;
  auto even = [&] {
    for (int i = 1; i + 1 < n; i++)
      if (v[(first + i + 1) % n] - v[(first + i) % n] != v[(first + 1) % n] - v[first])
	return false;
    return true;
  };
  while (first < n && !even ())
    first++;
  if (first == n)
    return 0;
  HOST_WIDE_INT step = v[(first + 1) % n] - v[first];
  px_dj_ref k = px_dj_bin (R->dj, DJ_ADD,
			   px_race_left_p (t) ? iterations_had (l, t) : px_race_iteration (l, t),
			   px_dj_const (R->dj, s64, (n - first) % n));
  px_dj_ref slot = px_dj_bin (R->dj, DJ_MOD, k, px_dj_const (R->dj, s64, n));
  px_dj_ref far = px_dj_bin (R->dj, DJ_MUL, slot, px_dj_const (R->dj, s64, step));
  return px_dj_bin (R->dj, DJ_ADD, px_dj_const (R->dj, s64, v[first]), far);
}

/* T, of a loop's header, by the range of the values that it has in the body; 0: not known.  */
static px_dj_ref
in_closed_loop (tree t, gphi *phi)
{
  tree lo, hi;
  if (!px_race_values_of_loop (phi, &lo, &hi) || !tree_fits_shwi_p (lo) || !tree_fits_shwi_p (hi))
    return 0;
  px_dj_sym s = {};
  s.name = px_race_name (t, "?");
  s.type = px_race_type (TREE_TYPE (t));
  s.bounded = true;
  s.lo = tree_to_shwi (lo);
  s.hi = tree_to_shwi (hi);
  s.persp = px_race_persp (px_race_value_persp (t, 0));
  s.loop = px_race_loop (gimple_bb (phi)->loop_father);
  return px_dj_sym_new (R->dj, &s);
}

static px_dj_ref
comparison (tree_code code, px_dj_ref x, px_dj_ref y)
{
  switch (code)
    {
    case LT_EXPR: return px_dj_bin (R->dj, DJ_LT, x, y);
    case LE_EXPR: return px_dj_bin (R->dj, DJ_LE, x, y);
    case GT_EXPR: return px_dj_bin (R->dj, DJ_LT, y, x);
    case GE_EXPR: return px_dj_bin (R->dj, DJ_LE, y, x);
    case EQ_EXPR: return px_dj_bin (R->dj, DJ_EQ, x, y);
    case NE_EXPR: return px_dj_bin (R->dj, DJ_NE, x, y);
    default: return 0;
    }
}

/* Comparison A CODE B; of integers, or of pointers into one object; else 0.  */
px_dj_ref
px_race_compare (tree_code code, tree a, tree b)
{
  px_dj_ref x, y;
  if (!px_race_integer_p (TREE_TYPE (a)))
    return 0;
  if (POINTER_TYPE_P (TREE_TYPE (a)))
    return px_race_same_object (a, b, &x, &y) ? comparison (code, x, y) : 0;
  if (TREE_CODE (TREE_TYPE (a)) == BOOLEAN_TYPE && TREE_CODE (b) == INTEGER_CST
      && (code == NE_EXPR || code == EQ_EXPR))
    {
      px_dj_ref c = px_race_expr (a);
      return c && (code == NE_EXPR) != (bool) integer_zerop (b) ? px_dj_un (R->dj, DJ_LNOT, c) : c;
    }
  return comparison (code, px_race_expr (a), px_race_expr (b));
}

/* X of type FROM as a value of type TO.  */
px_dj_ref
px_race_convert (tree to, tree from, px_dj_ref x)
{
  if (TREE_CODE (from) == BOOLEAN_TYPE && TREE_CODE (to) != BOOLEAN_TYPE)
    return px_dj_sel (R->dj, x, px_dj_const (R->dj, px_race_type (to), 1),
		      px_dj_const (R->dj, px_race_type (to), 0));
  if (TREE_CODE (to) == BOOLEAN_TYPE)
    return TREE_CODE (from) == BOOLEAN_TYPE
	     ? x
	     : px_dj_bin (R->dj, DJ_NE, x, px_dj_const (R->dj, px_race_type (from), 0));
  return px_dj_cast (R->dj, px_race_type (to), x);
}

/* A CODE B with result TYPE; B may be NULL.  0 if it is not understood.  */
static px_dj_ref
operation (tree_code code, tree type, tree a, tree b)
{
  if (!px_race_integer_p (type) || POINTER_TYPE_P (type) || !a || !px_race_integer_p (TREE_TYPE (a))
      || POINTER_TYPE_P (TREE_TYPE (a)))
    return 0;
  bool cond = TREE_CODE (type) == BOOLEAN_TYPE;
  switch (code)
    {
    CASE_CONVERT:
    case SSA_NAME:
    case INTEGER_CST:
    case NON_LVALUE_EXPR: return px_race_convert (type, TREE_TYPE (a), px_race_expr (a));
    case NEGATE_EXPR: return px_dj_un (R->dj, DJ_NEG, px_race_expr (a));
    case ABS_EXPR:
      return px_dj_bin (R->dj, DJ_MAX, px_race_expr (a),
			px_dj_un (R->dj, DJ_NEG, px_race_expr (a)));
    case BIT_NOT_EXPR: return px_dj_un (R->dj, cond ? DJ_LNOT : DJ_NOT, px_race_expr (a));
    case TRUTH_NOT_EXPR: return px_dj_un (R->dj, DJ_LNOT, px_race_expr (a));
    case LT_EXPR:
    case LE_EXPR:
    case GT_EXPR:
    case GE_EXPR:
    case EQ_EXPR:
    case NE_EXPR:
      {
	px_dj_ref c = px_race_compare (code, a, b);
	return c && !cond ? px_race_convert (type, boolean_type_node, c) : c;
      }
    default: break;
    }
  px_dj_op op;
  switch (code)
    {
    case PLUS_EXPR: op = DJ_ADD; break;
    case MINUS_EXPR: op = DJ_SUB; break;
    case MULT_EXPR: op = DJ_MUL; break;
    case TRUNC_DIV_EXPR:
    case EXACT_DIV_EXPR: op = DJ_DIV; break;
    case TRUNC_MOD_EXPR: op = DJ_MOD; break;
    case BIT_AND_EXPR:
    case TRUTH_AND_EXPR: op = cond ? DJ_LAND : DJ_AND; break;
    case BIT_IOR_EXPR:
    case TRUTH_OR_EXPR: op = cond ? DJ_LOR : DJ_OR; break;
    case BIT_XOR_EXPR:
      if (cond)
	return 0;
      op = DJ_XOR;
      break;
    case LSHIFT_EXPR: op = DJ_SHL; break;
    case RSHIFT_EXPR: op = DJ_SHR; break;
    case MIN_EXPR: op = DJ_MIN; break;
    case MAX_EXPR: op = DJ_MAX; break;
    default: return 0;
    }
  if (!b || !px_race_integer_p (TREE_TYPE (b)))
    return 0;
  return px_dj_bin (R->dj, op, px_race_expr (a), px_race_expr (b));
}

static px_dj_ref
define (tree t)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  switch (px_sreg_of (s))
    {
    case PX_SREG_NONE: break;
    case PX_SREG_TID:
    case PX_SREG_WARP: return px_dj_id (R->dj, DJ_THREAD, px_race_type (TREE_TYPE (t)));
    case PX_SREG_NTID: return px_dj_id (R->dj, DJ_NTHREADS, px_race_type (TREE_TYPE (t)));
    case PX_SREG_CTAID: return px_dj_id (R->dj, DJ_BLOCK, px_race_type (TREE_TYPE (t)));
    case PX_SREG_NCTAID: return px_dj_id (R->dj, DJ_NBLOCKS, px_race_type (TREE_TYPE (t)));
    }
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      tree yes, no;
      gimple *g = px_race_choice (phi, &yes, &no);
      if (!g)
	{
	  px_dj_ref r = px_race_counter (t, phi);
	  return r ? r : in_closed_loop (t, phi);
	}
      bool condition = TREE_CODE (TREE_TYPE (t)) == BOOLEAN_TYPE;
      px_dj_ref c
	= INTEGRAL_TYPE_P (TREE_TYPE (t))
	    ? px_race_compare (gimple_cond_code (g), gimple_cond_lhs (g), gimple_cond_rhs (g))
	    : 0;
      if (c && condition)
	{
	  /* A short cut: what is not evaluated is a constant.  */
	  auto also = [] (px_dj_ref a, tree v) {
	    return integer_onep (v) ? a : px_dj_bin (R->dj, DJ_LAND, a, px_race_expr (v));
	  };
	  px_dj_ref no_c = px_dj_un (R->dj, DJ_LNOT, c);
	  if (integer_zerop (no))
	    return also (c, yes);
	  if (integer_zerop (yes))
	    return also (no_c, no);
	  if (integer_onep (yes))
	    return px_dj_bin (R->dj, DJ_LOR, c, px_race_expr (no));
	  if (integer_onep (no))
	    return px_dj_bin (R->dj, DJ_LOR, no_c, px_race_expr (yes));
	  return 0;
	}
      return c ? px_dj_sel (R->dj, c, px_race_expr (yes), px_race_expr (no)) : 0;
    }
  if (!is_gimple_assign (s) || gimple_has_volatile_ops (s))
    return 0;
  if (gimple_assign_load_p (s))
    return member (gimple_assign_rhs1 (s));
  tree_code code = gimple_assign_rhs_code (s);
  tree a = gimple_assign_rhs1 (s), b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  if (code == COND_EXPR)
    return 0;
  return operation (code, TREE_TYPE (t), a, b);
}

/* How often loop L runs, as a number of 64 bits, if its header alone decides on it; else 0.  */
px_dj_ref
px_race_turns (loop_p l)
{
  tree main = px_race_main_counter (l), init, next, bound;
  tree_code test;
  edge out = single_exit (l);
  if (!main || !out || out->src != l->header || !px_race_header_test (l, main, &test, &bound))
    return 0;
  px_race_arguments (as_a<gphi *> (SSA_NAME_DEF_STMT (main)), l, &init, &next);
  px_race_at at (loop_outer (l));
  if (px_race_left_p (bound) || (!px_race_invariant_p (bound, l) && TREE_CODE (bound) == SSA_NAME))
    return 0;
  px_dj_ref n
    = px_dj_bin (R->dj, DJ_SUB, px_dj_cast (R->dj, s64, px_race_expr (px_race_constant (bound))),
		 px_race_first (l, init));
  if (test == LE_EXPR)
    n = px_dj_bin (R->dj, DJ_ADD, n, px_dj_const (R->dj, s64, 1));
  return px_dj_bin (R->dj, DJ_MAX, n, px_dj_const (R->dj, s64, 0));
}

/* T, which is set in a loop that has been left: its last value.  */
static px_dj_ref
final_value (tree t)
{
  gimple *def = SSA_NAME_DEF_STMT (t);
  loop_p l = gimple_bb (def)->loop_father, around = not_left (l);
  px_dj_ref &r = R->finals[{ t, around->num }];
  if (r)
    return r;
  px_dj_sym s = {};
  s.name = "?";
  s.type = px_race_type (TREE_TYPE (t));
  s.persp = px_race_persp (px_race_value_persp (t, 0));
  s.loop = px_race_loop (around);
  px_dj_ref v = 0;
  r = px_dj_sym_new (R->dj, &s); /* where a cycle ends */
  tree init, next;
  if (px_race_integer_p (TREE_TYPE (t))
      && (gimple_code (def) != GIMPLE_PHI || gimple_bb (def) != l->header))
    v = define (t);
  else if (gphi *phi = dyn_cast<gphi *> (def))
    {
      px_race_arguments (phi, l, &init, &next);
      if (INTEGRAL_TYPE_P (TREE_TYPE (t)) && gimple_phi_num_args (phi) == 2 && init && next)
	v = px_race_cycle (t, init, next, l);
    }
  if (!v && t == px_race_main_counter (l) && loop_outer (l) == around)
    if (px_dj_ref turns = px_race_turns (l))
      {
	px_race_at at (around);
	px_race_arguments (as_a<gphi *> (SSA_NAME_DEF_STMT (t)), l, &init, &next);
	v = px_dj_cast (R->dj, s.type, px_dj_bin (R->dj, DJ_ADD, px_race_first (l, init), turns));
      }
  return v ? R->finals[{ t, around->num }] = v : r;
}

/* The integer value T: an SSA name, a constant, or an expression of these.  */
px_dj_ref
px_race_expr (tree t)
{
  STRIP_NOPS (t);
  if (TREE_CODE (t) == INTEGER_CST)
    return px_dj_const (R->dj, px_race_type (TREE_TYPE (t)),
			tree_fits_shwi_p (t) ? tree_to_shwi (t) : (int64_t) TREE_INT_CST_LOW (t));
  if (TREE_CODE (t) != SSA_NAME)
    {
      px_dj_ref r = EXPR_P (t) && TREE_OPERAND_LENGTH (t) <= 2
		      ? operation (TREE_CODE (t), TREE_TYPE (t), TREE_OPERAND (t, 0),
				   TREE_OPERAND_LENGTH (t) > 1 ? TREE_OPERAND (t, 1) : NULL_TREE)
		      : 0;
      return r ? r : symbol (t);
    }
  if (px_race_left_p (t))
    return final_value (t);
  std::map<tree, px_dj_ref>::iterator i = R->exprs.find (t);
  if (i != R->exprs.end ())
    return i->second;
  gimple *def = SSA_NAME_DEF_STMT (t);
  px_race_at at (gimple_bb (def) ? gimple_bb (def)->loop_father : get_loop (R->fun, 0));
  R->exprs[t] = symbol (t); /* where a cycle ends */
  px_dj_ref r = px_race_integer_p (TREE_TYPE (t)) && gimple_bb (def) ? define (t) : 0;
  if (r)
    R->exprs[t] = r;
  return R->exprs[t];
}

/* ---- questions -------------------------------------------------------- */

void
px_race_free_calls (std::map<gimple *, px_dj_copies *> *calls)
{
  for (auto &c : *calls)
    px_dj_copies_free (c.second);
  calls->clear ();
}

bool
px_race_access_counted (gimple *s, const px_reach &reach, px_dj_access *a)
{
  auto was = std::make_tuple (R->exprs, R->counters, R->iterations, R->finals, R->ended);
  std::map<gimple *, px_dj_copies *> calls;
  std::swap (calls, R->calls);
  R->counted = true;
  R->iterations.clear ();
  for (loop_p l = gimple_bb (s)->loop_father; l->num; l = loop_outer (l))
    {
      px_race_at at (l);
      for (gphi_iterator g = gsi_start_phis (l->header); !gsi_end_p (g); gsi_next (&g))
	if (INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (g.phi ()))))
	  (void) px_race_expr (gimple_phi_result (g.phi ()));
    }
  bool known = px_race_access (s, reach, a);
  R->counted = false;
  std::swap (calls, R->calls);
  px_race_free_calls (&calls);
  std::tie (R->exprs, R->counters, R->iterations, R->finals, R->ended) = was;
  return known;
}

px_race *
px_race_new (function *fun)
{
  px_signature s = px_signature_of (fun->decl);
  px_dj_launch l = { s.threads,
		     s.threads	? s.threads
		     : s.thread ? s.thread
				: 1,
		     std::max ({ s.block, s.cluster, 1 }), true, 0 };
  R = new px_race;
  R->fun = fun;
  R->dj = px_dj_new (&l);
  R->where = get_loop (fun, 0);
  calculate_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  px_race_find_facts ();
  px_race_launch_facts ();
  return R;
}

static void
leave ()
{
  px_race_free_calls (&R->calls);
  R = NULL;
  free_dominance_info (CDI_POST_DOMINATORS);
}

void
px_race_free (px_race *r)
{
  leave ();
  for (std::vector<px_dj_ref> *v : r->lists)
    delete v;
  px_dj_free (r->dj);
  delete r;
}

px_race *
px_race_keep ()
{
  px_race *r = R;
  int i = 0;
  for (tree d = DECL_ARGUMENTS (R->fun->decl); d; d = DECL_CHAIN (d), i++)
    if (tree t = INTEGRAL_TYPE_P (TREE_TYPE (d)) ? ssa_default_def (R->fun, d) : NULL_TREE)
      {
	auto e = R->exprs.find (t);
	if (e != R->exprs.end ())
	  R->parameters[i] = e->second;
      }
  R->exprs.clear ();
  leave ();
  return r;
}

px_dj *
px_race_arena ()
{
  return R->dj;
}
