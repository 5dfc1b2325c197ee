/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A broader level is gone inside. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (void)
{
  __group (thread, 32)	/* { dg-message "'__group' set the perspective here" } */
    {
      int x = 0;
      __group (block, 1)	/* { dg-error "PX101" } */
	x = 1;
      (void) x;
    }
}
