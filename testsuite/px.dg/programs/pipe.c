/* SPDX-License-Identifier: MIT */
/* One warp brings rows by bulk copies, four change them, one takes them away by bulk copies: two
   rings, and turns that each branch reads from memory.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 1 } } */
#include "../aux/t.h"

enum { S = 2, W = 256, H = W / 2, T = H + 64 };

__kernel __requires (grid (1), block (1), threads (T), smem (2 * S * W * 4)) void
pipe (const int *start, const float *in, float *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + start[b] * W)
    __group (block, 1)
      {
	__shared __slots (S) float x[S][W], y[S][W];
	__claim (thread, 32, float *mine = o)
	  __split (thread)
	    {
	      __case (H)
		{
		  int n = start[b + 1] - start[b];
		  for (int i = 0; i < n; i++)
		    {
		      int t __perspective (thread, 1) = px_id (thread);
		      float u __perspective (thread, 1) = x[i % S][W - 1 - t], v __perspective (thread, 1) = x[i % S][H - 1 - t];
		      __partition (thread, 1, float *p = y[i % S] + t)
			{
			  p[0] = u * 2;
			  p[H] = v + i;
			}
		    }
		}
	      __case (32)
		for (int i = 0, n = start[b + 1] - start[b]; i < n; i++)
		  __async (float *to = x[i % S])
		    px_bulk_load (to, in + (start[b] + i) * W, W * sizeof (float));
	      __case (32)
		for (int i = 0, n = start[b + 1] - start[b]; i < n; i++)
		  __async (float *from = y[i % S])
		    __async (float *to = mine)
		      px_bulk_store (to + i * W, from, W * sizeof (float));
	    }
      }
}

int
main (void)
{
  enum { B = 3, N = 12 };
  static const int start[B + 1] = { 0, 7, 7, N };
  static float a[N][W], o[N][W];
  for (int i = 0; i < N * W; i++)
    a[i / W][i % W] = t_random () % 100;
  int *s = t_dev (start, sizeof start);
  float *d = t_dev (a, sizeof a), *e = t_dev (0, sizeof o);
  LAUNCH (B, T, pipe, s, d, e);
  t_back (o, e, sizeof o);
  OK (px_free (s));
  OK (px_free (d));
  for (int n = 0; n < N; n++)
    for (int t = 0; t < H; t++)
      CHECK (o[n][t] == 2 * a[n][W - 1 - t] && o[n][t + H] == a[n][H - 1 - t] + (n < 7 ? n : n - 7));
  return 0;
}
