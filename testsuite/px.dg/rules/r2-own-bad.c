/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Parameters by value, and local variables by pointers.  */
#include <px.h>

struct v { int a[4]; int b; };
struct w { struct v x[2]; short s; };

__kernel __requires (threads (64)) void
f (int *out, struct w g, int n)
{
  int t = px_id (thread);
  __each (thread, int *o = out + t)
    {
      struct v a = { { t } };
      int d[4] = { n }, *p = d;
      struct v *q = &a;
      *o = g.x[t & 3].b;	/* { dg-error {outside of 'g': at byte 56 of 44, by thread 2} } */
      *o += g.x[t & 1].a[t & 7];	/* { dg-error {outside of 'g': at byte 48 of 44, by thread 7} } */
      *o += (&g)->x[2].b;	/* { dg-error {outside of 'g': at byte 56 of 44, by thread 0} } */
      p[t & 7] = 1;	/* { dg-error {outside of 'd': at byte 16 of 16, by thread 4} } */
      q[1].b = 2;	/* { dg-error {outside of 'a': at byte 36 of 20, by thread 0} } */
      *o += a.a[4];	/* { dg-error {outside of 'a': at byte 16 of 16, by thread 0} } */
	/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
      *o += a.b + d[0];
    }
}

/* Perhaps outside: in a kernel; of a device function the callers know.  */
__kernel __requires (threads (64)) void
perhaps (int *out, struct v g, int n)
{
  int t = px_id (thread);
  __each (thread, int *o = out + t)
    if (n >= 0)
      *o = g.a[n];	/* { dg-warning {may be outside of 'g': at byte 20 of 20, by thread 0, where n = 5} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
}

__device int
element (struct v g, int n)
{
  return n > 3 ? g.a[5] : g.a[n];	/* { dg-error {outside of 'g': at byte 20 of 20, by thread 0, where n >= 4} } */
}

/* What functions get.  */
__device __attribute__ ((noinline)) int
last (const int *p)
{
  return p[3];	/* { dg-message {by 'last', which it calls, here} } */
}

__kernel __requires (threads (64)) void
by_calls (int *out)
{
  int t = px_id (thread);
  __each (thread, int *o = out + t)
    {
      int d[4] = { t, t, *o, t };
      *o = last (&d[0]) + last (d + 1);	/* { dg-error {outside of 'd': at byte 16 of 16, by thread 0} } */
    }
}
