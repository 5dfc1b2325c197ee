/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Groups, pipelines, barriers, fences and masks.  Each defect by its kind:
   grid_exit sync, cg_reduce race, tile4 race, label race, coal race, cg_scan race, cg_last async,
   clu race, cluatom race, commit async, pstate async, roles async, arrive_only race, drop sync,
   noinitsync race, unaligned memory, reuse_race race, srcwrite async, blockatom race,
   maxplain race, lastblk race, vturn race, scopeflag race, mixsize race, fenceblock race,
   vreduce race, ballotmask sync, match race, shflself sync, shflinactive sync, warpspec race.  */
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
#define N 256
/* ---- cooperative groups ---- */
template <int BAD>
__global__ void
gridExitK (int *a, int *b, int n)
{
  auto g = cg::this_grid ();
  int i = g.thread_rank ();
  if (BAD && i >= n)
    return;
  if (i < n)
    a[i] = i;
  g.sync ();
  if (i < n)
    b[i] = a[n - 1 - i];
}
PROG (grid_exit)
{
  int *a = dev<int> (N), *b = dev<int> (N), n = 150;
  void *args[] = { &a, &b, &n };
  CK (
    cudaLaunchCooperativeKernel (bad ? (void *) gridExitK<1> : (void *) gridExitK<0>, 4, 64, args));
  show (b, n);
}
template <int BAD>
__global__ void
reduceK (const int *in, int *o)
{
  __shared__ int s[8];
  auto b = cg::this_thread_block ();
  auto t = cg::tiled_partition<32> (b);
  int v = cg::reduce (t, in[b.thread_rank ()], cg::plus<int> ());
  if (t.thread_rank () == 0)
    s[t.meta_group_rank ()] = v;
  if (BAD)
    t.sync ();
  else
    b.sync ();
  if (b.thread_rank () == 0)
    {
      v = 0;
      for (int i = 0; i < 8; i++)
	v += s[i];
      *o = v;
    }
}
PROG (cg_reduce)
{
  int *i = dev<int> (N), *o = dev<int> (1);
  GO (reduceK, <<<1, N>>> (i, o));
  show (o, 1);
}
template <int BAD>
__global__ void
tile4K (int *o)
{
  __shared__ int s[64];
  auto t = cg::tiled_partition<4> (cg::this_thread_block ());
  int r = threadIdx.x;
  s[r] = r;
  t.sync ();
  o[r] = s[BAD ? (r + 4) & 63 : (r & ~3) | ((r + 1) & 3)];
}
PROG (tile4)
{
  int *o = dev<int> (64);
  GO (tile4K, <<<1, 64>>> (o));
  show (o, 64);
}
template <int BAD>
__global__ void
labelK (int *o, const int *in)
{
  __shared__ int c[4];
  auto t = cg::tiled_partition<32> (cg::this_thread_block ());
  if (threadIdx.x < 4)
    c[threadIdx.x] = 0;
  t.sync ();
  int k = in[threadIdx.x] & 3;
  auto l = cg::labeled_partition (t, k);
  if (BAD)
    c[k] += 1;
  else if (l.thread_rank () == 0)
    c[k] += l.size ();
  t.sync ();
  o[threadIdx.x] = c[k];
}
PROG (label)
{
  int *o = dev<int> (32), *i = dev<int> (32);
  GO (labelK, <<<1, 32>>> (o, i));
  show (o, 32);
}
template <int BAD>
__global__ void
coalK (int *o, int *c, const int *in)
{
  int t = threadIdx.x;
  if (in[t] % 3 == 0)
    {
      auto g = cg::coalesced_threads ();
      int p = 0;
      if (g.thread_rank () == 0)
	p = atomicAdd (c, g.size ());
      p = g.shfl (p, 0);
      o[p + (BAD ? g.thread_rank () / 2 : g.thread_rank ())] = t;
    }
}
PROG (coal)
{
  int *o = dev<int> (N), *c = dev<int> (1), *i = dev<int> (N);
  GO (coalK, <<<1, N>>> (o, c, i));
  show (c, 1);
}
template <int BAD>
__global__ void
scanK (int *o, const int *in)
{
  __shared__ int s[8];
  auto b = cg::this_thread_block ();
  auto t = cg::tiled_partition<32> (b);
  int v = in[b.thread_rank ()], x = cg::inclusive_scan (t, v);
  if (t.thread_rank () == 31)
    s[t.meta_group_rank ()] = x;
  b.sync ();
  if (t.meta_group_rank () == 0 && t.thread_rank () < 8)
    {
      if (BAD)
	{
	  int y = s[t.thread_rank ()];
	  if (t.thread_rank ())
	    y += s[t.thread_rank () - 1];
	  s[t.thread_rank ()] = y;
	}
      else
	{
	  auto h = cg::coalesced_threads ();
	  s[t.thread_rank ()] = cg::inclusive_scan (h, s[t.thread_rank ()]);
	}
    }
  b.sync ();
  o[b.thread_rank ()] = x + (t.meta_group_rank () ? s[t.meta_group_rank () - 1] : 0);
}
PROG (cg_scan)
{
  int *o = dev<int> (N), *i = dev<int> (N);
  GO (scanK, <<<1, N>>> (o, i));
  show (o, N);
}
template <int BAD>
__global__ void
memcpyK (const float *in, float *o, int n)
{
  __shared__ float s[2][64];
  auto b = cg::this_thread_block ();
  cg::memcpy_async (b, s[0], in, 256);
  for (int k = 0; k < n; k++)
    {
      if (k + 1 < n)
	{
	  cg::memcpy_async (b, s[(k + 1) & 1], in + (k + 1) * 64, 256);
	  cg::wait_prior<1> (b);
	}
      else if (!BAD)
	cg::wait (b);
      o[k * 64 + threadIdx.x] = s[k & 1][63 - threadIdx.x];
      b.sync ();
    }
}
PROG (cg_last)
{
  float *i = dev<float> (256), *o = dev<float> (256);
  GO (memcpyK, <<<1, 64>>> (i, o, 4));
  show (o, 256);
}
template <int BAD> __global__ void __cluster_dims__ (2) cluK (int *o)
{
  __shared__ int s[64];
  auto c = cg::this_cluster ();
  s[threadIdx.x] = c.block_rank () * 100 + threadIdx.x;
  if (BAD)
    __syncthreads ();
  else
    c.sync ();
  int *r = c.map_shared_rank (s, c.block_rank () ^ 1);
  o[blockIdx.x * 64 + threadIdx.x] = r[63 - threadIdx.x];
  c.sync ();
}
PROG (clu)
{
  int *o = dev<int> (128);
  GO (cluK, <<<2, 64>>> (o));
  show (o, 128);
}
template <int BAD> __global__ void __cluster_dims__ (2) cluAtomK (int *o)
{
  __shared__ int h;
  auto c = cg::this_cluster ();
  if (threadIdx.x == 0)
    h = 0;
  if (BAD)
    __syncthreads ();
  else
    c.sync ();
  atomicAdd (c.map_shared_rank (&h, 0), 1);
  c.sync ();
  if (threadIdx.x == 0 && c.block_rank () == 0)
    *o = h;
}
PROG (cluatom)
{
  int *o = dev<int> (1);
  GO (cluAtomK, <<<2, 64>>> (o));
  show (o, 1);
}
/* ---- cp.async, pipelines, barriers ---- */
template <int BAD>
__global__ void
commitK (const int *in, int *o)
{
  __shared__ int s[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async (&s[t], &in[t], 4);
  if (!BAD)
    __pipeline_commit ();
  __pipeline_wait_prior (0);
  if (BAD)
    {
      __pipeline_commit ();
    }
  __syncthreads ();
  o[t] = s[127 - t];
}
PROG (commit)
{
  int *i = dev<int> (128), *o = dev<int> (128);
  GO (commitK, <<<1, 128>>> (i, o));
  show (o, 128);
}
template <int BAD>
__global__ void
pstateK (const int *in, int *o, int n)
{
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto b = cg::this_thread_block ();
  auto p = cuda::make_pipeline (b, &st);
  p.producer_acquire ();
  cuda::memcpy_async (b, s[0], in, cuda::aligned_size_t<16> (256), p);
  p.producer_commit ();
  for (int k = 0; k < n; k++)
    {
      if (k + 1 < n)
	{
	  p.producer_acquire ();
	  cuda::memcpy_async (b, s[(k + 1) & 1], in + (k + 1) * 64, cuda::aligned_size_t<16> (256),
			      p);
	  p.producer_commit ();
	}
      p.consumer_wait ();
      if (BAD)
	p.consumer_release ();
      o[k * 64 + threadIdx.x] = s[k & 1][63 - threadIdx.x];
      if (!BAD)
	p.consumer_release ();
    }
}
PROG (pstate)
{
  int *i = dev<int> (64 * 6), *o = dev<int> (64 * 6);
  GO (pstateK, <<<1, 64>>> (i, o, 6));
  show (o, 384);
}
template <int BAD>
__global__ void
roleK (const int *in, int *o, int n)
{
  __shared__ int s[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto b = cg::this_thread_block ();
  auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto p = cuda::make_pipeline (b, &st, role);
  if (threadIdx.x < 32)
    for (int k = 0; k < n; k++)
      {
	p.producer_acquire ();
	cuda::memcpy_async (&s[k & 1][threadIdx.x], &in[k * 32 + threadIdx.x], 4, p);
	p.producer_commit ();
      }
  else
    for (int k = 0; k < n; k++)
      {
	if (!BAD)
	  p.consumer_wait ();
	o[k * 32 + threadIdx.x - 32] = s[k & 1][63 - threadIdx.x];
	if (BAD)
	  p.consumer_wait ();
	p.consumer_release ();
      }
}
PROG (roles)
{
  int *i = dev<int> (32 * 6), *o = dev<int> (32 * 6);
  GO (roleK, <<<1, 64>>> (i, o, 6));
  show (o, 192);
}
template <int BAD>
__global__ void
phaseK (int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> br;
  __shared__ int s[128];
  auto b = cg::this_thread_block ();
  if (threadIdx.x == 0)
    init (&br, 128);
  b.sync ();
  s[threadIdx.x] = threadIdx.x;
  auto tk = br.arrive ();
  if (!BAD)
    br.wait (std::move (tk));
  o[threadIdx.x] = s[127 - threadIdx.x];
}
PROG (arrive_only)
{
  int *o = dev<int> (128);
  GO (phaseK, <<<1, 128>>> (o));
  show (o, 128);
}
template <int BAD>
__global__ void
dropK (int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> br;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init (&br, 64);
  __syncthreads ();
  if (threadIdx.x >= 48)
    {
      s[threadIdx.x] = 1;
      if (BAD)
	(void) br.arrive ();
      else
	br.arrive_and_drop ();
      return;
    }
  for (int k = 0; k < 3; k++)
    {
      s[threadIdx.x] = k;
      br.arrive_and_wait ();
      o[threadIdx.x] = s[(threadIdx.x + 1) % 48];
      br.arrive_and_wait ();
    }
}
PROG (drop)
{
  int *o = dev<int> (64);
  GO (dropK, <<<1, 64>>> (o));
  show (o, 48);
}
template <int BAD>
__global__ void
initK (int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> br;
  if (threadIdx.x == 0)
    init (&br, 64);
  if (!BAD)
    __syncthreads ();
  br.arrive_and_wait ();
  o[threadIdx.x] = 1;
}
PROG (noinitsync)
{
  int *o = dev<int> (64);
  GO (initK, <<<1, 64>>> (o));
  show (o, 64);
}
template <int BAD>
__global__ void
alignK (const char *in, int *o)
{
  __shared__ __align__ (16) char s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> br;
  if (threadIdx.x == 0)
    init (&br, 64);
  __syncthreads ();
  if (threadIdx.x == 0)
    cuda::memcpy_async (s, in + (BAD ? 4 : 16), cuda::aligned_size_t<16> (128), br);
  br.arrive_and_wait ();
  o[threadIdx.x] = s[threadIdx.x];
}
PROG (unaligned)
{
  char *i = dev<char> (256);
  int *o = dev<int> (64);
  GO (alignK, <<<1, 64>>> (i, o));
  show (o, 64);
}
template <int BAD>
__global__ void
warawK (const int *in, int *o, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++)
    {
      __pipeline_memcpy_async (&s[t], &in[k * 64 + t], 4);
      __pipeline_commit ();
      __pipeline_wait_prior (0);
      __syncthreads ();
      o[k * 64 + t] = s[63 - t];
      if (!BAD)
	__syncthreads ();
    }
}
PROG (reuse_race)
{
  int *i = dev<int> (256), *o = dev<int> (256);
  GO (warawK, <<<1, 64>>> (i, o, 4));
  show (o, 256);
}
template <int BAD>
__global__ void
srcK (int *in, int *o)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async (&s[t], &in[t], 4);
  __pipeline_commit ();
  if (BAD)
    in[t] = 0;
  __pipeline_wait_prior (0);
  if (!BAD)
    in[t] = 0;
  o[t] = s[t];
}
PROG (srcwrite)
{
  int *i = dev<int> (64), *o = dev<int> (64);
  GO (srcK, <<<1, 64>>> (i, o));
  show (o, 64);
}
/* ---- atomics, fences, locks ---- */
template <int BAD>
__global__ void
blockAtomK (int *c)
{
  if (BAD)
    atomicAdd_block (c, 1);
  else
    atomicAdd (c, 1);
}
PROG (blockatom)
{
  int *c = dev<int> (1);
  GO (blockAtomK, <<<4, 64>>> (c));
  show (c, 1);
}
template <int BAD>
__global__ void
maxPlainK (int *m, const int *in)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  if (BAD ? *m < in[i] : *(volatile int *) m < in[i])
    atomicMax (m, in[i]);
}
PROG (maxplain)
{
  int *m = dev<int> (1), *i = dev<int> (N);
  GO (maxPlainK, <<<4, 64>>> (m, i));
  show (m, 1);
}
template <int BAD>
__global__ void
lastK (const float *in, float *part, unsigned *cnt, float *out)
{
  __shared__ float s[64];
  __shared__ bool am;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads ();
  for (int k = 32; k; k /= 2)
    {
      if (t < k)
	s[t] += s[t + k];
      __syncthreads ();
    }
  if (t == 0)
    {
      part[blockIdx.x] = s[0];
      if (!BAD)
	__threadfence ();
      am = atomicInc (cnt, gridDim.x - 1) == gridDim.x - 1;
    }
  __syncthreads ();
  if (am)
    {
      float v = t < gridDim.x ? part[t] : 0;
      s[t] = v;
      __syncthreads ();
      if (t == 0)
	{
	  v = 0;
	  for (int i = 0; i < gridDim.x; i++)
	    v += s[i];
	  *out = v;
	}
    }
}
PROG (lastblk)
{
  float *i = dev<float> (N), *p = dev<float> (8, 0), *o = dev<float> (1);
  unsigned *c = dev<unsigned> (1);
  GO (lastK, <<<4, 64>>> (i, p, c, o));
  show (o, 1);
}
template <int BAD>
__global__ void
lockK (int *l, int *d)
{
  if (threadIdx.x == 0)
    {
      while (atomicCAS (l, 0, 1))
	;
      if (!BAD)
	__threadfence ();
      int v = d[0];
      d[0] = v + 1;
      __threadfence ();
      atomicExch (l, 0);
    }
}
template <int BAD>
__global__ void
vlockK (volatile int *turn, int *d)
{
  if (threadIdx.x == 0)
    {
      while (*turn != blockIdx.x)
	;
      if (!BAD)
	__threadfence ();
      d[0] += blockIdx.x;
      if (!BAD)
	__threadfence ();
      *turn = blockIdx.x + 1;
    }
}
PROG (vturn)
{
  int *l = dev<int> (1), *d = dev<int> (1);
  GO (vlockK, <<<8, 32>>> (l, d));
  show (d, 1);
}
template <int BAD>
__global__ void
semK (int *p, int *d)
{
  using R = cuda::atomic_ref<int, BAD ? cuda::thread_scope_block : cuda::thread_scope_device>;
  R r (*p);
  if (threadIdx.x == 0)
    {
      if (blockIdx.x == 0)
	{
	  d[0] = 42;
	  r.store (1, cuda::memory_order_release);
	}
      else
	{
	  while (!r.load (cuda::memory_order_acquire))
	    ;
	  d[blockIdx.x] = d[0];
	}
    }
}
PROG (scopeflag)
{
  int *p = dev<int> (1), *d = dev<int> (8);
  GO (semK, <<<4, 32>>> (p, d));
  show (d, 8);
}
template <int BAD>
__global__ void
mixK (int *p)
{
  short *q = (short *) p;
  if (BAD && threadIdx.x & 1)
    q[0] = 5;
  else
    atomicAdd (p, 1);
}
PROG (mixsize)
{
  int *p = dev<int> (1);
  GO (mixK, <<<1, 64>>> (p));
  show (p, 1);
}
template <int BAD>
__global__ void
fenceBK (int *d, int *f)
{
  if (blockIdx.x == 0 && threadIdx.x == 0)
    {
      d[0] = 1;
      if (BAD)
	__threadfence_block ();
      else
	__threadfence ();
      atomicExch (f, 1);
    }
  if (blockIdx.x == 1 && threadIdx.x == 0)
    {
      while (!atomicAdd (f, 0))
	;
      __threadfence ();
      d[1] = d[0];
    }
}
PROG (fenceblock)
{
  int *d = dev<int> (2), *f = dev<int> (1);
  GO (fenceBK, <<<2, 32>>> (d, f));
  show (d, 2);
}
/* ---- warps ---- */
template <int BAD>
__global__ void
vreduceK (const int *in, int *o)
{
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads ();
  if (t < 32)
    {
      int v = s[t];
      v += s[t + 32];
      if (!BAD)
	__syncwarp ();
      s[t] = v;
      if (!BAD)
	__syncwarp ();
      for (int k = 16; k; k /= 2)
	{
	  if (t < k)
	    v += s[t + k];
	  if (!BAD)
	    __syncwarp ();
	  if (t < k)
	    s[t] = v;
	  if (!BAD)
	    __syncwarp ();
	}
      if (t == 0)
	*o = v;
    }
}
PROG (vreduce)
{
  int *i = dev<int> (64), *o = dev<int> (1);
  GO (vreduceK, <<<1, 64>>> (i, o));
  show (o, 1);
}
template <int BAD>
__global__ void
ballotK (const int *in, int *o)
{
  int t = threadIdx.x;
  if (t < 20)
    {
      unsigned m = BAD ? 0xffffffffu : (1u << 20) - 1;
      o[t] = __popc (__ballot_sync (m, in[t] & 1));
    }
  else if (!BAD)
    o[t] = 0;
  else
    o[t] = 7;
}
PROG (ballotmask)
{
  int *i = dev<int> (32), *o = dev<int> (32);
  GO (ballotK, <<<1, 32>>> (i, o));
  show (o, 32);
}
template <int BAD>
__global__ void
matchK (const int *in, int *c)
{
  int t = threadIdx.x, k = in[t] & 7;
  unsigned m = __match_any_sync (~0u, k);
  if (BAD ? true : __ffs (m) - 1 == (t & 31))
    c[k * 8 + t / 32] += BAD ? 1 : __popc (m);
}
PROG (match)
{
  int *i = dev<int> (64), *c = dev<int> (64);
  GO (matchK, <<<1, 64>>> (i, c));
  show (c, 64);
}
template <int BAD>
__global__ void
shflSrcK (const int *in, int *o)
{
  int t = threadIdx.x, v = in[t], r = v;
  if (t & 1)
    {
      unsigned m = BAD ? 0x55555555 : 0xaaaaaaaa;
      r = __shfl_sync (m, v, BAD ? 0 : 1);
    }
  o[t] = r;
}
PROG (shflself)
{
  int *i = dev<int> (32), *o = dev<int> (32);
  GO (shflSrcK, <<<1, 32>>> (i, o));
  show (o, 32);
}
template <int BAD>
__global__ void
shflInactK (const int *in, int *o, int n)
{
  int i = blockIdx.x * 32 + threadIdx.x;
  if (BAD)
    {
      if (i < n)
	{
	  int v = in[i];
	  v += __shfl_down_sync (__activemask (), v, 1);
	  o[i] = v;
	}
    }
  else
    {
      int v = i < n ? in[i] : 0;
      v += __shfl_down_sync (~0u, v, 1);
      if (i < n)
	o[i] = v;
    }
}
PROG (shflinactive)
{
  int *i = dev<int> (40), *o = dev<int> (40);
  GO (shflInactK, <<<2, 32>>> (i, o, 40));
  show (o, 40);
}
template <int BAD>
__global__ void
warpspecK (const int *in, int *o)
{
  __shared__ int s[32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  if (w == 0)
    {
      s[l] = in[l];
      if (BAD)
	__syncwarp ();
      else
	asm volatile("bar.sync 1, 64;" ::: "memory");
    }
  else
    {
      if (!BAD)
	asm volatile("bar.sync 1, 64;" ::: "memory");
      o[l] = s[31 - l];
    }
}
PROG (warpspec)
{
  int *i = dev<int> (32), *o = dev<int> (32);
  GO (warpspecK, <<<1, 64>>> (i, o));
  show (o, 32);
}
