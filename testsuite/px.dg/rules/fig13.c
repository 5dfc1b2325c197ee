/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Prism Fig. 13: one thread copies asynchronously, and all read what it brought. */
#include <px.h>
#include <stdio.h>

__kernel __requires (grid (1), block (1), threads (64), smem (16)) void
f (const int *in __perspective (grid, 1), int *out __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 64)
    __group (block, 1)
      {
	__shared int x[4];
	int t __perspective (thread, 1) = px_id (thread);
	__claim (thread, 1, int *one = x)
	  __split (thread)
	    {
	      __case (1)
		__async (int *a = one)
		  px_cp_async (a, in + b * 4, 16);
	    }
	__partition (thread, 1, int *q = o + t)
	  *q = x[t % 4] + t;
      }
}

int
main (void)
{
  enum { BLOCKS = 3, N = BLOCKS * 64 };
  static int in[4 * BLOCKS], out[N];
  int wrong = 0;
  for (int i = 0; i < 4 * BLOCKS; i++)
    in[i] = 1000 * i;
  int *d_in = px_alloc (sizeof in), *d_out = px_alloc (sizeof out);
  if (!d_in || !d_out || px_copy (d_in, in, sizeof in)
      || px_launch (px_grid (BLOCKS, 64), f, d_in, d_out)
      || px_copy (out, d_out, sizeof out))
    return 1;
  for (int i = 0; i < N; i++)
    wrong += out[i] != in[i / 64 * 4 + i % 4] + i % 64;
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}
