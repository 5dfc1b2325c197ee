/* SPDX-License-Identifier: MIT */
/* What px.dg/fragments/prism-persistent.c is compared with: the same kernel by hand, for
   nvcc.  C = A B^T of bf16; blocks that stay take 128 x 256 after another; the last
   warpgroup brings tiles to a ring of four, two multiply and store.  */
#include <cuda.h>
#include <stdint.h>

enum { BM = 128, BN = 256, BK = 64, S = 4, THREADS = 384, A_BYTES = BM * BK * 2, B_BYTES = BN * BK * 2 };

static __device__ __forceinline__ uint32_t
address (const void *p)
{
  return (uint32_t) __cvta_generic_to_shared (p);
}
static __device__ __forceinline__ void
wait (uint64_t *barrier, uint32_t parity)
{
  asm volatile ("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra W; }"
		:: "r" (address (barrier)), "r" (parity) : "memory");
}
static __device__ __forceinline__ void
arrive (uint64_t *barrier)
{
  asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r" (address (barrier)) : "memory");
}
static __device__ __forceinline__ void
expect (uint64_t *barrier, uint32_t bytes)
{
  asm volatile ("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r" (address (barrier)), "r" (bytes) : "memory");
}
static __device__ __forceinline__ void
load (void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y)
{
  asm volatile ("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
		:: "r" (address (to)), "l" (map), "r" (address (barrier)), "r" (x), "r" (y) : "memory");
}
static __device__ __forceinline__ void
store (const CUtensorMap *map, const void *from, int x, int y)
{
  asm volatile ("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];"
		:: "l" (map), "r" (address (from)), "r" (x), "r" (y) : "memory");
}
/* Of a tile whose rows of 128 bytes lie along K, swizzled.  */
static __device__ __forceinline__ uint64_t
descriptor (const void *p)
{
  return (uint64_t) ((address (p) & 0x3ffff) >> 4) | (uint64_t) 1 << 16 | (uint64_t) 64 << 32 | (uint64_t) 1 << 62;
}
static __device__ __forceinline__ void
product (float (&d)[128], uint64_t a, uint64_t b)
{
  asm volatile ("{ wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, 1, 1, 1, 0, 0; }"
		: "+f" (d[0]), "+f" (d[1]), "+f" (d[2]), "+f" (d[3]), "+f" (d[4]), "+f" (d[5]), "+f" (d[6]), "+f" (d[7]), "+f" (d[8]), "+f" (d[9]), "+f" (d[10]), "+f" (d[11]), "+f" (d[12]), "+f" (d[13]), "+f" (d[14]), "+f" (d[15]), "+f" (d[16]), "+f" (d[17]), "+f" (d[18]), "+f" (d[19]), "+f" (d[20]), "+f" (d[21]), "+f" (d[22]), "+f" (d[23]), "+f" (d[24]), "+f" (d[25]), "+f" (d[26]), "+f" (d[27]), "+f" (d[28]), "+f" (d[29]), "+f" (d[30]), "+f" (d[31]), "+f" (d[32]), "+f" (d[33]), "+f" (d[34]), "+f" (d[35]), "+f" (d[36]), "+f" (d[37]), "+f" (d[38]), "+f" (d[39]), "+f" (d[40]), "+f" (d[41]), "+f" (d[42]), "+f" (d[43]), "+f" (d[44]), "+f" (d[45]), "+f" (d[46]), "+f" (d[47]), "+f" (d[48]), "+f" (d[49]), "+f" (d[50]), "+f" (d[51]), "+f" (d[52]), "+f" (d[53]), "+f" (d[54]), "+f" (d[55]), "+f" (d[56]), "+f" (d[57]), "+f" (d[58]), "+f" (d[59]), "+f" (d[60]), "+f" (d[61]), "+f" (d[62]), "+f" (d[63]), "+f" (d[64]), "+f" (d[65]), "+f" (d[66]), "+f" (d[67]), "+f" (d[68]), "+f" (d[69]), "+f" (d[70]), "+f" (d[71]), "+f" (d[72]), "+f" (d[73]), "+f" (d[74]), "+f" (d[75]), "+f" (d[76]), "+f" (d[77]), "+f" (d[78]), "+f" (d[79]), "+f" (d[80]), "+f" (d[81]), "+f" (d[82]), "+f" (d[83]), "+f" (d[84]), "+f" (d[85]), "+f" (d[86]), "+f" (d[87]), "+f" (d[88]), "+f" (d[89]), "+f" (d[90]), "+f" (d[91]), "+f" (d[92]), "+f" (d[93]), "+f" (d[94]), "+f" (d[95]), "+f" (d[96]), "+f" (d[97]), "+f" (d[98]), "+f" (d[99]), "+f" (d[100]), "+f" (d[101]), "+f" (d[102]), "+f" (d[103]), "+f" (d[104]), "+f" (d[105]), "+f" (d[106]), "+f" (d[107]), "+f" (d[108]), "+f" (d[109]), "+f" (d[110]), "+f" (d[111]), "+f" (d[112]), "+f" (d[113]), "+f" (d[114]), "+f" (d[115]), "+f" (d[116]), "+f" (d[117]), "+f" (d[118]), "+f" (d[119]), "+f" (d[120]), "+f" (d[121]), "+f" (d[122]), "+f" (d[123]), "+f" (d[124]), "+f" (d[125]), "+f" (d[126]), "+f" (d[127])
		: "l" (a), "l" (b));
}
static __device__ __forceinline__ uint32_t
pair (float low, float high)
{
  uint32_t v;
  asm ("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r" (v) : "f" (low), "f" (high));
  return v;
}

extern "C" __global__ void __launch_bounds__ (THREADS, 1)
gemm (const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, const __grid_constant__ CUtensorMap mc,
      int m, int n, int k)
{
  extern __shared__ __align__ (1024) uint8_t memory[];
  uint8_t *a = memory, *b = memory + S * A_BYTES, *c = b + S * B_BYTES;
  uint64_t *full = (uint64_t *) (c + 2 * 64 * 128 * 2), *empty = full + S;
  int across = (n + BN - 1) / BN, all = (m + BM - 1) / BM * across, steps = (k + BK - 1) / BK;
  int group = threadIdx.x / 128;
  if (threadIdx.x == 0)
    {
      for (int i = 0; i < S; i++)
	{
	  asm volatile ("mbarrier.init.shared.b64 [%0], 1;" :: "r" (address (full + i)));
	  asm volatile ("mbarrier.init.shared.b64 [%0], 2;" :: "r" (address (empty + i)));
	}
      asm volatile ("fence.mbarrier_init.release.cluster;");
    }
  __syncthreads ();
  int slot = 0, phase = 0;
  if (group == 2)
    {
      asm volatile ("setmaxnreg.dec.sync.aligned.u32 24;");
      if (threadIdx.x == 256)
	for (int t = blockIdx.x; t < all; t += gridDim.x)
	  {
	    int row = t / across * BM, col = t % across * BN;
	    for (int j = 0; j < steps; j++)
	      {
		wait (empty + slot, phase ^ 1);
		expect (full + slot, A_BYTES + B_BYTES);
		load (a + slot * A_BYTES, &ma, full + slot, j * BK, row);
		load (a + slot * A_BYTES + A_BYTES / 2, &ma, full + slot, j * BK, row + 64);
		load (b + slot * B_BYTES, &mb, full + slot, j * BK, col);
		if (++slot == S)
		  slot = 0, phase ^= 1;
	      }
	  }
      return;
    }
  asm volatile ("setmaxnreg.inc.sync.aligned.u32 240;");
  int thread = threadIdx.x % 128, lane = thread % 32;
  uint8_t *mine = c + group * 64 * 128 * 2;
  for (int t = blockIdx.x; t < all; t += gridDim.x)
    {
      int row = t / across * BM, col = t % across * BN;
      float d[128];
#pragma unroll
      for (int i = 0; i < 128; i++)
	d[i] = 0;
#pragma unroll 1
      for (int j = 0; j < steps; j++)
	{
	  wait (full + slot, phase);
	  asm volatile ("wgmma.fence.sync.aligned;" ::: "memory");
	  uint64_t da = descriptor (a + slot * A_BYTES + group * (A_BYTES / 2)), db = descriptor (b + slot * B_BYTES);
#pragma unroll
	  for (int i = 0; i < BK / 16; i++)
	    product (d, da + 2 * i, db + 2 * i);
	  asm volatile ("wgmma.commit_group.sync.aligned;" ::: "memory");
	  asm volatile ("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	  if (thread == 0)
	    arrive (empty + slot);
	  if (++slot == S)
	    slot = 0, phase ^= 1;
	}
#pragma unroll
      for (int h = 0; h < 2; h++)
	{
	  if (thread == 0)
	    asm volatile ("cp.async.bulk.wait_group.read 0;" ::: "memory");
	  asm volatile ("bar.sync %0, 128;" :: "r" (group + 1) : "memory");
#pragma unroll
	  for (int j = 0; j < 8; j++)
	    {
	      int r = thread / 32 * 16 + lane % 16, x = j % 4 * 2 + lane / 16;
	      asm volatile ("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
			    :: "r" (address (mine + j / 4 * 64 * 128 + r * 128 + (x ^ r % 8) * 16)),
			    "r" (pair (d[h * 64 + j * 8], d[h * 64 + j * 8 + 1])), "r" (pair (d[h * 64 + j * 8 + 2], d[h * 64 + j * 8 + 3])),
			    "r" (pair (d[h * 64 + j * 8 + 4], d[h * 64 + j * 8 + 5])), "r" (pair (d[h * 64 + j * 8 + 6], d[h * 64 + j * 8 + 7]))
			    : "memory");
	    }
	  asm volatile ("fence.proxy.async.shared::cta;" ::: "memory");
	  asm volatile ("bar.sync %0, 128;" :: "r" (group + 1) : "memory");
	  if (thread == 0)
	    {
	      store (&mc, mine, col + h * 128, row + group * 64);
	      store (&mc, mine + 64 * 128, col + h * 128 + 64, row + group * 64);
	      asm volatile ("cp.async.bulk.commit_group;" ::: "memory");
	    }
	}
    }
  if (thread == 0)
    asm volatile ("cp.async.bulk.wait_group 0;" ::: "memory");
}
