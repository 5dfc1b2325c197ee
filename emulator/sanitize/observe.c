/* SPDX-License-Identifier: MIT */
/* The sanitizer as the engine knows it: a tool of the device, which observes its launches
   (run/observer.h).  Here begin and end what check.h keeps of a device, a launch, a block; the
   events are handed to the files that judge them.  */

#define _GNU_SOURCE
#include "emulator/code/decode.h"
#include "emulator/run/async.h"
#include "emulator/sanitize/check.h"
#include "emulator/sanitize/notes.h"
#include "emulator/sanitize/found.h"
#include "emulator/run/device.h"
#include "runtime/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- setting up ---- */

const char *const check_names[N_CHECKS] = { "memory", "init", "race", "sync", "async", "leak" };

/* The device of the process, if it is checked.  */
static px_emu *last_device;

/* What PXEMU_CHECK asks for, of CHECK_.  */
static unsigned
asked_for (void)
{
  const char *s = getenv ("PXEMU_CHECK");
  unsigned what = 0;
  while (s && *s)
    {
      size_t n = strcspn (s, ",");
      if (n == 3 && !strncmp (s, "all", 3))
	what |= CHECK_ALL;
      for (int i = 0; i < N_CHECKS; i++)
	if (strlen (check_names[i]) == n && !strncmp (s, check_names[i], n))
	  what |= 1u << i;
      s += n + (s[n] == ',');
    }
  return what;
}

static void
on_end_device (px_emu *emu)
{
  struct check_device *d = emu->check;
  if (last_device == emu)
    last_device = NULL;
  shadow_free (d);
  for (size_t i = 0; i < d->n_valid; i++)
    free (d->valid[i].mark);
  free (d->valid);
  free (d->funcs);
  free (d->owners);
  pthread_mutex_destroy (&d->lock);
  free (d);
  emu->check = NULL;
}

/* How many bytes records may take that are on record because many threads access one place:
   PXEMU_CHECK_MEMORY, else a quarter of this machine's.  */
static uint64_t
room_for_records (void)
{
  const char *s = getenv ("PXEMU_CHECK_MEMORY");
  char *end;
  uint64_t n = s ? strtoull (s, &end, 0) : 0;
  if (!s || end == s)
    return (uint64_t) sysconf (_SC_PHYS_PAGES) * sysconf (_SC_PAGESIZE) / 4;
  return n << (*end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0);
}

/* Bytes [FROM, FROM + SIZE) belong to a variable.  */
static void
own (uint64_t *owned, uint64_t from, uint64_t size)
{
  for (uint64_t i = from; i < from + size; i++)
    owned[i / LINE] |= UINT64_C (1) << i % LINE;
}

static const struct observer observer;

/* The memory that the launch provides, from byte AT of the block's on: what libpx has named, or,
   of other programs, all of it.  */
static void
own_provided (uint64_t *owned, const struct launch *l, uint64_t at)
{
  const px_emu_func *f = l->func;
  if (!f->n_arrays)
    own (owned, at, l->shared_bytes - at);
  for (size_t i = 0; i < f->n_arrays; i++)
    {
      uint64_t from = at + f->arrays[i].offset,
	       room = from < l->shared_bytes ? l->shared_bytes - from : 0,
	       bytes = f->arrays[i].bytes;
      own (owned, from, bytes && bytes < room ? bytes : room);
    }
}

/* False without memory.  */
static bool
begin_checks (struct launch *l)
{
  struct check_device *d = l->emu->check;
  struct check_launch *k = calloc (1, sizeof *k);
  const px_emu_func *f = l->func;
  if (!k || !(k->owned = calloc (l->shared_bytes / LINE + 1, sizeof *k->owned)))
    {
      free (k);
      return false;
    }
  uint64_t provided = f->shared_bytes;
  for (size_t i = 0; i < f->mod->n_shared; i++)
    if (f->shared_offset[i] != UINT32_MAX)
      {
	own (k->owned, f->shared_offset[i], ptx_var_size (f->mod->shared[i].var));
	if (f->mod->shared[i].dynamic && f->n_arrays)
	  provided = f->shared_offset[i];
      }
  own_provided (k->owned, l, provided);
  k->dev = d;
  k->l = l;
  k->early = l->desc->early;
  k->group_warps = l->cluster_blocks * l->n_warps;
  k->clock_warps = k->group_warps + MBAR_WARPS + GROUP_WARPS;
  k->max_room = room_for_records ();
  l->flights = d->what & (CHECK_ASYNC | CHECK_RACE | CHECK_INIT);
  l->check = k;
  l->observer = &observer;
  check_kin_begin (l);
  return true;
}

static void
on_begin (struct launch *l)
{
  /* The sanitizer sees best what comes late.  */
  if (l->async != PX_EMU_ASYNC_EARLY)
    l->async = PX_EMU_ASYNC_LATE;
  bool ok = !l->instead && l->error.kind == PX_EMU_OK;
  report_begin ();
  if (ok && !begin_checks (l))
    {
      ok = false;
      report_incomplete ("no memory to check a kernel");
    }
  /* Code of a device that checks is of the form that does.  */
  l->compiled = l->compiled && ok;
}

/* True if PXEMU_ONLY leaves this cluster.  */
static bool
wants (const struct launch *l, uint64_t cluster)
{
  const char *s = getenv ("PXEMU_ONLY");
  size_t n = strlen (l->func->name);
  unsigned b[3];
  if (!s || strncmp (s, l->func->name, n) || s[n] != ':')
    return true;
  for (s = strchr (s, ':'); s; s = strchr (s + 1, ':'))
    if (sscanf (s + 1, "%u,%u,%u", b, b + 1, b + 2) == 3
	&& b[0] / l->cl[0]
	       + (uint64_t) (l->grid[0] / l->cl[0])
		   * (b[1] / l->cl[1] + (uint64_t) (l->grid[1] / l->cl[1]) * (b[2] / l->cl[2]))
	     == cluster)
      return true;
  return false;
}

static void
free_places (struct places *t)
{
  for (uint32_t i = 0; i < t->cap; i++)
    if (t->at[i].addr)
      {
	vc_drop (t->at[i].cta);
	vc_drop (t->at[i].gpu);
	vc_drop (t->at[i].fenced);
	if (t->at[i].mbar)
	  {
	    drop_released (&t->at[i].mbar->next);
	    drop_released (&t->at[i].mbar->done);
	    free (t->at[i].mbar->expects);
	    free (t->at[i].mbar);
	  }
      }
  free (t->at);
  *t = (struct places){ NULL, 0, 0 };
}

static void
end (struct launch *l)
{
  struct check_launch *k = l->check;
  if (!k)
    return;
  if (l->error.kind != PX_EMU_OK)
    {
      if (!k->told)
	report_error (&l->error, NULL, NULL, 0);
      k->dev->failed = true;
    }
  if (l->desc->footprint && k->dev->what & CHECK_RACE && !footprint_of (k, l->desc->footprint))
    report_incomplete ("no memory for what a kernel has touched: races between streams");
  if (k->dev->what & CHECK_RACE)
    check_kin_end (k);
  report_now (k->unseen);
  shadow_end (k);
  check_forget_behind (k);
  free_places (&k->places);
  free (k->owned);
  free (k->place);
  free (k);
  l->check = NULL;
  report_launch (l->emu->check);
}

static void
failed (struct launch *l, struct warp *w, const struct op *o, uint32_t lanes)
{
  /* Of launches that wait for each other the first is reported.  */
  if (l->error.kind != PX_EMU_DEADLOCK || !l->emu->check->failed)
    report_error (&l->error, w, o, lanes);
  l->check->told = l->emu->check->failed = true;
}

static bool
on_make_block (struct block *b)
{
  struct launch *l = b->launch;
  struct check_block *cb = b->check = calloc (1, sizeof *cb);
  if (!cb)
    return false;
  cb->regions = calloc (l->shared_bytes / REGION + 1, sizeof *cb->regions);
  cb->written = calloc (l->shared_bytes / LINE + 1, sizeof *cb->written);
  for (uint32_t i = 0; i < l->n_warps; i++)
    if (!(b->warps[i].check = calloc (1, sizeof (struct check_warp))))
      return false;
  if (l->local_bytes && l->emu->marks_registers)
    {
      cb->unset_map = (size_t) l->n_warps * LANES * l->local_bytes / 8 + 8;
      void *p = mmap (NULL, cb->unset_map, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p == MAP_FAILED)
	return false;
      cb->unset = p;
    }
  return cb->regions && cb->written;
}

static void
drop_clocks (struct cluster_clocks *c)
{
  vc_drop (c->arrived);
  vc_drop (c->passed);
  vc_drop (c->inits);
  *c = (struct cluster_clocks){ NULL, NULL, NULL };
}

static void
drop_warp (struct check_warp *cw)
{
  for (int i = 0; i < 3; i++)
    vc_drop (cw->heard[i].v);
  vc_drop (cw->inits);
  free (cw->origins);
  cw->inits = NULL;
  cw->origins = NULL;
  if (cw->vcs == VC_SAME && cw->vc[0])
    {
      cw->vc[0]->refs -= LANES - 1;
      vc_drop (cw->vc[0]);
    }
  for (int i = 0; cw->vcs != VC_SAME && i < LANES; i++)
    vc_drop (cw->vc[i]);
  for (int i = 0; cw->rare && i < LANES; i++)
    {
      vc_drop (cw->fence[0][i]);
      vc_drop (cw->fence[1][i]);
      vc_drop (cw->seen[i]);
      vc_drop (cw->seen_sc[i]);
    }
  trail_close (cw);
  memset (cw, 0,
	  cw->rare ? offsetof (struct check_warp, opened) : offsetof (struct check_warp, rare));
}

static bool
start_block (struct block *b)
{
  struct launch *l = b->launch;
  struct check_block *cb = b->check;
  l->check->wk = b->worker;
  for (size_t i = 0; i < l->shared_bytes / REGION + 1; i++)
    shadow_reset (&cb->regions[i]);
  memset (cb->written, 0, (l->shared_bytes / LINE + 1) * sizeof *cb->written);
  free (cb->origins);
  cb->origins = NULL;
  for (uint32_t i = l->shared_bytes - l->reserved_shared; i < l->shared_bytes; i += LINE)
    cb->written[i / LINE] = ~UINT64_C (0);
  free_places (&cb->places);
  cb->n_mbars = 0;
  cb->mbar_lo = cb->mbar_hi = 0;
  cb->end_site = 0;
  cb->fence_sc = cb->heard_sc = false;
  memset (cb->group_time, 0, sizeof cb->group_time);
  memset (cb->first, 0, sizeof cb->first);
  for (int i = 0; i < N_BARRIERS; i++)
    {
      vc_drop (cb->clock[i]);
      cb->clock[i] = NULL;
      check_fence_phase (cb, i);
      if (cb->waited[i])
	memset (cb->waited[i], 0, l->n_warps * sizeof *cb->waited[i]);
    }
  drop_clocks (&cb->cluster);
  struct vclock *none = vc_new (b->cluster->number, l->check->clock_warps);
  if (!none)
    return false;
  for (uint32_t i = 0; i < l->n_warps; i++)
    {
      struct check_warp *cw = b->warps[i].check;
      drop_warp (cw);
      cw->time = 1;
      cw->cluster_arrived = cw->cluster_waited = cw->n_met = 0;
      memset (cw->init_time, 0, sizeof cw->init_time);
      memset (cw->met, 0, sizeof cw->met);
      cw->grid_waited = false;
      cw->vcs = VC_SAME;
      cw->index = b->rank * l->n_warps + i;
      none->refs += LANES;
      for (int j = 0; j < LANES; j++)
	cw->vc[j] = none;
    }
  vc_drop (none);
  notes_begin (b);
  for (uint32_t i = 0; i < l->n_warps; i++)
    b->warps[i].base.owner = 0;
  for (uint32_t i = 0; i < l->n_warps; i++)
    check_enter (&b->warps[i], &b->warps[i].base, b->warps[i].live);
  /* What the others wait for may come from it.  */
  check_progress (l);
  return true;
}

static void
on_free_block (struct block *b)
{
  struct launch *l = b->launch;
  struct check_block *cb = b->check;
  for (uint32_t i = 0; b->warps && i < l->n_warps; i++)
    if (b->warps[i].check)
      {
	drop_warp (b->warps[i].check);
	free (b->warps[i].check->notes);
	free (b->warps[i].check);
      }
  if (!cb)
    return;
  for (int i = 0; i < N_BARRIERS; i++)
    {
      vc_drop (cb->clock[i]);
      check_fence_phase (cb, i);
      free (cb->waited[i]);
    }
  drop_clocks (&cb->cluster);
  if (cb->unset)
    munmap (cb->unset, cb->unset_map);
  for (size_t i = 0; cb->regions && i < l->shared_bytes / REGION + 1; i++)
    shadow_free_region (&cb->regions[i]);
  free (cb->regions);
  free (cb->written);
  free (cb->origins);
  free_places (&cb->places);
  free (cb);
}

void
no_memory (struct warp *w, const struct op *o)
{
  fail (w, o, PX_EMU_NO_MEMORY, w->mask, 0, 0, "no memory for the sanitizer");
}

uint32_t
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

/* ---- running ---- */

static int32_t
on_slice (struct warp *w, int32_t fuel)
{
  struct check_device *d = w->block->launch->check->dev;
  pthread_mutex_lock (&d->lock);
  w->fuel = fuel = check_slice (w, fuel);
  run_checked (w, resume (w));
  int32_t used = fuel - w->fuel;
  check_sliced (w, used);
  pthread_mutex_unlock (&d->lock);
  return used;
}

static void
on_enter (struct warp *w, const struct frame *frame)
{
  check_enter (w, frame, w->mask);
}

static void
changed (struct warp *w)
{
  check_progress (w->block->launch);
}

/* ---- barriers ---- */

static void
warp_barrier (struct warp *w, uint32_t mask)
{
  struct vclock *v = publish (w, mask);
  if (v)
    learn (w, mask, v);
  vc_drop (v);
  check_fence_met (w, mask);
}

static void
on_arrive (struct warp *w, const struct op *o, uint32_t id, uint32_t count)
{
  check_same_reduction (w, o, id);
  if (count)
    check_counted (w, o, id);
  check_arrive (w, &w->block->check->clock[id], w->mask);
  check_fence_arrive (w, id, w->mask);
}

static void
on_pass (struct warp *w, uint32_t id, uint32_t mask)
{
  check_pass (w, w->block->check->clock[id], mask);
  check_fence_pass (w, id, mask);
}

static void
on_phase (struct block *b, uint32_t id)
{
  vc_drop (b->check->clock[id]);
  b->check->clock[id] = NULL;
  check_fence_phase (b->check, id);
  b->check->first[id].op = NULL;
}

/* ---- mbarriers ---- */

static bool
mbar_use (struct warp *w, const struct op *o, enum mbar_use use, uint32_t lanes, uint64_t a,
	  uint32_t bytes)
{
  uint32_t lane = __builtin_ctz (lanes);
  switch (use)
    {
    case MBAR_INIT: return check_mbar_init (w, o, lane, a);
    case MBAR_INVAL: return check_mbar_inval (w, o, lane, a);
    case MBAR_ARRIVE: return check_mbar_arrive (w, o, lane, a);
    default: break;
    }
  if (!check_mbar_use (w, o, lanes, a))
    return false;
  switch (use)
    {
    case MBAR_EXPECT: return check_mbar_expect (w, o, lane, a, bytes);
    case MBAR_COMPLETE: check_mbar_bytes (w, lane, a, bytes); break;
    case MBAR_LATER: check_mbar_arrived (w, lane, a, 0); break;
    default: break;
    }
  return true;
}

static void
on_mbar_arrive (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t bytes)
{
  (void) o;
  check_mbar_arrived (w, lane, a, bytes);
}

static void
mbar_done (struct warp *w, enum mbar_use use, uint32_t lane, uint64_t a)
{
  check_mbar_after (w, a);
  /* An arrival releases: what its lanes do from now on is of another time.  */
  if (use == MBAR_ARRIVE && !(w->mask >> lane >> 1))
    check_tick (w->check);
}

static void
mbar_seen (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a, bool passed)
{
  if (passed)
    check_mbar_pass (w, o, lanes, a);
  else
    check_asked (w, o, a, lanes, true);
}

static const struct observer observer = { .wants = wants,
					  .slice = on_slice,
					  .step = check_step,
					  .rows = check_rows,
					  .group = notes_group,
					  .stuck = check_stuck,
					  .failed = failed,
					  .polls = check_polls,
					  .make_block = on_make_block,
					  .start_block = start_block,
					  .free_block = on_free_block,
					  .enter = on_enter,
					  .leave = check_leave,
					  .exit = check_exit,
					  .touch = check_touch,
					  .changed = changed,
					  .local_taken = check_local_taken,
					  .local_used = check_local_used,
					  .heap_free = check_heap_free,
					  .collective = check_collective,
					  .met = check_met,
					  .warp_barrier = warp_barrier,
					  .no_source = check_no_source,
					  .arrive = on_arrive,
					  .release = check_barrier,
					  .pass = on_pass,
					  .phase = on_phase,
					  .cluster_arrive = check_cluster_arrive,
					  .cluster_phase = check_cluster_phase,
					  .cluster_pass = check_cluster_pass,
					  .mbar_use = mbar_use,
					  .mbar_arrive = on_mbar_arrive,
					  .mbar_done = mbar_done,
					  .mbar_seen = mbar_seen,
					  .flight_step = check_flight_step,
					  .flight_touch = check_flight_touch,
					  .flight_chunks = check_flight_chunks,
					  .nested = check_nested,
					  .nested_failed = check_nested_failed,
					  .nested_asked = check_nested_asked,
					  .descriptor = check_descriptor };

/* ---- the tool ---- */

static bool
on_decoded (struct dec *c)
{
  return mark_unused (c) && (!c->f->mod->emu->marks_registers || track_undefined (c));
}

static void
func_free (px_emu_func *f)
{
  struct check_device *d = f->mod->emu->check;
  for (size_t i = 0; f->first_site && i < d->n_funcs; i++)
    if (d->funcs[i] == f)
      d->funcs[i] = d->funcs[--d->n_funcs];
  forget_undefined (f);
  spin_free (f);
}

/* For spin.c, and for compiled code.  */
static bool
on_wants_plan (void)
{
  return true;
}

static const struct tool tool = { .mem_add = check_alloc,
				  .mem_remove = check_dealloc,
				  .mem_freed = check_freed,
				  .mem_write = px_emu_check_write,
				  .mem_copy = px_emu_check_copy,
				  .decoded = on_decoded,
				  .placed = place_marks,
				  .func_free = func_free,
				  .wants_plan = on_wants_plan,
				  .begin = on_begin,
				  .end = end,
				  .nested_moved = check_nested_moved,
				  .nested_gone = check_nested_gone,
				  .free = on_end_device };

void
check_watch (px_emu *emu)
{
  unsigned what = asked_for ();
  struct check_device *d = what ? calloc (1, sizeof *d) : NULL;
  if (!d)
    return;
  d->what = what;
  d->n_sites = 1;
  check_prepare ();
  lock_again (&d->lock);
  last_device = emu;
  emu->check = d;
  emu->alone = emu->gaps = true;
  emu->marks_registers = what & CHECK_INIT;
  emu->owned_locals = what & CHECK_MEMORY;
  tool_add (emu, &tool);
  check_ended ();
}

void
check_at_end (void)
{
  if (last_device)
    check_heap_end (last_device);
}
