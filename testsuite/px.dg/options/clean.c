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

__kernel void
f (float *p, int n)
{
  int i = px_id (thread);
  __group (block, 1)
    {
      __shared float tile[64];
      int t = px_id (thread);
      tile[t & 63] = p[i];
      __unsafe { __asm__ volatile ("bar.sync 0;" ::: "memory"); }
      if (i < n)
	p[i] = two (tile[(t + 1) & 63]);
    }
}

int
main (void)
{
  float *p = px_alloc (256 * sizeof (float));
  return px_launch (px_grid (4, 64), f, p, 256) || px_synchronize ();
}
