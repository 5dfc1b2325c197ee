/* SPDX-License-Identifier: MIT */
/* Shortest paths between all pairs (Floyd and Warshall), one launch a step; and the
   way back, in place: row and column k do not change in step k.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { N = 48, T = N };

__kernel __requires (grid (1), block (1), threads (T))
__where (n >= T) void
step (const int *was, int *dist, int n, int k)
{
  int i __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *row = dist + i * n)
    __group (block, 1)
      {
	int j __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *d = row + j)
	  __group (thread, 1)
	    {
	      int via = was[i * n + k] + was[k * n + j];
	      *d = was[i * n + j] < via ? was[i * n + j] : via;
	    }
      }
}

int
main (void)
{
  static int d[N][N], w[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      w[i][j] = d[i][j] = i == j ? 0 : t_random () % 5 ? 1000000 : t_random () % 100;
  int *a = t_dev (d, sizeof d), *b = t_dev (0, sizeof d);
  for (int k = 0; k < N; k++)
    LAUNCH (N, T, step, k % 2 ? b : a, k % 2 ? a : b, N, k);
  t_back (d, N % 2 ? b : a, sizeof d);
  OK (px_free (N % 2 ? a : b));
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	if (w[i][k] + w[k][j] < w[i][j])
	  w[i][j] = w[i][k] + w[k][j];
  CHECK (!memcmp (d, w, sizeof d));
  return 0;
}
