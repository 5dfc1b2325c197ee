/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)	/* { dg-message "'p' is declared here" } */
{
  unsigned long a = (unsigned long) p + 4;
  int x __perspective (thread, 1) = 0;
  __partition (thread, 1, int *q = p + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    x = *(int *) a;	/* { dg-error {'p' is out of reach while view 'q' of it exists .PX205.} } */
  *(int *) a = 2;	/* { dg-error {a store needs a view at thread.1., but 'p' lives at block.1. .PX204.} } */
  (void) x;
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 11 } */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this gives} "" { target *-*-* } 12 } */
