/* SPDX-License-Identifier: MIT */
/* Each name that a __partition, __claim or __async declares is a view of its own.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
k (int *out)
{
  __partition (block, 1, int *own = out + 64 * px_id (block))
    __group (block, 1)
      {
	__shared int x[64], y[64];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t, *z = y)	/* { dg-error {this partition gives byte 0 of 'y' to two units of thread.1.[^\n]*PX401} } */
	  {
	    *w = t;
	    *z = 2 * t;	/* { dg-message "a write by one is here" } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
	  }
	__partition (thread, 1, int *w = x, *z = y + t)	/* { dg-error {this partition gives byte 0 of 'x' to two units of thread.1.[^\n]*PX401} } */
	  {
	    *w = t;	/* { dg-message "a write by one is here" } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
	    *z = 2 * t;
	  }
      }
}
