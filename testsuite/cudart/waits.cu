/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  Kernels that wait: for blocks, lanes, other kernels, the host, the time, or
   not for ever.  Nothing is wrong with them.  */
#include "check.h"
#include <chrono>
#include <thread>
#include <vector>

template <class T> static T *
zero (size_t n)
{
  T *p;
  CUDA (cudaMalloc (&p, n * sizeof (T)));
  CUDA (cudaMemset (p, 0, n * sizeof (T)));
  CUDA (cudaDeviceSynchronize ());
  return p;
}

template <class T> static T
word (const T *p)
{
  T v;
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaMemcpy (&v, p, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}

static void
sleep_well (void)
{
  std::this_thread::sleep_for (std::chrono::milliseconds (400));
}

/* ---- for blocks and lanes ---- */

/* The last block resets the counter by a plain store.  */
__device__ unsigned ready;
__global__ void
last_block (const float *in, int n, float *part, float *out)
{
  __shared__ float s[128];
  __shared__ bool last;
  int t = threadIdx.x;
  float x = 0;
  for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128)
    x += in[i];
  s[t] = x;
  __syncthreads ();
  for (int k = 64; k; k /= 2)
    {
      if (t < k)
	s[t] += s[t + k];
      __syncthreads ();
    }
  if (t == 0)
    {
      part[blockIdx.x] = s[0];
      __threadfence ();
      last = atomicInc (&ready, gridDim.x) == gridDim.x - 1;
    }
  __syncthreads ();
  if (last && t == 0)
    {
      x = 0;
      for (int i = 0; i < gridDim.x; i++)
	x += ((volatile float *) part)[i];
      *out = x;
      ready = 0;
    }
}

/* Block or lane FIRST computes for long; the others wait for it.  */
__global__ void
slow_block (volatile int *flag, int *out, int n)
{
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    {
      unsigned x = 1;
      for (int i = 0; i < n; i++)
	x = x * 1664525 + 1013904223;
      out[0] = x | 1;
      __threadfence ();
      *flag = 1;
    }
  else
    {
      while (*flag == 0)
	;
      __threadfence ();
      out[blockIdx.x] = out[0] != 0;
    }
}
__global__ void
slow_lane (volatile int *flag, int n)
{
  if (threadIdx.x == 31)
    {
      unsigned x = 1;
      for (int i = 0; i < n; i++)
	x = x * 1664525 + 1013904223;
      flag[1] = x | 1;
      __threadfence ();
      flag[0] = 1;
    }
  else
    {
      while (flag[0] == 0)
	;
      __threadfence ();
      if (flag[1] == 0)
	flag[2] = 1;
    }
}

/* A barrier of all blocks, by hand.  */
__device__ unsigned arrived;
__device__ volatile unsigned generation;
__device__ void
everybody (void)
{
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      unsigned g = generation;
      __threadfence ();
      if (atomicAdd (&arrived, 1) == gridDim.x - 1)
	{
	  arrived = 0;
	  __threadfence ();
	  generation = g + 1;
	}
      else
	while (generation == g)
	  ;
      __threadfence ();
    }
  __syncthreads ();
}
__global__ void
rounds (int *a, int *b, int n, int rounds)
{
  for (int r = 0; r < rounds; r++)
    {
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
	b[i] = a[(i + 1) % n] + 1;
      everybody ();
      int *t = a;
      a = b;
      b = t;
    }
}

/* A lock of many readers.  */
__global__ void
readers (int *lock, int *data)
{
  if (threadIdx.x)
    return;
  for (int i = 0; i < 20; i++)
    if (blockIdx.x % 4 == 0)
      {
	while (atomicCAS (lock, 0, -1) != 0)
	  ;
	__threadfence ();
	data[0]++;
	data[1]++;
	__threadfence ();
	atomicExch (lock, 0);
      }
    else
      {
	for (;;)
	  {
	    int v = *(volatile int *) lock;
	    if (v >= 0 && atomicCAS (lock, v, v + 1) == v)
	      break;
	  }
	__threadfence ();
	if (data[0] != data[1])
	  atomicExch (data + 2, 1);
	__threadfence ();
	atomicSub (lock, 1);
      }
}

static void
blocks (void)
{
  int n = 1 << 16;
  std::vector<float> ones (n, 1.0f);
  float *in = zero<float> (n), *part = zero<float> (65);
  CUDA (cudaMemcpy (in, ones.data (), n * sizeof (float), cudaMemcpyHostToDevice));
  for (int i = 0; i < 3; i++)
    {
      last_block<<<64, 128>>> (in, n, part + 1, part);
      MUST (word (part) == n);
    }
  int *p = zero<int> (200);
  slow_block<<<100, 32>>> (p, p + 1, 4000000);
  MUST (word (p + 100) == 1);
  int *q = zero<int> (3);
  slow_lane<<<1, 32>>> (q, 400000);
  MUST (word (q + 2) == 0 && word (q) == 1);
  int *a = zero<int> (20000), *b = zero<int> (20000);
  rounds<<<64, 128>>> (a, b, 20000, 10);
  MUST (word (a) == 10);
  int *r = zero<int> (4);
  readers<<<16, 32>>> (r, r + 1);
  MUST (word (r) == 0 && word (r + 1) == 80 && word (r + 3) == 0);
}

/* ---- not for ever ---- */

__global__ void
so_often (volatile int *flag, int *n, int most)
{
  int i = 0;
  while (i < most && !*flag)
    i++;
  *n = i;
}
__global__ void
so_long (volatile int *flag, int *seen, long long cycles)
{
  long long begin = clock64 ();
  int found = 0;
  while (clock64 () - begin < cycles && !found)
    found = *flag;
  *seen = found + 10;
}

static void
limits (void)
{
  int *p = zero<int> (2);
  so_often<<<1, 1>>> (p, p + 1, 6000000);
  MUST (word (p + 1) == 6000000);
  so_long<<<1, 1>>> (p, p + 1, 400000000);
  MUST (word (p + 1) == 10);
}

/* ---- for the host and other kernels ---- */

__global__ void
payload (volatile int *flag, const int *data, int n, int *sum)
{
  int x = 0;
  if (threadIdx.x == 0)
    while (*flag == 0)
      ;
  __syncthreads ();
  __threadfence_system ();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    x += ((volatile const int *) data)[i];
  atomicAdd (sum, x);
}
__global__ void
raise (volatile int *flag)
{
  *flag = 1;
}

static void
host (void)
{
  enum { N = 1000 };
  int one = 1, *pinned;
  std::vector<int> twos (N, 2);
  cudaStream_t s, t;
  CUDA (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CUDA (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CUDA (cudaHostAlloc (&pinned, 4, cudaHostAllocMapped));

  /* Copies in another stream, after a while or many queries; a kernel in it.  */
  for (int how = 0; how < 3; how++)
    {
      int *p = zero<int> (N + 2);
      payload<<<1, 64, 0, s>>> (p, p + 2, N, p + 1);
      if (how == 1)
	for (int i = 0; i < 200000; i++)
	  MUST (cudaStreamQuery (s) == cudaErrorNotReady);
      else
	sleep_well ();
      CUDA (cudaMemcpyAsync (p + 2, twos.data (), N * sizeof (int), cudaMemcpyHostToDevice, t));
      if (how == 2)
	raise<<<1, 1, 0, t>>> (p);
      else
	CUDA (cudaMemcpyAsync (p, &one, sizeof one, cudaMemcpyHostToDevice, t));
      MUST (word (p + 1) == 2 * N);
    }

  /* Another thread of the host: stores to pinned memory, copies.  */
  for (int how = 0; how < 2; how++)
    {
      int *p = zero<int> (N + 2);
      *pinned = 0;
      payload<<<1, 64, 0, s>>> (how ? p : pinned, p + 2, N, p + 1);
      std::thread other ([=, &one] {
	sleep_well ();
	if (how)
	  CUDA (cudaMemcpyAsync (p, &one, sizeof one, cudaMemcpyHostToDevice, t));
	else
	  *(volatile int *) pinned = 1;
      });
      CUDA (cudaStreamSynchronize (s));
      other.join ();
      MUST (word (p + 1) == 0);
    }
}

int
main (void)
{
  blocks ();
  limits ();
  host ();
  puts ("ok");
}
