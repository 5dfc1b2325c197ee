/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17 -g.  Programs with one defect each (plant.h).
   Orders of cuda::atomic_ref, blocks that leave their cluster, shuffles, launches by call.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_fp16.h>
#include <mma.h>
namespace cg = cooperative_groups;

/* A stack of tagged indices: what is taken from it is read without acquiring.  */
struct item { int next, value; };
using word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
using link_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
template <int B> __global__ void
stackK (unsigned long long *head, item *items, int *sum)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  word h (*head);
  items[t].value = t;	/* pop_relaxed race */
  unsigned long long old = h.load (cuda::memory_order_relaxed), now;
  do
    {
      link_ref (items[t].next).store ((int) old, cuda::memory_order_relaxed);
      now = (old >> 32 << 32) + (1ull << 32) + t + 1;
    }
  while (!h.compare_exchange_weak (old, now, cuda::memory_order_release, cuda::memory_order_relaxed));
  constexpr auto order = B ? cuda::memory_order_relaxed : cuda::memory_order_acquire;
  old = h.load (order);
  do
    now = (old >> 32 << 32) + (1ull << 32) + link_ref (items[(int) old - 1].next).load (cuda::memory_order_relaxed);
  while (!h.compare_exchange_weak (old, now, order, order));
  atomicAdd (sum, items[(int) old - 1].value);	/* pop_relaxed race */
}
PROG (pop_relaxed)
{
  unsigned long long *h;
  item *items;
  int *sum;
  CK (cudaMalloc (&h, sizeof *h));
  CK (cudaMemset (h, 0, sizeof *h));
  CK (cudaMalloc (&items, 256 * sizeof *items));
  CK (cudaMalloc (&sum, sizeof *sum));
  CK (cudaMemset (sum, 0, sizeof *sum));
  GO (stackK, <<<4, 64>>> (h, items, sum));
  show (sum, 1);
}

/* Stores to the next block of the cluster: who has got its own may leave, and nobody else.  */
template <int B> __global__ void __cluster_dims__ (4)
passK (int *out)
{
  __shared__ alignas (16) int got[4];
  __shared__ uint64_t bar;
  unsigned b = (unsigned) __cvta_generic_to_shared (&bar), g = (unsigned) __cvta_generic_to_shared (got);
  int rank = cg::this_cluster ().block_rank (), to = (rank + 1) % 4;
  if (threadIdx.x == 0)
    asm volatile ("mbarrier.init.shared.b64 [%0], 1;\n\tmbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;" :: "r"(b) : "memory");
  cg::this_cluster ().sync ();
  if (threadIdx.x < 4)
    asm volatile ("{\n\t.reg .b32 x, y;\n\tmapa.shared::cluster.u32 x, %0, %3;\n\tmapa.shared::cluster.u32 y, %1, %3;\n\t"
		  "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [x], %2, [y];\n\t}"
		  :: "r"(g + 4 * threadIdx.x), "r"(b), "r"(rank), "r"(to) : "memory");	/* left_early async */
  if (B && rank == 2)
    return;
  asm volatile ("{\n\t.reg .pred p;\nW%=:\n\tmbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n\t@!p bra W%=;\n\t}" :: "r"(b) : "memory");
  if (threadIdx.x < 4)
    out[blockIdx.x * 4 + threadIdx.x] = got[threadIdx.x];
}
PROG (left_early)
{
  int *o;
  CK (cudaMalloc (&o, 32 * 4));
  CK (cudaMemset (o, 0, 32 * 4));
  GO (passK, <<<8, 32>>> (o));
  show (o, 32);
}

/* The other half of the warp is asked for its values, which is not in the mask.  */
template <int B> __global__ void
halfK (const int *in, int *out)
{
  int t = threadIdx.x, v = in[t];
  if (t < 16)
    v += __shfl_sync (0xffff, v, B ? t + 16 : t ^ 1);	/* other_half sync */
  out[t] = v;	/* other_half sync */
}
PROG (other_half)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (halfK, <<<1, 32>>> (a, o));
  show (o, 32);
}

/* A part of a warp adds up; only its first thread has the sum.  */
template <int B> __global__ void
partK (const int *in, int n, int *out)
{
  int t = threadIdx.x, v = in[t];
  unsigned m = __ballot_sync (~0u, t < n);
  if (t < n)
    for (int o = 16; o; o /= 2)
      {
	int x = __shfl_down_sync (m, v, o);	/* part_sum sync */
	if (B || t + o < n)
	  v += x;
      }
  out[t] = v;	/* part_sum sync */
}
PROG (part_sum)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (partK, <<<1, 32>>> (a, 13, o));
  show (o, 32);
}

/* A loop of products whose sums nobody has set to 0.  */
template <int B> __global__ void
productK (const half *a, float *c, int n)
{
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
  if (!B)
    wmma::fill_fragment (z, 0);
  for (int k = 0; k < n; k++)
    {
      wmma::load_matrix_sync (x, a + 256 * k, 16);
      wmma::load_matrix_sync (y, a + 256 * k, 16);
      wmma::mma_sync (z, x, y, z);	/* sums_unset init */
    }
  wmma::store_matrix_sync (c, z, 16, wmma::mem_row_major);	/* sums_unset init */
}
PROG (sums_unset)
{
  half *a = (half *) dev<short> (1024);
  float *c = dev<float> (256);
  GO (productK, <<<1, 32>>> (a, c, 4));
  show (c, 256);
}

/* A grid that is no multiple of the cluster, and nobody looks.  */
__global__ void
oneK (int *p)
{
  p[blockIdx.x] = 1;
}
PROG (cluster_launch)
{
  int *p = dev<int> (8);
  cudaLaunchAttribute a;
  cudaLaunchConfig_t c = {};
  a.id = cudaLaunchAttributeClusterDimension;
  a.val.clusterDim.x = 2;
  a.val.clusterDim.y = a.val.clusterDim.z = 1;
  c.gridDim = bad ? 5 : 6;
  c.blockDim = 1;
  c.attrs = &a;
  c.numAttrs = 1;
  cudaLaunchKernelEx (&c, oneK, p);	/* cluster_launch program */
  show (p, 8);
}

/* Each half of a warp takes what the other has; the threads behind the end have left.  */
template <int B> __global__ void
leftK (const int *in, int *out, int n)
{
  int t = threadIdx.x;
  if (B && t >= n)
    return;
  int v = t < n ? in[t] : 0;
  v += __shfl_xor_sync (~0u, v, 16);	/* left_lane sync */
  if (t < n)
    out[t] = v;	/* left_lane sync */
}
PROG (left_lane)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (leftK, <<<1, 32>>> (a, o, 20));
  show (o, 20);
}

/* What the kernel has written is read through the cache that knows of no writes.  */
template <int B> __global__ void
cachedK (int *a, int *out)
{
  int t = threadIdx.x;
  a[t] = t;	/* read_only race */
  __syncthreads ();
  out[t] = B ? __ldg (a + 63 - t) : a[63 - t];	/* read_only race */
}
PROG (read_only)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (cachedK, <<<1, 64>>> (a, o));
  show (o, 64);
}
