/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -g.  Programs with one defect each (plant.h).
   Constant memory: the host writes it while a kernel reads it.  */
#include "plant.h"
__constant__ float table[64];
__constant__ float pair[2][32];
__global__ void
sums (float *q, int n)
{
  float s = 0;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 64; i++)
      s += table[i] * k;
  q[threadIdx.x] = s + table[threadIdx.x];
}
__global__ void
half (float *q, int h)
{
  q[threadIdx.x] = pair[h][threadIdx.x];
}
static cudaStream_t
stream (void)
{
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  return s;
}
static float *
pinned (void)
{
  float *h;
  CK (cudaMallocHost (&h, 256));
  memset (h, 0, 256);
  return h;
}
PROG (symbol_async)
{
  float *q = dev<float> (64), *h = pinned ();
  cudaStream_t s = stream (), t = stream ();
  sums<<<1, 64, 0, s>>> (q, 10);	/* symbol_async race */
  CK (cudaMemcpyToSymbolAsync (table, h, 256, 0, cudaMemcpyHostToDevice, bad ? t : s));
  done ();
}
/* The other half, or the one that is read.  */
PROG (symbol_half)
{
  float *q = dev<float> (64), *h = pinned ();
  cudaStream_t s = stream (), t = stream ();
  half<<<1, 32, 0, s>>> (q, 0);	/* symbol_half race */
  CK (cudaMemcpyToSymbolAsync (pair, h, 128, bad ? 0 : 128, cudaMemcpyHostToDevice, t));
  done ();
}
/* An event orders the copy before the kernel, or is recorded before the copy.  */
PROG (symbol_event)
{
  float *q = dev<float> (64), *h = pinned ();
  cudaStream_t s = stream (), t = stream ();
  cudaEvent_t e;
  CK (cudaEventCreate (&e));
  if (bad)
    CK (cudaEventRecord (e, t));
  CK (cudaMemcpyToSymbolAsync (table, h, 256, 0, cudaMemcpyHostToDevice, t));
  if (!bad)
    CK (cudaEventRecord (e, t));
  CK (cudaStreamWaitEvent (s, e));
  sums<<<1, 64, 0, s>>> (q, 10);	/* symbol_event race */
  done ();
}
/* What instructions read that are executed once each: only the copy to element 5 meets them.  */
__constant__ int few[16];
__global__ void
fewK (int *q)
{
  q[threadIdx.x] = few[0] + few[2] * few[5] - few[7] * few[3];
}
PROG (symbol_once)
{
  int *q = dev<int> (64);
  float *h = pinned ();
  cudaStream_t s = stream (), t = stream ();
  fewK<<<2, 64, 0, s>>> (q);	/* symbol_once race */
  CK (cudaMemcpyToSymbolAsync (few, h, 4, bad ? 20 : 36, cudaMemcpyHostToDevice, t));
  done ();
}
/* So many warps that of what the first of them has read only the bytes are known.  */
__constant__ int wide[96];
__global__ void
wideK (int *q, int n)
{
  int s = 0, from = blockIdx.x ? 0 : 32;
  for (int k = 0; k < n; k++)
#pragma unroll 1
    for (int i = 0; i < 4; i++)
      s += wide[from + 8 * i];
  q[threadIdx.x] = s;
}
PROG (symbol_many)
{
  int *q = dev<int> (256);
  float *h = pinned ();
  cudaStream_t s = stream (), t = stream ();
  wideK<<<2048, 256, 0, s>>> (q, 6);	/* symbol_many race */
  CK (cudaMemcpyToSymbolAsync (wide, h, 4, bad ? 40 * 4 : 41 * 4, cudaMemcpyHostToDevice, t));
  done ();
}
