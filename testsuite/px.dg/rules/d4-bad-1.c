/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__kernel __requires (grid (1), block (1), thread (32)) void
f (int *p __perspective (grid, 1))	/* { dg-message "'p' is declared here" } */
{
  __group (block, 1)
    *p = 1;	/* { dg-error {a store needs a view at thread.1., but 'p' lives at grid.1.[^\n]*PX204} } */
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this '__gr} "" { target *-*-* } 9 } */
