/* SPDX-License-Identifier: MIT */
/* Groups of 64 threads turn their part of an array around: each group has a
   named barrier of its own.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync %[a-z0-9]+, 64;} 1 } } */
#include "../aux/t.h"

#define T 256

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int tile[T];
	int g __perspective (thread, 64) = px_id (thread, 64);
	__partition (thread, 64, int *part = tile + g * 64)
	  __partition (thread, 64, int *mine = o + g * 64)
	    __group (thread, 64)
	      {
		int t __perspective (thread, 1) = px_id (thread);
		__partition (thread, 1, int *w = part + t)
		  __group (thread, 1)
		    *w = in[b * T + g * 64 + t];
		__partition (thread, 1, int *q = mine + t)
		  __group (thread, 1)
		    *q = part[63 - t];
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
  LAUNCH (4, T, f, di, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < N; i++)
    CHECK (out[i] == in[i / 64 * 64 + 63 - i % 64]);
  return 0;
}
