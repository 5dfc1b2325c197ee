/* SPDX-License-Identifier: MIT */
/* The sanitizer: mbarrier.expect_tx that may come too late.

   A phase ends when its arrivals have come and its bytes are complete, whichever is last (PTX
   ISA, 9.7.13.15.6).  So an expect_tx is surely of that phase only if one of these cannot come
   before it: an arrival that the phase counts is ordered after it, or so many of the bytes that
   are surely expected are of operations that were issued after it.  Otherwise there is an order
   of the same accesses in which the phase ends first, and the threads that wait for it continue
   before the bytes have come.  This is asked when the phase ends; it does not depend on when that is.  */

#include "emulator/run/async.h"
#include "emulator/sanitize/check.h"
#include "base/room.h"

#include <stdlib.h>

/* Returns true if E is ordered before what lane LANE of W does now.  */
static bool
expect_ordered (const struct mbar_expect *e, const struct warp *w, uint32_t lane)
{
  const struct check_warp *cw = w->check;
  if (e->index == cw->index && e->lane == lane)
    return true;
  return !gc_unknown (cw->vc[lane]->own, e->index, 1u << e->lane, e->time);
}

bool
check_mbar_expect (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t bytes)
{
  struct mbar *m = mbar_at (w, a);
  if (!m)
    return true;
  if (!PX_ROOM (m->expects, m->n_expects, m->cap_expects))
    {
      no_memory (w, o);
      return false;
    }
  m->expects[m->n_expects++] = (struct mbar_expect){ .index = w->check->index,
						     .lane = lane,
						     .time = w->check->time,
						     .site = site_of (w, o),
						     .bytes = bytes,
						     .other_bytes = m->issued };
  return true;
}

void
check_mbar_arrived (struct warp *w, uint32_t lane, uint64_t a, uint32_t bytes)
{
  struct mbar *m = mbar_at (w, a);
  if (!m)
    return;
  m->sure += bytes;
  for (uint32_t i = 0; i < m->n_expects; i++)
    m->expects[i].sure = m->expects[i].sure || expect_ordered (&m->expects[i], w, lane);
}

void
check_mbar_bytes (struct warp *w, uint32_t lane, uint64_t a, uint32_t bytes)
{
  struct mbar *m = mbar_at (w, a);
  if (!m)
    return;
  m->issued += bytes;
  for (uint32_t i = 0; i < m->n_expects; i++)
    if (!expect_ordered (&m->expects[i], w, lane))
      m->expects[i].other_bytes += bytes;
}

void
check_mbar_expected (struct warp *w, struct mbar *m, uint64_t a)
{
  const struct launch *l = w->block->launch;
  uint64_t sure = m->sure;
  for (uint32_t i = 0; i < m->n_expects; i++)
    sure += m->expects[i].sure ? m->expects[i].bytes : 0;
  /* Each, once it is sure, keeps the phase open for the later ones.  */
  for (uint32_t i = 0; i < m->n_expects; i++)
    {
      const struct mbar_expect *e = &m->expects[i];
      if (e->sure)
	continue;
      if (e->other_bytes < sure)
	{
	  sure += e->bytes;
	  continue;
	}
      struct access_at at
	= { "mbarrier.expect_tx",
	    e->site,
	    w->block->cluster->number * (uint64_t) l->cluster_blocks + e->index / l->n_warps,
	    e->index % l->n_warps,
	    e->lane,
	    0,
	    0 };
      if (l->check->dev->what & CHECK_SYNC)
	report (w, REP_SYNC, "mbarrier.expect_tx that may come after the end of its phase", &at, 1,
		a, 8, "an arrival of the same phase after it (mbarrier.arrive.expect_tx is both)");
    }
  m->n_expects = 0;
  m->sure = m->issued = 0;
}
