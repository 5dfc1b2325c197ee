/* SPDX-License-Identifier: MIT */
/* flags: -std=c++17.  Programs with one defect each (plant.h).
   Order: threads of the host, streams, events, what is freed while it is used.
   Each by its kind: host_threads race, host_flag race, thread_event race, destroy_waits race,
   event_unrecorded race, event_turn race, pool_free race, columns race, even_odd race,
   two_counters race, graph_twice race, fill_beside race, other_stream race, reset memory,
   reset program, async_free_thread race, async_free_thread memory, nonblocking_copy race,
   mapped_next race.  */
#include "plant.h"
#include <thread>
#include <atomic>
#define N 1024
__global__ void
fillK (int *p, int v, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v + i;
}
__global__ void
addK (int *p, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__global__ void
sumK (const int *p, int *q, int n)
{
  int s = 0;
  for (int i = threadIdx.x; i < n; i += 32)
    s += p[i];
  for (int d = 16; d; d /= 2)
    s += __shfl_down_sync (~0u, s, d);
  if (threadIdx.x == 0)
    *q = s;
}
__global__ void
strideK (int *p, int from, int step, int n)
{
  for (int i = from + step * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += step * blockDim.x * gridDim.x)
    p[i] = i;
}
__global__ void
countK (int *p, int atomic)
{
  if (atomic)
    atomicAdd (p, 1);
  else if (threadIdx.x == 0)
    *p += 1;
}
__global__ void
columnsK (int *p, int pitch, int from, int to)
{
  for (int c = from + threadIdx.x; c < to; c += blockDim.x)
    p[blockIdx.x * pitch + c] = c;
}
static int *
pinned (size_t n)
{
  int *h;
  CK (cudaMallocHost (&h, n * 4));
  for (size_t i = 0; i < n; i++)
    h[i] = (int) i;
  return h;
}

/* Two threads of the host, each with a stream of its own.  */
PROG (host_threads)
{
  int *a = dev<int> (N);
  std::atomic<int> submitted (0);
  auto work = [&] (int part) {
    cudaStream_t s;
    CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
    int *from = bad ? a + part * (N / 2 - 8) : a + part * (N / 2);
    for (int i = 0; i < 4; i++)
      addK<<<4, 128, 0, s>>> (from, N / 2);
    submitted++;
    while (submitted < 2)
      std::this_thread::yield ();
    CK (cudaStreamSynchronize (s));
    CK (cudaStreamDestroy (s));
  };
  std::thread t (work, 0), u (work, 1);
  t.join ();
  u.join ();
  show (a, N);
}
/* One fills, the other takes it when a flag of the host says so: but the flag says only that
   the kernel is launched.  */
PROG (host_flag)
{
  int *a = dev<int> (N), *o = dev<int> (1);
  std::atomic<int> ready (0);
  std::thread t ([&] {
    cudaStream_t s;
    CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
    fillK<<<8, 128, 0, s>>> (a, 1, N);
    if (!bad)
      CK (cudaStreamSynchronize (s));
    ready.store (1, std::memory_order_release);
    while (ready.load () != 2)
      std::this_thread::yield ();
    CK (cudaStreamSynchronize (s));
    CK (cudaStreamDestroy (s));
  });
  while (ready.load (std::memory_order_acquire) != 1)
    std::this_thread::yield ();
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  sumK<<<1, 32, 0, s>>> (a, o, N);
  CK (cudaStreamSynchronize (s));
  ready = 2;
  t.join ();
  CK (cudaStreamDestroy (s));
  show (o, 1);
}
/* A thread waits for the event that another one records.  */
PROG (thread_event)
{
  int *a = dev<int> (N), *o = dev<int> (1);
  cudaEvent_t e;
  CK (cudaEventCreateWithFlags (&e, cudaEventDisableTiming));
  cudaStream_t s, u;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&u, cudaStreamNonBlocking));
  std::thread t ([&] {
    if (bad)
      CK (cudaEventRecord (e, s));
    fillK<<<8, 128, 0, s>>> (a, 1, N);
    if (!bad)
      CK (cudaEventRecord (e, s));
  });
  t.join ();
  CK (cudaStreamWaitEvent (u, e));
  sumK<<<1, 32, 0, u>>> (a, o, N);
  CK (cudaDeviceSynchronize ());
  show (o, 1);
}
/* Destroying a stream does not wait for it.  */
PROG (destroy_waits)
{
  int *m, s = 0;
  CK (cudaMallocManaged (&m, N * 4));
  cudaStream_t st;
  CK (cudaStreamCreateWithFlags (&st, cudaStreamNonBlocking));
  fillK<<<8, 128, 0, st>>> (m, 3, N);
  if (!bad)
    CK (cudaStreamSynchronize (st));
  CK (cudaStreamDestroy (st));
  for (int i = 0; i < N; i++)
    s += m[i];
  printf ("%d\n", s);
}
/* An event that nobody has recorded is complete.  */
PROG (event_unrecorded)
{
  int *d = dev<int> (N), *h = pinned (N), s = 0;
  cudaEvent_t e;
  cudaStream_t st;
  CK (cudaEventCreate (&e));
  CK (cudaStreamCreate (&st));
  fillK<<<8, 128, 0, st>>> (d, 5, N);
  CK (cudaMemcpyAsync (h, d, N * 4, cudaMemcpyDeviceToHost, st));
  if (!bad)
    CK (cudaEventRecord (e, st));
  CK (cudaEventSynchronize (e));
  for (int i = 0; i < N; i++)
    s += h[i];
  printf ("%d\n", s);
}
/* The event of the turn before.  */
PROG (event_turn)
{
  int *d[2] = { dev<int> (N), dev<int> (N) }, *h[2] = { pinned (N), pinned (N) }, s = 0;
  cudaEvent_t e[2];
  cudaStream_t st;
  CK (cudaStreamCreate (&st));
  for (int i = 0; i < 2; i++)
    CK (cudaEventCreate (&e[i]));
  for (int i = 0; i < 6; i++)
    {
      int k = i & 1;
      fillK<<<8, 128, 0, st>>> (d[k], i, N);
      CK (cudaMemcpyAsync (h[k], d[k], N * 4, cudaMemcpyDeviceToHost, st));
      CK (cudaEventRecord (e[k], st));
      if (i)
	{
	  CK (cudaEventSynchronize (e[1 - k]));
	  s += h[bad ? k : 1 - k][7];
	}
    }
  CK (cudaStreamSynchronize (st));
  printf ("%d\n", s);
}
/* cudaFree of memory of a pool waits for nobody.  */
PROG (pool_free)
{
  int *a;
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaMallocAsync (&a, N * 4, s));
  CK (cudaStreamSynchronize (s));
  fillK<<<8, 128, 0, s>>> (a, 1, N);
  if (!bad)
    CK (cudaStreamSynchronize (s));
  CK (cudaFree (a));
  CK (cudaStreamSynchronize (s));
  CK (cudaStreamDestroy (s));
}
/* Columns of one matrix: the halves of each row.  */
PROG (columns)
{
  int *a = dev<int> (64 * 64), *h = pinned (64 * 32);
  cudaStream_t s, t;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  columnsK<<<64, 32, 0, s>>> (a, 64, 0, bad ? 33 : 32);
  CK (cudaMemcpy2DAsync (a + 32, 256, h, 128, 128, 64, cudaMemcpyHostToDevice, t));
  CK (cudaDeviceSynchronize ());
  show (a, 64 * 64);
}
/* Even and odd elements.  */
PROG (even_odd)
{
  int *a = dev<int> (N);
  cudaStream_t s, t;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  strideK<<<2, 64, 0, s>>> (a, 0, 2, N);
  strideK<<<2, 64, 0, t>>> (a, 1, bad ? 3 : 2, N);
  CK (cudaDeviceSynchronize ());
  show (a, N);
}
/* Counters of two streams.  */
PROG (two_counters)
{
  int *a = dev<int> (1);
  cudaStream_t s, t;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  countK<<<2, 64, 0, s>>> (a, 1);
  countK<<<2, 64, 0, t>>> (a, !bad);
  CK (cudaDeviceSynchronize ());
  show (a, 1);
}
/* Two executable graphs of one graph, in two streams.  */
PROG (graph_twice)
{
  int *a = dev<int> (N);
  cudaStream_t s, t;
  cudaGraph_t g;
  cudaGraphExec_t x, y;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  addK<<<8, 128, 0, s>>> (a, N);
  CK (cudaStreamEndCapture (s, &g));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphInstantiate (&y, g, 0));
  CK (cudaGraphLaunch (x, s));
  CK (cudaGraphLaunch (bad ? y : x, t));
  CK (cudaDeviceSynchronize ());
  show (a, N);
}
/* A fill beside a kernel.  */
PROG (fill_beside)
{
  int *a = dev<int> (N);
  cudaStream_t s, t;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  CK (cudaMemsetAsync (a, 0, N * 4, s));
  addK<<<8, 128, 0, bad ? t : s>>> (a, N);
  CK (cudaDeviceSynchronize ());
  show (a, N);
}
/* The stream that one waits for is not that of the copy.  */
PROG (other_stream)
{
  int *d = dev<int> (8 * N), *h = pinned (8 * N);
  cudaStream_t s[2];
  for (auto &x : s)
    CK (cudaStreamCreate (&x));
  for (int k = 0; k < 2; k++)
    {
      fillK<<<32, 128, 0, s[k]>>> (d + k * 4 * N, 1, 4 * N);
      CK (cudaMemcpyAsync (h + k * 4 * N, d + k * 4 * N, N * 16, cudaMemcpyDeviceToHost, s[k]));
    }
  CK (cudaStreamSynchronize (s[0]));
  if (!bad)
    CK (cudaStreamSynchronize (s[1]));
  printf ("%d\n", h[3] + h[8 * N - 1]);
  CK (cudaDeviceSynchronize ());
}
/* A pointer that is used after cudaDeviceReset.  */
PROG (reset)
{
  int *a = dev<int> (N);
  fillK<<<8, 128>>> (a, 1, N);
  CK (cudaDeviceSynchronize ());
  CK (cudaDeviceReset ());
  if (!bad)
    a = dev<int> (N);
  addK<<<8, 128>>> (a, N);
  CK (cudaDeviceSynchronize ());
}
/* Memory of the device that the host's thread of another stream frees.  */
PROG (async_free_thread)
{
  int *a, *o = dev<int> (1);
  cudaStream_t s, t;
  cudaEvent_t e;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CK (cudaEventCreate (&e));
  CK (cudaMallocAsync (&a, N * 4, s));
  fillK<<<8, 128, 0, s>>> (a, 1, N);
  sumK<<<1, 32, 0, s>>> (a, o, N);
  CK (cudaEventRecord (e, s));
  std::thread u ([&] {
    if (!bad)
      CK (cudaStreamWaitEvent (t, e));
    CK (cudaFreeAsync (a, t));
  });
  u.join ();
  CK (cudaDeviceSynchronize ());
  show (o, 1);
}
/* cudaMemcpy on the legacy stream does not wait for a stream that does not block.  */
PROG (nonblocking_copy)
{
  int *d = dev<int> (N), h[N];
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, bad ? cudaStreamNonBlocking : cudaStreamDefault));
  fillK<<<8, 128, 0, s>>> (d, 1, N);
  CK (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf ("%d\n", h[5]);
  CK (cudaDeviceSynchronize ());
}
/* Pages of the host, mapped: the next input is written while the kernel reads the last one.  */
PROG (mapped_next)
{
  int *h, *o = dev<int> (4);
  CK (cudaHostAlloc (&h, 2 * 4096, cudaHostAllocMapped));
  for (int k = 0; k < 4; k++)
    {
      int *p = h + 1024 * (bad ? 0 : k & 1);
      if (k >= 2 && !bad)
	CK (cudaDeviceSynchronize ());
      for (int i = 0; i < 1024; i++)
	p[i] = i + k;
      sumK<<<1, 32>>> (p, o + k, 1024);
    }
  CK (cudaDeviceSynchronize ());
  show (o, 4);
}
