/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A function that only reads gets what all threads share: its parameter should be a pointer to const.  */
#include <px.h>

__device static int
get (int *p, int i)	/* { dg-message "if 'get' only reads there, a pointer to 'const' takes broader views, too" } */
	/* { dg-message "is declared here" "" { target *-*-* } .-1 } */
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
      __each (thread, int *p = o + t)	/* { dg-message "gives each unit a part" } */
	*p = get (x, 63 - t);	/* { dg-error "argument 1 of 'get' must be a view at thread.1., but is one at block.1." } */
    }
}
