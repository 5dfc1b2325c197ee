/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* While a view of one part of an array exists the array's name does not write another part, nor does another branch use it.  */
#include <px.h>

enum { T = 64 };

#define KERNEL(NAME) \
  __kernel __requires (grid (1), block (1), threads (T), smem (2048)) void NAME (int *out, int n, int m) \
  { \
    int b = px_id (block); \
    __each (block, int *o = out + T * b) \
      { \
	int t = px_id (thread); \
	__shared int x[2][T]; \
	__each (thread, int *w = x[0] + t) \
	  *w = t; \
	__each (thread, int *w = x[1] + t) \
	  *w = 2 * t;
#define END __each (thread, int *w = o + t) *w = x[0][t ^ 2] + 3 * x[1][t ^ 3] + m; } }

KERNEL (writes)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[1 - (i & 1)] + t)	/* { dg-message {begins here} } */
	    {
	      *w = i;
	      x[i & 1][t] = 1;	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
	    }
END

KERNEL (changes)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[1 - (i & 1)] + t)	/* { dg-message {begins here} } */
	    *w = px_atomic_add (&x[i & 1][0], 1);	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
END

/* Branches do not share out an array among themselves by its rows.  */
__kernel __requires (grid (1), block (1), threads (T), smem (1024)) void
branches (int *out)
{
  int b = px_id (block);
  __each (block, int *o = out + T * b)
    {
      int t = px_id (thread);
      __shared int x[2][T];
      __claim (thread, 32, int *c = x[0])	/* { dg-message {begins here} } */
	__split (thread)
	  {
	    __case (32)
	      __each (thread, int *w = c + t)
		*w = x[1][t];	/* { dg-error {'x' is out of reach while view 'c' of it exists} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
	    __case (32)
	      ;
	  }
      __each (thread, int *w = o + t)
	*w = x[0][t];
    }
}
