/* SPDX-License-Identifier: MIT */
/* A streaming attention, one query a thread: keys and values come by turns through one ring, by
   bulk copies, and a ring of marks is filled beside, each its own number of slots.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx} 3 } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 6 } } */
#include "../aux/t.h"

enum { S = 5, C = 64, D = 16, ROWS = 4 };       /* a tile: ROWS keys, or values, of D numbers */

__kernel __requires (grid (1), block (1), threads (C + 32), smem (4 * S * ROWS * D + 2 * 4 * ROWS)) void
attend (const int *q, const int *k, const int *v, const int *mark, int *out, int tiles)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C * D)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][ROWS * D];
	__shared __slots (2) int m[2][ROWS];
	__claim (thread, C, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  int sum[D] __perspective (thread, 1);
		  int score[ROWS] __perspective (thread, 1);
		  for (int i = 0; i < D; i++)
		    sum[i] = 0;
		  for (int j = 0; j < tiles; j++)
		    {
		      __group (thread, 1)
			for (int r = 0; r < ROWS; r++)
			  {
			    score[r] = 0;
			    for (int i = 0; i < D; i++)
			      score[r] += q[(b * C + t) * D + i] * x[2 * j % S][r * D + i];
			  }
		      __group (thread, 1)
			for (int r = 0; r < ROWS; r++)
			  score[r] *= m[j % 2][r];
		      __group (thread, 1)
			for (int r = 0; r < ROWS; r++)
			  for (int i = 0; i < D; i++)
			    sum[i] += (score[r] & 255) * x[(2 * j + 1) % S][r * D + i];
		    }
		  __partition (thread, 1, int *w = mine + t * D)
		    __group (thread, 1)
		      for (int i = 0; i < D; i++)
			w[i] = sum[i];
		}
	      __case (32)
		for (int j = 0; j < tiles; j++)
		  {
		    __async (int *a = x[2 * j % S])
		      px_bulk_load (a, k + j * ROWS * D, 4 * ROWS * D);
		    __async (int *a = m[j % 2])
		      px_bulk_load (a, mark + j * ROWS, 4 * ROWS);
		    __async (int *a = x[(2 * j + 1) % S])
		      px_bulk_load (a, v + j * ROWS * D, 4 * ROWS * D);
		  }
	    }
      }
}

int
main (void)
{
  enum { B = 2, TILES = 7 };
  static int q[B * C * D], k[TILES * ROWS * D], v[TILES * ROWS * D], mark[TILES * ROWS], out[B * C * D];
  for (int i = 0; i < B * C * D; i++)
    q[i] = t_random () % 10;
  for (int i = 0; i < TILES * ROWS * D; i++)
    k[i] = t_random () % 10, v[i] = t_random () % 10;
  for (int i = 0; i < TILES * ROWS; i++)
    mark[i] = t_random () % 2;
  int *dq = t_dev (q, sizeof q), *dk = t_dev (k, sizeof k), *dv = t_dev (v, sizeof v), *dm = t_dev (mark, sizeof mark);
  int *o = t_dev (0, sizeof out);
  LAUNCH (B, C + 32, attend, dq, dk, dv, dm, o, TILES);
  t_back (out, o, sizeof out);
  for (int t = 0; t < B * C; t++)
    {
      int sum[D] = { 0 };
      for (int r = 0; r < TILES * ROWS; r++)
	{
	  int score = 0;
	  for (int i = 0; i < D; i++)
	    score += q[t * D + i] * k[r * D + i];
	  score *= mark[r];
	  for (int i = 0; i < D; i++)
	    sum[i] += (score & 255) * v[r * D + i];
	}
      for (int i = 0; i < D; i++)
	CHECK (out[t * D + i] == sum[i]);
    }
  return 0;
}
