/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* CUDA's keywords and launches: one error each; what they stand before is judged as what it was
   meant to be.  */
#include <px.h>

#ifdef __global__
#error "to the preprocessor they are not there"
#endif

__device__ float scale;	/* { dg-error {'__device__' is CUDA's: here it is '__device' .PX611.} } */
__constant__ float table[4] = { 1 };	/* { dg-error {'__constant__' is CUDA's: here it is '__constant' .PX611.} } */

__device__ static float	/* { dg-error {'__device__' is CUDA's: here it is '__device' .PX611.} } */
twice (float x)
{
  return 2 * x * scale * table[0];
}

__host__ static int	/* { dg-error {'__host__' is CUDA's: here it is left out .PX611.} } */
host (int n)
{
  return n + 1;
}

__global__ void	/* { dg-error {'__global__' is CUDA's: here it is '__kernel' .PX611.} } */
k (int n, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  y[i] = twice (n);	/* { dg-error {a store needs a view at thread.1., but 'y' lives at grid.1. .PX204.} } */
}

int
main (void)
{
  float *y = px_alloc (host (4095));
  k<<<4, 256>>>(1024, y);	/* { dg-error {'<<<\.\.\.>>>' is CUDA's: here a launch is 'px_launch \(px_grid \(4, 256\), k, 1024, y\)' .PX611.} } */
  return 0;
}

int
more (px_stream s, float *y)
{
  k<<<4, 256, 1024, s>>>(1024, y);	/* { dg-error {here a launch is 'px_launch \(px_with_stream \(px_grid_smem \(4, 256, 1024\), s\), k, 1024, y\)' .PX611.} } */
  return 0;
}

/* What to write instead.  */
/* { dg-message {'y' is declared here} "" { target *-*-* } 28 } */
/* { dg-message {'__partition .thread, 1, float \*part = y \+ i.' around this gives} "" { target *-*-* } 31 } */
