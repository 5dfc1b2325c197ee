/* SPDX-License-Identifier: MIT */
/* verdict: clean.  N bodies, Monte Carlo with cuRAND's device functions and an own generator,
   game of life, Mandelbrot, breadth-first search, sparse matrix times vector, k-means.  */
#include "check.h"
#include <cmath>
#include <vector>
#include <curand_kernel.h>

__global__ void
forces (const float4 *p, float3 *f, int n)
{
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? p[i] : make_float4 (0, 0, 0, 0);
  float3 a = make_float3 (0, 0, 0);
  for (int base = 0; base < n; base += blockDim.x)
    {
      tile[threadIdx.x] = base + threadIdx.x < n ? p[base + threadIdx.x] : make_float4 (0, 0, 0, 0);
      __syncthreads ();
#pragma unroll 4
      for (int j = 0; j < blockDim.x; j++)
	{
	  float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
	  float r = rsqrtf (dx * dx + dy * dy + dz * dz + 0.01f), k = tile[j].w * r * r * r;
	  a.x += k * dx;
	  a.y += k * dy;
	  a.z += k * dz;
	}
      __syncthreads ();
    }
  if (i < n)
    f[i] = a;
}

__global__ void
setup (curandState *s)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init (1234, i, 0, &s[i]);
}

__global__ void
pi (curandState *s, unsigned *hits, int tries)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = s[i];
  curandStatePhilox4_32_10_t other;
  curand_init (99, i, 0, &other);
  unsigned n = 0;
  for (int k = 0; k < tries; k++)
    {
      float x = curand_uniform (&mine), y = curand_uniform (&other);
      n += x * x + y * y <= 1;
    }
  s[i] = mine;
  for (int d = 16; d; d /= 2)
    n += __shfl_xor_sync (~0u, n, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd (hits, n);
}

__global__ void
life (const unsigned char *in, unsigned char *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
  if (x >= w || y >= h)
    return;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy)
	n += in[(y + dy + h) % h * w + (x + dx + w) % w];
  out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}

__global__ void
mandelbrot (int *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
  if (x >= w || y >= h)
    return;
  double cr = -2 + 3.0 * x / w, ci = -1 + 2.0 * y / h, r = 0, i = 0;
  while (n < 50 && r * r + i * i < 4)
    {
      double t = r * r - i * i + cr;
      i = 2 * r * i + ci;
      r = t;
      n++;
    }
  out[y * w + x] = n;
}

__global__ void
bfs (const int *row, const int *col, int *level, int n, int now, int *changed)
{
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == now)
    for (int e = row[v]; e < row[v + 1]; e++)
      if (atomicCAS (&level[col[e]], -1, now + 1) == -1)
	*changed = 1;
}

__global__ void
bfs_ordered (const int *row, const int *col, const int *level, int *next, int n, int now, int *changed)
{
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == now)
    for (int e = row[v]; e < row[v + 1]; e++)
      if (level[col[e]] < 0 && atomicMax (&next[col[e]], now + 1) < 0)
	atomicOr (changed, 1);
}

__global__ void
spmv (const int *row, const int *col, const float *x, float *y, int n)
{
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= n)
    return;
  float s = 0;
  for (int e = row[warp] + lane; e < row[warp + 1]; e += 32)
    s += x[col[e]];
  for (int d = 16; d; d /= 2)
    s += __shfl_down_sync (~0u, s, d);
  if (lane == 0)
    y[warp] = s;
}

int
main ()
{
  const int n = 300;
  std::vector<float4> p (n);
  std::vector<float3> f (n);
  unsigned seed = 5;
  for (auto &q : p)
    q = make_float4 (next_random (&seed) % 100, next_random (&seed) % 100, next_random (&seed) % 100, 1);
  float4 *dp;
  float3 *df;
  CUDA (cudaMalloc (&dp, n * sizeof *dp));
  CUDA (cudaMalloc (&df, n * sizeof *df));
  CUDA (cudaMemcpy (dp, p.data (), n * sizeof *dp, cudaMemcpyHostToDevice));
  forces<<<(n + 63) / 64, 64, 64 * sizeof (float4)>>> (dp, df, n);
  CUDA (cudaMemcpy (f.data (), df, n * sizeof *df, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i += 37)
    {
      double x = 0;
      for (int j = 0; j < n; j++)
	{
	  double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
	  x += dx / pow (dx * dx + dy * dy + dz * dz + 0.01, 1.5);
	}
      MUST (fabs (f[i].x - x) < 1e-3 * (1 + fabs (x)));
    }

  curandState *s;
  unsigned *hits, total;
  CUDA (cudaMalloc (&s, 256 * sizeof *s));
  CUDA (cudaMalloc (&hits, sizeof *hits));
  CUDA (cudaMemset (hits, 0, sizeof *hits));
  setup<<<2, 128>>> (s);
  pi<<<2, 128>>> (s, hits, 100);
  CUDA (cudaMemcpy (&total, hits, sizeof total, cudaMemcpyDeviceToHost));
  MUST (fabs (4.0 * total / 25600 - M_PI) < 0.1);

  const int w = 40, h = 30;
  unsigned char grid[h][w] = { { 0 } }, *a, *b;
  grid[5][5] = grid[5][6] = grid[5][7] = 1;
  CUDA (cudaMalloc (&a, sizeof grid));
  CUDA (cudaMalloc (&b, sizeof grid));
  CUDA (cudaMemcpy (a, grid, sizeof grid, cudaMemcpyHostToDevice));
  for (int i = 0; i < 3; i++)
    {
      life<<<dim3 (3, 4), dim3 (16, 8)>>> (a, b, w, h);
      std::swap (a, b);
    }
  CUDA (cudaMemcpy (grid, a, sizeof grid, cudaMemcpyDeviceToHost));
  MUST (grid[4][6] && grid[5][6] && grid[6][6] && !grid[5][5] && !grid[5][7]);

  int *m, hm[h * w];
  CUDA (cudaMalloc (&m, sizeof hm));
  mandelbrot<<<dim3 (3, 4), dim3 (16, 8)>>> (m, w, h);
  CUDA (cudaMemcpy (hm, m, sizeof hm, cudaMemcpyDeviceToHost));
  MUST (hm[0] == 1 && hm[h / 2 * w + w * 2 / 3] == 50);

  std::vector<int> row (n + 1), col, level (n, -1), want (n, -1);
  for (int v = 0; v < n; v++)
    {
      row[v] = col.size ();
      for (int k = 0; k < 1 + v % 3; k++)
	col.push_back (next_random (&seed) % n);
    }
  row[n] = col.size ();
  int *dr, *dc, *dl, *dn, *changed, again = 1;
  CUDA (cudaMalloc (&dr, row.size () * sizeof (int)));
  CUDA (cudaMalloc (&dc, col.size () * sizeof (int)));
  CUDA (cudaMalloc (&dl, n * sizeof (int)));
  CUDA (cudaMalloc (&dn, n * sizeof (int)));
  CUDA (cudaMallocManaged (&changed, sizeof (int)));
  CUDA (cudaMemcpy (dr, row.data (), row.size () * sizeof (int), cudaMemcpyHostToDevice));
  CUDA (cudaMemcpy (dc, col.data (), col.size () * sizeof (int), cudaMemcpyHostToDevice));
  want[0] = level[0] = 0;
  for (int now = 0; again; now++)
    {
      again = 0;
      for (int v = 0; v < n; v++)
	for (int e = row[v]; want[v] == now && e < row[v + 1]; e++)
	  if (want[col[e]] < 0)
	    want[col[e]] = now + 1, again = 1;
    }
  CUDA (cudaMemcpy (dl, level.data (), n * sizeof (int), cudaMemcpyHostToDevice));
  for (int now = 0; now == 0 || *changed; now++)
    {
      *changed = 0;
      CUDA (cudaMemcpy (dn, dl, n * sizeof (int), cudaMemcpyDeviceToDevice));
      bfs_ordered<<<(n + 127) / 128, 128>>> (dr, dc, dl, dn, n, now, changed);
      CUDA (cudaDeviceSynchronize ());
      std::swap (dl, dn);
    }
  CUDA (cudaMemcpy (level.data (), dl, n * sizeof (int), cudaMemcpyDeviceToHost));
  MUST (level == want);

  std::vector<float> x (n), y (n);
  for (int i = 0; i < n; i++)
    x[i] = i;
  float *dx, *dy;
  CUDA (cudaMalloc (&dx, n * sizeof *dx));
  CUDA (cudaMalloc (&dy, n * sizeof *dy));
  CUDA (cudaMemcpy (dx, x.data (), n * sizeof *dx, cudaMemcpyHostToDevice));
  spmv<<<(n * 32 + 127) / 128, 128>>> (dr, dc, dx, dy, n);
  CUDA (cudaMemcpy (y.data (), dy, n * sizeof *dy, cudaMemcpyDeviceToHost));
  for (int v = 0; v < n; v++)
    {
      float t = 0;
      for (int e = row[v]; e < row[v + 1]; e++)
	t += x[col[e]];
      MUST (y[v] == t);
    }
  void *all[] = { dp, df, s, hits, a, b, m, dr, dc, dl, dn, changed, dx, dy };
  for (void *q : all)
    CUDA (cudaFree (q));
  puts ("ok");
}
