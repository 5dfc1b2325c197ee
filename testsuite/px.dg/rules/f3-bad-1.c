/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism 3.6: a broader pointer where the parameter is not const. */
#include <px.h>

__device __requires (thread (32)) void mma (const float *a, const float *b, float *c);	/* { dg-message "'c' is declared here" } */
__kernel __requires (grid (1), block (1), thread (32)) void
f (const float *a __perspective (grid, 1), float *c __perspective (grid, 1))
{
  __group (thread, 32)
    mma (a, a, c);	/* { dg-error {argument 3 of 'mma' must be a view at thread.32., but is one at grid.1.[^\n]*PX303} } */
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 32, float \*part = c \+ \.\.\..' around this '_} "" { target *-*-* } 10 } */

/* { dg-message "only reads there" "" { target *-*-* } 6 } */
