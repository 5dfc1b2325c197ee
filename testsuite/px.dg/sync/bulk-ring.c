/* SPDX-License-Identifier: MIT */
/* One warp brings tiles by bulk copies, four others add them up: its first thread
   expects the bytes and arrives, the consumers wait on the same mbarrier.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 2 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 2 } } */
/* { dg-final { scan-ptx-not {fence\.proxy} } } */
#include "../aux/t.h"

#define S 4
#define C 128
#define N 128

__kernel __requires (grid (1), block (1), threads (C + 32), smem (4 * S * N)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, C, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
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
	      __case (32)
		for (int i = 0; i < n; i++)
		  __async (int *a = x[i % S])
		    px_bulk_load (a, in + (b * n + i) * N, 4 * N);
	    }
      }
}

int
main (void)
{
  enum { B = 3, K = 10 };
  static int in[B * K * N], out[B * C];
  for (int i = 0; i < B * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, C + 32, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * C; i++)
    {
      int sum = 0;
      for (int k = 0; k < K; k++)
	sum = sum * 3 + in[(i / C * K + k) * N + N - 1 - i % C];
      CHECK (out[i] == sum);
    }
  return 0;
}
