/* SPDX-License-Identifier: MIT */
/* A ring whose fills are no more than its slots, but take the first two of them in each turn of an
   outer loop: the second turn waits until what the first one left is drained.  The drains are
   slow, so that a fill that does not wait is seen.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {mbarrier\.init} 8 } } */
#include "../aux/t.h"

enum { S = 4, N = 32 };

__kernel __requires (grid (1), block (1), threads (64), smem (4 * N * S + 64)) void
f (const int *in, int *restrict out, int most)
{
  __partition (block, 1, int *o = out + 32 * px_id (block))
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, 32, int *mine = o)
	  __split (thread)
	    {
	      __case (32)
		{
		  int t __perspective (thread, 1) = px_id (thread);
#pragma GCC unroll 1
		  for (int k = 0; k < 2; k++)
#pragma GCC unroll 1
		    for (int i = 0; i < 2; i++)
		      __partition (thread, 1, int *w = x[i % S] + t)
			*w = in[k * 2 + i] + t;
		}
	      __case (32)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  unsigned v __perspective (thread, 1) = 0;
#pragma GCC unroll 1
		  for (int k = 0; k < 2; k++)
#pragma GCC unroll 1
		    for (int i = 0; i < 2; i++)
		      {
			for (int j = 0; j < most; j++)
			  v ^= v >> 1;
			v = 3 * v + x[i % S][31 - t];
		      }
		  __partition (thread, 1, int *q = mine + t)
		    *q = v;
		}
	    }
      }
}

int
main (void)
{
  int in[4] = { 5, 7, 1000, 2000 }, out[N];
  int *a = t_dev (in, sizeof in), *b = t_dev (0, sizeof out);
  LAUNCH (1, 64, f, a, b, 50);
  t_back (out, b, sizeof out);
  for (int t = 0; t < N; t++)
    {
      unsigned v = 0;
      for (int k = 0; k < 4; k++)
	{
	  for (int j = 0; j < 50; j++)
	    v ^= v >> 1;
	  v = 3 * v + in[k] + 31 - t;
	}
      if (out[t] != (int) v)
	return 1;
    }
  return 0;
}
