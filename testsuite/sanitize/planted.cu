/* SPDX-License-Identifier: MIT */
/* More kernels of the form of cuda.cu: each right as NAME_0, with a planted defect as NAME_1 ….  */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
typedef unsigned u32;
typedef uint64_t u64;

#define K(name, bug, params, args)					\
  extern "C" __global__ void name##_##bug params { name<bug> args; }
#define S __syncthreads ()

/* A tree over the block whose last steps are the warp's.
   run: tree -b 128 buf:i32:128=iota buf:i32:1 */
template <int B> __device__ void tree (const int *in, int *out)
{
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  S;
  for (int k = 64; k >= 32; k /= 2)
    {
      if (t < k)
	s[t] += s[t + k];
      S;
    }
  if (t < 32)
    {
      int v = s[t];
      for (int k = 16; k; k /= 2)
	{
	  if (B == 1)
	    {
	      if (t < k)
		s[t] = v = v + s[t + k];	// tree_1: race
	    }
	  else
	    v += __shfl_down_sync (B == 2 ? 0xffff : ~0u, v, k);	// tree_2: sync
	}
      if (t == 0)
	*out = v;
    }
}
#define P2 (const int *in, int *out)
K (tree, 0, P2, (in, out)) K (tree, 1, P2, (in, out)) K (tree, 2, P2, (in, out))

/* Hillis and Steele's scan with two buffers.  run: twobuf -b 128 buf:i32:128=iota buf:i32:128=none */
template <int B> __device__ void twobuf (const int *in, int *out)
{
  __shared__ int s[2][128];
  int t = threadIdx.x, p = 0;
  s[0][t] = in[t];
  S;
  for (int k = 1; k < 128; k *= 2)
    {
      int q = B == 2 ? p : 1 - p;
      s[q][t] = t >= k ? s[p][t] + s[p][t - k] : s[p][t];	// twobuf_1: race  twobuf_2: race
      p = q;
      if (B != 1)
	S;
    }
  out[t] = s[p][t];
}
K (twobuf, 0, P2, (in, out)) K (twobuf, 1, P2, (in, out)) K (twobuf, 2, P2, (in, out))

/* Blelloch's scan.  run: blelloch -b 64 buf:i32:128=iota buf:i32:128=none */
template <int B> __device__ void blelloch (const int *in, int *out)
{
  __shared__ int s[128];
  int t = threadIdx.x, off = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = 64; d > 0; d >>= 1)
    {
      S;
      if (t < d)
	s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
      off *= 2;
    }
  if (B != 1)
    S;
  if (t == (B == 1 ? 1 : 0))
    s[127] = 0;					// blelloch_1: race
  for (int d = 1; d < 128; d *= 2)
    {
      off >>= 1;
      if (B != 2)
	S;
      if (t < d)
	{
	  int ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1, x = s[ai];	// blelloch_2: race
	  s[ai] = s[bi];			// blelloch_2: race
	  s[bi] += x;				// blelloch_2: race
	}
    }
  S;
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[B == 3 ? 2 * t + 2 : 2 * t + 1];	// blelloch_3: memory
}
K (blelloch, 0, P2, (in, out)) K (blelloch, 1, P2, (in, out)) K (blelloch, 2, P2, (in, out))
K (blelloch, 3, P2, (in, out))

/* A histogram of warps, then of the block.  run: whist -g 2 -b 128 buf:u32:1024=random buf:u32:16 */
template <int B> __device__ void whist (const u32 *in, u32 *out)
{
  __shared__ u32 h[4][16];
  int t = threadIdx.x, w = t / 32;
  if (B != 1)
    for (int i = t; i < 64; i += 128)
      h[i / 16][i % 16] = 0;
  if (B != 2)
    S;
  for (int i = blockIdx.x * 512 + t; i < blockIdx.x * 512 + 512; i += 128)
    {
      if (B == 3)
	h[w][in[i] & 15]++;			// whist_3: race
      else
	atomicAdd (&h[w][in[i] & 15], 1);	// whist_1: init  whist_2: race
    }
  S;
  if (t < 16)
    {
      u32 x = h[0][t] + h[1][t] + h[2][t] + h[3][t];
      if (B == 4)
	out[t] += x;				// whist_4: race
      else
	atomicAdd (&out[t], x);
    }
}
#define U2 (const u32 *in, u32 *out)
K (whist, 0, U2, (in, out)) K (whist, 1, U2, (in, out)) K (whist, 2, U2, (in, out)) K (whist, 3, U2, (in, out))
K (whist, 4, U2, (in, out))

/* Tiles of a transposition, a row longer.  run: ttile -g 2,2 -b 32,8 buf:f32:4096=iota buf:f32:4096=none */
template <int B> __device__ void ttile (const float *in, float *out)
{
  __shared__ float s[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    s[threadIdx.y + j][threadIdx.x + (B == 2)] = in[(y + j) * 64 + x];	// ttile_1: race
  if (B != 1)
    S;
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * 64 + x] = s[threadIdx.x][threadIdx.y + j];	// ttile_1: race  ttile_2: init  ttile_1: init
}
#define F2 (const float *in, float *out)
K (ttile, 0, F2, (in, out)) K (ttile, 1, F2, (in, out)) K (ttile, 2, F2, (in, out))

/* A stencil with a halo, whose edges are easily missed.  run: edge -g 4 -b 64 buf:f32:256=iota buf:f32:256=none */
template <int B> __device__ void edge (const float *in, float *out)
{
  __shared__ float s[66];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t + 1] = in[i];
  if (t == 0)
    s[0] = B == 1 || i > 0 ? in[i - 1] : 0;	// edge_1: memory
  if (t == 63 && B != 2)
    s[65] = B == 3 || i < 255 ? in[i + 1] : 0;	// edge_3: memory
  S;
  out[i] = s[t] + s[t + 1] + s[t + 2];		// edge_2: init
}
K (edge, 0, F2, (in, out)) K (edge, 1, F2, (in, out)) K (edge, 2, F2, (in, out)) K (edge, 3, F2, (in, out))

/* Rows exchanged within a warp.  run: wsync -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void wsync (const int *in, int *out)
{
  __shared__ int s[64];
  int t = threadIdx.x, l = t % 32, b = t - l;
  s[t] = in[t];					// wsync_1: race
  if (B == 2)
    __syncwarp (l < 16 ? 0xffff : 0xffff0000);
  else if (B != 1)
    __syncwarp ();
  int x = s[b + 31 - l];			// wsync_1: race  wsync_2: race
  if (B != 3)
    __syncwarp ();
  s[t] = x * 2;					// wsync_3: race
  __syncwarp ();
  out[t] = s[b + (l ^ 1)];
}
K (wsync, 0, P2, (in, out)) K (wsync, 1, P2, (in, out)) K (wsync, 2, P2, (in, out)) K (wsync, 3, P2, (in, out))

/* A shuffle in a branch.  run: branch -b 32 buf:i32:32=iota buf:i32:32=none */
template <int B> __device__ void branch (const int *in, int *out)
{
  int t = threadIdx.x, x = in[t];
  u32 m = __ballot_sync (~0u, x < 20);
  if (x < 20)
    x += __shfl_xor_sync (B == 1 ? ~0u : m, x, 1);	// branch_1: sync
  if (B == 2 && x & 1)
    __syncwarp (2);					// branch_2: sync
  out[t] = x;
}
K (branch, 0, P2, (in, out)) K (branch, 1, P2, (in, out)) K (branch, 2, P2, (in, out))

/* Atomics of the block's scope used by a grid.  run: narrow -g 4 -b 32 buf:u32:128=random buf:u32:4 */
template <int B> __device__ void narrow (const u32 *in, u32 *out)
{
  u32 v = in[blockIdx.x * 32 + threadIdx.x];
  if (B == 1)
    atomicAdd_block (&out[v % 4], 1);		// narrow_1: race
  else if (B == 2)
    cuda::atomic_ref<u32, cuda::thread_scope_block> (out[v % 4]).fetch_add (1, cuda::memory_order_relaxed);	// narrow_2: race
  else
    cuda::atomic_ref<u32, cuda::thread_scope_device> (out[v % 4]).fetch_add (1, cuda::memory_order_relaxed);
}
K (narrow, 0, U2, (in, out)) K (narrow, 1, U2, (in, out)) K (narrow, 2, U2, (in, out))

/* One block hands data to another by a flag.
   run: handoff -g 2 -b 32 buf:i32:32=iota buf:i32:32=none buf:i32:32=none buf:i32:1 */
template <int B> __device__ void handoff (const int *in, int *out, int *data, int *flag)
{
  int t = threadIdx.x;
  volatile int *vf = flag;
  if (blockIdx.x == 0)
    {
      data[t] = in[t] + 1;			// handoff_1: race  handoff_3: race  handoff_4: race
      if (B == 2 || B == 4)
	__syncwarp ();
      else
	S;
      if (t == 0)
	{
	  if (B != 1 && B != 4)
	    __threadfence ();
	  if (B == 4)
	    cuda::atomic_ref<int, cuda::thread_scope_device> (*flag).store (1, cuda::memory_order_relaxed);
	  else
	    *vf = 1;
	}
    }
  else
    {
      if (t == 0)
	while (!*vf)
	  ;
      if (B != 3)
	__threadfence ();
      if (B != 3)
	S;
      out[t] = data[t];				// handoff_1: race  handoff_3: race  handoff_4: race
    }
}
#define H4 (const int *in, int *out, int *data, int *flag)
K (handoff, 0, H4, (in, out, data, flag)) K (handoff, 1, H4, (in, out, data, flag))
K (handoff, 3, H4, (in, out, data, flag))
K (handoff, 4, H4, (in, out, data, flag))

/* The same by acquire and release.
   run: relacq -g 2 -b 1 buf:i32:1=iota buf:i32:1=none buf:i32:1=none buf:i32:1 */
template <int B> __device__ void relacq (const int *in, int *out, int *data, int *flag)
{
  cuda::atomic_ref<int, B == 3 ? cuda::thread_scope_block : cuda::thread_scope_device> f (*flag);
  if (blockIdx.x == 0)
    {
      *data = *in + 1;				// relacq_1: race relacq_2: race relacq_3: race
      f.store (1, B == 1 ? cuda::memory_order_relaxed : cuda::memory_order_release);	// relacq_3: race
    }
  else
    {
      while (!f.load (B == 2 ? cuda::memory_order_relaxed : cuda::memory_order_acquire))	// relacq_3: race
	;
      *out = *data;				// relacq_1: race relacq_2: race relacq_3: race
    }
}
K (relacq, 0, H4, (in, out, data, flag)) K (relacq, 1, H4, (in, out, data, flag))
K (relacq, 2, H4, (in, out, data, flag)) K (relacq, 3, H4, (in, out, data, flag))

/* cp.async, three stages.  run: three -b 32 buf:i32:256=iota buf:i32:32=none */
template <int B> __device__ void three (const int *in, int *out)
{
  __shared__ int s[3][32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 2; k++)
    {
      __pipeline_memcpy_async (&s[k][t], in + k * 32 + t, 4);
      __pipeline_commit ();
    }
  for (int k = 0; k < 8; k++)
    {
      if (k + 2 < 8)
	__pipeline_memcpy_async (&s[(k + (B == 2 ? 3 : 2)) % 3][t], in + (k + 2) * 32 + t, 4);	// three_2: async
      if (B != 3 || k + 2 < 8)
	__pipeline_commit ();
      __pipeline_wait_prior (B == 1 ? 3 : 2);
      __syncwarp ();
      sum += s[k % 3][31 - t];			// three_1: async  three_2: async  three_3: async
      __syncwarp ();
    }
  out[t] = sum;
}
K (three, 0, P2, (in, out)) K (three, 1, P2, (in, out)) K (three, 2, P2, (in, out)) K (three, 3, P2, (in, out))

/* Copies of all, read by all.  run: asyncall -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void asyncall (const int *in, int *out)
{
  __shared__ alignas (16) int s[64];
  int t = threadIdx.x;
  if (t < 16)
    __pipeline_memcpy_async (&s[4 * t], in + 4 * t, 16);	// asyncall_1: async
  __pipeline_commit ();
  if (B != 1)
    __pipeline_wait_prior (0);
  if (B != 2)
    S;
  out[t] = s[63 - t];				// asyncall_1: async  asyncall_2: race  asyncall_2: async
}
K (asyncall, 0, P2, (in, out)) K (asyncall, 1, P2, (in, out)) K (asyncall, 2, P2, (in, out))

/* Double buffers, one used again too early.  run: reuse -b 64 buf:i32:512=iota buf:i32:64=none */
template <int B> __device__ void reuse (const int *in, int *out)
{
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  s[0][t] = in[t];
  for (int k = 0; k < 8; k++)
    {
      S;
      int next = k < 7 ? in[(k + 1) * 64 + t] : 0;
      if (k < 7)
	s[B == 1 ? k & 1 : ~k & 1][t] = next;	// reuse_1: race
      sum += s[k & 1][63 - t];			// reuse_1: race
    }
  out[t] = sum;
}
K (reuse, 0, P2, (in, out)) K (reuse, 1, P2, (in, out))

/* An mbarrier by hand.  run: phases -b 64 buf:i32:256=iota buf:i32:64=none */
template <int B> __device__ void phases (const int *in, int *out)
{
  __shared__ u64 bar;
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  if (t == 0)
    cuda::ptx::mbarrier_init (&bar, B == 1 ? 32 : 64);
  S;
  for (int k = 0; k < 4; k++)
    {
      s[t] = in[k * 64 + t];			// phases_1: race  phases_2: race
      asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r" ((u32) __cvta_generic_to_shared (&bar)) : "memory");
      while (!cuda::ptx::mbarrier_try_wait_parity (&bar, B == 2 ? ~k & 1 : k & 1))
	;
      sum += s[63 - t];				// phases_1: race  phases_2: race
      S;
    }
  out[t] = sum;
}
K (phases, 0, P2, (in, out)) K (phases, 1, P2, (in, out)) K (phases, 2, P2, (in, out))

/* cuda::barrier.  run: cubar -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void cubar (const int *in, int *out)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    init (&bar, B == 2 ? 65 : 64);
  if (B != 3)
    S;
  s[t] = in[t];
  auto tok = bar.arrive ();			// cubar_3: race cubar_3: sync
  if (B == 1)
    out[t] = s[63 - t];				// cubar_1: race
  bar.wait (cuda::std::move (tok));		// cubar_2: sync
  out[t] = s[63 - t];
}
K (cubar, 0, P2, (in, out)) K (cubar, 1, P2, (in, out)) K (cubar, 3, P2, (in, out))

/* Bytes of a bulk copy.  run: bytes -b 64 buf:i32:256=iota buf:i32:64=none */
template <int B> __device__ void bytes (const int *in, int *out)
{
  __shared__ alignas (16) int s[64];
  __shared__ u64 bar;
  int t = threadIdx.x;
  if (t == 0)
    {
      cuda::ptx::mbarrier_init (&bar, 1);
      cuda::ptx::fence_proxy_async (cuda::ptx::space_shared);
    }
  if (B != 3)
    S;
  if (t == 0)
    {
      cuda::ptx::mbarrier_arrive_expect_tx (cuda::ptx::sem_release, cuda::ptx::scope_cta, cuda::ptx::space_shared,
					    &bar, B == 1 ? 128 : B == 2 ? 512 : 256);
      cuda::ptx::cp_async_bulk (cuda::ptx::space_cluster, cuda::ptx::space_global, s, in, 256, &bar);
    }
  if (B != 4)
    while (!cuda::ptx::mbarrier_try_wait_parity (&bar, 0))	// bytes_1: sync bytes_2: sync  bytes_3: sync  bytes_3: race
      ;
  out[t] = s[63 - t];				// bytes_1: async  bytes_4: async
}
K (bytes, 0, P2, (in, out)) K (bytes, 1, P2, (in, out)) K (bytes, 2, P2, (in, out)) K (bytes, 3, P2, (in, out))
K (bytes, 4, P2, (in, out))

/* Out of shared memory by the async proxy.  run: sendout -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void sendout (const int *in, int *out)
{
  __shared__ alignas (16) int s[64];
  int t = threadIdx.x;
  s[t] = in[t] * 2;				// sendout_1: async  sendout_2: async  sendout_2: race
  if (B != 1)
    cuda::ptx::fence_proxy_async (cuda::ptx::space_shared);
  if (B != 2)
    S;
  if (t == 0)
    {
      cuda::ptx::cp_async_bulk (cuda::ptx::space_global, cuda::ptx::space_shared, out, s, 256);	// sendout_1: async sendout_2: async sendout_3: async
      cuda::ptx::cp_async_bulk_commit_group ();
      if (B != 3)
	cuda::ptx::cp_async_bulk_wait_group_read (cuda::ptx::n32_t<0> ());
    }
  S;
  s[t] = 0;					// sendout_3: async
}
K (sendout, 0, P2, (in, out)) K (sendout, 1, P2, (in, out)) K (sendout, 2, P2, (in, out)) K (sendout, 3, P2, (in, out))

/* Shared memory of a neighbour.  run: peer -g 2 -c 2 -b 32 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void peer (const int *in, int *out)
{
  auto c = cg::this_cluster ();
  __shared__ int s[32];
  int t = threadIdx.x, r = c.block_rank ();
  s[t] = in[r * 32 + t];			// peer_2: race
  if (B != 2)
    c.sync ();
  int *p = c.map_shared_rank (s, r ^ 1);
  out[r * 32 + t] = p[31 - t];			// peer_1: race  peer_2: race peer_2: init
  if (B != 1)
    c.sync ();
}
K (peer, 0, P2, (in, out)) K (peer, 1, P2, (in, out)) K (peer, 2, P2, (in, out))

/* Threads that leave before a barrier.  run: leave -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void leave (const int *in, int *out)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (B == 1 && t >= 48)
    {
      S;					// leave_1: sync
      return;
    }
  s[t] = in[t];
  S;						// leave_1: sync
  out[t] = s[t ^ 1];
  if (B == 2 && t < 16)
    asm volatile ("bar.sync 1, 64;");		// leave_2: sync
}
K (leave, 0, P2, (in, out)) K (leave, 1, P2, (in, out)) K (leave, 2, P2, (in, out))

/* Vectors.  run: align -b 32 buf:f32:256=iota buf:f32:256=none */
template <int B> __device__ void align (const float *in, float *out)
{
  const float4 *p = (const float4 *) (in + (B == 1 ? 1 : 0));
  float4 v = p[threadIdx.x];			// align_1: memory
  v.x += 1;
  *(float2 *) (out + 4 * threadIdx.x + (B == 2)) = make_float2 (v.x, v.y);	// align_2: memory
}
K (align, 0, F2, (in, out)) K (align, 1, F2, (in, out)) K (align, 2, F2, (in, out))

/* Past the end of shared and local arrays.  run: past -b 32 buf:i32:32=iota buf:i32:32=none */
template <int B> __device__ void past (const int *in, int *out)
{
  __shared__ int s[32], other[32];
  int a[8], t = threadIdx.x;
  other[t] = 0;
  s[t + (B == 1 ? 33 : 0)] = in[t];		// past_1: memory
  __syncwarp ();
  for (int i = 0; i < 8; i++)
    a[i] = s[(t + i) % 32];
  out[t] = a[(in[t] & 7) + (B == 2 ? 5 : 0)] + other[31 - t];	// past_2: memory
}
K (past, 0, P2, (in, out)) K (past, 1, P2, (in, out)) K (past, 2, P2, (in, out))

/* Global memory that is read and was never set.  run: nobody -g 2 -b 32 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void nobody (const int *in, int *out)
{
  int i = blockIdx.x * 32 + threadIdx.x;
  if (B == 1)
    out[i] += in[i];				// nobody_1: init
  else
    out[i] = in[i];
  if (B == 2)
    out[i] = out[i ^ 63];			// nobody_2: race nobody_2: init
}
K (nobody, 0, P2, (in, out)) K (nobody, 1, P2, (in, out)) K (nobody, 2, P2, (in, out))

/* A barrier of the grid left out.  run: gsync --cooperative -g 3 -b 32 buf:i32:96=iota buf:i32:96=none */
template <int B> __device__ void gsync (const int *in, int *out)
{
  auto g = cg::this_grid ();
  int i = g.thread_rank ();
  out[i] = in[i];				// gsync_1: race
  if (B != 1)
    g.sync ();
  int x = out[95 - i];				// gsync_1: race  gsync_2: race gsync_1: init
  if (B == 2)
    S;
  else
    g.sync ();
  out[i] = x;					// gsync_2: race
}
K (gsync, 0, P2, (in, out)) K (gsync, 1, P2, (in, out)) K (gsync, 2, P2, (in, out))

/* cuda::pipeline of two stages.  run: cupipe -b 64 buf:i32:512=iota buf:i32:64=none */
template <int B> __device__ void cupipe (const int *in, int *out)
{
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto b = cg::this_thread_block ();
  auto p = cuda::make_pipeline (b, &st);
  int t = threadIdx.x, sum = 0;
  p.producer_acquire ();
  cuda::memcpy_async (b, s[0], in, sizeof s[0], p);
  p.producer_commit ();
  for (int k = 0; k < 8; k++)
    {
      if (k < 7)
	{
	  p.producer_acquire ();
	  cuda::memcpy_async (b, s[~k & 1], in + (k + 1) * 64, sizeof s[0], p);
	  p.producer_commit ();
	}
      if (B != 1)
	p.consumer_wait ();
      sum += s[k & 1][63 - t];			// cupipe_1: async cupipe_1: race cupipe_1: init
      p.consumer_release ();
    }
  out[t] = sum;
}
K (cupipe, 0, P2, (in, out)) K (cupipe, 1, P2, (in, out))

/* A cooperative copy.  run: cgcopy -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void cgcopy (const int *in, int *out)
{
  __shared__ alignas (16) int s[64];
  auto b = cg::this_thread_block ();
  cg::memcpy_async (b, s, in, sizeof s);
  if (B != 1)
    cg::wait (b);
  out[threadIdx.x] = s[63 - threadIdx.x];	// cgcopy_1: async
}
K (cgcopy, 0, P2, (in, out)) K (cgcopy, 1, P2, (in, out))

/* Fragments of wmma from shared memory.  run: wm -b 64 buf:u16:512=zeros buf:f32:512=none */
template <int B> __device__ void wm (const __half *in, float *out)
{
  __shared__ alignas (32) __half a[512];
  int t = threadIdx.x, w = t / 32;
  for (int i = t; i < 512; i += 64)
    a[i] = in[i];				// wm_1: race
  if (B != 1)
    S;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major> fa;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::col_major> fb;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> fc;
  nvcuda::wmma::load_matrix_sync (fa, a + w * 256, 16);		// wm_1: race wm_1: init
  nvcuda::wmma::load_matrix_sync (fb, a + (1 - w) * 256, 16);	// wm_1: race wm_1: init
  nvcuda::wmma::fill_fragment (fc, 0);
  nvcuda::wmma::mma_sync (fc, fa, fb, fc);
  nvcuda::wmma::store_matrix_sync (out + (B == 2 ? 0 : w * 256), fc, 16, nvcuda::wmma::mem_row_major);	// wm_2: race
}
#define W2 (const __half *in, float *out)
K (wm, 0, W2, (in, out)) K (wm, 1, W2, (in, out))

/* Rows for ldmatrix by their own lanes and by others.  run: ldm -b 32 buf:u32:128=iota buf:u32:32=none */
template <int B> __device__ void ldm (const u32 *in, u32 *out)
{
  __shared__ alignas (16) u32 s[128];
  int t = threadIdx.x;
  if (B == 2)
    *(uint4 *) (s + 4 * t) = *(uint4 *) (in + 4 * t);
  else
    for (int i = 0; i < 4; i++)
      s[i * 32 + t] = in[i * 32 + t];		// ldm_1: race
  if (B == 0)
    __syncwarp ();
  u32 a, b, c, d, at = __cvta_generic_to_shared (s + 4 * t);
  asm volatile ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r" (a), "=r" (b), "=r" (c), "=r" (d) : "r" (at) : "memory");	// ldm_1: race
  out[t] = a + b + c + d;
}
K (ldm, 0, U2, (in, out)) K (ldm, 1, U2, (in, out))

/* A lock that is not one.  run: lock -g 3 -b 1 buf:i32:1 buf:i32:1 */
template <int B> __device__ void lock (int *l, int *c)
{
  while (atomicCAS (l, 0, 1) != 0)
    ;
  if (B != 1)
    __threadfence ();
  *c += 1;					// lock_2: race
  if (B != 2)
    __threadfence ();
  if (B == 3)
    *l = 0;					// lock_3: race
  else
    atomicExch (l, 0);
}
#define L2 (int *l, int *c)
K (lock, 0, L2, (l, c)) K (lock, 2, L2, (l, c)) K (lock, 3, L2, (l, c))

/* Elements of a struct beside each other and a pitch that is too small.
   run: rowsum -g 4 -b 32 buf:f32:128=iota buf:f32:4=none */
template <int B> __device__ void rowsum (const float *in, float *out)
{
  float x = in[blockIdx.x * 32 + threadIdx.x];
  for (int k = 16; k; k /= 2)
    x += __shfl_xor_sync (~0u, x, k);
  if (threadIdx.x == 0)
    out[B == 1 ? blockIdx.x / 2 : blockIdx.x] = x;	// rowsum_1: race
  if (B == 2)
    out[blockIdx.x] = x + threadIdx.x;		// rowsum_2: race
}
K (rowsum, 0, F2, (in, out)) K (rowsum, 1, F2, (in, out)) K (rowsum, 2, F2, (in, out))

/* A queue whose tail is read without a barrier.  run: tail -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void tail (const int *in, int *out)
{
  __shared__ int n, q[64];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  S;
  if (in[t] % 3 == 0)
    q[atomicAdd (&n, 1)] = in[t];		// tail_1: race
  if (B != 1)
    S;
  if (t < n)					// tail_1: race
    out[t] = q[t];
}
K (tail, 0, P2, (in, out)) K (tail, 1, P2, (in, out))

/* The last loop's barrier is missing where a tile is used again.
   run: again -g 2 -b 64 buf:f32:512=iota buf:f32:128=none */
template <int B> __device__ void again (const float *in, float *out)
{
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; k++)
    {
      s[t] = in[blockIdx.x * 256 + k * 64 + t];	// again_1: race
      S;
      for (int j = 0; j < 64; j++)
	sum += s[j] * (j + 1);			// again_1: race
      if (B != 1)
	S;
    }
  out[blockIdx.x * 64 + t] = sum;
}
K (again, 0, F2, (in, out)) K (again, 1, F2, (in, out))

/* A flag in shared memory set by one and reset too early.  run: changed -b 64 buf:i32:64=random buf:i32:64=none */
template <int B> __device__ void changed (const int *in, int *out)
{
  __shared__ int s[64], go;
  int t = threadIdx.x;
  s[t] = in[t];
  do
    {
      S;
      if (t == 0)
	go = 0;					// changed_1: race
      if (B != 1)
	S;
      for (int odd = 0; odd < 2; odd++)
	{
	  int i = 2 * t + odd;
	  if (t < 32 && i + 1 < 64 && s[i] > s[i + 1])
	    {
	      int x = s[i];
	      s[i] = s[i + 1];
	      s[i + 1] = x;
	      go = 1;				// changed_1: race
	    }
	  if (B != 2)
	    S;
	  else
	    __syncwarp ();
	}
      S;
    }
  while (go);
  out[t] = s[t];
}
K (changed, 0, P2, (in, out)) K (changed, 1, P2, (in, out))

/* Messages between warps through shared memory and volatile.  run: wmsg -b 64 buf:i32:32=iota buf:i32:32=none */
template <int B> __device__ void wmsg (const int *in, int *out)
{
  __shared__ int s[32];
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0)
    flag = 0;
  S;
  if (t < 32)
    {
      s[t] = in[t];				// wmsg_1: race
      if (B != 1)
	__threadfence_block ();
      __syncwarp ();
      if (B != 1)
	__threadfence_block ();
      if (t == 0)
	flag = 1;
    }
  else
    {
      while (!flag)
	;
      if (B != 1)
	__threadfence_block ();
      out[t - 32] = s[t - 32];			// wmsg_1: race
    }
}
K (wmsg, 0, P2, (in, out)) K (wmsg, 1, P2, (in, out))

/* A union of two uses of shared memory.  run: twouse -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void twouse (const int *in, int *out)
{
  __shared__ int raw[64];
  float *f = (float *) raw;
  int t = threadIdx.x;
  raw[t] = in[t];
  S;
  int x = raw[63 - t];				// twouse_1: race
  if (B != 1)
    S;
  f[t] = x;					// twouse_1: race
  S;
  out[t] = f[t ^ 7];
}
K (twouse, 0, P2, (in, out)) K (twouse, 1, P2, (in, out))

/* Named barriers of two pairs of warps.  run: pairs -b 128 buf:i32:128=iota buf:i32:128=none */
template <int B> __device__ void pairs (const int *in, int *out)
{
  __shared__ int s[128];
  int t = threadIdx.x, p = t / 64;
  s[t] = in[t];					// pairs_1: race
  if (B == 2)
    asm volatile ("bar.sync %0, 96;" :: "r" (1 + p) : "memory");	// pairs_2: sync
  else
    asm volatile ("bar.sync %0, 64;" :: "r" (B == 1 ? 1 + t % 64 / 32 : 1 + p) : "memory");
  out[t] = s[p * 64 + 63 - t % 64];		// pairs_1: race
}
K (pairs, 0, P2, (in, out)) K (pairs, 1, P2, (in, out)) K (pairs, 2, P2, (in, out))

/* Memory of the device's heap.  run: dheap -b 4 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void dheap (const int *in, int *out)
{
  int *p = (int *) malloc (64), t = threadIdx.x;
  for (int i = 0; i < (B == 3 ? 15 : 16); i++)
    p[i] = in[16 * t + i];
  if (B == 1)
    free (p);
  for (int i = 0; i < (B == 2 ? 17 : 16); i++)
    out[(16 * t + i) % 64] = p[i];		// dheap_1: memory  dheap_2: memory  dheap_3: init
  if (B != 1)
    free (p);
}
K (dheap, 0, P2, (in, out)) K (dheap, 1, P2, (in, out)) K (dheap, 2, P2, (in, out)) K (dheap, 3, P2, (in, out))

/* Memory of the device's heap that a block shares: freed when all have read it, or before.
   run: hshared -b 128 buf:i32:128=iota buf:i32:128=none */
template <int B> __device__ void hshared (const int *in, int *out)
{
  __shared__ int *s;
  int t = threadIdx.x;
  if (t == 0)
    s = (int *) malloc (512);
  S;
  if (!s)
    return;
  s[t] = 3 * in[t];
  S;
  out[t] = s[t ^ 65];				// hshared_1: race
  if (B == 0)
    S;
  if (t == (B == 2 ? 1 : 0))
    free (s);					// hshared_1: race
  if (B == 2)
    out[t] += s[t];				// hshared_2: memory hshared_2: race
}
K (hshared, 0, P2, (in, out)) K (hshared, 1, P2, (in, out)) K (hshared, 2, P2, (in, out))

/* An array of a thread of which not all is set.  run: unset -b 32 buf:i32:32=iota buf:i32:32=none */
template <int B> __device__ void unset (const int *in, int *out)
{
  int a[16], t = threadIdx.x;
  for (int i = 0; i < (B == 1 ? 12 : 16); i++)
    a[(i * 5 + in[0]) % 16] = in[(t + i) % 32];
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += a[(in[t] + i) % 16];			// unset_1: init
  out[t] = sum;					// unset_1: init
}
K (unset, 0, P2, (in, out)) K (unset, 1, P2, (in, out))


/* Tiles of two warps.  run: wide -b 128 buf:i32:128=iota buf:i32:2=none */
template <int B> __device__ void wide (const int *in, int *out)
{
  auto g = cg::tiled_partition<64> (cg::this_thread_block ());
  __shared__ int s[128];
  int t = threadIdx.x, x = 0;
  s[t] = in[t];					// wide_1: race
  if (B != 1)
    g.sync ();
  for (int k = 0; k < 64; k++)
    x += s[t / 64 * 64 + k];			// wide_1: race wide_1: init
  if (g.thread_rank () == 0)
    out[t / 64] = x;
}
K (wide, 0, P2, (in, out)) K (wide, 1, P2, (in, out))

/* A structure of which only a part is set is copied; a sum of what is not set.
   run: parts -b 32 buf:i32:32=iota buf:i32:32=none */
struct top { int n, at[6]; };
__device__ __noinline__ int total (struct top x)
{
  int sum = 0;
  for (int i = 0; i < x.n; i++)
    sum += x.at[i];				// parts_1: init
  return sum;
}
template <int B> __device__ void parts (const int *in, int *out)
{
  int t = threadIdx.x;
  struct top a, b;
  a.n = in[t] % 4;
  for (int i = 0; i < a.n; i++)
    a.at[i] = in[(t + i) % 32];
  if (B == 1)
    a.n += in[1];
  b = a;
  b.n++;
  b.at[a.n] = t;
  out[t] = total (b);				// parts_1: init
}
K (parts, 0, P2, (in, out)) K (parts, 1, P2, (in, out))

/* A ring of slots, one warp fills and one empties.  run: ring -b 64 buf:i32:512=iota buf:i32:32=none */
template <int B> __device__ void ring (const int *in, int *out)
{
  __shared__ int s[2][32];
  __shared__ u64 full[2], empty[2];
  int t = threadIdx.x, l = t % 32, sum = 0;
  if (t == 0)
    for (int i = 0; i < 2; i++)
      {
	cuda::ptx::mbarrier_init (&full[i], 32);
	cuda::ptx::mbarrier_init (&empty[i], B == 3 ? 31 : 32);
      }
  S;
  if (t < 32)
    for (int k = 0; k < 16; k++)
      {
	int b = k & 1, ph = k >> 1 & 1;
	if (B != 1)
	  while (!cuda::ptx::mbarrier_try_wait_parity (&empty[b], B == 2 ? ph : ph ^ 1))	// ring_2: sync
	    ;
	s[b][l] = in[k * 32 + l];		// ring_3: race
	asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r" ((u32) __cvta_generic_to_shared (&full[b])) : "memory");
      }
  else
    {
      for (int k = 0; k < 16; k++)
	{
	  int b = k & 1, ph = k >> 1 & 1;
	  while (!cuda::ptx::mbarrier_try_wait_parity (&full[b], ph))	// ring_1: sync ring_2: sync
	    ;
	  sum += s[b][31 - l];			// ring_3: race
	  asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r" ((u32) __cvta_generic_to_shared (&empty[b])) : "memory");	// ring_3: sync
	}
      out[l] = sum;
    }
}
K (ring, 0, P2, (in, out)) K (ring, 1, P2, (in, out)) K (ring, 2, P2, (in, out)) K (ring, 3, P2, (in, out))

/* Copies of bulk into a ring by one thread.  run: bulkring -b 64 buf:i32:512=iota buf:i32:64=none */
template <int B> __device__ void bulkring (const int *in, int *out)
{
  __shared__ alignas (128) int s[2][64];
  __shared__ u64 full[2];
  int t = threadIdx.x, sum = 0;
  if (t == 0)
    {
      cuda::ptx::mbarrier_init (&full[0], 1);
      cuda::ptx::mbarrier_init (&full[1], 1);
      asm volatile ("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
  S;
  auto load = [&] (int k) {
    cuda::ptx::mbarrier_arrive_expect_tx (cuda::ptx::sem_release, cuda::ptx::scope_cta, cuda::ptx::space_shared, &full[k & 1], 256);
    cuda::ptx::cp_async_bulk (cuda::ptx::space_cluster, cuda::ptx::space_global, s[k & 1], in + k * 64, 256, &full[k & 1]);	// bulkring_1: async bulkring_1: race
  };
  if (t == 0)
    load (0), load (1);
  for (int k = 0; k < 8; k++)
    {
      while (!cuda::ptx::mbarrier_try_wait_parity (&full[k & 1], B == 2 ? k & 1 : k >> 1 & 1))
	;
      sum += s[k & 1][63 - t];			// bulkring_1: async bulkring_1: race  bulkring_2: async bulkring_2: race
      if (B != 1)
	S;
      if (t == 0 && k + 2 < 8)
	load (k + 2);
    }
  out[t] = sum;
}
K (bulkring, 0, P2, (in, out)) K (bulkring, 1, P2, (in, out)) K (bulkring, 2, P2, (in, out))

/* Several arrays in dynamic shared memory.  run: carve -b 64 -s 768 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void carve (const int *in, int *out)
{
  extern __shared__ int dyn[];
  int *a = dyn, *b = dyn + (B == 1 ? 32 : 64), *c = b + (B == 2 ? 128 : 64), t = threadIdx.x;
  a[t] = in[t];					// carve_1: race
  b[t] = in[t] * 2;				// carve_1: race
  c[t] = in[t] * 3;				// carve_2: memory
  S;
  out[t] = a[63 - t] + b[t ^ 1] + c[t ^ 2];
}
K (carve, 0, P2, (in, out)) K (carve, 1, P2, (in, out)) K (carve, 2, P2, (in, out))

/* A square with all neighbours.  run: nine -b 16,16 buf:f32:256=iota buf:f32:256=none */
template <int B> __device__ void nine (const float *in, float *out)
{
  __shared__ float s[18][18];
  int x = threadIdx.x, y = threadIdx.y;
  s[y + 1][x + 1] = in[y * 16 + x];
  if (x == 0)
    s[y + 1][0] = s[y + 1][17] = 0;
  if (y == 0)
    s[0][x + 1] = s[17][x + 1] = 0;
  if (B != 1 && x == 0 && y == 0)
    s[0][0] = s[0][17] = s[17][0] = s[17][17] = 0;
  S;
  float sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      sum += s[y + i][x + j];			// nine_1: init
  out[B == 2 ? x * 16 + y + 1 : y * 16 + x] = sum;	// nine_2: memory
}
K (nine, 0, F2, (in, out)) K (nine, 1, F2, (in, out)) K (nine, 2, F2, (in, out))

/* Sums of a warp by the instruction for it.  run: redux -b 64 buf:i32:64=iota buf:i32:2=none */
template <int B> __device__ void redux (const int *in, int *out)
{
  int t = threadIdx.x, x = in[t];
  if (B == 1 && t % 32 == 31)
    {
      out[t / 32] = 0;
      return;
    }
  int sum = __reduce_add_sync (~0u, x);		// redux_1: sync
  if (t % 32 == 0)
    out[t / 32] = sum;
  if (B == 2)
    out[t % 2] = x;				// redux_2: race
}
K (redux, 0, P2, (in, out)) K (redux, 2, P2, (in, out))

/* Groups of equal keys.  run: keys -b 32 buf:i32:32=iota buf:i32:8 */
template <int B> __device__ void keys (const int *in, int *out)
{
  int t = threadIdx.x, k = in[t] % 8;
  u32 m = __match_any_sync (~0u, k);
  int lead = __ffs (m) - 1, sum = __popc (m);
  if (B == 1)
    sum = __shfl_sync (m & ~1u, sum, lead);	// keys_1: sync
  else
    sum = __shfl_sync (m, sum, lead);
  if (t == lead || B == 2)
    out[k] = sum + (B == 2 ? t : 0);		// keys_2: race
}
K (keys, 0, P2, (in, out)) K (keys, 1, P2, (in, out)) K (keys, 2, P2, (in, out))

/* Into a neighbour's shared memory.  run: push -g 2 -c 2 -b 32 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void push (const int *in, int *out)
{
  auto c = cg::this_cluster ();
  __shared__ int s[32];
  int t = threadIdx.x, r = c.block_rank ();
  if (B == 2)
    s[t] = 0;					// push_2: race
  else
    {
      s[t] = 0;
      c.sync ();
    }
  c.map_shared_rank (s, r ^ 1)[31 - t] = in[r * 32 + t];	// push_1: race  push_2: race
  if (B == 1)
    __syncwarp ();
  else
    c.sync ();
  out[r * 32 + t] = s[t];			// push_1: race
  if (B == 1)
    c.sync ();
}
K (push, 0, P2, (in, out)) K (push, 1, P2, (in, out)) K (push, 2, P2, (in, out))

/* A count with a barrier.  run: count -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void count (const int *in, int *out)
{
  __shared__ int s[64];
  int t = threadIdx.x, x = in[t];
  s[t] = x;					// count_1: race
  int n = B == 1 ? x & 1 : __syncthreads_count (x & 1);
  out[t] = n + s[63 - t];			// count_1: race count_1: init
  if (B == 2 && t < 40)
    S;						// count_2: sync
}
K (count, 0, P2, (in, out)) K (count, 1, P2, (in, out)) K (count, 2, P2, (in, out))

/* A barrier within a loop that some threads leave.  run: leaveloop -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void leaveloop (const int *in, int *out)
{
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 8; k++)
    {
      if (B == 1 && in[t] > 40 && k == 4)
	break;
      s[t] = in[t] + k;				// leaveloop_1: race
      S;					// leaveloop_1: sync
      sum += s[63 - t];				// leaveloop_1: race
      S;					// leaveloop_1: sync
    }
  S;						// leaveloop_1: sync
  out[t] = sum;
}
K (leaveloop, 0, P2, (in, out)) K (leaveloop, 1, P2, (in, out))

/* Two states of a grid in turn.  run: turns --cooperative -g 3 -b 32 buf:i32:192=iota buf:i32:96=none */
template <int B> __device__ void turns (int *a, int *out)
{
  auto g = cg::this_grid ();
  int i = g.thread_rank ();
  for (int k = 0; k < 4; k++)
    {
      int *from = a + (k & 1) * 96, *to = a + (B == 1 ? k & 1 : ~k & 1) * 96;
      to[i] = from[(i + 1) % 96] + from[(i + 95) % 96];	// turns_1: race  turns_2: race
      if (B != 2 || k != 2)
	g.sync ();
    }
  out[i] = a[i];
}
#define T2 (int *a, int *out)
K (turns, 0, T2, (a, out)) K (turns, 1, T2, (a, out)) K (turns, 2, T2, (a, out))

/* Compare and swap.  run: cas -g 2 -b 32 buf:i32:64=random buf:i32:1 */
template <int B> __device__ void cas (const int *in, int *out)
{
  int x = in[blockIdx.x * 32 + threadIdx.x], old;
  if (B == 1)
    {
      if (x > *out)				// cas_1: race
	*out = x;				// cas_1: race
      return;
    }
  old = *(volatile int *) out;
  while (x > old)
    {
      int was = atomicCAS (out, old, x);
      if (was == old)
	break;
      old = was;
    }
}
K (cas, 0, P2, (in, out)) K (cas, 1, P2, (in, out))

/* Structures.  run: points -b 32 buf:f32:96=iota buf:f32:96=none */
struct point { float x, y, z; };
template <int B> __device__ void points (const point *in, point *out)
{
  __shared__ point s[32];
  int t = threadIdx.x;
  s[t].x = in[t].x;
  s[t].y = in[t].y;
  if (B != 1)
    s[t].z = in[t].z;
  __syncwarp ();
  point p = s[31 - t];				// points_1: init
  p.x += p.z;
  out[B == 2 ? t + 1 : t] = p;			// points_2: memory
}
#define O2 (const point *in, point *out)
K (points, 0, O2, (in, out)) K (points, 1, O2, (in, out)) K (points, 2, O2, (in, out))

/* Copies of 16 bytes with an end that is filled up.  run: fillup -b 32 buf:i32:100=iota buf:i32:128=none */
template <int B> __device__ void fillup (const int *in, int *out)
{
  __shared__ alignas (16) int s[128];
  int t = threadIdx.x, left = 100 - 4 * t, n = left >= 4 ? 16 : left > 0 ? 4 * left : 0;
  u32 to = __cvta_generic_to_shared (s + 4 * t);
  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r" (to), "l" (in + (n ? 4 * t : 0)), "r" (B == 1 ? 16 : n) : "memory");
  asm volatile ("cp.async.commit_group;" ::: "memory");
  if (B == 2)
    asm volatile ("cp.async.wait_group 1;" ::: "memory");
  else
    asm volatile ("cp.async.wait_group 0;" ::: "memory");
  __syncwarp ();
  for (int i = 0; i < 4; i++)
    out[i * 32 + t] = s[i * 32 + (t ^ 5)];	// fillup_2: async
}
K (fillup, 0, P2, (in, out)) K (fillup, 2, P2, (in, out))

/* Half precision.  run: dot -b 64 buf:u16:128=zeros buf:f32:1=none */
template <int B> __device__ void dot (const __half *in, float *out)
{
  __shared__ __half2 s[64];
  __shared__ float part[2];
  int t = threadIdx.x;
  s[t] = ((const __half2 *) in)[t];
  S;
  __half2 x = __hmul2 (s[t], s[63 - t]);
  float f = __low2float (x) + __high2float (x);
  for (int k = 16; k; k /= 2)
    f += __shfl_down_sync (~0u, f, k);
  if (t % 32 == 0)
    part[t / 32] = f;				// dot_1: race
  if (B != 1)
    S;
  if (t == 0)
    *out = part[0] + part[1 + (B == 2)];	// dot_1: race dot_1: init dot_2: memory
}
#define D2 (const __half *in, float *out)
K (dot, 0, D2, (in, out)) K (dot, 1, D2, (in, out)) K (dot, 2, D2, (in, out))

/* Work that is stolen from a queue in shared memory.  run: steal -b 64 buf:i32:256=iota buf:i32:256=none */
template <int B> __device__ void steal (const int *in, int *out)
{
  __shared__ int next, item[2];
  int t = threadIdx.x, w = t / 32, l = t % 32;
  if (t == 0)
    next = 0;
  if (B != 1)
    S;
  for (;;)
    {
      if (l == 0)
	item[w] = atomicAdd (&next, 32);	// steal_1: race  steal_2: race
      if (B != 2)
	__syncwarp ();
      int i = item[w];				// steal_2: race
      __syncwarp ();
      if (i >= 256)
	break;
      out[i + l] = in[i + l] + 1;
    }
}
K (steal, 0, P2, (in, out)) K (steal, 1, P2, (in, out)) K (steal, 2, P2, (in, out))

/* A semaphore of cuda::.  run: sema -g 2 -b 32 buf:i32:64=iota buf:i32:1 buf:i32:1 */
template <int B> __device__ void sema (const int *in, int *sum, int *l)
{
  int t = threadIdx.x, v = in[blockIdx.x * 32 + t];
  v = __reduce_add_sync (~0u, v);
  if (t == 0)
    {
      cuda::atomic_ref<int, cuda::thread_scope_device> f (*l);
      int zero = 0;
      while (!f.compare_exchange_weak (zero, 1, B == 1 ? cuda::memory_order_relaxed : cuda::memory_order_acquire))
	zero = 0;
      *sum += v;				// sema_2: race  sema_1: race
      f.store (0, B == 2 || B == 1 ? cuda::memory_order_relaxed : cuda::memory_order_release);
    }
}
#define M3 (const int *in, int *sum, int *l)
K (sema, 0, M3, (in, sum, l)) K (sema, 1, M3, (in, sum, l)) K (sema, 2, M3, (in, sum, l))

/* A message through global memory to the own block.  run: viaglobal -b 64 buf:i32:64=iota buf:i32:64=none buf:i32:64=none */
template <int B> __device__ void viaglobal (const int *in, int *out, int *tmp)
{
  int t = threadIdx.x;
  tmp[t] = in[t];				// viaglobal_1: race
  if (B == 1)
    __threadfence ();
  else
    S;
  out[t] = tmp[63 - t];				// viaglobal_1: race
}
#define G3 (const int *in, int *out, int *tmp)
K (viaglobal, 0, G3, (in, out, tmp)) K (viaglobal, 1, G3, (in, out, tmp))

/* Rows of which each warp takes one; the last is left over.  run: left -b 96 buf:f32:320=iota buf:f32:10=none */
template <int B> __device__ void left (const float *in, float *out)
{
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  for (int r = w; B == 1 ? r <= 10 : r < 10; r += 3)
    {
      float x = in[r * 32 + l];			// left_1: memory
      for (int k = 16; k; k /= 2)
	x += __shfl_xor_sync (B == 2 && r == 9 ? 0xff : ~0u, x, k);	// left_2: sync
      if (l == 0)
	out[r] = x;
    }
}
K (left, 0, F2, (in, out)) K (left, 1, F2, (in, out)) K (left, 2, F2, (in, out))

/* An mbarrier of a cluster that a neighbour arrives at.  run: signal -g 2 -c 2 -b 32 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void signal (const int *in, int *out)
{
  auto c = cg::this_cluster ();
  __shared__ int s[32];
  __shared__ u64 bar;
  int t = threadIdx.x, r = c.block_rank ();
  if (t == 0)
    cuda::ptx::mbarrier_init (&bar, 32);
  if (B == 2)
    {
      __syncwarp ();
      asm volatile ("barrier.cluster.arrive.relaxed; barrier.cluster.wait;" ::: "memory");
    }
  else
    c.sync ();
  c.map_shared_rank (s, r ^ 1)[t] = in[r * 32 + t];	// signal_1: race
  u32 far;
  asm volatile ("mapa.shared::cluster.u32 %0, %1, %2;" : "=r" (far) : "r" ((u32) __cvta_generic_to_shared (&bar)), "r" (r ^ 1));
  if (B == 1)
    asm volatile ("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" :: "r" (far) : "memory");
  else
    asm volatile ("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" :: "r" (far) : "memory");
  asm volatile ("{.reg .pred p; L: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0; @!p bra L;}" :: "r" ((u32) __cvta_generic_to_shared (&bar)) : "memory");
  out[r * 32 + t] = s[31 - t];			// signal_1: race
  c.sync ();
}
K (signal, 0, P2, (in, out)) K (signal, 1, P2, (in, out))

/* Sums in shared memory by floats' atomics.  run: fsum -g 2 -b 64 buf:f32:128=iota buf:f32:1 */
template <int B> __device__ void fsum (const float *in, float *out)
{
  __shared__ float s;
  int t = threadIdx.x;
  if (t == 0 && B != 2)
    s = 0;					// fsum_1: race
  if (B != 1)
    S;
  atomicAdd (&s, in[blockIdx.x * 64 + t]);	// fsum_1: race  fsum_2: init fsum_1: init
  if (B != 3)
    S;
  if (t == 0)
    atomicAdd (out, s);				// fsum_3: race
}
K (fsum, 0, F2, (in, out)) K (fsum, 1, F2, (in, out)) K (fsum, 2, F2, (in, out)) K (fsum, 3, F2, (in, out))

/* Merging two sorted runs by ranks.  run: merge -b 64 buf:i32:64=iota buf:i32:64=none */
template <int B> __device__ void merge (const int *in, int *out)
{
  __shared__ int a[32], b[32], c[64];
  int t = threadIdx.x;
  if (t < 32)
    a[t] = in[t] * 2;
  else
    b[t - 32] = in[t - 32] * 2 + 1;
  S;
  int x = t < 32 ? a[t] : b[t - 32], lo = 0, hi = 32;
  const int *o = t < 32 ? b : a;
  while (lo < hi)
    {
      int m = (lo + hi) / 2;
      if (o[m] < x)
	lo = m + 1;
      else
	hi = B == 1 ? m + 1 > hi ? hi : m : m;
    }
  c[t % 32 + lo + (B == 2 ? t / 63 : 0)] = x;	// merge_2: memory
  if (B != 3)
    S;
  out[t] = c[63 - t];				// merge_3: race merge_3: init merge_2: init
}
K (merge, 0, P2, (in, out)) K (merge, 2, P2, (in, out)) K (merge, 3, P2, (in, out))
