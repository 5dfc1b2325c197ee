/* SPDX-License-Identifier: MIT */
/* Facts about the size of the launch: px_launch refuses another one, and what is right for one block
   only is decided.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.release\.gpu} } } */
#include "../aux/t.h"

/* Two blocks would meet (f8-units-bad.c).  */
__kernel __where (px_units (block) == 1) void
one_block (int *out)
{
  __partition (block, 1, int *o = out)
    __group (block, 1)
      {
	int n = px_units (thread);
	__partition (thread, 1, int *q = o + px_id (thread))
	  __group (thread, 1)
	    *q = n;
      }
}

__kernel __where (px_units (thread) == 1) void
one_thread (int n, int *out)
{
  __partition (thread, 1, int *q = out)
    __group (thread, 1)
      q[n] = n;
}

/* An element for each thread of the only block.  */
__kernel __where (1 <= px_units (block) && 2 > px_units (block) && n > 0) __requires (threads (64)) void
again (int n, int *out)
{
  for (int i = 0; i < n; i++)
    __partition (thread, 1, int *q = out + px_id (thread) % 64)
      __group (thread, 1)
	*q += 1;
}

/* Also with an argument, and of another type.  */
__kernel __where (px_units (thread) >= n, (unsigned long) px_units (block) * 2 <= n + 0ul) void
enough (int n, int *out)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + i)
    __group (thread, 1)
      if (i < n)
	*q = n;
}

static void
refused (px_status s, const char *fact, const char *value)
{
  CHECK (s == PX_ERR_LAUNCH);
  CHECK (strstr (px_status_text (s), fact));
  CHECK (strstr (px_status_text (s), value));
}

int
main (void)
{
  int *out = t_dev (NULL, 64 * 4), v[64];
  refused (px_launch (px_grid (2, 32), one_block, out), "(px_units (block) == 1), which does not hold: ",
	   "px_units (block) is 2");
  refused (px_launch (px_grid (1, 2), one_thread, 1, out), "(px_units (thread) == 1)", "px_units (thread) is 2");
  refused (px_launch (px_grid (2, 1), one_thread, 1, out), "(px_units (thread) == 1)", "px_units (thread) is 2");
  refused (px_launch (px_grid (1, 32), enough, 33, out), "(px_units (thread) >= n)", "n is 33, px_units (thread) is 32");
  refused (px_launch (px_grid (20, 2), enough, 39, out), "px_units (block)", "n is 39, px_units (block) is 20");
  /* What no kernel allows is refused as it is, and counted by no fact.  */
  refused (px_launch (px_grid (-1, 32), one_block, out), "blocks of the grid in x: -1", "");
  refused (px_launch (px_grid (1l << 40, 32), one_block, out), "than the 2147483647 threads", "");
  OK (px_synchronize ());
  OK (px_copy (v, out, sizeof v));
  for (int i = 0; i < 64; i++)
    CHECK (v[i] == -1);
  LAUNCH (1, 32, one_block, out);
  OK (px_copy (v, out, sizeof v));
  CHECK (v[0] == 32 && v[31] == 32 && v[32] == -1);
  LAUNCH (1, 1, one_thread, 40, out);
  OK (px_copy (v, out, sizeof v));
  CHECK (v[0] == 32 && v[40] == 40);
  LAUNCH (1, 64, again, 2, out);
  OK (px_copy (v, out, sizeof v));
  CHECK (v[0] == 34 && v[40] == 42 && v[63] == 1);
  LAUNCH (5, 8, enough, 40, out);
  OK (px_copy (v, out, sizeof v));
  CHECK (v[0] == 40 && v[39] == 40 && v[40] == 42);
  return 0;
}
