/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Another name for a source: copied as bytes, or as an integer in a structure. */
#include <px.h>
#include <stdint.h>
#include <string.h>

struct number { uintptr_t a; int n; };
union either { uintptr_t a; int *p; };
struct three { int *a, *b, *c; };

__device __requires (block (1), thread (32)) void
f (int *p, int *out, const int *in)
{
  int t __perspective (thread, 1) = px_id (thread), *x = p, *y, *all[3];
  struct number n = { (uintptr_t) p, 3 }, m = n;
  union either u;
  struct three three = { in == 0 ? out : p, out, out };
  uintptr_t low = (uintptr_t) p & 12;
  u.a = (uintptr_t) p;
  memcpy (&y, &x, sizeof y);
  memcpy (&all, &three, sizeof all);
  __partition (thread, 1, int *w = p + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	px_atomic_add (w, ((int *) n.a)[1]);	/* { dg-error {'p' is out of reach while view 'w' of it exists .PX205.} } */
	px_atomic_add (w, ((int *) m.a)[1]);	/* { dg-error "PX205" } */
	px_atomic_add (w, u.p[1]);	/* { dg-error "PX205" } */
	px_atomic_add (w, y[1]);	/* { dg-error "PX205" } */
	px_atomic_add (w, all[0][1]);	/* { dg-error "PX205" } */
	/* The distance from another is a number.  */
	px_atomic_add (w, *(int *) ((char *) out + low));
      }
}

/* What to write instead.  */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 26 } */
