/* SPDX-License-Identifier: MIT */
/* A product of matrices whose iterations are dealt out evenly to the blocks, not tile by tile
   (stream-K): who has not begun a tile hands its part on, by a flag.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { BM = 32, BN = 32, BK = 8, T = 64 };
struct gemm
{
  const float *a, *b;
  float *c, *partial;
  unsigned *flag;
  int m, n, k;
};
#define CEIL(a, b) (((a) + (b) - 1) / (b))
#define MIN(a, b) \
  ({ \
    __typeof__ (a) a_ = (a); \
    __typeof__ (b) b_ = (b); \
    a_ < b_ ? a_ : b_; \
  })

__kernel __requires (grid (1), block (1), threads (T), smem ((BM + BN) * BK * 4)) void
stream_k (struct gemm g)
{
  int b __perspective (block, 1) = px_id (block), nb = px_units (block);
  int ipt = CEIL (g.k, BK), tn = CEIL (g.n, BN), tiles = CEIL (g.m, BM) * tn, total = tiles * ipt,
      per = CEIL (total, nb);
  __group (block, 1)
    {
      __shared float as[BK][BM], bs[BK][BN];
      int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / 8 * 4,
				   c __perspective (thread, 1) = t % 8 * 4;
      int it = b * per, end = MIN (it + per, total);
      while (it < end)
	{
	  int tile = it / ipt, k0 = it % ipt, k1 = MIN (ipt, k0 + end - it);
	  int m0 = tile / tn * BM, n0 = tile % tn * BN;
	  float acc[4][4] __perspective (thread, 1) = { { 0 } };
	  for (int k = k0; k < k1; k++)
	    {
	      for (int i = 0; i < BK * BM; i += T)
		{
		  int kk __perspective (thread, 1) = (i + t) % BK, rr __perspective (thread, 1) = (i + t) / BK;
		  __partition (thread, 1, float *p = &as[kk][rr])
		    *p = m0 + rr < g.m && k * BK + kk < g.k ? g.a[(size_t) (m0 + rr) * g.k + k * BK + kk] : 0;
		}
	      for (int i = 0; i < BK * BN; i += T)
		__partition (thread, 1, float *p = &bs[0][0] + i + t)
		  __group (thread, 1)
		    {
		      int kk = (i + t) / BN, cc = (i + t) % BN;
		      *p = n0 + cc < g.n && k * BK + kk < g.k ? g.b[(size_t) (k * BK + kk) * g.n + n0 + cc] : 0;
		    }
	      for (int kk = 0; kk < BK; kk++)
		for (int i = 0; i < 4; i++)
		  for (int j = 0; j < 4; j++)
		    acc[i][j] += as[kk][r + i] * bs[kk][c + j];
	    }
	  if (k0 != 0)
	    {
	      /* not the owner: store and tell */
	      __group (thread, 1)
		for (int i = 0; i < 16; i++)
		  px_atomic_store (&g.partial[(size_t) b * BM * BN + (r + i / 4) * BN + c + i % 4],
				   acc[i / 4][i % 4]);
	      __group (thread, 1)
		px_atomic_add (&g.flag[b], 1u, px_release, px_gpu);
	    }
	  else
	    {
	      /* the owner of the tile: wait for those that go on with it */
	      int done = k1;
	      for (int other = b + 1; done < ipt; other++)
		{
		  __group (thread, 1)
		    {
		      while (px_atomic_load (&g.flag[other], px_acquire) < T)
			;
		      for (int i = 0; i < 16; i++)
			acc[i / 4][i % 4]
			    += px_atomic_load (&g.partial[(size_t) other * BM * BN + (r + i / 4) * BN + c + i % 4]);
		    }
		  done += MIN (per, ipt - done);
		}
	      __group (thread, 1)
		for (int i = 0; i < 16; i++)
		  if (m0 + r + i / 4 < g.m && n0 + c + i % 4 < g.n)
		    px_atomic_store (&g.c[(size_t) (m0 + r + i / 4) * g.n + n0 + c + i % 4], acc[i / 4][i % 4]);
	    }
	  it += k1 - k0;
	}
    }
}

int
main (void)
{
  enum { M = 70, N = 40, K = 100, NB = 4 };
  struct gemm g = {
    NEW (float, M * K), NEW (float, K * N), NEW (float, M * N), NEW (float, NB * BM * BN), NEW (unsigned, NB), M, N, K
  };
  for (int i = 0; i < M * K; i++)
    ((float *)g.a)[i] = RND (9) - 4;
  for (int i = 0; i < N * K; i++)
    ((float *)g.b)[i] = RND (9) - 4;
  LAUNCH (NB, T, stream_k, g);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	float s = 0;
	for (int k = 0; k < K; k++)
	  s += g.a[i * K + k] * g.b[k * N + j];
	CHECK (s == g.c[i * N + j]);
      }
  return 0;
}
