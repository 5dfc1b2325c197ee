/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A local array is a view at its own perspective. */
#include <px.h>

__device __requires (thread (32)) void g (const int *p, int *q __perspective (thread, 1));
__device __requires (thread (32)) void
f (void)
{
  int a[4] = { 0 };
  int b[4] __perspective (thread, 1);
  g (a, b);
  g (a, b + 2);
}
