/* SPDX-License-Identifier: MIT */
/* The storage of a ring that was filled by stores is loaded in bulk once the ring is done: a
   fence stands between.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {fence\.proxy\.async} 1 } } */
#include "../aux/t.h"

#define T 96

__kernel __requires (grid (1), block (1), threads (T), smem (512)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int sum[64];
	{
	  __shared __slots (2) int ring[2][32];
	  __claim (thread, 64, int *s = sum)
	    __split (thread)
	      {
		__case (64)
		  {
		    int t __perspective (thread, 1) = px_id (thread), x __perspective (thread, 1) = 0;
		    for (int i = 0; i < n; i++)
		      x += ring[i % 2][(t + i) % 32];
		    __partition (thread, 1, int *w = s + t)
		      *w = x;
		  }
		__case (32)
		  for (int i = 0; i < n; i++)
		    __partition (thread, 1, int *w = ring[i % 2] + px_id (thread))
		      *w = in[i * 32 + px_id (thread)];
	      }
	}
	{
	  __shared int come[64];
	  __async (int *to = come)
	    px_bulk_load (to, in, 256);
	  int t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, int *w = o + t)
	    *w = come[(T - t) % 64] * 1000 + sum[(T - t) % 64];
	}
      }
}

int
main (void)
{
  enum { N = 3 };
  int in[32 * N], out[T];
  for (int i = 0; i < 32 * N; i++)
    in[i] = i;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d, o, N);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T; t++)
    {
      int x = 0;
      for (int i = 0; i < N; i++)
	x += in[i * 32 + ((T - t) % 64 + i) % 32];
      CHECK (out[t] == (T - t) % 64 * 1000 + x);
    }
  return 0;
}
