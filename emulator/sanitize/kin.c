/* SPDX-License-Identifier: MIT */
/* The sanitizer: kernels that kernels launch (run/nested.c).

   A grid that a thread launches is ordered after what that thread knows at the launch (CUDA C++
   Programming Guide, "CUDA Dynamic Parallelism", Memory Consistency), and its launcher can not
   wait for it: all else that the launcher's grid does runs beside it.  So do grids of one launcher
   in different streams.  A grid in the stream of tails comes after its launcher and all that this
   has launched.  The engine runs them one after the other, so no clock sees it: when a launcher
   ends, its accesses that a launch is not ordered after are kept (kin.late), and each grid that
   is launched is compared with them, and with the launcher's other streams.

   What this leaves out can only hide a race: reads that asynchronous copies make of memory that
   nothing writes, and events between streams.  */

#include "emulator/sanitize/crowd.h"
#include "emulator/sanitize/record.h"
#include "emulator/run/device.h"
#include "emulator/run/nested.h"
#include "base/room.h"

#include <stdio.h>
#include <stdlib.h>

/* Bytes [LO, HI) that SITE, 0 for a copy or fill, of FUNC's grid has accessed as KIND says, a sum of
   PX_EMU_READ and so on, in stream CHAIN.  */
struct span
{
  uint64_t lo, hi, chain;
  const px_emu_func *func;
  uint32_t site;
  uint8_t kind;
};

struct spans
{
  struct span *at;
  size_t n, cap;
};
enum
{
  MOST_SPANS = 1 << 22, /* of one grid; more are not kept, and the verdict is incomplete */
  TOLD_EACH = 8		/* pairs of sites that one comparison reports, once each */
};

/* What a grid runs beside: the launcher's place, in which CHAIN is its stream; LATE, what the
   launcher does unordered with it; KIDS, what those that it has launched have done so far, all
   below them included.  A tail is in its launcher's place.  */
struct kin
{
  struct kin *up; /* NULL: the host has launched it */
  unsigned refs;
  uint64_t chain;
  struct vclock *clock; /* what its launcher's thread knew; NULL once LATE is complete */
  struct spans late, kids;
};

/* Streams of a launcher: the one that is the default of a block, one that it has created, one of a
   launch alone.  */
enum
{
  STREAM_CREATED = 0x100, /* the least number of one; nested.c */
  STREAM_ALONE = 4	  /* cudaStreamFireAndForget */
};

static bool
keep (struct spans *v, struct span s)
{
  struct span *last = v->n ? &v->at[v->n - 1] : NULL;
  if (last && last->hi == s.lo && last->site == s.site && last->kind == s.kind
      && last->chain == s.chain)
    {
      last->hi = s.hi;
      return true;
    }
  if (v->n >= MOST_SPANS || !PX_ROOM (v->at, v->n, v->cap))
    {
      report_incomplete ("no memory for what kernels that kernels launch have touched");
      return false;
    }
  v->at[v->n++] = s;
  return true;
}

static void
forget_spans (struct spans *v)
{
  free (v->at);
  *v = (struct spans){ NULL, 0, 0 };
}

/* ---- what a grid has done ---- */

struct collector
{
  const struct check_launch *k;
  const struct vclock *clock; /* leave out what this knows; NULL: nothing */
  struct spans *to;
};

/* Adds those of R's BYTES, of UNIT bytes each from A on, whose threads CLOCK does not know.  */
static void
collect_record (const struct collector *c, const struct rec *r, uint64_t a)
{
  const struct gclock *g = c->clock ? vc_group (c->clock, r->group) : NULL;
  uint32_t unknown = r->lanes;
  uint64_t bytes = r->bytes;
  if (r->kind & REC_TX)
    return;
  if (g && !(r->kind & REC_FLIGHT))
    unknown = gc_unknown (g, r->warp, r->lanes, r->time);
  if (!unknown)
    return;
  if (unknown != r->lanes)
    for (uint64_t m = r->bytes; m; m &= m - 1)
      if (!(lanes_at (r, __builtin_ctzll (m)) & unknown))
	bytes &= ~(m & -m);
  struct span s = { .func = c->k->l->func, .site = r->site };
  s.kind = (r->kind & REC_WRITE ? PX_EMU_WROTE : PX_EMU_READ)
	   | (r->kind & REC_STRONG ? PX_EMU_STRONG : 0);
  while (bytes)
    {
      int at = __builtin_ctzll (bytes);
      uint64_t rest = ~(bytes >> at);
      int n = rest ? __builtin_ctzll (rest) : 64;
      s.lo = a + (uint64_t) at;
      s.hi = s.lo + (uint64_t) n;
      if (!keep (c->to, s))
	return;
      bytes = at + n < 64 ? bytes & -(UINT64_C (1) << (at + n)) : 0;
    }
}

/* The N records R of a line at A, or, REGION, of chunks of a region.  */
static void
collect_records (const struct collector *c, const struct rec *r, uint32_t n, uint64_t a,
		 bool region)
{
  for (uint32_t i = 0; i < n; i++)
    if (!region)
      collect_record (c, &r[i], a);
    else
      for (int q = 0; q < REGION / LINE; q++)
	{
	  struct rec part = part_of (&r[i], q);
	  if (part.bytes)
	    collect_record (c, &part, a + (uint64_t) q * LINE);
	}
}

static void
collect_line (const struct collector *c, struct line *l, uint64_t a, bool region)
{
  collect_records (c, recs (l), l->n, a, region);
  for (int i = 0; l->crowd && i < CROWD_CLASSES; i++)
    collect_records (c, l->crowd->part[i].at, l->crowd->part[i].n, a, region);
}

/* A plain read by trail.c's trail R: SIZE bytes at A, STEP apart before NEXT.  */
static void
collect_trail (void *data, const struct rec *r, uint64_t a, uint64_t size)
{
  const struct collector *c = data;
  if (!c->clock || !comes_before (c->clock, r))
    keep (c->to,
	  (struct span){
	    .lo = a, .hi = a + size, .func = c->k->l->func, .site = r->site, .kind = PX_EMU_READ });
}

/* True if what is at A is memory of L's own: parameters of what it launches, or what it has freed.
   Another grid may get the same addresses.  */
static bool
own_memory (const struct launch *l, uint64_t a)
{
  for (const struct nested *n = l->nested; n; n = n->next)
    if (a - (uintptr_t) n->at < n->bytes)
      return true;
  return !px_emu_mem_find (l->emu, a, NULL);
}

/* TO: what the launch has done so far, without what CLOCK knows, unless that is NULL.  */
static void
collect (const struct check_launch *k, const struct vclock *clock, struct spans *to)
{
  struct collector c = { k, clock, to };
  for (int i = 0; i < PAGE_LISTS; i++)
    for (struct page *p = k->pages[i]; p; p = p->next)
      for (int j = 0; j < PAGE / REGION; j++)
	{
	  struct line *r = &p->regions[j];
	  uint64_t a = p->addr + (uint64_t) j * REGION;
	  if (!r->split)
	    collect_line (&c, r, a, true);
	  else
	    for (int q = 0; q < REGION / LINE; q++)
	      collect_line (&c, &r->fine[q], a + (uint64_t) q * LINE, false);
	}
  for (size_t i = 0; i < k->n_areas; i++)
    trail_each (&k->areas[i], collect_trail, &c);
  size_t n = 0;
  for (size_t i = 0; i < to->n; i++)
    if (!own_memory (k->l, to->at[i].lo))
      to->at[n++] = to->at[i];
  to->n = n;
}

/* ---- comparing ---- */

static int
by_lo (const void *a, const void *b)
{
  const struct span *x = a, *y = b;
  return x->lo != y->lo ? (x->lo < y->lo ? -1 : 1) : 0;
}

static void
sort (struct spans *v)
{
  if (v->n)
    qsort (v->at, v->n, sizeof *v->at, by_lo);
}

static bool
spans_conflict (const struct span *x, const struct span *y)
{
  return x->lo < y->hi && y->lo < x->hi && (x->kind | y->kind) & PX_EMU_WROTE
	 && !(x->kind & y->kind & PX_EMU_STRONG);
}

/* Writes how and where S accesses the bytes.  */
static int
say_span (const struct check_device *d, const struct span *s, char *text, size_t size)
{
  char place[300] = "", *cxx = s->func ? px_emu_source_name (s->func->name) : NULL;
  if (s->site)
    site_place (d, s->site, place, sizeof place);
  int n
    = snprintf (text, size, "\n  %s by %s%.200s%s%s%s", s->kind & PX_EMU_WROTE ? "write" : "read",
		s->func ? "kernel " : "a kernel's copy or fill",
		cxx	  ? cxx
		: s->func ? s->func->name
			  : "",
		*place ? " (" : "", place, *place ? ")" : "");
  free (cxx);
  return n;
}

static void
report_spans (px_emu *emu, const struct span *x, const struct span *y, bool siblings)
{
  char what[1200];
  px_emu_range r;
  uint64_t lo = x->lo > y->lo ? x->lo : y->lo, hi = x->hi < y->hi ? x->hi : y->hi;
  int n = snprintf (what, sizeof what,
		    siblings ? "nothing orders kernels that a kernel has launched in two streams, "
			       "which access the same bytes and write: %llu bytes at "
			     : "a kernel that a kernel has launched accesses what its launcher "
			       "accesses meanwhile, and one of them writes: %llu bytes at ",
		    (unsigned long long) (hi - lo));
  if (px_emu_mem_find (emu, lo, &r) && r.name)
    n += snprintf (what + n, sizeof what - (size_t) n, "%.200s+%llu", r.name,
		   (unsigned long long) (lo - r.base));
  else if (px_emu_mem_find (emu, lo, &r))
    n += snprintf (what + n, sizeof what - (size_t) n, "byte %llu of the %llu allocated at 0x%llx",
		   (unsigned long long) (lo - r.base), (unsigned long long) r.size,
		   (unsigned long long) r.base);
  else
    n += snprintf (what + n, sizeof what - (size_t) n, "0x%llx", (unsigned long long) lo);
  n += say_span (emu->check, x, what + n, sizeof what - (size_t) n);
  say_span (emu->check, y, what + n, sizeof what - (size_t) n);
  report_host (REP_RACE, what,
	       siblings
		 ? "one stream for both, of threads of one block"
		 : "the launcher's access before the launch, with a barrier between if another "
		   "thread makes it, or the launched kernel in cudaStreamTailLaunch");
}

/* What a comparison has reported.  */
struct said
{
  int n;
  uint32_t site[TOLD_EACH][2];
};

/* Reports the race of X and Y, unless SAID has one of the same sites.  */
static void
tell_once (px_emu *emu, struct said *said, const struct span *x, const struct span *y,
	   bool siblings)
{
  for (int i = 0; i < said->n; i++)
    if (said->site[i][0] == x->site && said->site[i][1] == y->site)
      return;
  said->site[said->n][0] = x->site;
  said->site[said->n++][1] = y->site;
  report_spans (emu, x, y, siblings);
}

/* Reports races of A, which is sorted, with B.  */
static void
compare_late (px_emu *emu, const struct spans *a, struct spans *b)
{
  size_t j0 = 0;
  uint64_t most = 0; /* length of a span of B */
  struct said said = { .n = 0 };
  sort (b);
  for (size_t j = 0; j < b->n; j++)
    if (b->at[j].hi - b->at[j].lo > most)
      most = b->at[j].hi - b->at[j].lo;
  for (size_t i = 0; i < a->n && said.n < TOLD_EACH; i++)
    {
      while (j0 < b->n && b->at[j0].lo + most <= a->at[i].lo)
	j0++;
      for (size_t j = j0; j < b->n && b->at[j].lo < a->at[i].hi && said.n < TOLD_EACH; j++)
	if (spans_conflict (&a->at[i], &b->at[j]))
	  tell_once (emu, &said, &a->at[i], &b->at[j], false);
    }
}

/* Reports races between the streams of what grids that K's has launched have done, all of which
   are complete, and forgets it.  */
static void
compare_kids (px_emu *emu, struct kin *k)
{
  /* The spans that reach farthest, of each kind and of two streams.  */
  const struct span *far[8][2] = { { NULL, NULL } };
  struct said said = { .n = 0 };
  sort (&k->kids);
  for (size_t i = 0; i < k->kids.n && said.n < TOLD_EACH; i++)
    {
      const struct span *s = &k->kids.at[i];
      for (int kind = 0; kind < 8 && said.n < TOLD_EACH; kind++)
	for (int n = 0; n < 2; n++)
	  if (far[kind][n] && far[kind][n]->chain != s->chain && spans_conflict (far[kind][n], s))
	    {
	      tell_once (emu, &said, far[kind][n], s, true);
	      break;
	    }
      const struct span **f = far[s->kind];
      if (!f[0] || f[0]->chain == s->chain)
	f[0] = !f[0] || s->hi > f[0]->hi ? s : f[0];
      else if (!f[1] || f[1]->chain == s->chain || s->hi > f[1]->hi)
	f[1] = !f[1] || s->hi > f[1]->hi ? s : f[1];
      if (f[1] && f[1]->hi > f[0]->hi)
	{
	  const struct span *t = f[0];
	  f[0] = f[1];
	  f[1] = t;
	}
    }
  forget_spans (&k->kids);
}

/* The grid in place K, or a copy there, has done DONE, which is taken over.  */
static void
account (px_emu *emu, struct kin *k, struct spans *done)
{
  sort (done);
  for (; k && k->up; k = k->up)
    {
      compare_late (emu, done, &k->late);
      for (size_t i = 0; i < done->n; i++)
	{
	  struct span s = done->at[i];
	  s.chain = k->chain;
	  if (!keep (&k->up->kids, s))
	    break;
	}
    }
  forget_spans (done);
}

/* ---- events ---- */

static void
drop (px_emu *emu, struct kin *k)
{
  while (k && !--k->refs)
    {
      struct kin *up = k->up;
      compare_kids (emu, k);
      vc_drop (k->clock);
      forget_spans (&k->late);
      free (k);
      k = up;
    }
}

void
check_nested (struct warp *w, uint32_t lane, struct nested *n)
{
  struct launch *l = w->block->launch;
  struct check_launch *k = l->check;
  if (!k || !(k->dev->what & CHECK_RACE))
    return;
  if (!k->kin)
    {
      if (l->desc->kin)
	{
	  k->kin = l->desc->kin;
	  k->kin->refs++;
	}
      else if ((k->kin = calloc (1, sizeof *k->kin)))
	k->kin->refs = 1;
    }
  struct vclock *v = k->kin ? publish (w, 1u << lane) : NULL;
  struct kin *me = v && !n->tail ? calloc (1, sizeof *me) : NULL;
  if (!v || (!n->tail && !me))
    {
      vc_drop (v);
      report_incomplete ("no memory for the order of kernels that kernels launch");
      return;
    }
  k->kin->refs++;
  if (n->tail)
    {
      vc_drop (v);
      n->kin = k->kin;
      return;
    }
  me->refs = 1;
  me->up = k->kin;
  me->clock = v;
  me->chain = n->stream >= STREAM_CREATED ? n->stream << 32
	      : n->stream == STREAM_ALONE ? ++k->alone << 48
					  : block_number (w->block) + 1;
  n->kin = me;
}

void
check_kin_begin (struct launch *l)
{
  /* In its place may have been the launcher of a tail: what that has launched is complete.  */
  if (l->desc->kin)
    compare_kids (l->emu, l->desc->kin);
}

void
check_kin_end (struct check_launch *k)
{
  struct launch *l = k->l;
  for (struct nested *n = l->nested; n; n = n->next)
    if (n->kin && n->kin->clock)
      {
	collect (k, n->kin->clock, &n->kin->late);
	vc_drop (n->kin->clock);
	n->kin->clock = NULL;
      }
  if (l->desc->kin && l->desc->kin->up)
    {
      struct spans done = { NULL, 0, 0 };
      collect (k, NULL, &done);
      account (l->emu, l->desc->kin, &done);
    }
  drop (l->emu, k->kin);
  k->kin = NULL;
}

void
check_nested_failed (struct warp *w, const struct op *o, uint32_t lane)
{
  struct check_launch *k = w->block->launch->check;
  struct access_at at = { "launch", site_of (w, o), block_number (w->block), w->index, lane, 0, 0 };
  if (!k->unseen)
    k->unseen
      = report_later (w, REP_PROGRAM,
		      "a kernel that a kernel launches was not launched, and the kernel goes on: "
		      "its grid or block is empty or too large for the device",
		      &at, "a look at cudaGetLastError () behind the launch");
}

void
check_nested_asked (struct launch *l)
{
  report_never (l->check->unseen);
  l->check->unseen = NULL;
}

void
check_nested_moved (px_emu *emu, const struct nested *n)
{
  struct spans done = { NULL, 0, 0 };
  if (!n->kin || !n->size)
    return;
  if (n->kin->up)
    {
      keep (&done, (struct span){ .lo = n->dst, .hi = n->dst + n->size, .kind = PX_EMU_WROTE });
      if (!n->fill)
	keep (&done, (struct span){ .lo = n->src, .hi = n->src + n->size, .kind = PX_EMU_READ });
    }
  account (emu, n->kin, &done);
}

void
check_nested_gone (px_emu *emu, struct nested *n)
{
  drop (emu, n->kin);
  n->kin = NULL;
}
