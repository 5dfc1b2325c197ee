/* SPDX-License-Identifier: MIT */
/* The sanitizer: which bytes of global memory a launch has read and written, for the
   driver front, which knows what orders launches and copies.

   Reads that are on record nowhere (trail.c) are part of it where their lanes' bytes are
   one range; what is left out can only hide a race.  */

#include "emulator/sanitize/crowd.h"
#include "emulator/run/device.h"
#include "base/room.h"

#include <stdlib.h>

static bool
add_to_footprint (px_emu_footprint *f, uint64_t last[PX_EMU_KINDS], uint64_t lo, uint64_t hi,
		  uint8_t kind)
{
  if (last[kind] && f->at[last[kind] - 1].hi == lo)
    {
      f->at[last[kind] - 1].hi = hi;
      return true;
    }
  if (f->n >= 1u << 22 || !PX_ROOM (f->at, f->n, f->cap))
    return false;
  f->at[f->n++] = (px_emu_bytes){ lo, hi, kind };
  last[kind] = f->n;
  return true;
}

bool
px_emu_footprint_add (px_emu_footprint *f, uint64_t addr, uint64_t size, uint8_t kind)
{
  uint64_t last[PX_EMU_KINDS] = { 0 };
  return !size || add_to_footprint (f, last, addr, addr + size, kind);
}

/* The runs of UNIT bytes that MASK says, from A on.  */
static bool
add_mask (px_emu_footprint *f, uint64_t last[PX_EMU_KINDS], uint64_t a, uint64_t mask,
	  uint32_t unit, uint8_t kind)
{
  while (mask)
    {
      int at = __builtin_ctzll (mask);
      uint64_t rest = ~(mask >> at);
      int n = rest ? __builtin_ctzll (rest) : 64;
      if (!add_to_footprint (f, last, a + (uint64_t) at * unit, a + (uint64_t) (at + n) * unit,
			     kind))
	return false;
      mask = at + n < 64 ? mask & -(UINT64_C (1) << (at + n)) : 0;
    }
  return true;
}

/* How a footprint says access KIND of scope SCOPE.  */
static uint8_t
footprint_kind (uint8_t kind, uint8_t scope)
{
  return (kind & REC_WRITE ? PX_EMU_WROTE : PX_EMU_READ)
	 | (!(kind & REC_STRONG) ? 0
	    : scope == SCOPE_SYS ? PX_EMU_STRONG | PX_EMU_SYSTEM
				 : PX_EMU_STRONG);
}

static void
add_records (uint64_t by[PX_EMU_KINDS], const struct rec *r, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    by[footprint_kind (r[i].kind, r[i].scope)] |= r[i].bytes;
}

static bool
add_line (px_emu_footprint *f, uint64_t last[PX_EMU_KINDS], const struct line *l, uint64_t a,
	  uint32_t unit)
{
  uint64_t by[PX_EMU_KINDS] = { 0 };
  add_records (by, l->more ? l->more : l->in, l->n);
  for (int k = 0; l->crowd && k < CROWD_CLASSES; k++)
    add_records (by, l->crowd->part[k].at, l->crowd->part[k].n);
  for (uint8_t kind = 1; kind < PX_EMU_KINDS; kind++)
    if (!add_mask (f, last, a, by[kind], unit, kind))
      return false;
  return true;
}

void
footprint_early (px_emu_footprint *f, const struct touch *t, uint32_t n, uint64_t at,
		 uint64_t stride)
{
  uint8_t kind = footprint_kind (t->kind, t->scope);
  uint64_t last[PX_EMU_KINDS] = { 0 };
  if (t->shift == ONE_PLACE)
    n = 1;
  for (uint32_t i = 0; i < n; i++)
    if (!add_to_footprint (f, last, at + i * stride, at + i * stride + t->size, kind))
      break;
}

bool
px_emu_griddepcontrol (const px_emu *emu)
{
  return emu->griddepcontrol;
}

/* Where a warp waits for the grids before its own.  */
OP_IN ("px_ops", grid_wait)
{
  if (w->check)
    w->check->grid_waited = true;
  return o + 1;
}

static int
by_addr (const void *a, const void *b)
{
  const struct page *x = *(struct page *const *) a, *y = *(struct page *const *) b;
  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static int
by_low (const void *a, const void *b)
{
  const px_emu_bytes *x = a, *y = b;
  return x->lo < y->lo ? -1 : x->lo > y->lo;
}

bool
footprint_of (struct check_launch *k, px_emu_footprint *f)
{
  size_t n = 0, m = 0;
  uint64_t last[PX_EMU_KINDS] = { 0 };
  bool ok = true;
  for (int i = 0; i < PAGE_LISTS; i++)
    for (struct page *p = k->pages[i]; p; p = p->next)
      n++;
  struct page **all = malloc ((n + 1) * sizeof *all);
  for (int i = 0; all && i < PAGE_LISTS; i++)
    for (struct page *p = k->pages[i]; p; p = p->next)
      all[m++] = p;
  if (!all)
    return false;
  qsort (all, n, sizeof *all, by_addr);
  for (size_t i = 0; i < n && ok; i++)
    for (int j = 0; j < PAGE / REGION && ok; j++)
      {
	const struct line *r = &all[i]->regions[j];
	uint64_t a = all[i]->addr + (uint64_t) j * REGION;
	if (!r->split)
	  ok = add_line (f, last, r, a, CHUNK);
	else
	  for (int q = 0; q < REGION / LINE && ok; q++)
	    ok = add_line (f, last, &r->fine[q], a + (uint64_t) q * LINE, 1);
      }
  free (all);
  for (size_t i = 0; i < k->n_areas && ok; i++)
    ok = trail_bytes (&k->areas[i], f);
  px_emu_footprint_sort (f);
  f->silent = !k->releases;
  f->kernel = true;
  f->tells_host = k->tells_host;
  return ok;
}

void
px_emu_footprint_sort (px_emu_footprint *f)
{
  size_t n = 0;
  if (f->n)
    qsort (f->at, f->n, sizeof *f->at, by_low);
  for (size_t i = 0; i < f->n; i++)
    if (n && f->at[n - 1].kind == f->at[i].kind && f->at[n - 1].hi >= f->at[i].lo)
      f->at[n - 1].hi = f->at[i].hi > f->at[n - 1].hi ? f->at[i].hi : f->at[n - 1].hi;
    else
      f->at[n++] = f->at[i];
  f->n = n;
}

void
px_emu_footprint_free (px_emu_footprint *f)
{
  free (f->at);
  *f = (px_emu_footprint){ .n = 0 };
}

enum px_emu_meeting
px_emu_footprints_meet (const px_emu_footprint *a, const px_emu_footprint *b, uint64_t *addr,
			uint64_t *size)
{
  bool strong = false, found = false;
  size_t j0 = 0;
  uint64_t most = 0; /* length of a range of B */
  for (size_t j = 0; j < b->n; j++)
    if (b->at[j].hi - b->at[j].lo > most)
      most = b->at[j].hi - b->at[j].lo;
  for (size_t i = 0; i < a->n; i++)
    {
      const px_emu_bytes *x = &a->at[i];
      while (j0 < b->n && b->at[j0].lo + most <= x->lo)
	j0++;
      for (size_t j = j0; j < b->n && b->at[j].lo < x->hi; j++)
	{
	  const px_emu_bytes *y = &b->at[j];
	  if (y->hi <= x->lo || !((x->kind | y->kind) & PX_EMU_WROTE))
	    continue;
	  /* A kernel that has released nothing says nothing of its other writes.  */
	  if (x->kind & y->kind & PX_EMU_STRONG)
	    strong |= !(a->silent && b->silent);
	  else if (!found)
	    {
	      found = true;
	      *addr = x->lo > y->lo ? x->lo : y->lo;
	      *size = (x->hi < y->hi ? x->hi : y->hi) - *addr;
	    }
	}
    }
  return strong ? PX_EMU_EXCHANGE : found ? PX_EMU_RACE : PX_EMU_APART;
}

void
px_emu_check_unordered (const char *what, const char *missing)
{
  report_host (REP_RACE, what, missing);
}

void
px_emu_check_ignored (const char *kernel, const char *call, bool stub, const char *why)
{
  const char *check = getenv ("PXEMU_CHECK");
  char what[1100], *cxx = kernel ? px_emu_source_name (kernel) : NULL;
  if (kernel)
    snprintf (what, sizeof what, "kernel %.300s was not launched, and the program goes on: %.700s",
	      cxx ? cxx : kernel, why);
  else
    snprintf (what, sizeof what, "%.300s has failed, and the program goes on: %.700s", call, why);
  free (cxx);
  if (check && *check)
    report_host (REP_PROGRAM, what,
		 stub ? "a look at cudaGetLastError () behind the launch"
		      : "a look at what the call returns");
}
