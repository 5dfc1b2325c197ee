/* SPDX-License-Identifier: MIT */
/* A loop that prefetches into a ring of three slots by cp.async: one barrier and
   one wait a step, and one group stays pending.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
/* { dg-final { scan-ptx-times {cp\.async\.wait_group 1;} 1 } } */
/* { dg-final { scan-ptx-times {cp\.async\.commit_group} 3 } } */
#include "../aux/t.h"

#define T 128
#define S 3

__kernel __requires (grid (1), block (1), threads (T), smem (4 * S * T)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][T];
	int t __perspective (thread, 1) = px_id (thread);
	int sum __perspective (thread, 1) = 0;
	__partition (thread, 1, int *w = x[0] + t)
	  __group (thread, 1)
	    __async (int *a = w)
	      px_cp_async (a, in + b * n * T + t, 4);
	__partition (thread, 1, int *w = x[1] + t)
	  __group (thread, 1)
	    __async (int *a = w)
	      px_cp_async (a, in + (b * n + 1) * T + t, 4);
	for (int i = 0; i < n; i++)
	  {
	    __group (thread, 1)
	      sum = sum * 3 + x[i % S][T - 1 - t];
	    if (i + 2 < n)
	      __partition (thread, 1, int *w = x[(i + 2) % S] + t)
		__group (thread, 1)
		  __async (int *a = w)
		    px_cp_async (a, in + (b * n + i + 2) * T + t, 4);
	  }
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = sum;
      }
}

int
main (void)
{
  enum { B = 3, K = 10 };
  static int in[B * K * T], out[B * T];
  for (int i = 0; i < B * K * T; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in);
  /* With n = 1 the block ends before all that was copied is read.  */
  for (int n = 1; n <= K; n += K - 1)
    {
      int *o = t_dev (0, sizeof out);
      LAUNCH (B, T, f, d, o, n);
      t_back (out, o, sizeof out);
      for (int i = 0; i < B * T; i++)
	{
	  int sum = 0;
	  for (int k = 0; k < n; k++)
	    sum = sum * 3 + in[(i / T * n + k) * T + T - 1 - i % T];
	  CHECK (out[i] == sum);
	}
    }
  return 0;
}
