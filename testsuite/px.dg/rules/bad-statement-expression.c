/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) int
f (int n)
{
  int x = ({ __group (thread, 8) { } n; });
  for (int i = 0; i < n; i++)
    x += ({ __group (thread, 8) break; 1; });	/* { dg-error "PX104" } */
/* { dg-message "'__group' begins here" "" { target *-*-* } .-1 } */
  x = ({ int y = 0; __group (thread, 8) return n; y; });	/* { dg-error "PX104" } */
/* { dg-message "'__group' begins here" "" { target *-*-* } .-1 } */
  return x;
}

/* What to write instead.  */
/* { dg-message {let the opposite condition hold what follows, as 'if .\.\.\.. . \.\.\.} "" { target *-*-* } 12 } */
