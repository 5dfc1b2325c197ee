/* SPDX-License-Identifier: MIT */
/* Attention forward, causal, whose tiles of queries the blocks take as they come to them: those with the most keys
   first.  Between the two warpgroups of a block, of 64 queries each, the products take turns, also from one tile to
   the next.  A third one takes the tiles' numbers, hands them on by a ring, and brings Q, K and V by rings of their own.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
#include "../aux/t.h"

enum { D = 64, BQ = 64, BKV = 64, S = 2, T = 3 * 128 };
typedef px_tile (px_bf16, BQ, D, 128) q_tile;
typedef px_tile (px_bf16, BKV, D, 128) kv_tile;
#define CAUSAL 1
#include "aux/weigh.h"

/* The block of queries of a tile, and how many blocks of keys it has.  */
#define BLOCK(tile) (blocks - 1 - (tile) / heads)
#define KEYS(tile) (2 * BLOCK (tile) + 2 < all_keys ? 2 * BLOCK (tile) + 2 : all_keys)

/* The tiles' queries number W of two; who has TURN gives OTHER.  */
#define ATTEND(W, Q, OUT, TURN, OTHER) \
  { \
    px_acc (float, BQ, D) acc; \
    px_acc (float, BQ, BKV) s; \
    px_lhs (px_bf16, BQ, BKV) p; \
    float top[2] PRIVATE, sum[2] PRIVATE, fix[2] PRIVATE; \
    int ik = 0, iv = 0; \
    px_setmaxnreg_inc (240); \
    if (W) \
      px_give_turn (&OTHER); \
    for (int i = 0;; i++) \
      { \
	int tile = ticket[i % 2]; \
	if (tile >= tiles) \
	  break; \
	int row = (2 * BLOCK (tile) + (W)) * BQ, last = KEYS (tile) - 1, head = tile % heads; \
	top[0] = top[1] = -1e30f; \
	sum[0] = sum[1] = 0; \
	px_zero (&acc); \
	px_mul_nt (&s, &Q[i % 2], &k[ik % S]); \
	ik++; \
	weigh (&s, top, sum, fix, row, 0, n, scale, 1); \
	px_convert (&p, &s); \
	for (int j = 0; j < last; j++) \
	  { \
	    px_take_turn (&TURN); \
	    px_mul_nt (&s, &Q[i % 2], &k[ik % S]); \
	    ik++; \
	    px_mma (&acc, &p, &v[iv % S]); \
	    iv++; \
	    px_give_turn (&OTHER); \
	    weigh (&s, top, sum, fix, row, (j + 1) * BKV, n, scale, 1); \
	    for (int e = 0; e < px_count (&acc); e++) \
	      px_set (&acc, e, px_get (&acc, e) * fix[e >> 1 & 1]); \
	    px_convert (&p, &s); \
	  } \
	px_mma (&acc, &p, &v[iv % S]); \
	iv++; \
	_Pragma ("GCC unroll 2") \
	for (int j = 0; j < 2; j++) \
	  { \
	    sum[j] += px_shfl_xor (sum[j], 1, 4); \
	    sum[j] += px_shfl_xor (sum[j], 2, 4); \
	  } \
	for (int e = 0; e < px_count (&acc); e++) \
	  px_set (&acc, e, px_get (&acc, e) / sum[e >> 1 & 1]); \
	px_lhs (px_bf16, BQ, D) half; \
	px_convert (&half, &acc); \
	px_tile_store (OUT, 0, 0, &half); \
	__async (q_tile *x = OUT) \
	  px_tensor_store (&mo, x, head * D, row); \
      } \
  }

__kernel __requires (grid (1), block (1), threads (T), smem (6 * sizeof (q_tile) + 2 * S * sizeof (kv_tile) + 1024)) void
attend (const px_tensor_map mq, const px_tensor_map mk, const px_tensor_map mv, const px_tensor_map mo, int blocks, int heads,
	int n, float scale, unsigned *next)
{
  int all_keys = (n + BKV - 1) / BKV, tiles = blocks * heads;
  __group (block, 1)
    {
      __shared __slots (2) int ticket[2];
      __shared __slots (2) q_tile q0[2], q1[2];
      __shared __slots (S) kv_tile k[S], v[S];
      __shared q_tile o0, o1;
      __shared px_turn t0, t1;
      __claim (thread, 128, q_tile *out0 = &o0)
      __claim (thread, 128, q_tile *out1 = &o1)
      __split (thread)
	{
	  __case (128) ATTEND (0, q0, out0, t0, t1)
	  __case (128) ATTEND (1, q1, out1, t1, t0)
	  __case (128)
	    {
	      px_setmaxnreg_dec (24);
	      __split (thread)
		__case (32)
		  {
		    int ik = 0, iv = 0;
		    for (int i = 0;; i++)
		      {
			unsigned own PRIVATE = 0;
			__split (thread)
			  __case (1) own = px_atomic_add (next, 1u);
			int tile = px_broadcast (own);
			__claim (thread, 1, int *x = ticket + i % 2)
			  __split (thread) __case (1) *x = tile;
			if (tile >= tiles)
			  break;
			int row = 2 * BLOCK (tile) * BQ, last = KEYS (tile) - 1, head = tile % heads;
			__async (q_tile *x = &q0[i % 2])
			  px_tensor_load (x, &mq, head * D, row);
			__async (q_tile *x = &q1[i % 2])
			  px_tensor_load (x, &mq, head * D, row + BQ);
			__async (kv_tile *x = &k[ik % S])
			  px_tensor_load (x, &mk, head * D, 0);
			ik++;
			for (int j = 0; j < last; j++)
			  {
			    __async (kv_tile *x = &k[ik % S])
			      px_tensor_load (x, &mk, head * D, (j + 1) * BKV);
			    ik++;
			    __async (kv_tile *x = &v[iv % S])
			      px_tensor_load (x, &mv, head * D, j * BKV);
			    iv++;
			  }
			__async (kv_tile *x = &v[iv % S])
			  px_tensor_load (x, &mv, head * D, last * BKV);
			iv++;
		      }
		  }
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

/* BLOCKS of queries, two tiles each, and N keys, of HEADS heads, by CTAS blocks of threads.  */
static void
try (int blocks, int n, int heads, int ctas)
{
  int queries = blocks * 2 * BQ, w = heads * D;
  px_bf16 *q = NEW (px_bf16, queries * w), *k = NEW (px_bf16, n * w), *v = NEW (px_bf16, n * w), *o = NEW (px_bf16, queries * w);
  double *e = malloc (n * sizeof *e), scale = 1 / sqrt (D);
  static const unsigned short val[4] = { 0, 0x3f00, 0xbf00, 0x3f80 }; /* 0, 1/2, -1/2, 1 */
  for (int i = 0; i < queries * w; i++)
    q[i].bits = val[RND (4)];
  for (int i = 0; i < n * w; i++)
    k[i].bits = val[RND (4)], v[i].bits = val[RND (4)];
  px_tensor_map mq, mk, mv, mo;
  OK (px_tensor_map_for (&mq, q_tile, q, .size = { w, queries }));
  OK (px_tensor_map_for (&mk, kv_tile, k, .size = { w, n }));
  OK (px_tensor_map_for (&mv, kv_tile, v, .size = { w, n }));
  OK (px_tensor_map_for (&mo, q_tile, o, .size = { w, queries }));
  unsigned *next = t_dev (&(unsigned) { 0 }, sizeof *next);
  LAUNCH (ctas, T, attend, mq, mk, mv, mo, blocks, heads, n, (float) (scale * 1.4426950408889634), next);
  for (int h = 0; h < heads; h++)
    for (int i = 0; i < queries; i++)
      {
	double sum = 0;
	int keys = i + 1 < n ? i + 1 : n;
	for (int j = 0; j < keys; j++)
	  {
	    double x = 0;
	    for (int d = 0; d < D; d++)
	      x += fl (q[i * w + h * D + d]) * fl (k[j * w + h * D + d]);
	    sum += e[j] = exp (x * scale);
	  }
	for (int d = 0; d < D; d++)
	  {
	    double x = 0;
	    for (int j = 0; j < keys; j++)
	      x += e[j] / sum * fl (v[j * w + h * D + d]);
	    CHECK (fabs (x - fl (o[i * w + h * D + d])) < .02);
	  }
      }
  free (e);
  OK (px_free (next));
}

int
main (void)
{
  try (1, 2 * BKV, 1, 1);
  try (2, 3 * BKV + 24, 2, 3);
  try (3, 40, 1, 2);
  return 0;
}
