/* SPDX-License-Identifier: MIT */
/* Which bytes of device memory have been written (emulator/sanitize/marks.c), where memory is written and
   copied at random, against an array with an element a byte: ranges that overlap, that begin and end
   anywhere in a line of marks, and that go from one allocation to its neighbour.  */
#include "testsuite/engine/t.h"

enum
{
  SIZE = 700,
  FIRST = 300, /* bytes of the first allocation, which the second follows */
  STEPS = 4000
};

static unsigned
below (unsigned n)
{
  static uint64_t s = 0x9e3779b97f4a7c15;
  s ^= s << 13, s ^= s >> 7, s ^= s << 17;
  return s % n;
}

/* Whether the emulator says of each byte what WRITTEN says.  */
static bool
agree (const char *p, const bool *written)
{
  for (int i = 0; i < SIZE; i++)
    {
      uint64_t first = 0;
      if (px_emu_check_unwritten (dev, (uintptr_t) p + i, 1, &first) != !written[i])
	return false;
    }
  return true;
}

int
main (void)
{
  static char memory[SIZE + 64];
  static bool written[SIZE];
  setenv ("PXEMU_CHECK", "init", 1);
  dev = px_emu_new (1);
  for (int place = 0; place < 64; place += 21)
    {
      char *p = memory + place;
      memset (written, 0, sizeof written);
      px_emu_mem_add (dev, p, FIRST, PX_EMU_MEM_DEVICE);
      px_emu_mem_add (dev, p + FIRST, SIZE - FIRST, PX_EMU_MEM_DEVICE);
      bool same = true;
      for (int i = 0; i < STEPS && same; i++)
	{
	  unsigned n = below (8) ? 1 + below (40) : 1 + below (SIZE), to = below (SIZE - n + 1), from = below (SIZE - n + 1);
	  if (i % 150 == 149)
	    {
	      /* What is allocated anew has not been written.  */
	      px_emu_mem_remove (dev, p);
	      px_emu_mem_add (dev, p, FIRST, PX_EMU_MEM_DEVICE);
	      memset (written, 0, FIRST);
	    }
	  else if (below (4) == 0)
	    {
	      px_emu_check_write (dev, (uintptr_t) p + to, n);
	      memset (written + to, 1, n);
	    }
	  else
	    {
	      px_emu_check_copy (dev, (uintptr_t) p + to, (uintptr_t) p + from, n);
	      memmove (written + to, written + from, n);
	    }
	  same = i % 10 || agree (p, written);
	}
      check (same && agree (p, written), "marks of memory that begins %d bytes after a line", place);
      px_emu_mem_remove (dev, p);
      px_emu_mem_remove (dev, p + FIRST);
    }
  px_emu_free (dev);
  return failures != 0;
}
