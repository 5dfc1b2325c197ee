/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): the conditions under which a use of a slot touches it.  A use of each
   turn of a loop takes in the IFs around its accesses, so that the number of uses does not say it.

   Needs: the tree, whose branches have their conditions (plugin/bridge/turns.cc).  Leaves everything as it was.  */

#include "plugin/bridge/count.h"

typedef px_ring_guard guard;

/* No use, one of each turn, and one under conditions that are not known.  */
#define NEVER (guard{ false, true, {} })
#define ALWAYS (guard{ true, true, {} })
#define UNKNOWN (guard{ true, false, {} })

static bool
same_condition (const px_cond &a, const px_cond &b)
{
  if (a.kind != b.kind || a.opposite != b.opposite || a.of != b.of || a.k != b.k)
    return false;
  return a.kind != PX_C_TURN || px_same_count (a.loop->count, b.loop->count);
}

bool
px_same_guard (const guard &a, const guard &b)
{
  if (!a.known || !b.known || a.uses != b.uses || a.when.size () != b.when.size ())
    return false;
  for (size_t i = 0; i < a.when.size (); i++)
    if (!same_condition (a.when[i], b.when[i]))
      return false;
  return true;
}

static bool
always_p (const guard &g)
{
  return g.uses && g.known && g.when.empty ();
}

static guard guard_of_seq (const px_fn *f, const px_ring *ring, const px_seq *q, int lo, int hi,
			   const px_seq *branch);

static guard
guard_of_all (const px_fn *f, const px_ring *ring, const px_seq *q, const px_seq *branch)
{
  return guard_of_seq (f, ring, q, 0, q->nst - 1, branch);
}

/* Returns true if IF S decides for the whole branch; else its units each access a part of the slot.  */
static bool
decides (const px_fn *f, const px_stmt *s, const px_seq *branch)
{
  px_persp unit = px_persp_in (f, s->seq);
  return !s->ranked
	 && (px_same (unit, px_persp_in (f, branch->st[0]->seq))
	     || (unit.level == PX_THREAD && unit.n % f->warp == 0 && px_even_p (s)));
}

/* The conditions under which S accesses RING.  A loop counts as one that turns.  */
static guard
guard_of (const px_fn *f, const px_ring *ring, const px_stmt *s, const px_seq *branch)
{
  guard arm[2] = { NEVER, NEVER }, all = NEVER;
  for (int i = 0; i < s->nacc; i++)
    if (s->acc[i].obj->ring == ring)
      return ALWAYS;
  if (s->kind != PX_IF || !decides (f, s, branch))
    {
      for (int i = 0; i < s->nbody; i++)
	{
	  guard g = guard_of_all (f, ring, s->body[i], branch);
	  if (g.uses && (s->kind == PX_IF || s->kind == PX_LOOP))
	    return ALWAYS;
	  all = g.uses ? g : all;
	}
      return all;
    }
  for (int i = 0; i < s->nbody && i < 2; i++)
    arm[i] = guard_of_all (f, ring, s->body[i], branch);
  if (!arm[0].uses && !arm[1].uses)
    return NEVER;
  if (arm[0].uses && arm[1].uses)
    return px_same_guard (arm[0], arm[1]) ? arm[0] : UNKNOWN;
  if (!s->when.of)
    return UNKNOWN;
  guard g = arm[!arm[0].uses];
  px_cond c = s->when;
  c.opposite ^= !arm[0].uses;
  g.when.insert (g.when.begin (), c);
  return g;
}

static guard
guard_of_seq (const px_fn *f, const px_ring *ring, const px_seq *q, int lo, int hi,
	      const px_seq *branch)
{
  guard all = NEVER;
  for (int i = lo; i <= hi; i++)
    {
      guard g = guard_of (f, ring, q->st[i], branch);
      if (always_p (g))
	return g;
      if (g.uses)
	all = !all.uses || px_same_guard (g, all) ? g : UNKNOWN;
    }
  return all;
}

px_ring_guard
px_ring_guard_of (const px_fn *f, const px_ring *ring, const px_seq *q, int lo, int hi,
		  const px_seq *branch)
{
  return guard_of_seq (f, ring, q, lo, hi, branch);
}
