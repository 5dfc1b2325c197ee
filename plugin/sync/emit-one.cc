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
   as units of several warps start at a multiple of 32.  So a copy and what stands outside of runs
   (groups of bulk stores, say) belong to one thread.

   Other threads do not wait for the one: each wait in a run is that thread's alone, and the run sets no value
   and no variable that is read outside.  All barriers stand outside of runs.  */

#include "plugin/sync/emit-int.h"

/* One or more statements that follow each other, from one place to another.  */
struct item
{
  std::vector<gimple *> stmts;
  int n;	/* one of N executes it (0: the block's first); PX_BY_ANY: it has no effect */
  bool touches; /* it reads or writes a variable of px's */
  basic_block from, to; /* it has the blocks that FROM leads to, up to TO; NULL: none of its own */
  gimple *first;	/* it begins before FIRST; NULL: where LOOP is entered */
  loop_p loop;
  gimple *last; /* it ends after LAST; else at the start of JOIN, after its phis; else at OUT */
  basic_block join;
  edge out;
};

/* Items that follow each other, and BEFORE: pure statements of them that all threads execute, which go before them.  */
struct run
{
  std::vector<item> items;
  std::vector<gimple *> before;
};

struct search
{
  px_emitter *em;
  std::set<basic_block> seen;
  run open;
  std::vector<run> found;
};

/* Returns true if variable V is one whose values px's own statements keep, in no SSA form yet.  */
static bool
variable_p (tree v)
{
  return VAR_P (v) && is_gimple_reg (v);
}

struct mention
{
  std::set<tree> read, written;
};

static tree
note_mention (tree *t, int *walk, void *data)
{
  walk_stmt_info *w = (walk_stmt_info *) data;
  mention *m = (mention *) w->info;
  if (variable_p (*t))
    (w->is_lhs ? m->written : m->read).insert (*t);
  if (TYPE_P (*t))
    *walk = 0;
  return NULL_TREE;
}

/* Adds the variables of px's that S reads and writes to M.  */
static void
mentions (gimple *s, mention *m)
{
  walk_stmt_info w = {};
  w.info = m;
  if (!is_gimple_debug (s))
    walk_gimple_op (s, note_mention, &w);
}

/* Returns by which threads S is executed, as px_by_one.n.  */
static int
executed_by (px_emitter *em, gimple *s)
{
  bool is_exit;
  px_persp unit;
  auto one = em->by_one.find (s);
  if (one != em->by_one.end ())
    return one->second.n;
  switch (gimple_code (s))
    {
    case GIMPLE_PHI:
    case GIMPLE_LABEL:
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_DEBUG:
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_GOTO: return PX_BY_ANY;
    case GIMPLE_ASSIGN:
      return gimple_clobber_p (s)
		 || (!gimple_has_volatile_ops (s) && is_gimple_reg (gimple_assign_lhs (s)))
	       ? PX_BY_ANY
	       : PX_BY_EVERY;
    case GIMPLE_ASM:
      return gimple_asm_volatile_p (as_a<gasm *> (s)) || gimple_vdef (s) ? PX_BY_EVERY : PX_BY_ANY;
    case GIMPLE_CALL: break;
    default: return PX_BY_EVERY;
    }
  if (gimple_call_internal_p (s, IFN_GOMP_SIMT_VOTE_ANY) || px_marker (s, &is_exit))
    return PX_BY_ANY;
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  if (!x || px_unsafe_p (px_region_of (s)))
    return PX_BY_EVERY;
  if (x->kind == PX_I_OPERATOR || x->kind == PX_I_LOAD)
    return PX_BY_ANY;
  if (x->kind != PX_I_ELECTED || !px_collective_of (s, &unit))
    return PX_BY_EVERY;
  return unit.level == PX_THREAD && unit.n % 32 == 0 ? unit.n
	 : unit.level == PX_BLOCK && unit.n == 1     ? 0
						     : PX_BY_EVERY;
}

/* ---- finding them ------------------------------------------------------ */

/* Ends the run that is open.  */
static void
close_run (search *w)
{
  auto spare = [] (const item &i) {
    return i.n == PX_BY_ANY && !i.touches;
  };
  std::vector<item> *open = &w->open.items;
  while (!open->empty () && spare (open->back ()))
    open->pop_back ();
  run r = { { std::find_if_not (open->begin (), open->end (), spare), open->end () }, {} };
  open->clear ();
  if (!r.items.empty ())
    w->found.push_back (r);
}

/* Adds I to the run that is open, or begins one with I.  */
static void
add_item (search *w, const item &i)
{
  for (const item &o : w->open.items)
    if (i.n != PX_BY_ANY && o.n != PX_BY_ANY && i.n != o.n)
      {
	close_run (w);
	break;
      }
  w->open.items.push_back (i);
}

/* Adds S to I.  Returns false if several threads must execute S.  */
static bool
add_statement (search *w, item *i, gimple *s)
{
  mention m;
  int n = executed_by (w->em, s);
  if (n == PX_BY_EVERY || (n != PX_BY_ANY && i->n != PX_BY_ANY && n != i->n))
    return false;
  if (n != PX_BY_ANY)
    i->n = n;
  mentions (s, &m);
  i->touches |= !m.read.empty () || !m.written.empty ();
  i->stmts.push_back (s);
  return true;
}

static bool
add_phis (search *w, item *i, basic_block bb)
{
  bool ok = true;
  for (gphi_iterator p = gsi_start_phis (bb); !gsi_end_p (p); gsi_next (&p))
    ok &= add_statement (w, i, p.phi ());
  return ok;
}

/* Sets *ALL to the blocks that are reached from FROM before JOIN.  Returns false if one of them is reached
   from elsewhere, too, but from BEFORE.  */
static bool
blocks_between (basic_block before, const std::vector<basic_block> &from, basic_block join,
		std::set<basic_block> *all)
{
  std::vector<basic_block> todo = from;
  edge e;
  edge_iterator ei;
  while (!todo.empty ())
    {
      basic_block bb = todo.back ();
      todo.pop_back ();
      if (bb == join || !all->insert (bb).second)
	continue;
      if (bb == before || bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
	return false;
      FOR_EACH_EDGE (e, ei, bb->succs)
	todo.push_back (e->dest);
    }
  for (basic_block bb : *all)
    FOR_EACH_EDGE (e, ei, bb->preds)
      if (e->src != before && !all->count (e->src))
	return false;
  return true;
}

/* Adds to I the blocks that BEFORE leads to, into a loop by its only edge INTO, or, NULL, by all edges, up to
   JOIN.  Returns false if they are no part of a run.  */
static bool
add_blocks (search *w, item *i, basic_block before, edge into, basic_block join)
{
  std::set<basic_block> all;
  std::vector<basic_block> from;
  edge e, out = NULL;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, before->succs)
    from.push_back (e->dest);
  if (!blocks_between (before, from, join, &all))
    return false;
  for (basic_block bb : all)
    {
      if (!add_phis (w, i, bb))
	return false;
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	if (!add_statement (w, i, gsi_stmt (g)))
	  return false;
    }
  int ends = 0, others = 0;
  FOR_EACH_EDGE (e, ei, join->preds)
    if (all.count (e->src) || (e->src == before && !into))
      {
	ends++;
	out = e;
      }
    else
      others++;
  i->from = before;
  i->to = join;
  i->loop = into ? into->dest->loop_father : NULL;
  i->first = into ? NULL : last_stmt (before);
  i->out = others ? out : NULL;
  i->join = others ? NULL : join;
  return others ? ends == 1 : add_phis (w, i, join);
}

static void find_runs (search *w, basic_block bb, basic_block stop);

/* Finds runs in the blocks that FROM leads to, up to TO.  */
static void
find_inside (search *w, basic_block from, basic_block to)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, from->succs)
    if (e->dest != to)
      find_runs (w, e->dest, to);
}

/* Finds runs in the code from BB on to STOP (NULL: the function's end).  */
static void
find_runs (search *w, basic_block bb, basic_block stop)
{
  bool joined = false; /* BB's phis are part of the run */
  while (bb && bb != stop && bb != EXIT_BLOCK_PTR_FOR_FN (cfun) && w->seen.insert (bb).second)
    {
      if (!joined)
	close_run (w);
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	{
	  item i = {};
	  gimple *s = gsi_stmt (g);
	  i.n = PX_BY_ANY;
	  i.first = i.last = s;
	  if (gimple_code (s) == GIMPLE_LABEL || is_ctrl_stmt (s))
	    continue;
	  if (add_statement (w, &i, s))
	    add_item (w, i);
	  else
	    close_run (w);
	}
      edge into = single_succ_p (bb) ? single_succ_edge (bb) : NULL;
      basic_block join;
      if (into)
	{
	  loop_p l = into->dest->loop_father;
	  join = into->dest;
	  if (join->loop_father->header != join || flow_bb_inside_loop_p (l, bb))
	    {
	      joined = single_pred_p (join) && !phi_nodes (join);
	      bb = join;
	      continue;
	    }
	  while (join && join != EXIT_BLOCK_PTR_FOR_FN (cfun) && flow_bb_inside_loop_p (l, join))
	    join = get_immediate_dominator (CDI_POST_DOMINATORS, join);
	}
      else
	join = get_immediate_dominator (CDI_POST_DOMINATORS, bb);
      item i = {};
      i.n = PX_BY_ANY;
      joined = join && join != EXIT_BLOCK_PTR_FOR_FN (cfun) && (into || last_stmt (bb))
	       && add_blocks (w, &i, bb, into, join);
      if (joined)
	{
	  if (!into && !add_statement (w, &i, last_stmt (bb)))
	    gcc_unreachable ();
	  add_item (w, i);
	  joined = i.join;
	}
      else
	{
	  close_run (w);
	  find_inside (w, bb, join);
	}
      bb = join;
    }
  close_run (w);
}

/* ---- which are right --------------------------------------------------- */

static std::set<gimple *>
statements_of (const run &r)
{
  std::set<gimple *> all;
  for (const item &i : r.items)
    all.insert (i.stmts.begin (), i.stmts.end ());
  return all;
}

static bool
copies_p (gimple *s)
{
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  return x && x->kind == PX_I_ELECTED;
}

/* The names that S sets, without that of memory.  */
static std::vector<tree>
names_set (gimple *s)
{
  std::vector<tree> all;
  ssa_op_iter i;
  tree v;
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      if (!virtual_operand_p (gimple_phi_result (phi)))
	all.push_back (gimple_phi_result (phi));
    }
  else
    FOR_EACH_SSA_TREE_OPERAND (v, s, i, SSA_OP_DEF)
      if (TREE_CODE (v) == SSA_NAME)
	all.push_back (v);
  return all;
}

/* Returns true if a statement that is not in ALL uses what S sets.  */
static bool
used_outside (const std::set<gimple *> &all, gimple *s)
{
  use_operand_p use;
  imm_use_iterator u;
  for (tree v : names_set (s))
    FOR_EACH_IMM_USE_FAST (use, u, v)
      if (!is_gimple_debug (USE_STMT (use)) && !all.count (USE_STMT (use)))
	return true;
  return false;
}

/* Returns true if S uses what a statement in ALL sets.  */
static bool
depends_on (const std::set<gimple *> &all, gimple *s)
{
  ssa_op_iter i;
  tree v;
  FOR_EACH_SSA_TREE_OPERAND (v, s, i, SSA_OP_USE)
    if (TREE_CODE (v) == SSA_NAME && all.count (SSA_NAME_DEF_STMT (v)))
      return true;
  return false;
}

/* Takes out of R what sets values that are used outside, and adds it to R->before.  Returns true if that
   depends on no memory and on nothing that remains in R, and if R then loads by a copy and sets no value that
   is used outside.  A store alone gains nothing: what is waited for before and after it is all threads'.  */
static bool
make_closed (run *r)
{
  std::set<gimple *> all = statements_of (*r);
  bool loads = false;
  for (size_t k = r->items.size (); k--;)
    {
      const item &i = r->items[k];
      gimple *s = i.stmts.back ();
      if (!i.from && i.n == PX_BY_ANY && !i.touches && is_gimple_assign (s) && !gimple_vuse (s)
	  && used_outside (all, s))
	{
	  r->before.insert (r->before.begin (), s);
	  all.erase (s);
	  r->items.erase (r->items.begin () + k);
	}
    }
  for (gimple *s : r->before)
    if (depends_on (all, s))
      return false;
  for (gimple *s : all)
    {
      if (used_outside (all, s))
	return false;
      loads |= copies_p (s) && px_intrinsic_of (gimple_call_fndecl (s))->timeline == PX_T_BULK_LOAD;
    }
  return loads;
}

static int
threads_of_run (const run &r)
{
  int n = PX_BY_ANY;
  for (const item &i : r.items)
    n = i.n == PX_BY_ANY ? n : i.n;
  return n;
}

/* Takes away runs that set a variable that is read outside of runs of as many threads, until there is none.  */
static void
keep_closed (std::vector<run> *runs)
{
  bool again = true;
  while (again)
    {
      std::map<int, std::set<tree>> stale; /* variables that only one of so many threads keeps */
      std::map<gimple *, int> inside;
      for (const run &r : *runs)
	for (gimple *s : statements_of (r))
	  {
	    mention m;
	    mentions (s, &m);
	    inside[s] = threads_of_run (r);
	    stale[threads_of_run (r)].insert (m.written.begin (), m.written.end ());
	  }
      std::set<tree> wrong;
      basic_block bb;
      FOR_EACH_BB_FN (bb, cfun)
	for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	  {
	    mention m;
	    mentions (gsi_stmt (g), &m);
	    auto in = inside.find (gsi_stmt (g));
	    for (auto &of : stale)
	      if (in == inside.end () || in->second != of.first)
		for (tree v : m.read)
		  if (of.second.count (v))
		    wrong.insert (v);
	  }
      size_t had = runs->size ();
      auto sets_wrong = [&] (const run &r) {
	for (gimple *s : statements_of (r))
	  {
	    mention m;
	    mentions (s, &m);
	    for (tree v : m.written)
	      if (wrong.count (v))
		return true;
	  }
	return false;
      };
      runs->erase (std::remove_if (runs->begin (), runs->end (), sets_wrong), runs->end ());
      again = runs->size () != had;
    }
}

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

/* Returns a block of its own at the place where R ends.  */
static basic_block
block_after (const run &r)
{
  const item &i = r.items.back ();
  if (i.out)
    return split_edge (i.out);
  if (i.join)
    return split_block_after_labels (i.join)->dest;
  gimple_stmt_iterator g = gsi_for_stmt (i.last);
  gsi_next (&g);
  /* The call that keeps GIMPLE from copying it belongs to it.  */
  bool marked = !gsi_end_p (g) && gimple_call_internal_p (gsi_stmt (g), IFN_GOMP_SIMT_VOTE_ANY);
  return split_block (gimple_bb (i.last), marked ? gsi_stmt (g) : i.last)->dest;
}

/* Returns an edge at the place where R begins.  */
static edge
edge_before (const run &r)
{
  const item &i = r.items.front ();
  if (!i.first)
    return loop_preheader_edge (i.loop);
  gimple_stmt_iterator g = gsi_for_stmt (i.first);
  gsi_prev (&g);
  return gsi_end_p (g) ? split_block_after_labels (gimple_bb (i.first))
		       : split_block (gimple_bb (i.first), gsi_stmt (g));
}

/* The debugger learns of the values that R sets only in R.  */
static void
forget_in_debug (const run &r)
{
  std::set<gimple *> all = statements_of (r);
  gimple *use;
  imm_use_iterator u;
  for (gimple *s : all)
    for (tree v : names_set (s))
      FOR_EACH_IMM_USE_STMT (use, u, v)
	if (gimple_debug_bind_p (use) && !all.count (use))
	  {
	    gimple_debug_bind_reset_value (use);
	    update_stmt (use);
	  }
}

/* Only the first of each N threads (0: of the block) executes R.  */
static void
guard_run (px_emitter *em, const run &r)
{
  for (gimple *s : r.before)
    {
      gimple_stmt_iterator g = gsi_for_stmt (s);
      gsi_remove (&g, false);
    }
  forget_in_debug (r);
  int n = threads_of_run (r);
  location_t loc = gimple_location (r.items.front ().stmts.front ());
  basic_block to = block_after (r), number = split_edge (edge_before (r)),
	      one = split_edge (single_succ_edge (number));
  tree t = make_ssa_name (unsigned_type_node), e = make_ssa_name (unsigned_type_node);
  gimple_seq q = NULL;
  for (gimple *s : r.before)
    gimple_seq_add_stmt (&q, s);
  gimple_seq_add_stmt (&q, px_asm ("{ .reg .b32 %%pxt; " + px_elect (n, false)
				     + "selp.b32 %0, 1, 0, %%pxp; }",
				   { t }, {}, false, loc));
  gimple_stmt_iterator at = gsi_last_bb (number);
  gsi_insert_seq_after (&at, q, GSI_NEW_STMT);
  leave_unless (number, t, to);
  q = NULL;
  px_emit_asm (em, &q, "{ .reg .pred %%pxp; elect.sync _|%%pxp, 1; selp.b32 %0, 1, 0, %%pxp; }",
	       { e }, {}, loc);
  at = gsi_last_bb (one);
  gsi_insert_seq_after (&at, q, GSI_NEW_STMT);
  leave_unless (one, e, to);
  for (gimple *s : statements_of (r))
    {
      auto by = em->by_one.find (s);
      if (copies_p (s))
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

/* Adds to RUNS those that were found and are right, else their parts: what has branches, and what is between.  */
static void
keep_right (search *w, std::vector<run> *runs)
{
  for (size_t k = 0; k < w->found.size (); k++) /* it grows */
    {
      run r = w->found[k], part = {};
      if (make_closed (&r))
	{
	  runs->push_back (r);
	  continue;
	}
      std::vector<item> items = w->found[k].items;
      if (items.size () == 1 && items[0].from)
	find_inside (w, items[0].from, items[0].to);
      if (items.size () == 1 || std::none_of (items.begin (), items.end (), [] (const item &i) {
	    return i.from != NULL;
	  }))
	continue;
      for (const item &i : items)
	{
	  if (!i.from)
	    {
	      part.items.push_back (i);
	      continue;
	    }
	  w->found.push_back (part);
	  part.items.clear ();
	  w->found.push_back ({ { i }, {} });
	}
      w->found.push_back (part);
    }
}

void
px_emit_runs (px_emitter *em)
{
  search w = {};
  std::vector<run> runs;
  w.em = em;
  if (px_opt.debug || em->by_one.empty ())
    return;
  free_dominance_info (CDI_POST_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  find_runs (&w, single_succ (ENTRY_BLOCK_PTR_FOR_FN (em->fun)), NULL);
  keep_right (&w, &runs);
  free_dominance_info (CDI_POST_DOMINATORS);
  keep_closed (&runs);
  for (const run &r : runs)
    guard_run (em, r);
  if (!runs.empty ())
    mark_virtual_operands_for_renaming (em->fun);
  free_dominance_info (CDI_DOMINATORS);
}
