/* SPDX-License-Identifier: MIT */
/* D5: a view leaves its body in a copy of a structure, with a claim, or by a function that may have
   kept it in a local variable; an integer that a function made of an object's address is that object
   when it becomes a pointer again.  */
/* { dg-do compile } */
#include <px.h>

struct kept { int n; const int *p; };
__device static inline void put (struct kept *s, const int *p) { s->p = p; }
__device long number (const int *p);

__device __requires (block (1), threads (64), smem (512)) void
f (void)
{
  __shared int x[64];
  int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = 0;
  struct kept s __perspective (thread, 1) = { 0, 0 }, u __perspective (thread, 1) = { 0, 0 };
  long n __perspective (thread, 1);
  __partition (thread, 1, int *w = x + t)
    {
      struct kept r __perspective (thread, 1) = { 1, w };
      s = r;	/* { dg-error {view 'w' leaves the body of its '__partition' .PX205.} } */
    }
  __claim (thread, 32, int *c = x)
    __split (thread)
      __case (32)
	{
	  struct kept r __perspective (thread, 32) = { 1, c };
	  s = r;	/* { dg-error {view 'c' leaves the body of its '__claim' .PX205.} } */
	}
  __partition (thread, 1, int *w = x + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1) put (&u, w);
  __group (thread, 1)
    v = u.p[t ^ 1];	/* { dg-error {view 'w' is used outside the body of its '__partition'[^\n]*PX205} } */
  __group (thread, 1) n = number (x);
  __partition (thread, 1, int *w = x + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      v = ((const int *) n)[t ^ 1];	/* { dg-error {'x' is out of reach while view 'w' of it exists .PX205.} } */
}

/* What to write instead.  */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 38 } */
