/* SPDX-License-Identifier: MIT */
/* px: px.dg/fragments/prism-cluster.c, 4 HGMMA and 3 UTMALDG a step */
/* C = A B^T of bf16: the two blocks of a cluster have their own 128 rows of A and the same 256 of B, of which each
   brings half to both.  The last warpgroup brings tiles to a ring of four, two multiply: a step's product begins before
   the one before it has ended, and then the slot of that one is free.  */
#include "hand.h"

enum { BM = 128, BN = 256, BK = 64, S = 4, THREADS = 384, BLOCKS = 2 };
enum { A_BYTES = BM * BK * 2, B_BYTES = BN * BK * 2 };

extern "C" __global__ void __cluster_dims__ (BLOCKS, 1, 1) __launch_bounds__ (THREADS, 1)
gemm (const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, int n, int k, uint16_t *c)
{
  extern __shared__ __align__ (1024) uint8_t memory[];
  uint8_t *a = memory, *b = memory + S * A_BYTES;
  uint64_t *full = (uint64_t *) (b + S * B_BYTES), *empty = full + S;
  int rank = cluster_rank (), pair_id = blockIdx.x / BLOCKS, group = warpgroup (), steps = k / BK;
  int col = pair_id % (n / BN) * BN, row = (pair_id / (n / BN) * BLOCKS + rank) * BM;
  if (threadIdx.x == 0)
    {
      /* The two warpgroups of each block release a slot.  */
      init_ring (full, empty, S, 2 * BLOCKS);
      fence_init ();
    }
  cluster_sync ();
  int slot = 0, phase = 0;
  if (group == 2)
    {
      registers_fewer<40> ();
      /* One warp has all of the loop, and elects who copies: so ptxas knows that addresses are the warp's.  */
      if (warp () == 8)
#pragma unroll 1
	for (int j = 0; j < steps; j++)
	  {
	    wait (empty + slot, phase ^ 1);
	    if (elected ())
	      {
		expect (full + slot, A_BYTES + B_BYTES);
		load (a + slot * A_BYTES, &ma, full + slot, j * BK, row);
		load (a + slot * A_BYTES + A_BYTES / 2, &ma, full + slot, j * BK, row + 64);
		load_multicast (b + slot * B_BYTES + rank * (B_BYTES / 2), &mb, full + slot, j * BK, col + rank * (BN / 2), 3);
	      }
	    if (++slot == S)
	      slot = 0, phase ^= 1;
	  }
    }
  else
    {
      registers_more<232> ();
      int thread = threadIdx.x % 128, before = 0;
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
	  /* Thread 0 arrives in one block, thread 1 in the other.  */
	  if (thread < BLOCKS && j)
	    arrive_at (empty + before, thread);
	  before = slot;
	  if (++slot == S)
	    slot = 0, phase ^= 1;
	}
      wgmma_wait<0> ();
      settled (d);
#pragma unroll
      for (int i = 0; i < 128; i += 2)
	{
	  int y = row + group * 64 + thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8, x = col + i / 4 * 8 + thread % 4 * 2;
	  *(uint32_t *) (c + y * n + x) = pair (d[i], d[i + 1]);
	}
    }
  /* No block ends while the other copies to it or arrives at its barriers.  */
  cluster_sync ();
}

static void
launch (uint16_t *a, uint16_t *b, uint16_t *c, int m, int n, int k)
{
  int bytes = S * (A_BYTES + B_BYTES) + 2 * S * 8;
  CUDA (cudaFuncSetAttribute (gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  gemm<<<m / BM * (n / BN), THREADS, bytes>>> (map_of (a, m, k, 64), map_of (b, n, k, BN / 2), n, k, c);
}

int
main ()
{
  try_product (launch, 256, 512, 320);
  puts ("ok");
}
