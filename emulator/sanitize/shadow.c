/* SPDX-License-Identifier: MIT */
/* Shadow memory: which accesses of a byte a later one must be ordered after, and
   whether it was ever written.

   A region of REGION bytes has records; one that was accessed in parts that are no
   whole chunks of CHUNK bytes is split into lines of LINE bytes, which have records
   each.  A record is an access of lanes of a warp to some chunks of its region, or
   bytes of its line, a mask; which lane touches which byte is a rule (rec.shift), so
   that what 32 lanes do in one instruction is one record.  On record are the last plain write of each byte and those reads and strong accesses
   after it that no later one of the same kind follows in order.  An epoch (warp, time)
   stands for a clock: an access is ordered after it if it knows the warp up to that
   time (FastTrack, Flanagan and Freund 2009).  */

#include "base/search.h"
#include "base/room.h"
#include "emulator/sanitize/notes.h"
#include "emulator/sanitize/record.h"
#include "emulator/run/async.h"
#include "emulator/sanitize/crowd.h"
#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- accesses ---- */

/* The record that T makes of BYTES of the line or region at A.  */
static inline struct rec
rec_of (const struct touch *t, uint64_t a, uint64_t bytes)
{
  const struct check_warp *cw = t->w->check;
  if (unlikely (t->as != NULL))
    {
      struct rec r = *t->as;
      r.bytes = bytes;
      r.base = t->shift == ONE_PLACE ? 0 : (int64_t) (a - t->origin);
      return r;
    }
  return (struct rec){ .bytes = bytes,
		       .group = t->w->block->cluster->number,
		       .time = t->kind & REC_FLIGHT ? t->serial : cw->time,
		       .warp = cw->index,
		       .kind = t->kind,
		       .scope = t->scope,
		       .width = t->width,
		       .lanes = t->lanes,
		       .base = t->shift == ONE_PLACE ? 0 : (int64_t) (a - t->origin),
		       .shift = t->shift,
		       .fold = t->fold,
		       .site = t->site };
}

bool
insn_is_float (const ptx_insn *in)
{
  for (int i = 0; i < in->nmods; i++)
    if (in->mods[i] == PTX_F64 || in->mods[i] == PTX_F32)
      return true;
  return false;
}

bool
check_is_float (const struct warp *w, const struct op *o)
{
  return insn_is_float (&w->frame->func->src[o->src].stmt->insn);
}

struct use
{
  uint32_t reg;
  bool found;
};

static void
is_read (void *closure, ptx_opnd *o, bool written)
{
  struct use *u = closure;
  u->found |= !written && o->reg == u->reg;
}

/* Returns true if T is an exchange whose function does not look at what was there, and so only
   stores.  */
static bool
only_stores (const struct touch *t)
{
  const ptx_func *f = t->o ? t->w->frame->func->ir : NULL;
  const ptx_insn *in = f ? &t->w->frame->func->src[t->o->src].stmt->insn : NULL;
  if (!in || in->op != PTX_OP_ATOM || ptx_get (in, PTX_C_OPER) != PTX_M_EXCH)
    return false;
  struct use u = { in->opnds[0].reg, false };
  for (ptx_stmt *s = in->opnds[0].kind == PTX_O_REG ? f->first : NULL; s && !u.found; s = s->next)
    if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, is_read, &u);
  return !u.found;
}

/* Bytes BAD of the line at A, read by T, were never written.  */
static void
uninitialised (const struct touch *t, uint64_t a, uint64_t bad)
{
  struct rec me = rec_of (t, a, bad);
  int at = __builtin_ctzll (bad), n = 1;
  uint32_t lanes = lanes_at (&me, at);
  while (at + n < LINE && bad >> (at + n) & 1 && lanes_at (&me, at + n) == lanes)
    n++;
  struct warp *w = t->w;
  struct access_at spot
    = { "read", t->site, block_number (w->block), w->index, __builtin_ctz (lanes), 0, 0 };
  report (w, REP_INIT,
	  t->shared ? "read of shared memory that nobody has written"
		    : "read of global memory that nobody has written",
	  &spot, 1, a + at, n, "a write before it");
}

/* Bytes M of the line of which MARK are those that were written.  */
static inline void
check_marks (struct touch *t, uint64_t a, uint64_t *mark, uint64_t m)
{
  uint64_t bad = m & ~*mark;
  if (unlikely (t->marks & MARK_READ && bad))
    {
      if (t->may_lack)
	t->lacks = true;
      else if (!only_stores (t))
	uninitialised (t, a, bad);
    }
  if (t->marks & MARK_WRITE)
    *mark |= m;
}

/* What concerns bytes M of the line at A but races.  False: the warp has failed.  */
static inline bool
look (struct check_launch *k, struct touch *t, const struct block *b, uint64_t a, uint64_t m)
{
  if (b)
    {
      uint32_t at = (a - (uintptr_t) b->shared) / LINE;
      if (unlikely (t->bounds && m & ~k->owned[at]))
	{
	  struct rec me = rec_of (t, a, m);
	  uint32_t lanes = lanes_at (&me, __builtin_ctzll (m & ~k->owned[at]));
	  uint64_t x = shadow_address_of (t, __builtin_ctz (lanes));
	  fail (t->w, t->o, PX_EMU_ILLEGAL_ADDRESS, lanes & -lanes, x, t->size,
		"out of bounds: %s of %u bytes at shared+%u, between variables",
		t->kind & REC_WRITE ? "write" : "read", t->size,
		(unsigned) (x - (uintptr_t) b->shared));
	  return false;
	}
      if (t->marks)
	check_marks (t, a, &b->check->written[at], m);
      return true;
    }
  while (t->marks && m)
    {
      const struct valid *v = t->valid;
      uint64_t x = a + __builtin_ctzll (m);
      if (unlikely (!v || x - v->base >= v->size))
	v = t->valid = valid_at (k->dev, x);
      if (!v)
	{
	  m &= m - 1;
	  continue;
	}
      uint64_t in = bytes_within (a, v->base, v->base + v->size) & m;
      check_marks (t, a, marks (v, a), in);
      m &= ~in;
    }
  return true;
}

/* An access, AT, of the shared memory of block B, SIZE bytes at A, is not ordered before
   the end of B.  */
static void
too_late (struct block *b, struct warp *w, const struct access_at *at, uint64_t a, uint32_t size)
{
  struct access_at two[2] = { *at,
			      { "exit", b->check->end_site, block_number (b), b->check->end_warp,
				b->check->end_lane, 0, 0 } };
  if (w->block->launch->check->dev->what & CHECK_RACE)
    report (w, REP_RACE, "access of the shared memory of a block that may have ended", two, 2, a,
	    size, "a barrier of the cluster (barrier.cluster) after it, before the block ends");
}

/* Lane LANE of W accesses the shared memory of B, of its cluster.  Returns true if nothing has shown it
   that B has started.  */
static bool
too_early (const struct block *b, const struct warp *w, uint32_t lane)
{
  const struct vclock *v = w->check->vc[lane];
  if (w->check->cluster_waited >> lane & 1)
    return false;
  for (uint32_t i = 0; i < b->n_warps; i++)
    if (gc_unknown (v->own, b->warps[i].check->index, ALL_LANES, 1) != ALL_LANES)
      return false;
  return true;
}

/* V: what the threads of B know together.  */
static void
end_line (struct block *b, struct warp *w, const struct vclock *v, struct line *l, uint64_t a,
	  bool region)
{
  const struct launch *la = b->launch;
  for (uint32_t i = 0; i < l->n; i++)
    {
      const struct rec *r = &recs (l)[i];
      if (r->warp / la->n_warps == b->rank || r->warp >= la->check->group_warps
	  || r->kind & (REC_FLIGHT | REC_TX) || comes_before (v, r))
	continue;
      struct access_at at = { shadow_verb_of (r->kind),
			      r->site,
			      r->group * (uint64_t) la->cluster_blocks + r->warp / la->n_warps,
			      r->warp % la->n_warps,
			      __builtin_ctz (r->lanes),
			      0,
			      0 };
      too_late (b, w, &at, a + __builtin_ctzll (r->bytes) * (region ? CHUNK : 1),
		region ? CHUNK : 4);
    }
}

void
shadow_end_block (struct block *b, struct warp *w)
{
  struct vclock *v = NULL;
  for (uint32_t i = 0; i < b->n_warps; i++)
    for (int j = 0; j < LANES; j++)
      if (!v)
	v = vc_ref (b->warps[i].check->vc[j]);
      else if (!vc_join (&v, b->warps[i].check->vc[j]))
	no_memory (w, NULL);
  for (uint32_t i = 0; i < b->launch->shared_bytes / REGION + 1; i++)
    {
      struct line *r = &b->check->regions[i];
      uint64_t a = (uintptr_t) b->shared + i * REGION;
      if (!r->split)
	end_line (b, w, v, r, a, true);
      else
	for (int q = 0; q < REGION / LINE; q++)
	  end_line (b, w, v, &r->fine[q], a + q * LINE, false);
    }
  vc_drop (v);
}

struct area *
shadow_area (struct check_launch *k, uint64_t a)
{
  struct area *r = &k->areas[k->last_area];
  if (k->n_areas && a - r->base < r->size)
    return r;
  size_t lo = PX_FIRST (i, k->n_areas, k->areas[i].base + k->areas[i].size > a);
  k->last_area = lo;
  if (lo < k->n_areas && k->areas[lo].base <= a)
    return &k->areas[lo];
  px_emu_range m;
  if (!px_emu_mem_find (k->l->emu, a, &m))
    return NULL;
  if (!PX_ROOM (k->areas, k->n_areas, k->cap_areas))
    return NULL;
  memmove (k->areas + lo + 1, k->areas + lo, (k->n_areas - lo) * sizeof *k->areas);
  k->areas[lo]
    = (struct area){ .base = m.base, .size = m.size, .constant = m.kind == PX_EMU_MEM_CONST };
  k->n_areas++;
  return &k->areas[lo];
}

/* Global memory at A is about to be written.  */
static inline void
write_area (struct check_launch *k, uint64_t a)
{
  struct area *r = &k->areas[k->last_area];
  if (likely (k->n_areas && a - r->base < r->size && r->written))
    return;
  if ((r = shadow_area (k, a)) && !r->written)
    check_late_reads (k, r);
}

/* Bytes [A, A + SIZE), of which T touches all, or some as T->every says.  */
bool
touch_range (struct check_launch *k, struct touch *t, uint64_t a, uint64_t size)
{
  struct block *b = shared_at (t->w, a);
  uint64_t end = a + size, every = ~UINT64_C (0);
  bool whole = !t->every && !((a | size) & (CHUNK - 1));
  t->shared = b != NULL;
  if (unlikely (b && b != t->w->block && b->check->end_site && t->races && !(t->kind & REC_FLIGHT)))
    {
      struct access_at at
	= { shadow_called (t), t->site, block_number (t->w->block), t->w->index, t->lane, 0, 0 };
      too_late (b, t->w, &at, a, size);
    }
  if (unlikely (b && b != t->w->block && k->dev->what & CHECK_RACE && !t->as
		&& too_early (b, t->w, t->lane)))
    {
      struct access_at at
	= { shadow_called (t), t->site, block_number (t->w->block), t->w->index, t->lane, 0, 0 };
      report (t->w, REP_RACE, "access of the shared memory of a block that may not have started",
	      &at, 1, a, size, "a barrier of the cluster (barrier.cluster) before it");
    }
  if (t->every)
    {
      /* Its period divides LINE.  */
      unsigned turn = a % LINE;
      every = turn ? t->every << turn | t->every >> (LINE - turn) : t->every;
    }
  if (b ? t->marks | t->bounds : t->marks)
    for (uint64_t at = a & -(uint64_t) LINE; at < end; at += LINE)
      if (!look (k, t, b, at, bytes_within (at, a, end) & every))
	return false;
  if (!t->races)
    return true;
  if (!b && t->kind & REC_WRITE)
    write_area (k, a);
  for (uint64_t at = a & -(uint64_t) REGION; b && t->kind & REC_WRITE && at < end; at += REGION)
    if (!notes_write (b, (at - (uintptr_t) b->shared) / REGION, t->kind))
      return false;
  for (uint64_t at = a & -(uint64_t) REGION; at < end; at += REGION)
    {
      struct line *r = shadow_region_at (k, b, at);
      if (unlikely (!r))
	return false;
      t->places |= r->place;
      if (likely (whole && !r->split && r->n < CROWD))
	{
	  struct rec me = rec_of (t, at, chunks_within (at, a, end));
	  if (!shadow_meet (t, r, at, &me, true))
	    return false;
	  continue;
	}
      if (!r->split && !shadow_split (r))
	return false;
      uint64_t from = at > a ? at : a & -(uint64_t) LINE,
	       to = at + REGION < end ? at + REGION : end;
      for (; from < to; from += LINE)
	{
	  struct rec me = rec_of (t, from, bytes_within (from, a, end) & every);
	  if (me.bytes && !shadow_meet (t, &r->fine[(from - at) / LINE], from, &me, false))
	    return false;
	}
    }
  return true;
}

/* Chunks BITS of the region at A.  */
bool
touch_chunks (struct check_launch *k, struct touch *t, uint64_t a, uint64_t bits)
{
  struct block *b = shared_at (t->w, a + CHUNK * __builtin_ctzll (bits));
  t->shared = b != NULL;
  if (t->marks)
    for (int q = 0; q < REGION / LINE; q++)
      if (bits >> 4 * q & 15 && !look (k, t, b, a + q * LINE, chunk_bytes (bits >> 4 * q & 15)))
	return false;
  if (!t->races)
    return true;
  if (!b && t->kind & REC_WRITE)
    write_area (k, a + CHUNK * __builtin_ctzll (bits));
  if (b && t->kind & REC_WRITE && !notes_write (b, (a - (uintptr_t) b->shared) / REGION, t->kind))
    return false;
  struct line *r = shadow_region_at (k, b, a);
  if (unlikely (!r))
    return false;
  struct rec me = rec_of (t, a, bits);
  if (likely (!r->split && r->n < CROWD))
    return shadow_meet (t, r, a, &me, true);
  if (!r->split && !shadow_split (r))
    return false;
  for (int q = 0; q < REGION / LINE; q++)
    if (bits >> 4 * q & 15)
      {
	struct rec p = part_of (&me, q);
	if (!shadow_meet (t, &r->fine[q], a + q * LINE, &p, false))
	  return false;
      }
  return true;
}

struct line *
shadow_region (struct check_launch *k, const struct warp *w, uint64_t a)
{
  return shadow_region_at (k, shared_at (w, a), a);
}

/* ---- asynchronous operations ---- */

/* BYTES of the line or region L are in flight no more.  */
static bool
land (const struct warp *w, struct line *l, uint64_t bytes, const struct landing *f)
{
  struct rec *all = recs (l);
  for (uint32_t i = 0; i < l->n; i++)
    {
      struct rec *r = &all[i];
      if (!(r->bytes & bytes) || !(r->kind & REC_FLIGHT) || r->time != f->serial
	  || !(r->lanes >> f->lane & 1) || !(r->kind & REC_WRITE) != !f->write)
	continue;
      struct rec now = { .bytes = r->bytes & bytes,
			 .group = w->block->cluster->number,
			 .time = f->time,
			 .warp = f->warp,
			 .kind = r->kind & ~REC_FLIGHT,
			 .scope = SCOPE_SYS,
			 .lanes = f->lanes,
			 .shift = ONE_PLACE,
			 .site = r->site };
      r->bytes &= ~now.bytes;
      bytes &= ~now.bytes;
      bool gone = false;
      for (uint32_t j = 0; j < l->n; j++)
	{
	  if (plain_write (&now) && plain_write (&all[j]))
	    all[j].bytes &= ~now.bytes;
	  else if (same_epoch (&all[j], &now) && same_rule (&all[j], &now)
		   && all[j].site == now.site)
	    {
	      all[j].bytes |= now.bytes;
	      now.bytes = 0;
	    }
	  gone |= j != i && !all[j].bytes;
	}
      struct rec *none = NULL;
      if (now.bytes && !r->bytes && now.kind != REC_READ)
	*r = now;
      else if (now.bytes && !shadow_append (l, &now))
	return false;
      all = recs (l);
      for (uint32_t j = 0; (gone || !all[i].bytes) && j < l->n;)
	if (all[j].bytes)
	  j++;
	else
	  {
	    shadow_drop (l, j, &none);
	  }
      if (!bytes)
	return true;
      i = UINT32_MAX;
    }
  return true;
}

bool
land_chunks (struct check_launch *k, const struct warp *w, uint64_t a, uint64_t bits,
	     const struct landing *f)
{
  struct line *r = shadow_region (k, w, a + CHUNK * __builtin_ctzll (bits));
  if (!r)
    return false;
  if (!r->split)
    return land (w, r, bits, f);
  for (int q = 0; q < REGION / LINE; q++)
    if (bits >> 4 * q & 15 && !land (w, &r->fine[q], chunk_bytes (bits >> 4 * q & 15), f))
      return false;
  return true;
}

bool
land_range (struct check_launch *k, const struct warp *w, uint64_t a, uint64_t size,
	    const struct landing *f)
{
  for (uint64_t at = a & -(uint64_t) LINE, end = a + size; at < end; at += LINE)
    {
      struct line *r = shadow_region (k, w, at < a ? a : at);
      if (!r || (!r->split && !shadow_split (r))
	  || !land (w, &r->fine[at % REGION / LINE], bytes_within (at, a, end), f))
	return false;
    }
  return true;
}
