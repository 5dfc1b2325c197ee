/* SPDX-License-Identifier: MIT */
/* Device memory in checked runs, which the program must not access.  It lies in areas of
   address space without access.  When the emulator's own threads access it, the signal's handler
   (emulator/driver/guard.c) opens the granules that they touch, and these are closed again
   when no operation runs.  So nothing must be opened in advance, and closing a granule that
   a thread still uses is harmless: it is opened again.  An access of the program to a granule
   that is open while operations run is not detected.

   Pinned and managed memory of the program lies in such areas, too, open until it
   is freed.

   device_new, device_end and device_shut are called with drv.lock held.  The functions that the
   handler calls take no lock: areas are only added, and their bounds are set before their number.  */
#define _GNU_SOURCE
#include "emulator/driver/drv.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum
{
  PAGE = 4096,
  MAX_AREAS = 512,
  WORD = 64,
  MOST = 64 /* granules opened at a time */
};
static const size_t granule = 1 << 16, area_size = (size_t) 1 << 30;

struct area
{
  char *lo, *next, *hi;
  bool host;		  /* memory that the program may access: opened as a whole */
  _Atomic uint64_t *open; /* one bit per granule, set after it was opened */
};
static struct area areas[MAX_AREAS];
static _Atomic unsigned n_areas;
static _Atomic bool some_open;
static bool given_up;

static struct area *
area_of (uintptr_t addr)
{
  for (unsigned i = 0, n = n_areas; i < n; i++)
    if (addr - (uintptr_t) areas[i].lo < (size_t) (areas[i].hi - areas[i].lo))
      return &areas[i];
  return NULL;
}

static struct area *
area_new (size_t size, bool host)
{
  size_t whole = size > area_size ? (size + granule - 1) & -granule : area_size;
  if (n_areas == MAX_AREAS)
    return NULL;
  size_t bits = (whole / granule + WORD - 1) / WORD * sizeof (uint64_t);
  void *open = mmap (NULL, bits, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *p = mmap (NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED || open == MAP_FAILED)
    {
      if (p != MAP_FAILED)
	munmap (p, whole);
      if (open != MAP_FAILED)
	munmap (open, bits);
      return NULL;
    }
  struct area *a = &areas[n_areas];
  /* The first page stays unused: free (pointer) reads the bytes before it.  */
  *a = (struct area){ p, (char *) p + PAGE, (char *) p + whole, host, open };
  n_areas++;
  return a;
}

void *
device_new (size_t size, bool host)
{
  if (given_up || !px_emu_checks_memory (drv.emu) || !guard_handle ())
    return NULL;
  /* the page after it stays inaccessible, so that overruns are detected */
  size_t room = ((size + PAGE - 1) & -(size_t) PAGE) + PAGE;
  struct area *a = NULL;
  for (unsigned i = n_areas; i-- && !a;)
    if (areas[i].host == host && room <= (size_t) (areas[i].hi - areas[i].next))
      a = &areas[i];
  if (!a && !(a = area_new (room + PAGE, host)))
    return NULL;
  void *p = a->next;
  if (host && mprotect (p, room - PAGE, PROT_READ | PROT_WRITE))
    return NULL;
  a->next += room;
  return p;
}

void
device_end (void *p, size_t size)
{
  struct area *a = area_of ((uintptr_t) p);
  if (a && a->host && !given_up)
    mprotect (p, (size + PAGE - 1) & -(size_t) PAGE, PROT_NONE);
}

bool
device_any (void)
{
  return n_areas && !given_up;
}

bool
device_has (uintptr_t addr, bool *host)
{
  struct area *a = area_of (addr);
  *host = a && a->host;
  return a;
}

/* Opens granule I of A, and as many granules after it as are open before it: a sequential
   access then does not fault at each granule.  */
bool
device_open (uintptr_t addr)
{
  struct area *a = area_of (addr);
  size_t i = (addr - (uintptr_t) a->lo) / granule, n = 1, last = (a->hi - a->lo) / granule;
  while (n < MOST && n <= i && a->open[(i - n) / WORD] >> (i - n) % WORD & 1)
    n++;
  if (n > last - i)
    n = last - i;
  if (mprotect (a->lo + i * granule, n * granule, PROT_READ | PROT_WRITE))
    return false;
  for (size_t k = i; k < i + n; k++)
    atomic_fetch_or (&a->open[k / WORD], UINT64_C (1) << k % WORD);
  some_open = true;
  return true;
}

void
device_shut (void)
{
  if (given_up || !atomic_exchange (&some_open, false))
    return;
  for (unsigned i = 0; i < n_areas; i++)
    {
      struct area *a = &areas[i];
      size_t used = (a->next - a->lo + granule - 1) / granule, from = 0, n = 0;
      for (size_t w = 0; w * WORD < used; w++)
	{
	  uint64_t bits = a->open[w] ? atomic_exchange (&a->open[w], 0) : 0;
	  for (size_t k = w * WORD; bits || (n && k < (w + 1) * WORD); k++, bits >>= 1)
	    if (bits & 1)
	      from = n++ ? from : k;
	    else if (n)
	      {
		mprotect (a->lo + from * granule, n * granule, PROT_NONE);
		n = 0;
	      }
	}
      if (n)
	mprotect (a->lo + from * granule, n * granule, PROT_NONE);
    }
}

void
device_give_up (void)
{
  given_up = true;
  for (unsigned i = 0; i < n_areas; i++)
    mprotect (areas[i].lo, areas[i].hi - areas[i].lo, PROT_READ | PROT_WRITE);
}
