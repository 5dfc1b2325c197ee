/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {elect\.sync} } } */
/* { dg-final { scan-ptx-times {cp\.async\.bulk} 1 } } */
/* The first thread of a block copies, and all of them wait for that when they have stored what is there: they
   need the phase that the copy began.  */
#include "../aux/t.h"

enum { N = 64, K = 5, B = 2 };

__kernel __requires (grid (1), block (1), threads (N), smem (4 * N)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * N)
    __group (block, 1)
      {
	__shared int x[N];
	int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
	for (int i = 0; i < n; i++)
	  {
	    __async (int *a = x)
	      px_bulk_load (a, in + (b * n + i) * N, 4 * N);
	    __partition (thread, 1, int *q = o + t)
	      __group (thread, 1)
		*q = sum;
	    __group (thread, 1)
	      sum = sum * 3 + x[N - 1 - t];
	  }
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = sum;
      }
}

int
main (void)
{
  static int in[B * K * N], out[B * N];
  for (int i = 0; i < B * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, N, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * N; i++)
    {
      int sum = 0;
      for (int k = 0; k < K; k++)
	sum = sum * 3 + in[(i / N * K + k) * N + N - 1 - i % N];
      CHECK (out[i] == sum);
    }
  return 0;
}
