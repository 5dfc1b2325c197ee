/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>



__device __requires (block (1), thread (32)) void
f (int *p)	/* { dg-message "'p' is declared here" } */
{
  int *q = p, **r = &q;
  **r = 4;	/* { dg-error "PX204" } */
  *q = 5;	/* { dg-error "PX204" } */
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this gives} "" { target *-*-* } 11 } */
