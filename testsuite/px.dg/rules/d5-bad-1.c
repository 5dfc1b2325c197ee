/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism 3.4.2: the source is out of reach, also through an alias. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  int *alias = p + 1;
  __partition (thread, 1, int *q = p + t)	/* { dg-message "'__partition' begins here" } */
    {
      *q = p[t + 1];	/* { dg-error {'p' is out of reach while view 'q' of it exists[^\n]*PX205} } */
      *q = alias[t];	/* { dg-error {'p' is out of reach while view 'q' of it exists[^\n]*PX205} } */
    }
  t = p[t];
  (void) t;
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 13 } */
