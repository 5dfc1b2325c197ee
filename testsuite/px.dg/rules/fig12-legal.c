/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Its legal neighbour: write down. */
#include <px.h>

__device __requires (block (1), thread (4)) void barrier (void);
__kernel __requires (grid (1), block (1), thread (4)) void
f (void)
{
  int y __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      int x __perspective (thread, 1) = y;
      (void) x;
      if (y)
	barrier ();
    }
}
