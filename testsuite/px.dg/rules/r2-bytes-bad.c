/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* memcpy, memset and their kin outside of a member that is an array, and of a thread's own variables.  */
#include <px.h>
#include <string.h>

enum { T = 64 };
struct s { int n; int v[T]; int m; };

__kernel __requires (grid (1), block (1), threads (T), smem (512)) void
by_numbers (int *out, int n)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared struct s x;
      __each (thread, int *w = x.v + t)
	{
	  memset (w, 0, 8);	/* { dg-error {outside of 'v': at byte 252 of 256, by thread 63} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
	/* { dg-error {PX401} "" { target *-*-* } .-4 } */
	/* { dg-message {write by one} "" { target *-*-* } .-3 } */
	/* { dg-message {write by the other} "" { target *-*-* } .-4 } */
	}
      __each (thread, int *p = o + t)
	{
	  int d[8] = { t };
	  __builtin_memcpy (d, x.v + t, 8);	/* { dg-error {outside of 'v': at byte 252 of 256, by thread 63} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
	  memmove (d, x.v + t - 1, 20);	/* { dg-error {outside of 'x': at byte 248 of 264} } */
	  memcpy (d, x.v - 1, n);	/* { dg-error {outside of 'v': at byte -4 of 256} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
	  memset (d + 6, 0, 12);	/* { dg-error {outside of 'd'} } */
	  memset (d + t, 0, 4);	/* { dg-error {outside of 'd': at byte 32 of 32, by thread 8} } */
	  *p = d[0];
	}
    }
}
