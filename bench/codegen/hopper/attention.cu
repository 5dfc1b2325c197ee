/* SPDX-License-Identifier: MIT */
/* px: px.dg/hopper/attention-128-full.c, 12 HGMMA and 4 UTMALDG a step */
/* Attention forward, full, for heads of 128 columns, with the two overlaps of FlashAttention-3.  Within a warpgroup the
   last keys' product with V is under way while the next scores become weights.  The two warpgroups of a block, of 64
   queries each, take turns with the tensor cores.  A third one brings K and V.  The last keys, of which some may be
   beyond N, come first: no others need a comparison.  */
#include "hand.h"
#include <cmath>

enum { D = 128, BQ = 64, BKV = 64, S = 2, THREADS = 384 };
enum { Q_BYTES = BQ * D * 2, KV_BYTES = BKV * D * 2, HALF = BKV * 64 * 2 };

/* Barrier TURN + W is the turn of warpgroup W, OWN + W among its threads.  */
enum { TURN = 1, OWN = 3 };

/* Columns of 64, a half tile each.  */
static __device__ __forceinline__ void
load_tile (uint8_t *to, const CUtensorMap *map, uint64_t *barrier, int row)
{
  expect (barrier, KV_BYTES);
  load (to, map, barrier, 0, row);
  load (to + HALF, map, barrier, 64, row);
}

/* S = Q K^T of tiles with descriptors.  */
static __device__ __forceinline__ void
score (float (&s)[32], uint32_t q, uint32_t k)
{
  product<0> (s, q, k);
#pragma unroll
  for (int i = 1; i < D / 16; i++)
    product<1> (s, q + i / 4 * (HALF / 16) + i % 4 * 2, k + i / 4 * (HALF / 16) + i % 4 * 2);
  wgmma_commit ();
}

/* ACC += P V; V's halves lie HALF apart.  */
static __device__ __forceinline__ void
mix (float (&acc)[64], const uint32_t (&p)[4][4], uint32_t v)
{
#pragma unroll
  for (int i = 0; i < BKV / 16; i++)
    product_turned (acc, p[i], (v | HALF / 16 << 16) + i * (16 * 128 / 16));
  wgmma_commit ();
}

/* Makes the scores S, of which those from column LEFT on do not count, weights.  TOP and SUM are the greatest score and
   the sum of weights of the thread's two rows, FIX what earlier weights are to be multiplied by.  */
static __device__ __forceinline__ void
weigh (float (&s)[32], float *top, float *sum, float *fix, float scale, int left)
{
  if (left < BKV)
#pragma unroll
    for (int e = 0; e < 32; e++)
      if (e / 4 * 8 + threadIdx.x % 4 * 2 + e % 2 >= left)
	s[e] = -1e30f;
#pragma unroll
  for (int r = 0; r < 2; r++)
    {
      float most = top[r], part = 0;
#pragma unroll
      for (int e = 0; e < 32; e++)
	if (e / 2 % 2 == r)
	  most = fmaxf (most, s[e]);
      most = fmaxf (most, __shfl_xor_sync (0xffffffff, most, 1));
      most = fmaxf (most, __shfl_xor_sync (0xffffffff, most, 2));
      fix[r] = power_of_two ((top[r] - most) * scale);
      top[r] = most;
#pragma unroll
      for (int e = 0; e < 32; e++)
	if (e / 2 % 2 == r)
	  part += s[e] = power_of_two (fmaf (s[e], scale, -most * scale));
      sum[r] = sum[r] * fix[r] + part;
    }
}

static __device__ __forceinline__ void
convert (uint32_t (&p)[4][4], const float (&s)[32])
{
#pragma unroll
  for (int e = 0; e < 16; e++)
    p[e / 4][e % 4] = pair (s[2 * e], s[2 * e + 1]);
}

extern "C" __global__ void __launch_bounds__ (THREADS, 1)
attend (const __grid_constant__ CUtensorMap mq, const __grid_constant__ CUtensorMap mk, const __grid_constant__ CUtensorMap mv,
	const __grid_constant__ CUtensorMap mo, int n, float scale)
{
  extern __shared__ __align__ (1024) uint8_t memory[];
  uint8_t *q = memory, *k = q + 2 * Q_BYTES, *v = k + S * KV_BYTES;
  uint64_t *q_full = (uint64_t *) (v + S * KV_BYTES), *k_full = q_full + 2, *k_empty = k_full + S, *v_full = k_empty + S,
	   *v_empty = v_full + S;
  int last = (n + BKV - 1) / BKV - 1, group = warpgroup ();
  if (threadIdx.x == 0)
    {
      for (int i = 0; i < 2; i++)
	init (q_full + i, 1);
      init_ring (k_full, k_empty, S, 2);
      init_ring (v_full, v_empty, S, 2);
      fence_init ();
    }
  __syncthreads ();
  if (group == 2)
    {
      registers_fewer<24> ();
      if (warp () == 8)
	{
	  if (elected ())
	    {
	      for (int w = 0; w < 2; w++)
		load_tile (q + w * Q_BYTES, &mq, q_full + w, (2 * blockIdx.x + w) * BQ);
	      load_tile (k, &mk, k_full, last * BKV);
	    }
	  int slot = 0, phase = 0;
#pragma unroll 1
	  for (int i = 0; i < last; i++)
	    {
	      int next = slot ^ 1, next_phase = phase ^ next ^ 1;
	      wait (k_empty + next, next_phase ^ 1);
	      if (elected ())
		load_tile (k + next * KV_BYTES, &mk, k_full + next, (last - i - 1) * BKV);
	      wait (v_empty + slot, phase ^ 1);
	      if (elected ())
		load_tile (v + slot * KV_BYTES, &mv, v_full + slot, (last - i) * BKV);
	      slot = next, phase = next_phase;
	    }
	  wait (v_empty + slot, phase ^ 1);
	  if (elected ())
	    load_tile (v + slot * KV_BYTES, &mv, v_full + slot, 0);
	}
      return;
    }
  registers_more<240> ();
  int thread = threadIdx.x % 128, slot = 0, phase = 0, row = (2 * blockIdx.x + group) * BQ;
  uint8_t *own = q + group * Q_BYTES;
  uint32_t dq = descriptor (own), p[4][4];
  float s[32], acc[64], top[2] = { -1e30f, -1e30f }, sum[2] = { 0, 0 }, fix[2];
#pragma unroll
  for (int i = 0; i < 64; i++)
    acc[i] = 0;
  wait (q_full + group, 0);
  wait (k_full, 0);
  wgmma_fence ();
  score (s, dq, descriptor (k));
  wgmma_wait<0> ();
  settled (s);
  if (thread == 0)
    arrive (k_empty);
  weigh (s, top, sum, fix, scale, n - last * BKV);
  convert (p, s);
  if (group)
    barrier_arrive (TURN, 256);
#pragma unroll 1
  for (int i = 0; i < last; i++)
    {
      int next = slot ^ 1, next_phase = phase ^ next ^ 1;
      barrier_sync (TURN + group, 256);
      wait (k_full + next, next_phase);
      wgmma_fence ();
      score (s, dq, descriptor (k + next * KV_BYTES));
      wait (v_full + slot, phase);
      wgmma_fence ();
      mix (acc, p, descriptor (v + slot * KV_BYTES));
      barrier_arrive (TURN + (group ^ 1), 256);
      wgmma_wait<1> ();
      settled (s);
      if (thread == 0)
	arrive (k_empty + next);
      weigh (s, top, sum, fix, scale, BKV);
      wgmma_wait<0> ();
      settled (acc);
      if (thread == 0)
	arrive (v_empty + slot);
#pragma unroll
      for (int e = 0; e < 64; e++)
	acc[e] *= fix[e / 2 % 2];
      convert (p, s);
      slot = next, phase = next_phase;
    }
  wait (v_full + slot, phase);
  wgmma_fence ();
  mix (acc, p, descriptor (v + slot * KV_BYTES));
#pragma unroll
  for (int r = 0; r < 2; r++)
    {
      sum[r] += __shfl_xor_sync (0xffffffff, sum[r], 1);
      sum[r] += __shfl_xor_sync (0xffffffff, sum[r], 2);
    }
  wgmma_wait<0> ();
  settled (acc);
#pragma unroll
  for (int e = 0; e < 64; e++)
    acc[e] /= sum[e / 2 % 2];
  /* Nobody else has these queries: their place is free.  */
  barrier_sync (OWN + group, 128);
  put (own, acc, thread);
  fence_async ();
  barrier_sync (OWN + group, 128);
  if (thread == 0)
    {
      store (&mo, own, 0, row);
      store (&mo, own + HALF, 64, row);
      store_commit ();
      store_wait_all ();
    }
}

/* QUERIES, a multiple of what two warpgroups have, and N keys.  */
static void
attempt (int queries, int n)
{
  std::vector<uint16_t> q (queries * D), k (n * D), v (n * D), o (queries * D);
  for (std::vector<uint16_t> *x : { &q, &k, &v })
    for (uint16_t &e : *x)
      e = to_bf16 ((int) (next_random () % 5) * .5f - 1);
  uint16_t *dq = device (q.data (), q.size ()), *dk = device (k.data (), k.size ()), *dv = device (v.data (), v.size ()),
	   *to = device<uint16_t> (NULL, o.size ());
  double scale = 1 / sqrt (1.0 * D);
  int bytes = 2 * Q_BYTES + 2 * S * KV_BYTES + (2 + 4 * S) * 8;
  CUDA (cudaFuncSetAttribute (attend, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  attend<<<queries / (2 * BQ), THREADS, bytes>>> (map_of (dq, queries, D, BQ), map_of (dk, n, D, BKV), map_of (dv, n, D, BKV),
						  map_of (to, queries, D, BQ), n, scale * M_LOG2E);
  CUDA (cudaGetLastError ());
  CUDA (cudaMemcpy (o.data (), to, o.size () * 2, cudaMemcpyDeviceToHost));
  for (int i = 0; i < queries; i++)
    {
      std::vector<double> w (n);
      double all = 0;
      for (int j = 0; j < n; j++)
	{
	  double x = 0;
	  for (int d = 0; d < D; d++)
	    x += from_bf16 (q[i * D + d]) * from_bf16 (k[j * D + d]);
	  all += w[j] = exp (x * scale);
	}
      for (int d = 0; d < D; d++)
	{
	  double x = 0;
	  for (int j = 0; j < n; j++)
	    x += w[j] / all * from_bf16 (v[j * D + d]);
	  if (!(fabs (x - from_bf16 (o[i * D + d])) < .01))
	    {
	      printf ("%d queries, %d keys: o[%d][%d] is %g, not %g\n", queries, n, i, d, from_bf16 (o[i * D + d]), x);
	      exit (1);
	    }
	}
    }
  CUDA (cudaFree (dq));
  CUDA (cudaFree (dk));
  CUDA (cudaFree (dv));
  CUDA (cudaFree (to));
}

int
main ()
{
  attempt (2 * BQ, 3 * BKV + 24);
  attempt (4 * BQ, 6 * BKV);
  attempt (2 * BQ, 8);
  puts ("ok");
}
