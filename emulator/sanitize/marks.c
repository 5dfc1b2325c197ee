/* SPDX-License-Identifier: MIT */
/* The sanitizer: marks that say which bytes of global memory were ever written, and the
   allocations that were freed last.  */

#include "base/search.h"
#include "base/room.h"
#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"

#include <stdlib.h>

/* Returns the index of the first range that ends after ADDR.  */
static size_t
first_valid (const struct check_device *d, uint64_t addr)
{
  return PX_FIRST (i, d->n_valid, d->valid[i].base + d->valid[i].size > addr);
}

/* Bytes LO to HI, whose marks V has; NULL: they have none.  Memory that is mapped piece by piece has
   marks a piece.  */
struct piece
{
  uint64_t lo, hi;
  struct valid *v;
};

/* The piece that ADDR is in.  */
static struct piece
piece_at (const struct check_device *d, uint64_t addr)
{
  size_t i = first_valid (d, addr);
  struct valid *v = i < d->n_valid ? &d->valid[i] : NULL, *last = i ? &d->valid[i - 1] : NULL;
  if (v && v->base <= addr)
    return (struct piece){ v->base, v->base + v->size, v };
  return (struct piece){ last ? last->base + last->size : 0, v ? v->base : UINT64_MAX, NULL };
}

struct valid *
valid_at (const struct check_device *d, uint64_t addr)
{
  return piece_at (d, addr).v;
}

void
shadow_valid (struct check_launch *k, uint64_t a, uint64_t *lo, uint64_t *hi)
{
  struct piece p = piece_at (k->dev, a);
  struct valid *v = p.v;
  if (!v)
    {
      *lo = p.lo > *lo ? p.lo : *lo;
      *hi = p.hi < *hi ? p.hi : *hi;
      return;
    }
  uint64_t end = v->base + v->size, at = v->base + v->prefix;
  while (at < end)
    {
      uint64_t line = at & -(uint64_t) LINE, all = bytes_within (line, v->base, end);
      if ((*marks (v, line) & all) != all)
	break;
      at = line + LINE < end ? line + LINE : end;
    }
  v->prefix = at - v->base;
  *lo = v->base > *lo ? v->base : *lo;
  *hi = at < *hi ? at : *hi;
}

void
check_alloc (px_emu *emu, uint64_t base, uint64_t size, bool valid)
{
  struct check_device *d = emu->check;
  if (!(d->what & CHECK_INIT) || valid)
    return;
  uint64_t *mark = calloc ((base % LINE + size) / LINE + 1, sizeof *mark);
  pthread_mutex_lock (&d->lock);
  size_t i = first_valid (d, base);
  if (mark && PX_ROOM (d->valid, d->n_valid, d->cap_valid))
    {
      memmove (d->valid + i + 1, d->valid + i, (d->n_valid - i) * sizeof *d->valid);
      d->valid[i] = (struct valid){ .base = base, .size = size, .mark = mark };
      d->n_valid++;
    }
  else
    {
      free (mark);
      report_incomplete ("no memory to mark what is initialised");
    }
  pthread_mutex_unlock (&d->lock);
}

void
check_dealloc (px_emu *emu, uint64_t base, uint64_t size)
{
  struct check_device *d = emu->check;
  pthread_mutex_lock (&d->lock);
  size_t i = first_valid (d, base);
  if (i < d->n_valid && d->valid[i].base == base)
    {
      free (d->valid[i].mark);
      d->n_valid--;
      memmove (d->valid + i, d->valid + i + 1, (d->n_valid - i) * sizeof *d->valid);
    }
  d->freed[d->n_freed++ % 256] = (struct valid){ .base = base, .size = size };
  pthread_mutex_unlock (&d->lock);
}

bool
check_freed (px_emu *emu, uint64_t addr, uint64_t *base, uint64_t *size)
{
  struct check_device *d = emu->check;
  bool ok = false;
  pthread_mutex_lock (&d->lock);
  for (size_t n = d->n_freed, i = 0; i < n && i < 256 && !ok; i++)
    {
      const struct valid *v = &d->freed[(n - 1 - i) % 256];
      ok = addr - v->base < v->size;
      *base = v->base;
      *size = v->size;
    }
  pthread_mutex_unlock (&d->lock);
  return ok;
}

void
px_emu_check_write (px_emu *emu, uint64_t addr, size_t size)
{
  uint64_t last = addr + size;
  if (!emu->check || !(emu->check->what & CHECK_INIT))
    return;
  pthread_mutex_lock (&emu->check->lock);
  for (uint64_t end; addr < last; addr = end)
    {
      struct piece p = piece_at (emu->check, addr);
      end = p.hi < last ? p.hi : last;
      for (uint64_t a = addr & -(uint64_t) LINE; p.v && a < end; a += LINE)
	*marks (p.v, a) |= bytes_within (a, addr, end);
    }
  pthread_mutex_unlock (&emu->check->lock);
}

size_t
px_emu_check_unwritten (px_emu *emu, uint64_t addr, size_t size, uint64_t *first)
{
  size_t n = 0;
  uint64_t last = addr + size;
  if (!emu->check || !(emu->check->what & CHECK_INIT))
    return 0;
  pthread_mutex_lock (&emu->check->lock);
  for (uint64_t end; addr < last; addr = end)
    {
      struct piece p = piece_at (emu->check, addr);
      end = p.hi < last ? p.hi : last;
      for (uint64_t a = addr & -(uint64_t) LINE; p.v && a < end; a += LINE)
	{
	  uint64_t m = bytes_within (a, addr, end) & ~*marks (p.v, a);
	  if (m && !n)
	    *first = a + __builtin_ctzll (m);
	  n += __builtin_popcountll (m);
	}
    }
  pthread_mutex_unlock (&emu->check->lock);
  return n;
}

static uint64_t
least (uint64_t x, uint64_t y)
{
  return x < y ? x : y;
}

void
px_emu_check_copy (px_emu *emu, uint64_t addr, uint64_t src, size_t size)
{
  if (!emu->check || !(emu->check->what & CHECK_INIT))
    return;
  pthread_mutex_lock (&emu->check->lock);
  /* Backward if the ranges may overlap so, in runs of bytes of one line of both, LEFT bytes to go.  */
  bool back = addr > src;
  struct piece from = { 0 }, to = { 0 };
  for (size_t left = size, n; left; left -= n)
    {
      size_t at = back ? left - 1 : size - left;
      uint64_t s = src + at, d = addr + at;
      if (s - from.lo >= from.hi - from.lo)
	from = piece_at (emu->check, s);
      if (d - to.lo >= to.hi - to.lo)
	to = piece_at (emu->check, d);
      n = back ? least (least (s % LINE, d % LINE), least (s - from.lo, d - to.lo)) + 1
	       : least (least (LINE - s % LINE, LINE - d % LINE), least (from.hi - s, to.hi - d));
      n = least (n, left);
      if (!to.v)
	continue;
      if (back)
	s -= n - 1, d -= n - 1;
      uint64_t run = ~UINT64_C (0) >> (LINE - n);
      uint64_t written = from.v ? *marks (from.v, s & -(uint64_t) LINE) >> s % LINE & run : run;
      uint64_t *m = marks (to.v, d & -(uint64_t) LINE);
      to.v->prefix = 0;
      *m = (*m & ~(run << d % LINE)) | written << d % LINE;
    }
  pthread_mutex_unlock (&emu->check->lock);
}
