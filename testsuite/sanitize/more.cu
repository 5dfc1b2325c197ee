/* SPDX-License-Identifier: MIT */
/* More CUDA kernels of various styles, each correct as kernel NAME_0 and with planted
   defects as NAME_1, NAME_2, …: see cuda.cu.  */
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_fp16.h>
#include <stdint.h>
namespace cg = cooperative_groups;

#define K(name, bug, params, args)					\
  extern "C" __global__ void name##_##bug params { name<bug> args; }
typedef unsigned u32;
typedef unsigned long long u64;

static __device__ u32 smem (const void *p) { return (u32) __cvta_generic_to_shared (p); }

/* ---- cooperative groups ---- */

/* A sum by tiles of a warp.  run: cgtile -g 2 -b 128 buf:i32:256=iota buf:i32:2 */
template <int B> __device__ void cgtile (const int *in, int *out)
{
  __shared__ int part[4];
  cg::thread_block block = cg::this_thread_block ();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32> (block);
  int v = in[block.group_index ().x * 128 + block.thread_rank ()];
  for (int k = tile.size () / 2; k; k /= 2)
    v += tile.shfl_down (v, k);
  if (tile.thread_rank () == 0)
    part[tile.meta_group_rank ()] = v;		// cgtile_1: race
  if (B == 1)
    tile.sync ();
  else
    block.sync ();
  if (block.thread_rank () == 0)
    out[blockIdx.x] = part[0] + part[1] + part[2] + part[3];	// cgtile_1: race
}
#define P2 (const int *in, int *out)
K (cgtile, 0, P2, (in, out)) K (cgtile, 1, P2, (in, out))

/* Groups of a branch.  run: coalesced -b 64 buf:i32:64=iota buf:i32:1 */
template <int B> __device__ void coalesced (const int *in, int *out)
{
  if (in[threadIdx.x] % 3 == 0)
    {
      cg::coalesced_group g = cg::coalesced_threads ();
      int n = g.size (), before = 0;
      if (g.thread_rank () == 0)
	{
	  if (B == 1)
	    before = out[0], out[0] = before + n;	// coalesced_1: race
	  else
	    before = atomicAdd (&out[0], n);
	}
      before = g.shfl (before, 0);
    }
}
K (coalesced, 0, P2, (in, out)) K (coalesced, 1, P2, (in, out))

/* All blocks wait for each other twice.  run: gridtwice --cooperative -g 4 -b 64 buf:i32:256=iota buf:i32:256=none */
template <int B> __device__ void gridtwice (int *a, int *b)
{
  cg::grid_group grid = cg::this_grid ();
  int i = blockIdx.x * 64 + threadIdx.x;
  b[i] = a[i] + 1;			// gridtwice_1: race
  if (B == 1)
    __syncthreads ();
  else
    grid.sync ();
  int v = b[255 - i];			// gridtwice_1: race  gridtwice_1: init
  if (B != 2)
    grid.sync ();
  b[i] = v * 2;				// gridtwice_2: race gridtwice_1: race
}
#define P2W (int *a, int *b)
K (gridtwice, 0, P2W, (a, b)) K (gridtwice, 1, P2W, (a, b)) K (gridtwice, 2, P2W, (a, b))

/* ---- masks ---- */

/* Exchange through shared memory within a warp.  run: warpmask -b 32 buf:i32:32=iota buf:i32:32 */
template <int B> __device__ void warpmask (const int *in, int *out)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];				// warpmask_1: race warpmask_2: race
  if (B == 1)
    __syncwarp (0xffff << t / 16 * 16);
  else if (B != 2)
    __syncwarp ();
  out[t] = s[31 - t];			// warpmask_1: race warpmask_2: race
}
K (warpmask, 0, P2, (in, out)) K (warpmask, 1, P2, (in, out)) K (warpmask, 2, P2, (in, out))

/* A shuffle in half a warp.  run: halfshfl -b 32 buf:i32:32=iota buf:i32:32 */
template <int B> __device__ void halfshfl (const int *in, int *out)
{
  int t = threadIdx.x, v = in[t];
  if (t < 16)
    {
      v += __shfl_xor_sync (B == 1 ? 0xffffffff : 0xffff, v, 8);	// halfshfl_1: sync
      v += __shfl_xor_sync (0xffff, v, 4);
    }
  out[t] = v;
}
K (halfshfl, 0, P2, (in, out)) K (halfshfl, 1, P2, (in, out))

/* A vote of those who are there.  run: votemask -b 32 buf:i32:32=iota buf:i32:32 */
template <int B> __device__ void votemask (const int *in, int *out)
{
  int t = threadIdx.x;
  u32 m = __ballot_sync (0xffffffff, in[t] > 7);
  if (in[t] > 7)
    out[t] = __popc (__ballot_sync (B == 1 ? 0xff00 : m, in[t] & 1));	// votemask_1: sync
}
K (votemask, 0, P2, (in, out)) K (votemask, 1, P2, (in, out))

/* Warp-synchronous code of old.  run: oldwarp -b 64 buf:i32:64=iota buf:i32:1 */
template <int B> __device__ void oldwarp (const int *in, int *out)
{
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads ();
  if (t < 32)
    for (int k = 32; k; k /= 2)
      {
	int v = s[t + k];		// oldwarp_1: race
	if (B != 1)
	  __syncwarp ();
	s[t] += v;			// oldwarp_1: race
	if (B != 1)
	  __syncwarp ();
      }
  if (t == 0)
    *out = s[0];
}
K (oldwarp, 0, P2, (in, out)) K (oldwarp, 1, P2, (in, out))

/* ---- asynchronous copies ---- */

/* Two stages by cuda_pipeline.h.  run: stages -b 64 buf:i32:512=iota buf:i32:64 */
template <int B> __device__ void stages (const int *in, int *out)
{
  __shared__ __align__ (16) int s[2][64];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async (&s[0][t], &in[t], 4);	// stages_3: async
  __pipeline_commit ();
  for (int i = 0; i < 8; i++)
    {
      if (i + 1 < 8)
	__pipeline_memcpy_async (&s[(i + 1) & 1][t], &in[(i + 1) * 64 + t], 4);	// stages_1: async stages_2: async
      __pipeline_commit ();
      __pipeline_wait_prior (B == 1 ? 2 : 1);
      if (B != 3)
	__syncthreads ();
      sum += s[i & 1][63 - t];		// stages_1: async stages_2: async stages_3: race stages_3: async
      if (B != 2)
	__syncthreads ();
    }
  out[t] = sum;
}
K (stages, 0, P2, (in, out)) K (stages, 1, P2, (in, out)) K (stages, 2, P2, (in, out)) K (stages, 3, P2, (in, out))

/* A copy whose group is never committed.  run: uncommitted -b 32 buf:i32:128=iota buf:i32:128 */
template <int B> __device__ void uncommitted (const int *in, int *out)
{
  __shared__ __align__ (16) int s[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async (&s[4 * t], &in[4 * t], 16);	// uncommitted_1: async
  if (B != 1)
    __pipeline_commit ();
  asm volatile ("cp.async.wait_group 0;" ::: "memory");
  for (int k = 0; k < 4; k++)
    out[4 * t + k] = s[4 * t + k];	// uncommitted_1: async
}
K (uncommitted, 0, P2, (in, out)) K (uncommitted, 1, P2, (in, out))

static __device__ void mb_init (u64 *b, u32 n)
{ asm volatile ("mbarrier.init.shared.b64 [%0], %1;" :: "r" (smem (b)), "r" (n) : "memory"); }
static __device__ void mb_arrive (u64 *b)
{ asm volatile ("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r" (smem (b)) : "memory"); }
static __device__ void mb_expect (u64 *b, u32 n)
{ asm volatile ("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], %1; }" :: "r" (smem (b)), "r" (n) : "memory"); }
static __device__ void mb_wait (u64 *b, u32 phase)
{
  asm volatile ("{ .reg .pred p;\nL: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@!p bra L;\n}"
		:: "r" (smem (b)), "r" (phase) : "memory");
}
static __device__ void bulk (void *d, const void *s, u32 n, u64 *b)
{
  asm volatile ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
		:: "r" (smem (d)), "l" (s), "r" (n), "r" (smem (b)) : "memory");
}
static __device__ void bulk_out (void *d, const void *s, u32 n)
{ asm volatile ("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l" (d), "r" (smem (s)), "r" (n) : "memory"); }
static __device__ void proxy_fence () { asm volatile ("fence.proxy.async.shared::cta;" ::: "memory"); }

/* Producer and consumer by mbarriers.  run: fillring -b 64 buf:i32:512=iota buf:i32:64 */
template <int B> __device__ void fillring (const int *in, int *out)
{
  __shared__ __align__ (128) int s[2][64];
  __shared__ u64 full[2], empty[2];
  int t = threadIdx.x;
  if (t == 0)
    for (int i = 0; i < 2; i++)
      {
	mb_init (&full[i], 1);
	mb_init (&empty[i], B == 3 ? 64 : 32);
      }
  __syncthreads ();
  if (t < 32)
    {
      if (t == 0)
	for (int i = 0; i < 8; i++)
	  {
	    int k = i & 1;
	    if (B != 1)
	      mb_wait (&empty[k], (i >> 1 & 1) ^ 1);	// fillring_3: sync
	    mb_expect (&full[k], 256);	// fillring_1: sync
	    bulk (s[k], in + 64 * i, 256, &full[k]);	// fillring_1: async fillring_2: async
	  }
    }
  else
    {
      int sum = 0;
      for (int i = 0; i < 8; i++)
	{
	  int k = i & 1;
	  if (B != 2)
	    mb_wait (&full[k], i >> 1 & 1);		// fillring_3: sync
	  sum += s[k][t - 32] + s[k][t];		// fillring_2: async fillring_2: init
	  mb_arrive (&empty[k]);
	}
      out[t] = sum;
    }
}
K (fillring, 0, P2, (in, out)) K (fillring, 1, P2, (in, out)) K (fillring, 2, P2, (in, out)) K (fillring, 3, P2, (in, out))

/* A phase that is waited for twice.  run: phase -b 32 buf:i32:128=iota buf:i32:32 */
template <int B> __device__ void phase (const int *in, int *out)
{
  __shared__ __align__ (128) int s[64];
  __shared__ u64 bar;
  int t = threadIdx.x, sum = 0;
  if (t == 0)
    mb_init (&bar, 1);
  __syncthreads ();
  for (int i = 0; i < 2; i++)
    {
      if (t == 0)
	{
	  mb_expect (&bar, 256);
	  bulk (s, in + 64 * i, 256, &bar);	// phase_1: async phase_2: async
	}
      mb_wait (&bar, B == 1 ? 0 : i);
      sum += s[t] + s[t + 32];			// phase_1: async phase_2: async
      if (B != 2)
	__syncthreads ();
    }
  out[t] = sum;
}
K (phase, 0, P2, (in, out)) K (phase, 1, P2, (in, out)) K (phase, 2, P2, (in, out))

/* Out through the async proxy.  run: bulkout -b 64 buf:i32:64=iota buf:i32:64 */
template <int B> __device__ void bulkout (const int *in, int *out)
{
  __shared__ __align__ (128) int s[64];
  int t = threadIdx.x;
  s[t] = in[t] * 3;			// bulkout_1: async
  if (B != 1)
    proxy_fence ();
  if (B != 2)
    __syncthreads ();
  if (t == 0)
    {
      bulk_out (out, s, 256);		// bulkout_1: async bulkout_2: async bulkout_3: async
      asm volatile ("cp.async.bulk.commit_group;" ::: "memory");
      if (B != 3)
	asm volatile ("cp.async.bulk.wait_group.read 0;" ::: "memory");
      s[0] = 7;				// bulkout_3: async
    }
}
K (bulkout, 0, P2, (in, out)) K (bulkout, 1, P2, (in, out)) K (bulkout, 2, P2, (in, out)) K (bulkout, 3, P2, (in, out))

/* ---- barriers ---- */

/* Two halves meet at a barrier of their own.  run: halves -b 128 buf:i32:128=iota buf:i32:128 */
template <int B> __device__ void halves (const int *in, int *out)
{
  __shared__ int s[128];
  int t = threadIdx.x, h = t / 64;
  s[t] = in[t];				// halves_1: race halves_3: race
  if (B == 1)
    asm volatile ("bar.sync %0, 64;" :: "r" (1 + (t / 32 & 1)) : "memory");
  else if (B == 2)
    asm volatile ("bar.sync %0, 96;" :: "r" (1 + h) : "memory");	// halves_2: sync
  else if (B == 3)
    asm volatile ("bar.sync %0, 32;" :: "r" (1 + t / 32) : "memory");
  else
    asm volatile ("bar.sync %0, 64;" :: "r" (1 + h) : "memory");
  out[t] = s[h * 64 + 63 - t % 64];	// halves_1: race halves_3: race
}
K (halves, 0, P2, (in, out)) K (halves, 1, P2, (in, out)) K (halves, 2, P2, (in, out)) K (halves, 3, P2, (in, out))

/* A return before the barrier is fine, a barrier left out is not.
   run: early -g 2 -b 64 buf:i32:128=iota buf:i32:128 i32:100 */
template <int B> __device__ void early (const int *in, int *out, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (B == 0 && i >= n)
    return;
  s[t] = in[i];
  if (B == 1)
    {
      if (i < n)
	__syncthreads ();		// early_1: sync
    }
  else
    __syncthreads ();
  out[i] = i < n && t > 0 ? s[t] : 0;
}
#define P3 (const int *in, int *out, int n)
K (early, 0, P3, (in, out, n)) K (early, 1, P3, (in, out, n))

/* A barrier in a loop of different lengths.  run: uneven -b 64 buf:i32:100=iota buf:i32:64 i32:100 */
template <int B> __device__ void uneven (const int *in, int *out, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = B == 1 ? t : 0; i < n; i += 64)
    {
      int at = B == 1 ? i : i + t;
      s[t] = at < n ? in[at] : 0;
      __syncthreads ();			// uneven_1: sync
      sum += s[t ^ 32];			// uneven_1: race
      __syncthreads ();			// uneven_1: sync
    }
  out[t] = sum;
}
K (uneven, 0, P3, (in, out, n)) K (uneven, 1, P3, (in, out, n))

/* Warps that wait for each other crosswise.  run: crosswise -b 64 buf:i32:64=iota buf:i32:64 */
template <int B> __device__ void crosswise (const int *in, int *out)
{
  int w = threadIdx.x / 32;
  if (w == 0)
    {
      asm volatile ("bar.sync 1, 64;" ::: "memory");	// crosswise_1: sync
      asm volatile ("bar.sync 2, 64;" ::: "memory");
    }
  else
    {
      asm volatile ("bar.sync %0, 64;" :: "n" (B == 1 ? 2 : 1) : "memory");	// crosswise_1: sync
      asm volatile ("bar.sync %0, 64;" :: "n" (B == 1 ? 1 : 2) : "memory");
    }
  out[threadIdx.x] = in[threadIdx.x];
}
K (crosswise, 0, P2, (in, out)) K (crosswise, 1, P2, (in, out))

/* ---- between blocks ---- */

/* The last block adds up.  run: last -g 4 -b 64 buf:i32:256=iota buf:i32:4=none buf:u32:1 buf:i32:1 */
template <int B> __device__ void last (const int *in, int *part, u32 *count, int *out)
{
  __shared__ int s[64];
  __shared__ bool done;
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
      part[blockIdx.x] = s[0];		// last_1: race last_2: race
      if (B == 2)
	__threadfence_block ();
      else if (B != 1)
	__threadfence ();
      done = atomicInc (count, 3) == 3;
    }
  if (B != 3)
    __syncthreads ();
  if (done && t == 0)			// last_3: race last_3: init
    {
      int sum = 0;
      for (int i = 0; i < 4; i++)
	sum += part[i];			// last_1: race last_2: race
      *out = sum;
    }
}
#define P4 (const int *in, int *part, u32 *count, int *out)
K (last, 0, P4, (in, part, count, out)) K (last, 1, P4, (in, part, count, out))
K (last, 2, P4, (in, part, count, out)) K (last, 3, P4, (in, part, count, out))

/* One block tells another.  run: tell -g 2 -b 32 buf:i32:32=iota buf:i32:32 buf:i32:64 buf:i32:1 */
template <int B> __device__ void tell (const int *in, int *out, int *data, int *flag)
{
  int t = threadIdx.x;
  if (blockIdx.x == 0)
    {
      data[t] = in[t];			// tell_1: race tell_2: race tell_3: race
      if (B != 3)
	__syncthreads ();
      if (t == 0)
	{
	  if (B != 1)
	    __threadfence ();
	  *(volatile int *) flag = 1;
	}
    }
  else
    {
      if (t == 0)
	{
	  while (*(volatile int *) flag == 0)
	    ;
	  if (B != 2)
	    __threadfence ();
	}
      __syncthreads ();
      out[t] = data[31 - t];		// tell_1: race tell_2: race tell_3: race
    }
}
#define P4D (const int *in, int *out, int *data, int *flag)
K (tell, 0, P4D, (in, out, data, flag)) K (tell, 1, P4D, (in, out, data, flag))
K (tell, 2, P4D, (in, out, data, flag)) K (tell, 3, P4D, (in, out, data, flag))

/* A barrier of the grid by hand.  run: byhand --cooperative -g 4 -b 64 buf:i32:256=iota buf:i32:256=none buf:u32:1 */
template <int B> __device__ void byhand (const int *in, int *out, u32 *count)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i];			// byhand_1: race byhand_2: race byhand_3: race
  if (B != 3)
    __syncthreads ();
  if (threadIdx.x == 0)
    {
      if (B != 1)
	__threadfence ();
      if (B == 2)
	atomicAdd_block (count, 1);	// byhand_2: race
      else
	atomicAdd (count, 1);
      while (atomicAdd (count, 0) < gridDim.x)	// byhand_2: race
	;
      __threadfence ();
    }
  __syncthreads ();
  int v = out[255 - i];			// byhand_1: race byhand_2: race byhand_3: race
  if (v == -1)
    out[0] = 0;
}
#define P3C (const int *in, int *out, u32 *count)
K (byhand, 0, P3C, (in, out, count)) K (byhand, 1, P3C, (in, out, count)) K (byhand, 2, P3C, (in, out, count))
K (byhand, 3, P3C, (in, out, count))

/* Atomics of a scope that is too small.  run: scope -g 4 -b 64 buf:u32:256=random buf:u32:8 */
template <int B> __device__ void scope (const u32 *in, u32 *out)
{
  u32 v = in[blockIdx.x * 64 + threadIdx.x] % 8;
  if (B == 1)
    atomicAdd_block (&out[v], 1);	// scope_1: race
  else
    atomicAdd (&out[v], 1);
}
#define P2U (const u32 *in, u32 *out)
K (scope, 0, P2U, (in, out)) K (scope, 1, P2U, (in, out))

/* Spin lock.  run: spin -g 4 -b 32 buf:i32:1 buf:i32:1 */
template <int B> __device__ void spin (int *lock, int *sum)
{
  if (threadIdx.x == 0)
    {
      while (atomicCAS (lock, 0, 1))
	;
      if (B != 2)
	__threadfence ();
      *sum += 1;			// spin_1: race
      if (B != 1)
	__threadfence ();
      if (B == 1)
	*lock = 0;			// spin_1: race
      else
	atomicExch (lock, 0);
    }
}
#define PL (int *lock, int *sum)
K (spin, 0, PL, (lock, sum)) K (spin, 1, PL, (lock, sum))

/* ---- bounds ---- */

/* Off by one in global memory.  run: onepast -g 4 -b 64 buf:f32:250=iota buf:f32:250 i32:250 */
template <int B> __device__ void onepast (const float *in, float *out, int n)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  if (B == 1 ? i <= n : i < n)
    out[i] = 2 * in[i];			// onepast_1: memory
}
#define PF (const float *in, float *out, int n)
K (onepast, 0, PF, (in, out, n)) K (onepast, 1, PF, (in, out, n))

/* A halo.  run: halo -g 4 -b 64 buf:f32:256=iota buf:f32:256 i32:256 */
template <int B> __device__ void halo (const float *in, float *out, int n)
{
  __shared__ float s[66];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t + 1] = in[i];			// halo_3: race
  if (t == 0)
    s[0] = B == 1 || i > 0 ? in[i - 1] : 0;	// halo_1: memory
  if (t == 63)
    s[65] = i + 1 < n ? in[i + 1] : 0;
  if (B != 3)
    __syncthreads ();
  out[i] = s[t] + s[t + 1] + s[B == 2 ? t + 3 : t + 2];	// halo_2: memory halo_3: race
}
K (halo, 0, PF, (in, out, n)) K (halo, 1, PF, (in, out, n)) K (halo, 2, PF, (in, out, n)) K (halo, 3, PF, (in, out, n))

/* Vector loads.  run: vector -b 32 buf:f32:256=iota buf:f32:256 i32:256 */
template <int B> __device__ void vector (const float *in, float *out, int n)
{
  int t = threadIdx.x;
  const float4 *p = (const float4 *) (in + (B == 1 ? 1 : 0));
  float4 v = p[t];			// vector_1: memory
  ((float2 *) (out + (B == 2 ? 1 : 0)))[t] = make_float2 (v.x + v.y, v.z + v.w);	// vector_2: memory
}
K (vector, 0, PF, (in, out, n)) K (vector, 1, PF, (in, out, n)) K (vector, 2, PF, (in, out, n))

/* An array of a thread.  run: own -b 32 buf:i32:256=iota buf:i32:32 i32:8 */
template <int B> __device__ void own (const int *in, int *out, int n)
{
  int h[8];
  for (int i = 0; i < 8; i++)
    h[i] = 0;
  for (int i = 0; i < n; i++)
    h[in[threadIdx.x * 8 + i] % (B == 1 ? 9 : 8)]++;	// own_1: memory
  int best = 0;
  for (int i = 1; i < 8; i++)
    if (h[i] > h[best])
      best = i;
  out[threadIdx.x] = best;
}
K (own, 0, P3, (in, out, n)) K (own, 1, P3, (in, out, n))

/* Dynamic shared memory.  run: dynamic -b 64 -s 512 buf:i32:128=iota buf:i32:64 i32:128 */
template <int B> __device__ void dynamic (const int *in, int *out, int n)
{
  extern __shared__ int dyn[];
  int t = threadIdx.x;
  for (int i = t; i < (B == 1 ? n + 64 : n); i += 64)
    dyn[i] = in[i % n];			// dynamic_1: memory
  __syncthreads ();
  out[t] = dyn[n - 1 - t];
}
K (dynamic, 0, P3, (in, out, n)) K (dynamic, 1, P3, (in, out, n))

/* A wrong pitch.  run: pitch -g 2,2 -b 8,8 buf:f32:256=iota buf:f32:256 i32:16 */
template <int B> __device__ void pitch (const float *in, float *out, int n)
{
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * n + x] = in[x * (B == 1 ? n + 2 : n) + y];	// pitch_1: memory
}
K (pitch, 0, PF, (in, out, n)) K (pitch, 1, PF, (in, out, n))

/* ---- initialisation ---- */

/* A count that nobody has cleared.  run: uncleared -b 64 buf:u32:64=random buf:u32:16 */
template <int B> __device__ void uncleared (const u32 *in, u32 *out)
{
  __shared__ u32 h[16];
  int t = threadIdx.x;
  if (t < (B == 1 ? 8 : 16))
    h[t] = 0;
  __syncthreads ();
  atomicAdd (&h[in[t] % 16], 1);	// uncleared_1: init
  __syncthreads ();
  if (t < 16)
    out[t] = h[t];			// uncleared_1: init
}
K (uncleared, 0, P2U, (in, out)) K (uncleared, 1, P2U, (in, out))

/* A part of a result that nobody wrote.  run: unwritten -g 2 -b 64 buf:u32:128=random buf:u32:128=none */
template <int B> __device__ void unwritten (const u32 *in, u32 *out)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  if (B != 1 || in[i] % 2)
    out[i] = in[i];
  out[i] = out[i] + 1;			// unwritten_1: init
}
K (unwritten, 0, P2U, (in, out)) K (unwritten, 1, P2U, (in, out))

/* ---- shared memory ---- */

/* A transpose in place of tiles.  run: tile -g 2,2 -b 16,16 buf:f32:1024=iota buf:f32:1024 i32:32 */
template <int B> __device__ void tile (const float *in, float *out, int n)
{
  __shared__ float s[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x];	// tile_1: race
  if (B != 1)
    __syncthreads ();
  out[(blockIdx.x * 16 + y) * n + blockIdx.y * 16 + x] = s[x][y];	// tile_1: race
}
K (tile, 0, PF, (in, out, n)) K (tile, 1, PF, (in, out, n))

/* Two buffers in turn.  run: inturn -b 64 buf:f32:64=iota buf:f32:64 i32:5 */
template <int B> __device__ void inturn (const float *in, float *out, int n)
{
  __shared__ float s[2][64];
  int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads ();
  for (int i = 0; i < n; i++)
    {
      int a = B == 2 ? 0 : i & 1, b = B == 2 ? 0 : a ^ 1;
      s[b][t] = 0.5f * (s[a][t] + s[a][(t + 1) % 64]);	// inturn_1: race inturn_2: race
      if (B != 1)
	__syncthreads ();
    }
  out[t] = s[B == 2 ? 0 : n & 1][t];
}
K (inturn, 0, PF, (in, out, n)) K (inturn, 1, PF, (in, out, n)) K (inturn, 2, PF, (in, out, n))

/* A histogram of bytes.  run: bytes8 -b 64 buf:u8:256=random buf:u32:16 */
template <int B> __device__ void bytes8 (const unsigned char *in, u32 *out)
{
  __shared__ unsigned char h[16][64];
  int t = threadIdx.x;
  for (int i = 0; i < 16; i++)
    h[i][t] = 0;
  for (int i = 0; i < 4; i++)
    h[in[t * 4 + i] % 16][B == 1 ? t / 2 : t]++;	// bytes8_1: race
  __syncthreads ();
  if (t < 16)
    {
      u32 sum = 0;
      for (int i = 0; i < 64; i++)
	sum += h[t][i];
      out[t] = sum;
    }
}
#define PB (const unsigned char *in, u32 *out)
K (bytes8, 0, PB, (in, out)) K (bytes8, 1, PB, (in, out))

/* A flag of the block.  run: anyneg -b 128 buf:i32:128=iota buf:i32:128 i32:3 */
template <int B> __device__ void anyneg (const int *in, int *out, int n)
{
  __shared__ int more;
  int t = threadIdx.x, v = in[t];
  for (;;)
    {
      if (t == 0)
	more = 0;			// anyneg_2: race
      __syncthreads ();
      v -= n;
      if (v > 0)
	more = v;			// anyneg_1: race
      if (B != 1)
	__syncthreads ();
      int go = more;			// anyneg_2: race anyneg_1: race
      if (B != 2)
	__syncthreads ();
      if (!go)
	break;
    }
  out[t] = v;
}
K (anyneg, 1, P3, (in, out, n)) K (anyneg, 2, P3, (in, out, n))

/* The same, and right.  run: anypos -b 128 buf:i32:128=iota buf:i32:128 i32:3 */
template <int B> __device__ void anypos (const int *in, int *out, int n)
{
  __shared__ int more;
  int t = threadIdx.x, v = in[t];
  for (;;)
    {
      if (t == 0)
	more = 0;
      __syncthreads ();
      v -= n;
      if (v > 0)
	more = 1;
      __syncthreads ();
      int go = more;
      __syncthreads ();
      if (!go)
	break;
    }
  out[t] = v;
}
K (anypos, 0, P3, (in, out, n))

/* Warps with their own rows.  run: rows -b 128 buf:f32:512=iota buf:f32:4 i32:128 */
template <int B> __device__ void rows (const float *in, float *out, int n)
{
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  float x = 0;
  for (int i = l; i < n; i += 32)
    x += in[w * n + i];
  s[w][l] = x;				// rows_1: race
  if (B != 1)
    __syncwarp ();
  for (int k = 16; k; k /= 2)
    {
      if (l < k)
	s[w][l] += s[w][l + k];		// rows_1: race rows_2: race
      if (B != 2)
	__syncwarp ();
    }
  if (l == 0)
    out[w] = s[w][0];
}
K (rows, 0, PF, (in, out, n)) K (rows, 1, PF, (in, out, n)) K (rows, 2, PF, (in, out, n))

/* A linked list of work.  run: push -g 2 -b 64 buf:i32:128=iota buf:i32:129=none buf:u32:1 */
template <int B> __device__ void push (const int *in, int *out, u32 *count)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  if (in[i] % 3)
    {
      u32 at = B == 1 ? (*count)++ : atomicAdd (count, 1);	// push_1: race
      out[at] = in[i];			// push_1: race
    }
}
K (push, 0, P3C, (in, out, count)) K (push, 1, P3C, (in, out, count))

/* Half precision in pairs.  run: pairs -b 64 buf:u32:64=ones buf:u32:32 */
template <int B> __device__ void pairs (const u32 *in, u32 *out)
{
  __shared__ __half h[128];
  int t = threadIdx.x;
  h[2 * t] = __ushort_as_half (in[t] & 0xffff);		// pairs_1: race
  h[2 * t + 1] = __ushort_as_half (in[t] >> 16);	// pairs_1: race
  if (B != 1)
    __syncthreads ();
  if (t < 32)
    {
      __half2 a = *(__half2 *) &h[4 * t], b = *(__half2 *) &h[4 * t + 2];	// pairs_1: race
      __half2 c = __hadd2 (a, b);
      out[t] = *(u32 *) &c;
    }
}
K (pairs, 0, P2U, (in, out)) K (pairs, 1, P2U, (in, out))

/* ---- clusters ---- */

/* A neighbour's shared memory.  run: neighbour -g 2 -c 2 -b 32 buf:i32:64=iota buf:i32:64 */
template <int B> __device__ void neighbour (const int *in, int *out)
{
  __shared__ int s[32];
  cg::cluster_group cl = cg::this_cluster ();
  int t = threadIdx.x, r = cl.block_rank ();
  s[t] = in[r * 32 + t];		// neighbour_1: race
  if (B == 1)
    __syncthreads ();
  else
    cl.sync ();
  int *other = cl.map_shared_rank (s, r ^ 1);
  out[r * 32 + t] = other[t];		// neighbour_1: race neighbour_1: init
  if (B != 2)
    cl.sync ();
  s[t] = 0;				// neighbour_2: race
}
K (neighbour, 0, P2, (in, out)) K (neighbour, 1, P2, (in, out)) K (neighbour, 2, P2, (in, out))

/* ---- matrix instructions ---- */

static __device__ u64 wg_desc (const void *p)
{ return (u64) (smem (p) >> 4 & 0x3fff) | (u64) (128 >> 4) << 16 | (u64) (256 >> 4) << 32; }

/* A product of a warpgroup.  run: wg -b 128 buf:u32:1024=zeros buf:f32:512 */
template <int B> __device__ void wg (const u32 *in, float *out)
{
#if __CUDA_ARCH_FEAT_SM90_ALL
  __shared__ __align__ (128) u32 a[512], b[64];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    a[i] = in[i];			// wg_1: async wg_2: async
  if (t < 64)
    b[t] = in[512 + t];			// wg_1: async wg_2: async
  if (B != 1)
    proxy_fence ();
  if (B != 2)
    __syncthreads ();
  float d[4] = { 0, 0, 0, 0 };
  if (B != 3)
    asm volatile ("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile ("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
		: "+f" (d[0]), "+f" (d[1]), "+f" (d[2]), "+f" (d[3])	// wg_1: async wg_2: async wg_3: async wg_4: async
		: "l" (wg_desc (a)), "l" (wg_desc (b)) : "memory");	// wg_1: async wg_2: async wg_3: async wg_4: async
  asm volatile ("wgmma.commit_group.sync.aligned;" ::: "memory");
  if (B != 4)
    asm volatile ("wgmma.wait_group.sync.aligned 0;" : "+f" (d[0]), "+f" (d[1]), "+f" (d[2]), "+f" (d[3]) :: "memory");
  for (int i = 0; i < 4; i++)
    out[t * 4 + i] = d[i];		// wg_4: async
#endif
}
#define PW (const u32 *in, float *out)
K (wg, 0, PW, (in, out)) K (wg, 1, PW, (in, out)) K (wg, 2, PW, (in, out)) K (wg, 3, PW, (in, out)) K (wg, 4, PW, (in, out))

/* ---- others ---- */

/* One sum for a cluster.  run: cluster -g 4 -c 2 -b 64 buf:i32:256=iota buf:i32:4 */
template <int B> __device__ void cluster (const int *in, int *out)
{
  __shared__ int sum;
  cg::cluster_group c = cg::this_cluster ();
  int t = threadIdx.x;
  if (t == 0)
    sum = 0;				// cluster_1: race
  if (B == 1)
    __syncthreads ();
  else
    c.sync ();
  int *d = c.map_shared_rank (&sum, 0);
  atomicAdd (d, in[blockIdx.x * 64 + t]);	// cluster_1: race cluster_2: race
  if (B != 2)
    c.sync ();
  if (c.block_rank () == 0 && t == 0)
    out[blockIdx.x] = sum;		// cluster_2: race
  if (B == 3 && c.block_rank () == 1 && t == 0)
    out[blockIdx.x] = *d;		// cluster_3: race
}
K (cluster, 0, P2, (in, out)) K (cluster, 1, P2, (in, out)) K (cluster, 2, P2, (in, out)) K (cluster, 3, P2, (in, out))

/* Functions that are not inlined.  run: outline -b 64 buf:i32:64=iota buf:i32:64 */
static __device__ __noinline__ int outline_sum (const int *s, int n)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    r += s[i];				// outline_1: race outline_2: memory
  return r;
}
static __device__ __noinline__ void outline_put (int *s, int i, int v)
{
  s[i] = v;				// outline_1: race
}
template <int B> __device__ void outline (const int *in, int *out)
{
  __shared__ int s[64];
  outline_put (s, threadIdx.x, in[threadIdx.x]);
  if (B != 1)
    __syncthreads ();
  out[threadIdx.x] = outline_sum (s, B == 2 ? 65 : 64);
}
K (outline, 0, P2, (in, out)) K (outline, 1, P2, (in, out)) K (outline, 2, P2, (in, out))

/* The heap of the device.  run: heap -b 4 buf:i32:64=iota buf:i32:64 */
template <int B> __device__ void heap (const int *in, int *out)
{
  int *p = (int *) malloc (16), s = 0;
  for (int i = 0; i < (B == 1 ? 5 : 4); i++)
    p[i] = in[i];			// heap_1: memory
  if (B == 2)
    free (p);
  for (int i = 0; i < 4; i++)
    s += p[i];				// heap_2: memory
  if (B != 2)
    free (p);
  if (B == 3)
    free (p);				// heap_3: memory
  out[threadIdx.x] = s;
}
K (heap, 0, P2, (in, out)) K (heap, 1, P2, (in, out)) K (heap, 2, P2, (in, out)) K (heap, 3, P2, (in, out))

/* A warp that has returned in part, and has no values any more.  run: returned -g 2 -b 64 buf:i32:100=iota buf:i32:4 */
template <int B> __device__ void returned (const int *in, int *out)
{
  int i = blockIdx.x * 64 + threadIdx.x, v = in[i % 100];
  if (B != 1 && i >= 100)
    return;
  if (B != 1 || i < 100)
    for (int k = 16; k; k /= 2)
      {
	int x = __shfl_xor_sync (0xffffffff, v, k);	// returned_1: sync
	if (B || (i ^ k) < 100)
	  v += x;
      }
  if (threadIdx.x % 32 == 0)
    out[i / 32] = v;				// returned_2: sync
  if (B == 1 && v == in[7])
    out[0] = in[9];
}
K (returned, 0, P2, (in, out)) K (returned, 1, P2, (in, out)) K (returned, 2, P2, (in, out))

/* Work from a queue.  run: queue -g 3 -b 32 buf:i32:300=iota buf:i32:300 buf:u32:1 i32:300 */
template <int B> __device__ void queue (const int *in, int *out, u32 *head, int n)
{
  __shared__ u32 base;
  for (;;)
    {
      if (B != 2)
	__syncthreads ();
      if (threadIdx.x == 0)
	base = atomicAdd (head, 32);	// queue_1: race queue_2: race
      if (B != 1)
	__syncthreads ();
      u32 i = base + threadIdx.x;	// queue_1: race queue_2: race
      if (i - threadIdx.x >= n)
	break;
      if (i < n)
	out[i] = in[i] * 2;
    }
}
#define PQ (const int *in, int *out, u32 *head, int n)
K (queue, 0, PQ, (in, out, head, n)) K (queue, 1, PQ, (in, out, head, n)) K (queue, 2, PQ, (in, out, head, n))

/* Structures with padding, read by value.  run: padded -b 32 buf:i32:32=iota buf:i32:32 */
struct padded_pair
{
  int a;
  char c;
};
template <int B> __device__ void padded (const int *in, int *out)
{
  __shared__ padded_pair x[32], y[32];
  int t = threadIdx.x;
  x[t].a = in[t];
  if (B != 1 || t > 3)
    x[t].c = in[t];
  __syncwarp ();
  *(volatile long *) &y[t] = *(volatile long *) &x[31 - t];
  __syncwarp ();
  long whole = *(volatile long *) &y[31 - t];
  padded_pair q = *(padded_pair *) &whole;
  if (q.c > 5)					// padded_1: init
    out[t] = q.a;
}
K (padded, 0, P2, (in, out)) K (padded, 1, P2, (in, out))
