/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose trip count is known only at run time are unrolled by four: their loads come first
   then, and wait for memory once instead of four times.

   The copies make no test of their own, so before the first one it must be known that the next
   three tests will stay in the loop.  For a counter that a loop-invariant step moves and a test
   against a loop-invariant bound, that is one test against another bound, which is made before
   the loop:

     while (i < n)                  last = n - 3 * step;      saturated: see make_bound
       {                            while (i < last)
	 s += a[i];                   {
	 i += step;                     s += a[i];  i += step;  s += a[i];  i += step;
       }                                s += a[i];  i += step;  s += a[i];  i += step;
				      }
				    while (i < n)             the remainder
				      {
					s += a[i];
					i += step;
				      }

   This looks at the counter's value before each four turns, and does not compute how many turns
   there are.  So it holds for loops that never end, for unsigned counters that wrap between two
   such tests, and for a step whose sign only the run shows: if that leads away from the bound,
   no four turns are made at once.  The operations are the same ones in the same order.

   Where the trip count is constant, it is known which of four turns is the last one: there is no
   remainder, and no test but that turn's.  "settle" asks for that, too (px_unroll_parts), of
   loops that are too long for straight code.

   Needs: a device function in SSA form, after "settle": no small loop of constant trip count is
   left, and those around a synchronisation have `unroll' 1.
   Leaves: both loops with `unroll' 1, for the device compiler.  With -fopt-info-loop-all, or a
   dump, it says of each innermost loop that it was unrolled or why not.  */

#include "plugin/opt/opt.h"

enum
{
  FACTOR = 4,
  /* What one turn may have, in GCC's estimate of instructions: a loop of more waits for its own
     instructions rather than for memory, and its values need registers four times.  */
  MOST_TURN = 60,
  MOST_FACTOR = 32, /* that a pragma may ask for */
  /* How deep a bound that is computed in the loop is looked into.  */
  MOST_STEPS = 8
};

/* The test of a loop: it stays in it while VALUE STAY BOUND.  */
struct counted
{
  int factor; /* turns of L that become one */
  int back; /* ways back that L makes; 0: only the run shows how many, and the rest is filled in */
  edge exit;
  gcond *test;
  tree value; /* moves by STEP each turn, modulo 2 to the number of its bits */
  tree step;
  tree_code stay;
  tree bound;
};

/* True if T does not change in L, or is computed at L's head from what does not change, so that
   it can be computed before L.  */
static bool
invariant_p (tree t, loop_p l, int depth = 0)
{
  if (TREE_CODE (t) != SSA_NAME)
    return is_gimple_min_invariant (t);
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (SSA_NAME_IS_DEFAULT_DEF (t) || !flow_bb_inside_loop_p (l, gimple_bb (s)))
    return true;
  if (depth == MOST_STEPS || gimple_bb (s) != l->header || !is_gimple_assign (s)
      || gimple_has_volatile_ops (s) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (t))
    return false;
  /* A load gives the same if nothing in L stores: what it sees of memory is from before L.  */
  tree seen = gimple_vuse (s);
  if (seen && !SSA_NAME_IS_DEFAULT_DEF (seen)
      && flow_bb_inside_loop_p (l, gimple_bb (SSA_NAME_DEF_STMT (seen))))
    return false;
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, s, i, SSA_OP_USE)
    if (!invariant_p (use, l, depth + 1))
      return false;
  return true;
}

/* Move what computes T, for which invariant_p holds, before L.  The head of L is executed
   whenever what is before L is, so nothing is computed that was not.  */
static void
move_before (tree t, loop_p l)
{
  if (TREE_CODE (t) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (t))
    return;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (!flow_bb_inside_loop_p (l, gimple_bb (s)))
    return;
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, s, i, SSA_OP_USE)
    move_before (use, l);
  gimple_stmt_iterator from = gsi_for_stmt (s);
  gsi_move_to_bb_end (&from, loop_preheader_edge (l)->src);
}

/* The type in which the values that a test compares, of TYPE, are numbers.  */
static tree
number_type (tree type)
{
  return POINTER_TYPE_P (type) ? unsigned_type_for (type) : type;
}

/* How far a turn moves what C compares towards its bound, in the unsigned type of as many bits.  */
static tree
distance (const counted &c)
{
  tree u = unsigned_type_for (number_type (TREE_TYPE (c.value)));
  tree m = fold_convert (u, unshare_expr (c.step));
  bool down = c.stay == GT_EXPR || c.stay == GE_EXPR
	      || (c.stay == NE_EXPR && tree_int_cst_sign_bit (c.step));
  return down ? fold_build1 (NEGATE_EXPR, u, m) : m;
}

/* The largest distance of which C.factor - 1 still are a number of the type.  */
static tree
largest_distance (const counted &c)
{
  tree t = number_type (TREE_TYPE (c.value)), u = unsigned_type_for (t);
  if (c.stay == NE_EXPR)
    t = u;
  return wide_int_to_tree (u,
			   wi::udiv_trunc (wi::to_wide (upper_bound_in_type (t, t)), c.factor - 1));
}

/* Put L's test into C.  Returns NULL, or why L is not counted.  */
static const char *
find_test (loop_p l, counted *c)
{
  c->exit = single_exit (l);
  if (!c->exit)
    return "it is left at several places";
  if (c->exit->src != l->header)
    return "its condition is not at its head";
  c->test = safe_dyn_cast<gcond *> (last_stmt (l->header));
  if (!c->test)
    return "its condition is no comparison";
  c->value = gimple_cond_lhs (c->test);
  c->bound = gimple_cond_rhs (c->test);
  tree type = TREE_TYPE (c->value);
  if (!POINTER_TYPE_P (type)
      && (TREE_CODE (type) != INTEGER_TYPE || !type_has_mode_precision_p (type)))
    return "its condition compares no numbers";
  c->stay = gimple_cond_code (c->test);
  if (c->exit->flags & EDGE_TRUE_VALUE)
    c->stay = invert_tree_comparison (c->stay, false);
  if (invariant_p (c->value, l))
    {
      std::swap (c->value, c->bound);
      c->stay = swap_tree_comparison (c->stay);
    }
  if (!invariant_p (c->bound, l))
    return "its bound changes";
  affine_iv iv;
  if (TREE_CODE (c->value) != SSA_NAME || !simple_iv (l, l, c->value, &iv, true)
      || !INTEGRAL_TYPE_P (TREE_TYPE (iv.step))
      || TYPE_PRECISION (TREE_TYPE (iv.step)) != TYPE_PRECISION (type))
    return "what it compares does not move by one step each turn";
  c->step = iv.step;
  if (integer_zerop (c->step))
    return "what it compares does not move";
  if (c->stay == EQ_EXPR)
    return "it stays while two values are equal";
  bool known = TREE_CODE (c->step) == INTEGER_CST;
  if (!known && c->stay == NE_EXPR)
    return "it may step over its bound";
  if (known && tree_int_cst_lt (largest_distance (*c), distance (*c)))
    return "it moves away from its bound, or by far";
  return NULL;
}

/* Why S, which is at the head of its loop if AT_HEAD, is not copied, or NULL.  */
static const char *
keeps_single (gimple *s, bool at_head)
{
  if (gasm *a = dyn_cast<gasm *> (s))
    {
      if (gimple_asm_volatile_p (a) && px_user_asm_p (a))
	return "it has inline PTX with effects";
      if (px_placed_p (a) || px_orders_p (a))
	return "it has a collective";
    }
  else if (gimple_has_volatile_ops (s) && !gimple_clobber_p (s))
    return "it has volatile accesses";
  if (gimple_call_internal_p (s, IFN_GOMP_SIMT_VOTE_ANY))
    return "it has a collective";
  if (is_gimple_call (s)
      && (gimple_call_internal_p (s) || !(gimple_call_flags (s) & (ECF_CONST | ECF_PURE))))
    return "it has a call";
  /* The remainder starts with the head again.  */
  if (at_head && (gimple_vdef (s) || gimple_has_side_effects (s)))
    return "its condition has effects";
  return NULL;
}

/* What one turn of L has, in *SIZE.  Returns NULL, or why L is not copied.  */
static const char *
look_into (loop_p l, HOST_WIDE_INT *size)
{
  const char *why = NULL;
  *size = 0;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes && !why; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g) && !why; gsi_next (&g))
      {
	why = keeps_single (gsi_stmt (g), body[i] == l->header);
	*size += estimate_num_insns (gsi_stmt (g), &eni_size_weights);
      }
  free (body);
  return why;
}

int
px_ways_back (loop_p l)
{
  edge exit = single_exit (l);
  tree n = number_of_latch_executions (l);
  return exit && dominated_by_p (CDI_DOMINATORS, l->latch, exit->src) && n
	     && TREE_CODE (n) == INTEGER_CST && tree_fits_uhwi_p (n) && tree_to_uhwi (n) < INT_MAX
	   ? tree_to_uhwi (n)
	   : 0;
}

/* Returns NULL if L is to be unrolled, with its test in C and its size in *SIZE, or why not.  */
static const char *
why_not (loop_p l, HOST_WIDE_INT room, counted *c, HOST_WIDE_INT *size)
{
  if (l->unroll == 1)
    return "a pragma says so, or it is around a synchronisation, or unrolled";
  if (l->unroll > MOST_FACTOR)
    return "a pragma asks for more turns than there may be";
  c->factor = l->unroll ? (int) l->unroll : (int) FACTOR;
  const char *why = look_into (l, size);
  if (why)
    return why;
  if (!can_duplicate_loop_p (l))
    return "GCC does not copy it";
  if ((!l->unroll && *size > MOST_TURN) || (c->factor - 1) * *size > room)
    return "it is too large";
  c->back = px_ways_back (l);
  why = c->back ? NULL : find_test (l, c);
  if (why)
    return why;
  HOST_WIDE_INT most = max_loop_iterations_int (l);
  return most >= 0 && most < 2 * c->factor ? "it makes few turns" : NULL;
}

/* Computes A before L; returns its value.  */
static tree
compute_before (loop_p l, tree a)
{
  gimple_seq seq = NULL;
  a = force_gimple_operand (a, &seq, true, NULL_TREE);
  if (seq)
    gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l), seq);
  return a;
}

/* The bound that C.value must be below (above) if the tests of the next C.factor turns are to stay
   in L.  With m the distance of a turn, d = (C.factor - 1) * m, and - 1 if C.value may be equal to
   the bound:

     max (bound, least + d) - d     the least number of the type, which nothing is below, if the
				    bound is nearer to it than d
     least			    if m is negative, or d not in the type

   and so on the other side.  If m is 0, the bound itself or least: such a loop never ends.  */
static tree
make_bound (loop_p l, const counted &c)
{
  bool down = c.stay == GT_EXPR || c.stay == GE_EXPR;
  bool equal = c.stay == LE_EXPR || c.stay == GE_EXPR;
  tree type = TREE_TYPE (c.value), t = number_type (type), u = unsigned_type_for (t);
  tree least = fold_convert (u, down ? upper_bound_in_type (t, t) : lower_bound_in_type (t, t));
  tree m = compute_before (l, distance (c));
  tree d = fold_build2 (MULT_EXPR, u, m, build_int_cst (u, c.factor - 1));
  if (equal)
    d = fold_build2 (MINUS_EXPR, u, d, build_one_cst (u));
  d = compute_before (l, d);
  tree nearest = fold_build2 (down ? MINUS_EXPR : PLUS_EXPR, u, least, d);
  nearest = compute_before (l, fold_convert (t, nearest));
  tree b = fold_build2 (down ? MIN_EXPR : MAX_EXPR, t, fold_convert (t, c.bound), nearest);
  b = fold_convert (u, compute_before (l, b));
  b = compute_before (l, fold_build2 (down ? PLUS_EXPR : MINUS_EXPR, u, b, d));
  tree forward = fold_build2 (LE_EXPR, boolean_type_node, m, largest_distance (c));
  b = compute_before (l, fold_build3 (COND_EXPR, u, forward, b, least));
  return compute_before (l, fold_convert (type, b));
}

/* L's test becomes that of its next C.factor turns; BOUND is make_bound's.  */
static void
change_test (const counted &c, tree bound)
{
  tree value = c.value;
  tree_code stay = c.stay == LT_EXPR || c.stay == LE_EXPR ? LT_EXPR : GT_EXPR;
  if (c.stay == NE_EXPR)
    {
      /* The bound is further away than the turns go, whichever way round the numbers.  */
      tree m = distance (c), u = TREE_TYPE (m);
      tree to = fold_convert (u, c.bound), from = fold_convert (u, c.value);
      if (tree_int_cst_sign_bit (c.step))
	std::swap (to, from);
      gimple_stmt_iterator g = gsi_for_stmt (c.test);
      value = force_gimple_operand_gsi (&g, fold_build2 (MINUS_EXPR, u, to, from), true, NULL_TREE,
					true, GSI_SAME_STMT);
      bound = fold_build2 (MULT_EXPR, u, m, build_int_cst (u, c.factor - 1));
    }
  if (c.exit->flags & EDGE_TRUE_VALUE)
    stay = invert_tree_comparison (stay, false);
  gimple_cond_set_condition (c.test, stay, value, bound);
  update_stmt (c.test);
}

/* L's exit leads to REST, a copy of L, which starts with the values that L ends with.  */
static void
lead_to (loop_p l, loop_p rest, edge exit)
{
  basic_block before = loop_preheader_edge (rest)->src;
  edge past = single_pred_edge (before);
  edge to_rest = redirect_edge_and_branch (exit, before);
  redirect_edge_var_map_clear (to_rest);
  gphi_iterator a = gsi_start_phis (l->header), b = gsi_start_phis (rest->header);
  for (; !gsi_end_p (a); gsi_next (&a), gsi_next (&b))
    {
      tree now = gimple_phi_result (a.phi ()), next = copy_ssa_name (now);
      gphi *p = create_phi_node (next, before);
      add_phi_arg (p, PHI_ARG_DEF_FROM_EDGE (a.phi (), loop_preheader_edge (l)), past,
		   UNKNOWN_LOCATION);
      add_phi_arg (p, now, to_rest, UNKNOWN_LOCATION);
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (b.phi (), loop_preheader_edge (rest)), next);
    }
  rescan_loop_exit (to_rest, false, false);
  free_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
}

/* What GCC knows of L's turns is of the loop that it was.  */
static void
forget_turns (loop_p l)
{
  free_numbers_of_iterations_estimates (l);
  l->any_upper_bound = l->any_likely_upper_bound = l->any_estimate = false;
  l->nb_iterations = NULL_TREE;
  l->unroll = 1;
}

/* ptxas is not to unroll L once more if it is long: what ptx/fix/pragmas.c makes of this.  */
static void
keep_long (loop_p l)
{
  edge in = EDGE_SUCC (l->header, 0);
  if (EDGE_COUNT (l->header->succs) > 1 && !flow_bb_inside_loop_p (l, in->dest))
    in = EDGE_SUCC (l->header, 1);
  gasm *a = px_asm (".pragma \"nounroll if long\";", {}, {}, false, UNKNOWN_LOCATION);
  gimple_asm_set_volatile (a, true);
  gimple_stmt_iterator g = gsi_after_labels (in->dest);
  gsi_insert_before (&g, a, GSI_SAME_STMT);
}

/* A turn of L, which is left only by EXIT, becomes FACTOR turns.  Of the tests only that of turn KEPT of these, from 0
   on, stays.  */
static void
join_turns (loop_p l, int factor, edge exit, int kept)
{
  auto_sbitmap left_out (factor);
  bitmap_ones (left_out);
  bitmap_clear_bit (left_out, kept);
  auto_vec<edge> exits;
  bool copied
    = gimple_duplicate_loop_body_to_header_edge (l, loop_latch_edge (l), factor - 1, left_out, exit,
						 &exits, DLTHE_FLAG_UPDATE_FREQ);
  gcc_assert (copied);
  unsigned i;
  edge e;
  FOR_EACH_VEC_ELT (exits, i, e)
    remove_path (e);
  update_ssa (TODO_update_ssa);
  forget_turns (l);
  keep_long (l);
}

/* L, of which why_not has filled C, makes turns only while C->factor are left.  Returns the loop that makes the
   remainder; NULL: it has changed nothing.  */
static loop_p
split_off (loop_p l, counted *c)
{
  move_before (c->bound, l);
  tree bound = c->stay == NE_EXPR ? NULL_TREE : make_bound (l, *c);
  basic_block at;
  /* Both loops are executed, the remainder for some turns.  */
  profile_probability all = profile_probability::always (), some = profile_probability::even ();
  loop_p rest = loop_version (l, boolean_true_node, &at, all, all.invert (), all, some, true);
  if (!rest)
    return NULL;
  update_ssa (TODO_update_ssa);
  change_test (*c, bound);
  lead_to (l, rest, c->exit);
  return rest;
}

/* Unrolls L, of which why_not has filled C.  Returns false if it has changed nothing.  */
static bool
unroll_loop (loop_p l, counted *c)
{
  loop_p rest = c->back ? NULL : split_off (l, c);
  if (!c->back && !rest)
    return false;
  join_turns (l, c->factor, single_exit (l), c->back % c->factor);
  if (rest)
    forget_turns (rest);
  return true;
}

static void
innermost_loops (loop_p l, std::vector<loop_p> *all)
{
  for (loop_p k = l->inner; k; k = k->next)
    innermost_loops (k, all);
  if (!l->inner && loop_outer (l))
    all->push_back (l);
}

/* Fills in LOOPS, the innermost ones of F, which may be copied until end_copying.  */
static void
start_copying (function *f, std::vector<loop_p> *loops)
{
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  innermost_loops (get_loop (f, 0), loops);
  if (loops->empty ())
    return;
  rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  scev_initialize ();
  initialize_original_copy_tables ();
}

/* CHANGED: some were copied.  */
static void
end_copying (function *f, const std::vector<loop_p> &loops, bool changed)
{
  if (!loops.empty ())
    {
      free_original_copy_tables ();
      scev_finalize ();
    }
  loop_optimizer_finalize ();
  if (!loops.empty ())
    cleanup_tree_cfg ();
  if (changed)
    px_fold_copies (f);
}

/* Reports to dumps that the loop whose head ends with S is unrolled as C says, or why not.  */
static void
say (gimple *s, const char *why, const counted &c)
{
  if (!s || !dump_enabled_p ())
    return;
  if (why)
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, s, "loop not unrolled in part: %s\n", why);
  else
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, s, "loop unrolled by %d%s\n", c.factor,
		     c.back ? "" : ", with a remainder");
}

void
px_unroll_parts (function *f)
{
  std::vector<loop_p> loops;
  start_copying (f, &loops);
  HOST_WIDE_INT room = PX_MOST_FUNCTION - px_size_of_function (f);
  bool changed = false;
  for (loop_p l : loops)
    {
      HOST_WIDE_INT size = px_copied_size (l), more = (l->unroll - 1) * size;
      counted c = {};
      c.factor = l->unroll;
      c.back = px_ways_back (l);
      if (c.factor < 2 || c.factor > MOST_FACTOR || !size || c.back <= c.factor || more > room
	  || !can_duplicate_loop_p (l))
	continue;
      say (last_stmt (l->header), NULL, c);
      unroll_loop (l, &c);
      /* Two turns that are left GCC would unroll, whatever `unroll' says.  */
      if (c.back / c.factor <= 2)
	px_keep_counter (l);
      room -= more;
      changed = true;
      scev_reset ();
    }
  end_copying (f, loops, changed);
}

static unsigned
partial (function *f)
{
  std::vector<loop_p> loops;
  start_copying (f, &loops);
  HOST_WIDE_INT room = PX_MOST_FUNCTION - px_size_of_function (f), size;
  bool changed = false;
  for (loop_p l : loops)
    {
      counted c = {};
      gimple *last = last_stmt (l->header);
      const char *why = why_not (l, room, &c, &size);
      if (!why && !unroll_loop (l, &c))
	why = "GCC does not copy it";
      say (last, why, c);
      if (why)
	continue;
      room -= (c.factor - 1) * size;
      changed = true;
      scev_reset ();
    }
  end_copying (f, loops, changed);
  return 0;
}

opt_pass *
px_pass_partial (gcc::context *c)
{
  return px_function_pass (c, { "pxpartial", PROP_cfg | PROP_ssa, 0, OPTGROUP_LOOP }, px_wanted_p,
			   partial);
}
