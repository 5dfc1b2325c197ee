/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the primitive of each synchronisation (the table of doc/internals/30-sync),
   and numbers the named barriers and mbarriers.  Needs px_infer.

   Named barriers: one range for each size of unit, over the threads that use
   that size; the barrier of a unit = bar + its index from px_sync.first.  All uses of
   one number have the same threads, so one range serves every place.  */
#include "infer/infer.h"

/* The hardware has 16; number 0 is bar.sync 0's.  */
enum
{
  NAMED = 15
};

struct range
{
  int n, lo, hi, base;
  const struct px_sync *of;
}; /* OF: the first synchronisation of that size */

/* Reports that F has fewer named barriers than it NEEDs; NEED 0: that it has no mbarriers.  S,
   if not NULL, needs one.  */
static void
short_of (struct px_fn *f, int need, const struct px_sync *s)
{
  struct px_problem p = {};
  p.kind = need ? PX_E_BARRIERS : PX_E_MBARRIERS;
  p.need = need;
  if (s && s->nwhy)
    p.edge = s->why[0];
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

static struct range *
range_of (struct range *r, int n, int size)
{
  for (int i = 0; i < n; i++)
    if (r[i].n == size)
      return &r[i];
  return NULL;
}

/* Returns the number of threads that run Q: of a block of unknown size at most 1024, of a
   function compiled alone its own unit.  */
static int
extent (const struct px_fn *f, const struct px_seq *q)
{
  return q->span ? q->span : !f->kernel && f->persp.level == PX_THREAD ? f->persp.n : 1024;
}

static int
prim_of (const struct px_fn *f, const struct px_sync *s)
{
  struct px_persp p = f->scope[s->scope];
  if (!s->scope)
    return PX_PRIM_NONE;
  if (p.level == PX_GRID)
    return PX_PRIM_GRID;
  if (p.level == PX_BLOCK && p.n > 1)
    return PX_PRIM_CLUSTER;
  if (px_in_warp (f, s->scope))
    return PX_PRIM_WARP;
  if (p.level == PX_BLOCK)
    return s->arrive >= 0 ? PX_PRIM_MBARRIER : PX_PRIM_BAR0;
  return p.n % f->warp == 0 && s->arrive < 0 ? PX_PRIM_NAMED : PX_PRIM_MBARRIER;
}

bool
px_select (struct px_fn *f)
{
  int nr = 0, capr = 0, old = f->nproblem;
  struct range *r = NULL;
  int have = f->kernel ? NAMED - (f->barriers > 0 ? f->barriers : 0) : f->barriers;
  const struct px_sync *first = NULL; /* the first one that has an mbarrier */
  f->named = f->mbars = 0;
  f->init_fence = false;
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      struct px_persp p = f->scope[s->scope];
      s->prim = prim_of (f, s);
      s->first = s->seq->first;
      s->threads = px_scope_threads (f, s->scope);
      s->units = p.level == PX_THREAD ? s->seq->span / p.n : 1;
      s->mask = s->prim == PX_PRIM_WARP ? (uint32_t) (((uint64_t) 1 << s->threads) - 1) : 0;
      s->aligned = s->prim && (s->seq->persp.level != PX_THREAD || s->seq->persp.n % f->warp == 0);
      if (s->prim != PX_PRIM_NAMED)
	continue;
      int lo = s->first, hi = lo + extent (f, s->seq);
      struct range *same = range_of (r, nr, p.n);
      if (!same)
	PX_PUSH (&f->pool, r, nr, capr, (range{ p.n, lo, hi, 0, s }));
      else
	{
	  same->lo = same->lo < lo ? same->lo : lo;
	  same->hi = same->hi > hi ? same->hi : hi;
	}
    }
  /* Assign named barriers in order of first use until there are none left.  */
  for (int i = 0; i < nr; i++)
    {
      int n = (r[i].hi - r[i].lo) / r[i].n;
      r[i].base = 0;
      if (f->named + n <= have)
	{
	  r[i].base = f->kernel ? 1 + f->named : f->named;
	  f->named += n;
	}
      else if (f->kernel)
	r[i].n = -r[i].n; /* uses mbarriers instead */
      else
	{
	  short_of (f, f->named + n, r[i].of);
	  break;
	}
    }
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      struct px_persp p = f->scope[s->scope];
      if (s->prim == PX_PRIM_NAMED)
	{
	  struct range *g = range_of (r, nr, p.n);
	  if (g)
	    s->bar = g->base + (s->first - g->lo) / p.n;
	  else
	    s->prim = PX_PRIM_MBARRIER;
	}
      if (s->prim == PX_PRIM_MBARRIER)
	{
	  /* Synchronisations that are not split and have the same units share.  */
	  for (int k = 0; k < i && s->arrive < 0; k++)
	    {
	      const struct px_sync *o = f->sync[k];
	      if (o->prim == PX_PRIM_MBARRIER && o->arrive < 0 && o->scope == s->scope
		  && o->first == s->first && extent (f, o->seq) == extent (f, s->seq))
		{
		  s->mbar = o->mbar;
		  s->nmbar = o->nmbar;
		}
	    }
	  if (s->mbar >= 0)
	    continue;
	  first = first ? first : s;
	  s->mbar = f->mbars;
	  s->nmbar = p.level == PX_THREAD ? extent (f, s->seq) / p.n : 1;
	  f->mbars += s->nmbar;
	}
    }
  for (int i = 0; i < f->nstmt; i++)
    {
      const struct px_stmt *op = f->stmt[i];
      if (op->kind != PX_OP || op->timeline != PX_BULK_LOAD || op->run < 0
	  || f->commit[op->run].mbar >= 0)
	continue;
      struct px_commit *c = &f->commit[op->run];
      c->slots = op->acc[0].numbered && op->acc[0].obj->ring ? op->acc[0].obj->ring->slots : 1;
      c->mbar = f->mbars;
      /* The runs of a ring's numbers, before and in its loop, share the ring's mbarriers.  */
      for (int k = 0; k < i && c->slots > 1; k++)
	{
	  const struct px_stmt *o = f->stmt[k];
	  if (o->kind == PX_OP && o->timeline == PX_BULK_LOAD && o->run >= 0 && o->acc[0].numbered
	      && o->acc[0].obj->ring == op->acc[0].obj->ring)
	    {
	      c->mbar = f->commit[o->run].mbar;
	      break;
	    }
	}
      if (c->mbar == f->mbars)
	f->mbars += c->slots;
    }
  for (int i = 0; i < f->nrsync; i++)
    {
      struct px_ring_sync *g = f->rsync[i];
      int gives = px_ring_role (g, g->fill[0])->span, takes = px_ring_role (g, g->drain[0])->span;
      if (g->circle && f->kernel && f->named < have && gives && takes && gives % f->warp == 0
	  && takes % f->warp == 0)
	{
	  g->named = 1 + f->named++;
	  g->named_threads = gives + takes;
	  continue;
	}
      g->barrier = f->mbars;
      f->mbars += g->ring->slots;
      const struct px_ring_sync *whole = px_ring_sync_of (f, px_whole_ring (g->ring));
      if (whole && whole != g) /* NULL: that part has a problem */
	{
	  g->empty_barrier = whole->empty_barrier;
	  continue;
	}
      g->empty_barrier = f->mbars;
      f->mbars += g->empty ? g->ring->slots : 0;
      f->init_fence |= g->ring->remote;
    }
  if (!f->kernel && f->mbars)
    short_of (f, 0, first);
  return f->nproblem == old;
}
