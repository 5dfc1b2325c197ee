/* SPDX-License-Identifier: MIT */
/* flags: -std=c++17.  Programs with one defect each (plant.h).
   Kernels of Rodinia, Parboil, PolyBench, Indigo, DataRaceBench and llm.c, and all but these.  Each defect by its kind:
   hotspot race, pathfinder race, nw race, bfs race, srad memory, lud race, kmeans memory,
   backprop sync, huffman race, cfd memory, lava memory, tpacf race, stencil race, mri race,
   atax race, corr memory, gram race, mm3 race, fdtd race, push race, worklist race, warpv race,
   anti race, indirect race, lastprivate race, extsplit memory, alias race, wrap race, onelate race,
   lnback race, crossent memory, encoder race, softmax race, bias memory.  */
#include "plant.h"
#define N 256
/* ---- Rodinia ---- */
template <int BAD>
__global__ void
hotspotK (float *t, float *o, const float *p, int w)
{
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= w - 1)
    return;
  float v = t[y * w + x]
	    + 0.1f
		* (t[y * w + x - 1] + t[y * w + x + 1] + t[(y - 1) * w + x] + t[(y + 1) * w + x]
		   + p[y * w + x]);
  (BAD ? t : o)[y * w + x] = v;
}
PROG (hotspot)
{
  float *t = dev<float> (64 * 64), *o = dev<float> (64 * 64), *p = dev<float> (64 * 64);
  GO (hotspotK, <<<dim3 (4, 4), dim3 (16, 16)>>> (t, o, p, 64));
  show (o, 4096);
}
template <int BAD>
__global__ void
pathK (int it, const int *wall, const int *src, int *res, int cols)
{
  __shared__ int prev[N], result[N];
  int tx = threadIdx.x, b = blockIdx.x, small = N - it * 2, blk = small * b - it, end = blk + N - 1,
      xi = blk + tx;
  int vmin = blk < 0 ? -blk : 0, vmax = end > cols - 1 ? N - 1 - (end - cols + 1) : N - 1;
  int W = max (tx - 1, vmin), E = min (tx + 1, vmax);
  bool valid = tx >= vmin && tx <= vmax, comp = false;
  if (xi >= 0 && xi < cols)
    prev[tx] = src[xi];
  __syncthreads ();
  for (int i = 0; i < it; i++)
    {
      comp = false;
      if (tx >= i + 1 && tx <= N - i - 2 && valid)
	{
	  comp = true;
	  int s = min (min (prev[W], prev[tx]), prev[E]);
	  result[tx] = s + wall[cols * i + xi];
	}
      if (!BAD)
	__syncthreads ();
      if (i == it - 1)
	break;
      if (comp)
	prev[tx] = result[tx];
      __syncthreads ();
    }
  if (comp)
    res[xi] = result[tx];
}
PROG (pathfinder)
{
  int *w = dev<int> (4 * 600), *s = dev<int> (600), *r = dev<int> (600);
  GO (pathK, <<<3, N>>> (4, w, s, r, 600));
  show (r, 600);
}
template <int BAD>
__global__ void
nwK (int *m, const int *ref, int c)
{
  __shared__ int t[17][17];
  int x = threadIdx.x;
  for (int i = 0; i < 17; i++)
    if (x < 16)
      t[i][x + 1] = m[i * c + x + 1];
  t[x + 1][0] = m[(x + 1) * c];
  if (x == 0)
    t[0][0] = m[0];
  __syncthreads ();
  for (int k = 0; k < 16; k++)
    {
      if (x <= k)
	{
	  int tx = x + 1, ty = k - x + 1;
	  t[ty][tx]
	    = max (t[ty - 1][tx - 1] + ref[ty * c + tx], max (t[ty][tx - 1], t[ty - 1][tx]) - 1);
	}
      if (!BAD)
	__syncwarp (0xffff);
    }
  __syncthreads ();
  for (int i = 1; i < 17; i++)
    m[i * c + x + 1] = t[i][x + 1];
}
PROG (nw)
{
  int *m = dev<int> (17 * 17), *r = dev<int> (17 * 17);
  GO (nwK, <<<1, 16>>> (m, r, 17));
  show (m, 289);
}
/* same values written by many: right; the fused one is not */
template <int BAD>
__global__ void
bfsK (const int *start, const int *edges, bool *mask, bool *upd, const bool *vis, int *cost, int n)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n && mask[t])
    {
      mask[t] = false;
      for (int i = start[t]; i < start[t + 1]; i++)
	{
	  int id = edges[i];
	  if (!vis[id])
	    {
	      cost[id] = cost[t] + 1;
	      (BAD ? mask : upd)[id] = true;
	    }
	}
    }
}
PROG (bfs)
{
  int s[65], e[128];
  bool m[64], v[64];
  for (int i = 0; i <= 64; i++)
    s[i] = 2 * i;
  for (int i = 0; i < 128; i++)
    e[i] = (i / 2 * 2 + 1 + i % 2) % 64;
  for (int i = 0; i < 64; i++)
    m[i] = i < 8, v[i] = i < 8;
  int *ds, *de, *c = dev<int> (64, 0);
  bool *dm, *du, *dv;
  CK (cudaMalloc (&ds, 260));
  CK (cudaMalloc (&de, 512));
  CK (cudaMalloc (&dm, 64));
  CK (cudaMalloc (&du, 64));
  CK (cudaMalloc (&dv, 64));
  CK (cudaMemcpy (ds, s, 260, cudaMemcpyHostToDevice));
  CK (cudaMemcpy (de, e, 512, cudaMemcpyHostToDevice));
  CK (cudaMemcpy (dm, m, 64, cudaMemcpyHostToDevice));
  CK (cudaMemcpy (dv, v, 64, cudaMemcpyHostToDevice));
  CK (cudaMemset (du, 0, 64));
  CK (cudaMemset (c, 0, 256));
  GO (bfsK, <<<2, 32>>> (ds, de, dm, du, dv, c, 64));
  show (c, 64);
}
template <int BAD>
__global__ void
sradK (const float *I, float *o, int w)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w)
    return;
  int l = BAD ? x - 1 : max (x - 1, 0), r = min (x + 1, w - 1);
  o[x] = I[l] + I[r] - 2 * I[x];
}
PROG (srad)
{
  float *i = dev<float> (N), *o = dev<float> (N);
  GO (sradK, <<<2, 128>>> (i, o, N));
  show (o, N);
}
template <int BAD>
__global__ void
ludK (float *m, int w)
{
  __shared__ float s[16][16];
  int x = threadIdx.x;
  for (int i = 0; i < 16; i++)
    s[i][x] = m[i * w + x];
  __syncwarp (0xffff);
  for (int i = 0; i < 15; i++)
    {
      if (x > i)
	{
	  for (int j = 0; j < i; j++)
	    s[x][i] -= s[x][j] * s[j][i];
	  s[x][i] /= s[i][i] + 3;
	}
      if (!BAD)
	__syncwarp (0xffff);
      if (x > i)
	for (int j = 0; j < i + 1; j++)
	  s[i + 1][x] -= s[i + 1][j] * s[j][x];
      __syncwarp (0xffff);
    }
  for (int i = 1; i < 16; i++)
    m[i * w + x] = s[i][x];
}
PROG (lud)
{
  float *m = dev<float> (256);
  GO (ludK, <<<1, 16>>> (m, 16));
  show (m, 256);
}
__constant__ float cent[40];
template <int BAD>
__global__ void
kmeansK (const float *p, int *a, int n)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  float best = 1e9f;
  int bi = 0;
  for (int k = 0; k < 5 + BAD; k++)
    {
      float d = 0;
      for (int j = 0; j < 8; j++)
	{
	  float v = p[j * n + t] - cent[k * 8 + j];
	  d += v * v;
	}
      if (d < best)
	best = d, bi = k;
    }
  a[t] = bi;
}
PROG (kmeans)
{
  float *p = dev<float> (8 * 100);
  int *a = dev<int> (100);
  float c[40] = {};
  CK (cudaMemcpyToSymbol (cent, c, sizeof c));
  GO (kmeansK, <<<2, 64>>> (p, a, 100));
  show (a, 100);
}
template <int BAD>
__global__ void
backK (float *in, float *w, float *o)
{
  __shared__ float n[16], m[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0)
    n[ty] = in[ty];
  __syncthreads ();
  m[ty][tx] = w[ty * 16 + tx] * n[ty];
  __syncthreads ();
  for (int p = 2; p <= 16; p *= 2)
    {
      if (BAD)
	{
	  if (ty % p == 0)
	    {
	      m[ty][tx] += m[ty + p / 2][tx];
	      __syncthreads ();
	    }
	}
      else
	{
	  if (ty % p == 0)
	    m[ty][tx] += m[ty + p / 2][tx];
	  __syncthreads ();
	}
    }
  if (ty == 0)
    o[tx] = m[0][tx];
}
PROG (backprop)
{
  float *i = dev<float> (16), *w = dev<float> (256), *o = dev<float> (16);
  GO (backK, <<<1, dim3 (16, 16)>>> (i, w, o));
  show (o, 16);
}
template <int BAD>
__global__ void
huffK (const unsigned char *d, unsigned *o)
{
  __shared__ unsigned as[64];
  int t = threadIdx.x;
  if (t < 64)
    as[t] = 0;
  __syncthreads ();
  unsigned bit = t * 7, word = bit / 32, off = bit % 32, v = d[t] & 127;
  if (BAD)
    as[word] |= v << off;
  else
    atomicOr (&as[word], v << off);
  if (off > 25)
    atomicOr (&as[word + 1], v >> (32 - off));
  __syncthreads ();
  if (t < 64)
    o[t] = as[t];
}
PROG (huffman)
{
  unsigned char *d = dev<unsigned char> (256);
  unsigned *o = dev<unsigned> (64);
  GO (huffK, <<<1, 256>>> (d, o));
  show (o, 64);
}
template <int BAD>
__global__ void
cfdK (const int *nb, const float *v, float *o, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float f = 0;
  for (int j = 0; j < 4; j++)
    {
      int k = nb[i + j * n];
      if (BAD || k >= 0)
	f += v[k];
      else if (k == -1)
	f += 1;
    }
  o[i] = f;
}
PROG (cfd)
{
  int h[4 * N], *nb;
  for (int i = 0; i < 4 * N; i++)
    h[i] = i % 50 ? i % N : -1;
  CK (cudaMalloc (&nb, sizeof h));
  CK (cudaMemcpy (nb, h, sizeof h, cudaMemcpyHostToDevice));
  float *v = dev<float> (N), *o = dev<float> (N);
  GO (cfdK, <<<2, 128>>> (nb, v, o, N));
  show (o, N);
}
template <int BAD>
__global__ void
lavaK (const float4 *p, float4 *o, int n)
{
  __shared__ float4 s[100];
  int t = threadIdx.x;
  for (int i = t; i < (BAD ? 128 : 100); i += 64)
    s[i] = p[blockIdx.x * 100 + min (i, 99)];
  __syncthreads ();
  float4 a = { 0, 0, 0, 0 };
  for (int j = 0; j < 100; j++)
    a.x += s[j].x * s[j].w;
  o[blockIdx.x * 64 + t] = a;
}
PROG (lava)
{
  float *p = dev<float> (1600), *o = dev<float> (1024);
  GO (lavaK, <<<4, 64>>> ((float4 *) p, (float4 *) o, 100));
  show (o, 1024);
}
/* ---- Parboil ---- */
template <int BAD>
__global__ void
tpacfK (const int *d, unsigned *o, int n)
{
  __shared__ unsigned h[8][32];
  int t = threadIdx.x, w = t / 32;
  h[w][t % 32] = 0;
  __syncwarp ();
  for (int i = t; i < n; i += 256)
    {
      if (BAD)
	h[w][d[i] % 32]++;
      else
	atomicAdd (&h[w][d[i] % 32], 1);
    }
  __syncthreads ();
  if (t < 32)
    {
      unsigned s = 0;
      for (int k = 0; k < 8; k++)
	s += h[k][t];
      o[t] = s;
    }
}
PROG (tpacf)
{
  int *d = dev<int> (1000);
  unsigned *o = dev<unsigned> (32);
  GO (tpacfK, <<<1, 256>>> (d, o, 1000));
  show (o, 32);
}
template <int BAD>
__global__ void
stenK (const float *a, float *o, int nz)
{
  __shared__ float s[18][18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1, w = 18, pl = 324;
  float below = a[y * w + x], cur = a[pl + y * w + x];
  for (int z = 1; z < nz - 1; z++)
    {
      float above = a[(z + 1) * pl + y * w + x];
      s[y][x] = cur;
      if (x == 1)
	s[y][0] = a[z * pl + y * w];
      if (x == 16)
	s[y][17] = a[z * pl + y * w + 17];
      if (y == 1)
	s[0][x] = a[z * pl + x];
      if (y == 16)
	s[17][x] = a[z * pl + 17 * w + x];
      __syncthreads ();
      o[z * pl + y * w + x]
	= s[y][x - 1] + s[y][x + 1] + s[y - 1][x] + s[y + 1][x] + above + below - 6 * cur;
      if (!BAD)
	__syncthreads ();
      below = cur;
      cur = above;
    }
}
PROG (stencil)
{
  float *a = dev<float> (324 * 6), *o = dev<float> (324 * 6);
  GO (stenK, <<<1, dim3 (16, 16)>>> (a, o, 6));
  show (o, 324 * 6);
}
__constant__ float4 kval[32];
__global__ void
mriK (float *o)
{
  float s = 0;
  for (int i = 0; i < 32; i++)
    s += kval[i].x;
  o[blockIdx.x * 64 + threadIdx.x] += s;
}
PROG (mri)
{
  float *o = dev<float> (128);
  float4 *h;
  CK (cudaMallocHost (&h, sizeof kval));
  memset (h, 0, sizeof kval);
  cudaStream_t a, b;
  CK (cudaStreamCreateWithFlags (&a, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&b, cudaStreamNonBlocking));
  CK (cudaMemcpyToSymbolAsync (kval, h, sizeof kval, 0, cudaMemcpyHostToDevice, a));
  mriK<<<2, 64, 0, a>>> (o);
  CK (cudaMemcpyToSymbolAsync (kval, h, sizeof kval, 0, cudaMemcpyHostToDevice, bad ? b : a));
  CK (cudaStreamSynchronize (b));
  CK (cudaStreamSynchronize (a));
  show (o, 128);
}
/* ---- PolyBench ---- */
template <int BAD>
__global__ void
ataxK (const float *A, const float *x, float *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float t = 0;
  for (int j = 0; j < n; j++)
    t += A[i * n + j] * x[j];
  for (int j = 0; j < n; j++)
    if (BAD)
      y[j] += A[i * n + j] * t;
    else
      atomicAdd (&y[j], A[i * n + j] * t);
}
PROG (atax)
{
  float *A = dev<float> (64 * 64), *x = dev<float> (64), *y = dev<float> (64);
  GO (ataxK, <<<2, 32>>> (A, x, y, 64));
  show (y, 64);
}
template <int BAD>
__global__ void
corrK (float *d, const float *m, int n, int cols)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (BAD ? j <= cols : j < cols)
    for (int i = 0; i < n; i++)
      d[i * cols + (j < cols ? j : 0)] -= m[j];
}
PROG (corr)
{
  float *d = dev<float> (10 * 128), *m = dev<float> (128);
  GO (corrK, <<<3, 64>>> (d, m, 10, 128));
  show (d, 1280);
}
__global__ void
gsA (float *r)
{
  r[threadIdx.x] = threadIdx.x;
}
__global__ void
gsB (const float *r, float *q)
{
  q[threadIdx.x] = r[0] + r[threadIdx.x];
}
PROG (gram)
{
  float *r = dev<float> (64), *q = dev<float> (64);
  cudaStream_t s;
  CK (cudaStreamCreateWithFlags (&s, bad ? cudaStreamNonBlocking : cudaStreamDefault));
  gsA<<<1, 64>>> (r);
  gsB<<<1, 64, 0, s>>> (r, q);
  CK (cudaDeviceSynchronize ());
  show (q, 64);
}
__global__ void
mm (const float *a, const float *b, float *c, int n)
{
  int i = threadIdx.y, j = threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; k++)
    s += a[i * n + k] * b[k * n + j];
  c[i * n + j] = s;
}
PROG (mm3)
{
  float *a, *b, *c;
  CK (cudaMallocManaged (&a, 1024));
  CK (cudaMallocManaged (&b, 1024));
  CK (cudaMallocManaged (&c, 1024));
  for (int i = 0; i < 256; i++)
    a[i] = b[i] = i;
  mm<<<1, dim3 (16, 16)>>> (a, b, c, 16);
  mm<<<1, dim3 (16, 16)>>> (c, b, a, 16);
  if (!bad)
    CK (cudaDeviceSynchronize ());
  printf ("%g\n", a[17]);
  CK (cudaDeviceSynchronize ());
}
template <int BAD>
__global__ void
fdtdK (float *ex, float *ey, float *hz, int n)
{
  int j = threadIdx.x, i = blockIdx.x;
  if (i > 0)
    ey[i * n + j] -= 0.5f * (hz[i * n + j] - hz[(i - 1) * n + j]);
  if (BAD && j > 0)
    hz[i * n + j] -= 0.7f * ey[i * n + j];
}
PROG (fdtd)
{
  float *x = dev<float> (1024), *y = dev<float> (1024), *h = dev<float> (1024);
  GO (fdtdK, <<<32, 32>>> (x, y, h, 32));
  show (y, 1024);
}
/* ---- Indigo ---- */
template <int BAD>
__global__ void
pushK (const int *ni, const int *nl, int *d, int n)
{
  int v = threadIdx.x + blockIdx.x * blockDim.x;
  if (v < n)
    for (int j = ni[v]; j < ni[v + 1]; j++)
      {
	int k = nl[j];
	if (BAD)
	  {
	    if (d[k] > v)
	      d[k] = v;
	  }
	else
	  atomicMin (&d[k], v);
      }
}
PROG (push)
{
  int s[65], e[128], *ds, *de;
  for (int i = 0; i <= 64; i++)
    s[i] = 2 * i;
  for (int i = 0; i < 128; i++)
    e[i] = i * 7 % 64;
  CK (cudaMalloc (&ds, 260));
  CK (cudaMalloc (&de, 512));
  CK (cudaMemcpy (ds, s, 260, cudaMemcpyHostToDevice));
  CK (cudaMemcpy (de, e, 512, cudaMemcpyHostToDevice));
  int *d = dev<int> (64);
  GO (pushK, <<<2, 32>>> (ds, de, d, 64));
  show (d, 64);
}
template <int BAD>
__global__ void
wlK (const int *d, int *wl, int *size, int n)
{
  int v = threadIdx.x + blockIdx.x * blockDim.x;
  if (v < n && d[v] % 3 == 0)
    {
      int p;
      if (BAD)
	{
	  p = *size;
	  *size = p + 1;
	}
      else
	p = atomicAdd (size, 1);
      wl[p] = v;
    }
}
PROG (worklist)
{
  int *d = dev<int> (N), *w = dev<int> (N), *s = dev<int> (1);
  GO (wlK, <<<4, 64>>> (d, w, s, N));
  show (w, N);
}
template <int BAD>
__global__ void
warpvK (const int *ni, const int *nl, int *d, int n)
{
  int v = (threadIdx.x + blockIdx.x * blockDim.x) / 32, l = threadIdx.x % 32;
  if (v < n)
    {
      int s = 0;
      for (int j = ni[v] + l; j < ni[v + 1]; j += 32)
	s += nl[j];
      for (int o = 16; o; o /= 2)
	s += __shfl_down_sync (~0u, s, o);
      if (BAD || l == 0)
	d[v] = s;
    }
}
PROG (warpv)
{
  int s[9], *ds;
  for (int i = 0; i < 9; i++)
    s[i] = i * 20;
  CK (cudaMalloc (&ds, 36));
  CK (cudaMemcpy (ds, s, 36, cudaMemcpyHostToDevice));
  int *e = dev<int> (160), *d = dev<int> (8);
  GO (warpvK, <<<2, 128>>> (ds, e, d, 8));
  show (d, 8);
}
/* ---- DataRaceBench ---- */
template <int BAD>
__global__ void
antiK (int *a, int *b, int n)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n - 1)
    (BAD ? a : b)[i] = a[i + 1] + 1;
}
PROG (anti)
{
  int *a = dev<int> (N), *b = dev<int> (N);
  GO (antiK, <<<4, 64>>> (a, b, N));
  show (a, N);
}
template <int BAD>
__global__ void
indK (double *x, const int *ix, int n)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    x[ix[i]] += 1.0;
}
PROG (indirect)
{
  int h[180], *ix;
  for (int i = 0; i < 180; i++)
    h[i] = i * 2;
  if (bad)
    h[179] = h[5];
  CK (cudaMalloc (&ix, sizeof h));
  CK (cudaMemcpy (ix, h, sizeof h, cudaMemcpyHostToDevice));
  double *x = dev<double> (400);
  GO (indK, <<<3, 64>>> (x, ix, 180));
  show (x, 400);
}
template <int BAD>
__global__ void
outK (int *last, int n)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (BAD ? i < n : i == n - 1)
    *last = i;
}
PROG (lastprivate)
{
  int *a = dev<int> (1);
  GO (outK, <<<4, 64>>> (a, 200));
  show (a, 1);
}
/* ---- GPUVerify ---- */
template <int BAD>
__global__ void
extK (float *o)
{
  extern __shared__ char raw[];
  float *a = (float *) raw;
  double *d = (double *) (raw + (BAD ? 33 : 34) * 4);
  int t = threadIdx.x;
  if (t < 33)
    a[t] = t;
  d[t & 7] = 1;
  __syncthreads ();
  o[t] = a[t % 33] + (float) d[t & 7];
}
PROG (extsplit)
{
  float *o = dev<float> (64);
  GO (extK, <<<1, 64, 34 * 4 + 64>>> (o));
  show (o, 64);
}
template <int BAD>
__global__ void
aliasK (float *o)
{
  extern __shared__ float a[];
  float *b = a + (BAD ? 0 : 64);
  int t = threadIdx.x;
  a[t] = t;
  b[63 - t] = 2;
  __syncthreads ();
  o[t] = a[t] + b[t];
}
PROG (alias)
{
  float *o = dev<float> (64);
  GO (aliasK, <<<1, 64, 512>>> (o));
  show (o, 64);
}
template <int BAD>
__global__ void
incK (int *c, int *o)
{
  unsigned p = BAD ? atomicInc ((unsigned *) c, 20) : atomicInc ((unsigned *) c, 1000);
  o[p] = threadIdx.x;
}
PROG (wrap)
{
  int *c = dev<int> (1), *o = dev<int> (64);
  GO (incK, <<<1, 64>>> (c, o));
  show (c, 1);
}
template <int BAD>
__global__ void
loopK (int *o)
{
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = t;
  __syncthreads ();
  for (int k = 0; k < 8; k++)
    {
      s[(k + 1) & 1][t] = s[k & 1][(t + 1) & 63];
      if (!BAD || k != 5)
	__syncthreads ();
    }
  o[t] = s[0][t];
}
PROG (onelate)
{
  int *o = dev<int> (64);
  GO (loopK, <<<1, 64>>> (o));
  show (o, 64);
}
/* ---- llm.c ---- */
template <int BAD>
__global__ void
lnK (float *dw, const float *dout, const float *inp, int B, int C)
{
  extern __shared__ float sh[];
  int wid = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = threadIdx.x; i < C; i += blockDim.x)
    sh[i] = 0;
  if (!BAD)
    __syncthreads ();
  for (int b = wid; b < B; b += blockDim.x / 32)
    for (int i = lane; i < C; i += 32)
      atomicAdd (&sh[i], dout[b * C + i] * inp[b * C + i]);
  __syncthreads ();
  for (int i = threadIdx.x; i < C; i += blockDim.x)
    atomicAdd (&dw[i], sh[i]);
}
PROG (lnback)
{
  float *w = dev<float> (96), *d = dev<float> (96 * 8), *i = dev<float> (96 * 8);
  GO (lnK, <<<2, 128, 96 * 4>>> (w, d, i, 8, 96));
  show (w, 96);
}
template <int BAD>
__global__ void
ceK (float *loss, const float *p, const int *tg, int BT, int V)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < BT)
    loss[i] = -logf (p[i * V + tg[i]] + 1);
}
PROG (crossent)
{
  int t[64], *d;
  for (int i = 0; i < 64; i++)
    t[i] = i % 10;
  if (bad)
    t[63] = 10;
  CK (cudaMalloc (&d, 256));
  CK (cudaMemcpy (d, t, 256, cudaMemcpyHostToDevice));
  float *l = dev<float> (64), *p = dev<float> (640);
  GO (ceK, <<<2, 32>>> (l, p, d, 64, 10));
  show (l, 64);
}
template <int BAD>
__global__ void
encK (float *dwte, const float *dout, const int *inp, int n, int C)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * C)
    {
      float *p = &dwte[inp[i / C] * C + i % C];
      if (BAD)
	*p += dout[i];
      else
	atomicAdd (p, dout[i]);
    }
}
PROG (encoder)
{
  int t[16], *d;
  for (int i = 0; i < 16; i++)
    t[i] = i % 5;
  CK (cudaMalloc (&d, 64));
  CK (cudaMemcpy (d, t, 64, cudaMemcpyHostToDevice));
  float *w = dev<float> (5 * 16), *o = dev<float> (256);
  GO (encK, <<<2, 128>>> (w, o, d, 16, 16));
  show (w, 80);
}
template <int BAD>
__global__ void
softK (float *o, const float *in, int C)
{
  extern __shared__ float sh[];
  int t = threadIdx.x, w = t / 32, l = t % 32, W = blockDim.x / 32;
  float *mx = sh, *sm = sh + W;
  const float *x = in + blockIdx.x * C;
  float m = -1e30f;
  for (int i = t; i < C; i += blockDim.x)
    m = fmaxf (m, x[i]);
  for (int k = 16; k; k /= 2)
    m = fmaxf (m, __shfl_xor_sync (~0u, m, k));
  if (l == 0)
    mx[w] = m;
  __syncthreads ();
  if (t == 0)
    {
      float v = mx[0];
      for (int i = 1; i < W; i++)
	v = fmaxf (v, mx[i]);
      mx[0] = v;
    }
  if (!BAD)
    __syncthreads ();
  float off = mx[0];
  float s = 0;
  for (int i = t; i < C; i += blockDim.x)
    {
      float e = expf (x[i] - off);
      o[blockIdx.x * C + i] = e;
      s += e;
    }
  for (int k = 16; k; k /= 2)
    s += __shfl_xor_sync (~0u, s, k);
  if (l == 0)
    sm[w] = s;
  __syncthreads ();
  if (t == 0)
    {
      float v = 0;
      for (int i = 0; i < W; i++)
	v += sm[i];
      sm[0] = v;
    }
  __syncthreads ();
  for (int i = t; i < C; i += blockDim.x)
    o[blockIdx.x * C + i] /= sm[0];
}
PROG (softmax)
{
  float *o = dev<float> (4 * 200), *i = dev<float> (800);
  GO (softK, <<<4, 128, 32>>> (o, i, 200));
  show (o, 800);
}
template <int BAD>
__global__ void
biasK (float *db, const float *dout, int B, int O)
{
  extern __shared__ float sh[];
  int w = threadIdx.x / 32, l = threadIdx.x % 32, tl = blockIdx.x * 32 + l;
  float s = 0;
  if (tl >= O)
    return;
  for (int r = w; r < B; r += blockDim.x / 32)
    s += dout[r * O + tl];
  sh[l + w * 32] = s;
  __syncthreads ();
  if (w == 0)
    {
      s = 0;
      for (int j = 0; j < (int) blockDim.x / 32 + BAD; j++)
	s += sh[l + j * 32];
      db[tl] += s;
    }
}
PROG (bias)
{
  float *b = dev<float> (64), *d = dev<float> (640);
  GO (biasK, <<<2, 128, 512>>> (b, d, 10, 64));
  show (b, 64);
}
