/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (void (*g) (void), int n)
{
  void (*h[2]) (void) = { g, g };
  g ();	/* { dg-error {device code calls through a pointer[^\n]*PX305} } */
  h[n] ();	/* { dg-error "PX305" } */
}
