/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int *p)
{
  __partition (thread, 1, int q[4] = { 0 })	/* { dg-error "PX605" } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
    { }
}
