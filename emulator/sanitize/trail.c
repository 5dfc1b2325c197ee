/* SPDX-License-Identifier: MIT */
/* The sanitizer: plain reads of global memory that nothing has written in this launch.

   They conflict with nothing until something writes there, so they are not put on record
   one by one.  What one op of a warp reads in a loop follows a step, and so does the warp's time,
   which grows at each barrier of the loop: such a trail is one entry of its area's list, however long it is.  When something writes the area, all of
   them become accesses on record (check_late_reads); mostly nothing does.

   Compiled code follows an open trail by itself (ahead in compile-prelude.inc).  */

#include "emulator/sanitize/check.h"
#include "base/room.h"

#include <stdlib.h>

/* Reads at AT, AT + STEP, … before NEXT, of LEN bytes each, the first at TIME, each LATER after the
   one before.  STEP 0: all at AT, the last at TIME, on which the others add nothing.  APART, unless 0:
   the first lane's reads are these, and each other's APART bytes after those of the lane before,
   as in the columns of a matrix.  */
struct trail
{
  uint64_t at, step, next;
  uint64_t every; /* this and the rest: as in struct touch and struct rec */
  uint64_t apart;
  uint32_t len, group, time, later, lanes, site;
  uint16_t warp, base;
  uint8_t shift, fold;
};

struct trails
{
  struct trail *at;
  uint32_t n, cap;
};
#define TRAILS_MAX (1u << 20) /* of an area */
/* Of an area that no kernel can write: then of its trails only the bytes stay.  */
#define CONSTANT_MAX (1u << 16)
#define MAP_WORD 64 /* bytes that a word of a map is of, a bit each */

#define NOWHERE UINT64_MAX /* open.next of a trail whose step is not known */

static void
close_one (struct open *s)
{
  struct trail *t = &s->trails->at[s->index];
  if (s->key && s->next != NOWHERE)
    {
      t->step = s->step;
      t->next = s->next;
      t->later = s->later;
      if (!s->step)
	t->time = s->time - s->later;
    }
  s->key = 0;
}

void
trail_close (struct check_warp *cw)
{
  EACH_LANE (i, cw->opened)
    close_one (&cw->open[i]);
  cw->opened = 0;
}

/* True if a read of T at AT continues X, which S has open.  */
static bool
continues (struct open *s, const struct trail *x, const struct touch *t, uint64_t at)
{
  uint32_t time = t->w->check->time;
  if (s->next == NOWHERE && !((at - x->at) & (t->size - 1)))
    {
      s->step = at - x->at;
      s->next = at;
      s->later = time - s->time;
      s->time = time;
    }
  if (s->next != at || s->time != time)
    return false;
  s->next += s->step;
  s->time += s->later;
  return true;
}

static void
close_all (struct check_launch *k)
{
  struct cluster *const from[] = { k->wk->resident, k->wk->idle };
  for (int i = 0; i < 2; i++)
    for (struct cluster *c = from[i]; c; c = c->next)
      for (uint32_t n = 0; n < c->n_blocks; n++)
	for (uint32_t j = 0; j < c->blocks[n].n_warps; j++)
	  trail_close (c->blocks[n].warps[j].check);
}

/* Those of X's lanes in LEFT whose reads are the same or one row: all, or the first.  */
static uint32_t
lanes_at_once (const struct trail *x, uint32_t left)
{
  return x->apart ? left & -left : left;
}

/* Sets the bits of LEN bytes from FROM on.  */
static inline void
mark_range (uint64_t *map, uint64_t from, uint64_t len)
{
  uint64_t in = from % MAP_WORD;
  if (in + len < MAP_WORD)
    map[from / MAP_WORD] |= ((UINT64_C (1) << len) - 1) << in;
  else
    for (uint64_t b = from; b < from + len; b++)
      map[b / MAP_WORD] |= UINT64_C (1) << b % MAP_WORD;
}

/* Sets the bits of MAP, of the bytes from BASE on, that X has read, whose lanes read the same, one row, or
   places that are apart.  */
static void
mark (uint64_t *map, uint64_t base, const struct trail *x)
{
  uint64_t from = x->at - base;
  for (uint32_t left = x->lanes; left; left &= ~lanes_at_once (x, left), from += x->apart)
    {
      uint64_t a = from;
      do
	{
	  mark_range (map, a, x->len);
	  a += x->step;
	}
      while (x->step && a - from != x->next - x->at);
    }
}

/* Adds to F the bytes of MAP, of SIZE from BASE on.  */
static bool
add_map (const uint64_t *map, uint64_t base, uint64_t size, px_emu_footprint *f)
{
  uint64_t lo = 0;
  for (uint64_t b = 0; b <= size; b++)
    {
      bool in = b < size && map[b / MAP_WORD] >> b % MAP_WORD & 1;
      if (!in && b > lo && !px_emu_footprint_add (f, base + lo, b - lo, PX_EMU_READ))
	return false;
      if (!in)
	lo = b + 1;
    }
  return true;
}

/* The map of R, a constant; NULL: no memory.  */
static uint64_t *
seen_of (struct area *r)
{
  if (!r->seen)
    r->seen = calloc (r->size / MAP_WORD + 1, sizeof *r->seen);
  return r->seen;
}

/* Of the trails of R, a constant, only the bytes stay.  */
static bool
fold (struct check_launch *k, struct area *r)
{
  if (!seen_of (r))
    return false;
  close_all (k);
  for (uint32_t i = 0; i < r->trails->n; i++)
    if (!r->trails->at[i].every)
      mark (r->seen, r->base, &r->trails->at[i]);
  r->trails->n = 0;
  return true;
}

/* The trails of R with room for one more; NULL: T is to be recorded at once.  */
static struct trails *
room_for_one (struct check_launch *k, struct area *r)
{
  struct trails *l = r->trails;
  if (!l && !(l = r->trails = calloc (1, sizeof *l)))
    return NULL;
  if (r->constant && l->n >= CONSTANT_MAX && !fold (k, r))
    return NULL;
  if (l->n == TRAILS_MAX)
    {
      check_late_reads (k, r);
      return NULL;
    }
  return PX_ROOM (l->at, l->n, l->cap) ? l : NULL;
}

/* As trail_read, of T's lanes, which follow each other, whose places begin APART bytes from each other,
   more than one of them is long; the first is AT.  */
static bool
read_apart (struct check_launch *k, struct touch *t, uint64_t at, uint64_t apart)
{
  struct check_warp *cw = t->w->check;
  uint32_t slot = OPEN_SLOT (t->o, 0);
  struct open *s = &cw->open[slot];
  uintptr_t key = (uintptr_t) t->o | OPEN_APART;
  uint64_t all = (__builtin_popcount (t->lanes) - 1) * apart + t->size;
  if (s->key == key && at - s->lo < s->span)
    {
      const struct trail *x = &s->trails->at[s->index];
      if (x->lanes == t->lanes && x->apart == apart && continues (s, x, t, at))
	return true;
    }
  struct area *r = shadow_area (k, at);
  if (!r || r->written || r->size - (at - r->base) < all)
    return false;
  uint64_t lo = r->base, hi = r->base + r->size;
  if (t->marks)
    shadow_valid (k, at, &lo, &hi);
  struct trails *l = at >= lo && at < hi && hi - at >= all ? room_for_one (k, r) : NULL;
  if (!l)
    return false;
  if (s->key)
    close_one (s);
  cw->opened |= 1u << slot;
  *s = (struct open){ .key = key,
		      .next = NOWHERE,
		      .lo = lo,
		      .span = hi - lo - all + 1,
		      .trails = l,
		      .index = l->n,
		      .time = cw->time };
  l->at[l->n++] = (struct trail){ .at = at,
				  .apart = apart,
				  .len = t->size,
				  .group = t->w->block->cluster->number,
				  .time = cw->time,
				  .lanes = t->lanes,
				  .site = t->site,
				  .warp = cw->index,
				  .shift = ONE_PLACE };
  return true;
}

bool
trail_column (struct check_launch *k, struct touch *t, const void *a, bool wide, uint32_t next)
{
  struct warp *w = t->w;
  const struct op *o = t->o;
  const struct hit *h = &w->hits[o->hit];
  uint32_t i = __builtin_ctz (next), n = 1 + __builtin_popcount (next);
  if (t->kind != REC_READ || !t->races || o->space != SP_GLOBAL || !wide || n < 8
      || w->mask >> i != UINT32_MAX >> (LANES - n) || k->rounds >= QUIET_ROUNDS || k->early)
    return false;
  uint64_t at = ((const uint64_t *) a)[i] + o->imm,
	   d = ((const uint64_t *) a)[i + 1] - ((const uint64_t *) a)[i];
  if (d <= t->size || d > UINT32_MAX || (at | d) & (t->size - 1) || at < h->lo || at >= h->hi
      || h->hi - at < (n - 1) * d + t->size)
    return false;
  EACH_LANE (j, next)
    if (((const uint64_t *) a)[j + 1] - ((const uint64_t *) a)[j] != d)
      return false;
  t->lanes = w->mask;
  t->lane = i;
  return read_apart (k, t, at, d);
}

bool
trail_read (struct check_launch *k, struct touch *t, uint64_t at, uint64_t len)
{
  struct check_warp *cw = t->w->check;
  uint32_t slot = OPEN_SLOT (t->o, t->lane >= LANES / 2);
  struct open *s = &cw->open[slot];
  uintptr_t key = (uintptr_t) t->o
		  | (t->lanes != ALL_LANES || t->fold || t->every ? 0
		     : t->shift == ONE_PLACE			  ? OPEN_ONE_PLACE
								  : OPEN_ROW);
  if (s->key == key && at - s->lo < s->span)
    {
      const struct trail *x = &s->trails->at[s->index];
      if (key & (OPEN_ONE_PLACE | OPEN_ROW)
	  || (x->lanes == t->lanes && x->shift == t->shift && x->fold == t->fold
	      && x->every == t->every && x->len == len))
	if (continues (s, x, t, at))
	  return true;
    }
  if (at - k->constant_lo < k->constant_span && k->constant_span - (at - k->constant_lo) >= len
      && cw->once[slot] != key && !t->every)
    {
      /* Code without loops reads a table's elements by as many instructions.  */
      cw->once[slot] = key;
      mark_range (k->constant, at - k->constant_base, len);
      return true;
    }
  if (t->o->space == SP_GENERIC && shared_at (t->w, at))
    return false;
  struct area *r = shadow_area (k, at);
  if (!r || r->written || r->size - (at - r->base) < len)
    return false;
  struct trails *l = room_for_one (k, r);
  if (!l)
    return false;
  /* The bytes around them that are initialised, which reads that follow may touch.  */
  uint64_t lo = r->base, hi = r->base + r->size;
  if (t->marks)
    shadow_valid (k, at, &lo, &hi);
  bool valid = at >= lo && at < hi && hi - at >= len;
  if (valid && r->constant && seen_of (r))
    {
      k->constant = r->seen;
      k->constant_base = r->base;
      k->constant_lo = lo;
      k->constant_span = hi - lo;
    }
  if (!valid)
    {
      t->races = false;
      if (!touch_range (k, t, at, len))
	return false;
      t->races = true;
    }
  if (s->key)
    close_one (s);
  cw->opened |= 1u << slot;
  *s = (struct open){ .key = key,
		      .next = NOWHERE,
		      .lo = lo,
		      .span = valid ? hi - lo - len + 1 : 0,
		      .trails = l,
		      .index = l->n,
		      .time = cw->time };
  l->at[l->n++] = (struct trail){ .at = at,
				  .every = t->every,
				  .len = len,
				  .group = t->w->block->cluster->number,
				  .time = cw->time,
				  .lanes = t->lanes,
				  .site = t->site,
				  .warp = cw->index,
				  .base = at - t->origin,
				  .shift = t->shift,
				  .fold = t->fold };
  return true;
}

void
trail_show (struct check_launch *k, struct area *r)
{
  struct trails *l = r->trails;
  r->trails = NULL;
  if (!l)
    return;
  close_all (k);
  struct warp *any = &k->wk->resident->blocks[0].warps[0];
  for (uint32_t i = 0; i < l->n; i++)
    {
      const struct trail *x = &l->at[i];
      struct rec as = { .group = x->group,
			.time = x->time,
			.warp = x->warp,
			.kind = REC_READ,
			.scope = SCOPE_SYS,
			.lanes = x->lanes,
			.shift = x->shift,
			.fold = x->fold,
			.site = x->site };
      struct touch t = { .w = any,
			 .kind = REC_READ,
			 .scope = SCOPE_SYS,
			 .lanes = x->lanes,
			 .shift = x->shift,
			 .lane = __builtin_ctz (x->lanes),
			 .fold = x->fold,
			 .every = x->every,
			 .races = true,
			 .as = &as };
      for (uint64_t a = x->at;; a += x->step)
	{
	  if (a != x->at)
	    as.time += x->later;
	  uint64_t of = a;
	  for (uint32_t left = x->lanes; left; left &= ~as.lanes, of += x->apart)
	    {
	      t.lanes = as.lanes = lanes_at_once (x, left);
	      t.lane = __builtin_ctz (left);
	      t.origin = of - x->base;
	      if (!touch_range (k, &t, of, x->len))
		no_memory (any, NULL);
	    }
	  if (!x->step || a + x->step == x->next)
	    break;
	}
    }
  trail_free (l);
}

void
trail_each (const struct area *r,
	    void (*each) (void *data, const struct rec *as, uint64_t a, uint64_t size), void *data)
{
  const struct trails *l = r->trails;
  for (uint32_t i = 0; l && i < l->n; i++)
    {
      const struct trail *x = &l->at[i];
      struct rec as = { .group = x->group,
			.time = x->time,
			.warp = x->warp,
			.kind = REC_READ,
			.lanes = x->lanes,
			.site = x->site };
      if (x->every)
	continue;
      uint64_t from = x->at, end = x->step ? x->next : x->at + 1;
      for (uint32_t left = x->lanes; left; left &= ~as.lanes, from += x->apart)
	{
	  as.lanes = lanes_at_once (x, left);
	  as.time = x->time;
	  if (!x->step || (x->step == x->len && !x->later))
	    each (data, &as, from, x->step ? x->next - x->at : x->len);
	  else
	    for (uint64_t a = from; a - from != end - x->at; a += x->step, as.time += x->later)
	      each (data, &as, a, x->len);
	}
    }
}

bool
trail_bytes (const struct area *r, px_emu_footprint *f)
{
  const struct trails *l = r->trails;
  uint64_t *apart = NULL; /* what lanes read that are apart: together they mostly read all of it */
  bool ok = !r->seen || add_map (r->seen, r->base, r->size, f);
  for (uint32_t i = 0; ok && l && i < l->n; i++)
    {
      const struct trail *x = &l->at[i];
      if (x->every)
	continue;
      if (x->apart)
	{
	  ok = apart || (apart = calloc (r->size / MAP_WORD + 1, sizeof *apart));
	  if (ok)
	    mark (apart, r->base, x);
	}
      else if (!x->step || x->step == x->len)
	ok = px_emu_footprint_add (f, x->at, x->step ? x->next - x->at : x->len, PX_EMU_READ);
      else
	for (uint64_t a = x->at; ok && a != x->next; a += x->step)
	  ok = px_emu_footprint_add (f, a, x->len, PX_EMU_READ);
    }
  ok = ok && (!apart || add_map (apart, r->base, r->size, f));
  free (apart);
  return ok;
}

void
trail_free (struct trails *l)
{
  if (l)
    free (l->at);
  free (l);
}
