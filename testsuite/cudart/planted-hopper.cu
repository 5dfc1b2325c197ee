/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  flags: -std=c++17 -lcuda.  Programs with one defect each (plant.h).
   Clusters, bulk and tensor copies, mbarriers.  */
#include "plant.h"
#include <cuda.h>
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using bar_t = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
/* cluster: block exits while another reads its shared memory.  */
template <int B> __global__ void __cluster_dims__ (2, 1, 1) exitK (int *out)
{
  __shared__ int s[32];
  auto c = cg::this_cluster ();
  s[threadIdx.x] = threadIdx.x + c.block_rank ();
  c.sync ();
  int *peer = c.map_shared_rank (s, c.block_rank () ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = peer[31 - threadIdx.x];	/* dsm_exit race */
  if (!B)
    c.sync ();
}
PROG (dsm_exit)
{
  int *o = dev<int> (64, 0);
  GO (exitK, <<<2, 32>>> (o));
  show (o, 64);
}
/* cluster: no barrier before the peer's data is read.  */
template <int B> __global__ void __cluster_dims__ (2, 1, 1) peerK (int *out)
{
  __shared__ int s[32];
  auto c = cg::this_cluster ();
  s[threadIdx.x] = threadIdx.x;	/* dsm_nosync race */
  if (B)
    __syncthreads ();
  else
    c.sync ();
  out[blockIdx.x * 32 + threadIdx.x]
      = *c.map_shared_rank (&s[31 - threadIdx.x], c.block_rank () ^ 1);	/* dsm_nosync race, dsm_nosync init */
  c.sync ();
}
PROG (dsm_nosync)
{
  int *o = dev<int> (64, 0);
  GO (peerK, <<<2, 32>>> (o));
  show (o, 64);
}
/* bulk copy: wrong count of bytes.  */
template <int B> __global__ void
bytesK (const int *in, int *out)
{
  __shared__ alignas (128) int s[256];
  __shared__ bar_t bar;
  if (threadIdx.x == 0)
    init (&bar, 1);
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      ptx::cp_async_bulk (ptx::space_cluster, ptx::space_global, s, in, sizeof s,
			  cuda::device::barrier_native_handle (bar));	/* bulk_bytes async, bulk_bytes sync */
      ptx::mbarrier_arrive_expect_tx (ptx::sem_release, ptx::scope_cta, ptx::space_shared,
				      cuda::device::barrier_native_handle (bar),
				      B ? 512 : 1024);	/* bulk_bytes sync */
    }
  bar.wait_parity (0);		     /* bulk_bytes sync */
  out[threadIdx.x] = s[threadIdx.x];	/* bulk_bytes async */
}
PROG (bulk_bytes)
{
  int *a = dev<int> (256), *o = dev<int> (256, 0);
  GO (bytesK, <<<1, 256>>> (a, o));
  done ();
}
/* too many bytes: never complete.  */
template <int B> __global__ void
bytes2K (const int *in, int *out)
{
  __shared__ alignas (128) int s[256];
  __shared__ bar_t bar;
  if (threadIdx.x == 0)
    init (&bar, 1);
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      ptx::mbarrier_arrive_expect_tx (ptx::sem_release, ptx::scope_cta, ptx::space_shared,
				      cuda::device::barrier_native_handle (bar), B ? 2048 : 1024);
      ptx::cp_async_bulk (ptx::space_cluster, ptx::space_global, s, in, sizeof s,
			  cuda::device::barrier_native_handle (bar));
    }
  bar.wait_parity (0);	/* bulk_toomany sync */
  out[threadIdx.x] = s[threadIdx.x];
}
PROG (bulk_toomany)
{
  int *a = dev<int> (256), *o = dev<int> (256, 0);
  GO (bytes2K, <<<1, 256>>> (a, o));
  done ();
}
/* fence.proxy.async missing before a bulk store.  */
template <int B> __global__ void
proxyK (int *out)
{
  __shared__ alignas (128) int s[256];
  s[threadIdx.x] = threadIdx.x;	/* proxy_fence async */
  if (!B)
    ptx::fence_proxy_async (ptx::space_shared);
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      ptx::cp_async_bulk (ptx::space_global, ptx::space_shared, out, s, sizeof s);	/* proxy_fence async */
      ptx::cp_async_bulk_commit_group ();
      ptx::cp_async_bulk_wait_group_read (ptx::n32_t<0> ());
    }
}
PROG (proxy_fence)
{
  int *o = dev<int> (256, 0);
  GO (proxyK, <<<1, 256>>> (o));
  show (o, 256);
}
/* bulk store: shared memory reused before read is done.  */
template <int B> __global__ void
reuseK (int *out)
{
  __shared__ alignas (128) int s[256];
  for (int k = 0; k < 3; k++)
    {
      s[threadIdx.x] = threadIdx.x + k;	/* bulk_reuse async */
      ptx::fence_proxy_async (ptx::space_shared);
      __syncthreads ();
      if (threadIdx.x == 0)
	{
	  ptx::cp_async_bulk (ptx::space_global, ptx::space_shared, out + 256 * k, s,
			      sizeof s);	/* bulk_reuse async */
	  ptx::cp_async_bulk_commit_group ();
	  if (!B)
	    ptx::cp_async_bulk_wait_group_read (ptx::n32_t<0> ());
	}
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    ptx::cp_async_bulk_wait_group (ptx::n32_t<0> ());
}
PROG (bulk_reuse)
{
  int *o = dev<int> (768, 0);
  GO (reuseK, <<<1, 256>>> (o));
  show (o, 768);
}
/* mbarrier phase: parity is not flipped.  */
template <int B> __global__ void
phaseK (const int *in, int *out, int n)
{
  __shared__ alignas (128) int s[256];
  __shared__ bar_t bar;
  if (threadIdx.x == 0)
    init (&bar, 1);
  __syncthreads ();
  int sum = 0;
  for (int k = 0; k < n; k++)
    {
      if (threadIdx.x == 0)
	{
	  ptx::mbarrier_arrive_expect_tx (ptx::sem_release, ptx::scope_cta, ptx::space_shared,
					  cuda::device::barrier_native_handle (bar), sizeof s);
	  ptx::cp_async_bulk (ptx::space_cluster, ptx::space_global, s, in + k * 256, sizeof s,
			      cuda::device::barrier_native_handle (bar));	/* phase_parity async */
	}
      bar.wait_parity (B ? 0 : k & 1);
      sum += s[255 - threadIdx.x];	/* phase_parity async */
      __syncthreads ();
    }
  out[threadIdx.x] = sum;
}
PROG (phase_parity)
{
  int *a = dev<int> (1024), *o = dev<int> (256, 0);
  GO (phaseK, <<<1, 256>>> (a, o, 4));
  show (o, 256);
}
/* TMA tensor tile, bytes of another box.  */
template <int B> __global__ void
tmaK (const __grid_constant__ CUtensorMap map, int *out)
{
  __shared__ alignas (128) int s[16][32];
  __shared__ bar_t bar;
  if (threadIdx.x == 0)
    {
      init (&bar, blockDim.x);
      ptx::fence_proxy_async (ptx::space_shared);
    }
  __syncthreads ();
  bar_t::arrival_token tok;
  if (threadIdx.x == 0)
    {
      int at[2] = { 32, 16 };
      ptx::cp_async_bulk_tensor (ptx::space_cluster, ptx::space_global, s, &map, at,
				 cuda::device::barrier_native_handle (bar));	   /* tma_bytes async */
      tok = cuda::device::barrier_arrive_tx (bar, 1, B ? sizeof s / 2 : sizeof s);	/* tma_bytes sync */
    }
  else
    tok = bar.arrive ();
  bar.wait (std::move (tok));	/* tma_bytes sync */
  for (int k = threadIdx.x; k < 512; k += blockDim.x)
    out[k] = s[k / 32][k % 32];	/* tma_bytes async */
}
static CUtensorMap
tile_map (int *p, int w, int h)
{
  CUtensorMap m;
  cuuint64_t dims[] = { (cuuint64_t)w, (cuuint64_t)h }, strides[] = { (cuuint64_t)w * 4 };
  cuuint32_t box[] = { 32, 16 }, el[] = { 1, 1 };
  CUresult r = cuTensorMapEncodeTiled (&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, p, dims, strides, box, el,
				       CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
				       CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (r)
    printf ("encode %d\n", r);
  return m;
}
PROG (tma_bytes)
{
  int *a = dev<int> (64 * 64), *o = dev<int> (512, 0);
  CUtensorMap m = tile_map (a, 64, 64);
  GO (tmaK, <<<1, 64>>> (m, o));
  done ();
}
/* remote mbarrier: arrival on the own one.  */
template <int B> __global__ void __cluster_dims__ (2, 1, 1) remoteK (int *out)
{
  __shared__ uint64_t bar;
  __shared__ int box;
  auto c = cg::this_cluster ();
  unsigned me = c.block_rank ();
  if (threadIdx.x == 0)
    ptx::mbarrier_init (&bar, 1);
  c.sync ();
  if (threadIdx.x == 0)
    {
      *c.map_shared_rank (&box, me ^ 1) = 100 + me;	/* remote_arrive race */
      if (B)
	ptx::mbarrier_arrive (ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar);
      else
	ptx::mbarrier_arrive (ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
			      c.map_shared_rank (&bar, me ^ 1));
      while (!ptx::mbarrier_try_wait_parity (ptx::sem_acquire, ptx::scope_cluster, &bar, 0))
	;
      out[me] = box;	/* remote_arrive race, remote_arrive init */
    }
  c.sync ();
}
PROG (remote_arrive)
{
  int *o = dev<int> (2, 0);
  GO (remoteK, <<<2, 32>>> (o));
  show (o, 2);
}
/* mbarrier not initialised.  */
template <int B> __global__ void
noinitK (int *out)
{
  __shared__ uint64_t bar;
  if (!B && threadIdx.x == 0)
    ptx::mbarrier_init (&bar, 32);
  __syncthreads ();
  ptx::mbarrier_arrive (ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar);	/* mbar_noinit sync */
  while (!ptx::mbarrier_try_wait_parity (&bar, 0))
    ;	/* mbar_noinit sync */
  out[threadIdx.x] = 1;
}
PROG (mbar_noinit)
{
  int *o = dev<int> (32, 0);
  GO (noinitK, <<<1, 32>>> (o));
  done ();
}
/* cp.async by inline asm without wait.  */
template <int B> __global__ void
rawK (const int *in, int *out)
{
  __shared__ alignas (16) int s[128];
  unsigned a = (unsigned)__cvta_generic_to_shared (&s[4 * threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(a), "l"(in + 4 * threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  if (!B)
    asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads ();
  out[threadIdx.x] = s[127 - threadIdx.x];	/* raw_nowait async */
}
PROG (raw_nowait)
{
  int *a = dev<int> (128), *o = dev<int> (32, 0);
  GO (rawK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* misaligned bulk copy.  */
template <int B> __global__ void
misK (const int *in, int *out)
{
  __shared__ alignas (128) int s[256];
  __shared__ bar_t bar;
  if (threadIdx.x == 0)
    init (&bar, 1);
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      ptx::mbarrier_arrive_expect_tx (ptx::sem_release, ptx::scope_cta, ptx::space_shared,
				      cuda::device::barrier_native_handle (bar), 512);
      ptx::cp_async_bulk (ptx::space_cluster, ptx::space_global, s, in + B, 512,	/* bulk_misaligned memory */
			  cuda::device::barrier_native_handle (bar));
    }
  bar.wait_parity (0);
  out[threadIdx.x] = s[threadIdx.x];
}
PROG (bulk_misaligned)
{
  int *a = dev<int> (256), *o = dev<int> (256, 0);
  GO (misK, <<<1, 128>>> (a, o));
  done ();
}
/* multicast: a block does not wait for the others before it is written.  */
template <int B> __global__ void __cluster_dims__ (2, 1, 1) mcK (const int *in, int *out, int n)
{
  __shared__ alignas (128) int s[64];
  __shared__ uint64_t full;
  auto c = cg::this_cluster ();
  if (threadIdx.x == 0)
    {
      ptx::mbarrier_init (&full, 1);
      ptx::fence_mbarrier_init (ptx::sem_release, ptx::scope_cluster);
    }
  c.sync ();
  int sum = 0;
  for (int k = 0; k < n; k++)
    {
      if (threadIdx.x == 0)
	{
	  ptx::mbarrier_arrive_expect_tx (ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof s);
	}
      if (k == 0)
	c.sync ();
      if (threadIdx.x == 0 && c.block_rank () == 0)
	ptx::cp_async_bulk (ptx::space_cluster, ptx::space_global, s, in + 64 * k, sizeof s, &full,
			    (uint16_t)3);	/* multicast_busy async */
      while (!ptx::mbarrier_try_wait_parity (&full, k & 1))
	;
      sum += s[63 - threadIdx.x];	/* multicast_busy async */
      if (B)
	__syncthreads ();
      else
	c.sync ();
    }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  c.sync ();
}
PROG (multicast_busy)
{
  int *a = dev<int> (256), *o = dev<int> (128, 0);
  GO (mcK, <<<2, 64>>> (a, o, 2));
  show (o, 128);
}
/* a block that the cluster does not have.  */
template <int B> __global__ void __cluster_dims__ (4, 1, 1) rightK (int *out)
{
  __shared__ int s[32];
  auto c = cg::this_cluster ();
  s[threadIdx.x] = threadIdx.x;
  c.sync ();
  int *p = c.map_shared_rank (s, B ? c.block_rank () + 1 : (c.block_rank () + 1) % 4);
  out[blockIdx.x * 32 + threadIdx.x] = p[threadIdx.x];	/* no_block memory */
  c.sync ();
}
PROG (no_block)
{
  int *o = dev<int> (128, 0);
  GO (rightK, <<<4, 32>>> (o));
  done ();
}
/* a tensor map that is no __grid_constant__ is copied to local memory.  */
template <class M> __device__ void
loadTile (const M *map, int *out)
{
  __shared__ alignas (128) int s[16][32];
  __shared__ bar_t bar;
  if (threadIdx.x == 0)
    {
      int at[2] = { 0, 0 };
      init (&bar, 1);
      ptx::fence_proxy_async (ptx::space_shared);
      ptx::cp_async_bulk_tensor (ptx::space_cluster, ptx::space_global, s, map, at,	/* map_local memory */
				 cuda::device::barrier_native_handle (bar));
      ptx::mbarrier_arrive_expect_tx (ptx::sem_release, ptx::scope_cta, ptx::space_shared,
				      cuda::device::barrier_native_handle (bar), sizeof s);
    }
  __syncthreads ();
  bar.wait_parity (0);
  out[threadIdx.x] = s[1][threadIdx.x];
}
__global__ void
byValueK (CUtensorMap map, int *out)
{
  loadTile (&map, out);	/* map_local memory */
}
__global__ void
byConstK (const __grid_constant__ CUtensorMap map, int *out)
{
  loadTile (&map, out);
}
PROG (map_local)
{
  int *a = dev<int> (64 * 64), *o = dev<int> (32, 0);
  CUtensorMap m = tile_map (a, 64, 64);
  if (bad)
    byValueK<<<1, 32>>> (m, o);
  else
    byConstK<<<1, 32>>> (m, o);
  done ();
}
