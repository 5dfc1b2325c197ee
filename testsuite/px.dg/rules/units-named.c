/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Arguments of keywords may come from macros.  */
#include <px.h>

#define WARP thread, 32
#define LANE thread
#define ONE_BLOCK block, 1
__kernel __requires (grid (1), block (1), threads (64)) void
f (int *out __perspective (grid, 1))
{
  __partition (ONE_BLOCK, int *o = out + px_id (ONE_BLOCK) * 64)
    __group (ONE_BLOCK)
      {
	int w __perspective (WARP) = px_id (WARP);
	int t __perspective (LANE, 1) = px_id (LANE);
	__partition (LANE, 1, int *q = o + t)
	  __group (LANE, 1) *q = w * 100 + t;
      }
}

int
main (void)
{
  int h[64];
  int *d = px_alloc (sizeof h);
  if (!d || px_launch (px_grid (1, 64), f, d)
      || px_copy (h, d, sizeof h))
    return 1;
  for (int i = 0; i < 64; i++)
    if (h[i] != i / 32 * 100 + i)
      return 2;
  return 0;
}
