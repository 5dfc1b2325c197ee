/* SPDX-License-Identifier: MIT */
/* A stable sort by digits of 4 bits: each warp counts with px_match, one warp scans all counts,
   and each thread stores where they say.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include "../aux/t.h"

enum { T = 128, W = T / 32, R = 16 };

__kernel __requires (grid (1), block (1), threads (T), smem (W * R * 4 + T * 4)) void
sort (const unsigned *in, unsigned *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *o = out + b * T)
    __group (block, 1)
      {
	__shared unsigned count[W][R], keys[T];
	int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 32) = px_id (thread, 32);
	unsigned key __perspective (thread, 1) = in[b * T + t];
	for (int shift = 0; shift < 8; shift += 4)
	  {
	    unsigned digit __perspective (thread, 1) = key >> shift & (R - 1), rank __perspective (thread, 1);
	    __partition (thread, 32, unsigned *mine = count[w])
	      __group (thread, 32)
		{
		  int lane __perspective (thread, 1) = px_id (thread);
		  __partition (thread, 1, unsigned *p = mine + lane)
		    __group (thread, 1)
		      if (lane < R)
			*p = 0;
		  unsigned same __perspective (thread, 1) = px_match (digit);
		  rank = px_popc (same & ((1u << lane) - 1));
		  __group (thread, 1)
		    if (rank == 0)
		      px_atomic_exchange (mine + digit, (unsigned) px_popc (same));
		}
	    /* What comes before: smaller digits of all warps, the same one of those below.  */
	    __claim (thread, 32, unsigned (*all)[R] = count)
	      __split (thread)
		__case (32)
		  {
		    unsigned before = 0;
		    for (int k = 0; k < W * R; k += 32)
		      {
			int lane __perspective (thread, 1) = px_id (thread), i __perspective (thread, 1) = k + lane;
			unsigned x __perspective (thread, 1) = all[i % W][i / W], s __perspective (thread, 1) = x;
			for (int d = 1; d < 32; d *= 2)
			  {
			    unsigned y __perspective (thread, 1) = px_shfl_up (s, d);
			    s += lane >= d ? y : 0;
			  }
			__partition (thread, 1, unsigned *p = &all[i % W][i / W])
			  *p = before + s - x;
			before += px_broadcast (px_shfl_idx (s, 31));
		      }
		  }
	    unsigned to __perspective (thread, 1) = count[w][digit] + rank;
	    __partition (thread, 1, unsigned *p = keys + to)
	      *p = key;
	    key = keys[t];
	  }
	__partition (thread, 1, unsigned *p = o + t)
	  *p = key;
      }
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int
main (void)
{
  enum { B = 3 };
  static unsigned a[B][T], o[B][T];
  for (int i = 0; i < B * T; i++)
    a[i / T][i % T] = t_random () % 256;
  unsigned *d = t_dev (a, sizeof a), *e = t_dev (0, sizeof o);
  LAUNCH (B, T, sort, d, e);
  t_back (o, e, sizeof o);
  OK (px_free (d));
  for (int b = 0; b < B; b++)
    qsort (a[b], T, sizeof a[b][0], compare);
  CHECK (!memcmp (a, o, sizeof a));
  return 0;
}
