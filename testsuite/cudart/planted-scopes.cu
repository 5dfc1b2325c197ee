/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Groups, clusters and the scopes of libcu++: who is ordered with whom.
   Told of the host: streams_flag race.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda_fp16.h>
#include <mma.h>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
/* The leader of each label leaves a sum; the others of the label read it.  */
template <int B> __global__ void
labelK (const int *in, int *o)
{
  __shared__ int sum[4];
  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());
  int t = threadIdx.x, l = in[t] & 3;
  auto g = cg::labeled_partition (tile, l);
  int s = cg::reduce (g, in[t], cg::plus<int> ());
  if (g.thread_rank () == 0)
    sum[l] = s;	/* label_sum race */
  if (!B)
    g.sync ();
  o[t] = in[t] * sum[l];	/* label_sum race */
}
PROG (label_sum)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (labelK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* The grid's barrier in two halves: between them a block reads what its neighbour has written.  */
template <int B> __global__ void
splitK (int *part, int *o)
{
  auto g = cg::this_grid ();
  unsigned i = g.thread_rank (), n = g.size ();
  part[i] = i;	/* grid_split race */
  auto token = g.barrier_arrive ();
  int v = 0;
  if (B)
    v = part[(i + 64) % n];	/* grid_split race */
  g.barrier_wait (std::move (token));
  if (!B)
    v = part[(i + 64) % n];
  o[i] = v;
}
PROG (grid_split)
{
  int *p = dev<int> (128), *o = dev<int> (128);
  void *args[] = { &p, &o };
  CK (cudaLaunchCooperativeKernel (bad ? (void *) splitK<1> : (void *) splitK<0>, 2, 64, args, 0, 0));
  show (o, 128);
}
/* The cluster's barrier in two halves: what is read of another block is read behind the wait.  */
template <int B> __global__ void __cluster_dims__ (2)
halvesK (int *o)
{
  __shared__ int s[32];
  auto c = cg::this_cluster ();
  int t = threadIdx.x;
  s[t] = t + blockIdx.x;	/* cluster_split race */
  auto token = c.barrier_arrive ();
  int *other = c.map_shared_rank (s, c.block_rank () ^ 1), v;
  if (B)
    v = other[t];	/* cluster_split race */
  c.barrier_wait (std::move (token));
  if (!B)
    v = other[t];
  c.sync ();
  o[blockIdx.x * 32 + t] = v;
}
PROG (cluster_split)
{
  int *o = dev<int> (64);
  GO (halvesK, <<<2, 32>>> (o));
  show (o, 64);
}
/* A histogram over the blocks of a cluster, whose bins are set to zero by each block.  */
template <int B> __global__ void __cluster_dims__ (2)
binsK (const int *in, int *o)
{
  __shared__ int bins[32];
  auto c = cg::this_cluster ();
  int t = threadIdx.x, i = blockIdx.x * 32 + t, v = 63 - in[i] % 64;
  bins[t] = 0;	/* cluster_bins race */
  B ? __syncthreads () : c.sync ();
  atomicAdd (c.map_shared_rank (bins, v / 32) + v % 32, 1);	/* cluster_bins race */
  c.sync ();
  o[i] = bins[t];
}
PROG (cluster_bins)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (binsK, <<<2, 32>>> (a, o));
  show (o, 64);
}
/* The neighbour of the last block of a cluster.  */
template <int B> __global__ void __cluster_dims__ (2)
neighbourK (int *o)
{
  __shared__ int s[32];
  auto c = cg::this_cluster ();
  unsigned t = threadIdx.x, r = c.block_rank ();
  s[t] = t;
  c.sync ();
  int v = *c.map_shared_rank (s + t, B ? r + 1 : (r + 1) % c.num_blocks ());	/* cluster_rank memory */
  c.sync ();
  o[blockIdx.x * 32 + t] = v;
}
PROG (cluster_rank)
{
  int *o = dev<int> (64);
  GO (neighbourK, <<<2, 32>>> (o));
  show (o, 64);
}
/* An offset that is right in the own block leads beyond the shared memory of another.  */
template <int B> __global__ void __cluster_dims__ (2)
beyondK (int *o)
{
  extern __shared__ int d[];
  auto c = cg::this_cluster ();
  int t = threadIdx.x;
  d[t] = t;
  c.sync ();
  int *other = c.map_shared_rank (d, c.block_rank () ^ 1);
  int v = other[B ? t + 4096 : t];	/* cluster_past memory */
  c.sync ();
  o[blockIdx.x * 32 + t] = v;
}
PROG (cluster_past)
{
  int *o = dev<int> (64);
  GO (beyondK, <<<2, 32, 128>>> (o));
  show (o, 64);
}
/* A barrier of all blocks, of the scope of one.  */
template <int B> __global__ void
wideK (void *bar, int *part, int *o)
{
  constexpr auto S = B ? cuda::thread_scope_block : cuda::thread_scope_device;
  auto *b = (cuda::barrier<S> *) bar;
  part[blockIdx.x] = blockIdx.x + 1;	/* barrier_scope race */
  b->arrive_and_wait ();
  o[blockIdx.x] = part[blockIdx.x ^ 1];	/* barrier_scope race */
}
__global__ void
wide_init (void *bar)
{
  init ((cuda::barrier<cuda::thread_scope_device> *) bar, 2);
}
PROG (barrier_scope)
{
  void *b;
  int *p = dev<int> (2), *o = dev<int> (2);
  CK (cudaMalloc (&b, 64));
  wide_init<<<1, 1>>> (b);
  GO (wideK, <<<2, 1>>> (b, p, o));
  show (o, 2);
}
/* Who waits for a value hears of what was written before it, if it was released.  */
template <int B> __global__ void
notifyK (cuda::atomic<int, cuda::thread_scope_device> *f, int *data, int *o)
{
  if (blockIdx.x == 0)
    {
      *data = 7;	/* notified race */
      f->store (1, B ? cuda::memory_order_relaxed : cuda::memory_order_release);
      f->notify_all ();
    }
  else
    {
      f->wait (0, cuda::memory_order_acquire);
      *o = *data;	/* notified race */
    }
}
PROG (notified)
{
  auto *f = (cuda::atomic<int, cuda::thread_scope_device> *) dev<int> (1);
  int *d = dev<int> (1), *o = dev<int> (1);
  GO (notifyK, <<<2, 1>>> (f, d, o));
  show (o, 1);
}
/* A latch opens once: who comes for a second round finds it open.  */
template <int B> __global__ void
latchK (int *o)
{
  using latch = cuda::latch<cuda::thread_scope_block>;
  __shared__ __align__ (16) char room[2][sizeof (latch)];
  __shared__ int s[64];
  int t = threadIdx.x;
  latch &first = *(latch *) room[0], &second = *(latch *) room[1];
  if (t == 0)
    {
      new (&first) latch (64);
      new (&second) latch (64);
    }
  __syncthreads ();
  s[t] = t;
  first.arrive_and_wait ();
  int v = s[63 - t];	/* latch_again race */
  if (B)
    first.wait ();
  else
    second.arrive_and_wait ();
  s[t] = v + 1;	/* latch_again race */
  __syncthreads ();
  o[t] = s[t];
}
PROG (latch_again)
{
  int *o = dev<int> (64);
  GO (latchK, <<<1, 64>>> (o));
  show (o, 64);
}
/* A semaphore is a lock if it lets one in; the block's scope is none among blocks.  */
template <int B> __global__ void
turnstileK (void *p, int *sum)
{
  constexpr auto S = B ? cuda::thread_scope_block : cuda::thread_scope_device;
  auto *s = (cuda::binary_semaphore<S> *) p;
  s->acquire ();
  *sum += blockIdx.x + 1;	/* semaphore_scope race */
  s->release ();
}
__global__ void
turnstile_init (void *p)
{
  new (p) cuda::binary_semaphore<cuda::thread_scope_device> (1);
}
PROG (semaphore_scope)
{
  void *s;
  int *o = dev<int> (1);
  CK (cudaMalloc (&s, 64));
  turnstile_init<<<1, 1>>> (s);
  GO (turnstileK, <<<4, 1>>> (s, o));
  show (o, 1);
}
/* A queue of many producers: each cell has a number that says whose turn it is.  */
struct cell
{
  unsigned turn;
  int value;
};
template <int B> __global__ void
cellsK (cell *q, unsigned *head, unsigned *tail, int *o)
{
  constexpr auto R = B ? cuda::memory_order_relaxed : cuda::memory_order_release;
  if (blockIdx.x < 2)
    {
      unsigned at = atomicAdd (tail, 1);
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> turn (q[at % 4].turn);
      q[at % 4].value = at + 10;	/* cells race */
      turn.store (at + 1, R);
    }
  else
    {
      unsigned at = atomicAdd (head, 1);
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> turn (q[at % 4].turn);
      while (turn.load (cuda::memory_order_acquire) != at + 1)
	;
      o[at] = q[at % 4].value;	/* cells race */
    }
}
PROG (cells)
{
  cell *q;
  CK (cudaMalloc (&q, 4 * sizeof *q));
  CK (cudaMemset (q, 0, 4 * sizeof *q));
  unsigned *h = dev<unsigned> (1), *t = dev<unsigned> (1);
  int *o = dev<int> (2);
  GO (cellsK, <<<4, 1>>> (q, h, t, o));
  show (o, 2);
}
/* A table that is computed when it is first needed: who finds it ready reads it.  */
template <int B> __global__ void
lazyK (int *ready, int *lock, int *table, int *o)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> r (*ready), l (*lock);
  int is = B ? *(volatile int *) ready : r.load (cuda::memory_order_acquire);
  if (!is)
    {
      while (l.exchange (1, cuda::memory_order_acquire))
	;
      if (!r.load (cuda::memory_order_relaxed))
	{
	  table[0] = 42;	/* lazy race */
	  r.store (1, cuda::memory_order_release);
	}
      l.store (0, cuda::memory_order_release);
    }
  o[blockIdx.x] = table[0];	/* lazy race */
}
PROG (lazy)
{
  int *r = dev<int> (1), *l = dev<int> (1), *t = dev<int> (1), *o = dev<int> (64);
  GO (lazyK, <<<64, 1>>> (r, l, t, o));
  show (o, 64);
}
/* To sleep is not to wait.  */
template <int B> __global__ void
sleepK (const int *in, int *o)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];	/* asleep race */
  if (B)
    __nanosleep (1000000);
  else
    __syncthreads ();
  o[t] = s[63 - t];	/* asleep race */
}
PROG (asleep)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (sleepK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* The lanes that happen to be active are not all that have written.  */
template <int B> __global__ void
activeK (const int *in, int *o)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  if (in[t] < 16)
    s[t] = in[t];	/* active_only race */
  else
    {
      s[t] = -in[t];	/* active_only race */
      if (B)
	__syncwarp (__activemask ());
    }
  if (!B)
    __syncwarp ();
  o[t] = s[31 - t];	/* active_only race */
}
PROG (active_only)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (activeK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* Bit-fields of one word, each of its own thread.  */
struct bits
{
  unsigned a : 5, b : 5;
};
template <int B> __global__ void
fieldsK (int *o)
{
  __shared__ bits s;
  __shared__ unsigned a, b;
  int t = threadIdx.x;
  if (t == 0)
    {
      s.a = s.b = 0;
      a = b = 0;
    }
  __syncthreads ();
  if (t == 0)
    B ? s.a = 3 : a = 3;	/* bit_fields race */
  if (t == 32)
    B ? s.b = 4 : b = 4;	/* bit_fields race */
  __syncthreads ();
  o[t] = B ? s.a + s.b : a + b;
}
PROG (bit_fields)
{
  int *o = dev<int> (64);
  GO (fieldsK, <<<1, 64>>> (o));
  show (o, 64);
}
/* Two warps store tiles of one matrix: the distance of rows is that of the matrix.  */
using namespace nvcuda;
template <int B> __global__ void
tilesK (const half *a, const half *b, float *c)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  int w = threadIdx.x / 32;
  wmma::load_matrix_sync (fa, a, 16);
  wmma::load_matrix_sync (fb, b + 256 * w, 16);
  wmma::fill_fragment (fc, 0.f);
  wmma::mma_sync (fc, fa, fb, fc);
  wmma::store_matrix_sync (c + 16 * w, fc, B ? 16 : 32, wmma::mem_row_major);	/* wmma_stride race */
}
PROG (wmma_stride)
{
  half *a, *b;
  CK (cudaMalloc (&a, 512));
  CK (cudaMalloc (&b, 1024));
  CK (cudaMemset (a, 0x11, 512));
  CK (cudaMemset (b, 0x12, 1024));
  float *c = dev<float> (1024);
  if (bad)
    CK (cudaMemset (b, 0x32, 512));
  GO (tilesK, <<<1, 64>>> (a, b, c));
  show (c, 512);
}
/* A distance of rows that is no multiple of 16 bytes.  */
template <int B> __global__ void
paddedK (float *c)
{
  __shared__ __align__ (32) half s[16 * 24];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  for (int i = threadIdx.x; i < 16 * 24; i += 32)
    s[i] = (half) (i % 7);
  __syncwarp ();
  wmma::load_matrix_sync (fa, s, B ? 17 : 24);	/* wmma_padded memory */
  wmma::load_matrix_sync (fb, s, 24);
  wmma::fill_fragment (fc, 0.f);
  wmma::mma_sync (fc, fa, fb, fc);
  wmma::store_matrix_sync (c, fc, 16, wmma::mem_row_major);
}
PROG (wmma_padded)
{
  float *c = dev<float> (256);
  GO (paddedK, <<<1, 32>>> (c));
  show (c, 256);
}
/* A product is the whole warp's.  */
template <int B> __global__ void
partK (const half *a, float *c)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::load_matrix_sync (fa, a, 16);
  wmma::load_matrix_sync (fb, a, 16);
  wmma::fill_fragment (fc, 1.f);
  if (!B || threadIdx.x < 24)
    wmma::mma_sync (fc, fa, fb, fc);	/* wmma_part sync */
  wmma::store_matrix_sync (c, fc, 16, wmma::mem_row_major);
}
PROG (wmma_part)
{
  half *a;
  CK (cudaMalloc (&a, 512));
  CK (cudaMemset (a, 0x11, 512));
  float *c = dev<float> (256);
  GO (partK, <<<1, 32>>> (a, c));
  show (c, 256);
}
/* Kernels of two streams: one fills, the other waits for a flag.  */
template <int B> __global__ void
fillsK (int *data, int *flag)
{
  data[threadIdx.x] = threadIdx.x;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      if (!B)
	__threadfence ();
      *(volatile int *) flag = 1;
    }
}
template <int B> __global__ void
waitsK (int *data, int *flag, int *o)
{
  if (threadIdx.x == 0)
    while (!*(volatile int *) flag)
      ;
  if (!B)
    __threadfence ();
  __syncthreads ();
  o[threadIdx.x] = data[threadIdx.x];
}
PROG (streams_flag)
{
  cudaStream_t s, r;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&r, cudaStreamNonBlocking));
  int *d = dev<int> (64), *f = dev<int> (1), *o = dev<int> (64);
  cudaEvent_t e;
  CK (cudaEventCreate (&e));
  GO (fillsK, <<<1, 64, 0, s>>> (d, f));
  CK (cudaEventRecord (e, s));
  if (!bad)
    CK (cudaStreamWaitEvent (r, e));
  GO (waitsK, <<<1, 64, 0, r>>> (d, f, o));
  done ();
  show (o, 64);
  CK (cudaEventDestroy (e));
  CK (cudaStreamDestroy (s));
  CK (cudaStreamDestroy (r));
}
/* A bulk copy to global memory: that it has read its source does not say that it has written.  */
template <int B> __global__ void
sentK (int *buf, int *o)
{
  __shared__ __align__ (128) int s[64];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile ("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads ();
  if (t == 0)
    {
      asm volatile ("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;"	/* sent async */
		    :: "l" (buf), "r" ((unsigned) __cvta_generic_to_shared (s)) : "memory");
      asm volatile ("cp.async.bulk.commit_group;" ::: "memory");
      if (B)
	asm volatile ("cp.async.bulk.wait_group.read 0;" ::: "memory");
      else
	asm volatile ("cp.async.bulk.wait_group 0;\n\tfence.proxy.async.global;" ::: "memory");
    }
  __syncthreads ();
  o[t] = buf[t];	/* sent async */
}
PROG (sent)
{
  int *b = dev<int> (64), *o = dev<int> (64);
  GO (sentK, <<<1, 64>>> (b, o));
  show (o, 64);
}
/* Rows that two warps store by stmatrix.  */
template <int B> __global__ void
storedK (int *o)
{
  __shared__ __align__ (128) unsigned s[2 * 32];
  int t = threadIdx.x, w = t / 32;
  unsigned at = (unsigned) __cvta_generic_to_shared (s + (B ? 0 : 32 * w) + t % 8 * 4);
  asm volatile ("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r" (at), "r" (t) : "memory");	/* stored race */
  __syncthreads ();
  o[t] = s[B ? t % 32 : t];
}
PROG (stored)
{
  int *o = dev<int> (64);
  GO (storedK, <<<1, 64>>> (o));
  show (o, 64);
}
/* One warp waits at the block's barrier with bar.arrive where it should have waited.  */
template <int B> __global__ void
arrivesK (int *o)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;	/* arrive_wait race */
  if (t < 32)
    asm volatile ("barrier.sync 1, 64;" ::: "memory");
  else if (B)
    asm volatile ("barrier.arrive 1, 64;" ::: "memory");
  else
    asm volatile ("barrier.sync 1, 64;" ::: "memory");
  o[t] = s[63 - t];	/* arrive_wait race */
}
PROG (arrive_wait)
{
  int *o = dev<int> (64);
  GO (arrivesK, <<<1, 64>>> (o));
  show (o, 64);
}
/* A flag and a value in one word of 8 bytes, which is written as two of 4 and read as one.  */
template <int BAD>
__global__ void
tornK (unsigned long long *p, int *o)
{
  if (threadIdx.x)
    return;
  if (blockIdx.x)
    {
      unsigned long long v;
      while (!((v = *(volatile unsigned long long *) p) >> 32))	/* torn race */
	;
      *o = (int) v;
    }
  else if (BAD)
    {
      ((volatile unsigned *) p)[0] = 77;	/* torn race */
      ((volatile unsigned *) p)[1] = 1;	/* torn race */
    }
  else
    *(volatile unsigned long long *) p = 1ull << 32 | 77;
}
PROG (torn)
{
  unsigned long long *p = dev<unsigned long long> (1);
  int *o = dev<int> (1);
  GO (tornK, <<<2, 32>>> (p, o));
  show (o, 1);
}
