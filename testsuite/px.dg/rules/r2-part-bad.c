/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Atomic operations at constant addresses in arrays that are members, and memset and its kin there, of a number of bytes that varies: what leaves the member.  */
#include <px.h>
#include <string.h>

enum { T = 32 };
struct s { int a[8], b[8]; int n; };
__device struct s g, all[2];

__kernel __requires (grid (1), block (1), threads (T)) void
f (int *out)
{
  int t = px_id (thread);
  __group (thread)
    {
      px_atomic_add (&g.a[8], 1);	/* { dg-error {outside of 'a': at byte 32 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
      px_atomic_add (&g.b[-1], 1);	/* { dg-error {outside of 'b': at byte -4 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
      px_atomic_add (&all[1].a[8], 1);	/* { dg-error {outside of 'a': at byte 32 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
    }
  __each (thread, int *v = out + t)
    {
      struct s own;
      memset (&own, 0, sizeof own);
      memset (own.a, 1, 36 + t);	/* { dg-error {outside of 'a': at byte 32 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
      *v = own.b[0];
    }
}
