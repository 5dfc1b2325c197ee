/* SPDX-License-Identifier: MIT */
/* D5, D6: an address that is loaded from memory, that asm gives, or that a function finds in
   what its argument leads to may be that of an object that is out of reach, or that another
   branch writes.  */
/* { dg-do compile } */
#include <px.h>

struct s { const int *a, *b; };
__device int member (const struct s *x, int i);
__device int number (const unsigned long *x, int i);
__device void put (const int *p, const int **to);

__device __requires (block (1), threads (64), smem (1024)) void
f (int *o)
{
  __shared int s[64], u[64];
  __shared const int *list[2];
  int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1);
  struct s x = { s, u };
  unsigned long n = (unsigned long) s;
  const int *h;
  __unsafe asm ("mov.u64 %0, %1;" : "=l" (h) : "l" (s));
  __claim (thread, 1, const int **q = list)
    __split (thread)
      __case (1)
	*q = s;
  __partition (thread, 1, int *q = s + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	v = list[0][t ^ 1];	/* { dg-error {'s' is out of reach while view 'q' of it exists .PX205.} } */
	v = h[t ^ 1];	/* { dg-error {'s' is out of reach while view 'q' of it exists .PX205.} } */
	v = member (&x, t ^ 1);	/* { dg-error {'s' is out of reach while view 'q' of it exists .PX205.} } */
	v = number (&n, t ^ 1);	/* { dg-error {'s' is out of reach while view 'q' of it exists .PX205.} } */
      }
  __split (thread)
    {
      __case (32)	/* { dg-message "the other branch is this '__case'" } */
	__group (thread, 1)
	  px_atomic_add (s + t, 1);
      __case (32)
	__group (thread, 1)
	  v = member (&x, t);	/* { dg-error {'s' is written in one branch of a '__split' and used in another .PX206.} } */
    }
}
__device __requires (block (1), threads (64), smem (1024)) void
g (int *o)
{
  __shared int s[64];
  __shared const int *list[64];
  int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1);
  __partition (thread, 1, const int **q = list + t)
    __group (thread, 1)
      put (s, q);
  __partition (thread, 1, int *q = s + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      v = list[t][t ^ 1];	/* { dg-error {'s' is out of reach while view 'q' of it exists .PX205.} } */
}

/* What to write instead.  */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 30 } */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 56 } */
