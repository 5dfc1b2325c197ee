/* SPDX-License-Identifier: MIT */
/* Kernels as nvcc compiles them: atomics and a reduction, the barrier of a
   cooperative grid, distributed shared memory of a cluster, printf.  */
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

extern "C" __global__ void
reduce (const float *x, float *sum, int n)
{
  __shared__ float s[256];
  float v = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    v += x[i];
  s[threadIdx.x] = v;
  __syncthreads ();
  for (int k = 128; k; k >>= 1)
    {
      if (threadIdx.x < k)
	s[threadIdx.x] += s[threadIdx.x + k];
      __syncthreads ();
    }
  if (!threadIdx.x)
    atomicAdd (sum, s[0]);
}

extern "C" __global__ void
turn (int *a, int n)
{
  cg::grid_group grid = cg::this_grid ();
  int i = (int) grid.thread_rank ();
  a[i] = i;
  grid.sync ();
  int v = a[(i + 1) % n];
  grid.sync ();
  a[i] = v;
}

extern "C" __global__ void
neighbour (int *a)
{
  cg::cluster_group c = cg::this_cluster ();
  __shared__ int s;
  if (!threadIdx.x)
    s = (int) blockIdx.x * 10;
  c.sync ();
  int *other = c.map_shared_rank (&s, (c.block_rank () + 1) % c.num_blocks ());
  if (!threadIdx.x)
    a[blockIdx.x] = *other;
  c.sync ();
}

extern "C" __global__ void
hello (int n)
{
  printf ("hello %d of %s\n", n + (int) threadIdx.x, "px");
}
