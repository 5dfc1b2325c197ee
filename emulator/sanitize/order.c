/* SPDX-License-Identifier: MIT */
/* What orders accesses.

   PTX ISA 8: program order; barriers of warp, block and cluster
   among those who take part; a release and the acquire that reads what it wrote.
   A release is an operation with .release or stronger, or a strong write after a
   fence; an acquire an operation with .acquire or stronger, or a fence after a
   strong read.  An atomic operation that reads acquires without a fence: too generous,
   but code that counts arrivals does so.  Shuffles and votes order no memory.

   A thread that reads a value by an atomic operation, and uses it, is ordered after the atomic
   operations that the value comes from, not after what was before these (observation order).  */

#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"

#include <stdlib.h>

/* ---- clocks ---- */

static bool
know (struct warp *w, uint32_t lane, const struct vclock *v)
{
  w->check->vcs = VC_UNKNOWN;
  return vc_join (&w->check->vc[lane], v);
}

/* *TO, which may be NULL, knows what lanes MASK of W, and those of it that have exited,
   know and have done; what they do from now on is not part of it.  */
static bool
publish_to (struct warp *w, uint32_t mask, struct vclock **to)
{
  struct check_warp *cw = w->check;
  const struct vclock *last = NULL;
  bool ok = true;
  EACH_LANE (i, mask)
    {
      if (cw->vc[i] != last)
	{
	  last = cw->vc[i];
	  if (!*to)
	    *to = vc_ref (cw->vc[i]);
	  else
	    ok = ok && vc_join (to, last);
	}
      if (cw->vcs == VC_SAME)
	break;
    }
  ok = ok && vc_tick (to, cw->index, mask | ~w->live, cw->time);
  check_tick (cw);
  return ok;
}

struct vclock *
publish (struct warp *w, uint32_t mask)
{
  struct vclock *v = NULL;
  if (publish_to (w, mask, &v))
    return v;
  vc_drop (v);
  return NULL;
}

void
learn (struct warp *w, uint32_t mask, const struct vclock *v)
{
  struct check_warp *cw = w->check;
  struct vclock *from = NULL, *to = NULL;
  if (cw->vcs == VC_SAME && (mask | ~w->live) == ALL_LANES)
    {
      /* All lanes have the same, and are moved together.  */
      to = cw->vc[0];
      to->refs -= LANES - 1;
      vc_join (&to, v);
      to->refs += LANES - 1;
      for (int i = 0; i < LANES; i++)
	cw->vc[i] = to;
      return;
    }
  cw->vcs = VC_UNKNOWN;
  EACH_LANE (i, mask)
    {
      if (from && cw->vc[i] == from)
	{
	  vc_drop (cw->vc[i]);
	  cw->vc[i] = vc_ref (to);
	  continue;
	}
      if (from)
	vc_drop (from);
      from = vc_ref (cw->vc[i]);
      vc_join (&cw->vc[i], v);
      to = cw->vc[i];
    }
  vc_drop (from);
}

/* The clocks of the cluster that W is in.  */
static struct cluster_clocks *
clocks_of (const struct warp *w)
{
  return &w->block->cluster->blocks[0].check->cluster;
}

void
check_cluster_phase (struct cluster *k)
{
  struct cluster_clocks *c = &k->blocks[0].check->cluster;
  vc_drop (c->passed);
  c->passed = c->arrived;
  c->arrived = NULL;
}

void
check_arrive (struct warp *w, struct vclock **clock, uint32_t mask)
{
  if (!publish_to (w, mask, clock))
    no_memory (w, NULL);
}

/* The same with .relaxed: only what the lanes' last fences have released.  */
static void
check_arrive_relaxed (struct warp *w, struct vclock **clock, uint32_t mask)
{
  struct check_warp *cw = w->check;
  bool ok
    = *clock || (*clock = vc_new (w->block->cluster->number, w->block->launch->check->clock_warps));
  EACH_LANE (i, mask)
    if (ok && cw->fence[1][i])
      {
	struct vclock *v = vc_ref (cw->fence[1][i]);
	ok = vc_tick (&v, cw->index, 1u << i, cw->fence_time[1][i]) && vc_join (clock, v);
	vc_drop (v);
      }
  if (!ok)
    no_memory (w, NULL);
}

void
check_cluster_arrive (struct warp *w, const struct op *o)
{
  struct check_warp *cw = w->check;
  struct vclock **clock = &clocks_of (w)->arrived;
  uint32_t twice = cw->cluster_arrived & w->mask;
  if (twice && w->block->launch->check->dev->what & CHECK_SYNC)
    {
      struct access_at at
	= { "arrival", site_of (w, o), block_number (w->block), w->index, __builtin_ctz (twice), 0,
	    0 };
      report (w, REP_SYNC, "a thread arrives at the cluster's barrier again without a wait between",
	      &at, 1, 0, 0, "barrier.cluster.wait after each barrier.cluster.arrive");
    }
  cw->cluster_arrived |= w->mask;
  EACH_LANE (i, w->mask)
    if (cw->init_time[i])
      {
	struct vclock **inits = &clocks_of (w)->inits;
	if ((!*inits
	     && !(*inits
		  = vc_new (w->block->cluster->number, w->block->launch->check->clock_warps)))
	    || !vc_tick (inits, cw->index, 1u << i, cw->init_time[i]))
	  no_memory (w, o);
      }
  if (o->ck_sem == ORD_RELAXED)
    check_arrive_relaxed (w, clock, w->mask);
  else
    check_arrive (w, clock, w->mask);
}

void
check_cluster_pass (struct warp *w, uint32_t mask)
{
  struct check_warp *cw = w->check;
  const struct cluster_clocks *k = clocks_of (w);
  cw->cluster_arrived &= ~mask;
  cw->cluster_waited |= mask;
  if (k->inits
      && !(cw->inits ? vc_join (&cw->inits, k->inits) : (cw->inits = vc_ref (k->inits)) != NULL))
    no_memory (w, NULL);
  check_pass (w, k->passed, mask);
}

void
check_pass (struct warp *w, struct vclock *clock, uint32_t mask)
{
  if (clock)
    learn (w, mask, clock);
}

/* ---- what is released at addresses ---- */

struct place *
find_place (const struct places *t, uint64_t addr)
{
  if (!t->n)
    return NULL;
  for (uint32_t h = addr * 0x9e3779b97f4a7c15 >> 40;; h++)
    {
      struct place *p = &t->at[h & (t->cap - 1)];
      if (p->addr == addr)
	return p;
      if (!p->addr)
	return NULL;
    }
}

static struct place *
make_place (struct places *t, uint64_t addr)
{
  struct place *p = find_place (t, addr);
  if (p)
    return p;
  if (2 * t->n >= t->cap)
    {
      struct places old = *t;
      uint32_t cap = t->cap ? 2 * t->cap : 64;
      struct place *at = calloc (cap, sizeof *at);
      if (!at)
	return NULL;
      *t = (struct places){ at, old.n, cap };
      for (uint32_t i = 0; i < old.cap; i++)
	if (old.at[i].addr)
	  {
	    uint32_t h = old.at[i].addr * 0x9e3779b97f4a7c15 >> 40;
	    while (at[h & (cap - 1)].addr)
	      h++;
	    at[h & (cap - 1)] = old.at[i];
	  }
      free (old.at);
    }
  uint32_t h = addr * 0x9e3779b97f4a7c15 >> 40;
  while (t->at[h & (t->cap - 1)].addr)
    h++;
  p = &t->at[h & (t->cap - 1)];
  *p = (struct place){ .addr = addr };
  t->n++;
  return p;
}

struct places *
places_of (struct warp *w, uint64_t a)
{
  struct block *b = shared_at (w, a);
  return b ? &b->check->places : &w->block->launch->check->places;
}

/* Something is about to be released at host address A.  */
struct place *
new_place (struct warp *w, uint64_t a)
{
  struct line *r = shadow_region (w->block->launch->check, w, a);
  if (!r)
    return NULL;
  r->place = true;
  return make_place (places_of (w, a), a);
}

uint64_t
block_number (const struct block *b)
{
  return b->cluster->number * b->launch->cluster_blocks + b->rank;
}

/* Lane LANE releases clock V, known up to TIME of itself, at P.  */
static bool
release_at (struct warp *w, uint32_t lane, struct place *p, struct vclock *v, uint32_t time,
	    bool wide, bool replace)
{
  struct vclock **to = wide ? &p->gpu : &p->cta, *n = vc_ref (v);
  uint64_t me = block_number (w->block);
  bool ok = vc_tick (&n, w->check->index, 1u << lane, time);
  if (!wide && p->block != me)
    replace = true;
  if (!wide)
    p->block = me;
  if (replace && *to)
    {
      vc_drop (*to);
      *to = NULL;
    }
  if (!*to)
    ok = ok && (*to = vc_new (NO_GROUP, 0));
  ok = ok && vc_join (to, n);
  vc_drop (n);
  return ok;
}

/* ---- strong accesses and fences ---- */

bool
check_synchronise (struct warp *w, const struct op *o, uint32_t lane, uint64_t a)
{
  struct check_warp *cw = w->check;
  bool reads = o->ck != CK_STORE, writes = o->ck != CK_LOAD;
  struct place *p = find_place (places_of (w, a), a);
  bool ok = true, released = false;
  if (p && reads)
    {
      cw->rare = true;
      bool now = o->ck_sem >= ORD_ATOMIC && o->ck_sem != ORD_RELEASE;
      struct vclock *v[]
	= { p->gpu, p->block == block_number (w->block) ? p->cta : NULL, p->fenced };
      for (int i = 0; i < 3; i++)
	{
	  struct vclock **seen = i < 2 ? &cw->seen[lane] : &cw->seen_sc[lane];
	  uint32_t me = 1u << lane;
	  if (v[i] != cw->heard[i].v)
	    {
	      vc_drop (cw->heard[i].v);
	      cw->heard[i].v = v[i] ? vc_ref (v[i]) : NULL;
	      cw->heard[i].known = cw->heard[i].seen = 0;
	    }
	  if (i == 2 && v[2])
	    w->block->check->heard_sc = true, now = o->ck_sem == ORD_ATOMIC;
	  if (!v[i] || cw->heard[i].known & me || (!now && cw->heard[i].seen & me))
	    continue;
	  if (now)
	    ok = ok && know (w, lane, v[i]);
	  else
	    ok = ok && (*seen || (*seen = vc_new (NO_GROUP, 0))) && vc_join (seen, v[i]);
	  *(now ? &cw->heard[i].known : &cw->heard[i].seen) |= me;
	}
    }
  if (!writes)
    goto out;
  if (o->ck_sem >= ORD_RELEASE)
    {
      bool wide = o->ck_scope != SCOPE_CTA;
      check_released (w, o);
      ok = ok && (p = new_place (w, a))
	   && release_at (w, lane, p, cw->vc[lane], cw->time, wide, o->ck == CK_STORE)
	   && (!wide || release_at (w, lane, p, cw->vc[lane], cw->time, false, o->ck == CK_STORE));
      released = true;
    }
  else if (o->ck_sem != ORD_WEAK && (cw->fence[0][lane] || w->block->check->fence_sc))
    {
      bool replace = o->ck == CK_STORE, wide = o->ck_scope != SCOPE_CTA;
      ok = ok && (p = new_place (w, a));
      if (ok && cw->fence[0][lane])
	ok = release_at (w, lane, p, cw->fence[0][lane], cw->fence_time[0][lane], false, replace);
      if (ok && cw->fence[1][lane] && wide)
	ok = release_at (w, lane, p, cw->fence[1][lane], cw->fence_time[1][lane], true, replace);
      if (ok && wide && w->block->check->fence_sc)
	ok = check_release_fenced (w, lane, p, o->ck == CK_STORE);
    }
  else if (p && o->ck == CK_STORE)
    {
      vc_drop (p->cta);
      vc_drop (p->gpu);
      vc_drop (p->fenced);
      p->cta = p->gpu = p->fenced = NULL;
    }
out:
  if (!ok)
    no_memory (w, o);
  return released;
}

bool
check_proxy_fence (struct warp *w, const struct op *o)
{
  struct check_warp *cw = w->check;
  struct vclock *v = publish (w, w->mask);
  bool ok = v != NULL;
  for (int k = 0; k < 2; k++)
    ok = ok && (!(o->ck_n >> k & 1) || vc_proxy (&v, k));
  EACH_LANE (i, w->mask)
    if (ok && (v->proxy[0] != cw->vc[i]->proxy[0] || v->proxy[1] != cw->vc[i]->proxy[1]))
      {
	/* Only what the fence has seen: not the other lanes' knowledge.  */
	struct vclock *p = vc_new (NO_GROUP, 0);
	ok = p != NULL;
	if (ok)
	  {
	    for (int k = 0; k < 2; k++)
	      p->proxy[k] = v->proxy[k] ? vc_ref (v->proxy[k]) : NULL;
	    ok = know (w, i, p);
	  }
	vc_drop (p);
      }
  vc_drop (v);
  if (!ok)
    no_memory (w, o);
  return ok;
}

bool
check_fence (struct warp *w, const struct op *o)
{
  struct check_warp *cw = w->check;
  bool ok = true, wide_sc = o->ck_scope != SCOPE_CTA && o->ck_sem == ORD_SC;
  cw->rare = true;
  EACH_LANE (i, w->mask)
    {
      if (cw->seen[i])
	{
	  ok = ok && know (w, i, cw->seen[i]);
	  vc_drop (cw->seen[i]);
	  cw->seen[i] = NULL;
	}
      if (wide_sc && cw->seen_sc[i])
	{
	  ok = ok && know (w, i, cw->seen_sc[i]);
	  vc_drop (cw->seen_sc[i]);
	  cw->seen_sc[i] = NULL;
	}
      for (int wide = 0; wide <= (o->ck_scope != SCOPE_CTA); wide++)
	{
	  vc_drop (cw->fence[wide][i]);
	  cw->fence[wide][i] = vc_ref (cw->vc[i]);
	  cw->fence_time[wide][i] = cw->time;
	}
    }
  if (o->ck_scope != SCOPE_CTA)
    check_fence_wide (w, wide_sc);
  check_released (w, o);
  check_tick (cw);
  if (!ok)
    no_memory (w, o);
  return ok;
}
