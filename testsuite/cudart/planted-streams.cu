/* SPDX-License-Identifier: MIT */
/* flags: -std=c++17.  Programs with one defect each (plant.h).
   Memory, order of streams and host, textures.  Each defect by its kind:
   free_twice memory, free_inner memory, free_host memory, freehost_malloc memory, use_after memory,
   async_after memory, async_cross race, async_cross memory, async_alloc race, memset_past program,
   h2d_past program, d2d_overlap race, byone memory, localpast memory, sharedpast memory,
   sharednext memory, align memory, unwritten init, unwritten_part init, heappast memory,
   nonblock race, legacy race, wait_first race, event_poll race, stream_poll race, hostfunc race,
   mapped race, unregistered memory, managed2 race, managedvar race, prefetch race, pageable race,
   pinned_change race, graph_par race, texwrite race, texdestroyed memory, texunset init,
   surfbytes memory.  */
#include "plant.h"
#include <vector>
#include <thread>
#include <cuda/atomic>
#define N 256
__global__ void
fill (int *p, int v, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v + i;
}
__global__ void
add1 (int *p, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__global__ void
copyk (const int *p, int *q, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    q[i] = p[i];
}
/* So a defect of memory is not that of a program's first call.  */
static void
launched_before ()
{
  int *z;
  CK (cudaMalloc (&z, 4));
  fill<<<1, 1>>> (z, 0, 1);
  done ();
  CK (cudaFree (z));
}
/* ---- memory ---- */
PROG (free_twice)
{
  launched_before ();
  int *a = dev<int> (N);
  CK (cudaFree (a));
  if (bad)
    cudaFree (a);
}
PROG (free_inner)
{
  launched_before ();
  int *a = dev<int> (N);
  if (bad)
    cudaFree (a + 4);
  else
    CK (cudaFree (a));
}
PROG (free_host)
{
  launched_before ();
  int *a = (int *) malloc (64);
  if (bad)
    cudaFree (a);
  free (a);
}
PROG (freehost_malloc)
{
  launched_before ();
  int *a = (int *) malloc (64), *b;
  CK (cudaMallocHost (&b, 64));
  if (bad)
    cudaFreeHost (a);
  else
    CK (cudaFreeHost (b));
  free (a);
}
PROG (use_after)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  CK (cudaFree (a));
  add1<<<4, 64>>> (bad ? a : b, N);
  done ();
}
PROG (async_after)
{
  int *a;
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaMallocAsync (&a, 1024, s));
  fill<<<4, 64, 0, s>>> (a, 1, N);
  if (bad)
    {
      CK (cudaFreeAsync (a, s));
      add1<<<4, 64, 0, s>>> (a, N);
    }
  else
    {
      add1<<<4, 64, 0, s>>> (a, N);
      CK (cudaFreeAsync (a, s));
    }
  CK (cudaStreamSynchronize (s));
}
PROG (async_cross)
{
  int *a, *o = dev<int> (N);
  cudaStream_t s, t;
  cudaEvent_t e;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  CK (cudaEventCreate (&e));
  CK (cudaMallocAsync (&a, 1024, s));
  fill<<<4, 64, 0, s>>> (a, 1, N);
  CK (cudaEventRecord (e, s));
  CK (cudaStreamWaitEvent (t, e));
  copyk<<<4, 64, 0, t>>> (a, o, N);
  if (!bad)
    {
      CK (cudaEventRecord (e, t));
      CK (cudaStreamWaitEvent (s, e));
    }
  CK (cudaFreeAsync (a, s));
  CK (cudaDeviceSynchronize ());
}
PROG (async_alloc)
{
  int *a;
  cudaStream_t s, t;
  cudaEvent_t e;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  CK (cudaEventCreate (&e));
  CK (cudaMallocAsync (&a, 1024, s));
  if (!bad)
    {
      CK (cudaEventRecord (e, s));
      CK (cudaStreamWaitEvent (t, e));
    }
  fill<<<4, 64, 0, t>>> (a, 1, N);
  CK (cudaStreamSynchronize (t));
  CK (cudaFreeAsync (a, s));
  CK (cudaDeviceSynchronize ());
}
PROG (memset_past)
{
  launched_before ();
  int *a = dev<int> (N);
  if (bad)
    cudaMemset (a, 0, 1025);
  else
    CK (cudaMemset (a, 0, 1024));
}
PROG (h2d_past)
{
  launched_before ();
  std::vector<int> h (N);
  int *a = dev<int> (N);
  if (bad)
    cudaMemcpy (a + 1, h.data (), 1024, cudaMemcpyHostToDevice);
  else
    CK (cudaMemcpy (a, h.data (), 1024, cudaMemcpyHostToDevice));
}
PROG (d2d_overlap)
{
  launched_before ();
  int *a = dev<int> (N);
  CK (cudaMemcpy (a + (bad ? 10 : 128), a, 512, cudaMemcpyDeviceToDevice));
}
PROG (byone)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  copyk<<<5, 64>>> (a, b, bad ? N + 1 : N);
  done ();
}
template <int BAD>
__global__ void
localK (int *o, int n)
{
  int l[8];
  for (int i = 0; i < 8; i++)
    l[i] = i;
  int s = 0;
  for (int i = 0; i < n + BAD; i++)
    s += l[i % (8 + BAD)];
  o[threadIdx.x] = s;
}
PROG (localpast)
{
  int *o = dev<int> (32);
  GO (localK, <<<1, 32>>> (o, 9));
  show (o, 32);
}
template <int BAD>
__global__ void
sharedK (int *o)
{
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  __syncthreads ();
  o[threadIdx.x] = s[threadIdx.x + BAD];
}
PROG (sharedpast)
{
  int *o = dev<int> (64);
  GO (sharedK, <<<1, 64>>> (o));
  show (o, 64);
}
template <int BAD>
__global__ void
sharedNextK (int *o)
{
  __shared__ int s[64], u[64];
  s[threadIdx.x] = 1;
  u[threadIdx.x] = 2;
  __syncthreads ();
  int k = threadIdx.x + BAD;
  o[threadIdx.x] = s[k] + u[threadIdx.x];
}
PROG (sharednext)
{
  int *o = dev<int> (64);
  GO (sharedNextK, <<<1, 64>>> (o));
  show (o, 64);
}
template <int BAD>
__global__ void
alignK (char *p, int *o)
{
  o[threadIdx.x] = *(int *) (p + threadIdx.x * 4 + BAD);
}
PROG (align)
{
  char *p = dev<char> (132);
  int *o = dev<int> (32);
  GO (alignK, <<<1, 32>>> (p, o));
  show (o, 32);
}
PROG (unwritten)
{
  int *a = dev<int> (N, 0), *b = dev<int> (N);
  if (!bad)
    CK (cudaMemset (a, 0, 1024));
  copyk<<<4, 64>>> (a, b, N);
  show (b, N);
}
PROG (unwritten_part)
{
  int *a = dev<int> (N, 0), *b = dev<int> (N);
  fill<<<4, 64>>> (a, 0, bad ? N - 1 : N);
  copyk<<<4, 64>>> (a, b, N);
  show (b, N);
}
template <int BAD>
__global__ void
heapK (int *o)
{
  int *p = (int *) malloc (16);
  if (!p)
    return;
  p[0] = threadIdx.x;
  o[threadIdx.x] = p[0];
  if (BAD)
    p[4] = 1;
  free (p);
}
PROG (heappast)
{
  int *o = dev<int> (32);
  GO (heapK, <<<1, 32>>> (o));
  show (o, 32);
}
template <int BAD>
__global__ void
heapLeakK (int *o)
{
  int *p = (int *) malloc (16);
  if (!p)
    return;
  p[0] = 3;
  o[threadIdx.x] = p[0];
  if (!BAD)
    free (p);
}
/* ---- order ---- */
PROG (nonblock)
{
  int *a = dev<int> (N);
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  int *h;
  CK (cudaMallocHost (&h, 1024));
  fill<<<4, 64, 0, s>>> (a, 0, N);
  if (!bad)
    CK (cudaStreamSynchronize (s));
  CK (cudaMemcpy (h, a, 1024, cudaMemcpyDeviceToHost));
  printf ("%d\n", h[3]);
}
PROG (legacy)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  cudaStream_t s, t;
  if (bad)
    {
      CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
      CK (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
    }
  else
    {
      CK (cudaStreamCreate (&s));
      CK (cudaStreamCreate (&t));
    }
  fill<<<4, 64, 0, s>>> (a, 0, N);
  add1<<<1, 1>>> (b, 1);
  add1<<<4, 64, 0, t>>> (a, N);
  CK (cudaDeviceSynchronize ());
}
PROG (wait_first)
{
  int *a = dev<int> (N);
  cudaStream_t s, t;
  cudaEvent_t e;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  CK (cudaEventCreate (&e));
  if (bad)
    CK (cudaStreamWaitEvent (t, e));
  fill<<<4, 64, 0, s>>> (a, 0, N);
  CK (cudaEventRecord (e, s));
  if (!bad)
    CK (cudaStreamWaitEvent (t, e));
  add1<<<4, 64, 0, t>>> (a, N);
  CK (cudaDeviceSynchronize ());
}
PROG (event_poll)
{
  int *a = dev<int> (N), *h;
  cudaEvent_t e;
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaEventCreate (&e));
  CK (cudaMallocHost (&h, 1024));
  fill<<<4, 64, 0, s>>> (a, 0, N);
  if (bad)
    CK (cudaEventRecord (e, s));
  CK (cudaMemcpyAsync (h, a, 1024, cudaMemcpyDeviceToHost, s));
  if (!bad)
    CK (cudaEventRecord (e, s));
  while (cudaEventQuery (e) == cudaErrorNotReady)
    ;
  printf ("%d\n", h[5]);
  CK (cudaDeviceSynchronize ());
}
PROG (stream_poll)
{
  launched_before ();
  int *a = dev<int> (N), *h;
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaMallocHost (&h, 1024));
  CK (cudaMemcpyAsync (h, a, 1024, cudaMemcpyDeviceToHost, s));
  if (bad)
    cudaStreamQuery (0);
  else
    while (cudaStreamQuery (s) == cudaErrorNotReady)
      ;
  printf ("%d\n", h[5]);
  CK (cudaDeviceSynchronize ());
}
static int host_seen;
static void CUDART_CB
hostfn (void *p)
{
  host_seen = ((int *) p)[7];
}
PROG (hostfunc)
{
  launched_before ();
  int *a = dev<int> (N), *h;
  cudaStream_t s, t;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  CK (cudaMallocHost (&h, 1024));
  memset (h, 0, 1024);
  CK (cudaMemcpyAsync (h, a, 1024, cudaMemcpyDeviceToHost, s));
  CK (cudaLaunchHostFunc (bad ? t : s, hostfn, h));
  CK (cudaDeviceSynchronize ());
  printf ("%d\n", host_seen);
}
PROG (mapped)
{
  int *h, *d;
  CK (cudaHostAlloc (&h, 1024, cudaHostAllocMapped));
  CK (cudaHostGetDevicePointer (&d, h, 0));
  fill<<<4, 64>>> (d, 0, N);
  if (!bad)
    CK (cudaDeviceSynchronize ());
  printf ("%d\n", h[9]);
  CK (cudaDeviceSynchronize ());
}
PROG (unregistered)
{
  int *h = (int *) aligned_alloc (4096, 4096);
  memset (h, 0, 4096);
  CK (cudaHostRegister (h, 4096, cudaHostRegisterMapped));
  int *d;
  CK (cudaHostGetDevicePointer (&d, h, 0));
  if (bad)
    CK (cudaHostUnregister (h));
  fill<<<4, 64>>> (d, 0, N);
  done ();
  if (!bad)
    CK (cudaHostUnregister (h));
}
PROG (managed2)
{
  int *a, *b;
  CK (cudaMallocManaged (&a, 1024));
  CK (cudaMallocManaged (&b, 1024));
  fill<<<4, 64>>> (a, 0, N);
  (bad ? a : b)[5] = 3;
  CK (cudaDeviceSynchronize ());
  printf ("%d\n", a[0]);
}
__managed__ int mglob[64];
PROG (managedvar)
{
  fill<<<1, 64>>> (mglob, 0, 64);
  if (!bad)
    CK (cudaDeviceSynchronize ());
  int v = mglob[5];
  printf ("%d\n", v);
  CK (cudaDeviceSynchronize ());
}
PROG (prefetch)
{
  int *a;
  CK (cudaMallocManaged (&a, 1024));
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  for (int i = 0; i < N; i++)
    a[i] = i;
  add1<<<4, 64, 0, s>>> (a, N);
  if (!bad)
    CK (cudaStreamSynchronize (s));
  long t = 0;
  for (int i = 0; i < N; i++)
    t += a[i];
  printf ("%ld\n", t);
  CK (cudaDeviceSynchronize ());
}
PROG (pageable)
{
  std::vector<int> h (N, 1);
  int *a = dev<int> (N);
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaMemcpyAsync (a, h.data (), 1024, cudaMemcpyHostToDevice, s));
  if (bad)
    {
      cudaStream_t t;
      CK (cudaStreamCreate (&t));
      add1<<<4, 64, 0, t>>> (a, N);
    }
  else
    add1<<<4, 64, 0, s>>> (a, N);
  CK (cudaDeviceSynchronize ());
}
PROG (pinned_change)
{
  launched_before ();
  int *h, *a = dev<int> (N);
  CK (cudaMallocHost (&h, 1024));
  memset (h, 0, 1024);
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaMemcpyAsync (a, h, 1024, cudaMemcpyHostToDevice, s));
  if (!bad)
    CK (cudaStreamSynchronize (s));
  h[4] = 9;
  CK (cudaDeviceSynchronize ());
}
__global__ void
spinK (volatile int *f, int *o)
{
  while (*f == 0)
    ;
  __threadfence_system ();
  *o = *f;
}
PROG (graph_par)
{
  int *a = dev<int> (N);
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaGraphNode_t n1, n2;
  int v = 0, n = N;
  void *p1[] = { &a, &v, &n }, *p2[] = { &a, &n };
  CK (cudaGraphCreate (&g, 0));
  cudaKernelNodeParams k = {};
  k.func = (void *) fill;
  k.gridDim = 4;
  k.blockDim = 64;
  k.kernelParams = p1;
  CK (cudaGraphAddKernelNode (&n1, g, 0, 0, &k));
  k.func = (void *) add1;
  k.kernelParams = p2;
  CK (cudaGraphAddKernelNode (&n2, g, bad ? 0 : &n1, bad ? 0 : 1, &k));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
}
/* ---- textures ---- */
template <int BAD>
__global__ void
texK (cudaTextureObject_t t, int *p, int *o)
{
  int i = threadIdx.x;
  int v = tex1Dfetch<int> (t, i);
  if (BAD)
    p[(i + 1) & 63] = v;
  else
    o[i] = v;
}
PROG (texwrite)
{
  int *p = dev<int> (64), *o = dev<int> (64);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = cudaCreateChannelDesc<int> ();
  r.res.linear.sizeInBytes = 256;
  cudaTextureDesc d = {};
  d.readMode = cudaReadModeElementType;
  cudaTextureObject_t t;
  CK (cudaCreateTextureObject (&t, &r, &d, 0));
  GO (texK, <<<1, 64>>> (t, p, o));
  show (o, 64);
}
__global__ void
texR (cudaTextureObject_t t, float *o)
{
  o[threadIdx.x] = tex2D<float> (t, threadIdx.x % 8 + .5f, threadIdx.x / 8 + .5f);
}
PROG (texdestroyed)
{
  cudaArray_t a;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float> ();
  CK (cudaMallocArray (&a, &c, 8, 8));
  float h[64] = {};
  CK (cudaMemcpy2DToArray (a, 0, 0, h, 32, 32, 8, cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  CK (cudaCreateTextureObject (&t, &r, &d, 0));
  float *o = dev<float> (64);
  if (bad)
    CK (cudaFreeArray (a));
  texR<<<1, 64>>> (t, o);
  done ();
}
PROG (texunset)
{
  cudaArray_t a;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float> ();
  CK (cudaMallocArray (&a, &c, 8, 8));
  float h[64] = {};
  CK (cudaMemcpy2DToArray (a, 0, 0, h, 32, 32, bad ? 7 : 8, cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  CK (cudaCreateTextureObject (&t, &r, &d, 0));
  float *o = dev<float> (64);
  texR<<<1, 64>>> (t, o);
  show (o, 64);
}
template <int BAD>
__global__ void
surfK (cudaSurfaceObject_t s, float *o)
{
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  surf2Dwrite ((float) threadIdx.x, s, x * (BAD ? 1 : 4), y);
  o[threadIdx.x] = x;
}
PROG (surfbytes)
{
  cudaArray_t a;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float> ();
  CK (cudaMallocArray (&a, &c, 8, 8, cudaArraySurfaceLoadStore));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t s;
  CK (cudaCreateSurfaceObject (&s, &r));
  float *o = dev<float> (64);
  GO (surfK, <<<1, 64>>> (s, o));
  done ();
  show (o, 64);
}
