// SPDX-License-Identifier: MIT
// examples/01-saxpy for nvcc: the same kernel, the same host work.
#include <cstdio>

__global__ void
saxpy (int n, float a, const float *x, float *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int
main ()
{
  enum { N = 1000003, THREADS = 256 };
  static float x[N], y[N], want[N];
  for (int i = 0; i < N; i++)
    {
      x[i] = i % 1000;
      y[i] = i % 7;
      want[i] = 2.5f * x[i] + y[i];
    }
  float *dx, *dy;
  if (cudaMalloc (&dx, sizeof x) || cudaMalloc (&dy, sizeof y)
      || cudaMemcpy (dx, x, sizeof x, cudaMemcpyDefault)
      || cudaMemcpy (dy, y, sizeof y, cudaMemcpyDefault))
    return 1;
  saxpy <<<(N + THREADS - 1) / THREADS, THREADS>>> (N, 2.5f, dx, dy);
  if (cudaMemcpy (y, dy, sizeof y, cudaMemcpyDefault))
    return 1;
  for (int i = 0; i < N; i++)
    if (y[i] != want[i])
      return printf ("wrong: y[%d] is %g\n", i, y[i]), 1;
  puts ("correct");
  return 0;
}
