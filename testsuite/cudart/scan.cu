/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Scan in three kernels, histogram with private copies in shared memory,
   transpose by a padded tile, a stencil with halos, bitonic sort.  */
#include "check.h"

__global__ void
block_scan (int *x, int *sums, int n)
{
  __shared__ int s[2][256];
  int i = blockIdx.x * 256 + threadIdx.x, cur = 0;
  s[0][threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads ();
  for (int d = 1; d < 256; d *= 2)
    {
      s[!cur][threadIdx.x] = s[cur][threadIdx.x] + (threadIdx.x >= d ? s[cur][threadIdx.x - d] : 0);
      cur = !cur;
      __syncthreads ();
    }
  if (i < n)
    x[i] = s[cur][threadIdx.x];
  if (threadIdx.x == 255)
    sums[blockIdx.x] = s[cur][255];
}

__global__ void
add_sums (int *x, const int *sums, int n)
{
  int i = blockIdx.x * 256 + threadIdx.x;
  if (blockIdx.x && i < n)
    x[i] += sums[blockIdx.x - 1];
}

__global__ void
histogram (const unsigned char *x, unsigned *bins, int n)
{
  __shared__ unsigned h[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    h[i] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd (&h[x[i]], 1);
  __syncthreads ();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd (&bins[i], h[i]);
}

__global__ void
transpose (const float *in, float *out, int w, int h)
{
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads ();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w)
      out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

__constant__ int weight[7];

__global__ void
stencil (const int *in, int *out, int n)
{
  __shared__ int t[128 + 6];
  int g = blockIdx.x * 128 + threadIdx.x, l = threadIdx.x + 3;
  t[l] = g < n ? in[g] : 0;
  if (threadIdx.x < 3)
    {
      t[l - 3] = g >= 3 ? in[g - 3] : 0;
      t[l + 128] = g + 128 < n ? in[g + 128] : 0;
    }
  __syncthreads ();
  int s = 0;
  for (int k = -3; k <= 3; k++)
    s += weight[k + 3] * t[l + k];
  if (g < n)
    out[g] = s;
}

__global__ void
bitonic (unsigned *x)
{
  __shared__ unsigned s[512];
  s[threadIdx.x] = x[threadIdx.x];
  for (unsigned k = 2; k <= 512; k *= 2)
    for (unsigned j = k / 2; j; j /= 2)
      {
	__syncthreads ();
	unsigned i = threadIdx.x, p = i ^ j;
	if (p > i && (s[i] > s[p]) == !(i & k))
	  {
	    unsigned v = s[i];
	    s[i] = s[p];
	    s[p] = v;
	  }
      }
  __syncthreads ();
  x[threadIdx.x] = s[threadIdx.x];
}

int
main ()
{
  const int n = 3000;
  static int h[n], want[n], got[n];
  int *x, *sums, w[7] = { 1, 2, 3, 4, 3, 2, 1 };
  unsigned seed = 1;
  for (int i = 0; i < n; i++)
    h[i] = next_random (&seed) % 10;
  CUDA (cudaMalloc (&x, sizeof h));
  CUDA (cudaMalloc (&sums, 16 * sizeof *sums));
  CUDA (cudaMemcpy (x, h, sizeof h, cudaMemcpyHostToDevice));
  int blocks = (n + 255) / 256;
  block_scan<<<blocks, 256>>> (x, sums, n);
  int *top;
  CUDA (cudaMalloc (&top, 256 * sizeof *top));
  block_scan<<<1, 256>>> (sums, top, blocks);
  add_sums<<<blocks, 256>>> (x, sums, n);
  CUDA (cudaMemcpy (got, x, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0, s = 0; i < n; i++)
    MUST (got[i] == (s += h[i]));

  static unsigned char bytes[n];
  unsigned bins[256], count[256] = { 0 }, *d_bins;
  unsigned char *d_bytes;
  for (int i = 0; i < n; i++)
    count[bytes[i] = next_random (&seed) % 40]++;
  CUDA (cudaMalloc (&d_bytes, n));
  CUDA (cudaMalloc (&d_bins, sizeof bins));
  CUDA (cudaMemcpy (d_bytes, bytes, n, cudaMemcpyHostToDevice));
  CUDA (cudaMemset (d_bins, 0, sizeof bins));
  histogram<<<4, 192>>> (d_bytes, d_bins, n);
  CUDA (cudaMemcpy (bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 256; i++)
    MUST (bins[i] == count[i]);

  const int tw = 70, th = 50;
  static float a[th][tw], b[tw][th];
  float *da, *db;
  for (int i = 0; i < th; i++)
    for (int j = 0; j < tw; j++)
      a[i][j] = i * 100 + j;
  CUDA (cudaMalloc (&da, sizeof a));
  CUDA (cudaMalloc (&db, sizeof b));
  CUDA (cudaMemcpy (da, a, sizeof a, cudaMemcpyHostToDevice));
  transpose<<<dim3 (3, 2), dim3 (32, 8)>>> (da, db, tw, th);
  CUDA (cudaMemcpy (b, db, sizeof b, cudaMemcpyDeviceToHost));
  for (int i = 0; i < th; i++)
    for (int j = 0; j < tw; j++)
      MUST (b[j][i] == a[i][j]);

  int *out;
  CUDA (cudaMalloc (&out, sizeof h));
  CUDA (cudaMemcpy (x, h, sizeof h, cudaMemcpyHostToDevice));
  CUDA (cudaMemcpyToSymbol (weight, w, sizeof w));
  stencil<<<(n + 127) / 128, 128>>> (x, out, n);
  CUDA (cudaMemcpy (got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    {
      want[i] = 0;
      for (int k = -3; k <= 3; k++)
	if (i + k >= 0 && i + k < n)
	  want[i] += w[k + 3] * h[i + k];
      MUST (got[i] == want[i]);
    }

  unsigned keys[512], *dk;
  for (int i = 0; i < 512; i++)
    keys[i] = next_random (&seed);
  CUDA (cudaMalloc (&dk, sizeof keys));
  CUDA (cudaMemcpy (dk, keys, sizeof keys, cudaMemcpyHostToDevice));
  bitonic<<<1, 512>>> (dk);
  CUDA (cudaMemcpy (keys, dk, sizeof keys, cudaMemcpyDeviceToHost));
  for (int i = 1; i < 512; i++)
    MUST (keys[i - 1] <= keys[i]);
  void *all[] = { x, sums, top, d_bytes, d_bins, da, db, out, dk };
  for (void *p : all)
    CUDA (cudaFree (p));
  puts ("ok");
}
