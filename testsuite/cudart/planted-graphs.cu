/* SPDX-License-Identifier: MIT */
/* flags: -g.  Programs with one defect each (plant.h).
   Graphs and the memory that they allocate, functions of the host, results of calls.  */
#include "plant.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
static const int N = 1024;
static cudaStream_t
stream ()
{
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  return s;
}
__global__ void
twice (const int *a, int *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 2 * a[i];	/* freed_inside memory, freed_outside memory */
}
/* Memory of a graph is used behind the node that frees it.  */
PROG (freed_inside)
{
  int *a = dev<int> (N), *t, *o = dev<int> (N);
  cudaStream_t s = stream ();
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  CK (cudaMallocAsync (&t, N * 4, s));
  twice<<<4, 256, 0, s>>> (a, t);
  if (bad)
    CK (cudaFreeAsync (t, s));
  twice<<<4, 256, 0, s>>> (t, o);
  if (!bad)
    CK (cudaFreeAsync (t, s));
  CK (cudaStreamEndCapture (s, &g));
  CK (cudaGraphInstantiate (&x, g, 0));
  for (int i = 0; i < 2; i++)
    cudaGraphLaunch (x, s);
  cudaStreamSynchronize (s);
}
/* Or behind the graph that frees it.  */
PROG (freed_outside)
{
  int *a = dev<int> (N), *t, *o = dev<int> (N);
  cudaStream_t s = stream ();
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  CK (cudaMallocAsync (&t, N * 4, s));
  twice<<<4, 256, 0, s>>> (a, t);
  if (bad)
    CK (cudaFreeAsync (t, s));
  CK (cudaStreamEndCapture (s, &g));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, s));
  twice<<<4, 256, 0, s>>> (t, o);
  if (!bad)
    CK (cudaFreeAsync (t, s));
  cudaStreamSynchronize (s);
}
/* Nobody frees it before the next launch.  */
PROG (allocated_twice)
{
  int *a = dev<int> (N), *t;
  cudaStream_t s = stream ();
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  CK (cudaMallocAsync (&t, N * 4, s));
  twice<<<4, 256, 0, s>>> (a, t);
  CK (cudaStreamEndCapture (s, &g));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, s));
  if (!bad)
    CK (cudaFreeAsync (t, s));
  cudaGraphLaunch (x, s);	/* allocated_twice program */
  cudaStreamSynchronize (s);
  cudaFree (t);
}
/* A stream that joined a capture is not joined back.  */
PROG (left_fork)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  cudaStream_t s = stream (), t = stream ();
  cudaEvent_t e;
  cudaGraph_t g = 0;
  cudaGraphExec_t x;
  CK (cudaEventCreate (&e));
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  CK (cudaEventRecord (e, s));
  CK (cudaStreamWaitEvent (t, e));
  twice<<<4, 256, 0, t>>> (a, b);
  if (!bad)
    {
      CK (cudaEventRecord (e, t));
      CK (cudaStreamWaitEvent (s, e));
    }
  cudaStreamEndCapture (s, &g);	/* left_fork program */
  if (g)
    {
      CK (cudaGraphInstantiate (&x, g, 0));
      CK (cudaGraphLaunch (x, s));
    }
  cudaStreamSynchronize (s);
}
/* A function of the host fills what a copy beside it reads.  */
static void
fillHost (void *p)
{
  for (int i = 0; i < N; i++)
    ((int *)p)[i] = i;	/* host_node race */
}
PROG (host_node)
{
  int *h, *d = dev<int> (N), *o = dev<int> (N);
  cudaGraph_t g;
  cudaGraphNode_t f, c;
  cudaGraphExec_t x;
  CK (cudaMallocHost (&h, N * 4));
  CK (cudaGraphCreate (&g, 0));
  cudaHostNodeParams hp = { fillHost, h };
  CK (cudaGraphAddHostNode (&f, g, 0, 0, &hp));
  CK (cudaGraphAddMemcpyNode1D (&c, g, bad ? 0 : &f, !bad, d, h, N * 4, cudaMemcpyHostToDevice));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
  twice<<<4, 256>>> (d, o);
  done ();
}
/* The host asks whether the work is complete, and does not listen.  */
PROG (not_heard)
{
  int *a = dev<int> (N), *h;
  cudaStream_t s = stream ();
  cudaEvent_t e;
  CK (cudaMallocHost (&h, N * 4));
  CK (cudaEventCreate (&e));
  twice<<<4, 256, 0, s>>> (a, a);
  CK (cudaMemcpyAsync (h, a, N * 4, cudaMemcpyDeviceToHost, s));
  CK (cudaEventRecord (e, s));
  for (int i = 0; cudaEventQuery (e) == cudaErrorNotReady && !bad; i++)
    ;
  printf ("%d\n", h[3]);	/* not_heard race */
  CK (cudaStreamSynchronize (s));
}
/* The time is asked for too early; or, rightly, until it is there.  */
PROG (elapsed)
{
  int *a = dev<int> (N);
  float ms;
  cudaEvent_t e, f;
  CK (cudaEventCreate (&e));
  CK (cudaEventCreate (&f));
  CK (cudaEventRecord (e));
  twice<<<4, 256>>> (a, a);
  CK (cudaEventRecord (f));
  while (cudaEventElapsedTime (&ms, e, f) == cudaErrorNotReady && !bad)	/* elapsed program */
    ;
  CK (cudaDeviceSynchronize ());
}
/* The direction of a copy is another one.  */
PROG (wrong_way)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  cudaMemcpy (b, a, N * 4, bad ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice);	/* wrong_way program */
  twice<<<4, 256>>> (b, a);
  done ();
}
PROG (no_device)
{
  cudaSetDevice (bad ? 9 : 0);	/* no_device program */
  int *a = dev<int> (N);
  twice<<<4, 256>>> (a, a);
  done ();
}
/* A graph's copy from pinned memory that was freed.  */
PROG (freed_source)
{
  int *a = dev<int> (N), *h;
  cudaGraph_t g;
  cudaGraphNode_t c;
  cudaGraphExec_t x;
  CK (cudaMallocHost (&h, N * 4));
  memset (h, 0, N * 4);
  CK (cudaGraphCreate (&g, 0));
  CK (cudaGraphAddMemcpyNode1D (&c, g, 0, 0, a, h, N * 4, cudaMemcpyHostToDevice));
  CK (cudaGraphInstantiate (&x, g, 0));
  twice<<<4, 256>>> (a, a);
  if (bad)
    CK (cudaFreeHost (h));
  cudaGraphLaunch (x, 0);	/* freed_source memory */
  cudaDeviceSynchronize ();
}
/* The arguments of a launch are the pointers and not their addresses.  */
PROG (wrong_args)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  void *right[] = { &a, &b }, *wrong[] = { a, b };
  cudaLaunchKernel ((void *) twice, dim3 (4), dim3 (256), bad ? wrong : right, 0, 0);	/* wrong_args program */
  done ();
}
/* There is no memory, and a kernel gets the pointer; or a smaller piece will do.  */
PROG (no_memory)
{
  int *a = dev<int> (N), *b = 0;
  if (cudaMalloc (&b, (size_t) 1 << 50) != cudaSuccess && !bad)	/* no_memory program */
    CK (cudaMalloc (&b, N * 4));
  twice<<<4, 256>>> (a, b);
  done ();
}
/* The barrier of a grid that is launched as others are.  */
__global__ void
meet (int *a)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cg::this_grid ().sync ();	/* plain_grid program */
  if (a[N - 1 - i] < 0)
    a[i] = 0;
}
PROG (plain_grid)
{
  int *a = dev<int> (N);
  void *args[] = { &a };
  if (bad)
    meet<<<4, 256>>> (a);
  else
    CK (cudaLaunchCooperativeKernel ((void *) meet, dim3 (4), dim3 (256), args, 0, 0));
  done ();
}
/* A kernel tells the host by a flag that its data are there: with a fence before, or without.  */
template <int B> __global__ void
tellK (int *data, volatile int *flag)
{
  data[threadIdx.x] = threadIdx.x;
  if (!B)
    __threadfence_system ();
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      if (!B)
	__threadfence_system ();
      *flag = 1;
    }
}
PROG (flag_alone)
{
  int *h;
  volatile int *f;
  CK (cudaMallocHost (&h, N * 4));
  CK (cudaMallocHost ((void **) &f, 4));
  *f = 0;
  GO (tellK, <<<1, N>>> (h, f));
  while (!*f)
    ;
  printf ("%d\n", h[7]);	/* flag_alone race */
  CK (cudaDeviceSynchronize ());
}
/* Counters by atomic operations are no flags, and the host waits for none of them.  */
__global__ void
countK (int *bins, int *out)
{
  atomicAdd (&bins[threadIdx.x & 7], 1);
  out[threadIdx.x] = threadIdx.x;
}
PROG (counters)
{
  int *m, *o;
  CK (cudaMallocManaged (&m, 32));
  CK (cudaMallocManaged (&o, N * 4));
  for (int i = 0; i < 8; i++)
    m[i] = 0;
  countK<<<1, N>>> (m, o);
  if (!bad)
    CK (cudaDeviceSynchronize ());
  printf ("%d\n", o[7]);	/* counters race */
  CK (cudaDeviceSynchronize ());
}
