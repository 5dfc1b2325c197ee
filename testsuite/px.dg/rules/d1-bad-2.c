/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Snap Fig. 10: code of a thread stores to a variable of the block. */
#include <px.h>


__kernel __requires (grid (1), block (1), thread (4)) void
f (void)
{
  int x __perspective (block, 1) = 0;	/* { dg-message "'x' is declared here" } */
  __group (block, 1)
    __group (thread, 1)	/* { dg-message "the code perspective was set here" } */
      x = 3;	/* { dg-error {code at thread.1. cannot store to 'x', which lives at block.1.[^\n]*PX201} } */
}
