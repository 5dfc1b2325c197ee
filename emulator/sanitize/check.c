/* SPDX-License-Identifier: MIT */
/* The sanitizer's view of accesses: see check.h; what orders them is in order.c.

   Not races: strong accesses whose scopes hold both threads, except volatile ones
   of one warp to shared memory, which code that trusts in lockstep makes; writes of
   the same value.  */

#include "emulator/run/async.h"
#include "emulator/sanitize/notes.h"
#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>

static scan_fn *scan_lanes;

void
check_prepare (void)
{
  scan_lanes = scan ();
}

/* ---- accesses ---- */

/* Accesses of LANES of SIZE bytes at AD, host addresses of local memory, must lie in a variable
   of a frame.  */
static bool
local_access (struct warp *w, const struct op *o, const uint64_t *ad, uint32_t size, uint32_t lanes)
{
  if (!(w->block->launch->check->dev->what & CHECK_MEMORY))
    return true;
  EACH_LANE (i, lanes)
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

/* Bit I: lanes I and I + 1 know the same.  */
static uint32_t
same_clocks (struct check_warp *cw)
{
  uint32_t same = 0;
  if (likely (cw->vcs == VC_SAME))
    return ALL_LANES;
  for (int i = 0; i < LANES - 1; i++)
    same |= (uint32_t) (cw->vc[i] == cw->vc[i + 1]) << i;
  if (cw->vcs == VC_UNKNOWN)
    cw->vcs = same == ALL_LANES >> 1 ? VC_SAME : VC_DIFFER;
  return same;
}

/* The one bytes of 64 that repeat each STRIDE, a power of two, SIZE of them.  */
static uint64_t
repeat (uint32_t size, uint32_t stride)
{
  uint64_t m = (UINT64_C (1) << size) - 1;
  for (; stride < LINE; stride *= 2)
    m |= m << stride;
  return m;
}

static inline enum access
kind_of (const struct op *o)
{
  return o->ck == CK_LOAD ? ACC_LOAD : o->ck == CK_STORE ? ACC_STORE : ACC_ATOMIC;
}

/* Access O of W's current lanes, in shared or global memory: what is known before where.
   ROOM as in struct touch.  Made where it stays: a copy of what has just been written in
   pieces waits for them.  */
static inline void
touch_all (struct touch *t, struct warp *w, const struct op *o, uint64_t *room)
{
  unsigned what = w->block->launch->check->dev->what;
  struct check_warp *cw = w->check;
  enum access acc = kind_of (o);
  if (cw->recent[0].mask == w->mask)
    cw->recent[0].op = o;
  else
    check_recent (cw, o, w->mask);
  *t = (struct touch){ .w = w,
		       .o = o,
		       .size = o->ck_bytes * o->ck_n,
		       .site = site_of (w, o),
		       .room = room,
		       .scope = o->ck_scope,
		       .races = what & (CHECK_RACE | CHECK_ASYNC),
		       .bounds = what & CHECK_MEMORY };
  t->kind = acc == ACC_LOAD    ? REC_READ
	    : acc == ACC_STORE ? REC_WRITE
			       : REC_READ | REC_WRITE | REC_ATOMIC;
  t->sees = acc == ACC_ATOMIC && !(o->flags & UNUSED);
  if (o->ck_sem != ORD_WEAK)
    {
      t->kind |= REC_STRONG | (o->ck_sem == ORD_VOLATILE ? REC_VOLATILE : 0);
      t->width = 1 + __builtin_ctz (o->ck_bytes);
    }
  if (what & CHECK_INIT)
    t->marks = (acc == ACC_STORE ? 0 : MARK_READ) | (acc == ACC_LOAD ? 0 : MARK_WRITE);
  t->may_lack = acc == ACC_LOAD;
  t->cached = acc == ACC_LOAD && o->flags & NONCOHERENT;
}

/* Returns true if the host may write to A while a kernel runs.  */
static bool
host_writes (px_emu *emu, uint64_t a)
{
  px_emu_range r;
  return px_emu_mem_find (emu, a, &r)
	 && (r.kind == PX_EMU_MEM_PINNED || r.kind == PX_EMU_MEM_MANAGED);
}

/* N lanes from LANE on, or by T->fold, access LEN bytes at host address AT, STRIDE bytes
   from lane to lane, or ONE_PLACE all.  *RELEASED: a release was among them.  */
static inline bool
touch_run (struct check_launch *k, struct touch *t, uint32_t lane, uint32_t n, uint64_t at,
	   uint64_t len, uint64_t stride, bool one_place, bool *released)
{
  const struct op *o = t->o;
  struct warp *w = t->w;
  t->lane = lane;
  t->lanes = t->fold ? ALL_LANES : (uint32_t) ((UINT64_C (1) << n) - 1) << lane;
  t->shift = one_place ? ONE_PLACE : __builtin_ctz (stride);
  t->origin = at - (uint64_t) lane * stride;
  t->places = false;
  if (unlikely (k->rounds >= QUIET_ROUNDS))
    k->reads_host |= host_writes (w->block->launch->emu, at);
  const struct check_block *cb = w->block->check;
  if (unlikely (at < cb->mbar_hi) && at + len > cb->mbar_lo && t->kind & REC_WRITE)
    for (uint32_t j = 0; j < (one_place ? 1 : n); j++)
      check_mbar_store (w, o, lane + j, at + j * stride, t->size);
  if (unlikely (k->early != NULL) && !w->check->grid_waited && o->space != SP_SHARED)
    footprint_early (k->early, t, n, at, stride);
  if (t->kind == REC_READ && t->races && n >= 8 && o->space != SP_SHARED
      && trail_read (k, t, at, len))
    return true;
  if (o->ck == CK_STORE)
    check_progress (w->block->launch);
  else if (o->ck_sem != ORD_WEAK)
    check_asked (w, o, at, t->lanes, false);
  if (unlikely (!touch_range (k, t, at, len)))
    {
      if (w->state != W_ERROR)
	no_memory (w, o);
      return false;
    }
  if (o->ck_sem != ORD_WEAK ? t->races : t->places && o->ck == CK_STORE)
    EACH_LANE (j, t->lanes)
      *released |= check_synchronise (
	w, o, j, at + (one_place ? 0 : (uint64_t) (t->fold ? j % t->fold : j - lane) * stride));
  return true;
}

/* Lanes whose addresses follow each other are looked at together, those that read the
   same too.  */
static bool
access_memory (struct warp *w, const struct op *o)
{
  struct check_launch *k = w->block->launch->check;
  uint64_t room[LANES];
  enum access acc = kind_of (o);
  if (o->space == SP_PARAM)
    return true;
  if (o->space == SP_LOCAL)
    {
      uint32_t size = o->ck_bytes * o->ck_n;
      addresses (w, o, room);
      return resolve (w, o, SP_LOCAL, room, size, acc) && local_access (w, o, room, size, w->mask);
    }
  struct check_warp *cw = w->check;
  struct touch t;
  touch_all (&t, w, o, room);
  uint32_t size = t.size;
  const void *a = w->r + o->a;
  bool wide = o->flags & 1, resolved = false, released = false;
  const struct hit *h = &w->hits[o->hit];
  uint32_t stride = size, next = w->mask & w->mask >> 1 & same_clocks (cw),
	   run = scan_lanes (a, wide, size) & next,
	   same = acc == ACC_LOAD && run != next ? scan_lanes (a, wide, 0) & next : 0;
  if (!(run | same) && next)
    {
      int i = __builtin_ctz (next);
      uint64_t d = wide ? ((const uint64_t *) a)[i + 1] - ((const uint64_t *) a)[i]
			: ((const uint32_t *) a)[i + 1] - ((const uint32_t *) a)[i];
      if (d > size && d <= LINE / 2 && !(d & (d - 1)))
	{
	  stride = d;
	  run = scan_lanes (a, wide, d) & next;
	  t.every = repeat (size, d);
	}
    }
  if (acc == ACC_LOAD && !t.every && (run == 0x7fff7fff || run == 0x7f7f7f7f))
    {
      /* True if the lanes of each half or quarter read the same row.  */
      uint32_t n = run == 0x7fff7fff ? 16 : 8;
      t.fold = n;
      for (uint32_t i = n; i < LANES; i += n)
	if (wide ? ((const uint64_t *) a)[i] != *(const uint64_t *) a
		 : ((const uint32_t *) a)[i] != *(const uint32_t *) a)
	  t.fold = 0;
    }
  if (!(run | same) && next && acc == ACC_LOAD && trail_column (k, &t, a, wide, next))
    return true;
  for (uint32_t left = w->mask; left;)
    {
      uint32_t i = __builtin_ctz (left), n = 1 + __builtin_ctzll (~((uint64_t) run >> i));
      bool one_place = n == 1;
      if (one_place && same >> i & 1)
	n = 1 + __builtin_ctzll (~((uint64_t) same >> i));
      uint64_t at = resolved ? room[i]
		    : wide   ? ((const uint64_t *) a)[i] + o->imm
			     : (uint32_t) (((const uint32_t *) a)[i] + o->imm);
      uint64_t len = one_place ? size : (uint64_t) (n - 1) * stride + size;
      if (resolved)
	;
      else if (at & (size - 1))
	goto slow;
      else if (o->space == SP_SHARED)
	{
	  if (at >= w->shared_size || w->shared_size - at < len)
	    goto slow;
	  at += (uintptr_t) w->shared;
	}
      else if (at < h->lo || at >= h->hi || h->hi - at < len)
	goto slow;
      if (resolved && o->space == SP_GENERIC && !shared_at (w, at))
	{
	  if (w->local && at - (uintptr_t) w->local < (uint64_t) w->local_size * LANES)
	    {
	      if (!local_access (w, o, room, size, 1u << i))
		return false;
	      left &= left - 1;
	      continue;
	    }
	  if (at - (uintptr_t) w->block->launch->params < w->block->launch->func->param_bytes)
	    {
	      left &= left - 1;
	      continue;
	    }
	}
      if (n == LANES && o->space == SP_SHARED && acc == ACC_LOAD && o->ck_sem == ORD_WEAK
	  && stride == size && !t.fold)
	{
	  struct rows r = { .at = { at }, .step = one_place ? 0 : size, .n = LANES };
	  if (notes_read (w, o, &r, 0, one_place))
	    return true;
	}
      if (!touch_run (k, &t, i, n, at, len, stride, one_place, &released))
	return false;
      left &= ~t.lanes;
      continue;
    slow:
      addresses (w, o, room);
      if (!resolve (w, o, o->space, room, size, acc))
	return false;
      t.addr = room;
      a = room;
      wide = resolved = true;
      t.every = 0;
      stride = size;
      t.fold = 0;
      run = scan_lanes (a, true, size) & next;
      same = acc == ACC_LOAD ? scan_lanes (a, true, 0) & next : 0;
    }
  if (released)
    check_tick (cw);
  if (unlikely (t.lacks))
    check_unwritten (w, o);
  return w->state != W_ERROR;
}

char *
check_rows (struct warp *w, const struct op *o, uint64_t a0, uint64_t a1, uint32_t how)
{
  struct check_launch *k = w->block->launch->check;
  uint32_t size = o->ck_bytes * o->ck_n;
  bool one_place = !(how & 1), released = false;
  struct rows r
    = { .step = one_place ? 0 : size,
	.n = how & 2 && a1 - a0 != (one_place ? 0 : LANES / 2 * size) ? LANES / 2 : LANES };
  uint64_t room[LANES], len = one_place ? size : r.n * size;
  if (same_clocks (w->check) != ALL_LANES && w->check->vcs != VC_SAME)
    return NULL;
  r.at[0] = a0, r.at[1] = a1;
  uint32_t rows = LANES / r.n, fold = rows == 2 && a0 == a1 && o->ck == CK_LOAD ? r.n : 0;
  for (uint32_t i = 0; i < rows; i++)
    {
      const struct hit *h = &w->hits[o->hit];
      uint64_t at = r.at[i];
      if (at & (size - 1))
	return NULL;
      if (o->space != SP_SHARED)
	{
	  if (at < h->lo || at >= h->hi || h->hi - at < len)
	    return NULL;
	  continue;
	}
      if (at >= w->shared_size || w->shared_size - at < len)
	return NULL;
      r.at[i] += (uintptr_t) w->shared;
    }
  if (o->space == SP_SHARED && o->ck == CK_LOAD && notes_read (w, o, &r, fold, one_place))
    return (char *) r.at[0];
  struct touch t;
  touch_all (&t, w, o, room);
  t.rows = &r;
  t.fold = fold;
  for (uint32_t i = 0; i < (fold ? 1 : rows); i++)
    if (!touch_run (k, &t, i * r.n, r.n, r.at[i], len, size, one_place, &released))
      return NULL;
  return w->state == W_ERROR || unlikely (t.lacks) ? NULL : (char *) r.at[0];
}

struct touch
touch_of (struct warp *w, const struct op *o, uint32_t lane, uint32_t size, uint8_t kind,
	  uint8_t marks)
{
  unsigned what = w->block->launch->check->dev->what;
  return (struct touch){ .w = w,
			 .o = o,
			 .lane = lane,
			 .lanes = 1u << lane,
			 .shift = ONE_PLACE,
			 .site = site_of (w, o),
			 .size = size,
			 .kind = kind,
			 .races = what & (CHECK_RACE | CHECK_ASYNC),
			 .marks = what & CHECK_INIT ? marks : 0 };
}

void
check_touch (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t size,
	     enum touching how)
{
  bool write = how == TOUCH_WRITE;
  struct touch t
    = touch_of (w, o, lane, size, write ? REC_WRITE : REC_READ, write ? MARK_WRITE : MARK_READ);
  t.cached = t.texture = how == TOUCH_TEXTURE;
  if (write)
    check_progress (w->block->launch);
  if (!touch_range (w->block->launch->check, &t, a, size))
    no_memory (w, o);
}

/* ---- running ---- */

/* What is looked at before O runs, of a warp that is TRACED or not; false: the warp has
   failed.  */
static inline bool
check_before (struct warp *w, const struct op *o, bool traced)
{
  if (unlikely (o->ck_pinned))
    check_pinned (w, o);
  if (traced || unlikely (o->ck_undef))
    check_undefined (w, o);
  switch (o->ck)
    {
    case CK_STORE:
      if (!access_memory (w, o))
	return false;
      if (traced || unlikely (o->ck_undef))
	check_undefined_stored (w, o);
      return true;
    case CK_LOAD:
    case CK_ATOM: return access_memory (w, o);
    case CK_FENCE: return check_fence (w, o);
    case CK_PROXY_FENCE: return check_proxy_fence (w, o);
    case CK_INIT_FENCE:
      EACH_LANE (i, w->mask)
	w->check->init_time[i] = w->check->time;
      check_tick (w->check);
      return true;
    case CK_WGMMA: check_wgmma (w, o); return true;
    case CK_WGMMA_FENCE: check_wgmma_fence (w); return true;
    case CK_WAIT: w->block->launch->check->waiter = w; return true;
    default: return true;
    }
}

/* Executes O and, if it is a guard, the op that it guards.  */
static inline const struct op *
execute (struct warp *w, const struct op *o, bool traced)
{
  if (likely (o->ck == CK_NONE) && !traced)
    return o->fn (w, o);
  uint32_t old = w->mask, m = old;
  if (o->ck == CK_GUARD)
    {
      uint32_t p = PRED (o->a);
      if (traced || unlikely (o->ck_undef))
	check_undefined (w, o);
      m &= o->flags & 1 ? ~p : p;
      if (!m)
	return o + 2;
      if (m != old)
	set_mask (w, m);
      o++;
    }
  bool waits = o->ck == CK_WAIT, exchanges = o->ck == CK_ATOM;
  o = check_before (w, o, traced) ? o->fn (w, o) : NULL;
  if (o && m != old)
    set_mask (w, old);
  if (waits)
    {
      w->block->launch->check->waiter = NULL;
      w->block->launch->check->group_ticked = false;
    }
  /* A random order lets the other warps run after an atomic operation, for instance between the
     locks of a thread that takes two.  */
  if (unlikely (exchanges) && o && w->block->launch->random && --w->fuel <= 0)
    return give_way (w, o);
  return o;
}

/* The same of a warp that is traced.  */
static const struct op *
execute_traced (struct warp *w, const struct op *o)
{
  o = execute (w, o, true);
  if (o)
    check_traced (w, o);
  return o;
}

const struct op *
check_step (struct warp *w, const struct op *o)
{
  if (unlikely (w->state == W_ERROR))
    return NULL;
  return unlikely (w->check->traced) ? execute_traced (w, o) : execute (w, o, false);
}

void
run_checked (struct warp *w, const struct op *o)
{
  struct launch *l = w->block->launch;
  struct check_warp *cw = w->check;
  if (WATCHED (l, before))
    while (o && l->observer->before (w, o))
      o = check_step (w, o);
  else if (l->compiled)
    while (o)
      {
	handler *run = __atomic_load_n (&o->run, __ATOMIC_ACQUIRE);
	o = unlikely (cw->traced) ? execute_traced (w, o)
	    : run == o->fn	  ? execute (w, o, false)
				  : run (w, o);
      }
  else if (!l->count)
    while (o)
      o = unlikely (cw->traced) ? execute_traced (w, o) : execute (w, o, false);
  else
    {
      uint64_t steps = 0, lanes = 0;
      for (; o; o = unlikely (cw->traced) ? execute_traced (w, o) : execute (w, o, false))
	{
	  steps += o->weight;
	  lanes += (uint64_t) o->weight * __builtin_popcount (w->mask);
	}
      w->steps += steps;
      w->lane_steps += lanes;
      atomic_fetch_add_explicit (&l->steps, steps, memory_order_relaxed);
    }
}
