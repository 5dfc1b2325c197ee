/* SPDX-License-Identifier: MIT */
/* The debugger: where threads stop.  A line of the source begins at the first op of a .loc row.
   The current thread is of the warp that stopped; a step is its next line, while the other warps
   run as the schedule has it.  What the user wants then is the front end's (terminal.c,
   remote.c).  */
#include <stdio.h>
#include <stdlib.h>

#include "emulator/code/decode.h"
#include "emulator/debug/debug.h"
#include "emulator/run/device.h"
#include "base/room.h"

enum
{
  PAUSE_OPS = 1 << 14 /* between two questions whether to pause: some 0.1 ms */
};

/* ---- places ---- */

/* True if O is the first op of a line of F.  */
static bool
begins_line (const px_emu_func *f, const struct op *o)
{
  const struct source *s = source_of (f, o);
  const ptx_loc *before = o == f->ops ? NULL : f->src[o[-1].src].loc;
  return s && s->loc && (!before || before->line != s->loc->line || before->file != s->loc->file);
}

/* Where F starts: after what stores its parameters.  */
static const struct op *
start_of (const px_emu_func *f)
{
  for (const struct op *o = f->ops; o < f->ops + f->n_ops; o++)
    if (begins_line (f, o))
      return o;
  return f->ops;
}

struct here
debug_here (const struct stop *s, struct block *b, unsigned t)
{
  static const char *const waits[]
    = { NULL, "waits for lanes of its warp", "waits at a barrier",
	"waits at the barrier of its cluster", "waits for the other warps of its warpgroup" };
  struct here h = { .w = &b->warps[t / LANES], .lane = t % LANES };
  for (uint32_t k = 0; k < h.w->n_frags && !h.pc; k++)
    if (h.w->frags[k].mask >> h.lane & 1)
      {
	h.frame = h.w->frags[k].frame;
	h.pc = h.w->frags[k].pc;
	h.mask = h.w->frags[k].mask;
	h.waits = waits[h.w->frags[k].state];
      }
  if (!h.pc && h.w == s->w && s->w->mask >> h.lane & 1)
    {
      h.frame = s->w->frame;
      h.pc = s->o;
      h.mask = s->w->mask;
    }
  return h;
}

struct block *
debug_block (const struct debugger *d, const unsigned id[3])
{
  for (struct cluster *k = d->block->worker->resident; k; k = k->next)
    for (uint32_t i = 0; i < k->n_blocks; i++)
      if (!memcmp (k->blocks[i].id, id, sizeof k->blocks[i].id))
	return &k->blocks[i];
  return NULL;
}

/* ---- breakpoints ---- */

bool
debug_add_break (struct debugger *d, const struct stop_at *b)
{
  struct stop_at own = *b;
  own.file = strdup (b->file);
  own.condition = b->condition ? strdup (b->condition) : NULL;
  if (!own.file || (b->condition && !own.condition) || !PX_ROOM (d->at, d->n_at, d->cap_at))
    {
      free (own.file);
      free (own.condition);
      return false;
    }
  d->at[d->n_at++] = own;
  d->n_ops += own.op != 0;
  return true;
}

void
debug_delete_break (struct debugger *d, int number)
{
  size_t n = 0;
  for (size_t i = 0; i < d->n_at; i++)
    if (number && d->at[i].number != number)
      d->at[n++] = d->at[i];
    else
      {
	d->n_ops -= d->at[i].op != 0;
	free (d->at[i].file);
	free (d->at[i].condition);
      }
  d->n_at = n;
}

/* True if W stops at B, where O is; *LANE: for which thread; *ERROR: what is wrong with the
   condition, or NULL.  */
static bool
holds (const struct stop_at *b, struct warp *w, const struct op *o, int *lane, const char **error)
{
  struct here h = { .w = w, .frame = w->frame, .pc = o, .mask = w->mask };
  *error = NULL;
  uint32_t lanes = b->condition ? debug_true (&h, b->condition, error) : w->mask;
  if (lanes)
    *lane = __builtin_ctz (lanes);
  return lanes || *error;
}

/* The breakpoint at O for a thread of W, or NULL; *LANE: for which one; *ERROR as holds has it.  */
static const struct stop_at *
break_at (const struct debugger *d, struct warp *w, const struct op *o, int *lane,
	  const char **error)
{
  const px_emu_func *f = w->frame->func;
  bool begins = d->n_at && begins_line (f, o);
  if (!begins && (!d->n_at || (o != f->ops && !d->n_ops)))
    return NULL;
  const struct source *s = source_of (f, o);
  const char *name = begins ? file_name (f, s->loc->file) : "", *last = strrchr (name, '/');
  for (const struct stop_at *b = d->at; b < d->at + d->n_at; b++)
    {
      bool at = b->op	  ? b->op == (uintptr_t) o
		: b->line ? begins && (int) s->loc->line == b->line
			      && (!*b->file || !strcmp (b->file, name)
				  || (!b->whole && !strcmp (b->file, last ? last + 1 : name)))
			  : !strcmp (f->name, b->file) && o == start_of (f);
      if (at && holds (b, w, o, lane, error))
	return b;
    }
  return NULL;
}

/* ---- continuing ---- */

void
debug_go (struct debugger *d, const struct here *h, enum run run)
{
  const struct source *at = h->pc ? source_of (h->frame->func, h->pc) : NULL;
  d->run = run;
  d->depth = h->frame ? h->frame->depth : 0;
  d->loc = at ? at->loc : NULL;
}

static void
end_kernel (struct warp *w, const struct op *o)
{
  fail (w, o, PX_EMU_CANCELLED, w->mask, 0, 0, "ended by the debugger");
}

void
debug_kill (struct debugger *d, const struct stop *s)
{
  d->run = RUN_DETACHED;
  /* A fault has ended it already; the op that shows a finding is being executed.  */
  if (s->why == WHY_FINDING)
    d->ends = true;
  else if (s->why != WHY_FAULT)
    end_kernel (s->w, s->o);
}

/* True if the current thread stops at O, where its warp is.  */
static bool
arrived (const struct debugger *d, const struct warp *w, const struct op *o)
{
  if (w->block != d->block || w->index != d->thread / LANES || !(w->mask >> d->thread % LANES & 1))
    return false;
  const px_emu_func *f = w->frame->func;
  const struct source *s = source_of (f, o);
  bool row = begins_line (f, o) && (s->loc != d->loc || w->frame->depth != d->depth);
  switch (d->run)
    {
    case RUN_PTX: return s != NULL;
    case RUN_STEP: return row || w->frame->depth < d->depth;
    case RUN_NEXT: return (row && w->frame->depth <= d->depth) || w->frame->depth < d->depth;
    case RUN_FINISH: return w->frame->depth < d->depth;
    default: return false;
    }
}

/* Lane LANE of S's warp is the current thread: asks.  */
static void
stop_here (struct debugger *d, const struct stop *s, int lane)
{
  struct block *block = d->block;
  unsigned thread = d->thread;
  enum run run = d->run;
  d->block = s->w->block;
  d->thread = s->w->index * LANES + lane;
  d->front->stop (d, s);
  if (d->run != RUN_SAME)
    return;
  d->block = block;
  d->thread = thread;
  d->run = run;
}

/* Stops W before O if the user wants that.  */
static void
stop_if_wanted (struct debugger *d, struct warp *w, const struct op *o)
{
  struct stop s = { .w = w, .o = o };
  int lane = __builtin_ctz (w->mask);
  const struct stop_at *b = break_at (d, w, o, &lane, &s.text);
  if (b)
    {
      s.why = WHY_BREAK;
      s.number = b->number;
    }
  else if (d->run == RUN_KERNEL && o == start_of (w->frame->func))
    s.why = WHY_ENTRY;
  else if (arrived (d, w, o))
    {
      s.why = WHY_STEP;
      lane = d->thread % LANES;
    }
  else if (d->front->pause && ++d->asked % PAUSE_OPS == 0 && d->front->pause (d))
    s.why = WHY_PAUSE;
  else
    return;
  stop_here (d, &s, lane);
}

/* Runs W as far as it goes, stopping where the user wants.  */
static int32_t
debug_slice (struct warp *w, int32_t fuel)
{
  struct debugger *d = w->block->launch->emu->debug;
  pthread_mutex_lock (&d->lock);
  d->launch = w->block->launch;
  w->fuel = fuel;
  const struct op *o = resume (w);
  while (o)
    {
      if (d->run != RUN_DETACHED)
	{
	  stop_if_wanted (d, w, o);
	  if (w->state == W_ERROR)
	    break;
	}
      o = o->fn (w, o);
    }
  pthread_mutex_unlock (&d->lock);
  return fuel - w->fuel;
}

/* A fault is a stop, too.  */
static void
debug_failed (struct launch *l, struct warp *w, const struct op *o, uint32_t lanes)
{
  struct debugger *d = l->emu->debug;
  pthread_mutex_lock (&d->lock);
  if (d->run != RUN_DETACHED && !d->no_faults)
    stop_here (d, &(struct stop){ .why = WHY_FAULT, .w = w, .o = o, .text = l->error.text },
	       lanes ? __builtin_ctz (lanes) : 0);
  pthread_mutex_unlock (&d->lock);
}

static const struct observer observer = { .slice = debug_slice, .failed = debug_failed };

/* ---- launches that are checked ---- */

/* In them the sanitizer runs W, and asks the debugger before each op.  */
static bool
debug_before (struct warp *w, const struct op *o)
{
  struct debugger *d = w->block->launch->emu->debug;
  if (d->ends)
    {
      d->ends = false;
      end_kernel (w, o);
      return false;
    }
  if (d->run == RUN_DETACHED)
    return true;
  pthread_mutex_lock (&d->lock);
  d->launch = w->block->launch;
  d->running = w;
  d->next = o;
  stop_if_wanted (d, w, o);
  pthread_mutex_unlock (&d->lock);
  return w->state != W_ERROR;
}

static int32_t
checked_slice (struct warp *w, int32_t fuel)
{
  struct debugger *d = w->block->launch->emu->debug;
  int32_t used = d->under->slice (w, fuel);
  d->running = NULL;
  return used;
}

static void
checked_failed (struct launch *l, struct warp *w, const struct op *o, uint32_t lanes)
{
  struct debugger *d = l->emu->debug;
  if (d->under->failed)
    d->under->failed (l, w, o, lanes);
  debug_failed (l, w, o, lanes);
}

/* What is found when no warp runs, at the end of a barrier's phase, say, stops nothing.  */
static void
debug_found (struct warp *w, uint32_t lane, const char *text)
{
  struct debugger *d = w->block->launch->emu->debug;
  pthread_mutex_lock (&d->lock);
  struct stop s = { .why = WHY_FINDING, .w = d->running, .o = d->next, .text = text };
  if (s.w && s.w->mask && d->run != RUN_DETACHED && !d->no_findings)
    stop_here (d, &s, w == s.w && s.w->mask >> lane & 1 ? (int) lane : __builtin_ctz (s.w->mask));
  pthread_mutex_unlock (&d->lock);
}

static void
debug_begin (struct launch *l)
{
  struct debugger *d = l->emu->debug;
  pthread_mutex_lock (&d->lock);
  l->compiled = false;
  if (!l->observer)
    l->observer = &observer;
  else if (l->observer->slice)
    {
      d->under = l->observer;
      d->both = *d->under;
      d->both.slice = checked_slice;
      d->both.before = debug_before;
      d->both.failed = checked_failed;
      l->observer = &d->both;
    }
  d->launch = l;
  d->block = NULL;
  if (d->run != RUN_DETACHED)
    d->front->begin (d);
  pthread_mutex_unlock (&d->lock);
}

static void
debug_end_device (px_emu *emu)
{
  struct debugger *d = emu->debug;
  d->front->free (d);
  debug_delete_break (d, 0);
  free (d->at);
  pthread_mutex_destroy (&d->lock);
  free (d);
  emu->debug = NULL;
}

/* What is shown keeps its place.  */
static bool
debug_decoded (struct dec *c)
{
  for (size_t i = 0; i < c->n_v; i++)
    c->v[i].pinned = true;
  return true;
}

static bool
placed (struct dec *c)
{
  px_emu_func *f = c->f;
  if (!(f->reg_slot = malloc ((c->ir->nregs + 1) * sizeof *f->reg_slot)))
    return false;
  for (uint32_t r = 0; r < c->ir->nregs; r++)
    f->reg_slot[r] = c->reg[r].vreg == NONE ? NONE : c->v[c->reg[r].vreg].slot;
  struct debugger *d = f->mod->emu->debug;
  if (d->front->code)
    d->front->code (d, f, c->ops, c->n_ops);
  return true;
}

static const struct tool tool = { .decoded = debug_decoded,
				  .placed = placed,
				  .begin = debug_begin,
				  .found = debug_found,
				  .free = debug_end_device };

void
debug_watch (px_emu *emu)
{
  const char *s = getenv ("PXEMU_DEBUG");
  if (!s || !*s || !strcmp (s, "0"))
    return;
  struct debugger *d = calloc (1, sizeof *d);
  if (!d)
    return;
  lock_again (&d->lock);
  d->run = RUN_KERNEL;
  bool listens = !strncmp (s, "listen:", 7), remote = listens || !strncmp (s, "socket:", 7);
  bool terminal = !strcmp (s, "1");
  int fd = listens ? debug_attached (s + 7) : remote ? atoi (s + 7) : -1;
  if (!remote && !terminal)
    fprintf (
      stderr,
      "pxemu: PXEMU_DEBUG=%s is neither 1 nor listen:PATH; the program runs without the debugger\n",
      s);
  if (!(remote ? fd >= 0 && debug_remote (d, fd) : terminal && debug_terminal (d)))
    {
      pthread_mutex_destroy (&d->lock);
      free (d);
      return;
    }
  emu->debug = d;
  emu->alone = true;
  tool_add (emu, &tool);
}
