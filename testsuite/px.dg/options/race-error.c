/* SPDX-License-Identifier: MIT */
/* A possible race as an error.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-race=error" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *p, int stride)
{
  __partition (thread, 1, int *q = p + stride * px_id (thread))	/* { dg-error {where stride = 0 .PX403.} } */
    __group (thread, 1)
      *q = 1;
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-5 } */
}
