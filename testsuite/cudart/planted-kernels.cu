/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  Programs with one defect each (plant.h).
   Kernels: barriers, masks, bounds, initialisation, blocks that share.  */
#include "plant.h"
/* block reduction, barrier left out inside loop.  */
template <int B> __global__ void
reduceK (const float *in, float *out)
{
  extern __shared__ float sm[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  sm[t] = in[i] + in[i + blockDim.x];
  __syncthreads ();
  for (int s = blockDim.x / 2; s > 0; s >>= 1)
    {
      if (t < s)
	sm[t] += sm[t + s];	/* block_reduce race */
      if (!B)
	__syncthreads ();
    }
  if (t == 0)
    out[blockIdx.x] = sm[0];
}
PROG (block_reduce)
{
  float *a = dev<float> (1024), *b = dev<float> (2, 0);
  GO (reduceK, <<<2, 256, 1024>>> (a, b));
  show (b, 2);
}

/* warp-synchronous tail without volatile.  */
template <int B> __device__ void
warpReduce (volatile float *s, int t)
{
  s[t] += s[t + 32];
  if (!B)
    __syncwarp ();
  float v = s[t];
  for (int o = 16; o; o >>= 1)
    {
      if (!B)
	__syncwarp ();
      v = s[t] + s[t + o];	/* warp_sync_tail race */
      if (!B)
	__syncwarp ();
      s[t] = v;	/* warp_sync_tail race */
    }
}
template <int B> __global__ void
tailK (const float *in, float *out)
{
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 64)
    s[64 + t] = 0;
  __syncthreads ();
  if (t < 32)
    warpReduce<B> (s, t);
  if (t == 0)
    *out = s[0];
}
PROG (warp_sync_tail)
{
  float *a = dev<float> (1024), *b = dev<float> (1, 0);
  GO (tailK, <<<1, 64>>> (a, b));
  show (b, 1);
}

/* Hillis-Steele scan, one buffer.  */
template <int B> __global__ void
scanK (int *d)
{
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads ();
  for (int o = 1; o < 256; o *= 2)
    {
      int v = t >= o ? s[t - o] : 0;	/* scan_inplace race */
      if (!B)
	__syncthreads ();
      s[t] += v;	/* scan_inplace race */
      __syncthreads ();
    }
  d[t] = s[t];
}
PROG (scan_inplace)
{
  int *a = dev<int> (256);
  GO (scanK, <<<1, 256>>> (a));
  show (a, 256);
}

/* transpose: no barrier.  */
template <int B> __global__ void
transposeK (const float *in, float *out, int n)
{
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];	/* transpose_nosync race */
  if (!B)
    __syncthreads ();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];	/* transpose_nosync race */
}
PROG (transpose_nosync)
{
  float *a = dev<float> (4096), *b = dev<float> (4096, 0);
  GO (transposeK, <<<dim3 (2, 2), dim3 (32, 8)>>> (a, b, 64));
  show (b, 4096);
}

/* tiled matmul, second barrier missing.  */
template <int B> __global__ void
matmulK (const float *a, const float *b, float *c, int n)
{
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float acc = 0;
  for (int k0 = 0; k0 < n; k0 += 16)
    {
      as[ty][tx] = a[r * n + k0 + tx];	   /* matmul_second race */
      bs[ty][tx] = b[(k0 + ty) * n + col];	/* matmul_second race */
      __syncthreads ();
      for (int k = 0; k < 16; k++)
	acc += as[ty][k] * bs[k][tx];	/* matmul_second race */
      if (!B)
	__syncthreads ();
    }
  c[r * n + col] = acc;
}
PROG (matmul_second)
{
  float *a = dev<float> (1024), *b = dev<float> (1024), *c = dev<float> (1024, 0);
  GO (matmulK, <<<dim3 (2, 2), dim3 (16, 16)>>> (a, b, c, 32));
  show (c, 1024);
}

/* stencil halo left out on the right side.  */
template <int B> __global__ void
stencilK (const float *in, float *out, int n)
{
  __shared__ float s[128 + 2];
  int i = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x + 1;
  s[t] = in[i];
  if (threadIdx.x == 0)
    s[0] = i ? in[i - 1] : 0;
  if (!B && threadIdx.x == 127)
    s[129] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads ();
  out[i] = 0.25f * s[t - 1] + 0.5f * s[t] + 0.25f * s[t + 1];	/* stencil_halo init */
}
PROG (stencil_halo)
{
  float *a = dev<float> (512), *b = dev<float> (512, 0);
  GO (stencilK, <<<4, 128>>> (a, b, 512));
  show (b, 512);
}

/* barrier in divergent code.  */
template <int B> __global__ void
divK (int *d, int n)
{
  __shared__ int s[128];
  int t = threadIdx.x;
  if (B ? t < n : 1)
    {
      s[t] = d[t];
      __syncthreads ();	/* divergent_sync sync */
      d[t] = s[127 - t < n ? 127 - t : 0];
    }
  d[128 + t] = t;	/* divergent_sync sync */
}
PROG (divergent_sync)
{
  int *a = dev<int> (256);
  GO (divK, <<<1, 128>>> (a, 100));
  done ();
}

/* shuffle with the mask of the whole warp in a branch.  */
template <int B> __global__ void
shflK (const int *in, int *out, int n)
{
  int t = threadIdx.x;
  int v = in[t];
  if (t < n)
    {
      unsigned m = B ? 0xffffffffu : (1u << n) - 1;
      for (int o = 8; o; o >>= 1)
	v += __shfl_down_sync (m, v, o);	/* shfl_mask sync */
    }
  out[t] = v;	/* shfl_mask sync */
}
PROG (shfl_mask)
{
  int *a = dev<int> (32), *b = dev<int> (32, 0);
  GO (shflK, <<<1, 32>>> (a, b, 16));
  done ();
}

/* syncwarp mask without the caller.  */
template <int B> __global__ void
maskK (int *d)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncwarp (B ? 0x0000ffff : 0xffffffff);	/* syncwarp_mask sync */
  d[t] = s[31 - t];
}
PROG (syncwarp_mask)
{
  int *a = dev<int> (32);
  GO (maskK, <<<1, 32>>> (a));
  done ();
}

/* off by one global.  */
template <int B> __global__ void
diffK (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (B ? n : n - 1))
    out[i] = in[i + 1] - in[i];	/* diff_oob memory */
}
PROG (diff_oob)
{
  float *a = dev<float> (1000), *b = dev<float> (1000, 0);
  GO (diffK, <<<4, 256>>> (a, b, 1000));
  done ();
}

/* shared out of bounds, bins.  */
template <int B> __global__ void
binsK (const int *in, int *out)
{
  __shared__ int bins[96];
  if (threadIdx.x < 96)
    bins[threadIdx.x] = 0;
  __syncthreads ();
  atomicAdd (&bins[in[threadIdx.x] % (B ? 97 : 96)], 1);	/* bins_oob memory */
  __syncthreads ();
  if (threadIdx.x < 96)
    out[threadIdx.x] = bins[threadIdx.x];
}
PROG (bins_oob)
{
  int *a = dev<int> (128), *b = dev<int> (96, 0);
  GO (binsK, <<<1, 128>>> (a, b));
  done ();
}

/* local array out of bounds.  */
template <int B> __global__ void
localK (const int *in, int *out)
{
  int h[8];
  for (int k = 0; k < 8; k++)
    h[k] = 0;
  for (int k = 0; k < 16; k++)
    h[in[threadIdx.x * 16 + k] % (B ? 9 : 8)]++;	/* local_oob memory */
  for (int k = 0; k < 8; k++)
    out[threadIdx.x * 8 + k] = h[k];
}
PROG (local_oob)
{
  int *a = dev<int> (512), *b = dev<int> (256, 0);
  GO (localK, <<<1, 32>>> (a, b));
  done ();
}

/* misaligned float4.  */
template <int B> __global__ void
vecK (const float *in, float4 *out)
{
  out[threadIdx.x] = *reinterpret_cast<const float4 *> (in + 4 * threadIdx.x + B);	/* misaligned_vec memory */
}
PROG (misaligned_vec)
{
  float *a = dev<float> (512);
  float4 *b;
  CK (cudaMalloc (&b, 64 * 16));
  GO (vecK, <<<1, 64>>> (a, b));
  done ();
}

/* uninitialised accumulation in global memory.  */
template <int B> __global__ void
axpyK (const float *x, float *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      if (B)
	y[i] += 2 * x[i];	/* axpy_uninit init */
      else
	y[i] = 2 * x[i];
    }
}
PROG (axpy_uninit)
{
  float *a = dev<float> (512), *b = dev<float> (512, 0);
  GO (axpyK, <<<2, 256>>> (a, b, 512));
  show (b, 512);
}

/* uninitialised element of a local array.  */
template <int B> __global__ void
topK (const int *in, int *out)
{
  int top[4];
  if (!B)
    for (int k = 0; k < 4; k++)
      top[k] = 0;
  top[in[threadIdx.x] & 3] = 1;
  out[threadIdx.x] = top[(in[threadIdx.x] + threadIdx.x) & 3];	/* top_uninit init */
}
PROG (top_uninit)
{
  int *a = dev<int> (64), *b = dev<int> (64, 0);
  GO (topK, <<<1, 64>>> (a, b));
  show (b, 64);
}

/* race between blocks: running sum.  */
template <int B> __global__ void
totalK (const int *in, int *total)
{
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int o = 16; o; o >>= 1)
    v += __shfl_xor_sync (~0u, v, o);
  if (threadIdx.x == 0)
    {
      if (B)
	*total += v;	/* blocks_total race */
      else
	atomicAdd (total, v);
    }
}
PROG (blocks_total)
{
  int *a = dev<int> (128), *b = dev<int> (1);
  GO (totalK, <<<4, 32>>> (a, b));
  show (b, 1);
}

/* last block, no threadfence.  */
__device__ unsigned count17;
template <int B> __global__ void
lastK (const int *in, int *part, int *out)
{
  __shared__ bool last;
  if (threadIdx.x == 0)
    {
      part[blockIdx.x] = in[blockIdx.x] * 2;	/* nofence race */
      if (!B)
	__threadfence ();
      last = atomicAdd (&count17, 1) == gridDim.x - 1;
      if (!B)
	__threadfence ();
      if (last)
	{
	  int s = 0;
	  for (unsigned k = 0; k < gridDim.x; k++)
	    s += part[k];	/* nofence race */
	  *out = s;
	}
    }
}
PROG (nofence)
{
  int *a = dev<int> (8), *p = dev<int> (8, 0), *o = dev<int> (1, 0);
  GO (lastK, <<<8, 32>>> (a, p, o));
  show (o, 1);
}

/* flag between blocks, plain store.  */
template <int B> __global__ void
flagK (int *data, int *flag, int *out)
{
  if (blockIdx.x == 0)
    {
      if (threadIdx.x == 0)
	{
	  data[0] = 42;
	  if (!B)
	    __threadfence ();
	  if (B)
	    *(volatile int *) flag = 1;	/* plain_flag race */
	  else
	    atomicExch (flag, 1);
	}
    }
  else if (threadIdx.x == 0)
    {
      if (B)
	while (*(volatile int *) flag == 0)
	  ;
      else
	{
	  while (atomicAdd (flag, 0) == 0)
	    ;
	  __threadfence ();
	}
      *out = data[0];	/* plain_flag race */
    }
}
PROG (plain_flag)
{
  int *a = dev<int> (1), *f, *o = dev<int> (1, 0);
  CK (cudaMalloc (&f, 4));
  CK (cudaMemset (f, 0, 4));
  GO (flagK, <<<2, 32>>> (a, f, o));
  show (o, 1);
}

/* A flag that is read once: the loop behind it never ends.  */
template <int B> __global__ void
hoistedK (int *flag, int *out)
{
  if (blockIdx.x == 1)
    {
      if (threadIdx.x == 0)
	atomicExch (flag, 1);	/* hoisted_flag race */
    }
  else if (B)
    {
      while (*flag == 0)	/* hoisted_flag race, hoisted_flag sync */
	;			/* hoisted_flag sync */
    }				/* hoisted_flag sync */
  else
    while (*(volatile int *) flag == 0)
      ;
  if (blockIdx.x == 0 && threadIdx.x == 0)	/* hoisted_flag race, hoisted_flag sync */
    *out = 1;
}
PROG (hoisted_flag)
{
  int *f, *o = dev<int> (1, 0);
  CK (cudaMalloc (&f, 4));
  CK (cudaMemset (f, 0, 4));
  GO (hoistedK, <<<2, 32>>> (f, o));
  show (o, 1);
}

/* spin lock in one warp: deadlock (lock holder waits for others at barrier).  */
template <int B> __global__ void
lockK (int *lock, int *n)
{
  if (B)
    {
      if (threadIdx.x == 0)
	{
	  while (atomicCAS (lock, 0, 1) != 0)	/* lock_deadlock sync */
	    ;	/* lock_deadlock sync */
	}
      __syncthreads ();
      if (threadIdx.x == 0)
	*n += 1;	/* released never: next block spins for ever  */
    }
  else
    {
      if (threadIdx.x == 0)
	{
	  while (atomicCAS (lock, 0, 1) != 0)
	    ;
	  __threadfence ();
	  *n += 1;
	  __threadfence ();
	  atomicExch (lock, 0);
	}
    }
}
PROG (lock_deadlock)
{
  int *l, *n = dev<int> (1);
  CK (cudaMalloc (&l, 4));
  CK (cudaMemset (l, 0, 4));
  GO (lockK, <<<4, 32>>> (l, n));
  done ();
}

/* dynamic shared memory too small.  */
template <int B> __global__ void
dynK (const double *in, double *out)
{
  extern __shared__ double dsm[];
  dsm[threadIdx.x] = in[threadIdx.x];	/* dyn_small memory */
  __syncthreads ();
  out[threadIdx.x] = dsm[blockDim.x - 1 - threadIdx.x];
}
PROG (dyn_small)
{
  double *a = dev<double> (128), *b = dev<double> (128, 0);
  GO (dynK, <<<1, 128, bad ? 128 * sizeof (float) : 128 * sizeof (double)>>> (a, b));
  done ();
}

/* stack overflow by recursion.  */
template <int B> __device__ __noinline__ int
depth (int n, int *p)
{
  volatile int pad[16];
  pad[n & 15] = n;
  if (B ? n == -1 : n <= 0)
    return pad[n & 15];
  return depth<B> (n - 1 + (B && n == 0), p) + pad[n & 15];	/* recursion memory */
}
template <int B> __global__ void
recK (int *p)
{
  p[threadIdx.x] = depth<B> (5, p);	/* recursion memory */
}
PROG (recursion)
{
  int *a = dev<int> (32);
  GO (recK, <<<1, 32>>> (a));
  done ();
}

/* use after free inside the kernel's heap, double free.  */
template <int B> __global__ void
heapK (int *out)
{
  int *p = (int *)malloc (16 * sizeof *p);
  if (!p)
    return;
  for (int k = 0; k < 16; k++)
    p[k] = k + threadIdx.x;
  int s = 0;
  if (B)
    free (p);
  for (int k = 0; k < 16; k++)
    s += p[k];	/* heap_uaf memory */
  if (!B)
    free (p);
  out[threadIdx.x] = s;
}
PROG (heap_uaf)
{
  int *a = dev<int> (32, 0);
  GO (heapK, <<<1, 32>>> (a));
  done ();
}
template <int B> __global__ void
heap2K (int *out)
{
  int *p = (int *)malloc (64);
  p[0] = threadIdx.x;
  out[threadIdx.x] = p[0];
  free (p);
  if (B)
    free (p);	/* heap_double memory */
}
PROG (heap_double)
{
  int *a = dev<int> (32, 0);
  GO (heap2K, <<<1, 32>>> (a));
  done ();
}

/* double buffer: wrong buffer written.  */
template <int B> __global__ void
dbufK (const int *in, int *out, int n)
{
  __shared__ int buf[2][64];
  int t = threadIdx.x, sum = 0;
  buf[0][t] = in[t];
  __syncthreads ();
  for (int k = 0; k < n; k++)
    {
      if (k + 1 < n)
	buf[B ? k & 1 : (k + 1) & 1][t] = in[(k + 1) * 64 + t];	/* dbuf race, dbuf init */
      sum += buf[k & 1][63 - t];				/* dbuf race, dbuf init */
      __syncthreads ();
    }
  out[t] = sum;
}
PROG (dbuf)
{
  int *a = dev<int> (512), *b = dev<int> (64, 0);
  GO (dbufK, <<<1, 64>>> (a, b, 8));
  show (b, 64);
}

/* histogram merge without barrier.  */
template <int B> __global__ void
histK (const unsigned char *in, int *out, int n)
{
  __shared__ int h[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    h[k] = 0;	/* hist race */
  if (!B)
    __syncthreads ();
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    atomicAdd (&h[in[k]], 1);	/* hist race, hist init */
  __syncthreads ();
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    atomicAdd (&out[k], h[k]);
}
PROG (hist)
{
  unsigned char *a = dev<unsigned char> (1024);
  int *b = dev<int> (256);
  GO (histK, <<<1, 128>>> (a, b, 1024));
  show (b, 256);
}

/* bitonic sort without barrier between steps.  */
template <int B> __global__ void
bitonicK (int *d)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads ();
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j; j /= 2)
      {
	int x = t ^ j;
	if (x > t && (s[t] > s[x]) == ((t & k) == 0))	/* bitonic race */
	  {
	    int v = s[t];
	    s[t] = s[x];
	    s[x] = v;
	  }
	if (!B || j > 16)
	  __syncthreads ();
      }
  d[t] = s[t];
}
PROG (bitonic)
{
  int *a = dev<int> (64);
  GO (bitonicK, <<<1, 64>>> (a));
  show (a, 64);
}
