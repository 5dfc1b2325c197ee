/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Pointers that go down to below what they lead to.  */
#include <px.h>

enum { T = 64 };
struct stack { int top; int v[2 * T]; };

__kernel __requires (grid (1), block (1), threads (T), smem (2048)) void
f (int *out, const struct stack *g)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared int a[2 * T];
      __shared struct stack s;
      __each (thread, int *v = o + t)
	{
	  int r = 0;
	  for (const int *q = s.v + 2 * t + 1; q >= s.v + 2 * t - 1; q--)
	    r += *q;	/* { dg-error {outside of 'v': at byte -4 of 512, by thread 0} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 's'" "" { target *-*-* } .-2 } */
	  for (const int *q = a + 7, *end = a - 1 + t; q >= end; q--)
	    r += *q;	/* { dg-error {outside of 'a': at byte -4 of 512, by thread 0} } */
/* { dg-warning "nothing is written to 'a'" "" { target *-*-* } .-1 } */
	  for (const int *q = a + 2 * t + 3, *end = a + 2 * t - 2; q > end; q--)
	    r += *q;	/* { dg-error {outside of 'a': at byte -4 of 512, by thread 0} } */
	  for (const int *q = a + 2 * t + 3, *end = a + 2 * t - 2; q != end; q--)
	    r += *q;	/* { dg-error {outside of 'a': at byte -4 of 512, by thread 0} } */
	  for (const int *q = g->v + 2 * t; q >= g->v + 2 * t - 4; q -= 2)
	    r += *q;	/* { dg-error {outside of 'v': at byte -8 of 512, by thread 0} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
	  for (const int *q = a + 2 * t + 4; --q != a + 2 * t - 2;)
	    r += *q;	/* { dg-error {outside of 'a': at byte -4 of 512, by thread 0} } */
	  for (const int *q = s.v + 2 * t; q-- >= s.v + 2 * t;)
	    r += *q;	/* { dg-error {outside of 'v': at byte -4 of 512, by thread 0} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
	  *v = r;
	}
      __each (thread, int *p = a + 2 * t)	/* { dg-error {PX401} } */
	for (int *q = p + 1; q >= p - 1; q--)
	  *q = t;	/* { dg-message {write by} } */
	/* { dg-error {outside of 'a': at byte -4 of 512, by thread 0} "" { target *-*-* } .-1 } */
    }
}
