/* SPDX-License-Identifier: MIT */
/* The other part of linked.cu.  */
#include "check.h"

__device__ int offset;
__constant__ int factors[4] = { 1, 2, 3, 4 };
typedef int (*unary) (int);
static __device__ int plus_four (int x) { return x + 4; }
__device__ unary chosen = plus_four;
__device__ int square (int x) { return x * x; }

static __global__ void
k (int *x)
{
  *x = 77;
}

int
part_launch (int *d)
{
  int x;
  k<<<1, 1>>> (d);
  CUDA (cudaGetLastError ());
  CUDA (cudaMemcpy (&x, d, sizeof x, cudaMemcpyDeviceToHost));
  return x;
}
