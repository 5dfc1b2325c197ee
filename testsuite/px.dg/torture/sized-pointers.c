/* SPDX-License-Identifier: MIT */
/* Pointers to arrays whose sizes are parameters: of kernels and functions, views, local
   variables.  */
/* { dg-do run } */
#include "../aux/t.h"

static inline __device float at (int n, int m, const float a[n][m], int i, int j) { return a[i][j]; }
__device OPAQUE float sum (int n, int m, const float a[n][m])
{
  float s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s;
}
__kernel __requires (grid (1), block (1), threads (64), smem (16)) void
turn (int n, int m, const float a[n][m], float b[m][n], float *s)
{
  int i __perspective (block, 1) = px_id (block);
  __partition (block, 1, float (*r)[n] = b + i)
    __group (block, 1) {
      int t __perspective (thread, 1) = px_id (thread);
      if (i < m) {
	__partition (thread, 1, float (*q)[n] = (float (*)[n]) (*r + t))
	  __group (thread, 1)
	    if (t < n)
	      (*q)[0] = at (n, m, a, t, i);
      }
      const float (*z)[m] = a;
      z++;
      float first = (*z)[i % m];
      __group (thread, 1)
        if (t == 0 && i == 0)
	  px_atomic_add (s, sum (n, m, a) + first);
    }
}
int
main (void)
{
  enum { N = 37, M = 11 };
  float a[N][M], b[M][N], s = 0, w = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      w += a[i][j] = i * M + j;
  float (*da)[M] = t_dev (a, sizeof a), (*db)[N] = t_dev (0, sizeof b), *ds = t_dev (&s, sizeof s);
  LAUNCH (M, 64, turn, N, M, da, db, ds);
  t_back (b, db, sizeof b);
  t_back (&s, ds, sizeof s);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      CHECK (b[j][i] == a[i][j]);
  CHECK (s == w + a[1][0]);
  return 0;
}
