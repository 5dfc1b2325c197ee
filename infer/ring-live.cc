/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Liveness of the rings of a split: the branches are processes that block on slots only, so
   one run decides for given values; what is unknown takes several (infer/ring-samples.cc).

   Needs f->rsync.  Leaves a problem if a run ends with branches that wait for each other, or is
   too long.  */
#include "infer/ring.h"
#include <string.h>

enum
{
  BEGIN_FILL,
  END_FILL,
  BEGIN_DRAIN,
  END_DRAIN,
  FLUSH
};

/* A longer run is not made: some milliseconds, and 5 MB for each branch.  */
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

/* KEPT: ends of drains that are released later (px_stmt.hold, flush), whose places are not reached yet.  */
struct proc
{
  struct event *e, *kept;
  int n, cap, pc, nkept, capkept;
};

/* Executions so far: in the branch, by ring, and of all its parts; since its counter started, by
   statement; turns of loops.  */
struct counts
{
  int *ring, *whole, *stmt, *turn;
};

/* The number of RING that a slot holds.  */
struct held
{
  const struct px_ring *ring;
  int num;
};

static int
turns (const struct px_samples *sample, struct px_count c)
{
  int k = px_sample_number (sample, c.k);
  if (!c.of)
    return k;
  int n = px_sample_value (sample, c.of) - px_sample_number (sample, c.less);
  return k + (n > 0 ? n : 0) * c.times;
}

/* How often the body of LOOP is entered, the last time maybe to leave it on the way.  */
static int
entered (const struct px_samples *sample, const struct px_stmt *loop)
{
  return turns (sample, loop->count)
	 + (loop->passed && px_sample_value (sample, loop->passed) ? 1 : 0);
}

/* S is an end of a ring between the branches of SPLIT.  */
static bool
is_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  const struct px_ring_sync *rs
    = s->kind == PX_FILL || s->kind == PX_DRAIN ? px_ring_sync_of (f, s->ring) : NULL;
  return rs && !s->ring->with && rs->split == split;
}

bool
px_has_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  bool r = is_end (f, split, s);
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst && !r; j++)
      r = px_has_end (f, split, s->body[i]->st[j]);
  return r;
}

/* Returns true if S, in SPLIT, runs its body I with counts C and the numbers of SAMPLE.  An IF whose condition
   is not known, or another in each turn of a loop, or which only some blocks of a cluster take, runs both
   bodies: if both in turn do not block for ever, then neither does one of them, as fewer statements wait for
   each other then.  */
static bool
takes (const struct px_stmt *split, const struct px_stmt *s, int i, struct counts c,
       const struct px_samples *sample)
{
  int k;
  if (s->kind != PX_IF || s->ranked)
    return true;
  if (const struct px_stmt *loop = px_but_last (s, &k))
    return (c.turn[loop->id] + k < turns (sample, loop->count)) == !i;
  if (s->leaves)
    {
      const struct px_stmt *loop = s->seq->up;
      while (loop && loop->kind != PX_LOOP)
	loop = loop->seq->up;
      bool last = loop && c.turn[loop->id] + 1 == entered (sample, loop)
		  && (!loop->passed || px_sample_value (sample, loop->passed));
      return !loop || (last && !(s->passed && px_sample_value (sample, s->passed))) == !i;
    }
  if (!px_sampled (split, s))
    return true;
  int v = px_sample_value (sample, s->when.of);
  bool holds = s->when.kind == PX_C_ABOVE     ? v > px_sample_number (sample, s->when.k)
	       : s->when.kind == PX_C_NONZERO ? v > 0
					      : v != 0;
  return (holds != s->when.opposite) == !i;
}

/* P reaches the place before statement I of Q, where drains may be released.  */
static void
let_go (struct px_fn *f, struct proc *p, const struct px_seq *q, int i)
{
  int n = 0;
  for (int k = 0; k < p->nkept; k++)
    {
      struct px_seq *at;
      int place;
      px_release_place (p->kept[k].s, &at, &place);
      if (at == q && place == i)
	PX_PUSH (&f->pool, p->e, p->n, p->cap, p->kept[k]);
      else
	p->kept[n++] = p->kept[k];
    }
  p->nkept = n;
}

static void
expand_events (struct px_fn *f, struct px_stmt *split, struct proc *p, struct px_seq *q,
	       struct counts c, const struct px_samples *sample)
{
  for (int i = 0; i < q->nst && p->n < EVENTS; i++)
    {
      struct px_stmt *s = q->st[i];
      int n = s->kind == PX_LOOP ? entered (sample, s) : 1;
      let_go (f, p, q, i);
      if (!px_has_end (f, split, s))
	continue;
      struct event e = { s->kind == PX_FILL ? BEGIN_FILL : BEGIN_DRAIN, 0, 0, s };
      bool end = is_end (f, split, s);
      if (end)
	{
	  int slots = s->ring->slots;
	  int from = px_ring_sync_of (f, s->ring)->from;
	  e.num = from + c.ring[s->ring->id]++;
	  int all = from + c.whole[px_whole_ring (s->ring)->id]++;
	  e.slot
	    = ((s->restart && !s->next ? s->num + (s->restart != s) * c.stmt[s->id]++ : all) % slots
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
	    if (takes (split, s, j, c, sample))
	      expand_events (f, split, p, s->body[j], c, sample);
	  }
      if (end)
	{
	  e.kind = s->kind == PX_FILL ? END_FILL : END_DRAIN;
	  if (s->hold)
	    PX_PUSH (&f->pool, p->kept, p->nkept, p->capkept, e);
	  else
	    PX_PUSH (&f->pool, p->e, p->n, p->cap, e);
	}
      for (int k = 0; s->kind == PX_LOOP && k < s->body[0]->nst; k++)
	{
	  struct px_stmt *t = s->body[0]->st[k];
	  if (t->kind == PX_DRAIN && t->flush && is_end (f, split, t))
	    PX_PUSH (&f->pool, p->kept, p->nkept, p->capkept,
		     (event{ FLUSH, px_ring_sync_of (f, t->ring)->from + c.ring[t->ring->id] - 1, 0,
			     t }));
	}
    }
  let_go (f, p, q, q->nst);
}

static bool
drains (const struct px_ring_sync *rs, const struct px_stmt *split, int b)
{
  for (int i = 0; i < rs->ndrain; i++)
    if (px_ring_branch (split, rs->drain[i]) == b)
      return true;
  return false;
}

/* FILLED: numbers filled up to; GONE[branch]: released up to; HELD[slot]: what was filled there last.  */
static bool
ready (const struct px_fn *f, const struct px_stmt *split, const struct event *e, const int *filled,
       const int *gone, const struct held *held)
{
  const struct px_ring_sync *rs = px_ring_sync_of (f, e->s->ring);
  if (e->kind == BEGIN_DRAIN)
    return e->num < filled[rs->ring->id];
  struct held last = held[e->slot];
  if (e->kind == BEGIN_FILL && rs->empty && last.ring)
    for (int b = 0; b < split->nbody; b++)
      if (drains (px_ring_sync_of (f, last.ring), split, b)
	  && last.num >= gone[last.ring->id * split->nbody + b])
	return false;
  return true;
}

/* Returns true if each branch of P that drains a ring does so as often as another fills it.  */
static bool
in_step (const struct px_fn *f, const struct px_stmt *split, const struct proc *p)
{
  for (int i = 0; i < f->nrsync; i++)
    {
      int fills = 0;
      for (int pass = 0; pass < 2 && f->rsync[i]->split == split; pass++)
	for (int b = 0; b < split->nbody; b++)
	  {
	    int n = 0;
	    for (int k = 0; k < p[b].n; k++)
	      n += p[b].e[k].s->ring == f->rsync[i]->ring
		   && p[b].e[k].kind == (pass ? BEGIN_DRAIN : BEGIN_FILL);
	    if (!pass)
	      fills += n;
	    else if (drains (f->rsync[i], split, b) && n != fills)
	      return false;
	  }
    }
  return true;
}

/* What all runs use.  */
struct runs
{
  struct proc *p;
  int *filled, *gone;
  struct held **held; /* by ring and slot; RING NULL: nothing */
  struct counts *c;
};

static struct runs
runs_of (struct px_fn *f, const struct px_stmt *split)
{
  int nb = split->nbody;
  struct runs r = { (struct proc *) px_alloc (&f->pool, nb * sizeof *r.p),
		    (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)),
		    (int *) px_alloc (&f->pool, (f->nring * nb + 1) * sizeof (int)),
		    (struct held **) px_alloc (&f->pool, (f->nring + 1) * sizeof (struct held *)),
		    (struct counts *) px_alloc (&f->pool, nb * sizeof (struct counts)) };
  for (int i = 0; i < f->nring; i++)
    r.held[i] = (struct held *) px_alloc (&f->pool, f->ring[i]->slots * sizeof (struct held));
  for (int b = 0; b < nb; b++)
    r.c[b] = { (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)),
	       (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)),
	       (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)),
	       (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)) };
  return r;
}

/* Makes the branches' events; false: too many, or not in step in numbers that were shortened.  */
static bool
events (struct px_fn *f, struct px_stmt *split, struct runs *r, const struct px_samples *sample)
{
  int nb = split->nbody;
  for (int i = 0; i < f->nrsync; i++)
    {
      const struct px_ring *ring = f->rsync[i]->ring;
      r->filled[ring->id] = f->rsync[i]->from;
      for (int k = 0; k < ring->slots; k++)
	r->held[ring->id][k] = { NULL, 0 };
      for (int b = 0; b < nb; b++)
	r->gone[ring->id * nb + b] = f->rsync[i]->from;
    }
  for (int b = 0; b < nb; b++)
    {
      memset (r->c[b].ring, 0, f->nring * sizeof (int));
      memset (r->c[b].whole, 0, f->nring * sizeof (int));
      memset (r->c[b].stmt, 0, f->nstmt * sizeof (int));
      memset (r->c[b].turn, 0, f->nstmt * sizeof (int));
      r->p[b].n = r->p[b].pc = r->p[b].nkept = 0;
      expand_events (f, split, &r->p[b], split->body[b], r->c[b], sample);
      if (r->p[b].n >= EVENTS)
	return false;
    }
  return !sample->brief || in_step (f, split, r->p);
}

/* Returns true if a ring of SPLIT is used equally often by branches whose counts differ in how they are written: then
   only those samples are launches in which it is.  */
static bool
some_level (const struct px_fn *f, const struct px_stmt *split)
{
  for (int i = 0; i < f->nrsync; i++)
    if (f->rsync[i]->split == split && f->rsync[i]->ring->level)
      return true;
  return false;
}

/* Returns true if SPLIT has several rings, which could wait for each other.  */
static bool
several (const struct px_fn *f, const struct px_stmt *split)
{
  int n = 0;
  for (int i = 0; i < f->nrsync; i++)
    n += px_inside (split, f->rsync[i]->fill[0]);
  return n > 1;
}

/* Runs the events; false if they block for ever, which becomes a problem.  */
static bool
live (struct px_fn *f, struct px_stmt *split, struct runs *r)
{
  int nb = split->nbody;
  struct proc *p = r->p;
  for (bool moved = true; moved;)
    {
      moved = false;
      for (int b = 0; b < nb; b++)
	while (p[b].pc < p[b].n
	       && ready (f, split, &p[b].e[p[b].pc], r->filled, r->gone,
			 r->held[px_whole_ring (p[b].e[p[b].pc].s->ring)->id]))
	  {
	    const struct event *e = &p[b].e[p[b].pc++];
	    int id = e->s->ring->id;
	    if (e->kind == BEGIN_FILL)
	      r->held[px_whole_ring (e->s->ring)->id][e->slot] = { e->s->ring, e->num };
	    if (e->kind == END_FILL)
	      r->filled[id] = e->num + 1;
	    if (e->kind == FLUSH)
	      r->gone[id * nb + b] = e->num + 1;
	    if (e->kind == END_DRAIN)
	      r->gone[id * nb + b] = e->num + 1 - e->s->late;
	    moved = true;
	  }
    }
  const char *text = "";
  struct px_stmt *at = NULL;
  for (int b = 0; b < nb; b++)
    if (p[b].pc < p[b].n)
      {
	const struct event *e = &p[b].e[p[b].pc];
	text = px_textf (&f->pool, "%s%sbranch %d waits to %s number %d of %s%s", text,
			 at ? ", " : "", b + 1,
			 e->kind == BEGIN_FILL ? (e->s->ring->nobj ? "fill" : "give")
			 : e->s->ring->nobj    ? "drain"
					       : "take",
			 e->num, e->s->ring->name,
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
  struct runs r = runs_of (f, split);
  bool some = some_level (f, split);
  for (int brief = 0; brief < 2; brief++)
    {
      struct px_samples all = px_samples_of (f, split, brief);
      int i = 0, tried = 0;
      for (; i < all.count; i++)
	{
	  px_sample_take (&all, i);
	  if (!events (f, split, &r, &all))
	    break;
	  if (some && !in_step (f, split, r.p))
	    continue;
	  for (int b = 0; b < split->nbody; b++)
	    if (r.p[b].n)
	      {
		tried++;
		break;
	      }
	  if (!live (f, split, &r))
	    return false;
	}
      if (i == all.count && (!some || !several (f, split) || (tried && all.all)))
	return true;
      for (int k = 0; k < f->nrsync && i == all.count; k++)
	if (f->rsync[k]->split == split && f->rsync[k]->ring->level)
	  {
	    px_rings_problem (
	      f, PX_E_RING, f->rsync[k]->ring, f->rsync[k]->fill[0], NULL,
	      "branches count its turns in different ways, and too many things are not known to "
	      "try whether they wait for each other for ever: write the loops of all alike",
	      NULL);
	    return false;
	  }
    }
  for (int i = 0; i < f->nrsync; i++)
    if (px_inside (split, f->rsync[i]->fill[0]))
      {
	px_rings_problem (
	  f, PX_E_RING, f->rsync[i]->ring, f->rsync[i]->fill[0], NULL,
	  px_textf (&f->pool,
		    "by its constant numbers of turns a branch begins and ends fills and "
		    "drains %d times or more, too often to try whether branches wait for "
		    "each other for ever: make a parameter, 'n' in 'i < n', the limit of "
		    "the loops",
		    EVENTS),
	  NULL);
	break;
      }
  return false;
}
