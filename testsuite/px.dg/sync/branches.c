/* SPDX-License-Identifier: MIT */
/* Two branches of a split work on arrays of their own, each with the barriers
   of its own threads; then the block reads both.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync [0-9]+, 128;} 1 } } */
/* { dg-final { scan-ptx-times {bar\.warp\.sync} 1 } } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 1 } } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (192), smem (1024)) void
f (int *out)
{
  __partition (block, 1, int *o = out + 192 * px_id (block))
    __group (block, 1)
      {
	__shared int a[128];
	__shared int b[32];
	__claim (thread, 128, int *ca = a)
	__claim (thread, 32, int *cb = b)
	__split (thread)
	  {
	    __case (128)
	      {
		int t __perspective (thread, 1) = px_id (thread);
		__partition (thread, 1, int *w = ca + t)
		  __group (thread, 1)
		    *w = t;
		int v __perspective (thread, 1) = ca[127 - t];
		__partition (thread, 1, int *w = ca + (127 - t))
		  __group (thread, 1)
		    *w = 2 * v;
	      }
	    __case (32)
	      {
		int t __perspective (thread, 1) = px_id (thread);
		__partition (thread, 1, int *w = cb + t)
		  __group (thread, 1)
		    *w = 100 + t;
		int v __perspective (thread, 1) = cb[(t + 5) % 32];
		__partition (thread, 1, int *w = cb + (t + 5) % 32)
		  __group (thread, 1)
		    *w = v + 1000;
	      }
	  }
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = a[t % 128] + 10000 * b[t % 32];
      }
}

int
main (void)
{
  static int out[2 * 192];
  int *d = t_dev (0, sizeof out);
  LAUNCH (2, 192, f, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < 2 * 192; i++)
    CHECK (out[i] == 2 * (i % 192 % 128) + 10000 * (1100 + i % 192 % 32));
  return 0;
}
