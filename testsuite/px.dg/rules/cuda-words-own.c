/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall" } */
/* A program that defines CUDA's keywords itself, before <px.h> or after, has its own.  */
#define __host__
#include <px.h>
#define __global__ __kernel
#define __device__ __device
#ifndef __shared__
#define __shared__ __shared
#endif

__device__ static float
twice (float x)
{
  return 2 * x;
}

__global__ __requires (grid (1), block (1), threads (32), smem (128)) void
k (float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *q = y + i)
    __group (block, 1)
      {
	__shared__ float s[32];
	__partition (thread, 1, float *e = s + px_id (thread)) *e = twice (1);
	*q = s[0];
      }
}

__host__ int
host (int n)
{
  return n;
}
