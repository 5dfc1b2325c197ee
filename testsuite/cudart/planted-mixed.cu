/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  flags: -std=c++17 -g.  Programs with one defect each (plant.h).
   CUB, wmma, latches and semaphores, pointers, indices, tails.  */
#include "plant.h"
#include <cub/cub.cuh>
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/atomic>
#include <mma.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
/* CUB temp storage used again without a barrier  */
template <int B> __global__ void
cubReuse (const int *in, int *out)
{
  using Scan = cub::BlockScan<int, 128>;
  using Red = cub::BlockReduce<int, 128>;
  __shared__ union
  {
    typename Scan::TempStorage s;
    typename Red::TempStorage r;
  } tmp;
  int v = in[threadIdx.x], x;
  Scan (tmp.s).ExclusiveSum (v, x);	/* cub_reuse race */
  if (!B)
    __syncthreads ();
  int r = Red (tmp.r).Sum (x);	/* cub_reuse race */
  if (threadIdx.x == 0)
    *out = r;
}
PROG (cub_reuse)
{
  int *a = dev<int> (128), *b = dev<int> (1, 0);
  GO (cubReuse, <<<1, 128>>> (a, b));
  show (b, 1);
}
/* CUB merge sort with a part of the items, uninitialised items past the end  */
struct less_
{
  __device__ bool
  operator() (int a, int b) const
  {
    return a < b;
  }
};
template <int B> __global__ void
cubMerge (const int *in, int *out, int n)
{
  using Sort = cub::BlockMergeSort<int, 64, 4>;
  __shared__ typename Sort::TempStorage tmp;
  int items[4];
  for (int k = 0; k < 4; k++)
    {
      int i = threadIdx.x * 4 + k;
      if (B)
	{
	  if (i < n)
	    items[k] = in[i];
	}
      else
	items[k] = i < n ? in[i] : 0;
    }
  if (B)
    Sort (tmp).Sort (items, less_ ());	/* cub_items init */
  else
    Sort (tmp).Sort (items, less_ (), n, 1 << 30);	/* cub_items init */
  for (int k = 0; k < 4; k++)
    {
      int i = threadIdx.x * 4 + k;
      if (i < n)
	out[i] = items[k];
    }
}
PROG (cub_items)
{
  int *a = dev<int> (256), *b = dev<int> (256, 0);
  GO (cubMerge, <<<1, 64>>> (a, b, 250));
  show (b, 250);
}
/* warp-level scratch shared by all warps  */
template <int B> __global__ void
cubWarp (const int *in, int *out)
{
  using Scan = cub::WarpScan<int, 16>;
  __shared__ typename cub::WarpReduce<int, 32>::TempStorage w[4];
  __shared__ int s[4];
  int r = cub::WarpReduce<int> (w[threadIdx.x / 32]).Sum (in[threadIdx.x]);
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x / 32] = r;	/* cub_sums race */
  if (!B)
    __syncthreads ();
  if (threadIdx.x == 0)
    *out = s[0] + s[1] + s[2] + s[3];	/* cub_sums race, cub_sums init */
}
PROG (cub_sums)
{
  int *a = dev<int> (128), *b = dev<int> (1, 0);
  GO (cubWarp, <<<1, 128>>> (a, b));
  show (b, 1);
}
/* wmma: tile is loaded before it is complete  */
template <int B> __global__ void
wm (const half *a, const half *b, float *c)
{
  __shared__ half sa[16 * 16], sb[16 * 16];
  using namespace nvcuda;
  for (int k = threadIdx.x; k < 256; k += 64)
    {
      sa[k] = a[k];	/* wmma_sync race */
      sb[k] = b[k];
    }
  if (!B)
    __syncthreads ();
  if (threadIdx.x >= 32)
    return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment (fc, 0);
  wmma::load_matrix_sync (fa, sa, 16);	/* wmma_sync race, wmma_sync init */
  wmma::load_matrix_sync (fb, sb, 16);
  wmma::mma_sync (fc, fa, fb, fc);
  wmma::store_matrix_sync (c, fc, 16, wmma::mem_row_major);
}
PROG (wmma_sync)
{
  half *a, *b;
  cudaMalloc (&a, 512);
  cudaMalloc (&b, 512);
  cudaMemset (a, 0, 512);
  cudaMemset (b, 0, 512);
  float *c = dev<float> (256, 0);
  GO (wm, <<<1, 64>>> (a, b, c));
  show (c, 256);
}
/* accumulators not filled  */
template <int B> __global__ void
wm2 (const half *a, float *c)
{
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  if (!B)
    wmma::fill_fragment (fc, 0);
  wmma::load_matrix_sync (fa, a, 16);
  wmma::load_matrix_sync (fb, a, 16);
  wmma::mma_sync (fc, fa, fb, fc);			    /* wmma_unfilled init */
  wmma::store_matrix_sync (c, fc, 16, wmma::mem_row_major);	/* wmma_unfilled init */
}
PROG (wmma_unfilled)
{
  half *a;
  cudaMalloc (&a, 512);
  cudaMemset (a, 0, 512);
  float *c = dev<float> (256, 0);
  GO (wm2, <<<1, 32>>> (a, c));
  show (c, 256);
}
/* named barrier of too many threads  */
template <int B> __global__ void
named (int *d)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64)
    {
      s[t] = d[t];
      if (B)
	asm volatile("bar.sync 1, 96;" ::: "memory");	/* named_count sync */
      else
	asm volatile("bar.sync 1, 64;" ::: "memory");
      d[t] = s[63 - t];
    }
}
PROG (named_count)
{
  int *a = dev<int> (128);
  GO (named, <<<1, 128>>> (a));
  done ();
}
/* a latch that counts too many  */
template <int B> __global__ void
latchK (int *d)
{
  using latch = cuda::latch<cuda::thread_scope_block>;
  __shared__ alignas (latch) char room[sizeof (latch)];
  latch &l = *(latch *)room;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    new (&l) cuda::latch<cuda::thread_scope_block> (blockDim.x + B);
  __syncthreads ();
  s[threadIdx.x] = d[threadIdx.x];
  l.arrive_and_wait ();	/* latch_count sync */
  d[threadIdx.x] = s[63 - threadIdx.x];
}
PROG (latch_count)
{
  int *a = dev<int> (64);
  GO (latchK, <<<1, 64>>> (a));
  done ();
}
/* semaphore: taken twice  */
template <int B> __global__ void
semK (int *d)
{
  using sem_t = cuda::binary_semaphore<cuda::thread_scope_block>;
  __shared__ alignas (sem_t) char room[sizeof (sem_t)];
  sem_t &sem = *(sem_t *)room;
  if (threadIdx.x == 0)
    new (&sem) sem_t (1);
  __syncthreads ();
  if (threadIdx.x % 32 == 0)
    {
      sem.acquire ();	/* semaphore sync */
      d[0] += 1;
      if (!B)
	sem.release ();
    }
}
PROG (semaphore)
{
  int *a = dev<int> (64);
  GO (semK, <<<1, 64>>> (a));
  done ();
}
/* plain and atomic accesses of a counter  */
template <int B> __global__ void
mixed (int *n, int *out)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> r (*n);
  if (threadIdx.x == 0 && blockIdx.x)
    r.fetch_add (1);	/* mixed_atomic race */
  if (threadIdx.x == 0 && !blockIdx.x)
    *out = B ? *n : r.load ();	/* mixed_atomic race */
}
PROG (mixed_atomic)
{
  int *a = dev<int> (1), *o = dev<int> (1, 0);
  GO (mixed, <<<4, 32>>> (a, o));
  show (o, 1);
}
/* float4 tail  */
template <int B> __global__ void
tail4 (const float *in, float *out, int n)
{
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (B ? i < n : i + 3 < n)
    *(float4 *)(out + i) = *(const float4 *)(in + i);	/* vector_tail memory */
  else if (i < n)
    for (; i < n; i++)
      out[i] = in[i];
}
PROG (vector_tail)
{
  float *a = dev<float> (1001), *b = dev<float> (1001, 0);
  GO (tail4, <<<1, 256>>> (a, b, 1001));
  show (b, 1001);
}
/* pointer to shared memory of another block  */
__device__ int *kept;
template <int B> __global__ void
sharedPtr (int *out, int go)
{
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads ();
  if (go == 0)
    {
      if (threadIdx.x == 0)
	kept = B ? s + 4096 : out;
    }
  else
    out[threadIdx.x] = kept[threadIdx.x] + s[threadIdx.x];	/* shared_pointer memory */
}
PROG (shared_pointer)
{
  int *o = dev<int> (32);
  GO (sharedPtr, <<<1, 32>>> (o, 0));
  GO (sharedPtr, <<<1, 32>>> (o, 1));
  done ();
}
/* a spin on a shared flag without fence, plain data  */
template <int B> __global__ void
spin (const int *in, int *out)
{
  __shared__ volatile int flag;
  __shared__ int data;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      data = in[5];	/* shared_spin race */
      if (!B)
	__threadfence_block ();
      if (B)
	flag = 1;
      else
	atomicExch ((int *)&flag, 1);
    }
  if (threadIdx.x == 32)
    {
      if (B)
	while (flag == 0)
	  ;
      else
	{
	  while (atomicAdd ((int *)&flag, 0) == 0)
	    ;
	  __threadfence_block ();
	}
      *out = data;	/* shared_spin race */
    }
}
PROG (shared_spin)
{
  int *a = dev<int> (32), *o = dev<int> (1, 0);
  GO (spin, <<<1, 64>>> (a, o));
  show (o, 1);
}
/* device variable written by copies while a kernel reads it  */
__constant__ float coef[4];
__device__ float gain;
__global__ void
useGain (float *d)
{
  d[threadIdx.x] *= gain;	/* symbol_race race */
}
PROG (symbol_race)
{
  float *d = dev<float> (64);
  static float *h;
  cudaMallocHost (&h, 4);
  *h = 2;
  cudaStream_t s, t;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking);
  cudaMemcpyToSymbolAsync (gain, h, 4, 0, cudaMemcpyHostToDevice, s);	/* symbol_race race */
  useGain<<<1, 64, 0, bad ? t : s>>> (d);			      /* symbol_race race */
  cudaDeviceSynchronize ();
}
/* struct with a hole past the end: wrong sizeof  */
struct rec
{
  double x;
  int n;
};
template <int B> __global__ void
recs (rec *r, int n)
{
  int i = threadIdx.x;
  if (i < n)
    {
      r[i].x = i;	/* wrong_sizeof memory */
      r[i].n = i;
    }
}
PROG (wrong_sizeof)
{
  rec *r;
  cudaMalloc (&r, bad ? 64 * (sizeof (double) + sizeof (int)) : 64 * sizeof (rec));
  GO (recs, <<<1, 64>>> (r, 64));
  done ();
}
/* int overflow of an index  */
template <int B> __global__ void
overflow (char *d, int rows, int pitch)
{
  int r = threadIdx.x;
  if (r == rows - 1)
    {
      if (B)
	d[(r * pitch) * 4] = 1;	/* index_overflow memory */
      else
	d[(size_t)r * 4] = 1;
    }
}
PROG (index_overflow)
{
  char *d = dev<char> (4096);
  GO (overflow, <<<1, 1024>>> (d, 1024, 600000));
  done ();
}
/* negative index  */
template <int B> __global__ void
before (const int *in, int *out)
{
  int i = threadIdx.x;
  out[i] = in[B ? i - 1 : (i ? i - 1 : 0)];	/* negative_index memory */
}
PROG (negative_index)
{
  int *a = dev<int> (64), *b = dev<int> (64, 0);
  GO (before, <<<1, 64>>> (a, b));
  done ();
}
/* cluster launch of a size that does not divide the grid  */
__global__ void __cluster_dims__ (2, 1, 1) clus (int *d) { d[blockIdx.x] = 1; }
PROG (cluster_grid)
{
  int *d = dev<int> (4);
  clus<<<bad ? 3 : 4, 32>>> (d);	/* cluster_grid program */
  done ();
}
/* early return before a barrier in a loop  */
template <int B> __global__ void
loopBar (int *d, int n)
{
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k < 3; k++)
    {
      if (B && d[t] > 90 + k)
	break;
      s[t] = d[t] + k;
      __syncthreads ();	       /* break_barrier sync */
      d[t] = s[(t + 1) % 128];	/* break_barrier race, break_barrier init */
      __syncthreads ();	       /* break_barrier sync */
    }
  d[128 + t] = 1;	/* break_barrier sync */
}
PROG (break_barrier)
{
  int *a = dev<int> (256);
  GO (loopBar, <<<1, 128>>> (a, 3));
  done ();
}
/* coalesced tile: shuffle outside of the tile's size is harmless, mask from ballot is stale  */
template <int B> __global__ void
ballot (const int *in, int *out)
{
  int t = threadIdx.x, v = in[t];
  unsigned m = __ballot_sync (~0u, v & 1);
  if (B ? v % 3 == 0 : v & 1)
    out[t] = __shfl_sync (m, v, __ffs (m) - 1);	/* stale_ballot sync */
  else
    out[t] = 0;
}
PROG (stale_ballot)
{
  int *a = dev<int> (32), *b = dev<int> (32, 0);
  GO (ballot, <<<1, 32>>> (a, b));
  done ();
}
/* warp reduction in shared memory with syncwarp only, across warps  */
template <int B> __global__ void
cross (const int *in, int *out)
{
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];	/* cross_warp race */
  if (B)
    __syncwarp ();
  else
    __syncthreads ();
  if (t < 64)
    s[t] += s[t + 64];	/* cross_warp race, cross_warp init */
  __syncthreads ();
  if (t == 0)
    *out = s[0] + s[63];
}
PROG (cross_warp)
{
  int *a = dev<int> (128), *b = dev<int> (1, 0);
  GO (cross, <<<1, 128>>> (a, b));
  show (b, 1);
}
/* unwritten part of a tile goes into a sum  */
template <int B> __global__ void
edge (const float *in, float *out, int n)
{
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (B)
    {
      if (i < n)
	s[threadIdx.x] = in[i];
    }
  else
    s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads ();
  for (int o = 128; o; o >>= 1)
    {
      if (threadIdx.x < o)
	s[threadIdx.x] += s[threadIdx.x + o];	/* tile_edge init */
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];	/* tile_edge init */
}
PROG (tile_edge)
{
  float *a = dev<float> (300), *b = dev<float> (2, 0);
  GO (edge, <<<2, 256>>> (a, b, 300));
  show (b, 2);
}
