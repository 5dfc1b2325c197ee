/* SPDX-License-Identifier: MIT */
/* What CUDA C++ has that needs much of PTX: virtual functions, recursion,
   printf, cooperative groups, wmma, barriers, structs by value.  */
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <mma.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
#include <cassert>
namespace cg = cooperative_groups;
__constant__ float table[4] = {1,2,3,4};
__constant__ void *ptrs[2];
__device__ int counter = 7;
__device__ double dd[3] = {1.5, -2, 1e300};
struct V { virtual __device__ int f (int x) { return x; } };
struct W : V { __device__ int f (int x) override { return x * 3; } };
__device__ __noinline__ int rec (int n) { return n < 2 ? n : rec (n - 1) + rec (n - 2); }
__global__ void __launch_bounds__ (256, 2) a (float *p, int n, const float *__restrict__ q)
{
  extern __shared__ float s[];
  __shared__ int cnt;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) cnt = 0;
  __syncthreads ();
  s[threadIdx.x] = i < n ? q[i] : 0;
  atomicAdd (&cnt, 1);
  auto b = cg::this_thread_block ();
  b.sync ();
  auto w = cg::tiled_partition<32> (b);
  float v = s[threadIdx.x ^ 1];
  for (int k = w.size () / 2; k; k /= 2) v += w.shfl_down (v, k);
  if (w.any (v > 3)) p[i] = sinf (v) + __expf (v) / sqrtf (v) + table[cnt & 3];
  p[i] += __popc (__ballot_sync (~0u, v > 1)) + __clz (i) + __ffs (i) + __brev (i);
  switch (n) { case 0: p[0] = 1; break; case 1: p[1] = 2; break; case 2: p[3] = 4; break; case 3: p[9]=8; break; case 4: p[10]=11; break; case 5: p[5]=5; break;}
  printf ("%d %f\n", i, v);
  assert (i >= 0);
  p[2] = rec (n);
}
__global__ void virt (V *v, int *o) { W w; V *x = v ? v : &w; o[0] = x->f (3); __threadfence (); __threadfence_system (); }
__global__ void h (half2 *x, __nv_bfloat162 *y, __nv_fp8_e4m3 *z, double *d, long long *l)
{
  x[0] = __hfma2 (x[0], x[1], x[2]); y[0] = __hmul2 (y[0], y[1]); z[0] = __nv_fp8_e4m3 (float (z[1]) * 2);
  d[0] = fma (d[1], d[2], exp (d[3])) / d[4]; l[0] = l[1] / l[2] % l[3]; l[5] = __mul64hi (l[6], l[7]);
  atomicCAS ((unsigned long long *) l, 1ull, 2ull); atomicAdd (d, 1.0); atomicMax ((int *) l, 3);
}
__global__ void mm (half *a, half *b, float *c)
{
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> fa; fragment<matrix_b, 16, 16, 16, half, col_major> fb; fragment<accumulator, 16, 16, 16, float> fc;
  fill_fragment (fc, 0.f); load_matrix_sync (fa, a, 16); load_matrix_sync (fb, b, 16); mma_sync (fc, fa, fb, fc); store_matrix_sync (c, fc, 16, mem_row_major);
}
__global__ void bar (int *g, int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  __shared__ int buf[256];
  if (threadIdx.x == 0) init (&b, blockDim.x);
  __syncthreads ();
  cuda::memcpy_async (cg::this_thread_block (), buf, g, sizeof buf, b);
  b.arrive_and_wait ();
  o[threadIdx.x] = buf[255 - threadIdx.x];
}
struct S { int a; float b[5]; double c; };
__global__ void st (S s, S *o) { *o = s; o->a = s.b[o->a]; }
