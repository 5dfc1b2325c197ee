/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-sources "aux/loads-warp.c aux/loads-thread.c" } */
/* Prism Figs. 18 to 20, in three files with one header.  */
#include "aux/loads.h"
#include <stdio.h>

__device __requires (block (1), threads (64)) void
block_load (const int *input, int *output __perspective (thread, 1), int items)
{
  int w __perspective (thread, 32) = px_id (thread, 32);
  __group (thread, 32)
    warp_load (input + w * 32 * items, output, items);
}

__kernel __requires (grid (1), block (1), threads (64)) void
sums (const int *in __perspective (grid, 1), int *out __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 64)
    __group (block, 1)
      {
	int data[4] __perspective (thread, 1);
	int t __perspective (thread, 1) = px_id (thread);
	block_load (in + b * 256, data, 4);
	__partition (thread, 1, int *own = o + t)
	  *own = data[0] + 10 * data[1] + 100 * data[2] + 1000 * data[3];
      }
}

int
main (void)
{
  enum { BLOCKS = 3, N = BLOCKS * 64 };
  static int in[4 * N], out[N];
  int wrong = 0;
  for (int i = 0; i < 4 * N; i++)
    in[i] = i * 7 % 11;
  int *d_in = px_alloc (sizeof in), *d_out = px_alloc (sizeof out);
  if (!d_in || !d_out || px_copy (d_in, in, sizeof in)
      || px_launch (px_grid (BLOCKS, 64), sums, d_in, d_out)
      || px_copy (out, d_out, sizeof out))
    return 1;
  for (int i = 0; i < N; i++)
    wrong += out[i] != in[4 * i] + 10 * in[4 * i + 1] + 100 * in[4 * i + 2] + 1000 * in[4 * i + 3];
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}
