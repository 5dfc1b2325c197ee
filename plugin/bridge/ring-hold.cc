/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings: drains by wgmma that release their slots later than at their ends, so that what follows runs
   beside the wgmma.

   Needs: the tree, with fills and drains as statements.  Leaves: px_stmt.hold and may_late.  */

#include "plugin/bridge/ring-int.h"

/* Returns true if Q has wgmma and no other accesses.  Adds its fragments to USED.  */
static bool
only_wgmma (const px_seq *q, std::set<px_obj *> *used)
{
  bool some = false;
  for (int i = 0; i < q->nst; i++)
    {
      const px_stmt *s = q->st[i];
      if (s->kind == PX_WORK)
	continue;
      if (s->kind == PX_LOOP || s->kind == PX_IF || (s->kind == PX_OP && s->timeline != PX_WGMMA))
	return false;
      some |= s->kind == PX_OP;
      for (int k = 0; k < s->nacc; k++)
	if (s->acc[k].obj->space == PX_FRAGMENT)
	  used->insert (s->acc[k].obj);
      for (int k = 0; k < s->nbody; k++)
	{
	  if (!only_wgmma (s->body[k], used))
	    return false;
	  some = true;
	}
    }
  return some;
}

static bool waits_inside (const px_seq *q, const px_stmt *drain, const std::set<px_obj *> &used);

/* Returns true if S accesses an object of USED other than by wgmma, except in DRAIN.  */
static bool
uses_fragments (const px_stmt *s, const std::set<px_obj *> &used, const px_stmt *drain = NULL)
{
  if (s == drain)
    return false;
  for (int k = 0; k < s->nacc; k++)
    if (used.count (s->acc[k].obj) && s->timeline != PX_WGMMA)
      return true;
  for (int k = 0; k < s->nbody; k++)
    if (waits_inside (s->body[k], drain, used))
      return true;
  return false;
}

/* Returns true if Q, except in DRAIN, accesses an object of USED other than by wgmma.  */
static bool
waits_inside (const px_seq *q, const px_stmt *drain, const std::set<px_obj *> &used)
{
  for (int i = 0; i < q->nst; i++)
    if (uses_fragments (q->st[i], used, drain))
      return true;
  return false;
}

bool
px_late_p (const px_stmt *w)
{
  enum
  {
    SLOTS = 3
  };
  std::set<px_obj *> used;
  return w->ring->slots >= SLOTS && w->seq->up->kind == PX_LOOP && only_wgmma (w->body[0], &used)
	 && !waits_inside (w->seq, w, used);
}

/* Returns how many statements may follow drain W before it is released: those up to the first that
   uses what its wgmma read or wrote in fragments, for which the code waits anyway.  0: it is released
   at its end, as that is so at once, or not in this sequence, or the ring is used before.  Not where W
   is under a condition and the use is not: ptxas then finds a way on which the wgmma was not begun, and
   completes each wgmma of the function by itself (C7515).  */
static int
hold_of (px_stmt *w)
{
  std::set<px_obj *> used;
  px_seq *q;
  int first;
  if (w->late || !only_wgmma (w->body[0], &used))
    return 0;
  px_release_place (w, &q, &first);
  for (int i = first; i < q->nst; i++)
    {
      const px_stmt *s = q->st[i];
      if (uses_fragments (s, used))
	return i - first;
      if (px_left_in (s) || px_uses_ring_in (s, px_whole_ring (w->ring)))
	return 0;
    }
  return 0;
}

void
px_hold_drains (px_seq *q)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      for (int k = 0; k < s->nbody; k++)
	px_hold_drains (s->body[k]);
      if (s->kind == PX_DRAIN)
	s->hold = hold_of (s);
      s->may_late |= s->hold > 0;
    }
}
