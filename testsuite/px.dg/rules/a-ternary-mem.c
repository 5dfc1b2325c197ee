/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* ?: with loads in the arms is an expression. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (const int *p, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = t < n ? p[t] : 0;
  int y __perspective (thread, 1) = t < n ? p[t] : t > 3 ? p[t + 1] : 7;
  (void) x, (void) y;
}
