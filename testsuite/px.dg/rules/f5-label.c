/* SPDX-License-Identifier: MIT */
/* F5: a label that names another function is no recursion.  */
/* { dg-do compile } */
#include <px.h>

__device int other (int n) __asm__ ("base");
__device int base (int n) { return n + 1; }
__device int up (int n) { return n > 0 ? other (n - 1) + 1 : 0; }

__kernel void
k (int *o)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = o + t)
    __group (thread, 1) *q = up (t);
}
