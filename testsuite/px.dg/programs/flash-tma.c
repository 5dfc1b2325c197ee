/* SPDX-License-Identifier: MIT */
/* Causal attention: a warp brings keys and values by tensor copies, two warpgroups multiply by
   wgmma; a query tile of each.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { D = 64, BQ = 64, BKV = 64, S = 2, T = 2 * 128 + 32 };
typedef px_tile (px_bf16, BQ, D, 128) q_tile;
typedef px_tile (px_bf16, BKV, D, 128) kv_tile;

__kernel __requires (grid (1), block (1), threads (T), smem (2 * sizeof (q_tile) + 2 * S * sizeof (kv_tile) + 1024)) void
flash (const px_tensor_map mq, const px_tensor_map mk, const px_tensor_map mv, float *o, int n, float scale)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *ob = o + (size_t) b * 2 * BQ * D)
    __group (block, 1)
      {
	__shared q_tile q[2];
	__shared __slots (S) kv_tile k[S], v[S];
	__async (q_tile *to = q)
	  {
	    px_tensor_load (to, &mq, 0, b * 2 * BQ);
	    px_tensor_load (to + 1, &mq, 0, b * 2 * BQ + BQ);
	  }
	int tiles = (b * 2 * BQ + 2 * BQ + BKV - 1) / BKV;
	if (tiles > n / BKV)
	  tiles = n / BKV;
	__claim (thread, 256, float *ow = ob)
	  __split (thread)
	    {
	      __case (256)
		{
		  int wg __perspective (thread, 128) = px_id (thread, 128);
		  px_acc (float, BQ, D) acc __perspective (thread, 128);
		  float m[2] __perspective (thread, 1) = { -1e30f, -1e30f },
						    l[2] __perspective (thread, 1) = { 0, 0 };
		  __group (thread, 128)
		    px_zero (&acc);
		  for (int i = 0; i < tiles; i++)
		    __group (thread, 128)
		      {
			px_acc (float, BQ, BKV) s;
			px_mul_nt (&s, &q[wg], &k[i % S]);
			/* each thread has parts of two rows */
			float top[2] __perspective (thread, 1) = { m[0], m[1] };
			for (int e = 0; e < px_count (&s); e++)
			  {
			    int r __perspective (thread, 1) = px_row (&s, e) + b * 2 * BQ + wg * BQ,
							 c __perspective (thread, 1) = px_col (&s, e) + i * BKV;
			    float x __perspective (thread, 1) = c <= r ? px_get (&s, e) * scale : -1e30f;
			    px_set (&s, e, x);
			    top[e >> 1 & 1] = fmaxf (top[e >> 1 & 1], x);
			  }
			for (int j = 0; j < 2; j++)
			  for (int x = 1; x < 4; x *= 2)
			    top[j] = fmaxf (top[j], px_shfl_xor (top[j], x));
			float fix[2] __perspective (thread, 1), sum[2] __perspective (thread, 1) = { 0, 0 };
			for (int j = 0; j < 2; j++)
			  fix[j] = px_fast_exp (m[j] - top[j]), m[j] = top[j];
			for (int e = 0; e < px_count (&s); e++)
			  {
			    float p __perspective (thread, 1) = px_fast_exp (px_get (&s, e) - m[e >> 1 & 1]);
			    px_set (&s, e, p);
			    sum[e >> 1 & 1] += p;
			  }
			for (int j = 0; j < 2; j++)
			  l[j] = l[j] * fix[j] + sum[j];
			for (int e = 0; e < px_count (&acc); e++)
			  px_set (&acc, e, px_get (&acc, e) * fix[e >> 1 & 1]);
			px_lhs (px_bf16, BQ, BKV) p;
			px_convert (&p, &s);
			px_mma (&acc, &p, &v[i % S]);
		      }
		  for (int j = 0; j < 2; j++)
		    for (int x = 1; x < 4; x *= 2)
		      __group (thread, 4)
			l[j] += px_shfl_xor (l[j], x, 4);
		  __partition (thread, 128, float *mine = ow + wg * BQ * D)
		    __group (thread, 128)
		      {
			for (int e = 0; e < px_count (&acc); e++)
			  px_set (&acc, e, px_get (&acc, e) / l[e >> 1 & 1]);
			px_store (mine, D, &acc);
		      }
		}
	      __case (32)
		for (int i = 0; i < tiles; i++)
		  {
		    __async (kv_tile *to = &k[i % S])
		      px_tensor_load (to, &mk, 0, i * BKV);
		    __async (kv_tile *to = &v[i % S])
		      px_tensor_load (to, &mv, 0, i * BKV);
		  }
	    }
      }
}

static float
fl (px_bf16 x)
{
  union
  {
    unsigned u;
    float f;
  } v = { (unsigned) x.bits << 16 };
  return v.f;
}

int
main (void)
{
  enum { N = 256 };
  px_bf16 *q = NEW (px_bf16, N * D), *k = NEW (px_bf16, N * D), *v = NEW (px_bf16, N * D);
  float *o = NEW (float, N * D);
  static const unsigned short val[4] = { 0, 0x3f00, 0xbf00, 0x3f80 };
  for (int i = 0; i < N * D; i++)
    q[i].bits = val[RND (4)], k[i].bits = val[RND (4)], v[i].bits = val[RND (4)];
  px_tensor_map mq, mk, mv;
  OK (px_tensor_map_for (&mq, q_tile, q, .size = { D, N }));
  OK (px_tensor_map_for (&mk, kv_tile, k, .size = { D, N }));
  OK (px_tensor_map_for (&mv, kv_tile, v, .size = { D, N }));
  LAUNCH (N / (2 * BQ), T, flash, mq, mk, mv, o, N, .125f);
  for (int i = 0; i < N; i++)
    {
      double w[N], s = 0;
      for (int j = 0; j <= i; j++)
	{
	  double x = 0;
	  for (int d = 0; d < D; d++)
	    x += fl (q[i * D + d]) * fl (k[j * D + d]);
	  s += w[j] = exp (x * .125);
	}
      for (int d = 0; d < D; d++)
	{
	  double x = 0;
	  for (int j = 0; j <= i; j++)
	    x += w[j] / s * fl (v[j * D + d]);
	  CHECK (fabs (x - o[i * D + d]) < .02);
	}
    }
  return 0;
}
