/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


struct s { int *p; };
__device __requires (block (1), thread (32)) void
f (int *p)	/* { dg-message "'p' is declared here" } */
{
  struct s s = { p };
  int x __perspective (thread, 1) = 0;
  __partition (thread, 1, int *q = p + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    x = s.p[1];	/* { dg-error "PX205" } */
  s.p[1] = 2;	/* { dg-error "PX204" } */
  (void) x;
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 13 } */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this gives} "" { target *-*-* } 14 } */
