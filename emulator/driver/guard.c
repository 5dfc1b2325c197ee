/* SPDX-License-Identifier: MIT */
/* Detects races of the program's own accesses, for the sanitizer: pages of managed and pinned
   memory and of managed variables that operations have accessed become inaccessible until the
   program has waited for these.
   An access before that is a race: it is recorded, the page is made accessible, and the program
   continues; the race is reported in the next call of the driver.

   Pages of which the operation has accessed all bytes of the allocation are protected as they are:
   all of them written, or all accessed and the page made read-only.  Of other pages of managed
   and pinned memory a map says which bytes these are.  An access of others is no race: the
   instruction is executed with the page open, by itself, and the page is closed again, so what
   other threads access meanwhile goes unseen.  The first FEW_PARTS of such pages are protected.
   A system call that is given a protected page fails; px-static.so asks guard_touched before
   those that move much data.
   A kernel with strong accesses to such memory may inform the program that it is done: nothing is
   protected for it, unless it has executed no fence or release of the system's scope, which would
   order what it has written before: then only the pages stay that it accesses by strong operations
   of this scope or, of pinned memory, of any.  The emulator's own accesses open the pages that they need, until
   the next operation is complete.  Functions are called with drv.lock held, except the handler.  */
#define _GNU_SOURCE
#include "emulator/driver/drv.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum
{
  PAGE = 4096,
  MAX_GUARDS = 512,
  FEW_PARTS = 128,
  MAX_CAUGHT = 64,
  MAX_STEPS = 4,
  FRAMES = PLACE_FRAMES,
  WAIT_MS = 200
};

/* Pages LO to HI, which an operation has accessed, or PART of one.  Inactive entries stay until
   they are reused.  */
struct guard
{
  _Atomic uintptr_t lo, hi;
  _Atomic bool active;
  bool part;
  int prot;
  uint64_t seq, bytes[PAGE / 64]; /* of a part: which */
  char name[80];
  struct callers callers;
};
static struct guard guards[MAX_GUARDS];

/* An access that faulted.  */
struct caught
{
  _Atomic bool full;
  bool write;
  uintptr_t addr;
  void *pc, *frames[FRAMES];
  int n_frames, prot;
  char name[80];
  struct callers callers;
};
static struct caught caught[MAX_CAUGHT];
static _Atomic unsigned n_caught;
static unsigned n_told;

static struct sigaction before;
static int handled;   /* the signal's handler: 0 not installed, 1 px's, -1 the program's */
static bool stepping; /* the handler of SIGTRAP is px's, too */
static bool ending;   /* the end of the program has been reported */
static uint64_t slow; /* operation for which the wait was given up */
static __thread int inside;
static __thread uint64_t submitted;
static __thread bool masked; /* the program had blocked the signal when the thread entered */

/* The emulator opens memory by this signal, so none of its threads may block it.  */
void
guard_inside (int by)
{
  sigset_t set, old;
  inside += by;
  if (inside != (by > 0) || !device_any ())
    return;
  if (by > 0 && !guard_handle ())
    device_give_up ();
  else if (by < 0 && op_quiet ())
    device_shut ();
  if (by > 0 || masked)
    {
      sigemptyset (&set);
      sigaddset (&set, SIGSEGV);
      pthread_sigmask (by > 0 ? SIG_UNBLOCK : SIG_BLOCK, &set, &old);
      masked = by > 0 && sigismember (&old, SIGSEGV);
    }
}

/* Returns the name that the program's interface to the driver uses.  */
static const char *
by_api (const char *cuda, const char *cu, const char *px)
{
  return drv.runtime ? cuda : dlsym (RTLD_DEFAULT, "px__enter") ? px : cu;
}

/* Returns true if the program's access of bytes LO to HI races with what G stands for.  */
static bool
conflicts (const struct guard *g, uintptr_t lo, uintptr_t hi, bool write)
{
  if (!g->active || lo >= g->hi || hi <= g->lo || (g->prot != PROT_NONE && !write))
    return false;
  if (lo < g->lo)
    lo = g->lo;
  if (hi > g->hi)
    hi = g->hi;
  for (uintptr_t a = lo; g->part && a < hi; a++)
    if (g->bytes[(a - g->lo) / 64] >> (a - g->lo) % 64 & 1)
      return true;
  return !g->part;
}

/* Returns the guard that an access of LO to HI races with, one of written bytes if there is one.  */
static const struct guard *
find_conflict (uintptr_t lo, uintptr_t hi, bool write)
{
  const struct guard *by = NULL;
  for (const struct guard *g = guards; g < guards + MAX_GUARDS; g++)
    if ((!by || g->prot == PROT_NONE) && conflicts (g, lo, hi, write))
      by = g;
  return by;
}

/* Protects PAGE as the active guards say.  */
static void
close_page (uintptr_t page)
{
  int prot = PROT_READ | PROT_WRITE;
  for (const struct guard *g = guards; g < guards + MAX_GUARDS; g++)
    if (g->active && page >= g->lo && page < g->hi)
      prot &= g->prot;
  mprotect ((void *) page, PAGE, prot);
}

static void
open_pages (uintptr_t lo, uintptr_t hi)
{
  lo &= -(uintptr_t) PAGE;
  mprotect ((void *) lo, hi - lo, PROT_READ | PROT_WRITE);
}

#ifdef __x86_64__
static bool
writes (const ucontext_t *u)
{
  return u->uc_mcontext.gregs[REG_ERR] & 2;
}

/* The instruction that this thread executes by itself, and the pages that are open for it.  */
static __thread struct
{
  uintptr_t page[MAX_STEPS];
  unsigned n;
  bool masked; /* the program had blocked SIGTRAP */
} step;

enum
{
  TRAP_FLAG = 0x100
};

/* Lets the instruction at which U stands access PAGE; false if that can not be.  */
static bool
step_over (uintptr_t page, ucontext_t *u)
{
  if (!stepping || step.n == MAX_STEPS || (!step.n && u->uc_mcontext.gregs[REG_EFL] & TRAP_FLAG))
    return false;
  if (!step.n)
    {
      step.masked = sigismember (&u->uc_sigmask, SIGTRAP);
      sigdelset (&u->uc_sigmask, SIGTRAP);
      u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
    }
  step.page[step.n++] = page;
  return true;
}

static void
on_step (int sig, siginfo_t *si, void *context)
{
  ucontext_t *u = context;
  (void) si;
  if (!step.n)
    {
      signal (sig, SIG_DFL); /* it is not ours: as without the handler */
      raise (sig);
      return;
    }
  u->uc_mcontext.gregs[REG_EFL] &= ~(greg_t) TRAP_FLAG;
  if (step.masked)
    sigaddset (&u->uc_sigmask, SIGTRAP);
  while (step.n)
    close_page (step.page[--step.n]);
}

static void *
pc_of (const ucontext_t *u)
{
  return (void *) u->uc_mcontext.gregs[REG_RIP];
}

/* The program accesses ADDR, device memory or freed memory of its own (HOST).  On a GPU that
   ends the program; so it does here, after the report.  This runs in the handler: if the
   program holds a lock of the C library that is needed here, the alarm ends it.  */
static void
tell_device (uintptr_t addr, bool host, const ucontext_t *u)
{
  char what[1100], where[500], object[200];
  void *frames[FRAMES], *pc = pc_of (u);
  int n = backtrace (frames, FRAMES);
  px_emu_range r;
  struct timespec soon;
  sigset_t set;
  signal (SIGALRM, SIG_DFL);
  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
  alarm (30);
  clock_gettime (CLOCK_REALTIME, &soon);
  soon.tv_sec += 1;
  bool locked = !pthread_mutex_timedlock (&drv.lock, &soon);
  if (!ending)
    {
      ending = true;
      guard_tell ();
      place_frames (pc, frames, n, where, sizeof where);
      if (px_emu_mem_find (drv.emu, addr, &r))
	snprintf (object, sizeof object, "byte %llu of the %llu allocated at 0x%llx",
		  (unsigned long long) (addr - r.base), (unsigned long long) r.size,
		  (unsigned long long) r.base);
      else
	snprintf (object, sizeof object, "0x%llx%s", (unsigned long long) addr,
		  host ? "" : ", where nothing is allocated (any more)");
      snprintf (what, sizeof what, "the host %s %s, in %s: %s", writes (u) ? "writes" : "reads",
		host ? "pinned or managed memory that is not allocated (any more)"
		     : "memory of the device, which it can not access",
		where, object);
      px_emu_check_host (
	what,
	host ? NULL
	     : by_api ("a copy (cudaMemcpy) or managed memory (cudaMallocManaged)",
		       "a copy (cuMemcpyDtoH, cuMemcpyHtoD) or managed memory (cuMemAllocManaged)",
		       "a copy (px_copy) or managed memory (px_alloc_managed)"));
    }
  if (locked)
    pthread_mutex_unlock (&drv.lock);
}

/* The program accesses ADDR, at PC.  */
static void
note_guard (uintptr_t addr, const struct guard *g, bool write, void *pc)
{
  unsigned i = atomic_fetch_add (&n_caught, 1);
  if (i >= MAX_CAUGHT)
    return;
  struct caught *c = &caught[i];
  c->addr = addr;
  c->write = write;
  c->pc = pc;
  c->prot = g->prot;
  memcpy (c->name, g->name, sizeof c->name);
  c->callers = g->callers;
  c->n_frames = backtrace (c->frames, FRAMES);
  atomic_store (&c->full, true);
}

/* A system call is about to access the SIZE bytes at P.  The guards' entries are never freed, so
   no lock is needed, as in the handler.  */
static void
guard_touched (const void *p, size_t size, bool write)
{
  uintptr_t lo = (uintptr_t) p, hi = lo + size;
  const struct guard *by;
  if (inside)
    return;
  if ((by = find_conflict (lo, hi, write)))
    note_guard (lo > by->lo ? lo : by->lo, by, write, __builtin_return_address (0));
  for (const struct guard *g = guards; g < guards + MAX_GUARDS; g++)
    if (g->active && lo < g->hi && hi > g->lo)
      open_pages (g->lo, g->hi);
}

static void
on_fault (int sig, siginfo_t *si, void *context)
{
  uintptr_t addr = (uintptr_t) si->si_addr, page = addr & -(uintptr_t) PAGE;
  bool found = false;
  int e = errno;
  bool host, ours = device_has (addr, &host);
  if (ours && !host && inside && device_open (addr))
    {
      errno = e;
      return;
    }
  for (struct guard *g = guards; g < guards + MAX_GUARDS; g++)
    if (addr >= g->lo && addr < g->hi)
      {
	found = true;
	if (inside)
	  open_pages (g->lo, g->hi);
      }
  if (found)
    {
      unsigned width = inside ? 1 : guard_width (pc_of (context));
      const struct guard *by = inside ? NULL : find_conflict (addr, addr + width, writes (context));
      if (by)
	note_guard (addr, by, writes (context), pc_of (context));
      else if (!inside)
	step_over (page, context);
      open_pages (page, page + PAGE);
    }
  else if (ours && (host || !inside)) /* HOST: also a copy that gets such a pointer */
    tell_device (addr, host, context);
  if (!found)
    sigaction (sig, &before, NULL); /* the access is repeated and then handled by the program */
  errno = e;
}

/* Has px-static.so, if that is there, ask guard_touched before system calls.  */
static void
handle_calls (void)
{
  void (**hook) (const void *, size_t, bool) = dlsym (RTLD_DEFAULT, "px_static_touched");
  if (hook)
    *hook = guard_touched;
}

/* Installs the handler of SIGTRAP and returns true, unless the program has one.  */
static bool
handle_steps (void)
{
  struct sigaction now, own = { .sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  sigemptyset (&own.sa_mask);
  return !sigaction (SIGTRAP, NULL, &now) && !(now.sa_flags & SA_SIGINFO)
	 && now.sa_handler == SIG_DFL && !sigaction (SIGTRAP, &own, NULL);
}

/* Installs the signal's handler and returns true, unless the program has one of its own.  */
bool
guard_handle (void)
{
  struct sigaction now,
    own = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK };
  void *one;
  if (handled < 0 || sigaction (SIGSEGV, NULL, &now))
    return false;
  if (!handled)
    {
      backtrace (&one, 1); /* loads the library that backtrace needs */
      sigemptyset (&own.sa_mask);
      before = now;
      handled = !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL
		    && !sigaction (SIGSEGV, &own, NULL)
		  ? 1
		  : -1;
      if (handled > 0)
	{
	  handle_calls ();
	  stepping = handle_steps ();
	}
    }
  else if (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != on_fault)
    handled = -1;
  return handled > 0;
}
#else
bool
guard_handle (void)
{
  return false;
}
#endif

/* Protects the pages of active guards: first those that operations have read, then those that
   they have written.  */
static void
apply_guards (void)
{
  for (int none = 0; none < 2; none++)
    for (struct guard *g = guards; g < guards + MAX_GUARDS; g++)
      if (g->active && (g->prot == PROT_NONE) == none)
	mprotect ((void *) g->lo, g->hi - g->lo, g->prot);
}

bool
guard_any (void)
{
  const struct guard *g = guards;
  while (g < guards + MAX_GUARDS && !g->active)
    g++;
  return g < guards + MAX_GUARDS;
}

static void
release_guard (struct guard *g)
{
  g->active = false;
  mprotect ((void *) g->lo, g->hi - g->lo, PROT_READ | PROT_WRITE);
}

void
guard_release (bool (*known) (uint64_t seq))
{
  bool any = false;
  for (struct guard *g = guards; g < guards + MAX_GUARDS; g++)
    if (g->active && known (g->seq))
      {
	release_guard (g);
	any = true;
      }
  if (any)
    apply_guards ();
}

void
guard_forget (uintptr_t base, size_t size)
{
  for (struct guard *g = guards; g < guards + MAX_GUARDS; g++)
    if (g->lo < base + size && g->hi > base)
      {
	if (g->active)
	  release_guard (g);
	g->lo = g->hi = 0;
      }
}

/* Managed variables that the program knows, and whose they are.  */
static struct variable
{
  struct variable *next;
  const struct module *module;
  uintptr_t base;
  size_t size;
} * variables;

static const struct variable *
variable_at (uintptr_t at)
{
  const struct variable *v = variables;
  while (v && at - v->base >= v->size)
    v = v->next;
  return v;
}

void
guard_variable (const struct module *m, uintptr_t base, size_t size)
{
  struct variable *v;
  if (!px_emu_checking (drv.emu) || variable_at (base) || !(v = malloc (sizeof *v)))
    return;
  *v = (struct variable){ variables, m, base, size };
  variables = v;
  drv.host_memory = true;
}

void
guard_forget_variables (const struct module *m)
{
  for (struct variable **at = &variables, *v; (v = *at);)
    if (v->module == m)
      {
	guard_forget (v->base, v->size);
	*at = v->next;
	free (v);
      }
    else
      at = &v->next;
}

/* What a guard is made of.  */
struct wanted
{
  int prot;
  uint64_t seq;
  const char *name;
  const struct callers *callers;
  uintptr_t page; /* a page of which some bytes are to be guarded, or 0 */
  uint64_t bytes[PAGE / 64];
};

/* Guards pages LO to HI, or PART of one.  */
static void
put_guard (uintptr_t lo, uintptr_t hi, bool part, const struct wanted *w)
{
  struct guard *to = NULL;
  unsigned parts = 0;
  for (struct guard *g = guards; g < guards + MAX_GUARDS; g++)
    {
      parts += g->active && g->part;
      if (g->active && g->lo == lo && g->hi == hi && g->part == part && g->prot == w->prot
	  && !strcmp (g->name, w->name) && (!part || !memcmp (g->bytes, w->bytes, sizeof g->bytes)))
	{
	  g->seq = w->seq;
	  g->callers = *w->callers;
	  return;
	}
      if (!to && !g->active)
	to = g;
    }
  if (!to || (part && parts >= FEW_PARTS))
    return;
  to->lo = lo;
  to->hi = hi;
  to->part = part;
  if (part)
    memcpy (to->bytes, w->bytes, sizeof to->bytes);
  to->prot = w->prot;
  to->seq = w->seq;
  to->callers = *w->callers;
  snprintf (to->name, sizeof to->name, "%s", w->name);
  to->active = true;
}

/* Guards the page of which the bytes have been gathered.  */
static void
put_partial (struct wanted *w)
{
  if (w->page)
    put_guard (w->page, w->page + PAGE, true, w);
  memset (w->bytes, 0, sizeof w->bytes);
  w->page = 0;
}

/* Gathers bytes LO to HI, of one page; they come in order.  */
static void
put_few (struct wanted *w, uintptr_t lo, uintptr_t hi)
{
  uintptr_t page = lo & -(uintptr_t) PAGE;
  if (page != w->page)
    put_partial (w);
  w->page = page;
  for (uintptr_t a = lo; a < hi; a++)
    w->bytes[(a - page) / 64] |= UINT64_C (1) << a % 64;
}

/* Guards bytes LO to HI.  Of pages that contain other bytes of an allocation too, only those
   of memory that has its pages for itself.  */
static void
put_bytes (struct wanted *w, uint64_t lo, uint64_t hi)
{
  while (lo < hi)
    {
      struct mem *m = mem_find (lo);
      const struct variable *v = m ? NULL : variable_at (lo);
      if (!m && !v)
	return;
      uint64_t base = m ? m->base : v->base, after = base + (m ? m->size : v->size);
      uint64_t end = after < hi ? after : hi, first = lo, last = end;
      bool own = !m || m->kind == MEM_HOST || m->kind == MEM_MANAGED;
      if (lo > base || !own)
	first = (lo + PAGE - 1) & -(uint64_t) PAGE;
      last = end == after && own ? (end + PAGE - 1) & -(uint64_t) PAGE : end & -(uint64_t) PAGE;
      if (own && first > lo)
	put_few (w, lo, first < end ? first : end);
      if ((own || m->kind == MEM_REGISTERED) && first < last)
	{
	  put_partial (w);
	  put_guard (first, last, false, w);
	}
      if (own && last < end && last >= first)
	put_few (w, last > lo ? last : lo, end);
      lo = end;
    }
}

static bool
host_memory (const px_emu_bytes *b)
{
  struct mem *m = mem_find (b->lo);
  return m ? m->kind == MEM_HOST || m->kind == MEM_MANAGED || m->kind == MEM_REGISTERED
	   : variable_at (b->lo) != NULL;
}

/* True if the program may poll B, which the operation with footprint F accesses.  It polls mapped memory
   while kernels count there, although the scope of their operations is mostly the device.  */
static bool
polled (const px_emu_footprint *f, const px_emu_bytes *b)
{
  if (b->kind & PX_EMU_SYSTEM || !(b->kind & PX_EMU_STRONG) || !f->kernel)
    return b->kind & PX_EMU_SYSTEM;
  struct mem *m = mem_find (b->lo);
  return m && m->kind != MEM_MANAGED;
}

bool
guard_add (const px_emu_footprint *f, uint64_t seq, const char *name, const struct callers *callers)
{
  for (size_t i = 0; i < f->n && f->tells_host; i++)
    if (f->at[i].kind & PX_EMU_STRONG && host_memory (&f->at[i]))
      return false;
  if (!guard_handle ())
    return true;
  for (int wrote = 0; wrote < 2; wrote++)
    {
      struct wanted w
	= { .prot = wrote ? PROT_NONE : PROT_READ, .seq = seq, .name = name, .callers = callers };
      for (size_t i = 0; i < f->n;)
	{
	  uint64_t lo = f->at[i].lo, hi = lo;
	  for (; i < f->n && (hi == lo || f->at[i].lo <= hi); i++)
	    if ((!wrote || f->at[i].kind & PX_EMU_WROTE) && !polled (f, &f->at[i]))
	      {
		if (hi == lo)
		  lo = hi = f->at[i].lo;
		hi = f->at[i].hi > hi ? f->at[i].hi : hi;
	      }
	  /* Pages with such accesses stay: the program may poll there.  */
	  for (size_t k = 0; k < f->n && lo < hi; k++)
	    if (f->at[k].lo < hi && f->at[k].hi > lo && polled (f, &f->at[k]))
	      {
		put_bytes (&w, lo, f->at[k].lo & -(uint64_t) PAGE);
		lo = (f->at[k].hi + PAGE - 1) & -(uint64_t) PAGE;
	      }
	  put_bytes (&w, lo, hi);
	}
      put_partial (&w);
    }
  apply_guards ();
  return true;
}

/* ---- reports ---- */

/* True if C was in WHERE, as place_frames says it: what copies several pages does so by several
   instructions.  */
static bool
same_place (const struct caught *c, const char *where)
{
  char place[500];
  place_frames (c->pc, c->frames, c->n_frames, place, sizeof place);
  return !strcmp (place, where);
}

void
guard_tell (void)
{
  unsigned n = n_caught < MAX_CAUGHT ? n_caught : MAX_CAUGHT;
  for (; n_told < n && caught[n_told].full; n_told++)
    {
      const struct caught *c = &caught[n_told];
      char what[1100], where[500], object[200];
      px_emu_range r;
      place_frames (c->pc, c->frames, c->n_frames, where, sizeof where);
      bool of_range = px_emu_mem_find (drv.emu, c->addr, &r), again = false;
      for (unsigned k = 0; k < n_told && !again; k++)
	again = caught[k].write == c->write && !strcmp (caught[k].name, c->name)
		&& (caught[k].pc == c->pc
		    || (of_range && caught[k].addr - r.base < r.size
			&& same_place (&caught[k], where)));
      if (again)
	continue;
      if (of_range)
	snprintf (object, sizeof object, "byte %llu of the %llu allocated at 0x%llx",
		  (unsigned long long) (c->addr - r.base), (unsigned long long) r.size,
		  (unsigned long long) r.base);
      else
	snprintf (object, sizeof object, "0x%llx", (unsigned long long) c->addr);
      snprintf (what, sizeof what,
		"the host %s %s in %s, which nothing orders after %s, which %s it",
		c->write ? "writes" : "reads", object, where, c->name,
		c->prot == PROT_NONE ? "writes" : "reads");
      place_started (&c->callers, c->name, what + strlen (what), sizeof what - strlen (what));
      px_emu_check_unordered (
	what, by_api ("a wait of the host for the operation (cudaStreamSynchronize, "
		      "cudaEventSynchronize, cudaDeviceSynchronize) before the access",
		      "a wait of the host for the operation (cuStreamSynchronize, "
		      "cuEventSynchronize, cuCtxSynchronize) before the access",
		      "a wait of the host for the operation (px_stream_synchronize, "
		      "px_event_synchronize, px_synchronize) before the access"));
    }
}

/* ---- waits ---- */

void
guard_submitted (uint64_t seq)
{
  submitted = seq;
}

void
guard_wait (void)
{
  uint64_t seq = submitted, oldest = op_oldest_seq (),
	   end = drv_now () + WAIT_MS * UINT64_C (1000000);
  submitted = 0;
  if (!seq || !order_wanted () || !drv.host_memory || inside > 1)
    return;
  enum
  {
    MOST_NS = 1000000
  };
  long pause = 20000;
  /* Do not wait again for an operation that waits for the program, nor for functions that are
     delayed until the program waits.  */
  while (oldest <= seq && oldest != slow && !op_only_late ())
    {
      pthread_mutex_unlock (&drv.lock);
      nanosleep (&(struct timespec){ 0, pause }, NULL);
      pause += pause < MOST_NS ? pause / 4 : 0;
      pthread_mutex_lock (&drv.lock);
      oldest = op_oldest_seq ();
      if (drv_now () > end && oldest <= seq)
	slow = oldest;
    }
}
