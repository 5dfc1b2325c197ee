/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct s
{
  int *out[2];
};
__device
__requires (thread (32)) void f (struct s x)
{
  __partition (thread, 1, int *w = x.out[0] + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    {
      *w = 1;
      *w = x.out[1][3];	/* { dg-error {'out' is out of reach while view 'w' of it exists .PX205.} } */
    }
}

/* What to write instead.  */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 15 } */
