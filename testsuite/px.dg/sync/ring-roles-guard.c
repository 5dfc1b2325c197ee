/* SPDX-License-Identifier: MIT */
/* Roles by an if, several warps in one of them: a slot that is filled under a condition is drained
   under it by each of these warps.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {mbarrier\.init\.} 4 } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 4 } } */
#include "../aux/t.h"
enum { N = 64, WARPS = 2, T = 32 * (WARPS + 1) };

__kernel __requires (grid (1), block (1), threads (T)) void
f (const int *in, int *out, int n)
{
  __partition (block, 1, int *ob = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared __slots (1) int x0[N], x1[N];
	int w __perspective (thread, 32) = px_id (thread, 32);
	__partition (thread, 32, int *mine = ob + w * 32)
	  __group (thread, 32)
	    {
	      int sum __perspective (thread, 1) = w, t __perspective (thread, 1) = px_id (thread);
	      if (w == 0)
		for (int i = 0; i < n; i += 2)
		  {
		    __async (int *a = x0)
		      px_bulk_load (a, in + i * N, 4 * N);
		    if (i + 1 < n)
		      __async (int *a = x1)
			px_bulk_load (a, in + (i + 1) * N, 4 * N);
		  }
	      else
		for (int i = 0; i < n; i += 2)
		  {
		    __group (thread, 1)
		      sum = sum * 3 + x0[t];
		    if (i + 1 < n)
		      __group (thread, 1)
			sum = sum * 3 + x1[32 + t];
		  }
	      __partition (thread, 1, int *q = mine + t)
		__group (thread, 1)
		  *q = sum;
	    }
      }
}

int
main (void)
{
  enum { MOST = 7 };
  static int in[MOST * N], out[T];
  for (int i = 0; i < MOST * N; i++)
    in[i] = i * 13 % 101;
  int *d = t_dev (in, sizeof in);
  for (int n = MOST - 1; n <= MOST; n++)
    {
      int *o = t_dev (0, sizeof out);
      LAUNCH (1, T, f, d, o, n);
      t_back (out, o, sizeof out);
      for (int t = 0; t < T; t++)
	{
	  unsigned want = t / 32;
	  for (int i = 0; i < n && t >= 32; i++)
	    want = want * 3 + in[i * N + i % 2 * 32 + t % 32];
	  CHECK ((unsigned) out[t] == want);
	}
    }
  return 0;
}
