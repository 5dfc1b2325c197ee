/* SPDX-License-Identifier: MIT */
/* The device and its launches.

   The clusters of a launch (blocks, where there are none) are handed out to
   workers.  A worker keeps its clusters resident until they end; it starts with
   one and takes more only when those that it has make no headway, up to what the
   real device would hold: so a block may wait for any other that a GPU would
   run beside it, and a launch whose blocks wait for nobody stays in cache.  */
#define _GNU_SOURCE
#include "emulator/run/async.h"
#include "emulator/run/device.h"
#include "emulator/run/nested.h"
#include "emulator/run/texture.h"

#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Backward branches between two looks at the clock, at others' progress.  */
#define STAGE 400000
#define SLICE_MAX 16384
#define SLICE_MIN 256

/* ---- devices ---- */

px_emu *
engine_new (int workers)
{
  px_emu *emu = calloc (1, sizeof *emu);
  if (!emu)
    return NULL;
  if (workers <= 0)
    {
      cpu_set_t set;
      workers = sched_getaffinity (0, sizeof set, &set) == 0 ? CPU_COUNT (&set)
							     : (int) sysconf (_SC_NPROCESSORS_ONLN);
    }
  emu->n_workers = workers < 1 ? 1 : workers > 256 ? 256 : workers;
  emu->limit[PX_EMU_LIMIT_STACK] = PX_EMU_MAX_LOCAL;
  emu->limit[PX_EMU_LIMIT_HEAP] = 8 << 20;
  emu->limit[PX_EMU_LIMIT_PRINTF] = 1 << 20;
  pthread_rwlock_init (&emu->mem_lock, NULL);
  pthread_mutex_init (&emu->out_lock, NULL);
  pthread_mutex_init (&emu->lock, NULL);
  pthread_cond_init (&emu->work, NULL);
  pthread_cond_init (&emu->done, NULL);
  return emu;
}

void
lock_again (pthread_mutex_t *lock)
{
  pthread_mutexattr_t attr;
  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (lock, &attr);
  pthread_mutexattr_destroy (&attr);
}

void
tool_add (px_emu *emu, const struct tool *t)
{
  size_t n = 0;
  while (emu->tools[n])
    n++;
  assert (n + 1 < sizeof emu->tools / sizeof *emu->tools);
  emu->tools[n] = t;
}

static void
bury (px_emu *emu)
{
  for (size_t i = 0; i < emu->n_dead; i++)
    free (emu->heap_dead[i]);
  emu->n_dead = 0;
}

void
engine_free (px_emu *emu)
{
  pthread_mutex_lock (&emu->lock);
  emu->quit = true;
  pthread_cond_broadcast (&emu->work);
  pthread_mutex_unlock (&emu->lock);
  for (int i = 0; i < emu->n_threads; i++)
    pthread_join (emu->threads[i], NULL);
  free (emu->threads);
  bury (emu);
  free (emu->heap_dead);
  for (size_t i = 0; i < emu->n_ranges; i++)
    if (emu->ranges[i].name == heap_name)
      free ((void *) emu->ranges[i].base);
  free (emu->ranges);
  px_emu_tex_free_all (emu);
  free (emu->out);
  pthread_rwlock_destroy (&emu->mem_lock);
  pthread_mutex_destroy (&emu->out_lock);
  pthread_mutex_destroy (&emu->lock);
  pthread_cond_destroy (&emu->work);
  pthread_cond_destroy (&emu->done);
  TELL_TOOLS (emu, free, emu);
  free (emu);
}

bool
px_emu_set_limit (px_emu *emu, enum px_emu_limit limit, size_t value)
{
  if (limit > PX_EMU_LIMIT_PRINTF || (limit == PX_EMU_LIMIT_STACK && value > PX_EMU_MAX_LOCAL))
    return false;
  emu->limit[limit] = value;
  emu->stack_set |= limit == PX_EMU_LIMIT_STACK;
  return true;
}

size_t
px_emu_get_limit (const px_emu *emu, enum px_emu_limit limit)
{
  enum
  {
    STACK = 1024 /* a device's, until the program sets it */
  };
  if (limit == PX_EMU_LIMIT_STACK && !emu->stack_set)
    return STACK;
  return limit <= PX_EMU_LIMIT_PRINTF ? emu->limit[limit] : 0;
}

static uint64_t
now_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- running ---- */

/* One slice; returns the backward branches that it took.  */
static uint32_t
run_slice (struct launch *l, struct warp *w, int32_t fuel)
{
  if (WATCHED (l, slice))
    return l->observer->slice (w, fuel);
  w->fuel = fuel;
  const struct op *o = resume (w);
  if (l->compiled)
    while (o)
      o = __atomic_load_n (&o->run, __ATOMIC_ACQUIRE) (w, o);
  else if (!l->count)
    while (o)
      o = o->fn (w, o);
  else
    {
      uint64_t steps = 0, lanes = 0;
      while (o)
	{
	  steps += o->weight;
	  lanes += (uint64_t) o->weight * __builtin_popcount (w->mask);
	  o = o->fn (w, o);
	}
      w->steps += steps;
      w->lane_steps += lanes;
      atomic_fetch_add_explicit (&l->steps, steps, memory_order_relaxed);
    }
  return fuel - w->fuel;
}

/* A slice of W, as run_slice.  A warp that is at its end what it was at the end of the slice before has
   asked the same again and again: it gets some short slices, which count as whole ones.  */
static uint32_t
run_or_ask (struct launch *l, struct warp *w, uint32_t fuel)
{
  enum
  {
    ASKS = 4, /* backward branches of a short one */
    BORED = 16
  };
  bool bored = w->bored && fuel > ASKS;
  uint32_t most = bored ? ASKS : fuel, used = run_slice (l, w, most);
  if (used < most || w->state != W_READY)
    {
      w->bored = 0;
      return used;
    }
  if (!bored || !--w->bored)
    {
      uint64_t is = 0;
      for (uint32_t k = 0; k < w->n_frags; k++)
	if (w->frags[k].state == FRAG_READY)
	  is += frag_state (w, &w->frags[k], true);
      w->bored = is == w->was ? BORED : 0;
      w->was = is;
    }
  return bored ? fuel : used;
}

static void
stop_at (struct launch *l, enum px_emu_kind kind, struct warp *w, const struct op *at,
	 const char *what, bool polls)
{
  pthread_mutex_lock (&l->lock);
  if (l->error.kind == PX_EMU_OK)
    {
      px_emu_error *e = &l->error;
      e->kind = kind;
      e->polls = polls;
      if (w && w->n_frags)
	{
	  w->frame = w->frags[0].frame;
	  at = at ? at : w->frags[0].pc;
	  locate (l, w, at, w->frags[0].mask, e);
	  describe (e, what);
	  OBSERVE (l, failed, l, w, at, w->frags[0].mask);
	}
      else
	{
	  snprintf (e->kernel, sizeof e->kernel, "%s", l->func->name);
	  snprintf (e->text, sizeof e->text, "%s\n  kernel %s", what, l->func->name);
	}
    }
  pthread_mutex_unlock (&l->lock);
  atomic_store (&l->stop, 1);
}

static void
stop_with (struct launch *l, enum px_emu_kind kind, struct warp *w, const char *what)
{
  stop_at (l, kind, w, NULL, what, false);
}

/* What a warp that is ready to run asks again and again, as the observer knows.  */
struct question
{
  const struct op *at; /* where; NULL: it is not known to ask */
  bool mbar;	       /* an mbarrier, so that the answer comes from its own cluster */
  char text[240];
};

static void
find_question (const struct warp *w, struct question *q)
{
  *q = (struct question){ .at = NULL };
  if (w->state == W_READY && WATCHED (w, polls))
    q->at = w->observer->polls (w, q->text, sizeof q->text, &q->mbar);
}

/* Says in a line of TO where fragment F of W waits; Q is what W asks.  */
static void
say_wait (FILE *to, const struct warp *w, const struct frag *f, const struct question *q)
{
  const struct block *b = w->block;
  char place[300];
  const struct op *at = f->state == FRAG_READY && q->at ? q->at : f->pc;
  const struct source *s = &f->frame->func->src[at->src];
  unsigned line = s->stmt ? s->stmt->pos.line : 0;
  fprintf (to, "\n  block (%u,%u,%u) warp %u lanes %08x: ", b->id[0], b->id[1], b->id[2], w->index,
	   f->mask);
  if (f->state == FRAG_CLUSTER)
    fprintf (to, "at the cluster barrier, ");
  fprintf (to, "PTX line %u", line);
  if (user_place (f->frame, at, place, sizeof place))
    fprintf (to, " (%.60s)", place);
  switch (f->state)
    {
    case FRAG_READY: fputs (q->text, to); break;
    case FRAG_GROUP: fputs (", for the other warps of its warpgroup", to); break;
    case FRAG_WARP: fprintf (to, ", for lanes %08x", f->members & w->live); break;
    case FRAG_BARRIER: fprintf (to, ", at barrier %u", f->barrier); break;
    default: break;
    }
}

void
launch_deadlock (struct launch *l, struct cluster *from, bool all)
{
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream (&text, &len);
  struct warp *first = NULL;
  const struct op *at = NULL;
  int n = 0, most = all ? 5 : 8;
  bool polls = false;
  if (to)
    fputs ("deadlock: every thread waits", to);
  for (struct cluster *k = from; k; k = all ? k->next : NULL)
    for (uint32_t i = 0; i < k->n_blocks * l->n_warps; i++)
      {
	struct warp *w = &k->blocks[i / l->n_warps].warps[i % l->n_warps];
	struct question q;
	find_question (w, &q);
	for (uint32_t j = 0; j < w->n_frags; j++)
	  {
	    if (!first)
	      {
		first = w;
		at = q.at;
	      }
	    /* Barriers, collectives and mbarriers are of the cluster; what is polled in memory is
	       not.  */
	    polls |= w->frags[j].state == FRAG_READY && !q.mbar;
	    if (to && n++ < most)
	      say_wait (to, w, &w->frags[j], &q);
	  }
      }
  if (to && n > most)
    fprintf (to, "\n  and %d more", n - most);
  if (to)
    fclose (to);
  stop_at (l, PX_EMU_DEADLOCK, first, at, text ? text : "deadlock", polls);
  free (text);
}

static bool
cluster_ready (const struct cluster *k)
{
  for (uint32_t n = 0; n < k->n_blocks; n++)
    for (uint32_t i = 0; i < k->blocks[n].n_warps; i++)
      if (k->blocks[n].warps[i].state == W_READY)
	return true;
  return false;
}

static uint64_t
next_random (uint64_t *s)
{
  *s ^= *s << 13;
  *s ^= *s >> 7;
  *s ^= *s << 17;
  return *s;
}

/* Gives every ready warp of K a slice (RANDOM: one of them, a short one).  */
static uint64_t
run_cluster (struct worker *wk, struct cluster *k, int32_t fuel)
{
  struct launch *l = wk->launch;
  uint64_t used = 0;
  uint32_t n = k->n_blocks * l->n_warps, start = 0, count = n;
  const bool plain = !l->observer && !l->random && !l->sequential && !l->count;
  if (l->async == PX_EMU_ASYNC_RANDOM)
    async_random (k, next_random (&wk->rng));
  if (l->random)
    {
      start = next_random (&wk->rng) % n;
      fuel = 1 + next_random (&wk->rng) % 16;
    }
  for (uint32_t j = 0; j < count && !atomic_load_explicit (&l->stop, memory_order_relaxed); j++)
    {
      uint32_t at = (start + j) % n;
      if (l->reverse)
	at = n - 1 - at;
      struct block *b = &k->blocks[at / l->n_warps];
      struct warp *w = &b->warps[at % l->n_warps];
      if (w->state != W_READY)
	continue;
      used += plain ? run_or_ask (l, w, fuel) : run_slice (l, w, fuel);
      if (w->state == W_DONE && b->live_warps == 0)
	{
	  k->live_blocks--;
	  w->state = W_DONE;
	  b->live_warps = UINT32_MAX;
	}
      if (l->random)
	break;
    }
  return used;
}

static bool
out_of_time (struct launch *l)
{
  if (l->deadline_ns && now_ns () > l->deadline_ns)
    return true;
  return l->desc->max_steps && atomic_load (&l->steps) > l->desc->max_steps;
}

/* Clusters that a random order keeps going at least, if there are as many.  */
enum
{
  RANDOM_RESIDENT = 8
};

static void
work (struct launch *l, uint32_t index)
{
  struct worker wk = { .launch = l, .index = index, .rng = l->desc->seed * 2 + 0x9e3779b97f4a7c15 };
  wk.hits = calloc (l->func->mod->n_hits + 1, sizeof *wk.hits);
  uint64_t used = 0;
  if (!wk.hits)
    {
      stop_with (l, PX_EMU_NO_MEMORY, NULL, "no memory for a worker");
      return;
    }
  while (!atomic_load (&l->stop))
    {
      if (!wk.resident && !cluster_start (&wk))
	break;
      if (l->random && wk.n_resident == 1)
	for (uint64_t n = next_random (&wk.rng) % RANDOM_RESIDENT; n && cluster_start (&wk); n--)
	  ;
      uint64_t warps = (uint64_t) wk.n_resident * l->cluster_blocks * l->n_warps;
      uint64_t fuel = STAGE / 4 / warps;
      if (l->count)
	fuel = SLICE_MIN;
      if (l->sequential || l->reverse)
	fuel = SLICE_MAX;
      fuel = fuel > SLICE_MAX ? SLICE_MAX : fuel < SLICE_MIN ? SLICE_MIN : fuel;
      bool ended = false;
      for (struct cluster **p = &wk.resident, *k; (k = *p) && !atomic_load (&l->stop);)
	{
	  if (l->random && wk.n_resident > 1 && next_random (&wk.rng) & 1)
	    {
	      p = &k->next;
	      continue;
	    }
	  used += run_cluster (&wk, k, fuel);
	  if (k->live_blocks == 0)
	    {
	      async_drain (k);
	      *p = k->next;
	      k->next = wk.idle;
	      wk.idle = k;
	      wk.n_resident--;
	      for (uint32_t i = 0; i < k->n_blocks; i++)
		for (uint32_t j = 0; l->count && j < l->n_warps; j++)
		  {
		    struct warp *w = &k->blocks[i].warps[j];
		    wk.steps += w->steps;
		    wk.lane_steps += w->lane_steps;
		    w->steps = w->lane_steps = 0;
		  }
	      atomic_fetch_sub (&l->resident, 1);
	      ended = true;
	      continue;
	    }
	  if (!atomic_load (&l->stop) && !cluster_ready (k))
	    launch_deadlock (l, k, false);
	  p = &k->next;
	}
      if (ended)
	used = 0;
      else if (used >= STAGE || (l->random && wk.n_resident < RANDOM_RESIDENT))
	{
	  /* No headway: as many more.  */
	  for (uint32_t n = wk.n_resident; n > 0 && cluster_start (&wk); n--)
	    ;
	  used = 0;
	  if (!l->random)
	    sched_yield ();
	}
      if (WATCHED (l, stuck) && wk.resident && !atomic_load (&l->stop) && l->observer->stuck (&wk))
	launch_deadlock (l, wk.resident, false);
      if (index == 0)
	{
	  uint64_t ns = now_ns () - l->began_ns;
	  TELL_TOOLS (l->emu, tick, l, ns, false);
	  progress (l, ns);
	}
      if (out_of_time (l))
	{
	  struct warp *at = wk.resident ? &wk.resident->blocks[0].warps[0] : NULL;
	  for (struct cluster *k = wk.resident; k; k = k->next)
	    for (uint32_t i = 0; i < k->n_blocks * l->n_warps; i++)
	      if (k->blocks[i / l->n_warps].warps[i % l->n_warps].state == W_READY)
		{
		  at = &k->blocks[i / l->n_warps].warps[i % l->n_warps];
		  i = k->n_blocks * l->n_warps - 1;
		}
	  stop_with (l, PX_EMU_TIMEOUT, at,
		     l->desc->max_steps && atomic_load (&l->steps) > l->desc->max_steps
		       ? "step limit reached"
		       : "time limit reached");
	}
      if (l->desc->cancel && l->desc->cancel (l->desc->cancel_data))
	stop_with (l, PX_EMU_CANCELLED, NULL, "cancelled");
    }
  pthread_mutex_lock (&l->lock);
  l->warp_instructions += wk.steps;
  l->thread_instructions += wk.lane_steps;
  pthread_mutex_unlock (&l->lock);
  launch_free (&wk);
}

/* ---- for who runs a launch itself (launch.instead) ---- */

bool
launch_make (struct worker *wk)
{
  struct launch *l = wk->launch;
  while (atomic_load (&l->next) < l->n_clusters)
    if (!cluster_start (wk))
      return false;
  for (struct cluster *k = wk->resident; k; k = k->next)
    for (uint32_t i = 0; i < k->n_blocks * l->n_warps; i++)
      k->blocks[i / l->n_warps].warps[i % l->n_warps].shared_size = 0;
  return true;
}

void
launch_reset (struct worker *wk)
{
  struct launch *l = wk->launch;
  for (struct cluster *k = wk->resident; k; k = k->next)
    {
      async_forget (k);
      k->live_blocks = k->n_blocks;
      k->arrived = k->phase = k->n_arrivals = 0;
      k->async_serial = 0;
      for (uint32_t i = 0; i < k->n_blocks; i++)
	{
	  struct block *b = &k->blocks[i];
	  memset (b->shared, 0, l->shared_bytes);
	  if (b->local)
	    madvise (b->local, b->local_map, MADV_DONTNEED);
	  for (uint32_t j = 0; j < l->n_warps; j++)
	    {
	      frames_drop (&b->warps[j]);
	      memset (b->warps[j].base.regs, 0, l->func->frame_bytes);
	    }
	  block_start (b, k->number, true);
	}
    }
}

void
launch_free (struct worker *wk)
{
  for (struct cluster *k; (k = wk->resident);)
    {
      wk->resident = k->next;
      cluster_free (wk->launch, k);
    }
  for (struct cluster *k; (k = wk->idle);)
    {
      wk->idle = k->next;
      cluster_free (wk->launch, k);
    }
  free (wk->hits);
  free (wk->tiles);
}

/* ---- helpers ---- */

static void *
helper (void *arg)
{
  px_emu *emu = arg;
  pthread_mutex_lock (&emu->lock);
  for (;;)
    {
      struct launch *l = emu->wanted;
      while (l && l->wanted == 0)
	l = l->next_wanted;
      if (l)
	{
	  l->wanted--;
	  uint32_t index = ++l->helpers;
	  pthread_mutex_unlock (&emu->lock);
	  work (l, index);
	  pthread_mutex_lock (&emu->lock);
	  l->ended++;
	  pthread_cond_broadcast (&emu->done);
	}
      else if (emu->quit)
	break;
      else
	pthread_cond_wait (&emu->work, &emu->lock);
    }
  pthread_mutex_unlock (&emu->lock);
  return NULL;
}

/* Runs L with helpers, as many as there are clusters.  A device that is watched may have none: its
   memory is open to threads in the driver only (emulator/driver/device.c).  */
static void
run_together (px_emu *emu, struct launch *l)
{
  int want = emu->n_workers - 1;
  if (l->random || l->sequential || l->reverse || emu->alone)
    want = 0;
  if ((uint64_t) want > l->n_clusters - 1)
    want = l->n_clusters - 1;
  pthread_mutex_lock (&emu->lock);
  if (!emu->n_launches++)
    {
      pthread_mutex_lock (&emu->out_lock);
      bury (emu);
      pthread_mutex_unlock (&emu->out_lock);
    }
  if (want > 0 && !emu->threads)
    emu->threads = calloc (emu->n_workers, sizeof *emu->threads);
  sigset_t all, old;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  while (emu->threads && emu->n_threads < want
	 && !pthread_create (&emu->threads[emu->n_threads], NULL, helper, emu))
    emu->n_threads++;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  l->wanted = want;
  if (want > 0)
    {
      l->next_wanted = emu->wanted;
      emu->wanted = l;
      pthread_cond_broadcast (&emu->work);
    }
  pthread_mutex_unlock (&emu->lock);
  work (l, 0);
  pthread_mutex_lock (&emu->lock);
  for (struct launch **p = &emu->wanted; *p; p = &(*p)->next_wanted)
    if (*p == l)
      {
	*p = l->next_wanted;
	break;
      }
  while (l->ended < l->helpers)
    pthread_cond_wait (&emu->done, &emu->lock);
  emu->n_launches--;
  pthread_mutex_unlock (&emu->lock);
}

/* ---- px_emu_run ---- */

static bool
check (struct launch *l, px_emu_error *err)
{
  const px_emu_launch *d = l->desc;
  px_emu_func *f = l->func;
  px_emu_func_info info;
  static const uint32_t grid_max[3] = { 0x7fffffff, 65535, 65535 },
			block_max[3] = { 1024, 1024, 64 };
  if (!px_emu_func_info_get (f, &info, err))
    return false;
  if (!f->ir->entry)
    {
      err_set (err, PX_EMU_INVALID, "'%s' is not an entry", f->name);
      return false;
    }
  uint64_t threads = 1;
  l->n_clusters = 1;
  l->cluster_blocks = 1;
  bool given = d->cluster[0] || d->cluster[1] || d->cluster[2];
  for (int k = 0; k < 3; k++)
    {
      l->grid[k] = d->grid[k];
      l->ntid[k] = d->block[k];
      if (d->grid[k] < 1 || d->grid[k] > grid_max[k] || d->block[k] < 1
	  || d->block[k] > block_max[k])
	{
	  err_set (err, PX_EMU_INVALID, "grid (%u,%u,%u), block (%u,%u,%u): out of range",
		   d->grid[0], d->grid[1], d->grid[2], d->block[0], d->block[1], d->block[2]);
	  return false;
	}
      l->cl[k] = given ? d->cluster[k] : info.cluster[k] ? (uint32_t) info.cluster[k] : 1;
      if (l->cl[k] < 1)
	l->cl[k] = 1;
      if (d->grid[k] % l->cl[k])
	{
	  err_set (err, PX_EMU_INVALID, "grid (%u,%u,%u) is not a multiple of the cluster",
		   d->grid[0], d->grid[1], d->grid[2]);
	  return false;
	}
      if (info.reqntid[0] && (uint32_t) info.reqntid[k] != d->block[k])
	{
	  err_set (err, PX_EMU_INVALID, "kernel %s needs blocks of (%d,%d,%d) threads", f->name,
		   info.reqntid[0], info.reqntid[1], info.reqntid[2]);
	  return false;
	}
      threads *= d->block[k];
      l->n_clusters *= d->grid[k] / l->cl[k];
      l->cluster_blocks *= l->cl[k];
    }
  l->explicit_cluster = given || info.cluster[0];
  l->n_threads = threads;
  l->n_warps = (threads + LANES - 1) / LANES;
  l->dynamic_shared = d->dynamic_shared;
  if (threads > PX_EMU_MAX_THREADS)
    {
      err_set (err, PX_EMU_INVALID, "%llu threads a block, at most %d",
	       (unsigned long long) threads, PX_EMU_MAX_THREADS);
      return false;
    }
  if (threads > (uint64_t) info.max_threads)
    {
      err_set (err, PX_EMU_OUT_OF_RESOURCES, "kernel %s takes at most %d threads a block, not %llu",
	       f->name, info.max_threads, (unsigned long long) threads);
      return false;
    }
  if (l->cluster_blocks > PX_EMU_MAX_CLUSTER)
    {
      err_set (err, PX_EMU_INVALID, "clusters of %u blocks, at most %d", l->cluster_blocks,
	       PX_EMU_MAX_CLUSTER);
      return false;
    }
  size_t own = f->shared_bytes - f->shared_gaps;
  if (d->dynamic_shared > PX_EMU_MAX_SHARED || own + d->dynamic_shared > PX_EMU_MAX_SHARED)
    {
      err_set (err, PX_EMU_OUT_OF_RESOURCES, "%zu bytes of shared memory a block, at most %d",
	       own + d->dynamic_shared, PX_EMU_MAX_SHARED);
      return false;
    }
  l->reserved_shared = f->mod->reserves ? 2048 : 0;
  l->shared_bytes = f->shared_bytes + d->dynamic_shared;
  if (l->reserved_shared)
    l->shared_bytes = (l->shared_bytes + 1023) / 1024 * 1024 + l->reserved_shared;
  uint64_t stack = f->stack_bytes ? f->stack_bytes : l->emu->limit[PX_EMU_LIMIT_STACK];
  l->stack_limit
    = l->emu->gaps && !f->stack_bytes ? px_emu_get_limit (l->emu, PX_EMU_LIMIT_STACK) : UINT32_MAX;
  /* An odd number of cache lines: lanes' stacks do not meet in one cache set.  */
  l->local_bytes = stack > 16 ? ((stack + 63) / 64 | 1) * 64 : 0;
  int per_sm = px_emu_occupancy (f, threads, d->dynamic_shared);
  uint64_t blocks = (uint64_t) PX_EMU_SM_COUNT * (per_sm ? per_sm : 1);
  l->max_resident = blocks / l->cluster_blocks;
  if (l->max_resident < 1)
    l->max_resident = 1;
  if (d->cooperative && l->n_clusters > l->max_resident)
    {
      err_set (err, PX_EMU_COOPERATIVE, "cooperative launch of %llu blocks, the device holds %llu",
	       (unsigned long long) l->n_clusters * l->cluster_blocks, (unsigned long long) blocks);
      return false;
    }
  return true;
}

static bool
copy_params (struct launch *l, px_emu_error *err)
{
  px_emu_func *f = l->func;
  l->params = calloc (1, f->param_bytes + 16);
  if (!l->params)
    {
      err_set (err, PX_EMU_NO_MEMORY, "no memory for the parameters of %s", f->name);
      return false;
    }
  if (l->desc->args)
    {
      for (uint32_t i = 0; i < f->n_params; i++)
	{
	  if (!l->desc->args[i])
	    {
	      err_set (err, PX_EMU_INVALID, "argument %u of kernel %s is missing", i + 1, f->name);
	      return false;
	    }
	  memcpy (l->params + f->params[i].offset, l->desc->args[i], f->params[i].size);
	}
      return true;
    }
  if (f->param_bytes > (l->desc->params ? l->desc->param_bytes : 0))
    {
      err_set (err, PX_EMU_INVALID, "kernel %s has %u bytes of parameters, %zu given", f->name,
	       f->param_bytes, l->desc->params ? l->desc->param_bytes : 0);
      return false;
    }
  if (f->param_bytes)
    memcpy (l->params, l->desc->params, f->param_bytes);
  return true;
}

bool
run_grid (px_emu_func *f, const px_emu_launch *desc, px_emu_stats *stats, px_emu_error *err,
	  struct nested **nested)
{
  struct launch l = { .emu = f->mod->emu, .func = f, .desc = desc, .async = desc->async };
  err_set (err, PX_EMU_OK, "%s", "");
  if (stats)
    memset (stats, 0, sizeof *stats);
  if (!check (&l, err) || !copy_params (&l, err))
    {
      free (l.params);
      return false;
    }
  l.count = stats || desc->max_steps;
  l.random = desc->schedule == PX_EMU_RANDOM;
  l.sequential = desc->schedule == PX_EMU_SEQUENTIAL;
  l.reverse = desc->schedule == PX_EMU_ADVERSARIAL;
  l.grid_id = atomic_fetch_add (&l.emu->grids, 1) + 1;
  enum
  {
    WORKSPACE = 64
  };
  if (desc->cooperative
      && (!(l.workspace = calloc (1, WORKSPACE))
	  || !px_emu_mem_add (l.emu, l.workspace, WORKSPACE, PX_EMU_MEM_GLOBAL)))
    {
      err_set (err, PX_EMU_NO_MEMORY, "no memory for the grid barrier of %s", f->name);
      free (l.workspace);
      free (l.params);
      return false;
    }
  pthread_mutex_init (&l.lock, NULL);
  if (desc->timeout_ms)
    l.deadline_ns = now_ns () + (uint64_t) desc->timeout_ms * 1000000;
  l.shape = launch_shape (l.ntid);
  l.compiled = !(l.count || l.sequential);
  TELL_TOOLS (l.emu, begin, &l);
  if (l.instead)
    l.instead (&l);
  else if (l.error.kind == PX_EMU_OK)
    {
      TELL_TOOLS (l.emu, tick, &l, 0, false);
      l.began_ns = now_ns ();
      if (desc->timeout_ms)
	l.deadline_ns = l.began_ns + (uint64_t) desc->timeout_ms * 1000000;
      run_together (l.emu, &l);
      progress_end (&l);
      TELL_TOOLS (l.emu, tick, &l, now_ns () - l.began_ns, true);
    }
  TELL_TOOLS (l.emu, end, &l);
  pthread_mutex_destroy (&l.lock);
  *nested = l.nested;
  if (l.workspace)
    px_emu_mem_remove (l.emu, l.workspace);
  free (l.workspace);
  free (l.params);
  if (stats)
    {
      stats->warp_instructions = l.warp_instructions;
      stats->thread_instructions = l.thread_instructions;
    }
  if (l.error.kind != PX_EMU_OK && err)
    *err = l.error;
  return l.error.kind == PX_EMU_OK;
}

bool
px_emu_run (px_emu_func *f, const px_emu_launch *desc, px_emu_stats *stats, px_emu_error *err)
{
  px_emu *emu = f->mod->emu;
  px_emu_error own;
  struct nested *nested = NULL;
  if (!err)
    err = &own;
  if (!run_grid (f, desc, stats, err, &nested))
    {
      nested_drop (emu, nested);
      return false;
    }
  return !nested || nested_run (emu, nested, desc, stats, err);
}
