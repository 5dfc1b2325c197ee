/* SPDX-License-Identifier: MIT */
/* verdict: clean.  flags: -rdc=true -lcudadevrt.  Kernels that launch kernels: a tree of sums,
   launches in order in one stream, tails, copies, and launches that can not be.  */
#include "check.h"

struct four { int a; char b; double c; };

__global__ void
leaf (int *sum, four f, int depth)
{
  atomicAdd (sum, f.a + f.b + (int) f.c + (int) threadIdx.x * (depth + 1));
}

/* Launches two of its own until DEPTH is 0; each leaf adds.  */
__global__ void
tree (int *sum, int depth)
{
  if (threadIdx.x)
    return;
  if (!depth)
    leaf<<<1, 2>>> (sum, four { 1, 2, 3.0 }, depth);
  else
    for (int i = 0; i < 2; i++)
      tree<<<1, 32>>> (sum, depth - 1);
}

__global__ void
append (int *log, int what)
{
  log[++log[0]] = what;
}

__global__ void
twice (int *log, int what)
{
  append<<<1, 1>>> (log, what);
  append<<<1, 1, 0, cudaStreamTailLaunch>>> (log, what + 100);
  append<<<1, 1>>> (log, what + 1);
}

__global__ void
order (int *log, int *errors, int *copy)
{
  cudaStream_t s;
  errors[0] = cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  twice<<<1, 1, 0, s>>> (log, 10);
  twice<<<1, 1, 0, s>>> (log, 20);
  cudaMemcpyAsync (copy, log, 9 * sizeof *copy, cudaMemcpyDeviceToDevice, s);
  append<<<1, 1, 0, s>>> (log, 30);
  errors[1] = cudaGetLastError ();
  append<<<1, 4096, 0, s>>> (log, 40);		/* too many threads */
  errors[2] = cudaGetLastError ();
  errors[3] = cudaGetLastError ();
  errors[4] = cudaStreamDestroy (s);
}

int
main ()
{
  enum { N = 32 };
  int *d, h[N];
  CUDA (cudaMalloc (&d, 3 * sizeof h));
  CUDA (cudaMemset (d, 0, 3 * sizeof h));
  tree<<<2, 64>>> (d, 3);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaMemcpy (h, d, sizeof *h, cudaMemcpyDeviceToHost));
  MUST (h[0] == 2 * 8 * (6 + 7));
  CUDA (cudaMemset (d, 0, sizeof h));
  order<<<1, 1>>> (d, d + N, d + 2 * N);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  static const int want[] = { 7, 10, 11, 110, 20, 21, 120, 30 };
  for (int i = 0; i < 8; i++)
    MUST (h[i] == want[i]);
  CUDA (cudaMemcpy (h, d + N, sizeof h, cudaMemcpyDeviceToHost));
  MUST (h[0] == 0 && h[1] == 0 && h[2] == cudaErrorInvalidConfiguration && h[3] == 0 && h[4] == 0);
  CUDA (cudaMemcpy (h, d + 2 * N, sizeof h, cudaMemcpyDeviceToHost));
  MUST (h[0] == 6 && h[6] == 120 && h[7] == 0);
  CUDA (cudaFree (d));
  puts ("ok");
}
