/* SPDX-License-Identifier: MIT */
/* Possible races are not reported; what is wrong in every launch is.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-race=none" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *p, int stride)
{
  __partition (thread, 1, int *q = p + stride * px_id (thread))
    __group (thread, 1)
      *q = 1;
}

__kernel __requires (grid (1), block (1), threads (64)) void
g (int *p, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + i / 2)	/* { dg-error {where n >= 2 .PX401.} } */
    __group (thread, 1)
      if (i < n)
	*q = 1;
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
}
