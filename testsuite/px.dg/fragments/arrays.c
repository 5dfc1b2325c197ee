/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-O0" } */
/* Arrays of fragments, indexed by counters, also in functions that get one by its first
   element, whole, or row by row.  */
#include "aux/elements.h"

enum { R = 2, C = 4, K = 32, M = 16 * R, N = 8 * C };
typedef px_acc (float, 16, 8) acc;

static inline __device __requires (thread (32)) void
clear (acc *row)
{
  for (int j = 0; j < C; j++)
    px_zero (row + j);
}

static inline __device __requires (thread (32)) void
twice (acc row[C])
{
  for (int j = C - 1; j >= 0; j--)
    px_scale (&row[j], 2.f);
}

static inline __device __requires (thread (32)) void
keep (acc (*all)[R][C], float *q, int ld)
{
  for (int i = 0; i < R * C; i++)
    px_store (q + i / C * 16 * ld + i % C * 8, ld, &(*all)[i / C][i % C]);
}

__kernel __requires (grid (1), block (1), threads (32)) void
product (const px_half *a __perspective (grid, 1), const px_half *b __perspective (grid, 1), float *d __perspective (grid, 1))
{
  __partition (thread, 32, float *q = d + px_id (thread, 32) * M * N)
    __group (thread, 32)
      {
	acc sum[R][C];
	for (int i = 0; i < R; i++)
	  clear (sum[i]);
	for (int k = 0; k < K; k += 16)
	  {
	    px_lhs (px_half, 16, 16) x[R];
	    px_rhs (px_half, 16, 8) y[C];
	    for (int i = 0; i < R; i++)
	      px_load (&x[i], a + i * 16 * K + k, K);
	    for (int j = 0; j < C; j++)
	      px_load (&y[j], b + k * N + j * 8, N);
	    for (int i = 0; i < R; i++)
	      for (int j = 0; j < C; j++)
		px_mma (&sum[i][j], &x[i], &y[j]);
	  }
	for (int i = 0; i < R; i++)
	  twice (sum[i]);
	keep (&sum, q, N);
      }
}

int
main (void)
{
  static px_half a[M * K], b[K * N];
  static float d[M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = make_px_half (i * 7 % 5);
  for (int i = 0; i < K * N; i++)
    b[i] = make_px_half (i * 3 % 7);
  px_half *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  float *dd = px_alloc (sizeof d);
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))
      || px_check (px_launch (px_grid (1, 32), product, da, db, dd)) || px_check (px_copy (d, dd, sizeof d)))
    return 1;
  for (int i = 0; i < M * N; i++)
    {
      int want = 0;
      for (int k = 0; k < K; k++)
	want += 2 * ((i / N * K + k) * 7 % 5) * ((k * N + i % N) * 3 % 7);
      if (d[i] != want)
	{
	  printf ("d[%d][%d] = %g, not %d\n", i / N, i % N, d[i], want);
	  return 1;
	}
    }
  return 0;
}
