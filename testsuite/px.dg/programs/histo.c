/* SPDX-License-Identifier: MIT */
/* Histogram: counts in shared memory, then one addition a bin.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 128, BINS = 256, N = 5000, BLOCKS = 3 };

__kernel __requires (grid (1), block (1), threads (T)) void
histogram (const unsigned char *in, unsigned *bins, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared unsigned own[BINS];
      int t __perspective (thread, 1) = px_id (thread);
      for (int i = 0; i < BINS; i += T)
	__partition (thread, 1, unsigned *w = own + i + t)
	  __group (thread, 1) *w = 0;
      __group (thread, 1)
	for (int i = b * T + t; i < n; i += BLOCKS * T)
	  __atomic_fetch_add (&own[in[i]], 1, __ATOMIC_RELAXED);
      __group (thread, 1)
	for (int i = t; i < BINS; i += T)
	  __atomic_fetch_add (&bins[i], own[i], __ATOMIC_RELAXED);
    }
}

int
main (void)
{
  static unsigned char in[N];
  static unsigned bins[BINS], want[BINS];
  for (int i = 0; i < N; i++)
    want[in[i] = t_random () >> 20]++;
  unsigned char *d = t_dev (in, sizeof in);
  unsigned *o = t_dev (bins, sizeof bins);
  LAUNCH (BLOCKS, T, histogram, d, o, N);
  t_back (bins, o, sizeof bins);
  for (int i = 0; i < BINS; i++)
    CHECK (bins[i] == want[i]);
  return 0;
}
