/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__device __requires (block (1), thread (32)) void
f (int *p, int *r, const int *s, int n)	/* { dg-message "'r' is declared here" } */
/* { dg-message "'p' is declared here" "" { target *-*-* } .-1 } */
{
  p = r;
  p++;
  s = s + n;
  *p = 1;	/* { dg-error "PX204" } */
  p = p + px_id (thread);	/* { dg-error "PX201" } */
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = r \+ \.\.\..' around this gives} "" { target *-*-* } 13 } */
