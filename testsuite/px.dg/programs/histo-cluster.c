/* SPDX-License-Identifier: MIT */
/* A histogram whose bins are dealt out to the blocks of a cluster, which add to each
   other's through distributed shared memory.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {barrier\.cluster\.wait} 2 } } */
#include "../aux/t.h"

enum { T = 128, C = 4, BINS = 512, EACH = BINS / C };

__kernel __requires (grid (1), cluster (C), block (1), threads (T), smem (EACH * 4)) void
hist (const unsigned short *in, int n, unsigned *bins)
{
  int total = px_units (thread);
  int first __perspective (thread, 1) = px_id (thread);
  __group (block, C)
    {
      __shared unsigned h[EACH];
      int rank __perspective (block, 1) = px_id (block);
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, unsigned *w = h + t)
	    *w = 0;
	}
      __group (block, 1)
	{
	  __group (thread, 1)
	    for (int i = first; i < n; i += total)
	      {
		int bin = in[i] % BINS;
		unsigned *there = px_map_shared (h, bin / EACH);
		px_atomic_add (there + bin % EACH, 1u, px_relaxed, px_cluster);
	      }
	}
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __group (thread, 1)
	    px_atomic_add (bins + rank * EACH + t, h[t]);
	}
    }
}

int
main (void)
{
  enum { N = 20000 };
  static unsigned short in[N];
  static unsigned want[BINS], got[BINS];
  unsigned short *d;
  unsigned *bins = t_dev (got, sizeof got);
  for (int i = 0; i < N; i++)
    {
      in[i] = t_random ();
      want[in[i] % BINS]++;
    }
  d = t_dev (in, sizeof in);
  LAUNCH (2 * C, T, hist, d, N, bins);
  t_back (got, bins, sizeof got);
  CHECK (!memcmp (got, want, sizeof got));
  OK (px_free (d));
  return 0;
}
