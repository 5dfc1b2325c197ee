/* SPDX-License-Identifier: MIT */
/* Attention forward for heads of D columns, causal or full, with the two overlaps of FlashAttention-3.  Within a
   warpgroup the last keys' product with V goes on while the next scores become weights.  Between the two warpgroups
   of a block, of 64 queries each, the products take turns: while one has the tensor cores, the other makes weights.
   A third one brings K and V for both, and leaves them its registers.  The last keys, of which some may be
   beyond N, come first: full attention compares no others with N.  */
#include "../../aux/t.h"

enum { BQ = 64, BKV = 64, S = 2, T = 3 * 128 };
typedef px_tile (px_bf16, BQ, D, 128) q_tile;
typedef px_tile (px_bf16, BKV, D, 128) kv_tile;
#include "weigh.h"

/* The queries *Q, number W of the block's two, become what is sent; who has TURN gives OTHER.  */
#define ATTEND(W, Q, TURN, OTHER) \
  { \
    px_acc (float, BQ, D) acc; \
    px_acc (float, BQ, BKV) s; \
    px_lhs (px_bf16, BQ, BKV) p; \
    float top[2] PRIVATE = { -1e30f, -1e30f }, sum[2] PRIVATE = { 0, 0 }, fix[2] PRIVATE; \
    int row = (2 * b + (W)) * BQ, i = 0, last = tiles - 1; \
    px_setmaxnreg_inc (240); \
    px_zero (&acc); \
    px_mul_nt (&s, Q, &k[0]); \
    weigh (&s, top, sum, fix, row, last * BKV, n, scale, 1); \
    px_convert (&p, &s); \
    if (W) \
      px_give_turn (&OTHER); \
    for (; i < last; i++) \
      { \
	px_take_turn (&TURN); \
	px_mul_nt (&s, Q, &k[(i + 1) % S]); \
	px_mma (&acc, &p, &v[i % S]); \
	px_give_turn (&OTHER); \
	weigh (&s, top, sum, fix, row, (last - i - 1) * BKV, n, scale, 0); \
	for (int e = 0; e < px_count (&acc); e++) \
	  px_set (&acc, e, px_get (&acc, e) * fix[e >> 1 & 1]); \
	px_convert (&p, &s); \
      } \
    px_mma (&acc, &p, &v[i % S]); \
    _Pragma ("GCC unroll 2") \
    for (int j = 0; j < 2; j++) \
      { \
	sum[j] += px_shfl_xor (sum[j], 1, 4); \
	sum[j] += px_shfl_xor (sum[j], 2, 4); \
      } \
    for (int e = 0; e < px_count (&acc); e++) \
      px_set (&acc, e, px_get (&acc, e) / sum[e >> 1 & 1]); \
    px_lhs (px_bf16, BQ, D) out; \
    px_convert (&out, &acc); \
    px_tile_store (Q, 0, 0, &out); \
    __async (q_tile *x = Q) \
      px_tensor_store (&mo, x, 0, row); \
  }

__kernel __requires (grid (1), block (1), threads (T), smem (2 * sizeof (q_tile) + 2 * S * sizeof (kv_tile) + 1024)) void
attend (const px_tensor_map mq, const px_tensor_map mk, const px_tensor_map mv, const px_tensor_map mo, int n,
	float scale)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared q_tile q0, q1;
      __shared __slots (S) kv_tile k[S], v[S];
      __shared px_turn t0, t1;
      __async (q_tile *x = &q0)
	px_tensor_load (x, &mq, 0, 2 * b * BQ);
      __async (q_tile *x = &q1)
	px_tensor_load (x, &mq, 0, 2 * b * BQ + BQ);
      int tiles = (n + BKV - 1) / BKV, own = (2 * b + 2) * BQ / BKV;
      if (CAUSAL && tiles > own)
	tiles = own;
      __claim (thread, 128, q_tile *own0 = &q0)
      __claim (thread, 128, q_tile *own1 = &q1)
      __split (thread)
	{
	  __case (128) ATTEND (0, own0, t0, t1)
	  __case (128) ATTEND (1, own1, t1, t0)
	  __case (128)
	    {
	      px_setmaxnreg_dec (24);
	      int i = 0, last = tiles - 1;
	      __async (kv_tile *x = &k[0])
		px_tensor_load (x, &mk, 0, last * BKV);
	      for (; i < last; i++)
		{
		  __async (kv_tile *x = &k[(i + 1) % S])
		    px_tensor_load (x, &mk, 0, (last - i - 1) * BKV);
		  __async (kv_tile *x = &v[i % S])
		    px_tensor_load (x, &mv, 0, (last - i) * BKV);
		}
	      __async (kv_tile *x = &v[i % S])
		px_tensor_load (x, &mv, 0, 0);
	    }
	}
    }
}

static double
fl (px_bf16 x)
{
  union { unsigned u; float f; } v = { (unsigned) x.bits << 16 };
  return v.f;
}

/* QUERIES, a multiple of what two warpgroups have, and N keys.  */
static void
try (int queries, int n)
{
  px_bf16 *q = NEW (px_bf16, queries * D), *k = NEW (px_bf16, n * D), *v = NEW (px_bf16, n * D), *o = NEW (px_bf16, queries * D);
  double *w = malloc (n * sizeof *w), scale = 1 / sqrt (D);
  static const unsigned short val[4] = { 0, 0x3f00, 0xbf00, 0x3f80 }; /* 0, 1/2, -1/2, 1 */
  for (int i = 0; i < queries * D; i++)
    q[i].bits = val[RND (4)];
  for (int i = 0; i < n * D; i++)
    k[i].bits = val[RND (4)], v[i].bits = val[RND (4)];
  px_tensor_map mq, mk, mv, mo;
  OK (px_tensor_map_for (&mq, q_tile, q, .size = { D, queries }));
  OK (px_tensor_map_for (&mk, kv_tile, k, .size = { D, n }));
  OK (px_tensor_map_for (&mv, kv_tile, v, .size = { D, n }));
  OK (px_tensor_map_for (&mo, q_tile, o, .size = { D, queries }));
  LAUNCH (queries / (2 * BQ), T, attend, mq, mk, mv, mo, n, (float) (scale * 1.4426950408889634));
  for (int i = 0; i < queries; i++)
    {
      double s = 0;
      int keys = CAUSAL && i + 1 < n ? i + 1 : n;
      for (int j = 0; j < keys; j++)
	{
	  double x = 0;
	  for (int d = 0; d < D; d++)
	    x += fl (q[i * D + d]) * fl (k[j * D + d]);
	  s += w[j] = exp (x * scale);
	}
      for (int d = 0; d < D; d++)
	{
	  double x = 0;
	  for (int j = 0; j < keys; j++)
	    x += w[j] / s * fl (v[j * D + d]);
	  CHECK (fabs (x - fl (o[i * D + d])) < .02);
	}
    }
  free (w);
}

int
main (void)
{
  try (2 * BQ, 3 * BKV + 24);
  try (4 * BQ, 2 * BKV);
  return 0;
}
