/* SPDX-License-Identifier: MIT */
/* A multicast into a ring: the blocks of the cluster must take the same number of turns.  */
/* { dg-do compile } */
#include <px.h>
#define S 3
#define N 128
#define KERNEL(name) \
  __kernel __requires (grid (1), threads (64), cluster (2), smem (4 * S * N)) void \
  name (const int *in __perspective (grid, 1), int *out __perspective (grid, 1), int n)

KERNEL (f)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 32)
    __group (block, 2)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (S) int x[S][N];
	__group (block, 1)
	  __claim (thread, 32, int *mine = o)
	    __split (thread)
	      {
		__case (32)
		  {
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		    for (int i = 0; i < n + r; i++)
		      __group (thread, 1)
			sum += x[i % S][t];
		    __partition (thread, 1, int *q = mine + t)
		      *q = sum;
		  }
		__case (32)
		  for (int i = 0; i < n + r; i++)	/* { dg-error {ring 'x': other blocks of the cluster may take another number of turns} } */
		    __async (int *a = x[i % S])
		      px_bulk_load_multicast (a + r * 64, in + r * 64, 256, 3);
	      }
      }
}
