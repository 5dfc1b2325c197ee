/* SPDX-License-Identifier: MIT */
/* Groups of 64 and of 32 * 3 threads: 8 barriers and then 5, more than the 15
   that there are, so the second kind has mbarriers.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync %[a-z0-9]+, 64;} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.init\.shared\.b64 [^;]*, 96;} 10 } } */
#include "../aux/t.h"

#define T 960

__kernel __requires (grid (1), block (1), threads (T), smem (8 * T)) void
f (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
  __group (block, 1)
    {
      __shared int x[T];
      __shared int y[T];
      int g __perspective (thread, 64) = px_id (thread, 64);
      __partition (thread, 64, int *part = x + g * 64)
	__partition (thread, 64, int *to = y + g * 64)
	  __group (thread, 64)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      __partition (thread, 1, int *w = part + t)
		__group (thread, 1)
		  *w = in[g * 64 + t];
	      __partition (thread, 1, int *q = to + t)
		__group (thread, 1)
		  *q = part[63 - t];
	    }
      int h __perspective (thread, 96) = px_id (thread, 96);
      __partition (thread, 96, int *part = x + h * 96)
	__partition (thread, 96, int *mine = o + h * 96)
	  __group (thread, 96)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      __partition (thread, 1, int *w = part + t)
		__group (thread, 1)
		  *w = y[h * 96 + t];
	      __partition (thread, 1, int *q = mine + t)
		__group (thread, 1)
		  *q = part[95 - t];
	    }
    }
}

int
main (void)
{
  static int in[T], mid[T], out[T];
  for (int i = 0; i < T; i++)
    in[i] = i * 3 + 1;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  LAUNCH (1, T, f, di, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < T; i++)
    mid[i] = in[i / 64 * 64 + 63 - i % 64];
  for (int i = 0; i < T; i++)
    CHECK (out[i] == mid[i / 96 * 96 + 95 - i % 96]);
  return 0;
}
