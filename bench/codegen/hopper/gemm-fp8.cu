/* SPDX-License-Identifier: MIT */
/* px: px.dg/fragments/fp8-scales.c, 4 HGMMA and 3 UTMALDG a step */
/* C = A B^T of e4m3 with a scale for each row of A and 128 columns, and each 128 x 128 of B: each step's product is
   scaled and added to a sum of its own.  The scales are loaded while the product is under way.  */
#include "hand.h"
#include <cmath>

enum { BM = 128, BN = 128, BK = 128, S = 3, THREADS = 384 };
enum { A_BYTES = BM * BK, B_BYTES = BN * BK };

extern "C" __global__ void __launch_bounds__ (THREADS, 1)
gemm (const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, const float *__restrict__ sa,
      const float *__restrict__ sb, int m, int n, int k, float *__restrict__ c)
{
  extern __shared__ __align__ (1024) uint8_t memory[];
  uint8_t *a = memory, *b = memory + S * A_BYTES;
  uint64_t *full = (uint64_t *) (b + S * B_BYTES), *empty = full + S;
  int across = n / BN, steps = k / BK, group = warpgroup ();
  int row = blockIdx.x / across * BM, col = blockIdx.x % across * BN;
  if (threadIdx.x == 0)
    {
      init_ring (full, empty, S, 2);
      fence_init ();
    }
  __syncthreads ();
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
		load (b + slot * B_BYTES, &mb, full + slot, j * BK, col);
	      }
	    if (++slot == S)
	      slot = 0, phase ^= 1;
	  }
      return;
    }
  registers_more<232> ();
  int thread = threadIdx.x % 128, y = row + group * 64 + thread / 32 * 16 + thread % 32 / 4;
  const float *s = sa + y * steps, *t = sb + col / BN;
  float sum[64], part[64];
#pragma unroll
  for (int i = 0; i < 64; i++)
    sum[i] = 0;
#pragma unroll 1
  for (int j = 0; j < steps; j++, s++, t += across)
    {
      wait (full + slot, phase);
      wgmma_fence ();
      uint32_t da = descriptor (a + slot * A_BYTES + group * (A_BYTES / 2)), db = descriptor (b + slot * B_BYTES);
      product_e4m3<0> (part, da, db);
#pragma unroll
      for (int i = 1; i < BK / 32; i++)
	product_e4m3<1> (part, da + 2 * i, db + 2 * i);
      wgmma_commit ();
      float high = s[0] * t[0], low = s[8 * steps] * t[0];
      wgmma_wait<0> ();
      settled (part);
      if (thread == 0)
	arrive (empty + slot);
      if (++slot == S)
	slot = 0, phase ^= 1;
#pragma unroll
      for (int i = 0; i < 64; i++)
	sum[i] = fmaf (part[i], i % 4 < 2 ? high : low, sum[i]);
    }
#pragma unroll
  for (int i = 0; i < 64; i += 2)
    *(float2 *) (c + (y + i / 2 % 2 * 8) * n + col + i / 4 * 8 + thread % 4 * 2) = make_float2 (sum[i], sum[i + 1]);
}

/* Integers from 0 to 15 as e4m3.  */
static uint8_t
to_e4m3 (int v)
{
  uint32_t u;
  float f = v;
  memcpy (&u, &f, 4);
  return v ? ((u >> 23) - 127 + 7) << 3 | (u >> 20 & 7) : 0;
}

static void
attempt (int m, int n, int k)
{
  std::vector<uint8_t> a (m * k), b (n * k), x (m * k), y (n * k);
  std::vector<float> sa (m * k / BK), sb (k / BK * n / BN), c (m * n);
  for (int i = 0; i < m * k; i++)
    a[i] = to_e4m3 (x[i] = next_random () % 5);
  for (int i = 0; i < n * k; i++)
    b[i] = to_e4m3 (y[i] = next_random () % 7);
  for (float &e : sa)
    e = .25f * (next_random () % 9 + 1);
  for (float &e : sb)
    e = .5f * (next_random () % 3 + 1);
  uint8_t *da = device (a.data (), a.size ()), *db = device (b.data (), b.size ());
  float *dsa = device (sa.data (), sa.size ()), *dsb = device (sb.data (), sb.size ()), *dc = device<float> (NULL, c.size ());
  int bytes = S * (A_BYTES + B_BYTES) + 2 * S * 8;
  CUDA (cudaFuncSetAttribute (gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  gemm<<<m / BM * (n / BN), THREADS, bytes>>> (map_of (da, m, k, 64), map_of (db, n, k, BN), dsa, dsb, m, n, k, dc);
  CUDA (cudaGetLastError ());
  CUDA (cudaMemcpy (c.data (), dc, c.size () * sizeof c[0], cudaMemcpyDeviceToHost));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
	double want = 0;
	for (int l = 0; l < k; l++)
	  want += (double) x[i * k + l] * y[j * k + l] * sa[i * (k / BK) + l / BK] * sb[l / BK * (n / BN) + j / BN];
	if (!(fabs (c[i * n + j] - want) <= 1e-5 * (1 + want)))
	  {
	    printf ("%d x %d x %d: c[%d][%d] is %g, not %g\n", m, n, k, i, j, c[i * n + j], want);
	    exit (1);
	  }
      }
  CUDA (cudaFree (da));
  CUDA (cudaFree (db));
  CUDA (cudaFree (dsa));
  CUDA (cudaFree (dsb));
  CUDA (cudaFree (dc));
}

int
main ()
{
  attempt (256, 256, 512);
  attempt (128, 128, 128);
  puts ("ok");
}
