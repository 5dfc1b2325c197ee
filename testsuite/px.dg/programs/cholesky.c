/* SPDX-License-Identifier: MIT */
/* Cholesky factors of many small matrices, a warp a matrix: barriers of warps only.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 0 } } */
#include "../aux/t.h"
#include <math.h>

enum { N = 12, WARPS = 4, T = 32 * WARPS };

__kernel __requires (grid (1), block (1), threads (T), smem (WARPS * N * N * 8)) void
cholesky (double *m, int count)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, double *mb = m + (long) b * WARPS * N * N)
    __group (block, 1)
      {
	__shared double s[WARPS][N][N];
	int w __perspective (thread, 32) = px_id (thread, 32);
	__partition (thread, 32, double *mw = mb + w * N * N)
	  __partition (thread, 32, double *a = &s[w][0][0])
	    __group (thread, 32)
	      if (b * WARPS + w < count)
		{
		  int lane __perspective (thread, 1) = px_id (thread);
		  for (int i = 0; i < N * N; i += 32)
		    __partition (thread, 1, double *p = a + i + lane)
		      __group (thread, 1)
			if (i + lane < N * N)
			  *p = mw[i + lane];
		  for (int k = 0; k < N; k++)
		    {
		      double v __perspective (thread, 1) = 0;
		      __group (thread, 1)
			if (lane < N)
			  {
			    v = a[lane * N + k];
			    for (int j = 0; j < k; j++)
			      v -= a[lane * N + j] * a[k * N + j];
			  }
		      double d __perspective (thread, 1) = sqrt (px_shfl_idx (v, k));
		      __partition (thread, 1, double *p = a + lane * N + k)
			__group (thread, 1)
			  if (lane >= k && lane < N)
			    *p = v / d;
		    }
		  for (int i = 0; i < N * N; i += 32)
		    __partition (thread, 1, double *p = mw + i + lane)
		      __group (thread, 1)
			if (i + lane < N * N)
			  *p = (i + lane) % N <= (i + lane) / N ? a[i + lane] : 0;
		}
      }
}

int
main (void)
{
  enum { C = 10 };
  static double l[C][N][N], a[C][N][N];
  for (int c = 0; c < C; c++)
    {
      for (int i = 0; i < N; i++)
	for (int j = 0; j <= i; j++)
	  l[c][i][j] = t_random () % 3 + (i == j);
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  for (int k = 0; k < N; k++)
	    a[c][i][j] += l[c][i][k] * l[c][j][k];
    }
  double *d = t_dev (a, sizeof a);
  LAUNCH ((C + WARPS - 1) / WARPS, T, cholesky, d, C);
  t_back (a, d, sizeof a);
  for (int c = 0; c < C; c++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	CHECK (fabs (a[c][i][j] - l[c][i][j]) < 1e-9);
  return 0;
}
