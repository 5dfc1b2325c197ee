/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Liveness of the rings of a split: the branches are processes that block on slots only, so
   one run decides for given counts; unknown counts take several values.

   Needs f->rsync.  Leaves a problem if a run ends with branches that wait for each other.  */
#include "infer/ring.h"

enum
{
  BEGIN_FILL,
  END_FILL,
  BEGIN_DRAIN,
  END_DRAIN,
  FLUSH
};

/* A longer run (of constant counts) is not made: the rings then count as live.  */
enum
{
  EVENTS = 200000
};

/* NUM: as counted in the branch, whatever its counter does; SLOT: where it is.  */
struct event
{
  int kind, num, slot;
  struct px_stmt *s;
};

struct proc
{
  struct event *e;
  int n, cap, pc;
};

/* Executions so far: in the branch, by ring; since its counter started, by statement; turns of loops.  */
struct counts
{
  int *ring, *stmt, *turn;
};

/* In a run where BIG is W and all others are V.  */
static int
value_of (struct px_count c, const struct px_value *big, int v, int w)
{
  if (!c.of)
    return c.k;
  int n = (c.of == big ? w : v) - c.less;
  return c.k + (n > 0 ? n : 0) * c.times;
}

/* S is an end of a ring between the branches of SPLIT.  */
static bool
is_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  const struct px_ring_sync *rs
    = s->kind == PX_FILL || s->kind == PX_DRAIN ? px_ring_sync_of (f, s->ring) : NULL;
  return rs && !s->ring->with && rs->split == split;
}

static bool
has_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  bool r = is_end (f, split, s);
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst && !r; j++)
      r = has_end (f, split, s->body[i]->st[j]);
  return r;
}

/* Does S run its body I?  Of an IF that is not known, or that some blocks of a cluster take: all.  */
static bool
takes (const struct px_stmt *s, int i, struct counts c, const struct px_value *big, int v, int w)
{
  int k;
  if (s->kind != PX_IF || s->ranked)
    return true;
  if (const struct px_stmt *loop = px_but_last (s, &k))
    return (c.turn[loop->id] + k < value_of (loop->count, big, v, w)) == !i;
  if (s->leaves)
    {
      const struct px_stmt *loop = s->seq->up;
      while (loop && loop->kind != PX_LOOP)
	loop = loop->seq->up;
      return !loop || (c.turn[loop->id] + 1 == value_of (loop->count, big, v, w)) == !i;
    }
  if (s->when.of && (s->when.kind == PX_C_ABOVE || s->when.kind == PX_C_NONZERO))
    return (((s->when.of == big ? w : v) > (s->when.kind == PX_C_ABOVE ? s->when.k : 0))
	    != s->when.opposite)
	   == !i;
  return true;
}

static void
expand (struct px_fn *f, struct px_stmt *split, struct proc *p, struct px_seq *q, struct counts c,
	const struct px_value *big, int v, int w)
{
  for (int i = 0; i < q->nst && p->n < EVENTS; i++)
    {
      struct px_stmt *s = q->st[i];
      int n = s->kind == PX_LOOP ? value_of (s->count, big, v, w) : 1;
      if (!has_end (f, split, s))
	continue;
      struct event e = { s->kind == PX_FILL ? BEGIN_FILL : BEGIN_DRAIN, 0, 0, s };
      bool end = is_end (f, split, s);
      if (end)
	{
	  int slots = s->ring->slots;
	  e.num = px_ring_sync_of (f, s->ring)->from + c.ring[s->ring->id]++;
	  e.slot = ((s->restart && !s->next ? s->num + (s->restart != s) * c.stmt[s->id]++ : e.num)
		      % slots
		    + slots)
		   % slots;
	  PX_PUSH (&f->pool, p->e, p->n, p->cap, e);
	}
      for (int k = 0; s->kind == PX_LOOP && k < f->nstmt; k++)
	if (f->stmt[k]->restart == s)
	  c.stmt[f->stmt[k]->id] = 0;
      for (int k = 0; k < n && p->n < EVENTS; k++)
	for (int j = 0; j < s->nbody; j++)
	  {
	    c.turn[s->id] = k;
	    if (takes (s, j, c, big, v, w))
	      expand (f, split, p, s->body[j], c, big, v, w);
	  }
      if (end)
	{
	  e.kind = s->kind == PX_FILL ? END_FILL : END_DRAIN;
	  PX_PUSH (&f->pool, p->e, p->n, p->cap, e);
	}
      for (int k = 0; s->kind == PX_LOOP && k < s->body[0]->nst; k++)
	{
	  struct px_stmt *t = s->body[0]->st[k];
	  if (t->kind == PX_DRAIN && t->flush && is_end (f, split, t))
	    PX_PUSH (&f->pool, p->e, p->n, p->cap,
		     (event{ FLUSH, px_ring_sync_of (f, t->ring)->from + c.ring[t->ring->id] - 1, 0,
			     t }));
	}
    }
}

static bool
drains (const struct px_ring_sync *rs, const struct px_stmt *split, int b)
{
  for (int i = 0; i < rs->ndrain; i++)
    if (px_ring_branch (split, rs->drain[i]) == b)
      return true;
  return false;
}

/* FILLED: numbers filled up to; GONE[branch]: released up to; HELD[slot]: the number filled there last.  */
static bool
ready (const struct px_fn *f, const struct px_stmt *split, const struct event *e, const int *filled,
       const int *gone, const int *held)
{
  const struct px_ring_sync *rs = px_ring_sync_of (f, e->s->ring);
  int id = rs->ring->id, last = held[e->slot];
  if (e->kind == BEGIN_DRAIN)
    return e->num < filled[id];
  if (e->kind == BEGIN_FILL && rs->empty)
    for (int b = 0; b < split->nbody; b++)
      if (drains (rs, split, b) && last >= gone[id * split->nbody + b] && last >= rs->from)
	return false;
  return true;
}

static bool
live (struct px_fn *f, struct px_stmt *split, const struct px_value *big, int v, int w)
{
  int nb = split->nbody;
  struct proc *p = (struct proc *) px_alloc (&f->pool, nb * sizeof *p);
  int *filled = (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)),
      *gone = (int *) px_alloc (&f->pool, (f->nring * nb + 1) * sizeof (int));
  int **held = (int **) px_alloc (&f->pool, (f->nring + 1) * sizeof *held);
  for (int i = 0; i < f->nrsync; i++)
    {
      const struct px_ring *r = f->rsync[i]->ring;
      filled[r->id] = f->rsync[i]->from;
      held[r->id] = (int *) px_alloc (&f->pool, r->slots * sizeof (int));
      for (int k = 0; k < r->slots; k++)
	held[r->id][k] = f->rsync[i]->from - 1;
      for (int b = 0; b < nb; b++)
	gone[f->rsync[i]->ring->id * nb + b] = f->rsync[i]->from;
    }
  for (int b = 0; b < nb; b++)
    {
      struct counts c = { (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)),
			  (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)),
			  (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)) };
      expand (f, split, &p[b], split->body[b], c, big, v, w);
      if (p[b].n >= EVENTS)
	return true;
    }
  for (bool moved = true; moved;)
    {
      moved = false;
      for (int b = 0; b < nb; b++)
	while (
	  p[b].pc < p[b].n
	  && ready (f, split, &p[b].e[p[b].pc], filled, gone, held[p[b].e[p[b].pc].s->ring->id]))
	  {
	    const struct event *e = &p[b].e[p[b].pc++];
	    int id = e->s->ring->id;
	    if (e->kind == BEGIN_FILL)
	      held[id][e->slot] = e->num;
	    if (e->kind == END_FILL)
	      filled[id] = e->num + 1;
	    if (e->kind == FLUSH)
	      gone[id * nb + b] = e->num + 1;
	    if (e->kind == END_DRAIN)
	      gone[id * nb + b] = e->num + 1 - e->s->late;
	    moved = true;
	  }
    }
  const char *text = "";
  struct px_stmt *at = NULL;
  for (int b = 0; b < nb; b++)
    if (p[b].pc < p[b].n)
      {
	const struct event *e = &p[b].e[p[b].pc];
	text
	  = px_textf (&f->pool, "%s%sbranch %d waits to %s number %d of %s%s", text, at ? ", " : "",
		      b + 1, e->kind == BEGIN_FILL ? "fill" : "drain", e->num, e->s->ring->name,
		      e->s->loc.line ? px_textf (&f->pool, " (line %d)", e->s->loc.line) : "");
	at = e->s;
      }
  if (at)
    px_rings_problem (f, PX_E_LIVE, at->ring, at, NULL, text, NULL);
  return !at;
}

bool
px_rings_live (struct px_fn *f, struct px_stmt *split)
{
  int slots = 2;
  const struct px_value *value[16];
  int n = 0;
  for (int i = 0; i < f->nring; i++)
    slots += f->ring[i]->slots;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      bool old = s->kind != PX_LOOP || !s->count.of || !px_inside (split, s);
      for (int j = 0; j < n && !old; j++)
	old = value[j] == s->count.of;
      if (!old && n < 16)
	value[n++] = s->count.of;
    }
  for (int v = 1; v <= (n ? slots : 1); v++)
    if (!live (f, split, NULL, v, v))
      return false;
  for (int i = 0; i < n; i++)
    if (!live (f, split, value[i], 1, slots) || !live (f, split, value[i], slots, 1))
      return false;
  return true;
}
