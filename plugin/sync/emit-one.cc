/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs: code of which one thread of each unit executes all that has an effect, waits, expected bytes and
   copies, is executed by that thread only, and each of its instructions without a condition.

   Needs: the function with its synchronisation emitted, and px_emitter.by_one.
   Leaves: around each run two conditions.  Those are the statements of a run, in order, of code at
   thread[128]:

     wait (by the first of 128);  expect (by the first of 128);  px_tensor_load (x, …);

   which becomes

     if (tid % 128 == 0)
       {
	 asm ("elect.sync _|p, 1; selp.b32 %0, 1, 0, p;" : "=r" e);
	 if (e) { wait;  expect;  px_tensor_load (x, …) of thread[1]; }
       }

   For ptxas: where it does not know that one thread of a warp executes a tensor copy it puts a loop
   around it, as its operands are registers of the warp.  It knows by elect.sync, here of a mask
   with the one thread that comes there: the first one of the unit, whose number in the warp is 0
   as units of several warps start at a multiple of 32.

   Where branches are by warps' numbers (px_uniform_warps_p), the thread's whole warp executes a run, and each
   group, effects that follow each other, has its own condition:

     if (warp's first tid % 128 == 0)
       {
	 wait;
	 asm ("elect.sync _|p, -1; selp.b32 %0, 1, 0, p;" : "=r" e);
	 if (e) { expect;  px_tensor_load (x, …) of thread[1]; }
       }

   So ptxas knows that the warp is in step, and that slots, addresses and coordinates are the same for all of
   it: they are in its uniform registers from the start, and no instruction brings them there.  The mask has the
   whole warp, so of all groups one thread is elected (PTX ISA, elect.sync: the same for the same mask), and none
   executes a group before all have waited: no thread misses a phase.

   Other threads do not wait for the one: each wait in a run is that thread's alone, or its warp's, and the run
   sets no value and no variable that is read outside.  All barriers stand outside of runs.  */

#include "plugin/sync/emit-int.h"

/* ---- instructions ------------------------------------------------------ */

/* Ends block BB, from which one edge leads on, with the condition V != 0; else the flow goes to TO.  Of V == 1, or of
   a thread's number == 0, GCC would learn constants, and use V for those in the run: for ptxas V differs in a warp,
   and so would a slot that begins with it.  */
static void
leave_unless (basic_block bb, tree v, basic_block to)
{
  gimple_stmt_iterator end = gsi_last_bb (bb);
  edge on = single_succ_edge (bb);
  gsi_insert_after (&end, gimple_build_cond (NE_EXPR, v, px_emit_number (0), NULL_TREE, NULL_TREE),
		    GSI_NEW_STMT);
  on->flags = EDGE_TRUE_VALUE;
  on->probability = profile_probability::even ();
  make_edge (bb, to, EDGE_FALSE_VALUE)->probability = profile_probability::even ();
}

/* Returns what ends S: the call after it that keeps GIMPLE from copying it, or S itself.  */
static gimple *
end_of (gimple *s)
{
  gimple_stmt_iterator g = gsi_for_stmt (s);
  gsi_next (&g);
  return !gsi_end_p (g) && gimple_call_internal_p (gsi_stmt (g), IFN_GOMP_SIMT_VOTE_ANY)
	   ? gsi_stmt (g)
	   : s;
}

/* Returns an edge before S.  */
static edge
split_before (gimple *s)
{
  gimple_stmt_iterator g = gsi_for_stmt (s);
  gsi_prev (&g);
  return gsi_end_p (g) ? split_block_after_labels (gimple_bb (s))
		       : split_block (gimple_bb (s), gsi_stmt (g));
}

/* Ends block BB, from which one edge leads on, so that of the threads that come there only the one that elect.sync of
   MASK elects takes it; the others go to TO.  */
static void
elect_one (px_emitter *em, basic_block bb, const char *mask, basic_block to, location_t loc)
{
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gimple_seq q = NULL;
  tree e = make_ssa_name (unsigned_type_node);
  px_emit_asm (em, &q,
	       std::string ("{ .reg .pred %%pxp; elect.sync _|%%pxp, ") + mask
		 + "; selp.b32 %0, 1, 0, %%pxp; }",
	       { e }, {}, loc);
  gsi_insert_seq_after (&end, q, GSI_NEW_STMT);
  leave_unless (bb, e, to);
}

/* Returns a block of its own at the place where R ends.  */
static basic_block
block_after (const px_run &r)
{
  const px_run_item &i = r.items.back ();
  if (i.out)
    return split_edge (i.out);
  if (i.join)
    return split_block_after_labels (i.join)->dest;
  return split_block (gimple_bb (i.last), end_of (i.last))->dest;
}

/* Returns an edge at the place where R begins.  */
static edge
edge_before (const px_run &r)
{
  const px_run_item &i = r.items.front ();
  return i.first ? split_before (i.first) : loop_preheader_edge (i.loop);
}

/* The debugger learns of the values that R sets only in R.  */
static void
forget_in_debug (const px_run &r)
{
  std::set<gimple *> all = px_run_statements (r);
  gimple *use;
  imm_use_iterator u;
  for (gimple *s : all)
    for (tree v : px_names_set (s))
      FOR_EACH_IMM_USE_STMT (use, u, v)
	if (gimple_debug_bind_p (use) && !all.count (use))
	  {
	    gimple_debug_bind_reset_value (use);
	    update_stmt (use);
	  }
}

/* Statements of one block that follow each other.  */
struct group
{
  std::vector<gimple *> pure;	 /* to be moved before the first */
  std::vector<gimple *> effects; /* the others, without waits */
  gimple *first, *last;
};

struct grouping
{
  px_emitter *em;
  std::vector<group> found;
  group open;
  std::vector<gimple *> pure; /* after open.last */
  gimple *waits[2];	      /* the first and last wait after the last group; NULL: none */
};

static void
close_group (grouping *g)
{
  if (g->open.first)
    g->found.push_back (g->open);
  g->open = {};
  g->pure.clear ();
}

/* Adds effect S to the group that is open, or begins one.  */
static void
add_effect (grouping *g, gimple *s)
{
  if (!g->open.first)
    g->open.first = s;
  g->open.last = s;
  g->open.effects.push_back (s);
  g->open.pure.insert (g->open.pure.end (), g->pure.begin (), g->pure.end ());
  g->pure.clear ();
  g->waits[0] = NULL;
}

/* Adds S, which has no effect.  */
static void
add_pure (grouping *g, gimple *s)
{
  px_mention m;
  px_run_mentions (s, &m);
  if (!g->open.first || gimple_code (s) == GIMPLE_DEBUG
      || gimple_call_internal_p (s, IFN_GOMP_SIMT_VOTE_ANY))
    return;
  /* What reads memory may depend on the effects, unless it is px's own, and they on the variables.  */
  bool reads = gimple_vuse (s) && !g->em->by_one.count (s);
  if (reads || !m.written.empty () || gimple_clobber_p (s) || is_ctrl_stmt (s))
    close_group (g);
  else
    g->pure.push_back (s);
}

/* Returns the groups of effects of the statements ALL in block BB.  A wait is in one only if no effect is after
   it: else none of the effects is before all threads have waited, and all may wait.  */
static std::vector<group>
groups_in (px_emitter *em, basic_block bb, const std::set<gimple *> &all)
{
  grouping g = {};
  g.em = em;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      gimple *s = gsi_stmt (i);
      auto by = em->by_one.find (s);
      bool one = by != em->by_one.end () && by->second.n != PX_BY_ANY;
      if (all.count (s) && (px_run_copies_p (s) || (one && !by->second.waits)))
	add_effect (&g, s);
      else if (all.count (s) && one)
	{
	  close_group (&g);
	  g.waits[1] = s;
	  if (!g.waits[0])
	    g.waits[0] = s;
	}
      else
	add_pure (&g, s);
    }
  close_group (&g);
  if (g.waits[0])
    g.found.push_back ({ {}, {}, g.waits[0], g.waits[1] });
  return g.found;
}

/* The arguments of copy S, which stands in a group, are computed before statement FIRST by all threads, and
   stay there: in the group GCC would compute them for it, else for what comes after it, and for ptxas
   they would differ in a warp.  PINNED has those that are.  */
static void
pin_arguments (gimple *s, gimple *first, std::map<tree, tree> *pinned)
{
  for (unsigned k = 0; k < gimple_call_num_args (s); k++)
    {
      tree a = gimple_call_arg (s, k);
      if (TREE_CODE (a) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (a)
	  || !INTEGRAL_TYPE_P (TREE_TYPE (a)))
	continue;
      tree &v = (*pinned)[a];
      if (!v)
	{
	  gimple_stmt_iterator at = gsi_for_stmt (first);
	  v = make_ssa_name (TREE_TYPE (a));
	  gasm *pin = px_asm (px_emit_textf ("mov.u%d %%0, %%1;",
					     (int) tree_to_uhwi (TYPE_SIZE (TREE_TYPE (a)))),
			      { v }, { a }, false, gimple_location (s));
	  gimple_asm_set_volatile (pin, true);
	  gsi_insert_before (&at, pin, GSI_SAME_STMT);
	}
      gimple_call_set_arg (s, k, v);
    }
  update_stmt (s);
}

/* Only one thread of a warp, of which all come there, executes group G.  */
static void
guard_group (px_emitter *em, const group &g)
{
  gimple_stmt_iterator first = gsi_for_stmt (g.first);
  for (gimple *s : g.pure)
    {
      gimple_stmt_iterator at = gsi_for_stmt (s);
      gsi_move_before (&at, &first);
    }
  std::map<tree, tree> pinned;
  for (gimple *s : g.effects)
    if (px_run_copies_p (s))
      pin_arguments (s, g.first, &pinned);
  basic_block after = split_block (gimple_bb (g.last), end_of (g.last))->dest;
  elect_one (em, split_before (g.first)->src, "-1", after, gimple_location (g.first));
}

/* Of the first of each N threads (0: of the block) only itself executes R, or, WARP, its warp.  */
static void
guard_run (px_emitter *em, const px_run &r, bool warp)
{
  for (gimple *s : r.before)
    {
      gimple_stmt_iterator g = gsi_for_stmt (s);
      gsi_remove (&g, false);
    }
  forget_in_debug (r);
  int n = px_run_threads (r);
  location_t loc = gimple_location (r.items.front ().stmts.front ());
  basic_block to = block_after (r), number = split_edge (edge_before (r));
  tree t = make_ssa_name (unsigned_type_node);
  gimple_seq q = NULL;
  for (gimple *s : r.before)
    gimple_seq_add_stmt (&q, s);
  px_operands ins;
  if (warp)
    ins.push_back (px_entry_sreg (PX_SREG_WARP));
  gimple_seq_add_stmt (&q,
		       px_asm ("{ .reg .b32 %%pxt; " + px_elect (n, false, warp ? "%1" : "%%tid.x")
				 + "selp.b32 %0, 1, 0, %%pxp; }",
			       { t }, ins, false, loc));
  gimple_stmt_iterator at = gsi_last_bb (number);
  gsi_insert_seq_after (&at, q, GSI_NEW_STMT);
  leave_unless (number, t, to);
  std::set<gimple *> all = px_run_statements (r);
  if (warp)
    {
      px_blocks blocks;
      for (gimple *s : all)
	if (em->by_one.count (s) || px_run_copies_p (s))
	  blocks.insert (gimple_bb (s));
      for (basic_block bb : blocks)
	for (const group &g : groups_in (em, bb, all))
	  guard_group (em, g);
    }
  else
    elect_one (em, split_edge (single_succ_edge (number)), "1", to, loc);
  for (const px_run_item &i : r.items)
    for (gimple *s : i.stmts)
      {
	auto by = em->by_one.find (s);
	if (px_run_copies_p (s))
	  px_set_argument (s, PX_ROLE_UNIT, build_int_cst (integer_type_node, 1 << 2 | PX_THREAD));
	else if (by != em->by_one.end () && by->second.n != PX_BY_ANY)
	  {
	    gimple_stmt_iterator g = gsi_for_stmt (s);
	    gsi_replace (&g,
			 px_placed_asm (em->fun->decl, by->second.alone, {}, by->second.ins,
					gimple_location (s)),
			 false);
	  }
      }
}

void
px_emit_runs (px_emitter *em)
{
  if (px_opt.debug || em->by_one.empty ())
    return;
  std::vector<px_run> runs = px_find_runs (em);
  bool warp = px_uniform_warps_p (em->fun);
  for (const px_run &r : runs)
    guard_run (em, r, warp);
  if (!runs.empty ())
    mark_virtual_operands_for_renaming (em->fun);
  free_dominance_info (CDI_DOMINATORS);
}
