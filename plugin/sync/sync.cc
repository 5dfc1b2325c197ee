/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Synchronisation: represents a function as the tree that infer/infer.h works on, and emits its
   results as instructions.

   Needs: a device function after early inlining, in SSA form, with markers.
   Leaves: the barriers that px_infer found.

     *w = t;  n = (*x)[63 - t];     of an array of the block becomes

     *w = t;  asm volatile ("bar.sync 0;" : : : "memory");  .GOMP_SIMT_VOTE_ANY (0);
     n = (*x)[63 - t];      its last operand is its number (px_placed_asm)

   The tree follows the control flow graph.  A level is the function or a
   natural loop, in which each inner loop counts as one block.  In a level, a branch
   is an IF whose arms end where all paths to the level's end meet.  A path that leaves
   a loop early ends its arm.  The tree then has more paths than the program, so
   what is ordered in the tree is ordered in the program.  Code at thread[1] is one sequence of
   operations, whatever its control flow: no barrier can stand in it.  */

#include "plugin/sync/sync-int.h"
#include "plugin/bridge/count.h"

px_sync_fn *px_now;

unsigned
px_sync_count (tree fn)
{
  std::map<tree, unsigned>::iterator i = px_synced ().counts.find (fn);
  return i == px_synced ().counts.end () ? 0 : i->second;
}

/* ---- from GIMPLE ------------------------------------------------------ */

static bool
has_rings ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (tree d = px_shared_array (gsi_stmt (i)))
	if (px_slots_of (d))
	  return true;
  return false;
}

/* Returns the number of entries and exits of constructs.  */
static int
markers ()
{
  basic_block bb;
  bool is_exit;
  int n = 0;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      n += px_marker (gsi_stmt (i), &is_exit) != 0;
  return n;
}

static bool
build (function *fun)
{
  px_signature s = px_signature_of (fun->decl);
  px_bound bound = px_bound_of (s);
  bool kernel = px_twin_p (fun->decl);
  px_fn *f = px_fn_new (px_name_of (fun->decl), kernel);
  px_start_counts (f);
  px_now->fun = fun;
  px_now->f = f;
  f->persp = px_broadest (bound);
  f->threads = s.threads;
  f->tmin = s.threads ? s.threads : s.thread ? s.thread : 1;
  f->cluster = s.cluster ? s.cluster : 1;
  f->cooperative = s.cooperative;
  f->barriers = kernel ? -1 : s.barriers;
  f->part0 = px_synced ().parts;
  px_now->loaded = px_add_obj (f, "memory whose address was loaded", PX_GLOBAL);
  px_now->loaded->anywhere = true;
  if (!kernel)
    px_now->loaded->persp = f->persp;
  px_now->rings = has_rings ();
  px_now->escaped = px_find_escaped ();
  px_now->maps = px_copies_boxes ();
  px_now->most_steps = 50 * (n_basic_blocks_for_fn (fun) + markers ());
  px_find_unchecked ();
  px_parse_function ();
  if (!px_unstructured_p ())
    px_check_seen ();
  px_find_stores ();
  return !px_now->refused && px_find_rings (f, &px_now->places);
}

/* ---- named barriers of callees ------------------------------------------ */

/* Reserves the last of the function's named barriers for its callees: for each size of their
   units as many as the callee with the largest need has, for each unit that calls.  F keeps the
   others.  */
static bool
allot_barriers (px_fn *f)
{
  struct range
  {
    int lo, hi, most, base;
  };
  std::map<int, range> ranges;
  int have = f->kernel ? 16 : px_signature_of (px_now->fun->decl).barriers, need = 0;
  for (px_asked &a : px_now->places.asked)
    {
      int lo = a.n ? a.seq->first : 0;
      int all = a.seq->span				    ? a.seq->span
		: !f->kernel && f->persp.level == PX_THREAD ? f->persp.n
		: f->threads				    ? f->threads
							    : 1024;
      range &r = ranges.insert ({ a.n, { lo, lo, 0, 0 } }).first->second;
      r.lo = std::min (r.lo, lo);
      r.hi = std::max (r.hi, a.n ? lo + all : 1);
      r.most = std::max (r.most, a.k);
    }
  for (auto &r : ranges)
    {
      r.second.base = need;
      need += r.second.most * (r.first ? (r.second.hi - r.second.lo) / r.first : 1);
    }
  if (need > have - f->kernel)
    {
      px_error (gimple_location (px_now->places.asked[0].s), PX_D_SYNC_BARRIERS_CALLED, need,
		px_now->fun->decl, have - f->kernel);
      return false;
    }
  for (px_asked &a : px_now->places.asked)
    {
      const range &r = ranges[a.n];
      a.first = r.lo;
      a.k = r.most;
      a.bar = have - need + r.base;
    }
  f->barriers = f->kernel ? need : have - need;
  return true;
}

/* ---- the pass --------------------------------------------------------- */

/* Records accesses of a kernel for plugin/sync/seen.cc.  */
static void
note_seen ()
{
  px_note_kernel (px_now->fun->decl, !px_now->unchecked.empty () || px_now->others);
  for (auto &o : px_now->objects)
    for (int k = 0; TREE_CODE (o.first) == PARM_DECL && k < px_now->f->nacc; k++)
      if (px_now->f->acc[k]->obj == o.second && !px_now->f->acc[k]->op->synth)
	px_note_seen (px_now->fun->decl, o.first, px_now->f->acc[k]->kind);
}

static void
infer (function *fun, bool ok)
{
  px_fn *f = px_now->f;
  px_race *race = px_race_new (fun);
  px_opts o = {};
  o.need = px_judge_need;
  o.apart = px_apart_by_types;
  o.ahead = true;
  o.sure = px_judge_sure;
  o.back = px_judge_back;
  o.split_weight = PX_OVERLAP;
  ok = ok && px_infer (f, &o) && allot_barriers (f) && px_select (f);
  if (ok && f->kernel)
    note_seen ();
  {
    px_timer timer (PX_W_RACES);
    px_race_judge_claims ();
    px_judge_races ();
    px_judge_bounds ();
    px_judge_unwritten ();
  }
  px_dj_add_effort (px_race_arena (), px_effort ());
  px_dj_add_effort (px_value_arena (), px_effort ());
  if (ok && px_summarise (f, race))
    px_race_keep ();
  else
    px_race_free (race);
  if (!ok)
    px_report (f);
  if (px_explains ())
    px_explain_tree (f);
  if (px_opt.report)
    px_report_function (f);
  if (px_opt.dcfg)
    if (FILE *out = fopen (px_opt.dcfg, "a"))
      {
	px_dcfg_dot (f, out);
	fclose (out);
      }
  if (px_opt.dump_sync)
    px_fn_print (f, stderr);
  px_synced ().parts += f->npart;
  unsigned &count = px_synced ().counts[fun->decl];
  count = f->nsync;
  for (int i = 0; i < f->npart; i++)
    count += !f->part[i].sync;
  /* -fplugin-arg-px-drop-sync: forbid inlining of the function, else the inference of its
     callers would put the dropped part back.  */
  if (ok && px_opt.drop_sync && px_drop (f, px_opt.drop_sync))
    px_stays_one (fun->decl);
  if (ok)
    {
      px_emit_checks ();
      px_emit (fun, f, px_now->places);
    }
}

/* What is wrong with FUN, whose control flow has no structure, and *AT, where: a way into a loop that is not its
   beginning.  */
static std::string
way_into_loop (function *fun, location_t *at)
{
  basic_block bb;
  edge e, way = NULL;
  edge_iterator i;
  mark_irreducible_loops ();
  FOR_EACH_BB_FN (bb, fun)
    FOR_EACH_EDGE (e, i, bb->preds)
      if (bb->flags & BB_IRREDUCIBLE_LOOP && !(e->flags & EDGE_IRREDUCIBLE_LOOP)
	  && !(way && safe_dyn_cast<gswitch *> (last_stmt (way->src))))
	way = e;
  if (!way)
    return "its control flow has no structure";
  gimple *last = last_stmt (way->src);
  bool chooses = safe_dyn_cast<gswitch *> (last);
  std::string label;
  for (gimple_stmt_iterator g = gsi_start_bb (way->dest); !gsi_end_p (g); gsi_next (&g))
    if (glabel *l = dyn_cast<glabel *> (gsi_stmt (g)); l && DECL_NAME (gimple_label_label (l)))
      label = std::string (" at ") + open_quote
	      + IDENTIFIER_POINTER (DECL_NAME (gimple_label_label (l))) + close_quote;
  location_t loc = way->goto_locus != UNKNOWN_LOCATION ? way->goto_locus
		   : last			       ? gimple_location (last)
						       : UNKNOWN_LOCATION;
  if (LOCATION_LOCUS (loc) != UNKNOWN_LOCATION)
    *at = loc;
  return std::string ("its control flow has no structure, as ")
	 + (chooses ? "a label of a switch" : "a goto") + " leads into the middle of a loop"
	 + label;
}

static unsigned
synchronise (function *fun)
{
  px_sync_fn b = {};
  px_now = &b;
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize ();
  bool ok = build (fun);
  scev_finalize ();
  if (px_unstructured_p ())
    {
      location_t at = DECL_SOURCE_LOCATION (fun->decl);
      std::string text = way_into_loop (fun, &at);
      px_error (at, PX_D_SYNC_OTHER, fun->decl, text.c_str ());
    }
  else
    infer (fun, ok);
  loop_optimizer_finalize ();
  px_fn_free (b.f);
  px_now = NULL;
  return 0;
}

opt_pass *
px_pass_sync (gcc::context *c)
{
  return px_function_pass (c, { "pxsync", PROP_cfg | PROP_ssa, TODO_update_ssa }, px_ready_p,
			   [] (function *f) {
			     px_timer timer (PX_W_SYNC);
			     px_keep_names ();
			     px_make_scalars (f);
			     px_unroll_ahead (f);
			     return synchronise (f);
			   });
}
