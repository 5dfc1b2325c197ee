// SPDX-License-Identifier: MIT
// Ordinary CUDA code for cuda-test.c, which repeats each algorithm in C.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <stdio.h>
#include <assert.h>

namespace cg = cooperative_groups;

extern "C" {

__global__ void saxpy (float *y, const float *x, float a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void saxpy4 (float4 *y, const float4 *x, float a, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
      float4 u = x[i], v = y[i];
      v.x += a * u.x; v.y += a * u.y; v.z += a * u.z; v.w += a * u.w;
      y[i] = v;
    }
}

__global__ void reduce_shared (const int *in, int *out, int n)
{
  __shared__ int s[256];
  int t = threadIdx.x, sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  s[t] = sum;
  __syncthreads ();
  for (int k = 128; k > 0; k >>= 1)
    {
      if (t < k)
	s[t] += s[t + k];
      __syncthreads ();
    }
  if (t == 0)
    atomicAdd (out, s[0]);
}

__global__ void reduce_shfl (const float *in, float *out, int n)
{
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32)
    sum += in[i];
  for (int k = 16; k; k >>= 1)
    sum += __shfl_down_sync (0xffffffff, sum, k);
  if (threadIdx.x == 0)
    *out = sum;
}

__global__ void scan_block (const int *in, int *out)
{
  __shared__ int warp_sums[32];
  int t = threadIdx.x, lane = t & 31, w = t >> 5, v = in[t];
  for (int k = 1; k < 32; k <<= 1)
    {
      int u = __shfl_up_sync (0xffffffff, v, k);
      if (lane >= k)
	v += u;
    }
  if (lane == 31)
    warp_sums[w] = v;
  __syncthreads ();
  if (w == 0)
    {
      int s = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
      for (int k = 1; k < 32; k <<= 1)
	{
	  int u = __shfl_up_sync (0xffffffff, s, k);
	  if (lane >= k)
	    s += u;
	}
      warp_sums[lane] = s;
    }
  __syncthreads ();
  out[t] = v + (w ? warp_sums[w - 1] : 0);
}

// Each block waits for the one before it.
__global__ void scan_chained (const int *in, int *out, volatile int *flag, volatile int *total, int *ticket)
{
  __shared__ int s[128], base, id;
  int t = threadIdx.x;
  if (t == 0)
    id = atomicAdd (ticket, 1);
  __syncthreads ();
  int b = id;
  s[t] = in[b * 128 + t];
  __syncthreads ();
  for (int k = 1; k < 128; k <<= 1)
    {
      int u = t >= k ? s[t - k] : 0;
      __syncthreads ();
      s[t] += u;
      __syncthreads ();
    }
  if (t == 0)
    {
      int before = 0;
      if (b > 0)
	{
	  while (flag[b - 1] == 0)
	    ;
	  __threadfence ();
	  before = total[b - 1];
	}
      base = before;
      total[b] = before + s[127];
      __threadfence ();
      flag[b] = 1;
    }
  __syncthreads ();
  out[b * 128 + t] = s[t] + base;
}

// The first block waits for the last.
__global__ void wait_for_last (volatile int *flag, int *order)
{
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    while (!flag[0])
      ;
  if (blockIdx.x == gridDim.x - 1)
    flag[0] = 1;
  atomicAdd (order, 1);
}

__global__ void histogram (const unsigned char *in, unsigned *out, int n)
{
  __shared__ unsigned h[256];
  h[threadIdx.x] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd (&h[in[i]], 1);
  __syncthreads ();
  atomicAdd (&out[threadIdx.x], h[threadIdx.x]);
}

__global__ void bitonic (int *v)
{
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = v[t];
  __syncthreads ();
  for (int k = 2; k <= 1024; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1)
      {
	int p = t ^ j;
	if (p > t)
	  {
	    bool up = (t & k) == 0;
	    if ((s[t] > s[p]) == up)
	      {
		int x = s[t];
		s[t] = s[p];
		s[p] = x;
	      }
	  }
	__syncthreads ();
      }
  v[t] = s[t];
}

// Divergent: insertion sort of 16 values a thread, in local memory.
__global__ void sort_local (int *v)
{
  int a[16], *p = v + (blockIdx.x * blockDim.x + threadIdx.x) * 16;
  for (int i = 0; i < 16; i++)
    a[i] = p[i];
  for (int i = 1; i < 16; i++)
    {
      int x = a[i], j = i;
      for (; j > 0 && a[j - 1] > x; j--)
	a[j] = a[j - 1];
      a[j] = x;
    }
  for (int i = 0; i < 16; i++)
    p[i] = a[i];
}

__global__ void matmul (const float *a, const float *b, float *c, int n)
{
  __shared__ float s[16][16], t[16][16];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 16)
    {
      s[y][x] = a[i * n + k + x];
      t[y][x] = b[(k + y) * n + j];
      __syncthreads ();
      for (int q = 0; q < 16; q++)
	sum = fmaf (s[y][q], t[q][x], sum);
      __syncthreads ();
    }
  c[i * n + j] = sum;
}

__constant__ float weights[25];

__global__ void filter (const unsigned char *in, unsigned char *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float s = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++)
      {
	int u = min (max (x + i, 0), w - 1), v = min (max (y + j, 0), h - 1);
	s += weights[(j + 2) * 5 + i + 2] * in[v * w + u];
      }
  out[y * w + x] = (unsigned char) fminf (fmaxf (s + 0.5f, 0), 255);
}

__global__ void stencil (const double *in, double *out, int n)
{
  extern __shared__ double d[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  d[t + 1] = in[i];
  if (t == 0)
    d[0] = i ? in[i - 1] : 0;
  if (t == blockDim.x - 1)
    d[t + 2] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads ();
  out[i] = 0.25 * d[t] + 0.5 * d[t + 1] + 0.25 * d[t + 2];
}

// A lock that lanes of one warp contend for.
__global__ void spin_lock (int *lock, int *count)
{
  bool done = false;
  while (!done)
    if (atomicCAS (lock, 0, 1) == 0)
      {
	*(volatile int *) count += 1;
	__threadfence ();
	atomicExch (lock, 0);
	done = true;
      }
}

__device__ __noinline__ int fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}
__global__ void recursion (int *out)
{
  out[threadIdx.x] = fib (threadIdx.x % 12);
}

typedef float fn (float);
__device__ __noinline__ float twice (float x) { return 2 * x; }
__device__ __noinline__ float square (float x) { return x * x; }
__device__ __noinline__ float negate (float x) { return -x; }
__device__ fn *const table[3] = { twice, square, negate };
__global__ void indirect (float *v)
{
  v[threadIdx.x] = table[threadIdx.x % 3] (v[threadIdx.x]);
}

__global__ void math_double (const double *in, double *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      double x = in[i];
      out[6 * i] = sin (x);
      out[6 * i + 1] = exp (x * 0.01);
      out[6 * i + 2] = log (fabs (x) + 1);
      out[6 * i + 3] = pow (fabs (x), 0.37);
      out[6 * i + 4] = atan2 (x, 3.0);
      out[6 * i + 5] = erf (x * 0.001);
    }
}

__global__ void math_float (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float x = in[i];
      out[6 * i] = sinf (x);
      out[6 * i + 1] = expf (x * 0.01f);
      out[6 * i + 2] = logf (fabsf (x) + 1);
      out[6 * i + 3] = powf (fabsf (x), 0.37f);
      out[6 * i + 4] = x / 3.7f;
      out[6 * i + 5] = sqrtf (fabsf (x));
    }
}

__global__ void halves (const __half2 *a, const __half2 *b, __half2 *c, __nv_bfloat16 *d)
{
  int i = threadIdx.x;
  c[i] = __hfma2 (a[i], b[i], __hadd2 (a[i], b[i]));
  d[i] = __float2bfloat16 (__low2float (a[i])) * __float2bfloat16 (__high2float (b[i]));
}

__global__ void divide (const int *a, const int *b, int *q, int *r, const long long *c, long long *s)
{
  int i = threadIdx.x;
  q[i] = a[i] / b[i];
  r[i] = a[i] % b[i];
  s[i] = c[i] / b[i] + c[i] % b[i];
}

__global__ void pipeline (const float *in, float *out)
{
  __shared__ float s[2][128];
  int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async (&s[0][t], in + t, 4);
  __pipeline_commit ();
  for (int k = 0; k < 8; k++)
    {
      if (k + 1 < 8)
	__pipeline_memcpy_async (&s[(k + 1) & 1][t], in + (k + 1) * 128 + t, 4);
      __pipeline_commit ();
      __pipeline_wait_prior (1);
      __syncthreads ();
      sum += s[k & 1][127 - t];
      __syncthreads ();
    }
  out[t] = sum;
}

__global__ void votes (const int *in, unsigned *out)
{
  int t = threadIdx.x, v = in[t];
  out[t] = __ballot_sync (0xffffffff, v > 0);
  out[32 + t] = __any_sync (0xffffffff, v > 90) | __all_sync (0xffffffff, v > -100) << 1;
  out[64 + t] = __match_any_sync (0xffffffff, v & 3);
  if (t & 1)
    out[96 + t] = __reduce_add_sync (0xaaaaaaaa, v);
  else
    out[96 + t] = __reduce_max_sync (0x55555555, v);
}

__global__ void hello (int n)
{
  printf ("%s %d of %d: %5.2f %c %lld %x%%\n", "thread", threadIdx.x, n, threadIdx.x * 0.5, 'A' + threadIdx.x,
	  -1234567890123ll, 255);
}

__global__ void asserting (int n)
{
  assert (threadIdx.x != n);
}

__global__ void heap (int *out)
{
  int *p = (int *) malloc (64);
  for (int i = 0; i < 16; i++)
    p[i] = threadIdx.x * i;
  int s = 0;
  for (int i = 0; i < 16; i++)
    s += p[i];
  free (p);
  out[threadIdx.x] = s;
}

struct point { int x; double y; char tag[5]; };
__device__ __noinline__ point move_point (point p, int by)
{
  p.x += by;
  p.y *= by;
  p.tag[by % 5] = 'm';
  return p;
}
__global__ void structs (point in, point *out)
{
  out[threadIdx.x] = move_point (in, threadIdx.x);
}

__global__ void switches (const int *in, int *out)
{
  int t = threadIdx.x, v = in[t], r;
  switch (v)
    {
    case 0: r = 11; break;
    case 1: r = v + t; break;
    case 2: r = t * t; break;
    case 3: r = -t; break;
    case 4: r = t << 3; // fall through
    case 5: r = t ^ 0x55; break;
    case 6: { int s = 0; for (int i = 0; i < t; i++) { if (i == 20) break; if (i % 3 == 0) continue; s += i; } r = s; break; }
    default: r = 0;
    }
  out[t] = r;
}

__global__ void spin_forever (volatile int *p)
{
  while (!*p)
    ;
}

// Cooperative launch: every block is there.
__global__ void grid_sync (int *v, int n)
{
  auto g = cg::this_grid ();
  int i = g.thread_rank ();
  for (int k = 0; k < 5; k++)
    {
      int x = v[(i + 1) % n];
      g.sync ();
      v[i] = x + 1;
      g.sync ();
    }
}

__global__ void tiles (const int *in, int *out)
{
  auto b = cg::this_thread_block ();
  auto t = cg::tiled_partition<8> (b);
  int s = cg::reduce (t, in[b.thread_rank ()], cg::plus<int> ());
  if (threadIdx.x % 3 == 0)
    {
      auto a = cg::coalesced_threads ();
      s += a.size () * 1000 + a.thread_rank () * 100000;
    }
  out[b.thread_rank ()] = s;
}

__global__ void block_barrier (const float *in, float *out)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[128];
  auto b = cg::this_thread_block ();
  if (threadIdx.x == 0)
    init (&bar, blockDim.x);
  b.sync ();
  cuda::memcpy_async (&s[threadIdx.x], &in[threadIdx.x], sizeof (float), bar);
  bar.arrive_and_wait ();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void __cluster_dims__ (2, 1, 1) cluster_pair (int *out)
{
  __shared__ int s;
  auto c = cg::this_cluster ();
  if (threadIdx.x == 0)
    s = 100 + c.block_rank ();
  c.sync ();
  int *o = c.map_shared_rank (&s, c.block_rank () ^ 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = *o;
  c.sync ();
}

__global__ void atomics (int *p, float *f, unsigned long long *u)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> a (p[0]);
  a.fetch_add (1, cuda::memory_order_release);
  atomicAdd (f, 0.5f);
  atomicMax (u, (unsigned long long) threadIdx.x);
  atomicAdd ((double *) (u + 1), 1.0);
  atomicXor (&p[1], threadIdx.x);
}

}
