/* SPDX-License-Identifier: MIT */
/* px_units: how many units, at every perspective; the same for the whole grid.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (2), thread (32))
void
f (int *out __perspective (grid, 1))
{
  int g __perspective (grid, 1) = px_units (block) * 1000 + px_units (thread, 32);
  int p __perspective (grid, 1) = px_units (block, 2);
  int i __perspective (thread, 1) = px_id (thread);
  int v __perspective (thread, 1) = 0;
  __group (block, 2)
    {
      v = px_units (thread);
      __group (block, 1)
	{
	  v += 1000 * px_units (thread, 32);
	  __group (thread, 32)
	    v += 10000 * px_units (thread, 4);
	}
    }
  __partition (thread, 1, int *o = out + 3 * i)
    __group (thread, 1)
      {
	o[0] = g;
	o[1] = p;
	o[2] = v;
      }
}

int
main (void)
{
  int v[4 * 96 * 3];
  int *d = t_dev (0, sizeof v);
  LAUNCH (4, 96, f, d);
  t_back (v, d, sizeof v);
  for (int i = 0; i < 4 * 96; i++)
    CHECK (v[3 * i] == 4012 && v[3 * i + 1] == 2 && v[3 * i + 2] == 2 * 96 + 1000 * 3 + 10000 * 8);
  return 0;
}
