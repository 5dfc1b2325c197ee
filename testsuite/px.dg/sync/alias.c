/* SPDX-License-Identifier: MIT */
/* An array read by its name in a loop, and written there through a view: the device
   compiler keeps both in memory order.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 64

__kernel __requires (grid (1), block (1), threads (T), smem (8 * T)) void
f (int *out)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[T];
	__shared int y[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  __group (thread, 1)
	    *w = t;
	__partition (thread, 1, int *w = y + t)
	  __group (thread, 1)
	    *w = 2 * t;
	for (int i = 0; i < 3; i++)
	  {
	    __partition (thread, 1, int *w = x + t)
	      __group (thread, 1)
		*w = *w * 6 + y[t] + i;
	    for (int j = 0; j < 3; j++)
	      __partition (thread, 1, int *w = y + t)
		__group (thread, 1)
		  *w = *w * 4 + j;
	  }
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = x[t];
      }
}

int
main (void)
{
  static int out[T];
  int *o = t_dev (0, sizeof out);
  LAUNCH (1, T, f, o);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T; t++)
    {
      int x = t, y = 2 * t;
      for (int i = 0; i < 3; i++)
	{
	  x = x * 6 + y + i;
	  for (int j = 0; j < 3; j++)
	    y = y * 4 + j;
	}
      CHECK (out[t] == x);
    }
  return 0;
}
