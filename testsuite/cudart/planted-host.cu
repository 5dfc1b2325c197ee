/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  flags: -g.  Programs with one defect each (plant.h).
   The host: memory, copies, streams, events, graphs, launches that fail.  */
#include "plant.h"
#include <ctime>
__global__ void
fillI (int *p, int v)
{
  p[blockIdx.x * blockDim.x + threadIdx.x] = v;	/* host_uaf memory, dfree_use memory, free_running memory, pool_order memory */
}
__global__ void
addI (int *p, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;	/* small_alloc memory, null_ptr memory, host_ptr memory */
}
__global__ void
copyI (const int *a, int *b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[i];	/* partial_copy init, async_uninit init, never_set init */
}
PROG (host_uaf)
{
  int *a = dev<int> (256);
  if (bad)
    CK (cudaFree (a));
  fillI<<<1, 256>>> (a, 1);
  done ();
}
/* Copies that fail, and nobody looks.  */
__constant__ float table[16];
__global__ void
tableK (float *p)
{
  p[threadIdx.x] = table[threadIdx.x];	/* symbol_index memory */
}
PROG (symbol_size)
{
  float h[32] = { 0 }, *p;
  CK (cudaMalloc (&p, 64));
  cudaMemcpyToSymbol (table, h, bad ? sizeof h : sizeof table);	/* symbol_size program */
  tableK<<<1, 16>>> (p);
  done ();
}
PROG (symbol_index)
{
  float *p;
  CK (cudaMalloc (&p, 4 * 32));
  tableK<<<1, bad ? 17 : 16>>> (p);
  done ();
}
PROG (copy_size)
{
  int h[100] = { 0 }, *p;
  CK (cudaMalloc (&p, 400));
  CK (cudaMemset (p, 0, 400));
  cudaMemcpy (p, h, bad ? 404 : 400, cudaMemcpyHostToDevice);	/* copy_size program */
  addI<<<1, 128>>> (p, 100);
  done ();
}
PROG (copy_null)
{
  int h[100] = { 0 }, *p;
  CK (cudaMalloc (&p, 400));
  CK (cudaMemset (p, 0, 400));
  cudaMemcpy (p, bad ? NULL : h, 400, cudaMemcpyHostToDevice);	/* copy_null program */
  addI<<<1, 128>>> (p, 100);
  done ();
}
/* What nothing has written is copied out.  */
PROG (copy_unwritten)
{
  int h[100], *p, *q;
  CK (cudaMalloc (&p, 400));
  CK (cudaMalloc (&q, 400));
  CK (cudaMemset (p, 0, 400));
  addI<<<1, 128>>> (p, 100);
  CK (cudaMemcpy (h, bad ? q : p, 400, cudaMemcpyDeviceToHost));	/* copy_unwritten init */
}
PROG (small_alloc)
{
  int *a;
  CK (cudaMalloc (&a, bad ? 1000 : 1000 * sizeof *a));
  cudaMemset (a, 0, bad ? 1000 : 4000);
  addI<<<4, 256>>> (a, 1000);
  done ();
}
PROG (null_ptr)
{
  int *a = bad ? nullptr : dev<int> (256);
  addI<<<1, 256>>> (a, 256);
  done ();
}
PROG (host_ptr)
{
  int *h = (int *)calloc (256, 4), *a = dev<int> (256);
  addI<<<1, 256>>> (bad ? h : a, 256);
  done ();
}
PROG (double_free)
{
  int *a = dev<int> (256);
  fillI<<<1, 256>>> (a, 1);
  cudaDeviceSynchronize ();
  CK (cudaFree (a));
  if (bad)
    CK (cudaFree (a));	/* double_free memory */
}
PROG (partial_copy)
{
  int *a, *b = dev<int> (256, 0), h[256] = { 0 };
  CK (cudaMalloc (&a, 1024));
  CK (cudaMemcpy (a, h, bad ? 256 : 1024, cudaMemcpyHostToDevice));
  copyI<<<1, 256>>> (a, b, 256);
  show (b, 256);
}
PROG (never_set)
{
  int *a, *b = dev<int> (256, 0);
  CK (cudaMalloc (&a, 1024));
  if (!bad)
    CK (cudaMemset (a, 0, 1024));
  copyI<<<1, 256>>> (a, b, 256);
  show (b, 256);
}
PROG (streams_race)
{
  int *a = dev<int> (256);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking);
  fillI<<<1, 256, 0, s>>> (a, 1);
  if (!bad)
    cudaStreamSynchronize (s);
  fillI<<<1, 256, 0, t>>> (a, 2);	/* streams_race race */
  cudaDeviceSynchronize ();
}
PROG (memcpy_race)
{
  int *a = dev<int> (256), *h;
  cudaMallocHost (&h, 1024);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking);
  fillI<<<1, 256, 0, s>>> (a, 1);
  cudaMemcpyAsync (h, a, 1024, cudaMemcpyDeviceToHost, bad ? t : s);	/* memcpy_race race */
  cudaDeviceSynchronize ();
  printf ("%d\n", h[0]);
}
PROG (host_early)
{
  int *a = dev<int> (256), *h;
  cudaMallocHost (&h, 1024);
  cudaStream_t s;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  fillI<<<1, 256, 0, s>>> (a, 1);
  cudaMemcpyAsync (h, a, 1024, cudaMemcpyDeviceToHost, s);
  if (!bad)
    cudaStreamSynchronize (s);
  printf ("%d\n", h[0]);	/* host_early race */
  cudaDeviceSynchronize ();
}
PROG (host_reuse)
{
  int *a = dev<int> (256), *h;
  cudaMallocHost (&h, 1024);
  for (int i = 0; i < 256; i++)
    h[i] = i;
  cudaStream_t s;
  cudaStreamCreate (&s);
  cudaMemcpyAsync (a, h, 1024, cudaMemcpyHostToDevice, s);
  addI<<<1, 256, 0, s>>> (a, 256);
  if (!bad)
    cudaStreamSynchronize (s);
  h[5] = 7;	/* host_reuse race */
  cudaDeviceSynchronize ();
}
PROG (managed_read)
{
  int *m;
  cudaMallocManaged (&m, 1024);
  fillI<<<1, 256>>> (m, 3);
  if (!bad)
    cudaDeviceSynchronize ();
  printf ("%d\n", m[3]);	/* managed_read race */
  cudaDeviceSynchronize ();
}
PROG (event_order)
{
  int *a = dev<int> (256);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking);
  cudaEvent_t e;
  cudaEventCreate (&e);
  if (bad)
    cudaEventRecord (e, s);
  fillI<<<1, 256, 0, s>>> (a, 1);	/* event_order race */
  if (!bad)
    cudaEventRecord (e, s);
  cudaStreamWaitEvent (t, e, 0);
  addI<<<1, 256, 0, t>>> (a, 256);	/* event_order race */
  cudaDeviceSynchronize ();
}
PROG (graph_dep)
{
  int *a = dev<int> (256), *b = dev<int> (256);
  cudaGraph_t g;
  cudaGraphCreate (&g, 0);
  cudaGraphNode_t n1, n2;
  int v = 4, n = 256;
  void *a1[] = { &a, &v }, *a2[] = { &a, &b, &n };
  cudaKernelNodeParams p = {};
  p.gridDim = p.blockDim = dim3 (1);
  p.blockDim.x = 256;
  p.func = (void *)fillI;
  p.kernelParams = a1;
  CK (cudaGraphAddKernelNode (&n1, g, nullptr, 0, &p));
  p.func = (void *)copyI;
  p.kernelParams = a2;
  CK (cudaGraphAddKernelNode (&n2, g, bad ? nullptr : &n1, !bad, &p));
  cudaGraphExec_t x;
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));	/* graph_dep race */
  cudaDeviceSynchronize ();
}
PROG (capture_dep)
{
  int *a = dev<int> (256), *b = dev<int> (256, 0);
  cudaStream_t s, t;
  cudaStreamCreate (&s);
  cudaStreamCreate (&t);
  cudaEvent_t e, f;
  cudaEventCreate (&e);
  cudaEventCreate (&f);
  cudaGraph_t g;
  cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal);
  if (bad)
    cudaEventRecord (e, s);
  fillI<<<1, 256, 0, s>>> (a, 1);
  if (!bad)
    cudaEventRecord (e, s);
  cudaStreamWaitEvent (t, e, 0);
  copyI<<<1, 256, 0, t>>> (a, b, 256);
  cudaEventRecord (f, t);
  cudaStreamWaitEvent (s, f, 0);
  CK (cudaStreamEndCapture (s, &g));
  cudaGraphExec_t x;
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, s));	/* capture_dep race */
  cudaDeviceSynchronize ();
}
PROG (launch_unchecked)
{
  int *a = dev<int> (2048);
  fillI<<<1, bad ? 2048 : 1024>>> (a, 1);	/* launch_unchecked program */
  cudaDeviceSynchronize ();
}
PROG (launch_smem)
{
  int *a = dev<int> (2048);
  fillI<<<1, 1024, bad ? 300000 : 1000>>> (a, 1);	/* launch_smem program */
  cudaDeviceSynchronize ();
}
PROG (dfree_use)
{
  int *a;
  cudaStream_t s;
  cudaStreamCreate (&s);
  cudaMallocAsync (&a, 1024, s);
  fillI<<<1, 256, 0, s>>> (a, 1);
  cudaFreeAsync (a, s);
  if (bad)
    fillI<<<1, 256, 0, s>>> (a, 2);
  done ();
}
PROG (async_uninit)
{
  int *a, *b = dev<int> (256, 0);
  cudaStream_t s;
  cudaStreamCreate (&s);
  cudaMallocAsync (&a, 1024, s);
  if (!bad)
    cudaMemsetAsync (a, 0, 1024, s);
  copyI<<<1, 256, 0, s>>> (a, b, 256);
  cudaFreeAsync (a, s);
  done ();
  show (b, 256);
}
PROG (free_inside)
{
  int *a = dev<int> (256);
  fillI<<<1, 256>>> (a, 1);
  cudaDeviceSynchronize ();
  CK (cudaFree (bad ? a + 4 : a));	/* free_inside memory */
}
PROG (zero_copy_write)
{
  int *h, *d;
  cudaHostAlloc (&h, 1024, cudaHostAllocMapped);
  cudaHostGetDevicePointer (&d, h, 0);
  memset (h, 0, 1024);
  addI<<<1, 256>>> (d, 256);
  if (!bad)
    cudaDeviceSynchronize ();
  h[3] = 5;	/* zero_copy_write race */
  cudaDeviceSynchronize ();
}
PROG (free_running)
{
  int *a = dev<int> (256), *b = dev<int> (256, 0);
  cudaStream_t s;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  fillI<<<1, 256, 0, s>>> (a, 1);
  if (!bad)
    cudaStreamSynchronize (s);
  cudaFreeAsync (a, 0);	/* free_running race */
  done ();
}

/* memory of a pool is freed in another stream's back.  */
PROG (pool_order)
{
  int *a;
  cudaStream_t s, t;
  cudaEvent_t e;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking);
  cudaEventCreate (&e);
  cudaMallocAsync (&a, 1024, s);
  cudaEventRecord (e, s);
  cudaStreamWaitEvent (t, e);
  fillI<<<1, 256, 0, t>>> (a, 1);
  if (!bad)
    {
      cudaEventRecord (e, t);
      cudaStreamWaitEvent (s, e);
    }
  cudaFreeAsync (a, s);	/* pool_order race */
  done ();
  for (int k = 0; k < 8; k++)
    {
      cudaStream_t x = k & 1 ? s : t;
      cudaMallocAsync (&a, 1024, x);
      fillI<<<1, 256, 0, x>>> (a, 1);
      cudaFreeAsync (a, x);
    }
  done ();
}

/* A kernel that waits for one that is launched later, or behind it.  */
__global__ void
waitK (int *flag)
{
  while (atomicAdd (flag, 0) == 0)	/* late_flag sync, both_wait sync */
    ;					/* late_flag sync, both_wait sync */
}
__global__ void
setK (int *flag)
{
  atomicExch (flag, 1);
}
PROG (late_flag)
{
  int *f;
  cudaStream_t s, t;
  CK (cudaMalloc (&f, 4));
  CK (cudaMemset (f, 0, 4));
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  waitK<<<1, 1, 0, s>>> (f);
  struct timespec ms = { 0, 200000000 };
  nanosleep (&ms, NULL);
  setK<<<1, 1, 0, bad ? s : t>>> (f);
  done ();
}
PROG (both_wait)
{
  int *f;
  cudaStream_t s, t;
  CK (cudaMalloc (&f, 8));
  CK (cudaMemset (f, 0, 8));
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  waitK<<<1, 1, 0, s>>> (f);
  setK<<<1, 1, 0, s>>> (f + 1);
  if (bad)
    waitK<<<1, 1, 0, t>>> (f + 1);
  setK<<<1, 1, 0, t>>> (f);
  if (!bad)
    waitK<<<1, 1, 0, t>>> (f + 1);
  done ();
}
