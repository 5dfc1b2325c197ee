/* SPDX-License-Identifier: MIT */
/* Queued work.  An operation (struct op) runs when those that it waits for are complete;
   streams, events and graphs only determine these.  Worker threads are created on demand and
   exit when idle.  Everything here is called with drv.lock held, and releases it only while an
   action runs or a caller waits.  */
#include "emulator/driver/drv.h"
#include "base/room.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
  MAX_WORKERS = 64,
  IDLE_SECONDS = 2,
  LATE_MS = 100,     /* time that functions of the program are delayed in a checked run */
  HELP_SECONDS = 10, /* time that the host is given to submit what a kernel waits for */
  POLL_NS = 50000,
  OTHERS = 1, /* the emulator's threads beside the workers: it waits for signals */
  LINGER_MS = 20,
  MOST_LINGERS = 25 /* half a second in all */
};

static struct op *ready_first, *ready_last; /* operations that may run now, linked by `link' */
static struct op *polls;		    /* operations ACT_WAIT whose words do not have the
					       value yet */
static unsigned workers, idle;
static unsigned called;	 /* idle workers that have been signalled and are not awake yet */
static unsigned waiting; /* threads of the program that wait here, whether or not they work
			    meanwhile */
static unsigned busy;	 /* operations that run now, except kernels */
static unsigned late;	 /* functions of the program that run and are delayed */
static uint64_t last_seq;
static uint64_t lonely; /* when op_help first found nothing that could help; 0: there was
			   something since */
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static __thread bool in_callback, is_worker;

/* A thread that waits for an operation, for those of a context up to SEQ, or for a count to
   become 0.  It is woken when its wait is over, or when there is no worker.  */
struct waiter
{
  struct waiter *next;
  struct op *op;   /* or NULL */
  struct ctx *ctx; /* or NULL */
  uint64_t seq;
  const unsigned *count;
  pthread_cond_t cond;
};
static struct waiter *waiters;

static bool
satisfied (const struct waiter *w)
{
  return w->op	  ? w->op->done
	 : w->ctx ? !w->ctx->oldest || w->ctx->oldest->seq > w->seq
		  : !*w->count;
}

static void
wake_waiters (bool all)
{
  for (struct waiter *w = waiters; w; w = w->next)
    if (all || satisfied (w))
      pthread_cond_signal (&w->cond);
}

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
    case ACT_COPY: free (a->copy.staged); break;
    case ACT_ALLOC: mem_end_graph (a); break;
    case ACT_BRANCH: branch_action_free (a); break;
    default: break;
    }
  free (a);
}

void
op_unref (struct op *op)
{
  if (!op || --op->refs)
    return;
  action_unref (op->act);
  px_emu_footprint_free (&op->early);
  free (op->next);
  free (op->before);
  free (op);
}

struct op *
op_ref (struct op *op)
{
  if (op)
    op->refs++;
  return op;
}

/* Makes an operation of C, not yet submitted; takes over the reference to ACT.  ACT NULL: it
   only orders others.  Returns NULL if out of memory.  */
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
  op->refs = 1;	   /* the queue's, until it is complete */
  op->pending = 1; /* one for op_submit */
  if (act && act->kind == ACT_KERNEL)
    ++*act->kernel.pending;
  op->seq = ++last_seq;
  lonely = 0;
  op->older = c->newest;
  if (c->newest)
    c->newest->newer = op;
  else
    c->oldest = op;
  c->newest = op;
  order_new (op);
  return op;
}

/* Makes OP wait for DEP.  Returns false if out of memory.  */
bool
op_after (struct op *op, struct op *dep)
{
  if (!dep || dep == op)
    return true;
  order_after (op, dep);
  if (dep->done)
    return true;
  if (!PX_ROOM (dep->next, dep->nnext, dep->cap))
    return false;
  dep->next[dep->nnext++] = op;
  op->pending++;
  return true;
}

static void wake_worker (void);

static void
make_ready (struct op *op)
{
  op->link = NULL;
  op->queued = true;
  if (ready_last)
    ready_last->link = op;
  else
    ready_first = op;
  ready_last = op;
}

/* OP and everything that only waited for it are complete.  A worker looks for ready operations
   itself afterwards.  */
static void
finish_op (struct op *op)
{
  struct op *todo = op;
  unsigned fresh = 0;
  op->link = NULL;
  lonely = 0;
  while ((op = todo))
    {
      struct ctx *c = op->ctx;
      todo = op->link;
      op->done = true;
      op->time = drv_now ();
      px_emu_check_event (drv.emu);
      if (op->act && op->act->kind == ACT_KERNEL)
	--*op->act->kernel.pending;
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
	  order_more (n, op);
	  if (--n->pending)
	    continue;
	  if (!n->act)
	    {
	      n->link = todo;
	      todo = n;
	    }
	  else
	    {
	      make_ready (n);
	      fresh++;
	    }
	}
      op_unref (op);
    }
  for (; fresh && !is_worker; fresh--)
    wake_worker ();
  if (waiters)
    wake_waiters (false);
}

static void
fail (struct ctx *c, CUresult r)
{
  if (r && !c->error)
    c->error = r;
}

/* Waits a while until nothing else can run and the program waits, so that a function of the program
   meets the results of operations that nothing orders with it: pages that these have accessed are
   taken from it (emulator/driver/guard.c).  What waits for the function itself cannot run before
   it.  */
static void
call_late (void)
{
  if (!order_wanted () || !drv.host_memory)
    return;
  late++;
  for (int ms = 0; ms < LATE_MS && (!waiting || ready_first || busy > late || drv.running); ms++)
    {
      pthread_mutex_unlock (&drv.lock);
      nanosleep (&(struct timespec){ 0, 1000000 }, NULL);
      pthread_mutex_lock (&drv.lock);
    }
  late--;
}

/* Calls the program's function of OP.  Its accesses are the program's, which are ordered after
   everything that OP is ordered after.  */
static void
call_program (struct op *op)
{
  struct action *a = op->act;
  CUresult status;
  call_late ();
  status = op->ctx->error;
  order_learn (op);
  guard_inside (-1);
  device_shut ();
  pthread_mutex_unlock (&drv.lock);
  in_callback = true;
  if (a->kind == ACT_HOST)
    a->host.fn (a->host.data);
  else
    a->callback.fn (a->callback.stream, status, a->callback.data);
  in_callback = false;
  pthread_mutex_lock (&drv.lock);
  guard_inside (1);
}

/* Executes OP's action and finishes OP.  Releases the lock meanwhile.  */
static void
run_op (struct op *op)
{
  struct action *a = op->act;
  struct ctx *c = op->ctx;
  CUresult r = CUDA_SUCCESS;
  px_emu_footprint bytes = { .n = 0 };

  if (c->error && a->kind != ACT_CALLBACK && a->kind != ACT_FREE
      && !(a->kind == ACT_HOST && a->host.always))
    {
      finish_op (op);
      return;
    }
  guard_inside (1);
  busy += a->kind != ACT_KERNEL;
  /* Record them first: kernels that see what they write must find it.  */
  bool early = a->kind == ACT_COPY || a->kind == ACT_FILL;
  if (early)
    order_done (op, &bytes);
  switch (a->kind)
    {
    case ACT_KERNEL: r = kernel_run (op, order_wanted () ? &bytes : NULL); break;
    case ACT_COPY: r = copy_run (op); break;
    case ACT_FILL: r = fill_run (op); break;
    case ACT_HOST:
    case ACT_CALLBACK: call_program (op); break;
    case ACT_WRITE:
    case ACT_WAIT:
      r = word_run (c, a);
      if (r == CUDA_ERROR_NOT_READY)
	{
	  op->link = polls;
	  polls = op;
	  busy--;
	  guard_inside (-1);
	  return;
	}
      break;
    case ACT_ALLOC:
    case ACT_FREE:
      if (order_wanted ())
	mem_bytes (a, &bytes);
      r = async_run (c, a);
      break;
    case ACT_BRANCH: r = branch_run (op); break;
    }
  fail (c, r);
  if (!early)
    order_done (op, &bytes);
  order_end (op);
  busy -= a->kind != ACT_KERNEL;
  guard_inside (-1);
  finish_op (op);
}

static struct op *
take_ready (void)
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

/* Checks again the words that streams wait for.  */
static void
poll_words (void)
{
  struct op *list = polls, *op;
  polls = NULL;
  while ((op = list))
    {
      list = op->link;
      run_op (op);
    }
}

static void *worker (void *);

/* Creates a worker that blocks the program's signals.  If that fails the waiting threads do the
   work.  */
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
  if (px_emu_checking (drv.emu))
    sigdelset (&all, SIGSEGV); /* needed by emulator/driver/guard.c */
  pthread_sigmask (SIG_SETMASK, &all, &old);
  if (!pthread_create (&t, &attr, worker, NULL))
    workers++;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  pthread_attr_destroy (&attr);
}

/* Wakes or creates a worker for new work.  */
static void
wake_worker (void)
{
  if (idle > called)
    {
      called++;
      pthread_cond_signal (&work);
    }
  else if (workers < MAX_WORKERS)
    spawn ();
}

static void *
worker (void *unused)
{
  (void) unused;
  is_worker = true;
  pthread_mutex_lock (&drv.lock);
  for (;;)
    {
      struct op *op = take_ready ();
      struct timespec t;
      int e;

      if (op)
	{
	  /* Kernels may wait for each other, so all ready ones must run.  */
	  if (ready_first || polls)
	    wake_worker ();
	  run_op (op);
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
      if (called)
	called--;
      if (polls)
	poll_words ();
      else if (e == ETIMEDOUT && !ready_first)
	break;
    }
  workers--;
  if (!workers)
    wake_waiters (true);
  pthread_mutex_unlock (&drv.lock);
  return NULL;
}

/* Called after all op_after of OP.  The caller's pointer stays valid only if it holds a
   reference.  */
void
op_submit (struct op *op)
{
  if (op->act)
    guard_submitted (op->seq);
  if (--op->pending)
    return;
  if (op->act)
    {
      make_ready (op);
      wake_worker ();
    }
  else
    finish_op (op);
}

/* Removes OP from the ready list.  */
static void
steal (struct op *op)
{
  struct op *prev = NULL;
  for (struct op *p = ready_first; p != op; p = p->link)
    prev = p;
  if (prev)
    prev->link = op->link;
  else
    ready_first = op->link;
  if (ready_last == op)
    ready_last = prev;
  op->queued = false;
}

/* Returns true if the calling thread may execute OP: that calls nothing of the program and does
   not wait for others.  */
static bool
may_help (const struct op *op)
{
  enum act k = op->act->kind;
  return k != ACT_HOST && k != ACT_CALLBACK && k != ACT_WAIT;
}

/* Waits until W is satisfied.  If no thread could be created, executes operations meanwhile.  */
static void
wait_until (struct waiter *w)
{
  pthread_cond_init (&w->cond, NULL);
  w->next = waiters;
  waiters = w;
  while (!satisfied (w))
    if (!workers && ready_first)
      run_op (take_ready ());
    else if (!workers && polls)
      poll_words ();
    else
      pthread_cond_wait (&w->cond, &drv.lock);
  for (struct waiter **p = &waiters;; p = &(*p)->next)
    if (*p == w)
      {
	*p = w->next;
	break;
      }
  pthread_cond_destroy (&w->cond);
}

/* The number of the program's threads, or a few more: the emulator's that compile count, too.  */
static unsigned
program_threads (void)
{
  unsigned n = 0;
  DIR *d = opendir ("/proc/self/task");
  for (struct dirent *e; d && (e = readdir (d));)
    n += *e->d_name != '.';
  if (d)
    closedir (d);
  return n > workers + OTHERS ? n - workers - OTHERS : 0;
}

/* A wait of the host is over, but none has returned, so the program does not know.  While the calling
   thread lingers here, what another thread accesses of the pages that are still guarded is
   ordered by nothing.  Releases the lock meanwhile.  */
static void
end_wait (void)
{
  static unsigned times;
  waiting--;
  if (times >= MOST_LINGERS || drv_in_callback () || !guard_any () || program_threads () < 2)
    return;
  times++;
  pthread_mutex_unlock (&drv.lock);
  nanosleep (&(struct timespec){ 0, LINGER_MS * 1000000 }, NULL);
  pthread_mutex_lock (&drv.lock);
}

/* Waits for OP; the caller holds a reference.  Executes it here if no worker has taken it.  */
void
op_wait (struct op *op)
{
  struct waiter w = { .op = op };
  if (!op)
    return;
  waiting++;
  if (!op->done && op->queued && may_help (op))
    {
      steal (op);
      run_op (op);
    }
  if (!op->done)
    wait_until (&w);
  end_wait ();
  order_learn (op);
}

/* Submits OP and waits for it.  If it need not wait for others it is executed here, without
   waking workers.  */
void
op_submit_wait (struct op *op)
{
  if (op->pending == 1 && op->act && may_help (op))
    {
      op->pending = 0;
      waiting++;
      run_op (op);
      end_wait ();
      order_learn (op);
    }
  else
    {
      op_submit (op);
      op_wait (op);
    }
}

/* Waits for everything that was submitted to C before the call, and executes operations that
   have not begun.  */
void
ctx_drain (struct ctx *c)
{
  struct waiter w = { .ctx = c, .seq = last_seq };
  struct op *op;
  waiting++;
  do
    {
      for (op = ready_first; op; op = op->link)
	if (op->ctx == c && op->seq <= w.seq && may_help (op))
	  break;
      if (op)
	{
	  steal (op);
	  run_op (op);
	}
    }
  while (op);
  if (!satisfied (&w))
    wait_until (&w);
  end_wait ();
  /* Conditional nodes may have queued younger operations, after which these came.  */
  for (struct stream *s = c->streams; s; s = s->next)
    if (s->last && s->last->done && s->last->seq <= w.seq)
      order_learn (s->last);
  if (c->legacy && c->legacy->last && c->legacy->last->done && c->legacy->last->seq <= w.seq)
    order_learn (c->legacy->last);
  order_learn_all (w.seq);
}

/* Returns the number of the operation that was submitted last.  */
uint64_t
op_last_seq (void)
{
  return last_seq;
}

/* Returns the number of the oldest pending operation; UINT64_MAX if there is none.  */
uint64_t
op_oldest_seq (void)
{
  uint64_t seq = UINT64_MAX;
  if (drv.primary && drv.primary->oldest)
    seq = drv.primary->oldest->seq;
  for (struct ctx *c = drv.contexts; c; c = c->next)
    if (c->oldest && c->oldest->seq < seq)
      seq = c->oldest->seq;
  return seq;
}

bool
op_only_late (void)
{
  return late && busy == late && !drv.running && !ready_first;
}

bool
op_quiet (void)
{
  return !busy && !drv.running && !ready_first;
}

void
wait_zero (const unsigned *count)
{
  struct waiter w = { .count = count };
  waiting++;
  if (*count)
    wait_until (&w);
  waiting--;
}

/* Returns the number of threads of this process.  */
static unsigned
threads (void)
{
  unsigned n = 0;
  DIR *d = opendir ("/proc/self/task");
  if (!d)
    return UINT32_MAX;
  for (struct dirent *e; (e = readdir (d));)
    n += *e->d_name != '.';
  closedir (d);
  return n;
}

enum px_emu_help
op_help (void *unused)
{
  enum px_emu_help help = PX_EMU_HELP_ANY;
  (void) unused;
  pthread_mutex_lock (&drv.lock);
  /* A kernel that is being prepared, or has ended and its successors have not begun, may help as one
     that is queued.  */
  bool more = busy || ready_first || drv.running > px_emu_running (drv.emu);
  for (struct waiter *w = waiters; w && !more; w = w->next)
    more = satisfied (w);
  if (more)
    lonely = 0;
  else if (threads () <= workers + waiting + px_emu_threads (drv.emu) + px_emu_check_threads ())
    help = PX_EMU_HELP_NONE;
  else if (!lonely)
    lonely = drv_now ();
  else if (drv_now () - lonely > HELP_SECONDS * UINT64_C (1000000000))
    help = PX_EMU_HELP_MEMORY;
  pthread_mutex_unlock (&drv.lock);
  return help;
}

void
drv_wake (void)
{
  wake_waiters (false);
}
