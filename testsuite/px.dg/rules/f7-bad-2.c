/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Through views of it and through a copy. */
#include <px.h>

__device __requires (block (1), thread (32)) void g (int *a, int *b);
__device void h (int *a, const int *b);
__device __requires (block (1), thread (32)) void
f (int *p)	/* { dg-message {(argument|member) [^\n]*are both in} } */
{
  int *q = p + 3;
  g (q, p);	/* { dg-error "PX307" } */
  __partition (thread, 1, int *v = p + px_id (thread))
    {
      h (v, v + 1);	/* { dg-error "PX307" } */
    }
}
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 6 } */
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 7 } */
