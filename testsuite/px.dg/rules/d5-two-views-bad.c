/* SPDX-License-Identifier: MIT */
/* Each name that a __partition, __claim or __async declares is a view of its own: D5, D6, D7 hold
   for the second as for the first.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
k (int *out, const int *in)
{
  __partition (block, 1, int *own = out + 64 * px_id (block))
    __group (block, 1)
      {
	__shared int x[64], y[64];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t, *z = y + t)	/* { dg-message "begins here" } */
	  *w = y[t];	/* { dg-error {PX205} } */
	__claim (thread, 32, int *w = x, *z = y)	/* { dg-message "begins here" } */
	  {
	    __split (thread)
	      {
		__case (32)
		  __partition (thread, 1, int *v = w + px_id (thread))
		    *v = 1;
		__case (32)
		  ;
	      }
	    __partition (thread, 1, int *v = z + t)	/* { dg-error {PX206} } */
	      *v = 1;
	  }
	__async (int *a = x, *b = y)	/* { dg-message "begins here" } */
	  {
	    __group (thread, 1)
	      px_cp_async (a + t, in + t, 4);
	    __group (thread, 1)
	      b[t] = 1;	/* { dg-error "PX207" } */
	  }
      }
}

/* What to write instead.  */
/* { dg-message {use 'z' for what is its part, and load what is not before '__par} "" { target *-*-* } 16 } */
