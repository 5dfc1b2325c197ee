/* SPDX-License-Identifier: MIT */
/* flags: -std=c++17 -g.  Programs with one defect each (plant.h).
   Threads that leave early, votes and shuffles of some, managed variables.  Each defect by its kind:
   exits sync, partial sync, scanup sync, storeall race, tiles race, leader race, cases sync,
   votes sync, restballot sync, mvars race.  */
#include "plant.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
/* right programs around early exits, barriers and partial masks */
__device__ int
tail (int v, int n)
{
  if (v >= n)
    return 0;
  return v * 2;
}
template <int BAD>
__global__ void
e1 (int *o, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (BAD ? false : t >= n)
    return;
  __syncthreads ();
  if (t < n)
    {
      s[t] = s[t] + 1;
    }
  else
    return;
  for (int k = 0; k < 3; k++)
    {
      __syncthreads ();
      int v = s[(t + 1) % n];
      __syncthreads ();
      s[t] = v;
      if (BAD && k == 1 && t == 3)
	break;
    }
  if (t == 0)
    o[0] = s[0];
}
PROG (exits)
{
  int *o = dev<int> (64);
  GO (e1, <<<1, 64>>> (o, bad ? 64 : 40));
  show (o, 64);
}
/* sums over a partial last warp, in halves */
template <int BAD>
__global__ void
e3 (const int *in, int *o, int n)
{
  int t = threadIdx.x;
  unsigned m = __ballot_sync (~0u, t < n);
  if (t >= n)
    return;
  int v = in[t];
  for (int k = 16; k; k /= 2)
    {
      int u = __shfl_down_sync (m, v, k);
      if (BAD || t + k < n)
	v += u;
    }
  if (t == 0)
    o[0] = v;
}
PROG (partial)
{
  int *o = dev<int> (1), *i = dev<int> (32);
  GO (e3, <<<1, 32>>> (i, o, 11));
  show (o, 1);
}
template <int BAD>
__global__ void
e4 (const int *in, int *o, int n)
{
  int t = threadIdx.x;
  if (t >= n)
    return;
  unsigned m = (1u << n) - 1;
  int v = in[t];
  for (int k = 1; k < n; k *= 2)
    {
      int u = __shfl_up_sync (m, v, k);
      if (BAD ? true : t >= k)
	v += u;
    }
  o[t] = v;
  if (BAD)
    o[t] = __shfl_sync (m, v, t + 1);
}
PROG (scanup)
{
  int *o = dev<int> (32), *i = dev<int> (32);
  GO (e4, <<<1, 32>>> (i, o, 13));
  show (o, 32);
}
/* every thread stores what a reduction has left it */
template <int BAD>
__global__ void
e5 (const int *in, int *o)
{
  int t = threadIdx.x, v = in[t];
  for (int k = 16; k; k /= 2)
    v += __shfl_down_sync (~0u, v, k);
  o[t] = v;
  if (BAD)
    {
      __shared__ int s[32];
      s[t] = v;
      o[t] = s[31 - t];
    }
}
PROG (storeall)
{
  int *o = dev<int> (32), *i = dev<int> (32);
  GO (e5, <<<1, 32>>> (i, o));
  show (o, 32);
}
template <int BAD>
__global__ void
e6 (const float *in, float *o, int n)
{
  auto w = cg::tiled_partition<16> (cg::this_thread_block ());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0;
  for (int k = 8; k; k /= 2)
    v += w.shfl_down (v, k);
  if (w.thread_rank () == 0)
    {
      if (BAD)
	o[0] += v;
      else
	atomicAdd (o, v);
    }
}
PROG (tiles)
{
  float *o = dev<float> (1), *i = dev<float> (200);
  GO (e6, <<<4, 64>>> (i, o, 200));
  show (o, 1);
}
/* one lane alone, after which the warp meets again */
template <int BAD>
__global__ void
e7 (int *o, int n)
{
  __shared__ int s[2];
  int t = threadIdx.x;
  if (t % 32 == 0)
    {
      int v = 0;
      for (int i = 0; i < n; i++)
	v += i;
      s[t / 32] = v;
    }
  if (!BAD)
    __syncwarp ();
  int v = s[t / 32];
  if (t / 32 == 1 && n < 0)
    return;
  o[t] = v;
}
PROG (leader)
{
  int *o = dev<int> (64);
  GO (e7, <<<1, 64>>> (o, 50));
  show (o, 64);
}
/* a switch with barriers in a uniform case */
template <int BAD>
__global__ void
e8 (int *o, int mode)
{
  __shared__ int s[64];
  int t = threadIdx.x, m = BAD ? t / 32 : mode;
  s[t] = t;
  switch (m)
    {
    case 0:
      __syncthreads ();
      o[t] = s[63 - t];
      break;
    case 1: o[t] = t; break;
    default: return;
    }
  if (t == 0)
    o[0]++;
}
PROG (cases)
{
  int *o = dev<int> (64);
  GO (e8, <<<1, 64>>> (o, 0));
  show (o, 64);
}
/* assert and trap beside barriers; a vote leaves the loop */
template <int BAD>
__global__ void
e9 (int *o, const int *in)
{
  __shared__ int s[64];
  int t = threadIdx.x, v = in[t] % 9;
  s[t] = v;
  int turns = 0;
  for (;;)
    {
      bool more = s[t] > 0;
      if (BAD ? !more : !__syncthreads_or (more))
	break;
      if (BAD)
	__syncthreads ();
      if (more)
	s[t]--;
      turns++;
    }
  o[t] = turns;
}
PROG (votes)
{
  int *o = dev<int> (64), *i = dev<int> (64);
  GO (e9, <<<1, 64>>> (o, i));
  show (o, 64);
}
/* ballot of a loop's rest with the threads that are in it */
template <int BAD>
__global__ void
e11 (int *o, const int *in, int n)
{
  int t = threadIdx.x;
  for (int i = t; i < (BAD ? n : (n + 31) / 32 * 32); i += 32)
    {
      unsigned b = __ballot_sync (~0u, i < n && in[i] & 1);
      if (i < n)
	o[i] = __popc (b);
    }
}
PROG (restballot)
{
  int *o = dev<int> (50), *i = dev<int> (50);
  GO (e11, <<<1, 32>>> (o, i, 50));
  show (o, 50);
}
__managed__ int counter;
__managed__ float table2[1000];
template <int BAD>
__global__ void
e12 (float *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1000)
    table2[i] *= 2;
  if (i < 32)
    atomicAdd (&counter, 1);
  if (o && i < 1000)
    o[i] = table2[i];
}
PROG (mvars)
{
  counter = 0;
  for (int i = 0; i < 1000; i++)
    table2[i] = i;
  GO (e12, <<<4, 256>>> (nullptr));
  if (!bad)
    CK (cudaDeviceSynchronize ());
  float f = 0;
  for (int i = 0; i < 1000; i++)
    f += table2[i];
  CK (cudaDeviceSynchronize ());
  for (int r = 0; r < 3; r++)
    {
      table2[r] = 1;
      counter += 1;
      GO (e12, <<<4, 256>>> (nullptr));
      CK (cudaDeviceSynchronize ());
    }
  printf ("%g %d %g\n", f, counter, table2[2]);
  CK (cudaMemset (&counter, 0, 4));
  CK (cudaMemcpy (table2, table2 + 500, 1000, cudaMemcpyDefault));
}
