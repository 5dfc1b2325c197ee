/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* p may now be r. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p, int *r)
{
  p = r;
  int x __perspective (thread, 1) = 0;
  __partition (thread, 1, int *q = r + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    x = p[1];	/* { dg-error "PX205" } */
  (void) x;
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 12 } */
