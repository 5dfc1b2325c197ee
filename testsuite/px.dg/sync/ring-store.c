/* SPDX-License-Identifier: MIT */
/* Results leave through a ring: who computes fills it, a warp drains it by bulk stores, each
   committed before it is waited for.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 1 } } */
/* { dg-final { scan-ptx-times {cp\.async\.bulk\.wait_group\.read 0;} 1 } } */
/* { dg-final { scan-ptx-times {fence\.proxy\.async\.shared} 1 } } */
#include "../aux/t.h"

enum { S = 2, C = 64, T = C + 32, K = 7 };

__kernel __requires (grid (1), block (1), threads (T), smem (4 * S * C)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * n * C)
    __group (block, 1)
      {
	__shared __slots (S) int y[S][C];
	__claim (thread, 32, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  for (int i = 0; i < n; i++)
		    __partition (thread, 1, int *w = y[i % S] + t)
		      __group (thread, 1)
			*w = in[i * C + C - 1 - t] + 1;
		}
	      __case (32)
		for (int i = 0; i < n; i++)
		  __async (int *to = mine + i * C)
		    __async (int *from = y[i % S])
		      px_bulk_store (to, from, 4 * C);
	    }
      }
}

int
main (void)
{
  static int in[K * C], out[K * C];
  for (int i = 0; i < K * C; i++)
    in[i] = t_random () % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < K * C; i++)
    CHECK (out[i] == in[i / C * C + C - 1 - i % C] + 1);
  OK (px_free (d));
  return 0;
}
