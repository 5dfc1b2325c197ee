/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The blocks of a grid, and of a cluster. */
#include <px.h>

__kernel __requires (grid (1), block (4), thread (32)) void
f (void)
{
  __split (block)
    {
      __case (2) { }
      __case (1) { }
    }
}

__device __requires (block (4), thread (32)) void
g (void)
{
  __split (block)
    {
      __case (2) { }
      __case (2) { }
    }
}
