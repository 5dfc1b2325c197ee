/* SPDX-License-Identifier: MIT */
/* The sanitizer's view of accesses and of what orders them: see check.h.

   What orders (PTX ISA 8): program order; barriers of warp, block and cluster
   among those who take part; a release and the acquire that reads what it wrote.
   A release is an operation with .release or stronger, or a strong write after a
   fence; an acquire an operation with .acquire or stronger, or a fence after a
   strong read.  An atomic operation that reads acquires without a fence: too
   generous, but code that counts arrivals does so.  Shuffles and votes order no
   memory.

   Not races: strong accesses whose scopes hold both threads, except volatile ones
   of one warp to shared memory, which code that trusts in lockstep makes; writes of
   the same value.  */

#define _GNU_SOURCE
#include "emulator/async.h"
#include "emulator/check.h"
#include "emulator/device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- setting up ---- */

const char *const check_names[5] = { "memory", "init", "race", "sync", "async" };

/* The device of the process, if it is checked.  */
static px_emu *last_device;

struct check_device *
check_new (px_emu *emu)
{
  const char *s = getenv ("PXEMU_CHECK");
  unsigned what = 0;
  while (s && *s)
    {
      size_t n = strcspn (s, ",");
      if (n == 3 && !strncmp (s, "all", 3))
	what = CHECK_ALL;
      for (int i = 0; i < 5; i++)
	if (strlen (check_names[i]) == n && !strncmp (s, check_names[i], n))
	  what |= 1u << i;
      s += n + (s[n] == ',');
    }
  struct check_device *d = what ? calloc (1, sizeof *d) : NULL;
  if (!d)
    return NULL;
  d->what = what;
  d->n_sites = 1;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&d->lock, &attr);
  pthread_mutexattr_destroy (&attr);
  last_device = emu;
  return d;
}

void
check_free (struct check_device *d)
{
  if (!d)
    return;
  if (last_device && last_device->check == d)
    last_device = NULL;
  for (size_t i = 0; i < d->n_valid; i++)
    free (d->valid[i].mark);
  free (d->valid);
  free (d->funcs);
  pthread_mutex_destroy (&d->lock);
  free (d);
}

bool
check_begin (struct launch *l, struct check_device *d)
{
  struct check_launch *k = calloc (1, sizeof *k);
  const px_emu_func *f = l->func;
  if (!k || !(k->pages = calloc (PAGE, sizeof *k->pages))
      || !(k->owned = malloc (l->shared_bytes + 4)))
    {
      if (k)
	free (k->pages);
      free (k);
      return false;
    }
  memset (k->owned, NOBODYS, l->shared_bytes + 4);
  for (size_t i = 0; i < f->mod->n_shared; i++)
    if (f->shared_offset[i] != UINT32_MAX)
      memset (k->owned + f->shared_offset[i], 0, ptx_var_size (f->mod->shared[i].var));
  if (f->shared_bytes < l->shared_bytes)
    memset (k->owned + f->shared_bytes, 0, l->shared_bytes - f->shared_bytes);
  k->dev = d;
  k->l = l;
  k->group_warps = l->cluster_blocks * l->n_warps;
  k->clock_warps = k->group_warps + MBAR_WARPS + GROUP_WARPS;
  if (d->what & (CHECK_ASYNC | CHECK_RACE))
    {
      l->hooks = &check_async_hooks;
      l->hooks_data = k;
    }
  l->check = k;
  return true;
}

bool
check_wants (const struct launch *l, uint64_t cluster)
{
  const char *s = getenv ("PXEMU_ONLY");
  size_t n = strlen (l->func->name);
  unsigned b[3];
  if (!s || strncmp (s, l->func->name, n) || s[n] != ':')
    return true;
  for (s = strchr (s, ':'); s; s = strchr (s + 1, ':'))
    if (sscanf (s + 1, "%u,%u,%u", b, b + 1, b + 2) == 3
	&& b[0] / l->cl[0] + (uint64_t) (l->grid[0] / l->cl[0])
	   * (b[1] / l->cl[1] + (uint64_t) (l->grid[1] / l->cl[1]) * (b[2] / l->cl[2])) == cluster)
      return true;
  return false;
}

static void
free_cell (struct cell *c)
{
  free (c->more);
  if (c->split)
    for (int i = 0; i < 4; i++)
      free (c->sub[i].more);
  free (c->sub);
}

static void
free_places (struct places *t)
{
  for (uint32_t i = 0; i < t->cap; i++)
    if (t->at[i].addr)
      {
	vc_drop (t->at[i].cta);
	vc_drop (t->at[i].gpu);
	if (t->at[i].mbar)
	  {
	    vc_drop (t->at[i].mbar->next);
	    vc_drop (t->at[i].mbar->done);
	    free (t->at[i].mbar);
	  }
      }
  free (t->at);
  *t = (struct places) { NULL, 0, 0 };
}

void
check_end (struct launch *l)
{
  struct check_launch *k = l->check;
  for (int i = 0; i < PAGE; i++)
    for (struct page *p = k->pages[i], *next; p; p = next)
      {
	next = p->next;
	for (int j = 0; j < PAGE / 4; j++)
	  free_cell (&p->cells[j]);
	free (p);
      }
  free_places (&k->places);
  free (k->pages);
  free (k->owned);
  free (k);
  l->check = NULL;
}

bool
check_make_block (struct block *b)
{
  struct launch *l = b->launch;
  size_t n = l->shared_bytes / 4 + 1;
  struct check_block *cb = b->check = calloc (1, sizeof *cb);
  if (!cb)
    return false;
  cb->cells = calloc (n, sizeof *cb->cells);
  cb->valid = calloc (n, 4);
  for (uint32_t i = 0; i < l->n_warps; i++)
    if (!(b->warps[i].check = calloc (1, sizeof (struct check_warp))))
      return false;
  return cb->cells && cb->valid;
}

static void
drop_warp (struct check_warp *cw)
{
  for (int i = 0; i < LANES; i++)
    {
      vc_drop (cw->vc[i]);
      vc_drop (cw->fence[0][i]);
      vc_drop (cw->fence[1][i]);
      vc_drop (cw->seen[i]);
    }
  memset (cw, 0, sizeof *cw);
}

bool
check_start_block (struct block *b)
{
  struct launch *l = b->launch;
  struct check_block *cb = b->check;
  size_t n = l->shared_bytes / 4 + 1;
  for (size_t i = 0; i < n; i++)
    if (cb->cells[i].more || cb->cells[i].sub)
      free_cell (&cb->cells[i]);
  memset (cb->cells, 0, n * sizeof *cb->cells);
  memcpy (cb->valid, l->check->owned, l->shared_bytes);
  free_places (&cb->places);
  cb->n_mbars = 0;
  memset (cb->group_time, 0, sizeof cb->group_time);
  for (int i = 0; i < N_BARRIERS; i++)
    {
      vc_drop (b->bar[i].clock);
      b->bar[i].clock = NULL;
    }
  struct vclock *none = vc_new (b->cluster->number, l->check->clock_warps);
  if (!none)
    return false;
  for (uint32_t i = 0; i < l->n_warps; i++)
    {
      struct check_warp *cw = b->warps[i].check;
      drop_warp (cw);
      cw->time = 1;
      cw->index = b->rank * l->n_warps + i;
      for (int j = 0; j < LANES; j++)
	cw->vc[j] = vc_ref (none);
    }
  vc_drop (none);
  return true;
}

void
check_free_block (struct block *b)
{
  struct launch *l = b->launch;
  struct check_block *cb = b->check;
  for (uint32_t i = 0; b->warps && i < l->n_warps; i++)
    if (b->warps[i].check)
      {
	drop_warp (b->warps[i].check);
	free (b->warps[i].check);
      }
  for (int i = 0; i < N_BARRIERS; i++)
    vc_drop (b->bar[i].clock);
  if (!cb)
    return;
  for (size_t i = 0; cb->cells && i < l->shared_bytes / 4 + 1; i++)
    free_cell (&cb->cells[i]);
  free (cb->cells);
  free (cb->valid);
  free_places (&cb->places);
  free (cb);
}

void
no_memory (struct warp *w, const struct op *o)
{
  fail (w, o, PX_EMU_NO_MEMORY, w->mask, 0, 0, "no memory for the sanitizer");
}

/* The site of op O of F; 0 without memory.  */
static uint32_t
site_in (struct check_device *d, px_emu_func *f, const struct op *o)
{
  if (!f->first_site)
    {
      px_emu_func **p = realloc (d->funcs, (d->n_funcs + 1) * sizeof *p);
      if (!p)
	return 0;
      d->funcs = p;
      p[d->n_funcs++] = f;
      f->first_site = d->n_sites;
      d->n_sites += f->n_ops;
    }
  return f->first_site + (o - f->ops);
}

/* O is an op of the current frame.  */
uint32_t
site_of (struct warp *w, const struct op *o)
{
  return site_in (w->block->launch->check->dev, w->frame->func, o);
}

/* ---- clocks ---- */

static bool
know (struct warp *w, uint32_t lane, const struct vclock *v)
{
  return vc_join (&w->check->vc[lane], v);
}

struct vclock *
publish (struct warp *w, uint32_t mask)
{
  struct check_warp *cw = w->check;
  uint32_t first = __builtin_ctz (mask);
  struct vclock *v = vc_ref (cw->vc[first]), *last = cw->vc[first];
  bool ok = true;
  EACH_LANE (i, mask)
    if (cw->vc[i] != last)
      {
	last = cw->vc[i];
	ok = ok && vc_join (&v, last);
      }
  ok = ok && vc_tick (&v, cw->index, mask | ~w->live, cw->time);
  cw->time++;
  if (!ok)
    {
      vc_drop (v);
      return NULL;
    }
  return v;
}

void
learn (struct warp *w, uint32_t mask, const struct vclock *v)
{
  struct check_warp *cw = w->check;
  struct vclock *from = NULL, *to = NULL;
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

void
check_arrive (struct warp *w, struct vclock **clock, uint32_t mask)
{
  struct vclock *v = publish (w, mask);
  if (!v)
    no_memory (w, NULL);
  else if (!*clock)
    *clock = v;
  else
    {
      vc_join (clock, v);
      vc_drop (v);
    }
}

void
check_arrive_relaxed (struct warp *w, struct vclock **clock, uint32_t mask)
{
  struct check_warp *cw = w->check;
  bool ok = *clock || (*clock = vc_new (w->block->cluster->number, w->block->launch->check->clock_warps));
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

struct place *
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
      *t = (struct places) { at, old.n, cap };
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
  *p = (struct place) { .addr = addr };
  t->n++;
  return p;
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

/* ---- cells ---- */

/* Lanes of R that the accesses of LANE of W are not ordered after.  */
static inline uint32_t
unordered (const struct warp *w, uint32_t lane, const struct rec *r)
{
  const struct check_warp *cw = w->check;
  const struct vclock *v = cw->vc[lane];
  uint32_t mask = r->mask;
  if (unlikely (r->kind & REC_FLIGHT))
    return mask;
  const struct gclock *g = v->own;
  if (likely (r->group == v->group))
    {
      if (r->warp == cw->index && !(mask &= ~(1u << lane)))
	return 0;
    }
  else if (!(g = vc_group (v, r->group)))
    return mask;
  return gc_unknown (g, r->warp, mask, r->time);
}

/* Lanes of R, ordered before LANE of W, that no proxy fence between has seen.  */
static uint32_t
unfenced (const struct warp *w, uint32_t lane, const struct rec *r)
{
  const struct vclock *p = w->check->vc[lane]->proxy;
  const struct gclock *g = p ? vc_group (p, r->group) : NULL;
  return g ? gc_unknown (g, r->warp, r->mask, r->time) : r->mask;
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
same_value (const struct touch *t, const struct rec *r, uint32_t lanes, uint32_t from, uint32_t n)
{
  uint32_t j = __builtin_ctz (lanes);
  if (!t->addr)
    return false;
  uint64_t a = t->addr[t->lane] + from, b = t->addr[j];
  bool now = r->warp == t->w->check->index && r->time == t->w->check->time && r->site == t->site
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

static const char *
verb_of (uint8_t kind)
{
  if (kind & REC_FLIGHT)
    return kind & REC_WRITE ? "asynchronous write" : "asynchronous read";
  return kind & REC_ATOMIC ? "atomic access"
	 : kind & REC_WRITE ? (kind & REC_VOLATILE ? "volatile write" : kind & REC_STRONG ? "strong write" : "write")
	 : kind & REC_VOLATILE ? "volatile read" : kind & REC_STRONG ? "strong read" : "read";
}

static void
race (const struct touch *t, const struct rec *r, uint32_t lanes, uint32_t from, uint32_t n,
      bool proxy)
{
  if (!(t->w->block->launch->check->dev->what
	& (proxy || (t->kind | r->kind) & REC_FLIGHT ? CHECK_ASYNC : CHECK_RACE)))
    return;
  struct warp *w = t->w;
  struct launch *l = w->block->launch;
  struct access_at at[2] = {
    { verb_of (t->kind), t->site, block_number (w->block), w->index, t->lane, 0, 0 },
    { verb_of (r->kind), r->site, r->group * (uint64_t) l->cluster_blocks + r->warp / l->n_warps,
      r->warp % l->n_warps, __builtin_ctz (lanes), 0, 0 }
  };
  uint64_t a = (t->addr ? t->addr[t->lane] : t->at) + from, now = 0;
  memcpy (&now, (const void *) a, n > 8 ? 8 : n);
  if (!t->addr)
    ;
  else if (t->kind & REC_WRITE && !(t->kind & REC_ATOMIC))
    for (uint32_t i = 0; i < n && i < 8; i++)
      at[0].value |= (uint64_t) stored_byte (w, t->o, t->lane, from + i) << 8 * i;
  else
    at[0].value = now;
  at[0].value_bytes = !t->addr ? 0 : n > 8 ? 8 : n;
  if (r->kind & REC_WRITE && !(r->kind & REC_FLIGHT) && !(r->warp == w->check->index && r->time == w->check->time
			       && r->site == t->site))
    at[1].value = now, at[1].value_bytes = n > 8 ? 8 : n;
  bool same_warp = r->group == w->block->cluster->number && r->warp == w->check->index;
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
      snprintf (what, sizeof what, "%s while an %s of the same bytes is in flight", verb_of (t->kind),
		verb_of (r->kind));
      missing = flight_missing (w, r, text, sizeof text);
    }
  else if (proxy)
    {
      kind = REP_ASYNC;
      snprintf (what, sizeof what, "%s through the async proxy after a %s through the generic one",
		t->kind & REC_WRITE ? "write" : "read", verb_of (r->kind));
      missing = "fence.proxy.async between the two, after what orders them or by the thread that wrote";
    }
  else if (t->kind & REC_FLIGHT || r->warp >= l->check->group_warps)
    {
      kind = REP_ASYNC;
      snprintf (what, sizeof what, "%s and %s, unordered", verb_of (r->kind), verb_of (t->kind));
      missing = r->warp >= l->check->group_warps
		? "a wait of this thread for the mbarrier's phase, or a barrier after another thread's wait"
		: same_warp ? "__syncwarp (bar.warp.sync) before the asynchronous operation is issued"
		: same_block ? "a barrier (bar.sync, or an mbarrier that says that the buffer is free) before "
			       "the asynchronous operation is issued"
		: "a barrier of the cluster (or an mbarrier) before the asynchronous operation is issued";
    }
  else if (t->kind & REC_STRONG && r->kind & REC_STRONG && !(t->kind & r->kind & REC_VOLATILE))
    {
      snprintf (what, sizeof what, "%s and %s of different scopes", verb_of (t->kind), verb_of (r->kind));
      missing = "a scope that holds both threads (.gpu)";
    }
  else
    {
      snprintf (what, sizeof what, "%s and %s, unordered", verb_of (r->kind), verb_of (t->kind));
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
	missing = "blocks are not ordered within a kernel: a fence and an atomic flag, a grid barrier, "
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

/* Is access T, of bytes [FROM, FROM + N) of it, in conflict with R, an earlier one?  */
static void
conflict (const struct touch *t, const struct rec *r, uint32_t from, uint32_t n)
{
  if (!((t->kind | r->kind) & REC_WRITE))
    return;
  if (t->others && r->mask == 1u << t->lane && r->warp == t->w->check->index)
    {
      /* Its own lane is ordered; another one need not be.  */
      struct touch u = *t;
      u.lane = __builtin_ctz (t->others);
      u.others = 0;
      conflict (&u, r, from, n);
      return;
    }
  uint32_t lanes = unordered (t->w, t->lane, r);
  if (likely (!lanes))
    {
      if (t->kind & REC_PROXY && r->kind & REC_WRITE && !(r->kind & REC_PROXY)
	  && (lanes = unfenced (t->w, t->lane, r)))
	race (t, r, lanes, from, n, true);
      return;
    }
  if (t->kind & REC_STRONG && r->kind & REC_STRONG && scope_holds (t, r, t->scope)
      && scope_holds (t, r, r->scope)
      && !(t->shared && t->kind & r->kind & REC_VOLATILE && r->warp == t->w->check->index
	   && r->site != t->site))
    return;
  if (!((t->kind | r->kind) & (REC_STRONG | REC_READ)) && same_value (t, r, lanes, from, n))
    return;
  race (t, r, lanes, from, n, false);
}

/* Access T of bytes [FROM, FROM + N) meets cell C, which is theirs.  */
static bool
meet (const struct touch *t, struct cell *c, uint32_t from, uint32_t n)
{
  const struct check_warp *cw = t->w->check;
  const struct rec me = { 1u << t->lane | t->others, t->w->block->cluster->number,
			  t->kind & REC_FLIGHT ? t->serial : cw->time, t->site, cw->index,
			  t->kind, t->scope };
  if (c->w.mask)
    conflict (t, &c->w, from, n);
  if (c->r.mask)
    conflict (t, &c->r, from, n);
  for (uint32_t i = 0; i < c->n_more; i++)
    conflict (t, &c->more[i], from, n);
  if (t->kind == REC_WRITE)
    {
      if (c->w.time == me.time && c->w.warp == me.warp && c->w.site == me.site && c->w.group == me.group)
	c->w.mask |= me.mask;
      else
	c->w = me;
      c->r.mask = 0;
      c->n_more = 0;
      return true;
    }
  /* With what it joins or follows in order.  */
  struct rec *r = &c->r;
  for (uint32_t i = 0; r->mask; r = &c->more[i++])
    {
      if (r->warp == me.warp && r->time == me.time && r->kind == me.kind && r->group == me.group
	  && r->scope == me.scope)
	{
	  r->mask |= me.mask;
	  return true;
	}
      if (((me.kind & REC_WRITE && me.scope <= r->scope) || !(r->kind & REC_WRITE))
	  && !unordered (t->w, t->lane, r))
	{
	  *r = me;
	  return true;
	}
      if (i == c->n_more)
	{
	  r = NULL;
	  break;
	}
    }
  if (r)
    {
      *r = me;
      return true;
    }
  uint32_t most = t->shared ? 64 : 8;
  if (c->n_more >= most)
    {
      /* Of many readers some stand for all; of each group at least one.  */
      for (uint32_t i = 0; i < c->n_more; i++)
	if (c->more[i].group == me.group)
	  {
	    c->more[i] = me;
	    break;
	  }
      return true;
    }
  if (c->n_more == c->cap_more)
    {
      uint32_t cap = c->cap_more ? 2 * c->cap_more : 2;
      struct rec *p = realloc (c->more, cap * sizeof *p);
      if (!p)
	return false;
      c->more = p;
      c->cap_more = cap;
    }
  c->more[c->n_more++] = me;
  return true;
}

/* The bytes of C get cells of their own.  */
static bool
split (struct cell *c)
{
  struct cell *s = calloc (4, sizeof *s);
  if (!s)
    return false;
  for (int i = 0; i < 4; i++)
    {
      s[i].w = c->w;
      s[i].r = c->r;
      if (c->n_more && (s[i].more = malloc (c->n_more * sizeof *c->more)))
	{
	  memcpy (s[i].more, c->more, c->n_more * sizeof *c->more);
	  s[i].n_more = s[i].cap_more = c->n_more;
	}
    }
  free (c->more);
  *c = (struct cell) { .split = true, .sub = s };
  return true;
}

/* Access T meets the cell of the word at T's address + FROM, of which it touches N
   bytes from byte FIRST on.  */
static bool
meet_word (const struct touch *t, struct cell *c, uint32_t first, uint32_t from, uint32_t n)
{
  if (likely (n == 4 && !c->split))
    return meet (t, c, from, 4);
  if (!c->split && !split (c))
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (!meet (t, &c->sub[first + i], from + i, 1))
      return false;
  if (n == 4 && t->kind == REC_WRITE)
    {
      struct rec w = c->sub[0].w;
      free_cell (c);
      *c = (struct cell) { .w = w };
    }
  return true;
}

static struct cell *
global_cells (struct check_launch *k, uint64_t addr)
{
  uint64_t base = addr & -(uint64_t) PAGE;
  if (k->last && k->last->addr == base)
    return &k->last->cells[(addr - base) / 4];
  struct page **p = &k->pages[(base / PAGE * 0x9e3779b97f4a7c15 >> 48) % PAGE], *q;
  for (q = *p; q && q->addr != base; q = q->next)
    ;
  if (!q)
    {
      q = calloc (1, sizeof *q);
      if (!q)
	return NULL;
      q->addr = base;
      q->next = *p;
      *p = q;
    }
  k->last = q;
  return &q->cells[(addr - base) / 4];
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

static struct cell *
cell_at (struct check_launch *k, const struct block *b, uint64_t a)
{
  return b ? &b->check->cells[(a - (uintptr_t) b->shared) / 4] : global_cells (k, a);
}

bool
meet_range (struct check_launch *k, struct touch *t, uint64_t a, uint32_t size)
{
  const struct block *b = shared_at (t->w, a);
  t->shared = b != NULL;
  for (uint32_t from = 0, n; from < size; from += n)
    {
      uint32_t first = (a + from) % 4;
      n = size - from < 4 - first ? size - from : 4 - first;
      struct cell *c = cell_at (k, b, a + from);
      if (!c || !meet_word (t, c, first, from, n))
	return false;
    }
  return true;
}

bool
each_cell (struct check_launch *k, struct warp *w, uint64_t a, uint32_t size,
	   void (*fn) (struct cell *c, void *data), void *data)
{
  const struct block *b = shared_at (w, a);
  for (uint32_t from = 0, n; from < size; from += n)
    {
      uint32_t first = (a + from) % 4;
      n = size - from < 4 - first ? size - from : 4 - first;
      struct cell *c = cell_at (k, b, a + from);
      if (!c)
	return false;
      if (c->split)
	for (uint32_t i = 0; i < n; i++)
	  fn (&c->sub[first + i], data);
      else
	fn (c, data);
    }
  return true;
}

/* ---- marks of what was written ---- */

/* Index of the first range that ends behind ADDR.  */
static size_t
lower (const struct check_device *d, uint64_t addr)
{
  size_t lo = 0, hi = d->n_valid;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (d->valid[mid].base + d->valid[mid].size > addr)
	hi = mid;
      else
	lo = mid + 1;
    }
  return lo;
}

void
check_alloc (struct check_device *d, uint64_t base, uint64_t size, bool valid)
{
  if (!(d->what & CHECK_INIT) || valid)
    return;
  uint8_t *mark = calloc (1, size);
  pthread_mutex_lock (&d->lock);
  size_t i = lower (d, base);
  if (mark && d->n_valid == d->cap_valid)
    {
      size_t cap = d->cap_valid ? 2 * d->cap_valid : 64;
      struct valid *v = realloc (d->valid, cap * sizeof *v);
      if (v)
	d->valid = v, d->cap_valid = cap;
    }
  if (mark && d->n_valid < d->cap_valid)
    {
      memmove (d->valid + i + 1, d->valid + i, (d->n_valid - i) * sizeof *d->valid);
      d->valid[i] = (struct valid) { base, size, mark };
      d->n_valid++;
    }
  else
    {
      free (mark);
      report_incomplete ("no memory to mark what is initialised");
    }
  pthread_mutex_unlock (&d->lock);
}

void
check_dealloc (struct check_device *d, uint64_t base, uint64_t size, bool program)
{
  pthread_mutex_lock (&d->lock);
  size_t i = lower (d, base);
  if (i < d->n_valid && d->valid[i].base == base)
    {
      free (d->valid[i].mark);
      d->n_valid--;
      memmove (d->valid + i, d->valid + i + 1, (d->n_valid - i) * sizeof *d->valid);
    }
  d->n_frees += program;
  d->freed[d->n_freed++ % 256] = (struct valid) { base, size, NULL };
  pthread_mutex_unlock (&d->lock);
}

bool
check_freed (struct check_device *d, uint64_t addr, uint64_t *base, uint64_t *size)
{
  bool ok = false;
  pthread_mutex_lock (&d->lock);
  for (size_t n = d->n_freed, i = 0; i < n && i < 256 && !ok; i++)
    {
      const struct valid *v = &d->freed[(n - 1 - i) % 256];
      ok = addr - v->base < v->size;
      *base = v->base;
      *size = v->size;
    }
  pthread_mutex_unlock (&d->lock);
  return ok;
}

/* The marks of [BASE, BASE + *N), as far as they are one range's; NULL if the
   bytes have none.  */
static uint8_t *
marks (struct check_device *d, uint64_t base, uint64_t *n)
{
  size_t i = lower (d, base);
  if (i >= d->n_valid || d->valid[i].base > base)
    return NULL;
  uint64_t left = d->valid[i].base + d->valid[i].size - base;
  if (*n > left)
    *n = left;
  return d->valid[i].mark + (base - d->valid[i].base);
}

/* ---- what the host does ---- */

bool
px_emu_checking (const px_emu *emu)
{
  return emu->check != NULL;
}

void
px_emu_check_write (px_emu *emu, uint64_t addr, size_t size)
{
  uint64_t n = size;
  if (!emu->check)
    return;
  pthread_mutex_lock (&emu->check->lock);
  uint8_t *m = marks (emu->check, addr, &n);
  if (m)
    memset (m, 1, n);
  pthread_mutex_unlock (&emu->check->lock);
}

void
px_emu_check_copy (px_emu *emu, uint64_t addr, uint64_t src, size_t size)
{
  uint64_t n = size;
  if (!emu->check)
    return;
  pthread_mutex_lock (&emu->check->lock);
  uint8_t *to = marks (emu->check, addr, &n), *from = marks (emu->check, src, &n);
  if (to && from)
    memmove (to, from, n);
  else if (to)
    memset (to, 1, n);
  pthread_mutex_unlock (&emu->check->lock);
}

void
px_emu_check_bad_free (px_emu *emu, uint64_t addr)
{
  char what[200];
  uint64_t base, size;
  if (!emu->check || !(emu->check->what & CHECK_MEMORY))
    return;
  if (check_freed (emu->check, addr, &base, &size) && base == addr)
    snprintf (what, sizeof what, "double free of the %llu bytes at 0x%llx", (unsigned long long) size,
	      (unsigned long long) addr);
  else
    snprintf (what, sizeof what, "free of 0x%llx, which is not the start of an allocation",
	      (unsigned long long) addr);
  report_host (REP_MEMORY, what, NULL);
}

void
px_emu_check_leak (px_emu *emu, uint64_t addr, size_t size)
{
  char what[200];
  if (!emu->check || !(emu->check->what & CHECK_MEMORY) || emu->check->failed)
    return;
  snprintf (what, sizeof what, "leak: %llu bytes at 0x%llx are not freed", (unsigned long long) size,
	    (unsigned long long) addr);
  report_host (REP_MEMORY, what, "cuMemFree before the end of the context or program");
}

/* The process ends: memory that it has not freed is a leak if it frees at all and the
   driver's caller is not libpx, which keeps buffers for arrays of the host.  */
void
check_at_end (void)
{
  px_emu *emu = last_device;
  if (!emu || !emu->check->n_frees || dlsym (RTLD_DEFAULT, "px__enter"))
    return;
  for (size_t i = 0; i < emu->n_ranges; i++)
    if (emu->ranges[i].kind == PX_EMU_MEM_DEVICE && !emu->ranges[i].name)
      px_emu_check_leak (emu, emu->ranges[i].base, emu->ranges[i].size);
}

static void
uninitialised (struct warp *w, const struct op *o, uint32_t lane, uint64_t addr, uint32_t size,
	       bool shared)
{
  struct access_at at = { "read", site_of (w, o), block_number (w->block), w->index, lane, 0, 0 };
  report (w, REP_INIT, shared ? "read of shared memory that nobody has written"
	  : "read of global memory that nobody has written", &at, 1, addr, size,
	  "a write before it");
}

void
mark_range (struct check_launch *k, struct warp *w, const struct op *o, uint32_t lane,
	    uint64_t a, uint32_t size, bool reads, bool writes)
{
  if (!(k->dev->what & CHECK_INIT))
    return;
  struct block *b = shared_at (w, a);
  uint64_t n = size;
  uint8_t *m = b ? b->check->valid + (a - (uintptr_t) b->shared) : marks (k->dev, a, &n);
  if (!m)
    return;
  if (reads && memchr (m, 0, n))
    uninitialised (w, o, lane, a, n, b != NULL);
  if (writes)
    memset (m, 1, n);
}

/* ---- accesses ---- */

/* A strong access of LANE at A orders.  True if it releases.  */
static bool
synchronise (struct warp *w, const struct op *o, uint32_t lane, struct places *t, uint64_t a)
{
  struct check_warp *cw = w->check;
  bool reads = o->ck != CK_STORE, writes = o->ck != CK_LOAD;
  struct place *p = find_place (t, a);
  bool ok = true, released = false;
  if (p && reads)
    {
      bool now = o->ck == CK_ATOM || o->ck_sem >= ORD_ACQUIRE;
      struct vclock *v[2] = { p->gpu, p->block == block_number (w->block) ? p->cta : NULL };
      for (int i = 0; i < 2; i++)
	if (v[i] && now)
	  ok = ok && know (w, lane, v[i]);
	else if (v[i])
	  ok = ok && (cw->seen[lane] || (cw->seen[lane] = vc_new (NO_GROUP, 0)))
	       && vc_join (&cw->seen[lane], v[i]);
    }
  if (!writes)
    goto out;
  if (o->ck_sem >= ORD_RELEASE)
    {
      bool wide = o->ck_scope != SCOPE_CTA;
      ok = ok && (p = make_place (t, a))
	   && release_at (w, lane, p, cw->vc[lane], cw->time, wide, o->ck == CK_STORE)
	   && (!wide || release_at (w, lane, p, cw->vc[lane], cw->time, false, o->ck == CK_STORE));
      released = true;
    }
  else if (o->ck_sem != ORD_WEAK && cw->fence[0][lane])
    {
      ok = ok && (p = make_place (t, a))
	   && release_at (w, lane, p, cw->fence[0][lane], cw->fence_time[0][lane], false,
			  o->ck == CK_STORE);
      if (ok && cw->fence[1][lane] && o->ck_scope != SCOPE_CTA)
	ok = release_at (w, lane, p, cw->fence[1][lane], cw->fence_time[1][lane], true,
			 o->ck == CK_STORE);
    }
  else if (p && o->ck == CK_STORE)
    {
      vc_drop (p->cta);
      vc_drop (p->gpu);
      p->cta = p->gpu = NULL;
    }
 out:
  if (!ok)
    no_memory (w, o);
  return released;
}

/* Accesses of SIZE bytes at AD, host addresses of local memory, must lie in a variable
   of a frame.  */
static bool
local_access (struct warp *w, const struct op *o, const uint64_t *ad, uint32_t size)
{
  if (!(w->block->launch->check->dev->what & CHECK_MEMORY))
    return true;
  EACH_LANE (i, w->mask)
    {
      uint32_t at = ad[i] - (uintptr_t) w->local - (uint64_t) i * w->local_size;
      const struct frame *f = w->frame;
      while (f && at < f->sp)
	f = f->up;
      uint32_t in = f ? at - f->sp : 0, n = f ? f->func->n_locals : 0;
      const struct local *near = NULL;
      bool ok = false;
      for (uint32_t k = 0; k < n && !ok; k++)
	{
	  const struct local *v = &f->func->locals[k];
	  ok = in >= v->offset && in - v->offset < v->size && v->size - (in - v->offset) >= size;
	  if (in >= v->offset && (!near || v->offset > near->offset))
	    near = v;
	}
      /* What alloca gave is at the top.  */
      if (ok || at >= w->top[i])
	continue;
      fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, ad[i], size,
	    near ? "out of bounds: %s of %u bytes at byte %u of the %u of local variable %s"
	    : "out of bounds: %s of %u bytes at byte %u of local memory",
	    o->ck == CK_LOAD ? "read" : "write", size, near ? in - near->offset : at,
	    near ? near->size : 0, near ? near->name : "");
      return false;
    }
  return true;
}

static bool
access_memory (struct warp *w, const struct op *o)
{
  struct check_launch *k = w->block->launch->check;
  unsigned what = k->dev->what;
  uint32_t size = o->ck_bytes * o->ck_n;
  uint64_t ad[LANES];
  addresses (w, o, ad);
  if (!resolve (w, o, o->space, ad, size, o->ck == CK_LOAD ? ACC_LOAD : o->ck == CK_STORE ? ACC_STORE
		: ACC_ATOMIC))
    return false;
  if (o->space == SP_LOCAL)
    return local_access (w, o, ad, size);
  if (o->space == SP_PARAM || o->space == SP_CONST)
    return true;
  struct touch t = { .w = w, .o = o, .addr = ad, .size = size, .site = site_of (w, o) };
  t.kind = o->ck == CK_LOAD ? REC_READ : o->ck == CK_STORE ? REC_WRITE
	   : REC_READ | REC_WRITE | REC_ATOMIC;
  if (o->ck_sem != ORD_WEAK)
    t.kind |= REC_STRONG | (o->ck_sem == ORD_VOLATILE ? REC_VOLATILE : 0);
  t.scope = o->ck_scope;
  bool released = false;
  uint32_t done = 0;
  EACH_LANE (i, w->mask)
    {
      if (done >> i & 1)
	continue;
      uint64_t a = ad[i];
      t.others = 0;
      if (t.kind == REC_READ)
	{
	  /* Lanes that read the same are looked at once.  */
	  const struct vclock *v = w->check->vc[i];
	  uint32_t same = 0;
	  for (int j = 0; j < LANES; j++)
	    same |= (uint32_t) (ad[j] == a) << j;
	  for (same &= w->mask & ~((2u << i) - 1); same; same &= same - 1)
	    {
	      int j = __builtin_ctz (same);
	      if (w->check->vc[j] == v)
		t.others |= 1u << j;
	    }
	  done |= t.others;
	}
      struct block *b = o->space == SP_GLOBAL ? NULL : shared_at (w, a);
      if (!b && o->space == SP_GENERIC)
	{
	  if (w->local && a - (uintptr_t) w->local < (uint64_t) w->local_size * LANES)
	    {
	      uint32_t mask = w->mask;
	      w->mask = 1u << i;
	      bool ok = local_access (w, o, ad, size);
	      w->mask = mask;
	      if (!ok)
		return false;
	      continue;
	    }
	  if (a - (uintptr_t) w->block->launch->params < w->block->launch->func->param_bytes)
	    continue;
	}
      struct places *places = b ? &b->check->places : &k->places;
      t.lane = i;
      if (b && what & CHECK_MEMORY
	  && memchr (b->check->valid + (a - (uintptr_t) b->shared), NOBODYS, size))
	{
	  fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, a, size,
		"out of bounds: %s of %u bytes at shared+%u, between variables",
		o->ck == CK_LOAD ? "read" : "write", size, (unsigned) (a - (uintptr_t) b->shared));
	  return false;
	}
      if (o->ck == CK_STORE)
	check_progress (w->block->launch);
      else if (o->ck_sem != ORD_WEAK)
	check_asked (w, o, a, false);
      mark_range (k, w, o, i, a, size, o->ck != CK_STORE, o->ck != CK_LOAD);
      if (what & (CHECK_RACE | CHECK_ASYNC) && !meet_range (k, &t, a, size))
	return no_memory (w, o), false;
      if (o->ck_sem != ORD_WEAK || (o->ck == CK_STORE && places->n))
	released |= synchronise (w, o, i, places, a);
    }
  if (released)
    w->check->time++;
  return w->state != W_ERROR;
}

static bool
proxy_fence (struct warp *w, const struct op *o)
{
  struct check_warp *cw = w->check;
  struct vclock *v = publish (w, w->mask);
  bool ok = v && vc_proxy (&v);
  EACH_LANE (i, w->mask)
    if (ok && v->proxy != cw->vc[i]->proxy)
      {
	/* Only what the fence has seen: not the other lanes' knowledge.  */
	struct vclock *p = vc_new (NO_GROUP, 0);
	ok = p != NULL;
	if (ok)
	  {
	    p->proxy = vc_ref (v->proxy);
	    ok = know (w, i, p);
	  }
	vc_drop (p);
      }
  vc_drop (v);
  if (!ok)
    no_memory (w, o);
  return ok;
}

static bool
fence (struct warp *w, const struct op *o)
{
  struct check_warp *cw = w->check;
  bool ok = true;
  EACH_LANE (i, w->mask)
    {
      if (cw->seen[i])
	{
	  ok = ok && know (w, i, cw->seen[i]);
	  vc_drop (cw->seen[i]);
	  cw->seen[i] = NULL;
	}
      for (int wide = 0; wide <= (o->ck_scope != SCOPE_CTA); wide++)
	{
	  vc_drop (cw->fence[wide][i]);
	  cw->fence[wide][i] = vc_ref (cw->vc[i]);
	  cw->fence_time[wide][i] = cw->time;
	}
    }
  cw->time++;
  if (!ok)
    no_memory (w, o);
  return ok;
}

void
check_touch (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t size,
	     bool write)
{
  struct check_launch *k = w->block->launch->check;
  struct touch t = { .w = w, .o = o, .at = a, .lane = lane, .site = site_of (w, o), .size = size,
		     .kind = write ? REC_WRITE : REC_READ };
  if (write)
    check_progress (w->block->launch);
  mark_range (k, w, o, lane, a, size, !write, write);
  if (k->dev->what & (CHECK_RACE | CHECK_ASYNC) && !meet_range (k, &t, a, size))
    no_memory (w, o);
}

/* ---- barriers, waiting ---- */

void
check_barrier (struct block *b, int id)
{
  struct launch *l = b->launch;
  struct check_device *d = l->check->dev;
  const struct barrier *bar = &b->bar[id];
  check_progress (l);
  if (!(d->what & CHECK_SYNC))
    return;
  struct warp *any = NULL;
  struct access_at at[2];
  uint32_t gone = 0;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      const struct frag *one = NULL;
      uint32_t left = l->n_threads - i * LANES;
      gone += (left > LANES ? LANES : left) - __builtin_popcount (w->live);
      for (uint32_t j = 0; j < w->n_frags; j++)
	{
	  const struct frag *f = &w->frags[j];
	  if (f->state != FRAG_BARRIER || f->barrier != id)
	    continue;
	  struct access_at a = { "arrival", site_in (d, f->frame->func, f->pc), block_number (b), i,
				 __builtin_ctz (f->mask), 0, 0 };
	  if (!any)
	    any = w, at[0] = a;
	  if (!one)
	    one = f;
	  else if (one->pc != f->pc && f->pc->flags & 1)
	    {
	      struct access_at two[2] = { a, a };
	      two[1].site = site_in (d, one->frame->func, one->pc);
	      two[1].lane = __builtin_ctz (one->mask);
	      report (w, REP_SYNC, "threads of one warp arrive at the barrier from different places "
		      "(bar.sync is .aligned)", two, 2, 0, 0,
		      "one barrier that all threads of the warp execute, outside the branch");
	    }
	}
    }
  if (any && gone && !bar->expected && at[0].site)
    {
      char what[160];
      snprintf (what, sizeof what, "the barrier of all threads passes without %u that %s exited before it", gone,
		gone == 1 ? "has" : "have");
      report (any, REP_SYNC, what, at, 1, 0, 0, "no exit before the barrier: guard the work instead");
    }
}

void
check_asked (struct warp *w, const struct op *o, uint64_t a, bool mbar)
{
  struct check_launch *k = w->block->launch->check;
  struct check_warp *cw = w->check;
  if (cw->poll_stamp != k->stamp)
    {
      cw->poll_stamp = k->stamp;
      cw->polls = 0;
    }
  cw->polls++;
  cw->poll_addr = a;
  cw->poll_site = site_of (w, o);
  cw->poll_mbar = mbar;
  k->idle++;
}

bool
check_stuck (const struct worker *wk)
{
  struct launch *l = wk->launch;
  struct check_launch *k = l->check;
  if (k->round_stamp != k->stamp)
    {
      k->round_stamp = k->stamp;
      k->rounds = 0;
    }
  /* Each part of a warp has had its turns.  */
  if (++k->rounds < 6 * LANES || k->idle < 20000 || l->emu->n_launches > 1 || !(k->dev->what & CHECK_SYNC)
      || (atomic_load (&l->next) < l->n_clusters && atomic_load (&l->resident) < l->max_resident))
    return false;
  for (const struct cluster *c = wk->resident; c; c = c->next)
    for (uint32_t n = 0; n < c->n_blocks; n++)
      for (uint32_t i = 0; i < c->blocks[n].n_warps; i++)
	{
	  const struct warp *w = &c->blocks[n].warps[i];
	  px_emu_range r;
	  if (w->state != W_READY)
	    continue;
	  if (w->check->poll_stamp != k->stamp || w->check->polls < 64)
	    return false;
	  /* The host may still write it.  */
	  if (px_emu_mem_find (l->emu, w->check->poll_addr, &r)
	      && (r.kind == PX_EMU_MEM_PINNED || r.kind == PX_EMU_MEM_MANAGED))
	    return false;
	}
  return true;
}

const struct op *
check_poll_op (const struct warp *w)
{
  const struct check_warp *cw = w->check;
  if (!cw || w->state != W_READY || cw->poll_stamp != w->block->launch->check->stamp || !cw->polls)
    return NULL;
  for (uint32_t i = 0; i < w->n_frags; i++)
    {
      const px_emu_func *f = w->frags[i].frame->func;
      if (f->first_site && cw->poll_site - f->first_site < f->n_ops)
	return f->ops + (cw->poll_site - f->first_site);
    }
  return NULL;
}

void
check_poll (const struct warp *w, char *text, size_t size)
{
  const struct check_warp *cw = w->check;
  *text = '\0';
  if (!check_poll_op (w))
    return;
  if (!cw->poll_mbar)
    snprintf (text, size, ", polls 0x%llx", (unsigned long long) cw->poll_addr);
  else
    snprintf (text, size, ", waits for phase %u of the mbarrier at shared+%llu, which lacks %u arrivals "
	      "and %d bytes", mb_phase (*(uint64_t *) cw->poll_addr),
	      (unsigned long long) (cw->poll_addr - (uintptr_t) w->shared),
	      mb_pending (*(uint64_t *) cw->poll_addr), mb_bytes (*(uint64_t *) cw->poll_addr));
}

/* What is looked at before O runs; false: the warp has failed.  */
static inline bool
before (struct warp *w, const struct op *o)
{
  if (unlikely (o->ck_pinned))
    check_pinned (w, o);
  switch (o->ck)
    {
    case CK_LOAD: case CK_STORE: case CK_ATOM: return access_memory (w, o);
    case CK_FENCE: return fence (w, o);
    case CK_PROXY_FENCE: return proxy_fence (w, o);
    case CK_WGMMA: check_wgmma (w, o); return true;
    case CK_WGMMA_FENCE: check_wgmma_fence (w); return true;
    case CK_WAIT: w->block->launch->check->waiter = w; return true;
    default: return true;
    }
}

void
run_checked (struct warp *w, const struct op *o)
{
  struct launch *l = w->block->launch;
  uint64_t steps = 0, lanes = 0;
  while (o)
    {
      steps += o->weight;
      lanes += (uint64_t) o->weight * __builtin_popcount (w->mask);
      if (likely (o->ck == CK_NONE))
	o = o->fn (w, o);
      else if (o->ck == CK_GUARD)
	{
	  uint32_t p = PRED (o->a), old = w->mask, m = (o->flags & 1 ? ~p : p) & old;
	  if (!m)
	    {
	      o += 2;
	      continue;
	    }
	  if (m != old)
	    set_mask (w, m);
	  o++;
	  o = before (w, o) ? o->fn (w, o) : NULL;
	  if (o && m != old)
	    set_mask (w, old);
	}
      else
	o = before (w, o) ? o->fn (w, o) : NULL;
      l->check->waiter = NULL;
      l->check->group_ticked = false;
    }
  if (l->count)
    {
      w->steps += steps;
      w->lane_steps += lanes;
      atomic_fetch_add_explicit (&l->steps, steps, memory_order_relaxed);
    }
}
