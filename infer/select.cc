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

/* The named barriers of the units of one size.  */
struct range
{
  int size;		    /* of a unit, in threads */
  int lo, hi;		    /* the threads that use them */
  int base;		    /* the first barrier's number; -1: there are none left */
  const struct px_sync *of; /* the first synchronisation of that size */
};

/* The named barriers of a function.  */
struct ranges
{
  struct range *r;
  int n, cap;
};

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
range_of (const struct ranges *all, int size)
{
  for (int i = 0; i < all->n; i++)
    if (all->r[i].size == size)
      return &all->r[i];
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

/* Sets what S is synchronised by, as if there were named barriers enough.  */
static void
set_primitive (struct px_fn *f, struct px_sync *s)
{
  struct px_persp p = f->scope[s->scope];
  s->prim = prim_of (f, s);
  s->first = s->seq->first;
  s->threads = px_scope_threads (f, s->scope);
  s->units = p.level == PX_THREAD ? s->seq->span / p.n : 1;
  s->mask = s->prim == PX_PRIM_WARP ? (uint32_t) (((uint64_t) 1 << s->threads) - 1) : 0;
  s->aligned = s->prim && (s->seq->persp.level != PX_THREAD || s->seq->persp.n % f->warp == 0);
}

/* Adds the threads of S, which has named barriers, to those of its size in ALL.  */
static void
add_to_range (struct px_fn *f, struct ranges *all, const struct px_sync *s)
{
  int size = f->scope[s->scope].n, lo = s->first, hi = lo + extent (f, s->seq);
  struct range *same = range_of (all, size);
  if (!same)
    PX_PUSH (&f->pool, all->r, all->n, all->cap, (range{ size, lo, hi, 0, s }));
  else
    {
      same->lo = same->lo < lo ? same->lo : lo;
      same->hi = same->hi > hi ? same->hi : hi;
    }
}

/* Assigns the HAVE named barriers in order of first use until there are none left: a kernel uses
   mbarriers then.  */
static void
number_ranges (struct px_fn *f, struct ranges *all, int have)
{
  for (struct range *r = all->r; r < all->r + all->n; r++)
    {
      int n = (r->hi - r->lo) / r->size;
      if (f->named + n <= have)
	{
	  r->base = f->kernel ? 1 + f->named : f->named;
	  f->named += n;
	}
      else if (f->kernel)
	r->base = -1;
      else
	{
	  short_of (f, f->named + n, r->of);
	  break;
	}
    }
}

/* Returns the synchronisation before F's Ith that has the same mbarriers, or NULL: those that are not
   split and have the same units share.  */
static const struct px_sync *
sharer_of (const struct px_fn *f, int i)
{
  const struct px_sync *s = f->sync[i];
  for (int k = 0; k < i && s->arrive < 0; k++)
    {
      const struct px_sync *o = f->sync[k];
      if (o->prim == PX_PRIM_MBARRIER && o->arrive < 0 && o->scope == s->scope
	  && o->first == s->first && extent (f, o->seq) == extent (f, s->seq))
	return o;
    }
  return NULL;
}

/* Numbers the mbarriers of F's Ith synchronisation.  */
static void
number_mbarriers (struct px_fn *f, int i)
{
  struct px_sync *s = f->sync[i];
  struct px_persp p = f->scope[s->scope];
  if (const struct px_sync *o = sharer_of (f, i))
    {
      s->mbar = o->mbar;
      s->nmbar = o->nmbar;
    }
  else
    {
      s->mbar = f->mbars;
      s->nmbar = p.level == PX_THREAD ? extent (f, s->seq) / p.n : 1;
      f->mbars += s->nmbar;
    }
}

/* Sets the barriers of F's synchronisations.  Returns the first one that has mbarriers, or NULL.  */
static const struct px_sync *
number_syncs (struct px_fn *f, const struct ranges *all)
{
  const struct px_sync *first = NULL;
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      if (s->prim == PX_PRIM_NAMED)
	{
	  const struct range *r = range_of (all, f->scope[s->scope].n);
	  if (r->base >= 0)
	    s->bar = r->base + (s->first - r->lo) / r->size;
	  else
	    s->prim = PX_PRIM_MBARRIER;
	}
      if (s->prim == PX_PRIM_MBARRIER)
	{
	  number_mbarriers (f, i);
	  first = first ? first : s;
	}
    }
  return first;
}

static bool
bulk_load_p (const struct px_stmt *s)
{
  return s->kind == PX_OP && s->timeline == PX_BULK_LOAD && s->run >= 0;
}

/* Numbers the mbarriers of F's runs of bulk loads.  The runs of a ring's numbers, before and in its
   loop, share the ring's mbarriers.  */
static void
number_loads (struct px_fn *f)
{
  for (int i = 0; i < f->nstmt; i++)
    {
      const struct px_stmt *op = f->stmt[i];
      if (!bulk_load_p (op) || f->commit[op->run].mbar >= 0)
	continue;
      const struct px_ring *ring = op->acc[0].obj->ring;
      struct px_commit *c = &f->commit[op->run];
      c->slots = op->acc[0].numbered && ring ? ring->slots : 1;
      for (int k = 0; k < i && c->slots > 1 && c->mbar < 0; k++)
	{
	  const struct px_stmt *o = f->stmt[k];
	  if (bulk_load_p (o) && o->acc[0].numbered && o->acc[0].obj->ring == ring)
	    c->mbar = f->commit[o->run].mbar;
	}
      if (c->mbar < 0)
	{
	  c->mbar = f->mbars;
	  f->mbars += c->slots;
	}
    }
}

/* Numbers the barriers of F's rings, of HAVE named ones those that are left.  */
static void
number_rings (struct px_fn *f, int have)
{
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
}

bool
px_select (struct px_fn *f)
{
  int old = f->nproblem,
      have = f->kernel ? NAMED - (f->barriers > 0 ? f->barriers : 0) : f->barriers;
  struct ranges all = { NULL, 0, 0 };
  f->named = f->mbars = 0;
  f->init_fence = false;
  for (int i = 0; i < f->nsync; i++)
    {
      set_primitive (f, f->sync[i]);
      if (f->sync[i]->prim == PX_PRIM_NAMED)
	add_to_range (f, &all, f->sync[i]);
    }
  number_ranges (f, &all, have);
  const struct px_sync *first = number_syncs (f, &all);
  number_loads (f);
  number_rings (f, have);
  if (!f->kernel && f->mbars)
    short_of (f, 0, first);
  return f->nproblem == old;
}
