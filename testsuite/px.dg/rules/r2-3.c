/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The condition keeps the access inside. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int n)
{
  __group (block, 1)
    {
      __shared int a[32];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = a + t)
	__group (thread, 1)
	  if (t < 32)
	    *w = n;
    }
}
