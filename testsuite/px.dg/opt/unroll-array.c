/* SPDX-License-Identifier: MIT */
/* Arrays that only loops of constant trip count index are in registers: a tile of sums, an array
   indexed by a counter that doubles, one below a barrier that each turn has.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "../aux/t.h"

enum { N = 64, TM = 4, TN = 4, BK = 8 };

/* The products of A, N by BK, and B, BK by N: each thread of 16 by 16 has TM by TN of them.  */
__kernel __requires (grid (1), block (1), threads (256), smem (2 * N * BK * sizeof (int))) void
product (const int *restrict a, const int *restrict b, int *restrict c)
{
  int tile __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *mine = c + tile * N * N)
    __group (block, 1)
      {
	__shared int as[N * BK];
	__shared int bs[BK * N];
	int t __perspective (thread, 1) = px_id (thread);
	int row __perspective (thread, 1) = t / 16, col __perspective (thread, 1) = t % 16;
	int sum[TM * TN] __perspective (thread, 1) = { 0 };
	for (int x = 0; x < N * BK; x += 256)
	  {
	    __partition (thread, 1, int *p = as + x + t)
	      *p = a[x + t];
	    __partition (thread, 1, int *p = bs + x + t)
	      *p = b[x + t];
	  }
	for (int k = 0; k < BK; k++)
	  for (int m = 0; m < TM; m++)
	    for (int n = 0; n < TN; n++)
	      sum[m * TN + n] += as[(row * TM + m) * BK + k] * bs[k * N + col * TN + n];
	for (int m = 0; m < TM; m++)
	  for (int n = 0; n < TN; n++)
	    __partition (thread, 1, int *o = mine + (row * TM + m) * N + col * TN + n)
	      *o = sum[m * TN + n];
      }
}

/* Sums by halves, each of which is kept.  */
__kernel __requires (grid (1), block (1), threads (64), smem (64 * sizeof (int))) void
halves (const int *restrict in, int *restrict out)
{
  int part __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *mine = out + part * 64)
    __group (block, 1)
      {
	__shared int s[64];
	int t __perspective (thread, 1) = px_id (thread);
	int seen[64] __perspective (thread, 1);
	__partition (thread, 1, int *p = s + t)
	  *p = in[t];
	for (int d = 1; d < 64; d *= 2)
	  {
	    int other __perspective (thread, 1) = s[t ^ d];
	    seen[d] = other;
	    __partition (thread, 1, int *p = s + t)
	      *p += other;
	  }
	int r __perspective (thread, 1) = 0;
	for (int d = 1; d < 64; d *= 2)
	  r = 3 * r + seen[d];
	__partition (thread, 1, int *o = mine + t)
	  *o = r;
      }
}

int
main (void)
{
  int *a = NEW (int, N * BK), *b = NEW (int, BK * N), *c = NEW (int, N * N), *o = NEW (int, 64);
  for (int i = 0; i < N * BK; i++)
      {
	a[i] = RND (100);
	b[i] = RND (100);
      }
  LAUNCH (1, 256, product, a, b, c);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	int sum = 0;
	for (int k = 0; k < BK; k++)
	  sum += a[i * BK + k] * b[k * N + j];
	CHECK (c[i * N + j] == sum);
      }
  LAUNCH (1, 64, halves, a, o);
  int s[64], r[64] = { 0 };
  memcpy (s, a, sizeof (s));
  for (int d = 1; d < 64; d *= 2)
      {
	int next[64];
	for (int i = 0; i < 64; i++)
	  {
	    r[i] = 3 * r[i] + s[i ^ d];
	    next[i] = s[i] + s[i ^ d];
	  }
	memcpy (s, next, sizeof (s));
      }
  for (int i = 0; i < 64; i++)
    CHECK (o[i] == r[i]);
  return 0;
}
