/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void g (int *a, const int *b);
__device __requires (block (1), thread (32)) void
f (int *p)	/* { dg-message {(argument|member) [^\n]*are both in} } */
{
  g (p, p);	/* { dg-error {arguments 1 and 2 of 'g' are the same object[^\n]*PX307} } */
  g (p, p + 32);	/* { dg-error "PX307" } */
}
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 5 } */
