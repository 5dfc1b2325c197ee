/* SPDX-License-Identifier: MIT */
/* Both sides of a ring count alike because of what __where says: numbers that are not negative, and
   that do not wrap around.  A quotient of a multiple needs no fact.  */
/* { dg-do run } */
#include "../aux/t.h"

enum
{
  S = 4,
  W = 128,
  T = W + 32,
  M = 48
};

#define FILL(k) __async (unsigned *to = x[(k) % S]) px_bulk_load (to, in + (k) * W, W * 4)
#define USE(k) sum = 3 * sum + x[(k) % S][W - 1 - px_id (thread)]

__kernel __requires (threads (T), smem (S * W * 4)) __where (n >= 0, n < 1000, m >= 0, m < 1000) void
product (const unsigned *in, unsigned *out, int n, int m)
{
  int b = px_id (block);
  __each (block, unsigned *o = out + b * W)
    {
      __shared __slots (S) unsigned x[S][W];
      __claim (thread, W, unsigned *mine = o)
	__split (thread)
	  {
	    __case (W)
	      {
		unsigned sum __perspective (thread, 1) = 0;
		int k = 0;
		for (int t = 0; t < m; t++)
		  for (int j = 0; j < n; j++, k++)
		    USE (k);
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (int k = 0; k < n * m; k++) FILL (k);
	      }
	  }
    }
}

__kernel __requires (threads (T), smem (S * W * 4)) __where (n >= 0, n < 1000, m >= 0, m < 1000) void
converted (const unsigned *in, unsigned *out, int n, int m)
{
  int b = px_id (block);
  __each (block, unsigned *o = out + b * W)
    {
      __shared __slots (S) unsigned x[S][W];
      __claim (thread, W, unsigned *mine = o)
	__split (thread)
	  {
	    __case (W)
	      {
		unsigned sum __perspective (thread, 1) = 0;
		for (int k = 0; k < n * m; k++)
		  USE (k);
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (unsigned k = 0; k < (unsigned) n * m; k++) FILL (k);
	      }
	  }
    }
}

__kernel __requires (threads (T), smem (S * W * 4)) __where (n >= 0, n < 1000, m >= 0, m < 1000) void
shifted (const unsigned *in, unsigned *out, int n, int m)
{
  int b = px_id (block);
  __each (block, unsigned *o = out + b * W)
    {
      __shared __slots (S) unsigned x[S][W];
      __claim (thread, W, unsigned *mine = o)
	__split (thread)
	  {
	    __case (W)
	      {
		unsigned sum __perspective (thread, 1) = 0;
		for (int k = 0; k < 2 * n; k++)
		  USE (k);
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (int k = 0; k < n << 1; k++) FILL (k);
	      }
	  }
    }
}

__kernel __requires (threads (T), smem (S * W * 4)) void
quotient (const unsigned *in, unsigned *out, int n, int m)
{
  int b = px_id (block);
  __each (block, unsigned *o = out + b * W)
    {
      __shared __slots (S) unsigned x[S][W];
      __claim (thread, W, unsigned *mine = o)
	__split (thread)
	  {
	    __case (W)
	      {
		unsigned sum __perspective (thread, 1) = 0;
		for (int k = 0; k < 4 * n; k += 4)
		  {
		    USE (k);
		    USE (k + 1);
		    USE (k + 2);
		    USE (k + 3);
		  }
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (int k = 0; k < 4 * n; k++) FILL (k);
	      }
	  }
    }
}

int
main (void)
{
  static unsigned a[M * W], o[W];
  for (int i = 0; i < M * W; i++)
    a[i] = t_random ();
  unsigned *d = t_dev (a, sizeof a), *e = t_dev (0, sizeof o);
  for (int which = 0; which < 4; which++)
    for (int n = 0; n < 8; n++)
      {
	int m = 3, turns = which < 2 ? n * m : which == 2 ? 2 * n : 4 * n;
	if (which == 0)
	  LAUNCH (1, T, product, d, e, n, m);
	else if (which == 1)
	  LAUNCH (1, T, converted, d, e, n, m);
	else if (which == 2)
	  LAUNCH (1, T, shifted, d, e, n, m);
	else
	  LAUNCH (1, T, quotient, d, e, n, m);
	OK (px_copy (o, e, sizeof o));
	for (int t = 0; t < W; t++)
	  {
	    unsigned sum = 0;
	    for (int k = 0; k < turns; k++)
	      sum = 3 * sum + a[k * W + W - 1 - t];
	    CHECK (o[t] == sum);
	  }
      }
  return 0;
}
