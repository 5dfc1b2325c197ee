/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* threads (T) in the callee, the same in the caller. */
#include <px.h>

__device __requires (block (1), threads (64)) void g (void);
__kernel __requires (grid (1), block (1), threads (64)) void
f (void)
{
  __group (block, 1)
    g ();
}
