/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Graphs: captured, built of nodes, cloned, updated, with memory.  */
#include "check.h"

__device__ int counter;

__global__ void
add (int *x, int n, int k)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += k;
}

__global__ void
count ()
{
  atomicAdd (&counter, 1);
}

static void
host_node (void *p)
{
  ++*(int *) p;
}

int
main ()
{
  const int n = 1000;
  static int h[n];
  int *d, calls = 0, k = 3;
  cudaStream_t s, s2;
  cudaEvent_t fork, join;
  cudaGraph_t g;
  cudaGraphExec_t x;
  CUDA (cudaStreamCreate (&s));
  CUDA (cudaStreamCreate (&s2));
  CUDA (cudaEventCreateWithFlags (&fork, cudaEventDisableTiming));
  CUDA (cudaEventCreateWithFlags (&join, cudaEventDisableTiming));
  CUDA (cudaMalloc (&d, sizeof h));
  CUDA (cudaMemset (d, 0, sizeof h));
  CUDA (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  add<<<4, 256, 0, s>>> (d, n, 1);
  CUDA (cudaEventRecord (fork, s));
  CUDA (cudaStreamWaitEvent (s2, fork, 0));
  count<<<1, 32, 0, s2>>> ();
  add<<<4, 256, 0, s>>> (d, n, 2);
  CUDA (cudaEventRecord (join, s2));
  CUDA (cudaStreamWaitEvent (s, join, 0));
  CUDA (cudaLaunchHostFunc (s, host_node, &calls));
  cudaStreamCaptureStatus status;
  CUDA (cudaStreamIsCapturing (s, &status));
  MUST (status == cudaStreamCaptureStatusActive);
  CUDA (cudaStreamEndCapture (s, &g));
  size_t nodes = 0;
  CUDA (cudaGraphGetNodes (g, NULL, &nodes));
  MUST (nodes == 4);
  CUDA (cudaGraphInstantiate (&x, g, 0));
  for (int i = 0; i < 5; i++)
    CUDA (cudaGraphLaunch (x, s));
  CUDA (cudaStreamSynchronize (s));
  CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    MUST (h[i] == 15);
  int c;
  CUDA (cudaMemcpyFromSymbol (&c, counter, sizeof c));
  MUST (c == 160 && calls == 5);
  CUDA (cudaGraphExecDestroy (x));
  CUDA (cudaGraphDestroy (g));

  cudaGraphNode_t fill, kernel, copy;
  cudaMemsetParams zero = {};
  zero.dst = d;
  zero.elementSize = 4;
  zero.width = n;
  zero.height = 1;
  zero.value = 7;
  CUDA (cudaGraphCreate (&g, 0));
  CUDA (cudaGraphAddMemsetNode (&fill, g, NULL, 0, &zero));
  int count_of = n;
  void *args[] = { &d, &count_of, &k };
  cudaKernelNodeParams params = {};
  params.func = (void *) add;
  params.gridDim = dim3 (4);
  params.blockDim = dim3 (256);
  params.kernelParams = args;
  CUDA (cudaGraphAddKernelNode (&kernel, g, &fill, 1, &params));
  CUDA (cudaGraphAddMemcpyNode1D (&copy, g, &kernel, 1, h, d, sizeof h, cudaMemcpyDeviceToHost));
  cudaKernelNodeParams back;
  CUDA (cudaGraphKernelNodeGetParams (kernel, &back));
  MUST (back.func == (void *) add && back.gridDim.x == 4 && back.blockDim.x == 256);
  CUDA (cudaGraphInstantiate (&x, g, 0));
  CUDA (cudaGraphLaunch (x, s));
  CUDA (cudaStreamSynchronize (s));
  for (int i = 0; i < n; i++)
    MUST (h[i] == 10);
  k = 5;
  CUDA (cudaGraphExecKernelNodeSetParams (x, kernel, &params));
  CUDA (cudaGraphLaunch (x, s));
  CUDA (cudaStreamSynchronize (s));
  MUST (h[0] == 12 && h[n - 1] == 12);
  k = 6;
  CUDA (cudaGraphKernelNodeSetParams (kernel, &params));
  cudaGraphExecUpdateResultInfo info;
  CUDA (cudaGraphExecUpdate (x, g, &info));
  CUDA (cudaGraphLaunch (x, s));
  CUDA (cudaStreamSynchronize (s));
  MUST (h[0] == 13);
  CUDA (cudaGraphExecDestroy (x));
  CUDA (cudaGraphDestroy (g));
  CUDA (cudaStreamDestroy (s));
  CUDA (cudaStreamDestroy (s2));
  CUDA (cudaEventDestroy (fork));
  CUDA (cudaEventDestroy (join));
  CUDA (cudaFree (d));
  puts ("ok");
}
