/* SPDX-License-Identifier: MIT */
/* A loop in a warp's code that turns as often as the warp's number says: its threads are in the
   same turn.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 128, W = T / 32, M = 128 };

__kernel __requires (grid (1), block (1), threads (T), smem (4 * W * M)) void
f (int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * W * M)
    __group (block, 1)
      {
	__shared int x[W * M];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  __group (thread, 1)
	    for (int i = 0; i < W * M; i += T)
	      w[i] = t;
	int u __perspective (thread, 32) = px_id (thread, 32);
	__partition (thread, 32, int *q = x + M * u)
	  __group (thread, 32)
	    {
	      int l __perspective (thread, 1) = px_id (thread);
	      for (int i = 0; i != u; i++)
		{
		  __partition (thread, 1, int *w = q + (l + i) % 64)
		    *w += i;
		  int v __perspective (thread, 1) = q[(l + 3 * i) % M];
		  __partition (thread, 1, int *w = q + l)
		    *w = v + 1;
		}
	      for (unsigned char i = u; i > 0; i--)
		{
		  __partition (thread, 1, int *w = q + ((l + i) & 63))
		    *w += i;
		  /* The turn of one thread alone.  */
		  __group (thread, 1)
		    for (int k = 0; k != u; k++)
		      px_atomic_add (q + (l + k) % 64, i);
		}
	    }
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    for (int i = 0; i < W * M; i += T)
	      w[i] = x[i + t];
      }
}

int
main (void)
{
  enum { B = 2 };
  static int out[B * W * M], x[M];
  int *o = t_dev (0, sizeof out);
  LAUNCH (B, T, f, o);
  t_back (out, o, sizeof out);
  for (int u = 0; u < W; u++)
    {
      for (int j = 0; j < M; j++)
	x[j] = j;
      for (int i = 0; i < u; i++)
	{
	  int v[32];
	  for (int l = 0; l < 32; l++)
	    x[(l + i) % 64] += i;
	  for (int l = 0; l < 32; l++)
	    v[l] = x[(l + 3 * i) % M] + 1;
	  memcpy (x, v, sizeof v);
	}
      for (int i = u; i > 0; i--)
	for (int l = 0; l < 32; l++)
	  {
	    x[(l + i) % 64] += i;
	    for (int k = 0; k < u; k++)
	      x[(l + k) % 64] += i;
	  }
      for (int b = 0; b < B; b++)
	for (int j = 0; j < M; j++)
	  CHECK (out[(b * W + u) * M + j] == x[j]);
    }
  return 0;
}
