/* SPDX-License-Identifier: MIT */
/* A fill whose parts a loop brings, each of them by multicast: they are apart.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { BLOCKS = 2, N = 64, T = 128 + 32 };

__kernel __requires (grid (1), cluster (2), threads (T), smem (3 * N * 4)) void
f (const int *in __perspective (grid, 1), int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 128)
    __group (block, 2)
      {
	int rank __perspective (block, 1) = px_id (block);
	_Alignas (128) __shared __slots (3) int s[3][N];
	__group (block, 1)
	  __claim (thread, 128, int *mine = o)
	    __split (thread)
	      {
		__case (128)
		  {
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		    for (int k = 0; k < n; k++)
		      __group (thread, 1)
			sum = sum * 3 + s[k % 3][(2 * N - 1 - t) % N];
		    __partition (thread, 1, int *own = mine + t)
		      __group (thread, 1) *own = sum;
		  }
		__case (32)
		  for (int k = 0; k < n; k++)
		    __async (int *to = s[k % 3])
		      for (int c = 0; c < 2; c++)
			px_bulk_load_multicast (to + rank * 32 + c * 16, in + k * N + rank * 32 + c * 16, 64, 3);
	      }
      }
}

int
main (void)
{
  enum { K = 7 };
  static int in[K * N], out[BLOCKS * 128];
  for (int i = 0; i < K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (BLOCKS, T, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < BLOCKS * 128; i++)
    {
      int sum = 0;
      for (int k = 0; k < K; k++)
	sum = sum * 3 + in[k * N + (2 * N - 1 - i % 128) % N];
      CHECK (out[i] == sum);
    }
  OK (px_free (d));
  return 0;
}
