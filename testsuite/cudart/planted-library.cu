/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Cooperative groups and libcu++: pipelines, barriers, atomics.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/atomic>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
/* pipeline: no consumer_wait.  */
template <int B> __global__ void
pipeK (const int *in, int *out, int n)
{
  __shared__ int buf[2][128];
  auto p = cuda::make_pipeline ();
  int t = threadIdx.x, sum = 0;
  p.producer_acquire ();
  cuda::memcpy_async (&buf[0][t], &in[t], sizeof (int), p);
  p.producer_commit ();
  for (int k = 0; k < n; k++)
    {
      if (k + 1 < n)
	{
	  p.producer_acquire ();
	  cuda::memcpy_async (&buf[(k + 1) & 1][t], &in[(k + 1) * 128 + t], sizeof (int), p);
	  p.producer_commit ();
	}
      if (!B)
	{
	  if (k + 1 < n)
	    cuda::pipeline_consumer_wait_prior<1> (p);
	  else
	    cuda::pipeline_consumer_wait_prior<0> (p);
	}
      sum += buf[k & 1][t];	/* pipe_nowait async */
      if (!B)
	p.consumer_release ();
    }
  out[t] = sum;
}
PROG (pipe_nowait)
{
  int *a = dev<int> (512), *b = dev<int> (128, 0);
  GO (pipeK, <<<1, 128>>> (a, b, 4));
  show (b, 128);
}
/* pipeline of the block: others' data, no barrier.  */
template <int B> __global__ void
pipe2K (const int *in, int *out)
{
  __shared__ int buf[128];
  auto p = cuda::make_pipeline ();
  int t = threadIdx.x;
  p.producer_acquire ();
  cuda::memcpy_async (&buf[t], &in[t], sizeof (int), p);
  p.producer_commit ();	/* pipe_others async */
  p.consumer_wait ();
  if (!B)
    __syncthreads ();
  out[t] = buf[127 - t];	/* pipe_others async, pipe_others race */
  p.consumer_release ();
}
PROG (pipe_others)
{
  int *a = dev<int> (128), *b = dev<int> (128, 0);
  GO (pipe2K, <<<1, 128>>> (a, b));
  show (b, 128);
}
/* cuda::barrier with the wrong count.  */
template <int B> __global__ void
barK (int *d)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init (&bar, blockDim.x - (B ? 32 : 0));
  __syncthreads ();
  s[threadIdx.x] = d[threadIdx.x];	/* bar_count race */
  bar.arrive_and_wait ();		/* bar_count sync */
  d[threadIdx.x] = s[63 - threadIdx.x];	/* bar_count race, bar_count init */
}
PROG (bar_count)
{
  int *a = dev<int> (64);
  GO (barK, <<<1, 64>>> (a));
  done ();
}
/* barrier initialised without a barrier behind.  */
template <int B> __global__ void
bar2K (int *d)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init (&bar, blockDim.x);	/* bar_init race, bar_init sync */
  if (!B)
    __syncthreads ();
  s[threadIdx.x] = d[threadIdx.x];
  bar.arrive_and_wait ();	/* bar_init race, bar_init sync */
  d[threadIdx.x] = s[63 - threadIdx.x];
}
PROG (bar_init)
{
  int *a = dev<int> (64);
  GO (bar2K, <<<1, 64>>> (a));
  done ();
}
/* cg::memcpy_async without wait.  */
template <int B> __global__ void
cgK (const int *in, int *out)
{
  __shared__ int s[128];
  auto b = cg::this_thread_block ();
  cg::memcpy_async (b, s, in, sizeof s);
  if (!B)
    cg::wait (b);
  else
    b.sync ();
  out[threadIdx.x] = s[127 - threadIdx.x];	/* cg_nowait async */
}
PROG (cg_nowait)
{
  int *a = dev<int> (128), *b = dev<int> (128, 0);
  GO (cgK, <<<1, 128>>> (a, b));
  show (b, 128);
}
/* cp.async by the C API: group off by one.  */
template <int B> __global__ void
cpK (const int4 *in, int *out, int n)
{
  __shared__ int4 buf[2][64];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async (&buf[0][t], &in[t], 16);
  __pipeline_commit ();
  for (int k = 0; k < n; k++)
    {
      if (k + 1 < n)
	__pipeline_memcpy_async (&buf[(k + 1) & 1][t], &in[(k + 1) * 64 + t], 16);	/* cp_prior async */
      __pipeline_commit ();
      __pipeline_wait_prior (B ? 2 : 1);
      __syncthreads ();
      sum += buf[k & 1][63 - t].x;	/* cp_prior async */
      __syncthreads ();
    }
  out[t] = sum;
}
PROG (cp_prior)
{
  int4 *a = (int4 *)dev<int> (1024);
  int *b = dev<int> (64, 0);
  GO (cpK, <<<1, 64>>> (a, b, 4));
  show (b, 64);
}
/* tile reduce by a tile that is not all there.  */
template <int B> __global__ void
tileK (const int *in, int *out)
{
  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());
  int v = in[threadIdx.x];
  if (!B || threadIdx.x < 20)
    v = cg::reduce (tile, v, cg::plus<int> ());	/* tile_part sync */
  out[threadIdx.x] = v;				/* tile_part sync */
}
PROG (tile_part)
{
  int *a = dev<int> (64), *b = dev<int> (64, 0);
  GO (tileK, <<<1, 32>>> (a, b));
  done ();
}
/* grid.sync without a cooperative launch.  */
__global__ void
gridK (int *d)
{
  auto g = cg::this_grid ();
  d[g.thread_rank ()] = 1;
  g.sync ();	/* grid_plain sync, grid_plain program, grid_plain memory */
  d[64 + g.thread_rank ()] = d[63 - g.thread_rank ()];
}
PROG (grid_plain)
{
  int *d = dev<int> (128);
  if (bad)
    gridK<<<2, 32>>> (d);
  else
    {
      void *a[] = { &d };
      CK (cudaLaunchCooperativeKernel (gridK, 2, 32, a));
    }
  done ();
}
/* coalesced group in a branch, shared data without sync.  */
template <int B> __global__ void
coalK (int *d)
{
  __shared__ int s[32];
  if (threadIdx.x & 1)
    {
      auto g = cg::coalesced_threads ();
      s[g.thread_rank ()] = d[threadIdx.x];	/* coalesced race */
      if (!B)
	g.sync ();
      d[threadIdx.x] = s[(g.thread_rank () + 1) % g.size ()];	/* coalesced race */
    }
}
PROG (coalesced)
{
  int *a = dev<int> (32);
  GO (coalK, <<<1, 32>>> (a));
  show (a, 32);
}
/* atomic_ref of block scope between blocks.  */
template <int B> __global__ void
scopeK (int *n)
{
  if (B)
    {
      cuda::atomic_ref<int, cuda::thread_scope_block> r (*n);
      r.fetch_add (1, cuda::memory_order_relaxed);	/* atomic_scope race */
    }
  else
    {
      cuda::atomic_ref<int, cuda::thread_scope_device> r (*n);
      r.fetch_add (1, cuda::memory_order_relaxed);
    }
}
PROG (atomic_scope)
{
  int *n = dev<int> (1);
  GO (scopeK, <<<4, 32>>> (n));
  show (n, 1);
}
/* relaxed flag.  */
template <int B> __global__ void
relaxK (int *data, int *flag, int *out)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> f (*flag);
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    {
      data[0] = 5;	/* relaxed_flag race */
      f.store (1, B ? cuda::memory_order_relaxed : cuda::memory_order_release);
    }
  else
    {
      while (f.load (cuda::memory_order_acquire) == 0)
	;
      *out = data[0];	/* relaxed_flag race */
    }
}
PROG (relaxed_flag)
{
  int *a = dev<int> (1), *f = dev<int> (1), *o = dev<int> (1, 0);
  GO (relaxK, <<<2, 32>>> (a, f, o));
  show (o, 1);
}
/* arrive token waited for by the wrong phase: wait missing before reuse.  */
template <int B> __global__ void
tokK (const int *in, int *out, int n)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    {
      init (&full, 128);
      init (&empty, 128);
    }
  __syncthreads ();
  if (threadIdx.x < 64)
    for (int k = 0; k < n; k++)
      {
	if (k && !B)
	  empty.arrive_and_wait ();
	s[threadIdx.x] = in[k * 64 + threadIdx.x];	/* ring_empty race */
	(void)full.arrive ();
      }
  else
    {
      int sum = 0, t = threadIdx.x - 64;
      for (int k = 0; k < n; k++)
	{
	  full.arrive_and_wait ();	/* ring_empty sync */
	  sum += s[63 - t];	   /* ring_empty race */
	  if (!B && k + 1 < n)
	    (void)empty.arrive ();
	}
      out[t] = sum;
    }
}
PROG (ring_empty)
{
  int *a = dev<int> (256), *b = dev<int> (64, 0);
  GO (tokK, <<<1, 128>>> (a, b, 4));
  show (b, 64);
}
/* memcpy_async with barrier, data read before wait.  */
template <int B> __global__ void
mbK (const int *in, int *out)
{
  __shared__ alignas (16) int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto b = cg::this_thread_block ();
  if (threadIdx.x == 0)
    init (&bar, blockDim.x);
  b.sync ();
  cuda::memcpy_async (b, s, in, cuda::aligned_size_t<16> (sizeof s), bar);
  if (B)
    {
      auto tok = bar.arrive ();
      out[threadIdx.x] = s[threadIdx.x];	/* mb_early async */
      bar.wait (std::move (tok));
    }
  else
    {
      bar.arrive_and_wait ();
      out[threadIdx.x] = s[threadIdx.x];
    }
}
PROG (mb_early)
{
  int *a = dev<int> (256), *b = dev<int> (256, 0);
  GO (mbK, <<<1, 128>>> (a, b));
  show (b, 128);
}
/* shared-state pipeline: block scope, not released -> next producer blocks (deadlock).  */
template <int B> __global__ void
spipeK (const int *in, int *out, int n)
{
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  __shared__ int buf[2][64];
  auto blk = cg::this_thread_block ();
  auto p = cuda::make_pipeline (blk, &st);
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; k++)
    {
      p.producer_acquire ();	/* pipe_norelease sync */
      cuda::memcpy_async (blk, buf[k & 1], in + k * 64, sizeof buf[0], p);
      p.producer_commit ();
      p.consumer_wait ();
      sum += buf[k & 1][63 - t];
      if (!B)
	p.consumer_release ();
    }
  out[t] = sum;
}
PROG (pipe_norelease)
{
  int *a = dev<int> (512), *b = dev<int> (64, 0);
  GO (spipeK, <<<1, 64>>> (a, b, 4));
  done ();
}
/* Tiles of two warps, whose collectives share memory; the barrier is that of a tile of one warp.  */
template <int B> __global__ void
wideTileK (const int *in, int *out)
{
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block (memory);
  auto tile = cg::tiled_partition<64> (block);
  auto warp = cg::tiled_partition<32> (block);
  int t = threadIdx.x;
  s[t] = in[t];
  warp.sync ();
  int v = s[B ? t ^ 40 : t ^ 8];	/* wide_tile race */
  out[t] = cg::reduce (tile, v, cg::plus<int> ()) + cg::inclusive_scan (tile, v);
}
PROG (wide_tile)
{
  int *a = dev<int> (256), *b = dev<int> (256);
  GO (wideTileK, <<<1, 256>>> (a, b));
  show (b, 256);
}
