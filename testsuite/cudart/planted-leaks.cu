/* SPDX-License-Identifier: MIT */
/* checks: all,leak.  flags: -std=c++17.  Programs with one defect each (plant.h).
   What is not destroyed.
   Each by its kind: stream_left memory, event_left memory, graph_left memory, exec_left memory,
   child_left memory, array_left memory, mipmap_left memory, texture_left memory,
   surface_left memory, pool_left memory, pool_memory_left memory, registered_left memory,
   managed_left memory, reset_all memory.  */
#include "plant.h"
__global__ void
fillK (int *p)
{
  p[threadIdx.x] = threadIdx.x;
}
/* A program that frees what it has, all but one.  */
static void
used ()
{
  int *a;
  CK (cudaMalloc (&a, 128));
  fillK<<<1, 32>>> (a);
  CK (cudaDeviceSynchronize ());
  CK (cudaFree (a));
}
PROG (stream_left)
{
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  used ();
  if (!bad)
    CK (cudaStreamDestroy (s));
}
PROG (event_left)
{
  cudaEvent_t e;
  CK (cudaEventCreate (&e));
  used ();
  CK (cudaEventRecord (e));
  CK (cudaEventSynchronize (e));
  if (!bad)
    CK (cudaEventDestroy (e));
}
static cudaGraph_t
graph (int *a)
{
  cudaGraph_t g;
  cudaGraphNode_t n;
  CK (cudaGraphCreate (&g, 0));
  void *args[] = { &a };
  cudaKernelNodeParams p = {};
  p.func = (void *) fillK;
  p.gridDim = 1;
  p.blockDim = 32;
  p.kernelParams = args;
  CK (cudaGraphAddKernelNode (&n, g, NULL, 0, &p));
  return g;
}
PROG (graph_left)
{
  int *a;
  CK (cudaMalloc (&a, 128));
  cudaGraph_t g = graph (a);
  cudaGraphExec_t x;
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
  CK (cudaGraphExecDestroy (x));
  if (!bad)
    CK (cudaGraphDestroy (g));
  CK (cudaFree (a));
}
PROG (exec_left)
{
  int *a;
  CK (cudaMalloc (&a, 128));
  cudaGraph_t g = graph (a);
  cudaGraphExec_t x;
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
  if (!bad)
    CK (cudaGraphExecDestroy (x));
  CK (cudaGraphDestroy (g));
  CK (cudaFree (a));
}
PROG (child_left)
{
  int *a;
  CK (cudaMalloc (&a, 128));
  cudaGraph_t g, c = graph (a);
  cudaGraphNode_t n;
  CK (cudaGraphCreate (&g, 0));
  CK (cudaGraphAddChildGraphNode (&n, g, NULL, 0, c));
  if (!bad)
    CK (cudaGraphDestroy (c));
  cudaGraphExec_t x;
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
  CK (cudaGraphExecDestroy (x));
  CK (cudaGraphDestroy (g));
  CK (cudaFree (a));
}
PROG (array_left)
{
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  CK (cudaMallocArray (&a, &f, 32, 4));
  used ();
  if (!bad)
    CK (cudaFreeArray (a));
}
PROG (mipmap_left)
{
  cudaMipmappedArray_t m;
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  CK (cudaMallocMipmappedArray (&m, &f, make_cudaExtent (32, 32, 0), 3));
  CK (cudaGetMipmappedArrayLevel (&a, m, 1));
  used ();
  if (!bad)
    CK (cudaFreeMipmappedArray (m));
}
PROG (texture_left)
{
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  CK (cudaMallocArray (&a, &f, 32, 4));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  CK (cudaCreateTextureObject (&t, &r, &d, NULL));
  used ();
  if (!bad)
    CK (cudaDestroyTextureObject (t));
  CK (cudaFreeArray (a));
}
PROG (surface_left)
{
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  CK (cudaMallocArray (&a, &f, 32, 4, cudaArraySurfaceLoadStore));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t t;
  CK (cudaCreateSurfaceObject (&t, &r));
  used ();
  if (!bad)
    CK (cudaDestroySurfaceObject (t));
  CK (cudaFreeArray (a));
}
PROG (pool_left)
{
  cudaMemPool_t p;
  cudaMemPoolProps q = {};
  q.allocType = cudaMemAllocationTypePinned;
  q.location.type = cudaMemLocationTypeDevice;
  CK (cudaMemPoolCreate (&p, &q));
  int *a;
  CK (cudaMallocFromPoolAsync (&a, 128, p, 0));
  fillK<<<1, 32>>> (a);
  CK (cudaFreeAsync (a, 0));
  CK (cudaDeviceSynchronize ());
  used ();
  if (!bad)
    CK (cudaMemPoolDestroy (p));
}
PROG (pool_memory_left)
{
  int *a;
  CK (cudaMallocAsync (&a, 128, 0));
  fillK<<<1, 32>>> (a);
  used ();
  if (!bad)
    CK (cudaFreeAsync (a, 0));
  CK (cudaDeviceSynchronize ());
}
PROG (registered_left)
{
  void *h = aligned_alloc (4096, 4096);
  CK (cudaHostRegister (h, 4096, cudaHostRegisterDefault));
  used ();
  if (!bad)
    CK (cudaHostUnregister (h));
  free (h);
}
PROG (managed_left)
{
  int *m;
  CK (cudaMallocManaged (&m, 128));
  fillK<<<1, 32>>> (m);
  CK (cudaDeviceSynchronize ());
  used ();
  if (!bad)
    CK (cudaFree (m));
}
PROG (reset_all)
{
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  used ();
  if (!bad)
    CK (cudaStreamDestroy (s));
  CK (cudaDeviceReset ());
}
