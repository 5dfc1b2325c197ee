/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Barriers, tiles, pipelines, locks.
   Each by its kind: barrier_more sync, barrier_drop sync, barrier_drop race, named_three sync.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/atomic>
namespace cg = cooperative_groups;
template <class... A> static void
coop (void (*k) (A...), int g, int b, A... a)
{
  void *p[] = { (void *) &a... };
  cudaLaunchCooperativeKernel ((void *) k, g, b, p, 0, 0);
}
#define COOP(k, g, b, ...) \
  do \
    if (bad) \
      coop (k<1>, g, b, __VA_ARGS__); \
    else \
      coop (k<0>, g, b, __VA_ARGS__); \
  while (0)

/* Blocks go round as often as their parts are long.  */
template <int B> __global__ void
roundsK (int *a, int n)
{
  int per = n / gridDim.x + (B && blockIdx.x == 0 ? 64 : 0);
  for (int i = 0; i < per; i += 64)
    {
      a[(blockIdx.x * (n / gridDim.x) + i + threadIdx.x) % n] += 1;
      cg::this_grid ().sync ();	/* grid_rounds sync */
    }
}
PROG (grid_rounds)
{
  int *a = dev<int> (512);
  COOP (roundsK, 4, 64, a, 512);
  show (a, 512);
}
/* The grid's barrier under a condition of threads.  */
template <int B> __global__ void
someK (int *a, int *o)
{
  int t = threadIdx.x;
  a[blockIdx.x * 64 + t] = t;
  if (!B || t < 32)
    cg::this_grid ().sync ();	/* grid_some sync */
  o[blockIdx.x * 64 + t] = a[(blockIdx.x ^ 1) * 64 + t];	/* grid_some race */
}
PROG (grid_some)
{
  int *a = dev<int> (128), *o = dev<int> (128);
  COOP (someK, 2, 64, a, o);
  show (o, 128);
}
/* A barrier of a warp with the mask of its lower half.  */
template <int B> __global__ void
maskK (const int *in, int *o)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp (B ? 0xffff : ~0u);	/* warp_half sync */
  o[t] = s[31 - t];	/* warp_half race */
}
PROG (warp_half)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (maskK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* Lanes name different masks.  */
template <int B> __global__ void
masksK (const int *in, int *o)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 16)
    __syncwarp (B ? ~0u : 0xffff);	/* warp_masks sync */
  else
    __syncwarp (0xffff0000);	/* warp_masks sync */
  o[t] = s[t ^ 1];
}
PROG (warp_masks)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (masksK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* A reduction of lanes that are not in their mask.  */
template <int B> __global__ void
redK (const unsigned *in, unsigned *o, int n)
{
  int t = threadIdx.x;
  unsigned m = __ballot_sync (~0u, t < n);
  if (t < (B ? n + 2 : n))
    o[t] = __reduce_add_sync (m, in[t]);	/* red_outside sync */
}
PROG (red_outside)
{
  unsigned *a = dev<unsigned> (32), *o = dev<unsigned> (32);
  GO (redK, <<<1, 32>>> (a, o, 20));
  show (o, 32);
}
/* Tiles of 16: one half of each leaves.  */
template <int B> __global__ void
tileK (const int *in, int *o)
{
  auto tile = cg::tiled_partition<16> (cg::this_thread_block ());
  int v = in[threadIdx.x];
  if (B && tile.thread_rank () >= 8)
    v = 0;
  else
    v = cg::reduce (tile, v, cg::plus<int> ());	/* tile_left sync */
  o[threadIdx.x] = v;
}
PROG (tile_left)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (tileK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* Tiles write and read shared memory of each other: the tile's barrier is not the block's.  */
template <int B> __global__ void
tilesK (const int *in, int *o)
{
  __shared__ int s[8];
  auto block = cg::this_thread_block ();
  auto tile = cg::tiled_partition<8> (block);
  int v = cg::reduce (tile, in[threadIdx.x], cg::plus<int> ());
  if (tile.thread_rank () == 0)
    s[tile.meta_group_rank ()] = v;
  if (B)
    tile.sync ();
  else
    block.sync ();
  o[threadIdx.x] = s[threadIdx.x % 8];	/* tiles_shared race */
}
PROG (tiles_shared)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (tilesK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* A binary partition: the groups synchronise, each with itself.  */
template <int B> __global__ void
binaryK (const int *in, int *o)
{
  __shared__ int s[32];
  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());
  int t = threadIdx.x;
  auto g = cg::binary_partition (tile, t % 3 == 0);
  s[t] = in[t];
  g.sync ();
  int next = B ? (t + 1) % 32 : (t + 3) % 30;
  o[t] = t < 30 || B ? s[B ? next : t % 3 == 0 ? next : t] : 0;	/* binary race */
}
PROG (binary)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (binaryK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* A barrier that expects more than come.  */
template <int B> __global__ void
countK (const int *in, int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    init (&b, B ? 65 : 64);
  __syncthreads ();
  s[t] = in[t];
  b.arrive_and_wait ();	/* barrier_more sync */
  o[t] = s[63 - t];
}
PROG (barrier_more)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (countK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* The token of the phase before.  */
template <int B> __global__ void
tokenK (const int *in, int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    init (&b, 64);
  __syncthreads ();
  auto first = b.arrive ();
  b.wait (std::move (first));
  s[t] = in[t];
  auto second = b.arrive ();
  if (!B)
    b.wait (std::move (second));
  o[t] = s[63 - t];	/* barrier_token race */
}
PROG (barrier_token)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (tokenK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* arrive_and_drop, and one who goes on to wait.  */
template <int B> __global__ void
dropK (const int *in, int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    init (&b, 64);
  __syncthreads ();
  for (int i = 0; i < 3; i++)
    {
      s[t] = in[t] + i;
      if (t >= 48 && i == 1)
	{
	  b.arrive_and_drop ();
	  if (!B)
	    return;
	}
      else
	b.arrive_and_wait ();	/* barrier_drop sync */
      o[t] = s[t ^ 1];
      b.arrive_and_wait ();	/* barrier_drop sync */
    }
}
PROG (barrier_drop)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (dropK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* A pipeline of two stages that is three deep.  */
template <int B> __global__ void
stagesK (const int *in, int *o, int n)
{
  __shared__ int s[2][64];
  auto pipe = cuda::make_pipeline ();
  int t = threadIdx.x, sum = 0;
  const int ahead = B ? 3 : 2;
  for (int i = 0; i < n + ahead; i++)
    {
      if (i < n)
	{
	  pipe.producer_acquire ();
	  cuda::memcpy_async (&s[i % 2][t], in + i * 64 + t, 4, pipe);	/* stages async stages race */
	  pipe.producer_commit ();
	}
      int k = i - (ahead - 1);
      if (k >= 0 && k < n)
	{
	  if (n - 1 - k >= ahead - 1)
	    cuda::pipeline_consumer_wait_prior<ahead - 1> (pipe);
	  else
	    cuda::pipeline_consumer_wait_prior<0> (pipe);
	  sum += s[k % 2][t];
	  pipe.consumer_release ();
	}
    }
  o[t] = sum;
}
PROG (stages)
{
  int *a = dev<int> (512), *o = dev<int> (64);
  GO (stagesK, <<<1, 64>>> (a, o, 8));
  show (o, 64);
}
/* The last stage is read while it comes.  */
template <int B> __global__ void
lastK (const int *in, int *o, int n)
{
  __shared__ int s[2][64];
  auto pipe = cuda::make_pipeline ();
  int t = threadIdx.x, sum = 0;
  pipe.producer_acquire ();
  cuda::memcpy_async (&s[0][t], in + t, 4, pipe);
  pipe.producer_commit ();
  for (int i = 0; i < n; i++)
    {
      if (i + 1 < n)
	{
	  pipe.producer_acquire ();
	  cuda::memcpy_async (&s[(i + 1) % 2][t], in + (i + 1) * 64 + t, 4, pipe);	/* last_stage async */
	  pipe.producer_commit ();
	  cuda::pipeline_consumer_wait_prior<1> (pipe);
	}
      else if (B)
	cuda::pipeline_consumer_wait_prior<1> (pipe);
      else
	cuda::pipeline_consumer_wait_prior<0> (pipe);
      sum += s[i % 2][t];	/* last_stage async last_stage race */
      pipe.consumer_release ();
    }
  o[t] = sum;
}
PROG (last_stage)
{
  int *a = dev<int> (512), *o = dev<int> (64);
  GO (lastK, <<<1, 64>>> (a, o, 8));
  show (o, 64);
}
/* A block's pipeline whose consumers do not release before the producers go on.  */
template <int B> __global__ void
sharedpipeK (const int *in, int *o, int n)
{
  __shared__ int s[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block ();
  bool producer = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline (block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  int t = threadIdx.x % 32, sum = 0;
  for (int i = 0; i < n; i++)
    if (producer)
      {
	pipe.producer_acquire ();
	cuda::memcpy_async (&s[i % 2][t], in + i * 32 + t, 4, pipe);	/* pipe_early async pipe_early race */
	pipe.producer_commit ();
      }
    else
      {
	pipe.consumer_wait ();
	if (B)
	  pipe.consumer_release ();
	sum += s[i % 2][31 - t];	/* pipe_early race pipe_early async */
	if (!B)
	  pipe.consumer_release ();
      }
  if (!producer)
    o[t] = sum;
}
PROG (pipe_early)
{
  int *a = dev<int> (256), *o = dev<int> (32);
  GO (sharedpipeK, <<<1, 64>>> (a, o, 8));
  show (o, 32);
}
/* cg::memcpy_async of the whole block, whose source is shared and is written behind it.  */
template <int B> __global__ void
sourceK (const int *in, int *o)
{
  __shared__ int s[64];
  auto block = cg::this_thread_block ();
  int t = threadIdx.x;
  cg::memcpy_async (block, s, in, sizeof s);
  if (B)
    cg::wait_prior<1> (block);
  else
    cg::wait (block);
  o[t] = s[63 - t];	/* cg_prior async cg_prior race */
}
PROG (cg_prior)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (sourceK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* A lock that is given back by a volatile write alone.  */
template <int B> __global__ void
takeK (volatile int *lock, int *sum)
{
  if (threadIdx.x)
    return;
  while (atomicCAS ((int *) lock, 0, 1))
    ;
  __threadfence ();
  *sum += 1;	/* unlock_plain race */
  if (B)
    *lock = 0;
  else
    {
      __threadfence ();
      atomicExch ((int *) lock, 0);
    }
}
PROG (unlock_plain)
{
  int *l = dev<int> (1), *s = dev<int> (1);
  GO (takeK, <<<8, 32>>> (l, s));
  show (s, 1);
}
/* Waits by a volatile spin, and no fence behind it.  */
template <int B> __global__ void
spinK (int *data, volatile int *flag, int *o)
{
  if (blockIdx.x == 0)
    {
      data[threadIdx.x] = threadIdx.x + 1;
      __threadfence ();
      __syncthreads ();
      if (threadIdx.x == 0)
	*flag = 1;
    }
  else
    {
      if (threadIdx.x == 0)
	{
	  while (!*flag)
	    ;
	  if (!B)
	    __threadfence ();
	}
      __syncthreads ();
      o[threadIdx.x] = data[threadIdx.x];	/* spin_nofence race */
    }
}
PROG (spin_nofence)
{
  int *a = dev<int> (64), *f = dev<int> (1), *o = dev<int> (64);
  GO (spinK, <<<2, 64>>> (a, f, o));
  show (o, 64);
}
/* cuda::atomic_ref: acquire on one side only.  */
template <int B> __global__ void
refK (int *data, int *flag, int *o)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> f (*flag);
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    {
      *data = 42;
      f.store (1, cuda::memory_order_release);
    }
  else
    {
      while (!f.load (B ? cuda::memory_order_relaxed : cuda::memory_order_acquire))
	;
      *o = *data;	/* ref_relaxed race */
    }
}
PROG (ref_relaxed)
{
  int *a = dev<int> (1), *f = dev<int> (1), *o = dev<int> (1);
  GO (refK, <<<2, 32>>> (a, f, o));
  show (o, 1);
}
/* Warps of a loop with a barrier: one ends as soon as it has found something.  */
template <int B> __global__ void
foundK (const int *in, int *o, int n)
{
  __shared__ int hits[4];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  for (int i = 0; i < n; i++)
    {
      unsigned m = __ballot_sync (~0u, in[i * 128 + threadIdx.x] == 17);
      if (l == 0)
	hits[w] = m != 0;
      if (B && m)
	break;
      __syncthreads ();	/* found_warp sync */
      int any = hits[0] | hits[1] | hits[2] | hits[3];
      __syncthreads ();
      if (!B && any)
	break;
    }
  __syncthreads ();	/* found_warp sync */
  o[threadIdx.x] = hits[w];
}
PROG (found_warp)
{
  int *a = dev<int> (1024), *o = dev<int> (128);
  GO (foundK, <<<1, 128>>> (a, o, 8));
  show (o, 128);
}
/* Threads of the last warp have no element, and leave before a vote that names them.  */
template <int B> __global__ void
voteK (const int *in, int *o, int n)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  bool in_range = t < n;
  if (B && !in_range)
    ;
  else if (B)
    o[t] = __any_sync (~0u, in[t] == 5);	/* vote_left sync */
  else
    {
      bool any = __any_sync (~0u, in_range && in[t] == 5);
      if (in_range)
	o[t] = any;
    }
  if (B && !in_range)
    o[t] = __popc (__ballot_sync (~0u, t & 1));	/* vote_left sync */
}
PROG (vote_left)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (voteK, <<<2, 32>>> (a, o, 50));
  show (o, 50);
}
/* A named barrier for two warps, at which three come.  */
template <int B> __global__ void
namedK (const int *in, int *o)
{
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < (B ? 96 : 64))
    asm volatile ("bar.sync 1, 64;" ::: "memory");	/* named_three sync */
  if (t < 64)
    o[t] = s[t ^ 32];	/* named_three race */
}
PROG (named_three)
{
  int *a = dev<int> (96), *o = dev<int> (96);
  GO (namedK, <<<1, 96>>> (a, o));
  show (o, 96);
}
/* Distributed shared memory without the second wait.  */
template <int B> __global__ void __cluster_dims__ (2)
ringK (const int *in, int *o)
{
  __shared__ int s[32];
  auto c = cg::this_cluster ();
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 3; i++)
    {
      s[t] = in[t] + i;	/* cluster_turn race */
      c.sync ();
      sum += c.map_shared_rank (s, c.block_rank () ^ 1)[t];	/* cluster_turn race */
      if (!B || i == 2)
	c.sync ();
    }
  o[blockIdx.x * 32 + t] = sum;
}
PROG (cluster_turn)
{
  int *a = dev<int> (32), *o = dev<int> (64);
  GO (ringK, <<<2, 32>>> (a, o));
  show (o, 64);
}
/* The halves of a producer's barrier: full and empty with the wrong count.  */
template <int B> __global__ void
fullK (const int *in, int *o, int n)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
  __shared__ int s[32];
  int w = threadIdx.x / 32, t = threadIdx.x % 32, sum = 0;
  if (threadIdx.x == 0)
    {
      init (&full, 64);
      init (&empty, B ? 32 : 64);
    }
  __syncthreads ();
  for (int i = 0; i < n; i++)
    if (w == 0)
      {
	if (B)
	  {
	    if (i)
	      empty.wait_parity ((i - 1) & 1);
	  }
	else if (i)
	  empty.arrive_and_wait ();
	s[t] = in[i * 32 + t];	/* full_empty race */
	(void) full.arrive ();
      }
    else
      {
	full.arrive_and_wait ();
	if (B)
	  (void) empty.arrive ();
	sum += s[31 - t];	/* full_empty race */
	if (!B && i + 1 < n)
	  (void) empty.arrive ();
      }
  if (w)
    o[t] = sum;
}
PROG (full_empty)
{
  int *a = dev<int> (256), *o = dev<int> (32);
  GO (fullK, <<<1, 64>>> (a, o, 8));
  show (o, 32);
}
