/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.mma_async\.sync\.aligned\.m64n64k16\.f32\.bf16\.bf16} 8 } } */
/* Attention, O = softmax (Q K^T) V of px_bf16 with 64 columns, as FlashAttention has it:
   two warpgroups of 64 queries each; for each 64 keys a second accumulator becomes the
   left operand of the product that the first one sums.  */
#include "aux/elements.h"
#include <math.h>

enum { D = 64, B = 64, THREADS = 256 };
typedef px_tile (px_bf16, B, D, 128) tile;

/* Of each thread's two rows of an accumulator, the first: elements 0 and 1 of four.  */
#define UPPER(i) ((i) % 4 < 2)

__kernel __requires (grid (1), block (1), threads (256), smem (6 * sizeof (tile))) void
attend (px_tensor_map mq __perspective (grid, 1), px_tensor_map mk __perspective (grid, 1),
	px_tensor_map mv __perspective (grid, 1), int keys, float scale, float *o __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block), steps __perspective (grid, 1) = (keys + B - 1) / B;
  __partition (block, 1, float *ob = o + blk * 2 * B * D)
    __group (block, 1)
      {
	__shared tile q[2];
	__shared __slots (2) tile k[2], v[2];
	int w __perspective (thread, 128) = px_id (thread, 128);
	px_acc (float, B, D) out __perspective (thread, 128), s __perspective (thread, 128);
	px_lhs (px_bf16, B, B) p __perspective (thread, 128);
	float most[2] __perspective (thread, 1) = { -INFINITY, -INFINITY }, sum[2] __perspective (thread, 1) = { 0, 0 };
	__async (tile *x = q)
	  {
	    px_tensor_load (x, &mq, 0, blk * 2 * B);
	    px_tensor_load (x + 1, &mq, 0, blk * 2 * B + B);
	  }
	__async (tile *x = &k[0])
	  __async (tile *y = &v[0])
	    {
	      px_tensor_load (x, &mk, 0, 0);
	      px_tensor_load (y, &mv, 0, 0);
	    }
	px_zero (&out);
	for (int j = 0; j < steps; j++)
	  {
	    if (j + 1 < steps)
	      __async (tile *x = &k[(j + 1) % 2])
		__async (tile *y = &v[(j + 1) % 2])
		  {
		    px_tensor_load (x, &mk, 0, (j + 1) * B);
		    px_tensor_load (y, &mv, 0, (j + 1) * B);
		  }
	    px_mul_nt (&s, &q[w], &k[j % 2]);
	    float now[2] __perspective (thread, 1) = { most[0], most[1] };
	    float part[2] __perspective (thread, 1) = { 0, 0 };
	    for (int i = 0; i < px_count (&s); i++)
	      {
		float x __perspective (thread, 1) = px_get (&s, i) * scale;
		x = j * B + px_col (&s, i) < keys ? x : -INFINITY;
		px_set (&s, i, x);
		now[!UPPER (i)] = fmaxf (now[!UPPER (i)], x);
	      }
#pragma GCC unroll 2
	    for (int h = 0; h < 2; h++)
	      {
		now[h] = fmaxf (now[h], px_shfl_xor (now[h], 1, 4));
		now[h] = fmaxf (now[h], px_shfl_xor (now[h], 2, 4));
	      }
	    for (int i = 0; i < px_count (&s); i++)
	      {
		float x __perspective (thread, 1) = px_fast_exp2 (px_get (&s, i) - now[!UPPER (i)]);
		px_set (&s, i, x);
		part[!UPPER (i)] += x;
		px_set (&out, i, px_get (&out, i) * px_fast_exp2 (most[!UPPER (i)] - now[!UPPER (i)]));
	      }
#pragma GCC unroll 2
	    for (int h = 0; h < 2; h++)
	      {
		sum[h] = sum[h] * px_fast_exp2 (most[h] - now[h]) + part[h];
		most[h] = now[h];
	      }
	    px_convert (&p, &s);
	    px_mma (&out, &p, &v[j % 2]);
	  }
#pragma GCC unroll 2
	for (int h = 0; h < 2; h++)
	  {
	    sum[h] += px_shfl_xor (sum[h], 1, 4);
	    sum[h] += px_shfl_xor (sum[h], 2, 4);
	    sum[h] = px_fast_rcp (sum[h]);
	  }
	for (int i = 0; i < px_count (&out); i++)
	  px_set (&out, i, px_get (&out, i) * sum[!UPPER (i)]);
	__partition (thread, 128, float *ow = ob + w * B * D)
	  px_store (ow, D, &out);
      }
}

static float
as_float (px_bf16 v)
{
  unsigned u = (unsigned) v.bits << 16;
  float f;
  memcpy (&f, &u, 4);
  return f;
}

static int
try (int queries, int keys)
{
  px_bf16 *m[3], *d[3];
  int present = keys ? keys : B, rows[3] = { queries, present, present };
  float *o = malloc (queries * D * sizeof *o), *dd = px_alloc (queries * D * sizeof *o), scale = 0.125f * 1.442695f;
  px_tensor_map map[3];
  for (int i = 0; i < 3; i++)
    {
      size_t bytes = rows[i] * D * sizeof (px_bf16);
      m[i] = malloc (bytes);
      d[i] = px_alloc (bytes);
      for (int j = 0; j < rows[i] * D; j++)
	m[i][j] = (px_bf16) { bits_of ((j * 37 + j / D * 11 + i * 5) % 23 / 8.f - 1) >> 16 };
      if (px_check (px_copy (d[i], m[i], bytes)) || px_check (px_tensor_map_for (&map[i], tile, d[i], .size = { D, rows[i] })))
	return 1;
    }
  if (px_check (px_launch (px_grid (queries / (2 * B), THREADS), attend, map[0], map[1], map[2], keys, scale, dd))
      || px_check (px_copy (o, dd, queries * D * sizeof *o)))
    return 1;
  double *e = malloc (present * sizeof *e);
  for (int i = 0; i < queries; i++)
    {
      double all = 0;
      for (int j = 0; j < keys; j++)
	{
	  double x = 0;
	  for (int l = 0; l < D; l++)
	    x += (double) as_float (m[0][i * D + l]) * as_float (m[1][j * D + l]);
	  all += e[j] = exp2 (x * scale);
	}
      for (int l = 0; l < D; l++)
	{
	  double want = 0;
	  for (int j = 0; j < keys; j++)
	    want += e[j] / all * as_float (m[2][j * D + l]);
	  if (keys ? !(fabs (o[i * D + l] - want) < 0.01) : !isnan (o[i * D + l]))
	    {
	      printf ("%d keys: o[%d][%d] = %g, not %g\n", keys, i, l, o[i * D + l], want);
	      return 1;
	    }
	}
    }
  return 0;
}

int
main (void)
{
  return try (256, 192) || try (128, 100) || try (128, 0);
}
