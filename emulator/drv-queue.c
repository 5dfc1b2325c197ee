/* SPDX-License-Identifier: MIT */
/* Queued work.  An operation (struct op) runs when those that it waits for
   are done; streams, events and graphs only say who waits for whom.  Worker
   threads are made on demand and leave when idle.  Everything here is called
   with drv.lock held, and gives it up only while an action runs or a caller
   waits.  */
#include "emulator/drv.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  MAX_WORKERS = 64,
  IDLE_SECONDS = 2,
  POLL_NS = 50000
};

static struct op *ready_first, *ready_last;	/* may run now, by `link' */
static struct op *polls;		/* ACT_WAIT whose words are not yet there */
static unsigned workers, idle, waiters;
static uint64_t last_seq;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static __thread bool in_callback;

uint64_t
drv_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

bool
drv_in_callback (void)
{
  return in_callback;
}

struct action *
action_new (enum act kind)
{
  struct action *a = calloc (1, sizeof *a);
  if (a)
    {
      a->kind = kind;
      a->refs = 1;
    }
  return a;
}

struct action *
action_ref (struct action *a)
{
  if (a)
    a->refs++;
  return a;
}

void
action_unref (struct action *a)
{
  if (!a || --a->refs)
    return;
  switch (a->kind)
    {
    case ACT_KERNEL:
      free (a->kernel.params);
      func_unref (a->kernel.func);
      break;
    case ACT_COPY:
      free (a->copy.staged);
      break;
    case ACT_ALLOC:
      mem_end_graph (a);
      break;
    default:
      break;
    }
  free (a);
}

void
op_unref (struct op *op)
{
  if (!op || --op->refs)
    return;
  action_unref (op->act);
  free (op->next);
  free (op);
}

struct op *
op_ref (struct op *op)
{
  if (op)
    op->refs++;
  return op;
}

/* A new operation of C, not yet submitted; takes over the reference to ACT.
   NULL ACT: it only orders others.  NULL when memory is out.  */
struct op *
op_new (struct ctx *c, struct action *act)
{
  struct op *op = calloc (1, sizeof *op);
  if (!op)
    {
      action_unref (act);
      return NULL;
    }
  op->ctx = c;
  op->act = act;
  op->refs = 1;			/* the queue's, until it is done */
  op->pending = 1;		/* until op_submit */
  op->seq = ++last_seq;
  op->older = c->newest;
  if (c->newest)
    c->newest->newer = op;
  else
    c->oldest = op;
  c->newest = op;
  return op;
}

/* OP waits for DEP.  False when memory is out.  */
bool
op_after (struct op *op, struct op *dep)
{
  if (!dep || dep->done || dep == op)
    return true;
  if (dep->nnext == dep->cap)
    {
      unsigned cap = dep->cap ? 2 * dep->cap : 4;
      struct op **next = realloc (dep->next, cap * sizeof *next);
      if (!next)
	return false;
      dep->next = next;
      dep->cap = cap;
    }
  dep->next[dep->nnext++] = op;
  op->pending++;
  return true;
}

/* OP and what follows from it are done.  */
static void
finish (struct op *op)
{
  struct op *todo = op;
  op->link = NULL;
  while ((op = todo))
    {
      struct ctx *c = op->ctx;
      todo = op->link;
      op->done = true;
      op->time = drv_now ();
      if (op->older)
	op->older->newer = op->newer;
      else
	c->oldest = op->newer;
      if (op->newer)
	op->newer->older = op->older;
      else
	c->newest = op->older;
      for (unsigned i = 0; i < op->nnext; i++)
	{
	  struct op *n = op->next[i];
	  if (--n->pending)
	    continue;
	  if (!n->act)
	    {
	      n->link = todo;
	      todo = n;
	    }
	  else
	    op_ready (n);
	}
      op_unref (op);
    }
  if (waiters)
    pthread_cond_broadcast (&done);
}

static void
fail (struct ctx *c, CUresult r)
{
  if (r && !c->error)
    c->error = r;
}

/* Does what OP is for and finishes it.  Gives up the lock meanwhile.  */
static void
run (struct op *op)
{
  struct action *a = op->act;
  struct ctx *c = op->ctx;
  CUresult r = CUDA_SUCCESS;

  if (c->error && a->kind != ACT_CALLBACK && a->kind != ACT_FREE
      && !(a->kind == ACT_HOST && a->host.always))
    {
      finish (op);
      return;
    }
  switch (a->kind)
    {
    case ACT_KERNEL:
      r = kernel_run (c, a);
      break;
    case ACT_COPY:
      r = copy_run (c, a);
      break;
    case ACT_FILL:
      r = fill_run (c, a);
      break;
    case ACT_HOST:
      pthread_mutex_unlock (&drv.lock);
      in_callback = true;
      a->host.fn (a->host.data);
      in_callback = false;
      pthread_mutex_lock (&drv.lock);
      break;
    case ACT_CALLBACK:
      {
	CUresult status = c->error;
	pthread_mutex_unlock (&drv.lock);
	in_callback = true;
	a->callback.fn (a->callback.stream, status, a->callback.data);
	in_callback = false;
	pthread_mutex_lock (&drv.lock);
      }
      break;
    case ACT_WRITE:
    case ACT_WAIT:
      r = word_run (c, a);
      if (r == CUDA_ERROR_NOT_READY)
	{
	  op->link = polls;
	  polls = op;
	  return;
	}
      break;
    case ACT_ALLOC:
    case ACT_FREE:
      r = async_run (c, a);
      break;
    }
  fail (c, r);
  finish (op);
}

static struct op *
take (void)
{
  struct op *op = ready_first;
  if (op)
    {
      ready_first = op->link;
      if (!ready_first)
	ready_last = NULL;
      op->queued = false;
    }
  return op;
}

/* Looks again at the words that streams wait for.  */
static void
poll_words (void)
{
  struct op *list = polls, *op;
  polls = NULL;
  while ((op = list))
    {
      list = op->link;
      run (op);
    }
}

static void *worker (void *);

/* One more worker, deaf to the program's signals.  Without it the work is
   done by those who wait for it.  */
static void
spawn (void)
{
  sigset_t all, old;
  pthread_attr_t attr;
  pthread_t t;

  if (pthread_attr_init (&attr))
    return;
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  if (!pthread_create (&t, &attr, worker, NULL))
    workers++;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  pthread_attr_destroy (&attr);
}

/* Somebody is there for new work.  */
static void
wake (void)
{
  if (idle)
    pthread_cond_signal (&work);
  else if (workers < MAX_WORKERS)
    spawn ();
}

static void *
worker (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&drv.lock);
  for (;;)
    {
      struct op *op = take ();
      struct timespec t;
      int e;

      if (op)
	{
	  if (polls)
	    wake ();		/* somebody else looks at the words */
	  run (op);
	  continue;
	}
      clock_gettime (CLOCK_REALTIME, &t);
      if (polls)
	{
	  t.tv_nsec += POLL_NS;
	  if (t.tv_nsec >= 1000000000)
	    t.tv_nsec -= 1000000000, t.tv_sec++;
	}
      else
	t.tv_sec += IDLE_SECONDS;
      idle++;
      e = pthread_cond_timedwait (&work, &drv.lock, &t);
      idle--;
      if (polls)
	poll_words ();
      else if (e == ETIMEDOUT && !ready_first)
	break;
    }
  workers--;
  pthread_mutex_unlock (&drv.lock);
  return NULL;
}

void
op_ready (struct op *op)
{
  op->link = NULL;
  op->queued = true;
  if (ready_last)
    ready_last->link = op;
  else
    ready_first = op;
  ready_last = op;
  wake ();
}

/* All that OP waits for is named; the caller's pointer stays good only if it
   holds a reference.  */
void
op_submit (struct op *op)
{
  if (--op->pending)
    return;
  if (op->act)
    op_ready (op);
  else
    finish (op);
}

/* Takes OP from the ready list, if it is there.  */
static bool
steal (struct op *op)
{
  struct op *prev = NULL;
  if (!op->queued)
    return false;
  for (struct op *p = ready_first; p != op; p = p->link)
    prev = p;
  if (prev)
    prev->link = op->link;
  else
    ready_first = op->link;
  if (ready_last == op)
    ready_last = prev;
  op->queued = false;
  return true;
}

/* Waits until something is done; where no thread could be made, does it.  */
static void
wait_done (void)
{
  if (!workers && ready_first)
    run (take ());
  else if (!workers && polls)
    poll_words ();
  else
    {
      waiters++;
      pthread_cond_wait (&done, &drv.lock);
      waiters--;
    }
}

/* Waits for OP; the caller holds a reference.  Copies and the like are done
   here if no worker has taken them yet.  */
void
op_wait (struct op *op)
{
  while (op && !op->done)
    if (op->act && op->act->kind != ACT_HOST
	&& op->act->kind != ACT_CALLBACK && steal (op))
      run (op);
    else
      wait_done ();
}

/* Waits for all that was submitted to C before the call.  */
void
ctx_drain (struct ctx *c)
{
  uint64_t seq = last_seq;
  while (c->oldest && c->oldest->seq <= seq)
    wait_done ();
}
