/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops around collectives are unrolled where the user says so.

   GIMPLE copies no block that has the mark of a collective (px_collective_mark), so that
   `#pragma GCC unroll' would do nothing to a loop with a shuffle in it, and an array that
   the loop's counter indexes would be in local memory.

   Needs: a device function whose intrinsics are PTX and whose barriers are placed: loops
   around a barrier stay (plugin/sync/emit.cc, keep_loops).
   Leaves: loops with a constant number of turns, no more than their pragma says, as
   straight code.  All units take all copies in turn, as they took the turns.  */

#include "plugin/lower/lower.h"

/* Has L a collective, and a pragma that lets all of its turns be copied?  */
static bool
wanted_p (loop_p l)
{
  if (l->unroll <= 1)
    return false;
  basic_block *bbs = get_loop_body (l);
  bool any = false;
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bbs[i]); !gsi_end_p (gsi); gsi_next (&gsi))
      any |= gimple_call_internal_p (gsi_stmt (gsi), IFN_GOMP_SIMT_VOTE_ANY);
  free (bbs);
  return any;
}

static unsigned
unroll (function *f)
{
  bool any = false;
  loop_optimizer_init (LOOPS_NORMAL);
  for (unsigned i = 1; i < number_of_loops (f); i++)
    if (loop_p l = get_loop (f, i))
      any |= wanted_p (l);
  loop_optimizer_finalize ();
  if (!any)
    return 0;
  px_unprotect_collectives (f);
  unsigned todo = px_unroll_marked (f);
  px_protect_collectives (f);
  px_place_copies (f);
  return todo;
}

namespace
{
const pass_data data
  = { GIMPLE_PASS, "pxunroll", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
class pass : public gimple_opt_pass
{
public:
  pass (gcc::context *c) : gimple_opt_pass (data, c)
  {
  }
  bool
  gate (function *f) final override
  {
    return px_device_body_p (f->decl) && !px_inlined_p (f->decl) && px_right_so_far (f->decl);
  }
  unsigned
  execute (function *f) final override
  {
    return unroll (f);
  }
};
}

opt_pass *
px_pass_unroll (gcc::context *c)
{
  return new pass (c);
}
