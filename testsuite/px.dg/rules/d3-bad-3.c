/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A call whose frame does not fit any more. */
#include <px.h>

__device __requires (block (1), thread (32), smem (512)) void g (void);

__kernel __requires (grid (1), block (1), thread (32), smem (1000)) void
f (void)
{
  __group (block, 1)
    {
      __shared int a[128];
      __partition (thread, 1, int *p = a + px_id (thread))
	*p = 0;
      g ();	/* { dg-error "PX203" } */
      __partition (thread, 1, int *p = a + px_id (thread))
	*p = 0;
    }
}
