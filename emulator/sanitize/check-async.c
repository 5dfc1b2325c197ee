/* SPDX-License-Identifier: MIT */
/* The sanitizer: mbarriers and asynchronous operations.

   An asynchronous operation is an access from its issue to the wait that shows its
   completion (Exo-GPU §5): until then its record is in flight, and ordered with
   nothing, not with its own thread either.  Groups show it to the thread that waits;
   the record becomes an access of that thread, now.  An mbarrier shows it to the threads
   that wait for its phase; the record becomes one of the mbarrier, which has an entry in
   clocks as if it were a thread.  What the async proxy does after a write of the
   generic proxy needs a proxy fence between the two (facts that vclock.proxy
   carries); after reads of the generic proxy order is enough.  */

#include "emulator/run/async.h"
#include "emulator/sanitize/check.h"
#include "emulator/run/matrix.h"
#include "emulator/run/rows.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- mbarriers ---- */

struct mbar *
mbar_at (struct warp *w, uint64_t a)
{
  struct place *p = find_place (places_of (w, a), a);
  return p && p->mbar && p->mbar->live ? p->mbar : NULL;
}

static bool
meet_mbar (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a, uint8_t kind,
	   uint8_t marks)
{
  struct check_launch *k = w->block->launch->check;
  struct touch t = touch_of (w, o, __builtin_ctz (lanes), 8, kind, marks);
  t.lanes = lanes;
  t.scope = SCOPE_SYS;
  t.races = k->dev->what & CHECK_RACE;
  t.ends = kind == REC_WRITE && !marks;
  const struct mbar *m = mbar_at (w, a);
  t.init_site = m && kind & REC_ATOMIC ? m->site : 0;
  if (touch_range (k, &t, a, 8))
    return true;
  no_memory (w, o);
  return false;
}

static void
report_mbar (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, const char *what,
	     const struct mbar *m, const char *missing)
{
  struct access_at at[2]
    = { { "mbarrier operation", site_of (w, o), block_number (w->block), w->index, lane, 0, 0 },
	{ "initialisation", m ? m->site : 0, block_number (w->block), 0, 0, 0, 0 } };
  if (w->block->launch->check->dev->what & CHECK_SYNC)
    report (w, REP_SYNC, what, at, m ? 2 : 1, a, 8, missing);
}

void
check_mbar_store (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint64_t size)
{
  for (uint64_t b = a & -(uint64_t) 8; b < a + size; b += 8)
    {
      struct mbar *m = mbar_at (w, b);
      if (m)
	report_mbar (w, o, lane, b, "store to an mbarrier that is in use", m,
		     "mbarrier.inval before it, after all waits");
    }
}

void
drop_released (struct released *r)
{
  vc_drop (r->near);
  vc_drop (r->far);
  *r = (struct released){ NULL, NULL };
}

bool
check_mbar_init (struct warp *w, const struct op *o, uint32_t lane, uint64_t a)
{
  struct place *p = new_place (w, a);
  if (!p || (!p->mbar && !(p->mbar = calloc (1, sizeof *p->mbar))))
    {
      no_memory (w, o);
      return false;
    }
  struct mbar *m = p->mbar;
  if (m->live)
    report_mbar (w, o, lane, a, "mbarrier is initialised while it is in use", m,
		 "mbarrier.inval before it, after all waits");
  drop_released (&m->next);
  drop_released (&m->done);
  m->rank = w->block->rank;
  if (!m->site)
    m->index = w->block->check->n_mbars++ * w->block->launch->cluster_blocks + w->block->rank;
  /* Those that share an entry of clocks can no longer be distinguished.  */
  if (m->index >= MBAR_WARPS * LANES)
    report_incomplete ("a cluster has more than 256 mbarriers: what their phases order");
  m->index %= MBAR_WARPS * LANES;
  struct check_block *cb = w->block->check;
  if (!cb->mbar_hi || a < cb->mbar_lo)
    cb->mbar_lo = a;
  if (a + 8 > cb->mbar_hi)
    cb->mbar_hi = a + 8;
  m->live = true;
  m->phase = 0;
  m->n_expects = 0;
  m->sure = m->issued = 0;
  m->site = site_of (w, o);
  return meet_mbar (w, o, 1u << lane, a, REC_WRITE, MARK_WRITE);
}

static bool
use_mbar (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a, uint8_t kind)
{
  uint32_t lane = __builtin_ctz (lanes);
  if (!mbar_at (w, a))
    {
      if (!(w->block->launch->check->dev->what & CHECK_SYNC))
	return true;
      fail (w, o, PX_EMU_SYNC, 1u << lane, a, 8, "use of an mbarrier that is not initialised");
      return false;
    }
  kind |= REC_READ | REC_WRITE | REC_STRONG | REC_ATOMIC;
  if (w->check->vcs == VC_SAME)
    return meet_mbar (w, o, lanes, a, kind, 0);
  EACH_LANE (i, lanes)
    if (!meet_mbar (w, o, 1u << i, a, kind, 0))
      return false;
  return true;
}

bool
check_mbar_use (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a)
{
  return use_mbar (w, o, lanes, a, 0);
}

bool
check_mbar_inval (struct warp *w, const struct op *o, uint32_t lane, uint64_t a)
{
  struct mbar *m = mbar_at (w, a);
  if (!m)
    return check_mbar_use (w, o, 1u << lane, a);
  for (struct async_op *f = w->block->cluster->async.first; f; f = f->next)
    if ((uintptr_t) f->bar == a)
      {
	report_mbar (w, o, lane, a,
		     "mbarrier is invalidated while asynchronous operations will complete on it", m,
		     "a wait for its phase before it");
	break;
      }
  m->live = false;
  /* Its memory is ordinary again: the end must be ordered after all uses, and what follows
     after the end.  */
  return meet_mbar (w, o, 1u << lane, a, REC_WRITE, 0);
}

/* What lane LANE of W releases, its clock or that of its last fence, goes to R; FAR: the barrier
   is of another block.  There a narrow scope orders what asynchronous operations have done that
   the lane knows of, whatever thread waits; it orders no access of a thread.  */
static bool
release_to (struct warp *w, const struct op *o, uint32_t lane, struct released *r, bool far)
{
  struct check_warp *cw = w->check;
  struct check_launch *k = w->block->launch->check;
  bool relaxed = o->ck_sem == ORD_RELAXED, wide = far && o->ck_scope != SCOPE_CTA;
  struct vclock *v = relaxed ? cw->fence[wide][lane] : cw->vc[lane];
  uint32_t time = relaxed ? cw->fence_time[wide][lane] : cw->time;
  if (!v)
    return true;
  if (far && !r->near && !(r->near = vc_new (w->block->cluster->number, k->clock_warps)))
    return false;
  if (far && !vc_join_from (&r->near, v, k->group_warps))
    return false;
  if (far && !wide)
    return true;
  struct vclock **to = far ? &r->far : &r->near;
  if (!*to)
    *to = vc_ref (v);
  return vc_join (to, v) && vc_tick (to, cw->index, 1u << lane, time);
}

bool
check_mbar_arrive (struct warp *w, const struct op *o, uint32_t lane, uint64_t a)
{
  if (!check_mbar_use (w, o, 1u << lane, a))
    return false;
  struct mbar *m = mbar_at (w, a);
  bool ok = !m || release_to (w, o, lane, &m->next, m->rank != w->block->rank);
  if (!ok)
    no_memory (w, o);
  return ok;
}

void
check_mbar_after (struct warp *w, uint64_t a)
{
  struct mbar *m = mbar_at (w, a);
  check_progress (w->block->launch);
  uint32_t phase = mb_phase (*(uint64_t *) a);
  if (!m || m->phase == phase)
    return;
  m->phase = phase;
  check_mbar_expected (w, m, a);
  drop_released (&m->done);
  m->done = m->next;
  m->next = (struct released){ NULL, NULL };
}

/* Lanes LANES of W, which wait with O, learn what V knows.  */
static bool
acquire (struct warp *w, const struct op *o, uint32_t lanes, const struct vclock *v)
{
  struct check_warp *cw = w->check;
  bool ok = true;
  if (!v)
    return true;
  cw->rare = true;
  if (o->ck_sem != ORD_RELAXED)
    learn (w, lanes, v);
  else
    EACH_LANE (i, lanes)
      ok = ok && (cw->seen[i] || (cw->seen[i] = vc_new (NO_GROUP, 0))) && vc_join (&cw->seen[i], v);
  return ok;
}

void
check_mbar_pass (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a)
{
  struct mbar *m = mbar_at (w, a);
  if (m
      && !(acquire (w, o, lanes, m->done.near)
	   && (o->ck_scope == SCOPE_CTA || acquire (w, o, lanes, m->done.far))))
    no_memory (w, o);
}

/* ---- operations ---- */

static bool
through_proxy (const struct async_op *a)
{
  return a->kind != AS_COPY && a->kind != AS_REMOTE;
}

/* What A touches: chunks BITS of REGION are known and not yet reported.  */
struct flight
{
  const struct async_op *a;
  struct check_launch *k;
  uint32_t lane;
  bool write, ends; /* ENDS: it is in flight no more, else issued */
  uint64_t region, bits;
  struct touch issue;
  struct landing land;
};

static void
touch_chunks_known (struct flight *f)
{
  struct warp *w = f->a->w;
  if (f->bits
      && !(f->ends ? land_chunks (f->k, w, f->region, f->bits, &f->land)
		   : touch_chunks (f->k, &f->issue, f->region, f->bits)))
    no_memory (w, f->a->o);
  f->bits = 0;
}

/* Returns true if A copies bytes as they are; these may be padding (check_carry).  */
static bool
carries (const struct async_op *a)
{
  return (a->kind == AS_COPY || a->kind == AS_BULK) && !a->reduce;
}

/* F continues with LANE, which reads or writes.  */
static void
turn_to (struct flight *f, uint32_t lane, bool write)
{
  const struct async_op *a = f->a;
  struct warp *w = a->w;
  struct check_launch *k = f->k;
  f->lane = lane;
  f->write = write;
  if (!f->ends)
    {
      uint8_t kind
	= (write ? REC_WRITE : REC_READ) | REC_FLIGHT | (through_proxy (a) ? REC_PROXY : 0);
      if (write && a->reduce)
	kind |= REC_READ | REC_STRONG | REC_ATOMIC;
      f->issue = touch_of (w, a->o, lane, 0, kind,
			   !write      ? (carries (a) ? 0 : MARK_READ)
			   : a->reduce ? MARK_READ | MARK_WRITE
				       : MARK_WRITE);
      f->issue.serial = a->serial;
      f->issue.scope = SCOPE_SYS;
      return;
    }
  f->land = (struct landing){ .serial = a->serial,
			      .lane = lane,
			      .write = write,
			      .lanes = 1u << lane,
			      .time = w->check->time,
			      .warp = w->check->index };
  uint64_t bar = a->end == END_MBARRIER ? (uintptr_t) a->bar : 0;
  if (a->kind == AS_WGMMA)
    {
      uint32_t index = (w->block->rank * 8 + w->index / WARPGROUP) % (GROUP_WARPS * LANES);
      f->land.lanes = 1u << index % LANES;
      f->land.warp = k->group_warps + MBAR_WARPS + index / LANES;
      f->land.time = w->block->check->group_time[w->index / WARPGROUP];
    }
  else if (!bar && k->waiter != w)
    {
      /* Its arrival at an mbarrier completes it.  */
      for (struct async_op *b = w->async.first; b && !bar; b = b->next)
	if (b->kind == AS_ARRIVE && b->lanes >> lane & 1)
	  bar = (uintptr_t) b->arrive[lane];
    }
  struct mbar *m = bar ? mbar_at (w, bar) : NULL;
  if (m)
    {
      f->land.lanes = 1u << m->index % LANES;
      f->land.warp = k->group_warps + m->index / LANES;
      f->land.time = m->time + 1;
    }
}

/* LANE reads or writes [ADDR, ADDR + BYTES).  */
static void
cover (struct flight *f, uint32_t lane, uint64_t addr, uint32_t bytes, bool write)
{
  if (f->lane != lane || f->write != write)
    {
      touch_chunks_known (f);
      turn_to (f, lane, write);
    }
  if ((addr | bytes) & (CHUNK - 1))
    {
      struct warp *w = f->a->w;
      if (!(f->ends ? land_range (f->k, w, addr, bytes, &f->land)
		    : touch_range (f->k, &f->issue, addr, bytes)))
	no_memory (w, f->a->o);
      return;
    }
  for (uint64_t r = addr & -(uint64_t) REGION, end = addr + bytes; r < end; r += REGION)
    {
      if (f->region != r)
	{
	  touch_chunks_known (f);
	  f->region = r;
	}
      f->bits |= chunks_within (r, addr, end);
    }
}

/* The sources of A, a bulk copy.  */
static void
each_source (struct flight *f, const struct async_op *a)
{
  struct flight *outer = f->k->flight;
  f->k->flight = f;
  if (a->kind == AS_BULK)
    cover (f, __builtin_ctz (a->lanes), a->bulk.src, a->bytes, false);
  else
    tensor_touches ((struct async_op *) a, true, false);
  touch_chunks_known (f);
  f->k->flight = outer;
}

/* ---- late reads ---- */

/* The area that A reads and nothing has written, or NULL.  */
static struct area *
unwritten (struct check_launch *k, const struct async_op *a)
{
  uint64_t at = a->kind == AS_BULK ? a->bulk.src : a->tensor.map.base, end = at + a->bytes;
  if (!(k->dev->what & (CHECK_RACE | CHECK_ASYNC)) || (a->kind == AS_TENSOR && a->store)
      || shared_at (a->w, at))
    return NULL;
  struct area *r = shadow_area (k, at);
  for (int i = 1; a->kind == AS_TENSOR && i < a->tensor.map.rank; i++)
    end += (uint64_t) a->tensor.map.last[i] * a->tensor.map.stride[i - 1];
  if (a->kind == AS_TENSOR)
    end = end - a->bytes + ((uint64_t) a->tensor.map.last[0] + 1) * a->tensor.map.element;
  return r && !r->written && end - r->base <= r->size ? r : NULL;
}

/* F, which begins or ends, concerns reads that can wait.  True if they do.  */
static bool
put_off (struct flight *f)
{
  const struct async_op *a = f->a;
  struct check_launch *k = f->k;
  struct late_read **p = &k->late, *l;
  turn_to (f, __builtin_ctz (a->lanes), false);
  if (f->ends)
    {
      while ((l = *p)
	     && !(l->serial == (uint32_t) a->serial && l->as.group == a->w->block->cluster->number))
	p = &l->next;
      struct area *r
	= l ? shadow_area (k, l->op->kind == AS_BULK ? l->op->bulk.src : l->op->tensor.map.base)
	    : NULL;
      if (!r)
	return false;
      *p = l->next;
      l->as.time = f->land.time;
      l->as.warp = f->land.warp;
      l->as.lanes = f->land.lanes;
      l->as.kind &= ~REC_FLIGHT;
      l->next = r->reads;
      r->reads = l;
      if (++r->n_reads >= LATE_MAX)
	check_late_reads (k, r);
      return true;
    }
  size_t size = offsetof (struct async_op, copy) + sizeof (((struct async_op *) 0)->tensor);
  if (!unwritten (k, a) || !(l = malloc (sizeof *l)))
    return false;
  if (!(l->op = malloc (size)))
    {
      free (l);
      return false;
    }
  memcpy (l->op, a, size);
  l->serial = a->serial;
  l->as = (struct rec){ .group = a->w->block->cluster->number,
			.time = a->serial,
			.warp = a->w->check->index,
			.kind = f->issue.kind,
			.scope = SCOPE_SYS,
			.lanes = f->issue.lanes,
			.shift = ONE_PLACE,
			.site = f->issue.site };
  l->next = k->late;
  k->late = l;
  return true;
}

static void each_range (const struct async_op *a, uint32_t lanes, bool sources, bool targets,
			bool ends, const struct late_read *late);

void
check_late_reads (struct check_launch *k, struct area *r)
{
  struct late_read *all = r->reads, **p = &k->late, *l;
  r->written = true;
  trail_show (k, r);
  r->reads = NULL;
  r->n_reads = 0;
  while ((l = *p))
    {
      uint64_t at = l->op->kind == AS_BULK ? l->op->bulk.src : l->op->tensor.map.base;
      if (at - r->base >= r->size)
	{
	  p = &l->next;
	  continue;
	}
      *p = l->next;
      l->next = all;
      all = l;
    }
  for (l = all; l; l = l->next)
    each_range (l->op, l->as.lanes, true, false, false, l);
  check_forget_late (all);
}

void
check_forget_late (struct late_read *first)
{
  for (struct late_read *next; first; first = next)
    {
      next = first->next;
      free (first->op);
      free (first);
    }
}

/* Of A, for lanes LANES: its sources, its targets, which are issued or END; or the
   sources of LATE.  */
static void
each_range (const struct async_op *a, uint32_t lanes, bool sources, bool targets, bool ends,
	    const struct late_read *late)
{
  struct check_launch *k = a->w->block->launch->check;
  uint32_t first = __builtin_ctz (lanes);
  struct flight f = { .a = a, .k = k, .ends = ends, .lane = LANES }, *outer = k->flight;
  if (late)
    {
      turn_to (&f, __builtin_ctz (a->lanes), false);
      f.issue.as = &late->as;
      f.issue.marks = 0;
    }
  else if (sources && (a->kind == AS_BULK || a->kind == AS_TENSOR) && put_off (&f))
    {
      /* What remains to be checked is whether it is initialised.  */
      f.issue.races = false;
      if (!ends && f.issue.marks)
	each_source (&f, a);
      sources = false;
      f.lane = LANES;
    }
  switch (a->kind)
    {
    case AS_COPY:
      EACH_LANE (i, lanes)
	{
	  if (sources)
	    cover (&f, i, a->copy.src[i], a->copy.n[i], false);
	  if (targets)
	    cover (&f, i, a->copy.dst[i], a->copy.size, true);
	}
      break;
    case AS_BULK:
      if (sources)
	each_source (&f, a);
      if (targets)
	cover (&f, first, a->bulk.dst, a->bytes, true);
      break;
    case AS_REMOTE:
      if (targets)
	cover (&f, first, a->remote.dst, a->bytes, true);
      break;
    case AS_TENSOR:
      if (sources)
	each_source (&f, a);
      k->flight = &f;
      tensor_touches ((struct async_op *) a, false, targets);
      break;
    case AS_WGMMA:
      k->flight = &f;
      if (sources)
	wgmma_touches ((struct async_op *) a);
      break;
    default: break;
    }
  k->flight = outer;
  touch_chunks_known (&f);
  if (ends || late || !carries (a) || !(k->dev->what & CHECK_INIT))
    return;
  if (a->kind == AS_BULK)
    check_carry (a->w, a->o, first, a->bulk.dst, a->bulk.src, a->bytes);
  else
    EACH_LANE (i, lanes)
      check_carry (a->w, a->o, i, a->copy.dst[i], a->copy.src[i], a->copy.n[i]);
}

/* B, or NULL, has no thread left.  */
static bool
block_gone (const struct block *b)
{
  for (uint32_t i = 0; b && i < b->n_warps; i++)
    if (b->warps[i].live)
      return false;
  return b != NULL;
}

/* A block whose shared memory A uses has ended.  */
static bool
uses_gone (const struct async_op *a)
{
  if (a->end != END_MBARRIER)
    return block_gone (a->w->block);
  return block_gone (shared_at (a->w, (uintptr_t) a->bar))
	 || (a->kind == AS_BULK && block_gone (shared_at (a->w, a->bulk.src)));
}

static void
outlives (const struct async_op *a, uint32_t lanes)
{
  struct access_at at = { "asynchronous operation",
			  site_of (a->w, a->o),
			  block_number (a->w->block),
			  a->w->index,
			  __builtin_ctz (lanes),
			  0,
			  0 };
  if (a->w->block->launch->check->dev->what & CHECK_ASYNC)
    report (a->w, REP_OUTLIVES,
	    "the block ends while an asynchronous operation uses its shared memory", &at, 1, 0, 0,
	    a->end == END_BULK_GROUP ? "cp.async.bulk.wait_group.read before the exit"
	    : a->end == END_MBARRIER ? "a wait for the mbarrier's phase before the exit"
				     : "a wait for the group before the exit");
}

/* The warps of W's group have waited: what becomes complete now, each of their threads
   knows.  */
static void
group_waits (struct check_launch *k, struct warp *w)
{
  struct block *b = w->block;
  uint32_t g = w->index / WARPGROUP, index = (b->rank * 8 + g) % (GROUP_WARPS * LANES);
  uint32_t time = ++b->check->group_time[g];
  struct vclock *v = vc_new (b->cluster->number, k->clock_warps);
  k->group_ticked = true;
  if (!v || !vc_tick (&v, k->group_warps + MBAR_WARPS + index / LANES, 1u << index % LANES, time))
    no_memory (w, NULL);
  else
    for (uint32_t i = g * 4; i < g * 4 + 4 && i < b->n_warps; i++)
      learn (&b->warps[i], ALL_LANES, v);
  vc_drop (v);
}

void
check_flight_touch (const struct async_op *a, uint32_t lane, uint64_t addr, uint32_t bytes,
		    bool write)
{
  struct check_launch *k = a->w->block->launch->check;
  if (k->flight && k->flight->a == a)
    cover (k->flight, lane, addr, bytes, write);
}

/* A is complete at M: who waits for M's phase knows.  */
static void
completed (const struct async_op *a, struct mbar *m)
{
  const struct check_launch *k = a->w->block->launch->check;
  struct vclock **v = &m->next.near;
  m->time++;
  if (*v || (*v = vc_new (a->w->block->cluster->number, k->clock_warps)))
    vc_tick (v, k->group_warps + m->index / LANES, 1u << m->index % LANES, m->time);
}

void
check_flight_step (const struct async_op *a, uint32_t lanes, enum async_step step)
{
  struct check_launch *k = a->w->block->launch->check;
  struct mbar *m;
  switch (step)
    {
    case ASYNC_ISSUED:
      if (a->end == END_MBARRIER
	  && !use_mbar (a->w, a->o, lanes & -lanes, (uintptr_t) a->bar, REC_TX))
	return;
      if (a->end == END_MBARRIER)
	check_mbar_bytes (a->w, __builtin_ctz (lanes), (uintptr_t) a->bar, a->tx);
      each_range (a, lanes, true, true, false, NULL);
      break;
    case ASYNC_READ:
      if (!(a->w->check->late >> a->end & 1) && uses_gone (a) && a->kind != AS_ARRIVE
	  && (a->kind != AS_COPY || k->waiter != a->w))
	outlives (a, lanes);
      if (a->kind == AS_ARRIVE)
	EACH_LANE (i, lanes)
	  if ((m = mbar_at (a->w, (uintptr_t) a->arrive[i])))
	    /* The completion of the lane's copies, not what else the lane has done.  */
	    completed (a, m);
      if (a->end == END_BULK_GROUP)
	each_range (a, lanes, true, false, true, NULL);
      break;
    case ASYNC_WRITTEN:
      if (a->kind == AS_WGMMA && !k->group_ticked)
	group_waits (k, a->w);
      each_range (a, lanes, a->end != END_BULK_GROUP, true, true, NULL);
      if (a->end == END_MBARRIER && (m = mbar_at (a->w, (uintptr_t) a->bar)))
	completed (a, m);
      break;
    case ASYNC_COMPLETE:
      if (a->end == END_MBARRIER)
	check_mbar_after (a->w, (uintptr_t) a->bar);
      if (a->kind == AS_ARRIVE)
	EACH_LANE (i, lanes)
	  check_mbar_after (a->w, (uintptr_t) a->arrive[i]);
      break;
    }
}

void
check_flight_chunks (const struct async_op *a, uint64_t addr, uint64_t chunks)
{
  struct flight *f = a->w->block->launch->check->flight;
  if (!f || f->a != a)
    return;
  if (f->lane != 0 || f->write)
    {
      touch_chunks_known (f);
      turn_to (f, 0, false);
    }
  if (f->region != addr)
    {
      touch_chunks_known (f);
      f->region = addr;
    }
  f->bits |= chunks;
}

/* ---- registers of wgmma (9.7.15.6) ---- */

static uint32_t
field (const struct op *o, int f)
{
  const uint32_t all[] = { o->a, o->b, o->c, o->d, o->e, o->f, o->g };
  return all[f];
}

/* Registers of D of wgmma O, which follow each other in its slots from O->d on.  */
static bool
in_d (const struct op *o, uint32_t i)
{
  uint32_t n = MX_N (o->imm) / 8 * (MX_DT (o->imm) == MT_F16 ? 2 : 4);
  return i - o->d < n;
}

void
check_pinned (struct warp *w, const struct op *o)
{
  struct check_launch *k = w->block->launch->check;
  struct check_warp *cw = w->check;
  cw->rare = true;
  /* A copy is another name for its source; nvcc moves it where it likes.  */
  bool copy = row_of (o)->copy, dirty = !copy;
  if (copy && o->ck_pinned & 1 && o->a / 128 < 64 * 64)
    dirty = cw->touched[o->a / 128 / 64] >> o->a / 128 % 64 & 1;
  for (int f = 0; f < 7; f++)
    {
      uint32_t slot = field (o, f);
      bool writes = f == 3 && o->ck != CK_STORE;
      if (!(o->ck_pinned >> f & 1))
	continue;
      uint64_t bit = (uint64_t) 1 << slot / 128 % 64, *set = &cw->touched[slot / 128 / 64];
      if (slot / 128 < 64 * 64 && (!copy || f == 3))
	*set = dirty ? *set | bit : *set & ~bit;
      if (slot / 128 < 64 * 64 && f >= 3 && o->ck != CK_STORE)
	cw->filled[slot / 128 / 64] |= bit;
      if (!(k->dev->what & CHECK_ASYNC))
	continue;
      for (const struct async_op *a = w->async.first; a; a = a->next)
	if (a->kind == AS_WGMMA && a->frame == w->frame)
	  for (uint32_t i = 0; i < a->o->slots->n; i++)
	    if (a->o->slots->at[i] == slot && (writes || in_d (a->o, i)))
	      {
		char text[200];
		const struct rec r = { .lanes = ALL_LANES, .time = a->serial };
		struct access_at at[2]
		  = { { writes ? "write" : "read", site_of (w, o), block_number (w->block),
			w->index, __builtin_ctz (w->mask), 0, 0 },
		      { "wgmma", site_of (w, a->o), block_number (w->block), w->index, 0, 0, 0 } };
		report (w, REP_REGISTERS,
			in_d (a->o, i) ? "an accumulator is touched while a wgmma is in flight"
				       : "a register of A is written while a wgmma is in flight",
			at, 2, 0, 0, flight_missing (w, &r, text, sizeof text));
		return;
	      }
    }
}

/* O, of a kernel's own frame, adds to registers of D of which nothing has set one.  */
static void
check_filled (struct warp *w, const struct op *o)
{
  struct check_warp *cw = w->check;
  bool told = false;
  if (w->frame->up)
    return;
  cw->rare = true;
  for (uint32_t i = 0; i < o->slots->n; i++)
    {
      uint32_t slot = o->slots->at[i];
      if (!in_d (o, i) || slot / 128 >= 64 * 64)
	continue;
      uint64_t bit = (uint64_t) 1 << slot / 128 % 64, *set = &cw->filled[slot / 128 / 64];
      if (!(*set & bit) && PRED (o->c) == ALL_LANES && !told
	  && w->block->launch->check->dev->what & CHECK_INIT)
	{
	  struct access_at at
	    = { "use", site_of (w, o), block_number (w->block), w->index, 0, 0, 0 };
	  report (w, REP_INIT,
		  "a wgmma adds to an accumulator that nothing on the way there has set", &at, 1, 0,
		  0, "a value for it, or scale-d false in the first wgmma");
	  told = true;
	}
      *set |= bit;
    }
}

void
check_wgmma (struct warp *w, const struct op *o)
{
  struct check_warp *cw = w->check;
  check_filled (w, o);
  bool missing = !cw->fenced;
  for (uint32_t i = 0; i < o->slots->n && !missing; i++)
    {
      uint32_t slot = o->slots->at[i];
      missing = slot / 128 < 64 * 64 && cw->touched[slot / 128 / 64] >> slot / 128 % 64 & 1;
    }
  if (!missing || !(w->block->launch->check->dev->what & CHECK_ASYNC))
    return;
  struct access_at at = { "wgmma", site_of (w, o), block_number (w->block), w->index, 0, 0, 0 };
  report (w, REP_REGISTERS,
	  cw->fenced ? "a wgmma uses registers that were touched after the last wgmma.fence"
		     : "a wgmma before any wgmma.fence",
	  &at, 1, 0, 0, "wgmma.fence.sync.aligned before it");
}

void
check_descriptor (struct warp *w, const struct op *o)
{
  struct access_at at = { "wgmma", site_of (w, o), block_number (w->block), w->index, 0, 0, 0 };
  if (w->block->launch->check->dev->what & CHECK_ASYNC)
    report (w, REP_ASYNC,
	    "a matrix descriptor has bits that mean nothing (14, 15, 30, 31, 46 to 48, 52 to 61)",
	    &at, 1, 0, 0,
	    "a mask of the address's bits 4 to 17, (address & 0x3ffff) >> 4, and of the offsets'");
}

void
check_wgmma_fence (struct warp *w)
{
  w->check->fenced = w->check->rare = true;
  memset (w->check->touched, 0, sizeof w->check->touched);
}

static const struct async_op *
find_op_in_flight (const struct cluster *k, const struct rec *r)
{
  const struct async_op *a;
  for (a = k->async.first; a; a = a->next)
    if ((uint32_t) a->serial == r->time)
      return a;
  for (uint32_t n = 0; n < k->n_blocks; n++)
    for (uint32_t i = 0; i < k->blocks[n].n_warps; i++)
      for (a = k->blocks[n].warps[i].async.first; a; a = a->next)
	if ((uint32_t) a->serial == r->time && a->lanes & r->lanes)
	  return a;
  return NULL;
}

const char *
flight_missing (const struct warp *w, const struct rec *r, char *text, size_t size)
{
  static const char *const names[] = { "cp.async", "cp.async.bulk", "wgmma" };
  const struct async_op *a = find_op_in_flight (w->block->cluster, r);
  if (!a)
    return "a wait for the asynchronous operation";
  a->w->check->late |= 1u << a->end;
  a->w->check->rare = true;
  if (a->end == END_MBARRIER)
    return "a wait (mbarrier.try_wait) for the phase that the operation completes";
  const char *name = names[a->end],
	     *read = a->end == END_BULK_GROUP && !(r->kind & REC_WRITE) ? ".read" : "";
  if (!a->group)
    snprintf (text, size, "%s.commit_group after the operation, then %s.wait_group%s", name, name,
	      read);
  else
    snprintf (text, size, "%s.wait_group%s N with N at most %u by the thread that issued it%s",
	      name, read, a->w->async_group[a->end][__builtin_ctz (a->lanes & r->lanes)] - a->group,
	      a->end == END_WGMMA_GROUP
		? ""
		: ", then a barrier if another thread goes on; or a barrier "
		  "between this access and the issue");
  return text;
}
