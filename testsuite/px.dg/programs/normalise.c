/* SPDX-License-Identifier: MIT */
/* Numbers divided by their sum in one cooperative kernel: the blocks' sums, a barrier of the
   grid, the quotients.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T), smem (T * 4), cooperative) void
normalise (float *x, int n, float *partial)
{
  int i __perspective (thread, 1) = px_id (thread);
  int blocks = px_units (block);
  int all = px_units (thread);
  int b __perspective (block, 1) = px_id (block);
  float s __perspective (thread, 1) = 0;
  __group (thread, 1)
    for (int k = i; k < n; k += all)
      s += x[k];
  __partition (block, 1, float *p = partial + b)
    __group (block, 1)
      {
	__shared float sh[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *w = sh + t)
	  *w = s;
	for (int k = T / 2; k > 0; k /= 2)
	  __partition (thread, 1, float *w = sh + t)
	    __group (thread, 1)
	      if (t < k)
		*w += w[k];
	__claim (thread, 1, float *w = p)
	  __split (thread) __case (1) *w = sh[0];
      }
  float total = 0;
  for (int k = 0; k < blocks; k++)
    total += partial[k];
  __partition (thread, 1, float *w = x + i)
    __group (thread, 1)
      for (int k = 0; k + i < n; k += all)
	w[k] /= total;
}

int
main (void)
{
  enum { N = 1000, B = 5 };
  static float in[N], out[N];
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += in[i] = t_random () % 9;
  float *d = t_dev (in, sizeof in), *p = t_dev (0, B * sizeof *p);
  OK (px_launch (px_with_cooperative (px_grid (B, T)), normalise, d, N, p));
  t_back (out, d, sizeof out);
  for (int i = 0; i < N; i++)
    CHECK (fabsf (out[i] - in[i] / sum) < 1e-7f);
  OK (px_free (p));
  return 0;
}
