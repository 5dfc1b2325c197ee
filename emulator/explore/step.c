/* SPDX-License-Identifier: MIT */
/* One step of a process: it runs, its effect and clock become known, and what it races with is to be
   tried the other way round.  */

#include "emulator/explore/explore-int.h"
#include "base/room.h"

#include <stdlib.h>
#include <time.h>

/* ---- who polls ---- */

/* The step of warp P with effect E is over.  Finds out whether P only polls.  */
static void
look_for_poll (struct explorer *x, struct proc *p, const struct effect *e, bool noticed)
{
  struct warp *w = p->w;
  if (e->writes || noticed || w->state != W_READY)
    {
      p->n_states = p->n_read = p->spun = 0;
      return;
    }
  for (uint32_t i = 0; i < e->n; i++)
    {
      uint32_t k = 0;
      while (k < p->n_read && (p->read[k].a != e->t[i].a || p->read[k].n != e->t[i].n))
	k++;
      if (k < p->n_read)
	continue;
      if (!PX_ROOM (p->read, p->n_read, p->cap_read))
	{
	  x->memory = true;
	  return;
	}
      p->read[p->n_read++] = e->t[i];
    }
  uint64_t h = warp_state (w);
  uint32_t ready = 0;
  for (uint32_t k = 0; k < w->n_frags; k++)
    if (w->frags[k].state == FRAG_READY)
      ready |= w->frags[k].mask;
  for (uint32_t k = 0; k < p->n_states; k++)
    if (p->state[k] == h)
      {
	/* The fragment that was put aside last has come round.  */
	uint64_t since = 0;
	uint32_t mine = 0;
	for (uint32_t j = 0; j < w->n_frags; j++)
	  if (w->frags[j].state == FRAG_READY && w->frags[j].since >= since)
	    since = w->frags[j].since, mine = w->frags[j].mask;
	p->spun |= mine;
	if ((p->spun & ready) == ready)
	  p->polls = true;
	else
	  w->fair = true;
	return;
      }
  enum
  {
    N = sizeof p->state / sizeof *p->state
  };
  p->state[p->n_states++ % N] = h;
  if (p->n_states == N)
    p->n_states = 0;
}

/* After the step of process FROM with effect E, the processes that poll what it writes can continue.  */
static void
wake (struct explorer *x, uint32_t from, const struct effect *e, const struct vector *clock)
{
  if (!e->writes)
    return;
  for (uint32_t q = 0; q < x->n_warps; q++)
    {
      struct proc *p = &x->procs[q];
      bool hit = false;
      if (q == from || !p->n_read)
	continue;
      for (uint32_t i = 0; i < e->n && !hit; i++)
	for (uint32_t j = 0; e->t[i].kind != T_READ && j < p->n_read && !hit; j++)
	  hit = explore_overlap (&e->t[i], &p->read[j]);
      if (!hit)
	continue;
      if (p->polls)
	vector_join (x, &p->clock, clock);
      p->polls = false;
      p->n_states = p->n_read = p->spun = 0;
    }
}

/* ---- one step ---- */

bool
explore_enabled (const struct explorer *x, uint32_t i)
{
  const struct proc *p = &x->procs[i];
  if (!p->is_async)
    return p->w->state == W_READY && !p->polls
	   && (!p->waits
	       || explore_waited (p->w, p->wait_lanes, p->wait_end, p->wait_keep, p->wait_read));
  const struct async_op *a = p->a;
  if (!a)
    return false;
  if (a->kind == AS_ARRIVE || a->kind == AS_WGMMA)
    for (const struct async_op *b = a->w->async.first; b && b != a; b = b->next)
      if (b->step < ASYNC_COMPLETE
	  && (a->kind == AS_WGMMA ? b->kind == AS_WGMMA
				  : b->kind == AS_COPY && b->lanes & a->lanes))
	return false;
  return true;
}

static void
run_async (struct explorer *x, struct proc *p)
{
  struct async_op *a = p->a;
  bool last = !((a->kind == AS_BULK || a->kind == AS_TENSOR) && a->step < ASYNC_READ);
  if (a->kind == AS_WGMMA)
    wgmma_touches (a);
  else if (a->kind == AS_TENSOR)
    tensor_touches (a, !last, last);
  else if (a->kind == AS_ARRIVE)
    EACH_LANE (i, a->lanes)
      explore_add_touch (x, (uintptr_t) a->arrive[i], 8, T_WRITE, true);
  if (last && a->end == END_MBARRIER)
    explore_add_touch (x, (uintptr_t) a->bar, 8, T_WRITE, true);
  if (a->kind == AS_ARRIVE)
    for (struct async_op *b = a->w->async.first; b && b != a; b = b->next)
      if (b->kind == AS_COPY && b->lanes & a->lanes)
	vector_add (x, &x->joins, b->explored);
  /* What the others touch has been said.  */
  x->l->flights = a->kind == AS_COPY || a->kind == AS_BULK || a->kind == AS_REMOTE;
  async_advance (a);
  x->l->flights = true;
  if (last)
    p->a = NULL;
}

bool
explore_time_is_up (const struct launch *l)
{
  struct timespec t;
  if (!l->deadline_ns)
    return false;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000 + t.tv_nsec > l->deadline_ns;
}

/* Runs W until others may notice something.  False: it does not end.  */
static bool
run_warp (struct explorer *x, struct warp *w)
{
  const struct op *o = NULL;
  uint64_t end = x->ops + MAX_OPS, limit = x->l->desc->max_steps;
  w->fuel = INT32_MAX / 2;
  while (!x->seen && w->state == W_READY)
    {
      if (!o)
	o = resume (w);
      /* The end of a warp is no step of its own.  */
      while (o && (!x->seen || (o->code == OPC_exit && !w->n_frags)))
	{
	  if (++x->ops > end || (limit && x->ops > limit)
	      || (x->ops % (1 << 20) == 0 && explore_time_is_up (x->l)))
	    {
	      park (w, o, w->frame, w->mask, FRAG_READY);
	      w->mask = 0;
	      return false;
	    }
	  o = o->fn (w, o);
	}
    }
  if (o)
    {
      park (w, o, w->frame, w->mask, FRAG_READY);
      w->mask = 0;
    }
  struct block *b = w->block;
  if (w->state == W_DONE && b->live_warps == 0)
    {
      b->cluster->live_blocks--;
      b->live_warps = UINT32_MAX;
    }
  return true;
}

enum outcome
explore_take_step (struct explorer *x, uint32_t p)
{
  struct proc *q = &x->procs[p];
  struct step *s = &x->steps[x->n];
  bool ends = true;
  x->proc = p;
  x->n_t = x->n_old = x->n_notes = x->issued.n = x->joins.n = 0;
  x->seen = false;
  x->step_ops = x->ops;
  q->waits = false;
  if (q->is_async)
    run_async (x, q);
  else
    ends = run_warp (x, q->w);
  explore_effect_drop (s->effect);
  s->proc = p;
  s->effect = explore_effect_new (x);
  if (!s->effect)
    return TOO_LONG;

  struct vector clock = s->clock;
  clock.n = 0;
  vector_join (x, &clock, &q->clock);
  for (uint32_t i = 0; i < x->joins.n; i++)
    if (x->joins.at[i] < x->n_procs)
      vector_join (x, &clock, &x->procs[x->joins.at[i]].clock);
  struct vector races = { 0, 0, NULL };
  for (uint32_t i = x->n; i-- > 0;)
    {
      const struct step *e = &x->steps[i];
      if (e->proc == p || came_before (x, i, &clock)
	  || !explore_conflict (e->effect, s->effect, false))
	continue;
      if (x->n + 1 >= x->fresh)
	vector_add (x, &races, i);
      vector_join (x, &clock, &e->clock);
    }
  vector_set (x, &clock, p, x->n + 1);
  s->clock = clock;
  q->clock.n = 0;
  vector_join (x, &q->clock, &clock);
  if (!x->unreduced)
    for (uint32_t i = 0; i < races.n; i++)
      explore_reverse (x, races.at[i], x->n, &s->clock);
  free (races.at);

  for (uint32_t i = 0; i < x->issued.n; i++)
    vector_join (x, &x->procs[x->issued.at[i]].clock, &clock);
  bool noticed = x->issued.n > 0;
  for (uint32_t i = 0; i < x->n_notes; i++)
    {
      const struct note *n = &x->notes[i];
      explore_gate_at (x, n->from);
      struct gate *g = explore_gate_at (x, n->key);
      if (!g)
	return TOO_LONG;
      switch (n->kind)
	{
	case N_ARRIVE:
	  vector_join (x, &g->clock, &clock);
	  noticed = true;
	  break;
	case N_JOIN: vector_join (x, &g->clock, &explore_gate_at (x, n->from)->clock); break;
	case N_PASS:
	  vector_join (x, &x->procs[n->proc].clock, &g->clock);
	  x->procs[n->proc].n_states = x->procs[n->proc].n_read = 0;
	  break;
	case N_PHASE:
	  g->phase++;
	  g->clock.n = 0;
	  break;
	}
    }
  if (!q->is_async && !q->waits)
    look_for_poll (x, q, s->effect, noticed);
  wake (x, p, s->effect, &clock);
  x->changes += s->effect->writes;
  x->n++;
  return atomic_load (&x->l->stop) ? ENDS : ends ? GOES_ON : TOO_LONG;
}
