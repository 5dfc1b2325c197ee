/* SPDX-License-Identifier: MIT */
/* Two warps load tiles into a ring of three slots, four others add them up: a
   full and an empty wait a slot and role, and no barrier of the block but the
   one after px's mbarriers are set up.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.test_wait\.parity} 2 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 2 } } */
#include "../aux/t.h"

#define S 3
#define P 64
#define C 64
#define N 128

__kernel __requires (grid (1), block (1), threads (P + 2 * C), smem (4 * S * N)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 2 * C)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
		__claim (thread, 2 * C, int *mine = o)
	  __split (thread)
	    {
	      __case (2 * C)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  int sum __perspective (thread, 1) = 0;
		  for (int i = 0; i < n; i++)
		    __group (thread, 1)
		      sum = sum * 3 + x[i % S][N - 1 - t];
		  __partition (thread, 1, int *q = mine + t)
		    __group (thread, 1)
		      *q = sum;
		}
	      __case (P)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  for (int i = 0; i < n; i++)
		    __partition (thread, 1, int *w = x[i % S] + t)
		      __group (thread, 1)
			{
			  w[0] = in[(b * n + i) * N + t];
			  w[P] = in[(b * n + i) * N + P + t];
			}
		}
	    }
      }
}

int
main (void)
{
  enum { B = 3, K = 10 };
  static int in[B * K * N], out[B * 2 * C];
  for (int i = 0; i < B * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, P + 2 * C, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * 2 * C; i++)
    {
      int sum = 0;
      for (int k = 0; k < K; k++)
	sum = sum * 3 + in[(i / (2 * C) * K + k) * N + N - 1 - i % (2 * C)];
      CHECK (out[i] == sum);
    }
  return 0;
}
