/* SPDX-License-Identifier: MIT */
/* Sparse matrix of (row, column, value) times a vector: sums of a row within a warp, then
   atomics.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.} 0 } } */
#include "../aux/t.h"

struct entry { int row, col; double v; };

__kernel __requires (grid (1), block (1), thread (32)) void
coo (const struct entry *e, int n, const double *x, double *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  int lane __perspective (thread, 1) = i % 32;
  __group (thread, 32)
    {
      int row __perspective (thread, 1) = i < n ? e[i].row : -1;
      double v __perspective (thread, 1) = i < n ? e[i].v * x[e[i].col] : 0;
      for (int d = 1; d < 32; d *= 2)
	{
	  double u __perspective (thread, 1) = px_shfl_up (v, d);
	  int r __perspective (thread, 1) = px_shfl_up (row, d);
	  if (px_any (lane >= d && r == row))
	    v += lane >= d && r == row ? u : 0;
	}
      int next __perspective (thread, 1) = px_shfl_down (row, 1);
      __group (thread, 1)
	if (row >= 0 && (lane == 31 || next != row))
	  px_atomic_add (&y[row], v);
    }
}

int
main (void)
{
  enum { N = 1000, R = 90 };
  static struct entry e[N];
  double x[R], y[R], want[R] = { 0 };
  for (int i = 0; i < R; i++)
    x[i] = i;
  for (int i = 0, r = 0; i < N; i++)
    {
      e[i] = (struct entry) { r, t_random () % R, t_random () % 4 };
      want[r] += e[i].v * x[e[i].col];
      r += t_random () % 11 == 0 && r < R - 1;
    }
  struct entry *de = t_dev (e, sizeof e);
  double *dx = t_dev (x, sizeof x), *dy = t_dev ((double[R]) { 0 }, sizeof y);
  LAUNCH ((N + 127) / 128, 128, coo, de, N, dx, dy);
  t_back (y, dy, sizeof y);
  for (int i = 0; i < R; i++)
    CHECK (y[i] == want[i]);
  OK (px_free (de));
  OK (px_free (dx));
  return 0;
}
