/* SPDX-License-Identifier: MIT */
/* A function that gets the address of a pointer has what it points to.  */
/* { dg-do compile } */
#include <px.h>

struct s { int *a, *b; };
__device void members (const struct s *p, int *o __perspective (thread, 1));
__device void pointers (int *const *p, int *o __perspective (thread, 1));
__device void number (const int *p, int *o __perspective (thread, 1));

__device __requires (thread (32)) void
f (struct s x, int *y, int *o __perspective (thread, 1))
{
  struct s z = x;
  int *w[2] = { y, y }, **v = w, n = 3;
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = x.a + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	*q = 1;
	members (&z, o);	/* { dg-error {'a' is out of reach while view 'q' of it exists .PX205.} } */
	pointers (w, o);
	number (&n, o);
      }
  __partition (thread, 1, int *q = y + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	*q = 1;
	members (&z, o);
	pointers (v + 1, o);	/* { dg-error {'y' is out of reach while view 'q' of it exists .PX205.} } */
      }
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 21 } */
