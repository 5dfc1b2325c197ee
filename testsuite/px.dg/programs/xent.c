/* SPDX-License-Identifier: MIT */
/* Cross entropy: the logarithm of a sum of exponentials in one pass, as pairs of a maximum and
   a sum, which an operator joins for threads, warps and the block; and its gradient.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 1 } } */
#include "../aux/t.h"
#include <math.h>

enum { T = 128, W = T / 32 };
struct part { float most, sum; };

__device static inline struct part
join (struct part a, struct part b)
{
  struct part r = { fmaxf (a.most, b.most), 0 };
  r.sum = a.sum * expf (a.most - r.most) + b.sum * expf (b.most - r.most);
  return r;
}

__kernel __requires (grid (1), block (1), threads (T), smem (W * sizeof (struct part))) void
xent (const float *logits, const int *label, int classes, float *loss, float *grad)
{
  int row __perspective (block, 1) = px_id (block);
  const float *x __perspective (block, 1) = logits + row * classes;
  __partition (block, 1, float *l = loss + row)
    __partition (block, 1, float *g = grad + row * classes)
      __group (block, 1)
	{
	  __shared struct part parts[W];
	  int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 32) = px_id (thread, 32);
	  struct part mine __perspective (thread, 1) = { -1e30f, 0 };
	  __group (thread, 1)
	    for (int i = t; i < classes; i += T)
	      mine = join (mine, (struct part) { x[i], 1 });
	  __partition (thread, 32, struct part *pw = parts + w)
	    __group (thread, 32)
	      {
		for (int d = 16; d; d /= 2)
		  {
		    struct part o __perspective (thread, 1) = { px_shfl_xor (mine.most, d), px_shfl_xor (mine.sum, d) };
		    mine = join (mine, o);
		  }
		__claim (thread, 1, struct part *p = pw)
		  __split (thread) __case (1) *p = mine;
	      }
	  struct part all = parts[0];
	  for (int k = 1; k < W; k++)
	    all = join (all, parts[k]);
	  float log_sum = all.most + logf (all.sum);
	  int y = label[row];
	  __claim (thread, 1, float *p = l)
	    __split (thread) __case (1) *p = log_sum - x[y];
	  __partition (thread, 1, float *p = g + t)
	    __group (thread, 1)
	      for (int i = t; i < classes; i += T)
		p[i - t] = expf (x[i] - log_sum) - (i == y);
	}
}

int
main (void)
{
  enum { R = 4, C = 300 };
  static float x[R][C], g[R][C], l[R];
  static int y[R];
  for (int r = 0; r < R; r++)
    {
      y[r] = t_random () % C;
      for (int c = 0; c < C; c++)
	x[r][c] = t_random () % 100 / 20.f;
    }
  float *dx = t_dev (x, sizeof x), *dg = t_dev (0, sizeof g), *dl = t_dev (0, sizeof l);
  int *dy = t_dev (y, sizeof y);
  LAUNCH (R, T, xent, dx, dy, C, dl, dg);
  t_back (g, dg, sizeof g);
  t_back (l, dl, sizeof l);
  OK (px_free (dx));
  OK (px_free (dy));
  for (int r = 0; r < R; r++)
    {
      double s = 0;
      for (int c = 0; c < C; c++)
	s += exp (x[r][c]);
      CHECK (fabs (log (s) - x[r][y[r]] - l[r]) < 1e-4);
      for (int c = 0; c < C; c++)
	CHECK (fabs (exp (x[r][c]) / s - (c == y[r]) - g[r][c]) < 1e-5);
    }
  return 0;
}
