/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Atomic operations of GCC's and of px's, which stay in their arrays: of the block, of a file, of members, and of a thread's own.  */
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
	  __atomic_fetch_add (&x[t + 0], 1, __ATOMIC_RELAXED); /* { dg-warning "nothing is written to 'x'" } */
	  __atomic_store_n (&y.a[7], 1, __ATOMIC_RELAXED);
	  __atomic_fetch_add (&y.b[t & 7], 1, __ATOMIC_RELAXED);
	  __sync_fetch_and_or (&g.a[t & 7], 1);
	  __atomic_compare_exchange_n (&y.b[0], &e, 3, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	}
      __each (thread, int *v = o + t)
	{
	  int own[4] = { 0 }, e = 0;
	  __atomic_fetch_add (&own[3], 1, __ATOMIC_RELAXED);
	  __atomic_fetch_add (&own[t & 3], 1, __ATOMIC_RELAXED);
	  px_atomic_add (&own[0], 1);
	  __atomic_compare_exchange_n (&own[3], &e, 3, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	  *v = x[t] + own[in[t] & 3];
	}
    }
}
