/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Atomic operations of GCC's and of px's, of which some leave their arrays: of the block, of a file, of members, and of a thread's own.  */
#include <px.h>

enum { T = 32 };
struct s { int a[8], b[8]; int n; };
__device struct s g;

__kernel __requires (grid (1), block (1), threads (T), smem (2048)) void
f (const int *in, int *out)
{
  int b = px_id (block);
  __each (block, int *o = out + b * T)
    {
      __shared int x[T];
      __shared struct s y;
      int t = px_id (thread);
      __group (thread)
	{
	  int e = 0;
	  __atomic_fetch_add (&x[t + 1], 1, __ATOMIC_RELAXED);	/* { dg-error {outside of 'x': at byte 128 of 128} } */
/* { dg-warning "nothing is written to 'x'" "" { target *-*-* } .-1 } */
	  __atomic_store_n (&y.a[8], 1, __ATOMIC_RELAXED);	/* { dg-error {outside of 'a': at byte 32 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
	  __atomic_fetch_add (&y.b[t & 8], 1, __ATOMIC_RELAXED);	/* { dg-error {outside of 'b': at byte 32 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
	  __sync_fetch_and_or (&g.a[t & 15], 1);	/* { dg-error {outside of 'a': at byte 32 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
	  __atomic_compare_exchange_n (&y.b[-1], &e, 3, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);	/* { dg-error {outside of 'b': at byte -4 of 32} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
	}
      __each (thread, int *v = o + t)
	{
	  int own[4] = { 0 }, e = 0;
	  __atomic_fetch_add (&own[4], 1, __ATOMIC_RELAXED);	/* { dg-error {outside of 'own': at byte 16 of 16} } */
	  __atomic_fetch_add (&own[t], 1, __ATOMIC_RELAXED);	/* { dg-error {outside of 'own': at byte 16 of 16} } */
	  px_atomic_add (&own[-1], 1);	/* { dg-error {outside of 'own': at byte -4 of 16} } */
	  __atomic_compare_exchange_n (&own[4], &e, 3, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);	/* { dg-error {outside of 'own': at byte 16 of 16} } */
	  *v = x[t] + own[in[t] & 3];
	}
    }
}
