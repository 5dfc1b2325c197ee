/* SPDX-License-Identifier: MIT */
/* Blocks and clusters: their memory, their start and their end.  Needs the launch, whose next cluster
   cluster_start takes; leaves it, ready to run, with the worker (launch.c).  */
#define _GNU_SOURCE
#include "emulator/run/async.h"
#include "emulator/run/device.h"

#include <stdlib.h>
#include <sys/mman.h>

unsigned
launch_shape (const uint32_t ntid[3])
{
  enum
  {
    HALF = LANES / 2
  };
  uint64_t x = ntid[0], xy = x * ntid[1];
  bool line = ntid[1] == 1 && ntid[2] == 1;
  return (x % LANES == 0 || line ? SHAPE_X : 0) | (x % LANES == 0 || ntid[1] == 1 ? SHAPE_Y : 0)
	 | (xy % LANES == 0 || ntid[2] == 1 ? SHAPE_Z : 0)
	 | (x % HALF == 0 || line ? SHAPE_HALF_X : 0)
	 | (x % HALF == 0 || ntid[1] == 1 ? SHAPE_HALF_Y : 0)
	 | (xy % HALF == 0 || ntid[2] == 1 ? SHAPE_HALF_Z : 0);
}

static void
free_frames (struct warp *w)
{
  for (struct frame *f = w->pool, *next; f; f = next)
    {
      next = f->next;
      free (f->regs);
      free (f);
    }
  w->pool = NULL;
}

void
frames_drop (struct warp *w)
{
  for (uint32_t k = 0; k <= w->n_frags; k++)
    {
      if (k == w->n_frags && !w->mask)
	break;
      for (struct frame *f = k < w->n_frags ? w->frags[k].frame : w->frame; f && f != &w->base;
	   f = f->up)
	if (f->lanes)
	  {
	    f->lanes = 0;
	    f->next = w->pool;
	    w->pool = f;
	  }
    }
  free_frames (w);
}

static void
free_block (struct launch *l, struct block *b)
{
  for (uint32_t i = 0; b->warps && i < l->n_warps; i++)
    frames_drop (&b->warps[i]);
  OBSERVE (l, free_block, b);
  if (b->warps)
    free (b->warps[0].base.regs);
  if (b->local)
    munmap (b->local, b->local_map);
  free (b->warps);
  free (b->shared);
  free (b->bar_lanes);
}

void
cluster_free (struct launch *l, struct cluster *k)
{
  async_forget (k);
  for (uint32_t i = 0; i < k->n_blocks; i++)
    free_block (l, &k->blocks[i]);
  free (k->blocks);
  free (k);
}

/* Memory of a block; its warps' registers are one array.  */
static bool
make_block (struct worker *wk, struct cluster *k, struct block *b, uint32_t rank)
{
  struct launch *l = wk->launch;
  size_t frame = l->func->frame_bytes;
  uint8_t *regs = NULL;
  b->launch = l;
  b->worker = wk;
  b->cluster = k;
  b->rank = rank;
  b->n_warps = l->n_warps;
  if (posix_memalign ((void **) &b->warps, 64, l->n_warps * sizeof *b->warps))
    {
      b->warps = NULL;
      return false;
    }
  memset (b->warps, 0, l->n_warps * sizeof *b->warps);
  if (posix_memalign ((void **) &regs, 64, l->n_warps * frame + 64))
    return false;
  memset (regs, 0, l->n_warps * frame + 64);
  b->warps[0].base.regs = regs;
  b->bar_lanes = calloc (N_BARRIERS * l->n_warps, sizeof *b->bar_lanes);
  if (posix_memalign ((void **) &b->shared, 1024, l->shared_bytes + 64))
    b->shared = NULL;
  if (!b->bar_lanes || !b->shared)
    return false;
  memset (b->shared, 0, l->shared_bytes + 64);
  if (l->local_bytes)
    {
      b->local_map = (size_t) l->local_bytes * LANES * l->n_warps;
      b->local = mmap (NULL, b->local_map, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (b->local == MAP_FAILED)
	{
	  b->local = NULL;
	  return false;
	}
    }
  for (int i = 0; i < N_BARRIERS; i++)
    b->bar[i].lanes = b->bar_lanes + i * l->n_warps;
  for (uint32_t i = 0; i < l->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      w->index = i;
      w->shape = l->shape;
      w->observer = l->observer;
      w->block = b;
      w->hits = wk->hits;
      w->shared = b->shared;
      w->shared_size = l->shared_bytes;
      w->local_size = l->local_bytes;
      w->local = b->local ? b->local + (size_t) i * LANES * l->local_bytes : NULL;
      w->base.func = l->func;
      w->base.regs = regs + i * frame;
    }
  return !WATCHED (l, make_block) || l->observer->make_block (b);
}

bool
block_start (struct block *b, uint64_t cluster, bool fresh)
{
  struct launch *l = b->launch;
  uint32_t n[3], at = b->rank;
  for (int k = 0; k < 3; k++)
    {
      n[k] = l->grid[k] / l->cl[k];
      b->id[k] = cluster % n[k] * l->cl[k] + at % l->cl[k];
      cluster /= n[k];
      at /= l->cl[k];
    }
  b->linear = b->id[0] + (uint64_t) l->grid[0] * (b->id[1] + (uint64_t) l->grid[1] * b->id[2]);
  b->live_warps = l->n_warps;
  for (int i = 0; i < N_BARRIERS; i++)
    {
      struct barrier *bar = &b->bar[i];
      bar->expected = bar->arrived = bar->pred_count = bar->pred_or = 0;
      bar->pred_and = 1;
    }
  memset (b->bar_lanes, 0, N_BARRIERS * l->n_warps * sizeof *b->bar_lanes);
  for (uint32_t i = 0; i < l->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      uint32_t left = l->n_threads - i * LANES;
      w->live = left >= LANES ? ALL_LANES : ((uint32_t) 1 << left) - 1;
      w->mask = 0;
      w->state = W_READY;
      w->fair = false;
      w->left = NULL;
      w->turn = 0;
      memset (w->async_group, 0, sizeof w->async_group);
      w->cluster_phase = 0;
      w->low = w->local_size;
      for (int k = 0; k < LANES; k++)
	w->top[k] = w->local_size;
      w->base.lanes = w->live;
      w->frags[0] = (struct frag){
	.pc = l->func->ops, .frame = &w->base, .mask = w->live, .state = FRAG_READY
      };
      w->n_frags = 1;
      fill_frame (w, &w->base, !fresh);
    }
  return !WATCHED (l, start_block) || l->observer->start_block (b);
}

static bool
no_block (struct launch *l)
{
  pthread_mutex_lock (&l->lock);
  if (l->error.kind == PX_EMU_OK)
    err_set (&l->error, PX_EMU_NO_MEMORY, "no memory for a block of kernel %s", l->func->name);
  pthread_mutex_unlock (&l->lock);
  atomic_store (&l->stop, 1);
  return false;
}

bool
cluster_start (struct worker *wk)
{
  struct launch *l = wk->launch;
  if (atomic_load (&l->next) >= l->n_clusters)
    return false;
  if (atomic_fetch_add (&l->resident, 1) >= l->max_resident && wk->resident)
    {
      atomic_fetch_sub (&l->resident, 1);
      return false;
    }
  uint64_t n = atomic_fetch_add (&l->next, 1);
  while (WATCHED (l, wants) && n < l->n_clusters && !l->observer->wants (l, n))
    n = atomic_fetch_add (&l->next, 1);
  if (n >= l->n_clusters)
    {
      atomic_fetch_sub (&l->resident, 1);
      return false;
    }
  struct cluster *k = wk->idle;
  bool fresh = !k;
  if (k)
    wk->idle = k->next;
  else
    {
      bool ok = (k = calloc (1, sizeof *k)) != NULL
		&& (k->blocks = calloc (l->cluster_blocks, sizeof *k->blocks)) != NULL;
      if (ok)
	k->n_blocks = l->cluster_blocks;
      for (uint32_t i = 0; ok && i < l->cluster_blocks; i++)
	ok = make_block (wk, k, &k->blocks[i], i);
      if (!ok)
	{
	  if (k && k->blocks)
	    cluster_free (l, k);
	  else
	    free (k);
	  return no_block (l);
	}
    }
  k->live_blocks = k->n_blocks;
  k->arrived = k->phase = 0;
  if (l->reverse)
    n = l->n_clusters - 1 - n;
  k->number = n;
  bool started = true;
  for (uint32_t i = 0; i < k->n_blocks; i++)
    started &= block_start (&k->blocks[i], n, fresh);
  k->next = NULL;
  struct cluster **end = &wk->resident;
  while (*end)
    end = &(*end)->next;
  *end = k;
  wk->n_resident++;
  return started || no_block (l);
}
