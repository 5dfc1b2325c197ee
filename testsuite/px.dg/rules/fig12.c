/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 12: the flag laundered through a variable of the block. */
#include <px.h>

__device __requires (block (1), thread (4)) void barrier (void);
__kernel __requires (grid (1), block (1), thread (4)) void
f (void)
{
  int x __perspective (thread, 1) = px_id (thread);
  int y __perspective (block, 1) = 0;	/* { dg-message "'y' is declared here" } */
  __group (block, 1)
    {
      y = x;	/* { dg-error "PX201" } */
      if (y)
	barrier ();
    }
}
