/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A pointer that a function gives may be one that it was given. */
#include <px.h>

struct rows { const int *p; int n; };
__device __requires (block (1)) const int *row (const int *p, int i);
__device __requires (block (1)) const int *first (struct rows r);
__device __requires (block (1)) struct rows rest (const int *p, int n);
__device __requires (block (1), thread (32)) void add (const int *p, int *to);

__device __requires (block (1), thread (32)) void
f (int *p, const int *q, int *out)	/* { dg-message {(argument|member) [^\n]*are both in} } */
{
  int t __perspective (thread, 1) = px_id (thread);
  const int *r = row (p, 3), *s = first ((struct rows) { p, 3 }), *o = row (q, 1);
  struct rows u = rest (p, 3);
  __partition (thread, 1, int *w = p + t)	/* { dg-message "'__partition' begins here" } */
    {
      *w = o[t];
      *w = r[t];	/* { dg-error {'p' is out of reach while view 'w' of it exists .PX205.} } */
      *w = s[t];	/* { dg-error "PX205" } */
      *w = u.p[t];	/* { dg-error "PX205" } */
    }
  add (o, p);
  add (r, p);	/* { dg-error {arguments 1 and 2 of 'add' are the same object .PX307.} } */
  __partition (thread, 1, const int *v = r + t)
    __partition (thread, 1, int *w = out + t)
      *w = *v;
}

/* What to write instead.  */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 21 } */
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 10 } */
