/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What a function reads that is called while a view of one of several objects exists. */
#include <px.h>

__device static int
sum (const int *p, int t)
{
  return p[t ^ 1]; /* { dg-message "by 'sum', which it calls, here" } */
}

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *out, int n)
{
  int b = px_id (block);
  __each (block, int *o = out + 64 * b)
    {
      __shared int x[64], y[64];
      int t = px_id (thread);
      int *from = x, *to = y, *more = x;
      __each (thread, int *w = x + t)
	*w = t;
      __each (thread, int *w = y + t)
	*w = t;
      for (int i = 0; i < n; i++)
	{
	  __each (thread, int *w = to + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	    *w = sum (more, t); /* { dg-error "what is read here may be 'y', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
	  int *s = from;
	  from = to;
	  to = s;
	  if (i & 1)
	    more = to;
	}
      __each (thread, int *w = o + t)
	*w = from[t];
    }
}
