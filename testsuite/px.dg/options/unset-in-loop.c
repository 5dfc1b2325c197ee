/* SPDX-License-Identifier: MIT */
/* A variable that a loop adds to, and nothing was written to before: GCC 12's device
   compiler crashes where it clears it.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *z, int n)
{
  __group (block, 1)
    {
      int b __perspective (thread, 1);
      for (int k; k < n; k++)
	b += n;
      __unsafe { z[n] = b; }
    }
}
