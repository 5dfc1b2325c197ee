/* SPDX-License-Identifier: MIT */
/* Bit-fields of units of their own: behind a `: 0', behind another member, in other elements.  A
   barrier is between threads that use fields of one unit, none between those of two.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-explain" } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
#include <px.h>

struct two { unsigned low : 8, high : 24; };
struct far { int a : 16; int : 0; int b : 16; };
struct byte { int a : 4; char c; int b : 3; };

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
apart (int n)
{
  __group (block, 1)
    {
      __shared struct two z[64];
      __shared struct far y[1];
      __shared struct byte x[1];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, struct two *w = z + t)	/* { dg-message "race-free: no two units of thread.1. meet in 'z'" } */
	__group (thread, 1)
	  {
	    w->low = n;
	    w->high = t;
	  }
      __partition (thread, 1, struct far *w = y)	/* { dg-message "race-free: no two units of thread.1. meet in 'y'" } */
	__group (thread, 1)
	  {
	    if (t == 3)
	      w->a = n;
	    else if (t == 40)
	      w->b = n;
	  }
      __partition (thread, 1, struct far *w = y)	/* { dg-message "race-free: no two units of thread.1. meet in 'y'" } */
	__group (thread, 1)
	  if (t == 40)
	    w->b = t;
      __partition (thread, 1, struct byte *w = x)	/* { dg-message "race-free: no two units of thread.1. meet in 'x'" } */
	__group (thread, 1)
	  {
	    if (t == 3)
	      w->a = n;
	    else if (t == 40)
	      w->c = n;
	    else if (t == 50)
	      w->b = n;
	  }
    }
}

/* { dg-message "'z': bytes 0 to 7" "" { target *-*-* } 59 } */
__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
together (int n)
{
  __group (block, 1)
    {
      __shared struct two z[2];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, struct two *w = z)	/* { dg-message "race-free" } */
	__group (thread, 1)
	  if (t == 3)
	    w->low = n;	/* { dg-message "a write of 'z' here" } */
      __partition (thread, 1, struct two *w = z)	/* { dg-message "race-free" } */
/* { dg-message "synchronisation 1 of 'together' before this: the block's barrier" "" { target *-*-* } .-1 } */
	__group (thread, 1)
	  if (t == 40)
	    w->high = n;	/* { dg-message "then a write here" } */
    }
}
