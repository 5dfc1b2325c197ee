/* SPDX-License-Identifier: MIT */
/* The debugger's front end for px-dap (PXEMU_DEBUG=socket:FD), which asks for what its user wants
   to see; wire.h says how.  */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "emulator/debug/value.h"
#include "emulator/debug/wire.h"
#include "emulator/run/device.h"
#include "base/room.h"

enum
{
  MOST_GROUPS = 256 /* of threads that are listed: as many as a user can look through */
};

struct remote
{
  int fd;
  pid_t pid;		   /* of the process that has FD: not of its children */
  pthread_mutex_t sending; /* functions may be decoded while another thread has stopped */
  struct wire in;
};

static void
put_string (struct wire *m, const char *s)
{
  wire_put_text (m, s, strlen (s));
}

/* Sends M as KIND, and frees it.  Without the other end the program runs on.  */
static void
tell (struct debugger *d, enum wire_kind kind, struct wire *m)
{
  struct remote *own = d->own;
  pthread_mutex_lock (&own->sending);
  if (own->pid != getpid () || !wire_send (own->fd, kind, m))
    d->run = RUN_DETACHED;
  pthread_mutex_unlock (&own->sending);
  wire_free (m);
}

/* ---- places ---- */

struct file_line
{
  uint32_t file, line;
};

static int
compare_lines (const void *a, const void *b)
{
  const struct file_line *x = a, *y = b;
  return x->file != y->file  ? (x->file < y->file ? -1 : 1)
	 : x->line < y->line ? -1
			     : x->line > y->line;
}

/* The lines of F, which has N OPS.  */
static void
remote_code (struct debugger *d, const px_emu_func *f, const struct op *ops, uint32_t n)
{
  struct file_line *at = NULL;
  size_t count = 0, cap = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      const ptx_loc *loc = f->src[ops[i].src].loc;
      if (!loc || (count && at[count - 1].file == loc->file && at[count - 1].line == loc->line))
	continue;
      if (!PX_ROOM (at, count, cap))
	break;
      at[count++] = (struct file_line){ loc->file, loc->line };
    }
  if (count)
    qsort (at, count, sizeof *at, compare_lines);
  for (size_t i = 0, end; i < count; i = end)
    {
      struct wire m = { 0 };
      for (end = i; end < count && at[end].file == at[i].file; end++)
	;
      put_string (&m, f->name);
      put_string (&m, file_name (f, at[i].file));
      wire_put (&m, end - i);
      for (size_t k = i; k < end; k++)
	wire_put (&m, at[k].line);
      tell (d, WIRE_LINES, &m);
    }
  free (at);
  if (count)
    return;
  struct wire m = { 0 };
  put_string (&m, f->name);
  put_string (&m, "");
  wire_put (&m, 0);
  tell (d, WIRE_LINES, &m);
}

/* Where the frame is that has called H's frame; false: none has.  */
static bool
go_up (struct here *h)
{
  if (!h->frame->up)
    return false;
  h->pc = h->frame->ret ? h->frame->ret - 1 : h->frame->up->func->ops;
  h->frame = h->frame->up;
  return true;
}

static const ptx_stmt *
statement (const px_emu_func *f, const struct op *o)
{
  return f->src[o->src].stmt;
}

/* The first of the ops of O's PTX statement, of F: an instruction for the user.  */
static const struct op *
instruction (const px_emu_func *f, const struct op *o)
{
  while (o > f->ops && o < f->ops + f->n_ops && statement (f, o - 1) == statement (f, o))
    o--;
  return o;
}

/* Function, file and line of H; FRAME: also the column and the instruction's address.  */
static void
put_place (struct wire *m, const struct here *h, bool frame)
{
  const px_emu_func *f = h->frame->func;
  const struct source *s = source_of (f, h->pc);
  const ptx_loc *loc = s ? s->loc : NULL;
  put_string (m, f->name);
  put_string (m, loc ? file_name (f, loc->file) : "");
  wire_put (m, loc ? loc->line : 0);
  if (!frame)
    return;
  wire_put (m, loc ? loc->col : 0);
  wire_put (m, (uintptr_t) instruction (f, h->pc));
}

static void
put_thread (struct wire *m, const struct block *b, unsigned t)
{
  wire_put (m, 1);
  for (int i = 0; i < 3; i++)
    wire_put (m, b->id[i]);
  wire_put (m, t);
}

/* The groups of threads of B, at most MOST.  How many there are.  */
static int
put_groups (const struct debugger *d, const struct stop *s, struct block *b, struct wire *m,
	    int most)
{
  int n = 0;
  for (uint32_t w = 0; w < b->n_warps && n < most; w++)
    for (uint32_t left = ALL_LANES; left && n < most;)
      {
	unsigned t = w * LANES + __builtin_ctz (left), chosen = t;
	struct here h;
	if (t >= d->launch->n_threads)
	  break;
	h = debug_here (s, b, t);
	left &= h.pc ? ~h.mask & ~(left & -left) : left - 1;
	if (!h.pc)
	  continue;
	if (d->block == b && d->thread / LANES == w && h.mask >> d->thread % LANES & 1)
	  chosen = d->thread;
	put_thread (m, b, t);
	wire_put (m, chosen);
	wire_put (m, __builtin_popcount (h.mask));
	put_place (m, &h, false);
	put_string (m, h.waits ? h.waits : "");
	n++;
      }
  return n;
}

/* ---- questions ---- */

static void
put_row (void *closure, const struct debug_row *row)
{
  struct wire *m = closure;
  wire_put (m, 1);
  put_string (m, row->name);
  put_string (m, row->expression);
  put_string (m, row->text);
  put_string (m, row->type);
  wire_put (m, row->named);
  wire_put (m, row->indexed);
  wire_put (m, row->address);
}

static void
answer_threads (const struct debugger *d, const struct stop *s, struct wire *out)
{
  int n = put_groups (d, s, d->block, out, MOST_GROUPS);
  for (struct cluster *k = d->block->worker->resident; k && n < MOST_GROUPS; k = k->next)
    for (uint32_t i = 0; i < k->n_blocks && n < MOST_GROUPS; i++)
      if (&k->blocks[i] != d->block)
	n += put_groups (d, s, &k->blocks[i], out, MOST_GROUPS - n);
  wire_put (out, 0);
}

/* The bytes that H's thread has at A, at most COUNT.  */
static void
answer_memory (const struct here *h, uint64_t a, uint64_t count, struct wire *out)
{
  char bytes[4096];
  uint64_t n = 0;
  count = count < sizeof bytes ? count : sizeof bytes;
  /* All of them, or one after the other up to the end of the memory.  */
  if (debug_peek (h, a, bytes, count))
    n = count;
  else
    while (n < count && debug_peek (h, a + n, bytes + n, 1))
      n++;
  wire_put_text (out, bytes, n);
}

/* The instruction after O, or the one before; NULL: there is none.  */
static const struct op *
next_instruction (const px_emu_func *f, const struct op *o, bool before)
{
  const ptx_stmt *of = statement (f, o);
  if (before)
    return o > f->ops ? instruction (f, o - 1) : NULL;
  while (o < f->ops + f->n_ops && statement (f, o) == of)
    o++;
  return o < f->ops + f->n_ops ? o : NULL;
}

/* COUNT instructions of the function that has the one at A, counted from there, from FIRST on.  False: no
   frame of H's thread is of such a function.  */
static bool
answer_code (struct here h, uint64_t a, int64_t first, uint64_t count, struct wire *out)
{
  const px_emu_func *f;
  do
    f = h.frame->func;
  while ((a < (uintptr_t) f->ops || a >= (uintptr_t) (f->ops + f->n_ops)) && go_up (&h));
  if (a < (uintptr_t) f->ops || a >= (uintptr_t) (f->ops + f->n_ops))
    return false;
  const struct op *o = instruction (f, f->ops + (a - (uintptr_t) f->ops) / sizeof *o), *next;
  int64_t at = 0;
  while (at > first && (next = next_instruction (f, o, true)))
    o = next, at--;
  for (; o && at < first; at++)
    o = next_instruction (f, o, false);
  for (; o && at - first < (int64_t) count; o = next_instruction (f, o, false), at++)
    {
      char text[300];
      const struct source *s = source_of (f, o);
      statement_text (f, s, text, sizeof text);
      wire_put (out, 1);
      wire_put (out, at);
      wire_put (out, (uintptr_t) o);
      put_string (out, text);
      put_string (out, s->loc ? file_name (f, s->loc->file) : "");
      wire_put (out, s->loc ? s->loc->line : 0);
    }
  wire_put (out, 0);
  return true;
}

/* Answers question KIND of OWN->in, about the thread with which it begins.  */
static void
answer (struct debugger *d, const struct stop *s, enum wire_kind kind, struct wire *out,
	char *error, size_t size)
{
  struct wire *in = &((struct remote *) d->own)->in;
  unsigned id[3];
  for (int i = 0; i < 3; i++)
    id[i] = wire_take (in);
  uint64_t t = wire_take (in), frame = 0;
  struct block *b = debug_block (d, id);
  if (in->bad || !b || t >= d->launch->n_threads)
    {
      snprintf (error, size, "block (%u,%u,%u) has not started, or has ended", id[0], id[1], id[2]);
      return;
    }
  struct here h = debug_here (s, b, t);
  if (!h.pc)
    {
      snprintf (error, size, "the thread has ended");
      return;
    }
  if (kind == WIRE_SCOPE || kind == WIRE_PARTS || kind == WIRE_EVALUATE || kind == WIRE_ASSIGN)
    frame = wire_take (in);
  for (uint64_t i = 0; i < frame; i++)
    if (!go_up (&h))
      {
	snprintf (error, size, "there is no such frame");
	return;
      }
  if (kind == WIRE_FRAMES)
    {
      do
	{
	  wire_put (out, 1);
	  put_place (out, &h, true);
	}
      while (go_up (&h));
      wire_put (out, 0);
    }
  else if (kind == WIRE_SCOPE)
    {
      enum debug_scope scope = wire_take (in);
      if (debug_rows (&h, scope, put_row, out) < 0 && scope == SCOPE_LOCALS)
	snprintf (error, size, "no variables are known: they are with -fplugin-arg-px-debug");
      wire_put (out, 0);
    }
  else if (kind == WIRE_PARTS)
    {
      const char *text = wire_take_text (in, NULL);
      uint64_t from = wire_take (in), count = wire_take (in);
      debug_parts (&h, text, from, count, put_row, out, error, size);
      wire_put (out, 0);
    }
  else if (kind == WIRE_EVALUATE)
    {
      const char *text = wire_take_text (in, NULL);
      debug_row_of (&h, text, wire_take (in), put_row, out, error, size);
      wire_put (out, 0);
    }
  else if (kind == WIRE_ASSIGN)
    {
      const char *text = wire_take_text (in, NULL), *value = wire_take_text (in, NULL);
      if (debug_assign (&h, text, value, error, size))
	debug_row_of (&h, text, 0, put_row, out, error, size);
      wire_put (out, 0);
    }
  else if (kind == WIRE_CODE)
    {
      uint64_t a = wire_take (in), first = wire_take (in);
      if (!answer_code (h, a, (int64_t) first, wire_take (in), out))
	snprintf (error, size, "no frame of the thread is in code at 0x%" PRIx64, a);
    }
  else if (kind == WIRE_FOCUS)
    {
      d->block = b;
      d->thread = t;
    }
  else
    {
      uint64_t a = wire_take (in);
      answer_memory (&h, a, wire_take (in), out);
    }
}

/* ---- what px-dap wants ---- */

static void
set_breaks (struct debugger *d, struct wire *in)
{
  debug_delete_break (d, 0);
  uint64_t stops = wire_take (in);
  d->no_faults = !(stops & STOPS_FAULT);
  d->no_findings = !(stops & STOPS_FINDING);
  for (uint64_t n = wire_take (in); n && !in->bad; n--)
    {
      struct stop_at b = { .number = wire_take (in), .whole = true };
      b.file = (char *) wire_take_text (in, NULL);
      b.line = wire_take (in);
      b.op = wire_take (in);
      char *condition = (char *) wire_take_text (in, NULL);
      b.condition = *condition ? condition : NULL;
      if (!in->bad)
	debug_add_break (d, &b);
    }
}

static void
set_run (struct debugger *d, const struct stop *s, struct wire *in)
{
  enum run run = wire_take (in);
  unsigned id[3];
  for (int i = 0; i < 3; i++)
    id[i] = wire_take (in);
  uint64_t t = wire_take (in);
  if (run > RUN_SAME)
    run = RUN_ON;
  d->run = run;
  if (run == RUN_SAME)
    return;
  struct block *b = s ? debug_block (d, id) : NULL;
  if (!b || t >= d->launch->n_threads)
    return;
  d->block = b;
  d->thread = t;
  struct here h = debug_here (s, b, t);
  debug_go (d, &h, run);
}

/* Does what px-dap says until it says how to continue.  S: the stop; NULL: no thread runs yet.  */
static void
serve (struct debugger *d, const struct stop *s)
{
  struct remote *own = d->own;
  while (d->run != RUN_DETACHED)
    {
      struct wire out = { 0 };
      char error[300] = "";
      enum wire_kind kind = wire_receive (own->fd, &own->in);
      switch (kind)
	{
	case WIRE_NONE: d->run = RUN_DETACHED; return;
	case WIRE_GO: set_run (d, s, &own->in); return;
	case WIRE_BREAKS: set_breaks (d, &own->in); continue;
	case WIRE_PAUSE: continue; /* it has */
	default: break;
	}
      if (!s)
	snprintf (error, sizeof error, "no thread has started");
      else if (kind == WIRE_THREADS)
	answer_threads (d, s, &out);
      else
	answer (d, s, kind, &out, error, sizeof error);
      if (*error)
	{
	  wire_free (&out);
	  put_string (&out, error);
	}
      tell (d, *error ? WIRE_WRONG : WIRE_ANSWER, &out);
    }
}

static void
remote_begin (struct debugger *d)
{
  const struct launch *l = d->launch;
  struct wire m = { 0 };
  put_string (&m, l->func->name);
  for (int i = 0; i < 3; i++)
    wire_put (&m, l->grid[i]);
  for (int i = 0; i < 3; i++)
    wire_put (&m, l->ntid[i]);
  tell (d, WIRE_BEGIN, &m);
  serve (d, NULL);
}

static void
remote_stop (struct debugger *d, const struct stop *s)
{
  struct wire m = { 0 };
  wire_put (&m, s->why);
  for (int i = 0; i < 3; i++)
    wire_put (&m, d->block->id[i]);
  wire_put (&m, d->thread);
  wire_put (&m, s->number);
  put_string (&m, s->text ? s->text : "");
  tell (d, WIRE_STOP, &m);
  serve (d, s);
}

/* Does what px-dap has said while threads run; true: they are to stop.  */
static bool
remote_pause (struct debugger *d)
{
  struct remote *own = d->own;
  char byte;
  bool stop = false;
  while (d->run != RUN_DETACHED && recv (own->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0)
    switch (wire_receive (own->fd, &own->in))
      {
      case WIRE_NONE: d->run = RUN_DETACHED; break;
      case WIRE_BREAKS: set_breaks (d, &own->in); break;
      case WIRE_PAUSE: stop = true; break;
      default: break;
      }
  return stop && d->run != RUN_DETACHED;
}

static void
remote_free (struct debugger *d)
{
  struct remote *own = d->own;
  pthread_mutex_destroy (&own->sending);
  wire_free (&own->in);
  free (own);
}

int
debug_attached (const char *path)
{
  struct sockaddr_un at;
  int listener = wire_socket (path, &at), fd = -1;
  mode_t mask = umask (0177);
  bool bound = listener >= 0 && !bind (listener, (struct sockaddr *) &at, sizeof at);
  umask (mask);
  if (bound && !listen (listener, 1))
    {
      fprintf (stderr, "pxemu: waits for px-dap to attach at %s\n", path);
      do
	fd = accept (listener, NULL, NULL);
      while (fd < 0 && errno == EINTR);
    }
  if (fd < 0)
    fprintf (stderr, "pxemu: PXEMU_DEBUG: %s: %s; the program runs without the debugger\n", path,
	     strerror (errno));
  else
    fcntl (fd, F_SETFD, FD_CLOEXEC);
  if (bound)
    unlink (path);
  if (listener >= 0)
    close (listener);
  return fd;
}

bool
debug_remote (struct debugger *d, int fd)
{
  static const struct front front = { .code = remote_code,
				      .begin = remote_begin,
				      .stop = remote_stop,
				      .pause = remote_pause,
				      .free = remote_free };
  struct remote *own = calloc (1, sizeof *own);
  struct wire m = { 0 };
  if (!own)
    return false;
  own->fd = fd;
  own->pid = getpid ();
  pthread_mutex_init (&own->sending, NULL);
  d->front = &front;
  d->own = own;
  wire_put (&m, WIRE_VERSION);
  tell (d, WIRE_HELLO, &m);
  if (d->run != RUN_DETACHED)
    return true;
  remote_free (d);
  return false;
}
