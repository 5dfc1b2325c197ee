/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) int
f (int *p)
{
  int *a = p, *b = a, *c = b + 1;
  int x __perspective (thread, 1) = 0;
  __partition (thread, 1, int *q = p + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    x = c[1];	/* { dg-error "PX205" } */
  (void) x;
  return *c;
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 11 } */
