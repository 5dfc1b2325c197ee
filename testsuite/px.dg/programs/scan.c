/* SPDX-License-Identifier: MIT */
/* Inclusive prefix sums of each block's elements (Hillis and Steele), two buffers:
   one barrier a step.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=unroll" } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 1 } } */
#include "../aux/t.h"

enum { T = 128, BLOCKS = 5 };

__kernel __requires (grid (1), block (1), threads (T)) void
scan (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int x[2][T];
	int t __perspective (thread, 1) = px_id (thread);
	int from = 0;
	__partition (thread, 1, int *w = &x[0][t])
	  __group (thread, 1) *w = in[b * T + t];
	for (int d = 1; d < T; d *= 2)
	  {
	    int v __perspective (thread, 1) = x[from][t];
	    __group (thread, 1)
	      if (t >= d)
		v += x[from][t - d];
	    __partition (thread, 1, int *w = &x[1 - from][t])
	      __group (thread, 1) *w = v;
	    from = 1 - from;
	  }
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1) *w = x[from][t];
      }
}

int
main (void)
{
  static int in[BLOCKS * T], out[BLOCKS * T];
  for (int i = 0; i < BLOCKS * T; i++)
    in[i] = t_random () % 100;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (BLOCKS, T, scan, d, o);
  t_back (out, o, sizeof out);
  for (int b = 0, s; b < BLOCKS; b++)
    for (int i = s = 0; i < T; i++)
      {
	s += in[b * T + i];
	CHECK (out[b * T + i] == s);
      }
  return 0;
}
