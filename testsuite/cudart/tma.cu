/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  verdict: clean.  Tensor copies with a map from cuTensorMapEncodeTiled, got by
   cudaGetDriverEntryPointByVersion; cuda::barrier, bulk copies, cuda::pipeline, cp.async.  */
#include "check.h"
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cde = cuda::device::experimental;
namespace cg = cooperative_groups;
typedef cuda::barrier<cuda::thread_scope_block> barrier;

__global__ void
tile_add (const __grid_constant__ CUtensorMap map, int x, int y)
{
  __shared__ alignas (128) int tile[8][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0)
    {
      init (&bar, blockDim.x);
      cde::fence_proxy_async_shared_cta ();
    }
  __syncthreads ();
  barrier::arrival_token token;
  if (threadIdx.x == 0)
    {
      cde::cp_async_bulk_tensor_2d_global_to_shared (&tile, &map, x, y, bar);
      token = cuda::device::barrier_arrive_tx (bar, 1, sizeof tile);
    }
  else
    token = bar.arrive ();
  bar.wait (std::move (token));
  for (int i = threadIdx.x; i < 8 * 32; i += blockDim.x)
    tile[i / 32][i % 32] += 1000;
  cde::fence_proxy_async_shared_cta ();
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      cde::cp_async_bulk_tensor_2d_shared_to_global (&map, x, y, &tile);
      cde::cp_async_bulk_commit_group ();
      cde::cp_async_bulk_wait_group_read<0> ();
    }
}

__global__ void
bulk (int *x)
{
  __shared__ alignas (16) int s[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0)
    {
      init (&bar, blockDim.x);
      cde::fence_proxy_async_shared_cta ();
    }
  __syncthreads ();
  barrier::arrival_token token;
  if (threadIdx.x == 0)
    {
      cuda::memcpy_async (s, x + blockIdx.x * 256, cuda::aligned_size_t<16> (sizeof s), bar);
      token = cuda::device::barrier_arrive_tx (bar, 1, 0);
    }
  else
    token = bar.arrive ();
  bar.wait (std::move (token));
  s[threadIdx.x] *= 2;
  cde::fence_proxy_async_shared_cta ();
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      cde::cp_async_bulk_shared_to_global (x + blockIdx.x * 256, s, sizeof s);
      cde::cp_async_bulk_commit_group ();
      cde::cp_async_bulk_wait_group_read<0> ();
    }
}

/* Two stages of cuda::pipeline.  */
__global__ void
staged (const int *in, int *out, int batches)
{
  __shared__ int s[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block ();
  auto pipe = cuda::make_pipeline (block, &state);
  for (int fetch = 0, b = 0; b < batches; b++)
    {
      for (; fetch < batches && fetch < b + 2; fetch++)
	{
	  pipe.producer_acquire ();
	  cuda::memcpy_async (block, s[fetch % 2], in + fetch * 128, sizeof s[0], pipe);
	  pipe.producer_commit ();
	}
      pipe.consumer_wait ();
      out[b * 128 + threadIdx.x] = s[b % 2][threadIdx.x ^ 1];
      pipe.consumer_release ();
    }
}

__global__ void
group_copy (const int *in, int *out)
{
  __shared__ int s[256];
  auto block = cg::this_thread_block ();
  cg::memcpy_async (block, s, in + blockIdx.x * 256, sizeof s);
  cg::wait (block);
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}

int
main ()
{
  const int w = 64, h = 32;
  static int a[h][w], b[h][w];
  int *d, *e;
  void *fn = NULL;
  cudaDriverEntryPointQueryResult status;
  CUDA (cudaGetDriverEntryPointByVersion ("cuTensorMapEncodeTiled", &fn, 12000, cudaEnableDefault, &status));
  MUST (fn && status == cudaDriverEntryPointSuccess);
  for (int i = 0; i < h * w; i++)
    a[i / w][i % w] = i;
  CUDA (cudaMalloc (&d, sizeof a));
  CUDA (cudaMalloc (&e, sizeof a));
  CUDA (cudaMemcpy (d, a, sizeof a, cudaMemcpyHostToDevice));
  CUtensorMap map;
  cuuint64_t size[] = { w, h }, stride[] = { w * sizeof (int) };
  cuuint32_t box[] = { 32, 8 }, step[] = { 1, 1 };
  MUST (((decltype (&cuTensorMapEncodeTiled)) fn) (&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, d, size, stride, box, step,
						   CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
						   CU_TENSOR_MAP_L2_PROMOTION_NONE,
						   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
  tile_add<<<1, 128>>> (map, 32, 8);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaMemcpy (b, d, sizeof b, cudaMemcpyDeviceToHost));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      MUST (b[y][x] == a[y][x] + (x >= 32 && y >= 8 && y < 16 ? 1000 : 0));
  bulk<<<h * w / 256, 256>>> (d);
  CUDA (cudaMemcpy (a, d, sizeof a, cudaMemcpyDeviceToHost));
  for (int i = 0; i < h * w; i++)
    MUST (a[i / w][i % w] == 2 * b[i / w][i % w]);
  staged<<<1, 128>>> (d, e, h * w / 128);
  CUDA (cudaMemcpy (b, e, sizeof a, cudaMemcpyDeviceToHost));
  for (int i = 0; i < h * w; i++)
    MUST (b[i / w][i % w] == a[i / w][i % w ^ 1]);
  group_copy<<<h * w / 256, 256>>> (d, e);
  CUDA (cudaMemcpy (b, e, sizeof a, cudaMemcpyDeviceToHost));
  for (int i = 0; i < h * w; i++)
    MUST ((&b[0][0])[i] == (&a[0][0])[i / 256 * 256 + 255 - i % 256]);
  CUDA (cudaFree (d));
  CUDA (cudaFree (e));
  puts ("ok");
}
