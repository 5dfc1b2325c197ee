/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* In any place of the argument list; through ?:. */
#include <px.h>

__device __requires (block (1), thread (32)) void g (const int *a, int b, const int *c, int *d);
__device __requires (block (1), thread (32)) void
f (int *p, int *q, const int *r, int n)	/* { dg-message {(argument|member) [^\n]*are both in} } */
{
  g (q, n, p, n ? p : q);	/* { dg-error "PX307" } */
  g (r, n, r, r == q ? p : q);
}
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 6 } */
