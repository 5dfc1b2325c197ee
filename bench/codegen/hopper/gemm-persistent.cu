/* SPDX-License-Identifier: MIT */
/* px: px.dg/fragments/prism-persistent.c, 4 HGMMA and 3 UTMALDG a step */
/* C = A B^T of bf16, persistent: blocks take tiles of 128 x 256 one after another.  The last warpgroup brings tiles of A
   and B to a ring of four, two multiply, and send what they have by halves.  */
#include "hand.h"

enum { BM = 128, BN = 256, BK = 64, S = 4, THREADS = 384 };
enum { A_BYTES = BM * BK * 2, B_BYTES = BN * BK * 2, C_BYTES = 64 * 128 * 2 };

extern "C" __global__ void __launch_bounds__ (THREADS, 1)
gemm (const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, const __grid_constant__ CUtensorMap mc,
      int m, int n, int k)
{
  extern __shared__ __align__ (1024) uint8_t memory[];
  uint8_t *a = memory, *b = memory + S * A_BYTES, *c = b + S * B_BYTES;
  uint64_t *full = (uint64_t *) (c + 2 * C_BYTES), *empty = full + S;
  int across = (n + BN - 1) / BN, all = (m + BM - 1) / BM * across, steps = (k + BK - 1) / BK, group = warpgroup ();
  if (threadIdx.x == 0)
    {
      init_ring (full, empty, S, 2);
      fence_init ();
    }
  __syncthreads ();
  int slot = 0, phase = 0;
  if (group == 2)
    {
      registers_fewer<24> ();
      /* One warp has all of the loop, and elects who copies: so ptxas knows that addresses are the warp's.  */
      if (warp () == 8)
	for (int t = blockIdx.x; t < all; t += gridDim.x)
	  {
	    int row = t / across * BM, col = t % across * BN;
#pragma unroll 1
	    for (int j = 0; j < steps; j++)
	      {
		wait (empty + slot, phase ^ 1);
		if (elected ())
		  {
		    expect (full + slot, A_BYTES + B_BYTES);
		    load (a + slot * A_BYTES, &ma, full + slot, j * BK, row);
		    load (a + slot * A_BYTES + A_BYTES / 2, &ma, full + slot, j * BK, row + 64);
		    load (b + slot * B_BYTES, &mb, full + slot, j * BK, col);
		  }
		if (++slot == S)
		  slot = 0, phase ^= 1;
	      }
	  }
      return;
    }
  registers_more<240> ();
  int thread = threadIdx.x % 128;
  uint8_t *mine = c + group * C_BYTES;
  for (int t = blockIdx.x; t < all; t += gridDim.x)
    {
      int row = t / across * BM, col = t % across * BN, before = 0;
      float d[128];
#pragma unroll
      for (int i = 0; i < 128; i++)
	d[i] = 0;
#pragma unroll 1
      for (int j = 0; j < steps; j++)
	{
	  wait (full + slot, phase);
	  wgmma_fence ();
	  uint32_t da = descriptor (a + slot * A_BYTES + group * (A_BYTES / 2)), db = descriptor (b + slot * B_BYTES);
#pragma unroll
	  for (int i = 0; i < BK / 16; i++)
	    product (d, da + 2 * i, db + 2 * i);
	  wgmma_commit ();
	  wgmma_wait<1> ();
	  if (thread == 0 && j)
	    arrive (empty + before);
	  before = slot;
	  if (++slot == S)
	    slot = 0, phase ^= 1;
	}
      wgmma_wait<0> ();
      settled (d);
      if (thread == 0)
	arrive (empty + before);
#pragma unroll
      for (int h = 0; h < 2; h++)
	{
	  if (thread == 0)
	    store_wait_read<0> ();
	  barrier_sync (1 + group, 128);
	  put (mine, *(const float (*)[64]) &d[h * 64], thread);
	  fence_async ();
	  barrier_sync (1 + group, 128);
	  if (thread == 0)
	    {
	      store (&mc, mine, col + h * 128, row + group * 64);
	      store (&mc, mine + C_BYTES / 2, col + h * 128 + 64, row + group * 64);
	      store_commit ();
	    }
	}
    }
  if (thread == 0)
    store_wait_all ();
}

static void
launch (uint16_t *a, uint16_t *b, uint16_t *c, int m, int n, int k, int blocks)
{
  int bytes = S * (A_BYTES + B_BYTES) + 2 * C_BYTES + 2 * S * 8;
  CUDA (cudaFuncSetAttribute (gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  gemm<<<blocks, THREADS, bytes>>> (map_of (a, m, k, 64), map_of (b, n, k, BN), map_of (c, m, n, 64), m, n, k);
}

int
main ()
{
  try_product ([] (auto... x) { launch (x..., 3); }, 256, 512, 320);
  try_product ([] (auto... x) { launch (x..., 2); }, 200, 296, 136);
  try_product ([] (auto... x) { launch (x..., 1); }, 8, 8, 8);
  puts ("ok");
}
