/* SPDX-License-Identifier: MIT */
/* flags: -rdc=true.  verdict: clean.  Separate compilation: linked-part.cu defines what this calls,
   a function by pointer, a variable; no PTX of one of them is a program.  */
#include "check.h"

extern __device__ int offset;
extern __constant__ int factors[4];
extern __device__ int square (int);
typedef int (*unary) (int);
extern __device__ unary chosen;
int part_launch (int *);

__global__ void
k (int *x)
{
  x[threadIdx.x] = square (x[threadIdx.x]) * factors[threadIdx.x % 4] + offset + chosen (1);
}

int
main ()
{
  int h[32], *d, o = 1000;
  for (int i = 0; i < 32; i++)
    h[i] = i;
  CUDA (cudaMalloc (&d, sizeof h));
  CUDA (cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice));
  CUDA (cudaMemcpyToSymbol (offset, &o, sizeof o));
  k<<<1, 32>>> (d);
  CUDA (cudaGetLastError ());
  CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++)
    MUST (h[i] == i * i * (i % 4 + 1) + 1000 + 5);
  MUST (part_launch (d) == 77);
  CUDA (cudaFree (d));
  puts ("ok");
}
