/* SPDX-License-Identifier: MIT */
/* What ring-facts.c has, without what says that numbers are not negative and do not wrap around.  */
/* { dg-do compile } */
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

__kernel __requires (threads (T), smem (S * W * 4)) __where (m < 1000) void
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
		    USE (k); /* { dg-message "drained here" } */
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (int k = 0; k < n * m; k++) FILL (k); /* { dg-error "PX708" } */
	      }
	  }
    }
}

__kernel __requires (threads (T), smem (S * W * 4)) __where (m < 1000) void
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
		  USE (k); /* { dg-message "drained here" } */
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (unsigned k = 0; k < (unsigned) n * m; k++) FILL (k); /* { dg-error "PX708" } */
	      }
	  }
    }
}

__kernel __requires (threads (T), smem (S * W * 4)) __where (m < 1000) void
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
		  USE (k); /* { dg-message "drained here" } */
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (int k = 0; k < n << 1; k++) FILL (k); /* { dg-error "PX708" } */
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
		for (int k = 0; k < 4 * n; k += 8)
		  {
		    USE (k);
		    USE (k + 1);
		    USE (k + 2);
		    USE (k + 3); /* { dg-message "drained here" } */
		  }
		__partition (thread, 1, unsigned *own = mine + px_id (thread))
		  *own = sum;
	      }
	    __case (32)
	      {
		for (int k = 0; k < 4 * n; k++) FILL (k); /* { dg-error "PX708" } */
	      }
	  }
    }
}
