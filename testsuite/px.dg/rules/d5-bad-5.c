/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* In the second partition of one source the first view is no source for it. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)	/* { dg-message "'__partition' begins here" } */
    __partition (thread, 1, int *r = p + t)	/* { dg-error {'p' is out of reach while view 'q' of it exists[^\n]*PX205} } */
      *r = *q;
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 11 } */
