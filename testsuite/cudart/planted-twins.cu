/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17 -g.  Programs with one defect each (plant.h).
   What the host sees of a kernel that does not tell it anything; values that functions return.  */
#include "plant.h"
#include <cuda/atomic>
/* A sum in managed memory, by atomic operations that are the device's.  */
__managed__ int total;
__global__ void
totalK (void)
{
  atomicAdd (&total, 2);
}
PROG (managed_sum)
{
  totalK<<<4, 32>>> ();
  if (!bad)
    CK (cudaDeviceSynchronize ());
  printf ("%d\n", total);	/* managed_sum race */
  CK (cudaDeviceSynchronize ());
}
/* The same, with a fence for the device in between: the last block divides.  */
template <int B> __global__ void
lastK (int *sum, int *count)
{
  if (threadIdx.x)
    return;
  atomicAdd (sum, 3);
  __threadfence ();
  if (atomicAdd (count, 1) == gridDim.x - 1)
    atomicExch (sum, atomicAdd (sum, 0) / gridDim.x);
}
PROG (managed_last)
{
  int *m;
  CK (cudaMallocManaged (&m, 8));
  m[0] = m[1] = 0;
  GO (lastK, <<<8, 32>>> (m, m + 1));
  if (!bad)
    CK (cudaDeviceSynchronize ());
  printf ("%d\n", m[0]);	/* managed_last race */
  CK (cudaDeviceSynchronize ());
}
/* The host asks a counter that is the system's while the kernel works, and reads no other data.  */
template <int B> __global__ void
progressK (int *at)
{
  if (B)
    atomicAdd (at, 1);
  else
    atomicAdd_system (at, 1);
}
PROG (progress)
{
  int *m;
  CK (cudaMallocManaged (&m, 4));
  *m = 0;
  GO (progressK, <<<2, 32>>> (m));
  while (*(volatile int *) m < 64)	/* progress race */
    ;
  CK (cudaDeviceSynchronize ());
}
/* One word comes to pinned memory by a copy.  */
__global__ void
answerK (int *p)
{
  *p = 42;
}
PROG (one_word)
{
  int *d, *h;
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaMalloc (&d, 4));
  CK (cudaMallocHost (&h, 4));
  answerK<<<1, 1, 0, s>>> (d);
  CK (cudaMemcpyAsync (h, d, 4, cudaMemcpyDeviceToHost, s));
  if (!bad)
    CK (cudaStreamSynchronize (s));
  printf ("%d\n", *h);	/* one_word race */
  done ();
}
/* A program that only copies has been looked at, too.  */
PROG (only_copies)
{
  int *h, *d;
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaMallocHost (&h, 4096));
  CK (cudaMalloc (&d, 4096));
  for (int k = 0; k < 2; k++)
    {
      for (int i = 0; i < 1024; i++)
	h[i] = i * k;	/* only_copies race */
      CK (cudaMemcpyAsync (d, h, 4096, cudaMemcpyHostToDevice, s));
      if (!bad)
	CK (cudaStreamSynchronize (s));
    }
  CK (cudaStreamSynchronize (s));
}
/* A function that gives a value only in some cases; one whose result is not looked at then.  */
__device__ __noinline__ int
chosen (int code, int a, int b)
{
  int r;
  switch (code)
    {
    case 0: r = a + b; break;
    case 1: r = a - b; break;
    case 2: r = a * b; break;
    }
  return r;	/* chosen init */
}
template <int B> __global__ void
chosenK (const int *code, int *out)
{
  int t = threadIdx.x, c = code[t] % 4, r = chosen (c, t, t + 2);
  if (B || c < 3)
    out[t] = r;	/* chosen init */
}
PROG (chosen)
{
  int *a = dev<int> (32), *b = dev<int> (32);
  GO (chosenK, <<<1, 32>>> (a, b));
  show (b, 32);
}
/* What nobody has written in shared memory is an argument, and what a function makes of it is stored.  */
__device__ __noinline__ int
squared (int x, bool use)
{
  return use ? x * x : 0;
}
template <int B> __global__ void
squaredK (int *out)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 40)
    s[t] = t;
  __syncthreads ();
  out[t] = squared (s[t], B || t < 40);	/* squared init */
}
PROG (squared)
{
  int *b = dev<int> (64);
  GO (squaredK, <<<1, 64>>> (b));
  show (b, 64);
}
/* A step of a stencil in place: a line has four reads, each of which meets the write millions of times.  */
__global__ void
heatK (const float *a, float *b, int w)
{
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < w - 1)
    b[y * w + x] = .25f * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);	/* in_place race */
}
PROG (in_place)
{
  float *a = dev<float> (512 * 512), *b = dev<float> (512 * 512);
  for (int k = 0; k < 4; k++)
    heatK<<<dim3 (16, 64), dim3 (32, 8)>>> (k % 2 ? b : a, bad == (k % 2 == 0) ? a : b, 512);
  show (a, 512 * 512);
}
