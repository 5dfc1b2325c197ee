/* SPDX-License-Identifier: MIT */
/* verdict: clean.  A library and a program, each with a static runtime of its own; the library's
   constructor already uses it.  ALONE: the program itself does not use the library.  */
#include "check.h"

int *library_fill (int n, int value);

#ifdef LIBRARY
__constant__ int step = 3;

__global__ void
fill (int *x, int n, int value)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = value + step * i;
}

static int devices_at_start = [] { int n = -1; cudaGetDeviceCount (&n); return n; } ();

int *
library_fill (int n, int value)
{
  int *x;
  MUST (devices_at_start == 1);
  CUDA (cudaMalloc (&x, n * sizeof *x));
  fill<<<(n + 63) / 64, 64>>> (x, n, value);
  CUDA (cudaGetLastError ());
  return x;
}
#else
__global__ void
negate (int *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = -x[i];
}

int
main ()
{
  enum { N = 100 };
#ifdef ALONE
  int back[N], *x, first = 0, step = 0;
  CUDA (cudaMalloc (&x, sizeof back));
  CUDA (cudaMemset (x, 0, sizeof back));
#else
  int back[N], *x = library_fill (N, 5), first = 5, step = 3;
#endif
  negate<<<1, N>>> (x, N);
  CUDA (cudaMemcpy (back, x, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++)
    MUST (back[i] == -first - step * i);
  CUDA (cudaFree (x));
  puts ("ok");
}
#endif
