/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The same with a pointer to const.  */
#include <px.h>

__device static int
get (const int *p, int i)
{
  return p[i];
}

__kernel __requires (threads (64), smem (256)) void
f (int *out)
{
  __each (block, int *o = out + px_id (block) * 64)
    {
      __shared int x[64];
      int t = px_id (thread);
      __each (thread, int *p = x + t)
	*p = t;
      __each (thread, int *p = o + t)
	*p = get (x, 63 - t);
    }
}
