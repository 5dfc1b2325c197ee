/* SPDX-License-Identifier: MIT */
/* The queue of asynchronous operations and when they are carried out.

   Operations that a group ends are in the list of the warp that issued them;
   those that an mbarrier ends are in the list of its cluster; both in order of
   issue.  Policies:

   late		a step is done when a wait cannot succeed without it
   early	all steps are done at issue, those of a wgmma when the last warp of its
		warpgroup issues it; while the sanitizer looks on, bytes are read and
		written then, and the rest is late
   random	as late, and between slices of warps one step of one operation
		may be done, as the launch's seed says; wgmma of a warp stay in
		order, nothing else does

   When a block's last thread has exited, what is left completes before the
   cluster's memory goes.  */

#include "emulator/run/async.h"

#include <stdlib.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (async)

/* The list that A is in.  */
static struct async_list *
list_of (struct async_op *a)
{
  return a->end == END_MBARRIER ? &a->w->block->cluster->async : &a->w->async;
}

static void
append (struct async_list *l, struct async_op *a)
{
  a->next = NULL;
  *(l->last ? l->last : &l->first) = a;
  l->last = &a->next;
}

/* Takes *P out of L.  */
static void
unlink_op (struct async_list *l, struct async_op **p)
{
  struct async_op *a = *p;
  *p = a->next;
  if (!a->next)
    l->last = p;
  if (l->settled == a)
    l->settled = NULL;
}

/* Back to the free ones; one that has been made and is not issued, too.  */
void
async_release (struct async_op *a)
{
  struct cluster *k = a->w->block->cluster;
  OBSERVE (a->w, gone, a);
  free (a->data);
  a->data = NULL;
  a->next = k->async_free;
  k->async_free = a;
}

static struct async_op *
take (struct cluster *k)
{
  struct async_op *a = k->async_free;
  if (a)
    k->async_free = a->next;
  else
    a = malloc (sizeof *a);
  return a;
}

/* A new operation of lanes LANES, to be filled in and issued; NULL: no memory, W has
   failed.  */
struct async_op *
async_new (struct warp *w, const struct op *o, enum async_kind kind, enum async_end end,
	   uint32_t lanes)
{
  struct cluster *k = w->block->cluster;
  struct async_op *a = take (k);
  if (!a)
    {
      fail (w, o, PX_EMU_NO_MEMORY, lanes, 0, 0, "no memory for an asynchronous operation");
      return NULL;
    }
  /* By names, as the rest, the operands, is long and is filled in by who asked.  */
  a->next = NULL;
  a->kind = kind;
  a->end = end;
  a->step = ASYNC_ISSUED;
  a->reduce = a->type = 0;
  a->store = a->moved = false;
  a->lanes = lanes;
  a->group = 0;
  a->w = w;
  a->o = o;
  a->frame = w->frame;
  a->serial = ++k->async_serial;
  a->explored = 0;
  a->bar = NULL;
  a->tx = a->bytes = 0;
  a->data = NULL;
  return a;
}

static void
note (struct async_op *a, uint32_t lanes, enum async_step step)
{
  const struct launch *l = a->w->block->launch;
  a->step = step;
  if (unlikely (l->flights) && l->observer->flight_step)
    l->observer->flight_step (a, lanes, step);
}

/* ---- steps ---- */

static void
copy_lanes (struct async_op *a, uint32_t lanes)
{
  uint32_t size = a->copy.size;
  bool touches = a->w->block->launch->flights;
  EACH_LANE (i, lanes)
    {
      if (unlikely (touches))
	{
	  async_touch (a, i, (void *) a->copy.src[i], a->copy.n[i], false);
	  async_touch (a, i, (void *) a->copy.dst[i], size, true);
	}
      void *d = (void *) a->copy.dst[i];
      const void *s = (const void *) a->copy.src[i];
      uint32_t n = a->copy.n[i];
      /* Most copy 16 bytes, or 4: without a call.  */
      if (n == 16)
	memcpy (d, s, 16);
      else if (n == 4 && size == 4)
	memcpy (d, s, 4);
      else
	{
	  memcpy (d, s, n);
	  memset ((uint8_t *) d + n, 0, size - n);
	}
    }
}

static void
read_data (struct async_op *a)
{
  if (a->kind == AS_BULK)
    bulk_read (a);
  else if (a->kind == AS_TENSOR)
    tensor_read (a);
}

static void
read_step (struct async_op *a)
{
  if (a->step >= ASYNC_READ)
    return;
  if (!a->moved)
    read_data (a);
  note (a, a->lanes, ASYNC_READ);
}

static void
write_data (struct async_op *a)
{
  switch (a->kind)
    {
    case AS_COPY: copy_lanes (a, a->lanes); break;
    case AS_WGMMA: wgmma_run (a); break;
    case AS_ARRIVE: break;
    case AS_TENSOR: tensor_write (a); break;
    default: bulk_write (a); break;
    }
}

/* Carries out what remains of A, except that it stays in its list.  */
static void
finish (struct async_op *a)
{
  read_step (a);
  if (!a->moved)
    write_data (a);
  if (a->kind == AS_ARRIVE)
    {
      a->w->block->cluster->n_arrivals--;
      EACH_LANE (i, a->lanes)
	mb_arrive_one (a->arrive[i]);
    }
  note (a, a->lanes, ASYNC_WRITTEN);
  if (a->end == END_MBARRIER)
    mb_complete_tx (a->bar, a->tx);
  note (a, a->lanes, ASYNC_COMPLETE);
}

/* A, in the list of its warp, has been carried out by the caller.  */
void
async_done (struct async_op *a)
{
  struct async_op **p = &a->w->async.first;
  while (*p != a)
    p = &(*p)->next;
  unlink_op (&a->w->async, p);
  for (int step = ASYNC_READ; step <= ASYNC_COMPLETE; step++)
    note (a, a->lanes, step);
  async_release (a);
}

/* Completes *P, which leaves L.  */
static void
complete_op (struct async_list *l, struct async_op **p)
{
  struct async_op *a = *p;
  unlink_op (l, p);
  if (a->step < ASYNC_COMPLETE)
    finish (a);
  async_release (a);
}

/* Where the observer STEERS: the next step of A.  One that a group ends stays in its
   list when it is complete, until it is waited for.  */
void
async_advance (struct async_op *a)
{
  if ((a->kind == AS_BULK || a->kind == AS_TENSOR) && a->step < ASYNC_READ)
    read_step (a);
  else
    {
      finish (a);
      if (a->end == END_MBARRIER)
	{
	  struct async_list *l = list_of (a);
	  struct async_op **p = &l->first;
	  while (*p != a)
	    p = &(*p)->next;
	  unlink_op (l, p);
	  async_release (a);
	}
    }
}

/* Leaves in *P of L the lanes LANES only; the others follow in an operation of
   their own.  False without memory.  */
static bool
split (struct async_list *l, struct async_op *a, uint32_t lanes)
{
  if ((a->lanes & ~lanes) == 0)
    return true;
  struct async_op *b = take (a->w->block->cluster);
  if (!b)
    return false;
  *b = *a;
  b->lanes &= ~lanes;
  a->lanes &= lanes;
  a->next = b;
  if (!b->next)
    l->last = &b->next;
  if (b->kind == AS_ARRIVE)
    a->w->block->cluster->n_arrivals++;
  OBSERVE (a->w, split, a, b);
  return true;
}

/* ---- what instructions do ---- */

/* W has issued a wgmma, which is one operation of the four warps of its group: if it is the last
   of them, carries it out; the rest is late, since the wait is where the warps meet.  */
static void
early_wgmma (struct warp *w)
{
  struct warp *g = warpgroup (w);
  struct async_op *a[WARPGROUP];
  for (int i = 0; i < WARPGROUP; i++)
    {
      for (a[i] = g[i].async.first; a[i] && (a[i]->kind != AS_WGMMA || a[i]->moved);)
	a[i] = a[i]->next;
      if (!a[i])
	return;
    }
  for (int i = 0; i < WARPGROUP; i++)
    {
      write_data (a[i]);
      a[i]->moved = true;
    }
}

void
async_issue (struct async_op *a)
{
  struct cluster *k = a->w->block->cluster;
  note (a, a->lanes, ASYNC_ISSUED);
  if (a->kind == AS_ARRIVE)
    k->n_arrivals++;
  if (WATCHED (a->w, issue))
    {
      a->w->observer->issue (a);
      append (list_of (a), a);
    }
  else if (a->w->block->launch->async == PX_EMU_ASYNC_EARLY)
    {
      if (a->kind == AS_WGMMA)
	{
	  append (list_of (a), a);
	  early_wgmma (a->w);
	  return;
	}
      if (WATCHED (a->w, flight_step))
	{
	  read_data (a);
	  write_data (a);
	  a->moved = true;
	  append (list_of (a), a);
	  return;
	}
      finish (a);
      async_release (a);
    }
  else
    append (list_of (a), a);
}

/* The operations that LANES of W have issued since their last commit become a group
   of each lane.  */
void
async_commit (struct warp *w, uint32_t lanes, enum async_end end)
{
  uint32_t *group = w->async_group[end], one[LANES];
  struct async_list *l = &w->async;
  struct async_op *last = l->settled;
  bool open = false; /* something is not committed */
  spread_mask (one, lanes);
  for (int i = 0; i < LANES; i++)
    group[i] -= one[i];
  for (struct async_op *a = last ? last->next : l->first; a; last = a, a = a->next)
    {
      uint32_t mine = a->lanes & lanes, same = mine, differ = 0;
      if (a->group)
	continue;
      if (a->end != end || !mine)
	{
	  open = true;
	  continue;
	}
      uint32_t g = group[__builtin_ctz (mine)];
      for (int i = 0; i < LANES; i++)
	differ |= group[i] ^ g;
      if (differ)
	EACH_LANE (i, mine)
	  same &= ~((uint32_t) (group[i] != g) << i);
      if (split (l, a, same))
	a->group = g;
      open |= !a->group;
    }
  l->settled = open ? NULL : last;
}

/* Returns true if A, of some of LANES, is complete when all but KEEP of a lane's groups are.  */
bool
async_waited (const struct async_op *a, uint32_t lanes, enum async_end end, int keep)
{
  if (a->end != end || a->kind == AS_ARRIVE || !(a->lanes & lanes))
    return false;
  uint32_t lane = __builtin_ctz (a->lanes & lanes);
  return keep < 0 || (a->group && a->group + (uint64_t) keep <= a->w->async_group[end][lane]);
}

/* Completes what LANES of W wait for: all but their KEEP latest groups; KEEP < 0:
   what is not committed too.  READ: only its sources are read.  */
void
async_wait (struct warp *w, uint32_t lanes, enum async_end end, int keep, bool read)
{
  struct async_op **p = &w->async.first, *a;
  while ((a = *p))
    if (!async_waited (a, lanes, end, keep) || !split (&w->async, a, lanes))
      p = &a->next;
    else if (read)
      {
	read_step (a);
	p = &a->next;
      }
    else
      complete_op (&w->async, p);
}

/* What cp.async of LANES precedes A in its warp's list completes, then A.  */
static void
complete_arrival (struct async_op *a)
{
  struct warp *w = a->w;
  struct async_op **p = &w->async.first, *b;
  while ((b = *p) != a)
    if (b->kind == AS_COPY && b->lanes & a->lanes && split (&w->async, b, a->lanes))
      complete_op (&w->async, p);
    else
      p = &b->next;
  complete_op (&w->async, p);
}

static uint32_t
arrivals_at (const struct async_op *a, const uint64_t *bar)
{
  uint32_t n = 0;
  if (a->kind == AS_ARRIVE)
    EACH_LANE (i, a->lanes)
      n += a->arrive[i] == bar;
  return n;
}

/* A thread of W waits in vain for the phase of BAR: if only asynchronous operations
   are missing, they complete.  */
void
async_demand (struct warp *w, uint64_t *bar)
{
  struct cluster *k = w->block->cluster;
  uint32_t phase = mb_phase (*bar), coming = 0;
  if (WATCHED (w, steers))
    return;
  if (k->n_arrivals)
    for (uint32_t n = 0; n < k->n_blocks; n++)
      for (uint32_t i = 0; i < k->blocks[n].n_warps; i++)
	for (struct async_op *a = k->blocks[n].warps[i].async.first; a; a = a->next)
	  coming += arrivals_at (a, bar);
  if (mb_pending (*bar) > coming)
    return;
  for (uint32_t n = 0; coming && n < k->n_blocks; n++)
    for (uint32_t i = 0; i < k->blocks[n].n_warps; i++)
      for (struct async_op *a = k->blocks[n].warps[i].async.first; a;)
	if (arrivals_at (a, bar))
	  {
	    complete_arrival (a);
	    if (mb_phase (*bar) != phase)
	      return;
	    a = k->blocks[n].warps[i].async.first;
	  }
	else
	  a = a->next;
  struct async_op **p = &k->async.first;
  while (*p && mb_phase (*bar) == phase)
    if ((*p)->bar == bar)
      complete_op (&k->async, p);
    else
      p = &(*p)->next;
}

/* ---- policies ---- */

static struct async_op **
first_wgmma (struct async_list *l)
{
  struct async_op **p = &l->first;
  while (*p && (*p)->kind != AS_WGMMA)
    p = &(*p)->next;
  return p;
}

bool
async_wgmma (struct warp *w)
{
  struct warp *g = warpgroup (w);
  for (int i = 0; i < WARPGROUP; i++)
    if (!*first_wgmma (&g[i].async))
      return false;
  for (int i = 0; i < WARPGROUP; i++)
    complete_op (&g[i].async, first_wgmma (&g[i].async));
  return true;
}

/* Perhaps does one step of one operation of K, as RANDOM says.  */
void
async_random (struct cluster *k, uint64_t random)
{
  uint32_t n_warps = k->blocks[0].n_warps, at = random % (2 * k->n_blocks * n_warps);
  struct async_list *l = &k->async;
  random >>= 24;
  if (at < k->n_blocks * n_warps)
    l = &k->blocks[at / n_warps].warps[at % n_warps].async;
  struct async_op **p = &l->first;
  for (uint32_t skip = random & 7; skip && *p && (*p)->next; skip--)
    p = &(*p)->next;
  struct async_op *a = *p;
  if (!a)
    return;
  if (a->kind == AS_WGMMA)
    async_wgmma (a->w);
  else if (a->kind == AS_ARRIVE)
    complete_arrival (a);
  else if (a->step < ASYNC_READ && random & 8)
    read_step (a);
  else
    complete_op (l, p);
}

/* Completes everything.  */
void
async_drain (struct cluster *k)
{
  for (uint32_t n = 0; n < k->n_blocks; n++)
    for (uint32_t i = 0; i < k->blocks[n].n_warps; i++)
      while (k->blocks[n].warps[i].async.first)
	complete_op (&k->blocks[n].warps[i].async, &k->blocks[n].warps[i].async.first);
  while (k->async.first)
    complete_op (&k->async, &k->async.first);
}

/* Frees everything, of a launch that has failed too.  */
void
async_forget (struct cluster *k)
{
  struct async_op *a;
  for (uint32_t n = 0; n < k->n_blocks; n++)
    for (uint32_t i = 0; k->blocks[n].warps && i < k->blocks[n].n_warps; i++)
      while ((a = k->blocks[n].warps[i].async.first))
	{
	  unlink_op (&k->blocks[n].warps[i].async, &k->blocks[n].warps[i].async.first);
	  async_release (a);
	}
  while ((a = k->async.first))
    {
      unlink_op (&k->async, &k->async.first);
      async_release (a);
    }
  while ((a = k->async_free))
    {
      k->async_free = a->next;
      free (a);
    }
}

/* FRAME of W goes, and with it the registers that operations of W write.  */
void
async_leave_frame (struct warp *w, const struct frame *frame)
{
  struct async_op **p = &w->async.first, *a;
  while ((a = *p))
    if (a->kind == AS_WGMMA && a->frame == frame)
      complete_op (&w->async, p);
    else
      p = &a->next;
}

/* ---- cp.async (9.7.9.25.3) ---- */

/* A, which has been made and not issued, is wrong: W has failed.  */
static const struct op *
refused (struct async_op *a)
{
  async_release (a);
  return NULL;
}

OP (cp_async)
{
  uint32_t size = o->imm, old = w->mask, whole = old;
  const uint32_t *c = REG (uint32_t, o->c);
  struct async_op *a = async_new (w, o, AS_COPY, END_CP_GROUP, old);
  if (!a)
    return NULL;
  uint64_t *d = a->copy.dst, *s = a->copy.src;
  a->copy.size = size;
  memcpy (d, REG (uint64_t, o->a), sizeof a->copy.dst);
  memcpy (s, REG (uint64_t, o->b), sizeof a->copy.src);
  memcpy (a->copy.n, c, sizeof a->copy.n);
  if (!resolve (w, o, SP_SHARED, d, size, ACC_STORE))
    return refused (a);
  uint32_t part[LANES], differ = 0;
  spread_mask (part, old);
  for (int i = 0; i < LANES; i++)
    differ |= (c[i] ^ size) & part[i];
  EACH_LANE (i, differ ? old : 0)
    if (c[i] != size)
      {
	if (c[i] > size)
	  {
	    fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, 0, 0, "source of %u bytes, copy of %u",
		  c[i], size);
	    return refused (a);
	  }
	whole &= ~(1u << i);
      }
  /* No byte after the source's size is read.  */
  EACH_LANE (i, old & ~whole)
    if (c[i])
      {
	const void *p = resolve_range (w, o, i, SP_GENERIC, s[i], c[i], size, ACC_LOAD);
	if (!p)
	  return refused (a);
	s[i] = (uintptr_t) p;
      }
  if (whole != old)
    set_mask (w, whole);
  if (whole && !resolve (w, o, SP_GENERIC, s, size, ACC_LOAD))
    return refused (a);
  if (whole != old)
    set_mask (w, old);
  async_issue (a);
  return o + 1;
}

/* imm: enum async_end */
OP (async_commit)
{
  async_commit (w, w->mask, o->imm);
  return o + 1;
}

/* All but the imm latest groups of a lane are complete; -1: everything is.  b: enum
   async_end.  flags 1: sources are read.  */
OP (async_wait)
{
  int keep = o->imm < 0 ? -1 : o->imm > INT32_MAX ? INT32_MAX : (int) o->imm;
  if (WATCHED (w, wait) && !w->observer->wait (w, o, o->b, keep, o->flags & 1))
    return NULL;
  async_wait (w, w->mask, o->b, keep, o->flags & 1);
  return o + 1;
}
