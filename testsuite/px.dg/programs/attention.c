/* SPDX-License-Identifier: MIT */
/* Attention, a warp a query: keys and values in tiles, the softmax goes along with them.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"
#include <math.h>

enum { D = 32, KT = 32, WARPS = 4, T = WARPS * 32 };

__kernel __requires (grid (1), block (1), threads (T), smem (2 * KT * (D + 1) * 4)) void
attention (const float *q, const float *k, const float *v, float *o, int n, float scale)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *ob = o + b * WARPS * D)
    __group (block, 1)
      {
	__shared float ks[KT][D + 1], vs[KT][D + 1];
	int t __perspective (thread, 1) = px_id (thread);
	int w __perspective (thread, 32) = px_id (thread, 32);
	int lane __perspective (thread, 1) = t % 32;
	int query __perspective (thread, 32) = b * WARPS + w;
	float mine __perspective (thread, 1) = query < n ? q[query * D + lane] : 0;
	float most __perspective (thread, 32) = -INFINITY, sum __perspective (thread, 32) = 0;
	float acc __perspective (thread, 1) = 0;
	for (int k0 = 0; k0 < n; k0 += KT)
	  {
	    int len = n - k0 < KT ? n - k0 : KT;
	    for (int i = 0; i < KT * D; i += T)
	      {
		int r __perspective (thread, 1) = (i + t) / D, c __perspective (thread, 1) = (i + t) % D;
		__partition (thread, 1, float *p = &ks[r][c])
		  *p = r < len ? k[(k0 + r) * D + c] : 0;
		__partition (thread, 1, float *p = &vs[r][c])
		  *p = r < len ? v[(k0 + r) * D + c] : 0;
	      }
	    __group (thread, 32)
	      {
		float s __perspective (thread, 1) = 0;
		for (int d = 0; d < D; d++)
		  s += px_shfl_idx (mine, d) * ks[lane][d];
		s = lane < len ? s * scale : -INFINITY;
		float m __perspective (thread, 1) = s;
		for (int x = 16; x; x /= 2)
		  m = fmaxf (m, px_shfl_xor (m, x));
		float top = fmaxf (most, px_broadcast (m));
		float p __perspective (thread, 1) = expf (s - top);
		float ps __perspective (thread, 1) = p;
		for (int x = 16; x; x /= 2)
		  ps += px_shfl_xor (ps, x);
		float fix = expf (most - top);
		sum = sum * fix + px_broadcast (ps);
		acc *= fix;
		for (int j = 0; j < KT; j++)
		  acc += px_shfl_idx (p, j) * vs[j][lane];
		most = top;
	      }
	  }
	__partition (thread, 1, float *p = ob + w * D + lane)
	  __group (thread, 1)
	    if (query < n)
	      *p = acc / sum;
      }
}

int
main (void)
{
  enum { N = 75 };
  static float q[N * D], k[N * D], v[N * D], o[N * D];
  for (int i = 0; i < N * D; i++)
    {
      q[i] = t_random () % 100 / 50.f - 1;
      k[i] = t_random () % 100 / 50.f - 1;
      v[i] = t_random () % 100 / 50.f;
    }
  float *dq = t_dev (q, sizeof q), *dk = t_dev (k, sizeof k), *dv = t_dev (v, sizeof v), *d = t_dev (0, sizeof o);
  LAUNCH ((N + WARPS - 1) / WARPS, T, attention, dq, dk, dv, d, N, 0.3f);
  t_back (o, d, sizeof o);
  for (int i = 0; i < N; i++)
    {
      double w[N], sum = 0;
      for (int j = 0; j < N; j++)
	{
	  w[j] = 0;
	  for (int c = 0; c < D; c++)
	    w[j] += q[i * D + c] * k[j * D + c];
	  sum += w[j] = exp (w[j] * 0.3);
	}
      for (int c = 0; c < D; c++)
	{
	  double want = 0;
	  for (int j = 0; j < N; j++)
	    want += w[j] / sum * v[j * D + c];
	  CHECK (fabs (want - o[i * D + c]) < 1e-4);
	}
    }
  OK (px_free (dq));
  OK (px_free (dk));
  OK (px_free (dv));
  return 0;
}
