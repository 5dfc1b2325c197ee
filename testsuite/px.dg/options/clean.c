/* SPDX-License-Identifier: MIT */
/* The header and the dialect warn of nothing by themselves.  */
/* { dg-do assemble } */
/* { dg-additional-options "-Wall -Wextra -Wpedantic -Wshadow -Wundef -Wstrict-prototypes -std=c11" } */
#include <px.h>
#include <pthread.h>

__constant float weight[2] = { 1, 2 };
__device static int scale = 3;

__device static inline float
two (float x)
{
  return x * weight[1] * (float) scale;
}

__kernel __requires (grid (1), block (1), threads (64)) void
f (float *p, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *part = p + b * 64)
    __group (block, 1)
      {
	__shared float tile[64];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *own = tile + t)
	  __group (thread, 1)
	    *own = part[t];
	__partition (thread, 1, float *own = part + t)
	  __group (thread, 1)
	    if (b * 64 + t < n)
	      *own = two (tile[(t + 1) & 63]);
      }
}

int
main (void)
{
  float *p = px_alloc (256 * sizeof (float));
  return px_launch (px_grid (4, 64), f, p, 256) || px_synchronize ();
}
