/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O0" } */
/* px_id is an operator: an arm of ?:, && and || may have it, as those that GCC
   makes of a comparison of an absolute value.  */
#include <px.h>

__device __requires (thread (32)) void
f (const int *p, int n)
{
  int a __perspective (thread, 1) = __builtin_abs (p[px_id (thread)]) <= 7;
  int b __perspective (thread, 1) = px_id (thread) < n && px_id (thread) > 3;
  int c __perspective (thread, 1) = a ? px_id (thread) : b;
  (void) c;
}
