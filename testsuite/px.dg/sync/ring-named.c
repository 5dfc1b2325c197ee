/* SPDX-License-Identifier: MIT */
/* Prism's way: slots with names of their own, in a loop that is unrolled by hand, have
   the barriers that a ring of as many slots has: two of each are filled and drained together
   and share theirs, so one arrival expects the bytes of both.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.init\.} 6 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx} 3 } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 6 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 6 } } */
#include "../aux/t.h"

#define C 64
#define N 64

__kernel __requires (grid (1), block (1), threads (C + 32), smem (4 * 6 * N)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C)
    __group (block, 1)
      {
	__shared __slots (1) int x0[N], x1[N], x2[N], y0[1][N], y1[1][N], y2[1][N];
	__claim (thread, C, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int i = 0; i < n; i += 3)
		    {
		      __group (thread, 1)
			sum = sum * 3 + x0[t] * y0[0][N - 1 - t];
		      if (i + 1 < n)
			__group (thread, 1)
			  sum = sum * 3 + x1[t] * y1[0][N - 1 - t];
		      if (i + 2 < n)
			__group (thread, 1)
			  sum = sum * 3 + x2[t] * y2[0][N - 1 - t];
		    }
		  __partition (thread, 1, int *q = mine + t)
		    __group (thread, 1)
		      *q = sum;
		}
	      __case (32)
		for (int i = 0; i < n; i += 3)
		  {
		    __async (int *a = x0)
		      __async (int *c = y0[0])
			{
			  px_bulk_load (a, in + i * N, 4 * N);
			  px_bulk_load (c, in + i * N + 1024, 4 * N);
			}
		    if (i + 1 < n)
		      __async (int *a = x1)
			__async (int *c = y1[0])
			  {
			    px_bulk_load (a, in + i * N + N, 4 * N);
			    px_bulk_load (c, in + i * N + N + 1024, 4 * N);
			  }
		    if (i + 2 < n)
		      __async (int *a = x2)
			__async (int *c = y2[0])
			  {
			    px_bulk_load (a, in + i * N + 2 * N, 4 * N);
			    px_bulk_load (c, in + i * N + 2 * N + 1024, 4 * N);
			  }
		  }
	    }
      }
}

int
main (void)
{
  enum { K = 8 };
  static int in[1024 + K * N], out[C];
  for (int i = 0; i < 1024 + K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (1, C + 32, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < C; i++)
    {
      unsigned sum = 0;
      for (int k = 0; k < K; k++)
	sum = sum * 3 + in[k * N + i] * in[1024 + k * N + N - 1 - i];
      CHECK (out[i] == (int) sum);
    }
  return 0;
}
