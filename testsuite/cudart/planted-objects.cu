/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17 --extended-lambda.  Programs with one defect each (plant.h).
   What the host makes: pools, events, graphs, arrays, managed memory; algorithms of CUB and Thrust.
   Each defect by its kind:
   freed_elsewhere race, pool_twice memory, pool_past memory, pool_unset init,
   recorded_again race, event_of_other race, buffer_early race, graph_edges race,
   body_beside race, branches_meet race, graph_memory memory, managed_list race,
   mapped_fence race, layers memory, texels_unset init, transform_shifted race,
   copy_overlap race, scatter_twice race, gather_past memory, merge_into race,
   union_small memory, segments_past memory, runs_small memory, select_stream race,
   scratch_shared race, exchange_again race.  */
#include "plant.h"
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/merge.h>
#include <thrust/scatter.h>
#include <thrust/set_operations.h>
#include <thrust/transform.h>
__global__ void
add (int *p, int n, int by)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += by;
}
__global__ void
copy (const int *a, int *o, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    o[i] = a[i];
}
struct two
{
  cudaStream_t a, b;
  cudaEvent_t e;
  two ()
  {
    CK (cudaStreamCreateWithFlags (&a, cudaStreamNonBlocking));
    CK (cudaStreamCreateWithFlags (&b, cudaStreamNonBlocking));
    CK (cudaEventCreate (&e));
  }
  void
  b_after_a ()
  {
    CK (cudaEventRecord (e, a));
    CK (cudaStreamWaitEvent (b, e));
  }
  ~two ()
  {
    cudaDeviceSynchronize ();
    CK (cudaEventDestroy (e));
    CK (cudaStreamDestroy (a));
    CK (cudaStreamDestroy (b));
  }
};
/* Memory in the order of streams is freed in another one than that which uses it.  */
PROG (freed_elsewhere)
{
  two s;
  int *p;
  CK (cudaMallocAsync (&p, 4096, s.a));
  CK (cudaMemsetAsync (p, 0, 4096, s.a));
  add<<<4, 256, 0, s.a>>> (p, 1024, 1);
  if (!bad)
    s.b_after_a ();
  else
    {
      s.b_after_a ();
      add<<<4, 256, 0, s.a>>> (p, 1024, 2);
    }
  CK (cudaFreeAsync (p, s.b));
}
/* Memory of a pool is freed twice.  */
PROG (pool_twice)
{
  two s;
  int *p, *q;
  CK (cudaMallocAsync (&p, 4096, s.a));
  CK (cudaMemsetAsync (p, 0, 4096, s.a));
  add<<<4, 256, 0, s.a>>> (p, 1024, 1);
  CK (cudaFreeAsync (p, s.a));
  if (bad)
    CK (cudaFreeAsync (p, s.a));
  CK (cudaMallocAsync (&q, 4096, s.a));
  CK (cudaMemsetAsync (q, 1, 4096, s.a));
  CK (cudaFreeAsync (q, s.a));
}
/* A pool's memory is reached by a kernel behind its end.  */
PROG (pool_past)
{
  two s;
  int *p, *q;
  CK (cudaMallocAsync (&p, 1000 * 4, s.a));
  CK (cudaMallocAsync (&q, 1000 * 4, s.a));
  CK (cudaMemsetAsync (p, 0, 4000, s.a));
  CK (cudaMemsetAsync (q, 0, 4000, s.a));
  add<<<4, 256, 0, s.a>>> (p, bad ? 1024 : 1000, 1);
  CK (cudaFreeAsync (p, s.a));
  CK (cudaFreeAsync (q, s.a));
}
/* What a stream has been given anew has not been set.  */
PROG (pool_unset)
{
  two s;
  int *p, *o = dev<int> (1024);
  CK (cudaMallocAsync (&p, 4096, s.a));
  CK (cudaMemsetAsync (p, 5, 4096, s.a));
  CK (cudaFreeAsync (p, s.a));
  CK (cudaMallocAsync (&p, 4096, s.a));
  if (!bad)
    CK (cudaMemsetAsync (p, 5, 4096, s.a));
  copy<<<4, 256, 0, s.a>>> (p, o, 1024);
  CK (cudaFreeAsync (p, s.a));
  CK (cudaStreamSynchronize (s.a));
  show (o, 1024);
}
/* An event that is recorded again stands for its last record.  */
PROG (recorded_again)
{
  two s;
  int *p = dev<int> (1024), *o = dev<int> (1024);
  CK (cudaDeviceSynchronize ());
  if (bad)
    CK (cudaEventRecord (s.e, s.a));
  add<<<4, 256, 0, s.a>>> (p, 1024, 1);
  if (!bad)
    CK (cudaEventRecord (s.e, s.a));
  CK (cudaStreamWaitEvent (s.b, s.e));
  copy<<<4, 256, 0, s.b>>> (p, o, 1024);
  CK (cudaStreamSynchronize (s.b));
  CK (cudaStreamSynchronize (s.a));
  show (o, 1024);
}
/* The host waits for an event of one stream, and reads what another one sends.  */
PROG (event_of_other)
{
  two s;
  int *p = dev<int> (1024), *h;
  CK (cudaMallocHost (&h, 4096));
  CK (cudaDeviceSynchronize ());
  add<<<4, 256, 0, s.a>>> (p, 1024, 1);
  s.b_after_a ();
  CK (cudaMemcpyAsync (h, p, 4096, cudaMemcpyDeviceToHost, s.b));
  if (!bad)
    CK (cudaEventRecord (s.e, s.b));
  CK (cudaEventSynchronize (s.e));
  printf ("%d\n", h[7]);
  CK (cudaDeviceSynchronize ());
  CK (cudaFreeHost (h));
}
/* The buffer of a copy is written when the copy may still run.  */
PROG (buffer_early)
{
  two s;
  int *p = dev<int> (1 << 16), *h;
  CK (cudaMallocHost (&h, 4 << 16));
  for (int i = 0; i < 1 << 16; i++)
    h[i] = i;
  CK (cudaMemcpyAsync (p, h, 4 << 16, cudaMemcpyHostToDevice, s.a));
  if (bad)
    h[5] = 1;
  CK (cudaStreamSynchronize (s.a));
  if (!bad)
    h[5] = 1;
  CK (cudaFreeHost (h));
  add<<<256, 256>>> (p, 1 << 16, 1);
  show (p, 1 << 16);
}
/* A graph in which nothing says that the second kernel comes after the first.  */
PROG (graph_edges)
{
  int *p = dev<int> (1024), *o = dev<int> (1024), n = 1024, by = 1;
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaGraphNode_t a, b;
  CK (cudaGraphCreate (&g, 0));
  void *first[] = { &p, &n, &by }, *second[] = { &p, &o, &n };
  cudaKernelNodeParams k = {};
  k.func = (void *) add;
  k.gridDim = 4;
  k.blockDim = 256;
  k.kernelParams = first;
  CK (cudaGraphAddKernelNode (&a, g, NULL, 0, &k));
  k.func = (void *) copy;
  k.kernelParams = second;
  CK (cudaGraphAddKernelNode (&b, g, &a, bad ? 0 : 1, &k));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
  show (o, 1024);
  CK (cudaGraphExecDestroy (x));
  CK (cudaGraphDestroy (g));
}
/* A conditional body writes what a node beside it reads.  */
__global__ void
choose (cudaGraphConditionalHandle h)
{
  cudaGraphSetConditional (h, 1);
}
PROG (body_beside)
{
  int *p = dev<int> (1024), *o = dev<int> (1024), n = 1024, by = 1;
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaGraphNode_t set, branch, in, reads;
  cudaGraphConditionalHandle h;
  CK (cudaGraphCreate (&g, 0));
  CK (cudaGraphConditionalHandleCreate (&h, g));
  void *ask[] = { &h }, *first[] = { &p, &n, &by }, *second[] = { &p, &o, &n };
  cudaKernelNodeParams k = {};
  k.func = (void *) choose;
  k.gridDim = k.blockDim = 1;
  k.kernelParams = ask;
  CK (cudaGraphAddKernelNode (&set, g, NULL, 0, &k));
  cudaGraphNodeParams c = {};
  c.type = cudaGraphNodeTypeConditional;
  c.conditional.handle = h;
  c.conditional.type = cudaGraphCondTypeIf;
  c.conditional.size = 1;
#if CUDART_VERSION >= 13000
  CK (cudaGraphAddNode (&branch, g, &set, NULL, 1, &c));
#else
  CK (cudaGraphAddNode (&branch, g, &set, 1, &c));
#endif
  k.gridDim = 4;
  k.blockDim = 256;
  k.func = (void *) add;
  k.kernelParams = first;
  CK (cudaGraphAddKernelNode (&in, c.conditional.phGraph_out[0], NULL, 0, &k));
  k.func = (void *) copy;
  k.kernelParams = second;
  CK (cudaGraphAddKernelNode (&reads, g, bad ? &set : &branch, 1, &k));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
  show (o, 1024);
  CK (cudaGraphExecDestroy (x));
  CK (cudaGraphDestroy (g));
}
/* A captured fork whose two branches write one buffer.  */
PROG (branches_meet)
{
  two s;
  int *p = dev<int> (1024);
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaDeviceSynchronize ());
  CK (cudaStreamBeginCapture (s.a, cudaStreamCaptureModeGlobal));
  s.b_after_a ();
  add<<<4, 256, 0, s.a>>> (p, bad ? 600 : 512, 1);
  add<<<4, 256, 0, s.b>>> (p + 512, 512, 2);
  CK (cudaEventRecord (s.e, s.b));
  CK (cudaStreamWaitEvent (s.a, s.e));
  CK (cudaStreamEndCapture (s.a, &g));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, s.a));
  CK (cudaStreamSynchronize (s.a));
  show (p, 1024);
  CK (cudaGraphExecDestroy (x));
  CK (cudaGraphDestroy (g));
}
/* The memory of a graph is used after the node that frees it.  */
PROG (graph_memory)
{
  two s;
  int *p, *o = dev<int> (1024);
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaDeviceSynchronize ());
  CK (cudaStreamBeginCapture (s.a, cudaStreamCaptureModeGlobal));
  CK (cudaMallocAsync (&p, 4096, s.a));
  CK (cudaMemsetAsync (p, 0, 4096, s.a));
  if (!bad)
    copy<<<4, 256, 0, s.a>>> (p, o, 1024);
  CK (cudaFreeAsync (p, s.a));
  if (bad)
    copy<<<4, 256, 0, s.a>>> (p, o, 1024);
  CK (cudaStreamEndCapture (s.a, &g));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, s.a));
  CK (cudaStreamSynchronize (s.a));
  show (o, 1024);
  CK (cudaGraphExecDestroy (x));
  CK (cudaGraphDestroy (g));
}
/* A list in managed memory, to which the host appends while a kernel goes along it.  */
struct node
{
  int value, used;
  node *next;
};
__global__ void
along (node *n, int *o)
{
  int sum = 0;
  for (; n; n = n->next)
    sum += n->used ? n->value : 0;
  *o = sum;
}
PROG (managed_list)
{
  node *n, *m;
  int *o = dev<int> (1);
  CK (cudaMallocManaged (&n, sizeof *n));
  CK (cudaMallocManaged (&m, sizeof *m));
  *n = { 3, 1, NULL };
  *m = { 4, 1, NULL };
  if (!bad)
    n->next = m;
  along<<<1, 1>>> (n, o);
  if (bad)
    n->next = m;
  CK (cudaDeviceSynchronize ());
  show (o, 1);
  CK (cudaFree (n));
  CK (cudaFree (m));
}
/* Mapped memory: the kernel's flag is seen by the host, its data need a fence of the system.  */
template <int B> __global__ void
tellK (int *data, volatile int *flag)
{
  data[threadIdx.x] = 6;
  if (!B)
    __threadfence_system ();
  __syncthreads ();
  if (threadIdx.x == 0)
    *flag = 1;
}
PROG (mapped_fence)
{
  int *h;
  CK (cudaMallocHost (&h, 8192));
  volatile int *f = h + 1024;
  *f = 0;
  GO (tellK, <<<1, 1024>>> (h, h + 1024));
  while (!*f)
    ;
  printf ("%d\n", *h);
  CK (cudaDeviceSynchronize ());
  CK (cudaFreeHost (h));
}
/* A layer that the array has not.  */
template <int B> __global__ void
layerK (cudaSurfaceObject_t s)
{
  int x = threadIdx.x;
  surf2DLayeredwrite (x, s, x * 4, 0, B ? 4 : 3);
}
PROG (layers)
{
  cudaArray_t a;
  cudaSurfaceObject_t s;
  cudaChannelFormatDesc d = cudaCreateChannelDesc<int> ();
  CK (cudaMalloc3DArray (&a, &d, make_cudaExtent (16, 16, 4), cudaArrayLayered | cudaArraySurfaceLoadStore));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  CK (cudaCreateSurfaceObject (&s, &r));
  GO (layerK, <<<1, 16>>> (s));
  CK (cudaDeviceSynchronize ());
  CK (cudaDestroySurfaceObject (s));
  CK (cudaFreeArray (a));
}
/* Texels of an array that nobody has filled.  */
__global__ void
texels (cudaTextureObject_t t, float *o)
{
  o[threadIdx.x] = tex2D<float> (t, threadIdx.x + .5f, 3.5f);
}
PROG (texels_unset)
{
  cudaArray_t a;
  cudaTextureObject_t t;
  cudaChannelFormatDesc d = cudaCreateChannelDesc<float> ();
  float *o = dev<float> (16), h[16 * 8] = {};
  CK (cudaMallocArray (&a, &d, 16, 8));
  CK (cudaMemcpy2DToArray (a, 0, 0, h, 64, 64, bad ? 3 : 8, cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc x = {};
  CK (cudaCreateTextureObject (&t, &r, &x, NULL));
  texels<<<1, 16>>> (t, o);
  show (o, 16);
  CK (cudaDestroyTextureObject (t));
  CK (cudaFreeArray (a));
}
/* Algorithms whose results overlap what they read.  */
struct plus_one
{
  __host__ __device__ int
  operator() (int v) const
  {
    return v + 1;
  }
};
PROG (transform_shifted)
{
  int *p = dev<int> (5000), *o = dev<int> (5000);
  thrust::device_ptr<int> a (p), b (o);
  thrust::transform (a, a + 4999, bad ? a + 1 : b, plus_one ());
  show (p, 5000);
}
PROG (copy_overlap)
{
  int *p = dev<int> (5000), *o = dev<int> (5000);
  thrust::device_ptr<int> a (p), b (o);
  add<<<20, 256>>> (p, 5000, 1);
  thrust::copy (thrust::device, a, a + 4000, bad ? a + 100 : b);
  show (p, 5000);
}
PROG (scatter_twice)
{
  int *p = dev<int> (1000), *o = dev<int> (1000);
  int *m = dev<int> (1000);
  if (!bad)
    {
      static int h[1000];
      for (int i = 0; i < 1000; i++)
	h[i] = 999 - i;
      CK (cudaMemcpy (m, h, sizeof h, cudaMemcpyHostToDevice));
      add<<<4, 256>>> (p, 1000, 3);
    }
  thrust::device_ptr<int> a (p), map (m), b (o);
  if (bad)
    thrust::copy (thrust::device, thrust::counting_iterator<int> (0), thrust::counting_iterator<int> (1000), a);
  thrust::scatter (a, a + 1000, map, b);
  show (o, 1000);
}
PROG (gather_past)
{
  int *p = dev<int> (90), *m = dev<int> (100), *o = dev<int> (100);
  thrust::device_ptr<int> a (p), map (m), b (o);
  thrust::gather (map, map + (bad ? 100 : 90), a, b);
  show (o, 100);
}
PROG (merge_into)
{
  static int h[8192];
  for (int i = 0; i < 8192; i++)
    h[i] = i;
  int *p = dev<int> (16384), *q = dev<int> (8192), *o = dev<int> (16384);
  CK (cudaMemcpy (p, h, sizeof h, cudaMemcpyHostToDevice));
  CK (cudaMemcpy (q, h, sizeof h, cudaMemcpyHostToDevice));
  thrust::device_ptr<int> a (p), b (q), c (bad ? p : o);
  thrust::merge (a, a + 8192, b, b + 8192, c);
  show (o, 16384);
}
PROG (union_small)
{
  int h[64];
  for (int i = 0; i < 64; i++)
    h[i] = 2 * i;
  int *p = dev<int> (64), *q = dev<int> (64), *o = dev<int> (bad ? 64 : 128);
  CK (cudaMemcpy (p, h, sizeof h, cudaMemcpyHostToDevice));
  for (int &v : h)
    v++;
  CK (cudaMemcpy (q, h, sizeof h, cudaMemcpyHostToDevice));
  thrust::device_ptr<int> a (p), b (q), c (o);
  thrust::set_union (a, a + 64, b, b + 64, c);
  show (o, 64);
}
PROG (segments_past)
{
  int *a = dev<int> (1000), *o = dev<int> (10), *at = dev<int> (11);
  int h[11];
  for (int i = 0; i < 11; i++)
    h[i] = i * (bad ? 101 : 100);
  CK (cudaMemcpy (at, h, sizeof h, cudaMemcpyHostToDevice));
  void *t = NULL;
  size_t n = 0;
  CK (cub::DeviceSegmentedReduce::Sum (t, n, a, o, 10, at, at + 1));
  CK (cudaMalloc (&t, n));
  CK (cub::DeviceSegmentedReduce::Sum (t, n, a, o, 10, at, at + 1));
  show (o, 10);
}
PROG (runs_small)
{
  int *a = dev<int> (500), *u = dev<int> (bad ? 400 : 500), *c = dev<int> (500), *k = dev<int> (1);
  void *t = NULL;
  size_t n = 0;
  CK (cub::DeviceRunLengthEncode::Encode (t, n, a, u, c, k, 500));
  CK (cudaMalloc (&t, n));
  CK (cub::DeviceRunLengthEncode::Encode (t, n, a, u, c, k, 500));
  show (k, 1);
}
PROG (select_stream)
{
  two s;
  int *a = dev<int> (5000), *o = dev<int> (5000), *k = dev<int> (1);
  void *t = NULL;
  size_t n = 0;
  auto odd = [] __device__ (int v) { return v & 1; };
  CK (cub::DeviceSelect::If (t, n, a, o, k, 5000, odd));
  CK (cudaMalloc (&t, n));
  CK (cudaDeviceSynchronize ());
  CK (cub::DeviceSelect::If (t, n, a, o, k, 5000, odd, s.a));
  if (!bad)
    s.b_after_a ();
  add<<<20, 256, 0, s.b>>> (o, 5000, 1);
  CK (cudaDeviceSynchronize ());
  show (k, 1);
}
PROG (scratch_shared)
{
  two s;
  int *a = dev<int> (100000), *o = dev<int> (2);
  void *t = NULL, *r;
  size_t n = 0;
  CK (cub::DeviceReduce::Sum (t, n, a, o, 100000));
  CK (cudaMalloc (&t, n));
  CK (cudaMalloc (&r, n));
  CK (cudaDeviceSynchronize ());
  CK (cub::DeviceReduce::Sum (t, n, a, o, 100000, s.a));
  CK (cub::DeviceReduce::Sum (bad ? t : r, n, a, o + 1, 100000, s.b));
  CK (cudaDeviceSynchronize ());
  show (o, 2);
}
/* The scratch of an exchange is used again, while some still read it.  */
template <int B> __global__ void
turnedK (const int *in, int *o)
{
  using X = cub::BlockExchange<int, 128, 2>;
  __shared__ typename X::TempStorage t;
  int v[2] = { in[threadIdx.x * 2], in[threadIdx.x * 2 + 1] };
  X (t).BlockedToStriped (v, v);
  if (!B)
    __syncthreads ();
  X (t).BlockedToStriped (v, v);
  o[threadIdx.x * 2] = v[0];
  o[threadIdx.x * 2 + 1] = v[1];
}
PROG (exchange_again)
{
  int *a = dev<int> (256), *o = dev<int> (256);
  GO (turnedK, <<<1, 128>>> (a, o));
  show (o, 256);
}
