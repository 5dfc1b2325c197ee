/* SPDX-License-Identifier: MIT */
/* Each block of a cluster brings its part of a row and multicasts it to all; two branches of each take turns with
   the rows.  A slot is empty when the branch whose row it is has drained it in both blocks.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx} 2 } } */
#include "../aux/t.h"

enum { CLUSTER = 2, B = 2 * CLUSTER, N = 64, S = 3, PART = N / CLUSTER, TURNS = 5, K = 2 * TURNS };

#define FILL(i) \
  __async (int *a = x[(i) % S]) \
    px_bulk_load_multicast (a + r * PART, in + (cl * 2 * n + (i)) * N + r * PART, 4 * PART, (1 << CLUSTER) - 1);
#define DRAIN(w) \
  __case (N) \
    { \
      int t __perspective (thread, 1) = px_id (thread); \
      int sum __perspective (thread, 1) = r; \
      for (int q = 0; q < n; q++) \
	__group (thread, 1) \
	  sum = sum * 3 + x[(2 * q + w) % S][N - 1 - t]; \
      __partition (thread, 1, int *p = mine##w + t) \
	__group (thread, 1) \
	  *p = sum; \
    }

__kernel __requires (grid (1), threads (2 * N + 32), cluster (CLUSTER), smem (4 * S * N)) void
f (const int *in __perspective (grid, 1), int *out0 __perspective (grid, 1), int *out1 __perspective (grid, 1), int n)
{
  int b __perspective (block, 1) = px_id (block), cl __perspective (block, CLUSTER) = px_id (block, CLUSTER);
  __partition (block, 1, int *o0 = out0 + b * N, *o1 = out1 + b * N)
    __group (block, CLUSTER)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (S) int x[S][N];
	__group (block, 1)
	  __claim (thread, N, int *mine0 = o0) __claim (thread, N, int *mine1 = o1)
	    __split (thread)
	      {
		DRAIN (0)
		DRAIN (1)
		__case (32)
		  for (int q = 0; q < n; q++)
		    {
		      FILL (2 * q)
		      FILL (2 * q + 1)
		    }
	      }
      }
}

int
main (void)
{
  static int in[2 * K * N], out[2 * B * N];
  for (int i = 0; i < 2 * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, 2 * N + 32, f, d, o, o + B * N, TURNS);
  t_back (out, o, sizeof out);
  for (int i = 0; i < 2 * B * N; i++)
    {
      int w = i / (B * N), b = i / N % B, sum = b % CLUSTER;
      for (int q = 0; q < TURNS; q++)
	sum = sum * 3 + in[(b / CLUSTER * K + 2 * q + w) * N + N - 1 - i % N];
      CHECK (out[i] == sum);
    }
  return 0;
}
