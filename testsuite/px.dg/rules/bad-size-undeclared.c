/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (void)
{
  __group (thread, nothing) { }	/* { dg-error "undeclared" } */
/* { dg-message "each undeclared identifier is reported only once for each function it appears in" "" { target *-*-* } .-1 } */
}
