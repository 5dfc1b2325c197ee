/* SPDX-License-Identifier: MIT */
/* Adjacent bit-fields are one memory location: a store to one reads and writes the unit that
   holds them all.  */
/* { dg-do compile } */
#include <px.h>

struct two { unsigned low : 8, high : 24; };
struct far { int a : 16; int : 0; int b : 4, c : 4; };

__kernel __requires (grid (1), block (1), threads (64), smem (64)) void
k (int n, int *out)
{
  __partition (block, 1, int *own = out + px_id (block))
    __group (block, 1)
      {
	__shared struct two z[4];
	__shared struct far y[4];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, struct two *w = z)	/* { dg-error {gives byte 0 of 'z' to two units of thread.1.[^\n]*PX401} } */
	  __group (thread, 1)
	    {
	      if (t == 3)
		w->low = n;	/* { dg-message "a write by (one|the other) is here" } */
	      else if (t == 9)
		w->high = n;	/* { dg-message "a write by (one|the other) is here" } */
	    }
	__partition (thread, 1, struct far *w = y)	/* { dg-error {gives byte 4 of 'y' to two units of thread.1.[^\n]*PX401} } */
	  __group (thread, 1)
	    {
	      if (t == 0)
		w->b = n;	/* { dg-message "a write by (one|the other) is here" } */
	      else if (t == 1)
		px_atomic_add (own, w->c);	/* { dg-message "a read by (one|the other) is here" } */
/* { dg-warning "nothing is written to 'y'" "" { target *-*-* } .-1 } */
	    }
      }
}
