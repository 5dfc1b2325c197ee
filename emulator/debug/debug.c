/* SPDX-License-Identifier: MIT */
/* The debugger.  A line of the source begins at the first op of a .loc row.  The
   current thread is of the warp that stopped; a step is its next line, while the
   other warps run as the schedule has it.  */
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/code/decode.h"
#include "emulator/debug/debug.h"
#include "emulator/run/device.h"

enum
{
  MAX_BREAKS = 64
};
struct stop_at
{
  int number;	   /* 0: free */
  char file[256];  /* "": any */
  int line;	   /* 0: the start of kernel FILE */
  char *condition; /* or NULL */
};

/* What is to run until the next stop.  */
enum run
{
  RUN_ON,
  RUN_STEP,
  RUN_NEXT,
  RUN_FINISH,
  RUN_PTX,
  RUN_KERNEL,
  RUN_DETACHED
};

struct debugger
{
  struct stop_at at[MAX_BREAKS];
  int last; /* number given */
  enum run run;
  struct block *block; /* the current thread */
  unsigned thread;
  uint32_t depth; /* of its frame when it went on */
  const struct ptx_loc *loc;
  char *line, *again; /* as read, and the last one */
  size_t cap;
  struct launch *launch;
};

static void
debug_end_device (px_emu *emu)
{
  struct debugger *d = emu->debug;
  for (struct stop_at *b = d->at; b < d->at + MAX_BREAKS; b++)
    free (b->condition);
  free (d->line);
  free (d->again);
  free (d);
  emu->debug = NULL;
}

static void __attribute__ ((format (printf, 1, 2))) say (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vprintf (format, ap);
  va_end (ap);
  fflush (stdout);
}

/* ---- places ---- */

/* Returns true if O is the first op of a line.  */
static bool
begins (const px_emu_func *f, const struct op *o)
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
    if (begins (f, o))
      return o;
  return f->ops;
}

static const char *
last_part (const char *path)
{
  const char *s = strrchr (path, '/');
  return s ? s + 1 : path;
}

/* Line N of file PATH, if it can be read.  */
static void
show_line (const char *path, int n)
{
  FILE *f = fopen (path, "r");
  char *line = NULL;
  size_t cap = 0;
  ssize_t len = -1;
  for (int i = 0; f && i < n; i++)
    len = getline (&line, &cap, f);
  if (f && len > 0)
    say ("%d\t%s%s", n, line, line[len - 1] == '\n' ? "" : "\n");
  free (line);
  if (f)
    fclose (f);
}

/* Where the current thread is.  CUR: the warp that stopped, at PC.  */
static struct here
here_at (const struct debugger *d, struct warp *cur, const struct op *pc)
{
  static const char *const waits[] = { NULL, "waits for lanes of its warp", "waits at a barrier",
				       "waits at the barrier of its cluster" };
  struct here h = { .w = &d->block->warps[d->thread / LANES], .lane = d->thread % LANES };
  if (h.w == cur && cur->mask >> h.lane & 1)
    {
      h.frame = cur->frame;
      h.pc = pc;
      h.mask = cur->mask;
    }
  for (uint32_t k = 0; k < h.w->n_frags && !h.pc; k++)
    if (h.w->frags[k].mask >> h.lane & 1)
      {
	h.frame = h.w->frags[k].frame;
	h.pc = h.w->frags[k].pc;
	h.mask = h.w->frags[k].mask;
	h.waits = waits[h.w->frags[k].state & 3];
      }
  return h;
}

static void
show_thread (const struct debugger *d, unsigned t)
{
  unsigned x[3];
  thread_of (d->launch, t, x);
  say ("block (%u,%u,%u), thread (%u,%u,%u)", d->block->id[0], d->block->id[1], d->block->id[2],
       x[0], x[1], x[2]);
}

static void
show_ptx (const px_emu_func *f, const struct op *o)
{
  const struct source *s = source_of (f, o);
  char text[300];
  statement_text (f, s, text, sizeof text);
  if (*text)
    say ("PTX line %d:\t%s\n", s->stmt->pos.line, text);
}

/* Where H is, in one line, and that line of the source (PTX: of the PTX).  */
static void
show_place (const struct debugger *d, const struct here *h, bool ptx)
{
  show_thread (d, d->thread);
  if (!h->pc)
    {
      say (": it has ended\n");
      return;
    }
  const px_emu_func *f = h->frame->func;
  const struct source *s = source_of (f, h->pc);
  say (" and %d more of its warp: %s", __builtin_popcount (h->mask) - 1, f->name);
  if (s && s->loc)
    say (" at %s:%d", last_part (file_name (f, s->loc->file)), (int) s->loc->line);
  say ("%s%s\n", h->waits ? ", " : "", h->waits ? h->waits : "");
  if (s && s->loc && !ptx)
    show_line (file_name (f, s->loc->file), s->loc->line);
  else
    show_ptx (f, h->pc);
}

/* x/COUNT TYPE at an address.  */
static void
examine (const struct here *h, const char *args)
{
  unsigned count = 1, bits = 32;
  char type = 'u';
  const char *error;
  uint64_t a;
  if (*args == '/')
    {
      char *end;
      count = strtoul (args + 1, &end, 10);
      count = count ? count : 1;
      if (*end && !isspace ((unsigned char) *end))
	{
	  type = *end++;
	  bits = strtoul (end, &end, 10);
	}
      args = end + strspn (end, " \t");
    }
  if (!strchr ("bsuf", type) || !type || (bits != 8 && bits != 16 && bits != 32 && bits != 64)
      || (type == 'f' && bits == 8) || !*args)
    {
      say ("x[/COUNT[TYPE]] ADDRESS, TYPE as in u32, s8, f64\n");
      return;
    }
  if (!debug_address (h, args, &a, &error))
    {
      say ("%s\n", error);
      return;
    }
  for (unsigned i = 0; i < count && i < 1000; i++, a += bits / 8)
    if (!debug_memory (h, a, type, bits))
      {
	if (i)
	  say ("there is no memory at 0x%" PRIx64 "\n", a);
	else
	  say ("there is no memory at %s\n", args);
	return;
      }
}

/* ---- commands ---- */

static const char help[]
  = "break [FILE:]LINE | KERNEL [if EXPRESSION]   stop there, whichever thread comes, or one\n"
    "                             for which that is not 0; delete N ends it\n"
    "continue                     to the next such place\n"
    "step, next, finish           this thread: a line; a line, calls at once; out of the function\n"
    "stepi                        a PTX instruction\n"
    "thread T, block X[,Y[,Z]]    the thread to look at\n"
    "where                        where it is, and who called\n"
    "print[/x|/f|/d|/u|/c] EXPRESSION   of C, of variables of the source, registers and\n"
    "                             parameters of the PTX: p->x, a[i + 1], *q, &s, %r3\n"
    "x[/COUNT[TYPE]] ADDRESS      memory, as in x/8f32 buffer+16\n"
    "info locals|args|threads|registers|breaks\n"
    "detach                       run without stopping; kill ends the kernel with an error\n"
    "An empty line repeats the last command; commands may be shortened.\n";

static void
add_break (struct debugger *d, const char *where)
{
  struct stop_at *b = d->at;
  const char *condition = strstr (where, " if "),
	     *end = condition ? condition : where + strlen (where);
  const char *colon = memrchr (where, ':', end - where);
  while (b < d->at + MAX_BREAKS && b->number)
    b++;
  if (b == d->at + MAX_BREAKS || where == end)
    {
      say (where != end ? "too many\n" : "break [FILE:]LINE or KERNEL\n");
      return;
    }
  b->line = atoi (colon ? colon + 1 : where);
  size_t n = colon ? (size_t) (colon - where) : b->line ? 0 : (size_t) (end - where);
  if (n >= sizeof b->file || (colon && b->line < 1))
    {
      say ("break [FILE:]LINE or KERNEL\n");
      return;
    }
  memcpy (b->file, where, n);
  b->file[n] = 0;
  free (b->condition);
  b->condition = condition ? strdup (condition + 4) : NULL;
  b->number = ++d->last;
  say ("%d: ", b->number);
  if (b->line)
    say ("line %d of %s\n", b->line, n ? b->file : "any file");
  else
    say ("the start of %s\n", b->file);
}

static void
info (const struct debugger *d, struct warp *cur, const struct op *pc, const char *what)
{
  size_t n = strlen (what);
  if (n && !strncmp (what, "threads", n))
    {
      struct debugger x = *d;
      for (uint32_t w = 0; w < d->block->n_warps; w++)
	for (uint32_t left = ALL_LANES; left;)
	  {
	    x.thread = w * LANES + __builtin_ctz (left);
	    struct here h = here_at (&x, cur, pc);
	    if (x.thread >= d->launch->n_threads)
	      break;
	    left &= h.pc ? ~h.mask : left - 1;
	    show_place (&x, &h, false);
	  }
    }
  else if (n
	   && (!strncmp (what, "registers", n) || !strncmp (what, "locals", n)
	       || !strncmp (what, "args", n)))
    {
      struct here h = here_at (d, cur, pc);
      if (!h.pc)
	say ("the thread has ended\n");
      else if (*what == 'r')
	debug_registers (&h);
      else
	debug_variables (&h, *what == 'a');
    }
  else if (n && !strncmp (what, "breaks", n))
    {
      for (const struct stop_at *b = d->at; b < d->at + MAX_BREAKS; b++)
	if (b->number)
	  say ("%d: %s%s%.0d\n", b->number, b->file, b->line && *b->file ? ":" : "", b->line);
    }
  else
    say ("info locals, args, threads, registers or breaks\n");
}

static void
show_frames (const struct debugger *d, const struct here *h)
{
  show_place (d, h, false);
  int n = 1;
  for (const struct frame *f = h->frame; f && f->up; f = f->up)
    {
      const struct source *s = source_of (f->up->func, f->ret ? f->ret - 1 : NULL);
      say ("%d: called by %s", n++, f->up->func->name);
      if (s && s->loc)
	say (" at %s:%d", last_part (file_name (f->up->func, s->loc->file)), (int) s->loc->line);
      say ("\n");
    }
}

/* Block X,Y,Z, if it runs now.  */
static void
choose_block (struct debugger *d, const char *args)
{
  unsigned id[3] = { 0, 0, 0 };
  if (sscanf (args, "%u,%u,%u", id, id + 1, id + 2) < 1)
    {
      say ("block X[,Y[,Z]]\n");
      return;
    }
  for (struct cluster *k = d->block->worker->resident; k; k = k->next)
    for (uint32_t i = 0; i < k->n_blocks; i++)
      if (!memcmp (k->blocks[i].id, id, sizeof id))
	{
	  d->block = &k->blocks[i];
	  return;
	}
  say ("block (%u,%u,%u) has not started, or has ended\n", id[0], id[1], id[2]);
}

/* Returns true if WORD, from the line, is a beginning of NAME.  */
static bool
is (const char *word, const char *name)
{
  return !strncmp (word, name, strlen (word));
}

/* Ask what to do, with warp W before O.  */
static void
prompt (struct debugger *d, struct warp *w, const struct op *o)
{
  for (;;)
    {
      struct here h = here_at (d, w, o);
      say ("(px) ");
      if (getline (&d->line, &d->cap, stdin) < 0)
	{
	  d->run = RUN_DETACHED;
	  return;
	}
      char *s = d->line + strspn (d->line, " \t\n"), *end = s + strlen (s);
      while (end > s && isspace ((unsigned char) end[-1]))
	*--end = 0;
      if (!*s && d->again)
	s = d->again;
      else if (*s)
	{
	  free (d->again);
	  d->again = strdup (s);
	}
      char word[32] = "", *args = s;
      size_t n = strcspn (s, " \t/");
      snprintf (word, sizeof word, "%.*s", (int) n, s);
      args = s + n + strspn (s + n, " \t");
      if (!*word || is (word, "help"))
	say ("%s", help);
      else if (is (word, "break"))
	add_break (d, args);
      else if (is (word, "delete"))
	{
	  for (struct stop_at *b = d->at; b < d->at + MAX_BREAKS; b++)
	    if (b->number && (!*args || b->number == atoi (args)))
	      b->number = 0;
	}
      else if (is (word, "thread"))
	{
	  unsigned id[3] = { 0, 0, 0 };
	  int got = sscanf (args, "%u,%u,%u", id, id + 1, id + 2);
	  const uint32_t *t = d->launch->ntid;
	  uint64_t to = id[0] + (uint64_t) t[0] * (id[1] + (uint64_t) t[1] * id[2]);
	  if (got < 1 || to >= d->launch->n_threads)
	    say ("thread X[,Y[,Z]] of the block\n");
	  else
	    {
	      d->thread = to;
	      h = here_at (d, w, o);
	      show_place (d, &h, false);
	    }
	}
      else if (strlen (word) > 1 && is (word, "block"))
	choose_block (d, args);
      else if (is (word, "where") || !strcmp (word, "bt"))
	show_frames (d, &h);
      else if (is (word, "print"))
	{
	  char format = 0;
	  if (*args == '/' && args[1])
	    {
	      format = args[1];
	      args += 2;
	    }
	  if (!h.pc)
	    say ("the thread has ended\n");
	  else
	    debug_print (&h, args, format);
	}
      else if (!strcmp (word, "x"))
	{
	  if (!h.pc)
	    say ("the thread has ended\n");
	  else
	    examine (&h, args);
	}
      else if (is (word, "info"))
	info (d, w, o, args);
      else if (is (word, "kill") || is (word, "quit"))
	{
	  d->run = RUN_DETACHED;
	  fail (w, o, PX_EMU_CANCELLED, w->mask, 0, 0, "ended by the debugger");
	  return;
	}
      else
	{
	  static const struct
	  {
	    const char *name;
	    enum run run;
	  } go[] = { { "continue", RUN_ON },	{ "step", RUN_STEP }, { "next", RUN_NEXT },
		     { "finish", RUN_FINISH },	{ "stepi", RUN_PTX }, { "si", RUN_PTX },
		     { "detach", RUN_DETACHED } };
	  size_t i = 0;
	  while (i < sizeof go / sizeof *go && !is (word, go[i].name))
	    i++;
	  if (i == sizeof go / sizeof *go)
	    {
	      say ("there is no command %s; help lists them\n", word);
	      continue;
	    }
	  const struct source *at = h.pc ? source_of (h.frame->func, h.pc) : NULL;
	  d->run = go[i].run;
	  d->depth = h.frame ? h.frame->depth : 0;
	  d->loc = at ? at->loc : NULL;
	  return;
	}
    }
}

/* Returns true if W stops at B, where O is; *LANE: for which thread.  */
static bool
holds (const struct stop_at *b, struct warp *w, const struct op *o, int *lane)
{
  struct here h = { .w = w, .frame = w->frame, .pc = o, .mask = w->mask };
  const char *error = NULL;
  uint32_t lanes = b->condition ? debug_true (&h, b->condition, &error) : w->mask;
  if (error)
    say ("%s: %s\n", b->condition, error);
  if (lanes)
    *lane = __builtin_ctz (lanes);
  return lanes || error;
}

/* Returns true if there is a breakpoint at O, at the beginning of a line or function, for a thread of
   W; *LANE: for which one.  */
static const struct stop_at *
break_at (const struct debugger *d, struct warp *w, const struct op *o, int *lane)
{
  const px_emu_func *f = w->frame->func;
  const struct source *s = source_of (f, o);
  for (const struct stop_at *b = d->at; b < d->at + MAX_BREAKS; b++)
    if (b->number)
      {
	if (!b->line)
	  {
	    if (!strcmp (f->name, b->file) && o == start_of (f) && holds (b, w, o, lane))
	      return b;
	    continue;
	  }
	if (!begins (f, o) || (int) s->loc->line != b->line)
	  continue;
	const char *name = file_name (f, s->loc->file);
	if ((!*b->file || !strcmp (b->file, name) || !strcmp (b->file, last_part (name)))
	    && holds (b, w, o, lane))
	  return b;
      }
  return NULL;
}

/* Returns true if the current thread stops at O, where its warp is.  */
static bool
arrived (const struct debugger *d, const struct warp *w, const struct op *o)
{
  if (w->block != d->block || w->index != d->thread / LANES || !(w->mask >> d->thread % LANES & 1))
    return false;
  const px_emu_func *f = w->frame->func;
  const struct source *s = source_of (f, o);
  bool row = begins (f, o) && (s->loc != d->loc || w->frame->depth != d->depth);
  switch (d->run)
    {
    case RUN_PTX: return s != NULL;
    case RUN_STEP: return row || w->frame->depth < d->depth;
    case RUN_NEXT: return (row && w->frame->depth <= d->depth) || w->frame->depth < d->depth;
    case RUN_FINISH: return w->frame->depth < d->depth;
    default: return false;
    }
}

/* Runs W as far as it goes, stopping where the user wants.  */
static int32_t
debug_slice (struct warp *w, int32_t fuel)
{
  struct debugger *d = w->block->launch->emu->debug;
  w->fuel = fuel;
  const struct op *o = resume (w);
  while (o)
    {
      if (d->run != RUN_DETACHED)
	{
	  int lane = __builtin_ctz (w->mask);
	  const struct stop_at *b = break_at (d, w, o, &lane);
	  bool first = d->run == RUN_KERNEL && o == start_of (w->frame->func);
	  if (first || b || arrived (d, w, o))
	    {
	      if (first || b)
		{
		  d->block = w->block;
		  d->thread = w->index * LANES + lane;
		}
	      if (b)
		say ("break %d, ", b->number);
	      struct here h = here_at (d, w, o);
	      show_place (d, &h, d->run == RUN_PTX);
	      prompt (d, w, o);
	      if (w->state == W_ERROR)
		break;
	    }
	}
      o = o->fn (w, o);
    }
  return fuel - w->fuel;
}

static const struct observer observer = { .slice = debug_slice };

static void
debug_begin (struct launch *l)
{
  struct debugger *d = l->emu->debug;
  l->compiled = false;
  /* Not both: what is checked runs on.  */
  if (!l->observer)
    l->observer = &observer;
  d->launch = l;
  d->block = NULL;
  if (d->run == RUN_DETACHED)
    return;
  say ("kernel %s, %u,%u,%u blocks of %u,%u,%u threads\n", l->func->name, l->grid[0], l->grid[1],
       l->grid[2], l->ntid[0], l->ntid[1], l->ntid[2]);
  if (!d->last)
    d->run = RUN_KERNEL;
  else if (d->run != RUN_KERNEL)
    d->run = RUN_ON;
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
  return true;
}

static const struct tool tool
  = { .decoded = debug_decoded, .placed = placed, .begin = debug_begin, .free = debug_end_device };

void
debug_watch (px_emu *emu)
{
  const char *s = getenv ("PXEMU_DEBUG");
  if (!s || strcmp (s, "1"))
    return;
  struct debugger *d = calloc (1, sizeof *d);
  if (!d)
    return;
  d->run = RUN_KERNEL;
  emu->debug = d;
  emu->alone = true;
  tool_add (emu, &tool);
}
