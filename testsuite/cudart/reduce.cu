/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Reductions: tree in shared memory, shuffles, atomics, the last block by a
   counter and a fence.  */
#include "check.h"

__device__ unsigned done;

__global__ void
tree (const int *in, int *out, int n)
{
  extern __shared__ int s[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads ();
  for (unsigned k = blockDim.x / 2; k > 32; k >>= 1)
    {
      if (t < k)
	s[t] += s[t + k];
      __syncthreads ();
    }
  if (t < 32)
    {
      int v = s[t] + s[t + 32];
      for (int k = 16; k; k >>= 1)
	v += __shfl_down_sync (0xffffffff, v, k);
      if (t == 0)
	atomicAdd (out, v);
    }
}

__global__ void
last (const int *in, int *partial, int *out, int n)
{
  __shared__ int s[32];
  __shared__ bool am_last;
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    v += in[i];
  v = __reduce_add_sync (~0u, v);
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x / 32] = v;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      int sum = 0;
      for (int w = 0; w < blockDim.x / 32; w++)
	sum += s[w];
      partial[blockIdx.x] = sum;
      __threadfence ();
      am_last = atomicInc (&done, gridDim.x - 1) == gridDim.x - 1;
    }
  __syncthreads ();
  if (am_last && threadIdx.x == 0)
    {
      int sum = 0;
      for (int b = 0; b < gridDim.x; b++)
	sum += ((volatile int *) partial)[b];
      *out = sum;
    }
}

int
main ()
{
  const int n = 10000;
  int *h = (int *) malloc (n * sizeof *h), *in, *partial, *out, r[2] = { 0, 0 }, sum = 0;
  for (int i = 0; i < n; i++)
    sum += h[i] = i % 100 - 30;
  CUDA (cudaMalloc (&in, n * sizeof *in));
  CUDA (cudaMalloc (&partial, 16 * sizeof *partial));
  CUDA (cudaMalloc (&out, 2 * sizeof *out));
  CUDA (cudaMemcpy (in, h, n * sizeof *in, cudaMemcpyHostToDevice));
  CUDA (cudaMemset (out, 0, 2 * sizeof *out));
  tree<<<(n + 511) / 512, 256, 256 * sizeof (int)>>> (in, out, n);
  last<<<16, 128>>> (in, partial, out + 1, n);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaMemcpy (r, out, sizeof r, cudaMemcpyDeviceToHost));
  MUST (r[0] == sum && r[1] == sum);
  cudaFree (in);
  cudaFree (partial);
  cudaFree (out);
  free (h);
  puts ("ok");
}
