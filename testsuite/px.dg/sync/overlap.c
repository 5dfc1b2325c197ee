/* SPDX-License-Identifier: MIT */
/* Between the store and the load of other threads' values each thread computes
   for a while: the barrier is an arrival and a wait around that.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.test_wait} 1 } } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
#include "../aux/t.h"

#define T 256

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int tile[T];
	int t __perspective (thread, 1) = px_id (thread);
	int x __perspective (thread, 1) = t;
	__partition (thread, 1, int *w = tile + t)
	  __group (thread, 1)
	    *w = in[b * T + t];
	__group (thread, 1)
	  for (int i = 0; i < 100; i++)
	    {
	      x = x * 5 + i;
	      x ^= x >> 3;
	      x = x * 7 + i;
	      x ^= x >> 2;
	    }
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = tile[T - 1 - t] + x;
      }
}

int
main (void)
{
  enum { N = 4 * T };
  static int in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = i * 3 + 1;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  LAUNCH (4, T, f, di, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < N; i++)
    {
      unsigned x = i % T;
      for (int k = 0; k < 100; k++)
	{
	  x = x * 5 + k;
	  x ^= (int) x >> 3;
	  x = x * 7 + k;
	  x ^= (int) x >> 2;
	}
      CHECK ((unsigned) out[i] == in[i / T * T + T - 1 - i % T] + x);
    }
  return 0;
}
