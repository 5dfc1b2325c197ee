/* SPDX-License-Identifier: MIT */
/* Memory of modules' variables.  Their addresses are constants in decoded code, and in what is compiled of it, which
   another run finds again by its text (compile/cache.c): so they are the same in each run, as far as the places are
   free and modules are loaded in the same order.  */

#include "emulator/code/decode.h"

#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#  define MAP_FIXED_NOREPLACE 0x100000 /* Linux 4.17; an older one takes the address as a hint */
#endif

/* The places: STEP bytes each, N_PLACES of them from FIRST on, where x86-64 and AArch64 map nothing by themselves. */
#define FIRST 0x200000000000
#define STEP ((uint64_t) 1 << 30)
enum
{
  N_PLACES = 256,
  LEAST = 1 << 20, /* bytes of a piece, unless a variable needs more */
  /* Between two variables, so that what an access beyond one's end hits is no other one.  */
  GAP = 256
};

/* A mapping, which begins with this.  */
struct piece
{
  struct piece *next;
  size_t size, used;
};

/* SIZE bytes, of zeros, at one of the places, or else anywhere; MAP_FAILED: no memory.  */
static void *
map_piece (size_t size)
{
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  for (int i = 0; i < N_PLACES && size <= STEP; i++)
    {
      char *at = (char *) (FIRST + i * STEP),
	   *p = mmap (at, size, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, -1, 0);
      if (p == at)
	return p;
      if (p != MAP_FAILED)
	munmap (p, size);
    }
  return mmap (NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
}

void *
variable_new (px_emu_module *mod, size_t size, size_t align)
{
  for (int turn = 0; turn < 2; turn++)
    {
      struct piece *p = mod->variables;
      uint64_t at = p ? ((uintptr_t) p + p->used + GAP + align - 1) & -align : 0;
      if (p && at + size <= (uintptr_t) p + p->size)
	{
	  p->used = at + size - (uintptr_t) p;
	  return (void *) at;
	}
      size_t need = sizeof *p + GAP + align + size, room = need < LEAST ? LEAST : need;
      struct piece *more = map_piece (room);
      if (more == MAP_FAILED)
	return NULL;
      *more = (struct piece){ p, room, sizeof *more };
      mod->variables = more;
    }
  return NULL;
}

void
variables_free (px_emu_module *mod)
{
  for (struct piece *p = mod->variables, *next; p; p = next)
    {
      next = p->next;
      munmap (p, p->size);
    }
}
