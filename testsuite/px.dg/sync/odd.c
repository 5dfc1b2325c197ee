/* SPDX-License-Identifier: MIT */
/* Groups of 48 threads turn their part of an array around, twice: no barrier
   of the hardware's has that size, so each group has an mbarrier.  px's own
   mbarriers are not counted in smem ().  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.shared\.b64} 2 } } */
/* { dg-final { scan-ptx-times {mbarrier\.init\.shared\.b64 [^;]*, 48;} 4 } } */
#include "../aux/t.h"

#define T 192

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int tile[T];
	int g __perspective (thread, 48) = px_id (thread, 48);
	__partition (thread, 48, int *part = tile + g * 48)
	  __partition (thread, 48, int *mine = o + g * 48)
	    __group (thread, 48)
	      {
		int t __perspective (thread, 1) = px_id (thread);
		for (int i = 0; i < n; i++)
		  {
		    __partition (thread, 1, int *w = part + t)
		      __group (thread, 1)
			*w = in[b * T + g * 48 + t] + i;
		    __partition (thread, 1, int *q = mine + t)
		      __group (thread, 1)
			*q = part[47 - t];
		  }
	      }
      }
}

int
main (void)
{
  enum { N = 4 * T };
  static int in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = i * 3 + 1;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  LAUNCH (4, T, f, di, d, 5);
  t_back (out, d, sizeof out);
  for (int i = 0; i < N; i++)
    CHECK (out[i] == in[i / 48 * 48 + 47 - i % 48] + 4);
  return 0;
}
