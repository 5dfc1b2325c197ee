/* SPDX-License-Identifier: MIT */
/* Sort of a block's keys by one bit at a time: where each goes follows from a vote
   in each warp and the warps' counts.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include "../aux/t.h"

enum { T = 128, W = T / 32, BITS = 10 };

__kernel __requires (grid (1), block (1), threads (T)) void
sort (unsigned *keys)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *mine = keys + b * T)
    __group (block, 1)
      {
	__shared unsigned x[T], zeros[W];
	int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 32) = px_id (thread, 32);
	__partition (thread, 1, unsigned *p = x + t)
	  __group (thread, 1) *p = mine[t];
	for (int bit = 0; bit < BITS; bit++)
	  {
	    unsigned v __perspective (thread, 1) = x[t];
	    int zero __perspective (thread, 1) = !(v >> bit & 1);
	    unsigned mask __perspective (thread, 32);
	    __partition (thread, 32, unsigned *p = zeros + w)
	      __group (thread, 32)
		{
		  mask = px_ballot (zero);
		  __claim (thread, 1, unsigned *one = p)
		    __split (thread) __case (1) *one = px_popc (mask);
		}
	    int before __perspective (thread, 32) = 0, all = 0;
	    for (int i = 0; i < W; i++)
	      {
		before += i < w ? zeros[i] : 0;
		all += zeros[i];
	      }
	    int rank __perspective (thread, 1) = before + px_popc (mask & ((1u << t % 32) - 1));
	    int to __perspective (thread, 1) = zero ? rank : all + t - rank;
	    __partition (thread, 1, unsigned *p = x + to)
	      __group (thread, 1) *p = v;
	  }
	__partition (thread, 1, unsigned *p = mine + t)
	  __group (thread, 1) *p = x[t];
      }
}

int
main (void)
{
  enum { B = 3 };
  static unsigned v[B * T];
  unsigned s = 0, r = 0;
  for (int i = 0; i < B * T; i++)
    s += v[i] = t_random () % (1 << BITS);
  unsigned *d = t_dev (v, sizeof v);
  LAUNCH (B, T, sort, d);
  t_back (v, d, sizeof v);
  for (int i = 0; i < B * T; i++)
    {
      r += v[i];
      CHECK (i % T == 0 || v[i - 1] <= v[i]);
    }
  CHECK (r == s);
  return 0;
}
