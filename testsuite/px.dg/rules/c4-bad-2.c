/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) int
f (int n)
{
  __group (thread, 8)	/* { dg-message "'__group' begins here" } */
    return n;	/* { dg-error {.return. leaves .__group.[^\n]*PX104} } */
  return 0;
}

/* What to write instead.  */
/* { dg-message {let the opposite condition hold what follows, as 'if .\.\.\.. . \.\.\.} "" { target *-*-* } 9 } */
