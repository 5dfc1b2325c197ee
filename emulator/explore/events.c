/* SPDX-License-Identifier: MIT */
/* What the explorer hears of while a step runs (run/observer.h): it becomes part of the step.  */

#include "emulator/explore/explore-int.h"
#include "base/room.h"

#include <stdio.h>
#include <stdlib.h>

/* W accesses SIZE bytes at host address A, now.  */
static void
touch (struct warp *w, const struct op *o, uint64_t a, uint32_t size, enum access access)
{
  struct explorer *x = w->block->launch->explorer;
  uint32_t kind = access == ACC_LOAD ? T_READ : T_WRITE;
  if (access == ACC_ATOMIC && o->flags & NO_RESULT && row_of (o)->commutes)
    kind = T_CLASS + o->code;
  explore_add_touch (x, a, size, kind, kind != T_READ);
}

/* The atomic access of W at A that was reported last is an arrival at an mbarrier.  */
static void
explore_mbar_arrive (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t bytes)
{
  struct explorer *x = w->block->launch->explorer;
  uint32_t phase = mb_phase (*(uint64_t *) a);
  (void) lane, (void) bytes;
  /* One that expects bytes does not commute with the others.  */
  if (o->flags & 4)
    return;
  for (uint32_t i = 0; i < x->n_t; i++)
    if (x->t[i].a == a && x->t[i].kind == T_WRITE)
      x->t[i].kind = T_ARRIVAL + phase;
}

static void
add_note (struct explorer *x, int kind, const void *key, const void *from, uint32_t proc)
{
  if (!PX_ROOM (x->notes, x->n_notes, x->cap_notes))
    {
      x->memory = true;
      return;
    }
  x->notes[x->n_notes++]
    = (struct note){ .kind = kind, .key = (uintptr_t) key, .from = (uintptr_t) from, .proc = proc };
}

struct gate *
explore_gate_at (struct explorer *x, uint64_t key)
{
  for (uint32_t i = 0; i < x->n_gates; i++)
    if (x->gates[i].key == key)
      return &x->gates[i];
  struct gate *g = realloc (x->gates, (x->n_gates + 1) * sizeof *g);
  if (!g)
    {
      x->memory = true;
      return NULL;
    }
  x->gates = g;
  x->gates[x->n_gates] = (struct gate){ .key = key };
  return &x->gates[x->n_gates++];
}

uint32_t
explore_proc_of (const struct warp *w)
{
  const struct launch *l = w->block->launch;
  return (w->block->cluster->number * l->cluster_blocks + w->block->rank) * l->n_warps + w->index;
}

/* Barriers are named by any address.  W arrives; with COUNTS other arrivals of the same phase can
   change places with it.  */
static void
arrive_at (struct warp *w, const void *barrier, bool counts)
{
  struct explorer *x = w->block->launch->explorer;
  add_note (x, N_ARRIVE, barrier, NULL, 0);
  if (!counts)
    return;
  struct gate *g = explore_gate_at (x, (uintptr_t) barrier);
  if (g)
    explore_add_touch (x, (uintptr_t) barrier, 1, T_BARRIER + g->phase, false);
}

/* W, which may be another than the one that runs, passes.  */
static void
pass_at (struct warp *w, const void *barrier)
{
  add_note (w->block->launch->explorer, N_PASS, barrier, NULL, explore_proc_of (w));
}

/* The names of barrier ID of B, and of that of cluster K: of those who arrive at it, and who pass
   it.  */
static const void *
barrier_of (const struct block *b, uint32_t id)
{
  return &b->bar[id];
}

static const void *
arrivals_of (const struct cluster *k)
{
  return &k->arrived;
}

static const void *
passes_of (const struct cluster *k)
{
  return &k->phase;
}

static void
explore_arrive (struct warp *w, const struct op *o, uint32_t id, uint32_t count)
{
  (void) o, (void) count;
  arrive_at (w, barrier_of (w->block, id), true);
}

/* Who passes a barrier of all threads comes after those who have exited, too.  */
static void
explore_release (struct block *b, uint32_t id)
{
  if (!b->bar[id].expected)
    add_note (b->launch->explorer, N_JOIN, barrier_of (b, id), b, 0);
}

static void
explore_pass (struct warp *w, uint32_t id, uint32_t mask)
{
  (void) mask;
  pass_at (w, barrier_of (w->block, id));
}

static void
explore_phase (struct block *b, uint32_t id)
{
  add_note (b->launch->explorer, N_PHASE, barrier_of (b, id), NULL, 0);
}

static void
cluster_arrive (struct warp *w, const struct op *o)
{
  (void) o;
  arrive_at (w, arrivals_of (w->block->cluster), true);
}

static void
cluster_phase (struct cluster *k)
{
  struct explorer *x = k->blocks[0].launch->explorer;
  add_note (x, N_PHASE, passes_of (k), NULL, 0);
  add_note (x, N_JOIN, passes_of (k), arrivals_of (k), 0);
  add_note (x, N_PHASE, arrivals_of (k), NULL, 0);
}

static void
cluster_pass (struct warp *w, uint32_t mask)
{
  (void) mask;
  pass_at (w, passes_of (w->block->cluster));
}

static void
leave_barriers (struct warp *w, const struct op *o, uint32_t gone)
{
  (void) o, (void) gone;
  arrive_at (w, w->block, false);
  if (w->block->cluster->n_blocks > 1)
    arrive_at (w, arrivals_of (w->block->cluster), false);
}

/* The process of operation NUMBER of warp process P.  */
static uint32_t
proc_named (struct explorer *x, uint32_t p, uint32_t number)
{
  for (uint32_t i = x->n_warps; i < x->n_procs; i++)
    if (x->procs[i].w == x->procs[p].w && x->procs[i].number == number)
      return i;
  if (x->n_procs == MAX_PROCS)
    {
      x->memory = true;
      return UINT32_MAX;
    }
  struct proc *q = &x->procs[x->n_procs];
  *q = (struct proc){ .w = x->procs[p].w, .is_async = true, .number = number };
  return x->n_procs++;
}

static void
start_async (struct explorer *x, struct async_op *a)
{
  uint32_t p = explore_proc_of (a->w), q = proc_named (x, p, x->procs[p].issued++);
  a->explored = q;
  if (q == UINT32_MAX)
    return;
  x->procs[q].a = a->step < ASYNC_COMPLETE ? a : NULL;
  vector_add (x, &x->issued, q);
}

static void
issue (struct async_op *a)
{
  struct explorer *x = a->w->block->launch->explorer;
  x->seen = true;
  /* What was looked up is touched later.  */
  if (a->kind != AS_ARRIVE)
    x->n_t = x->n_old = 0;
  start_async (x, a);
}

static void
explore_split (const struct async_op *a, struct async_op *b)
{
  struct explorer *x = b->w->block->launch->explorer;
  start_async (x, b);
  if (a->explored < x->n_procs && b->explored < x->n_procs)
    vector_join (x, &x->procs[b->explored].clock, &x->procs[a->explored].clock);
}

bool
explore_waited (const struct warp *w, uint32_t lanes, enum async_end end, int keep, bool read)
{
  for (const struct async_op *a = w->async.first; a; a = a->next)
    if (a->step < (read ? ASYNC_READ : ASYNC_COMPLETE) && async_waited (a, lanes, end, keep))
      return false;
  return true;
}

static void
gone (const struct async_op *a)
{
  struct explorer *x = a->w->block->launch->explorer;
  if (a->explored < x->n_procs && x->procs[a->explored].a == a)
    x->procs[a->explored].a = NULL;
}

static bool
wait_for (struct warp *w, const struct op *o, enum async_end end, int keep, bool read)
{
  struct explorer *x = w->block->launch->explorer;
  struct proc *p = &x->procs[explore_proc_of (w)];
  if (explore_waited (w, w->mask, end, keep, read))
    {
      for (const struct async_op *a = w->async.first; a; a = a->next)
	if (async_waited (a, w->mask, end, keep))
	  vector_add (x, &x->joins, a->explored);
      return true;
    }
  p->waits = true;
  p->wait_lanes = w->mask;
  p->wait_end = end;
  p->wait_keep = keep;
  p->wait_read = read;
  x->seen = true;
  park (w, o, w->frame, w->mask, FRAG_READY);
  w->mask = 0;
  w->state = W_READY;
  return false;
}

/* Stands still from one step to the next while nobody writes, so that those who poll and
   look at the clock come back to a state.  */
static uint64_t
clock_of (const struct launch *l)
{
  const struct explorer *x = l->explorer;
  return (x->changes << 20) + x->ops - x->step_ops;
}

static const struct op *
polls (const struct warp *w, char *text, size_t size, bool *mbar)
{
  const struct explorer *x = w->block->launch->explorer;
  const struct proc *p = &x->procs[explore_proc_of (w)];
  *text = '\0';
  *mbar = false; /* it is not known what they read */
  if (p->waits)
    snprintf (text, size, ", waits for asynchronous operations");
  else if (p->polls && p->n_read)
    {
      char name[160];
      name_address (w, p->read[p->n_read - 1].a, name, sizeof name);
      snprintf (text, size, ", waits for a change of %s", name);
    }
  return NULL;
}

static void
flight_touch (const struct async_op *a, uint32_t lane, uint64_t addr, uint32_t bytes, bool write)
{
  (void) lane;
  if (bytes)
    explore_add_touch (a->w->block->launch->explorer, addr, bytes, write ? T_WRITE : T_READ, write);
}

static void
flight_chunks (const struct async_op *a, uint64_t base, uint64_t chunks)
{
  for (; chunks; chunks &= chunks - 1)
    explore_add_touch (a->w->block->launch->explorer,
		       base + 16 * (uint64_t) __builtin_ctzll (chunks), 16, T_READ, false);
}

const struct observer explore_observer = { .steers = true,
					   .polls = polls,
					   .clock = clock_of,
					   .exit = leave_barriers,
					   .access = touch,
					   .arrive = explore_arrive,
					   .release = explore_release,
					   .pass = explore_pass,
					   .phase = explore_phase,
					   .cluster_arrive = cluster_arrive,
					   .cluster_phase = cluster_phase,
					   .cluster_pass = cluster_pass,
					   .mbar_arrive = explore_mbar_arrive,
					   .issue = issue,
					   .split = explore_split,
					   .gone = gone,
					   .wait = wait_for,
					   .flight_touch = flight_touch,
					   .flight_chunks = flight_chunks };
