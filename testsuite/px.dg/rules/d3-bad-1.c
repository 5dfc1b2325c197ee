/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Not at block[1]. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32), smem (1024)) void
f (void)
{
  __shared int a[4];	/* { dg-error {must be declared at block.1., not at grid.1.[^\n]*PX203} } */
  (void) a;
  __group (thread, 32)
    {
      __shared int b[4];	/* { dg-error {must be declared at block.1., not at thread.32.[^\n]*PX203} } */
      (void) b;
    }
}

/* What to write instead.  */
/* { dg-message {'__group .block, 1. . \.\.\. .' around it, and around what uses it,} "" { target *-*-* } 9 } */
