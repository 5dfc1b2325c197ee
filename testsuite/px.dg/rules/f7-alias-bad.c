/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) __alias (a, b)
void f (int *a, const int *b, int *c);

__device __requires (block (1), thread (32)) void
g (int *p, int *q)	/* { dg-message {(argument|member) [^\n]*are both in} } */
{
  f (p, p, q);
  f (p, q, p);	/* { dg-error {arguments 1 and 3 of 'f' are the same object[^\n]*PX307} } */
}

__device __requires (block (1), thread (32)) __alias (a, b) void
h (int *a, int *b)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *p = a + t)	/* { dg-message "begins here" } */
    __group (thread, 1)
      *p = b[t];	/* { dg-error {'b' is out of reach while view 'p' of it exists[^\n]*PX205} } */
  __split (thread)
    {
      __case (16)
        px_atomic_add (a, 1);
      __case (16)
        px_atomic_max (b, 1);
    }
  __split (thread)
    {
      __case (16)	/* { dg-message "the other branch" } */
        px_atomic_add (a, 1);
      __case (16)
        px_nanosleep (b[0]);	/* { dg-error {PX206} } */
    }
}

__device __alias (x) void f1 (int *x);	/* { dg-error {'__alias' needs the names of two or more parameters[^\n]*PX603} } */
__device __alias (x, y) void f2 (int *x);	/* { dg-error {'y' in '__alias' is no pointer parameter of 'f2'[^\n]*PX603} } */
__device __alias (x, n) void f3 (int *x, int n);	/* { dg-error {'n' in '__alias' is no pointer parameter of 'f3'[^\n]*PX603} } */
__device __alias (x, y) __alias (y, z) void f4 (int *x, int *y, int *z);	/* { dg-error {'y' is in '__alias' twice[^\n]*PX603} } */
int v __alias (x, y);	/* { dg-error {'__alias' belongs to a device function or kernel[^\n]*PX603} } */

/* What to write instead.  */
/* { dg-message {use 'p' for what is its part, and load what is not before '__par} "" { target *-*-* } 21 } */
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 6 } */
