/* SPDX-License-Identifier: MIT */
/* Bitonic sort of each block's elements: every pair belongs to one thread.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 64, N = 2 * T, BLOCKS = 4 };

__kernel __requires (grid (1), block (1), threads (T)) void
sort (unsigned *v)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *mine = v + b * N)
    __group (block, 1)
      {
	__shared unsigned x[N];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < N; i += T)
	  __partition (thread, 1, unsigned *w = x + i + t)
	    __group (thread, 1) *w = mine[i + t];
	for (int k = 2; k <= N; k *= 2)
	  for (int j = k / 2; j > 0; j /= 2)
	    {
	      int lo __perspective (thread, 1) = 2 * t - (t & (j - 1));
	      __partition (thread, 1, unsigned *w = x + lo)
		__group (thread, 1)
		  {
		    unsigned p = w[0], q = w[j];
		    int up = (lo & k) == 0;
		    if (up ? p > q : p < q)
		      {
			w[0] = q;
			w[j] = p;
		      }
		  }
	    }
	for (int i = 0; i < N; i += T)
	  __partition (thread, 1, unsigned *w = mine + i + t)
	    __group (thread, 1) *w = x[i + t];
      }
}

int
main (void)
{
  static unsigned v[BLOCKS * N], was[BLOCKS * N];
  unsigned long long s = 0, r = 0;
  for (int i = 0; i < BLOCKS * N; i++)
    s += was[i] = v[i] = t_random ();
  unsigned *d = t_dev (v, sizeof v);
  LAUNCH (BLOCKS, T, sort, d);
  t_back (v, d, sizeof v);
  for (int i = 0; i < BLOCKS * N; i++)
    {
      r += v[i];
      CHECK (i % N == 0 || v[i - 1] <= v[i]);
    }
  CHECK (r == s);
  return 0;
}
