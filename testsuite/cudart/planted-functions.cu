/* SPDX-License-Identifier: MIT */
/* flags: -std=c++17.  Programs with one defect each (plant.h).
   Functions of the host in streams, and memory of the host that operations use.
   Each by its kind: destroyed_order race, unregister race, fn_first race, fn_managed race,
   fn_sums race, callback_fills race, fn_fills race.  */
#include "plant.h"
#define N 1024
__global__ void
fillK (int *p, int v)
{
  p[threadIdx.x] = v + threadIdx.x;
}
static int total;
static void
fills (void *p)
{
  for (int i = 0; i < N; i++)
    ((int *) p)[i] = 2 * i;
}
static void
sums (void *p)
{
  total = 0;
  for (int i = 0; i < N; i++)
    total += ((int *) p)[i];
}
struct two
{
  cudaStream_t s, t;
  cudaEvent_t e;
  int *d, *h;
  two ()
  {
    CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
    CK (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
    CK (cudaEventCreateWithFlags (&e, cudaEventDisableTiming));
    d = dev<int> (N);
    CK (cudaMallocHost (&h, N * 4));
    memset (h, 0, N * 4);
    fillK<<<1, N>>> (d, 3);
    CK (cudaDeviceSynchronize ());
  }
  void
  order (bool bad)
  {
    if (!bad)
      {
	CK (cudaEventRecord (e, s));
	CK (cudaStreamWaitEvent (t, e));
      }
  }
};
/* A function fills what a copy of another stream takes.  */
PROG (fn_fills)
{
  two x;
  CK (cudaLaunchHostFunc (x.s, fills, x.h));
  x.order (bad);
  CK (cudaMemcpyAsync (x.d, x.h, N * 4, cudaMemcpyHostToDevice, x.t));
  CK (cudaDeviceSynchronize ());
  show (x.d, N);
}
static void CUDART_CB
called (cudaStream_t, cudaError_t, void *p)
{
  fills (p);
}
PROG (callback_fills)
{
  two x;
  CK (cudaStreamAddCallback (x.s, called, x.h, 0));
  x.order (bad);
  CK (cudaMemcpyAsync (x.d, x.h, N * 4, cudaMemcpyHostToDevice, x.t));
  CK (cudaDeviceSynchronize ());
  show (x.d, N);
}
/* A function reads what a later copy overwrites.  */
PROG (fn_sums)
{
  two x;
  CK (cudaMemcpyAsync (x.h, x.d, N * 4, cudaMemcpyDeviceToHost, x.s));
  CK (cudaLaunchHostFunc (x.s, sums, x.h));
  x.order (bad);
  CK (cudaMemcpyAsync (x.h, x.d, N * 4, cudaMemcpyDeviceToHost, x.t));
  CK (cudaDeviceSynchronize ());
  printf ("%d\n", total);
}
/* A kernel writes managed memory that a function of another stream sums up.  */
PROG (fn_managed)
{
  two x;
  int *m;
  CK (cudaMallocManaged (&m, N * 4));
  memset (m, 0, N * 4);
  CK (cudaLaunchHostFunc (x.s, sums, m));
  x.order (bad);
  fillK<<<1, N, 0, x.t>>> (m, 5);
  CK (cudaDeviceSynchronize ());
  printf ("%d\n", total);
}
/* The function's stream waits for the other, and the other does not wait for it.  */
PROG (fn_first)
{
  two x;
  int *m;
  CK (cudaMallocManaged (&m, N * 4));
  fillK<<<1, N, 0, x.s>>> (m, 5);
  CK (cudaLaunchHostFunc (x.s, fills, m));
  x.order (bad);
  fillK<<<1, N, 0, x.t>>> (x.d, 5);
  fillK<<<1, N, 0, x.t>>> (m, 9);
  CK (cudaDeviceSynchronize ());
  show (x.d, N);
}
/* Memory that is no longer registered while a copy of it runs.  */
PROG (unregister)
{
  two x;
  int *h = (int *) aligned_alloc (4096, 1 << 20), *d = dev<int> (1 << 18);
  memset (h, 0, 1 << 20);
  CK (cudaHostRegister (h, 1 << 20, cudaHostRegisterDefault));
  CK (cudaMemcpyAsync (d, h, 1 << 20, cudaMemcpyHostToDevice, x.s));
  if (!bad)
    CK (cudaStreamSynchronize (x.s));
  CK (cudaHostUnregister (h));
  CK (cudaStreamSynchronize (x.s));
  show (d, 1 << 18);
  free (h);
}
/* What a stream has left that was destroyed: the default stream comes after it, another does not.  */
PROG (destroyed_order)
{
  cudaStream_t s, t;
  int *a = dev<int> (N), *b = dev<int> (N), h[N];
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&t));
  fillK<<<1, N, 0, s>>> (a, 7);
  CK (cudaStreamDestroy (s));
  if (bad)
    fillK<<<1, N, 0, t>>> (a, 9);
  CK (cudaMemcpy (h, a, N * 4, cudaMemcpyDeviceToHost));
  fillK<<<1, N, 0, t>>> (a, 9);
  CK (cudaDeviceSynchronize ());
  show (b, N);
  printf ("%d\n", h[5]);
}
