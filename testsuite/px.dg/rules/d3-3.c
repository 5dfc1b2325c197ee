/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
/* A device function's own, within the caller's; an alignment; one sized at launch. */
#include <px.h>

__device __requires (block (1), thread (32), smem (368)) void
g (void)
{
  __shared _Alignas (128) int a[64];
  __partition (thread, 1, int *p = a + px_id (thread))
    *p = 1;
}

__kernel __requires (grid (1), block (1), thread (32), smem (624)) void
f (void)
{
  __group (block, 1)
    {
      __shared int a[64];
      __shared int tail[];
      g ();
      __partition (thread, 1, int *p = a + px_id (thread))
	*p = 1;
      __partition (thread, 1, int *p = tail + px_id (thread))
	*p = 1;
    }
}
