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

#include "emulator/sanitize/notes.h"

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

/* Finds the longest run of bytes of region I of B's that may be read without a report.  */
static void
find_run (struct block *b, uint32_t i)
{
  struct line *r = &b->check->regions[i];
  uint32_t lines = b->launch->shared_bytes / LINE + 1, from = 0;
  r->from = r->upto = 0;
  for (uint32_t q = 0; q < REGION / LINE; q++)
    {
      uint32_t line = i * (REGION / LINE) + q;
      uint64_t bad = line < lines ? ~fit (b, line) : ~UINT64_C (0);
      for (uint32_t upto; bad || q == REGION / LINE - 1; from = upto + 1, bad &= bad - 1)
	{
	  upto = bad ? q * LINE + __builtin_ctzll (bad) : REGION;
	  if (upto > from && upto - from > (uint32_t) r->upto - r->from)
	    {
	      r->from = from;
	      r->upto = upto;
	    }
	  if (!bad)
	    break;
	}
    }
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
  if (!settled && cw->loud & bit)
    return false;
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
  find_run (b, i);
  return true;
}

/* Returns true if what of [LO, HI) is in region I, R, is of the run that may be read.  */
static inline bool
in_run (const struct line *r, uint32_t i, uint32_t lo, uint32_t hi)
{
  uint32_t at = i * REGION;
  return (lo > at ? lo - at : 0) >= r->from && (hi < at + REGION ? hi - at : REGION) <= r->upto;
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
      if (likely (in_run (r, i, at, at + len)))
	continue;
      for (uint32_t q = at / LINE; q <= (at + len - 1) / LINE; q++)
	if (bytes_within (q * LINE, at, at + len) & ~fit (b, q))
	  return false;
    }
  return true;
}

/* The rows that X has, each a note of its own; the bytes of one by reads of SIZE bytes.  */
static inline uint32_t
rows_of (const struct group_note *x)
{
  return x->fold ? 1 : LANES / x->n;
}

static inline uint32_t
len_of (const struct group_note *x, uint32_t size)
{
  return x->one_place ? size : x->n * size;
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

/* The note of the bytes that lanes read by row K of R's, from AT on, LEN of them.  */
static struct read_note
note_of (uint32_t at, uint32_t len, uint32_t size, const struct group_note *r, uint32_t k)
{
  uint32_t lane = k * r->n;
  return (struct read_note){ .at = at,
			     .len = len,
			     .time = r->time,
			     .lanes = r->fold || r->n == LANES ? ALL_LANES : 0xffffu << lane,
			     .site = r->first_site,
			     .lane = lane,
			     .shift = r->one_place ? ONE_PLACE : __builtin_ctz (size),
			     .fold = r->fold,
			     .size = size };
}

/* All reads of X become accesses on record, of W.  */
static bool
show_group (struct warp *w, const struct group_note *x)
{
  const struct read_group *g = x->g;
  bool ok = true;
  for (uint32_t i = 0; i < g->n_reads && ok; i++)
    for (uint32_t k = 0; k < rows_of (x) && ok; k++)
      {
	struct read_note n
	  = note_of (x->at[k] + g->reads[i].imm, len_of (x, g->size), g->size, x, k);
	n.site += g->reads[i].op;
	n.scope = g->scope;
	ok = show (w, &n);
      }
  return ok;
}

static void
drop_notes (struct notes *s)
{
  s->n = s->n_groups = 0;
}

static bool
show_all (struct warp *w)
{
  struct notes *s = w->check->notes;
  bool ok = true;
  if (!s)
    return true;
  for (uint32_t i = 0; i < s->n && ok; i++)
    ok = show (w, &s->at[i]);
  for (uint32_t i = 0; i < s->n_groups && ok; i++)
    ok = show_group (w, &s->groups[i]);
  drop_notes (s);
  return ok;
}

/* The notes of W.  NULL without memory.  */
static struct notes *
notes_of (struct warp *w)
{
  struct notes *s = w->check->notes;
  if (unlikely (!s) && (s = w->check->notes = calloc (1, sizeof *s)))
    {
      s->bit = 1u << w->index;
      s->regions = w->block->check->regions;
      s->noted = w->block->check->noted;
    }
  return s;
}

/* W's notes S are too many: they are shown, if they matter.  */
static bool
make_room (struct warp *w, struct notes *s)
{
  if (w->block->launch->check->dev->what & (CHECK_RACE | CHECK_ASYNC))
    return show_all (w);
  drop_notes (s);
  return true;
}

/* Notes of S are of bytes [LO, HI).  */
static inline void
mark_noted (struct notes *s, uint32_t lo, uint32_t hi)
{
  for (uint32_t i = lo / REGION; i <= (hi - 1) / REGION; i++)
    s->noted[i / 64 % (NOTED_REGIONS / 64)] |= UINT64_C (1) << i % 64;
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
  struct notes *s = notes_of (w);
  if (unlikely (!s || (s->n + rows > NOTES && !make_room (w, s))))
    return false;
  const struct group_note all = {
    .time = cw->time, .first_site = site_of (w, o), .n = r->n, .fold = fold, .one_place = one_place
  };
  for (uint32_t k = 0; k < rows; k++)
    {
      struct read_note n = note_of (at[k], len, size, &all, k);
      n.scope = o->ck_scope;
      uint16_t *slot = &s->slot[NOTE_SLOT (n.at)];
      struct read_note *x = &s->at[*slot];
      if (*slot >= s->n || x->at != n.at || x->len != len || x->lanes != n.lanes
	  || x->lane != n.lane || x->shift != n.shift || x->fold != fold || x->scope != n.scope)
	{
	  *slot = s->n;
	  x = &s->at[s->n++];
	}
      *x = n;
      mark_noted (s, n.at, n.at + len);
    }
  return true;
}

/* Returns true if W may make all reads of X, and there is nothing to report.  */
static bool
quiet_group (struct warp *w, const struct group_note *x)
{
  const struct block *b = w->block;
  const struct read_group *g = x->g;
  uint32_t len = len_of (x, g->size);
  bool whole = true;
  for (uint32_t k = 0; k < rows_of (x); k++)
    {
      if ((x->at[k] + g->reads[0].imm) & (g->size - 1))
	return false;
      for (uint32_t p = 0; p < g->n_pieces; p++)
	{
	  int64_t lo = (int64_t) x->at[k] + g->pieces[p].lo,
		  hi = (int64_t) x->at[k] + g->pieces[p].hi + len;
	  if (lo < 0 || hi > w->shared_size)
	    return false;
	  for (uint32_t i = lo / REGION; i <= (hi - 1) / REGION; i++)
	    {
	      const struct line *r = &b->check->regions[i];
	      if (unlikely (!(r->quiet >> w->index & 1)) && !hush (w, i))
		return false;
	      whole &= in_run (r, i, lo, hi);
	    }
	}
    }
  for (uint32_t k = 0; !whole && k < rows_of (x); k++)
    for (uint32_t i = 0; i < g->n_reads; i++)
      if (!quiet (w, x->at[k] + g->reads[i].imm, len))
	return false;
  return true;
}

char *
notes_group (struct warp *w, const struct read_group *g, uint64_t a0, uint64_t a1, uint32_t how)
{
  struct check_warp *cw = w->check;
  uint32_t half = how & 1 ? LANES / 2 * g->size : 0;
  struct group_note n = { .g = g,
			  .at = { a0, a1 },
			  .time = cw->time,
			  .n = how & 2 && a1 - a0 != half ? LANES / 2 : LANES,
			  .one_place = !(how & 1) };
  n.fold = n.n < LANES && a0 == a1 ? n.n : 0;
  if (w->block->launch->cluster_blocks != 1 || cw->recent[0].mask != ALL_LANES
      || (a0 | a1) > UINT32_MAX || !quiet_group (w, &n))
    return NULL;
  struct notes *s = notes_of (w);
  if (unlikely (!s))
    return NULL;
  uint8_t *slot = &s->group_slot[(n.at[0] ^ (uint32_t) ((uintptr_t) g >> 3)) * 0x9e3779b1u >> 26];
  struct group_note *x = &s->groups[*slot];
  if (*slot >= s->n_groups || x->g != g || x->at[0] != n.at[0] || x->at[1] != n.at[1] || x->n != n.n
      || x->one_place != n.one_place)
    {
      if (s->n_groups == GROUP_NOTES && !make_room (w, s))
	return NULL;
      *slot = s->n_groups;
      x = &s->groups[s->n_groups++];
      for (uint32_t k = 0; k < rows_of (&n); k++)
	for (uint32_t p = 0; p < g->n_pieces; p++)
	  mark_noted (s, n.at[k] + g->pieces[p].lo,
		      n.at[k] + g->pieces[p].hi + len_of (&n, g->size));
    }
  n.first_site = site_of (w, w->frame->func->ops);
  *x = n;
  return (char *) w->shared;
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
	drop_notes (s);
      all &= !s || !(s->n | s->n_groups);
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
	drop_notes (cw->notes);
    }
}
