/* SPDX-License-Identifier: MIT */
/* Exploring the schedules of a kernel.

   A process is a warp, or an asynchronous operation.  A step of a warp ends after an
   instruction that others can notice: an access to shared or global memory, an arrival
   at a barrier, the issue of an asynchronous operation.  A step of an operation reads
   its sources, or does the rest.  Memory is sequentially consistent, lanes of a warp
   run as they always do.

   Two steps of different processes that touch the same byte, one of them writing, do
   not commute; steps that leave a value as it was only read it; integer reductions of
   the same kind, and arrivals in the same phase of a barrier, commute.  Of all orders
   of steps, one of each class that differs only in the order of steps that commute is
   run: dynamic partial-order reduction with source sets (Abdulla, Aronis, Jonsson,
   Sagonas, POPL 2014, algorithm 1) and sleep sets.  Each schedule runs from the start,
   steered by the choices made before.

   A warp that comes to a state it was in before, having written nothing since, waits
   for a write to what it has read: so loops that poll end.  */

#include "emulator/explore/explore-int.h"
#include "base/room.h"

#include <stdlib.h>

/* ---- choices ---- */

static bool
asleep (const struct node *k, uint32_t proc, bool done)
{
  for (uint32_t i = 0; i < (done ? k->n_all : k->n_sleep); i++)
    if (k->sleep[i].proc == proc)
      return true;
  return false;
}

static void
add_sleeper (struct explorer *x, struct node *k, uint32_t proc, struct effect *e)
{
  if (!PX_ROOM (k->sleep, k->n_all, k->cap))
    {
      x->memory = true;
      return;
    }
  e->refs++;
  k->sleep[k->n_all++] = (struct sleeper){ proc, e };
}

static void
node_clear (struct node *k)
{
  for (uint32_t i = 0; i < k->n_all; i++)
    explore_effect_drop (k->sleep[i].effect);
  k->n_sleep = k->n_all = 0;
  k->enabled.n = k->backtrack.n = 0;
}

void
explore_reverse (struct explorer *x, uint32_t i, uint32_t n, const struct vector *clock)
{
  struct node *k = &x->nodes[i];
  uint32_t pick = UINT32_MAX;
  /* Processes whose first step that need not follow I could come first.  */
  for (uint32_t j = i + 1; j <= n; j++)
    {
      const struct vector *c = j == n ? clock : &x->steps[j].clock;
      uint32_t p = x->steps[j].proc;
      bool initial = true;
      if (j < n && came_before (x, i, c))
	continue;
      for (uint32_t m = i + 1; m < j && initial; m++)
	if (!came_before (x, i, &x->steps[m].clock) && came_before (x, m, c))
	  initial = false;
      if (!initial)
	continue;
      if (vector_has (&k->backtrack, p) || asleep (k, p, true))
	return;
      if (pick == UINT32_MAX && vector_has (&k->enabled, p))
	pick = p;
    }
  if (pick != UINT32_MAX)
    vector_add (x, &k->backtrack, pick);
  else
    for (uint32_t j = 0; j < k->enabled.n; j++)
      if (!vector_has (&k->backtrack, k->enabled.at[j]))
	vector_add (x, &k->backtrack, k->enabled.at[j]);
}

/* True if process A is chosen before B where there is no other reason for a choice.  */
static bool
precedes (const struct explorer *x, uint32_t a, uint32_t b)
{
  const struct proc *p = &x->procs[a], *q = &x->procs[b];
  if (p->is_async != q->is_async)
    return q->is_async;
  if (!p->is_async || p->w != q->w)
    return explore_proc_of (p->w) < explore_proc_of (q->w);
  return p->number < q->number;
}

uint32_t
explore_usual (const struct explorer *x, const struct vector *able, uint32_t last,
	       const struct node *k)
{
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < able->n; i++)
    {
      uint32_t p = able->at[i];
      if (k && asleep (k, p, false))
	continue;
      if (p == last)
	return p;
      if (best == UINT32_MAX || precedes (x, p, best))
	best = p;
    }
  return best;
}

void
explore_list_enabled (struct explorer *x, struct vector *v)
{
  v->n = 0;
  for (uint32_t i = 0; i < x->n_procs; i++)
    if (explore_enabled (x, i))
      vector_add (x, v, i);
}

void
explore_begin_run (struct explorer *x)
{
  struct launch *l = x->l;
  for (uint32_t i = 0; i < x->n_copies; i++)
    memcpy ((void *) x->copies[i].base, x->copies[i].bytes, x->copies[i].size);
  launch_reset (&x->wk);
  for (uint32_t i = 0; i < x->n_procs; i++)
    {
      struct proc *p = &x->procs[i];
      p->a = NULL;
      p->clock.n = p->issued = p->n_states = p->n_read = p->spun = 0;
      p->polls = p->waits = false;
    }
  for (uint32_t i = 0; i < x->n_gates; i++)
    x->gates[i].phase = x->gates[i].clock.n = 0;
  memset (&l->error, 0, sizeof l->error);
  atomic_store (&l->stop, 0);
  l->emu->out_len = x->out_len;
  x->n = 0;
  x->ops = x->changes = 0;
}

bool
explore_all_done (const struct explorer *x)
{
  for (uint32_t i = 0; i < x->n_warps; i++)
    if (x->procs[i].w->state != W_DONE)
      return false;
  return true;
}

/* ---- exploring ---- */

/* One schedule: the choices in NODES, then new ones.  */
static bool
run_once (struct explorer *x, bool *pruned)
{
  explore_begin_run (x);
  *pruned = false;
  uint32_t last = UINT32_MAX;
  for (;;)
    {
      struct node *k = &x->nodes[x->n];
      if (x->n >= MAX_STEPS || x->memory)
	return false;
      if (x->n >= x->depth)
	{
	  node_clear (k);
	  explore_list_enabled (x, &k->enabled);
	  if (!k->enabled.n)
	    break;
	  if (x->n && !x->unreduced)
	    {
	      const struct node *b = k - 1;
	      const struct step *s = &x->steps[x->n - 1];
	      for (uint32_t i = 0; i < b->n_all; i++)
		if (b->sleep[i].proc != s->proc
		    && !explore_conflict (b->sleep[i].effect, s->effect, true))
		  add_sleeper (x, k, b->sleep[i].proc, b->sleep[i].effect);
	      k->n_sleep = k->n_all;
	    }
	  k->chosen = explore_usual (x, &k->enabled, last, k);
	  if (k->chosen == UINT32_MAX)
	    {
	      node_clear (k);
	      *pruned = true;
	      break;
	    }
	  if (x->unreduced)
	    for (uint32_t i = 0; i < k->enabled.n; i++)
	      vector_add (x, &k->backtrack, k->enabled.at[i]);
	  else
	    vector_add (x, &k->backtrack, k->chosen);
	  x->depth = x->n + 1;
	}
      last = k->chosen;
      enum outcome out = explore_take_step (x, last);
      if (out == TOO_LONG)
	return false;
      if (out == ENDS)
	return true;
    }
  if (!*pruned && !explore_all_done (x))
    launch_deadlock (x->l, x->wk.resident, true);
  return true;
}

/* The next schedule; false: there is none.  */
static bool
next_choice (struct explorer *x)
{
  while (x->depth)
    {
      struct node *k = &x->nodes[x->depth - 1];
      if (x->depth <= x->n)
	add_sleeper (x, k, k->chosen, x->steps[x->depth - 1].effect);
      for (uint32_t i = 0; i < k->backtrack.n; i++)
	if (!asleep (k, k->backtrack.at[i], true))
	  {
	    k->chosen = k->backtrack.at[i];
	    x->fresh = x->depth;
	    return true;
	  }
      node_clear (k);
      x->depth--;
    }
  return false;
}

void
explore_end (struct explorer *x)
{
  launch_free (&x->wk);
  for (uint32_t i = 0; x->nodes && i <= MAX_STEPS; i++)
    {
      node_clear (&x->nodes[i]);
      free (x->nodes[i].sleep);
      free (x->nodes[i].enabled.at);
      free (x->nodes[i].backtrack.at);
    }
  for (uint32_t i = 0; x->steps && i <= MAX_STEPS; i++)
    {
      explore_effect_drop (x->steps[i].effect);
      free (x->steps[i].clock.at);
    }
  for (uint32_t i = 0; x->procs && i < x->n_procs; i++)
    {
      free (x->procs[i].clock.at);
      free (x->procs[i].read);
    }
  for (uint32_t i = 0; i < x->n_gates; i++)
    free (x->gates[i].clock.at);
  for (uint32_t i = 0; i < x->n_copies; i++)
    {
      free (x->copies[i].bytes);
      free (x->copies[i].first);
    }
  free (x->copies);
  free (x->first);
  free (x->gates);
  free (x->nodes);
  free (x->steps);
  free (x->procs);
  free (x->t);
  free (x->old);
  free (x->notes);
  free (x->issued.at);
  free (x->joins.at);
  x->l->explorer = NULL;
  x->l->observer = NULL;
  x->l->flights = false;
}

/* Copies of all memory that kernels can write.  */
static bool
take_copies (struct explorer *x)
{
  px_emu *emu = x->l->emu;
  uint64_t total = 0;
  bool ok = true;
  pthread_rwlock_rdlock (&emu->mem_lock);
  x->n_ranges = emu->n_ranges;
  x->copies = calloc (emu->n_ranges + 1, sizeof *x->copies);
  for (size_t i = 0; i < emu->n_ranges && x->copies; i++)
    {
      const struct range *r = &emu->ranges[i];
      if (r->kind == PX_EMU_MEM_CONST || r->base == (uintptr_t) x->l->workspace)
	continue;
      total += r->size;
      if (total > MAX_BYTES)
	ok = false;
      if (!ok)
	break;
      struct copy *c = &x->copies[x->n_copies++];
      *c = (struct copy){ r->base, r->size, malloc (r->size), malloc (r->size) };
      if (c->bytes)
	memcpy (c->bytes, (void *) r->base, r->size);
      ok &= c->bytes && c->first;
    }
  pthread_rwlock_unlock (&emu->mem_lock);
  return ok && x->copies;
}

bool
explore_prepare (struct explorer *x, struct launch *l, const char **why)
{
  uint64_t warps = l->n_clusters * l->cluster_blocks * l->n_warps;
  *x = (struct explorer){ .l = l, .n_warps = warps };
  x->wk = (struct worker){ .launch = l };
  *why = "it has too many warps";
  if (l->n_clusters > l->max_resident || warps > MAX_WARPS)
    return false;
  *why = "no memory";
  x->procs = calloc (MAX_PROCS, sizeof *x->procs);
  x->steps = calloc (MAX_STEPS + 1, sizeof *x->steps);
  x->nodes = calloc (MAX_STEPS + 1, sizeof *x->nodes);
  x->wk.hits = calloc (l->func->mod->n_hits + 1, sizeof *x->wk.hits);
  l->explorer = x;
  l->observer = &explore_observer;
  l->flights = true;
  if (!x->procs || !x->steps || !x->nodes || !x->wk.hits || !launch_make (&x->wk))
    return false;
  x->n_procs = x->n_warps;
  for (struct cluster *k = x->wk.resident; k; k = k->next)
    for (uint32_t i = 0; i < k->n_blocks; i++)
      for (uint32_t j = 0; j < l->n_warps; j++)
	{
	  struct warp *w = &k->blocks[i].warps[j];
	  x->procs[explore_proc_of (w)].w = w;
	}
  x->out_len = l->emu->out_len;
  return true;
}

/* Runs L with every order of its threads that can make a difference and reports what
   that shows; memory is then as before.  The launch's error is the first that an order
   ended with.  */
static void
explore (struct launch *l)
{
  struct explorer x;
  const char *why = NULL, *bound = NULL;
  uint64_t limit = l->desc->limit ? l->desc->limit : LIMIT;
  if (!explore_prepare (&x, l, &why) || (why = "it can reach too much memory", !take_copies (&x)))
    bound = why;
  x.unreduced = l->desc->unreduced;
  while (!bound)
    {
      bool pruned;
      if (!run_once (&x, &pruned))
	bound = x.memory ? "memory is short" : "a schedule has too many steps";
      else if (pruned)
	x.pruned++;
      else
	explore_take_result (&x);
      if (l->emu->n_ranges != x.n_ranges)
	bound = "it allocates memory";
      if (!bound && !next_choice (&x))
	break;
      if (!bound && x.runs >= limit)
	bound = "the limit is reached";
      if (!bound && explore_time_is_up (l))
	bound = "the time limit is reached";
    }
  if (x.runs + x.pruned)
    explore_begin_run (&x);
  px_emu_explored *e = &l->emu->explored;
  *e = (px_emu_explored){ .schedules = x.runs, .complete = !bound, .results = x.n_results };
  for (uint32_t i = 0; i < x.n_results; i++)
    if (x.results[i].kind == PX_EMU_OK)
      e->digest += mix (1, x.results[i].hash);
    else
      e->errors++;
  report_explored (l->func->name, x.runs, x.n_results, bound);
  explore_end (&x);
  l->error = x.error;
  atomic_store (&l->stop, 0);
  atomic_store (&l->next, 0);
  atomic_store (&l->resident, 0);
  nested_drop (l->emu, l->nested);
  l->nested = l->last_nested = NULL;
}

void
px_emu_get_explored (const px_emu *emu, px_emu_explored *explored)
{
  *explored = emu->explored;
}

/* ---- the tool ---- */

static void
explore_begin (struct launch *l)
{
  const px_emu_launch *d = l->desc;
  if (d->schedule == PX_EMU_EXPLORE && !l->emu->debug)
    explore (l);
  if (d->schedule == PX_EMU_TRACE && d->trace_launch == l->grid_id)
    {
      l->instead = explore_run_trace;
      l->compiled = false;
    }
}

static const struct tool tool = { .begin = explore_begin };

void
explore_watch (px_emu *emu)
{
  tool_add (emu, &tool);
}
