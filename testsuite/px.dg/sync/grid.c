/* SPDX-License-Identifier: MIT */
/* Blocks of a cooperative launch read what other blocks wrote, launch after
   launch.  Block 0 waits for all, and so does each thread.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=unroll" } */
/* { dg-final { scan-ptx-times {atom\.add\.release\.gpu} 2 } } */
#include "../aux/t.h"

#define T 64

__kernel __requires (grid (1), block (1), threads (T), cooperative) void
f (int *x, int *y, int n)
{
  int b __perspective (block, 1) = px_id (block);
  int m __perspective (grid, 1) = n / T;
  for (int i = 0; i < 3; i++)
    {
      __partition (block, 1, int *o = x + b * T)
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    __partition (thread, 1, int *w = o + t)
	      __group (thread, 1)
		*w = b * T + t + 1000 * i;
	  }
      __partition (block, 1, int *o = y + b * T)
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    __partition (thread, 1, int *w = o + t)
	      __group (thread, 1)
		*w += x[(m - 1 - b) * T + t];
	  }
    }
}

int
main (void)
{
  enum { N = 5 * T };
  static int out[N];
  int *x = t_dev (0, sizeof out), *y = t_dev (out, sizeof out);
  for (int i = 0; i < 3; i++)
    LAUNCH (5, T, f, x, y, N);
  t_back (out, y, sizeof out);
  for (int i = 0; i < N; i++)
    CHECK (out[i] == 3 * (3 * ((4 - i / T) * T + i % T) + 3000));
  return 0;
}
