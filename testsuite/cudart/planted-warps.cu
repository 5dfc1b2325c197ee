/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Warps and groups: what their members do together, and what they do not.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
/* One thread of the group does it, and nobody waits for that thread.  */
template <int B> __global__ void
oneK (const int *in, int *o)
{
  __shared__ int base;
  auto b = cg::this_thread_block ();
  cg::invoke_one (b, [&] { base = in[3]; });	/* by_one race */
  if (!B)
    b.sync ();
  o[b.thread_rank ()] = base + in[b.thread_rank ()];	/* by_one race */
}
PROG (by_one)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (oneK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* The number that is broadcast to a tile comes as a result, and a variable of the block does not.  */
template <int B> __global__ void
claimK (int *count, int *list)
{
  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());
  __shared__ int at[2];
  int p;
  if (B)
    {
      cg::invoke_one (tile, [&] { at[tile.meta_group_rank ()] = atomicAdd (count, 32); });	/* claimed race */
      p = at[tile.meta_group_rank ()];	/* claimed race */
    }
  else
    p = cg::invoke_one_broadcast (tile, [&] { return atomicAdd (count, 32); });
  list[p + tile.thread_rank ()] = tile.meta_group_rank ();
}
PROG (claimed)
{
  int *c = dev<int> (1), *o = dev<int> (64, false);
  GO (claimK, <<<1, 64>>> (c, o));
  show (o, 64);
}
/* A sum that the tiles of a block add up in shared memory, by the call that does not wait.  */
template <int B> __global__ void
updateK (const int *in, int *o)
{
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
  auto b = cg::this_thread_block ();
  auto tile = cg::tiled_partition<32> (b);
  if (b.thread_rank () == 0)
    sum.store (0, cuda::memory_order_relaxed);
  b.sync ();
  cg::reduce_update_async (tile, sum, in[b.thread_rank ()], cg::plus<int> ());
  if (!B)
    b.sync ();
  if (b.thread_rank () == 0)
    {
      int *plain = (int *) &sum;
      *o = *plain;	/* sum_early race */
    }
}
PROG (sum_early)
{
  int *a = dev<int> (128), *o = dev<int> (1);
  GO (updateK, <<<1, 128>>> (a, o));
  show (o, 1);
}
/* A shuffle in a loop that lanes leave one by one.  */
template <int B> __global__ void
turnsK (const int *in, int *o)
{
  int t = threadIdx.x, n = B ? in[t] % 7 : 7, v = t, sum = 0;
  for (int i = 0; i < n; i++)
    {
      v = __shfl_xor_sync (~0u, v, 1 << i % 5);	/* turns sync */
      sum += v;
    }
  o[t] = sum;	/* turns sync */
}
PROG (turns)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (turnsK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* The lanes that are active before a branch, as the mask of a vote behind it.  */
template <int B> __global__ void
activeK (const int *in, int *o)
{
  int t = threadIdx.x;
  unsigned m = __ballot_sync (~0u, 1);
  if (!B)
    m = __ballot_sync (~0u, in[t] & 1);
  if (in[t] & 1)
    o[t] = __popc (__ballot_sync (m, in[t] > 10));	/* mask_before sync */
  else
    o[t] = 0;	/* mask_before sync */
}
PROG (mask_before)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (activeK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* Two branches meet, each at its own __syncwarp, whose masks name the threads of both; and only one of
   the two has it.  */
template <int B> __global__ void
meetK (int *o)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16)
    {
      s[t] = t;
      __syncwarp ();	/* two_places sync */
      o[t] = s[t + 16];	/* two_places race */
    }
  else
    {
      s[t] = -t;
      if (!B)
	__syncwarp ();
      o[t] = s[t - 16];	/* two_places race */
    }
}
PROG (two_places)
{
  int *o = dev<int> (32);
  GO (meetK, <<<1, 32>>> (o));
  show (o, 32);
}
/* The operands of && behind a vote of the block: not all threads come to the second.  */
template <int B> __global__ void
bothK (const int *in, int *o, int n)
{
  int t = threadIdx.x;
  bool r;
  if (B)
    r = in[t] < n && __syncthreads_or (in[t] == 5);	/* short_vote sync */
  else
    r = __syncthreads_or (in[t] == 5) && in[t] < n;
  o[t] = r;
}
PROG (short_vote)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (bothK, <<<1, 64>>> (a, o, 40));
  show (o, 64);
}
/* A function with shared memory of its own, which a kernel calls twice.  */
template <int B> __device__ int
blockSum (int v)
{
  __shared__ int part[4];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  v = __reduce_add_sync (~0u, v);
  if (!B)
    __syncthreads ();
  if (l == 0)
    part[w] = v;	/* scratch race */
  __syncthreads ();
  v = 0;
  for (int i = 0; i < 4; i++)
    v += part[i];	/* scratch race */
  return v;
}
template <int B> __global__ void
normK (const int *in, int *o)
{
  int t = threadIdx.x, v = in[t];
  int mean = blockSum<B> (v) / 128;
  o[t] = blockSum<B> ((v - mean) * (v - mean));
}
PROG (scratch)
{
  int *a = dev<int> (128), *o = dev<int> (128);
  GO (normK, <<<1, 128>>> (a, o));
  show (o, 128);
}
/* The last block: all of its threads ask a variable that one of them has just set.  */
template <int B> __global__ void
lastK (const int *in, int *part, unsigned *count, int *o)
{
  __shared__ bool last;
  int t = threadIdx.x, v = __reduce_add_sync (~0u, in[blockIdx.x * 64 + t]);
  if (t % 32 == 0)
    part[blockIdx.x * 2 + t / 32] = v;
  __threadfence ();
  __syncthreads ();
  if (t == 0)
    last = atomicAdd (count, 1) == gridDim.x - 1;	/* asked_early race */
  if (!B)
    __syncthreads ();
  if (last && t == 0)	/* asked_early race */
    {
      __threadfence ();
      v = 0;
      for (int i = 0; i < 2 * gridDim.x; i++)
	v += part[i];
      *o = v;
    }
}
PROG (asked_early)
{
  int *a = dev<int> (256), *p = dev<int> (8, false), *o = dev<int> (1);
  unsigned *c = dev<unsigned> (1);
  GO (lastK, <<<4, 64>>> (a, p, c, o));
  show (o, 1);
}
/* Sums of double by compare-and-swap, and one thread that adds without it.  */
template <int B> __global__ void
swapK (double *sum)
{
  if (B && threadIdx.x == 5)
    *sum += 1;	/* swap_double race */
  else
    {
      unsigned long long *p = (unsigned long long *) sum, old = *(volatile unsigned long long *) p, seen;
      do
	{
	  seen = old;
	  old = atomicCAS (p, seen, __double_as_longlong (1 + __longlong_as_double (seen)));	/* swap_double race */
	}
      while (old != seen);
    }
}
PROG (swap_double)
{
  double *s = dev<double> (1);
  GO (swapK, <<<2, 64>>> (s));
  show (s, 1);
}
/* A flag and its value in one word of 64 bits, and in two of 32.  */
template <int B> __global__ void
pairK (unsigned *pair, int *o)
{
  int b = blockIdx.x;
  if (threadIdx.x)
    return;
  unsigned long long *whole = (unsigned long long *) pair;
  volatile unsigned *half = pair;
  unsigned before = 0;
  if (b)
    {
      if (B)
	{
	  while (half[2 * (b - 1)] != 1)
	    ;
	  before = pair[2 * (b - 1) + 1];	/* two_words race */
	}
      else
	{
	  unsigned long long v;
	  while ((unsigned) (v = *(volatile unsigned long long *) &whole[b - 1]) != 1)
	    ;
	  before = v >> 32;
	}
    }
  o[b] = before;
  if (B)
    {
      pair[2 * b + 1] = before + b + 1;	/* two_words race */
      half[2 * b] = 1;
    }
  else
    *(volatile unsigned long long *) &whole[b] = (unsigned long long) (before + b + 1) << 32 | 1;
}
PROG (two_words)
{
  unsigned *p;
  int *o = dev<int> (8);
  CK (cudaMalloc (&p, 64));
  CK (cudaMemset (p, 0, 64));
  GO (pairK, <<<8, 32>>> (p, o));
  show (o, 8);
}
/* Between its arrival at a barrier and the wait a thread reads what others write before theirs.  */
template <int B> __global__ void
splitK (const int *in, int *o)
{
  __shared__ int s[64], next[64];
  auto b = cg::this_thread_block ();
  int t = threadIdx.x;
  s[t] = in[t];
  auto token = b.barrier_arrive ();
  next[t] = in[t] * 2;
  if (B)
    o[t] = s[63 - t];	/* split_wait race */
  b.barrier_wait (std::move (token));
  if (!B)
    o[t] = s[63 - t];
  b.sync ();
  o[t] += next[63 - t];
}
PROG (split_wait)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (splitK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* Elements where bytes are meant: a quarter of the tile comes.  */
template <int B> __global__ void
bytesK (const int *in, int *o)
{
  __shared__ int s[128];
  auto b = cg::this_thread_block ();
  cg::memcpy_async (b, s, in, B ? 128 : sizeof s);
  cg::wait (b);
  o[threadIdx.x] = s[127 - threadIdx.x];	/* quarter init */
}
PROG (quarter)
{
  int *a = dev<int> (128), *o = dev<int> (128);
  GO (bytesK, <<<1, 128>>> (a, o));
  show (o, 128);
}
/* Copies into one tile by two warps that overlap.  */
template <int B> __global__ void
overlapK (const int *in, int *o)
{
  __shared__ alignas (16) int s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto b = cg::this_thread_block ();
  auto w = cg::tiled_partition<32> (b);
  if (b.thread_rank () == 0)
    init (&bar, 64);
  b.sync ();
  int n = B ? 68 : 64, at = w.meta_group_rank () * 64;
  cuda::memcpy_async (w, s + at, in + at, cuda::aligned_size_t<16> ((at ? 64 : n) * 4), bar);	/* copies_meet race, copies_meet async */
  bar.arrive_and_wait ();
  o[threadIdx.x] = s[threadIdx.x] + s[127 - threadIdx.x];
}
PROG (copies_meet)
{
  int *a = dev<int> (128), *o = dev<int> (64);
  GO (overlapK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* The first warp waits for its copies; the others have their own.  */
template <int B> __global__ void
firstK (const int *in, int *o)
{
  __shared__ int s[128];
  int t = threadIdx.x;
  auto p = cuda::make_pipeline ();
  p.producer_acquire ();
  cuda::memcpy_async (s + t, in + t, 4, p);	/* first_waits async */
  p.producer_commit ();
  if (!B || t < 32)
    p.consumer_wait ();
  __syncthreads ();
  o[t] = s[127 - t];	/* first_waits async */
}
PROG (first_waits)
{
  int *a = dev<int> (128), *o = dev<int> (128);
  GO (firstK, <<<1, 128>>> (a, o));
  show (o, 128);
}
/* A pipeline of a block of which 32 threads produce, made for 64.  */
template <int B> __global__ void
countK (const int *in, int *o, int n)
{
  __shared__ int s[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto b = cg::this_thread_block ();
  auto p = cuda::make_pipeline (b, &st, B ? 64 : 32);	/* producers sync */
  if (threadIdx.x < 32)
    for (int k = 0; k < n; k++)
      {
	p.producer_acquire ();	/* producers sync */
	cuda::memcpy_async (&s[k & 1][threadIdx.x], &in[k * 32 + threadIdx.x], 4, p);
	p.producer_commit ();	/* producers sync */
      }
  else
    for (int k = 0; k < n; k++)
      {
	p.consumer_wait ();	/* producers sync */
	o[k * 32 + threadIdx.x - 32] = s[k & 1][63 - threadIdx.x];
	p.consumer_release ();
      }
}
PROG (producers)
{
  int *a = dev<int> (32 * 6), *o = dev<int> (32 * 6);
  if (bad)
    countK<1><<<1, 96>>> (a, o, 6);
  else
    countK<0><<<1, 64>>> (a, o, 6);
  show (o, 192);
}
/* Blocks of a cluster add to a sum of the first, which reads it too early.  */
template <int B> __global__ void __cluster_dims__ (4)
sumK (const int *in, int *o)
{
  __shared__ int sum;
  auto c = cg::this_cluster ();
  if (threadIdx.x == 0)
    sum = 0;
  c.sync ();
  atomicAdd (c.map_shared_rank (&sum, 0), in[threadIdx.x]);	/* reader_early race */
  if (!B)
    c.sync ();
  if (c.block_rank () == 0)
    {
      __syncthreads ();
      if (threadIdx.x == 0)
	*o = sum;	/* reader_early race */
    }
  if (B)
    c.sync ();
}
PROG (reader_early)
{
  int *a = dev<int> (32), *o = dev<int> (1);
  GO (sumK, <<<4, 32>>> (a, o));
  show (o, 1);
}
/* The last thread with work reads what the next one, without work, has not written.  */
template <int B> __global__ void
diffK (const int *in, int *o, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n)
    s[t] = in[t];
  __syncthreads ();
  int d = 0;
  if (t < n)
    d = (B || t + 1 < n ? s[t + 1] : 0) - s[t];
  if (t < n)
    o[t] = d;	/* next_unset init */
}
PROG (next_unset)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (diffK, <<<1, 64>>> (a, o, 50));
  show (o, 50);
}
/* A semaphore that admits two.  */
using gate = cuda::counting_semaphore<cuda::thread_scope_device, 4>;
__device__ gate for_two (2), for_one (1);
template <int B> __global__ void
gateK (int *sum)
{
  gate &g = B ? for_two : for_one;
  if (threadIdx.x == 0)
    {
      g.acquire ();
      *sum = *sum + 1;	/* admits_two race */
      g.release ();
    }
}
PROG (admits_two)
{
  int *s = dev<int> (1);
  GO (gateK, <<<8, 32>>> (s));
  show (s, 1);
}
/* A thread reads again what it has read, after a copy into it that it does not wait for.  */
template <int B, bool VOLATILE> __device__ int
thrice (const int *in, int *s)
{
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 2; i++)
    {
      __pipeline_memcpy_async (&s[t], &in[i * 64 + t], 4);
      __pipeline_commit ();
      __pipeline_wait_prior (0);
      sum += VOLATILE ? *(volatile int *) &s[t] : s[t];
    }
  __pipeline_memcpy_async (&s[t], &in[128 + t], 4);
  __pipeline_commit ();
  if (!B)
    __pipeline_wait_prior (0);
  sum += VOLATILE ? *(volatile int *) &s[t] : s[t];	/* third_read async, third_volatile async */
  __pipeline_wait_prior (0);
  return sum;
}
template <int B> __global__ void
thirdK (const int *in, int *o)
{
  __shared__ int s[64];
  o[threadIdx.x] = thrice<B, false> (in, s);
}
template <int B> __global__ void
thirdVolatileK (const int *in, int *o)
{
  __shared__ int s[64];
  o[threadIdx.x] = thrice<B, true> (in, s);
}
PROG (third_read)
{
  int *a = dev<int> (192), *o = dev<int> (64);
  GO (thirdK, <<<1, 64>>> (a, o));
  show (o, 64);
}
PROG (third_volatile)
{
  int *a = dev<int> (192), *o = dev<int> (64);
  GO (thirdVolatileK, <<<1, 64>>> (a, o));
  show (o, 64);
}
