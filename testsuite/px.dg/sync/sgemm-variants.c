/* SPDX-License-Identifier: MIT */
/* Matrix products after the published CUDA sequence: tiles in shared memory, tiles of
   one and of two dimensions per thread, vector loads, tiles per warp, two buffers.
   As many barriers a step as the CUDA programs have: two, with two buffers one.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { M = 128, N = 64, BM = 64, BN = 64, BK = 8 };
typedef float quad __attribute__ ((vector_size (16)));

__kernel __requires (grid (1), block (1), threads (256), smem (2048)) void
tiles (const float *A, const float *B, float *C, int K)
{
  enum { W = 16 };
  int br __perspective (block, 1) = px_id (block) / (N / W), bc __perspective (block, 1) = px_id (block) % (N / W);
  __partition (block, 1, float *tile = C + br * W * N + bc * W)
    __group (block, 1)
      {
	__shared float As[W * W];
	__shared float Bs[W * W];
	int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / W, c __perspective (thread, 1) = t % W;
	float sum __perspective (thread, 1) = 0;
	for (int k = 0; k < K; k += W)
	  {
	    __partition (thread, 1, float *a = As + t)
	      *a = A[(br * W + r) * K + k + c];
	    __partition (thread, 1, float *b = Bs + t)
	      *b = B[(k + r) * N + bc * W + c];
	    for (int i = 0; i < W; i++)
	      sum += As[r * W + i] * Bs[i * W + c];
	  }
	__partition (thread, 1, float *o = tile + r * N + c)
	  *o = sum;
      }
}

/* A column of TM elements a thread.  */
__kernel __requires (grid (1), block (1), threads (512), smem (4096)) void
tiles_1d (const float *A, const float *B, float *C, int K)
{
  enum { TM = 8 };
  int br __perspective (block, 1) = px_id (block) / (N / BN), bc __perspective (block, 1) = px_id (block) % (N / BN);
  __partition (block, 1, float *tile = C + br * BM * N + bc * BN)
    __group (block, 1)
      {
	__shared float As[BM * BK];
	__shared float Bs[BK * BN];
	int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / BN, c __perspective (thread, 1) = t % BN;
	float sum[TM] __perspective (thread, 1) = { 0 };
	for (int k = 0; k < K; k += BK)
	  {
	    __partition (thread, 1, float *a = As + t)
	      *a = A[(br * BM + t / BK) * K + k + t % BK];
	    __partition (thread, 1, float *b = Bs + t)
	      *b = B[(k + t / BN) * N + bc * BN + t % BN];
	    for (int i = 0; i < BK; i++)
	      {
		float b __perspective (thread, 1) = Bs[i * BN + c];
		for (int m = 0; m < TM; m++)
		  sum[m] += As[(r * TM + m) * BK + i] * b;
	      }
	  }
	for (int m = 0; m < TM; m++)
	  __partition (thread, 1, float *o = tile + (r * TM + m) * N + c)
	    *o = sum[m];
      }
}

/* TM x TN elements a thread; each brings several of a tile.  */
__kernel __requires (grid (1), block (1), threads (64), smem (4096)) void
tiles_2d (const float *A, const float *B, float *C, int K)
{
  enum { TM = 8, TN = 8, T = 64 };
  int br __perspective (block, 1) = px_id (block) / (N / BN), bc __perspective (block, 1) = px_id (block) % (N / BN);
  __partition (block, 1, float *tile = C + br * BM * N + bc * BN)
    __group (block, 1)
      {
	__shared float As[BM * BK];
	__shared float Bs[BK * BN];
	int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / (BN / TN), c __perspective (thread, 1) = t % (BN / TN);
	float sum[TM * TN] __perspective (thread, 1) = { 0 };
	for (int k = 0; k < K; k += BK)
	  {
	    for (int x = 0; x < BM * BK; x += T)
	      __partition (thread, 1, float *a = As + x + t)
		*a = A[(br * BM + (x + t) / BK) * K + k + (x + t) % BK];
	    for (int x = 0; x < BK * BN; x += T)
	      __partition (thread, 1, float *b = Bs + x + t)
		*b = B[(k + (x + t) / BN) * N + bc * BN + (x + t) % BN];
	    for (int i = 0; i < BK; i++)
	      for (int m = 0; m < TM; m++)
		for (int n = 0; n < TN; n++)
		  sum[m * TN + n] += As[(r * TM + m) * BK + i] * Bs[i * BN + c * TN + n];
	  }
	for (int m = 0; m < TM; m++)
	  for (int n = 0; n < TN; n++)
	    __partition (thread, 1, float *o = tile + (r * TM + m) * N + c * TN + n)
	      *o = sum[m * TN + n];
      }
}

/* The same, by vectors of four; A's tile is transposed on the way.  */
__kernel __requires (grid (1), block (1), threads (64), smem (4096)) void
vectors (const float *A, const float *B, float *C, int K)
{
  enum { TM = 8, TN = 8, T = 64 };
  int br __perspective (block, 1) = px_id (block) / (N / BN), bc __perspective (block, 1) = px_id (block) % (N / BN);
  __partition (block, 1, float *tile = C + br * BM * N + bc * BN)
    __group (block, 1)
      {
	__shared float As[BK * BM];
	__shared float Bs[BK * BN];
	int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / (BN / TN), c __perspective (thread, 1) = t % (BN / TN);
	float sum[TM * TN] __perspective (thread, 1) = { 0 };
	for (int k = 0; k < K; k += BK)
	  {
	    for (int x = 0; x < BM; x += T / (BK / 4))
	      __partition (thread, 1, float *a = As + t % 2 * 4 * BM + x + t / 2)
		{
		  quad v __perspective (thread, 1) = *(const quad *) (A + (br * BM + x + t / 2) * K + k + t % 2 * 4);
		  a[0] = v[0], a[BM] = v[1], a[2 * BM] = v[2], a[3 * BM] = v[3];
		}
	    for (int x = 0; x < BK; x += T / (BN / 4))
	      __partition (thread, 1, float *b = Bs + (x + t / 16) * BN + t % 16 * 4)
		*(quad *) b = *(const quad *) (B + (k + x + t / 16) * N + bc * BN + t % 16 * 4);
	    for (int i = 0; i < BK; i++)
	      for (int m = 0; m < TM; m++)
		for (int n = 0; n < TN; n++)
		  sum[m * TN + n] += As[i * BM + r * TM + m] * Bs[i * BN + c * TN + n];
	  }
	for (int m = 0; m < TM; m++)
	  for (int n = 0; n < TN; n += 4)
	    __partition (thread, 1, float *o = tile + (r * TM + m) * N + c * TN + n)
	      {
		quad v __perspective (thread, 1) = { sum[m * TN + n], sum[m * TN + n + 1], sum[m * TN + n + 2], sum[m * TN + n + 3] };
		*(quad *) o = v;
	      }
      }
}

/* Each of four warps has a tile of 32 x 32, its lanes 4 x 4 in each of two parts.  */
__kernel __requires (grid (1), block (1), threads (128), smem (4096)) void
warps (const float *A, const float *B, float *C, int K)
{
  enum { TM = 4, TN = 4, T = 128, PARTS = 2 };
  int br __perspective (block, 1) = px_id (block) / (N / BN), bc __perspective (block, 1) = px_id (block) % (N / BN);
  __partition (block, 1, float *tile = C + br * BM * N + bc * BN)
    __group (block, 1)
      {
	__shared float As[BM * BK];
	__shared float Bs[BK * BN];
	int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 1) = t / 32, l __perspective (thread, 1) = t % 32;
	int r __perspective (thread, 1) = w / 2 * 32 + l / 8 * TM, c __perspective (thread, 1) = w % 2 * 32 + l % 8 * TN;
	float sum[PARTS * TM * TN] __perspective (thread, 1) = { 0 };
	for (int k = 0; k < K; k += BK)
	  {
	    for (int x = 0; x < BM * BK; x += T)
	      __partition (thread, 1, float *a = As + x + t)
		*a = A[(br * BM + (x + t) / BK) * K + k + (x + t) % BK];
	    for (int x = 0; x < BK * BN; x += T)
	      __partition (thread, 1, float *b = Bs + x + t)
		*b = B[(k + (x + t) / BN) * N + bc * BN + (x + t) % BN];
	    for (int i = 0; i < BK; i++)
	      for (int p = 0; p < PARTS; p++)
		for (int m = 0; m < TM; m++)
		  for (int n = 0; n < TN; n++)
		    sum[(p * TM + m) * TN + n] += As[(r + p * 16 + m) * BK + i] * Bs[i * BN + c + n];
	  }
	for (int p = 0; p < PARTS; p++)
	  for (int m = 0; m < TM; m++)
	    for (int n = 0; n < TN; n++)
	      __partition (thread, 1, float *o = tile + (r + p * 16 + m) * N + c + n)
		*o = sum[(p * TM + m) * TN + n];
      }
}

/* Two buffers: the next step's tiles come while this one's are used.  */
__kernel __requires (grid (1), block (1), threads (64), smem (8192)) void
two_buffers (const float *A, const float *B, float *C, int K)
{
  enum { TM = 8, TN = 8, T = 64 };
  int br __perspective (block, 1) = px_id (block) / (N / BN), bc __perspective (block, 1) = px_id (block) % (N / BN);
  __partition (block, 1, float *tile = C + br * BM * N + bc * BN)
    __group (block, 1)
      {
	__shared float As[2][BM * BK];
	__shared float Bs[2][BK * BN];
	int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / (BN / TN), c __perspective (thread, 1) = t % (BN / TN);
	float sum[TM * TN] __perspective (thread, 1) = { 0 };
	int now = 0;
	for (int x = 0; x < BM * BK; x += T)
	  __partition (thread, 1, float *a = As[0] + x + t)
	    *a = A[(br * BM + (x + t) / BK) * K + (x + t) % BK];
	for (int x = 0; x < BK * BN; x += T)
	  __partition (thread, 1, float *b = Bs[0] + x + t)
	    *b = B[(x + t) / BN * N + bc * BN + (x + t) % BN];
	for (int k = 0; k < K; k += BK)
	  {
	    if (k + BK < K)
	      {
		for (int x = 0; x < BM * BK; x += T)
		  __partition (thread, 1, float *a = As[1 - now] + x + t)
		    *a = A[(br * BM + (x + t) / BK) * K + k + BK + (x + t) % BK];
		for (int x = 0; x < BK * BN; x += T)
		  __partition (thread, 1, float *b = Bs[1 - now] + x + t)
		    *b = B[(k + BK + (x + t) / BN) * N + bc * BN + (x + t) % BN];
	      }
	    for (int i = 0; i < BK; i++)
	      for (int m = 0; m < TM; m++)
		for (int n = 0; n < TN; n++)
		  sum[m * TN + n] += As[now][(r * TM + m) * BK + i] * Bs[now][i * BN + c * TN + n];
	    now = 1 - now;
	  }
	for (int m = 0; m < TM; m++)
	  for (int n = 0; n < TN; n++)
	    __partition (thread, 1, float *o = tile + (r * TM + m) * N + c * TN + n)
	      *o = sum[m * TN + n];
      }
}
/* { dg-final { scan-ptx-times {bar\.sync 0;} 11 } } */

enum { K = 32 };
static float a[M * K], b[K * N], c[M * N];
static float *da, *db;

static void
check (float *dc)
{
  t_back (c, dc, sizeof c);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	float s = 0;
	for (int k = 0; k < K; k++)
	  s += a[i * K + k] * b[k * N + j];
	CHECK (c[i * N + j] == s);
      }
}

#define RUN(KERNEL, TILE, THREADS) \
  { \
    float *dc = t_dev (0, sizeof c); \
    LAUNCH (M / TILE * (N / TILE), THREADS, KERNEL, da, db, dc, K); \
    check (dc); \
  }

int
main (void)
{
  for (int i = 0; i < M * K; i++)
    a[i] = i % 7 - 3;
  for (int i = 0; i < K * N; i++)
    b[i] = i % 5 - 2;
  da = t_dev (a, sizeof a);
  db = t_dev (b, sizeof b);
  RUN (tiles, 16, 256)
  RUN (tiles_1d, BM, 512)
  RUN (tiles_2d, BM, 64)
  RUN (vectors, BM, 64)
  RUN (warps, BM, 128)
  RUN (two_buffers, BM, 64)
  return 0;
}
