/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The value of && and ||: an expression at any perspective. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (const int *p, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = t < n && p[t] > 0 && p[t] < 100;
  int y __perspective (thread, 1) = (t == 3) | (t < n && x);
  (void) y;
}
