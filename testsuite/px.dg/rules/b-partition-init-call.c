/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device static inline int *at (int *p, int i) { return p + i; }	/* { dg-message "'p' is declared here" } */
__device __requires (block (1), thread (32)) void
f (int *p)
{
  __partition (thread, 1, int *q = at (p, px_id (thread)))	/* { dg-error "PX" } */
    *q = 1;
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this gives} "" { target *-*-* } 9 } */

/* { dg-message "only reads there" "" { target *-*-* } 5 } */
