/* SPDX-License-Identifier: MIT */
/* Slots of a ring by counters of 8 bits: a loop that stays below a constant keeps them from
   wrapping around.  */
/* { dg-do run } */
#include <px.h>

enum
{
  S = 3,
  TURNS = 200
};

__kernel __requires (grid (1), block (1), threads (64), smem (2 * S * 128)) void
k (const int *in, int *restrict out, int n)
{
  __partition (block, 1, int *o = out + 32 * px_id (block))
  __group (block, 1)
    {
      __shared __slots (S) int r[S][32], s[S][32];
      __claim (thread, 32, int *mine = o)
      __split (thread)
	{
	  __case (32)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      for (unsigned char c = 0; c < TURNS; c++)
		__partition (thread, 1, int *w = r[c % S] + t)
		  *w = in[c] + t;
	      for (int i = 0; i < n && i < 100; i++)
		{
		  signed char c = i;
		  __partition (thread, 1, int *w = s[c % S] + t)
		    *w = in[c];
		}
	    }
	  __case (32)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      unsigned v __perspective (thread, 1) = 0;
	      for (unsigned char c = 0; c < TURNS; c++)
		v = 3 * v + r[c % S][31 - t];
	      for (int i = 0; i < n && i < 100; i++)
		v = 3 * v + s[i % S][31 - t];
	      __partition (thread, 1, int *q = mine + t)
		*q = v;
	    }
	}
    }
}

int
main (void)
{
  int *in = px_alloc_managed (4 * TURNS), *out = px_alloc_managed (128), n = 50;
  if (!in || !out)
    return 1;
  for (int i = 0; i < TURNS; i++)
    in[i] = 7 * i;
  if (px_check (px_launch (px_grid (1, 64), k, in, out, n)) || px_check (px_synchronize ()))
    return 1;
  for (int t = 0; t < 32; t++)
    {
      unsigned v = 0;
      for (int i = 0; i < TURNS; i++)
	v = 3 * v + 7 * i + 31 - t;
      for (int i = 0; i < n; i++)
	v = 3 * v + 7 * i;
      if ((unsigned) out[t] != v)
	return 1;
    }
  px_free (in);
  px_free (out);
  return 0;
}
