/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The branches of a __split, each executed by its units only.

   Needs: a checked function right after "cfg", markers in place.
   Leaves: before the entry of each __case a condition on the number of the
   unit, whose other edge goes to where the branch ends.  By rule C4 nothing
   else enters or leaves a branch, and by C2 its units are consecutive.

   In code of 64 threads __split (thread) { __case (32) A; __case (32) B; }, which is

     px enter (2); px enter (3); A; px exit (3); px enter (5); B; px exit (5); px exit (2);

   becomes (-fplugin-arg-px-dump=guard)

     px enter (2);
     if ((unsigned) __px_id ("thread", 0) < 32) { px enter (3); A; px exit (3); }
     if ((unsigned) __px_id ("thread", 0) - 32 < 32) { px enter (5); B; px exit (5); }
     px exit (2);

   In kernels with wgmma the condition of a branch of whole warps is one on the warp's number:
   (unsigned) __px_id ("thread", 0, 1, 32) - 1 < 1.  */

#include "plugin/front/front.h"

/* The number of the unit of N units of SPLIT's level within the code around SPLIT, as a
   call that plugin/lower/lower.cc will lower there.  */
static tree
unit_number (gimple_stmt_iterator *gsi, int split, int n, tree block)
{
  const px_region &s = px_region_at (split);
  tree f
    = build_fn_decl ("__px_id", build_varargs_function_type_list (integer_type_node, ptr_type_node,
								  integer_type_node, NULL_TREE));
  TREE_READONLY (f) = 1;
  TREE_NOTHROW (f) = 1;
  const char *name = px_level_name (s.level);
  tree level = build_string_literal (strlen (name) + 1, name);
  gcall *call = n == 1 ? gimple_build_call (f, 2, level, integer_zero_node)
		       : gimple_build_call (f, 4, level, integer_zero_node, integer_one_node,
					    build_int_cst (integer_type_node, n));
  tree id = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (call, id);
  gimple_set_location (call, s.loc);
  gimple_set_block (call, block);
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  tree u = make_ssa_name (unsigned_type_node);
  gsi_insert_before (gsi, gimple_build_assign (u, NOP_EXPR, id), GSI_SAME_STMT);
  return u;
}

/* ENTRY and EXIT are the markers of a __case; EXIT is NULL if the flow does not
   reach its end.  WARPS (px_uniform_warps_p): if whole warps have the branch, their numbers decide, which
   are uniform in a warp.  So ptxas knows that the flow is: where it does not, each of wgmma's
   descriptors goes through registers of the threads.  The code around is of whole warps, too: by C2 the
   branch's size divides its.  */
static void
guard (gimple *entry, gimple *exit, int r, bool warps)
{
  const px_region &c = px_region_at (r);
  gimple_stmt_iterator gsi = gsi_for_stmt (entry);
  basic_block before = gimple_bb (entry), body, after;

  /* The block around: the marker stands in the branch's own.  */
  tree block = gimple_block (entry);
  if (block && TREE_CODE (block) == BLOCK)
    block = BLOCK_SUPERCONTEXT (block);
  bool whole
    = warps && px_region_at (c.up).level == PX_THREAD && c.start % 32 == 0 && c.n % 32 == 0;
  int n = whole ? 32 : 1;
  tree u = unit_number (&gsi, c.up, n, block);
  if (c.start)
    {
      tree v = make_ssa_name (unsigned_type_node);
      gsi_insert_before (&gsi,
			 gimple_build_assign (v, MINUS_EXPR, u,
					      build_int_cst (unsigned_type_node, c.start / n)),
			 GSI_SAME_STMT);
      u = v;
    }
  gsi_prev (&gsi);
  edge in = split_block (before, gsi_stmt (gsi));
  before = in->src;
  body = in->dest;
  if (exit)
    {
      edge out = split_block (gimple_bb (exit), exit);
      after = out->dest;
    }
  else
    {
      /* Nothing follows the branch for its own units; the others return.  */
      after = NULL;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
	after = e->src;
      if (!after)
	return;
    }
  gimple_stmt_iterator end = gsi_last_bb (before);
  gcond *cond = gimple_build_cond (LT_EXPR, u, build_int_cst (unsigned_type_node, c.n / n),
				   NULL_TREE, NULL_TREE);
  gimple_set_location (cond, c.loc);
  gimple_set_block (cond, block);
  gsi_insert_after (&end, cond, GSI_NEW_STMT);
  in = single_succ_edge (before);
  in->flags = EDGE_TRUE_VALUE;
  in->probability = profile_probability::even ();
  edge skip = make_edge (before, after, EDGE_FALSE_VALUE);
  skip->probability = profile_probability::even ();
  (void) body;
}

bool
px_uniform_warps_p (function *f)
{
  px_signature sig = px_signature_of (f->decl);
  bool uniform = false;
  basic_block bb;
  if (px_twin_p (f->decl) && sig.threads && sig.threads % 32 == 0)
    FOR_EACH_BB_FN (bb, f)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
	uniform |= px_wgmma_p (gsi_stmt (gsi));
  return uniform;
}

static unsigned
guard_function (function *f)
{
  bool warps = px_uniform_warps_p (f);
  basic_block bb;
  bool is_exit;
  std::map<int, std::pair<gimple *, gimple *>> cases; /* by region */
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (int r = px_marker (gsi_stmt (i), &is_exit))
	if (px_region_at (r).kind == PX_R_CASE)
	  (is_exit ? cases[r].second : cases[r].first) = gsi_stmt (i);
  for (auto &c : cases)
    if (c.second.first)
      guard (c.second.first, c.second.second, c.first, warps);
  return 0;
}

opt_pass *
px_pass_guard (gcc::context *c)
{
  return px_function_pass (
    c, { "pxguard", PROP_cfg, 0 },
    [] (function *f) { return px_device_body_p (f->decl) && !seen_error (); }, guard_function);
}
