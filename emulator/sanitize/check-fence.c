/* SPDX-License-Identifier: MIT */
/* The sanitizer: fence.sc of several threads (PTX ISA, Memory Consistency Model: Fence-SC).

   All threads of a block write and fence, meet at a barrier, and one of them sets a flag for other
   blocks by a strong write.  Its own fence has not seen what the others wrote, but theirs have.  A
   thread that reads the flag and executes fence.sc then is after their fences in Fence-SC order:
   otherwise its read would precede, in causality order, the write that it has read, which coherence
   excludes.  So a place has a third clock, which a reader knows at its next fence.sc, or at once if it
   is an atomic operation that names no order.  */

#include "emulator/sanitize/check.h"

bool
check_release_fenced (struct warp *w, uint32_t lane, struct place *p, bool replace)
{
  const struct vclock *me = w->check->vc[lane];
  const struct block *b = w->block;
  bool ok = true;
  if (replace)
    {
      vc_drop (p->fenced);
      p->fenced = NULL;
    }
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      const struct check_warp *x = b->warps[i].check;
      for (uint32_t left = x->fence_sc; left && ok;)
	{
	  uint32_t first = __builtin_ctz (left), same = 0;
	  struct vclock *v = x->fence[1][first];
	  EACH_LANE (j, left)
	    if (x->fence[1][j] == v && x->fence_time[1][j] == x->fence_time[1][first])
	      same |= 1u << j;
	  left &= ~same;
	  same &= ~gc_unknown (me->own, x->index, same, x->fence_time[1][first]);
	  if (!same)
	    continue;
	  v = vc_ref (v);
	  ok = vc_tick (&v, x->index, same, x->fence_time[1][first])
	       && (p->fenced || (p->fenced = vc_new (NO_GROUP, 0))) && vc_join (&p->fenced, v);
	  vc_drop (v);
	}
    }
  return ok;
}
