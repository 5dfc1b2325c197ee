/* SPDX-License-Identifier: MIT */
/* Each thread of each block hashes what FILL, code of a warp of each block of a cluster, brings
   to the ring x: K rows of N numbers, cluster cl's from row cl * n on.  CLUSTER: its blocks, r: the rank,
   FILLERS: the threads that run FILL, S: the slots, SLOT: that of number i.  */
#include "../../aux/t.h"

#ifndef CLUSTER
# define CLUSTER 4
#endif
#ifndef SLOT
# define SLOT (i % S)
#endif
#ifndef FILLERS
# define FILLERS 32
#endif
#ifndef S
# define S 3
#endif
#define C 128
#define N 128
#define PART (N / CLUSTER)

__kernel __requires (grid (1), threads (C + FILLERS), cluster (CLUSTER), smem (4 * S * N)) void
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
			sum = sum * 3 + x[SLOT][N - 1 - t];
		    __partition (thread, 1, int *q = mine + t)
		      __group (thread, 1)
			*q = sum;
		  }
		__case (FILLERS)
		  FILL
	      }
      }
}

int
main (void)
{
  enum { B = 2 * CLUSTER, K = 10 };
  static int in[2 * K * N], out[B * C];
  for (int i = 0; i < 2 * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, C + FILLERS, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * C; i++)
    {
      int sum = i / C % CLUSTER;
      for (int k = 0; k < K; k++)
	sum = sum * 3 + in[(i / C / CLUSTER * K + k) * N + N - 1 - i % C];
      CHECK (out[i] == sum);
    }
  return 0;
}
