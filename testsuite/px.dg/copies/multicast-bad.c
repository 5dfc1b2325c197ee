/* SPDX-License-Identifier: MIT */
/* A multicast whose end the other blocks do not see is refused.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), threads (64), cluster (2), smem (256)) void
f (const int *in __perspective (grid, 1))
{
  __group (block, 2)
    {
      int r __perspective (block, 1) = px_id (block);
      __shared int s[64];
      __group (block, 1)
	__async (int *a = s)
	  px_bulk_load_multicast (a + r * 32, in + r * 32, 128, 3);	/* { dg-error {the other blocks do not learn when a multicast is complete[^\n]*PX706} } */
    }
}
