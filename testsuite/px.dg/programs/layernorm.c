/* SPDX-License-Identifier: MIT */
/* Rows with mean 0 and variance 1, a warp a row: mean and variance by Welford, structs
   joined over the lanes.  No barrier is needed.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.} 0 } } */
#include "../aux/t.h"
#include <math.h>

#define WARP thread, 32
struct wf { float n, mean, m2; };

__device static inline struct wf
join (struct wf a, struct wf b)
{
  float n = a.n + b.n;
  if (n == 0)
    return a;
  float d = b.mean - a.mean;
  return (struct wf) { n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n };
}

__kernel __requires (grid (1), block (1), thread (32)) void
layernorm (const float *x, const float *gamma, const float *beta, float *y, int rows, int n)
{
  int row __perspective (WARP) = px_id (WARP);
  __partition (WARP, float *yr = y + row * n)
    __group (WARP)
      if (row < rows)
	{
	  int lane __perspective (thread, 1) = px_id (thread);
	  const float *xr = x + row * n;
	  struct wf w __perspective (thread, 1) = { 0, 0, 0 };
	  __group (thread, 1)
	    for (int i = lane; i < n; i += 32)
	      {
		w.n++;
		float d = xr[i] - w.mean;
		w.mean += d / w.n;
		w.m2 += d * (xr[i] - w.mean);
	      }
	  for (int k = 1; k < 32; k <<= 1)
	    {
	      struct wf o __perspective (thread, 1)
		= { px_shfl_xor (w.n, k), px_shfl_xor (w.mean, k), px_shfl_xor (w.m2, k) };
	      w = join (w, o);
	    }
	  float inv __perspective (thread, 1) = 1 / sqrtf (w.m2 / n + 1e-5f);
	  __partition (thread, 1, float *q = yr + lane)
	    __group (thread, 1)
	      for (int i = lane; i < n; i += 32)
		q[i - lane] = (xr[i] - w.mean) * inv * gamma[i] + beta[i];
	}
}

int
main (void)
{
  enum { R = 37, N = 77 };
  static float x[R * N], y[R * N], gamma[N], beta[N];
  for (int i = 0; i < R * N; i++)
    x[i] = t_random () % 1000 / 100.f;
  for (int i = 0; i < N; i++)
    {
      gamma[i] = 1 + i % 3;
      beta[i] = i % 5;
    }
  float *dx = t_dev (x, sizeof x), *dg = t_dev (gamma, sizeof gamma), *db = t_dev (beta, sizeof beta);
  float *dy = t_dev (0, sizeof y);
  LAUNCH ((R + 3) / 4, 128, layernorm, dx, dg, db, dy, R, N);
  t_back (y, dy, sizeof y);
  for (int r = 0; r < R; r++)
    {
      double mean = 0, var = 0;
      for (int i = 0; i < N; i++)
	mean += x[r * N + i] / N;
      for (int i = 0; i < N; i++)
	var += (x[r * N + i] - mean) * (x[r * N + i] - mean) / N;
      for (int i = 0; i < N; i++)
	CHECK (fabs (y[r * N + i] - ((x[r * N + i] - mean) / sqrt (var + 1e-5) * gamma[i] + beta[i])) < 1e-4);
    }
  OK (px_free (dx));
  OK (px_free (dg));
  OK (px_free (db));
  return 0;
}
