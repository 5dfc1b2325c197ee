/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__device __requires (block (1), thread (32)) void
f (char *p, const int *q)	/* { dg-message "'p' is declared here" } */
/* { dg-message "'q' is declared here" "" { target *-*-* } .-1 } */
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *v = (int *) p + t)
    *v = 1;
  ((int *) p)[3] = 1;	/* { dg-error "PX204" } */
  *(int *) q = 1;	/* { dg-error "PX204" } */
  *(int *) (unsigned long) p = 1;	/* { dg-error "PX204" } */
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, char \*part = p \+ \.\.\..' around this give} "" { target *-*-* } 13 } */
