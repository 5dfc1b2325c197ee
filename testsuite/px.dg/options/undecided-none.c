/* SPDX-License-Identifier: MIT */
/* What is not decided is not told; what may be wrong is.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-undecided=none" } */
#include <px.h>

__kernel __requires (threads (64)) void
f (int *p, const int *to)
{
  __each (thread, int *q = p + to[px_id (thread)])
    *q = 1;
}

__kernel __requires (grid (1), block (1), threads (64)) void
g (int *p, int stride)
{
  __each (thread, int *q = p + stride * px_id (thread))	/* { dg-warning {PX403} } */
    *q = 1;	/* { dg-message {a write by one} } */
/* { dg-message {a write by the other} "" { target *-*-* } .-1 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-3 } */
}
