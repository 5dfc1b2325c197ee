/* SPDX-License-Identifier: MIT */
/* Sparse matrix by vector, rows in CSR: one warp a row.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { W = 4, ROWS = 200, COLS = 300 };

__kernel __requires (grid (1), block (1), threads (32 * W)) void
spmv (const int *start, const int *col, const float *val, const float *x, float *y, int rows)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *yb = y + b * W)
    __group (block, 1)
      {
	int w __perspective (thread, 32) = px_id (thread, 32);
	__partition (thread, 32, float *yw = yb + w)
	  __group (thread, 32)
	    {
	      int lane __perspective (thread, 1) = px_id (thread), row = b * W + w;
	      if (row < rows)
		{
		  float s __perspective (thread, 1) = 0;
		  int from = start[row], to = start[row + 1];
		  __group (thread, 1)
		    for (int i = from + lane; i < to; i += 32)
		      s += val[i] * x[col[i]];
		  for (int k = 16; k > 0; k /= 2)
		    s += px_shfl_xor (s, k);
		  __claim (thread, 1, float *one = yw)
		    __split (thread)
		      __case (1) *one = s;
		}
	    }
      }
}

int
main (void)
{
  static int start[ROWS + 1], col[ROWS * 20];
  static float val[ROWS * 20], x[COLS], y[ROWS];
  for (int r = 0, k = 0; r < ROWS; r++)
    {
      for (int i = t_random () % 20; i > 0; i--, k++)
	col[k] = t_random () % COLS, val[k] = (int) (t_random () % 17) - 8;
      start[r + 1] = k;
    }
  for (int i = 0; i < COLS; i++)
    x[i] = t_random () % 13;
  int *ds = t_dev (start, sizeof start), *dc = t_dev (col, sizeof col);
  float *dv = t_dev (val, sizeof val), *dx = t_dev (x, sizeof x), *dy = t_dev (0, sizeof y);
  LAUNCH (ROWS / W, 32 * W, spmv, ds, dc, dv, dx, dy, ROWS);
  t_back (y, dy, sizeof y);
  for (int r = 0; r < ROWS; r++)
    {
      float s = 0;
      for (int i = start[r]; i < start[r + 1]; i++)
	s += val[i] * x[col[i]];
      CHECK (y[r] == s);
    }
  return 0;
}
