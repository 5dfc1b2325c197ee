/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct s { int *p; };	/* { dg-message {(argument|member) [^\n]*are both in} } */
__device __requires (block (1), thread (32)) void g (int *a, int *b);
__device __requires (block (1), thread (32)) void
f (struct s a, struct s b)
{
  g (a.p, b.p);
  g (a.p, a.p);	/* { dg-error "PX307" } */
}
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 6 } */
