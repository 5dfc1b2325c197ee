/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* At grid[1] threads cannot be told apart. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (void)	/* { dg-message "'f' starts at this perspective" } */
{
  __split (thread)	/* { dg-error {must stand at block.1. or thread.n., but the code here is at grid.1.[^\n]*PX102} } */
    {
      __case (32) { }
    }
}
