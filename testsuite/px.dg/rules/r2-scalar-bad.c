/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A shared variable that is no array has one element.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (64)) void
f (void)
{
  __group (block, 1)
    {
      __shared int sum;
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *own = &sum + t)
	*own = t;		/* { dg-error {PX402} } */
    }
}
