/* SPDX-License-Identifier: MIT */
/* The sanitizer: plain reads of shared memory by whole warps.

   A warp that reads what others have written before a barrier conflicts with nothing until
   somebody writes there, so it is not recorded: a note of it is made.  A warp that writes a
   region makes recorded accesses of all notes of the block first, if one is of that region;
   and a barrier that all threads wait at drops them, because what each thread does from then
   on is ordered after them (an access of which everybody knows is in no conflict and is not
   reported).  Why nothing is missed:

   - A read is noted only if its region is quiet for its warp: all writes on record there are
     ordered before all its lanes.  What a warp knows only grows, and a write makes its region
     loud for all, so that is looked at once for each warp after the last write.  If all threads
     of the block have waited at one barrier since then, it is quiet for all warps (turn): each
     of them is ordered after all that the block's threads did before.  Not what asynchronous
     operations write, which waits order; and not once a thread has exited, which comes to no
     barrier.
   - The bytes belong to variables and are written, or the read is not noted but looked at.
   - A note has all of the record that it may become: site, time, lanes, rule.
   - A read like one that is noted, later in program order, takes its place: what is ordered
     after it is so after the earlier one.
   - A note is made in one step, by C here or by compiled code (noted in prelude.inc),
     which makes one only of what it finds quiet and whole.
   - Blocks of a cluster see each other's shared memory, and end apart: they make no notes.  */

#include "emulator/sanitize/check.h"

#include <stdlib.h>

/* What bytes of line I of B's shared memory may be read without a report.  */
static inline uint64_t
fit (const struct block *b, uint32_t i)
{
  const struct check_launch *k = b->launch->check;
  uint64_t m = ~UINT64_C (0);
  if (k->dev->what & CHECK_INIT)
    m &= b->check->written[i];
  if (k->dev->what & CHECK_MEMORY)
    m &= k->owned[i];
  return m;
}

/* Returns true if the writes that L has on record are ordered before a thread that knows V.  */
static bool
knows_writes (const struct vclock *v, const struct line *l)
{
  const struct rec *all = l->more ? l->more : l->in;
  for (uint32_t i = 0; i < l->n; i++)
    if (all[i].kind & REC_WRITE)
      {
	const struct gclock *g = vc_group (v, all[i].group);
	if (all[i].kind & REC_FLIGHT || !g
	    || gc_unknown (g, all[i].warp, all[i].lanes, all[i].time))
	  return false;
      }
  return true;
}

/* Region I becomes quiet for W, if it may.  */
static bool __attribute__ ((noinline)) hush (struct warp *w, uint32_t i)
{
  struct check_warp *cw = w->check;
  struct block *b = w->block;
  struct line *r = &b->check->regions[i];
  uint64_t bit = UINT64_C (1) << i % 64;
  /* True if this was looked at in vain since W has met others last.  */
  if (cw->loud_time != cw->time)
    {
      cw->loud_time = cw->time;
      cw->loud = 0;
    }
  bool settled = r->turn < b->check->turns;
  if (!settled && b->launch->check->dev->what & (CHECK_RACE | CHECK_ASYNC))
    {
      bool ok = cw->vcs == VC_SAME && !r->crowd && (r->split || knows_writes (cw->vc[0], r));
      for (int q = 0; ok && r->split && q < REGION / LINE; q++)
	ok = !r->fine[q].crowd && knows_writes (cw->vc[0], &r->fine[q]);
      if (!ok)
	{
	  cw->loud |= bit;
	  return false;
	}
    }
  r->quiet |= settled ? ~0u : 1u << w->index;
  r->whole = true;
  uint32_t lines = b->launch->shared_bytes / LINE + 1;
  for (uint32_t q = i * (REGION / LINE); r->whole && q < (i + 1) * (REGION / LINE); q++)
    r->whole = q < lines && !~fit (b, q);
  return true;
}

/* Returns true if W may read LEN bytes at AT, and there is nothing to report.  */
static inline bool
quiet (struct warp *w, uint32_t at, uint32_t len)
{
  struct block *b = w->block;
  for (uint32_t i = at / REGION; i <= (at + len - 1) / REGION; i++)
    {
      const struct line *r = &b->check->regions[i];
      if (unlikely (!(r->quiet >> w->index & 1)) && !hush (w, i))
	return false;
      if (likely (r->whole))
	continue;
      for (uint32_t q = at / LINE; q <= (at + len - 1) / LINE; q++)
	if (bytes_within (q * LINE, at, at + len) & ~fit (b, q))
	  return false;
    }
  return true;
}

/* N becomes an access on record, of W.  */
static bool
show (struct warp *w, const struct read_note *n)
{
  struct rec as = { .group = w->block->cluster->number,
		    .time = n->time,
		    .warp = w->check->index,
		    .kind = REC_READ,
		    .scope = n->scope,
		    .lanes = n->lanes,
		    .shift = n->shift,
		    .fold = n->fold,
		    .site = n->site };
  struct touch t = { .w = w,
		     .kind = REC_READ,
		     .scope = n->scope,
		     .size = n->size,
		     .lanes = n->lanes,
		     .lane = n->lane,
		     .shift = n->shift,
		     .fold = n->fold,
		     .site = n->site,
		     .races = true,
		     .judged = true,
		     .as = &as };
  uint64_t at = (uintptr_t) w->shared + n->at;
  t.origin = n->shift == ONE_PLACE ? at : at - ((uint64_t) n->lane << n->shift);
  return touch_range (w->block->launch->check, &t, at, n->len);
}

static bool
show_all (struct warp *w)
{
  struct notes *s = w->check->notes;
  bool ok = true;
  uint32_t n = s ? s->n : 0;
  for (uint32_t i = 0; i < n && ok; i++)
    ok = show (w, &s->at[i]);
  if (s)
    s->n = 0;
  return ok;
}

bool
notes_read (struct warp *w, const struct op *o, const struct rows *r, uint32_t fold, bool one_place)
{
  struct check_warp *cw = w->check;
  struct block *b = w->block;
  uint32_t size = o->ck_bytes * o->ck_n, len = one_place ? size : r->n * size;
  uint32_t rows = fold ? 1 : LANES / r->n, at[2];
  if (b->launch->cluster_blocks != 1 || (cw->recent[0].mask != ALL_LANES))
    return false;
  for (uint32_t k = 0; k < rows; k++)
    {
      at[k] = r->at[k] - (uintptr_t) w->shared;
      if (!quiet (w, at[k], len))
	return false;
    }
  cw->recent[0].op = o;
  struct notes *s = cw->notes;
  if (unlikely (!s))
    {
      if (!(s = cw->notes = calloc (1, sizeof *s)))
	return false;
      s->bit = 1u << w->index;
      s->regions = b->check->regions;
      s->noted = b->check->noted;
    }
  if (unlikely (s->n + rows > NOTES))
    {
      if (!(b->launch->check->dev->what & (CHECK_RACE | CHECK_ASYNC)))
	s->n = 0;
      else if (!show_all (w))
	return false;
    }
  for (uint32_t k = 0; k < rows; k++)
    {
      uint32_t lane = k * r->n;
      struct read_note n = { .at = at[k],
			     .len = len,
			     .time = cw->time,
			     .lanes = fold || rows == 1 ? ALL_LANES : 0xffffu << lane,
			     .site = site_of (w, o),
			     .lane = lane,
			     .shift = one_place ? ONE_PLACE : __builtin_ctz (size),
			     .fold = fold,
			     .scope = o->ck_scope,
			     .size = size };
      uint16_t *slot = &s->slot[NOTE_SLOT (n.at)];
      struct read_note *x = &s->at[*slot];
      if (*slot >= s->n || x->at != n.at || x->len != len || x->lanes != n.lanes || x->lane != lane
	  || x->shift != n.shift || x->fold != fold || x->scope != n.scope)
	{
	  *slot = s->n;
	  x = &s->at[s->n++];
	}
      *x = n;
      for (uint32_t i = n.at / REGION; i <= (n.at + len - 1) / REGION; i++)
	s->noted[i / 64 % (NOTED_REGIONS / 64)] |= UINT64_C (1) << i % 64;
    }
  return true;
}

bool
notes_show (struct block *b)
{
  memset (b->check->noted, 0, sizeof b->check->noted);
  bool ok = true;
  for (uint32_t i = 0; i < b->n_warps && ok; i++)
    ok = show_all (&b->warps[i]);
  return ok;
}

/* Lanes of warp I of a block of L when it begins.  */
static uint32_t
first_lanes (const struct launch *l, uint32_t i)
{
  uint32_t left = l->n_threads - i * LANES;
  return left < LANES ? (1u << left) - 1 : ALL_LANES;
}

void
notes_pass (struct block *b, int id)
{
  uint32_t waits[PX_EMU_MAX_THREADS / LANES];
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      const struct warp *w = &b->warps[i];
      waits[i] = 0;
      for (uint32_t j = 0; j < w->n_frags; j++)
	if (w->frags[j].state == FRAG_BARRIER && w->frags[j].barrier == id)
	  waits[i] |= w->frags[j].mask;
      if (w->live & ~waits[i])
	return;
    }
  /* What a warp has read that has exited, and so does not wait, need not be known to others.  */
  bool all = true, here = true;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct notes *s = b->warps[i].check->notes;
      if (s && waits[i])
	s->n = 0;
      all &= !s || !s->n;
      here &= waits[i] == first_lanes (b->launch, i);
    }
  b->check->turns += here;
  if (all)
    memset (b->check->noted, 0, sizeof b->check->noted);
}

void
notes_begin (struct block *b)
{
  memset (b->check->noted, 0, sizeof b->check->noted);
  b->check->turns = 1;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct check_warp *cw = b->warps[i].check;
      cw->loud = cw->loud_time = 0;
      if (cw->notes)
	cw->notes->n = 0;
    }
}
