/* SPDX-License-Identifier: MIT */
/* When a function is compiled.

   A function that has run for LONG_NS is written as C by the worker that finds out; a
   thread of its own has it built or finds it in the cache, and the worker puts the code
   into the ops.  */

#define _GNU_SOURCE
#include "emulator/compile/compile.h"
#include "emulator/code/decode.h"
#include "emulator/run/device.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#define LONG_NS 20000000

struct code
{
  uint64_t ns;	  /* that it has run, in launches that have ended */
  unsigned shape; /* that it was last written for */
  bool tried;
  struct job *job;     /* under way, or NULL */
  struct built *built; /* in use; older ones follow it */
};

struct job
{
  char *text;
  const struct observer *observer; /* of the launches that it is for */
  struct built *built;
  const char *why;	/* there is none */
  bool now;		/* who started it waits and installs it */
  bool done, forgotten; /* nobody waits for it */
};

/* Of all codes and jobs.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* PXEMU_COMPILE: 0 no, 1 what runs long, 2 everything, before it runs.  */
static int
how_much (void)
{
  static _Atomic int known = -1;
  if (known < 0)
    {
      const char *s = getenv ("PXEMU_COMPILE");
      bool safe = getuid () == geteuid () && getgid () == getegid () && !getauxval (AT_SECURE);
      known = !safe || (s && !strcmp (s, "0")) ? 0 : s && !strcmp (s, "always") ? 2 : 1;
    }
  return known;
}

static void
print_how (const px_emu_func *f, const char *why)
{
  const char *s = getenv ("PXEMU_VERBOSE");
  if (s && *s && strcmp (s, "0"))
    fprintf (stderr, "pxemu: %s runs %s%s\n", f->name, why ? "in the interpreter: " : "compiled",
	     why ? why : "");
}

static _Atomic unsigned builders; /* threads that run run_job */

static void *
run_job (void *arg)
{
  struct job *j = arg;
  const char *why;
  struct built *b = cache_get (j->text, j->observer, &why);
  pthread_mutex_lock (&lock);
  j->built = b;
  j->why = why;
  j->done = true;
  bool forgotten = j->forgotten;
  pthread_mutex_unlock (&lock);
  if (forgotten)
    {
      cache_close (b);
      free (j->text);
      free (j);
    }
  builders--;
  return NULL;
}

static pid_t builders_of; /* the process that has them */

/* The process ends: what earlier ones have built in vain may be worth waiting for.  */
static void __attribute__ ((destructor)) wait_for_builders (void)
{
  const struct timespec nap = { 0, 2000000 };
  for (uint64_t ms = 0; builders && builders_of == getpid () && ms < cache_worth (); ms += 2)
    nanosleep (&nap, NULL);
}

unsigned
px_emu_running (px_emu *emu)
{
  pthread_mutex_lock (&emu->lock);
  unsigned n = emu->n_launches;
  pthread_mutex_unlock (&emu->lock);
  return n;
}

unsigned
px_emu_threads (const px_emu *emu)
{
  return emu->n_threads + builders;
}

/* Under the lock: the code of C's job goes into F's ops.  */
static void
install (px_emu_func *f, struct code *c)
{
  struct job *j = c->job;
  struct built *b = j->built;
  c->job = NULL;
  for (uint32_t k = 0; b && k < b->n; k++)
    if (b->at[k].op >= f->n_ops)
      {
	cache_close (b);
	b = NULL;
      }
  if (b)
    {
      b->next = c->built;
      c->built = b;
      for (uint32_t k = 0; k < b->n; k++)
	__atomic_store_n (&f->ops[b->at[k].op].run, b->at[k].fn, __ATOMIC_RELEASE);
    }
  print_how (f, b ? NULL : j->why);
  free (j->text);
  free (j);
}

/* Under the lock: F for blocks as those of L; waits for it if NOW.  */
static void
start (px_emu_func *f, const struct launch *l, bool now)
{
  unsigned shape = l->shape;
  struct code *c = f->code;
  if (!c && !(c = f->code = calloc (1, sizeof *c)))
    return;
  if (c->job || !f->plan || f->traced || (c->tried && !(c->shape & ~shape)))
    return;
  c->shape = c->tried ? c->shape & shape : shape;
  c->tried = true;
  struct job *j = calloc (1, sizeof *j);
  if (!j || !(j->text = compile_text (f, c->shape)))
    {
      free (j);
      return;
    }
  c->job = j;
  j->observer = l->observer;
  j->now = now;
  /* The builder's signals are its own: a program that catches them does not see them.  */
  sigset_t all, old;
  pthread_t t;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  builders++;
  builders_of = getpid ();
  bool ok = pthread_create (&t, NULL, run_job, j) == 0;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  if (!ok)
    {
      builders--;
      c->job = NULL;
      free (j->text);
      free (j);
    }
  else if (!now)
    pthread_detach (t);
  else
    {
      pthread_mutex_unlock (&lock);
      pthread_join (t, NULL);
      pthread_mutex_lock (&lock);
      install (f, c);
    }
}

/* The same for all that F calls.  */
static void
start_all (px_emu_func *f, const struct launch *l, bool now, int depth)
{
  start (f, l, now);
  for (size_t k = 0; depth < 8 && k < f->n_callees; k++)
    if (f->callees[k] != f)
      start_all (f->callees[k], l, now, depth + 1);
}

static void
install_all (px_emu_func *f, int depth)
{
  if (f->code && f->code->job && f->code->job->done && !f->code->job->now)
    install (f, f->code);
  for (size_t k = 0; depth < 8 && k < f->n_callees; k++)
    if (f->callees[k] != f)
      install_all (f->callees[k], depth + 1);
}

/* L is about to run (NS 0), has run for NS, or has and ENDS: has its function compiled if that
   pays.  */
static void
consider (struct launch *l, uint64_t ns, bool ends)
{
  px_emu_func *f = l->func;
  int how = how_much ();
  if (!how || !l->compiled)
    return;
  pthread_mutex_lock (&lock);
  struct code *c = f->code;
  if (!c)
    c = f->code = calloc (1, sizeof *c);
  if (c)
    {
      install_all (f, 0);
      if (how == 2 && !ns)
	start_all (f, l, true, 0);
      else if (c->ns + ns >= LONG_NS)
	start_all (f, l, false, 0);
      if (ends)
	c->ns += ns;
    }
  pthread_mutex_unlock (&lock);
}

static void
forget (px_emu_func *f)
{
  pthread_mutex_lock (&lock);
  struct code *c = f->code;
  if (c && c->job && !c->job->done)
    c->job->forgotten = true;
  else if (c && c->job)
    {
      cache_close (c->job->built);
      free (c->job->text);
      free (c->job);
    }
  for (struct built *b = c ? c->built : NULL, *next; b; b = next)
    {
      next = b->next;
      cache_close (b);
    }
  pthread_mutex_unlock (&lock);
  free (c);
}

static bool
compile_wants_plan (void)
{
  return how_much () > 0;
}

static const struct tool tool
  = { .wants_plan = compile_wants_plan, .tick = consider, .func_free = forget };

void
compile_watch (px_emu *emu)
{
  tool_add (emu, &tool);
}
