/* SPDX-License-Identifier: MIT */
/* flags: -g.  Programs with one defect each (plant.h).
   Graphs and the memory that they allocate, functions of the host, results of calls.  */
#include "plant.h"
#include <ctime>
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
