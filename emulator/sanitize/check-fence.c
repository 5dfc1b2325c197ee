/* SPDX-License-Identifier: MIT */
/* The sanitizer: fence.sc of several threads (PTX ISA, Memory Consistency Model: Fence-SC).

   All threads of a block write and fence, meet at a barrier, and one of them sets a flag for other
   blocks by a strong write.  Its own fence has not seen what the others wrote, but theirs have.  A
   thread that reads the flag and executes fence.sc then is after their fences in Fence-SC order:
   otherwise its read would precede, in causality order, the write that it has read, which coherence
   excludes.  So a place has a third clock, which a reader knows at its next fence.sc, or at once if it
   is an atomic operation that names no order.

   The same holds if it passes a barrier first, and others who meet it there execute fence.sc: were one
   of these fences before those of the writers, the flag would be written after it was read.  */

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

void
check_fence_wide (struct warp *w, bool sc)
{
  struct check_warp *cw = w->check;
  cw->fence_sc = sc ? cw->fence_sc | w->mask : cw->fence_sc & ~w->mask;
  w->block->check->fence_sc |= sc;
}

void
check_released (struct warp *w, const struct op *o)
{
  struct check_launch *k = w->block->launch->check;
  k->releases |= o->ck_scope != SCOPE_CTA;
  k->tells_host |= o->ck_scope == SCOPE_SYS;
}

/* *TO knows what V does, where that is something.  */
static bool
join_sc (struct vclock **to, const struct vclock *v)
{
  return !v || ((*to || (*to = vc_new (NO_GROUP, 0))) && vc_join (to, v));
}

/* Lanes MASK of W, at a barrier, know V at their next fence.sc.  */
static void
hear (struct warp *w, uint32_t mask, const struct vclock *v)
{
  bool ok = true;
  w->check->rare = true;
  EACH_LANE (i, mask)
    ok = ok && join_sc (&w->check->seen_sc[i], v);
  if (!ok)
    no_memory (w, NULL);
}

void
check_fence_arrive (struct warp *w, uint32_t id, uint32_t mask)
{
  struct check_block *b = w->block->check;
  bool ok = true;
  if (!b->heard_sc)
    return;
  EACH_LANE (i, mask)
    ok = ok && join_sc (&b->seen_sc[id], w->check->seen_sc[i]);
  if (!ok)
    no_memory (w, NULL);
}

void
check_fence_pass (struct warp *w, uint32_t id, uint32_t mask)
{
  if (w->block->check->seen_sc[id])
    hear (w, mask, w->block->check->seen_sc[id]);
}

void
check_fence_phase (struct check_block *b, uint32_t id)
{
  vc_drop (b->seen_sc[id]);
  b->seen_sc[id] = NULL;
}

void
check_fence_met (struct warp *w, uint32_t mask)
{
  struct vclock *all = NULL;
  bool ok = true;
  if (!w->block->check->heard_sc)
    return;
  EACH_LANE (i, mask)
    ok = ok && join_sc (&all, w->check->seen_sc[i]);
  if (!ok)
    no_memory (w, NULL);
  else if (all)
    hear (w, mask, all);
  vc_drop (all);
}
