/* SPDX-License-Identifier: MIT */
/* px_mul of numbers, of pairs and of matrices; px_atomic_load through const.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel void
numbers (const float *a, const int *k, px_half2 *h, px_bf16 *b)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, px_half2 *ho = h + i)
    __partition (thread, 1, px_bf16 *bo = b + i)
      __group (thread, 1)
	{
	  px_half2 v = px_to_half2 (a[i], (float) px_atomic_load (k));
	  *ho = px_mul (v, v);
	  *bo = px_mul (px_to_bf16 (a[i]), px_to_bf16 (2.0f));
	}
}

__kernel __requires (grid (1), block (1), threads (32)) void
matrices (const px_half *a, float *c)
{
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, float *o = c + 128 * w)
    __group (thread, 32)
      {
	px_acc (float, 16, 8) sum;
	px_lhs (px_half, 16, 16) x;
	px_rhs (px_half, 16, 8) y;
	px_load (&x, a, 16);
	px_load (&y, a, 8);
	px_mul (&sum, &x, &y);
	px_store (o, 8, &sum);
      }
}

int
main (void)
{
  enum { N = 32 };
  static float a[N], c[16][8];
  static unsigned h[N], ones[128];
  static unsigned short b[N];
  int k = 2;
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int i = 0; i < 128; i++)
    ones[i] = 0x3c003c00;
  void *da = t_dev (a, sizeof a), *dk = t_dev (&k, sizeof k), *dh = t_dev (0, sizeof h), *db = t_dev (0, sizeof b);
  LAUNCH (1, N, numbers, da, dk, dh, db);
  t_back (h, dh, sizeof h);
  t_back (b, db, sizeof b);
  for (int i = 0; i < N; i++)
    {
      float f = 2 * i;
      unsigned bits;
      memcpy (&bits, &f, 4);
      CHECK (b[i] == bits >> 16);
      CHECK (h[i] >> 16 == 0x4400);
    }
  CHECK ((h[3] & 0xffff) == 0x4880);
  void *dm = t_dev (ones, sizeof ones), *dc = t_dev (0, sizeof c);
  LAUNCH (1, 32, matrices, dm, dc);
  t_back (c, dc, sizeof c);
  for (int i = 0; i < 128; i++)
    CHECK (c[i / 8][i % 8] == 16);
  return 0;
}
