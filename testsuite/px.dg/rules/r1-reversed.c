/* SPDX-License-Identifier: MIT */
/* Units that take the elements from the last one on: px_units - 1 - px_id.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), thread (32)) void
f (int *out __perspective (grid, 1), int n __perspective (grid, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  int i __perspective (thread, 1) = px_units (thread) - 1 - t;
  __partition (thread, 1, int *o = out + i)
    __group (thread, 1)
      if (i < n)
	*o = t;
}

__kernel __requires (grid (1), block (1), threads (64)) void
pairs (int *out __perspective (grid, 1))
{
  __partition (block, 1, int *b = out + 128 * (px_units (block) - 1 - px_id (block)))
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *o = b + 2 * (px_units (thread) - 1 - t))
	  __group (thread, 1)
	    {
	      o[0] = t;
	      o[1] = -t;
	    }
      }
}

int
main (void)
{
  int v[256];
  int *d = t_dev (0, sizeof v);
  LAUNCH (2, 64, f, d, 120);
  OK (px_copy (v, d, sizeof v));
  for (int i = 0; i < 128; i++)
    CHECK (v[i] == (i < 120 ? 127 - i : -1));
  LAUNCH (2, 64, pairs, d);
  t_back (v, d, sizeof v);
  for (int i = 0; i < 128; i++)
    CHECK (v[2 * i] == 63 - i % 64 && v[2 * i + 1] == -v[2 * i]);
  return 0;
}
