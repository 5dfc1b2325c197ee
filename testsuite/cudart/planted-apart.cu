/* SPDX-License-Identifier: MIT */
/* flags: -std=c++17 -rdc=true -lcudadevrt.  Programs with one defect each (plant.h).
   Lanes that read columns: places that are apart, by a row of N elements or by a structure.
   Each by its kind: stream_beside race, host_beside race.  */
#include "plant.h"
#define N 96
/* Each thread sums a row, the warp reads a column at a time.  */
__device__ int
row (const int *a, int x, int from, int to)
{
  int s = 0;
#pragma unroll 1
  for (int j = from; j < to; j++)
    s += a[x * N + j];	/* late_write race */	/* before_write race */	/* unset_cell init */	/* past_rows memory */	/* launcher race */
  return s;
}
/* Tells the other block that this one has read, with an order or without.  */
__device__ void
say (int *flag, bool order)
{
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      if (order)
	__threadfence ();
      atomicExch (flag, 1);
    }
}
__device__ void
hear (int *flag)
{
  while (!atomicAdd (flag, 0))
    ;
  __threadfence ();
}
template <int B> __global__ void
lateK (int *a, int *o, int *flag)
{
  int x = threadIdx.x;
  if (blockIdx.x == 0)
    {
      o[x] = row (a, x, 0, N / 2);
      say (flag, !B);
    }
  else if (x == 37)
    {
      hear (flag);
      a[x * N + N / 2 - 1] = 1;	/* late_write race */
    }
}
PROG (late_write)
{
  int *a = dev<int> (N * N), *o = dev<int> (N), *flag = dev<int> (1);
  GO (lateK, <<<2, N>>> (a, o, flag));
  show (o, N);
}
/* In the second half of the loop only half of the warp reads.  */
template <int B> __global__ void
fewerK (int *a, int *o, int *flag)
{
  int x = threadIdx.x, s = 0;
  if (blockIdx.x == 0)
    {
#pragma unroll 1
      for (int j = 0; j < 64; j++)
	if (j < 32 || x < 16)
	  s += a[x * N + j];	/* fewer_lanes race */
      o[x] = s;
      say (flag, false);
    }
  else if (x == 0)
    {
      hear (flag);
      a[(B ? 15 : 16) * N + 40] = 1;	/* fewer_lanes race */
      a[31 * N + 63] = 1;
    }
}
PROG (fewer_lanes)
{
  int *a = dev<int> (N * N), *o = dev<int> (32), *flag = dev<int> (1);
  GO (fewerK, <<<2, 32>>> (a, o, flag));
  show (o, 32);
}
/* What the others have read is written after the block's barrier, or without it.  */
template <int B> __global__ void
betweenK (int *a, int *o)
{
  int x = threadIdx.x;
  o[x] = row (a, x, 0, 32);
  if (!B)
    __syncthreads ();
  a[(N - 1 - x) * N + (x & 31)] = x;	/* before_write race */
}
PROG (before_write)
{
  int *a = dev<int> (N * N), *o = dev<int> (N);
  GO (betweenK, <<<1, N>>> (a, o));
  show (o, N);
}
/* Twenty lanes of a warp, and one element that nobody has set.  */
template <int B> __global__ void
setK (int *a)
{
  for (int i = threadIdx.x; i < N * N; i += blockDim.x)
    if (i != 17 * N + 59 + !B)
      a[i] = i;
}
__global__ void
someK (const int *a, int *o)
{
  int x = threadIdx.x;
  if (x < 20)
    o[x] = row (a, x, 0, 60);
}
PROG (unset_cell)
{
  int *a = dev<int> (N * N, false), *o = dev<int> (N);
  GO (setK, <<<1, 128>>> (a));
  someK<<<1, 32>>> (a, o);
  show (o, 20);
}
/* The last row is shorter.  */
__global__ void
shortK (const int *a, int *o, int n)
{
  o[threadIdx.x] = row (a, threadIdx.x, 0, n);
}
PROG (past_rows)
{
  int *a = dev<int> (N * N - 8), *o = dev<int> (N);
  shortK<<<1, N>>> (a, o, bad ? N - 7 : N - 8);
  if (cudaDeviceSynchronize () == cudaSuccess)
    show (o, N);
}
/* Another stream's copy goes to what the rows leave out.  */
PROG (stream_beside)
{
  int *a = dev<int> (N * N), *o = dev<int> (N), *h;
  CK (cudaMallocHost (&h, N * 4));
  memset (h, 0, N * 4);
  cudaStream_t s, u;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&u, cudaStreamNonBlocking));
  CK (cudaDeviceSynchronize ());
  shortK<<<1, N, 0, s>>> (a, o, 90);
  CK (cudaMemcpyAsync (a + 50 * N + (bad ? 89 : 90), h, 6 * 4, cudaMemcpyHostToDevice, u));
  CK (cudaDeviceSynchronize ());
  show (o, N);
}
/* The host writes what they leave out.  */
PROG (host_beside)
{
  int *a, *o = dev<int> (N);
  CK (cudaMallocManaged (&a, N * N * 4));
  memset (a, 0, N * N * 4);
  shortK<<<1, N>>> (a, o, 90);
  a[50 * N + (bad ? 89 : 90)] = 1;
  CK (cudaDeviceSynchronize ());
  show (o, N);
}
/* The kernel that is launched writes beside what its launcher goes on to read, or the same.  */
__global__ void
writeK (int *a, int from)
{
  a[50 * N + from] = threadIdx.x;	/* launcher race */
}
template <int B> __global__ void
launcherK (int *a, int *o)
{
  int x = threadIdx.x;
  if (x == 0)
    writeK<<<1, 1>>> (a, B ? 31 : 32);
  __syncthreads ();
  o[x] = row (a, x, 0, 32);
}
PROG (launcher)
{
  int *a = dev<int> (N * N), *o = dev<int> (N);
  GO (launcherK, <<<1, N>>> (a, o));
  show (o, N);
}
