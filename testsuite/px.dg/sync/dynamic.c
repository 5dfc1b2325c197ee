/* SPDX-License-Identifier: MIT */
/* An array that the launch sizes, after a frame; a scan of Hillis and Steele
   in it.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), thread (32)) void
scan (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + n * px_id (block))
    __group (block, 1)
      {
	__shared int last[1];
	extern __shared int sum[];
	int b __perspective (block, 1) = 0;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = sum + t)
	  __group (thread, 1)
	    *w = in[t];
	for (int k = 1; k < n; k *= 2)
	  {
	    int v __perspective (thread, 1) = t >= k ? sum[t - k] : 0;
	    __partition (thread, 1, int *w = sum + t)
	      __group (thread, 1)
		*w += v;
	  }
	__claim (thread, 1, int *l = last)
	  __split (thread)
	    {
	      __case (1)
		*l = sum[n - 1];
	    }
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = sum[t] + 1000 * last[b];
      }
}

int
main (void)
{
  enum { N = 96 };
  static int in[N], out[2 * N];
  int total = 0, s = 0;
  for (int i = 0; i < N; i++)
    total += in[i] = i % 5 - 1;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  OK (px_launch (px_grid_smem (2, N, N * sizeof (int)), scan, di, d, N));
  t_back (out, d, sizeof out);
  for (int i = 0; i < 2 * N; i++)
    {
      s = i % N ? s + in[i % N] : in[0];
      CHECK (out[i] == s + 1000 * total);
    }
  return 0;
}
