/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Streams, events with times, pinned and managed memory, callbacks, host
   functions, pools, memory in stream order, priorities, queries.  */
#include "check.h"
#include <cstring>

__global__ void
twice (int *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}

__managed__ int managed_sum;
__device__ int table[4] = { 1, 2, 3, 4 };

__global__ void
sum_table (int add)
{
  int s = add;
  for (int i = 0; i < 4; i++)
    s += table[i];
  managed_sum = s;
}

static int called;

static void
on_host (void *data)
{
  called += *(int *) data;
}

static void
callback (cudaStream_t, cudaError_t e, void *data)
{
  if (e == cudaSuccess)
    called += 10 * *(int *) data;
}

int
main ()
{
  const int n = 4096, parts = 4;
  int *h, *d, one = 1;
  cudaStream_t s[parts];
  cudaEvent_t begin, end;
  int least, greatest;
  CUDA (cudaSetDevice (0));
  CUDA (cudaMallocHost (&h, n * sizeof *h));
  CUDA (cudaMalloc (&d, n * sizeof *d));
  CUDA (cudaDeviceGetStreamPriorityRange (&least, &greatest));
  MUST (greatest <= least);
  for (int i = 0; i < parts; i++)
    CUDA (i % 2 ? cudaStreamCreateWithPriority (&s[i], cudaStreamNonBlocking, greatest) : cudaStreamCreate (&s[i]));
  CUDA (cudaEventCreate (&begin));
  CUDA (cudaEventCreate (&end));
  for (int i = 0; i < n; i++)
    h[i] = i;
  CUDA (cudaEventRecord (begin, s[0]));
  for (int i = 0; i < parts; i++)
    {
      int k = n / parts;
      CUDA (cudaMemcpyAsync (d + i * k, h + i * k, k * sizeof *d, cudaMemcpyHostToDevice, s[i]));
      twice<<<k / 256, 256, 0, s[i]>>> (d + i * k, k);
      CUDA (cudaMemcpyAsync (h + i * k, d + i * k, k * sizeof *d, cudaMemcpyDeviceToHost, s[i]));
    }
  CUDA (cudaEventRecord (end, s[0]));
  CUDA (cudaLaunchHostFunc (s[1], on_host, &one));
  CUDA (cudaStreamAddCallback (s[2], callback, &one, 0));
  CUDA (cudaEventSynchronize (end));
  for (int i = 0; i < parts; i++)
    CUDA (cudaStreamSynchronize (s[i]));
  MUST (called == 11);
  MUST (cudaStreamQuery (s[3]) == cudaSuccess && cudaEventQuery (end) == cudaSuccess);
  float ms = -1;
  CUDA (cudaEventElapsedTime (&ms, begin, end));
  MUST (ms >= 0 && ms < 60000);
  for (int i = 0; i < n; i++)
    MUST (h[i] == 2 * i);

  /* One stream waits for another's event.  */
  cudaEvent_t e;
  CUDA (cudaEventCreateWithFlags (&e, cudaEventDisableTiming));
  twice<<<n / 256, 256, 0, s[1]>>> (d, n);
  CUDA (cudaEventRecord (e, s[1]));
  CUDA (cudaStreamWaitEvent (s[3], e, 0));
  twice<<<n / 256, 256, 0, s[3]>>> (d, n);
  CUDA (cudaMemcpyAsync (h, d, n * sizeof *h, cudaMemcpyDeviceToHost, s[3]));
  CUDA (cudaStreamSynchronize (s[3]));
  for (int i = 0; i < n; i++)
    MUST (h[i] == 8 * i);

  int *m;
  CUDA (cudaMallocManaged (&m, n * sizeof *m));
  for (int i = 0; i < n; i++)
    m[i] = 1;
  cudaMemLocation where = { cudaMemLocationTypeDevice, 0 };
  CUDA (cudaMemAdvise (m, n * sizeof *m, cudaMemAdviseSetPreferredLocation, where));
  CUDA (cudaMemPrefetchAsync (m, n * sizeof *m, where, 0, s[0]));
  twice<<<n / 256, 256, 0, s[0]>>> (m, n);
  CUDA (cudaDeviceSynchronize ());
  for (int i = 0; i < n; i++)
    MUST (m[i] == 2);

  managed_sum = 5;
  sum_table<<<1, 1>>> (100);
  CUDA (cudaDeviceSynchronize ());
  MUST (managed_sum == 110);
  int five[2] = { 5, 6 }, *address;
  size_t size;
  CUDA (cudaMemcpyToSymbol (table, five, sizeof five, 2 * sizeof (int)));
  sum_table<<<1, 1>>> (0);
  CUDA (cudaDeviceSynchronize ());
  MUST (managed_sum == 14);
  CUDA (cudaGetSymbolSize (&size, table));
  CUDA (cudaGetSymbolAddress ((void **) &address, table));
  MUST (size == sizeof table);
  CUDA (cudaMemcpy (five, address + 1, sizeof (int), cudaMemcpyDeviceToHost));
  MUST (five[0] == 2);

  int *a;
  cudaMemPool_t pool;
  unsigned long long all = ~0ull;
  CUDA (cudaDeviceGetDefaultMemPool (&pool, 0));
  CUDA (cudaMemPoolSetAttribute (pool, cudaMemPoolAttrReleaseThreshold, &all));
  CUDA (cudaMallocAsync (&a, n * sizeof *a, s[0]));
  CUDA (cudaMemsetAsync (a, 0, n * sizeof *a, s[0]));
  twice<<<n / 256, 256, 0, s[0]>>> (a, n);
  CUDA (cudaFreeAsync (a, s[0]));
  CUDA (cudaStreamSynchronize (s[0]));

  cudaPointerAttributes at;
  CUDA (cudaPointerGetAttributes (&at, d));
  MUST (at.type == cudaMemoryTypeDevice && at.device == 0 && at.devicePointer == d);
  CUDA (cudaPointerGetAttributes (&at, h));
  MUST (at.type == cudaMemoryTypeHost && at.hostPointer == h);
  CUDA (cudaPointerGetAttributes (&at, m));
  MUST (at.type == cudaMemoryTypeManaged);
  CUDA (cudaPointerGetAttributes (&at, &one));
  MUST (at.type == cudaMemoryTypeUnregistered);

  int *plain = (int *) malloc (n * sizeof *plain), *mapped;
  for (int i = 0; i < n; i++)
    plain[i] = i;
  CUDA (cudaHostRegister (plain, n * sizeof *plain, cudaHostRegisterMapped));
  CUDA (cudaHostGetDevicePointer (&mapped, plain, 0));
  twice<<<n / 256, 256>>> (mapped, n);
  CUDA (cudaDeviceSynchronize ());
  for (int i = 0; i < n; i++)
    MUST (plain[i] == 2 * i);
  CUDA (cudaHostUnregister (plain));
  free (plain);
  for (int i = 0; i < parts; i++)
    CUDA (cudaStreamDestroy (s[i]));
  CUDA (cudaEventDestroy (begin));
  CUDA (cudaEventDestroy (end));
  CUDA (cudaEventDestroy (e));
  CUDA (cudaFree (d));
  CUDA (cudaFree (m));
  CUDA (cudaFreeHost (h));
  CUDA (cudaDeviceReset ());
  sum_table<<<1, 1>>> (1);
  CUDA (cudaDeviceSynchronize ());
  int sum;
  CUDA (cudaMemcpyFromSymbol (&sum, managed_sum, sizeof sum));
  MUST (sum == 11);
  puts ("ok");
}
