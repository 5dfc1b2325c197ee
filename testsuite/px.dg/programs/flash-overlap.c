/* SPDX-License-Identifier: MIT */
/* Causal attention as FlashAttention-3 overlaps it: the product of the last keys' weights with V goes on
   while the next scores are made into weights.  A slot of K is released where the scores are waited for,
   with the product still pending, a slot of V where the sum is needed.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 1 } } */
#include "../aux/t.h"
#include <math.h>

enum { D = 64, BQ = 64, BKV = 64, S = 2, T = 128 + 32 };
typedef px_tile (px_bf16, BQ, D, 128) q_tile;
typedef px_tile (px_bf16, BKV, D, 128) kv_tile;
#define PRIVATE __perspective (thread, 1)

/* Makes the scores *S of rows from ROW on and columns from COL on weights, and *P of them: TOP and
   SUM are each row's greatest score and sum of weights, two a thread, FIX what earlier weights are
   to be multiplied by.  */
static inline __device __requires (thread (128)) void
weigh (px_acc (float, BQ, BKV) *s, float *top PRIVATE, float *sum PRIVATE, float *fix PRIVATE, int row, int col, float scale)
{
  float now[2] PRIVATE = { top[0], top[1] }, part[2] PRIVATE = { 0, 0 };
  for (int e = 0; e < px_count (s); e++)
    {
      float x PRIVATE = px_col (s, e) + col <= px_row (s, e) + row ? px_get (s, e) * scale : -1e30f;
      px_set (s, e, x);
      now[e >> 1 & 1] = fmaxf (now[e >> 1 & 1], x);
    }
#pragma GCC unroll 2
  for (int j = 0; j < 2; j++)
    {
      now[j] = fmaxf (now[j], px_shfl_xor (now[j], 1, 4));
      now[j] = fmaxf (now[j], px_shfl_xor (now[j], 2, 4));
      fix[j] = px_fast_exp (top[j] - now[j]);
      top[j] = now[j];
    }
  for (int e = 0; e < px_count (s); e++)
    {
      float x PRIVATE = px_fast_exp (px_get (s, e) - now[e >> 1 & 1]);
      px_set (s, e, x);
      part[e >> 1 & 1] += x;
    }
  for (int j = 0; j < 2; j++)
    sum[j] = sum[j] * fix[j] + part[j];
}

__kernel __requires (grid (1), block (1), threads (T), smem (sizeof (q_tile) + 2 * S * sizeof (kv_tile) + 1024)) void
flash (const px_tensor_map mq, const px_tensor_map mk, const px_tensor_map mv, float *o, int n, float scale)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *ob = o + (size_t) b * BQ * D)
    __group (block, 1)
      {
	__shared q_tile q;
	__shared __slots (S) kv_tile k[S], v[S];
	__async (q_tile *to = &q)
	  px_tensor_load (to, &mq, 0, b * BQ);
	int tiles = (b * BQ + BQ + BKV - 1) / BKV;
	if (tiles > n / BKV)
	  tiles = n / BKV;
	__claim (thread, 128, float *mine = ob)
	  __split (thread)
	    {
	      __case (128)
		{
		  px_acc (float, BQ, D) acc;
		  px_acc (float, BQ, BKV) s;
		  px_lhs (px_bf16, BQ, BKV) p;
		  float top[2] PRIVATE = { -1e30f, -1e30f }, sum[2] PRIVATE = { 0, 0 }, fix[2] PRIVATE;
		  int row = b * BQ;
		  px_zero (&acc);
		  px_mul_nt (&s, &q, &k[0]);
		  weigh (&s, top, sum, fix, row, 0, scale);
		  px_convert (&p, &s);
#ifdef CONDITION
		  for (int i = 0; i < tiles; i++)
		    {
		      if (i + 1 < tiles)
			px_mul_nt (&s, &q, &k[(i + 1) % S]);
		      px_mma (&acc, &p, &v[i % S]);
		      if (i + 1 < tiles)
			weigh (&s, top, sum, fix, row, (i + 1) * BKV, scale);
		      if (i + 1 < tiles)
			{
			  for (int e = 0; e < px_count (&acc); e++)
			    px_set (&acc, e, px_get (&acc, e) * fix[e >> 1 & 1]);
			  px_convert (&p, &s);
			}
		    }
#else
		  int i = 0, last = tiles - 1;
		  for (; i < last; i++)
		    {
		      px_mul_nt (&s, &q, &k[(i + 1) % S]);
		      px_mma (&acc, &p, &v[i % S]);
		      weigh (&s, top, sum, fix, row, (i + 1) * BKV, scale);
		      for (int e = 0; e < px_count (&acc); e++)
			px_set (&acc, e, px_get (&acc, e) * fix[e >> 1 & 1]);
		      px_convert (&p, &s);
		    }
		  px_mma (&acc, &p, &v[i % S]);
#endif
#pragma GCC unroll 2
		  for (int j = 0; j < 2; j++)
		    {
		      sum[j] += px_shfl_xor (sum[j], 1, 4);
		      sum[j] += px_shfl_xor (sum[j], 2, 4);
		    }
		  for (int e = 0; e < px_count (&acc); e++)
		    px_set (&acc, e, px_get (&acc, e) / sum[e >> 1 & 1]);
		  px_store (mine, D, &acc);
		}
	      __case (32)
		{
		  __async (kv_tile *to = &k[0])
		    px_tensor_load (to, &mk, 0, 0);
#ifdef CONDITION
		  for (int i = 0; i < tiles; i++)
		    {
		      if (i + 1 < tiles)
			__async (kv_tile *to = &k[(i + 1) % S])
			  px_tensor_load (to, &mk, 0, (i + 1) * BKV);
		      __async (kv_tile *to = &v[i % S])
			px_tensor_load (to, &mv, 0, i * BKV);
		    }
#else
		  int i = 0, last = tiles - 1;
		  for (; i < last; i++)
		    {
		      __async (kv_tile *to = &k[(i + 1) % S])
			px_tensor_load (to, &mk, 0, (i + 1) * BKV);
		      __async (kv_tile *to = &v[i % S])
			px_tensor_load (to, &mv, 0, i * BKV);
		    }
		  __async (kv_tile *to = &v[i % S])
		    px_tensor_load (to, &mv, 0, i * BKV);
#endif
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
  LAUNCH (N / BQ, T, flash, mq, mk, mv, o, N, .125f);
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
