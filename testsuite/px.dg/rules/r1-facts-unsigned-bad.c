/* SPDX-License-Identifier: MIT */
/* Without the limit the counter wraps around, and blocks meet; with a condition that is each block's
   own, the two offsets may be one.  r1-facts-unsigned.c has both right.  */
/* { dg-do compile } */
/* { dg-additional-options "-fno-show-column" } */
#include <px.h>

enum { T = 64 };


__kernel __requires (grid (1), block (1), threads (T)) void
steps (unsigned n, float *out)
{
  unsigned b __perspective (block, 1) = px_id (block), all = px_units (block);
  __partition (block, 1, float *o = out + b * T) /* { dg-warning "PX404" } */
    /* { dg-message "state what keeps them apart" "" { target *-*-* } .-1 } */
    __group (block, 1)
      {
	unsigned t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *p = o + t) /* { dg-warning "PX404" } */
	  /* { dg-message "state what keeps them apart" "" { target *-*-* } .-1 } */
	  __group (thread, 1)
	    for (unsigned i = b * T + t; i < n; i += all * T)
	      p[i - b * T - t] = 0; /* { dg-message "a write by one is here" } */
	/* { dg-message "they do not if no unsigned number wraps around" "" { target *-*-* } .-1 } */
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
either (int n, int up, float *out)
{
  int b __perspective (block, 1) = px_id (block);
  int at __perspective (block, 1) = b & up ? b : n - b;
  __partition (block, 1, float *o = out + at * T) /* { dg-warning "PX403" } */
    /* { dg-message "if no launch is like this" "" { target *-*-* } .-1 } */
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *p = o + t)
	  *p = 0; /* { dg-message "a write by one is here" } */
	  /* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
      }
}
