/* SPDX-License-Identifier: MIT */
/* Three warps, each with a part of the work: two rings hand numbers on.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 1 } } */
#include "../aux/t.h"

enum { T = 96, S = 2, W = 32 };

__kernel __requires (grid (1), block (1), threads (T), smem (2 * S * W * 4)) void
stages (const float *in, float *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  const float *src __perspective (block, 1) = in + b * n * W;
  __partition (block, 1, float *dst = out + b * n * W)
    __group (block, 1)
      {
	__shared __slots (S) float first[S][W], second[S][W];
	__claim (thread, 32, float *d = dst)
	  __split (thread)
	    {
	      __case (32)
		for (int i = 0; i < n; i++)
		  __partition (thread, 1, float *w = first[i % S] + px_id (thread))
		    *w = src[i * W + px_id (thread)];
	      __case (32)
		for (int i = 0; i < n; i++)
		  {
		    float v __perspective (thread, 1) = first[i % S][31 - px_id (thread)];
		    __partition (thread, 1, float *w = second[i % S] + px_id (thread))
		      *w = v * v + i;
		  }
	      __case (32)
		for (int i = 0; i < n; i++)
		  __partition (thread, 1, float *w = d + i * W + px_id (thread))
		    *w = second[i % S][(px_id (thread) + 1) % W];
	    }
      }
}

int
main (void)
{
  enum { B = 2, N = 7 };
  static float in[B * N * W], out[B * N * W];
  for (int i = 0; i < B * N * W; i++)
    in[i] = t_random () % 30;
  float *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, T, stages, d, o, N);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * N * W; i++)
    {
      float v = in[i / W * W + 31 - (i % W + 1) % W];
      CHECK (out[i] == v * v + i / W % N);
    }
  OK (px_free (d));
  return 0;
}
