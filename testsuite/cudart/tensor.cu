/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Tensor cores by nvcuda::wmma and by mma.sync, a double-buffered tile
   pipeline with cp.async, dynamic shared memory beyond 48 KB.  */
#include "check.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

__global__ void
gemm (const half *a, const half *b, float *c, int n)
{
  int tm = blockIdx.y * 16, tn = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment (fc, 0.0f);
  for (int k = 0; k < n; k += 16)
    {
      wmma::load_matrix_sync (fa, a + tm * n + k, n);
      wmma::load_matrix_sync (fb, b + tn * n + k, n);
      wmma::mma_sync (fc, fa, fb, fc);
    }
  wmma::store_matrix_sync (c + tm * n + tn, fc, n, wmma::mem_row_major);
}

/* 16 x 8 x 16 by one warp from shared memory with ldmatrix.  */
__global__ void
one_mma (const half *a, const half *b, float *c)
{
  __shared__ alignas (16) half sa[16][16], sb[8][16];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32)
    sa[i / 16][i % 16] = a[i];
  for (int i = t; i < 128; i += 32)
    sb[i / 16][i % 16] = b[i];
  __syncwarp ();
  unsigned ra[4], rb[2];
  unsigned pa = (unsigned) __cvta_generic_to_shared (&sa[t % 16][t / 16 * 8]);
  unsigned pb = (unsigned) __cvta_generic_to_shared (&sb[t % 8][t / 8 % 2 * 8]);
  asm volatile ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
		: "=r" (ra[0]), "=r" (ra[1]), "=r" (ra[2]), "=r" (ra[3]) : "r" (pa));
  asm volatile ("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r" (rb[0]), "=r" (rb[1]) : "r" (pb));
  float d[4] = { 0, 0, 0, 0 };
  asm volatile ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
		: "+f" (d[0]), "+f" (d[1]), "+f" (d[2]), "+f" (d[3])
		: "r" (ra[0]), "r" (ra[1]), "r" (ra[2]), "r" (ra[3]), "r" (rb[0]), "r" (rb[1]));
  for (int i = 0; i < 4; i++)
    c[(t / 4 + i / 2 * 8) * 8 + t % 4 * 2 + i % 2] = d[i];
}

/* Sums of rows, which come by cp.async two tiles ahead.  */
__global__ void
pipelined (const float4 *in, float *out, int tiles)
{
  extern __shared__ float4 s[];
  float sum = 0;
  int n = blockDim.x;
  for (int k = 0; k < 2; k++)
    {
      if (k < tiles)
	__pipeline_memcpy_async (&s[k * n + threadIdx.x], &in[k * n + threadIdx.x], sizeof (float4));
      __pipeline_commit ();
    }
  for (int k = 0; k < tiles; k++)
    {
      __pipeline_wait_prior (1);
      __syncthreads ();
      float4 v = s[k % 3 * n + (threadIdx.x + 1) % n];
      sum += v.x + v.y + v.z + v.w;
      if (k + 2 < tiles)
	__pipeline_memcpy_async (&s[(k + 2) % 3 * n + threadIdx.x], &in[(k + 2) * n + threadIdx.x], sizeof (float4));
      __pipeline_commit ();
    }
  out[threadIdx.x] = sum;
}

__global__ void
large (int *out)
{
  extern __shared__ int big[];
  for (int i = threadIdx.x; i < 20000; i += blockDim.x)
    big[i] = i;
  __syncthreads ();
  out[threadIdx.x] = big[19999 - threadIdx.x];
}

int
main ()
{
  const int n = 64;
  static half a[n * n], b[n * n];
  static float c[n * n], fa[n * n], fb[n * n];
  half *da, *db;
  float *dc;
  for (int i = 0; i < n * n; i++)
    {
      a[i] = __float2half (fa[i] = (i * 5 + 1) % 7 - 3);
      b[i] = __float2half (fb[i] = (i * 3) % 5 - 2);
    }
  CUDA (cudaMalloc (&da, sizeof a));
  CUDA (cudaMalloc (&db, sizeof b));
  CUDA (cudaMalloc (&dc, sizeof c));
  CUDA (cudaMemcpy (da, a, sizeof a, cudaMemcpyHostToDevice));
  CUDA (cudaMemcpy (db, b, sizeof b, cudaMemcpyHostToDevice));
  gemm<<<dim3 (n / 16, n / 16), 32>>> (da, db, dc, n);
  CUDA (cudaMemcpy (c, dc, sizeof c, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	float s = 0;
	for (int k = 0; k < n; k++)
	  s += fa[i * n + k] * fb[j * n + k];
	MUST (c[i * n + j] == s);
      }
  one_mma<<<1, 32>>> (da, db, dc);
  CUDA (cudaMemcpy (c, dc, 128 * sizeof *c, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++)
      {
	float s = 0;
	for (int k = 0; k < 16; k++)
	  s += fa[i * 16 + k] * fb[j * 16 + k];
	MUST (c[i * 8 + j] == s);
      }
  const int tiles = 7, t = 128;
  float *in, *out, got[t], sum[t] = { 0 };
  static float h[tiles * t * 4];
  for (int i = 0; i < tiles * t * 4; i++)
    sum[(i / 4 % t + t - 1) % t] += h[i] = i % 11;
  CUDA (cudaMalloc (&in, sizeof h));
  CUDA (cudaMalloc (&out, sizeof got));
  CUDA (cudaMemcpy (in, h, sizeof h, cudaMemcpyHostToDevice));
  pipelined<<<1, t, 3 * t * sizeof (float4)>>> ((float4 *) in, out, tiles);
  CUDA (cudaMemcpy (got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < t; i++)
    MUST (got[i] == sum[i]);
  large<<<1, 128, 80000>>> ((int *) out);
  MUST (cudaGetLastError () == cudaErrorInvalidValue);
  CUDA (cudaFuncSetAttribute (large, cudaFuncAttributeMaxDynamicSharedMemorySize, 80000));
  large<<<1, 128, 80000>>> ((int *) out);
  CUDA (cudaGetLastError ());
  int ints[t];
  CUDA (cudaMemcpy (ints, out, sizeof ints, cudaMemcpyDeviceToHost));
  MUST (ints[0] == 19999 && ints[127] == 19872);
  CUDA (cudaFree (da));
  CUDA (cudaFree (db));
  CUDA (cudaFree (dc));
  CUDA (cudaFree (in));
  CUDA (cudaFree (out));
  puts ("ok");
}
