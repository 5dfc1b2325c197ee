/* SPDX-License-Identifier: MIT */
/* Two branches drain a ring: one uses each product at once, the other adds up and lets one product go on
   while the next begins.  Each release waits for what its own branch needs.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 1 } } */
#include "../aux/t.h"

enum { M = 64, S = 3, N = 7 };
typedef px_tile (px_bf16, M, M, 128) tile;

__kernel __requires (grid (1), block (1), threads (288), smem ((1 + S) * sizeof (tile) + 1024)) void
k (const px_tensor_map a, const px_tensor_map b, float *first, float *second, int n)
{
  __partition (block, 1, float *at = first + px_id (block) * M * M)
    __partition (block, 1, float *to = second + px_id (block) * M * M)
      __group (block, 1)
	{
	  __shared tile x;
	  __shared __slots (S) tile r[S];
	  __async (tile *y = &x)
	    px_tensor_load (y, &a, 0, 0);
	  __claim (thread, 128, float *once = at)
	    __claim (thread, 128, float *late = to)
	      __split (thread)
		{
		  __case (128)
		    {
		      px_acc (float, M, M) sum, s;
		      px_zero (&sum);
		      for (int i = 0; i < n; i++)
			{
			  px_mul_nt (&s, &x, &r[i % S]);
			  for (int e = 0; e < px_count (&s); e++)
			    px_set (&sum, e, px_get (&sum, e) + px_get (&s, e));
			}
		      px_store (once, M, &sum);
		    }
		  __case (128)
		    {
		      px_acc (float, M, M) sum;
		      px_zero (&sum);
		      for (int i = 0; i < n; i++)
			px_mma_nt (&sum, &x, &r[i % S]);
		      px_store (late, M, &sum);
		    }
		  __case (32)
		    for (int i = 0; i < n; i++)
		      __async (tile *y = &r[i % S])
			px_tensor_load (y, &b, 0, i * M);
		}
	}
}

int
main (void)
{
  px_bf16 *a = NEW (px_bf16, M * M), *b = NEW (px_bf16, N * M * M);
  float *o = NEW (float, M * M), *p = NEW (float, M * M);
  static const unsigned short of[4] = { 0, 0x3f80, 0x4000, 0x4040 }; /* 0, 1, 2, 3 */
  static int va[M * M], vb[N * M * M];
  for (int i = 0; i < M * M; i++)
    a[i].bits = of[va[i] = RND (4)];
  for (int i = 0; i < N * M * M; i++)
    b[i].bits = of[vb[i] = RND (4)];
  px_tensor_map ma, mb;
  OK (px_tensor_map_for (&ma, tile, a, .size = { M, M }));
  OK (px_tensor_map_for (&mb, tile, b, .size = { M, N * M }));
  LAUNCH (1, 288, k, ma, mb, o, p, N);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      {
	int w = 0;
	for (int t = 0; t < N; t++)
	  for (int c = 0; c < M; c++)
	    w += va[i * M + c] * vb[(t * M + j) * M + c];
	CHECK (o[i * M + j] == w && p[i * M + j] == w);
      }
  return 0;
}
