/* SPDX-License-Identifier: MIT */
/* One block of a cluster fills for all, at several places, some of them under a condition: a counter that goes on behind
   each tells the slot, and whether the block copies stands where the slot has its name.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { CLUSTER = 2, S = 3, C = 64, P = 32, N = 64, K = 9 };
#define BRING \
  { \
    __async (int *a = x[c % S]) \
      if (r == 0) \
	px_bulk_load_multicast (a, in + c * N, 4 * N, (1 << CLUSTER) - 1); \
    c++; \
  }
#define TAKE \
  { \
    __group (thread, 1) sum = sum * 3 + x[c % S][N - 1 - t]; \
    c++; \
  }
#define STEPS(ONE) \
  int c = 0; \
  for (int i = 0; i < n; i++) \
    { \
      if (i & 1) \
	{ \
	  for (int j = 0; j < i; j++) \
	    k++; \
	  ONE \
	} \
      ONE \
    } \
  ONE

__kernel __requires (grid (1), threads (C + P), cluster (CLUSTER), smem (4 * S * N)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C)
    __group (block, CLUSTER)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (S) int x[S][N];
	__group (block, 1)
	  __claim (thread, C, int *mine = o)
	    __split (thread)
	      {
		__case (C)
		  {
		    int t __perspective (thread, 1) = px_id (thread), k = 0;
		    int sum __perspective (thread, 1) = 0;
		    STEPS (TAKE)
		    __partition (thread, 1, int *q = mine + t)
		      *q = sum + k;
		  }
		__case (P)
		  {
		    int k = 0;
		    STEPS (BRING)
		    (void) k;
		  }
	      }
      }
}

int
main (void)
{
  static int in[(2 * K + 1) * N], out[CLUSTER * C];
  for (int i = 0; i < (2 * K + 1) * N; i++)
    in[i] = RND (1000);
  int *d = t_dev (in, sizeof in);
  for (int n = 0; n <= K; n++)
    {
      int *o = t_dev (0, sizeof out);
      LAUNCH (CLUSTER, C + P, f, d, o, n);
      t_back (out, o, sizeof out);
      for (int i = 0; i < CLUSTER * C; i++)
	{
	  int sum = 0, k = 0;
	  for (int c = 0; c < n + n / 2 + 1; c++)
	    sum = sum * 3 + in[c * N + N - 1 - i % C];
	  for (int j = 1; j < n; j += 2)
	    k += j;
	  CHECK (out[i] == sum + k);
	}
    }
  return 0;
}
