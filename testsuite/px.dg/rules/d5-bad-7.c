/* SPDX-License-Identifier: MIT */
/* D5: one mistake, one error: what is out of reach is not judged as a place to store.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      *p = 1;	/* { dg-error {'p' is out of reach while view 'q' of it exists .PX205.} } */
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 12 } */
