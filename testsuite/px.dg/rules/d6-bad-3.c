/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What one branch writes another reads. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  int x __perspective (thread, 1) = 0;
  __claim (thread, 32, int *c = p)	/* { dg-message "'__claim' begins here" } */
    __split (thread)
      {
	__case (32)
	  __partition (thread, 1, int *d = c + px_id (thread))
	    *d = 1;
	__case (32)
	  x = p[3];	/* { dg-error "PX205" } */
      }
  (void) x;
}

/* What to write instead.  */
/* { dg-message {use 'c' for what is its part, and load what is not before '__cla} "" { target *-*-* } 17 } */
