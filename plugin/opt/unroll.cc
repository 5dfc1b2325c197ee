/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of constant trip count become straight code: those that index a local array, which is
   in registers only then, and those that are small.

   GCC's own unrolling comes after it has decided what is in memory, counts as -O2 does, which
   is for CPUs, and does not copy a collective.  All threads that execute a collective make the
   same turns, so to copy it with a whole loop is right, barriers and all.

     float v[4];                                    v_0 = a[t]; v_1 = a[t + 64]; ...
     for (i = 0; i < 4; i++) v[i] = a[t + 64 * i];

   Two passes: "unroll" once fragments are lowered, so that GCC's early optimisation sees
   registers; "settle" at the end of that, when more counts are known and conditions folded.

   Needs: a device function in SSA form, synchronised, without fragments.
   Leaves: no such loop, but where a pragma asks for another factor or the limits below are
   passed.  After "settle" no loop around a synchronisation will be unrolled: the device
   compiler does not know what must not be copied.  */

#include "plugin/opt/opt.h"

/* Limits, in GCC's estimate of instructions (estimate_num_insns).  */
enum
{
  MOST_TURNS = 256,  /* as many registers has a thread */
  MOST_ARRAY = 8192, /* of a loop that indexes an array; a tile of 8 * 8 sums in 64 steps */
  MOST_SMALL = 5000, /* of another one: 32 KiB of code of 128 there are */
  MOST_PART = 800,   /* of turns that are made at a time: four steps of a tile of 8 * 8 sums */
  MANY = 32,	     /* values that go from turn to turn */
  LONG = 600	     /* straight code, to the device compiler and to ptxas */
};

/* Products of a warpgroup take hundreds of cycles, and their registers are chosen for all of a
   loop: unrolling it gains nothing.  */
static bool
wgmma_p (gimple *s)
{
  gasm *a = dyn_cast<gasm *> (s);
  return a && px_starts_product_p (a);
}

/* Turns of L; 0: not constant, or more than MOST_TURNS.  */
static HOST_WIDE_INT
turns_of (loop_p l)
{
  tree n = number_of_latch_executions (l);
  edge out;
  if (!n || TREE_CODE (n) != INTEGER_CST)
    n = find_loop_niter_by_eval (l, &out);
  return n && TREE_CODE (n) == INTEGER_CST && tree_fits_uhwi_p (n) && tree_to_uhwi (n) < MOST_TURNS
	   ? tree_to_uhwi (n) + 1
	   : 0;
}

/* Loops whose counters index local arrays that nothing else keeps in memory.  */
static std::set<loop_p>
indexing_loops (function *f)
{
  std::map<tree, std::set<loop_p>> by_array;
  std::set<tree> kept;
  for (const px_array_use &u : px_array_uses (f))
    if (!u.index || !px_counters (u.index, gimple_bb (u.s), &by_array[u.array]))
      kept.insert (u.array);
  std::set<loop_p> loops;
  for (auto &a : by_array)
    if (!kept.count (a.first))
      loops.insert (a.second.begin (), a.second.end ());
  return loops;
}

/* What code has.  */
struct weight
{
  HOST_WIDE_INT size;
  bool wgmma;
  bool loop;	/* one that stays a loop */
  bool barrier; /* of a block's threads, or one that is narrower */
};

/* Adds what BB has to W.  */
static void
weigh_block (basic_block bb, weight *w)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    {
      gimple *s = gsi_stmt (g);
      w->size += estimate_num_insns (s, &eni_size_weights);
      w->wgmma |= wgmma_p (s);
      gasm *a = dyn_cast<gasm *> (s);
      w->barrier |= a && px_barrier_p (a);
    }
}

/* What L has itself, without inner loops.  */
static weight
own_weight (loop_p l)
{
  weight w = {};
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    if (body[i]->loop_father == l)
      weigh_block (body[i], &w);
  free (body);
  return w;
}

HOST_WIDE_INT
px_copied_size (loop_p l)
{
  weight w = own_weight (l);
  return w.wgmma ? 0 : w.size;
}

HOST_WIDE_INT
px_size_of_function (function *f)
{
  weight w = {};
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    weigh_block (bb, &w);
  return w.size;
}

/* Loops of a function that are to be unrolled.  */
struct choice
{
  std::set<loop_p> arrays; /* index local arrays */
  HOST_WIDE_INT all;	   /* what the function has, with all that was chosen */
  bool any;
};

/* How many values a turn of L has from the last one.  */
static int
values_kept (loop_p l)
{
  int n = 0;
  for (gphi_iterator g = gsi_start_phis (l->header); !gsi_end_p (g); gsi_next (&g))
    n += !virtual_operand_p (gimple_phi_result (g.phi ()));
  return n;
}

/* How many of its TURNS L, which has W, makes at a time, where all of them as straight code would be long: such code
   takes the device compiler and ptxas long, and ptxas gives it more registers than a turn needs.  Where a turn starts
   with many values, as a tile's sums, it has enough to do at once, and one test of a few turns is little of it; where it
   waits at a barrier, a test is nothing.  Other loops gain by what their turns share, and by the counter that is
   constant.  0: not so.  */
static HOST_WIDE_INT
turns_at_a_time (loop_p l, HOST_WIDE_INT turns, const weight &w)
{
  int back = px_ways_back (l);
  if (turns * w.size <= LONG || w.loop || !back || (values_kept (l) < MANY && !w.barrier))
    return 0;
  /* What comes after a test at the head is executed once less.  */
  HOST_WIDE_INT all = single_exit (l)->src == l->header ? back : back + 1;
  HOST_WIDE_INT most = MIN (MOST_PART / w.size, all / 2),
		rounds = most ? (all + most - 1) / most : 0;
  return most > 1 ? (all + rounds - 1) / rounds : 0;
}

/* Marks L and the loops in it that are to be unrolled.  Returns what L has once they are.  */
static weight
choose_loops (loop_p l, choice *c)
{
  weight w = own_weight (l);
  for (loop_p k = l->inner; k; k = k->next)
    {
      weight inner = choose_loops (k, c);
      w.size += inner.size;
      w.wgmma |= inner.wgmma;
      w.loop |= inner.loop || k->unroll != USHRT_MAX;
    }
  if (!loop_outer (l) || w.wgmma || l->unroll == 1)
    return w;
  /* The pragma is read as GCC does: it counts the ways back.  */
  HOST_WIDE_INT turns = turns_of (l), most = c->arrays.count (l) ? MOST_ARRAY : MOST_SMALL;
  if (turns && (l->unroll || c->arrays.count (l) || !turns_at_a_time (l, turns, w))
      && (l->unroll ? turns - 1 <= l->unroll
		    : turns * w.size <= most && c->all + (turns - 1) * w.size <= PX_MOST_FUNCTION))
    {
      c->all += (turns - 1) * w.size;
      w.size *= turns;
      l->unroll = USHRT_MAX;
      c->any = true;
    }
  return w;
}

/* Marks the loops of F that are to become straight code.  Returns true if there are any.  */
static bool
choose_whole (function *f)
{
  px_known_loops known;
  choice c = { indexing_loops (f), px_size_of_function (f), false };
  choose_loops (get_loop (f, 0), &c);
  return c.any;
}

static unsigned
unroll (function *f)
{
  if (choose_whole (f))
    px_unroll_placed (f, px_unroll_marked);
  return 0;
}

void
px_fold_copies (function *f)
{
  opt_pass *ccp = make_pass_ccp (g);
  ccp->set_pass_param (0, false); /* no bits that are known of values: they come later */
  px_run_pass (f, ccp);
  px_run_pass (f, make_pass_forwprop (g));
}

/* The number that a turn of L ends with stays one: GCC's induction variables would make an address of it, which
   is each thread's, so that ptxas would no longer see that all threads leave at once, which a barrier wants, and how
   often L turns.  */
void
px_keep_counter (loop_p l)
{
  for (edge e : get_loop_exit_edges (l))
    {
      gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
      tree v = c ? gimple_cond_lhs (c) : NULL_TREE;
      if (!v || TREE_CODE (v) != SSA_NAME || TREE_CODE (TREE_TYPE (v)) != INTEGER_TYPE
	  || TYPE_PRECISION (TREE_TYPE (v)) != 32)
	continue;
      tree own = make_ssa_name (TREE_TYPE (v));
      gimple_stmt_iterator g = gsi_for_stmt (c);
      gsi_insert_before (&g, px_asm ("mov.u32 %0, %1;", { own }, { v }, false, gimple_location (c)),
			 GSI_SAME_STMT);
      gimple_cond_set_lhs (c, own);
      update_stmt (c);
    }
}

/* Marks the loops of F that are to make several turns at a time.  Returns true if there are any, or a pragma asks for
   it.  */
static bool
choose_parts (function *f)
{
  bool any = false;
  px_known_loops known;
  for (unsigned i = 1; i < vec_safe_length (get_loops (f)); i++)
    if (loop_p l = get_loop (f, i))
      {
	if (!l->inner && !l->unroll)
	  {
	    weight w = own_weight (l);
	    HOST_WIDE_INT turns = turns_of (l);
	    if (turns && !w.wgmma && turns * w.size <= MOST_SMALL)
	      l->unroll = turns_at_a_time (l, turns, w);
	  }
	any |= l->unroll > 1;
      }
  return any;
}

/* Loops around a synchronisation are not unrolled by the device compiler, whatever a pragma
   says.  Those around a barrier keep their counters, except for pipelines of products: their loads are of what copies
   bring, at no addresses of threads.  */
static void
keep_loops (function *f)
{
  std::set<loop_p> barriers;
  basic_block bb;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      {
	gasm *a = dyn_cast<gasm *> (gsi_stmt (g));
	if (a && (px_placed_p (a) || px_orders_p (a)))
	  for (loop_p l = bb->loop_father; l && l->num; l = loop_outer (l))
	    {
	      l->unroll = 1;
	      if (px_barrier_p (a))
		barriers.insert (l);
	    }
      }
  for (loop_p l : barriers)
    if (!own_weight (l).wgmma)
      px_keep_counter (l);
  loop_optimizer_finalize ();
}

/* Long code is spared what takes the device compiler long and finds next to nothing there.  Its combiner makes one
   instruction of two, not of more: it looks through all that lies between them, which took a third of that compiler's
   time.  Ranges and dominating tests say little of a block of 600 statements, its loads and stores are vectors already
   where they can be (opt/vector), and its common subexpressions are found before: that took a fifth of the rest.
   Pipelines of products, whose code waits for them, keep the addresses that the combiner makes.  */
static void
spare_long_code (function *f)
{
  bool wgmma = false, any = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    {
      weight w = {};
      weigh_block (bb, &w);
      wgmma |= w.wgmma;
      any |= w.size >= LONG;
    }
  if (wgmma || !any)
    return;
  tree node = make_node (OPTIMIZATION_NODE);
  *TREE_OPTIMIZATION (node) = *TREE_OPTIMIZATION (DECL_FUNCTION_SPECIFIC_OPTIMIZATION (f->decl));
  cl_optimization *o = TREE_OPTIMIZATION (node);
  o->x_param_max_combine_insns = 2;
  o->x_flag_tree_vrp = 0;
  o->x_flag_tree_dom = 0;
  o->x_flag_rerun_cse_after_loop = 0;
  o->x_flag_tree_slp_vectorize = 0;
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (f->decl) = node;
}

static unsigned
settle (function *f)
{
  if (!px_without ("unroll"))
    {
      unroll (f);
      if (choose_parts (f))
	px_unroll_placed (f, px_unroll_parts);
    }
  keep_loops (f);
  spare_long_code (f);
  if (px_opt.warn_local)
    px_warn_local (f);
  return 0;
}

/* Returns true if F's code is to be fast.  */
static bool
optimized_p (function *f)
{
  return px_ready_p (f) && !px_opt.debug;
}

bool
px_wanted_p (function *f)
{
  return optimized_p (f) && !px_without (current_pass->name + strlen ("px"));
}

opt_pass *
px_pass_unroll (gcc::context *c)
{
  return px_function_pass (c, { "pxunroll", PROP_cfg | PROP_ssa, 0 }, px_wanted_p, unroll);
}

opt_pass *
px_pass_settle (gcc::context *c)
{
  return px_function_pass (c, { "pxsettle", PROP_cfg | PROP_ssa, 0, OPTGROUP_LOOP }, optimized_p,
			   settle);
}
