/* SPDX-License-Identifier: MIT */
/* The sanitizer names elements of __shared arrays: of the kernel, of functions that it calls, of
   two that share bytes; and the bytes between arrays are nobody's.  */
/* That nothing is written to most of these (PX405) is on purpose.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
#include "../aux/t.h"
#include <stdlib.h>
#include <string.h>

enum { T = 64 };
struct pair
{
  int a, b;
};

__device __requires (block (1), threads (T), smem (64)) __attribute__ ((noinline)) int
deep (int *o)
{
  __shared int well[8];
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = o + t)
    __group (thread, 1) *q = well[t & 7];
  return 0;
}

static inline __device __requires (block (1), threads (T)) void
flat (int *o)
{
  __shared short row[T];
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = o + t)
    __group (thread, 1) *q = row[t];
}

__kernel __requires (grid (1), block (1), threads (T))
void
k (int *out, int which)
{
  __partition (block, 1, int *mine = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int one[T];
	__shared struct pair two[8][3][5];
	__shared char lone;
	__shared int dynamic[];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = one + t)
	  __group (thread, 1) if (t != 7) *w = t;
	__partition (thread, 1, int *o = mine + t)
	  __group (thread, 1)
	    {
	      if (which == 0)
		*o = one[t];
	      else if (which == 1)
		*o = two[t & 3][2][1].b;
	      else if (which == 2)
		*o = lone;
	      else if (which == 3)
		*o = dynamic[t & 1];
	      else if (which == 4)
		*o = *(int *) ((unsigned long) &lone + 8);
	    }
	if (which == 5)
	  deep (mine);
	if (which == 6)
	  flat (mine);
	if (which == 7)
	  {
	    __shared int early[4];
	    __partition (thread, 1, int *o = mine + t)
	      __group (thread, 1) *o = early[1];
	  }
	else
	  {
	    __shared float late[2][2];
	    __partition (thread, 1, int *o = mine + t)
	      __group (thread, 1) if (which == 8) *o = (int) late[1][1];
	  }
      }
}

/* Does this program, run with NUMBER on the emulator, have a finding that says WHAT?  */
static int
says (const char *self, int number, const char *what)
{
  char command[4096];
  snprintf (command, sizeof command,
	    "PX_DEVICE=emu PXEMU_CHECK=init,memory '%s' %d 2>&1 | grep -F '%s' >/dev/null", self, number,
	    what);
  return system (command) == 0;
}

int
main (int argc, char **argv)
{
  static const char *const names[] = {
    "4 bytes at one[7] (byte 28 of shared memory)",
    "4 bytes at two[0][2][1]+4 (byte 348 of shared memory)",
    "1 byte at lone (byte 1216 of shared memory)",
    "4 bytes at dynamic[0] (byte ",
    "between variables",
    " or well[",
    "2 bytes at row[",
    "4 bytes at early[1] or late[0][1] or well[1] or row[2] (byte 1236 of shared memory)",
    " or late[1][1] or ",
  };
  if (argc > 1)
    {
      int *o = px_alloc (T * sizeof *o);
      px_check (px_launch (px_grid_smem (1, T, 64), k, o, atoi (argv[1])));
      px_check (px_synchronize ());
      return 0;
    }
  for (int i = 0; i < 9; i++)
    if (!says (argv[0], i, names[i]))
      {
	printf ("%d: not \"%s\"\n", i, names[i]);
	return 1;
      }
  return 0;
}
