/* SPDX-License-Identifier: MIT */
/* The k-th smallest number of each row: a radix of 8 bits a pass, by histograms in shared memory.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 256 };

__kernel __requires (grid (1), block (1), threads (T), smem (T * 4 + 32)) void
kth (const unsigned *rows, int n, int k, unsigned *out)
{
  int b __perspective (block, 1) = px_id (block);
  const unsigned *row __perspective (block, 1) = rows + (long) b * n;
  __partition (block, 1, unsigned *o = out + b)
    __group (block, 1)
      {
	__shared unsigned count[T], digit, rest;
	int t __perspective (thread, 1) = px_id (thread);
	unsigned prefix = 0, mask = 0, left = k;
	for (int shift = 24; shift >= 0; shift -= 8)
	  {
	    __partition (thread, 1, unsigned *p = count + t)
	      *p = 0;
	    __group (thread, 1)
	      for (int i = t; i < n; i += T)
		if ((row[i] & mask) == prefix)
		  px_atomic_add (&count[row[i] >> shift & 255], 1u);
	    __claim (thread, 1, unsigned *d = &digit)
	      __claim (thread, 1, unsigned *r = &rest)
		__split (thread)
		  __case (1)
		    {
		      unsigned c = left, i = 0;
		      while (c >= count[i])
			c -= count[i++];
		      *d = i;
		      *r = c;
		    }
	    prefix |= digit << shift;
	    mask |= 255u << shift;
	    left = rest;
	  }
	__claim (thread, 1, unsigned *p = o)
	  __split (thread) __case (1) *p = prefix;
      }
}

static int
compare (const void *a, const void *b)
{
  unsigned x = *(const unsigned *) a, y = *(const unsigned *) b;
  return (x > y) - (x < y);
}

int
main (void)
{
  enum { R = 4, N = 700, K = 333 };
  static unsigned a[R][N], o[R];
  for (int r = 0; r < R; r++)
    for (int i = 0; i < N; i++)
      a[r][i] = t_random () & (r % 2 ? 0xffffffff : 0xfff);
  unsigned *d = t_dev (a, sizeof a), *e = t_dev (0, sizeof o);
  LAUNCH (R, T, kth, d, N, K, e);
  t_back (o, e, sizeof o);
  OK (px_free (d));
  for (int r = 0; r < R; r++)
    {
      qsort (a[r], N, sizeof a[r][0], compare);
      CHECK (o[r] == a[r][K]);
    }
  return 0;
}
