/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-undecided=error" } */
#include <px.h>

__kernel __requires (threads (64)) void
f (int *p, const int *to)
{
  int at = to[px_id (thread)];
  __each (thread, int *q = p + at)	/* { dg-error {it is not decided whether two units of thread.1. meet in 'p' .PX404.} } */
    *q = 1;	/* { dg-message {a write by one} } */
/* { dg-message {that depends on the values of 'at'} "" { target *-*-* } .-1 } */
/* { dg-message {state what keeps them apart} "" { target *-*-* } .-3 } */
}
