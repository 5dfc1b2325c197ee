/* SPDX-License-Identifier: MIT */
/* The sanitizer: whether an access and one on record race, and the report.  */

#include "emulator/sanitize/record.h"
#include "emulator/run/async.h"
#include "emulator/sanitize/crowd.h"
#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- values ---- */

uint64_t
shadow_address_of (struct touch *t, uint32_t lane)
{
  if (!t->addr && t->room)
    {
      const struct rows *r = t->rows;
      for (uint32_t i = 0; r && i < LANES; i++)
	t->room[i] = r->at[i / r->n] + i % r->n * r->step;
      if (!r)
	{
	  addresses (t->w, t->o, t->room);
	  resolve (t->w, t->o, t->o->space, t->room, t->size, ACC_LOAD);
	}
      t->addr = t->room;
    }
  return t->addr ? t->addr[lane] : t->at;
}

/* The value of element K that LANE stores.  */
static uint64_t
stored (const struct warp *w, const struct op *o, uint32_t lane, uint32_t k)
{
  uint32_t slot = o->ck == CK_ATOM ? o->b : k == 0 ? o->d : k == 1 ? o->e : k == 2 ? o->f : o->g;
  const uint8_t *r = w->r + slot;
  switch (o->ck_reg)
    {
    case 2: return ((const uint16_t *) r)[lane];
    case 4: return ((const uint32_t *) r)[lane];
    default: return ((const uint64_t *) r)[lane];
    }
}

/* Byte AT of what LANE stores.  */
static uint8_t
stored_byte (const struct warp *w, const struct op *o, uint32_t lane, uint32_t at)
{
  uint32_t k = at / o->ck_bytes, in = at % o->ck_bytes;
  if (in >= 8)
    return ((const uint64_t *) (w->r + o->d))[lane + LANES] >> 8 * (in - 8);
  return stored (w, o, lane, k) >> 8 * in;
}

/* True if the store of T leaves bytes [FROM, FROM + N) of its access as LANES have
   written them.  */
static bool
same_value (struct touch *t, const struct rec *r, uint32_t lanes, uint32_t from, uint32_t n)
{
  uint32_t j = __builtin_ctz (lanes);
  if (!t->addr)
    return false;
  uint64_t a = t->addr[t->lane] + from, b = t->addr[j];
  bool now = own_warp (t->w, r) && r->time == t->w->check->time && r->site == t->site
	     && t->w->mask >> j & 1 && a >= b && a + n <= b + t->size;
  for (uint32_t i = 0; i < n; i++)
    {
      uint8_t mine = stored_byte (t->w, t->o, t->lane, from + i);
      uint8_t theirs = now ? stored_byte (t->w, t->o, j, a - b + i) : *(const uint8_t *) (a + i);
      if (mine != theirs)
	return false;
    }
  return true;
}

/* ---- races ---- */

const char *
shadow_verb_of (uint8_t kind)
{
  if (kind & REC_FLIGHT)
    return kind & REC_WRITE ? "asynchronous write" : "asynchronous read";
  return kind & REC_ATOMIC     ? "atomic access"
	 : kind & REC_WRITE    ? (kind & REC_VOLATILE ? "volatile write"
				  : kind & REC_STRONG ? "strong write"
						      : "write")
	 : kind & REC_VOLATILE ? "volatile read"
	 : kind & REC_STRONG   ? "strong read"
			       : "read";
}

const char *
shadow_called (const struct touch *t)
{
  return t->verb ? t->verb : shadow_verb_of (t->kind);
}

/* What bytes [FROM, FROM + N) of T's access, at A, and of R's, AT[0] and AT[1], had as values.  */
static void
set_values (struct touch *t, const struct rec *r, uint64_t a, uint32_t from, uint32_t n,
	    struct access_at *at)
{
  struct warp *w = t->w;
  uint64_t now = 0;
  memcpy (&now, (const void *) a, n > 8 ? 8 : n);
  if (!t->addr)
    ;
  else if (t->kind & REC_WRITE && !(t->kind & REC_ATOMIC))
    for (uint32_t i = 0; i < n && i < 8; i++)
      at[0].value |= (uint64_t) stored_byte (w, t->o, t->lane, from + i) << 8 * i;
  else
    at[0].value = now;
  at[0].value_bytes = !t->addr ? 0 : n > 8 ? 8 : n;
  if (r->kind & REC_WRITE && !(r->kind & REC_FLIGHT)
      && !(own_warp (w, r) && r->time == w->check->time && r->site == t->site))
    at[1].value = now, at[1].value_bytes = n > 8 ? 8 : n;
}

/* T and R are strong and do not excuse each other: writes to WHAT, of SIZE bytes, what is wrong.  Returns what
   is missing.  */
static const char *
say_strong (const struct touch *t, const struct rec *r, char *what, size_t size)
{
  bool sizes = scopes_meet (t, r);
  snprintf (what, size, "%s and %s of different %s", shadow_called (t), shadow_verb_of (r->kind),
	    sizes ? "sizes" : "scopes");
  return sizes
	   ? "one size for all that several threads do with these bytes: an access of another size "
	     "sees a part of what is written, or parts of different times"
	   : "a scope that holds both threads (.gpu)";
}

static void
race (struct touch *t, const struct rec *r, uint32_t lanes, uint32_t from, uint32_t n, bool proxy)
{
  if (!(t->w->block->launch->check->dev->what
	& (proxy || (t->kind | r->kind) & REC_FLIGHT ? CHECK_ASYNC : CHECK_RACE)))
    return;
  struct warp *w = t->w;
  struct launch *l = w->block->launch;
  struct access_at at[2]
    = { { shadow_called (t), t->site, block_number (w->block), w->index, t->lane, 0, 0 },
	{ shadow_verb_of (r->kind), r->site,
	  r->group * (uint64_t) l->cluster_blocks + r->warp / l->n_warps, r->warp % l->n_warps,
	  __builtin_ctz (lanes), 0, 0 } };
  bool same_warp = own_warp (w, r);
  bool same_block = at[0].block == at[1].block;
  bool same_group = r->group == w->block->cluster->number;
  char what[160], text[200];
  const char *missing;
  bool by_mbar = r->warp >= l->check->group_warps;
  bool cache_only = !proxy && t->cached && !unordered (w, t->lane, r, lanes);
  enum report_kind kind
    = r->kind & REC_FLIGHT || proxy || (!cache_only && (t->kind & REC_FLIGHT || by_mbar))
	? REP_ASYNC
	: REP_RACE;
  if (by_mbar)
    {
      /* The mbarrier has shown it to be complete, but not to this thread.  */
      at[1].verb = r->kind & REC_WRITE ? "asynchronous write" : "asynchronous read";
      at[1].block = at[0].block;
      at[1].warp = 0, at[1].lane = 0;
      same_warp = false;
    }
  if (report_counted (l, kind, at))
    return;
  uint64_t a = shadow_address_of (t, t->lane) + from;
  set_values (t, r, a, from, n, at);
  if (r->kind & REC_FLIGHT)
    {
      snprintf (what, sizeof what, "%s while an %s of the same bytes is in flight",
		shadow_called (t), shadow_verb_of (r->kind));
      missing = flight_missing (w, r, text, sizeof text);
    }
  else if (proxy)
    {
      snprintf (what, sizeof what, "%s through the async proxy after a %s through the generic one",
		t->kind & REC_WRITE ? "write" : "read", shadow_verb_of (r->kind));
      missing
	= "fence.proxy.async between the two, after what orders them or by the thread that wrote";
    }
  else if (cache_only)
    {
      /* ld.global.nc (PTX ISA 9.7.9.9): of memory that is read only while the kernel runs.  */
      snprintf (what, sizeof what, "%s through the %s cache after a %s in the same kernel",
		shadow_called (t), t->texture ? "texture" : "read-only", shadow_verb_of (r->kind));
      missing
	= t->texture
	    ? "an ordinary load, or a kernel that writes and a later one that reads"
	    : "an ordinary load: no __ldg, and no const __restrict__ of what the kernel writes";
    }
  else if (kind == REP_ASYNC)
    {
      snprintf (what, sizeof what, "%s and %s, unordered", shadow_verb_of (r->kind),
		shadow_called (t));
      missing = by_mbar ? "a wait of this thread for the mbarrier's "
			  "phase, or a barrier after another thread's wait"
		: same_warp
		  ? "__syncwarp (bar.warp.sync) before the asynchronous operation is issued"
		: same_block
		  ? "a barrier (bar.sync, or an mbarrier that says that the buffer is free) before "
		    "the asynchronous operation is issued"
		  : "a barrier of the cluster (or an mbarrier) before the asynchronous operation "
		    "is issued";
    }
  else if (t->kind & REC_STRONG && r->kind & REC_STRONG
	   && (scopes_meet (t, r) ? sizes_differ (t, r) : !(t->kind & r->kind & REC_VOLATILE)))
    missing = say_strong (t, r, what, sizeof what);
  else
    {
      snprintf (what, sizeof what, "%s and %s, unordered", shadow_verb_of (r->kind),
		shadow_called (t));
      if (same_warp && r->site == t->site && r->time == w->check->time)
	missing = "the threads of one instruction write different values to one place: one of them "
		  "must write, or an atomic operation";
      else if (same_warp)
	missing = "__syncwarp (bar.warp.sync) between the two";
      else if (same_block)
	missing = "__syncthreads (bar.sync) between the two, on every path";
      else if (same_group)
	missing = "a barrier of the cluster (barrier.cluster) between the two";
      else if ((t->kind | r->kind) & REC_STRONG)
	missing = "atomic or volatile accesses on both sides";
      else
	missing
	  = "blocks are not ordered within a kernel: a fence and an atomic flag, a grid barrier, "
	    "or two kernels";
    }
  unsigned writes = (t->kind & REC_WRITE ? 1 : 0) | (r->kind & REC_WRITE ? 2 : 0);
  report_conflict (w, kind, what, at, writes, a, n, missing);
}

/* Returns true if T is the end of an mbarrier, which uses R of lanes BAD precede, though their memory
   is not ordered before it.  They do if each of them has met a lane in a collective since that T is
   ordered after, or T's: collectives are executed by all their lanes or by none, but order no
   memory, and what uses an mbarrier leaves nothing in memory that its end could destroy.  */
static bool
ends_mbarrier (const struct touch *t, const struct rec *r, uint32_t bad)
{
  const struct cluster *c = t->w->block->cluster;
  const struct launch *l = t->w->block->launch;
  if (!t->ends || !(r->kind & REC_ATOMIC) || r->group != c->number
      || r->warp >= l->check->group_warps)
    return false;
  const struct check_warp *x = c->blocks[r->warp / l->n_warps].warps[r->warp % l->n_warps].check;
  for (uint32_t i = 0; i < sizeof x->met / sizeof *x->met; i++)
    if (x->met[i].mask & bad && x->met[i].time >= r->time)
      {
	struct rec at = *r;
	at.time = x->met[i].time + 1;
	if (unordered (t->w, t->lane, &at, x->met[i].mask) != x->met[i].mask)
	  bad &= ~x->met[i].mask;
      }
  return !bad;
}

/* Returns true if R, of lanes BAD, is the initialisation of the mbarrier that T uses, which
   fence.mbarrier_init and a barrier of the cluster order before T.  */
static bool
sees_init (const struct touch *t, const struct rec *r, uint32_t bad)
{
  const struct vclock *v = t->w->check->inits;
  return t->init_site && r->site == t->init_site && v && r->group == v->group
	 && !gc_unknown (v->own, r->warp, bad, r->time);
}

/* T is of T->lane and those of OTHERS, which read the same and know the same.  Returns true if it is, at
   bytes [FROM, FROM + N) of its access, in conflict with LANES of R, an earlier one.  */
static void
conflict (struct touch *t, uint32_t others, const struct rec *r, uint32_t lanes, uint32_t from,
	  uint32_t n)
{
  if (others && lanes == 1u << t->lane && own_warp (t->w, r))
    {
      /* Its own lane is ordered; another one need not be.  */
      uint32_t lane = t->lane;
      t->lane = __builtin_ctz (others);
      conflict (t, 0, r, lanes, from, n);
      t->lane = lane;
      return;
    }
  uint32_t bad = unordered (t->w, t->lane, r, lanes);
  if (!bad && t->cached && r->kind & REC_WRITE)
    race (t, r, lanes, from, n, false);
  else if (!bad)
    {
      if (t->kind & REC_PROXY && r->kind & REC_WRITE && !(r->kind & REC_PROXY)
	  && (bad = unfenced (t, r, lanes)))
	race (t, r, bad, from, n, true);
    }
  else if (!both_strong (t, r)
	   && ((t->kind | r->kind) & (REC_STRONG | REC_READ) || !same_value (t, r, bad, from, n))
	   && !sees_init (t, r, bad) && !ends_mbarrier (t, r, bad))
    race (t, r, bad, from, n, false);
}

/* Bytes OVER of the line at A, which ME, of T, and R touch, one of them writing: lane
   by lane.  */
static void
compare_bytes (struct touch *t, const struct rec *me, const struct rec *r, uint64_t a,
	       uint64_t over)
{
  uint32_t lane = t->lane;
  shadow_address_of (t, lane);
  while (over && t->w->state != W_ERROR)
    {
      int at = __builtin_ctzll (over), n = 1;
      uint32_t mine = lanes_at (me, at), theirs = lanes_at (r, at);
      while (at + n < LINE && over >> (at + n) & 1 && lanes_at (me, at + n) == mine
	     && lanes_at (r, at + n) == theirs)
	n++;
      over &= at + n < LINE ? -(UINT64_C (1) << (at + n)) : 0;
      t->lane = __builtin_ctz (mine);
      if (!t->addr)
	t->at = a + at;
      conflict (t, mine & (mine - 1), r, theirs, a + at - shadow_address_of (t, t->lane), n);
    }
  t->lane = lane;
}

void
shadow_compare (struct touch *t, const struct rec *me, const struct rec *r, uint64_t a,
		uint64_t over, bool region)
{
  if (!region)
    compare_bytes (t, me, r, a, over);
  else
    for (int q = 0; over; q++, over >>= 4)
      if (over & 15)
	{
	  struct rec x = part_of (me, q), y = part_of (r, q);
	  compare_bytes (t, &x, &y, a + q * LINE, chunk_bytes (over & 15));
	}
}
