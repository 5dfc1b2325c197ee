/* SPDX-License-Identifier: MIT */
/* The positive numbers of an array, in their order: counts of the warps by ballots, which
   the host adds up, then each warp copies its own.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
/* { dg-final { scan-ptx-times {bar\.} 0 } } */
#include "../aux/t.h"

enum { T = 256, W = T / 32 };

__kernel __requires (grid (1), block (1), threads (T)) void
count (const int *in, int n, int *counts)
{
  int i __perspective (thread, 1) = px_id (thread);
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, int *c = counts + w)
    __group (thread, 32)
      {
	int have __perspective (thread, 1) = i < n && in[i] > 0;
	unsigned m = px_ballot (have);
	__claim (thread, 1, int *q = c)
	  __split (thread) __case (1) *q = px_popc (m);
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
scatter (const int *in, int n, const int *offset, int *out)
{
  int i __perspective (thread, 1) = px_id (thread);
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, int *o = out + offset[w])
    __group (thread, 32)
      {
	int lane __perspective (thread, 1) = px_id (thread);
	int v __perspective (thread, 1) = i < n ? in[i] : 0;
	unsigned m = px_ballot (v > 0);
	int rank __perspective (thread, 1) = px_popc (m & ((1u << lane) - 1));
	__partition (thread, 1, int *q = o + rank)
	  __group (thread, 1)
	    if (v > 0)
	      *q = v;
      }
}

int
main (void)
{
  enum { N = 3001, B = (N + T - 1) / T };
  static int in[N], out[N], want[N], counts[B * W];
  int n = 0;
  for (int i = 0; i < N; i++)
    if ((in[i] = (int) (t_random () % 200) - 100) > 0)
      want[n++] = in[i];
  int *d = t_dev (in, sizeof in), *c = t_dev (0, sizeof counts), *o = t_dev (0, sizeof out);
  LAUNCH (B, T, count, d, N, c);
  OK (px_copy (counts, c, sizeof counts));
  for (int i = 0, sum = 0; i < B * W; i++)
    {
      int k = counts[i];
      counts[i] = sum;
      sum += k;
    }
  OK (px_copy (c, counts, sizeof counts));
  LAUNCH (B, T, scatter, d, N, c, o);
  t_back (out, o, sizeof out);
  CHECK (!memcmp (out, want, n * sizeof *out));
  OK (px_free (d));
  OK (px_free (c));
  return 0;
}
