/* SPDX-License-Identifier: MIT */
/* Instructions by inline PTX and by what nvcc makes of CUDA C.  */
#include <cstdint>
#include <cuda_fp16.h>

__device__ __forceinline__ uint32_t
smem (const void *p)
{
  return (uint32_t) __cvta_generic_to_shared (p);
}

extern "C" __global__ void
integers (long long *o, const int *i, const unsigned *u, short *s, unsigned char *b)
{
  int k = threadIdx.x;
  o[0] = (long long) i[0] * i[1] + i[2];
  o[1] = i[3] / i[4] % i[5];
  o[2] = __mulhi (i[0], i[1]) + __umulhi (u[0], u[1]) + __mul24 (i[1], i[2]);
  o[3] = __sad (i[0], i[1], u[2]) + __popcll (o[4]) + __clzll (o[5]) + __ffsll (o[6]);
  o[4] = __byte_perm (u[0], u[1], u[2]) + __funnelshift_l (u[0], u[1], u[2]);
  o[5] = __dp4a (i[0], i[1], i[2]) + __vadd4 (u[0], u[1]) + __vmaxs2 (u[2], u[3]);
  s[k] = s[k] * s[k + 1] - s[k + 2];
  b[k] = b[k] + (b[k + 1] >> 3);
  o[6] = min (o[0], o[1]) + max (u[0], u[1]) + abs (i[7]);
  o[7] = __brev (u[5]) ^ ~u[6] | u[7] & u[8];
}

extern "C" __global__ void
floats (float *f, double *d, __half *h)
{
  f[0] = __fmaf_rz (f[1], f[2], f[3]) + __fadd_ru (f[4], f[5]) * __fdividef (f[6], f[7]);
  f[1] = sqrtf (f[2]) + rsqrtf (f[3]) + __sinf (f[4]) + __cosf (f[5]) + __log2f (f[6]) + exp2f (f[7]);
  f[2] = fminf (f[3], fmaxf (f[4], f[5])) + copysignf (f[6], f[7]) + truncf (f[8]) + rintf (f[9]);
  f[3] = __int2float_rz ((int) f[4]) + __double2float_rd (d[0]) + tanhf (f[5]) + erff (f[6]);
  d[1] = sqrt (d[2]) / d[3] + fma (d[4], d[5], d[6]) + sin (d[7]) + pow (d[8], d[9]);
  d[2] = isnan (d[3]) ? (double) __double2ll_rn (d[4]) : d[5];
  h[0] = __hfma (h[1], h[2], h[3]);
  h[1] = __float2half_rn (__half2float (h[4]) + 1);
}

extern "C" __global__ void
memory (int4 *v, float2 *w, volatile int *p, const float4 *__restrict__ r, int *g)
{
  extern __shared__ float dynamic[];
  __shared__ int fixed[32];
  int4 x = v[threadIdx.x];
  x.x += __ldcg (g) + __ldcs (g + 1);
  v[threadIdx.x + 1] = x;
  w[0] = w[1];
  p[0] = p[1];
  float4 y = __ldg (r + threadIdx.x);
  dynamic[threadIdx.x] = y.x + y.w;
  atomicAdd (&fixed[threadIdx.x & 31], 1);
  __syncthreads ();
  atomicExch (g, atomicCAS (g + 1, 2, fixed[3]));
  atomicAnd (g + 2, 5);
  atomicInc ((unsigned *) g + 3, 7);
  asm volatile ("red.release.gpu.global.add.s32 [%0], 1;" :: "l" (g) : "memory");
  asm volatile ("{ .reg .pred q; setp.ne.s32 q, %1, 0; @q st.global.s32 [%0], %1; }" :: "l" (g), "r" (x.y));
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4;" :: "r" (smem (fixed)), "l" (g));
  asm volatile ("cp.async.commit_group;\n\tcp.async.wait_group 0;");
  asm volatile ("prefetch.global.L2 [%0];" :: "l" (g));
}

extern "C" __global__ void
warps (int *o, unsigned m)
{
  int k = threadIdx.x;
  o[k] = __shfl_xor_sync (m, o[k], 1) + __shfl_up_sync (m, o[k], 2, 16);
  o[k] += __any_sync (m, o[k]) + __all_sync (m, o[k]) + __ballot_sync (m, o[k] > 2);
  o[k] += __match_any_sync (m, o[k]) + __reduce_add_sync (m, o[k]) + __activemask ();
  __syncwarp (m);
  o[k] += __syncthreads_count (o[k]) + __syncthreads_and (o[k]) + __syncthreads_or (o[k]);
  asm volatile ("barrier.sync 1, 64;");
  asm volatile ("bar.arrive 2, 64;");
  __threadfence ();
  __nanosleep (20);
  o[0] = clock64 ();
}

extern "C" __global__ void
matrices (float *c, const uint32_t *a, uint32_t s)
{
  float d[4] = { c[0], c[1], c[2], c[3] };
  uint32_t x[4];
  asm volatile ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
		: "=r" (x[0]), "=r" (x[1]), "=r" (x[2]), "=r" (x[3]) : "r" (s));
  asm volatile ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
		"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
		: "+f" (d[0]), "+f" (d[1]), "+f" (d[2]), "+f" (d[3])
		: "r" (x[0]), "r" (x[1]), "r" (x[2]), "r" (x[3]), "r" (a[0]), "r" (a[1]));
  for (int i = 0; i < 4; i++)
    c[i] = d[i];
}

#if __CUDA_ARCH__ >= 900
struct __align__ (64) map { char bytes[128]; };

extern "C" __global__ void __cluster_dims__ (2, 1, 1)
hopper (const __grid_constant__ map m, float *o, uint64_t da, uint64_t db)
{
  __shared__ __align__ (1024) char tile[4096];
  __shared__ uint64_t bar;
  uint32_t b = smem (&bar), t = smem (tile);
  float acc[4] = { 0 };
  asm volatile ("mbarrier.init.shared.b64 [%0], 1;" :: "r" (b));
  asm volatile ("fence.mbarrier_init.release.cluster;");
  asm volatile ("fence.proxy.async.shared::cta;");
  asm volatile ("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 4096;" :: "r" (b));
  asm volatile ("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
		"[%0], [%1, {%2, %3}], [%4];" :: "r" (t), "l" (&m), "r" (0), "r" (0), "r" (b) : "memory");
  asm volatile ("{ .reg .pred p;\n\t"
		"WAIT: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n\t"
		"@p bra DONE;\n\tbra WAIT;\n\tDONE: }" :: "r" (b));
  asm volatile ("setmaxnreg.inc.sync.aligned.u32 232;");
  asm volatile ("wgmma.fence.sync.aligned;");
  asm volatile ("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
		: "+f" (acc[0]), "+f" (acc[1]), "+f" (acc[2]), "+f" (acc[3]) : "l" (da), "l" (db));
  asm volatile ("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;");
  asm volatile ("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
		:: "l" (&m), "r" (0), "r" (0), "r" (t));
  asm volatile ("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0;");
  asm volatile ("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;");
  unsigned rank, remote;
  asm ("mov.u32 %0, %%cluster_ctarank;" : "=r" (rank));
  asm ("mapa.shared::cluster.u32 %0, %1, %2;" : "=r" (remote) : "r" (t), "r" (rank ^ 1));
  asm volatile ("st.shared::cluster.f32 [%0], %1;" :: "r" (remote), "f" (acc[0]));
  asm volatile ("{ .reg .pred p; elect.sync _|p, -1; @p st.global.f32 [%0], %1; }" :: "l" (o), "f" (acc[1]));
}
#endif
