/* SPDX-License-Identifier: MIT */
/* A layer of a network: convolutions of several channels with bias, nothing below 0, then
   the greatest of each 2 x 2.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"
#include <math.h>

enum { TX = 8, TY = 8, T = TX * TY, K = 3 };
struct dims { int n, c, h, w, m; };

__kernel __requires (grid (1), block (1), threads (T), smem ((TY + K - 1) * (TX + K - 1) * 4 + K * K * 4 + 32)) void
conv (const float *x, const float *wt, const float *bias, float *y, struct dims d)
{
  int gx = (d.w + TX - 1) / TX, gy = (d.h + TY - 1) / TY;
  int b __perspective (block, 1) = px_id (block);
  int x0 __perspective (block, 1) = b % gx * TX, y0 __perspective (block, 1) = b / gx % gy * TY;
  int m __perspective (block, 1) = b / (gx * gy) % d.m, n __perspective (block, 1) = b / (gx * gy * d.m);
  __partition (block, 1, float *o = y + ((n * d.m + m) * d.h + y0) * d.w + x0)
    __group (block, 1)
      {
	__shared float in[TY + K - 1][TX + K - 1], f[K * K];
	int t __perspective (thread, 1) = px_id (thread);
	int tx __perspective (thread, 1) = t % TX, ty __perspective (thread, 1) = t / TX;
	float acc __perspective (thread, 1) = bias[m];
	for (int c = 0; c < d.c; c++)
	  {
	    for (int i = 0; i < (TY + K - 1) * (TX + K - 1); i += T)
	      {
		int p __perspective (thread, 1) = i + t;
		int iy __perspective (thread, 1) = y0 + p / (TX + K - 1) - K / 2;
		int ix __perspective (thread, 1) = x0 + p % (TX + K - 1) - K / 2;
		__partition (thread, 1, float *q = &in[0][0] + p)
		  __group (thread, 1)
		    if (p < (TY + K - 1) * (TX + K - 1))
		      *q = iy >= 0 && iy < d.h && ix >= 0 && ix < d.w ? x[((n * d.c + c) * d.h + iy) * d.w + ix] : 0;
	      }
	    __partition (thread, 1, float *q = f + t)
	      __group (thread, 1)
		if (t < K * K)
		  *q = wt[(m * d.c + c) * K * K + t];
	    for (int i = 0; i < K; i++)
	      for (int j = 0; j < K; j++)
		acc += f[i * K + j] * in[ty + i][tx + j];
	  }
	__partition (thread, 1, float *q = o + ty * d.w + tx)
	  __group (thread, 1)
	    if (y0 + ty < d.h && x0 + tx < d.w)
	      *q = fmaxf (acc, 0);
      }
}

__kernel void
pool (const float *x, float *y, int planes, int h, int w)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *o = y + i)
    __group (thread, 1)
      if (i < planes * (h / 2) * (w / 2))
	{
	  int c = i % (w / 2), r = i / (w / 2) % (h / 2), p = i / (w / 2) / (h / 2);
	  const float *q = x + (p * h + 2 * r) * w + 2 * c;
	  *o = fmaxf (fmaxf (q[0], q[1]), fmaxf (q[w], q[w + 1]));
	}
}

int
main (void)
{
  enum { N = 2, C = 3, H = 13, W = 18, M = 4 };
  static float x[N][C][H][W], weight[M][C][K][K], bias[M] = { 0, 1, 2, 3 }, y[N][M][H][W], p[N][M][H / 2][W / 2];
  for (int i = 0; i < N * C * H * W; i++)
    ((float *) x)[i] = t_random () % 5;
  for (int i = 0; i < M * C * K * K; i++)
    ((float *) weight)[i] = (int) (t_random () % 5) - 2;
  float *dx = t_dev (x, sizeof x), *dw = t_dev (weight, sizeof weight), *db = t_dev (bias, sizeof bias);
  float *dy = t_dev (0, sizeof y), *dp = t_dev (0, sizeof p);
  struct dims d = { N, C, H, W, M };
  LAUNCH (N * M * ((H + TY - 1) / TY) * ((W + TX - 1) / TX), T, conv, dx, dw, db, dy, d);
  LAUNCH (5, 128, pool, dy, dp, N * M, H, W);
  t_back (y, dy, sizeof y);
  t_back (p, dp, sizeof p);
  for (int i = 0; i < N * M * H * W; i++)
    {
      int c = i % W, r = i / W % H, m = i / (W * H) % M, n = i / (W * H * M);
      float sum = bias[m];
      for (int k = 0; k < C * K * K; k++)
	{
	  int u = k / K % K, v = k % K;
	  if (r + u >= 1 && r + u <= H && c + v >= 1 && c + v <= W)
	    sum += weight[m][k / (K * K)][u][v] * x[n][k / (K * K)][r + u - 1][c + v - 1];
	}
      CHECK (y[n][m][r][c] == fmaxf (sum, 0));
      if (r % 2 && c % 2)
	{
	  float (*q)[W] = y[n][m];
	  float above = fmaxf (q[r - 1][c - 1], q[r - 1][c]), below = fmaxf (q[r][c - 1], q[r][c]);
	  CHECK (p[n][m][r / 2][c / 2] == fmaxf (above, below));
	}
    }
  OK (px_free (dx));
  OK (px_free (dw));
  OK (px_free (db));
  return 0;
}
