/* SPDX-License-Identifier: MIT */
/* Three rings are filled together: threads read the third before, and after, the product of the
   other two.  One number is one drain of all three, whatever stands first in it.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
#include "../aux/t.h"

enum { M = 64, N = 64, K = 64, S = 3, STEPS = 5 };
typedef px_tile (px_half, M, K, 128) tile;

__kernel __requires (grid (1), block (1), threads (256), smem (S * (2 * sizeof (tile) + 4 * M) + 1024))
void
f (px_tensor_map ma, px_tensor_map mb, const float *scale, float *out, int n)
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + blk * M * N)
    __group (block, 1)
      {
	__shared __slots (S) tile a[S];
	__shared __slots (S) tile b[S];
	__shared __slots (S) float s[S][M];
	__claim (thread, 128, float *mine = o)
	  __split (thread)
	    {
	      __case (128)
		{
		  int r __perspective (thread, 1) = px_id (thread) / 2;
		  px_acc (float, M, N) sum __perspective (thread, 128), part __perspective (thread, 128);
		  px_zero (&sum);
		  for (int i = 0; i < n; i++)
		    {
		      float before __perspective (thread, 1) = s[i % S][r];
		      px_mul_nt (&part, &a[i % S], &b[i % S]);
		      float after __perspective (thread, 1) = s[i % S][r];
		      for (int e = 0; e < px_count (&sum); e++)
			px_set (&sum, e, px_get (&sum, e) + px_get (&part, e) * (before + after));
		    }
		  px_store (mine, N, &sum);
		}
	      __case (128)
		for (int i = 0; i < n; i++)
		  __async (tile *x = &a[i % S])
		    __async (tile *y = &b[i % S])
		      __async (float *z = s[i % S])
			{
			  px_tensor_load (x, &ma, i * K, 0);
			  px_tensor_load (y, &mb, i * K, 0);
			  px_bulk_load (z, scale + i * M, 4 * M);
			}
	    }
      }
}

int
main (void)
{
  static unsigned short h[M * K * STEPS];
  static float scale[STEPS * M], got[M * N];
  for (int i = 0; i < M * K * STEPS; i++)
    h[i] = 0x3c00; /* 1 */
  for (int i = 0; i < STEPS * M; i++)
    scale[i] = i / M + 1;
  void *d = t_dev (h, sizeof h), *s = t_dev (scale, sizeof scale), *o = t_dev (NULL, sizeof got);
  px_tensor_map m;
  OK (px_tensor_map_for (&m, tile, d, .size = { K * STEPS, M }));
  LAUNCH (1, 256, f, m, m, s, o, STEPS);
  t_back (got, o, sizeof got);
  for (int i = 0; i < M * N; i++)
    CHECK (got[i] == K * 2 * (1 + 2 + 3 + 4 + 5));
  return 0;
}
