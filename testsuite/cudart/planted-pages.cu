/* SPDX-License-Identifier: MIT */
/* flags: -std=c++17.  Programs with one defect each (plant.h).
   Pages that the host and a kernel share: each has bytes of its own in them.
   Each by its kind: part race, small race, strided race, half_copied race, vector race,
   written_out race, read_in race, two_kernels race, one_waits race, one_asks race.  */
#include "plant.h"
#include <atomic>
#include <chrono>
#include <thread>
#define N 4096
__global__ void
fillK (int *p, int v, int n, int step)
{
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
  if (i < n)
    p[i] = v + i;
}
static int *
managed (size_t n)
{
  int *m;
  CK (cudaMallocManaged (&m, n * sizeof (int)));
  for (size_t i = 0; i < n; i++)
    m[i] = 0;
  return m;
}
static double
total (const int *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
/* The kernel has the first hundred, the host the others.  */
PROG (part)
{
  int *m = managed (N);
  fillK<<<1, 128>>> (m, 1, 100, 1);
  for (int i = bad ? 99 : 100; i < 300; i++)
    m[i] = i;
  done ();
  printf ("sum %g\n", total (m, N));
}
/* One member of a structure.  */
PROG (small)
{
  int *m = managed (16);
  fillK<<<1, 1>>> (m + 3, 9, 1, 1);
  int v = m[bad ? 3 : 4];
  done ();
  printf ("sum %g\n", total (m, 16) + (bad ? 0 : v));
}
/* Every other element.  */
PROG (strided)
{
  int *m = managed (N);
  fillK<<<8, 256>>> (m, 1, N, 2);
  for (int i = bad ? 0 : 1; i < N; i += bad ? 64 : 2)
    m[i] = 5;
  done ();
  printf ("sum %g\n", total (m, N));
}
/* A copy writes pinned memory; the host fills what is behind it.  */
PROG (half_copied)
{
  int *h, *d = dev<int> (N);
  CK (cudaMallocHost (&h, N * 4));
  memset (h, 0, N * 4);
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  fillK<<<32, 128, 0, s>>> (d, 1, N, 1);
  CK (cudaMemcpyAsync (h, d, 1000 * 4, cudaMemcpyDeviceToHost, s));
  memset (h + (bad ? 999 : 1000), 1, 24 * 4);
  CK (cudaStreamSynchronize (s));
  printf ("sum %g\n", total (h, N));
}
/* Sixteen bytes at once, of which the kernel writes the last.  */
typedef int four __attribute__ ((vector_size (16)));
PROG (vector)
{
  int *m = managed (64);
  fillK<<<1, 1>>> (m + 7, 9, 1, 1);
  four v = *(volatile four *) (m + (bad ? 4 : 8));
  done ();
  printf ("sum %g\n", total (m, 64) + v[0]);
}
/* The host writes an array to a file before it has waited.  */
PROG (written_out)
{
  int *m = managed (4 * N);
  FILE *f = tmpfile ();
  fillK<<<64, 128>>> (m, 1, 2 * N - 1, 1);
  if (!bad)
    printf ("written %d\n", (int) fwrite (m + 2 * N, 4, N, f));
  else
    fwrite (m + 2 * N - 2, 4, N, f);
  done ();
  fclose (f);
  printf ("sum %g\n", total (m, 4 * N));
}
/* The host reads a file into what the kernel works on.  */
PROG (read_in)
{
  int *m = managed (4 * N), v[N];
  for (int i = 0; i < N; i++)
    v[i] = i;
  FILE *f = tmpfile ();
  fwrite (v, 4, N, f);
  rewind (f);
  fillK<<<65, 128>>> (m, 1, 2 * N + 1, 1);
  if (fread (m + 2 * N + (bad ? 0 : 1), 4, N, f) != N && !bad)
    puts ("not read");
  done ();
  fclose (f);
  printf ("sum %g\n", total (m, 4 * N));
}
/* Two kernels with a part each; the host has waited for one.  */
PROG (two_kernels)
{
  int *m = managed (64);
  cudaStream_t s, u;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamCreate (&u));
  fillK<<<1, 32, 0, s>>> (m, 1, 10, 1);
  fillK<<<1, 32, 0, u>>> (m + 20, 1, 10, 1);
  CK (cudaStreamSynchronize (s));
  double v = total (m + (bad ? 11 : 0), 10);
  done ();
  printf ("sum %g\n", total (m, 64) + (bad ? 0 : v));
}
/* One thread waits; the other does not wait for either.  */
PROG (one_waits)
{
  int *m = managed (N);
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  fillK<<<32, 128, 0, s>>> (m, 1, N, 1);
  std::atomic<bool> ready (false);
  double v = 0;
  std::thread waits ([&] {
    CK (cudaStreamSynchronize (s));
    ready = true;
  });
  std::thread uses ([&] {
    while (!bad && !ready)
      std::this_thread::yield ();
    v = total (m, N);
  });
  waits.join ();
  uses.join ();
  printf ("sum %g\n", bad ? 0 : v);
}
/* One waits, the other asks whether the work is done, or does not.  */
PROG (one_asks)
{
  int *m = managed (N);
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  fillK<<<32, 128, 0, s>>> (m, 1, N, 1);
  double v = 0;
  std::thread waits ([&] { CK (cudaStreamSynchronize (s)); });
  std::thread uses ([&] {
    while (cudaStreamQuery (s) == cudaErrorNotReady)
      if (bad)
	break;
    v = total (m, N);
  });
  waits.join ();
  uses.join ();
  printf ("sum %g\n", bad ? 0 : v);
}
