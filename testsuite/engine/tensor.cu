/* SPDX-License-Identifier: MIT */
/* Matrix products and copies as CUDA programs write them, for tensor-cuda-test.c.  */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

#pragma nv_diag_suppress static_var_with_dynamic_init
namespace cg = cooperative_groups;
using namespace nvcuda;

extern "C" {

/* C = A B, each warp a tile of 16 by 16; N a multiple of 16.  */
__global__ void
wmma_half (const half *a, const half *b, float *c, int n)
{
  int tile = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, row = tile / (n / 16) * 16, col = tile % (n / 16) * 16;
  if (row >= n)
    return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment (fc, 0.0f);
  for (int k = 0; k < n; k += 16)
    {
      wmma::load_matrix_sync (fa, a + row * n + k, n);
      wmma::load_matrix_sync (fb, b + k * n + col, n);
      wmma::mma_sync (fc, fa, fb, fc);
    }
  for (int i = 0; i < fc.num_elements; i++)
    fc.x[i] *= 2;
  wmma::store_matrix_sync (c + row * n + col, fc, n, wmma::mem_row_major);
}

__global__ void
wmma_int (const signed char *a, const signed char *b, int *c, int n)
{
  wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> fc;
  wmma::fill_fragment (fc, 0);
  for (int k = 0; k < n; k += 16)
    {
      wmma::load_matrix_sync (fa, a + k, n);
      wmma::load_matrix_sync (fb, b + k, n);
      wmma::mma_sync (fc, fa, fb, fc);
    }
  wmma::store_matrix_sync (c, fc, 32, wmma::mem_col_major);
}

__global__ void
wmma_tf32 (const float *a, const float *b, float *c, int n)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
  wmma::load_matrix_sync (fc, c, 16, wmma::mem_row_major);
  for (int k = 0; k < n; k += 8)
    {
      wmma::load_matrix_sync (fa, a + k, n);
      wmma::load_matrix_sync (fb, b + k, n);
      for (int i = 0; i < fa.num_elements; i++)
	fa.x[i] = wmma::__float_to_tf32 (fa.x[i]);
      for (int i = 0; i < fb.num_elements; i++)
	fb.x[i] = wmma::__float_to_tf32 (fb.x[i]);
      wmma::mma_sync (fc, fa, fb, fc);
    }
  wmma::store_matrix_sync (c, fc, 16, wmma::mem_row_major);
}

static __device__ __forceinline__ uint32_t
shared_address (const void *p)
{
  return (uint32_t) __cvta_generic_to_shared (p);
}

/* C (N x N) = A B^T of bf16, block tiles of 64 by 64, four warps, three stages of cp.async,
   ldmatrix, mma.  */
__global__ void
mma_pipeline (const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n)
{
  enum { STAGES = 3, T = 64, K = 32, PITCH = K + 8 };
  __shared__ __align__ (16) __nv_bfloat16 sa[STAGES][T][PITCH], sb[STAGES][T][PITCH];
  int t = threadIdx.x, lane = t % 32, w = t / 32, row = blockIdx.y * T, col = blockIdx.x * T;
  float acc[4][2][4] = {};	/* the warp: 32 x 32 as 2 x 4 tiles of 16 x 8 */
  float (*d)[4] = &acc[0][0];
  auto load = [&] (int stage, int k)
    {
      for (int i = t; i < T * K / 8; i += 128)
	{
	  int r = i / (K / 8), x = i % (K / 8) * 8;
	  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16;" :: "r" (shared_address (&sa[stage][r][x])),
			"l" (a + (row + r) * n + k + x));
	  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16;" :: "r" (shared_address (&sb[stage][r][x])),
			"l" (b + (col + r) * n + k + x));
	}
      asm volatile ("cp.async.commit_group;");
    };
  for (int s = 0; s < STAGES - 1; s++)
    load (s, s * K);
  for (int k = 0; k < n / K; k++)
    {
      asm volatile ("cp.async.wait_group 1;");
      __syncthreads ();
      if (k + STAGES - 1 < n / K)
	load ((k + STAGES - 1) % STAGES, (k + STAGES - 1) * K);
      else
	asm volatile ("cp.async.commit_group;");
      int s = k % STAGES;
      for (int x = 0; x < K; x += 16)
	{
	  uint32_t fa[2][4], fb[4][2];
	  for (int i = 0; i < 2; i++)
	    asm volatile ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
			  : "=r" (fa[i][0]), "=r" (fa[i][1]), "=r" (fa[i][2]), "=r" (fa[i][3])
			  : "r" (shared_address (&sa[s][w / 2 * 32 + i * 16 + lane % 16][x + lane / 16 * 8])));
	  for (int j = 0; j < 4; j++)
	    asm volatile ("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
			  : "=r" (fb[j][0]), "=r" (fb[j][1])
			  : "r" (shared_address (&sb[s][w % 2 * 32 + j * 8 + lane % 8][x + lane / 8 % 2 * 8])));
	  for (int i = 0; i < 2; i++)
	    for (int j = 0; j < 4; j++)
	      {
		float *q = d[j * 2 + i];
		asm volatile ("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
			      : "+f" (q[0]), "+f" (q[1]), "+f" (q[2]), "+f" (q[3])
			      : "r" (fa[i][0]), "r" (fa[i][1]), "r" (fa[i][2]), "r" (fa[i][3]), "r" (fb[j][0]), "r" (fb[j][1]));
	      }
	}
    }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      for (int x = 0; x < 4; x++)
	c[(row + w / 2 * 32 + i * 16 + lane / 4 + x / 2 * 8) * n + col + w % 2 * 32 + j * 8 + lane % 4 * 2 + x % 2]
	  = d[j * 2 + i][x];
}

/* Sums of rows through cuda::pipeline and memcpy_async.  */
__global__ void
row_sums (const float *in, float *out, int rows)
{
  enum { W = 128 };
  __shared__ float buf[2][W];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block ();
  auto pipe = cuda::make_pipeline (block, &state);
  for (int r = 0, fetch = 0; r < rows; r++)
    {
      for (; fetch < rows && fetch < r + 2; fetch++)
	{
	  pipe.producer_acquire ();
	  cuda::memcpy_async (block, buf[fetch % 2], in + fetch * W, sizeof (float) * W, pipe);
	  pipe.producer_commit ();
	}
      pipe.consumer_wait ();
      if (threadIdx.x == 0)
	{
	  float s = 0;
	  for (int i = 0; i < W; i++)
	    s += buf[r % 2][i];
	  out[r] = s;
	}
      pipe.consumer_release ();
    }
}

/* A block's part of the input through cuda::barrier and a bulk copy; its reverse goes back
   by a bulk copy.  */
__global__ void
bulk_reverse (const int *in, int *out)
{
  enum { N = 256 };
  __shared__ __align__ (128) int buf[N], rev[N];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    {
      init (&bar, blockDim.x);
      asm volatile ("fence.proxy.async.shared::cta;");
    }
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      cuda::memcpy_async (buf, in + blockIdx.x * N, cuda::aligned_size_t<16> (sizeof buf), bar);
    }
  bar.arrive_and_wait ();
  rev[N - 1 - threadIdx.x] = buf[threadIdx.x];
  asm volatile ("fence.proxy.async.shared::cta;");
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      asm volatile ("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" :: "l" (out + blockIdx.x * N),
		    "r" (shared_address (rev)) : "memory");
      asm volatile ("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

/* Histogram of a cluster: each block has part of the bins in its shared memory.  */
__global__ void __cluster_dims__ (4, 1, 1)
cluster_histogram (const unsigned char *in, int *bins, int n)
{
  __shared__ int mine[64];
  auto cluster = cg::this_cluster ();
  if (threadIdx.x < 64)
    mine[threadIdx.x] = 0;
  cluster.sync ();
  for (int i = cluster.thread_rank (); i < n; i += cluster.num_threads ())
    atomicAdd (cluster.map_shared_rank (mine, in[i] / 64) + in[i] % 64, 1);
  cluster.sync ();
  if (threadIdx.x < 64)
    bins[cluster.block_rank () * 64 + threadIdx.x] = mine[threadIdx.x];
}

struct tensor_map { alignas (64) unsigned char bytes[128]; };

static __device__ __forceinline__ void
wait_parity (uint32_t bar, int parity)
{
  asm volatile ("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra W; }" :: "r" (bar), "r" (parity)
		: "memory");
}

static __device__ __forceinline__ uint64_t
tile_descriptor (uint32_t address)
{
  return (uint64_t) (address >> 4 & 0x3fff) | (uint64_t) 1 << 16 | (uint64_t) (1024 >> 4) << 32 | (uint64_t) 1 << 62;
}

/* C (M x N) = A B^T of bf16 with tiles of 128 x 64 by TMA, a ring of three slots, a producer
   warpgroup and two consumers of 64 rows each.  */
__global__ void __launch_bounds__ (384, 1)
hopper (const __grid_constant__ tensor_map ma, const __grid_constant__ tensor_map mb, float *c, int n, int k)
{
  enum { STAGES = 3, TA = 128 * 64 * 2, TB = 64 * 64 * 2 };
  extern __shared__ __align__ (1024) unsigned char smem[];
  __shared__ __align__ (8) uint64_t full[STAGES], empty[STAGES];
  uint32_t base = shared_address (smem);
  int group = threadIdx.x / 128, tiles = k / 64;
  if (threadIdx.x == 0)
    {
      for (int s = 0; s < STAGES; s++)
	{
	  asm volatile ("mbarrier.init.shared.b64 [%0], 1;" :: "r" (shared_address (&full[s])));
	  asm volatile ("mbarrier.init.shared.b64 [%0], 2;" :: "r" (shared_address (&empty[s])));
	}
      asm volatile ("fence.mbarrier_init.release.cluster;");
    }
  __syncthreads ();
  if (group == 0)
    {
      asm volatile ("setmaxnreg.dec.sync.aligned.u32 40;");
      if (threadIdx.x == 0)
	for (int i = 0; i < tiles; i++)
	  {
	    int s = i % STAGES;
	    uint32_t f = shared_address (&full[s]), at = base + s * (TA + TB);
	    if (i >= STAGES)
	      wait_parity (shared_address (&empty[s]), i / STAGES - 1 & 1);
	    asm volatile ("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r" (f), "r" (TA + TB) : "memory");
	    asm volatile ("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
			  :: "r" (at), "l" (&ma), "r" (i * 64), "r" ((int) blockIdx.y * 128), "r" (f) : "memory");
	    asm volatile ("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
			  :: "r" (at + TA), "l" (&mb), "r" (i * 64), "r" ((int) blockIdx.x * 64), "r" (f) : "memory");
	  }
      return;
    }
  asm volatile ("setmaxnreg.inc.sync.aligned.u32 232;");
  float d[32];
  for (int i = 0; i < 32; i++)
    d[i] = 0;
  for (int i = 0; i < tiles; i++)
    {
      int s = i % STAGES;
      wait_parity (shared_address (&full[s]), i / STAGES & 1);
      uint32_t at = base + s * (TA + TB);
      uint64_t da = tile_descriptor (at + (group - 1) * 64 * 128), db = tile_descriptor (at + TA);
      asm volatile ("wgmma.fence.sync.aligned;" ::: "memory");
      for (int x = 0; x < 4; x++)
	asm volatile ("{ wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15,"
		      " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 0; }"
		      : "+f" (d[0]), "+f" (d[1]), "+f" (d[2]), "+f" (d[3]), "+f" (d[4]), "+f" (d[5]), "+f" (d[6]), "+f" (d[7]),
			"+f" (d[8]), "+f" (d[9]), "+f" (d[10]), "+f" (d[11]), "+f" (d[12]), "+f" (d[13]), "+f" (d[14]), "+f" (d[15]),
			"+f" (d[16]), "+f" (d[17]), "+f" (d[18]), "+f" (d[19]), "+f" (d[20]), "+f" (d[21]), "+f" (d[22]), "+f" (d[23]),
			"+f" (d[24]), "+f" (d[25]), "+f" (d[26]), "+f" (d[27]), "+f" (d[28]), "+f" (d[29]), "+f" (d[30]), "+f" (d[31])
		      : "l" (da + 2 * x), "l" (db + 2 * x));
      asm volatile ("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
      if (threadIdx.x % 128 == 0)
	asm volatile ("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r" (shared_address (&empty[s])) : "memory");
    }
  int lane = threadIdx.x % 32, w = threadIdx.x / 32 % 4;
  for (int i = 0; i < 32; i++)
    c[(blockIdx.y * 128 + (group - 1) * 64 + w * 16 + lane / 4 + i / 2 % 2 * 8) * n + blockIdx.x * 64 + i / 4 * 8
      + lane % 4 * 2 + i % 2] = d[i];
}

}
