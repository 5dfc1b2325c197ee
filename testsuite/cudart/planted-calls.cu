/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17 -g.  Programs with one defect each (plant.h).
   Where in the host's code the kernel, or the memory, of a report is from: the marks are there only.  */
#include "plant.h"
#include <cub/cub.cuh>
#define N 1024
__global__ void
copyK (const int *p, int *q, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    q[i] = p[i];
}
__global__ void
fillK (int *p, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = i;
}
static void
end (int *p, bool now)
{
  if (now)
    cudaFree (p);	/* freed_there memory */
}
PROG (freed_there)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  end (a, bad);
  copyK<<<4, 256>>> (a, b, N);
  if (cudaDeviceSynchronize () == cudaSuccess)
    show (b, N);
}
/* The shorter of two arrays.  */
PROG (made_there)
{
  int *a, *b;
  CK (cudaMalloc (&a, N * sizeof *a));
  CK (cudaMalloc (&b, (bad ? N - 1 : N) * sizeof *b));	/* made_there memory */
  fillK<<<4, 256>>> (a, N);
  copyK<<<4, 256>>> (a, b, N);
  if (cudaDeviceSynchronize () == cudaSuccess)
    show (b, N - 1);
}
/* The kernel is launched twice, right and wrong.  */
PROG (launched_there)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  copyK<<<4, 256>>> (a, b, N);
  copyK<<<5, 256>>> (a, b, bad ? N + 1 : N);	/* launched_there memory */
  if (cudaDeviceSynchronize () == cudaSuccess)
    show (b, N);
}
/* Two of the kernels that a graph has captured.  */
PROG (captured_there)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  cudaStream_t s, u;
  cudaEvent_t fork, join;
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&u));
  CK (cudaEventCreate (&fork));
  CK (cudaEventCreate (&join));
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  fillK<<<4, 256, 0, s>>> (b, N);
  CK (cudaEventRecord (fork, s));
  CK (cudaStreamWaitEvent (u, fork));
  fillK<<<4, 256, 0, u>>> (a, N);
  if (!bad)
    CK (cudaEventRecord (join, u));
  if (!bad)
    CK (cudaStreamWaitEvent (s, join));
  copyK<<<4, 256, 0, s>>> (a, b, N);	/* captured_there race */
  CK (cudaEventRecord (join, u));
  CK (cudaStreamWaitEvent (s, join));
  CK (cudaStreamEndCapture (s, &g));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, s));
  CK (cudaStreamSynchronize (s));
  show (b, N);
}
/* The same with nodes that are added by hand.  */
static cudaGraphNode_t
node (cudaGraph_t g, const cudaGraphNode_t *after, void *kernel, void **args)
{
  cudaGraphNode_t n;
  cudaKernelNodeParams p = {};
  p.func = kernel;
  p.gridDim = 4;
  p.blockDim = 256;
  p.kernelParams = args;
  CK (cudaGraphAddKernelNode (&n, g, after, after != nullptr, &p));	/* added_there race */
  return n;
}
PROG (added_there)
{
  int *a = dev<int> (N), *b = dev<int> (N), n = N;
  void *fill[] = { &a, &n }, *copy[] = { &a, &b, &n };
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaGraphCreate (&g, 0));
  cudaGraphNode_t first = node (g, nullptr, (void *) fillK, fill);
  node (g, bad ? nullptr : &first, (void *) copyK, copy);
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  done ();
  show (b, N);
}
/* An algorithm of CUB, which launches its kernels deep inside.  */
PROG (called_there)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  size_t n = 0;
  void *room = nullptr;
  CK (cub::DeviceScan::InclusiveSum (room, n, a, b, N, s));
  CK (cudaMalloc (&room, n));
  fillK<<<4, 256>>> (a, N);
  if (!bad)
    done ();
  CK (cub::DeviceScan::InclusiveSum (room, n, a, b, N, s));	/* called_there race */
  CK (cudaDeviceSynchronize ());
  show (b, N);
}
