/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int *p)
{
  int *q;
  __partition (thread, 1, q = p)	/* { dg-error "PX605" } */
    (void) q;
  __partition (thread, 1, int *r)	/* { dg-error "PX605" } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
    (void) r;
  __partition (thread, 1, int s = 4)	/* { dg-error "PX605" } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
    (void) s;
}

__device __requires (thread (32)) void
g (int *p)
{
  __partition (thread, 1, )	/* { dg-error {in '__partition': expected expression before ';' token .PX608.} } */
    { }
}
