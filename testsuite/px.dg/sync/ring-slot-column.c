/* SPDX-License-Identifier: MIT */
/* An element of a tile in a slot whose column is a remainder: what it adds stays in the tile's only strip.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { S = 2, T = 128, R = 64, C = 16, N = 5 };
typedef px_tile (px_bf16, 64, 16, 32) tile;

__kernel __requires (threads (T + 32), smem (S * sizeof (tile))) void
f (const px_tensor_map m, int *out, int n)
{
  __each (block, int *o = out + px_id (block) * T)
    {
      __shared __slots (S) tile x[S];
      __claim (thread, T, int *mine = o)
	__split (thread)
	  {
	    __case (T)
	      {
		int t = px_id (thread), sum __perspective (thread) = 0;
		for (int i = 0; i < n; i++)
		  sum = 3 * sum + px_at (&x[i % S], t % R, t % C).bits + px_at (&x[i % S], t / 2, t & (C - 1)).bits;
		__partition (thread, int *q = mine + t)
		  *q = sum;
	      }
	    __case (32)
	      for (int i = 0; i < n; i++)
		__async (tile *a = &x[i % S])
		  px_tensor_load (a, &m, i * C, 0);
	  }
    }
}

int
main (void)
{
  px_bf16 *in = NEW (px_bf16, R * N * C);
  int *out = NEW (int, T);
  px_tensor_map m;
  for (int i = 0; i < R * N * C; i++)
    in[i].bits = RND (1000);
  OK (px_tensor_map_for (&m, tile, in, .size = { N * C, R }));
  LAUNCH (1, T + 32, f, m, out, N);
  for (int t = 0; t < T; t++)
    {
      int sum = 0;
      for (int i = 0; i < N; i++)
	sum = 3 * sum + in[t % R * N * C + i * C + t % C].bits + in[t / 2 * N * C + i * C + t % C].bits;
      CHECK (out[t] == sum);
    }
  return 0;
}
