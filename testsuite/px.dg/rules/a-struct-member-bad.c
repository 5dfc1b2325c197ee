/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


struct m { int *p; int n; };	/* { dg-message "'p' is declared here" } */
__device __requires (block (1), thread (32)) void
f (struct m s)	/* { dg-message "'s' is declared here" } */
{
  s.p[0] = 1;	/* { dg-error "PX204" } */
  s.n = px_id (thread);	/* { dg-error "PX201" } */
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this gives} "" { target *-*-* } 10 } */
