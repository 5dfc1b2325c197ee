/* SPDX-License-Identifier: MIT */
/* LU factors of a small matrix in shared memory, a row a thread.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { N = 32 };

__kernel __requires (grid (1), block (1), threads (N)) void
lu (double *a)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, double *m = a + b * N * N)
    __group (block, 1)
      {
	__shared double s[N][N];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < N; i++)
	  __partition (thread, 1, double *w = &s[i][t])
	    __group (thread, 1) *w = m[i * N + t];
	for (int k = 0; k < N - 1; k++)
	  {
	    double pivot = s[k][k];
	    double row[N] __perspective (thread, 1);
	    for (int j = 0; j < N; j++)
	      row[j] = s[k][j];
	    __partition (thread, 1, double *w = s[t])
	      __group (thread, 1)
		if (t > k)
		  {
		    w[k] /= pivot;
		    for (int j = k + 1; j < N; j++)
		      w[j] -= w[k] * row[j];
		  }
	  }
	for (int i = 0; i < N; i++)
	  __partition (thread, 1, double *w = m + i * N + t)
	    __group (thread, 1) *w = s[i][t];
      }
}

int
main (void)
{
  static double a[2][N][N], f[2][N][N];
  for (int i = 0; i < 2 * N * N; i++)
    (&a[0][0][0])[i] = (&f[0][0][0])[i] = t_random () % 100 + (i % (N * N) % (N + 1) == 0 ? 5000 : 0);
  double *d = t_dev (a, sizeof a);
  LAUNCH (2, N, lu, d);
  t_back (f, d, sizeof f);
  for (int b = 0; b < 2; b++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	{
	  double s = 0;
	  for (int k = 0; k <= i && k <= j; k++)
	    s += (k == i ? 1 : f[b][i][k]) * f[b][k][j];
	  CHECK (fabs (s - a[b][i][j]) < 1e-9 * 5000);
	}
  return 0;
}
