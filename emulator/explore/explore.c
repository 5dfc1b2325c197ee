/* SPDX-License-Identifier: MIT */
/* Exploring the schedules of a kernel.

   A process is a warp, or an asynchronous operation.  A step of a warp ends behind an
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

#define _GNU_SOURCE
#include "emulator/explore/explore.h"
#include "emulator/run/async.h"
#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"
#include "emulator/run/hash.h"
#include "emulator/run/nested.h"
#include "emulator/run/rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum
{
  LIMIT = 10000,     /* schedules, unless told otherwise */
  MAX_STEPS = 20000, /* of a schedule */
  MAX_PROCS = 4096,
  MAX_WARPS = 256,
  MAX_OPS = 20000000, /* of a step */
  MAX_RESULTS = 4     /* that are told */
};
#define MAX_BYTES ((uint64_t) 64 << 20)

/* ---- steps ---- */

/* From T_CLASS on what commutes with its own number only: integer reductions, by opcode; arrivals
   at mbarriers, at barriers, by phase.  */
enum
{
  T_READ,
  T_WRITE,
  T_CLASS,
  T_ARRIVAL = 1 << 12,
  T_BARRIER = 1 << 16
};

_Static_assert(T_CLASS + N_OPS <= T_ARRIVAL, "opcodes and phases are told apart");

struct touch_range
{
  uint64_t a;
  uint32_t n, kind;
};

/* What a step touches; shared by those who remember it.  */
struct effect
{
  uint32_t refs, n;
  uint64_t lo, hi;
  bool writes, ends_phase; /* of a barrier, an mbarrier */
  struct touch_range t[];
};

struct vector
{
  uint32_t n, cap, *at;
};

struct step
{
  uint32_t proc;
  struct effect *effect;
  struct vector clock; /* of each process, the number of the last step that came
				   before this one, plus one; itself included */
};

struct sleeper
{
  uint32_t proc;
  struct effect *effect;
};

/* A choice.  */
struct node
{
  uint32_t chosen;
  struct vector enabled, backtrack;
  struct sleeper *sleep; /* n_sleep that need not be chosen, then those done */
  uint32_t n_sleep, n_all, cap;
};

struct proc
{
  struct warp *w;     /* of the operation too */
  struct async_op *a; /* an operation under way; NULL */
  bool is_async, known;
  uint32_t number; /* of the operation in its warp */
  uint32_t issued; /* by the warp in this run */
  struct vector clock;
  /* Warps: states since the last thing that others could notice, and what was read
     since.  */
  uint64_t state[64];
  uint32_t n_states;
  struct touch_range *read;
  uint32_t n_read, cap_read;
  bool polls;		 /* waits for a write to one of them */
  uint32_t spun;	 /* lanes that have come round */
  bool waits, wait_read; /* at an instruction that waits for groups */
  uint8_t wait_end;
  int wait_keep;
  uint32_t wait_lanes;
};

/* Told by the instruction that runs, done behind it.  */
struct note
{
  enum
  {
    N_ARRIVE,
    N_JOIN,
    N_PASS,
    N_PHASE
  } kind;
  uint64_t key, from;
  uint32_t proc;
};

struct gate
{
  uint64_t key;
  uint32_t phase;
  struct vector clock;
};

struct copy
{
  uint64_t base, size;
  uint8_t *bytes, *first; /* before; after the first schedule */
};

struct result
{
  uint64_t hash;
  enum px_emu_kind kind;
};

struct explorer
{
  struct launch *l;
  struct worker wk;
  struct proc *procs;
  uint32_t n_procs, n_warps;
  struct gate *gates;
  uint32_t n_gates;
  struct step *steps;
  struct node *nodes;
  uint32_t depth, fresh, n; /* nodes; of these from FRESH on new; steps of this run */
  /* Of the step that runs.  */
  uint32_t proc;
  struct touch_range *t;
  uint8_t *old; /* bytes before, of what is written */
  uint32_t n_t, cap_t, n_old, cap_old, kept;
  struct note *notes;
  uint32_t n_notes, cap_notes;
  struct vector issued, joins;
  bool seen, memory;	  /* others may notice; memory has run out */
  uint64_t ops, step_ops; /* executed in this run; before this step */
  uint64_t changes;	  /* steps of this run that wrote */
  struct copy *copies;
  uint32_t n_copies;
  size_t out_len, n_ranges;
  bool unreduced;
  uint64_t runs, pruned;
  char *first;	      /* the schedule that COPIES have the results of */
  px_emu_error error; /* the first */
  struct result results[1024];
  uint32_t n_results;
};

/* ---- vectors ---- */

static bool
vec_room (struct vector *v, uint32_t n)
{
  if (n <= v->cap)
    return true;
  uint32_t cap = n < 16 ? 16 : n + n / 2;
  uint32_t *p = realloc (v->at, cap * sizeof *p);
  if (!p)
    return false;
  v->at = p;
  v->cap = cap;
  return true;
}

static bool
vec_add (struct explorer *x, struct vector *v, uint32_t value)
{
  if (!vec_room (v, v->n + 1))
    return x->memory = true, false;
  v->at[v->n++] = value;
  return true;
}

static bool
vec_has (const struct vector *v, uint32_t value)
{
  for (uint32_t i = 0; i < v->n; i++)
    if (v->at[i] == value)
      return true;
  return false;
}

/* Clocks: missing entries are zero.  */
static uint32_t
clock_at (const struct vector *v, uint32_t proc)
{
  return proc < v->n ? v->at[proc] : 0;
}

static void
clock_join (struct explorer *x, struct vector *to, const struct vector *from)
{
  if (from->n > to->n)
    {
      if (!vec_room (to, from->n))
	{
	  x->memory = true;
	  return;
	}
      memset (to->at + to->n, 0, (from->n - to->n) * sizeof *to->at);
      to->n = from->n;
    }
  for (uint32_t i = 0; i < from->n; i++)
    if (from->at[i] > to->at[i])
      to->at[i] = from->at[i];
}

static void
clock_set (struct explorer *x, struct vector *v, uint32_t proc, uint32_t value)
{
  while (v->n <= proc)
    if (!vec_add (x, v, 0))
      return;
  v->at[proc] = value;
}

/* Did step I come before what CLOCK belongs to?  */
static bool
before (const struct explorer *x, uint32_t i, const struct vector *clock)
{
  return clock_at (clock, x->steps[i].proc) > i;
}

/* ---- effects ---- */

static bool
overlap (const struct touch_range *a, const struct touch_range *b)
{
  return a->a < b->a + b->n && b->a < a->a + a->n;
}

/* Do a step with effect E and a later one with F not commute?  If they are both to come,
   CHOICE, an arrival that ends a phase sends the others to the next one.  */
static bool
conflict (const struct effect *e, const struct effect *f, bool choice)
{
  bool apart = choice && (e->ends_phase || f->ends_phase);
  if (!(e->writes || f->writes) || e->lo >= f->hi || f->lo >= e->hi)
    return false;
  for (uint32_t i = 0; i < e->n; i++)
    for (uint32_t j = 0; j < f->n; j++)
      {
	const struct touch_range *a = &e->t[i], *b = &f->t[j];
	if (overlap (a, b) && (a->kind != T_READ || b->kind != T_READ)
	    && (a->kind < T_CLASS || a->kind != b->kind || apart))
	  return true;
      }
  return false;
}

static void
effect_drop (struct effect *e)
{
  if (e && !--e->refs)
    free (e);
}

static int
by_address (const void *p, const void *q)
{
  const struct touch_range *a = p, *b = q;
  return a->a != b->a	      ? (a->a < b->a ? -1 : 1)
	 : a->kind != b->kind ? (a->kind < b->kind ? -1 : 1)
			      : 0;
}

/* The effect of what was told since the step began; NULL without memory.  */
static struct effect *
effect_new (struct explorer *x)
{
  uint32_t n = 0, old = 0;
  bool ends_phase = false;
  for (uint32_t i = 0; i < x->n_notes; i++)
    ends_phase |= x->notes[i].kind == N_PHASE;
  for (uint32_t i = 0; i < x->n_t; i++)
    if (x->t[i].kind == T_WRITE || x->t[i].kind >= T_CLASS)
      {
	/* Arrivals at barriers are no memory.  */
	if (x->t[i].n && x->t[i].kind < T_BARRIER)
	  {
	    if (!memcmp (x->old + old, (void *) x->t[i].a, x->t[i].n))
	      x->t[i].kind = T_READ;
	    else if (x->t[i].kind >= T_ARRIVAL)
	      ends_phase |= (x->old[old + 7] ^ *(uint8_t *) (x->t[i].a + 7)) & 0x80;
	    old += x->t[i].n;
	  }
      }
  if (x->n_t)
    qsort (x->t, x->n_t, sizeof *x->t, by_address);
  for (uint32_t i = 0; i < x->n_t; i++)
    {
      struct touch_range *t = &x->t[i], *b = n ? &x->t[n - 1] : NULL;
      if (!t->n)
	continue;
      if (b && b->kind == t->kind && t->a <= b->a + b->n)
	{
	  uint64_t end = t->a + t->n > b->a + b->n ? t->a + t->n : b->a + b->n;
	  b->n = end - b->a;
	}
      else
	x->t[n++] = *t;
    }
  x->n_t = n;
  struct effect *e = malloc (sizeof *e + n * sizeof *e->t);
  if (!e)
    {
      x->memory = true;
      return NULL;
    }
  *e = (struct effect){ .refs = 1, .n = n, .ends_phase = ends_phase, .lo = UINT64_MAX };
  for (uint32_t i = 0; i < n; i++)
    {
      e->t[i] = x->t[i];
      e->writes |= x->t[i].kind != T_READ;
      if (x->t[i].a < e->lo)
	e->lo = x->t[i].a;
      if (x->t[i].a + x->t[i].n > e->hi)
	e->hi = x->t[i].a + x->t[i].n;
    }
  return e;
}

static void
add_touch (struct explorer *x, uint64_t a, uint32_t n, uint32_t kind, bool keep_old)
{
  if (x->n_t == x->cap_t)
    {
      uint32_t cap = x->cap_t ? 2 * x->cap_t : 256;
      struct touch_range *t = realloc (x->t, cap * sizeof *t);
      if (!t)
	{
	  x->memory = true;
	  return;
	}
      x->t = t;
      x->cap_t = cap;
    }
  if (keep_old)
    {
      if (x->n_old + n > x->cap_old)
	{
	  uint32_t cap = 2 * (x->cap_old + n);
	  uint8_t *old = realloc (x->old, cap);
	  if (!old)
	    {
	      x->memory = true;
	      return;
	    }
	  x->old = old;
	  x->cap_old = cap;
	}
      memcpy (x->old + x->n_old, (void *) a, n);
      x->n_old += n;
    }
  x->t[x->n_t++] = (struct touch_range){ .a = a, .n = n, .kind = kind };
  x->seen = true;
}

/* ---- what the engine tells ---- */

/* W accesses SIZE bytes at host address A, now.  */
static void
touch (struct warp *w, const struct op *o, uint64_t a, uint32_t size, enum access access)
{
  struct explorer *x = w->block->launch->explorer;
  uint32_t kind = access == ACC_LOAD ? T_READ : T_WRITE;
  if (access == ACC_ATOMIC && o->flags & NO_RESULT && row_of (o)->commutes)
    kind = T_CLASS + o->code;
  add_touch (x, a, size, kind, kind != T_READ);
}

/* The atomic access of W at A that was reported last is an arrival at an mbarrier.  */
static void
mbar_arrive (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t bytes)
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
  if (x->n_notes == x->cap_notes)
    {
      uint32_t cap = x->cap_notes ? 2 * x->cap_notes : 64;
      struct note *n = realloc (x->notes, cap * sizeof *n);
      if (!n)
	{
	  x->memory = true;
	  return;
	}
      x->notes = n;
      x->cap_notes = cap;
    }
  x->notes[x->n_notes++]
    = (struct note){ .kind = kind, .key = (uintptr_t) key, .from = (uintptr_t) from, .proc = proc };
}

static struct gate *
gate_at (struct explorer *x, uint64_t key)
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

static uint32_t
proc_of (const struct warp *w)
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
  struct gate *g = gate_at (x, (uintptr_t) barrier);
  if (g)
    add_touch (x, (uintptr_t) barrier, 1, T_BARRIER + g->phase, false);
}

/* W, which may be another than the one that runs, passes.  */
static void
pass_at (struct warp *w, const void *barrier)
{
  add_note (w->block->launch->explorer, N_PASS, barrier, NULL, proc_of (w));
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
arrive (struct warp *w, const struct op *o, uint32_t id, uint32_t count)
{
  (void) o, (void) count;
  arrive_at (w, barrier_of (w->block, id), true);
}

/* Who passes a barrier of all threads comes after those who have exited, too.  */
static void
release (struct block *b, uint32_t id)
{
  if (!b->bar[id].expected)
    add_note (b->launch->explorer, N_JOIN, barrier_of (b, id), b, 0);
}

static void
pass (struct warp *w, uint32_t id, uint32_t mask)
{
  (void) mask;
  pass_at (w, barrier_of (w->block, id));
}

static void
phase (struct block *b, uint32_t id)
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
  uint32_t p = proc_of (a->w), q = proc_named (x, p, x->procs[p].issued++);
  a->explored = q;
  if (q == UINT32_MAX)
    return;
  x->procs[q].a = a->step < ASYNC_COMPLETE ? a : NULL;
  vec_add (x, &x->issued, q);
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
split (const struct async_op *a, struct async_op *b)
{
  struct explorer *x = b->w->block->launch->explorer;
  start_async (x, b);
  if (a->explored < x->n_procs && b->explored < x->n_procs)
    clock_join (x, &x->procs[b->explored].clock, &x->procs[a->explored].clock);
}

/* Has what lanes LANES of W wait for happened?  */
static bool
waited (const struct warp *w, uint32_t lanes, enum async_end end, int keep, bool read)
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
  struct proc *p = &x->procs[proc_of (w)];
  if (waited (w, w->mask, end, keep, read))
    {
      for (const struct async_op *a = w->async.first; a; a = a->next)
	if (async_waited (a, w->mask, end, keep))
	  vec_add (x, &x->joins, a->explored);
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
polls (const struct warp *w, char *text, size_t size)
{
  const struct explorer *x = w->block->launch->explorer;
  const struct proc *p = &x->procs[proc_of (w)];
  *text = '\0';
  if (p->waits)
    snprintf (text, size, ", waits for asynchronous operations");
  else if (p->polls && p->n_read)
    {
      char name[160];
      name_address ((struct warp *) w, p->read[p->n_read - 1].a, name, sizeof name);
      snprintf (text, size, ", waits for a change of %s", name);
    }
  return NULL;
}

/* ---- who polls ---- */

/* The step of warp P with effect E is over: does P only poll?  */
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
      if (p->n_read == p->cap_read)
	{
	  uint32_t cap = p->cap_read ? 2 * p->cap_read : 16;
	  struct touch_range *t = realloc (p->read, cap * sizeof *t);
	  if (!t)
	    {
	      x->memory = true;
	      return;
	    }
	  p->read = t;
	  p->cap_read = cap;
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

/* The step of process FROM with effect E lets those go on who poll what it writes.  */
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
	  hit = overlap (&e->t[i], &p->read[j]);
      if (!hit)
	continue;
      if (p->polls)
	clock_join (x, &p->clock, clock);
      p->polls = false;
      p->n_states = p->n_read = p->spun = 0;
    }
}

/* ---- one step ---- */

static bool
enabled (const struct explorer *x, uint32_t i)
{
  const struct proc *p = &x->procs[i];
  if (!p->is_async)
    return p->w->state == W_READY && !p->polls
	   && (!p->waits || waited (p->w, p->wait_lanes, p->wait_end, p->wait_keep, p->wait_read));
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
flight_touch (const struct async_op *a, uint32_t lane, uint64_t addr, uint32_t bytes, bool write)
{
  (void) lane;
  if (bytes)
    add_touch (a->w->block->launch->explorer, addr, bytes, write ? T_WRITE : T_READ, write);
}

static void
flight_chunks (const struct async_op *a, uint64_t base, uint64_t chunks)
{
  for (; chunks; chunks &= chunks - 1)
    add_touch (a->w->block->launch->explorer, base + 16 * (uint64_t) __builtin_ctzll (chunks), 16,
	       T_READ, false);
}

static const struct observer observer = { .steers = true,
					  .polls = polls,
					  .clock = clock_of,
					  .exit = leave_barriers,
					  .access = touch,
					  .arrive = arrive,
					  .release = release,
					  .pass = pass,
					  .phase = phase,
					  .cluster_arrive = cluster_arrive,
					  .cluster_phase = cluster_phase,
					  .cluster_pass = cluster_pass,
					  .mbar_arrive = mbar_arrive,
					  .issue = issue,
					  .split = split,
					  .gone = gone,
					  .wait = wait_for,
					  .flight_touch = flight_touch,
					  .flight_chunks = flight_chunks };

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
      add_touch (x, (uintptr_t) a->arrive[i], 8, T_WRITE, true);
  if (last && a->end == END_MBARRIER)
    add_touch (x, (uintptr_t) a->bar, 8, T_WRITE, true);
  if (a->kind == AS_ARRIVE)
    for (struct async_op *b = a->w->async.first; b && b != a; b = b->next)
      if (b->kind == AS_COPY && b->lanes & a->lanes)
	vec_add (x, &x->joins, b->explored);
  /* What the others touch has been said.  */
  x->l->flights = a->kind == AS_COPY || a->kind == AS_BULK || a->kind == AS_REMOTE;
  async_advance (a);
  x->l->flights = true;
  if (last)
    p->a = NULL;
}

static bool
time_is_up (const struct launch *l)
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
	      || (x->ops % (1 << 20) == 0 && time_is_up (x->l)))
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
{
  GOES_ON,
  ENDS,
  TOO_LONG
};

static void reverse (struct explorer *x, uint32_t i, uint32_t n, const struct vector *clock);

/* The next step is that of P.  */
static enum outcome
take_step (struct explorer *x, uint32_t p)
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
  effect_drop (s->effect);
  s->proc = p;
  s->effect = effect_new (x);
  if (!s->effect)
    return TOO_LONG;

  struct vector clock = s->clock;
  clock.n = 0;
  clock_join (x, &clock, &q->clock);
  for (uint32_t i = 0; i < x->joins.n; i++)
    if (x->joins.at[i] < x->n_procs)
      clock_join (x, &clock, &x->procs[x->joins.at[i]].clock);
  struct vector races = { 0, 0, NULL };
  for (uint32_t i = x->n; i-- > 0;)
    {
      const struct step *e = &x->steps[i];
      if (e->proc == p || before (x, i, &clock) || !conflict (e->effect, s->effect, false))
	continue;
      if (x->n + 1 >= x->fresh)
	vec_add (x, &races, i);
      clock_join (x, &clock, &e->clock);
    }
  clock_set (x, &clock, p, x->n + 1);
  s->clock = clock;
  q->clock.n = 0;
  clock_join (x, &q->clock, &clock);
  if (!x->unreduced)
    for (uint32_t i = 0; i < races.n; i++)
      reverse (x, races.at[i], x->n, &s->clock);
  free (races.at);

  for (uint32_t i = 0; i < x->issued.n; i++)
    clock_join (x, &x->procs[x->issued.at[i]].clock, &clock);
  bool noticed = x->issued.n > 0;
  for (uint32_t i = 0; i < x->n_notes; i++)
    {
      const struct note *n = &x->notes[i];
      gate_at (x, n->from);
      struct gate *g = gate_at (x, n->key);
      if (!g)
	return TOO_LONG;
      switch (n->kind)
	{
	case N_ARRIVE:
	  clock_join (x, &g->clock, &clock);
	  noticed = true;
	  break;
	case N_JOIN: clock_join (x, &g->clock, &gate_at (x, n->from)->clock); break;
	case N_PASS:
	  clock_join (x, &x->procs[n->proc].clock, &g->clock);
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
  if (k->n_all == k->cap)
    {
      uint32_t cap = k->cap ? 2 * k->cap : 8;
      struct sleeper *s = realloc (k->sleep, cap * sizeof *s);
      if (!s)
	{
	  x->memory = true;
	  return;
	}
      k->sleep = s;
      k->cap = cap;
    }
  e->refs++;
  k->sleep[k->n_all++] = (struct sleeper){ proc, e };
}

static void
node_clear (struct node *k)
{
  for (uint32_t i = 0; i < k->n_all; i++)
    effect_drop (k->sleep[i].effect);
  k->n_sleep = k->n_all = 0;
  k->enabled.n = k->backtrack.n = 0;
}

/* Steps I and N, the latter with clock CLOCK, do not commute and nothing orders them: sees to
   it that N comes first in another schedule.  */
static void
reverse (struct explorer *x, uint32_t i, uint32_t n, const struct vector *clock)
{
  struct node *k = &x->nodes[i];
  uint32_t pick = UINT32_MAX;
  /* Processes whose first step that need not follow I could come first.  */
  for (uint32_t j = i + 1; j <= n; j++)
    {
      const struct vector *c = j == n ? clock : &x->steps[j].clock;
      uint32_t p = x->steps[j].proc;
      bool initial = true;
      if (j < n && before (x, i, c))
	continue;
      for (uint32_t m = i + 1; m < j && initial; m++)
	if (!before (x, i, &x->steps[m].clock) && before (x, m, c))
	  initial = false;
      if (!initial)
	continue;
      if (vec_has (&k->backtrack, p) || asleep (k, p, true))
	return;
      if (pick == UINT32_MAX && vec_has (&k->enabled, p))
	pick = p;
    }
  if (pick != UINT32_MAX)
    vec_add (x, &k->backtrack, pick);
  else
    for (uint32_t j = 0; j < k->enabled.n; j++)
      if (!vec_has (&k->backtrack, k->enabled.at[j]))
	vec_add (x, &k->backtrack, k->enabled.at[j]);
}

/* Does process A come before B where nothing else is asked for?  */
static bool
precedes (const struct explorer *x, uint32_t a, uint32_t b)
{
  const struct proc *p = &x->procs[a], *q = &x->procs[b];
  if (p->is_async != q->is_async)
    return q->is_async;
  if (!p->is_async || p->w != q->w)
    return proc_of (p->w) < proc_of (q->w);
  return p->number < q->number;
}

/* The choice where nothing else is asked for: LAST again, else the first warp, else
   the first operation that waits.  K, if not NULL, lets some sleep.  */
static uint32_t
usual (const struct explorer *x, const struct vector *able, uint32_t last, const struct node *k)
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

static void
list_enabled (struct explorer *x, struct vector *v)
{
  v->n = 0;
  for (uint32_t i = 0; i < x->n_procs; i++)
    if (enabled (x, i))
      vec_add (x, v, i);
}

/* Memory and blocks as they were at the beginning.  */
static void
begin_run (struct explorer *x)
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

static bool
all_done (const struct explorer *x)
{
  for (uint32_t i = 0; i < x->n_warps; i++)
    if (x->procs[i].w->state != W_DONE)
      return false;
  return true;
}

/* ---- schedules in words ---- */

/* The steps of this run, N of them, as a value of PXEMU_SCHEDULE: malloced.  What the usual choice
   would do at the end is left out.  */
static char *
trace_text (struct explorer *x)
{
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream (&text, &len);
  uint32_t n = x->n, last = UINT32_MAX;
  if (!to)
    return NULL;
  while (n
	 && usual (x, &x->nodes[n - 1].enabled, n > 1 ? x->steps[n - 2].proc : UINT32_MAX, NULL)
	      == x->steps[n - 1].proc)
    n--;
  fprintf (to, "trace:%llu:", (unsigned long long) x->l->grid_id);
  for (uint32_t i = 0, j; i < n; i = j)
    {
      last = x->steps[i].proc;
      for (j = i; j < n && x->steps[j].proc == last; j++)
	;
      const struct proc *p = &x->procs[last];
      fprintf (to, "%s%u", i ? "," : "", proc_of (p->w));
      if (p->is_async)
	fprintf (to, ".%u", p->number);
      if (j - i > 1)
	fprintf (to, "*%u", j - i);
    }
  fclose (to);
  return text;
}

/* ---- results ---- */

static const char *
object_at (struct explorer *x, uint64_t addr, char *text, size_t size)
{
  name_address (x->procs[0].w, addr, text, size);
  return text;
}

/* Where this run has left other bytes than the first one: text.  */
static void
difference (struct explorer *x, char *text, size_t size)
{
  for (uint32_t i = 0; i < x->n_copies; i++)
    {
      const struct copy *c = &x->copies[i];
      const uint8_t *now = (const uint8_t *) c->base;
      if (!memcmp (now, c->first, c->size))
	continue;
      uint64_t k = 0;
      char name[200];
      while (now[k] == c->first[k])
	k++;
      uint64_t from = k & ~(uint64_t) 3, n = c->size - from < 8 ? c->size - from : 8;
      int at = snprintf (text, size, "%s: ", object_at (x, c->base + k, name, sizeof name));
      for (int j = 0; j < 2; j++)
	{
	  for (uint64_t b = 0; b < n; b++)
	    at += snprintf (text + at, size - at, "%s%02x", b ? " " : "",
			    j ? now[from + b] : c->first[from + b]);
	  at += snprintf (text + at, size - at, j ? " in this order" : " in the other, ");
	}
      return;
    }
  snprintf (text, size, "memory");
}

/* This run has ended: is its result a new one?  */
static void
take_result (struct explorer *x)
{
  struct launch *l = x->l;
  struct result r = { .kind = l->error.kind };
  for (uint32_t i = 0; r.kind == PX_EMU_OK && i < x->n_copies; i++)
    r.hash = hash_bytes (r.hash, (const uint8_t *) x->copies[i].base, x->copies[i].size);
  if (r.kind != PX_EMU_OK)
    r.hash = ((uint64_t) l->error.ptx_line << 32) + r.kind;
  x->runs++;
  for (uint32_t i = 0; i < x->n_results; i++)
    if (x->results[i].hash == r.hash && x->results[i].kind == r.kind)
      return;
  uint32_t same = 0; /* results of this sort so far */
  for (uint32_t i = 0; i < x->n_results; i++)
    same += (x->results[i].kind == PX_EMU_OK) == (r.kind == PX_EMU_OK);
  if (x->n_results < sizeof x->results / sizeof *x->results)
    x->results[x->n_results++] = r;
  if (r.kind == PX_EMU_OK && !same)
    {
      for (uint32_t i = 0; i < x->n_copies; i++)
	memcpy (x->copies[i].first, (void *) x->copies[i].base, x->copies[i].size);
      x->first = trace_text (x);
      return;
    }
  if (r.kind != PX_EMU_OK && !same)
    x->error = l->error;
  if (same >= MAX_RESULTS)
    return;
  char what[1200], where[300];
  char *trace = trace_text (x);
  if (r.kind == PX_EMU_OK)
    {
      difference (x, where, sizeof where);
      snprintf (what, sizeof what,
		"kernel %.100s: the result depends on the order of the threads\n  %s\n"
		"  the other order: PXEMU_SCHEDULE=%.400s",
		l->func->name, where, x->first ? x->first : "");
    }
  else
    snprintf (what, sizeof what, "in one order of the threads: %.1000s", l->error.text);
  report_schedule (r.kind == PX_EMU_OK ? REP_RACE : REP_SYNC, what, trace ? trace : "");
  free (trace);
}

/* ---- exploring ---- */

/* One schedule: the choices in NODES, then new ones.  */
static bool
run_once (struct explorer *x, bool *pruned)
{
  begin_run (x);
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
	  list_enabled (x, &k->enabled);
	  if (!k->enabled.n)
	    break;
	  if (x->n && !x->unreduced)
	    {
	      const struct node *b = k - 1;
	      const struct step *s = &x->steps[x->n - 1];
	      for (uint32_t i = 0; i < b->n_all; i++)
		if (b->sleep[i].proc != s->proc && !conflict (b->sleep[i].effect, s->effect, true))
		  add_sleeper (x, k, b->sleep[i].proc, b->sleep[i].effect);
	      k->n_sleep = k->n_all;
	    }
	  k->chosen = usual (x, &k->enabled, last, k);
	  if (k->chosen == UINT32_MAX)
	    {
	      node_clear (k);
	      *pruned = true;
	      break;
	    }
	  if (x->unreduced)
	    for (uint32_t i = 0; i < k->enabled.n; i++)
	      vec_add (x, &k->backtrack, k->enabled.at[i]);
	  else
	    vec_add (x, &k->backtrack, k->chosen);
	  x->depth = x->n + 1;
	}
      last = k->chosen;
      enum outcome out = take_step (x, last);
      if (out == TOO_LONG)
	return false;
      if (out == ENDS)
	return true;
    }
  if (!*pruned && !all_done (x))
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

static void
free_explorer (struct explorer *x)
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
      effect_drop (x->steps[i].effect);
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

/* False: not explored, *WHY is why.  */
static bool
set_up (struct explorer *x, struct launch *l, const char **why)
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
  l->observer = &observer;
  l->flights = true;
  if (!x->procs || !x->steps || !x->nodes || !x->wk.hits || !launch_make (&x->wk))
    return false;
  x->n_procs = x->n_warps;
  for (struct cluster *k = x->wk.resident; k; k = k->next)
    for (uint32_t i = 0; i < k->n_blocks; i++)
      for (uint32_t j = 0; j < l->n_warps; j++)
	{
	  struct warp *w = &k->blocks[i].warps[j];
	  x->procs[proc_of (w)].w = w;
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
  if (!set_up (&x, l, &why) || (why = "it can reach too much memory", !take_copies (&x)))
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
	take_result (&x);
      if (l->emu->n_ranges != x.n_ranges)
	bound = "it allocates memory";
      if (!bound && !next_choice (&x))
	break;
      if (!bound && x.runs >= limit)
	bound = "the limit is reached";
      if (!bound && time_is_up (l))
	bound = "the time limit is reached";
    }
  if (x.runs + x.pruned)
    begin_run (&x);
  px_emu_explored *e = &l->emu->explored;
  *e = (px_emu_explored){ .schedules = x.runs, .complete = !bound, .results = x.n_results };
  for (uint32_t i = 0; i < x.n_results; i++)
    if (x.results[i].kind == PX_EMU_OK)
      e->digest += mix (1, x.results[i].hash);
    else
      e->errors++;
  report_explored (l->func->name, x.runs, x.n_results, bound);
  free_explorer (&x);
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

/* ---- one schedule ---- */

/* The next process that the text at *S names, *COUNT steps of it; false: bad text or no
   such process.  */
static bool
parse_step (struct explorer *x, const char **s, uint32_t *proc, uint32_t *count)
{
  char *end;
  if (!isdigit ((unsigned char) **s))
    return false;
  unsigned long p = strtoul (*s, &end, 10), number = 0, n = 1;
  bool is_async = *end == '.';
  if (is_async)
    number = strtoul (end + 1, &end, 10);
  if (*end == '*')
    n = strtoul (end + 1, &end, 10);
  if (*end && *end != ',')
    return false;
  *s = end + (*end == ',');
  *count = n;
  if (p >= x->n_warps)
    return false;
  *proc = p;
  if (!is_async)
    return true;
  for (uint32_t i = x->n_warps; i < x->n_procs; i++)
    if (x->procs[i].w == x->procs[p].w && x->procs[i].number == number)
      return *proc = i, true;
  return false;
}

/* Runs L in the order that its description names.  */
static void
run_trace (struct launch *l)
{
  struct explorer x;
  const char *why, *s = l->desc->trace;
  uint32_t last = UINT32_MAX, count = 0;
  struct vector able = { 0, 0, NULL };
  bool fits = true;
  if (!set_up (&x, l, &why))
    {
      err_set (&l->error, PX_EMU_INVALID, "kernel %s does not run step by step: %s", l->func->name,
	       why);
      free_explorer (&x);
      return;
    }
  begin_run (&x);
  x.unreduced = true;
  while (fits && !x.memory)
    {
      list_enabled (&x, &able);
      if (!able.n)
	break;
      if (!count && *s)
	fits = parse_step (&x, &s, &last, &count) && count;
      if (!fits)
	break;
      if (count ? !vec_has (&able, last) : (last = usual (&x, &able, last, NULL), false))
	{
	  fits = false;
	  break;
	}
      count -= count > 0;
      x.fresh = UINT32_MAX;
      if (x.n >= MAX_STEPS)
	x.n = 0;
      enum outcome out = take_step (&x, last);
      if (out != GOES_ON || time_is_up (l))
	break;
    }
  if (!fits)
    err_set (&l->error, PX_EMU_INVALID, "the schedule does not fit kernel %s, at step %u",
	     l->func->name, x.n + 1);
  else if (!able.n && !all_done (&x))
    launch_deadlock (l, x.wk.resident, true);
  else if (l->error.kind == PX_EMU_OK && !all_done (&x))
    err_set (&l->error, PX_EMU_TIMEOUT, "kernel %s: time limit reached", l->func->name);
  free (able.at);
  free_explorer (&x);
}

/* ---- the tool ---- */

static void
begin (struct launch *l)
{
  const px_emu_launch *d = l->desc;
  if (d->schedule == PX_EMU_EXPLORE && !l->emu->debug)
    explore (l);
  if (d->schedule == PX_EMU_TRACE && d->trace_launch == l->grid_id)
    {
      l->instead = run_trace;
      l->compiled = false;
    }
}

static const struct tool tool = { .begin = begin };

void
explore_watch (px_emu *emu)
{
  tool_add (emu, &tool);
}
