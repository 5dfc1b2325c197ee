/* SPDX-License-Identifier: MIT */
/* Neighbours exchange values: two threads meet, so half of nothing more than
   their warp is synchronised.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.warp\.sync} 1 } } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
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
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = tile + t)
	  __group (thread, 1)
	    *w = in[b * T + t];
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = tile[t] + 10 * tile[t ^ 1];
      }
}

int
main (void)
{
  enum { N = 4 * T };
  static int in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = i * 7;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  LAUNCH (4, T, f, di, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < N; i++)
    CHECK (out[i] == in[i] + 10 * in[i ^ 1]);
  return 0;
}
