/* SPDX-License-Identifier: MIT */
/* D4: strings are read only, whatever leads to them.  */
/* { dg-do compile } */
#include "../aux/t.h"

__kernel void
f (int n, char *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, char *o = out + t)
    __group (thread, 1) {
      "x"[1] = 100;		/* { dg-error {cannot store to a string .PX204.} } */
      /* { dg-warning {read-only} "GCC's own" { target *-*-* } .-1 } */
      char *p = "abc";
      *p = n;			/* { dg-error {cannot store to a string .PX204.} } */
      __builtin_memcpy ("abcdef", &n, 4);	/* { dg-error {cannot store to a string .PX204.} } */
      const char *q = n ? "ab" : "cd";
      *o = q[1];
    }
}
