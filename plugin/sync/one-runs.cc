/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds runs: code in which all that has an effect, waits, expected bytes and copies, is one thread's of
   each unit, and which sets no value and no variable that is read elsewhere.  emit-one.cc, whose head shows
   one, has that thread alone execute it.

   Needs: the function with its synchronisation emitted, and px_emitter.by_one.
   Leaves: the function as it is.

   Found in GIMPLE and not in the tree, as what counts is what was emitted.  */

#include "plugin/sync/emit-int.h"

struct search
{
  px_emitter *em;
  std::set<basic_block> seen;
  px_run open;
  std::vector<px_run> found;
};

/* Returns true if variable V is one whose values px's own statements keep, in no SSA form yet.  */
static bool
variable_p (tree v)
{
  return VAR_P (v) && is_gimple_reg (v);
}

static tree
note_mention (tree *t, int *walk, void *data)
{
  walk_stmt_info *w = (walk_stmt_info *) data;
  px_mention *m = (px_mention *) w->info;
  if (variable_p (*t))
    (w->is_lhs ? m->written : m->read).insert (*t);
  if (TYPE_P (*t))
    *walk = 0;
  return NULL_TREE;
}

/* Adds the variables of px's that S reads and writes to M.  */
void
px_run_mentions (gimple *s, px_mention *m)
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
  auto spare = [] (const px_run_item &i) {
    return i.n == PX_BY_ANY && !i.touches;
  };
  std::vector<px_run_item> *open = &w->open.items;
  while (!open->empty () && spare (open->back ()))
    open->pop_back ();
  px_run r = { { std::find_if_not (open->begin (), open->end (), spare), open->end () }, {} };
  open->clear ();
  if (!r.items.empty ())
    w->found.push_back (r);
}

/* Adds I to the run that is open, or begins one with I.  */
static void
add_item (search *w, const px_run_item &i)
{
  for (const px_run_item &o : w->open.items)
    if (i.n != PX_BY_ANY && o.n != PX_BY_ANY && i.n != o.n)
      {
	close_run (w);
	break;
      }
  w->open.items.push_back (i);
}

/* Adds S to I.  Returns false if several threads must execute S.  */
static bool
add_statement (search *w, px_run_item *i, gimple *s)
{
  px_mention m;
  int n = executed_by (w->em, s);
  if (n == PX_BY_EVERY || (n != PX_BY_ANY && i->n != PX_BY_ANY && n != i->n))
    return false;
  if (n != PX_BY_ANY)
    i->n = n;
  px_run_mentions (s, &m);
  i->touches |= !m.read.empty () || !m.written.empty ();
  i->stmts.push_back (s);
  return true;
}

static bool
add_phis (search *w, px_run_item *i, basic_block bb)
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
		px_blocks *all)
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
add_blocks (search *w, px_run_item *i, basic_block before, edge into, basic_block join)
{
  px_blocks all;
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
	  px_run_item i = {};
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
      px_run_item i = {};
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

std::set<gimple *>
px_run_statements (const px_run &r)
{
  std::set<gimple *> all;
  for (const px_run_item &i : r.items)
    all.insert (i.stmts.begin (), i.stmts.end ());
  return all;
}

bool
px_run_copies_p (gimple *s)
{
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  return x && x->kind == PX_I_ELECTED;
}

/* The names that S sets, without that of memory.  */
std::vector<tree>
px_names_set (gimple *s)
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
  for (tree v : px_names_set (s))
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
make_closed (px_run *r)
{
  std::set<gimple *> all = px_run_statements (*r);
  bool loads = false;
  for (size_t k = r->items.size (); k--;)
    {
      const px_run_item &i = r->items[k];
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
      loads |= px_run_copies_p (s)
	       && px_intrinsic_of (gimple_call_fndecl (s))->timeline == PX_T_BULK_LOAD;
    }
  return loads;
}

int
px_run_threads (const px_run &r)
{
  int n = PX_BY_ANY;
  for (const px_run_item &i : r.items)
    n = i.n == PX_BY_ANY ? n : i.n;
  return n;
}

/* Takes away runs that set a variable that is read outside of runs of as many threads, until there is none.  */
static void
keep_closed (std::vector<px_run> *runs)
{
  bool again = true;
  while (again)
    {
      std::map<int, std::set<tree>> stale; /* variables that only one of so many threads keeps */
      std::map<gimple *, int> inside;
      for (const px_run &r : *runs)
	for (gimple *s : px_run_statements (r))
	  {
	    px_mention m;
	    px_run_mentions (s, &m);
	    inside[s] = px_run_threads (r);
	    stale[px_run_threads (r)].insert (m.written.begin (), m.written.end ());
	  }
      std::set<tree> wrong;
      basic_block bb;
      FOR_EACH_BB_FN (bb, cfun)
	for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	  {
	    px_mention m;
	    px_run_mentions (gsi_stmt (g), &m);
	    auto in = inside.find (gsi_stmt (g));
	    for (auto &of : stale)
	      if (in == inside.end () || in->second != of.first)
		for (tree v : m.read)
		  if (of.second.count (v))
		    wrong.insert (v);
	  }
      size_t had = runs->size ();
      auto sets_wrong = [&] (const px_run &r) {
	for (gimple *s : px_run_statements (r))
	  {
	    px_mention m;
	    px_run_mentions (s, &m);
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

/* Adds to RUNS those that were found and are right, else their parts: what has branches, and what is between.  */
static void
keep_right (search *w, std::vector<px_run> *runs)
{
  for (size_t k = 0; k < w->found.size (); k++) /* it grows */
    {
      px_run r = w->found[k], part = {};
      if (make_closed (&r))
	{
	  runs->push_back (r);
	  continue;
	}
      std::vector<px_run_item> items = w->found[k].items;
      if (items.size () == 1 && items[0].from)
	find_inside (w, items[0].from, items[0].to);
      if (items.size () == 1
	  || std::none_of (items.begin (), items.end (),
			   [] (const px_run_item &i) { return i.from != NULL; }))
	continue;
      for (const px_run_item &i : items)
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

std::vector<px_run>
px_find_runs (px_emitter *em)
{
  search w = {};
  std::vector<px_run> runs;
  w.em = em;
  free_dominance_info (CDI_POST_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  find_runs (&w, single_succ (ENTRY_BLOCK_PTR_FOR_FN (em->fun)), NULL);
  keep_right (&w, &runs);
  free_dominance_info (CDI_POST_DOMINATORS);
  keep_closed (&runs);
  return runs;
}
