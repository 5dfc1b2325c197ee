/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* At block[1] only the start of a branch counts: 256 + 128 of 384. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (384)) void
f (void)
{
  __group (block, 1)
    __split (thread)
      {
	__case (256) { }
	__case (128) { }
      }
}
