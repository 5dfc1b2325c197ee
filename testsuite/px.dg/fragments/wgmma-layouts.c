/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Products of a warpgroup from tiles of each swizzle, along and across K, of two
   strips each: px_at, wgmma's descriptors and ldmatrix agree about the order.  */
#include <px.h>
#include <stdio.h>

enum { M = 64, N = 128, K = 128 };

#define KERNEL(NAME, OP, SW, AR, AC, BR, BC)						\
__kernel __requires (grid (1), block (1), threads (128)) void				\
NAME (const px_half *a __perspective (grid, 1), const px_half *b __perspective (grid, 1),	\
      float *c __perspective (grid, 1))							\
{											\
  int blk __perspective (block, 1) = px_id (block);					\
  __partition (block, 1, float *cb = c + blk * M * N)					\
    __group (block, 1)									\
      {											\
	__shared px_tile (px_half, AR, AC, SW) as;					\
	__shared px_tile (px_half, BR, BC, SW) bs;					\
	int t __perspective (thread, 1) = px_id (thread);				\
	__partition (thread, 1, px_tile (px_half, AR, AC, SW) *w = &as)			\
	  __group (thread, 1)								\
	    for (int i = t; i < M * K; i += 128)					\
	      px_at (w, i / (AC), i % (AC)) = a[i];					\
	__partition (thread, 1, px_tile (px_half, BR, BC, SW) *w = &bs)			\
	  __group (thread, 1)								\
	    for (int i = t; i < N * K; i += 128)					\
	      px_at (w, i / (BC), i % (BC)) = b[i];					\
	__partition (thread, 128, float *cw = cb)					\
	  __group (thread, 128)								\
	    {										\
	      px_acc (float, M, N) acc;							\
	      OP (&acc, &as, &bs);							\
	      px_store (cw, N, &acc);							\
	    }										\
      }											\
}
#define KERNELS(SW)									\
  KERNEL (nn##SW, px_mul, SW, M, K, K, N)						\
  KERNEL (nt##SW, px_mul_nt, SW, M, K, N, K)						\
  KERNEL (tn##SW, px_mul_tn, SW, K, M, K, N)						\
  KERNEL (tt##SW, px_mul_tt, SW, K, M, N, K)
KERNELS (0)
KERNELS (32)
KERNELS (64)
KERNELS (128)

static px_half
half (int v)
{
  int e = 0;
  for (int x = v; x > 1; x /= 2)
    e++;
  return v ? (px_half) { (e + 15) << 10 | ((v << 10 >> e) & 0x3ff) } : (px_half) { 0 };
}

static int at (int ta, int rows, int cols, int r, int c) { return ta ? c * rows + r : r * cols + c; }

static px_half a[M * K], b[K * N];
static float c[M * N], want[M * N];
static px_half *da, *db;
static float *dc;

/* Operands as kernel NAME wants them.  */
static void
fill (int ta, int tb)
{
  for (int i = 0; i < M; i++)
    for (int j = 0; j < K; j++)
      a[at (ta, M, K, i, j)] = half ((i * 7 + j * 3) % 11);
  for (int i = 0; i < K; i++)
    for (int j = 0; j < N; j++)
      b[at (tb, K, N, i, j)] = half ((i * 5 + j * 13) % 17);
}

static int
check (const char *name)
{
  for (int i = 0; i < M * N; i++)
    if (c[i] != want[i])
      {
	printf ("%s: c[%d][%d] = %g, not %g\n", name, i / N, i % N, c[i], want[i]);
	return 1;
      }
  return 0;
}

#define RUN(NAME, TA, TB)								\
  fill (TA, TB);									\
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))	\
      || px_check (px_launch (px_grid (1, 128), NAME, da, db, dc))			\
      || px_check (px_copy (c, dc, sizeof c)))						\
    return 1;										\
  bad |= check (#NAME);
#define RUNS(SW) RUN (nn##SW, 0, 0) RUN (nt##SW, 0, 1) RUN (tn##SW, 1, 0) RUN (tt##SW, 1, 1)

int
main (void)
{
  int bad = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int l = 0; l < K; l++)
	want[i * N + j] += (i * 7 + l * 3) % 11 * ((l * 5 + j * 13) % 17);
  da = px_alloc (sizeof a);
  db = px_alloc (sizeof b);
  dc = px_alloc (sizeof c);
  RUNS (0)
  RUNS (32)
  RUNS (64)
  RUNS (128)
  return bad;
}
