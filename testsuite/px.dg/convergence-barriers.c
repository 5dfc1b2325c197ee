/* SPDX-License-Identifier: MIT */
/* What -O2 would duplicate into divergent paths stays single: each barrier in
   the source is one in the PTX.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {bar\.sync} 3 } } */
#include <px.h>

#define BARRIER __unsafe { asm volatile ("bar.sync 0;" ::: "memory"); }

__kernel void
f (int *p, int n, int k)
{
  __group (block, 1)
    {
      __shared int v[128];
      int t = px_id (thread), flag = t < n;
      v[t] = flag ? p[t] : 0;
      BARRIER
      if (flag)
	p[t] = v[t ^ 1];
      else
	k++;
      BARRIER
      if (!flag)
	p[t] = v[t ^ 2] + k;
      for (int i = 0; i < n; i++)
	{
	  if (flag)
	    v[t] += i;
	  BARRIER
	  if (flag)
	    p[t] += v[127 - t];
	}
    }
}
