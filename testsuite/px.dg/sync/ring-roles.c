/* SPDX-License-Identifier: MIT */
/* Roles chosen by the number of a unit, as in Parallax's kernel for Hopper: one warp of
   a block brings tiles, the others add them up, in the loop of a persistent block.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 2 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 2 } } */
#include "../aux/t.h"

#define S 3
#define W 3
#define N 64

__kernel __requires (grid (1), block (1), threads (32 * (W + 1)), smem (4 * S * N)) void
f (const int *in, int *out, int n, int tiles)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * W * 32)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	int w __perspective (thread, 32) = px_id (thread, 32);
	__partition (thread, 32, int *mine = o + (w + W) % (W + 1) * 32)
	  __group (thread, 32)
	    {
	      int sum __perspective (thread, 1) = 0, t __perspective (thread, 1) = px_id (thread);
	      int producer __perspective (thread, 32) = w == 0;
	      if (!producer)
		w = w - 1;
	      for (int k = 0; k < tiles; k++)
		if (producer)
		  for (int i = 0; i < n; i++)
		    __async (int *a = x[i % S])
		      px_bulk_load (a, in + (k * n + i) * N, 4 * N);
		else
		  for (int i = 0; i < n; i++)
		    __group (thread, 1)
		      sum = sum * 3 + x[i % S][w + t];
	      if (!producer)
		__partition (thread, 1, int *q = mine + t)
		  __group (thread, 1)
		    *q = sum;
	    }
      }
}

int
main (void)
{
  enum { B = 2, K = 7, T = 3 };
  static int in[T * K * N], out[B * W * 32];
  for (int i = 0; i < T * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, 32 * (W + 1), f, d, o, K, T);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * W * 32; i++)
    {
      int sum = 0;
      for (int k = 0; k < T * K; k++)
	sum = sum * 3 + in[k * N + i / 32 % W + i % 32];
      CHECK (out[i] == sum);
    }
  return 0;
}
