/* SPDX-License-Identifier: MIT */
/* The order of the host's operations, for the sanitizer: which operations of streams and graphs are
   ordered, and which unordered ones access the same bytes.

   An operation is ordered after those that op_after names, whether or not these happened to
   be complete, after everything that these are ordered after, and after what the host had waited
   for when it was submitted.  That is a set, with one bit for each of the latest WINDOW
   operations.  Operations that exchange strong accesses order themselves, unless neither has released
   anything: the later one is ordered after the other and after that one's predecessors; a copy or
   fill of a word is a strong write.  A kernel that a programmatic launch lets begin before its predecessor has ended is
   ordered after that only from its griddepcontrol.wait on.  Nothing is recorded until a second
   stream, memory that the host can access or a function with griddepcontrol exists.  Called with
   drv.lock held.  */
#include "emulator/driver/drv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  WINDOW = 4096,
  WORDS = WINDOW / 64,
  TOLD = 64
};

struct before
{
  uint64_t upto;	/* operations after this one are not in the set */
  uint64_t bits[WORDS]; /* by number of the operation modulo WINDOW */
};

/* A completed operation with which a pending or later one may be unordered.  */
struct past
{
  struct past *next;
  uint64_t seq;
  struct before *before; /* what it was ordered after, if others may inherit that */
  uint64_t known;	 /* when the host has waited for it: the last operation submitted then */
  char name[80];
  struct callers callers;
  px_emu_footprint bytes;
};

static struct before host;
static uint64_t host_all; /* the host has waited for all operations up to this one */
static struct past *pasts;
static unsigned kept; /* calls that look at pasts afterwards: none is forgotten */
static char *told[TOLD];
static unsigned n_told;

static void
set_before (struct before *b, uint64_t seq, bool in)
{
  uint64_t m = UINT64_C (1) << seq % 64, *w = &b->bits[seq % WINDOW / 64];
  *w = in ? *w | m : *w & ~m;
}

/* Moves the window of B up to operation SEQ.  */
static void
advance (struct before *b, uint64_t seq)
{
  if (seq > b->upto + WINDOW)
    memset (b->bits, 0, sizeof b->bits);
  else
    for (uint64_t s = b->upto + 1; s <= seq; s++)
      set_before (b, s, false);
  if (seq > b->upto)
    b->upto = seq;
}

/* Adds the set of FROM to TO, whose window ends no earlier.  */
static void
join_before (struct before *to, const struct before *from)
{
  struct before f = *from;
  advance (to, from->upto);
  advance (&f, to->upto);
  for (int i = 0; i < WORDS; i++)
    to->bits[i] |= f.bits[i];
}

static bool
contains (const struct before *b, uint64_t seq)
{
  return seq <= b->upto && b->upto - seq < WINDOW && b->bits[seq % WINDOW / 64] >> seq % 64 & 1;
}

static bool
has (const struct before *b, uint64_t seq)
{
  return seq <= host_all || contains (b, seq);
}

static bool
order_needed (void)
{
  return (drv.several || drv.host_memory || px_emu_griddepcontrol (drv.emu))
	 && px_emu_checking (drv.emu);
}

static bool
host_knows (uint64_t seq)
{
  return has (&host, seq);
}

static void
forget_known (void)
{
  guard_release (host_knows);
  uint64_t oldest = op_oldest_seq ();
  if (kept)
    return;
  for (struct past **p = &pasts, *x; (x = *p);)
    {
      if (!x->known && has (&host, x->seq))
	x->known = op_last_seq ();
      if ((x->known && oldest > x->known) || host.upto >= x->seq + WINDOW)
	{
	  *p = x->next;
	  px_emu_footprint_free (&x->bytes);
	  free (x->before);
	  free (x);
	}
      else
	p = &x->next;
    }
}

void
order_new (struct op *op)
{
  if (px_emu_checking (drv.emu))
    place_callers (&op->callers);
  if (!order_needed () || !(op->before = calloc (1, sizeof *op->before)))
    return;
  join_before (op->before, &host);
  advance (op->before, op->seq);
}

void
order_after (struct op *op, const struct op *dep)
{
  if (!op->before)
    return;
  if (dep->before)
    join_before (op->before, dep->before);
  if (op->before->upto - dep->seq < WINDOW)
    set_before (op->before, dep->seq, true);
}

void
order_more (struct op *op, const struct op *dep)
{
  if (dep->grown && op->before)
    {
      order_after (op, dep);
      op->grown = true;
    }
}

void
order_learn (const struct op *op)
{
  /* All operations so far are in one order.  */
  if (!op->before && op->seq > host_all)
    host_all = op->seq;
  if (!order_needed () || !op->before)
    return;
  join_before (&host, op->before);
  set_before (&host, op->seq, true);
  forget_known ();
}

void
order_learn_all (uint64_t seq)
{
  if (seq > host_all)
    host_all = seq;
  if (!order_needed ())
    return;
  advance (&host, seq);
  forget_known ();
}

bool
order_asked (struct op *op)
{
  bool known = !op || !px_emu_checking (drv.emu) || op->asked || op->seq <= host_all
	       || (op->before && has (&host, op->seq));
  if (!op || (op->done && known))
    {
      if (op)
	order_learn (op);
      return true;
    }
  op->asked = op->done;
  return false;
}

bool
order_wanted (void)
{
  return order_needed ();
}

/* Reports a race of A and B, A submitted first, once for each pair of names.  EARLY: B may run
   concurrently with A until it waits for A, and has accessed the bytes before that.  */
static void
report_race (const struct past *a, const struct past *b, uint64_t addr, uint64_t size, bool early)
{
  char what[1100], pair[180], missing[200];
  px_emu_range r;
  if (a->seq > b->seq)
    {
      const struct past *t = a;
      a = b;
      b = t;
    }
  snprintf (pair, sizeof pair, "%s and %s", a->name, b->name);
  for (unsigned i = 0; i < n_told && i < TOLD; i++)
    if (!strcmp (told[i], pair))
      return;
  if (n_told < TOLD && (told[n_told] = strdup (pair)))
    n_told++;
  int n
    = snprintf (what, sizeof what, "%s, which %s, access the same bytes and write: %llu bytes at ",
		pair, early ? "is launched to run beside it" : "nothing orders",
		(unsigned long long) size);
  if (px_emu_mem_find (drv.emu, addr, &r) && r.name)
    snprintf (what + n, sizeof what - n, "%s+%llu", r.name, (unsigned long long) (addr - r.base));
  else if (px_emu_mem_find (drv.emu, addr, &r))
    snprintf (what + n, sizeof what - n, "byte %llu of the %llu allocated at 0x%llx",
	      (unsigned long long) (addr - r.base), (unsigned long long) r.size,
	      (unsigned long long) r.base);
  else
    snprintf (what + n, sizeof what - n, "0x%llx", (unsigned long long) addr);
  place_started (&a->callers, a->name, what + strlen (what), sizeof what - strlen (what));
  place_started (&b->callers, b->name, what + strlen (what), sizeof what - strlen (what));
  const char *api = drv.runtime ? "cuda" : "cu";
  if (early)
    snprintf (missing, sizeof missing,
	      "griddepcontrol.wait (cudaGridDependencySynchronize) before the access in %s",
	      b->name);
  else
    snprintf (missing, sizeof missing,
	      "one stream, an event that the other stream waits for (%sEventRecord, "
	      "%sStreamWaitEvent), or a wait of the host between the two",
	      api, api);
  px_emu_check_unordered (what, missing);
}

static void
name_of (const struct op *op, char *text, size_t size)
{
  const struct action *a = op->act;
  if (a->kind == ACT_KERNEL)
    {
      char *cxx = px_emu_source_name (a->kernel.func->name);
      snprintf (text, size, "kernel %s", cxx ? cxx : a->kernel.func->name);
      free (cxx);
    }
  else
    snprintf (text, size,
	      a->kind == ACT_COPY    ? "a copy"
	      : a->kind == ACT_FILL  ? "a memset"
	      : a->kind == ACT_FREE  ? "a free"
	      : a->kind == ACT_ALLOC ? "an allocation"
				     : "a write of a stream");
}

/* Returns how to record a write of SIZE bytes at ADDR.  A write of one word, as flags are, is
   one that kernels may wait for.  */
static uint8_t
wrote (uint64_t addr, size_t size)
{
  return PX_EMU_WROTE
	 | (size <= 8 && size && !(size & (size - 1)) && !(addr & (size - 1)) ? PX_EMU_STRONG : 0);
}

/* Adds the bytes that a copy or fill accesses.  */
static void
bytes_of (const struct action *a, px_emu_footprint *f)
{
  if (a->kind == ACT_COPY)
    {
      const struct copy *k = &a->copy;
      for (size_t z = 0; z < k->p.Depth; z++)
	for (size_t y = 0; y < k->p.Height; y++)
	  {
	    uint64_t dst = (uintptr_t) k->dst + z * k->dst_slice + y * k->dst_pitch;
	    px_emu_footprint_add (f, dst, k->p.WidthInBytes, wrote (dst, k->p.WidthInBytes));
	    if (!k->staged)
	      px_emu_footprint_add (f, (uintptr_t) k->src + z * k->src_slice + y * k->src_pitch,
				    k->p.WidthInBytes, PX_EMU_READ);
	  }
    }
  else if (a->kind == ACT_FILL)
    for (size_t y = 0; y < a->fill.height; y++)
      {
	uint64_t dst = a->fill.dst + y * a->fill.pitch, n = a->fill.width * a->fill.elementSize;
	px_emu_footprint_add (f, dst, n, wrote (dst, n));
      }
  px_emu_footprint_sort (f);
}

/* The memory of F is freed: later accesses there are to other memory.  */
static void
forget_bytes (const px_emu_footprint *f)
{
  for (size_t k = 0; k < f->n; k++)
    for (struct past *p = pasts; p; p = p->next)
      {
	for (size_t i = 0; i < p->bytes.n; i++)
	  {
	    px_emu_bytes *b = &p->bytes.at[i];
	    if (b->lo >= f->at[k].lo && b->lo < f->at[k].hi)
	      b->lo = b->hi < f->at[k].hi ? b->hi : f->at[k].hi;
	    else if (b->lo < f->at[k].lo && b->hi > f->at[k].lo)
	      b->hi = f->at[k].lo;
	  }
	px_emu_footprint_sort (&p->bytes);
      }
}

void
order_free (struct ctx *c, uint64_t base, uint64_t size, const char *name)
{
  const struct before knew = host;
  const uint64_t all = host_all, last = op_last_seq ();
  struct past me = { .seq = last + 1 };
  uint64_t addr, n;
  if (!order_needed ())
    return;
  kept++;
  ctx_drain (c);
  kept--;
  place_callers (&me.callers);
  snprintf (me.name, sizeof me.name, "%s", name);
  px_emu_footprint_add (&me.bytes, base, size, PX_EMU_WROTE);
  for (struct past *p = pasts; p; p = p->next)
    if (p->seq > all && p->seq <= last && !contains (&knew, p->seq)
	&& px_emu_footprints_meet (&p->bytes, &me.bytes, &addr, &n) == PX_EMU_RACE)
      report_race (p, &me, addr, n, false);
  px_emu_footprint_free (&me.bytes);
  forget_known ();
}

void
order_done (struct op *op, px_emu_footprint *bytes)
{
  enum act kind = op->act->kind;
  if (!op->before
      || (kind != ACT_KERNEL && kind != ACT_COPY && kind != ACT_FILL && kind != ACT_FREE
	  && kind != ACT_ALLOC))
    {
      if (kind == ACT_FREE)
	forget_bytes (bytes);
      /* A wait for a word comes after everything that the writer came after.  */
      if (op->before && kind == ACT_WAIT)
	for (struct past *p = pasts; p; p = p->next)
	  if (op->before->upto - p->seq < WINDOW)
	    set_before (op->before, p->seq, true);
      /* These operations may inform the program.  A function of the program did so when it
	 began.  */
      if (op->before && (kind == ACT_HOST || kind == ACT_CALLBACK || kind == ACT_WRITE))
	order_learn (op);
      px_emu_footprint_free (bytes);
      return;
    }
  struct past *me = calloc (1, sizeof *me);
  if (!me)
    {
      px_emu_footprint_free (bytes);
      return;
    }
  me->seq = op->seq;
  me->bytes = *bytes;
  *bytes = (px_emu_footprint){ .n = 0 };
  me->callers = op->callers;
  name_of (op, me->name, sizeof me->name);
  if (kind == ACT_COPY || kind == ACT_FILL)
    bytes_of (op->act, &me->bytes);
  for (struct past *p = pasts; p; p = p->next)
    {
      uint64_t addr, size;
      if (!has (op->before, p->seq)
	  && px_emu_footprints_meet (&p->bytes, &me->bytes, &addr, &size) == PX_EMU_EXCHANGE)
	{
	  if (p->before)
	    join_before (op->before, p->before);
	  if (op->before->upto >= p->seq && op->before->upto - p->seq < WINDOW)
	    set_before (op->before, p->seq, true);
	  /* It is not known which of the two was later.  */
	  if (host_knows (p->seq))
	    order_learn (op);
	}
    }
  px_emu_footprint_sort (&op->early);
  for (struct past *p = pasts; p; p = p->next)
    {
      uint64_t addr, size;
      if (!has (op->before, p->seq)
	  && px_emu_footprints_meet (&p->bytes, &me->bytes, &addr, &size) == PX_EMU_RACE)
	report_race (p, me, addr, size, false);
      else if (p->seq == op->beside
	       && px_emu_footprints_meet (&p->bytes, &op->early, &addr, &size) == PX_EMU_RACE)
	report_race (p, me, addr, size, true);
    }
  if (kind == ACT_FREE)
    {
      forget_bytes (&me->bytes);
      px_emu_footprint_free (&me->bytes);
      free (me);
      return;
    }
  if ((me->before = malloc (sizeof *me->before)))
    *me->before = *op->before;
  me->next = pasts;
  pasts = me;
}

void
order_end (struct op *op)
{
  struct past *me = op->before ? pasts : NULL;
  while (me && me->seq != op->seq)
    me = me->next;
  if (me && drv.host_memory && !guard_add (&me->bytes, me->seq, me->name, &me->callers))
    order_learn (op);
  if (me)
    forget_known ();
}
