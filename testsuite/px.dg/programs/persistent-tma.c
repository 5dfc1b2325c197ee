/* SPDX-License-Identifier: MIT */
/* A product by wgmma in blocks that take tile after tile: one warp loads, two warpgroups multiply
   and store by tensor copies, registers go from the one to the others.  */
/* { dg-do run } */
#include "../aux/t.h"

#include <math.h>
enum { BM = 128, BN = 64, BK = 64, STAGES = 4, CONS = 2, T = 128 * (1 + CONS) };
typedef px_tile (px_half, BM, BK, 128) a_tile;
typedef px_tile (px_half, 64, BK, 128) a_half;
typedef px_tile (px_half, BN, BK, 128) b_tile;
typedef px_tile (px_half, 64, BN, 128) c_tile;

__kernel __requires (grid (1), block (1), threads (T), smem (STAGES * (sizeof (a_tile) + sizeof (b_tile)) + CONS * sizeof (c_tile) + 1024)) void
gemm (const px_tensor_map ma, const px_tensor_map mb, const px_tensor_map mc, int m, int n, int k)
{
  int first __perspective (block, 1) = px_id (block), step = px_units (block);
  int tm = m / BM, tn = n / BN, kt = k / BK;
  __group (block, 1)
    {
      __shared __slots (STAGES) a_half as[STAGES][2];
      __shared __slots (STAGES) b_tile bs[STAGES];
      __shared c_tile cs[CONS];
      int count = (tm * tn - first + step - 1) / step;
      __claim (thread, 256, c_tile *out = cs)
	__split (thread)
	  {
	    __case (256)
	      {
		px_setmaxnreg_inc (232);
		int wg __perspective (thread, 128) = px_id (thread, 128);
		for (int t = 0; t < count; t++)
		  {
		    int tile = first + t * step;
		    px_acc (float, 64, BN) sum __perspective (thread, 128);
		    __group (thread, 128)
		      px_zero (&sum);
		    for (int i = 0; i < kt; i++)
		      {
			int at = t * kt + i;
			__group (thread, 128)
			  px_mma_nt (&sum, &as[at % STAGES][wg], &bs[at % STAGES]);
		      }
		    __partition (thread, 128, c_tile *mine = out + wg)
		      __group (thread, 128)
			{
			  px_lhs (px_half, 64, BN) h;
			  px_convert (&h, &sum);
			  px_tile_store (mine, 0, 0, &h);
			  __async (c_tile *from = mine)
			    px_tensor_store (&mc, from, tile % tn * BN, tile / tn * BM + wg * 64);
			}
		  }
	      }
	    __case (128)
	      {
		px_setmaxnreg_dec (40);
		for (int t = 0; t < count; t++)
		  for (int i = 0; i < kt; i++)
		    {
		      int tile = first + t * step, at = t * kt + i;
		      __async (a_half *to = as[at % STAGES])
			{
			  px_tensor_load (to, &ma, i * BK, tile / tn * BM);
			  px_tensor_load (to + 1, &ma, i * BK, tile / tn * BM + 64);
			}
		      __async (b_tile *to = &bs[at % STAGES])
			px_tensor_load (to, &mb, i * BK, tile % tn * BN);
		    }
	      }
	  }
    }
}

static px_half
hf (int x)
{
  static const unsigned short v[9] = { 0xc400, 0xc200, 0xc000, 0xbc00, 0, 0x3c00, 0x4000, 0x4200, 0x4400 };
  return (px_half) { v[x + 4] };
}

static float
fl (px_half h)
{
  int e = h.bits >> 10 & 31, f = h.bits & 1023;
  float v = e ? ldexpf (1024 + f, e - 25) : ldexpf (f, -24);
  return h.bits >> 15 ? -v : v;
}

int
main (void)
{
  enum { M = 256, N = 192, K = 192 };
  static px_half a[M][K], b[N][K], c[M][N];
  static int ia[M][K], ib[N][K];
  for (int i = 0; i < M * K; i++)
    a[i / K][i % K] = hf (ia[i / K][i % K] = (int) (t_random () % 5) - 2);
  for (int i = 0; i < N * K; i++)
    b[i / K][i % K] = hf (ib[i / K][i % K] = (int) (t_random () % 5) - 2);
  px_half *da = t_dev (a, sizeof a), *db = t_dev (b, sizeof b), *dc = t_dev (0, sizeof c);
  px_tensor_map ma, mb, mc;
  OK (px_tensor_map_for (&ma, a_half, da, .size = { K, M }));
  OK (px_tensor_map_for (&mb, b_tile, db, .size = { K, N }));
  OK (px_tensor_map_for (&mc, c_tile, dc, .size = { N, M }));
  LAUNCH (2, T, gemm, ma, mb, mc, M, N, K);
  t_back (c, dc, sizeof c);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	int s = 0;
	for (int k = 0; k < K; k++)
	  s += ia[i][k] * ib[j][k];
	CHECK (fabsf (fl (c[i][j]) - s) <= 0.51f);
      }
  OK (px_free (da));
  OK (px_free (db));
  return 0;
}
