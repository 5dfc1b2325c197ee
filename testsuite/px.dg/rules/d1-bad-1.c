/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 12: a value of each thread into a variable of the block. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (void)
{
  int x __perspective (thread, 1) = px_id (thread);
  int y __perspective (block, 1) = 0;	/* { dg-message "'y' is declared here" } */
  __group (block, 1)
    {
      y = x;	/* { dg-error {a value at thread.1. cannot be stored in 'y', which lives at block.1.[^\n]*PX201} } */
      if (y)
	x = 1;
    }
}
