/* SPDX-License-Identifier: MIT */
/* F5: a function that is called by the label of another name is the same function.  */
/* { dg-do compile } */
#include <px.h>

__device int again (int n) __asm__ ("down");
__device int down (int n) { return n > 0 ? again (n - 1) + 1 : 0; }	/* { dg-error {device function .down. is recursive .PX305.} } */
/* { dg-message "defined here" "" { target *-*-* } 7 } */

__kernel void
k (int *o)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = o + t)
    __group (thread, 1) *q = down (t);
}

/* What to write instead.  */
/* { dg-message {write a loop; what is still to do can stand in a local array of } "" { target *-*-* } 7 } */
