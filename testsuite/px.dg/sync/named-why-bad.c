/* SPDX-License-Identifier: MIT */
/* A function that is compiled alone and has no named barrier: what needs one, and how many it would say.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (64)) void
turn (int *p)	/* { dg-error "'turn' needs 1 named barriers.*PX704" } */
		/* { dg-message {with 'barriers \(1\)' in '__requires' it has them} "" { target *-*-* } .-1 } */
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = p + t)
    *w = t;	/* { dg-message "a write of 'p' here" } */
  int x __perspective (thread, 1) = p[63 - t];	/* { dg-message "then a read here" } */
  __partition (thread, 1, int *w = p + 64 + t)
    *w = x;
}

__device __requires (thread (64), barriers (1)) void
turn_right (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = p + t)
    *w = t;
  int x __perspective (thread, 1) = p[63 - t];
  __partition (thread, 1, int *w = p + 64 + t)
    *w = x;
}
