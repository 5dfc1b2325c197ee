/* SPDX-License-Identifier: MIT */
/* Chapter 12.  The CUDA program that ported.c is made of; nvcc compiles it.  */
#include <stdio.h>

#define RADIUS 3
#define THREADS 128

__constant__ float weight[2 * RADIUS + 1];

__global__ void
smooth (const float *in, float *out, int n)
{
  __shared__ float tile[THREADS + 2 * RADIUS];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = threadIdx.x; k < THREADS + 2 * RADIUS; k += blockDim.x)
    {
      int at = blockIdx.x * blockDim.x + k - RADIUS;
      tile[k] = at >= 0 && at < n ? in[at] : 0;
    }
  __syncthreads ();
  if (i >= n)
    return;
  float s = 0;
  for (int k = 0; k <= 2 * RADIUS; k++)
    s += weight[k] * tile[threadIdx.x + k];
  out[i] = s;
}

int
main ()
{
  const int N = 10007;
  static float in[N], out[N];
  float w[2 * RADIUS + 1] = { 1, 6, 15, 20, 15, 6, 1 }, *din, *dout;
  for (int i = 0; i < N; i++)
    in[i] = i * 37 % 101;
  cudaMalloc (&din, sizeof in);
  cudaMalloc (&dout, sizeof out);
  cudaMemcpy (din, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol (weight, w, sizeof w);
  smooth<<<(N + THREADS - 1) / THREADS, THREADS>>> (din, dout, N);
  cudaMemcpy (out, dout, sizeof out, cudaMemcpyDeviceToHost);
  if (cudaGetLastError ())
    return 1;
  printf ("%g\n", out[N / 2]);
}
