/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A broader code perspective is fine. */
#include <px.h>

__device __requires (thread (8)) void g (void);
__device __requires (block (1), thread (32)) void h (void);
__kernel __requires (grid (1), block (1), thread (32)) void
f (void)
{
  g ();
  __group (block, 1)
    {
      h ();
      g ();
      __group (thread, 16)
	g ();
    }
}
