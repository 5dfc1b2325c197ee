/* SPDX-License-Identifier: MIT */
/* Two views in one construct: none between their units inside, a barrier between what the
   constructs do with each object.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
k (int *out)
{
  __partition (block, 1, int *own = out + 64 * px_id (block))
    __group (block, 1)
      {
	__shared int x[64], y[64];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t, *z = y + t)
	  __group (thread, 1)
	    {
	      *w = t;
	      *z = 2 * t;
	      *w += *z;
	    }
	__partition (thread, 1, int *o = own + t)
	  __group (thread, 1)
	    *o = x[t ^ 33] + y[63 - t];
      }
}

int
main (void)
{
  int *out = NEW (int, 128);
  LAUNCH (2, 64, k, out);
  for (int i = 0; i < 128; i++)
    CHECK (out[i] == 3 * (i % 64 ^ 33) + 2 * (63 - i % 64));
  return 0;
}
