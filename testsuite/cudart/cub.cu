/* SPDX-License-Identifier: MIT */
/* verdict: clean.  CUB: device-wide algorithms, block and warp collectives.  */
#include "check.h"
#include <cub/cub.cuh>

struct even { __host__ __device__ bool operator() (int x) const { return x % 2 == 0; } };

__global__ void
blocks (const int *in, int *out)
{
  typedef cub::BlockScan<int, 128> scan;
  typedef cub::BlockReduce<int, 128> reduce;
  typedef cub::BlockRadixSort<int, 128, 2> sort;
  __shared__ union { typename scan::TempStorage a; typename reduce::TempStorage b; typename sort::TempStorage c; } t;
  int v[2] = { in[2 * threadIdx.x], in[2 * threadIdx.x + 1] }, w;
  scan (t.a).ExclusiveSum (v[0], w);
  out[threadIdx.x] = w;
  __syncthreads ();
  int sum = reduce (t.b).Sum (v[1]);
  if (threadIdx.x == 0)
    out[128] = sum;
  __syncthreads ();
  sort (t.c).Sort (v);
  out[129 + 2 * threadIdx.x] = v[0];
  out[130 + 2 * threadIdx.x] = v[1];
}

int
main ()
{
  const int n = 20000;
  static int h[n], g[n];
  int *in, *out, *aux, *count, sum = 0, most = 0, evens = 0;
  void *temp = NULL;
  size_t bytes = 0, size = 0;
  unsigned seed = 7;
  for (int i = 0; i < n; i++)
    {
      h[i] = next_random (&seed) % 1000;
      sum += h[i];
      evens += h[i] % 2 == 0;
      most = h[i] > most ? h[i] : most;
    }
  CUDA (cudaMalloc (&in, sizeof h));
  CUDA (cudaMalloc (&out, sizeof h));
  CUDA (cudaMalloc (&aux, sizeof h));
  CUDA (cudaMalloc (&count, sizeof (int)));
  CUDA (cudaMemcpy (in, h, sizeof h, cudaMemcpyHostToDevice));
  /* The largest of what they ask for.  */
  CUDA (cub::DeviceReduce::Sum (NULL, bytes, in, out, n));
  size = bytes > size ? bytes : size;
  CUDA (cub::DeviceScan::ExclusiveSum (NULL, bytes, in, out, n));
  size = bytes > size ? bytes : size;
  CUDA (cub::DeviceRadixSort::SortKeys (NULL, bytes, in, out, n));
  size = bytes > size ? bytes : size;
  CUDA (cub::DeviceSelect::If (NULL, bytes, in, out, count, n, even ()));
  size = bytes > size ? bytes : size;
  CUDA (cudaMalloc (&temp, size));
  bytes = size;
  CUDA (cub::DeviceReduce::Sum (temp, bytes, in, out, n));
  CUDA (cub::DeviceReduce::Max (temp, bytes, in, out + 1, n));
  CUDA (cudaMemcpy (g, out, 2 * sizeof *g, cudaMemcpyDeviceToHost));
  MUST (g[0] == sum && g[1] == most);
  CUDA (cub::DeviceScan::ExclusiveSum (temp, bytes, in, out, n));
  CUDA (cudaMemcpy (g, out, sizeof g, cudaMemcpyDeviceToHost));
  for (int i = 0, s = 0; i < n; s += h[i++])
    MUST (g[i] == s);
  CUDA (cub::DeviceSelect::If (temp, bytes, in, out, count, n, even ()));
  int k;
  CUDA (cudaMemcpy (&k, count, sizeof k, cudaMemcpyDeviceToHost));
  MUST (k == evens);
  CUDA (cub::DeviceRadixSort::SortKeys (temp, bytes, in, out, n));
  CUDA (cudaMemcpy (g, out, sizeof g, cudaMemcpyDeviceToHost));
  for (int i = 1; i < n; i++)
    MUST (g[i - 1] <= g[i]);
  blocks<<<1, 128>>> (in, out);
  CUDA (cudaMemcpy (g, out, 400 * sizeof (int), cudaMemcpyDeviceToHost));
  int odd = 0;
  for (int i = 0, s = 0; i < 128; s += h[2 * i], odd += h[2 * i + 1], i++)
    MUST (g[i] == s);
  MUST (g[128] == odd);
  for (int i = 1; i < 256; i++)
    MUST (g[128 + i] <= g[129 + i]);
  CUDA (cudaFree (in));
  CUDA (cudaFree (out));
  CUDA (cudaFree (aux));
  CUDA (cudaFree (count));
  CUDA (cudaFree (temp));
  puts ("ok");
}
