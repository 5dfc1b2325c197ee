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

#include "emulator/run/async.h"
#include "emulator/sanitize/crowd.h"
#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- records ---- */

/* The lanes that touch byte AT of R's line.  */
static inline uint32_t
lanes_at (const struct rec *r, int at)
{
  if (r->shift == ALIKE)
    return r->lanes;
  uint32_t one = 1u << ((at + r->base) >> r->shift), all = one;
  for (uint32_t k = r->fold; k && k < LANES; k += r->fold)
    all |= one << k;
  return r->lanes & all;
}

/* The same access of the same threads at the same time, but for the bytes?  */
static inline bool
same_epoch (const struct rec *a, const struct rec *b)
{
  return a->time == b->time && a->warp == b->warp && a->kind == b->kind && a->group == b->group
	 && a->scope == b->scope;
}

/* Does each lane of A touch those of the bytes that it would touch in B?  */
static inline bool
same_rule (const struct rec *a, const struct rec *b)
{
  return a->shift == b->shift && a->fold == b->fold
	 && (a->shift == ALIKE ? a->lanes == b->lanes : a->base == b->base);
}

static inline bool
plain_write (const struct rec *r)
{
  return (r->kind & (REC_WRITE | REC_STRONG | REC_FLIGHT)) == REC_WRITE;
}

/* Is all of R ordered before who knows V?  */
static inline bool
comes_before (const struct vclock *v, const struct rec *r)
{
  if (unlikely (r->kind & REC_FLIGHT))
    return false;
  const struct gclock *g = likely (r->group == v->group) ? v->own : vc_group (v, r->group);
  if (!g)
    return false;
  const struct known *k = &g->w[r->warp];
  return likely (!k->l) ? k->t >= r->time : !gc_unknown (g, r->warp, r->lanes, r->time);
}

static inline bool
own_warp (const struct warp *w, const struct rec *r)
{
  return r->warp == w->check->index && r->group == w->block->cluster->number;
}

/* Are ME, of W, and R of the same lane at every byte that they share?  */
static inline bool
own_lanes (const struct warp *w, const struct rec *me, const struct rec *r)
{
  return own_warp (w, r) && !(r->kind & REC_FLIGHT) && same_rule (me, r)
	 && (me->shift != ALIKE ? !me->fold : !(me->lanes & (me->lanes - 1)));
}

/* Do ME's lanes, later, what R's have done?  What is ordered after ME is then so after R.  */
static inline bool
again (const struct rec *me, const struct rec *r)
{
  return me->kind == r->kind && !(me->kind & REC_FLIGHT) && me->scope == r->scope
	 && me->warp == r->warp && me->group == r->group && me->time >= r->time
	 && !(r->lanes & ~me->lanes) && (me->shift == ALIKE || same_rule (me, r));
}

/* Of LANES of R, those that the accesses of LANE of W are not ordered after.  */
static uint32_t
unordered (const struct warp *w, uint32_t lane, const struct rec *r, uint32_t lanes)
{
  const struct vclock *v = w->check->vc[lane];
  const struct gclock *g = v->own;
  if (r->kind & REC_FLIGHT)
    return lanes;
  if (r->group == v->group)
    {
      if (r->warp == w->check->index && !(lanes &= ~(1u << lane)))
	return 0;
    }
  else if (!(g = vc_group (v, r->group)))
    return lanes;
  return gc_unknown (g, r->warp, lanes, r->time);
}

/* Of LANES of R, ordered before T, those that no proxy fence between has seen.  */
static uint32_t
unfenced (const struct touch *t, const struct rec *r, uint32_t lanes)
{
  const struct vclock *p = t->w->check->vc[t->lane]->proxy[t->shared];
  const struct gclock *g = p ? vc_group (p, r->group) : NULL;
  return g ? gc_unknown (g, r->warp, lanes, r->time) : lanes;
}

/* ---- values ---- */

/* The address of lane LANE's part of T.  */
static uint64_t
address_of (struct touch *t, uint32_t lane)
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

/* Does the store of T leave bytes [FROM, FROM + N) of its access as LANES have
   written them?  */
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

static const char *
verb_of (uint8_t kind)
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

static const char *
called (const struct touch *t)
{
  return t->verb ? t->verb : verb_of (t->kind);
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
    = { { called (t), t->site, block_number (w->block), w->index, t->lane, 0, 0 },
	{ verb_of (r->kind), r->site,
	  r->group * (uint64_t) l->cluster_blocks + r->warp / l->n_warps, r->warp % l->n_warps,
	  __builtin_ctz (lanes), 0, 0 } };
  uint64_t a = address_of (t, t->lane) + from, now = 0;
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
  bool same_warp = own_warp (w, r);
  bool same_block = at[0].block == at[1].block;
  bool same_group = r->group == w->block->cluster->number;
  char what[160], text[200];
  const char *missing;
  enum report_kind kind = REP_RACE;
  if (r->warp >= l->check->group_warps)
    {
      /* The mbarrier has shown it to be complete, but not to this thread.  */
      at[1].verb = r->kind & REC_WRITE ? "asynchronous write" : "asynchronous read";
      at[1].block = at[0].block;
      at[1].warp = 0, at[1].lane = 0;
      same_warp = false;
    }
  if (r->kind & REC_FLIGHT)
    {
      kind = REP_ASYNC;
      snprintf (what, sizeof what, "%s while an %s of the same bytes is in flight", called (t),
		verb_of (r->kind));
      missing = flight_missing (w, r, text, sizeof text);
    }
  else if (proxy)
    {
      kind = REP_ASYNC;
      snprintf (what, sizeof what, "%s through the async proxy after a %s through the generic one",
		t->kind & REC_WRITE ? "write" : "read", verb_of (r->kind));
      missing
	= "fence.proxy.async between the two, after what orders them or by the thread that wrote";
    }
  else if (t->kind & REC_FLIGHT || r->warp >= l->check->group_warps)
    {
      kind = REP_ASYNC;
      snprintf (what, sizeof what, "%s and %s, unordered", verb_of (r->kind), called (t));
      missing = r->warp >= l->check->group_warps ? "a wait of this thread for the mbarrier's "
						   "phase, or a barrier after another thread's wait"
		: same_warp
		  ? "__syncwarp (bar.warp.sync) before the asynchronous operation is issued"
		: same_block
		  ? "a barrier (bar.sync, or an mbarrier that says that the buffer is free) before "
		    "the asynchronous operation is issued"
		  : "a barrier of the cluster (or an mbarrier) before the asynchronous operation "
		    "is issued";
    }
  else if (t->kind & REC_STRONG && r->kind & REC_STRONG && !(t->kind & r->kind & REC_VOLATILE))
    {
      snprintf (what, sizeof what, "%s and %s of different scopes", called (t), verb_of (r->kind));
      missing = "a scope that holds both threads (.gpu)";
    }
  else
    {
      snprintf (what, sizeof what, "%s and %s, unordered", verb_of (r->kind), called (t));
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
  report (w, kind, what, at, 2, a, n, missing);
}

static bool
scope_holds (const struct touch *t, const struct rec *r, uint8_t scope)
{
  const struct block *b = t->w->block;
  if (scope >= SCOPE_GPU || r->group != b->cluster->number)
    return scope >= SCOPE_GPU;
  return scope == SCOPE_CLUSTER || r->warp / b->launch->n_warps == b->rank;
}

/* Are the strong accesses T and R excused by their scopes?  */
static inline bool
both_strong (const struct touch *t, const struct rec *r)
{
  return t->kind & REC_STRONG && r->kind & REC_STRONG && scope_holds (t, r, t->scope)
	 && scope_holds (t, r, r->scope)
	 && !(t->shared && t->kind & r->kind & REC_VOLATILE && own_warp (t->w, r)
	      && r->site != t->site);
}

/* Is T the end of an mbarrier, which uses R of lanes BAD precede, though their memory is not
   ordered before it?  They do if each of them has met a lane in a collective since that T is
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

/* Is R, of lanes BAD, the initialisation of the mbarrier that T uses, which fence.mbarrier_init
   and a barrier of the cluster order before T?  */
static bool
sees_init (const struct touch *t, const struct rec *r, uint32_t bad)
{
  const struct vclock *v = t->w->check->inits;
  return t->init_site && r->site == t->init_site && v && r->group == v->group
	 && !gc_unknown (v->own, r->warp, bad, r->time);
}

/* T, of T->lane and those of OTHERS, which read the same and know the same, at bytes
   [FROM, FROM + N) of its access: is it in conflict with LANES of R, an earlier one?  */
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
  if (!bad)
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
  address_of (t, lane);
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
      conflict (t, mine & (mine - 1), r, theirs, a + at - address_of (t, t->lane), n);
    }
  t->lane = lane;
}

/* Chunks BITS of the four of a line, as bytes of it.  */
static inline uint64_t
spread (uint64_t bits)
{
  uint64_t low = UINT64_C (0x0001000100010001) & (bits | bits << 15 | bits << 30 | bits << 45);
  return (low << CHUNK) - low;
}

/* What R, of a region, says of line Q of it.  */
static inline struct rec
part_of (const struct rec *r, int q)
{
  struct rec p = *r;
  p.bytes = spread (r->bytes >> 4 * q & 15);
  p.base += q * LINE;
  return p;
}

/* The same of a line, or of a region and chunks OVER of it.  */
static void
compare (struct touch *t, const struct rec *me, const struct rec *r, uint64_t a, uint64_t over,
	 bool region)
{
  if (!region)
    compare_bytes (t, me, r, a, over);
  else
    for (int q = 0; over; q++, over >>= 4)
      if (over & 15)
	{
	  struct rec x = part_of (me, q), y = part_of (r, q);
	  compare_bytes (t, &x, &y, a + q * LINE, spread (over & 15));
	}
}

/* ---- regions and lines ---- */

static inline struct rec *
recs (struct line *l)
{
  return l->more ? l->more : l->in;
}

static inline uint32_t
reader_bit (const struct rec *r)
{
  return 1u << r->warp % 32;
}

static bool
append (struct line *l, const struct rec *r)
{
  uint32_t room = l->more ? l->cap : LINE_RECS;
  if (unlikely (l->n == room))
    {
      struct rec *p = realloc (l->more, 2 * room * sizeof *p);
      if (!p)
	return false;
      if (!l->more)
	memcpy (p, l->in, sizeof l->in);
      l->more = p;
      l->cap = 2 * room;
    }
  struct rec *all = recs (l);
  uint32_t at = l->n++;
  if (!at)
    l->firm = l->readers = 0;
  if (r->kind == REC_READ)
    l->readers |= reader_bit (r);
  else
    {
      all[at] = all[l->firm];
      at = l->firm++;
    }
  all[at] = *r;
  return true;
}

/* Does ME, an atomic operation, know by the value that it has read that R was before it, and
   so whoever is ordered after ME (PTX ISA, observation order)?  */
static bool
sees (const struct touch *t, const struct rec *me, const struct rec *r)
{
  return (r->kind & (REC_WRITE | REC_FLIGHT | REC_PROXY)) == REC_WRITE
	 && !(me->kind & (REC_FLIGHT | REC_PROXY)) && both_strong (t, r);
}

/* ME, what T touches of the line or region at A, meets R.  *JOIN becomes R if ME may become part
   of it; *KEPT counts those of which one more has to be on record.  True: ME need not be, all of
   it is.  */
static inline bool
meet_one (struct touch *t, struct rec *me, struct rec *r, uint64_t a, bool region,
	  struct rec **join, uint32_t *kept)
{
  uint64_t over = r->bytes & me->bytes;
  bool joins = same_epoch (r, me) && same_rule (r, me), plain = me->kind == REC_WRITE;
  if (!over)
    {
      if (joins && r->site == me->site)
	*join = r;
      return false;
    }
  if (joins && !plain)
    {
      /* What it has done before.  */
      if (r->site == me->site)
	*join = r;
      else if (!(me->bytes &= ~over))
	return true;
      if (!(me->kind & REC_WRITE) || me->shift != ALIKE || !(me->lanes & (me->lanes - 1)))
	return false;
    }
  bool before
    = t->as ? again (me, r) : comes_before (t->w->check->vc[t->lane], r) || own_lanes (t->w, me, r);
  if ((me->kind | r->kind) & REC_WRITE && !t->judged
      && (before ? t->kind & REC_PROXY && r->kind & REC_WRITE && !(r->kind & REC_PROXY)
		 : !both_strong (t, r)))
    compare (t, me, r, a, over, region);
  if (plain
      || (!plain_write (r)
	  && (((before || (t->sees && sees (t, me, r)))
	       && ((me->kind & REC_WRITE && me->scope <= r->scope) || !(r->kind & REC_WRITE)))
	      || again (me, r))))
    r->bytes &= ~over;
  else if (!plain_write (r))
    {
      if (same_epoch (r, me) && r->shift == ALIKE && me->shift == ALIKE && r->bytes == me->bytes)
	{
	  r->lanes |= me->lanes;
	  return true;
	}
      ++*kept;
    }
  return false;
}

/* The class of ME, of T, in a crowd; CROWD_CLASSES: none.  */
static enum crowd_class
class_of (const struct touch *t, const struct rec *me)
{
  if (t->shared || me->kind & (REC_FLIGHT | REC_PROXY))
    return CROWD_CLASSES;
  if (me->kind == REC_READ)
    return CROWD_READ;
  return !(me->kind & REC_STRONG) || me->scope < SCOPE_GPU ? CROWD_CLASSES
	 : me->kind & REC_WRITE				   ? CROWD_STRONG_WRITE
							   : CROWD_STRONG_READ;
}

/* ME, of T and CLASS, meets the crowd of the line at A.  True: as of meet_one.  */
static bool
meet_crowd (struct touch *t, struct crowd *c, uint64_t a, struct rec *me, enum crowd_class class,
	    struct rec **join)
{
  /* The classes that one of each may be in conflict with, or take the place of.  */
  static const uint8_t looks[] = { [CROWD_READ] = 1 << CROWD_STRONG_WRITE,
				   [CROWD_STRONG_READ] = 0,
				   [CROWD_STRONG_WRITE] = 1 << CROWD_READ,
				   [CROWD_CLASSES] = 7 };
  uint32_t kept = 0;
  uint8_t look = looks[class] | (t->sees ? 1 << CROWD_STRONG_WRITE : 0);
  for (int k = 0; k < CROWD_CLASSES; k++)
    {
      struct crowd_part *p = &c->part[k];
      bool all = look >> k & 1;
      if (!all && k != (int) class)
	continue;
      for (uint32_t i = all ? 0 : crowd_first (p, me->group, me->warp); i < p->n;
	   i = all ? i + 1 : p->next[i])
	{
	  struct rec *r = &p->at[i];
	  if (!r->bytes || (!all && (r->warp != me->warp || r->group != me->group)))
	    continue;
	  if (meet_one (t, me, r, a, false, join, &kept))
	    return true;
	  if (r->bytes)
	    continue;
	  p->gone++;
	  if (*join == r)
	    *join = NULL;
	}
      if (!*join)
	crowd_tidy (p);
    }
  return false;
}

/* ME goes on record in the crowd of L.  */
static bool
join_crowd (struct check_launch *k, struct line *l, const struct rec *me, enum crowd_class class)
{
  return (l->crowd || (l->crowd = calloc (1, sizeof *l->crowd)))
	 && crowd_add (&l->crowd->part[class], me, &k->room);
}

/* Access T meets L, a line or region at A, of which it touches what ME says.  */
static bool
meet (struct touch *t, struct line *l, uint64_t a, struct rec *me, bool region)
{
  struct check_launch *k = t->w->block->launch->check;
  struct rec *all = recs (l), *join = NULL;
  uint32_t kept = 0, cap = l->cap;
  /* Reads of shared memory by other warps are no conflict; those that need not stay on record
     are looked for when room runs out only: blocks of many warps read what one has written.  SKIPPED:
     so many at the end are such.  */
  bool quick = t->shared && me->kind == REC_READ && !t->as && l->n < (l->more ? l->cap : LINE_RECS);
  uint32_t skipped = quick && !(l->readers & reader_bit (me)) ? l->n - l->firm : 0;
  kept += skipped;
  for (uint32_t i = 0; i < l->n - skipped; i++)
    {
      struct rec *r = &all[i];
      if (quick && r->kind == REC_READ && r->warp != me->warp)
	{
	  kept += (r->bytes & me->bytes) != 0;
	  continue;
	}
      if (meet_one (t, me, r, a, region, &join, &kept))
	return true;
      if (r->bytes)
	continue;
      if (join == r)
	join = NULL;
      if (join == &all[--l->n])
	join = r;
      *r = all[l->n];
      i--;
      if (l->firm > l->n)
	l->firm = l->n;
      skipped -= skipped > 0; /* the last of them has come here */
    }
  enum crowd_class kind = kept >= CROWD / 2 || l->crowd ? class_of (t, me) : CROWD_CLASSES;
  if (unlikely (l->crowd != NULL) && meet_crowd (t, l->crowd, a, me, kind, &join))
    return true;
  if (join)
    {
      join->bytes |= me->bytes;
      join->lanes |= me->lanes;
      return true;
    }
  if (likely (kept < CROWD / 2))
    return append (l, me);
  if (k->room >= k->max_room)
    {
      report_incomplete (
	"one place has more accesses than there is memory for (PXEMU_CHECK_MEMORY): races");
      return true;
    }
  if (!region && kind != CROWD_CLASSES)
    return join_crowd (k, l, me, kind);
  if (!append (l, me))
    return false;
  k->room += (l->cap - cap) * sizeof *me;
  return true;
}

/* R goes over to lines.  */
static bool
split (struct line *r)
{
  if (!r->fine && !(r->fine = calloc (REGION / LINE, sizeof *r->fine)))
    return false;
  r->split = true;
  for (int q = 0; q < REGION / LINE; q++)
    {
      struct line *l = &r->fine[q];
      l->n = 0;
      for (uint32_t i = 0; i < r->n; i++)
	if (recs (r)[i].bytes >> 4 * q & 15)
	  {
	    struct rec p = part_of (&recs (r)[i], q);
	    if (!append (l, &p))
	      return false;
	  }
    }
  r->n = 0;
  return true;
}

static struct line *
global_region (struct check_launch *k, uint64_t addr)
{
  uint64_t base = addr & -(uint64_t) PAGE;
  struct page **recent = &k->recent[base / PAGE % RECENT], *q = *recent;
  if (likely (q && q->addr == base))
    return &q->regions[(addr - base) / REGION];
  struct page **p = &k->pages[(base / PAGE * 0x9e3779b97f4a7c15 >> 48) % PAGE_LISTS];
  for (q = *p; q && q->addr != base; q = q->next)
    ;
  if (!q)
    {
      struct check_device *d = k->dev;
      if ((q = d->pages))
	{
	  d->pages = q->next;
	  d->n_pages--;
	}
      else if (!(q = calloc (1, sizeof *q)))
	return NULL;
      q->addr = base;
      q->next = *p;
      *p = q;
    }
  *recent = q;
  return &q->regions[(addr - base) / REGION];
}

static inline struct line *
region_at (struct check_launch *k, const struct block *b, uint64_t a)
{
  return b ? &b->check->regions[(a - (uintptr_t) b->shared) / REGION] : global_region (k, a);
}

void
shadow_reset (struct line *r)
{
  r->n = 0;
  r->split = r->place = false;
  r->quiet = 0;
}

void
shadow_free_region (struct line *r)
{
  for (int q = 0; r->fine && q < REGION / LINE; q++)
    {
      crowd_free (r->fine[q].crowd);
      free (r->fine[q].more);
    }
  free (r->fine);
  free (r->more);
}

void
shadow_end (struct check_launch *k)
{
  struct check_device *d = k->dev;
  enum
  {
    KEEP = 4096
  }; /* pages for the next launches */
  for (size_t i = 0; i < k->n_areas; i++)
    {
      check_forget_late (k->areas[i].reads);
      trail_free (k->areas[i].trails);
    }
  check_forget_late (k->late);
  free (k->areas);
  pthread_mutex_lock (&d->lock);
  for (int i = 0; i < PAGE_LISTS; i++)
    for (struct page *p = k->pages[i], *next; p; p = next)
      {
	next = p->next;
	bool keep = d->n_pages < KEEP;
	for (int j = 0; j < PAGE / REGION; j++)
	  {
	    shadow_free_region (&p->regions[j]);
	    if (keep)
	      p->regions[j] = (struct line){ .n = 0 };
	  }
	if (!keep)
	  {
	    free (p);
	    continue;
	  }
	p->next = d->pages;
	d->pages = p;
	d->n_pages++;
      }
  pthread_mutex_unlock (&d->lock);
}

void
shadow_free (struct check_device *d)
{
  for (struct page *p = d->pages, *next; p; p = next)
    {
      next = p->next;
      free (p);
    }
}

/* The block of W's cluster whose shared memory holds host address A, or NULL.  */
struct block *
shared_at (const struct warp *w, uint64_t a)
{
  if (a - (uintptr_t) w->shared < w->shared_size)
    return w->block;
  struct cluster *k = w->block->cluster;
  for (uint32_t i = 0; i < k->n_blocks; i++)
    if (a - (uintptr_t) k->blocks[i].shared < w->shared_size)
      return &k->blocks[i];
  return NULL;
}

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
      r.base = t->shift == ALIKE ? 0 : (int64_t) (a - t->origin);
      return r;
    }
  return (struct rec){ .bytes = bytes,
		       .group = t->w->block->cluster->number,
		       .time = t->kind & REC_FLIGHT ? t->serial : cw->time,
		       .warp = cw->index,
		       .kind = t->kind,
		       .scope = t->scope,
		       .lanes = t->lanes,
		       .base = t->shift == ALIKE ? 0 : (int64_t) (a - t->origin),
		       .shift = t->shift,
		       .fold = t->fold,
		       .site = t->site };
}

bool
check_is_float (const struct warp *w, const struct op *o)
{
  const ptx_insn *in = &w->frame->func->src[o->src].stmt->insn;
  for (int i = 0; i < in->nmods; i++)
    if (in->mods[i] == PTX_F64 || in->mods[i] == PTX_F32)
      return true;
  return false;
}

/* Of bytes BAD of M, which T reads of global memory and nobody has written, those that are not
   the upper half of an integer of 8 bytes whose lower half was written: a structure is copied
   with its padding.  What comes from shared memory has marks that know bytes (bytes.c).  */
static uint64_t
not_padding (const struct touch *t, uint64_t m, uint64_t bad)
{
  if (!t->o || t->o->ck != CK_LOAD || t->o->ck_bytes != 8 || check_is_float (t->w, t->o))
    return bad;
  for (uint64_t q = UINT64_C (0xff); q; q <<= 8)
    if ((m & q) == q && (bad & q) == (q & UINT64_C (0xf0f0f0f0f0f0f0f0)))
      bad &= ~q;
  return bad;
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

/* Is T an exchange whose function does not look at what was there?  Then it only stores.  */
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
      if (t->may_lack && t->shared)
	t->lacks = true;
      else if ((bad = not_padding (t, m, bad)) && !only_stores (t))
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
	  uint64_t x = address_of (t, __builtin_ctz (lanes));
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

/* Lane LANE of W accesses the shared memory of B, of its cluster: has nothing told it that
   B has started?  */
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
      struct access_at at = { verb_of (r->kind),
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
  size_t lo = 0, hi = k->n_areas;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (k->areas[mid].base + k->areas[mid].size > a)
	hi = mid;
      else
	lo = mid + 1;
    }
  k->last_area = lo;
  if (lo < k->n_areas && k->areas[lo].base <= a)
    return &k->areas[lo];
  px_emu_range m;
  if (!px_emu_mem_find (k->l->emu, a, &m))
    return NULL;
  if (k->n_areas == k->cap_areas)
    {
      size_t cap = k->cap_areas ? 2 * k->cap_areas : 16;
      if (!(r = realloc (k->areas, cap * sizeof *r)))
	return NULL;
      k->areas = r;
      k->cap_areas = cap;
    }
  memmove (k->areas + lo + 1, k->areas + lo, (k->n_areas - lo) * sizeof *k->areas);
  k->areas[lo] = (struct area){ .base = m.base, .size = m.size };
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
	= { called (t), t->site, block_number (t->w->block), t->w->index, t->lane, 0, 0 };
      too_late (b, t->w, &at, a, size);
    }
  if (unlikely (b && b != t->w->block && k->dev->what & CHECK_RACE && !t->as
		&& too_early (b, t->w, t->lane)))
    {
      struct access_at at
	= { called (t), t->site, block_number (t->w->block), t->w->index, t->lane, 0, 0 };
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
    if (!notes_write (b, (at - (uintptr_t) b->shared) / REGION))
      return false;
  for (uint64_t at = a & -(uint64_t) REGION; at < end; at += REGION)
    {
      struct line *r = region_at (k, b, at);
      if (unlikely (!r))
	return false;
      t->places |= r->place;
      if (likely (whole && !r->split && r->n < CROWD))
	{
	  struct rec me = rec_of (t, at, chunks_within (at, a, end));
	  if (!meet (t, r, at, &me, true))
	    return false;
	  continue;
	}
      if (!r->split && !split (r))
	return false;
      uint64_t from = at > a ? at : a & -(uint64_t) LINE,
	       to = at + REGION < end ? at + REGION : end;
      for (; from < to; from += LINE)
	{
	  struct rec me = rec_of (t, from, bytes_within (from, a, end) & every);
	  if (me.bytes && !meet (t, &r->fine[(from - at) / LINE], from, &me, false))
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
      if (bits >> 4 * q & 15 && !look (k, t, b, a + q * LINE, spread (bits >> 4 * q & 15)))
	return false;
  if (!t->races)
    return true;
  if (!b && t->kind & REC_WRITE)
    write_area (k, a + CHUNK * __builtin_ctzll (bits));
  if (b && t->kind & REC_WRITE && !notes_write (b, (a - (uintptr_t) b->shared) / REGION))
    return false;
  struct line *r = region_at (k, b, a);
  if (unlikely (!r))
    return false;
  struct rec me = rec_of (t, a, bits);
  if (likely (!r->split && r->n < CROWD))
    return meet (t, r, a, &me, true);
  if (!r->split && !split (r))
    return false;
  for (int q = 0; q < REGION / LINE; q++)
    if (bits >> 4 * q & 15)
      {
	struct rec p = part_of (&me, q);
	if (!meet (t, &r->fine[q], a + q * LINE, &p, false))
	  return false;
      }
  return true;
}

struct line *
shadow_region (struct check_launch *k, const struct warp *w, uint64_t a)
{
  return region_at (k, shared_at (w, a), a);
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
			 .shift = ALIKE,
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
      if (now.bytes && !r->bytes)
	*r = now;
      else if (now.bytes && !append (l, &now))
	return false;
      all = recs (l);
      for (uint32_t j = 0; (gone || !all[i].bytes) && j < l->n;)
	if (all[j].bytes)
	  j++;
	else
	  {
	    all[j] = all[--l->n];
	    if (l->firm > l->n)
	      l->firm = l->n;
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
    if (bits >> 4 * q & 15 && !land (w, &r->fine[q], spread (bits >> 4 * q & 15), f))
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
      if (!r || (!r->split && !split (r))
	  || !land (w, &r->fine[at % REGION / LINE], bytes_within (at, a, end), f))
	return false;
    }
  return true;
}
