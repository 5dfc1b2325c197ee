/* SPDX-License-Identifier: MIT */
/* What -O2 would duplicate into divergent paths stays single: each barrier in
   the source is one in the PTX.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {bar\.sync} 3 } } */
#include <px.h>

#define BARRIER __unsafe { asm volatile ("bar.sync 0;" ::: "memory"); }

__kernel __requires (grid (1), block (1), threads (128)) void
f (int *p, int n, int k)
{
  __group (block, 1)
    {
      __shared int v[128];
      int t __perspective (thread, 1) = px_id (thread);
      int flag __perspective (thread, 1) = t < n;
      int c __perspective (thread, 1) = k;
      __partition (thread, 1, int *own = v + t)
	__group (thread, 1)
	  *own = flag ? p[t] : 0;
      BARRIER
      __group (thread, 1) __unsafe
	if (flag)
	  p[t] = v[t ^ 1];
	else
	  c++;
      BARRIER
      __group (thread, 1) __unsafe
	if (!flag)
	  p[t] = v[t ^ 2] + c;
      for (int i = 0; i < n; i++)
	{
	  __group (thread, 1) __unsafe
	    if (flag)
	      v[t] += i;
	  BARRIER
	  __group (thread, 1) __unsafe
	    if (flag)
	      p[t] += v[127 - t];
	}
    }
}
