/* SPDX-License-Identifier: MIT */
/* The debugger's front end at the terminal (PXEMU_DEBUG=1): it reads commands from the standard
   input.  */
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/debug/debug.h"
#include "emulator/run/device.h"

static void __attribute__ ((format (printf, 1, 2))) say (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vprintf (format, ap);
  va_end (ap);
  fflush (stdout);
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

/* What a command gets: where the thread is, and the words after the command.  */
struct asked
{
  const struct stop *stop;
  struct here h;
  char *args;
};

/* What it has of its own in a debugger.  */
struct terminal
{
  char *line, *again; /* as read, and the last one */
  size_t cap;
};

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
examine (struct debugger *d, struct asked *ask)
{
  const char *args = ask->args;
  unsigned count = 1, bits = 32;
  char type = 'u';
  const char *error;
  uint64_t a;
  (void) d;
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
  if (!debug_address (&ask->h, args, &a, &error))
    {
      say ("%s\n", error);
      return;
    }
  for (unsigned i = 0; i < count && i < 1000; i++, a += bits / 8)
    if (!debug_memory (&ask->h, a, type, bits))
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
    "set EXPRESSION = EXPRESSION  changes what is in memory or in a register\n"
    "info locals|args|threads|registers|breaks\n"
    "detach                       run without stopping; kill ends the kernel with an error\n"
    "An empty line repeats the last command; commands may be shortened.\n";

static void
add_break (struct debugger *d, struct asked *a)
{
  const char *where = a->args;
  const char *condition = strstr (where, " if "),
	     *end = condition ? condition : where + strlen (where);
  const char *colon = memrchr (where, ':', end - where);
  int line = atoi (colon ? colon + 1 : where);
  size_t n = colon ? (size_t) (colon - where) : line ? 0 : (size_t) (end - where);
  if (where == end || (colon && line < 1))
    {
      say ("break [FILE:]LINE or KERNEL\n");
      return;
    }
  struct stop_at b = { .number = ++d->last,
		       .file = strndup (where, n),
		       .line = line,
		       .condition = condition ? (char *) condition + 4 : NULL };
  bool added = b.file && debug_add_break (d, &b);
  free (b.file);
  if (!added)
    {
      say ("out of memory\n");
      return;
    }
  say ("%d: ", d->last);
  if (line)
    say ("line %d of %s\n", line, n ? d->at[d->n_at - 1].file : "any file");
  else
    say ("the start of %s\n", d->at[d->n_at - 1].file);
}

/* Prints ROW as a line.  */
static void
show_row (void *closure, const struct debug_row *row)
{
  say ("%s%s%s\n", row->name, (const char *) closure, row->text);
}

static void
show_variables (const struct here *h, bool args)
{
  int n = debug_rows (h, args ? SCOPE_ARGUMENTS : SCOPE_LOCALS, show_row, (char[]){ " = " });
  if (n <= 0)
    say ("%s\n", n < 0	? "no variables are known: they are with -fplugin-arg-px-debug"
		 : args ? "no arguments here"
			: "no local variables here");
}

static void
info (struct debugger *d, struct asked *a)
{
  const char *what = a->args;
  size_t n = strlen (what);
  if (n && !strncmp (what, "threads", n))
    {
      struct debugger x = *d;
      for (uint32_t w = 0; w < d->block->n_warps; w++)
	for (uint32_t left = ALL_LANES; left;)
	  {
	    x.thread = w * LANES + __builtin_ctz (left);
	    struct here h = debug_here (a->stop, x.block, x.thread);
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
      if (!a->h.pc)
	say ("the thread has ended\n");
      else if (*what == 'r')
	debug_rows (&a->h, SCOPE_REGISTERS, show_row, (char[]){ "\t" });
      else
	show_variables (&a->h, *what == 'a');
    }
  else if (n && !strncmp (what, "breaks", n))
    {
      for (const struct stop_at *b = d->at; b < d->at + d->n_at; b++)
	say ("%d: %s%s%.0d\n", b->number, b->file, b->line && *b->file ? ":" : "", b->line);
    }
  else
    say ("info locals, args, threads, registers or breaks\n");
}

static void
show_frames (struct debugger *d, struct asked *a)
{
  show_place (d, &a->h, false);
  int n = 1;
  for (const struct frame *f = a->h.frame; f && f->up; f = f->up)
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
choose_block (struct debugger *d, struct asked *a)
{
  unsigned id[3] = { 0, 0, 0 };
  if (sscanf (a->args, "%u,%u,%u", id, id + 1, id + 2) < 1)
    {
      say ("block X[,Y[,Z]]\n");
      return;
    }
  struct block *b = debug_block (d, id);
  if (b)
    d->block = b;
  else
    say ("block (%u,%u,%u) has not started, or has ended\n", id[0], id[1], id[2]);
}

/* Returns true if WORD, from the line, is a beginning of NAME.  */
static bool
is (const char *word, const char *name)
{
  return !strncmp (word, name, strlen (word));
}

static void
say_help (struct debugger *d, struct asked *a)
{
  (void) d, (void) a;
  say ("%s", help);
}

static void
delete_break (struct debugger *d, struct asked *a)
{
  int number = atoi (a->args);
  if (number > 0 || !*a->args)
    debug_delete_break (d, number);
}

static void
choose_thread (struct debugger *d, struct asked *a)
{
  unsigned id[3] = { 0, 0, 0 };
  int got = sscanf (a->args, "%u,%u,%u", id, id + 1, id + 2);
  const uint32_t *t = d->launch->ntid;
  uint64_t to = id[0] + (uint64_t) t[0] * (id[1] + (uint64_t) t[1] * id[2]);
  if (got < 1 || to >= d->launch->n_threads)
    say ("thread X[,Y[,Z]] of the block\n");
  else
    {
      d->thread = to;
      a->h = debug_here (a->stop, d->block, d->thread);
      show_place (d, &a->h, false);
    }
}

static void
print (struct debugger *d, struct asked *a)
{
  char format = 0;
  (void) d;
  if (*a->args == '/' && a->args[1])
    {
      format = a->args[1];
      a->args += 2;
    }
  debug_print (&a->h, a->args, format);
}

/* EXPRESSION = EXPRESSION.  */
static void
change (struct debugger *d, struct asked *a)
{
  char error[300], *s = a->args;
  (void) d;
  /* The = that is no part of another operator.  */
  while (*s && (*s != '=' || s[1] == '=' || (s > a->args && strchr ("=!<>", s[-1]))))
    s++;
  if (!*s)
    {
      say ("set EXPRESSION = EXPRESSION\n");
      return;
    }
  *s = 0;
  if (!debug_assign (&a->h, a->args, s + 1, error, sizeof error))
    say ("%s\n", error);
  *s = '=';
}

/* Commands after which the prompt comes again.  */
static const struct command
{
  const char *name;
  size_t least; /* characters of it that will do */
  bool lives;	/* for a thread that has not ended */
  void (*run) (struct debugger *d, struct asked *a);
} commands[] = {
  { "help", 0, false, say_help },
  { "break", 1, false, add_break },
  { "delete", 1, false, delete_break },
  { "thread", 1, false, choose_thread },
  { "block", 2, false, choose_block },
  { "where", 1, false, show_frames },
  { "bt", 2, false, show_frames },
  { "print", 1, true, print },
  { "x", 1, true, examine },
  { "set", 3, true, change },
  { "info", 1, false, info },
};

/* And those with which the kernel continues.  */
static const struct
{
  const char *name;
  enum run run;
} go[] = { { "continue", RUN_ON },    { "step", RUN_STEP }, { "next", RUN_NEXT },
	   { "finish", RUN_FINISH },  { "stepi", RUN_PTX }, { "si", RUN_PTX },
	   { "detach", RUN_DETACHED } };

/* Reads a line: the last one again if it is empty; NULL at the end of the input.  It may be changed.  */
static char *
read_command (struct terminal *own)
{
  say ("(px) ");
  if (getline (&own->line, &own->cap, stdin) < 0)
    return NULL;
  char *s = own->line + strspn (own->line, " \t\n"), *end = s + strlen (s);
  while (end > s && isspace ((unsigned char) end[-1]))
    *--end = 0;
  if (!*s && own->again)
    return own->again;
  if (*s)
    {
      free (own->again);
      own->again = strdup (s);
    }
  return s;
}

/* Does what S, a line, says.  True: the kernel continues.  */
static bool
obey (struct debugger *d, const struct stop *stop, char *s)
{
  char word[32];
  size_t n = strcspn (s, " \t/");
  snprintf (word, sizeof word, "%.*s", (int) n, s);
  struct asked a = { .stop = stop,
		     .h = debug_here (stop, d->block, d->thread),
		     .args = s + n + strspn (s + n, " \t") };
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strlen (word) >= commands[i].least && is (word, commands[i].name))
      {
	if (commands[i].lives && !a.h.pc)
	  say ("the thread has ended\n");
	else
	  commands[i].run (d, &a);
	return false;
      }
  if (is (word, "kill") || is (word, "quit"))
    {
      debug_kill (d, stop);
      return true;
    }
  for (size_t i = 0; i < sizeof go / sizeof *go; i++)
    if (is (word, go[i].name))
      {
	debug_go (d, &a.h, go[i].run);
	return true;
      }
  say ("there is no command %s; help lists them\n", word);
  return false;
}

/* Asks what to do until that is to continue.  */
static void
prompt (struct debugger *d, const struct stop *stop)
{
  for (char *s; (s = read_command (d->own));)
    if (obey (d, stop, s))
      return;
  d->run = RUN_DETACHED;
}

static void
terminal_stop (struct debugger *d, const struct stop *s)
{
  bool fault = s->why == WHY_FAULT || s->why == WHY_FINDING;
  const char *condition = "";
  for (const struct stop_at *b = d->at; b < d->at + d->n_at; b++)
    if (s->why == WHY_BREAK && b->number == s->number)
      condition = b->condition;
  if (s->text)
    say ("%s%s%s\n", condition, *condition ? ": " : "", s->text);
  if (s->why == WHY_BREAK)
    say ("break %d, ", s->number);
  struct here h = debug_here (s, d->block, d->thread);
  show_place (d, &h, d->run == RUN_PTX && !fault);
  prompt (d, s);
}

static void
terminal_begin (struct debugger *d)
{
  const struct launch *l = d->launch;
  say ("kernel %s, %u,%u,%u blocks of %u,%u,%u threads\n", l->func->name, l->grid[0], l->grid[1],
       l->grid[2], l->ntid[0], l->ntid[1], l->ntid[2]);
  if (!d->last)
    d->run = RUN_KERNEL;
  else if (d->run != RUN_KERNEL)
    d->run = RUN_ON;
}

static void
terminal_free (struct debugger *d)
{
  struct terminal *own = d->own;
  free (own->line);
  free (own->again);
  free (own);
}

bool
debug_terminal (struct debugger *d)
{
  static const struct front front
    = { .begin = terminal_begin, .stop = terminal_stop, .free = terminal_free };
  d->front = &front;
  d->own = calloc (1, sizeof (struct terminal));
  return d->own;
}
