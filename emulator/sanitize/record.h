/* SPDX-License-Identifier: MIT */
/* Records of accesses (struct rec), as shadow.c, race.c and region.c see them.  */
#ifndef PX_RECORD_H
#define PX_RECORD_H

#include "emulator/sanitize/check.h"

/* The lanes that touch byte AT of R's line.  */
static inline uint32_t
lanes_at (const struct rec *r, int at)
{
  if (r->shift == ONE_PLACE)
    return r->lanes;
  uint32_t one = 1u << ((at + r->base) >> r->shift), all = one;
  for (uint32_t k = r->fold; k && k < LANES; k += r->fold)
    all |= one << k;
  return r->lanes & all;
}

/* True if A and B are one access of the same threads at the same time, except for the bytes.  */
static inline bool
same_epoch (const struct rec *a, const struct rec *b)
{
  return a->time == b->time && a->warp == b->warp && a->kind == b->kind && a->group == b->group
	 && a->scope == b->scope;
}

/* True if each lane of A touches those of the bytes that it would touch in B.  */
static inline bool
same_rule (const struct rec *a, const struct rec *b)
{
  return a->shift == b->shift && a->fold == b->fold
	 && (a->shift == ONE_PLACE ? a->lanes == b->lanes : a->base == b->base);
}

static inline bool
plain_write (const struct rec *r)
{
  return (r->kind & (REC_WRITE | REC_STRONG | REC_FLIGHT)) == REC_WRITE;
}

/* True if all of R is ordered before the thread that knows V.  */
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

/* True if ME, of W, and R are of the same lane at every byte that they share.  */
static inline bool
own_lanes (const struct warp *w, const struct rec *me, const struct rec *r)
{
  return own_warp (w, r) && !(r->kind & REC_FLIGHT) && same_rule (me, r)
	 && (me->shift != ONE_PLACE ? !me->fold : !(me->lanes & (me->lanes - 1)));
}

/* True if ME's lanes do later what R's have done: what is ordered after ME is then so after R.  */
static inline bool
again (const struct rec *me, const struct rec *r)
{
  return me->kind == r->kind && !(me->kind & REC_FLIGHT) && me->scope == r->scope
	 && me->warp == r->warp && me->group == r->group && me->time >= r->time
	 && !(r->lanes & ~me->lanes) && (me->shift == ONE_PLACE || same_rule (me, r));
}

/* Of LANES of R, those that the accesses of LANE of W are not ordered after.  */
static inline uint32_t
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
static inline uint32_t
unfenced (const struct touch *t, const struct rec *r, uint32_t lanes)
{
  const struct vclock *p = t->w->check->vc[t->lane]->proxy[t->shared];
  const struct gclock *g = p ? vc_group (p, r->group) : NULL;
  return g ? gc_unknown (g, r->warp, lanes, r->time) : lanes;
}

/* Chunks BITS of the four of a line, as bytes of it.  */
static inline uint64_t
chunk_bytes (uint64_t bits)
{
  uint64_t low = UINT64_C (0x0001000100010001) & (bits | bits << 15 | bits << 30 | bits << 45);
  return (low << CHUNK) - low;
}

/* What R, of a region, says of line Q of it.  */
static inline struct rec
part_of (const struct rec *r, int q)
{
  struct rec p = *r;
  p.bytes = chunk_bytes (r->bytes >> 4 * q & 15);
  p.base += q * LINE;
  return p;
}

/* True if SCOPE, of T or R, holds the threads of both.  */
static inline bool
scope_holds (const struct touch *t, const struct rec *r, uint8_t scope)
{
  const struct block *b = t->w->block;
  if (scope >= SCOPE_GPU || r->group != b->cluster->number)
    return scope >= SCOPE_GPU;
  return scope == SCOPE_CLUSTER || r->warp / b->launch->n_warps == b->rank;
}

/* True if T and R are strong accesses whose scopes hold the threads of both.  */
static inline bool
scopes_meet (const struct touch *t, const struct rec *r)
{
  return t->kind & REC_STRONG && r->kind & REC_STRONG && scope_holds (t, r, t->scope)
	 && scope_holds (t, r, r->scope);
}

/* True if T and R overlap in part only: an access of 8 bytes may be seen as two of 4 by one of 4, and
   see two of them at different times (PTX ISA 8.7.1: morally strong ones overlap completely).
   Parts of a word of 4 bytes are excused: PTX has no atomic operation on bytes, so px and libcu++ make
   one of a compare-and-swap of the word around it, whose other bytes are other variables.  */
static inline bool
sizes_differ (const struct touch *t, const struct rec *r)
{
  const unsigned word = 1 + 2;
  return t->width && r->width && t->width != r->width && (t->width > word || r->width > word);
}

/* True if T and R are strong accesses that excuse each other.  */
static inline bool
both_strong (const struct touch *t, const struct rec *r)
{
  return scopes_meet (t, r) && !sizes_differ (t, r)
	 && !(t->shared && t->kind & r->kind & REC_VOLATILE && own_warp (t->w, r)
	      && r->site != t->site);
}

/* The records of L.  */
static inline struct rec *
recs (struct line *l)
{
  return l->more ? l->more : l->in;
}

/* race.c */

/* The address of lane LANE's part of T.  */
uint64_t shadow_address_of (struct touch *t, uint32_t lane);
/* What an access of KIND is called; the same of T.  */
const char *shadow_verb_of (uint8_t kind);
const char *shadow_called (const struct touch *t);
/* T, whose record ME is going to be, and R, of the line at A or, REGION, of chunks OVER of the region
   at A: reports a race of the two.  */
void shadow_compare (struct touch *t, const struct rec *me, const struct rec *r, uint64_t a,
		     uint64_t over, bool region);

/* region.c */

/* L gets R.  False without memory.  */
bool shadow_append (struct line *l, const struct rec *r);
/* Removes record I of L, and moves others.  *KEPT, if not NULL, stays the record that it is; it becomes
   NULL if that is I.  */
void shadow_drop (struct line *l, uint32_t i, struct rec **kept);
/* Access T meets L, a line or region at A, of which it touches what ME says.  */
bool shadow_meet (struct touch *t, struct line *l, uint64_t a, struct rec *me, bool region);
/* R goes over to lines.  */
bool shadow_split (struct line *r);
/* The region of host address A, of B's shared memory or, NULL, of global.  NULL without memory.  */
struct line *shadow_region_at (struct check_launch *k, const struct block *b, uint64_t a);

#endif
