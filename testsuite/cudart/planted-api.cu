/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17 --default-stream per-thread.  Programs with one defect each (plant.h).
   Calls of the runtime, instructions of PTX, launches.
   Each by its kind: per_thread race, event_again race, callback_api program, capture_wait program,
   no_threads program, many_threads program, copy_kind program, symbol_offset program, managed_other race,
   managed_fill race, no_edge race, carved race.  */
#include "plant.h"
#include <thread>
#include <cuda/latch>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define N 1024
__global__ void
fillK (int *p, int v, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v + i;
}
__global__ void
copyK (const int *p, int *q, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    q[i] = p[i];
}
/* The default streams of two threads.  */
PROG (per_thread)
{
  int *a = dev<int> (N), *o = dev<int> (N);
  std::thread t ([&] {
    fillK<<<8, 128>>> (a, 3, N);
    if (!bad)
      CK (cudaStreamSynchronize (cudaStreamPerThread));
  });
  t.join ();
  copyK<<<8, 128>>> (a, o, N);
  CK (cudaStreamSynchronize (cudaStreamPerThread));
  CK (cudaDeviceSynchronize ());
  show (o, N);
}
/* An event that was recorded again before the other stream waits; and one that was not.  */
PROG (event_again)
{
  int *a = dev<int> (N), *o = dev<int> (N);
  cudaStream_t s, t;
  cudaEvent_t e;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CK (cudaEventCreateWithFlags (&e, cudaEventDisableTiming));
  fillK<<<8, 128, 0, s>>> (a, 1, N);
  CK (cudaEventRecord (e, s));
  if (bad)
    CK (cudaStreamWaitEvent (t, e));
  fillK<<<8, 128, 0, s>>> (a, 2, N);
  CK (cudaEventRecord (e, s));
  if (!bad)
    CK (cudaStreamWaitEvent (t, e));
  copyK<<<8, 128, 0, t>>> (a, o, N);
  CK (cudaDeviceSynchronize ());
  show (o, N);
}
/* A function of the host in a stream may not call CUDA.  */
static void
frees (void *p)
{
  cudaFree (p);
}
static void
counts (void *p)
{
  ++*(int *) p;
}
PROG (callback_api)
{
  static int n;
  int *a = dev<int> (N);
  fillK<<<8, 128>>> (a, 1, N);
  if (bad)
    CK (cudaLaunchHostFunc (cudaStreamPerThread, frees, a));
  else
    CK (cudaLaunchHostFunc (cudaStreamPerThread, counts, &n));
  CK (cudaStreamSynchronize (cudaStreamPerThread));
  if (!bad)
    CK (cudaFree (a));
}
/* A wait for the device while a stream captures.  */
PROG (capture_wait)
{
  int *a = dev<int> (N);
  cudaStream_t s;
  cudaGraph_t g = NULL;
  cudaGraphExec_t x;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  fillK<<<8, 128, 0, s>>> (a, 1, N);
  if (bad)
    cudaDeviceSynchronize ();
  cudaStreamEndCapture (s, &g);
  if (g)
    {
      CK (cudaGraphInstantiate (&x, g, 0));
      CK (cudaGraphLaunch (x, s));
    }
  cudaStreamSynchronize (s);
  show (a, N);
}
/* Launches that can not be.  */
PROG (no_threads)
{
  int *a = dev<int> (N);
  int n = bad ? 0 : N;
  fillK<<<8, 128>>> (a, 0, N);
  fillK<<<(n + 127) / 128, 128>>> (a, 1, n);
  show (a, N);
}
template <int B> __global__ void __launch_bounds__ (128)
boundK (int *p)
{
  p[threadIdx.x] = threadIdx.x;
}
PROG (many_threads)
{
  int *a = dev<int> (N);
  fillK<<<8, 128>>> (a, 0, N);
  boundK<0><<<1, bad ? 256 : 128>>> (a);
  show (a, N);
}
/* The direction of a copy is not that of its pointers.  */
PROG (copy_kind)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  fillK<<<8, 128>>> (a, 0, N);
  cudaMemcpy (b, a, N * 4, bad ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice);
  show (b, N);
}
__device__ int table[64];
__constant__ int fixed[64];
__global__ void
tableK (int *o)
{
  o[threadIdx.x] = table[threadIdx.x];
}
/* A part of a variable, beyond its end.  */
PROG (symbol_offset)
{
  int h[64], *o = dev<int> (64);
  for (int i = 0; i < 64; i++)
    h[i] = i;
  cudaMemcpyToSymbol (table, h, 128, bad ? 160 : 128);
  tableK<<<1, 64>>> (o);
  show (o, 64);
}
/* A constant that a kernel writes by its address, and reads.  */
template <int B> __global__ void
fixedK (int *p, int *o)
{
  if (B && threadIdx.x == 0)
    p[3] = 17;	/* const_written race const_written memory */
  o[threadIdx.x] = fixed[threadIdx.x];	/* const_written race */
}
PROG (const_written)
{
  int h[64] = { 0 }, *p, *o = dev<int> (64);
  CK (cudaMemcpyToSymbol (fixed, h, sizeof h));
  CK (cudaGetSymbolAddress ((void **) &p, fixed));
  GO (fixedK, <<<1, 64>>> (p, o));
  show (o, 64);
}
/* An address of shared memory of 32 bits is no pointer.  */
template <int B> __global__ void
cvtaK (const int *in, int *o)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  unsigned a = (unsigned) __cvta_generic_to_shared (&s[t]);
  s[t] = in[t];
  __syncthreads ();
  int v;
  if (B)
    v = *(int *) (size_t) a;	/* cvta32 memory */
  else
    v = *(int *) __cvta_shared_to_generic (a);
  o[t] = v;
}
PROG (cvta32)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (cvtaK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* A kernel for blocks of 256 threads gets 128.  */
__global__ void
dimsK (const int *in, int *o)
{
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads ();
  for (int d = 128; d; d /= 2)
    {
      if (t < d)
	s[t] += s[t + d];	/* dims init */
      __syncthreads ();
    }
  if (t == 0)
    *o = s[0];	/* dims init */
}
PROG (dims)
{
  int *a = dev<int> (256), *o = dev<int> (1);
  dimsK<<<1, bad ? 128 : 256>>> (a, o);
  show (o, 1);
}
/* Managed memory: the host works on one while a kernel works on the other.  */
PROG (managed_other)
{
  int *m, *k, s = 0;
  CK (cudaMallocManaged (&m, N * 4));
  CK (cudaMallocManaged (&k, N * 4));
  memset (m, 1, N * 4);
  memset (k, 1, N * 4);
  fillK<<<8, 128>>> (k, 1, N);
  for (int i = 0; i < N; i++)
    s += (bad ? k : m)[i];
  CK (cudaDeviceSynchronize ());
  printf ("%d\n", s);
}
/* A fill of managed memory is not waited for.  */
PROG (managed_fill)
{
  int *m;
  CK (cudaMallocManaged (&m, N * 4));
  fillK<<<8, 128>>> (m, 1, N);
  CK (cudaDeviceSynchronize ());
  CK (cudaMemsetAsync (m, 0, N * 4, cudaStreamPerThread));
  if (!bad)
    CK (cudaStreamSynchronize (cudaStreamPerThread));
  m[3] = 5;
  CK (cudaDeviceSynchronize ());
  show (m, N);
}
/* ldmatrix: rows of 16 bytes.  */
template <int B> __global__ void
ldmK (const __half *in, unsigned *o)
{
  __shared__ alignas (16) __half s[8 * 16];
  int t = threadIdx.x;
  for (int i = t; i < 128; i += 32)
    s[i] = in[i];
  __syncwarp ();
  unsigned a = (unsigned) __cvta_generic_to_shared (s + (t & 7) * (B ? 12 : 16)), r;
  asm volatile ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(a) : "memory");	/* ldm_rows memory */
  o[t] = r;
}
PROG (ldm_rows)
{
  __half *a = dev<__half> (128);
  unsigned *o = dev<unsigned> (32);
  GO (ldmK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* cp.async: the count of the groups that may be under way.  */
template <int B> __global__ void
groupsK (const int *in, int *o, int n)
{
  __shared__ alignas (16) int s[3][64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n + 2; i++)
    {
      if (i < n)
	{
	  unsigned a = (unsigned) __cvta_generic_to_shared (&s[i % 3][t]);
	  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(a), "l"(in + i * 64 + t) : "memory");
	}
      if (!B || i < n)
	asm volatile ("cp.async.commit_group;" ::: "memory");
      asm volatile ("cp.async.wait_group 2;" ::: "memory");
      if (i >= 2)
	sum += s[(i - 2) % 3][t];	/* cp_groups async */
    }
  o[t] = sum;
}
PROG (cp_groups)
{
  int *a = dev<int> (512), *o = dev<int> (64);
  GO (groupsK, <<<1, 64>>> (a, o, 8));
  show (o, 64);
}
/* cp.async at the edge: the bytes that are not there become zeros.  */
template <int B> __global__ void
edgeK (const int *in, int *o, int n)
{
  __shared__ alignas (16) int s[128];
  int t = threadIdx.x;
  unsigned a = (unsigned) __cvta_generic_to_shared (s + 4 * t);
  int left = n - 4 * t, bytes = B ? 16 : left >= 4 ? 16 : left > 0 ? 4 * left : 0;
  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(a), "l"(in + 4 * t), "r"(bytes) : "memory");	/* cp_edge memory */
  asm volatile ("cp.async.wait_all;" ::: "memory");
  __syncthreads ();
  for (int i = t; i < 128; i += 32)
    o[i] = s[i];
}
PROG (cp_edge)
{
  int *a = dev<int> (101), *o = dev<int> (128);
  GO (edgeK, <<<1, 32>>> (a, o, 101));
  show (o, 128);
}
/* A latch that is asked, and not waited for.  */
template <int B> __global__ void
latchK (const int *in, int *o)
{
  using latch = cuda::latch<cuda::thread_scope_block>;
  __shared__ alignas (latch) char place[sizeof (latch)];
  latch &l = *(latch *) place;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    new (place) latch (64);
  __syncthreads ();
  s[t] = in[t];
  l.count_down ();
  if (B)
    (void) l.try_wait ();
  else
    l.wait ();
  o[t] = s[63 - t];	/* latch_asked race */
}
PROG (latch_asked)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (latchK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* The sum of a warp, as it was written for lanes in step.  */
template <int B> __global__ void
stepK (const int *in, int *o)
{
  __shared__ int mem[64];
  volatile int *s = mem;
  int t = threadIdx.x;
  s[t] = in[t] + in[t + 32];
  s[t + 32] = 0;
  for (int d = 16; d; d /= 2)
    {
      if (B)
	s[t] += s[t + d];	/* in_step race */
      else
	{
	  __syncwarp ();
	  int v = s[t + d];
	  __syncwarp ();
	  s[t] += v;
	}
    }
  if (t == 0)
    *o = s[0];
}
PROG (in_step)
{
  int *a = dev<int> (64), *o = dev<int> (1);
  GO (stepK, <<<1, 32>>> (a, o));
  show (o, 1);
}
/* Graph: the nodes of a copy and a kernel without an edge.  */
PROG (no_edge)
{
  int *a = dev<int> (N), *b = dev<int> (N), n = N;
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaGraphNode_t c, k;
  CK (cudaGraphCreate (&g, 0));
  CK (cudaGraphAddMemcpyNode1D (&c, g, NULL, 0, a, b, N * 4, cudaMemcpyDeviceToDevice));
  void *args[] = { &a, &b, &n };
  cudaKernelNodeParams p = {};
  p.func = (void *) copyK;
  p.gridDim = 8;
  p.blockDim = 128;
  p.kernelParams = args;
  CK (cudaGraphAddKernelNode (&k, g, bad ? NULL : &c, bad ? 0 : 1, &p));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, cudaStreamPerThread));
  CK (cudaStreamSynchronize (cudaStreamPerThread));
  show (b, N);
}
/* A piece of memory that is carved from one allocation: neighbours.  */
PROG (carved)
{
  char *all;
  CK (cudaMalloc (&all, 2 * N * 4));
  int *a = (int *) all, *b = (int *) (all + N * 4);
  cudaStream_t s, t;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  fillK<<<9, 128, 0, s>>> (a, 1, bad ? N + 1 : N);
  fillK<<<8, 128, 0, t>>> (b, 2, N);
  CK (cudaDeviceSynchronize ());
  show (b, N);
}
