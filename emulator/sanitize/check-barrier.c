/* SPDX-License-Identifier: MIT */
/* The sanitizer: barriers of the block that not all threads come to.

   Threads that have exited are not waited for, so a guard that returns early is right.  One that
   skips a barrier and continues after it is not, though the barrier passes when its threads exit:
   the sanitizer knows it by the last access, or barrier, of each thread that has exited.  No
   thread comes to that before the barrier, or all ways from it to the exit lead through the
   barrier or through code after it.  */

#include "emulator/run/rows.h"
#include "emulator/sanitize/check.h"
#include "emulator/sanitize/notes.h"

#include <stdio.h>
#include <stdlib.h>

/* What F's ops are to barrier B.  BEFORE: a thread may come from it to B.  AFTER: it comes only
   after B, is reachable from it and never before it.  LEAVES: from it a thread may come to its exit
   without B, and without an op that is AFTER, except those of the exit itself; from B: from what
   comes next.  */
enum
{
  BEFORE = 1,
  AFTER = 2,
  LEAVES = 4
};

struct behind
{
  struct behind *next;
  const struct op *b;
  uint8_t op[];
};

/* Calls FN with each op that may come after op I of F.  */
static void
each_next (const px_emu_func *f, uint32_t i, void (*fn) (void *data, uint32_t next), void *data)
{
  const struct op *o = &f->ops[i];
  enum jump jump = row_of (o)->jump;
  if (jump == JUMP_EXIT)
    return;
  if (jump == JUMP_TABLE)
    {
      for (uint32_t k = 0; k < o->table->n; k++)
	fn (data, o->table->target[k]);
      return;
    }
  if (jump == JUMP_ALWAYS || jump == JUMP_IF)
    fn (data, o->to - f->ops);
  if (jump != JUMP_ALWAYS && i + 1 < f->n_ops)
    fn (data, i + 1);
}

/* Ops that can be reached, or from which op B or those of IN can.  NONE for B: only the latter.  */
struct walk
{
  bool *in;
  uint32_t *todo, n;
  uint32_t b;
  bool reaches;
};
#define NONE UINT32_MAX

static void
go_on (void *data, uint32_t next)
{
  struct walk *w = data;
  if (!w->in[next])
    {
      w->in[next] = true;
      w->todo[w->n++] = next;
    }
}

static void
ask (void *data, uint32_t next)
{
  struct walk *w = data;
  w->reaches |= next == w->b || w->in[next];
}

/* Adds to W->in each of F's ops that MAY names, from which W->b or one of W->in is next.  */
static void
add_before (const px_emu_func *f, struct walk *w,
	    bool (*may) (const px_emu_func *, const struct behind *, uint32_t),
	    const struct behind *h)
{
  for (bool more = true; more;)
    {
      more = false;
      for (uint32_t i = f->n_ops; i--;)
	if (!w->in[i] && may (f, h, i))
	  {
	    w->reaches = false;
	    each_next (f, i, ask, w);
	    w->in[i] = w->reaches;
	    more |= w->reaches;
	  }
    }
}

static bool
any (const px_emu_func *f, const struct behind *h, uint32_t i)
{
  (void) f, (void) h, (void) i;
  return true;
}

/* Op I has no effect: the next one follows.  */
static bool
idle (const px_emu_func *f, const struct behind *h, uint32_t i)
{
  (void) h;
  return row_of (&f->ops[i])->nothing || row_of (&f->ops[i])->jump == JUMP_ALWAYS;
}

static bool
beside (const px_emu_func *f, const struct behind *h, uint32_t i)
{
  return &f->ops[i] != h->b && !(h->op[i] & AFTER);
}

static struct behind *
behind_of (struct check_launch *k, const px_emu_func *f, const struct op *b)
{
  struct behind *h;
  for (h = k->behind; h; h = h->next)
    if (h->b == b)
      return h;
  h = calloc (1, sizeof *h + f->n_ops);
  struct walk w
    = { .in = calloc (f->n_ops, 1), .todo = malloc (f->n_ops * sizeof *w.todo), .b = b - f->ops };
  if (!h || !w.in || !w.todo)
    {
      free (h);
      h = NULL;
      goto out;
    }
  h->b = b;
  h->next = k->behind;
  k->behind = h;
  each_next (f, w.b, go_on, &w);
  while (w.n)
    each_next (f, w.todo[--w.n], go_on, &w);
  for (uint32_t i = 0; i < f->n_ops; i++)
    h->op[i] = w.in[i] ? AFTER : 0;
  memset (w.in, 0, f->n_ops);
  add_before (f, &w, any, h);
  for (uint32_t i = 0; i < f->n_ops; i++)
    if (w.in[i])
      h->op[i] = BEFORE;
  w.b = NONE;
  for (uint32_t i = 0; i < f->n_ops; i++)
    w.in[i] = row_of (&f->ops[i])->jump == JUMP_EXIT;
  add_before (f, &w, idle, h);
  add_before (f, &w, beside, h);
  w.reaches = false;
  each_next (f, b - f->ops, ask, &w);
  w.in[b - f->ops] = w.reaches;
  for (uint32_t i = 0; i < f->n_ops; i++)
    if (w.in[i])
      h->op[i] |= LEAVES;
out:
  free (w.in);
  free (w.todo);
  return h;
}

/* Returns true if a branch before B does nothing but skip B.  */
static bool
guarded (const px_emu_func *f, const struct op *b)
{
  return b > f->ops && b[-1].code == OPC_bra_cond_fwd && b[-1].to == b + 1;
}

void
check_forget_behind (struct check_launch *k)
{
  for (struct behind *next; k->behind; k->behind = next)
    {
      next = k->behind->next;
      free (k->behind);
    }
}

void
check_recent (struct check_warp *cw, const struct op *o, uint32_t mask)
{
  int last = sizeof cw->recent / sizeof *cw->recent - 1;
  for (int i = 0; i <= last; i++)
    cw->recent[i].mask &= ~mask;
  EACH_LANE (i, cw->recent[last].mask)
    cw->last[i] = cw->recent[last].op;
  for (int i = last; i > 0; i--)
    if (!cw->recent[i].mask || i == last)
      cw->recent[i] = cw->recent[i - 1], cw->recent[i - 1].mask = 0;
  cw->recent[0].op = o;
  cw->recent[0].mask = mask;
}

void
check_exit (struct warp *w, const struct op *o, uint32_t gone)
{
  struct block *b = w->block;
  struct check_warp *cw = w->check;
  for (size_t k = 0; k < sizeof cw->recent / sizeof *cw->recent; k++)
    if ((cw->recent[k].mask & gone) == ALL_LANES)
      for (int i = 0; i < LANES; i++)
	cw->last[i] = cw->recent[k].op;
    else
      EACH_LANE (i, cw->recent[k].mask & gone)
	cw->last[i] = cw->recent[k].op;
  if (b->cluster->n_blocks == 1 || w->live != gone)
    return;
  for (uint32_t i = 0; i < b->n_warps; i++)
    if (&b->warps[i] != w && b->warps[i].live)
      return;
  b->check->end_site = site_of (w, o);
  b->check->end_warp = w->index;
  b->check->end_lane = __builtin_ctz (gone);
  shadow_end_block (b, w);
}

/* Lane LANE of W waits at O; lanes GONE of X, its block's, have exited.  *H: what comes after O, if that
   is known.  Returns true, after a report, if one of them has continued after O, or, where it is
   NAMED as one that executes O, has done something on a way that does not lead to O.  */
static bool
gone_on (struct warp *w, const struct op *o, uint32_t lane, struct warp *x, uint32_t gone,
	 bool named, const struct behind **h, const char *what, const char *missing)
{
  struct block *b = w->block;
  struct check_launch *k = b->launch->check;
  px_emu_func *f = w->base.func;
  uint32_t left = b->launch->n_threads - x->index * LANES;
  EACH_LANE (j, gone & (left >= LANES ? ALL_LANES : (1u << left) - 1))
    {
      const struct op *at = x->check->last[j];
      bool bad = guarded (f, o);
      /* Of a thread that has made no access all is known but where it began.  */
      if (!at || (at >= f->ops && at < f->ops + f->n_ops))
	{
	  if (!*h && !(*h = behind_of (k, f, o)))
	    return false;
	  uint8_t is = (*h)->op[at ? at - f->ops : 0];
	  bad |= is & AFTER || !(is & LEAVES) || (named && at && at != o && !(is & BEFORE));
	}
      if (!bad)
	continue;
      struct access_at two[2]
	= { { "arrival", site_in (k->dev, f, o), block_number (b), w->index, lane, 0, 0 },
	    { "last access of a thread that has not come", at ? site_in (k->dev, f, at) : 0,
	      block_number (b), x->index, j, 0, 0 } };
      report (w, REP_SYNC, what, two, at ? 2 : 1, 0, 0, missing);
      return true;
    }
  return false;
}

void
check_collective (struct warp *w, const struct frame *frame, const struct op *o, uint32_t lane,
		  uint32_t gone)
{
  const struct behind *h = NULL;
  /* In a function it is the call without which others have continued.  */
  for (; frame->up; frame = frame->up)
    o = frame->ret - 1;
  if (w->block->launch->check->dev->what & CHECK_SYNC)
    gone_on (w, o, lane, w, gone, true, &h,
	     "threads of the member mask have gone on without it and exited",
	     "a mask of those that execute it");
}

/* An arrival that nothing orders after a wait at the barrier's previous use may count for
   that one.  */
void
check_counted (struct warp *w, const struct op *o, int id)
{
  struct block *b = w->block;
  struct check_device *d = b->launch->check->dev;
  const struct waited *x = b->check->waited[id], *one = NULL;
  const struct vclock *v = w->check->vc[__builtin_ctz (w->mask)];
  for (uint32_t i = 0; x && i < b->n_warps; i++)
    if (x[i].mask)
      {
	if ((i == w->index && x[i].mask & w->mask)
	    || gc_unknown (v->own, b->warps[i].check->index, x[i].mask, x[i].time) != x[i].mask)
	  return;
	one = &x[i];
      }
  if (!one || !(d->what & CHECK_SYNC))
    return;
  struct access_at two[2]
    = { { "arrival", site_of (w, o), block_number (b), w->index, __builtin_ctz (w->mask), 0, 0 },
	{ "earlier wait", one->site, block_number (b), one - x, __builtin_ctz (one->mask), 0, 0 } };
  report (w, REP_SYNC,
	  "the arrival may count for the barrier's earlier use: nothing orders it after that one",
	  two, 2, 0, 0, "a barrier of another number, or something that orders the two uses");
}

static bool
reduces (const struct op *o)
{
  return o->code == OPC_bar_red_popc || o->code == OPC_bar_red_and || o->code == OPC_bar_red_or;
}

/* PTX ISA 9.7.13.1: "barrier.red should not be intermixed with barrier.sync or barrier.arrive using
   the same active barrier".  */
void
check_same_reduction (struct warp *w, const struct op *o, uint32_t id)
{
  struct block *b = w->block;
  struct first_arrival *f = &b->check->first[id];
  if (!f->op)
    *f = (struct first_arrival){ o, site_of (w, o), w->index, __builtin_ctz (w->mask) };
  if (f->op->code == o->code || (!reduces (f->op) && !reduces (o))
      || !(b->launch->check->dev->what & CHECK_SYNC))
    return;
  struct access_at two[2]
    = { { "arrival", site_of (w, o), block_number (b), w->index, __builtin_ctz (w->mask), 0, 0 },
	{ "earlier arrival", f->site, block_number (b), f->warp, f->lane, 0, 0 } };
  report (w, REP_SYNC,
	  "threads arrive at one barrier with and without a reduction (__syncthreads_count, _and, "
	  "_or), or with different ones",
	  two, 2, 0, 0, "one barrier that all threads of the block execute, outside the branch");
}

void
check_barrier (struct block *b, uint32_t id)
{
  struct launch *l = b->launch;
  struct check_device *d = l->check->dev;
  bool asked = b->bar[id].expected;
  check_progress (l);
  notes_pass (b, id);
  if (!(d->what & CHECK_SYNC))
    return;
  struct waited **x = &b->check->waited[id];
  if (*x)
    memset (*x, 0, b->n_warps * sizeof **x);
  else if (asked)
    *x = calloc (b->n_warps, sizeof **x);
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      const struct frag *one = NULL;
      for (uint32_t j = 0; j < w->n_frags; j++)
	{
	  const struct frag *f = &w->frags[j];
	  if (f->state != FRAG_BARRIER || f->barrier != id)
	    continue;
	  check_recent (w->check, f->pc, f->mask);
	  if (b->bar[id].expected && *x)
	    (*x)[i] = (struct waited){ (*x)[i].mask | f->mask, w->check->time,
				       site_in (d, f->frame->func, f->pc) };
	  if (!asked && f->frame == &w->base)
	    {
	      const struct behind *h = NULL;
	      for (uint32_t n = 0; n < b->n_warps; n++)
		if (gone_on (w, f->pc, __builtin_ctz (f->mask), &b->warps[n], ~b->warps[n].live,
			     false, &h,
			     "not all threads come to the barrier: others have gone on and exited",
			     "a barrier that all threads execute, outside the branch"))
		  break;
	      asked = true;
	    }
	  struct access_at a = { "arrival",
				 site_in (d, f->frame->func, f->pc),
				 block_number (b),
				 i,
				 __builtin_ctz (f->mask),
				 0,
				 0 };
	  if (!one)
	    one = f;
	  else if (one->pc != f->pc && f->pc->flags & 1)
	    {
	      struct access_at two[2] = { a, a };
	      two[1].site = site_in (d, one->frame->func, one->pc);
	      two[1].lane = __builtin_ctz (one->mask);
	      report (w, REP_SYNC,
		      "threads of one warp arrive at the barrier from different places "
		      "(bar.sync is .aligned)",
		      two, 2, 0, 0,
		      "one barrier that all threads of the warp execute, outside the branch");
	    }
	}
      /* A barrier of a number may pass without some of a warp's threads.  */
      uint32_t missing = w->live & ~b->bar[id].lanes[i];
      if (one && missing && one->pc->flags & 1)
	{
	  struct access_at at = { "arrival",
				  site_in (d, one->frame->func, one->pc),
				  block_number (b),
				  i,
				  __builtin_ctz (one->mask),
				  0,
				  0 };
	  report (w, REP_SYNC,
		  "some threads of the warp do not come to the barrier, and it passes (bar.sync is "
		  ".aligned)",
		  &at, 1, 0, 0,
		  "one barrier that all threads of the warp execute, outside the branch; or "
		  "barrier.sync");
	}
    }
}
