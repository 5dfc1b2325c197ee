/* SPDX-License-Identifier: MIT */
/* Two calls in one function are one mistake.  */
/* { dg-do compile } */
#include <px.h>

__device int
fib (int n)	/* { dg-message "defined here" } */
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);	/* { dg-error {'fib' is recursive .PX305.} } */
}

__kernel void
f (int *p)
{
  __partition (thread, 1, int *w = p + px_id (thread))
    __group (thread, 1)
      *w = fib (5);
}

/* What to write instead.  */
/* { dg-message {write a loop; what is still to do can stand in a local array of } "" { target *-*-* } 9 } */
