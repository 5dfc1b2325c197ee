/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The same, written before: by any thread, on any way, by any means.  */
#include <px.h>

struct pair { int a[64], b[64]; };

__device __attribute__ ((noinline)) static int
sum (const int *p)
{
  return p[0] + p[1];
}

__device __attribute__ ((noinline)) static int
next (int *p)
{
  *p = 3;
  return *p;
}

__kernel __requires (threads (64), smem (4096)) void
f (const int *in, int *out, int n)
{
  int b = px_id (block);
  __each (block, int *o = out + b * 64)
    {
      __shared int count[64], some[64], once, late[64], passed[64], copied[64], mine[64], last, by_asm[64], stored, by_gcc, changed;
      __shared struct pair s;
      int t = px_id (thread);
      __each (thread, int *p = count + t)
	*p = 0;
      __group (thread)
	px_atomic_add (count + (in[t] & 63), 1);
      if (n > 3)
	__each (thread, int *p = some + t)
	  *p = 1;
      int x = n > 3 ? some[63 - t] : 0;
      __async (int *p = passed)
	__group (thread)
	  px_cp_async (p + t, in + t, 4);
      int y = sum (passed);
      for (int i = 0; i < n; i++)
	{
	  int z = i > 0 ? late[63 - t] : 0;
	  __each (thread, int *p = late + t)
	    *p = z + i;
	}
      __each (thread, int *p = s.a + t)
	*p = x;
      x += s.a[t ^ 1];
      __group (thread)
	{
	  px_atomic_exchange (&once, t);
	  px_atomic_store (&stored, t);
	  __atomic_store_n (&by_gcc, t, __ATOMIC_RELAXED);
	  __atomic_exchange_n (&changed, t, __ATOMIC_RELAXED);
	}
      __group (thread)
	if (t == 0)
	  __unsafe last = 4;
      __async (int *p = copied)
	px_bulk_load (p, in, 256);
      __group (thread)
	__unsafe asm volatile ("st.shared.u32 [%0], %1;"
			       :: "r" ((unsigned) (unsigned long) by_asm + 4 * t), "r" (t) : "memory");
      int w __perspective (thread) = 0;
      __each (thread, int *p = mine + t)
	w = next (p);
      __each (thread, int *p = o + t)
	*p = count[t] + once + stored + by_gcc + changed + last + by_asm[t] + copied[63 - t] + w + x + y;
    }
}
