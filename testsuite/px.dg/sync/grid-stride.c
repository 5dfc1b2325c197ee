/* SPDX-License-Identifier: MIT */
/* A step by the number of units: in later iterations no unit meets what another had, and nothing
   stands in the loop; where it is less (shorter), a barrier does.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
/* { dg-final { scan-ptx-not {\.release\.gpu} } } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (64), cooperative) void
all (int n, int *y, const int *x)
{
  for (int m = 0; m < n; m += px_units (thread))
    {
      int i __perspective (thread, 1) = m + px_id (thread);
      __partition (thread, 1, int *own = y + i)
	__group (thread, 1)
	  if (i < n)
	    *own = x[i];
    }
}

__kernel __requires (grid (1), block (1)) void
block (int n, int *y, const int *x)
{
  __partition (block, 1, int *yb = y + px_id (block) * n)
    __group (block, 1)
      for (int m = 0; m < n; m += px_units (thread))
	{
	  int i __perspective (thread, 1) = m + px_id (thread);
	  __partition (thread, 1, int *own = yb + i)
	    __group (thread, 1)
	      if (i < n)
		*own += x[i];
	}
}

__kernel __requires (grid (1), block (1), threads (64)) __where (n <= 252) void
shorter (int n, int *y)
{
  __partition (block, 1, int *yb = y + px_id (block) * 256)
    __group (block, 1)
      for (int m = 0; m < n; m += px_units (thread) - 1)
	__partition (thread, 1, int *own = yb + m + px_id (thread))
	  __group (thread, 1)
	    *own = m;
}

int
main (void)
{
  int *x = NEW (int, 1000), *y = NEW (int, 2000), *z = NEW (int, 512);
  for (int i = 0; i < 1000; i++)
    x[i] = i * 7 % 31;
  LAUNCH (3, 64, all, 1000, y, x);
  for (int i = 0; i < 1000; i++)
    CHECK (y[i] == x[i]);
  LAUNCH (2, 96, block, 1000, y, x);
  for (int i = 0; i < 1000; i++)
    CHECK (y[i] == 2 * x[i] && y[1000 + i] == x[i]);
  LAUNCH (2, 64, shorter, 130, z);
  for (int i = 0; i < 190; i++)
    CHECK (z[i] == (i < 63 ? 0 : i < 126 ? 63 : 126));
  return 0;
}
