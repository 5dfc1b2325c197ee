/* SPDX-License-Identifier: MIT */
/* One block of a cluster of four brings the tiles of all: it alone waits for the empty
   barrier, at which the consumers of every block arrive.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
/* { dg-final { scan-ptx-times {mbarrier\.test_wait} 2 } } */
#include "../aux/t.h"

#ifndef CLUSTER
# define CLUSTER 4
#endif
#define S 3
#define C 128
#define N 128
#define PART (N / CLUSTER)

__kernel __requires (grid (1), threads (C + 32), cluster (CLUSTER), smem (4 * S * N)) void
f (const int *in __perspective (grid, 1), int *out __perspective (grid, 1), int n)
{
  int b __perspective (block, 1) = px_id (block), cl __perspective (block, CLUSTER) = px_id (block, CLUSTER);
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
		    int t __perspective (thread, 1) = px_id (thread);
		    int sum __perspective (thread, 1) = r;
		    for (int i = 0; i < n; i++)
		      __group (thread, 1)
			sum = sum * 3 + x[i % S][N - 1 - t];
		    __partition (thread, 1, int *q = mine + t)
		      __group (thread, 1)
			*q = sum;
		  }
		__case (32)
		  if (r == 1)
		    for (int i = 0; i < n; i++)
		      __async (int *a = x[i % S])
			px_bulk_load_multicast (a, in + (cl * n + i) * N, 4 * N, (1 << CLUSTER) - 1);
	      }
      }
}

#include "aux/multicast.h"
