/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Rules R1 and R2 of a view of one of several objects: in each of them, where the pointer leads there. */
#include <px.h>

#define SWAP(a, b) { int *s = a; a = b; b = s; }

__kernel __requires (grid (1), block (1), threads (64)) void
halves (int *out, int n)
{
  __group (block, 1)
    {
      __shared int x[64], y[64];
      int *from = x, *to = y;
      int t __perspective (thread, 1) = px_id (thread);
      for (int i = 0; i < n; i++)
	{
	  __partition (thread, 1, int *q = to + t / 2) /* { dg-error "gives byte 0 of 'y' to two units of thread.1.: thread 0 of block 0, and thread 1 of block 0, where n >= 1 .PX401" } */
	    *q = t; /* { dg-message "a write by" } */
	  SWAP (from, to)
	}
      if (from[0])
	px_trap ();
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
own (int *out, int n)
{
  __group (block, 1)
    {
      __shared int x[64], y[64];
      int t __perspective (thread, 1) = px_id (thread);
      /* Threads 2 and 3 have element 1 of x.  */
      __partition (thread, 1, int *q = (t & 2 ? x : y) + t / 2) /* { dg-error "PX401" } */
	*q = t; /* { dg-message "a write by" } */
      if (x[0] + y[0])
	px_trap ();
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
outside (int *out, int n, int m)
{
  __group (block, 1)
    {
      __shared int x[64], y[32];
      int *a = m ? x : y;
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *q = a + t)
	*q = t; /* { dg-warning "this access may be outside of 'y': at byte 128 of 128, by thread 32, where m = 0 .PX403" } */
	/* { dg-message {if no launch is like this. state why. by '__wher} "" { target *-*-* } .-1 } */
      if (a[0])
	px_trap ();
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
of_blocks (int *a, int *b, int n)
{
  __partition (block, 1, int *p = (n ? a : b) + 32 * px_id (block)) /* { dg-error {gives byte 128 of 'a' to two units of block.1.[^\n]*where n >= 1 .PX401} } */
	/* { dg-message {if no launch is like this. state why. by '__wher} "" { target *-*-* } .-1 } */
    /* { dg-warning {may give byte 128 of 'b' to two units of block.1.[^\n]*where n = 0 .PX403} "" { target *-*-* } .-2 } */
    __group (block, 1)
      __partition (thread, 1, int *q = p + px_id (thread))
	*q = n; /* { dg-message "a write by" } */
}
